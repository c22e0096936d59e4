"""Reads bids and counts of tricks, and says which bids a rule set allows (SCORING.md 2 and 3)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from scorepad.spades.board import Board, Hand, Pair
from scorepad.spades.entries import Bid, FourBids, FourCounts, Head
from scorepad.spades.naming import player_field, team_field
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.scoring import (
    CACHE_SIZE,
    SEATS_OF_SIDES,
    FourNils,
    contracts_of,
    nils_of,
    tricks_of,
)
from scorepad.spades.words import N, T, Text

COUNT_KEYS: Final = "0123456789TJQK"
"""Each number from 0 to 13 has one key; the key of a number stands at its index."""
KEY_BIDS: Final[dict[str, Bid]] = {
    **{key: number for number, key in enumerate(COUNT_KEYS)},
    "N": "nil",
    "B": "blind",
}
"""The bid of each key."""
BID_KEYS: Final[dict[Bid, str]] = {bid: key for key, bid in KEY_BIDS.items()}
"""The key of each bid."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")


def read_bid(text: str) -> Bid:
    """Read a bid as a person writes it: a key, a number, "nil", "blind", or nothing where the
    partner bids for the side.  The number may be out of range.  Raise `ValueError` for anything
    else."""
    typed = text.strip().upper()
    if typed in ("", "–", "-"):
        return None
    if typed in KEY_BIDS:
        return KEY_BIDS[typed]
    if typed == "NIL":
        return "nil"
    if typed in ("BLIND", "BLIND NIL"):
        return "blind"
    return read_trick_count(typed)


def read_trick_count(text: str) -> int | None:
    """Read a number of tricks as a person writes it, as `read_bid` reads a number."""
    typed = text.strip().upper()
    if typed in ("", "–", "-"):
        return None
    if len(typed) == 1 and typed in COUNT_KEYS:
        return COUNT_KEYS.index(typed)
    if _NUMBER.fullmatch(typed) is None:
        raise ValueError(text)
    return int(typed)


def write_bid(bid: Bid) -> str:
    """Write a bid as `read_bid` reads it: a number in digits, the key of a nil, or nothing."""
    if bid is None:
        return ""
    return str(bid) if isinstance(bid, int) else BID_KEYS[bid]


class Breach(Refused):
    """Bids that the rule set does not allow; an override with a reason accepts them."""


def nils_if_bids_readable(rules: RuleSet, bids: FourBids, head: Head) -> FourNils:
    """Return the nils of these bids.

    Raise `Refused` for bids that cannot be read; no override accepts them.
    """
    for seat, bid in enumerate(bids):
        if isinstance(bid, int) and not 0 <= bid <= 13:
            raise Refused(
                "{player} bids {bid}; a bid is a number from 0 to 13, nil or blind",
                player=player_field(head, seat),
                bid=format_short_number(bid),
            )
    nils = nils_of(rules, bids)
    for side in (0, 1):
        values = [bids[seat] for seat in SEATS_OF_SIDES[side]]
        if all(value is None for value in values):
            raise Refused("{team} have no bid; both sides bid", team=team_field(head, side))
        if None in values and any(nils[seat] is not None for seat in SEATS_OF_SIDES[side]):
            text = T("the partner of a nil of {team} gives a bid too", team=team_field(head, side))
            raise Refused(text)
    if "blind" in nils and rules.nil.blind_points is None:
        raise Refused("{rules} has no blind nil; bid a number or nil", rules=rules.name)
    return nils


def format_short_number(number: int) -> str:
    """Return a number as a sentence shows it; "…" stands for a number that is far too long."""
    text = str(number) if -(10**12) < number < 10**12 else "…"
    return text.replace("-", "\u2212")


@lru_cache(maxsize=CACHE_SIZE)
def is_allowed_at_any_score(rules: RuleSet, bids: FourBids) -> bool:
    """Return whether a rule set allows these bids at any score.

    Such bids need no other check, and the answer is remembered.
    """
    nobody = Head(rules=rules.id)
    try:
        nils = nils_if_bids_readable(rules, bids, nobody)
    except Refused:
        return False
    return "blind" not in nils and not find_breaches(rules, Board(dealer=0), bids, nobody)


def find_breaches(
    rules: RuleSet,
    board: Board,
    bids: FourBids,
    head: Head,
    replaced_bids: FourBids | None = None,
) -> list[Text]:
    """Return a sentence for each thing in these readable bids that the rule set does not allow.

    `replaced_bids` are those that these replace; a deficit is judged only when it is first
    recorded.
    """
    nils = nils_of(rules, bids)
    sentences: list[Text] = []
    bidding = rules.bidding
    if bidding.zero == "barred":
        sentences += [
            T(
                "{player} bids 0, which {rules} does not allow; bid a number or nil",
                player=player_field(head, seat),
                rules=rules.name,
            )
            for seat, bid in enumerate(bids)
            if bid == 0
        ]
    before = nils_of(rules, replaced_bids) if replaced_bids is not None else (None,) * 4
    for side in (0, 1):
        seats = SEATS_OF_SIDES[side]
        count = sum(nils[seat] is not None for seat in seats)
        if count > bidding.nils_per_side:
            sentences.append(
                N(
                    "{team} bid more nils than {rules} allows, which is {n} a side",
                    "{team} bid more nils than {rules} allows, which is {n} a side",
                    bidding.nils_per_side,
                    team=team_field(head, side),
                    rules=rules.name,
                )
                if bidding.nils_per_side
                else T("{rules} has no nil; bid a number", rules=rules.name)
            )
        blind = [seat for seat in seats if nils[seat] == "blind"]
        if blind and bidding.blind_nil != "yes":
            sentences.append(_no_blind(rules))
        behind = board.score[1 - side] - board.score[side]
        deficit = bidding.blind_nil_deficit
        newly = [seat for seat in blind if before[seat] != "blind"]
        if newly and deficit and behind < deficit:
            sentences.append(
                T(
                    "blind nil needs {deficit} behind; {team} are {behind} behind",
                    deficit=deficit,
                    team=team_field(head, side),
                    behind=behind,
                )
                if behind > 0
                else T("blind nil needs {deficit} behind; the sides are level", deficit=deficit)
                if behind == 0
                else T(
                    "blind nil needs {deficit} behind; {team} lead by {lead}",
                    deficit=deficit,
                    team=team_field(head, side),
                    lead=-behind,
                )
            )
        sentences += _contract_breaches(rules, bids, nils, head, side)
    return sentences


def _no_blind(rules: RuleSet) -> Text:
    if rules.bidding.blind_nil == "if-agreed":
        return T("blind nil is allowed only if both teams agreed to it before the first hand")
    return T("{rules} does not allow blind nil; bid a number or nil", rules=rules.name)


def _contract_breaches(
    rules: RuleSet, bids: FourBids, nils: FourNils, head: Head, side: int
) -> list[Text]:
    if None not in (nils[side], nils[side + 2]):
        return []
    contract = contracts_of(rules, bids)[side] or 0
    least, most = rules.bidding.side_minimum, rules.bidding.side_maximum
    if contract < least:
        return [
            T(
                "{team} bid {contract}; the minimum is {least}",
                team=team_field(head, side),
                contract=contract,
                least=least,
            )
        ]
    if most is not None and contract > most:
        return [
            T(
                "{team} bid {contract}; the maximum is {most}",
                team=team_field(head, side),
                contract=contract,
                most=most,
            )
        ]
    return []


@lru_cache(maxsize=CACHE_SIZE)
def hand_if_allowed_without_warning(rules: RuleSet, bids: FourBids) -> Hand | None:
    """Return a hand of bids that a rule set allows at any score without a warning; else None."""
    hand = hand_or_why_bids_unreadable(rules, bids)
    if isinstance(hand, Text) or not is_allowed_at_any_score(rules, bids):
        return None
    return None if any((contract or 0) > 13 for contract in hand.contract) else hand


def hand_or_why_bids_unreadable(rules: RuleSet, bids: FourBids) -> Hand | Text:
    """Return a hand with what these bids alone say of it, or why they cannot be read."""
    nils = nils_of(rules, bids)
    if "blind" in nils and rules.nil.blind_points is None:
        return T("a blind nil, to which {rules} gives no points", rules=rules.name)
    if any(bids[seat] is None and nils[(seat + 2) % 4] is not None for seat in range(len(nils))):
        return T("under {rules} one of its bids is a nil, whose partner bids too", rules=rules.name)
    return Hand(
        number=0,
        dealer=0,
        extra=False,
        status="in-progress",
        bids=bids,
        nils=nils,
        contract=contracts_of(rules, bids),
        bids_id="",
    )


def why_tricks_unreadable(hand: Hand, tricks: FourCounts) -> Text | None:
    """Return why these tricks cannot be read for this hand's bids, or None."""
    if None not in tricks:
        return None
    for side in (0, 1):
        counts = [tricks[side], tricks[side + 2]]
        if all(count is None for count in counts):
            return T("the tricks of both sides are needed")
        if None in counts and any(hand.nils[seat] is not None for seat in (side, side + 2)):
            return T("a side with a nil gives the tricks of each partner")
    return None


@lru_cache(maxsize=CACHE_SIZE)
def tricks_of_sides_if_thirteen(tricks: FourCounts) -> Pair | None:
    """Return the tricks of each side if all four counts are given and make a hand; else None."""
    numbers = [count for count in tricks if count is not None and count >= 0]
    if len(numbers) < len(tricks) or sum(numbers) != 13:
        return None
    return tricks_of(tricks, 0), tricks_of(tricks, 1)
