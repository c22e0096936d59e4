"""Exchanging with other data folders: publishing, taking in, and the status.

The exchange uses a folder, a database, or both: each of them gets the records of this laptop, and
nothing is carried over from one to the other. It has a process of its own, one for each data
folder. The store is opened for each piece of work and closed again, as by every command, so that no
other process has to wait for it.
"""

from __future__ import annotations

import contextlib
import platform
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager
from datetime import datetime, timedelta
from pathlib import Path
from typing import NamedTuple

from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.holding import PairingChangeWriter, make_this_laptop_holder_of_unshared_logs
from scorepad.desk.sharing import LaptopStatus, ShareStatus, server_clock_texts, twins_text
from scorepad.settings import Settings
from scorepad.share.folder import SharedFolder
from scorepad.share.place import Place
from scorepad.share.status import confirm_status, read_share_status, save_share_status
from scorepad.share.transport import Transport, stat_key
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text
from scorepad.store.intake import doubled_laptop_text
from scorepad.store.lines import LaptopState
from scorepad.store.sharing import FeedEnd
from scorepad.store.store import Store
from scorepad.store.tables import DATABASE

LOOK_EVERY = 0.5  # seconds
STATE_EVERY = 30.0  # seconds
CONFIRM_EVERY = 5.0  # seconds until the same status is confirmed again
TRY_AGAIN = (
    5.0  # seconds until a place that is gone or full, or a feed that stopped, is tried again
)
PROVE_EVERY = 24 * 3600.0  # seconds until all of the own feeds there is compared again
OTHERS_GONE = timedelta(hours=1)
"""A state is no longer read if no other laptop was heard from for so long."""
STILL_THERE = timedelta(minutes=2)
"""Laptops of one name that were heard so shortly one after the other are there at once."""


class DataFolderAccess(NamedTuple):
    """The parts that an exchange needs: the data folder, the clock (UTC), and functions that
    open its store and desk."""

    folder: Path
    now: Callable[[], datetime]
    open_store: Callable[[], AbstractContextManager[Store]]
    make_desk: Callable[[Store], Desk]


class Exchange:
    """Exchanges the feeds of one data folder with those in the places that are shared."""

    def __init__(self, access: DataFolderAccess) -> None:
        self._access = access
        self._settings_seen: object = None
        self._settings = Settings(access.folder)
        self._places: dict[tuple[bool, str], Place] = {}
        self._ends: list[FeedEnd] = []
        self._laptops: dict[str, LaptopStatus] = {}
        self._only_here: int | None = None
        self._notices: dict[Text, None] = {}
        self._doubled: dict[Text, None] = {}
        self._status: ShareStatus | None = None
        self._confirmed_at = float("-inf")
        self._reports_stops_at_once = False
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
        return any(each.why is not None or each.is_stopped for each in self._places.values())

    @property
    def status(self) -> ShareStatus:
        places, laptops = self._places.values(), tuple(self._known_laptops())
        reasons = [each.why for each in places if each.why is not None]
        texts = list[Text]()
        for each in places:
            texts += each.problem_texts(at_once=self._reports_stops_at_once)
            if each.answer.now is not None:
                texts += server_clock_texts(self._access.now() - each.answer.now)
        texts += [*self._twin_texts(laptops), *self._notices, *self._doubled]
        return ShareStatus(
            at=self._access.now() if self._status is None else self._status.at,
            folder=self._settings.share_folder,
            database=self._settings.share_database,
            name=self._name,
            laptops=laptops,
            only_here=self._only_here,
            why=reasons[0] if reasons else None,
            notices=tuple(dict.fromkeys((*reasons[1:], *texts))),
        )

    @property
    def _name(self) -> str:
        return self._settings.laptop_name or platform.node()

    def report_stops_at_once(self) -> None:
        """Report feeds that stopped without waiting whether they change."""
        self._reports_stops_at_once = True

    def run(self, should_end: Callable[[], bool]) -> None:
        """Exchange until it shall end."""
        while not should_end():
            if not self.exchange_next_batch():
                time.sleep(LOOK_EVERY)

    def exchange_next_batch(self) -> bool:
        """Publish and take in once; return whether there is more to do at once, as there is after
        anything new."""
        self._read_settings()
        before = self._ends
        files = (self._access.folder / name for name in (DATABASE, f"{DATABASE}-wal"))
        here = tuple(map(stat_key, files))
        due = [each for each in self._places.values() if time.monotonic() >= each.try_at]
        for place in due:
            place.why = None
            self._keep_reason(place, self._look)
        if any(self._has_work(each, here) for each in due):
            try:
                with self._access.open_store() as store, store.refuse_errors():
                    self._exchange_at(due, store)
            except Refused as refused:
                for place in due:
                    place.why = place.why or refused.text
            else:
                for place in due:
                    # Entries recorded meanwhile are read the next time.
                    place.done = (here, *place.seen)
                    is_stopped = place.is_stopped
                    place.again_at = time.monotonic() + TRY_AGAIN if is_stopped else float("inf")
        for place in due:
            if place.why is None:
                self._keep_reason(place, self._keep_state)
            if place.why is not None:
                place.try_at = time.monotonic() + TRY_AGAIN
        self._keep_status()
        return self._ends != before

    def close(self) -> None:
        """Let the places go."""
        for each in self._places.values():
            each.transport.close()

    def _keep_reason(self, place: Place, work: Callable[..., None], *arguments: object) -> None:
        try:
            work(place, *arguments)
        except Refused as refused:
            place.why = refused.text

    def _look(self, place: Place) -> None:
        place.look()
        self._hear_states(place)

    def _has_work(self, place: Place, here: object) -> bool:
        now = time.monotonic()
        is_due = now >= place.again_at or now - place.proved_at >= PROVE_EVERY
        return is_due or (here, *place.seen) != place.done

    def _exchange_at(self, places: list[Place], store: Store) -> None:
        if not self._has_holds:
            make_this_laptop_holder_of_unshared_logs(
                self._access.make_desk(store), store.logs_with_own_entries_only()
            )
            self._has_holds = True
        self._ends = before = store.feed_ends()
        for place in places:
            self._hear_states(place)
            if place.why is None:
                self._keep_reason(place, self._publish, store)
            if place.why is None:
                self._keep_reason(place, self._take_in, store)
        self._follow_store(store)
        if _others(self._ends) != _others(before):
            for place in self._places.values():
                place.is_news = True
        elif self._ends == before and all(each.why is None for each in self._places.values()):
            self._record_restored_feeds(store)
        self._notices |= dict.fromkeys(store.notices)

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
                self._places[is_database, name] = Place(self._make_transport(name, is_database))

    def _make_transport(self, name: str, is_database: bool) -> Transport:
        if is_database:
            from scorepad.share.postgres.database import SharedDatabase

            return SharedDatabase(name)
        return SharedFolder(Path(name))

    # Out and in

    def _publish(self, place: Place, store: Store) -> None:
        is_proof = time.monotonic() - place.proved_at >= PROVE_EVERY
        if is_proof or not place.has_own_feeds(self._ends):
            place.transport.publish(store, thorough=is_proof)
        if is_proof:
            place.proved_at = time.monotonic()

    def _take_in(self, place: Place, store: Store) -> None:
        now = self._access.now()
        for laptop in place.take_in(store, self._ends):
            known = self._laptops.get(laptop)
            if known is not None and laptop in place.states:
                self._laptops[laptop] = replace(known, heard=now)

    def _record_restored_feeds(self, store: Store) -> None:
        for laptop in store.restored_feeds():
            ends = [each for each in self._ends if each.laptop == laptop]
            there = [each.last_line(end, store) for end in ends for each in self._places.values()]
            store.record_restored_feed(laptop, min(there, default=0))
            self._ends = store.feed_ends()  # so that they are published

    # The status.

    def _own_laptops(self) -> list[str]:
        return [each.laptop for each in self._ends if each.is_own]

    @property
    def _current_id(self) -> str:
        return next((each.laptop for each in self._ends if each.is_current), "")

    def _follow_store(self, store: Store) -> None:
        self._ends = store.feed_ends()
        states = [state for place in self._places.values() for state in place.states.values()]
        is_alone = not any(self._known_laptops())
        count = 0
        for end in self._ends:
            if not end.is_own:
                continue
            elsewhere = last_line_others_have(end, states)
            if is_alone:
                elsewhere = max(each.last_line(end, store) for each in self._places.values())
            count += store.count_entries(end.laptop, elsewhere)
        is_known = all(each.was_seen for each in self._places.values())
        self._only_here = count if is_known or not count else None
        with contextlib.suppress(Refused):
            desk = self._access.make_desk(store)
            self._pairing_changes.write_due_changes(EventDesk(desk))
            self._find_doubled(store, desk)

    def _find_doubled(self, store: Store, desk: Desk) -> None:
        doubled = store.doubled_laptops()
        holders = {each.holder for each in desk.unfinished_matches()} if doubled else set()
        texts = {each: doubled_laptop_text(name, each) for each, name in doubled.items()}
        self._doubled = dict.fromkeys(texts[each] for each in texts if each in holders)
        for settled in texts.keys() - holders:
            self._notices.pop(texts[settled], None)

    def _hear_states(self, place: Place) -> None:
        for state in place.new_states() if self._ends else ():
            self._hear_state(place, state)

    def _hear_state(self, place: Place, state: LaptopState) -> None:
        if state.laptop == self._current_id:
            return
        is_ours = state.laptop in self._own_laptops()
        # Where a state of an id that was ours continues, another data folder records under it.
        if is_ours and place.former.setdefault(state.laptop, state.at) == state.at:
            return
        now, is_first = self._access.now(), state.laptop not in place.states
        ahead = state.at - (place.answer.now or now)
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

    def _known_laptops(self) -> Iterator[LaptopStatus]:
        published = Counter[str]()
        for place in self._places.values():
            published |= place.published
        here = {each.laptop: each.seq for each in self._ends}
        heard = {laptop for place in self._places.values() for laptop in place.states}
        own = set(self._own_laptops()) - heard
        words = self._settings.share_forgotten.split()
        forgotten = dict(zip(words[::2], words[1::2], strict=False))
        known = [
            each
            for each in self._laptops.values()
            if each.laptop not in own and each.heard.isoformat() > forgotten.get(each.laptop, "")
        ]
        names = Counter([self._name, *(each.name for each in known)])
        for each in known:
            missing = published[each.laptop] - here.get(each.laptop, 0)
            short = each.laptop[:4] if names[each.name] > 1 else ""
            yield replace(each, missing=max(0, missing), short_id=short)

    def _twin_texts(self, laptops: tuple[LaptopStatus, ...]) -> Iterator[Text]:
        there = {self._name: [(self._access.now(), self._current_id)]}
        for each in laptops:
            there.setdefault(each.name, []).append((each.heard, each.laptop))
        for name, of_name in there.items():
            last = max(of_name)[0]  # an id that was given up is heard no more
            ids = [laptop for heard, laptop in of_name if last - heard < STILL_THERE]
            if name and len(ids) > 1:
                yield twins_text(name, ids)

    def _keep_state(self, place: Place) -> None:
        current = next((each for each in self._ends if each.is_current), None)
        now, passed = self._access.now(), time.monotonic() - place.state_at
        others = any(now - each.heard < OTHERS_GONE for each in self._laptops.values())
        if current is None or not (
            place.is_news or place.state_at < 0 or (others and passed >= STATE_EVERY)
        ):
            return
        # Of an id that was given up another data folder may have recorded the rest.
        heard = _others(self._ends)
        for each in self._ends:
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


def _others(ends: list[FeedEnd]) -> dict[str, int]:
    return {each.laptop: each.seq for each in ends if not each.is_current}


def last_line_others_have(end: FeedEnd, states: list[LaptopState]) -> int:
    """Return the greatest line number of an own feed that another laptop has confirmed."""
    others = (each.heard for each in states if each.laptop != end.laptop)
    return max((_heard_in(each, end) for each in others), default=0)


def _heard_in(heard: dict[str, int], end: FeedEnd) -> int:
    """Return how much of an own feed a laptop has that has heard so much.  Where two data folders
    recorded under its id, that laptop may have the lines of the other one under the same name."""
    if end.fork_name in heard:
        return heard[end.fork_name]
    seq = heard.get(end.laptop, 0)
    has_ours = not end.forks or not heard.keys().isdisjoint(end.forks)
    return seq if has_ours else min(seq, end.forked_at)
