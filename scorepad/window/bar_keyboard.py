"""The entry bar at the keyboard: which key of its grammar a key event is."""

from __future__ import annotations

from PySide6.QtCore import QEvent, Qt, Signal
from PySide6.QtGui import QKeyEvent

from scorepad.window import keypad
from scorepad.window.bar_view import BarView


class BarKeyboard(BarView):
    """Takes keys from the keyboard; what they do is said by `press`."""

    up = Signal()
    """The cursor leaves upwards, to the sheet."""

    def press(self, key: str) -> bool:
        """A key of the bar's grammar; False when it means nothing in this state."""
        raise NotImplementedError

    def can_point(self) -> bool:
        """Is Tab a key of the grammar now?"""
        raise NotImplementedError

    def event(self, event: QEvent) -> bool:
        # Tab would leave the bar before keyPressEvent saw it.
        if (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_Tab
            and not event.modifiers()
            and self.can_point()
        ):
            return self.press(keypad.POINT)
        return super().event(event)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if not self.take(event):
            super().keyPressEvent(event)

    def take(self, event: QKeyEvent) -> bool:
        """A key, wherever on the page it was pressed; was it one of the bar's?"""
        plain = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
        if event.modifiers() & ~plain:
            return False
        key = event.key()
        if key in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            pressed = keypad.ENTER
        elif key == Qt.Key.Key_Backspace:
            pressed = keypad.BACK
        elif key == Qt.Key.Key_Up:
            self.up.emit()
            return True
        elif key == Qt.Key.Key_Down:
            return self._into_keys()
        else:
            pressed = event.text().upper()
        if len(pressed) != 1:
            return False
        # A key held down is one key: four bids are four decisions.
        if event.isAutoRepeat() and pressed != keypad.BACK:
            return True
        return self.press(pressed)

    def _into_keys(self) -> bool:
        for made in self.keys.keys.values():
            if made.isVisible() and made.isEnabled():
                made.setFocus(Qt.FocusReason.TabFocusReason)
                return True
        return False
