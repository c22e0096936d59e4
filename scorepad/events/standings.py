"""Standings have places, tie-breaks, and what decided each place.

Scores are kept in half points, so that a tie is a whole number. Nothing here depends on the order
in which results were recorded.
"""

from __future__ import annotations

import hashlib
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.events.entries import TIE_BREAKS, TieBreak
from scorepad.events.results import Meeting, Two
from scorepad.spades.words import T, Text

WIN, TIE = 2, 1
"""Half points for a match won (or a bye) and for a tie."""

DECIDED: dict[str, Text] = {
    "score": T("by score"),
    "head-to-head": T("by the head-to-head result"),
    "difference": T("by point difference"),
    "points": T("by more points scored"),
    "fewer-bags": T("by fewer bags"),
    "opponents": T("by the opponents' wins"),
    "lots": T("by lot"),
}
"""A place was decided by one of these, in words."""

Gained: TypeAlias = tuple[str, int]
"""An opponent, and the half points that the match against it gave."""


class StageRow(msgspec.Struct, frozen=True, kw_only=True):
    """A team in the standings.

    `half_points` is twice its score; `wins` holds forfeits of the others, not byes; `losses` the
    team's own forfeits, which `forfeits` counts; `bags` is None where those of one of its
    matches are unknown; `opponents` is the sum of its opponents' wins.  `decided_by` is what
    parts its place from the one below (the last: from the one above); None where nothing does.
    """

    team: str
    place: int = 0
    played: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    byes: int = 0
    forfeits: int = 0
    half_points: int = 0
    points_for: int = 0
    points_against: int = 0
    bags: int | None = 0
    opponents: int = 0
    decided_by: str | None = None

    @property
    def difference(self) -> int:
        return self.points_for - self.points_against

    @property
    def score(self) -> int | float:
        """Return the score as it is written: 3 or 3.5."""
        whole, half = divmod(self.half_points, 2)
        return whole + 0.5 if half else whole


class _Tally:
    """Sums up a team's matches."""

    __slots__ = ("bags", "byes", "forfeits", "losses", "met", "points", "ties", "wins")

    def __init__(self) -> None:
        self.wins = self.ties = self.losses = self.byes = self.forfeits = 0
        self.points = [0, 0]
        self.bags: int | None = 0
        self.met: list[Gained] = []

    def add(self, meeting: Meeting, side: int, forfeit_points: Two | None) -> None:
        outcome = meeting.outcome
        won = outcome.winner == side
        gained = WIN if won else TIE if outcome.tied else 0
        self.met.append((meeting.teams[1 - side], gained))
        self.wins += won
        self.ties += outcome.tied
        self.losses += not won and not outcome.tied
        score: Sequence[int] | None = None
        if outcome.how == "played":
            score = outcome.score
            if outcome.bags is None or self.bags is None:
                self.bags = None
            else:
                self.bags += outcome.bags[side]
        else:
            self.forfeits += not won
            if forfeit_points is not None and outcome.winner is not None:
                score = forfeit_points if outcome.winner == 0 else forfeit_points[::-1]
        if score is not None:
            self.points[0] += score[side]
            self.points[1] += score[1 - side]


def standings(
    event: str,
    teams: Sequence[str],
    meetings: Iterable[Meeting],
    byes: Mapping[str, int],
    tie_breaks: Sequence[TieBreak] = TIE_BREAKS,
    forfeit_points: Two | None = None,
) -> list[StageRow]:
    """The standings of these teams, best first.

    `event` is the event's id, for the lots; `meetings` are those that are over; `byes` counts each
    team's.  Teams that stay level share a place, in the order of `teams`.
    """
    tallies = _tallied(teams, meetings, forfeit_points)
    rows = {
        team: replace(
            row,
            byes=byes.get(team, 0),
            half_points=WIN * (row.wins + byes.get(team, 0)) + TIE * row.ties,
        )
        for team, row in _rows(tallies).items()
    }
    met = {team: tally.met for team, tally in tallies.items()}
    return placed(Ranking(event, rows, met, tie_breaks).ranked(list(teams)))


def standings_by_wins(teams: Sequence[str], meetings: Iterable[Meeting]) -> list[StageRow]:
    """The standings of matches that merely bear an event's name, best team first: by matches won,
    then points, then the difference.  Teams equal in all three share a place."""
    rows = {
        team: replace(row, half_points=WIN * row.wins)
        for team, row in _rows(_tallied(teams, meetings)).items()
    }
    return placed(Ranking("", rows, {}, ("points", "difference")).ranked(list(teams)))


def _tallied(
    teams: Sequence[str], meetings: Iterable[Meeting], forfeit_points: Two | None = None
) -> dict[str, _Tally]:
    tallies = {team: _Tally() for team in teams}
    for meeting in meetings:
        for side, team in enumerate(meeting.teams):
            if team in tallies:
                tallies[team].add(meeting, side, forfeit_points)
    return tallies


def _rows(tallies: Mapping[str, _Tally]) -> dict[str, StageRow]:
    """Return the sums as rows, still without score and place."""
    return {
        team: StageRow(
            team=team,
            played=tally.wins + tally.ties + tally.losses,
            wins=tally.wins,
            ties=tally.ties,
            losses=tally.losses,
            forfeits=tally.forfeits,
            points_for=tally.points[0],
            points_against=tally.points[1],
            bags=tally.bags,
            opponents=sum(tallies[one].wins for one, _ in tally.met if one in tallies),
        )
        for team, tally in tallies.items()
    }


class Ranking:
    """Orders rows by score and tie-breaks."""

    def __init__(
        self,
        event: str,
        rows: Mapping[str, StageRow],
        met: Mapping[str, Sequence[Gained]],
        tie_breaks: Sequence[TieBreak],
    ) -> None:
        self._event = event
        self._rows = rows
        self._met = met
        self._tie_breaks = tie_breaks

    def ranked(self, teams: Sequence[str]) -> list[tuple[list[StageRow], str | None]]:
        """Return the places, best first: the teams that share each, and what separates it from the
        next."""
        values = {team: self._rows[team].half_points for team in teams}
        return self._parted(teams, "score", values)

    def _parted(
        self, teams: Sequence[str], by: str, values: Mapping[str, int]
    ) -> list[tuple[list[StageRow], str | None]]:
        """Return the teams separated by these values, the highest first, each part broken up
        further."""
        parts: dict[int, list[str]] = {}
        for team in teams:
            parts.setdefault(values[team], []).append(team)
        places: list[tuple[list[StageRow], str | None]] = []
        for value in sorted(parts, reverse=True):
            if places:
                places[-1] = (places[-1][0], by)
            places += self._broken(parts[value])
        return places

    def _broken(self, teams: list[str]) -> list[tuple[list[StageRow], str | None]]:
        """Return level teams in the parts that the first useful tie-break makes; each part begins
        again with the first one."""
        if len(teams) > 1:
            for tie_break in self._tie_breaks:
                values = self._values(tie_break, teams)
                if values is not None and len(set(values.values())) > 1:
                    return self._parted(teams, tie_break, values)
        return [([self._rows[team] for team in teams], None)]

    def _values(self, tie_break: TieBreak, teams: list[str]) -> Mapping[str, int] | None:
        """Return what a tie-break makes of level teams, more is better; None where it is passed
        over."""
        rows = {team: self._rows[team] for team in teams}
        if tie_break == "head-to-head":
            return self._head_to_head(teams)
        if tie_break == "fewer-bags":
            bags = {team: row.bags for team, row in rows.items()}
            known = {team: -taken for team, taken in bags.items() if taken is not None}
            return known if len(known) == len(bags) else None
        if tie_break == "lots":
            return {team: -lot(self._event, team) for team in teams}
        of: Callable[[StageRow], int]
        if tie_break == "difference":
            of = _difference
        elif tie_break == "points":
            of = _points
        else:
            of = _opponents
        return {team: of(row) for team, row in rows.items()}

    def _head_to_head(self, teams: list[str]) -> Mapping[str, int] | None:
        """Return the half points among themselves, where each has met each of the others equally
        often."""
        level = set(teams)
        gained: dict[str, int] = {}
        times: set[int] = set()
        for team in teams:
            among = [(other, points) for other, points in self._met[team] if other in level]
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


def _difference(row: StageRow) -> int:
    return row.difference


def _points(row: StageRow) -> int:
    return row.points_for


def _opponents(row: StageRow) -> int:
    return row.opponents


def lot(event: str, team: str) -> int:
    """Return a team's lot, the lowest first: the same on every laptop."""
    return int.from_bytes(hashlib.sha256(f"{event}/{team}".encode()).digest(), "big")


def placed(places: Sequence[tuple[list[StageRow], str | None]]) -> list[StageRow]:
    """Return the rows of these places with their place, and with what decided it."""
    rows: list[StageRow] = []
    above: str | None = None
    for sharing, below in places:
        place = len(rows) + 1
        decided = below or above
        rows += [replace(row, place=place, decided_by=decided) for row in sharing]
        above = below
    return rows
