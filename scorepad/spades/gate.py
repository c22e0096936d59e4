"""The gate decides whether an entry may be appended to a log (SCORING.md 3).

Each check raises `Refused` with one sentence: the fault, and a valid value. Corrections (amend,
strike, restore) and `setup` are checked in `match.py`, which knows the whole log.
"""

from __future__ import annotations

from datetime import datetime

from msgspec import UnsetType

from scorepad.spades import entries as kinds
from scorepad.spades.bidding import (
    Breach,
    find_breaches,
    format_short_number,
    nils_if_bids_readable,
    tricks_of_sides_if_thirteen,
    why_tricks_unreadable,
)
from scorepad.spades.board import Board, Hand
from scorepad.spades.entries import Common, FourBids, Head
from scorepad.spades.fold import (
    next_offense,
    why_bids_out_of_place,
    why_offense_unreadable,
)
from scorepad.spades.naming import head_of_hand, name_key, player_field, team_field
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, Text


def refuse_unappendable_entry(
    rules: RuleSet,
    board: Board,
    entry: Common,
    head: Head,
    *,
    replaced_bids: FourBids | None = None,
) -> None:
    """Raise `Refused` for a plain entry that cannot be appended.

    `head` names teams and players for the sentence.  `replaced_bids` are those that an amend
    replaces; their deficits were judged before and are not judged again.
    """
    if isinstance(entry, kinds.Bids):
        _check_bids(rules, board, entry, head, replaced_bids)
    elif isinstance(entry, kinds.Tricks):
        _check_tricks(rules, board, entry, head)
    elif isinstance(entry, kinds.Renege):
        _check_renege(rules, board, entry, head)
    elif isinstance(entry, kinds.Ruling):
        if entry.hand is not None:
            _find_named_hand(board, entry.hand)
    elif isinstance(entry, kinds.Talk):
        _refuse_when_over(board)
        if entry.seat is not None:
            _refuse_other_side_seat(head, entry.side, entry.seat)
        unreadable = why_offense_unreadable(board.hand, next_offense(rules, board, entry))
        if unreadable is not None:
            raise Refused(unreadable)
    elif isinstance(entry, kinds.Misdeal | kinds.Forfeit | kinds.Abandon):
        _refuse_when_over(board)
    elif isinstance(entry, kinds.Time):
        _check_time(board, entry)
    elif isinstance(entry, kinds.Clock):
        _check_clock(entry)
    elif isinstance(entry, kinds.PlayerChange):
        _check_player_change(board, entry, head)


YEARS_OF_PLAY = range(1900, 3000)
"""Moments outside these years are refused, because zones and clocks cannot be computed there."""


def refuse_impossible_moment(moment: datetime | UnsetType | None) -> None:
    """Raise `Refused` for a moment (UTC) outside the years of play."""
    if isinstance(moment, datetime) and moment.year not in YEARS_OF_PLAY:
        day = moment.date().isoformat()
        raise Refused("{day} is out of range; the year must be from 1900 to 2999", day=day)


def refuse_impossible_moments(entry: Common) -> None:
    """Raise `Refused` if an entry, or its replacement by an amend, has such a moment."""
    if entry.at is not None:
        refuse_impossible_moment(entry.at)
    if isinstance(entry, kinds.HeadChange):
        refuse_impossible_moment(entry.scheduled)
    elif isinstance(entry, kinds.Amend):
        refuse_impossible_moments(entry.to)


class GameOver(Refused):
    """An entry that is not possible once the game is over."""


def _refuse_when_over(board: Board) -> None:
    if board.is_over:
        raise GameOver(T("the game is over; you can only record a ruling or a correction"))


def _refuse_other_side_seat(head: Head, side: int, seat: int) -> None:
    if seat % 2 != side:
        raise Refused(
            "{player} (seat {seat}) isn't on {team}; its seats are {first} and {second}",
            player=player_field(head, seat),
            seat=seat,
            team=team_field(head, side),
            first=side,
            second=side + 2,
        )


def _find_named_hand(board: Board, hand: int) -> Hand:
    late = board.last_hand_if_closed
    if late is None or late.number != hand:
        raise Refused(_why_no_such_hand(board))
    return late


def _why_no_such_hand(board: Board) -> Text:
    late = board.last_hand_if_closed
    if late is not None:
        return T(
            "choose hand {hand}; you can choose only the latest finished hand", hand=late.number
        )
    if board.hand is not None:
        return T(
            "hand {hand} is in progress, so you can't choose another hand", hand=board.hand.number
        )
    if board.hands and board.hands[-1].is_after_end:
        return T("hands played after the game ended don't count; you can't add anything to them")
    if board.hands:
        return T(
            "the latest hand, hand {hand}, is void, so you can't choose a hand; record a "
            "ruling between hands instead",
            hand=board.hands[-1].number,
        )
    return T("no hand has been played yet, so don't choose one")


def _check_bids(
    rules: RuleSet,
    board: Board,
    entry: kinds.Bids,
    head: Head,
    replaced_bids: FourBids | None,
) -> None:
    _refuse_when_over(board)
    if board.open_hand:
        number = board.hands[-1].number
        raise Refused("hand {hand} is in progress; record its tricks first", hand=number)
    if (why := why_bids_out_of_place(rules, board, entry)) is not None:
        raise Refused(why)
    if entry.bids == "itself":
        return
    nils_if_bids_readable(rules, entry.bids, head)
    if entry.override is not None and not entry.override.strip():
        raise Breach("enter a reason for the override")
    if entry.override is None:
        for text in find_breaches(rules, board, entry.bids, head, replaced_bids):
            raise Breach(text)


def _check_tricks(rules: RuleSet, board: Board, entry: kinds.Tricks, head: Head) -> None:
    _refuse_when_over(board)
    hand = board.hand
    if hand is None:
        last = board.hands[-1] if board.hands else None
        if last is not None and last.status == "void" and last.closed_by == board.time_entry:
            raise Refused(
                "time ran out in hand {hand}, so it's void; don't enter tricks", hand=last.number
            )
        raise Refused("no hand is in progress; record the bids first")
    is_whole = tricks_of_sides_if_thirteen(entry.tricks) is not None
    for seat, count in () if is_whole else enumerate(entry.tricks):
        if count is not None and not 0 <= count <= 13:
            raise Refused(
                "{player} took {count} tricks; enter a number from 0 to 13",
                player=player_field(head, seat),
                count=format_short_number(count),
            )
    unreadable = why_tricks_unreadable(rules, hand, entry.tricks)
    if unreadable is not None:
        raise Refused(unreadable)
    if is_whole:
        return
    numbers = [count for count in entry.tricks if count is not None]
    if sum(numbers) != 13:
        raise Refused(
            N(
                "{sum} = {n} trick; a hand has 13",
                "{sum} = {n} tricks; a hand has 13",
                sum(numbers),
                sum=" + ".join(str(count) for count in numbers),
            )
        )


def _check_renege(rules: RuleSet, board: Board, entry: kinds.Renege, head: Head) -> None:
    if entry.hand is not None:
        hand = _find_named_hand(board, entry.hand)
    else:
        if board.hand is None:
            late = board.last_hand_if_closed
            if late is None:
                _refuse_when_over(board)
            raise Refused(
                T(
                    "no hand is in progress; to record a renege in the latest hand, choose "
                    "hand {hand}",
                    hand=late.number,
                )
                if late is not None
                else T("no hand is in progress; you can only record a renege during a hand")
            )
        hand = board.hand
    if entry.seat is not None:
        _refuse_other_side_seat(head, entry.side, entry.seat)
    has_own_numbers = entry.tricks is not None or entry.points is not None
    if has_own_numbers and not rules.renege.ladder and rules.renege.effect != "tricks":
        raise Refused(
            "under {rules}, a renege doesn't move any tricks or points, so don't enter any",
            rules=rules.name,
        )
    offense = next_offense(rules, board, entry, late=entry.hand is not None)
    unreadable = why_offense_unreadable(hand, offense)
    if unreadable is not None:
        raise Refused(unreadable)


def _check_time(board: Board, entry: kinds.Time) -> None:
    _refuse_when_over(board)
    if board.time_entry is not None:
        raise Refused("time has already been called")
    if entry.dealt and board.open_hand:
        raise Refused(
            "hand {hand} has bids, so its cards were dealt; leave out “dealt”",
            hand=board.hands[-1].number,
        )


def _check_player_change(board: Board, entry: kinds.PlayerChange, head: Head) -> None:
    if not entry.player.strip():
        raise Refused("enter the new player's name")
    first = board.hand_from_which(entry.bids)
    for number in range(first, max(first, len(board.hands)) + 1):
        names = head_of_hand(head, board, number)
        for seat in range(4):
            name = names.teams[seat % 2].players[seat // 2]
            if seat != entry.seat and name_key(name) == name_key(entry.player):
                raise Refused(
                    "{player} is already at this table in hand {hand}; if two players have "
                    "been in each other's seats from the start, swap them in the setup",
                    player=name,
                    hand=number,
                )


def _check_clock(entry: kinds.Clock) -> None:
    if entry.do == "add" and entry.seconds is None:
        raise Refused("to add time, enter the seconds")
    if entry.do != "add" and entry.seconds is not None:
        raise Refused("enter seconds only when you add time")


def new_warnings(before: Board, after: Board) -> tuple[Text, ...]:
    """Return the warnings that an append brought."""
    known = set(before.warnings)
    return tuple(each.text for each in after.warnings if each not in known)
