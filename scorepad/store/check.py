"""Is everything as it was written?  Every line is proved by its hash, the database is compared with
the feeds, the drive and the newest backup, and every status is computed again.

Drafts are nowhere else, and are not proved.
"""

from __future__ import annotations

import os
import zipfile
from collections.abc import Iterator
from pathlib import Path
from typing import IO

from sqlmodel import Session, select

from scorepad.spades.words import N, T, Text
from scorepad.store.bundles import BROKEN, disk_error_of
from scorepad.store.database import Database
from scorepad.store.errors import printable, shared_folder_unusable_text, unreadable_text
from scorepad.store.feeds import (
    FOLDER,
    FeedRows,
    FileComparison,
    behind_text,
    compare_file,
    describe_missing_lines,
    feed_file,
    feed_files,
    open_regular_file,
    read_feeds,
)
from scorepad.store.intake import newer_feed_text
from scorepad.store.lines import FORMAT, LONGEST_BYTES, FeedStart, decode_line
from scorepad.store.proof import RowsProof, prove_rows
from scorepad.store.sharing import find_own_shared_files
from scorepad.store.statuses import are_alike, make_statuses
from scorepad.store.tables import DATABASE, StatusRow, reading
from scorepad.store.writer import StoreTools


def find_everything_wrong(
    database: Database, tools: StoreTools, share_folder: Path | None, newest_bundle: Path | None
) -> list[Text]:
    """Return everything that is wrong, a sentence each.  Raises `Refused`."""
    with database.refuse_errors():
        with reading(database.engine) as session:
            proof = prove_rows(session)
            if not proof.is_sound:  # the contents of the copies are checked once it is recovered
                return [_damage_text(database, proof)]
            texts = [*_find_wrong_caches(database, session, tools, proof)]
        texts += describe_missing_lines(database.engine, (), proof.feeds)
        texts += _check_feed_files(database)
        if share_folder is not None:
            texts += _check_shared_files(database, share_folder)
        if newest_bundle is not None:
            texts += _check_bundle(database, newest_bundle)
    return texts


def _damage_text(database: Database, proof: RowsProof) -> Text:
    file = printable(database.folder / DATABASE)
    text = N(
        "{file} is damaged: {n} line changed after Scorepad wrote it.",
        "{file} is damaged: {n} lines changed after Scorepad wrote them.",
        len(proof.damaged),
        file=file,
    )
    if proof.faults:
        text = T(
            "Part of {file} can't be read: the disk is failing, or the database is damaged.",
            file=file,
        )
    is_recovered = database.mark_suspect()
    return (
        T("{text} Scorepad will fix this the next time it starts.", text=text)
        if is_recovered
        else text
    )


def _find_wrong_caches(
    database: Database, session: Session, tools: StoreTools, proof: RowsProof
) -> Iterator[Text]:
    there = {each.log: each for each in session.exec(select(StatusRow))}
    statuses = make_statuses(session, proof.logs, tools.summarize, tools.now())
    by_lines = {each["log"]: each for each in statuses}
    for log_id in dict.fromkeys([*proof.logs, *there]):
        row, made = there.get(log_id), by_lines.get(log_id)
        if row is None or made is None or not are_alike(row, made):
            database.mark_suspect()
            yield T(
                "The list of matches differs from the log of match {match}. Scorepad will "
                "rebuild the list the next time it starts.",
                match=log_id,
            )


# Files


def _check_feed_files(database: Database) -> Iterator[Text]:
    folder = database.folder
    ours = {feed_file(folder, each): each for each in read_feeds(database.engine)}
    try:
        there = feed_files(folder)
    except OSError as error:
        yield behind_text(folder / FOLDER, error)
        return
    for file in ours.keys() - there:
        yield T(
            "{file} is missing. Scorepad will write a new one the next time it starts.",
            file=printable(file),
        )
    for file in there:
        found = _compare(database, file, ours.get(file, file.stem))
        if isinstance(found, OSError):
            yield behind_text(file, found) if file in ours else unreadable_text(file, found)
        elif found.unknown:
            first = decode_line(found.unknown[0])
            start = None if first is None else first.content
            if first is not None and isinstance(start, FeedStart) and start.format > FORMAT:
                yield newer_feed_text(start, first.laptop)
            else:
                yield _unknown_text(file, found)
        # a stray file, whose whole lines are here
        elif file in ours and (found.known or not found.is_torn):
            database.mark_suspect()
            yield T(
                "{file} is damaged. Scorepad will write a new one from the database the next "
                "time it starts.",
                file=printable(file),
            )


def _check_shared_files(database: Database, folder: Path) -> Iterator[Text]:
    try:
        next(folder.iterdir(), None)
        with reading(database.engine) as session:
            own_files = find_own_shared_files(session, folder)
    except OSError as error:
        yield shared_folder_unusable_text(folder, error)
        return
    for file in own_files:
        if os.path.lexists(file):
            yield from _describe_copy(file, _compare(database, file))


def _compare(database: Database, file: Path, laptop: str = "") -> FileComparison | OSError:
    try:
        with open_regular_file(file) as (opened, size):
            if not laptop:  # its last line may be half written
                opened.seek(max(0, size - LONGEST_BYTES))
                cut = opened.read(LONGEST_BYTES).rpartition(b"\n")[2]
                opened.seek(0)
                return _compare_opened(database, opened, size - len(cut))
            return _compare_opened(database, opened, size, laptop)
    except OSError as error:
        return error


def _compare_opened(
    database: Database, opened: IO[bytes], size: int, laptop: str = ""
) -> FileComparison:
    first = decode_line(opened.readline(LONGEST_BYTES).rstrip())
    if first is not None and not laptop:
        return compare_file(FeedRows(database.engine, first.laptop, first.seq), opened, size)
    return compare_file(FeedRows(database.engine, laptop), opened, size)


def _describe_copy(place: Path, found: FileComparison | OSError) -> Iterator[Text]:
    if isinstance(found, OSError):
        yield unreadable_text(place, found)
    elif found.unknown:
        yield _unknown_text(place, found)
    elif found.damaged and (found.known or not found.is_torn):
        yield T("{file} is damaged.", file=printable(place))


def _unknown_text(place: Path, found: FileComparison) -> Text:
    return N(
        "{file} has one line that isn't in your data folder. To import it, run "
        "“scorepad restore {file}”.",
        "{file} has {n} lines that aren't in your data folder. To import them, run "
        "“scorepad restore {file}”.",
        len(found.unknown),
        file=printable(place),
    )


def _check_bundle(database: Database, bundle: Path) -> Iterator[Text]:
    try:
        with open_regular_file(bundle) as (opened, _), zipfile.ZipFile(opened) as members:
            found = FileComparison()
            for info in members.infolist():
                if Path(info.filename).parent.name == FOLDER:
                    with members.open(info) as member:
                        each = _compare_opened(database, member, info.file_size)
                    found.unknown += each.unknown
                    found.damaged += each.damaged
            found.known = True
            yield from _describe_copy(bundle, found)
    except BROKEN as error:
        if (disk_error := disk_error_of(error)) is not None:
            yield unreadable_text(bundle, disk_error)
        else:
            yield T("The backup {file} is damaged.", file=printable(bundle))
