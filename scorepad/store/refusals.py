"""Every refusal of the store has its sentence here; what has to be told apart is a class."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from msgspec.structs import replace

from scorepad.desk.ports import DamagedMatch
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text


def _text(said: Text) -> Callable[..., Text]:
    """Return what fills the fields of this sentence, in their order."""
    names = re.findall(r"{(\w+)}", said.one)

    def filled(*values: Path | Text | str | int) -> Text:
        shown = (str(each) if isinstance(each, Path) else each for each in values)
        return replace(said, fields=tuple(zip(names, shown, strict=True)))

    return filled


def _refusal(said: Text) -> Callable[..., Refused]:
    """Return what makes the refusal with this sentence, filled in the order of its fields."""
    text = _text(said)
    return lambda *values: Refused(text(*values))


folder_unusable = _refusal(T("Matches cannot be kept in {folder}: {why}; choose another folder."))
folder_in_place = _refusal(
    T("{file} is a folder, where Scorepad keeps a file of its own; rename the folder.")
)
in_use = _refusal(
    T("Scorepad is open in {folder}; close it, or wait until it is done, and try again.")
)
opened_for_reading = _refusal(T("{folder} was opened for reading only; nothing can be changed."))
nothing_kept = _refusal(T("Nothing is kept in {folder} yet."))


def newer_database(file: Path, found: str, known: str) -> Refused:
    """The database's version is beyond what this program knows."""
    return Refused(
        "{file} was written by a newer Scorepad (version {found}; this one reads up to "
        "{known}); update Scorepad to open it.",
        file=str(file),
        found=_plain(found),
        known=_plain(known),
    )


def _plain(version: str) -> str:
    """A revision as people say it: 0012 is version 12."""
    return version.lstrip("0") or "0"


migration_failed = _refusal(
    T(
        "{file} could not be brought up to this version of Scorepad; it is unchanged and can "
        "be opened with the version that wrote it."
    )
)
no_such_match = _refusal(
    T("There is no match {match}; give its id, or the first four characters or more.")
)


def no_such(kind: str, log_id: str) -> Refused:
    """No match, or no event, has exactly this id."""
    if kind == "event":
        return Refused("There is no event {id}.", id=log_id[:60])
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


match_kept = _refusal(T("Match {match} is kept already."))
entry_kept = _refusal(T("Entry {entry} is in the log already."))
entry_changed = _refusal(
    T("Entry {entry} is kept with other content; an entry is never changed, it is amended.")
)
entry_dropped = _refusal(
    T("Entry {entry} is missing in the new order; an entry is never dropped, it is struck.")
)
nameless_entry = _refusal(T("Entry {position} has no id and cannot be kept without one."))
doubtful = _text(
    T(
        "{what} of match {match} is not as it was recorded; restore the match from a copy, or "
        "compare it with the paper."
    )
)
from_second_copy = _text(
    T(
        "Match {match} is damaged in the database and shown as the second copy has it; close "
        "Scorepad and open it again, and it is put right."
    )
)
doubtful_match = _refusal(
    T(
        "Match {match} is damaged in the database and takes nothing now; close Scorepad and "
        "open it again, and it is put right."
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


left_out = _text(
    T(
        "Match {match} is damaged and left out of the list; close Scorepad and run “scorepad "
        "check --repair”."
    )
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


second_copy_gone = _text(
    T(
        "The second copy {file} is missing; if the database was copied without it, what was "
        "recorded last may be missing too."
    )
)
second_copy_later = _text(
    T(
        "It is in place; the disk failed after that, and opening Scorepad again writes the "
        "second copy {file}."
    )
)
no_text = _refusal(T("A text holds a broken character; type it again without it."))
disk_full = _refusal(
    T("The disk is full, nothing was written to {folder}; make room and try again.")
)
disk_fails = _refusal(
    T(
        "The disk does not answer as it should, nothing was written to {folder}; copy it to "
        "another disk."
    )
)
not_writable = _refusal(
    T(
        "{folder} may only be read, nothing was written; allow writing there or choose another "
        "folder."
    )
)
database_busy = _refusal(
    T(
        "Another program keeps the database in {folder} locked, nothing was written; close it "
        "and try again."
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


missing_database = _refusal(
    T(
        "The database in {folder} is missing; open Scorepad, and it is put together from the "
        "second copy and the backups."
    )
)
store_fails = _refusal(T("The database in {folder} refuses, nothing was written: {why}."))
file_exists = _refusal(T("{file} exists already and is not overwritten; choose another name."))
backup_fails = _refusal(T("The backup {file} cannot be written: {why}."))
not_in_copy = _refusal(T("{file} does not have match {match}; nothing was changed."))
not_a_database = _refusal(T("{file} cannot be restored: {why}; nothing was changed."))
