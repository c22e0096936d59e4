"""`RoundsAndMatchResults` has the rounds and pairings with their outcomes."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Mapping, Sequence
from datetime import datetime
from functools import cached_property
from typing import Literal, NamedTuple, TypeAlias

from scorepad.events.bracket import BracketRound
from scorepad.events.entries import EventAmend, Pairing, RoundEntry, TeamEntry
from scorepad.events.register import PlannedRound, Register
from scorepad.events.results import NO_MATCH_RESULTS, Meeting, match_id_of_pairing
from scorepad.events.status import statement_of, with_event
from scorepad.spades.entries import Common
from scorepad.spades.ids import EPOCH
from scorepad.spades.naming import name_key
from scorepad.spades.status import MatchStatus

RoundStatus: TypeAlias = Literal["draft", "released", "done"]


class _Spellings(NamedTuple):
    """Which teams ever had a name, and what players each team ever had."""

    teams: dict[str, set[str]]
    players: dict[str, set[str]]

    def add(self, team: str, name: str, players: Sequence[str]) -> None:
        if name.strip():
            self.teams.setdefault(name_key(name), set()).add(team)
        keys = {name_key(each) for each in players if each.strip()}
        self.players.setdefault(team, set()).update(keys)


class RoundsAndMatchResults:
    """What was played: the register, and what the matches say.

    `matches` is by match id; `now` is the moment (UTC) by which open play may be over (None: the
    latest one that the event knows of).
    """

    def __init__(
        self,
        event_id: str,
        register: Register,
        matches: Mapping[str, MatchStatus],
        log: Sequence[Common] = (),
        now: datetime | None = None,
    ) -> None:
        self.event_id = event_id
        self.register = register
        self.matches = matches
        self._log = log
        self._now = now
        self._outcomes: dict[str, MatchStatus] = {}

    def match_status(self, pairing: str) -> MatchStatus | None:
        """Return how the match of a pairing stands by itself; None where none was opened."""
        return self.matches.get(self.match_id(pairing) or "") if self.matches else None

    def match_id(self, pairing: str) -> str | None:
        """Return the match id of a pairing; None where there never was such a pairing."""
        number, _ = self.register.drawn.get(pairing, (None, None))
        if number in self.register.rounds:
            entry = self.register.rounds[number].entry
            return match_id_of_pairing(self.event_id, entry, pairing)
        return self.match_id_by_pairing.get(pairing)

    @cached_property
    def match_id_by_pairing(self) -> dict[str, str]:
        """Return the match id of each pairing there ever was, also of those that no round has any
        more."""
        entries = {each.id: each for each in self._log if isinstance(each, RoundEntry)}
        ids: dict[str, str] = {}
        for each in self._log:
            entry: RoundEntry | None = None
            if isinstance(each, RoundEntry):
                entry, pairings = each, each.pairings
            elif isinstance(each, EventAmend) and isinstance(each.to, RoundEntry):
                entry, pairings = entries.get(each.entry), each.to.pairings
            if entry is not None:
                for pairing in pairings:
                    ids[pairing.pairing] = match_id_of_pairing(
                        self.event_id, entry, pairing.pairing
                    )
        for pairing_id, (number, _) in self.register.drawn.items():
            if number in self.register.rounds:
                entry = self.register.rounds[number].entry
                ids[pairing_id] = match_id_of_pairing(self.event_id, entry, pairing_id)
        return ids

    def outcome(self, pairing: Pairing) -> MatchStatus:
        """Return how a pairing stands, with what the event states of it."""
        status = self._outcomes.get(pairing.pairing)
        if status is None:
            match = self.match_status(pairing.pairing)
            is_others = match is not None and not self._is_of_pairing(match, pairing)
            status = with_event(
                match or MatchStatus(id=self.match_id(pairing.pairing) or ""),
                statement_of(self.register, pairing, self._without_id),
                has_other_teams=is_others,
            )
            self._outcomes[pairing.pairing] = status
        return status

    @cached_property
    def _without_id(self) -> dict[str, tuple[str, ...]]:
        return self.register.present_players_without_shown_id()

    def _is_of_pairing(self, match: MatchStatus, pairing: Pairing) -> bool:
        """Return whether the teams of a match are those of its pairing (LAPTOPS.md 5)."""
        return all(
            self._is_team(team, match.teams[side], match.players[side::2])
            for side, team in enumerate(pairing.teams)
        )

    def _is_team(self, team: str, name: str, players: Sequence[str]) -> bool:
        """Return whether a side of a match is this team: it is called as the team is or was; or as
        no team of the event, and then, as far as players are named, has one of the team's."""
        teams_of_name = self._spellings.teams.get(name_key(name))
        if teams_of_name:
            return team in teams_of_name
        known = self._spellings.players.get(team, set())
        theirs = {name_key(each) for each in players if each.strip()}
        return not known or not theirs or not known.isdisjoint(theirs)

    @cached_property
    def _spellings(self) -> _Spellings:
        spellings = _Spellings({}, {})
        for each in self._log:
            entry: object = each.to if isinstance(each, EventAmend) else each
            if isinstance(entry, TeamEntry):
                spellings.add(entry.team, entry.name, entry.players)
        for entrant in self.register.teams.values():
            spellings.add(entrant.team, entrant.name, entrant.players)
        return spellings

    @property
    def has_match_results_it_needs(self) -> bool:
        """Return whether every result is known that there was."""
        return self.matches is not NO_MATCH_RESULTS or not any(
            map(self.open_pairings, self.register.stages)
        )

    def has_begun(self, pairing: Pairing) -> bool:
        """Return whether anything came of a pairing: a hand, or a result."""
        outcome = self.outcome(pairing)
        return outcome.begun or outcome.has_result

    def round_status(self, planned: PlannedRound) -> RoundStatus:
        """Return whether a round is a draft, released, or has a result for each of its pairings."""
        if planned.released is None:
            return "draft"
        over = all(self.outcome(pairing).has_result for pairing in planned.entry.pairings)
        return "done" if over else "released"

    def open_pairings(self, stage: str) -> list[Pairing]:
        """Return the pairings of a stage that are released and have no result."""
        return [
            each
            for each in self.register.released_pairings(stage)
            if not self.outcome(each).has_result
        ]

    def unofficial_pairings(self, stage: str) -> list[Pairing]:
        """Return the pairings of a stage with a result that nobody confirmed."""
        return [
            each
            for each in self.register.released_pairings(stage)
            if self.outcome(each).has_result and not self.outcome(each).is_official
        ]

    def finished_meetings(self, stage: str) -> list[Meeting]:
        """Return the pairings of a stage that are over."""
        return [
            Meeting(each.teams, self.outcome(each))
            for each in self.register.released_pairings(stage)
            if self.outcome(each).has_result
        ]

    def bye_counts(self, stage: str) -> dict[str, int]:
        """Return how many byes each team has had in a stage."""
        counts: dict[str, int] = {}
        for planned in self.register.released_rounds_of_stage(stage):
            for team in planned.entry.byes:
                counts[team] = counts.get(team, 0) + 1
        return counts

    def pairs_met(self, stage: str) -> frozenset[frozenset[str]]:
        """Return the pairs that were released in a stage, whatever came of them."""
        return frozenset(frozenset(each.teams) for each in self.register.released_pairings(stage))

    def teams_that_played(self, stage: str) -> dict[str, None]:
        """Return the teams in the released rounds of a stage."""
        rounds = self.register.released_rounds_of_stage(stage)
        return dict.fromkeys(team for planned in rounds for team in planned.teams)

    def bracket_rounds(self, stage: str) -> list[BracketRound]:
        """Return the released rounds of a stage as a bracket reads them, in the order of
        release."""
        rounds = self.register.released_rounds_of_stage(stage)
        return [
            self.bracket_round(planned)
            for planned in sorted(rounds, key=lambda each: each.released or 0)
        ]

    def bracket_round(self, planned: PlannedRound) -> BracketRound:
        """Return a round as a bracket reads it."""
        return BracketRound(
            tuple(Meeting(each.teams, self.outcome(each), each) for each in planned.entry.pairings),
            planned.entry.byes,
            planned.withdrawn,
        )

    @cached_property
    def latest_known_moment(self) -> datetime | None:
        """Return the moment that was given, else the latest that entries and matches tell of."""
        if self._now is not None:
            return self._now
        moments = [entry.at for entry in self._log]
        moments += [match.moved for match in self.matches.values()]
        return max((moment for moment in moments if moment is not None), default=None)

    def waiting_since_log_position(self, team: str) -> int:
        """Return since which place in the log a team waits: that of its last result or check-in."""
        since = self.register.teams[team].since
        for planned in self.register.rounds.values():
            for pairing in planned.entry.pairings:
                if team in pairing.teams and planned.released is not None:
                    since = max(since, self._result_place(pairing, planned.released))
        return since

    def _result_place(self, pairing: Pairing, released: int) -> int:
        """Return the place in the log at which a pairing had its result."""
        result_places = self.register.result_places.get(pairing.pairing)
        if result_places is not None:
            return result_places
        moved = (self.match_status(pairing.pairing) or MatchStatus()).moved
        if moved is None:
            return released
        return max(released, bisect_right(self._moments, moved) - 1)

    @cached_property
    def _moments(self) -> list[datetime]:
        """Return when each entry of the log was recorded; never before the one before it."""
        moments: list[datetime] = []
        for entry in self._log:
            moment = entry.at
            last = moments[-1] if moments else None
            if moment is None or (last is not None and moment < last):
                moment = last
            moments.append(moment or EPOCH)
        return moments
