"""The status of an event in a list, and its statements about its matches."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from types import MappingProxyType
from typing import Any, Final, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.events.entries import OfficialResult, Pairing, ResultEntry
from scorepad.events.register import Register
from scorepad.spades.status import LogStatus, MatchStatus
from scorepad.spades.words import Text


class PairingStatement(msgspec.Struct, frozen=True, omit_defaults=True):
    """The statement of an event about the match of a pairing: a result such as one on paper, the
    supervisors that confirmed the table's, the minutes of wait that it granted, the players that
    are there and showed no ID, the names of the teams that protest against the result, and where
    the event is at hand the name of its round, if that isn't its number."""

    pairing: str
    result: ResultEntry | None = None
    officials: tuple[OfficialResult, ...] = ()
    granted: int = 0
    players_without_id: tuple[str, ...] = ()
    protested_by: tuple[str, ...] = ()
    round_text: Text | None = None

    @property
    def is_empty(self) -> bool:
        return self.result is None and self == PairingStatement(
            self.pairing, round_text=self.round_text
        )


Statements: TypeAlias = Mapping[str, PairingStatement]
"""The statements of events about their matches, by match id."""
NOTHING_STATED: Final[Statements] = MappingProxyType({})


class EventStatus(LogStatus, frozen=True, kw_only=True, omit_defaults=True):
    """The status of an event, with its statements about its matches. All of it can be computed
    again from its log."""

    name: str = ""
    place: str = ""
    date: str = ""
    rules: str = ""
    teams: int = 0
    rounds: int = 0
    statements: dict[str, PairingStatement] = {}


def statement_of(register: Register, pairing: Pairing) -> PairingStatement:
    """Return an event's statement about a pairing."""
    key, protests = pairing.pairing, register.protests
    without_id = register.present_players_without_shown_id
    return PairingStatement(
        pairing=key,
        result=register.results.get(key),
        officials=register.officials.get(key, ()),
        granted=register.minutes.get(key, 0),
        players_without_id=tuple(
            name for team in pairing.teams for name in without_id.get(team, ())
        )
        if without_id
        else (),
        protested_by=tuple(
            register.team_name(team)
            for team in pairing.teams
            if (key, team) in protests and protests[key, team].value == "open"
        )
        if protests
        else (),
    )


def with_event(
    status: MatchStatus, statement: PairingStatement, *, has_other_teams: bool = False
) -> MatchStatus:
    """Return the status of a match with its event's statement; where it `has_other_teams` than
    its pairing, the table gives no result."""
    has_result = status.has_result and not has_other_teams
    if statement.result is not None:
        changes = _facts_of_stated_result(status, statement.result, has_result=has_result)
    elif has_result:
        changes = {"confirmed_by": _find_confirming_name(statement.officials, status)}
    else:
        changes = {"winner": None, "tied": False}
    return replace(
        status,
        pairing=statement.pairing,
        has_other_teams=has_other_teams,
        granted=statement.granted,
        players_without_id=statement.players_without_id,
        protested_by=statement.protested_by,
        round_text=statement.round_text,
        **changes,
    )


def with_round_texts(statements: Statements, named: Statements) -> Statements:
    """Return the statements with the names of rounds that others have."""
    rounds = {
        match_id: replace(statements.get(match_id, each), round_text=each.round_text)
        for match_id, each in named.items()
    }
    return {**statements, **rounds}


def with_events(status: MatchStatus, statements: Statements) -> MatchStatus:
    """Return the status of a match with its event's statement, if there is one."""
    statement = statements.get(status.id)
    if statement is None:
        return status
    if statement.is_empty:
        return replace(status, round_text=statement.round_text)
    return with_event(status, statement)


def _find_confirming_name(officials: Sequence[OfficialResult], status: MatchStatus) -> str | None:
    for each in reversed(officials):
        if each.at is None or status.moved is None or each.at >= status.moved:
            return each.name
    return None


def _facts_of_stated_result(
    status: MatchStatus, result: ResultEntry, *, has_result: bool
) -> dict[str, Any]:
    is_same: bool | None = None
    if has_result:
        score = result.score or status.score
        is_same = (status.how, status.winner, status.score) == (result.how, result.winner, score)
    reason = "ruling" if is_same is False else "paper"
    if result.how != "played":
        reason = "default" if result.how == "default" else "forfeit"
    elif result.score is None:
        reason = "unscored"
    moments = [moment for moment in (status.changed, result.at) if moment is not None]
    changes: dict[str, Any] = {
        "status": "over",
        "reason": reason,
        "winner": result.winner,
        "tied": result.how == "played" and result.winner is None,
        "score": result.score or status.score,
        "is_scored": result.score is not None,
        "bags_taken": result.bags,
        "changed": max(moments, default=None),
        "is_stated": True,
        "why": result.why,
        "table_score": status.score,
        "is_same_at_table": is_same,
    }
    if not is_same:  # a signature was given for the result at the table
        changes |= {"signed": (False, False), "signers": ("", ""), "signed_at": (None, None)}
    return changes
