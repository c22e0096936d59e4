"""Columns and rows of widgets: Qt's box layouts, with gaps that grow with the text."""

from __future__ import annotations

from collections.abc import Iterable

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QBoxLayout, QFrame, QHBoxLayout, QLayout, QVBoxLayout, QWidget

from scorepad.window.widgets import theme


def column_of(widget: QWidget, *, spacing: int = 8, margin: int = 0) -> QVBoxLayout:
    """Return a new column as the layout of `widget`."""
    made = QVBoxLayout(widget)
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(theme.px(spacing))
    return made


def row_of(widget: QWidget, *, spacing: int = 8, margin: int = 0) -> QHBoxLayout:
    """Return a new row as the layout of `widget`."""
    made = QHBoxLayout(widget)
    made.setContentsMargins(margin, margin, margin, margin)
    made.setSpacing(theme.px(spacing))
    return made


def card(*items: QWidget | None, spacing: int = 10, margin: int = 16) -> QFrame:
    """Return a card that holds these one below the other; None is a stretch."""
    made = QFrame()
    made.setProperty("kind", "card")
    _fill(column_of(made, spacing=spacing, margin=theme.px(margin)), items)
    return made


def row(*items: QWidget | None, spacing: int = 8) -> QWidget:
    """Return a widget that holds these side by side; None is a stretch."""
    made = QWidget()
    _fill(row_of(made, spacing=spacing), items)
    return made


def _fill(layout: QBoxLayout, items: Iterable[QWidget | None]) -> None:
    for item in items:
        if item is None:
            layout.addStretch(1)
        else:
            layout.addWidget(item)


def stretched_row(*items: tuple[QWidget, int], spacing: int = 8, top: bool = False) -> QWidget:
    """Return a widget that holds these side by side, each with its stretch factor.

    A widget of factor 0 takes only what it needs.  With `top` all begin at the same height, also
    when one of them grows downwards.  Two panes of a page stand in such a row and not in a
    QSplitter: its handle is too thin for a finger, and a narrow page shows one pane at a time.
    """
    made = QWidget()
    layout = row_of(made, spacing=spacing)
    for widget, factor in items:
        layout.addWidget(widget, factor)
        if top:
            layout.setAlignment(widget, Qt.AlignmentFlag.AlignTop)
    return made


def clear(layout: QLayout) -> None:
    """Discard every widget of a layout."""
    while (item := layout.takeAt(0)) is not None:
        widget = item.widget()
        if widget is not None:
            discard(widget)


def discard(widget: QWidget) -> None:
    """Take a widget off the screen for good."""
    # It is hidden first: a layout shows a new widget a moment later, and one that has no parent
    # by then would come up as a window of its own.
    widget.hide()
    widget.setParent(None)
    widget.deleteLater()


def put_into(column: QBoxLayout, widget: QWidget, at: int) -> None:
    """Move a widget to this place of another column; it keeps the focus, and it stays hidden if it
    was hidden."""
    focused: QWidget | None = widget.window().focusWidget()
    hidden = widget.isHidden() and widget.testAttribute(
        Qt.WidgetAttribute.WA_WState_ExplicitShowHide
    )
    column.insertWidget(at, widget)
    widget.setVisible(not hidden)
    if focused is not None and widget.isAncestorOf(focused):
        # A widget that is moved to another parent loses the focus.
        focused.setFocus(Qt.FocusReason.OtherFocusReason)
