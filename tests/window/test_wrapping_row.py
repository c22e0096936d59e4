"""A row of buttons continues in a further line where it would cut them."""

from __future__ import annotations

import pytest
from pytestqt.qtbot import QtBot

from scorepad.window.widgets import controls, layouts


@pytest.mark.parametrize(("width", "lines"), [(2000, 1), (1, 3)])
def test_no_button_of_a_wrapping_row_is_cut(qtbot: QtBot, width: int, lines: int) -> None:
    buttons = [controls.button(each, lambda: None) for each in ("Open the table", "Change…", "OK")]
    widest = max(each.sizeHint().width() for each in buttons)
    row = layouts.row(*buttons, None, wraps=True)
    page = layouts.column(row, None)
    qtbot.addWidget(page)
    page.resize(max(width, widest), 600)
    page.show()
    assert len({each.y() for each in buttons}) == lines
    for each in buttons:
        assert row.rect().contains(each.geometry())
        assert each.width() >= each.sizeHint().width()


@pytest.mark.parametrize(
    ("before", "after", "side"),
    [(False, True, "left"), (True, False, "right"), (True, True, "middle")],
)
def test_each_line_is_where_the_stretches_push_it(
    qtbot: QtBot, *, before: bool, after: bool, side: str
) -> None:
    buttons = [controls.button(each, lambda: None) for each in ("Open the table", "OK")]
    row = layouts.row(*[None] * before, *buttons, *[None] * after, wraps=True)
    page = layouts.column(row, None)
    qtbot.addWidget(page)
    page.resize(sum(each.sizeHint().width() for each in buttons), 300)
    page.show()
    assert buttons[0].y() < buttons[1].y()
    for each in buttons:
        left, right = each.x(), row.width() - each.geometry().right() - 1
        if side == "middle":
            assert abs(left - right) <= 1
        else:
            assert (left, right)[side == "right"] == 0
            assert (left, right)[side == "left"] > 0
