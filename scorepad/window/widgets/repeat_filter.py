"""A filter drops repeated presses: a press of Enter, mouse or finger confirms one thing, however
long it is held or how fast it is repeated.  Any other key that is held counts once too, unless it
moves the focus, turns pages or writes.

The effect of the first press can't have been read before the second one.  Enter would confirm the
bar's half-typed tricks after it saved a correction; a click would fall on a key of the next hand's
bids in the place of "Record".  An Enter that only chooses confirms nothing: the next one counts.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt, Signal
from PySide6.QtGui import QGuiApplication, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QToolButton,
    QWidget,
)

from scorepad.window.widgets import theme

ECHO_SECONDS: Final = 0.4  # seconds
"""A second press of Enter within this time, with no other key between, is dropped."""
SETTLE_SECONDS: Final = 0.6  # seconds
"""A control that has come under the pointer since the last press takes none for this long."""
MOVING_KEYS: Final = (
    Qt.Key.Key_Left,
    Qt.Key.Key_Right,
    Qt.Key.Key_Up,
    Qt.Key.Key_Down,
    Qt.Key.Key_Home,
    Qt.Key.Key_End,
    Qt.Key.Key_PageUp,
    Qt.Key.Key_PageDown,
    Qt.Key.Key_Tab,
    Qt.Key.Key_Backtab,
    Qt.Key.Key_Backspace,
)
"""Each of these continues while it is held, with Ctrl too."""
ENTER_KEYS: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PRESS_EVENTS: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


def _name(control: QWidget) -> str:
    text = control.text() if isinstance(control, QAbstractButton) else ""
    return f"{text}\n{control.accessibleName()}"


class NewControlPressFilter:
    """Decides which presses of mouse and finger are dropped.

    A control takes a press at once if it was there, under the same name, at the last press, as the
    number keys were.  Any other takes one only after a moment, or when the pointer has come to it
    from elsewhere.
    """

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._at = QPoint()
        self._moment: float | None = None
        self._released: QWidget | None = None
        self._controls: dict[QWidget, tuple[QRect, str]] = {}
        """The places in the window and the names of the controls that were near the last press."""
        self._refused = False

    def drops(self, event: QMouseEvent, now: float) -> bool:
        """Return whether this event belongs to a press that is dropped."""
        kind, at = event.type(), event.position().toPoint()
        if kind == QEvent.Type.MouseMove:
            # A finger, or a shaking hand, puts a second press a little beside the first one.
            if not self._near(at):
                self._moment = None
        elif kind in PRESS_EVENTS:
            # Qt sends a double click in place of the second press; it is judged like one.  Two of
            # a tool button are one, as five minutes more are not ten.
            is_second = kind == QEvent.Type.MouseButtonDblClick and self._is_tool_released(at)
            self._refused = is_second or self._is_new_control(at, now)
            if not self._refused:
                self._remember(at, now)
            return self._refused
        elif kind == QEvent.Type.MouseButtonRelease:
            refused, self._refused = self._refused, False
            self._released = self._window.childAt(at)
            if self._moment is not None and not refused:
                # A button acts on release, so the controls that it brings up appear from now on.
                self._moment = now
            return refused
        return False

    def _is_tool_released(self, at: QPoint) -> bool:
        # Two taps of a finger at different places are a double click, too.
        control = self._window.childAt(at)
        return isinstance(control, QToolButton) and control is self._released

    def _is_new_control(self, at: QPoint, now: float) -> bool:
        if self._moment is None or now - self._moment >= SETTLE_SECONDS or not self._near(at):
            return False
        control = self._window.childAt(at)
        # A list that is open over the window takes its own presses.
        if control is None or QApplication.activePopupWidget() is not None:
            return False
        where, name = self._controls.get(control, (QRect(), ""))
        return name != _name(control) or not where.contains(at)

    def _near(self, at: QPoint) -> bool:
        return (at - self._at).manhattanLength() < theme.touch_height()

    def _remember(self, at: QPoint, now: float) -> None:
        reach = theme.touch_height()
        around = QRect(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach)
        self._at, self._moment, self._controls = at, now, {}
        for control in self._window.findChildren(QWidget):
            where = QRect(control.mapTo(self._window, QPoint(0, 0)), control.size())
            if control.isVisible() and where.intersects(around):
                self._controls[control] = where, _name(control)


class RepeatedPressFilter(QObject):
    """Lets a held key count once, as a shortcut too, unless it moves, turns pages or writes, and
    drops repeated presses of Enter, mouse and finger; installed on a window's `windowHandle`."""

    dropped = Signal()
    """A second press of Enter was dropped, that is no held key."""

    def __init__(self, window: QWidget, *, clock: Callable[[], float] = time.monotonic) -> None:
        super().__init__(window)
        self._window = window
        self._released = 0, 0
        self._clock = clock
        self._confirmed: float | None = None
        self._pointer = NewControlPressFilter(window)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # Qt turns a finger's touch into mouse events, as no control takes touches; the one that
        # shows the keypad presses nothing.
        if isinstance(event, QMouseEvent):
            return self._pointer.drops(event, self._clock())
        if not isinstance(event, QKeyEvent):
            return False
        if event.type() == QEvent.Type.KeyRelease:
            self._released = event.key(), event.timestamp()
            return False
        is_held = self._is_held(event)
        if is_held:
            event.accept()  # so that a `ShortcutOverride` starts no action
        if event.key() not in ENTER_KEYS:
            self._confirmed = None  # of a shortcut only the `ShortcutOverride` is seen
        if event.key() not in ENTER_KEYS or event.type() != QEvent.Type.KeyPress:
            return is_held
        # In a text of many lines Enter begins a new line.
        focused = self._window.focusWidget()
        if isinstance(focused, QPlainTextEdit):
            return False
        now, before = self._clock(), self._confirmed
        self._confirmed = now
        if is_held:
            return True
        if before is not None and now - before < ECHO_SECONDS:
            self.dropped.emit()
            return True
        if isinstance(focused, QPushButton) and focused.autoDefault() and focused.isCheckable():
            self._confirmed = now if focused.isChecked() else None
        return False

    def _is_held(self, event: QKeyEvent) -> bool:
        # On X11 a held key is released and pressed at one moment, again and again.  Qt misses that
        # where it has the release before the press is in its queue: 9 times of 10 under Xvfb.
        is_missed = QGuiApplication.platformName() == "xcb" and self._released == (
            event.key(),
            event.timestamp(),
        )
        if not (event.isAutoRepeat() or is_missed) or event.key() in MOVING_KEYS:
            return False
        text, focused = event.text(), self._window.focusWidget()
        if event.key() in ENTER_KEYS:
            return not isinstance(focused, QPlainTextEdit)
        writes = (text and text.isprintable()) or event.key() == Qt.Key.Key_Delete
        return not (writes and isinstance(focused, QLineEdit | QPlainTextEdit))
