"""The command line: everything a script needs, without a window and without Qt.

`main` is what the composition root calls; `services` says what it hands in.  The commands:

    matches     score, matches, show, new,         recording   record
                check, backup, restore             importing   import
    rulesets    rules list, show, check            exports     export, book
    sheets      sheet                              verifying   verify

and what they are made of:

    commands    the list of them                   services    what main is handed
    app         one program of them, its help      arguments   what several commands take
                and its mistakes                   output      a file written whole, or none
    sources     where match files come from        streams     standard output and error
    console     what is printed, and how           scoresheet  a match as lines of text

Adding a command: a line in `commands`, a function in one of these modules (its texts said with
`words`), and a test in `tests/cli`.  Commands return the exit status; what they raise as `Refused`
is printed as one sentence on standard error, with exit status 2.
"""

from __future__ import annotations

import gc
import sys
from collections.abc import Callable, Sequence

from scorepad.cli.console import REFUSED, Console
from scorepad.cli.services import Services, named_folder
from scorepad.cli.streams import READER_GONE, Unsaid, hush
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

INTERRUPTED = 130

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
    # What was imported stays, and matches are let go of as soon as nobody has them: looking for
    # rings among them would only take time.
    gc.freeze()
    gc.set_threshold(100_000)
    data, asked = named_folder(argv)
    services = connect(data)
    console = Console(services.words)
    try:
        status = _run(list(argv), asked, services, lambda: open_window(data))
        sys.stdout.flush()
        gc.freeze()  # What is left goes with the program, and nobody looks for rings in it first.
    except Unsaid as unsaid:
        hush()
        if unsaid.reader_gone:
            return READER_GONE
        console.sentence(unsaid.text)
        return REFUSED
    except Refused as refused:
        console.refused(refused)
        return console.status
    except KeyboardInterrupt:
        return INTERRUPTED
    except UnicodeEncodeError:
        console.sentence(T("a name holds half a character, which cannot be written as text"))
        return REFUSED
    return status


def _run(
    argv: list[str], asked: list[str], services: Services, open_window: Callable[[], int]
) -> int:
    command, rest = asked[:1], asked[1:]
    files = [each for each in rest if each != "--json"]
    plain = not any(each.startswith("-") and each != "-" for each in files)
    if command == ["score"] and files and plain:
        # What scripts call most is scored before the parser is imported.
        from scorepad.cli.scoresheet import score_files

        return score_files(files, services, json="--json" in rest)
    from scorepad.cli.app import run

    return run(argv, services, open_window)
