"""Is everything as it was written?  Every line is proved by its hash, the database is compared with
the feeds, the drive and the newest backup, and every status is computed again.

A sentence about a line names the places in which it was looked for.  Drafts are nowhere else, and
are not proved.
"""

from __future__ import annotations

import zipfile
import zlib
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import IO

from sqlmodel import Session, col, func, select

from scorepad.spades.words import N, T, Text, join_with_commas
from scorepad.store.database import Database
from scorepad.store.errors import printable, shared_folder_unusable_text, unreadable_text
from scorepad.store.feeds import FOLDER, feed_file, feed_files, stat_regular_file
from scorepad.store.lines import LARGEST, decode_line, scan_junk_and_lines
from scorepad.store.proof import RowsProof, prove_rows
from scorepad.store.sharing import find_own_shared_files
from scorepad.store.statuses import are_alike, make_status_row
from scorepad.store.tables import (
    CLOSED,
    IN_ORDER,
    LAPTOP,
    PREDECESSOR,
    FeedRow,
    LineRow,
    StatusRow,
    read_state,
    reading,
)
from scorepad.store.writer import StoreTools

BROKEN = (EOFError, zipfile.BadZipFile, zlib.error)
"""Errors of a damaged file in a backup."""


class CheckedFile:
    """A file of feeds that is compared with the database.

    Attributes:
        place: The file that the user sees: of a backup, its bundle.
        is_here: Whether it is in the data folder.
        is_ours: Whether it has to have the rows of its feed.
        lines: Its whole lines.
        is_damaged: Whether something else is in it.
        error: Why it can't be read.
    """

    def __init__(self, place: Path, *, is_here: bool, is_ours: bool) -> None:
        self.place = place
        self.is_here = is_here
        self.is_ours = is_ours
        self.lines: list[tuple[str, int, str]] = []
        self.is_damaged = False
        self.error: OSError | None = None

    def read(self, file: IO[bytes], size: int | None = None) -> None:
        """Read it, up to a size: others go on writing."""
        try:
            for before, data in scan_junk_and_lines(file, size):
                # Its last line may be cut by whoever is writing it.
                self.is_damaged |= bool(before.strip()) and (bool(data) or before.endswith(b"\n"))
                line = decode_line(data) if data else None
                if line is not None:
                    self.lines.append((line.laptop, line.seq, line.hash))
        except BROKEN:
            self.is_damaged = True
        except OSError as error:
            self.error = error


def find_everything_wrong(
    database: Database, tools: StoreTools, share_folder: Path | None, newest_bundle: Path | None
) -> list[Text]:
    """Return everything that is wrong, a sentence each.  Raises `Refused`."""
    texts = list[Text]()
    with database.refuse_errors():
        # The files are read before the rows, which then have at least as much.
        files = [*_read_feed_files(database, share_folder, texts)]
        if newest_bundle is not None:
            files += _read_bundle(newest_bundle, texts)
        hashes = set[str]()
        with reading(database.engine) as session:
            proof = prove_rows(session, hashes)
        if not proof.is_sound:
            texts.append(_damage_text(database, proof))
            hashes |= {each for file in files if file.is_here for _, _, each in file.lines}
        with reading(database.engine) as session:
            texts += _find_missing_lines(session, proof, files)
            for file in files:
                text = _describe_file(database, session, file, hashes, proof)
                texts += [] if text is None else [text]
            if proof.is_sound:
                texts += _find_wrong_caches(database, session, tools, proof)
    return texts


def _damage_text(database: Database, proof: RowsProof) -> Text:
    file = printable(database.folder / "scorepad.db")
    text = N(
        "{file} is damaged: {n} line in it isn't as it was written.",
        "{file} is damaged: {n} lines in it aren't as they were written.",
        len(proof.damaged),
        file=file,
    )
    if proof.faults:
        text = T(
            "A part of {file} can't be read: the disk fails, or the database is damaged.", file=file
        )
    is_recovered = database.mark_suspect()
    return T("{text} The next start recovers from that.", text=text) if is_recovered else text


def _find_missing_lines(
    session: Session, proof: RowsProof, files: list[CheckedFile]
) -> Iterator[Text]:
    """Yield a sentence for each feed with lines that are whole in none of the places."""
    missing = {(each.laptop, each.seq): each.log for each in proof.damaged}
    if proof.is_sound:
        missing = dict.fromkeys(_find_gaps(session), "")
    if not missing:
        return
    for file in files:
        for laptop, seq, _ in file.lines:
            missing.pop((laptop, seq), None)
    names = dict.fromkeys(printable(each.place) for each in files)
    places = join_with_commas([T("{why}", why=each) for each in names])
    for feed, of_feed in groupby(sorted(missing), key=lambda each: each[0]):
        seqs = [seq for _, seq in of_feed]
        logs = ", ".join(sorted({missing[feed, seq] for seq in seqs} - {""}))
        about = f" ({logs})" if logs else ""
        yield N(
            "Line {seq} of {laptop}{about} isn't in the database or in {places}. Another laptop "
            "may have it; if not, compare the matches with the paper sheets.",
            "{n} lines of {laptop}, from line {seq} on{about}, aren't in the database or in "
            "{places}. Another laptop may have them; if not, compare the matches with the paper "
            "sheets.",
            len(seqs),
            seq=seqs[0],
            laptop=feed,
            about=about,
            places=places,
        )


def _find_gaps(session: Session) -> Iterator[tuple[str, int]]:
    laptop, seq = col(LineRow.laptop), col(LineRow.seq)
    spans = select(laptop, func.min(seq), func.max(seq), func.count()).group_by(laptop)
    writers = dict(session.exec(select(FeedRow.laptop, FeedRow.writer)).all())
    for feed, first, last, count in session.exec(spans).all():
        start = 1 if writers.get(feed) == feed else first  # a second chain begins somewhere
        if last - start + 1 > count:
            there = set(session.exec(select(LineRow.seq).where(laptop == feed)))
            yield from ((feed, n) for n in range(start, last) if n not in there)


def _describe_file(
    database: Database, session: Session, file: CheckedFile, hashes: set[str], proof: RowsProof
) -> Text | None:
    if file.error is not None:
        return unreadable_text(file.place, file.error)
    name = printable(file.place)
    unknown = sum(line_hash not in hashes for _, _, line_hash in file.lines)
    if unknown:
        return N(
            "{file} has one line that is not here; “scorepad restore {file}” imports it.",
            "{file} has {n} lines that are not here; “scorepad restore {file}” imports them.",
            unknown,
            file=name,
        )
    is_damaged = file.is_damaged
    if file.is_ours and file.is_here and proof.is_sound:
        seqs = {seq for _, seq, _ in file.lines}
        of_feed = col(LineRow.laptop) == file.place.stem, col(LineRow.seq) <= max(seqs, default=0)
        is_damaged |= session.exec(select(func.count()).where(*of_feed)).one() > len(seqs)
        if is_damaged and database.mark_suspect():
            return T(
                "{file} is damaged; the next start writes it again from the database.", file=name
            )
    # Nobody keeps a stray file among the feeds, whose whole lines are here.
    return T("{file} is damaged.", file=name) if is_damaged and file.is_ours else None


def _find_wrong_caches(
    database: Database, session: Session, tools: StoreTools, proof: RowsProof
) -> Iterator[Text]:
    feeds = {each.laptop: each.model_dump() for each in session.exec(select(FeedRow))}
    own = read_state(session, LAPTOP) or read_state(session, PREDECESSOR)
    if feeds != {each: row.model_dump() for each, row in proof.feeds.items()} or (
        own and own not in feeds
    ):
        database.mark_suspect()
        yield T(
            "The list of laptops in the database doesn't match their feeds. The next start makes "
            "it again."
        )
    is_wrong, there = False, {each.log: each for each in session.exec(select(StatusRow))}
    for log_id in dict.fromkeys([*proof.logs, *there]):
        row, made = there.get(log_id), None
        if log_id in proof.logs:
            made = make_status_row(session, log_id, tools.summarize, tools.now())
        if row is None or made is None or not are_alike(row, made):
            is_wrong = True
            yield (
                T("Match {match} is missing in the list.", match=log_id)
                if row is None
                else T("The list shows match {match} differently from its log.", match=log_id)
            )
    if is_wrong and database.mark_suspect():
        yield T("The next start makes the list again from the logs.")


# Files


def _read_feed_files(
    database: Database, share_folder: Path | None, texts: list[Text]
) -> Iterator[CheckedFile]:
    """Yield the feeds' files in the data folder, and the own ones in the folder that is shared."""
    folder, shared, others = database.folder, list[Path](), list[Path]()
    with reading(database.engine) as session:
        ours = [feed_file(folder, each) for each in session.exec(select(FeedRow.laptop))]
        is_in_order = read_state(session, CLOSED) == IN_ORDER
        if share_folder is not None:
            try:
                next(share_folder.iterdir(), None)
                shared = find_own_shared_files(session, share_folder)
            except OSError as error:
                texts.append(shared_folder_unusable_text(share_folder, error))
    try:
        others = [each for each in feed_files(folder) if each not in ours]
    except OSError as error:
        texts.append(unreadable_text(folder / FOLDER, error))
        ours = []
    for place in [*ours, *others, *shared]:
        file = CheckedFile(place, is_here=place not in shared, is_ours=place not in others)
        try:
            status = stat_regular_file(place)
            if status is None:
                if is_in_order and place in ours:
                    text = T(
                        "The feed {file} is missing; the next start writes it again.",
                        file=printable(place),
                    )
                    texts.append(text)
            elif status.st_size > LARGEST:
                texts.append(unreadable_text(place, T("it is too large")))
            else:
                with place.open("rb") as opened:
                    file.read(opened, status.st_size)
                yield file
        except OSError as error:
            texts.append(unreadable_text(place, error))


def _read_bundle(bundle: Path, texts: list[Text]) -> Iterator[CheckedFile]:
    """Yield the feeds in a backup."""
    try:
        stat_regular_file(bundle)
        with zipfile.ZipFile(bundle) as opened:
            for info in opened.infolist():
                if Path(info.filename).parent.name == FOLDER:
                    file = CheckedFile(bundle, is_here=False, is_ours=True)
                    with opened.open(info) as member:
                        file.read(member)
                    yield file
    except OSError as error:
        texts.append(unreadable_text(bundle, error))
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        texts.append(T("The backup {file} is damaged.", file=printable(bundle)))
