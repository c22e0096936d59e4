"""The shared database, as a `Transport`, with lines by laptop and number.

Its content is never trusted: each line proves itself, and is in the feed that it names. A number or
a time of the whole table would be useless: the later one of two transactions may be seen first.
"""

from __future__ import annotations

import contextlib
import sys
import time
from bisect import bisect_left
from collections.abc import Callable, Iterator
from datetime import datetime
from functools import partial
from itertools import islice
from pathlib import Path
from typing import Any

from msgspec.structs import asdict, replace
from sqlalchemy import BigInteger, Connection, bindparam, case, cast, func, literal_column, true
from sqlalchemy import Text as TextType
from sqlalchemy.dialects.postgresql import ARRAY, JSONB, insert
from sqlmodel import col, select

from scorepad.share.postgres.schema import CHANNEL, NO_RIGHTS, PublishedLine, SharedLaptop
from scorepad.share.transport import (
    MOST_FEEDS,
    Answer,
    PublishedFeed,
    usable_place_text,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.store.feeds import FeedRows, FileComparison
from scorepad.store.intake import fork_id
from scorepad.store.lines import LARGEST_STATE, LaptopState, decode_line, decode_state, frame_of
from scorepad.store.sharing import publish_own_feeds
from scorepad.store.store import Store

ASK_EVERY = 2.0  # seconds
BATCH = 500
"""So many lines are published in one transaction."""

_of_feed = col(PublishedLine.laptop) == bindparam("feed")
# Fixed limits: with one as a parameter the server would plan the query anew each time.
_last = (
    select(PublishedLine.seq, PublishedLine.line)
    .where(col(PublishedLine.laptop) == col(SharedLaptop.laptop))
    .order_by(col(PublishedLine.seq).desc())
    .limit(literal_column("1"))
    .lateral("last")
)
# As in a state file; a longer one is cut, and can't be read.
_state = func.left(
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
)
_columns: tuple[Any, ...] = (
    SharedLaptop.laptop,
    case((col(SharedLaptop.at).is_not(None), _state)),
    _last.c.seq,
    _last.c.line,
    func.clock_timestamp(),
)
_FEEDS = (
    select(*_columns)
    .select_from(SharedLaptop)
    .outerjoin(_last, true())
    .order_by(col(SharedLaptop.laptop))
    .limit(literal_column(f"{MOST_FEEDS + 1}"))
)
_LINES = (
    select(PublishedLine.line)
    .where(_of_feed, col(PublishedLine.seq) > bindparam("seq"))
    .order_by(col(PublishedLine.seq))
    .limit(bindparam("most"))
)
_HASH_AT = select(PublishedLine.hash).where(_of_feed, col(PublishedLine.seq) == bindparam("seq"))
_END = (
    select(
        SharedLaptop.login,
        col(SharedLaptop.login) == literal_column("session_user"),
        func.coalesce(_last.c.seq, 0),
    )
    .outerjoin(_last, true())
    .where(col(SharedLaptop.laptop) == bindparam("feed"))
)
_COUNT = select(func.count()).where(_of_feed)
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
        select(bindparam("feed", type_=TextType), _batch.c.seq, _batch.c.hash, _batch.c.line),
    )
    .on_conflict_do_nothing()
)
_say_state = insert(SharedLaptop)
_SAY_STATE = _say_state.on_conflict_do_update(
    index_elements=["laptop"],
    set_={name: _say_state.excluded[name] for name in ("name", "seq", "heard", "at")},
)
_MAY_WRITE = select(func.has_table_privilege("published", "insert"))


class SharedDatabase:
    """The database that is shared, as a `Transport`, named by a service of libpq or an address; a
    feed has the id of its laptop, or of its second chain."""

    is_database = True

    def __init__(self, service_or_address: str) -> None:
        self._service_or_address = service_or_address
        self._connection: Connection | None = None
        self._answer = Answer()
        self._names: dict[str, str] = {}
        """The names of laptops, by their own settings."""
        self._chains: dict[str, str] = {}
        self._ask_at = float("-inf")

    def close(self) -> None:
        connection, self._connection = self._connection, None
        if connection is not None:
            from scorepad.share.postgres.connection import close_connection

            close_connection(connection)

    @contextlib.contextmanager
    def _connected(self) -> Iterator[Connection]:
        try:
            from scorepad.share.postgres.connection import open_connection, refuse_database_errors
        except ImportError as error:
            raise Refused(
                "To share through a database, install the package psycopg: {python} -m pip "
                "install 'psycopg[binary]' ({why}).",
                python=sys.executable,
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

    # Reading.

    def look(self) -> Answer:
        """See `Transport.look`: the database is asked every `ASK_EVERY` seconds, or after another
        laptop's notification."""
        with self._connected() as connection:
            if time.monotonic() >= self._ask_at or _is_told(connection):
                self._answer = self._ask(connection)
                self._ask_at = time.monotonic() + ASK_EVERY
        return self._answer

    def _ask(self, connection: Connection) -> Answer:
        rows = connection.execute(_FEEDS).all()
        feeds, states = dict[str, PublishedFeed](), {}
        unreadable = list[Text]()
        for feed, state_text, seq, line, _ in rows[:MOST_FEEDS]:
            if line is not None:
                feeds[feed] = self._check_feed(connection, feed, line.encode())
            state = None if state_text is None else decode_state(state_text.encode())
            if state is not None:
                states[feed] = replace(state, seq=seq or 0)
                self._names[feed] = state.name
            elif state_text is not None:
                unreadable.append(
                    T(
                        "{laptop}'s record in the database can't be read and was left out.",
                        laptop=feed[:8],
                    )
                )
        now = rows[0][-1] if rows else None
        return Answer(feeds, states, tuple(unreadable), len(rows) > MOST_FEEDS, now)

    def _check_feed(self, connection: Connection, feed: str, last: bytes) -> PublishedFeed:
        line = decode_line(last)
        if line is not None and line.laptop != feed and feed not in self._chains:
            first = decode_line(_read_lines(connection, feed, 0, 1)[0])
            if first is not None and fork_id(first.laptop, first.hash) == feed:
                self._chains[feed] = first.laptop
        if line is None or line.laptop not in (feed, self._chains.get(feed)):
            return PublishedFeed(is_damaged=True)
        return PublishedFeed(last)

    def lines_after(self, name: str, seq: int, most: int) -> list[bytes]:
        with self._connected() as connection:
            return _read_lines(connection, name, seq, most)

    def name_of(self, laptop: str) -> str:
        return laptop

    def describe(self, name: str) -> Text:
        laptop = self._names.get(name) or name[:8]
        return T("{laptop}'s shared data in the database", laptop=laptop)

    def find_laptops(self) -> Answer:
        """Return the laptops there; raises `Refused` if this laptop could not publish."""
        with self._connected() as connection:
            if not connection.execute(_MAY_WRITE).scalar():
                raise Refused(
                    "Can't use the database: {why}. Your entries stay on this computer until "
                    "the database works again.",
                    why=NO_RIGHTS,
                )
            return self._ask(connection)

    # Out

    def publish(self, store: Store, *, thorough: bool) -> None:
        self._ask_at = float("-inf")
        with self._connected() as connection:
            copy_of = partial(_PublishedCopy, connection, store)
            publish_own_feeds(store, copy_of, thorough=thorough)

    def write_state(self, state: LaptopState) -> None:
        with self._connected() as connection:
            connection.execute(_SAY_STATE, asdict(state))


class _PublishedCopy:
    """An own feed in the database, as a `store.feeds.FeedCopy`."""

    def __init__(self, connection: Connection, store: Store, feed: str) -> None:
        self._connection = connection
        self._store = store
        self._feed = feed

    @contextlib.contextmanager
    def compare(self, rows: FeedRows, *, thorough: bool) -> Iterator[FileComparison]:
        """See `FeedCopy.compare`.  Each line has the hash of the one before it, so the first one
        that differs is found by halves."""
        connection, feed = self._connection, self._feed

        def differs(seq: int) -> bool:
            return rows.hash_at(seq) != _hash_at(connection, feed, seq)

        connection.execute(_CLAIM, {"laptop": feed})  # unless it is there
        login, is_ours, last = connection.execute(_END, {"feed": feed}).one()
        found = FileComparison(last)
        if last and differs(last):
            found.seq = bisect_left(range(1, last + 1), True, key=differs)
            found.is_other_chain = True
            lines = _read_lines(connection, feed, found.seq, last)
            decoded = ((each, decode_line(each)) for each in lines)
            found.unknown = [each for each, line in decoded if line and not rows.has(line)]
        elif thorough and connection.execute(_COUNT, {"feed": feed}).scalar() != last:
            found.seq = 0  # a server that was restored may lack some in the middle
        if not is_ours and not found.unknown:
            is_current = rows.laptop == self._store.laptop_id()
            has_more = next(rows.lines_after(found.seq), None) is not None
            if is_current or (has_more and feed != rows.laptop):
                raise Refused(
                    "Another login ({login}) already saves this computer's entries in the "
                    "database. Use that login, or ask an administrator to change it in the "
                    "“laptops” table.",
                    login=login,
                )
            # Another laptop may write this feed; the rest is written beside it.
            found.is_other_chain |= has_more
        yield found

    def write_on(self, rows: FeedRows, found: FileComparison) -> bool:
        seq = found.seq
        while batch := list(islice(rows.lines_after(seq), BATCH)):
            if not _add(self._connection, self._feed, batch):
                return False
            seq = batch[-1][0]
        return True

    def move_aside(self) -> Path:
        raise Refused(
            "The database should hold this laptop's entries under {id}, but it holds something "
            "else there, so Scorepad didn't write to it. Ask the administrator of the database "
            "for help.",
            id=self._feed,
        )


def _read_lines(connection: Connection, feed: str, seq: int, most: int) -> list[bytes]:
    found = connection.execute(_LINES, {"feed": feed, "seq": seq, "most": most})
    return [line.encode() for line in found.scalars()]


def _hash_at(connection: Connection, feed: str, seq: int) -> str | None:
    found: str | None = connection.execute(_HASH_AT, {"feed": feed, "seq": seq}).scalar()
    return found


def _add(connection: Connection, feed: str, batch: list[tuple[int, bytes]]) -> bool:
    hashes = [frame[1] for _, line in batch if (frame := frame_of(line)) is not None]
    values = {
        "feed": feed,
        "seqs": " ".join(str(seq) for seq, _ in batch),
        "hashes": " ".join(hashes),
        "lines": b"\n".join(line for _, line in batch).decode(),
    }
    with _driver(connection).transaction():
        connection.execute(_ADD_LINES, values)
        there = _hash_at(connection, feed, batch[-1][0])
        connection.exec_driver_sql(f"notify {CHANNEL}")
    return there == hashes[-1]


def _driver(connection: Connection) -> Any:
    return connection.connection.driver_connection


def _is_told(connection: Connection) -> bool:
    driver = _driver(connection)
    notices = list(driver.notifies(timeout=0))
    return any(each.pid != driver.info.backend_pid for each in notices)


def check_database_for_sharing(service_or_address: str, now: Callable[[], datetime]) -> Text:
    """Return a sentence that a database can be used, with the laptops there; raises `Refused` if
    it can't."""
    with contextlib.closing(SharedDatabase(service_or_address)) as database:
        return usable_place_text(database.find_laptops(), now())
