"""Is everything as it was written?  Every row is proved by its hash, and compared with the files
that should have the same."""

from __future__ import annotations

import contextlib
import zipfile
import zlib
from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from pathlib import Path
from typing import IO, NamedTuple

import sqlalchemy
from msgspec.structs import replace
from sqlalchemy import Connection
from sqlmodel import select

from scorepad import __version__
from scorepad.desk.ports import AnySummary, Summary
from scorepad.spades.words import N, T, Text
from scorepad.store.errors import Damaged, cause_of, is_damage, why_file_unusable
from scorepad.store.feeds import feed_file, shared_file, stat_regular_file
from scorepad.store.lines import (
    LARGEST,
    FeedLine,
    begins_as_entry,
    decode_line,
    has_hash,
    scan_junk_and_lines,
    verified_hash,
)
from scorepad.store.logs import read_log
from scorepad.store.summary_rows import (
    Summarize,
    decode_summary,
    is_row_as_written,
    summary_and_waits_for_rules,
)
from scorepad.store.tables import CompiledStatement, LaptopRow, LineRow, SummaryRow
from scorepad.store.transaction import CLOSED, IN_ORDER, read_state_value

_LINES = LineRow.__table__  # type: ignore[attr-defined]
_ROWS = CompiledStatement(sqlalchemy.select(_LINES).order_by(_LINES.c.laptop, _LINES.c.seq))
_SUMMARIES = select(SummaryRow.__table__)  # type: ignore[attr-defined]
_LAPTOPS = select(LaptopRow.laptop, LaptopRow.fork_of, LaptopRow.is_own)


class RowFindings(NamedTuple):
    """What reading every row tells: the tips of all logs, the logs that have a head, the numbers
    that are missing in feeds; the places of `damaged_lines`, and other `damage` in SQLite's
    words."""

    tips: dict[str, int]
    heads: set[str]
    gaps: list[tuple[str, int]]
    damaged_lines: list[tuple[str, int]]
    damage: list[str]

    @property
    def is_sound(self) -> bool:
        """Return whether every row is as it was written."""
        return not self.damaged_lines and not self.damage


UNREADABLE = (OSError, EOFError, zipfile.BadZipFile, zlib.error)
"""What reading a file, or a file in a backup, may raise."""
TOGETHER = 1 << 18  # bytes of lines that are compared at once
Visit = Callable[[str, bytes], None]


def read_every_row(connection: Connection, visit: Visit | None = None) -> RowFindings:
    """Read every row and prove it by its hash; `visit` is called with a feed and the bytes of some
    of its lines that are whole, in order."""
    tips: dict[str, int] = {}
    heads, gaps = set[str](), list[tuple[str, int]]()
    damaged_lines, damage = list[tuple[str, int]](), list[str]()
    try:
        damage += [
            str(word)
            for (word,) in connection.exec_driver_sql("PRAGMA integrity_check(20)")
            if word != "ok"
        ]
        forks = {laptop: fork_of for laptop, fork_of, _ in connection.execute(_LAPTOPS)}
        feed, expected, together = "", 1, bytearray()

        def hand_over() -> None:
            if visit is not None and together:
                visit(feed, bytes(together))
            together.clear()

        for laptop, seq, line_hash, log, entry, text in _ROWS.run(connection):
            data = text.encode() if isinstance(text, str) else b""
            if not has_hash(data, line_hash):
                damaged_lines.append((laptop, seq))
                continue
            if not begins_as_entry(text, forks.get(laptop) or laptop, seq, log, entry):
                line = decode_line(data) or FeedLine("", 0, "", "")
                is_in_place = (
                    line.seq,
                    line.log_id_or_rules_hash,
                    line.entry_id_or_document_hash,
                ) == (seq, log, entry)
                if not is_in_place or line.laptop not in (laptop, forks.get(laptop)):
                    damaged_lines.append((laptop, seq))
                    continue
                if line.line_kind == "head":
                    heads.add(log)
            if laptop != feed:
                hand_over()
                feed, expected = laptop, seq if forks.get(laptop) else 1
            if seq != expected:
                gaps += [(laptop, missing) for missing in range(expected, seq)]
            expected = seq + 1
            if log:
                tips[log] = tips.get(log, 0) ^ int(line_hash, 16)
            together += data
            together += b"\n"
            if len(together) >= TOGETHER:
                hand_over()
        hand_over()
    except Exception as error:
        if not is_damage(error):
            raise
        damage.append(str(cause_of(error)))
    return RowFindings(tips, heads, gaps, damaged_lines, damage)


class WrongSummary(NamedTuple):
    """A log of which the list does not show what its lines say; it may be missing there."""

    log: str
    is_missing: bool = False


def find_wrong_summaries(
    connection: Connection, rows: RowFindings, summarize: Summarize
) -> Iterator[WrongSummary]:
    """Yield the logs of which the list does not show what their lines say.

    By its hash a row shows what this version of the program made of the lines in its tip; only
    rows of other versions are folded again.
    """
    status = set()
    for row in connection.execute(_SUMMARIES):
        status.add(row.log)
        if not is_row_as_written(row) or int(row.tip or "0", 16) != rows.tips.get(row.log, 0):
            yield WrongSummary(row.log)
        elif row.program != __version__:
            with contextlib.suppress(Damaged):
                log = read_log(connection, row.log)
                summary, _ = (
                    summary_and_waits_for_rules(connection, log, summarize)
                    if log
                    else (None, False)
                )
                if summary is None or not _agree(decode_summary(row.kind, row.body), summary):
                    yield WrongSummary(row.log)
    for log_id in sorted(rows.heads - status):
        yield WrongSummary(log_id, is_missing=True)


def _agree(row_summary: AnySummary | None, summary: AnySummary) -> bool:
    """Return whether the list says what the log does, as far as the log says it."""
    if isinstance(summary, Summary) and isinstance(row_summary, Summary):
        return _comparable(row_summary) == _comparable(summary)
    if row_summary is None:
        return False
    return replace(row_summary, changed=None) == replace(summary, changed=None)


def _comparable(summary: Summary) -> Summary:
    return replace(summary, created=None, changed=None, archived=False, program="")


class _FileComparison:
    """Compares a file of a feed with its rows as they come, as far as it went when it was opened:
    others go on recording, and the rows are read after that."""

    def __init__(
        self, name: str, file: IO[bytes], end: int | None = None, *, is_ours: bool = False
    ) -> None:
        """`end` is where reading stops; `is_ours`: it may have nothing but the rows of its
        feed."""
        self.name = name
        self.is_ours = is_ours
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
        except UNREADABLE:
            there = b"?"
        if there == lines:
            self._at += len(there)
        elif lines.startswith(there):
            self._ended = True
        else:
            self.is_alike = False

    def unknown(self, is_here: Callable[[bytes], bool]) -> tuple[int, bool]:
        """Return how many of its lines are not here, and whether something of it is damaged."""
        if self._ended:
            return 0, False
        count, is_damaged = 0, False
        try:
            self._file.seek(self._at)
            for before, line in scan_junk_and_lines(self._file, self._end):
                # Elsewhere somebody else's line may end in its middle: who wrote it was killed.
                is_damaged |= bool(before.strip()) and (bool(line) or self.is_ours)
                count += bool(line) and not is_here(line)
        except UNREADABLE:
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
        except UNREADABLE:
            return True


def describe_everything_wrong(
    connection: Connection,
    folder: Path,
    summarize: Summarize,
    share_folder: Path | None,
    newest_bundle: Path | None,
    mark_suspect: Callable[[], bool],
) -> list[Text]:
    """Return everything that is wrong, a sentence each.  `mark_suspect` is called where the
    next start shall read everything through, and returns whether it will."""
    texts: list[Text] = []
    with contextlib.ExitStack() as stack:
        beside = _files_beside(connection, folder, share_folder, newest_bundle, stack, texts)
        connection.rollback()  # what is read from here on has at least what the files have

        def visit(laptop: str, lines: bytes) -> None:
            for each in beside.get(laptop, ()):
                each.compare(lines)

        rows = read_every_row(connection, visit)
        files = [each for several in beside.values() for each in several]
        if not rows.is_sound:
            # What is damaged here is neither missing, nor can files be compared with it.
            damaged = [each for each in files if each.is_damaged()]
            is_elsewhere = not any(each.is_ours for each in damaged)
            texts.append(_describe_damage(rows, is_mended=mark_suspect() and is_elsewhere))
            texts += [T("{file} is damaged.", file=each.name) for each in damaged]
            return texts
        for laptop, gaps in groupby(rows.gaps, key=itemgetter(0)):
            missing = [seq for _, seq in gaps]
            text = N(
                "Line {seq} of the feed {laptop} is missing.",
                "{n} lines of the feed {laptop} are missing, from line {seq} on.",
                len(missing),
                seq=missing[0],
                laptop=laptop,
            )
            texts.append(text)
        known = _known_hashes(connection)
        for each in files:
            unknown, is_damaged = each.unknown(known)
            if unknown:
                text = N(
                    "{file} has one line that is not here; “scorepad restore {file}” imports it.",
                    "{file} has {n} lines that are not here; “scorepad restore {file}” imports "
                    "them.",
                    unknown,
                    file=each.name,
                )
                texts.append(text)
            elif is_damaged and each.is_ours and mark_suspect():
                text = T(
                    "{file} is damaged; the next start makes it anew from the other copy.",
                    file=each.name,
                )
                texts.append(text)
            elif is_damaged:
                texts.append(T("{file} is damaged.", file=each.name))
        wrong = [
            T("Match {match} is missing in the list.", match=each.log)
            if each.is_missing
            else T("The list shows match {match} differently from its log.", match=each.log)
            for each in find_wrong_summaries(connection, rows, summarize)
        ]
        texts += wrong
        if wrong and mark_suspect():
            texts.append(T("The next start makes the list anew from the logs."))
    return texts


def _describe_damage(rows: RowFindings, *, is_mended: bool) -> Text:
    what = N(
        "one line of it is not as it was written",
        "{n} lines of it are not as they were written",
        len(rows.damaged_lines),
    )
    if rows.damage:
        what = T("a part of it cannot be read")
    if is_mended:
        return T(
            "The database is damaged: {what}; the next start makes it anew from the other copy.",
            what=what,
        )
    return T("The database is damaged: {what}.", what=what)


def _known_hashes(connection: Connection) -> Callable[[bytes], bool]:
    """Return what tells whether a line is here; all hashes are read when one is asked for."""
    hashes: set[str] = set()

    def is_here(line: bytes) -> bool:
        if not hashes:
            hashes.update(connection.execute(select(LineRow.hash)).scalars())
            hashes.add("")
        return verified_hash(line) in hashes

    return is_here


def _describe_unreadable(file: Path, error: OSError) -> Text:
    return T("{file} cannot be read: {why}.", file=str(file), why=why_file_unusable(error))


def _files_beside(
    connection: Connection,
    folder: Path,
    share_folder: Path | None,
    newest_bundle: Path | None,
    stack: contextlib.ExitStack,
    texts: list[Text],
) -> dict[str, list[_FileComparison]]:
    """Return the files that should have what the rows of each feed have."""
    beside: dict[str, list[_FileComparison]] = {}
    laptops = connection.execute(_LAPTOPS).all()
    is_in_order = read_state_value(connection, CLOSED) == IN_ORDER
    for laptop, _, is_own in laptops:
        places = [feed_file(folder, laptop)]
        if share_folder is not None and is_own:
            places.append(shared_file(share_folder, laptop))
        for place in places:
            try:
                status = stat_regular_file(place)
                if status is None:
                    if is_in_order and place.parent.parent == folder:
                        text = T(
                            "The feed {file} is missing; the next start makes it anew.",
                            file=str(place),
                        )
                        texts.append(text)
                    continue
                if status.st_size > LARGEST:
                    texts.append(T("{file} is damaged.", file=str(place)))
                    continue
                file = stack.enter_context(place.open("rb"))
            except OSError as error:
                texts.append(_describe_unreadable(place, error))
                continue
            beside.setdefault(laptop, []).append(
                _FileComparison(
                    str(place), file, status.st_size, is_ours=place.parent.parent == folder
                )
            )
    if newest_bundle is not None:
        try:
            stat_regular_file(newest_bundle)
            bundle = stack.enter_context(zipfile.ZipFile(newest_bundle))
            for info in bundle.infolist():
                path = Path(info.filename)
                if path.parent.name == "feeds":
                    member = stack.enter_context(bundle.open(info))
                    each = _FileComparison(str(newest_bundle), member)
                    beside.setdefault(path.stem, []).append(each)
        except OSError as error:
            texts.append(_describe_unreadable(newest_bundle, error))
        except (zipfile.BadZipFile, ValueError, NotImplementedError):
            texts.append(T("The backup {file} is damaged.", file=str(newest_bundle)))
    return beside
