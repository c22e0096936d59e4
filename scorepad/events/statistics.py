"""The statistics of an event: by player, by team, and its records.

A match folds once to its figures (`fold_match_figures`), which are sums of its hands; an event's
are the sums of those. A hand counts for the people who sat in it, if it was scored or lost.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import TypeAlias

import msgspec

from scorepad.events.entries import Pairing
from scorepad.events.event import Event
from scorepad.spades.board import Hand
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key, natural_key
from scorepad.spades.scoring import number_of_bid
from scorepad.spades.status import MatchStatus, Two
from scorepad.spades.words import N, T, Text, join_parts

BAGS_NOT_PLAYED = ("bag-penalty", "ruling")
"""Bags of these lines were not taken as tricks."""


class HandCounts(msgspec.Struct):
    """Counts what a player, or a team, did over hands.

    bids, bid: the hands with a number bid, and the sum of these numbers
    tricks: those taken with the partner
    nils, nils_made, blind_nils, blind_nils_made: each nil that was bid, and made
    sets: hands in which the contract was set
    bags: overtricks and tricks of failed nils that were counted as bags
    deals: hands dealt
    """

    hands: int = 0
    bids: int = 0
    bid: int = 0
    tricks: int = 0
    nils: int = 0
    nils_made: int = 0
    blind_nils: int = 0
    blind_nils_made: int = 0
    sets: int = 0
    bags: int = 0
    deals: int = 0

    def add(self, other: HandCounts) -> None:
        """Add the counts of other hands."""
        for name in COUNTED:
            setattr(self, name, getattr(self, name) + getattr(other, name))

    @property
    def average_bid(self) -> float | None:
        """Return the mean of the numbers bid, with two decimals; None without any."""
        return round(self.bid / self.bids, 2) if self.bids else None


COUNTED = HandCounts.__struct_fields__


class HighestHand(msgspec.Struct, frozen=True):
    """The hand in which a side of a match won the most points."""

    points: int
    side: int
    number: int
    players: tuple[str, ...]


class MatchFigures(msgspec.Struct, frozen=True):
    """The figures of a match's hands.

    players: the counts by side and name, each with the name as it is written
    sides: the counts by side
    deficits: the most points by which each side was behind after a hand
    winner: the side that won at the table
    nameless: how many hands were played by people without a name, by seat
    doubled: names that both seats of a side had in one hand, by side
    rules_name: the rule set
    """

    hands: int
    players: Mapping[tuple[int, str], tuple[str, HandCounts]]
    sides: tuple[HandCounts, HandCounts]
    highest: HighestHand | None
    deficits: Two
    winner: int | None
    nameless: int
    doubled: frozenset[tuple[int, str]]
    rules_name: str


FiguresByMatch: TypeAlias = Mapping[str, MatchFigures]
"""The figures of matches by their ids."""


def fold_match_figures(match: Match) -> MatchFigures:
    """Return the figures of a match's hands."""
    players: dict[tuple[int, str], tuple[str, HandCounts]] = {}
    sides = HandCounts(), HandCounts()
    doubled: set[tuple[int, str]] = set()
    highest: HighestHand | None = None
    deficits = [0, 0]
    count = nameless = 0
    for hand in match.board.hands:
        if not hand.is_counted:
            continue
        count += 1
        teams = match.head_of_hand(hand).teams
        for side, (team, total) in enumerate(zip(teams, sides, strict=True)):
            names = [name.strip() for name in team.players]
            of_side = _count_side(hand, side)
            both = HandCounts()
            for seat, name in zip((side, side + 2), names, strict=True):
                own = _count_seat(hand, seat, of_side)
                for each in ("bids", "bid", *_NILS, "deals"):
                    setattr(both, each, getattr(both, each) + getattr(own, each))
                if name:
                    players.setdefault((side, name_key(name)), (name, HandCounts()))[1].add(own)
                else:
                    nameless += 1
            both.hands, both.tricks = 1, of_side.tricks
            both.sets, both.bags = of_side.sets, of_side.bags
            total.add(both)
            if names[0] and name_key(names[0]) == name_key(names[1]):
                doubled.add((side, names[0]))
            points = hand.change[side]
            if highest is None or points > highest.points:
                highest = HighestHand(points, side, hand.number, tuple(filter(None, names)))
            deficits[side] = max(deficits[side], hand.score[1 - side] - hand.score[side])
    end = match.board.end
    return MatchFigures(
        hands=count,
        players=players,
        sides=sides,
        highest=highest,
        deficits=(deficits[0], deficits[1]),
        winner=None if end is None else end.winner,
        nameless=nameless,
        doubled=frozenset(doubled),
        rules_name=match.rules.name,
    )


_NILS = ("nils", "nils_made", "blind_nils", "blind_nils_made")


def _count_side(hand: Hand, side: int) -> HandCounts:
    lines = hand.lines[side]
    return HandCounts(
        hands=1,
        tricks=hand.tricks[side] or 0,
        sets=hand.made[side] is False,
        bags=sum(line.bags for line in lines if line.what not in BAGS_NOT_PLAYED),
    )


def _count_seat(hand: Hand, seat: int, of_side: HandCounts) -> HandCounts:
    nil = hand.nils[seat]
    partner = (seat + 2) % 4
    # Where the partner bid nothing, the number is that of the whole side.
    is_own = nil is None and hand.bids[partner] is not None and not hand.bids_itself
    number = number_of_bid(hand.bids[seat]) if is_own else None
    is_made = hand.nil_made[seat] is True
    return HandCounts(
        hands=1,
        bids=number is not None,
        bid=number or 0,
        tricks=of_side.tricks,
        nils=nil == "nil",
        nils_made=nil == "nil" and is_made,
        blind_nils=nil == "blind",
        blind_nils_made=nil == "blind" and is_made,
        sets=of_side.sets,
        bags=of_side.bags,
        deals=hand.dealer == seat,
    )


class PlayerStatistics(msgspec.Struct):
    """A player of a team over an event: the matches in which he or she sat, and the counts."""

    team: str
    player: str
    matches: int = 0
    counts: HandCounts = msgspec.field(default_factory=HandCounts)


class TeamStatistics(msgspec.Struct):
    """A team over an event.

    played, wins, ties: matches decided, forfeits included
    points_matches: matches played out whose points are known, with the points `made` and `given`
    biggest_win: the points of it ahead of the other team, and that team
    comeback: the most points behind from which it won
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
    counts: HandCounts = msgspec.field(default_factory=HandCounts)

    @property
    def losses(self) -> int:
        return self.played - self.wins - self.ties

    @property
    def average_margin(self) -> float | None:
        """Return the mean of points for less against, with one decimal; None without any."""
        matches = self.points_matches
        return round((self.made - self.given) / matches, 1) if matches else None


class EventRecord(msgspec.Struct, frozen=True):
    """A record of an event: `what` it is as a code, its value, the teams (the first holds it), the
    players who held it, and the round and the table."""

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
    notes: what a reader has to know of the figures
    """

    players: tuple[PlayerStatistics, ...]
    teams: tuple[TeamStatistics, ...]
    records: tuple[EventRecord, ...]
    matches: int
    hand_matches: int
    points_matches: int
    bag_matches: int
    notes: tuple[Text, ...]


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
        self.records: dict[str, EventRecord] = {}
        self.matches = self.hand_matches = self.points_matches = self.bag_matches = 0
        self.nameless = 0
        self.doubled: dict[tuple[str, str], None] = {}
        self.rule_sets: dict[str, None] = {}
        self.other_teams: list[str] = []

    def add(self, round_number: int, pairing: Pairing, figures: MatchFigures | None) -> None:
        """Add a pairing, with the hands of its match."""
        outcome = self.event.overview.outcome(pairing)
        if outcome.has_other_teams:
            if figures is not None and figures.hands:
                self.other_teams.append(pairing.pairing)
            figures = None
        if figures is not None and not figures.hands:
            figures = None
        if figures is None and not outcome.has_result:
            return
        self.matches += 1
        self._where = round_number, pairing
        if outcome.has_result:
            self._add_result(pairing, outcome)
        if figures is not None:
            self._add_hands(pairing, outcome, figures)
        self._add_bags(pairing, outcome, figures)

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
        # A result that overrules the table's may give the match to the team with fewer points.
        if outcome.winner == ahead and margin:
            winner, loser = sides[ahead], sides[1 - ahead]
            if winner.biggest_win is None or margin > winner.biggest_win:
                winner.biggest_win, winner.biggest_win_against = margin, loser.team
            self._note_record("biggest-win", margin, ahead)

    def _add_hands(self, pairing: Pairing, outcome: MatchStatus, figures: MatchFigures) -> None:
        self.hand_matches += 1
        self.rule_sets[figures.rules_name] = None
        self.nameless += figures.nameless
        for side, team in enumerate(pairing.teams):
            each = self.teams[team]
            each.hand_matches += 1
            each.counts.add(figures.sides[side])
        for (side, key), (name, counts) in figures.players.items():
            team = pairing.teams[side]
            player = self.players.setdefault((team, key), PlayerStatistics(team, name))
            player.matches += 1
            player.counts.add(counts)
        for side, name in figures.doubled:
            self.doubled[pairing.teams[side], name] = None
        winner = outcome.winner
        if outcome.how == "played" and winner is not None and winner == figures.winner:
            behind, each = figures.deficits[winner], self.teams[pairing.teams[winner]]
            if behind:
                each.comeback = max(behind, each.comeback or 0)
                self._note_record("comeback", behind, winner)
        self._note_record("longest-match", figures.hands, 0)
        if highest := figures.highest:
            self._note_record("highest-hand", highest.points, highest.side, highest.players)

    def _add_bags(
        self, pairing: Pairing, outcome: MatchStatus, figures: MatchFigures | None
    ) -> None:
        bags = outcome.final_bags if figures is None and outcome.how == "played" else None
        if figures is None and bags is None:
            return
        self.bag_matches += 1
        for side, team in enumerate(pairing.teams):
            self.teams[team].bag_matches += 1
            if bags is not None:
                self.teams[team].counts.bags += bags[side]

    def _note_record(self, what: str, value: int, side: int, players: tuple[str, ...] = ()) -> None:
        before, sign = self.records.get(what), -1 if what in LEAST_WINS else 1
        if before is None or sign * value > sign * before.value:
            number, pairing = self._where
            one, other = pairing.teams[side], pairing.teams[1 - side]
            self.records[what] = EventRecord(
                what, value, (one, other), players, number, pairing.table
            )

    def notes(self) -> Iterator[Text]:
        """Yield the notes on the figures."""
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
                "two partners of {team} are both called {player} and count as one",
                team=name(team),
                player=player,
            )
        if self.nameless:
            yield N(
                "{n} hand was played by somebody without a name and counts for the team alone",
                "{n} hands were played by somebody without a name and count for the team alone",
                self.nameless,
            )
        if len(self.rule_sets) > 1:
            yield T(
                "the matches followed different rule sets: {names}",
                names=join_parts(self.rule_sets, ", "),
            )
        for pairing in self.other_teams:
            yield T(
                "{pairing}: other teams played this match, so its hands don't count",
                pairing=self.event.register.pairing_full_name(pairing),
            )


def has_statistics(event: Event) -> bool:
    """Return whether a match of the event has a result, or a hand."""
    outcomes = map(event.overview.outcome, event.register.released_pairings())
    return any(each.has_result or each.scored_hands for each in outcomes)


def compute_statistics(event: Event, figures: FiguresByMatch) -> EventStatistics:
    """Return the statistics of an event from the figures of its matches, by id.

    A result without figures counts only with the event's data: the winner, points and bags.
    """
    tally, register = _Tally(event), event.register
    for number, planned in sorted(register.rounds.items()):
        if planned.released is not None:
            for pairing in planned.entry.pairings:
                tally.add(number, pairing, figures.get(event.match_id(pairing.pairing) or ""))

    def player_key(each: PlayerStatistics) -> tuple[object, ...]:
        return natural_key(each.player), natural_key(register.team_name(each.team)), each.team

    return EventStatistics(
        players=tuple(sorted(tally.players.values(), key=player_key)),
        teams=tuple(
            sorted(
                tally.teams.values(),
                key=lambda each: (natural_key(register.team_name(each.team)), each.team),
            )
        ),
        records=tuple(tally.records[what] for what in RECORDS if what in tally.records),
        matches=tally.matches,
        hand_matches=tally.hand_matches,
        points_matches=tally.points_matches,
        bag_matches=tally.bag_matches,
        notes=tuple(tally.notes()),
    )


def fold_figures_by_match(matches: Iterable[Match]) -> dict[str, MatchFigures]:
    """Return the figures of matches by their ids; each is asked for once."""
    return {match.id or "": fold_match_figures(match) for match in matches}
