"""The menu of a row: a right click, a long press, the menu key or Shift+F10 opens it."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QAbstractButton, QAbstractItemView, QMenu, QWidget

from scorepad.spades.words import Text


def make_row_menu(
    parent: QWidget, lines: Iterable[tuple[Text | str, Callable[[], object]]]
) -> QMenu:
    """Return a menu of these titles with their acts; Enter in the row does the first one."""
    menu = QMenu(parent)
    menu.aboutToHide.connect(menu.deleteLater)
    for title, act in lines:
        text = str(title).replace("&", "&&")
        menu.addAction(text).triggered.connect(lambda _checked=False, act=act: act())
    if menu.actions():
        menu.setDefaultAction(menu.actions()[0])
    return menu


def offer_row_menu(rows: QWidget, buttons: Sequence[QAbstractButton]) -> None:
    """Have a row, or a list with its current row, offer as a menu the buttons that can be pressed
    then."""

    def show(at: QPoint) -> None:
        if isinstance(rows, QAbstractItemView) and not rows.indexAt(at).isValid():
            return
        lines = [
            (_words(each), each.click) for each in buttons if each.isVisible() and each.isEnabled()
        ]
        if lines:
            make_row_menu(rows, lines).popup(rows.mapToGlobal(at))

    rows.setContextMenuPolicy(Qt.ContextMenuPolicy.CustomContextMenu)
    rows.customContextMenuRequested.connect(show)


def _words(button: QAbstractButton) -> str:
    is_sign = len(button.text()) == 1
    return button.accessibleName() if is_sign else button.text().replace("&&", "&")
