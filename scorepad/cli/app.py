"""The commands put together, and what becomes of their mistakes."""

import sys
from collections.abc import Callable
from typing import Annotated

import typer
from typer.exceptions import TyperException

from scorepad import __version__
from scorepad.cli import handouts, importing, keeping, rulesets, scoring, upkeep
from scorepad.cli.folder import DATA, named_folder
from scorepad.cli.mistakes import mistake
from scorepad.cli.services import Services
from scorepad.cli.speech import REFUSED, Speech
from scorepad.cli.streams import READER_GONE, Unsaid, hush
from scorepad.cli.usage import speaking
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
            Speech(words).line(f"Scorepad {__version__}")
            raise typer.Exit

    @app.callback(invoke_without_command=True)
    def start(
        context: typer.Context,
        data: Annotated[
            str,
            typer.Option(
                DATA,
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

    for room in (scoring, keeping, importing, rulesets, handouts, upkeep):
        room.add(app, services)
    speaking(app, words)
    return app


def run(
    argv: list[str],
    connect: Callable[[str | None], Services],
    open_window: Callable[[str | None], int],
) -> int:
    """Run one command; returns its exit status."""
    data, _ = named_folder(argv)
    services = connect(data)
    speech = Speech(services.words)
    app = build(services, lambda: open_window(data))
    try:
        status = typer.main.get_command(app).main(argv, prog_name="scorepad", standalone_mode=False)
        sys.stdout.flush()
    except TyperException as error:
        speech.remark(mistake(error))
        return REFUSED
    except Unsaid as unsaid:
        hush()
        if unsaid.reader_gone:
            return READER_GONE
        speech.remark(unsaid.text)
        return REFUSED
    except Refused as refused:
        speech.refused(refused)
        return speech.status
    except (typer.Abort, KeyboardInterrupt):
        return INTERRUPTED
    except UnicodeEncodeError:
        speech.remark(T("a name holds half a character, which cannot be written as text"))
        return REFUSED
    return status if isinstance(status, int) else 0
