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
import time
from collections.abc import Callable, Collection
from contextlib import AbstractContextManager
from datetime import timedelta
from pathlib import Path
from typing import NamedTuple, TypeAlias

import msgspec
from sqlalchemy.exc import SQLAlchemyError

from scorepad.spades.entries import Entry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text
from scorepad.store import bundles, database, feeds, lines, open_store, tables
from scorepad.store.store import Store
from tests.store.disk_trace import Disk, read_trace
from tests.store.kept import START, entry, kept, log, make, match_id, published
from tests.store.truth import lines_of, untrue

Seen: TypeAlias = dict[tuple[str, str], bytes]
"""What is kept: heads (without an entry's id), entries and drafts, by the ids of match and entry;
house rules and settings, by "house" and the file."""
Form: TypeAlias = Callable[[Entry], Entry]
Opening: TypeAlias = Callable[..., AbstractContextManager[Store]]
TOLD = 5
"""So many of those that went wrong are printed."""
LONGEST = 60
"""Seconds after which a command hangs."""
WAYS = ("short", *(f"{sign}{no}" for no in (errno.EIO, errno.ENOSPC) for sign in ("", "-")))
KILLED = -9
OWN = {match_id(n) for n in (1, 2, 3)}
"""The matches that are recorded here."""
NOTHING_KEPT = "Nothing is kept in {folder} yet."
NOT_CERTAIN = "not certain"
"""So is said that what was to be recorded may be there or not."""
NO_DAMAGE = re.compile("damaged|lost|missing|anew|two computers", re.IGNORECASE)
"""What no command may say where the disk failed: nothing is damaged then."""
A_PART = re.compile("a part of|was not restored")
"""Where a restore says so, the rest of it is here."""
PERHAPS = re.compile("the disk fails, or the database is damaged.*")
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
    """What is done; `first` and `last` are the entries of match 1 that are recorded one by one,
    `source` is what is restored before the last of them.  The command line has `arguments`, and
    `lines` of its input that record the `keys`."""

    name: str
    first: int = 0
    last: int = -1
    source: str = ""
    arguments: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    keys: tuple[tuple[str, str], ...] = ()

    @property
    def recorded(self) -> tuple[tuple[str, str], ...]:
        """Return the keys of what is recorded, in order."""
        numbers = range(self.first, self.last + 1)
        return self.keys or tuple((match_id(1), entry(n).id or "") for n in numbers)


COMMANDS = (
    Command("new"),
    Command("record", 1, 8),
    Command("import"),
    Command("backup"),
    Command("record", 9, 12),
    Command("join"),
    Command("check"),
    Command("archive"),
    Command("next day"),
    Command("restore", source="copy.zip"),
    Command("record", 14, 15),
    Command("restore", source="bundle.zip"),
    Command("restore", 16, 17, "drive"),
    Command("restore", source="ahead.zip"),
    Command("record", 18, 19),
)


# Mutants: the program without one of its protections.


def unsynced() -> None:
    """Nothing is brought to the disk."""
    tables.PRAGMAS = (*tables.PRAGMAS, "PRAGMA synchronous = OFF")
    os.fsync = lambda _: None


def unhashed() -> None:
    """Every hash is the same, and no number of lines tells."""
    lines.digest = lambda _: "0" * 32
    for name, module in list(sys.modules.items()):
        if name.startswith("scorepad.store.") and hasattr(module, "digest"):
            module.digest = lambda _: "0" * 32
        if name.startswith("scorepad.store.") and hasattr(module, "verified_hash"):
            module.verified_hash = lambda line: "0" * 32 if line.endswith(b'"}') else None


def unfollowed() -> None:
    """No feed follows."""
    for name, module in list(sys.modules.items()):
        if name.startswith("scorepad.store.") and hasattr(module, "bring_up_to_date"):
            module.bring_up_to_date = lambda *_, **__: feeds.FileUpdate()


def unidentified() -> None:
    """Nobody looks whether the open database still has its name."""
    database._identify = lambda _: None


def answered_early() -> None:
    """What is recorded is kept when the next is."""
    waiting: list[Callable[[], None]] = []
    at_once = Store.append

    def later(self: Store, *what: object, **named: object) -> None:
        before, waiting[:] = list(waiting), [lambda: at_once(self, *what, **named)]  # type: ignore[arg-type]
        for each in before:
            each()

    Store.append = later  # type: ignore[method-assign,assignment]


def act(data: Path, sources: Path, share: Path | None, command: Command) -> int:
    """Do what a command does, print what it acknowledges, and return its exit status."""
    day = timedelta(days=command.name == "next day")
    try:
        with published(
            open_store(
                data,
                write=True,
                summarize=make,
                now=lambda: START + day,
                share_folder=lambda: str(share or ""),
            )
        ) as store:
            _act(store, sources, command)
            for notice in store.notices:
                sys.stderr.write(f"{notice}\n")
    except Refused as refused:
        sys.stderr.write(f"{refused}\n")
        return 2
    return 0


def _act(store: Store, sources: Path, command: Command) -> None:
    match command.name:
        case "new":
            store.create(kept(1), make(kept(1)))
        case "record":
            for n in range(command.first, command.last + 1):
                _record(store, n)
        case "import":
            with store.transaction():
                for n in (2, 3):
                    store.create(kept(n, log(20)), make(kept(n, log(20))))
                store.keep_draft(match_id(2), "4 3 ▮")
        case "join":
            here = store.load(match_id(1)).log
            joined = (*here, entry(13))
            store.add_missing_entries(match_id(1), joined, make(kept(1, joined)))
        case "archive":
            store.archive(match_id(2), True)
        case "backup":
            store.backup(sources / "copy.zip")
        case "restore":
            for n in range(command.first, command.last):
                _record(store, n)
            store.restore(sources / command.source)
            if command.last > 0:
                _record(store, command.last)
        case "check":
            for found in store.check():
                sys.stderr.write(f"{found}\n")


def _record(store: Store, n: int) -> None:
    here = store.load(match_id(1)).log
    new = entry(n)
    try:
        store.append(match_id(1), [new], make(kept(1, (*here, new))), after=len(here))
    except Refused as refused:
        answer = {"error": str(refused)}
    else:
        answer = {"ok": new.id}
    sys.stdout.write(f"{json.dumps(answer)}\n")
    sys.stdout.flush()


class Outcome(NamedTuple):
    """How a command ended: its exit status (negative: a signal), what it printed, how many
    operations there were."""

    status: int
    out: str
    err: str
    operations: int


class Disturber:
    """Runs commands over one data folder, through the shim."""

    def __init__(
        self, folder: Path, mutant: Callable[[], None] | None = None, *, shares: bool = False
    ) -> None:
        self.folder = folder
        self.data = folder / "data"
        self.share = folder / "data" / "drive" if shares else None
        self.mutant = mutant
        self.commands = COMMANDS
        self._shim = ctypes.CDLL(None)
        bundles.TOGETHER = 8  # so that what is restored takes several transactions
        for n, name in enumerate(("bundle", "drive"), 4):
            self._make_source(name, n)

    def _make_source(self, name: str, n: int) -> None:
        """Make a bundle, or a drive, of another laptop, with a match, house rules and settings that
        are not here."""
        other, drive = self.folder / f"laptop of the {name}", self.folder / name
        (other / "rules").mkdir(parents=True)
        drive.mkdir()
        (other / "rules" / "house.toml").write_text('id = "house"\n')
        (other / "settings.json").write_text('{"by": "Pat"}\n')
        with published(
            open_store(
                other,
                write=True,
                summarize=make,
                now=lambda: START,
                share_folder=lambda: str(drive),
            )
        ) as store:
            store.create(kept(n, log(20)), make(kept(n, log(20))))
            store.backup(self.folder / f"{name}.zip")

    def _make_bundle_that_is_ahead(self) -> None:
        """Make a bundle of this data folder, with lines of its own feed that it has not."""
        copy, bundle = self.folder / "ahead", self.folder / "ahead.zip"
        shutil.rmtree(copy, ignore_errors=True)
        bundle.unlink(missing_ok=True)
        shutil.copytree(self.data, copy)
        with open_store(copy, write=True, summarize=make, now=lambda: START) as store:
            here = store.load(match_id(1)).log
            for n in (40, 41):
                here = (*here, entry(n))
                store.append(match_id(1), here[-1:], make(kept(1, here)), after=len(here) - 1)
            store.backup(bundle)

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
        status = _ended(child)
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
            begin = (str(self.data), trace, at, how)
            self._shim.shim_begin(*(x.encode() if isinstance(x, str) else x for x in begin))
            status = self.act(command)
            sys.stdout.flush()
            sys.stderr.flush()
            names[2].write_text(str(self._shim.shim_done()))
        except BaseException as error:  # noqa: BLE001  # it is told by whoever waits
            os.write(2, f"Traceback: {error!r}".encode())
        finally:
            os._exit(status)

    def act(self, command: Command) -> int:
        """Do what a command does in this process, and return its exit status."""
        return act(self.data, self.folder, self.share, command)

    def form(self, one: Entry) -> Entry:
        """Return an entry in the form in which it is compared."""
        return one

    def open(
        self, data: Path, *, write: bool, share: Path | None = None
    ) -> AbstractContextManager[Store]:
        """Open the store of a data folder."""
        return open_folder(data, write=write, share=share)

    def clean(self, command: Command, trace: str = "") -> tuple[Seen, Outcome]:
        """Run a command that nothing disturbs; what is kept after it, and how it ended."""
        if command.source == "ahead.zip":
            self._make_bundle_that_is_ahead()
        outcome = self.run(command, trace=trace)
        assert (outcome.status, outcome.err) == (0, ""), (command, outcome)
        # Who looks leaves a journal behind, of which the trace would not know.
        looked_at = self.folder / "looked at"
        shutil.rmtree(looked_at, ignore_errors=True)
        shutil.copytree(self.data, looked_at)
        return seen(looked_at, write=False, opening=self.open, form=self.form)[0], outcome


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


def open_folder(
    data: Path, *, write: bool, share: Path | None = None
) -> AbstractContextManager[Store]:
    """Open the store of a data folder."""
    return open_store(
        data,
        write=write,
        summarize=make,
        now=lambda: START,
        share_folder=lambda: str(share or ""),
    )


def seen(
    data: Path,
    *,
    write: bool = True,
    share: Path | None = None,
    opening: Opening = open_folder,
    form: Form = lambda each: each,
) -> tuple[Seen, list[Text]]:
    """Return what is kept, each entry in a `form` that can be compared, and what is said
    besides."""
    found: Seen = {}
    opened = opening(data, write=write, share=share)
    with published(opened) if write and share else opened as store:
        if write and share and (why := store.publish(thorough=True)):  # as who exchanges begins
            store.notify(why)
        for summary in [*store.summaries(), *store.summaries(archived=True)]:
            match = store.load(summary.id)
            found[match.id, ""] = msgspec.json.encode(match.head)
            for each in match.log:
                found[match.id, each.id or ""] = msgspec.json.encode(form(each))
            if draft := store.draft(match.id):
                found[match.id, "draft"] = draft.encode()
            if summary.entries != len(match.log):
                found[match.id, ""] += b"listed otherwise"
        said = [*store.notices, *(store.check() if write else ())]
    for file in (*data.glob("rules/*.toml"), *data.glob("settings.json")):
        found["house", file.name] = file.read_bytes()
    return found, said


def compare(
    figures: Figures,
    data: Path,
    least: Seen,
    most: Seen,
    where: str,
    *,
    hurt: Collection[str] = (),
    share: Path | None = None,
    opening: Opening = open_folder,
    form: Form = lambda each: each,
) -> None:
    """Look at what is there, and open it; it must have `least`, nothing that is not in `most`, and
    all of it as it was recorded.  What is said must be true, where so much of it may be `hurt` (see
    `truth`).  The drive that is the `share` must have all that was recorded here."""
    figures.tried += 1
    on_drive = lines_on(share)
    for write in (False, True):
        try:
            found, texts = seen(data, write=write, share=share, opening=opening, form=form)
        except (Refused, OSError, sqlite3.Error, SQLAlchemyError) as error:
            figures.failed.append(f"{where}, {write=}: {error!r}")
            continue
        said = [str(each) for each in texts if each.one != NOTHING_KEPT]
        false = untrue(texts, data, hurt)
        missing, more = least.keys() - found.keys(), found.keys() - most.keys()
        other = [key for key in found.keys() & most.keys() if found[key] != most[key]]
        if write:
            figures.lost += bool(missing)
            figures.false += bool(more) or bool(false)
            figures.silent += bool(other) and not said
            if share is not None:
                _compare_drive(figures, share, found, on_drive, where)
        else:
            figures.false += bool(false)
            figures.silent += bool(missing or more or other) and not said
        if missing or more or (other and not said) or false:
            figures.told.append(
                f"{where}, {write=}, {said=}, {false=}: {len(missing)} lost, {len(more)} false, "
                f"{other[:1]}"
            )


def lines_on(drive: Path | None) -> set[tuple[str, int, str]]:
    """Return the whole lines of all feeds on a drive."""
    files = drive.glob("scorepad-*") if drive is not None else ()
    return set().union(*(lines_of(each) for each in files if each.suffix != ".zip"))


def _compare_drive(
    figures: Figures, drive: Path, found: Seen, before: set[tuple[str, int, str]], where: str
) -> None:
    """What was recorded here is on the drive, and what was there before is there still."""
    went = len(before - lines_on(drive))
    there: Seen = {}
    if any(drive.iterdir()):
        with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as folder:
            with open_store(Path(folder), write=True, summarize=make, now=lambda: START) as store:
                store.restore(drive)
            there, _said = seen(Path(folder))
    here = {key for key in found if key[0] in OWN and key[1] != "draft"}
    missing = len(here - there.keys())
    if went or missing:
        figures.lost += 1
        figures.told.append(f"{where}: the drive lacks {missing}, and {went} lines went from it")


def answered(command: Command, outcome: Outcome, before: Seen, after: Seen) -> tuple[Seen, Seen]:
    """Return what must be there after these answers, and what may be there."""
    is_certain, recorded = NOT_CERTAIN not in outcome.err, command.recorded
    least, most = dict(before), before | after
    if command.name != "record":
        others = {key: after[key] for key in after if key not in recorded}
        if outcome.status == 0:
            least |= {
                key: content
                for key, content in others.items()
                if key[0] != "house" or f"{key[1]} was not restored" not in outcome.err
            }
        elif outcome.status > 0 and is_certain and not A_PART.search(outcome.err):
            most = before | {key: after[key] for key in recorded if key in after}
    answers = [json.loads(line) for line in outcome.out.splitlines() if line.endswith("}")]
    for key, answer in zip(recorded, answers, strict=False):
        if "ok" in answer:
            least[key] = after.get(key, b"")
        elif NOT_CERTAIN not in answer["error"]:
            most.pop(key, None)
    return least, most


def _disturbed(disturber: Disturber, figures: Figures, times: int, how: Callable[[], str]) -> None:
    data = disturber.data
    states: list[tuple[Command, Seen, Seen, Path, int]] = []
    now: Seen = {}
    for n, command in enumerate(disturber.commands):
        before = disturber.folder / str(n)
        if data.exists():
            shutil.copytree(data, before)
        then, outcome = disturber.clean(command)
        states.append((command, now, then, before, outcome.operations))
        now = then
    whole = sum(state[-1] for state in states)
    for n in range(times):
        place = n * whole // times
        of = 0
        while place >= states[of][-1]:
            place -= states[of][-1]
            of += 1
        command, then, after, before, operations = states[of]
        shutil.rmtree(data, ignore_errors=True)
        if before.exists():
            shutil.copytree(before, data)
        way = how()
        where = f"{command.name}, {way} at {place + 1} of {operations}"
        outcome = disturber.run(command, at=place + 1, how=way)
        if outcome.status in (-99, 99) or "Traceback" in outcome.err:
            figures.failed.append(f"{where}: {outcome}")
        err = PERHAPS.sub("", outcome.err.replace(str(disturber.folder), ""))
        if NO_DAMAGE.search(err):
            figures.false += 1
            figures.told.append(f"{where}: {outcome.err.strip()}")
        least, most = answered(command, outcome, then, after)
        where += f", {' '.join((outcome.err + outcome.out).split())}"
        compare(
            figures,
            data,
            least,
            most,
            where,
            share=disturber.share,
            opening=disturber.open,
            form=disturber.form,
        )


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
    for turn, at in enumerate(moments):
        for step in steps[done:at]:
            disk.go_on(step)
        done = at
        before: Seen = {}
        begun = 0
        least, most = before, before
        for command, after, end in ends:
            if at < end:
                printed = b"".join(each.first for each in steps[begun:at] if each.kind == "K")
                outcome = Outcome(KILLED, printed.decode(), "", 0)
                least, most = answered(command, outcome, before, after)
                break
            before, begun = after, end
            least, most = after, after
        to = disturber.folder / "cut"
        shutil.rmtree(to, ignore_errors=True)
        disk.write(to, chance)
        where = f"power cut {turn} at {at} of {len(steps)}"
        # What is not synced may be torn: feeds, here and on the drive.
        hurt, share = {"feed"}, None
        if disturber.share is not None:
            hurt, share = {"feed", "drive"}, to / disturber.share.name
            share.mkdir(exist_ok=True, parents=True)
        compare(figures, to, least, most, where, hurt=hurt, share=share)
    return figures
