"""The menu of a row: a right click, a long press, the menu key or Shift+F10 opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import TypeAlias

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QGraphicsView, QMenu, QWidget

from scorepad.spades.words import Text

Offer: TypeAlias = QAbstractButton | tuple[Text | str, Callable[[], object]]
"""A line of a menu: a button, left out while it is hidden or disabled, or a title and its act."""


def make_row_menu(parent: QWidget, offers: Iterable[Offer]) -> QMenu:
    """Return a menu with these lines."""
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    for each in offers:
        if not isinstance(each, QAbstractButton):
            title, act = str(each[0]).replace("&", "&&"), each[1]
        elif each.isVisible() and each.isEnabled():
            is_sign = len(each.text()) == 1
            title, act = each.accessibleName() if is_sign else each.text(), each.click
        else:
            continue
        menu.addAction(title).triggered.connect(lambda _checked=False, act=act: act())
    return menu


def offer_row_menu(rows: QWidget, offers: Callable[[], Iterable[Offer]]) -> None:
    """Have a row, or a list or drawing with its current row, offer a menu."""

    def show(at: QPoint) -> None:
        if isinstance(rows, QAbstractItemView):
            is_row = rows.indexAt(at).isValid()
        else:
            is_row = not isinstance(rows, QGraphicsView) or rows.itemAt(at) is not None
        menu = make_row_menu(rows, offers() if is_row else ())
        if menu.actions():
            menu.popup(rows.mapToGlobal(at))

    rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    rows.customContextMenuRequested.connect(show)
