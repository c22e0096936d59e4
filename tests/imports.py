"""A match file is imported alone."""

from __future__ import annotations

from scorepad.desk.desk import Desk, ImportResult
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused


def import_match(desk: Desk, data: bytes | Match, where: str) -> ImportResult:
    """Import one file, and raise the refusal of it."""
    (result,) = desk.import_matches([(where, data)])
    if isinstance(result, Refused):
        raise result
    return result
