"""What sharing with other laptops needs: how far each feed goes here, and the own feeds in a folder
that is shared, or on a drive.

A drive is slow and may be gone, so nobody who records waits for it.  A line of an own feed that is
there and not here is taken in; then somebody recorded under this id, and a new one begins.
"""

from __future__ import annotations

import os
from collections.abc import Mapping
from pathlib import Path
from types import MappingProxyType
from typing import Any, NamedTuple

from sqlmodel import Session, col, func, select

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.store.database import Database
from scorepad.store.errors import (
    DISK_ERRORS,
    file_of_error,
    file_unusable_refusal,
    is_damage,
    printable,
    refusal_of,
    shared_folder_unusable_text,
)
from scorepad.store.feeds import FOLDER as FEEDS
from scorepad.store.feeds import (
    SHARED_MODE,
    FeedRows,
    bring_up_to_date,
    describe_missing_lines,
    find_missing_lines,
    shared_file,
)
from scorepad.store.intake import find_own_feeds, fork_id, read_laptop_name
from scorepad.store.lines import verified_hash
from scorepad.store.tables import DATABASE, LAPTOP, FeedRow, LineRow, read_state, reading


class FeedEnd(NamedTuple):
    """How far a feed goes here.

    Attributes:
        laptop: The feed.
        seq: The number of its last line without a gap before it.
        hash: The hash of that line.
        is_own: Whether it was recorded in this data folder.
        is_current: Whether this laptop records under this id.
        forks: The last number of each second chain of its lines, by the chain's id.
        forked_at: The last number that all chains have.
        fork_name: What a laptop calls the first chain to which that one is the second.
    """

    laptop: str
    seq: int
    hash: str
    is_own: bool
    is_current: bool
    forks: Mapping[str, int] = MappingProxyType({})
    forked_at: int = 0
    fork_name: str = ""

    @property
    def last_seq_of_all_chains(self) -> int:
        """The greatest number up to which one of its chains goes."""
        return max((self.seq, *self.forks.values()))


def read_feed_ends(session: Session) -> list[FeedEnd]:
    """Return how far each feed goes here, with its second chains."""
    current, own = read_state(session, LAPTOP), find_own_feeds(session)
    chains: dict[str, list[str]] = {}
    for feed in session.exec(select(FeedRow)):
        chains.setdefault(feed.writer, []).append(feed.laptop)
    ends = []
    for laptop, of_laptop in chains.items():
        first, seq = _span(session, laptop)
        seq = seq if first == 1 else 0
        end = FeedEnd(laptop, seq, _hash_at(session, laptop, seq), laptop in own, laptop == current)
        spans = {each: _span(session, each) for each in of_laptop if each != laptop}
        if spans:
            forked_at = min(first for first, _ in spans.values()) - 1
            end = end._replace(
                forks={each: last for each, (_, last) in spans.items()},
                forked_at=forked_at,
                fork_name=fork_id(laptop, _hash_at(session, laptop, forked_at + 1)),
            )
        ends.append(end)
    return ends


def _span(session: Session, laptop: str) -> tuple[int, int]:
    """Return the first number of a feed, and the last one without a gap before it."""
    seq = col(LineRow.seq)
    of_feed = col(LineRow.laptop) == laptop
    query = select(func.min(seq), func.max(seq), func.count()).where(of_feed)
    row: Any = session.exec(query).one()
    first, last, count = row
    if first is not None and last - first + 1 > count:
        seqs = session.exec(select(LineRow.seq).where(of_feed).order_by(seq)).all()
        last = next((n - 1 for n, each in enumerate(seqs, first) if n != each), last)
    return first or 0, last or 0


def _hash_at(session: Session, laptop: str, seq: int) -> str:
    at = col(LineRow.laptop) == laptop, col(LineRow.seq) == seq
    return session.exec(select(LineRow.hash).where(*at)).first() or ""


class DoubledLaptop(NamedTuple):
    """A laptop under whose id two data folders recorded.

    Attributes:
        laptop: Its id.
        name: What it is called.
        has_parted: Whether one of them records under an id of its own by now.
    """

    laptop: str
    name: str
    has_parted: bool


def read_doubled_laptops(session: Session) -> list[DoubledLaptop]:
    """Return the laptops of which a second chain of lines is here."""
    feeds = session.exec(select(FeedRow)).all()
    successors = {each.predecessor for each in feeds}
    return [
        DoubledLaptop(each, read_laptop_name(session, each), each in successors)
        for each in sorted({feed.writer for feed in feeds if feed.writer != feed.laptop})
    ]


def count_entries(session: Session, laptop: str, after: int) -> int:
    """Return how many entries of matches and events a feed has after this line."""
    return session.exec(
        select(func.count()).where(
            col(LineRow.laptop) == laptop,
            col(LineRow.seq) > after,
            col(LineRow.entry).is_not(None),
            col(LineRow.log) != "",
        )
    ).one()


def find_logs_with_own_entries_only(session: Session) -> list[str]:
    """Return the logs that have entries of the own feeds, and of no other one."""
    own = find_own_feeds(session)
    entries: Any = select(LineRow.log).where(
        col(LineRow.entry).is_not(None), col(LineRow.log) != ""
    )
    of_own = entries.where(col(LineRow.laptop).in_(own)).distinct()
    of_others = entries.where(col(LineRow.laptop).not_in(own)).distinct()
    return sorted(set(session.exec(of_own)) - set(session.exec(of_others)))


def is_data_folder_or_its_feeds(folder: Path) -> bool:
    """Return whether this is a data folder, or that of its feeds; False also where the system does
    not answer."""
    data = folder.parent if folder.name == FEEDS else folder
    return os.path.lexists(data / DATABASE)


def find_own_shared_files(session: Session, folder: Path) -> list[Path]:
    """Return the files of the own feeds in a shared folder, with those that go on beside a second
    chain, which is in the place of theirs."""
    own = find_own_feeds(session)
    ends = [each for each in read_feed_ends(session) if each.laptop in own and each.forks]
    names = dict.fromkeys([*own, *(each.fork_name for each in ends)])
    return [shared_file(folder, each) for each in names]


def publish_own_feeds(
    database: Database, folder: Path | None, *, thorough: bool = False
) -> Text | None:
    """Bring the own feeds' files in a folder up to the rows; return why that can't be done now.
    `thorough` compares every byte."""
    if folder is None:
        return None
    if is_data_folder_or_its_feeds(folder):
        return T(
            "{folder} is a data folder of Scorepad and was left as it is; name another folder in "
            "the settings.",
            folder=printable(folder),
        )
    try:
        folder.stat()
        _publish_each(database, folder, thorough=thorough)
    except OSError as error:
        if (file := file_of_error(error, folder)) is not None:
            return file_unusable_refusal(error, file).text
        return shared_folder_unusable_text(folder, error)
    except Refused as refused:
        return refused.text
    except DISK_ERRORS as error:
        if is_damage(error):
            database.mark_suspect()
        return refusal_of(error, database.folder).text
    return None


def _publish_each(database: Database, folder: Path, *, thorough: bool) -> None:
    """Publish each own feed.  Raises `OSError` or `Refused` where one of them can't be published,
    after the others."""
    errors, done = list[Refused | OSError](), set[str]()
    while True:
        with reading(database.engine) as session:
            own = find_own_feeds(session) - done
        if not own:
            break
        for laptop in sorted(own):
            done.add(laptop)
            try:
                _publish(database, folder, laptop, thorough=thorough)
            except (Refused, OSError) as error:
                errors.append(error)
    if errors:
        raise errors[0]


def _publish(database: Database, folder: Path, laptop: str, *, thorough: bool) -> None:
    """Bring a feed's file in a folder up to the rows.  Raises `Refused`, `OSError`."""
    name, first = laptop, 1
    while True:
        file, rows = shared_file(folder, name), FeedRows(database.engine, laptop, first)
        update = bring_up_to_date(
            rows,
            file,
            database.stamp(),
            database.take_in_earlier_lines,
            thorough=thorough,
            mode=SHARED_MODE,
        )
        if update.moved is not None:
            database.notify(
                T(
                    "{file} was damaged; it was moved to {moved} and written again.",
                    file=printable(file),
                    moved=update.moved.name,
                )
            )
        missing = find_missing_lines(laptop, update.damaged)
        database.notify(*describe_missing_lines(database.engine, missing))
        if update.left_out and (why := database.why_left_out(update.left_out)) is not None:
            raise Refused(why)
        if update.other_chain is None:
            return
        if name != laptop and update.other_chain <= first:
            raise Refused(
                "{file} has something else than the feed of this laptop, so nothing was written "
                "there; move the file away, and Scorepad writes it again.",
                file=printable(file),
            )
        # What is there is kept here too, as a second chain of lines; ours goes beside.
        rows = FeedRows(database.engine, laptop)
        following = next(rows.lines_after(update.other_chain - 1), None)
        if following is None:
            return
        first = following[0]
        name = fork_id(laptop, verified_hash(following[1]) or "")
