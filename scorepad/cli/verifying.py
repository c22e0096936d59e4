"""`scorepad verify` compares a printed sheet with what is kept."""

from pathlib import Path
from typing import Annotated

import typer

from scorepad.budget import PAPER_BYTES
from scorepad.cli.arguments import argument
from scorepad.cli.commands import command_help
from scorepad.cli.console import DIFFERENT, REFUSED, Console
from scorepad.cli.services import Services, reading
from scorepad.cli.sources import is_file, whole
from scorepad.desk.verify import Verdict, codes_in, counts
from scorepad.desk.verify import verify as verify_codes
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import BadCode, SheetCode, read_code
from scorepad.spades.words import T


def add(app: typer.Typer, services: Services) -> None:
    """Add the command."""
    words = services.words

    @app.command(help=command_help("verify", words))
    def verify(
        code: Annotated[
            list[str],
            argument(
                "CODE_OR_PDF", words("The code at the foot of a sheet, or the sheet's PDF file.")
            ),
        ],
    ) -> int:
        console = Console(words)
        printed = _all_printed(code)
        with reading(services, console) as desk:
            verdicts = []
            for verdict in verify_codes(desk, printed, services.sheets()):
                _say(console, verdict, alone=len(printed) == 1)
                verdicts.append(verdict)
        if len(verdicts) > 1:
            console.line(" · ".join(map(words, counts(verdicts))))
        return console.status


def _all_printed(said: list[str]) -> dict[SheetCode, bytes | None]:
    """Return the codes of one sheet or of several: a code may be typed in groups, as it stands on
    the sheet, and then it is one code and not several."""
    if not any(_is_file(each) or _is_code(each) for each in said):
        return _printed(" ".join(said))
    return {code: pdf for each in said for code, pdf in _printed(each).items()}


def _is_file(said: str) -> bool:
    return Path(said).suffix.lower() == ".pdf" or is_file(said)


def _is_code(said: str) -> bool:
    try:
        read_code(said)
    except BadCode:
        return False
    return True


def _printed(code: str) -> dict[SheetCode, bytes | None]:
    """Return the code of a sheet as it was typed, or out of a PDF file, with the file."""
    if not _is_file(code):
        return {read_code(code): None}
    pdf = whole(code, PAPER_BYTES)
    return dict.fromkeys(codes_in(pdf, code), pdf)


def _say(console: Console, verdict: Verdict, *, alone: bool) -> None:
    if verdict.finding == "unknown" and alone:
        raise Refused(verdict.text)
    console.line(verdict.text)
    for entry in verdict.added:
        console.line(T("  {entry}", entry=entry))
    if verdict.finding == "unknown":
        console.status = REFUSED
    elif verdict.finding != "same":
        console.status = max(console.status, DIFFERENT)
