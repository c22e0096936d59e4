"""An event is a head, a log with its corrections, and what they fold to."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.events import entries as kinds
from scorepad.events.entries import EventAmend, EventEntry, EventHead, Release, RoundEntry
from scorepad.events.gate import gate
from scorepad.events.overview import Overview
from scorepad.events.register import Register, fold, step
from scorepad.events.results import MatchResult, Stated
from scorepad.events.warning import warnings_of
from scorepad.spades.corrections import (
    as_amended,
    check_amendable,
    check_counts,
    check_strikable,
    not_struck,
)
from scorepad.spades.entries import Common, Restore, Strike
from scorepad.spades.gate import refuse_moment
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text


class EventJournal(msgspec.Struct, frozen=True):
    """Says how the entries of a log now read.

    `amends`: the amends of each entry, in order (a struck one does not count); `strikes`: the
    strike in force of each struck entry.
    """

    amends: dict[str, tuple[str, ...]] = {}
    strikes: dict[str, str] = {}


class Event:
    """An immutable event.  `append` gives the next one; nothing else changes anything.

    Every entry of `log` has an id: the one it carries, or its position ("1", "2", …).  `matches`
    says by match id what the event's matches say of their results; `now` is the moment (UTC) by
    which open play may be over.
    """

    def __init__(
        self,
        head: EventHead,
        library: Library,
        *,
        id: str,
        matches: Mapping[str, MatchResult] | None = None,
        now: datetime | None = None,
    ) -> None:
        """An event before its first entry; `id` is a UUID."""
        self.id = id
        self.first_head = head
        self.library = library
        self.log: tuple[EventEntry, ...] = ()
        self.journal = EventJournal()
        self.matches = {} if matches is None else matches
        self.now = now
        self._places: dict[str, int] = {}
        """The place of each entry in `log`, by id."""
        self.overview = Overview(id, Register(head=head), self.matches, (), now)

    def _with(
        self,
        log: tuple[EventEntry, ...],
        places: dict[str, int],
        journal: EventJournal,
        register: Register,
    ) -> Event:
        other = Event(self.first_head, self.library, id=self.id, matches=self.matches, now=self.now)
        other.log, other._places, other.journal = log, places, journal
        other.overview = Overview(self.id, register, self.matches, log, self.now)
        return other

    def given(self, matches: Mapping[str, MatchResult], now: datetime | None = None) -> Event:
        """Return the same event with what its matches say by now."""
        other = Event(
            self.first_head, self.library, id=self.id, matches=matches, now=now or self.now
        )
        return other._with(self.log, self._places, self.journal, self.register)

    # Reading the log.

    @property
    def register(self) -> Register:
        return self.overview.register

    @property
    def pairing_ids(self) -> set[str]:
        """Return the ids of all pairings there ever were, also of those that a changed round has no
        more: none of them is used again once its match has begun."""
        entries = (each.to if isinstance(each, EventAmend) else each for each in self.log)
        rounds = (each for each in entries if isinstance(each, RoundEntry))
        return {pairing.pairing for entry in rounds for pairing in entry.pairings}

    def has(self, entry_id: str) -> bool:
        return entry_id in self._places

    def raw(self, entry_id: str) -> EventEntry:
        """Return the entry as it was first written; raises `Refused`."""
        if entry_id not in self._places:
            raise Refused("there is no entry “{id}” in this event", id=entry_id[:60])
        return self.log[self._places[entry_id]]

    @property
    def struck(self) -> frozenset[str]:
        """Return the entries that do not count."""
        return frozenset(self.journal.strikes)

    def amended_now(self, entry: Common) -> Common:
        """Return the entry as its latest amend in force has it."""
        return next(
            (
                as_amended(entry, amend.to, None)
                for amend in map(self.raw, reversed(self.journal.amends.get(entry.id or "", ())))
                if amend.id not in self.journal.strikes and isinstance(amend, EventAmend)
            ),
            entry,
        )

    def counting(self) -> list[tuple[int, Common]]:
        """Return the log as it now reads, each entry with its place, without corrections."""
        return [
            (place, self.amended_now(entry))
            for place, entry in enumerate(self.log)
            if not isinstance(entry, EventAmend | Strike | Restore)
            and entry.unfit is None
            and entry.id not in self.journal.strikes
        ]

    # Appending.

    def check(self, entry: EventEntry) -> tuple[Text, ...]:
        """Return the warnings that appending this entry would bring; raises `Refused`."""
        return self.checked(entry)[1]

    def checked(self, entry: EventEntry) -> tuple[Event, tuple[Text, ...]]:
        """Return the event with one more entry, and the warnings that it brings; raises
        `Refused`."""
        after = self.append(entry)
        if isinstance(entry, EventAmend):
            return after, warnings_of(self._before(entry), self.library, entry.to)
        return after, warnings_of(self.overview, self.library, entry)

    def append(self, entry: EventEntry) -> Event:
        """Return the event with one more entry; raises `Refused`, and then nothing has changed.

        An entry marked `unfit` is kept and counts nothing.
        """
        return self.next(entry, gated=True)

    def next(self, entry: EventEntry, *, gated: bool) -> Event:
        """Do as `append`; without the gate, take what was accepted before."""
        entry_id = entry.id or str(len(self.log) + 1)
        if entry_id in self._places:
            raise Refused(
                "the id “{id}” is taken by an earlier entry; each entry has its own",
                id=entry_id[:60],
            )
        if entry.id is None:
            entry = replace(entry, id=entry_id)
        log = (*self.log, entry)
        places = {**self._places, entry_id: len(self.log)}
        if entry.unfit is not None:
            return self._with(log, places, self.journal, self.register)
        if isinstance(entry, EventAmend | Strike | Restore):
            after = self._with(log, places, self._corrected(entry, gated=gated), self.register)
            register = fold(self.first_head, after.counting())
            after = self._with(log, places, after.journal, register)
            if gated:
                self._refuse_unread(after)
                for number, planned in self.register.rounds.items():
                    if number in register.rounds:
                        self._refuse_other_teams(planned.entry, register.rounds[number].entry)
            return after
        if gated:
            gate(self.overview, self.library, entry)
        register = step(self.register, entry, len(self.log))
        return self._with(log, places, self.journal, register)

    def _refuse_unread(self, after: Event) -> None:
        """Raise where `after` leaves an entry without a meaning that has one now."""
        known = {each.entry for each in self.register.unread}
        for each in after.register.unread:
            if each.entry not in known:
                raise Refused(
                    "not possible, because {entry} would then make no sense: {why}; "
                    "correct or strike that first",
                    entry=self.name(each.entry),
                    why=each.text,
                )

    # Correcting.

    def _corrected(self, entry: EventAmend | Strike | Restore, *, gated: bool) -> EventJournal:
        """Return the journal after a correction; raises `Refused` where it cannot be made.

        Without the gate, a correction of an entry that is not there changes nothing.
        """
        amends, strikes = self.journal.amends, self.journal.strikes
        try:
            if gated:
                refuse_moment(entry.at, "at")
            if isinstance(entry, EventAmend):
                self._amend(entry, gated=gated)
                chain = (*amends.get(entry.entry, ()), entry.id or "")
                return EventJournal({**amends, entry.entry: chain}, strikes)
            if isinstance(entry, Strike):
                self._strike(entry, gated=gated)
                return EventJournal(amends, {**strikes, entry.entry: entry.id or ""})
            self._restore(entry)
        except Refused:
            if gated:
                raise
            return self.journal
        left = {struck: strike for struck, strike in strikes.items() if struck != entry.entry}
        return EventJournal(amends, left)

    def _target(self, entry_id: str) -> EventEntry:
        target = self.raw(entry_id)
        check_counts(target, entry_id, self.journal.strikes)
        return target

    def _amend(self, entry: EventAmend, *, gated: bool) -> None:
        target = self._target(entry.entry)
        check_amendable(target, entry.entry, entry.to, EventAmend)
        if not gated:
            return
        to = entry.to
        kept: tuple[str, ...] = ()
        if isinstance(to, kinds.ResultEntry):
            to = replace(to, why=to.why or entry.why)
        elif isinstance(to, RoundEntry):
            now = self.amended_now(target)
            assert isinstance(now, RoundEntry)
            kept = tuple(each.pairing for each in now.pairings)
        gate(self._before(entry), self.library, to, kept)

    def _refuse_other_teams(self, now: RoundEntry, to: RoundEntry) -> None:
        """Raise where a pairing that was begun would keep its id with other teams."""
        before = {each.pairing: each for each in now.pairings}
        for pairing in to.pairings:
            old = before.get(pairing.pairing)
            if old is None or old.teams == pairing.teams:
                continue
            if self.overview.has_begun(old):
                raise Refused(
                    "{one} and {other} have a hand or a result, so pairing {id} keeps its "
                    "teams; other teams need a new pairing id",
                    one=self.register.called(old.teams[0]),
                    other=self.register.called(old.teams[1]),
                    id=pairing.pairing,
                )

    def _before(self, entry: EventAmend) -> Overview:
        """Return the event as an amended entry met it.

        A round meets all that is known now but the later rounds of its stage, for it may have a
        team that entered since; who was in it when it was released may play in it.
        """
        target = self.raw(entry.entry)
        now = self.amended_now(target)
        if not isinstance(now, RoundEntry):
            place = self._places[entry.entry]
            earlier = [each for each in self.counting() if each[0] < place]
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
            for each in self.counting()
            if not (isinstance(each[1], RoundEntry | Release) and each[1].round in dropped)
        ]
        register = fold(self.first_head, entries)
        there = self.register.rounds[now.round].teams if now.round in self.register.rounds else ()
        teams = {
            team: replace(entrant, withdrawn=entrant.withdrawn and team not in there)
            for team, entrant in register.teams.items()
        }
        return Overview(self.id, replace(register, teams=teams), self.matches, self.log, self.now)

    def _strike(self, entry: Strike, *, gated: bool) -> None:
        target = self._target(entry.entry)
        check_strikable(target)
        now = self.amended_now(target)
        if gated and isinstance(now, Release):
            for pairing in self.register.rounds[now.round].entry.pairings:
                if self.overview.has_begun(pairing):
                    raise Refused(
                        "{pairing}: a hand or a result is there, so round {round} stays "
                        "released; change the round instead",
                        pairing=self.register.paired(pairing.pairing),
                        round=now.round,
                    )

    def _restore(self, entry: Restore) -> None:
        self.raw(entry.entry)
        if entry.entry not in self.journal.strikes:
            raise not_struck(entry.entry)

    # Naming.

    def name(self, entry_id: str) -> Text:
        """Return the name of an entry in a sentence."""
        entry = self.raw(entry_id)
        if isinstance(entry, EventAmend):
            return T("correction of {entry}", entry=self.name(entry.entry))
        if isinstance(entry, Strike):
            return T("strike of {entry}", entry=self.name(entry.entry))
        if isinstance(entry, Restore):
            return T("restoring of {entry}", entry=self.name(entry.entry))
        return called(self.register, self.amended_now(entry))


def called(register: Register, entry: Common) -> Text:
    """Return the name of an entry that is no correction: "release of round 2"."""
    if isinstance(entry, RoundEntry):
        return T("round {round}", round=entry.round)
    if isinstance(entry, Release):
        return T("release of round {round}", round=entry.round)
    if isinstance(entry, kinds.StageEntry):
        return T("stage “{stage}”", stage=register.stage_called(entry))
    if isinstance(entry, kinds.TeamEntry):
        return T("entry of {team}", team=entry.name)
    if isinstance(entry, kinds.CheckIn):
        return T("check-in of {team}", team=register.called(entry.team))
    if isinstance(entry, kinds.Withdraw):
        return T("withdrawal of {team}", team=register.called(entry.team))
    if isinstance(entry, kinds.Return):
        return T("return of {team}", team=register.called(entry.team))
    if isinstance(entry, kinds.ResultEntry):
        return T("result of {pairing}", pairing=register.paired(entry.pairing))
    if isinstance(entry, kinds.Official):
        return T("confirmation of {pairing}", pairing=register.paired(entry.pairing))
    if isinstance(entry, kinds.Grace):
        return T("longer wait for {pairing}", pairing=register.paired(entry.pairing))
    if isinstance(entry, kinds.Mark):
        return T("mark of {team}", team=register.called(entry.team))
    return T("change of the setup") if isinstance(entry, kinds.EventSetup) else T("note")


def reload(
    head: EventHead,
    log: Sequence[EventEntry],
    library: Library,
    *,
    id: str,
    matches: Mapping[str, MatchResult] | None = None,
    now: datetime | None = None,
) -> Event:
    """Return the event of a log that was gated when it was written, read without the gate."""
    event = Event(head, library, id=id, matches=matches, now=now)
    for entry in log:
        event = event.next(entry, gated=False)
    return event


OfEvent: TypeAlias = Event | Stated | None
"""The event that matches are all of, or else what their events state of some of them."""
