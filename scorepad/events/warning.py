"""Warnings to a supervisor about entries that the gate accepts."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress

from scorepad.events import entries as kinds
from scorepad.events.eligibility import players_short_of_matches, short_players_text
from scorepad.events.entries import Pairing, ResultEntry, RoundEntry, StageEntry
from scorepad.events.gate import allows_tie, repeated, rules_of_round
from scorepad.events.overview import Overview
from scorepad.events.proposal import warnings_of_unofficial_results_used
from scorepad.events.register import PlannedRound, Register
from scorepad.spades.entries import Common
from scorepad.spades.library import Library
from scorepad.spades.naming import name_key, number_ranges
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, Text, join_parts

MAX_NAMED_TEAMS = 6
"""The most teams that a warning names; of others it has the number."""
MAX_USUAL_PLAYERS = 8
"""Two play, the others are substitutes; a longer list is rather two teams in one line."""
MAX_POINTS_OF_LAST_HAND = 400  # points
"""The hand that ends a game hardly brings a team more: 13 tricks, or two blind nils of 200."""
MIN_USUAL_POINTS = -1000  # points
"""Hardly a team falls lower."""


def warnings_about_entry(overview: Overview, library: Library, entry: Common) -> tuple[Text, ...]:
    """Return the warnings about an entry that the gate lets in."""
    if isinstance(entry, kinds.TeamEntry):
        return tuple(_team_warnings(overview, entry))
    if isinstance(entry, StageEntry):
        return tuple(_stage_warnings(overview, entry))
    if isinstance(entry, RoundEntry):
        return tuple(_round_warnings(overview, entry))
    if isinstance(entry, kinds.Release):
        return tuple(warnings_of_round(overview, overview.register.rounds[entry.round]))
    if isinstance(entry, ResultEntry):
        return tuple(_result_warnings(overview, library, entry))
    return ()


def player_count_warnings(entry: kinds.TeamEntry) -> Iterator[Text]:
    """Yield the warning about a team of more players than usual."""
    count = sum(bool(name.strip()) for name in entry.players)
    if count > MAX_USUAL_PLAYERS:
        yield T("{team} has {n} players: is that really one team?", team=entry.name, n=count)


def _team_warnings(overview: Overview, entry: kinds.TeamEntry) -> Iterator[Text]:
    yield from player_count_warnings(entry)
    for name in repeated(map(name_key, filter(str.strip, entry.players))):
        same = next(each for each in entry.players if name_key(each) == name)
        yield T("{player} is on {team} twice", player=same, team=entry.name)
    register = overview.register
    if register.team_names.get(name_key(entry.name), {}).keys() - {entry.team}:
        yield T("there are two teams called {team}", team=entry.name)
    for name in dict.fromkeys(map(name_key, entry.players)):
        known = register.player_names.get(name, {})
        more = len(known) - (entry.team in known) - 1
        if more < 0:
            continue
        first, player = next(each for each in known.items() if each[0] != entry.team)
        team = register.teams[first].name
        yield (
            N(
                "{player} plays on {team} and {n} other team",
                "{player} plays on {team} and {n} other teams",
                more,
                player=player,
                team=team,
            )
            if more
            else T("{player} also plays on {team}", player=player, team=team)
        )
    if entry.seed is not None:
        for other in register.teams.values():
            if other.seed == entry.seed and other.team != entry.team:
                yield T("{team} also has seed {seed}", team=other.name, seed=entry.seed)
                break


def _stage_warnings(overview: Overview, entry: StageEntry) -> Iterator[Text]:
    register = overview.register
    teams = entry.teams if entry.teams is not None else tuple(register.teams)
    counted = entry.advance is None and len(teams) > 1
    if entry.format == "swiss" and counted and (entry.rounds or 0) > len(teams) - 1:
        yield T(
            "with {rounds} rounds but only {n} opponents for each team, some teams play each "
            "other twice",
            rounds=entry.rounds or 0,
            n=len(teams) - 1,
        )
    rounds = entry.rounds or 0
    if entry.format == "round-robin" and counted:
        rounds = entry.legs * (len(teams) - 1 + len(teams) % 2)
    days = {each.date for each in register.head.dates or ()}
    if days and rounds > len(days) * entry.matches_a_day:
        yield T(
            "{stage} has {n} rounds to play, but its dates have room for only {most}",
            stage=register.stage_name(entry),
            n=rounds,
            most=len(days) * entry.matches_a_day,
        )


def _round_warnings(overview: Overview, entry: RoundEntry) -> Iterator[Text]:
    register = overview.register
    past_pairs = overview.pairs_met(entry.stage)
    elimination = register.stages[entry.stage].is_elimination
    for number in range(1, entry.round):
        if number not in register.rounds:
            yield T("round {round}, which comes before this one, is missing", round=number)
            break
    for pairing in entry.pairings:
        if not elimination and frozenset(pairing.teams) in past_pairs:
            one, other = map(register.team_name, pairing.teams)
            yield T("{one} and {other} have met before", one=one, other=other)
    for table in repeated(each.table for each in entry.pairings if each.table):
        yield T("table {table} is used twice in the round", table=table)
    if register.stages[entry.stage].format == "swiss":
        missing = set(overview.teams_of_stage(entry.stage)) - {
            *PlannedRound(entry=entry).teams,
            *entry.absent,
        }
        for team in sorted(missing - register.withdrawn):
            yield T("{team} has neither a match nor a bye", team=register.team_name(team))


def warnings_of_round(overview: Overview, planned: PlannedRound) -> Iterator[Text]:
    """Yield the warnings about a round to be released, or those that still hold about a released
    one."""
    register = overview.register
    stage = register.stages[planned.stage]
    yield from warnings_of_unofficial_results_used(overview, stage, planned.number)
    yield from _tables_not_over(overview, planned)
    to_play = [each for each in planned.pairings if not overview.has_result(each)]
    paired = [team for pairing in to_play for team in pairing.teams]
    absent = register.absent_teams(planned.entry.date)
    if missing := [team for team in paired if team in absent]:
        yield N(
            "{n} team is paired but not checked in: {teams}",
            "{n} teams are paired but not checked in: {teams}",
            len(missing),
            teams=named_teams_text(register, missing),
        )
    if short := list(players_short_of_matches(overview, planned.stage, paired)):
        yield short_players_text(overview, short)
    yield from _people_at_two_tables(register, to_play)


def named_teams_text(register: Register, teams: Sequence[str]) -> Text | str:
    """Return the names of the first of these teams, and how many there are more."""
    names = join_parts(map(register.team_name, teams[:MAX_NAMED_TEAMS]), ", ")
    more = len(teams) - MAX_NAMED_TEAMS
    if more <= 0:
        return names
    return T("{teams} {more}", teams=names, more=N("and {n} more", "and {n} more", more))


def _people_at_two_tables(register: Register, pairings: Sequence[Pairing]) -> Iterator[Text]:
    seats: dict[str, tuple[str, str]] = {}
    for team, place in ((team, pairing.table) for pairing in pairings for team in pairing.teams):
        for player in register.teams[team].two_players_to_seat:
            other = seats.setdefault(name_key(player), (team, place))
            if player.strip() and other[0] != team:
                yield T(
                    "{player} would sit at table {one} ({team}) and at table {other} "
                    "({other_team}); is that the same person?",
                    player=player,
                    one=other[1],
                    team=register.team_name(other[0]),
                    other=place,
                    other_team=register.team_name(team),
                )


def _tables_not_over(overview: Overview, planned: PlannedRound) -> Iterator[Text]:
    register = overview.register
    to_play = [each for each in planned.pairings if not overview.has_result(each)]
    teams = {team for pairing in to_play for team in pairing.teams}
    tables = {pairing.table for pairing in to_play if pairing.table}
    waits: dict[int, list[str]] = {}
    for number, pairings in overview.open_pairings_by_round.items():
        for pairing in pairings if number != planned.number else ():
            if pairing.table in tables or teams & {*pairing.teams}:
                place = pairing.table or str(register.names_text(pairing.teams))
                waits.setdefault(number, []).append(place)
    for number, places in waits.items():
        yield N(
            "the match at table {tables} in {round} isn't over",
            "the matches at tables {tables} in {round} aren't over",
            len(places),
            tables=number_ranges(places),
            round=overview.round_text(number),
        )


def _result_warnings(overview: Overview, library: Library, entry: ResultEntry) -> Iterator[Text]:
    register = overview.register
    number, pairing = register.drawn[entry.pairing]
    rules_field = rules_of_round(overview, register.rounds[number].entry)
    # A rule set that isn't on this computer checks nothing, and refuses nothing.
    with suppress(Refused):
        if rules_field:
            rules = library.resolve(rules_field)
            one, other = map(register.team_name, pairing.teams)
            yield from unlikely_result_texts(rules, (one, other), entry)


def unlikely_result_texts(
    rules: RuleSet, teams: tuple[str, str], result: ResultEntry
) -> Iterator[Text]:
    """Yield each reason why a match between these `teams` (their names) hardly ends so under a rule
    set; none for a forfeit, which has no score."""
    if result.how != "played":
        return
    target = rules.game.target
    for team, points in zip(teams, result.score or (), strict=False):
        if points > target - 1 + MAX_POINTS_OF_LAST_HAND:
            yield T(
                "{team} has {points} points, but a game under {rules} ends at {target}",
                team=team,
                points=points,
                rules=rules.name,
                target=target,
            )
        elif points < MIN_USUAL_POINTS:
            yield T("{team} has only {points} points", team=team, points=points)
    if result.winner is None and not allows_tie(rules):
        yield T(
            "{rules} doesn't allow a tie: the teams play one more hand to decide it",
            rules=rules.name,
        )
    if result.score is not None and max(result.score) < target and not _ends_early(rules, result):
        yield T(
            "neither team has the {target} points that end a game under {rules}",
            target=target,
            rules=rules.name,
        )


def _ends_early(rules: RuleSet, result: ResultEntry) -> bool:
    game = rules.game
    is_at_floor = game.floor is not None and min(result.score or (0,)) <= game.floor
    return is_at_floor or any((rules.clock.minutes, game.max_hands, game.sets_to_lose))
