"""What is read from two metres: totals, bags with their warning, what each side needs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QApplication

from scorepad.spades.entries import Bids, Ruling, Team, Tricks
from scorepad.window.match.entry.sentences import hand_number_and_dealer_text
from scorepad.window.match.header import side_fit
from scorepad.window.match.header.clock_view import MAX_GROWTH
from scorepad.window.match.header.score_header import ScoreHeader
from scorepad.window.match.header.side_texts import contract_text, further_deciding_texts
from scorepad.window.match.header.side_view import TOTAL_SIZE, SideView
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import bold_text_font, fit_words, text_font
from tests.window.evening import HAND, Evening
from tests.window.stage import Stage
from tests.window.written import painted_texts, picture_of

SET_HAND = ((5, 3, 3, 3), (4, 3, 3, 3))


def make_header(qtbot: Any, evening: Evening, *rulings: Ruling, **head: Any) -> ScoreHeader:
    table = evening.play(HAND, SET_HAND, **head)
    for ruling in rulings:
        table.record(ruling)
    header = ScoreHeader(table)
    qtbot.addWidget(header)
    return header


def test_on_a_huge_screen_totals_and_clock_grow(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1920, 1080))
    page = stage.open(HAND, agreed={"game": {"floor": None}})
    page.table.record(Ruling(side=0, points=-290, why="x"))
    parts = (*page.header.sides, page.header.clock)
    # They become smaller again with the window.
    for wide, high, size in (
        (1920, 1080, TOTAL_SIZE + MAX_GROWTH),
        (1366, 768, TOTAL_SIZE),
        (1920, 700, TOTAL_SIZE),
    ):
        stage.window.resize(wide, high)
        for _round in range(3):
            QApplication.processEvents()
        assert [each.fitting_figure_size() for each in parts] == [size] * 3
        assert all(each.visibleRegion().boundingRect() == each.rect() for each in parts)


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


def test_near_the_limit_is_seen_without_color(qtbot: Any, evening: Evening) -> None:
    headers = (
        make_header(qtbot, evening),
        make_header(qtbot, evening, Ruling(side=1, points=0, bags=5, why="x")),
    )
    calm, near = (header.sides[1] for header in headers)
    for side in (calm, near):
        side.resize(340, 124)
    assert ["cost" in side.accessibleDescription() for side in (calm, near)] == [False, True]
    assert picture_of(near) != picture_of(calm)


def test_other_ways_to_win_and_lose_are_told(qtbot: Any, evening: Evening) -> None:
    agreed = {"game": {"floor": -200, "sets_to_lose": 2, "max_hands": 4}}
    header = make_header(qtbot, evening, agreed=agreed)
    assert "309 to win · loses at \u2212200 · 119 behind · set 1 of 2" in (
        header.sides[0].accessibleDescription()
    )
    match = evening.play(HAND, agreed=agreed).match
    assert hand_number_and_dealer_text(match) == "hand 2 of 4 · Bo deals · Cy bids first, leads"
    assert hand_number_and_dealer_text(evening.play(HAND).match).startswith("hand 2 · ")


def test_a_tie_that_is_owed_a_hand_says_so(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND, agreed={"game": {"max_hands": 1}})
    table.record(Ruling(side=1, points=21, why="x"))
    assert table.match.board.extra_hand
    header = ScoreHeader(table)
    qtbot.addWidget(header)
    assert "one more hand decides" in header.sides[0].accessibleDescription()


def test_once_the_game_is_over_a_side_needs_nothing_more(evening: Evening) -> None:
    table = evening.play(HAND, agreed={"game": {"target": 60}})
    assert table.match.board.is_over
    assert further_deciding_texts(table.match, 1) == []


def test_the_longest_text_that_fits_is_said(qtbot: Any, evening: Evening) -> None:
    metrics = make_header(qtbot, evening).fontMetrics()
    wide = metrics.horizontalAdvance("5 of 6 bags: 1 more costs 60")
    assert fit_words(("5 of 6 bags: 1 more costs 60", "5 of 6 bags"), metrics, wide) == (
        "5 of 6 bags: 1 more costs 60"
    )
    assert fit_words(("5 of 6 bags: 1 more costs 60", "5 of 6 bags"), metrics, wide - 1) == (
        "5 of 6 bags"
    )


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


def contract_size(side: SideView) -> float:
    """How large (pixels) the contract is painted; 0: not at all."""
    said = painted_texts(side)
    captions = [place for place, each in enumerate(said) if each.text == "contract"]
    return said[captions[0] + 1].size if captions else 0


def test_both_sides_show_their_contract_equally_large_or_neither_does(
    qtbot: Any, evening: Evening
) -> None:
    table = evening.play(HAND, (("nil", 3, 5, 2), None))
    header = ScoreHeader(table)
    qtbot.addWidget(header)
    header.resize(1366, 124)
    header.show()
    sizes = [contract_size(side) for side in header.sides]
    assert sizes[0] == sizes[1] >= 32
    assert "contract nil + 5" in header.sides[0].accessibleDescription()
    before = picture_of(header.sides[1])
    widths = iter(range(1366, 700, -8))
    while header.sides[0].largest_contract_size():
        header.resize(next(widths), 124)
    assert header.sides[1].largest_contract_size(), "this one has room still"
    assert [contract_size(side) for side in header.sides] == [0, 0]
    header.resize(1366, 124)
    table.record(Tricks(tricks=(0, 4, 6, 3)))
    assert [contract_size(side) for side in header.sides] == [0, 0]
    assert picture_of(header.sides[1]) != before


@pytest.mark.usefixtures("evening")
def test_what_is_lacking_is_as_large_as_there_is_room() -> None:
    said = [
        side_fit.fit_points_to_win(room, ("309 to win", "309 to win"), ["119 behind"])
        for room in (400, 150, 130, 100, 75, 20)
    ]
    sizes = [needs.size for needs in said]
    assert sizes == sorted(sizes, reverse=True)
    assert (sizes[0], sizes[-1]) == (24, 13)
    assert said[0].rest == " · 119 behind"
    assert said[-1].rest == ""
    assert all(needs.size >= 18 for needs in said if needs.rest), "what is lacking comes first"


def behind_at_the_end(evening: Evening, points: int) -> SideView:
    """The side that is so many points behind in the last hand, and has a long name to fight."""
    teams = (Team("Spade Runners", ("", "")), Team("Night Shift", ("", "")))
    table = evening.play(HAND, teams=teams, agreed={"game": {"max_hands": 2, "floor": None}})
    gap = table.match.board.score[0] - table.match.board.score[1]
    table.record(Ruling(side=1, points=gap - points, why="x"))
    table.record(Bids(bids=HAND[0]))
    side = SideView(1)
    side.show_match(table.match)
    return side


@pytest.mark.parametrize("points", [17, 117, 1202])
def test_what_a_side_needs_is_never_cut(qtbot: Any, evening: Evening, points: int) -> None:
    side = behind_at_the_end(evening, points)
    qtbot.addWidget(side)
    texts = f"needs {points + 1} more than Spade Runners", f"needs {points + 1} more"
    assert f"needs {points + 1} more than Spade Runners · this hand decides" in side.toolTip()
    total = QFontMetrics(theme.figure_font(TOTAL_SIZE, bold=True)).horizontalAdvance(side.total)
    for room in range(60, 330, 10):
        needs = side_fit.fit_points_to_win(room, texts, ["this hand decides"])
        assert " ".join(needs.lines) in texts, room
        metrics = QFontMetrics(theme.figure_font(needs.size, bold=True))
        assert all(metrics.horizontalAdvance(line) <= room for line in needs.lines)
        assert needs.size >= 13, room
        side.resize(room + theme.px(18 + 14 + 18) + total, 124)
        said = painted_texts(side)
        bags = next(each for each in said if "of 6" in each.text)
        lines = [each for each in said if each.left == bags.left and each.baseline > bags.baseline]
        assert " ".join(line.text for line in lines) in texts, room
        for line in lines:
            metrics = QFontMetrics(theme.figure_font(line.size, bold=True))
            assert line.left + metrics.horizontalAdvance(line.text) <= side.width(), room
            assert line.baseline - metrics.capHeight() > bags.baseline, room


@pytest.mark.usefixtures("evening")
def test_names_stand_below_each_other_before_they_are_cut() -> None:
    seats = ["Christopher", "Bartholomew"]
    for room in range(200, 420, 10):
        named = side_fit.fit_names(room, "Spade Runners", seats)
        assert (named.name, named.players) == ("Spade Runners", "Christopher · Bartholomew")
        assert named.below == (room < 315), "on one line where there is room"
        for text, font in (
            (named.name, bold_text_font(named.name_size)),
            (named.players, text_font(named.players_size)),
        ):
            assert QFontMetrics(font).horizontalAdvance(text) <= room


def test_names_that_are_cut_all_the_same_are_told_whole(qtbot: Any, evening: Evening) -> None:
    long = "The Forty-Second Annual Invitational of the Faculty Club"
    team = Team(long, ("Maximilian-Alexander von Hohenberg", "Christophorus of Ravenna"))
    header = make_header(qtbot, evening, teams=(team, Team("Kings", ("Bo", "Di"))))
    side = header.sides[0]
    named = side_fit.fit_names(250, long, list(team.players))
    assert named.name.endswith("…")
    assert side.accessibleName() == long
    for name in (long, *team.players):
        assert name in side.toolTip()
        assert name in side.accessibleName() + side.accessibleDescription()


def test_the_bag_count_is_whole_where_it_is_narrow(qtbot: Any, evening: Evening) -> None:
    header = make_header(qtbot, evening, Ruling(side=1, points=0, bags=5, why="x"))
    side = header.sides[1]
    for wide in (220, 240, 260, 300, 340):
        side.resize(wide, 124)
        (count,) = (each for each in painted_texts(side) if each.text.startswith("▲ 5 of 6"))
        assert "…" not in count.text, wide
        metrics = QFontMetrics(theme.figure_font(count.size, bold=True))
        assert count.left + metrics.horizontalAdvance(count.text) <= side.width(), wide


def test_players_stand_below_both_names_or_beside_both(qtbot: Any, evening: Evening) -> None:
    long = Team("Spade Runners", ("Christopher", "Bartholomew"))
    header = make_header(qtbot, evening, teams=(long, Team("Kings", ("Bo", "Di"))))
    header.show()
    for wide, below in ((900, True), (1366, False), (900, True)):
        header.resize(wide, 124)
        for side in header.sides:
            name, players = painted_texts(side)[:2]
            assert (players.baseline > name.baseline) == below
    assert [side.has_two_name_lines() for side in header.sides] == [True, False]
