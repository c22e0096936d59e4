"""Laptops exchange through a folder while their processes are killed at any byte.

    python -m tests.share.soak [RUNS [FIRST]]

In each run two to four laptops record, take over and exchange, each in a process of its own, which
is killed: at a byte that it writes into a feed, or at a moment.  Meanwhile the folder does what
shared folders do: a file is there in a conflict copy, half of it, under a name in capitals, or not
at all for a while; a data folder is copied, or an older copy of it is put back; clocks differ by a
day.  In some rooms there are feeds of a greater format, and with kinds that are unknown here.  At
the end they exchange in peace.  Counted are entries that were acknowledged and are missing
somewhere, logs that differ, and sentences of `check`.

With `SHARED` in the environment the shared folders are made in that folder: of another file system.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import sys
import tempfile
import time
from dataclasses import dataclass, field
from datetime import timedelta
from pathlib import Path
from typing import Any, NamedTuple

from msgspec.structs import replace

from scorepad.desk.ports import LogHasGrown
from scorepad.spades.entries import Note
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.store.lines import make_line
from tests.share.room import BIDS, TRICKS, Clock, Laptop

LONGEST_RUN = 0.15  # seconds after which a process is killed at the latest
PATIENCE = 60.0  # seconds after which one that nobody kills has hung
LAPTOP = "0195731b-4c00-4000-8000-00000000000"
"""The ids of laptops with other programs begin so."""
OTHERS_MATCH = b"0195731b-4c00-7000-8000-0000000000ff"
PEACE = 6
"""So often each exchanges at the end."""
TOLD = 10
"""So many of those that went wrong are printed."""
FAILED = 3
"""The exit status of a process that met an error nobody foresaw."""


@dataclass
class Figures:
    """What was counted in all runs."""

    runs: int = 0
    kills: int = 0
    entries: int = 0
    versions: int = 0
    clones: int = 0
    restores: int = 0
    strangers: int = 0
    lost: int = 0
    differing: int = 0
    unsound: int = 0
    failed: int = 0
    told: list[str] = field(default_factory=list)

    @property
    def is_good(self) -> bool:
        """Return whether nothing went wrong."""
        return not (self.lost or self.differing or self.unsound or self.failed)

    def __str__(self) -> str:
        """Return the figures in one line."""
        return (
            f"{self.runs} runs, {self.kills} kills, {self.entries} entries acknowledged, "
            f"{self.versions} logs with versions, {self.clones} clones, {self.restores} restores, "
            f"{self.strangers} with other programs: {self.lost} lost, "
            f"{self.differing} differing, {self.unsound} unsound, {self.failed} failed"
        )


class Acted(NamedTuple):
    """What a process did: the entries that it acknowledged, by match, and how it ended."""

    entries: set[tuple[str, str]]
    was_killed: bool
    has_failed: bool


def act(laptop: Laptop, chance: random.Random, out: int) -> None:
    """Record and exchange at random, and tell of each entry that was acknowledged."""
    for _step in range(chance.randrange(2, 9)):
        if chance.random() < 0.4:
            laptop.look()
            continue
        with contextlib.suppress(Refused), laptop.desk() as desk:
            matches = [each.id for each in desk.matches()]
            if not matches or chance.random() < 0.2:
                matches.append(laptop.new_in(desk))
            table = desk.open(chance.choice(matches))
            before = {each.id for each in table.match.entries_of_all_versions}
            with contextlib.suppress(LogHasGrown):
                if chance.random() < 0.2:
                    table.take_over_from_other_laptop("it is silent")
                elif chance.random() < 0.3:
                    table.record(Note(text=f"{chance.random()}"))
                else:
                    table.record(TRICKS if table.match.board.open_hand else BIDS)
                new = [
                    each.id for each in table.match.entries_of_all_versions if each.id not in before
                ]
                os.write(out, "".join(f"{table.id} {each}\n" for each in new).encode())


def kill_at_byte(count: int, out: int) -> None:
    """Have this process die in the middle of a write, once it wrote so many bytes to files."""
    left, write = [count], os.write

    def write_some(descriptor: int, data: Any) -> int:
        if descriptor != out:
            if len(data) >= left[0]:
                write(descriptor, bytes(data)[: left[0]])
                os.kill(os.getpid(), signal.SIGKILL)
            left[0] -= len(data)
        return write(descriptor, data)

    os.write = write_some


def act_in_a_process(laptop: Laptop, seed: int) -> Acted:
    """Act in a process that may be killed."""
    chance = random.Random(seed)
    inside, out = os.pipe()
    at_byte = chance.randrange(1, 4000) if chance.random() < 0.5 else 0
    at_moment = chance.random() * LONGEST_RUN if chance.random() < 0.6 else PATIENCE
    child = os.fork()
    if not child:
        try:
            if at_byte:
                kill_at_byte(at_byte, out)
            act(laptop, chance, out)
            os._exit(0)
        finally:
            os._exit(FAILED)
    os.close(out)
    end, status = time.monotonic() + at_moment, 0
    while True:
        ended, status = os.waitpid(child, os.WNOHANG)
        if ended:
            break
        if time.monotonic() > end:
            os.kill(child, signal.SIGKILL)
            _, status = os.waitpid(child, 0)
            break
        time.sleep(0.002)
    with os.fdopen(inside) as opened:
        lines = opened.read().split("\n")[:-1]  # what is cut was not acknowledged
    entries = {(line.partition(" ")[0], line.partition(" ")[2]) for line in lines}
    has_failed = os.WIFEXITED(status) and os.WEXITSTATUS(status) != 0
    has_hung = at_moment == PATIENCE and time.monotonic() > end
    return Acted(entries, os.WIFSIGNALED(status), has_failed or has_hung)


def disturb(folder: Path, kept: Path, chance: random.Random) -> None:
    """Do with the files there what shared folders do; `kept` has what is put back later."""
    files = sorted(folder.glob("scorepad-*.jsonl"))
    if not files:
        return
    file = chance.choice(files)
    match chance.choice(("conflict", "half", "capitals", "gone", "nothing", "nothing")):
        case "conflict":
            name = f"{file.stem} (conflicted copy {chance.randrange(1 << 30)}).jsonl"
            shutil.copyfile(file, folder / name)
        case "half":
            content = file.read_bytes()
            shutil.copyfile(file, kept / f"{len(list(kept.iterdir()))} {file.name}")
            part = folder / ".part"
            part.write_bytes(content[: chance.randrange(len(content) + 1)])
            part.replace(file)
        case "capitals":
            copy = folder / file.name.upper()
            if not copy.exists():  # what it has may stand nowhere else
                file.rename(copy)
        case "gone":
            shutil.move(file, kept / f"{len(list(kept.iterdir()))} {file.name}")


def write_feed(file: Path, laptop: str, *payloads: bytes) -> None:
    """Write the feed of a laptop with another program."""
    lines, line_hash = list[bytes](), ""
    for seq, payload in enumerate(payloads, 1):
        line, line_hash = make_line(laptop, seq, line_hash, payload)
        lines.append(line + b"\n")
    file.write_bytes(b"".join(lines))


def write_strangers(share: Path) -> None:
    """Write a feed of a greater format, and one with a line and an entry of kinds that are unknown
    here."""
    newer = b'{"format":2,"name":"Newer","program":"9","machine":"n"}'
    write_feed(share / "scorepad-newer.jsonl", f"{LAPTOP}e", newer, b'{"vote":1}')
    write_feed(
        share / "scorepad-other.jsonl",
        f"{LAPTOP}f",
        b'{"format":1,"name":"Other","program":"9","machine":"o"}',
        b'{"log":"%s","kind":"match","created":"2026-03-07T19:00:00Z",'
        b'"head":{"rules":"alpha-theta","table":"9"}}' % OTHERS_MATCH,
        b'{"log":"%s","entry":{"kind":"bids","id":"0195731b-4c00-7000-8000-000000000001",'
        b'"after":"","bids":[3,4,3,2]}}' % OTHERS_MATCH,
        b'{"vote":1}',
        b'{"log":"%s","entry":{"kind":"vote","id":"0195731b-4c00-7000-8000-000000000002",'
        b'"after":"0195731b-4c00-7000-8000-000000000001"}}' % OTHERS_MATCH,
    )


def run_once(place: Path, chance: random.Random, figures: Figures) -> None:
    """Run once in an empty folder."""
    share, kept, older = place / "shared", place / "kept", place / "older"
    if other := os.environ.get("SHARED"):
        share = Path(other) / place.name
    share.mkdir()
    kept.mkdir()
    has_strangers = chance.random() < 0.3
    figures.strangers += has_strangers
    laptops = list[Laptop]()
    for n in range(chance.randrange(2, 5)):
        clock = Clock()
        clock.time += timedelta(days=chance.choice((0, 0, 0, 1, -1)))
        machine = f"{n:032x}"
        laptops.append(Laptop(place / f"L{n}", share, clock, machine, f"Laptop {n}"))
    acknowledged, restored = set[tuple[str, str]](), laptops[0]
    for turn in range(chance.randrange(4, 9)):
        laptop = chance.choice(laptops)
        acted = act_in_a_process(laptop, chance.randrange(1 << 60))
        acknowledged |= acted.entries
        figures.kills += acted.was_killed
        if acted.has_failed:
            figures.failed += 1
            figures.told.append(f"{laptop.name} failed")
        laptop.clock.time += timedelta(minutes=1)
        disturb(share, kept, chance)
        if has_strangers:
            write_strangers(share)
        if older.exists() and laptop is restored:
            figures.restores += 1
            laptop.restart()
            laptop.look()  # what stands nowhere else is lost with a data folder
            shutil.rmtree(laptop.folder)
            older.rename(laptop.folder)
            laptop.restart()
        elif turn == 1 and (laptop.folder / "scorepad.db").exists():
            restored = laptop
            shutil.copytree(laptop.folder, older)
        if turn == 3 and chance.random() < 0.2 and (laptop.folder / "scorepad.db").exists():
            figures.clones += 1
            shutil.copytree(laptop.folder, place / "clone")
            machine = chance.choice((laptop.machine, "c" * 32))
            laptops.append(Laptop(place / "clone", share, Clock(), machine, "Clone"))
    for file in sorted(kept.iterdir()):
        # What is synchronized comes in the end, beside what is there by then.
        number, _, name = file.name.partition(" ")
        back = share / name
        if back.exists():
            back = share / f"{Path(name).stem} (conflicted copy {number}).jsonl"
        shutil.move(file, back)
    for each in laptops:
        each.restart()
        each.new("last")  # from here on a copied data folder differs from the other
    for _time in range(PEACE):
        for each in laptops:
            each.look()
    compare(laptops, acknowledged, figures)
    if other:
        shutil.rmtree(share)


def read_all(match: Match) -> tuple[object, ...]:
    """Return what two laptops with the same entries must both show of a match."""
    return (
        tuple(each.id for each in match.entries_of_all_versions),
        tuple(each.id for each in match.log),
        match.board.score,
        tuple(match.unfit),
        tuple(each.id for each in match.unknown),
        tuple(each.last_id for each in match.order.versions),
    )


def list_row(status: MatchStatus) -> MatchStatus:
    """Return all that a list shows of a match but when it was written to here."""
    return replace(status, changed=None)


def compare(laptops: list[Laptop], acknowledged: set[tuple[str, str]], figures: Figures) -> None:
    """Count what is missing, differs or is unsound."""
    figures.runs += 1
    figures.entries += len(acknowledged)
    rooms = []
    for each in laptops:
        with each.desk() as desk:
            matches = {one.id: desk.read(one.id) for one in desk.matches()}
            rows = {one.id: list_row(one) for one in desk.matches()}
        rooms.append({key: (read_all(match), rows[key]) for key, match in matches.items()})
        here = {
            (key, one.id or "")
            for key, match in matches.items()
            for one in match.entries_of_all_versions
        }
        missing = acknowledged - here
        figures.lost += len(missing)
        with each.store() as store:
            sentences = store.check()
        figures.unsound += bool(sentences)
        if missing or sentences:
            said = [*map(str, sentences), *map(str, each.exchange.status.notices)]
            figures.told.append(f"{each.name}: {len(missing)} missing; {said}")
    laptop_ids = [each.laptop_id() for each in laptops]
    if len(set(laptop_ids)) < len(laptop_ids):
        figures.unsound += 1
        figures.told.append("two record under one id")
    figures.versions += sum(match.has_versions for match in matches.values())
    if any(each != rooms[0] for each in rooms):
        figures.differing += 1
        figures.told.append(f"they differ: {[len(each) for each in rooms]} matches")


def soak(runs: int, *, first: int = 0, seconds: float = float("inf")) -> Figures:
    """Run so often, or for so long (seconds), and return the figures."""
    figures, end = Figures(), time.monotonic() + seconds
    for seed in range(first, first + runs):
        if time.monotonic() > end:
            break
        with tempfile.TemporaryDirectory(prefix="scorepad-soak-") as place:
            before = len(figures.told)
            run_once(Path(place), random.Random(seed), figures)
            figures.told[before:] = [f"run {seed}: {each}" for each in figures.told[before:]]
    return figures


def main() -> int:
    """Run as often as is said, and print the figures."""
    runs, first = (*map(int, sys.argv[1:3]), *(1000, 0)[len(sys.argv) - 1 :])
    figures = soak(runs, first=first)
    sys.stdout.write(f"Sharing through a folder: {figures}\n")
    sys.stdout.writelines(f"{each}\n" for each in figures.told[:TOLD])
    return 0 if figures.is_good else 1


if __name__ == "__main__":
    sys.exit(main())
