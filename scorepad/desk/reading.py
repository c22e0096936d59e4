"""A log that is kept is read here: its entries as a set, whatever order they came in."""

from __future__ import annotations

from scorepad.desk.ports import EventLog, MatchLog
from scorepad.events.event import Event
from scorepad.events.event import read_log as read_event_log
from scorepad.spades.library import Library
from scorepad.spades.match import Match, read_log


def read_kept_match(match_log: MatchLog, library: Library) -> Match:
    """Return a match as it is kept; raises `Refused` where its rule set cannot be."""
    return read_log(match_log.head, match_log.log, library, id=match_log.id)


def read_kept_event(event_log: EventLog, library: Library) -> Event:
    """Return an event as it is kept."""
    return read_event_log(event_log.head, event_log.log, library, id=event_log.id)
