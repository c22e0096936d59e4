"""The decisions of the day: rulings, forfeits, penalties, corrections and marks of an event and
of its matches, with time, table, reason and name."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from datetime import UTC, datetime
from typing import Final

import msgspec
from msgspec.structs import replace

from scorepad.cleaning import tidy_name
from scorepad.events.entries import EventAmend, ResultEntry, RoundEntry
from scorepad.events.entry_descriptions import correction_texts, overview_that_names_entry
from scorepad.events.entry_kinds import EVENT_ENTRY_KINDS, entry_detail_text
from scorepad.events.event import Event
from scorepad.events.seating import seat_moves_in_round
from scorepad.spades.entries import KINDS, Common, Restore, Strike, is_undo, kind_of
from scorepad.spades.entry_descriptions import name_correction, reason_text
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.match import Match
from scorepad.spades.remarks import read_remarks
from scorepad.spades.words import T, Text, capitalize, join_parts

LEFT_OUT: Final = {
    "effect",
    "warning",
    *(tag for tag, kind in KINDS.items() if not ENTRY_KINDS[kind].is_decision),
}
"""The remarks of a match that are no decisions."""
EARLIEST: Final = datetime(1, 1, 1, tzinfo=UTC)


class Decision(msgspec.Struct, frozen=True, kw_only=True):
    """Something decided on the day: when (UTC), in which round, at which table ("": of none), the
    teams it is about, its kind of entry, its title, the value before a correction and the one after
    it, the reason, and the recorder ("": unknown)."""

    at: datetime | None
    round: int | None
    table: str
    teams: str
    kind: str
    title: str
    was: str
    now: str
    why: str
    by: str


def list_decisions(event: Event, matches: Iterable[Match]) -> list[Decision]:
    """Return the list of the day, by time; `matches` are those of the event that can be read."""
    items = [*_event_items(event)]
    by_match = {event.match_id(pairing): pairing for pairing in event.register.drawn}
    for match in matches:
        if match.id in by_match:
            items += _match_items(event, match, by_match[match.id])
    return sorted(items, key=lambda each: each.at or EARLIEST)


def _event_items(event: Event) -> Iterator[Decision]:
    for entry in event.log:
        target = _target(event, entry)
        if not _is_listed(event, entry, target):
            continue
        why = getattr(entry, "why", "") or getattr(entry, "text", "")
        round_, table, teams = _where(event, target)
        item = Decision(
            at=entry.at,
            round=round_,
            table=table,
            teams=teams,
            kind=kind_of(entry),
            title=capitalize(_title(event, entry, target)),
            was="",
            now="",
            why=reason_text(why) if why else "",
            by=tidy_name(entry.by or ""),
        )
        for team, was, now in _changes(event, entry):
            yield replace(item, teams=team or teams, was=was, now=now)


def _changes(event: Event, entry: Common) -> Iterator[tuple[str, str, str]]:
    register = event.register
    if not isinstance(entry, EventAmend):
        yield "", "", str(entry_detail_text(register, entry) or "")
        return
    before, to = event.read_entry_before_amend(entry), entry.to
    moves = []
    if isinstance(before, RoundEntry) and isinstance(to, RoundEntry):
        moves = seat_moves_in_round(register, before, to)
    for move in moves:
        was = str(move.old_place_if_changed or "")
        yield register.team_name(move.team), was, str(move.new_place(event.overview))
    if isinstance(to, ResultEntry):
        was, now = (str(entry_detail_text(register, each) or "") for each in (before, to))
        yield "", was, now
    elif not moves:
        yield "", "", "; ".join(map(str, correction_texts(event, entry)))


def _title(event: Event, entry: Common, target: Common) -> Text:
    short_name = EVENT_ENTRY_KINDS[type(target)].short_name
    if short_name is None:
        return event.name(entry.id or "")
    name = short_name(target)
    return name_correction(entry, name) if entry.is_correction else name


def _target(event: Event, entry: Common) -> Common:
    target = event.find_corrected(entry)
    return entry if target is None else event.with_latest_amend(target)


def _is_listed(event: Event, entry: Common, target: Common) -> bool:
    if entry.id in event.struck_ids or entry.id in event.unfit:
        return False
    if isinstance(entry, Strike | Restore):
        undone = isinstance(entry, Strike) and is_undo(entry)
        return not undone and EVENT_ENTRY_KINDS[type(target)].is_correction_decision
    return EVENT_ENTRY_KINDS[type(entry)].is_decision(entry)


def _where(event: Event, about: Common) -> tuple[int | None, str, str]:
    register = overview_that_names_entry(event, about).register
    pairing = getattr(about, "pairing", None)
    if pairing in register.drawn:
        number, drawn = register.drawn[pairing]
        return number, drawn.table, str(event.register.names_text(drawn.teams))
    team = getattr(about, "team", None)
    names = register.team_name(team) if team in register.teams else ""
    return getattr(about, "round", None), "", names


def _match_items(event: Event, match: Match, pairing: str) -> Iterator[Decision]:
    number, drawn = event.register.drawn[pairing]
    for each in read_remarks(match):
        undone = each.kind == "strike" and not each.why
        if each.kind in LEFT_OUT or undone:
            continue
        hand = "" if each.hand is None else str(T("hand {hand}", hand=each.hand))
        yield Decision(
            at=each.at,
            round=number,
            table=drawn.table,
            teams=str(event.register.names_text(drawn.teams)),
            kind=each.kind,
            title=join_parts((each.title, hand)),
            was=each.was,
            now=each.now,
            why=each.why,
            by=each.by,
        )
