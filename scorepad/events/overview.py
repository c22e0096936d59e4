"""The present state of an event: its stages with their teams, brackets and standings, its champion.

Everything is computed from the register and the status of the matches, when it is asked for.
"""

from __future__ import annotations

import sys
from bisect import bisect_right
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from contextlib import suppress
from datetime import datetime
from fractions import Fraction
from functools import cached_property
from itertools import accumulate
from typing import Literal, NamedTuple, TypeAlias

from msgspec.structs import replace

from scorepad.events.bracket import (
    Bracket,
    BracketRound,
    first_round_pairs,
    number_shared_places,
    separate_same_stage_teams_in_first_round,
)
from scorepad.events.entries import (
    TIE_BREAKS,
    AdvancementRule,
    EventAmend,
    Pairing,
    StageEntry,
    TeamEntry,
)
from scorepad.events.qualification import Advancement, TeamConditions, check_conditions, sum_rows
from scorepad.events.register import PlannedRound, Register
from scorepad.events.results import NO_MATCH_RESULTS, Meeting
from scorepad.events.roundrobin import RoundRobinRound, make_round_robin_rounds_to_come
from scorepad.events.standings import (
    CountingRules,
    StageRow,
    TieBreakRanker,
    compute_standings,
    number_places,
)
from scorepad.events.status import statement_of, with_event
from scorepad.spades.entries import Common
from scorepad.spades.ids import EPOCH
from scorepad.spades.naming import name_key, table_field
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text, join_with_commas

RoundStatus: TypeAlias = Literal["draft", "released", "done"]
StageStatus: TypeAlias = Literal["waiting", "playing", "done"]
ParticipationStatus: TypeAlias = Literal["in", "withdrawn", "out"]


class Undecided(Refused):
    """It isn't known yet which teams take part in a stage."""


class _Spellings(NamedTuple):
    """The teams that ever had a name, and the players that each team ever had."""

    teams: dict[str, set[str]]
    players: dict[str, set[str]]

    def add(self, team: str, name: str, players: Sequence[str]) -> None:
        if name.strip():
            self.teams.setdefault(name_key(name), set()).add(team)
        keys = {name_key(each) for each in players if each.strip()}
        self.players.setdefault(team, set()).update(keys)


class Overview:
    """The state of an event, from its register and the status of its matches.

    `recorded` is the register of the log by itself; `matches` is by match id; `now` is the moment
    (UTC) by which open play may be over (None: the latest one that the event knows of); `outcomes`,
    by pairing, and `rows`, by stage, are those known so far.
    """

    def __init__(
        self,
        event_id: str,
        register: Register,
        matches: Mapping[str, MatchStatus],
        match_id_by_pairing: Mapping[str, str],
        log: Sequence[Common] = (),
        now: datetime | None = None,
        outcomes: dict[str, MatchStatus] | None = None,
        rows: dict[str, list[StageRow]] | None = None,
    ) -> None:
        self.event_id = event_id
        self.recorded = register
        self.matches = matches
        self._match_id_by_pairing = match_id_by_pairing
        self._log = log
        self._now = now
        self.outcomes = {} if outcomes is None else outcomes
        self._brackets: dict[str, Bracket] = {}
        self._titles: dict[str, Mapping[object, Text]] = {}
        self._rows = {} if rows is None else rows
        self._played: dict[str, dict[str, None]] = {}

    def with_register(self, register: Register, outcomes: dict[str, MatchStatus]) -> Overview:
        """Return the overview as it would be with another register, of which these outcomes are
        known."""
        ids = self._match_id_by_pairing
        return Overview(
            self.event_id, register, self.matches, ids, self._log, self._now, {**outcomes}
        )

    @property
    def rows_without_advancement(self) -> dict[str, list[StageRow]]:
        """Return the standings known so far of stages that no team advances into: a draft and the
        time leave them as they are."""
        stages = self.register.stages
        return {key: rows for key, rows in self._rows.items() if stages[key].advance is None}

    @cached_property
    def register(self) -> Register:
        """The register, in which a team that is out by its forfeits has withdrawn."""
        if not self.teams_out_by_forfeits and not self._forfeit_places:
            return self.recorded
        teams = {
            team: replace(each, withdrawn=each.withdrawn or team in self.teams_out_by_forfeits)
            for team, each in self.recorded.teams.items()
        }
        rounds = {
            number: replace(
                planned, withdrawn=planned.withdrawn | self._teams_out_before(planned.released)
            )
            if planned.released is not None
            else planned
            for number, planned in self.recorded.rounds.items()
        }
        return replace(self.recorded, teams=teams, rounds=rounds)

    @cached_property
    def teams_out_by_forfeits(self) -> frozenset[str]:
        """Return the teams that are out because they have forfeited as often as the event allows,
        the last time after they returned."""
        return self._teams_out_before(sys.maxsize)

    def _teams_out_before(self, place: int) -> frozenset[str]:
        out = set()
        for team, places in self._forfeit_places.items():
            before = [each for each in places if each < place]
            returns = [each for each in self.recorded.teams[team].returns if each < place]
            if len(before) >= (self.recorded.head.max_forfeits or 0) and max(before) > max(
                returns, default=-1
            ):
                out.add(team)
        return frozenset(out)

    @cached_property
    def _forfeit_places(self) -> dict[str, list[int]]:
        places: dict[str, list[int]] = {}
        if not self.recorded.head.max_forfeits:
            return places
        at_tables = any(each.reason == "forfeit" for each in self.matches.values())
        for pairing, (number, drawn) in self.recorded.drawn.items():
            result = self.recorded.results.get(pairing)
            planned = self.recorded.rounds.get(number)
            may_be = at_tables if result is None else result.how != "played"
            if not may_be or planned is None or planned.released is None:
                continue
            outcome = self.outcome(drawn)
            if outcome.how in ("forfeit", "double-forfeit"):
                for side in outcome.forfeited:
                    place = self._result_place(drawn, planned.released)
                    places.setdefault(drawn.teams[side], []).append(place)
        return places

    def match_status(self, pairing: str) -> MatchStatus | None:
        """Return the status of a pairing's match by itself; None if none was opened."""
        return self.matches.get(self.match_id(pairing) or "") if self.matches else None

    def match_id(self, pairing: str) -> str | None:
        """Return the match id of a pairing; None if there never was such a pairing."""
        return self._match_id_by_pairing.get(pairing)

    @cached_property
    def released_match_ids(self) -> list[str]:
        """Return the match ids of the released pairings, by round."""
        return [
            self._match_id_by_pairing[each.pairing] for each in self.register.released_pairings()
        ]

    def outcome(self, pairing: Pairing) -> MatchStatus:
        """Return the status of a pairing, with the event's statement."""
        status = self.outcomes.get(pairing.pairing)
        if status is None:
            match = self.match_status(pairing.pairing)
            is_others = match is not None and not self._is_of_pairing(match, pairing)
            status = with_event(
                match or MatchStatus(id=self.match_id(pairing.pairing) or ""),
                statement_of(self.recorded, pairing),
                has_other_teams=is_others,
            )
            self.outcomes[pairing.pairing] = status
        return status

    def _is_of_pairing(self, match: MatchStatus, pairing: Pairing) -> bool:
        """Return whether the teams of a match are those of its pairing (LAPTOPS.md 5)."""
        (one, other), (name, other_name), players = pairing.teams, match.teams, match.players
        return self._is_team(one, name, players[::2]) and self._is_team(
            other, other_name, players[1::2]
        )

    def _is_team(self, team: str, name: str, players: Sequence[str]) -> bool:
        entrant = self.recorded.teams.get(team)
        if entrant is not None and name and name == entrant.name:
            return True  # as nearly always
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
        for entrant in self.recorded.teams.values():
            spellings.add(entrant.team, entrant.name, entrant.players)
        return spellings

    @property
    def has_match_results_it_needs(self) -> bool:
        """Return whether every result is known that there was."""
        return self.matches is not NO_MATCH_RESULTS or not any(
            map(self.open_pairings, self.register.stages)
        )

    def has_result(self, pairing: Pairing) -> bool:
        """Return whether a pairing has a result that counts, without a look at all its facts."""
        if pairing.pairing in self.recorded.results:
            return True
        match = self.match_status(pairing.pairing)
        return match is not None and match.has_result and self._is_of_pairing(match, pairing)

    def has_begun(self, pairing: Pairing) -> bool:
        """Return whether a pairing has a hand, or a result."""
        outcome = self.outcome(pairing)
        return outcome.begun or outcome.has_result

    def round_status(self, planned: PlannedRound) -> RoundStatus:
        """Return whether a round is a draft, released, or has a result for each of its pairings."""
        if planned.is_draft:
            return "draft"
        over = all(map(self.has_result, planned.pairings))
        return "done" if over else "released"

    def open_pairings(self, stage: str) -> list[Pairing]:
        """Return the pairings of a stage that are released and have no result."""
        rounds = self.register.rounds
        by_round = self.open_pairings_by_round
        return [
            each
            for number in by_round
            if rounds[number].stage == stage
            for each in by_round[number]
        ]

    @cached_property
    def open_pairings_by_round(self) -> dict[int, list[Pairing]]:
        """The pairings that are released and have no result, by the number of their round."""
        return {
            planned.number: [each for each in planned.pairings if not self.has_result(each)]
            for planned in self.register.released_rounds
        }

    def unofficial_pairings(self, stage: str) -> list[Pairing]:
        """Return the pairings of a stage with a result that isn't confirmed."""
        # A result that the event states is official, unless a team protests.
        official = self.recorded.results.keys() - {
            pairing for pairing, _team in self.recorded.protests
        }
        return [
            each
            for each in self.register.released_pairings(stage)
            if each.pairing not in official
            and self.has_result(each)
            and not self.outcome(each).is_official
        ]

    def finished_meetings(self, stage: str) -> list[Meeting]:
        """Return the pairings of a stage that are over."""
        return [
            Meeting(each.teams, self.outcome(each))
            for each in self.register.released_pairings(stage)
            if self.has_result(each)
        ]

    def bye_counts(self, stage: str) -> Counter[str]:
        """Return how many byes each team has had in a stage."""
        rounds = self.register.released_rounds_of_stage(stage)
        return Counter(team for planned in rounds for team in planned.byes)

    def absence_counts(self, stage: str) -> Counter[str]:
        """Return of how many rounds of a stage each team was left out as it was not there."""
        rounds = self.register.released_rounds_of_stage(stage)
        return Counter(team for planned in rounds for team in planned.entry.absent)

    def ratings(self, stage: str) -> dict[str, list[Fraction]]:
        """Return the ratings of each team in the matches of a stage: the last recorded one, else
        the scale's for a forfeit or default."""
        ratings: dict[str, list[Fraction]] = {}
        scale = self.recorded.head.rating
        if not scale:
            return ratings
        marks = self.recorded.ratings
        for pairing in self.register.released_pairings(stage):
            outcome = self.outcome(pairing)
            for side, team in enumerate(pairing.teams):
                mark = marks.get((pairing.pairing, team))
                number = scale.number(mark.value) if mark is not None else None
                if number is None:
                    is_forfeited = outcome.has_result and side in outcome.forfeited
                    usual = scale.usual_rating(outcome.how or "", is_forfeited=is_forfeited)
                    number = scale.number(usual)
                if number is not None:
                    ratings.setdefault(team, []).append(number)
        return ratings

    def pairs_met(self, stage: str) -> frozenset[frozenset[str]]:
        """Return the pairs that were released in a stage, played or not."""
        return frozenset(frozenset(each.teams) for each in self.register.released_pairings(stage))

    def teams_that_played(self, stage: str) -> dict[str, None]:
        """Return the teams in the released rounds of a stage."""
        if stage not in self._played:
            rounds = self.register.released_rounds_of_stage(stage)
            self._played[stage] = dict.fromkeys(team for each in rounds for team in each.teams)
        return self._played[stage]

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
            tuple(Meeting(each.teams, self.outcome(each), each) for each in planned.pairings),
            planned.byes,
            planned.withdrawn,
        )

    @cached_property
    def latest_known_moment(self) -> datetime | None:
        """Return the given moment, else the latest one in entries and matches."""
        if self._now is not None:
            return self._now
        matches = self.matches.values()
        moments = (*(each.at for each in self._log), *(each.moved for each in matches))
        return max(filter(None, moments), default=None)

    def waiting_since_log_position(self, team: str) -> int:
        """Return since which place in the log a team waits: that of its last result or check-in."""
        places = [
            self._result_place(pairing, planned.released or 0)
            for planned in self.register.released_rounds
            for pairing in planned.pairings
            if team in pairing.teams
        ]
        return max((self.register.teams[team].since, *places))

    def _result_place(self, pairing: Pairing, released: int) -> int:
        place = self.recorded.result_places.get(pairing.pairing)
        if place is not None:
            return place
        moved = (self.match_status(pairing.pairing) or MatchStatus()).moved
        return released if moved is None else max(released, bisect_right(self._moments, moved) - 1)

    @cached_property
    def _moments(self) -> list[datetime]:
        return list(accumulate((each.at or EPOCH for each in self._log), max))

    # Names.

    def round_text(self, number: int) -> Text:
        """Return the name of a round in a sentence: in a bracket “Semifinals”, else its number in
        its stage; the stage is named if another one has such a name."""
        planned = self.register.rounds.get(number)
        if planned is None:
            return T("round {round}", round=number)
        titles: list[Text | None] = []
        if self.register.stages[planned.stage].is_elimination:
            titles = [self._bracket_title(planned.stage, each) for each in planned.pairings]
        return self._round_text(planned.stage, titles, self.register.number_in_stage(number))

    def next_round_text(self, stage: str) -> Text:
        """Return the name of the next round of a stage in a sentence."""
        rounds = self.register.rounds.values()
        number = 1 + sum(each.stage == stage and each.has_teams for each in rounds)
        titles: list[Text] = []
        if self.register.stages[stage].is_elimination:
            with suppress(Undecided):
                titles = self.bracket(stage).next_titles
        return self._round_text(stage, titles, number)

    def _round_text(self, stage: str, titles: Iterable[Text | None], number: int = 0) -> Text:
        register = self.register
        distinct = list(dict.fromkeys(each for each in titles if each is not None))
        if distinct:
            text = join_with_commas(distinct)
            is_unique = sum(each.is_elimination for each in register.stages.values()) == 1
        else:
            text = T("round {round}", round=number)
            is_unique = len(register.stages) < 2
        if is_unique:
            return text
        return T("{stage}, {round}", stage=register.stage_name(register.stages[stage]), round=text)

    @cached_property
    def round_text_by_pairing(self) -> dict[str, Text]:
        """The name of each pairing's round in a sentence, where it isn't the number that its match
        has: “Semifinals”, “Division B, round 3”."""
        texts = {}
        for number, planned in self.register.rounds.items():
            of_round = self.round_text(number)
            if of_round != T("round {round}", round=number):
                for each in planned.pairings:
                    title = self._bracket_title(planned.stage, each)
                    texts[each.pairing] = (
                        of_round if title is None else self._round_text(planned.stage, [title])
                    )
        return texts

    def _bracket_title(self, stage: str, pairing: Pairing) -> Text | None:
        titles = self._bracket_titles(stage)
        return titles.get(pairing.pairing) or titles.get(frozenset(pairing.teams))

    def _bracket_titles(self, stage: str) -> Mapping[object, Text]:
        if not self.register.stages[stage].is_elimination:
            return {}
        if stage not in self._titles:
            try:
                bracket = self.bracket(stage)
            except Undecided:
                return {}
            self._titles[stage] = {
                node.meeting.pairing.pairing
                if node.meeting is not None and node.meeting.pairing is not None
                else frozenset(node.teams): bracket.titles[node.key]
                for node in bracket.nodes
                if node.meeting is not None or node.is_ready
            }
        return self._titles[stage]

    def pairing_full_name(self, pairing: str) -> Text:
        """Return a pairing in a sentence: its round, its table, if it has one, and its teams; else
        its id."""
        place, (_, drawn) = (
            self.pairing_location_text(pairing),
            self.register.drawn.get(pairing, (0, None)),
        )
        if drawn is None or not drawn.table:
            return place
        return join_with_commas((place, self.register.names_text(drawn.teams)))

    def pairing_location_text(self, pairing: str) -> Text:
        """Return where a pairing is played, in words: its round and table, or its round and
        teams where it has no table; its id where no round has it."""
        if pairing not in self.register.drawn:
            return T("pairing {id}", id=pairing)
        number, drawn = self.register.drawn[pairing]
        stage = self.register.rounds[number].stage
        title = self._bracket_title(stage, drawn)
        in_round = self.round_text(number) if title is None else self._round_text(stage, [title])
        place = table_field(drawn.table) if drawn.table else self.register.names_text(drawn.teams)
        return join_with_commas((in_round, place))

    # Stages.

    def participation_status(self, team: str) -> ParticipationStatus:
        """Return whether a team is still in. It is out when the last stage that it played in put it
        out, or its forfeits did."""
        if self.recorded.teams[team].withdrawn:
            return "withdrawn"
        if team in self.teams_out_by_forfeits:
            return "out"
        for last in reversed(self.register.stages.values()):
            if team in self.teams_that_played(last.stage):
                is_out = last.is_elimination and team in self.bracket(last.stage).eliminated
                return "out" if is_out else "in"
        return "in"

    def order_by_seed(self, teams: Sequence[str]) -> list[str]:
        """Return seeded teams first, by seed; then the others in their order."""
        return sorted(teams, key=lambda team: self.register.teams[team].seed or sys.maxsize)

    def teams_of_stage(self, stage: str) -> list[str]:
        """Return the teams of a stage in the order of their seeds, with those that played in it
        and have withdrawn. Raises `Undecided` if other stages decide that and aren't over."""
        entry = self.register.stages[stage]
        took_part_before = self.teams_that_played(stage)
        if entry.is_elimination and took_part_before:
            return self._teams_in_bracket(entry, took_part_before)
        free = entry.teams is None and entry.advance is None
        late = free and (not took_part_before or self.can_take_late_team(stage))
        teams = self._teams_of_entry(entry, took_part_before, late=late)
        if (
            took_part_before
            and entry.advance is not None
            and entry.format not in ("open-play", "by-hand")
        ):
            teams = [team for team in teams if team in took_part_before]
        remaining = [
            team
            for team in teams
            if team in took_part_before or not self.register.teams[team].withdrawn
        ]
        return [*remaining, *(team for team in took_part_before if team not in remaining)]

    def _teams_of_entry(
        self, entry: StageEntry, took_part_before: dict[str, None], *, late: bool = False
    ) -> list[str]:
        """Return the teams that a stage names, those that advance into it, or those that are
        `took_part_before`; with `late` also those that are in the event. Raises `Undecided` if
        there are none and the teams that advance are not known."""
        if entry.teams is not None:
            return list(entry.teams) if entry.advance else self.order_by_seed(entry.teams)
        if entry.advance is None:
            return self.order_by_seed(
                [
                    team
                    for team in self.register.teams
                    if team in took_part_before
                    or (late and self.participation_status(team) == "in")
                ]
            )
        try:
            return self.teams_advancing_into(entry)
        except Undecided:
            if not took_part_before:
                raise
            return list(took_part_before)

    def _teams_in_bracket(self, entry: StageEntry, took_part_before: dict[str, None]) -> list[str]:
        teams = self._teams_of_entry(entry, took_part_before)
        others = iter([team for team in took_part_before if team not in teams])
        ordered = (team if team in took_part_before else next(others, None) for team in teams)
        return [*(team for team in ordered if team is not None), *others]

    def can_take_late_team(self, stage: str) -> bool:
        """Return whether a team that enters now can still be paired in this stage."""
        entry = self.register.stages[stage]
        if entry.advance is not None:
            return False
        rounds = self.register.released_rounds_of_stage(stage)
        if not rounds:
            return True
        if entry.teams is not None or entry.is_elimination or self._has_fed_another(stage):
            return False
        return entry.format != "swiss" or self.has_rounds_to_come(stage)

    def can_be_given_late_team(self, team: str, stage: str) -> bool:
        """Return whether a team that is in no other stage can join this division by being paired in
        it by hand; the team plays in its later rounds then."""
        entry = self.register.stages[stage]
        elsewhere = {
            each
            for other in self.register.stages.values()
            if other.stage != stage
            for each in (*(other.teams or ()), *self.teams_that_played(other.stage))
        }
        return (
            entry.teams is not None
            and entry.advance is None
            and entry.format in ("swiss", "round-robin", "open-play")
            and self.has_rounds_to_come(stage)
            and team not in elsewhere
        )

    def _has_fed_another(self, stage: str) -> bool:
        stages = self.register.stages
        return any(stage in stages[each.stage].sources for each in self.register.released_rounds)

    def teams_advancing_into(self, entry: StageEntry) -> list[str]:
        """Return the teams that advance into a stage: the firsts, then the seconds, each by
        score and tie-breaks, then those that a decision includes. Raises `Undecided`."""
        seeds = list(self.advancement_into(entry).seeds)
        if not seeds:
            raise Undecided(
                "no team qualifies for stage “{stage}”", stage=self.register.stage_name(entry)
            )
        return self._seeds_apart(entry, seeds) if entry.is_elimination else seeds

    def advancement_into(
        self, entry: StageEntry, *, as_of_now: bool = False, with_ratings: bool = True
    ) -> Advancement:
        """Return the teams that advance into a stage, with reasons: `as_of_now` as the standings
        are, else raises `Undecided` while that is open. Without ratings the reasons are as they
        are published."""
        register = self.register
        advance = entry.advance
        assert advance is not None
        ranks: list[list[StageRow]] = []
        reasons: dict[str, Text] = {}
        conditions: TeamConditions | None = None
        for source in advance.from_:
            if not as_of_now and self.stage_status(source) != "done":
                raise Undecided(
                    "stage “{source}” isn't over, so Scorepad can't tell who advances to “{stage}”",
                    source=register.stage_name(register.stages[source]),
                    stage=register.stage_name(entry),
                )
            conditions = conditions or self._conditions(entry, advance, with_ratings=with_ratings)
            passed = self._reasons_passed_over(entry, source, conditions, as_of_now=as_of_now)
            rows = self._rows_in_places(entry, source, passed, is_checked=not as_of_now)
            reasons |= passed
            ranks += [[] for _ in rows[len(ranks) :]]
            for rank, row in zip(ranks, rows, strict=False):
                rank.append(row)
                reasons[row.team] = T("place {place}", place=row.place)
        tie_breaks = entry.tie_breaks or TIE_BREAKS
        advancing = []
        for rank in ranks:
            rows_by_team = {row.team: row for row in rank}
            ranking = TieBreakRanker(self.event_id, rows_by_team, (), tie_breaks)
            advancing += [
                row.team for row in number_places(ranking.rank_into_places(list(rows_by_team)))
            ]
        for team in dict.fromkeys(advancing):
            met = (conditions or {})[team]
            reasons[team] = join_with_commas([reasons[team], *(each.text for each in met)])
        for each in advance.include:
            if each.team not in advancing:
                advancing.append(each.team)
                reasons[each.team] = T("added by hand ({why})", why=each.why)
        return Advancement(tuple(dict.fromkeys(advancing)), reasons)

    def _conditions(
        self, entry: StageEntry, advance: AdvancementRule, *, with_ratings: bool
    ) -> TeamConditions:
        rows: dict[str, list[StageRow]] = {}
        for row in (row for each in entry.sources for row in self.stage_rows(each)):
            rows.setdefault(row.team, []).append(row)
        if not advance.qualify.is_any:
            return dict.fromkeys(rows, ())
        return {
            team: tuple(check_conditions(sum_rows(team, own), advance.qualify, with_ratings))
            for team, own in rows.items()
        }

    def _reasons_passed_over(
        self, entry: StageEntry, source: str, conditions: TeamConditions, *, as_of_now: bool
    ) -> dict[str, Text]:
        register = self.register
        taken: dict[str, StageEntry] = {}
        for other in register.stages.values():
            if other.stage == entry.stage:
                break
            if source in other.sources:
                begun = register.released_rounds_of_stage(other.stage)
                teams = (
                    self.advancement_into(other, as_of_now=True).seeds
                    if as_of_now and not begun and other.teams is None
                    else self.teams_of_stage(other.stage)
                )
                taken |= dict.fromkeys(teams, other)
        reasons: dict[str, Text] = {}
        plays_already = self.teams_that_played(entry.stage)
        for row in self.stage_rows(source):
            team = row.team
            unmet = [each.text for each in conditions[team] if not each.is_met]
            # A team that leaves once its bracket has begun did qualify.
            if team in self.teams_out_by_forfeits - plays_already.keys():
                n = len(self._forfeit_places[team])
                reasons[team] = N("out after {n} forfeit", "out after {n} forfeits", n)
            elif register.teams[team].withdrawn and team not in plays_already:
                reasons[team] = T("withdrew")
            elif team in taken:
                reasons[team] = T("plays in {stage}", stage=register.stage_name(taken[team]))
            elif unmet:
                reasons[team] = join_with_commas(unmet)
        return reasons

    def _rows_in_places(
        self, entry: StageEntry, source: str, passed: dict[str, Text], *, is_checked: bool
    ) -> list[StageRow]:
        """Return the rows of a stage that go on to another: those in its places of all that are not
        `passed` over; the others are added to these. Raises `Undecided` for a shared place at a
        cut, if that `is_checked`."""
        assert entry.advance is not None
        places, rows = entry.advance.places, self.stage_rows(source)
        able = [row for row in rows if row.team not in passed]
        if places == "all":
            return able
        ranked, first, last = able, 0, places
        if isinstance(places, tuple):
            ranked, first, last = rows, places[0] - 1, places[1]
        assert isinstance(last, int)
        for cut in (first, last):
            if not (is_checked and 0 < cut < len(ranked)):
                continue
            above, below = ranked[cut - 1 : cut + 1]
            if above.place == below.place:
                register = self.register
                raise Undecided(
                    "in stage “{source}”, {one} and {other} are tied for place {place}, so "
                    "Scorepad can't tell who advances to “{stage}”; choose one of the two, and "
                    "enter the teams in “{stage}” yourself",
                    source=register.stage_name(register.stages[source]),
                    one=register.team_name(above.team),
                    other=register.team_name(below.team),
                    place=above.place,
                    stage=register.stage_name(entry),
                )
        chosen = [row for row in ranked[first:last] if row.team not in passed]
        for row in able:
            if row not in chosen:
                passed[row.team] = T("place {place}", place=row.place)
        return chosen

    def _seeds_apart(self, entry: StageEntry, seeds: list[str]) -> list[str]:
        """Return the seeds of a bracket so that two of one stage do not meet at once.

        A first round that is released decides itself whether it was made so (EVENTS.md,
        `advance`).
        """
        sources = {row.team: source for source in entry.sources for row in self.stage_rows(source)}
        apart = separate_same_stage_teams_in_first_round(seeds, sources)
        first = next(iter(self.register.released_rounds_of_stage(entry.stage)), None)
        if first is None:
            return apart
        drawn = {frozenset(each.teams) for each in first.pairings}
        as_before, as_now = (len(drawn & first_round_pairs(each)) for each in (seeds, apart))
        return seeds if as_before > as_now else apart

    # Stages.

    def bracket(self, stage: str) -> Bracket:
        """Return the bracket of an elimination stage; raises `Undecided` before its teams are
        known."""
        if stage not in self._brackets:
            entry = self.register.stages[stage]
            self._brackets[stage] = Bracket(
                self.teams_of_stage(stage),
                self.bracket_rounds(stage),
                self.register.withdrawn,
                double=entry.format == "double-elimination",
                third_place=entry.third_place,
            )
        return self._brackets[stage]

    def round_robin_rounds_to_come(self, stage: str) -> list[RoundRobinRound]:
        """Return the remaining rounds of a round robin; where they are made anew, only the
        next."""
        register = self.register
        entry = register.stages[stage]
        past = [
            RoundRobinRound(
                tuple(pairing.teams for pairing in planned.pairings),
                planned.byes,
                planned.withdrawn,
            )
            for planned in register.released_rounds_of_stage(stage)
        ]
        return make_round_robin_rounds_to_come(
            self.teams_of_stage(stage), register.withdrawn, past, entry.legs
        )

    def is_time_over(self, entry: StageEntry) -> bool:
        """Return whether open play has reached its end."""
        now = self.latest_known_moment
        return entry.until is not None and now is not None and now >= entry.until

    def stage_status(self, stage: str) -> StageStatus:
        """Return whether a stage has begun, and whether it is over."""
        register = self.register
        rounds = register.released_rounds_of_stage(stage)
        if not rounds:
            return "waiting"
        entry = register.stages[stage]
        # In open play without an end the supervisor decides when it is over.
        is_endless = entry.format == "open-play" and entry.until is None and entry.rounds is None
        is_playing = (
            any(each.stage == stage for each in register.drafts)
            or (entry.format == "swiss" and self.has_rounds_to_come(stage))  # without a look
            or self.open_pairings(stage)
            or (entry.is_elimination and not self.bracket(stage).is_decided)
            or (not is_endless and self.has_rounds_to_come(stage))
        )
        return "playing" if is_playing else "done"

    def has_rounds_to_come(self, stage: str) -> bool:
        """Return whether there are more rounds, as far as the program makes them."""
        entry = self.register.stages[stage]
        released = len(self.register.released_rounds_of_stage(stage))
        if entry.format in ("by-hand", "swiss"):
            return released < (entry.rounds or 0)
        if entry.format == "open-play":
            if self._has_fed_another(stage) or self.is_time_over(entry):
                return False
            return entry.rounds is None or released < entry.rounds
        if not released:
            return True
        if entry.format == "round-robin":
            return bool(self.round_robin_rounds_to_come(stage))
        return self.bracket(stage).has_matches_to_come

    def stage_rows(self, stage: str) -> list[StageRow]:
        """Return the standings of a stage; none before its first round is released."""
        if stage not in self._rows:
            begun = bool(self.register.released_rounds_of_stage(stage))
            self._rows[stage] = self._standing(stage) if begun else []
        return self._rows[stage]

    def _standing(self, stage: str) -> list[StageRow]:
        entry = self.register.stages[stage]
        teams = self.teams_of_stage(stage)
        rows = self.rank_teams(stage, teams, self.finished_meetings(stage))
        if not entry.is_elimination:
            return rows
        by_team = {row.team: row for row in rows}
        places = self.bracket(stage).places()
        numbers = number_shared_places(places)
        decided = "score" if len(places) > 1 else None
        return [
            replace(by_team[team], place=place, decided_by=decided)
            for team, place in numbers.items()
        ]

    def rank_teams(
        self, stage: str, teams: Sequence[str], meetings: Sequence[Meeting]
    ) -> list[StageRow]:
        """Return the standings of these teams from these meetings, by the stage's tie-breaks."""
        entry = self.register.stages[stage]
        rules = CountingRules(
            points=entry.result_points,
            forfeit_points=entry.forfeit_points,
            tie_breaks=entry.tie_breaks_in_force,
            byes=self.bye_counts(stage),
            absences=self.absence_counts(stage),
            ratings=self.ratings(stage),
        )
        return compute_standings(self.event_id, teams, meetings, rules)

    @cached_property
    def last_stage_and_its_pools(self) -> tuple[StageEntry, ...]:
        """Return the last stage, with the pools beside it: stages of its format, each with teams of
        its own, from which none is taken on yet."""
        stages = list(self.register.stages.values())
        last = stages[-1] if stages else None
        if last is None or last.teams is None or last.is_elimination:
            return () if last is None else (last,)
        taken = {source for each in stages for source in each.sources}
        teams = {*last.teams}
        return tuple(
            each
            for each in stages
            if each is last
            or (
                each.format == last.format
                and each.teams is not None
                and each.stage not in taken
                and teams.isdisjoint(each.teams)
            )
        )

    @cached_property
    def deciding_stage(self) -> StageEntry | None:
        """Return the stage that decides the champion: the last; of final stages that are fed from
        the same stages the first. None for several pools."""
        if len(self.last_stage_and_its_pools) != 1:
            return None
        (last,) = self.last_stage_and_its_pools
        if last.advance is None:
            return last
        stages = self.register.stages.values()
        return next(
            each
            for each in stages
            if each.advance is not None
            and set(each.sources) == set(last.sources)
            and (each is last or not any(each.stage in other.sources for other in stages))
        )

    @property
    def is_won(self) -> bool:
        """Return whether the champion won a bracket; of another stage the champion is first."""
        stage = self.deciding_stage
        return self.champion is not None and stage is not None and stage.is_elimination

    @property
    def champion(self) -> str | None:
        """Return the sole first of the stage that decides when it is over; of pools none is."""
        entry = self.deciding_stage
        if entry is None or self.stage_status(entry.stage) != "done":
            return None
        if entry.is_elimination:
            return self.bracket(entry.stage).champion
        first = [row.team for row in self.stage_rows(entry.stage) if row.place == 1]
        return first[0] if len(first) == 1 else None
