"""What each version of a match or event comes to, to choose one of them by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from scorepad.events.entries import ResultEntry
from scorepad.events.event import Event
from scorepad.events.event_descriptions import result_text
from scorepad.spades.entries import Common, Hold
from scorepad.spades.log import Log
from scorepad.spades.match import Match
from scorepad.spades.order import Ordered
from scorepad.spades.result import outcome_text, score_text
from scorepad.spades.words import N, T, Text, join_texts

NAMED_ENTRIES = 3
"""So many entries of a version of an event are named; the others are counted."""


class VersionSummary(msgspec.Struct, frozen=True):
    """A version in brief: the id of its last entry, whether it counts, what it comes to, who
    recorded what only it has, and when the last of that was (UTC; None where no entry says)."""

    last_id: str
    counts: bool
    result: Text
    recorded_by: str
    recorded_at: datetime | None


def match_versions(match: Match) -> list[VersionSummary]:
    """Return the versions of a match between which somebody has to choose, the one that counts
    first; nothing where there is one version only."""
    return [
        _summarize_version(match, entries, last_id, _describe_match(match, last_id))
        for last_id, entries in _find_versions(match)
    ]


def event_versions(event: Event) -> list[VersionSummary]:
    """Return the versions of an event's own log, as `match_versions` does."""
    return [
        _summarize_version(event, entries, last_id, _describe_event(event, entries, last_id))
        for last_id, entries in _find_versions(event)
    ]


def _find_versions(log: Log[Any]) -> list[tuple[str, Sequence[Ordered]]]:
    """Return the last entry of each version, and the entries that only it has."""
    if not log.has_versions:
        return []
    others = log.order.open_versions or log.order.versions
    return [
        (log.tip, log.entries_apart(others)),
        *((each.last_id, each.entries) for each in others),
    ]


def _summarize_version(
    log: Log[Any], entries: Sequence[Ordered], last_id: str, result: Text
) -> VersionSummary:
    known = [each for each in entries if isinstance(each, Common)]
    names = dict.fromkeys(each.by for each in known if each.by)
    laptops = [each.name for each in known if isinstance(each, Hold) and each.name]
    return VersionSummary(
        last_id=last_id,
        counts=last_id == log.tip,
        result=result,
        recorded_by=", ".join((*names, *laptops[-1:])),
        recorded_at=max((each.at for each in known if each.at is not None), default=None),
    )


def _describe_event(event: Event, entries: Sequence[Ordered], last_id: str) -> Text:
    """Return what a version of an event has recorded, its first entries by name."""
    version = event if last_id == event.tip else event.with_version(last_id)
    ids = [each.id or "" for each in entries if isinstance(each, Common)]
    if not ids:
        return N("{n} entry", "{n} entries", len(entries))
    names = join_texts([_describe_entry(version, each) for each in ids[:NAMED_ENTRIES]], apart=True)
    more = len(entries) - len(ids[:NAMED_ENTRIES])
    if not more:
        return names
    return N("{entries}; and {n} more", "{entries}; and {n} more", more, entries=names)


def _describe_entry(event: Event, entry_id: str) -> Text:
    """Return the name of an entry; of a result also what it says."""
    name, entry = event.name(entry_id), event.amended_now(event.raw(entry_id))
    if isinstance(entry, ResultEntry) and entry.pairing in event.register.drawn:
        teams = event.register.drawn[entry.pairing][1].teams
        result = result_text(event.register.team_name, teams, entry)
        return T("{entry}: {result}", entry=name, result=result)
    return name


def _describe_match(match: Match, last_id: str) -> Text:
    version = match if last_id == match.tip else match.with_version(last_id)
    hands = N("{n} hand", "{n} hands", len(version.board.hands))
    result = outcome_text(version) or score_text(version.board)
    return T("{hands}, {result}", hands=hands, result=result)
