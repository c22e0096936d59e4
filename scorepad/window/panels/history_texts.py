"""The history's texts about each entry: its reading, the one before, reason, moment and author."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

import msgspec
from msgspec.structs import replace

from scorepad.desk.undoing import name_entry_even_if_struck
from scorepad.spades import entries as kinds
from scorepad.spades.entries import (
    Entry,
    HeadChange,
    Strike,
    UnknownEntry,
    is_undo,
)
from scorepad.spades.entry_descriptions import (
    amend_and_override_reasons,
    name_undo,
    reason_text,
    strike_reason,
)
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.marks import is_time_entry_from_clock, kind_title
from scorepad.spades.match import Match
from scorepad.spades.order import Ordered
from scorepad.spades.replaced import head_before
from scorepad.spades.words import T, Text, capitalize, join_parts
from scorepad.window.wording import moments
from scorepad.window.wording.names import describe_entry, entry_title


class EntryChangeTexts(msgspec.Struct, frozen=True):
    """The texts about an entry: its reading `now`, the one before (`was`), the reason of the change
    (`why`), and the `removal` after which it no longer counts; "" without one."""

    now: str
    was: str = ""
    why: str = ""
    removal: str = ""


def describe_in_history(match: Match, entry: Entry) -> EntryChangeTexts:
    """Return how the history describes an entry."""
    removal = _removal(match, entry)
    if isinstance(entry, kinds.Amend):
        before = match.read_entry_before_amend(entry)
        if isinstance(before, HeadChange) or isinstance(entry.to, HeadChange):
            was, now = describe_entry(match, before), describe_entry(match, entry.to)
        else:
            was = describe_entry(match, before, compared_with=entry.to)
            now = describe_entry(match, entry.to, compared_with=before)
        return EntryChangeTexts(now, was, amend_and_override_reasons(entry), removal)
    if isinstance(entry, kinds.Strike):
        why = "" if is_undo(entry) else reason_text(entry.why)
        description = _target(match, entry.entry)
        # Where a correction is struck, the reading before counts again.
        return EntryChangeTexts(description.was, description.now, why, removal)
    if isinstance(entry, kinds.Restore):
        description = _target(match, entry.entry)
        return EntryChangeTexts(description.now, description.was)
    if isinstance(entry, HeadChange):
        plain = replace(entry, why="")
        return EntryChangeTexts(
            describe_entry(match, plain),
            describe_entry(match, _setup_before(match, entry)),
            reason_text(entry.why),
            removal,
        )
    now = describe_entry(match, entry)
    reads = match.with_latest_amend(entry)
    if reads != entry:
        # The correction is an entry of its own, with author, moment and reason.
        return EntryChangeTexts(
            describe_entry(match, reads, compared_with=entry),
            describe_entry(match, entry, compared_with=reads),
            removal=removal,
        )
    if any(field.name == "why" for field in ENTRY_KINDS[type(entry)].fields):
        values = describe_entry(match, replace(entry, why=""))
        return EntryChangeTexts(values, "", getattr(entry, "why", ""), removal)
    return EntryChangeTexts(now, removal=removal)


def history_title(match: Match, entry: Entry) -> str:
    """Return an entry's title; undo and redo are titled by the entry that they undo."""
    if isinstance(entry, kinds.Strike) and is_undo(entry):
        what = name_entry_even_if_struck(match, match.original_entry(entry.entry))
        return capitalize(str(name_undo(what)))
    if isinstance(entry, kinds.Restore) and _is_redo(match, entry):
        what = name_entry_even_if_struck(match, match.original_entry(entry.entry))
        return capitalize(str(T("Redo: {what}", what=what)))
    if isinstance(entry, kinds.Time):
        return str(kind_title(match, entry))
    return entry_title(match, entry)


def _is_redo(match: Match, restore: kinds.Restore) -> bool:
    if restore.step is not None:
        return restore.redoes is not None
    strikes = [
        each
        for each in match.log[: match.log.index(restore)]
        if isinstance(each, kinds.Strike) and each.entry == restore.entry
    ]
    return bool(strikes) and is_undo(strikes[-1])


def _target(match: Match, entry_id: str) -> EntryChangeTexts:
    target = match.original_entry(entry_id)
    if isinstance(target, kinds.Amend | HeadChange):
        return describe_in_history(match, target)
    return EntryChangeTexts(describe_entry(match, match.with_latest_amend(target)))


def _setup_before(match: Match, setup: HeadChange) -> HeadChange:
    head = head_before(match, setup)
    return HeadChange(why="", **{name: getattr(head, name) for name in setup.changed_fields})


def _removal(match: Match, entry: Entry) -> str:
    strike_id = match.strike_by_entry.get(str(entry.id))
    if strike_id is None:
        return ""
    strike = match.original_entry(strike_id)
    assert isinstance(strike, kinds.Strike)
    who, moment = strike.by or "–", moments.format_local_time(strike.at)
    if is_undo(strike):
        return str(T("undone by {who}, {moment}", who=who, moment=moment))
    why = strike_reason(strike)
    return str(T("deleted by {who}, {moment}: {why}", who=who, moment=moment, why=why))


def before_and_now_text(description: EntryChangeTexts) -> str:
    """Return the reading of an entry before and now, in one text."""
    if description.was and description.now:
        return str(T("{old}  →  {new}", old=description.was, new=description.now))
    return description.now or description.was


def history_caption(match: Match, entry: Entry) -> str:
    """Return an entry's reading, reason, moment and author, in one line."""
    description = describe_in_history(match, entry)
    parts = (before_and_now_text(description), description.why)
    return join_parts((*parts, moments.format_moment(entry.at), _recorded_by(match, entry)))


class HistoryRow(NamedTuple):
    """A row of the history: the entry's id ("" for one that cannot be chosen), its time, its text,
    the whole of it as it is spoken, and whether it counts."""

    entry_id: str
    time: str
    text: str
    spoken: str
    counts: bool = True


def history_rows(match: Match) -> Iterator[HistoryRow]:
    """Yield the rows of the history, the newest entry first."""
    for entry in match.order.waiting:
        yield _other_row(match, entry, T("waiting for an entry that isn't here yet"))
    for version in match.order.versions:
        for entry in reversed(version.entries):
            yield _other_row(match, entry, T("in another version"))
    struck = match.struck_ids
    for entry in reversed(match.log):
        entry_id, description = str(entry.id), describe_in_history(match, entry)
        mark = ""
        if entry.id in match.unfit:
            mark = str(T("doesn't count"))
        elif entry_id in struck:
            strike = match.original_entry(match.strike_by_entry[entry_id])
            undone = isinstance(strike, Strike) and is_undo(strike)
            mark = str(T("undone") if undone else T("deleted"))
        elif entry_id in match.amend_by_entry:
            mark = str(T("corrected"))
        title, changed = history_title(match, entry), before_and_now_text(description)
        meta = (moments.format_moment(entry.at), _recorded_by(match, entry))
        yield HistoryRow(
            entry_id,
            moments.format_local_time(entry.at),
            join_parts((title, mark, changed, description.why)),
            join_parts((title, mark, changed, description.why, description.removal, *meta), ", "),
            counts=entry_id not in struck and entry.id not in match.unfit,
        )


def _other_row(match: Match, entry: Ordered, mark: Text) -> HistoryRow:
    name, by = (
        (entry.kind, "")
        if isinstance(entry, UnknownEntry)
        else (str(match.name(entry)), entry.by or "")
    )
    title, meta = capitalize(name), (moments.format_moment(entry.at), by)
    spoken = join_parts((title, str(mark), *meta), ", ")
    time = moments.format_local_time(entry.at)
    return HistoryRow("", time, join_parts((title, str(mark), by)), spoken, counts=False)


def _recorded_by(match: Match, entry: Entry) -> str:
    return "" if is_time_entry_from_clock(match, entry) else entry.by or ""
