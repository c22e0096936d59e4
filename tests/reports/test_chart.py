"""The score line: it ends where the totals stand, and is drawn only where there is room."""

from __future__ import annotations

from pathlib import Path

import pytest

from reports.sheets.chart import MIN_HEIGHT, Chart, chart_section
from reports.sheets.match_sheet import prepare_sheet
from tests.reports.made import MATCHES, made, match_of


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: file.stem)
def test_the_lines_end_at_the_totals(file: Path) -> None:
    match = match_of(file.read_bytes())
    chart = Chart(prepare_sheet(match, "A4"), 150)
    assert tuple(line[-1] for line in chart.lines) == match.board.score
    played = sum(hand.status in ("scored", "lost") for hand in match.board.hands)
    assert [len(line) for line in chart.lines] == [played + 1] * 2


def test_a_ruling_moves_the_point_of_the_hand_before_it() -> None:
    ruling = {"kind": "ruling", "side": 1, "points": -40, "why": "x"}
    before = Chart(prepare_sheet(made(0, ruling), "A4"), 150)
    assert before.lines == ([0], [-40])
    after = Chart(prepare_sheet(made(1, ruling), "A4"), 150)
    assert after.lines == ([0, 70], [0, 11])


def test_its_hands_are_numbered_as_in_the_table() -> None:
    bids = {"kind": "bids", "bids": [3, 3, 3, 3]}
    tricks = {"kind": "tricks", "tricks": [4, 3, 3, 3]}
    match = made(1, bids, {"kind": "misdeal", "reason": "x"}, bids, tricks, bids, tricks)
    sheet = prepare_sheet(match, "A4")
    scored = [row.hand for row in sheet.tables.hands if row.side == 0 and row.status == "scored"]
    assert Chart(sheet, 150).numbers == scored == [1, 3, 4]


def test_letters_stand_for_a_name_only_where_there_is_no_room() -> None:
    names = ("The Extraordinarily Long-Named Overtricks Anonymous", "W" * 48)
    teams = [{"name": name, "players": ["Ann", "Cy"]} for name in names]
    sheet = prepare_sheet(made(9, teams=teams), "A4")
    for height, letters in ((170, [False, False]), (MIN_HEIGHT, [False, True])):
        told = ["".join(line.text for line in name.lines) for name in Chart(sheet, height).names]
        assert [name == "B D" for name in told] == letters


def test_no_chart_without_room_or_hands() -> None:
    sheet = prepare_sheet(made(5), "A4")
    assert chart_section(sheet, MIN_HEIGHT + 30) is not None
    assert chart_section(sheet, MIN_HEIGHT) is None
    assert chart_section(prepare_sheet(made(2), "A4"), 400) is None


def test_its_zero_is_zero_and_every_label_a_score_that_somebody_had() -> None:
    """Below zero all the time, 0 is the highest line; a match to 0 points has one as well."""
    bids, tricks = (
        {"kind": "bids", "bids": [6, 3, 5, 3]},
        {"kind": "tricks", "tricks": [2, 3, 3, 5]},
    )
    for log in ([bids, tricks] * 4, []):
        match = made(0, *log)
        sheet = prepare_sheet(match, "A4")
        chart = Chart(sheet, 150)
        marked = chart._marked_scores(lambda score: -10.0 * score)
        assert 0 in marked
        assert set(marked) - {0} <= {*chart.lines[0], *chart.lines[1], chart.high}
    assert chart.high > chart.low
