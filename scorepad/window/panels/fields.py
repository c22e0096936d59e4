"""The choice of a side, and what choices in the forms of entries have in common."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from scorepad.spades.entries import Head
from scorepad.spades.words import T
from scorepad.window.widgets import inputs
from scorepad.window.wording.names import shorten_name, team_name

NOBODY: Final = -1
"""The choice that stands for no seat, or no hand, in particular."""
OTHER: Final = ""
"""The choice that stands for a ground which the rule set does not list."""
ROW_LETTERS: Final = 44
"""How many letters fit into a row of buttons in a panel; the edges of each count as four."""


def can_fit_in_row(texts: Sequence[str], letters: int = ROW_LETTERS) -> bool:
    """Return whether buttons with these texts fit side by side into a row of so many `letters`."""
    return sum(len(text) + 4 for text in texts) <= letters


def make_side_choice(
    head: Head, chosen: int | None = None, *, row_letters: int = ROW_LETTERS
) -> inputs.ChoiceButtons[int]:
    """Return a choice of side, by name; one above the other where the names are too long for a
    row of `row_letters`."""
    names = [shorten_name(team_name(head, side)) for side in range(2)]
    down = not can_fit_in_row(names, row_letters)
    return inputs.ChoiceButtons(list(enumerate(names)), name=T("Side"), chosen=chosen, down=down)
