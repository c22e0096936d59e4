"""The calendar of a season (SEASON.md 1, Calendar): what it keeps to, and what it names."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import groupby
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.calendar import Calendar, propose_calendar, unmet_texts
from scorepad.events.eventfile import decode_event_entry, encode_event_entry
from scorepad.spades.refusal import Refused
from tests.events.day import Day

FIRST = date(2027, 3, 2)


def weeks(count: int, start: str = "19:00", tables: int = 0) -> list[dict[str, Any]]:
    """So many Tuesdays, each with a start and its tables (0: those of the event)."""
    names = {"tables": [str(n) for n in range(1, tables + 1)]} if tables else {}
    days = ((FIRST + timedelta(weeks=n)).isoformat() for n in range(count))
    return [{"date": day, "start": start, **names} for day in days]


def season(*sizes: int, dates: list[dict[str, Any]], away: Any = (), **stage: Any) -> Day:
    """Divisions of these sizes; `away` are the days on which each team can't come."""
    day, number = Day(tables=["1", "2", "3", "4"]), 0
    divisions = []
    for size in sizes:
        divisions.append([f"T{number + n}" for n in range(1, size + 1)])
        number += size
    for at in range(1, number + 1):
        day.team(f"T{at}", unavailable=dict(away).get(f"T{at}", []))
    day.add("setup", dates=dates)
    for letter, teams in zip("ABCDEF", divisions, strict=False):
        day.stage("round-robin", f"Division {letter}", teams=teams, **stage)
    return day


def said(calendar: Calendar) -> list[str]:
    return [str(each) for each in calendar.unmet]


def check(day: Day, calendar: Calendar) -> None:
    """All that a calendar has to keep to: an independent reading of what is proposed."""
    register = day.event.register
    known = {
        (each.date, each.start): set(each.tables or register.head.tables)
        for each in register.head.dates or ()
    }
    starts: dict[Any, list[Any]] = {}
    for entry in calendar.rounds:
        starts.setdefault((entry.date, entry.start), []).append(entry)
    for (on, at), entries in starts.items():
        local = at.astimezone().strftime("%H:%M") if at else ""
        assert (on, local) in known
        pairings = [each for entry in entries for each in entry.pairings]
        teams = [team for each in pairings for team in each.teams]
        assert len(set(teams)) == len(teams), "no team twice at a time"
        tables = [each.table for each in pairings]
        assert len(set(tables)) == len(tables) <= len(known[on, local])
        assert set(tables) <= known[on, local]
        assert not [team for team in teams if on in register.teams[team].unavailable]
    for stage, entry in register.stages.items():
        rounds = [each for each in calendar.rounds if each.stage == stage]
        a_day = Counter(
            (each.date, team) for each in rounds for one in each.pairings for team in one.teams
        )
        assert max(a_day.values(), default=0) <= entry.matches_a_day
        met = Counter(frozenset(one.teams) for each in rounds for one in each.pairings)
        assert max(met.values(), default=0) <= entry.legs
        teams = day.event.overview.teams_of_stage(stage)
        wanted = entry.legs * len(teams) * (len(teams) - 1) // 2
        missing = wanted - met.total()
        named = [text for text in said(calendar) if text.startswith(f"{stage}: {missing} match")]
        assert bool(named) == bool(missing), "what has no date is named"
        if not missing:
            byes = Counter(team for each in rounds for team in each.byes)
            assert set(byes.values()) <= {entry.legs * (len(teams) % 2)}


def test_every_round_has_a_date_a_time_and_tables() -> None:
    day = season(4, 4, dates=weeks(3))
    calendar = propose_calendar(day.event.overview)
    check(day, calendar)
    assert said(calendar) == []
    assert [(each.round, each.stage, each.date) for each in calendar.rounds][:3] == [
        (1, "Division A", "2027-03-02"),
        (2, "Division B", "2027-03-02"),
        (3, "Division A", "2027-03-09"),
    ]
    assert propose_calendar(day.event.overview) == calendar, "it is the same every time"
    for entry in calendar.rounds:
        day.event = day.event.append(decode_event_entry(encode_event_entry(entry)))
    with pytest.raises(Refused, match="is already in a round"):
        propose_calendar(day.event.overview)


def test_the_tables_are_shared_evenly() -> None:
    day = season(8, dates=weeks(7))
    calendar = propose_calendar(day.event.overview)
    check(day, calendar)
    uses = Counter(
        (team, one.table) for each in calendar.rounds for one in each.pairings for team in one.teams
    )
    assert len(uses) == 8 * 4, "everybody plays at every table"
    assert max(uses.values()) <= 3


def test_who_cannot_come_plays_on_another_date() -> None:
    away = {"T1": ["2027-03-02"], "T5": ["2027-03-09"]}
    day = season(6, dates=weeks(7), away=away)
    calendar = propose_calendar(day.event.overview)
    check(day, calendar)
    assert said(calendar) == []


def test_two_starts_and_two_matches_a_day() -> None:
    evenings = [{**each, "start": start} for each in weeks(2) for start in ("18:00", "19:30")]
    day = season(4, dates=evenings, matches_a_day=2)
    calendar = propose_calendar(day.event.overview)
    check(day, calendar)
    assert said(calendar) == []
    assert {each.date for each in calendar.rounds} == {"2027-03-02", "2027-03-09"}
    one_a_day = season(4, dates=evenings)
    assert said(propose_calendar(one_a_day.event.overview))[0].startswith(
        "Division A: 2 matches have no date: "
    )


def test_an_odd_number_of_teams_has_one_bye_each() -> None:
    day = season(5, dates=weeks(6), away={"T2": ["2027-03-02"]})
    calendar = propose_calendar(day.event.overview)
    check(day, calendar)
    assert said(calendar) == []
    assert Counter(team for each in calendar.rounds for team in each.byes) == Counter(
        ["T1", "T2", "T3", "T4", "T5"]
    )


def test_more_rounds_than_dates_and_too_few_tables_are_named() -> None:
    day = season(6, dates=weeks(3))
    calendar = propose_calendar(day.event.overview)
    check(day, calendar)
    assert said(calendar)[1:] == [
        "Division A has 5 rounds to play, but its dates have room for only 3"
    ]
    crowded = season(6, dates=weeks(5, tables=2))
    calendar = propose_calendar(crowded.event.overview)
    check(crowded, calendar)
    assert said(calendar)[-1] == "all tables are taken on every date"


def test_a_team_with_a_table_of_its_own_always_plays_there() -> None:
    day = Day(tables=["1", "2"])
    for number in range(1, 5):
        day.team(f"T{number}", table={3: "2", 4: "2"}.get(number, ""))
    day.add("setup", dates=weeks(8))
    day.stage("round-robin")
    calendar = propose_calendar(day.event.overview)
    check(day, calendar)
    assert said(calendar) == []
    for entry in calendar.rounds:
        for each in entry.pairings:
            assert each.table == "2" or not {"T3", "T4"} & {*each.teams}


def test_recorded_rounds_keep_their_teams_and_tables() -> None:
    day = season(4, 4, dates=weeks(3, tables=4))
    first = propose_calendar(day.event.overview).rounds
    for entry in first[:3]:
        day.event = day.event.append(entry)
    calendar = propose_calendar(day.event.overview)
    assert [(each.stage, each.date) for each in calendar.rounds] == [
        (each.stage, each.date) for each in first[3:]
    ]
    assert len(propose_calendar(day.event.overview, "2027-03-10").rounds) < 4


@pytest.mark.parametrize(
    ("setup", "sentence"),
    [
        ({}, "the event has no upcoming dates; set its dates first"),
        ({"dates": weeks(1), "tables": []}, "2027-03-02 has no tables"),
    ],
)
def test_no_dates_and_no_tables_are_refused(setup: dict[str, Any], sentence: str) -> None:
    day = Day(4)
    if setup:
        day.add("setup", **setup)
    day.stage("round-robin")
    with pytest.raises(Refused, match=sentence):
        propose_calendar(day.event.overview)


@given(data=st.data())
def test_whatever_the_season_its_calendar_keeps_to_the_rules_or_names_what_it_cannot(
    data: st.DataObject,
) -> None:
    sizes = data.draw(st.lists(st.integers(2, 7), min_size=1, max_size=3))
    dates = weeks(data.draw(st.integers(1, 9)), tables=data.draw(st.integers(0, 5)))
    if data.draw(st.booleans()):
        dates = [{**each, "start": at} for each in dates for at in ("18:00", "20:00")]
    days = [each["date"] for each in dates]
    away = {
        f"T{n}": data.draw(
            st.lists(st.sampled_from(days), unique=True, max_size=len(set(days)) - 1)
        )
        for n in range(1, sum(sizes) + 1)
        if data.draw(st.integers(0, 3)) == 0
    }
    more = {"legs": data.draw(st.sampled_from([1, 2]))}
    day = season(*sizes, dates=dates, away=away, matches_a_day=data.draw(st.integers(1, 2)), **more)
    calendar = propose_calendar(day.event.overview)
    check(day, calendar)
    numbers = [each.round for each in calendar.rounds]
    assert numbers == list(range(1, len(numbers) + 1))
    dates_of_rounds = [each.date for each in calendar.rounds]
    assert dates_of_rounds == sorted(dates_of_rounds)
    assert [key for key, _ in groupby(dates_of_rounds)] == sorted(set(dates_of_rounds))
    for entry in calendar.rounds:
        day.event = day.event.append(entry)
    without_date = [text for text in said(calendar) if "no date" in text]
    recorded = [str(text) for text in unmet_texts(day.event.overview)]
    # A calendar in which no match has a date leaves nothing to record.
    assert [text for text in recorded if "no date" in text] == (
        without_date if calendar.rounds else []
    )
