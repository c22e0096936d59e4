"""The weeks of a season: the days on which it is played, and the matches of each."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date

from scorepad.events.overview import Overview
from scorepad.events.register import EnteredTeam, PlannedRound, Register
from scorepad.spades.words import T, Text, format_date, format_weekday, join_parts


def days_of_play(register: Register) -> list[str]:
    """Return the days of a season in order: its dates, and those of its rounds."""
    days = {each.date for each in register.head.dates or ()}
    if days:
        days |= {planned.entry.date for planned in register.rounds.values()} - {""}
    return sorted(days)


def day_in_sight(register: Register, today: str) -> str:
    """Return the day to look at: today's, else the next of the season, else its last; "" of an
    event that is no season."""
    days = days_of_play(register)
    return next((day for day in days if day >= today), days[-1] if days else "")


def day_text(register: Register, day: str) -> str:
    """Return a day of the season in words: "Week 3 of 6 · Tuesday, November 10"."""
    return join_parts((week_text(register, day), weekday_text(day)))


def week_text(register: Register, day: str) -> Text:
    """Return the week of a day of the season: "Week 3 of 6"."""
    weeks = [*dict.fromkeys(map(_iso_week, days_of_play(register)))]
    number = weeks.index(_iso_week(day)) + 1
    return T("Week {n} of {of}", n=number, of=len(weeks))


def _iso_week(day: str) -> tuple[int, int]:
    return date.fromisoformat(day).isocalendar()[:2]


def date_text(day: str, written: Callable[[date], str] = format_date) -> str:
    """Return the date of an event as it is written; one that is no day as it is."""
    try:
        return written(date.fromisoformat(day)) if day else ""
    except ValueError:
        return day


def weekday_text(day: str) -> str:
    """Return a day as it is written with its weekday: "Tuesday, November 10"."""
    return format_weekday(date.fromisoformat(day))


def rounds_of_day(register: Register, day: str) -> list[PlannedRound]:
    """Return the rounds of a day in the order in which they start."""
    rounds = [
        each for each in register.rounds.values() if each.entry.date == day and each.has_teams
    ]
    return sorted(
        rounds, key=lambda each: (each.entry.start is not None, each.entry.start, each.number)
    )


def day_to_play(overview: Overview) -> str:
    """Return the first day of a season on which a match has no result, else its last with one."""
    register = overview.register
    days = [day for day in days_of_play(register) if rounds_of_day(register, day)]
    return next(
        (
            day
            for day in days
            if any(overview.round_status(each) != "done" for each in rounds_of_day(register, day))
        ),
        days[-1] if days else "",
    )


def drafts_of_next_day(register: Register, today: str) -> list[PlannedRound]:
    """Return the rounds that are to be released next: the drafts up to today, else those of the
    next day that has some."""
    last = max(today, min((each.entry.date for each in register.drafts), default=""))
    return [each for each in register.drafts if each.entry.date <= last]


def missing_teams(register: Register, day: str) -> Iterator[EnteredTeam]:
    """Yield the teams that play on a day and aren't there, or can't play then."""
    absent = register.absent_teams(day)
    playing = dict.fromkeys(
        team
        for planned in rounds_of_day(register, day)
        for team in (*planned.teams, *planned.entry.absent)
        if team not in planned.byes
    )
    yield from (register.teams[team] for team in playing if team in absent)
