"""Tricks are typed as one number for the selected side; the other side gets the rest.

The keys are the same as for bids; Tab selects the other side. With a nil its side's number is the
partner's alone, and the nil took no trick unless a number is typed after it.
"""

from __future__ import annotations

from typing import Final, cast

import msgspec

from scorepad.desk.typed_bids import Unit, bidding_order
from scorepad.spades.bidding import COUNT_KEYS
from scorepad.spades.entries import FourCounts, Tricks
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text

POINT: Final = "\t"
HAND: Final = 13
"""Tricks in a hand."""
NOT_RECORDED: Final = T(
    "These tricks aren't recorded yet. Press Enter to record them, or Backspace to change "
    "the number."
)


class UnitTrickCount(msgspec.Struct, frozen=True, kw_only=True):
    """One count: the seats it is for (a side's two, or one), how many tricks (None: not known yet),
    and whether it follows from the others: the rest, or a nil without a number."""

    seats: Unit
    nil: bool
    tricks: int | None = None
    derived: bool = False

    @property
    def side(self) -> int:
        return self.seats[0] % 2


class TypedTricks:
    """Reads the trick counts of the hand in progress, as far as they are typed."""

    def __init__(self, match: Match, keys: str = "") -> None:
        hand = match.board.hand
        assert hand is not None
        self.match = match
        self.hand = hand
        self.pointed = 0
        self.mistake: Text | None = None
        self._typed: list[int] = []
        self._replaced: int | None = None
        self._after: tuple[str, Match | Text] | None = None
        order = bidding_order(match.rules, hand.dealer)
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
        """Return the units in the order they are asked: the side pointed at, each nil, and last the
        one that follows from the others."""
        plain = [self._plain[s] for s in (self.pointed, 1 - self.pointed) if s in self._plain]
        return (*plain[:1], *self._nil_units, *plain[1:])

    @property
    def counts(self) -> tuple[UnitTrickCount, ...]:
        """Return every unit as it is, in the order asked."""
        units = self.units
        counts: list[UnitTrickCount] = []
        for number, seats in enumerate(units):
            nil = self.hand.nils[seats[0]] is not None
            if number < len(self._typed):
                counts.append(UnitTrickCount(seats=seats, nil=nil, tricks=self._typed[number]))
            elif self.complete:
                tricks = self.tricks_left if number == len(units) - 1 else 0
                counts.append(UnitTrickCount(seats=seats, nil=nil, tricks=tricks, derived=True))
            else:
                counts.append(UnitTrickCount(seats=seats, nil=nil))
        return tuple(counts)

    @property
    def cursor(self) -> int:
        """Return the number of the unit that is asked now; the last one's when all are typed."""
        return len(self._typed)

    @property
    def current(self) -> int:
        """Return the number of the unit that the next number is for: when all are typed, the one
        just pointed at, else the latest."""
        if not self.is_full:
            return self.cursor
        return self.cursor - 1 if self._replaced is None else self._replaced

    @property
    def tricks_left(self) -> int:
        """Return how many tricks are not yet given to anybody."""
        return HAND - sum(self._typed)

    @property
    def is_full(self) -> bool:
        """Return whether everything is typed that can be."""
        return len(self._typed) == len(self.units) - 1

    @property
    def offered_keys(self) -> str:
        """Return the keys that mean a number now.  Once everything is typed only two digits of ten
        or more belong together, and a unit that was pointed at takes another number: the digits
        of the next hand must change nothing."""
        if not self.is_full:
            return COUNT_KEYS[: self.tricks_left + 1]
        if self._replaced is not None:
            return COUNT_KEYS[: self.tricks_left + self._typed[self._replaced] + 1]
        return "0123" if self._is_first_of_two_digits else ""

    @property
    def _is_first_of_two_digits(self) -> bool:
        # Where a nil is asked they are two numbers.
        return self._typed == [1] and not self._nil_units

    @property
    def complete(self) -> bool:
        """Return whether every count is known. One number is enough where each side has one count
        of its own; else all but one are asked, until no trick is left."""
        return bool(self._typed) and (self.can_point or self.is_full or not self.tricks_left)

    @property
    def can_point(self) -> bool:
        """Return whether the other side can be pointed at, because both have a count of their
        own."""
        return len(self._plain) == 2

    @property
    def keys(self) -> str:
        """Return the input as keys."""
        return (POINT if self.pointed else "") + "".join(COUNT_KEYS[n] for n in self._typed)

    def press(self, key: str) -> bool:
        """Type a key; return False when it means nothing here. An impossible number is not
        taken, and `mistake` has the reason."""
        self.mistake = None
        if key == POINT:
            return self.point_at_side(1 - self.pointed)
        if key not in COUNT_KEYS:
            return False
        if key not in self.offered_keys:
            if self.is_full and self._replaced is None:
                self.mistake = NOT_RECORDED
            elif tricks := len(self.offered_keys) - 1:
                self.mistake = N(
                    "Only {n} trick is left; a hand has 13.",
                    "Only {n} tricks are left; a hand has 13.",
                    tricks,
                )
            else:
                self.mistake = T("No tricks are left; a hand has 13.")
            return False
        tricks = COUNT_KEYS.index(key)
        if not self.is_full:
            self._typed.append(tricks)
        elif self._replaced is not None:
            self._typed[self._replaced] = tricks
        else:
            self._typed[-1] = tricks + 10
        self._replaced = None
        return True

    def point_at_side(self, side: int) -> bool:
        """Select a side; a number already typed is moved to it."""
        if not self.can_point or side == self.pointed:
            return False
        if self._typed:
            self._typed[0] = self.tricks_left
        self.pointed = side
        self._replaced = 0
        return True

    def delete_last(self) -> bool:
        """Take the last number back; return False when there is none."""
        self.mistake = None
        if not self._typed:
            return False
        self._typed.pop()
        return True

    def point_at(self, unit_index: int) -> None:
        """Take back all from the count of this unit on; one not typed yet is pointed at, or typed
        next: the nils before it took none. Once everything is typed, the next number replaces this
        unit's alone, and the tricks of a nil are kept."""
        if unit_index < self.cursor and self.is_full and self._nil_units:
            self._replaced = unit_index
        elif unit_index < self.cursor:
            while self.cursor > unit_index:
                self.delete_last()
        elif (counted := self.counts[unit_index]).nil:
            while self.complete and self.cursor < unit_index:
                self.press("0")
        else:
            self.point_at_side(counted.side)

    @property
    def match_after_or_refusal(self) -> Match | Text | None:
        """Return the match as these counts would leave it, or why they are refused; None while they
        are not known. It is folded once, however often it is asked."""
        entry = self.entry()
        if entry is None:
            return None
        if self._after is None or self._after[0] != self.keys:
            try:
                self._after = (self.keys, self.match.append(entry))
            except Refused as refused:
                self._after = (self.keys, refused.text)
        return self._after[1]

    def entry(self) -> Tricks | None:
        """Return the counts as an entry; None while they are not known."""
        if not self.complete:
            return None
        by_seat: list[int | None] = [None] * 4
        for counted in self.counts:
            by_seat[counted.seats[0]] = counted.tricks
        return Tricks(tricks=cast("FourCounts", tuple(by_seat)))
