"""Older programs kept the order of a log; where today's order gives another result, that is said.

They decided when two logs were joined which entry came first and which fitted, so the same entries
could come to different results.  Today both are computed from the entries alone (`spades.order`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import cast

from scorepad.desk.draft import Draft
from scorepad.desk.ports import Keeper, Kept, KeptEvent
from scorepad.desk.reading import read_kept_event, read_kept_match
from scorepad.events.entries import EventEntry
from scorepad.events.event import Event
from scorepad.events.results import NO_MATCH_RESULTS
from scorepad.spades.entries import Common, Entry
from scorepad.spades.ids import is_kept_id
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.result import outcome_text, score_text
from scorepad.spades.words import T, Text

DRAFT_ID = "order of logs"
"""That the changed results were named once is kept as a draft under this id."""


def changed_results(keeper: Keeper, library: Library, match_ids: Iterable[str]) -> Iterator[Text]:
    """Yield a sentence for each match and event that now comes to another result than before."""
    for match_id in match_ids:
        with suppress(Refused):  # a match that cannot be read says so itself
            kept = keeper.load(match_id)
            if not keeps_order(kept.log):
                continue
            before, after = _match_as_kept(kept, library), read_kept_match(kept, library)
            if before.board.score != after.board.score or before.board.end != after.board.end:
                yield T(
                    "Match {id}: two logs were joined here in an order that is now computed from "
                    "their entries. It came to {before}, and now comes to {after}.",
                    id=kept.id,
                    before=_result(before),
                    after=_result(after),
                )
    for event in keeper.events():
        with suppress(Refused):
            kept_event = keeper.load_event(event.id)
            if not keeps_order(kept_event.log):
                continue
            was, now = _event_as_kept(kept_event, library), read_kept_event(kept_event, library)
            if was.register.results != now.register.results:
                yield T(
                    "Event {name}: two logs were joined here in an order that is now computed "
                    "from their entries. {before} results counted, and now {after}.",
                    name=event.name,
                    before=len(was.register.results),
                    after=len(now.register.results),
                )


def name_changed_results(keeper: Keeper, library: Library) -> list[Text]:
    """Return these sentences once for all that is kept; later calls return nothing."""
    named = Draft(keeper, DRAFT_ID)
    if named.text:
        return []
    match_ids = [each.id for aside in (False, True) for each in keeper.summaries(aside=aside)]
    if not match_ids:
        return []
    sentences = list(changed_results(keeper, library, match_ids))
    with suppress(Refused):
        named.write("named")
    return sentences


def keeps_order(log: Iterable[object]) -> bool:
    """Return whether entries were kept in another order than that of their ids, or as unfit."""
    entries = [cast(Common, each) for each in log]
    ids = [each.id or "" for each in entries]
    return (
        ids != sorted(ids)
        or not all(map(is_kept_id, ids))
        or any(getattr(each, "unfit", None) is not None for each in entries)
    )


def _match_as_kept(kept: Kept, library: Library) -> Match:
    """Return a match as an older program read it: in the order in which it was kept."""
    log = [cast(Entry, each) for each in kept.log if getattr(each, "unfit", None) is None]
    return Match.open(kept.head, library, id=kept.id).extended(log, tolerant=True)


def _event_as_kept(kept: KeptEvent, library: Library) -> Event:
    """Return an event as an older program read it: in the order in which it was kept."""
    log = [cast(EventEntry, each) for each in kept.log if getattr(each, "unfit", None) is None]
    return Event(kept.head, library, id=kept.id, matches=NO_MATCH_RESULTS).extended(
        log, tolerant=True
    )


def _result(match: Match) -> Text:
    return outcome_text(match) or score_text(match.board)
