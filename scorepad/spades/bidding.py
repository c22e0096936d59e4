"""Which bids can be read, and which a rule set allows (SCORING.md 2 and 3)."""

from __future__ import annotations

from scorepad.spades.board import Board
from scorepad.spades.entries import FourBids, Head
from scorepad.spades.naming import seat_called, side_called
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.scoring import SEATS, FourNils, contract_of, nils_of
from scorepad.spades.words import N, T, Text


class BadBid(Refused):
    """A bid that cannot be read, override or not."""


class Breach(Refused):
    """Bids that the rule set does not allow; an override with a reason accepts them."""


def readable_bids(rules: RuleSet, bids: FourBids, head: Head) -> FourNils:
    """The nils of bids that can be read at all; raises `BadBid` otherwise."""
    for seat, bid in enumerate(bids):
        if isinstance(bid, int) and not 0 <= bid <= 13:
            raise BadBid(
                T(
                    "{player} bids {bid}; a bid is a number from 0 to 13, nil or blind",
                    player=seat_called(head, seat),
                    bid=short(bid),
                )
            )
    nils = nils_of(rules, bids)
    for side in (0, 1):
        values = [bids[seat] for seat in SEATS[side]]
        if all(value is None for value in values):
            raise BadBid(T("{team} have no bid; both sides bid", team=side_called(head, side)))
        if None in values and any(nils[seat] is not None for seat in SEATS[side]):
            text = T("the partner of a nil of {team} gives a bid too", team=side_called(head, side))
            raise BadBid(text)
    if "blind" in nils and rules.nil.blind_points is None:
        raise BadBid(T("{rules} has no blind nil; bid a number or nil", rules=rules.name))
    return nils


def short(number: int) -> str:
    """A number for a sentence, however long it was typed."""
    text = str(number) if -(10**12) < number < 10**12 else "…"
    return text.replace("-", "\u2212")


def breaches(
    rules: RuleSet,
    board: Board,
    bids: FourBids,
    head: Head,
    recorded: FourBids | None = None,
) -> list[Text]:
    """What of these readable bids the rule set does not allow, a sentence each.

    `recorded` are the bids that these amend: a deficit is judged once, when it is recorded.
    """
    nils = nils_of(rules, bids)
    found: list[Text] = []
    bidding = rules.bidding
    if bidding.zero == "barred":
        found += [
            T(
                "{player} bids 0, which {rules} does not allow; bid a number or nil",
                player=seat_called(head, seat),
                rules=rules.name,
            )
            for seat, bid in enumerate(bids)
            if bid == 0
        ]
    before = nils_of(rules, recorded) if recorded is not None else (None,) * 4
    for side in (0, 1):
        seats = SEATS[side]
        count = sum(nils[seat] is not None for seat in seats)
        if count > bidding.nils_per_side:
            found.append(
                N(
                    "{team} bid more nils than {rules} allows, which is {n} a side",
                    "{team} bid more nils than {rules} allows, which is {n} a side",
                    bidding.nils_per_side,
                    team=side_called(head, side),
                    rules=rules.name,
                )
                if bidding.nils_per_side
                else T("{rules} has no nil; bid a number", rules=rules.name)
            )
        blind = [seat for seat in seats if nils[seat] == "blind"]
        if blind and bidding.blind_nil != "yes":
            found.append(_no_blind(rules))
        behind = board.score[1 - side] - board.score[side]
        deficit = bidding.blind_nil_deficit
        newly = [seat for seat in blind if before[seat] != "blind"]
        if newly and deficit and behind < deficit:
            found.append(
                T(
                    "blind nil needs {deficit} behind; {team} are {behind} behind",
                    deficit=deficit,
                    team=side_called(head, side),
                    behind=behind,
                )
                if behind > 0
                else T("blind nil needs {deficit} behind; the sides are level", deficit=deficit)
                if behind == 0
                else T(
                    "blind nil needs {deficit} behind; {team} lead by {lead}",
                    deficit=deficit,
                    team=side_called(head, side),
                    lead=-behind,
                )
            )
        found += _contract_breaches(rules, bids, nils, head, side)
    return found


def _no_blind(rules: RuleSet) -> Text:
    if rules.bidding.blind_nil == "if-agreed":
        return T("blind nil is allowed only if both teams agreed to it before the first hand")
    return T("{rules} does not allow blind nil; bid a number or nil", rules=rules.name)


def _contract_breaches(
    rules: RuleSet, bids: FourBids, nils: FourNils, head: Head, side: int
) -> list[Text]:
    if all(nils[seat] is not None for seat in SEATS[side]):
        return []
    contract = contract_of(rules, bids, nils, side) or 0
    least, most = rules.bidding.side_minimum, rules.bidding.side_maximum
    if contract < least:
        return [
            T(
                "{team} bid {contract}; the minimum is {least}",
                team=side_called(head, side),
                contract=contract,
                least=least,
            )
        ]
    if most is not None and contract > most:
        return [
            T(
                "{team} bid {contract}; the maximum is {most}",
                team=side_called(head, side),
                contract=contract,
                most=most,
            )
        ]
    return []
