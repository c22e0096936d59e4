"""A result in one line, to paste into a chat."""

from __future__ import annotations

from reports.bidirectional import isolated
from reports.sheet import round_name, table_name
from reports.tables import match_row
from scorepad.spades.match import Match
from scorepad.spades.words import ENGLISH, Words


def result_line(match: Match, words: Words = ENGLISH) -> str:
    """“Spring Open, Round 2, Table 4: Aces win 312–287: first to 300 (against Kings)”, and whether
    it is unofficial; one line, whatever names hold.  Those that run from right to left stay
    isolated: a chat would show the score the wrong way round."""
    row = match_row(match, words)
    where = [row.event, round_name(row.round, words), table_name(row.table, words)]
    said = words("{one} \u2013 {other}", one=row.team_0, other=row.team_1)
    place = ", ".join(isolated(part) for part in where if part)
    parts = [f"\u2660 {place}" if place else "\u2660", said, row.result]
    if not row.official:
        parts.append(words("unofficial"))
    return " ".join(" \u00b7 ".join(parts).split())
