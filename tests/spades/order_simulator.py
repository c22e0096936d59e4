"""Laptops that record apart and exchange what they recorded, in any order: do they agree?

A schedule is drawn from its number alone.  2 to 8 laptops record into one log: entries that open
and close a hand (of events: that draw up a round and say its results), entries that a gate would
refuse, holds, loose entries, corrections, choices, entries of an unknown kind.  Some are of an old
program, which writes no `after`, import an old file, or have a clock that is wrong by a day or by
centuries.  They take in each other's feeds up to any line, some lines twice; some laptops are lost
with what they did not publish; now and then one id has two contents.

In the end the order of each laptop's set is looked at.  `Counts` says what was found.  `Way` has
what may be replaced: the order by a mutant, what is read from a log by gate and fold, the kind of
log, and who may record: everybody, or the holder alone (LAPTOPS.md 4).
"""

from __future__ import annotations

import random
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields
from datetime import timedelta
from typing import Any, ClassVar, Literal, NamedTuple, TypeAlias, cast

from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common, UnknownEntry
from scorepad.spades.ids import (
    EPOCH,
    LAST_MILLISECOND,
    RANDOM_BITS,
    is_kept_id,
    make_id_for_imported_entry,
    new_id_by_old_id,
    uuid7,
    uuid7_number,
    uuid7_parts,
    with_new_ids,
)
from scorepad.spades.order import LogOrder, Ordered, SecondVersion, order_log
from scorepad.spades.refusal import Refused
from tests.spades.naive_order import order_naively
from tests.spades.order_checks import TAIL, OrderFunction, append_at_tip, as_naive

LOG_ID = "0195c0de-0000-7000-8000-000000000001"
START = 1_780_000_000_000  # milliseconds since 1970
DAY = 86_400_000  # milliseconds
BIDS: tuple[kinds.FourBids, ...] = ((4, 3, 4, 2), ("nil", 5, 4, 3), (2, 2, 3, 4))
TRICKS: tuple[kinds.FourCounts, ...] = ((4, 3, 4, 2), (0, 5, 5, 3), (3, 3, 3, 4))

Holder: TypeAlias = Literal["", "together", "apart"]


class Reading(NamedTuple):
    """What a laptop reads from a log.

    `state` has to be equal where the set of entries is.  `hands` has the bids that each tricks
    close, by ids (of events the round that each result is of).  `open_bids` are the bids of the
    hand that is being played.  `log` is what the real gate and fold made of it, where they did.
    """

    state: object
    hands: Mapping[str, str]
    open_bids: str | None = None
    log: Any = None


def read_hands(order: LogOrder) -> Reading:
    """Return the hands of a log: bids open one where none is open, tricks close it."""
    open_bids: str | None = None
    hands: dict[str, str] = {}
    for entry in order.log:
        if isinstance(entry, kinds.Bids):
            open_bids = open_bids or entry.id
        elif isinstance(entry, kinds.Misdeal):
            open_bids = None
        elif isinstance(entry, kinds.Tricks) and open_bids is not None:
            hands[entry.id or ""] = open_bids
            open_bids = None
    return Reading(None, hands, open_bids)


class Chance(random.Random):
    """Draws what happens in a schedule."""

    def happens(self, probability: float) -> bool:
        return self.random() < probability

    def below(self, limit: int) -> int:
        return int(self.random() * limit)

    def pick(self, values: Sequence[Any]) -> Any:
        return values[self.below(len(values))]


class MatchEntries:
    """Draws the entries of a match; `common` are the fields that every entry has."""

    opens: ClassVar[type[Common]] = kinds.Bids
    closes: ClassVar[type[Common]] = kinds.Tricks
    amend: ClassVar[type[Any]] = kinds.Amend

    def draw_play(self, chance: Chance, reading: Reading, common: dict[str, Any]) -> Common:
        """Return bids or tricks, whichever is due; rarely the other."""
        if (reading.open_bids is not None) != chance.happens(0.1):
            return kinds.Tricks(tricks=chance.pick(TRICKS), **common)
        return kinds.Bids(bids=chance.pick(BIDS), **common)

    def draw_other(self, chance: Chance, reading: Reading, common: dict[str, Any]) -> Common:  # noqa: ARG002
        """Return another chained entry."""
        shape = chance.below(5)
        if shape == 0:
            return kinds.Misdeal(reason="a card lay open", **common)
        if shape == 1:
            return kinds.Talk(side=chance.below(2), **common)
        if shape == 2:
            return kinds.Time(dealt=False, **common)
        return kinds.Clock(do=chance.pick(("start", "pause", "resume")), **common)

    def draw_loose(self, chance: Chance, reading: Reading, common: dict[str, Any]) -> Common:  # noqa: ARG002
        return kinds.IdentityCheck(seat=chance.below(4), ok=chance.happens(0.5), **common)

    def draw_amended(self, chance: Chance, entry: Ordered) -> Common | None:  # noqa: ARG002
        """Return what an entry may read as after an amend; None if it is not amended."""
        return kinds.Bids(bids=BIDS[0]) if isinstance(entry, kinds.Bids) else None

    def draw_line(self, chance: Chance, line: int, common: dict[str, Any]) -> Common:
        """Return the entry at this place, from 0, of an old file."""
        if line % 2:
            return kinds.Tricks(tricks=chance.pick(TRICKS), **common)
        return kinds.Bids(bids=chance.pick(BIDS), **common)


@dataclass
class Counts:
    """How much was tried, and what was found; all but the first group has to stay 0."""

    schedules: int = 0
    entries: int = 0
    laptops: int = 0
    sets: int = 0
    sets_with_versions: int = 0
    sets_with_waiting: int = 0
    sets_with_conflicts: int = 0
    sets_with_doubles: int = 0
    choices: int = 0
    appended: int = 0
    """Laptops whose order came by appending at the tip."""
    appended_logs: int = 0
    """Entries that the real log took at its tip."""
    hands: int = 0
    """Hands of entries that carry `after`."""
    chosen: int = 0
    """Sets between whose versions the laptops chose in the end."""

    diverged: int = 0
    lost: int = 0
    mixed: int = 0
    not_naive: int = 0
    not_incremental: int = 0
    not_settled: int = 0
    """Sets that still had open versions after a choice, or another main line than was chosen."""
    failed: list[int] = field(default_factory=list)
    """The numbers of the first schedules in which something was found."""

    def add(self, other: Counts) -> None:
        for each in fields(self):
            setattr(self, each.name, getattr(self, each.name) + getattr(other, each.name))
        del self.failed[20:]

    @property
    def found(self) -> int:
        return (
            self.diverged
            + self.lost
            + self.mixed
            + self.not_naive
            + self.not_incremental
            + self.not_settled
        )


@dataclass(frozen=True)
class Way:
    """How the laptops order and read a log.

    `is_product` is off for a mutant, which is not compared with the naive order, nor appended to.
    `describe` is what `read` says of a log of the real gate and fold.  With `holder` only the
    holder records chained entries, and others take over: "together", so that everybody has heard
    everybody before and after it, or "apart".
    """

    compute: OrderFunction = order_log
    read: Callable[[LogOrder], Reading] = read_hands
    is_product: bool = True
    draw: MatchEntries = field(default_factory=MatchEntries)
    describe: Callable[[Any], Reading] | None = None
    holder: Holder = ""


class Laptop:
    """A laptop has a feed, which it alone writes, and what it took in from the others."""

    def __init__(self, name: str, clock: int, way: Way, *, is_old: bool) -> None:
        self.name = name
        self.clock = clock
        """By how many milliseconds its clock is wrong."""
        self.is_old = is_old
        self.feed: list[Ordered] = []
        self.arrived: list[Ordered] = []
        """All lines in the order in which they came, some twice."""
        self.known: set[int] = set()
        """Which lines it has, by the identities of the entries."""
        self.heard: dict[str, int] = {}
        self.latest = ""
        self._way = way
        self._order: LogOrder | None = LogOrder(())
        self._reading: Reading | None = None

    @property
    def order(self) -> LogOrder:
        if self._order is None:
            self._order = self._way.compute(self.arrived)
        return self._order

    @property
    def reading(self) -> Reading:
        if self._reading is None:
            self._reading = self._way.read(self.order)
        return self._reading

    @property
    def holder(self) -> str:
        """Return the laptop that the last `hold` of the main line names; "" is nobody."""
        holds = [each for each in self.order.log if isinstance(each, kinds.LaptopTakeover)]
        return holds[-1].laptop if holds else ""

    @property
    def has_order(self) -> bool:
        """Return whether its order is known, from what was appended at the tip since."""
        return self._order is not None

    def take_in(self, entry: Ordered) -> None:
        if id(entry) not in self.known:
            self.known.add(id(entry))
            order, entry_id = self._order, entry.id or ""
            is_last = entry_id > self.latest and is_kept_id(entry_id)
            self._order = self._reading = None
            if order is not None and is_last and self._way.is_product:
                self._order = append_at_tip(order, entry)
            if is_last:
                self.latest = entry_id
        self.arrived.append(entry)

    def record(self, entry: Ordered) -> None:
        self.feed.append(entry)
        self.take_in(entry)

    def hear(self, other: Laptop, lines: int) -> None:
        """Take in the other's feed up to this line."""
        start = self.heard.get(other.name, 0)
        for entry in other.feed[start:lines]:
            self.take_in(entry)
        self.heard[other.name] = max(start, lines)


class Schedule:
    """A schedule is drawn and played with its number as the seed."""

    def __init__(self, number: int, way: Way) -> None:
        self.number = number
        self.way = way
        self.chance = Chance(number)
        self.counts = Counts(schedules=1)
        self.now = START
        self.seen_bids: dict[str, set[str]] = {}
        """The bids of the main line on which tricks were recorded, by the id of the tricks."""
        self.with_after: set[str] = set()
        self.old_file = self._draw_old_file() if self.chance.happens(0.3) and not way.holder else []
        self.laptops = [
            Laptop(
                f"laptop {n}",
                self._draw_clock(),
                way,
                is_old=self.chance.happens(0.12) and not way.holder,
            )
            for n in range(
                self.chance.below(3) + 2 if self.chance.happens(0.7) else self.chance.below(7) + 2
            )
        ]
        self.lost_laptops: list[Laptop] = []

    def play(self) -> Counts:
        for _ in range(8 + self.chance.below(22)):
            self.now += self.chance.below(60_000)
            laptop = self.chance.pick(self.laptops)
            if self.chance.happens(0.4):
                self._exchange(laptop)
            else:
                self._record(laptop)
        self._check()
        counts = self.counts
        counts.laptops = len(self.laptops) + len(self.lost_laptops)
        counts.entries = sum(len(each.feed) for each in self.laptops + self.lost_laptops)
        if counts.found:
            counts.failed.append(self.number)
        return counts

    # Chance.

    def _draw_clock(self) -> int:
        # What a laptop records whose clock says a year after 2999 waits, its choices too.
        if self.chance.happens(0.02) and not self.way.holder:
            return LAST_MILLISECOND + self.chance.below(1 << 46)  # it says a year after 2999
        return (
            self.chance.below(2 * DAY) - DAY
            if self.chance.happens(0.5)
            else self.chance.below(4_000) - 2_000
        )

    def _draw_id(self, laptop: Laptop) -> str:
        """Return an id above every one that the laptop has."""
        milliseconds = max(self.now + laptop.clock, 0)
        drawn = uuid7(milliseconds, self.chance.getrandbits(RANDOM_BITS))
        if drawn > laptop.latest:
            return drawn
        time, bits = uuid7_parts(uuid7_number(laptop.latest) or 0)
        bits += 1 + self.chance.getrandbits(32)
        return uuid7(time + (bits >> RANDOM_BITS), bits % (1 << RANDOM_BITS))

    # Recording.

    def _record(self, laptop: Laptop) -> None:
        if self.way.holder:
            self._record_as_holder(laptop)
            return
        draw = self.chance.random()
        if draw < 0.08 and self.old_file:
            self._import_file(laptop)
        elif draw < 0.10:
            self._import_note(laptop)
        elif draw < 0.12 and laptop.arrived:
            self._damage(laptop)
        elif laptop.is_old:
            self._append(laptop, self._draw_old_entry(laptop))
        else:
            self._append(laptop, self._draw_entry(laptop))

    def _record_as_holder(self, laptop: Laptop) -> None:
        """Record a loose entry, or a chained one as the holder, which one may become."""
        common: dict[str, Any] = {"id": self._draw_id(laptop)}
        if self.chance.happens(0.2):
            self._append(laptop, self.way.draw.draw_loose(self.chance, laptop.reading, common))
            return
        if laptop.holder != laptop.name:
            if not self.chance.happens(0.3):
                return
            if self.way.holder == "together":
                self._exchange_all()
            hold = kinds.LaptopTakeover(
                laptop=laptop.name,
                name=laptop.name,
                id=self._draw_id(laptop),
                after=laptop.order.tip,
            )
            self._append(laptop, hold)
            if self.way.holder == "together":
                self._exchange_all()
        common = {"id": self._draw_id(laptop), "after": laptop.order.tip}
        if self.chance.happens(0.15):
            self._append(laptop, self._draw_correction(laptop, common))
        elif self.chance.happens(0.15):
            self._append(laptop, self._draw_other(laptop, common))
        else:
            self._append(laptop, self.way.draw.draw_play(self.chance, laptop.reading, common))

    def _append(self, laptop: Laptop, entry: Ordered) -> None:
        entry_id = entry.id or ""
        draw = self.way.draw
        if entry.after is not None:
            self.with_after.add(entry_id)
        if isinstance(entry, draw.closes):
            log = laptop.order.log
            self.seen_bids[entry_id] = {
                (each.id or "")[TAIL:] for each in log if isinstance(each, draw.opens)
            }
        before = laptop.reading.log if self.way.describe and laptop.has_order else None
        laptop.record(entry)
        if before is not None and laptop.has_order:
            self._check_append(before, entry, laptop.reading)

    def _check_append(self, before: Any, entry: Any, reading: Reading) -> None:
        """Compare what a log is after an entry at its tip with what the whole of it reads as."""
        assert self.way.describe is not None
        try:
            after = before.append(entry)
        except Refused:
            return
        self.counts.appended_logs += 1
        self.counts.not_incremental += self.way.describe(after).state != reading.state

    def _draw_entry(self, laptop: Laptop) -> Ordered:
        order = laptop.order
        common: dict[str, Any] = {"id": self._draw_id(laptop), "after": order.tip}
        draw = self.chance.random()
        if draw < 0.50:
            return self.way.draw.draw_play(self.chance, laptop.reading, common)
        if draw < 0.60:
            return self._draw_other(laptop, common)
        if draw < 0.72:
            return kinds.LaptopTakeover(laptop=laptop.name, name=laptop.name, **common)
        if draw < 0.82 and laptop.arrived:
            return self._draw_correction(laptop, common)
        del common["after"]
        if draw < 0.93 and (order.versions or order.waiting or self.chance.happens(0.05)):
            return self._draw_choice(order, **common)
        if draw < 0.96:
            return self.way.draw.draw_loose(self.chance, laptop.reading, common)
        return kinds.Note(text="a note", **common)

    def _draw_other(self, laptop: Laptop, common: dict[str, Any]) -> Ordered:
        if self.chance.happens(0.2):
            after = common["after"] if self.chance.happens(0.5) else None
            data = f'{{"kind":"penalty","id":"{common["id"]}"}}'.encode()
            return UnknownEntry(id=common["id"], kind="penalty", after=after, data=data)
        return self.way.draw.draw_other(self.chance, laptop.reading, common)

    def _draw_correction(self, laptop: Laptop, common: dict[str, Any]) -> Common:
        entry = self.chance.pick(laptop.arrived[-8:])
        about = entry.id
        to = self.way.draw.draw_amended(self.chance, entry)
        if to is not None and self.chance.happens(0.5):
            return cast(Common, self.way.draw.amend(entry=about, to=to, why="misread", **common))
        if self.chance.happens(0.2):
            return kinds.Restore(entry=about, **common)
        return kinds.Strike(entry=about, why="typed twice", **common)

    def _draw_choice(self, order: LogOrder, **common: Any) -> Common:
        self.counts.choices += 1
        lasts = [each.last_id for each in order.versions] + ([order.tip] if order.tip else [])
        all_ids = [each.id or "" for each in order.entries]
        entry = (
            self.chance.pick(lasts)
            if lasts and self.chance.happens(0.85)
            else self.chance.pick([*all_ids, "x"])
        )
        known = [each.id or "" for each in order.log if isinstance(each, kinds.ChooseVersion)]
        over = [each for each in [*lasts, *known] if each != entry and self.chance.happens(0.9)]
        return kinds.ChooseVersion(entry=entry, over=tuple(over), why="agreed", **common)

    def _draw_old_entry(self, laptop: Laptop) -> Common:
        common: dict[str, Any] = {"id": self._draw_id(laptop)}
        if self.chance.happens(0.7):
            return self.way.draw.draw_play(self.chance, laptop.reading, common)
        if laptop.arrived and self.chance.happens(0.5):
            return self._draw_correction(laptop, common)
        return kinds.Note(text="a note", **common)

    # Foreign ids, and two contents of one.

    def _draw_old_file(self) -> list[Common]:
        """Return the log of a file whose ids are no UUIDs of version 7, or of a time after 2999."""
        log: list[Common] = []
        for n in range(2 + self.chance.below(5)):
            common: dict[str, Any] = {"id": f"old {n}"}
            if self.chance.happens(0.15):
                future = LAST_MILLISECOND + 1 + self.chance.below(1 << 40)
                common["id"] = uuid7(future, self.chance.getrandbits(RANDOM_BITS))
            if self.chance.happens(0.6):
                common["at"] = EPOCH + timedelta(
                    milliseconds=START + self.chance.below(2 * DAY) - DAY
                )
            if log and self.chance.happens(0.15):
                log.append(
                    kinds.Strike(entry=self.chance.pick(log).id, why="typed twice", **common)
                )
            else:
                log.append(self.way.draw.draw_line(self.chance, n, common))
        return log

    def _import_file(self, laptop: Laptop) -> None:
        """Import the old file as it was at some time: cut off, or with a line more at the top."""
        log = self.old_file[: 1 + self.chance.below(len(self.old_file))]
        if self.chance.happens(0.3):
            log = [kinds.Note(id="first line", text="a note"), *log]
        known = {(each.id or "")[TAIL:] for each in laptop.arrived}
        for entry in with_new_ids(log, new_id_by_old_id(LOG_ID, log)):
            if (entry.id or "")[TAIL:] not in known:
                self._append(laptop, entry)

    def _import_note(self, laptop: Laptop) -> None:
        """Record a note that each laptop may record, and that is one note."""
        now = EPOCH + timedelta(milliseconds=max(0, min(self.now + laptop.clock, LAST_MILLISECOND)))
        latest = laptop.latest or None
        if latest is None or (uuid7_number(latest) or 0) >> 80 < LAST_MILLISECOND:
            note_id = make_id_for_imported_entry(LOG_ID, "doubt", now, latest)
            self._append(laptop, kinds.Note(id=note_id, text="damaged"))

    def _damage(self, laptop: Laptop) -> None:
        """Let the feed have another content for an id that the laptop knows."""
        entry = self.chance.pick(laptop.arrived)
        if isinstance(entry, Common):
            laptop.record(replace(entry, by=laptop.name))

    # Exchange.

    def _exchange(self, laptop: Laptop) -> None:
        other = self.chance.pick([*self.laptops, *self.lost_laptops])
        if other is laptop:
            return
        if len(self.laptops) > 2 and self.chance.happens(0.02):
            self.laptops.remove(laptop)
            self.lost_laptops.append(laptop)
            heard = max(each.heard.get(laptop.name, 0) for each in self.laptops)
            del laptop.feed[heard + self.chance.below(len(laptop.feed) - heard + 1) :]
            return
        draw = self.chance.random()
        known = laptop.heard.get(other.name, 0)
        if draw < 0.6:
            laptop.hear(other, len(other.feed))
        elif draw < 0.9:
            laptop.hear(other, known + self.chance.below(len(other.feed) - known + 1))
        else:
            for entry in other.feed[:known]:
                laptop.take_in(entry)

    # In the end.

    def _check(self) -> None:
        for laptop in self.laptops:
            if self.way.is_product and laptop.has_order:
                self.counts.appended += 1
                self.counts.not_incremental += laptop.order != self.way.compute(laptop.arrived)
        self._check_set([self.chance.pick(self.laptops)])
        has_exchanged = self.chance.happens(0.9)
        if has_exchanged:
            self._exchange_all()
        groups: dict[frozenset[int], list[Laptop]] = {}
        for laptop in self.laptops:
            groups.setdefault(frozenset(laptop.known), []).append(laptop)
        for laptops in groups.values():
            self._check_set(laptops)
        if has_exchanged:
            published = [*self.laptops, *self.lost_laptops]
            all_lines = {id(each) for laptop in published for each in laptop.feed}
            self.counts.lost += sum(not all_lines <= each.known for each in self.laptops)
            if self.way.holder:
                self._check_choice()

    def _exchange_all(self) -> None:
        """Let every laptop hear all that was published, in any order."""
        published = [*self.laptops, *self.lost_laptops]
        for laptop in self.laptops:
            for other in self.chance.sample(published, len(published)):
                if other is not laptop:
                    laptop.hear(other, len(other.feed))

    def _check_choice(self) -> None:
        """Let one laptop choose between the open versions, and check that all follow it."""
        laptop = self.chance.pick(self.laptops)
        order = laptop.order
        if not order.open_versions:
            return
        self.counts.chosen += 1
        lasts = [order.tip, *(each.last_id for each in order.versions)]
        entry = self.chance.pick(lasts)
        known = [each.id or "" for each in order.log if isinstance(each, kinds.ChooseVersion)]
        over = (*(each for each in lasts if each != entry), *known)
        choice_id = self._draw_id(laptop)
        laptop.record(kinds.ChooseVersion(id=choice_id, entry=entry, over=over, why="agreed"))
        self._exchange_all()
        for each in self.laptops:
            settled = each.order
            is_open = bool(settled.open_versions or settled.open_choices)
            self.counts.not_settled += is_open or settled.tip != entry

    def _check_set(self, laptops: Sequence[Laptop]) -> None:
        """Check the orders of laptops that have the same set."""
        counts, way = self.counts, self.way
        order = way.compute(laptops[0].arrived)
        reading = way.read(order)
        self._count(order, laptops[0].arrived)
        for laptop in laptops:
            other = way.compute(laptop.arrived)
            if other != order or way.read(other).state != reading.state:
                counts.diverged += 1
            counts.mixed += self._count_mixed(way.read(other))
        ids = [(each.id or "")[TAIL:] for each in order.entries]
        if len(ids) > len(set(ids)) or set(ids) != {
            (each.id or "")[TAIL:] for each in laptops[0].arrived
        }:
            counts.lost += 1
        if way.is_product and as_naive(order) != order_naively(laptops[-1].arrived):
            counts.not_naive += 1

    def _count(self, order: LogOrder, entries: Iterable[Ordered]) -> None:
        counts = self.counts
        counts.sets += 1
        counts.sets_with_versions += bool(order.versions)
        counts.sets_with_waiting += bool(order.waiting)
        counts.sets_with_conflicts += bool(order.conflicts)
        ids = {each.id or "" for each in entries}
        counts.sets_with_doubles += len({each[TAIL:] for each in ids}) < len(ids)

    def _count_mixed(self, reading: Reading) -> int:
        """Return in how many hands the tricks close bids of a version that they are not of."""
        mixed = 0
        for tricks, bids in reading.hands.items():
            if tricks in self.with_after and bids in self.with_after:
                self.counts.hands += 1
                mixed += bids[TAIL:] not in self.seen_bids[tricks]
        return mixed


def simulate(numbers: Iterable[int], way: Way | None = None) -> Counts:
    """Play the schedules with these numbers."""
    way = way or Way()
    counts = Counts()
    for number in numbers:
        counts.add(Schedule(number, way).play())
    return counts


# Mutants: what the order must not be, each as a function in its place.


def order_by_arrival(entries: Sequence[Ordered]) -> LogOrder:
    """Return the entries in the order in which they came."""
    by_id: dict[str, Ordered] = {}
    for entry in entries:
        by_id.setdefault(entry.id or "", entry)
    chained = [
        each.id or "" for each in by_id.values() if isinstance(each, (kinds.Bids, kinds.Tricks))
    ]
    return LogOrder(tuple(by_id.values()), chained[-1] if chained else "")


def order_by_first_come(entries: Sequence[Ordered]) -> LogOrder:
    """Return an order in which the branch that came first continues at each fork."""
    place = {each.id: n for n, each in reversed(list(enumerate(entries)))}
    naive = order_naively(
        entries, decide=lambda log, fork, branches: min(branches, key=lambda each: place[each.id])
    )
    versions = tuple(
        SecondVersion(after, tuple(line), is_open) for after, line, is_open in naive.versions
    )
    return LogOrder(tuple(naive.log), naive.tip, versions, tuple(naive.waiting))


def order_without_after(entries: Sequence[Ordered]) -> LogOrder:
    """Return an order in which each entry follows the one with the next smaller id."""
    bare = [each if each.after is None else replace(each, after=None) for each in entries]
    return order_log(bare)
