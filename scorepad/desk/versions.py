"""The result of each version of a match or event, to choose between them."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import datetime
from typing import Any

import msgspec

from scorepad.cleaning import tidy_name
from scorepad.events.entries import ResultEntry
from scorepad.events.event import Event
from scorepad.events.event_descriptions import result_text
from scorepad.spades.board import Hand
from scorepad.spades.entries import Common, LaptopTakeover
from scorepad.spades.log import Log
from scorepad.spades.match import Match
from scorepad.spades.naming import team_field, with_tidy_names
from scorepad.spades.order import Ordered
from scorepad.spades.result import outcome_text, score_text
from scorepad.spades.words import N, T, Text, join_parts, join_with_commas

NAMED_ENTRIES = 3
"""So many entries of a version of an event are named in one line; the others are counted."""
MOST_LINES = 6
"""Of so many hands and entries that only one version has each is shown: the last ones."""


NILS: Mapping[object, Text] = {"nil": T("nil"), "blind": T("blind nil")}


class ItemUniqueToVersion(msgspec.Struct, frozen=True):
    """An item that only one version has: a hand of a match with its bids and tricks, or an entry
    by its name; its recorder, and its time (UTC; None if no entry has one)."""

    text: Text
    recorded_by: str
    recorded_at: datetime | None


class LogVersionSummary(msgspec.Struct, frozen=True):
    """A version in brief: the id of its last entry, whether it counts, its result or state, the
    laptop that holds it ("": none), the recorders of its own entries, and the time of the last of
    those (UTC; None if unknown). `lines` are the last of its own entries, `more` counts the
    others."""

    last_id: str
    counts: bool
    result: Text
    laptop: str
    recorded_by: str
    recorded_at: datetime | None
    lines: tuple[ItemUniqueToVersion, ...]
    more: int


def match_versions(match: Match) -> list[LogVersionSummary]:
    """Return the versions of a match that wait for a choice, the one that counts first; nothing
    if there is only one."""
    summaries = []
    for last_id, entries in _find_versions(match):
        version = match if last_id == match.tip else match.with_version(last_id)
        hands = N("{n} hand", "{n} hands", len(version.board.hands))
        result = outcome_text(version) or score_text(version.board)
        lines = list(_lines_of_match(version, entries))
        result = T("{hands}, {result}", hands=hands, result=result)
        summaries.append(_summarize_version(match, version, entries, result, lines))
    return summaries


def event_versions(event: Event) -> list[LogVersionSummary]:
    """Return the versions of an event's own log, as `match_versions` does."""
    summaries = []
    for last_id, entries in _find_versions(event):
        version = event if last_id == event.tip else event.with_version(last_id)
        lines = [
            _line(_describe_entry(version, each.id or ""), each)
            for each in entries
            if isinstance(each, Common) and version.has_entry(each.id or "")
        ]
        result = _describe_event(lines, len(entries))
        summaries.append(_summarize_version(event, version, entries, result, lines))
    return summaries


def _find_versions(log: Log[Any]) -> list[tuple[str, Sequence[Ordered]]]:
    if not log.has_versions:
        return []
    others = log.order.open_versions or log.order.versions
    return [
        (log.tip, log.entries_not_in_all_versions(others)),
        *((each.last_id, each.entries) for each in others),
    ]


def _summarize_version(
    log: Log[Any],
    version: Log[Any],
    entries: Sequence[Ordered],
    result: Text,
    lines: Sequence[ItemUniqueToVersion],
) -> LogVersionSummary:
    tidy = [with_tidy_names(each) for each in entries if isinstance(each, Common)]
    names = dict.fromkeys(each.by for each in tidy if each.by)
    laptops = [each.name for each in tidy if isinstance(each, LaptopTakeover) and each.name]
    return LogVersionSummary(
        last_id=version.tip,
        counts=version.tip == log.tip,
        result=result,
        laptop="" if version.holder is None else version.holder.name or version.holder.laptop[:8],
        recorded_by=join_parts((*names, *laptops[-1:]), ", "),
        recorded_at=max((each.at for each in tidy if each.at is not None), default=None),
        lines=tuple(lines[-MOST_LINES:]),
        more=max(0, len(lines) - MOST_LINES),
    )


def _line(text: Text, entry: Common) -> ItemUniqueToVersion:
    return ItemUniqueToVersion(text, tidy_name(entry.by or ""), entry.at)


def _lines_of_match(version: Match, entries: Sequence[Ordered]) -> Iterator[ItemUniqueToVersion]:
    hands = {entry_id: hand for hand in version.board.hands for entry_id in hand.entries}
    known = [
        each for each in entries if isinstance(each, Common) and version.has_entry(each.id or "")
    ]
    last = {hands[each.id].number: each for each in known if each.id in hands}
    for each in known:
        hand = hands.get(each.id or "")
        if hand is None:
            yield _line(version.name(each), each)
        elif last[hand.number] is each:
            yield _line(_describe_hand(version, hand), each)


def _describe_hand(match: Match, hand: Hand) -> Text:
    one, other = (_describe_side(match, hand, side) for side in (0, 1))
    return T("hand {n}: {one} · {other}", n=hand.number, one=one, other=other)


def _describe_side(match: Match, hand: Hand, side: int) -> Text:
    if hand.bids_itself:
        return T("{team} took {n}", team=team_field(match.head, side), n=hand.tricks[side] or 0)
    side_bids = [hand.bids[seat] for seat in (side, side + 2) if hand.bids[seat] is not None]
    shown = [NILS.get(each) or str(each) for each in side_bids]
    bids = T("{one} + {other}", one=shown[0], other=shown[1]) if len(shown) > 1 else shown[0]
    team, tricks = team_field(match.head, side), hand.tricks[side]
    if tricks is None:
        return T("{team} bid {bids}", team=team, bids=bids)
    return T("{team} bid {bids}, took {tricks}", team=team, bids=bids, tricks=tricks)


def _describe_event(lines: Sequence[ItemUniqueToVersion], count: int) -> Text:
    texts = [each.text for each in lines[:NAMED_ENTRIES]]
    if not texts:
        return N("{n} entry", "{n} entries", count)
    names, more = join_with_commas(texts, semicolons=True), count - len(texts)
    if not more:
        return names
    return N("{entries}; and {n} more", "{entries}; and {n} more", more, entries=names)


def _describe_entry(event: Event, entry_id: str) -> Text:
    name, entry = event.name(entry_id), event.with_latest_amend(event.original_entry(entry_id))
    if isinstance(entry, ResultEntry) and entry.pairing in event.register.drawn:
        teams = event.register.drawn[entry.pairing][1].teams
        result = result_text(event.register.team_name, teams, entry)
        return T("{entry}: {result}", entry=name, result=result)
    return name
