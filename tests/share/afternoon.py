"""An afternoon of three laptops that share a folder, or a database, each with its window, by keys.

    python -m tests.share.afternoon [--server]

A director and two laptops at the tables: 24 teams, three rounds. Each window is on a display of its
own (Xvfb with openbox), and gets keys from xdotool; what is no matter of the window is recorded by
`scorepad record`. One laptop is killed, and its tables are taken over; two are apart for a round
and record at one table; a data folder is copied. At the end all have the same standings and, page
by page, the same text in the book, and nothing that was acknowledged anywhere is missing.
"""

from __future__ import annotations

import contextlib
import json
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any, Protocol

import msgspec

from scorepad.__main__ import Program as Composition
from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Sign, Tricks
from scorepad.spades.match import Match
from scorepad.spades.matchfile import cached_plain_rules
from scorepad.store import utc_now
from tests.conftest import ROOT
from tests.end2end.window_process import LIBRARY, Program, hand_keys, running_display
from tests.share.cluster import LOGINS, Cluster, find_programs, running_cluster
from tests.share.soak import list_row

EVENT = "Spring Open"
TEAMS = 24
ROUNDS = (1, 2, 3)
PATIENCE = 120.0  # seconds after which something that does not come has failed
LOOK_EVERY = 0.1  # seconds
HANDS = {
    # By the side that wins: what is bid is taken.
    0: (Bids(bids=(4, 3, 3, 3)), Tricks(tricks=(4, 3, 3, 3))),
    1: (Bids(bids=(3, 4, 3, 3)), Tricks(tricks=(3, 4, 3, 3))),
}
MOST_HANDS = 2
SIGNED = (Sign(side=0, name="Ann"), Sign(side=1, name="Bo"))
NEEDED = ("Xvfb", "openbox", "xdotool", "pdftotext")


def wait_until(what: str, holds: Callable[[], object]) -> None:
    """Wait until this holds; raise `AssertionError` if it does not within `PATIENCE`."""
    end = time.monotonic() + PATIENCE
    while not holds():
        assert time.monotonic() < end, f"{what}: waited {PATIENCE:.0f} s"
        time.sleep(LOOK_EVERY)


def tell(text: str) -> None:
    print(f"{time.monotonic() - BEGAN:6.1f} s  {text}", flush=True)  # noqa: T201


BEGAN = time.monotonic()


class SharedPlace(Protocol):
    """What the laptops share; it can be taken from each."""

    def settings(self, name: str) -> dict[str, str]:
        """Return the settings with which this laptop shares it."""

    def set_apart(self, name: str, apart: bool) -> None:
        """Take it from a laptop, or give it back."""


class Folder:
    """A folder that each laptop sees through a link."""

    def __init__(self, place: Path) -> None:
        self.place, self.share = place, place / "shared"
        self.share.mkdir()

    def link(self, name: str) -> Path:
        return self.place / f"{name} sees"

    def settings(self, name: str) -> dict[str, str]:
        self.set_apart(name, False)
        return {"share_folder": str(self.link(name))}

    def set_apart(self, name: str, apart: bool) -> None:
        self.link(name).unlink(missing_ok=True)
        if not apart:
            self.link(name).symlink_to(self.share)


class Server:
    """A database in which each laptop has a login of its own."""

    def __init__(self, place: Path, cluster: Cluster) -> None:
        self.cluster, self.database = cluster, cluster.make_database()
        self.logins: dict[str, str] = {}
        os.environ.update(cluster.name_services(self.database, place))

    def settings(self, name: str) -> dict[str, str]:
        login = self.logins.setdefault(name, LOGINS[len(self.logins)])
        return {"share_database": login}

    def set_apart(self, name: str, apart: bool) -> None:
        login = self.logins[name]
        with self.cluster.admin(self.database) as admin:
            admin.execute(f"alter role {login} {'nologin' if apart else 'login'}")
            ending = "select pg_terminate_backend(pid) from pg_stat_activity where usename = %s"
            admin.execute(ending, [login])


class Laptop:
    """A data folder with its window on its own display."""

    def __init__(self, place: Path, share: SharedPlace, name: str, display: str) -> None:
        self.name, self.display = name, display
        self.data, self.share = place / name, share
        self.data.mkdir()
        self.window: Program | None = None
        self.acknowledged: set[tuple[str, str]] = set()
        self.set_name(name)

    def set_name(self, name: str) -> None:
        values = {"laptop_name": name, "by": f"Pat at {name}", **self.share.settings(name)}
        (self.data / "settings.json").write_text(json.dumps(values))

    def start(self) -> None:
        self.window = Program(self.display, self.data)

    def kill(self) -> None:
        """End the window as a power cut does; the process that exchanges ends by itself."""
        assert self.window is not None
        self.window.process.send_signal(signal.SIGKILL)
        self.window.process.communicate()
        self.window = None

    def close(self) -> None:
        if self.window is not None:
            self.window.process.terminate()
            errors = self.window.process.communicate(timeout=PATIENCE)[1]
            assert b"Traceback" not in errors, errors.decode()
            self.window = None

    # Commands

    def run(self, *arguments: str, stdin: str = "", status: int = 0) -> str:
        done = subprocess.run(
            [sys.executable, "-m", "scorepad", "--data", str(self.data), *arguments],
            cwd=ROOT,
            env={**os.environ, "LANGUAGE": "en"},
            input=stdin,
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == status, (self.name, arguments, done.stdout, done.stderr)
        return done.stdout

    def record(self, log: str, *entries: object, event: bool = False) -> None:
        """Record entries with the command, and remember what it acknowledged."""
        lines = "".join(
            (each if isinstance(each, str) else msgspec.json.encode(each).decode()) + "\n"
            for each in entries
        )
        command = ("event", "record") if event else ("record",)
        for line in self.run(*command, log, stdin=lines).splitlines():
            self.acknowledged.add((log, json.loads(line)["ok"]))

    # Reading

    @contextlib.contextmanager
    def desk(self) -> Iterator[Desk]:
        with Composition(str(self.data)).open_store(write=False) as store:
            yield Desk(store, LIBRARY, now=utc_now, by=str)

    def read(self, match_id: str) -> Match:
        with self.desk() as desk:
            return desk.read(match_id)

    def has(self, match_id: str, entries: int = 0) -> bool:
        with self.desk() as desk:
            return desk.keeper.has(match_id) and desk.read(match_id).entry_count >= entries

    def show_event(self) -> dict[str, Any]:
        shown: dict[str, Any] = json.loads(self.run("event", "show", EVENT, "--json"))
        return shown

    def round_is_over(self, number: int) -> bool:
        with self.desk() as desk:
            if not desk.keeper.events():
                return False
        shown = self.show_event()
        return any(each["round"] == number and each["status"] == "done" for each in shown["rounds"])

    # Keys

    def go_to(self, table: str) -> None:
        """Show a table: to the floor, its number, Enter."""
        assert self.window is not None
        self.window.press("ctrl+0")
        self.window.write(table)
        self.window.press("Return")

    def play_by_keys(self, match_id: str, winner: int, hands: int = MOST_HANDS) -> None:
        """Say who deals, and type hands, at the table that is shown."""
        assert self.window is not None
        before = self.read(match_id)
        if before.board.assumes_dealer:
            self.window.keys("a")
            wait_until("who deals", lambda: not self.read(match_id).board.assumes_dealer)
        for _hand in range(hands):
            match = self.read(match_id)
            bids, tricks = HANDS[winner]
            self.window.keys(hand_keys(match, bids, tricks))
            count = len(match.board.hands) + 1
            wait_until(
                f"hand {count} by keys",
                lambda count=count: (
                    len((now := self.read(match_id)).board.hands) == count
                    and not now.board.open_hand
                ),
            )
        self.acknowledged |= {
            (match_id, each.id or "") for each in self.read(match_id).log if each.id
        }

    def take_over_by_keys(self, match_id: str, why: str) -> None:
        """Press "Take over" at the table that is shown, and type why."""
        assert self.window is not None
        mine = self.laptop_id()
        for key in ("shift+Tab", "shift+Tab", "space"):  # it stands above the sheet
            self.window.press(key)
        self.window.write(why)
        self.window.press("Return")
        wait_until(
            f"{self.name} records",
            lambda: (hold := self.read(match_id).holder) is not None and hold.laptop == mine,
        )

    def laptop_id(self) -> str:
        # Who gave its id up gets another one here.
        with Composition(str(self.data)).open_store(write=True) as store:
            return store.laptop_id()


def event_file() -> str:
    """The event: rules of two hands without a clock, 24 teams, a Swiss stage."""
    rules = dict(cached_plain_rules(LIBRARY.resolve("alpha-theta")))
    rules |= {"id": "two-hands", "name": "Two hands"}
    rules["game"] = {**rules["game"], "max_hands": MOST_HANDS}
    log: list[dict[str, object]] = [
        {
            "kind": "team",
            "team": f"T{n}",
            "name": f"Team {n:02}",
            "players": [f"Ann {n}", f"Cy {n}"],
            "seed": n,
        }
        for n in range(1, TEAMS + 1)
    ]
    log.append({"kind": "stage", "stage": "A", "format": "swiss", "rounds": len(ROUNDS)})
    return json.dumps({"scorepad-event": 1, "name": EVENT, "rules": rules, "log": log})


class Afternoon:
    """The room, and what is done in it."""

    def __init__(self, place: Path, share: SharedPlace, displays: list[str]) -> None:
        self.place, self.share, self.display_of_copy = place, share, displays[-1]
        names = ("Director", "Laptop B", "Laptop C")
        self.director, self.one, self.other = self.laptops = [
            Laptop(place, self.share, name, each)
            for name, each in zip(names, displays, strict=False)
        ]
        self.matches: dict[str, str] = {}
        """The matches of the round, by table."""

    def run(self) -> None:
        (self.place / "event.json").write_text(event_file())
        self.director.run("event", "new", str(self.place / "event.json"))
        for each in self.laptops:
            each.start()
        tell("three windows are open")
        self.first_round()
        self.second_round()
        self.third_round()
        clone = self.copy()
        self.laptops.append(clone)
        self.compare(self.laptops)

    def release(self, number: int) -> None:
        """The director pairs and releases a round; wait until all have its matches."""
        proposed = self.director.run("event", "pair", EVENT).strip()
        release = json.dumps({"kind": "release", "round": number})
        self.director.record(EVENT, proposed, release, event=True)
        (shown,) = (
            each for each in self.director.show_event()["rounds"] if each["round"] == number
        )
        self.matches = {each["table"]: each["match"] for each in shown["pairings"]}
        assert len(self.matches) == TEAMS // 2
        for each in self.laptops:
            wait_until(
                f"round {number} at {each.name}",
                lambda each=each: all(each.has(one) for one in self.matches.values()),
            )
        tell(f"round {number} is released, and on all laptops")

    def winner(self, table: str, number: int) -> int:
        return (int(table) + number) % 2

    def play(self, laptop: Laptop, number: int, *tables: int) -> None:
        """Play whole matches with the command."""
        for table in map(str, tables):
            match_id = self.matches[table]
            match = laptop.read(match_id)
            left = MOST_HANDS - sum(each.is_counted for each in match.board.hands)
            laptop.record(match_id, *(HANDS[self.winner(table, number)] * left), *SIGNED)

    def wait_for_round(self, number: int, *laptops: Laptop) -> None:
        for each in laptops:
            wait_until(
                f"end of round {number} at {each.name}",
                lambda each=each: each.round_is_over(number),
            )
        tell(f"round {number} is over on {', '.join(each.name for each in laptops)}")

    def first_round(self) -> None:
        """Both laptops play their tables, one of them each by keys."""
        self.release(1)
        for laptop, table in ((self.one, "1"), (self.other, "7")):
            laptop.go_to(table)
            laptop.play_by_keys(self.matches[table], self.winner(table, 1))
        tell("two tables were played by keys")
        self.play(self.one, 1, *range(1, 7))
        self.play(self.other, 1, *range(7, 13))
        self.wait_for_round(1, *self.laptops)

    def second_round(self) -> None:
        """Laptop C is killed after one hand at table 7; Laptop B takes its tables over."""
        self.release(2)
        self.play(self.one, 2, *range(1, 7))
        self.other.go_to("7")
        self.other.play_by_keys(self.matches["7"], self.winner("7", 2), hands=1)
        for table in map(str, range(8, 13)):
            self.other.record(self.matches[table], *HANDS[self.winner(table, 2)])
        held = [self.matches[str(table)] for table in range(7, 13)]
        counts = {each: self.other.read(each).entry_count for each in held}
        wait_until(
            "what Laptop C recorded, at Laptop B",
            lambda: all(self.one.has(each, counts[each]) for each in held),
        )
        self.other.kill()
        tell("Laptop C is killed")
        self.one.go_to("7")
        self.one.take_over_by_keys(held[0], "its power is out")
        tell("table 7 is taken over by keys")
        for each in held[1:]:
            self.one.run("share", "take", each, "--why", "its power is out")
        self.one.go_to("7")
        self.one.play_by_keys(held[0], self.winner("7", 2), hands=1)
        self.play(self.one, 2, *range(7, 13))
        self.wait_for_round(2, self.director, self.one)
        self.other.start()
        self.wait_for_round(2, self.other)

    def third_round(self) -> None:
        """Laptops B and C are apart, and both record at table 1; then one version is chosen."""
        self.release(3)
        match_id, winner = self.matches["1"], self.winner("1", 3)
        self.one.record(match_id, *HANDS[winner])
        count = self.one.read(match_id).entry_count
        wait_until("the first hand at Laptop C", lambda: self.other.has(match_id, count))
        for each in (self.one, self.other):
            self.share.set_apart(each.name, True)
        self.other.run("share", "take", match_id, "--why", "the others are not heard")
        self.one.record(match_id, *HANDS[winner])
        self.other.record(match_id, *HANDS[1 - winner])
        self.play(self.one, 3, *range(2, 7))
        self.play(self.other, 3, *range(7, 13))
        for each in (self.one, self.other):
            wait_until("the line", lambda each=each: "only on this computer" in each.run("share"))
            line = each.run("share").splitlines()[0]
            assert "Can't use" in line, line
        assert not self.director.round_is_over(3)
        for each in (self.one, self.other):
            self.share.set_apart(each.name, False)
        for each in self.laptops:
            wait_until(
                f"two versions at {each.name}",
                lambda each=each: each.read(match_id).has_versions,
            )
        tell("both recorded at one table: two versions on all laptops")
        assert not self.director.round_is_over(3), "its pairing is open"
        with self.director.desk() as desk:
            versions = desk.read(match_id).order.versions
        self.director.run("choose", versions[0].last_id, "--why", "it was signed")
        self.wait_for_round(3, *self.laptops)

    def copy(self) -> Laptop:
        """Copy the data folder of Laptop C, and record in both."""
        self.other.close()
        clone = Laptop(self.place, self.share, "Clone", self.display_of_copy)
        shutil.rmtree(clone.data)
        shutil.copytree(self.other.data, clone.data)
        clone.set_name("Clone")
        note = {"kind": "note", "text": "by the copy"}
        match_id = self.matches["2"]
        count = self.one.read(match_id).entry_count + 2
        clone.record(match_id, json.dumps(note))
        self.other.record(match_id, json.dumps({**note, "text": "by the other"}))
        self.other.start()
        clone.start()
        for each in (*self.laptops, clone):
            wait_until(
                f"both notes at {each.name}",
                lambda each=each: each.has(match_id, count),
            )
        wait_until("another id", lambda: clone.laptop_id() != self.other.laptop_id())
        tell("a copied data folder records under an id of its own")
        return clone

    def compare(self, laptops: list[Laptop]) -> None:
        """All show the same, have all that was acknowledged, and are sound."""
        event_id = self.director.show_event()["id"]
        acknowledged = {
            (event_id if log == EVENT else log, entry)
            for each in laptops
            for log, entry in each.acknowledged
        }
        ends = {log for log, _ in acknowledged}
        shown, pages, rows = list[Any](), list[list[str]](), list[Any]()
        for each in laptops:
            wait_until(
                f"all that was acknowledged, at {each.name}",
                lambda each=each: acknowledged <= self.entries(each, event_id),
            )
            wait_until(
                f"the same standings at {each.name}",
                lambda each=each: each.show_event() == self.director.show_event(),
            )
            shown.append(each.show_event())
            pages.append(self.book(each))
            with each.desk() as desk:
                rows.append({one.id: list_row(one) for one in desk.matches()})
            each.run("check")  # status 0: everything is as it was written
        assert all(each == shown[0] for each in shown)
        assert all(each == rows[0] for each in rows)
        assert len(shown[0]["standings"]) == TEAMS
        for each, book in zip(laptops, pages, strict=True):
            assert len(book) == len(pages[0]), each.name
            for number, (here, there) in enumerate(zip(book, pages[0], strict=True), 1):
                assert here == there, (each.name, number, here, there)
        tell(
            f"{len(laptops)} laptops, {len(acknowledged)} entries acknowledged in {len(ends)} "
            f"logs: none missing; {TEAMS} places, {len(rows[0])} rows of the list and "
            f"{len(pages[0])} pages of the book alike"
        )

    def entries(self, laptop: Laptop, event_id: str) -> set[tuple[str, str]]:
        with laptop.desk() as desk:
            found = {(event_id, str(each.id)) for each in desk.keeper.load_event(event_id).log}
            for summary in desk.keeper.summaries():
                log = desk.keeper.load(summary.id).log
                found |= {(summary.id, str(each.id)) for each in log}
        return found

    def book(self, laptop: Laptop) -> list[str]:
        file = self.place / f"{laptop.name}.pdf"
        laptop.run("event", "print", "book", EVENT, "-o", str(file))
        done = subprocess.run(
            ["pdftotext", "-layout", str(file), "-"], capture_output=True, text=True, check=True
        )
        return done.stdout.split("\f")


def main() -> int:
    by_server = "--server" in sys.argv
    missing = [each for each in NEEDED if shutil.which(each) is None]
    if by_server and find_programs() is None:
        missing.append("PostgreSQL")
    if missing:
        print(f"The afternoon was left out; it needs {', '.join(missing)}.")  # noqa: T201
        return 0
    with contextlib.ExitStack() as stack:
        displays = [stack.enter_context(running_display()) for _ in range(4)]
        place = Path(stack.enter_context(tempfile.TemporaryDirectory(prefix="scorepad-room-")))
        share: SharedPlace = (
            Server(place, stack.enter_context(running_cluster())) if by_server else Folder(place)
        )
        afternoon = Afternoon(place, share, displays)
        try:
            afternoon.run()
        finally:
            for each in afternoon.laptops:
                if each.window is not None:
                    each.window.process.terminate()
                    each.window.process.communicate(timeout=PATIENCE)
    return 0


if __name__ == "__main__":
    sys.exit(main())
