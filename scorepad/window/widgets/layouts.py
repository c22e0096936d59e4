"""Columns and rows of widgets: Qt's box layouts, with named gaps that grow with the text."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TypeAlias, TypeVar

from PySide6.QtCore import Qt
from PySide6.QtWidgets import (
    QBoxLayout,
    QFrame,
    QGridLayout,
    QHBoxLayout,
    QLayout,
    QVBoxLayout,
    QWidget,
)

from scorepad.window.widgets.density import Density, Gap
from scorepad.window.widgets.wrapping_row import WrappingRow

Item: TypeAlias = QWidget | QLayout | tuple[QWidget | QLayout, int] | int | None
"""A widget or a layout, alone or with its stretch factor, or a stretch: None is one of factor 1."""
Margin: TypeAlias = Gap | tuple[Gap, Gap] | tuple[Gap, Gap, Gap, Gap]
"""The margin on all sides, or at the sides and above and below, or at left, top, right, bottom."""


def set_column(
    widget: QWidget | None, *items: Item, spacing: Gap = Gap.CONTROLS, margin: Margin = Gap.NONE
) -> QVBoxLayout:
    """Return a new column with these items as the layout of `widget`; without one it is for another
    layout."""
    return _fill_layout(QVBoxLayout(), widget, items, spacing, margin)


def set_row(
    widget: QWidget | None,
    *items: Item,
    spacing: Gap = Gap.CONTROLS,
    margin: Margin = Gap.NONE,
    wraps: bool = False,
) -> QHBoxLayout:
    """Return a new row with these items as the layout of `widget`; without one it is for another
    layout. Where it `wraps`, items without room are in a further line."""
    layout = WrappingRow() if wraps else QHBoxLayout()
    return _fill_layout(layout, widget, items, spacing, margin)


def card(*items: Item, spacing: Gap = Gap.CONTROLS) -> QFrame:
    """Return a card that holds these one below the other."""
    frame = QFrame()
    frame.setProperty("kind", "card")
    set_column(frame, *items, spacing=spacing, margin=Gap.GROUPS)
    return frame


def foot_bar(*items: Item) -> QFrame:
    """Return the bar at the foot of a page, with these side by side."""
    frame = QFrame()
    frame.setProperty("kind", "bar")
    set_row(frame, *items, margin=(Gap.PAGE, Gap.CONTROLS), wraps=True)
    return frame


def set_grid(
    widget: QWidget, *, across: Gap, down: Gap = Gap.NONE, stretch_column: int | None = None
) -> QGridLayout:
    """Return a new grid as the layout of `widget`, with these gaps between columns and between
    rows; the `stretch_column` (its number) takes the spare room."""
    layout = QGridLayout(widget)
    layout.setContentsMargins(0, 0, 0, 0)
    layout.setHorizontalSpacing(across.pixels())
    layout.setVerticalSpacing(down.pixels())
    if stretch_column is not None:
        layout.setColumnStretch(stretch_column, 1)
    return layout


def column(*items: Item, spacing: Gap = Gap.CONTROLS, margin: Margin = Gap.NONE) -> QWidget:
    """Return a widget that holds these one below the other."""
    widget = QWidget()
    set_column(widget, *items, spacing=spacing, margin=margin)
    return widget


def row(
    *items: Item,
    spacing: Gap = Gap.CONTROLS,
    margin: Margin = Gap.NONE,
    top: bool = False,
    wraps: bool = False,
) -> QWidget:
    """Return a widget that holds these side by side, on several lines where it `wraps`.

    With `top` all begin at the same height, also when one of them grows downwards.  Two panes of a
    page are in such a row and not in a QSplitter: its handle is too thin for a finger, and a
    narrow page shows one pane at a time.
    """
    row_widget = QWidget()
    layout = set_row(row_widget, *items, spacing=spacing, margin=margin, wraps=wraps)
    for widget in row_widget.findChildren(QWidget) if top else ():
        layout.setAlignment(widget, Qt.AlignmentFlag.AlignTop)
    return row_widget


def keep_room_when_hidden(widget: QWidget) -> None:
    """Have a widget keep its room while it is hidden."""
    policy = widget.sizePolicy()
    policy.setRetainSizeWhenHidden(True)
    widget.setSizePolicy(policy)


BoxT = TypeVar("BoxT", bound=QBoxLayout)


def set_margins(
    layout: QLayout | QWidget, margin: Margin, density: Density = Density.COMFORTABLE
) -> None:
    """Give a layout, or a widget, this margin."""
    sides = margin if isinstance(margin, tuple) else (margin, margin)
    widths = [each.pixels(density) for each in sides]
    layout.setContentsMargins(*(widths * 2 if len(widths) == 2 else widths))


def _fill_layout(
    layout: BoxT, widget: QWidget | None, items: Iterable[Item], spacing: Gap, margin: Margin
) -> BoxT:
    if widget is not None:
        widget.setLayout(layout)
    set_margins(layout, margin)
    layout.setSpacing(spacing.pixels())
    for item in items:
        what, stretch = item if isinstance(item, tuple) else (item, 0)
        if isinstance(what, QWidget):
            layout.addWidget(what, stretch)
        elif isinstance(what, QLayout):
            layout.addLayout(what, stretch)
        else:
            layout.addStretch(1 if what is None else what)
    return layout


def clear_layout(layout: QLayout) -> None:
    """Discard every widget of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            discard_widget(widget)


def discard_widget(widget: QWidget) -> None:
    """Take a widget off the screen for good."""
    # It is hidden first: a layout shows a new widget a moment later, and one that has no parent
    # by then would come up as a window of its own.
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()
