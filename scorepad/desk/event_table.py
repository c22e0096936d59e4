"""One open event: its entries, and the matches that they open, change or archive.

A release opens its matches in the same transaction. Results are read from the list of matches, so
that nothing is stated twice.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Sequence
from contextlib import suppress
from datetime import datetime

import msgspec
from msgspec import UNSET
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.exporting import matches_of_event
from scorepad.desk.open_log import EntryBatch, OpenLog
from scorepad.desk.places import LONGEST_DAY, day_of_play, table_key
from scorepad.desk.ports import OutcomeUnknown
from scorepad.desk.reading import is_behind_kept_log, read_kept_event
from scorepad.desk.result_correction import ResultCorrection
from scorepad.events.calendar import Calendar, propose_calendar
from scorepad.events.combined import EventOutcome, outcome_of_event
from scorepad.events.decisions import Decision, list_decisions
from scorepad.events.division import divisions_to_pair
from scorepad.events.entries import (
    CheckIn,
    EventAmend,
    EventEntry,
    Pairing,
    Release,
    RoundEntry,
    StageEntry,
    TeamConductMark,
    TeamEntry,
)
from scorepad.events.entry_kinds import EVENT_ENTRY_KINDS
from scorepad.events.event import Event, event_status_of
from scorepad.events.eventfile import embed_rules_in_event_entry, encode_event_file, join_events
from scorepad.events.gate import agreed_of_round, rules_of_round
from scorepad.events.proposal import Proposal, propose_round
from scorepad.events.register import PlannedRound
from scorepad.events.results import match_id_of_pairing
from scorepad.events.status import EventStatus, Statements
from scorepad.events.warning import warnings_of_round
from scorepad.spades.contested import contested_part, with_contested_part
from scorepad.spades.entries import (
    CHANGED_BY_HAND,
    DISCARDED,
    PAIRING_CHANGED,
    Common,
    Head,
    HeadChange,
    LaptopTakeover,
    Strike,
    Team,
)
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused
from scorepad.spades.status import status_of
from scorepad.spades.words import N, T, Text, join_parts, join_with_commas


class RecordedEventEntry(msgspec.Struct, frozen=True):
    """An entry that was appended to an event (or would be), its warnings, and the correction
    that its step makes."""

    entry: EventEntry
    warnings: tuple[Text, ...]
    correction: ResultCorrection

    @property
    def effects(self) -> tuple[Text, ...]:
        """Return sentences about the changes of its step in released rounds."""
        return self.correction.effects


class EventBatch(EntryBatch[Event]):
    """Entries on their way into an event, each with its warnings."""

    def __init__(
        self,
        log: Event,
        now: datetime,
        by: str,
        requested: tuple[EventEntry, ...],
        warn_of_tables: Callable[[RoundEntry], tuple[Text, ...]],
        hold: LaptopTakeover | None = None,
    ) -> None:
        """Stamp and fold the entries that are `requested`, each once, after the `hold` by which
        this laptop becomes the holder; raises `Refused`. `warn_of_tables` returns the warnings
        about the tables of a round that is released."""
        super().__init__(log, now, by, requested)
        self._warn_of_tables = warn_of_tables
        self._before, self._requested = log, requested
        self._warnings: list[tuple[Text, ...]] = []
        if hold is not None:
            stamped: EventEntry = self.stamp(hold)  # type: ignore[assignment]
            self.note_entry(log.append(stamped), stamped)
        self._hold_count = len(self.entries)
        for entry in requested:
            self._add(entry)

    @property
    def recorded_entries(self) -> list[RecordedEventEntry]:
        """Return each entry with its warnings."""
        correction = ResultCorrection(self._before, self.log, self._requested)
        each = zip(self.entries[self._hold_count :], self._warnings, strict=True)
        return [RecordedEventEntry(entry, warnings, correction) for entry, warnings in each]

    def _add(self, entry: EventEntry) -> None:
        day = day_of_play(entry.at or self._now).isoformat()
        if isinstance(entry, CheckIn | RoundEntry) and not entry.date:
            entry = replace(entry, date=day)
        if isinstance(entry, EventAmend):
            _refuse_new_player_without_reason(self.log, entry, day)
        whole = embed_rules_in_event_entry(
            add_team_entry_id_to_check_in_or_mark(self.log, entry), self.log.library
        )
        stamped: EventEntry = self.stamp(whole, is_requested=True)  # type: ignore[assignment]
        after, warnings = self.log.append_with_warnings(stamped)
        self.note_entry(after, stamped)
        if isinstance(stamped, Release):
            entry = after.register.rounds[stamped.round].entry
            warnings = (*warnings, *self._warn_of_tables(entry))
        self._warnings.append(warnings)


def _refuse_new_player_without_reason(event: Event, amend: EventAmend, day: str) -> None:
    register = event.register
    freeze = register.head.roster_freeze
    if not freeze or day <= freeze or not isinstance(amend.to, TeamEntry):
        return
    before = register.teams.get(amend.to.team)
    known = {name_key(each) for each in before.players} if before is not None else set()
    new = [each for each in amend.to.players if each.strip() and name_key(each) not in known]
    if before is not None and new and amend.why.strip() in ("", CHANGED_BY_HAND):
        raise Refused(
            "rosters are frozen after {day}; enter a reason for adding {player} to {team}",
            day=freeze,
            player=new[0],
            team=register.team_name(before.team),
        )


def add_team_entry_id_to_check_in_or_mark(event: Event, entry: EventEntry) -> EventEntry:
    """Return a check-in or mark with the entry of the team that it is about."""
    if isinstance(entry, CheckIn | TeamConductMark) and entry.entry is None:
        entrant = event.register.teams.get(entry.team)
        if entrant is not None:
            return replace(entry, entry=entrant.entry)
    return entry


class EventTable(OpenLog[Event]):
    """Records the entries of one open event and opens its matches. `EventDesk` makes it."""

    _nothing_to_undo = T("there is nothing to undo in this event")

    def __init__(self, desk: Desk, event: Event) -> None:
        super().__init__(event, desk.keeper, desk.changes, desk.laptop_name)
        self._desk = desk
        self._others: dict[str, tuple[Event, EventOutcome]] = {}
        desk.open_events.add(self)

    @property
    def event(self) -> Event:
        return self._log

    @property
    def round_texts(self) -> Statements:
        """Return the names of the rounds of its matches, as statements."""
        return self.event.round_texts

    def now(self) -> datetime:
        return self._desk.now()

    def follow_other_programs(self) -> None:
        """Read the entries of other programs and the present results of the matches; raises
        `Refused`."""
        event_log = self._keeper.load_event(self.id)
        if is_behind_kept_log(self.event, event_log):
            self._log = read_kept_event(event_log, self._desk.library)
        self._log = event = self._with_results(self.event)
        if event.register.combined:
            self._log = event.with_results(event.matches, others=self._read_others())

    def _read_others(self) -> dict[str, EventOutcome]:
        """Return the outcomes of the other events that combined tables name, as far as they are
        here."""
        here = {each.id for each in self._keeper.events()}
        read: dict[str, tuple[Event, EventOutcome]] = {}
        for event_id in sorted(self.event.register.named_events & here - {self.id}):
            with suppress(Refused):  # its own page reports it
                log, known = self._keeper.load_event(event_id), self._others.get(event_id)
                if known is not None and is_behind_kept_log(known[0], log):
                    known = None
                before = known[0] if known else read_kept_event(log, self._desk.library)
                event = self._with_results(before)
                # The outcome of an event changes only with an entry in it or in its matches.
                is_same = known is not None and known[1].teams and event.matches == before.matches
                outcome = known[1] if known and is_same else outcome_of_event(event.overview)
                read[event_id] = event, outcome
        self._others = read
        return {event_id: outcome for event_id, (_, outcome) in read.items()}

    def _read_stored_ids(self) -> set[str | None]:
        return {each.id for each in self._keeper.load_event(self.id).log}

    def _status(self, log: Event) -> EventStatus:
        return event_status_of(log, self.now())

    def _name_entries(self, entries: Sequence[Common]) -> Text:
        return join_with_commas([self.event.name(entry.id or "") for entry in entries[:3]])

    def _record_step(
        self,
        entries: Sequence[EventEntry],
        draft: str | None = None,
        initiator: object = None,  # noqa: ARG002  # an event has no listeners
    ) -> list[RecordedEventEntry]:
        return self.record_together(entries, draft)

    def _with_results(self, event: Event) -> Event:
        """Return an event with the results that its matches have by now."""
        now = self._desk.now()
        ids = set(event.match_id_by_pairing.values())
        recent = self._keeper.changed_or_scheduled(now, ids)
        results = {each.id: each for each in recent if each.id in ids}
        for archived in filter(self._keeper.has, ids - results.keys()):
            with suppress(Refused):  # its own page reports it
                results[archived] = status_of(self._desk.read(archived))
        return event.with_results(results, now)

    def list_events(self) -> list[EventStatus]:
        """Return all events that are kept, newest change first."""
        return self._keeper.events()

    @property
    def today(self) -> str:
        """The day of play that it is now, such as "2027-03-14"."""
        return day_of_play(self.now()).isoformat()

    def propose_next_round(
        self,
        stage: str | None = None,
        *,
        count_open_as_ties: bool = False,
        absent: Collection[str] | None = None,
        event: Event | None = None,
    ) -> Proposal:
        """Return the next round of an event (None: this one as it is) as an entry that can be
        recorded, without the teams that are `absent` (None: those that aren't here); raises
        `Refused`."""
        return propose_round(
            (event or self.event).overview,
            stage,
            count_open_as_ties=count_open_as_ties,
            day=self.today,
            absent=absent,
            busy_tables=self.tables_of_others(),
        )

    def propose_wave(self) -> list[Proposal]:
        """Return the next round of each division that is next; raises `Refused` if none can be
        paired."""
        stages = divisions_to_pair(self.event.overview)
        if not stages:
            raise Refused("no division has another round to play")
        event, proposals = self.event, list[Proposal]()
        for stage in stages:
            proposal = self.propose_next_round(stage, event=event)
            event = self._batch(event, [proposal.entry]).log
            proposals.append(proposal)
        return proposals

    def propose_calendar(self) -> Calendar:
        """Return the dates, times and tables of the round robins from today on; raises
        `Refused`."""
        return propose_calendar(self.event.overview, self.today)

    def propose_draft_again(self, planned: PlannedRound, absent: Collection[str]) -> EventAmend:
        """Return the correction that pairs a draft again, without the teams that are `absent`;
        raises `Refused`."""
        draft = planned.entry
        without = self._batch(self.event, [Strike(entry=draft.id or "", why=DISCARDED)]).log
        proposal = self.propose_next_round(
            draft.stage, count_open_as_ties=True, absent=absent, event=without
        )
        again = replace(
            proposal.entry, round=draft.round, start=draft.start, rules=draft.rules, date=draft.date
        )
        return EventAmend(entry=draft.id or "", to=again, why=CHANGED_BY_HAND)

    def tables_of_others(self) -> set[str]:
        """Return the tables (their keys) at which others play today, or will by the rounds that
        other events propose."""
        own = {*map(self.event.match_id, self.event.register.drawn)}
        matches_by_table = self._desk.unfinished_matches_today_by_table().items()
        busy = {
            table
            for table, matches in matches_by_table
            if any(each.id not in own for each in matches)
        }
        for status in self._keeper.events():
            is_recent = status.changed is None or status.changed >= self.now() - LONGEST_DAY
            if status.id == self.id or not is_recent:
                continue
            with suppress(Refused):  # its own page reports it
                other = read_kept_event(self._keeper.load_event(status.id), self._desk.library)
                for planned in other.register.drafts:
                    if planned.entry.date in ("", self.today):
                        busy |= {table_key(each.table) for each in planned.pairings}
        return busy

    def release_warnings_still_in_force(self, planned: PlannedRound) -> tuple[Text, ...]:
        """Return the warnings about a released round that still hold."""
        has_result, entry = self.event.overview.has_result, planned.entry
        to_play = tuple(each for each in entry.pairings if not has_result(each))
        tables = self._warn_of_tables(replace(entry, pairings=to_play))
        return (*warnings_of_round(self.event.overview, planned), *tables)

    def list_decisions(self) -> list[Decision]:
        """Return the rulings, forfeits, penalties, corrections and marks of the day, without
        matches that can't be read."""
        matches = []
        for match_id in matches_of_event(self.event):
            with suppress(Refused):
                matches.append(self._desk.read(match_id))
        return list_decisions(self.event, matches)

    def export_event_file(self) -> bytes:
        return encode_event_file(self.event)

    # Recording.

    def preview(self, entry: EventEntry) -> RecordedEventEntry:
        """Return the effects of recording this entry; raises `Refused` if `record` would."""
        return self._batch(self.event, [entry]).recorded_entries[0]

    def apply_without_storing(self, entry: EventEntry) -> RecordedEventEntry:
        """Do as `preview`, and go on as if the entry had been recorded; nothing is kept."""
        batch = self._batch(self.event, [entry])
        self._log = batch.log
        return batch.recorded_entries[0]

    def _batch(
        self, event: Event, entries: Sequence[EventEntry], *, may_hold: bool = False
    ) -> EventBatch:
        requested = tuple(entries)
        self._refuse_unknown_events(requested)
        hold = self._find_hold(requested) if may_hold or self.event.holder is not None else None
        return EventBatch(event, self.now(), self._desk.by(), requested, self._warn_of_tables, hold)

    def _refuse_unknown_events(self, entries: Sequence[EventEntry]) -> None:
        """Raise for an event that is not here, and that no combined table names yet."""
        named = {
            event_id
            for each in entries
            for stage in (each.to if isinstance(each, EventAmend) else each,)
            if isinstance(stage, StageEntry)
            for event_id in stage.events
        }
        named -= self.event.register.named_events
        if unknown := named - {each.id for each in self._keeper.events()} if named else ():
            raise Refused("Scorepad can't find the event “{asked}”", asked=min(unknown)[:60])

    def _warn_of_tables(self, entry: RoundEntry) -> tuple[Text, ...]:
        in_use = self._desk.unfinished_matches_today_by_table()
        busy = []
        for pairing in entry.pairings:
            own = match_id_of_pairing(self.event.id, entry, pairing.pairing)
            others = [each for each in in_use.get(table_key(pairing.table), ()) if each.id != own]
            for each in others[:1]:
                names = join_parts((name or "–" for name in each.teams), " – ")
                where = join_parts((names, each.event), ", ")
                busy.append(T("{table} ({match})", table=pairing.table, match=where))
        if not busy:
            return ()
        return (
            N(
                "{n} table is in use by another match: {tables}",
                "{n} tables are in use by other matches: {tables}",
                len(busy),
                tables=join_with_commas(busy),
            ),
        )

    def record(self, entry: EventEntry) -> RecordedEventEntry:
        """Append an entry, with the matches that it opens or changes; it is durable when this
        returns. Raises `Refused`, and then nothing has changed."""
        return self.record_together([entry])[0]

    def record_together(
        self, entries: Sequence[EventEntry], draft: str | None = None
    ) -> list[RecordedEventEntry]:
        """Append several entries as one step: all of them are kept, or none is. `draft` is kept as
        the event's draft in the same transaction; None leaves it as it is.

        Where it raises `OutcomeUnknown`, the same entries the next time are looked for and, where
        they are not there, kept under the same ids."""
        batch, is_kept = self._uncertain_batch()
        if batch is not None and batch.requested == tuple(entries):
            assert isinstance(batch, EventBatch)
            if is_kept:
                self.follow_other_programs()
            else:
                self._store_batch(batch, draft)
            return batch.recorded_entries
        # A table may have begun since `follow_other_programs`.
        new = self._batch(self._with_results(self.event), entries, may_hold=True)
        self._store_batch(new, draft)
        return new.recorded_entries

    def _store_batch(self, batch: EventBatch, draft: str | None) -> None:
        before = self.event
        try:
            with self._changes.transaction():
                self._append(batch, draft)
                self._log = batch.log
                self._archive(before)
                for each in batch.entries:
                    why = each.why if isinstance(each, EventAmend | Strike) else ""
                    self.open_or_update_matches(self._rounds_touched_by(each), why)
        except BaseException as error:
            if self._log is batch.log:
                self._log = before
            if isinstance(error, OutcomeUnknown):
                self._uncertain = batch
            raise
        if draft is not None:
            self.draft.mark_recorded(draft)

    def add_entries_of_other_copy(self, theirs: Event) -> None:
        """Add the entries of another log of this event; raises `Refused`."""
        before, merged = self.event, join_events(self.event, theirs)
        known = set(before.ids_of_all_versions)
        new = [each for each in merged.entries_of_all_versions if each.id not in known]
        if not new:
            return
        try:
            with self._changes.transaction():
                self._keeper.add_missing_entries(self.id, new, self._status(merged))
                self._log = merged
                self._archive(before)
                self.open_or_update_matches(merged.register.released_rounds, "")
        except BaseException:
            self._log = before
            raise
        self.follow_other_programs()

    # The matches of a round.

    def _rounds_touched_by(self, entry: EventEntry) -> list[PlannedRound]:
        about, rounds = self.event.find_corrected(entry), self.event.register.released_rounds
        if about is None:
            return []
        is_changing = EVENT_ENTRY_KINDS[type(about)].is_changing_matches
        return [each for each in rounds if is_changing(about, each)]

    def _archive(self, before: Event) -> None:
        was, now = map(set, map(matches_of_event, (before, self.event)))
        for its_id in filter(self._keeper.has, was ^ now):
            self._keeper.archive(its_id, its_id in was)

    def open_or_update_matches(
        self, rounds: Iterable[PlannedRound], why_changed: str, *, may_open: bool = True
    ) -> None:
        """Open the matches of released rounds, if it `may_open` them. One that is open and has no
        hand yet is changed to the present round, with the reason `why_changed`."""
        for planned, pairing in ((each, one) for each in rounds for one in each.pairings):
            its_id = self.event.match_id_by_pairing[pairing.pairing]
            if self._keeper.has(its_id):
                self._change_match(its_id, planned, pairing, why_changed)
            elif may_open:
                self._desk.start(self._head(planned, pairing), match_id=its_id)
                self._desk.close(its_id)

    def update_matches_held_by_this_laptop(self) -> None:
        """Write the released rounds into the matches that this laptop holds; raises `Refused`."""
        self.open_or_update_matches(self.event.register.released_rounds, "", may_open=False)

    def _change_match(
        self, match_id: str, planned: PlannedRound, pairing: Pairing, why: str
    ) -> None:
        """Change a match without a hand to its present round. One that another laptop holds, or
        that waits for a holder, is changed by that."""
        desk, head = self._desk, self._head(planned, pairing)
        is_agreed = agreed_of_round(self.event.overview, planned.entry) is not UNSET
        with desk.open_briefly(match_id) as table:
            match = table.match
            if match.board.hands or match.board.is_over or not table.may_record_automatically:
                return
            changed = {
                name: getattr(head, name)
                for name in ("event", "round", "table", "scheduled", "teams")
                if getattr(head, name) != getattr(match.head, name)
            }
            rules = desk.library.resolve(head.rules)
            if rules != match.base_rules:
                changed["rules"] = head.rules
            chosen = contested_part(match.head.agreed, rules)
            if is_agreed and chosen != head.agreed:
                changed["agreed"] = with_contested_part(match.head.agreed, head.agreed, rules)
            if changed:
                table.record(HeadChange(why=why or PAIRING_CHANGED, **changed))

    def _head(self, planned: PlannedRound, pairing: Pairing) -> Head:
        register, entry = self.event.register, planned.entry
        overview = self.event.overview
        one, other = (register.teams[team] for team in pairing.teams)
        rules = rules_of_round(overview, entry)
        agreed = agreed_of_round(overview, entry) or {}
        if agreed:
            agreed = contested_part(agreed, self._desk.library.resolve(rules))
        return Head(
            rules=rules,
            agreed=agreed,
            event=register.head.name,
            event_id=self.id,
            release=None if planned.released is None else self.event.log[planned.released].id,
            round=str(entry.round),
            table=pairing.table,
            scheduled=entry.start,
            teams=(
                Team(one.name, one.two_players_to_seat),
                Team(other.name, other.two_players_to_seat),
            ),
            first_dealer=None,
        )
