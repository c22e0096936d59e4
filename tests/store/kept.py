"""Matches and events to keep, what lists show of them, and how tests open a store.

The store does not score, so they are enough of a match for it.
"""

from __future__ import annotations

import contextlib
import os
import sqlite3
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from scorepad.desk.ports import AnyEntry, AnyLog, EventLog, MatchLog
from scorepad.events.entries import CheckIn, EventEntry, EventHead, TeamEntry
from scorepad.events.status import EventStatus
from scorepad.spades.entries import Bids, Clock, Entry, Head, HeadChange, Note, Ruling, Team, Tricks
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T
from scorepad.store import open_store
from scorepad.store.store import Store

HERE, THERE = "a" * 32, "b" * 32
"""Two computers."""
ROOT = Path(__file__).parents[2]
START = datetime(2026, 3, 7, 19, 0, tzinfo=UTC)


def entry_id(n: int) -> str:
    return f"0195731b-4c00-7000-8000-{n:012x}"


def match_id(n: int) -> str:
    return f"{0x01957300 + n:08x}-4c00-7000-9000-{n:012x}"


def entry(n: int) -> Entry:
    """The nth entry of a match: hands, with this and that between them."""
    common = {
        "id": entry_id(n),
        "at": START + timedelta(seconds=20 * n),
        "by": "Pat Ngô",
        "step": entry_id(1000 + n),
        "redoes" if n % 2 else "undoes": entry_id(999 + n),
    }
    match n % 6:
        case 0:
            return Clock(do="add", seconds=-n, **common)
        case 1 | 4:
            return Bids(bids=(3, "nil", 4, None), override="agreed", **common)
        case 2 | 5:
            return Tricks(tricks=(4, 0, 4, 5), **common)
    if n % 4 == 3:
        teams = (Team("Aces", ("Ann", "Cy")), Team("Ξένοι", ("Bo", "Νίκη")))
        return HeadChange(why="misspelt", teams=teams, agreed={"game": {"target": 300}}, **common)
    return Ruling(side=n % 2, points=-10, why="späte Ansage “3”\n\u2212", **common)


def log(n: int) -> tuple[Entry, ...]:
    return tuple(entry(position) for position in range(1, n + 1))


def kept(n: int = 1, entries: Sequence[Entry] = ()) -> MatchLog:
    """The nth match."""
    head = Head(
        rules={"id": "unc", "name": "UNC Spades", "game": {"target": 500}},
        agreed={"bidding": {"blind_nil": "yes"}},
        event="Herbstturnier",
        table=str(n),
        scheduled=START,
        teams=(Team(f"Aces {n}", ("Ann", "Cy")), Team(f"Kings {n}", ("Bo", "Di"))),
        first_dealer=n % 4,
    )
    return MatchLog(match_id(n), head, tuple(entries))


def make(match: MatchLog | EventLog) -> Any:
    """What a list shows of a match or event.  A log with the note "bad" does not fold."""
    if isinstance(match, EventLog):
        return EventStatus(id=match.id, name=match.head.name, entries=len(match.log))
    if any(isinstance(each, Note) and each.text == "bad" for each in match.log):
        raise Refused(T("nobody plays like that"))
    first, second = match.head.teams
    return MatchStatus(
        id=match.id,
        event=match.head.event,
        table=match.head.table,
        scheduled=match.head.scheduled,
        teams=(first.name, second.name),
        players=(first.players[0], second.players[0], first.players[1], second.players[1]),
        rules="unc",
        rules_name="UNC Spades",
        entries=len(match.log),
        first_entry=min(
            filter(None, (getattr(each, "at", None) for each in match.log)), default=None
        ),
        score=(len(match.log), -len(match.log)),
    )


def event_entry(n: int) -> EventEntry:
    """The nth entry of an event."""
    common = {"id": entry_id(n), "at": START + timedelta(seconds=n), "by": "Pat Ngô"}
    if n % 2:
        return TeamEntry(team=f"T{n}", name=f"Aces {n} ♠", players=("Ann", "Cy"), **common)
    return CheckIn(team=f"T{n - 1}", seat=0, id_shown=True, **common)


def kept_event(n: int = 1, entries: int = 4) -> EventLog:
    head = EventHead(name=f"Spring Open {n}", rules="unc", tables=("Red", "Blue"))
    return EventLog(match_id(50 + n), head, tuple(map(event_entry, range(1, entries + 1))))


@contextlib.contextmanager
def published(opening: AbstractContextManager[Store]) -> Iterator[Store]:
    """A store whose feeds are brought into the folder that is shared when it is opened, and before
    it is closed."""
    with opening as store:
        for _time in range(2):
            if why := store.publish():
                store.notify(why)
            if not _time:
                yield store


def opened(
    folder: Path,
    share: Path | None = None,
    *,
    write: bool = True,
    machine: str = HERE,
    days: int = 0,
    summarize: Callable[[AnyLog], Any] = make,
) -> AbstractContextManager[Store]:
    """Open a store; one that may write publishes what it records."""
    opening = open_store(
        folder,
        write=write,
        summarize=summarize,
        now=lambda: START + timedelta(days=days),
        share_folder=lambda: str(share or ""),
        machine=machine,
    )
    return published(opening) if write else opening


def create(store: Store, *logs: AnyLog) -> None:
    """Keep these matches and events."""
    with store.transaction():
        for each in logs:
            store.create(each, make(each))


def record(data: Path, n: int, share: Path | None = None) -> None:
    """Keep the first match with so many entries."""
    with opened(data, share) as store:
        create(store, kept(1, log(n)))


def append(store: Store, *entries: AnyEntry, n: int = 1) -> None:
    """Record entries at the end of the nth match."""
    seen = store.load(match_id(n))
    store.append(seen.id, entries, make(grown(seen, *entries)), after=len(seen.log))


def ids(store: Store, n: int = 1) -> set[str]:
    """The ids of the entries of the nth match."""
    return {each.id or "" for each in store.load(match_id(n)).log}


def names(*numbers: int) -> set[str]:
    return {entry_id(n) for n in numbers}


def feed(data: Path) -> Path:
    """The file of the one feed in a data folder."""
    (file,) = (data / "feeds").glob("*.jsonl")
    return file


def texts(found: Sequence[object]) -> list[str]:
    """Notices, or what `check` finds, as a user reads them."""
    return [str(each) for each in found]


def grown(match: MatchLog, *more: AnyEntry) -> MatchLog:
    return replace(match, log=(*match.log, *more))


def unfit(one: Entry, why: str | None = "before its bids") -> Entry:
    return replace(one, unfit=why)


def query(store: Store, text: str) -> Any:
    """Return the first value of a query."""
    with store.reading() as session:
        return session.connection().exec_driver_sql(text).scalar()


def spoil(folder: Path, *statements: str) -> None:
    """Change rows as damage would: the triggers that guard them are away meanwhile, and the file's
    time does not tell."""
    file = folder / "scorepad.db"
    seen = file.stat()
    with contextlib.closing(sqlite3.connect(file, isolation_level=None)) as bare:
        triggers = "SELECT name, sql FROM sqlite_master WHERE type = 'trigger'"
        guards = bare.execute(triggers).fetchall()
        dropped = [f"DROP TRIGGER {name}" for name, _ in guards]
        for statement in (*dropped, *statements):
            bare.execute(statement)
        for _, sql in guards:
            with contextlib.suppress(sqlite3.OperationalError):
                bare.execute(sql)
    os.utime(file, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def change(file: Path, old: bytes, new: bytes) -> None:
    """Damage a file: the first of these bytes are others."""
    content = file.read_bytes()
    assert old in content
    file.write_bytes(content.replace(old, new, 1))
