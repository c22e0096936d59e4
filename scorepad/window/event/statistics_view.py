"""The statistics of an event: its players, its teams and its records, of which one is shown."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget, QWidget

from scorepad.events.event import Event
from scorepad.events.statistics import compute_statistics
from scorepad.events.statistics_tables import (
    COLUMNS_BY_TABLE,
    TABLE_TITLES,
    StatisticsColumn,
    StatisticsTable,
    cell_text,
    statistics_tables,
)
from scorepad.spades.words import T, join_as_sentences, join_parts
from scorepad.window.event.stage_view import Story
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.row_menu import Offer, offer_row_menu
from scorepad.window.widgets.row_table import DENSE_ROW_HEIGHT, ROW_ROLE, RowModel, RowTable

LEAST_WIDTH = 10  # ems
"""The least width of a column of names if not all columns have room."""

FIRST_DROPPED = ("hands", "tricks", "deals", "comeback", "biggest_win")
"""The columns that give way first if not all have room; the others do from the last one on."""


class StatisticsModel(RowModel):
    """The rows of one table of the statistics."""

    def __init__(self, columns: list[StatisticsColumn]) -> None:
        super().__init__()
        self.columns = columns
        self.titles = [column.heading for column in columns]
        self._wanted: list[StatisticsColumn] = []
        self.right = [at for at, column in enumerate(columns) if column.type is not str]

    def is_wanted(self, column: int) -> bool:
        """Return whether anybody has something in the column."""
        return not self._rows or self.columns[column] in self._wanted

    def show_table(self, table: StatisticsTable) -> None:
        """Show the rows of this table."""
        self.beginResetModel()
        self._rows = table.as_data()
        self._wanted, _ = table.main_cells()
        self.endResetModel()

    def text(self, at: int, column: int) -> str:
        return cell_text(self._rows[at][self.columns[column].code])

    def lines(self, at: int) -> list[str]:
        """Return the texts of a row, each with its title; empty ones are left out."""
        texts = [(each.heading, self.text(at, n)) for n, each in enumerate(self.columns)]
        return [f"{heading}: {text}" for heading, text in texts if text]

    def tip(self, at: int) -> str:
        return join_parts(self.lines(at))


class StatisticsView(QWidget):
    """One table of the statistics, with its number of matches and its notes; with large text also
    the whole row that is selected, beside the table."""

    team_requested = Signal(str)
    """The user asks for the team with this id."""

    def __init__(self, request: Callable[[str], object]) -> None:
        """`request` does the action of this key."""
        super().__init__()
        self._tables: list[StatisticsTable] = []
        self._choice: inputs.ChoiceButtons[str] = inputs.ChoiceButtons(
            list(TABLE_TITLES.items()), name=T("Table"), chosen=next(iter(TABLE_TITLES))
        )
        self._choice.changed.connect(self._show_chosen)
        self._coverage = controls.label("", "caption", wrap=True)
        self._notes = controls.MessageLabel()
        self._stack = QStackedWidget()
        self._shown: dict[str, tuple[StatisticsModel, RowTable]] = {}
        for code, columns in COLUMNS_BY_TABLE.items():
            shown = [each for each in columns if each.is_main]
            model = StatisticsModel(shown)
            table = RowTable(
                model,
                name=str(TABLE_TITLES[code]),
                names={at: LEAST_WIDTH for at, each in enumerate(shown) if each.type is str},
                drops=sorted(
                    range(len(shown) - 1, 0, -1),
                    key=lambda at: model.columns[at].code not in FIRST_DROPPED,
                ),
                has_story=True,
                is_wanted=model.is_wanted,
                least_height=DENSE_ROW_HEIGHT,
            )
            table.selectionModel().currentRowChanged.connect(self._tell_row)
            offer_row_menu(table, self._row_offers)
            self._shown[code] = model, table
            self._stack.addWidget(table)
        head = layouts.row(
            self._choice,
            (self._coverage, 1),
            controls.button(T("Poster…"), partial(request, "statistics-poster"), kind="quiet"),
            controls.button(T("Spreadsheets…"), partial(request, "spreadsheets"), kind="quiet"),
            wraps=True,
        )
        self._story = Story()
        self._story.setHidden(theme.is_roomy())
        body = layouts.row((self._stack, 2), (self._story, 1), spacing=Gap.GROUPS)
        layouts.set_column(self, head, self._notes, (body, 1))

    def show_event(self, event: Event) -> None:
        """Show the statistics of this event; the chosen table is kept."""
        self._ids_by_name = {each.name: each.team for each in event.register.teams.values()}
        statistics = compute_statistics(event)
        self._tables = statistics_tables(event, statistics)
        self._notes.show_text(join_as_sentences(map(str, statistics.notes)), "note")
        for table in self._tables:
            model, rows = self._shown[table.code]
            at = rows.currentIndex().row()
            model.show_table(table)
            rows.setCurrentIndex(model.index(max(0, min(at, len(table.rows) - 1)), 0))
        self._show_chosen()

    def _show_chosen(self) -> None:
        table = next(each for each in self._tables if each.code == self._choice.value)
        self._coverage.setText(join_as_sentences([str(table.coverage)]))
        self._stack.setCurrentWidget(self._shown[table.code][1])
        self._tell_row()

    def _tell_row(self) -> None:
        model, rows = self._shown[self._choice.value or ""]
        at = rows.currentIndex().row()
        if 0 <= at < model.rowCount():
            self._story.show_text(model.text(at, 0), model.lines(at)[1:])
        else:
            self._story.show_text("", ())

    def _row_offers(self) -> list[Offer]:
        row = self._shown[self._choice.value or ""][1].currentIndex().data(ROW_ROLE)
        team = self._ids_by_name[row["team"]]
        return [(T("Show the team"), partial(self.team_requested.emit, team))]

    def focus_starting_widget(self) -> None:
        """Put the focus on the table."""
        self._stack.currentWidget().setFocus()
