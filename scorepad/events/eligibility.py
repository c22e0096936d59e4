"""Eligibility: the players that have sat in fewer matches than a stage requires."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from scorepad.events.overview import Overview, Undecided
from scorepad.spades.naming import name_key
from scorepad.spades.words import N, T, Text, join_with_commas


class ShortPlayer(msgspec.Struct, frozen=True):
    """A player of a team that has sat in fewer of its matches than a stage requires."""

    team: str
    player: str
    sat: int
    needed: int


def players_short_of_matches(
    overview: Overview, stage: str, teams: Collection[str]
) -> Iterator[ShortPlayer]:
    """Yield the players of these teams that have sat in fewer matches, over the stages that feed a
    stage, than it requires. A match with unknown players counts for all of a team."""
    register = overview.register
    advance = register.stages[stage].advance
    needed = advance.qualify.played if advance is not None else None
    if advance is None or needed is None:
        return
    seats = dict[str, list[frozenset[str]]]()
    for pairing in (each for s in advance.from_ for each in register.released_pairings(s)):
        outcome = overview.outcome(pairing)
        if outcome.how != "played":
            continue
        for side, team in enumerate(pairing.teams):
            names = {name_key(each) for each in outcome.players[side::2] if each.strip()}
            seats.setdefault(team, []).append(frozenset(names))
    for team in teams:
        matches = seats.get(team, [])
        for player in register.teams[team].players:
            sat = sum(not names or name_key(player) in names for names in matches)
            if player.strip() and sat < needed:
                yield ShortPlayer(team, player.strip(), sat, needed)


def short_players_of_event(overview: Overview) -> dict[tuple[str, str], Text]:
    """Return the players short of matches in the stages to play, by team and name."""
    short = {}
    for stage, entry in overview.register.stages.items():
        if entry.advance is None or entry.advance.qualify.played is None:
            continue
        try:
            teams = overview.teams_of_stage(stage)
        except Undecided:
            continue
        if overview.stage_status(stage) != "done":
            for each in players_short_of_matches(overview, stage, teams):
                text = T("{n} of {needed} required matches", n=each.sat, needed=each.needed)
                short[each.team, each.player] = text
    return short


def short_players_text(overview: Overview, short: Collection[ShortPlayer]) -> Text:
    """Return the sentence with the names of these players; they may still play."""
    return N(
        "{n} player has played in too few matches: {players}",
        "{n} players have played in too few matches: {players}",
        len(short),
        players=join_with_commas(
            [
                N(
                    "{player} ({team}), {n} of {needed}",
                    "{player} ({team}), {n} of {needed}",
                    each.sat,
                    player=each.player,
                    team=overview.register.team_name(each.team),
                    needed=each.needed,
                )
                for each in short
            ],
            semicolons=True,
        ),
    )
