"""The status of a match: computed here, in one place, from its log, and shown by every list."""

from __future__ import annotations

from datetime import datetime
from functools import lru_cache
from math import ceil
from typing import Any, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from scorepad.cleaning import tidy_name
from scorepad.spades.clock import ClockFace, read_clock
from scorepad.spades.entries import Clock, IdentityCheck
from scorepad.spades.figures import MatchFigures
from scorepad.spades.ids import time_of_id
from scorepad.spades.log import Log
from scorepad.spades.match import Match
from scorepad.spades.naming import (
    player_name_or_default_field,
    round_name,
    table_order,
    team_name_or_default_field,
)
from scorepad.spades.result import bags_taken, last_possible_result_change, signatures
from scorepad.spades.words import Text, capitalize

QUESTION_AFTER = 3  # minutes
"""Where the rule set has no wait, it is asked after this time whether both sides are here."""
PLAYED_SINCE = 60  # minutes
"""A match without a result is being played if its last entry is no older than this."""
IDLE_AFTER = 5  # minutes
"""A table without an entry for so long shows the time of its last one."""
How: TypeAlias = Literal["played", "forfeit", "double-forfeit", "default"]
"""The origin of a result; a default is a forfeit that a team announced in advance."""
Progress: TypeAlias = Literal["waiting", "playing", "over"]
Awaited: TypeAlias = Literal["first-dealer", "bids", "tricks", "extra-hand"]
"""The next entry of a match."""
Need: TypeAlias = Literal[
    "unreadable",
    "versions",
    "confirm-dealt",
    "time-up",
    "warned",
    "wait-over",
    "no-bids",
    "playing",
    "stopped",
    "unsigned",
    "done",
]
"""The needs of a table, the most urgent first: `confirm-dealt`, whether cards were dealt when time
ran out; `no-bids`, half of the wait for a side has passed without bids; `wait-over`, all of it;
`stopped`, its clock does not run."""
URGENCY: tuple[Need, ...] = get_args(Need)
Two: TypeAlias = tuple[int, int]
"""A number for each side."""


class LogStatus(msgspec.Struct, frozen=True, kw_only=True, omit_defaults=True):
    """The status of a log, of a match or an event.

    - `entries`: all that arrived
    - `changed`: the last write in this folder (UTC)
    - `holder`: the laptop that records in it
    - `versions`: whether a choice between two is open
    - `waiting`, `unfit`, `doubled`, `other_heads`: the numbers of entries that wait for one that is
      not here, don't count, or have two forms, and of heads that don't count
    """

    id: str = ""
    entries: int = 0
    changed: datetime | None = None
    holder: str = ""
    holder_name: str = ""
    versions: bool = False
    waiting: int = 0
    unfit: int = 0
    doubled: int = 0
    other_heads: int = 0


def log_facts(log: Log[Any]) -> dict[str, Any]:
    """Return the fields of a `LogStatus`, but for its id and when it was changed."""
    holder = log.holder
    return {
        "entries": log.entry_count,
        "holder": "" if holder is None else holder.laptop,
        "holder_name": "" if holder is None else holder.name,
        "versions": log.has_versions,
        "waiting": log.waiting_count,
        "unfit": len(log.unfit),
        "doubled": len(log.order.conflicts),
        "other_heads": len(log.other_heads),
    }


class MatchStatus(LogStatus, frozen=True, kw_only=True, omit_defaults=True):
    """The status of a match. All of it can be computed again from its log and that of its event.

    All moments are UTC, what is a pair is by side, and `players` are by seat.

    - `rules`: the rule set's id, with its name and `edition`; `agreed`: the deviations from it
    - `status`: whether it is over, with the `reason` as a code; the event's are `paper`,
      `unscored`, `ruling` and `default`
    - `begun`: a hand was bid at the table, or the game ended there
    - `hands`: those on the board; `hand`: the number of the one in progress or the next, which
      `waits` for bids, tricks, …
    - `figures`: those of the hands that count, by player (None: none counts)
    - `log_entries`: those in the version that counts
    - `is_scored`: the result has points; where not, `score` is what was at the table
    - `bags`: those at the table after penalties; `bags_taken`: all that belong to the result (None:
      not known)
    - `signed`: the sides whose signature counts, with the names of the `signers` and the times;
      `moved`: the last change of the result
    - `asks_if_dealt`: cards may not be dealt yet, so time-up is a question
    - `due`: when bids are due, `wait_minutes` until a side may be forfeited (None: no rule);
      `without_id`: the side that showed no ID while the other did
    - `first_entry`, `last_entry`: their times by the log; `created`: when it was opened in this
      folder
    - `archived`: it is out of the list; `is_readable`: its log can be read

    `with_event` adds what its event knows:

    - `pairing` ("": none), the `stage` and the ids of both teams; `has_other_teams`: the match was
      played by others
    - `is_stated`: the result is the event's, with the reason `why` it replaces that at the table,
      whose points were `table_score`; `is_same_at_table`: whether that is the same (None: there is
      none)
    - `confirmed_by`: the supervisor who made the result of the table official
    - `granted`: minutes added to the wait; `players_without_id`: the players who are there and
      showed no ID
    - `protested_by`: the teams that protest against the result, while that is open
    - `round_text`: the name of its round in a sentence (None: its number is its name)
    """

    event: str = ""
    event_id: str = ""
    round: str = ""
    table: str = ""
    scheduled: datetime | None = None
    teams: tuple[str, str] = ("", "")
    players: tuple[str, str, str, str] = ("", "", "", "")
    rules: str = ""
    rules_name: str = ""
    edition: str = ""
    agreed: dict[str, Any] = {}

    status: Literal["playing", "over"] = "playing"
    reason: str | None = None
    winner: int | None = None
    tied: bool = False
    begun: bool = False
    hands: int = 0
    hand: int = 1
    waits: Awaited = "bids"
    figures: MatchFigures | None = None
    log_entries: int = 0
    score: Two = (0, 0)
    is_scored: bool = True
    bags: Two = (0, 0)
    bags_taken: Two | None = None
    signed: tuple[bool, bool] = (False, False)
    signers: tuple[str, str] = ("", "")
    signed_at: tuple[datetime | None, datetime | None] = (None, None)
    moved: datetime | None = None

    clock: ClockFace = ClockFace(minutes=None)
    warn_minutes: tuple[int, ...] = ()
    asks_if_dealt: bool = False
    due: datetime | None = None
    wait_minutes: int | None = None
    without_id: int | None = None

    first_entry: datetime | None = None
    last_entry: datetime | None = None
    created: datetime | None = None
    archived: bool = False
    is_readable: bool = True

    pairing: str = ""
    stage: str = ""
    team_ids: tuple[str, str] = ("", "")
    has_other_teams: bool = False
    is_stated: bool = False
    why: str = ""
    table_score: Two | None = None
    is_same_at_table: bool | None = None
    confirmed_by: str | None = None
    granted: int = 0
    players_without_id: tuple[str, ...] = ()
    protested_by: tuple[str, ...] = ()
    round_text: Text | None = None

    @property
    def scored_hands(self) -> int:
        """Return the number of hands that count."""
        return 0 if self.figures is None else self.figures.hands

    @property
    def round_name(self) -> str:
        """Return the name of its round: “Round 2”, of a bracket “Semifinals”."""
        return round_name(self.round) if self.round_text is None else capitalize(self.round_text)

    # The result.

    @property
    def is_over(self) -> bool:
        """Return whether the game ended, or its event states a result."""
        return self.status == "over"

    @property
    def how(self) -> How | None:
        """Return the kind of its result; None for a match without one: in progress, abandoned, with
        two versions, or with other teams than its pairing."""
        if not self.is_over or self.reason == "abandoned":
            return None
        if not self.is_stated and (self.versions or self.has_other_teams):
            return None
        if self.reason == "default":
            return "default"
        if self.reason != "forfeit":
            return "played"
        return "double-forfeit" if self.winner is None else "forfeit"

    @property
    def has_result(self) -> bool:
        """Return whether it has a result that counts."""
        return self.how is not None

    @property
    def is_decided(self) -> bool:
        """Return whether nothing is to be played any more: of an abandoned match its event still
        wants a result."""
        return self.has_result if self.pairing else self.is_over

    @property
    def list_part(self) -> int:
        """Return the part of a list that it belongs to: 0 in play, 1 not begun, 2 over."""
        return 2 if self.is_over else int(not self.begun)

    @property
    def progress(self) -> Progress:
        """Return whether it waits for its first hand, is played, or has a result."""
        if self.has_result:
            return "over"
        return "playing" if self.begun else "waiting"

    @property
    def is_official(self) -> bool:
        """Return whether it is decided and under no protest, and both sides signed that, the event
        states it or a supervisor confirmed it."""
        if self.protested_by:
            return False
        confirmed = self.is_stated or self.confirmed_by is not None
        return self.is_decided and (confirmed or all(self.signed))

    @property
    def unsigned(self) -> int:
        """Return how many signatures the result wants."""
        is_wanted = self.is_over and self.reason != "abandoned" and not self.is_official
        return self.signed.count(False) if is_wanted else 0

    @property
    def final_score(self) -> Two | None:
        """Return the points of the result; None if there is none, or it has none."""
        return self.score if self.has_result and self.is_scored else None

    @property
    def final_bags(self) -> Two | None:
        """Return the bags that each side took; None without a result, or if no one knows."""
        return self.bags_taken if self.has_result else None

    @property
    def has_score(self) -> bool:
        """Return whether there are points to show: of a hand, a ruling or a result."""
        return self.begun or (self.is_scored if self.is_stated else any(self.score))

    @property
    def forfeited(self) -> tuple[int, ...]:
        """Return the sides that forfeited or defaulted."""
        if not self.is_over or self.reason not in ("forfeit", "default"):
            return ()
        return (0, 1) if self.winner is None else (1 - self.winner,)

    @property
    def overrules_table(self) -> bool:
        """Return whether its event states another result than the table has."""
        return self.is_same_at_table is False

    @property
    def is_on_paper(self) -> bool:
        """Return whether its event has a result for it that the table doesn't."""
        return self.is_stated and not self.clock.over

    @property
    def pairing_facts(self) -> tuple[object, ...]:
        """Return the facts by which later rounds are paired, without times and signatures."""
        return (
            *(self.begun, self.versions, self.has_other_teams, self.how, self.winner),
            *(self.score, self.is_scored, self.bags_taken, self.teams, self.players),
        )

    # Names.

    def team_name(self, side: int) -> str:
        """Return the name of a side in this language."""
        return str(team_name_or_default_field(self.teams[side], side))

    def team_names(self) -> tuple[str, str]:
        """Return the names of both sides."""
        return self.team_name(0), self.team_name(1)

    def player_names(self) -> tuple[str, ...]:
        """Return the names of the players by seat."""
        return tuple(
            str(player_name_or_default_field(name, self.teams[seat % 2], seat))
            for seat, name in enumerate(self.players)
        )

    # Dependent on the moment.

    @property
    def runs_out(self) -> datetime | None:
        """Return when a clock that runs will run out, or did, if nothing changes; None: none
        runs."""
        return None if self.is_over or self.clock.is_time_called else self.clock.run_out_time

    def seconds_left(self, now: datetime) -> float | None:
        """Return the seconds on its clock; None if it has none, or the game is over."""
        return None if self.is_over else self.clock.seconds_left(now)

    def clock_warning_minutes_in_force(self, now: datetime) -> int | None:
        """Return the warning that is in force, in minutes before the end; None without one."""
        left = self.seconds_left(now)
        if left is None or self.clock.state(now) != "running":
            return None
        return min((n for n in self.warn_minutes if left <= n * 60), default=None)

    def is_being_played(self, now: datetime) -> bool:
        """Return whether play is on: there is no result, and the clock runs or something was
        recorded within the last hour."""
        if self.is_over:
            return False
        if self.clock.state(now) == "running":
            return True
        if self.last_entry is None:
            return False
        return abs((now - self.last_entry).total_seconds()) <= PLAYED_SINCE * 60

    @property
    def no_show_minutes(self) -> int | None:
        """Return the minutes after which an absent side may be forfeited, with those granted; None
        if the rule set has no limit."""
        return None if self.wait_minutes is None else self.wait_minutes + self.granted

    def seconds_since_bids_due(self, now: datetime) -> float | None:
        """Return how many seconds have passed at `now` since bids are due; None if they are not,
        or are there."""
        seconds = -1.0 if self.due is None else (now - self.due).total_seconds()
        return seconds if seconds >= 0 else None

    def is_presence_question_due(self, now: datetime) -> bool:
        """Return whether it is time to ask if both sides are here: half of the wait has passed (the
        last half, where more was granted)."""
        seconds = self.seconds_since_bids_due(now)
        wait_seconds = QUESTION_AFTER * 60.0
        if self.wait_minutes is not None:
            wait_seconds = 30.0 * (self.wait_minutes + 2 * self.granted)
        return seconds is not None and seconds >= wait_seconds

    def idle_minutes_to_show(self, now: datetime) -> int | None:
        """Return the minutes since the last entry, where play continues and they are many."""
        if not self.begun or self.is_over or self.last_entry is None:
            return None
        if self.clock.state(now) not in ("running", "none"):
            return None
        minutes = int((now - self.last_entry).total_seconds()) // 60
        return minutes if minutes >= IDLE_AFTER else None

    def shown_times(self, now: datetime) -> tuple[int | None, ...]:
        """Return the seconds and minutes that a list shows; while they are the same, its row is
        the same."""
        left, without = self.seconds_left(now), None
        if self.is_presence_question_due(now):
            without = int(self.seconds_since_bids_due(now) or 0)
        return None if left is None else ceil(left), without, self.idle_minutes_to_show(now)

    def need(self, now: datetime) -> Need:
        """Return the need of the table at `now`."""
        if not self.is_readable:
            return "unreadable"
        if self.versions:
            return "versions"
        if self.is_over:
            return "unsigned" if self.unsigned else "done"
        state = self.clock.state(now)
        if self.asks_if_dealt and self.clock.unrecorded_run_out_time(now) is not None:
            return "confirm-dealt"
        if state == "up":
            return "time-up"
        if self.clock_warning_minutes_in_force(now) is not None:
            return "warned"
        wait = self.no_show_minutes
        if wait is not None and self.is_presence_question_due(now):
            is_over = (self.seconds_since_bids_due(now) or 0) >= wait * 60
            return "wait-over" if is_over else "no-bids"
        return "stopped" if state in ("waiting", "paused") else "playing"

    def urgency(self, now: datetime) -> tuple[int, float, tuple[int, int, str]]:
        """Return the sort key, the most urgent table first."""
        need, left = self.need(now), self.seconds_left(now)
        if need in ("wait-over", "no-bids"):
            left = 60.0 * (self.no_show_minutes or 0) - (self.seconds_since_bids_due(now) or 0)
        return (
            URGENCY.index(need),
            float("inf") if left is None else left,
            table_order(self.table),
        )


def status_of(
    match: Match, *, created: datetime | None = None, changed: datetime | None = None
) -> MatchStatus:
    """Return the status of a match.

    `created` and `changed` (UTC) default to the moment of the match's id, or its entries' times.
    """
    status = _status_by_log(match)
    times = match.log_summary
    created = created or (time_of_id(match.id) if match.id else None) or times.began
    return replace(status, created=created, changed=changed or times.last or created)


@lru_cache(maxsize=128)  # several places show one that was just recorded
def _status_by_log(match: Match) -> MatchStatus:
    head, board, end = match.head, match.board, match.board.end
    times, (one, other), clock = match.log_summary, head.teams, read_clock(match)
    one_signed, other_signed = signatures(match)
    opened, begun = bool(board.open_hand), bool(board.hands) or end is not None
    return MatchStatus(
        id=match.id or "",
        event=head.event,
        event_id=head.event_id or "",
        round=head.round,
        table=head.table,
        scheduled=head.scheduled,
        teams=(one.name, other.name),
        players=(one.players[0], other.players[0], one.players[1], other.players[1]),
        rules=match.base_rules.id,
        rules_name=tidy_name(match.base_rules.name),
        edition=match.base_rules.edition,
        agreed=dict(head.agreed),
        status="playing" if end is None else "over",
        reason=None if end is None else end.reason,
        winner=None if end is None else end.winner,
        tied=end is not None and end.tied,
        begun=begun,
        hands=len(board.hands),
        hand=len(board.hands) + (0 if opened else 1),
        waits=_awaited(match),
        figures=match.figures,
        log_entries=len(match.log),
        score=board.score,
        bags=board.bags,
        bags_taken=None if end is None else bags_taken(board),
        signed=(one_signed is not None, other_signed is not None),
        signed_at=(
            one_signed.at if one_signed else None,
            other_signed.at if other_signed else None,
        ),
        signers=(one_signed.name if one_signed else "", other_signed.name if other_signed else ""),
        moved=last_possible_result_change(match),
        clock=clock,
        warn_minutes=match.rules.clock.warn_minutes,
        asks_if_dealt=not opened and not board.dealt and match.rules.clock.at_time == "finish-hand",
        due=None if begun else head.scheduled or _clock_started(match, clock),
        wait_minutes=match.rules.clock.no_show_minutes,
        without_id=None if begun else _side_without_id(match),
        first_entry=times.began,
        last_entry=times.last,
        **log_facts(match),
    )


def _awaited(match: Match) -> Awaited:
    board = match.board
    if board.assumes_dealer:
        return "first-dealer"
    if board.open_hand:
        return "tricks"
    return "extra-hand" if board.extra_hand else "bids"


def _clock_started(match: Match, clock: ClockFace) -> datetime | None:
    if clock.since is None:
        return None
    turned = (match.counting_entry(each.id or "") for each in match.log_summary.clocks)
    starts = (each.at for each in turned if isinstance(each, Clock) and each.do == "start")
    return next((at for at in starts if at is not None), None)


def _side_without_id(match: Match) -> int | None:
    here = {
        each.seat % 2
        for each in match.counting_entries
        if isinstance(each, IdentityCheck) and each.ok
    }
    return 1 - here.pop() if len(here) == 1 else None
