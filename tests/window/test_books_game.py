"""The "books" game in the window: by keys, by the keys on the screen, from paper, and on sheets."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from reports.sheets.match_sheet import match_sheet
from reports.sheets.tables import read_match_into_table_rows
from scorepad.cli.scoresheet import scoresheet_lines
from scorepad.desk.paper_entry import parse_paper_lines
from scorepad.spades.entries import BlindNumber, Misdeal, Talk
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from tests.spades.test_books import CASES, house
from tests.window.evening import HAND, RULES, press, read
from tests.window.stage import Stage, press_keys, touch

LIBRARY = load_library(RULES)
BLIND = {"blind_bid": {"minimum": 6, "trick": 20, "set_trick": 10}}
ITSELF = {"first_hand": {"bids": "itself"}}


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path, keypad=True)


def keys(stage: Stage, typed: str) -> None:
    for key in typed:
        press_keys(stage, Qt.Key.Key_Return if key == "\n" else key)


@pytest.mark.parametrize("unit", ["player", "side"])
def test_a_number_is_bid_blind_by_keys(stage: Stage, unit: str) -> None:
    """RULES 3, `blind_bid`: an element of `bids` may be {"blind": 6}."""
    agreed = {**BLIND, "bidding": {"unit": unit}}
    page = stage.open(agreed=agreed, first_dealer=3)
    stage.activate()
    keys(stage, "l65" if unit == "side" else "l")
    if unit == "player":
        assert page.bar.bids is not None
        assert page.bar.bids.current is not None
        assert page.bar.bids.current.is_blind
        keys(stage, "6325")
        assert page.table.match.board.hands[-1].bids == (BlindNumber(6), 5, 3, 2)
    else:
        assert page.table.match.board.hands[-1].bids[0] == BlindNumber(6)


def test_a_blind_number_below_the_minimum_is_refused_at_once(stage: Stage) -> None:
    page = stage.open(agreed=BLIND, first_dealer=3)
    stage.activate()
    keys(stage, "l5")
    assert "blind bids are 6 to 13" in read(page.bar)
    assert not page.table.match.board.hands


def test_a_number_is_bid_blind_by_a_finger(stage: Stage) -> None:
    page = stage.open(agreed=BLIND, first_dealer=3)
    stage.activate()
    pad = page.bar.keys.keys
    touch(stage, pad["L"])
    touch(stage, pad["6"])
    touch(stage, pad["3"])
    assert page.bar.bids is not None
    assert page.bar.bids.bids()[0] == BlindNumber(6)


def test_a_first_hand_that_bids_itself_is_opened_by_enter(stage: Stage) -> None:
    page = stage.open(agreed=ITSELF, first_dealer=3)
    stage.activate()
    assert "The first hand bids itself" in page.bar.line.sentence
    keys(stage, "5")
    assert not page.table.match.board.hands, "a number is no bid there"
    keys(stage, "\n")
    assert page.table.match.board.hands[-1].bids_itself
    keys(stage, "7\n")
    assert page.table.match.board.score == (70, 60)
    keys(stage, "4")
    assert page.bar.bids is not None
    assert not page.bar.bids.bids_itself


def test_a_hand_below_the_table_minimum_is_thrown_in_by_enter(stage: Stage) -> None:
    """RULES 3, `bidding.table_minimum`: after the fourth bid the program proposes a misdeal."""
    page = stage.open(agreed={"bidding": {"table_minimum": 11, "side_minimum": 0}}, first_dealer=3)
    stage.activate()
    keys(stage, "2233")
    assert "The bids total less than 11" in page.bar.line.sentence
    keys(stage, "\n")
    match = page.table.match
    assert isinstance(match.log[-1], Misdeal)
    assert match.board.hands[-1].status == "void"
    assert not match.all_warnings


def test_the_panel_says_beforehand_what_an_offense_costs(stage: Stage) -> None:
    """Issue: where a ladder decides, the panel says beforehand: "Second offense: 3 books"."""
    agreed = {
        "talk": {"ladder": ["warning", "tricks 3"]},
        "renege": {"ladder": ["tricks 2", "loss-of-hand"]},
    }
    page = stage.open(HAND, agreed=agreed)
    page.table.record(Talk(side=0))
    stage.window.do("talk")
    panel = page.panel
    assert panel is not None
    press(panel, "Team: Aces")
    assert "Offense 2 for Aces in this match: 3 tricks are removed." in read(panel)
    assert "This counts in the next hand." in read(panel)
    stage.window.do("renege")
    panel = page.panel
    assert panel is not None
    press(panel, "Team: Aces")
    assert "Offense 1 for Aces in this match: 2 tricks are removed." in read(panel)
    press(panel, "Record the renege")
    (renege,) = page.table.match.board.hands[-1].reneges
    assert (renege.tricks, renege.points) == (None, None), "the ladder says what it costs"
    assert page.table.match.board.hands[-1].offenses[-1].tricks == 2


def test_hands_are_typed_from_paper() -> None:
    rules = {**house({**BLIND, **ITSELF}), "clock": {}}
    head = {"rules": rules, "first_dealer": 0, "log": []}
    match = parse_match_file(json.dumps(head).encode(), LIBRARY)
    read_lines = parse_paper_lines(match, ["/ 7", "L6 3, 1 1 / 9"])
    assert read_lines.problem is None
    board = read_lines.match.board
    assert board.hands[0].bids_itself
    assert board.score == (70 + 150, 60 + 20 + 2)


def match_of_case(case: dict[str, Any]) -> Match:
    log = [e for at, e in enumerate(case["log"], 1) if at not in case["expect"].get("refused", [])]
    data = {"rules": house(case["rules"]), "log": log, "first_dealer": 0}
    return parse_match_file(json.dumps(data).encode(), LIBRARY)


@pytest.mark.parametrize("case", CASES[::4], ids=[case["name"] for case in CASES[::4]])
def test_every_case_is_on_the_sheet_and_in_every_export(case: dict[str, Any]) -> None:
    match = match_of_case(case)
    assert match_sheet(match).startswith(b"%PDF")
    rows = read_match_into_table_rows(match)
    for row in rows.hands:
        if row.status in ("scored", "lost"):
            points = (
                row.contract_points,
                row.overtrick_points,
                row.nil_points,
                row.renege_points,
                row.ruling_points,
                row.bag_penalty,
            )
            assert sum(points) == row.change
    assert "\n".join(scoresheet_lines(match))


def test_the_sheet_shows_blind_numbers_and_a_hand_that_bids_itself(stage: Stage) -> None:
    page = stage.open(agreed={**BLIND, **ITSELF}, first_dealer=3)
    stage.activate()
    keys(stage, "\n7\nl6325")
    shown = [
        page.sheet.model().index(row, column).data()
        for row in range(page.sheet.model().rowCount())
        for column in range(page.sheet.model().columnCount())
    ]
    assert "no bid" in shown
    assert any("blind 6" in str(each) for each in shown)
