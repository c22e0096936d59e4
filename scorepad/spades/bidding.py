"""Reading bids and counts of tricks, and the bids that a rule set allows (SCORING.md 2 and 3)."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from scorepad.spades.board import Board, Hand, Pair
from scorepad.spades.entries import NO_BIDS, Bid, BlindNumber, FourBids, FourCounts, Head
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
"""Each number from 0 to 13 has one key; the key of a number is at its index."""
TEN_OR_MORE_KEYS_TEXT: Final = T("T J Q K are 10 to 13")
KEY_BIDS: Final[dict[str, Bid]] = {
    **{key: number for number, key in enumerate(COUNT_KEYS)},
    "N": "nil",
    "B": "blind",
}
"""The bid of each key."""
BLIND_KEY: Final = "L"
"""Before the key of a number: it is bid blind."""
BID_KEYS: Final[dict[Bid, str]] = {bid: key for key, bid in KEY_BIDS.items()}
"""The key of each bid."""
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")


def read_bid(text: str) -> Bid:
    """Read a bid as a person writes it: a key, a number, "nil", "blind", or nothing if the
    partner bids for the side. The number may be out of range. Raise `ValueError` for anything
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
    number = re.sub(r"^(L|BLIND\b)\s*", "", typed)
    count = read_trick_count(number)
    return count if number == typed or count is None else BlindNumber(count)


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


class Breach(Refused):
    """Bids that the rule set does not allow; an override with a reason accepts them."""


def nils_if_bids_readable(rules: RuleSet, bids: FourBids, head: Head) -> FourNils:
    """Return the nils of these bids.

    Raise `Refused` for bids that cannot be read; no override accepts them.
    """
    for seat, bid in enumerate(bids):
        number = bid.blind if isinstance(bid, BlindNumber) else bid
        if isinstance(number, int) and not 0 <= number <= 13:
            raise Refused(
                "{player} can't bid {bid}; bid 0 to 13, nil, or blind nil",
                player=player_field(head, seat),
                bid=format_short_number(number),
            )
    nils = nils_of(rules, bids)
    for side in (0, 1):
        values = [bids[seat] for seat in SEATS_OF_SIDES[side]]
        if all(value is None for value in values):
            raise Refused("{team} has no bid; enter one", team=team_field(head, side))
        if None in values and any(nils[seat] is not None for seat in SEATS_OF_SIDES[side]):
            text = T(
                "on {team}, the nil bidder's partner needs a bid, too", team=team_field(head, side)
            )
            raise Refused(text)
    if "blind" in nils and rules.nil.blind_points is None:
        raise Refused("{rules} has no blind nil; bid a number or nil", rules=rules.name)
    if rules.blind_bid is None and has_blind_numbers(bids):
        raise Refused("{rules} has no blind number bids; enter a regular bid", rules=rules.name)
    return nils


def has_blind_numbers(bids: FourBids) -> bool:
    """Return whether anybody bid a number blind."""
    return BlindNumber in map(type, bids)


BELOW_TABLE_MINIMUM: Final = T("bids below the table minimum")
"""The ground of a misdeal where both contracts together are too low."""


def misdeal_grounds(rules: RuleSet) -> tuple[str, ...]:
    """Return the grounds on which a misdeal may be called."""
    if rules.bidding.table_minimum is None:
        return rules.deal.misdeals
    return (*rules.deal.misdeals, BELOW_TABLE_MINIMUM.english)


def is_below_table_minimum(rules: RuleSet, hand: Hand) -> bool:
    """Return whether a hand is thrown in, because its contracts together are too low."""
    least = rules.bidding.table_minimum
    if least is None or hand.bids_itself:
        return False
    return (hand.contract[0] or 0) + (hand.contract[1] or 0) < least


def format_short_number(number: int) -> str:
    """Return a number for a sentence; "…" for one that is far too long."""
    text = str(number) if -(10**12) < number < 10**12 else "…"
    return text.replace("-", "\u2212")


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
                "{player} bid 0, which {rules} doesn't allow; bid nil or 1 to 13",
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
                    "{team} bid too many nils; {rules} allows {n} per team",
                    "{team} bid too many nils; {rules} allows {n} per team",
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
        newly = [seat for seat in blind if before[seat] != "blind"]
        if newly:
            sentences += _deficit_breach(T("blind nil"), bidding.blind_nil_deficit, board, side)
        if rules.blind_bid is not None:
            sentences += _blind_number_breaches(rules, board, bids, replaced_bids, head, side)
        sentences += _contract_breaches(rules, bids, nils, head, side)
    return sentences


def _deficit_breach(bid: Text, deficit: int, board: Board, side: int) -> list[Text]:
    if board.score[1 - side] - board.score[side] >= deficit or not deficit:
        return []
    # The totals are in sight, and a longer sentence would wrap in a narrow entry bar.
    return [T("{bid} needs a {deficit}-point deficit", bid=bid, deficit=deficit)]


def _blind_number_breaches(
    rules: RuleSet,
    board: Board,
    bids: FourBids,
    replaced_bids: FourBids | None,
    head: Head,
    side: int,
) -> list[Text]:
    blind_bid, sentences = rules.blind_bid, list[Text]()
    blind = {s: bid.blind for s in SEATS_OF_SIDES[side] if isinstance(bid := bids[s], BlindNumber)}
    if blind_bid is None or not blind:
        return sentences
    for seat, number in blind.items():
        if not blind_bid.minimum <= number <= blind_bid.maximum:
            sentences.append(
                T(
                    "{player} bid {number} blind; blind bids are {least} to {most}",
                    player=player_field(head, seat),
                    number=number,
                    least=blind_bid.minimum,
                    most=blind_bid.maximum,
                )
            )
    before = replaced_bids or NO_BIDS
    if any(not isinstance(before[seat], BlindNumber) for seat in blind):
        name = T("a blind bid")
        sentences += _deficit_breach(name, blind_bid.deficit, board, side)
    most = blind_bid.per_game
    times = sum(
        hand.is_counted and any(isinstance(hand.bids[s], BlindNumber) for s in SEATS_OF_SIDES[side])
        for hand in board.hands
    )
    was_blind = any(isinstance(before[seat], BlindNumber) for seat in SEATS_OF_SIDES[side])
    if most is not None and times >= most and not was_blind:
        sentences.append(
            N(
                "{team} already bid blind; {rules} allows it only once a game",
                "{team} already bid blind as often as {rules} allows: {n} times a game",
                most,
                team=team_field(head, side),
                rules=rules.name,
            )
        )
    return sentences


def _no_blind(rules: RuleSet) -> Text:
    if rules.bidding.blind_nil == "if-agreed":
        return T("blind nil is allowed only if both teams agreed to it before the first hand")
    return T("{rules} doesn't allow blind nil; bid a number or nil", rules=rules.name)


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
    if contract in rules.bidding.barred:
        return [
            T(
                "{team} bid {contract}, which {rules} doesn't allow; bid another number",
                team=team_field(head, side),
                contract=contract,
                rules=rules.name,
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


def hand_or_why_bids_unreadable(rules: RuleSet, bids: FourBids) -> Hand | Text:
    """Return a hand with the nils and contracts of these bids, or why they can't be read."""
    nils = nils_of(rules, bids)
    if "blind" in nils and rules.nil.blind_points is None:
        return T("a blind nil was bid, but {rules} doesn't score blind nils", rules=rules.name)
    if rules.blind_bid is None and has_blind_numbers(bids):
        return T("a blind bid was made, but {rules} doesn't score blind bids", rules=rules.name)
    if any(bids[seat] is None and nils[(seat + 2) % 4] is not None for seat in range(len(nils))):
        return T(
            "under {rules}, one of the bids counts as a nil, so both partners on that team "
            "need their own bids",
            rules=rules.name,
        )
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


def why_tricks_unreadable(rules: RuleSet, hand: Hand, tricks: FourCounts) -> Text | None:
    """Return why these tricks cannot be read for this hand's bids, or None."""
    if is_below_table_minimum(rules, hand):
        return T(
            "the bids total less than {least}, so the hand is redealt; record a misdeal for "
            "“{ground}”",
            least=rules.bidding.table_minimum or 0,
            ground=BELOW_TABLE_MINIMUM,
        )
    if None not in tricks:
        return None
    for side in (0, 1):
        counts = [tricks[side], tricks[side + 2]]
        if all(count is None for count in counts):
            return T("enter the tricks for both teams")
        if None in counts and any(hand.nils[seat] is not None for seat in (side, side + 2)):
            return T("for a team with a nil, enter each partner's tricks")
    return None


@lru_cache(maxsize=CACHE_SIZE)
def tricks_of_sides_if_thirteen(tricks: FourCounts) -> Pair | None:
    """Return the tricks of each side if they make a hand; else None.  One count may be that of both
    partners."""
    counts = [count for count in tricks if count is not None]
    if min(counts, default=-1) < 0 or sum(counts) != 13:
        return None
    if any(tricks[side] is None and tricks[side + 2] is None for side in (0, 1)):
        return None
    return tricks_of(tricks, 0), tricks_of(tricks, 1)
