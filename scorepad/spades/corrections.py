"""Amend, strike and restore change how the entries of a log read.

They are gated against the whole log.  After one, the match folds its log again and compares
whether every later entry can still be read.
"""

from __future__ import annotations

from collections.abc import Container

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.bidding import Breach
from scorepad.spades.board import Board
from scorepad.spades.entries import Common, Entry, Head, kind_of
from scorepad.spades.fold import fold
from scorepad.spades.gate import gate
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T


class Journal(msgspec.Struct, frozen=True):
    """The corrections of a log say how its entries now read.

    `strikes` has each strike in force and the entries it removed, the named one first.  `amends`
    has the amends of each amended entry in order; a struck amend does not count.  `between` has
    the rulings that were recorded when no hand was in progress.  `idle` has the entries that could
    not be read when something was struck; a restore need not make them readable.
    """

    strikes: dict[str, tuple[str, ...]] = {}
    amends: dict[str, tuple[str, ...]] = {}
    between: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()


CORRECTIONS = (kinds.Amend, kinds.Strike, kinds.Restore)
"""The kinds of entry that are about another one."""
UNDONE = "undo"
"""The `why` of a strike that an undo appends; screens and sheets translate it."""
TAKEN_ALONG = (kinds.Tricks, kinds.Renege, kinds.Talk, kinds.Ruling)
"""A strike of bids also strikes the entries of these kinds in their hand (SCORING.md 3)."""


def is_undo(strike: kinds.Strike) -> bool:
    """Return whether an undo wrote this strike.  Older logs say so by the strike's reason alone."""
    return strike.undoes is not None or (strike.step is None and strike.why == UNDONE)


def as_amended(target: Common, to: Common, override: str | None) -> Common:
    """Return the entry as it reads after an amend: `to`, in the place and with the id of its
    target."""
    read = replace(
        to,
        id=target.id,
        at=target.at,
        by=target.by,
        unfit=None,
        step=target.step,
        undoes=target.undoes,
        redoes=target.redoes,
    )
    return replace(read, override=override) if isinstance(read, kinds.Bids) else read


class Log:
    """A log is the entries of a match in order; its journal says how each of them now reads."""

    __slots__ = ("_index", "journal", "log")

    log: tuple[Entry, ...]
    journal: Journal
    _index: dict[str, int]
    """The place of each entry in `log`, by id."""

    def raw(self, entry_id: str) -> Entry:
        """Return the entry as it was first written.  Raise `Refused` where there is none."""
        if entry_id not in self._index:
            raise Refused("there is no entry “{id}” in this match", id=entry_id[:60])
        return self.log[self._index[entry_id]]

    def has(self, entry_id: str) -> bool:
        return entry_id in self._index

    def reads(self, entry_id: str) -> Entry | None:
        """Return the entry as it now reads; None when it does not count."""
        entry = self.raw(entry_id)
        if entry_id in self.struck or entry.unfit is not None:
            return None
        return self.amended_now(entry)  # type: ignore[return-value]

    def amended_now(self, entry: Common) -> Common:
        """Return the entry as its latest amend in force has it, whether it counts or not."""
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
        """Return the strike that removed each entry that does not count, by the entry's id."""
        return {
            taken: strike
            for strike, all_taken in self.journal.strikes.items()
            for taken in all_taken
        }

    @property
    def struck(self) -> frozenset[str]:
        """Return the entries that do not count, because a strike in force removed them."""
        return frozenset(
            taken for all_taken in self.journal.strikes.values() for taken in all_taken
        )

    @property
    def amended(self) -> dict[str, str]:
        """Return the amend by which each amended entry now reads, by the entry's id."""
        struck = self.struck
        found = {}
        for target, amends in self.journal.amends.items():
            for amend_id in amends:
                if amend_id not in struck:
                    found[target] = amend_id
        return found

    @property
    def counting(self) -> tuple[Common, ...]:
        """Return the log as it now reads: entries that count, amended, corrections left out."""
        struck = self.struck
        plain = (
            entry
            for entry in self.log
            if not isinstance(entry, CORRECTIONS) and entry.unfit is None and entry.id not in struck
        )
        if not self.journal.amends:
            return tuple(plain)
        return tuple(self.amended_now(entry) for entry in plain)


def corrected(
    log: Log,
    entry: kinds.Amend | kinds.Strike | kinds.Restore,
    rules: RuleSet,
    head: Head,
    board: Board,
    *,
    gated: bool,
) -> Journal:
    """Return the journal of a log after a correction.  Raise `Refused` where it cannot be made.

    `rules`, `head` and `board` are those before the correction.  If it is not `gated`, a
    correction of an entry that is not there changes nothing.
    """
    try:
        if isinstance(entry, kinds.Amend):
            return _amended(log, entry, rules, head, gated=gated)
        if isinstance(entry, kinds.Strike):
            return _struck(log, entry, board, gated=gated)
        return _restored(log, entry)
    except Refused:
        if gated:
            raise
        return log.journal


def check_counts(target: Common, entry_id: str, struck: Container[str]) -> None:
    """Raise `Refused` where the entry that a correction is about does not count."""
    if target.unfit is not None:
        raise Refused("entry “{id}” counts nothing as it is", id=entry_id[:60])
    if entry_id in struck:
        raise Refused("entry “{id}” was struck; restore it first", id=entry_id[:60])


def check_amendable(target: Common, entry_id: str, to: Common, amend: type[Common]) -> None:
    """Raise `Refused` where an entry cannot be amended so that it reads as `to`."""
    if isinstance(target, (amend, kinds.Strike, kinds.Restore)):
        raise Refused("{kind} cannot be amended; amend the entry it is about", kind=kind_of(target))
    if type(to) is not type(target):
        raise Refused(
            "entry “{id}” is of kind {kind}; it can only read as another of that kind",
            id=entry_id[:60],
            kind=kind_of(target),
        )


def check_strikable(target: Common) -> None:
    """Raise `Refused` where the entry is itself a strike or a restore."""
    if isinstance(target, kinds.Strike | kinds.Restore):
        raise Refused(
            T("a strike is not struck; restore the entry that it took")
            if isinstance(target, kinds.Strike)
            else T("a restore is not struck; strike the entry again")
        )


def not_struck(entry_id: str) -> Refused:
    """Return the refusal to restore what is not struck."""
    return Refused("entry “{id}” is not struck, so there is nothing to restore", id=entry_id[:60])


def _target(log: Log, entry_id: str) -> Entry:
    target = log.raw(entry_id)
    check_counts(target, entry_id, log.struck)
    return target


def _amended(log: Log, entry: kinds.Amend, rules: RuleSet, head: Head, *, gated: bool) -> Journal:
    target = _target(log, entry.entry)
    check_amendable(target, entry.entry, entry.to, kinds.Amend)
    if gated and not isinstance(target, kinds.Setup):
        now = log.amended_now(target)
        try:
            gate(
                rules,
                _before(log, entry.entry, rules, head),
                as_amended(target, entry.to, entry.override),
                head,
                recorded=now.bids if isinstance(now, kinds.Bids) else None,
            )
        except Breach as breach:
            if isinstance(entry.to, kinds.Bids) and entry.to.override is not None:
                text = T("{breach}; the override goes on the amend itself", breach=breach.text)
                raise Breach(text) from None
            raise
    amends = log.journal.amends
    chain = (*amends.get(entry.entry, ()), entry.id or "")
    return replace(log.journal, amends={**amends, entry.entry: chain})


def _before(log: Log, entry_id: str, rules: RuleSet, head: Head) -> Board:
    """Return the board just before an entry, as everything now reads."""
    earlier = []
    for entry in log.counting:
        if entry.id == entry_id:
            break
        earlier.append(entry)
    return fold(rules, head.first_dealer, earlier, log.journal.between)


def _struck(log: Log, entry: kinds.Strike, board: Board, *, gated: bool) -> Journal:
    target = _target(log, entry.entry)
    check_strikable(target)
    hand = board.hand_of(entry.entry)
    closing = hand is not None and hand.closed_by == entry.entry != hand.bids_id
    reopens = closing and isinstance(target, kinds.Tricks | kinds.Talk)
    if gated and reopens and hand is not None and hand is not board.hands[-1]:
        raise Refused(
            "hand {hand} is not the latest hand, so it cannot be opened again; amend the entry",
            hand=hand.number,
        )
    taken = (entry.entry, *taken_along(log, board, entry.entry))
    idle = {each.entry for each in board.unread}
    return replace(
        log.journal,
        strikes={**log.journal.strikes, entry.id or "": taken},
        idle=log.journal.idle | idle,
    )


def taken_along(log: Log, board: Board, entry_id: str) -> tuple[str, ...]:
    """Return the other entries that a strike of this one removes: for bids, their hand."""
    hand = board.hand_of(entry_id)
    if hand is None or not isinstance(log.raw(entry_id), kinds.Bids):
        return ()
    return tuple(each for each in hand.entries if isinstance(log.raw(each), TAKEN_ALONG))


def _restored(log: Log, entry: kinds.Restore) -> Journal:
    log.raw(entry.entry)
    struck_by = None
    for strike_id, taken in log.journal.strikes.items():
        if taken[0] == entry.entry:
            struck_by = strike_id
        elif entry.entry in taken:
            raise Refused(
                "entry “{id}” was struck with the bids of its hand; restore the bids",
                id=entry.entry[:60],
            )
    if struck_by is None:
        raise not_struck(entry.entry)
    strikes = {key: taken for key, taken in log.journal.strikes.items() if key != struck_by}
    return replace(log.journal, strikes=strikes)
