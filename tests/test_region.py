"""Dates and times as a region writes them (Unicode CLDR), on sheets as in every sentence."""

from __future__ import annotations

from datetime import date, time
from pathlib import Path

import pytest

from reports.sheets.match_sheet import match_sheet
from scorepad.region import RegionForms, system_region
from scorepad.settings import SettingError, Settings
from scorepad.spades.words import Catalog, N, T, format_count, format_date, format_time, install
from tests.reports.drawn import pages
from tests.reports.made import corrected


def catalog_there(language: str, region: str) -> Catalog:
    forms = RegionForms(language, region)
    return Catalog(date_form=forms.date, time_form=forms.time, count_form=forms.count)


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
    install(catalog_there(language, region))
    assert format_date(date(2026, 3, 14)).replace("\u00a0", " ") == day
    assert format_time(time(19, 30, 12)).replace("\u00a0", " ") == at
    assert " " not in format_date(date(2026, 3, 14)), "it stays on one line"


@pytest.mark.parametrize(
    ("language", "region", "count"),
    [("en", "US", "3,000"), ("en", "AD", "3,000"), ("es", "AR", "3.000"), ("es", "mx", "3,000")],
)
def test_a_region_separates_thousands_of_how_many_there_are(
    language: str, region: str, count: str
) -> None:
    install(catalog_there(language, region))
    assert format_count(3000) == count
    assert str(N("{n} table", "{n} tables", 3000)) == f"{count} tables"
    assert str(N("{n} table", "{n} tables", 999)) == "999 tables"
    assert str(T("by {n}", n=-1180)) == "by −1180", "points are not counted things"


def test_a_sheet_has_them() -> None:
    install(catalog_there("en", "US"))
    text = "".join(page.text for page in pages(match_sheet(corrected())))
    assert "Round 2 · Table 9 · March 14, 2026" in text
    assert "Sam, 8:30 PM UTC" in text


@pytest.mark.parametrize(
    ("named", "found"),
    [("en_US.UTF-8", "US"), ("C.UTF-8", "US"), ("POSIX", "US"), ("en", "US"), ("de_AT@euro", "AT")],
)
def test_the_system_says_its_region(
    named: str, found: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LC_TIME", named)
    assert system_region() == found


def test_an_unknown_region_is_refused_and_the_old_one_holds(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.region = "GB"
    with pytest.raises(SettingError, match="doesn't know the region “Narnia”"):
        settings.region = "Narnia"
    assert Settings(tmp_path).region == "GB"
