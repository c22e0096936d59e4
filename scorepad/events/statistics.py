"""The statistics of an event: by player, by team, and its records.

The figures of a match are a part of its status (`spades.figures`); those of an event are their
sums.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping

import msgspec
from msgspec.structs import astuple, replace

from scorepad.events.entries import Pairing, PeopleNames
from scorepad.events.event import Event
from scorepad.spades.figures import HandCounts, MatchFigures
from scorepad.spades.naming import name_key, name_with_initial, natural_key
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, Text, join_parts


class PlayerStatistics(msgspec.Struct):
    """A player of a team over an event: the matches in which he or she sat, and the counts."""

    team: str
    player: str
    matches: int = 0
    counts: HandCounts = HandCounts()


class TeamStatistics(msgspec.Struct):
    """A team over an event.

    played, wins, ties: matches decided, forfeits included
    points_matches: matches played out with known points, with the points `made` and `given`
    biggest_win: the points of it ahead of the other team, and that team
    comeback: the most points behind from which it won at the table
    hand_matches, bag_matches: matches of which the hands, or the bags, are known
    counts: over these hands; its bags are those of `bag_matches`
    """

    team: str
    played: int = 0
    wins: int = 0
    ties: int = 0
    points_matches: int = 0
    made: int = 0
    given: int = 0
    biggest_win: int | None = None
    biggest_win_against: str = ""
    comeback: int | None = None
    hand_matches: int = 0
    bag_matches: int = 0
    counts: HandCounts = HandCounts()

    @property
    def losses(self) -> int:
        return self.played - self.wins - self.ties

    @property
    def average_margin(self) -> float | None:
        """Return the mean of points for less against, with two decimals; None without any."""
        matches = self.points_matches
        return round((self.made - self.given) / matches, 2) if matches else None


class EventRecord(msgspec.Struct, frozen=True):
    """A record of an event: its code, its value, the teams (the first holds it), the players that
    held it, and the round and the table."""

    what: str
    value: int
    teams: tuple[str, str]
    players: tuple[str, ...]
    round: int
    table: str


class EventStatistics(msgspec.Struct, frozen=True):
    """The statistics of an event.

    matches: matches with a result, or with hands
    hand_matches, points_matches, bag_matches: those of them of which that is known
    notes: remarks on the figures; those on people name them
    """

    players: tuple[PlayerStatistics, ...]
    teams: tuple[TeamStatistics, ...]
    records: tuple[EventRecord, ...]
    matches: int
    hand_matches: int
    points_matches: int
    bag_matches: int
    notes_on_people: tuple[Text, ...]
    notes_on_matches: tuple[Text, ...]

    @property
    def notes(self) -> tuple[Text, ...]:
        return self.notes_on_people + self.notes_on_matches

    def with_public_names(self, people: PeopleNames) -> EventStatistics:
        """Return the statistics as they may be published."""
        if people == "full":
            return self
        players, records = self.players, self.records
        if people == "none":
            players, records = (), tuple(replace(each, players=()) for each in records)
        players = tuple(replace(each, player=name_with_initial(each.player)) for each in players)
        records = tuple(
            replace(each, players=tuple(map(name_with_initial, each.players))) for each in records
        )
        return replace(self, players=players, records=records, notes_on_people=())


RECORDS: Mapping[str, Text] = {
    "longest-match": T("Longest match (hands)"),
    "highest-hand": T("Highest hand (points)"),
    "closest-finish": T("Closest finish (points)"),
    "biggest-win": T("Biggest win (points)"),
    "comeback": T("Biggest comeback (points)"),
}
"""The records of an event, by code."""
LEAST_WINS = ("closest-finish",)
"""Of these the least value is the record."""


class _Tally:
    """Adds the matches of an event up."""

    def __init__(self, event: Event) -> None:
        self.event = event
        self.players: dict[tuple[str, str], PlayerStatistics] = {}
        self.teams = {team: TeamStatistics(team) for team in event.register.teams}
        self.records: dict[str, list[EventRecord]] = {}
        self.matches = self.hand_matches = self.points_matches = self.bag_matches = 0
        self.nameless = 0
        self.doubled: dict[tuple[str, str], None] = {}
        self.rule_sets: dict[str, None] = {}
        self.other_teams: list[str] = []

    def add(self, round_number: int, pairing: Pairing) -> None:
        """Add a pairing, with the hands of its match."""
        outcome = self.event.overview.outcome(pairing)
        figures = outcome.figures
        if outcome.has_other_teams and figures is not None:
            self.other_teams.append(pairing.pairing)
            figures = None
        if figures is None and not outcome.has_result:
            return
        self.matches += 1
        self._where = round_number, pairing
        if outcome.has_result:
            self._add_result(pairing, outcome)
        if figures is not None:
            self._add_hands(pairing, outcome, figures)
        bags = outcome.final_bags if figures is None and outcome.how == "played" else None
        if figures is not None or bags is not None:
            self.bag_matches += 1
            for side, team in enumerate(pairing.teams):
                self.teams[team].bag_matches += 1
                self.teams[team].counts += HandCounts(bags=bags[side] if bags else 0)

    def _add_result(self, pairing: Pairing, outcome: MatchStatus) -> None:
        sides = [self.teams[team] for team in pairing.teams]
        for side, each in enumerate(sides):
            each.played += 1
            each.wins += outcome.winner == side
            each.ties += outcome.tied
        score = outcome.final_score
        if outcome.how != "played" or score is None:
            return
        self.points_matches += 1
        for side, each in enumerate(sides):
            each.points_matches += 1
            each.made += score[side]
            each.given += score[1 - side]
        margin = abs(score[0] - score[1])
        ahead = int(score[1] > score[0])
        self._note_record("closest-finish", margin, ahead)
        if margin:
            winner = sides[ahead]
            if winner.biggest_win is None or margin > winner.biggest_win:
                winner.biggest_win, winner.biggest_win_against = margin, sides[1 - ahead].team
            self._note_record("biggest-win", margin, ahead)

    def _add_hands(self, pairing: Pairing, outcome: MatchStatus, figures: MatchFigures) -> None:
        self.hand_matches += 1
        self.rule_sets[outcome.rules_name] = None
        for side, team in enumerate(pairing.teams):
            self.teams[team].hand_matches += 1
            self.teams[team].counts += figures.counts_of_side(side)
        for side, name, counts in map(astuple, figures.players):
            team = pairing.teams[side]
            if not name:
                self.nameless += counts.hands
                continue
            player = self.players.setdefault((team, name_key(name)), PlayerStatistics(team, name))
            player.matches += 1
            player.counts += counts
        self.doubled |= {(pairing.teams[side], name): None for side, name in figures.doubled}
        winner, is_of_table = outcome.winner, not outcome.is_stated or outcome.is_same_at_table
        if outcome.how == "played" and winner is not None and is_of_table:
            behind, each = figures.deficits[winner], self.teams[pairing.teams[winner]]
            if behind:
                each.comeback = max(behind, each.comeback or 0)
                self._note_record("comeback", behind, winner)
        self._note_record("longest-match", outcome.scored_hands, 0)
        highest = figures.highest
        self._note_record("highest-hand", highest.points, highest.side, highest.players)

    def _note_record(self, what: str, value: int, side: int, players: tuple[str, ...] = ()) -> None:
        number, pairing = self._where
        teams = pairing.teams[side], pairing.teams[1 - side]
        self.records.setdefault(what, []).append(
            EventRecord(what, value, teams, players, number, pairing.table)
        )

    def best_records(self) -> Iterator[EventRecord]:
        """Yield the record of each kind; of equal values the first holds it."""
        for what in RECORDS:
            if found := self.records.get(what):
                yield (min if what in LEAST_WINS else max)(found, key=lambda each: each.value)

    def notes_on_people(self) -> Iterator[Text]:
        """Yield the notes that name people."""
        name = self.event.register.team_name
        teams_by_player: dict[str, list[PlayerStatistics]] = {}
        for (_, key), each in self.players.items():
            teams_by_player.setdefault(key, []).append(each)
        for same in teams_by_player.values():
            if len(same) > 1:
                yield T(
                    "{player} played for {teams} and has a row for each team",
                    player=same[0].player,
                    teams=join_parts([name(each.team) for each in same], ", "),
                )
        for team, player in self.doubled:
            yield T(
                "two players on {team} are both called {player} and count as one",
                team=name(team),
                player=player,
            )

    def notes_on_matches(self) -> Iterator[Text]:
        """Yield the notes that name no people."""
        if self.nameless:
            yield N(
                "{n} hand was played by an unnamed player and counts only for the team",
                "{n} hands were played by unnamed players and count only for the team",
                self.nameless,
            )
        if len(self.rule_sets) > 1:
            yield T(
                "the matches followed different rule sets: {names}",
                names=join_parts(self.rule_sets, ", "),
            )
        for pairing in self.other_teams:
            yield T(
                "{pairing}: different teams played this match, so its hands don't count",
                pairing=self.event.overview.pairing_full_name(pairing),
            )


def has_statistics(event: Event) -> bool:
    """Return whether a match of the event has a result, or a hand."""
    outcomes = map(event.overview.outcome, event.register.released_pairings())
    return any(each.has_result or each.scored_hands for each in outcomes)


def compute_statistics(event: Event) -> EventStatistics:
    """Return the statistics of an event.

    A result without hands counts only with the event's data: the winner, points and bags.
    """
    tally, register = _Tally(event), event.register
    for pairing in register.released_pairings():
        tally.add(register.drawn[pairing.pairing][0], pairing)

    def order(each: PlayerStatistics | TeamStatistics) -> tuple[object, ...]:
        player = getattr(each, "player", "")
        return natural_key(player), natural_key(register.team_name(each.team)), each.team

    return EventStatistics(
        players=tuple(sorted(tally.players.values(), key=order)),
        teams=tuple(sorted(tally.teams.values(), key=order)),
        records=tuple(tally.best_records()),
        matches=tally.matches,
        hand_matches=tally.hand_matches,
        points_matches=tally.points_matches,
        bag_matches=tally.bag_matches,
        notes_on_people=tuple(tally.notes_on_people()),
        notes_on_matches=tuple(tally.notes_on_matches()),
    )
