"""Damages files as disks, editors and people do: the same ones for the same seed."""

from __future__ import annotations

import io
import json
import random
import re
import zipfile
from collections.abc import Callable, Iterator

import openpyxl
from PIL import Image

from tests.conftest import DATA, ROOT
from tests.workbooks import packed

TEAMS = (
    ("id", "Team", "Player 1", "Player 2", "Seed"),
    *((f"A{n}", f"Team {n}", f"Ann {n}", f"Bo {n}", n) for n in range(1, 12)),
)
SCHEDULE = (
    ("Round", "Table", "Start", "Team", "Team"),
    *((n, f"Table {n}", "2027-03-14T18:00", "Aces", "Kings") for n in range(1, 12)),
)
ODD = (
    "0", "-1", "1e999", "9" * 400, "9" * 5000, "NaN", "null", "true", "[]", "{}", '""', "“”", "\0",
    "\ufeff", "\u202e", "\ud83c", "🂡" * 50, "x" * 5000, "&", "<", "<!DOCTYPE a>", "]]>", '"', "'",
    ",", ";", "\n", "\r", "\t", "../..", "%s", "{0}", "{n}", "2027-13-45", "-0.0", "T1", "A1",
    "XFD1048576", "ZZZZ9", "#REF!", "=1+1",
)  # fmt: skip
"""What is put in place of a word."""
WORD = re.compile(r"[^\s<>\"'=,:;\[\]{}()/]+")


def _table(rows: tuple[tuple[object, ...], ...]) -> bytes:
    return "\n".join(",".join(map(str, row)) for row in rows).encode()


def _workbook(rows: tuple[tuple[object, ...], ...]) -> bytes:
    book = openpyxl.Workbook()
    for row in rows:
        book.active.append(row)
    out = io.BytesIO()
    book.save(out)
    return out.getvalue()


def _picture() -> bytes:
    out = io.BytesIO()
    Image.radial_gradient("L").convert("RGBA").save(out, "PNG")
    return out.getvalue()


def _matches() -> list[bytes]:
    return [
        file.read_bytes()
        for file in sorted((DATA / "matches").glob("*.json"))
        if not file.name.endswith(".expect.json")
    ]


def _event() -> bytes:
    team = {"kind": "team", "team": "T1", "name": "Aces", "players": ["Ann", "Cy"], "seed": 1}
    pairing = {"pairing": "1-1", "table": "1", "teams": ["T1", "T2"]}
    log = [
        team,
        {**team, "team": "T2", "name": "Kings", "players": ["Bo", "Di"]},
        {"kind": "check-in", "team": "T1", "seat": 0, "id_shown": True},
        {"kind": "stage", "stage": "A", "format": "swiss", "rounds": 3},
        {"kind": "round", "round": 1, "stage": "A", "pairings": [pairing], "byes": []},
        {"kind": "release", "round": 1},
    ]
    event = {"scorepad-event": 1, "name": "Open", "rules": "unc", "log": log}
    return json.dumps(event).encode()


SETTINGS = {"by": "Pat", "language": "es", "text_scale": 120, "house": "Club", "paper": "Letter"}

ORIGINALS: dict[str, Callable[[], list[bytes]]] = {
    "csv": lambda: [_table(TEAMS), _table(SCHEDULE)],
    "xlsx": lambda: [_workbook(TEAMS), _workbook(SCHEDULE)],
    "match.json": _matches,
    "event.json": lambda: [_event()],
    "settings.json": lambda: [json.dumps(SETTINGS).encode()],
    "toml": lambda: [
        file.read_bytes() for file in sorted((ROOT / "resources/rules").rglob("*.toml"))
    ],
    "png": lambda: [_picture()],
}


def mutants(kind: str, count: int) -> Iterator[bytes]:
    """Yield so many damaged files of a kind."""
    originals = ORIGINALS[kind]()
    for number in range(count):
        dice = random.Random(f"{kind} {number}")
        data = dice.choice(originals)
        for _ in range(dice.choice((1, 1, 1, 2, 5))):
            if kind == "xlsx" and dice.random() < 0.6 and zipfile.is_zipfile(io.BytesIO(data)):
                data = _inside(data, dice)
            else:
                data = _damaged(data, dice, is_text=kind not in ("png", "xlsx"))
        yield data


def _inside(data: bytes, dice: random.Random) -> bytes:
    """Damage one of the files of an archive, and pack it again."""
    try:
        with zipfile.ZipFile(io.BytesIO(data)) as archive:
            parts = {name: archive.read(name) for name in archive.namelist()}
    except Exception:  # noqa: BLE001  # it was damaged before
        return data
    name = dice.choice(sorted(parts))
    if dice.random() < 0.1:
        del parts[name]
    else:
        parts[name] = _damaged(parts[name], dice, is_text=True)
    return packed(parts)


def _damaged(data: bytes, dice: random.Random, *, is_text: bool) -> bytes:
    """Damage some bytes, or a word."""
    words = list(WORD.finditer(data.decode("utf-8", "replace"))) if is_text else []
    if words and dice.random() < 0.6:
        text, word = data.decode("utf-8", "replace"), dice.choice(words)
        odd = dice.choice(ODD)
        return (text[: word.start()] + odd + text[word.end() :]).encode("utf-8", "surrogatepass")
    if not data:
        return dice.randbytes(9)
    start = dice.randrange(len(data))
    end = min(len(data), start + dice.choice((1, 1, 2, 8, 100, 3000)))
    middle = dice.choice(
        (
            bytes(byte ^ (1 << dice.randrange(8)) for byte in data[start:end]),
            b"",
            data[start:end] * dice.choice((2, 3, 50)),
            bytes(end - start),
            dice.randbytes(end - start),
        )
    )
    return data[:start] if dice.random() < 0.1 else data[:start] + middle + data[end:]
