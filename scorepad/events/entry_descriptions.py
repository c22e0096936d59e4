"""What the entries of an event record, in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.events.entries import (
    CheckIn,
    EventAmend,
    NoShowGrace,
    OfficialResult,
    ResultEntry,
    RoundEntry,
    TeamConductMark,
    TeamEntry,
)
from scorepad.events.event import Event
from scorepad.events.event_descriptions import conduct_mark_text, result_text
from scorepad.events.register import Register
from scorepad.events.results import NO_MATCH_RESULTS
from scorepad.events.seating import round_moves
from scorepad.spades.entries import Common
from scorepad.spades.words import N, T, Text, join_with_commas


def register_that_names_entry(event: Event, entry: Common) -> Register:
    """Return the register that names what an entry is about: the present one; of an entry that is
    struck, and whose pairing had other teams at another time, the one that it was recorded in."""
    pairing = getattr(entry, "pairing", None)
    if pairing is None or entry.id not in event.struck_ids:
        return event.register
    rounds = [each.to if isinstance(each, EventAmend) else each for each in event.log]
    drawn = [each for known in rounds if isinstance(known, RoundEntry) for each in known.pairings]
    if len({(each.teams, each.table) for each in drawn if each.pairing == pairing}) < 2:
        return event.register
    place = next(at for at, each in enumerate(event.log) if each.id == entry.id)
    return event.with_results(NO_MATCH_RESULTS).with_first_entries(place).register


def entry_detail_text(register: Register, entry: Common) -> Text | None:
    """Return what an entry of an event records, beside its name; None where the name says all."""
    if isinstance(entry, ResultEntry):
        drawn = register.drawn.get(entry.pairing)
        return None if drawn is None else result_text(register.team_name, drawn[1].teams, entry)
    if isinstance(entry, NoShowGrace):
        return N("{n} minute longer to wait", "{n} minutes longer to wait", entry.minutes)
    if isinstance(entry, TeamConductMark):
        return conduct_mark_text(entry)
    if isinstance(entry, OfficialResult):
        return T("confirmed by {name}", name=entry.name)
    if isinstance(entry, TeamEntry):
        players = ", ".join(name.strip() for name in entry.players if name.strip())
        if entry.seed is None:
            return T("{team}: {players}", team=entry.name, players=players)
        return T("{team}: {players}; seed {n}", team=entry.name, players=players, n=entry.seed)
    if isinstance(entry, CheckIn):
        return _check_in_text(register, entry)
    if isinstance(entry, RoundEntry):
        return N("{n} match", "{n} matches", len(entry.pairings))
    return None


def _check_in_text(register: Register, entry: CheckIn) -> Text | None:
    """Return which player came, and whether an ID was shown."""
    team, seat = register.teams.get(entry.team), entry.seat
    players = () if team is None else team.players
    parts = []
    if seat is not None and seat < len(players) and players[seat].strip():
        parts.append(T("{player}", player=players[seat].strip()))
    if entry.id_shown:
        parts.append(T("ID shown"))
    return join_with_commas(parts) if parts else None


def correction_texts(event: Event, amend: EventAmend) -> Iterator[Text]:
    """Yield what a correction changed, from the value before it to the one after; of a round who
    moved."""
    before, register = event.read_entry_before_amend(amend), event.register
    if isinstance(before, RoundEntry) and isinstance(amend.to, RoundEntry):
        for move in round_moves(register, before, amend.to):
            yield move.text(register)
        return
    was, now = entry_detail_text(register, before), entry_detail_text(register, amend.to)
    if was is not None and now is not None:
        yield T("{before} → {after}", before=was, after=now)
