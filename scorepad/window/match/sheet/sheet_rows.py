"""The rows of the sheet on the screen are hands, and rulings between them, with all texts."""

from __future__ import annotations

from functools import partial
from typing import Final, TypeAlias

import msgspec

from scorepad.spades.board import HAND_STATES, Hand
from scorepad.spades.entries import (
    Bid,
    Bids,
    BlindNumber,
    FourBids,
    Misdeal,
    blind_number_text,
)
from scorepad.spades.marks import EXTRA_HAND, SIGNS, bids_text, cell_notes_of, find_time_call
from scorepad.spades.match import Match
from scorepad.spades.words import T, format_change, format_number, join_parts
from scorepad.window.match.sheet.sheet_columns import COLUMN_COUNT, DEALER_COLUMN, column_of
from scorepad.window.wording import moments, names
from scorepad.window.wording.names import describe_entry, entry_title

DASH: Final = "–"


NOTE_STATUSES: Final = ("was", "note")
"""The rows beneath a hand: the values of its corrected cells before, and notes."""


class SheetRow(msgspec.Struct, frozen=True, kw_only=True):
    """One row of the sheet.

    It shows a hand by its number, or with number 0 a ruling between hands, whose entry is `entry`,
    or a row beneath a hand.  It has the state of that, the text of every column, and the
    columns that are marked.
    """

    hand: int
    status: str
    cells: tuple[str, ...]
    entry: str = ""
    remark: str = ""
    penalized: tuple[bool, bool] = (False, False)
    was_set: tuple[bool, bool] = (False, False)
    reneged: tuple[bool, bool] = (False, False)
    lost: tuple[bool, bool] = (False, False)
    nil_failed: tuple[bool, bool] = (False, False)


KnownRows: TypeAlias = dict[int, tuple[Hand, tuple[SheetRow, ...]]]
"""The rows of each hand that is known, by its number: itself, and what its cells were."""


def bid_text(bid: Bid) -> str:
    """Return a bid as it is shown: a number, `nil`, `blind`."""
    if bid == "nil":
        return str(T("nil"))
    if bid == "blind":
        return str(T("blind"))
    if isinstance(bid, BlindNumber):
        return str(blind_number_text(bid.blind))
    return DASH if bid is None else str(bid)


def side_bids_text(bids: FourBids, side: int) -> str:
    """Return a side's bids: `4 + 3`, `nil + 5`, or the one number of the whole side."""
    numbers = [bids[seat] for seat in (side, side + 2) if bids[seat] is not None]
    return " + ".join(bid_text(bid) for bid in numbers)


def sheet_rows(
    match: Match, typed: FourBids | None = None, known_rows: KnownRows | None = None
) -> tuple[SheetRow, ...]:
    """Return all rows of a match, oldest first; `typed` are the bids of a hand not recorded yet.

    A hand in `known_rows` (by number, with the same names) keeps its row, and new rows are put
    there: a long match then costs no more than a short one.
    """
    known_rows = {} if known_rows is None else known_rows
    result: list[SheetRow] = []
    board = match.board
    score, bags = (0, 0), (0, 0)
    later = list(board.adjustments)
    time, amend_by_entry = find_time_call(match), match.amend_by_entry
    misdeals = _misdeals_before_bids(match)
    when = partial(moments.format_local_time)
    # A void hand or one after the end has a number too, so hands are counted by place.
    for number_before, hand in enumerate((None, *board.hands)):
        if hand is not None:
            before = known_rows.get(hand.number)
            if before is None or before[0] is not hand:
                shown = (
                    _hand_row(match, hand),
                    *_was_row(match, hand, amend_by_entry),
                )
                known_rows[hand.number] = before = (hand, shown)
            result += before[1]
            notes = [EXTRA_HAND] if hand.extra else []
            if time.within == hand.number and hand.status != "void":
                notes.append(time.note_text(when))
            if notes:
                result.append(_note_row(join_parts(notes)))
            score, bags = hand.score, hand.bags
        while later and later[0].after_hand == number_before:
            ruling = later.pop(0)
            score = _add_to_side(score, ruling.side, ruling.points)
            bags = _add_to_side(bags, ruling.side, ruling.bags)
            result.append(
                _ruling_row(ruling.side, ruling.points, ruling.why, score, bags, ruling.entry)
            )
        for misdeal in misdeals.get(number_before, ()):
            text = join_parts((entry_title(match, misdeal), describe_entry(match, misdeal)))
            result.append(_note_row(text, str(misdeal.id)))
        if time.after == (hand.number if hand is not None else 0):
            result.append(_note_row(str(time.note_text(when))))
    if not board.open_hand and not board.is_over:
        result.append(_next_row(match, typed))
    return tuple(result)


def _add_to_side(pair: tuple[int, int], side: int, more: int) -> tuple[int, int]:
    return (pair[0] + more, pair[1]) if side == 0 else (pair[0], pair[1] + more)


def _hand_row(match: Match, hand: Hand) -> SheetRow:
    # After the end the deal did not move on, so the computed dealer is not shown as a fact.
    dealer = (
        "" if hand.is_after_end else names.name_of_seat(match.head_of_hand(hand).teams, hand.dealer)
    )
    cells = [str(hand.number), dealer]
    counted = hand.is_counted
    open_hand = hand.status == "in-progress"
    for side in (0, 1):
        cells.append(
            str(T("no bid")) if hand.bids_itself else side_bids_text(hand.bids_as_read, side)
        )
        cells.append(_tricks(hand, side))
        cells.append(format_change(hand.change[side]) if counted else "" if open_hand else DASH)
        cells.append("" if open_hand else format_number(hand.score[side]))
        cells.append("" if open_hand else format_number(hand.bags[side]))
    penalized = tuple(any(line.what == "bag-penalty" for line in lines) for lines in hand.lines)
    was_set = tuple(is_made is False for is_made in hand.made)
    offenders = {renege.side for renege in hand.reneges}
    remark = hand.status not in ("scored", "in-progress")
    return SheetRow(
        hand=hand.number,
        status=hand.status,
        cells=tuple(cells),
        remark=str(HAND_STATES[hand.status].short) if remark else "",
        penalized=(penalized[0], penalized[1]),
        was_set=(was_set[0], was_set[1]),
        reneged=(0 in offenders, 1 in offenders),
        lost=(0 in hand.losers, 1 in hand.losers),
        nil_failed=(
            False in (hand.nil_made[0], hand.nil_made[2]),
            False in (hand.nil_made[1], hand.nil_made[3]),
        ),
    )


def _was_row(match: Match, hand: Hand, amend_by_entry: dict[str, str]) -> tuple[SheetRow, ...]:
    cells = [""] * COLUMN_COUNT
    for side in (0, 1):
        notes = cell_notes_of(match, hand, side, amend_by_entry)
        if notes.bid_was:
            was = bids_text(notes.bid_was)
            cells[column_of(side, "bids")] = str(T("was {value}", value=was))
        if notes.took_was:
            cells[column_of(side, "tricks")] = str(T("was {value}", value=notes.took_was))
    return (SheetRow(hand=0, status="was", cells=tuple(cells)),) if any(cells) else ()


def _misdeals_before_bids(match: Match) -> dict[int, list[Misdeal]]:
    found: dict[int, list[Misdeal]] = {}
    hands = 0
    for entry in match.counting_entries:
        hands += isinstance(entry, Bids)
        if isinstance(entry, Misdeal) and match.hand_of(str(entry.id)) is None:
            found.setdefault(hands, []).append(entry)
    return found


def _note_row(text: str, entry: str = "") -> SheetRow:
    cells = [""] * COLUMN_COUNT
    cells[DEALER_COLUMN] = text
    return SheetRow(hand=0, status="note", cells=tuple(cells), entry=entry, remark=text)


NIL_SIGNS: Final = {True: SIGNS["nil-made"], False: SIGNS["nil-failed"], None: ""}
"""The sign of a nil that was made, or was not, before its tricks."""


def _tricks(hand: Hand, side: int) -> str:
    if hand.status == "in-progress":
        return ""
    seats = (side, side + 2)
    apart = [hand.seat_tricks[seat] for seat in seats]
    if any(hand.nils[seat] is not None for seat in seats) and None not in apart:
        signs = [NIL_SIGNS[hand.nil_made[seat]] for seat in seats]
        return " · ".join(f"{sign}{count}" for sign, count in zip(signs, apart, strict=True))
    total = hand.tricks[side]
    return DASH if total is None else str(total)


def _ruling_row(
    side: int, points: int, why: str, score: tuple[int, int], bags: tuple[int, int], entry: str
) -> SheetRow:
    cells = [""] * COLUMN_COUNT
    cells[1] = str(T("ruling"))
    cells[column_of(side, "bids")] = why
    cells[column_of(side, "change")] = format_change(points)
    for each in (0, 1):
        cells[column_of(each, "total")] = format_number(score[each])
        cells[column_of(each, "bags")] = format_number(bags[each])
    return SheetRow(hand=0, status="ruling", cells=tuple(cells), entry=entry, remark=why)


def _next_row(match: Match, typed: FourBids | None) -> SheetRow:
    cells = [""] * COLUMN_COUNT
    cells[0] = str(len(match.board.hands) + 1)
    if not match.board.assumes_dealer:
        cells[1] = names.name_of_seat(match.head_of_hand().teams, match.board.dealer)
    for side in (0, 1):
        shown = side_bids_text(typed, side) if typed is not None else ""
        cells[column_of(side, "bids")] = shown
    return SheetRow(hand=0, status="next", cells=tuple(cells))
