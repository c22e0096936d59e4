"""`scorepad export`, `book`: many matches at once."""

import sys
from collections.abc import Callable
from pathlib import Path
from typing import Annotated, Any

import typer

from scorepad.cli.keeping import opened
from scorepad.cli.output import put_out, refuse_unwritable
from scorepad.cli.papers import BadRequest, chosen_paper
from scorepad.cli.selection import selection
from scorepad.cli.services import Services
from scorepad.cli.speech import Speech
from scorepad.spades.words import T, Words


def add(app: typer.Typer, services: Services) -> None:
    """Add the commands."""
    words = services.words
    of_event = _option("--event", "EVENT", words("Only the matches of this event."))
    from_day = _option("--since", "DAY", words("Only matches of this day or later: 2026-03-14."))
    to_day = _option("--until", "DAY", words("Only matches of this day or earlier."))

    @app.command(help=words("Write matches as tables, match files or sheets."))
    def export(
        matches: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="[MATCH…]",
                help=words("Which matches; all of them when none is named."),
                show_default=False,
            ),
        ] = None,
        form: Annotated[
            str,
            typer.Option(
                "--format",
                metavar="csv|json|xlsx|pdf",
                help=words("The format."),
                show_default=False,
            ),
        ] = "",
        out: Annotated[
            str,
            typer.Option(
                "--output",
                "-o",
                metavar="OUT",
                help=words("The file or folder to write."),
                show_default=False,
            ),
        ] = "",
        event: Annotated[str, of_event] = "",
        since: Annotated[str, from_day] = "",
        until: Annotated[str, to_day] = "",
    ) -> int:
        speech, sheets = Speech(words), services.sheets()
        forms = tuple(sheets.formats())
        if form not in forms:
            raise BadRequest(T("say the format: --format {forms}", forms=", ".join(forms)))
        if not out:
            raise BadRequest(T("name the file or folder to write: -o OUT"))
        wanted = selection(matches, event, since, until)
        with services.open_desk(write=False) as desk:
            chosen = wanted.read(opened(desk, speech))
        for path in sheets.export(chosen, form, Path(out)):
            speech.line(str(path))
        return speech.status

    @app.command(help=words("Make an event's book: results, standings and every sheet, as a PDF."))
    def book(
        matches: Annotated[
            list[str] | None,
            typer.Argument(
                metavar="[MATCH…]",
                help=words("Which matches; all of them when none is named."),
                show_default=False,
            ),
        ] = None,
        out: Annotated[
            str,
            typer.Option(
                "--output",
                "-o",
                metavar="OUT.pdf",
                help=words("The file to write."),
                show_default=False,
            ),
        ] = "",
        event: Annotated[str, of_event] = "",
        since: Annotated[str, from_day] = "",
        until: Annotated[str, to_day] = "",
        paper: Annotated[
            str,
            typer.Option(
                "--paper",
                metavar="A4|Letter",
                help=words("The paper; else as the settings say."),
                show_default=False,
            ),
        ] = "",
        overwrite: Annotated[
            bool, typer.Option("--overwrite", help=words("Replace the file when it exists."))
        ] = False,
    ) -> int:
        speech = Speech(words)
        if not out:
            raise BadRequest(T("name the file to write: -o OUT.pdf"))
        on = chosen_paper(paper, services)
        refuse_unwritable(out, overwrite=overwrite)
        wanted = selection(matches, event, since, until)
        with services.open_desk(write=False) as desk:
            chosen = wanted.read(opened(desk, speech))
        pdf = services.sheets().event_book(chosen, on, _progress(words))
        for file in put_out(out, pdf, overwrite=overwrite):
            speech.line(file)
        return speech.status


def _option(name: str, metavar: str, said: str) -> Any:
    return typer.Option(name, metavar=metavar, help=said, show_default=False)


def _progress(words: Words) -> Callable[[int, int], bool]:
    """Tells how far a book is, where somebody looks."""

    def told(done: int, count: int) -> bool:
        if sys.stderr.isatty():
            said = words("sheet {done} of {count}", done=done, count=count)
            sys.stderr.write(f"\r{said}" + ("\n" if done == count else ""))
            sys.stderr.flush()
        return True

    return told
