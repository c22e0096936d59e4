"""The menu of a row in a list: by a right click, a long press, the menu key or Shift+F10."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from PySide6.QtCore import QEvent, QObject, QPoint, Qt, Signal
from PySide6.QtGui import QContextMenuEvent, QKeyEvent
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QAbstractScrollArea,
    QGestureEvent,
    QMenu,
    QWidget,
)

from scorepad.spades.words import Text

Offer: TypeAlias = QAbstractButton | tuple[Text | str, Callable[[], object]]
"""A line of a menu: a button, which is left out while it is hidden or disabled, or a title and the
function that does it."""


def make_menu(parent: QWidget, offers: Iterable[Offer]) -> QMenu:
    """Return a menu with these lines, which is deleted once it is closed."""
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    for each in offers:
        if not isinstance(each, QAbstractButton):
            title, act = each
        elif each.isVisible() and each.isEnabled():
            title, act = each.text(), each.click
        else:
            continue
        menu.addAction(str(title)).triggered.connect(lambda _checked=False, act=act: act())
    return menu


def place_of_current_row(view: QAbstractItemView, at: QPoint | None) -> QPoint | None:
    """Return the place of the menu of the row `at` this point of the viewport, or of the current
    one; None where there is no row."""
    if at is not None:
        return at if view.indexAt(at).isValid() else None
    index = view.currentIndex()
    return view.visualRect(index).bottomLeft() if index.isValid() else None


class RowMenu(QObject):
    """Asks for the menu of the current row of a view."""

    requested = Signal(QPoint)
    """The user asks for the menu, at this place on the screen."""

    def __init__(
        self,
        view: QAbstractScrollArea,
        place: Callable[[QPoint | None], QPoint | None] | None = None,
    ) -> None:
        """`place` is `place_of_current_row` for a view without items."""
        super().__init__(view)
        self._view = view
        self._place = place
        for each in (view, view.viewport()):
            each.installEventFilter(self)
        view.viewport().grabGesture(Qt.GestureType.TapAndHoldGesture)

    def offer(self, offers: Callable[[], Iterable[Offer]]) -> None:
        """Show the `offers` for the current row, where there are any."""

        def show(at: QPoint) -> None:
            menu = make_menu(self._view, offers())
            if menu.actions():
                menu.popup(at)

        self.requested.connect(show)

    def take_key(self, field: QWidget) -> None:
        """Ask for the menu of the current row also by its keys in this field."""
        field.installEventFilter(self)

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if isinstance(event, QContextMenuEvent):
            if event.reason() == QContextMenuEvent.Reason.Keyboard:
                self._request(None)
                return True
            if watched in (self._view, self._view.viewport()):
                self._request(event.globalPos())
                return True
            return False
        if isinstance(event, QGestureEvent):
            for each in event.gestures():
                if each.state() == Qt.GestureState.GestureFinished:
                    self._request(each.hotSpot().toPoint())
            return True
        # Not every system makes the menu's event of this key.
        is_key = (
            event.type() == QEvent.Type.KeyPress
            and isinstance(event, QKeyEvent)
            and event.key() == Qt.Key.Key_F10
            and event.modifiers() == Qt.KeyboardModifier.ShiftModifier
        )
        if is_key:
            self._request(None)
        return is_key

    def _request(self, at: QPoint | None) -> None:
        viewport = self._view.viewport()
        at = None if at is None else viewport.mapFromGlobal(at)
        if self._place is not None:
            place = self._place(at)
        else:
            assert isinstance(self._view, QAbstractItemView)
            place = place_of_current_row(self._view, at)
        if place is not None:
            self.requested.emit(viewport.mapToGlobal(place))
