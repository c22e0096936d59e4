"""The floor lists the tables that are played today: how each stands, and what it waits for.

A `FloorRow` is made from a match, and asked with the moment: so a clock that ticks reads no match
again.  What a row says is made here, and a search looks through just that.
"""

from __future__ import annotations

import contextlib
from collections.abc import Collection, Iterable
from datetime import datetime
from math import ceil
from typing import Literal, TypeAlias, get_args

import msgspec
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.ports import Summary, UnreadableLog
from scorepad.desk.reading import read_kept_event
from scorepad.desk.summary import (
    LONGEST_DAY,
    is_of_today,
    result_unless_summary_outdated,
    unapplied_entry_texts,
)
from scorepad.events.entries import Pairing
from scorepad.events.register import Register
from scorepad.events.results import MatchResult, outcome_of_pairing, result_of_match
from scorepad.spades.clock import ClockFace, read_clock
from scorepad.spades.entries import Clock, Head, IdentityCheck, Team
from scorepad.spades.match import Match
from scorepad.spades.naming import (
    player_name,
    round_name,
    strip_table_word,
    table_name,
    table_order,
    team_name,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.result import signatures
from scorepad.spades.words import N, T, Text, Words, format_number

QUESTION_AFTER = 3  # minutes
"""Where the rule set has no wait, it is asked after this time whether both sides are here."""
PLAYED_SINCE = 60  # minutes
"""A match without a result is being played if its last entry is no older than this."""
IDLE_AFTER = 5  # minutes
"""A table at which nothing was recorded for so long says when it was."""
HOUR = 3600  # s
Need: TypeAlias = Literal[
    "unreadable",
    "versions",
    "confirm-dealt",
    "time-up",
    "warned",
    "wait-over",
    "no-bids",
    "unsigned",
    "playing",
    "stopped",
    "done",
]
"""What a table needs of the supervisor, the most urgent first: `confirm-dealt`, whether cards were
dealt when time ran out; `no-bids`, half of the wait that the rule set gives a side has passed
without bids; `wait-over`, all of it; `stopped`, its clock does not run."""
URGENCY: tuple[Need, ...] = get_args(Need)
Show: TypeAlias = Literal["all", "warned", "no-bids", "unsigned"]
SHOWS: dict[Show, Text] = {
    "all": T("All"),
    "warned": T("Warned"),
    "no-bids": T("No bids"),
    "unsigned": T("Unsigned"),
}
"""What the floor can be narrowed to, as people call it."""
EventPairing: TypeAlias = tuple[Register, Pairing]
"""What an event knows of one of its matches."""
_SHOWN: dict[Show, Collection[str]] = {
    "all": URGENCY,
    "warned": {"unreadable", "versions", "confirm-dealt", "time-up", "warned"},
    "no-bids": {"wait-over", "no-bids"},
    "unsigned": {"unsigned"},
}


class FloorRow(msgspec.Struct, frozen=True, kw_only=True):
    """One table on the floor.

    `number` is its table without the word before it; `hand` is the number of the hand that
    is played, or comes next (None: the game is over); `names` are both sides, `players` all four;
    `waits` is what is waited for while the clock does not matter; `between` says that cards may not
    be dealt yet, so that time-up asks; `begun` that bids are recorded, or the game is over;
    `winner` is the side that won, `forfeited` are those that forfeited (None: the game was played);
    `due` is the moment (UTC) from which minutes are counted until the first bids (None: they are
    there, or are not due), `wait_minutes` after how many of them the rule set lets a side be
    forfeited, with what was `granted`, and `without_id` the side of which nobody showed an ID while
    the other did.  `rules` is the name of the rule set, `last_entry` the moment (UTC) of the log's
    last.  `is_readable` says that its log can be read, `versions` that somebody has to choose
    between two of them, `on_paper` that the event has its result while nobody ended
    it at the table, `held_by` which other laptop records there ("": none), `uncounted` what of its
    log does not count as it came.
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
    forfeited: tuple[int, ...] | None = None
    due: datetime | None = None
    wait_minutes: int | None = None
    granted: int = 0
    without_id: str | None = None
    rules: str = ""
    last_entry: datetime | None = None
    is_readable: bool = True
    versions: bool = False
    on_paper: bool = False
    held_by: str = ""
    uncounted: tuple[Text, ...] = ()

    @property
    def is_official(self) -> bool:
        """Return whether it is over and wants no signature."""
        return self.over and not self.unsigned

    def seconds_since_bids_due(self, now: datetime) -> float | None:
        """Return how many seconds have passed at `now` since bids are due; None where they are
        not, or are there."""
        seconds = -1.0 if self.due is None else (now - self.due).total_seconds()
        return seconds if seconds >= 0 else None

    def is_presence_question_due(self, now: datetime) -> bool:
        """Return whether it is time to ask if both sides are here: half of the wait has passed (the
        last half, where more was granted)."""
        seconds = self.seconds_since_bids_due(now)
        wait_seconds = QUESTION_AFTER * 60.0
        if self.wait_minutes is not None:
            wait_seconds = 30.0 * (self.wait_minutes + self.granted)
        return seconds is not None and seconds >= wait_seconds

    def is_being_played(self, now: datetime) -> bool:
        """Return whether somebody plays: no result is there, and the clock runs or something was
        recorded within the last hour."""
        if self.over or self.on_paper:
            return False
        if self.face.state(now) == "running":
            return True
        if self.last_entry is None:
            return False
        return abs((now - self.last_entry).total_seconds()) <= PLAYED_SINCE * 60

    def idle_minutes_to_show(self, now: datetime) -> int | None:
        """Return the minutes since the last entry, where play goes on and they are many."""
        if not self.begun or self.over or self.last_entry is None:
            return None
        if self.face.state(now) not in ("running", "none"):
            return None
        minutes = int((now - self.last_entry).total_seconds()) // 60
        return minutes if minutes >= IDLE_AFTER else None

    def shown_times(self, now: datetime) -> tuple[int | None, ...]:
        """Return the seconds and minutes that it tells; while they are the same, the row reads the
        same."""
        left, without = self.seconds_left(now), None
        if self.is_presence_question_due(now):
            without = int(self.seconds_since_bids_due(now) or 0)
        return None if left is None else ceil(left), without, self.idle_minutes_to_show(now)

    def seconds_left(self, now: datetime) -> float | None:
        """Return the seconds on its clock; None where it has none, or the game is over."""
        return None if self.over else self.face.seconds_left(now)

    def clock_warning_minutes_in_force(self, now: datetime) -> int | None:
        """Return the warning that is in force, in minutes before the end; None without one."""
        left = self.seconds_left(now)
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
        if self.between and self.face.unrecorded_run_out_time(now) is not None:
            return "confirm-dealt"
        if state == "up":
            return "time-up"
        if self.clock_warning_minutes_in_force(now) is not None:
            return "warned"
        if self.wait_minutes is not None and self.is_presence_question_due(now):
            over = (self.seconds_since_bids_due(now) or 0) >= self.wait_minutes * 60
            return "wait-over" if over else "no-bids"
        return "stopped" if state in ("waiting", "paused") else "playing"

    def urgency(self, now: datetime) -> tuple[int, float, tuple[int, int, str]]:
        """Return the key by which the most urgent table comes first."""
        need, left = self.need(now), self.seconds_left(now)
        if need in ("wait-over", "no-bids"):
            left = 60.0 * (self.wait_minutes or 0) - (self.seconds_since_bids_due(now) or 0)
        return (
            URGENCY.index(need),
            float("inf") if left is None else left,
            table_order(self.table),
        )

    def waiting_for_text(self, now: datetime) -> Text:
        """Return what it waits for, in a few words, what of it does not count, and which other
        laptop records there."""
        waits = self._waits_here(now)
        for text in self.uncounted:
            waits = T("{waits} · {more}", waits=waits, more=text)
        return T("{waits} · {laptop}", waits=waits, laptop=self.held_by) if self.held_by else waits

    def _waits_here(self, now: datetime) -> Text:
        need = self.need(now)
        if need == "unreadable":
            return T("cannot be read")
        if need == "versions":
            return T("two versions")
        if need == "confirm-dealt":
            return T("cards dealt?")
        if need == "time-up" and not self.between:
            return T("time is up: {waits}", waits=self.waits)
        if need != "warned" and not self.over and self.is_presence_question_due(now):
            return self._question(now)
        minutes = self.idle_minutes_to_show(now) if need == "playing" else None
        if minutes is None:
            return self.waits
        if minutes * 60 >= HOUR:
            return T("{waits} · last entry over an hour ago", waits=self.waits)
        return T("{waits} · last entry {n} min ago", waits=self.waits, n=minutes)

    def _question(self, now: datetime) -> Text:
        seconds = self.seconds_since_bids_due(now) or 0
        here = T("both here?")
        if self.without_id is not None:
            here = T("{team} here?", team=self.without_id)
        if seconds >= HOUR:
            return T("over an hour without bids · {here}", here=here)
        return T("{minutes} without bids · {here}", minutes=_minutes(seconds), here=here)

    def searchable_texts(self, words: Words, now: datetime) -> tuple[str, ...]:
        """Return what the row says, part by part, for a search to look through."""
        hand = "" if self.hand is None else words("hand {hand}", hand=self.hand)
        return (
            table_name(self.table, words),
            round_name(self.round, words),
            *self.names,
            *self.players,
            f"{format_number(self.score[0])} : {format_number(self.score[1])}",
            hand,
            words(self.waiting_for_text(now)),
            self.event,
        )


def floor_row(
    match: Match, words: Words, match_id: str = "", paired: EventPairing | None = None
) -> FloorRow:
    """Return the row of a match, with names in this language, and with what the event says that
    `paired` its teams."""
    row = _row_of_match(match, words, match_id)
    return row if paired is None else _with_event_result(row, result_of_match(match), paired)


def _row_of_match(match: Match, words: Words, match_id: str) -> FloorRow:
    head, board = match.head, match.board
    over = board.is_over
    played_out = board.end is not None and board.end.reason != "abandoned"
    unsigned = signatures(match).count(None) if played_out else 0
    opened = bool(board.open_hand)
    face = read_clock(match)
    begun = bool(board.hands) or over
    return FloorRow(
        match_id=match_id or match.id or "",
        table=head.table.strip(),
        number=strip_table_word(head.table, words),
        round=head.round.strip(),
        event=head.event.strip(),
        names=(team_name(head, 0, words), team_name(head, 1, words)),
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
        forfeited=None
        if board.end is None
        else _forfeited(board.end.reason == "forfeit", board.end.winner),
        due=None if begun else head.scheduled or _clock_started(match),
        wait_minutes=match.rules.clock.no_show_minutes,
        without_id=None if begun else _side_without_id(match, words),
        rules=match.base_rules.name,
        last_entry=match.log_times_and_signing.last,
        versions=match.has_versions,
    )


def _waits(match: Match, unsigned: int) -> Text:
    board = match.board
    if board.is_over:
        return _result_waits(unsigned)
    if board.assumes_dealer:
        return T("first dealer")
    if board.open_hand:
        return T("tricks")
    return T("extra hand") if board.extra_hand else T("bids")


def _clock_started(match: Match) -> datetime | None:
    """Return when the clock was started, where it runs."""
    if read_clock(match).since is None:
        return None
    turned = (match.counting_entry(each.id or "") for each in match.log_times_and_signing.clocks)
    starts = (each.at for each in turned if isinstance(each, Clock) and each.do == "start")
    return next((at for at in starts if at is not None), None)


def floor_row_of_summary(summary: Summary, words: Words) -> FloorRow:
    """Return the row of a match as the list has it, without its log: of one that is over, or whose
    log cannot be read."""
    one, bo, other, di = summary.players
    first, second = summary.teams
    head = Head(rules={}, teams=(Team(first, (one, other)), Team(second, (bo, di))))
    over = summary.status == "over"
    unsigned = summary.signed.count(False) if over and summary.reason != "abandoned" else 0
    return FloorRow(
        match_id=summary.id,
        table=summary.table.strip(),
        number=strip_table_word(summary.table, words),
        round=summary.round.strip(),
        event=summary.event.strip(),
        names=(team_name(head, 0, words), team_name(head, 1, words)),
        players=tuple(player_name(head, seat, words) for seat in range(4)),
        score=summary.score,
        hand=None if over else summary.hands + 1,
        waits=_result_waits(unsigned) if over else T("bids"),
        face=ClockFace(minutes=None, over=over),
        warn_minutes=(),
        between=False,
        unsigned=unsigned,
        over=over,
        begun=over or summary.hands > 0,
        winner=summary.winner,
        forfeited=_forfeited(summary.reason == "forfeit", summary.winner),
        rules=summary.rules_name,
        versions=summary.versions,
    )


def _forfeited(is_forfeit: bool, winner: int | None) -> tuple[int, ...] | None:
    """Return the sides that forfeited; None where the game was played."""
    if not is_forfeit:
        return None
    return (0, 1) if winner is None else (1 - winner,)


def _result_waits(unsigned: int) -> Text:
    return N("{n} signature", "{n} signatures", unsigned) if unsigned else T("over")


def _side_without_id(match: Match, words: Words) -> str | None:
    """Return the side of which nobody showed an identity while the other side did."""
    here = {
        each.seat % 2
        for each in match.counting_entries
        if isinstance(each, IdentityCheck) and each.ok
    }
    return team_name(match.head, 1 - here.pop(), words) if len(here) == 1 else None


def _minutes(seconds: float) -> str:
    whole = max(0, int(seconds))
    return f"{whole // 60}:{whole % 60:02}"


def is_need_shown(need: Need, show: Show) -> bool:
    """Return whether a table with this need is among those the floor is narrowed to."""
    return need in _SHOWN[show]


def find_rows_meant_by_table_number(rows: Iterable[FloorRow], number: str) -> list[FloorRow]:
    """Return the tables that may be meant by a number: those that are played, and of events in
    which none of that number is played those that want a signature; where all are official, all of
    them."""
    same = [row for row in rows if row.number == number]
    played = {row.event for row in same if not row.over}
    candidates = [
        row for row in same if not row.over or (not row.is_official and row.event not in played)
    ]
    return candidates or same


def match_ids_of_current_rounds(rows: Iterable[FloorRow]) -> set[str]:
    """Return the ids of the matches of the rounds now playing: those of each event's latest round,
    and of earlier ones what is still played or wants a signature."""
    rows = list(rows)
    latest: dict[str, tuple[int, int, str]] = {}
    for row in rows:
        latest[row.event] = max(latest.get(row.event, (-1, 0, "")), table_order(row.round))
    return {
        row.match_id
        for row in rows
        if not row.is_official or table_order(row.round) == latest[row.event]
    }


class FloorRowReader:
    """Reads the rows of the floor; a match that has not changed is not read again."""

    def __init__(self, desk: Desk, words: Words) -> None:
        self._desk = desk
        self._words = words
        self._known: dict[str, tuple[Match | int, EventPairing | None, FloorRow]] = {}
        self._events: dict[str, tuple[int, dict[str, EventPairing]]] = {}

    def rows_of_today(self, opened_ids: Collection[str] = ()) -> list[FloorRow]:
        """Return the rows of today's matches and of those that are open; raises `Refused`."""
        now, laptop = self._desk.now(), None
        self._follow_events(now)
        rows: dict[str, FloorRow] = {}
        for summary in self._desk.changed_or_scheduled(now - LONGEST_DAY, opened_ids):
            is_open = summary.id in opened_ids
            try:
                if not (is_open or is_of_today(summary, now)):
                    continue
                row, held_by = self._row(summary, is_open=is_open), ""
                if summary.holder:
                    laptop = laptop or self._desk.keeper.laptop_id()
                    name = summary.holder_name or summary.holder[:8]
                    held_by = name if summary.holder != laptop else ""
                uncounted = tuple(unapplied_entry_texts(summary))
                if (row.held_by, row.uncounted) != (held_by, uncounted):
                    row = self._remember(replace(row, held_by=held_by, uncounted=uncounted))
                rows[summary.id] = row
            except UnreadableLog:
                row = floor_row_of_summary(summary, self._words)
                rows[summary.id] = replace(row, is_readable=False)
        self._known = {key: self._known[key] for key in rows if key in self._known}
        return list(rows.values())

    def _remember(self, row: FloorRow) -> FloorRow:
        """Remember a row as it is now, and return it."""
        state, paired, _ = self._known[row.match_id]
        self._known[row.match_id] = state, paired, row
        return row

    def _follow_events(self, now: datetime) -> None:
        """Read again the events of these days that have changed."""
        events: dict[str, tuple[int, dict[str, EventPairing]]] = {}
        for summary in self._desk.keeper.events():
            if summary.changed is None or summary.changed < now - LONGEST_DAY:
                continue
            known = self._events.get(summary.id)
            if known is None or known[0] != summary.entries:
                # An event that cannot be read says so on its own page; its matches are here.
                with contextlib.suppress(Refused):
                    known = summary.entries, _pairings_by_match(self._desk, summary.id)
            if known is not None:
                events[summary.id] = known
        self._events = events

    def _row(self, summary: Summary, *, is_open: bool) -> FloorRow:
        """Return the row of a match, from its log while it is played or its table is open."""
        match_id, desk = summary.id, self._desk
        paired = self.pairing_of(match_id)
        state = desk.read(match_id) if is_open else summary.entries
        known = self._known.get(match_id)
        same = known is not None and (
            known[0] is state or (isinstance(state, int) and known[0] == state)
        )
        if known is None or not same or known[1] is not paired:
            known = self._known[match_id] = state, paired, self._read_row(summary, state, paired)
        return known[2]

    def pairing_of(self, match_id: str) -> EventPairing | None:
        """Return what the event of a match knows of it, as it was read last."""
        drawn = (pairings.get(match_id) for _, pairings in self._events.values())
        return next((each for each in drawn if each is not None), None)

    def _read_row(
        self, summary: Summary, state: Match | int, paired: EventPairing | None
    ) -> FloorRow:
        match_id, words, result = summary.id, self._words, None
        if isinstance(state, int) and summary.status == "over":
            result = result_unless_summary_outdated(summary)
        if result is None:
            match = self._desk.read(match_id) if isinstance(state, int) else state
            return floor_row(match, words, match_id, paired)
        row = floor_row_of_summary(summary, words)
        return row if paired is None else _with_event_result(row, result, paired)


def _pairings_by_match(desk: Desk, event_id: str) -> dict[str, EventPairing]:
    """Return the released pairings of an event by match id; raises `Refused`."""
    event = read_kept_event(desk.keeper.load_event(event_id), desk.library)
    register = event.register
    return {
        event.match_id(pairing.pairing) or "": (register, pairing)
        for pairing in register.released_pairings()
    }


def _with_event_result(row: FloorRow, result: MatchResult, paired: EventPairing) -> FloorRow:
    """Return the row with what the event says of the match: a wait that was granted, a result that
    was recorded there, and who attests it."""
    from scorepad.events.event_descriptions import result_text

    register, pairing = paired
    came = outcome_of_pairing(register, pairing, result)
    granted = register.minutes.get(pairing.pairing, 0)
    if not came.is_over:
        wait = None if row.wait_minutes is None else row.wait_minutes + granted
        missing = register.present_players_without_shown_id(pairing.teams)
        if missing and not row.begun:
            no_id = T("no ID: {players}", players=", ".join(missing))
            row = replace(row, waits=T("{waits} · {more}", waits=row.waits, more=no_id))
        return replace(row, wait_minutes=wait, granted=granted)
    entered = pairing.pairing in register.results
    waits = result_text(register.team_name, pairing.teams, came) if entered else row.waits
    if came.official and not entered:
        waits = T("over")
    unsigned = 0 if came.official else row.unsigned
    return replace(
        row,
        score=came.score or row.score,
        winner=came.winner,
        forfeited=_forfeited(came.is_forfeit, came.winner),
        over=True,
        begun=row.begun or came.score is not None,
        hand=None,
        unsigned=unsigned,
        waits=waits,
        on_paper=entered and not row.over,
    )
