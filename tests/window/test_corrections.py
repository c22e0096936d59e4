"""Corrections: a hand in place, any entry from the history, undo and redo, the setup."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit

from scorepad.desk.difference import find_match_difference
from scorepad.desk.table import Table
from scorepad.spades.entries import (
    Amend,
    Bids,
    Clock,
    Entry,
    Forfeit,
    HeadChange,
    IdentityCheck,
    Misdeal,
    Note,
    Renege,
    Restore,
    Ruling,
    Sign,
    Strike,
    Talk,
    Time,
    Tricks,
    kind_of,
)
from scorepad.window.panels.difference import TotalsChangeLine
from scorepad.window.panels.history import HistoryPanel
from scorepad.window.widgets.inputs import NumberLine
from tests.window.evening import HAND, NIL_HAND, Evening, press, read
from tests.window.find import choose, field, find_all, line, settle, type_over
from tests.window.stage import Stage


def retype(qtbot: Any, line: QLineEdit, text: str) -> None:
    line.setFocus()
    line.selectAll()
    if text:
        qtbot.keyClicks(line, text)
    else:
        qtbot.keyClick(line, Qt.Key.Key_Delete)


def why(qtbot: Any, panel: Any, text: str = "misread") -> None:
    retype(qtbot, panel.why, text)


# Any entry, from the history.

EVERYTHING: tuple[Entry, ...] = (
    IdentityCheck(seat=2, ok=False),
    Bids(bids=(4, 3, 3, 2)),
    Renege(side=0, seat=0),
    Talk(side=1),
    Ruling(side=1, points=-10, why="late"),
    Tricks(tricks=(5, 3, 3, 2)),
    Misdeal(reason="no spade"),
    Clock(do="add", seconds=60),
    Note(text="a note"),
    HeadChange(why="table moved", table="Table 9", event="Summer"),
    Time(dealt=True),
    Forfeit(side=0, why="left"),
    Sign(side=1, name="Bo"),
)
CHANGES: dict[str, tuple[str, str]] = {
    "id": ("ID shown: yes", "ok"),
    "renege": ("Team: Kings", "side"),
    "talk": ("Team: Aces", "side"),
    "time": ("The next hand has been dealt: no", "dealt"),
    "forfeit": ("Team: Kings", "side"),
    "sign": ("Team: Aces", "side"),
}


def everything(evening: Evening) -> Table:
    table = evening.play()
    for entry in EVERYTHING:
        table.record(entry)
    return table


def test_any_entry_is_corrected_from_the_history(
    qtbot: Any, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768))
    page = stage.show(everything(stage.evening))
    table = page.table
    for entry in EVERYTHING:
        with subtests.test(entry=kind_of(entry)):
            target = next(
                each
                for each in table.match.log
                if type(each) is type(entry) and (not isinstance(entry, Clock) or each.do == "add")
            )
            history = page.show_panel("history")
            assert isinstance(history, HistoryPanel)
            history.choose(str(target.id))
            press(history, "Correct…")
            if isinstance(entry, Bids | Tricks):
                assert page.panel is None
                assert page.bar.correction is not None, "the hand is corrected in the bar"
                page.bar.end_correction()
                continue
            panel: Any = page.panel
            press(panel, "Save the correction")
            assert not isinstance(table.match.log[-1], Amend), "nothing is changed yet"
            if kind_of(entry) in CHANGES:
                name, _field = CHANGES[kind_of(entry)]
                if kind_of(entry) == "renege":
                    press(panel, "Player: not sure")
                press(panel, name)
            else:
                lines = panel.form.controls["entry"].findChildren(QLineEdit)
                numbers = [line for line in lines if isinstance(line, NumberLine)]
                line = (numbers or lines)[0]
                retype(qtbot, line, "7")
            why(qtbot, panel)
            before = table.match
            foretold = panel.effect.shown
            press(panel, "Save the correction")
            amend = table.match.log[-1]
            assert isinstance(amend, Amend), read(panel)
            assert table.match.amend_by_entry[str(target.id)] == amend.id
            assert table.match.counting_entry(str(target.id)) != target
            assert find_match_difference(before, table.match).changes == foretold
            assert isinstance(page.panel, HistoryPanel), "it leads back to where it was opened"
            assert page.panel.chosen() == str(target.id)
            table.undo()


def test_the_history_shows_who_when_old_new_and_why(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    bids = table.match.log[0 if isinstance(table.match.log[0], Bids) else 1]
    table.record(Amend(entry=str(bids.id), to=Bids(bids=(5, 3, 3, 2)), why="misheard"))
    panel = evening.panel(qtbot, "history", table)
    panel.choose(bids.id)
    shown = read(panel)
    assert "Ann 4  →  Ann 5" in shown
    assert "Corrected by Pat" in shown
    assert "misheard" in shown


def test_any_number_of_steps_is_undone_and_redone_by_name(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND, NIL_HAND)
    table = page.table
    score = table.match.board.score
    first = "bids in hand 1 and clock start"
    for name in ("tricks in hand 2", "bids in hand 2", "tricks in hand 1", first):
        press_step(stage, "undo", name)
    assert table.match.board.hands == ()
    stage.qtbot.waitUntil(lambda: not page.toolbar.actions_by_key["undo"].isEnabled())
    for name in (first, "tricks in hand 1", "bids in hand 2", "tricks in hand 2"):
        press_step(stage, "redo", name)
    assert table.match.board.score == score
    stage.qtbot.waitUntil(lambda: not page.toolbar.actions_by_key["redo"].isEnabled())


def press_step(stage: Stage, key: str, name: str) -> None:
    """Press Undo or Redo of the toolbar, which says what it is about."""
    step = stage.page.toolbar.actions_by_key[key]
    stage.qtbot.waitUntil(lambda: step.toolTip().endswith(f": {name}"))
    step.trigger()


def test_an_entry_is_struck_and_restored(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    table.record(Ruling(side=0, points=-30, why="late"))
    panel = evening.panel(qtbot, "strike", table)
    assert panel.effect.shown
    press(panel, "Delete the entry")
    assert "Enter a reason" in read(panel)
    why(qtbot, panel, "not late at all")
    press(panel, "Delete the entry")
    strike = table.match.log[-1]
    assert isinstance(strike, Strike)
    assert (strike.why, strike.by) == ("not late at all", "Pat")
    back = evening.panel(qtbot, "restore", table)
    assert "Deleted by Pat" in read(back)
    assert "not late at all" in read(back)
    assert "total" in read(back)
    press(back, "Restore")
    assert isinstance(table.match.log[-1], Restore)
    assert table.match.board.score[0] == 71 - 30


def test_an_entry_struck_with_its_bids_says_what_to_restore(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    bids = next(each for each in table.match.log if isinstance(each, Bids))
    tricks = next(each for each in table.match.log if isinstance(each, Tricks))
    table.record(Strike(entry=str(bids.id), why="wrong table"))
    panel = evening.panel(qtbot, "history", table)
    panel.choose(tricks.id)
    assert (
        "This entry was deleted together with the bids for its hand. "
        "To bring it back, restore the bids." in read(panel)
    )


# The setup.


def test_swapped_sides_are_foretold_and_saved(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    panel = evening.panel(qtbot, "setup", table)
    press(panel, "Swap the teams")
    assert {change.what for change in panel.effect.shown} == {"team", "player", "score", "bags"}
    type_over(panel, "Why", "sat the other way")
    press(panel, "Save the change")
    setup = table.match.log[-1]
    assert isinstance(setup, HeadChange)
    assert [team.name for team in table.match.head.teams] == ["Kings", "Aces"]
    assert table.match.head.first_dealer == 0


def test_another_rule_set_shows_every_changed_score_before_saving(
    qtbot: Any, evening: Evening
) -> None:
    table = evening.play(HAND, NIL_HAND)
    panel = evening.panel(qtbot, "setup", table)
    panel.head.rules.fill("chicago")
    assert {change.what for change in panel.effect.shown} >= {"rules", "score", "change"}
    type_over(panel, "Why", "wrong preset")
    press(panel, "Save the change")
    assert table.match.base_rules.id == "chicago"


def test_a_deviation_that_is_not_allowed_is_said_beside_it(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    panel = evening.panel(qtbot, "setup", table)
    choose(panel, "Add an exception", "Clock · Warnings (minutes before the end)")
    warnings = type_over(panel, "Warnings (minutes before the end)", "soon")
    assert "clock.warn_minutes" in read(
        field(panel, "Agreed to by both teams before the first hand")
    )
    type_over(panel, "Why", "agreed")
    press(panel, "Save the change")
    assert len(table.match.log) == 3
    assert warnings.text() == "soon"


def test_an_unreadable_time_is_refused_beside_its_field(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    panel = evening.panel(qtbot, "setup", table)
    type_over(panel, "Scheduled for", "tea time")
    assert "“tea time” isn't a time" in read(field(panel, "Scheduled for"))
    assert table.match.head.scheduled is None


def test_a_changed_setup_fills_the_form_again_a_new_hand_does_not(
    qtbot: Any, evening: Evening
) -> None:
    table = evening.play(HAND)
    panel = evening.panel(qtbot, "setup", table)
    type_over(panel, "Table", "Table 12")
    table.record(Bids(bids=(4, 3, 3, 2)))
    assert line(panel, "Table").text() == "Table 12"
    table.record(HeadChange(why="moved", table="Table 13"))
    assert line(panel, "Table").text() == "Table 13"


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768)])
def test_the_line_above_the_buttons_names_winner_and_score_whole(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open(HAND, agreed={"game": {"target": 60}})
    page.show_panel("strike").show_place(str(page.table.match.log[-1].id))
    settle()
    (shown,) = find_all(page.panel, TotalsChangeLine)
    assert "71–50" in shown.text()
    metrics, room = shown.fontMetrics(), shown.contentsRect()
    lines = metrics.boundingRect(room, Qt.TextFlag.TextWordWrap, shown.text())
    assert shown.wordWrap()
    assert room.height() + 1 >= lines.height()
