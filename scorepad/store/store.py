"""The store implements the desk's keeper, over one table of lines and the feeds beside it."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path

from sqlmodel import Session, col, func, select

from scorepad.desk.ports import (
    NO_EVENT_RESULTS,
    PAGE,
    AnyEntry,
    AnyLog,
    AnyStatus,
    DocumentRecord,
    EventLog,
    LogHasGrown,
    MatchLog,
    PageOfSummaries,
)
from scorepad.desk.search import normalize_for_search
from scorepad.events.status import EventStatus
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import Text
from scorepad.store.bundles import (
    DailyBackups,
    RestoreResult,
    restore_file_or_folder,
    write_backup_file,
)
from scorepad.store.check import find_everything_wrong
from scorepad.store.database import Database
from scorepad.store.errors import (
    Damaged,
    no_such_log_refusal,
    printable,
)
from scorepad.store.feeds import proved_line
from scorepad.store.file_locks import FolderLock
from scorepad.store.lines import Document, decode_line
from scorepad.store.logs import (
    complete_log,
    read_log,
    read_rules,
    refuse_log_without_readable_head,
)
from scorepad.store.opening import OpenedFolder
from scorepad.store.sharing import (
    FeedEnd,
    count_entries,
    find_logs_with_own_entries_only,
    publish_to_folder,
    read_doubled_laptops,
    read_feed_ends,
    read_restored_feeds,
    record_restored_feed,
)
from scorepad.store.statuses import (
    find_match_ids,
    read_changed_or_scheduled,
    read_events,
    read_matches,
    read_page,
)
from scorepad.store.tables import IN_ORDER_OF_ARRIVAL, LAPTOP, LineRow, StatusRow, read_state
from scorepad.store.writer import LogWriter, StoreTools, read_draft

SHORTEST = 4
"""This many characters of a match's id are enough, if no other id begins with them."""


class Store(Database):
    """Keeps matches and events; a `desk.ports.Keeper`.  `scorepad.store.open_store` makes it.

    Every method that writes returns when the change is on the disk; every method raises `Refused`,
    with one sentence, when the database does not do its part.
    """

    def __init__(
        self,
        folder: Path,
        opened: OpenedFolder,
        tools: StoreTools,
        lock: FolderLock | None,
        share_folder: Callable[[], str],
    ) -> None:
        super().__init__(folder, opened, tools, lock)
        self._backups = DailyBackups(self)
        self._share_folder = share_folder
        self._revision = ""

    # Lists

    def summaries(self, search: str = "", *, archived: bool = False) -> list[MatchStatus]:
        words = normalize_for_search(search).split()
        return self._read(lambda each: read_matches(each, words, archived=archived))

    def page(
        self,
        search: str = "",
        *,
        whole_words: bool = False,
        archived: bool = False,
        ended_by_event: Mapping[str, datetime | None] = NO_EVENT_RESULTS,
        first: int = 0,
        most: int = PAGE,
    ) -> PageOfSummaries:
        words = normalize_for_search(search).split()
        statuses, has_more = self._read(
            lambda each: read_page(
                each,
                words,
                whole_words=whole_words,
                archived=archived,
                ended_by_event=ended_by_event,
                first=first,
                most=most,
            )
        )
        return PageOfSummaries(statuses, first + most if has_more else None)

    def changed_or_scheduled(self, since: datetime, ids: Collection[str] = ()) -> list[MatchStatus]:
        return self._read(lambda each: read_changed_or_scheduled(each, since, ids))

    def events(self) -> list[EventStatus]:
        return self._read(read_events)

    # Logs

    def load(self, match_id: str) -> MatchLog:
        def read(session: Session) -> AnyLog | None:
            # Few IDs are abbreviated, so the row of the list is not asked first.
            return _load(session, match_id) or _load(session, _find(session, match_id))

        log = self._read(read, is_certain=True)
        if not isinstance(log, MatchLog):
            raise no_such_log_refusal("match", match_id)
        return log

    def load_event(self, event_id: str) -> EventLog:
        log = self._read(lambda session: _load(session, event_id), is_certain=True)
        if not isinstance(log, EventLog):
            raise no_such_log_refusal("event", event_id)
        return log

    def has(self, match_id: str) -> bool:
        row = self._read(lambda session: session.get(StatusRow, match_id), is_certain=True)
        return row is not None and row.kind == "match"

    def create(self, log: AnyLog, summary: AnyStatus) -> None:
        self._write(lambda writer: writer.create(log, summary))

    def append(
        self,
        log_id: str,
        entries: Sequence[AnyEntry],
        summary: AnyStatus,
        *,
        after: int,
        draft: str | None = "",
    ) -> None:

        def append(writer: LogWriter) -> None:
            if self._laptop and writer.begin_feed_if_none() != self._laptop:
                self._laptop = ""
                raise LogHasGrown  # another process began another feed here, which holds nothing
            writer.append(log_id, entries, summary, after=after)
            if draft is not None:
                writer.keep_draft(log_id, draft)

        self._write(append)

    def add_missing_entries(
        self, log_id: str, entries: Sequence[AnyEntry], summary: AnyStatus
    ) -> None:
        """Add the entries that a log does not have yet; an id that it has with other content is
        refused."""
        self._write(lambda writer: writer.add_missing_entries(log_id, entries, summary))

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        with self._lock, self.refuse_errors(), self._write_transaction() as writer:
            outer, self._writer = self._writer, writer
            try:
                yield
            finally:
                self._writer = outer

    def archive(self, log_id: str, archived: bool) -> None:
        """Take a match or event out of the list, or bring it back."""
        self._write(lambda writer: writer.archive(log_id, archived))

    def revision_by_others(self) -> str:

        def count(session: Session) -> str:
            # SQLite counts the writes of others for each connection.
            connection = session.connection()
            name = connection.info.setdefault("name", secrets.token_hex(8))
            counted = connection.exec_driver_sql("PRAGMA data_version").scalar()
            return f"{name} {counted}"

        revision = self._read(count)
        if revision != self._revision:
            self._revision, self._laptop = revision, ""
        return revision

    def draft(self, match_id: str) -> str:
        return self._read(lambda session: read_draft(session, match_id))

    def keep_draft(self, match_id: str, draft: str) -> None:
        self._write(lambda writer: writer.keep_draft(match_id, draft))

    # Documents

    def remember_documents(self, documents: Sequence[DocumentRecord]) -> None:

        def remember(writer: LogWriter) -> None:
            for document in documents:
                writer.remember_document(document)

        self._write(remember)

    def find_document(self, sha256: str) -> DocumentRecord | None:
        documents = self._read(
            lambda session: _read_documents(session, col(LineRow.entry) == sha256)
        )
        return max(reversed(documents), key=lambda each: each.at, default=None)

    def documents_with_code(self, code: str) -> list[DocumentRecord]:
        has_code = func.instr(LineRow.line, code) > 0
        documents = self._read(lambda session: _read_documents(session, has_code))
        return [each for each in documents if code in each.codes]

    # Care

    @property
    def notices(self) -> tuple[Text, ...]:
        return tuple(self._notices)

    def make_daily_backup(self, *, wait: bool = True) -> None:
        """Make today's backup, where there is none yet.  Without `wait` it is made in the
        background, and a failure is in `notices`; with it, a failure is raised."""
        self._refuse_reader()
        self._backups.make_todays_if_none(wait=wait)

    def backup(self, to: Path) -> None:
        """Write all that is stored, the house rules and the settings into a new file; raises
        `Refused`, and then leaves nothing half written."""
        with self.reading() as session:
            if session.exec(select(LineRow.seq).limit(1)).first() is None:
                raise Refused("There is nothing in {folder} yet.", folder=printable(self.folder))
            try:
                texts = write_backup_file(session, self.folder, to.absolute(), self.now())
            except FileExistsError:
                raise Refused(
                    "{file} already exists; choose another name.",
                    file=printable(to.absolute()),
                ) from None
        self.notify(*texts)

    def restore(self, source: Path) -> RestoreResult:
        """Import a backup, a feed, a folder of feeds or a database, and return the result.
        Nothing here is removed. Raises `Refused`."""
        self._refuse_reader()
        return restore_file_or_folder(self, source.absolute())

    def check(self) -> list[Text]:
        """Return the faults of the stored data, a sentence each. The next start recovers from
        damage."""
        newest = next((file for _, _, file in self._backups.newest_first()), None)
        return find_everything_wrong(self, self._tools, self.share_folder, newest)

    def close(self) -> None:
        """Wait for background work, and close the folder."""
        self._backups.finish_running_backup()
        super().close()

    # Several laptops

    @property
    def share_folder(self) -> Path | None:
        """Return the folder that is shared, as the settings name it."""
        name = self._share_folder()
        return Path(name) if name else None

    def laptop_id(self) -> str:
        if self._laptop:
            return self._laptop
        laptop = self._read(lambda session: read_state(session, LAPTOP))
        laptop = laptop or self._write(lambda writer: writer.begin_feed_if_none())
        if self._writer is None:  # not within a transaction
            self._laptop = laptop
        return laptop

    def publish(self, *, thorough: bool = False) -> Text | None:
        """Bring this laptop's feeds in the folder that is shared up to the rows, and return why
        that can't be done now; `thorough` compares every byte."""
        return publish_to_folder(self, self.share_folder, thorough=thorough)

    def feed_ends(self) -> list[FeedEnd]:
        """Return the last line of each feed here."""
        return self._read(read_feed_ends)

    def restored_feeds(self) -> list[str]:
        """Return the other laptops' feeds that were restored here, until they are recorded."""
        return self._read(read_restored_feeds)

    def record_restored_feed(self, laptop: str, after: int) -> None:
        """Record the lines of a restored feed after this one as an import of this laptop."""
        self._write(lambda writer: record_restored_feed(writer, laptop, after))

    def doubled_laptops(self) -> dict[str, str]:
        """Return the names of the laptops under whose id two data folders recorded, by the id."""
        return self._read(read_doubled_laptops)

    def count_entries(self, laptop: str, after: int) -> int:
        """Return how many entries a feed has after this line."""
        return self._read(lambda session: count_entries(session, laptop, after))

    def logs_with_own_entries_only(self) -> list[str]:
        """Return the logs that have entries of this laptop, and of no other one."""
        return self._read(find_logs_with_own_entries_only)


def _find(session: Session, match_id: str) -> str:
    """Return the id of the match that from `SHORTEST` characters on is the only one that begins so;
    else the one that is given.  Raises `Refused`."""
    match_id = match_id.encode("utf-8", "replace").decode()
    if session.get(StatusRow, match_id) is not None:
        return match_id
    ids = find_match_ids(session, match_id) if len(match_id) >= SHORTEST else []
    if len(ids) > 1:
        raise Refused(
            "{n} match IDs begin with {match}. Enter more of the ID.", n=len(ids), match=match_id
        )
    return ids[0] if ids else match_id


def _load(session: Session, log_id: str) -> AnyLog | None:
    log_id = log_id.encode("utf-8", "replace").decode()
    log = read_log(session, log_id)
    if log is None:
        if session.get(StatusRow, log_id) is not None:
            raise Damaged
        refuse_log_without_readable_head(session, log_id)
        return None
    return complete_log(log, partial(read_rules, session))


def _read_documents(session: Session, condition: object) -> list[DocumentRecord]:
    query = (
        select(LineRow.hash, LineRow.line)
        .where(col(LineRow.log) == "", col(LineRow.entry).is_not(None), condition)  # type: ignore[arg-type]
        .order_by(IN_ORDER_OF_ARRIVAL)
    )
    lines = (decode_line(proved_line(line_hash, text)) for line_hash, text in session.exec(query))
    contents = (each.content for each in lines if each is not None)
    return [each.record for each in contents if isinstance(each, Document)]
