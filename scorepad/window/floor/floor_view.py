"""The list of today's tables, whose rows are marked, and the choice of the rounds in it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from PySide6.QtCore import (
    QEvent,
    QItemSelection,
    QItemSelectionModel,
    QPersistentModelIndex,
    Qt,
)
from PySide6.QtGui import QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QAbstractItemView

from scorepad.desk.floor import match_ids_of_current_rounds
from scorepad.spades.naming import round_name, table_order
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, join_parts
from scorepad.window.floor.floor_model import FIRST, PLAYERS, SECOND, FloorSortFilter
from scorepad.window.widgets import inputs
from scorepad.window.widgets.row_table import DENSE_ROW_HEIGHT, Index, RowTable

Flag = QItemSelectionModel.SelectionFlag


class FloorView(RowTable):
    """The list.  Space, Ctrl and Shift mark rows, which is Qt's selection; the cursor alone marks
    none, and a press without them takes all marks back."""

    _anchor = QPersistentModelIndex()
    """The row that was under the cursor last without Shift, which marks from here on."""
    _is_pressed = False
    """Whether it was pressed, so that Ctrl adds to it."""

    def __init__(self, order: FloorSortFilter, name: str) -> None:
        super().__init__(
            order,
            name=name,
            names={FIRST: 5, SECOND: 5},
            extras=(PLAYERS,),
            is_wanted=order.has_content,
            least_height=DENSE_ROW_HEIGHT,
        )
        self.setSelectionMode(QAbstractItemView.SelectionMode.ExtendedSelection)

    def selectionCommand(self, index: Index, event: QEvent | None = None) -> Flag:
        marks, model = self.selectionModel(), self.model()
        is_press = isinstance(event, QMouseEvent) and event.type() == QEvent.Type.MouseButtonPress
        # Qt asks without an event for a row that became the current one, after a press too.
        is_new = event is None and index.row() != self._anchor.row()
        if not (is_new or is_press or isinstance(event, QKeyEvent)):
            return Flag.NoUpdate
        anchor = model.index(self._anchor.row(), 0) if self._anchor.isValid() else index
        modifiers = Qt.KeyboardModifier.NoModifier
        if isinstance(event, QMouseEvent | QKeyEvent):
            modifiers = event.modifiers()
        if modifiers & Qt.KeyboardModifier.ShiftModifier:
            marks.select(QItemSelection(anchor, index), Flag.SelectCurrent | Flag.Rows)
            return Flag.NoUpdate
        was_pressed, self._is_pressed = self._is_pressed, False
        self._anchor = QPersistentModelIndex(index)
        if isinstance(event, QKeyEvent) and event.key() == Qt.Key.Key_Space:
            return Flag.Toggle | Flag.Rows
        if is_press and modifiers & Qt.KeyboardModifier.ControlModifier:
            if was_pressed and not marks.hasSelection():
                marks.select(anchor, Flag.Select | Flag.Rows)
            return Flag.Toggle | Flag.Rows
        is_left = isinstance(event, QMouseEvent) and event.button() == Qt.MouseButton.LeftButton
        if is_press and (is_left or not marks.isSelected(index)):
            self._is_pressed = index.isValid()
            return Flag.Clear
        # The range that Shift marks next does not replace the one before.
        marks.select(QItemSelection(), Flag.Select)
        return Flag.NoUpdate


FIRST_ROUNDS: Final = (T("Now playing"), T("All rounds"))
"""These are offered before the rounds themselves."""


class RoundChoice(inputs.ComboBox):
    """Offers the rounds now playing, all rounds, and each one; hidden where there is only one."""

    def __init__(self) -> None:
        super().__init__()
        self._rounds: list[tuple[str, str]] = []
        """The name of the event and of the round."""
        self.setAccessibleName(str(T("Rounds")))
        self.setSizeAdjustPolicy(inputs.ComboBox.SizeAdjustPolicy.AdjustToContents)
        self.setMinimumContentsLength(12)
        self.hide()

    def offer_rounds(self, rows: Sequence[MatchStatus]) -> None:
        """Offer the rounds of these rows; the chosen one stays chosen."""
        rounds = sorted(
            {(row.event, row.round) for row in rows},
            key=lambda each: (each[0], table_order(each[1])),
        )
        if rounds == self._rounds:
            return
        chosen, several = self.currentText(), len({event for event, _ in rounds}) > 1
        self._rounds = rounds
        self.clear()
        self.addItems([str(each) for each in FIRST_ROUNDS])
        for event, number in rounds:
            title = round_name(number) or str(T("Without a round"))
            self.addItem(join_parts((event, title) if several else (title,)))
        self.setCurrentIndex(max(0, self.findText(chosen)))
        self.setVisible(len(rounds) > 1)

    def chosen_ids(self, rows: Sequence[MatchStatus]) -> set[str]:
        """Return the ids of those matches that belong to what is chosen."""
        at = self.currentIndex()
        if at < 1:
            return match_ids_of_current_rounds(rows)
        if at < len(FIRST_ROUNDS):
            return {row.id for row in rows}
        chosen_round = self._rounds[at - len(FIRST_ROUNDS)]
        return {row.id for row in rows if (row.event, row.round) == chosen_round}
