"""The score line: what it shows, at its place, and that it says so without the picture."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QColor, QFontMetricsF, QImage

from scorepad.spades.entries import Bids, Forfeit, Misdeal, Ruling, Team, Tricks
from scorepad.window.panels.chart_panel import running_totals, score_chart_data
from scorepad.window.widgets.color_schemes import THEMES
from scorepad.window.widgets.score_chart import ScoreChart
from tests.window.evening import HAND, NIL_HAND, Evening
from tests.window.stage import one_theme
from tests.window.written import picture_of, pixel_rows

SET_HAND = ((5, 3, 3, 3), (4, 3, 3, 3))


def test_it_goes_through_every_total(evening: Evening) -> None:
    table = evening.play(HAND, SET_HAND, NIL_HAND)
    board = table.match.board
    one, other = running_totals(table.match)
    assert one == [0, *(hand.score[0] for hand in board.hands)]
    assert other == [0, *(hand.score[1] for hand in board.hands)]
    assert (one[-1], other[-1]) == board.score


def test_a_ruling_belongs_to_the_hand_before_it(evening: Evening) -> None:
    table = evening.play()
    table.record(Ruling(side=1, points=25, why="began on paper"))
    assert running_totals(table.match) == ([0], [25])
    for bids, tricks in (HAND, SET_HAND):
        table.record(Bids(bids=bids))
        assert tricks is not None
        table.record(Tricks(tricks=tricks))
        table.record(Ruling(side=0, points=-10, why="late"))
    one, other = running_totals(table.match)
    assert len(one) == len(other) == 3
    assert other[0] == 25
    assert (one[-1], other[-1]) == table.match.board.score


def test_the_end_of_the_line_is_the_total_in_any_state(evening: Evening) -> None:
    table = evening.play(HAND, (SET_HAND[0], None))
    assert [len(line) for line in running_totals(table.match)] == [2, 2], (
        "a hand in progress is no point"
    )
    table.record(Forfeit(side=0, why="left"))
    one, other = running_totals(table.match)
    assert (one[-1], other[-1]) == table.match.board.score


def test_it_says_what_it_shows(qtbot: Any, evening: Evening) -> None:
    line = ScoreChart()
    qtbot.addWidget(line)
    line.show_totals(score_chart_data(evening.play(HAND, SET_HAND, HAND).match))
    one, other = running_totals(evening.play(HAND, SET_HAND, HAND).match)
    assert line.accessibleName() == (
        "Score, hand by hand. "
        f"After 3 hands, Aces has {one[-1]} and Kings has {other[-1]}: Kings leads by "
        f"{other[-1] - one[-1]} and has led since hand 2; the target is 300."
    )
    line.show_totals(score_chart_data(evening.play().match))
    assert "tied at 0" in line.accessibleName()
    assert not line.has_enough_hands


@pytest.mark.parametrize("theme", sorted(THEMES))
def test_the_sides_differ_without_color(
    qtbot: Any, qapp: Any, evening: Evening, theme: str
) -> None:
    look = one_theme(qapp)
    look.apply(theme, 100)
    line = ScoreChart()
    qtbot.addWidget(line)
    line.resize(320, 240)
    line.show_totals(score_chart_data(evening.play(HAND, SET_HAND).match))
    image = picture_of(line)
    colors = THEMES[theme]
    # The dashed line leaves the ground bare between its dashes, the whole one does not.
    inked = [_inked(image, colors.side(side)) for side in (0, 1)]
    assert inked[0] > 1.2 * inked[1] > 0
    assert _inked(image, colors.good) == 0, "the target is far away"
    line.show_totals(score_chart_data(evening.play(*[HAND] * 3).match))
    assert _inked(picture_of(line), colors.good) > 0


def _inked(image: QImage, color: str) -> int:
    return sum(row.count(QColor(color).rgb()) for row in pixel_rows(image)[40:])


def test_hands_have_the_numbers_of_the_sheet(qtbot: Any, evening: Evening) -> None:
    """A hand that was voided takes a number too, and is no point of the line."""
    table = evening.play(HAND, (HAND[0], None))
    table.record(Misdeal(reason="leaked information"))
    for bids, tricks in (SET_HAND, SET_HAND):
        table.record(Bids(bids=bids))
        assert tricks is not None
        table.record(Tricks(tricks=tricks))
    assert [hand.status for hand in table.match.board.hands] == ["scored", "void"] + ["scored"] * 2
    line = ScoreChart()
    qtbot.addWidget(line)
    line.show_totals(score_chart_data(table.match))
    assert [line.hand_number_on_sheet(place) for place in (1, 2, 3)] == [1, 3, 4]
    # Aces lead after hand 1, Kings since the hand that the sheet calls 3.
    assert "Kings leads by" in line.accessibleName()
    assert "since hand 3;" in line.accessibleName()
    line.resize(400, 200)
    picture_of(line)


def test_a_starting_score_stands_before_any_hand(qtbot: Any, tmp_path: Path) -> None:
    table = Evening(tmp_path).play()
    line = ScoreChart()
    qtbot.addWidget(line)
    table.record(Ruling(side=0, points=120, why="began on paper"))
    line.show_totals(score_chart_data(table.match))
    assert "Aces has 120 and Kings has 0" in line.accessibleName()


@pytest.mark.parametrize("name", ["Kings", "Night Shift Runners", "The Night Shift of the Faculty"])
def test_names_in_the_key_stand_below_each_other_before_they_are_cut(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch, name: str
) -> None:
    teams = (Team("Aces", ("", "")), Team(name, ("", "")))
    line = ScoreChart()
    qtbot.addWidget(line)
    line.show_totals(score_chart_data(evening.play(HAND, SET_HAND, teams=teams).match))
    line.resize(line.minimumSize())
    rooms: list[tuple[str, float, float]] = []
    usual = QFontMetricsF.elidedText

    def elided(metrics: QFontMetricsF, text: str, mode: Any, room: float) -> str:
        rooms.append((text, metrics.horizontalAdvance(text), room))
        return usual(metrics, text, mode, room)

    monkeypatch.setattr(QFontMetricsF, "elidedText", elided)
    picture_of(line)
    assert [text for text, _wide, _room in rooms] == ["Aces", name]
    assert all(wide <= room for _text, wide, room in rooms)
