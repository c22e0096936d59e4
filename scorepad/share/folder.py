"""The files of all laptops in a folder that they see: a USB drive, a share, a synchronized folder.

Each laptop writes two files there: its feed, which the store keeps, and its state, which says what
it has of the others.  It reads every file whose name begins as theirs do, whoever wrote it: the
lines say whose they are.  What is no whole line, or comes after a gap, stops a file until it
changes.
"""

from __future__ import annotations

import contextlib
import os
import stat
from collections.abc import Collection, Iterator, Mapping
from datetime import datetime
from itertools import islice
from pathlib import Path
from typing import IO

from scorepad.share.transport import (
    FeedReadPosition,
    NewLinesAndStates,
    laptop_names_and_times_text,
    stat_key,
)
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import N, T, Text
from scorepad.store.errors import (
    file_of_error,
    file_unusable_refusal,
    why_shared_folder_unusable,
)
from scorepad.store.feeds import SHARED_MODE, shared_file
from scorepad.store.lines import (
    CHUNK,
    LARGEST_STATE,
    LONGEST_BYTES,
    LaptopState,
    Line,
    decode_line,
    decode_state,
    encode_state,
)
from scorepad.store.sharing import FeedEnd, is_data_folder_or_its_feeds
from scorepad.store.store import Store

BEGINNING = "scorepad-"
STATE_SUFFIX = ".state"
MOST_LAPTOPS = 32
MOST_FILES = 1000
"""So many files of a folder are looked at."""
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)


class _ReadFile(FeedReadPosition):
    """How far a file was read: up to `offset`, where the line `last` ends."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: tuple[int, ...] = ()
        """How the file was when all of it was read, or it was stopped."""
        self.offset = 0
        self.last = b""


class SharedFolder:
    """The folder that is shared, as a `Transport`."""

    is_database = False

    def __init__(self, folder: Path) -> None:
        self.reports_stops_at_once = False
        self._folder = folder
        self._reader = FolderReader(folder)

    @property
    def name(self) -> str:
        """See `Transport.name`."""
        return str(self._folder)

    @property
    def is_stopped(self) -> bool:
        """See `Transport.is_stopped`."""
        return self._reader.is_stopped

    @property
    def problem_texts(self) -> list[Text]:
        """See `Transport.problem_texts`."""
        self._reader.reports_stops_at_once = self.reports_stops_at_once
        return self._reader.problem_texts

    def own_feeds_key(self, own: Collection[str]) -> object:
        """See `Transport.own_feeds_key`."""
        return tuple(stat_key(shared_file(self._folder, each)) for each in own)

    def publish(self, store: Store, *, thorough: bool) -> Text | None:
        """See `Transport.publish`."""
        return store.publish(thorough=thorough)

    def read(
        self, ends: Mapping[str, FeedEnd], most_lines: int, own: Collection[str]
    ) -> NewLinesAndStates:
        """See `Transport.read`."""
        own_files = {shared_file(self._folder, each).name for each in own}
        with self._refuse_folder_errors():
            return self._reader.read(ends, most_lines, own_files)

    def read_again(self) -> None:
        """See `Transport.read_again`."""
        self._reader.read_again()

    def write_state(self, state: LaptopState) -> None:
        """See `Transport.write_state`."""
        with self._refuse_folder_errors():
            write_state(self._folder, state)

    def close(self) -> None:
        """See `Transport.close`."""

    @contextlib.contextmanager
    def _refuse_folder_errors(self) -> Iterator[None]:
        try:
            yield
        except OSError as error:
            if (file := file_of_error(error, self._folder)) is not None:
                raise file_unusable_refusal(error, file) from error
            raise Refused(
                "The folder {folder} cannot be used: {why}",
                folder=self.name,
                why=why_shared_folder_unusable(error),
            ) from error


class FolderReader:
    """Reads the files in a folder from where it stopped.

    No more than a megabyte of one file is read at once, so a file of junk costs next to nothing.
    """

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.reports_stops_at_once = False
        """Whether a stopped file is in `problem_texts` before it was stopped for `SAID_AFTER`."""
        self._files: dict[str, _ReadFile] = {}
        self._states: dict[str, LaptopState] = {}
        self._has_too_many = False
        self._ends: Mapping[str, FeedEnd] = {}

    def read(
        self, ends: Mapping[str, FeedEnd], most_lines: int, own: Collection[str] = ()
    ) -> NewLinesAndStates:
        """Return what is new since the last call, some `most_lines` lines of it.

        `ends` says how far each feed goes here; `own` files, which
        the store keeps, are left out.  Raises `OSError` where the folder cannot be read.
        """
        lines, states, has_more = list[tuple[Line, bytes]](), list[LaptopState](), False
        listed = self._names()
        # A file system without case may have the own name in capitals; beside it that is a copy.
        ours = {*own, *(each for each in listed if each.lower() in {*own} - {*listed})}
        names = [each for each in listed if each not in ours]
        if ends != self._ends:
            self._ends = dict(ends)
            for each in self._files.values():
                each.seen = () if each.has_gap else each.seen
        for gone in self._files.keys() - set(names):
            del self._files[gone]
        for name in names:
            if len(lines) >= most_lines:
                has_more = True
                break
            read = self._files.setdefault(name, _ReadFile())
            try:
                has_more |= self._read_file(name, read, ends, lines, states)
            except OSError as error:
                read.seen = ()
                read.stop(T("{file} cannot be read: {why}.", file=name, why=os_reason(error)))
        return NewLinesAndStates(lines, states, has_more)

    def read_again(self) -> None:
        """Read each file the next time from the end of what is here."""
        self._files.clear()

    @property
    def is_stopped(self) -> bool:
        """Return whether a file cannot be read on."""
        return any(each.is_stopped for each in self._files.values())

    @property
    def problem_texts(self) -> list[Text]:
        """Return what has to be said of the files, a sentence each."""
        texts = [
            each.why
            for each in self._files.values()
            if each.why is not None and each.is_stop_reported(at_once=self.reports_stops_at_once)
        ]
        if self._has_too_many:
            texts.append(
                N(
                    "More than {n} laptop shares this folder; those that wrote longest ago are "
                    "left out.",
                    "More than {n} laptops share this folder; those that wrote longest ago are "
                    "left out.",
                    MOST_LAPTOPS,
                )
            )
        return texts

    def _names(self) -> list[str]:
        with os.scandir(self.folder) as entries:
            named = (
                each.name
                for each in entries
                if each.name.lower().startswith(BEGINNING)
                # A link may lead anywhere, or to itself.
                and each.is_file(follow_symlinks=False)
            )
            return sorted(islice(named, MOST_FILES))

    def _read_file(
        self,
        name: str,
        read: _ReadFile,
        ends: Mapping[str, FeedEnd],
        lines: list[tuple[Line, bytes]],
        states: list[LaptopState],
    ) -> bool:
        """Read on in a file, which is always opened anew: a synchronized one is replaced.  Return
        whether it has more."""
        descriptor = os.open(self.folder / name, _FLAGS)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            status = os.fstat(descriptor)
            seen = (status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns)
            if seen == read.seen or not stat.S_ISREG(status.st_mode):
                return False
            if read.offset and not _has_line_before(file, read):
                read.__init__()  # type: ignore[misc]  # it was replaced by another one
            if not read.offset:
                is_state = name.lower().endswith(STATE_SUFFIX)
                if is_state or status.st_size < LARGEST_STATE:
                    state = decode_state(_read(file, LARGEST_STATE + 1))
                    if state is not None:
                        read.__init__()  # type: ignore[misc]  # what stopped it is over
                        self._take_state(name, state, states)
                    elif is_state:
                        read.leave_out(T("{file} can’t be read and was left out.", file=name))
                    if state is not None or is_state:
                        read.seen = seen
                        return False
                self._find_beginning(file, status.st_size, read, ends)
            file.seek(read.offset)
            data = _read(file, CHUNK)
            is_at_end = read.offset + len(data) >= status.st_size
            has_lines = self._take_lines(name, data, read, ends, lines)
            if is_at_end and not read.is_stopped and read.offset < status.st_size:
                read.stop(T("{file} ends in the middle of a line; the rest waits.", file=name))
            if is_at_end or read.is_stopped:
                read.seen = seen
                return False
            return has_lines

    def _take_state(self, name: str, state: LaptopState, states: list[LaptopState]) -> None:
        """Take a state that is new.  A laptop's own file counts though its clock was set back;
        copies of it, such as a conflict leaves, count only while it is not there."""
        before = self._states.get(state.laptop)
        own_name = state_file_name(state.laptop)
        if before is None and len(self._states) >= MOST_LAPTOPS:
            self._has_too_many = True
            oldest = min(self._states.values(), key=lambda each: each.at)
            if state.at <= oldest.at:
                return
            del self._states[oldest.laptop]
        if (
            before is None
            or (name.lower() == own_name and state.at != before.at)
            or (own_name not in self._files and state.at > before.at)
        ):
            self._states[state.laptop] = state
            states.append(state)

    def _find_beginning(
        self, file: IO[bytes], size: int, read: _ReadFile, ends: Mapping[str, FeedEnd]
    ) -> None:
        """Go to the end of what is here already, in a file that is read for the first time."""
        file.seek(0)
        first = _first_line(_read(file, LONGEST_BYTES))
        end = ends.get(first.laptop) if first is not None else None
        if first is None or end is None or first.seq > end.seq:
            return
        low, high = 0, size
        while high - low > 2 * LONGEST_BYTES:
            middle = (low + high) // 2
            start, line = _line_after(file, middle)
            if line is None or line.laptop != first.laptop:
                return
            if line.seq <= end.seq:
                low = start
            else:
                high = middle
        file.seek(low)
        at = low
        for data in _whole_lines(_read(file, high - low + LONGEST_BYTES)):
            line = decode_line(data)
            if line is None:
                return
            at += len(data) + 1
            if (line.seq, line.hash) == (end.seq, end.hash):
                read.offset, read.last = at, data
                read.laptop, read.seq = line.laptop, line.seq
                return

    def _take_lines(
        self,
        name: str,
        data: bytes,
        read: _ReadFile,
        ends: Mapping[str, FeedEnd],
        lines: list[tuple[Line, bytes]],
    ) -> bool:
        """Take the whole lines that follow each other; return whether there were any."""
        read.resume()
        has_lines, done = False, 0
        for each in _whole_lines(data):
            line = read.accept_line_or_stop(name, each, ends)
            if line is None:
                break
            read.last, has_lines = each, True
            done += len(each) + 1
            lines.append((line, each))
        read.offset += done
        if not read.is_stopped and not has_lines:
            read.why = None
        if not has_lines and not read.is_stopped and len(data) - done > LONGEST_BYTES:
            read.stop(T("{file} is damaged; what comes after that is not read.", file=name))
        return has_lines


def _read(file: IO[bytes], size: int) -> bytes:
    parts = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _has_line_before(file: IO[bytes], read: _ReadFile) -> bool:
    """Return whether the line that was read last still stands where it stood."""
    file.seek(read.offset - len(read.last) - 1)
    return _read(file, len(read.last) + 1) == read.last + b"\n"


def _whole_lines(data: bytes) -> Iterator[bytes]:
    at = 0
    while (end := data.find(b"\n", at)) >= 0:
        yield data[at:end]
        at = end + 1


def _first_line(data: bytes) -> Line | None:
    return decode_line(next(_whole_lines(data), b""))


def _line_after(file: IO[bytes], at: int) -> tuple[int, Line | None]:
    """Return where the first line that begins after this place begins, and what it says."""
    file.seek(at)
    data = _read(file, 2 * LONGEST_BYTES)
    cut = data.find(b"\n") + 1
    return at + cut, _first_line(data[cut:]) if cut else None


def state_file_name(laptop: str) -> str:
    """Return the name of the file with a laptop's state."""
    return f"{BEGINNING}{laptop.replace('-', '')[:12]}{STATE_SUFFIX}"


def write_state(folder: Path, state: LaptopState) -> None:
    """Write the state of this laptop in the folder, whole or not at all.  Raises `OSError`."""
    file = folder / state_file_name(state.laptop)
    part = folder / f".{file.name}.part"
    flags = os.O_WRONLY | os.O_CREAT | os.O_TRUNC
    flags |= getattr(os, "O_NOFOLLOW", 0) | getattr(os, "O_NONBLOCK", 0)
    descriptor = os.open(part, flags, SHARED_MODE)
    with os.fdopen(descriptor, "wb") as opened:
        opened.write(encode_state(state))
    part.replace(file)


def refuse_any_data_folder(folder: Path, own_data_folder: Path) -> None:
    """Raise `Refused` where Scorepad keeps matches in a folder, this one or another."""
    if os.path.realpath(folder) == os.path.realpath(own_data_folder) or is_data_folder_or_its_feeds(
        folder
    ):
        raise Refused(
            "{folder} is a data folder of Scorepad; choose another one.", folder=str(folder)
        )


def check_folder_for_sharing(folder: Path, own_data_folder: Path, now: datetime) -> Text:
    """Return in a sentence that a folder can be shared, and who is there already; raises `Refused`
    where it cannot."""
    refuse_any_data_folder(folder, own_data_folder)
    part = folder / f".{BEGINNING}test-{os.getpid()}.part"
    try:
        part.write_bytes(b"test\n")
        is_same = part.read_bytes() == b"test\n"
        part.unlink()
        changes = FolderReader(folder).read({}, 1)
    except OSError as error:
        why = why_shared_folder_unusable(error)
        raise Refused(
            "The folder {folder} cannot be used: {why}", folder=str(folder), why=why
        ) from error
    if not is_same:
        raise Refused("The folder {folder} does not keep what is written.", folder=str(folder))
    states = sorted(changes.states, key=lambda each: each.at, reverse=True)
    if not states:
        return T("The folder can be used; no laptop has written there yet.")
    laptops = laptop_names_and_times_text(states, now)
    return T("The folder can be used; there are: {laptops}.", laptops=laptops)
