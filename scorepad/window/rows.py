"""Widgets side by side that share the width by weight."""

from __future__ import annotations

from PySide6.QtWidgets import QWidget

from scorepad.window import parts


def weighted(*items: tuple[QWidget, int], spacing: int = 8) -> QWidget:
    """A row; each widget gets what room is left by its weight (0: only what it needs)."""
    made = QWidget()
    layout = parts.row_of(made, spacing=spacing)
    for widget, weight in items:
        layout.addWidget(widget, weight)
    return made
