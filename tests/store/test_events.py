"""Events are kept as matches are: durable, in order, never changed."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest

from scorepad.desk.ports import EventLog, LogHasGrown
from scorepad.events.entries import CheckIn, EventEntry, EventHead, TeamEntry
from scorepad.events.status import EventStatus
from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from tests.store.kept import START, entry_id, kept, log, make, match_id


def event_entry(n: int) -> EventEntry:
    """The nth entry of an event."""
    common = {"id": entry_id(n), "at": START + timedelta(seconds=n), "by": "Pat Ngô"}
    if n % 2:
        return TeamEntry(team=f"T{n}", name=f"Aces {n} ♠", players=("Ann", "Cy"), **common)
    return CheckIn(team=f"T{n - 1}", seat=0, id_shown=True, **common)


def kept_event(n: int = 1, entries: int = 4) -> EventLog:
    head = EventHead(name=f"Spring Open {n}", rules="unc", tables=("Red", "Blue"))
    return EventLog(match_id(50 + n), head, tuple(map(event_entry, range(1, entries + 1))))


def listed(event: EventLog, hours: int = 0) -> EventStatus:
    changed = START + timedelta(hours=hours)
    return EventStatus(id=event.id, name=event.head.name, entries=len(event.log), changed=changed)


def test_an_event_is_there_again_as_it_was(tmp_path: Path) -> None:
    first, second = kept_event(1), kept_event(2, 0)
    with open_store(tmp_path, write=True, summarize=make) as store:
        store.create(first, listed(first, 1))
        store.create(second, listed(second))
        store.append(second.id, [event_entry(1)], listed(second, 2), after=0)
    with open_store(tmp_path, write=False, summarize=make) as store:
        assert store.load_event(first.id) == first
        assert store.load_event(second.id).log == (event_entry(1),)
        assert [each.id for each in store.events()] == [second.id, first.id]
        with pytest.raises(Refused, match="There is no event"):
            store.load_event("nobody")


def test_what_is_written_together_is_there_or_nothing_of_it(tmp_path: Path) -> None:
    """A release and its matches."""
    event, match = kept_event(), kept(1, log(2))
    with open_store(tmp_path, write=True, summarize=make) as store:
        store.create(event, listed(event))
        with pytest.raises(Refused, match="kept already"), store.transaction():  # noqa: PT012
            store.append(event.id, [event_entry(9)], listed(event), after=4)
            store.create(match, make(match))
            store.create(match, make(match))
        assert store.load_event(event.id) == event
        assert not store.has(match.id)
        with store.transaction():
            store.append(event.id, [event_entry(9)], listed(event), after=4)
            store.create(match, make(match))
    with open_store(tmp_path, write=False, summarize=make) as store:
        assert len(store.load_event(event.id).log) == 5
        assert store.has(match.id)


def test_a_log_that_has_grown_elsewhere_is_not_written_over(tmp_path: Path) -> None:
    event = kept_event()
    with open_store(tmp_path, write=True, summarize=make) as store:
        store.create(event, listed(event))
        with pytest.raises(LogHasGrown):
            store.append(event.id, [event_entry(9)], listed(event), after=3)
        assert store.load_event(event.id) == event
