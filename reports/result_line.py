"""A result in one line, to paste into a chat."""

from __future__ import annotations

from reports.bidirectional import without_isolates
from reports.tables import match_row
from scorepad.spades.match import Match
from scorepad.spades.words import ENGLISH, Words


def result_line(match: Match, words: Words = ENGLISH) -> str:
    """“Spring Open, Round 2, Table 4: Aces win 312–287: first to 300 (against Kings)”, and whether
    it is unofficial; one line, whatever names hold."""
    row = match_row(match, words)
    number_only = row.round[:1].isdigit()
    where = [
        row.event,
        words("Round {round}", round=row.round) if number_only else row.round,
        words("Table {table}", table=row.table) if row.table[:1].isdigit() else row.table,
    ]
    said = words("{one} \u2013 {other}", one=row.team_0, other=row.team_1)
    place = ", ".join(part for part in where if part)
    parts = [f"\u2660 {place}" if place else "\u2660", said, row.result]
    if not row.official:
        parts.append(words("unofficial"))
    return " ".join(without_isolates(" \u00b7 ".join(parts)).split())
