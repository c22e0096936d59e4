"""Players show who they are at the table; each answer is recorded here."""

from __future__ import annotations

from functools import partial

from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QWidget

from scorepad.spades.entries import Identity
from scorepad.spades.words import authored_text
from scorepad.window.panels.entry_panel import confirmation
from scorepad.window.panels.panel import SIDE, Panel, PanelContext
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.layout_size import LayoutSize, height_size
from scorepad.window.wording.names import player_name


class IdentityPanel(Panel):
    """This panel asks for each player's identity; an answer is an entry, and the panel stays."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context.words("ID check"), context)
        table, words = self.table, self.words
        self._asks = [
            controls.label(words(authored_text(text)), "caption", wrap=True)
            for text in table.match.rules.checklist
        ]
        for label in self._asks:
            self.add(label)
        self._grid = grid = QWidget()
        self._rows = layout = layouts.set_grid(grid, across=8, widest=0)
        self._names = [controls.label("", "strong", wrap=True) for _seat in range(4)]
        self._choices: list[inputs.Choice[bool]] = []
        for row, seat in enumerate((0, 2, 1, 3)):
            choice: inputs.Choice[bool] = inputs.Choice(
                [(True, words("Shown")), (False, words("Not shown"))],
                name=player_name(table.match.head, seat, words),
            )
            choice.changed.connect(partial(self._answer, seat, choice))
            self._choices.append(choice)
            layout.addWidget(self._names[seat], row, 0)
            layout.addWidget(choice, row, 1)
        self._order = (0, 2, 1, 3)
        self.add(grid)
        self.add_button(words("Close"), self.close_panel)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # In a low panel the players come first, and all four are whole.
        low, side = height_size(self) == LayoutSize.SMALL, SIDE
        self.body.insertWidget(0 if low else len(self._asks), self._grid)
        self._inside.setContentsMargins(side, theme.px(4), side, theme.px(2 if low else 16))
        self.body.setSpacing(theme.px(3 if low else 14))
        self._rows.setVerticalSpacing(4 if low else 6)

    def answer(self, seat: int, ok: bool) -> None:
        """Record that this seat's identity was shown, or was not."""
        recorded = self.attempt(lambda: self.table.record(Identity(seat=seat, ok=ok)))
        if recorded is not None:
            confirmation(self.table, recorded).show_in(self.message, self.words)

    def _answer(self, seat: int, choice: inputs.Choice[bool]) -> None:
        if not self._showing and choice.value is not None:
            self.answer(seat, choice.value)

    _showing = False

    def refresh(self) -> None:
        self._showing = True
        shown: dict[int, bool] = {}
        for entry in self.table.match.counting:
            if isinstance(entry, Identity):
                shown[entry.seat] = entry.ok
        head = self.table.match.head
        for seat, label in enumerate(self._names):
            label.setText(player_name(head, seat, self.words))
        for seat, choice in zip(self._order, self._choices, strict=True):
            if seat in shown and choice.value != shown[seat]:
                choice.choose(shown[seat])
        self._showing = False
