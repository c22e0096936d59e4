"""Random house rule sets: every value of SCORING.md 2, small enough that games end."""

from __future__ import annotations

from collections.abc import Callable
from random import Random
from typing import Any

from tests.referee.rulesets import ALLOWED, BadRules, Data, complete

PRESETS = (
    "unc",
    "unc-championship",
    "washburn",
    "alpha-theta",
    "chicago",
    "chicago-playoffs",
    "fairmont-state",
)
GROUNDS = ("no face card", "no spade", "not 13 cards")

# Integers of each parameter: few enough that each occurs, some at the edge.
INTEGERS: dict[str, tuple[int | None, ...]] = {
    "game.target": (60, 150, 300, 500, 500, 1000, 1_000_000),
    "game.floor": (None, None, None, None, -1, -100, -300, -500),
    "game.max_hands": (None, None, None, None, 1, 4, 8, 10),
    "game.sets_to_lose": (None, None, None, None, None, 1, 3, 4),
    "clock.minutes": (None, 1, 30, 45),
    "clock.no_show_minutes": (None, 0, 5),
    "bidding.side_minimum": (0, 0, 3, 4),
    "bidding.side_maximum": (None, 13, 9),
    "bidding.blind_nil_deficit": (0, 0, 20, 100),
    "bidding.blind_nil_passes": (0, 1, 2),
    "contract.trick": (10, 10, 10, 7, 1, 0, -5),
    "contract.overtrick": (1, 1, 0, -1, -10, 10),
    "big_bid.from": (0, 7, 8, 10),
    "big_bid.to": (None, None, 10, 12),
    "big_bid.made": (120, 200, 5, 0),
    "big_bid.set": (None, None, 100, 200, 0, -20),
    "nil.points": (50, 60, 100, 0, -10),
    "nil.blind_points": (None, 100, 100, 200, 120),
    "bags.limit": (None, 1, 3, 5, 6, 10),
    "bags.penalty": (50, 60, 100, 0, -30),
    "renege.tricks": (0, 1, 3, 13),
    "renege.points": (0, 30, -10, 100),
}
LADDERS: tuple[list[str], ...] = (
    [],
    ["none"],
    ["loss-of-hand"],
    ["warning", "loss-of-hand"],
    ["warning", "none", "loss-of-hand"],
    ["loss-of-hand", "warning"],
)


def draw_value(rng: Random, path: str) -> Any:
    """One allowed value of a parameter; None if there is none."""
    what, *values = ALLOWED[path]
    if what == "integer":
        return rng.choice(INTEGERS[path])
    if what == "one of":
        return rng.choice(values)
    if what == "list of":
        return list(rng.choice(LADDERS))
    if what == "counts":
        return list(rng.choice(((5, 1), (), (10, 5, 1))))
    return [ground for ground in GROUNDS if rng.random() < 0.5]


def _draw_big_bid(rng: Random) -> Data:
    big = {name: draw_value(rng, f"big_bid.{name}") for name in ("from", "to", "made", "set")}
    if big["to"] is not None and big["to"] < big["from"]:
        big["to"] = big["from"]
    if rng.random() < 0.7:
        big["with_nil"] = rng.random() < 0.5
    return {name: value for name, value in big.items() if value is not None}


def draw_whole(rng: Random) -> Data:
    """A whole rule set that extends none."""
    rules: Data = {
        "id": "house",
        "name": "House",
        "edition": "1",
        "source": "the kitchen table",
    }
    for path in ALLOWED:
        section, name = path.split(".")
        if section == "big_bid":
            continue
        value = draw_value(rng, path)
        if value is not None:
            rules.setdefault(section, {})[name] = value
    if rng.random() < 0.4:
        rules["big_bid"] = _draw_big_bid(rng)
    return rules


def draw_differences(rng: Random, most: int) -> Data:
    """Some parameters by section, as `extends` and `agreed` state them; false takes away."""
    changes: Data = {}
    paths = [path for path in ALLOWED if not path.startswith("big_bid.")]
    for path in rng.sample(paths, rng.randint(1, most)):
        section, name = path.split(".")
        value = draw_value(rng, path)
        if value is None:
            value = rng.choice((None, False))
        changes.setdefault(section, {})[name] = value
    if rng.random() < 0.2:
        changes["big_bid"] = rng.choice((None, False)) or _draw_big_bid(rng)
    return changes


def draw_extending(rng: Random) -> Data:
    """A rule set that extends a preset."""
    rules: Data = {"id": "variation", "name": "A variation", "extends": rng.choice(PRESETS)}
    return rules | draw_differences(rng, 12)


def _valid(draw: Callable[[], Data], check: Callable[[Data], Data]) -> Data:
    while True:
        drawn = draw()
        try:
            check(drawn)
        except BadRules:
            continue
        return drawn


def draw_rules(rng: Random) -> str | Data:
    """A preset's id, a whole rule set, or one that extends a preset."""
    chance = rng.random()
    if chance < 0.2:
        return rng.choice(PRESETS)
    return _valid(lambda: (draw_whole if chance < 0.6 else draw_extending)(rng), complete)


def draw_agreed(rng: Random, rules: str | Data) -> Data:
    """Deviations that both teams agreed to."""
    if rng.random() < 0.3:
        return {"bidding": {"blind_nil": "yes"}}
    return _valid(lambda: draw_differences(rng, 5), lambda agreed: complete(rules, agreed))


def draw_faulty(rng: Random) -> str | Data:
    """A rule set that is an error."""
    faults: tuple[str | Data, ...] = (
        "no-such-rules",
        {"id": "x", "name": "X", "extends": "unc", "game": {"target": 0}},
        {"id": "x", "name": "X", "extends": "unc", "game": {"goal": 300}},
        {"id": "x", "name": "X", "extends": "unc", "bidding": {"zero": "maybe"}},
        {"id": "x", "name": "X", "extends": "unc", "sandbags": {"limit": 3}},
        {"id": "x", "name": "X", "extends": "nowhere"},
        {"id": "x", "name": "X", "edition": "", "source": ""},
        {"id": "x", "name": "X", "extends": "unc", "game": {"target": False}},
        {"id": "x", "name": "X", "extends": "unc", "big_bid": {"to": 3}},
        {"id": "x", "name": "X", "extends": "unc", "contract": {"trick": 1_000_001}},
    )
    return rng.choice(faults)
