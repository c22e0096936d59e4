"""Many drawn matches as files, as an evening's tables write them."""

from __future__ import annotations

import json
import random
import uuid
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any, TypeAlias

BEGAN = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)
RULES = ("unc", "unc-championship", "washburn", "alpha-theta", "chicago", "fairmont-state")
NO_END: dict[str, Any] = {"game": {"target": 100_000}}
"""So that each match has as many hands as were asked for."""


Hand: TypeAlias = tuple[tuple[Any, ...], tuple[int, ...]]
"""Bids and tricks."""


def drawn_hand(dice: random.Random) -> Hand:
    """Draw bids that every rule set allows, one in ten with a nil, and tricks for them."""
    bids: list[Any] = [dice.randint(2, 5) for _seat in range(4)]
    if dice.random() < 0.1:
        seat = dice.randrange(4)
        bids[seat], bids[(seat + 2) % 4] = "nil", dice.randint(4, 6)
    # Anyone who bids more takes more; a nil takes a trick now and then.
    luck = [0.05 if bid == "nil" else bid for bid in bids]
    taken = dice.choices(range(4), luck, k=13)
    return tuple(bids), tuple(taken.count(seat) for seat in range(4))


def drawn_match(number: int, hands: int, drawn: set[Hand] | None = None) -> dict[str, Any]:
    """Draw a match file of so many hands, none of which was `drawn` before."""
    dice = random.Random(number)
    drawn = set() if drawn is None else drawn
    log: list[dict[str, Any]] = []
    for _hand in range(hands):
        hand = drawn_hand(dice)
        while hand in drawn:
            hand = drawn_hand(dice)
        drawn.add(hand)
        bids, tricks = hand
        for kind, four in (("bids", bids), ("tricks", tricks)):
            at = BEGAN + timedelta(seconds=90 * len(log))
            entry_id = str(uuid.UUID(int=number << 64 | len(log) + 1))
            log.append({"kind": kind, kind: four, "id": entry_id, "at": at.isoformat(), "by": "P"})
    return {
        "scorepad": 1,
        "id": str(uuid.UUID(int=number << 64)),
        "rules": RULES[number % len(RULES)],
        "agreed": NO_END,
        "event": "Spring Open",
        "round": str(number // 20 + 1),
        "table": str(number % 20 + 1),
        "teams": [
            {"name": f"Aces {number}", "players": ["Ann", "Cy"]},
            {"name": f"Kings {number}", "players": ["Bo", "Di"]},
        ],
        "log": log,
    }


def written_matches(folder: Path, count: int) -> list[Path]:
    """Write so many files, of ten to nineteen hands that are all different."""
    files, drawn = [], set[Hand]()
    for number in range(1, count + 1):
        file = folder / f"{number:05}.json"
        file.write_text(json.dumps(drawn_match(number, 10 + number % 10, drawn)))
        files.append(file)
    return files
