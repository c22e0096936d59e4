"""Every line in the database is proved here by its hash, and the facts about feeds by their
lines."""

from __future__ import annotations

from typing import Any, NamedTuple

from sqlmodel import Session, select

from scorepad.store.errors import DISK_ERRORS, cause_of, is_damage
from scorepad.store.feeds import MissingLine
from scorepad.store.intake import fork_id
from scorepad.store.lines import LogHead, UnknownContent, decode_line
from scorepad.store.tables import IN_ORDER_OF_ARRIVAL, LineRow, stream


class RowsProof(NamedTuple):
    """The result of reading every row.

    Attributes:
        logs: The matches and events that have a head.
        feeds: The laptop that the lines of each feed name.
        damaged: The lines that are not as they were written.
        faults: What SQLite finds damaged, in its words.
    """

    logs: dict[str, None]
    feeds: dict[str, str]
    damaged: list[MissingLine]
    faults: list[str]

    @property
    def is_sound(self) -> bool:
        """Whether every line is as it was written."""
        return not self.damaged and not self.faults


def prove_rows(session: Session) -> RowsProof:
    """Read every row, and prove the lines by their hashes."""
    proof = RowsProof({}, {}, [], [])
    try:
        for (word,) in session.connection().exec_driver_sql("PRAGMA integrity_check(20)"):
            if word != "ok":
                proof.faults.append(str(word))
        _prove_lines(session, proof)
    except DISK_ERRORS as error:
        if not is_damage(error):
            raise
        proof.faults.append(str(cause_of(error)))
    return proof


def _prove_lines(session: Session, proof: RowsProof) -> None:
    columns: Any = (
        LineRow.laptop,
        LineRow.seq,
        LineRow.hash,
        LineRow.log,
        LineRow.entry,
        LineRow.line,
    )
    # As they arrived: no index is read, so one that is damaged makes no line a wrong one.
    rows: Any = select(*columns).order_by(IN_ORDER_OF_ARRIVAL)
    for feed, seq, line_hash, log, entry, text in stream(session, rows):
        line = decode_line(str(text).encode("utf-8", "replace"))
        if (
            line is None
            or (seq, line_hash) != (line.seq, line.hash)
            or proof.feeds.setdefault(str(feed), line.laptop) != line.laptop
            or (seq == 1 and feed not in (line.laptop, fork_id(line.laptop, line.hash)))
            or not (
                isinstance(line.content, UnknownContent)
                or (log, entry) == (line.log_key, line.entry_key)
            )
        ):
            if isinstance(seq, int):
                proof.damaged.append(MissingLine(str(feed), seq, str(log)))
            else:
                proof.faults.append("a row without its number")
        elif isinstance(line.content, LogHead):
            proof.logs[line.log] = None
