"""Rows and feeds' files are brought together here: what one of them has and the other lacks.

It is done in the same way at the start, after damage, and beside the work.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Iterable, Iterator
from datetime import datetime
from pathlib import Path
from typing import NamedTuple

from sqlalchemy import Connection, Engine, bindparam
from sqlmodel import col, select

from scorepad import files
from scorepad.desk.earlier_logs import ConvertedLog
from scorepad.desk.ports import AnyLog
from scorepad.spades.words import T, Text
from scorepad.store.errors import Damaged
from scorepad.store.feeds import (
    FOLDER,
    FeedFileUpdateResult,
    feed_file,
    feed_files,
    is_feed_file_sound,
    make_feeds_folder,
    quarantine,
    update_feed_file,
)
from scorepad.store.intake import LineIntake, LostLine, read_laptop_name, read_lost_line
from scorepad.store.integrity import find_wrong_summaries, read_every_row
from scorepad.store.lines import LARGEST, scan_junk_and_lines
from scorepad.store.summary_rows import (
    Summarize,
    find_event_matches_with_several_heads,
    name_log,
    read_log_state,
    waiting_logs,
)
from scorepad.store.tables import OWN_LAPTOPS, LaptopRow, LineRow, create_tables, make_engine
from scorepad.store.transaction import (
    CLOSED,
    LAPTOP,
    OPEN,
    LogWriter,
    give_up_laptop_id,
    keep_state_value,
    read_state_value,
)

STAMP = "%Y%m%d-%H%M%S"
SUMMARIES_TOGETHER = 200
"""So many summaries are kept with one write to the disk."""
MOST_LOST = 20
"""Of so many lost lines each is said."""
_MACHINE = select(LaptopRow.machine).where(col(LaptopRow.laptop) == bindparam("laptop"))


class StoreTools(NamedTuple):
    """What a store is opened with: the clock, what folds a log for the list, the hash of this
    computer's id, what converts a log of an earlier program, and what this laptop is called ("":
    as the host is)."""

    now: Callable[[], datetime]
    summarize: Summarize
    machine: str
    convert: Callable[[AnyLog], ConvertedLog]
    laptop_name: Callable[[], str] = str

    def stamp(self) -> str:
        """Return what dates the name of a file."""
        return f"{self.now():{STAMP}}"

    def make_log_writer(self, connection: Connection) -> LogWriter:
        """Return a writer of logs over a connection."""
        return LogWriter(
            connection,
            now=self.now,
            summarize=self.summarize,
            machine=self.machine,
            name=self.laptop_name(),
        )


class FeedFilesUpdateResult(NamedTuple):
    """What became of all feeds' files: lines that are unknown here, and what must be said."""

    unknown: list[bytes]
    notices: list[Text]


@contextlib.contextmanager
def writing(engine: Engine) -> Iterator[Connection]:
    """Return a context that is one transaction of the only writer; an error takes it back."""
    with engine.execution_options(write=True).begin() as connection:
        yield connection


@contextlib.contextmanager
def make_empty_database(file: Path) -> Iterator[Engine]:
    """Make an empty database, and return a context in which it is filled; what is done in it is on
    the disk when whoever gives the file its name has it there.

    It keeps a write-ahead log from then on: SQLite does not wait for readers to change to that, so
    it could not be done once others look into the file.
    """
    engine = make_engine(file, "make")
    try:
        with writing(engine) as connection:
            create_tables(connection)
        yield engine
        with contextlib.closing(engine.raw_connection()) as raw:
            raw.cursor().execute("PRAGMA journal_mode = WAL")
    finally:
        engine.dispose()


def sync_rows_and_feed_files(
    engine: Engine, folder: Path, tools: StoreTools, *, thorough: bool
) -> list[Text]:
    """Have the rows and the feeds' files alike; return what must be said."""
    notices: dict[Text, None] = {}
    while True:
        result = update_feed_files(engine, folder, tools, thorough=thorough)
        notices |= dict.fromkeys(result.notices)
        if not result.unknown:
            break
        with writing(engine) as connection:
            change = tools.make_log_writer(connection)
            texts, count = take_in_and_resummarize(change, result.unknown, may_give_up_id=False)
            keep_state_value(connection, CLOSED, OPEN)
        notices |= dict.fromkeys(texts)
        if not count:
            break
        thorough = True  # what stood around these lines may be damaged
    with engine.connect() as connection:
        is_other = _is_on_another_machine(connection, tools.machine)
    if is_other:
        with writing(engine) as connection:
            give_up_laptop_id(connection)
    return list(notices)


def _is_on_another_machine(connection: Connection, machine: str) -> bool:
    laptop = read_state_value(connection, LAPTOP)
    before = connection.execute(_MACHINE, {"laptop": laptop}).scalar() if laptop else None
    return bool(before and machine and before != machine)


def update_feed_files(
    engine: Engine, folder: Path, tools: StoreTools, *, thorough: bool = False
) -> FeedFilesUpdateResult:
    """Bring the files of all feeds in the data folder up to their rows.  Raises `OSError`."""
    unknown, notices = list[bytes](), list[Text]()
    with engine.connect() as connection:
        feeds = list(connection.execute(select(LaptopRow.laptop)).scalars())
    if feeds:
        make_feeds_folder(folder)
    for feed in feeds:
        file = feed_file(folder, feed)
        result = update_feed_file(engine, file, feed, tools.stamp, thorough=thorough)
        new_path = result.quarantined
        if result.diverged is not None:
            new_path = quarantine(file, tools.stamp())
            update_feed_file(engine, file, feed, tools.stamp)
        if new_path is not None:
            notices.append(
                T(
                    "{file} was damaged; it was moved to {moved} and made anew from the database.",
                    file=str(file),
                    moved=new_path.name,
                )
            )
        unknown += result.unknown
        notices += describe_lost_lines_of_file(engine, feed, result)
    known = {feed_file(folder, feed) for feed in feeds}
    for file in feed_files(folder):
        if file in known:
            continue
        if file.stat().st_size > LARGEST:
            why = T("it is too large")
            notices.append(T("{file} cannot be read: {why}.", file=str(file), why=why))
        else:
            unknown += read_whole_lines(file)
    return FeedFilesUpdateResult(unknown, notices)


def are_feed_files_sound(engine: Engine, folder: Path) -> bool:
    """Return whether the files of all feeds have nothing but their rows, by every byte.  Nobody
    waits for that.  Raises `OSError`, `Damaged`."""
    with engine.connect() as connection:
        feeds = list(connection.execute(select(LaptopRow.laptop)).scalars())
    return all(is_feed_file_sound(engine, feed_file(folder, feed), feed) for feed in feeds)


def sync_feed_files_to_disk(folder: Path) -> None:
    """Have the feeds' files on the disk; raises `OSError`."""
    for file in feed_files(folder):
        files.sync_to_disk(file)
    if (folder / FOLDER).is_dir():
        files.sync_to_disk(folder / FOLDER)


def read_whole_lines(file: Path) -> Iterator[bytes]:
    """Yield the lines that are whole in a file, wherever they stand; raises `OSError`."""
    with file.open("rb") as opened:
        yield from (line for _, line in scan_junk_and_lines(opened) if line)


def verify_rows_and_redo_summaries(engine: Engine, tools: StoreTools) -> None:
    """Read every row; raise `Damaged` where one is not as it was written.  Wrong summaries are made
    anew."""
    with engine.connect() as connection:
        rows = read_every_row(connection)
        if not rows.is_sound:
            raise Damaged
        summaries = find_wrong_summaries(connection, rows, tools.summarize)
        wrong = [each.log for each in summaries]
    for first in range(0, len(wrong), SUMMARIES_TOGETHER):
        with writing(engine) as connection:
            logs = wrong[first : first + SUMMARIES_TOGETHER]
            tools.make_log_writer(connection).summarize_again(logs)


def take_in_and_resummarize(
    change: LogWriter,
    lines: Iterable[bytes],
    *,
    may_give_up_id: bool,
    newer_laptops: dict[str, Text] | None = None,
) -> tuple[list[Text], int]:
    """Take in lines, make the summaries of their logs anew, and return what must be said and how
    many lines were new.  Where some are of a feed that was recorded here, another one begins.  For
    `newer_laptops` see `LineIntake`."""
    connection = change.connection
    intake = LineIntake(connection, connection.execute(OWN_LAPTOPS).scalars(), newer_laptops)
    intake.take_in_missing_lines(lines)
    if intake.last_added is not None:
        change.note_taken_in(*intake.last_added)
        change.summarize_again(list(intake.logs | dict.fromkeys(waiting_logs(connection))))
        change.summarize_again(find_event_matches_with_several_heads(connection, intake.logs))
    if intake.own and may_give_up_id:
        give_up_laptop_id(connection)
    return [*intake.notices, *describe_unreadable(connection, intake)], intake.lines


def describe_unreadable(connection: Connection, intake: LineIntake) -> list[Text]:
    """Return what is said of lines that were taken in and can't be read here, once their logs are
    summed up."""
    texts: dict[Text, None] = {}
    unreadable = {
        log
        for log in intake.logs
        if (each := read_log_state(connection, log)) is not None and each.read_only
    }
    for line, content in intake.unknown:
        if line.log:
            unreadable.add(line.log)
            continue
        texts[
            T(
                "Something that {laptop} recorded can’t be read on this computer ({why}). It was "
                "kept, and nothing else is affected.",
                laptop=read_laptop_name(connection, line.laptop),
                why=content.why,
            )
        ] = None
    for log in sorted(unreadable):
        texts[
            T(
                "{log} has something that this Scorepad can’t read, so it’s read-only on this "
                "computer. Everything was kept.",
                log=name_log(connection, log),
            )
        ] = None
    return list(texts)[:MOST_LOST]


def describe_lost_lines_of_file(
    engine: Engine, laptop: str, result: FeedFileUpdateResult
) -> list[Text]:
    """Return what is said of lines that were damaged in a feed's file and are whole nowhere."""
    if not result.damaged or result.unknown:
        return []
    lost_lines = [read_lost_line(laptop, each) for each in result.damaged]
    with engine.connect() as connection:
        seqs = select(LineRow.seq).where(col(LineRow.laptop) == laptop)
        there = set(connection.execute(seqs).scalars())
        # What is damaged may reach over the beginnings of several lines.
        gaps = set(range(min(there, default=0), max(there, default=0))) - there
        lost_lines += [LostLine(laptop, seq, "") for seq in sorted(gaps)]
        return describe_lost_lines(connection, [each for each in lost_lines if each.seq])


def describe_lost_lines(connection: Connection, lines: Iterable[LostLine]) -> list[Text]:
    """Return what is said of lines that are whole nowhere; nothing of those that are here."""
    by_place: dict[tuple[str, int], LostLine] = {}
    for each in lines:
        at = select(LineRow.seq).where(
            col(LineRow.laptop) == each.laptop, col(LineRow.seq) == each.seq
        )
        is_here = bool(each.seq) and connection.execute(at).first() is not None
        key = (each.laptop, each.seq)
        if not is_here and (each.log or key not in by_place):
            by_place[key] = each
    gaps = {laptop for laptop, seq in by_place if seq}
    return [each.text for each in by_place.values() if each.seq or each.laptop not in gaps][
        :MOST_LOST
    ]
