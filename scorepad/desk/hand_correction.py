"""A recorded hand is corrected with the keys that it was typed with: its bids, then its tricks.

Nothing is recorded here: the correction returns the entries that would be, and the match after
them.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.desk.typed_bids import PLACES, SIDE_NILS, TypedBids, Unit, bidding_units
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.bidding import BID_KEYS, COUNT_KEYS
from scorepad.spades.board import Hand
from scorepad.spades.entries import Amend, Bids, Entry, FourBids, FourCounts, Tricks
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

Part: TypeAlias = Literal["bids", "tricks"]
NOTHING_CHANGED: Final = T("You haven't changed anything yet.")
CORRECTION_REASONS: Final = (T("misheard"), T("typed wrong"), T("wrong table"))
"""The usual reasons for a correction, which are given by one press."""


class HandCorrectionDraft(msgspec.Struct, frozen=True):
    """The unrecorded input that corrects a hand.

    bids_id: the entry that the hand's bids are
    bids, tricks: the keys
    why, override: the reasons
    """

    bids_id: str
    bids: str
    tricks: str
    why: str = ""
    override: str = ""


class HandCorrection:
    """The bids and tricks of one recorded hand, as they are typed again.

    `part` and `place` are those of the next key. `bids` and `tricks` read the keys as they do for a
    new hand.
    """

    def __init__(self, match: Match, hand: Hand) -> None:
        self.match = match
        self.hand = hand
        self.why = self.override = ""
        self.part: Part = "bids"
        self.place = 0
        self._is_fresh = True
        bids = match.counting_entry(hand.bids_id)
        assert isinstance(bids, Bids)
        self._bids_entry = bids
        self._tricks_entry: Tricks | None = None
        for entry_id in hand.entries:
            entry = match.counting_entry(entry_id)
            if isinstance(entry, Tricks):
                self._tricks_entry = entry
        self._before = match.before_hand(hand)
        self.bids = self._read_bids(_bid_keys(self._units(), bids))
        self.tricks: TypedTricks | None = None
        self._recorded_tricks = ""
        if self._tricks_entry is not None:
            self.tricks = self._read_tricks(self._tricks_entry.tricks)
            self._recorded_tricks = self.tricks.keys

    # The input.

    def _units(self) -> tuple[Unit, ...]:
        match, recorded = self.match, self._bids_entry.by_seat
        units: list[Unit] = []
        if self._bids_entry.bids == "itself":
            return ()
        for unit in bidding_units(match.rules, self._before.board.dealer):
            partner = (unit[0] + 2) % 4
            is_one_number = None in (recorded[unit[0]], recorded[partner])
            if len(unit) == 2 and not is_one_number and not _has_nil(recorded, unit):
                units += [(seat,) for seat in unit]
            elif len(unit) == 1 and is_one_number:
                if not any(partner in each for each in units):
                    units.append((unit[0], partner))
            else:
                units.append(unit)
        return tuple(units)

    def _read_bids(self, keys: str) -> TypedBids:
        recorded = self._bids_entry
        return TypedBids(self._before, keys, units=self._units(), replaced_bids=recorded.by_seat)

    def _read_tricks(self, counts: FourCounts) -> TypedTricks:
        typing = TypedTricks(self._before.with_hand_opened_by(self._typed_entry()))
        for unit in typing.units[:-1]:
            number = sum(counts[seat] or 0 for seat in unit)
            partner = (unit[0] + 2) % 4
            if len(unit) == 1 and None in (counts[unit[0]], counts[partner]):
                # The side's count was one number: the partner took it, and the nil none.
                whole = counts[unit[0]] or counts[partner] or 0
                number = 0 if typing.hand.nils[unit[0]] is not None else whole
            typing.press(COUNT_KEYS[min(number, typing.tricks_left)])
        return typing

    def _typed_entry(self) -> Bids:
        recorded = self._bids_entry
        if self.bids.bids() == recorded.by_seat:
            return recorded
        return replace(recorded, bids=self.bids.bids())

    def select(self, part: Part, place: int) -> None:
        """Have the next key typed for this number, in its place among `bids` or `tricks`."""
        self.part, self.place, self._is_fresh = part, place, True

    def select_side(self, part: Part, side: int) -> None:
        """Have the next key typed for a side's number, or for that of its first player."""
        tricks = self.tricks if part == "tricks" or not self.bids.units else None
        units = self.bids.units if tricks is None else tricks.units
        places = [place for place, unit in enumerate(units) if unit[0] % 2 == side]
        place = min(places, key=lambda each: min(units[each]), default=0)
        self.select("bids" if tricks is None else "tricks", place)

    def move(self, steps: int) -> None:
        """Have the next key typed for another number, so many further on."""
        places: list[tuple[Part, int]] = [("bids", n) for n in range(len(self.bids.units))]
        if self.tricks is not None:
            places += [("tricks", n) for n in range(len(self.tricks.units))]
        at = (self.part, self.place)
        number = places.index(at) if at in places else 0
        self.select(*places[(number + steps) % len(places)])

    def press(self, key: str) -> bool:
        """Type a key for the number that is selected; return whether it means anything there."""
        if self.part == "tricks" and self.tricks is not None:
            return self._press_tricks(self.tricks, key)
        if self._is_fresh:
            trial = self._read_bids(self.bids.keys)
            trial.point_at(self.place)
            if not trial.press(key):
                return False
            self.bids.point_at(self.place)
        if not self.bids.press(key):
            return False
        self._is_fresh = False
        unit = self.bids.unit_bids[self.place]
        if not unit.open and unit.mistake is None:
            # After the last bid another key is for that bid, and never for the tricks unseen.
            self.select("bids", min(self.place + 1, len(self.bids.units) - 1))
        if self.tricks is not None and not any(each.open for each in self.bids.unit_bids):
            self._count_nils_apart(self.tricks)
        return True

    def _press_tricks(self, tricks: TypedTricks, key: str) -> bool:
        if self._is_fresh or (key in COUNT_KEYS and key not in tricks.offered_keys):
            # Typing a side's number follows it wherever its count stands then; another number that
            # is no second digit takes the place of the one just typed.
            seats = tricks.units[self.place]
            tricks.point_at(self.place)
            self.place = tricks.units.index(seats)
        is_used = tricks.press(key)
        self._is_fresh = self._is_fresh and not is_used
        return is_used

    def _count_nils_apart(self, tricks: TypedTricks) -> None:
        nils = {seat for seat, bid in enumerate(self.bids.bids()) if bid in ("nil", "blind")}
        if nils != {unit[0] for unit in tricks.units if tricks.hand.nils[unit[0]] is not None}:
            entry = tricks.entry()
            counts = entry.tricks if entry is not None else self._recorded_counts
            self.tricks = self._read_tricks(counts)

    @property
    def _recorded_counts(self) -> FourCounts:
        assert self._tricks_entry is not None
        return self._tricks_entry.tricks

    # The entries to record.

    @property
    def is_changed(self) -> bool:
        """Whether anything would be lost that is typed."""
        tricks = "" if self.tricks is None else self.tricks.keys
        typed = (self.bids.bids(), tricks, self.why, self.override)
        return typed != (self._bids_entry.by_seat, self._recorded_tricks, "", "")

    def entries(self, why: str, override: str = "") -> tuple[Entry, ...]:
        """Return the amends with these reasons, in an order in which both can be recorded;
        raises `Refused` for no change or impossible numbers."""
        amends: list[Amend] = []
        if any(each.open for each in self.bids.unit_bids):
            raise Refused(T("A bid is missing."))
        bids = self._typed_entry()
        if bids != self._bids_entry:
            given = override or self._bids_entry.override
            amends.append(Amend(entry=str(bids.id), to=bids, why=why, override=given))
        tricks = None if self.tricks is None else self.tricks.entry()
        if self.tricks is not None and tricks is None:
            raise Refused(T("Enter the missing number of tricks."))
        if tricks is not None and self._tricks_entry is not None:
            is_typed = self.tricks is not None and self.tricks.keys != self._recorded_tricks
            to = replace(self._tricks_entry, tricks=tricks.tricks)
            if is_typed and to != self._tricks_entry:
                amends.append(Amend(entry=str(to.id), to=to, why=why))
        if not amends:
            raise Refused(NOTHING_CHANGED)
        try:
            append_all(self.match, amends)
        except Refused:
            # A new nil needs its tricks counted apart first; a nil taken away, the bids first.
            if len(amends) == 1:
                raise
            append_all(self.match, amends[::-1])
            return tuple(amends[::-1])
        return tuple(amends)

    def draft(self) -> HandCorrectionDraft | None:
        """Return the input, to be kept; None if there is none."""
        if not self.is_changed:
            return None
        tricks = "" if self.tricks is None else self.tricks.keys
        return HandCorrectionDraft(
            self.hand.bids_id, self.bids.keys, tricks, self.why, self.override
        )

    def fill(self, draft: HandCorrectionDraft) -> None:
        """Type a draft again."""
        self.bids = self._read_bids(draft.bids)
        self.why, self.override = draft.why, draft.override
        if self.tricks is not None:
            self._count_nils_apart(self.tricks)
            self.tricks = TypedTricks(self.tricks.match, draft.tricks)


def append_all(match: Match, entries: Sequence[Entry]) -> tuple[Match, tuple[Text, ...]]:
    """Return the match after these entries, and their warnings; raises `Refused`."""
    warnings: tuple[Text, ...] = ()
    for entry in entries:
        warnings += match.warnings_if_appended(entry)
        match = match.append(entry)
    return match, warnings


def _has_nil(bids: FourBids, unit: Unit) -> bool:
    return any(bids[seat] in ("nil", "blind") for seat in unit)


def _bid_keys(units: tuple[Unit, ...], recorded: Bids) -> str:
    side_nils = {(partner, nil): key for key, (partner, nil) in SIDE_NILS.items()}
    keys = ""
    for place, unit in enumerate(units):
        bids = [(seat, recorded.by_seat[seat]) for seat in unit]
        if len(unit) == 1:
            typed = [BID_KEYS[bid] for _seat, bid in bids]
        else:
            typed = [side_nils[seat // 2, bid] for seat, bid in bids if bid in ("nil", "blind")]
            typed += [BID_KEYS[bid] for _seat, bid in bids if isinstance(bid, int)]
        keys += "".join(PLACES[place] + key for key in typed)
    return keys
