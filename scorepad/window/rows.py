"""Widgets side by side that share the width by weight; and bringing one into sight."""

from __future__ import annotations

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QScrollArea, QWidget

from scorepad.window import parts


def weighted(*items: tuple[QWidget, int], spacing: int = 8, top: bool = False) -> QWidget:
    """A row; each widget gets what room is left by its weight (0: only what it needs).  `top`: all
    begin at the same height, also when one of them grows downwards."""
    made = QWidget()
    layout = parts.row_of(made, spacing=spacing)
    for widget, weight in items:
        layout.addWidget(widget, weight)
        if top:
            layout.setAlignment(widget, Qt.AlignmentFlag.AlignTop)
    return made


def bring_into_sight(widget: QWidget) -> None:
    """Scroll to a widget (to what was just said below a field) once it is laid out."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if isinstance(above, QScrollArea):
        area = above
        QTimer.singleShot(0, widget, lambda: area.ensureWidgetVisible(widget, 0, 8))
