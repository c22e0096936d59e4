"""A data folder exchanges with the others here: publish, take in, say how that stands.

It exchanges by a folder, by a database, or by both: each of them gets what is recorded here, and
nothing is carried over from one to the other.  It is done by a process of its own, one for each
data folder.  The store is opened for each piece of work and let go again, as every command does, so
that nobody else has to wait for it.
"""

from __future__ import annotations

import contextlib
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
from scorepad.desk.holding import PairingChangeWriter, make_this_laptop_holder_of_unshared_logs
from scorepad.desk.sharing import LaptopStatus, ShareStatus
from scorepad.settings import Settings
from scorepad.share.folder import SharedFolder
from scorepad.share.status import confirm_status, read_share_status, save_share_status
from scorepad.share.transport import Transport, last_line_others_have, stat_key
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text
from scorepad.store.intake import doubled_laptop_text
from scorepad.store.lines import LaptopState, Line
from scorepad.store.sharing import FeedEnd
from scorepad.store.store import Store
from scorepad.store.tables import DATABASE

MOST_LINES = 1000
"""So many lines are taken in with one write to the disk."""
MOST_READ = 5 * MOST_LINES
"""So many lines are read before the store is let go."""
MOST_LOGS = 200
"""Lines of so many logs are taken in with one write to the disk."""
LOOK_EVERY = 0.5  # seconds
STATE_EVERY = 30.0  # seconds
CONFIRM_EVERY = 5.0  # seconds until it is said again that all stands as it did
TRY_AGAIN = 5.0  # seconds until a place that is gone or full is tried again
PROVE_EVERY = 24 * 3600.0  # seconds until all of the own feeds there is compared again
OTHERS_GONE = timedelta(hours=1)
"""Nobody hears a state where no other laptop was heard for so long."""


class DataFolderAccess(NamedTuple):
    """What is needed to exchange: the data folder, the clock (UTC), and what opens its store, with
    the desk over it."""

    folder: Path
    now: Callable[[], datetime]
    open_store: Callable[[], AbstractContextManager[Store]]
    make_desk: Callable[[Store], Desk]


class _Place:
    """A place where feeds are exchanged, and how that stands."""

    def __init__(self, transport: Transport) -> None:
        self.transport = transport
        self.states: dict[str, LaptopState] = {}
        self.former: dict[str, datetime] = {}
        """The first state that was read of each id under which this laptop recorded before."""
        self.seen: object = None
        self.why: Text | None = None
        self.is_news = False
        """Whether the others there wait for what this laptop has to say."""
        self.state_at = self.proved_at = self.try_at = float("-inf")


class Exchange:
    """Exchanges the feeds of one data folder with those in the places that are shared."""

    def __init__(self, access: DataFolderAccess) -> None:
        self._access = access
        self._settings_seen: object = None
        self._settings = Settings(access.folder)
        self._places: dict[tuple[bool, str], _Place] = {}
        self._ends: dict[str, FeedEnd] = {}
        self._laptops: dict[str, LaptopStatus] = {}
        self._only_here: int | None = None
        self._notices: dict[Text, None] = {}
        self._doubled: dict[Text, None] = {}
        """What is said of laptops under whose id two data folders recorded, until that is
        settled."""
        self._status: ShareStatus | None = None
        self._confirmed_at = float("-inf")
        self._has_holds = False
        self._pairing_changes = PairingChangeWriter()
        before = read_share_status(access.folder)
        if before is not None:
            self._laptops = {each.laptop: each for each in before.laptops}

    @property
    def is_set_up(self) -> bool:
        """Return whether a folder or a database is named."""
        self._read_settings()
        return bool(self._places)

    @property
    def has_failed_places(self) -> bool:
        """Return whether something could not be published or read now."""
        return any(
            each.why is not None or each.transport.is_stopped for each in self._places.values()
        )

    @property
    def status(self) -> ShareStatus:
        """Return how sharing stands."""
        places = self._places.values()
        reasons = [each.why for each in places if each.why is not None]
        texts = [text for each in places for text in each.transport.problem_texts]
        return ShareStatus(
            at=self._access.now() if self._status is None else self._status.at,
            folder=self._settings.share_folder,
            database=self._settings.share_database,
            name=self._name,
            laptops=tuple(self._known_laptops()),
            only_here=self._only_here,
            why=reasons[0] if reasons else None,
            notices=tuple(dict.fromkeys((*reasons[1:], *texts, *self._notices, *self._doubled))),
        )

    @property
    def _name(self) -> str:
        return self._settings.laptop_name or platform.node()

    def report_stops_at_once(self) -> None:
        """Say of feeds that cannot be read on without waiting whether they change."""
        for each in self._places.values():
            each.transport.reports_stops_at_once = True

    def run(self, should_end: Callable[[], bool]) -> None:
        """Exchange until it shall end."""
        while not should_end():
            if not self.exchange_next_batch():
                time.sleep(LOOK_EVERY)

    def exchange_next_batch(self) -> bool:
        """Publish and take in once; return whether there is more to do at once."""
        self._read_settings()
        has_more = False
        for place in list(self._places.values()):
            if time.monotonic() >= place.try_at:
                has_more |= self._exchange_at(place)
        self._keep_status()
        return has_more

    def close(self) -> None:
        """Let the places go."""
        for each in self._places.values():
            each.transport.close()

    def _exchange_at(self, place: _Place) -> bool:
        has_more = False
        try:
            self._publish(place)
            if place.why is None:
                has_more = self._take_in(place)
                self._keep_state(place)
        except Refused as refused:
            place.why = refused.text
        if place.why is not None:
            place.seen = None
            place.try_at = time.monotonic() + TRY_AGAIN
        return has_more

    def _read_settings(self) -> None:
        seen = stat_key(self._settings.file)
        if seen == self._settings_seen and self._places:
            return
        self._settings_seen = seen
        self._settings = Settings(self._access.folder)
        named = {(False, self._settings.share_folder), (True, self._settings.share_database)}
        for gone in self._places.keys() - named:
            self._places.pop(gone).transport.close()
        for is_database, name in sorted(named - self._places.keys()):
            if name:
                self._has_holds = False
                transport = self._make_transport(name, is_database)
                self._places[is_database, name] = _Place(transport)

    def _make_transport(self, name: str, is_database: bool) -> Transport:
        if is_database:
            from scorepad.share.postgres.database import SharedDatabase

            return SharedDatabase(name, self._access.now)
        return SharedFolder(Path(name))

    # Out

    def _publish(self, place: _Place) -> None:
        """Bring our feeds there up to our rows, where either of them changed."""
        seen = self._changes(place)
        is_proof = time.monotonic() - place.proved_at >= PROVE_EVERY
        if seen == place.seen and not is_proof:
            return
        with self._access.open_store() as store:
            if not self._has_holds:
                make_this_laptop_holder_of_unshared_logs(
                    self._access.make_desk(store), store.logs_with_own_entries_only()
                )
                self._has_holds = True
            place.why = place.transport.publish(store, thorough=is_proof)
            self._notices |= dict.fromkeys(store.notices)
            self._follow_store(store)
        if is_proof and place.why is None:
            place.proved_at = time.monotonic()
        # What is recorded meanwhile is looked at the next time.
        place.seen = seen if place.why is None else None

    def _changes(self, place: _Place) -> object:
        """Return what differs once somebody records here, or our feeds there change."""
        files = (self._access.folder / name for name in (DATABASE, f"{DATABASE}-wal"))
        return (*map(stat_key, files), place.transport.own_feeds_key(self._own_laptops()))

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
            desk = self._access.make_desk(store)
            self._pairing_changes.write_due_changes(EventDesk(desk))
            self._find_doubled(store, desk)

    def _find_doubled(self, store: Store, desk: Desk) -> None:
        """Note under which ids two data folders recorded, until one of them has another id and
        nothing that is played is held under the old one."""
        doubled = store.doubled_laptops()
        holders = {each.holder for each in desk.unfinished_matches()} if doubled else set()
        before, self._doubled = (
            self._doubled,
            {
                doubled_laptop_text(each.name): None
                for each in doubled
                if not each.has_parted or each.laptop in holders
            },
        )
        for settled in before.keys() - self._doubled.keys():
            self._notices.pop(settled, None)

    def _count_only_here(self, store: Store) -> None:
        states = [state for place in self._places.values() for state in place.states.values()]
        self._only_here = sum(
            store.count_entries(each.laptop, last_line_others_have(each, states))
            for each in self._ends.values()
            if each.is_own
        )

    # In

    def _take_in(self, place: _Place) -> bool:
        """Take in what others published; return whether there is more."""
        changes = place.transport.read(self._ends, MOST_READ, self._own_laptops())
        for state in changes.states:
            self._hear_state(place, state, changes.now)
        if changes.lines:
            self._hear_lines(place, (line for line, _ in changes.lines))
            is_new = False
            try:
                with self._access.open_store() as store:
                    for batch in _batches(changes.lines):
                        is_new |= store.take_in_earlier_lines(batch) > 0
                    self._notices |= dict.fromkeys(store.notices)
                    self._follow_store(store)
            except Refused:
                place.transport.read_again()
                raise
            for each in self._places.values():
                each.is_news |= is_new
        elif changes.states:
            with self._access.open_store() as store:
                self._count_only_here(store)
        return changes.has_more

    def _hear_state(self, place: _Place, state: LaptopState, there: datetime | None) -> None:
        """Note that a laptop was heard; `there` is the time by the clock of the place."""
        if state.laptop == self._current_id:
            return
        is_ours = state.laptop in self._own_laptops()
        # Where a state of an id that was ours goes on, another data folder records under it.
        if is_ours and place.former.setdefault(state.laptop, state.at) == state.at:
            return
        now, is_first = self._access.now(), state.laptop not in place.states
        ahead = state.at - (there or now)
        place.states[state.laptop] = state
        before = self._laptops.get(state.laptop)
        heard = now + min(ahead, timedelta()) if is_first else now
        if before is not None:
            heard = max(heard, before.heard)
        self._laptops[state.laptop] = LaptopStatus(
            laptop=state.laptop,
            name=state.name,
            heard=heard,
            ahead=max(0, round(ahead.total_seconds())),
            by_database=place.transport.is_database,
        )

    def _hear_lines(self, place: _Place, lines: Iterable[Line]) -> None:
        now = self._access.now()
        for laptop in {line.laptop for line in lines}:
            known = self._laptops.get(laptop)
            if known is not None and laptop in place.states:
                self._laptops[laptop] = replace(known, heard=now)

    def _known_laptops(self) -> Iterator[LaptopStatus]:
        """Yield the other laptops, but for those that nobody waits for, with how much of theirs is
        missing here."""
        published: dict[str, int] = {}
        for place in self._places.values():
            for state in place.states.values():
                published[state.laptop] = max(state.seq, published.get(state.laptop, 0))
        own = set(self._own_laptops()) - published.keys()
        words = self._settings.share_forgotten.split()
        forgotten = dict(zip(words[::2], words[1::2], strict=False))
        for each in self._laptops.values():
            at = forgotten.get(each.laptop, "")
            if each.laptop not in own and not (at and each.heard.isoformat() <= at):
                here = self._ends[each.laptop].seq if each.laptop in self._ends else 0
                yield replace(each, missing=max(0, published.get(each.laptop, here) - here))

    # What is said

    def _keep_state(self, place: _Place) -> None:
        """Write our state where something was taken in, or the others wait for it."""
        current = next((each for each in self._ends.values() if each.is_current), None)
        now, passed = self._access.now(), time.monotonic() - place.state_at
        others = any(now - each.heard < OTHERS_GONE for each in self._laptops.values())
        if current is None or not (
            place.is_news or place.state_at < 0 or (others and passed >= STATE_EVERY)
        ):
            return
        # Of an id that was given up another data folder may have recorded the rest.
        heard = {each.laptop: each.seq for each in self._ends.values() if not each.is_current}
        for each in self._ends.values():
            heard |= each.forks
        state = LaptopState(
            laptop=current.laptop, name=self._name, seq=current.seq, at=now, heard=heard
        )
        place.transport.write_state(state)
        place.is_news, place.state_at = False, time.monotonic()

    def _keep_status(self) -> None:
        status, now = self.status, time.monotonic()
        if self._status is None or status != self._status:
            self._status = replace(status, at=self._access.now())
            save_share_status(self._access.folder, self._status)
        elif now - self._confirmed_at >= CONFIRM_EVERY:
            confirm_status(self._access.folder)
        else:
            return
        self._confirmed_at = now


def _batches(lines: list[tuple[Line, bytes]]) -> Iterator[list[bytes]]:
    """Yield the lines in parts of at most so many lines and logs."""
    batch, logs = list[bytes](), set[str]()
    for line, data in lines:
        logs.add(line.log)
        if len(logs) > MOST_LOGS or len(batch) == MOST_LINES:
            yield batch
            batch, logs = [], {line.log}
        batch.append(data)
    if batch:
        yield batch
