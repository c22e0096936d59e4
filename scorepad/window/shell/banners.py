"""A message is shown as a banner over the page, which stays until it is dealt with; there are no
message dialogs."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QFrame, QLineEdit, QVBoxLayout, QWidget

from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.widgets.keyboard import typed_text

NAME_KEY = QKeySequence("Alt+N")
"""Leads to the field for a name, wherever the cursor is."""
NAME_WIDTH = 220  # px
"""The field for a name is this wide, in pixels at the usual text size."""


@dataclass(frozen=True)
class BannerButton:
    """Describes a button of a message; when it is pressed and `ends` is set, the message goes."""

    text: Text
    press: Callable[[], object]
    ends: bool = True


@dataclass(frozen=True)
class BannerMessage:
    """Describes a message, so that it can be shown again in another window.

    One that `stays` cannot be dismissed. After this many `seconds` it goes by itself (0: never).
    """

    key: str
    text: str
    tone: controls.Tone = "warn"
    stays: bool = False
    seconds: float = 0
    buttons: tuple[BannerButton, ...] = ()


class Banner(QFrame):
    """Shows one message and its buttons."""

    dismissed = Signal()

    def __init__(self, message: BannerMessage) -> None:
        super().__init__()
        self.message = message
        self.has_field = False
        self.stays = message.stays
        self.text = controls.capitalize(message.text)
        self.setProperty("kind", "banner")
        self.setProperty("tone", message.tone)
        self.setAccessibleName(self.text)
        self._row = layouts.set_row(self)
        layouts.set_margins(self._row, (Gap.GROUPS, Gap.LINES, Gap.CONTROLS, Gap.LINES))
        # A rule for the labels in a banner would be tried for each label of the program.
        text = controls.label(
            controls.SIGNS[message.tone] + self.text, wrap=True, tone=message.tone
        )
        self._row.addWidget(text, 1)
        if not self.stays:
            close = controls.button("✕", self.dismissed.emit, kind="quiet", name=str(T("Dismiss")))
            close.setFixedWidth(theme.touch_height())
            self._row.addWidget(close)
        self._ends = 0 if self.stays else 1
        for each in message.buttons:
            self.add_button(str(each.text), self._pressed(each))

    def _pressed(self, button: BannerButton) -> Callable[[], None]:
        def pressed() -> None:
            if button.ends:
                self.dismissed.emit()
            button.press()

        return pressed

    def add_button(self, text: str, press: Callable[[], object]) -> None:
        """Add a button."""
        self._insert(controls.button(text, press))

    def add_widget(self, widget: QWidget) -> None:
        """Add a field to answer in, or something else to see."""
        self.has_field = True
        self._insert(widget)

    def _insert(self, widget: QWidget) -> None:
        self._row.insertWidget(self._row.count() - self._ends, widget)


class Banners(QWidget):
    """Shows the banners, one under the other."""

    changed = Signal()
    """A banner came or went."""
    focus_left = Signal()
    """A banner that had the focus goes."""

    def __init__(self) -> None:
        super().__init__()
        self._column: QVBoxLayout = layouts.set_column(self, spacing=Gap.NONE)
        self._shown: dict[str, Banner] = {}
        self.setVisible(False)

    @property
    def messages(self) -> tuple[BannerMessage, ...]:
        """Return the messages that can be shown again in another window: those without a field."""
        return tuple(each.message for each in self._shown.values() if not each.has_field)

    def show_banner(
        self,
        key: str,
        text: Text | str,
        *,
        stays: bool = False,
        tone: controls.Tone = "warn",
        seconds: float = 0,
        buttons: tuple[BannerButton, ...] = (),
    ) -> Banner:
        """Show a message (see `BannerMessage`) in place of one with the same key."""
        return self.show_message(BannerMessage(key, str(text), tone, stays, seconds, buttons))

    def show_message(self, message: BannerMessage) -> Banner:
        """Show a message in place of one with the same key."""
        key = message.key
        self.remove_banner(key)
        banner = Banner(message)
        banner.dismissed.connect(lambda: self.remove_banner(key))
        if message.seconds:
            after = round(message.seconds * 1000)
            controls.single_shot_timer(banner, banner.dismissed.emit, after).start()
        self._shown[key] = banner
        self._column.addWidget(banner)
        self.setVisible(True)
        self.changed.emit()
        controls.announce(banner, banner.text, message.tone)
        return banner

    def remove_banner(self, key: str) -> None:
        """Take a message away."""
        banner = self._shown.pop(key, None)
        if banner is None:
            return
        focused: QWidget | None = self.window().focusWidget()
        # Else Qt gives the focus to whatever comes next.
        if focused is not None and banner.isAncestorOf(focused):
            self.focus_left.emit()
        banner.setVisible(False)
        self._column.removeWidget(banner)
        banner.deleteLater()
        self.setVisible(bool(self._shown))
        self.changed.emit()

    @property
    def need_room(self) -> bool:
        """Return whether one of them stays, or asks for something to be typed."""
        return any(each.stays or each.findChild(QLineEdit) for each in self._shown.values())

    def show_all_or_newest(self, only_newest: bool) -> None:
        """Show all, or with `only_newest` the newest alone (or the one that is being answered), the
        others when it has gone."""
        every = list(reversed(self._shown.values()))
        # What stays would keep from sight for good what can be dismissed.
        first = next((each for each in every if not each.stays), every[0] if every else None)
        focused: QWidget | None = self.window().focusWidget()
        for each in every:
            if isinstance(focused, QLineEdit) and each.isAncestorOf(focused):
                first = each
        for each in every:
            each.setVisible(each is first or not only_newest)

    def height_of_all(self, wide: int) -> int:
        """Return how high all of them are one under the other, at this width (both in pixels)."""
        return sum(each.heightForWidth(wide) for each in self._shown.values())

    def find_banner(self, key: str) -> Banner | None:
        """Return the banner with this key, if there is one."""
        return self._shown.get(key)

    def typed_text(self, key: str) -> str:
        """Return what is typed into the field of this banner."""
        banner = self._shown.get(key)
        line = banner.findChild(QLineEdit) if banner is not None else None
        return "" if line is None else line.text()

    def begin_typing_scorekeeper_name(self, event: QKeyEvent) -> bool:
        """Let a letter that nothing else wants begin the name, where it is asked for; return
        whether it did."""
        banner = self.find_banner("name")
        line = None if banner is None else banner.findChild(QLineEdit)
        if line is None or not typed_text(event).isalpha():
            return False
        line.setFocus(Qt.FocusReason.OtherFocusReason)
        QApplication.sendEvent(line, event)
        return True

    def ask_scorekeeper_name(self, keep: Callable[[str], object], typed: str = "") -> None:
        """Ask once who keeps the score; the name is written beside everything recorded.
        `typed` is in the field already.  The field never takes the keys by itself, as a hand may be
        typed on: `NAME_KEY` or `begin_typing_scorekeeper_name` leads to it."""
        banner = self.show_banner("name", str(T("Who is keeping the score?")), tone="note")
        keys = NAME_KEY.toString(QKeySequence.SequenceFormat.NativeText)
        line: QLineEdit = line_edit(str(T("Your name ({keys})", keys=keys)))
        line.setText(typed)
        QShortcut(NAME_KEY, banner, lambda: line.setFocus(Qt.FocusReason.ShortcutFocusReason))
        line.setFixedWidth(max(theme.TOUCH_HEIGHT, theme.px(NAME_WIDTH)))
        line.setAccessibleName(str(T("Your name")))
        line.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

        def done() -> None:
            if name := line.text().strip():
                self.remove_banner("name")
                keep(name)

        line.returnPressed.connect(done)
        banner.add_widget(line)
        self.changed.emit()
        banner.add_button(str(T("Save the name")), done)
