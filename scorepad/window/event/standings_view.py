"""The standings of a stage: each place with the reason for it, and beside it a team's whole way."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import QItemSelectionModel, QSignalBlocker, Qt
from PySide6.QtGui import QStandardItem, QStandardItemModel

from scorepad.events.entries import StageEntry
from scorepad.events.event_descriptions import (
    place_reason_texts,
    round_texts_of_team,
    score_text,
    tally_text,
    win_loss_record_in_words,
)
from scorepad.events.overview import Overview
from scorepad.events.qualification import mean_text
from scorepad.events.stage_names import stage_name
from scorepad.events.standings import StageRow
from scorepad.events.team_standings import advancements_from, qualification_texts
from scorepad.spades.words import N, T, Text, format_change, format_number, join_parts
from scorepad.window.event.stage_view import StageView
from scorepad.window.widgets import controls
from scorepad.window.widgets.row_table import DENSE_ROW_HEIGHT, RowTable

TITLES: Final = (
    T("Place"),
    T("Team"),
    T("Score"),
    T("W–L–T"),
    T("Difference"),
    T("Rating"),
    T("Qualifies"),
    T("Why here"),
)
PLACE, TEAM, SCORE, RECORD, DIFFERENCE, RATING, QUALIFIES, REASON = range(8)
EMPTY: Final = (T("No standings yet"), T("They begin with the first round that is released."))
UNOFFICIAL: Final = "○"
"""The sign of a team that has a result which nobody confirmed, as on the floor."""


class StandingsView(StageView):
    """The places of a stage's teams. A row that is selected tells the team's story."""

    def __init__(self) -> None:
        self._rows: list[StageRow] = []
        self._unused: set[int] = set()
        """The columns that this stage has no use for."""
        self._model = QStandardItemModel(0, len(TITLES))
        self._model.setHorizontalHeaderLabels([str(title) for title in TITLES])
        self._table = RowTable(
            self._model,
            name=str(T("Standings")),
            names={TEAM: 9, QUALIFIES: 5, REASON: 6},
            is_wanted=lambda column: column not in self._unused,
            least_height=DENSE_ROW_HEIGHT,
        )
        super().__init__(self._table, empty=EMPTY)
        self._table.selectionModel().currentRowChanged.connect(lambda *_rows: self._show_team())

    def can_show(self, overview: Overview, stage: StageEntry) -> bool:
        return bool(overview.stage_rows(stage.stage))

    def show_stage(self, overview: Overview, stage: str) -> None:
        at = self._table.currentIndex().row()
        chosen = self._rows[at].team if 0 <= at < len(self._rows) else None
        rows = self._rows = overview.stage_rows(stage)
        doubtful = {team for each in overview.unofficial_pairings(stage) for team in each.teams}
        next_stages = [*advancements_from(overview, stage)]
        self._unused = {
            column
            for column, is_used in (
                (RATING, any(row.ratings for row in rows)),
                (QUALIFIES, bool(next_stages)),
            )
            if not is_used
        }
        # The table hears of all rows together; to fit each alone takes long.
        filling = QSignalBlocker(self._model)
        self._model.setRowCount(len(rows))
        for place, row in enumerate(rows):
            name, score = overview.register.team_name(row.team), score_text(row.score)
            why = "; ".join(map(str, place_reason_texts(overview, stage, place)))
            stages = [
                stage_name(overview.register, entry.stage)
                for entry, found in next_stages
                if row.team in found.seeds
            ]
            cells = (
                str(row.place) if row.has_place else "–",
                name,
                f"{score} {UNOFFICIAL}" if row.team in doubtful else score,
                tally_text(row),
                format_change(row.difference),
                "–" if row.rating is None else mean_text(row.rating),
                join_parts(stages, ", ") or "–",
                controls.capitalize(why),
            )
            description = T(
                "{place}. {team}: score {score}, {record}; {why}",
                place=cells[0],
                team=name,
                score=score,
                record=win_loss_record_in_words(row),
                why=why,
            )
            for column, text in enumerate(cells):
                item = QStandardItem(text)
                item.setToolTip(text)
                self._model.setItem(place, column, item)
            self._model.item(place).setData(str(description), Qt.ItemDataRole.AccessibleTextRole)
        filling.unblock()
        self._table.reset()
        teams = [row.team for row in rows]
        self._table.selectionModel().setCurrentIndex(
            self._model.index(teams.index(chosen) if chosen in teams else 0, PLACE),
            QItemSelectionModel.SelectionFlag.ClearAndSelect
            | QItemSelectionModel.SelectionFlag.Rows,
        )
        self._table.fit()
        self._show_team()

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
                "points {made} for, {given} against ({difference})",
                made=format_number(row.points_for),
                given=format_number(row.points_against),
                difference=format_change(row.difference),
            ),
            T("bags not known") if row.bags is None else N("{n} bag", "{n} bags", row.bags),
            T("wins of the opponents: {n}", n=row.opponents),
            "",
            *round_texts_of_team(event.overview, stage, row.team),
        ]
        name = register.team_name(row.team)
        title = T("{place}. {team}", place=row.place, team=name) if row.has_place else name
        self.show_text(title, texts)
