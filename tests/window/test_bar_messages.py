"""What is said after something was recorded: a sentence each, a warning in its own tone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.entries import Misdeal, Note, Strike
from scorepad.spades.words import join_as_sentences
from tests.window.evening import HAND, Evening, announced_text, press, read
from tests.window.stage import Stage


def test_texts_become_sentences() -> None:
    assert join_as_sentences(("hand 5 counts nothing", "", "it is late!")) == (
        "Hand 5 counts nothing. It is late!"
    )


def test_a_warning_of_a_correction_is_said_in_its_own_tone(stage: Stage) -> None:
    page = stage.open(HAND, HAND, agreed={"game": {"target": 90}})
    page.edit_hand(1)
    stage.type("54")
    page.edit_hand(1, "tricks")
    stage.type("9")
    press(page.bar, "Misheard")
    press(page.bar, "Save the correction")
    bar = page.bar
    assert bar.strip.tone == "warn"
    recorded = "▲ Recorded: correction of hand 1. Hand 2 was played after the game ended"
    assert bar.strip.text.startswith(recorded)
    assert bar.strip.text.endswith(".")
    bar.notify("next")
    assert bar.strip.text == "Next"


def test_what_was_done_is_told_in_sentences(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("an undo is told in a sentence"):
        page = stage.open(HAND)
        page.table.record(Misdeal(reason="thrown in"))
        page.do("undo")
        assert page.bar.strip.text == "Undid misdeal."
    with subtests.test("a misdeal on no ground of the rules warns in a sentence"):
        page = stage.open(HAND)
        page.record_and_show_result(lambda: page.table.record(Misdeal(reason="thrown in")), "done")
        done, said = page.bar.strip.text.split(". ", 1)
        assert done == "▲ Done"
        assert said.startswith("“thrown in” isn't a reason for a misdeal")
        assert said.endswith(".")
    with subtests.test("why names the team where a side bids one number"):
        page = stage.open(((8, 5, None, None), (9, 4, None, None)), rules="washburn")
        page.explain_number(1, 0, "bids")
        assert page.panel is not None
        assert "Aces bid 8" in read(page.panel)
        assert "Ann" not in read(page.panel)


def test_a_warning_in_a_panel_that_stays_open_has_the_tone_of_a_warning(
    qtbot: Any, tmp_path: Path
) -> None:
    evening = Evening(tmp_path)
    table = evening.play(HAND)
    misdeal = table.record(Misdeal(reason="thrown in")).entry
    table.record(Note(text="lamp"))
    table.record(Strike(entry=str(misdeal.id), why="mistaken"))
    panel = evening.panel(qtbot, "history", table)
    panel.choose(misdeal.id)
    press(panel, "Restore")
    text = announced_text(panel)
    assert text.startswith("▲ Restored: misdeal. ")
