"""The referee's count of one hand: SCORING.md 4, sentence by sentence.

A hand is a dict: `bids` and `tricks` by seat, `reneges` and `rulings` (entries), `lost` (the
sides that lost it).  Out come, by side, points and bags of the hand and whether it was set.
"""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]
NILS = ("nil", "blind")


def seats(side: int) -> tuple[int, int]:
    """ "Side 0 holds seats 0 and 2, side 1 holds seats 1 and 3." """
    return side, side + 2


def read_bids(rules: Data, bids: list[Any]) -> list[Any]:
    """The bids as they count: under zero = nil "a bid of 0 **is** nil"."""
    return ["nil" if bid == 0 and rules["bidding"]["zero"] == "nil" else bid for bid in bids]


def nil_seats(bids: list[Any], side: int) -> list[int]:
    return [seat for seat in seats(side) if bids[seat] in NILS]


def contract_of(rules: Data, bids: list[Any], side: int) -> int | None:
    """ "The sum of a side's numeric bids"; both partners nil: "no contract, unless failed_tricks =
    help, when it is a contract of 0"."""
    if len(nil_seats(bids, side)) == 2:
        return 0 if rules["nil"]["failed_tricks"] == "help" else None
    numbers: list[int] = [bids[seat] for seat in seats(side) if isinstance(bids[seat], int)]
    return sum(numbers)


def own_bids_lost(rules: Data, hand: Data, side: int) -> set[int]:
    """RULES 3, own-bid: "A seat's own bid is lost once a hand"; "if one number is the whole
    team's bid, a renege of either partner loses it"."""
    if rules["renege"]["effect"] != "own-bid":
        return set()
    lost = set()
    for renege in hand["reneges"]:
        if renege["side"] == side:
            seat = renege.get("seat")
            lost |= set(seats(side)) if seat is None else {seat}
    for seat in seats(side):
        if hand["bids"][seat] is None and seat in lost:
            lost.add((seat + 2) % 4)
    return lost


def is_big(rules: Data, bids: list[Any], side: int, contract: int | None) -> bool:
    """ "A contract of from…to"; "with_nil = false: not for a side with a nil"."""
    big = rules["big_bid"]
    if big is None or contract is None:
        return False
    if nil_seats(bids, side) and not big["with_nil"]:
        return False
    return contract >= big["from"] and (big["to"] is None or contract <= big["to"])


def points_for_made(rules: Data, bids: list[Any], side: int, contract: int) -> int:
    """ "`trick` × contract (or `big_bid.made`)" """
    made: int = rules["contract"]["trick"] * contract
    return int(rules["big_bid"]["made"]) if is_big(rules, bids, side, contract) else made


def points_for_set(rules: Data, bids: list[Any], side: int, taken: int, contract: int) -> int:
    """ "Otherwise set, as `contract.set` or `big_bid.set` says"; a contract of 0 "costs 0"."""
    if contract == 0:
        return 0
    if is_big(rules, bids, side, contract) and rules["big_bid"]["set"] is not None:
        return -int(rules["big_bid"]["set"])
    lost = {"full": contract, "shortfall": contract - taken, "zero": 0}[rules["contract"]["set"]]
    return -int(rules["contract"]["trick"]) * lost


def contract_tricks(rules: Data, hand: Data) -> list[int]:
    """Step 1, for both sides."""
    bids, tricks = hand["bids"], hand["tricks"]
    base = []
    for side in (0, 1):
        # "Tricks of the partners who did not bid nil, plus, with failed_tricks = help, those of
        # the nil bidders."
        counted = [
            seat
            for seat in seats(side)
            if bids[seat] not in NILS or rules["nil"]["failed_tricks"] == "help"
        ]
        base.append(sum(tricks[seat] or 0 for seat in counted))
    effect = rules["renege"]["effect"]
    if effect == "set":
        # "The offenders' contract tricks are 0."
        offenders = {renege["side"] for renege in hand["reneges"]}
        return [0 if side in offenders else base[side] for side in (0, 1)]
    if effect != "tricks":
        return base
    # "Takes renege.tricks of them from the offenders for each offence (not below 0)"
    taken = []
    for side in (0, 1):
        asked = [
            rules["renege"]["tricks"] if renege.get("tricks") is None else renege["tricks"]
            for renege in hand["reneges"]
            if renege["side"] == side
        ]
        taken.append(min(base[side], sum(asked)))
    counts = [base[side] - taken[side] for side in (0, 1)]
    if rules["renege"]["moved_tricks"] == "count":
        for side in (0, 1):
            # "A side whose partners both bid nil receives none."
            if len(nil_seats(bids, side)) < 2:
                counts[side] += taken[1 - side]
    return counts


def nil_points(rules: Data, hand: Data, side: int, failed: set[int]) -> int:
    """Step 3: "± points or blind_points; both nil: as nil.pair"."""
    bids = hand["bids"]
    values = {
        seat: rules["nil"]["points" if bids[seat] == "nil" else "blind_points"] or 0
        for seat in nil_seats(bids, side)
    }
    if len(values) == 2 and rules["nil"]["pair"] == "all-or-nothing":
        # "Both values won only if both make it, else both lost."
        return -sum(values.values()) if failed else sum(values.values())
    return sum(-value if seat in failed else value for seat, value in values.items())


def score_hand(rules: Data, hand: Data, bags_before: list[int]) -> Data:
    """`points` and `bags` (running) by side after the hand, and `set` by side."""
    bids, tricks, lost = hand["bids"], hand["tricks"], hand["lost"]
    reneges, effect = hand["reneges"], rules["renege"]["effect"]
    counts = contract_tricks(rules, hand) if not lost else [0, 0]
    points, bags, was_set = [0, 0], list(bags_before), [False, False]
    for side in (0, 1):
        contract, own = contract_of(rules, bids, side), own_bids_lost(rules, hand, side)
        for seat in own:
            # RULES 3: "The offender's own bid is lost (−trick × it; a nil of the offender fails),
            # and the partner's number alone is the contract. … If the partner has no number, the
            # team has no contract."
            if isinstance(bids[seat], int):
                points[side] -= rules["contract"]["trick"] * bids[seat]
                partner = bids[(seat + 2) % 4]
                is_left = isinstance(partner, int) and (seat + 2) % 4 not in own
                contract = partner if is_left else None
        mine = [renege for renege in reneges if renege["side"] == side]
        set_by_renege = effect == "set" and bool(mine)
        # "If the offending seat bid nil, that nil fails."
        failed = {renege.get("seat") for renege in mine} if effect in ("set", "own-bid") else set()
        if effect == "own-bid" and None in failed:
            failed.discard(None)
        failed &= set(nil_seats(bids, side))
        if lost:
            # "The offenders' contract counts as set with 0 tricks and their nils fail; the other
            # side makes its contract exactly and its nils; no bags. … an earlier renege with
            # effect set still sets its side and fails the named seat's nil."
            if side in lost:
                failed = set(nil_seats(bids, side))
            if contract is not None:
                was_set[side] = side in lost or set_by_renege
                points[side] += (
                    points_for_set(rules, bids, side, 0, contract)
                    if was_set[side]
                    else points_for_made(rules, bids, side, contract)
                )
        else:
            # "Each nil: made when its seat took 0 tricks."
            failed |= {seat for seat in nil_seats(bids, side) if tricks[seat] > 0}
            if contract is not None:
                # "Made when contract tricks ≥ contract"; "a contract of 0 is always made, except
                # by a renege set".
                was_set[side] = counts[side] < contract or set_by_renege
                if was_set[side]:
                    points[side] += points_for_set(rules, bids, side, counts[side], contract)
                else:
                    over = counts[side] - contract
                    points[side] += points_for_made(rules, bids, side, contract)
                    points[side] += over * rules["contract"]["overtrick"]
                    bags[side] += over
            # Step 4, "failed nil's tricks"; "no trick of theirs is a bag or a point".
            what = rules["nil"]["failed_tricks"]
            counted = not was_set[side] or rules["nil"]["bags_when_set"]
            if what in ("bag", "point-and-bag") and counted and not set_by_renege:
                wasted = sum(tricks[seat] for seat in failed)
                bags[side] += wasted
                if what == "point-and-bag":
                    points[side] += wasted * rules["contract"]["overtrick"]
        points[side] += nil_points(rules, hand, side, failed)
        # Step 5: "gives the other side renege.points"; "rulings in this hand".
        if effect == "tricks":
            for renege in reneges:
                if renege["side"] != side:
                    given = renege.get("points")
                    points[side] += rules["renege"]["points"] if given is None else given
        was_set[side] = was_set[side] or bool(own)  # "It counts as a set."
        for ruling in hand["rulings"]:
            if ruling["side"] == side:
                points[side] += ruling["points"]
                bags[side] += ruling.get("bags", 0)
        # Step 6: "from the side's running count when the hand closes".
        limit = rules["bags"]["limit"]
        if limit is not None and bags[side] >= limit:
            if rules["bags"]["then"] == "reset":
                # "One penalty, and the count is 0."
                points[side] -= rules["bags"]["penalty"]
                bags[side] = 0
            else:
                # "Keep the bags above the limit (and penalise again while at or above it)."
                times = bags[side] // limit
                points[side] -= times * rules["bags"]["penalty"]
                bags[side] -= times * limit
    return {"points": points, "bags": bags, "set": was_set}
