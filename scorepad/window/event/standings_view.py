"""The standings of a stage: each place with the reason for it, and beside it a team's whole way."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QStackedWidget

from scorepad.events.combined import ROW_TEXTS, CombinedRow, CombinedTable
from scorepad.events.entries import StageEntry
from scorepad.events.event_descriptions import (
    place_decision_text,
    place_reason_texts,
    round_texts_of_team,
    score_text,
    tally_text,
    win_loss_record_in_words,
)
from scorepad.events.overview import Overview
from scorepad.events.qualification import Advancement, mean_text
from scorepad.events.stage_names import stage_name
from scorepad.events.standings import StageRow
from scorepad.events.team_standings import advancements_from, qualification_texts
from scorepad.spades.words import (
    N,
    T,
    Text,
    format_change,
    format_number,
    join_as_sentences,
    join_parts,
)
from scorepad.window.event.bracket_scene import UNOFFICIAL
from scorepad.window.event.stage_view import StageView
from scorepad.window.widgets import controls
from scorepad.window.widgets.row_menu import offer_row_menu
from scorepad.window.widgets.row_table import DENSE_ROW_HEIGHT, RowModel, RowTable

MAX_EVENTS: Final = 100
"""A combined table shows at most about so many events in columns of their own."""
PLACE, TEAM, SCORE, RECORD, DIFFERENCE, RATING, QUALIFIES, REASON = range(8)
EMPTY: Final = (T("No standings yet"), T("Standings appear once the first round is released."))


class StandingsModel(RowModel):
    """The rows of the standings; the texts of one are made when it is first shown."""

    titles = (
        T("Place"),
        T("Team"),
        T("Score"),
        T("W–L–T"),
        T("Difference"),
        T("Rating"),
        T("Qualifies"),
        T("Reason"),
    )
    right = (PLACE, SCORE, DIFFERENCE, RATING)

    def __init__(self) -> None:
        super().__init__()
        self._stage: tuple[Overview, str] | None = None
        self._doubtful: set[str] = set()
        self._texts: dict[int, tuple[str, ...]] = {}
        self._next_stages: list[tuple[StageEntry, Advancement]] = []

    def is_wanted(self, column: int) -> bool:
        """Return whether the stage has a use for the column."""
        if column == RATING:
            return any(row.ratings for row in self._rows)
        return column != QUALIFIES or bool(self._next_stages)

    def show_stage(self, overview: Overview, stage: str) -> None:
        """Show the standings of this stage."""
        self.beginResetModel()
        self._stage = overview, stage
        self._rows, self._texts = overview.stage_rows(stage), {}
        unofficial = overview.unofficial_pairings(stage)
        self._doubtful = {team for each in unofficial for team in each.teams}
        self._next_stages = [*advancements_from(overview, stage)]
        self.endResetModel()

    def text(self, at: int, column: int) -> str:
        if column != REASON:
            return self._texts_of_row(at)[column]
        assert self._stage is not None
        return controls.capitalize(place_decision_text(*self._stage, at) or "")

    def _texts_of_row(self, at: int) -> tuple[str, ...]:
        if at not in self._texts:
            assert self._stage is not None
            (overview, stage), row = self._stage, self._rows[at]
            next_stages = [
                stage_name(overview.register, entry.stage)
                for entry, found in self._next_stages
                if row.team in found.seeds
            ]
            self._texts[at] = (
                str(row.place) if row.has_place else "–",
                overview.register.team_name(row.team),
                join_parts((score_text(row.score), UNOFFICIAL * (row.team in self._doubtful)), " "),
                tally_text(row),
                format_change(row.difference),
                "–" if row.rating is None else mean_text(row.rating),
                join_parts(next_stages, ", ") or "–",
                "; ".join(map(str, place_reason_texts(overview, stage, at))),
            )
        return self._texts[at]

    def spoken_text(self, at: int, column: int) -> str | None:
        return self.tip(at) if column == PLACE else None

    def tip(self, at: int) -> str:
        row, texts = self._rows[at], self._texts_of_row(at)
        counted = T(
            "{place}. {team}: score {score}, {record}",
            place=texts[PLACE],
            team=texts[TEAM],
            score=score_text(row.score),
            record=win_loss_record_in_words(row),
        )
        return join_parts((counted, texts[REASON]), "; ")


class CombinedModel(RowModel):
    """The rows of a table over several events."""

    def __init__(self) -> None:
        super().__init__()
        self.table: CombinedTable | None = None

    def show_table(self, table: CombinedTable) -> None:
        """Show the rows of this table."""
        self.beginResetModel()
        self.table, self._rows = table, list(table.rows)
        titles = (T("Place"), controls.capitalize(str(ROW_TEXTS[table.per])), T("Points"))
        self.titles = [*titles, *table.events]
        self.right = [PLACE, *range(SCORE, len(self.titles))]
        self.endResetModel()

    def text(self, at: int, column: int) -> str:
        assert self.table is not None
        row: CombinedRow = self._rows[at]
        scores = ("–" if each is None else score_text(each) for each in row.scores)
        return (str(row.place), row.full_name, score_text(row.score), *scores)[column]

    def tip(self, at: int) -> str:
        assert self.table is not None
        head = [self.text(at, column) for column in (PLACE, TEAM, SCORE)]
        return join_parts((*head, self.table.scores_text(self._rows[at])))


class StandingsView(StageView):
    """The places of a stage's teams. The story of the selected team is beside them."""

    team_requested = Signal(str)
    """The user asks for the team with this id."""

    def __init__(self) -> None:
        self._rows: list[StageRow] = []
        self._combined_model = CombinedModel()
        self._combined = RowTable(
            self._combined_model,
            name=str(T("Standings")),
            names={TEAM: 9},
            drops=range(SCORE + 1, SCORE + MAX_EVENTS),
            has_story=True,
            least_height=DENSE_ROW_HEIGHT,
        )
        self._tables = QStackedWidget()
        self._model = StandingsModel()
        self._table = RowTable(
            self._model,
            name=str(T("Standings")),
            names={TEAM: 9, QUALIFIES: 6, REASON: 6},
            drops=(REASON, QUALIFIES, RATING, DIFFERENCE, RECORD),
            has_story=True,
            is_wanted=self._model.is_wanted,
            least_height=DENSE_ROW_HEIGHT,
        )
        for each in (self._table, self._combined):
            self._tables.addWidget(each)
        super().__init__(self._tables, empty=EMPTY)
        self._combined.selectionModel().currentRowChanged.connect(self._show_row)
        self._table.selectionModel().currentRowChanged.connect(self._show_team)
        offer_row_menu(self._table, lambda: [(T("Show the team"), self._request_team)])

    def can_show(self, overview: Overview, stage: StageEntry) -> bool:
        return stage.format == "combined" or bool(overview.stage_rows(stage.stage))

    def show_stage(self, overview: Overview, stage: str) -> None:
        if stage in overview.register.combined:
            self._show_combined(stage)
            return
        self._tables.setCurrentWidget(self._table)
        at = self._table.currentIndex().row()
        chosen = self._rows[at].team if 0 <= at < len(self._rows) else None
        self._rows = overview.stage_rows(stage)
        self._model.show_stage(overview, stage)
        teams = [row.team for row in self._rows]
        at = teams.index(chosen) if chosen in teams else 0
        self._table.setCurrentIndex(self._model.index(at, PLACE))

    def _show_combined(self, stage: str) -> None:
        assert self.event_shown is not None
        at = max(0, self._combined.currentIndex().row())
        table = next(each for each in self.event_shown.combined_tables if each.stage == stage)
        self._notice.show_text(join_as_sentences(map(str, table.notes)), "warn")
        self._combined_model.show_table(table)
        self._tables.setCurrentWidget(self._combined)
        self._combined.setCurrentIndex(
            self._combined_model.index(min(at, max(0, len(table.rows) - 1)), PLACE)
        )
        self._show_row()

    def _show_row(self) -> None:
        at, table = self._combined.currentIndex().row(), self._combined_model.table
        if table is None or not 0 <= at < len(table.rows):
            self.show_text("", ())
            return
        row = table.rows[at]
        self.show_text(
            T("{place}. {team}", place=row.place, team=row.full_name),
            [
                T("{event}: didn't play", event=event)
                if score is None
                else T("{event}: {points}", event=event, points=score_text(score))
                for event, score in zip(table.events, row.scores, strict=True)
            ],
        )

    def _request_team(self) -> None:
        self.team_requested.emit(self._rows[self._table.currentIndex().row()].team)

    def _show_team(self) -> None:
        at, event, stage = self._table.currentIndex().row(), self.event_shown, self.stage
        if event is None or stage is None or not 0 <= at < len(self._rows):
            self.show_text("", ())
            return
        register, row = event.register, self._rows[at]
        texts: list[Text | str] = [
            join_parts(register.teams[row.team].players),
            "",
            *place_reason_texts(event.overview, stage, at),
            *qualification_texts(event.overview, stage, with_ratings=True, team=row.team),
            win_loss_record_in_words(row),
            T(
                "{made} points for, {given} against ({difference})",
                made=format_number(row.points_for),
                given=format_number(row.points_against),
                difference=format_change(row.difference),
            ),
            T("bags unknown") if row.bags is None else N("{n} bag", "{n} bags", row.bags),
            T("opponents' wins: {n}", n=row.opponents),
            "",
            *round_texts_of_team(event.overview, stage, row.team),
        ]
        name = register.team_name(row.team)
        title = T("{place}. {team}", place=row.place, team=name) if row.has_place else name
        self.show_text(title, texts)
