"""The columns of the tables that have a row for each match: they read its status.

Adding a column: one line here; the guide prints its description.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import datetime
from operator import attrgetter
from typing import Annotated, Any, Final, NamedTuple, TypeAlias

from msgspec import Meta

from reports.book.event_report import EventResults
from reports.book.rounds import BookmarkedMatch
from reports.sheets.rows import EventId, MatchId, Stage, TeamId, WinningSide, WinningTeam
from reports.sheets.tables import has_begun, untranslated_ending_word, winning_team
from scorepad.spades.match import moment_of_play
from scorepad.spades.rule_labels import agreement_texts
from scorepad.spades.status import MatchStatus

Read: TypeAlias = Callable[[MatchStatus], Any]


class MatchColumn(NamedTuple):
    """A column: its name, the type of its values with a description, and how to read a value."""

    name: str
    type: Any
    read: Callable[[BookmarkedMatch, EventResults], object]


def described(type_: Any, meaning: str) -> Any:
    """Return the type of a column with the description of its values."""
    return Annotated[type_, Meta(description=meaning)]


def _column(name: str, type_: Any, read: Read | None = None) -> MatchColumn:
    """Return a column that reads the status' attribute of its name, or calls `read`."""
    of_status = read or attrgetter(name)
    return MatchColumn(name, type_, lambda each, _report: of_status(each.status))


def _by_side(name: str, types: tuple[Any, Any], read: Read) -> tuple[MatchColumn, ...]:
    """Return a column for each side; `read` returns a pair, or None."""

    def of_side(side: int) -> Read:
        return lambda status: None if (pair := read(status)) is None else pair[side]

    return tuple(
        _column(f"{name}_{side}", type_, of_side(side)) for side, type_ in enumerate(types)
    )


def are_hands_known(status: MatchStatus) -> bool:
    """Return whether its hands are known: those of a result on paper may be missing."""
    return bool(status.hands) or status.reason not in ("paper", "unscored")


def _score_of_result(status: MatchStatus) -> tuple[int, int] | None:
    is_scored = status.reason not in ("forfeit", "default", "unscored") and has_begun(status)
    return status.score if is_scored else None


def _local_time(each: BookmarkedMatch, report: EventResults) -> str:
    at = moment_of_play(each.status.scheduled, each.status.first_entry)
    return "" if at is None else at.astimezone(report.zone).isoformat(timespec="minutes")


def _agreed(each: BookmarkedMatch, _: EventResults) -> str:
    return "; ".join(str(text) for text in agreement_texts(each.status.agreed))


def _is_bye(status: MatchStatus) -> bool:
    return not status.teams[1]


def _progress(status: MatchStatus) -> str:
    if status.is_decided or _is_bye(status):
        return "over"
    return "playing" if has_begun(status) else "waiting"


_EVENT = _column("event", described(str, "the event's name"))
_STAGE = _column("stage", Stage)
_ROUND = _column("round", described(str, "the round's name"))
_TABLE = _column("table", described(str, "the table's name"))
_SCHEDULED = _column(
    "scheduled", described(datetime | None, "when the match was scheduled to start")
)
_TEAMS = _by_side(
    "team",
    (
        described(str, "the team on side 0"),
        described(str, "the team on side 1"),
    ),
    attrgetter("teams"),
)
_WINNER = _column("winner", WinningSide)
_WINNER_TEAM = _column("winner_team", WinningTeam, winning_team)
_MATCH = _column("match", MatchId, attrgetter("id"))
_EVENT_ID = _column("event_id", EventId)
_TEAM_IDS = _by_side("team_id", (TeamId, TeamId), attrgetter("team_ids"))

RESULT_COLUMNS: Final[Sequence[MatchColumn]] = (
    *(_EVENT, _ROUND, _TABLE),
    MatchColumn(
        "local_time",
        described(str, "when the match was played, in local time with the time zone"),
        _local_time,
    ),
    *_TEAMS,
    *_by_side(
        "score",
        (
            described(int | None, "side 0's points; empty if forfeited or not started"),
            described(int | None, "side 1's points; empty if forfeited or not started"),
        ),
        _score_of_result,
    ),
    _WINNER,
    _column("how", described(str, "how the match ended, as a code"), untranslated_ending_word),
    *(_WINNER_TEAM, _MATCH, _EVENT_ID, _STAGE, *_TEAM_IDS),
)
"""The result of a match, for people who paste it elsewhere."""

PAIRING_COLUMNS: Final[Sequence[MatchColumn]] = (
    *(_EVENT, _STAGE, _ROUND),
    _column(
        "pairing",
        described(str, "the pairing's ID in the event"),
        lambda status: status.pairing if status.event_id else "",
    ),
    *(_TABLE, _SCHEDULED, _TEAMS[0]),
    _column(
        "team_1",
        described(str, "the team on side 1; empty for a bye"),
        lambda status: status.teams[1],
    ),
    _column("status", described(str, "waiting, playing or over"), _progress),
    _column(
        "how",
        described(str, "played, forfeit, double-forfeit, default or bye; empty if still open"),
        lambda status: "bye" if _is_bye(status) else status.how or "",
    ),
    _WINNER,
    _column(
        "official",
        described(bool, "whether the match is over and confirmed"),
        lambda status: _is_bye(status) or status.is_official,
    ),
    *(_MATCH, _WINNER_TEAM, _EVENT_ID, *_TEAM_IDS),
)
"""Two teams at a table in a round, or a bye."""

MATCH_COLUMNS: Final[Sequence[MatchColumn]] = (
    *(_MATCH, _EVENT, _ROUND, _TABLE, _SCHEDULED),
    _column("first_entry", described(datetime | None, "when the first entry was recorded")),
    _column(
        "last_entry",
        described(datetime | None, "when the last entry was recorded"),
    ),
    _column("rules", described(str, "the rule set's ID")),
    _column("rules_name", described(str, "the rule set's name")),
    _column("edition", described(str, "the edition of the rule set's document")),
    MatchColumn("agreed", described(str, "rule changes that both teams agreed to"), _agreed),
    *_TEAMS,
    *_by_side(
        "score",
        (
            described(int, "side 0's points; empty if not known"),
            described(int, "side 1's points; empty if not known"),
        ),
        lambda status: status.score if status.is_scored else None,
    ),
    *_by_side(
        "bags_left",
        (
            described(int | None, "side 0's bags left after penalties"),
            described(int | None, "side 1's bags left after penalties"),
        ),
        lambda status: status.bags if are_hands_known(status) else None,
    ),
    *_by_side(
        "bags_taken",
        (
            described(int | None, "side 0's bags before penalties; empty if not known"),
            described(int | None, "side 1's bags before penalties; empty if not known"),
        ),
        attrgetter("bags_taken"),
    ),
    _column(
        "hands",
        described(int, "hands scored, including hands lost to a penalty; empty if not known"),
        lambda status: status.scored_hands if are_hands_known(status) else None,
    ),
    _column(
        "status",
        described(str, "playing or over"),
        lambda status: "over" if status.is_decided else "playing",
    ),
    _column("reason", described(str | None, "why the match ended: target, floor, sets, …")),
    _WINNER,
    _column("tied", described(bool, "whether the match ended in a tie")),
    MatchColumn(
        "result",
        described(str, "the result in one sentence"),
        lambda each, _: each.result,
    ),
    *_by_side(
        "signed",
        (
            described(str, "who signed the current result for side 0"),
            described(str, "who signed the current result for side 1"),
        ),
        attrgetter("signers"),
    ),
    _column(
        "official",
        described(bool, "whether the match is over and both teams signed"),
        attrgetter("is_official"),
    ),
    _column("entries", described(int, "number of entries in the log"), attrgetter("log_entries")),
    MatchColumn(
        "code",
        described(str, "the code on the match sheet, for “scorepad verify”"),
        lambda each, _: each.code.short if each.code else "",
    ),
    *(_WINNER_TEAM, _EVENT_ID, _STAGE, *_TEAM_IDS),
)
"""A match and its result.  For a pairing without a match the rest is empty."""
