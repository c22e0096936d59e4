"""The columns of the tables that have a row for each match.

Adding a column: one line here; the guide prints its description.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime
from typing import Annotated, Any, Final, NamedTuple

from msgspec import Meta

from reports.book.event_report import EventResults
from reports.book.rounds import BookmarkedMatch
from reports.sheets.rows import EventId, MatchId, Stage, TeamId, WinningSide, WinningTeam
from reports.sheets.tables import has_begun, untranslated_ending_word, winning_team
from scorepad.spades.match import moment_of_play
from scorepad.spades.rule_labels import agreement_texts
from scorepad.spades.status import MatchStatus

RESULTS_WITHOUT_HANDS: Final = ("paper", "unscored")
"""How a match ended whose result an event states, and nobody typed the hands."""


class MatchColumn(NamedTuple):
    """A column: its name, the type of its values with a description, and how to read a value."""

    name: str
    type: Any
    read: Callable[[BookmarkedMatch, EventResults], object]


def _column(
    name: str, type_: Any, description: str, read: Callable[[MatchStatus], object]
) -> MatchColumn:
    """Return a column of what the status of a match says."""
    annotated = Annotated[type_, Meta(description=description)]
    return MatchColumn(name, annotated, lambda each, _report: read(each.status))


def _shared(name: str, type_: Any, read: Callable[[MatchStatus], object]) -> MatchColumn:
    """Return a column whose type and description other tables have too."""
    return MatchColumn(name, type_, lambda each, _report: read(each.status))


def are_hands_known(status: MatchStatus) -> bool:
    """Return whether its hands are known: of a result on paper nobody may have typed them."""
    return bool(status.hands) or status.reason not in RESULTS_WITHOUT_HANDS


def _result_score(status: MatchStatus, side: int) -> int | None:
    is_scored = status.reason not in ("forfeit", "unscored") and has_begun(status)
    return status.score[side] if is_scored else None


def _local_time(each: BookmarkedMatch, report: EventResults) -> str:
    at = moment_of_play(each.status.scheduled, each.status.first_entry)
    return "" if at is None else at.astimezone(report.zone).isoformat(timespec="minutes")


def _agreed(each: BookmarkedMatch, report: EventResults) -> str:
    return "; ".join(report.words(text) for text in agreement_texts(each.status.agreed))


_PLACE = (
    _column("event", str, "the event's name", lambda status: status.event),
    _column("round", str, "the round's name", lambda status: status.round),
    _column("table", str, "the table's name", lambda status: status.table),
)
_TEAMS = (
    _column("team_0", str, "team of side 0", lambda status: status.teams[0]),
    _column("team_1", str, "team of side 1", lambda status: status.teams[1]),
)
_MATCH = _shared("match", MatchId, lambda status: status.id)
_WINNER = _shared("winner", WinningSide, lambda status: status.winner)
_WINNER_TEAM = _shared("winner_team", WinningTeam, winning_team)
_IDS = (
    _shared("event_id", EventId, lambda status: status.event_id),
    _shared("stage", Stage, lambda status: status.stage),
    _shared("team_id_0", TeamId, lambda status: status.team_ids[0]),
    _shared("team_id_1", TeamId, lambda status: status.team_ids[1]),
)

RESULT_COLUMNS: Final = (
    *_PLACE,
    MatchColumn(
        "local_time",
        Annotated[str, Meta(description="when it was played, in local time with its zone")],
        _local_time,
    ),
    *_TEAMS,
    *(
        _column(
            f"score_{side}",
            int | None,
            f"points of side {side}; empty: forfeited, not begun",
            lambda status, side=side: _result_score(status, side),  # type: ignore[misc]
        )
        for side in (0, 1)
    ),
    _WINNER,
    _column("how", str, "how it ended, as a code", untranslated_ending_word),
    _WINNER_TEAM,
    _MATCH,
    *_IDS,
)
"""The result of a match, for people who paste it elsewhere."""

MATCH_COLUMNS: Final = (
    _MATCH,
    *_PLACE,
    _column("scheduled", datetime | None, "when it was to start", lambda status: status.scheduled),
    _column(
        "first_entry", datetime | None, "when its log begins", lambda status: status.first_entry
    ),
    _column(
        "last_entry",
        datetime | None,
        "when its log was last written to",
        lambda status: status.last_entry,
    ),
    _column("rules", str, "id of the rule set", lambda status: status.rules),
    _column("rules_name", str, "name of the rule set", lambda status: status.rules_name),
    _column("edition", str, "edition of the rule set's document", lambda status: status.edition),
    MatchColumn(
        "agreed",
        Annotated[str, Meta(description="deviations that both teams agreed to")],
        _agreed,
    ),
    *_TEAMS,
    *(
        _column(
            f"score_{side}",
            int,
            f"points of side {side}; empty: not known",
            lambda status, side=side: status.score[side] if status.is_scored else None,  # type: ignore[misc]
        )
        for side in (0, 1)
    ),
    *(
        _column(
            f"bags_{side}",
            int | None,
            f"bags of side {side} that no penalty took",
            lambda status, side=side: status.bags[side] if status.bags else None,  # type: ignore[misc]
        )
        for side in (0, 1)
    ),
    _column(
        "hands",
        int,
        "hands scored or lost; empty: not known",
        lambda status: status.scored_hands if are_hands_known(status) else None,
    ),
    _column(
        "status",
        str,
        "playing or over",
        lambda status: "over" if status.is_decided else "playing",
    ),
    _column("reason", str, "why it ended: target, floor, sets, …", lambda status: status.reason),
    _WINNER,
    _column("tied", bool, "it ended with no winner and equal totals", lambda status: status.tied),
    MatchColumn(
        "result",
        Annotated[str, Meta(description="the result in one sentence")],
        lambda each, _report: each.result,
    ),
    *(
        _column(
            f"signed_{side}",
            str,
            f"who signed the result as it stands for side {side}",
            lambda status, side=side: status.signers[side],  # type: ignore[misc]
        )
        for side in (0, 1)
    ),
    _column(
        "official",
        bool,
        "it is over, and both sides signed it so",
        lambda status: status.is_official,
    ),
    _column("entries", int, "entries in the log", lambda status: status.log_entries),
    MatchColumn(
        "code",
        Annotated[str, Meta(description="the code of its sheet, for verify")],
        lambda each, _report: each.code.short if each.code else "",
    ),
    _WINNER_TEAM,
    *_IDS,
)
"""A match and its result."""
