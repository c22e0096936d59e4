"""Moments are written as the reader writes them, the same on every list and strip."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from PySide6.QtCore import QLocale

from scorepad.spades.words import Words
from scorepad.window.wording import moments

HALF_PAST_TWO = datetime(2026, 11, 21, 14, 30).astimezone()


@pytest.mark.parametrize(
    ("language", "here", "said"),
    [
        ("en", "es_ES", "2:30 PM"),
        ("en", "en_US", "2:30 PM"),
        ("en", "en_GB", "14:30"),
        ("es", "en_US", "14:30"),
        ("es", "es_ES", "14:30"),
    ],
)
def test_a_time_is_written_as_here_where_the_language_is_spoken(
    monkeypatch: Any, language: str, here: str, said: str
) -> None:
    monkeypatch.setattr(moments, "system", lambda: QLocale(here))
    time = moments.time_of(HALF_PAST_TWO, Words(language))
    assert " ".join(time.split()) == said


@pytest.mark.parametrize("typed", ["13 PM", "0:30 PM", "2:60 pm", "2:30 xm"])
def test_what_no_clock_shows_is_no_time(typed: str) -> None:
    with pytest.raises(moments.NoMoment, match="is not a time"):
        moments.read(typed, HALF_PAST_TWO)
