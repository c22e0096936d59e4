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
    load,
    microseconds,
    order_of,
    place,
    refuse_twice,
    remove_rows,
    row_of,
    says_same,
    unguarded,
)
from scorepad.store.salvage import Make, lines_of, noted, write_part
from scorepad.store.second_copy import Line, aside_line, entry_line, head_line, order_line


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

    def arrange(self, log_id: str, log: Sequence[AnyEntry], summary: AnySummary) -> None:
        """Put a joined log in place. Raises `Refused` where it drops or changes an entry, or has
        one twice."""
        from sqlmodel import col, delete, select

        from scorepad.store.rows import Entries, Places, asked

        refuse_twice(log)
        row = known_row(self.connection, kind_of(summary), log_id)
        with asked(self.connection) as asking:
            bodies = select(Entries.id, Entries.body).where(col(Entries.match) == row.key)
            kept = {each.id: each.body for each in asking.execute(bodies)}
        new = []
        for entry in log:
            body = kept.get(entry.id or "")
            if body is None:
                new.append(entry)
            elif not says_same(row.kind, body, body_of(entry)):
                raise refusals.entry_changed(entry.id or "")
        for missing in kept.keys() - {entry.id for entry in log}:
            raise refusals.entry_dropped(missing)
        row = self._add(row, new)
        with asked(self.connection) as asking:
            asking.execute(delete(Places).where(col(Places.match) == row.key))
        row = self._place(row, log, first=0, anew=True)
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

    def _place(
        self, row: LogRow, log: Sequence[AnyEntry], *, first: int, anew: bool = False
    ) -> LogRow:
        """Give entries their places from `first` on; `anew`: after those of all were taken."""
        arrived = not anew and all(entry.unfit is None for entry in log)
        row = place(self.connection, row, order_of(log), first=first, arrived=arrived)
        if not arrived:
            whole = log if first == 0 else load(self.connection, row).log
            self.lines.append(order_line(row.id, order_of(whole)))
        return row
