"""The floor lists the tables that are played today: how each stands, and what it waits for.

A `FloorRow` is made from a match, and asked with the moment: so a clock that ticks reads no match
again.  What a row says is made here, and a search looks through just that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from functools import partial
from math import ceil
from typing import TYPE_CHECKING, Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from scorepad.desk.ports import Summary, UnreadableLog
from scorepad.spades.clock import ClockFace, read_clock
from scorepad.spades.entries import Head, Identity, Team
from scorepad.spades.match import Match
from scorepad.spades.naming import (
    name_field,
    player_name,
    round_name,
    table_name,
    table_number,
    table_order,
    translated_name,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.result import signatures
from scorepad.spades.words import N, T, Text, Words, format_number

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk
    from scorepad.events.entries import Pairing
    from scorepad.events.register import Register

DAY_BEGINS = timedelta(hours=5)
"""A day of play goes on past midnight until five in the morning, local time."""
LONGEST_DAY = timedelta(hours=25)
"""A day of play with the hour by which clocks are put back."""
Need: TypeAlias = Literal[
    "unreadable",
    "versions",
    "confirm-dealt",
    "time-up",
    "warned",
    "late",
    "unsigned",
    "playing",
    "stopped",
    "done",
]
"""What a table needs of the supervisor, the most urgent first: `confirm-dealt`, whether cards were
dealt when time ran out; `stopped`, its clock does not run."""
URGENCY: tuple[Need, ...] = get_args(Need)
Show: TypeAlias = Literal["all", "warned", "late", "unsigned"]
SHOWS: dict[Show, Text] = {
    "all": T("All"),
    "warned": T("Warned"),
    "late": T("Late"),
    "unsigned": T("Unsigned"),
}
"""What the floor can be narrowed to, as people call it."""
_SHOWN: dict[Show, Collection[str]] = {
    "all": URGENCY,
    "warned": {"unreadable", "versions", "confirm-dealt", "time-up", "warned"},
    "late": {"late"},
    "unsigned": {"unsigned"},
}


class FloorRow(msgspec.Struct, frozen=True, kw_only=True):
    """One table on the floor.

    `number` is its table without the word before it; `hand` is the number of the hand that
    is played, or comes next (None: the game is over); `names` are both sides, `players` all four;
    `waits` is what is waited for while the clock does not matter; `between` says that cards may not
    be dealt yet, so that time-up asks; `begun` that bids are recorded, or the game is over;
    `winner` is the side that won;
    `late_from` is the moment (UTC) from which minutes are counted until the first bids,
    `late_limit` after how many of them a side is late and may be forfeited, and `missing` who is
    not there (None: nobody knows).  `is_readable` says that its log can be read,
    `versions` that somebody has to choose between two of them,
    `on_paper` that the event has its result while nobody ended it at the table.
    """

    match_id: str
    table: str
    number: str
    round: str
    event: str
    names: tuple[str, str]
    players: tuple[str, ...]
    score: tuple[int, int]
    hand: int | None
    waits: Text
    face: ClockFace
    warn_minutes: tuple[int, ...]
    between: bool
    unsigned: int
    over: bool
    begun: bool
    winner: int | None = None
    late_from: datetime | None = None
    late_limit: int | None = None
    missing: str | None = None
    is_readable: bool = True
    versions: bool = False
    on_paper: bool = False

    @property
    def official(self) -> bool:
        """Return whether it is over and wants no signature."""
        return self.over and not self.unsigned

    def late(self, now: datetime) -> float | None:
        """Return how many seconds have passed at `now` without bids, once these are more than the
        rule set allows; None before."""
        if self.late_from is None or self.late_limit is None:
            return None
        seconds = (now - self.late_from).total_seconds()
        return seconds if seconds >= self.late_limit * 60 else None

    def moment(self, now: datetime) -> tuple[int | None, int | None]:
        """Return the seconds of its clocks; while they are the same, the row reads the same."""
        left, late = self.left(now), self.late(now)
        return (None if left is None else ceil(left), None if late is None else int(late))

    def left(self, now: datetime) -> float | None:
        """Return the seconds on its clock; None where it has none, or the game is over."""
        return None if self.over else self.face.seconds_left(now)

    def warned(self, now: datetime) -> int | None:
        """Return the warning that is in force, in minutes before the end; None without one."""
        left = self.left(now)
        if left is None or self.face.state(now) != "running":
            return None
        return min((n for n in self.warn_minutes if left <= n * 60), default=None)

    def need(self, now: datetime) -> Need:
        """Return what the table needs at `now`."""
        if not self.is_readable:
            return "unreadable"
        if self.versions:
            return "versions"
        if self.over:
            return "unsigned" if self.unsigned else "done"
        state = self.face.state(now)
        if self.between and self.face.due_time(now) is not None:
            return "confirm-dealt"
        if state == "up":
            return "time-up"
        if self.warned(now) is not None:
            return "warned"
        if self.late(now) is not None:
            return "late"
        return "stopped" if state in ("waiting", "paused") else "playing"

    def urgency(self, now: datetime) -> tuple[int, float, tuple[int, int, str]]:
        """Return the key by which the most urgent table comes first."""
        need, left = self.need(now), self.left(now)
        if need == "late":
            left = 60.0 * (self.late_limit or 0) - (self.late(now) or 0)
        return (
            URGENCY.index(need),
            float("inf") if left is None else left,
            table_order(self.table),
        )

    def waits_for(self, now: datetime) -> Text:
        """Return what it waits for, in a few words."""
        need = self.need(now)
        if need == "unreadable":
            return T("cannot be read")
        if need == "versions":
            return T("two versions")
        if need == "confirm-dealt":
            return T("cards dealt?")
        if need == "late":
            return self._late_words(now)
        if need == "time-up" and not self.between:
            return T("time is up: {waits}", waits=self.waits)
        return self.waits

    def _late_words(self, now: datetime) -> Text:
        gone, limit = _minutes(self.late(now) or 0), _minutes((self.late_limit or 0) * 60)
        if self.missing is None:
            return T("late {gone} of {limit}", gone=gone, limit=limit)
        return T(
            "late {gone} of {limit} · {team} not here", team=self.missing, gone=gone, limit=limit
        )

    def describe(self, words: Words, now: datetime) -> tuple[str, ...]:
        """Return what the row says, part by part; a search looks through it."""
        hand = "" if self.hand is None else words("hand {hand}", hand=self.hand)
        return (
            table_name(self.table, words),
            round_name(self.round, words),
            *self.names,
            *self.players,
            f"{format_number(self.score[0])} : {format_number(self.score[1])}",
            hand,
            words(self.waits_for(now)),
            self.event,
        )


def floor_row(match: Match, words: Words, match_id: str = "") -> FloorRow:
    """Return the row of a match, with names in this language."""
    head, board = match.head, match.board
    over = board.over
    played_out = board.end is not None and board.end.reason != "abandoned"
    unsigned = signatures(match).count(None) if played_out else 0
    opened = bool(board.open_hand)
    face = read_clock(match)
    begun = bool(board.hands) or over
    late_from = None if begun else head.scheduled or (face.since if face.started else None)
    return FloorRow(
        match_id=match_id or match.id or "",
        table=head.table.strip(),
        number=table_number(head.table, words),
        round=head.round.strip(),
        event=head.event.strip(),
        names=(_side(match, 0, words), _side(match, 1, words)),
        players=tuple(player_name(head, seat, words) for seat in range(4)),
        score=board.score,
        hand=None if over else len(board.hands) + (0 if opened else 1),
        waits=_waits(match, unsigned),
        face=face,
        warn_minutes=match.rules.clock.warn_minutes,
        between=not opened and not board.dealt and match.rules.clock.at_time == "finish-hand",
        unsigned=unsigned,
        over=over,
        begun=begun,
        winner=None if board.end is None else board.end.winner,
        late_from=late_from if match.rules.clock.no_show_minutes is not None else None,
        late_limit=match.rules.clock.no_show_minutes,
        missing=None if begun else _missing(match, words),
        versions=match.has_versions,
    )


def _side(match: Match, side: int, words: Words) -> str:
    return translated_name(name_field(match.head.teams[side].name, side), words)


def _waits(match: Match, unsigned: int) -> Text:
    board = match.board
    if board.over:
        return N("{n} signature", "{n} signatures", unsigned) if unsigned else T("over")
    if board.open_hand:
        return T("tricks")
    return T("extra hand") if board.extra_hand else T("bids")


def _missing(match: Match, words: Words) -> str | None:
    """Return the side of which nobody showed an identity while the other side did."""
    here = {each.seat % 2 for each in match.counting if isinstance(each, Identity) and each.ok}
    return _side(match, 1 - here.pop(), words) if len(here) == 1 else None


def _minutes(seconds: float) -> str:
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def is_shown(need: Need, show: Show) -> bool:
    """Return whether a table with this need is among those the floor is narrowed to."""
    return need in _SHOWN[show]


def is_of_today(summary: Summary, now: datetime) -> bool:
    """Return whether a match belongs to the day of play that it is at `now`."""
    today = _day(now)
    moments = (summary.scheduled, summary.changed, summary.created)
    return any(moment is not None and _day(moment) == today for moment in moments)


def _day(moment: datetime) -> object:
    return (moment.astimezone() - DAY_BEGINS).date()


def rows_with_number(rows: Iterable[FloorRow], number: str) -> list[FloorRow]:
    """Return the tables that may be meant by a number: those that are played, and of events in
    which none of that number is played those that want a signature; where all are official, all of
    them."""
    same = [row for row in rows if row.number == number]
    played = {row.event for row in same if not row.over}
    meant = [row for row in same if not row.over or (not row.official and row.event not in played)]
    return meant or same


def now_playing(rows: Iterable[FloorRow]) -> set[str]:
    """Return the ids of the matches of the rounds now playing: those of each event's latest round,
    and of earlier ones what is still played or wants a signature."""
    rows = list(rows)
    latest: dict[str, tuple[int, int, str]] = {}
    for row in rows:
        latest[row.event] = max(latest.get(row.event, (-1, 0, "")), table_order(row.round))
    return {
        row.match_id
        for row in rows
        if not row.official or table_order(row.round) == latest[row.event]
    }


_EventPairing: TypeAlias = "tuple[Register, Pairing]"
"""What an event knows of one of its matches."""


class Floor:
    """Reads the rows of the floor; a match that has not changed is not read again."""

    def __init__(self, desk: Desk, words: Words) -> None:
        self._desk = desk
        self._words = words
        self._known: dict[str, tuple[Match | int, _EventPairing | None, FloorRow]] = {}
        self._events: dict[str, tuple[int, dict[str, _EventPairing]]] = {}

    def rows(self, opened: Collection[str] = ()) -> list[FloorRow]:
        """Return the rows of today's matches and of those opened (their ids); raises `Refused`."""
        now = self._desk.now()
        self._follow_events(now)
        rows: dict[str, FloorRow] = {}
        for summary in self._desk.recent(now - LONGEST_DAY, opened):
            read = partial(self._desk.read, summary.id)
            try:
                if summary.id in opened:
                    rows[summary.id] = self._row(summary.id, read(), read)
                elif is_of_today(summary, now):
                    rows[summary.id] = self._row(summary.id, summary.entries, read)
            except UnreadableLog:
                rows[summary.id] = self._unreadable_row(summary)
        self._known = {key: self._known[key] for key in rows if key in self._known}
        return list(rows.values())

    def _unreadable_row(self, summary: Summary) -> FloorRow:
        """Return the row of a match whose log cannot be read, as the list has it."""
        one, bo, other, di = summary.players
        first, second = summary.teams
        teams = (Team(first, (one, other)), Team(second, (bo, di)))
        head = Head(rules="unc", event=summary.event, round=summary.round, table=summary.table)
        match = Match.open(replace(head, teams=teams), self._desk.library, id=summary.id)
        row = floor_row(match, self._words)
        begun = summary.hands > 0
        return replace(row, score=summary.score, begun=begun, is_readable=False)

    def _follow_events(self, now: datetime) -> None:
        """Read again the events of these days that have changed."""
        kept: dict[str, tuple[int, dict[str, _EventPairing]]] = {}
        for summary in self._desk.keeper.events():
            if summary.changed is None or summary.changed < now - LONGEST_DAY:
                continue
            known = self._events.get(summary.id)
            if known is None or known[0] != summary.entries:
                # An event that cannot be read says so on its own page; its matches are here.
                with contextlib.suppress(Refused):
                    known = summary.entries, _pairings_by_match(self._desk, summary.id)
            if known is not None:
                kept[summary.id] = known
        self._events = kept

    def _row(self, match_id: str, state: Match | int, read: Callable[[], Match]) -> FloorRow:
        drawn = (pairings.get(match_id) for _, pairings in self._events.values())
        paired = next((each for each in drawn if each is not None), None)
        known = self._known.get(match_id)
        same = known is not None and (
            known[0] is state or (isinstance(state, int) and known[0] == state)
        )
        if known is None or not same or known[1] is not paired:
            match = read()
            row = floor_row(match, self._words, match_id)
            if paired is not None:
                row = _with_event_result(row, match, paired)
            known = (state, paired, row)
            self._known[match_id] = known
        return known[2]


def _pairings_by_match(desk: Desk, event_id: str) -> dict[str, _EventPairing]:
    """Return the released pairings of an event by match id; raises `Refused`."""
    from scorepad.desk.reading import read_kept_event

    event = read_kept_event(desk.keeper.load_event(event_id), desk.library)
    register = event.register
    return {
        event.match_id(pairing.pairing) or "": (register, pairing)
        for pairing in register.released_pairings()
    }


def _with_event_result(row: FloorRow, match: Match, paired: _EventPairing) -> FloorRow:
    """Return the row with what the event says of the match: a wait that was granted, a result that
    was recorded there, and who attests it."""
    from scorepad.events.event_descriptions import result_text
    from scorepad.events.results import outcome_of_pairing, result_of_match

    register, pairing = paired
    came = outcome_of_pairing(register, pairing, result_of_match(match))
    granted = register.minutes.get(pairing.pairing, 0)
    limit = None if row.late_limit is None else row.late_limit + granted
    if not came.is_over:
        return replace(row, late_limit=limit)
    entered = pairing.pairing in register.results
    waits = result_text(register.team_name, pairing.teams, came) if entered else row.waits
    if came.official and not entered:
        waits = T("over")
    unsigned = 0 if came.official else row.unsigned
    return replace(
        row,
        score=came.score or row.score,
        winner=came.winner,
        over=True,
        begun=row.begun or came.score is not None,
        hand=None,
        unsigned=unsigned,
        waits=waits,
        on_paper=entered and not row.over,
    )
