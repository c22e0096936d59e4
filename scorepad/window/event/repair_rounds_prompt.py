"""The question how to go on after a corrected result, with a button for each possible repair."""

from __future__ import annotations

from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton

from scorepad.desk.result_correction import REPAIRS, Repair, ResultCorrection
from scorepad.spades.words import T, Text, Words
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.density import Gap

TEXTS: Final[dict[Repair, tuple[Text, Text]]] = {
    "keep": (T("Leave the rounds"), T("The rounds stay as they are.")),
    "pair-again": (
        T("Pair again what has not begun"),
        T("Matches that have not begun are paired again; the others stay."),
    ),
    "replay": (
        T("Play the affected matches again"),
        T("All affected matches are paired again; the old ones no longer count."),
    ),
}
"""Each repair with its button and what it does."""


class RepairRoundsPrompt(QFrame):
    """Shows what a correction changes in later rounds, and asks how to go on; else it is hidden."""

    chosen = Signal(str)
    """The user goes on with this `Repair`."""
    closed = Signal()
    """The user closes the question without an answer."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.correction: ResultCorrection | None = None
        """The correction that is shown, and not answered yet."""
        self.setProperty("kind", "card")
        self._message = controls.MessageLabel()
        self._buttons = {repair: self._button(repair) for repair in REPAIRS}
        cancel = controls.button(words("Cancel"), self.cancel)
        buttons = layouts.row(*self._buttons.values(), cancel, None, wraps=True)
        layouts.set_column(self, self._message, buttons, margin=Gap.CONTROLS)
        self.setVisible(False)

    def _button(self, repair: Repair) -> QPushButton:
        title, explanation = (self._words(text) for text in TEXTS[repair])
        button = controls.button(title, lambda: self.chosen.emit(repair), tip=explanation)
        button.setAccessibleDescription(explanation)
        return button

    def show_correction(self, correction: ResultCorrection | None) -> None:
        """Show what this correction changes; nothing is shown where it changes nothing."""
        effects = () if correction is None else correction.effects
        repairs = () if correction is None else correction.repairs
        self.correction = correction if repairs else None
        lines = [controls.sentences([self._words(text)]) for text in effects]
        self._message.say("\n".join(lines), "warn")
        for repair, button in self._buttons.items():
            button.setVisible(repair in repairs)
        self.setVisible(bool(repairs))

    def focus_first(self) -> None:
        """Put the focus on the first repair."""
        self._buttons["keep"].setFocus(Qt.FocusReason.OtherFocusReason)

    def cancel(self) -> None:
        """Hide the question; nothing is recorded."""
        self.show_correction(None)
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        else:
            super().keyPressEvent(event)
