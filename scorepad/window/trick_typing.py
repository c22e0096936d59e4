"""Tricks as they are typed: one number for the side pointed at, the other's is what is left.

The same keys as for bids; Tab points at the other side.  With a nil its seat's count comes first,
and its side's other count is the partner's alone.
"""

from __future__ import annotations

from typing import Final, TypeAlias, cast

import msgspec

from scorepad.spades.board import Hand
from scorepad.spades.entries import FourCounts, Tricks
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, Text
from scorepad.window.bid_typing import NUMBERS, bidding_order

POINT: Final = "\t"
HAND: Final = 13
"""Tricks in a hand."""
Unit: TypeAlias = tuple[int, ...]


class Counted(msgspec.Struct, frozen=True, kw_only=True):
    """One count: the seats it is for (a side's two, or one), how many tricks (None: not known
    yet), and whether it is what the others left."""

    seats: Unit
    nil: bool
    tricks: int | None = None
    derived: bool = False

    @property
    def side(self) -> int:
        return self.seats[0] % 2


class TrickTyping:
    """The trick counts of the hand in progress, as far as they are typed."""

    def __init__(self, rules: RuleSet, hand: Hand, keys: str = "", *, pointed: int = 0) -> None:
        self.hand = hand
        self.pointed = pointed
        self.mistake: Text | None = None
        self._typed: list[int] = []
        order = bidding_order(rules, hand.dealer)
        nils = [seat for seat in order if hand.nils[seat] is not None]
        self._nil_units: list[Unit] = [(seat,) for seat in nils]
        self._plain: dict[int, Unit] = {}
        for side in (0, 1):
            seats = [seat for seat in (side, side + 2) if seat not in nils]
            if seats:
                self._plain[side] = tuple(seats)
        for key in keys:
            self.press(key)

    @property
    def units(self) -> tuple[Unit, ...]:
        """The units in the order they are asked; the last is derived."""
        return (
            *self._nil_units,
            *(self._plain[s] for s in (self.pointed, 1 - self.pointed) if s in self._plain),
        )

    @property
    def counted(self) -> tuple[Counted, ...]:
        """Every unit as it stands, in the order asked."""
        units = self.units
        made: list[Counted] = []
        for number, seats in enumerate(units):
            nil = self.hand.nils[seats[0]] is not None
            if number < len(self._typed):
                made.append(Counted(seats=seats, nil=nil, tricks=self._typed[number]))
            elif self.complete and number == len(units) - 1:
                made.append(Counted(seats=seats, nil=nil, tricks=self.left, derived=True))
            else:
                made.append(Counted(seats=seats, nil=nil))
        return tuple(made)

    @property
    def cursor(self) -> int:
        """The unit that is asked now; its number is past the last asked when all are."""
        return len(self._typed)

    @property
    def left(self) -> int:
        """Tricks not yet given to anybody."""
        return HAND - sum(self._typed)

    @property
    def last(self) -> int:
        """The number typed last; 0 before the first."""
        return self._typed[-1] if self._typed else 0

    @property
    def complete(self) -> bool:
        """Is one number left, so that it is known?"""
        return len(self._typed) == len(self.units) - 1

    @property
    def can_point(self) -> bool:
        """Can the other side be pointed at? (Both must have a count of their own.)"""
        return len(self._plain) == 2

    @property
    def keys(self) -> str:
        """What was typed, as keys."""
        return (POINT if self.pointed else "") + "".join(NUMBERS[n] for n in self._typed)

    def press(self, key: str) -> bool:
        """Type a key; False when it means nothing here.  An impossible number is not taken, and
        `mistake` says why."""
        self.mistake = None
        if key == POINT:
            return self.point(1 - self.pointed)
        if key not in NUMBERS:
            return False
        replaced = self._typed.pop() if self.complete and self._typed else None
        tricks = NUMBERS.index(key)
        if tricks > self.left:
            if replaced is not None:
                self._typed.append(replaced)
            room = self.left + (replaced or 0)
            self.mistake = N(
                "Only {n} trick is left; a hand has 13.",
                "Only {n} tricks are left; a hand has 13.",
                room,
            )
            return False
        self._typed.append(tricks)
        return True

    def point(self, side: int) -> bool:
        """Point at a side; a number already typed goes over, as what it makes there."""
        if not self.can_point or side == self.pointed:
            return False
        if self.complete:
            self._typed[-1] = self.left
        self.pointed = side
        return True

    def back(self) -> bool:
        """Take the last number back; False when there is none."""
        self.mistake = None
        if not self._typed:
            return False
        self._typed.pop()
        return True

    def entry(self) -> Tricks | None:
        """The counts as an entry, when they are known."""
        if not self.complete:
            return None
        by_seat: list[int | None] = [None] * 4
        for counted in self.counted:
            by_seat[counted.seats[0]] = counted.tricks
        return Tricks(tricks=cast("FourCounts", tuple(by_seat)))
