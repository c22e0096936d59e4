"""Standings as they are published: each row with the name of its team and its open results.

There is one for each stage of an event.  Matches that merely bear an event's name have one for each
name: the case of names of events and teams, and the spaces at their ends, make no difference.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence

import msgspec
from msgspec.structs import replace

from scorepad.events.entries import StageEntry, StagePoints
from scorepad.events.event_descriptions import score_text
from scorepad.events.overview import Overview
from scorepad.events.protest import protest_texts
from scorepad.events.qualification import Advancement
from scorepad.events.results import Meeting
from scorepad.events.standings import (
    DECISION_TEXTS,
    USUAL_POINTS,
    StageRow,
    compute_standings_by_wins_and_points,
)
from scorepad.spades.naming import name_key
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text, join_with_commas

ORDER_BY_WINS = T(
    "Teams are ranked by matches won, then points, then point difference. Teams tied on all "
    "three share a place. Neither team gets points for a forfeited match."
)
"""This decides the places of matches that bear an event's name."""


class TeamStanding(msgspec.Struct, frozen=True):
    """Holds a team's `row` and its name, how many of its matches have no result yet, and how many
    results are unofficial."""

    name: str
    row: StageRow
    unfinished: int = 0
    unofficial: int = 0


class StageStandings(msgspec.Struct, frozen=True):
    """Holds the standings of a stage of an event (`stage` is "" for matches that merely bear its
    name), with the `order` of the tie-breaks and the open `protests`."""

    event: str
    stage: str
    rows: tuple[TeamStanding, ...]
    order: Text
    protests: tuple[Text, ...] = ()


def standings_of_stages(overview: Overview) -> Iterator[StageStandings]:
    """Yield the standings of each stage that has begun, the last stage first: it decides."""
    register = overview.register
    for stage, entry in reversed(register.stages.items()):
        unfinished, unofficial = Counter[str](), Counter[str]()
        for pairing in register.released_pairings(stage):
            outcome = overview.outcome(pairing)
            if not outcome.is_official:
                (unofficial if outcome.has_result else unfinished).update(pairing.teams)
        rows = tuple(
            TeamStanding(
                register.team_name(row.team), row, unfinished[row.team], unofficial[row.team]
            )
            for row in overview.stage_rows(stage)
        )
        if rows:
            protests = tuple(protest_texts(overview, stage))
            yield StageStandings(register.head.name, stage, rows, _order(entry), protests)


def _order(entry: StageEntry) -> Text:
    if entry.is_elimination:
        return T(
            "The last team standing finishes first. Teams eliminated in the same round share a "
            "place."
        )
    counted = _points_text(entry.result_points)
    ways = "score", *entry.tie_breaks_in_force
    decisions = join_with_commas([DECISION_TEXTS[decision] for decision in ways])
    return T("{counted} Places are decided {ways}, in this order.", counted=counted, ways=decisions)


def _points_text(points: StagePoints) -> Text:
    if points == USUAL_POINTS:
        return T("A win or a bye is worth 1 point, and a tie is worth ½.")
    counted = [
        T("{what} {points}", what=_POINTS_TEXTS[name], points=score_text(value))
        for name in StagePoints.__struct_fields__
        if (value := getattr(points, name)) != getattr(USUAL_POINTS, name)
        or name in ("win", "tie", "loss")
    ]
    return T("Points: {counted}.", counted=join_with_commas(counted))


_POINTS_TEXTS: Mapping[str, Text] = {
    "win": T("win"),
    "tie": T("tie"),
    "loss": T("loss"),
    "bye": T("bye"),
    "forfeit_win": T("win by forfeit"),
    "forfeit_loss": T("forfeit"),
    "default_win": T("win by default"),
    "default_loss": T("default"),
    "absent": T("absence"),
}


def advancements_from(
    overview: Overview, stage: str, *, with_ratings: bool = False
) -> Iterator[tuple[StageEntry, Advancement]]:
    """Yield each stage that takes teams from this one, with the teams that advance right now and
    why."""
    for entry in overview.register.stages.values():
        if stage in entry.sources:
            yield (
                entry,
                overview.advancement_into(entry, as_of_now=True, with_ratings=with_ratings),
            )


def qualification_texts(
    overview: Overview, stage: str, *, with_ratings: bool = False, team: str = ""
) -> Iterator[Text]:
    """Yield for each stage that takes teams from this one the teams that advance as of now, and the
    others, with the reasons, or of one `team` alone; without the values of ratings, which are not
    published."""
    register = overview.register
    for entry, found in advancements_from(overview, stage, with_ratings=with_ratings):
        advance = entry.advance
        assert advance is not None
        is_plain = isinstance(advance.places, int) and not advance.include
        if is_plain and not advance.qualify.is_any and not team:
            continue  # the places are enough
        for row in overview.stage_rows(stage):
            if team not in ("", row.team):
                continue
            template = (
                T("{team} qualifies for {stage}: {why}")
                if row.team in found.seeds
                else T("{team} doesn't qualify for {stage}: {why}")
            )
            yield T(
                template.one,
                team=register.team_name(row.team),
                stage=register.stage_name(entry),
                why=found.reasons[row.team],
            )


def standings_of_named_events(matches: Iterable[MatchStatus]) -> Iterator[StageStandings]:
    """Yield the standings of each event that these matches name, in the order of the matches."""
    events: dict[str, list[MatchStatus]] = {}
    for match in matches:
        events.setdefault(name_key(match.event), []).append(match)
    for matches_of_event in events.values():
        yield StageStandings(
            matches_of_event[0].event, "", tuple(_rank_teams(matches_of_event)), ORDER_BY_WINS
        )


def _rank_teams(matches: Sequence[MatchStatus]) -> Iterator[TeamStanding]:
    played: dict[str, list[MatchStatus]] = {}
    names: dict[str, str] = {}
    for match in matches:
        for team in match.teams:
            names.setdefault(name_key(team), team)
            played.setdefault(name_key(team), []).append(match)
    decided = [_meeting(each) for each in matches if each.has_result]
    # A team without a decided match has no place, and is below all others.
    ranked = {team for meeting in decided for team in meeting.teams}
    rows = compute_standings_by_wins_and_points(sorted(ranked), decided)
    rows = [*rows, *(StageRow(team=team) for team in sorted(names.keys() - ranked))]
    for row in rows:
        results = played[row.team]
        yield TeamStanding(
            names[row.team],
            row,
            sum(not each.has_result for each in results),
            sum(each.has_result and not each.is_official for each in results),
        )


def _meeting(match: MatchStatus) -> Meeting:
    one, other = map(name_key, match.teams)
    # Bags decide no place there.
    return Meeting((one, other), replace(match, bags_taken=None))
