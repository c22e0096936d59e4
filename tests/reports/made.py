"""Matches for the tests of sheets and exports, made from plain data."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import cycle, islice
from pathlib import Path
from typing import Any

from reports.typeset.paper import Paper
from scorepad.spades.library import Library, load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file

ROOT = Path(__file__).parents[2]
BEGAN = datetime(2026, 3, 14, 18, 30, tzinfo=UTC)
MATCHES = sorted(
    file
    for file in (ROOT / "tests" / "data" / "matches").glob("*.json")
    if not file.name.endswith(".expect.json")
)
"""Whole matches, reckoned by hand (see tests/data/README.md)."""
HANDS: tuple[tuple[list[Any], list[int]], ...] = (
    ([4, 3, 3, 2], [4, 2, 3, 4]),
    ([3, 4, "nil", 3], [5, 5, 0, 3]),
    ([4, 2, 3, 4], [3, 4, 2, 4]),
    ([3, 3, 2, 3], [4, 3, 1, 5]),
    ([4, "nil", 4, 4], [4, 1, 5, 3]),
    ([2, 5, 3, 3], [3, 4, 3, 3]),
)
NAMES: tuple[dict[str, Any], ...] = (
    {"name": "Aces", "players": ["Ann", "Cy"]},
    {"name": "Kings", "players": ["Bo", "Di"]},
)
FAR: dict[str, Any] = {"game": {"target": 100_000}}
"""A target that no test reaches."""


@cache
def library() -> Library:
    return load_library(ROOT / "resources" / "rules")


def match_of(data: bytes | dict[str, Any]) -> Match:
    """A match from a match file."""
    return parse_match_file(
        data if isinstance(data, bytes) else json.dumps(data).encode(), library()
    )


def played(hands: int) -> list[dict[str, Any]]:
    """The log of so many hands, a minute an entry."""
    log: list[dict[str, Any]] = []
    for bids, tricks in islice(cycle(HANDS), hands):
        log += [{"kind": "bids", "bids": bids}, {"kind": "tricks", "tricks": tricks}]
    return [
        {**entry, "id": f"e{i}", "at": (BEGAN + timedelta(minutes=i)).isoformat(), "by": "Pat"}
        for i, entry in enumerate(log)
    ]


def made(hands: int, *more: dict[str, Any], **head: Any) -> Match:
    """A match of so many hands, with more entries after them."""
    file = {
        "scorepad": 1,
        "id": "0198c0de-1234-7abc-8def-0123456789ab",
        "rules": "chicago",
        "agreed": FAR,
        "event": "Spring Open",
        "round": "2",
        "table": "4",
        "teams": NAMES,
        "log": [*played(hands), *more],
    }
    return match_of({**file, **head})


def corrected() -> Match:
    """A match with a remark of every kind."""
    at = (BEGAN + timedelta(hours=2)).isoformat()
    return made(
        3,
        {"kind": "ruling", "side": 0, "points": -30, "why": "late to the table", "id": "r1"},
        {"kind": "ruling", "side": 1, "points": 5, "bags": 2, "why": "miscount", "id": "r2"},
        {
            "kind": "amend",
            "entry": "e1",
            "to": {"kind": "tricks", "tricks": [3, 3, 3, 4]},
            "why": "recounted",
            "id": "a1",
            "at": at,
            "by": "Sam",
        },
        {"kind": "setup", "table": "9", "why": "wrong table", "id": "s1"},
        {"kind": "strike", "entry": "r1", "why": "another table", "id": "x1"},
        {"kind": "note", "text": "new deck", "id": "n1"},
        {"kind": "id", "seat": 3, "ok": False, "id": "i1"},
        {"kind": "misdeal", "reason": "a card face up", "id": "m1"},
        {"kind": "bids", "bids": [2, 0, 3, "nil"], "id": "b4"},
        {"kind": "renege", "side": 1, "seat": 1, "id": "g1"},
        {"kind": "talk", "side": 1, "id": "t1"},
        {"kind": "ruling", "side": 0, "points": -10, "why": "slow play", "id": "r3"},
        {"kind": "tricks", "tricks": [4, 4, 3, 2], "id": "k4"},
        {"kind": "clock", "do": "add", "seconds": 90, "id": "c1"},
        {"kind": "bids", "bids": [1, 4, 1, 3], "override": "a beginner", "id": "b5"},
        {"kind": "misdeal", "reason": "six of spades twice", "id": "m2"},
        {"kind": "bids", "bids": [4, 4, 3, 3], "id": "b6"},
        {"kind": "time", "id": "tt"},
        {"kind": "tricks", "tricks": [4, 4, 3, 2], "id": "k6"},
        {"kind": "sign", "side": 0, "name": "Ann", "id": "g0"},
        agreed={**FAR, "bidding": {"side_minimum": 3}},
    )


def clocked(
    *more: dict[str, Any], at: int = 30, after: Sequence[dict[str, Any]] = (), minutes: int = 30
) -> Match:
    """Two hands under a clock of so many minutes that starts with the log, then a `time` that
    bears the minute `at`, and what came after it."""
    moments = [(BEGAN + timedelta(minutes=minute)).isoformat() for minute in (0, at)]
    log = [
        {"kind": "clock", "do": "start", "id": "c0", "at": moments[0]},
        *played(2),
        *more,
        {"kind": "time", "id": "tt", "at": moments[1], "by": "Pat"},
        *after,
    ]
    return made(0, log=log, agreed={**FAR, "clock": {"minutes": minutes}})


def added(seconds: int, minute: int) -> dict[str, Any]:
    """An entry that gives the clock so many seconds more in a minute of the match."""
    at = (BEGAN + timedelta(minutes=minute)).isoformat()
    return {"kind": "clock", "do": "add", "seconds": seconds, "id": f"m{minute}", "at": at}


PAPERS: tuple[Paper, ...] = ("A4", "Letter")
SAMPLE = ROOT / "resources" / "sample" / "match.json"
RTL: dict[str, Any] = {
    "event": "بطولة الربيع 2026",
    "teams": [
        {"name": "الأسود الذهبية", "players": ["محمد علي", "فاطمة الزهراء"]},
        {"name": "הנמרים", "players": ["דוד לוי", "שרה כהן"]},
    ],
}
TWO_WAYS: dict[str, Any] = {
    "event": "بطولة الربيع 2026",
    "round": "רבע גמר",
    "teams": [RTL["teams"][0], NAMES[1]],
}
"""One team of each direction, in a round and an event of the other two."""
LONG: dict[str, Any] = {
    "event": "Invitational " * 20,
    "round": "Quarterfinal of the lower bracket",
    "table": "The long table by the window",
    "teams": [
        {
            "name": "The Extraordinarily Long-Winded Society of Amateur Players " * 3,
            "players": [
                "Wolfeschlegelsteinhausenbergerdorff " * 5,
                "Bartholomew Featherstone " * 4,
            ],
        },
        {"name": "W" * 150, "players": ["Di", "x" * 500]},
    ],
}
EAST: dict[str, Any] = {
    "event": "春季公开赛 2026",
    "teams": [
        {"name": "李小龙 Tigers 虎", "players": ["김철수", "山田 太郎"]},
        {"name": "หมู่เสือ हिन्दी दल", "players": ["Nguyễn Thị Hương", "Γιώργος Щукин"]},
    ],
}
SIXTY: dict[str, Any] = {
    "event": "The Fifth Annual Invitational Spades Championship of Carolina",
    "round": "Quarterfinal",
    "table": "12",
    "teams": [
        {
            "name": "Die außergewöhnlich weitschweifige Gesellschaft der Spielerei",
            "players": [
                "Wolfeschlegelsteinhausenbergerdorff von und zu Hohenlohe-Lang",
                "Александра Константиновна Преображенская-Рождественская Юсупо",
            ],
        },
        {
            "name": "فريق الأسود الذهبية الشجعان من مدينة الدار البيضاء الجميلة جدا",
            "players": [
                "สมชาย ใจดีมากมายเหลือเกินแห่งกรุงเทพมหานครอมรรัตนโกสินทร์มหินท",
                "श्रीमती लक्ष्मीनारायण वेंकटरमणन सुब्रह्मण्यम कृष्णमूर्ति अय्य",
            ],
        },
    ],
}
"""Names of sixty letters in five scripts."""
LACKING: dict[str, Any] = {
    "teams": [
        {"name": "Ա Tigers", "players": ["Ann", "🂡"]},
        {"name": "𠮷野 Kings", "players": ["", ""]},
    ]
}
"""Names with characters that no face of the sheets has."""
CASES: dict[str, Callable[[], Match]] = {
    "sample": lambda: match_of(SAMPLE.read_bytes()),
    "empty": lambda: made(0),
    "40-hands": lambda: made(40),
    "corrected": corrected,
    "right-to-left": lambda: made(5, **RTL),
    "two-ways": lambda: made(40, **TWO_WAYS),
    "long-names": lambda: made(6, **LONG),
    "sixty-letters": lambda: made(12, **SIXTY),
    "east-asian": lambda: made(5, **EAST),
    "no-face": lambda: made(2, **LACKING),
    "clock-ran-out": clocked,
}
"""Matches that are hard to set, by name."""
