"""The store: what the desk asks of a keeper, over one table of lines and the feeds beside it."""

from __future__ import annotations

import contextlib
import secrets
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from pathlib import Path
from typing import Any

from sqlalchemy import Connection

from scorepad import files
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
    OutcomeUnknown,
    PageOfSummaries,
)
from scorepad.desk.search import normalize_for_search
from scorepad.events.status import EventStatus
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text
from scorepad.store.bundles import (
    DailyBackups,
    RestoreResult,
    restore_file_or_folder,
    write_backup_file,
)
from scorepad.store.catch_up import StoreTools
from scorepad.store.data_folder import (
    ReadyDatabase,
    examine_database,
    open_to_read,
    prepare_for_writing,
)
from scorepad.store.database import Database
from scorepad.store.documents import documents_with_code, find_document
from scorepad.store.errors import (
    Damaged,
    folder_in_use_refusal,
    folder_unusable_refusal,
    no_such_log_refusal,
    refuse_database_errors,
    several_matches_refusal,
)
from scorepad.store.file_locks import FolderLock
from scorepad.store.integrity import describe_everything_wrong
from scorepad.store.logs import (
    has_lines,
    kind_of,
    log_with_rules,
    read_log,
    refuse_log_without_readable_head,
)
from scorepad.store.shared_folder import (
    DoubledLaptop,
    FeedEnd,
    count_entries,
    logs_with_own_entries_only,
    read_doubled_laptops,
    read_feed_ends,
    try_to_publish_own_feeds,
)
from scorepad.store.summary_rows import (
    SummariesAndDamagedIds,
    find_match_ids,
    has_right_tip,
    read_changed_or_scheduled,
    read_events,
    read_log_state,
    read_match_summaries,
    read_page,
)
from scorepad.store.tables import DATABASE, make_engine
from scorepad.store.transaction import LAPTOP, LogWriter, read_draft, read_state_value

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
        opened: ReadyDatabase,
        tools: StoreTools,
        folder_lock: FolderLock | None,
        share_folder: Callable[[], str],
    ) -> None:
        """See `Database`."""
        super().__init__(folder, opened, tools, folder_lock)
        self._backups = DailyBackups(self)
        self._share_folder = share_folder
        self._revision = ""

    # Lists

    def summaries(self, search: str = "", *, archived: bool = False) -> list[MatchStatus]:
        """See `Keeper.summaries`."""
        words = normalize_for_search(search).split()
        return self._list(lambda c: (read_match_summaries(c, words, archived=archived), False))[0]

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
        """See `Keeper.page`."""
        words = normalize_for_search(search).split()
        summaries, has_more = self._list(
            lambda connection: read_page(
                connection,
                words,
                whole_words=whole_words,
                archived=archived,
                ended_by_event=ended_by_event,
                first=first,
                most=most,
            )
        )
        return PageOfSummaries(summaries, first + most if has_more else None)

    def changed_or_scheduled(self, since: datetime, ids: Collection[str] = ()) -> list[MatchStatus]:
        """See `Keeper.changed_or_scheduled`."""
        return self._list(
            lambda connection: (read_changed_or_scheduled(connection, since, ids), False)
        )[0]

    def events(self) -> list[EventStatus]:
        """See `Keeper.events`."""
        return self._list(lambda connection: (read_events(connection), False))[0]

    def _list(
        self, read: Callable[[Connection], tuple[SummariesAndDamagedIds, bool]]
    ) -> tuple[list[Any], bool]:
        """Read a list, and whether more follows; rows that are not as they were written are made
        anew first."""

        def checked(connection: Connection) -> tuple[SummariesAndDamagedIds, bool]:
            result = read(connection)
            if result[0].damaged and self._folder_lock is None:
                raise Damaged
            return result

        result, has_more = self._read(checked)
        if result.damaged:
            self._write(lambda change: change.summarize_again(result.damaged))
            result, has_more = self._read(read)
        return result.summaries, has_more

    # Logs

    def load(self, match_id: str) -> MatchLog:
        """See `Keeper.load`."""
        log = self._read(lambda connection: _load(connection, _find(connection, match_id)))
        if not isinstance(log, MatchLog):
            raise no_such_log_refusal("match", match_id)
        return log

    def load_event(self, event_id: str) -> EventLog:
        """See `Keeper.load_event`."""
        log = self._read(lambda connection: _load(connection, event_id))
        if not isinstance(log, EventLog):
            raise no_such_log_refusal("event", event_id)
        return log

    def has(self, match_id: str) -> bool:
        """See `Keeper.has`."""
        # Whoever adds a line keeps the row of its log at once.
        state = self._read(lambda connection: read_log_state(connection, match_id), of_lines=False)
        return state is not None and state.kind == "match"

    def create(self, log: AnyLog, summary: AnyStatus) -> None:
        """See `Keeper.create`."""
        self._write(lambda change: change.create(log, summary))

    def append(
        self,
        log_id: str,
        entries: Sequence[AnyEntry],
        summary: AnyStatus,
        *,
        after: int,
        draft: str | None = "",
    ) -> None:
        """See `Keeper.append`.

        Where the disk leaves it open, it is tried once more: by its ids it cannot be there twice.
        """

        def append(change: LogWriter) -> None:
            if self._laptop and change.begin_feed_if_none() != self._laptop:
                self._laptop = ""
                raise LogHasGrown  # another process began another feed here, which holds nothing
            change.append(log_id, entries, summary, after=after)
            if draft is not None:
                change.keep_draft(log_id, draft)

        with contextlib.suppress(OutcomeUnknown):
            self._write(append)
            return
        try:
            self._write(append)
        except LogHasGrown:
            is_event = kind_of(summary) == "event"
            log = self.load_event(log_id) if is_event else self.load(log_id)
            if {each.id for each in log.log}.issuperset(each.id for each in entries):
                return
            raise
        except OutcomeUnknown:
            raise
        except Refused as refused:
            raise OutcomeUnknown from refused

    def add_missing_entries(
        self, log_id: str, entries: Sequence[AnyEntry], summary: AnyStatus
    ) -> None:
        """Add the entries that a log does not have yet; an id that it has with other content is
        refused."""
        self._write(lambda change: change.add_missing_entries(log_id, entries, summary))

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """See `Keeper.transaction`."""
        with self._lock, refuse_database_errors(self.folder), self._write_transaction() as change:
            outer, self._transaction = self._transaction, change
            try:
                yield
            finally:
                self._transaction = outer

    def archive(self, log_id: str, archived: bool) -> None:
        """Take a match or event out of the list, or bring it back."""
        self._write(lambda change: change.archive(log_id, archived))

    def revision_by_others(self) -> str:
        """See `Keeper.revision_by_others`."""

        def count(connection: Connection) -> str:
            # SQLite counts for each connection what others have written.
            name = connection.info.setdefault("name", secrets.token_hex(8))
            counted = connection.exec_driver_sql("PRAGMA data_version").scalar()
            return f"{name} {counted}"

        revision = self._read(count)
        if revision != self._revision:
            self._revision, self._laptop = revision, ""
        return revision

    def draft(self, match_id: str) -> str:
        """See `Keeper.draft`."""
        return self._read(lambda connection: read_draft(connection, match_id))

    def keep_draft(self, match_id: str, draft: str) -> None:
        """See `Keeper.keep_draft`."""
        self._write(lambda change: change.keep_draft(match_id, draft))

    # Documents

    def remember_documents(self, documents: Sequence[DocumentRecord]) -> None:
        """See `Keeper.remember_documents`."""

        def remember(change: LogWriter) -> None:
            for document in documents:
                change.remember_document(document)

        self._write(remember)

    def find_document(self, sha256: str) -> DocumentRecord | None:
        """See `Keeper.find_document`."""
        return self._read(lambda connection: find_document(connection, sha256))

    def documents_with_code(self, code: str) -> list[DocumentRecord]:
        """See `Keeper.documents_with_code`."""
        return self._read(lambda connection: documents_with_code(connection, code))

    # Care

    @property
    def notices(self) -> tuple[Text, ...]:
        """What the user must know of the store: what was damaged, what could not be copied."""
        return (*self._notices, *self._backups.notices)

    def make_daily_backup(self, *, wait: bool = True) -> None:
        """Make today's backup, where there is none yet.  Without `wait` it is made in the
        background, and a failure is said in `notices`; with it, a failure is raised."""
        self._refuse_reader()
        self._backups.make_todays_if_none(wait=wait)

    def backup(self, to: Path) -> None:
        """Write all that is kept, the house rules and the settings into a new file; raises
        `Refused`, and then leaves nothing half written."""

        def write(connection: Connection) -> None:
            if not has_lines(connection):
                raise Refused("Nothing is kept in {folder} yet.", folder=str(self.folder))
            try:
                unreadable = write_backup_file(connection, self.folder, to.absolute(), self.now())
            except FileExistsError:
                raise Refused(
                    "{file} exists already and is not overwritten; choose another name.",
                    file=str(to.absolute()),
                ) from None
            self.notify(*unreadable)

        self._read(write)

    def restore(self, source: Path) -> RestoreResult:
        """Import a backup, a feed, a folder of feeds, or what an earlier program kept, and return
        what became of it.  Nothing that is here goes.  Raises `Refused`."""
        self._refuse_reader()
        return restore_file_or_folder(self, source.absolute())

    def check(self) -> list[Text]:
        """Return what is wrong with what is kept, a sentence each; nothing if all is well.  Where
        something is damaged here, the next start reads everything through."""
        if self._opened.temporary is not None:
            self.mark_suspect()  # what made a copy necessary is not seen in the copy
        newest = next((each.file for each in self._backups.newest_first()), None)
        texts = list[Text]()
        for _look in range(2):  # SQLite says of a disk that fails once, too, that all is damaged
            with refuse_database_errors(self.folder), self.reading_connection() as connection:
                texts = describe_everything_wrong(
                    connection,
                    self.folder,
                    self._tools.summarize,
                    self.share_folder,
                    newest,
                    self.mark_suspect,
                )
            if not texts:
                break
        why = self._backups.why_backup_impossible()
        return texts if why is None else [*texts, why]

    def close(self) -> None:
        """Wait for what is done in the background, and let the folder go."""
        self._backups.finish_running_backup()
        super().close()

    # Several laptops

    @property
    def share_folder(self) -> Path | None:
        """Return the folder that is shared, as the settings name it."""
        name = self._share_folder()
        return Path(name) if name else None

    def laptop_id(self) -> str:
        """See `Keeper.laptop_id`."""
        if self._laptop:
            return self._laptop
        laptop = self._read(lambda connection: read_state_value(connection, LAPTOP))
        laptop = laptop or self._write(lambda change: change.begin_feed_if_none())
        if self._transaction is None:  # nobody takes it back
            self._laptop = laptop
        return laptop

    def publish(self, *, thorough: bool = False) -> Text | None:
        """Bring this laptop's feeds in the folder that is shared up to the rows, and return why
        that cannot be done now; `thorough` compares every byte."""
        return try_to_publish_own_feeds(self, self.share_folder, thorough=thorough)

    def feed_ends(self) -> list[FeedEnd]:
        """Return how far each feed goes here."""
        return self._read(read_feed_ends)

    def doubled_laptops(self) -> list[DoubledLaptop]:
        """Return the laptops under whose id two data folders recorded."""
        return self._read(read_doubled_laptops)

    def count_entries(self, laptop: str, after: int) -> int:
        """Return how many entries a feed has after this line."""
        return self._read(lambda connection: count_entries(connection, laptop, after))

    def logs_with_own_entries_only(self) -> list[str]:
        """Return the logs that have entries of this laptop, and of no other one."""
        return self._read(logs_with_own_entries_only)


@contextlib.contextmanager
def open_store_in_folder(
    folder: Path, tools: StoreTools, *, write: bool, share_folder: Callable[[], str]
) -> Iterator[Store]:
    """See `scorepad.store.open_store`."""
    folder_lock = None
    with contextlib.ExitStack() as stack:
        with refuse_database_errors(folder):
            if write:
                folder_lock = _lock_folder(folder, stack)
                ready = _prepare_folder(folder, folder_lock, tools)
            else:
                if folder.exists() and not folder.is_dir():
                    raise folder_unusable_refusal(folder, T("there is a file in its place"))
                ready = open_to_read(folder, tools)
            store = Store(folder, ready, tools, folder_lock, share_folder)
        stack.callback(store.close)
        if write:
            store.make_daily_backup(wait=False)
        yield store


def _lock_folder(folder: Path, stack: contextlib.ExitStack) -> FolderLock:
    try:
        files.make_private_folder(folder)
        folder_lock = FolderLock(folder)
        stack.callback(folder_lock.release)
    except OSError as error:
        raise folder_unusable_refusal(folder, os_reason(error, writing=True)) from error
    return folder_lock


def _prepare_folder(folder: Path, folder_lock: FolderLock, tools: StoreTools) -> ReadyDatabase:
    """Make the folder ready, where nobody else is there; who is, did."""
    if folder_lock.lock_exclusively():
        ready = prepare_for_writing(folder, tools)
        if not folder_lock.lock_shared():
            raise folder_in_use_refusal(folder)
        return ready
    if not folder_lock.lock_shared():
        raise folder_in_use_refusal(folder)
    file = folder / DATABASE
    if examine_database(file) != "sound":
        raise folder_in_use_refusal(folder)
    return ReadyDatabase(file, make_engine(file, "rw"))


def _find(connection: Connection, match_id: str) -> str:
    """Return the id of the match that has it, or from `SHORTEST` characters on is the only one
    that begins so; raises `Refused`."""
    match_id = match_id.encode("utf-8", "replace").decode()
    state = read_log_state(connection, match_id)
    if state is not None:
        return match_id
    ids = find_match_ids(connection, match_id) if len(match_id) >= SHORTEST else []
    if len(ids) > 1:
        raise several_matches_refusal(match_id, len(ids))
    if not ids:
        refuse_log_without_readable_head(connection, match_id)
        raise no_such_log_refusal("match", match_id)
    return ids[0]


def _load(connection: Connection, log_id: str) -> AnyLog | None:
    log = read_log(connection, log_id.encode("utf-8", "replace").decode())
    if log is None:
        if read_log_state(connection, log_id) is not None:
            raise Damaged
        refuse_log_without_readable_head(connection, log_id)
        return None
    if not has_right_tip(connection, log.id, log.tip):
        raise Damaged
    return log_with_rules(connection, log)
