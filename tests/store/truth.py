"""Whether what the store says is true: each sentence is held against the files.

Only what is named here may be said; every other sentence is a false one.
"""

from __future__ import annotations

import json
import zipfile
from collections.abc import Callable, Collection, Iterable
from pathlib import Path
from typing import TypeAlias

from scorepad.spades.words import Text
from scorepad.store.lines import scan_junk_and_lines

Rule: TypeAlias = Callable[[dict[str, str], Path, Collection[str]], bool]
"""Whether a sentence with these fields is true of a data folder, of which this much was damaged:
"database", "feed", "drive", "backup"; "older": one of its files was put back as it was."""


def lines_of(file: Path) -> set[tuple[str, int, str]]:
    """Return laptop, number and hash of all whole lines of a feed's file or of a backup."""
    found: set[tuple[str, int, str]] = set()
    if file.suffix == ".zip":
        with zipfile.ZipFile(file) as bundle:
            for name in bundle.namelist():
                if name.startswith("feeds/"):
                    found |= _lines(bundle.read(name).splitlines())
    elif file.exists():
        with file.open("rb") as opened:
            found = _lines(line for _, line in scan_junk_and_lines(opened) if line)
    return found


def _lines(lines: Iterable[bytes]) -> set[tuple[str, int, str]]:
    decoded = map(json.loads, lines)
    return {(each["laptop"], each["seq"], each["hash"]) for each in decoded}


def _lines_here(data: Path) -> set[tuple[str, int, str]]:
    """Return the lines of all feeds here: after a start they are those of the database."""
    return set().union(*(lines_of(each) for each in (data / "feeds").glob("*.jsonl")))


def _is_missing(fields: dict[str, str], data: Path, hurt: Collection[str]) -> bool:
    there = lines_of(data / "feeds" / f"{fields['laptop']}.jsonl")
    named = {int(seq) for seq in fields["seqs"].split(", ")}
    return bool(hurt) and named.isdisjoint(seq for _, seq, _ in there)


def _was_damaged(fields: dict[str, str], hurt: Collection[str]) -> bool:
    """Return whether what a file had before is no beginning of what it has now."""
    file = Path(fields["file"])
    before = file.with_name(fields["moved"]).read_bytes()
    return _is_damaged(fields, file, hurt) and not file.read_bytes().startswith(before)


def _is_damaged(fields: dict[str, str], data: Path, hurt: Collection[str]) -> bool:
    file = Path(fields["file"])
    return {"backups": "backup", "feeds": "feed"}.get(file.parent.name, "drive") in hurt


def _has_more(fields: dict[str, str], data: Path, hurt: Collection[str]) -> bool:
    return len(lines_of(Path(fields["file"])) - _lines_here(data)) == int(fields.get("n", "1"))


RULES: dict[str, Rule] = {
    "There is nothing in {folder} yet.": lambda _, data, hurt: not _lines_here(data),
    "The database in {folder} was damaged; Scorepad moved it to {moved} and made a new one "
    "from its second copy (the folder “feeds”) and the readable part of the old one.": (
        lambda fields, data, hurt: (
            bool({"database", "older"} & set(hurt)) and (data / fields["moved"]).exists()
        )
    ),
    "The database in {folder} was missing; Scorepad rebuilt it from its second copy (the folder "
    "“feeds”).": (
        lambda _, data, hurt: "database" in hurt and not [*data.glob("scorepad-damaged-*.db")]
    ),
    "{file} was damaged; Scorepad moved it to {moved} and wrote a new one.": (
        lambda fields, data, hurt: _was_damaged(fields, hurt)
    ),
    "This folder is missing line {seqs} of the entries from {laptop}{about}. A drive, a "
    "backup, or another laptop may have it. If not, compare the matches with the paper "
    "sheets.": _is_missing,
    "Part of the data from {laptop} is damaged. A drive, a backup, or another laptop may have "
    "a good copy. If not, compare the matches with the paper sheets.": lambda _, data, hurt: (
        "feed" in hurt
    ),
    "{file} has one line that isn't in your data folder. To import it, run “scorepad restore "
    "{file}”.": _has_more,
    "{file} is damaged.": _is_damaged,
    "{file} is damaged. Scorepad will write a new one from the database the next time it starts.": (
        _is_damaged
    ),
    # A disk that fails is what these say; what is here all the same is counted by who looks.
    "{file} can't be read: {why}.": lambda _, data, hurt: True,
    "{file} wasn't restored: {why}.": lambda _, data, hurt: True,
    "The backup {file} is damaged.": lambda _, data, hurt: "backup" in hurt,
    "Two computers made entries under the same name and ID, {laptop} ({id}): someone copied a "
    "data folder or restored an older one. Scorepad keeps both computers' entries. On the computer "
    "that will keep recording, take over {laptop}'s tables.": (
        lambda _, data, hurt: "older" in hurt and len([*(data / "feeds").glob("*.jsonl")]) > 1
    ),
}


def untrue(said: Iterable[Text], data: Path, hurt: Collection[str] = ()) -> list[str]:
    """Return the sentences that are not true of a data folder, after it was opened."""
    return [
        str(each)
        for each in said
        if each.one not in RULES
        or not RULES[each.one]({k: str(v) for k, v in each.fields}, data, hurt)
    ]
