"""What is typed and not confirmed, kept with the table so that a crash does not take it.

A table's draft is one text: a JSON object with a member for each place where something is typed
(`bar` the entry bar, and panels by the key of their action).
"""

from __future__ import annotations

import contextlib
from typing import Any, Generic, TypeVar

import msgspec

from scorepad.desk.table import Table
from scorepad.spades.refusal import Refused

BAR = "bar"
Typed = TypeVar("Typed")


class Slot(Generic[Typed]):
    """The place of one thing typed, of the type `kind`, in a table's draft."""

    def __init__(self, table: Table, key: str, kind: type[Typed]) -> None:
        self._table = table
        self._key = key
        self._kind = kind
        self._last: Typed | None = None

    def read(self) -> Typed | None:
        """What was kept; None when there is nothing that can be read."""
        try:
            self._last = msgspec.convert(_all(self._table).get(self._key), self._kind)
        except msgspec.MsgspecError:
            self._last = None
        return self._last

    def keep(self, typed: Typed | None) -> None:
        """Keep this; None: there is nothing any more."""
        if typed == self._last:
            return
        kept = _all(self._table)
        kept.pop(self._key, None)
        if typed is not None:
            kept[self._key] = msgspec.to_builtins(typed)
        # A draft that cannot be kept must not stop the typing; recording says what is wrong.
        with contextlib.suppress(Refused):
            self._table.draft = msgspec.json.encode(kept).decode() if kept else ""
            self._last = typed


def _all(table: Table) -> dict[str, Any]:
    """Everything kept for this table, by where it was typed."""
    try:
        return msgspec.json.decode(table.draft.encode(), type=dict[str, Any])
    except (Refused, msgspec.MsgspecError):
        return {}


class Kept(msgspec.Struct, frozen=True):
    """What was typed in the bar: `bids` or `tricks`, of which hand (hands in the log so far),
    the keys, and the reason for an override.  For any other hand it means nothing."""

    what: str
    hand: int
    keys: str
    reason: str = ""


class Draft:
    """What the entry bar keeps.  `hand` is how many hands the log has where it was typed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._slot = Slot(table, BAR, Kept)
        self._taken: tuple[Kept, int] | None = None
        self.hand = len(table.match.board.hands)

    def read(self) -> Kept | None:
        """What was kept for the hand the match stands at; None when there is nothing."""
        kept = self._slot.read()
        return kept if kept is not None and kept.hand == self.hand else None

    def keep(self, what: str, keys: str, reason: str = "") -> None:
        """Keep this."""
        if keys:
            self._taken = None
        self._slot.keep(Kept(what, self.hand, keys, reason) if keys else None)

    def take_back(self, what: str, keys: str, reason: str = "") -> None:
        """All of this was taken back: `again` has it, as long as nothing else is typed."""
        self._taken = (Kept(what, self.hand, keys, reason), len(self._table.match.log))
        self._slot.keep(None)

    def again(self, what: str) -> Kept | None:
        """What was taken back here and would be brought back next; None when there is nothing, or
        when something was taken back of the log since, which comes first."""
        if self._taken is None:
            return None
        taken, entries = self._taken
        if (taken.what, taken.hand) != (what, self.hand):
            return None
        later = entries != len(self._table.match.log) and self._table.redo_name() is not None
        return None if later else taken

    def drop(self) -> None:
        """It was confirmed."""
        self._slot.keep(None)
