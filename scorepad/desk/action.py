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
"""The groups in the order of the menu, as people call them."""


class Action(msgspec.Struct, frozen=True):
    """One thing that can be done.

    `title` is what a menu says, `help` one sentence more; `shortcut` the keys in Qt's portable
    writing ("Ctrl+R"); `kind` the kind of the entry it records, if it records one; `enabled`
    says for a match (None: no match is open) why it cannot be done now, or None.
    """

    key: str
    group: Group
    title: Text
    help: Text
    shortcut: str
    enabled: Enabling = when.always
    kind: str | None = None
