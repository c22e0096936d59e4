"""What the command line asks of the composition root.

`scorepad/__main__.py` hands in a function `connect(data: str | None) -> Services`, where `data`
is what `--data` said.  Nothing of it is opened before a command needs it: `score` and `rules`
ask for the library alone, and nobody but `sheet` and `export` asks for the sheets.

    from scorepad import cli
    status = cli.main(argv, connect, open_window)

`main` never raises for a mistake of the user: it says one sentence on standard error and returns
the exit status (0 done; 2 refused; 130 interrupted).  `open_window(data)` is called when no
command was given and returns the exit status itself.
"""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import AbstractContextManager
from pathlib import Path
from typing import Protocol

from scorepad.desk.desk import Desk
from scorepad.desk.ports import Paper, Sheets
from scorepad.spades.rulefile import Library
from scorepad.spades.words import Text, Words


class Upkeep(Protocol):
    """Looks after the store as a whole."""

    def check(self) -> Sequence[Text]:
        """What is wrong with the store, a sentence each; empty when it is sound."""

    def backup(self, to: Path) -> None:
        """Write a complete copy to the new file `to`; Refused when it exists or cannot be
        written."""

    def restore(self, frm: Path) -> Path:
        """Put the copy `frm` in the place of everything kept; returns the file into which that
        was put aside.  Refused when `frm` is no sound copy, or somebody else writes."""


class Services(Protocol):
    """Everything a command may need; each part is made when it is first asked for."""

    @property
    def words(self) -> Words:
        """The reader's language."""

    @property
    def paper(self) -> Paper:
        """The paper that is used when a command names none."""

    def library(self) -> Library:
        """The presets and the house's own rule sets."""

    def open_desk(self, write: bool) -> AbstractContextManager[Desk]:
        """The desk over the store.  `write`: as the one program that writes, Refused with a
        sentence when another one does."""

    def upkeep(self) -> Upkeep:
        """Checks and copies of the store."""

    def sheets(self) -> Sheets:
        """Sheets and exports."""
