"""The outcome of a pairing is its `result` entry, else what its match says."""

from __future__ import annotations

import uuid
from collections.abc import Mapping
from datetime import datetime
from functools import lru_cache
from types import MappingProxyType
from typing import Final, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.events.entries import How, OfficialResult, Pairing, ResultEntry, RoundEntry
from scorepad.events.register import Register
from scorepad.spades.match import Match
from scorepad.spades.result import bags_taken, last_possible_result_change, signatures
from scorepad.spades.words import T, Text

PairingStatus: TypeAlias = Literal["waiting", "playing", "over"]
Two: TypeAlias = tuple[int, int]
"""A number for each side."""


class MatchResult(msgspec.Struct, frozen=True, kw_only=True):
    """What a match says of its result.

    `begun`: it has a hand, or ended without one; `how` is None while it gives no result (it is
    played, was abandoned, `has_versions` between which somebody has to choose, or
    `has_other_teams` than its pairing); `bags` are those taken, penalties not taken off; `moved` is
    when something last moved the result (UTC), `signed` says that both sides signed since; `teams`
    and `players` (by seat) are the names in it.
    """

    begun: bool = False
    has_versions: bool = False
    has_other_teams: bool = False
    how: How | None = None
    winner: int | None = None
    score: Two = (0, 0)
    bags: Two | None = None
    moved: datetime | None = None
    signed: bool = False
    teams: tuple[str, str] = ("", "")
    players: tuple[str, str, str, str] = ("", "", "", "")

    @property
    def without_result_of_other_teams(self) -> MatchResult:
        """Return it as it is where its teams are not its pairing's: it gives no result."""
        return replace(self, has_other_teams=True, how=None, winner=None, bags=None, signed=False)

    @property
    def without_times(self) -> MatchResult:
        """Return it without when it moved and who signed, by which nobody is paired."""
        return replace(self, moved=None, signed=False)


class StatedResults(msgspec.Struct, frozen=True):
    """What events state of their matches, by match id: `results` are such as those on paper,
    `officials` say which supervisors attest the result that the match itself has."""

    results: Mapping[str, ResultEntry] = {}
    officials: Mapping[str, tuple[OfficialResult, ...]] = {}

    def confirmation_of(self, match: Match) -> Text | None:
        """Return who made the result of a match official; None where nobody did, or both sides
        signed it."""
        match_id, result = match.id or "", result_of_match(match)
        if result.how is None or result.signed:
            return None
        stated = self.results.get(match_id)
        if stated is not None:
            is_same = outcome_of_result(stated, result, official=True).is_same_as_match_result
            return T("recorded in the event") if is_same else None
        for each in reversed(self.officials.get(match_id, ())):
            if may_be_newer_than_result(each, result):
                return T("confirmed by {name}", name=each.name)
        return None


NOTHING_STATED: Final = StatedResults()

NO_MATCH_RESULTS: Mapping[str, MatchResult] = MappingProxyType({})
"""What the matches say while an event's file is read, which does not have it: nobody knows."""


class Outcome(msgspec.Struct, frozen=True, kw_only=True):
    """What a released pairing came to.

    `match` is what its match says, which may be otherwise where a `result` entry goes before it;
    `begun`: its match has a hand.
    """

    status: PairingStatus = "waiting"
    how: How | None = None
    winner: int | None = None
    score: Two | None = None
    bags: Two | None = None
    official: bool = False
    begun: bool = False
    match: MatchResult | None = None

    @property
    def is_over(self) -> bool:
        return self.status == "over"

    @property
    def is_forfeit(self) -> bool:
        return self.how in ("forfeit", "double-forfeit")

    @property
    def is_tied(self) -> bool:
        return self.how == "played" and self.winner is None

    @property
    def is_same_as_match_result(self) -> bool:
        """Return whether its match says the same result."""
        match = self.match
        return match is not None and (match.how, match.winner, match.score) == (
            self.how,
            self.winner,
            self.score or match.score,
        )

    @property
    def overrules_match(self) -> bool:
        """Return whether its match says another result."""
        return (
            self.match is not None
            and self.match.how is not None
            and not self.is_same_as_match_result
        )


class Meeting(msgspec.Struct, frozen=True):
    """A pairing that counts: two teams, its outcome, and the pairing itself if there is one."""

    teams: tuple[str, str]
    outcome: Outcome
    pairing: Pairing | None = None

    @property
    def winner(self) -> str | None:
        return None if self.outcome.winner is None else self.teams[self.outcome.winner]

    @property
    def losers(self) -> tuple[str, ...]:
        """Return the teams that it costs something in an elimination: of a double forfeit both, of
        a tie none."""
        if self.outcome.how == "double-forfeit":
            return self.teams
        return () if self.outcome.winner is None else (self.teams[1 - self.outcome.winner],)


def result_of_match(match: Match) -> MatchResult:
    """Return what this match says of its result."""
    board, (one, other) = match.board, match.head.teams
    end = board.end
    how: How | None = None
    if end is not None and end.reason != "abandoned" and not match.has_versions:
        how = "forfeit" if end.reason == "forfeit" else "played"
    return MatchResult(
        begun=bool(board.hands) or end is not None,
        has_versions=match.has_versions,
        how=how,
        winner=end.winner if how is not None and end is not None else None,
        score=board.score,
        bags=bags_taken(board),
        moved=last_possible_result_change(match),
        signed=None not in signatures(match),
        teams=(one.name, other.name),
        players=(one.players[0], other.players[0], one.players[1], other.players[1]),
    )


def match_id_of_pairing(event_id: str, entry: RoundEntry, pairing: str) -> str:
    """Return the id of a pairing's match: the same on every laptop (LAPTOPS.md 5).

    The id of the round entry is in it, so that a round that two laptops paired never puts two pairs
    of teams into one match.  A round of an older program, which is `after` none, does without.
    """
    name = pairing if entry.after is None else f"{entry.id}/{pairing}"
    return _hash_name(event_id, name)


@lru_cache(maxsize=8192)
def _hash_name(event_id: str, name: str) -> str:
    """Return the UUIDv5 of a name in an event, as text."""
    return str(uuid.uuid5(uuid.UUID(event_id), name))


def outcome_of_pairing(register: Register, pairing: Pairing, match: MatchResult | None) -> Outcome:
    """Return what a released pairing came to."""
    entry = register.results.get(pairing.pairing)
    if entry is not None:
        return outcome_of_result(entry, match, official=True)
    if match is None or match.how is None:
        begun = match is not None and match.begun
        return Outcome(status="playing" if begun else "waiting", begun=begun, match=match)
    attested = register.officials.get(pairing.pairing, ())
    official = match.signed or any(may_be_newer_than_result(each, match) for each in attested)
    return outcome_of_result(match, match, official=official)


def outcome_of_result(
    result: ResultEntry | MatchResult, match: MatchResult | None, *, official: bool
) -> Outcome:
    """Return what a pairing came to by the result that counts, beside what its match says."""
    return Outcome(
        status="over",
        how=result.how,
        winner=result.winner,
        score=result.score,
        bags=result.bags,
        official=official,
        begun=match is not None and match.begun,
        match=match,
    )


def may_be_newer_than_result(entry: OfficialResult, match: MatchResult) -> bool:
    """Return whether this was recorded after the result last changed; where a time is not known, it
    was."""
    return entry.at is None or match.moved is None or entry.at >= match.moved
