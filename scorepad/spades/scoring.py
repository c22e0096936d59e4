"""A hand is scored as lines that add up (SCORING.md 4), and the end of a game is judged (5).

The numbered comments are the steps of section 4, in its order.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from typing import Any, TypeAlias

from msgspec.structs import replace

from scorepad.spades.board import (
    Board,
    End,
    Hand,
    Offense,
    Pair,
    PointsLine,
    Reason,
    ScoredSide,
)
from scorepad.spades.entries import Bid, BlindNumber, FourBids, FourCounts
from scorepad.spades.rules import BigBidRules, RuleSet
from scorepad.spades.words import N, T, Text

SEATS_OF_SIDES = ((0, 2), (1, 3))
"""The two seats of each side."""
SEATING = (0, 2, 1, 3)
"""The seats are in this order on a sheet, from left to right, with partners side by side."""
ReadValue: TypeAlias = Callable[[str], Any]
"""Returns the value of the parameter at a path."""
FourNils = tuple[str | None, str | None, str | None, str | None]
NO_NILS: FourNils = (None, None, None, None)


CACHE_SIZE = 8192
"""Each cache of scoring remembers at most this many results."""


@lru_cache(maxsize=CACHE_SIZE)
def nils_of(rules: RuleSet, bids: FourBids) -> FourNils:
    """Return `nil`, `blind` or None for each seat; a bid of 0 is a nil if the rule set makes it
    one."""
    zero_is_nil = rules.bidding.zero == "nil"
    nil, *others = (
        bid if bid in ("nil", "blind") else "nil" if bid == 0 and zero_is_nil else None
        for bid in bids
    )
    return (nil, *others)  # type: ignore[return-value]


@lru_cache(maxsize=CACHE_SIZE)
def contracts_of(rules: RuleSet, bids: FourBids) -> tuple[int | None, int | None]:
    """Return the contract of each side; see `contract_of`."""
    nils = nils_of(rules, bids)
    return contract_of(rules, bids, nils, 0), contract_of(rules, bids, nils, 1)


def contract_of(rules: RuleSet, bids: FourBids, nils: FourNils, side: int) -> int | None:
    """Return the contract of a side, in tricks; None if both partners bid nil and have none."""
    first, second = SEATS_OF_SIDES[side]
    if nils[first] is not None and nils[second] is not None:
        return 0 if rules.nil.failed_tricks == "help" else None
    one, two = (bid.blind if isinstance(bid, BlindNumber) else bid for bid in bids[side::2])
    return (one if isinstance(one, int) and nils[first] is None else 0) + (
        two if isinstance(two, int) and nils[second] is None else 0
    )


def number_of_bid(bid: Bid) -> int | None:
    """Return the tricks that a bid promises, blind or not; None if it is no number."""
    if isinstance(bid, int):
        return bid
    return bid.blind if isinstance(bid, BlindNumber) else None


def tricks_of(tricks: FourCounts, side: int) -> int:
    """Return the tricks a side took, as played."""
    return (tricks[side] or 0) + (tricks[side + 2] or 0)


# The penalty of an offense.


def ladder_step(ladder: Sequence[str], offense: int) -> str:
    """Return the step of a side's 1st, 2nd, … offense; the last one repeats."""
    return ladder[min(offense, len(ladder)) - 1] if ladder else "none"


def penalize(offense: Offense, read: ReadValue) -> Offense:
    """Return an offense with its penalty where the parameters have the values that `read` gives."""
    ladder, effect = read(f"{offense.kind}.ladder") or (), "none"
    if offense.kind == "renege" and not ladder:
        effect = read("renege.effect")
        tricks, points = read("renege.tricks") or 0, read("renege.points") or 0
    else:
        effect, _, number = ladder_step(ladder, offense.number).partition(" ")
        tricks, points = (int(number or 0), 0) if effect == "tricks" else (0, int(number or 0))
    if effect == "loss-of-hand" and offense.late:
        effect = "set"
    if effect == "tricks":
        tricks = tricks if offense.own_tricks is None else offense.own_tricks
        points = points if offense.own_points is None else offense.own_points
    elif effect not in ("points", "minus"):
        tricks = points = 0
    return replace(offense, step=effect, tricks=tricks, points=points)


# A hand.


def score_hand(rules: RuleSet, hand: Hand) -> tuple[ScoredSide, ScoredSide]:
    """Score both sides of a hand that closes now."""
    if (
        hand.offenses
        or hand.rulings
        or hand.losers
        or hand.has_earlier_nils
        or hand.bids_itself
        or (hand.first and rules.first_hand.minimum is not None)
    ):
        one, other = _score_side(rules, hand, 0), _score_side(rules, hand, 1)
    elif hand.nils == NO_NILS and rules.blind_bid is None:
        one, other = _score_contracts_alone(rules, hand.contract, hand.tricks)
    else:
        one, other = (
            _score_side_alone(rules, *_numbers_of_side(rules, hand, 0)),
            _score_side_alone(rules, *_numbers_of_side(rules, hand, 1)),
        )
    limit, before = rules.bags.limit, hand.bags_before
    if limit is not None and before[0] + one.bags >= limit:
        one = _take_bag_penalty(rules, limit, before[0], one)
    if limit is not None and before[1] + other.bags >= limit:
        other = _take_bag_penalty(rules, limit, before[1], other)
    return one, other


def _numbers_of_side(
    rules: RuleSet, hand: Hand, side: int
) -> tuple[Bid, Bid, int | None, int | None]:
    also = side + 2
    if hand.nils[side] is None and hand.nils[also] is None:
        contract = hand.contract[side]
        blind = 0 if rules.blind_bid is None else _blind_part(hand, side)
        if blind:
            return BlindNumber(blind), ((contract or 0) - blind) or None, hand.tricks[side], 0
        return contract, None, hand.tricks[side], None
    return hand.bids[side], hand.bids[also], hand.seat_tricks[side], hand.seat_tricks[also]


@lru_cache(maxsize=CACHE_SIZE)
def _score_contracts_alone(
    rules: RuleSet, contract: tuple[int | None, int | None], took: tuple[int | None, int | None]
) -> tuple[ScoredSide, ScoredSide]:
    return (
        _score_side_alone(rules, contract[0], None, took[0], None),
        _score_side_alone(rules, contract[1], None, took[1], None),
    )


@lru_cache(maxsize=CACHE_SIZE)
def _score_side_alone(
    rules: RuleSet, one: Bid, two: Bid, took: int | None, also: int | None
) -> ScoredSide:
    both = (one, one, two, two)
    hand = Hand(
        number=0,
        dealer=0,
        extra=False,
        status="in-progress",
        bids=both,
        nils=nils_of(rules, both),
        contract=contracts_of(rules, both),
        bids_id="",
        seat_tricks=(took, took, also, also),
    )
    return _score_side(rules, hand, 0)


def _score_side(rules: RuleSet, hand: Hand, side: int) -> ScoredSide:
    counted = tricks_counting_for_contract(rules, hand)[side]
    lines: list[PointsLine] = []
    if hand.offenses:
        _score_lost_bids(rules, hand, side, lines)
    contract = contract_in_force(rules, hand, side, counted)
    made = _score_contract(rules, hand, side, contract, counted, lines)
    if hand.first:
        made = _score_first_hand(rules, hand, side, made, lines)
    taken = rules.boston.taken
    if taken is not None and not hand.bids_itself and tricks_of(hand.seat_tricks, side) == 13:
        lines.append(PointsLine("boston", taken, 0, T("all 13 tricks taken")))
    nil_made: tuple[bool | None, bool | None] = None, None
    if _nils_of_side(hand, side):
        nil_made = _score_nils(rules, hand, side, lines)
        _score_failed_nil_tricks(rules, hand, side, made, lines)
    if hand.offenses:
        _score_offenses(rules, hand, side, lines)
    for ruling in hand.rulings:
        if ruling.side == side:
            why = T("ruling: {why}", why=ruling.why)
            lines.append(PointsLine("ruling", ruling.points, ruling.bags, why))
    points, bags = sum(line.points for line in lines), sum(line.bags for line in lines)
    if hand.offenses and _offenders(hand, side):
        made = False  # it counts as a set, even if the partner's bid is made
    return ScoredSide(tuple(lines), made, nil_made, points, bags, contract)


def _setting_offense(hand: Hand, side: int) -> Offense | None:
    found = (each for each in hand.offenses if each.side == side and each.step == "set")
    return min(found, key=lambda each: each.kind, default=None)


def _offenders(hand: Hand, side: int) -> set[int]:
    """A renege that was recorded without a seat, under other rules, is one of both partners."""
    found = set[int]()
    for each in hand.offenses:
        if each.side == side and each.step == "own-bid":
            found |= set(SEATS_OF_SIDES[side]) if each.seat is None else {each.seat}
    if not found:
        return found
    # A number that is the whole side's is lost by either partner.
    return found | {seat ^ 2 for seat in found if hand.bids[seat] is None}


def contract_after_reneges(hand: Hand, side: int) -> int | None:
    """Return the contract that reneges leave a side; None for none."""
    contract = hand.contract[side]
    if not hand.offenses or not (offenders := _offenders(hand, side)):
        return contract
    numbers = [seat for seat in SEATS_OF_SIDES[side] if _number_of(hand, seat) is not None]
    left = [seat for seat in numbers if seat not in offenders]
    if len(left) == len(numbers):
        return contract
    return sum(_number_of(hand, seat) or 0 for seat in left) if left else None


def contract_in_force(rules: RuleSet, hand: Hand, side: int, counted: int) -> int | None:
    """Return the contract that is scored: the rest after reneges, the `counted` tricks of a hand
    that bids itself, or the contract of two failed nils."""
    if hand.bids_itself:
        return None if hand.losers else 0 if _is_set_by_offense(hand, side) else counted
    if rules.nil.pair_failed_tricks is not None and _nils_of_side(hand, side) == 2:
        return 0 if failed_tricks_rule(rules, hand, side) == "help" else None
    return contract_after_reneges(hand, side)


def _is_set_by_offense(hand: Hand, side: int) -> bool:
    return any(each.side == side and each.step in ("set", "own-bid") for each in hand.offenses)


def _number_of(hand: Hand, seat: int) -> int | None:
    return number_of_bid(hand.bids[seat]) if hand.nils[seat] is None else None


def _nils_of_side(hand: Hand, side: int) -> int:
    return (hand.nils[side] is not None) + (hand.nils[side + 2] is not None)


def _blind_part(hand: Hand, side: int) -> int:
    bids = [(seat, hand.bids[seat]) for seat in SEATS_OF_SIDES[side]]
    blind = {seat: bid.blind for seat, bid in bids if isinstance(bid, BlindNumber)}
    lost = _offenders(hand, side) if blind and hand.offenses else ()
    return sum(number for seat, number in blind.items() if seat not in lost)


def _score_lost_bids(rules: RuleSet, hand: Hand, side: int, lines: list[PointsLine]) -> None:
    for seat in sorted(_offenders(hand, side)):
        bid = _number_of(hand, seat)
        if bid is None:
            continue
        trick = rules.contract.trick
        if rules.blind_bid is not None and isinstance(hand.bids[seat], BlindNumber):
            trick = rules.blind_bid.set_trick
        why = T("offender's bid of {bid} lost to a renege, {trick} per trick", bid=bid, trick=trick)
        lines.append(PointsLine("renege", -trick * bid, 0, why))


def failed_tricks_rule(rules: RuleSet, hand: Hand, side: int) -> str:
    """Return how the tricks of a side's failed nils count."""
    pair, nil = rules.nil.pair_failed_tricks, rules.nil
    if pair is None or _nils_of_side(hand, side) < 2:
        return nil.failed_tricks
    made = any(is_nil_made(hand, side, seat) for seat in SEATS_OF_SIDES[side])
    return nil.failed_tricks if made else pair


def countable_tricks_played(rules: RuleSet, hand: Hand) -> Pair:
    """Return the tricks of each side that can count for its contract, as they were played."""
    if hand.nils == NO_NILS:
        return tricks_of(hand.seat_tricks, 0), tricks_of(hand.seat_tricks, 1)
    one, other = (
        sum(
            hand.seat_tricks[seat] or 0
            for seat in SEATS_OF_SIDES[side]
            if hand.nils[seat] is None or failed_tricks_rule(rules, hand, side) == "help"
        )
        for side in (0, 1)
    )
    return one, other


def tricks_counting_for_contract(rules: RuleSet, hand: Hand) -> Pair:
    """1. Count the contract tricks of each side."""
    counted = countable_tricks_played(rules, hand)
    if hand.losers or not hand.offenses:
        return counted
    moved = [0, 0]
    for each in hand.offenses:
        moved[each.side] += each.tricks
    # The tricks taken are computed for both sides as played, and only then moved.
    moved = [min(moved[side], counted[side]) for side in (0, 1)]
    after = [counted[side] - moved[side] for side in (0, 1)]
    if rules.renege.moved_tricks == "count":
        for side in (0, 1):
            if any(hand.nils[seat] is None for seat in SEATS_OF_SIDES[side]):
                after[side] += moved[1 - side]
    return after[0], after[1]


def band_of(
    bands: Sequence[BigBidRules], hand: Hand, side: int, contract: int
) -> BigBidRules | None:
    """Return the band of big bids in which a side's contract is; None if it is in none."""
    for band in bands:
        if band.from_ <= contract and (band.to is None or contract <= band.to):
            is_barred = not band.with_nil and _nils_of_side(hand, side)
            return None if is_barred or has_blind_number(hand, side) else band
    return None


def has_blind_number(hand: Hand, side: int) -> bool:
    """Return whether a number in a side's contract was bid blind."""
    blind = [s for s in SEATS_OF_SIDES[side] if isinstance(hand.bids[s], BlindNumber)]
    return bool(blind) and not set(blind) <= _offenders(hand, side)


def _score_contract(
    rules: RuleSet,
    hand: Hand,
    side: int,
    contract: int | None,
    counted: int,
    lines: list[PointsLine],
) -> bool | None:
    """2. Score the contract and its overtricks; return whether it was made."""
    lost, by = side in hand.losers, _setting_offense(hand, side) if hand.offenses else None
    trick = rules.contract.trick
    if hand.bids_itself:
        return _score_hand_that_bids_itself(hand, side, trick, counted, lines)
    if contract is None:
        return None
    if lost or by is not None:
        counted, is_made = 0, False
    elif hand.losers:
        counted, is_made = contract, True
    else:
        is_made = counted >= contract
    big = band_of(rules.big_bid, hand, side, contract) if rules.big_bid else None
    blind = 0 if rules.blind_bid is None else _blind_part(hand, side)
    if not is_made:
        _score_set(rules, hand, side, (contract, counted, blind), big, lines)
        return False
    if big is not None:
        why = T("big bid of {contract} made", contract=contract)
        lines.append(PointsLine("big-bid", big.made, 0, why))
    elif blind and rules.blind_bid is not None:
        each = rules.blind_bid.trick
        why = T("{contract} bid blind and made, {trick} each", contract=blind, trick=each)
        lines.append(PointsLine("blind-bid", each * blind, 0, why))
    rest = contract - blind
    if big is None and (rest or not blind):
        why = T("{contract} bid and made, {trick} each", contract=rest, trick=trick)
        lines.append(PointsLine("contract", trick * rest, 0, why))
    over = counted - contract
    if over:
        each = rules.contract.overtrick
        why = N("{n} overtrick, {each} each", "{n} overtricks, {each} each", over, each=each)
        lines.append(PointsLine("overtricks", each * over, over, why))
    return True


def _score_hand_that_bids_itself(
    hand: Hand, side: int, trick: int, counted: int, lines: list[PointsLine]
) -> bool | None:
    if side in hand.losers or _is_set_by_offense(hand, side):
        how = T("a hand that bids itself costs nothing")
        lines.append(_set_line(hand, side, 0, T("set: {how}", how=how), how))
        return False
    if hand.losers:
        return None
    why = N(
        "{n} trick in a hand that bids itself, {trick} each",
        "{n} tricks in a hand that bids itself, {trick} each",
        counted,
        trick=trick,
    )
    lines.append(PointsLine("contract", trick * counted, 0, why))
    return True


def _score_set(
    rules: RuleSet,
    hand: Hand,
    side: int,
    numbers: tuple[int, int, int],
    big: BigBidRules | None,
    lines: list[PointsLine],
) -> None:
    contract, counted, blind = numbers
    trick, rest, short = rules.contract.trick, contract - blind, contract - counted
    if blind and rules.blind_bid is not None:
        each = rules.blind_bid.set_trick
        how = T("{contract} bid blind, {trick} each", trick=each, contract=blind)
        why = T("set, {counted} of {contract}: {how}", counted=counted, contract=contract, how=how)
        lines.append(PointsLine("blind-bid", -each * blind, 0, why))
        if not rest:
            return
    if contract == 0:
        points = 0
        how = T("a contract of 0 costs nothing")
    elif big is not None and big.set is not None:
        points = -big.set
        how = T("big bid of {contract}", contract=contract)
    elif rules.contract.set == "full":
        points = -trick * rest
        how = T("{contract} bid, {trick} each", trick=trick, contract=rest)
    elif rules.contract.set == "shortfall":
        short = min(short, rest)  # missing tricks count against the blind part last
        points = -trick * short
        how = T(
            "{short} short of {contract}, {trick} each",
            trick=trick,
            short=short,
            contract=contract,
        )
    else:
        points = 0
        how = T("a contract that is set costs nothing")
    why = T("set, {counted} of {contract}: {how}", counted=counted, contract=contract, how=how)
    lines.append(_set_line(hand, side, points, why, how))


def _set_line(hand: Hand, side: int, points: int, why: Text, how: Text) -> PointsLine:
    if side in hand.losers:
        of_side = (each for each in hand.offenses if each.side == side)
        if any(each.step == "loss-of-hand" and each.kind == "renege" for each in of_side):
            return PointsLine("lost-hand", points, 0, T("hand lost to a renege: {how}", how=how))
        return PointsLine("lost-hand", points, 0, T("hand lost to table talk: {how}", how=how))
    by = _setting_offense(hand, side) if hand.offenses else None
    if by is not None and by.kind == "talk":
        return PointsLine("talk", points, 0, T("set by table talk: {how}", how=how))
    if by is not None:
        return PointsLine("renege", points, 0, T("set by a renege: {how}", how=how))
    return PointsLine("set", points, 0, why)


CONTRACT_LINES = ("contract", "big-bid", "blind-bid", "set", "overtricks", "lost-hand")


def _score_first_hand(
    rules: RuleSet, hand: Hand, side: int, made: bool | None, lines: list[PointsLine]
) -> bool | None:
    least = rules.first_hand.minimum
    if least is None or rules.first_hand.below != "set" or hand.losers:
        return made
    took = tricks_of(hand.seat_tricks, side)
    if made is None or took >= least:
        return made
    by = _setting_offense(hand, side)
    replaced = (*CONTRACT_LINES, "" if by is None else by.kind)
    own = [each for each in lines if each.what == "renege" and _offenders(hand, side)]
    lines[:] = [each for each in lines if each in own or each.what not in replaced]
    trick = rules.contract.trick
    why = T(
        "took {took} in the first hand, minimum {least}: {trick} for each trick required",
        took=took,
        least=least,
        trick=trick,
    )
    lines.append(PointsLine("first-hand", -trick * least, 0, why))
    return False


def is_nil_made(hand: Hand, side: int, seat: int) -> bool:
    reneged = any(
        each.side == side and each.seat == seat and each.step in ("set", "own-bid")
        for each in hand.offenses
    )
    took_none = bool(hand.losers) or hand.seat_tricks[seat] == 0
    return took_none and not reneged and side not in hand.losers


def _score_nils(
    rules: RuleSet, hand: Hand, side: int, lines: list[PointsLine]
) -> tuple[bool | None, bool | None]:
    """3. Score each nil; return whether each partner's was made."""
    seats = [seat for seat in SEATS_OF_SIDES[side] if hand.nils[seat] is not None]
    made = {seat: is_nil_made(hand, side, seat) for seat in seats}
    all_or_nothing = rules.nil.pair == "all-or-nothing" and len(seats) == 2
    for seat in seats:
        blind = hand.nils[seat] == "blind"
        value = (rules.nil.blind_points or 0) if blind else rules.nil.points
        won = all(made.values()) if all_or_nothing else made[seat]
        name = T("blind nil") if blind else T("nil")
        if made[seat] == won:
            why = T("{nil} made", nil=name) if won else T("{nil} failed", nil=name)
        else:
            why = T("{nil} made, but the partner's failed, so both are lost", nil=name)
        what = "blind-nil" if blind else "nil"
        lines.append(PointsLine(what, value if won else -value, 0, why))
    return made.get(side), made.get(side + 2)


def _score_failed_nil_tricks(
    rules: RuleSet,
    hand: Hand,
    side: int,
    is_made: bool | None,
    lines: list[PointsLine],
) -> None:
    """4. Score the tricks of a failed nil."""
    if hand.losers:
        return
    how = failed_tricks_rule(rules, hand, side)
    if how == "help" or (hand.offenses and _setting_offense(hand, side) is not None):
        return
    is_ignored = how == "ignore" or (is_made is False and not rules.nil.bags_when_set)
    each = rules.contract.overtrick if how == "point-and-bag" else 0
    for seat in SEATS_OF_SIDES[side]:
        took = hand.seat_tricks[seat] or 0
        if hand.nils[seat] is None or not took:
            continue
        if is_ignored:
            why = N(
                "{n} trick taken on a failed nil counts for nothing",
                "{n} tricks taken on a failed nil count for nothing",
                took,
            )
            lines.append(PointsLine("failed-nil-tricks", 0, 0, why))
            continue
        why = N("{n} trick taken on a failed nil", "{n} tricks taken on a failed nil", took)
        lines.append(PointsLine("failed-nil-tricks", each * took, took, why))


def _score_offenses(rules: RuleSet, hand: Hand, side: int, lines: list[PointsLine]) -> None:
    """5. Score the points that offenses cost or give, with the tricks they removed."""
    for each in hand.offenses:
        is_renege, own = each.kind == "renege", each.side == side
        points, why = 0, None
        if own and is_renege and each.step == "none":
            why = T("renege recorded; this rule set has no penalty for it")
        elif own and is_renege and each.step == "warning":
            why = T("renege: a warning")
        elif own and each.step == "tricks" and not hand.losers:
            n = each.tricks
            why = (
                N("renege: {n} trick removed", "renege: {n} tricks removed", n)
                if is_renege
                else N("table talk: {n} trick removed", "table talk: {n} tricks removed", n)
            )
        elif own and each.step == "minus":
            points = -each.points
            why = T("the penalty for a renege") if is_renege else T("the penalty for table talk")
        elif not own and (
            each.step == "points"
            or (each.step == "tricks" and is_renege and (each.points or not rules.renege.ladder))
        ):
            points = each.points
            why = T("the other team reneged") if is_renege else T("the other team's table talk")
        if why is not None:
            lines.append(PointsLine(each.kind, points, 0, why))


def _take_bag_penalty(rules: RuleSet, limit: int, before: int, side: ScoredSide) -> ScoredSide:
    """6. Take the bag penalty from the running count."""
    line = _penalty_line(rules, limit, before + side.bags)
    lines, points, bags = (*side.lines, line), side.points + line.points, side.bags + line.bags
    return ScoredSide(lines, side.made, side.nil_made, points, bags, side.contract)


@lru_cache(maxsize=CACHE_SIZE)
def _penalty_line(rules: RuleSet, limit: int, count: int) -> PointsLine:
    if rules.bags.then == "reset":
        points, bags = -rules.bags.penalty, -count
        why = T("{count} bags, limit {limit}: the count goes back to 0", count=count, limit=limit)
    else:
        times = count // limit
        points, bags = -rules.bags.penalty * times, -limit * times
        why = T(
            "{count} bags, limit {limit}: {left} carried over",
            count=count,
            limit=limit,
            left=count + bags,
        )
    return PointsLine("bag-penalty", points, bags, why)


def count_closed_hands(board: Board) -> int:
    """Return how many hands were scored or lost."""
    return sum(hand.is_counted for hand in board.hands)


def leader(score: Pair) -> int | None:
    """Return the side with the higher total; None for equal totals."""
    return None if score[0] == score[1] else int(score[1] > score[0])


def judge_end_and_extra_hand(rules: RuleSet, board: Board) -> tuple[End | None, bool]:
    """Judge the board between hands: the end of the game, and whether an extra hand is owed.

    Only the board decides, not an earlier judgment. So a ruling or a late renege can end the game,
    reopen it or change the winner.
    """
    score, game = board.score, rules.game
    if board.boston_winner is not None:
        return End("boston", board.boston_winner), False
    last_extra = False
    for hand in reversed(board.hands):
        if hand.is_counted:
            last_extra = hand.extra
            break
    if last_extra:
        winner = leader(score)
        return (None, True) if winner is None else (End("extra-hand", winner), False)
    if score[0] >= game.target or score[1] >= game.target:
        return _end_by_total("target", score, game.on_tie, board.bags)
    if (
        game.floor is not None
        or game.sets_to_lose is not None
        or game.sets_in_a_row_to_lose is not None
        or rules.first_hand.minimum is not None
    ):
        for reason, lost in _losses(rules, board):
            if any(lost):
                return _end_by_loss(reason, lost, score, game.on_tie, board.bags)
    if game.max_hands is not None and count_closed_hands(board) >= game.max_hands:
        return _end_by_total("max-hands", score, game.on_tie, board.bags)
    if board.time_entry is not None and rules.clock.at_time != "play-on":
        return _end_by_total("time", score, rules.clock.on_tie, board.bags)
    return None, False


def _losses(rules: RuleSet, board: Board) -> Iterator[tuple[Reason, list[bool]]]:
    game, first = rules.game, rules.first_hand
    if game.floor is not None:
        yield "floor", [total <= game.floor for total in board.score]
    if first.minimum is not None and first.below == "lose":
        yield "first-hand", _sides_below_first_minimum(first.minimum, board)
    if game.sets_to_lose is not None:
        yield "sets", [sets >= game.sets_to_lose for sets in board.sets]
    if game.sets_in_a_row_to_lose is not None:
        yield "sets-in-a-row", [row >= game.sets_in_a_row_to_lose for row in board.row]


def _sides_below_first_minimum(least: int, board: Board) -> list[bool]:
    first = next((hand for hand in board.hands if hand.is_counted), None)
    if first is None or first.losers:
        return [False, False]
    return [(took or 0) < least for took in first.tricks]


def _end_by_loss(
    reason: Reason, at_it: list[bool], score: Pair, on_tie: str, bags: Pair
) -> tuple[End | None, bool]:
    if not all(at_it):
        return End(reason, 1 - at_it.index(True)), False
    return _end_by_total(reason, score, on_tie, bags)


def _end_by_total(reason: Reason, score: Pair, on_tie: str, bags: Pair) -> tuple[End | None, bool]:
    winner = leader(score)
    if winner is not None:
        return End(reason, winner), False
    if on_tie == "tie":
        return End(reason, None, tied=True), False
    if on_tie == "fewer-bags" and bags[0] != bags[1]:
        return End(reason, int(bags[1] < bags[0])), False
    return None, True
