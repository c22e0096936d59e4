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
