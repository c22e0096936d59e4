"""The columns of a list are as wide as Qt would make them, which asks for more than it needs."""

from __future__ import annotations

import pytest
from PySide6.QtWidgets import QApplication, QStyledItemDelegate, QStyleOptionViewItem

from scorepad.window.widgets.row_table import RowTable
from tests.window.evening import HAND
from tests.window.stage import Stage

NAMES = ("Al", "The Quick Brown Foxes & Hounds", "فريق الأسود", "黒い猫", "Ñandú 🂡", "")


@pytest.mark.parametrize("percent", [100, 200])
def test_each_cell_has_the_room_that_qt_gives_it(
    stage: Stage, subtests: pytest.Subtests, percent: int
) -> None:
    for at, name in enumerate(NAMES):
        stage.evening.play(HAND, table=f"Table {at}", event=name, round=name)
    stage.show_at(1366, 768, percent)
    stage.show(stage.add(HAND))
    for action in ("history", "floor", "list", "print-several", "find"):
        with subtests.test(action=action):
            stage.window.do(action)
            QApplication.processEvents()
            lists = [each for each in stage.window.findChildren(RowTable) if each.isVisible()]
            assert lists
            for rows in lists:
                assert rows.model().rowCount()
                option = QStyleOptionViewItem()
                rows.initViewItemOption(option)
                for at in range(rows.model().rowCount()):
                    for column in range(rows.model().columnCount()):
                        cell = rows.model().index(at, column)
                        wanted = QStyledItemDelegate.sizeHint(rows.rows, option, cell).width()
                        if cell.data():
                            assert rows.rows.sizeHint(option, cell).width() == wanted, cell.data()
