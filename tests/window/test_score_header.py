"""What is read from two metres: totals, bags with their warning, what each side needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.entries import Ruling
from scorepad.window.bar_words import hand_line
from scorepad.window.score_header import ScoreHeader, fitting, standing_more
from tests.window.evening import HAND, WORDS, Evening
from tests.window.stage import one_theme

SET_HAND = ((5, 3, 3, 3), (4, 3, 3, 3))


@pytest.fixture
def evening(tmp_path: Path, qapp: Any) -> Evening:
    one_theme(qapp)
    return Evening(tmp_path)


def shown(qtbot: Any, evening: Evening, *rulings: Ruling, **head: Any) -> ScoreHeader:
    table = evening.play(HAND, SET_HAND, **head)
    for ruling in rulings:
        table.record(ruling)
    header = ScoreHeader(WORDS)
    qtbot.addWidget(header)
    header.show_match(table.match)
    return header


def test_a_side_says_all_that_counts(qtbot: Any, evening: Evening) -> None:
    header = shown(qtbot, evening)
    one, other = header.sides
    # Aces 71 − 80, Kings 50 + 60.
    assert one.accessibleDescription() == (
        "Ann · Cy. \u22129 points. 1 of 6 bags. 309 to win · 119 behind"
    )
    assert other.accessibleDescription() == "Bo · Di. 110 points. 0 of 6 bags. 190 to win"


@pytest.mark.parametrize(
    ("bags", "said"),
    [
        (3, "3 of 6 bags. "),
        (4, "4 of 6 bags: 2 more cost 60. "),
        (5, "5 of 6 bags: 1 more costs 60. "),
        (7, "7 of 6 bags: 1 more costs 60. "),
    ],
)
def test_near_the_limit_the_bags_say_what_comes(
    qtbot: Any, evening: Evening, bags: int, said: str
) -> None:
    header = shown(qtbot, evening, Ruling(side=1, points=0, bags=bags, why="x"))
    assert said in header.sides[1].accessibleDescription()


def test_near_the_limit_is_seen_without_colour(qtbot: Any, evening: Evening) -> None:
    headers = (
        shown(qtbot, evening),
        shown(qtbot, evening, Ruling(side=1, points=0, bags=5, why="x")),
    )
    calm, near = (header.sides[1] for header in headers)
    for side in (calm, near):
        side.resize(340, 124)
    assert (calm._near, near._near) == (False, True)
    assert near.grab().toImage() != calm.grab().toImage()


def test_other_ways_to_win_and_lose_are_told(qtbot: Any, evening: Evening) -> None:
    agreed = {"game": {"floor": -200, "sets_to_lose": 2, "max_hands": 4}}
    header = shown(qtbot, evening, agreed=agreed)
    assert "309 to win · loses at \u2212200 · 119 behind · set 1 of 2" in (
        header.sides[0].accessibleDescription()
    )
    match = evening.play(HAND, agreed=agreed).match
    assert hand_line(match, WORDS) == "hand 2 of 4 · Bo deals · Cy bids first, leads"
    assert hand_line(evening.play(HAND).match, WORDS).startswith("hand 2 · ")


def test_a_tie_that_is_owed_a_hand_says_so(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND, agreed={"game": {"max_hands": 1}})
    table.record(Ruling(side=1, points=21, why="x"))
    assert table.match.board.extra_hand
    header = ScoreHeader(WORDS)
    qtbot.addWidget(header)
    header.show_match(table.match)
    assert "one more hand decides" in header.sides[0].accessibleDescription()


def test_over_there_is_nothing_more_to_need(evening: Evening) -> None:
    table = evening.play(HAND, agreed={"game": {"target": 60}})
    assert table.match.board.over
    assert standing_more(table.match, 1) == []


def test_the_longest_text_that_fits_is_said(qtbot: Any, evening: Evening) -> None:
    metrics = shown(qtbot, evening).fontMetrics()
    wide = metrics.horizontalAdvance("5 of 6 bags: 1 more costs 60")
    assert fitting(("5 of 6 bags: 1 more costs 60", "5 of 6 bags"), metrics, wide) == (
        "5 of 6 bags: 1 more costs 60"
    )
    assert fitting(("5 of 6 bags: 1 more costs 60", "5 of 6 bags"), metrics, wide - 1) == (
        "5 of 6 bags"
    )
