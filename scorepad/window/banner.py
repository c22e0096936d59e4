"""A line over the page that stays until it is dealt with; never a dialog."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QEvent, Qt, QTimer, Signal
from PySide6.QtGui import QAccessible, QAccessibleEvent, QKeyEvent
from PySide6.QtWidgets import QFrame, QLineEdit, QPushButton, QVBoxLayout, QWidget

from scorepad.spades.words import Words
from scorepad.window import parts, theme
from scorepad.window.panel import one_line
from scorepad.window.presses import ENTER


class Banner(QFrame):
    """One message with what can be done about it."""

    gone = Signal()

    def __init__(
        self, text: str, words: Words, *, stays: bool = False, tone: parts.Tone = "warn"
    ) -> None:
        super().__init__()
        self._widths: dict[QWidget, int] = {}
        self.setProperty("kind", "banner")
        self.setProperty("tone", tone)
        self.stays = stays
        self.text = text = parts.sentence(text)
        self.setAccessibleName(text)
        self._row = parts.row_of(self)
        self._row.addWidget(parts.label(parts.SIGNS[tone] + text, wrap=True), 1)
        if not stays:
            close = parts.button("✕", self.gone.emit, kind="quiet", name=words("Dismiss"))
            self._row.addWidget(close)
            self._widths[close] = theme.TOUCH
        self._ends = 0 if stays else 1
        self._measure()

    def _measure(self) -> None:
        """Take the sizes that go with the text size in force."""
        self._row.setSpacing(theme.px(10))
        self._row.setContentsMargins(theme.px(18), theme.px(4), theme.px(10), theme.px(4))
        for widget, wide in self._widths.items():
            widget.setFixedWidth(max(theme.TOUCH, theme.px(wide)))

    def changeEvent(self, event: QEvent) -> None:
        super().changeEvent(event)
        # A banner outlives the pages, which are made anew at another text size.
        if event.type() == QEvent.Type.StyleChange and self.layout() is not None:
            self._measure()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        focused: QWidget | None = self.focusWidget()
        if event.key() in ENTER and isinstance(focused, QPushButton):
            focused.click()
            return
        super().keyPressEvent(event)

    def offer(self, text: str, press: Callable[[], object]) -> None:
        """A button for what can be done."""
        self._row.insertWidget(self._row.count() - self._ends, parts.button(text, press))

    def ask(self, widget: QWidget, wide: int = 0) -> None:
        """A field to answer in; so `wide` (pixels at the usual text size; 0: as it is)."""
        if wide:
            self._widths[widget] = wide
            self._measure()
        self._row.insertWidget(self._row.count() - self._ends, widget)


class Banners(QWidget):
    """The banners that stand, one under the other."""

    changed = Signal()
    """Another one stands, or one has gone."""
    left = Signal()
    """One goes in which the focus was."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._words = words
        self._column: QVBoxLayout = parts.column_of(self, spacing=0)
        self._shown: dict[str, Banner] = {}
        self.setVisible(False)

    def speak(self, words: Words) -> None:
        """Speak this language from now on."""
        self._words = words

    def show_banner(
        self,
        key: str,
        text: str,
        *,
        stays: bool = False,
        tone: parts.Tone = "warn",
        seconds: float = 0,
    ) -> Banner:
        """Show a message; one with the same key goes away.  It goes by itself after so many
        `seconds` (0: never)."""
        self.drop(key)
        banner = Banner(text, self._words, stays=stays, tone=tone)
        banner.gone.connect(lambda: self.drop(key))
        if seconds:
            timer = QTimer(banner)
            timer.setSingleShot(True)
            timer.timeout.connect(banner.gone)
            timer.start(round(seconds * 1000))
        self._shown[key] = banner
        self._column.addWidget(banner)
        self.setVisible(True)
        self.changed.emit()
        QAccessible.updateAccessibility(QAccessibleEvent(banner, QAccessible.Event.Alert))
        return banner

    def drop(self, key: str) -> None:
        """Take a message away."""
        banner = self._shown.pop(key, None)
        if banner is not None:
            focused: QWidget | None = self.window().focusWidget()
            # Else Qt gives the focus to whatever comes next.
            if focused is not None and banner.isAncestorOf(focused):
                self.left.emit()
            banner.setVisible(False)
            self._column.removeWidget(banner)
            banner.deleteLater()
        self.setVisible(bool(self._shown))
        self.changed.emit()

    @property
    def keep_place(self) -> bool:
        """Does one of them stay, or ask for something to be written?"""
        return any(each.stays or each.findChild(QLineEdit) for each in self._shown.values())

    def show_newest(self, alone: bool) -> None:
        """Show the newest `alone`, or one that is being answered, the others when it has gone; or
        all of them."""
        every = list(reversed(self._shown.values()))
        # What stays would keep from sight for good what can be dismissed.
        first = next((each for each in every if not each.stays), every[0] if every else None)
        focused: QWidget | None = self.window().focusWidget()
        for each in every:
            if isinstance(focused, QLineEdit) and each.isAncestorOf(focused):
                first = each
        for each in every:
            each.setVisible(each is first or not alone)

    def height_of_all(self, wide: int) -> int:
        """How high all of them are, one under the other, in so much width (both in pixels)."""
        return sum(each.heightForWidth(wide) for each in self._shown.values())

    def shown(self, key: str) -> Banner | None:
        """The message with this key, if it stands."""
        return self._shown.get(key)

    def _line(self, key: str) -> QLineEdit | None:
        banner = self._shown.get(key)
        return banner.findChild(QLineEdit) if banner is not None else None

    def focus(self, key: str) -> None:
        """Put the cursor into the field of this message, if it stands and has one."""
        line = self._line(key)
        if line is not None:
            line.setFocus(Qt.FocusReason.OtherFocusReason)
            # In a window that stands already it takes the cursor only once it is laid out.
            QTimer.singleShot(0, line, lambda: line.setFocus(Qt.FocusReason.OtherFocusReason))

    def typed(self, key: str) -> str:
        """What is typed into the field of this message."""
        line = self._line(key)
        return "" if line is None else line.text()

    def retype(self, key: str, text: str) -> None:
        """Have the field of this message say this."""
        line = self._line(key)
        if line is not None:
            line.setText(text)

    def ask_name(self, keep: Callable[[str], object]) -> None:
        """Ask once who keeps the score; it is written beside everything recorded."""
        words = self._words
        banner = self.show_banner("name", words("Who is keeping the score?"), tone="note")
        line: QLineEdit = one_line(words("Your name"))
        line.setAccessibleName(words("Your name"))
        line.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

        def done() -> None:
            if name := line.text().strip():
                self.drop("name")
                keep(name)

        line.returnPressed.connect(done)
        banner.ask(line, 220)
        self.changed.emit()
        banner.offer(words("Save the name"), done)
