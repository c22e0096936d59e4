"""When the database is damaged or gone: the newest good backup takes its place.

What was there is put aside under a dated name and never touched again.
"""

from __future__ import annotations

import sqlite3
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from scorepad.desk.ports import Summary
from scorepad.spades.words import N, T, Text
from scorepad.store.backups import STAMP, Backup, Backups
from scorepad.store.dbfile import (
    NotGood,
    copy,
    look_and_examine,
    put,
    put_aside,
    readable,
    temporary,
)
from scorepad.store.migrate import head

Found: TypeAlias = Literal["damaged", "missing"]

NAMED = 10
"""Matches that are named one by one when something of them is missing."""


class Content(msgspec.Struct):
    """What could be read of a database: by match id, what people call the match and how many
    entries it has; `whole`: nothing was unreadable."""

    matches: dict[str, tuple[str, int]]
    whole: bool = True


def rescue(database: Path, backups: Backups, now: datetime, found: Found) -> tuple[Text, ...]:
    """Put the database aside and its newest good backup in its place; says what happened and
    what is missing.  Without a good backup there is no database afterwards."""
    aside = put_aside(database, f"{now:{STAMP}}", found)
    backup = newest_good(backups)
    before = _content(aside)
    if backup is None:
        return (_started_anew(aside, found), *_missing(before, Content({}), ""))
    with temporary(database.parent) as file:
        with readable(backup.file) as source:
            copy(source, file)
        put(file, database)
    when = _when(backup)
    return (_instead(aside, found, when), *_missing(before, _content(database), when))


def newest_good(backups: Backups) -> Backup | None:
    """The newest backup that is sound and that this program can read."""
    for backup in backups.all():
        try:
            with readable(backup.file) as connection:
                if look_and_examine(connection).version <= head():
                    return backup
        except (NotGood, sqlite3.Error, OSError):
            continue
    return None


def _instead(aside: Path, found: Found, when: str) -> Text:
    if found == "missing":
        return T("The database was missing; the backup of {when} is open in its place.", when=when)
    return T(
        "The database was damaged and was put aside as {file}; the backup of {when} is open in "
        "its place.",
        file=aside.name,
        when=when,
    )


def _started_anew(aside: Path, found: Found) -> Text:
    if found == "missing":
        return T(
            "The database was missing and there is no good backup: Scorepad starts with an empty "
            "list; a copy can be restored."
        )
    return T(
        "The database was damaged and was put aside as {file}, and there is no good backup: "
        "Scorepad starts with an empty list; a copy can be restored.",
        file=aside.name,
    )


def _when(backup: Backup) -> str:
    return f"{backup.made:%Y-%m-%d %H:%M:%S} UTC"


def _content(database: Path) -> Content:
    """What can be read, match by match, of a database that may be damaged."""
    content = Content({})
    try:
        with readable(database) as connection:
            for key, match_id in connection.execute("SELECT key, id FROM matches").fetchall():
                try:
                    (n,) = connection.execute(
                        "SELECT count(*) FROM entries WHERE match = ?", (key,)
                    ).fetchone()
                    row = connection.execute(
                        "SELECT body FROM summaries WHERE match = ?", (key,)
                    ).fetchone()
                except sqlite3.Error:
                    content.whole = False
                    continue
                content.matches[str(match_id)] = (_called(str(match_id), row), int(n))
    except (sqlite3.Error, OSError):
        content.whole = False
    return content


def _called(match_id: str, row: tuple[str] | None) -> str:
    """What people call a match: its teams, or its id where the list cannot be read."""
    try:
        teams = msgspec.json.decode(row[0], type=Summary).teams if row else ("", "")
    except (msgspec.MsgspecError, UnicodeDecodeError, TypeError):
        teams = ("", "")
    return " – ".join(teams) if all(teams) else match_id


def _missing(before: Content, after: Content, when: str) -> list[Text]:
    """What the database had and its backup of `when` ("": there is none) has not, as far as the
    database still tells."""
    lost = []
    for match_id, (called, n) in before.matches.items():
        left = after.matches.get(match_id)
        if left is None:
            lost.append(
                N(
                    "The match {match} is missing, with one entry.",
                    "The match {match} is missing, with {n} entries.",
                    n,
                    match=called,
                )
            )
        elif left[1] < n:
            lost.append(
                N(
                    "The last entry of {match} is missing.",
                    "The last {n} entries of {match} are missing.",
                    n - left[1],
                    match=called,
                )
            )
    more = len(lost) - NAMED
    if more > 0:
        lost[NAMED:] = [
            N(
                "Of one more match something is missing.",
                "Of {n} more matches something is missing.",
                more,
            )
        ]
    if not when:
        return lost
    if not before.whole:
        lost.append(T("Whatever else was recorded after {when} is missing.", when=when))
    return lost or [T("No match and no entry is missing.")]


def shown_instead(backup: Backup | None, database: Path, found: Found) -> tuple[Text, ...]:
    """What somebody who only reads is told of a database that is damaged or missing."""
    folder = str(database.parent)
    before = _content(database)
    if backup is None:
        what = {
            "damaged": T(
                "The database in {folder} is damaged and there is no good backup to show; "
                "restore a copy, or open Scorepad to start with an empty list.",
                folder=folder,
            ),
            "missing": T(
                "The database in {folder} is missing and there is no good backup to show; "
                "restore a copy, or open Scorepad to start with an empty list.",
                folder=folder,
            ),
        }
        return (what[found], *_missing(before, Content({}), ""))
    when = _when(backup)
    what = {
        "damaged": T(
            "The database in {folder} is damaged; shown is the backup of {when}, and opening "
            "Scorepad puts it in its place.",
            folder=folder,
            when=when,
        ),
        "missing": T(
            "The database in {folder} is missing; shown is the backup of {when}, and opening "
            "Scorepad puts it in its place.",
            folder=folder,
            when=when,
        ),
    }
    return (what[found], *_missing(before, _content(backup.file), when))
