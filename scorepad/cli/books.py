"""`scorepad export`, `book`: many matches at once."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated

import typer

from scorepad.cli.arguments import Arguments, option
from scorepad.cli.keeping import opened
from scorepad.cli.output import STANDARD_OUTPUT, put_out, refuse_contradicting, refuse_unwritable
from scorepad.cli.papers import BadRequest, chosen_paper
from scorepad.cli.selection import Selection, selection
from scorepad.cli.services import Services
from scorepad.cli.speech import Speech
from scorepad.spades.match import Match
from scorepad.spades.words import T, Words


def add(app: typer.Typer, services: Services) -> None:
    """Add the commands."""
    words = services.words
    said = Arguments(words)

    @app.command(help=words("Write matches as tables, match files or sheets."))
    def export(
        matches: Annotated[list[str] | None, said.matches] = None,
        form: Annotated[
            str,
            option("--format", metavar="csv|json|xlsx|pdf", said=words("The format.")),
        ] = "",
        out: Annotated[
            str,
            option("--output", "-o", metavar="OUT", said=words("The file or folder to write.")),
        ] = "",
        event: Annotated[str, said.event] = "",
        since: Annotated[str, said.since] = "",
        until: Annotated[str, said.until] = "",
    ) -> int:
        speech, sheets = Speech(words), services.sheets()
        forms, form = tuple(sheets.formats()), form.lower()
        if form not in forms:
            raise BadRequest(T("say the format: --format {forms}", forms=", ".join(forms)))
        if not out or out == STANDARD_OUTPUT:
            raise BadRequest(T("name the file or folder to write: -o OUT"))
        refuse_contradicting(out, form)
        wanted = selection(matches, event, since, until)
        chosen = _read(wanted, services, speech)
        for path in sheets.export(chosen, form, Path(out)):
            speech.line(str(path))
        return speech.status

    @app.command(help=words("Make an event's book: results, standings and every sheet, as a PDF."))
    def book(
        matches: Annotated[list[str] | None, said.matches] = None,
        out: Annotated[str, said.pdf] = "",
        event: Annotated[str, said.event] = "",
        since: Annotated[str, said.since] = "",
        until: Annotated[str, said.until] = "",
        paper: Annotated[str, said.paper] = "",
        overwrite: Annotated[bool, said.overwrite] = False,
    ) -> int:
        speech = Speech(words)
        if not out:
            raise BadRequest(T("name the file to write: -o OUT.pdf"))
        refuse_contradicting(out, "pdf")
        on = chosen_paper(paper, services)
        refuse_unwritable(out, overwrite=overwrite)
        wanted = selection(matches, event, since, until)
        chosen = _read(wanted, services, speech)
        pdf = services.sheets().event_book(chosen, on, _progress(words))
        for file in put_out(out, pdf, overwrite=overwrite):
            speech.line(file)
        return speech.status


def _read(wanted: Selection, services: Services, speech: Speech) -> list[Match]:
    with services.open_desk(write=False) as desk:
        return wanted.read(opened(desk, speech))


def _progress(words: Words) -> Callable[[int, int], bool]:
    """Tells how far a book is, where somebody looks."""

    def told(done: int, count: int) -> bool:
        if sys.stderr.isatty():
            said = words("sheet {done} of {count}", done=done, count=count)
            sys.stderr.write(f"\r{said}" + ("\n" if done == count else ""))
            sys.stderr.flush()
        return True

    return told
