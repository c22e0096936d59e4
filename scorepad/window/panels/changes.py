"""What an entry of the history changed: what it read before, what it reads now, and why."""

from __future__ import annotations

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from scorepad.desk.undoing import UNDONE, Step, name_step
from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common, Entry, Setup
from scorepad.spades.match import HEAD_FIELDS, Match
from scorepad.spades.words import Words
from scorepad.window import when
from scorepad.window.panels.entry_words import entry_words, reason, title
from scorepad.window.parts import sentence


class Says(msgspec.Struct, frozen=True):
    """What is told of an entry: what it reads, what that replaced ("" nothing), the reason given,
    and, of one that no longer counts, what took it away."""

    now: str
    was: str = ""
    why: str = ""
    taken: str = ""


def says_of(match: Match, entry: Entry, words: Words) -> Says:
    """What is told of an entry of the log."""
    taken = _taken(match, entry, words)
    if isinstance(entry, kinds.Amend):
        before = _before(match, entry)
        if isinstance(before, Setup) or isinstance(entry.to, Setup):
            was, now = entry_words(match, before, words), entry_words(match, entry.to, words)
        else:
            was = entry_words(match, before, words, unlike=entry.to)
            now = entry_words(match, entry.to, words, unlike=before)
        why = entry.why
        if entry.override:
            why = words("{why}; accepted because: {reason}", why=why, reason=entry.override)
        return Says(now, was, why, taken)
    if isinstance(entry, kinds.Strike):
        why = "" if entry.why == UNDONE else entry.why
        says = _target(match, entry.entry, words)
        # A correction that is struck gives way to what it had replaced.
        return Says(says.was, says.now, why, taken)
    if isinstance(entry, kinds.Restore):
        says = _target(match, entry.entry, words)
        return Says(says.now, says.was)
    if isinstance(entry, Setup):
        plain = replace(entry, why="")
        return Says(
            entry_words(match, plain, words),
            entry_words(match, _head_before(match, entry), words),
            entry.why,
            taken,
        )
    now = entry_words(match, entry, words)
    reads = match.amended_now(entry)
    if reads != entry:
        # Its correction stands above it, with who, when and why.
        return Says(
            entry_words(match, reads, words, unlike=entry),
            entry_words(match, entry, words, unlike=reads),
            taken=taken,
        )
    if isinstance(entry, kinds.Ruling | kinds.Forfeit):
        return Says(entry_words(match, replace(entry, why=""), words), "", entry.why, taken)
    return Says(now, taken=taken)


def called(match: Match, entry: Entry, words: Words) -> str:
    """An entry's title; an undo and the redo of it name what they are about alike."""
    if isinstance(entry, kinds.Strike) and entry.why == UNDONE:
        return sentence(words("Undo: {what}", what=name_step(match, Step("record", entry.entry))))
    if isinstance(entry, kinds.Restore) and _undone_before(match, entry):
        return sentence(words("Redo: {what}", what=name_step(match, Step("record", entry.entry))))
    return title(match, entry, words)


def _undone_before(match: Match, restore: kinds.Restore) -> bool:
    """Was what this restores struck by an undo?"""
    strikes = [
        each
        for each in match.log[: match.log.index(restore)]
        if isinstance(each, kinds.Strike) and each.entry == restore.entry
    ]
    return bool(strikes) and strikes[-1].why == UNDONE


def _before(match: Match, amend: kinds.Amend) -> Common:
    """The entry as it read before this correction of it."""
    found: Common = match.raw(amend.entry)
    struck = match.struck
    for each in match.log:
        if each.id == amend.id:
            break
        if isinstance(each, kinds.Amend) and each.entry == amend.entry and each.id not in struck:
            found = each.to
    return found


def _target(match: Match, entry_id: str, words: Words) -> Says:
    """What an entry that was struck or restored says: a correction what it changed, anything else
    what it reads."""
    target = match.raw(entry_id)
    if isinstance(target, kinds.Amend | Setup):
        return says_of(match, target, words)
    return Says(entry_words(match, match.amended_now(target), words))


def _head_before(match: Match, setup: Setup) -> Setup:
    """What a change of the setup replaced, in its own form."""
    head, struck = match.first_head, match.struck
    for each in match.log:
        if each.id == setup.id:
            break
        now = match.amended_now(each)
        if isinstance(now, Setup) and each.id not in struck and each.unfit is None:
            given = {n: v for n in HEAD_FIELDS if (v := getattr(now, n)) is not UNSET}
            head = replace(head, **given)
    fields = [name for name in HEAD_FIELDS if getattr(setup, name) is not UNSET]
    return Setup(why="", **{name: getattr(head, name) for name in fields})


def _taken(match: Match, entry: Entry, words: Words) -> str:
    """What took away an entry that no longer counts."""
    strike_id = match.struck_by.get(str(entry.id))
    if strike_id is None:
        return ""
    strike = match.raw(strike_id)
    assert isinstance(strike, kinds.Strike)
    who, moment = strike.by or "–", when.time_of(strike.at, words)
    if strike.why == UNDONE:
        return words("undone by {who}, {moment}", who=who, moment=moment)
    why = reason(strike, words)
    return words("struck by {who}, {moment}: {why}", who=who, moment=moment, why=why)
