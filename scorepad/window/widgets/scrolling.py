"""A scroll area keeps the whole control that has the focus in sight."""

from __future__ import annotations

from functools import cache
from typing import Final

from PySide6.QtCore import QPoint, Qt, QTimer
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QFrame,
    QLineEdit,
    QListView,
    QPlainTextEdit,
    QScrollArea,
    QVBoxLayout,
    QWidget,
)

from scorepad.spades.words import Text
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.density import Gap

LEAST_LINES: Final = 5
"""A scrolled column has at least about so many lines."""


class _ScrollArea(QScrollArea):
    """Keeps what has the focus in sight."""

    def __init__(self) -> None:
        super().__init__()
        self._laid_out = controls.single_shot_timer(self, self._keep_focused)
        self._followed: QWidget | None = None
        self.verticalScrollBar().rangeChanged.connect(lambda _low, _high: self._laid_out.start())

    def follow(self, inside: QWidget, focused: QWidget) -> None:
        """Show the whole of a widget in the content that has the focus now, unless it was
        clicked."""
        self._followed = None
        if QApplication.mouseButtons() == Qt.MouseButton.NoButton:
            self._followed = focused
            self._show_whole(inside, focused)

    def _show_whole(self, inside: QWidget, widget: QWidget) -> None:
        # `ensureWidgetVisible` of Qt shows no more of a text field than its cursor.
        (left, top), room = widget.mapTo(inside, QPoint(0, 0)).toTuple(), self.viewport().height()
        end = top + widget.height()
        if end <= room:
            # At the very top all content above the widget is in sight too.
            self.verticalScrollBar().setValue(0)
        # The margins show the label above the widget and the control below, where there is room.
        label = min(theme.em(1.9), max(0, (room - widget.height()) // 2))
        below = theme.touch_height() + Gap.GROUPS.pixels()
        has_room = end + below <= inside.height() and label + widget.height() + below <= room
        self.ensureVisible(left + widget.width(), end + (below if has_room else 0), 0, 0)
        self.ensureVisible(left, top, 0, label)

    def _keep_focused(self) -> None:
        # `window().focusWidget` is right also while the window is in the background.
        inside, focused = self.widget(), self.window().focusWidget()
        is_field = isinstance(focused, QLineEdit | QPlainTextEdit | QListView)
        is_followed = isinstance(focused, QAbstractButton) and focused is self._followed
        is_kept = is_field or is_followed
        if is_kept and inside is not None and inside.isAncestorOf(focused):
            self._show_whole(inside, focused)


@cache
def _follow_focus() -> None:
    # One connection for all: with many open tables, one for each took longer than the change.
    controls.follow_focus(_follow)


def _follow(_before: QWidget | None, focused: QWidget | None) -> None:
    inside = None if focused is None else focused.parentWidget()
    while focused is not None and inside is not None:
        viewport = inside.parentWidget()
        area = None if viewport is None else viewport.parentWidget()
        if isinstance(area, _ScrollArea) and area.widget() is inside:
            area.follow(inside, focused)
        inside = viewport


def make_scroll_area(content: QWidget, *, name: Text | str = "") -> QScrollArea:
    """Return `content` in a scroll area, in which it scrolls where it does not fit."""
    _follow_focus()
    area = _ScrollArea()
    # Each of these has Qt lay out the content that is there by then.
    area.setWidgetResizable(True)
    area.setWidget(content)
    if theme.is_roomy():  # large text may be wider
        area.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
    area.setFrameShape(QFrame.Shape.NoFrame)
    area.setFocusPolicy(Qt.FocusPolicy.NoFocus)
    if name:
        area.setAccessibleName(str(name))
    return area


class ScrolledColumn(QVBoxLayout):
    """The layout of a widget that is as high as its scrolled content, or as low as its page
    needs; where `most_percent` is given, it takes at most so much of the window's height."""

    def __init__(
        self,
        parent: QWidget,
        content: QWidget,
        *,
        name: Text | str = "",
        most_percent: int | None = None,
    ) -> None:
        super().__init__(parent)
        self.setContentsMargins(0, 0, 0, 0)
        self._content, self._most_percent = content, most_percent
        area = make_scroll_area(content, name=name)
        self._bar = area.verticalScrollBar()
        self._bar.rangeChanged.connect(self.update)
        self.addWidget(area)
        policy = area.sizePolicy()
        policy.setHeightForWidth(True)
        area.setSizePolicy(policy)

    def expandingDirections(self) -> Qt.Orientation:
        return Qt.Orientation(0)

    def heightForWidth(self, width: int) -> int:
        # Beside a bar lines may wrap, and without room for those the bar would stay.
        height = self._content.heightForWidth(width - self._bar.width() * self._bar.isVisible())
        if self._most_percent is None:
            return height
        return min(self._content.window().height() * self._most_percent // 100, height)

    def minimumHeightForWidth(self, width: int) -> int:
        return min(theme.em(LEAST_LINES), self.heightForWidth(width))


def bring_into_sight(widget: QWidget) -> None:
    """Scroll to a widget, such as a new message below a field, once it is laid out."""
    above = widget.parentWidget()
    while above is not None and not isinstance(above, QScrollArea):
        above = above.parentWidget()
    if isinstance(above, QScrollArea):
        area = above
        QTimer.singleShot(0, widget, lambda: area.ensureWidgetVisible(widget, 0, 8))
