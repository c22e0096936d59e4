"""Arguments and options that several commands take are defined here once."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

import typer

from scorepad.cli.console import Console
from scorepad.cli.output import put_out, refuse_contradicting, refuse_unwritable
from scorepad.cli.services import Services, writing
from scorepad.desk.documents import Contents, MadeDocument, not_remembered
from scorepad.desk.ports import Paper
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text, Words


def argument(metavar: str, help: str) -> Any:
    """Return an argument of the command line, with its help."""
    return typer.Argument(metavar=metavar, help=help, show_default=False)


def flag(name: str, help: str) -> Any:
    """Return an option that is there or not."""
    return typer.Option(name, help=help)


def option(*names: str, metavar: str, help: str) -> Any:
    """Return an option with a value."""
    return typer.Option(*names, metavar=metavar, help=help, show_default=False)


class Arguments:
    """Holds the arguments that mean the same wherever they stand, in the reader's language."""

    def __init__(self, words: Words) -> None:
        self.match = argument("MATCH", words("The match's id, or the beginning of it."))
        self.match_files = argument(
            "FILE…", words("Match files; .ndjson files and - (standard input) hold one a line.")
        )
        self.json_lines = flag("--json", words("One JSON object a match, one a line."))
        self.paper = option(
            "--paper", metavar="A4|Letter", help=words("The paper; else as the settings say.")
        )
        self.overwrite = flag("--overwrite", words("Replace the file when it exists."))
        self.pdf = option(
            "--output",
            "-o",
            metavar="OUT.pdf",
            help=words("The PDF file to write; - is standard output."),
        )
        # Which of the matches that are kept: see `exports.Selection`.
        self.matches = argument("[MATCH…]", words("Which matches; all of them when none is named."))
        self.event = option(
            "--event", metavar="EVENT", help=words("Only the matches of this event.")
        )
        self.round = option(
            "--round",
            metavar="ROUND",
            help=words("Which round; the last one, where none is named."),
        )
        self.since = option(
            "--since", metavar="DAY", help=words("Only matches of this day or later: 2026-03-14.")
        )
        self.until = option(
            "--until", metavar="DAY", help=words("Only matches of this day or earlier.")
        )


def chosen_paper(name: str, services: Services) -> Paper:
    """Return the paper with this name, the one of the settings when there is none; raises
    `Refused`."""
    if not name:
        return services.paper
    for paper in ("A4", "Letter"):
        if name.casefold() == paper.casefold():
            return paper
    raise Refused("there is no paper “{paper}”; there are A4 and Letter", paper=name[:40])


def write_pdf(
    make: Callable[[Paper], MadeDocument],
    services: Services,
    console: Console,
    out: str,
    paper: str,
    *,
    overwrite: bool,
) -> int:
    """Make a PDF on the paper that is named, remember it, write it, and return the exit status.

    What is wrong with the file's name or the paper is refused before anything is made.
    """
    if not out:
        raise Refused("name the file to write: -o OUT.pdf")
    refuse_contradicting(out, "pdf")
    refuse_unwritable(out, overwrite=overwrite)
    document = make(chosen_paper(paper, services))
    refusal = remember_documents(services, console, [(document.sha256, document.contents)])
    for file in put_out(out, document.data, overwrite=overwrite):
        console.line(file)
    if refusal is not None:
        console.sentence(refusal)
    return console.status


def remember_documents(
    services: Services, console: Console, documents: Sequence[tuple[str, Contents | None]]
) -> Text | None:
    """Do as `Desk.remember_documents`; no store is opened for what shows nothing that is kept."""
    if all(contents is None for _, contents in documents):
        return None
    try:
        with writing(services, console) as desk:
            return desk.remember_documents(documents)
    except Refused as refused:
        return not_remembered(refused)
