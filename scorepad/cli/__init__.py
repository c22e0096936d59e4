"""The command line: everything a script needs, without a window and without Qt.

`main` is what the composition root calls; `services` says what it hands in.  Each command stands
in the module of its room:

    scoring     score                          keeping     matches, show, new, record
    rulesets    rules list, show, check        importing   import
    handouts    sheet                          books       export, book
    verifying   verify                         upkeep      check, backup, restore

    sources     where match files come from    arguments   what several commands take
    selection   which matches are meant        folder      what --data says
    speech      what is said and how           scoresheet  a match as lines of text
    streams     standard output and error      output      a file written whole, or none

Adding a command: a function in one of these rooms (its texts said with `words`), and a test in
`tests/cli`.  Commands return the exit status; what they raise as `Refused` is said as one
sentence on standard error, with exit status 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorepad.cli.services import Services

__all__ = ["Services", "main"]


def main(
    argv: Sequence[str],
    connect: Callable[[str | None], Services],
    open_window: Callable[[str | None], int],
) -> int:
    """Run one command (`argv` without the program's name); returns the exit status: 0 done,
    1 something differs (`verify`), 2 refused, 130 interrupted, 141 nobody
    reads the output any more.

    `connect` makes the services over the data folder that `--data` names; `open_window` is
    called when there is no command.
    """
    from scorepad.cli.app import run  # typer is not needed to name the services

    return run(list(argv), connect, open_window)
