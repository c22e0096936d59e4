"""Days and moments are read as a person types them."""

from __future__ import annotations

from datetime import date, datetime
from typing import Any

import pytest

from scorepad import paths
from scorepad.__main__ import load_catalog
from scorepad.desk import typed_moments
from scorepad.spades.words import install

HALF_PAST_TWO = datetime(2026, 11, 21, 14, 30).astimezone()


@pytest.mark.parametrize(
    ("region", "typed", "shown", "at"),
    [
        ("US", "3/4/26", "03/04/2026", "2:30 PM"),
        ("GB", "4/3/2026", "04/03/2026", "14:30"),
        ("DE", "4.3.2026", "04/03/2026", "14:30"),
        ("SE", "2026-03-04", "2026-03-04", "14:30"),
        ("", "2026-03-04", "2026-03-04", "14:30"),
    ],
)
def test_a_day_is_typed_as_the_region_writes_it(
    monkeypatch: Any, region: str, typed: str, shown: str, at: str
) -> None:
    monkeypatch.setenv("LC_ALL", "eo")
    install(load_catalog("en", paths.resources_folder() / "translations", region))
    day = typed_moments.parse_day_unless_empty(typed)
    assert day == date(2026, 3, 4) == typed_moments.parse_day_unless_empty("2026-03-04")
    assert typed_moments.day_as_typed(day) == shown
    moment = typed_moments.parse_moment_unless_empty(f"{typed} 2:30 PM", HALF_PAST_TWO)
    assert typed_moments.moment_as_typed(moment, HALF_PAST_TWO) == f"{shown} {at}"
    with pytest.raises(typed_moments.UnreadableDay, match="tomorrow"):
        typed_moments.parse_day_unless_empty("tomorrow")


@pytest.mark.parametrize("language", ["en", "es"])
@pytest.mark.parametrize("region", ["US", "MX", "AR", "CO", "PE", "PR", "GB", "DE", "PH", "IN"])
def test_a_time_is_read_as_it_is_shown(monkeypatch: Any, language: str, region: str) -> None:
    monkeypatch.setenv("LC_ALL", "eo")
    install(load_catalog(language, paths.resources_folder() / "translations", region))
    shown = typed_moments.time_as_typed(HALF_PAST_TWO.time())
    assert typed_moments.parse_moment_unless_empty(shown, HALF_PAST_TWO) == HALF_PAST_TWO


@pytest.mark.parametrize("typed", ["13 PM", "0:30 PM", "2:60 pm", "2:30 xm"])
def test_what_no_clock_shows_is_no_time(typed: str) -> None:
    with pytest.raises(typed_moments.UnreadableMoment, match="isn't a time"):
        typed_moments.parse_moment_unless_empty(typed, HALF_PAST_TWO)
