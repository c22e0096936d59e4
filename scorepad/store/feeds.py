"""A feed's file follows the rows of the feed: the second copy of everything that is recorded.

`update_feed_file` is the one catch-up there is: for the file in the data folder, for the one in a
folder that is shared or on a drive, at the start, after each commit and after damage.  A file is
the lines of its feed one after the other.  It may end sooner than the rows do, in the middle of a
line too: that is ordinary, and it gets the rest.  A line in it that is unknown here is handed back,
to be taken in, before anything is written.  Nothing is written over but what a write that was torn
left, and zeros; a file with anything else is moved away and made anew.
"""

from __future__ import annotations

import contextlib
import errno
import os
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache
from pathlib import Path
from typing import IO, Any, NamedTuple

from sqlalchemy import Engine, bindparam, or_
from sqlmodel import col, select

from scorepad import files
from scorepad.store.errors import Damaged
from scorepad.store.file_locks import lock
from scorepad.store.lines import (
    CHUNK,
    LARGEST,
    LONGEST_BYTES,
    Line,
    decode_line,
    scan_junk_and_lines,
    verified_hash,
)
from scorepad.store.tables import LaptopRow, LineRow

FOLDER = "feeds"
"""The folder of the feeds' files in the data folder."""
SUFFIX = ".jsonl"
MOST_DAMAGED = 100
"""Of so many damaged places in a file it is said what stood there."""
LONGEST_PIECE = 1000  # bytes of a damaged place that are looked at
_HASH_AT = select(LineRow.hash).where(
    col(LineRow.laptop) == bindparam("laptop"), col(LineRow.seq) == bindparam("seq")
)
_AFTER = (
    select(LineRow.seq, LineRow.hash, LineRow.line)
    .where(col(LineRow.laptop) == bindparam("laptop"), col(LineRow.seq) > bindparam("seq"))
    .order_by(col(LineRow.seq))
)
_CHAINS = select(LaptopRow.laptop).where(
    or_(col(LaptopRow.laptop) == bindparam("laptop"), col(LaptopRow.fork_of) == bindparam("laptop"))
)
_IS_HERE = select(LineRow.seq).where(
    col(LineRow.laptop).in_(_CHAINS),
    col(LineRow.seq) == bindparam("seq"),
    col(LineRow.hash) == bindparam("hash"),
)
_FLAGS = (
    os.O_RDWR
    | getattr(os, "O_BINARY", 0)
    | getattr(os, "O_NOFOLLOW", 0)
    | getattr(os, "O_NONBLOCK", 0)  # a pipe in the place of the file hangs nobody
    | getattr(os, "O_CLOEXEC", 0)
)


class FeedRows:
    """The rows of one feed.  They are read when they are asked for, so that they have at least what
    a locked file has.  `fresh` are the last lines, where they are known; `first` is the number of
    the first line that belongs to the file."""

    def __init__(
        self,
        engine: Engine,
        laptop: str,
        fresh: Sequence[tuple[int, bytes]] = (),
        first: int = 1,
    ) -> None:
        self._engine = engine
        self._laptop = laptop
        self._fresh = fresh
        self._first = first

    def hash_at(self, seq: int) -> str | None:
        """Return the hash of the line with this number; None where it is not here."""
        with self._engine.connect() as connection:
            at = {"laptop": self._laptop, "seq": seq}
            return connection.execute(_HASH_AT, at).scalar() if seq >= self._first else None

    def lines_after(self, seq: int) -> Iterator[tuple[int, bytes]]:
        """Yield numbers and lines after this number, in order; raises `Damaged`."""
        if self._fresh and self._fresh[0][0] == seq + 1:
            # Others may have gone on since; whoever did brings the file there.
            yield from self._fresh
            return
        with self._engine.connect() as connection:
            at = {"laptop": self._laptop, "seq": max(seq, self._first - 1)}
            row: Any
            for row in connection.execute(_AFTER, at):
                number, line_hash, text = row
                line = text.encode() if isinstance(text, str) else b""
                if verified_hash(line) != line_hash:
                    raise Damaged  # nothing damaged goes from one copy into the other
                yield number, line

    def is_in_no_feed(self, line: Line) -> bool:
        """Return whether a line is not here, under whichever feed."""
        with self._engine.connect() as connection:
            at = {"laptop": line.laptop, "seq": line.seq, "hash": line.hash}
            return connection.execute(_IS_HERE, at).first() is None


class FeedFileState(NamedTuple):
    """How `update_feed_file` left a file, up to the line `seq`: while it stays so, nobody reads
    it."""

    device: int
    inode: int
    size: int
    seq: int


class FeedFileUpdateResult(NamedTuple):
    """What became of a file: `unknown` lines that have to be taken in before it is followed again;
    `end` of the file; `quarantined` is where a damaged one was moved; `diverged` is the number of
    the first line that it does not have, where others stand that are here too: nothing was written
    then.  `damaged` has what stands
    in the file and is no line, as far as it was read."""

    unknown: list[bytes]
    end: FeedFileState | None = None
    quarantined: Path | None = None
    diverged: int | None = None
    damaged: list[bytes] = []


def stat_regular_file(file: Path) -> os.stat_result | None:
    """Return the `stat` of an ordinary file, None where nothing has the name.

    Raises `OSError` for a folder, a link, a pipe, a device.
    """
    try:
        status = file.lstat()
    except (FileNotFoundError, NotADirectoryError):
        return None
    files.refuse_irregular_file(status, file)
    return status


def feed_files(folder: Path) -> list[Path]:
    """Return the feeds' files in a data folder; raises `OSError` where something else has the name
    of one."""
    if not os.path.lexists(folder / FOLDER):
        return []
    paths = sorted((folder / FOLDER).glob(f"*{SUFFIX}"))
    for each in paths:
        stat_regular_file(each)
    return paths


def make_feeds_folder(folder: Path) -> None:
    """Make the folder of the feeds' files in a data folder where there is none; raises
    `OSError`."""
    if not (folder / FOLDER).exists():
        files.make_private_folder(folder / FOLDER)


@lru_cache(64)
def feed_file(folder: Path, laptop: str) -> Path:
    """Return the file of a feed in the data folder."""
    return folder / FOLDER / f"{laptop}{SUFFIX}"


def shared_file(folder: Path, laptop: str) -> Path:
    """Return the file of a feed in a folder that is shared."""
    return folder / f"scorepad-{laptop.replace('-', '')[:12]}{SUFFIX}"


def quarantine(file: Path, stamp: str) -> Path:
    """Move a damaged file to a dated name beside it that nothing has yet, and return that."""
    n = 0
    while True:
        new_path = file.with_name(f"{file.name}.damaged-{stamp}{f'-{n}' if n else ''}")
        if not os.path.lexists(new_path):
            break
        n += 1
    file.rename(new_path)
    return new_path


def update_feed_file(  # noqa: PLR0913  # each is one fact about the file
    engine: Engine,
    file: Path,
    laptop: str,
    stamp: Callable[[], str],
    *,
    last_state: FeedFileState | None = None,
    fresh: Sequence[tuple[int, bytes]] = (),
    first: int = 1,
    thorough: bool = False,
    mode: int = 0o600,
) -> FeedFileUpdateResult:
    """Bring the file of a feed up to its rows.

    `last_state` is how it was left the last time; `thorough` compares every byte.  `stamp` dates
    the name of a damaged file, `mode` says who may read a new one.  For `fresh` and `first` see
    `FeedRows`.  Raises `OSError`.
    """
    rows = FeedRows(engine, laptop, fresh, first)
    new_path, damaged_parts = None, list[bytes]()
    while True:
        with _locked(file, mode) as (opened, status):
            result = _examine_file(
                opened, status, rows, damaged_parts, last_state, thorough=thorough
            )
            if not isinstance(result, FeedFileUpdateResult):
                end = _append(opened, status, rows, *result)
                return FeedFileUpdateResult([], end, new_path, damaged=damaged_parts)
            if result.quarantined is None:
                return result._replace(damaged=damaged_parts)
            new_path = quarantine(file, stamp())
            last_state = None


def is_feed_file_sound(engine: Engine, file: Path, laptop: str) -> bool:
    """Return whether a file has nothing but the rows of its feed, as far as it went when it was
    opened: others go on writing meanwhile.  Raises `OSError`, `Damaged`."""
    status = stat_regular_file(file)
    if status is None:
        return True
    rest = status.st_size
    with file.open("rb", buffering=CHUNK) as opened:
        for _, line in FeedRows(engine, laptop).lines_after(0):
            there = opened.read(min(len(line) + 1, rest))
            if there != line + b"\n":
                return line.startswith(there) and len(there) == rest
            rest -= len(there)
    return rest == 0


@contextlib.contextmanager
def _locked(file: Path, mode: int) -> Iterator[tuple[IO[bytes], os.stat_result]]:
    """Open the file that has this name, made where there is none, and lock it; return how it is
    then."""
    while True:
        try:
            descriptor = os.open(file, _FLAGS | os.O_CREAT, mode)
        except OSError:
            stat_regular_file(file)  # of a link the system would say that it leads to itself
            raise
        try:
            try:
                is_locked = lock(descriptor)
            except OSError:
                is_locked = True  # some network disks lock nothing
            if not is_locked:
                raise TimeoutError(errno.EBUSY, os.strerror(errno.EBUSY), str(file))
            ours = os.fstat(descriptor)
            files.refuse_irregular_file(ours, file)
            if _has_name(ours, file):
                with open(descriptor, "r+b", closefd=False) as opened:
                    yield opened, ours
                return
        finally:
            os.close(descriptor)


def _has_name(status: os.stat_result, file: Path) -> bool:
    """Return whether this is the file that has the name now."""
    try:
        there = os.lstat(file)
    except FileNotFoundError:
        return False
    return (there.st_dev, there.st_ino) == (status.st_dev, status.st_ino)


def _examine_file(
    file: IO[bytes],
    status: os.stat_result,
    rows: FeedRows,
    damaged_parts: list[bytes],
    last_state: FeedFileState | None,
    *,
    thorough: bool,
) -> tuple[int, int] | FeedFileUpdateResult:
    """Return up to which line the file goes and where that line ends; or what else is the matter:
    `quarantined` is then set where it is damaged.  What is no line is added to `damaged_parts`."""
    if not thorough:
        if last_state is not None and last_state[:3] == (
            status.st_dev,
            status.st_ino,
            status.st_size,
        ):
            return last_state.seq, status.st_size
        end = _examine_end(file, status.st_size, rows)
        if end is not None:
            return end
    return _compare(file, status.st_size, rows, damaged_parts)


def _examine_end(file: IO[bytes], size: int, rows: FeedRows) -> tuple[int, int] | None:
    """Return up to which line a file goes, by its end alone; None where that does not tell."""
    if size == 0:
        return 0, 0
    start = max(0, size - LONGEST_BYTES)
    file.seek(start)
    data = file.read(size - start)
    whole, _, torn = data.rpartition(b"\n")
    last = whole.rpartition(b"\n")[2]
    line = decode_line(last)
    if line is None or rows.hash_at(line.seq) != line.hash:
        return None
    if torn and not _next_line(rows, line.seq).startswith(torn):
        return None
    return line.seq, size - len(torn)


def _next_line(rows: FeedRows, seq: int) -> bytes:
    return next((each + b"\n" for _, each in rows.lines_after(seq)), b"")


def _compare(
    file: IO[bytes], size: int, rows: FeedRows, damaged_parts: list[bytes]
) -> tuple[int, int] | FeedFileUpdateResult:
    """Compare every byte of a file with the rows."""
    if size > LARGEST:
        return FeedFileUpdateResult([], quarantined=Path())
    file.seek(0)
    seq = end = 0
    for number, line in rows.lines_after(0):
        there = file.read(len(line) + 1)
        if there != line + b"\n":
            break
        seq, end = number, end + len(there)
    file.seek(end)
    unknown, known = list[bytes](), 0
    is_diverged = False
    for before, line in scan_junk_and_lines(file, size):
        if before.strip() and len(damaged_parts) < MOST_DAMAGED:
            damaged_parts.append(before[:LONGEST_PIECE])
        if not line:
            break
        decoded = decode_line(line)
        if decoded is None:
            continue
        here = rows.hash_at(decoded.seq)
        if here == decoded.hash:
            known += 1
        elif rows.is_in_no_feed(decoded):
            unknown.append(line)
        elif here is not None:
            is_diverged = True
        else:
            known += 1
    if unknown:
        return FeedFileUpdateResult(unknown)
    if is_diverged:
        return FeedFileUpdateResult([], diverged=seq + 1)
    if known or not _is_torn_write(file, rows, seq, end):
        return FeedFileUpdateResult([], quarantined=Path())
    return seq, end


def _is_torn_write(file: IO[bytes], rows: FeedRows, seq: int, end: int) -> bool:
    """Return whether a file has nothing after the line `seq` but what belongs there, and zeros
    where it did not come to the disk."""
    file.seek(end)
    for _, line in rows.lines_after(seq):
        there = file.read(len(line) + 1)
        mixed = there if there.strip(b"\0") and not line.startswith(there) else b""
        if any(byte not in (0, own) for byte, own in zip(mixed, line + b"\n", strict=False)):
            return False
        if len(there) <= len(line):
            return True
    while rest := file.read(CHUNK):
        if rest.strip(b"\0"):
            return False
    return True


def _append(
    file: IO[bytes], status: os.stat_result, rows: FeedRows, seq: int, end: int
) -> FeedFileState:
    """Write all lines after `seq` where that one ends; what stands there is a part of them, and
    zeros."""
    file.seek(end)
    for number, line in rows.lines_after(seq):
        seq = number
        file.write(line + b"\n")
    file.flush()
    at = file.tell()
    if status.st_size > at:
        file.truncate()
    return FeedFileState(status.st_dev, status.st_ino, at, seq)
