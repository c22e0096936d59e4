"""Cells of a spreadsheet that are pasted into one field are one name, on one line."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from scorepad.settings import Settings
from tests.window.evening import press
from tests.window.event_scenes import begin
from tests.window.find import find_all, line, settle, type_over
from tests.window.stage import Stage
from tests.window.test_event_page import page_of, state

CELLS = "Aces\nKings\tQueens\u2028Tens\r\n"
NAME = "Aces Kings Queens Tens"


def paste(line: QLineEdit) -> None:
    QApplication.clipboard().setText(CELLS)
    line.setFocus()
    line.selectAll()
    QTest.keyClick(line, Qt.Key.Key_V, Qt.KeyboardModifier.ControlModifier)


def test_a_new_match_has_names_of_one_line(stage: Stage) -> None:
    stage.window.do("new")
    page = stage.window.stack.currentWidget()
    team, _other = find_all(page, QLineEdit, "Team name")
    for each in (team, line(page, "Event"), line(page, "Table")):
        paste(each)
        assert each.text().strip(" ") == NAME
    press(page, "Start the match")
    settle()
    head = stage.page.table.match.first_head
    assert (head.teams[0].name, head.event, head.table) == (NAME, NAME, NAME)


def test_a_team_of_an_event_has_a_name_of_one_line(stage: Stage) -> None:
    begin(stage.evening, teams=0)
    page = page_of(stage, "teams")
    paste(line(page, "e.g. Aces"))
    type_over(page, "e.g. Ann, Cy", "Ann, Cy")
    press(page, "Enter the team")
    settle()
    (team,) = state(stage).event.log
    assert team.name == NAME  # type: ignore[union-attr]


def test_the_supervisor_has_a_name_of_one_line(stage: Stage) -> None:
    settings = stage.evening.settings
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    paste(line(page, "Your name"))
    press(page, "Done")
    assert settings.by == NAME
    assert Settings(settings.file.parent).by == NAME
