"""A log that is kept is read here: its entries as a set, whatever order they came in.

Older programs kept entries of imported files under ids that say nothing of their order; they get
the ids that an import of today gives them.
"""

from __future__ import annotations

import uuid
from collections.abc import Sequence

from scorepad.desk.ports import AnyLog, Kept, KeptEvent
from scorepad.events.event import Event
from scorepad.events.event import read_log as read_event_log
from scorepad.spades.ids import imported_ids, is_kept_id, with_new_ids
from scorepad.spades.library import Library
from scorepad.spades.match import Match, read_log
from scorepad.spades.matchfile import without_unfit
from scorepad.spades.order import Ordered


def read_kept_match(kept: Kept, library: Library) -> Match:
    """Return a match as it is kept; raises `Refused` where its rule set cannot be."""
    return read_log(kept.head, entries_of(kept), library, id=kept.id)


def read_kept_event(kept: KeptEvent, library: Library) -> Event:
    """Return an event as it is kept."""
    return read_event_log(kept.head, entries_of(kept), library, id=kept.id)


def entries_of(kept: AnyLog) -> Sequence[Ordered]:
    """Return the entries of a log that is kept, all with ids that sort."""
    entries = [without_unfit(each) for each in kept.log]
    if all(is_kept_id(each.id) for each in entries):
        return entries
    log = with_new_ids(entries, _positions(kept))
    return with_new_ids(log, imported_ids(kept.id, log))


def _positions(kept: AnyLog) -> dict[str, str]:
    """Return the position in its file of each entry that an older import named by it, by its id;
    so the same file brings the same entries again."""
    space = uuid.UUID(kept.id)
    places = map(str, range(1, len(kept.log) + 1))
    by_id = {str(uuid.uuid5(space, place)): place for place in places}
    return {each.id or "": by_id[each.id or ""] for each in kept.log if each.id in by_id}
