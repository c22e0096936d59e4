"""`scorepad check`, `backup`, `restore`: the store as a whole."""

from pathlib import Path
from typing import Annotated

import typer

from scorepad.cli.arguments import argument
from scorepad.cli.services import Services
from scorepad.cli.speech import REFUSED, Speech
from scorepad.spades.words import T


def add(app: typer.Typer, services: Services) -> None:
    """Add the commands."""
    words = services.words

    @app.command(help=words("Check that everything that is kept is whole and can be read."))
    def check() -> int:
        speech = Speech(words)
        found = services.upkeep().check()
        for text in found:
            speech.remark(text)
            speech.status = REFUSED
        if not found:
            speech.line(words("Everything that is kept is sound."))
        return speech.status

    @app.command(help=words("Write a copy of everything that is kept to a new file."))
    def backup(
        file: Annotated[
            str,
            argument("FILE", words("The file to write.")),
        ],
    ) -> int:
        speech = Speech(words)
        services.upkeep().backup(Path(file))
        with speech.acknowledging(T("the copy {file} was made", file=file)):
            speech.line(words("Everything that is kept is now also in {file}.", file=file))
        return speech.status

    @app.command(help=words("Put a copy in the place of everything that is kept."))
    def restore(
        file: Annotated[
            str,
            argument("FILE", words("A file that backup wrote.")),
        ],
    ) -> int:
        speech = Speech(words)
        aside = services.upkeep().restore(Path(file))
        with speech.acknowledging(T("the matches of {file} are in place", file=file)):
            speech.line(
                words(
                    "The matches of {file} are in place; what was there before is in {aside}.",
                    file=file,
                    aside=str(aside),
                )
            )
        return speech.status
