"""A second scorer of the "books" game, written from the documents alone.

It reads a log from its start to its end for each question, and knows no corrections, no clock and
no changed seats: `tests/referee` has those.  A rule set is a plain dict with every parameter.
"""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]
NILS = ("nil", "blind")


def seats(side: int) -> tuple[int, int]:
    """Return a side's seats: side 0 holds seats 0 and 2, side 1 holds seats 1 and 3."""
    return side, side + 2


def blind(bid: Any) -> int | None:
    """Return the number of a blind bid."""
    return bid["blind"] if isinstance(bid, dict) else None


def number(bid: Any) -> int | None:
    """Return the tricks that a bid promises; a nil promises none."""
    return blind(bid) if isinstance(bid, dict) else bid if isinstance(bid, int) else None


def nil_seats(bids: list[Any], side: int) -> set[int]:
    """Return the seats of a side that bid nil."""
    return {seat for seat in seats(side) if bids[seat] in NILS}


def bands(rules: Data) -> list[Data]:
    """Return the bands of big bids, also of a rule set with a single table."""
    found = rules.get("big_bid") or []
    return [found] if isinstance(found, dict) else found


def step_of(rules: Data, offense: Data, nth: int) -> tuple[Any, ...]:
    """Return what a side's nth offense of its kind does: a word and its numbers."""
    ladder = rules[offense["kind"]].get("ladder")
    if not ladder:
        if offense["kind"] == "talk":
            return ("none",)
        effect = rules["renege"]["effect"]
        if effect != "tricks":
            return (effect,)
        count, points = rules["renege"]["tricks"], rules["renege"]["points"]
    else:
        word, _, rest = ladder[min(nth, len(ladder)) - 1].partition(" ")
        if word != "tricks":
            return (word, int(rest)) if rest else (word,)
        count, points = int(rest), 0
    if offense.get("tricks") is not None:
        count = offense["tricks"]
    if offense.get("points") is not None:
        points = offense["points"]
    return ("tricks", count, points)


class Hand:
    """What is recorded of one hand: its bids and tricks by seat, offenses with their steps,
    rulings, and the sides that lost it."""

    def __init__(self, number: int, dealer: int, bids: Any, *, is_first: bool, extra: bool) -> None:
        self.number, self.dealer = number, dealer
        self.itself = bids == "itself"
        self.bids: list[Any] = [None] * 4 if self.itself else bids
        self.is_first, self.extra = is_first, extra
        self.status = "in-progress"
        self.tricks: list[Any] | None = None
        self.offenses: list[tuple[Data, tuple[Any, ...]]] = []
        self.rulings: list[Data] = []
        self.lost: set[int] = set()
        self.change = [0, 0]
        self.score = [0, 0]
        self.bags = [0, 0]
        self.was_set = [False, False]
        self.made_thirteen: int | None = None

    def steps(self, side: int, *words: str) -> list[tuple[Data, tuple[Any, ...]]]:
        """Return the side's offenses whose step is one of these words."""
        return [
            (offense, step)
            for offense, step in self.offenses
            if offense["side"] == side and step[0] in words
        ]

    def played(self, side: int) -> int:
        """Return the tricks that a side took as played."""
        assert self.tricks is not None
        return sum(self.tricks[seat] or 0 for seat in seats(side))


def failed_nils(hand: Hand, side: int) -> set[int]:
    """Return the seats of a side whose nil fails."""
    nils = nil_seats(hand.bids, side)
    offenders = {offense.get("seat") for offense, _ in hand.steps(side, "set", "own-bid")}
    if hand.tricks is None:
        return nils if side in hand.lost else nils & offenders
    return {seat for seat in nils if hand.tricks[seat] or seat in offenders}


def reading_of_failed_tricks(rules: Data, hand: Hand, side: int) -> str:
    """Return what a failed nil's tricks do, with another answer for a pair that failed."""
    pair: str | None = rules["nil"].get("pair_failed_tricks")
    single: str = rules["nil"]["failed_tricks"]
    return pair if pair and len(failed_nils(hand, side)) == 2 else single


def contract_tricks(rules: Data, hand: Hand) -> list[int]:
    """Return the contract tricks of both sides, after reneges."""
    base, taken = [0, 0], [0, 0]
    for side in (0, 1):
        helps = reading_of_failed_tricks(rules, hand, side) == "help"
        for seat in seats(side):
            if hand.bids[seat] not in NILS or helps:
                base[side] += (hand.tricks or [0] * 4)[seat] or 0
        asked = sum(step[1] for _, step in hand.steps(side, "tricks"))
        taken[side] = min(base[side], asked)
    counts = [base[side] - taken[side] for side in (0, 1)]
    if rules["renege"]["moved_tricks"] == "count":
        for side in (0, 1):
            if len(nil_seats(hand.bids, side)) < 2:
                counts[side] += taken[1 - side]
    return [0 if hand.steps(side, "set") else counts[side] for side in (0, 1)]


def lost_bids(hand: Hand, side: int) -> set[int]:
    """Return the seats of a side whose own bid is lost by a renege."""
    offenders = {offense.get("seat") for offense, _ in hand.steps(side, "own-bid")}
    if offenders and None in [hand.bids[seat] for seat in seats(side)]:
        return set(seats(side))  # one number is the bid of both
    return {seat for seat in seats(side) if seat in offenders}


def made_points(rules: Data, hand: Hand, side: int, bids: list[Any]) -> int:
    """Return the points of a made contract that these bids add up to."""
    trick: int = rules["contract"]["trick"]
    whole = sum(number(bid) or 0 for bid in bids)
    in_blind = sum(blind(bid) or 0 for bid in bids)
    if in_blind:
        return int(rules["blind_bid"]["trick"]) * in_blind + trick * (whole - in_blind)
    band = band_of(rules, hand, side, whole)
    return int(band["made"]) if band else trick * whole


def set_points(rules: Data, hand: Hand, side: int, bids: list[Any], count: int) -> int:
    """Return the points of a contract that was set with so many contract tricks."""
    trick: int = rules["contract"]["trick"]
    whole = sum(number(bid) or 0 for bid in bids)
    in_blind = sum(blind(bid) or 0 for bid in bids)
    rest, short = whole - in_blind, max(0, whole - count)
    if not whole:
        return 0
    band = None if in_blind else band_of(rules, hand, side, whole)
    if band and band.get("set") is not None:
        return -int(band["set"])
    lost = {"full": rest, "shortfall": min(short, rest), "zero": 0}[rules["contract"]["set"]]
    return -trick * lost - (int(rules["blind_bid"]["set_trick"]) * in_blind if in_blind else 0)


def band_of(rules: Data, hand: Hand, side: int, contract: int) -> Data | None:
    """Return the band of big bids in which a contract is."""
    for band in bands(rules):
        if contract < band["from"] or contract > (band.get("to") or 99):
            continue
        if nil_seats(hand.bids, side) and not band.get("with_nil", True):
            continue
        return band
    return None


def score_hand(rules: Data, hand: Hand, running: list[int]) -> None:
    """Score a closed hand after these running bags."""
    counts = contract_tricks(rules, hand)
    hand.change, hand.bags = [0, 0], list(running)
    hand.was_set, hand.made_thirteen = [False, False], None
    for side in (0, 1):
        points, bags = score_side(rules, hand, side, counts[side])
        limit = rules["bags"].get("limit")
        bags += running[side]
        if limit and bags >= limit:
            if rules["bags"]["then"] == "reset":
                times, bags = 1, 0
            else:
                times, bags = divmod(bags, limit)
            points -= times * rules["bags"]["penalty"]
        hand.change[side], hand.bags[side] = points, bags


def score_side(rules: Data, hand: Hand, side: int, count: int) -> tuple[int, int]:
    """Return a side's points and bags before the bag penalty."""
    points = bags = 0
    trick, overtrick = rules["contract"]["trick"], rules["contract"]["overtrick"]
    nils, failed = nil_seats(hand.bids, side), failed_nils(hand, side)
    reading, gone = reading_of_failed_tricks(rules, hand, side), lost_bids(hand, side)
    set_by_step = bool(hand.steps(side, "set"))
    is_set = False  # the contract, not the hand
    kept = [hand.bids[seat] for seat in seats(side) if seat not in gone]
    has_contract = any(number(bid) is not None for bid in kept)
    if len(nils) == 2 and reading == "help":
        has_contract = True
    for seat in gone:
        bid = hand.bids[seat]
        if blind(bid) is not None:
            points -= rules["blind_bid"]["set_trick"] * blind(bid)
        else:
            points -= trick * (number(bid) or 0)
    minimum = rules["first_hand"].get("minimum")
    is_below = (
        hand.is_first
        and hand.tricks is not None
        and minimum is not None
        and rules["first_hand"]["below"] == "set"
        and hand.played(side) < minimum
    )
    if hand.itself:
        if hand.lost:
            is_set = side in hand.lost or set_by_step
        elif is_below:
            is_set, points = True, points - trick * minimum
        elif set_by_step or gone:
            is_set = True
        else:
            points += trick * count
    elif has_contract:
        whole = sum(number(bid) or 0 for bid in kept)
        if hand.lost:
            is_set = side in hand.lost or set_by_step
            count = 0 if is_set else whole
        else:
            is_set = count < whole or set_by_step
        if is_below:
            is_set, points = True, points - trick * minimum
        elif is_set:
            points += set_points(rules, hand, side, kept, count)
        else:
            points += made_points(rules, hand, side, kept) + overtrick * (count - whole)
            bags += count - whole
            if whole >= 13 and not hand.steps(side, "own-bid"):  # "It counts as a set."
                hand.made_thirteen = side
    hand.was_set[side] = is_set or bool(gone)
    hand.was_set[side] |= bool(hand.steps(side, "own-bid"))
    values = {
        seat: rules["nil"]["points" if hand.bids[seat] == "nil" else "blind_points"]
        for seat in nils
    }
    if len(nils) == 2 and rules["nil"]["pair"] == "all-or-nothing":
        points += -sum(values.values()) if failed else sum(values.values())
    else:
        points += sum(-value if seat in failed else value for seat, value in values.items())
    if hand.tricks is not None:
        wasted = sum(hand.tricks[seat] for seat in failed)
        if (not is_set or rules["nil"]["bags_when_set"]) and not set_by_step:
            if reading in ("bag", "point-and-bag"):
                bags += wasted
            if reading == "point-and-bag":
                points += overtrick * wasted
        taken = rules["boston"].get("taken")
        if taken is not None and hand.played(side) == 13 and not hand.itself:
            points += taken
    points += sum(step[2] for _, step in hand.steps(1 - side, "tricks"))
    points += sum(step[1] for _, step in hand.steps(1 - side, "points"))
    points -= sum(step[1] for _, step in hand.steps(side, "minus"))
    for ruling in hand.rulings:
        if ruling["side"] == side:
            points += ruling["points"]
            bags += ruling.get("bags", 0)
    return points, bags


class Game:
    """A match as far as its log goes."""

    def __init__(self, rules: Data, first_dealer: int = 0) -> None:
        self.rules, self.dealer = rules, first_dealer
        self.hands: list[Hand] = []
        self.timeline: list[Hand | Data] = []
        """The closed hands, and the rulings between hands."""
        self.score, self.bags = [0, 0], [0, 0]
        self.offenses = {"talk": [0, 0], "renege": [0, 0]}
        self.before_bids: list[tuple[Data, tuple[Any, ...]]] = []
        """Offenses between hands, which fall in the next one."""
        self.end: tuple[str, int | None, bool] | None = None
        self.is_final = False
        self.owes_extra = False

    @property
    def open(self) -> Hand | None:
        """The hand in progress."""
        last = self.hands[-1] if self.hands else None
        return last if last and last.status == "in-progress" else None

    @property
    def closed(self) -> list[Hand]:
        """The hands that were scored or lost."""
        return [hand for hand in self.hands if hand.status in ("scored", "lost")]

    # ---- the gate

    def refuses(self, entry: Data) -> str | None:
        """Return the ground on which an entry is refused."""
        kind, hand = entry["kind"], self.open
        is_late = entry.get("hand") is not None
        if self.end and kind in ("bids", "tricks", "misdeal", "talk", "forfeit"):
            return "over"
        if self.end and kind == "renege" and not is_late:
            return "over"
        if is_late:
            last = self.hands[-1] if self.hands else None
            if not last or last.status not in ("scored", "lost") or last.number != entry["hand"]:
                return "not the latest closed hand"
            hand = last
        if kind == "bids":
            return "hand in progress" if hand else self.refuses_bids(entry)
        if kind == "tricks":
            return self.refuses_tricks(hand, entry["tricks"])
        if kind == "renege" and hand is None:
            return "no hand"
        if kind in ("renege", "talk"):
            return self.refuses_offense(hand, entry)
        return None

    def refuses_bids(self, entry: Data) -> str | None:
        bids, bidding = entry["bids"], self.rules["bidding"]
        is_itself = self.rules["first_hand"]["bids"] == "itself" and not self.closed
        if bids == "itself" or is_itself:
            return None if bids == "itself" and is_itself else "itself"
        bids = self.read_bids(bids)
        blind_bid = self.rules.get("blind_bid")
        has_override = bool(entry.get("override"))
        if any(blind(bid) is not None for bid in bids) and not blind_bid:
            return "no blind numbers"
        if "blind" in bids and self.rules["nil"].get("blind_points") is None:
            return "no blind nil"
        for side in (0, 1):
            mine = [bids[seat] for seat in seats(side)]
            nils = nil_seats(bids, side)
            if mine == [None, None] or (nils and None in mine):
                return "no bid"
            if has_override:
                continue
            if 0 in mine and bidding["zero"] == "barred":
                return "zero"
            if len(nils) > bidding["nils_per_side"]:
                return "nils"
            contract = sum(number(bid) or 0 for bid in mine)
            if len(nils) < 2:
                if contract < bidding["side_minimum"]:
                    return "minimum"
                if contract in bidding["barred"]:
                    return "barred"
            maximum = bidding.get("side_maximum")
            if maximum is not None and contract > maximum:
                return "maximum"
            behind = self.score[1 - side] - self.score[side]
            if "blind" in mine:
                if bidding["blind_nil"] != "yes":
                    return "blind nil"
                if bidding["blind_nil_deficit"] and behind < bidding["blind_nil_deficit"]:
                    return "deficit"
            numbers = [blind(bid) for bid in mine if blind(bid) is not None]
            if numbers:
                assert blind_bid
                for each in numbers:
                    assert each is not None
                    if not blind_bid["minimum"] <= each <= blind_bid.get("maximum", 13):
                        return "blind number"
                if blind_bid["deficit"] and behind < blind_bid["deficit"]:
                    return "deficit"
                # "The team has one contract": two blind partners are blind once.
                before = [
                    hand
                    for hand in self.closed
                    if any(blind(hand.bids[seat]) is not None for seat in seats(side))
                ]
                often = blind_bid.get("per_game")
                if often is not None and len(before) >= often:
                    return "per game"
        return None

    def refuses_tricks(self, hand: Hand | None, tricks: list[Any]) -> str | None:
        if hand is None:
            return "no hand"
        least = self.rules["bidding"].get("table_minimum")
        if least is not None and not hand.itself and sum(map(self.contract_as_bid, (0, 1))) < least:
            return "thrown in"
        for side in (0, 1):
            mine = [tricks[seat] for seat in seats(side)]
            if mine == [None, None] or (None in mine and nil_seats(hand.bids, side)):
                return "no tricks"
        return None if sum(count or 0 for count in tricks) == 13 else "thirteen"

    def contract_as_bid(self, side: int) -> int:
        """Return the sum of a side's numbers in the latest hand."""
        bids = self.hands[-1].bids
        return sum(number(bids[seat]) or 0 for seat in seats(side))

    def refuses_offense(self, hand: Hand | None, entry: Data) -> str | None:
        side, seat = entry["side"], entry.get("seat")
        if seat is not None and seat not in seats(side):
            return "seat of the other side"
        step = self.next_step(entry)[0]
        if step == "own-bid" and seat is None:
            return "seat"
        if step == "loss-of-hand" and entry.get("hand") is not None:
            step = "set"  # "for a closed hand is scored as `set`"
        if step == "set" and hand and nil_seats(hand.bids, side) and seat is None:
            return "seat"
        return None

    def next_step(self, offense: Data) -> tuple[Any, ...]:
        """Return the step of this offense, if it is recorded now."""
        nth = self.offenses[offense["kind"]][offense["side"]] + 1
        return step_of(self.rules, offense, nth)

    def read_bids(self, bids: list[Any]) -> list[Any]:
        """Return the bids with 0 as nil where the rules say so."""
        zero_is_nil = self.rules["bidding"]["zero"] == "nil"
        return ["nil" if bid == 0 and zero_is_nil else bid for bid in bids]

    # ---- the log

    def take(self, entry: Data) -> None:
        """Read an entry that is not refused."""
        kind = entry["kind"]
        if kind == "bids":
            self.take_bids(entry["bids"])
        elif kind == "tricks":
            assert self.open
            self.open.tricks = entry["tricks"]
            self.close(self.open, "scored")
        elif kind == "misdeal":
            self.void()
            if self.rules["deal"]["redeal"] == "next-dealer":
                self.dealer = (self.dealer + 1) % 4
        elif kind == "ruling":
            hand = self.hands[-1] if entry.get("hand") is not None else self.open
            if hand:
                hand.rulings.append(entry)
            else:
                self.timeline.append(entry)
            if not self.open:
                self.judge()
        elif kind in ("renege", "talk"):
            self.take_offense(entry)
        elif kind == "forfeit":
            self.forfeit(entry["side"])

    def take_bids(self, bids: Any) -> None:
        bids = bids if bids == "itself" else self.read_bids(bids)
        number = len(self.hands) + 1
        hand = Hand(number, self.dealer, bids, is_first=not self.closed, extra=self.owes_extra)
        self.hands.append(hand)
        hand.score, hand.bags = list(self.score), list(self.bags)
        hand.offenses, self.before_bids = self.before_bids, []
        hand.lost = {
            offense["side"] for offense, step in hand.offenses if step[0] == "loss-of-hand"
        }
        if hand.lost:
            self.close(hand, "lost")

    def take_offense(self, entry: Data) -> None:
        step, hand = self.next_step(entry), self.open
        self.offenses[entry["kind"]][entry["side"]] += 1
        if step[0] == "forfeit":
            self.forfeit(entry["side"])
            return
        if entry.get("hand") is not None:
            if step[0] == "loss-of-hand":
                step = ("set",)
            self.hands[-1].offenses.append((entry, step))
            self.judge()
        elif hand is None:
            self.before_bids.append((entry, step))
        elif step[0] == "loss-of-hand":
            hand.lost = {entry["side"]}
            self.close(hand, "lost")
        else:
            hand.offenses.append((entry, step))

    def close(self, hand: Hand, status: str) -> None:
        hand.status = status
        self.timeline.append(hand)
        self.dealer = (hand.dealer + 1) % 4
        self.owes_extra = False
        self.judge()

    def void(self) -> None:
        if self.open:
            self.open.status = "void"

    def forfeit(self, side: int | None) -> None:
        if self.is_final:
            return
        self.void()
        self.end = ("forfeit", None if side is None else 1 - side, False)
        self.is_final = True

    # ---- totals and the end

    def add_up(self) -> None:
        """Score every closed hand again, in order."""
        self.score, self.bags = [0, 0], [0, 0]
        for each in self.timeline:
            if isinstance(each, dict):
                self.score[each["side"]] += each["points"]
                self.bags[each["side"]] += each.get("bags", 0)
                continue
            score_hand(self.rules, each, self.bags)
            self.bags = list(each.bags)
            self.score = [self.score[side] + each.change[side] for side in (0, 1)]
            each.score = list(self.score)

    def judge(self) -> None:
        self.add_up()
        if not self.is_final:
            self.end, self.owes_extra = None, False
            self.weigh()

    def weigh(self) -> None:
        """Find whether the game has ended, and who won."""
        game, closed = self.rules["game"], self.closed
        bostons = [hand.made_thirteen for hand in closed if hand.made_thirteen is not None]
        if bostons and self.rules["boston"]["bid_wins"]:
            self.end = ("boston", bostons[0], False)
        elif closed and closed[-1].extra:
            self.owes_extra = self.score[0] == self.score[1]
            self.end = None if self.owes_extra else ("extra-hand", self.leader(), False)
        elif any(total >= game["target"] for total in self.score):
            self.higher("target")
        else:
            for reason, losing in self.losses():
                if losing:
                    self.lose(reason, losing)
                    return
            if game.get("max_hands") is not None and len(closed) >= game["max_hands"]:
                self.higher("max-hands")

    def losses(self) -> list[tuple[str, set[int]]]:
        """Return the ways to lose in the order in which they are judged, and who loses so."""
        game, first, closed = self.rules["game"], self.rules["first_hand"], self.closed
        floor, minimum = game.get("floor"), first.get("minimum")
        most, row = game.get("sets_to_lose"), game.get("sets_in_a_row_to_lose")
        counted = [hand for hand in closed if first["counts_as_set"] or not hand.is_first]
        below, below_minimum, sets, rows = set(), set(), set(), set()
        for side in (0, 1):
            was_set = [hand.was_set[side] for hand in counted]
            if floor is not None and self.score[side] <= floor:
                below.add(side)
            if minimum is not None and first["below"] == "lose" and closed and closed[0].tricks:
                below_minimum |= {side} if closed[0].played(side) < minimum else set()
            if most is not None and sum(was_set) >= most:
                sets.add(side)
            if row is not None and len(was_set) >= row and all(was_set[-row:]):
                rows.add(side)
        return [
            ("floor", below),
            ("first-hand", below_minimum),
            ("sets", sets),
            ("sets-in-a-row", rows),
        ]

    def leader(self) -> int:
        return 0 if self.score[0] > self.score[1] else 1

    def lose(self, reason: str, losing: set[int]) -> None:
        """End the game by this reason; of two losers the one with the higher total wins."""
        if len(losing) == 2:
            self.higher(reason)
        else:
            self.end = (reason, 1 - losing.pop(), False)

    def higher(self, reason: str) -> None:
        if self.score[0] != self.score[1]:
            self.end = (reason, self.leader(), False)
        elif self.rules["game"]["on_tie"] == "tie":
            self.end = (reason, None, True)
        else:
            self.owes_extra = True

    def result(self) -> Data:
        """Return what can be compared with the Result of a match."""
        reason, winner, is_tied = self.end or (None, None, False)
        return {
            "status": "over" if self.end else "playing",
            "winner": winner,
            "tied": is_tied,
            "reason": reason,
            "extra_hand": self.end is None
            and bool(self.open.extra if self.open else self.owes_extra),
            "score": self.score,
            "bags": self.bags,
            "next_dealer": self.dealer,
            "hands": [
                {
                    "number": hand.number,
                    "dealer": hand.dealer,
                    "status": hand.status,
                    "change": hand.change,
                    "score": hand.score,
                    "bags": hand.bags,
                    "tricks": [None if hand.tricks is None else hand.played(s) for s in (0, 1)],
                }
                for hand in self.hands
            ],
        }
