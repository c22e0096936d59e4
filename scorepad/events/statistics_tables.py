"""The tables of an event's statistics: screens, papers, pages and exports all show these.

Adding a column: one line here; the guide prints its meaning.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, Final, NamedTuple, TypeAlias

import msgspec

from scorepad.events.event import Event
from scorepad.events.overview import Overview
from scorepad.events.statistics import RECORDS, EventStatistics
from scorepad.spades.words import N, T, Text, capitalize, format_number, join_parts

Value: TypeAlias = str | int | float | None
ValueType: TypeAlias = type[str] | type[int] | type[float]


class StatisticsColumn(NamedTuple):
    """A column: its code, its heading, its meaning, the reader of its values, and the type of its
    values. A column that `is_main` is shown where not all have room."""

    code: str
    heading: Text
    meaning: Text
    read: Callable[[Any, Overview], Value]
    type: ValueType = int
    is_main: bool = True


class StatisticsTable(msgspec.Struct, frozen=True):
    """A table: its code, its title, its columns, its rows of values, and over how many matches it
    is."""

    code: str
    title: Text
    columns: Sequence[StatisticsColumn]
    rows: tuple[tuple[Value, ...], ...]
    coverage: Text

    def as_data(self) -> list[dict[str, Value]]:
        """Return the rows as plain data."""
        codes = [column.code for column in self.columns]
        return [dict(zip(codes, row, strict=True)) for row in self.rows]

    def main_cells(self) -> tuple[list[StatisticsColumn], list[list[str]]]:
        """Return the main columns in which anything is, and their cells as they are shown."""
        main = [
            at
            for at, column in enumerate(self.columns)
            if column.is_main and any(row[at] for row in self.rows)
        ]
        cells = [[cell_text(row[at]) for at in main] for row in self.rows]
        return [self.columns[at] for at in main], cells


def cell_text(value: Value) -> str:
    """Return a value as it is shown."""
    if value is None:
        return "–"
    if isinstance(value, float):
        return f"{value:.2f}".replace("-", "−")
    return format_number(value) if isinstance(value, int) else value


def _of_counts(
    code: str, heading: Text, meaning: Text, *, is_main: bool = True
) -> StatisticsColumn:
    return StatisticsColumn(
        code, heading, meaning, lambda row, _: getattr(row.counts, code), is_main=is_main
    )


def _of_row(
    code: str, heading: Text, meaning: Text, type_: ValueType = int, *, is_main: bool = True
) -> StatisticsColumn:
    return StatisticsColumn(
        code, heading, meaning, lambda row, _: getattr(row, code), type_, is_main
    )


_TEAM: Final = StatisticsColumn(
    "team",
    T("Team"),
    T("the team's name"),
    lambda row, overview: overview.register.team_name(row.team),
    str,
)
_TEAM_ID: Final = StatisticsColumn(
    "team_id", T("Team ID"), T("the team's ID in the event"), lambda row, _: row.team, str, False
)
_HANDS: Final = _of_counts(
    "hands", T("Hands"), T("hands scored, including hands lost to a penalty")
)
_TRICKS: Final = _of_counts("tricks", T("Tricks"), T("tricks the two partners took together"))
_NILS: Final = (
    _of_counts("nils", T("Nils"), T("nils bid")),
    _of_counts("nils_made", T("Nils made"), T("nils made")),
    _of_counts("blind_nils", T("Blind nils"), T("blind nils bid")),
    _of_counts("blind_nils_made", T("Blind nils made"), T("blind nils made")),
)
_SETS: Final = _of_counts("sets", T("Sets"), T("hands in which the team was set"))
_BAGS: Final = _of_counts("bags", T("Bags"), T("bags the team took"))

PLAYER_COLUMNS: Final = (
    _of_row("player", T("Player"), T("the player's name"), str),
    _TEAM,
    _of_row("matches", T("Matches"), T("matches the player played in")),
    _HANDS,
    _TRICKS,
    _of_counts("bids", T("Bids"), T("hands in which a number (not nil) was bid"), is_main=False),
    _of_counts("bid", T("Tricks bid"), T("sum of the numbers bid"), is_main=False),
    StatisticsColumn(
        "average_bid",
        T("Average bid"),
        T("average of the numbers bid"),
        lambda row, _: row.counts.average_bid,
        float,
    ),
    *_NILS,
    _SETS,
    _BAGS,
    _of_counts("deals", T("Deals"), T("hands the player dealt")),
    _TEAM_ID,
)


TEAM_COLUMNS: Final = (
    _TEAM,
    _of_row("played", T("Matches"), T("matches with a result, including forfeits")),
    _of_row("wins", T("Won"), T("matches won")),
    _of_row("losses", T("Lost"), T("matches lost")),
    _of_row("ties", T("Tied"), T("matches tied")),
    _of_row("points_matches", T("With points"), T("matches with known points"), is_main=False),
    _of_row("made", T("Points"), T("the team's points in matches with known points")),
    _of_row("given", T("Against"), T("the other teams' points")),
    _of_row(
        "average_margin",
        T("Average margin"),
        T("average of points scored minus points against"),
        float,
    ),
    _of_row(
        "biggest_win",
        T("Biggest win"),
        T("the team's largest margin of victory"),
    ),
    StatisticsColumn(
        "biggest_win_against",
        T("Biggest win against"),
        T("the team that lost that match"),
        lambda row, overview: (
            overview.register.team_name(row.biggest_win_against) if row.biggest_win_against else ""
        ),
        str,
        False,
    ),
    _of_row("comeback", T("Comeback"), T("the team's largest deficit in a match that it won")),
    _of_row("hand_matches", T("With hands"), T("matches with known hands"), is_main=False),
    _HANDS,
    _TRICKS,
    *_NILS,
    _SETS,
    _of_row("bag_matches", T("With bags"), T("matches with known bags"), is_main=False),
    _BAGS,
    _TEAM_ID,
)
RECORD_COLUMNS: Final = (
    StatisticsColumn(
        "record", T("Record"), T("a short description"), lambda row, _: str(RECORDS[row.what]), str
    ),
    _of_row("value", T("Value"), T("the number of hands or points")),
    StatisticsColumn(
        "team",
        T("Team"),
        T("the team that holds the record"),
        lambda row, overview: overview.register.team_name(row.teams[0]),
        str,
    ),
    StatisticsColumn(
        "against",
        T("Against"),
        T("the other team in the match"),
        lambda row, overview: overview.register.team_name(row.teams[1]),
        str,
    ),
    StatisticsColumn(
        "players",
        T("Players"),
        T("the team's players in that hand; only for the highest hand"),
        lambda row, _: join_parts(row.players, ", "),
        str,
    ),
    StatisticsColumn(
        "round",
        T("Round"),
        T("the round"),
        lambda row, overview: capitalize(overview.round_text(row.round)),
        str,
    ),
    _of_row("table", T("Table"), T("the table's name"), str),
    StatisticsColumn(
        "code", T("Code"), T("a code for the kind of record"), lambda r, _: r.what, str, False
    ),
)
COLUMNS_BY_TABLE: Final[dict[str, Sequence[StatisticsColumn]]] = {
    "players": PLAYER_COLUMNS,
    "teams": TEAM_COLUMNS,
    "event": RECORD_COLUMNS,
}
"""The columns of each table, by its code."""
TABLE_TITLES: Final = {"players": T("Players"), "teams": T("Teams"), "event": T("Records")}


def statistics_tables(event: Event, statistics: EventStatistics) -> list[StatisticsTable]:
    """Return the tables of an event's statistics: players, teams, records."""
    known = statistics.hand_matches
    hands = N(
        "Includes hands from {known} of {n} match",
        "Includes hands from {known} of {n} matches",
        statistics.matches,
        known=known,
    )
    all_counts = N(
        "Includes hands from {known} of {n} match, points from {points}, bags from {bags}",
        "Includes hands from {known} of {n} matches, points from {points}, bags from {bags}",
        statistics.matches,
        known=known,
        points=statistics.points_matches,
        bags=statistics.bag_matches,
    )
    rows: dict[str, Sequence[Any]] = {
        "players": statistics.players,
        "teams": statistics.teams if statistics.matches else (),
        "event": statistics.records,
    }
    return [
        StatisticsTable(
            code,
            TABLE_TITLES[code],
            columns,
            tuple(
                tuple(column.read(row, event.overview) for column in columns) for row in rows[code]
            ),
            hands if code == "players" else all_counts,
        )
        for code, columns in COLUMNS_BY_TABLE.items()
    ]
