"""Lines are taken in here: from a backup, from a drive, from our own feed after damage.  It is the
one way in for lines that were written before.

Each line proves itself.  One that is here already is passed over, and none takes the place of
another: where one laptop wrote two lines under one number (its data folder was copied, or an older
one was put back), both stay, the second chain of lines under an id of its own.
"""

from __future__ import annotations

import re
import uuid
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import Any, NamedTuple

from sqlalchemy import Connection, bindparam
from sqlmodel import col, func, insert, select

from scorepad.spades.words import T, Text
from scorepad.store.lines import FORMAT, FeedStart, Line, UnknownContent, decode_line, verified_hash
from scorepad.store.tables import ADD_LINES, LaptopRow, LineRow

BATCH = 1000
"""So many lines are looked up and added together."""
_KNOWN = select(LineRow.seq, LineRow.hash).where(
    col(LineRow.laptop) == bindparam("laptop"),
    col(LineRow.seq).between(bindparam("first"), bindparam("last")),
)
_LAPTOPS = select(LaptopRow.laptop, LaptopRow.fork_of)
_ADD_LAPTOP = insert(LaptopRow).prefix_with("OR IGNORE")
NO_LAPTOP = T("A line that doesn’t say which computer recorded it can’t be read. It was left out.")
_SEQ = re.compile(rb'"seq":(\d{1,15})')
_LOG = re.compile(rb'"log":"([0-9a-f-]{36})"')


class LineIntake:
    """Takes in lines inside one transaction.

    `logs` are those about which something came, `lines` counts what was new, `last_added` is feed,
    number and hash of the last of it, `own` says whether something of a feed that was recorded here
    was new, `unknown` are new lines whose content can't be read; `notices` is what has to be said.
    """

    def __init__(
        self,
        connection: Connection,
        own_laptops: Iterable[str] = (),
        newer_laptops: dict[str, Text] | None = None,
    ) -> None:
        """`own_laptops` are the feeds that were recorded in this data folder; `newer_laptops` are
        those of a greater format, and what is said of them: their first lines alone say that, so
        whoever takes a feed in by parts hands it on."""
        self.logs: dict[str, None] = {}
        self.lines = 0
        self.last_added: tuple[str, int, str] | None = None
        self.own = False
        self.unknown: list[tuple[Line, UnknownContent]] = []
        self.notices: dict[Text, None] = {}
        self._connection = connection
        self._own = frozenset(own_laptops)
        self._newer = dict[str, Text]() if newer_laptops is None else newer_laptops
        self._chains: dict[str, list[str]] = {}
        for laptop, fork_of in connection.execute(_LAPTOPS):
            self._chains.setdefault(fork_of or laptop, []).append(laptop)
        for chains in self._chains.values():
            chains.sort(key=self._chains.__contains__, reverse=True)  # the laptop's own id first

    def take_in_missing_lines(self, lines: Iterable[bytes]) -> None:
        """Take in those of these lines that are not here yet; what is no whole line is passed
        over."""
        batch = list[tuple[Line, bytes]]()
        try:
            for each in lines:
                if (line := decode_line(each)) is None:
                    if verified_hash(each) is not None:
                        self.notices[NO_LAPTOP] = None
                    continue
                if isinstance(line.content, FeedStart):
                    self._newer.pop(line.laptop, None)
                    if line.content.format > FORMAT:
                        text = _newer_feed_text(line.content, line.laptop)
                        self._newer[line.laptop] = text
                        self.notices[text] = None
                if line.laptop not in self._newer:
                    batch.append((line, each))
                if len(batch) >= BATCH:
                    self._add(batch)
                    batch.clear()
        finally:  # a damaged source may end anywhere
            self._add(batch)

    def _add(self, batch: Sequence[tuple[Line, bytes]]) -> None:
        by_laptop: dict[str, list[tuple[Line, bytes]]] = {}
        for line, data in batch:
            by_laptop.setdefault(line.laptop, []).append((line, data))
        for laptop, lines in by_laptop.items():
            self._add_of(laptop, lines)

    def _add_of(self, laptop: str, lines: Sequence[tuple[Line, bytes]]) -> None:
        if laptop not in self._chains:
            self._chains[laptop] = [laptop]
            self._connection.execute(_ADD_LAPTOP, [laptop_row(laptop)])
        seqs = [line.seq for line, _ in lines]
        span = {"first": min(seqs) - 1, "last": max(seqs)}
        known = {
            chain: dict(self._connection.execute(_KNOWN, {"laptop": chain, **span}).all())
            for chain in self._chains[laptop]
        }
        rows = []
        for line, data in lines:
            if any(of.get(line.seq) == line.hash for of in known.values()):
                continue
            chain = self._find_or_begin_chain(line, known)
            known[chain][line.seq] = line.hash
            rows.append(
                (
                    chain,
                    line.seq,
                    line.hash,
                    line.log_key,
                    line.entry_key,
                    data.decode(),
                )
            )
            if isinstance(line.content, FeedStart):
                self._update_laptop(line.content, chain)
            elif isinstance(line.content, UnknownContent):
                self.unknown.append((line, line.content))
            self.lines += 1
            self.last_added = chain, line.seq, line.hash
            self.own |= laptop in self._own
            if line.log_key:
                self.logs[line.log_key] = None
        if rows:
            ADD_LINES.run_many(self._connection, rows)

    def _find_or_begin_chain(self, line: Line, known: dict[str, dict[int, str]]) -> str:
        """Return the chain that a line goes on with: the one that has the line before it.  Where
        no chain has that, it is one that has neither that number nor the line's own.  Everything
        else begins another chain."""
        free = [chain for chain, of in known.items() if line.seq not in of]
        before = [chain for chain, of in known.items() if of.get(line.seq - 1) == line.prev]
        for chain in free:
            # A second chain has nothing before the line with which it parts from the first.
            may_have_gap = not before and line.seq - 1 not in known[chain]
            if chain in before or (
                may_have_gap
                and (chain == line.laptop or line.seq > self._first_seq(chain, known[chain]))
            ):
                return chain
        chain = fork_id(line.laptop, line.hash)
        if chain not in known:
            known[chain] = {}
            self._chains[line.laptop].append(chain)
            row = laptop_row(chain, fork_of=line.laptop, is_own=line.laptop in self._own)
            self._connection.execute(_ADD_LAPTOP, [row])
            self.notices[doubled_laptop_text(read_laptop_name(self._connection, line.laptop))] = (
                None
            )
        return chain

    def _first_seq(self, chain: str, known: Iterable[int]) -> int:
        query = select(func.min(LineRow.seq)).where(col(LineRow.laptop) == chain)
        return min(filter(None, (self._connection.execute(query).scalar(), *known)), default=0)

    def _update_laptop(self, start: FeedStart, chain: str) -> None:
        changes = {"machine": start.machine, "predecessor": start.from_}
        table = LaptopRow.__table__  # type: ignore[attr-defined]
        self._connection.execute(
            table.update().where(table.c.laptop == chain).values(changes),
        )


def _newer_feed_text(start: FeedStart, laptop: str) -> Text:
    """Return what is said of a feed that begins with a greater format."""
    return T(
        "The feed of {name} was written by a newer Scorepad (format {found}; this one reads "
        "format {known}) and was left out; update Scorepad.",
        name=start.name or laptop,
        found=start.format,
        known=FORMAT,
    )


def read_laptop_name(connection: Connection, laptop: str) -> str:
    """Return what a laptop was called when its feed began; the beginning of its id, where no line
    here says it."""
    first = connection.execute(
        select(LineRow.line).where(col(LineRow.laptop) == laptop, col(LineRow.seq) == 1)
    ).scalar()
    line = decode_line(first.encode()) if first else None
    start = line.content if line is not None else None
    return (start.name if isinstance(start, FeedStart) else "") or laptop[:8]


def doubled_laptop_text(name: str) -> Text:
    """Return what is said where two data folders recorded under one laptop's id."""
    return T(
        "Two computers recorded as {laptop}: a data folder was copied, or an older one was put "
        "back; what both recorded is kept; take over the tables that {laptop} holds.",
        laptop=name,
    )


def fork_id(laptop: str, first_hash: str) -> str:
    """Return the id of a second chain of lines under a laptop's id, by the hash of the first line
    that differs: the same for all that read it."""
    return str(uuid.uuid5(_uuid(laptop), first_hash))


@lru_cache
def _uuid(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        return uuid.uuid5(uuid.NAMESPACE_OID, text)


def laptop_row(laptop: str, **more: Any) -> dict[str, Any]:
    """Return the row of a feed."""
    return LaptopRow(laptop=laptop, **more).model_dump()


class LostLine(NamedTuple):
    """A line that is whole nowhere: its feed and number (0: not known), and its log ("": not
    known)."""

    laptop: str
    seq: int
    log: str

    @property
    def text(self) -> Text:
        """Return what is said of it."""
        if self.log:
            return T(
                "One entry of match or event {log} is damaged and stands nowhere else; it is lost "
                "(line {seq} of {laptop}); compare it with the paper.",
                log=self.log,
                seq=self.seq,
                laptop=self.laptop,
            )
        if self.seq:
            return T(
                "Line {seq} of {laptop} is damaged and stands nowhere else; it is lost; compare "
                "what was recorded then with the paper.",
                seq=self.seq,
                laptop=self.laptop,
            )
        return T(
            "A part of the feed of {laptop} cannot be read; what was recorded there and stands "
            "nowhere else is lost.",
            laptop=self.laptop,
        )


def read_lost_line(laptop: str, damaged: bytes) -> LostLine:
    """Return which line stood in a damaged place, as far as that tells."""
    seq, log = _SEQ.search(damaged), _LOG.search(damaged)
    return LostLine(laptop, int(seq[1]) if seq else 0, log[1].decode() if log else "")
