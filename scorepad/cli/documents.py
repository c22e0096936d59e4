"""A command makes a PDF, remembers what it shows, and writes it."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from scorepad.cli.console import Console
from scorepad.cli.output import refuse_contradicting, refuse_unwritable, write_and_list_files
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.desk.documents import DocumentCodesAndLog, PdfDocument, not_remembered_text
from scorepad.desk.ports import Paper
from scorepad.events.document_kinds import DocumentKind
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text


def paper_of_name_or_settings(name: str, services: Services) -> Paper:
    """Return the paper with this name, the one of the settings when there is none; raises
    `Refused`."""
    if not name:
        return services.paper
    for paper in ("A4", "Letter"):
        if name.casefold() == paper.casefold():
            return paper
    raise Refused("there is no paper “{paper}”; there are A4 and Letter", paper=name[:40])


def make_remember_and_write_pdf(
    kind: DocumentKind,
    make: Callable[[Paper], PdfDocument],
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
    refuse_contradicting(out, kind)
    refuse_unwritable(out, overwrite=overwrite)
    document = make(paper_of_name_or_settings(paper, services))
    refusal = try_to_remember_documents(services, console, [(document.sha256, document.contents)])
    for file in write_and_list_files(out, document.data, overwrite=overwrite):
        console.print_line(file)
    if refusal is not None:
        console.print_to_stderr(refusal)
    return console.status


def try_to_remember_documents(
    services: Services,
    console: Console,
    documents: Sequence[tuple[str, DocumentCodesAndLog | None]],
) -> Text | None:
    """Do as `Desk.try_to_remember_documents`; no store is opened for what shows nothing that is
    kept."""
    if all(contents is None for _, contents in documents):
        return None
    try:
        with open_desk_and_print_notices(services, console, write=True) as desk:
            return desk.try_to_remember_documents(documents)
    except Refused as refused:
        return not_remembered_text(refused)
