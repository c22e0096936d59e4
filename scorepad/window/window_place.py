"""How large the window is and where it stands: at the first start, and as it was left."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QByteArray, QEvent, QObject, QSize
from PySide6.QtWidgets import QWidget

LARGEST = (1440, 900)
"""How large the window is at the first start (pixels), where the screen has room for it."""
FRAME = (16, 48)
"""So much of the screen (pixels, across and down) is left for what the desktop draws round a
window: its edges and its title."""


class WindowPlace(QObject):
    """Has a window stand as it was left, and remembers that: when it is closed, and as soon as it
    is made as large as the screen or small again, for a program may also end without closing."""

    def __init__(self, window: QWidget, left: str, keep: Callable[[str], None]) -> None:
        """`left` is what was last given to `keep`; "" at the first start."""
        super().__init__(window)
        self._window = window
        self._keep = keep
        place = QByteArray.fromBase64(left.encode("ascii", "ignore"))
        if place.isEmpty() or not window.restoreGeometry(place):
            window.resize(first_size(window.screen().availableGeometry().size()))
        window.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if watched is self._window and self._window.isVisible():
            turned = event.type() == QEvent.Type.WindowStateChange
            if event.type() == QEvent.Type.Close or (turned and not self._window.isMinimized()):
                self._keep(self._window.saveGeometry().toBase64().toStdString())
        return super().eventFilter(watched, event)


def first_size(room: QSize) -> QSize:
    """The size at the first start on a screen with so much room, its frame being round it."""
    return (room - QSize(*FRAME)).boundedTo(QSize(*LARGEST))
