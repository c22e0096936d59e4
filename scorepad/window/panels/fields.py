"""Shared parts of the forms of entries: the choice of a side, the usual reasons, rulings."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from itertools import accumulate
from typing import Final

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from scorepad.spades.entries import Head
from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.wording.names import shorten_name, team_name

NOBODY: Final = -1
"""The choice of no seat, or no hand, in particular."""
OTHER: Final = ""
"""The choice of a ground which the rule set does not list."""
ROW_LETTERS: Final = 44
"""How many letters fit into a row of buttons in a panel; the edges of each count as four."""
SHORT_TEXTS: Final = 220  # letters
"""Texts that are no longer than this together are shown without being asked for."""


def can_fit_in_row(texts: Sequence[str], letters: int = ROW_LETTERS) -> bool:
    """Return whether buttons with these texts fit side by side into a row of so many `letters`."""
    return sum(len(text) + 4 for text in texts) <= letters


def make_side_choice(
    head: Head, chosen: int | None = None, *, row_letters: int = ROW_LETTERS, both: str = ""
) -> inputs.ChoiceButtons[int]:
    """Return a choice of side, by name; one above the other where the names are too long for a
    row of `row_letters`.  `both` is the text of a choice of both sides, which is `NOBODY`."""
    names = [shorten_name(team_name(head, side)) for side in range(2)]
    options = list(enumerate(names))
    if both:
        options.append((NOBODY, both))
    down = not can_fit_in_row([text for _side, text in options], row_letters)
    return inputs.ChoiceButtons(options, name=T("Team"), chosen=chosen, down=down)


def fill_with_reasons(row: QWidget, line: QLineEdit, reasons: Sequence[Text | str]) -> None:
    """Put a button for each usual reason into a row; after a press Enter is for the line."""
    within = row.layout()
    assert within is not None
    layouts.clear_layout(within)
    for reason in map(str, reasons):
        chip = controls.button(controls.capitalize(reason), partial(_write, line, reason))
        chip.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        within.addWidget(chip)


def _write(line: QLineEdit, reason: str) -> None:
    line.setText(reason)
    line.setFocus(Qt.FocusReason.OtherFocusReason)


class FoldedTexts(QWidget):
    """Shows texts that are short; of long ones as many answers as are short, and all on a press.

    The last line of a text is its answer, the others are the question.
    """

    def __init__(self, title: Text) -> None:
        super().__init__()
        self._title, self._is_open = title, False
        self._texts: list[str] = []
        self._fold = controls.button("", self._turn)
        self._fold.setAutoDefault(False)
        self._label = controls.label("", wrap=True)
        layouts.set_column(self, self._label, layouts.row(self._fold, None))
        self._show()

    def _turn(self) -> None:
        self._is_open = not self._is_open
        self._show()

    def show_texts(self, texts: list[str]) -> None:
        """Show these texts."""
        if texts != self._texts:
            self._texts = texts
            self._show()

    def _show(self) -> None:
        self.setVisible(bool(self._texts))
        is_long = sum(map(len, self._texts)) > SHORT_TEXTS
        shown = self._texts
        if is_long and not self._is_open:
            answers = [text.splitlines()[-1] for text in self._texts]
            lengths = accumulate(map(len, answers))
            shown = [each for each, n in zip(answers, lengths, strict=True) if n <= SHORT_TEXTS]
        self._label.setText("\n".join(shown))
        self._label.setVisible(bool(shown))
        self._fold.setVisible(is_long)
        name = T("{title}: show less", title=self._title)
        if not self._is_open:
            name = T("{title}: show all", title=self._title)
        self._fold.setText(str(name))
        self._fold.setAccessibleName(str(name))
