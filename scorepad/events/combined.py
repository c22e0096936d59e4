"""Tables over several events: the places or points of their teams, added up by organization, team
or player."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping
from typing import Final, TypeAlias

import msgspec
from msgspec import UNSET

from scorepad.events.entries import CombinedRows, PeopleNames, StageEntry
from scorepad.events.event_descriptions import score_text
from scorepad.events.gate import repeated
from scorepad.events.overview import Overview
from scorepad.events.ranking import rank_all_teams
from scorepad.events.standings import score_of_halves
from scorepad.events.weeks import date_text
from scorepad.spades.naming import name_key, natural_key
from scorepad.spades.words import N, T, Text, join_parts

ROW_TEXTS: Final[dict[CombinedRows, Text]] = {
    "organization": T("organization"),
    "team": T("team"),
    "player": T("player"),
}
SHORT_ID: Final = 8
"""An event that is not here is named by this many letters of its id."""


class TeamOutcome(msgspec.Struct, frozen=True):
    """The outcome of a team in an event: its place in the final ranking, and the sum of its points
    in the standings, in halves."""

    name: str
    organization: str
    players: tuple[str, ...]
    place: int
    half_points: int


class EventOutcome(msgspec.Struct, frozen=True):
    """The outcome of an event; `teams` are those that played, none before the event is over."""

    name: str
    date: str
    people: PeopleNames
    teams: tuple[TeamOutcome, ...]


Outcomes: TypeAlias = Mapping[str, EventOutcome]
"""The outcomes of events, by their ids; one that is not here is left out."""


class CombinedRow(msgspec.Struct, frozen=True):
    """A row: its place, its name (`team` is "" unless the name alone is ambiguous), its
    points, and those in each event that counts (None: it was not there)."""

    place: int
    name: str
    team: str
    score: int | float
    scores: tuple[int | float | None, ...]

    @property
    def full_name(self) -> str:
        """Return its name, with the team where that is needed."""
        return (
            str(T("{player} ({team})", player=self.name, team=self.team))
            if self.team
            else self.name
        )


class CombinedTable(msgspec.Struct, frozen=True):
    """A table over several events: the names of those that count, its rows, best first, and in
    `notes` the events and teams that count nothing. `people` is the style of its players' names on
    published pages."""

    stage: str
    per: CombinedRows
    events: tuple[str, ...]
    people: PeopleNames
    rows: tuple[CombinedRow, ...]
    notes: tuple[Text, ...]

    def scores_text(self, row: CombinedRow) -> str:
        """Return the points of a row in each event: "Spring Open 150, Fall Open 25"."""
        scores = zip(self.events, row.scores, strict=True)
        texts = (f"{event} {score_text(each)}" for event, each in scores if each is not None)
        return join_parts(texts, ", ")


def missing_event_name(event_id: str) -> Text:
    """Return the name of an event of which only the id is known."""
    return T("event {id} isn't on this computer", id=event_id[:SHORT_ID])


def outcome_of_event(overview: Overview) -> EventOutcome:
    """Return the outcome of an event, by its stages of play."""
    register = overview.register
    half_points: dict[str, int] = {}
    for row in (row for stage in register.stages for row in overview.stage_rows(stage)):
        if row.has_place:
            half_points[row.team] = half_points.get(row.team, 0) + row.half_points
    teams = []
    for ranked in rank_all_teams(overview):
        if ranked.team in half_points:  # one that played nowhere has no place to count
            team = register.teams[ranked.team]
            teams.append(
                TeamOutcome(
                    register.team_name(team.team),
                    team.organization,
                    tuple(filter(str.strip, team.players)),
                    ranked.place,
                    half_points[team.team],
                )
            )
    people = "full" if register.head.people is UNSET else register.head.people
    return EventOutcome(
        register.head.name or str(T("Event")), register.head.date, people, tuple(teams)
    )


def combine_outcomes(entry: StageEntry, outcomes: Outcomes) -> CombinedTable:
    """Return the table of a `combined` stage from the outcomes of its events."""
    here = {each: outcomes[each] for each in entry.events if each in outcomes}
    counted = [each for each in here.values() if each.teams]
    same_names = _names_of_several_people(counted) if entry.per == "player" else frozenset()
    sums: dict[tuple[str, str], list[int | None]] = {}
    names: dict[tuple[str, str], tuple[str, str]] = {}
    for at, outcome in enumerate(counted):
        for team in outcome.teams:
            # Two partners of one name count as one.
            for key, name in dict(_names_of_team(entry.per, team, same_names)).items():
                names[key] = name
                row = sums.setdefault(key, [None] * len(counted))
                row[at] = (row[at] or 0) + _half_points(entry, team)
    totals = {key: sum(each or 0 for each in row) for key, row in sums.items()}
    places: dict[int, int] = {}
    for above, total in enumerate(sorted(totals.values(), reverse=True)):
        places.setdefault(total, above + 1)
    rows = [
        CombinedRow(
            places[total],
            *names[key],
            score_of_halves(total),
            tuple(None if each is None else score_of_halves(each) for each in sums[key]),
        )
        for key, total in totals.items()
    ]
    people = [each.people for each in counted]
    return CombinedTable(
        entry.stage,
        entry.per or "team",
        tuple(_distinct_names(counted)),
        next((each for each in ("none", "initial") if each in people), "full"),
        tuple(sorted(rows, key=lambda row: (row.place, natural_key(row.full_name)))),
        tuple(_notes(entry, here, counted)),
    )


def _names_of_several_people(counted: Iterable[EventOutcome]) -> frozenset[str]:
    return frozenset(
        key
        for outcome in counted
        for key in repeated(name_key(player) for team in outcome.teams for player in team.players)
    )


def _names_of_team(
    per: CombinedRows | None, team: TeamOutcome, same_names: frozenset[str]
) -> Iterator[tuple[tuple[str, str], tuple[str, str]]]:
    if per == "player":
        for player in team.players:
            of_team = team.name if name_key(player) in same_names else ""
            yield (name_key(player), name_key(of_team)), (player, of_team)
    elif name := team.name if per == "team" else team.organization:
        yield (name_key(name), ""), (name, "")


def _half_points(entry: StageEntry, team: TeamOutcome) -> int:
    if not isinstance(entry.points, dict):
        return team.half_points
    return int(2 * entry.points.get(str(team.place), entry.points.get("*", 0)))


def _distinct_names(counted: Iterable[EventOutcome]) -> Iterator[str]:
    counts = Counter(name_key(each.name) for each in counted)
    for each in counted:
        yield (
            each.name
            if counts[name_key(each.name)] == 1
            else join_parts((each.name, date_text(each.date)), ", ")
        )


def _notes(entry: StageEntry, here: Outcomes, counted: Iterable[EventOutcome]) -> Iterator[Text]:
    for event in entry.events:
        if event not in here:
            yield T("{event}, so it doesn't count", event=missing_event_name(event))
        elif not here[event].teams:
            yield T("{event} isn't finished, so it doesn't count", event=here[event].name)
    for each in counted:
        if entry.per == "organization":
            without = [team.name for team in each.teams if not team.organization]
            if without:
                yield N(
                    "{n} team in {event} has no organization and doesn't count: {teams}",
                    "{n} teams in {event} have no organization and don't count: {teams}",
                    len(without),
                    event=each.name,
                    teams=join_parts(without, ", "),
                )
        elif entry.per == "team":
            for name, times in Counter(name_key(team.name) for team in each.teams).items():
                if times > 1:
                    same = next(team.name for team in each.teams if name_key(team.name) == name)
                    yield T(
                        "{n} teams in {event} are called {team} and count as one team",
                        n=times,
                        event=each.name,
                        team=same,
                    )
