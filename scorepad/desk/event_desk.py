"""Events are begun, listed and opened here.

An event's log is kept beside the matches' logs.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress
from datetime import date

import msgspec

from scorepad.desk.desk import Desk
from scorepad.desk.draft import Draft
from scorepad.desk.event_table import EventTable
from scorepad.desk.exporting import matches_of_event
from scorepad.desk.ports import EventLog
from scorepad.desk.reading import read_kept_event
from scorepad.desk.result_correction import ResultCorrection
from scorepad.events.copy import copy_of_event
from scorepad.events.entries import EventHead
from scorepad.events.event import Event, event_status_of
from scorepad.events.eventfile import (
    OtherEvent,
    embed_rules_in_event_head,
    parse_event_file,
    refuse_bad_event_head,
)
from scorepad.events.gate import refuse_bad_readings
from scorepad.events.status import EventStatus
from scorepad.spades.match import Match
from scorepad.spades.matchfile import RefusedFile
from scorepad.spades.naming import name_key, with_names_to_record
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import Text

NEW_EVENT = "new event"
"""The id of the draft of an event that has not begun."""
SHORTEST = 4
"""This many characters of an event's id are enough, if no other id begins with them."""


class EventImportResult(msgspec.Struct, frozen=True, kw_only=True):
    """The result of the import of an event.

    `created`: the event was not here before; `new` counts the entries that were added; `unfit` are
    those that no longer count, with the reason; `waiting` counts those that wait for one that is
    not here; `has_versions`: a choice between two is open.
    """

    table: EventTable
    created: bool
    new: int
    unfit: tuple[tuple[str, Text], ...] = ()
    waiting: int = 0
    has_versions: bool = False


class EventDesk:
    """Opens, lists and imports events, which are kept beside the matches of this desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.keeper = desk.keeper
        self.draft = Draft(self.keeper, NEW_EVENT)
        self._known_effects: tuple[Match, object, tuple[Text, ...]] | None = None

    def events(self) -> list[EventStatus]:
        """Return the events, newest change first."""
        return self.keeper.events()

    def start(self, head: EventHead) -> EventTable:
        """Start a new event and keep it; raises `Refused`."""
        head = with_names_to_record(embed_rules_in_event_head(head, self.desk.library))
        refuse_bad_event_head(head)
        refuse_bad_readings(head.agreed, head.rules, self.desk.library)
        return self._create(Event(head, self.desk.library, id=self.desk.new_id()))

    def start_copy(self, event: Event, day: date | None = None) -> EventTable:
        """Start an event like another one, with this `day` as its first date; raises `Refused`."""
        head, entries = copy_of_event(event, day)
        with self.desk.changes.transaction():
            table = self.start(head)
            table.record_together(entries)
        return table

    def parse_event_file(self, data: bytes, where: str) -> Event:
        """Return the event in a file, to be imported; this asks no keeper, and a thread may do it.
        Raises `Refused`, naming `where`."""
        return parse_event_file(data, self.desk.library, where=where)

    def import_event(self, data: bytes | Event, where: str) -> EventImportResult:
        """Import an event file: it becomes a new event, or its entries join the event that is
        stored under the same id. The same file twice changes nothing. Raises `Refused`, naming
        `where`."""
        theirs = data if isinstance(data, Event) else self.parse_event_file(data, where)
        created = all(each.id != theirs.id for each in self.keeper.events())
        if created:
            table, before = self._create(theirs), None
        else:
            table = self.open(theirs.id)
            before = table.event
            try:
                table.add_entries_of_other_copy(theirs)
            except OtherEvent as refused:
                raise RefusedFile(where, refused.text) from None
        after = table.event
        unfit_before = {} if before is None else before.unfit
        return EventImportResult(
            table=table,
            created=created,
            new=after.entry_count - (0 if before is None else before.entry_count),
            unfit=tuple(each for each in after.unfit.items() if each[0] not in unfit_before),
            waiting=after.waiting_count,
            has_versions=after.has_versions,
        )

    def _create(self, event: Event) -> EventTable:
        with self.desk.changes.transaction():
            event_log = EventLog(event.id, event.first_head, tuple(event.entries_of_all_versions))
            self.keeper.create(event_log, event_status_of(event, self.desk.now()))
            table = EventTable(self.desk, event)
            table.follow_other_programs()
            table.open_or_update_matches(event.register.released_rounds, "")
        return table

    def open(self, query: str) -> EventTable:
        """Return an event by its id, the beginning of its id, or its name; raises `Refused`."""
        table = self.find(query)
        if table is None:
            raise Refused("Scorepad can't find the event “{asked}”", asked=query[:60])
        return table

    def find(self, query: str) -> EventTable | None:
        """Do as `open`, and return None if no such event is kept."""
        event_id = self._id_of(query)
        if event_id is None:
            return None
        event_log = self.keeper.load_event(event_id)
        event = read_kept_event(event_log, self.desk.library)
        table = EventTable(self.desk, event)
        table.follow_other_programs()
        return table

    def _id_of(self, query: str) -> str | None:
        known = self.keeper.events()
        for events in (
            [each for each in known if each.id == query.lower()],
            [each for each in known if each.name and name_key(each.name) == name_key(query)],
            [
                each
                for each in known
                if len(query) >= SHORTEST and each.id.startswith(query.lower())
            ],
        ):
            if len(events) > 1:
                raise Refused(
                    "{n} events have the name “{asked}” or an ID that begins with it; enter "
                    "the full ID of the event you want",
                    n=len(events),
                    asked=query,
                )
            if events:
                return events[0].id
        return None

    def find_match_ids_dropped_from_events(self, matches: Iterable[MatchStatus]) -> set[str]:
        """Return the ids of those among these matches that their event has no more: their round was
        paired again, or taken back, before anything was played in them."""
        empty: dict[str, set[str]] = {}
        for each in matches:
            if each.event_id and not each.is_over and not each.hands:
                empty.setdefault(each.event_id, set()).add(each.id)
        left: set[str] = set()
        for event_id, ids in empty.items():
            with suppress(Refused):  # of an event that cannot be read nothing is known
                event = read_kept_event(self.keeper.load_event(event_id), self.desk.library)
                left |= ids.difference(matches_of_event(event))
        return left

    # A match of an event is corrected at its own table.

    def find_result_correction(self, before: Match, after: Match) -> ResultCorrection | None:
        """Return the correction that a match's changed result is in its event; None if the
        result did not change, or no stored event has this match."""
        was, now = status_of(before), status_of(after)
        if was.pairing_facts == now.pairing_facts or not (was.has_result or now.has_result):
            return None
        event = self.event_of(before)
        if event is None:
            return None
        match_id, results = before.id or "", event.matches
        return ResultCorrection(
            event.with_results({**results, match_id: was}),
            event.with_results({**results, match_id: now}),
        )

    def preview_effects(self, before: Match, after: Match) -> tuple[Text, ...]:
        """Return sentences about the effects of correcting a match's result in its event; for
        the same result again, as while a reason is typed, nothing is computed."""
        now = status_of(after).pairing_facts
        if self._known_effects is None or self._known_effects[:2] != (before, now):
            correction = self.find_result_correction(before, after)
            self._known_effects = before, now, () if correction is None else correction.effects
        return self._known_effects[2]

    def event_of(self, match: Match) -> Event | None:
        """Return the event that released a match; None if no event that is stored did."""
        event_id = match.first_head.event_id
        if not event_id:
            return None
        # The entry is recorded; an event that can't be read reports it on its own page.
        with suppress(Refused):
            return self.open(event_id).event
        return None
