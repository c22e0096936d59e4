"""A difference lists the changes that an entry would make: every total, penalty and ending, before
and after.

It is computed and shown before the entry is recorded.
"""

from __future__ import annotations

from collections.abc import Iterator
from datetime import datetime
from typing import TypeAlias

import msgspec

from scorepad.spades.board import HAND_STATES, Hand
from scorepad.spades.entries import Head
from scorepad.spades.match import Match
from scorepad.spades.naming import team_field
from scorepad.spades.result import extra_hand_due_text, outcome_text, sides_whose_signature_lapsed
from scorepad.spades.rule_labels import agreement_texts
from scorepad.spades.rulefile import RuleChange, changed_parameters, plain_rules
from scorepad.spades.words import T, Text, join_with_commas

Value: TypeAlias = int | Text | None

LABELS: dict[str, Text] = {
    "hand": T("hand"),
    "number": T("hand number"),
    "dealer": T("dealer"),
    "status": T("hand status"),
    "contract": T("contract"),
    "tricks": T("tricks"),
    "change": T("points for the hand"),
    "bag-penalty": T("bag penalty"),
    "score": T("total"),
    "bags": T("bags"),
    "rules": T("rule set"),
    "team": T("team"),
    "player": T("player"),
    "event": T("event"),
    "round": T("round"),
    "table": T("table"),
    "scheduled": T("scheduled start"),
    "first-dealer": T("first dealer"),
}
"""The values that may change, with the names that are shown for them."""


class ChangedValue(msgspec.Struct, frozen=True, kw_only=True):
    """One value that would be different.

    `what` is one of `LABELS`. `hand` is the number of the hand (None: the match as a whole); the
    value is that of a `side` or a `seat` (None: of neither). `before` and `after` are points, bags,
    tricks, a hand's number (for `what` "hand": a hand that is removed or added) or a text; None if
    there is no value.
    """

    what: str
    before: Value
    after: Value
    hand: int | None = None
    side: int | None = None
    seat: int | None = None

    @property
    def label(self) -> Text:
        """Return the name that is shown for it."""
        return LABELS[self.what]


class MatchDifference(msgspec.Struct, frozen=True, kw_only=True):
    """All changes that an entry would make.

    `ending` is the status of the match before and after, in words ("Aces win …", an extra hand is
    owed, "still playing"). `rules` are the parameters that change, with what is agreed. `warnings`
    are those that the entry would bring, `lapses` the sides whose signature would lapse. `ends` is
    the number of the hand after which the game ended, before and after (None: it has not).
    """

    changes: tuple[ChangedValue, ...]
    ending: tuple[Text, Text]
    rules: tuple[RuleChange, ...] = ()
    warnings: tuple[Text, ...] = ()
    lapses: tuple[int, ...] = ()
    ends: tuple[int | None, int | None] = (None, None)

    @property
    def does_ending_change(self) -> bool:
        return self.ending[0] != self.ending[1]

    def __bool__(self) -> bool:
        """Return whether anything changes."""
        return bool(self.changes) or self.does_ending_change


def describe_standing(match: Match) -> Text:
    """Return the status of the match, in one sentence."""
    return outcome_text(match) or extra_hand_due_text(match) or T("still playing")


def find_match_difference(
    before: Match, after: Match, warnings: tuple[Text, ...] = ()
) -> MatchDifference:
    """Return the difference of `after`, the same match some entries later."""
    return MatchDifference(
        changes=(
            *_of_head(before, after),
            *_of_hands(before, after),
            *_of_totals(before, after),
        ),
        ending=(describe_standing(before), describe_standing(after)),
        rules=changed_parameters(plain_rules(after.rules), plain_rules(before.rules))
        if before.rules != after.rules
        else (),
        warnings=(*warnings, *_no_longer_behind(before, after)),
        ends=(_end_after(before), _end_after(after)),
        lapses=sides_whose_signature_lapsed(before, after),
    )


def _end_after(match: Match) -> int | None:
    counted = [hand.number for hand in match.board.hands if hand.is_counted]
    return counted[-1] if match.board.is_over and counted else None


def _no_longer_behind(before: Match, after: Match) -> Iterator[Text]:
    """The deficit is judged once, when the bid is recorded (SCORING.md 4)."""
    deficit = after.rules.bidding.blind_nil_deficit
    was = {hand.bids_id: hand for hand in before.board.hands}
    for hand in after.board.hands:
        old = was.get(hand.bids_id)
        for side in (0, 1):
            blind = "blind" in (hand.nils[side], hand.nils[side + 2])
            if not deficit or not blind or old is None or hand.override:
                continue
            behind = hand.score_before[1 - side] - hand.score_before[side]
            if behind < deficit <= old.score_before[1 - side] - old.score_before[side]:
                team = team_field(after.head, side)
                yield (
                    T(
                        "hand {n}: {team} bid blind nil, which needs a {deficit}-point "
                        "deficit. By the corrected score, the team was only {behind} behind "
                        "when it bid; the bid still counts",
                        n=hand.number,
                        team=team,
                        deficit=deficit,
                        behind=behind,
                    )
                    if behind >= 0
                    else T(
                        "hand {n}: {team} bid blind nil, which needs a {deficit}-point "
                        "deficit. By the corrected score, the team was {lead} ahead when it "
                        "bid; the bid still counts",
                        n=hand.number,
                        team=team,
                        deficit=deficit,
                        lead=-behind,
                    )
                )


def are_sides_swapped(before: Head, after: Head) -> bool:
    """Return whether the teams have changed places."""
    (first, second), now = before.teams, after.teams
    if first == second:
        return False
    have_names = bool(first.name and second.name) and first.name != second.name
    return now == (second, first) or (
        have_names and (now[0].name, now[1].name) == (second.name, first.name)
    )


def _of_totals(before: Match, after: Match) -> Iterator[ChangedValue]:
    # Totals belong to seats: a team that changes places takes over the other's.
    crossed = are_sides_swapped(before.head, after.head)
    for side in (0, 1):
        then = 1 - side if crossed else side
        pairs = (
            ("score", before.board.score[side], after.board.score[then]),
            ("bags", before.board.bags[side], after.board.bags[then]),
        )
        for what, was, now in pairs:
            if was != now:
                yield ChangedValue(what=what, side=side, before=was, after=now)


def _of_hands(before: Match, after: Match) -> Iterator[ChangedValue]:
    was = {hand.bids_id: hand for hand in before.board.hands}
    now = {hand.bids_id: hand for hand in after.board.hands}
    for bids_id, hand in was.items():
        if bids_id not in now:
            yield ChangedValue(what="hand", hand=hand.number, before=hand.number, after=None)
    for bids_id, hand in now.items():
        old = was.get(bids_id)
        if old is None:
            yield ChangedValue(what="hand", hand=hand.number, before=None, after=hand.number)
        else:
            yield from _of_hand(old, hand)


def _of_hand(was: Hand, now: Hand) -> Iterator[ChangedValue]:
    number = now.number
    if was.number != number:
        yield ChangedValue(what="number", hand=number, before=was.number, after=number)
    if was.dealer != now.dealer:
        yield ChangedValue(what="dealer", hand=number, before=was.dealer, after=now.dealer)
    if was.status != now.status:
        one, other = HAND_STATES[was.status].short, HAND_STATES[now.status].short
        yield ChangedValue(what="status", hand=number, before=one, after=other)
    for side in (0, 1):
        pairs = (
            ("contract", was.contract[side], now.contract[side]),
            ("tricks", was.tricks[side], now.tricks[side]),
            ("bag-penalty", _penalty(was, side), _penalty(now, side)),
            ("change", was.change[side], now.change[side]),
            ("score", was.score[side], now.score[side]),
            ("bags", was.bags[side], now.bags[side]),
        )
        for what, old, new in pairs:
            if old != new:
                yield ChangedValue(what=what, hand=number, side=side, before=old, after=new)


def _penalty(hand: Hand, side: int) -> int:
    return sum(line.points for line in hand.lines[side] if line.what == "bag-penalty")


def _of_head(before: Match, after: Match) -> Iterator[ChangedValue]:
    was, now = before.head, after.head
    if before.base_rules != after.base_rules or before.rules != after.rules:
        yield ChangedValue(what="rules", before=_rules_name(before), after=_rules_name(after))
    pairs: tuple[tuple[str, Value, Value], ...] = (
        ("event", _word(was.event), _word(now.event)),
        ("round", _word(was.round), _word(now.round)),
        ("table", _word(was.table), _word(now.table)),
        ("scheduled", _moment(was.scheduled), _moment(now.scheduled)),
        ("first-dealer", was.first_dealer, now.first_dealer),
    )
    for what, old, new in pairs:
        if old != new:
            yield ChangedValue(what=what, before=old, after=new)
    for side in (0, 1):
        one, other = (_word(head.teams[side].name) for head in (was, now))
        if one != other:
            yield ChangedValue(what="team", side=side, before=one, after=other)
    for seat in range(4):
        one, other = (_word(head.teams[seat % 2].players[seat // 2]) for head in (was, now))
        if one != other:
            yield ChangedValue(what="player", seat=seat, before=one, after=other)


def _rules_name(match: Match) -> Text:
    if not match.head.agreed:
        return T("{text}", text=match.base_rules.name)
    return T(
        "{rules}, with agreed changes: {deviations}",
        rules=match.base_rules.name,
        deviations=join_with_commas(agreement_texts(match.head.agreed), semicolons=True),
    )


def _word(text: str) -> Text | None:
    return T("{text}", text=text) if text else None


def _moment(moment: datetime | None) -> Text | None:
    return None if moment is None else T("{text}", text=moment.timestamp())
