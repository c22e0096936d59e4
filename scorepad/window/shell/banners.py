"""A banner is a message that is shown until it is solved or dismissed, or a question; the strip
of the page has room for one."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent, QKeySequence, QShortcut
from PySide6.QtWidgets import QApplication, QLineEdit, QWidget
from shiboken6 import isValid

from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.widgets.keyboard import typed_text
from scorepad.window.widgets.notice_strip import (
    NoticeAction,
    NoticeRow,
    more_button,
    show_more_count,
)

NAME_KEY = QKeySequence("Alt+N")
"""Leads to the field for a name, wherever the cursor is."""
NAME_WIDTH = 220  # px
"""The field for a name is at most this wide, in pixels at the usual text size."""


class Banner(NoticeRow):
    """Shows one message and its buttons.  One that `stays` cannot be dismissed."""

    dismissed = Signal()

    def __init__(
        self, text: str, tone: controls.Tone, buttons: Sequence[NoticeAction], *, stays: bool
    ) -> None:
        super().__init__()
        self.stays = stays
        self.text = controls.capitalize(text)
        self.show_text(self.text, tone)
        if not self.stays:
            close = controls.button("✕", self.dismissed.emit, kind="quiet", name=T("Dismiss"))
            close.setFixedWidth(theme.touch_height())
            self.row.addWidget(close)
        self._ends = 0 if self.stays else 1
        for each in buttons:
            self.add_button(each.text, self._pressed(each))

    def _pressed(self, button: NoticeAction) -> Callable[[], None]:
        def pressed() -> None:
            if button.ends:
                self.dismissed.emit()
            button.press()

        return pressed

    def add_button(self, text: Text | str, press: Callable[[], object]) -> None:
        """Add a button."""
        self.add_widget(controls.button(text, press))

    def add_widget(self, widget: QWidget) -> None:
        """Add a field to answer in, or something else to see."""
        self.row.insertWidget(self.row.count() - self._ends, widget)


class Banners(QWidget):
    """Shows one banner at a time, and how many others there are."""

    changed = Signal(bool)
    """A banner came (True) or went."""

    def __init__(self, window: QWidget) -> None:
        super().__init__(window)
        self.hide()  # until a page's strip shows it
        self._shown: dict[str, Banner] = {}
        self._focused_before: QWidget | None = None
        """The focus before a banner."""
        controls.follow_focus(self._remember_focus)
        self._next = more_button(self._show_next)
        self._row = layouts.set_row(self, self._next, spacing=Gap.NONE)

    @property
    def count(self) -> int:
        """How many banners there are."""
        return len(self._shown)

    def show_banner(
        self,
        key: str,
        text: Text | str,
        *,
        stays: bool = False,
        tone: controls.Tone = "warn",
        buttons: tuple[NoticeAction, ...] = (),
    ) -> Banner:
        """Show a message in place of one with the same key."""
        self.remove_banner(key)
        banner = Banner(str(text), tone, buttons, stays=stays)
        banner.dismissed.connect(lambda: self.remove_banner(key))
        self._shown[key] = banner
        self._row.insertWidget(0, banner, 1)
        self._show_newest()
        self.changed.emit(True)
        controls.announce(banner, banner.text, tone)
        return banner

    def remove_banner(self, key: str) -> None:
        """Take a message away."""
        banner = self._shown.pop(key, None)
        if banner is None:
            return
        focused: QWidget | None = self.window().focusWidget()
        # Else Qt gives the focus to the next widget.
        before = self._focused_before
        if focused is not None and banner.isAncestorOf(focused) and before and isValid(before):
            before.setFocus()
        banner.setVisible(False)
        self._row.removeWidget(banner)
        banner.deleteLater()
        self._show_newest()
        self.changed.emit(False)

    def _remember_focus(self, old: QWidget | None, new: QWidget | None) -> None:
        if old and new and self.isAncestorOf(new) and not self.isAncestorOf(old):
            self._focused_before = old

    def _show_newest(self) -> None:
        every = list(reversed(self._shown.values()))
        # A banner that can't be dismissed would hide one that can.
        first = next((each for each in every if not each.stays), every[0] if every else None)
        focused: QWidget | None = self.window().focusWidget()
        for each in every:
            if isinstance(focused, QLineEdit) and each.isAncestorOf(focused):
                first = each
        self._show_only(first)

    def _show_only(self, banner: Banner | None) -> None:
        for each in self._shown.values():
            each.setVisible(each is banner)
        show_more_count(self._next, len(self._shown) - 1)

    def _show_next(self) -> None:
        every = list(self._shown.values())
        shown = next((at for at, each in enumerate(every) if not each.isHidden()), 0)
        self._show_only(every[shown - 1])

    def find_banner(self, key: str) -> Banner | None:
        """Return the banner with this key, if there is one."""
        return self._shown.get(key)

    def begin_typing_scorekeeper_name(self, event: QKeyEvent) -> bool:
        """Let a letter that nothing else wants begin the name, where it is asked for; return
        whether it did."""
        banner = self.find_banner("name")
        line = None if banner is None else banner.findChild(QLineEdit)
        if line is None or not typed_text(event).isalpha():
            return False
        line.setFocus()
        QApplication.sendEvent(line, event)
        return True

    def ask_scorekeeper_name(self, keep: Callable[[str], object]) -> None:
        """Ask once for the scorekeeper's name; it is saved with everything recorded.
        The field never takes the keys by itself, as a hand may be
        typed on: `NAME_KEY` or `begin_typing_scorekeeper_name` leads to it."""
        banner = self.show_banner("name", str(T("Who's keeping score?")), tone="note")
        keys = NAME_KEY.toString(QKeySequence.SequenceFormat.NativeText)
        line = line_edit(T("Your name ({keys})", keys=keys))
        QShortcut(NAME_KEY, banner, lambda: line.setFocus(Qt.FocusReason.ShortcutFocusReason))
        whole = line.fontMetrics().horizontalAdvance(line.placeholderText()) + theme.em(2)
        line.setMaximumWidth(max(theme.px(NAME_WIDTH), whole))
        line.setMinimumWidth(whole)
        line.setAccessibleName(str(T("Your name")))
        line.setFocusPolicy(Qt.FocusPolicy.StrongFocus)

        def done() -> None:
            if name := line.text().strip():
                self.remove_banner("name")
                keep(name)
            else:
                line.setFocus()

        line.returnPressed.connect(done)
        banner.add_widget(line)
        banner.add_button(T("Save the name"), done)
