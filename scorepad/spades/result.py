"""What a match comes to: the result object of SCORING.md 5, and the result in words."""

from __future__ import annotations

from typing import Any

from scorepad.spades.board import Board
from scorepad.spades.match import Match
from scorepad.spades.naming import side_called
from scorepad.spades.words import N, T, Text

COUNTED = ("scored", "lost")
"""The hands that make the score."""


def result(match: Match) -> dict[str, Any]:
    """The result as plain data: points and bags by side, hands with their lines."""
    board = match.board
    end = board.end
    hand = board.hand
    return {
        "rules": match.base_rules.id,
        "status": "playing" if end is None else "over",
        "winner": None if end is None else end.winner,
        "tied": end is not None and end.tied,
        "reason": None if end is None else end.reason,
        "extra_hand": board.extra_hand,
        "score": list(board.score),
        "bags": list(board.bags),
        "next_dealer": board.dealer if hand is None else hand.dealer,
        "hands": [
            {
                "number": each.number,
                "dealer": each.dealer,
                "status": each.status,
                "contract": list(each.contract),
                "tricks": list(each.tricks),
                "change": list(each.change),
                "score": list(each.score),
                "bags": list(each.bags),
                "lines": [
                    [
                        {
                            "what": line.what,
                            "points": line.points,
                            "bags": line.bags,
                            "rule": line.rule,
                        }
                        for line in lines
                    ]
                    for lines in each.lines
                ],
            }
            for each in board.hands
        ],
        "adjustments": [
            {
                "side": each.side,
                "points": each.points,
                "bags": each.bags,
                "why": each.why,
                "after_hand": each.after_hand,
            }
            for each in board.adjustments
        ],
        "warnings": [str(each.text) for each in board.warnings],
    }


def score_text(board: Board, first: int = 0) -> Text:
    """The two totals, the given side's first."""
    return totals_text(board.score[first], board.score[1 - first])


def totals_text(ours: int, theirs: int) -> Text:
    """Two totals beside each other: `312–287`, or `310 to −200`."""
    if min(ours, theirs) < 0:  # a dash beside a minus sign reads as neither
        return T("{ours} to {theirs}", ours=ours, theirs=theirs)
    return T("{ours}–{theirs}", ours=ours, theirs=theirs)


def reason_text(match: Match) -> Text | None:
    """Why the game ended, in words; None while it is played."""
    end = match.board.end
    rules = match.rules
    if end is None:
        return None
    if end.reason == "target":
        if min(match.board.score) >= rules.game.target:
            return T("both at {target} or more", target=rules.game.target)
        return T("first to {target}", target=rules.game.target)
    if end.reason == "floor":
        return T("the other side fell to {floor}", floor=rules.game.floor or 0)
    if end.reason == "sets":
        return N(
            "the other side was set {n} time",
            "the other side was set {n} times",
            rules.game.sets_to_lose or 0,
        )
    if end.reason == "max-hands":
        return N("{n} hand played", "{n} hands played", rules.game.max_hands or 0)
    if end.reason == "time":
        if end.winner is not None and match.board.score[0] == match.board.score[1]:
            return T("time, equal totals, fewer bags")
        return T("time")
    if end.reason == "extra-hand":
        return T("an extra hand decided")
    if end.reason == "forfeit":
        return T("the other side forfeited")
    return T("abandoned")


def outcome(match: Match) -> Text | None:
    """The result in one sentence, "Aces win 312–287: first to 300"; None while it is played."""
    end = match.board.end
    reason = reason_text(match)
    if end is None or reason is None:
        return None
    if end.winner is not None:
        return T(
            "{team} win {score}: {reason}",
            team=side_called(match.head, end.winner),
            score=score_text(match.board, end.winner),
            reason=reason,
        )
    if end.tied:
        return T("A tie, {score}: {reason}", score=score_text(match.board), reason=reason)
    return T("Abandoned at {score}: no winner", score=score_text(match.board))


def owed(match: Match) -> Text | None:
    """Why an extra hand is owed, "tied 130–130 at time: one more hand decides"; else None."""
    board = match.board
    if not board.extra_hand:
        return None
    if board.time_entry is not None and match.rules.clock.at_time != "play-on":
        return T("tied {score} at time: one more hand decides", score=score_text(board))
    return T("tied {score}: one more hand decides", score=score_text(board))


def standing(match: Match) -> Text:
    """How the match stands, in one sentence, whether it is over or not."""
    over = outcome(match)
    if over is not None:
        return over
    tie = owed(match)
    if tie is not None:
        return T("Not finished: {owed}", owed=tie)
    board = match.board
    played = sum(hand.status in COUNTED for hand in board.hands)
    if not played and board.score == (0, 0):
        return T("Not finished: no hand has been scored yet")
    hands = N("after {n} hand", "after {n} hands", played)
    leads = 0 if board.score[0] >= board.score[1] else 1
    score = score_text(board, leads)
    if board.score[0] == board.score[1]:
        return T("Not finished: level at {score} {hands}", score=score, hands=hands)
    return T(
        "Not finished: {team} lead {score} {hands}",
        team=side_called(match.head, leads),
        score=score,
        hands=hands,
    )


def needs(match: Match, side: int) -> int | None:
    """How many points the side lacks to the target; None once the game is over."""
    if match.board.over:
        return None
    return max(0, match.rules.game.target - match.board.score[side])
