"""Events are opened, recorded and listed here.

An event's log is kept beside the matches' logs. A release opens its matches in the same
transaction. Results are read from the list of matches, so that nothing is stated twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime

import msgspec
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.ids import latest, next_id
from scorepad.desk.ports import EventSummary, KeptEvent, Summary
from scorepad.desk.undoing import event_steps
from scorepad.events.effects import effect_texts
from scorepad.events.entries import (
    EventAmend,
    EventEntry,
    EventHead,
    EventSetup,
    How,
    Pairing,
    Release,
    RoundEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.events.event import Event, reload
from scorepad.events.eventfile import read_event, write_event
from scorepad.events.gate import rules_given
from scorepad.events.join import join_events
from scorepad.events.pair_again import paired_again
from scorepad.events.proposal import Proposal, propose
from scorepad.events.register import Planned
from scorepad.events.results import MatchResult, match_id, match_result
from scorepad.spades.entries import Head, Restore, Setup, Strike, Team
from scorepad.spades.library import Library
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

SHORTEST = 4
"""This many characters of an event's id are enough, if no other id begins with them."""


class RecordedEntry(msgspec.Struct, frozen=True):
    """Tells what was appended to an event (or would be), the warnings, and what changes in rounds
    that are released."""

    entry: EventEntry
    warnings: tuple[Text, ...] = ()
    effects: tuple[Text, ...] = ()


def summarize_event(event: Event, changed: datetime | None = None) -> EventSummary:
    """Return what a list shows of an event."""
    register = event.register
    rules = register.head.rules
    return EventSummary(
        id=event.id,
        name=register.head.name,
        place=register.head.place,
        date=register.head.date,
        rules=rules if isinstance(rules, str) else str(rules.get("id", "")),
        teams=len(register.teams),
        rounds=sum(planned.released is not None for planned in register.rounds.values()),
        entries=len(event.log),
        changed=changed,
    )


def summary_of_event(kept: KeptEvent, library: Library) -> EventSummary:
    """Return the summary of an event as it is kept, to rebuild the list; raises `Refused`."""
    return summarize_event(reload(kept.head, kept.log, library, id=kept.id))


class EventDesk:
    """Opens, lists and imports events, which are kept beside the matches of this desk."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        self.keeper = desk.keeper

    def events(self) -> list[EventSummary]:
        """Return the events, newest change first."""
        return self.keeper.events()

    def start(self, head: EventHead) -> EventTable:
        """Start a new event and keep it; raises `Refused`."""
        if head.rules:
            self.desk.library.resolve(head.rules)
        return self._create(Event(head, self.desk.library, id=self.desk.new_id()))

    def take_in(self, data: bytes, where: str) -> EventTable:
        """Import an event file: it becomes a new event, or its entries join the event that is kept
        under the same id. The same file twice changes nothing. Raises `Refused`, naming `where`."""
        theirs = read_event(data, self.desk.library, where=where)
        if all(each.id != theirs.id for each in self.keeper.events()):
            return self._create(theirs)
        table = self.open(theirs.id)
        table.take_in(theirs)
        return table

    def _create(self, event: Event) -> EventTable:
        with self.keeper.transaction():
            kept = KeptEvent(event.id, event.first_head, event.log)
            self.keeper.create_event(kept, summarize_event(event, self.desk.now()))
            table = EventTable(self, event)
            table.follow()
            for planned in event.register.rounds.values():
                if planned.released is not None:
                    table.open_matches(planned, "")
        return table

    def open(self, asked: str) -> EventTable:
        """Return an event by its id, the beginning of its id, or its name; raises `Refused`."""
        kept = self.keeper.load_event(self._id_of(asked))
        event = reload(kept.head, kept.log, self.desk.library, id=kept.id)
        table = EventTable(self, event)
        table.follow()
        return table

    def _id_of(self, asked: str) -> str:
        known = self.keeper.events()
        for found in (
            [each for each in known if each.id == asked.lower()],
            [each for each in known if each.name and name_key(each.name) == name_key(asked)],
            [
                each
                for each in known
                if len(asked) >= SHORTEST and each.id.startswith(asked.lower())
            ],
        ):
            if len(found) > 1:
                raise Refused(
                    T(
                        "{n} events are called or begin with “{asked}”; say the id of one",
                        n=len(found),
                        asked=asked[:60],
                    )
                )
            if found:
                return found[0].id
        raise Refused(T("there is no event “{asked}”", asked=asked[:60]))


class EventTable:
    """Records the entries of one open event and opens its matches. `EventDesk` makes it."""

    def __init__(self, desk: EventDesk, event: Event) -> None:
        self.event = event
        self._desk = desk
        self._keeper = desk.keeper

    def follow(self) -> None:
        """Read the results that the event's matches have by now."""
        ids = {match_id(self.event.id, pairing) for pairing in self.event.register.drawn}
        found = {
            summary.id: self._result(summary)
            for summary in self._keeper.summaries()
            if summary.id in ids
        }
        self.event = self.event.given(found, self._desk.desk.now())

    def _result(self, summary: Summary) -> MatchResult:
        """Return the result that a match's summary states."""
        begun = summary.hands > 0 or summary.status == "over"
        if summary.status != "over" or summary.reason == "abandoned":
            return MatchResult(begun=begun, score=summary.score)
        if summary.bags_taken is None:
            return match_result(self._desk.desk.read(summary.id))
        how: How = "forfeit" if summary.reason == "forfeit" else "played"
        return MatchResult(
            begun=begun,
            how=how,
            winner=summary.winner,
            score=summary.score,
            bags=summary.bags_taken,
            moved=summary.moved,
            signed=all(summary.signed),
        )

    def propose(self, stage: str | None = None, *, with_open: bool = False) -> Proposal:
        """Return the next round as an entry that can be recorded; raises `Refused`."""
        return propose(self.event.overview, stage, with_open=with_open)

    def give_out(self) -> bytes:
        """Return the event file."""
        return write_event(self.event)

    # Recording.

    def preview(self, entry: EventEntry) -> RecordedEntry:
        """Return what recording this entry would bring; raises `Refused` where `record` would."""
        return self._checked(self.event, entry)[1]

    def suppose(self, entry: EventEntry) -> RecordedEntry:
        """Do as `preview`, and go on as if the entry had been recorded; nothing is kept."""
        self.event, recorded = self._checked(self.event, entry)
        return recorded

    def record(self, entry: EventEntry) -> RecordedEntry:
        """Append an entry, with the matches that it opens or changes; it is durable when this
        returns. Raises `Refused`, and then nothing has changed."""
        return self.record_together([entry])[0]

    def record_together(self, entries: Sequence[EventEntry]) -> list[RecordedEntry]:
        """Append several entries as one step: all of them are kept, or none is."""
        before = after = self.event
        recorded: list[RecordedEntry] = []
        step = None
        for entry in entries:
            after, made = self._checked(after, replace(entry, step=entry.step or step))
            recorded.append(made)
            step = step or made.entry.id
        try:
            with self._keeper.transaction():
                summary = summarize_event(after, self._desk.desk.now())
                stamped = [each.entry for each in recorded]
                self._keeper.append_event(after.id, stamped, summary, after=len(before.log))
                self.event = after
                for each in stamped:
                    why = each.why if isinstance(each, EventAmend | Strike) else ""
                    for planned in self._touched(each):
                        self.open_matches(planned, why)
        except BaseException:
            self.event = before
            raise
        return recorded

    def undo_name(self) -> Text | None:
        """Return what `undo` would take back; None when there is nothing."""
        step = event_steps(self.event)[0]
        return None if step is None else step.name(self.event)

    def undo(self) -> list[RecordedEntry]:
        """Take the latest step back; raises `Refused`."""
        step = event_steps(self.event)[0]
        if step is None:
            raise Refused(T("there is nothing to undo in this event"))
        return self.record_together(step.back())

    def redo(self) -> list[RecordedEntry]:
        """Take the step again that was undone last; raises `Refused`."""
        step = event_steps(self.event)[1]
        if step is None:
            raise Refused(
                T(
                    "there is nothing to redo; redo brings back what was undone last, "
                    "as long as nothing else was recorded since"
                )
            )
        return self.record_together(step.again())

    def pair_again(self, number: int, why: str, *, begun: bool = False) -> EventAmend:
        """Return the entry that pairs a round again after a correction: the matches that have not
        begun, with `begun` also those that have, under new pairing ids. Raises `Refused`."""
        entry = self.event.register.rounds[number].entry
        to = paired_again(self.event.overview, number, begun=begun)
        return EventAmend(entry=entry.id or "", to=to, why=why)

    def _checked(self, event: Event, entry: EventEntry) -> tuple[Event, RecordedEntry]:
        """Return the event with one more entry, stamped, and what it brings; raises `Refused`."""
        desk = self._desk.desk
        now = desk.now()
        stamped = replace(
            entry,
            id=entry.id or next_id(now, latest(each.id for each in event.log)),
            at=entry.at or now,
            by=entry.by or desk.by() or None,
        )
        after, warnings = event.checked(stamped)
        effects = tuple(effect_texts(event.overview, after.overview))
        return after, RecordedEntry(stamped, warnings, effects)

    def take_in(self, theirs: Event) -> None:
        """Join another log of this event; raises `Refused`."""
        joined = join_events(self.event, theirs)
        if joined.log == self.event.log:
            return
        with self._keeper.transaction():
            self._keeper.arrange_event(
                joined.id, joined.log, summarize_event(joined, self._desk.desk.now())
            )
            self.event = joined
            for planned in joined.register.rounds.values():
                if planned.released is not None:
                    self.open_matches(planned, "")
        self.follow()

    # The matches of a round.

    def _touched(self, entry: EventEntry) -> Iterator[Planned]:
        """Return the released rounds whose matches an entry opens or changes: its own round; the
        rounds of a team that it renames; all of them where it changes the event's name or rule
        set."""
        while isinstance(entry, EventAmend | Strike | Restore):
            entry = self.event.raw(entry.entry)
        for planned in self.event.register.rounds.values():
            if planned.released is not None and (
                (isinstance(entry, Release | RoundEntry) and entry.round == planned.entry.round)
                or (isinstance(entry, TeamEntry) and entry.team in planned.teams)
                or isinstance(entry, EventSetup | StageEntry)
            ):
                yield planned

    def open_matches(self, planned: Planned, why: str) -> None:
        """Open the matches of a released round. One that is open and has no hand yet is changed to
        what the round now says, with the reason `why`."""
        desk = self._desk.desk
        for pairing in planned.entry.pairings:
            its_id = match_id(self.event.id, pairing.pairing)
            head = self._head(planned.entry, pairing)
            if not self._keeper.has(its_id):
                desk.start(head, match_id=its_id)
                desk.close(its_id)
                continue
            with desk.visit(its_id) as table:
                match = table.match
                changed = {
                    name: getattr(head, name)
                    for name in ("event", "round", "table", "scheduled", "teams")
                    if getattr(head, name) != getattr(match.head, name)
                }
                if desk.library.resolve(head.rules) != match.base_rules:
                    changed["rules"] = head.rules
                if changed and not match.board.hands and not match.board.over:
                    table.record(Setup(why=why or "pairing changed", **changed))

    def _head(self, entry: RoundEntry, pairing: Pairing) -> Head:
        """Return the head of a pairing's match."""
        register = self.event.register
        one, other = (register.teams[team] for team in pairing.teams)
        return Head(
            rules=rules_given(self.event.overview, entry),
            event=register.head.name,
            round=str(entry.round),
            table=pairing.table,
            scheduled=entry.start,
            teams=(Team(one.name, one.lineup), Team(other.name, other.lineup)),
        )
