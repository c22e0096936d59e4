"""When a game ends, and why (SCORING.md 5)."""

from __future__ import annotations

from scorepad.spades.board import Board, End, Pair, Reason
from scorepad.spades.rules import RuleSet


def closed_hands(board: Board) -> int:
    """How many hands were scored or lost."""
    return sum(hand.status in ("scored", "lost") for hand in board.hands)


def higher(score: Pair) -> int | None:
    """The side with the higher total; None for equal totals."""
    return None if score[0] == score[1] else int(score[1] > score[0])


def judge(rules: RuleSet, board: Board) -> tuple[End | None, bool]:
    """The end of the game as the board stands between hands, and whether an extra hand is owed.

    Judged from the board alone, so that judging again after a ruling or a late renege settles,
    undoes or turns whatever was judged before.
    """
    score = board.score
    last_extra = next(
        (hand.extra for hand in reversed(board.hands) if hand.status in ("scored", "lost")), False
    )
    if last_extra:
        winner = higher(score)
        return (None, True) if winner is None else (End("extra-hand", winner), False)
    game = rules.game
    if max(score) >= game.target:
        return _by_total("target", score, game.on_tie, board.bags)
    if game.floor is not None:
        at_floor = [total <= game.floor for total in score]
        if any(at_floor):
            return _by_loss("floor", at_floor, score, game.on_tie, board.bags)
    if game.sets_to_lose is not None:
        at_limit = [sets >= game.sets_to_lose for sets in board.sets]
        if any(at_limit):
            return _by_loss("sets", at_limit, score, game.on_tie, board.bags)
    if game.max_hands is not None and closed_hands(board) >= game.max_hands:
        return _by_total("max-hands", score, game.on_tie, board.bags)
    if board.time_entry is not None and rules.clock.at_time != "play-on":
        return _by_total("time", score, rules.clock.on_tie, board.bags)
    return None, False


def _by_loss(
    reason: Reason, at_it: list[bool], score: Pair, on_tie: str, bags: Pair
) -> tuple[End | None, bool]:
    if not all(at_it):
        return End(reason, 1 - at_it.index(True)), False
    return _by_total(reason, score, on_tie, bags)


def _by_total(reason: Reason, score: Pair, on_tie: str, bags: Pair) -> tuple[End | None, bool]:
    winner = higher(score)
    if winner is not None:
        return End(reason, winner), False
    if on_tie == "tie":
        return End(reason, None, tied=True), False
    if on_tie == "fewer-bags" and bags[0] != bags[1]:
        return End(reason, int(bags[1] < bags[0])), False
    return None, True
