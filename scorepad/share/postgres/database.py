"""The database that is shared, as a `Transport`: feeds go there line by line, and come from there
by laptop and number.

What is there is never trusted: each line proves itself, and stands in the feed that it names.  A
number or a time of the whole table would tell nothing: the later one of two transactions may be
seen first.
"""

from __future__ import annotations

import contextlib
import time
from bisect import bisect_left
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from itertools import groupby, islice
from typing import Any, NamedTuple

from msgspec.structs import asdict, replace
from sqlalchemy import BigInteger, Connection, bindparam, case, cast, func, literal_column, true
from sqlalchemy import Text as TextType
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlmodel import col, select

from scorepad.desk.sharing import CLOCK_DIFFERS
from scorepad.share.postgres.schema import CHANNEL, NO_RIGHTS, PublishedLine, SharedLaptop
from scorepad.share.transport import (
    FeedReadPosition,
    NewLinesAndStates,
    PlaceUnusable,
    laptop_names_and_times_text,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text
from scorepad.store.feeds import FeedRows
from scorepad.store.intake import fork_id
from scorepad.store.lines import (
    LARGEST_STATE,
    MARK,
    TAIL,
    LaptopState,
    Line,
    decode_line,
    decode_state,
)
from scorepad.store.sharing import FeedEnd
from scorepad.store.store import Store

ASK_EVERY = 2.0  # seconds
BATCH = 500
"""So many lines are published in one transaction, and read of one feed at once."""
MOST_BYTES = 1 << 24
"""After so many no more lines are read at once."""
MOST_FEEDS = 1000
"""So many feeds are looked at."""
READ_AGAIN = 5.0  # seconds until a feed that is stopped is read again

_last = (
    select(PublishedLine.seq, PublishedLine.hash)
    .where(col(PublishedLine.laptop) == col(SharedLaptop.laptop))
    .order_by(col(PublishedLine.seq).desc())
    .limit(1)
    .lateral("last")
)
_columns: tuple[Any, ...] = (
    SharedLaptop.laptop,
    SharedLaptop.login,
    (col(SharedLaptop.login) == literal_column("session_user")).label("is_ours"),
    # As a state file has it; what is longer than one may be is cut, and cannot be read.
    case(
        (
            col(SharedLaptop.at).is_not(None),
            func.left(
                cast(
                    func.json_build_object(
                        *("laptop", SharedLaptop.laptop),
                        *("name", func.coalesce(SharedLaptop.name, "")),
                        *("at", SharedLaptop.at),
                        *("heard", func.coalesce(SharedLaptop.heard, cast("{}", JSONB))),
                    ),
                    TextType,
                ),
                LARGEST_STATE + 1,
            ),
        )
    ).label("state"),
    func.coalesce(_last.c.seq, 0).label("seq"),
    func.coalesce(_last.c.hash, "").label("hash"),
    func.clock_timestamp().label("now"),
)
_FEEDS = (
    select(*_columns)
    .select_from(SharedLaptop)
    .outerjoin(_last, true())
    .order_by(col(SharedLaptop.laptop))
    .limit(MOST_FEEDS)
)
_FEED = _FEEDS.where(col(SharedLaptop.laptop) == bindparam("laptop"))
_here = (
    func.unnest(
        bindparam("laptops", type_=ARRAY(TextType)), bindparam("seqs", type_=ARRAY(BigInteger))
    )
    .table_valued("laptop", "seq")
    .render_derived(name="here")
)
_next = (
    select(PublishedLine.seq, PublishedLine.line)
    .where(
        col(PublishedLine.laptop) == _here.c.laptop,
        col(PublishedLine.seq) > _here.c.seq,
    )
    .order_by(col(PublishedLine.seq))
    .limit(BATCH)
    .lateral("next")
)
_LINES = (
    select(_here.c.laptop, _next.c.seq, _next.c.line)
    .select_from(_here)
    .join(_next, true())
    .order_by(_here.c.laptop, _next.c.seq)
)
_at = (
    col(PublishedLine.laptop) == bindparam("laptop"),
    col(PublishedLine.seq) == bindparam("seq"),
)
_HASH_AT = select(PublishedLine.hash).where(*_at)
_COUNT = select(func.count()).where(col(PublishedLine.laptop) == bindparam("laptop"))
_CLAIM = insert(SharedLaptop).on_conflict_do_nothing()
_batch = (
    func.unnest(
        cast(func.string_to_array(bindparam("seqs"), " "), ARRAY(BigInteger)),
        func.string_to_array(bindparam("hashes"), " "),
        func.string_to_array(bindparam("lines"), "\n"),
    )
    .table_valued("seq", "hash", "line")
    .render_derived(name="batch")
)
# One statement with three texts takes a third of the time of one statement a line.
_ADD_LINES = (
    insert(PublishedLine)
    .from_select(
        ["laptop", "seq", "hash", "line"],
        select(bindparam("laptop", type_=TextType), _batch.c.seq, _batch.c.hash, _batch.c.line),
    )
    .on_conflict_do_nothing()
)
_say_state = insert(SharedLaptop)
_SAY_STATE = _say_state.on_conflict_do_update(
    index_elements=["laptop"],
    set_={name: _say_state.excluded[name] for name in ("name", "seq", "heard", "at")},
)
_NOTIFY = f"notify {CHANNEL}"
_MAY_WRITE = select(func.has_table_privilege("published", "insert"))


class FeedInDatabase(NamedTuple):
    """A feed as the database has it: the login that may write it, what its laptop says of itself
    (JSON; None where it has said nothing), number and hash of the last line, and the time there."""

    laptop: str
    login: str
    is_ours: bool
    state: str | None
    seq: int
    hash: str
    now: datetime


class _ReadFeed(FeedReadPosition):
    """How far a feed was read there; `hash` is that of the last line."""

    def __init__(self) -> None:
        super().__init__()
        self.hash = ""
        self.begun_again_at = 0
        """The line that did not follow the one before it when all was read from the first one."""
        self.read_at = float("-inf")

    def find_beginning(self, there: FeedInDatabase, end: FeedEnd | None) -> None:
        """Go to the end of what is here already, where it is a part of what is there."""
        if end is None or not end.seq:
            return
        if there.seq > end.seq or (there.seq, there.hash) == (end.seq, end.hash):
            self.laptop, self.seq, self.hash = there.laptop, end.seq, end.hash

    def begin_again(self) -> None:
        """Read from the first line on: another one stands where the last one was."""
        self.laptop, self.seq, self.hash = "", 0, ""

    def follow(self, there: FeedInDatabase) -> bool:
        """Return whether there is something to read; a server that was restored may have less."""
        if there.seq < self.seq:
            self.seq, self.hash = there.seq, there.hash
        elif there.seq == self.seq and there.hash != self.hash:
            self.begin_again()
        return there.seq > self.seq and time.monotonic() >= self.read_at


class _ReadState(NamedTuple):
    """What a laptop said of itself last, and that as it was read; None where it cannot be."""

    text: str
    state: LaptopState | None


class SharedDatabase:
    """Exchanges by a database, named by a service of libpq or an address; `now` is the clock here
    (UTC)."""

    is_database = True

    def __init__(self, service_or_address: str, now: Callable[[], datetime]) -> None:
        self.reports_stops_at_once = False
        self._service_or_address = service_or_address
        self._now = now
        self._connection: Connection | None = None
        self._feeds: dict[str, _ReadFeed] = {}
        self._states: dict[str, _ReadState] = {}
        self._left: dict[str, tuple[int, str]] = {}
        self._there: dict[str, tuple[int, str]] = {}
        self._ends: Mapping[str, FeedEnd] = {}
        self._ask_at = float("-inf")
        self._ahead = 0.0  # seconds

    @property
    def name(self) -> str:
        """See `Transport.name`."""
        return self._service_or_address

    @property
    def is_stopped(self) -> bool:
        """See `Transport.is_stopped`."""
        return any(each.is_stopped for each in self._feeds.values())

    @property
    def problem_texts(self) -> list[Text]:
        """See `Transport.problem_texts`."""
        texts = [
            each.why
            for each in self._feeds.values()
            if each.why is not None and each.is_stop_reported(at_once=self.reports_stops_at_once)
        ]
        texts += [
            T(
                "What {laptop} says of itself in the database can’t be read and was left out.",
                laptop=laptop[:8],
            )
            for laptop, read in self._states.items()
            if read.state is None
        ]
        minutes = round(abs(self._ahead) / 60)
        if self._ahead >= CLOCK_DIFFERS:
            texts.append(
                N(
                    "this computer’s clock is {n} minute ahead of the server’s",
                    "this computer’s clock is {n} minutes ahead of the server’s",
                    minutes,
                )
            )
        elif self._ahead <= -CLOCK_DIFFERS:
            texts.append(
                N(
                    "this computer’s clock is {n} minute behind the server’s",
                    "this computer’s clock is {n} minutes behind the server’s",
                    minutes,
                )
            )
        return texts

    def close(self) -> None:
        """See `Transport.close`."""
        connection, self._connection = self._connection, None
        if connection is not None:
            from scorepad.share.postgres.connection import close_connection

            close_connection(connection)

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        """A connection; after an error the next one is a new one."""
        try:
            from scorepad.share.postgres.connection import open_connection, refuse_database_errors
        except ImportError as error:
            raise Refused(
                "To share a database, install the package psycopg: pip install "
                "'scorepad[postgres]' ({why}).",
                why=str(error),
            ) from error
        try:
            with refuse_database_errors():
                if self._connection is None:
                    self._connection = open_connection(self._service_or_address)
                yield self._connection
        except BaseException:
            self.close()
            raise

    # Out

    def own_feeds_key(self, own: Collection[str]) -> object:
        """See `Transport.own_feeds_key`."""
        return tuple(self._there.get(each) == self._left.get(each) for each in own)

    def publish(self, store: Store, *, thorough: bool) -> Text | None:
        """See `Transport.publish`."""
        try:
            with self._connected() as connection:
                publishing = _Publishing(connection, store, self._left, thorough=thorough)
                while publishing.run():
                    pass
        except Refused as refused:
            return refused.text
        self._there |= self._left
        return None

    def write_state(self, state: LaptopState) -> None:
        """See `Transport.write_state`."""
        with self._connected() as connection:
            connection.execute(_SAY_STATE, asdict(state))

    # In

    def read(
        self, ends: Mapping[str, FeedEnd], most_lines: int, own: Collection[str]
    ) -> NewLinesAndStates:
        """See `Transport.read`."""
        with self._connected() as connection:
            if time.monotonic() < self._ask_at and not _is_told(connection):
                return NewLinesAndStates([], [], False)
            self._ask_at = time.monotonic() + ASK_EVERY
            feeds = _read_feeds(connection)
            # A server that was restored has less than was left there, and after a copied data
            # folder somebody else has written.
            self._there = {each.laptop: (each.seq, each.hash) for each in feeds}
            others = [each for each in feeds if each.laptop not in own]
            if ends != self._ends:  # what was missing may be here now
                self._ends = dict(ends)
                for feed in self._feeds.values():
                    feed.read_at = float("-inf") if feed.has_gap else feed.read_at
            lines, has_more = self._read_lines(connection, others, ends)
            while has_more and len(lines) < most_lines and _count_bytes(lines) < MOST_BYTES:
                more, has_more = self._read_lines(connection, others, ends)
                lines += more
            if has_more:
                self._ask_at = float("-inf")
            now = feeds[0].now if feeds else None
            self._ahead = (self._now() - now).total_seconds() if now is not None else 0.0
            return NewLinesAndStates(lines, list(self._new_states(feeds)), has_more, now)

    def read_again(self) -> None:
        """See `Transport.read_again`."""
        self._feeds.clear()

    def find_laptops(self) -> list[LaptopState]:
        """Return the laptops that have said how they stand; raises `Refused` where this one could
        not."""
        with self._connected() as connection:
            if not connection.execute(_MAY_WRITE).scalar():
                raise PlaceUnusable(NO_RIGHTS, NO_RIGHTS)
            return list(self._new_states(_read_feeds(connection)))

    def _new_states(self, feeds: Sequence[FeedInDatabase]) -> Iterator[LaptopState]:
        for each in feeds:
            before = self._states.get(each.laptop)
            if each.state is not None and (before is None or each.state != before.text):
                state = decode_state(each.state.encode())
                self._states[each.laptop] = _ReadState(each.state, state)
                if state is not None:
                    yield replace(state, seq=each.seq)

    def _read_lines(
        self,
        connection: Connection,
        feeds: Sequence[FeedInDatabase],
        ends: Mapping[str, FeedEnd],
    ) -> tuple[list[tuple[Line, bytes]], bool]:
        """Return lines that follow those that were read, and whether there are more."""
        lines, has_more, left = list[tuple[Line, bytes]](), False, 2 * BATCH
        feeds_to_read = dict[str, FeedInDatabase]()
        for there in feeds:
            if there.laptop not in self._feeds:
                self._feeds[there.laptop] = _ReadFeed()
                self._feeds[there.laptop].find_beginning(there, ends.get(there.laptop))
            feed = self._feeds[there.laptop]
            if not feed.follow(there):
                continue
            if left <= 0:
                has_more = True
                break
            feeds_to_read[there.laptop] = there
            left -= min(BATCH, there.seq - feed.seq)
        after = {each: self._feeds[each].seq for each in feeds_to_read}
        for laptop, rows in groupby(_read_lines(connection, after), lambda row: row[0]):
            feed, there = self._feeds[laptop], feeds_to_read[laptop]
            lines += self._take_lines(feed, there, [row[2].encode() for row in rows], ends)
            has_more |= feed.seq < there.seq and not feed.is_stopped
        return lines, has_more

    def _take_lines(
        self,
        feed: _ReadFeed,
        there: FeedInDatabase,
        rows: Sequence[bytes],
        ends: Mapping[str, FeedEnd],
    ) -> Iterator[tuple[Line, bytes]]:
        """Yield the lines that follow each other."""
        read = self._states.get(there.laptop)
        name = (read.state.name if read and read.state else "") or there.laptop[:8]
        place = T("the feed of {laptop} in the database", laptop=name)
        feed.resume()
        if not feed.laptop:
            first = decode_line(rows[0])
            if first is not None and first.laptop == there.laptop:
                feed.laptop = there.laptop
            elif first is not None and fork_id(first.laptop, first.hash) != there.laptop:
                feed.stop(_damaged_text(place))
        for data in rows:
            if feed.is_stopped:
                break
            line = feed.accept_line_or_stop(place, data, ends)
            if line is None:
                break
            if feed.hash and line.prev != feed.hash:
                if feed.begun_again_at == line.seq:
                    feed.seq -= 1
                    feed.stop(_damaged_text(place))
                    break
                feed.begun_again_at = line.seq
                feed.begin_again()
                return
            feed.hash = line.hash
            yield line, data
        if feed.is_stopped:
            feed.read_at = time.monotonic() + READ_AGAIN


class _Publishing:
    """Brings the own feeds there up to the rows.  `left` gets number and hash of the last line of
    each."""

    def __init__(
        self,
        connection: Connection,
        store: Store,
        left: dict[str, tuple[int, str]],
        *,
        thorough: bool,
    ) -> None:
        self._connection = connection
        self._store = store
        self._left = left
        self._thorough = thorough

    def run(self) -> bool:
        """Publish each own feed once; return whether lines that are there and were not here came
        in, so that it has to be done again."""
        return any(self._publish(each) for each in self._store.feed_ends() if each.is_own)

    def _publish(self, end: FeedEnd) -> bool:
        rows = FeedRows(self._store.engine, end.laptop)
        there = self._find(end.laptop)
        same = _count_same(self._connection, rows, end, there)
        if same < there.seq and self._take_in(there.laptop, same):
            return True
        self._left[end.laptop] = there.seq, there.hash
        if end.is_current and not there.is_ours:
            raise _another_login(there)
        if same == end.seq:
            if self._thorough and there.is_ours and self._count(there.laptop) != there.seq:
                return self._add(rows, there.laptop, 0)
            return False
        if same == there.seq and there.is_ours:
            return self._add(rows, there.laptop, same)
        # Somebody else's lines stand there under this id; they stay, and ours go beside.
        beside = self._find(fork_id(end.laptop, rows.hash_at(same + 1) or ""))
        if not beside.is_ours:
            raise _another_login(beside)
        return self._add(rows, beside.laptop, max(same, beside.seq))

    def _find(self, laptop: str) -> FeedInDatabase:
        """Return a feed as it is there; one that is not there is claimed for this login."""
        while True:
            row = self._connection.execute(_FEED, {"laptop": laptop}).first()
            if row is not None:
                return FeedInDatabase(*row)
            self._connection.execute(_CLAIM, {"laptop": laptop})

    def _count(self, laptop: str) -> int:
        return int(self._connection.execute(_COUNT, {"laptop": laptop}).scalar() or 0)

    def _take_in(self, laptop: str, after: int) -> bool:
        """Take in what is there after this line; return whether something was new."""
        is_new = False
        while rows := _read_lines(self._connection, {laptop: after}):
            is_new |= self._store.take_in_earlier_lines([row[2].encode() for row in rows]) > 0
            after = rows[-1][1]
        return is_new

    def _add(self, rows: FeedRows, feed: str, after: int) -> bool:
        """Add the lines after this number; return whether another one stands there in the place of
        the last."""
        while batch := list(islice(rows.lines_after(after), BATCH)):
            values = {
                "laptop": feed,
                "seqs": " ".join(str(seq) for seq, _ in batch),
                "hashes": " ".join(_hash_in(line) for _, line in batch),
                "lines": b"\n".join(line for _, line in batch).decode(),
            }
            after, last = batch[-1][0], _hash_in(batch[-1][1])
            with _driver(self._connection).transaction():
                self._connection.execute(_ADD_LINES, values)
                there = self._connection.execute(_HASH_AT, {"laptop": feed, "seq": after}).scalar()
                self._connection.exec_driver_sql(_NOTIFY)
            if there != last:
                return True
            self._left[feed] = after, last
        return False


def _damaged_text(place: Text) -> Text:
    return T("{file} is damaged; what comes after that is not read.", file=place)


def _another_login(there: FeedInDatabase) -> Refused:
    return Refused(
        "In the database another login ({login}) publishes as this computer; use that one, or have "
        "an administrator change it in the table laptops.",
        login=there.login,
    )


def _count_same(connection: Connection, rows: FeedRows, end: FeedEnd, there: FeedInDatabase) -> int:
    """Return how many lines from the first one on are the same here and there: each has the hash
    of the one before it, so the first one that differs is found by halves."""
    if not there.seq or rows.hash_at(there.seq) == there.hash:
        return there.seq

    def differs(seq: int) -> bool:
        at = {"laptop": there.laptop, "seq": seq}
        return rows.hash_at(seq) != connection.execute(_HASH_AT, at).scalar()

    return bisect_left(range(1, min(end.seq, there.seq) + 1), True, key=differs)


def _hash_in(line: bytes) -> str:
    return line[len(MARK) - TAIL : -2].decode()


def _read_feeds(connection: Connection) -> list[FeedInDatabase]:
    return [FeedInDatabase(*row) for row in connection.execute(_FEEDS)]


def _read_lines(connection: Connection, after: Mapping[str, int]) -> Sequence[Any]:
    """Return laptop, number and line of what follows, for each of these feeds and numbers."""
    if not after:
        return ()
    return connection.execute(_LINES, {"laptops": list(after), "seqs": list(after.values())}).all()


def _count_bytes(lines: Sequence[tuple[Line, bytes]]) -> int:
    return sum(len(data) for _, data in lines)


def _driver(connection: Connection) -> Any:
    """Return psycopg's own connection."""
    return connection.connection.driver_connection


def _is_told(connection: Connection) -> bool:
    """Return whether somebody else has said that there is something new."""
    driver = _driver(connection)
    notices = list(driver.notifies(timeout=0))
    return any(each.pid != driver.info.backend_pid for each in notices)


def check_database_for_sharing(service_or_address: str, now: Callable[[], datetime]) -> Text:
    """Return in a sentence that a database can be used, and who is there already; raises `Refused`
    where it cannot."""
    with contextlib.closing(SharedDatabase(service_or_address, now)) as database:
        try:
            states = database.find_laptops()
        except PlaceUnusable as error:
            raise Refused("The database cannot be used: {why}.", why=error.why) from error
    if not states:
        return T("The database can be used; no laptop has written there yet.")
    states.sort(key=lambda each: each.at, reverse=True)
    return T(
        "The database can be used; there are: {laptops}.",
        laptops=laptop_names_and_times_text(states, now()),
    )
