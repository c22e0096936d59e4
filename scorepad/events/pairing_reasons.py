"""Why the two of a pairing meet, and why a team has a bye: one sentence each."""

from __future__ import annotations

from collections.abc import Mapping

from scorepad.events.bracket import BracketNode
from scorepad.events.effects import overview_before_round
from scorepad.events.entries import StageEntry
from scorepad.events.event_descriptions import score_text
from scorepad.events.matching import RoundDraw
from scorepad.events.overview import Overview
from scorepad.events.proposal import pair_round, pair_swiss_among
from scorepad.events.register import PlannedRound
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

OPEN_PLAY_REASON = T("both teams are here and free, and have waited the longest")
BY_HAND_REASON = T("entered by hand")


def pairing_reasons(overview: Overview, planned: PlannedRound) -> dict[str, Text]:
    """Return the reason of each pairing of a round by its id, and of each bye by its team."""
    stage = overview.register.stages[planned.stage]
    is_swiss = stage.format == "swiss"
    # Of a draft that no team has left since, the standings are the present ones.
    is_as_before = planned.is_draft and overview.register.withdrawn.isdisjoint(planned.teams)
    before = overview if is_swiss and is_as_before else overview_before_round(overview, planned)
    try:
        drawn = (
            pair_swiss_among(before, stage.stage, planned.teams)
            if is_swiss
            else pair_round(before, stage.stage, count_open_as_ties=True)
        )
    except Refused:
        drawn = RoundDraw()
    proposed = {frozenset(pair) for pair in drawn.pairs}
    past_pairs = before.pairs_met(stage.stage)
    places = _places_before(before, stage.stage) if is_swiss else {}
    titles = _bracket_titles(overview, stage.stage) if stage.is_elimination else {}
    reasons: dict[str, Text] = {}
    for pairing in planned.pairings:
        pair = frozenset(pairing.teams)
        if stage.format == "by-hand":
            reason = BY_HAND_REASON
        elif pair not in proposed and stage.format != "open-play":
            reason = T("changed by hand")
        elif stage.format == "swiss":
            reason = _swiss_reason(*(places[team] for team in pairing.teams))
        elif stage.format == "round-robin":
            reason = (
                T("everybody plays everybody, for the second time")
                if pair in past_pairs
                else T("everybody plays everybody")
            )
        else:
            reason = titles.get(pair, OPEN_PLAY_REASON)
        if pair in past_pairs and stage.format in ("swiss", "open-play", "by-hand"):
            reason = T("{reason}; they have met before", reason=reason)
        reasons[pairing.pairing] = reason
    byes = before.bye_counts(stage.stage)
    for team in planned.byes:
        reasons[team] = _bye_reason(stage, byes.get(team, 0), proposed=team in drawn.byes)
    return reasons


def _places_before(before: Overview, stage: str) -> Mapping[str, tuple[int, str]]:
    rows = before.stage_rows(stage)
    if rows:
        return {row.team: (row.place, score_text(row.score)) for row in rows}
    return {team: (place, "") for place, team in enumerate(before.teams_of_stage(stage), 1)}


def _swiss_reason(one: tuple[int, str], other: tuple[int, str]) -> Text:
    if not one[1]:
        return T(
            "No. {one} plays No. {other}, numbered by seed, then by order of entry",
            one=one[0],
            other=other[0],
        )
    if one[1] == other[1]:
        return T(
            "both have a score of {score}; they're in places {one} and {other}",
            score=one[1],
            one=one[0],
            other=other[0],
        )
    return T(
        "{score} and {theirs} are the closest scores left; the teams are in places {one} and "
        "{other}",
        score=one[1],
        theirs=other[1],
        one=one[0],
        other=other[0],
    )


def _bracket_titles(overview: Overview, stage: str) -> dict[frozenset[str], Text]:
    bracket = overview.bracket(stage)
    return {
        frozenset(team for team in node.teams if team): _bracket_reason(
            bracket.titles[node.key], node
        )
        for node in bracket.nodes
        if all(node.teams)
    }


def _bracket_reason(title: Text, node: BracketNode) -> Text:
    one, other = node.slots
    if one[0] == "seed" and other[0] == "seed":
        return T(
            "{title}; seed {one} plays seed {other}",
            title=title,
            one=one[1] + 1,
            other=other[1] + 1,
        )
    return title


def _bye_reason(stage: StageEntry, had: int, *, proposed: bool) -> Text:
    if not proposed:
        return T("changed by hand")
    if stage.is_elimination:
        return T("the bracket has no opponent for this team in this round")
    if stage.format == "swiss":
        return T("the lowest-ranked team with the fewest byes ({n} so far)", n=had)
    return T("an odd number of teams: each team has one bye")
