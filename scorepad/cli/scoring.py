"""`scorepad score`: match files scored without keeping them."""

from typing import Annotated

import typer

from scorepad.cli.arguments import Arguments
from scorepad.cli.scoresheet import scoresheet
from scorepad.cli.services import Services
from scorepad.cli.sources import matches_in
from scorepad.cli.speech import Speech
from scorepad.spades.matchfile import read_match
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result


def add(app: typer.Typer, services: Services) -> None:
    """Add the command."""
    words = services.words
    said = Arguments(words)

    @app.command(help=words("Score match files."))
    def score(
        files: Annotated[list[str], said.match_files],
        json: Annotated[bool, said.json_lines] = False,
    ) -> int:
        speech, library = Speech(words), services.library()
        first = True
        for name in files:
            for where, data in matches_in(name):
                try:
                    if isinstance(data, Refused):
                        raise data
                    match = read_match(data, library, where=where)
                except Refused as refused:
                    speech.refused(refused, json=json)
                    continue
                if json:
                    speech.json(result(match))
                    continue
                if not first:
                    speech.line()
                first = False
                for line in scoresheet(match, words):
                    speech.line(line)
        return speech.status
