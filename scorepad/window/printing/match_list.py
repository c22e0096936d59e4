"""The list of stored matches shows in each row where it is played, who plays, and the score.

A screen reader reads a whole row at its first column.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from operator import attrgetter
from typing import Any

from PySide6.QtCore import QModelIndex, QObject, Qt

from scorepad.desk.ports import PageOfSummaries
from scorepad.spades.naming import strip_table_word, table_name
from scorepad.spades.result import END_REASONS
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import N, T, format_number, join_parts
from scorepad.window.widgets.row_table import Index, RowModel
from scorepad.window.wording import moments
from scorepad.window.wording.names import players_text, score_text


def place_text(status: MatchStatus) -> str:
    """Return where a match is played: "Table 4 · Round 2 · Spring Tournament · UNC"."""
    table, rules = table_name(status.table), status.rules_name or status.rules
    return join_parts((table, status.round_name, status.event, rules))


def _playing_text(status: MatchStatus) -> str:
    if not status.begun:
        return str(T("not started"))
    playing = N("{n} hand so far", "{n} hands so far", status.hands)
    if status.runs_out is not None:
        moment = moments.format_local_time(status.runs_out)
        return str(T("{playing}; time's up at {time}", playing=playing, time=moment))
    return str(playing)


def match_status_text(status: MatchStatus) -> str:
    """Return the status in words: "5 hands so far", "Aces won by reaching the target"."""
    if not status.is_over:
        if status.holder_name:
            return str(
                T(
                    "{status}; {laptop} is recording",
                    status=_playing_text(status),
                    laptop=status.holder_name,
                )
            )
        return _playing_text(status)
    if status.reason == "abandoned":
        return str(T("abandoned, no winner"))
    if status.versions and not status.is_stated:
        return str(T("two versions"))
    known = END_REASONS.get(status.reason or "")
    if status.winner is None:
        return str(T("both forfeit") if status.reason == "forfeit" else T("a tie"))
    return str(
        T(
            "{team} won {reason}",
            team=status.team_name(status.winner),
            reason=known.phrase if known else f"({T('paper result')})",
        )
    )


def match_row_spoken_text(status: MatchStatus) -> str:
    """Return a whole row in one sentence, for a screen reader."""
    one, other = status.team_names()
    return str(
        T(
            "{one} {score}, {other} {other_score}, {status}; {place}",
            one=one,
            other=other,
            score=format_number(status.score[0]),
            other_score=format_number(status.score[1]),
            status=match_status_text(status),
            place=place_text(status),
        )
    )


TABLE, FIRST, SCORE, SECOND, STATE, EVENT, ROUND, RULES, DATE, PLAYERS = range(10)
SOFT = (EVENT, ROUND, RULES, DATE, PLAYERS)


class MatchListModel(RowModel):
    """A model of matches, those in play first; `ROW_ROLE` returns a whole `MatchStatus`.  More rows
    are fetched on request: a QTreeView would have all at once."""

    titles = (
        T("Table"),
        T("First team"),
        T("Score"),
        T("Second team"),
        T("Status"),
        T("Event"),
        T("Round"),
        T("Rules"),
        T("Last change"),
        T("Players"),
    )
    right = (TABLE, FIRST, DATE)
    centered = (SCORE,)
    bold = (TABLE, SCORE)

    def __init__(self, parent: QObject | None = None, *, checks: bool = False) -> None:
        """With `checks` each row has a check box."""
        super().__init__(parent)
        self._checks = checks
        self.left_out = set[str]()
        """The ids of the matches that are not checked."""
        self._rows: list[MatchStatus]
        self._next: int | None = None
        self._fetch: Callable[[int], PageOfSummaries] | None = None

    def show_page(
        self, page: PageOfSummaries, fetch: Callable[[int], PageOfSummaries] | None = None
    ) -> None:
        """Replace the rows: matches in play come first, then those not begun, then those over.

        Each of the three groups keeps its order. `fetch` returns the page that begins there.
        """
        self.beginResetModel()
        self._rows = sorted(page.summaries, key=attrgetter("list_part"))
        self._next, self._fetch = page.next, fetch
        self.endResetModel()

    @property
    def has_all_rows(self) -> bool:
        """Whether no match follows that is not fetched yet."""
        return self._next is None

    def show_more(self) -> None:
        """Fetch the rows that follow, if there are any."""
        if self._next is None or self._fetch is None:
            return
        page = self._fetch(self._next)
        self._next = page.next
        if page.summaries:
            end = len(self._rows)
            self.beginInsertRows(QModelIndex(), end, end + len(page.summaries) - 1)
            self._rows += page.summaries
            self.endInsertRows()

    def data(self, index: Index, role: int = 0) -> Any:
        is_check = role == Qt.ItemDataRole.CheckStateRole and index.column() == TABLE
        if is_check and self._checks:
            states = Qt.CheckState
            is_left_out = self._rows[index.row()].id in self.left_out
            return states.Unchecked if is_left_out else states.Checked
        return super().data(index, role)

    def tip(self, at: int) -> str:
        return match_row_spoken_text(self._rows[at])

    def spoken_text(self, at: int, column: int) -> str | None:
        return self.tip(at) if column == TABLE else self.text(at, column) or str(T("empty"))

    def tone(self, at: int, column: int) -> str:
        row = self._rows[at]
        if column == STATE:
            return "good" if row.is_over else "accent" if row.begun else "soft"
        return "soft" if column in SOFT else "ink"

    def flags(self, index: Index) -> Qt.ItemFlag:
        # The list checks a row wherever it is pressed; `setData` takes nothing.
        checkable = Qt.ItemFlag.ItemIsUserCheckable if self._checks else Qt.ItemFlag(0)
        return super().flags(index) | checkable

    def ids(self) -> list[str]:
        """Return the ids of the matches."""
        return [each.id for each in self._rows]

    def check(self, match_ids: Iterable[str], on: bool) -> None:
        """Check these matches, or uncheck them."""
        (self.left_out.difference_update if on else self.left_out.update)(match_ids)
        last = max(0, len(self._rows) - 1)
        self.dataChanged.emit(self.index(0, TABLE), self.index(last, TABLE))

    def toggle(self, row: int) -> None:
        """Check the match of a row, or uncheck it."""
        match_id = self._rows[row].id
        self.check([match_id], match_id in self.left_out)

    def text(self, at: int, column: int) -> str:
        row = self._rows[at]
        if column == TABLE:
            return strip_table_word(row.table)
        if column in (FIRST, SECOND):
            return row.team_name(int(column == SECOND))
        if column == SCORE:
            return score_text(row)
        if column == STATE:
            signed = f" · {T('signed')}" if all(row.signed) else ""
            sign = "✓" if row.is_over else "▶" if row.begun else "□"
            return f"{sign} {match_status_text(row)}{signed}"
        if column == ROUND:
            return row.round if row.round_text is None else row.round_name
        if column in (EVENT, RULES):
            return row.event if column == EVENT else row.rules_name or row.rules
        if column == DATE:
            return moments.format_moment(row.changed or row.created)
        return players_text(row)

    def row_of(self, match_id: str) -> int:
        """Return the row of a match, or −1."""
        return next((n for n, row in enumerate(self._rows) if row.id == match_id), -1)
