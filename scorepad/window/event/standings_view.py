"""The standings of a stage: each place with the reason for it, and beside it a team's whole way."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractItemView, QHeaderView, QTableWidget, QTableWidgetItem

from scorepad.events.entries import StageEntry
from scorepad.events.event_descriptions import (
    place_reason_texts,
    round_texts_of_team,
    score_text,
    tally_text,
    win_loss_record_in_words,
)
from scorepad.events.overview import Overview
from scorepad.events.standings import DECISION_TEXTS, StageRow
from scorepad.spades.words import N, T, Text, format_change, format_number, join_parts
from scorepad.window.event.stage_view import StageView
from scorepad.window.widgets import controls, theme

PLACE, TEAM, SCORE, RECORD, DIFFERENCE, REASON = range(6)
TITLES: Final = (T("Place"), T("Team"), T("Score"), T("W–L–T"), T("Difference"), T("Why here"))
MIDDLE: Final = (PLACE, SCORE, RECORD, DIFFERENCE)
ROW: Final = 36
"""The height of a row, in pixels at the usual text size."""
PADDING: Final = 22
"""The room beside the text of a cell, in pixels at the usual text size."""
NARROW, NARROWER = 690, 520
"""In a view narrower than this (pixels at the usual text size) the story alone has the reasons, and
then the differences."""
EMPTY: Final = (T("No standings yet"), T("They begin with the first round that is released."))
UNOFFICIAL: Final = "○"
"""The sign of a team that has a result which nobody confirmed, as on the floor."""


class StandingsView(StageView):
    """The places of a stage's teams. A row that is selected tells the team's story."""

    def __init__(self) -> None:
        self._rows: list[StageRow] = []
        self._reasons: list[tuple[str, ...]] = []
        """Of each row, from the longest to the shortest."""
        self._table = QTableWidget(0, len(TITLES))
        super().__init__(self._table, empty=EMPTY)
        table = self._table
        table.setAccessibleName(str(T("Standings")))
        for column, title in enumerate(TITLES):
            heading = QTableWidgetItem(str(title))
            heading.setTextAlignment(_side(column))
            table.setHorizontalHeaderItem(column, heading)
        table.setEditTriggers(QAbstractItemView.EditTrigger.NoEditTriggers)
        table.setSelectionBehavior(QAbstractItemView.SelectionBehavior.SelectRows)
        table.setSelectionMode(QAbstractItemView.SelectionMode.SingleSelection)
        table.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        table.setTabKeyNavigation(False)
        table.setShowGrid(False)
        table.setWordWrap(False)
        table.verticalHeader().hide()
        table.verticalHeader().setDefaultSectionSize(theme.px(ROW))
        header = table.horizontalHeader()
        header.setHighlightSections(False)
        header.setSectionsClickable(False)
        header.setSectionResizeMode(QHeaderView.ResizeMode.ResizeToContents)
        header.setSectionResizeMode(TEAM, QHeaderView.ResizeMode.Fixed)
        header.setSectionResizeMode(REASON, QHeaderView.ResizeMode.Stretch)
        header.sectionResized.connect(lambda at, *_wide: self._fit() if at == REASON else None)
        table.currentCellChanged.connect(lambda *_cells: self._show_team())

    def can_show(self, overview: Overview, stage: StageEntry) -> bool:
        return bool(overview.stage_rows(stage.stage))

    def show_stage(self, overview: Overview, stage: str) -> None:
        table, register = self._table, overview.register
        at = table.currentRow()
        chosen = self._rows[at].team if 0 <= at < len(self._rows) else None
        rows = self._rows = overview.stage_rows(stage)
        doubtful = {team for each in overview.unofficial_pairings(stage) for team in each.teams}
        self._reasons.clear()
        table.blockSignals(True)
        table.setRowCount(len(rows))
        for place, row in enumerate(rows):
            name = register.team_name(row.team)
            whys = [str(each) for each in place_reason_texts(overview, stage, place)]
            by = str(DECISION_TEXTS[row.decided_by]) if row.decided_by else whys[-1]
            why, *shorter = (controls.capitalize(each) for each in ("; ".join(whys), whys[-1], by))
            self._reasons.append((why, *shorter))
            sign = f" {UNOFFICIAL}" if row.team in doubtful else ""
            cells = (
                str(row.place) if row.has_place else "–",
                name,
                score_text(row.score) + sign,
                tally_text(row),
                format_change(row.difference),
                why,
            )
            description = str(
                T(
                    "{place}. {team}: score {score}, {record}; {why}",
                    place=cells[0],
                    team=name,
                    score=score_text(row.score),
                    record=win_loss_record_in_words(row),
                    why="; ".join(whys),
                )
            )
            for column, text in enumerate(cells):
                table.setItem(place, column, _cell(text, column, description))
        teams = [row.team for row in rows]
        table.setCurrentCell(teams.index(chosen) if chosen in teams else 0, PLACE)
        table.blockSignals(False)
        self._fit()
        self._show_team()

    def resizeEvent(self, event: object) -> None:
        super().resizeEvent(event)  # type: ignore[arg-type]
        self._fit()

    def _fit(self) -> None:
        """Share the height among whole rows, and the width: figures keep theirs, and where it is
        narrow, the reasons are shorter, and then the teams' names are cut."""
        header, metrics = self._table.horizontalHeader(), self._table.fontMetrics()
        hidden, mode = self.width() < theme.px(NARROW), QHeaderView.ResizeMode
        self._table.setColumnHidden(REASON, hidden)
        self._table.setColumnHidden(DIFFERENCE, self.width() < theme.px(NARROWER))
        header.setSectionResizeMode(TEAM, mode.Stretch if hidden else mode.Fixed)
        figures = sum(header.sectionSize(column) for column in MIDDLE)
        left = self._table.viewport().width() - figures
        edge = 2 * theme.px(PADDING)
        needs = [
            max(metrics.horizontalAdvance(text) + edge for text in texts)
            for texts in zip(*self._reasons, strict=True)
        ]
        least = min(left // 2, max((*needs[-1:], header.sectionSizeHint(REASON))))
        needed = max(self._table.sizeHintForColumn(TEAM), header.sectionSizeHint(TEAM))
        team = max(1, min(needed, left - least))
        header.resizeSection(TEAM, team)
        length = next((at for at, wide in enumerate(needs) if wide <= left - team), -1)
        for place, reasons in enumerate(self._reasons):
            cell = self._table.item(place, REASON)
            if cell is not None:
                cell.setText(reasons[length])
        room, usual = self._table.viewport().height(), theme.px(ROW)
        fit = max(1, room // usual)
        more = self._table.rowCount() > fit
        self._table.verticalHeader().setDefaultSectionSize(room // fit if more else usual)

    def _show_team(self) -> None:
        at, event, stage = self._table.currentRow(), self.event_shown, self.stage
        if event is None or stage is None or not 0 <= at < len(self._rows):
            self.show_text("", ())
            return
        register, row = event.register, self._rows[at]
        entrant = register.teams[row.team]
        texts: list[Text | str] = [
            join_parts(entrant.players),
            "",
            *place_reason_texts(event.overview, stage, at),
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
        title = register.team_name(row.team)
        if row.has_place:
            title = str(T("{place}. {team}", place=row.place, team=title))
        self.show_text(title, [each if isinstance(each, str) else str(each) for each in texts])


def _side(column: int) -> Qt.AlignmentFlag:
    side = Qt.AlignmentFlag.AlignHCenter if column in MIDDLE else Qt.AlignmentFlag.AlignLeft
    return side | Qt.AlignmentFlag.AlignVCenter


def _cell(text: str, column: int, description: str) -> QTableWidgetItem:
    item = QTableWidgetItem(text)
    item.setTextAlignment(_side(column))
    item.setToolTip({REASON: description, TEAM: text}.get(column, ""))
    item.setData(Qt.ItemDataRole.AccessibleTextRole, description if column == PLACE else text)
    if column in (PLACE, TEAM, SCORE):
        font = theme.figure_font(15, bold=True)
        item.setFont(font)
    elif column in MIDDLE:
        item.setFont(theme.figure_font(15))
    return item
