"""The steps of undo and redo, read from the log alone, so both survive a restart and a join.

A step is one act of a person: something recorded, amended, struck or restored, or the bids and the
tricks of a hand corrected together. All its entries carry its id (`step`), also the start of the
clock, or the time that ran out, recorded along with bids. Undo takes the latest step back with the
opposite entries, marked by `undoes`: a strike of recorded entries, a restore of struck ones, a
strike of restored ones. Redo records the last undone step again (`redoes`), also after another
step, unless the gate refuses that.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from typing import Any, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.entries import UNDONE, Common, Entry
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.log import Log
from scorepad.spades.marks import is_time_entry_from_clock
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_with_commas

Correction: TypeAlias = kinds.Strike | kinds.Restore


class UndoableStep(msgspec.Struct, frozen=True):
    """A person did something at once, at a match or at an event. Its entries carry this id, and
    are in the order of the log."""

    id: str
    entries: tuple[Common, ...]

    def corrections_to_undo(self) -> list[Correction]:
        """Return the entries that take this step back, latest first."""
        return [
            replace(correction_to_undo(entry), undoes=self.id) for entry in reversed(self.entries)
        ]

    def corrections_to_redo(self) -> list[Correction]:
        """Return the entries that bring this step again, after it was taken back."""
        return [replace(correction_to_redo(entry), redoes=self.id) for entry in self.entries]


def possible_corrections(log: Log[Any], corrections: Iterable[Correction]) -> list[Correction]:
    """Return those of these corrections that can be made now; after a join it may be none."""
    return [each for each in corrections if _possible(log, each)]


def step_to_undo(log: Log[Any]) -> UndoableStep | None:
    """Return the latest step that can be taken back."""
    return next(
        (
            step
            for step in reversed(_UndoStack(log).done)
            if possible_corrections(log, step.corrections_to_undo())
        ),
        None,
    )


def step_to_redo(log: Log[Any]) -> UndoableStep | None:
    """Return the step that was taken back last and is not there again."""
    return next(
        (
            step
            for step in reversed(_UndoStack(log).undone)
            if possible_corrections(log, step.corrections_to_redo())
        ),
        None,
    )


def why_redo_is_refused(log: Log[Any], step: UndoableStep) -> Text | None:
    """Return why the gate refuses a redo of this step; None if it does not."""
    if log.log[-1].undoes == step.id:
        return None  # nothing was recorded since
    corrections = possible_corrections(log, step.corrections_to_redo())
    try:
        log.with_entries_appended(replace(each, id=None) for each in corrections)
    except Refused as refused:
        return refused.text
    return None


def redo_refusal_text(step_name: Text, why: Text) -> Text:
    """Return the sentence that refuses the redo of a step with this name."""
    return T("{what} can't be redone now: {why}", what=step_name, why=why)


def latest_strikable_entry(match: Match) -> Entry | None:
    """Return the latest entry that counts and can be struck: clock entries are passed over."""
    gone = {*match.unfit, *match.struck_ids}
    for entry in reversed(match.log):
        is_strike_or_restore = isinstance(entry, kinds.Strike | kinds.Restore)
        if entry.is_step and not is_strike_or_restore and entry.id not in gone:
            return entry
    return None


def name_step(match: Match, entries: Sequence[Common]) -> Text:
    """Return the name of a step: "tricks of hand 7", "correction of hand 7"."""
    first = entries[0]
    # The start of the clock, or the time that ran out, is named after the bids that caused it.
    in_order = sorted(entries, key=lambda each: ENTRY_KINDS[type(each)].is_automatic)
    names = [name_entry_even_if_struck(match, entry) for entry in in_order]
    if len(names) == 1:
        return names[0]
    hand = match.hand_of(first.entry) if isinstance(first, kinds.Amend) else None
    if hand is not None:
        return T("correction of hand {n}", n=hand.number)
    return T("{one} and {other}", one=join_with_commas(names[:-1]), other=names[-1])


def name_entry_even_if_struck(match: Match, entry: Common) -> Text:
    """Return the name of an entry, with its hand; of a struck one the name it has once restored."""
    target = _target(entry)
    if target in match.struck_ids:
        with suppress(Refused):
            match = match.append(kinds.Restore(entry=target))
    # The clock called it.
    return (
        T("end of the time limit") if is_time_entry_from_clock(match, entry) else match.name(entry)
    )


def _target(entry: Common) -> str:
    return entry.entry if isinstance(entry, kinds.Strike | kinds.Restore) else entry.id or ""


def correction_to_undo(entry: Common) -> Correction:
    """Return the entry that takes this one back."""
    if isinstance(entry, kinds.Strike):
        return kinds.Restore(entry=entry.entry)
    return kinds.Strike(entry=_target(entry), why=UNDONE)


def correction_to_redo(entry: Common) -> Correction:
    """Return the entry that brings this one again, after it was taken back."""
    if isinstance(entry, kinds.Strike):
        return kinds.Strike(entry=entry.entry, why=entry.why)
    return kinds.Restore(entry=_target(entry))


def _possible(log: Log[Any], correction: Correction) -> bool:
    struck_by = log.strike_by_entry.get(correction.entry)
    if isinstance(correction, kinds.Strike):
        return struck_by is None
    strike = log.original_entry(struck_by) if struck_by is not None else None
    return isinstance(strike, kinds.Strike) and strike.entry == correction.entry


def _steps_of(log: Log[Any]) -> Iterator[UndoableStep]:
    steps: dict[str, list[Common]] = {}
    for entry in log.log:
        if entry.id not in log.unfit and not entry.is_about_log:
            steps.setdefault(entry.step or entry.id or "", []).append(entry)
    for step, entries in steps.items():
        kept = [each for each in entries if each.is_step]
        if len(kept) < len(entries) and any(isinstance(each, kinds.Bids) for each in entries):
            kept = entries
        if kept:
            yield UndoableStep(step, tuple(kept))


def _moved(step: UndoableStep, done: list[UndoableStep], undone: list[UndoableStep]) -> bool:
    first = step.entries[0]
    if first.undoes is not None:
        return _move(first.undoes, done, undone)
    return first.redoes is not None and _move(first.redoes, undone, done)


class _UndoStack:
    """It holds the steps of a log that can be undone and those that can be redone, latest last."""

    def __init__(self, log: Log[Any]) -> None:
        self._log = log
        self.done: list[UndoableStep] = []
        self.undone: list[UndoableStep] = []
        for step in _steps_of(log):
            if not _moved(step, self.done, self.undone) and not self._older(step.entries[0]):
                self._take(step)

    def _take(self, step: UndoableStep) -> None:
        first = step.entries[0]
        # A correction by hand since is redone by hand; nothing else is about an older entry.
        if self.undone and any(isinstance(each, Correction) for each in step.entries):
            targets = set(map(_target, step.entries))
            self.undone = [
                each for each in self.undone if targets.isdisjoint(map(_target, each.entries))
            ]
        if isinstance(first, kinds.Restore) and not self._strikes_back(first):
            self._forget_strike(first)
        else:
            self.done.append(step)

    def _strikes_back(self, restore: kinds.Restore) -> bool:
        """Return whether a strike of the restored entry takes exactly the entries that were
        restored with it.

        Bids may be restored after more of their hand was recorded, which then counts too.
        """
        before = self._log.with_first_entries(self._log.log.index(restore))
        after = before.with_entries_appended([restore], tolerant=True)
        return bool(before.struck_ids - after.struck_ids == after.struck_with(restore.entry))

    def _forget_strike(self, restore: kinds.Restore) -> None:
        strikes = [at for at, step in enumerate(self.done) if _takes_back(restore, step)]
        if not strikes:
            return
        at = strikes[-1]
        del self.done[at]
        while 0 < at < len(self.done):
            again = self.done[at].entries[0]
            if not isinstance(again, kinds.Restore) or not _takes_back(again, self.done[at - 1]):
                break
            at -= 1
            del self.done[at : at + 2]

    def _older(self, entry: Common) -> bool:
        """Return whether this is an undo or a redo of an older log, whose entries have no mark of
        it.

        There a strike for the reason `UNDONE`, or the restore of a strike, takes the latest step
        back, except a due time call recorded with it, and entries struck along with their hand. The
        restore of the entry last taken back is a redo.
        """
        if entry.step is not None or not isinstance(entry, kinds.Strike | kinds.Restore):
            return False
        if self.undone and _is_same_correction(
            entry, correction_to_redo(self.undone[-1].entries[0])
        ):
            return _move(self.undone[-1].id, self.undone, self.done)
        for step in reversed(self.done):
            if _takes_back(entry, step):
                return _move(step.id, self.done, self.undone)
            first = step.entries[0]
            kind = ENTRY_KINDS.get(type(first))
            comes_along = kind is not None and kind.is_struck_with_bids
            if not (comes_along or isinstance(first, kinds.Time)):
                return False
        return False


def _move(step_id: str, source: list[UndoableStep], target: list[UndoableStep]) -> bool:
    step = next((each for each in reversed(source) if each.id == step_id), None)
    if step is None:
        return False
    source.remove(step)
    target.append(step)
    return True


def _takes_back(entry: Common, step: UndoableStep) -> bool:
    return any(_is_same_correction(entry, correction_to_undo(each)) for each in step.entries)


def _is_same_correction(entry: Common, correction: Correction) -> bool:
    if isinstance(entry, kinds.Strike) and isinstance(correction, kinds.Strike):
        return (entry.entry, entry.why) == (correction.entry, correction.why)
    return type(entry) is type(correction) and _target(entry) == correction.entry
