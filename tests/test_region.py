"""Dates and times as a region writes them (Unicode CLDR), on sheets as in every sentence."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path

import pytest

from reports.sheets.match_sheet import match_sheet
from scorepad.region import RegionForms, system_region
from scorepad.settings import SettingError, Settings
from scorepad.spades.words import N, T, Words
from tests.reports.drawn import pages
from tests.reports.made import corrected


def words_there(language: str, region: str) -> Words:
    forms = RegionForms(language, region)
    return Words(date_form=forms.date, time_form=forms.time, count_form=forms.count)


@pytest.mark.parametrize(
    ("language", "region", "day", "at"),
    [
        ("en", "US", "March 14, 2026", "7:30 PM"),
        ("en", "en_GB", "14 March 2026", "19:30"),
        ("es", "mx", "14 de marzo de 2026", "7:30 p.m."),
        ("en", "AD", "14 March 2026", "19:30"),
    ],
)
def test_a_region_has_its_dates(language: str, region: str, day: str, at: str) -> None:
    words = words_there(language, region)
    assert words.date(date(2026, 3, 14)).replace("\u00a0", " ") == day
    assert words.time(time(19, 30, 12)).replace("\u00a0", " ") == at
    assert " " not in words.date(date(2026, 3, 14)), "it stays on one line"


@pytest.mark.parametrize(
    ("language", "region", "count"),
    [("en", "US", "3,000"), ("en", "AD", "3,000"), ("es", "AR", "3.000"), ("es", "mx", "3,000")],
)
def test_a_region_separates_thousands_of_how_many_there_are(
    language: str, region: str, count: str
) -> None:
    words = words_there(language, region)
    assert words.count(3000) == count
    assert words(N("{n} table", "{n} tables", 3000)) == f"{count} tables"
    assert words(N("{n} table", "{n} tables", 999)) == "999 tables"
    assert words(T("by {n}", n=-1180)) == "by −1180", "points are not counted things"


def test_a_sheet_has_them() -> None:
    text = "".join(
        page.text for page in pages(match_sheet(corrected(), words=words_there("en", "US")))
    )
    assert "Round 2 · Table 9 · March 14, 2026" in text
    assert "Sam, 8:30 PM UTC" in text


@pytest.mark.parametrize(
    ("named", "found"),
    [("en_US.UTF-8", "US"), ("C.UTF-8", ""), ("POSIX", ""), ("de_AT@euro", "AT")],
)
def test_the_system_says_its_region(
    named: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_TIME", named)
    assert system_region() == found


def test_an_unknown_region_is_refused_and_the_old_one_holds(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.region = "GB"
    with pytest.raises(SettingError, match="no region “Narnia”"):
        settings.region = "Narnia"
    assert Settings(tmp_path).region == "GB"
