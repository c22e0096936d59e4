"""A match: a head, a log, and what they fold to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from msgspec import UNSET
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.board import Board, Hand, Warned
from scorepad.spades.corrections import Journal, NoSuchEntry, NotReadable, as_amended, corrected
from scorepad.spades.entries import Common, Entry, Head, kind_of
from scorepad.spades.fold import fold, step
from scorepad.spades.gate import gate, refuse_moments, warned_by
from scorepad.spades.naming import name_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import Library, agree
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, Text

HEAD_FIELDS = ("rules", "agreed", "event", "round", "table", "scheduled", "teams", "first_dealer")


class DuplicateId(Refused):
    def __init__(self, entry_id: str) -> None:
        super().__init__(
            T(
                "the id “{id}” is taken by an earlier entry; each entry has its own",
                id=entry_id[:60],
            )
        )


class Match:
    """An immutable match.  `append` gives the next one; nothing else changes anything.

    Every entry of `log` has an id: the one it carries, or its position ("1", "2", …).
    """

    __slots__ = (
        "_index",
        "base_rules",
        "board",
        "first_head",
        "head",
        "id",
        "journal",
        "library",
        "log",
        "rules",
    )

    id: str | None
    first_head: Head
    head: Head
    base_rules: RuleSet
    rules: RuleSet
    log: tuple[Entry, ...]
    board: Board
    library: Library
    _index: dict[str, int]
    journal: Journal

    @classmethod
    def open(cls, head: Head, library: Library, *, id: str | None = None) -> Match:
        """A match before its first entry; raises `Refused` for a rule set that cannot be."""
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
        self.rules = agree(self.base_rules, head.agreed)

    def _with(self, entry_id: str, entry: Entry) -> Match:
        """A copy whose log has one more entry; its board is still this one's."""
        other = Match()
        for name in self.__slots__:
            setattr(other, name, getattr(self, name))
        other.log = (*self.log, entry)
        other._index = {**self._index, entry_id: len(self.log)}
        return other

    # Reading the log.

    def raw(self, entry_id: str) -> Entry:
        """The entry as it was first written; raises `NoSuchEntry`."""
        if entry_id not in self._index:
            raise NoSuchEntry(entry_id)
        return self.log[self._index[entry_id]]

    def has(self, entry_id: str) -> bool:
        return entry_id in self._index

    def reads(self, entry_id: str) -> Entry | None:
        """The entry as it now reads; None when it does not count."""
        entry = self.raw(entry_id)
        if entry_id in self.struck or entry.unfit is not None:
            return None
        return self.amended_now(entry)  # type: ignore[return-value]

    def amended_now(self, entry: Common) -> Common:
        """The entry as its latest amend in force has it, whether it counts or not."""
        amends = self.journal.amends.get(entry.id or "")
        struck = self.struck
        for amend_id in reversed(amends or ()):
            if amend_id not in struck:
                amend = self.log[self._index[amend_id]]
                if isinstance(amend, kinds.Amend):
                    return as_amended(entry, amend.to, amend.override)
        return entry

    @property
    def struck_by(self) -> dict[str, str]:
        """For each entry that does not count, the strike that took it."""
        return {
            taken: strike
            for strike, all_taken in self.journal.strikes.items()
            for taken in all_taken
        }

    @property
    def struck(self) -> frozenset[str]:
        """The entries that do not count, struck or taken along."""
        return frozenset(
            taken for all_taken in self.journal.strikes.values() for taken in all_taken
        )

    @property
    def amended(self) -> dict[str, str]:
        """For each entry that now reads otherwise, the amend it reads by."""
        struck = self.struck
        found = {}
        for target, amends in self.journal.amends.items():
            for amend_id in amends:
                if amend_id not in struck:
                    found[target] = amend_id
        return found

    @property
    def counting(self) -> tuple[Common, ...]:
        """The log as it now reads: entries that count, amended, corrections left out."""
        struck = self.struck
        plain = (
            entry
            for entry in self.log
            if not isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore)
            and entry.unfit is None
            and entry.id not in struck
        )
        if not self.journal.amends:
            return tuple(plain)
        return tuple(self.amended_now(entry) for entry in plain)

    def hand_of(self, entry_id: str) -> Hand | None:
        """The hand that this entry is in."""
        return next((hand for hand in self.board.hands if entry_id in hand.entries), None)

    # Appending.

    def can(self, entry: Entry) -> bool:
        """Would the gate let this entry in?"""
        try:
            self.append(entry)
        except Refused:
            return False
        return True

    def check(self, entry: Entry) -> tuple[Text, ...]:
        """The warnings that appending this entry would bring; raises `Refused`."""
        return warned_by(self.board, self.append(entry).board)

    def append(self, entry: Entry) -> Match:
        """The match with one more entry; raises `Refused`, and then nothing has changed.

        An entry marked `unfit` is kept and counts nothing.
        """
        return self.next(entry, gated=True)

    def next(self, entry: Entry, *, gated: bool) -> Match:
        """`append`, which without the gate takes what was accepted once."""
        entry_id = entry.id or str(len(self.log) + 1)
        if entry_id in self._index:
            raise DuplicateId(entry_id)
        if entry.id is None:
            entry = replace(entry, id=entry_id)
        if gated:
            refuse_moments(entry)
        after = self._with(entry_id, entry)
        if entry.unfit is not None:
            # Where a refold puts it: after the other unfit ones, before what the fold warns of.
            earlier = sum(each.unfit is not None for each in self.log)
            warned = self.board.warnings
            warned = (*warned[:earlier], _unfit(entry), *warned[earlier:])
            after.board = replace(self.board, warnings=warned)
        elif isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
            after.journal = corrected(self, entry, gated=gated)
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
        """Does this correction change what the head reads?"""
        while isinstance(entry, kinds.Amend | kinds.Strike | kinds.Restore):
            entry = self.raw(entry.entry)
        return isinstance(entry, kinds.Setup)

    def refold(self) -> None:
        """Head and board computed anew from the log as it now reads."""
        counting = self.counting
        head = self.first_head
        for entry in counting:
            if isinstance(entry, kinds.Setup):
                given = {
                    name: value
                    for name in HEAD_FIELDS
                    if (value := getattr(entry, name)) is not UNSET
                }
                head = replace(head, **given)
        self._headed(head)
        board = fold(self.rules, head.first_dealer, counting, self.journal.between)
        unfit = tuple(_unfit(entry) for entry in self.log if entry.unfit is not None)
        self.board = replace(board, warnings=(*unfit, *board.warnings)) if unfit else board

    def _readable_in(self, after: Match, *, stale: bool) -> None:
        """Raise `NotReadable` where `after` leaves an entry without a meaning that has one now.

        `stale`: an entry may turn out to speak of a hand that was closed before it.
        """
        known = {each.entry for each in self.board.unread} | after.journal.idle
        for each in after.board.unread:
            excused = each.stale and (stale or each.entry in known)
            if not excused:
                raise NotReadable(self.name(self.raw(each.entry)), each.text)

    # Naming.

    def name(self, entry: Entry) -> Text:
        """What an entry is called in Undo, in the history and on the sheet."""
        return name_entry(self.head, entry, self._find, self.hand_of)

    def _find(self, entry_id: str) -> Entry | None:
        return self.log[self._index[entry_id]] if entry_id in self._index else None

    @property
    def agreed(self) -> Mapping[str, Any]:
        """The deviations from the rule set that hold now."""
        return self.head.agreed

    def prefix(self, entries: int) -> Match:
        """The match as it was after its first so many entries."""
        return reload(self.first_head, self.log[:entries], self.library, id=self.id)


def _unfit(entry: Entry) -> Warned:
    text = T("{kind} entry kept but not counted: {why}", kind=kind_of(entry), why=entry.unfit or "")
    return Warned(entry.id or "", text)


def replay(head: Head, log: Sequence[Entry], library: Library, *, id: str | None = None) -> Match:
    """The match of a log, every entry gated; raises `Refused`."""
    match = Match.open(head, library, id=id)
    for entry in log:
        match = match.append(entry)
    return match


def reload(head: Head, log: Sequence[Entry], library: Library, *, id: str | None = None) -> Match:
    """The match of a log that was gated when it was written.

    What was once accepted is read again without the gate, so that a stricter edition of it can
    never keep a stored match from being opened.
    """
    match = Match.open(head, library, id=id)
    for entry in log:
        match = match.next(entry, gated=False)
    return match
