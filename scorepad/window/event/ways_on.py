"""What a corrected result changes in rounds that are out, and the three ways on from there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Literal, TypeAlias

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QFrame, QPushButton

from scorepad.spades.words import T, Text, Words
from scorepad.window.widgets import controls, layouts, theme

Way: TypeAlias = Literal["leave", "waiting", "all"]

WAYS: Final[dict[Way, tuple[Text, Text]]] = {
    "leave": (T("Leave the rounds"), T("The rounds stay as they are.")),
    "waiting": (
        T("Pair again what has not begun"),
        T("Matches that have not begun are paired again; the others stay."),
    ),
    "all": (
        T("Play the affected matches again"),
        T("All affected matches are paired again; the old ones no longer count."),
    ),
}
"""Each way on with its button and what it does."""


class WaysOn(QFrame):
    """Says which later pairings would now be others, and has a button for each way on."""

    chosen = Signal(str)
    """The user goes on in this way, a `Way`."""
    closed = Signal()
    """The user closes the question without an answer."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.setProperty("kind", "card")
        self._message = controls.MessageLabel()
        self._buttons = buttons = [self._button(way) for way in WAYS]
        buttons.append(controls.button(words("Cancel"), self.cancel))
        layouts.set_column(
            self, self._message, layouts.row(*buttons, None, wraps=True), margin=theme.px(8)
        )
        self.setVisible(False)

    def _button(self, way: Way) -> QPushButton:
        title, does = (self._words(text) for text in WAYS[way])
        made = controls.button(title, lambda: self.chosen.emit(way), tip=does)
        made.setAccessibleDescription(does)
        return made

    def show_effects(self, effects: Sequence[Text]) -> None:
        """Say these effects; nothing is shown where there are none."""
        said = [controls.sentences([self._words(text)]) for text in effects]
        self._message.say("\n".join(said), "warn")
        self.setVisible(bool(effects))

    def focus_first(self) -> None:
        """Put the focus on the first way on."""
        self._buttons[0].setFocus(Qt.FocusReason.OtherFocusReason)

    def cancel(self) -> None:
        """Hide the question; nothing is recorded."""
        self.show_effects(())
        self.closed.emit()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.cancel()
        else:
            super().keyPressEvent(event)
