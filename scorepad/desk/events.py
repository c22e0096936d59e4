"""Matches by event and by day: which of those that are kept belong together."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import date

import msgspec

from scorepad.desk.ports import Summary
from scorepad.spades.occasion import played, spelled
from scorepad.spades.occasion import same_name as event_key

__all__ = ["Event", "day_of", "event_key", "events", "of_days"]


class Event(msgspec.Struct, frozen=True):
    """Matches whose event is called the same; `name` as most of them write it, else the first of
    them, "" for the matches of no event."""

    name: str
    matches: tuple[Summary, ...]


def events(summaries: Iterable[Summary]) -> list[Event]:
    """The events of these matches in the order of their first one here, the matches of none
    last.  Newest first, as a keeper lists them."""
    found: dict[str, list[Summary]] = {}
    for summary in summaries:
        found.setdefault(event_key(summary.event), []).append(summary)
    nameless = found.pop("", [])
    names = spelled(each.event for matches in found.values() for each in reversed(matches))
    named = [Event(names[key], tuple(matches)) for key, matches in found.items()]
    return [*named, *([Event("", tuple(nameless))] if nameless else [])]


def day_of(summary: Summary) -> date | None:
    """The day a match is of, on this computer."""
    moment = played(summary.scheduled, summary.first_entry, summary.created)
    return None if moment is None else moment.astimezone().date()


def of_days(
    summaries: Sequence[Summary], since: date | None = None, until: date | None = None
) -> list[Summary]:
    """Those from the day `since` to the day `until`, both included; None is no bound."""
    if since is None and until is None:
        return list(summaries)
    return [
        summary
        for summary in summaries
        if (day := day_of(summary)) is not None and (since or day) <= day <= (until or day)
    ]
