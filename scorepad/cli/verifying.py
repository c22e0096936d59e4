"""`scorepad verify`: does a printed sheet still hold?"""

from pathlib import Path
from typing import Annotated

import typer

from scorepad.cli.keeping import opened
from scorepad.cli.papers import BadRequest
from scorepad.cli.services import Services
from scorepad.cli.sources import whole
from scorepad.cli.speech import DIFFERENT, REFUSED, Speech
from scorepad.desk.verify import Verdict, codes_in
from scorepad.desk.verify import verify as verify_codes
from scorepad.spades.sheetcode import SheetCode, read_code
from scorepad.spades.words import T


def add(app: typer.Typer, services: Services) -> None:
    """Add the command."""
    words = services.words

    @app.command(
        help=words(
            "Is this sheet what was recorded?\n\n"
            "Exit status 0: the same; 1: changed since it was printed; 2: unknown."
        )
    )
    def verify(
        code: Annotated[
            list[str],
            typer.Argument(
                metavar="CODE_OR_PDF",
                help=words("The code at the foot of a sheet, or the sheet's PDF file."),
                show_default=False,
            ),
        ],
    ) -> int:
        speech = Speech(words)
        printed = _printed(" ".join(code))
        with services.open_desk(write=False) as desk:
            for verdict in verify_codes(opened(desk, speech), printed):
                _say(speech, verdict, alone=len(printed) == 1)
        return speech.status


def _printed(code: str) -> tuple[SheetCode, ...]:
    """The code of a sheet: as typed, or out of a PDF file."""
    path = Path(code)
    if path.suffix.lower() != ".pdf" and not path.is_file():
        return (read_code(code),)
    return codes_in(whole(code), code)


def _say(speech: Speech, verdict: Verdict, *, alone: bool) -> None:
    if verdict.finding == "unknown" and alone:
        raise BadRequest(verdict.text)
    speech.line(verdict.text)
    for entry in verdict.added:
        speech.line(T("  {entry}", entry=entry))
    if verdict.finding == "unknown":
        speech.status = REFUSED
    elif verdict.finding != "same":
        speech.status = max(speech.status, DIFFERENT)
