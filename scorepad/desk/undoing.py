"""Undo and redo are read from the log alone: what undo takes back, what redo brings again.

Nothing is remembered beside the log, so both survive a restart and a join.  A step is what a
person did at once: recorded, amended, struck or restored something, or corrected the bids and the
tricks of a hand together.  All its entries carry its id (`step`).  Undo takes the latest step
back with the opposite entries, which say so (`undoes`): what was recorded is struck, a strike is
answered with a restore, a restore with a strike.  Redo brings the step again that was undone last
(`redoes`), until another step is taken.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import TypeAlias, TypeVar

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.corrections import TAKEN_ALONG, UNDONE, taken_along
from scorepad.spades.entries import Common, Entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, listed

Correction: TypeAlias = kinds.Strike | kinds.Restore


class TakenStep(msgspec.Struct, frozen=True):
    """A person did something at once, at a match or at an event; its entries carry this id."""

    id: str


AnyStep = TypeVar("AnyStep", bound=TakenStep)

OLDER_REDO = "redo"
"""The reason that older logs give for a strike by a redo, where the person's own was `UNDONE`."""


class Step(TakenStep, frozen=True):
    """Its entries stand in the order of the log."""

    entries: tuple[Entry, ...]

    def back(self, match: Match) -> tuple[Correction, ...]:
        """Return the entries that take this step back now, latest first; none where there is
        nothing to take back, as it may be after a join."""
        found = (struck_back(entry) for entry in reversed(self.entries))
        return tuple(each for each in found if _possible(match, each))

    def again(self, match: Match) -> tuple[Correction, ...]:
        """Return the entries that bring this step again now, after it was taken back."""
        found = (restored_again(entry) for entry in self.entries)
        return tuple(each for each in found if _possible(match, each))


def to_undo(match: Match) -> Step | None:
    """Return the latest step that can be taken back."""
    return next((step for step in reversed(_UndoStack(match).done) if step.back(match)), None)


def to_redo(match: Match) -> Step | None:
    """Return the step that was taken back last, while nothing but clock and time came after it."""
    undone = _UndoStack(match).undone
    return undone[-1] if undone and undone[-1].again(match) else None


def to_strike(match: Match) -> Entry | None:
    """Return the latest entry that counts and can be struck: clock entries are passed over."""
    struck = match.struck
    for entry in reversed(match.log):
        if isinstance(entry, kinds.Clock | kinds.Strike | kinds.Restore):
            continue
        if entry.unfit is None and entry.id not in struck:
            return entry
    return None


def name_step(match: Match, step: Step | None) -> Text | None:
    """Return the name of a step: "tricks of hand 7", "correction of hand 7"; None for no step."""
    if step is None:
        return None
    first = step.entries[0]
    named = [name_restored(match, entry) for entry in step.entries]
    if len(named) == 1:
        return named[0]
    hand = match.hand_of(first.entry) if isinstance(first, kinds.Amend) else None
    if hand is not None:
        return T("correction of hand {n}", n=hand.number)
    return T("{one} and {other}", one=listed(named[:-1]), other=named[-1])


def name_restored(match: Match, entry: Entry) -> Text:
    """Return the name of an entry, with its hand; of a struck one the name it has once restored."""
    target = _target(entry)
    if target in match.struck:
        with suppress(Refused):
            match = match.append(kinds.Restore(entry=target))
    return match.name(entry)


def _target(entry: Common) -> str:
    """Return the id of the entry; of a strike or a restore, of the entry that it is about."""
    return entry.entry if isinstance(entry, kinds.Strike | kinds.Restore) else entry.id or ""


def struck_back(entry: Common) -> Correction:
    """Return the entry that takes this one back."""
    if isinstance(entry, kinds.Strike):
        return kinds.Restore(entry=entry.entry)
    return kinds.Strike(entry=_target(entry), why=UNDONE)


def restored_again(entry: Common) -> Correction:
    """Return the entry that brings this one again, after it was taken back."""
    if isinstance(entry, kinds.Strike):
        return kinds.Strike(entry=entry.entry, why=entry.why)
    return kinds.Restore(entry=_target(entry))


def _possible(match: Match, correction: Correction) -> bool:
    """Return whether what is to be struck still counts, or what is to be restored was struck for
    itself."""
    struck_by = match.struck_by.get(correction.entry)
    if isinstance(correction, kinds.Strike):
        return struck_by is None
    strike = match.raw(struck_by) if struck_by is not None else None
    return isinstance(strike, kinds.Strike) and strike.entry == correction.entry


def _steps(match: Match) -> Iterator[Step]:
    """Yield the steps of a log, undos and redos among them, in the order in which they began."""
    found: dict[str, list[Entry]] = {}
    latest: list[Entry] = []
    for entry in match.log:
        if entry.unfit is not None or isinstance(entry, kinds.Clock):
            continue
        if not (latest and _older_together(latest[-1], entry)):
            latest = found.setdefault(entry.step or entry.id or "", [])
        latest.append(entry)
    return (Step(step, tuple(entries)) for step, entries in found.items())


class _UndoStack:
    """It holds the steps of a log that can be undone and those that can be redone, latest last."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.done: list[Step] = []
        self.undone: list[Step] = []
        for step in _steps(match):
            first = step.entries[0]
            if first.undoes is not None:
                known = move_step(first.undoes, self.done, self.undone)
            elif first.redoes is not None:
                known = move_step(first.redoes, self.undone, self.done)
            else:
                known = self._older(first)
            if not known:
                self._take(step)

    def _take(self, step: Step) -> None:
        """Add a step that takes back and brings again no other."""
        first = step.entries[0]
        # Nobody takes the step of time running out, so it ends no redo.
        if not isinstance(first, kinds.Time):
            self.undone.clear()
        if isinstance(first, kinds.Restore) and not self._strikes_back(first):
            self._forget_strike(first)
        else:
            self.done.append(step)

    def _strikes_back(self, restore: kinds.Restore) -> bool:
        """Return whether a strike of what is restored here takes just what came back with it.

        Bids may be restored after more of their hand was recorded, which then counts too.
        """
        before = self._before(restore)
        after = before.next(restore, gated=False)
        restored = before.struck - after.struck
        return restored == {restore.entry, *taken_along(after, after.board, restore.entry)}

    def _forget_strike(self, restore: kinds.Restore) -> None:
        """Forget the strike of what is restored; and a strike just before it that was restored just
        after it, for the two would then cancel each other."""
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

    def _before(self, entry: Entry) -> Match:
        """Return the match as it was before this entry of its log."""
        return self._match.prefix(self._match.log.index(entry))

    def _older(self, entry: Entry) -> bool:
        """Return whether this is an undo or a redo of an older log, whose entries do not say so.

        There a restore of what was undone last is a redo, and a strike for the reason `UNDONE` is
        an undo, where it takes what an undo would have taken: the latest step, but for a time
        call that was due and came with the undo, and for what is struck along with its hand.
        """
        if entry.step is not None or not isinstance(entry, kinds.Strike | kinds.Restore):
            return False
        if self.undone and _brings_again(entry, self.undone[-1]):
            self.done.append(self.undone.pop())
            return True
        if _second(entry, self.undone, _takes_back) or _second(entry, self.done, _brings_again):
            return True
        for step in reversed(self.done):
            if _takes_back(entry, step):
                return move_step(step.id, self.done, self.undone)
            if not isinstance(step.entries[0], (kinds.Time, *TAKEN_ALONG)):
                return False
        return False


def move_step(step_id: str, source: list[AnyStep], target: list[AnyStep]) -> bool:
    """Move a step to the end of the other list; return False where it is not in the first one."""
    step = next((each for each in reversed(source) if each.id == step_id), None)
    if step is None:
        return False
    source.remove(step)
    target.append(step)
    return True


def _takes_back(entry: Entry, step: Step) -> bool:
    """Return whether this entry is one of those with which an undo takes the step back."""
    return any(_says(entry, struck_back(each)) for each in step.entries)


def _brings_again(entry: Entry, step: Step) -> bool:
    """Return whether a redo of an older log brings the step again with this entry."""
    for each in step.entries:
        again = restored_again(each)
        if isinstance(again, kinds.Strike) and again.why == UNDONE:
            # A second `UNDONE` could not have been told from an undo.
            again = replace(again, why=OLDER_REDO)
        if _says(entry, again):
            return True
    return False


def _says(entry: Entry, correction: Correction) -> bool:
    if isinstance(entry, kinds.Strike) and isinstance(correction, kinds.Strike):
        return (entry.entry, entry.why) == (correction.entry, correction.why)
    return type(entry) is type(correction) and _target(entry) == correction.entry


def _second(entry: Entry, steps: list[Step], says: Callable[[Entry, Step], bool]) -> bool:
    """Return whether this entry completes the latest of these steps, which has several entries."""
    return bool(steps) and len(steps[-1].entries) > 1 and says(entry, steps[-1])


def _older_together(one: Entry, other: Entry) -> bool:
    """Return whether these are two corrections that an older log kept with one save."""
    return (
        isinstance(one, kinds.Amend)
        and isinstance(other, kinds.Amend)
        and one.entry != other.entry
        and one.step is None
        and other.step is None
        and one.at is not None
        and (one.at, one.by, one.why) == (other.at, other.by, other.why)
    )
