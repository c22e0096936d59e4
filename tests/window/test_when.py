"""Moments are written as the reader writes them, the same on every list and strip."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest

from scorepad import paths
from scorepad.__main__ import load_catalog
from scorepad.spades.words import install
from scorepad.window.wording import moments

HALF_PAST_TWO = datetime(2026, 11, 21, 14, 30).astimezone()


@pytest.mark.parametrize(
    ("language", "region", "said"),
    [
        ("en", "US", "November 21, 2026, 2:30 PM"),
        ("en", "GB", "21 November 2026, 14:30"),
        ("es", "ES", "21 de noviembre de 2026, 14:30"),
        ("en", "", "November 21, 2026, 2:30 PM"),
    ],
)
def test_a_moment_is_written_as_on_paper(
    monkeypatch: Any, language: str, region: str, said: str
) -> None:
    for variable in ("LC_ALL", "LC_TIME", "LANG"):
        monkeypatch.setenv(variable, "C")
    install(load_catalog(language, paths.resources_folder() / "translations", region))
    assert " ".join(moments.format_moment(HALF_PAST_TWO).split()) == said
    assert said.endswith(" ".join(moments.format_local_time(HALF_PAST_TWO).split()))
