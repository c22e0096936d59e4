"""The clock of a match is computed from its entries (SCORING.md 3 and 5.3).

Nothing ticks in here: the entries have every start, pause, resume and added minute, and the moment
is passed in. So a restart or a sleeping laptop costs nothing.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from functools import lru_cache
from typing import Literal, TypeAlias

import msgspec

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Common
from scorepad.spades.match import Match
from scorepad.spades.words import T, Text, join_with_commas

ClockState: TypeAlias = Literal["none", "waiting", "running", "paused", "up", "over"]


class ClockFace(msgspec.Struct, frozen=True, kw_only=True):
    """The state of a clock, from which the time left can be computed for any moment.

    `minutes` is the limit of the rule set. `since` is the moment from which the clock runs; it is
    None while the clock is stopped. `seconds` are the seconds left at that moment, or the seconds
    left while it is stopped. `starts_at` is the scheduled start, unless the clock was started by
    hand. `is_time_called` means that a time entry counts.

    After a time entry is struck, or tricks from before the end are taken back, the clock records
    time by itself only if it runs out after `silent_until`, and asks about time only if it runs out
    after `struck_until`, which leaves out strikes by an undo.

    When the game is `over`, the clock shows `rested`: the seconds that were left when it ended. If
    a correction reopens the game, the clock continues as its entries say.
    """

    minutes: int | None
    seconds: float = 0.0
    since: datetime | None = None
    started: bool = False
    starts_at: datetime | None = None
    is_time_called: bool = False
    silent_until: datetime | None = None
    struck_until: datetime | None = None
    over: bool = False
    rested: float | None = None

    @property
    def run_out_time(self) -> datetime | None:
        """Return when the clock runs out, or ran out; None while it is stopped."""
        if self.minutes is None or self.since is None:
            return None
        return self.since + timedelta(seconds=self.seconds)

    def seconds_left(self, now: datetime) -> float | None:
        """Return the seconds left, negative after the clock ran out; None without a clock."""
        if self.minutes is None:
            return None
        if self.rested is not None:
            return self.rested
        return _seconds_left_at(self.seconds, self.since, now)

    def state(self, now: datetime) -> ClockState:
        left = self.seconds_left(now)
        if left is None:
            return "none"
        if self.is_time_called or (self.started and left <= 0):
            return "up"
        if self.over:
            return "over"
        if not self.started or (self.since is not None and now < self.since):
            return "waiting"
        return "paused" if self.since is None else "running"

    def unrecorded_run_out_time(
        self, now: datetime, *, even_if_struck: bool = False
    ) -> datetime | None:
        """Return when the clock ran out, if a time entry must be appended now; None if not.

        With `even_if_struck`, the supervisor is asked first.  Then the moment is also returned
        after an undo struck the time entry, because the question comes back.
        """
        out = self.run_out_time
        if out is None or self.is_time_called or self.over or not self.started or now < out:
            return None
        until = self.struck_until if even_if_struck else self.silent_until
        if until is not None and out <= until:
            return None
        return out


@lru_cache(maxsize=128)  # it is asked for at every tick, of every open table
def read_clock(match: Match) -> ClockFace:
    """Return the clock as the match's entries have left it."""
    rules = match.rules.clock
    is_time_called = match.board.time_entry is not None
    if rules.minutes is None:
        return ClockFace(minutes=None, is_time_called=is_time_called, over=match.board.is_over)
    total = rules.minutes * 60.0
    scheduled = match.head.scheduled if rules.starts == "scheduled" else None
    # An amended entry keeps its kind, so the others need not be read.
    entries = [match.counting_entry(each.id or "") for each in match.log_summary.clocks]
    clocks = tuple(each for each in entries if isinstance(each, kinds.Clock))
    if scheduled is not None and any(each.do == "start" for each in clocks):
        scheduled = None
    left, since, started = _replay_clock(clocks, total, scheduled)
    return ClockFace(
        minutes=rules.minutes,
        seconds=left,
        since=since,
        started=started,
        starts_at=scheduled,
        is_time_called=is_time_called,
        silent_until=_latest_struck_time(match, undone=True),
        struck_until=_latest_struck_time(match, undone=False),
        over=match.board.is_over,
        rested=_seconds_at_end(match, total, scheduled) if match.board.is_over else None,
    )


def was_called_by_clock(match: Match) -> bool:
    """Return whether the `time` entry that counts has the moment at which the clock ran out; a
    supervisor's call has the moment of the call."""
    rules, time_entry = match.rules.clock, match.board.time_entry
    if rules.minutes is None or time_entry is None:
        return False
    before: list[Common] = []
    for entry in match.counting_entries:
        if entry.id == time_entry:
            break
        before.append(entry)
    else:
        return False
    by_hand = any(isinstance(each, kinds.Clock) and each.do == "start" for each in before)
    scheduled = match.head.scheduled if rules.starts == "scheduled" and not by_hand else None
    left, since, _ = _replay_clock(tuple(before), rules.minutes * 60.0, scheduled)
    if since is None or entry.at is None:
        return False
    return abs((since - entry.at).total_seconds() + left) < 1


def _seconds_left_at(seconds: float, since: datetime | None, now: datetime) -> float:
    return seconds if since is None else seconds - max(0.0, (now - since).total_seconds())


def _seconds_at_end(match: Match, total: float, scheduled: datetime | None) -> float | None:
    before = list[Common]()
    for entry in match.counting_entries:
        before.append(entry)
        if entry.id == match.board.ended_by and entry.at is not None:
            left, since, _ = _replay_clock(tuple(before), total, scheduled)
            return _seconds_left_at(left, since, entry.at)
    return None


def _replay_clock(
    counting: tuple[Common, ...], total: float, scheduled: datetime | None
) -> tuple[float, datetime | None, bool]:
    """Return the seconds left, the moment from which the clock runs, and whether it was started.

    The moment is None while the clock is stopped.
    """
    left, since, started = total, scheduled, scheduled is not None
    for entry in counting:
        if not isinstance(entry, kinds.Clock) or entry.at is None:
            continue
        if since is not None and entry.do in ("pause", "add"):
            elapsed = max(0.0, (entry.at - since).total_seconds())
            left, since = left - elapsed, max(since, entry.at)
            if entry.do == "add":
                # A clock that ran out is at zero, so all of the added time is left.
                left = max(0.0, left)
        if entry.do == "start":
            if not started:
                since, started = entry.at, True
        elif entry.do == "pause":
            since = None
        elif entry.do == "resume":
            if started and since is None:
                since = entry.at
        elif entry.seconds is not None:
            # It runs out when the last of its time is taken, not before that.
            left = max(0.0, left + entry.seconds)
    return left, since, started


def _latest_struck_time(match: Match, *, undone: bool) -> datetime | None:
    """Return the latest moment of the struck time entries; None if there is none.

    With `undone`, time entries that an undo struck are included, and the moment of an undo that
    took tricks back: their hand was counted before, so it was not in progress.
    """
    if not match.corrections.strikes:
        return None
    moments: list[datetime | None] = []
    for struck_id, struck in match.strike_by_entry.items():
        entry, strike = match.original_entry(struck_id), match.original_entry(struck)
        if not isinstance(entry, kinds.Time | kinds.Tricks):
            continue
        by_undo = strike.undoes is not None
        if isinstance(entry, kinds.Time) and (undone or not by_undo):
            moments.append(entry.at)
        elif undone and by_undo:
            moments.append(strike.at)
    return max(filter(None, moments), default=None)


def warn_times_text(minutes: Sequence[int]) -> Text:
    """Return when a clock warns: "5 min and 1 min"."""
    *others, last = [T("{n} min", n=each) for each in sorted(minutes, reverse=True)]
    return T("{others} and {last}", others=join_with_commas(others), last=last) if others else last
