"""The command line: everything a script needs, without a window and without Qt.

`main` is what the composition root calls; `services` says what it hands in.  The commands:

    scoresheet  score                              matches     matches, show, new,
    recording   record                                         check, backup, restore
    importing   import                             rulesets    rules list, show, check
    exports     export, book                       verifying   verify
    sheets      sheet

and what they are made of:

    app         all of them as one program         services    what main is handed
    usage       their help and their mistakes      arguments   what several commands take
    sources     where match files come from        output      a file written whole, or none
    console     what is printed, and how           streams     standard output and error

Adding a command: a function in one of these modules (its texts said with `words`), and a test in
`tests/cli`.  Commands return the exit status; what they raise as `Refused` is printed as one
sentence on standard error, with exit status 2.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorepad.cli.services import Services, named_folder

__all__ = ["Services", "main", "named_folder"]


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
