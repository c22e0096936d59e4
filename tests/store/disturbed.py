"""Every command that changes anything is killed, runs on a disk that fails, or loses its power: is
what it answered still true afterwards?

The commands run as the program does, each in a process of its own, over files that go through
`disk_shim.c`.  `soak.py` says how often, and prints the figures.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import random
import shutil
import signal
import sqlite3
import sys
import time
from collections.abc import Callable
from functools import partial
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec

from scorepad.__main__ import Program, main
from scorepad.spades.refusal import Refused
from scorepad.store import database, hash_chain
from scorepad.store.second_copy import SecondCopy
from scorepad.store.store import Store
from scorepad.store.writing import Writing
from tests.bench.evenings import drawn_match
from tests.store.disk_trace import Disk, Step, read_trace

Seen: TypeAlias = dict[tuple[str, str], bytes]
"""What is kept: heads (without an entry's id) and entries, by the ids of match and entry."""
TOLD = 5
"""So many of those that went wrong are printed."""
LONGEST = 60
"""Seconds after which a command hangs."""
WAYS = ("short", *(f"{sign}{no}" for no in (errno.EIO, errno.ENOSPC) for sign in ("", "-")))


class Figures(msgspec.Struct):
    """What became of all tries: what was said to be kept and is not there, what is shown otherwise
    than it was recorded without a word, what is there though it was refused, what went wrong
    otherwise."""

    tried: int = 0
    lost: int = 0
    silent: int = 0
    false: int = 0
    failed: list[str] = []
    told: list[str] = []

    @property
    def bad(self) -> int:
        """Return how much went wrong."""
        return self.lost + self.silent + self.false + len(self.failed)

    def __str__(self) -> str:
        said = (
            f"{self.tried} tried, {self.lost} lost, {self.silent} shown otherwise without a word, "
            f"{self.false} false answers, {len(self.failed)} failed"
        )
        return "\n  ".join((said, *self.failed[:TOLD], *self.told[:TOLD]))


# Mutants: the program without one of its protections.


def unsynced() -> None:
    """Nothing is brought to the disk."""
    database.PRAGMAS = (*database.PRAGMAS, "PRAGMA synchronous = OFF")
    os.fsync = lambda _: None


def unhashed() -> None:
    """Every hash is the same."""
    hash_chain.digest = hash_chain.link = lambda *_: "0" * 32


def uncompared() -> None:
    """Nobody looks whether the open file is still the one that is named, and no second copy makes
    good for it."""
    SecondCopy.append = SecondCopy.write = lambda *_: None  # type: ignore[method-assign]
    Writing.compare = lambda *_, **__: None  # type: ignore[method-assign]
    Writing.refuse_older = lambda self, _: self._mark  # type: ignore[method-assign]


def answered_early() -> None:
    """What is recorded is kept when the next is."""
    waiting: list[Callable[[], None]] = []
    at_once = Store.append

    def later(self: Store, *what: Any, **named: Any) -> None:
        before, waiting[:] = list(waiting), [partial(at_once, self, *what, **named)]
        for each in before:
            each()

    Store.append = later  # type: ignore[method-assign]


# Commands.


class Command(NamedTuple):
    """Arguments and standard input; `answers`: each line of input is answered by itself."""

    arguments: tuple[str, ...]
    lines: tuple[dict[str, Any], ...] = ()

    @property
    def name(self) -> str:
        """Return its first word."""
        return self.arguments[0]


def entry_id(n: int) -> str:
    """Return an id of the year 2100: after all that the program makes, so that it is kept."""
    return f"03bb2cc3-d800-7000-8000-{n:012x}"


def with_kept_ids(log: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Return a drawn log under ids that are kept; each entry is a step."""
    ids = {each["id"]: entry_id(n) for n, each in enumerate(log, 1)}
    renamed = [{**each, "id": ids[each["id"]], "step": ids[each["id"]]} for each in log]
    return [
        {**each, "entry": ids[each["entry"]]} if each.get("entry") in ids else each
        for each in renamed
    ]


def commands(folder: Path) -> list[Command]:
    """Return what is done in turn; `folder` gets the files that are read and written."""
    drawn, other = drawn_match(8, 3), drawn_match(14, 2)
    match = drawn["id"]
    drawn["log"] = with_kept_ids(drawn["log"])
    head = {**drawn, "log": []}
    note = {name: value for name, value in drawn["log"][0].items() if name != "bids"}
    notes = tuple(
        {**note, "kind": "note", "text": f"n{n}", "id": entry_id(1000 + n)} for n in range(1, 6)
    )
    joined = {**drawn, "log": [*drawn["log"], {**notes[0], "id": entry_id(2000)}]}
    for name, content in (("head", head), ("other", other), ("joined", joined)):
        (folder / name).write_text(json.dumps(content))
    copy = str(folder / "copy.db")
    return [
        Command(("new", str(folder / "head"))),
        Command(("record", match), tuple(drawn["log"])),
        Command(("import", str(folder / "other"))),
        Command(("backup", copy)),
        Command(("record", match), notes),
        Command(("import", str(folder / "joined"))),
        Command(("check", "--repair")),
        Command(("restore", copy)),
        Command(("record", match), notes[:2]),
    ]


class Outcome(NamedTuple):
    """How a command ended: its exit status (negative: a signal), what it printed, how many
    operations there were."""

    status: int
    out: str
    err: str
    operations: int


class Disturber:
    """Runs commands over one data folder, through the shim."""

    def __init__(self, folder: Path, mutant: Callable[[], None] | None = None) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.mutant = mutant
        self.commands = commands(folder)
        self._shim = ctypes.CDLL(None)

    def run(self, command: Command, *, trace: str = "", at: int = 0, how: str = "") -> Outcome:
        """Run a command in a process of its own."""
        given = "".join(json.dumps(line) + "\n" for line in command.lines)
        (self.folder / "in").write_text(given)
        names = [self.folder / name for name in ("in", "out", "err", "count")]
        for each in names[1:]:
            each.write_bytes(b"")
        child = os.fork()
        if child == 0:
            self._be(command, names, trace, at, how)
        status = _ended(child)
        out, err, count = (each.read_text(errors="replace") for each in names[1:])
        return Outcome(status, out, err, int(count or 0))

    def _be(self, command: Command, names: list[Path], trace: str, at: int, how: str) -> None:
        status = 99
        try:
            for number, name in enumerate(names[:3]):
                how_opened = os.O_RDONLY if number == 0 else os.O_WRONLY
                os.dup2(os.open(name, how_opened), number)
            sys.stdin, sys.stdout, sys.stderr = (
                open(number, mode, closefd=False)  # noqa: SIM115
                for number, mode in enumerate("rww")
            )
            if self.mutant is not None:
                self.mutant()
            begin = (str(self.data), trace, at, how)
            self._shim.shim_begin(*(x.encode() if isinstance(x, str) else x for x in begin))
            status = self._main(command)
            sys.stdout.flush()
            sys.stderr.flush()
            names[3].write_text(str(self._shim.shim_done()))
        except BaseException as error:  # noqa: BLE001  # it is told by whoever waits
            os.write(2, f"Traceback: {error!r}".encode())
        finally:
            os._exit(status)

    def _main(self, command: Command) -> int:
        return main(["--data", str(self.data), *command.arguments])

    def clean(self, command: Command, trace: str = "") -> tuple[Seen, Outcome]:
        """Run a command that nothing disturbs; what is kept after it, and how it ended."""
        if command.name == "backup":
            (self.folder / "copy.db").unlink(missing_ok=True)
        outcome = self.run(command, trace=trace)
        assert outcome.status == 0, outcome
        # Who looks leaves a journal behind, of which the trace would not know.
        looked_at = self.folder / "looked at"
        shutil.rmtree(looked_at, ignore_errors=True)
        shutil.copytree(self.data, looked_at)
        return seen(looked_at, write=False)[0], outcome


def _ended(child: int) -> int:
    end = time.monotonic() + LONGEST
    while True:
        found, status = os.waitpid(child, os.WNOHANG)
        if found:
            return os.waitstatus_to_exitcode(status)
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            os.waitpid(child, 0)
            return -99
        time.sleep(0.003)


def seen(data: Path, *, write: bool = True) -> tuple[Seen, bool]:
    """Return what the program shows of what is kept, and whether it says a word besides."""
    found: Seen = {}
    with Program(str(data)).open_store(write=write) as store:
        for summary in store.summaries():
            kept = store.load(summary.id)
            found[kept.id, ""] = msgspec.json.encode(kept.head)
            for entry in kept.log:
                found[kept.id, entry.id or ""] = msgspec.json.encode(
                    msgspec.structs.replace(entry, unfit=None)
                )
            if summary.entries != len(kept.log):
                found[kept.id, ""] += b"listed otherwise"
        return found, bool(store.notices)


def compare(figures: Figures, data: Path, least: Seen, most: Seen, where: str) -> None:
    """Look at what is there, and open it; it must have `least`, nothing that is not in `most`, and
    all of it as it was recorded."""
    figures.tried += 1
    for write in (False, True):
        try:
            found, said = seen(data, write=write)
        except (Refused, OSError, sqlite3.Error) as error:
            figures.failed.append(f"{where}, {write=}: {error}")
            continue
        missing, more = least.keys() - found.keys(), found.keys() - most.keys()
        other = [key for key in found.keys() & most.keys() if found[key] != most[key]]
        if write:
            figures.lost += bool(missing)
            figures.false += bool(more)
            figures.silent += bool(other) and not said
        elif not said:
            figures.silent += bool(missing or more or other)
        if missing or more or (other and not said):
            figures.told.append(
                f"{where}, {write=}, {said=}: {len(missing)} lost, {len(more)} false, {other[:1]}"
            )


# What is tried.


def answered(command: Command, outcome: Outcome, before: Seen, after: Seen) -> tuple[Seen, Seen]:
    """Return what must be there after these answers, and what may be there."""
    sure = "certain" not in outcome.out + outcome.err
    if command.name == "restore":
        if outcome.status == 0:
            return after, after
        if sure and outcome.status > 0:
            return before, before
        return {key: before[key] for key in before.keys() & after.keys()}, before | after
    if not command.lines:
        most = before if outcome.status > 0 and sure else before | after
        return (before | after if outcome.status == 0 else before), most
    least, most = dict(before), before | after
    for line, said in zip(command.lines, outcome.out.splitlines(), strict=False):
        key = (command.arguments[1], line["id"])
        if said.startswith('{"ok"'):
            least[key] = after.get(key, b"")
        elif "certain" not in said:
            most.pop(key, None)
    return least, most


def _disturbed(disturber: Disturber, figures: Figures, times: int, how: Callable[[], str]) -> None:
    data, copy = disturber.data, disturber.folder / "copy.db"
    states: list[tuple[Command, Seen, Seen, Path, int]] = []
    now: Seen = {}
    for n, command in enumerate(disturber.commands):
        kept = disturber.folder / str(n)
        if data.exists():
            shutil.copytree(data, kept)
        then, outcome = disturber.clean(command)
        states.append((command, now, then, kept, outcome.operations))
        now = then
    whole = sum(state[-1] for state in states)
    for n in range(times):
        place = n * whole // times
        of = 0
        while place >= states[of][-1]:
            place -= states[of][-1]
            of += 1
        command, then, after, kept, operations = states[of]
        shutil.rmtree(data, ignore_errors=True)
        if kept.exists():
            shutil.copytree(kept, data)
        if command.name == "backup":
            copy.unlink(missing_ok=True)
        way = how()
        where = f"{command.name}, {way} at {place + 1} of {operations}"
        outcome = disturber.run(command, at=place + 1, how=way)
        if outcome.status in (-99, 99) or "Traceback" in outcome.err or "inside" in outcome.err:
            figures.failed.append(f"{where}: {outcome}")
        least, most = answered(command, outcome, then, after)
        compare(figures, data, least, most, where)


def kills(disturber: Disturber, times: int, seed: int) -> Figures:
    """Kill the commands in place of one of their operations."""
    del seed  # every so many operations one
    figures = Figures()
    _disturbed(disturber, figures, times, lambda: "kill")
    return figures


def faults(disturber: Disturber, times: int, seed: int) -> Figures:
    """Let the disk fail at one of their operations, or from it on."""
    figures, chance = Figures(), random.Random(seed)
    _disturbed(disturber, figures, times, lambda: chance.choice(WAYS))
    return figures


def power_cuts(disturber: Disturber, times: int, seed: int) -> Figures:
    """Let the power go at any moment of all commands."""
    figures, chance = Figures(), random.Random(seed)
    trace = disturber.folder / "trace"
    ends: list[tuple[Command, Seen, int]] = []
    for command in disturber.commands:
        then, _outcome = disturber.clean(command, str(trace))
        ends.append((command, then, len(read_trace(trace))))
    steps = read_trace(trace)
    moments = sorted(chance.randrange(len(steps) + 1) for _time in range(times))
    disk, done = Disk(disturber.data), 0
    for turn, moment in enumerate(moments):
        for step in steps[done:moment]:
            disk.go_on(step)
        done = moment
        least, most = _at(moment, steps, ends)
        to = disturber.folder / "cut"
        shutil.rmtree(to, ignore_errors=True)
        disk.write(to, chance)
        where = f"power cut {turn} at {moment} of {len(steps)}"
        compare(figures, to, least, most, where)
    return figures


def _at(moment: int, steps: list[Step], ends: list[tuple[Command, Seen, int]]) -> tuple[Seen, Seen]:
    """Return what must be there at a moment of a trace, and what may be."""
    before: Seen = {}
    begun = 0
    for command, after, end in ends:
        if moment < end:
            printed = b"".join(each.first for each in steps[begun:moment] if each.kind == "K")
            outcome = Outcome(-9, printed.decode(), "", 0)
            return answered(command, outcome, before, after)
        before, begun = after, end
    return before, before
