"""Is everything as it was written?  Every line is proved by its hash, the other rows by the lines,
and all of it is compared with the files that should have the same.

Drafts stand nowhere else and are not proved.
"""

from __future__ import annotations

import contextlib
import os
import random
import zipfile
import zlib
from collections.abc import Callable, Collection, Iterator, Mapping
from itertools import groupby, repeat
from operator import itemgetter
from pathlib import Path
from typing import IO, Any, NamedTuple

import sqlalchemy
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlmodel import col, func, select

from scorepad import __version__
from scorepad.events.status import EventStatus
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text
from scorepad.store.errors import (
    Damaged,
    cause_of,
    is_damage,
    shared_folder_unusable_text,
    why_file_unusable,
)
from scorepad.store.feeds import (
    FOLDER,
    feed_file,
    feed_files,
    shared_file,
    stat_regular_file,
)
from scorepad.store.intake import fork_id
from scorepad.store.lines import (
    LARGEST,
    FeedStart,
    Line,
    LogHead,
    begins_as_entry,
    decode_line,
    has_hash,
    scan_junk_and_lines,
    verified_hash,
)
from scorepad.store.logs import EPOCH
from scorepad.store.summary_rows import (
    Summarize,
    decode_summary,
    is_row_as_written,
    make_summary_row,
)
from scorepad.store.tables import (
    PROGRAM,
    CompiledStatement,
    DataFolderStateRow,
    LaptopRow,
    LineRow,
    SummaryRow,
)
from scorepad.store.transaction import (
    CLOSED,
    IN_ORDER,
    LAPTOP,
    OPEN,
    PREDECESSOR,
    SUSPECT,
    read_state_value,
)

_LINES = LineRow.__table__  # type: ignore[attr-defined]
_ROWS = CompiledStatement(sqlalchemy.select(_LINES).order_by(_LINES.c.laptop, _LINES.c.seq))
_SUMMARIES = select(SummaryRow.__table__)  # type: ignore[attr-defined]
_NEWEST_FIRST = (
    select(SummaryRow.log)
    .where(col(SummaryRow.program) == __version__)
    .order_by(col(SummaryRow.changed).desc())
)
_LAPTOPS = CompiledStatement(
    select(
        LaptopRow.laptop,
        LaptopRow.is_own,
        LaptopRow.machine,
        LaptopRow.predecessor,
        LaptopRow.fork_of,  # type: ignore[call-overload]
    )
)
_STATE = select(DataFolderStateRow.key, DataFolderStateRow.value)
_HAS_LINE = select(LineRow.seq).limit(1)
_HASHES = select(LineRow.laptop, LineRow.seq, LineRow.hash)
_FIRST_OF_FORKS = (
    select(LaptopRow.fork_of, func.min(LineRow.seq))
    .join(LineRow, col(LineRow.laptop) == col(LaptopRow.laptop))
    .where(col(LaptopRow.fork_of) != "")
    .group_by(col(LaptopRow.laptop))
)


class _Laptop(NamedTuple):
    """A `LaptopRow` as SQLite has it."""

    laptop: str
    is_own: Any
    machine: str
    predecessor: str
    fork_of: str


def _read_laptops(connection: Connection) -> dict[str, _Laptop]:
    return {str(row[0]): _Laptop(*row) for row in _LAPTOPS.run(connection)}


def read_last_own_feed(connection: Connection) -> str:
    """Return the feed under which is recorded, or was last ("": none, or not known)."""
    return read_state_value(connection, LAPTOP) or read_state_value(connection, PREDECESSOR)


def find_own_feeds(connection: Connection, marked: Collection[str], last: str) -> set[str]:
    """Return the feeds that were recorded in this data folder, second chains included.

    They are those that are `marked` so, the `last` one if it goes on from one of these, all feeds
    from which these go on, and their second chains.  Where none is marked the last one tells.
    """
    laptops = _read_laptops(connection)
    feeds = {each.laptop: each for each in laptops.values() if not each.fork_of}

    def with_predecessors(laptop: str) -> set[str]:
        found = set[str]()
        while laptop in feeds and laptop not in found:
            found.add(laptop)
            laptop = feeds[laptop].predecessor
            laptop = laptops[laptop].fork_of or laptop if laptop in laptops else ""
        return found

    own = feeds.keys() & set(marked)
    before_last = with_predecessors(last)
    if not own or own & before_last:
        own |= before_last
    for each in list(own):
        own |= with_predecessors(each)
    return own | {each.laptop for each in laptops.values() if each.fork_of in own}


class RowFindings(NamedTuple):
    """What reading every row tells: the tips of all logs, the logs that have a head, the numbers
    that are missing in feeds; the places of `damaged_lines`, how many rows of laptops and of the
    data folder's state are wrong, and other `damage` in SQLite's words."""

    tips: dict[str, int]
    heads: set[str]
    gaps: list[tuple[str, int]]
    damaged_lines: list[tuple[str, int]]
    wrong_rows: int
    damage: list[str]

    @property
    def are_lines_sound(self) -> bool:
        """Return whether every line could be read, and is as it was written."""
        return not self.damaged_lines and not self.damage

    @property
    def is_sound(self) -> bool:
        """Return whether every row is as it was written."""
        return self.are_lines_sound and not self.wrong_rows


BROKEN = (EOFError, zipfile.BadZipFile, zlib.error)
"""What reading a damaged file in a backup may raise."""
TOGETHER = 1 << 18  # bytes of lines that are compared at once
ALL_FOLDED, SAMPLE = 500, 100
"""Of so many logs `check` folds all again, as in any ordinary data folder; of more it folds a
sample: all of ten thousand would take several times as long as the rest."""
_OF_LINES = ("kind", "archived", "event_id", "entries", "waits", "read_only")
"""The columns of a summary's row that its body does not have."""
Visit = Callable[[str, bytes], None]


def _visit_nothing(_laptop: str, _lines: bytes) -> None:
    pass


def read_every_row(connection: Connection, visit: Visit = _visit_nothing) -> RowFindings:
    """Read every row and prove it by its hash, or by the lines; `visit` is called with a feed and
    the bytes of some of its lines that are whole, in order."""
    tips: dict[str, int] = {}
    heads, gaps = set[str](), list[tuple[str, int]]()
    damaged_lines, damage = list[tuple[str, int]](), list[str]()
    wrong_rows = 0
    try:
        damage += _find_damage(connection)
        laptops = _read_laptops(connection)
        writers, beginnings = dict[str, str](), dict[str, FeedStart]()
        feed, writer, expected, together = "", "", 1, bytearray()

        def hand_over() -> None:
            visit(feed, bytes(together))
            together.clear()

        for laptop, seq, line_hash, log, entry, text in _ROWS.run(connection):
            data = text.encode() if isinstance(text, str) else b""
            if not has_hash(data, line_hash):
                damaged_lines.append((laptop, seq))
                continue
            if laptop != feed:
                hand_over()
                feed, writer = laptop, _find_writer(laptop, decode_line(data), laptops)
                writers[feed] = writer
                expected = 1 if writer == feed else seq
            if not begins_as_entry(text, writer, seq, log, entry):
                line = decode_line(data)
                if line is None or (line.laptop, line.seq, line.log_key, line.entry_key) != (
                    *(writer, seq, log, entry),
                ):
                    damaged_lines.append((laptop, seq))
                    continue
                if isinstance(line.content, LogHead):
                    heads.add(log)
                elif isinstance(line.content, FeedStart):
                    beginnings[laptop] = line.content
            if seq != expected:
                gaps += zip(repeat(laptop), range(expected, seq))
            expected = seq + 1
            if log:
                tips[log] = tips.get(log, 0) ^ int(line_hash, 16)
            together += data
            together += b"\n"
            if len(together) >= TOGETHER:
                hand_over()
        hand_over()
        are_lines_sound = not damaged_lines and not damage
        wrong_rows = (
            _count_wrong_rows(connection, laptops, writers, beginnings) if are_lines_sound else 0
        )
    except Exception as error:
        if not is_damage(error):
            raise
        damage.append(str(cause_of(error)))
    return RowFindings(tips, heads, gaps, damaged_lines, wrong_rows, damage)


def _find_damage(connection: Connection) -> Iterator[str]:
    """Yield what SQLite itself finds damaged."""
    for (word,) in connection.exec_driver_sql("PRAGMA integrity_check(20)"):
        if word != "ok":
            yield str(word)


def _find_writer(chain: str, first: Line | None, laptops: Mapping[str, _Laptop]) -> str:
    """Return the laptop that wrote the lines of a chain: it has its id, or one that is made of its
    first line; where that is not here, the chain's row tells."""
    if first is not None and chain in (first.laptop, fork_id(first.laptop, first.hash)):
        return first.laptop
    return (laptops[chain].fork_of if chain in laptops else "") or chain


def _count_wrong_rows(
    connection: Connection,
    laptops: Mapping[str, _Laptop],
    writers: Mapping[str, str],
    beginnings: Mapping[str, FeedStart],
) -> int:
    """Return how many rows of laptops and of the data folder's state are missing, or are not what
    the lines say."""
    marked = {each.laptop for each in laptops.values() if each.is_own == 1}
    own = find_own_feeds(connection, marked, read_last_own_feed(connection))
    wrong = len(laptops.keys() ^ writers.keys())
    for laptop in laptops.keys() & writers.keys():
        row, writer = laptops[laptop], writers[laptop]
        begins = beginnings.get(laptop)
        expected = _Laptop(
            laptop,
            laptop in own,
            begins.machine if begins is not None else row.machine,
            begins.from_ if begins is not None else row.predecessor,
            writer if writer != laptop else "",
        )
        wrong += row != expected
    return wrong or int(not _is_state_as_written(connection, laptops, own))


def _is_state_as_written(
    connection: Connection, laptops: Mapping[str, _Laptop], own: Collection[str]
) -> bool:
    """Return whether the state names the own feed after which none was begun, where it names
    one."""
    state = dict(connection.execute(_STATE).all())
    laptop, predecessor = state.get(LAPTOP), state.get(PREDECESSOR)
    if PROGRAM not in state or state.get(CLOSED) not in (None, OPEN, IN_ORDER, SUSPECT):
        return False
    if laptop and (
        laptop not in laptops
        or laptops[laptop].fork_of
        or laptops[laptop].predecessor != (predecessor or "")
    ):
        return False
    if last := laptop or predecessor:
        return last in own and all(laptops[each].predecessor != last for each in own)
    # Whoever gives an id up names it; recovery may not know which one was the last.
    return laptop is None and (predecessor is not None or not own)


class WrongSummary(NamedTuple):
    """A log of which the list does not show what its lines say; it may be missing there."""

    log: str
    is_missing: bool = False


def find_wrong_summaries(
    connection: Connection, rows: RowFindings, summarize: Summarize, *, folds: bool = False
) -> Iterator[WrongSummary]:
    """Yield the logs of which the list does not show what their lines say.

    Every row is proved by its hash, and by its tip, which tells of which lines it was made.  By
    that a row shows what the program made of these lines.  The logs of which another version made
    it are folded again; if it `folds`, so are the others, but of more than `ALL_FOLDED` a sample
    only: half of `SAMPLE` are those that changed last, the rest are drawn anew each time.  Where
    `check` found something wrong, the next start folds all.
    """
    to_fold, status = _choose_logs_to_fold(connection, folds=folds), set()
    for row in connection.execute(_SUMMARIES):
        status.add(row.log)
        if not is_row_as_written(row) or int(row.tip or "0", 16) != rows.tips.get(row.log, 0):
            yield WrongSummary(row.log)
        elif row.program != __version__ or row.log in to_fold:
            with contextlib.suppress(Damaged):
                expected = make_summary_row(connection, row.log, summarize, EPOCH)
                if expected is None or not _agree(row._asdict(), expected):
                    yield WrongSummary(row.log)
    for log_id in sorted(rows.heads - status):
        yield WrongSummary(log_id, is_missing=True)


def _choose_logs_to_fold(connection: Connection, *, folds: bool) -> set[str]:
    """Return logs whose rows this version of the program made; see `find_wrong_summaries`."""
    is_suspect = read_state_value(connection, CLOSED) == SUSPECT
    if not folds and not is_suspect:
        return set()
    logs = list(connection.execute(_NEWEST_FIRST).scalars())
    if len(logs) > ALL_FOLDED and not is_suspect:
        newest = SAMPLE // 2
        logs[newest:] = random.sample(logs[newest:], SAMPLE - newest)
    return set(logs)


def _agree(row: Mapping[str, Any], expected: Mapping[str, Any]) -> bool:
    """Return whether the list says what the log does, as far as the log says it."""
    if any(row[name] != expected[name] for name in _OF_LINES):
        return False
    shown = decode_summary(row["kind"], row["body"])
    summary = decode_summary(expected["kind"], expected["body"])
    if isinstance(summary, MatchStatus) and isinstance(shown, MatchStatus):
        return _comparable(shown) == _comparable(summary)
    if isinstance(summary, EventStatus) and isinstance(shown, EventStatus):
        return replace(shown, changed=None) == replace(summary, changed=None)
    return False


def _comparable(summary: MatchStatus) -> MatchStatus:
    return replace(summary, created=None, changed=None, archived=False)


class _FileComparison:
    """Compares a file of a feed with its rows as they come, as far as it went when it was opened:
    others go on recording, and the rows are read after that."""

    def __init__(
        self,
        name: str,
        laptop: str,
        file: IO[bytes],
        end: int | None = None,
        *,
        is_ours: bool = False,
        is_in_data_folder: bool = False,
    ) -> None:
        """`laptop` is the feed whose rows come; `end` is where reading stops; `is_ours`: it may
        have nothing but the rows of its feed."""
        self.name = name
        self.laptop = laptop
        self.is_ours = is_ours
        self.is_in_data_folder = is_in_data_folder
        self._file = file
        self._end = end
        self._at = 0
        self._ended = False
        self.is_alike = True

    def compare(self, lines: bytes) -> None:
        """Compare the next lines.  A file that ends before them, or in them, is only behind."""
        if not self.is_alike or self._ended:
            return
        try:
            rest = len(lines) if self._end is None else self._end - self._at
            there = self._file.read(min(len(lines), rest))
        except (OSError, *BROKEN):
            there = b"?"
        if there == lines:
            self._at += len(there)
        elif lines.startswith(there):
            self._ended = True
        else:
            self.is_alike = False

    def unknown(self, is_here: Callable[[bytes], bool]) -> tuple[int, bool]:
        """Return how many of its lines are not here, and whether something of it is damaged; raises
        `OSError`."""
        if self._ended:
            return 0, False
        count, is_damaged = 0, False
        try:
            self._file.seek(self._at)
            for before, line in scan_junk_and_lines(self._file, self._end):
                # Elsewhere somebody else's line may end in its middle: who wrote it was killed.
                is_damaged |= bool(before.strip()) and (bool(line) or self.is_ours)
                count += bool(line) and not is_here(line)
        except BROKEN:
            is_damaged = True
        return count, is_damaged or (self.is_ours and not self.is_alike)

    def is_damaged(self) -> bool:
        """Return whether something that is no line stands before a line; nothing is compared."""
        try:
            self._file.seek(0)
            return any(
                line and before.strip()
                for before, line in scan_junk_and_lines(self._file, self._end)
            )
        except (OSError, *BROKEN):
            return True

    def whole_lines(self) -> Iterator[bytes]:
        """Yield every line that is whole, as far as the file can be read."""
        with contextlib.suppress(OSError, *BROKEN):
            self._file.seek(0)
            yield from (line for _, line in scan_junk_and_lines(self._file, self._end) if line)


def describe_everything_wrong(
    connection: Connection,
    folder: Path,
    summarize: Summarize,
    share_folder: Path | None,
    newest_bundle: Path | None,
    mark_suspect: Callable[[], bool],
) -> list[Text]:
    """Return everything that is wrong, a sentence each.  `mark_suspect` is called where the
    next start shall read everything through, and returns whether it will.

    Of more than `ALL_FOLDED` matches and events the list is compared with a fold of a sample
    only, another one each time: see `find_wrong_summaries`.
    """
    texts: list[Text] = []
    with contextlib.ExitStack() as stack:
        files = _open_feed_files(connection, folder, share_folder, stack, texts)
        if newest_bundle is not None:
            files += _open_bundle(newest_bundle, stack, texts)
        connection.rollback()  # what is read from here on has at least what the files have

        def visit(laptop: str, lines: bytes) -> None:
            for each in files:
                if each.laptop == laptop:
                    each.compare(lines)

        rows = read_every_row(connection, visit)
        if not rows.is_sound:
            is_elsewhere = rows.are_lines_sound or not any(
                each.is_ours and each.is_damaged() for each in files
            )
            texts.append(_describe_damage(rows, is_mended=mark_suspect() and is_elsewhere))
        for laptop, gaps in groupby(rows.gaps if rows.are_lines_sound else (), key=itemgetter(0)):
            missing = [seq for _, seq in gaps]
            text = N(
                "Line {seq} of the feed {laptop} is missing.",
                "{n} lines of the feed {laptop} are missing, from line {seq} on.",
                len(missing),
                seq=missing[0],
                laptop=laptop,
            )
            texts.append(text)
        known = _known_hashes(connection, rows, files)
        for each in files:
            fault = _describe_file(each, known, mark_suspect, are_lines_sound=rows.are_lines_sound)
            texts += [] if fault is None else [fault]
        if rows.are_lines_sound:
            wrong = [
                T("Match {match} is missing in the list.", match=each.log)
                if each.is_missing
                else T("The list shows match {match} differently from its log.", match=each.log)
                for each in find_wrong_summaries(connection, rows, summarize, folds=True)
            ]
            texts += wrong
            if wrong and mark_suspect():
                texts.append(T("The next start makes the list anew from the logs."))
    return texts


def _describe_file(
    file: _FileComparison,
    is_here: Callable[[bytes], bool],
    mark_suspect: Callable[[], bool],
    *,
    are_lines_sound: bool,
) -> Text | None:
    """Return what is wrong with a file of a feed; None where nothing is."""
    try:
        unknown, is_damaged = file.unknown(is_here)
    except OSError as error:
        return _unreadable_text(Path(file.name), error)
    if not are_lines_sound:
        is_damaged = file.is_damaged()
    if unknown:
        return N(
            "{file} has one line that is not here; “scorepad restore {file}” imports it.",
            "{file} has {n} lines that are not here; “scorepad restore {file}” imports them.",
            unknown,
            file=file.name,
        )
    if is_damaged and file.is_ours and are_lines_sound and mark_suspect():
        return T(
            "{file} is damaged; the next start makes it anew from the other copy.", file=file.name
        )
    if is_damaged and (file.is_ours or not file.is_in_data_folder):
        return T("{file} is damaged.", file=file.name)
    return None


def _describe_damage(rows: RowFindings, *, is_mended: bool) -> Text:
    if rows.damage and is_mended:
        return T(
            "A part of the database cannot be read: the disk fails, or the database is damaged; "
            "what is damaged the next start makes anew from the other copy."
        )
    if rows.damage:
        return T(
            "A part of the database cannot be read: the disk fails, or the database is damaged."
        )
    what = N(
        "one line of it is not as it was written",
        "{n} lines of it are not as they were written",
        len(rows.damaged_lines) + rows.wrong_rows,
    )
    if is_mended:
        return T(
            "The database is damaged: {what}; the next start makes it anew from the other copy.",
            what=what,
        )
    return T("The database is damaged: {what}.", what=what)


def _known_hashes(
    connection: Connection, rows: RowFindings, files: Collection[_FileComparison]
) -> Callable[[bytes], bool]:
    """Return what tells whether a line is here; all hashes are read when one is asked for.  Where
    the database is damaged a line is here that is whole in one of our feeds."""
    hashes: set[str | None] = set()

    def read_all() -> None:
        hashes.add(None)
        damaged = set(rows.damaged_lines)
        try:
            for laptop, seq, line_hash in connection.execute(_HASHES):
                if (laptop, seq) not in damaged:
                    hashes.add(line_hash)
        except Exception as error:
            if not is_damage(error):
                raise
        if not rows.are_lines_sound:
            for each in files:
                if each.is_in_data_folder:
                    hashes.update(map(verified_hash, each.whole_lines()))

    def is_here(line: bytes) -> bool:
        if not hashes:
            read_all()
        return verified_hash(line) in hashes

    return is_here


def _open_feed_files(
    connection: Connection,
    folder: Path,
    share_folder: Path | None,
    stack: contextlib.ExitStack,
    texts: list[Text],
) -> list[_FileComparison]:
    """Return the feeds' files in the data folder, and our own ones in the folder that is shared."""
    laptops = _read_laptops(connection)
    ours = {feed_file(folder, laptop): laptop for laptop in laptops}
    try:
        others = [each for each in feed_files(folder) if each not in ours]
    except OSError as error:
        # Of those that are ours the same is said again below, and once is enough.
        others = []
        file = Path(error.filename or folder / FOLDER)
        if file not in ours:
            texts.append(_unreadable_text(file, error))
    shared = list[tuple[Path, str]]()
    if share_folder is not None:
        try:
            with os.scandir(share_folder):
                shared = _name_shared_files(connection, share_folder, laptops)
        except OSError as error:
            texts.append(shared_folder_unusable_text(share_folder, error))
    is_in_order = read_state_value(connection, CLOSED) == IN_ORDER
    files = list[_FileComparison]()
    for place, laptop in (*ours.items(), *((each, each.stem) for each in others), *shared):
        try:
            status = stat_regular_file(place)
            if status is None:
                has_line = _HAS_LINE.where(col(LineRow.laptop) == laptop)
                if is_in_order and place in ours and connection.execute(has_line).first():
                    text = T(
                        "The feed {file} is missing; the next start makes it anew.",
                        file=str(place),
                    )
                    texts.append(text)
                continue
            if status.st_size > LARGEST:
                text = T("{file} is damaged.", file=str(place))
                if place in others:
                    why = T("it is too large")
                    text = T("{file} cannot be read: {why}.", file=str(place), why=why)
                texts.append(text)
                continue
            opened = stack.enter_context(place.open("rb"))
        except OSError as error:
            texts.append(_unreadable_text(place, error))
            continue
        each = _FileComparison(
            str(place),
            laptop,
            opened,
            status.st_size,
            is_ours=place in ours,
            is_in_data_folder=place.parent == folder / FOLDER,
        )
        files.append(each)
    return files


def _unreadable_text(file: Path, error: OSError) -> Text:
    return T("{file} cannot be read: {why}.", file=str(file), why=why_file_unusable(error))


def _name_shared_files(
    connection: Connection, share_folder: Path, laptops: Mapping[str, _Laptop]
) -> list[tuple[Path, str]]:
    """Return the files of the own feeds in the folder that is shared, and what feed each has: those
    that go on beside a second chain, which stands in the place of theirs, are looked at whole."""
    marked = [each.laptop for each in laptops.values() if each.is_own == 1]
    own = find_own_feeds(connection, marked, read_last_own_feed(connection))
    files = {shared_file(share_folder, laptop): laptop for laptop in own}
    for laptop, first in connection.execute(_FIRST_OF_FORKS).all():
        at = select(LineRow.hash).where(col(LineRow.laptop) == laptop, col(LineRow.seq) == first)
        if laptop in own and (line_hash := connection.execute(at).scalar()):
            files.setdefault(shared_file(share_folder, fork_id(laptop, line_hash)), "")
    return list(files.items())


def _open_bundle(
    newest_bundle: Path, stack: contextlib.ExitStack, texts: list[Text]
) -> list[_FileComparison]:
    """Return the feeds in a backup."""
    files = list[_FileComparison]()
    try:
        stat_regular_file(newest_bundle)
        bundle = stack.enter_context(zipfile.ZipFile(newest_bundle))
        for info in bundle.infolist():
            path = Path(info.filename)
            if path.parent.name == FOLDER:
                member = stack.enter_context(bundle.open(info))
                files.append(_FileComparison(str(newest_bundle), path.stem, member))
    except OSError as error:
        texts.append(_unreadable_text(newest_bundle, error))
    except (zipfile.BadZipFile, ValueError, NotImplementedError):
        texts.append(T("The backup {file} is damaged.", file=str(newest_bundle)))
    return files
