"""The desk lists the stored matches, and does everything about a match as a whole."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from contextlib import contextmanager, suppress
from datetime import datetime, timedelta
from itertools import count as numbers
from itertools import islice
from secrets import randbits
from typing import Protocol
from weakref import WeakSet

import msgspec
from msgspec.structs import replace

from scorepad.desk.documents import DocumentContents, try_to_remember_documents
from scorepad.desk.draft import Draft
from scorepad.desk.open_log import CommitNotifier
from scorepad.desk.places import (
    LONGEST_DAY,
    Place,
    head_if_in_play,
    is_of_today,
    next_table_name,
    place,
    table_key,
)
from scorepad.desk.ports import (
    PAGE,
    Keeper,
    MatchLog,
    OutcomeUnknown,
    PageOfSummaries,
)
from scorepad.desk.reading import read_kept_match
from scorepad.desk.table import Table
from scorepad.events.status import Statements, with_events, with_round_texts
from scorepad.spades.entries import Head, Team, UnknownEntry
from scorepad.spades.ids import EPOCH, next_id
from scorepad.spades.library import Library
from scorepad.spades.match import Match, fold_match_from_entries
from scorepad.spades.matchfile import (
    ContentDiffers,
    RefusedFile,
    embed_rules_in_entry,
    embed_rules_in_head,
    encode_match_file,
    heads_differ,
    join_logs,
    parse_match_file,
    with_content_ids,
)
from scorepad.spades.naming import with_names_to_record
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import Text

NEW_MATCH = "new match"
"""The draft of a new match is kept under this id, as the match has none yet."""
TIME_UP_LISTED = timedelta(hours=1)
"""A clock that ran out is listed for this long afterwards."""
LONGEST_CLOCK = timedelta(days=2)
"""No clock runs longer, so a match with a running clock has changed within this time."""


class RoundNames(Protocol):
    """An open event, which knows the names of its rounds by its matches' results."""

    @property
    def round_texts(self) -> Statements: ...


class ImportResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the import of a match.

    `created`: the match was not here before; `new` and `known` count the file's entries; `unfit`
    are entries that no longer count, with the reason; `waiting` counts those that wait for one that
    is not here; `has_versions`: a choice between two is open; `head_differs`: the file's head
    differs from the stored one, which remains; `table_in_use` is the table of a new match at which
    another of its round is played; `on_other_day` means that a new match is over, and was not
    played today.
    """

    match_id: str
    created: bool
    new: int
    known: int
    unfit: tuple[tuple[str, Text], ...] = ()
    waiting: int = 0
    has_versions: bool = False
    head_differs: bool = False
    table_in_use: str = ""
    on_other_day: bool = False


class Desk:
    """Opens, lists, imports and exports the matches of a keeper.

    `now` is the wall clock (UTC), `by` returns the supervisor's name ("" if unknown); both are
    asked for each entry. `laptop_name` returns this laptop's name while it shares with others, else
    "".
    """

    def __init__(
        self,
        keeper: Keeper,
        library: Library,
        *,
        now: Callable[[], datetime],
        by: Callable[[], str],
        laptop_name: Callable[[], str] = str,
    ) -> None:
        self.library = library
        self.keeper = keeper
        self.changes = CommitNotifier(keeper)
        self.now = now
        self.by = by
        self.laptop_name = laptop_name
        self._open: dict[str, Table] = {}
        self.open_events: WeakSet[RoundNames] = WeakSet()
        """The events that are open, which know the names of their rounds."""
        self._set_by = 0.0
        self.new_match = Draft(keeper, NEW_MATCH)
        """The draft of a match that is not started yet."""
        self._last_id: str | None = None
        self._followed = keeper.revision_by_others()
        self._arrived: dict[str, None] = {}

    @property
    def notices(self) -> tuple[Text, ...]:
        """Return the keeper's notices: a damaged file was quarantined, a backup failed."""
        return tuple(self.keeper.notices)

    def matches(self, search: str = "", *, archived: bool = False) -> list[MatchStatus]:
        """Return the matches in which every word of `search` occurs, newest change first; with
        `archived` those that were archived."""
        statements = self.read_event_statements()
        statuses = [
            with_events(each, statements)
            for each in self.keeper.summaries(search, archived=archived)
        ]
        return sorted(statuses, key=lambda each: each.changed or EPOCH, reverse=True)

    def page(
        self,
        search: str = "",
        *,
        whole_words: bool = False,
        archived: bool = False,
        first: int = 0,
        most: int = PAGE,
    ) -> PageOfSummaries:
        """Return a part of the list, for a screen; see `Keeper.page`. A holder's name is at the
        matches that other laptops hold."""
        statements = self.read_event_statements()
        ended_by_event = {
            match_id: each.result.at
            for match_id, each in statements.items()
            if each.result is not None
        }
        page = self.keeper.page(
            search,
            whole_words=whole_words,
            archived=archived,
            ended_by_event=ended_by_event,
            first=first,
            most=most,
        )
        statuses = [with_events(each, statements) for each in page.summaries]
        return replace(page, summaries=self._name_others(statuses))

    def statuses_of_today(
        self, opened_ids: Collection[str] = (), statements: Statements | None = None
    ) -> list[MatchStatus]:
        """Return the status of today's matches, and of those with these ids, with their events'
        statements (if the caller has them, these `statements`) and the names of the other
        laptops that hold them. Raises `Refused`."""
        now = self.now()
        if statements is None:
            statements = self.read_event_statements()
        statuses = [
            with_events(each, statements)
            for each in self.keeper.changed_or_scheduled(now - LONGEST_DAY, opened_ids)
            if each.id in opened_ids or is_of_today(each, now)
        ]
        return self._name_others(statuses)

    def _name_others(self, statuses: list[MatchStatus]) -> list[MatchStatus]:
        if not any(each.holder for each in statuses):
            return statuses
        laptop = self.keeper.laptop_id()
        return [
            replace(
                each,
                holder_name=""
                if each.holder in ("", laptop)
                else each.holder_name or each.holder[:8],
            )
            for each in statuses
        ]

    def read_event_statements(self) -> Statements:
        """Return the statements of events about their matches. Raises `Refused`."""
        statements: Statements = {
            match_id: each
            for status in self.keeper.events()
            for match_id, each in status.statements.items()
        }
        for event in tuple(self.open_events):  # a sheet is made beside the window
            statements = with_round_texts(statements, event.round_texts)
        return statements

    def matches_with_running_or_expired_clock(self) -> list[MatchStatus]:
        """Return the matches whose clock runs, or ran out within the last hour without a time
        entry, by the time at which they run out."""
        since = self.now() - TIME_UP_LISTED
        running = [
            each
            for each in self.keeper.changed_or_scheduled(since - LONGEST_CLOCK)
            if each.runs_out is not None and each.runs_out > since
        ]
        return sorted(running, key=lambda each: each.runs_out or since)

    def mark_running_clocks_doubtful(self, seconds_set: float) -> None:
        """Mark every match whose clock runs, after the computer's clock was set by so many seconds
        while `now` continued. Raises `Refused`."""
        self._set_by += seconds_set
        for table in self._open.values():
            table.mark_clock_doubtful()
        for each in self.matches_with_running_or_expired_clock():
            with suppress(Refused), self.open_briefly(each.id) as table:
                table.mark_clock_doubtful()

    def take_imported_ids(self) -> tuple[str, ...]:
        """Return the ids of the matches that were imported since the last call."""
        arrived, self._arrived = tuple(self._arrived), {}
        return arrived

    def new_id(self) -> str:
        """Return an id for a new match, greater than the one before it."""
        self._last_id = next_id(self.now(), self._last_id, randbits)
        return self._last_id

    def start(self, head: Head, match_id: str | None = None) -> Table:
        """Start a new match and keep it, under this id or a new one. Its rule set becomes a part of
        it, so that no later edition changes it. Raises `Refused`."""
        match_id = match_id or self.new_id()
        head = with_names_to_record(head)
        return self._create(match_id, Match.open(head, self.library, id=match_id))

    def start_all(self, heads: Iterable[Head]) -> list[Table]:
        """Start several new matches, all of them or none. Raises `Refused`."""
        started: list[Table] = []
        try:
            with self.changes.transaction():
                started.extend(self.start(head) for head in heads)
        except BaseException:
            for table in started:
                self.close(table.id)
            raise
        return started

    def start_match_with_log(self, match: Match) -> Table:
        """Start a match from a match file, whose log may have entries already. Without an id it
        gets a new one, and so do its entries; so the same file twice makes two matches, unlike in
        `import_matches`."""
        match_id = match.id
        if match_id is None:
            match_id = self.new_id()
            log = [with_names_to_record(replace(each, after=None)) for each in match.log]
            head = with_names_to_record(match.first_head)
            match = Match.open(head, self.library, id=match_id).with_entries_appended(log)
        elif self.keeper.has(match_id):
            raise Refused(
                "match {id} is already saved here; to merge the file, import it; to start a "
                "new match, delete the ID in the file",
                id=match_id,
            )
        return self._create(match_id, with_content_ids(match))

    def _create(self, match_id: str, match: Match) -> Table:
        return self._table(match_id, self._store_new(match_id, match)[0])

    def _store_new(self, match_id: str, match: Match) -> tuple[Match, MatchStatus]:
        entries = [
            each if isinstance(each, UnknownEntry) else embed_rules_in_entry(each, self.library)  # type: ignore[arg-type]
            for each in match.entries_of_all_versions
        ]
        head = embed_rules_in_head(match)
        if entries != match.entries_of_all_versions:
            match = fold_match_from_entries(head, entries, self.library, id=match_id)
        elif head != match.first_head:
            match = match.with_first_head(head)
        status = status_of(match, created=self.now())
        self.keeper.create(MatchLog(match_id, match.first_head, tuple(entries)), status)
        return match, status

    def _table(self, match_id: str, match: Match) -> Table:
        now, set_by = self.now, lambda: self._set_by
        table = Table(
            match,
            self.keeper,
            self.changes,
            now=now,
            set_by=set_by,
            supervisor=self.by,
            laptop_name=self.laptop_name,
        )
        self._open[match_id] = table
        return table

    def _load(self, match_id: str) -> tuple[str, Match]:
        match_log = self.keeper.load(match_id)
        return match_log.id, read_kept_match(match_log, self.library)

    def open(self, match_id: str) -> Table:
        """Return the table of a match, by its id or the beginning of one. While a table is open,
        this returns the same one. Raises `Refused`."""
        if match_id in self._open:
            return self._open[match_id]
        whole_id, match = self._load(match_id)
        return self._open.get(whole_id) or self._table(whole_id, match)

    def close(self, match_id: str) -> None:
        """Forget a table that is no longer shown; everything is on the disk already."""
        self._open.pop(match_id, None)

    @contextmanager
    def open_briefly(self, match_id: str) -> Iterator[Table]:
        """Open the table of a match for a moment; close it afterwards if it was not open before."""
        was_open = match_id in self._open
        try:
            yield self.open(match_id)
        finally:
            if not was_open:
                self.close(match_id)

    def follow_other_programs(self) -> bool:
        """Read the writes of other programs since the last call, and return whether there were any.
        Every open table then shows the stored log, and notifies its listeners. Raises `Refused`."""
        change = self.keeper.revision_by_others()
        if change == self._followed:
            return False
        for table in tuple(self._open.values()):
            table.follow_other_programs()
        self._followed = change
        return True

    def read(self, match_id: str) -> Match:
        """Return a match as it is kept, without opening a table."""
        table = self._open.get(match_id)
        return table.match if table is not None else self._load(match_id)[1]

    def head_for_new_teams(self, match_id: str) -> Head:
        """Return the head of a new match like this one: the same event, round, rules and
        deviations, the next free table; no teams and no first dealer yet."""
        head = self.read(match_id).head
        return replace(self.with_next_free_table(head), teams=(Team(), Team()), first_dealer=None)

    def is_table_taken(self, head: Head) -> bool:
        """Return whether a match of this event and round is played at this table already."""
        return bool(head.table.strip()) and place(head) in self.places_in_play()

    def would_take_occupied_table(self, before: Head, after: Head) -> bool:
        return place(before) != place(after) and self.is_table_taken(after)

    def with_next_free_table(self, head: Head) -> Head:
        """Return the head with the next table at which no match of its round is played, and none
        of another today."""
        places, in_use = self.places_in_play(), self.unfinished_matches_today_by_table()

        def is_taken(table: str) -> bool:
            return place(replace(head, table=table)) in places or table_key(table) in in_use

        table = next_table_name(head.table)
        while is_taken(table) and table != next_table_name(table):
            table = next_table_name(table)
        return replace(head, table=table)

    def unfinished_matches_today_by_table(self) -> dict[str, list[MatchStatus]]:
        """Return today's matches that are not over, by the key of their table (`table_key`)."""
        now, statements = self.now(), self.read_event_statements()
        in_use: dict[str, list[MatchStatus]] = {}
        for recent in self.keeper.changed_or_scheduled(now - LONGEST_DAY):
            statement = statements.get(recent.id)
            is_over = recent.is_over or (statement is not None and statement.result is not None)
            if recent.table and not is_over and is_of_today(recent, now):
                each = with_events(recent, statements)
                in_use.setdefault(table_key(each.table), []).append(each)
        return in_use

    def matches_at(self, table: str) -> list[MatchStatus]:
        """Return today's matches at this table that are not over, of any event."""
        return self.unfinished_matches_today_by_table().get(table_key(table), [])

    def find_free_table_numbers(self, count: int) -> list[str]:
        """Return the lowest so many numbers of tables that are free today."""
        in_use = self.unfinished_matches_today_by_table()
        free = (str(number) for number in numbers(1) if str(number) not in in_use)
        return list(islice(free, count))

    def places_in_play(self) -> set[Place]:
        """Return the places at which matches are played."""
        return {place(each) for each in self.unfinished_matches()}

    def unfinished_matches(self) -> Iterator[MatchStatus]:
        """Yield the matches that are not over."""
        first: int | None = 0
        while first is not None:
            page = self.page(first=first, most=max(PAGE, first))
            playing = [each for each in page.summaries if not each.is_over]
            yield from playing
            first = page.next if len(playing) == len(page.summaries) else None

    def import_matches(
        self,
        files: Sequence[tuple[str, bytes | Match | Refused]],
        find_places_in_play: Callable[[], set[Place]] | None = None,
    ) -> list[ImportResult | Refused]:
        """Import several files, each with its path: its bytes, the match that `parse_match_file`
        made of them, or why it could not be read. Return the result of each: a new match, or its
        entries in the match that is stored under the same id. The same file twice changes nothing.
        If the program is killed, either all of them are stored or none. A refused file does not
        hold up the others. `find_places_in_play` may cache `places_in_play` over several calls."""
        parsed = [(where, self._parse_or_refuse(data, where)) for where, data in files]
        refused = [each for _, each in parsed if isinstance(each, Refused)]
        if len(refused) == len(parsed):
            return [*refused]
        places: set[Place] = set()
        try:
            if any(map(head_if_in_play, (theirs for _, theirs in parsed))):
                places = (find_places_in_play or self.places_in_play)()
            with self.changes.transaction():
                done = [self._import_or_refuse(each, where) for where, each in parsed]
        except Refused as failed:
            # A kept match or the disk has a fault.  Each file is now imported alone, so that
            # the good ones get in, and each other one is refused with its own reason; where it
            # is not certain whether all of them were kept, that is the reason.
            done = [
                each if isinstance(each, Refused) else self._import_alone(each, where, failed)
                for where, each in parsed
            ]
        for each in done:
            if isinstance(each, ImportResult) and each.match_id in self._open:
                self._open[each.match_id].follow_other_programs()
        for at, (each, (_, theirs)) in enumerate(zip(done, parsed, strict=True)):
            head = head_if_in_play(theirs)
            if isinstance(each, ImportResult) and each.created and head is not None:
                done[at] = replace(each, table_in_use=head.table if place(head) in places else "")
                places.add(place(head))
        return done

    def parse_match_file(self, data: bytes, where: str) -> Match:
        """Return the match in a file, to be imported; this asks no keeper, and a thread may do it.
        Raises `Refused`, naming `where`."""
        return parse_match_file(data, self.library, where=where, make_content_ids=True)

    def _parse_or_refuse(self, data: bytes | Match | Refused, where: str) -> Match | Refused:
        try:
            return self.parse_match_file(data, where) if isinstance(data, bytes) else data
        except Refused as refused:
            # A new one: what was caught keeps the frames of its callers, and they would keep it.
            return Refused(refused.text)

    def _import_or_refuse(self, theirs: Match | Refused, where: str) -> ImportResult | Refused:
        """Import one match, or return why its file was refused. The keeper's refusal is raised."""
        try:
            return theirs if isinstance(theirs, Refused) else self._import(theirs, where)
        except RefusedFile as refused:
            return refused

    def _import_alone(self, theirs: Match, where: str, failed: Refused) -> ImportResult | Refused:
        try:
            with self.changes.transaction():
                return self._import_or_refuse(theirs, where)
        except Refused as refused:
            why = failed if isinstance(failed, OutcomeUnknown) else refused
            return RefusedFile(where, why.text)

    def _import(self, theirs: Match, where: str) -> ImportResult:
        match_id = theirs.id or ""
        self._arrived[match_id] = None
        if not self.keeper.has(match_id):
            match, status = self._store_new(match_id, theirs)
            return ImportResult(
                match_id=match_id,
                created=True,
                new=theirs.entry_count,
                known=0,
                unfit=tuple(match.unfit.items()),
                waiting=match.waiting_count,
                has_versions=match.has_versions,
                on_other_day=match.board.is_over and not is_of_today(status, self.now()),
            )
        try:
            mine = self._load(match_id)[1]
            merged = join_logs(mine, theirs)
        except ContentDiffers as refused:
            raise RefusedFile(where, refused.text) from None
        known = set(mine.ids_of_all_versions)
        new = [
            each if isinstance(each, UnknownEntry) else embed_rules_in_entry(each, self.library)  # type: ignore[arg-type]
            for each in merged.entries_of_all_versions
            if each.id not in known
        ]
        if new:
            self.keeper.add_missing_entries(match_id, new, status_of(merged))
        return ImportResult(
            match_id=match_id,
            created=False,
            new=len(new),
            known=theirs.entry_count - len(new),
            unfit=tuple(each for each in merged.unfit.items() if each[0] not in mine.unfit),
            waiting=merged.waiting_count,
            has_versions=merged.has_versions,
            head_differs=heads_differ(mine, theirs),
        )

    def export_match_file(self, match_id: str) -> bytes:
        """Return the match file, which `import_matches` imports unchanged."""
        return encode_match_file(self.read(match_id))

    def try_to_remember_documents(
        self, documents: Iterable[tuple[str, DocumentContents | None]]
    ) -> Text | None:
        """Do as `documents.try_to_remember_documents`."""
        return try_to_remember_documents(self.keeper, documents, self.now())

    def archive(self, match_id: str, archived: bool = True) -> None:
        """Take a match that was opened by mistake out of the list, or bring it back."""
        self.keeper.archive(match_id, archived)
