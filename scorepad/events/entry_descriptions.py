"""The entries of an event in words."""

from __future__ import annotations

from collections.abc import Iterator

from scorepad.events.entries import EventAmend, RoundEntry
from scorepad.events.entry_kinds import entry_detail_text
from scorepad.events.event import Event
from scorepad.events.overview import Overview
from scorepad.events.results import NO_MATCH_RESULTS
from scorepad.events.seating import seat_moves_in_round
from scorepad.spades.entries import Common
from scorepad.spades.words import T, Text


def overview_that_names_entry(event: Event, entry: Common) -> Overview:
    """Return the overview with the names for an entry: the present one, or the one in which it was
    recorded if it is struck and its pairing had other teams at another time."""
    pairing = getattr(entry, "pairing", None)
    if pairing is None or entry.id not in event.struck_ids:
        return event.overview
    rounds = [each.to if isinstance(each, EventAmend) else each for each in event.log]
    drawn = [each for known in rounds if isinstance(known, RoundEntry) for each in known.pairings]
    if len({(each.teams, each.table) for each in drawn if each.pairing == pairing}) < 2:
        return event.overview
    place = next(at for at, each in enumerate(event.log) if each.id == entry.id)
    return event.with_results(NO_MATCH_RESULTS).with_first_entries(place).overview


def correction_texts(event: Event, amend: EventAmend) -> Iterator[Text]:
    """Yield the changes of a correction, from the value before it to the one after; of a round
    the moved teams."""
    before, register = event.read_entry_before_amend(amend), event.register
    if isinstance(before, RoundEntry) and isinstance(amend.to, RoundEntry):
        for move in seat_moves_in_round(register, before, amend.to):
            yield move.text(event.overview)
        return
    was, now = entry_detail_text(register, before), entry_detail_text(register, amend.to)
    if was is not None and now is not None:
        yield T("{before} → {after}", before=was, after=now)
