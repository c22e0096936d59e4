"""Any one file of the data folder is damaged, at any moment: is anything lost, or shown otherwise
without a word?

`make soak` tries it a thousand times (`SOAK=100` fewer), and what `disturbed.py` tries: kills, a
disk that fails, power cuts.  It prints figures.  Each is then also tried with a protection of the
program switched off, which has to be noticed.

Damage that a running program meets is one refusal, and the next start recovers from it: what is
there is looked at after that start.  So is a file that is swapped or written over while a program
has it open.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
from collections.abc import Callable, Collection, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from multiprocessing import get_context
from pathlib import Path
from typing import TypeAlias

import tests.one_dialect  # noqa: F401
from scorepad.desk.ports import LogHasGrown
from scorepad.spades.refusal import Refused
from scorepad.store.store import Store
from tests.store import disturbed
from tests.store.command_line import CommandLine
from tests.store.disk_trace import build
from tests.store.disturbed import Disturber, Figures, lines_on
from tests.store.kept import (
    append,
    create,
    entry,
    entry_id,
    feed,
    ids,
    kept,
    log,
    match_id,
    names,
    opened,
    record,
    texts,
)
from tests.store.truth import untrue

SHIM = "SCOREPAD_DISK_SHIM"
Case: TypeAlias = Callable[[Path, random.Random, Figures], None]
Mutant: TypeAlias = Callable[[], None] | None
WAYS = ("delete", "empty", "cut", "swap", "overwrite", "flip", "score", "header")
LEAST_WITH_MUTANTS = 10
"""Tries from which on the mutants are tried too."""
HEADER = 100  # bytes with which a database begins, its version among them
ENDS_THE_PROGRAM = ("cut", "empty", "overwrite")
REPLACED = ("delete", "swap", "overwrite")
OLDER = ("swap", "overwrite")
PLACES = {"feeds": "feed", "backups": "backup", "drive": "drive"}
"""What was damaged, by its folder."""
RECOVERS = (
    "{text} Scorepad will fix this the next time it starts.",
    (
        "The list of matches differs from the log of match {match}. Scorepad will rebuild the "
        "list the next time it starts."
    ),
)
"""The sentences of `check` that the next start has to make true."""


def damage(file: Path, older: Path, way: str, chance: random.Random) -> None:
    """Damage a file in this way; `older` is what it was some entries ago."""
    content = file.read_bytes()
    if way == "delete":
        file.unlink()
    elif way == "swap" and older.exists():
        shutil.copy2(older, f"{file}.new")
        Path(f"{file}.new").rename(file)
    elif way == "overwrite" and older.exists():
        shutil.copy2(older, file)
    elif way in ("flip", "score", "header") and content:
        end = HEADER if way == "header" else len(content)
        at, bit = chance.randrange(min(end, len(content))), 1 << chance.randrange(8)
        if way == "score" and (tricks := content.rfind(b'"tricks":[')) > 0:
            at, bit = tricks + len('"tricks":['), 1
        _write(file, at, bytes([content[at] ^ bit]))
    else:
        with file.open("r+b") as opened:
            opened.truncate(chance.randrange(len(content) + 1) if way == "cut" else 0)


def _write(file: Path, at: int, data: bytes) -> None:
    with file.open("r+b") as opened:
        opened.seek(at)
        opened.write(data)


def look(store: Store, n: int, figures: Figures) -> None:
    """Compare what is shown with the `n` entries that were recorded."""
    with contextlib.suppress(Refused):
        shown, listed = store.load(match_id(1)).log, [each.entries for each in store.summaries()]
        if shown != log(n) or listed != [n]:
            figures.silent += not store.notices


def any_file(folder: Path, chance: random.Random, only: str) -> Path:
    return chance.choice([each for each in sorted(folder.rglob(only or "*")) if each.is_file()])


def one_file(
    folder: Path,
    chance: random.Random,
    figures: Figures,
    ways: Sequence[str] = WAYS,
    only: str = "",
) -> None:
    """Record some entries, damage one file in one way, while it is open, after a power cut, or when
    it was closed, and see what is there afterwards."""
    data, before, after = folder / "data", folder / "before", folder / "after"
    n, more = chance.randrange(3, 9), chance.randrange(1, 9)
    file: Path | None = None
    way, when = chance.choice(ways), chance.choice(("open", "cut", "closed"))
    drive = chance.random() < 0.5 and not only
    (data / "drive").mkdir(parents=True)
    with opened(data, data / "drive" if drive else None) as store:
        create(store, kept(1, log(n)))
        store.publish()
        store.make_daily_backup()
        shutil.copytree(data, before)
        for _each in range(more):
            append(store, entry(n := n + 1))
        if when == "cut":
            shutil.copytree(data, after)
        elif when == "open":
            file = any_file(data, chance, only)
            if file.name.endswith("-shm") and way in ENDS_THE_PROGRAM:
                shutil.copytree(data, after)
                n += _end_by_damage(after, before / file.name, way, n, chance)
                when = "cut"
            else:
                damage(file, before / file.relative_to(data), way, chance)
                for _again in range(3):
                    look(store, n, figures)
                    try:
                        append(store, entry(n + 1))
                        n += 1
                    except Refused:
                        break
    after = after if when == "cut" else data
    if file is None:
        file = any_file(after, chance, only)
        damage(file, before / file.relative_to(after), way, chance)
    hurt = {PLACES.get(file.parent.name, "database" if ".db" in file.name else "")}
    hurt |= {"older"} if way in OLDER else set()
    share = after / "drive" if drive else None
    _look_again(after, n, figures, f"{way} {when} {file.name}", hurt, share)


ENDED = """
import random, sys
from pathlib import Path
from tests.store import soak
data, older, way, n, seed = sys.argv[1:]
with soak.opened(Path(data)) as store:
    store.summaries()
    soak.damage(Path(data, "scorepad.db-shm"), Path(older), way, random.Random(seed))
    with soak.contextlib.suppress(soak.Refused):
        soak.append(store, soak.entry(int(n) + 1))
        print("recorded", flush=True)
"""


def _end_by_damage(data: Path, older: Path, way: str, n: int, chance: random.Random) -> int:
    """Damage the journal's index, which SQLite maps into its memory, under another program: the
    system ends that program, as a kill does.  Return how many entries it recorded."""
    given = (data, older, way, n, chance.random())
    arguments = [sys.executable, "-c", ENDED, *map(str, given)]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode in (-signal.SIGBUS, 0), (done.returncode, done.stderr[-300:])
    assert way != "empty" or done.returncode, "nobody noticed that the index was emptied"
    if done.returncode:  # an entry may be there that nobody acknowledged
        with opened(data, write=False) as store:
            return len(ids(store)) - n
    return int(done.stdout == "recorded\n")


def _look_again(
    data: Path,
    n: int,
    figures: Figures,
    where: str,
    hurt: Collection[str],
    share: Path | None = None,
) -> None:
    """See what is there at the next start, and on the next day; what is said must be true where so
    much was `hurt` (see `truth`)."""
    on_drive, false = lines_on(share), list[str]()
    for start in range(2):
        with opened(data, share) as store:
            found, silent = set[str](), figures.silent
            try:
                found = ids(store)
            except Refused:  # damage that is met is one refusal, and the next start recovers
                if start == 0:
                    continue
            look(store, n, figures)
            where += f"; {texts(store.notices)}{', silent' * (figures.silent > silent)}"
            figures.add(where, lost=len(names(*range(1, n + 1)) - found))
            false += untrue(store.notices, data, hurt)
            break
    with opened(data, share, days=1) as store:
        store.make_daily_backup()
        told = [*store.notices, *store.check()]
    # No start looks at every byte after an orderly end; `check` does, and the start after it
    # recovers, as it says.
    if "database" in hurt and any(each.one in RECOVERS for each in told):
        told = [each for each in told if each.one not in RECOVERS]
        with opened(data, share, days=1) as store:
            told += [*store.notices, *store.check()]
            look(store, n, figures)
    false += untrue(told, data, hurt)
    went = len(on_drive - lines_on(share))
    figures.add(
        f"{where}: {went} lines went from the drive, it is not true that {false}",
        lost=bool(went),
        false=bool(false),
    )


def _hurt_line(file: Path, n: int, chance: random.Random) -> bytes:
    """Damage the line of the nth entry wherever a file has it, and return the last of them."""
    content, mark = file.read_bytes(), f'"id":"{entry_id(n)}"'.encode()
    at, damaged = content.find(mark), b""
    while at >= 0:
        place = at + chance.randrange(6, 40)
        _write(file, place, bytes([content[place] ^ 1]))
        now = file.read_bytes()
        damaged = now[now.rfind(b"\n", 0, at) + 1 : now.find(b"\n", at)]
        at = content.find(mark, at + 1)
    return damaged


def both_copies(folder: Path, chance: random.Random, figures: Figures) -> None:
    """Both copies are damaged in different lines; each entry is whole in one of them."""
    n = 12
    record(folder, n)
    hurt = chance.sample(range(1, n + 1), 2)
    for file, each in zip((folder / "scorepad.db", feed(folder)), hurt, strict=True):
        _hurt_line(file, each, chance)
    _look_again(folder, n, figures, f"both copies, {hurt}", {"database", "feed"})


def _put_back(folder: Path, chance: random.Random, n: int) -> tuple[Path, Path]:
    """Return a data folder that is put back as it was, and a drive that has all of it."""
    data, older, drive = folder / "data", folder / "older", folder / "drive"
    drive.mkdir()
    first = chance.randrange(1, 5)
    record(data, first, drive)
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        for each in range(first + 1, n + 1):
            append(store, entry(each))
    return older, drive


def older_beside_drive(folder: Path, chance: random.Random, figures: Figures) -> None:
    """The whole data folder is put back as it was, beside a drive that has all of it, and another
    entry is recorded."""
    n = 10
    older, drive = _put_back(folder, chance, n)
    with opened(older, drive) as store:
        while chance.random() < 0.5:
            with contextlib.suppress(LogHasGrown):  # what the drive has came in between
                append(store, entry(99))
                break
    with opened(older, drive) as store:
        found = ids(store)
    with opened(folder / "new") as store:
        store.restore(drive)
        there = ids(store)
    lost = len(names(*range(1, n + 1)) - found) + len(found - there)
    figures.add(f"older beside a drive: {len(found)} here, {len(there)} there", lost=lost)


def damaged_drive(folder: Path, chance: random.Random, figures: Figures) -> None:
    """One line on the drive is damaged, the last one often, beside a data folder that was put back
    as it was: each whole line of the drive is here, the other is said, and its bytes stay."""
    n = 8
    older, drive = _put_back(folder, chance, n)
    (file,) = drive.iterdir()
    victim = chance.choice((n, chance.randrange(1, n + 1)))
    damaged = _hurt_line(file, victim, chance)
    with opened(older, drive) as store:
        if why := store.publish(thorough=True):
            store.notify(why)
        found, said = ids(store), texts(store.notices)
    is_found = entry_id(victim) in found
    is_kept = is_found or any(damaged in each.read_bytes() for each in drive.iterdir())
    is_said = is_found or any("damaged" in each for each in said)
    lost = names(*range(1, n + 1)) - found - names(victim)
    where = f"drive, {victim}: {lost}, {is_kept=}, {said}"
    figures.add(where, lost=len(lost) + (not is_kept), silent=not is_said)


def lost_database(folder: Path, chance: random.Random, figures: Figures) -> None:
    """The database is lost, and one line of the feed is damaged: that line is lost, and said."""
    n = 12
    record(folder, n)
    for each in folder.glob("scorepad.db*"):
        each.unlink()
    victim = chance.randrange(1, n + 1)
    _hurt_line(feed(folder), victim, chance)
    with opened(folder) as store:
        lost = names(*range(1, n + 1)) - ids(store) - names(victim)
        said = texts(store.notices)
    is_said = any(match_id(1) in each and "This folder is missing" in each for each in said)
    figures.add(f"lost database: {said}", lost=len(lost), silent=not is_said)


def hole(folder: Path, chance: random.Random, figures: Figures) -> None:
    """The end was not orderly, and a sector of the feed is zeros then."""
    data, after, n = folder / "data", folder / "after", 12
    with opened(data) as store:
        create(store, kept(1, log(n)))
        shutil.copytree(data, after)
    size = feed(after).stat().st_size
    at = chance.randrange(size) // 512 * 512
    _write(feed(after), at, bytes(min(512, size - at)))
    _look_again(after, n, figures, f"hole at {at}", {"feed"})
    figures.silent += feed(after).read_bytes().count(b"\n") < n


def replaced_then_cut(folder: Path, chance: random.Random, figures: Figures) -> None:
    """The database of an open program is deleted or replaced, more is recorded, and then the power
    goes: of the feed only what it had before is on the disk."""
    data, after, n = folder / "data", folder / "after", 4
    with opened(data) as store:
        create(store, kept(1, log(n)))
        older = shutil.copy2(data / "scorepad.db", folder / "older.db")
        size = feed(data).stat().st_size
        way = chance.choice(("delete", "swap"))
        damage(data / "scorepad.db", older, way, chance)
        for _each in range(chance.randrange(1, 4)):
            with contextlib.suppress(Refused):  # what is replaced is refused
                append(store, entry(n + 1))
                n += 1
        shutil.copytree(data, after)
    os.truncate(feed(after), size)
    _look_again(after, n, figures, f"{way}, then a power cut", {"database", "older"})


CASES: tuple[Case, ...] = (
    both_copies,
    older_beside_drive,
    lost_database,
    damaged_drive,
    hole,
    replaced_then_cut,
)


def repeat(case: Case, times: int, seed: int) -> Figures:
    """Try a case so many times."""
    chance, figures = random.Random(seed), Figures()
    for turn in range(times):
        figures.tried += 1
        with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as folder:
            try:
                case(Path(folder), chance, figures)
            except Exception as error:  # noqa: BLE001  (each is told, and the others go on)
                figures.failed.append(f"turn {turn} of seed {seed}: {error!r}")
    return figures


def mutated(case: Case, times: int, seed: int, mutant: Callable[[], None]) -> Figures:
    """Try a case with a protection of the program switched off, in a process of its own."""
    with ProcessPoolExecutor(1, get_context("fork"), mutant) as pool:
        return pool.submit(repeat, case, times, seed).result()


@contextlib.contextmanager
def disturber(
    of: type[Disturber] = Disturber, mutant: Mutant = None, *, shares: bool = False
) -> Iterator[Callable[[str, int, int], Figures]]:
    """Yield a function that tries one of the methods of a `Disturber` so many times."""
    with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as folder:
        one = of(Path(folder), mutant, shares=shares)

        def disturb(what: str, times: int, seed: int) -> Figures:
            figures: Figures = getattr(one, what)(times, random.Random(seed))
            return figures

        yield disturb


def everything(times: int, seed: int) -> Iterator[tuple[str, Figures, bool]]:
    """Try everything, `times` for a damaged file, and yield what was tried, the figures, and
    whether they are as they have to be."""
    few = max(times // 20, 2)
    for case, n in ((one_file, times), *((each, few) for each in CASES)):
        yield case.__name__.replace("_", " "), (found := repeat(case, n, seed)), not found.bad
    shares = {
        what: max(3 * few, 12, int(times * share))
        for what, share in (("kills", 0.5), ("faults", 2.2), ("power_cuts", 6))
    }
    for of, with_drive, where in (
        (Disturber, False, ""),
        (Disturber, True, ", with a drive"),
        (CommandLine, False, ", by the command line"),
    ):
        with disturber(of, shares=with_drive) as disturb:
            for what, whole in shares.items():
                if of is CommandLine and what == "power_cuts":
                    continue
                third = whole // 3
                n = whole // 5 if of is CommandLine else third if with_drive else whole - third
                found = disturb(what, n, seed)
                yield f"{what.replace('_', ' ')}{where}", found, not found.bad


def mutants(times: int, seed: int) -> Iterator[tuple[str, Figures, bool]]:
    """Try it with one protection of the program after the other switched off, and yield whether
    something is wrong then, as it has to be."""
    few = max(times // 20, 12)
    for mutant, case in (
        (disturbed.unhashed, partial(one_file, ways=("score",), only="scorepad.db")),
        (disturbed.unfollowed, partial(one_file, ways=REPLACED, only="scorepad.db")),
        (disturbed.unidentified, replaced_then_cut),
    ):
        found = mutated(case, few, seed, mutant)
        yield f"damaged files, {mutant.__name__}", found, bool(found.lost + found.silent)
    for what, mutant in (
        ("kills", disturbed.answered_early),
        ("faults", disturbed.answered_early),
        ("power_cuts", disturbed.unsynced),
    ):
        with disturber(mutant=mutant) as disturb:
            found = disturb(what, few, seed)
            if not found.lost:  # so few may all have missed the moments that count
                found = disturb(what, 5 * few, seed)
        yield f"{what.replace('_', ' ')}, {mutant.__name__}", found, bool(found.lost)


def main(times: int, seed: int) -> int:
    """Print the figures and return the exit status."""
    if SHIM not in os.environ:
        with tempfile.TemporaryDirectory() as folder:
            shim = str(build(Path(folder)))
            command = [sys.executable, "-m", "tests.store.soak", str(times), str(seed)]
            environment = {**os.environ, SHIM: shim, "LD_PRELOAD": shim}
            return subprocess.run(command, env=environment, check=False).returncode
    status = 0
    # What has to notice each mutant is the soak; the few that all tests try need not show it again.
    tried = (everything,) if times < LEAST_WITH_MUTANTS else (everything, mutants)
    for name, figures, good in (each for of in tried for each in of(times, seed)):
        sys.stdout.write(f"{'' if good else 'NOT AS IT HAS TO BE: '}{name}: {figures}\n")
        sys.stdout.flush()
        status |= not good
    return status


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 7))
