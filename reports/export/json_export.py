"""JSON: the match files themselves, which every Scorepad imports unchanged."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator, Sequence
from pathlib import Path

from reports.typeset.report_settings import ReportSettings
from scorepad.events.event import Event, EventOrStatements
from scorepad.events.eventfile import encode_event_file
from scorepad.spades.match import Match, MatchIdsByFile
from scorepad.spades.matchfile import MATCH_FILE_ENDINGS, encode_match_file
from scorepad.spades.naming import longest_fitting_beginning, strip_invisible_characters, team_name

RESERVED_NAMES = {
    "con",
    "prn",
    "aux",
    "nul",
    *(f"{d}{n}" for d in ("com", "lpt") for n in "0123456789\u00b9\u00b2\u00b3"),
}
EVENT_FILE = "event"
"""The name of the file of an event, without its ending."""
MAX_NAME = 60  # characters; twice as many bytes


def export_json(
    matches: Sequence[Match], out: Path, _settings: ReportSettings, event: EventOrStatements = None
) -> MatchIdsByFile:
    """Write one match as a file where `out` ends like one, else a folder with a file for each
    match, and with the file of the `event` that they are of.  Return the match (id) of each file in
    the folder, by the file's name."""
    is_file = out.suffix.lower() in MATCH_FILE_ENDINGS
    if not isinstance(event, Event) and len(matches) == 1 and is_file:
        out.write_bytes(encode_match_file(matches[0]))
        return {}
    out.mkdir()
    if isinstance(event, Event):
        (out / f"{EVENT_FILE}.json").write_bytes(encode_event_file(event))
    alone = {}
    for name, match in zip(unique_file_names(matches), matches, strict=True):
        (out / f"{name}.json").write_bytes(encode_match_file(match))
        alone[f"{name}.json"] = match.id or ""
    return alone


def unique_file_names(matches: Sequence[Match]) -> Iterator[str]:
    """Name each match's file, without an ending.  All names differ, and every system takes them."""
    used: set[str] = {EVENT_FILE}
    for match in matches:
        head = match.head
        parts = (head.event, head.round, head.table, team_name(head, 0), team_name(head, 1))
        name = safe_name(" ".join(part for part in parts if part))
        unique, count = name, 1
        while unique.casefold() in used:
            count += 1
            unique = f"{name}-{count}"
        used.add(unique.casefold())
        yield unique


def safe_name(text: str) -> str:
    """Turn a text into a file name that Linux, macOS and Windows all take."""
    plain = unicodedata.normalize("NFC", strip_invisible_characters(text))
    letters = "".join(c if c.isalnum() or unicodedata.category(c)[0] == "M" else "-" for c in plain)
    # If a letter is left out, its combining mark is left out too.
    letters = "".join(
        c
        for at, c in enumerate(letters)
        if c == "-" or c.isalnum() or _is_mark_on_letter(letters, at)
    )
    name = re.sub(r"-{2,}", "-", letters).strip("-")
    name = longest_fitting_beginning(
        name, lambda part: len(part) <= MAX_NAME and len(part.encode()) <= MAX_NAME * 2
    )
    name = name.strip("-") or "match"
    return f"match-{name}" if name.casefold() in RESERVED_NAMES else name


def _is_mark_on_letter(text: str, at: int) -> bool:
    """Return whether a mark belongs to a letter."""
    while at and unicodedata.category(text[at])[0] == "M":
        at -= 1
    return text[at].isalnum()
