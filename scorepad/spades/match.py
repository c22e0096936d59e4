"""A match has a head and a log, and the board that they fold to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from datetime import datetime
from typing import Any

from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.board import Board, BoardWarning, Hand
from scorepad.spades.corrections import Journal, Log, corrected
from scorepad.spades.entries import Common, Entry, Head, head_after, kind_of
from scorepad.spades.entry_words import name_entry
from scorepad.spades.fold import fold, step
from scorepad.spades.gate import gate, new_warnings, refuse_moments
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import with_agreed
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, Text


class Match(Log):
    """An immutable match.  `append` gives the next one; nothing else changes anything.

    Every entry of `log` has an id: the one it carries, or its position ("1", "2", …).
    """

    __slots__ = (
        "base_rules",
        "board",
        "first_head",
        "head",
        "id",
        "library",
        "rules",
    )

    id: str | None
    first_head: Head
    head: Head
    base_rules: RuleSet
    rules: RuleSet
    board: Board
    library: Library

    @classmethod
    def open(cls, head: Head, library: Library, *, id: str | None = None) -> Match:
        """Return a match before its first entry.  Raise `Refused` for a rule set that cannot be."""
        match = cls()
        match.id = id
        match.first_head = head
        match.library = library
        match.log = ()
        match._index = {}
        match.journal = Journal()
        match._headed(head)
        match.board = Board(dealer=head.first_dealer)
        return match

    def _headed(self, head: Head) -> None:
        self.head = head
        self.base_rules = self.library.resolve(head.rules)
        self.rules = with_agreed(self.base_rules, head.agreed)

    def _with(self, entry_id: str, entry: Entry) -> Match:
        """Return a copy whose log has one more entry; its board is still this one's."""
        other = Match()
        for name in (*Log.__slots__, *Match.__slots__):
            setattr(other, name, getattr(self, name))
        other.log = (*self.log, entry)
        other._index = {**self._index, entry_id: len(self.log)}
        return other

    def hand_of(self, entry_id: str) -> Hand | None:
        """Return the hand that this entry is in."""
        return self.board.hand_of(entry_id)

    # Appending.

    def can(self, entry: Entry) -> bool:
        """Return whether the gate would accept this entry."""
        try:
            self.append(entry)
        except Refused:
            return False
        return True

    def check(self, entry: Entry) -> tuple[Text, ...]:
        """Return the warnings that appending this entry would bring.  Raise `Refused`."""
        return new_warnings(self.board, self.append(entry).board)

    def append(self, entry: Entry) -> Match:
        """Return the match with one more entry.  Raise `Refused`; nothing has changed then.

        An entry marked `unfit` is kept and counts nothing.
        """
        return self.next(entry, gated=True)

    def next(self, entry: Entry, *, gated: bool) -> Match:
        """Do as `append`; without the gate, take what was accepted once."""
        entry_id = entry.id or str(len(self.log) + 1)
        if entry_id in self._index:
            raise Refused(
                T(
                    "the id “{id}” is taken by an earlier entry; each entry has its own",
                    id=entry_id[:60],
                )
            )
        if entry.id is None:
            entry = replace(entry, id=entry_id)
        if gated:
            refuse_moments(entry)
        after = self._with(entry_id, entry)
        if entry.unfit is not None:
            # A refold puts it there too: after the other unfit ones, before the fold's warnings.
            earlier = sum(each.unfit is not None for each in self.log)
            warned = self.board.warnings
            warned = (*warned[:earlier], _unfit(entry), *warned[earlier:])
            after.board = replace(self.board, warnings=warned)
        elif isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
            after.journal = corrected(self, entry, self.rules, self.head, self.board, gated=gated)
            after.refold()
            if gated:
                self._readable_in(after, stale=self._about_setup(entry))
        elif isinstance(entry, kinds.Setup):
            after.refold()
            if gated:
                self._readable_in(after, stale=True)
        else:
            if gated:
                override = entry.override if isinstance(entry, kinds.Bids) else None
                gate(self.rules, self.board, entry, self.head, override=override)
            between = isinstance(entry, kinds.Ruling) and self.board.hand is None
            if between:
                after.journal = replace(self.journal, between=self.journal.between | {entry_id})
            after.board = step(self.rules, self.board, entry, between=between)
        return after

    def _about_setup(self, entry: Entry) -> bool:
        """Return whether this correction changes the head."""
        while isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
            entry = self.raw(entry.entry)
        return isinstance(entry, kinds.Setup)

    def refold(self) -> None:
        """Compute head and board again from the log as it now reads."""
        counting = self.counting
        head = self.first_head
        for entry in counting:
            if isinstance(entry, kinds.Setup):
                head = head_after(head, entry)
        self._headed(head)
        board = fold(self.rules, head.first_dealer, counting, self.journal.between)
        unfit = tuple(_unfit(entry) for entry in self.log if entry.unfit is not None)
        self.board = replace(board, warnings=(*unfit, *board.warnings)) if unfit else board

    def _readable_in(self, after: Match, *, stale: bool) -> None:
        """Raise `Refused` where `after` leaves an entry without a meaning that has one now.

        `stale`: an entry may turn out to speak of a hand that was closed before it.
        """
        known = {each.entry for each in self.board.unread} | after.journal.idle
        for each in after.board.unread:
            excused = each.stale and (stale or each.entry in known)
            if not excused:
                raise Refused(
                    T(
                        "not possible, because the {entry} could then not be read: {why}; "
                        "correct or strike that first",
                        entry=self.name(self.raw(each.entry)),
                        why=each.text,
                    )
                )

    # Naming.

    def name(self, entry: Entry) -> Text:
        """Return the name of an entry for Undo, the history and the sheet."""
        return name_entry(self.head, entry, self._find, self.hand_of)

    def _find(self, entry_id: str) -> Entry | None:
        return self.log[self._index[entry_id]] if entry_id in self._index else None

    @property
    def agreed(self) -> Mapping[str, Any]:
        """Return the deviations from the rule set that hold now."""
        return self.head.agreed

    def prefix(self, entries: int) -> Match:
        """Return the match as it was after the first `entries` of its log."""
        return reload(self.first_head, self.log[:entries], self.library, id=self.id)


def _unfit(entry: Entry) -> BoardWarning:
    text = T("{kind} entry kept but not counted: {why}", kind=kind_of(entry), why=entry.unfit or "")
    return BoardWarning(entry.id or "", text)


def replay(head: Head, log: Sequence[Entry], library: Library, *, id: str | None = None) -> Match:
    """Open a match and gate every entry of a log into it.  Raise `Refused`."""
    match = Match.open(head, library, id=id)
    for entry in log:
        match = match.append(entry)
    return match


def reload(head: Head, log: Sequence[Entry], library: Library, *, id: str | None = None) -> Match:
    """Open a match and read a log into it that was gated when it was written.

    What was once accepted is read again without the gate, so that a stricter edition of it can
    never keep a stored match from being opened.
    """
    match = Match.open(head, library, id=id)
    for entry in log:
        match = match.next(entry, gated=False)
    return match


def began(log: Iterable[Common]) -> datetime | None:
    """Return when the first entry of a log was recorded (UTC); None where no entry says when."""
    return min((entry.at for entry in log if entry.at is not None), default=None)


def played(
    scheduled: datetime | None, first_entry: datetime | None, created: datetime | None = None
) -> datetime | None:
    """Return the moment (UTC) whose day, in local time, is the day of a match: when it was
    scheduled, else when its log `began`, else when it was opened; None where nothing is known."""
    return scheduled or first_entry or created
