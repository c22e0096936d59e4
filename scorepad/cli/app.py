"""The commands put together, and what becomes of their mistakes."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer

from scorepad import __version__
from scorepad.cli import (
    events,
    exports,
    importing,
    matches,
    recording,
    rulesets,
    scoresheet,
    sheets,
    verifying,
)
from scorepad.cli.console import REFUSED, Console
from scorepad.cli.services import Services, named_folder
from scorepad.cli.streams import READER_GONE, Unsaid, hush
from scorepad.cli.usage import set_language
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

INTERRUPTED = 130


def build(services: Services, open_window: Callable[[], int]) -> typer.Typer:
    """The whole command line over these services, its help in their language."""
    words = services.words
    app = typer.Typer(
        name="scorepad",
        help=words("Scores Spades matches, keeps them, and says why a score is what it is."),
        add_completion=False,
        rich_markup_mode=None,
        pretty_exceptions_enable=False,
        context_settings={"help_option_names": ["--help", "-h"], "max_content_width": 100},
    )

    def version(asked: bool) -> None:
        if asked:
            Console(words).line(f"Scorepad {__version__}")
            raise typer.Exit

    @app.callback(invoke_without_command=True)
    def start(
        context: typer.Context,
        data: Annotated[
            str,
            typer.Option(
                metavar="DIR",
                help=words("The folder that holds the matches; comes before the command."),
                show_default=False,
            ),
        ] = "",
        version: Annotated[
            bool,
            typer.Option(
                "--version", callback=version, is_eager=True, help=words("Say the version.")
            ),
        ] = False,
    ) -> int:
        del data, version
        return open_window() if context.invoked_subcommand is None else 0

    for module in (
        scoresheet,
        matches,
        recording,
        importing,
        rulesets,
        exports,
        verifying,
        sheets,
        events,
    ):
        module.add(app, services)
    matches.add_upkeep(app, services)
    set_language(app, words)
    return app


def run(
    argv: list[str],
    connect: Callable[[str | None], Services],
    open_window: Callable[[str | None], int],
) -> int:
    """Run one command; returns its exit status."""
    data, _ = named_folder(argv)
    services = connect(data)
    console = Console(services.words)
    app = build(services, lambda: open_window(data))
    try:
        status = typer.main.get_command(app).main(argv, prog_name="scorepad", standalone_mode=False)
        sys.stdout.flush()
    except Unsaid as unsaid:
        hush()
        if unsaid.reader_gone:
            return READER_GONE
        console.sentence(unsaid.text)
        return REFUSED
    except Refused as refused:
        console.refused(refused)
        return console.status
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except UnicodeEncodeError:
        console.sentence(T("a name holds half a character, which cannot be written as text"))
        return REFUSED
    return status if isinstance(status, int) else 0
