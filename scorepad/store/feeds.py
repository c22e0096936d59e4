"""Feeds: the rows of the database as their source, and files as the second copy.

`bring_up_to_date` is the one way between a file and the rows, in the data folder and on a drive, at
the start, after each commit and after damage. A file has the lines of its feed one after the other.
A file that is behind the rows is ordinary, and gets the rest. A line in it that is unknown here is
taken in first. The remains of a torn write are overwritten; a file with anything else in it is
moved aside and written again.
"""

from __future__ import annotations

import contextlib
import errno
import io
import os
import re
from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import AbstractContextManager
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import IO, Any, NamedTuple, Protocol, TypeAlias

from sqlalchemy import Engine, bindparam
from sqlalchemy.orm import aliased
from sqlmodel import Session, col, func, select

from scorepad import files
from scorepad.budget import FileTooLarge
from scorepad.spades.words import N, T, Text
from scorepad.store.errors import Damaged, printable, unreadable_text, why_file_unusable
from scorepad.store.file_locks import lock
from scorepad.store.lines import (
    CHUNK,
    FORMAT,
    LARGEST,
    LONGEST_BYTES,
    FeedStart,
    Line,
    decode_line,
    scan_junk_and_lines,
    verified_hash,
)
from scorepad.store.tables import LineRow, reading, stream

FOLDER = "feeds"
"""The folder of the feeds' files in the data folder."""
SUFFIX = ".jsonl"
SHARED_MODE = 0o666
"""All readers of a shared folder may read the files in it, as far as the system's mask allows."""
STAMP = "%Y%m%d-%H%M%S"
MOST_DAMAGED = 100
"""So many damaged places in a file are looked at."""
MOST_REPORTED = 20
"""So many logs, or feeds with missing lines, are each reported."""
LONGEST_PIECE = 1000  # bytes of a damaged place that are looked at
_FLAGS = (
    os.O_RDWR
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe in the place of the file must not block
    | getattr(os, "O_CLOEXEC", 0)
)
_SEQ = re.compile(rb'"seq":(\d{1,15})')
_LOG = re.compile(rb'"log":"([0-9a-f-]{36})"')


TakeIn: TypeAlias = Callable[[Sequence[bytes]], int]
"""Takes in lines, and returns how many were new."""


class FeedRows:
    """The rows of one feed, from the line `first` on, read on demand, so they have at least those
    of a locked file."""

    def __init__(self, engine: Engine, laptop: str, first: int = 1) -> None:
        self.laptop = laptop
        self._engine = engine
        self._first = first

    def hash_at(self, seq: int) -> str | None:
        """Return the hash of the line with this number; None if it is not here."""
        with reading(self._engine) as session:
            line_hash = hash_at(session, self.laptop, seq)
            return line_hash if line_hash and seq >= self._first else None

    def lines_after(self, seq: int) -> Iterator[tuple[int, bytes]]:
        """Yield numbers and lines after this number, in order; raises `Damaged`."""
        after: dict[str, Any] = {"laptop": self.laptop, "after": max(seq, self._first - 1)}
        with reading(self._engine) as session:
            for number, line_hash, text in stream(session, _select_lines_after(), **after):
                yield number, proved_line(line_hash, text)

    def has(self, line: Line) -> bool:
        """Return whether a line is here, in whichever chain of its laptop."""
        at = {"seq": line.seq, "hash": line.hash}
        with reading(self._engine) as session:
            return session.exec(_select_line_of_any_feed(), params=at).first() is not None


def proved_line(line_hash: str, text: object) -> bytes:
    """Return the line of a row; raises `Damaged` if it is not as it was written: damage in one
    copy never gets into the other."""
    line = text.encode("utf-8", "replace") if isinstance(text, str) else b""
    if verified_hash(line) != line_hash:
        raise Damaged
    return line


def hash_at(session: Session, laptop: str, seq: int) -> str:
    """Return the hash of a line ("": it is not here)."""
    return session.exec(_select_hash(), params={"laptop": laptop, "seq": seq}).first() or ""


@cache  # to build a query takes longer than to run it
def _select_hash() -> Any:
    at = col(LineRow.laptop) == bindparam("laptop"), col(LineRow.seq) == bindparam("seq")
    return select(LineRow.hash).where(*at)


def last_seq(session: Session, laptop: str) -> int:
    """Return the greatest number of a line of this feed (0: it has none)."""
    return session.exec(_select_last_seq(), params={"laptop": laptop}).one() or 0


@cache  # of one feed SQLite finds it without a look at all lines, but not of several together
def _select_last_seq() -> Any:
    return select(func.max(LineRow.seq)).where(col(LineRow.laptop) == bindparam("laptop"))


@cache
def _select_lines_after() -> Any:
    after = col(LineRow.laptop) == bindparam("laptop"), col(LineRow.seq) > bindparam("after")
    return select(LineRow.seq, LineRow.hash, LineRow.line).where(*after).order_by(col(LineRow.seq))


@cache
def _name_feeds() -> Any:
    one, other = aliased(LineRow), aliased(LineRow)
    feeds: Any = select(func.min(one.laptop).label("laptop")).cte("feeds", recursive=True)
    following = select(func.min(other.laptop)).where(other.laptop > feeds.c.laptop)
    return feeds.union_all(select(following.scalar_subquery()).where(feeds.c.laptop.is_not(None)))


@cache
def _select_line_of_any_feed() -> Any:
    return select(LineRow.seq).where(
        col(LineRow.laptop).in_(select(_name_feeds().c.laptop)),
        col(LineRow.seq) == bindparam("seq"),
        col(LineRow.hash) == bindparam("hash"),
    )


@cache
def _select_first_lines() -> Any:
    feeds, each = _name_feeds(), aliased(LineRow)
    first = select(func.min(each.seq)).where(each.laptop == feeds.c.laptop).scalar_subquery()
    query: Any = select(LineRow.laptop, LineRow.hash, LineRow.line)
    return query.join(feeds, col(LineRow.laptop) == feeds.c.laptop).where(col(LineRow.seq) == first)


def read_first_lines(session: Session) -> dict[str, Line]:
    """Return the first line here of each feed; raises `Damaged`."""
    found = dict[str, Line]()
    for feed, line_hash, text in session.exec(_select_first_lines()):
        line = decode_line(proved_line(line_hash, text))
        if line is None:
            raise Damaged
        found[feed] = line
    return found


def start_of(line: Line | None) -> FeedStart:
    """Return the first line of a feed; an empty one if it is not here."""
    content = None if line is None else line.content
    return content if isinstance(content, FeedStart) else FeedStart(FORMAT)


# Files


def feed_file(folder: Path, laptop: str) -> Path:
    """Return the file of a feed in the data folder."""
    return folder / FOLDER / f"{laptop}{SUFFIX}"


def shared_file(folder: Path, laptop: str) -> Path:
    """Return the file of a feed in a folder that is shared."""
    return folder / f"scorepad-{laptop.replace('-', '')[:12]}{SUFFIX}"


def stat_regular_file(file: Path) -> os.stat_result | None:
    """Return the `stat` of an ordinary file, None if nothing has the name.

    Raises `OSError` for a folder, a link, a pipe, a device.
    """
    try:
        status = file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    files.refuse_irregular_file(status, file)
    return status


@contextlib.contextmanager
def open_regular_file(file: Path) -> Iterator[tuple[IO[bytes], int]]:
    """Open an ordinary file to read it, and yield its size too; raises `OSError` for anything else,
    and for one that is too large to be searched for lines."""
    status = stat_regular_file(file)
    if status is not None and status.st_size > LARGEST:
        raise FileTooLarge(file, LARGEST)
    with file.open("rb") as opened:
        yield opened, os.fstat(opened.fileno()).st_size


def feed_files(folder: Path) -> list[Path]:
    """Return the feeds' files in a data folder, of any content; raises `OSError` if their folder is
    none, or can't be read."""
    feeds = folder / FOLDER
    if not os.path.lexists(feeds):
        return []
    if feeds.is_symlink() or not feeds.is_dir():
        raise FileExistsError(errno.EEXIST, os.strerror(errno.EEXIST), str(feeds))
    with os.scandir(feeds) as entries:
        return sorted(Path(each.path) for each in entries if each.name.endswith(SUFFIX))


def move_aside(file: Path, stamp: str) -> Path:
    """Move a damaged file to a dated name beside it, which is not a feed's, and return that."""
    n = 0
    while True:
        new = file.with_name(f"damaged-{stamp}{f'-{n}' if n else ''}-{file.name}.bak")
        if not os.path.lexists(new):
            break
        n += 1
    file.rename(new)
    return new


@dataclass
class FileComparison:
    """How a file differs from the rows of its feed.

    Attributes:
        seq: The number of the line up to which both have the same.
        end: Where that line ends in the file.
        unknown: The whole lines after that which are nowhere here.
        known: Whether it has others that are here: out of place, or in another chain.
        is_other_chain: Whether one of those has the number of another line of this feed.
        damaged: The bytes that are no line.
        is_torn: Whether a torn write could have left all of these.
    """

    seq: int = 0
    end: int = 0
    unknown: list[bytes] = field(default_factory=list)
    known: bool = False
    is_other_chain: bool = False
    damaged: list[bytes] = field(default_factory=list)
    is_torn: bool = True

    @property
    def is_sound(self) -> bool:
        """Whether the file can be continued at `end`: the rest is in the rows, or left by a torn
        write."""
        if self.unknown or self.is_other_chain:
            return False
        return not self.damaged if self.known else self.is_torn


def compare_file(rows: FeedRows, file: IO[bytes], size: int) -> FileComparison:
    """Compare every byte of a file with the rows of its feed; `size` is where reading stops.

    Raises `OSError`, `Damaged`.
    """
    found = FileComparison()
    file.seek(0)
    for number, line in rows.lines_after(0):
        there = file.read(len(line) + 1) if found.end + len(line) < size else b""
        if there != line + b"\n":
            break
        found.seq, found.end = number, found.end + len(there)
    file.seek(found.end)
    rest = 0
    for before, line in scan_junk_and_lines(file, size):
        rest += len(before) + len(line)
        if before.strip(b"\n") and len(found.damaged) < MOST_DAMAGED:
            found.damaged.append(before[:LONGEST_PIECE])
        decoded = decode_line(line) if line else None
        if decoded is None:
            continue
        here = rows.hash_at(decoded.seq)
        if here != decoded.hash and not rows.has(decoded):
            found.unknown.append(line)
        else:
            found.known = True
            found.is_other_chain |= here is not None and here != decoded.hash
    if rest and not found.known and not found.unknown:
        file.seek(found.end)
        found.is_torn = _is_torn_write(file, size, rows.lines_after(found.seq))
    return found


def _is_torn_write(file: IO[bytes], size: int, lines: Iterator[tuple[int, bytes]]) -> bool:
    while chunk := file.read(min(CHUNK, size - file.tell())):
        own = b""
        while len(own) < len(chunk) and (following := next(lines, None)) is not None:
            own += following[1] + b"\n"
        padded = own[: len(chunk)].ljust(len(chunk), b"\0")
        if any(byte not in (0, mine) for byte, mine in zip(chunk, padded, strict=True)):
            return False
        if len(own) > len(chunk):
            return not file.read(1)
    return True


class FileUpdate(NamedTuple):
    """How a file was brought up to date.

    Attributes:
        moved: Where a damaged file was moved.
        damaged: The bytes in it that were no line.
        left_out: Lines in it that could not be taken in; then nothing was written.
        other_chain: The number of the first line that it does not have, where it has another chain
            of lines, which is here too; then nothing was written.
    """

    moved: Path | None = None
    damaged: Sequence[bytes] = ()
    left_out: Sequence[bytes] = ()
    other_chain: int | None = None


class FeedCopy(Protocol):
    """A copy of a feed beside its rows, as a file or in a database."""

    def compare(self, rows: FeedRows, *, thorough: bool) -> AbstractContextManager[FileComparison]:
        """Return a context with the difference between the file and the rows, in which no other
        process writes to it; `thorough` compares all of it, not its end alone. Raises `OSError`,
        `Damaged`, `Refused`."""

    def write_on(self, rows: FeedRows, found: FileComparison) -> bool:
        """Write all lines of the rows after those that both have; return whether they are there
        then."""

    def move_aside(self) -> Path:
        """Move it, because it is damaged, and return where."""


class FeedFile:
    """The file of a feed, as a `FeedCopy`; `stamp` dates the name of a damaged one, `mode` has the
    permissions of a new one."""

    def __init__(self, file: Path, stamp: str, mode: int = 0o600) -> None:
        self._file = file
        self._stamp = stamp
        self._mode = mode
        self._opened: IO[bytes] = io.BytesIO()
        self._size = 0

    @contextlib.contextmanager
    def compare(self, rows: FeedRows, *, thorough: bool) -> Iterator[FileComparison]:
        with _locked(self._file, self._mode) as (self._opened, self._size):
            end = None if thorough else _known_end(rows, self._opened, self._size)
            if end is not None:
                yield FileComparison(*end)
            elif self._size <= LARGEST:
                yield compare_file(rows, self._opened, self._size)
            else:
                yield FileComparison(is_torn=False)

    def write_on(self, rows: FeedRows, found: FileComparison) -> bool:
        file = self._opened
        file.seek(found.end)
        for _, line in rows.lines_after(found.seq):
            file.write(line + b"\n")
        file.flush()
        if self._size > file.tell():
            file.truncate()
        return True

    def move_aside(self) -> Path:
        return move_aside(self._file, self._stamp)


def bring_up_to_date(
    rows: FeedRows, copy: FeedCopy, take_in: TakeIn, *, thorough: bool = False
) -> FileUpdate:
    """Bring a copy and the rows of its feed up to each other: `take_in` gets the lines that are in
    the copy alone, and the copy gets all that the rows have beyond its end.

    `thorough` compares all of it, not the end alone.  Raises `OSError`, `Damaged`, `Refused`.
    """
    moved, damaged = None, list[bytes]()
    while True:
        with copy.compare(rows, thorough=thorough) as found:
            damaged += found.damaged
            if found.is_sound:
                if copy.write_on(rows, found):
                    return FileUpdate(moved, damaged if moved else ())
                continue
        if found.unknown:
            if not take_in(found.unknown):
                return FileUpdate(moved, damaged, found.unknown)
            thorough = True  # the bytes around them may be damaged
        elif found.is_other_chain:
            return FileUpdate(moved, damaged, (), found.seq + 1)
        else:
            moved = copy.move_aside()


@contextlib.contextmanager
def _locked(file: Path, mode: int) -> Iterator[tuple[IO[bytes], int]]:
    while True:
        try:
            descriptor = os.open(file, _FLAGS | os.O_CREAT, mode)
        except OSError:
            stat_regular_file(file)  # the system's error for a link would be about a loop
            raise
        try:
            files.refuse_irregular_file(os.fstat(descriptor), file)
        except OSError:
            os.close(descriptor)
            raise
        with os.fdopen(descriptor, "r+b") as opened:
            try:
                is_locked = lock(descriptor)
            except OSError:
                is_locked = True  # some network disks lock nothing
            if not is_locked:
                raise TimeoutError(errno.EBUSY, os.strerror(errno.EBUSY), str(file))
            ours = os.fstat(descriptor)
            with contextlib.suppress(FileNotFoundError):
                if os.path.samestat(ours, file.lstat()):
                    yield opened, ours.st_size
                    return


def _known_end(rows: FeedRows, file: IO[bytes], size: int) -> tuple[int, int] | None:
    if size == 0:
        return 0, 0
    start = max(0, size - LONGEST_BYTES)
    file.seek(start)
    whole, _, torn = file.read(size - start).rpartition(b"\n")
    line = decode_line(whole.rpartition(b"\n")[2])
    if line is None or rows.hash_at(line.seq) != line.hash:
        return None
    if torn and not next((each for _, each in rows.lines_after(line.seq)), b"").startswith(torn):
        return None
    return line.seq, size - len(torn)


# All feeds of a data folder


def bring_feed_files_up_to_date(
    engine: Engine,
    folder: Path,
    stamp: Callable[[], str],
    take_in: TakeIn,
    *,
    laptops: Collection[str] | None = None,
    thorough: bool = False,
) -> tuple[list[Text], list[OSError]]:
    """Bring the files of these feeds (or all) in the data folder and their rows up to each other;
    return the notices, and why files could not be read or written.

    Such a file is reported: the database has what was recorded.  Raises errors of the database, and
    `Damaged`.
    """
    texts, errors, done = list[Text](), list[OSError](), set[str]()
    try:
        there = feed_files(folder)
        if laptops is None:
            ours = {feed_file(folder, each) for each in read_feeds(engine)}
            for file in there:
                if file not in ours and (text := _take_in_stray_file(file, take_in)) is not None:
                    texts.append(text)
        if laptops or read_feeds(engine):
            files.make_private_folder(folder / FOLDER)
    except OSError as error:
        return [behind_text(folder / FOLDER, error)], [error]
    while feeds := [each for each in laptops or read_feeds(engine) if each not in done]:
        for laptop in feeds:
            done.add(laptop)
            file, rows = feed_file(folder, laptop), FeedRows(engine, laptop)
            copy = FeedFile(file, stamp())
            try:
                update = bring_up_to_date(rows, copy, take_in, thorough=thorough)
                if update.other_chain is not None:
                    moved = copy.move_aside()
                    update = bring_up_to_date(rows, copy, take_in)._replace(moved=moved)
            except OSError as error:
                errors.append(error)
                texts.append(behind_text(file, error))
                continue
            texts += describe_update(engine, laptop, printable(file), update)
    return texts, errors


def describe_update(engine: Engine, laptop: str, place: str, update: FileUpdate) -> list[Text]:
    """Return the report on a feed at a place that was brought up to date."""
    texts = describe_missing_lines(engine, find_missing_lines(laptop, update.damaged))
    if update.moved is None:
        return texts
    return [
        T(
            "{file} was damaged; Scorepad moved it to {moved} and wrote a new one.",
            file=place,
            moved=update.moved.name,
        ),
        *texts,
    ]


def _take_in_stray_file(file: Path, take_in: TakeIn) -> Text | None:
    try:
        with open_regular_file(file) as (opened, _):
            take_in([line for _, line in scan_junk_and_lines(opened) if line])
    except OSError as error:
        return unreadable_text(file, error)
    return None


def behind_text(file: Path, error: OSError) -> Text:
    """Return the sentence about a feed's file, or their folder, that can't be read or written."""
    return T(
        "Couldn't update {file}: {why}. Your entries are safe in the database.",
        file=printable(file),
        why=why_file_unusable(error),
    )


def read_feeds(engine: Engine) -> list[str]:
    """Return the feeds of which there are lines."""
    with reading(engine) as session:
        return list(read_first_lines(session))


def sync_feed_files(folder: Path) -> None:
    """Wait until the feeds' files are on the disk; raises `OSError`."""
    for file in feed_files(folder):
        files.sync_to_disk(file)
    if (folder / FOLDER).is_dir():
        files.sync_to_disk(folder / FOLDER)


# Lines that are missing


class MissingLine(NamedTuple):
    """A line that may be damaged everywhere in this folder.

    Attributes:
        laptop: Its feed.
        seq: Its number (0: some lines, whose numbers are not known).
        log: Its match or event ("": not known).
    """

    laptop: str
    seq: int = 0
    log: str = ""


def find_missing_lines(laptop: str, damaged: Iterable[bytes]) -> Iterator[MissingLine]:
    """Yield the lines of a feed that these damaged remains were, as far as they can be read."""
    for piece in damaged:
        seq, log = _SEQ.search(piece), _LOG.search(piece)
        yield MissingLine(laptop, int(seq[1]) if seq else 0, log[1].decode() if seq and log else "")


def describe_missing_lines(
    engine: Engine, candidates: Iterable[MissingLine], feeds_in_doubt: Iterable[str] = ()
) -> list[Text]:
    """Return a sentence for each feed with lines that are not here: these candidates, and gaps. The
    end of each of `feeds_in_doubt` is unknown."""
    in_doubt = set(feeds_in_doubt)
    by_feed: dict[str, dict[int, str]] = {each: {} for each in sorted(in_doubt)}
    for laptop, seq, log in sorted(candidates):  # those with a log last
        by_feed.setdefault(laptop, {})[seq] = log
    if not by_feed:
        return []
    texts = list[Text]()
    with reading(engine) as session:
        writers = {feed: line.laptop for feed, line in read_first_lines(session).items()}
    for laptop, damaged in by_feed.items():
        writer = writers.get(laptop, laptop)
        with reading(engine) as session:
            chains = col(LineRow.laptop).in_((laptop, writer))
            there = session.exec(select(LineRow.laptop, LineRow.seq).where(chains)).all()
        own = [seq for feed, seq in there if feed == laptop]
        begin = 1 if laptop == writer else min(own, default=0)
        missing = dict.fromkeys(range(begin, max(own, default=0)), "") | damaged
        for _, seq in there:
            missing.pop(seq, None)
        has_unknown = missing.pop(0, None) is not None
        if missing:
            logs = ", ".join(sorted(set(missing.values()) - {""}))
            text = N(
                "This folder is missing line {seqs} of the entries from {laptop}{about}. A "
                "drive, a backup, or another laptop may have it. If not, compare the matches "
                "with the paper sheets.",
                "This folder is missing lines {seqs} of the entries from {laptop}{about}. A "
                "drive, a backup, or another laptop may have them. If not, compare the matches "
                "with the paper sheets.",
                len(missing),
                seqs=", ".join(map(str, sorted(missing)[:MOST_REPORTED])),
                laptop=laptop,
                about=f" ({logs})" if logs else "",
            )
            texts.append(text)
        elif has_unknown and laptop in in_doubt:
            text = T(
                "Part of the data from {laptop} is damaged. A drive, a backup, or another "
                "laptop may have a good copy. If not, compare the matches with the paper "
                "sheets.",
                laptop=laptop,
            )
            texts.append(text)
    return texts[:MOST_REPORTED]
