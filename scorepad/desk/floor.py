"""The floor lists the tables that are played today: how each stands, and what it waits for.

A `FloorRow` is made from a match, and asked with the moment: so a clock that ticks reads no match
again.  What a row says is made here, and a search looks through just that.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Iterable
from datetime import datetime, timedelta
from functools import partial
from math import ceil
from typing import Literal, TypeAlias

import msgspec

from scorepad.desk import enabling as when
from scorepad.desk.desk import Desk
from scorepad.desk.ports import Summary
from scorepad.spades.clock import ClockFace, read_clock
from scorepad.spades.entries import Clock, Identity
from scorepad.spades.match import Match
from scorepad.spades.naming import name_field, player_name, round_name, table_name, translated_name
from scorepad.spades.refusal import Refused
from scorepad.spades.result import signatures
from scorepad.spades.words import ENGLISH, N, T, Text, Words, number

DAY_BEGINS = timedelta(hours=5)
"""A day of play goes on past midnight until five in the morning, local time."""
LONGEST_DAY = timedelta(hours=25)
"""A day of play with the hour by which clocks are put back."""

Need: TypeAlias = Literal["asks", "up", "warned", "late", "unsigned", "playing", "still", "done"]
"""What a table needs of the supervisor, the most urgent first."""
URGENCY: tuple[Need, ...] = (
    "asks",
    "up",
    "warned",
    "late",
    "unsigned",
    "playing",
    "still",
    "done",
)
ClockTurn: TypeAlias = Literal["start", "pause", "add"]
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
    "warned": {"asks", "up", "warned"},
    "late": {"late"},
    "unsigned": {"unsigned"},
}


class FloorRow(msgspec.Struct, frozen=True, kw_only=True):
    """One table on the floor.

    `number` is its table without the word before it; `hand` is the number of the hand that is
    played, or comes next (None: the game is over); `names` are both sides, `players` all four;
    `waits` is what is waited for while the clock does not matter; `between` says that cards may not
    be dealt yet, so that time-up asks; `begun` that bids are recorded, or the game is over;
    `late_from` is the moment (UTC) from which a side that is
    not there is late, `late_limit` after how many minutes it may be forfeited, and `missing` who is
    not there (None: nobody knows).
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
    late_from: datetime | None = None
    late_limit: int | None = None
    missing: str | None = None

    @property
    def official(self) -> bool:
        """Return whether it is over and wants no signature."""
        return self.over and not self.unsigned

    def late(self, now: datetime) -> float | None:
        """Return for how many seconds a side has been late at `now`; None if none is."""
        if self.late_from is None or now < self.late_from:
            return None
        return (now - self.late_from).total_seconds()

    def moment(self, now: datetime) -> tuple[int | None, int | None]:
        """Return the seconds of its clocks; while they are the same, the row reads the same."""
        left, late = self.left(now), self.late(now)
        return (None if left is None else ceil(left), None if late is None else int(late))

    def left(self, now: datetime) -> float | None:
        """Return the seconds on its clock; None where it has none, or the game is over."""
        return None if self.over else self.face.left(now)

    def warned(self, now: datetime) -> int | None:
        """Return the warning that is in force, in minutes before the end; None without one."""
        left = self.left(now)
        if left is None or self.face.state(now) != "running":
            return None
        return min((n for n in self.warn_minutes if left <= n * 60), default=None)

    def need(self, now: datetime) -> Need:
        """Return what the table needs at `now`."""
        if self.over:
            return "unsigned" if self.unsigned else "done"
        state = self.face.state(now)
        if self.between and self.face.due(now) is not None:
            return "asks"
        if state == "up":
            return "up"
        if self.warned(now) is not None:
            return "warned"
        if self.late(now) is not None:
            return "late"
        return "still" if state in ("waiting", "paused") else "playing"

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
        if need == "asks":
            return T("cards dealt?")
        if need == "late":
            return self._late_words(now)
        if need == "up" and not self.between:
            return T("time is up: {waits}", waits=self.waits)
        return self.waits

    def _late_words(self, now: datetime) -> Text:
        gone = _minutes(self.late(now) or 0)
        if self.late_limit is None:
            return T("not begun · late {gone}", gone=gone)
        limit = _minutes(self.late_limit * 60)
        if self.missing is None:
            return T("not begun · late {gone} of {limit}", gone=gone, limit=limit)
        return T(
            "{team} not here · late {gone} of {limit}", team=self.missing, gone=gone, limit=limit
        )

    def says(self, words: Words, now: datetime) -> tuple[str, ...]:
        """Return what the row says, part by part; a search looks through it."""
        hand = "" if self.hand is None else words("hand {hand}", hand=self.hand)
        return (
            table_name(self.table, words),
            round_name(self.round, words),
            *self.names,
            *self.players,
            f"{number(self.score[0])} : {number(self.score[1])}",
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
        late_from=late_from if match.rules.clock.no_show_minutes is not None else None,
        late_limit=match.rules.clock.no_show_minutes,
        missing=None if begun else _missing(match, words),
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


def table_number(table: str, words: Words) -> str:
    """Return "4" of "Table 4"; any other name whole."""
    *_word, last = table.split() or [""]
    full = table_name(table, words).casefold()
    plain = (table_name(last, each).casefold() for each in (words, ENGLISH))
    return last if full in plain else table.strip()


def _missing(match: Match, words: Words) -> str | None:
    """Return the side of which nobody showed an identity while the other side did."""
    here = {each.seat % 2 for each in match.counting if isinstance(each, Identity) and each.ok}
    return _side(match, 1 - here.pop(), words) if len(here) == 1 else None


def _minutes(seconds: float) -> str:
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def table_order(table: str) -> tuple[int, int, str]:
    """Return the key by which "Table 9" stands before "Table 10", and names after numbers."""
    found = re.search(r"\d{1,9}", table)
    return (0, int(found.group()), table) if found else (1, 0, table.casefold())


def shown(need: Need, show: Show) -> bool:
    """Return whether a table with this need is among those the floor is narrowed to."""
    return need in _SHOWN[show]


def of_today(summary: Summary, now: datetime) -> bool:
    """Return whether a match belongs to the day of play that it is at `now`."""
    today = _day(now)
    moments = (summary.scheduled, summary.changed, summary.created)
    return any(moment is not None and _day(moment) == today for moment in moments)


def _day(moment: datetime) -> object:
    return (moment.astimezone() - DAY_BEGINS).date()


class Floor:
    """Reads the rows of the floor; a match that has not changed is not read again."""

    def __init__(self, desk: Desk, words: Words) -> None:
        self._desk = desk
        self._words = words
        self._known: dict[str, tuple[Match | int, FloorRow]] = {}

    def rows(self, opened: Collection[str] = ()) -> list[FloorRow]:
        """Return the rows of today's matches and of those opened (their ids); raises `Refused`."""
        now = self._desk.now()
        rows: dict[str, FloorRow] = {}
        for summary in self._desk.recent(now - LONGEST_DAY, opened):
            read = partial(self._desk.read, summary.id)
            if summary.id in opened:
                rows[summary.id] = self._row(summary.id, read(), read)
            elif of_today(summary, now):
                rows[summary.id] = self._row(summary.id, summary.entries, read)
        self._known = {key: self._known[key] for key in rows}
        return list(rows.values())

    def _row(self, match_id: str, state: Match | int, read: Callable[[], Match]) -> FloorRow:
        known = self._known.get(match_id)
        same = known is not None and (
            known[0] is state or (isinstance(state, int) and known[0] == state)
        )
        if known is None or not same:
            known = (state, floor_row(read(), self._words, match_id))
            self._known[match_id] = known
        return known[1]


_CAN: dict[ClockTurn, when.Enabling] = {
    "start": when.can_start_clock,
    "pause": when.can_pause_clock,
    "add": when.can_add_time,
}


def turn_clocks(
    desk: Desk, match_ids: Iterable[str], do: ClockTurn, seconds: int | None = None
) -> tuple[int, Text | None]:
    """Start (or resume), pause, or add `seconds` to the clock of each of these matches that can;
    return how many could, and why the first of the others could not."""
    turned, why = 0, None
    for match_id in match_ids:
        try:
            with desk.visit(match_id) as table:
                turn: ClockTurn | Literal["resume"] = do
                if do == "start" and when.can_resume_clock(table.match) is None:
                    turn = "resume"
                elif (refused := _CAN[do](table.match)) is not None:
                    raise Refused(refused)
                table.record(Clock(do=turn, seconds=seconds))
                turned += 1
        except Refused as refusal:
            why = why or refusal.text
    return turned, why
