"""Every line in the database is proved here by its hash, and what is known of the feeds by their
lines."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, NamedTuple

from sqlmodel import Session, col, select

from scorepad.store.errors import DISK_ERRORS, cause_of, is_damage
from scorepad.store.feeds import MissingLine
from scorepad.store.intake import feed_row, fork_id
from scorepad.store.lines import (
    FeedStart,
    Line,
    LogHead,
    UnknownContent,
    begins_as_entry,
    decode_line,
    has_hash,
)
from scorepad.store.tables import FeedRow, LineRow, stream


class RowsProof(NamedTuple):
    """What reading every row tells.

    Attributes:
        logs: The matches and events that have a head.
        feeds: The rows that the feeds should have.
        damaged: The lines that are not as they were written.
        misfiled: The lines of which the program that took them in did not know the kind.
        faults: What SQLite finds damaged, in its words.
    """

    logs: dict[str, None]
    feeds: dict[str, FeedRow]
    damaged: list[MissingLine]
    misfiled: list[MissingLine]
    faults: list[str]

    @property
    def is_sound(self) -> bool:
        """Whether every line is as it was written."""
        return not self.damaged and not self.faults


def prove_rows(session: Session, hashes: set[str] | None = None) -> RowsProof:
    """Read every row, and prove the lines by their hashes, which are added to `hashes`."""
    proof = RowsProof({}, {}, [], [], [])
    try:
        driver = session.connection()
        for (word,) in driver.exec_driver_sql("PRAGMA integrity_check(20)"):
            if word != "ok":
                proof.faults.append(str(word))
        for line, feed in _proved_lines(session, proof, hashes):
            if isinstance(line.content, LogHead):
                proof.logs[line.log] = None
            elif isinstance(line.content, FeedStart):
                proof.feeds[feed] = feed_row(feed, line)
    except DISK_ERRORS as error:
        if not is_damage(error):
            raise
        proof.faults.append(str(cause_of(error)))
    return proof


def _proved_lines(
    session: Session, proof: RowsProof, hashes: set[str] | None
) -> Iterator[tuple[Line, str]]:
    """Yield the lines other than entries, with their feeds; add what is damaged to the proof."""
    columns: Any = (
        LineRow.laptop,
        LineRow.seq,
        LineRow.hash,
        LineRow.log,
        LineRow.entry,
        LineRow.line,
    )
    rows: Any = select(*columns).order_by(col(LineRow.laptop), col(LineRow.seq))
    feed = writer = ""
    for laptop, seq, line_hash, log, entry, text in stream(session, rows):
        data = text.encode("utf-8", "replace") if isinstance(text, str) else b""
        line = None
        if has_hash(data, line_hash):
            if laptop != feed:
                line = decode_line(data)
                feed, writer = laptop, line.laptop if line is not None else ""
                if line is not None:
                    proof.feeds[feed] = FeedRow(laptop=feed, writer=writer)
            if hashes is not None:
                hashes.add(line_hash)
            if begins_as_entry(text, writer, seq, log, entry):
                continue
            line = line or decode_line(data)
        is_in_place = (
            line is not None
            and (line.laptop, line.seq) == (writer, seq)
            and (laptop == writer or seq > 1 or laptop == fork_id(writer, line.hash))
        )
        if line is None or not is_in_place:
            proof.damaged.append(MissingLine(str(laptop), int(seq), str(log)))
        elif isinstance(line.content, UnknownContent) or (line.log_key, line.entry_key) == (
            log,
            entry,
        ):
            yield line, laptop
        elif log in ("", line.log_key) and entry in (None, line.entry_key):
            proof.misfiled.append(MissingLine(laptop, seq, line.log))
        else:
            proof.damaged.append(MissingLine(laptop, seq, line.log))
