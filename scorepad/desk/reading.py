"""A stored log is read here: its entries as a set, in any order."""

from __future__ import annotations

import contextlib
import logging
from collections.abc import Iterator

from scorepad.desk.ports import AnyLog, AnyStatus, EventLog, MatchLog, UnreadableLog
from scorepad.events.event import Event, event_status_of, fold_event_from_entries
from scorepad.spades.library import Library
from scorepad.spades.match import Match, fold_match_from_entries
from scorepad.spades.refusal import Refused
from scorepad.spades.status import status_of
from scorepad.spades.words import T


def is_behind_kept_log(log: Match | Event, kept_log: MatchLog | EventLog) -> bool:
    """Return whether more is kept than a log has: entries, two contents of one, another head."""
    by_id = {each.id: each for each in kept_log.log}
    has_two_contents = len(kept_log.log) > len(by_id) and any(
        by_id[each.id] != each for each in kept_log.log
    )
    return (
        by_id.keys() != set(log.ids_of_all_versions)
        or (has_two_contents and not log.order.conflicts)
        or kept_log.other_heads != log.other_heads
        or getattr(kept_log.head, "release", None) != getattr(log.first_head, "release", None)
    )


class NoFold(UnreadableLog):
    """The fold of a log failed unexpectedly."""

    def __init__(self, log_id: str) -> None:
        super().__init__(
            T(
                "Scorepad can't process something in {id}, so that match or event can't be "
                "opened on this computer. Other matches and events aren't affected.",
                id=log_id,
            )
        )


@contextlib.contextmanager
def refuse_failed_fold(log_id: str) -> Iterator[None]:
    """Return a context in which one log is folded; an error that is no refusal becomes `NoFold`, so
    that it stops no other log."""
    try:
        yield
    except Refused:
        raise
    except Exception as error:
        logging.getLogger(__name__).exception("cannot fold %s", log_id)
        raise NoFold(log_id) from error


def read_kept_match(match_log: MatchLog, library: Library) -> Match:
    """Return a match as it is kept; raises `Refused` if its rule set cannot be."""
    with refuse_failed_fold(match_log.id):
        match = fold_match_from_entries(match_log.head, match_log.log, library, id=match_log.id)
    match.other_heads = match_log.other_heads
    return match


def read_kept_event(event_log: EventLog, library: Library) -> Event:
    """Return an event as it is kept; raises `Refused` if it cannot be."""
    with refuse_failed_fold(event_log.id):
        event = fold_event_from_entries(event_log.head, event_log.log, library, id=event_log.id)
    event.other_heads = event_log.other_heads
    return event


def status_of_kept_log(log: AnyLog, library: Library) -> AnyStatus:
    """Return the status of a stored match or event; raises `Refused` for a log that does not
    fold."""
    with refuse_failed_fold(log.id):
        if isinstance(log, EventLog):
            return event_status_of(read_kept_event(log, library))
        return status_of(read_kept_match(log, library))
