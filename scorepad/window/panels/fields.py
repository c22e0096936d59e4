"""The fields of entries are described here: how each is labelled, and what is typed in it.

`ASKED` lists the fields that a kind of entry is asked for when it is recorded; `TITLES` has the
labels of the same fields when it is corrected.  To ask for another field, add a line.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, Final, Protocol, runtime_checkable

import msgspec
from PySide6.QtCore import Qt, SignalInstance
from PySide6.QtWidgets import QComboBox, QLineEdit, QPlainTextEdit, QWidget

from scorepad.spades.entries import (
    Abandon,
    Common,
    Forfeit,
    Head,
    Misdeal,
    Note,
    Renege,
    Ruling,
    Setup,
    Talk,
    Time,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, Words, format_number
from scorepad.window.widgets import controls, inputs, tab_order
from scorepad.window.widgets.inputs import Stepper
from scorepad.window.wording.names import shorten_name, team_name

NOBODY: Final = -1
"""The choice that stands for no seat, or no hand, in particular."""
OTHER: Final = ""
"""The choice that stands for a ground which the rule set does not list."""
NOT_YET: Final = "–"
"""This stands for a reason that is not written yet, so that the effect can be shown before."""
ROOM: Final = 44
"""How many letters fit into a row of buttons in a panel; the edges of each count as four."""


class Missing(Refused):
    """The `field` is empty or cannot be read.  What cannot be read is said `at_once`, not only
    when the entry is recorded."""

    def __init__(
        self, text: Text, field: controls.Field | None = None, *, at_once: bool = False
    ) -> None:
        super().__init__(text)
        self.field = field
        self.at_once = at_once


class Ask(msgspec.Struct, frozen=True):
    """A field is asked for with a label, a line of help, an example in the empty line, and a
    sentence where it is `missing`.  `name` is its control's name where that is not its title."""

    label: Text
    help: Text | None = None
    example: Text | None = None
    missing: Text | None = None
    name: Text | None = None


PRINTED = T("Write why; it is printed on the sheet.")
ASKED: dict[type[Common], dict[str, Ask]] = {
    Misdeal: {
        "ground": Ask(T("Ground"), missing=T("Choose the ground for the misdeal.")),
        "reason": Ask(
            T("The reason"),
            example=T("a card was turned up"),
            missing=T("Write the reason: what was wrong with the deal?"),
        ),
        "seat": Ask(T("Whose hand was it?"), name=T("Whose")),
    },
    Renege: {
        "side": Ask(T("Which side reneged?"), missing=T("Choose the side that reneged.")),
        "seat": Ask(T("Who?")),
        "hand": Ask(T("In which hand?")),
        "tricks": Ask(T("Tricks removed")),
        "points": Ask(T("Points to the others")),
    },
    Talk: {
        "side": Ask(T("Which side?"), missing=T("Choose the side that talked.")),
        "seat": Ask(T("Who?")),
    },
    Ruling: {
        "side": Ask(T("For which side?"), missing=T("Choose the side.")),
        "points": Ask(T("Points"), help=T("Use − to take points off.")),
        "bags": Ask(T("Bags")),
        "hand": Ask(T("Counts")),
        "why": Ask(T("Why"), example=T("late to the table"), missing=PRINTED),
    },
    Forfeit: {
        "side": Ask(
            T("Which side gives the game up?"), missing=T("Choose the side that gives the game up.")
        ),
        "why": Ask(T("Why"), example=T("not there at the start"), missing=PRINTED),
    },
    Abandon: {"why": Ask(T("Why"), example=T("the hall is closed"), missing=PRINTED)},
    Time: {
        "dealt": Ask(
            T("Are the cards of the next hand dealt?"),
            help=T("Dealt cards count as a hand in progress."),
            missing=T("Say whether the cards of the next hand are dealt."),
            name=T("Dealt"),
        )
    },
    Note: {
        "text": Ask(
            T("What happened?"),
            help=T("It is kept with the match and printed on the sheet."),
            missing=T("Write the note."),
        )
    },
    Setup: {
        "head": Ask(T("Change the setup"), missing=T("Nothing is changed yet.")),
        "why": Ask(
            T("Why"),
            example=T("a name was misspelled"),
            missing=T("Write why; it is kept in the history."),
        ),
    },
}
TITLES: dict[str, Text] = {
    "reason": T("Ground"),
    "why": T("Why"),
    "text": T("Text"),
    "name": T("Name"),
    "side": T("Side"),
    "seat": T("Player"),
    "points": T("Points"),
    "bags": T("Bags"),
    "tricks": T("Tricks"),
    "seconds": T("Seconds"),
    "dealt": T("Cards of the next hand dealt"),
    "ok": T("ID shown"),
    "do": T("What"),
}
DO: dict[str, Text] = {
    "start": T("start"),
    "pause": T("pause"),
    "resume": T("resume"),
    "add": T("add"),
}


class NumberLine(QLineEdit):
    """A line that takes a whole number or nothing."""

    def __init__(self, value: int | None) -> None:
        super().__init__("" if value is None else format_number(value))
        self.setMaxLength(9)

    def number(self) -> int | None:
        """Return the number typed, None for nothing; raises `ValueError`."""
        text = self.text().strip().replace("\u2212", "-").replace("–", "-")
        return int(text) if text else None


def beside(texts: Sequence[str], room: int = ROOM) -> bool:
    """Return whether buttons with these texts fit side by side into `room` (letters)."""
    return sum(len(text) + 4 for text in texts) <= room


def two_sides(
    head: Head, words: Words, chosen: int | None = None, *, room: int = ROOM
) -> inputs.Choice[int]:
    """Return a choice of side, by name; one above the other where the names are too long for the
    `room` (letters)."""
    title = TITLES["side"]
    called = [shorten_name(team_name(head, side, words)) for side in range(2)]
    return inputs.Choice(
        list(enumerate(called)), name=words(title), chosen=chosen, down=not beside(called, room)
    )


# What is typed in a control.


@runtime_checkable
class Composite(Protocol):
    """A control made of several returns what is typed in it as a value that JSON can write."""

    changed: SignalInstance

    def typed(self) -> Any: ...

    def fill(self, typed: Any) -> None: ...


def listen(control: QWidget, changed: Callable[[], object]) -> None:
    """Call back whenever what is typed or chosen in a control changes."""
    if isinstance(control, QLineEdit):
        control.textChanged.connect(lambda _text: changed())
    elif isinstance(control, QPlainTextEdit):
        control.textChanged.connect(changed)
    elif isinstance(control, QComboBox):
        control.currentIndexChanged.connect(lambda _index: changed())
    elif isinstance(control, inputs.Choice | Stepper | Composite):
        control.changed.connect(changed)


def typed_in(control: QWidget) -> Any:
    """Return what is typed or chosen in a control."""
    if isinstance(control, inputs.Choice | Stepper):
        return control.value
    if isinstance(control, QLineEdit):
        return control.text()
    if isinstance(control, QPlainTextEdit):
        return control.toPlainText()
    if isinstance(control, QComboBox):
        return control.currentData()
    return control.typed() if isinstance(control, Composite) else None


def go_on_after_choices(controls: Sequence[QWidget]) -> None:
    """Let each choice among these controls lead on: once the user has chosen, the cursor is in the
    next control that is shown."""
    for place, control in enumerate(controls):
        if isinstance(control, inputs.Choice):
            control.picked.connect(partial(_focus_first, controls[place + 1 :]))


def _focus_first(controls: Sequence[QWidget]) -> None:
    for control in filter(QWidget.isVisible, controls):
        first = (
            control.focus_button()
            if isinstance(control, inputs.Choice)
            else next(tab_order.controls_in_reading_order(control), None)
        )
        if first is not None:
            # As by Tab: a number that is typed takes the place of the one there is.
            first.setFocus(Qt.FocusReason.TabFocusReason)
            return


def fill(control: QWidget, typed: Any) -> None:
    """Put this into a control as if it had been typed; a value that it cannot take is left out."""
    if typed == typed_in(control):
        return
    if isinstance(control, inputs.Choice):
        if typed in control.values:
            control.choose(typed)
    elif isinstance(control, Stepper):
        if isinstance(typed, int):
            control.set_value(typed)
    elif isinstance(control, QLineEdit):
        control.setText(str(typed))
    elif isinstance(control, QPlainTextEdit):
        control.setPlainText(str(typed))
    elif isinstance(control, QComboBox):
        if (index := control.findData(typed)) >= 0:
            control.setCurrentIndex(index)
    elif isinstance(control, Composite):
        control.fill(typed)
