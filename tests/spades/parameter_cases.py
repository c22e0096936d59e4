"""For each parameter of a rule set, matches and texts that come out differently by its value.

A case names a parameter, some of its values, and what is looked at: what becomes of a log (which
entries are refused, and the result after each), a clock, or the rules in words where a parameter
moves no score (the table card, SCORING.md 2).
"""

from __future__ import annotations

import json
from collections.abc import Callable
from datetime import UTC, datetime
from typing import Any

import msgspec

from scorepad.spades.clock import read_clock
from scorepad.spades.entries import Head
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
from scorepad.spades.rule_texts import rule_chapters
from tests.referee.differ import library

Data = dict[str, Any]
MISSING = "no such table"

HOUSE: Data = {
    "id": "house",
    "name": "House",
    "edition": "1",
    "source": "the kitchen table",
    "game": {"target": 500, "on_tie": "extra-hand"},
    "clock": {"minutes": 30},
    "deal": {
        "jokers": False,
        "first_dealer": "choose",
        "misdeals": [],
        "redeal": "same-dealer",
    },
    "bidding": {
        "unit": "player",
        "first": "left-of-dealer",
        "side_minimum": 0,
        "zero": "allowed",
        "nils_per_side": 2,
        "blind_nil": "yes",
        "blind_nil_deficit": 0,
        "blind_nil_passes": 0,
    },
    "contract": {"trick": 10, "overtrick": 1, "set": "full"},
    "nil": {
        "points": 100,
        "blind_points": 200,
        "pair": "sum",
        "failed_tricks": "ignore",
        "bags_when_set": False,
    },
    "bags": {"limit": 10, "penalty": 100, "then": "carry"},
    "renege": {"effect": "tricks", "tricks": 3, "points": 30, "moved_tricks": "none"},
    "talk": {"ladder": []},
}


class Case(msgspec.Struct, frozen=True, kw_only=True):
    """`values` of the parameter at `path`; `log` and other `rules` under which they matter."""

    path: str
    values: tuple[Any, ...]
    log: tuple[Data, ...] = ()
    rules: Data = {}
    look: Callable[[Match, tuple[Data, ...]], Any]

    def outcome(self, value: Any) -> str:
        """What is seen under this value of the parameter."""
        rules: Data = json.loads(json.dumps(HOUSE))
        for section, table in self.rules.items():
            rules[section] = rules.get(section, {}) | table
        section, _, name = self.path.partition(".")
        rules.setdefault(section, {})
        if value is None:
            rules[section].pop(name, None)
        else:
            rules[section][name] = value
        head = Head(rules=rules, scheduled=datetime(2026, 3, 1, 18, tzinfo=UTC))
        return repr(self.look(Match.open(head, library()), self.log))


def play(match: Match, log: tuple[Data, ...], *, texts: bool = False) -> list[Any]:
    """What becomes of the log: a refusal, or the warnings there are and the result without
    texts."""
    seen: list[Any] = []
    for plain in log:
        entry = decode_entry(json.dumps(plain).encode())
        try:
            warnings = match.warnings_if_appended(entry)
        except Refused as refused:
            seen.append(str(refused) if texts else "refused")
            continue
        match = match.append(entry)
        now = result_data(match)
        said = [str(text) for text in warnings] if texts else len(warnings)
        for hand in now["hands"]:
            hand["lines"] = [
                [{**line, "rule": "", "origin": ""} for line in lines] for lines in hand["lines"]
            ]
        seen.append((now.pop("warnings") if texts else None, said, now))
    return seen


def hear(match: Match, log: tuple[Data, ...]) -> list[Any]:
    """What becomes of the log, with what the supervisor is told."""
    return play(match, log, texts=True)


def read(match: Match, log: tuple[Data, ...]) -> list[str]:
    """The rules in words."""
    return [str(text) for _, texts in rule_chapters(match.rules) for text in texts]


def clock_at(match: Match, log: tuple[Data, ...]) -> tuple[str, float | None]:
    """The status of the clock ten minutes after the scheduled start."""
    face, now = read_clock(match), datetime(2026, 3, 1, 18, 10, tzinfo=UTC)
    return face.state(now), face.seconds_left(now)


# ---- entries


def bids(*four: Any) -> Data:
    return {"kind": "bids", "bids": list(four)}


def tricks(*four: int) -> Data:
    return {"kind": "tricks", "tricks": list(four)}


def ruling(side: int, points: int, bags: int = 0) -> Data:
    return {"kind": "ruling", "side": side, "points": points, "bags": bags, "why": "x"}


def misdeal(reason: str = "no spade") -> Data:
    return {"kind": "misdeal", "reason": reason}


TIME: Data = {"kind": "time"}
TALK: Data = {"kind": "talk", "side": 0}
RENEGE: Data = {"kind": "renege", "side": 0}
RENEGE_0: Data = {"kind": "renege", "side": 0, "seat": 0}
EVEN = (bids(3, 3, 3, 3), tricks(3, 3, 4, 3))
SET_0 = (bids(3, 3, 2, 3), tricks(2, 4, 2, 5))


def case(
    path: str,
    values: tuple[Any, ...],
    *log: Data,
    look: Callable[[Match, tuple[Data, ...]], Any] = play,
    **rules: Any,
) -> Case:
    return Case(path=path, values=values, log=log, rules=rules, look=look)


BIG = {"from": 10, "made": 120}
BIG_MADE = (bids(5, 1, 5, 1), tricks(5, 1, 6, 1))
BIG_SET = (bids(5, 1, 5, 1), tricks(4, 2, 5, 2))
ELEVEN = (bids(6, 1, 5, 1), tricks(6, 1, 5, 1))

ALL = (bids(7, 1, 6, 1), tricks(7, 0, 6, 0))
ITSELF: Data = {"kind": "bids", "bids": "itself"}
BLIND = {"minimum": 6, "deficit": 0, "trick": 20, "set_trick": 10}
BLIND_6 = bids({"blind": 6}, 3, 1, 3)
BLIND_HAND = (BLIND_6, tricks(6, 3, 1, 3))
STEPS = ("none", "tricks 3", "tricks 4", "points 20", "minus 20", "set", "loss-of-hand", "forfeit")
LADDER_LOGS = (
    ("talk", (EVEN[0], {**TALK, "seat": 0}, tricks(6, 1, 4, 2))),
    ("renege", (EVEN[0], RENEGE_0, tricks(5, 3, 4, 1), *EVEN)),
)

CASES = (
    case("game.target", (61, 62), *EVEN),
    case("game.floor", (None, -50), *SET_0),
    case("game.floor", (-50, -51), *SET_0),
    case("game.max_hands", (None, 1), *EVEN),
    case("game.max_hands", (1, 2), *EVEN, *EVEN),
    case("game.sets_to_lose", (None, 1), *SET_0),
    case("game.sets_to_lose", (1, 2), *SET_0, *SET_0),
    case("game.on_tie", ("extra-hand", "tie"), ruling(0, 500), ruling(1, 500)),
    case("clock.minutes", (None, 30), look=clock_at, clock={"starts": "scheduled"}),
    case("clock.minutes", (30, 45), look=clock_at, clock={"starts": "scheduled"}),
    case("clock.starts", ("first-deal", "scheduled"), look=clock_at),
    case("clock.at_time", ("finish-hand", "stop", "play-on"), bids(3, 3, 3, 3), TIME, EVEN[1]),
    case("clock.on_tie", ("extra-hand", "tie", "fewer-bags"), ruling(0, 0, 1), TIME),
    case("clock.no_show_minutes", (None, 5, 10), look=read),
    case("deal.jokers", (False, True), look=read),
    case("deal.first_dealer", ("high-card", "random", "choose"), look=read),
    case("deal.misdeals", ([], ["no spade"], ["no face card"]), look=read),
    case("deal.misdeals", ([], ["no spade"]), misdeal()),
    case(
        "deal.misdeal_deadline",
        ({"no spade": "bids"}, {"no spade": "first-lead"}, None),
        EVEN[0],
        misdeal(),
    ),
    case(
        "deal.misdeal_deadline",
        ({"no spade": "bids"}, {"no spade": "first-lead"}, None),
        look=read,
    ),
    case("deal.redeal", ("same-dealer", "next-dealer"), misdeal()),
    case("bidding.unit", ("player", "side"), look=read),
    case("bidding.first", ("non-dealing-side", "left-of-dealer"), look=read),
    case("bidding.side_minimum", (0, 4), bids(3, None, None, None), bids(3, 4, None, None)),
    case("bidding.side_minimum", (4, 5), bids(4, 6, None, None)),
    case("bidding.side_maximum", (None, 13), bids(7, 3, 7, 0)),
    case("bidding.side_maximum", (12, 13), bids(7, 3, 6, 0)),
    case("bidding.zero", ("nil", "allowed", "barred"), bids(0, 4, 4, 3), tricks(0, 5, 5, 3)),
    case("bidding.nils_per_side", (0, 1, 2), bids("nil", 4, "nil", 3), bids("nil", 4, 4, 3)),
    case("bidding.blind_nil", ("no", "yes", "if-agreed"), bids("blind", 4, 4, 3), look=hear),
    case("bidding.blind_nil_deficit", (0, 101), ruling(1, 100), bids("blind", 4, 4, 3)),
    case("bidding.blind_nil_deficit", (100, 101), ruling(1, 100), bids("blind", 4, 4, 3)),
    case("bidding.blind_nil_passes", (0, 1, 2), look=read),
    case("contract.trick", (10, 7), *EVEN),
    case("contract.overtrick", (1, 0, -10), *EVEN),
    case("contract.set", ("full", "shortfall", "zero"), *SET_0),
    case("big_bid.from", (10, 11), *BIG_MADE, big_bid=BIG),
    case("big_bid.made", (120, 200), *BIG_MADE, big_bid=BIG),
    case("big_bid.to", (None, 10), *ELEVEN, big_bid=BIG),
    case("big_bid.to", (10, 11), *ELEVEN, big_bid=BIG),
    case("big_bid.set", (None, 120), *BIG_SET, big_bid=BIG),
    case("big_bid.set", (120, 200), *BIG_SET, big_bid=BIG),
    case(
        "big_bid.with_nil",
        (True, False),
        bids("nil", 1, 10, 1),
        tricks(0, 1, 10, 2),
        big_bid=BIG,
    ),
    case("nil.points", (100, 60), bids("nil", 4, 4, 3), tricks(0, 5, 5, 3)),
    case("nil.blind_points", (None, 200, 120), bids("blind", 4, 4, 3), tricks(0, 5, 5, 3)),
    case("nil.pair", ("sum", "all-or-nothing"), bids("nil", 4, "nil", 3), tricks(0, 5, 5, 3)),
    case(
        "nil.failed_tricks",
        ("help", "point-and-bag", "bag", "ignore"),
        bids("nil", 4, 4, 3),
        tricks(2, 4, 4, 3),
        bids("nil", 4, 4, 3),
        tricks(2, 5, 3, 3),
    ),
    case(
        "nil.bags_when_set",
        (True, False),
        bids("nil", 4, 4, 3),
        tricks(2, 5, 3, 3),
        nil={"failed_tricks": "bag"},
    ),
    case("bags.limit", (None, 3), bids(3, 3, 3, 0), tricks(5, 3, 5, 0)),
    case("bags.limit", (4, 5), bids(3, 3, 3, 0), tricks(5, 3, 5, 0)),
    case("bags.penalty", (100, 60), bids(0, 3, 0, 0), tricks(5, 3, 5, 0)),
    case("bags.then", ("carry", "reset"), bids(0, 2, 0, 0), tricks(5, 2, 6, 0)),
    case("renege.effect", ("tricks", "set", "none"), EVEN[0], RENEGE, EVEN[1]),
    case("renege.effect", ("tricks", "set", "own-bid", "none"), EVEN[0], RENEGE_0, EVEN[1]),
    case("renege.tricks", (0, 3), EVEN[0], RENEGE, EVEN[1]),
    case("renege.points", (0, 30), EVEN[0], RENEGE, EVEN[1]),
    case("renege.moved_tricks", ("none", "count"), EVEN[0], RENEGE, EVEN[1]),
    case("talk.ladder", ([], ["loss-of-hand"]), EVEN[0], TALK),
    case("talk.ladder", (["none"], ["loss-of-hand"]), EVEN[0], TALK),
    case("talk.ladder", (["warning", "loss-of-hand"], ["warning"]), EVEN[0], TALK, TALK),
    case("talk.ladder", (["none"], ["warning"], ["loss-of-hand"]), look=read),
    *(case(f"{kind}.ladder", tuple([step] for step in STEPS), *log) for kind, log in LADDER_LOGS),
    *(case(f"{kind}.ladder", (["none"], ["warning"]), look=read) for kind, log in LADDER_LOGS),
    case("game.sets_in_a_row_to_lose", (None, 1), *SET_0),
    case("game.sets_in_a_row_to_lose", (1, 2), *SET_0, *SET_0),
    case("first_hand.bids", ("normal", "itself"), ITSELF, EVEN[1]),
    case("first_hand.minimum", (None, 5), bids(3, 3, 1, 3), tricks(2, 4, 2, 5)),
    case("first_hand.minimum", (4, 5), bids(3, 3, 1, 3), tricks(2, 4, 2, 5)),
    case(
        "first_hand.below",
        ("lose", "set"),
        bids(3, 3, 1, 3),
        tricks(2, 4, 2, 5),
        first_hand={"minimum": 5},
    ),
    case("first_hand.counts_as_set", (True, False), *SET_0, game={"sets_to_lose": 1}),
    case("bidding.barred", ([], [6], [7]), bids(3, 3, 3, 3), bids(4, 3, 3, 2)),
    case("bidding.table_minimum", (None, 13), *EVEN),
    case("bidding.table_minimum", (12, 13), *EVEN),
    case("boston.taken", (None, 200), *ALL),
    case("boston.taken", (100, 200), *ALL),
    case("boston.bid_wins", (True, False), *ALL),
    case("blind_bid.minimum", (6, 7), BLIND_6, blind_bid=BLIND),
    case("blind_bid.maximum", (5, 6), BLIND_6, blind_bid=BLIND | {"minimum": 4}),
    case("blind_bid.deficit", (0, 101), ruling(1, 100), BLIND_6, blind_bid=BLIND),
    case("blind_bid.deficit", (100, 101), ruling(1, 100), BLIND_6, blind_bid=BLIND),
    case("blind_bid.trick", (20, 30), BLIND_6, tricks(6, 3, 1, 3), blind_bid=BLIND),
    case("blind_bid.set_trick", (20, 30), BLIND_6, tricks(5, 4, 1, 3), blind_bid=BLIND),
    case("blind_bid.per_game", (None, 1), *BLIND_HAND, BLIND_6, blind_bid=BLIND),
    case("blind_bid.per_game", (1, 2), *BLIND_HAND, BLIND_6, blind_bid=BLIND),
    case(
        "nil.pair_failed_tricks",
        (None, "help", "point-and-bag", "bag", "ignore"),
        bids("nil", 4, "nil", 3),
        tricks(2, 4, 1, 6),
        nil={"failed_tricks": "bag"},
    ),
    case(
        "nil.pair_failed_tricks",
        (None, "help", "point-and-bag", "bag", "ignore"),
        bids("nil", 4, "nil", 3),
        tricks(2, 4, 1, 6),
        nil={"failed_tricks": "help"},
    ),
    case(
        "nil.pair_failed_tricks",
        ("help", "point-and-bag"),
        bids("nil", 4, "nil", 3),
        tricks(2, 4, 1, 6),
    ),
)
