"""Any one file of the data folder is damaged, at any moment: is anything lost, or shown otherwise
without a word?

`make soak` tries it a thousand times (`SOAK=100` fewer), and what `disturbed.py` tries: kills, a
disk that fails, power cuts.  It prints figures.  Each is also tried with a protection of the
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
from contextlib import AbstractContextManager
from datetime import timedelta
from functools import partial
from pathlib import Path
from typing import TypeAlias

import msgspec

from scorepad.desk.ports import LogHasGrown
from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.store import Store
from tests.store import disturbed
from tests.store.command_line import CommandLine
from tests.store.disk_trace import build
from tests.store.disturbed import Disturber, Figures
from tests.store.kept import START, entry, kept, log, make, match_id, published
from tests.store.truth import untrue

SHIM = "SCOREPAD_DISK_SHIM"
Case: TypeAlias = Callable[[Path, random.Random, Figures], None]
Mutant: TypeAlias = Callable[[], None] | None
WAYS = ("delete", "empty", "cut", "swap", "overwrite", "flip", "score", "header")
HEADER = 100  # bytes with which a database begins, its version among them
ENDS_THE_PROGRAM = ("cut", "empty", "overwrite")
REPLACED = ("delete", "swap", "overwrite")
OLDER = ("swap", "overwrite")
PLACES = {"feeds": "feed", "backups": "backup", "drive": "drive"}
"""What was damaged, by its folder."""


def opened(
    data: Path, share: Path | None = None, *, days: int = 0
) -> AbstractContextManager[Store]:
    return published(
        open_store(
            data,
            write=True,
            summarize=make,
            now=lambda: START + timedelta(days=days),
            share_folder=lambda: str(share or ""),
        )
    )


def append(store: Store, n: int) -> None:
    """Record the nth entry of match 1, which has those before it."""
    store.append(match_id(1), [entry(n)], make(kept(1, log(n))), after=n - 1)


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
        with file.open("r+b") as opened:
            opened.seek(at)
            opened.write(bytes([content[at] ^ bit]))
    else:
        with file.open("r+b") as opened:
            opened.truncate(chance.randrange(len(content) + 1) if way == "cut" else 0)


def look(store: Store, n: int, figures: Figures) -> None:
    """Compare what is shown with the `n` entries that were recorded."""
    try:
        shown = store.load(match_id(1))
        listed = [each.entries for each in store.summaries()]
    except Refused:
        return
    if shown.log != log(n) or listed != [n]:
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
        store.create(kept(1, log(n)), make(kept(1, log(n))))
        store.publish()
        store.make_daily_backup()
        shutil.copytree(data, before)
        for _each in range(more):
            n += 1
            append(store, n)
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
                        append(store, n + 1)
                        n += 1
                    except Refused:
                        break
    is_open = file is not None
    after = after if when == "cut" else data
    if not is_open:
        file = any_file(after, chance, only)
        damage(file, before / file.relative_to(after), way, chance)
    _look_again(
        after,
        n,
        figures,
        f"{way} {when} {file.name}",
        {
            PLACES.get(file.parent.name, "database" if ".db" in file.name else ""),
            *(("older",) if way in OLDER else ()),
        },
        after / "drive" if drive else None,
    )


def _end_by_damage(data: Path, older: Path, way: str, n: int, chance: random.Random) -> int:
    """Damage the journal's index, which SQLite maps into its memory, under another program: the
    system ends that program, as a kill does.  Return how many entries it recorded."""
    code = (
        "import random, sys; from pathlib import Path; from tests.store import soak\n"
        "data, older, way, n, seed = sys.argv[1:]\n"
        "with soak.opened(Path(data)) as store:\n"
        "    store.summaries()\n"
        "    index = Path(data, 'scorepad.db-shm')\n"
        "    soak.damage(index, Path(older), way, random.Random(seed))\n"
        "    with soak.contextlib.suppress(soak.Refused):\n"
        "        soak.append(store, int(n) + 1)\n"
        "        print('recorded', flush=True)\n"
    )
    seed = str(chance.random())
    arguments = [sys.executable, "-c", code, str(data), str(older), way, str(n), seed]
    done = subprocess.run(arguments, capture_output=True, text=True, check=False)
    assert done.returncode in (-signal.SIGBUS, 0), (done.returncode, done.stderr[-300:])
    assert way != "empty" or done.returncode, "nobody noticed that the index was emptied"
    if done.returncode:  # an entry may be there that nobody acknowledged
        with open_store(data, write=False, summarize=make, now=lambda: START) as store:
            return len(store.load(match_id(1)).log) - n
    return int(done.stdout == "recorded\n")


RECOVERS = "{text} The next start recovers from that."


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
    on_drive = disturbed.lines_on(share)
    for start in range(2):
        with opened(data, share) as store:
            silent, found = figures.silent, set[str | None]()
            try:
                found = {each.id for each in store.load(match_id(1)).log}
            except Refused:  # damage that is met is one refusal, and the next start recovers
                if start == 0:
                    continue
            look(store, n, figures)
            lost = sum(each.id not in found for each in log(n))
            figures.lost += lost
            if lost or figures.silent > silent:
                figures.told.append(f"{where}: {lost} of {n} lost; {list(map(str, store.notices))}")
            false = untrue(store.notices, data, hurt)
            break
    with opened(data, share, days=1) as store:
        store.make_daily_backup()
        told = [*store.notices, *store.check()]
    # No start looks at every byte after an orderly end; `check` does, and the start after it
    # recovers, as it says.
    if "database" in hurt and any(each.one == RECOVERS for each in told):
        told = [each for each in told if each.one != RECOVERS]
        with opened(data, share, days=1) as store:
            told += [*store.notices, *store.check()]
            look(store, n, figures)
    false += untrue(told, data, hurt)
    if false:
        figures.false += 1
        figures.told.append(f"{where}: it is not true that {false}")
    if went := len(on_drive - disturbed.lines_on(share)):
        figures.lost += 1
        figures.told.append(f"{where}: {went} lines went from the drive")


def _flip(file: Path, at: int) -> None:
    with file.open("r+b") as changed:
        changed.seek(at)
        byte = changed.read(1)[0]
        changed.seek(at)
        changed.write(bytes([byte ^ 1]))


def _feed(data: Path) -> Path:
    (file,) = (data / "feeds").glob("*.jsonl")
    return file


def _record(data: Path, n: int, share: Path | None = None) -> None:
    with opened(data, share) as store:
        store.create(kept(1), make(kept(1)))
        for each in range(1, n + 1):
            append(store, each)


def both_copies(folder: Path, chance: random.Random, figures: Figures) -> None:
    """Both copies are damaged in different lines; each entry is whole in one of them."""
    data, n = folder / "data", 12
    _record(data, n)
    ids = chance.sample([entry(each).id or "" for each in range(1, n + 1)], 2)
    for file, entry_id in zip((data / "scorepad.db", _feed(data)), ids, strict=True):
        content = file.read_bytes()
        at = content.find(b'"entry":{"kind":', content.find(f'"id":"{entry_id}"'.encode()) - 80)
        for place in _all_of(content, f'"id":"{entry_id}"'.encode()) if at >= 0 else ():
            _flip(file, place + chance.randrange(6, 40))
    _look_again(data, n, figures, f"both copies, {ids}", {"database", "feed"})


def _all_of(content: bytes, part: bytes) -> list[int]:
    found, at = [], content.find(part)
    while at >= 0:
        found.append(at)
        at = content.find(part, at + 1)
    return found


def older_beside_drive(folder: Path, chance: random.Random, figures: Figures) -> None:
    """The whole data folder is put back as it was, beside a drive that has all of it, and another
    entry is recorded."""
    data, older, drive = folder / "data", folder / "older", folder / "drive"
    drive.mkdir()
    first, n = chance.randrange(1, 5), 10
    _record(data, first, drive)
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        for each in range(first + 1, n + 1):
            append(store, each)
    with opened(older, drive) as store:
        while chance.random() < 0.5:
            seen = store.load(match_id(1))
            new = entry(99)
            both = kept(1, (*seen.log, new))
            with contextlib.suppress(LogHasGrown):  # what the drive has came in between
                store.append(seen.id, [new], make(both), after=len(seen.log))
                break
    with opened(older, drive) as store:
        found = {each.id for each in store.load(match_id(1)).log}
        figures.lost += sum(each.id not in found for each in log(n))
    with opened(folder / "new") as store:
        store.restore(drive)
        on_drive = {each.id for each in store.load(match_id(1)).log}
        figures.lost += len(found - on_drive)
        if found - on_drive or len(found) < n:
            figures.told.append(f"older beside a drive: {len(found)} here, {len(on_drive)} there")


def damaged_drive(folder: Path, chance: random.Random, figures: Figures) -> None:
    """One line on the drive is damaged, the last one often, beside a data folder that was put back
    as it was: each whole line of the drive is here, the other is said, and its bytes stay."""
    data, older, drive = folder / "data", folder / "older", folder / "drive"
    drive.mkdir()
    first, n = chance.randrange(1, 5), 8
    _record(data, first, drive)
    shutil.copytree(data, older)
    with opened(data, drive) as store:
        for each in range(first + 1, n + 1):
            append(store, each)
    (file,) = drive.iterdir()
    victim = entry(chance.choice((n, chance.randrange(1, n + 1)))).id or ""
    at = file.read_bytes().find(f'"id":"{victim}"'.encode())
    _flip(file, at + chance.randrange(6, 40))
    content = file.read_bytes()
    damaged = content[content.rfind(b"\n", 0, at) + 1 : content.find(b"\n", at)]
    with opened(older, drive) as store:
        if why := store.publish(thorough=True):
            store.notify(why)
        found = {each.id for each in store.load(match_id(1)).log}
        said = [str(each) for each in store.notices]
        lost = {each.id for each in log(n)} - found - {victim}
        is_kept = victim in found or any(damaged in each.read_bytes() for each in drive.iterdir())
        figures.lost += len(lost) + (not is_kept)
        is_said = victim in found or any("damaged" in each for each in said)
        figures.silent += not is_said
        if lost or not is_kept or not is_said:
            figures.told.append(f"drive, {victim}: {lost}, {is_kept=}, {said}")


def lost_database(folder: Path, chance: random.Random, figures: Figures) -> None:
    """The database is lost, and one line of the feed is damaged: that line is lost, and said."""
    data, n = folder / "data", 12
    _record(data, n)
    for each in data.glob("scorepad.db*"):
        each.unlink()
    victim = entry(chance.randrange(1, n + 1)).id or ""
    feed = _feed(data)
    _flip(feed, feed.read_bytes().find(f'"id":"{victim}"'.encode()) + chance.randrange(6, 40))
    with opened(data) as store:
        found = {each.id for each in store.load(match_id(1)).log}
        figures.lost += len({each.id for each in log(n)} - found - {victim})
        is_said = any(
            match_id(1) in str(each) and "isn't in this folder" in str(each)
            for each in store.notices
        )
        figures.silent += not is_said
        if not is_said:
            figures.told.append(f"lost database: {list(map(str, store.notices))}")


def hole(folder: Path, chance: random.Random, figures: Figures) -> None:
    """The end was not orderly, and a sector of the feed is zeros then."""
    data, after, n = folder / "data", folder / "after", 12
    with opened(data) as store:
        store.create(kept(1), make(kept(1)))
        for each in range(1, n + 1):
            append(store, each)
        shutil.copytree(data, after)
    feed = _feed(after)
    content = bytearray(feed.read_bytes())
    at = chance.randrange(len(content)) // 512 * 512
    content[at : at + 512] = bytes(min(512, len(content) - at))
    feed.write_bytes(content)
    _look_again(after, n, figures, f"hole at {at}", {"feed"})
    figures.silent += _feed(after).read_bytes().count(b"\n") < n


def replaced_then_cut(folder: Path, chance: random.Random, figures: Figures) -> None:
    """The database of an open program is deleted or replaced, more is recorded, and then the power
    goes: of the feed only what it had before is on the disk."""
    data, after, n = folder / "data", folder / "after", 4
    older = folder / "older.db"
    with opened(data) as store:
        store.create(kept(1, log(n)), make(kept(1, log(n))))
        shutil.copy2(data / "scorepad.db", older)
        feed = _feed(data)
        size = feed.stat().st_size
        way = chance.choice(("delete", "swap"))
        damage(data / "scorepad.db", older, way, chance)
        for _each in range(chance.randrange(1, 4)):
            with contextlib.suppress(Refused):  # what is replaced is refused
                append(store, n + 1)
                n += 1
        shutil.copytree(data, after)
    with (after / feed.relative_to(data)).open("r+b") as cut:
        cut.truncate(size)
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
    inside, out = os.pipe()
    child = os.fork()
    if not child:
        try:
            mutant()
            os.write(out, msgspec.json.encode(repeat(case, times, seed)))
        finally:
            os._exit(0)
    os.close(out)
    with os.fdopen(inside, "rb") as pipe:
        figures = msgspec.json.decode(pipe.read(), type=Figures)
    os.waitpid(child, 0)
    return figures


def disturb(
    what: Callable[[Disturber, int, int], Figures],
    times: int,
    seed: int,
    mutant: Mutant = None,
    *,
    shares: bool = False,
    of: type[Disturber] = Disturber,
) -> Figures:
    """Try one of `disturbed.py` so many times."""
    with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as folder:
        return what(of(Path(folder), mutant, shares=shares), times, seed)


def everything(times: int, seed: int) -> Iterator[tuple[str, Figures, bool]]:
    """Try everything, `times` for a damaged file, and yield what was tried, the figures, and
    whether they are as they have to be: with a protection switched off something must be wrong."""
    few = max(times // 20, 12)
    yield "one damaged file", (found := repeat(one_file, times, seed)), not found.bad
    for case in CASES:
        found = repeat(case, few, seed)
        yield case.__name__.replace("_", " "), found, not found.bad
    for mutant, case in (
        (disturbed.unhashed, partial(one_file, ways=("score",), only="scorepad.db")),
        (disturbed.unfollowed, partial(one_file, ways=REPLACED, only="scorepad.db")),
        (disturbed.unidentified, replaced_then_cut),
    ):
        found = mutated(case, few, seed, mutant)
        yield f"damaged files, {mutant.__name__}", found, bool(found.lost + found.silent)
    for what, share, mutant in (
        (disturbed.kills, 0.5, disturbed.answered_early),
        (disturbed.faults, 2.2, disturbed.answered_early),
        (disturbed.power_cuts, 6, disturbed.unsynced),
    ):
        name = what.__name__.replace("_", " ")
        whole = max(few, int(times * share))
        found = disturb(what, whole - whole // 3, seed)
        with_drive = disturb(what, whole // 3, seed, shares=True)
        yield f"{name}, with a drive", with_drive, not with_drive.bad
        yield name, found, not found.bad
        if what is not disturbed.power_cuts:
            by_commands = disturb(what, whole // 5, seed, of=CommandLine)
            yield f"{name}, by the command line", by_commands, not by_commands.bad
        found = disturb(what, few, seed, mutant)
        if not found.lost:  # so few may all have missed the moments that count
            found = disturb(what, 5 * few, seed, mutant)
        yield f"{name}, {mutant.__name__}", found, bool(found.lost)


def main(times: int, seed: int) -> int:
    """Print the figures and return the exit status."""
    if SHIM not in os.environ:
        with tempfile.TemporaryDirectory() as folder:
            shim = str(build(Path(folder)))
            command = [sys.executable, "-m", "tests.store.soak", str(times), str(seed)]
            environment = {**os.environ, SHIM: shim, "LD_PRELOAD": shim}
            return subprocess.run(command, env=environment, check=False).returncode
    status = 0
    for name, figures, good in everything(times, seed):
        sys.stdout.write(f"{'' if good else 'NOT AS IT HAS TO BE: '}{name}: {figures}\n")
        sys.stdout.flush()
        status |= not good
    return status


if __name__ == "__main__":
    sys.exit(main(int(sys.argv[1]), int(sys.argv[2]) if len(sys.argv) > 2 else 7))
