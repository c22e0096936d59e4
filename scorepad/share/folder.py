"""The files of all laptops in a folder that they see: a USB drive, a share, a synchronized folder.

Each laptop writes two files there: its feed, which the store keeps, and its state.  It reads every
file whose name and content begin like those of a feed or a state: the lines name their laptop.
Anything else there belongs to other programs.
"""

from __future__ import annotations

import contextlib
import os
from bisect import bisect_right
from collections.abc import Iterator
from datetime import datetime
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import IO, TypeAlias

from scorepad import files
from scorepad.share.transport import (
    MOST_FEEDS,
    Answer,
    PublishedFeed,
    usable_place_text,
)
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.words import T, Text
from scorepad.store.errors import (
    file_of_error,
    file_unusable_refusal,
    printable,
    shared_folder_unusable_text,
    why_shared_folder_unusable,
)
from scorepad.store.feeds import SHARED_MODE, shared_file
from scorepad.store.lines import (
    CHUNK,
    GREATEST,
    LARGEST_STATE,
    LONGEST_BYTES,
    START,
    LaptopState,
    decode_line,
    decode_state,
    encode_state,
    frame_of,
    scan_junk_and_lines,
)
from scorepad.store.sharing import is_data_folder_or_its_feeds
from scorepad.store.store import Store

BEGINNING = "scorepad-"
STATE_SUFFIX = ".state"
NEAR = 1 << 14  # bytes that are read where a line is looked for
_FLAGS = os.O_RDONLY | getattr(os, "O_BINARY", 0) | getattr(os, "O_NONBLOCK", 0)
_Found: TypeAlias = PublishedFeed | LaptopState | Text | None
"""The kind of a file: a feed, a state, a state that can't be read (a sentence), or none of ours."""


class SharedFolder:
    """The folder that is shared, as a `Transport`; a feed has the name of its file."""

    is_database = False

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._files: dict[str, tuple[object, _Found]] = {}
        """The kind of each file, with its state when it was read."""

    def look(self) -> Answer:
        known, self._files = self._files, {}
        with self._refuse_folder_errors(), os.scandir(self._folder) as entries:
            names = sorted(
                each.name
                for each in entries
                if each.name.lower().startswith(BEGINNING)
                # A link may lead anywhere, or to itself.
                and each.is_file(follow_symlinks=False)
            )
        found = {name: self._read_if_changed(name, known) for name in names[:MOST_FEEDS]}
        states = dict[str, LaptopState]()
        # A laptop's own file counts though its clock was set back, not a copy of it.
        of_laptops = ((name, each) for name, each in found.items() if isinstance(each, LaptopState))
        for _, state in sorted(of_laptops, key=_rank_state):
            states[state.laptop] = state
        return Answer(
            {name: each for name, each in found.items() if isinstance(each, PublishedFeed)},
            states,
            tuple(each for each in found.values() if isinstance(each, Text)),
            len(names) > MOST_FEEDS,
        )

    def _read_if_changed(self, name: str, known: dict[str, tuple[object, _Found]]) -> _Found:
        try:
            status = (self._folder / name).stat(follow_symlinks=False)
            seen = status.st_dev, status.st_ino, status.st_size, status.st_mtime_ns
            before = known.get(name)
            found = before[1] if before and before[0] == seen else self._read_file(name, seen)
        except OSError as error:
            why = T("{file} can't be read: {why}.", file=_shown(name), why=os_reason(error))
            return PublishedFeed(why=why)
        self._files[name] = seen, found
        return found

    def _read_file(self, name: str, version: object) -> _Found:
        with self._opened(name) as (file, size):
            head = _read(file, LARGEST_STATE + 1 if size <= LARGEST_STATE else len(START))
            if not head.startswith(START[:-1]):
                return None
            if size <= LARGEST_STATE and frame_of(head) is None:
                state = decode_state(head)
                if state is not None:
                    return state
            if name.lower().endswith(STATE_SUFFIX):
                return T("{file} can't be read and was left out.", file=_shown(name))
            for length in (NEAR, LONGEST_BYTES):
                file.seek(max(0, size - length))
                whole, _, rest = _read(file, length).rpartition(b"\n")
                if length >= size or b"\n" in whole:
                    break
        last, is_damaged = whole.rpartition(b"\n")[2], False
        if decode_line(last) is None:
            last, is_damaged = b"", bool(whole) or len(rest) >= LONGEST_BYTES
            for _, line in scan_junk_and_lines(BytesIO(whole + b"\n")):
                last = line or last
        return PublishedFeed(last, is_damaged, bool(rest), None, version)

    def lines_after(self, name: str, seq: int, most: int) -> list[bytes]:
        """See `Transport.lines_after`: of a megabyte at most, so that a file of junk costs
        little."""
        with self._opened(name) as (file, size):
            blocks = range(0, size, NEAR)
            first_after = bisect_right(blocks, seq, key=partial(_number_after, file))
            lines = _lines_from(file, max(0, first_after - 1) * NEAR, CHUNK)
        numbers = (frame and frame[0] for frame in map(frame_of, lines))
        known = max((n for n, each in enumerate(numbers, 1) if each and each <= seq), default=0)
        return lines[known : known + most]

    @contextlib.contextmanager
    def _opened(self, name: str) -> Iterator[tuple[IO[bytes], int]]:
        """Open a file anew: a synchronized one is replaced.  Raises `OSError`."""
        descriptor = os.open(self._folder / name, _FLAGS)
        with os.fdopen(descriptor, "rb", buffering=0) as file:
            status = os.fstat(descriptor)
            files.refuse_irregular_file(status, self._folder / name)
            yield file, status.st_size

    def publish(self, store: Store, *, thorough: bool) -> None:
        if (why := store.publish(thorough=thorough)) is not None:
            raise Refused(why)

    def name_of(self, laptop: str) -> str:
        return shared_file(self._folder, laptop).name

    def describe(self, name: str) -> str:
        return _shown(name)

    def write_state(self, state: LaptopState) -> None:
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
            raise Refused(shared_folder_unusable_text(self._folder, error)) from error


def _shown(name: str) -> str:
    return printable(Path(name))


def _read(file: IO[bytes], size: int) -> bytes:
    parts = []
    while size > 0 and (part := file.read(size)):
        parts.append(part)
        size -= len(part)
    return b"".join(parts)


def _lines_from(file: IO[bytes], at: int, length: int) -> list[bytes]:
    """Return the lines that begin at a place in a file or after it, and are whole.  Of bytes that
    are longer than any line, they are one."""
    file.seek(at)
    lines = _read(file, length).split(b"\n")
    if len(lines) == 1 and length > LONGEST_BYTES:
        return lines
    return lines[1 if at else 0 : -1]


def _number_after(file: IO[bytes], at: int) -> int:
    for length in (NEAR, 2 * LONGEST_BYTES):
        for line in _lines_from(file, at, length):
            if (frame := frame_of(line)) is not None:
                return frame[0]
    return GREATEST


def state_file_name(laptop: str) -> str:
    """Return the name of the file with a laptop's state."""
    return f"{BEGINNING}{laptop.replace('-', '')[:12]}{STATE_SUFFIX}"


def _rank_state(named: tuple[str, LaptopState]) -> tuple[bool, datetime]:
    name, state = named
    return name.lower() == state_file_name(state.laptop), state.at


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
    """Raise `Refused` if Scorepad keeps matches in a folder, this one or another."""
    if os.path.realpath(folder) == os.path.realpath(own_data_folder) or is_data_folder_or_its_feeds(
        folder
    ):
        raise Refused(
            "{folder} is a Scorepad data folder. Choose another folder.", folder=str(folder)
        )


def check_folder_for_sharing(folder: Path, own_data_folder: Path, now: datetime) -> Text:
    """Return a sentence that a folder can be shared, with the laptops there; raises `Refused` if
    it can't."""
    refuse_any_data_folder(folder, own_data_folder)
    part = folder / f".{BEGINNING}test-{os.getpid()}.part"
    try:
        part.write_bytes(b"test\n")
        is_same = part.read_bytes() == b"test\n"
        part.unlink()
    except OSError as error:
        why = why_shared_folder_unusable(error)
        raise Refused(
            "Can't use the folder {folder}: {why}", folder=str(folder), why=why
        ) from error
    if not is_same:
        raise Refused(
            "Scorepad saved a test file in the folder {folder} but couldn't read it back. "
            "Choose another folder.",
            folder=str(folder),
        )
    return usable_place_text(SharedFolder(folder).look(), now)
