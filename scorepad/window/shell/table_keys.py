"""Tables are gone to by their number from anywhere: with Ctrl or Alt and 1 to 9, and in the
palette."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QWidget

from scorepad.spades.naming import table_name
from scorepad.spades.words import Words, isolated
from scorepad.window.floor.floor_page import FloorPage
from scorepad.window.shell.palette import Offer
from scorepad.window.widgets import controls


class TableKeys:
    """Finds a table of the floor, and opens it."""

    def __init__(
        self,
        window: QWidget,
        words: Words,
        floor: FloorPage,
        open_match: Callable[[str], object],
        tell: Callable[[str, controls.Tone], object],
    ) -> None:
        self._words = words
        self._floor = floor
        self._open = open_match
        self._tell = tell
        for number in range(1, 10):
            made = QShortcut(window)
            made.setKeys([QKeySequence(f"{key}+{number}") for key in ("Ctrl", "Alt")])
            made.activated.connect(partial(self.go, str(number)))

    def go(self, number: str) -> None:
        """Open the table with this number; say so where there is none."""
        rows = [row for _rank, row in self._floor.found(number) if row.number == number]
        if rows:
            self._open(rows[0].match_id)
        else:
            self._tell(self._words("There is no table {table} today.", table=number), "note")

    def offers(self, typed: str) -> list[tuple[int, Offer]]:
        """Return the tables that fit what is typed, the best first, each with how well."""
        words = self._words
        now = self._floor.now
        return [
            (
                rank,
                Offer(
                    key=row.match_id,
                    title=" · ".join(
                        filter(
                            None,
                            (table_name(row.table, words), " – ".join(map(isolated, row.names))),
                        )
                    ),
                    help=controls.sentence(words(row.waits_for(now))),
                    group="",
                    shortcut=f"Ctrl+{row.number}" if row.number in "123456789" else "",
                    why="",
                    run=partial(self._open, row.match_id),
                ),
            )
            for rank, row in self._floor.found(typed)
        ]
