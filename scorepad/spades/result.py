"""A match has a result (SCORING.md 5), in data and in words, which both sides confirm.

A signature confirms the result as it was when the side signed.  It lapses when a later entry can
change the result, or when such an entry is corrected.  Notes, shown identities and entries of the
clock change no result.
"""

from __future__ import annotations

from collections.abc import Mapping
from datetime import datetime
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.board import Board, Hand
from scorepad.spades.citations import Citation, citations_if_unchanged, cite_line
from scorepad.spades.entries import Sign
from scorepad.spades.match import Match
from scorepad.spades.naming import team_field, with_tidy_names
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, Text


def result_data(match: Match) -> dict[str, Any]:
    """Return the result as plain data: points and bags by side, hands with their lines."""
    board = match.board
    end = board.end
    hand = board.hand
    known = citations_if_unchanged(match.rules)
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
        "hands": [_hand_data(match.rules, hand, known) for hand in board.hands],
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
        "warnings": [each.text.english for each in match.all_warnings],
    }


def _hand_data(rules: RuleSet, hand: Hand, known: Mapping[str, Citation]) -> dict[str, Any]:
    one, other = hand.sides
    return {
        "number": hand.number,
        "dealer": hand.dealer,
        "status": hand.status,
        "contract": [*hand.contract],
        "tricks": [*hand.tricks],
        "change": [one.points, other.points],
        "score": [*hand.score],
        "bags": [*hand.bags],
        "lines": [_lines_data(rules, hand, side, known) for side in (0, 1)],
    }


def _lines_data(
    rules: RuleSet, hand: Hand, side: int, known: Mapping[str, Citation]
) -> list[dict[str, Any]]:
    lines = []
    for each in hand.sides[side].lines:
        cited = known.get(each.what) or cite_line(rules, hand, side, each)
        lines.append(
            {
                "what": each.what,
                "points": each.points,
                "bags": each.bags,
                "rule": cited.place,
                "origin": cited.origin,
            }
        )
    return lines


def score_text(board: Board, first: int = 0) -> Text:
    """Return the two totals, the given side's first."""
    return totals_text(board.score[first], board.score[1 - first])


def totals_text(ours: int, theirs: int) -> Text:
    """Return two totals beside each other: `312–287`, or `310 to −200`."""
    if min(ours, theirs) < 0:  # a dash beside a minus sign is hard to read
        return T("{ours} to {theirs}", ours=ours, theirs=theirs)
    return T("{ours}–{theirs}", ours=ours, theirs=theirs)


class EndReasonTexts(msgspec.Struct, frozen=True):
    """A reason for the end has a word for a column, and a phrase to follow the winner."""

    label: Text
    phrase: Text


END_REASONS: dict[str, EndReasonTexts] = {
    "boston": EndReasonTexts(T("Boston"), T("by making a Boston")),
    "target": EndReasonTexts(T("target"), T("by reaching the target")),
    "floor": EndReasonTexts(T("lower limit"), T("because the other team fell to the lower limit")),
    "first-hand": EndReasonTexts(
        T("first hand"), T("because the other team took too few tricks in the first hand")
    ),
    "sets-in-a-row": EndReasonTexts(
        T("sets in a row"), T("because the other team was set in too many hands in a row")
    ),
    "sets": EndReasonTexts(T("sets"), T("because the other team was set too often")),
    "max-hands": EndReasonTexts(T("last hand"), T("after all hands were played")),
    "time": EndReasonTexts(T("time"), T("when time ran out")),
    "extra-hand": EndReasonTexts(T("extra hand"), T("in an extra hand")),
    "forfeit": EndReasonTexts(T("forfeit"), T("by forfeit")),
    "abandoned": EndReasonTexts(T("abandoned"), T("abandoned")),
}


def end_reason_text(match: Match) -> Text | None:
    """Return why the game ended; None while it is played."""
    end = match.board.end
    rules = match.rules
    if end is None:
        return None
    if end.reason in ("boston", "first-hand", "sets-in-a-row"):
        return _reason_of_books_text(rules, end.reason)
    if end.reason == "target":
        if min(match.board.score) >= rules.game.target:
            return T("both teams reached {target}", target=rules.game.target)
        return T("first to {target}", target=rules.game.target)
    if end.reason == "floor":
        return T("the other team fell to {floor}", floor=rules.game.floor or 0)
    if end.reason == "sets":
        return N(
            "the other team was set once",
            "the other team was set {n} times",
            rules.game.sets_to_lose or 0,
        )
    if end.reason == "max-hands":
        return N("{n} hand played", "{n} hands played", rules.game.max_hands or 0)
    if end.reason == "time":
        if end.winner is not None and match.board.score[0] == match.board.score[1]:
            return T("tied when time ran out, decided by fewer bags")
        return T("time ran out")
    if end.reason == "extra-hand":
        return T("decided by an extra hand")
    if end.reason == "forfeit":
        if end.winner is None:
            return T("both teams forfeited")
        return T("the other team forfeited")
    return T("abandoned")


def _reason_of_books_text(rules: RuleSet, reason: str) -> Text:
    if reason == "boston":
        return T("a Boston, bid and made")
    if reason == "first-hand":
        return T(
            "the other team took fewer than {n} tricks in the first hand",
            n=rules.first_hand.minimum or 0,
        )
    return N(
        "the other team was set",
        "the other team was set in {n} hands in a row",
        rules.game.sets_in_a_row_to_lose or 0,
    )


def outcome_text(match: Match) -> Text | None:
    """Return the result in one sentence, "Aces wins 312–287: first to 300"; None while it is
    played."""
    end = match.board.end
    reason = end_reason_text(match)
    if end is None or reason is None:
        return None
    if end.winner is not None:
        team = team_field(match.head, end.winner)
        if end.reason == "forfeit":  # the totals on the table then are not a result
            return T("{team} wins by forfeit", team=team)
        return T(
            "{team} wins {score}: {reason}",
            team=team,
            score=score_text(match.board, end.winner),
            reason=reason,
        )
    if end.reason == "forfeit":
        return T("Both teams forfeit: no winner")
    if end.tied:
        return T("A tie, {score}: {reason}", score=score_text(match.board), reason=reason)
    return T("Abandoned at {score}: no winner", score=score_text(match.board))


def forfeit_or_abandon_reason(match: Match) -> str:
    """Return why the game was forfeited or abandoned, as the supervisor wrote it; else ""."""
    end = match.board.end
    if end is None or end.reason not in ("forfeit", "abandoned"):
        return ""
    kind = kinds.Forfeit if end.reason == "forfeit" else kinds.Abandon
    return next((each.why for each in match.counting_entries if isinstance(each, kind)), "")


def extra_hand_due_text(match: Match) -> Text | None:
    """Return why an extra hand is owed, "tied 130–130 at time: one more hand decides"; None if
    none is."""
    board = match.board
    if not board.extra_hand:
        return None
    if board.time_entry is not None and match.rules.clock.at_time != "play-on":
        return T("time's up, tied {score}: one more hand decides it", score=score_text(board))
    return T("tied {score}: one more hand decides it", score=score_text(board))


def match_state_sentence(match: Match) -> Text:
    """Return in one sentence the status of the match, whether it is over or not."""
    over = outcome_text(match)
    if over is not None:
        return over
    tie = extra_hand_due_text(match)
    if tie is not None:
        return T("Not finished: {owed}", owed=tie)
    board = match.board
    played = sum(hand.is_counted for hand in board.hands)
    if not played and board.score == (0, 0):
        return T("Not finished: no hand has been scored yet")
    hands = N("after {n} hand", "after {n} hands", played)
    leads = 0 if board.score[0] >= board.score[1] else 1
    score = score_text(board, leads)
    if board.score[0] == board.score[1]:
        return T("Not finished: tied at {score} {hands}", score=score, hands=hands)
    return T(
        "Not finished: {team} leads {score} {hands}",
        team=team_field(match.head, leads),
        score=score,
        hands=hands,
    )


def points_lacking(match: Match, side: int) -> int | None:
    """Return how many points the side lacks to the target; None once the game is over."""
    if match.board.is_over:
        return None
    return max(0, match.rules.game.target - match.board.score[side])


def lacking_label(match: Match, side: int) -> Text | None:
    """Return in few words how many points the side lacks to the target."""
    points = points_lacking(match, side)
    if points is None:
        return None
    return T("{points} to win", points=points) if points else T("at the target")


def lacking_sentence(match: Match, side: int) -> Text | None:
    """Return in a sentence how many points the side lacks to the target."""
    points = points_lacking(match, side)
    if points is None:
        return None
    return T(
        "{team} has {total} and needs {n} more to reach {target}.",
        target=match.rules.game.target,
        total=match.board.score[side],
        team=team_field(match.head, side),
        n=points,
    )


class Signature(msgspec.Struct, frozen=True):
    """This is the latest signature of a side; None means that the side did not sign.

    `lapsed` means that a later entry may change the result, so the signature no longer counts."""

    entry: Sign | None = None
    lapsed: bool = False

    @property
    def is_valid(self) -> bool:
        return self.entry is not None and not self.lapsed


_UNSIGNED = Signature(), Signature()


def signature_states(match: Match) -> tuple[Signature, Signature]:
    """Return the status of each side with its signature."""
    if not match.log_summary.signed:
        return _UNSIGNED
    states = [*_UNSIGNED]
    for entry in match.log:
        if isinstance(entry, Sign):
            now = match.counting_entry(entry.id) if entry.id is not None else None
            if isinstance(now, Sign):
                states[now.side] = Signature(with_tidy_names(now))
        elif entry.id not in match.unfit and match.can_change_result(entry):
            states = [replace(each, lapsed=each.entry is not None) for each in states]
    return states[0], states[1]


def signatures(match: Match) -> tuple[Sign | None, Sign | None]:
    """Return the signature of each side that still counts."""
    one, other = signature_states(match)
    return one.entry if one.is_valid else None, other.entry if other.is_valid else None


def sides_whose_signature_lapsed(before: Match, after: Match) -> tuple[int, ...]:
    """Return the sides whose signature counted before and has lapsed in `after`.

    `after` is the same match some entries later. A struck signature has not lapsed.
    """
    if not before.log_summary.signed:
        return ()
    signed_before = [side for side, each in enumerate(signature_states(before)) if each.is_valid]
    return tuple(side for side in signed_before if signature_states(after)[side].lapsed)


def why_unofficial(match: Match) -> Text | None:
    """Return why the result is not official; None if it is."""
    if match.board.end is None:
        return T("the match isn't over")
    first, second = signatures(match)
    if first is not None and second is not None:
        return None
    if first is not None or second is not None:
        team = team_field(match.head, 0 if first is not None else 1)
        return T("signed by {team} only", team=team)
    if all(each.lapsed for each in signature_states(match)):
        return T("changed since it was signed")
    return T("not yet signed by both teams")


def bags_taken(board: Board) -> tuple[int, int]:
    """Return the bags that each side took in the whole match, also those that a penalty took
    off."""
    bags = [sum(each.bags for each in board.adjustments if each.side == side) for side in (0, 1)]
    for hand in board.hands:
        if hand.is_counted:
            for side in (0, 1):
                lines = hand.lines[side]
                bags[side] += sum(line.bags for line in lines if line.what != "bag-penalty")
    return bags[0], bags[1]


def last_possible_result_change(match: Match) -> datetime | None:
    """Return the time of the last entry that can change the result (UTC); None if no entry has
    one."""
    if not match.unfit:
        return match.log_summary.moved
    fit = (each for each in match.log if each.id not in match.unfit)
    return max((e.at for e in fit if e.at is not None and match.can_change_result(e)), default=None)


def sheet_result_text(match: Match, confirmation: Text | None = None) -> Text:
    """Return the result as a sheet has it, who won and why, or that the match is not finished; and
    why the result is not official, or the `confirmation` by which its event made it so."""
    how, why = match_state_sentence(match), why_unofficial(match)
    if why is None or match.board.end is None:
        return how
    if confirmation is not None:
        return T("{standing}; {confirmed}", standing=how, confirmed=confirmation)
    return T("{standing}; unofficial: {why}", standing=how, why=why)


def teams_with_score(match: Match) -> Text:
    # A dash beside a minus sign reads as neither.
    shape = (
        T("{one} {points} to {other_points} {other}")
        if min(match.board.score) < 0
        else T("{one} {points} – {other_points} {other}")
    )
    return T(
        shape.one,
        one=team_field(match.head, 0),
        points=match.board.score[0],
        other_points=match.board.score[1],
        other=team_field(match.head, 1),
    )
