"""A table's draft keeps unconfirmed input, so that a crash does not lose it.

A draft is one text, stored beside the log: a JSON object with a member for each input (the next
hand, and panels by the key of their action).
"""

from __future__ import annotations

import contextlib
from typing import Any, TypeVar

import msgspec

from scorepad.desk.ports import Keeper
from scorepad.spades.refusal import Refused

Typed = TypeVar("Typed")


class Draft:
    """The draft of one table, read from the keeper once."""

    def __init__(self, keeper: Keeper, log_id: str) -> None:
        self._keeper = keeper
        self._log_id = log_id
        self._current: str | None = None
        self._on_disk = ""

    @property
    def text(self) -> str:
        """Return all that is typed, as it is kept ("" if nothing); raises `Refused`."""
        if self._current is None:
            self._current = self._on_disk = self._keeper.draft(self._log_id)
        return self._current

    def write(self, text: str) -> None:
        """Keep this text as the whole draft; raises `Refused`."""
        if (text, text) != (self.text, self._on_disk):
            self._keeper.keep_draft(self._log_id, text)
            self._current = self._on_disk = text

    def mark_recorded(self, text: str) -> None:
        """Take note that the keeper wrote this text as the whole draft, together with entries."""
        self._current = self._on_disk = text

    def read(self, place: str, kind: type[Typed]) -> Typed | None:
        """Return the input at a place as a value of the type `kind`; None if it can't be read."""
        try:
            return msgspec.convert(self._all().get(place), kind)
        except msgspec.MsgspecError:
            return None

    def keep(self, place: str, typed: object | None) -> None:
        """Keep the input at a place; None drops it."""
        text = self.text_with(place, typed)
        # A failing disk must not stop the typing. The input lasts as long as the program runs, and
        # the next change tries again; recording reports the fault.
        with contextlib.suppress(Refused):
            self.write(text)
        self._current = text

    def text_with(self, place: str, typed: object | None, text: str | None = None) -> str:
        """Return the whole draft, or this `text` of one, with this typed at a place. `Table.record`
        keeps it in the same transaction as the entry."""
        members = self._all(text)
        members.pop(place, None)
        if typed is not None:
            members[place] = msgspec.to_builtins(typed)
        return msgspec.json.encode(members).decode() if members else ""

    def _all(self, text: str | None = None) -> dict[str, Any]:
        try:
            return msgspec.json.decode(self.text if text is None else text, type=dict[str, Any])
        except (Refused, msgspec.MsgspecError):
            return {}
