"""The history: what an entry replaced and what it reads, why, who, and what took it away."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Amend, Bids, HeadChange, Note, Ruling, Strike, Time, Tricks
from scorepad.window.panels.correction import CorrectionPanel
from scorepad.window.panels.history_texts import (
    EntryChangeTexts,
    describe_in_history,
    history_title,
)
from tests.window.evening import HAND, Evening
from tests.window.stage import Stage

TEAM_HAND: Any = ((8, 5, None, None), (8, 5, None, None))


def of(table: Any, at: int = -1) -> EntryChangeTexts:
    return describe_in_history(table.match, table.match.log[at])


def name(table: Any, at: int = -1) -> str:
    return history_title(table.match, table.match.log[at])


def test_a_correction_tells_only_what_it_changed_old_and_new(evening: Evening) -> None:
    table = evening.play(HAND)
    tricks = str(table.match.log[-1].id)
    table.record(Amend(entry=tricks, to=Tricks(tricks=(6, 3, 3, 1)), why="sheet read wrong"))
    assert of(table) == EntryChangeTexts("Ann 6, Di 1", "Ann 5, Di 2", "sheet read wrong")
    assert of(table, -2).was == "Ann 5, Di 2"
    assert of(table, -2).now == "Ann 6, Di 1"
    table.record(Amend(entry=tricks, to=Tricks(tricks=(6, 2, 3, 2)), why="once more"))
    # The second one replaced what the first had made of it.
    assert of(table) == EntryChangeTexts("Bo 2, Di 2", "Bo 3, Di 1", "once more")


def test_a_sides_number_is_told_by_team(evening: Evening) -> None:
    table = evening.play(TEAM_HAND, rules="washburn")
    table.record(
        Amend(
            entry=str(table.match.log[-1].id), to=Tricks(tricks=(9, 4, None, None)), why="recount"
        )
    )
    assert of(table) == EntryChangeTexts("Aces 9, Kings 4", "Aces 8, Kings 5", "recount")


def test_an_override_of_a_correction_is_told_with_its_reason(evening: Evening) -> None:
    table = evening.play(HAND)
    bids = str(table.match.board.hands[0].bids_id)
    table.record(Amend(entry=bids, to=Bids(bids=(1, 3, 1, 2)), why="misheard", override="agreed"))
    assert of(table).why == "misheard; override: agreed"


def test_a_setup_tells_what_it_replaced(evening: Evening) -> None:
    table = evening.play(HAND)
    table.record(HeadChange(round="3", why="wrong round"))
    assert of(table) == EntryChangeTexts("round 3", "round 2", "wrong round")


@pytest.mark.parametrize("by_itself", [False, True])
def test_a_call_of_time_is_told_from_a_clock_that_ran_out(
    qtbot: Any, tmp_path: Path, by_itself: bool
) -> None:
    stage = Stage(qtbot, tmp_path)
    table = stage.open((HAND[0], None)).table
    if by_itself:
        stage.pass_(40 * 60)
    else:
        table.record(Time())
    assert name(table) == ("Time: the clock ran out" if by_itself else "Time called")
    assert of(table).now == "", "the hand that is played has cards"


def test_what_is_struck_says_what_struck_it(evening: Evening) -> None:
    table = evening.play(HAND)
    ruling = table.record(Ruling(side=1, points=-30, why="late")).entry
    table.record(Strike(entry=str(ruling.id), why="withdrawn"))
    assert of(table, -2).now == "\u221230 points"
    assert of(table, -2).why == "late"
    assert of(table, -2).removal.startswith("deleted by Pat, ")
    assert of(table, -2).removal.endswith(": withdrawn")
    assert of(table).was == "\u221230 points · late"
    assert of(table).why == "withdrawn"


def test_undo_and_redo_name_alike_what_they_are_about(evening: Evening) -> None:
    table = evening.play(HAND)
    table.record(
        Amend(entry=str(table.match.log[-1].id), to=Tricks(tricks=(6, 3, 3, 1)), why="misread")
    )
    table.undo()
    assert name(table) == "Undo: correction of tricks in hand 1"
    assert of(table) == EntryChangeTexts("Ann 5, Di 2", "Ann 6, Di 1")
    assert of(table, -2).removal.startswith("undone by Pat, ")
    table.redo()
    assert name(table) == "Redo: correction of tricks in hand 1"
    assert of(table) == EntryChangeTexts("Ann 6, Di 1", "Ann 5, Di 2")
    table.record(Strike(entry=str(table.match.log[1].id), why="wrong"))
    assert name(table).startswith("Deletion of ")


@pytest.mark.parametrize("size", [(1366, 768), (1024, 640)])
def test_the_list_has_the_height_of_the_panel(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open(*[HAND] * 9, agreed={"game": {"target": 5000}})
    page.table.record(Note(text="lamp"))
    panel: Any = page.show_panel("history")
    QApplication.processEvents()
    assert panel.entries.height() > panel.height() * 45 // 100
    # While an entry is corrected the room is the form's.
    panel.correct(str(page.table.match.log[-1].id))
    QApplication.processEvents()
    assert isinstance(page.panel, CorrectionPanel)


def rows(panel: Any) -> list[str]:
    """What the rows of the history read."""
    model = panel.entries.model()
    return [model.index(row, 1).data() for row in range(model.rowCount())]


def test_a_row_says_what_an_entry_is_what_became_of_it_and_why(
    qtbot: Any, evening: Evening
) -> None:
    table = evening.play(HAND)
    tricks = str(table.match.log[-1].id)
    table.record(Amend(entry=tricks, to=Tricks(tricks=(6, 3, 3, 1)), why="sheet read wrong"))
    panel = evening.panel(qtbot, "history", table)
    assert rows(panel)[0] == (
        "Correction of tricks in hand 1 · Ann 5, Di 2  →  Ann 6, Di 1 · sheet read wrong"
    )
    assert rows(panel)[1] == "Tricks in hand 1 · corrected · Ann 5, Di 2  →  Ann 6, Di 1"


def test_the_filter_leaves_the_rows_with_a_word(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    table.record(Note(text="a glass fell over"))
    table.record(Ruling(side=1, points=-30, why="late"))
    panel = evening.panel(qtbot, "history", table)
    chosen = str(table.match.log[-2].id)
    panel.choose(chosen)
    qtbot.keyClicks(panel.filter, "GLASS")
    assert rows(panel) == ["Note · a glass fell over"]
    assert panel.chosen() == chosen, "the chosen entry stays chosen"
    panel.filter.setText("tricks")
    assert rows(panel) == ["Tricks in hand 1 · Ann 5, Cy 3, Bo 3, Di 2"]
    panel.filter.clear()
    assert len(rows(panel)) == len(table.match.log)
