"""A data folder exchanges with the others here: publish, take in, say how that stands.

It is done by a process of its own, one for each data folder.  The store is opened for each piece
of work and let go again, as every command does, so that nobody else has to wait for it.
"""

from __future__ import annotations

import contextlib
import os
import platform
import time
from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.holding import DueSetups, hold_what_was_recorded_alone
from scorepad.desk.sharing import LaptopStatus, ShareStatus
from scorepad.settings import Settings
from scorepad.share.folder import FolderReader, LaptopState, heard_of, write_state
from scorepad.share.status import keep_status, read_status
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.store.feeds import shared_file
from scorepad.store.file_locks import lock
from scorepad.store.lines import Line
from scorepad.store.shared_folder import FeedEnd, why_unusable
from scorepad.store.store import Store
from scorepad.store.tables import DATABASE

LOCK_FILE = "scorepad.follow"
MOST_LINES = 1000
"""So many lines are taken in with one write to the disk."""
MOST_LOGS = 200
"""Lines of so many logs are taken in with one write to the disk."""
LOOK_EVERY = 0.5  # seconds
STATE_EVERY = 30.0  # seconds
TRY_AGAIN = 5.0  # seconds until a folder that is gone or full is tried again
PROVE_EVERY = 24 * 3600.0  # seconds until every byte of the own file is compared again
OTHERS_GONE = timedelta(hours=1)
"""Nobody hears a state where no other laptop was heard for so long."""


class Parts(NamedTuple):
    """What is needed to exchange: the data folder, the clock (UTC), and what opens its store, with
    the desk over it."""

    folder: Path
    now: Callable[[], datetime]
    open_store: Callable[[], AbstractContextManager[Store]]
    make_desk: Callable[[Store], Desk]


@contextlib.contextmanager
def only_exchange(folder: Path) -> Iterator[bool]:
    """Hold the lock of the one process that exchanges for a data folder; False where another one
    holds it.  Where nothing can be locked, everyone is the only one."""
    is_only, descriptor = True, -1
    with contextlib.suppress(OSError):
        file = folder / LOCK_FILE
        descriptor = os.open(file, os.O_RDWR | os.O_CREAT | getattr(os, "O_NONBLOCK", 0), 0o600)
        is_only = lock(descriptor, patience=0)
    try:
        yield is_only
    finally:
        if descriptor >= 0:
            os.close(descriptor)


class Exchange:
    """Exchanges the feeds of one data folder with those in the folder that is shared."""

    def __init__(self, parts: Parts) -> None:
        self._parts = parts
        self._settings_seen: object = None
        self._settings = Settings(parts.folder)
        self._reader: FolderReader | None = None
        self._ends: dict[str, FeedEnd] = {}
        self._states: dict[str, LaptopState] = {}
        self._former: dict[str, datetime] = {}
        """The first state that was read of each id under which this laptop recorded before."""
        self._laptops: dict[str, LaptopStatus] = {}
        self._seen: object = None
        self._only_here = 0
        self._why: Text | None = None
        self._notices: dict[Text, None] = {}
        self._status: ShareStatus | None = None
        self._state_at = self._proved_at = self._try_at = float("-inf")
        self._has_holds = False
        self._took_in = False
        self._due_setups = DueSetups()
        before = read_status(parts.folder)
        if before is not None:
            self._laptops = {each.laptop: each for each in before.laptops}

    @property
    def is_set_up(self) -> bool:
        """Return whether a folder is named."""
        self._read_settings()
        return self._reader is not None

    @property
    def is_behind(self) -> bool:
        """Return whether something could not be published or read now."""
        return self._why is not None or bool(self._reader is not None and self._reader.is_stopped)

    @property
    def status(self) -> ShareStatus:
        """Return how sharing stands."""
        reader = self._reader
        texts = () if reader is None else (*reader.texts, *self._notices)
        return ShareStatus(
            at=self._parts.now() if self._status is None else self._status.at,
            folder=self._settings.share_folder,
            name=self._name,
            laptops=tuple(self._known_laptops()),
            only_here=self._only_here,
            why=self._why,
            notices=texts,
        )

    @property
    def _name(self) -> str:
        return self._settings.laptop_name or platform.node()

    def say_at_once(self) -> None:
        """Say of files that cannot be read on without waiting whether they change."""
        if self._reader is not None:
            self._reader.says_at_once = True

    def run(self, should_end: Callable[[], bool]) -> None:
        """Exchange until it shall end."""
        while not should_end():
            if not self.round():
                time.sleep(LOOK_EVERY)

    def round(self) -> bool:
        """Publish and take in once; return whether there is more to do at once."""
        self._read_settings()
        if self._reader is None:
            self._keep_status()
            return False
        if time.monotonic() < self._try_at:
            return False
        has_more = False
        try:
            self._publish()
            if self._why is None:
                has_more = self._take_in()
                self._keep_state()
        except OSError as error:
            self._why = T(
                "The folder {folder} cannot be used: {why}",
                folder=self._settings.share_folder,
                why=why_unusable(error),
            )
        except Refused as refused:
            self._why = refused.text
        if self._why is not None:
            self._seen = None
            self._try_at = time.monotonic() + TRY_AGAIN
        self._keep_status()
        return has_more

    def _read_settings(self) -> None:
        seen = _stat(self._settings.file)
        if seen == self._settings_seen and self._reader is not None:
            return
        self._settings_seen = seen
        self._settings = Settings(self._parts.folder)
        folder = self._settings.share_folder
        if not folder:
            self._reader = None
        elif self._reader is None or str(self._reader.folder) != folder:
            self._reader = FolderReader(Path(folder))
            self._seen, self._has_holds, self._try_at = None, False, float("-inf")
            self._state_at = self._proved_at = float("-inf")

    # Out

    def _publish(self) -> None:
        """Bring our file there up to our rows, where either of them changed."""
        seen = self._changes()
        is_proof = time.monotonic() - self._proved_at >= PROVE_EVERY
        if seen == self._seen and not is_proof:
            return
        with self._parts.open_store() as store:
            if not self._has_holds:
                hold_what_was_recorded_alone(self._parts.make_desk(store), store.recorded_alone())
                self._has_holds = True
            self._why = store.publish(thorough=is_proof)
            self._notices |= dict.fromkeys(store.notices)
            self._follow_store(store)
        if is_proof and self._why is None:
            self._proved_at = time.monotonic()
        # What is recorded meanwhile is looked at the next time.
        self._seen = seen if self._why is None else None

    def _changes(self) -> object:
        """Return what differs once somebody records here, or our file there changes."""
        folder = self._parts.folder
        own = [shared_file(Path(self._settings.share_folder), each) for each in self._own_laptops()]
        places = (folder / DATABASE, folder / f"{DATABASE}-wal", *own)
        return tuple(_stat(each) for each in places)

    def _own_laptops(self) -> list[str]:
        return [each.laptop for each in self._ends.values() if each.is_own]

    @property
    def _current_id(self) -> str:
        return next((each.laptop for each in self._ends.values() if each.is_current), "")

    def _follow_store(self, store: Store) -> None:
        """Note how far each feed goes, and how many entries are only here."""
        self._ends = {each.laptop: each for each in store.feed_ends()}
        self._count_only_here(store)
        with contextlib.suppress(Refused):
            self._due_setups.write(EventDesk(self._parts.make_desk(store)))

    def _count_only_here(self, store: Store) -> None:
        self._only_here = sum(
            store.count_entries(each, heard_of(each, self._states.values()))
            for each in self._own_laptops()
        )

    # In

    def _take_in(self) -> bool:
        """Take in what others published; return whether there is more."""
        assert self._reader is not None
        ends = {each.laptop: (each.seq, each.hash) for each in self._ends.values()}
        folder = Path(self._settings.share_folder)
        own = {shared_file(folder, each).name for each in self._own_laptops()}
        changes = self._reader.read(ends, MOST_LINES, own)
        for state in changes.states:
            self._hear_state(state)
        if changes.lines:
            self._hear_lines(line for line, _ in changes.lines)
            with self._parts.open_store() as store:
                for batch in _batches(changes.lines):
                    self._took_in |= store.take_in(batch) > 0
                self._notices |= dict.fromkeys(store.notices)
                self._follow_store(store)
        elif changes.states:
            with self._parts.open_store() as store:
                self._count_only_here(store)
        return changes.has_more

    def _hear_state(self, state: LaptopState) -> None:
        if state.laptop == self._current_id:
            return
        is_ours = state.laptop in self._own_laptops()
        # Where a state of an id that was ours goes on, another data folder records under it.
        if is_ours and self._former.setdefault(state.laptop, state.at) == state.at:
            return
        now, is_first = self._parts.now(), state.laptop not in self._states
        self._states[state.laptop] = state
        before = self._laptops.get(state.laptop)
        heard = min(now, state.at) if is_first else now
        if before is not None:
            heard = max(heard, before.heard)
        self._laptops[state.laptop] = LaptopStatus(
            laptop=state.laptop,
            name=state.name,
            heard=heard,
            ahead=max(0, round((state.at - now).total_seconds())),
        )

    def _hear_lines(self, lines: Iterable[Line]) -> None:
        now = self._parts.now()
        for line in lines:
            known = self._laptops.get(line.laptop)
            if known is not None and line.laptop in self._states:
                self._laptops[line.laptop] = replace(known, heard=now)

    def _known_laptops(self) -> Iterator[LaptopStatus]:
        """Yield the other laptops, but for those that nobody waits for."""
        own = set(self._own_laptops()) - self._states.keys()
        words = self._settings.share_forgotten.split()
        forgotten = dict(zip(words[::2], words[1::2], strict=False))
        for each in self._laptops.values():
            at = forgotten.get(each.laptop, "")
            if each.laptop not in own and not (at and each.heard.isoformat() <= at):
                yield each

    # What is said

    def _keep_state(self) -> None:
        """Write our state where something was taken in, or the others wait for it."""
        current = next((each for each in self._ends.values() if each.is_current), None)
        now, passed = self._parts.now(), time.monotonic() - self._state_at
        others = any(now - each.heard < OTHERS_GONE for each in self._laptops.values())
        if current is None or not (
            self._took_in or self._state_at < 0 or (others and passed >= STATE_EVERY)
        ):
            return
        heard = {each.laptop: each.seq for each in self._ends.values() if not each.is_own}
        state = LaptopState(
            laptop=current.laptop, name=self._name, seq=current.seq, at=now, heard=heard
        )
        write_state(Path(self._settings.share_folder), state)
        self._took_in, self._state_at = False, time.monotonic()

    def _keep_status(self) -> None:
        status = self.status
        if self._status is None or status != self._status:
            self._status = replace(status, at=self._parts.now())
            keep_status(self._parts.folder, self._status)


def _batches(lines: list[tuple[Line, bytes]]) -> Iterator[list[bytes]]:
    """Yield the lines in parts of at most so many logs."""
    batch, logs = list[bytes](), set[str]()
    for line, data in lines:
        logs.add(line.log)
        if len(logs) > MOST_LOGS:
            yield batch
            batch, logs = [], {line.log}
        batch.append(data)
    if batch:
        yield batch


def _stat(file: Path) -> tuple[int, ...] | None:
    try:
        found = os.stat(file)  # noqa: PTH116  # many times faster
    except OSError:
        return None
    return found.st_ino, found.st_size, found.st_mtime_ns
