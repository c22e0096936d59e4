"""A sheet with its very long names cut, for what further pages repeat at their top."""

from __future__ import annotations

from msgspec.structs import replace

from reports.pen import LEAST
from reports.setting import cut
from reports.sheet import Sheet

MOST_FURTHER = 3
"""Lines at the top of a further page."""


def briefly(sheet: Sheet) -> Sheet:
    """The same sheet, its event, round, table and teams so short that they take `MOST_FURTHER`
    lines together; its first page has them in full."""
    match, wide = sheet.tables.match, sheet.grid.span * 0.44
    event, round_, table, one, other = (
        cut(name, wide, LEAST)
        for name in (match.event, match.round, match.table, match.team_0, match.team_1)
    )
    match = replace(match, event=event, round=round_, table=table, team_0=one, team_1=other)
    return replace(sheet, tables=replace(sheet.tables, match=match))
