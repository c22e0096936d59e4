"""The rows of a feed, for its file to follow them."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

from sqlalchemy import Engine, bindparam, or_
from sqlmodel import col, select

from scorepad import files
from scorepad.store.feeds import FileEnd, Followed, follow
from scorepad.store.lines import Line, hash_of
from scorepad.store.store_errors import Damaged
from scorepad.store.tables import LaptopRow, LineRow

_HASH_AT = select(LineRow.hash).where(
    col(LineRow.laptop) == bindparam("laptop"), col(LineRow.seq) == bindparam("seq")
)
_AFTER = (
    select(LineRow.seq, LineRow.hash, LineRow.line)
    .where(col(LineRow.laptop) == bindparam("laptop"), col(LineRow.seq) > bindparam("seq"))
    .order_by(col(LineRow.seq))
)
_CHAINS = select(LaptopRow.laptop).where(
    or_(col(LaptopRow.laptop) == bindparam("laptop"), col(LaptopRow.fork_of) == bindparam("laptop"))
)
_IS_HERE = select(LineRow.seq).where(
    col(LineRow.laptop).in_(_CHAINS),
    col(LineRow.seq) == bindparam("seq"),
    col(LineRow.hash) == bindparam("hash"),
)


class EngineRows:
    """Implements `feeds.FeedRows` over the database.  `fresh` are the last lines, where they are
    known; `first` is the number of the first line that belongs to the file."""

    def __init__(
        self,
        engine: Engine,
        laptop: str,
        fresh: Sequence[tuple[int, bytes]] = (),
        first: int = 1,
    ) -> None:
        self._engine = engine
        self._laptop = laptop
        self._fresh = fresh
        self._first = first

    def hash_at(self, seq: int) -> str | None:
        """See `FeedRows`."""
        with self._engine.connect() as connection:
            at = {"laptop": self._laptop, "seq": seq}
            return connection.execute(_HASH_AT, at).scalar() if seq >= self._first else None

    def lines_after(self, seq: int) -> Iterator[tuple[int, bytes]]:
        """See `FeedRows`.  Raises `Damaged`."""
        if self._fresh and self._fresh[0][0] == seq + 1:
            # Others may have gone on since; whoever did brings the file there.
            yield from self._fresh
            return
        with self._engine.connect() as connection:
            at = {"laptop": self._laptop, "seq": max(seq, self._first - 1)}
            row: Any
            for row in connection.execute(_AFTER, at):
                number, line_hash, text = row
                line = text.encode() if isinstance(text, str) else b""
                if hash_of(line) != line_hash:
                    raise Damaged  # nothing damaged goes from one copy into the other
                yield number, line

    def is_unknown(self, line: Line) -> bool:
        """See `FeedRows`."""
        with self._engine.connect() as connection:
            at = {"laptop": line.laptop, "seq": line.seq, "hash": line.hash}
            return connection.execute(_IS_HERE, at).first() is None


def follow_feed(
    engine: Engine,
    file: Path,
    laptop: str,
    stamp: Callable[[], str],
    *,
    left: FileEnd | None = None,
    fresh: Sequence[tuple[int, bytes]] = (),
    first: int = 1,
    thorough: bool = False,
) -> Followed:
    """Bring the file of a feed up to its rows (`feeds.follow`); raises `OSError`."""
    rows = EngineRows(engine, laptop, fresh, first)
    try:
        return follow(file, rows, stamp, left=left, thorough=thorough)
    except FileNotFoundError:
        files.private_folder(file.parent)
        return follow(file, rows, stamp, left=left, thorough=thorough)
