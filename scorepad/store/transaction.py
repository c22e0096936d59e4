"""Everything that one transaction of the store changes goes through a `LogWriter`.

What is recorded becomes lines at the end of this data folder's own feed, which begins with the
first of them.  The summary of its log changes with it.
"""

from __future__ import annotations

import platform
import uuid
from collections.abc import Callable, Sequence
from datetime import datetime
from secrets import randbits
from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam, delete
from sqlalchemy.dialects.sqlite import insert as upsert
from sqlmodel import col, insert, select

from scorepad import __version__
from scorepad.desk.ports import (
    AnyEntry,
    AnyLog,
    AnyStatus,
    DocumentRecord,
    LogHasGrown,
    ReadOnlyLog,
)
from scorepad.events.entries import EVENT_KINDS, Release
from scorepad.spades.entries import KINDS, ChooseVersion, Restore, Strike, UnknownEntry
from scorepad.spades.ids import next_id
from scorepad.spades.matchfile import without_unfit
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.store.documents import encode_document
from scorepad.store.errors import no_such_log_refusal
from scorepad.store.intake import laptop_row
from scorepad.store.lines import (
    FORMAT,
    LONGEST_LINE,
    Kind,
    Line,
    LogEntry,
    UnknownContent,
    decode_entry,
    decode_line,
    make_line,
)
from scorepad.store.logs import (
    encode_entry,
    encode_head_and_split_off_rules,
    has_same_content,
    kind_of,
    read_log,
    read_log_lines,
    xor_hashes_into_tip,
)
from scorepad.store.summary_rows import (
    LogStateForAppend,
    NewSummaryRow,
    Summarize,
    find_event_matches_with_several_heads,
    keep_summary,
    make_summary_row,
    read_log_state,
    read_summary_hash,
    summary_row,
)
from scorepad.store.tables import (
    ADD_LINES,
    CompiledStatement,
    DataFolderStateRow,
    DraftRow,
    LaptopRow,
    LineRow,
)

LAPTOP, PREDECESSOR, CLOSED = "laptop", "predecessor", "closed"
"""The keys of `DataFolderStateRow`: the id under which is recorded, the id before it while no feed
has begun under a new one, whether everybody closed the store in order."""
IN_ORDER, OPEN, SUSPECT = "1", "0", "?"
"""What `CLOSED` says: all is as it was closed, or somebody recorded since, or it is to be read
through at the next start."""

_END = CompiledStatement(
    select(DataFolderStateRow.value, LineRow.seq, LineRow.hash)
    .join(LineRow, col(LineRow.laptop) == col(DataFolderStateRow.value))
    .where(col(DataFolderStateRow.key) == LAPTOP)
    .order_by(col(LineRow.seq).desc())
    .limit(1)
)
_STATE = CompiledStatement(
    select(DataFolderStateRow.value).where(col(DataFolderStateRow.key) == bindparam("key"))
)
_keep_state = upsert(DataFolderStateRow)
_KEEP_STATE = _keep_state.on_conflict_do_update(
    index_elements=["key"], set_={"value": _keep_state.excluded.value}
)
_HAS_RULES = (
    select(LineRow.seq)
    .where(col(LineRow.log) == bindparam("log"), col(LineRow.laptop) == bindparam("laptop"))
    .limit(1)
)
_HAS_ENTRY = CompiledStatement(
    select(LineRow.seq).where(
        col(LineRow.entry) == bindparam("entry"), col(LineRow.log) == bindparam("log")
    )
)
_DRAFT = CompiledStatement(select(DraftRow.text).where(col(DraftRow.log) == bindparam("log")))
_DROP_DRAFT = CompiledStatement(delete(DraftRow).where(col(DraftRow.log) == bindparam("log")))
_keep_draft = upsert(DraftRow)
_KEEP_DRAFT = CompiledStatement(
    _keep_draft.on_conflict_do_update(
        index_elements=["log"], set_={"text": _keep_draft.excluded.text}
    )
)
_HASH_AT = select(LineRow.hash).where(
    col(LineRow.laptop) == bindparam("laptop"), col(LineRow.seq) == bindparam("seq")
)
_ALL_LOGS = select(LineRow.log).distinct()

KINDS_OF = {"match": KINDS, "event": EVENT_KINDS}
_OF_RELEASES = (ChooseVersion, Strike, Restore, Release)
"""By such an entry another release may count, and so another head of a match."""

_encode = msgspec.json.Encoder().encode


def read_state_value(connection: Connection, key: str) -> str:
    """Return what is kept of the data folder under a key of `DataFolderStateRow` ("": nothing)."""
    row = _STATE.run(connection, {"key": key}).fetchone()
    return str(row[0] or "") if row is not None else ""


def keep_state_value(connection: Connection, key: str, value: str) -> None:
    """Keep something of the data folder."""
    connection.execute(_KEEP_STATE, {"key": key, "value": value})


def read_draft(connection: Connection, log_id: str) -> str:
    """Return what was typed at a log and not confirmed ("": nothing)."""
    row = _DRAFT.run(connection, {"log": _whole_text(log_id)}).fetchone()
    return str(row[0] or "") if row is not None else ""


def give_up_laptop_id(connection: Connection) -> None:
    """Record under this laptop's id no more: the next line begins a new feed."""
    laptop = read_state_value(connection, LAPTOP)
    if laptop:
        keep_state_value(connection, LAPTOP, "")
        keep_state_value(connection, PREDECESSOR, laptop)


def _whole_text(text: str) -> str:
    """Return the text without half characters, which no database takes."""
    return text.encode("utf-8", "replace").decode("utf-8")


class LogWriter:
    """Changes what is kept, inside a transaction that somebody else begins and ends.

    `lines` are those that were added to the own feed, with their numbers.  Whatever is changed is
    noted, so that it can be looked for where the disk leaves open whether it is kept.
    """

    def __init__(
        self,
        connection: Connection,
        *,
        now: Callable[[], datetime],
        summarize: Summarize,
        machine: str = "",
        name: str = "",
    ) -> None:
        self.connection = connection
        self.summarize = summarize
        self.laptop = ""
        self.lines: list[tuple[int, bytes]] = []
        self._now = now
        self._machine = machine
        self._name = name
        self._seq = 0
        self._hash = ""
        self._rows: list[tuple[Any, ...]] = []
        self._last_taken_in: tuple[str, int, str] | None = None
        self._drafts: dict[str, str] = {}
        self._summaries: dict[str, str] = {}
        self._rules: set[str] = set()

    # Lines of the own feed

    def _add(
        self, payload: bytes, log: str, entry: str | None = None, kind: Kind | None = None
    ) -> str:
        """Add a line to the own feed, and return its hash; `kind` is that of the log of an entry.
        Raises `Refused` for a line that nobody could read."""
        if not self.laptop:
            self._go_to_feed_end()
        self._seq += 1
        line, line_hash = make_line(self.laptop, self._seq, self._hash, payload)
        text = line.decode()
        if len(text) > LONGEST_LINE or _is_unreadable(decode_line(line), kind):
            raise Refused("That is too long to be recorded; shorten its texts.")
        self._hash = line_hash
        self.lines.append((self._seq, line))
        self._rows.append((self.laptop, self._seq, line_hash, log, entry, text))
        return line_hash

    def begin_feed_if_none(self) -> str:
        """Return the id under which this data folder records; its feed begins where there is none
        yet."""
        if not self.laptop:
            self._go_to_feed_end()
        return self.laptop

    def _go_to_feed_end(self) -> None:
        """Go to the end of the own feed, or begin one."""
        end = _END.run(self.connection).fetchone()
        if end is not None:
            self.laptop, self._seq, self._hash = end
            return
        self.laptop = str(uuid.uuid4())
        predecessor = read_state_value(self.connection, PREDECESSOR)
        row = laptop_row(self.laptop, is_own=True, machine=self._machine, predecessor=predecessor)
        self.connection.execute(insert(LaptopRow), row)
        keep_state_value(self.connection, LAPTOP, self.laptop)
        fields = {
            "format": FORMAT,
            "name": _whole_text(self._name or platform.node()),
            "program": __version__,
            "machine": self._machine,
        }
        self._add(_encode(fields | ({"from": predecessor} if predecessor else {})), "")

    def flush(self) -> None:
        """Write the rows of the lines that were added."""
        if self._rows:
            ADD_LINES.run_many(self.connection, self._rows)
            self._rows = []

    def note_taken_in(self, laptop: str, seq: int, line_hash: str) -> None:
        """Note the last of the lines that were written before and were taken in now."""
        self._last_taken_in = laptop, seq, line_hash

    @property
    def _last_line(self) -> tuple[str, int, str] | None:
        """Return feed, number and hash of the last line that was added."""
        return (self.laptop, self._seq, self._hash) if self.lines else self._last_taken_in

    @property
    def has_changes(self) -> bool:
        """Return whether there is anything to commit."""
        return bool(self._last_line or self._drafts or self._summaries)

    def is_committed(self, connection: Connection) -> bool:
        """Return whether what was changed is kept, seen by another connection."""
        if self._last_line is not None:
            laptop, seq, line_hash = self._last_line
            at = {"laptop": laptop, "seq": seq}
            return bool(connection.execute(_HASH_AT, at).scalar() == line_hash)
        return all(
            (
                *(read_draft(connection, log) == text for log, text in self._drafts.items()),
                *(
                    read_summary_hash(connection, log) == row_hash
                    for log, row_hash in self._summaries.items()
                ),
            )
        )

    # Logs

    def create(self, log: AnyLog, summary: AnyStatus) -> None:
        """Keep a new match or event with its entries; raises `Refused` where one has this id."""
        _refuse_doubled(log.log)
        kind = kind_of(summary)
        if read_log_state(self.connection, log.id) is not None:
            raise Refused("Match {match} is kept already.", match=log.id)
        created, archived = summary.changed, False
        if isinstance(summary, MatchStatus):
            created, archived = summary.created, summary.archived
        created = created or self._now()
        head, rules, rules_hash = encode_head_and_split_off_rules(log.head)
        if not self.laptop:
            self._go_to_feed_end()
        self._add_rules(rules, rules_hash)
        payload = {
            "log": log.id,
            "kind": kind,
            "created": created,
            "head": msgspec.Raw(head),
        }
        hashes = [self._add(_encode(payload), log.id)]
        hashes += self._add_entries(log.id, kind, log.log)
        if archived:
            hashes.append(self._add_archive(log.id, True, ""))
        state = LogStateForAppend(
            kind=kind,
            entries=len(log.log),
            tip=xor_hashes_into_tip("", hashes),
            created=created,
            archived=archived,
            event_id=str(getattr(log.head, "event_id", None) or ""),
            read_only=False,
            waits=False,
        )
        keep_summary(self.connection, summary_row(summary, state, log.id, self._now()))

    def _add_rules(self, rules: dict[str, Any] | None, rules_hash: str) -> None:
        """Add a rule set that the own feed does not have yet."""
        if rules is None or rules_hash in self._rules:
            return
        self._rules.add(rules_hash)
        at = {"log": rules_hash, "laptop": self.laptop}
        if self.connection.execute(_HAS_RULES, at).first() is None:
            self._add(_encode({"rules": rules, "rules_hash": rules_hash}), rules_hash)

    def _add_entries(self, log_id: str, kind: Kind, entries: Sequence[AnyEntry]) -> list[str]:
        start = b'{"log":%b,"entry":' % _encode(log_id)
        return [
            self._add(start + encode_entry(entry) + b"}", log_id, entry.id, kind)
            for entry in entries
        ]

    def append(
        self, log_id: str, entries: Sequence[AnyEntry], summary: AnyStatus, *, after: int
    ) -> None:
        """Append entries to a log that has `after` entries; raises `LogHasGrown`, or another
        `Refused`."""
        _refuse_doubled(entries)
        state = self._state(log_id, kind_of(summary))
        if state.entries != after:
            raise LogHasGrown
        for entry in entries:
            at = {"log": log_id, "entry": entry.id}
            if _HAS_ENTRY.run(self.connection, at).fetchone() is not None:
                raise Refused("Entry {entry} is in the log already.", entry=entry.id or "")
        self._append_and_summarize(
            log_id, state._replace(entries=after + len(entries)), entries, summary
        )

    def add_missing_entries(
        self, log_id: str, entries: Sequence[AnyEntry], summary: AnyStatus | None
    ) -> int:
        """Add those of these entries that the log does not have, and return how many; raises
        `Refused` where it has one with other content.  Without a `summary` one is made."""
        _refuse_doubled(entries)
        self.flush()
        log = read_log(self.connection, log_id)
        if log is None:
            raise no_such_log_refusal("match", log_id)
        known = {
            line.content.id: line.content
            for line in read_log_lines(self.connection, log_id)
            if isinstance(line.content, LogEntry)
        }
        new = []
        for entry in entries:
            there = known.get(entry.id or "")
            if there is None:
                new.append(entry)
            elif not has_same_content(log.head.kind, without_unfit(entry), there):
                raise Refused(
                    "Entry {entry} is kept with other content; an entry is never changed, it is "
                    "amended.",
                    entry=entry.id or "",
                )
        state = self._state(log_id, log.head.kind)
        if summary is not None:
            self._append_and_summarize(
                log_id, state._replace(entries=summary.entries), new, summary
            )
        elif new:
            self._add_entries(log_id, log.head.kind, new)
            self.summarize_again([log_id])
        return len(new)

    def archive(self, log_id: str, archived: bool) -> None:
        """Take a log out of the list, or bring it back."""
        self.flush()
        log = read_log(self.connection, log_id)
        if log is None:
            raise no_such_log_refusal("match", log_id)
        self._add_archive(log_id, archived, log.archive_id)
        self.summarize_again([log_id])

    def _add_archive(self, log_id: str, archived: bool, last: str) -> str:
        archive_id = next_id(self._now(), last or None, randbits)
        payload = {"id": archive_id, "log": log_id, "archived": archived}
        return self._add(_encode(payload), log_id)

    def _state(self, log_id: str, kind: str) -> LogStateForAppend:
        """Return what has to be known of a log that may be appended to; raises `Refused`."""
        if self._rows:
            self.flush()
        state = read_log_state(self.connection, log_id)
        if state is None or state.kind != kind:
            raise no_such_log_refusal(kind, log_id)
        if state.read_only:
            raise ReadOnlyLog
        return state

    def _append_and_summarize(
        self,
        log_id: str,
        state: LogStateForAppend,
        entries: Sequence[AnyEntry],
        summary: AnyStatus,
    ) -> None:
        hashes = self._add_entries(log_id, kind_of(summary), entries)
        state = state._replace(tip=xor_hashes_into_tip(state.tip, hashes))
        keep_summary(self.connection, summary_row(summary, state, log_id, self._now()))
        if state.kind == "event" and any(isinstance(each, _OF_RELEASES) for each in entries):
            self.summarize_again(find_event_matches_with_several_heads(self.connection, [log_id]))

    def summarize_again(self, logs: Sequence[str]) -> None:
        """Make the summaries of these logs anew from their lines."""
        self.flush()
        for log_id in logs:
            row = make_summary_row(self.connection, log_id, self.summarize, self._now())
            if row is not None:
                self._keep_row(row)

    def replace_summaries(self, rows: Sequence[NewSummaryRow]) -> None:
        """Keep rows that were made anew; one that was changed since stays."""
        for old_hash, row in rows:
            if read_summary_hash(self.connection, row["log"]) == old_hash:
                self._keep_row(row)

    def _keep_row(self, row: dict[str, Any]) -> None:
        self._summaries[row["log"]] = row["hash"]
        keep_summary(self.connection, row)

    def summarize_all(self) -> None:
        """Make all summaries anew from the lines."""
        self.flush()
        self.summarize_again(list(self.connection.execute(_ALL_LOGS).scalars()))

    # Documents

    def remember_document(self, document: DocumentRecord) -> None:
        """Remember a document that is about to go out."""
        self._add(encode_document(document), "", document.sha256)

    # Drafts

    def keep_draft(self, log_id: str, draft: str) -> None:
        """Keep what is typed at a log and not confirmed; "" drops it."""
        log, text = _whole_text(log_id), _whole_text(draft)
        self._drafts[log] = text
        if text:
            _KEEP_DRAFT.run(self.connection, {"log": log, "text": text})
        else:
            _DROP_DRAFT.run(self.connection, {"log": log})


def _is_unreadable(line: Line | None, kind: Kind | None) -> bool:
    """Return whether a line that is about to be written could not be read: texts that are put into
    an entry or a head here have no bounds, those that are read have some."""
    match line:
        case Line(content=LogEntry() as content) if kind is not None:
            entry = decode_entry(kind, content)
            return isinstance(entry, UnknownEntry) and content.kind in KINDS_OF[kind]
        case Line(content=UnknownContent()) | None:
            return True
        case _:
            return False


def _refuse_doubled(entries: Sequence[AnyEntry]) -> None:
    """Raise `Refused` where an id stands twice or is missing."""
    ids = set()
    for position, entry in enumerate(entries, 1):
        if entry.id is None:
            raise Refused(
                "Entry {position} has no id and cannot be kept without one.", position=position
            )
        if entry.id in ids:
            raise Refused("Entry {entry} is in the log already.", entry=entry.id)
        ids.add(entry.id)
