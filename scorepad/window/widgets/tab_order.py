"""Tab follows the order in which the controls are read.

Qt takes the order in which they were made, and some are made later than those below them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLayout, QScrollArea, QWidget


def set_tab_order(controls: Iterable[QWidget]) -> None:
    """Let Tab lead from each of these controls to the next."""
    # `nextInFocusChain` is not asked: PySide would take the widget that it returns for a part of
    # the one that was asked, and delete it with that one, be it the window itself.
    before: QWidget | None = None
    for control in controls:
        around = control.parentWidget()
        # A widget that gives its focus to this control stops Tab too, wherever it is in Qt's order.
        stops = (around, control) if around and around.focusProxy() is control else (control,)
        for stop in stops:
            if before is not None:
                QWidget.setTabOrder(before, stop)
            before = stop


def put_first_in_tab_order(window: QWidget, parts: Iterable[QWidget]) -> None:
    """Let Tab lead through these parts of a window first, then through the rest."""
    set_tab_order(chain((window,), *(controls_in_reading_order(part) for part in parts)))


def controls_in_reading_order(widget: QWidget) -> Iterator[QWidget]:
    """Yield the controls in a widget in the order in which they are laid out."""
    if widget.focusPolicy() != Qt.FocusPolicy.NoFocus and widget.focusProxy() is None:
        yield widget
        return
    inside = widget.widget() if isinstance(widget, QScrollArea) else None
    if inside is not None:
        yield from controls_in_reading_order(inside)
    layout = widget.layout()
    if layout is not None:
        for each in widgets_of_layout(layout):
            yield from controls_in_reading_order(each)


def widgets_of_layout(layout: QLayout) -> Iterator[QWidget]:
    """Yield the widgets of a layout and of the layouts in it, hidden ones too."""
    for place in range(layout.count()):
        item = layout.itemAt(place)
        if item is None:
            continue
        widget = item.widget()
        if widget is not None:
            yield widget
        elif (inner := item.layout()) is not None:
            yield from widgets_of_layout(inner)
