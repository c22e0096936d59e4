"""An evening's matches for the tests of standings and books."""

from __future__ import annotations

import json
import uuid
from collections.abc import Iterator
from functools import cache
from typing import Any

from scorepad.spades.match import Match
from tests.reports.made import MATCHES, match_of

TEAMS = ("Aces", "Kings", "River Rats", "Spade & Sons", "الأسود الذهبية", "Łódź Tigers")


PLAYED = (
    "alpha-theta-max-hands",
    "alpha-theta-target",
    "chicago-abandoned",
    "chicago-playoffs-extra-hand",
    "chicago-tie",
    "fairmont-state-fewer-bags",
    "fairmont-state-sets",
    "fairmont-state-time",
    "unc-after-end",
    "unc-championship-target",
    "unc-forfeit",
    "unc-time-extra-hand",
    "washburn-floor",
    "washburn-target",
)
"""The matches of an evening; another file among them changes nothing here."""


@cache
def _files() -> tuple[dict[str, Any], ...]:
    return tuple(json.loads(file.read_bytes()) for file in MATCHES if file.stem in PLAYED)


def evening(matches: int, **head: Any) -> list[Match]:
    """So many matches of one event, three tables a round, every third one signed."""
    return [*one_by_one(matches, **head)]


def one_by_one(matches: int, **head: Any) -> Iterator[Match]:
    """The matches of an evening, of which the caller need not hold more than one."""
    for at in range(matches):
        file = _files()[at % len(_files())]
        one, other = (TEAMS[(2 * at + (at // 3) * k + k) % len(TEAMS)] for k in (0, 1))
        if one == other:
            other = "Nil by Mouth"
        signed = [
            {"kind": "sign", "side": 0, "name": "Ann"},
            {"kind": "sign", "side": 1, "name": "Bo"},
        ]
        yield match_of(
            {
                **file,
                "id": str(uuid.UUID(int=at + 1)),
                "event": "Spring Open",
                "round": str(1 + at // 3),
                "table": str(1 + at % 3),
                "scheduled": f"2026-03-{1 + at % 28:02}T18:30:00Z",
                "teams": [
                    {"name": one, "players": ["Ann", "Cy"]},
                    {"name": other, "players": ["Bo", "Di"]},
                ],
                "log": file["log"] + (signed if at % 3 == 0 else []),
                **head,
            }
        )
