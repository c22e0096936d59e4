"""The one way into the database for lines written before: from a feed's file, a drive, a backup,
another laptop, or a damaged database.

Each line proves itself. A known line is skipped, and none is replaced: if one laptop wrote two
lines under one number (its data folder was copied, or an older one was put back), both are kept,
the second chain of lines under an id of its own.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice

from sqlmodel import Session, col, select

from scorepad.spades.words import T, Text
from scorepad.store.feeds import last_seq, read_first_lines, start_of
from scorepad.store.lines import (
    FORMAT,
    FeedStart,
    HeadRules,
    Line,
    UnknownContent,
    decode_line,
    verified_hash,
)
from scorepad.store.tables import LAPTOP, PREDECESSOR, LineRow, insert_rows, read_state

BATCH = 1000
"""So many lines are looked up and added together."""
NO_LAPTOP = T("Scorepad left out a line of data that doesn't say which computer recorded it.")


class LineIntake:
    """Takes in lines inside one transaction.

    Attributes:
        count: How many lines were new.
        logs: The matches and events of the new lines.
        has_rules: Whether a rule set is among them.
        feeds: The feeds that got new lines, and whether some fill a gap.
        writers: The laptops that wrote them.
        unknown: The new lines whose content can't be read here.
        notices: The messages for the user.
    """

    def __init__(self, session: Session, newer_feeds: dict[str, Text] | None = None) -> None:
        """`newer_feeds` are those of a greater format, with a notice for each. Only their first
        lines have the format, so it is passed on between parts of a feed."""
        self.count = 0
        self.logs: dict[str, None] = {}
        self.has_rules = False
        self.feeds: dict[str, bool] = {}
        self.writers: set[str] = set()
        self.unknown: list[Line] = []
        self.notices: dict[Text, None] = {}
        self._session = session
        self._newer = dict[str, Text]() if newer_feeds is None else newer_feeds
        self._firsts: dict[str, dict[str, int]] = {}
        """The number of the first line of each chain, by the laptop."""
        for feed, line in read_first_lines(session).items():
            self._firsts.setdefault(line.laptop, {})[feed] = line.seq

    def take_in(self, lines: Iterable[bytes]) -> None:
        """Take in the lines that are not here yet; bytes that are no whole line are skipped."""
        wanted, doubled = self._without_newer_feeds(lines), dict[str, None]()
        while batch := list(islice(wanted, BATCH)):
            by_laptop: dict[str, list[tuple[int, Line, bytes]]] = {}
            for n, (line, data) in enumerate(batch):
                by_laptop.setdefault(line.laptop, []).append((n, line, data))
            rows: dict[int, dict[str, object]] = {}
            for laptop, of_laptop in by_laptop.items():
                rows |= self._make_rows(laptop, of_laptop, doubled)
            if rows:
                self._session.flush()
                # In the order in which they came.
                insert_rows(self._session, LineRow, [rows[n] for n in sorted(rows)])
            self.count += len(rows)
        for laptop in doubled:
            name = read_laptop_name(self._session, laptop)
            self.notices[doubled_laptop_text(name, laptop)] = None

    def _without_newer_feeds(self, lines: Iterable[bytes]) -> Iterator[tuple[Line, bytes]]:
        for data in lines:
            line = decode_line(data)
            if line is None:
                if verified_hash(data) is not None:
                    self.notices[NO_LAPTOP] = None
                continue
            if isinstance(line.content, FeedStart):
                self._newer.pop(line.laptop, None)
                if line.content.format > FORMAT:
                    text = newer_feed_text(line.content, line.laptop)
                    self._newer[line.laptop] = text
                    self.notices[text] = None
            if line.laptop not in self._newer:
                yield line, data

    def _make_rows(
        self,
        laptop: str,
        lines: Sequence[tuple[int, Line, bytes]],
        doubled: dict[str, None],
    ) -> dict[int, dict[str, object]]:
        firsts, seqs = self._firsts.setdefault(laptop, {}), [line.seq for _, line, _ in lines]
        known: dict[str, dict[int, str]] = {chain: {} for chain in (laptop, *firsts)}
        of_laptop = col(LineRow.laptop).in_(known)
        near = col(LineRow.seq).between(min(seqs) - 1, max(seqs))
        there = select(LineRow.laptop, LineRow.seq, LineRow.hash).where(of_laptop, near)
        for chain, seq, line_hash in self._session.exec(there):
            known[chain][seq] = line_hash
        lasts = {chain: last_seq(self._session, chain) for chain in known}
        rows: dict[int, dict[str, object]] = {}
        for n, line, data in lines:
            if any(of.get(line.seq) == line.hash for of in known.values()):
                continue
            chain = _find_chain(line, known, firsts) or fork_id(laptop, line.hash)
            if chain not in known:
                known[chain] = {}
                doubled[laptop] = None
            known[chain][line.seq] = line.hash
            firsts[chain] = min(firsts.get(chain, line.seq), line.seq)
            is_in_gap = line.seq < lasts.get(chain, 0)
            self.feeds[chain] = self.feeds.get(chain, False) or is_in_gap
            rows[n] = make_row(chain, line, data)
            if isinstance(line.content, UnknownContent):
                self.unknown.append(line)
            self.writers.add(laptop)
            if isinstance(line.content, HeadRules):
                self.has_rules = True
            elif line.log:
                self.logs[line.log] = None
        return rows


def _find_chain(line: Line, known: dict[str, dict[int, str]], firsts: dict[str, int]) -> str | None:
    """Return the chain that a line continues with: the one that has the line before it. Where no
    chain has that, it is one that has neither that number nor the line's own."""
    before = [chain for chain, of in known.items() if of.get(line.seq - 1) == line.prev]
    for chain, of in known.items():
        if line.seq in of:
            continue
        # A second chain has nothing before the line with which it parts from the first.
        may_have_gap = not before and line.seq - 1 not in of
        if chain in before or (may_have_gap and (chain == line.laptop or line.seq > firsts[chain])):
            return chain
    return None


def make_row(feed: str, line: Line, data: bytes) -> dict[str, object]:
    return {
        "laptop": feed,
        "seq": line.seq,
        "hash": line.hash,
        "log": line.log_key,
        "entry": line.entry_key,
        "line": data.decode(),
    }


def newer_feed_text(start: FeedStart, laptop: str) -> Text:
    """Return the notice about a feed whose format is greater than this program's."""
    return T(
        "A newer version of Scorepad wrote the data from {name} (format {found}; this version "
        "reads format {known}), so Scorepad left it out. Update Scorepad.",
        name=start.name or laptop,
        found=start.format,
        known=FORMAT,
    )


def read_laptop_name(session: Session, laptop: str) -> str:
    """Return the name of a laptop when its feed began; the beginning of its id if no line here has
    it."""
    return start_of(read_first_lines(session).get(laptop)).name or laptop[:8]


def doubled_laptop_text(name: str, laptop: str) -> Text:
    """Return the sentences about an id under which two data folders recorded."""
    return T(
        "Two computers made entries under the same name and ID, {laptop} ({id}): someone "
        "copied a data folder or restored an older one. Scorepad keeps both computers' "
        "entries. On the computer that will keep recording, take over {laptop}'s tables.",
        laptop=name,
        id=laptop[:4],
    )


def fork_id(laptop: str, first_hash: str) -> str:
    """Return the id of a second chain of lines under a laptop's id, by the hash of the first line
    that differs, so that it is the same on every laptop."""
    return str(uuid.uuid5(_uuid(laptop), first_hash))


@lru_cache
def _uuid(text: str) -> uuid.UUID:
    try:
        return uuid.UUID(text)
    except ValueError:
        return uuid.uuid5(uuid.NAMESPACE_OID, text)


def find_own_feeds(session: Session) -> set[str]:
    """Return the feeds that were recorded in this data folder: the current one, those from which
    it continues, and their second chains."""
    feeds = read_first_lines(session)
    laptop = read_state(session, LAPTOP) or read_state(session, PREDECESSOR)
    own = set[str]()
    while laptop in feeds and laptop not in own:
        own.add(laptop)
        before = start_of(feeds[laptop]).from_
        laptop = feeds[before].laptop if before in feeds else before
    return own | {feed for feed, line in feeds.items() if line.laptop in own}


def find_last_feed_of_machine(session: Session, machine: str) -> str:
    """Return the feed that was last recorded on this computer; "" if several data folders recorded
    there, because the lines of another one would look like an id that is used twice."""
    feeds = read_first_lines(session)
    before = {start_of(line).from_ for line in feeds.values()}
    last = [
        feed
        for feed, line in feeds.items()
        if machine and start_of(line).machine == machine and feed == line.laptop
        if feed not in before
    ]
    return last[0] if len(last) == 1 else ""
