"""The store's part of sharing: how far each feed goes here, and the own feeds at a place, which is
a folder, a drive or a database.

A place is slow and may be gone, so recording never waits for it. A line of an own feed that is
there and not here is taken in; it was recorded elsewhere under this id, so a new feed begins.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Mapping
from pathlib import Path
from typing import NamedTuple

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
    FeedCopy,
    FeedFile,
    FeedRows,
    bring_up_to_date,
    describe_update,
    hash_at,
    read_first_lines,
    shared_file,
)
from scorepad.store.intake import find_own_feeds, fork_id, read_laptop_name
from scorepad.store.lines import (
    FeedStart,
    UnknownContent,
    decode_line,
    digest,
    payload_of,
    verified_hash,
)
from scorepad.store.tables import (
    DATABASE,
    IN_ORDER_OF_ARRIVAL,
    LAPTOP,
    RESTORED,
    LineRow,
    read_state,
    reading,
)
from scorepad.store.writer import LogWriter


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
        fork_name: A laptop's name for the first chain to which that one is the second.
    """

    laptop: str
    seq: int
    hash: str
    is_own: bool
    is_current: bool
    forks: Mapping[str, int] = {}
    forked_at: int = 0
    fork_name: str = ""


def read_feed_ends(session: Session) -> list[FeedEnd]:
    """Return the last line of each feed here, with its second chains."""
    current, own = read_state(session, LAPTOP), find_own_feeds(session)
    chains: dict[str, list[str]] = {}
    for feed, line in read_first_lines(session).items():
        chains.setdefault(line.laptop, []).append(feed)
    seq, laptops = col(LineRow.seq), col(LineRow.laptop)
    query = select(laptops, func.min(seq), func.max(seq), func.count()).group_by(laptops)
    spans = {}
    for feed, first, last, count in session.exec(query).all():
        spans[feed] = first, last
        if last - first + 1 > count:  # up to the first gap
            seqs = session.exec(select(seq).where(laptops == feed).order_by(seq)).all()
            gap = next(n for n, each in enumerate(seqs, first) if n != each)
            spans[feed] = first, gap - 1
    ends = []
    for laptop, of_laptop in chains.items():
        first, last = spans.get(laptop, (0, 0))
        last = last if first == 1 else 0
        forks = {each: spans[each] for each in of_laptop if each != laptop}
        forked_at = min((first for first, _ in forks.values()), default=1) - 1
        end = FeedEnd(
            laptop=laptop,
            seq=last,
            hash=hash_at(session, laptop, last),
            is_own=laptop in own,
            is_current=laptop == current,
            forks={each: last for each, (_, last) in forks.items()},
            forked_at=forked_at,
            fork_name=fork_id(laptop, hash_at(session, laptop, forked_at + 1)) if forks else "",
        )
        ends.append(end)
    return ends


def read_doubled_laptops(session: Session) -> dict[str, str]:
    doubled = {
        line.laptop for feed, line in read_first_lines(session).items() if feed != line.laptop
    }
    return {each: read_laptop_name(session, each) for each in sorted(doubled)}


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
    of_others = func.max(col(LineRow.laptop).not_in(find_own_feeds(session)))
    entries = select(LineRow.log).where(col(LineRow.entry).is_not(None), col(LineRow.log) != "")
    return list(session.exec(entries.group_by(col(LineRow.log)).having(of_others.is_(False))))


def read_restored_feeds(session: Session) -> list[str]:
    """Return the other laptops' feeds that a person restored here, until they are recorded."""
    return read_state(session, RESTORED).split()


def record_restored_feed(writer: LogWriter, laptop: str, after: int) -> None:
    """Record the lines of another laptop's feed after this one as imports of this laptop, unless
    its own feeds have them: a laptop publishes its own records and imports."""
    session, feed = writer.session, col(LineRow.laptop)
    chains = [each for each, line in read_first_lines(session).items() if line.laptop == laptop]
    lines = select(LineRow.line).order_by(IN_ORDER_OF_ARRIVAL)
    own = session.exec(lines.where(feed.in_(find_own_feeds(session))))
    known = {digest(payload_of(each.encode())) for each in own}
    for text in session.exec(lines.where(feed.in_(chains), col(LineRow.seq) > after)).all():
        line, payload = decode_line(text.encode()), payload_of(text.encode())
        if (
            line is not None
            and not isinstance(line.content, FeedStart | UnknownContent)
            and digest(payload) not in known
        ):
            known.add(digest(payload))
            writer.add(payload)
    left = [each for each in read_restored_feeds(session) if each != laptop]
    writer.save_fact(RESTORED, " ".join(left))


def is_data_folder_or_its_feeds(folder: Path) -> bool:
    """Return whether this is a data folder, or that of its feeds; False also where the system does
    not answer."""
    data = folder.parent if folder.name == FEEDS else folder
    return os.path.lexists(data / DATABASE)


def own_names(ends: Iterable[FeedEnd]) -> set[str]:
    """Return the names that own lines may have at a place."""
    own = [each for each in ends if each.is_own]
    return {each.laptop for each in own} | {each.fork_name for each in own if each.forks}


def find_own_shared_files(session: Session, folder: Path) -> list[Path]:
    """Return the files of the own feeds in a shared folder, with those that go on beside a second
    chain, which is in the place of theirs."""
    names = own_names(read_feed_ends(session)) | find_own_feeds(session)
    return [shared_file(folder, each) for each in sorted(names)]


def publish_to_folder(
    database: Database, folder: Path | None, *, thorough: bool = False
) -> Text | None:
    """Bring the own feeds' files in a folder up to the rows; return why that can't be done now.
    `thorough` compares every byte."""
    if folder is None:
        return None
    if is_data_folder_or_its_feeds(folder):
        return T(
            "{folder} is a Scorepad data folder, so it can't be used for sharing. Choose "
            "another folder in the settings.",
            folder=printable(folder),
        )

    def copy_of(name: str) -> FeedCopy:
        return FeedFile(shared_file(folder, name), database.stamp(), SHARED_MODE)

    try:
        folder.stat()
        publish_own_feeds(
            database, copy_of, lambda name: printable(shared_file(folder, name)), thorough=thorough
        )
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


def publish_own_feeds(
    database: Database,
    copy_of: Callable[[str], FeedCopy],
    place_of: Callable[[str], str] = str,
    *,
    thorough: bool = False,
) -> None:
    """Bring each own feed at a place up to its rows.  Raises `OSError` or `Refused` where one of
    them can't be published, after the others."""
    errors, done = list[Refused | OSError](), set[str]()
    while True:
        with reading(database.engine) as session:
            own = find_own_feeds(session) - done
        if not own:
            break
        for laptop in sorted(own):
            done.add(laptop)
            try:
                _publish(database, laptop, copy_of, place_of, thorough=thorough)
            except (Refused, OSError) as error:
                errors.append(error)
    if errors:
        raise errors[0]


def _publish(
    database: Database,
    laptop: str,
    copy_of: Callable[[str], FeedCopy],
    place_of: Callable[[str], str],
    *,
    thorough: bool,
) -> None:
    """Bring a feed at a place up to its rows.  Raises `Refused`, `OSError`."""
    name, first = laptop, 1
    while True:
        rows = FeedRows(database.engine, laptop, first)
        update = bring_up_to_date(
            rows, copy_of(name), database.take_in_earlier_lines, thorough=thorough
        )
        database.notify(*describe_update(database.engine, laptop, place_of(name), update))
        if update.left_out and (why := database.why_left_out(update.left_out)) is not None:
            raise Refused(why)
        if update.other_chain is None:
            return
        if name != laptop and update.other_chain <= first:
            raise Refused(
                "{file} should hold what this laptop shares, but it holds something else, so "
                "Scorepad didn't write to it. Move the file to another folder, and Scorepad "
                "will write a new one.",
                file=place_of(name),
            )
        # A file that is there is stored here too, as a second chain of lines; ours is written
        # beside it.
        rows = FeedRows(database.engine, laptop)
        following = next(rows.lines_after(update.other_chain - 1), None)
        if following is None:
            return
        first = following[0]
        name = fork_id(laptop, verified_hash(following[1]) or "")
