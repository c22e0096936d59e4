"""A hand is scored as lines that add up (SCORING.md 4), and the end of a game is judged (5).

The numbered comments are the steps of section 4, in its order.
"""

from __future__ import annotations

from functools import lru_cache

from scorepad.spades.board import Board, End, Hand, Pair, PointsLine, Reason, ScoredSide
from scorepad.spades.entries import Bid, FourBids, FourCounts
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T

SEATS_OF_SIDES = ((0, 2), (1, 3))
"""The two seats of each side."""
SEATING = (0, 2, 1, 3)
"""The seats stand in this order on a sheet, from left to right, with partners side by side."""
FourNils = tuple[str | None, str | None, str | None, str | None]


CACHE_SIZE = 8192
"""Each cache of scoring remembers at most this many results."""


@lru_cache(maxsize=CACHE_SIZE)
def nils_of(rules: RuleSet, bids: FourBids) -> FourNils:
    """Return for each seat `nil`, `blind` or None; a bid of 0 is a nil where the rule set says
    so."""
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
    """Return the contract of a side, in tricks; None where both partners bid nil and have none."""
    first, second = SEATS_OF_SIDES[side]
    if nils[first] is not None and nils[second] is not None:
        return 0 if rules.nil.failed_tricks == "help" else None
    one, two = bids[first], bids[second]
    return (one if isinstance(one, int) and nils[first] is None else 0) + (
        two if isinstance(two, int) and nils[second] is None else 0
    )


def tricks_of(tricks: FourCounts, side: int) -> int:
    """Return the tricks a side took, as played."""
    return (tricks[side] or 0) + (tricks[side + 2] or 0)


def score_hand(rules: RuleSet, hand: Hand) -> tuple[ScoredSide, ScoredSide]:
    """Score both sides of a hand that closes now."""
    if hand.reneges or hand.rulings or hand.losers or hand.has_earlier_nils:
        one, other = _score_side(rules, hand, 0), _score_side(rules, hand, 1)
    else:
        one, other = (
            _score_side_alone(rules, *_numbers_of_side(hand, 0)),
            _score_side_alone(rules, *_numbers_of_side(hand, 1)),
        )
    limit, before = rules.bags.limit, hand.bags_before
    if limit is not None and before[0] + one.bags >= limit:
        one = _take_bag_penalty(rules, limit, before[0], one)
    if limit is not None and before[1] + other.bags >= limit:
        other = _take_bag_penalty(rules, limit, before[1], other)
    return one, other


def _numbers_of_side(hand: Hand, side: int) -> tuple[Bid, Bid, int | None, int | None]:
    """Return the bids and tricks of two partners; those of the side where neither bid nil."""
    also = side + 2
    if hand.nils[side] is None and hand.nils[also] is None:
        return hand.contract[side], None, hand.tricks[side], None
    return hand.bids[side], hand.bids[also], hand.seat_tricks[side], hand.seat_tricks[also]


@lru_cache(maxsize=CACHE_SIZE)
def _score_side_alone(
    rules: RuleSet, one: Bid, two: Bid, took: int | None, also: int | None
) -> ScoredSide:
    """Score a side of a hand in which nothing but its own bids and tricks matters."""
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
    """Score a side without the bag penalty."""
    counted = tricks_counting_for_contract(rules, hand)[side]
    nil_made: list[bool | None] = [None, None, None, None]
    made: list[bool | None] = [None, None]
    lines: list[PointsLine] = []
    _score_lost_bids(rules, hand, side, lines)
    _score_contract(rules, hand, side, counted, lines, made)
    _score_nils(rules, hand, side, lines, nil_made)
    _score_failed_nil_tricks(rules, hand, side, made[side], lines)
    _score_reneges(rules, hand, side, lines)
    for ruling in hand.rulings:
        if ruling.side == side:
            why = T("ruling: {why}", why=ruling.why)
            lines.append(PointsLine("ruling", ruling.points, ruling.bags, why))
    points, bags = sum(line.points for line in lines), sum(line.bags for line in lines)
    if _offenders(rules.renege.effect, hand, side):
        made[side] = False  # it counts as a set, whatever became of the partner's bid
    return ScoredSide(tuple(lines), made[side], (nil_made[side], nil_made[side + 2]), points, bags)


def _is_set_by_renege(rules: RuleSet, hand: Hand, side: int) -> bool:
    return rules.renege.effect == "set" and any(each.side == side for each in hand.reneges)


def _offenders(effect: str, hand: Hand, side: int) -> set[int]:
    """Return the seats of a side whose own bid is lost by a renege with this effect.

    A renege that was recorded without a seat, under other rules, is one of both partners.
    """
    if effect != "own-bid":
        return set()
    found = set[int]()
    for renege in hand.reneges:
        if renege.side == side:
            found |= set(SEATS_OF_SIDES[side]) if renege.seat is None else {renege.seat}
    # A number that is the whole side's is lost by either partner.
    return found | {seat ^ 2 for seat in found if hand.bids[seat] is None}


def contract_after_reneges(effect: str, hand: Hand, side: int) -> int | None:
    """Return the contract that reneges with this effect leave a side; None for none."""
    offenders, contract = _offenders(effect, hand, side), hand.contract[side]
    numbers = [seat for seat in SEATS_OF_SIDES[side] if _number_of(hand, seat) is not None]
    left = [seat for seat in numbers if seat not in offenders]
    if len(left) == len(numbers):
        return contract
    return sum(_number_of(hand, seat) or 0 for seat in left) if left else None


def _number_of(hand: Hand, seat: int) -> int | None:
    bid = hand.bids[seat]
    return bid if isinstance(bid, int) and hand.nils[seat] is None else None


def _score_lost_bids(rules: RuleSet, hand: Hand, side: int, lines: list[PointsLine]) -> None:
    """Take the points of own bids that were lost by a renege."""
    for seat in sorted(_offenders(rules.renege.effect, hand, side)):
        bid = _number_of(hand, seat)
        if bid is not None:
            trick = rules.contract.trick
            why = T(
                "own bid of {bid} lost to a renege: {trick} for each trick", bid=bid, trick=trick
            )
            lines.append(PointsLine("renege", -trick * bid, 0, why))


def countable_tricks_played(rules: RuleSet, hand: Hand) -> Pair:
    """Return the tricks of each side that can count for its contract, as they were played."""
    help_counts = rules.nil.failed_tricks == "help"
    one, other = (
        sum(
            hand.seat_tricks[seat] or 0
            for seat in SEATS_OF_SIDES[side]
            if hand.nils[seat] is None or help_counts
        )
        for side in (0, 1)
    )
    return one, other


def tricks_counting_for_contract(rules: RuleSet, hand: Hand) -> Pair:
    """1. Count the contract tricks of each side."""
    counted = countable_tricks_played(rules, hand)
    if hand.losers or rules.renege.effect != "tricks" or not hand.reneges:
        return counted
    moved = [0, 0]
    for renege in hand.reneges:
        moved[renege.side] += rules.renege.tricks if renege.tricks is None else renege.tricks
    # The tricks taken are computed for both sides as played, and only then moved.
    moved = [min(moved[side], counted[side]) for side in (0, 1)]
    after = [counted[side] - moved[side] for side in (0, 1)]
    if rules.renege.moved_tricks == "count":
        for side in (0, 1):
            if any(hand.nils[seat] is None for seat in SEATS_OF_SIDES[side]):
                after[side] += moved[1 - side]
    return after[0], after[1]


def _score_contract(
    rules: RuleSet,
    hand: Hand,
    side: int,
    counted: int,
    lines: list[PointsLine],
    is_made_by_side: list[bool | None],
) -> None:
    """2. Score the contract and its overtricks."""
    contract = contract_after_reneges(rules.renege.effect, hand, side)
    if contract is None:
        return
    lost = side in hand.losers
    reneged = _is_set_by_renege(rules, hand, side)
    if lost or reneged:
        counted, is_made = 0, False
    elif hand.losers:
        counted, is_made = contract, True
    else:
        is_made = counted >= contract
    is_made_by_side[side] = is_made
    big = rules.big_bid
    if big is not None:
        in_range = big.from_ <= contract and (big.to is None or contract <= big.to)
        with_nil = any(hand.nils[seat] is not None for seat in SEATS_OF_SIDES[side])
        if not in_range or (with_nil and not big.with_nil):
            big = None
    trick = rules.contract.trick
    if not is_made:
        lines.append(_set_line(rules, contract, counted, lost, reneged, big is not None))
        return
    if big is not None:
        why = T("a big bid of {contract} made", contract=contract)
        lines.append(PointsLine("big-bid", big.made, 0, why))
    else:
        why = T("{contract} bid and made, {trick} each", contract=contract, trick=trick)
        lines.append(PointsLine("contract", trick * contract, 0, why))
    over = counted - contract
    if over:
        each = rules.contract.overtrick
        why = N("{n} overtrick, {each} each", "{n} overtricks, {each} each", over, each=each)
        lines.append(PointsLine("overtricks", each * over, over, why))


def _set_line(
    rules: RuleSet, contract: int, counted: int, lost: bool, reneged: bool, big: bool
) -> PointsLine:
    trick = rules.contract.trick
    if contract == 0:
        points = 0
        how = T("a contract of 0 costs nothing")
    elif big and rules.big_bid is not None and rules.big_bid.set is not None:
        points = -rules.big_bid.set
        how = T("a big bid of {contract} set", contract=contract)
    elif rules.contract.set == "full":
        points = -trick * contract
        how = T("{trick} for each of {contract} bid", trick=trick, contract=contract)
    elif rules.contract.set == "shortfall":
        short = contract - counted
        points = -trick * short
        how = T(
            "{trick} for each of {short} short of {contract}",
            trick=trick,
            short=short,
            contract=contract,
        )
    else:
        points = 0
        how = T("a set contract costs nothing")
    if lost:
        return PointsLine("lost-hand", points, 0, T("hand lost by table talk: {how}", how=how))
    if reneged:
        return PointsLine("renege", points, 0, T("set by a renege: {how}", how=how))
    why = T("set, {counted} of {contract}: {how}", counted=counted, contract=contract, how=how)
    return PointsLine("set", points, 0, why)


def _score_nils(
    rules: RuleSet,
    hand: Hand,
    side: int,
    lines: list[PointsLine],
    nil_made: list[bool | None],
) -> None:
    """3. Score each nil."""
    seats = [seat for seat in SEATS_OF_SIDES[side] if hand.nils[seat] is not None]
    for seat in seats:
        reneged = rules.renege.effect in ("set", "own-bid") and any(
            renege.side == side and renege.seat == seat for renege in hand.reneges
        )
        took_none = bool(hand.losers) or hand.seat_tricks[seat] == 0
        nil_made[seat] = took_none and not reneged and side not in hand.losers
    all_or_nothing = rules.nil.pair == "all-or-nothing" and len(seats) == 2
    for seat in seats:
        blind = hand.nils[seat] == "blind"
        value = (rules.nil.blind_points or 0) if blind else rules.nil.points
        own = bool(nil_made[seat])
        won = all(nil_made[each] for each in seats) if all_or_nothing else own
        name = T("blind nil") if blind else T("nil")
        if own == won:
            why = T("{nil} made", nil=name) if won else T("{nil} failed", nil=name)
        else:
            why = T("{nil} made, lost with the partner's: both or nothing", nil=name)
        what = "blind-nil" if blind else "nil"
        lines.append(PointsLine(what, value if won else -value, 0, why))


def _score_failed_nil_tricks(
    rules: RuleSet,
    hand: Hand,
    side: int,
    is_made: bool | None,
    lines: list[PointsLine],
) -> None:
    """4. Score the tricks of a failed nil."""
    how = rules.nil.failed_tricks
    if how == "help" or hand.losers or _is_set_by_renege(rules, hand, side):
        return
    is_ignored = how == "ignore" or (is_made is False and not rules.nil.bags_when_set)
    each = rules.contract.overtrick if how == "point-and-bag" else 0
    for seat in SEATS_OF_SIDES[side]:
        took = hand.seat_tricks[seat] or 0
        if hand.nils[seat] is None or not took:
            continue
        if is_ignored:
            why = N(
                "{n} trick of a failed nil counts for nothing",
                "{n} tricks of a failed nil count for nothing",
                took,
            )
            lines.append(PointsLine("failed-nil-tricks", 0, 0, why))
            continue
        why = N("{n} trick of a failed nil", "{n} tricks of a failed nil", took)
        lines.append(PointsLine("failed-nil-tricks", each * took, took, why))


def _score_reneges(rules: RuleSet, hand: Hand, side: int, lines: list[PointsLine]) -> None:
    """5. Give renege points to the side that did not offend; the offense itself moves none here."""
    for renege in hand.reneges:
        if rules.renege.effect == "none" and renege.side == side:
            why = T("renege recorded; this rule set gives no penalty")
            lines.append(PointsLine("renege", 0, 0, why))
        elif rules.renege.effect == "tricks" and renege.side == side:
            tricks = rules.renege.tricks if renege.tricks is None else renege.tricks
            if not hand.losers:
                why = N("renege: {n} trick removed", "renege: {n} tricks removed", tricks)
                lines.append(PointsLine("renege", 0, 0, why))
        elif rules.renege.effect == "tricks":
            points = rules.renege.points if renege.points is None else renege.points
            lines.append(PointsLine("renege", points, 0, T("the other side reneged")))


def _take_bag_penalty(rules: RuleSet, limit: int, before: int, side: ScoredSide) -> ScoredSide:
    """6. Take the bag penalty from the running count."""
    line = _penalty_line(rules, limit, before + side.bags)
    lines, points, bags = (*side.lines, line), side.points + line.points, side.bags + line.bags
    return ScoredSide(lines, side.made, side.nil_made, points, bags)


@lru_cache(maxsize=CACHE_SIZE)
def _penalty_line(rules: RuleSet, limit: int, count: int) -> PointsLine:
    if rules.bags.then == "reset":
        points, bags = -rules.bags.penalty, -count
        why = T("{count} bags, limit {limit}: the count is 0 again", count=count, limit=limit)
    else:
        times = count // limit
        points, bags = -rules.bags.penalty * times, -limit * times
        why = T(
            "{count} bags, limit {limit}: {left} carried on",
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

    Only the board decides, not what was judged before.  So a ruling or a late renege can end the
    game, reopen it or change the winner.
    """
    score = board.score
    last_extra = False
    for hand in reversed(board.hands):
        if hand.is_counted:
            last_extra = hand.extra
            break
    if last_extra:
        winner = leader(score)
        return (None, True) if winner is None else (End("extra-hand", winner), False)
    game = rules.game
    if score[0] >= game.target or score[1] >= game.target:
        return _end_by_total("target", score, game.on_tie, board.bags)
    if game.floor is not None:
        at_floor = [total <= game.floor for total in score]
        if any(at_floor):
            return _end_by_loss("floor", at_floor, score, game.on_tie, board.bags)
    if game.sets_to_lose is not None:
        at_limit = [sets >= game.sets_to_lose for sets in board.sets]
        if any(at_limit):
            return _end_by_loss("sets", at_limit, score, game.on_tie, board.bags)
    if game.max_hands is not None and count_closed_hands(board) >= game.max_hands:
        return _end_by_total("max-hands", score, game.on_tie, board.bags)
    if board.time_entry is not None and rules.clock.at_time != "play-on":
        return _end_by_total("time", score, rules.clock.on_tie, board.bags)
    return None, False


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
