"""Every command that changes anything is killed, runs on a disk that fails,
or loses its power: is what it answered still true afterwards?

The commands run each in a process of its own, over files that go through `disk_shim.c`.
`soak.py` says how often, and prints the figures.
"""

from __future__ import annotations

import ctypes
import errno
import json
import os
import random
import re
import shutil
import signal
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Any, NamedTuple, TypeAlias

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from scorepad.spades.entries import Entry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text
from scorepad.store import bundles, database, feeds, tables
from scorepad.store.store import Store
from tests.fork_server import HUNG, wait_for_fork
from tests.store.disk_trace import Disk, read_trace
from tests.store.kept import (
    append,
    create,
    entry,
    entry_id,
    kept,
    log,
    make,
    match_id,
    opened,
    texts,
)
from tests.store.truth import lines_of, untrue

Key: TypeAlias = tuple[str, str]
Seen: TypeAlias = dict[Key, bytes]
"""What is kept: heads (without an entry's id), entries and drafts, by the ids of match and entry;
house rules and settings, by "house" and the file."""
TOLD = 5
"""So many of those that went wrong are printed."""
LONGEST = 60
"""Seconds after which a command hangs."""
WAYS = ("short", *(f"{sign}{no}" for no in (errno.EIO, errno.ENOSPC) for sign in ("", "-")))
OWN = {match_id(n) for n in (1, 2, 3)}
"""The matches that are recorded here."""
NOTHING_KEPT = "There is nothing in {folder} yet."
NOT_CERTAIN = "tell whether this was recorded"
"""So is said that what was to be recorded may be there or not."""
NO_DAMAGE = re.compile("damaged|lost|missing|rebuilt|two computers", re.IGNORECASE)
"""What no command may say where the disk failed: nothing is damaged then."""
A_PART = re.compile("only part of|wasn't restored")
"""Where a restore says so, the rest of it is here."""
PERHAPS = re.compile("the disk is failing, or the database is damaged.*")
"""This may be said: SQLite gives one error for both."""


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

    def add(self, where: str, *, lost: int = 0, silent: int = 0, false: int = 0) -> None:
        """Count what went wrong in one try."""
        self.lost += lost
        self.silent += silent
        self.false += false
        if lost or silent or false:
            self.told.append(f"{where}: {lost=}, {silent=}, {false=}")

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


class Command(NamedTuple):
    """What is done; `keys` are those of the entries that are recorded one by one, `source` is what
    is restored before the last of them.  The command line has `arguments` and `lines` of input."""

    name: str
    keys: tuple[Key, ...] = ()
    source: str = ""
    arguments: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()


def _recorded(*numbers: int) -> tuple[Key, ...]:
    return tuple((match_id(1), entry_id(n)) for n in numbers)


COMMANDS = (
    Command("new"),
    Command("record", _recorded(*range(1, 9))),
    Command("import"),
    Command("backup"),
    Command("record", _recorded(*range(9, 13))),
    Command("join"),
    Command("check"),
    Command("archive"),
    Command("next day"),
    Command("restore", source="copy.zip"),
    Command("record", _recorded(14, 15)),
    Command("restore", source="bundle.zip"),
    Command("restore", _recorded(16, 17), "drive"),
    Command("restore", source="ahead.zip"),
    Command("record", _recorded(18, 19)),
)


# Mutants: the program without one of its protections.


def _replace_everywhere(**functions: Callable[..., Any]) -> None:
    for name, module in list(sys.modules.items()):
        for each, function in functions.items():
            if name.startswith("scorepad.store") and hasattr(module, each):
                setattr(module, each, function)


def unsynced() -> None:
    """Nothing is brought to the disk."""
    tables.PRAGMAS = (*tables.PRAGMAS, "PRAGMA synchronous = OFF")
    os.fsync = lambda _: None


def unhashed() -> None:
    """Every hash is the same, and no number of lines tells."""
    _replace_everywhere(
        digest=lambda _: "0" * 32,
        verified_hash=lambda line: "0" * 32 if line.endswith(b'"}') else None,
    )


def unfollowed() -> None:
    """No feed follows."""
    _replace_everywhere(bring_up_to_date=lambda *_, **__: feeds.FileUpdate())


def unidentified() -> None:
    """Nobody looks whether the open database still has its name."""
    database._identify = lambda _: None


def answered_early() -> None:
    """What is recorded is kept when the next is."""
    waiting: list[Callable[[], None]] = []
    at_once = Store.append

    def later(self: Store, *what: Any, **named: Any) -> None:
        before, waiting[:] = list(waiting), [lambda: at_once(self, *what, **named)]
        for each in before:
            each()

    Store.append = later  # type: ignore[method-assign,assignment]


def _act(store: Store, sources: Path, command: Command) -> None:
    for key in command.keys[:-1]:
        _record(store, key)
    match command.name:
        case "new":
            create(store, kept(1))
        case "import":
            with store.transaction():
                create(store, kept(2, log(20)), kept(3, log(20)))
                store.keep_draft(match_id(2), "4 3 ▮")
        case "join":
            joined = (*store.load(match_id(1)).log, entry(13))
            store.add_missing_entries(match_id(1), joined, make(kept(1, joined)))
        case "archive":
            store.archive(match_id(2), True)
        case "backup":
            store.backup(sources / "copy.zip")
        case "restore":
            store.restore(sources / command.source)
        case "check":
            sys.stderr.writelines(f"{found}\n" for found in store.check())
    for key in command.keys[-1:]:
        _record(store, key)


def _record(store: Store, key: Key) -> None:
    answer = {"ok": key[1]}
    try:
        append(store, entry(int(key[1][-12:], 16)))
    except Refused as refused:
        answer = {"error": str(refused)}
    sys.stdout.write(f"{json.dumps(answer)}\n")
    sys.stdout.flush()


class Outcome(NamedTuple):
    """How a command ended: its exit status (negative: a signal), what it printed, how many
    operations there were."""

    status: int
    out: str
    err: str
    operations: int = 0


class State(NamedTuple):
    """What is kept before and after a command, a copy of the folder before it, how many operations
    it takes, and how long the trace is after it."""

    command: Command
    before: Seen
    after: Seen
    folder: Path
    operations: int
    end: int


class Disturber:
    """Runs commands over one data folder, through the shim, and compares what is there after."""

    def __init__(
        self, folder: Path, mutant: Callable[[], None] | None = None, *, shares: bool = False
    ) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.share = folder / "data" / "drive" if shares else None
        self.mutant = mutant
        self.commands = COMMANDS
        self.figures = Figures()
        self._states: list[State] = []
        self._shim = ctypes.CDLL(None)
        bundles.TOGETHER = 8  # so that what is restored takes several transactions
        for n, name in enumerate(("bundle", "drive"), 4):
            # Of another laptop, with a match, house rules and settings that are not here.
            other, drive = folder / f"laptop of the {name}", folder / name
            (other / "rules").mkdir(parents=True)
            drive.mkdir()
            (other / "rules" / "house.toml").write_text('id = "house"\n')
            (other / "settings.json").write_text('{"by": "Pat"}\n')
            with opened(other, drive) as store:
                create(store, kept(n, log(20)))
                store.backup(folder / f"{name}.zip")

    def _make_bundle_that_is_ahead(self) -> None:
        """Make a bundle of this data folder, with lines of its own feed that it has not."""
        copy = shutil.copytree(self.data, self.folder / "ahead")
        with opened(copy) as store:
            append(store, entry(40), entry(41))
            store.backup(self.folder / "ahead.zip")

    def run(self, command: Command, *, trace: str = "", at: int = 0, how: str = "") -> Outcome:
        """Run a command in a process of its own."""
        if self.share is not None:
            self.share.mkdir(parents=True, exist_ok=True)
        if command.name == "backup":
            (self.folder / "copy.zip").unlink(missing_ok=True)
        names = [self.folder / name for name in ("out", "err", "count")]
        for each in names:
            each.write_bytes(b"")
        child = os.fork()
        if child == 0:
            self._be(command, names, trace, at, how)
        status = wait_for_fork(child, LONGEST)
        out, err, count = (each.read_text(errors="replace") for each in names)
        return Outcome(status, out, err, int(count or 0))

    def _be(self, command: Command, names: list[Path], trace: str, at: int, how: str) -> None:
        status = 99
        try:
            for number, name in enumerate(names[:2], 1):
                os.dup2(os.open(name, os.O_WRONLY), number)
            sys.stdout, sys.stderr = (open(n, "w", closefd=False) for n in (1, 2))  # noqa: SIM115
            if self.mutant is not None:
                self.mutant()
            self._shim.shim_begin(str(self.data).encode(), trace.encode(), at, how.encode())
            status = self.act(command)
            sys.stdout.flush()
            sys.stderr.flush()
            names[2].write_text(str(self._shim.shim_done()))
        except BaseException as error:  # noqa: BLE001  # it is told by whoever waits
            os.write(2, f"Traceback: {error!r}".encode())
        finally:
            os._exit(status)

    def act(self, command: Command) -> int:
        """Do what a command does in this process, print what it acknowledges, and return its exit
        status."""
        try:
            with opened(self.data, self.share, days=command.name == "next day") as store:
                _act(store, self.folder, command)
                sys.stderr.writelines(f"{notice}\n" for notice in store.notices)
        except Refused as refused:
            sys.stderr.write(f"{refused}\n")
            return 2
        return 0

    def form(self, one: Entry) -> Entry:
        """Return an entry in the form in which it is compared."""
        return one

    def open(
        self, data: Path, *, write: bool, share: Path | None = None
    ) -> AbstractContextManager[Store]:
        """Open the store of a data folder."""
        return opened(data, share, write=write)

    @property
    def trace(self) -> Path:
        """What all commands did to the files."""
        return self.folder / "trace"

    def states(self) -> list[State]:
        """Run the commands once, and return what is there before and after each."""
        now: Seen = {}
        for n, command in enumerate(() if self._states else self.commands):
            before = self.folder / str(n)
            if self.data.exists():
                shutil.copytree(self.data, before)
            then, operations = self._clean(command)
            end = len(read_trace(self.trace))
            self._states.append(State(command, now, then, before, operations, end))
            now = then
            if command.name == "backup":
                shutil.copy(self.folder / "copy.zip", self.folder / "whole.zip")
        return self._states

    def _clean(self, command: Command) -> tuple[Seen, int]:
        """Run a command that nothing disturbs; what is kept after it, and how many operations it
        took."""
        if command.source == "ahead.zip":
            self._make_bundle_that_is_ahead()
        outcome = self.run(command, trace=str(self.trace))
        assert (outcome.status, outcome.err) == (0, ""), (command, outcome)
        # Who looks leaves a journal behind, of which the trace would not know.
        looked_at = self.folder / "looked at"
        shutil.rmtree(looked_at, ignore_errors=True)
        shutil.copytree(self.data, looked_at)
        return self.seen(looked_at, write=False)[0], outcome.operations

    def seen(
        self, data: Path, *, write: bool = True, share: Path | None = None
    ) -> tuple[Seen, list[Text]]:
        """Return what is kept, and what is said besides."""
        found: Seen = {}
        with self.open(data, write=write, share=share) as store:
            if write and share and (why := store.publish(thorough=True)):  # as who exchanges begins
                store.notify(why)
            for summary in [*store.summaries(), *store.summaries(archived=True)]:
                match = store.load(summary.id)
                found[match.id, ""] = msgspec.json.encode(match.head)
                for each in match.log:
                    found[match.id, each.id or ""] = msgspec.json.encode(self.form(each))
                if draft := store.draft(match.id):
                    found[match.id, "draft"] = draft.encode()
                if summary.entries != len(match.log):
                    found[match.id, ""] += b"listed otherwise"
            said = [*store.notices, *(store.check() if write else ())]
        for file in (*data.glob("rules/*.toml"), *data.glob("settings.json")):
            found["house", file.name] = file.read_bytes()
        return found, [each for each in said if each.one != NOTHING_KEPT or untrue([each], data)]

    def compare(
        self,
        data: Path,
        least: Seen,
        most: Seen,
        where: str,
        share: Path | None,
        hurt: Collection[str] = (),
    ) -> None:
        """Look at what is there, and open it; it must have `least`, nothing that is not in `most`,
        and all of it as it was recorded.  What is said must be true, where so much of it may be
        `hurt` (see `truth`).  The drive that is the `share` must have all that was recorded
        here."""
        self.figures.tried += 1
        on_drive = lines_on(share)
        for write in (False, True):
            try:
                found, said = self.seen(data, write=write, share=share)
            except (Refused, OSError, sqlite3.Error, SQLAlchemyError) as error:
                self.figures.failed.append(f"{where}, {write=}: {error!r}")
                continue
            false = untrue(said, data, hurt)
            missing, more = least.keys() - found.keys(), found.keys() - most.keys()
            other = [key for key in found.keys() & most.keys() if found[key] != most[key]]
            details = f"{where}, {write=}, {texts(said)}, {false=}, {other[:1]}"
            if write:
                self.figures.add(
                    details,
                    lost=bool(missing),
                    false=bool(more or false),
                    silent=bool(other and not said),
                )
                if share is not None:
                    self._compare_drive(share, found, on_drive, where)
            else:
                is_silent = (missing or more or other) and not said
                self.figures.add(details, false=bool(false), silent=bool(is_silent))

    def _compare_drive(
        self, drive: Path, found: Seen, before: set[tuple[str, int, str]], where: str
    ) -> None:
        """What was recorded here is on the drive, and what was there before is there still."""
        went = len(before - lines_on(drive))
        there: Seen = {}
        if any(drive.iterdir()):
            with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as folder:
                with opened(Path(folder)) as store:
                    store.restore(drive)
                there, _said = self.seen(Path(folder))
        here = {key for key in found if key[0] in OWN and key[1] != "draft"}
        missing = len(here - there.keys())
        self.figures.add(
            f"{where}: the drive lacks {missing}, and {went} lines went from it",
            lost=bool(went or missing),
        )

    def at_operations(self, times: int, how: Callable[[], str]) -> Figures:
        """Disturb the commands at so many of their operations, evenly."""
        self.figures = Figures()
        states = self.states()
        whole = sum(state.operations for state in states)
        for n in range(times):
            place, of = n * whole // times, 0
            while place >= states[of].operations:
                place -= states[of].operations
                of += 1
            command, then, after, before, operations, _end = states[of]
            shutil.rmtree(self.data, ignore_errors=True)
            if before.exists():
                shutil.copytree(before, self.data)
            # One that was disturbed may have left no backup.
            shutil.copy(self.folder / "whole.zip", self.folder / "copy.zip")
            way = how()
            outcome = self.run(command, at=place + 1, how=way)
            words = " ".join((outcome.err + outcome.out).split())
            where = f"{command.name}, {way} at {place + 1} of {operations}, {words}"
            if outcome.status in (HUNG, 99) or "Traceback" in outcome.err:
                self.figures.failed.append(where)
            err = PERHAPS.sub("", outcome.err.replace(str(self.folder), ""))
            self.figures.add(where, false=bool(NO_DAMAGE.search(err)))
            least, most = answered(command, outcome, then, after)
            self.compare(self.data, least, most, where, self.share)
        return self.figures

    def kills(self, times: int, _chance: random.Random) -> Figures:
        """Kill the commands in place of one of their operations."""
        return self.at_operations(times, lambda: "kill")

    def faults(self, times: int, chance: random.Random) -> Figures:
        """Let the disk fail at one of their operations, or from it on."""
        return self.at_operations(times, lambda: chance.choice(WAYS))

    def power_cuts(self, times: int, chance: random.Random) -> Figures:
        """Let the power go at any moment of all commands."""
        self.figures = Figures()
        states = self.states()
        steps = read_trace(self.trace)
        disk, done = Disk(self.data), 0
        for turn, at in enumerate(sorted(chance.randrange(len(steps) + 1) for _ in range(times))):
            for step in steps[done:at]:
                disk.go_on(step)
            done = at
            begun, least = 0, dict[Key, bytes]()
            most = least
            for command, before, after, _folder, _operations, end in states:
                if at < end:
                    printed = b"".join(each.first for each in steps[begun:at] if each.kind == "K")
                    outcome = Outcome(-signal.SIGKILL, printed.decode(), "")
                    least, most = answered(command, outcome, before, after)
                    break
                begun, least, most = end, after, after
            to = self.folder / "cut"
            shutil.rmtree(to, ignore_errors=True)
            disk.write(to, chance)
            # What is not synced may be torn: feeds, here and on the drive.
            share = to / self.share.name if self.share is not None else None
            if share is not None:
                share.mkdir(exist_ok=True, parents=True)
            hurt = {"feed", "drive"} if share else {"feed"}
            where = f"power cut {turn} at {at} of {len(steps)}"
            self.compare(to, least, most, where, share, hurt)
        return self.figures


def lines_on(drive: Path | None) -> set[tuple[str, int, str]]:
    """Return the whole lines of all feeds on a drive."""
    files = drive.glob("scorepad-*") if drive is not None else ()
    return set().union(*(lines_of(each) for each in files if each.suffix != ".zip"))


def answered(command: Command, outcome: Outcome, before: Seen, after: Seen) -> tuple[Seen, Seen]:
    """Return what must be there after these answers, and what may be there."""
    is_certain = NOT_CERTAIN not in outcome.err
    least, most = dict(before), before | after
    if command.name != "record":
        if outcome.status == 0:
            least |= {
                key: content
                for key, content in after.items()
                if key not in command.keys
                and (key[0] != "house" or f"{key[1]} wasn't restored" not in outcome.err)
            }
        elif outcome.status > 0 and is_certain and not A_PART.search(outcome.err):
            most = before | {key: after[key] for key in command.keys if key in after}
    answers = [json.loads(line) for line in outcome.out.splitlines() if line.endswith("}")]
    for key, answer in zip(command.keys, answers, strict=False):
        if "ok" in answer:
            least[key] = after.get(key, b"")
        elif NOT_CERTAIN not in answer["error"]:
            most.pop(key, None)
    return least, most
