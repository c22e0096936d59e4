"""Dates and scales of a season, as a person types them."""

from __future__ import annotations

import pytest

from scorepad.desk.typed_season import (
    dates_as_typed,
    parse_dates,
    parse_rating,
    parse_rating_scale,
    rating_scale_as_typed,
)
from scorepad.events.entries import PlayDate, RatingScale
from scorepad.spades.refusal import Refused


@pytest.mark.parametrize(
    ("typed", "dates"),
    [
        ("", []),
        ("2026-11-03", [("2026-11-03", "", None)]),
        ("2026-11-03 19:00 @ 1-3", [("2026-11-03", "19:00", ("1", "2", "3"))]),
        (
            "2026-11-03 7 PM x3; 2026-12-01 @ Red, Blue",
            [
                ("2026-11-03", "19:00", None),
                ("2026-11-10", "19:00", None),
                ("2026-11-17", "19:00", None),
                ("2026-12-01", "", ("Red", "Blue")),
            ],
        ),
    ],
)
def test_dates_are_read_as_typed_and_written_so_again(
    typed: str, dates: list[tuple[str, str, tuple[str, ...] | None]]
) -> None:
    wanted = tuple(PlayDate(*each) for each in dates)
    assert parse_dates(typed) == wanted
    assert parse_dates(dates_as_typed(wanted)) == wanted


@pytest.mark.parametrize(
    ("typed", "scale"),
    [
        ("", None),
        ("1-5", RatingScale(from_=1, to=5)),
        ("0 to 4.5; forfeit 0", RatingScale(from_=0, to=4.5, forfeit=0)),
        (
            "A 4, B=3, F 0; forfeit F; default B; other A",
            RatingScale(
                scale={"A": 4, "B": 3, "F": 0}, forfeit="F", default="B", default_other="A"
            ),
        ),
    ],
)
def test_a_scale_is_read_as_typed_and_written_so_again(
    typed: str, scale: RatingScale | None
) -> None:
    assert parse_rating_scale(typed) == scale
    assert parse_rating_scale(rating_scale_as_typed(scale)) == scale


def test_a_rating_is_read_by_its_scale() -> None:
    letters = RatingScale(scale={"A": 4, "b+": 3.3})
    assert [parse_rating(letters, each) for each in ("a", "B+", "E")] == ["A", "b+", "E"]
    assert parse_rating(RatingScale(from_=1, to=5), "3.5") == 3.5


@pytest.mark.parametrize("typed", ["soon", "2026-11-03 soon", "2026-11-03 x99", "19:00"])
def test_what_is_no_date_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        parse_dates(typed)


@pytest.mark.parametrize("typed", ["good, bad", "1-5; late 2", "1-5; forfeit"])
def test_what_is_no_scale_is_refused(typed: str) -> None:
    with pytest.raises(Refused):
        parse_rating_scale(typed)
