"""`scorepad score`."""

from typing import Annotated

import typer

from scorepad.cli.arguments import Arguments
from scorepad.cli.commands import command_help
from scorepad.cli.scoresheet import score_files
from scorepad.cli.services import Services


def add(app: typer.Typer, services: Services) -> None:
    """Add the command."""
    words = services.words
    said = Arguments(words)

    @app.command(help=command_help("score", words))
    def score(
        files: Annotated[list[str], said.match_files],
        json: Annotated[bool, said.json_lines] = False,
    ) -> int:
        return score_files(files, services, json=json)
