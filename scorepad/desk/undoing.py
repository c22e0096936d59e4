"""Which entry an undo strikes and which a redo brings back.

Nothing is remembered beside the log: undo appends a `strike` of the latest entry that counts,
redo a `restore` of what was struck last, so that both survive a restart and a join.
"""

from __future__ import annotations

from scorepad.spades import entries as kinds
from scorepad.spades.entries import Entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

UNDONE = "undo"
"""The `why` of a strike that an undo appends; a screen may say it in the reader's language."""


class NothingToUndo(Refused):
    def __init__(self) -> None:
        super().__init__(T("there is nothing to undo in this match"))


class NothingToRedo(Refused):
    def __init__(self) -> None:
        super().__init__(
            T(
                "there is nothing to redo; redo brings back what was struck last, "
                "as long as nothing else was recorded since"
            )
        )


def to_undo(match: Match) -> Entry | None:
    """The latest entry that counts: clock entries and corrections that cannot be struck
    themselves are passed over."""
    struck = match.struck
    for entry in reversed(match.log):
        if isinstance(entry, kinds.Clock | kinds.Strike | kinds.Restore):
            continue
        if entry.unfit is None and entry.id not in struck:
            return entry
    return None


def to_redo(match: Match) -> Entry | None:
    """The entry of the latest strike in force, while only clock entries, strikes and restores
    stand after it."""
    struck_by = match.struck_by
    for entry in reversed(match.log):
        if isinstance(entry, kinds.Strike) and entry.unfit is None:
            if struck_by.get(entry.entry) == entry.id:
                return match.raw(entry.entry)
        elif not isinstance(entry, kinds.Clock | kinds.Restore | kinds.Strike):
            return None
    return None
