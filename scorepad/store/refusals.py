"""Every refusal of the store has its sentence here; what has to be told apart is a class."""

from __future__ import annotations

from pathlib import Path

from scorepad.desk.ports import DamagedMatch
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text


def folder_unusable(folder: Path, why: Text) -> Refused:
    """The data folder cannot be created or written."""
    return Refused(
        T(
            "Matches cannot be kept in {folder}: {why}; choose another folder.",
            folder=str(folder),
            why=why,
        )
    )


def folder_in_place(file: Path) -> Refused:
    """A folder has the name of one of Scorepad's own files."""
    return Refused(
        T(
            "{file} is a folder, where Scorepad keeps a file of its own; rename the folder.",
            file=str(file),
        )
    )


def in_use(folder: Path) -> Refused:
    """This has to be done alone, and somebody else uses the data folder."""
    return Refused(
        T(
            "Scorepad is open in {folder}; close it, or wait until it is done, and try again.",
            folder=str(folder),
        )
    )


def opened_for_reading(folder: Path) -> Refused:
    """Something was to be written through a store that was opened for reading."""
    return Refused(
        T("{folder} was opened for reading only; nothing can be changed.", folder=str(folder))
    )


def nothing_kept(folder: Path) -> Refused:
    """There is no database to copy."""
    return Refused(T("Nothing is kept in {folder} yet.", folder=str(folder)))


def newer_database(file: Path, found: str, known: str) -> Refused:
    """The database's version is beyond what this program knows."""
    return Refused(
        T(
            "{file} was written by a newer Scorepad (version {found}; this one reads up to "
            "{known}); update Scorepad to open it.",
            file=str(file),
            found=_plain(found),
            known=_plain(known),
        )
    )


def _plain(version: str) -> str:
    """A revision as people say it: 0012 is version 12."""
    return version.lstrip("0") or "0"


def migration_failed(file: Path) -> Refused:
    """An older database could not be brought up to date; it is as it was."""
    return Refused(
        T(
            "{file} could not be brought up to this version of Scorepad; it is unchanged and "
            "can be opened with the version that wrote it.",
            file=str(file),
        )
    )


def no_such_match(match_id: str) -> Refused:
    """No match has this id or begins with it."""
    return Refused(
        T(
            "There is no match {match}; give its id, or the first four characters or more.",
            match=match_id,
        )
    )


def no_such(kind: str, log_id: str) -> Refused:
    """No match, or no event, has exactly this id."""
    if kind == "event":
        return Refused(T("There is no event {id}.", id=log_id[:60]))
    return no_such_match(log_id)


def several_matches(match_id: str, n: int) -> Refused:
    """More than one id begins so."""
    return Refused(
        N(
            "One match begins with {match}.",
            "{n} matches begin with {match}; give more of the id.",
            n,
            match=match_id,
        )
    )


def match_kept(match_id: str) -> Refused:
    """A new match has the id of one that is kept."""
    return Refused(T("Match {match} is kept already.", match=match_id))


def entry_kept(entry_id: str) -> Refused:
    """An entry's id is in the log already."""
    return Refused(T("Entry {entry} is in the log already.", entry=entry_id))


def entry_changed(entry_id: str) -> Refused:
    """A joined log has other content under the id of an entry that is kept."""
    return Refused(
        T(
            "Entry {entry} is kept with other content; an entry is never changed, it is amended.",
            entry=entry_id,
        )
    )


def entry_dropped(entry_id: str) -> Refused:
    """A joined log lacks an entry that is kept."""
    return Refused(
        T(
            "Entry {entry} is missing in the new order; an entry is never dropped, it is struck.",
            entry=entry_id,
        )
    )


def nameless_entry(position: int) -> Refused:
    """An entry has no id."""
    return Refused(
        T("Entry {position} has no id and cannot be kept without one.", position=position)
    )


def doubtful(match_id: str, what: Text) -> Text:
    """What of a match is not as it was written."""
    return T(
        "{what} of match {match} is not as it was recorded; restore the match from a copy, or "
        "compare it with the paper.",
        match=match_id,
        what=what,
    )


def from_second_copy(match_id: str) -> Text:
    """A match that is damaged in the database is shown as the second copy has it."""
    return T(
        "Match {match} is damaged in the database and shown as the second copy has it; close "
        "Scorepad and open it again, and it is put right.",
        match=match_id,
    )


def doubtful_match(match_id: str) -> Refused:
    """A match is damaged; nothing is recorded on top of that."""
    return Refused(
        T(
            "Match {match} is damaged in the database and takes nothing now; close Scorepad "
            "and open it again, and it is put right.",
            match=match_id,
        )
    )


class UnreadableMatch(DamagedMatch):
    """What is kept of a match does not read as one; `what` is its head or one of its entries."""

    def __init__(self, match_id: str, what: Text) -> None:
        super().__init__(
            T(
                "{what} of match {match} cannot be read; restore the match from a copy.",
                match=match_id,
                what=what,
            )
        )


def left_out(match_id: str) -> Text:
    """A match that no list can show."""
    return T(
        "Match {match} is damaged and left out of the list; close Scorepad and run “scorepad "
        "check --repair”.",
        match=match_id,
    )


def list_lacks(n: int) -> Text:
    """Matches are missing in the list, nobody knows which."""
    return N(
        "One match is damaged and missing in the list; close Scorepad and run “scorepad check "
        "--repair”.",
        "{n} matches are damaged and missing in the list; close Scorepad and run “scorepad check "
        "--repair”.",
        n,
    )


class DatabaseReplaced(Refused):
    """The file that is open is no longer the one that its path names; `rescued` is a copy of all
    that was kept, where the second copy (`second`) is gone too."""

    def __init__(self, folder: Path, rescued: Path | None, second: bool) -> None:
        what = T(
            "The database in {folder} was removed, replaced or cut while Scorepad was open; "
            "nothing was recorded.",
            folder=str(folder),
        )
        if second:
            then = T(
                "Close Scorepad and open it again: what was recorded before is put together from "
                "the second copy."
            )
        elif rescued is not None:
            then = T(
                "What was recorded before is in {file}; close Scorepad and restore that file.",
                file=str(rescued),
            )
        else:
            then = T("Export or print the matches that are open before you close Scorepad.")
        self.then = then
        super().__init__(T("{what} {then}", what=what, then=then))


def second_copy_later(file: Path) -> Text:
    """What was restored is in place, and the disk failed after that."""
    return T(
        "It is in place; the disk failed after that, and opening Scorepad again writes the second "
        "copy {file}.",
        file=str(file),
    )


def no_text() -> Refused:
    """A text holds half characters, which cannot be written down."""
    return Refused(T("A text holds a broken character; type it again without it."))


def disk_full(folder: Path) -> Refused:
    """No room is left."""
    return Refused(
        T(
            "The disk is full, nothing was written to {folder}; make room and try again.",
            folder=str(folder),
        )
    )


def disk_fails(folder: Path) -> Refused:
    """The operating system could not read or write."""
    return Refused(
        T(
            "The disk does not answer as it should, nothing was written to {folder}; copy it "
            "to another disk.",
            folder=str(folder),
        )
    )


def not_writable(folder: Path) -> Refused:
    """The database or its folder may be read only."""
    return Refused(
        T(
            "{folder} may only be read, nothing was written; allow writing there or choose "
            "another folder.",
            folder=str(folder),
        )
    )


def database_busy(folder: Path) -> Refused:
    """Another program keeps the database locked."""
    return Refused(
        T(
            "Another program keeps the database in {folder} locked, nothing was written; "
            "close it and try again.",
            folder=str(folder),
        )
    )


class DamagedDatabase(Refused):
    """The database was found damaged while it was in use."""

    def __init__(self, folder: Path) -> None:
        super().__init__(
            T(
                "The database in {folder} is damaged; close Scorepad and open it again, and it is "
                "put together from what can be read, the second copy and the backups.",
                folder=str(folder),
            )
        )


def missing_database(folder: Path) -> Refused:
    """There are backups, and the database itself is gone."""
    return Refused(
        T(
            "The database in {folder} is missing; open Scorepad, and it is put together from "
            "the second copy and the backups.",
            folder=str(folder),
        )
    )


def store_fails(folder: Path, why: str) -> Refused:
    """The database refuses for a reason that has no class of its own; `why` is its own word."""
    return Refused(
        T(
            "The database in {folder} refuses, nothing was written: {why}.",
            folder=str(folder),
            why=why,
        )
    )


def file_exists(file: Path) -> Refused:
    """A backup is to be written where a file is."""
    return Refused(
        T("{file} exists already and is not overwritten; choose another name.", file=str(file))
    )


def backup_fails(file: Path, why: Text) -> Refused:
    """A copy cannot be written there."""
    return Refused(T("The backup {file} cannot be written: {why}.", file=str(file), why=why))


def not_in_copy(file: Path, match_id: str) -> Refused:
    """A copy does not have the match that is to be restored."""
    return Refused(
        T(
            "{file} does not have match {match}; nothing was changed.",
            file=str(file),
            match=match_id,
        )
    )


def not_a_database(file: Path, why: Text) -> Refused:
    """A file to restore from is missing, or is no database of Scorepad's."""
    return Refused(
        T("{file} cannot be restored: {why}; nothing was changed.", file=str(file), why=why)
    )
