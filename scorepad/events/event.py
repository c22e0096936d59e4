"""An event is a head and a log with its corrections, folded."""

from __future__ import annotations

import itertools
from collections.abc import Iterable, Iterator, Mapping
from datetime import datetime
from typing import TypeAlias

from msgspec.structs import replace

from scorepad.events import entries as kinds
from scorepad.events.entries import EventAmend, EventEntry, EventHead, Release, RoundEntry
from scorepad.events.entry_kinds import name_plain_entry
from scorepad.events.gate import refuse_unappendable_event_entry
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
    play may be over.
    """

    __slots__ = ("_overview", "first_head", "library", "matches", "now", "register")
    _COPIED = (*Log.__slots__, *__slots__)
    _AMEND = EventAmend

    id: str
    first_head: EventHead
    library: Library
    matches: Mapping[str, MatchStatus]
    now: datetime | None
    register: Register
    _overview: Overview | None

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
        self.register = fold(head, ())
        self._overview = None

    def _empty(self) -> Event:
        return Event(self.first_head, self.library, id=self.id, matches=self.matches, now=self.now)

    def with_results(
        self, matches: Mapping[str, MatchStatus], now: datetime | None = None
    ) -> Event:
        """Return the same event with the present status of its matches."""
        other = self._copy()
        other.matches, other.now = matches, now or self.now
        other._overview = None  # noqa: SLF001  # its own copy
        return other

    # Reading the log.

    @property
    def overview(self) -> Overview:
        """Return the state of the event."""
        if self._overview is None:
            self._overview = Overview(self.id, self.register, self.matches, self.log, self.now)
        return self._overview

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
        stated = {
            self.match_id(pairing.pairing) or "": statement_of(
                register, pairing, without_id, protests
            )
            for _, pairing in register.drawn.values()
        }
        return {match_id: each for match_id, each in stated.items() if not each.is_empty}

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
        self._overview = None

    def _take_plain(self, entry: EventEntry) -> None:
        refuse_unappendable_event_entry(self.overview, self.library, entry)
        self._add(entry)
        self.register = register_after_entry(self.register, entry, len(self.log) - 1)

    def recompute_from_log(self) -> None:
        self.register = fold(self.first_head, self._log_with_places())
        self._overview = None

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
                    "not possible, because {entry} would no longer be valid: {why}; correct "
                    "or strike that first",
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
                        "{pairing}: a hand or a result is there, so round {round} stays "
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
    matches: Mapping[str, MatchStatus] | None = None,
    now: datetime | None = None,
) -> Event:
    """Return the event of a set of entries, which all have ids.

    Who may meet whom was checked where it was recorded, as far as it hangs on what matches say.
    """
    event = Event(head, library, id=id, matches=NO_MATCH_RESULTS, now=now).rebuild_from_entry_set(
        entries
    )
    return event.with_results({} if matches is None else matches)


EventOrStatements: TypeAlias = Event | Statements | None
"""The event of the matches, or the statements of their events about some of them."""


def statements_of(event: EventOrStatements) -> Statements:
    """Return the known statements of events about their matches."""
    if isinstance(event, Event):
        return event.statements
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
        rounds=sum(planned.released is not None for planned in register.rounds.values()),
        changed=changed,
        statements=event.statements,
        **log_facts(event),
    )
