"""The fields of entries are described here: how each is labelled, and what is typed in it.

`FIELD_TEXTS` lists the fields that a kind of entry is asked for when it is recorded; `TITLES` has
the labels of the same fields when it is corrected.  To ask for another field, add a line.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec

from scorepad.spades.entries import (
    Abandon,
    Common,
    Forfeit,
    Head,
    HeadChange,
    Misdeal,
    Note,
    Renege,
    Ruling,
    Talk,
    Time,
)
from scorepad.spades.words import T, Text
from scorepad.window.widgets import inputs
from scorepad.window.wording.names import shorten_name, team_name

NOBODY: Final = -1
"""The choice that stands for no seat, or no hand, in particular."""
OTHER: Final = ""
"""The choice that stands for a ground which the rule set does not list."""
ROW_LETTERS: Final = 44
"""How many letters fit into a row of buttons in a panel; the edges of each count as four."""


class FieldTexts(msgspec.Struct, frozen=True):
    """A field is asked for with a label, a line of help, an example in the empty line, and a
    sentence where it is `missing`.  `name` is its control's name where that is not its title."""

    label: Text
    help: Text | None = None
    example: Text | None = None
    missing: Text | None = None
    name: Text | None = None


PRINTED = T("Write why; it is printed on the sheet.")
FIELD_TEXTS: dict[type[Common], dict[str, FieldTexts]] = {
    Misdeal: {
        "ground": FieldTexts(T("Reason"), missing=T("Choose the reason for the misdeal.")),
        "reason": FieldTexts(
            T("The reason"),
            example=T("a card was turned up"),
            missing=T("Write the reason: what was wrong with the deal?"),
        ),
        "seat": FieldTexts(T("Whose hand was it?"), name=T("Whose")),
    },
    Renege: {
        "side": FieldTexts(T("Which side reneged?"), missing=T("Choose the side that reneged.")),
        "seat": FieldTexts(T("Who?")),
        "hand": FieldTexts(T("In which hand?")),
        "tricks": FieldTexts(T("Tricks removed")),
        "points": FieldTexts(T("Points to the others")),
    },
    Talk: {
        "side": FieldTexts(T("Which side?"), missing=T("Choose the side that talked.")),
        "seat": FieldTexts(T("Who?")),
    },
    Ruling: {
        "side": FieldTexts(T("For which side?"), missing=T("Choose the side.")),
        "points": FieldTexts(T("Points"), help=T("Use − to take points off.")),
        "bags": FieldTexts(T("Bags")),
        "hand": FieldTexts(T("Counts")),
        "why": FieldTexts(T("Why"), example=T("late to the table"), missing=PRINTED),
    },
    Forfeit: {
        "side": FieldTexts(
            T("Which side gives the game up?"), missing=T("Choose the side that gives the game up.")
        ),
        "why": FieldTexts(T("Why"), example=T("not there at the start"), missing=PRINTED),
    },
    Abandon: {"why": FieldTexts(T("Why"), example=T("the hall is closed"), missing=PRINTED)},
    Time: {
        "dealt": FieldTexts(
            T("Are the cards of the next hand dealt?"),
            help=T("If they are dealt, that hand counts as in progress when time ran out."),
            missing=T("Say whether the cards of the next hand are dealt."),
            name=T("Dealt"),
        )
    },
    Note: {
        "text": FieldTexts(
            T("What happened?"),
            help=T("It is kept with the match and printed on the sheet."),
            missing=T("Write the note."),
        )
    },
    HeadChange: {
        "head": FieldTexts(T("Change the setup"), missing=T("Nothing is changed yet.")),
        "why": FieldTexts(
            T("Why"),
            example=T("a name was misspelled"),
            missing=T("Write why; it is kept in the history."),
        ),
    },
}
TITLES: dict[str, Text] = {
    "reason": T("Reason"),
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


def can_fit_in_row(texts: Sequence[str], letters: int = ROW_LETTERS) -> bool:
    """Return whether buttons with these texts fit side by side into a row of so many `letters`."""
    return sum(len(text) + 4 for text in texts) <= letters


def make_side_choice(
    head: Head, chosen: int | None = None, *, row_letters: int = ROW_LETTERS
) -> inputs.ChoiceButtons[int]:
    """Return a choice of side, by name; one above the other where the names are too long for a
    row of `row_letters`."""
    title = TITLES["side"]
    names = [shorten_name(team_name(head, side)) for side in range(2)]
    down = not can_fit_in_row(names, row_letters)
    return inputs.ChoiceButtons(list(enumerate(names)), name=str(title), chosen=chosen, down=down)
