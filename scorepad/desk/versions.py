"""What each version of a match or event comes to, to choose one of them by."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from typing import Any

import msgspec

from scorepad.events.event import Event
from scorepad.spades.entries import Common, Hold
from scorepad.spades.log import Log
from scorepad.spades.match import Match
from scorepad.spades.order import Ordered
from scorepad.spades.result import outcome_text, score_text
from scorepad.spades.words import N, T, Text


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
        _summary(match, entries, last_id, _match_result(match, last_id))
        for last_id, entries in _versions(match)
    ]


def event_versions(event: Event) -> list[VersionSummary]:
    """Return the versions of an event's own log, as `match_versions` does."""
    return [
        _summary(event, entries, last_id, N("{n} entry", "{n} entries", len(entries)))
        for last_id, entries in _versions(event)
    ]


def _versions(log: Log[Any]) -> list[tuple[str, Sequence[Ordered]]]:
    """Return the last entry of each version, and the entries that only it has."""
    if not log.has_versions:
        return []
    others = log.order.open_versions or log.order.versions
    forks = [each.after for each in others]
    first = min((log.place_of(each) + 1 if log.has(each) else 0 for each in forks), default=0)
    since = [each for each in log.log[first:] if not log.is_loose(each)]
    return [(log.tip, since), *((each.last_id, each.entries) for each in others)]


def _summary(
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


def _match_result(match: Match, last_id: str) -> Text:
    version = match if last_id == match.tip else match.with_version(last_id)
    hands = N("{n} hand", "{n} hands", len(version.board.hands))
    result = outcome_text(version) or score_text(version.board)
    return T("{hands}, {result}", hands=hands, result=result)
