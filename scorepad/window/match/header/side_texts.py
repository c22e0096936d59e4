"""The texts of a side's part of the header: its bags and their warning, and its needs."""

from __future__ import annotations

from typing import Final

from scorepad.spades.match import Match
from scorepad.spades.naming import team_field
from scorepad.spades.result import lacking_label
from scorepad.spades.words import N, T, Text
from scorepad.window.match.sheet.sheet_rows import bid_text

NEAR_LIMIT: Final = 2
"""The warning about bags begins this many bags before the penalty."""


def bag_count_text(match: Match, side: int) -> Text:
    """Return how many bags a side has, and of how many."""
    bags, limit = match.board.bags[side], match.rules.bags.limit
    if limit is None:
        return T("{bags} bags", bags=bags)
    return T("{bags} of {limit} bags", bags=bags, limit=limit)


def is_near_bag_limit(match: Match, side: int) -> bool:
    """Return whether the next bag penalty is near."""
    limit = match.rules.bags.limit
    if limit is None or match.board.is_over:
        return False
    return match.board.bags[side] >= limit - NEAR_LIMIT


def bag_count_and_warning_text(match: Match, side: int) -> Text:
    """Return the bag count; near the limit it adds what the next bags cost."""
    count, rules = bag_count_text(match, side), match.rules.bags
    if rules.limit is None or not is_near_bag_limit(match, side):
        return count
    return N(
        "{count}: {n} more costs {points}",
        "{count}: {n} more cost {points}",
        max(1, rules.limit - match.board.bags[side]),
        count=count,
        points=rules.penalty,
    )


def deciding_hand_text(match: Match) -> Text | None:
    """Return the text in place of the lacking points while one hand decides the game: an
    extra hand, the last of those agreed on, the one in which time ran out. None while none does."""
    board, game = match.board, match.rules.game
    if board.is_over:
        return None
    begun = board.open_hand or board.dealt
    number_now = len(board.hands) + (0 if board.open_hand else 1)
    at_time = board.time_entry is not None and match.rules.clock.at_time != "play-on" and begun
    extra = board.extra_hand or (board.hand is not None and board.hand.extra)
    if not (extra or at_time or number_now == game.max_hands):
        return None
    return T("this hand decides it") if begun else T("one more hand decides it")


def gap_in_deciding_hand_text(match: Match, side: int) -> Text | None:
    """Return what this side needs while one hand decides: how many points more than the other, or
    how far it is ahead. None where that is not the whole truth, as a side may lose by its sets, or
    win a tie by its bags."""
    board, rules = match.board, match.rules
    limit = rules.game.sets_to_lose
    by_sets = limit is not None and max(board.sets) >= limit - 1
    by_bags = board.time_entry is not None and rules.clock.on_tie == "fewer-bags"
    if deciding_hand_text(match) is None or by_sets or by_bags:
        return None
    behind = board.score[1 - side] - board.score[side]
    if behind > 0:
        other = team_field(match.head, 1 - side)
        return T("needs {n} more than {team}", n=behind + 1, team=other)
    return T("{points} ahead", points=-behind) if behind else T("tied")


def points_to_win_text(match: Match, side: int, *, is_time_asked: bool = False) -> Text | None:
    """Return what a side needs, in short; None once the game is over. `is_time_asked`: time ran out
    between hands, and it is not answered yet whether cards were dealt."""
    if match.board.is_over:
        return None
    if is_time_asked:
        return T("time is up")
    if (text := gap_in_deciding_hand_text(match, side) or deciding_hand_text(match)) is not None:
        return text
    return lacking_label(match, side)


def brief_points_to_win_text(
    match: Match, side: int, *, is_time_asked: bool = False
) -> Text | None:
    """Return what a side needs in the fewest words, without saying whom it needs more than."""
    behind = match.board.score[1 - side] - match.board.score[side]
    if not is_time_asked and behind > 0 and gap_in_deciding_hand_text(match, side) is not None:
        return T("needs {n} more", n=behind + 1)
    return points_to_win_text(match, side, is_time_asked=is_time_asked)


def further_deciding_texts(match: Match, side: int) -> list[Text]:
    """Return what else decides for this side, the most important first: that this hand does, how
    near to losing it is, how far behind."""
    board, game = match.board, match.rules.game
    if board.is_over:
        return []
    texts = []
    has_gap_text = gap_in_deciding_hand_text(match, side) is not None
    if has_gap_text and (decides := deciding_hand_text(match)) is not None:
        texts.append(decides)
    if game.floor is not None and board.score[side] < 0:
        texts.append(T("loses at {floor}", floor=game.floor))
    if (behind := board.score[1 - side] - board.score[side]) > 0 and not has_gap_text:
        texts.append(T("{points} behind", points=behind))
    if game.sets_to_lose is not None:
        texts.append(T("{n} of {limit} sets", n=board.sets[side], limit=game.sets_to_lose))
    return texts


def contract_text(match: Match, side: int) -> str:
    """Return what this side has to take in the hand in progress: `9`, `nil + 5`, `4 + nil` (in the
    order of the seats, as on the sheet); empty between hands."""
    hand = match.board.hand
    if hand is None or not match.board.open_hand:
        return ""
    seats = (side, side + 2)
    has_nil = [hand.nils[seat] is not None for seat in seats]
    contract = "" if hand.contract[side] is None else str(hand.contract[side])
    if not any(has_nil):
        return contract
    parts = [
        bid_text(hand.bids_as_read[seat]) if nil else contract
        for seat, nil in zip(seats, has_nil, strict=True)
    ]
    return " + ".join(filter(None, parts))
