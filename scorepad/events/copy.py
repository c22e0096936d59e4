"""A copy of an event: its teams, tables, stages and rules, and nothing that was played."""

from __future__ import annotations

from datetime import date, timedelta

from msgspec.structs import replace

from scorepad.events.entries import EventEntry, EventHead, PlayDate, StageEntry, TeamEntry
from scorepad.events.event import Event


def copy_of_event(event: Event, day: date | None = None) -> tuple[EventHead, list[EventEntry]]:
    """Return the head and the entries of an event like this one.

    With a `day` as its first date, or its date, the others follow at the same distance; without one
    it has no dates. Anything that depends on the dates or the outcome of the old event is left out:
    days on which a team can't come, teams that a decision included, and tables over several events.
    """
    register = event.register
    head = replace(register.head, date="" if day is None else day.isoformat())
    if register.head.dates:
        head = replace(head, dates=_moved(register.head.dates, day))
    if register.head.roster_freeze:
        first = register.head.dates[0].date if register.head.dates else register.head.date
        freeze = _moved_day(register.head.roster_freeze, first, day) if first else ""
        head = replace(head, roster_freeze=freeze)
    teams = [
        TeamEntry(
            team=each.team,
            name=each.name,
            players=each.players,
            seed=each.seed,
            table=each.table,
            organization=each.organization,
        )
        for each in register.teams.values()
    ]
    return head, [*teams, *(_copy_of_stage(each) for each in register.stages.values())]


def _copy_of_stage(entry: StageEntry) -> StageEntry:
    advance = entry.advance
    teams = entry.teams
    if advance is not None:
        # Teams that were named where places were shared would not be those of the copy.
        advance, teams = replace(advance, include=()), None
    return replace(
        entry,
        advance=advance,
        teams=teams,
        until=None,
        **dict.fromkeys(("id", "at", "by", "after", "step", "undoes", "redoes", "unfit")),
    )


def _moved(dates: tuple[PlayDate, ...], day: date | None) -> tuple[PlayDate, ...]:
    if day is None:
        return ()
    return tuple(replace(each, date=_moved_day(each.date, dates[0].date, day)) for each in dates)


def _moved_day(day: str, first: str, new_first: date | None) -> str:
    if new_first is None:
        return ""
    distance = date.fromisoformat(day) - date.fromisoformat(first)
    return (new_first + timedelta(days=distance.days)).isoformat()
