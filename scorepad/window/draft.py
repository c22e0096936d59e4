"""What is typed and not confirmed, kept with the table so that a crash does not take it.

It is a line for what and which hand, and the keys; for any other hand it means nothing.
"""

from __future__ import annotations

import contextlib

import msgspec

from scorepad.desk.table import Table
from scorepad.spades.refusal import Refused


class Kept(msgspec.Struct, frozen=True):
    """A draft as it was kept: `bids` or `tricks`, of which hand (hands in the log so far), the
    keys, and the reason for an override."""

    what: str
    hand: int
    keys: str
    reason: str = ""


class Draft:
    """The draft of a table.  `hand` is how many hands the log has where it was typed."""

    def __init__(self, table: Table) -> None:
        self._table = table
        self._last = ""
        self.hand = len(table.match.board.hands)

    def read(self) -> Kept | None:
        """What was kept for the hand the match stands at; None when there is nothing."""
        try:
            self._last = self._table.draft
            kept = msgspec.json.decode(self._last.encode(), type=Kept)
        except (Refused, msgspec.MsgspecError):
            return None
        return kept if kept.hand == self.hand else None

    def keep(self, what: str, keys: str, reason: str = "") -> None:
        """Keep this."""
        kept = Kept(what, self.hand, keys, reason)
        self._write(msgspec.json.encode(kept).decode() if keys else "")

    def drop(self) -> None:
        """It was confirmed."""
        self._write("")

    def _write(self, draft: str) -> None:
        if draft == self._last:
            return
        # A draft that cannot be kept must not stop the typing; recording says what is wrong.
        with contextlib.suppress(Refused):
            self._table.draft = draft
            self._last = draft
