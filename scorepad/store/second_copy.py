"""The second copy: everything that is kept, once more, as lines of JSON beside the database.

`scorepad.jsonl` is only appended to, and each time brought to the disk, after the database has
what is in it and before anybody is told that it is kept.  So of the two files either may be lost,
cut or older than the other: opening puts the rest back (`salvage`).  One file for all matches,
because then opening reads nothing but its last line, however many matches there are: that line
is a mark, which the database has too.  They differ after a fault and after a kill between the
two writes; the copy is then read through once and, where need be, written anew.

A line is one of these::

    {"match": ID, "created": MICROSECONDS, "head": {…}, "hash": …}     a match begins (anew)
    {"match": ID, "kind": "event", "created": …, "head": {…}, "hash": …}    or an event
    {"match": ID, "entry": {…}, "hash": …}                             an entry arrived
    {"match": ID, "order": [[ENTRY ID, why it is unfit or null], …], "hash": …}    after a join
    {"match": ID, "aside": true, "hash": …}                            put out of the list
    {"mark": {"times": HOW OFTEN EVERYTHING WAS REPLACED, "n": …, "hash": …}}

The hashes of heads and entries are those of the database (`chain`).  After entries the mark has
the last one's, so that the database need not write it again; after anything else it has one of its
own.
"""

from __future__ import annotations

import contextlib
import os
from collections.abc import Iterable, Iterator, Sequence
from operator import attrgetter
from pathlib import Path
from sqlite3 import Connection
from typing import Literal

import msgspec

from scorepad import files
from scorepad.store import hash_chain

FILE = "scorepad.jsonl"
"""Its name in the data folder."""
LAST = 1024  # bytes; no mark is longer
BUFFER = 1 << 20
"""So many bytes of it are read at a time."""
MARKED = b'{"mark":{'
"""With this the line of a mark begins."""


class CopyMark(msgspec.Struct, frozen=True):
    """Says up to where a copy goes: `times` counts how often everything was replaced (`restore`),
    `n` what was written since, `hash` is that of the last."""

    times: int = 0
    n: int = 0
    hash: str = ""


class Line(msgspec.Struct, frozen=True, omit_defaults=True, kw_only=True):
    """Holds one line; which of the fields it has says what it is."""

    match: str = ""
    kind: Literal["match", "event"] = "match"
    created: int = 0
    head: msgspec.Raw = msgspec.Raw()
    entry: msgspec.Raw = msgspec.Raw()
    order: list[tuple[str, str | None]] | None = None
    aside: bool | None = None
    hash: str = ""
    mark: CopyMark | None = None


def head_line(
    kind: Literal["match", "event"], log_id: str, created: int, head: str, hash: str
) -> Line:
    """Return the line with which a match or an event begins."""
    raw = msgspec.Raw(head.encode())
    return Line(match=log_id, kind=kind, created=created, head=raw, hash=hash)


def entry_line(match_id: str, body: str, hash: str) -> Line:
    """Return the line of an entry that arrived."""
    return Line(match=match_id, entry=msgspec.Raw(body.encode()), hash=hash)


def order_line(match_id: str, order: Sequence[tuple[str, str | None]]) -> Line:
    """Return the line that gives the log this order from now on."""
    flat = [part for each in order for part in each]
    return Line(match=match_id, order=list(order), hash=hash_chain.digest(match_id, *flat))


def aside_line(match_id: str, aside: bool) -> Line:
    """Return the line that takes the match out of the list, or brings it back."""
    return Line(match=match_id, aside=aside, hash=hash_chain.digest(match_id, aside))


_line = msgspec.json.Decoder(Line)
_encoder = msgspec.json.Encoder()
_encode = _encoder.encode
_BINARY = getattr(os, "O_BINARY", 0)


class SecondCopy:
    """Reads and writes the second copy in a data folder."""

    def __init__(self, folder: Path, name: str = FILE) -> None:
        self.file = folder / name
        self._path = str(self.file)
        self._left: tuple[int, ...] = ()
        """How `append` left the file, with `_mark` at its end."""
        self._mark: CopyMark | None = None

    @property
    def readable(self) -> bool:
        """Return whether it may be read."""
        return os.access(self.file, os.R_OK)

    def mark(self) -> CopyMark | None:
        """Return its last line; None when there is none, or none that is whole. Raises
        `OSError`."""
        try:
            seen = files.stat_regular_file(self._path)
            if touched(seen) == self._left:
                return self._mark
            with self.file.open("rb", buffering=0) as file:
                size = file.seek(0, os.SEEK_END)
                file.seek(max(0, size - LAST))
                end = file.read(LAST)
        except FileNotFoundError:
            return None
        if not end.endswith(b"\n"):
            return None
        try:
            return _line.decode(end[:-1].rpartition(b"\n")[2]).mark
        except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
            return None

    def append(self, lines: Sequence[Line], mark: CopyMark) -> None:
        """Append lines and the mark after them; they are on the disk when this returns.  Raises
        `OSError`, and nothing of them is there then unless the disk fails in that too."""
        data = _encoder.encode_lines((*lines, Line(mark=mark)))
        descriptor = os.open(self._path, os.O_WRONLY | os.O_APPEND | _BINARY)
        try:
            written = 0
            try:
                while written < len(data):
                    written += os.write(descriptor, data[written:])
                os.fsync(descriptor)
            except OSError:
                with contextlib.suppress(OSError):
                    os.ftruncate(descriptor, os.fstat(descriptor).st_size - written)
                raise
            self._left, self._mark = touched(os.fstat(descriptor)), mark
        finally:
            os.close(descriptor)

    def write(self, lines: Iterable[Line], mark: CopyMark) -> None:
        """Write it anew.  Raises `OSError`."""
        with (
            files.replace_when_done(self.file, overwrite=True, private=True) as part,
            part.open("wb") as out,
        ):
            for line in lines:
                out.write(raw_line(line))
            out.write(raw_line(Line(mark=mark)))

    def lines(self, match_id: str = "") -> Iterator[Line | None]:
        """Yield every line, or those of one match; None for one that cannot be read. Raises
        `OSError`."""
        wanted = _encode(match_id)
        for raw in self.raw_lines():
            if not match_id or wanted in raw:
                yield read_line(raw)

    def raw_lines(self) -> Iterator[bytes]:
        """Yield every line as it is written. Raises `OSError`."""
        files.stat_regular_file(self.file)
        with self.file.open("rb", buffering=BUFFER) as file:
            yield from file


touched = attrgetter("st_dev", "st_ino", "st_size", "st_mtime_ns", "st_ctime_ns")
"""What differs after a change.  A program that copies a file sets the time of the last change back
to what it was there; that of the last touch it cannot."""


def raw_line(line: Line) -> bytes:
    """Return a line as it is written."""
    return _encode(line) + b"\n"


def read_line(raw: bytes) -> Line | None:
    """Return what a line says; None where it cannot be read."""
    try:
        if not raw.isascii():
            raw.decode()  # what is no text is no line
        return _line.decode(raw)
    except (msgspec.MsgspecError, UnicodeDecodeError, RecursionError):
        return None


class _KeptMark(CopyMark, frozen=True):
    """The mark in the database was kept when this was the key of its `last` entry.  What came since
    are entries, which move the mark by being there."""

    last: int = 0


_kept_mark = msgspec.json.Decoder(_KeptMark)
_READ = """
    SELECT value, entries.key, entries.hash
    FROM meta LEFT JOIN entries ON entries.key = (SELECT max(key) FROM entries)
    WHERE meta.key = 'mark'
"""
_KEEP = """
    UPDATE meta SET value = json_set(?, '$.last', (SELECT coalesce(max(key), 0) FROM entries))
    WHERE key = 'mark'
"""


def read_mark(connection: Connection) -> CopyMark | None:
    """Return the mark up to which the database goes; None where it cannot be read, or entries are
    not there that it has seen."""
    value, last, made = connection.execute(_READ).fetchone() or ("", None, None)
    try:
        mark = _kept_mark.decode(value or "{}")
    except msgspec.MsgspecError:
        return None
    since = (last or 0) - mark.last
    if since < 0:
        return None
    return CopyMark(mark.times, mark.n + since, str(made) if since else mark.hash)


def move_mark(connection: Connection, mark: CopyMark | None, lines: Sequence[Line]) -> CopyMark:
    """Return the mark after these lines were written, and keep it where they are not all entries
    that came after a mark."""
    if mark is not None and all(line.entry for line in lines):
        return CopyMark(mark.times, mark.n + len(lines), lines[-1].hash)
    return keep_mark(connection, mark, *(line.hash for line in lines))


def keep_mark(connection: Connection, before: CopyMark | None, *what: str) -> CopyMark:
    """Keep the mark that comes after this one and what was written since, and return it."""
    before = before or CopyMark()
    mark = CopyMark(before.times, before.n + 1, hash_chain.digest(before.hash, *what))
    connection.execute(_KEEP, (_encode(mark).decode(),))
    return mark
