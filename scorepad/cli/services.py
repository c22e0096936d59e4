"""The contract between the command line and the composition root.

`scorepad/__main__.py` hands in a function `connect(data: str | None) -> Services`, where `data` is
the folder that `--data` names. Nothing of it is opened before a command needs it: `score` and
`rules` use the library alone, and only `sheet` and `export` use the sheets.

    from scorepad import cli
    status = cli.main(argv, connect, open_window)

`main` never raises for a mistake of the user: it prints one sentence on standard error and returns
the exit status (0 done; 2 refused; 130 interrupted).  `open_window(data, files)` is called when no
command was given and returns the exit status itself.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Protocol

from scorepad.cli.console import Console
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk
    from scorepad.desk.ports import DocumentMaker, Paper
    from scorepad.desk.sharing import ShareStatus
    from scorepad.events.document_kinds import DocumentKinds
    from scorepad.settings import Settings
    from scorepad.spades.library import Library

DATA = "--data"


class Sharing(Protocol):
    """Exchanges with other laptops."""

    def status(self) -> ShareStatus | None:
        """Return the status of sharing; None before the first exchange."""

    def refuse_data_folder_in_settings(self) -> None:
        """Raise `Refused` if the folder that is named is one in which Scorepad keeps matches."""

    def exchange_once(self) -> tuple[bool, ShareStatus]:
        """Exchange, and return whether all places succeeded, and the status of sharing; `Refused`
        if no place is set up, or another process exchanges."""

    def schema_sql(self) -> str:
        """Return the SQL that makes the tables in a database."""

    def exchange_until(self, should_end: Callable[[], bool]) -> None:
        """Exchange until `should_end` returns True; raises `Refused` as `exchange_once` does."""


class Services(Protocol):
    """A command asks for these; each part is made when it is first asked for."""

    @property
    def paper(self) -> Paper:
        """The paper that is used when a command names none."""

    def library(self) -> Library:
        """Return the presets and the house's own rule sets."""

    def open_desk(self, write: bool) -> AbstractContextManager[Desk]:
        """Return the desk over the store, to read only or to `write` too."""

    def clock_jump(self) -> float:
        """Return by how many seconds the computer's clock was set since this was asked last; 0
        if no one set it."""

    def check(self) -> Sequence[Text]:
        """Return the faults of the store, a sentence each; the next start repairs them."""

    def backup(self, to: Path) -> None:
        """Write a backup to the new file `to`; Refused when it exists or cannot be written."""

    def restore(self, source: Path) -> tuple[int, int, Sequence[Text]]:
        """Import a backup, a feed, a folder of feeds, or the data folder of an earlier version;
        nothing here is removed. Returns the number of new lines, the number of unreadable places,
        and the notices. Raises `Refused` for any other `source`."""

    def sharing(self) -> Sharing:
        """Return the exchange with other laptops."""

    @property
    def formats(self) -> DocumentKinds:
        """The export formats."""

    @property
    def papers(self) -> DocumentKinds:
        """The papers."""

    def sheets(self, separator: str = "") -> DocumentMaker:
        """Return the maker of papers and exports, CSV with this `separator` ("": the region's)."""

    @property
    def settings(self) -> Settings:
        """Return the settings of the data folder."""

    def print_settings_trouble(self) -> None:
        """Print the faults of the settings on standard error, each sentence once."""


@contextmanager
def open_desk_and_print_notices(
    services: Services, console: Console, *, write: bool
) -> Iterator[Desk]:
    """Yield the desk, to read only or to `write` too, and print the store's notices, at the end
    also those of meanwhile found damage and of failures in the background (a backup that
    failed)."""
    with services.open_desk(write=write) as desk:
        # With unreadable settings, no entries are sent to the folder in them.
        if write:
            services.print_settings_trouble()
        console.print_notices(desk.notices)
        yield desk
    console.print_notices(desk.notices)


def split_data_option(argv: Sequence[str]) -> tuple[str | None, list[str]]:
    """Return the folder that `--data` names before the command (the last one, where there are
    several; None for none), and the other arguments.  Raises `Refused`.

    It is read before anything is parsed, because the language is set in that folder.
    """
    data, others = None, list[str]()
    rest = iter(argv)
    for argument in rest:
        if argument == DATA:
            data = next(rest, None)
            if data is None:
                others.append(argument)  # the parser reports the missing command
        elif argument.startswith(f"{DATA}="):
            data = argument.partition("=")[2]
        else:
            others.append(argument)
            if not argument.startswith("-"):
                break
        if data is not None and (not data.strip() or data.startswith("-")):
            raise Refused(
                "--data needs a folder; leave out --data to use the default folder (write "
                "./-x for a name that begins with a dash)"
            )
    return data, [*others, *rest]
