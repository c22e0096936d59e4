"""The changes of one transaction of the store.

New records become lines at the end of this data folder's own feed, which begins with the first of
them. The status of their log changes with them.
"""

from __future__ import annotations

import platform
import uuid
from collections.abc import Callable, Iterable, Sequence
from datetime import datetime, timedelta
from secrets import randbits
from typing import Any, NamedTuple

import msgspec
from sqlalchemy import delete
from sqlmodel import Session, col, select

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
from scorepad.spades.words import T, Text
from scorepad.store.errors import no_such_log_refusal
from scorepad.store.feeds import MOST_REPORTED, STAMP
from scorepad.store.intake import LineIntake, find_own_feeds, make_row, read_laptop_name
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
from scorepad.store.logs import encode_entry, encode_head, read_lines, read_log
from scorepad.store.statuses import (
    EPOCH,
    Columns,
    Summarize,
    columns_of_status,
    find_matches_with_several_heads,
    find_read_only_logs,
    find_waiting_logs,
    kind_of,
    make_statuses,
    name_log,
)
from scorepad.store.tables import (
    LAPTOP,
    PREDECESSOR,
    RESTORED,
    DraftRow,
    LineRow,
    StatusRow,
    insert_rows,
    read_state,
    save_state,
)

KINDS_OF = {"match": KINDS, "event": EVENT_KINDS}
_OF_RELEASES = (ChooseVersion, Strike, Restore, Release)
"""By such an entry another release may count, and so another head of a match."""
_encode = msgspec.json.Encoder().encode


class StoreTools(NamedTuple):
    """The tools of a store.

    Attributes:
        now: The clock (UTC).
        summarize: Folds a log and returns its status.
        machine: The hash of this computer's id.
        laptop_name: The name of this laptop ("": the host's).
    """

    now: Callable[[], datetime]
    summarize: Summarize
    machine: str
    laptop_name: Callable[[], str] = str

    def stamp(self) -> str:
        """Return the time stamp for the name of a file."""
        return f"{self.now():{STAMP}}"


class LogWriter:
    """Writes within a transaction, which its caller begins and ends.

    Attributes:
        session: The transaction.
        feeds: The feeds that got lines, and whether some fill a gap.
        notices: The messages about lines that were taken in.
        has_changes: Whether there is anything to commit.
    """

    def __init__(self, session: Session, tools: StoreTools) -> None:
        self.session = session
        self.feeds: dict[str, bool] = {}
        self.notices: dict[Text, None] = {}
        self.has_changes = False
        self._tools = tools
        self._laptop = ""
        self._seq = 0
        self._hash = ""
        self._rows: list[dict[str, Any]] = []

    # Lines of the own feed

    def add(self, payload: bytes, kind: Kind | None = None) -> None:
        """Add a line to the own feed; `kind` is that of the log of an entry. Raises `Refused`
        for an unreadable line."""
        laptop = self.begin_feed_if_none()
        data, _ = make_line(laptop, self._seq + 1, self._hash, payload)
        line = decode_line(data)
        if line is None or len(data.decode()) > LONGEST_LINE or _is_unreadable(line, kind):
            raise Refused("That's too long to record. Shorten the text.")
        self._seq, self._hash = line.seq, line.hash
        self.has_changes = True
        self.feeds.setdefault(laptop, False)
        self._rows.append(make_row(laptop, line, data))

    def begin_feed_if_none(self) -> str:
        """Return the id under which this data folder records; its feed begins where there is none
        yet."""
        if self._laptop:
            return self._laptop
        laptop = read_state(self.session, LAPTOP)
        last = self.session.exec(
            select(LineRow.seq, LineRow.hash)
            .where(col(LineRow.laptop) == laptop)
            .order_by(col(LineRow.seq).desc())
            .limit(1)
        ).first()
        if laptop and last is not None:
            self._laptop, self._seq, self._hash = laptop, *last
            return laptop
        self._laptop = str(uuid.uuid4())
        predecessor = read_state(self.session, PREDECESSOR)
        machine = self._tools.machine
        save_state(self.session, LAPTOP, self._laptop)
        fields = {
            "format": FORMAT,
            "name": _without_half_characters(self._tools.laptop_name() or platform.node()),
            "program": __version__,
            "machine": machine,
        }
        self.add(_encode(fields | ({"from": predecessor} if predecessor else {})))
        return self._laptop

    def give_up_laptop_id(self) -> None:
        """Record under this laptop's id no more: the next line begins a new feed."""
        if laptop := read_state(self.session, LAPTOP):
            save_state(self.session, LAPTOP, "")
            save_state(self.session, PREDECESSOR, laptop)

    def flush(self) -> None:
        """Write the rows that were added."""
        self.session.flush()
        if self._rows:
            insert_rows(self.session, LineRow, self._rows)
            self._rows = []

    # Logs

    def create(self, log: AnyLog, status: AnyStatus) -> None:
        """Keep a new match or event with its entries; raises `Refused` if one has this id."""
        _refuse_doubled(log.log)
        self.session.flush()
        if self.session.get(StatusRow, log.id) is not None:
            raise Refused("Match {match} is already saved here.", match=log.id)
        created, archived = status.changed, False
        if isinstance(status, MatchStatus):
            created, archived = status.created, status.archived
        created = created or self._tools.now()
        head, rules, rules_hash = encode_head(log.head)
        self._add_rules(rules, rules_hash)
        kind = kind_of(status)
        payload = {"log": log.id, "kind": kind, "created": created, "head": msgspec.Raw(head)}
        self.add(_encode(payload))
        self._add_entries(log.id, kind, log.log)
        if archived:
            self._add_archive(log.id, True, "")
        columns = {
            "log": log.id,
            "archived": archived,
            "event_id": getattr(log.head, "event_id", None) or "",
            "entries": len(log.log),
            "waits": False,
            "read_only": any(isinstance(each, UnknownEntry) for each in log.log),
        }
        self._save_statuses([columns | columns_of_status(status, created, self._tools.now())])

    def _add_rules(self, rules: dict[str, Any] | None, rules_hash: str) -> None:
        laptop = self.begin_feed_if_none()
        if rules is None or any(each["log"] == rules_hash for each in self._rows):
            return
        at = col(LineRow.log) == rules_hash, col(LineRow.laptop) == laptop
        if self.session.exec(select(LineRow.seq).where(*at).limit(1)).first() is None:
            self.add(_encode({"rules": rules, "rules_hash": rules_hash}))

    def _add_entries(self, log_id: str, kind: Kind, entries: Iterable[AnyEntry]) -> None:
        start = b'{"log":%b,"entry":' % _encode(log_id)
        for entry in entries:
            self.add(start + encode_entry(entry) + b"}", kind)

    def append(
        self, log_id: str, entries: Sequence[AnyEntry], status: AnyStatus, *, after: int
    ) -> None:
        """Append entries to a log that has `after` entries; raises `LogHasGrown`, or another
        `Refused`."""
        _refuse_doubled(entries)
        row = self._appendable(log_id, kind_of(status))
        if row.entries != after:
            raise LogHasGrown
        ids = [entry.id for entry in entries]
        there = select(LineRow.entry).where(col(LineRow.entry).in_(ids), col(LineRow.log) == log_id)
        for known in self.session.exec(there):
            raise Refused("Entry {entry} is already in the log.", entry=known or "")
        self._append(row, entries, status, after + len(entries))

    def add_missing_entries(
        self, log_id: str, entries: Sequence[AnyEntry], status: AnyStatus
    ) -> None:
        """Add those of these entries that the log does not have; raises `Refused` if it has one
        with other content."""
        _refuse_doubled(entries)
        self.flush()
        log = read_log(self.session, log_id)
        if log is None:
            raise no_such_log_refusal("match", log_id)
        known = {
            line.content.id: line.content
            for line in read_lines(self.session, log_id)
            if isinstance(line.content, LogEntry)
        }
        new = []
        for entry in entries:
            there = known.get(entry.id or "")
            if there is None:
                new.append(entry)
            elif decode_entry(log.kind, there) != without_unfit(entry):
                raise Refused(
                    "Entry {entry} is already saved with different content. Saved entries "
                    "can't be changed; to correct one, record an “amend” entry.",
                    entry=entry.id or "",
                )
        self._append(self._appendable(log_id, log.kind), new, status, status.entries)

    def archive(self, log_id: str, archived: bool) -> None:
        """Take a log out of the list, or bring it back."""
        self.flush()
        log = read_log(self.session, log_id)
        if log is None:
            raise no_such_log_refusal("match", log_id)
        self._add_archive(log_id, archived, log.archive_id)
        self.make_statuses([log_id])

    def _add_archive(self, log_id: str, archived: bool, last: str) -> None:
        archive_id = next_id(self._tools.now(), last or None, randbits)
        payload = {"id": archive_id, "log": log_id, "archived": archived}
        self.add(_encode(payload))

    def _appendable(self, log_id: str, kind: str) -> StatusRow:
        self.flush()
        row = self.session.get(StatusRow, log_id)
        if row is None or row.kind != kind:
            raise no_such_log_refusal(kind, log_id)
        if row.read_only:
            raise ReadOnlyLog
        return row

    def _append(
        self, row: StatusRow, entries: Sequence[AnyEntry], status: AnyStatus, count: int
    ) -> None:
        kind = kind_of(status)
        self._add_entries(row.log, kind, entries)
        created = EPOCH + timedelta(microseconds=row.created)
        columns = columns_of_status(status, created, self._tools.now())
        self._save_statuses([row.model_dump() | {"entries": count} | columns])
        if kind == "event" and any(isinstance(each, _OF_RELEASES) for each in entries):
            self.flush()
            self.make_statuses(find_matches_with_several_heads(self.session, [row.log]))

    # Statuses

    def make_statuses(self, logs: Iterable[str]) -> None:
        """Make the statuses of these logs again from their lines."""
        self.flush()
        made = make_statuses(self.session, logs, self._tools.summarize, self._tools.now())
        self._save_statuses(list(made))

    def _save_statuses(self, statuses: list[Columns]) -> None:
        if statuses:
            insert_rows(self.session, StatusRow, statuses, replace=True)
            self.session.expire_all()
            self.has_changes = True

    # Lines that were written before

    def take_in(
        self,
        lines: Iterable[bytes],
        newer_feeds: dict[str, Text] | None = None,
        *,
        may_give_up_id: bool = True,
        is_restored: bool = False,
    ) -> int:
        """Take in lines, make the statuses of their logs again, and return how many were new.

        Where some are of a feed that was recorded here, its end was not known, and another one
        begins.  For `newer_feeds` see `LineIntake`; of which other laptops a person restored lines
        is noted.
        """
        self.flush()
        intake = LineIntake(self.session, newer_feeds)
        own = find_own_feeds(self.session)
        intake.take_in(lines)
        if intake.count:
            self.has_changes = True
            self.feeds |= intake.feeds
            waiting = find_waiting_logs(self.session) if intake.has_rules else ()
            self.make_statuses(intake.logs | dict.fromkeys(waiting))
            self.make_statuses(find_matches_with_several_heads(self.session, intake.logs))
            if may_give_up_id and not own.isdisjoint(intake.writers):
                self.give_up_laptop_id()
            others = intake.writers - find_own_feeds(self.session)
            if is_restored and others:
                others |= set(read_state(self.session, RESTORED).split())
                self.save_fact(RESTORED, " ".join(sorted(others)))
            intake.notices |= dict.fromkeys(self._describe_unreadable(intake))
        self.notices |= intake.notices
        return intake.count

    def _describe_unreadable(self, intake: LineIntake) -> list[Text]:
        logs = set(find_read_only_logs(self.session, intake.logs))
        logs |= {line.log for line in intake.unknown if line.log}
        texts = {
            T(
                "This computer can't read something that {laptop} recorded ({why}). Scorepad "
                "kept it, and nothing else is affected.",
                laptop=read_laptop_name(self.session, line.laptop),
                why=line.content.why,
            ): None
            for line in intake.unknown
            if not line.log and isinstance(line.content, UnknownContent)
        }
        texts |= {
            T(
                "{log} has something that this version of Scorepad can't read, so it's "
                "read-only on this computer. Nothing was lost.",
                log=name_log(self.session, log),
            ): None
            for log in sorted(logs)
        }
        return list(texts)[:MOST_REPORTED]

    def save_fact(self, key: str, value: str) -> None:
        """Save a fact about the data folder."""
        save_state(self.session, key, value)
        self.has_changes = True

    # Documents and drafts

    def remember_document(self, document: DocumentRecord) -> None:
        """Remember a document that is about to go out."""
        self.add(_encode(document))

    def keep_draft(self, log_id: str, draft: str) -> None:
        """Keep unconfirmed input at a log; "" drops it."""
        log, text = map(_without_half_characters, (log_id, draft))
        self.has_changes = True
        if text:
            self.session.merge(DraftRow(log=log, text=text))
        else:
            self.session.exec(delete(DraftRow).where(col(DraftRow.log) == log))


def read_draft(session: Session, log_id: str) -> str:
    """Return the unconfirmed input at a log ("": none)."""
    log = _without_half_characters(log_id)
    return session.exec(select(DraftRow.text).where(col(DraftRow.log) == log)).first() or ""


def _is_unreadable(line: Line, kind: Kind | None) -> bool:
    match line:
        case Line(content=LogEntry() as content) if kind is not None:
            entry = decode_entry(kind, content)
            return isinstance(entry, UnknownEntry) and content.kind in KINDS_OF[kind]
        case Line(content=UnknownContent()):
            return True
        case _:
            return False


def _without_half_characters(text: str) -> str:
    return text.encode("utf-8", "replace").decode("utf-8")


def _refuse_doubled(entries: Sequence[AnyEntry]) -> None:
    ids = set()
    for position, entry in enumerate(entries, 1):
        if entry.id is None:
            raise Refused("Entry {position} has no ID, so it can't be saved.", position=position)
        if entry.id in ids:
            raise Refused("Entry {entry} is already in the log.", entry=entry.id)
        ids.add(entry.id)
