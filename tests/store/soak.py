"""Any one file of the data folder is damaged, at any moment: is anything lost, or shown otherwise
without a word?

`make soak` tries it a thousand times (`SOAK=100` fewer) and prints figures; a test tries it a few
times.
"""

from __future__ import annotations

import random
import shutil
import sys
import tempfile
from pathlib import Path

import msgspec

from scorepad.spades.refusal import Refused
from scorepad.store import open_store
from scorepad.store.store import Store
from tests.store.kept import entry, kept, log, make, match_id

WAYS = ("delete", "empty", "cut", "swap", "overwrite", "flip")


def append(store: Store, n: int) -> None:
    """Record the nth entry of match 1, which has those before it."""
    store.append(match_id(1), [entry(n)], make(kept(1, log(n))), after=n - 1)


class Figures(msgspec.Struct):
    """What became of all tries: entries that are gone, logs that were shown otherwise than they
    were recorded without a word, and what went wrong otherwise."""

    tried: int = 0
    said: int = 0
    lost: int = 0
    silent: int = 0
    failed: list[str] = []


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
    elif way == "flip" and content:
        at = chance.randrange(len(content))
        with file.open("r+b") as opened:
            opened.seek(at)
            opened.write(bytes([content[at] ^ (1 << chance.randrange(8))]))
    else:
        with file.open("r+b") as opened:
            opened.truncate(chance.randrange(len(content) + 1) if way == "cut" else 0)


def look(store: Store, n: int, figures: Figures) -> None:
    """Compare what is shown with the `n` entries that were recorded."""
    try:
        shown = store.load(match_id(1))
        listed = [each.entries for each in store.summaries()]
    except Refused:
        figures.said += 1
        return
    if shown.log != log(n) or listed != [n]:
        told = shown.doubt is not None or bool(store.notices)
        figures.said += told
        figures.silent += not told


def try_once(folder: Path, chance: random.Random, figures: Figures) -> None:
    """Record some entries, damage one file in one way, while it is open or after a power cut, and
    see what is there afterwards."""
    data, before, after = folder / "data", folder / "before", folder / "after"
    n, more = chance.randrange(3, 9), chance.randrange(1, 9)
    with open_store(data, write=True, make=make) as store:
        store.create(kept(1, log(n)), make(kept(1, log(n))))
        store.backup_now("end")
        shutil.copytree(data, before)
        for _each in range(more):
            n += 1
            append(store, n)
        files = [each for each in sorted(data.rglob("*")) if each.is_file()]
        file = chance.choice(files).relative_to(data)
        way = chance.choice(WAYS)
        if file.name.endswith("-shm") and way in ("empty", "cut"):
            # SQLite maps this file: the system ends a program whose map was cut, as a kill does.
            way = "flip"
        if chance.random() < 0.5:
            shutil.copytree(data, after)
            damage(after / file, before / file, way, chance)
        else:
            damage(data / file, before / file, way, chance)
            for _again in range(3):
                look(store, n, figures)
                try:
                    append(store, n + 1)
                    n += 1
                except Refused:
                    figures.said += 1
            after = data
    with open_store(after, write=True, make=make) as store:
        look(store, n, figures)
        found = {each.id for each in store.load(match_id(1)).log}
        figures.lost += sum(each.id not in found for each in log(n))
    figures.tried += 1


def soak(times: int, seed: int) -> Figures:
    """Try it so many times."""
    chance, figures = random.Random(seed), Figures()
    for turn in range(times):
        with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as folder:
            try:
                try_once(Path(folder), chance, figures)
            except Exception as error:  # noqa: BLE001  (each is told, and the others go on)
                figures.failed.append(f"turn {turn} of seed {seed}: {error!r}")
    return figures


if __name__ == "__main__":
    figures = soak(int(sys.argv[1]), seed=7)
    sys.stdout.write(
        f"{figures.tried} tried, {figures.said} answers with a word, {figures.lost} entries lost, "
        f"{figures.silent} shown otherwise without a word, {len(figures.failed)} failed\n"
    )
    sys.stdout.writelines(f"{each}\n" for each in figures.failed)
    sys.exit(bool(figures.lost or figures.silent or figures.failed))
