"""By event, round and table two matches would be taken for each other."""

from __future__ import annotations

import re
from typing import TypeAlias

from scorepad.desk.ports import Summary
from scorepad.spades.entries import Head
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key
from scorepad.spades.refusal import Refused

Place: TypeAlias = tuple[str, ...]


def place(match: Head | Summary) -> Place:
    """Return the event, the round and the table of a match, as they are compared."""
    return tuple(map(name_key, (match.event, match.round, match.table)))


def sitting(match: Match | Refused) -> Head | None:
    """Return the head of a match that is being played at a table."""
    if isinstance(match, Refused) or match.board.over or not match.head.table.strip():
        return None
    return match.head


def next_table(table: str) -> str:
    """Return the next table: "Table 4" becomes "Table 5"; a name without a number at its end
    stays."""
    number = re.search(r"[0-9]{1,9}$", table)
    if number is None:
        return table
    return f"{table[: number.start()]}{int(number.group()) + 1}"
