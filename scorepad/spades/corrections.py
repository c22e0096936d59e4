"""Amend, strike and restore: what they may do, and how the entries of a log then read.

They are gated against the whole log, so this room asks a match; whether every later entry can
still be read is for the match to compare after the fold.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.bidding import Breach
from scorepad.spades.board import Board
from scorepad.spades.entries import Common, Entry, kind_of
from scorepad.spades.fold import fold
from scorepad.spades.gate import gate
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

if TYPE_CHECKING:
    from scorepad.spades.match import Match


class NoSuchEntry(Refused):
    def __init__(self, entry_id: str) -> None:
        super().__init__(T("there is no entry “{id}” in this match", id=entry_id[:60]))


class BadCorrection(Refused):
    """An amend, a strike or a restore that cannot be made."""


class NotReadable(Refused):
    """A later entry could not be read after this correction."""

    def __init__(self, name: Text, why: Text) -> None:
        super().__init__(
            T(
                "not possible, because the {entry} could then not be read: {why}; "
                "correct or strike that first",
                entry=name,
                why=why,
            )
        )


class Journal(msgspec.Struct, frozen=True):
    """How the entries of a log now read.

    `strikes`: each strike in force and the entries it took, the named one first; `amends`: for
    each amended entry its amends, in order (a struck amend does not count); `between`: as
    `fold.fold` has it; `idle`: entries that could not be read when something was struck,
    and need not be when it is restored.
    """

    strikes: dict[str, tuple[str, ...]] = {}
    amends: dict[str, tuple[str, ...]] = {}
    between: frozenset[str] = frozenset()
    idle: frozenset[str] = frozenset()


UNDONE = "undo"
"""The `why` of a strike that an undo appends; whoever shows it says it in the reader's language."""
ALONG = (kinds.Tricks, kinds.Renege, kinds.Talk, kinds.Ruling)
"""What a strike of bids takes along with them (SCORING.md 3)."""


def as_amended(target: Common, to: Common, override: str | None) -> Common:
    """The entry as it reads after an amend: `to`, in the place and with the id of its target."""
    read = replace(to, id=target.id, at=target.at, by=target.by, unfit=None)
    return replace(read, override=override) if isinstance(read, kinds.Bids) else read


def corrected(
    match: Match, entry: kinds.Amend | kinds.Strike | kinds.Restore, *, gated: bool
) -> Journal:
    """The journal after a correction; raises `Refused` where it cannot be made.

    Without the gate, a correction of what is not there changes nothing.
    """
    try:
        if isinstance(entry, kinds.Amend):
            return _amended(match, entry, gated=gated)
        if isinstance(entry, kinds.Strike):
            return _struck(match, entry, gated=gated)
        return _restored(match, entry)
    except Refused:
        if gated:
            raise
        return match.journal


def _target(match: Match, entry_id: str) -> Entry:
    target = match.raw(entry_id)
    if target.unfit is not None:
        raise BadCorrection(T("entry “{id}” counts nothing as it is", id=entry_id[:60]))
    if entry_id in match.struck:
        raise BadCorrection(T("entry “{id}” was struck; restore it first", id=entry_id[:60]))
    return target


def _amended(match: Match, entry: kinds.Amend, *, gated: bool) -> Journal:
    target = _target(match, entry.entry)
    if isinstance(target, kinds.Amend | kinds.Strike | kinds.Restore):
        raise BadCorrection(
            T("{kind} cannot be amended; amend the entry it is about", kind=kind_of(target))
        )
    if type(entry.to) is not type(target):
        raise BadCorrection(
            T(
                "entry “{id}” is of kind {kind}; it can only read as another of that kind",
                id=entry.entry[:60],
                kind=kind_of(target),
            )
        )
    if gated and not isinstance(target, kinds.Setup):
        now = match.amended_now(target)
        try:
            gate(
                match.rules,
                _before(match, entry.entry),
                as_amended(target, entry.to, entry.override),
                match.head,
                override=entry.override,
                recorded=now.bids if isinstance(now, kinds.Bids) else None,
            )
        except Breach as breach:
            if isinstance(entry.to, kinds.Bids) and entry.to.override is not None:
                text = T("{breach}; the override goes on the amend itself", breach=breach.text)
                raise Breach(text) from None
            raise
    amends = match.journal.amends
    chain = (*amends.get(entry.entry, ()), entry.id or "")
    return replace(match.journal, amends={**amends, entry.entry: chain})


def _before(match: Match, entry_id: str) -> Board:
    """The board just before an entry, as everything now reads."""
    earlier = []
    for entry in match.counting:
        if entry.id == entry_id:
            break
        earlier.append(entry)
    return fold(match.rules, match.head.first_dealer, earlier, match.journal.between)


def _struck(match: Match, entry: kinds.Strike, *, gated: bool) -> Journal:
    target = _target(match, entry.entry)
    if isinstance(target, kinds.Strike | kinds.Restore):
        raise BadCorrection(
            T("a strike is not struck; restore the entry that it took")
            if isinstance(target, kinds.Strike)
            else T("a restore is not struck; strike the entry again")
        )
    hand = match.hand_of(entry.entry)
    closing = hand is not None and hand.closed_by == entry.entry != hand.bids_id
    reopens = closing and isinstance(target, kinds.Tricks | kinds.Talk)
    if gated and reopens and hand is not None and hand is not match.board.hands[-1]:
        raise BadCorrection(
            T(
                "hand {hand} is not the latest hand, so it cannot be opened again; amend the entry",
                hand=hand.number,
            )
        )
    taken = (entry.entry, *along(match, entry.entry))
    idle = {each.entry for each in match.board.unread}
    return replace(
        match.journal,
        strikes={**match.journal.strikes, entry.id or "": taken},
        idle=match.journal.idle | idle,
    )


def along(match: Match, entry_id: str) -> tuple[str, ...]:
    """What a strike of this entry takes along with it now: of bids, their hand."""
    hand = match.hand_of(entry_id)
    if hand is None or not isinstance(match.raw(entry_id), kinds.Bids):
        return ()
    return tuple(each for each in hand.entries if isinstance(match.raw(each), ALONG))


def _restored(match: Match, entry: kinds.Restore) -> Journal:
    match.raw(entry.entry)
    struck_by = None
    for strike_id, taken in match.journal.strikes.items():
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
    strikes = {key: taken for key, taken in match.journal.strikes.items() if key != struck_by}
    return replace(match.journal, strikes=strikes)
