"""The check of the players' IDs at a table."""

from __future__ import annotations

from functools import partial

from PySide6.QtWidgets import QWidget

from scorepad.spades.entries import IdentityCheck
from scorepad.spades.words import T, rule_file_text
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.wording.names import player_name


class IdentityPanel(Panel):
    """Asks for each player's ID; an answer is an entry, and the panel stays open."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("ID check"), context)
        table = self.table
        grid = QWidget()
        layout = layouts.set_grid(grid, across=Gap.CONTROLS, down=Gap.LINES, stretch_column=0)
        self._names = [controls.label("", "strong", wrap=True) for _seat in range(4)]
        self._choices: dict[int, inputs.ChoiceButtons[bool]] = {}
        for row, seat in enumerate((0, 2, 1, 3)):
            choice: inputs.ChoiceButtons[bool] = inputs.ChoiceButtons(
                [(True, T("Shown")), (False, T("Not shown"))],
                name=player_name(table.match.head_of_hand(), seat),
            )
            choice.changed.connect(partial(self._answer, seat, choice))
            self._choices[seat] = choice
            layout.addWidget(self._names[seat], row, 0)
            layout.addWidget(choice, row, 1)
        # In a low panel all four players are whole.
        self.add(grid)
        for each in table.match.rules.checklist:
            self.add(controls.label(rule_file_text(each.text), "caption", wrap=True))
        self.add_button(T("Close"), self.close_panel)
        self.refresh()

    def _answer(self, seat: int, choice: inputs.ChoiceButtons[bool]) -> None:
        if not self._showing and choice.value is not None:
            self.record(IdentityCheck(seat=seat, ok=choice.value))

    _showing = False

    def refresh(self) -> None:
        self._showing = True
        shown: dict[int, bool] = {}
        for entry in self.table.match.counting_entries:
            if isinstance(entry, IdentityCheck):
                shown[entry.seat] = entry.ok
        head = self.table.match.head_of_hand()
        for seat, label in enumerate(self._names):
            label.setText(player_name(head, seat))
        for seat, choice in self._choices.items():
            if seat in shown and choice.value != shown[seat]:
                choice.choose(shown[seat])
        self._showing = False
