"""Bids are typed with one key a bid, in the order the rule set has them bid.

`0`–`9`, `T` 10, `J` 11, `Q` 12, `K` 13, `N` nil, `B` blind nil. Where a side bids one number, `N`
and `B` are the nils of the partner named first, `M` and `V`, the keys beside them, those of the
second; the number that follows is the other partner's, or a nil of the other partner follows. `L`
before a number bids it blind, where the rule set has that. A first hand that bids itself takes no
key. `!` insists on a bid that the rules refuse: a reason is then asked. A bid that is called out of
turn is typed at its place, after that is selected.

Only the keys are stored, as a text, and typed again after a crash.
"""

from __future__ import annotations

from copy import copy
from typing import Final, TypeAlias, cast

import msgspec

from scorepad.spades.bidding import BLIND_KEY, COUNT_KEYS, KEY_BIDS
from scorepad.spades.entries import Bid, Bids, BlindNumber, FourBids
from scorepad.spades.gate import refuse_unappendable_entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import Text

INSIST: Final = "!"
SIDE_KEYS: Final = COUNT_KEYS + "NBMV"
"""The keys that mean a bid where a side bids one number."""
SIDE_NILS: Final[dict[str, tuple[int, Bid]]] = {
    "N": (0, "nil"),
    "B": (0, "blind"),
    "M": (1, "nil"),
    "V": (1, "blind"),
}
"""Where a side bids one number: which partner bids nil (0: the one named first), and which nil."""
PLACES: Final = "abcd"
"""Before a key that is typed out of turn, the place of its unit, as in "c5"."""
_NO_REASON_YET: Final = "?"
Unit: TypeAlias = tuple[int, ...]
"""The seats that a bid is asked of at once: one, or a side's two."""


def bidding_order(rules: RuleSet, dealer: int) -> tuple[int, int, int, int]:
    """Return the seats in the order they bid (`bidding.first`): clockwise from the dealer's left,
    or the non-dealing side from there, then the dealing side, dealer first."""
    steps = (1, 2, 3, 0) if rules.bidding.first == "left-of-dealer" else (1, 3, 0, 2)
    return cast("tuple[int, int, int, int]", tuple((dealer + step) % 4 for step in steps))


def bidding_units(rules: RuleSet, dealer: int) -> tuple[Unit, ...]:
    """Return the units in bidding order: four seats, or two sides (their seats in bidding
    order)."""
    order = bidding_order(rules, dealer)
    if rules.bidding.unit == "player":
        return tuple((seat,) for seat in order)
    first = order[0] % 2
    return tuple(tuple(seat for seat in order if seat % 2 == side) for side in (first, 1 - first))


class UnitBids(msgspec.Struct, frozen=True, kw_only=True):
    """The bids of one unit: its seats, the bids so far, and their state.

    It is `open` while nothing or not enough is typed; `mistake` is why the typed bid is refused,
    `overridable` whether a supervisor may insist, `insisted` whether one did. `is_blind` means that
    the next number is bid blind.
    """

    seats: Unit
    bids: tuple[Bid, ...]
    open: bool = True
    mistake: Text | None = None
    overridable: bool = False
    insisted: bool = False
    is_blind: bool = False

    @property
    def number(self) -> Bid:
        """Return the one bid to show for the unit: a side's number, or the player's bid."""
        return next((bid for bid in self.bids if bid is not None), None)


def _read_number(keys: str) -> tuple[Bid, int]:
    if keys.startswith(BLIND_KEY):
        number = COUNT_KEYS.find(keys[1]) if len(keys) > 1 else -1
        return (BlindNumber(number), 2) if number >= 0 else (None, len(keys))
    return (KEY_BIDS[keys[0]], 1) if keys else (None, 0)


class TypedBids:
    """Reads the bids of the next hand, as far as they are typed."""

    def __init__(
        self,
        match: Match,
        keys: str = "",
        *,
        units: tuple[Unit, ...] | None = None,
        replaced_bids: FourBids | None = None,
    ) -> None:
        """The `replaced_bids` of a corrected hand may keep values that were accepted before; its
        `units` are those that bid then."""
        self.match = match
        self._replaced_bids = replaced_bids
        is_first = match.rules.first_hand.bids == "itself" and match.board.is_first_hand_due
        self.bids_itself = units is None and is_first
        """Whether the hand has no bids."""
        if units is None:
            units = () if self.bids_itself else bidding_units(match.rules, match.board.dealer)
        self.units: tuple[Unit, ...] = units
        self.pointed: int | None = None
        """The place of the unit that is asked out of turn."""
        self.unit_bids: tuple[UnitBids, ...] = ()
        self._typed: tuple[tuple[int, str], ...] = ()
        self._in_turn = True
        self._type_again(keys)

    def _type_again(self, keys: str) -> None:
        self._typed, self._in_turn = (), True
        self._read()
        for key in keys:
            if key in PLACES[: len(self.units)]:
                self.pointed, self._in_turn = PLACES.index(key), False
            else:
                self.press(key)

    @property
    def keys(self) -> str:
        """Return the input, as keys in the order of typing."""
        return "".join((key if self._in_turn else PLACES[unit] + key) for unit, key in self._typed)

    @property
    def cursor(self) -> int:
        """Return the number of the unit that is asked now; as many as there are when all have
        bid."""
        waiting = [
            number
            for number, unit in enumerate(self.unit_bids)
            if unit.open or (unit.mistake is not None and not unit.insisted)
        ]
        if self.pointed in waiting:
            return self.pointed
        return waiting[0] if waiting else len(self.unit_bids)

    @property
    def current(self) -> UnitBids | None:
        """Return the unit that is asked now; None when all have bid."""
        return self.unit_bids[self.cursor] if self.cursor < len(self.unit_bids) else None

    @property
    def complete(self) -> bool:
        """Return whether all have bid."""
        return self.cursor == len(self.unit_bids)

    @property
    def insisted(self) -> bool:
        """Return whether recording these bids needs a reason."""
        return any(unit.insisted for unit in self.unit_bids)

    @property
    def mistake(self) -> Text | None:
        """Return why the bid at the cursor is refused."""
        return self.current.mistake if self.current is not None else None

    def press(self, key: str) -> bool:
        """Type a key; return False when it means nothing here (then nothing changes)."""
        current = self.current
        if current is None:
            return False
        if key == INSIST:
            if current.mistake is None or not current.overridable:
                return False
        elif key not in self.offered_keys:
            return False
        elif current.mistake is not None:
            # A bid that was refused is replaced, not added to.
            cursor = self.cursor
            self._typed = tuple(each for each in self._typed if each[0] != cursor)
        elif len(current.seats) == 2 and key in SIDE_NILS:
            partner, nil = SIDE_NILS[key]
            if current.bids[current.seats.index(current.seats[0] % 2 + 2 * partner)] == nil:
                return False
        self._typed += ((self.cursor, key),)
        self._read()
        return True

    @property
    def offered_keys(self) -> str:
        """Return the keys that mean a bid for the unit that is asked now."""
        current = self.current
        if current is None:
            return ""
        if current.is_blind:
            return COUNT_KEYS
        keys = SIDE_KEYS if len(current.seats) == 2 else "".join(KEY_BIDS)
        return keys + (BLIND_KEY if self.match.rules.blind_bid is not None else "")

    def delete_last(self) -> bool:
        """Take the last key back; return False when there is none."""
        if not self._typed:
            return False
        self.pointed = self._typed[-1][0]
        self._typed = self._typed[:-1]
        self._in_turn = self._in_turn or (not self._typed and self.pointed == 0)
        self._read()
        return True

    def point_at(self, unit_index: int) -> None:
        """Have the next key typed for this unit, in place of its input."""
        self.pointed = None
        self._typed = tuple(each for each in self._typed if each[0] != unit_index)
        self._read()
        latest = max((unit for unit, _key in self._typed), default=0)
        self._in_turn = self._in_turn and self.cursor == unit_index >= latest
        self.pointed = unit_index

    def bids(self) -> FourBids:
        """Return the bids by seat; None if nothing is typed, or the partner bids for both."""
        by_seat: list[Bid] = [None] * 4
        for unit in self.unit_bids:
            for seat, bid in zip(unit.seats, unit.bids, strict=True):
                by_seat[seat] = bid
        return cast("FourBids", tuple(by_seat))

    def entry(self, override: str | None = None) -> Bids:
        """Return the bids as an entry, with the reason for a breach."""
        if self.bids_itself:
            return Bids(bids="itself")
        return Bids(bids=self.bids(), override=override or None)

    def why_key_refused(self, key: str) -> Text | None:
        """Return why this key would not be taken at the cursor; None if it would."""
        trial, cursor = copy(self), self.cursor
        if not trial.press(key):
            return None
        blind = self.match.rules.blind_bid
        if key == BLIND_KEY and blind is not None:
            trial.press(COUNT_KEYS[min(blind.minimum, 13)])
        elif trial.unit_bids[cursor].open:
            # A side's nil is judged with its partner's number.
            trial.press(COUNT_KEYS[max(self.match.rules.bidding.side_minimum, 1)])
        return trial.unit_bids[cursor].mistake

    def _read(self) -> None:
        """Units are judged in the order of typing, so that a mistake is reported at the latest
        key."""
        order = dict.fromkeys((*(unit for unit, _key in self._typed), *range(len(self.units))))
        read: dict[int, UnitBids] = {}
        for number in order:
            keys = "".join(key for unit, key in self._typed if unit == number)
            before = [each for each in read.values() if not each.open]
            read[number] = self._read_unit(self.units[number], keys, before)
        self.unit_bids = tuple(read[number] for number in range(len(self.units)))

    def _read_unit(self, seats: Unit, keys: str, before: list[UnitBids]) -> UnitBids:
        if len(seats) == 1:
            bid, length = _read_number(keys)
            bids: tuple[Bid, ...] = (bid,)
            done = bid is not None
        else:
            length, bids, done = self._read_side(seats, keys)
        if not done:
            return UnitBids(seats=seats, bids=bids, is_blind=keys.endswith(BLIND_KEY))
        mistake = self._mistake(seats, bids, before, None)
        overridable = (
            mistake is not None and self._mistake(seats, bids, before, _NO_REASON_YET) is None
        )
        return UnitBids(
            seats=seats,
            bids=bids,
            open=False,
            mistake=mistake,
            overridable=overridable,
            insisted=overridable and keys[length:] == INSIST,
        )

    def _read_side(self, seats: Unit, keys: str) -> tuple[int, tuple[Bid, ...], bool]:
        bids: list[Bid] = [None, None]
        for length, key in enumerate(keys, start=1):
            if key in SIDE_NILS:
                partner, nil = SIDE_NILS[key]
                bids[seats.index(seats[0] % 2 + 2 * partner)] = nil
                if None not in bids:
                    return length, tuple(bids), True
            elif key in KEY_BIDS:
                before = keys[length - 2 : length - 1]
                bids[bids.index(None)] = _read_number(before * (before == BLIND_KEY) + key)[0]
                return length, tuple(bids), True
            elif key == BLIND_KEY:
                continue
            else:
                return length - 1, tuple(bids), False
        return len(keys), tuple(bids), False

    def _mistake(
        self, seats: Unit, bids: tuple[Bid, ...], before: list[UnitBids], override: str | None
    ) -> Text | None:
        """A side is judged with a plain contract on the other side, whose bids are not its
        mistake."""
        side = seats[0] % 2
        known: dict[int, Bid] = dict(zip(seats, bids, strict=True))
        for unit in before:
            if unit.seats[0] % 2 == side and unit.seats != seats:
                if unit.insisted:
                    override = override or _NO_REASON_YET
                known.update(zip(unit.seats, unit.bids, strict=True))
        match = self.match
        plain = max(match.rules.bidding.side_minimum, 1)
        partner = (seats[0] + 2) % 4
        tries: tuple[Bid, ...] = (None,) if partner in known else (plain, 1, "nil", 0)
        first: Text | None = None
        for attempt in tries:
            by_seat: list[Bid] = [None] * 4
            by_seat[1 - side] = plain
            for seat, bid in known.items():
                by_seat[seat] = bid
            if partner not in known:
                by_seat[partner] = attempt
            entry = Bids(bids=cast("FourBids", tuple(by_seat)), override=override)
            try:
                # The gate is enough; nothing is folded for a key.
                refuse_unappendable_entry(
                    match.rules,
                    match.board,
                    entry,
                    match.head,
                    replaced_bids=self._replaced_bids,
                )
            except Refused as refused:
                first = first or refused.text
            else:
                return None
        return first
