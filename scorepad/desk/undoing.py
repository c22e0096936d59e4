"""What an undo takes back and what a redo brings again, read off the log alone.

Nothing is remembered beside the log, so both survive a restart and a join.  A step is what a
person did: recorded or amended an entry, struck one, restored one.  Undo takes the latest step
back with the opposite entry: what was recorded is struck, a strike is answered with a restore, a
restore with a strike.  Redo does the same to the latest undo, until another step is taken.

Whether a `strike` is an undo or a step of its own cannot be seen in what it does: striking the
latest entry in the history, with a reason, is a step that an undo takes back.  So an undo's
strike says `UNDONE` as its reason, and counts as one only where it strikes what an undo would
have struck; a person who writes that very word about the latest entry has undone it.

The bids and the tricks of a hand that were corrected with one save (`Table.record_together`) are
two entries of one moment: they are undone and redone together, since a hand with the one's bids
and the other's tricks was never played.
A `restore` of what was undone last, or of what was struck by the latest step, is a redo or an
undo, whoever wrote it: the match is then as it was, and so are the steps.  Bids that are
restored after more of their hand was recorded take back the strike with all that was recorded
since still counting; no entry takes that back, so the strike is then as if it had not been.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from itertools import pairwise
from typing import Final, Literal, TypeAlias

import msgspec

from scorepad.spades import corrections
from scorepad.spades import entries as kinds
from scorepad.spades.corrections import ALONG
from scorepad.spades.entries import Entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

UNDONE: Final = corrections.UNDONE
"""The `why` of a strike that an undo appends; a screen may say it in the reader's language."""
REDONE: Final = "redo"
"""The `why` of a strike that a redo appends where the person's own reason was `UNDONE`: a second
one could not be told from an undo."""

Did: TypeAlias = Literal["record", "strike", "restore"]


class NothingToUndo(Refused):
    def __init__(self) -> None:
        super().__init__(T("there is nothing to undo in this match"))


class NothingToRedo(Refused):
    def __init__(self) -> None:
        super().__init__(
            T(
                "there is nothing to redo; redo brings back what was undone last, "
                "as long as nothing else was recorded since"
            )
        )


class Step(msgspec.Struct, frozen=True):
    """One thing a person did: `entry` is what was recorded, struck (`why`) or restored."""

    did: Did
    entry: str
    why: str = ""

    @property
    def back(self) -> kinds.Strike | kinds.Restore:
        """The entry that takes this step back."""
        if self.did == "strike":
            return kinds.Restore(entry=self.entry)
        return kinds.Strike(entry=self.entry, why=UNDONE)

    @property
    def again(self) -> kinds.Strike | kinds.Restore:
        """The entry that takes this step once more after it was taken back."""
        if self.did == "strike":
            return kinds.Strike(entry=self.entry, why=REDONE if self.why == UNDONE else self.why)
        return kinds.Restore(entry=self.entry)


class Steps:
    """The steps of a log: those that can be undone, those that can be redone, latest last."""

    def __init__(self, match: Match) -> None:
        self._match = match
        self.done: list[Step] = []
        self.undone: list[Step] = []
        for place, entry in enumerate(match.log):
            if entry.unfit is None and not isinstance(entry, kinds.Clock):
                self._take(entry, place)

    def _take(self, entry: Entry, place: int) -> None:
        if isinstance(entry, kinds.Strike):
            self._correct(Step("strike", entry.entry, entry.why), place)
        elif isinstance(entry, kinds.Restore):
            self._correct(Step("restore", entry.entry), place)
        else:
            self.done.append(Step("record", entry.id or ""))
            # Time that ran out is nobody's step: it ends no redo.
            if not isinstance(entry, kinds.Time):
                self.undone.clear()

    def _correct(self, step: Step, place: int) -> None:
        """A strike or a restore: a redo, an undo, or a step of its own."""
        if self.undone and _says(step, self.undone[-1].again):
            self.done.append(self.undone.pop())
            return
        undo = self._undone_by(step, place)
        if undo is not None:
            self.undone.append(self.done.pop(undo))
            return
        self.undone.clear()
        if step.did == "restore" and not self._strikes_back(step.entry, place):
            self._forget_strike(step)
        else:
            self.done.append(step)

    def _forget_strike(self, restore: Step) -> None:
        """As if what is restored had not been struck; nor what was struck just before and restored
        just after it: the undo of the one could not be told from the redo of the other."""
        strikes = [at for at, each in enumerate(self.done) if _says(restore, each.back)]
        if not strikes:
            return
        at = strikes[-1]
        del self.done[at]
        while 0 < at < len(self.done) and self.done[at].did == "restore":
            if not _says(self.done[at], self.done[at - 1].back):
                break
            at -= 1
            del self.done[at : at + 2]

    def _strikes_back(self, entry: str, place: int) -> bool:
        """Would a strike of what is restored here take what came back with it, no more, no less?"""
        before = self._match.prefix(place)
        after = before.next(self._match.log[place], gated=False)
        restored = before.struck - after.struck
        return restored == {entry, *corrections.along(after, entry)}

    def _undone_by(self, step: Step, place: int) -> int | None:
        """The place of the step that this one takes back, as an undo does; None: of none.

        It is the latest one; but a time call that was due came with the undo and stands between,
        and what was struck along with its hand could not be undone for itself.
        """
        then: Match | None = None
        for at in reversed(range(len(self.done))):
            done = self.done[at]
            if _says(step, done.back):
                return at
            if done.did != "record" or (step.did == "strike" and step.why != UNDONE):
                return None
            entry = self._match.raw(done.entry)
            if isinstance(entry, kinds.Time):
                continue
            if at == len(self.done) - 1 and self.saved_with(done) is not None:
                continue
            if not isinstance(entry, ALONG):
                return None
            then = then or self._match.prefix(place)
            if done.entry not in then.struck:
                return None
        return None

    def saved_with(self, step: Step) -> Step | None:
        """The step before this one, if both are corrections that were saved together."""
        return next(
            (
                before
                for before, after in pairwise(self.done)
                if after is step and _together(self._match, before, after)
            ),
            None,
        )


def _together(match: Match, one: Step, other: Step) -> bool:
    if one.did != "record" or other.did != "record":
        return False
    first, second = match.raw(one.entry), match.raw(other.entry)
    return (
        isinstance(first, kinds.Amend)
        and isinstance(second, kinds.Amend)
        and first.entry != second.entry
        and (first.at, first.by, first.why) == (second.at, second.by, second.why)
        and first.at is not None
    )


def _says(step: Step, entry: kinds.Strike | kinds.Restore) -> bool:
    """Is this step what the entry does?"""
    if isinstance(entry, kinds.Strike):
        return step == Step("strike", entry.entry, entry.why)
    return step == Step("restore", entry.entry)


def _possible(match: Match, step: Step, entry: kinds.Strike | kinds.Restore) -> bool:
    """Does what the entry is about stand as the step left it?  (After a join it may not.)"""
    struck_by = match.struck_by.get(step.entry)
    if isinstance(entry, kinds.Strike):
        return struck_by is None
    strike = match.raw(struck_by) if struck_by is not None else None
    return isinstance(strike, kinds.Strike) and strike.entry == step.entry


def all_to_undo(match: Match) -> tuple[Step, ...]:
    """The latest step that can be taken back, and the one that was saved with it, latest first."""
    steps = Steps(match)
    step = next((each for each in reversed(steps.done) if _possible(match, each, each.back)), None)
    if step is None:
        return ()
    fellow = steps.saved_with(step)
    if fellow is None or not _possible(match, fellow, fellow.back):
        return (step,)
    return (step, fellow)


def all_to_redo(match: Match) -> tuple[Step, ...]:
    """The step that was taken back last, while nothing but clock and time came after it; and the
    one that had been saved with it."""
    undone = Steps(match).undone
    if not undone or not _possible(match, undone[-1], undone[-1].again):
        return ()
    step, before = undone[-1], undone[-2:-1]
    fellows = (each for each in before if _together(match, step, each))
    return (step, *(each for each in fellows if _possible(match, each, each.again)))


def to_undo(match: Match) -> Step | None:
    """The latest step that can be taken back."""
    return next(iter(all_to_undo(match)), None)


def to_redo(match: Match) -> Step | None:
    """The step that was taken back last, if it can be taken again."""
    return next(iter(all_to_redo(match)), None)


def to_strike(match: Match) -> Entry | None:
    """The latest entry that counts and can be struck: clock entries are passed over."""
    struck = match.struck
    for entry in reversed(match.log):
        if isinstance(entry, kinds.Clock | kinds.Strike | kinds.Restore):
            continue
        if entry.unfit is None and entry.id not in struck:
            return entry
    return None


def name_steps(match: Match, steps: Sequence[Step]) -> Text | None:
    """What is undone or redone at once, in the order in which it was recorded; None: nothing."""
    if not steps:
        return None
    places = {entry.id: place for place, entry in enumerate(match.log)}
    named = [name_step(match, step) for step in sorted(steps, key=lambda s: places[s.entry])]
    if len(named) == 1:
        return named[0]
    corrected = match.raw(steps[0].entry)
    hand = match.hand_of(corrected.entry) if isinstance(corrected, kinds.Amend) else None
    if hand is not None:
        return T("correction of hand {n}", n=hand.number)
    return T("{one} and {other}", one=named[0], other=named[1])


def name_step(match: Match, step: Step) -> Text:
    """What a step is called: "tricks of hand 7", "strike of tricks of hand 7".

    An entry is named with its hand where the match has it; a struck one as it would be named
    once it counts again.
    """
    if step.entry in match.struck:
        with suppress(Refused):
            match = match.append(kinds.Restore(entry=step.entry))
    if step.did == "strike":
        return match.name(kinds.Strike(entry=step.entry, why=step.why))
    if step.did == "restore":
        return match.name(kinds.Restore(entry=step.entry))
    return match.name(match.raw(step.entry))
