"""Rule sets of the referee: plain dicts, merged and checked as SCORING.md 2 says.

Nothing of the product is used; the presets are read from their files as data.
"""

from __future__ import annotations

import tomllib
from functools import cache
from pathlib import Path
from typing import Any

Data = dict[str, Any]

MILLION = 1_000_000
INTEGER = ("integer", -MILLION, MILLION)
COUNT = ("integer", 0, MILLION)
ONE = ("integer", 1, MILLION)
BOOLEAN = ("one of", False, True)
TEXTS = ("texts",)

# SCORING.md 2, the table: what each parameter may be.
ALLOWED: dict[str, tuple[Any, ...]] = {
    "game.target": ONE,
    "game.floor": ("integer", -MILLION, -1),
    "game.max_hands": ONE,
    "game.sets_to_lose": ONE,
    "game.on_tie": ("one of", "extra-hand", "tie"),
    "clock.minutes": ONE,
    "clock.starts": ("one of", "first-deal", "scheduled"),
    "clock.at_time": ("one of", "finish-hand", "stop", "play-on"),
    "clock.on_tie": ("one of", "extra-hand", "tie", "fewer-bags"),
    "clock.warn_minutes": ("counts",),
    "clock.no_show_minutes": COUNT,
    "deal.jokers": BOOLEAN,
    "deal.first_dealer": ("one of", "high-card", "random", "choose"),
    "deal.misdeals": TEXTS,
    "deal.redeal": ("one of", "same-dealer", "next-dealer"),
    "bidding.unit": ("one of", "player", "side"),
    "bidding.first": ("one of", "non-dealing-side", "left-of-dealer"),
    "bidding.side_minimum": COUNT,
    "bidding.side_maximum": COUNT,
    "bidding.zero": ("one of", "nil", "allowed", "barred"),
    "bidding.nils_per_side": ("one of", 0, 1, 2),
    "bidding.blind_nil": ("one of", "no", "yes", "if-agreed"),
    "bidding.blind_nil_deficit": COUNT,
    "bidding.blind_nil_passes": COUNT,
    "contract.trick": INTEGER,
    "contract.overtrick": INTEGER,
    "contract.set": ("one of", "full", "shortfall", "zero"),
    "big_bid.from": COUNT,
    "big_bid.to": COUNT,
    "big_bid.made": INTEGER,
    "big_bid.set": INTEGER,
    "big_bid.with_nil": BOOLEAN,
    "nil.points": INTEGER,
    "nil.blind_points": INTEGER,
    "nil.pair": ("one of", "sum", "all-or-nothing"),
    "nil.failed_tricks": ("one of", "help", "point-and-bag", "bag", "ignore"),
    "nil.bags_when_set": BOOLEAN,
    "bags.limit": ONE,
    "bags.penalty": INTEGER,
    "bags.then": ("one of", "carry", "reset"),
    "renege.effect": ("one of", "tricks", "set", "own-bid", "none"),
    "renege.tricks": COUNT,
    "renege.points": INTEGER,
    "renege.moved_tricks": ("one of", "none", "count"),
    "talk.ladder": ("list of", "warning", "loss-of-hand", "none"),
}

# "A parameter written – may be absent, which means there is none."
OPTIONAL = {
    "game.floor",
    "game.max_hands",
    "game.sets_to_lose",
    "clock.minutes",
    "clock.no_show_minutes",
    "bidding.side_maximum",
    "big_bid.to",
    "big_bid.set",
    "nil.blind_points",
    "bags.limit",
}
# "`at_time` and `on_tie` then default to finish-hand and extra-hand" (SCORING.md 5.3);
# "`with_nil` (default true)"; the clocks' warnings and start are section 6's.
DEFAULT: Data = {
    "clock.starts": "first-deal",
    "clock.at_time": "finish-hand",
    "clock.on_tie": "extra-hand",
    "clock.warn_minutes": [5, 1],
    "big_bid.with_nil": True,
}
SECTIONS = tuple(dict.fromkeys(path.split(".")[0] for path in ALLOWED))
TEXT_KEYS = ("id", "name", "edition", "source")
OTHER_KEYS = ("extends", "ruling", "checklist", "play", "places")
FOLDER = Path(__file__).parents[2] / "resources" / "rules"


class BadRules(ValueError):
    """The rule set is an error."""


def _number(value: Any, low: int, high: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and low <= value <= high


def allowed(path: str, value: Any) -> bool:
    """Is this value one that the table of SCORING.md 2 allows there?"""
    what, *values = ALLOWED[path]
    if what == "integer":
        return _number(value, *values)
    if what == "one of":
        return any(value == one and type(value) is type(one) for one in values)
    if not isinstance(value, list):
        return False
    if what == "list of":
        return all(item in values for item in value)
    if what == "counts":
        return all(_number(item, 0, MILLION) for item in value)
    return all(isinstance(item, str) for item in value)


def _merge(base: Data, changes: Data) -> Data:
    """`changes` over `base`; "false or null takes an inherited one away"."""
    whole = {key: dict(value) if key in SECTIONS else value for key, value in base.items()}
    for key, value in changes.items():
        if key in (*TEXT_KEYS, *OTHER_KEYS):
            whole[key] = value
        elif key == "big_bid" and (value is None or value is False):
            whole.pop("big_bid", None)
        elif key not in SECTIONS or not isinstance(value, dict):
            raise BadRules(f"no section {key}")
        else:
            section = whole.setdefault(key, {})
            for name, given in value.items():
                path = f"{key}.{name}"
                if path == "deal.misdeal_deadline":
                    continue  # it brings warnings, and moves no score
                if path not in ALLOWED:
                    raise BadRules(f"no parameter {path}")
                if path in OPTIONAL and (given is None or given is False):
                    section.pop(name, None)
                elif allowed(path, given):
                    section[name] = given
                else:
                    raise BadRules(f"{path} = {given!r}")
    return whole


@cache
def preset(rules_id: str) -> Data:
    """A preset with what it extends."""
    file = FOLDER / f"{rules_id}.toml"
    if not rules_id.replace("-", "").isalnum() or not file.is_file():
        raise BadRules(f"no rule set {rules_id}")
    data = tomllib.loads(file.read_text(encoding="utf-8"))
    return _merge(preset(data["extends"]) if "extends" in data else {}, data)


def complete(rules: str | Data, agreed: Data | None = None) -> Data:
    """All parameters, section by section; None if there is none; big_bid None without one."""
    if isinstance(rules, str):
        merged = preset(rules)
    else:
        merged = _merge(preset(rules["extends"]) if "extends" in rules else {}, rules)
    for key in agreed or {}:
        if key not in SECTIONS:
            raise BadRules(f"{key} cannot be agreed")
    if agreed:
        complete(rules)  # deviations mend no faulty rule set
    merged = _merge(merged, agreed or {})
    if any(not isinstance(merged.get(key), str) for key in TEXT_KEYS):
        raise BadRules("id, name, edition and source")
    whole: Data = {key: merged[key] for key in TEXT_KEYS}
    for path in ALLOWED:
        section, name = path.split(".")
        if section == "big_bid" and "big_bid" not in merged:
            whole["big_bid"] = None
            continue
        value = merged.get(section, {}).get(name, DEFAULT.get(path))
        if value is None and path not in OPTIONAL:
            raise BadRules(f"{path} is missing")
        whole.setdefault(section, {})[name] = value
    big = whole["big_bid"]
    if big and big["to"] is not None and big["to"] < big["from"]:
        raise BadRules("big_bid.to is below big_bid.from")
    if whole["renege"]["effect"] == "own-bid" and whole["bidding"]["unit"] != "player":
        raise BadRules("own-bid is for bids of players")
    return whole
