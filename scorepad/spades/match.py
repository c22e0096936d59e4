"""A match: a head, a log, and what they fold to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.board import Board, Hand, Unread, Warned
from scorepad.spades.entries import Common, Entry, Head, kind_of
from scorepad.spades.fold import fold, step
from scorepad.spades.gate import as_amended, gate, warned_by
from scorepad.spades.naming import name_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import Library, agree
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, Text

HEAD_FIELDS = ("rules", "agreed", "event", "round", "table", "scheduled", "teams", "first_dealer")


class NoSuchEntry(Refused):
    def __init__(self, entry_id: str) -> None:
        super().__init__(T("there is no entry “{id}” in this match", id=entry_id[:60]))


class DuplicateId(Refused):
    def __init__(self, entry_id: str) -> None:
        super().__init__(
            T(
                "the id “{id}” is taken by an earlier entry; each entry has its own",
                id=entry_id[:60],
            )
        )


class BadCorrection(Refused):
    """An amend, a strike or a restore that cannot be made."""


class NotReadable(Refused):
    """A later entry could not be read after this correction."""

    def __init__(self, name: Text, why: Text) -> None:
        super().__init__(
            T(
                "not possible, because the {entry} could then not be read: {why}",
                entry=name,
                why=why,
            )
        )


class Journal(msgspec.Struct, frozen=True):
    """How the entries of a log now read.

    `strikes`: each strike in force and the entries it took; `amends`: for each amended entry the
    amends in force, in order.
    """

    strikes: dict[str, tuple[str, ...]] = {}
    amends: dict[str, tuple[str, ...]] = {}


class Match:
    """An immutable match.  `append` gives the next one; nothing else changes anything.

    Every entry of `log` has an id: the one it carries, or its position ("1", "2", …).
    """

    __slots__ = (
        "_index",
        "_journal",
        "base_rules",
        "board",
        "first_head",
        "head",
        "id",
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
    _journal: Journal

    @classmethod
    def open(cls, head: Head, library: Library, *, id: str | None = None) -> Match:
        """A match before its first entry; raises `Refused` for a rule set that cannot be."""
        match = cls()
        match.id = id
        match.first_head = head
        match.library = library
        match.log = ()
        match._index = {}
        match._journal = Journal()
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
        return self._amended(entry)  # type: ignore[return-value]

    def _amended(self, entry: Common) -> Common:
        amends = self._journal.amends.get(entry.id or "")
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
            for strike, all_taken in self._journal.strikes.items()
            for taken in all_taken
        }

    @property
    def struck(self) -> frozenset[str]:
        """The entries that do not count, struck or taken along."""
        return frozenset(
            taken for all_taken in self._journal.strikes.values() for taken in all_taken
        )

    @property
    def amended(self) -> dict[str, str]:
        """For each entry that now reads otherwise, the amend it reads by."""
        struck = self.struck
        found = {}
        for target, amends in self._journal.amends.items():
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
        if not self._journal.amends:
            return tuple(plain)
        return tuple(self._amended(entry) for entry in plain)

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
        entry_id = entry.id or str(len(self.log) + 1)
        if entry_id in self._index:
            raise DuplicateId(entry_id)
        if entry.id is None:
            entry = replace(entry, id=entry_id)
        after = self._with(entry_id, entry)
        if entry.unfit is not None:
            text = T(
                "{kind} entry kept but not counted: {why}", kind=kind_of(entry), why=entry.unfit
            )
            warned = Warned(entry_id, text)
            after.board = replace(self.board, warnings=(*self.board.warnings, warned))
            return after
        if isinstance(entry, kinds.Amend):
            return self._amend(after, entry)
        if isinstance(entry, kinds.Strike):
            return self._strike(after, entry)
        if isinstance(entry, kinds.Restore):
            return self._restore(after, entry)
        if isinstance(entry, kinds.Setup):
            return self._setup(after)
        override = entry.override if isinstance(entry, kinds.Bids) else None
        gate(self.rules, self.board, entry, self.head, override=override)
        after.board = step(self.rules, self.board, entry)
        return after

    def _refolded(self) -> Match:
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
        board = fold(self.rules, head.first_dealer, counting)
        unfit = tuple(
            Warned(
                entry.id or "",
                T("{kind} entry kept but not counted: {why}", kind=kind_of(entry), why=entry.unfit),
            )
            for entry in self.log
            if entry.unfit is not None
        )
        self.board = replace(board, warnings=(*unfit, *board.warnings)) if unfit else board
        return self

    def _still_readable(self, after: Match, *, stale_is_fine: bool = False) -> Match:
        """`after`, unless it leaves an entry without a meaning that has one now."""
        known = {each.entry for each in self.board.unread}
        for each in after.board.unread:
            if each.entry in known or (stale_is_fine and each.stale):
                continue
            raise NotReadable(self._name_of(each), each.text)
        return after

    def _name_of(self, unread: Unread) -> Text:
        return self.name(self.raw(unread.entry))

    def _target(self, entry_id: str) -> Entry:
        target = self.raw(entry_id)
        if target.unfit is not None:
            raise BadCorrection(T("entry “{id}” counts nothing as it is", id=entry_id[:60]))
        if entry_id in self.struck:
            raise BadCorrection(T("entry “{id}” was struck; restore it first", id=entry_id[:60]))
        return target

    def _amend(self, after: Match, entry: kinds.Amend) -> Match:
        target = self._target(entry.entry)
        if isinstance(target, kinds.Amend | kinds.Strike | kinds.Restore):
            raise BadCorrection(
                T(
                    "an {kind} cannot be amended; strike it, or amend the entry it is about",
                    kind=kind_of(target),
                )
            )
        if type(entry.to) is not type(target):
            raise BadCorrection(
                T(
                    "entry “{id}” is a {kind} entry; it can only read as another {kind}",
                    id=entry.entry[:60],
                    kind=kind_of(target),
                )
            )
        to = as_amended(target, entry.to, entry.override)
        if not isinstance(to, kinds.Setup):
            now = self._amended(target)
            gate(
                self.rules,
                self._before(entry.entry),
                to,
                self.head,
                override=entry.override,
                recorded=now.bids if isinstance(now, kinds.Bids) else None,
            )
        amends = self._journal.amends
        chain = (*amends.get(entry.entry, ()), entry.id or "")
        after._journal = replace(self._journal, amends={**amends, entry.entry: chain})
        return self._still_readable(
            after._refolded(), stale_is_fine=isinstance(target, kinds.Setup)
        )

    def _before(self, entry_id: str) -> Board:
        """The board just before an entry, as everything now reads."""
        earlier = []
        for entry in self.counting:
            if entry.id == entry_id:
                break
            earlier.append(entry)
        return fold(self.rules, self.head.first_dealer, earlier)

    def _strike(self, after: Match, entry: kinds.Strike) -> Match:
        target = self._target(entry.entry)
        if isinstance(target, kinds.Strike | kinds.Restore):
            raise BadCorrection(
                T(
                    "a {kind} cannot be struck; restore the entry, or strike it again",
                    kind=kind_of(target),
                )
            )
        hand = self.hand_of(entry.entry)
        if hand is not None and hand.closed_by == entry.entry and hand.bids_id != entry.entry:
            reopens = isinstance(target, kinds.Tricks | kinds.Talk)
            if reopens and hand is not self.board.hands[-1]:
                raise BadCorrection(
                    T(
                        "hand {hand} is not the latest hand, so it cannot be opened again; "
                        "amend the entry",
                        hand=hand.number,
                    )
                )
        taken: tuple[str, ...] = (entry.entry,)
        if isinstance(target, kinds.Bids) and hand is not None:
            along = (kinds.Tricks, kinds.Renege, kinds.Talk, kinds.Ruling)
            taken += tuple(each for each in hand.entries if isinstance(self.raw(each), along))
        after._journal = replace(
            self._journal, strikes={**self._journal.strikes, entry.id or "": taken}
        )
        return self._still_readable(after._refolded())

    def _restore(self, after: Match, entry: kinds.Restore) -> Match:
        self.raw(entry.entry)
        struck_by = None
        for strike_id, taken in self._journal.strikes.items():
            if taken[0] == entry.entry:
                struck_by = strike_id
            elif entry.entry in taken:
                raise BadCorrection(
                    T(
                        "entry “{id}” was struck with the bids of its hand; restore the bids",
                        id=entry.entry[:60],
                    )
                )
        if struck_by is None:
            raise BadCorrection(
                T("entry “{id}” is not struck, so there is nothing to restore", id=entry.entry[:60])
            )
        strikes = {k: v for k, v in self._journal.strikes.items() if k != struck_by}
        after._journal = replace(self._journal, strikes=strikes)
        return self._still_readable(after._refolded())

    def _setup(self, after: Match) -> Match:
        return self._still_readable(after._refolded(), stale_is_fine=True)

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
        match = Match.open(self.first_head, self.library, id=self.id)
        for entry in self.log[:entries]:
            match = match.append(entry)
        return match


def replay(head: Head, log: Sequence[Entry], library: Library, *, id: str | None = None) -> Match:
    """The match of a log that was gated when it was written; raises `Refused` if it was not."""
    match = Match.open(head, library, id=id)
    for entry in log:
        match = match.append(entry)
    return match
