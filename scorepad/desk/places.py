"""Where and on which day of play a match is played."""

from __future__ import annotations

import re
from datetime import date, datetime, timedelta
from typing import TypeAlias

from scorepad.spades.entries import Head
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key, strip_table_word
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus

DAY_BEGINS = timedelta(hours=5)
"""A day of play continues past midnight until five in the morning, local time."""
LONGEST_DAY = timedelta(hours=25)
"""A day of play with the hour by which clocks are put back."""
Place: TypeAlias = tuple[str, ...]
"""By event, round and table two matches would be taken for each other."""


def place(match: Head | MatchStatus) -> Place:
    """Return the event, the round and the table of a match, as they are compared."""
    return tuple(map(name_key, (match.event, match.round, match.table)))


def table_key(table: str) -> str:
    """Return the form in which two names of one table are equal: "4" of "Table 4" and of "4"."""
    return name_key(strip_table_word(table))


def head_if_in_play(match: Match | Refused) -> Head | None:
    """Return the head of a match that is being played at a table."""
    if isinstance(match, Refused) or match.board.is_over or not match.head.table.strip():
        return None
    return match.head


def next_table_name(table: str) -> str:
    """Return the next table: "Table 4" becomes "Table 5"; a name without a number at its end
    doesn't change."""
    number = re.search(r"[0-9]{1,9}$", table)
    if number is None:
        return table
    return f"{table[: number.start()]}{int(number.group()) + 1}"


def is_of_today(status: MatchStatus, now: datetime) -> bool:
    """Return whether a match belongs to the day of play that it is at `now`: by its schedule, the
    last change of its result or the end of its clock; without these by when it was opened here, if
    it is not over."""
    moments = [status.scheduled, status.moved, status.runs_out]
    if not any(moments) and not status.is_over:
        moments = [status.created]
    today = day_of_play(now)
    return any(moment is not None and day_of_play(moment) == today for moment in moments)


def day_of_play(moment: datetime) -> date:
    """Return the local day that a moment belongs to; the hours after midnight are the evening's."""
    return (moment.astimezone() - DAY_BEGINS).date()
