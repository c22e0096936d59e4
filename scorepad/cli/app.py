"""The command line is put together here; each command is imported when it is asked for."""

from collections.abc import Callable
from importlib import import_module
from typing import Annotated, Any

import typer

from scorepad import __version__
from scorepad.cli.commands import COMMANDS
from scorepad.cli.console import Console
from scorepad.cli.services import Services
from scorepad.cli.usage import CommandGroup, set_language


def build(services: Services, open_window: Callable[[], int]) -> Any:
    """Return the whole command line over these services, with its help in their language."""
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
                "--version", callback=version, is_eager=True, help=words("Show the version.")
            ),
        ] = False,
    ) -> int:
        del data, version
        return open_window() if context.invoked_subcommand is None else 0

    def load(name: str) -> dict[str, Any]:
        some = typer.Typer(rich_markup_mode=None)
        import_module(f"scorepad.cli.{COMMANDS[name].module}").add(some, services)
        set_language(some, words)
        return dict(typer.main.get_group(some).commands)

    app.info.cls = type(
        "CommandGroup", (CommandGroup,), {"words": words, "load": staticmethod(load)}
    )
    return typer.main.get_command(app)


def run(argv: list[str], services: Services, open_window: Callable[[], int]) -> int:
    """Run one command and return its exit status. Raises what the command raises."""
    command = build(services, open_window)
    try:
        status = command.main(argv, prog_name="scorepad", standalone_mode=False)
    except typer.Abort:
        raise KeyboardInterrupt from None
    return status if isinstance(status, int) else 0
