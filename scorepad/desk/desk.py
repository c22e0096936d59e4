"""The desk lists the matches that are kept, and does what concerns a match as a whole."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from datetime import datetime, timedelta

import msgspec
from msgspec.structs import replace

from scorepad.desk.draft import Draft
from scorepad.desk.ids import next_id
from scorepad.desk.ports import Keeper, KeepsBackups, Kept, Summary
from scorepad.desk.summary import summarize
from scorepad.desk.table import Table
from scorepad.spades.entries import Head, Team
from scorepad.spades.join import ContentDiffers, join
from scorepad.spades.library import Library
from scorepad.spades.match import Match, reload
from scorepad.spades.matchfile import (
    RefusedFile,
    frozen_entry,
    frozen_head,
    read_match,
    with_ids,
    write_match,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

NEW_MATCH = "new match"
"""Stands for the id of a match that has none yet, where its draft is kept."""
TOLD = timedelta(hours=1)
"""A clock that ran out unnoticed is still reported for so long afterwards."""


class TakenIn(msgspec.Struct, frozen=True, kw_only=True):
    """What an import did.

    `created`: the match was not kept before; `new` and `known` count the file's entries;
    `unfit` are entries that the join left without a place, with the reason; `head_differs`: the
    file says something else of the match than what is kept, which stays.
    """

    match_id: str
    created: bool
    new: int
    known: int
    unfit: tuple[tuple[str, Text], ...] = ()
    head_differs: bool = False


class Desk:
    """All matches, as a keeper keeps them.

    `now` is the clock on the wall (UTC), `by` the supervisor's name ("" if unknown): both are
    asked at every entry.
    """

    def __init__(
        self,
        keeper: Keeper,
        library: Library,
        *,
        now: Callable[[], datetime],
        by: Callable[[], str],
    ) -> None:
        self.library = library
        self.keeper = keeper
        self.now = now
        self.by = by
        self._open: dict[str, Table] = {}
        self.new_match = Draft(keeper, NEW_MATCH)
        """What is typed of a match that is not started yet."""
        self._last_id: str | None = None
        self._followed = ""
        self._arrived: dict[str, None] = {}

    @property
    def notices(self) -> tuple[Text, ...]:
        """What the keeper has to say: a damaged database set aside, a backup that failed."""
        return tuple(self.keeper.notices) if isinstance(self.keeper, KeepsBackups) else ()

    def matches(self, search: str = "", *, aside: bool = False) -> list[Summary]:
        """The matches in which every word of `search` occurs, newest change first; `aside`:
        those that were set aside."""
        return self.keeper.summaries(search, aside=aside)

    def timed(self) -> list[Summary]:
        """The matches whose clock runs, or ran out within the last hour without being told; the
        first to run out first."""
        since = self.now() - TOLD
        running = [
            each
            for each in self.keeper.summaries()
            if each.runs_out is not None and each.runs_out > since
        ]
        return sorted(running, key=lambda each: each.runs_out or since)

    def arrived(self) -> tuple[str, ...]:
        """The matches that were taken in since this was asked last, by their ids."""
        arrived, self._arrived = tuple(self._arrived), {}
        return arrived

    def new_id(self) -> str:
        """The id of a new match, above the one made before it."""
        self._last_id = next_id(self.now(), self._last_id)
        return self._last_id

    def start(self, head: Head, match_id: str | None = None) -> Table:
        """A new match, kept at once under a new id (or this one); its rule set becomes a part of
        it, so that no later edition changes it.  Raises `Refused`."""
        match_id = match_id or self.new_id()
        return self._create(match_id, Match.open(head, self.library, id=match_id))

    def begin(self, match: Match) -> Table:
        """A new match from a match file whose log may have entries already; where it has no id,
        it gets a new one, and so do its entries (unlike `take_in`, twice gives two)."""
        match_id = match.id
        if match_id is None:
            match_id = self.new_id()
            match = reload(match.first_head, match.log, self.library, id=match_id)
        elif self.keeper.has(match_id):
            raise Refused(
                T(
                    "match {id} is kept already; import the file to join it, or take its id out "
                    "of it for a new match",
                    id=match_id,
                )
            )
        return self._create(match_id, with_ids(match))

    def _create(self, match_id: str, match: Match) -> Table:
        log = [frozen_entry(entry, self.library) for entry in match.log]
        match = reload(frozen_head(match), log, self.library, id=match_id)
        moment = self.now()
        summary = summarize(match, created=moment, changed=moment)
        self.keeper.create(Kept(match_id, match.first_head, match.log), summary)
        return self._table(match_id, match)

    def _table(self, match_id: str, match: Match) -> Table:
        table = Table(match_id, match, self.keeper, now=self.now, supervisor=self.by)
        self._open[match_id] = table
        return table

    def _load(self, match_id: str) -> tuple[str, Match]:
        kept = self.keeper.load(match_id)
        return kept.id, reload(kept.head, kept.log, self.library, id=kept.id)

    def open(self, match_id: str) -> Table:
        """The table of a match, by its id or the beginning of one; the same table as long as it
        is open.  Raises `Refused`."""
        if match_id in self._open:
            return self._open[match_id]
        whole_id, match = self._load(match_id)
        return self._open.get(whole_id) or self._table(whole_id, match)

    def close(self, match_id: str) -> None:
        """The table is no longer shown; everything is on the disk already."""
        self._open.pop(match_id, None)

    @contextmanager
    def visit(self, match_id: str) -> Iterator[Table]:
        """The table of a match for a moment; if it was not open it is closed again."""
        was_open = match_id in self._open
        try:
            yield self.open(match_id)
        finally:
            if not was_open:
                self.close(match_id)

    def follow(self) -> bool:
        """Go on from what another program has written since the last time this was asked; was
        there anything?  Every open table is as it is kept then, and tells its listeners.  Raises
        `Refused`."""
        change = self.keeper.revision()
        if change == self._followed:
            return False
        for table in tuple(self._open.values()):
            self._follow(table)
        self._followed = change
        return True

    def _follow(self, table: Table) -> None:
        known = {entry.id for entry in table.match.log}
        kept = self.keeper.load(table.id)
        # An entry never changes: the same ids in the same order are the same log.
        if [entry.id for entry in kept.log] != [entry.id for entry in table.match.log]:
            new = tuple(entry for entry in kept.log if entry.id not in known)
            table.joined(reload(kept.head, kept.log, self.library, id=kept.id), new)

    def read(self, match_id: str) -> Match:
        """A match as it is kept, without opening a table."""
        table = self._open.get(match_id)
        return table.match if table is not None else self._load(match_id)[1]

    def like(self, match_id: str) -> Head:
        """The head of a new match like this one: the same event, round, rules and deviations,
        the next table, no teams yet."""
        head = self.read(match_id).head
        return replace(head, table=_next_table(head.table), teams=(Team(), Team()), first_dealer=0)

    def take_in(self, data: bytes, where: str) -> TakenIn:
        """Import a match file: a new match, or entries joined to the one that is kept under the
        same id.  The same file twice changes nothing.  Raises `Refused` naming `where`."""
        return self._take_in(self._brought(data, where), where)

    def take_in_all(self, files: Sequence[tuple[str, bytes | Refused]]) -> list[TakenIn | Refused]:
        """`take_in` for many, each with where it is from (or why it could not be read), and what
        became of each.  They are on the disk together, all or none of them when the program is
        killed; one that is refused keeps none of the others from it."""
        brought = [(where, self._brought_or_refused(data, where)) for where, data in files]
        # An open table is told at once of what came to it, so it waits for no other match.
        if not any(isinstance(each, Match) and each.id in self._open for _, each in brought):
            try:
                with self.keeper.transaction():
                    return [self._tried(each, where) for where, each in brought]
            except Refused:
                # A kept match or the disk has a fault.  Each file is now imported alone, so that
                # the good ones get in, and each other one is refused with its own reason.
                pass
        return [self._tried_alone(each, where) for where, each in brought]

    def _brought(self, data: bytes, where: str) -> Match:
        return with_ids(read_match(data, self.library, where=where))

    def _brought_or_refused(self, data: bytes | Refused, where: str) -> Match | Refused:
        try:
            return data if isinstance(data, Refused) else self._brought(data, where)
        except Refused as refused:
            return refused

    def _tried(self, theirs: Match | Refused, where: str) -> TakenIn | Refused:
        """Import one match, or return why its file was refused. The keeper's refusal is raised."""
        try:
            return theirs if isinstance(theirs, Refused) else self._take_in(theirs, where)
        except RefusedFile as refused:
            return refused

    def _tried_alone(self, theirs: Match | Refused, where: str) -> TakenIn | Refused:
        try:
            return self._tried(theirs, where)
        except Refused as refused:
            return RefusedFile(where, refused.text)

    def _take_in(self, theirs: Match, where: str) -> TakenIn:
        match_id = theirs.id or ""
        self._arrived[match_id] = None
        if not self.keeper.has(match_id):
            self._create(match_id, theirs)
            self.close(match_id)
            return TakenIn(match_id=match_id, created=True, new=len(theirs.log), known=0)
        try:
            mine = self.read(match_id)
            joined = join(mine, theirs)
        except ContentDiffers as refused:
            raise RefusedFile(where, refused.text) from None
        if joined.match.log != mine.log:
            log = joined.match.log
            self.keeper.arrange(match_id, log, summarize(joined.match, changed=self.now()))
            if match_id in self._open:
                new = frozenset(joined.new)
                came = tuple(entry for entry in log if entry.id in new)
                self._open[match_id].joined(joined.match, came)
        return TakenIn(
            match_id=match_id,
            created=False,
            new=len(joined.new),
            known=len(theirs.log) - len(joined.new),
            unfit=joined.unfit,
            head_differs=joined.head_differs,
        )

    def give_out(self, match_id: str) -> bytes:
        """The match file, which `take_in` takes back unchanged."""
        return write_match(self.read(match_id))

    def set_aside(self, match_id: str, aside: bool = True) -> None:
        """Put a match that was opened by mistake out of the list, or bring it back."""
        self.keeper.set_aside(match_id, aside)


def _next_table(table: str) -> str:
    """ "Table 4" → "Table 5"; a table without a number at its end stays."""
    number = re.search(r"[0-9]{1,9}$", table)
    if number is None:
        return table
    return f"{table[: number.start()]}{int(number.group()) + 1}"
