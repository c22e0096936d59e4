"""An action is one thing that a supervisor can do; menus show actions in groups."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from scorepad.desk import enabling as when
from scorepad.desk.enabling import Enabling
from scorepad.spades.words import T, Text

Group: TypeAlias = Literal["hand", "match", "clock", "correct", "view", "file", "sheet", "help"]

GROUPS: dict[Group, Text] = {
    "file": T("File"),
    "sheet": T("Sheets"),
    "hand": T("Hand"),
    "correct": T("Correct"),
    "clock": T("Clock"),
    "match": T("Match"),
    "view": T("View"),
    "help": T("Help"),
}
"""The groups stand in the order of the menu, each with its title."""


class Action(msgspec.Struct, frozen=True):
    """Declares one thing that can be done.

    `title` is its text in the menu, `help` one sentence more, `shortcut` its keys in Qt's portable
    form ("Ctrl+R"). `kind` is the kind of entry that it records, if it records one. `enabled` takes
    the open match (None: none is open) and returns why the action cannot be done now, or None.
    One that `asks` first has "…" behind its title in the menu; `line` puts a line above it.
    """

    key: str
    group: Group
    title: Text
    help: Text
    shortcut: str
    enabled: Enabling = when.always
    kind: str | None = None
    asks: bool = False
    line: bool = False
