"""A log that an earlier program kept is converted here, and what it came to is compared.

Earlier programs decided when two logs were joined which entry came first and which fitted, and kept
that.  Today both are computed from the entries alone (`spades.order`), so the same entries may come
to another result, which is then named: once in the window, and by `check`.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import Any, NamedTuple, cast

import msgspec
from msgspec.structs import replace

from scorepad.desk.ports import AnyLog, Keeper, MatchLog
from scorepad.desk.reading import read_kept_event, read_kept_match
from scorepad.events.entries import EventEntry
from scorepad.events.event import Event
from scorepad.events.results import NO_MATCH_RESULTS
from scorepad.spades.entries import Entry
from scorepad.spades.ids import is_kept_id, new_id_by_old_id, with_new_ids
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import without_unfit
from scorepad.spades.refusal import Refused
from scorepad.spades.result import outcome_text, score_text
from scorepad.spades.words import T, Text

DRAFT_ID = "changed results"
"""The changed results are kept as a draft under this id."""


class ConvertedLog(NamedTuple):
    """A log as it is kept from now on, and what is said where its result changed."""

    log: AnyLog
    change: Text | None = None


class _ChangedResults(msgspec.Struct):
    """The sentences about changed results, of which the window has shown the first few."""

    shown: int = 0
    sentences: list[Text] = []


def convert_log(old_log: AnyLog, library: Library) -> ConvertedLog:
    """Return a log with ids that sort and without what an earlier program decided.

    `old_log` has its entries in the order in which that program counted them; those that it did not
    count say why (`unfit`).
    """
    converted: Any = replace(old_log, log=tuple(_with_ids_that_sort(old_log)))
    change = None
    with suppress(Refused):  # a log that cannot be read says so itself
        change = _match_change(old_log, converted, library)
    return ConvertedLog(converted, change)


def _with_ids_that_sort(old_log: AnyLog) -> Sequence[Any]:
    """Return the entries; those of imported files get the ids that an import gives them today."""
    entries = [without_unfit(each) for each in old_log.log]
    if all(is_kept_id(each.id) for each in entries):
        return entries
    log = with_new_ids(entries, _positions(old_log))
    return with_new_ids(log, new_id_by_old_id(old_log.id, log))


def _positions(old_log: AnyLog) -> dict[str, str]:
    """Return the position in its file of each entry that an earlier import named by it, by its id;
    so the same file brings the same entries again."""
    space = uuid.UUID(old_log.id)
    places = map(str, range(1, len(old_log.log) + 1))
    by_id = {str(uuid.uuid5(space, place)): place for place in places}
    return {each.id or "": by_id[each.id or ""] for each in old_log.log if each.id in by_id}


def _match_change(old_log: AnyLog, converted: AnyLog, library: Library) -> Text | None:
    """Return what is said where a log's result is another one now."""
    counted = [each for each in old_log.log if getattr(each, "unfit", None) is None]
    if isinstance(old_log, MatchLog):
        log = [cast(Entry, each) for each in counted]
        before = Match.open(old_log.head, library, id=old_log.id).with_entries_appended(
            log, tolerant=True
        )
        after = read_kept_match(cast(MatchLog, converted), library)
        if before.board.score == after.board.score and before.board.end == after.board.end:
            return None
        return T(
            "Match {id}: an earlier Scorepad counted its entries otherwise than this one. It came "
            "to {before}, and now comes to {after}.",
            id=old_log.id,
            before=_result(before),
            after=_result(after),
        )
    entries = [cast(EventEntry, each) for each in counted]
    event = Event(old_log.head, library, id=old_log.id, matches=NO_MATCH_RESULTS)
    was = event.with_entries_appended(entries, tolerant=True)
    now = read_kept_event(cast(Any, converted), library)
    if was.register.results == now.register.results:
        return None
    return T(
        "Event {name}: an earlier Scorepad counted its entries otherwise than this one. {before} "
        "results counted, and now {after}.",
        name=old_log.head.name,
        before=len(was.register.results),
        after=len(now.register.results),
    )


def _result(match: Match) -> Text:
    return outcome_text(match) or score_text(match.board)


def result_changes_in_draft(draft: str) -> list[Text]:
    """Return the sentences in a draft."""
    return _decode(draft).sentences


def add_result_changes_to_draft(draft: str, sentences: Iterable[Text]) -> str:
    """Return the draft with these sentences too."""
    there = _decode(draft)
    there.sentences += [each for each in sentences if each not in there.sentences]
    return _encode(there)


def take_result_changes_from_upgrade(keeper: Keeper) -> list[Text]:
    """Return the sentences that the window has not shown yet; from now on it has."""
    there = _decode(keeper.draft(DRAFT_ID))
    new = there.sentences[there.shown :]
    if new:
        there.shown = len(there.sentences)
        with suppress(Refused):  # then they are shown once more
            keeper.keep_draft(DRAFT_ID, _encode(there))
    return new


def _decode(draft: str) -> _ChangedResults:
    try:
        return msgspec.json.decode(draft or "{}", type=_ChangedResults)
    except msgspec.MsgspecError:
        return _ChangedResults()


def _encode(there: _ChangedResults) -> str:
    return msgspec.json.encode(there).decode()
