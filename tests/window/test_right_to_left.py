"""Names that run from right to left turn nothing round in the window, and begin at the left."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import product
from typing import Any

import pytest
from PySide6.QtCore import QAbstractListModel, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import (
    QAbstractButton,
    QAbstractItemView,
    QApplication,
    QComboBox,
    QLabel,
    QWidget,
)

from scorepad.desk.table import Table
from scorepad.spades.entries import Amend, Forfeit, Note, Ruling, Sign, Team, Tricks
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import has_right_to_left, isolate_name
from scorepad.window.match.panel_place import PANELS
from scorepad.window.widgets import controls
from scorepad.window.widgets.two_line_list import CONTENT_ROLE, TwoLineText
from tests.window.evening import HAND, NIL_HAND
from tests.window.find import texts
from tests.window.stage import Stage, delete_closed
from tests.window.written import picture_of

FOXES = Team("שועלים", ("דוד לוי", "שרה כהן"))
EAGLES = Team("Łódź فريق النسور", ("محمد علي", "Ann"))
PLACE = {"event": "גביע", "round": "גמר", "table": "שולחן 4"}
WHY_SAID = "איחור (3)"
ALONE = {
    *PLACE.values(),
    WHY_SAID,
    *(name for team in (FOXES, EAGLES) for name in (team.name, *team.players)),
}
"""A widget shows one of these by itself in the direction of its letters."""
ROLES = (
    Qt.ItemDataRole.DisplayRole,
    Qt.ItemDataRole.AccessibleTextRole,
    Qt.ItemDataRole.ToolTipRole,
)


def play(stage: Stage) -> Table:
    """A match in which everything that somebody can write runs from right to left."""
    table = stage.evening.play(HAND, NIL_HAND, teams=(EAGLES, FOXES), **PLACE)
    tricks = next(each for each in table.match.log if isinstance(each, Tricks))
    table.record(Amend(entry=str(tricks.id), to=Tricks(tricks=(4, 4, 3, 2)), why=WHY_SAID))
    table.record(Ruling(side=1, points=-10, why=WHY_SAID))
    table.record(Note(text=WHY_SAID))
    return table


def spoken_texts(widget: QWidget) -> Iterator[str]:
    """All that is said in a widget, to people and to screen readers."""
    for each in (widget, *widget.findChildren(QWidget)):
        yield from own_texts(each)


def own_texts(each: QWidget) -> Iterator[str]:
    """All that is said by a widget itself."""
    yield from (each.accessibleName(), each.accessibleDescription(), each.toolTip())
    yield each.windowTitle()
    if isinstance(each, QLabel | QAbstractButton):
        yield each.text()
    if isinstance(each, QComboBox):
        yield from (each.itemText(row) for row in range(each.count()))
    if isinstance(each, QAbstractItemView) and (model := each.model()) is not None:
        for row in range(model.rowCount()):
            columns = 1 if isinstance(model, QAbstractListModel) else model.columnCount()
            for column, role in product(range(columns), ROLES):
                text = model.index(row, column).data(role)
                yield text if isinstance(text, str) else ""
            content = model.index(row, 0).data(CONTENT_ROLE)
            if isinstance(content, TwoLineText):
                yield from (content.title, content.below, content.right)


def bare(widget: QWidget) -> set[str]:
    """What is said there that would turn round what is beside it."""
    QApplication.processEvents()
    lines = (line for text in {*spoken_texts(widget)} for line in text.splitlines())
    return {line for line in lines if isolate_name(line) != line and line not in ALONE}


def test_the_whole_window_isolates_what_runs_from_right_to_left(stage: Stage) -> None:
    table = play(stage)
    page = stage.show(table)
    assert not bare(stage.window)
    for key in PANELS:
        if key == "why":
            page.explain_what_decides()
        else:
            page.do(key)
        assert page.panel is not None, key
        QApplication.processEvents()
        said = {*spoken_texts(stage.window)}
        assert sum(map(has_right_to_left, said)) > 20, "names are shown"
        assert not bare(stage.window), key
        delete_closed()
    page.close_panel()
    table.record(Forfeit(side=0, why=WHY_SAID))
    table.record(Sign(side=0, name=EAGLES.players[0]))
    assert not bare(stage.window)
    for key in ("check-sheet", "print-several"):
        stage.window.do("list")
        assert not bare(stage.window), "list"
        stage.window.do(key)
        assert not bare(stage.window), key


def test_the_strip_keeps_each_total_at_its_side(stage: Stage) -> None:
    table = play(stage)
    stage.show(table)
    (tab,) = stage.window.strip.tabs
    first, second = table.match.board.score
    one, other = (f"\u2068{team.name}\u2069" for team in (EAGLES, FOXES))
    assert tab.accessibleName().endswith(f"{one} {first} : {second} {other}")


def test_a_copied_result_isolates_the_names(stage: Stage) -> None:
    stage.show(play(stage))
    stage.window.do("copy-result")
    line = QGuiApplication.clipboard().text()
    assert f"\u2068{EAGLES.name}\u2069 – \u2068{FOXES.name}\u2069" in line
    assert isolate_name(line) == line


def inked_columns(label: QLabel) -> list[int]:
    """Return the columns of pixels in which something is drawn, from the left."""
    image = picture_of(label)
    ground = image.pixel(image.width() - 1, 0)
    columns = range(image.width())
    return [x for x in columns if any(image.pixel(x, y) != ground for y in range(image.height()))]


@pytest.mark.parametrize("wrap", [False, True])
def test_a_name_by_itself_begins_at_the_left_of_its_label(qtbot: Any, wrap: bool) -> None:
    label = controls.label(FOXES.name, wrap=wrap)
    qtbot.addWidget(label)
    label.resize(600, 60)
    label.show()
    inked = inked_columns(label)
    assert inked[0] < 20
    assert inked[-1] < 300


def test_a_checked_sheet_names_its_sides_at_the_left(stage: Stage) -> None:
    table = stage.evening.play(HAND, teams=(FOXES, FOXES), **PLACE)
    code = code_of(table.match)
    assert code is not None
    stage.window.do("check-sheet")
    page = stage.window.stack.currentWidget()
    assert page is not None
    page.line.setText(code.short)
    page.check_code()
    fox = f"\u2068{FOXES.name}\u2069"
    stage.qtbot.waitUntil(lambda: any(text.startswith(fox) for text in texts(page)))
    QApplication.processEvents()
    label = next(each for each in page.findChildren(QLabel) if each.text().startswith(fox))
    assert label.text().startswith(f"{fox} 71 – 50 {fox}")
    inked = inked_columns(label)
    assert inked[0] < label.width() - 1 - inked[-1]
