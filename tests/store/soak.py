"""Any one file of the data folder is damaged, at any moment: is anything lost, or shown otherwise
without a word?

`make soak` tries it a thousand times (`SOAK=100` fewer), and what `disturbed.py` tries: kills, a
disk that fails, power cuts.  It prints figures.  Each is also tried with a protection of the
program switched off, which has to be noticed.
"""

from __future__ import annotations

import os
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import TypeAlias

from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.store import Store
from tests.store import disturbed
from tests.store.disk_trace import build
from tests.store.disturbed import Disturber, Figures
from tests.store.kept import entry, kept, log, make, match_id

SHIM = "SCOREPAD_DISK_SHIM"
Mutant: TypeAlias = Callable[[], None] | None
WAYS = ("delete", "empty", "cut", "swap", "overwrite", "flip", "score")


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
    elif way in ("flip", "score") and content:
        at, bit = chance.randrange(len(content)), 1 << chance.randrange(8)
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
        figures.silent += shown.doubt is None and not store.notices


def try_once(
    folder: Path, chance: random.Random, figures: Figures, ways: Sequence[str], only: str
) -> None:
    """Record some entries, damage one file in one way, while it is open, after a power cut, or when
    it was closed, and see what is there afterwards."""
    data, before, after = folder / "data", folder / "before", folder / "after"
    n, more = chance.randrange(3, 9), chance.randrange(1, 9)
    way, when = chance.choice(ways), chance.choice(("open", "cut", "closed"))
    with open_store(data, write=True, make=make) as store:
        store.create(kept(1, log(n)), make(kept(1, log(n))))
        store.backup_now("end")
        shutil.copytree(data, before)
        for _each in range(more):
            n += 1
            append(store, n)
        if when == "cut":
            shutil.copytree(data, after)
        elif when == "open":
            file = _any_file(data, chance, only)
            damage(file, before / file.relative_to(data), way, chance)
            for _again in range(3):
                look(store, n, figures)
                try:
                    append(store, n + 1)
                    n += 1
                except Refused:
                    break
    after = after if when == "cut" else data
    if when != "open":
        file = _any_file(after, chance, only)
        damage(file, before / file.relative_to(after), way, chance)
    with open_store(after, write=True, make=make) as store:
        look(store, n, figures)
        found = {each.id for each in store.load(match_id(1)).log}
        figures.lost += sum(each.id not in found for each in log(n))
    figures.tried += 1


def _any_file(folder: Path, chance: random.Random, only: str) -> Path:
    return chance.choice([each for each in sorted(folder.rglob(only or "*")) if each.is_file()])


def soak(times: int, seed: int, ways: Sequence[str] = WAYS, only: str = "") -> Figures:
    """Damage one file so many times."""
    chance, figures = random.Random(seed), Figures()
    for turn in range(times):
        with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as folder:
            try:
                try_once(Path(folder), chance, figures, ways, only)
            except Exception as error:  # noqa: BLE001  (each is told, and the others go on)
                figures.failed.append(f"turn {turn} of seed {seed}: {error!r}")
    return figures


def mutated_soak(times: int, seed: int, mutant: Mutant, ways: Sequence[str]) -> Figures:
    """The same with the database alone, and a protection of the program switched off, in a process
    of its own."""
    code = (
        f"from tests.store import disturbed, soak; disturbed.{mutant.__name__}(); "
        f"made = soak.soak({times}, {seed}, {ways!r}, 'scorepad.db'); "
        "print(made.tried, made.lost, made.silent)"
    )
    done = subprocess.run([sys.executable, "-c", code], stdout=subprocess.PIPE, check=True)
    tried, lost, silent = map(int, done.stdout.split())
    return Figures(tried=tried, lost=lost, silent=silent)


def disturb(
    what: Callable[[Disturber, int, int], Figures], times: int, seed: int, mutant: Mutant = None
) -> Figures:
    """Try one of `disturbed.py` so many times."""
    with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as folder:
        return what(Disturber(Path(folder), mutant), times, seed)


def everything(times: int, seed: int) -> Iterator[tuple[str, Figures, bool]]:
    """Try everything, `times` for a damaged file, and yield what was tried, the figures, and
    whether they are as they have to be: with a protection switched off something must be wrong."""
    few = max(times // 20, 12)
    yield "one damaged file", (found := soak(times, seed)), not found.bad
    for mutant, ways in (
        (disturbed.unhashed, ("score",)),
        (disturbed.uncompared, ("delete", "swap", "overwrite")),
    ):
        found = mutated_soak(few, seed, mutant, ways)
        yield f"one damaged file, {mutant.__name__}", found, bool(found.lost + found.silent)
    for what, share, mutant in (
        (disturbed.kills, 0.5, disturbed.answered_early),
        (disturbed.faults, 2.2, disturbed.answered_early),
        (disturbed.power_cuts, 6, disturbed.unsynced),
    ):
        found = disturb(what, max(few, int(times * share)), seed)
        yield what.__name__.replace("_", " "), found, not found.bad
        found = disturb(what, few, seed, mutant)
        if not found.lost:  # so few may all have missed the moments that count
            found = disturb(what, 5 * few, seed, mutant)
        yield f"{what.__name__.replace('_', ' ')}, {mutant.__name__}", found, bool(found.lost)


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
