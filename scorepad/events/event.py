"""An event is a head and a log with its corrections, folded."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import Any, TypeAlias, cast

from msgspec.structs import replace

from scorepad.events import entries as kinds
from scorepad.events.combined import (
    CombinedTable,
    Outcomes,
    combine_outcomes,
    outcome_of_event,
)
from scorepad.events.entries import EventAmend, EventEntry, EventHead, Release, RoundEntry
from scorepad.events.entry_kinds import name_plain_entry
from scorepad.events.gate import refuse_always_unavailable, refuse_unappendable_event_entry
from scorepad.events.overview import Overview
from scorepad.events.register import Register, register_after_entry
from scorepad.events.results import NO_MATCH_RESULTS, match_id_of_pairing
from scorepad.events.standings import StageRow
from scorepad.events.status import (
    NOTHING_STATED,
    EventStatus,
    PairingStatement,
    Statements,
    statement_of,
    with_round_texts,
)
from scorepad.events.warning import warnings_about_entry
from scorepad.spades.entries import Restore, Strike
from scorepad.spades.entry_descriptions import name_correction
from scorepad.spades.gate import refuse_impossible_moment
from scorepad.spades.library import Library
from scorepad.spades.log import Log, as_amended
from scorepad.spades.naming import with_tidy_names
from scorepad.spades.order import Ordered
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus, log_facts
from scorepad.spades.words import T, Text

REMEMBERED_ENTRIES = 64
"""A correction of one of so many entries at the end of the log folds only those after it."""


class Event(Log[EventEntry]):
    """An immutable event.  `append` gives the next one; nothing else changes anything.

    `matches` has the status of the event's matches by id; `now` is the moment (UTC) by which open
    play may be over; `others` has the outcomes of the events that its combined tables name, as far
    as they are here.
    """

    __slots__ = (
        *("first_head", "library", "match_id_by_pairing", "matches", "now", "others", "overview"),
        "registers",
    )
    _COPIED = (*Log.__slots__, *__slots__)
    _AMEND = EventAmend

    id: str
    first_head: EventHead
    library: Library
    match_id_by_pairing: dict[str, str]
    """The match id of each pairing there ever was, also of those that a changed round has no more:
    none of them is used again once its match has begun."""
    matches: Mapping[str, MatchStatus]
    now: datetime | None
    others: Outcomes
    overview: Overview
    registers: tuple[Register, ...]
    """The register before each of the last entries, of the log as it now reads, and after them."""

    def __init__(
        self,
        head: EventHead,
        library: Library,
        *,
        id: str,
        matches: Mapping[str, MatchStatus] | None = None,
        now: datetime | None = None,
    ) -> None:
        """Make an event before its first entry; `id` is a UUID."""
        self._begin(id)
        self.first_head = head
        self.library = library
        self.matches = {} if matches is None else matches
        self.now = now
        self.others = {}
        self.match_id_by_pairing = {}
        self.registers = (Register(head=with_tidy_names(head)),)
        self._begin_overview()

    def _empty(self) -> Event:
        empty = Event(self.first_head, self.library, id=self.id, matches=self.matches, now=self.now)
        empty.others = self.others
        return empty

    def with_results(
        self,
        matches: Mapping[str, MatchStatus],
        now: datetime | None = None,
        others: Outcomes | None = None,
    ) -> Event:
        """Return the same event with the present status of its matches, and the outcomes of other
        events (None: as before)."""
        other = self._copy()
        other.matches, other.now = matches, now or self.now
        other.others = self.others if others is None else others
        is_same, known, ids = matches == self.matches, self.overview, self.match_id_by_pairing
        outcomes = {
            pairing: each
            for pairing, each in known.outcomes.items()
            if is_same or matches.get(ids[pairing]) == self.matches.get(ids[pairing])
        }
        rows = known.rows_without_advancement if is_same else None
        other._begin_overview(outcomes, rows)  # noqa: SLF001  # its own copy
        return other

    # Reading the log.

    @property
    def register(self) -> Register:
        """Return the state of the event from its log alone."""
        return self.registers[-1]

    def _begin_overview(
        self,
        outcomes: dict[str, MatchStatus] | None = None,
        rows: dict[str, list[StageRow]] | None = None,
    ) -> None:
        ids = self.match_id_by_pairing
        self.overview = Overview(
            self.id, self.register, self.matches, ids, self.log, self.now, outcomes, rows
        )

    @property
    def combined_tables(self) -> list[CombinedTable]:
        """Return its tables over several events."""
        outcomes = dict(self.others)
        if self.id in self.register.named_events:
            outcomes[self.id] = outcome_of_event(self.overview)
        return [combine_outcomes(each, outcomes) for each in self.register.combined.values()]

    def match_id(self, pairing: str) -> str | None:
        """Return the id of a pairing's match; None if there never was such a pairing."""
        return self.match_id_by_pairing.get(pairing)

    def free_team_ids(self) -> Iterator[str]:
        """Yield ids for teams that enter now: T1, T2, …  The id of a team that was undone is
        kept for a redo."""
        entered = (each.team for each in self.log if isinstance(each, kinds.TeamEntry))
        taken = {*self.register.teams, *entered}
        return (free for n in itertools.count(1) if (free := f"T{n}") not in taken)

    @property
    def statements(self) -> dict[str, PairingStatement]:
        """Return its statements about matches, by match id; matches without one are left out."""
        register = self.register
        about = {pairing for pairing, _team in register.protests}
        about |= {*register.results, *register.officials, *register.minutes}
        stated = (
            statement_of(register, each)
            for _, each in register.drawn.values()
            if each.pairing in about or register.present_players_without_shown_id
        )
        return {self.match_id(each.pairing) or "": each for each in stated if not each.is_empty}

    @property
    def round_texts(self) -> dict[str, PairingStatement]:
        """Return the statements with nothing but the names of the rounds of its matches. These
        depend on the results, so they aren't kept with the others."""
        return {
            self.match_id(pairing) or "": PairingStatement(pairing, round_text=text)
            for pairing, text in self.overview.round_text_by_pairing.items()
        }

    # Appending.

    _choose_version = T("another version of this event exists; choose which one counts")

    def warnings_if_appended(self, entry: EventEntry) -> tuple[Text, ...]:
        """Return the warnings that appending this entry would bring; raises `Refused`."""
        return self.append_with_warnings(entry)[1]

    def append_with_warnings(self, entry: EventEntry) -> tuple[Event, tuple[Text, ...]]:
        """Return the event with one more entry, and the warnings that it brings; raises
        `Refused`."""
        after = self.append(entry)
        if isinstance(entry, EventAmend):
            return after, warnings_about_entry(self._overview_before(entry), self.library, entry.to)
        return after, warnings_about_entry(self.overview, self.library, entry)

    def _no_entry(self, entry_id: str) -> Refused:
        return Refused("this event has no entry “{id}”", id=entry_id)

    def _add(self, entry: EventEntry) -> None:
        super()._add(entry)
        self.registers = (*self.registers[-REMEMBERED_ENTRIES:], self.register)
        made, to = self.find_corrected(entry), entry.to if isinstance(entry, EventAmend) else entry
        if isinstance(made, RoundEntry) and isinstance(to, RoundEntry):
            self.match_id_by_pairing = {**self._match_ids(made, to), **self.match_id_by_pairing}
        self._begin_overview({**self.overview.outcomes})

    def _match_ids(self, made: RoundEntry, to: RoundEntry) -> dict[str, str]:
        return {
            each.pairing: match_id_of_pairing(self.id, made, each.pairing) for each in to.pairings
        }

    def _take_plain(self, entry: EventEntry) -> None:
        refuse_unappendable_event_entry(self.overview, self.library, entry)
        before = self.overview
        self._add(entry)
        register = register_after_entry(self.register, entry, len(self.log) - 1)
        self.registers = (*self.registers[:-1], register)
        rows = before.rows_without_advancement if isinstance(entry, RoundEntry) else None
        self._begin_with_outcomes(before, entry, rows)

    def recompute_from_log(self) -> None:
        before, last = self.overview, self.log[-1]
        corrected = self.find_corrected(last)
        assert corrected is not None
        # Earlier entries may name a team.
        is_first_changed = last.is_correction and not isinstance(corrected, kinds.TeamEntry)
        place = self.place_of(corrected.id or "") if is_first_changed else 0
        self.registers = tuple(self._fold(place, len(self.log))[-1 - REMEMBERED_ENTRIES :])
        self._begin_with_outcomes(before, corrected)

    def _begin_with_outcomes(
        self,
        before: Overview,
        entry: EventEntry,
        rows: dict[str, list[StageRow]] | None = None,
    ) -> None:
        """Begin with the outcomes that an entry, or its correction, leaves as they are."""
        amends = self.corrections.amends.get(entry.id or "", ())
        changed = set[str]()
        for each in (entry, *(cast(Any, self.original_entry(amend)).to for amend in amends)):
            if isinstance(each, RoundEntry):
                changed |= {drawn.pairing for drawn in each.pairings}
                planned = self.register.rounds.get(each.round)
                # Of two rounds with the id of a pairing, the one that counts gives it its match.
                if planned is not None and planned.entry.id == entry.id:
                    counting = self._match_ids(planned.entry, planned.entry)
                    self.match_id_by_pairing = {**self.match_id_by_pairing, **counting}
            elif not isinstance(each, Release | kinds.StageEntry):
                changed.add(getattr(each, "pairing", None) or "")
        kept = {} if "" in changed else before.outcomes
        outcomes = {pairing: each for pairing, each in kept.items() if pairing not in changed}
        self._begin_overview(outcomes, rows)

    def _fold(self, start: int, end: int) -> list[Register]:
        """Return the registers that are remembered up to the place `start`, and those after each
        entry from there to the place `end`."""
        registers = list(self.registers[: max(0, len(self.registers) - len(self.log) + start)])
        if not registers:
            start, registers = 0, [Register(head=with_tidy_names(self.first_head))]
        counting = {each.id: each for each in self.counting_entries}
        # A round that was corrected may have a team that entered after it.
        teams = {each.team for each in counting.values() if isinstance(each, kinds.TeamEntry)}
        for place in range(start, end):
            register, entry = registers[-1], counting.get(self.log[place].id)
            if entry is not None:
                register = register_after_entry(register, entry, place, teams)
            registers.append(register)
        return registers

    # Correcting.

    def _check_moment(self, entry: EventEntry) -> None:
        refuse_impossible_moment(entry.at)

    def _check_correction(self, before: Event, entry: EventEntry) -> None:  # noqa: ARG002
        unread_before = {each.entry for each in before.register.unread}
        for each in self.register.unread:
            if each.entry not in unread_before:
                raise Refused(
                    "not possible, because this entry would no longer be valid: {entry} "
                    "({why}); correct or delete that entry first",
                    entry=before.name(each.entry),
                    why=each.text,
                )
        rounds = self.register.rounds
        for number, planned in before.register.rounds.items():
            if number in rounds:
                before._refuse_other_teams(planned.entry, rounds[number].entry)

    def _check_amend(self, amend: EventAmend, target: EventEntry) -> None:
        to = as_amended(target, amend.to, None)
        pairings: tuple[str, ...] = ()
        if isinstance(to, kinds.ResultEntry):
            to = replace(to, why=to.why or amend.why)
        elif isinstance(to, RoundEntry):
            now = self.with_latest_amend(target)
            assert isinstance(now, RoundEntry)
            pairings = tuple(each.pairing for each in now.pairings)
        elif isinstance(to, kinds.TeamEntry):
            # The dates may have been set after the team entered.
            refuse_always_unavailable(to.name, to.unavailable, self.register.head.dates or ())
        refuse_unappendable_event_entry(self._overview_before(amend), self.library, to, pairings)

    def _refuse_other_teams(self, now: RoundEntry, to: RoundEntry) -> None:
        before = {each.pairing: each for each in now.pairings}
        for pairing in to.pairings:
            old = before.get(pairing.pairing)
            if old is None or old.teams == pairing.teams:
                continue
            if self.overview.has_begun(old):
                raise Refused(
                    "{one} and {other} already have a recorded hand or result, so pairing {id} "
                    "keeps its teams; to pair other teams, use a new pairing ID",
                    one=self.register.team_name(old.teams[0]),
                    other=self.register.team_name(old.teams[1]),
                    id=pairing.pairing,
                )

    def _overview_before(self, amend: EventAmend) -> Overview:
        """Return the event as an amended entry met it.

        A round meets all that is known now but the later rounds of its stage, for it may have a
        team that entered since; the teams in it when it was released may play in it.
        """
        target = self.original_entry(amend.entry)
        now = self.with_latest_amend(target)
        if not isinstance(now, RoundEntry):
            place = self.place_of(amend.entry)
            return self.overview.with_register(self._fold(place, place)[-1], {})
        register = self.register
        rounds = {
            number: planned
            for number, planned in register.rounds.items()
            if planned.stage != now.stage or number < now.round
        }
        drawn = {pairing: each for pairing, each in register.drawn.items() if each[0] in rounds}
        playing = register.rounds[now.round].teams if now.round in register.rounds else ()
        teams = {
            team: replace(entrant, withdrawn=entrant.withdrawn and team not in playing)
            for team, entrant in register.teams.items()
        }
        register = replace(register, rounds=rounds, drawn=drawn, teams=teams)
        return self.overview.with_register(register, self.overview.outcomes)

    def _check_strike(self, target: EventEntry) -> None:
        now = self.with_latest_amend(target)
        if isinstance(now, Release):
            for pairing in self.register.rounds[now.round].pairings:
                if self.overview.has_begun(pairing):
                    raise Refused(
                        "{pairing} already has a recorded hand or result, so {round} stays "
                        "released; change the round instead",
                        pairing=self.overview.pairing_full_name(pairing.pairing),
                        round=self.overview.round_text(now.round),
                    )

    # Naming.

    def name(self, entry_id: str) -> Text:
        """Return the name of an entry in a sentence."""
        entry = self.original_entry(entry_id)
        if isinstance(entry, EventAmend | Strike | Restore):
            return name_correction(entry, self.name(entry.entry))
        return name_plain_entry(self.overview, self.with_latest_amend(entry))


def fold_event_from_entries(
    head: EventHead,
    entries: Iterable[Ordered],
    library: Library,
    *,
    id: str,
) -> Event:
    """Return the event of a set of entries, which all have ids.

    The pairings were checked as they were recorded, as far as they depend on matches.
    """
    event = Event(head, library, id=id, matches=NO_MATCH_RESULTS)
    return event.rebuild_from_entry_set(entries).with_results({})


EventOrStatements: TypeAlias = Event | Statements | None
"""The event of the matches, or the statements of their events about some of them."""


def statements_of(event: EventOrStatements) -> Statements:
    """Return the known statements of events about their matches."""
    if isinstance(event, Event):
        return with_round_texts(event.statements, event.round_texts)
    return event or NOTHING_STATED


def event_status_of(event: Event, changed: datetime | None = None) -> EventStatus:
    """Return the status of an event, `changed` (UTC) in this folder."""
    register, rules = event.register, event.register.head.rules
    return EventStatus(
        id=event.id,
        name=register.head.name,
        place=register.head.place,
        date=register.head.date,
        rules=rules if isinstance(rules, str) else str(rules.get("id", "")),
        teams=len(register.teams),
        rounds=len(register.released_rounds),
        changed=changed,
        statements=event.statements,
        **log_facts(event),
    )
