"""The contents of the entry bar's boxes, one for each number to type."""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.desk.hand_correction import HandCorrection
from scorepad.desk.hand_input import SEAT_KEYS
from scorepad.desk.typed_bids import TypedBids, UnitBids
from scorepad.desk.typed_tricks import TypedTricks, UnitTrickCount
from scorepad.spades.match import Match
from scorepad.spades.words import T
from scorepad.window.match.sheet.sheet_rows import bid_text
from scorepad.window.wording import names

BoxState: TypeAlias = Literal[
    "waiting", "current", "asked", "given", "refused", "insisted", "derived"
]
"""The state of a number; in `unit_bids` one is proposed, which Enter takes, or another is typed."""
CARET: Final = "▮"
"""Marks in a value where the next key would go."""
_BIDS_NOW: Final = T("bids now")
_ORDER: Final = (T("bids 1st"), T("bids 2nd"), T("bids 3rd"), T("bids 4th"))
STATE_SIGNS: dict[str, str] = {"refused": "✕ ", "insisted": "! "}
"""The sign before a note, so that color alone does not tell its state."""


class EntryBoxContent(msgspec.Struct, frozen=True):
    """One box: whose number it is, the number, how it stands, and the side.

    `spoken` is read out in place of the value. `seat` is the player's; without one the box is a
    side's. The `note` is below the name.
    """

    caption: str
    value: str
    state: BoxState
    side: int
    spoken: str = ""
    seat: int | None = None
    note: str = ""


def bid_boxes(typing: TypedBids) -> list[EntryBoxContent]:
    """Return a box for each unit that bids, in the order they bid."""
    teams = typing.match.head_of_hand().teams
    cursor = typing.cursor
    boxes = []
    for place, unit in enumerate(typing.unit_bids):
        side = unit.seats[0] % 2
        caption = (
            names.name_of_seat(teams, unit.seats[0])
            if len(unit.seats) == 1
            else names.name_of_side(teams, side)
        )
        value = _bid_value(unit, typing, place == cursor)
        state: BoxState = "given"
        if unit.mistake is not None:
            state = "insisted" if unit.insisted else "refused"
        elif place == cursor:
            state = "current"
        elif unit.open:
            state = "waiting"
        seat = unit.seats[0] if len(unit.seats) == 1 else None
        note = _BIDS_NOW if state == "current" else _ORDER[place]
        spoken = value if value != CARET else ""
        boxes.append(EntryBoxContent(caption, value, state, side, spoken, seat, str(note)))
    return boxes


def dealer_boxes(match: Match) -> list[EntryBoxContent]:
    """Return a box for each seat, to choose the first dealer."""
    teams = match.head_of_hand().teams
    return [
        EntryBoxContent(
            name := names.name_of_seat(teams, seat),
            key,
            "given",
            seat % 2,
            str(T("press if {player} deals first (key {key})", player=name, key=key)),
            seat,
            str(T("press to choose")),
        )
        for seat, key in enumerate(SEAT_KEYS)
    ]


def _bid_value(unit: UnitBids, typing: TypedBids, is_current: bool) -> str:
    bids = " + ".join(bid_text(bid) for bid in unit.bids if bid is not None)
    if not unit.open:
        return bids
    if not bids and unit.is_blind:
        return str(T("blind {n}", n=CARET))
    if not bids:
        return CARET if is_current else ""
    nil_seat = next(
        seat for seat, bid in zip(unit.seats, unit.bids, strict=True) if bid is not None
    )
    name = names.name_of_seat(typing.match.head_of_hand().teams, nil_seat)
    return f"{names.shorten_name(name, 8)} {bids} + {CARET}"


def unit_places_in_box_order(typing: TypedTricks) -> list[int]:
    """Return the units (as places in the order asked) in the order of the boxes, which is that of
    the sheet: side 0 at the left, its seats in their order there."""
    units = typing.units
    return sorted(range(len(units)), key=lambda place: (units[place][0] % 2, units[place][0]))


def trick_boxes(typing: TypedTricks) -> list[EntryBoxContent]:
    """Return a box for each count, in the order of the sheet, whichever is asked first."""
    boxes = []
    counts = typing.counts
    for place in unit_places_in_box_order(typing):
        counted = counts[place]
        value = "" if counted.tricks is None else str(counted.tricks)
        state: BoxState = "given"
        # Where everything is typed, another number replaces the latest.
        is_current = place == typing.current
        if is_current and counted.nil and counted.derived:
            # Enter takes this number, unless another is typed.
            state, value = "asked", value + CARET
        elif is_current:
            state = "current"
            value = value or CARET
        elif counted.derived:
            state = "derived"
        elif counted.tricks is None:
            state = "waiting"
        caption = _caption(counted, typing.match)
        seat = counted.seats[0] if len(counted.seats) == 1 else None
        note = str(T("tricks (nil)") if counted.nil else T("tricks"))
        spoken = value.removesuffix(CARET)
        boxes.append(EntryBoxContent(caption, value, state, counted.side, spoken, seat, note))
    return boxes


def _caption(counted: UnitTrickCount, match: Match) -> str:
    teams = match.head_of_hand().teams
    if len(counted.seats) == 2:
        return names.name_of_side(teams, counted.side)
    return names.name_of_seat(teams, counted.seats[0])


def correction_boxes(correction: HandCorrection) -> list[EntryBoxContent]:
    """Return the boxes of a hand that is corrected: its bids, then its tricks; the one that is
    selected is current."""
    boxes = [*bid_boxes(correction.bids)]
    places: list[tuple[str, int]] = [("bids", n) for n in range(len(boxes))]
    if correction.tricks is not None:
        boxes += trick_boxes(correction.tricks)
        places += [("tricks", n) for n in unit_places_in_box_order(correction.tricks)]
    selected = (correction.part, correction.place)
    shown = []
    for box, (part, place) in zip(boxes, places, strict=True):
        state: BoxState = "given" if box.state in ("derived", "asked", "current") else box.state
        value, note = box.value.removesuffix(CARET), box.note
        if part == "bids":
            note = str(T("bid"))
        if (part, place) == selected and state != "refused":
            state = "current"
        shown.append(replace(box, state=state, value=value or "–", note=note))
    return shown
