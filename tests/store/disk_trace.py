"""What a program did to the files of a folder, and what is there after a power cut.

Only what was synced is sure to be there.  Of everything else any part may be: writes in another
order than they were made, half of one, a name without its content, a file under its old name.
"""

from __future__ import annotations

import random
import struct
import subprocess
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

import msgspec

HEAD = struct.Struct("<cIIQQ")
SOURCE = Path(__file__).with_name("disk_shim.c")


def build(folder: Path) -> Path:
    """Make the shim; raises `OSError` or `CalledProcessError` where there is no compiler."""
    made = folder / "disk_shim.so"
    command = ["cc", "-shared", "-fPIC", "-O1", "-o", str(made), str(SOURCE), "-ldl", "-lpthread"]
    subprocess.run(command, check=True, capture_output=True)
    return made


class Step(NamedTuple):
    """One operation.  `kind`: C a file was made, W written, T cut, S synced (also a folder), R
    renamed, L linked, U removed, M and D a folder was made or removed, K something was printed."""

    kind: str
    inode: int
    offset: int
    first: bytes
    second: bytes


def read_trace(file: Path) -> list[Step]:
    """Return what the shim wrote down."""
    data, at, steps = file.read_bytes(), 0, []
    while at < len(data):
        kind, n, m, inode, offset = HEAD.unpack_from(data, at)
        at += HEAD.size
        steps.append(
            Step(kind.decode(), inode, offset, data[at : at + n], data[at + n : at + n + m])
        )
        at += n + m
    return steps


class Content(msgspec.Struct, eq=False):
    """Holds what a file has on the disk, and what was done to it since: where, and what was written
    there (None: it was cut)."""

    kept: bytearray
    since: list[tuple[int, bytes | None]] = []

    def now(self) -> bytearray:
        """Return what the file has if all of it is there."""
        return self._with(self.since)

    def after_a_cut(self, chance: random.Random) -> bytearray:
        """Return what it may have when the power goes."""
        way = chance.choice(("nothing", "all", "first", "some", "torn"))
        if way == "nothing":
            return bytearray(self.kept)
        since = self.since
        if way == "first":
            since = since[: chance.randrange(len(since) + 1)]
        elif way in ("some", "torn"):
            block = chance.choice((512, 4096)) if way == "torn" else 1 << 30
            share = chance.choice((0.1, 0.5, 0.9))
            since = [
                part for each in since for part in _blocks(*each, block) if chance.random() < share
            ]
        return self._with(since)

    def _with(self, since: list[tuple[int, bytes | None]]) -> bytearray:
        made = bytearray(self.kept)
        for at, data in since:
            if data is None:
                made = made[:at] + bytes(max(0, at - len(made)))
            else:
                made += bytes(max(0, at - len(made)))
                made[at : at + len(data)] = data
        return made


def _blocks(at: int, data: bytes | None, block: int) -> Iterator[tuple[int, bytes | None]]:
    if data is None:
        yield at, None
        return
    end = at + len(data)
    while at < end:
        to = min(end, (at // block + 1) * block)
        yield at, data[len(data) - (end - at) : len(data) - (end - to)]
        at = to


class Named(NamedTuple):
    """A change of names: those that go, and one that comes (None as its content: a folder)."""

    gone: str
    name: str = ""
    content: Content | None = None

    def apply(self, names: dict[str, Content | None]) -> None:
        """Make the change."""
        if self.gone:
            names.pop(self.gone, None)
        if self.name:
            names[self.name] = self.content

    def within(self, folder: str) -> bool:
        """Return whether it is on the disk when this folder is."""
        return any(each and each.rpartition("/")[0] == folder for each in (self.gone, self.name))


class Disk:
    """Goes through a trace from its beginning, with an empty folder `root`."""

    def __init__(self, root: Path) -> None:
        self._root = str(root)
        self._kept: dict[str, Content | None] = {self._root: None}
        self._since: list[Named] = []
        self._names: dict[str, Content | None] = {self._root: None}
        self._files: dict[int, Content] = {}

    def go_on(self, step: Step) -> None:
        """Take up one operation."""
        first, second = step.first.decode(errors="replace"), step.second.decode(errors="replace")
        content = self._files.get(step.inode)
        match step.kind:
            case "C":
                self._files[step.inode] = Content(bytearray())
                self._name(Named("", first, self._files[step.inode]))
            case "W" if content is not None:
                content.since.append((step.offset, step.first))
            case "T" if content is not None:
                content.since.append((step.offset, None))
            case "S":
                if self._names.get(first, content) is None:
                    self._settle(first)
                elif content is not None:
                    content.kept, content.since = content.now(), []
            case "R":
                self._name(Named(first, second, self._names.get(first)))
            case "L":
                self._name(Named("", second, self._names.get(first)))
            case "U" | "D":
                self._name(Named(first))
            case "M" if first != self._root:
                self._name(Named("", first))

    def _name(self, change: Named) -> None:
        change.apply(self._names)
        self._since.append(change)

    def _settle(self, folder: str) -> None:
        for each in self._since:
            if each.within(folder):
                each.apply(self._kept)
        self._since = [each for each in self._since if not each.within(folder)]

    def write(self, to: Path, chance: random.Random) -> None:
        """Write what may be there when the power goes now into a new folder."""
        names, since = dict(self._kept), self._since
        way = chance.choice(("nothing", "all", "first", "some"))
        if way == "first":
            since = since[: chance.randrange(len(since) + 1)]
        elif way == "some":
            since = [each for each in since if chance.random() < 0.5]
        for each in since if way != "nothing" else ():
            each.apply(names)
        to.mkdir()
        for name, content in sorted(names.items()):
            path = to / name.removeprefix(self._root).lstrip("/")
            if content is None:
                path.mkdir(exist_ok=True, parents=True)
            else:
                path.parent.mkdir(exist_ok=True, parents=True)
                path.write_bytes(content.after_a_cut(chance))
