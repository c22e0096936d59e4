"""Divides the teams into divisions: proposed by seed, changed by dragging a team or by a press."""

from __future__ import annotations

from functools import partial
from math import ceil

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtWidgets import QListWidget, QListWidgetItem, QPushButton, QWidget

from scorepad.events.division import divide_teams, division_stages, teams_to_divide
from scorepad.events.entries import Format
from scorepad.events.register import FORMATS
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.density import Gap

ROW_HEIGHT = 32  # px
"""The height of a team's row, in pixels at the usual text size: it is pressed by a finger."""
BESIDE = 4
"""At most so many lists are beside each other; where there are more, their lines share them
evenly."""
LIST_WIDTH = 15  # ems
"""The least room for a list with its title and its button."""
FORMATS_OF_DIVISIONS: tuple[Format, ...] = ("round-robin", "swiss")


class DivisionForm(QWidget):
    """A list for each division. A team is dragged to another list, or moved there with a press."""

    done = Signal()
    """The divisions are added, or the user gave them up."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self.lists: list[QListWidget] = []
        self._moves: list[QPushButton] = []
        self._count = inputs.Stepper(2, 26, 2)
        self._format = inputs.ComboBox(
            [(each, controls.capitalize(FORMATS[each])) for each in FORMATS_OF_DIVISIONS]
        )
        self._format.setMinimumContentsLength(12)
        self._rounds = inputs.Stepper(1, 99, 3)
        self._rounds_field = controls.Field(T("Rounds"), self._rounds)
        self._lists = QWidget()
        self._grid = layouts.set_grid(self._lists, across=Gap.GROUPS, down=Gap.CONTROLS)
        self._message = controls.MessageLabel()
        self.add = controls.button("", self.record_divisions, kind="primary")
        layouts.set_column(
            self,
            controls.label(T("Divide into divisions"), "strong"),
            layouts.row(
                controls.Field(T("Divisions"), self._count),
                controls.Field(T("Format"), self._format),
                self._rounds_field,
                None,
                wraps=True,
            ),
            controls.label(
                T(
                    "Teams are spread out by seed. To move a team, drag it to another "
                    "division, or select it and choose a division."
                ),
                "caption",
                wrap=True,
            ),
            self._lists,
            layouts.row(self.add, controls.button(T("Cancel"), self.done.emit), None),
            self._message,
            None,
            spacing=Gap.CONTROLS,
        )
        self._count.changed.connect(self.divide_anew)
        self._format.changed.connect(self._show_rounds)

    def divide_anew(self) -> None:
        """Propose so many divisions of the teams that are in no stage yet."""
        layouts.clear_layout(self._grid)
        self.lists, self._moves = [], []
        self._message.clear()
        try:
            divisions = divide_teams(teams_to_divide(self._opened.overview), self._count.value)
        except Refused as refused:
            self._message.say(refused.text)
            divisions = []
        beside = min(BESIDE, max(1, self.window().width() // theme.em(LIST_WIDTH)))
        lines = max(1, ceil(len(divisions) / beside))
        for number, teams in enumerate(divisions):
            place = divmod(number, ceil(len(divisions) / lines))
            self._grid.addWidget(self._make_list(chr(ord("A") + number), teams), *place)
        self._select_in_one_list(None)
        self._show_rounds()
        title = N("Add {n} division", "Add {n} divisions", len(divisions))
        controls.name_button(self.add, title, "primary")
        self.add.setEnabled(bool(divisions))

    def _make_list(self, letter: str, teams: list[str]) -> QWidget:
        title = str(T("Division {letter}", letter=letter))
        each = QListWidget()
        each.setAccessibleName(title)
        each.setDragDropMode(QListWidget.DragDropMode.DragDrop)
        each.setDefaultDropAction(Qt.DropAction.MoveAction)
        row = theme.px(ROW_HEIGHT)
        each.setFixedHeight(row * (max(3, len(teams)) + 1) + 2 * each.frameWidth())  # one more fits
        for team in teams:
            item = QListWidgetItem(self._opened.register.team_name(team))
            item.setData(Qt.ItemDataRole.UserRole, team)
            item.setToolTip(item.text())
            item.setSizeHint(QSize(0, row))
            each.addItem(item)
        move = controls.button(
            T("Move to {letter}", letter=letter), partial(self._move_selected, each)
        )
        move.setFocusPolicy(Qt.FocusPolicy.TabFocus)  # the selected team's list keeps the focus
        each.itemSelectionChanged.connect(partial(self._select_in_one_list, each))
        self.lists.append(each)
        self._moves.append(move)
        head = layouts.row(controls.label(title, "strong"), None, move)
        return layouts.column(head, each, spacing=Gap.LINES)

    def _select_in_one_list(self, selected: QListWidget | None) -> None:
        """Have a team selected in one list at most, and moved only to another."""
        source = selected if selected is not None and selected.selectedItems() else None
        for each, move in zip(self.lists, self._moves, strict=True):
            if source is not None and each is not source:
                each.clearSelection()
            others = (other for other in self.lists if other is not each)
            move.setEnabled(any(other.selectedItems() for other in others))

    def _move_selected(self, to: QListWidget) -> None:
        for each in self.lists:
            for item in each.selectedItems() if each is not to else ():
                to.addItem(each.takeItem(each.row(item)))
                to.setCurrentRow(to.count() - 1)

    def _show_rounds(self) -> None:
        self._rounds_field.setVisible(self._format.typed() == "swiss")

    def record_divisions(self) -> None:
        """Add the divisions, as one step."""
        divisions = [
            [str(each.item(row).data(Qt.ItemDataRole.UserRole)) for row in range(each.count())]
            for each in self.lists
        ]
        chosen = self._format.typed()
        rounds = self._rounds.value if chosen == "swiss" else None
        try:
            stages = division_stages(self._opened.overview, divisions, chosen, rounds)
        except Refused as refused:
            self._message.say(refused.text)
            return
        done = N("Added {n} division", "Added {n} divisions", len(stages))
        if self._opened.record(stages, done=done):
            self.done.emit()
