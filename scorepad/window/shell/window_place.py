"""`WindowGeometryKeeper` restores and keeps the place and size of a window."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize
from PySide6.QtWidgets import QWidget

from scorepad.window.widgets import controls

MAX_FIRST_SIZE = (1440, 900)  # px
"""The window is at most this large at the first start (pixels)."""
FRAME_SIZE = (16, 48)  # px
"""At the first start this much of the screen (pixels, across and down) is left for the frame that
the desktop draws round a window."""
PLACE_EVENTS = (QEvent.Type.Move, QEvent.Type.Resize, QEvent.Type.WindowStateChange)
KEEP_DELAY = 300  # ms
"""A window that has stood still for so long (milliseconds) is no longer being moved."""


class WindowGeometryKeeper(QObject):
    """Restores the place and size of a window, and keeps them when it is closed, and soon after it
    is moved, resized, maximized or restored, as a program may also end without closing."""

    def __init__(self, window: QWidget, saved: str, keep: Callable[[str], None]) -> None:
        """`saved` is the last text given to `keep`; "" at the first start."""
        super().__init__(window)
        self._window = window
        self._keep = keep
        self._soon = controls.single_shot_timer(self, self._keep_now, KEEP_DELAY)
        place = QByteArray.fromBase64(saved.encode("ascii", "ignore"))
        if place.isEmpty() or not window.restoreGeometry(place):
            window.resize(first_size(window.screen().availableGeometry().size()))
        controls.EventFollower(window, self._keep_now, QEvent.Type.Close)
        for each in PLACE_EVENTS:
            controls.EventFollower(window, self._soon.start, each)

    def _keep_now(self) -> None:
        self._soon.stop()
        if self._window.isVisible() and not self._window.isMinimized():
            self._keep(self._window.saveGeometry().toBase64().toStdString())


def first_size(room: QSize) -> QSize:
    """Return the size of the window at the first start, on a screen with this much room."""
    return (room - QSize(*FRAME_SIZE)).boundedTo(QSize(*MAX_FIRST_SIZE))
