"""`scorepad score` scores match files.  Scripts call it most, so it imports the game alone."""

from typing import Annotated

from scorepad.cli.arguments import SharedArguments
from scorepad.cli.commands import command_help
from scorepad.cli.parser import CommandGroup
from scorepad.cli.scoresheet import score_files
from scorepad.cli.services import Services


def add_commands(app: CommandGroup, services: Services) -> None:
    """Add the command."""
    words = services.words
    arguments = SharedArguments(words)

    @app.command(help=command_help("score", words))
    def score(
        files: Annotated[list[str], arguments.match_files],
        json: Annotated[bool, arguments.json_lines] = False,
    ) -> int:
        return score_files(files, services, json=json)
