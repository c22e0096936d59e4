"""The question how to go on after a corrected result, with a button for each possible repair."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QPushButton

from scorepad.desk.result_correction import REPAIRS, Repair, ResultCorrection
from scorepad.events.seating import moved_team_count_texts
from scorepad.spades.words import T, Text, join_as_sentences, join_with_commas
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.two_line_list import KeyedList, TwoLineText

COUNT_AFTER: Final = 200  # ms
"""The moves are counted after so long without typing."""

TEXTS: Final[dict[Repair, tuple[Text, Text]]] = {
    "keep": (T("Keep the rounds"), T("The rounds stay as they are.")),
    "pair-again": (
        T("Pair unstarted matches again"),
        T("Matches that haven't started are paired again; the others stay as they are."),
    ),
    "replay": (
        T("Play the affected matches again"),
        T("All affected matches are paired again; the old ones no longer count."),
    ),
}
"""The button of each repair, and its effect."""


class RepairRoundsPrompt(QFrame):
    """The changes of a correction in later rounds, with a button for each repair; else hidden."""

    chosen = Signal(str)
    """The user chooses this `Repair`."""
    closed = Signal()
    """The user closes the question without an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.correction: ResultCorrection | None = None
        """The correction that is shown, and not answered yet."""
        self.setProperty("kind", "card")
        self._message = controls.MessageLabel()
        self._counts = controls.label("", wrap=True)
        self._moves = KeyedList(T("New seats"))
        self._moves.setMinimumHeight(theme.em(10))
        self._moves.setVisible(False)
        self._list = controls.button(T("New seats…"), self._toggle_moves)
        self._soon = controls.single_shot_timer(self, self._count_moves, COUNT_AFTER)
        self._buttons = {repair: self._button(repair) for repair in REPAIRS}
        cancel = controls.button(T("Cancel"), self.cancel)
        buttons = layouts.row(*self._buttons.values(), self._list, cancel, None, wraps=True)
        parts = (self._message, self._counts, self._moves, buttons)
        layouts.set_column(self, *parts, margin=Gap.CONTROLS)
        self.setVisible(False)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.cancel)

    def _button(self, repair: Repair) -> QPushButton:
        title, explanation = (str(text) for text in TEXTS[repair])
        button = controls.button(title, lambda: self.chosen.emit(repair), tip=explanation)
        button.setAccessibleDescription(explanation)
        return button

    def show_correction(self, correction: ResultCorrection | None) -> None:
        """Show the changes of this correction; hide without any."""
        effects = () if correction is None else correction.effects
        repairs = () if correction is None else correction.possible_repairs
        self.correction = correction if repairs else None
        lines = [join_as_sentences([text]) for text in effects]
        self._message.say("\n".join(lines), "warn")
        for repair, button in self._buttons.items():
            button.setVisible(repair in repairs)
        self._counts.setVisible(False)
        self._moves.setVisible(False)
        self._list.setVisible(len(repairs) > 1)
        self.setVisible(bool(repairs))
        if len(repairs) > 1:
            self._soon.start()
        else:
            self._soon.stop()

    def _count_moves(self) -> None:
        correction = self.correction
        if correction is None:
            return
        lines = []
        for repair in correction.possible_repairs[1:]:
            after = correction.event_after_repair(repair).overview
            moves = correction.moves_with_repair(repair)
            texts = list(moved_team_count_texts(moves, after, would_move=True)) or [
                T(
                    "the pairings stay the same, because the matches that have started leave "
                    "no other choice"
                )
            ]
            moves_text = str(join_with_commas(texts))
            lines.append(f"{TEXTS[repair][0]}: {moves_text}.")
        self._counts.setText("\n".join(lines))
        self._counts.setVisible(True)

    def _toggle_moves(self) -> None:
        correction = self.correction
        if correction is None or self._moves.isVisible():
            self._list.setFocus()
            self._moves.setVisible(False)
            return
        rows = []
        for repair in correction.possible_repairs[1:]:
            after = correction.event_after_repair(repair)
            for move in correction.moves_with_repair(repair):
                text = str(move.text(after.register))
                where = controls.capitalize(after.register.round_text(move.round))
                row = TwoLineText(text, str(TEXTS[repair][0]), where)
                rows.append((f"{repair} {move.round} {move.team}", row))
        self._moves.show_rows(rows)
        self._moves.setVisible(True)
        self._moves.setFocus()

    def focus_starting_widget(self) -> None:
        """Put the focus on the first repair."""
        self._buttons["keep"].setFocus()

    def cancel(self) -> None:
        """Hide the question; nothing is recorded."""
        self.show_correction(None)
        self.closed.emit()
