"""The command line: Scorepad for scripts, without a window and without Qt.

`main` is called by the composition root; `services` has the contract.

Its modules:

    parser       every command, with its arguments, its help and an example
    console      lines and JSON on standard output, sentences on standard error
    events       `scorepad event`
    exports      `scorepad export`, `book` and `event print`
    importing    `scorepad import`, of match and event files
    documents    makes a PDF, remembers its content, and writes it
    matches      `scorepad matches`, `show`, `new`, `check`, `backup` and `restore`
    choosing     `scorepad choose`, between two versions of a match or event
    output       a result, as a whole file or not at all, or on standard output
    recording    `scorepad record`: entries from a stream, each answered once it is on the disk
    rulesets     `scorepad rules`: the rule sets, one in full, and checks of house files
    scoresheet   `scorepad score`: the scores of match files, as JSON or text
    services     the contract with the composition root
    sharing      `scorepad share`, the exchange with other laptops
    sheets       `scorepad sheet`, of one match, several, or an empty one
    sources      match files from files, from files with one match a line, and from standard input
    streams      standard output and standard error, also closed, full, or without a reader
    verifying    `scorepad verify`: a printed sheet compared with the stored match

Adding a command: an `add` in `parser`, a function in one of these modules, a test in
`tests/cli`, and `make accept`.  A `Refused` that it raises is printed
as one sentence on standard error, with exit status 2.
"""

from __future__ import annotations

import atexit
import gc
import sys
from collections.abc import Callable, Sequence
from importlib import import_module

from scorepad.cli.console import REFUSED, Console
from scorepad.cli.services import Services, split_data_option
from scorepad.cli.streams import READER_GONE, OutputError, drop_unwritten_output
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

INTERRUPTED = 130

__all__ = ["Services", "main", "split_data_option"]


def main(
    argv: Sequence[str],
    connect: Callable[[str | None], Services],
    open_window: Callable[[str | None, Sequence[str]], int],
) -> int:
    """Run one command (`argv` without the program's name); returns the exit status: 0 done, 1
    something differs (`verify`), 2 refused, 130 interrupted, 141 output closed by its reader.

    `connect` makes the services over the data folder that `--data` names; `open_window` is called
    without a command, with the match files to show.
    """
    data, arguments = split_data_option(argv)
    services = connect(data)
    console = Console()
    try:
        status = _run(arguments, services, console, lambda files: open_window(data, files))
        sys.stdout.flush()
    except OutputError as failure:
        drop_unwritten_output()
        if failure.reader_gone:
            return READER_GONE
        console.print_to_stderr(failure.text)
        return REFUSED
    except Refused as refused:
        console.print_refusal(refused)
        return console.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except UnicodeEncodeError:
        console.print_to_stderr(
            T("a name contains an invalid character and can't be saved; retype the name")
        )
        return REFUSED
    return status


def _run(
    arguments: list[str],
    services: Services,
    console: Console,
    open_window: Callable[[Sequence[str]], int],
) -> int:
    if not arguments or _are_files(arguments):
        return open_window(arguments)
    from scorepad.cli.parser import make_parser

    # To look for cycles among all that is left at the end takes a fifth of a short command.
    atexit.register(gc.freeze)
    if arguments[0] == "help":
        arguments = [*arguments[1:], "--help"]
    try:
        args = make_parser(services, arguments[0]).parse_args(arguments)
    except SystemExit:  # the help or the version was printed
        return console.status
    module, _, function = args.run.partition(":")
    getattr(import_module(f"scorepad.cli.{module}"), function)(services, console, args)
    return console.status


def _are_files(arguments: list[str]) -> bool:
    from scorepad.cli.parser import COMMANDS

    first = arguments[0]
    if first in COMMANDS or first.startswith("-"):
        return False
    from scorepad.cli.sources import is_file
    from scorepad.spades.matchfile import MATCH_FILE_ENDINGS

    if not is_file(first) and not first.lower().endswith(MATCH_FILE_ENDINGS):
        return False
    for each in arguments:
        if not is_file(each):
            raise Refused("can't find the file “{file}”, so nothing was opened", file=each)
    return True
