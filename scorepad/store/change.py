"""A `StoreChange` does everything that one transaction changes."""

from __future__ import annotations

from collections.abc import Container, Sequence
from datetime import datetime
from sqlite3 import Connection

from scorepad.desk.ports import AnyEntry, AnyLog, AnySummary, Overtaken, Summary
from scorepad.store import refusals
from scorepad.store.copies import Part
from scorepad.store.listing import set_aside, summarise
from scorepad.store.log import (
    LogRow,
    add,
    begin_row,
    body_of,
    head_of,
    kind_of,
    known_row,
    known_tip,
    microseconds,
    order_of,
    place,
    refuse_twice,
    remove_rows,
    row_of,
    unguarded,
)
from scorepad.store.salvage import Make, lines_of, noted, write_part
from scorepad.store.second_copy import Line, aside_line, entry_line, head_line


class StoreChange:
    """Changes what is kept inside an open transaction; `lines` are those that the second copy gets
    after it."""

    def __init__(self, connection: Connection, now: datetime) -> None:
        self.connection = connection
        self.lines: list[Line] = []
        self._now = now

    def create(self, kept: AnyLog, summary: AnySummary) -> None:
        """Keep a new match or event with the entries it already has. Raises `Refused` where one has
        this id."""
        refuse_twice(kept.log)
        kind, created, aside = kind_of(summary), summary.changed, False
        if isinstance(summary, Summary):
            created, aside = summary.created, summary.aside
        if row_of(self.connection, kind, kept.id) is not None:
            raise refusals.match_kept(kept.id)
        head, moment = head_of(kept.head), microseconds(created or self._now)
        row = begin_row(self.connection, LogRow(0, kind, kept.id, moment, aside, None), head)
        self.lines.append(head_line(kind, kept.id, moment, head, known_tip(row).chain))
        if aside:
            self.lines.append(aside_line(kept.id, True))
        row = self._place(self._add(row, kept.log), kept.log, first=0)
        summarise(self.connection, row, summary, self._now)

    def append(
        self,
        log_id: str,
        entries: Sequence[AnyEntry],
        summary: AnySummary,
        *,
        after: int,
        doubtful: Container[str],
    ) -> None:
        """Append entries to a log that has `after` entries. Raises `Overtaken`, or another
        `Refused`."""
        refuse_twice(entries)
        row = known_row(self.connection, kind_of(summary), log_id)
        if row.id in doubtful:
            raise refusals.doubtful_match(row.id)
        if after != known_tip(row).entries:
            raise Overtaken
        row = self._place(self._add(row, entries), entries, first=after)
        summarise(self.connection, row, summary, self._now)

    def join(self, log_id: str, entries: Sequence[AnyEntry], summary: AnySummary) -> None:
        """Add entries that an import brought. Raises `Refused` where one is there already."""
        refuse_twice(entries)
        row = known_row(self.connection, kind_of(summary), log_id)
        first = known_tip(row).entries
        row = self._place(self._add(row, entries), entries, first=first)
        summarise(self.connection, row, summary, self._now)

    def put_right(self, log_id: str, part: Part, make: Make | None) -> None:
        """Keep a log anew, with all that was put together of it."""
        row, part = row_of(self.connection, part.kind, log_id), noted(log_id, part)
        with unguarded(self.connection):
            if row is not None:
                remove_rows(self.connection, row)
            write_part(log_id, part, self.connection, make, self._now)
        self.lines += lines_of(log_id, part)

    def set_aside(self, match_id: str, aside: bool) -> None:
        """Put a match out of the list, or back."""
        set_aside(self.connection, known_row(self.connection, "match", match_id), aside)
        self.lines.append(aside_line(match_id, aside))

    def _add(self, row: LogRow, entries: Sequence[AnyEntry]) -> LogRow:
        """Keep entries, in no place yet."""
        bodies = ((entry.id or "", body_of(entry)) for entry in entries)
        row, arrived = add(self.connection, row, bodies)
        self.lines += [entry_line(row.id, body, made) for _, body, made in arrived]
        return row

    def _place(self, row: LogRow, log: Sequence[AnyEntry], *, first: int) -> LogRow:
        """Give entries their places from `first` on."""
        return place(self.connection, row, order_of(log), first=first, arrived=True)
