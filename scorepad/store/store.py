"""The store: what the desk asks of a keeper, over one database."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from datetime import datetime
from functools import partial
from pathlib import Path
from typing import Any

from msgspec.structs import replace

from scorepad.desk.ports import (
    NOWHERE,
    PAGE,
    AnyEntry,
    AnyLog,
    AnySummary,
    EventSummary,
    Kept,
    KeptEvent,
    NotCertain,
    Overtaken,
    Page,
    Summary,
)
from scorepad.desk.search import search_text, searchable
from scorepad.spades.refusal import Refused
from scorepad.store import backup_restore, checking, refusals, salvage
from scorepad.store.access import StoreAccess
from scorepad.store.backups import Backups
from scorepad.store.checking import Finding
from scorepad.store.copies import Copy, read_lines
from scorepad.store.database import plainly
from scorepad.store.dbfile import DATABASE, examine
from scorepad.store.listing import Listed, Recent, read_events, read_list, read_page
from scorepad.store.log import (
    Kind,
    LogRow,
    find,
    keep_draft,
    kind_of,
    known_row,
    load,
    read_draft,
    row_of,
)
from scorepad.store.rescue import lost
from scorepad.store.salvage import Make, summary_of
from scorepad.store.second_copy import SecondCopy


class Store(StoreAccess):
    """Keeps matches in one database and its second copy; a `desk.ports.Keeper`.

    Made by `scorepad.store.open_store`.  `folder` is the data folder; `notices` says what whoever
    opened it must know.  Every method that writes returns when the change is on the disk; every
    method raises `Refused`, with one sentence, when the database does not do its part.
    """

    # Lists

    def summaries(self, search: str = "", *, aside: bool = False) -> list[Summary]:
        """See `Keeper.summaries`.  One that is not as it was written is made anew."""
        words = searchable(search).split()
        with self._read() as connection:
            listed = read_list(connection, words, aside=aside)
        return self._marked(self._mended("match", listed, words, aside=aside))

    def page(
        self,
        search: str = "",
        *,
        whole: bool = False,
        aside: bool = False,
        over: Mapping[str, datetime | None] = NOWHERE,
        first: int = 0,
        most: int = PAGE,
    ) -> Page:
        """See `Keeper.page`."""
        words = searchable(search).split()
        with self._read() as connection:
            listed = read_page(
                connection, words, whole=whole, aside=aside, over=over, first=first, most=most
            )
        found = self._mended("match", listed, words, aside=aside)
        return Page(self._marked(found), listed.next)

    def recent(self, since: datetime, ids: Collection[str] = ()) -> list[Summary]:
        """See `Keeper.recent`.  Of the others only the number is looked at."""
        with self._read() as connection:
            listed = read_list(connection, recent=Recent(since, ids))
        return self._marked(self._mended("match", listed))

    def events(self) -> list[EventSummary]:
        """See `Keeper.events`."""
        with self._read() as connection:
            listed = read_events(connection)
        return self._mended("event", listed)

    def _mended(
        self, kind: Kind, listed: Listed, words: Sequence[str] = (), *, aside: bool = False
    ) -> list[Any]:
        """Return a list with those made anew that are not as they were written."""
        if listed.missing > 0:
            self._doubt(refusals.list_lacks(listed.missing))
        made = []
        for log_id in listed.doubtful:
            self._suspect = True
            try:
                summary = summary_of(self._load(kind, log_id), self._make)
            except Refused:
                self._doubt(refusals.left_out(log_id))
                continue
            searched = search_text(summary) if isinstance(summary, Summary) else ""
            if all(word in searched for word in words):
                made.append(replace(summary, aside=True) if aside else summary)
        return [*made, *listed.summaries]

    def _marked(self, found: list[Summary]) -> list[Summary]:
        """Mark the matches of which something is not as it was recorded."""
        if not self.doubts:
            return found
        return [replace(each, doubtful=True) if each.id in self.doubts else each for each in found]

    # Logs

    def load(self, match_id: str) -> Kept:
        """See `Keeper.load`.  Raises `Refused` or `UnreadableMatch`."""
        kept = self._load("match", match_id)
        assert isinstance(kept, Kept)
        return kept

    def load_event(self, event_id: str) -> KeptEvent:
        """See `Keeper.load_event`."""
        kept = self._load("event", event_id)
        assert isinstance(kept, KeptEvent)
        return kept

    def _load(self, kind: Kind, log_id: str) -> AnyLog:
        with self._read() as connection:
            if kind == "match":
                row = find(connection, log_id)
            else:
                row = known_row(connection, kind, log_id)
            try:
                kept = load(connection, row)
            except refusals.UnreadableMatch as refused:
                copied = self._copied(row)
                if copied is None:
                    self.doubts[row.id] = refused.text
                    self._doubt(refused.text)
                    raise
                return copied
        if kept.doubt is None:
            return kept
        copied = self._copied(row)
        if copied is not None:
            return copied
        self.doubts[kept.id] = kept.doubt
        self._doubt(kept.doubt)
        note = salvage.doubt_of(kept.id)
        if isinstance(kept, Kept) and note not in kept.log:
            kept = replace(kept, log=(*kept.log, note))
        return kept

    def _copied(self, row: LogRow) -> AnyLog | None:
        """Return a log as the second copy has it; None when that is not whole either."""
        try:
            copy = read_lines(SecondCopy(self.folder).lines(row.id))
        except OSError:
            return None
        part = copy.parts.get(row.id)
        known = row.tip.entries if row.tip is not None else 0
        if part is None or not part.whole or len(part.entries) < known:
            return None
        doubt = refusals.from_second_copy(row.id)
        self._doubt(doubt)
        self._from_second_copy.add(row.id)
        return salvage.kept_of(row.id, part, doubt)

    def has(self, match_id: str) -> bool:
        """See `Keeper.has`."""
        with self._read() as connection:
            return row_of(connection, "match", match_id) is not None

    def create(self, kept: AnyLog, summary: AnySummary) -> None:
        """See `Keeper.create`.  Raises `Refused` when there is one with this id."""
        with self._write() as change:
            change.create(kept, summary)

    def append(
        self,
        log_id: str,
        entries: Sequence[AnyEntry],
        summary: AnySummary,
        *,
        after: int,
        draft: str | None = "",
    ) -> None:
        """See `Keeper.append`. Raises `Overtaken`, or another `Refused`.

        Where the disk leaves it open, it is tried once more: by its ids it cannot be there twice.
        """

        def append() -> None:
            with self._write() as change:
                change.append(log_id, entries, summary, after=after, doubtful=self._damaged)
                if draft is not None:
                    keep_draft(change.connection, log_id, draft)

        with contextlib.suppress(NotCertain):
            append()
            return
        try:
            append()
        except Overtaken:
            kept = self._load(kind_of(summary), log_id)
            if {each.id for each in kept.log}.issuperset(each.id for each in entries):
                return
            raise
        except NotCertain:
            raise
        except refusals.DatabaseReplaced as refused:
            raise NotCertain(refused.then) from refused
        except Refused as refused:
            raise NotCertain from refused

    def join(self, log_id: str, entries: Sequence[AnyEntry], summary: AnySummary) -> None:
        """See `Keeper.join`. Raises `Refused` where an entry is there already."""
        with self._write() as change:
            change.join(log_id, entries, summary)

    @contextlib.contextmanager
    def transaction(self) -> Iterator[None]:
        """See `Keeper.transaction`."""
        with self._write() as change:
            self._together = change
            try:
                yield
            finally:
                self._together = None

    def set_aside(self, match_id: str, aside: bool) -> None:
        """See `Keeper.set_aside`.  Raises `Refused`."""
        with self._write() as change:
            change.set_aside(match_id, aside)

    def revision(self) -> str:
        """See `Keeper.revision`."""
        with self._read() as connection:
            # SQLite counts for each connection what others have written.
            (counted,) = connection.execute("PRAGMA data_version").fetchone()
            return f"{getattr(connection, 'which', '')} {counted}"

    def draft(self, match_id: str) -> str:
        """See `Keeper.draft`."""
        with self._read() as connection:
            return read_draft(connection, match_id)

    def keep_draft(self, match_id: str, draft: str) -> None:
        """See `Keeper.keep_draft`."""
        with self._write() as change:
            keep_draft(change.connection, match_id, draft)

    # Care

    def backup_now(self, reason: str, *, wait: bool = True) -> None:
        """Put a copy into the rolling backups, if anything changed since the last one.

        `reason` (`start`, `end`) becomes part of its name.  Without `wait` it is made in the
        background, and a failure is said in `notices`; with it, a failure is raised.
        """
        self._writer().make(reason, wait=wait)

    def backup(self, to: Path) -> None:
        """Write a copy to a new file. Raises `Refused`, and then leaves nothing half written."""
        if self._shown == "nothing":
            raise refusals.nothing_kept(self.folder)
        if self._shown == "missing":
            raise refusals.missing_database(self.folder)
        if self._shown in {"damaged", "older"}:
            raise refusals.DamagedDatabase(self.folder)
        with self._bare() as source:
            backup_restore.back_up(source, to, self.folder)

    def restore(self, frm: Path) -> Path:
        """Put what is kept in the file `frm` in the place of everything kept here.

        Returns the file into which the present database was put aside. Raises `Refused`, also when
        somebody else is there, and then nothing has changed.
        """
        self._writer().wait()
        assert self._use is not None
        with self._said(), self._use.only():
            return self._restore(frm)

    def _restore(self, frm: Path) -> Path:
        with self._bare() as present:
            aside, taken = backup_restore.restore(
                frm, present, self.folder, self._make, self._now()
            )
        self.doubts.clear()
        self._from_second_copy.clear()
        for match_id, part in taken.parts.items():
            self._notices |= dict.fromkeys(lost(match_id, part, self._make))
        # All of it is in place: whatever fails now is said, and undoes nothing.
        try:
            if self._writing is not None:
                self._writing.remember()
            self.complete_second_copy()
        except (Refused, OSError):
            self._doubt(refusals.second_copy_later(SecondCopy(self.folder).file))
        return aside

    def read_copy(self, frm: Path) -> Callable[[str], str]:
        """See `Keeper.read_copy`.  What may still be wrong is said until it is read."""
        return partial(self._restore_match, frm, backup_restore.taken(frm.absolute()))

    def _restore_match(self, frm: Path, taken: Copy, match_id: str) -> str:
        with self._write() as change:
            log_id, part, doubtful = backup_restore.joined_part(
                frm, taken, change.connection, SecondCopy(self.folder), match_id
            )
            change.put_right(log_id, part, self._make)
        # Its lines are in the second copy once more; the next start looks through the others.
        self._suspect |= doubtful
        self._from_second_copy.discard(log_id)
        copied = refusals.from_second_copy(log_id)
        for said in (self.doubts.pop(log_id, copied), copied):
            self._notices.pop(said, None)
        self.unread.add(tuple(lost(log_id, part, self._make)))
        return log_id

    def check(self, make: Make | None = None) -> list[Finding]:
        """What is wrong with what is kept; nothing if all is well.

        `make` folds a log and says what a list should show of it; it raises `Refused` for a log
        that does not fold.
        """
        from concurrent.futures import ThreadPoolExecutor

        with (
            self._read() as connection,
            self._database.connection() as other,
            ThreadPoolExecutor(1) as beside,
        ):
            pages = beside.submit(examine, other, thoroughly=True)
            second = SecondCopy(self.folder) if self._shown == "database" else None
            found = checking.check(connection, pages.result, make, second)
        backups = self._backups or Backups(self.folder / DATABASE, self._now)
        with plainly(self.folder):
            return [*found, *(Finding("backup", text) for text in backups.faults())]

    def rebuild_summaries(self, make: Make) -> int:
        """Make anew every summary that its log contradicts; returns how many.  A match whose log
        does not fold keeps the one it has."""
        with self._write() as change:
            return checking.rebuild(change.connection, make)
