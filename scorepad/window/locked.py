"""Bids that were locked a moment ago, which Backspace takes back as long as it comes at once."""

from __future__ import annotations

from datetime import datetime
from typing import Final

import msgspec

from scorepad.desk.table import Table

TAKE_BACK_SECONDS: Final = 10
"""So long after they were locked, Backspace takes bids back; later it is a correction."""


class Locked(msgspec.Struct, frozen=True):
    """The entry of the bids, when they were locked (UTC), and the keys they were typed with."""

    entry: str
    moment: datetime
    keys: str

    def at_once(self, table: Table) -> bool:
        """Are they still the latest that happened, and is it not long ago?"""
        hand = table.match.board.hand
        return (
            hand is not None
            and hand.bids_id == self.entry
            and table.match.log[-1].id == self.entry
            and 0 <= (table.now() - self.moment).total_seconds() <= TAKE_BACK_SECONDS
        )
