"""Standings: places, tie-breaks, and the reason for each place.

Scores are kept in half points, so that a tie is a whole number. Nothing here depends on the order
in which results were recorded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from fractions import Fraction
from math import lcm
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.events.entries import TIE_BREAKS, StagePoints, TieBreak
from scorepad.events.results import Meeting
from scorepad.spades.status import MatchStatus, Two
from scorepad.spades.words import T, Text

WIN, TIE = 2, 1
"""Half points between two teams for a won match and for a tie, by any stage."""
USUAL_POINTS: Final = StagePoints()

DECISION_TEXTS: dict[str, Text] = {
    "score": T("by score"),
    "head-to-head": T("by the head-to-head result"),
    "difference": T("by point difference"),
    "points": T("by more points scored"),
    "fewer-bags": T("by fewer bags"),
    "opponents": T("by the opponents' wins"),
    "rating": T("by sportsmanship rating"),
    "wins": T("by more wins"),
    "fewer-forfeits": T("by fewer forfeits"),
    "lots": T("by lot"),
}
"""A place was decided by one of these, in words."""


class StageRow(msgspec.Struct, frozen=True, kw_only=True):
    """A team in the standings.

    `half_points` is twice its score; `wins` holds forfeits of the others, not byes; `losses` the
    team's own forfeits and defaults, which `forfeits` and `defaults` count; `played_out` counts the
    matches that were played, `absences` the rounds that it was left out of; `bags` is None where
    those of one of its matches are unknown; `opponents` is the sum of its opponents' wins;
    `ratings` are those of its matches. `decided_by` is the tie-break that parts its place from the
    one below (the last: from the one above); None if nothing does.
    """

    team: str
    place: int = 0
    played: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    byes: int = 0
    forfeits: int = 0
    defaults: int = 0
    played_out: int = 0
    absences: int = 0
    half_points: int = 0
    points_for: int = 0
    points_against: int = 0
    bags: int | None = 0
    opponents: int = 0
    ratings: tuple[Fraction, ...] = ()
    decided_by: str | None = None

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def has_place(self) -> bool:
        """Return whether its place is one to be shown: it has played, or had a bye."""
        return bool(self.played or self.byes)

    @property
    def decision_text(self) -> Text | None:
        """Return what decided its place, in words; None while it has none to be shown."""
        return DECISION_TEXTS[self.decided_by] if self.decided_by and self.has_place else None

    @property
    def score(self) -> int | float:
        """Return the score as it is written: 3 or 3.5."""
        return score_of_halves(self.half_points)

    @property
    def rating(self) -> Fraction | None:
        """Return the exact mean of its ratings; None without any."""
        if not self.ratings:
            return None
        common = lcm(*(each.denominator for each in self.ratings))
        total = sum(each.numerator * (common // each.denominator) for each in self.ratings)
        return Fraction(total, common * len(self.ratings))

    @property
    def winning(self) -> Fraction:
        """Return the share of its decided matches that it won, a tie as one half; 0 without any."""
        return Fraction(2 * self.wins + self.ties, 2 * self.played) if self.played else Fraction()


class CountingRules(msgspec.Struct, frozen=True, kw_only=True):
    """How the results of a stage count: its `points`, the `forfeit_points` (None: none), the
    `tie_breaks`; and the `byes`, `absences` and `ratings` of its teams."""

    points: StagePoints = USUAL_POINTS
    forfeit_points: Two | None = None
    tie_breaks: Sequence[TieBreak] = TIE_BREAKS
    byes: Mapping[str, int] = {}
    absences: Mapping[str, int] = {}
    ratings: Mapping[str, Sequence[Fraction]] = {}


def score_of_halves(half_points: int) -> int | float:
    """Return points that are counted in halves as they are written: 3 or 3.5."""
    whole, half = divmod(half_points, 2)
    return whole + 0.5 if half else whole


def compute_standings(
    event: str, teams: Sequence[str], meetings: Iterable[Meeting], rules: CountingRules
) -> list[StageRow]:
    """Return the standings of these teams, best first.

    `event` is the event's id, for the lots; `meetings` are those that are over.  Teams that are
    level share a place, in the order of `teams`.
    """
    meetings = list(meetings)
    rows = _count_rows(teams, meetings, rules)
    return number_places(
        TieBreakRanker(event, rows, meetings, rules.tie_breaks).rank_into_places(list(teams))
    )


def compute_standings_by_wins_and_points(
    teams: Sequence[str], meetings: Iterable[Meeting]
) -> list[StageRow]:
    """Return the standings of matches that merely bear an event's name, best team first: by matches
    won, then points, then the difference.  Teams equal in all three share a place."""
    rows = {
        team: replace(row, half_points=WIN * row.wins)
        for team, row in _count_rows(teams, meetings, CountingRules()).items()
    }
    return number_places(
        TieBreakRanker("", rows, (), ("points", "difference")).rank_into_places(list(teams))
    )


def _count_rows(
    teams: Sequence[str], meetings: Iterable[Meeting], rules: CountingRules
) -> dict[str, StageRow]:
    counts = {team: dict.fromkeys(_COUNTED_FIELDS, 0) for team in teams}
    opponents: dict[str, list[str]] = {team: [] for team in teams}
    has_unknown_bags = set[str]()
    half_points = {
        name: int(2 * getattr(rules.points, name)) for name in StagePoints.__struct_fields__
    }
    for meeting in meetings:
        outcome = meeting.outcome
        how, bags = outcome.how, outcome.final_bags
        is_tied, winner = outcome.tied, outcome.winner
        points = _counting_points(outcome, rules.forfeit_points)
        kind = "default" if how == "default" else "forfeit"
        for side, team in enumerate(meeting.teams):
            if (count := counts.get(team)) is None:
                continue
            opponents[team].append(meeting.teams[1 - side])
            end = "tie" if is_tied else "win" if winner == side else "loss"
            count["played"] += 1
            count[_FIELD_BY_END[end]] += 1
            count["points_for"] += points[side]
            count["points_against"] += points[1 - side]
            if how == "played":
                count["played_out"] += 1
                if bags is None:
                    has_unknown_bags.add(team)
                else:
                    count["bags"] += bags[side]
            elif end != "win":
                count[f"{kind}s"] += 1
            is_plain = how == "played" or is_tied
            count["half_points"] += half_points[end if is_plain else f"{kind}_{end}"]
    rows = {}
    for team, count in counts.items():
        byes, absences = rules.byes.get(team, 0), rules.absences.get(team, 0)
        count["half_points"] += half_points["bye"] * byes + half_points["absent"] * absences
        fields: dict[str, Any] = {**count, "byes": byes, "absences": absences}
        if team in has_unknown_bags:
            fields["bags"] = None
        rows[team] = StageRow(
            team=team,
            opponents=sum(counts[each]["wins"] for each in opponents[team] if each in counts),
            ratings=tuple(rules.ratings.get(team, ())),
            **fields,
        )
    return rows


_FIELD_BY_END = {"win": "wins", "tie": "ties", "loss": "losses"}
_COUNTED_FIELDS = (
    *("played", *_FIELD_BY_END.values(), "forfeits", "defaults", "played_out"),
    *("half_points", "points_for", "points_against", "bags"),
)


def _counting_points(outcome: MatchStatus, forfeit_points: Two | None) -> Two:
    score = outcome.final_score
    if outcome.how != "played":
        score = forfeit_points if outcome.winner is not None else None
        if score is not None and outcome.winner == 1:
            score = score[1], score[0]
    return score or (0, 0)


RowsWithTieBreakBelow: TypeAlias = tuple[list[StageRow], str | None]
"""The teams that share a place, and the tie-break that separates it from the next one."""


class TieBreakRanker:
    """Orders rows by score and tie-breaks."""

    def __init__(
        self,
        event: str,
        rows: Mapping[str, StageRow],
        meetings: Iterable[Meeting],
        tie_breaks: Sequence[TieBreak],
    ) -> None:
        self._event = event
        self._count_rows = rows
        self._opponents: dict[str, list[tuple[str, int]]] = {team: [] for team in rows}
        for meeting in meetings:
            for side, team in enumerate(meeting.teams):
                if team in rows:
                    won, tied = meeting.outcome.winner == side, meeting.outcome.tied
                    gained = WIN if won else TIE if tied else 0
                    self._opponents[team].append((meeting.teams[1 - side], gained))
        self._tie_breaks = tie_breaks

    def rank_into_places(self, teams: Sequence[str]) -> list[RowsWithTieBreakBelow]:
        """Return the places of these teams, best first."""
        values = {team: self._count_rows[team].half_points for team in teams}
        return self._split_by_values(teams, "score", values)

    def _split_by_values(
        self, teams: Sequence[str], by: str, values: Mapping[str, int | Fraction]
    ) -> list[RowsWithTieBreakBelow]:
        parts: dict[int | Fraction, list[str]] = {}
        for team in teams:
            parts.setdefault(values[team], []).append(team)
        places: list[RowsWithTieBreakBelow] = []
        for value in sorted(parts, reverse=True):
            if places:
                places[-1] = (places[-1][0], by)
            places += self._break_ties(parts[value])
        return places

    def _break_ties(self, teams: list[str]) -> list[RowsWithTieBreakBelow]:
        if len(teams) > 1:
            for tie_break in self._tie_breaks:
                values = self._tie_break_values(tie_break, teams)
                if values is not None and len(set(values.values())) > 1:
                    return self._split_by_values(teams, tie_break, values)
        return [([self._count_rows[team] for team in teams], None)]

    def _tie_break_values(
        self, tie_break: TieBreak, teams: list[str]
    ) -> Mapping[str, int | Fraction] | None:
        if tie_break == "head-to-head":
            return self._head_to_head(teams)
        read = _TIE_BREAK_VALUES.get(tie_break)
        values = {
            team: -lot_of_team(self._event, team) if read is None else read(self._count_rows[team])
            for team in teams
        }
        known = {team: value for team, value in values.items() if value is not None}
        return known if len(known) == len(values) else None

    def _head_to_head(self, teams: list[str]) -> Mapping[str, int | Fraction] | None:
        level = set(teams)
        gained: dict[str, int | Fraction] = {}
        times: set[int] = set()
        for team in teams:
            among = [(other, points) for other, points in self._opponents[team] if other in level]
            meetings: dict[str, int] = {}
            for other, _ in among:
                meetings[other] = meetings.get(other, 0) + 1
            times.update(meetings.values())
            if len(meetings) < len(teams) - 1:
                times.add(0)
            if len(times) > 1:
                return None
            gained[team] = sum(points for _, points in among)
        return gained


# A value that one of the teams doesn't have parts none of them.
_TIE_BREAK_VALUES: Mapping[TieBreak, Callable[[StageRow], int | Fraction | None]] = {
    "difference": lambda row: row.difference,
    "points": lambda row: row.points_for,
    "opponents": lambda row: row.opponents,
    "wins": lambda row: row.wins,
    "fewer-bags": lambda row: None if row.bags is None else -row.bags,
    "rating": lambda row: row.rating,
    "fewer-forfeits": lambda row: -row.forfeits,
}


def lot_of_team(event: str, team: str) -> int:
    """Return a team's lot, the lowest first: the same on every laptop."""
    return int.from_bytes(hashlib.sha256(f"{event}/{team}".encode()).digest(), "big")


def number_places(places: Sequence[RowsWithTieBreakBelow]) -> list[StageRow]:
    """Return the rows of these places with their place and its reason."""
    rows: list[StageRow] = []
    above: str | None = None
    for sharing, below in places:
        place = len(rows) + 1
        decided = below or above
        rows += [replace(row, place=place, decided_by=decided) for row in sharing]
        above = below
    return rows
