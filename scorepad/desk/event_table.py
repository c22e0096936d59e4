"""One open event: what is recorded in it, with the matches that this opens, changes or archives.

A release opens its matches in the same transaction. Results are read from the list of matches, so
that nothing is stated twice.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

import msgspec
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.draft import Draft
from scorepad.desk.exporting import matches_of_event
from scorepad.desk.ids import next_id
from scorepad.desk.ports import DamagedMatch, Summary
from scorepad.desk.summary import summarize_event
from scorepad.desk.undoing import Step, moved, steps_of
from scorepad.events.effects import effect_texts, effects, paired_again
from scorepad.events.entries import (
    EventAmend,
    EventEntry,
    EventSetup,
    How,
    Pairing,
    Release,
    RoundEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.events.event import Event, reload
from scorepad.events.eventfile import join_events, write_event
from scorepad.events.gate import rules_given
from scorepad.events.proposal import Proposal, propose
from scorepad.events.register import Planned
from scorepad.events.results import MatchResult, match_id, match_result
from scorepad.spades.entries import Head, Restore, Setup, Strike, Team, latest_id
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text, listed


class RecordedEntry(msgspec.Struct, frozen=True):
    """Tells what was appended to an event (or would be), the warnings, and what changes in rounds
    that are released."""

    entry: EventEntry
    warnings: tuple[Text, ...] = ()
    effects: tuple[Text, ...] = ()


def event_steps(event: Event) -> tuple[Step | None, Step | None]:
    """Return the step of an event that undo would take back, and the one that redo would bring
    again."""
    done: list[Step] = []
    undone: list[Step] = []
    for step in steps_of(event.log):
        if not moved(step, done, undone):
            done.append(step)
            undone.clear()
    return done[-1] if done else None, undone[-1] if undone else None


def _named(event: Event, step: Step | None) -> Text | None:
    """Return the name of a step, such as "release of round 2"."""
    if step is None:
        return None
    return listed([event.name(entry.id or "") for entry in step.entries[:3]])


class EventTable:
    """Records the entries of one open event and opens its matches. `EventDesk` makes it."""

    def __init__(self, desk: Desk, event: Event) -> None:
        self.event = event
        self.draft = Draft(desk.keeper, event.id)
        """What is typed of this event and not recorded."""
        self._desk = desk
        self._keeper = desk.keeper

    def follow(self) -> None:
        """Read what other programs recorded, and the results that the matches have by now; raises
        `Refused`."""
        kept = self._keeper.load_event(self.event.id)
        if [each.id for each in kept.log] != [each.id for each in self.event.log]:
            self.event = reload(kept.head, kept.log, self._desk.library, id=kept.id)
        self.event = self._given()

    def _given(self) -> Event:
        """Return the event with the results that its matches have by now."""
        event, now = self.event, self._desk.now()
        ids = {match_id(event.id, pairing) for pairing in event.pairing_ids}
        recent = self._keeper.recent(now, ids)
        found = {each.id: self._result(each) for each in recent if each.id in ids}
        for archived in filter(self._keeper.has, ids - found.keys()):
            with suppress(Refused):  # it says so itself
                found[archived] = match_result(self._desk.read(archived))
        return event.given(found, now)

    def _result(self, summary: Summary) -> MatchResult:
        """Return the result that a match's summary states."""
        begun = summary.hands > 0 or summary.status == "over"
        if summary.status != "over" or summary.reason == "abandoned":
            return MatchResult(begun=begun, score=summary.score)
        if summary.bags_taken is None:
            try:
                return match_result(self._desk.read(summary.id))
            except DamagedMatch:
                return MatchResult(begun=True, score=summary.score)  # the keeper names it
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

    def look_at(self, pairing: str) -> None:
        """Read the match of a pairing, for results come from the list; where it is damaged, the
        keeper says so, and `doubtful` does."""
        with suppress(Refused):
            self._desk.read(match_id(self.event.id, pairing))

    def doubtful(self, pairing: str) -> bool:
        """Return whether the match of a pairing was found not as it was recorded."""
        return match_id(self.event.id, pairing) in self._desk.doubts

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

    def record_together(
        self, entries: Sequence[EventEntry], draft: str | None = None
    ) -> list[RecordedEntry]:
        """Append several entries as one step: all of them are kept, or none is. `draft` is kept as
        the event's draft in the same transaction; None leaves it as it is."""
        before, after = self.event, self._given()  # a table may have begun since `follow`
        recorded: list[RecordedEntry] = []
        step = None
        for entry in entries:
            after, made = self._checked(after, replace(entry, step=entry.step or step))
            recorded.append(made)
            step = step or made.entry.id
        try:
            with self._keeper.transaction():
                summary = summarize_event(after, self._desk.now())
                stamped = [each.entry for each in recorded]
                self._keeper.append(after.id, stamped, summary, after=len(before.log), draft=draft)
                self.event = after
                self._archive(before)
                for each in stamped:
                    why = each.why if isinstance(each, EventAmend | Strike) else ""
                    for planned in self._touched(each):
                        self.open_matches(planned, why)
        except BaseException:
            self.event = before
            raise
        if draft is not None:
            self.draft.recorded(draft)
        return recorded

    def undo_name(self) -> Text | None:
        """Return what `undo` would take back; None when there is nothing."""
        return _named(self.event, event_steps(self.event)[0])

    def redo_name(self) -> Text | None:
        """Return what `redo` would bring back; None when there is nothing."""
        return _named(self.event, event_steps(self.event)[1])

    def undo(self) -> list[RecordedEntry]:
        """Take the latest step back; raises `Refused`."""
        step = event_steps(self.event)[0]
        if step is None:
            raise Refused("there is nothing to undo in this event")
        return self.record_together(step.back())

    def redo(self) -> list[RecordedEntry]:
        """Take the step again that was undone last; raises `Refused`."""
        step = event_steps(self.event)[1]
        if step is None:
            raise Refused(
                "there is nothing to redo; redo brings back what was undone last, "
                "as long as nothing else was recorded since"
            )
        return self.record_together(step.again())

    def with_rounds_again(self, entry: EventEntry, why: str, *, begun: bool) -> list[EventEntry]:
        """Return an entry that corrects a result, and those that pair again the rounds that would
        now be made otherwise: the matches that have not begun, with `begun` also those that have,
        under new pairing ids. Raises `Refused`."""
        after = self._checked(self.event, entry)[0]
        return [entry, *self._rounds_again(self.event, after, why, begun=begun)]

    def rounds_again(self, before: Event, why: str, *, begun: bool) -> list[EventEntry]:
        """Do as `with_rounds_again` where a match's result is corrected already; `before` is the
        event as it was then."""
        return self._rounds_again(before, self.event, why, begun=begun)

    def _rounds_again(
        self, before: Event, after: Event, why: str, *, begun: bool
    ) -> list[EventEntry]:
        made: list[EventEntry] = []
        done = 0
        # A round that is paired again may change what the rounds after it were made from.
        while found := effects(before.overview, after.overview, later_than=done):
            done = found[0].round
            with suppress(Refused):
                planned = after.register.rounds[done]
                to = paired_again(after.overview, done, begun=begun)
                amend = EventAmend(entry=planned.entry.id or "", to=to, why=why)
                after = self._checked(after, amend)[0]
                made.append(amend)
        return made

    def _checked(self, event: Event, entry: EventEntry) -> tuple[Event, RecordedEntry]:
        """Return the event with one more entry, stamped, and what it brings; raises `Refused`."""
        desk, now = self._desk, self._desk.now()
        stamped = replace(
            entry,
            id=entry.id or next_id(now, latest_id(each.id for each in event.log)),
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
        before = self.event
        with self._keeper.transaction():
            summary = summarize_event(joined, self._desk.now())
            self._keeper.arrange(joined.id, joined.log, summary)
            self.event = joined
            self._archive(before)
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

    def _archive(self, before: Event) -> None:
        """Archive the matches of pairings that are not released any more; bring those back that are
        again."""
        was, now = map(set, map(matches_of_event, (before, self.event)))
        for its_id in filter(self._keeper.has, was ^ now):
            self._keeper.set_aside(its_id, its_id in was)

    def open_matches(self, planned: Planned, why: str) -> None:
        """Open the matches of a released round. One that is open and has no hand yet is changed to
        what the round now says, with the reason `why`."""
        desk = self._desk
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
