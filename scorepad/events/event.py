"""An event is a head and a log with its corrections, folded."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TypeAlias

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
from scorepad.events.register import Register, fold, register_after_entry
from scorepad.events.results import NO_MATCH_RESULTS
from scorepad.events.status import (
    NOTHING_STATED,
    EventStatus,
    PairingStatement,
    Statements,
    statement_of,
)
from scorepad.events.warning import warnings_about_entry
from scorepad.spades.entries import Common, Restore, Strike
from scorepad.spades.entry_descriptions import name_correction
from scorepad.spades.gate import refuse_impossible_moment
from scorepad.spades.library import Library
from scorepad.spades.log import Log, as_amended
from scorepad.spades.order import Ordered
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus, log_facts
from scorepad.spades.words import T, Text


class Event(Log[EventEntry]):
    """An immutable event.  `append` gives the next one; nothing else changes anything.

    `matches` has the status of the event's matches by id; `now` is the moment (UTC) by which open
    play may be over; `others` says what the events came to that its combined
    tables name, as far as they are here.
    """

    __slots__ = ("first_head", "library", "matches", "now", "others", "overview", "register")
    _COPIED = (*Log.__slots__, *__slots__)
    _AMEND = EventAmend

    id: str
    first_head: EventHead
    library: Library
    matches: Mapping[str, MatchStatus]
    now: datetime | None
    others: Outcomes
    register: Register
    overview: Overview
    """What the event comes to."""

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
        self.register = fold(head, ())
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
        """Return the same event with what its matches say by now, and what other events came to
        (None: as before)."""
        other = self._copy()
        other.matches, other.now = matches, now or self.now
        other.others = self.others if others is None else others
        other._begin_overview(  # noqa: SLF001  # its own copy
            {
                pairing: each
                for pairing, each in self.overview.outcomes.items()
                if (of := self.match_id(pairing) or "") and matches.get(of) == self.matches.get(of)
            }
        )
        return other

    # Reading the log.

    def _begin_overview(self, outcomes: dict[str, MatchStatus] | None = None) -> None:
        """Begin anew with what the event comes to, of which these outcomes are known."""
        self.overview = Overview(self.id, self.register, self.matches, self.log, self.now, outcomes)

    @property
    def combined_tables(self) -> list[CombinedTable]:
        """Return its tables over several events."""
        outcomes = dict(self.others)
        if self.id in self.register.named_events:
            outcomes[self.id] = outcome_of_event(self.overview)
        return [combine_outcomes(each, outcomes) for each in self.register.combined.values()]

    @property
    def match_id_by_pairing(self) -> dict[str, str]:
        """Return the match id of each pairing there ever was, also of those that a changed round
        has no more: none of them is used again once its match has begun."""
        return self.overview.match_id_by_pairing

    def match_id(self, pairing: str) -> str | None:
        """Return the id of a pairing's match; None if no round has the pairing."""
        return self.overview.match_id(pairing)

    def free_team_ids(self) -> Iterator[str]:
        """Yield ids for teams that enter now: T1, T2, …  A team whose entry was undone keeps its
        id, so that a redo can bring it back."""
        entered = (each.team for each in self.log if isinstance(each, kinds.TeamEntry))
        taken = {*self.register.teams, *entered}
        return (free for n in itertools.count(1) if (free := f"T{n}") not in taken)

    @property
    def statements(self) -> dict[str, PairingStatement]:
        """Return its statements about matches, by match id; matches without one are left out."""
        register = self.register
        without_id, protests = register.present_players_without_shown_id(), register.protests
        stated = (
            statement_of(register, pairing, without_id, protests)
            for _, pairing in register.drawn.values()
        )
        return {self.match_id(each.pairing) or "": each for each in stated if not each.is_empty}

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
        return Refused("there is no entry “{id}” in this event", id=entry_id)

    def _add(self, entry: EventEntry) -> None:
        super()._add(entry)
        self._begin_overview()

    def _take_plain(self, entry: EventEntry) -> None:
        refuse_unappendable_event_entry(self.overview, self.library, entry)
        outcomes = _outcomes_that_stay(self.overview, entry)
        self._add(entry)
        self.register = register_after_entry(self.register, entry, len(self.log) - 1)
        self._begin_overview(outcomes)

    def recompute_from_log(self) -> None:
        self.register = fold(self.first_head, self._log_with_places())
        self._begin_overview()

    def _log_with_places(self) -> list[tuple[int, Common]]:
        return [(self.place_of(each.id or ""), each) for each in self.counting_entries]

    # Correcting.

    def _check_moment(self, entry: EventEntry) -> None:
        refuse_impossible_moment(entry.at)

    def _check_correction(self, before: Event, entry: EventEntry) -> None:  # noqa: ARG002
        unread_before = {each.entry for each in before.register.unread}
        for each in self.register.unread:
            if each.entry not in unread_before:
                raise Refused(
                    "not possible, because {entry} would no longer be valid: {why}; "
                    "correct or delete that first",
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
                    "{one} and {other} have a hand or a result, so pairing {id} keeps its "
                    "teams; other teams need a new pairing id",
                    one=self.register.team_name(old.teams[0]),
                    other=self.register.team_name(old.teams[1]),
                    id=pairing.pairing,
                )

    def _overview_before(self, amend: EventAmend) -> Overview:
        """Return the event as an amended entry met it.

        A round meets all that is known now but the later rounds of its stage, for it may have a
        team that entered since; who was in it when it was released may play in it.
        """
        target = self.original_entry(amend.entry)
        now = self.with_latest_amend(target)
        if not isinstance(now, RoundEntry):
            place = self.place_of(amend.entry)
            earlier = [each for each in self._log_with_places() if each[0] < place]
            return Overview(
                self.id, fold(self.first_head, earlier), self.matches, self.log, self.now
            )
        dropped = {
            number
            for number, planned in self.register.rounds.items()
            if planned.entry.stage == now.stage and number >= now.round
        }
        entries = [
            each
            for each in self._log_with_places()
            if not (isinstance(each[1], RoundEntry | Release) and each[1].round in dropped)
        ]
        register = fold(self.first_head, entries)
        playing = self.register.rounds[now.round].teams if now.round in self.register.rounds else ()
        teams = {
            team: replace(entrant, withdrawn=entrant.withdrawn and team not in playing)
            for team, entrant in register.teams.items()
        }
        return Overview(self.id, replace(register, teams=teams), self.matches, self.log, self.now)

    def _check_strike(self, target: EventEntry) -> None:
        now = self.with_latest_amend(target)
        if isinstance(now, Release):
            for pairing in self.register.rounds[now.round].entry.pairings:
                if self.overview.has_begun(pairing):
                    raise Refused(
                        "{pairing} already has a hand or a result, so round {round} stays "
                        "released; change the round instead",
                        pairing=self.register.pairing_full_name(pairing.pairing),
                        round=now.round,
                    )

    # Naming.

    def name(self, entry_id: str) -> Text:
        """Return the name of an entry in a sentence."""
        entry = self.original_entry(entry_id)
        if isinstance(entry, EventAmend | Strike | Restore):
            return name_correction(entry, self.name(entry.entry))
        return name_plain_entry(self.register, self.with_latest_amend(entry))


def fold_event_from_entries(
    head: EventHead,
    entries: Iterable[Ordered],
    library: Library,
    *,
    id: str,
) -> Event:
    """Return the event of a set of entries, which all have ids.

    Who may meet whom was checked where it was recorded, as far as it hangs on what matches say.
    """
    event = Event(head, library, id=id, matches=NO_MATCH_RESULTS)
    return event.rebuild_from_entry_set(entries).with_results({})


EventOrStatements: TypeAlias = Event | Statements | None
"""The event of the matches, or the statements of their events about some of them."""


def statements_of(event: EventOrStatements) -> Statements:
    """Return the known statements of events about their matches."""
    if isinstance(event, Event):
        return event.statements
    return event or NOTHING_STATED


def _outcomes_that_stay(overview: Overview, entry: EventEntry) -> dict[str, MatchStatus]:
    """Return the outcomes that are known and that one more entry leaves as they are."""
    if isinstance(entry, RoundEntry | Release | kinds.StageEntry):
        return {**overview.outcomes}
    about = getattr(entry, "pairing", "")
    return {key: each for key, each in overview.outcomes.items() if about and key != about}


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
        rounds=sum(planned.released is not None for planned in register.rounds.values()),
        changed=changed,
        statements=event.statements,
        **log_facts(event),
    )
