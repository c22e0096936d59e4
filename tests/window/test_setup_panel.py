"""What the setup panel foretells, and how two fields are beside each other."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QLabel

from tests.window.evening import HAND, NIL_HAND, Evening, press, read
from tests.window.find import button, line, settle, type_over
from tests.window.stage import Stage, press_keys


def test_swapped_sides_show_what_becomes_of_each_team_s_total(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    aces, kings = table.match.board.score
    panel = evening.panel(qtbot, "setup", table)
    press(panel, "Swap the teams")
    assert f"Aces {aces} → {kings}  ·  Kings {kings} → {aces}" in read(panel)


def test_another_rule_set_shows_its_ending_and_its_parameters(qtbot: Any, evening: Evening) -> None:
    table = evening.play(NIL_HAND, NIL_HAND, rules="washburn")
    was, now = table.match.rules.game.target, evening.library.get("unc").game.target
    panel = evening.panel(qtbot, "setup", table)
    panel.head.rules.fill("unc")
    assert was != now
    said = [label.accessibleName() for label in panel.effect.findChildren(QLabel)]
    assert f"The match, Target: {was} becomes {now}" in said


def test_a_table_that_is_taken_in_its_round_is_said_before_it_is_recorded(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.add(table="3")
    stage.add(table="6", event="Club Night")
    page = stage.open(table="4")
    stage.window.do("setup")
    panel = page.panel
    assert panel is not None
    for table, taken in (("4", False), ("3", True), ("5", False)):
        type_over(panel, "Table", table)
        assert ("is already at Table 3" in read(panel)) == taken
    type_over(panel, "Table", "6")
    assert "Table 6 is in use: Aces – Kings · Club Night" in read(panel)


def test_points_and_bags_stand_at_one_height(qtbot: Any, evening: Evening) -> None:
    panel = evening.panel(qtbot, "ruling", evening.play(HAND))
    press(panel, "Team: Aces")
    tops = {line(panel, name).mapTo(panel, QPoint(0, 0)).y() for name in ("Points", "Bags")}
    assert len(tops) == 1


@pytest.mark.parametrize(
    ("size", "percent"), [((1024, 640), 100), ((1366, 768), 100), ((1024, 640), 200)]
)
def test_no_field_is_beyond_the_edge_where_blind_nil_is_left_to_the_teams(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=percent)
    page = stage.open(HAND, rules="chicago")
    stage.activate()
    press_keys(stage, Qt.Key.Key_F4)
    assert page.panel is not None
    button(page.panel, "Blind nil (Double Nil)").click()
    press(page.panel, "Save the change")
    settle()
    area = page.panel.scrolling
    assert "Enter a reason" in read(page.panel)
    assert area.widget().width() == area.viewport().width()
    assert area.horizontalScrollBar().value() == 0
