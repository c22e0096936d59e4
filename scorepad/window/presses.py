"""One press is one confirmation, however long it is held or how fast it is repeated: of Enter, of
the mouse, of a finger.

What a first press has brought under the cursor nobody has read yet when the second one comes: the
bar's half-typed tricks after a correction was saved, the other side's name after one has signed;
under the pointer, a key of the next hand's bids where "Record" was.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

import msgspec
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractButton, QApplication, QPlainTextEdit, QWidget

from scorepad.window import theme

SECONDS: Final = 0.4
"""Within this time a second press of Enter, with no other key between, is the first one's echo."""
SETTLED: Final = 0.6
"""So long (seconds after a press) what has come under the pointer meanwhile is not pressed."""
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)
PRESSES: Final = (QEvent.Type.MouseButtonPress, QEvent.Type.MouseButtonDblClick)


class Seen(msgspec.Struct, frozen=True):
    """A control as it was when something was pressed: where (in the window), and its name."""

    control: QWidget
    where: QRect
    name: str


def _name(control: QWidget) -> str:
    said = control.text() if isinstance(control, QAbstractButton) else ""
    return f"{said}\n{control.accessibleName()}"


class Pointer:
    """Presses of mouse and finger: a control takes one at once if it was there when the last one
    came, as the number keys are; one that came there since, or is called otherwise, only after a
    moment, or when the pointer has come to it from elsewhere."""

    def __init__(self, window: QWidget) -> None:
        self._window = window
        self._at = QPoint()
        self._moment: float | None = None
        self._seen: list[Seen] = []
        self._refused = False

    def refuses(self, event: QMouseEvent, now: float) -> bool:
        """Is this event part of a press that was not meant for what it would fall on?"""
        kind, at = event.type(), event.position().toPoint()
        if kind == QEvent.Type.MouseMove:
            # By touch and with a shaking hand a second press falls beside the first one.
            if self._moment is not None and not self._near(at):
                self._forget()
        elif kind in PRESSES:
            # A double click follows its own press, and is judged as that one was.
            self._refused = self._unread(at, now)
            if not self._refused:
                self._remember(at, now)
        elif kind == QEvent.Type.MouseButtonRelease:
            refused, self._refused = self._refused, False
            if self._moment is not None and not refused:
                # What was pressed acts now.
                self._moment = now
            return refused
        return self._refused and kind in PRESSES

    def _unread(self, at: QPoint, now: float) -> bool:
        if self._moment is None or now - self._moment >= SETTLED or not self._near(at):
            return False
        control = self._window.childAt(at)
        # A list that is open over the window has its own.
        if control is None or QApplication.activePopupWidget() is not None:
            return False
        name = _name(control)
        return not any(
            each.control is control and each.name == name and each.where.contains(at)
            for each in self._seen
        )

    def _near(self, at: QPoint) -> bool:
        return (at - self._at).manhattanLength() < theme.touch()

    def _remember(self, at: QPoint, now: float) -> None:
        reach = theme.touch()
        around = QRect(at.x() - reach, at.y() - reach, 2 * reach, 2 * reach)
        self._at, self._moment, self._seen = at, now, []
        for control in self._window.findChildren(QWidget):
            if control.isVisible():
                where = QRect(control.mapTo(self._window, QPoint(0, 0)), control.size())
                if where.intersects(around):
                    self._seen.append(Seen(control, where, _name(control)))

    def _forget(self) -> None:
        self._moment, self._seen = None, []


class Presses(QObject):
    """Filters the events of a window (its `windowHandle`)."""

    def __init__(self, window: QWidget, *, run_on: Callable[[], float] = time.monotonic) -> None:
        super().__init__(window)
        self._window = window
        self._run_on = run_on
        self._confirmed: float | None = None
        self._pointer = Pointer(window)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        # A finger's presses come as those of a mouse: no control asks for touches themselves.
        if isinstance(event, QMouseEvent):
            return self._pointer.refuses(event, self._run_on())
        if event.type() != QEvent.Type.KeyPress or not isinstance(event, QKeyEvent):
            return False
        if event.key() not in ENTER:
            self._confirmed = None
            return False
        # In a text of many lines it is a new line, and can be held.
        if isinstance(self._window.focusWidget(), QPlainTextEdit):
            return False
        now, before = self._run_on(), self._confirmed
        self._confirmed = now
        return event.isAutoRepeat() or (before is not None and now - before < SECONDS)
