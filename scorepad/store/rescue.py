"""When the database is damaged, gone or older than the second copy: one is put together in its
place, of what can be read of it, of the second copy and, where those are not whole, of the
backups.

What was there is put aside under a dated name and never touched again.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from datetime import datetime
from pathlib import Path
from typing import Literal, TypeAlias

import msgspec

from scorepad import files
from scorepad.spades.words import N, T, Text
from scorepad.store import hash_chain
from scorepad.store.backups import STAMP, Backup, Backups
from scorepad.store.copies import HEAD, Copy, Part, hands_until, read_lines, read_rows
from scorepad.store.database import prepared
from scorepad.store.dbfile import NotGood, foreign, put_aside
from scorepad.store.migrate import MIGRATIONS, migrate
from scorepad.store.salvage import Make, called, together, write
from scorepad.store.second_copy import SecondCopy

Found: TypeAlias = Literal["damaged", "missing", "older"]
NAMED = 10
"""At most this many matches are named one by one when something of them is missing."""
UNREAD = "scorepad.unread"


class SaidOnRescue:
    """What rescues said and nobody has read yet; a file of the data folder keeps it until then
    (`desk.ports.UnreadNotice`)."""

    def __init__(self, folder: Path) -> None:
        self._file = folder / UNREAD

    @property
    def texts(self) -> tuple[Text, ...]:
        """Return them; none from a file that is damaged."""
        try:
            made, _, said = files.read_file(self._file).partition(b"\n")
            if made.decode() != hash_chain.digest(said.decode()):
                return ()
            return msgspec.json.decode(said, type=tuple[Text, ...])
        except (OSError, UnicodeDecodeError, msgspec.MsgspecError):
            return ()

    def add(self, texts: tuple[Text, ...]) -> None:
        """Keep these too, where that can be."""
        said = msgspec.json.encode([*dict.fromkeys((*self.texts, *texts))])
        made = hash_chain.digest(said.decode()).encode()
        with contextlib.suppress(OSError):
            files.write_file(self._file, made + b"\n" + said, overwrite=True, private=True)

    def read(self) -> None:
        """Keep them no longer: somebody has read them."""
        with contextlib.suppress(OSError):
            self._file.unlink()


class Salvaged:
    """Holds what could be put together: `copy`, and the sentences about it."""

    def __init__(self, copy: Copy, backup: Backup | None, whole: bool) -> None:
        self.copy = copy
        self.backup = backup
        self.whole = whole
        """Is it known that nothing is missing?"""

    @property
    def nothing(self) -> bool:
        """Return whether there was nothing to put together."""
        return not self.copy.parts and not self.whole


def salvaged(database: Path, backups: Backups) -> Salvaged:
    """Return all that the database, its second copy and, where they are not whole, the newest
    backup that can be read still have."""
    rows = _rows(database)
    second = _second(database.parent)
    if second is not None and second.sound:
        # It has the last word: what the database has besides was never said to be kept.
        return Salvaged(together([second, *([rows] if rows is not None else [])]), None, whole=True)
    found = [copy for copy in (second, rows) if copy is not None]
    backup = None
    for each in backups.all():
        copy = _rows(each.file)
        if copy is not None and copy.whole:
            backup = each
            found.append(copy)
            break
    whole = rows is not None and rows.sound
    return Salvaged(together(found), backup, whole)


def _rows(file: Path) -> Copy | None:
    try:
        with foreign(file) as connection:
            return read_rows(connection)
    except (NotGood, sqlite3.Error, OSError):
        return None


def _second(folder: Path) -> Copy | None:
    try:
        return read_lines(SecondCopy(folder).lines())
    except OSError:
        return None


def put_together(
    copy: Copy, connection: sqlite3.Connection, make: Make | None, now: datetime, name: Path
) -> None:
    """Write what was put together into a new database; `name` is for the sentence that says why
    it cannot be."""
    migrate(connection, name, MIGRATIONS)
    connection.execute("BEGIN IMMEDIATE")
    with connection:
        write(copy, connection, make, now)


def rescue(
    database: Path, backups: Backups, make: Make | None, now: datetime, found: Found
) -> tuple[Text, ...]:
    """Put the database aside and one in its place that was put together; says what happened and
    what is missing.  Where there is nothing to put together, there is no database afterwards."""
    salvage = salvaged(database, backups)
    if salvage.nothing:
        aside = put_aside(database, f"{now:{STAMP}}", found)
        return (_begun(aside, found),)
    # What was put aside bears its name as soon as the new one can have its own.
    with files.replace_when_done(database, overwrite=True, private=True) as file:
        file.touch()
        with contextlib.closing(prepared(file, journal="DELETE")) as connection:
            put_together(salvage.copy, connection, make, now, database)
        files.sync_to_disk(file)
        aside = put_aside(database, f"{now:{STAMP}}", found)
    return (_instead(aside, found), *missing(salvage, make))


def _begun(aside: Path, found: Found) -> Text:
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


def _instead(aside: Path, found: Found) -> Text:
    if found == "missing":
        return T(
            "The database was missing; what the second copy and the backups have is open in its "
            "place."
        )
    if found == "older":
        return T(
            "The database was older than its second copy and was put aside as {file}; what both "
            "have is open in its place.",
            file=aside.name,
        )
    return T(
        "The database was damaged and was put aside as {file}; what could be read of it, of the "
        "second copy and of the backups is open in its place.",
        file=aside.name,
    )


def shown_instead(salvage: Salvaged, database: Path, found: Found) -> tuple[Text, ...]:
    """Return what a reader is told of a database that is damaged, missing or older than its second
    copy."""
    folder = str(database.parent)
    if salvage.nothing:
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
        return (what["missing" if found == "missing" else "damaged"],)
    what = {
        "damaged": T(
            "The database in {folder} is damaged; shown is what could be read of it, of the second "
            "copy and of the backups, and opening Scorepad puts it right.",
            folder=folder,
        ),
        "missing": T(
            "The database in {folder} is missing; shown is what the second copy and the backups "
            "have, and opening Scorepad puts it right.",
            folder=folder,
        ),
        "older": T(
            "The database in {folder} is older than its second copy; shown is what both have, and "
            "opening Scorepad puts it right.",
            folder=folder,
        ),
    }
    return (what[found], *missing(salvage, None))


def missing(salvage: Salvaged, make: Make | None) -> list[Text]:
    """Return what is missing or may be wrong, as far as anything still tells."""
    named: list[Text] = []
    of = 0
    for match_id, part in salvage.copy.parts.items():
        found = list(lost(match_id, part, make))
        of += bool(found)
        if of <= NAMED:
            named += found
    if of > NAMED:
        named.append(
            N(
                "Of one more match something is missing.",
                "Of {n} more matches something is missing.",
                of - NAMED,
            )
        )
    if salvage.backup is not None and not salvage.whole:
        named.append(
            T(
                "What was recorded after {when} and cannot be read any more is missing.",
                when=f"{salvage.backup.made:%Y-%m-%d %H:%M:%S} UTC",
            )
        )
    return named or [T("No match and no entry is missing.")]


def lost(match_id: str, part: Part, make: Make | None) -> Iterator[Text]:
    """Return what is missing of a match, or may be wrong."""
    n = part.known - len(part.entries)
    if n <= 0 and not part.doubtful:
        return
    name = called(match_id, part, make)
    if n > 0:
        yield N(
            "One entry of {match} is missing.",
            "{n} entries of {match} are missing.",
            n,
            match=name,
        )
    if HEAD in part.doubtful:
        yield T(
            "The setup of {match} may not be as it was recorded; compare it with the paper.",
            match=name,
        )
    for position, (entry_id, hand) in enumerate(hands_until(part), 1):
        if entry_id in part.doubtful:
            yield T(
                "Entry {position} of {match}, at hand {hand}, may not be as it was recorded; "
                "compare it with the paper.",
                position=position,
                match=name,
                hand=hand,
            )
