"""What is read from two metres: totals, bags with their warning, what each side needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QLabel, QPushButton

from scorepad.spades.entries import Bids, Ruling, Team
from scorepad.window.match.entry.sentences import hand_number_and_dealer_text
from scorepad.window.match.header.score_header import FIGURE_SIZES, ScoreHeader
from scorepad.window.match.header.side_texts import contract_text, further_deciding_texts
from scorepad.window.widgets import theme
from tests.window.evening import HAND, Evening
from tests.window.find import settle
from tests.window.stage import Stage

SET_HAND = ((5, 3, 3, 3), (4, 3, 3, 3))


def make_header(qtbot: Any, evening: Evening, *rulings: Ruling, **head: Any) -> ScoreHeader:
    table = evening.play(HAND, SET_HAND, **head)
    for ruling in rulings:
        table.record(ruling)
    header = ScoreHeader(table)
    qtbot.addWidget(header)
    return header


def test_a_side_says_all_that_counts(qtbot: Any, evening: Evening) -> None:
    header = make_header(qtbot, evening)
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
    header = make_header(qtbot, evening, Ruling(side=1, points=0, bags=bags, why="x"))
    assert said in header.sides[1].accessibleDescription()


def test_other_ways_to_win_and_lose_are_told(qtbot: Any, evening: Evening) -> None:
    agreed = {"game": {"floor": -200, "sets_to_lose": 2, "max_hands": 4}}
    header = make_header(qtbot, evening, agreed=agreed)
    assert "309 to win · loses at \u2212200 · 119 behind · 1 of 2 sets" in (
        header.sides[0].accessibleDescription()
    )
    match = evening.play(HAND, agreed=agreed).match
    assert hand_number_and_dealer_text(match) == (
        "hand 2 of 4 · Bo deals · Cy bids and leads first"
    )
    assert hand_number_and_dealer_text(evening.play(HAND).match).startswith("hand 2 · ")


def test_a_tie_that_is_owed_a_hand_says_so(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND, agreed={"game": {"max_hands": 1}})
    table.record(Ruling(side=1, points=21, why="x"))
    assert table.match.board.extra_hand
    header = ScoreHeader(table)
    qtbot.addWidget(header)
    assert "one more hand decides it" in header.sides[0].accessibleDescription()


def test_once_the_game_is_over_a_side_needs_nothing_more(evening: Evening) -> None:
    table = evening.play(HAND, agreed={"game": {"target": 60}})
    assert table.match.board.is_over
    assert further_deciding_texts(table.match, 1) == []


OPEN = ((4, 3, 3, 2), None)


@pytest.mark.parametrize(
    ("rules", "bids", "said"),
    [
        ("unc", (4, 3, 3, 2), ("7", "5")),
        ("unc", ("nil", 3, 5, 2), ("nil + 5", "5")),
        ("chicago", ("nil", 3, "nil", 2), ("nil + nil", "5")),
        ("chicago", (0, 3, 5, 2), ("nil + 5", "5")),
        ("washburn", (9, 4, None, None), ("9", "4")),
    ],
)
def test_each_side_says_its_contract_while_the_hand_is_played(
    evening: Evening, rules: str, bids: Any, said: tuple[str, str]
) -> None:
    match = evening.play((bids, None), rules=rules).match
    assert tuple(contract_text(match, side) for side in (0, 1)) == said
    counted = evening.play(HAND).match
    assert [contract_text(counted, side) for side in (0, 1)] == ["", ""]


def is_whole(button: QPushButton | QLabel) -> bool:
    """Whether the text of a button or label has room in it."""
    wide = QFontMetrics(button.font()).horizontalAdvance(button.text())
    return button.visibleRegion().boundingRect() == button.rect() and wide <= button.width()


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768), (1920, 1080)])
@pytest.mark.parametrize("points", [-290, 1202])
def test_totals_bags_and_what_is_lacking_are_whole(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], points: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open(HAND, agreed={"game": {"floor": None, "target": 5000}})
    page.table.record(Ruling(side=1, points=points, bags=5, why="x"))
    settle()
    for side in page.header.sides:
        assert is_whole(side.parts["total"])
        for label in side.parts["needs"].findChildren(QLabel):
            assert is_whole(label), (side.accessibleName(), label.text())


def test_totals_and_clock_are_as_large_as_the_window_has_room(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1920, 1080))
    page = stage.open(HAND)

    def size() -> int:
        settle()
        return page.header.sides[0].parts["total"].font().pixelSize()

    assert size() > FIGURE_SIZES[2]
    stage.window.resize(1366, 768)
    assert size() == FIGURE_SIZES[2]
    stage.window.resize(1024, 640)
    assert size() == FIGURE_SIZES[1]


def test_names_that_are_cut_are_told_whole(qtbot: Any, evening: Evening) -> None:
    long = "The Forty-Second Annual Invitational of the Faculty Club"
    team = Team(long, ("Maximilian-Alexander von Hohenberg", "Christophorus of Ravenna"))
    side = make_header(qtbot, evening, teams=(team, Team("Kings", ("Bo", "Di")))).sides[0]
    assert side.accessibleName() == long
    for name in (long, *team.players):
        assert name in side.toolTip()


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_no_window_cuts_what_is_beside_the_total(
    qtbot: Any, tmp_path: Path, percent: int, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, percent=percent)
    page = stage.open(HAND, SET_HAND)
    page.table.record(Bids(bids=(4, 3, 3, 2)))
    page.table.record(Ruling(side=1, points=0, bags=5, why="counted again"))
    stage.pass_(31 * 60)
    assert "this hand decides it" in page.header.sides[0].accessibleDescription()
    for size in [(1024, 640), (1100, 700), (1280, 800), (1366, 768), (1600, 900), (1920, 1080)]:
        stage.window.resize(*size)
        settle()
        for side in page.header.sides:
            for each in side.parts["needs"].findChildren(QLabel):
                needed = each.fontMetrics().horizontalAdvance(each.text())
                with subtests.test(size=size, text=each.text()):
                    assert each.isHidden() or needed <= each.width()


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768)])
@pytest.mark.parametrize("points", [-290, 1202])
def test_at_large_text_totals_and_clock_are_large_and_whole(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], points: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=200)
    page = stage.open(HAND, agreed={"game": {"floor": None, "target": 5000}})
    page.table.record(Ruling(side=1, points=points, bags=5, why="x"))
    settle()
    clock = page.header.clock.findChildren(QPushButton)[0]
    for number in (*(side.parts["total"] for side in page.header.sides), clock):
        assert number.font().pixelSize() >= theme.px(FIGURE_SIZES[0])
        assert is_whole(number), number.text()
    for side in page.header.sides:
        bags, needs = side.parts["needs"].findChildren(QLabel)[1:]
        assert is_whole(bags), bags.text()
        assert needs.visibleRegion().boundingRect() == needs.rect()
