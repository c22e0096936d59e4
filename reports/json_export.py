"""JSON: the match files themselves, which every Scorepad takes back unchanged."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from reports.writing import write_file, write_folder
from scorepad.spades.letters import cut, seen
from scorepad.spades.match import Match
from scorepad.spades.matchfile import write_match
from scorepad.spades.naming import team_name

RESERVED = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{d}{n}" for d in ("com", "lpt") for n in "0123456789\u00b9\u00b2\u00b3"),
}
LONGEST = 60


def export_json(matches: Sequence[Match], out: Path) -> list[Path]:
    """Write one match as a file where `out` ends in `.json`, else a folder with a file for each;
    raises `Refused` when it is there or cannot be written."""
    if len(matches) == 1 and out.suffix.lower() == ".json":
        return write_file(out, lambda path: _write(path, write_match(matches[0])))

    def make(folder: Path) -> None:
        for name, match in zip(file_names(matches), matches, strict=True):
            _write(folder / f"{name}.json", write_match(match))

    return write_folder(out, make)


def _write(path: Path, data: bytes) -> None:
    path.write_bytes(data)


def file_names(matches: Sequence[Match]) -> Iterator[str]:
    """A name for each match's file, without an ending: no two alike, good on every system."""
    taken: set[str] = set()
    for match in matches:
        head = match.head
        parts = (head.event, head.round, head.table, team_name(head, 0), team_name(head, 1))
        name = safe_name(" ".join(part for part in parts if part))
        unique, count = name, 1
        while unique.casefold() in taken:
            count += 1
            unique = f"{name}-{count}"
        taken.add(unique.casefold())
        yield unique


def safe_name(text: str) -> str:
    """A text as a file name that Linux, macOS and Windows all take."""
    plain = unicodedata.normalize("NFC", seen(text))
    kept = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else "-" for c in plain)
    # A mark whose letter is left out goes with it.
    kept = "".join(c for at, c in enumerate(kept) if c == "-" or c.isalnum() or _marked(kept, at))
    name = re.sub(r"-{2,}", "-", kept).strip("-")
    name = cut(name, lambda part: len(part) <= LONGEST and len(part.encode()) <= LONGEST * 2)
    name = name.strip("-") or "match"
    return f"match-{name}" if name.casefold() in RESERVED else name


def _marked(text: str, at: int) -> bool:
    """Does a mark stand on a letter?"""
    while at and unicodedata.category(text[at])[0] == "M":
        at -= 1
    return text[at].isalnum()
