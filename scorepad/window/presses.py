"""One press of Enter is one confirmation, however long it is held or how fast it is repeated.

What a first press has brought under the cursor nobody has read yet when the second one comes: the
bar's half-typed tricks after a correction was saved, the other side's name after one has signed.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from typing import Final

from PySide6.QtCore import QEvent, QObject, Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPlainTextEdit, QWidget

SECONDS: Final = 0.4
"""Within this time a second press, with no other key between, is the first one's echo."""
ENTER: Final = (Qt.Key.Key_Return, Qt.Key.Key_Enter)


class Presses(QObject):
    """Filters the events of a window (its `windowHandle`)."""

    def __init__(self, window: QWidget, *, run_on: Callable[[], float] = time.monotonic) -> None:
        super().__init__(window)
        self._window = window
        self._run_on = run_on
        self._confirmed: float | None = None

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
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
