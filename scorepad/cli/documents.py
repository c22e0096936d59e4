"""A command makes a PDF, remembers it, and writes it."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Callable, Sequence

from scorepad.cli.console import Console
from scorepad.cli.output import refuse_contradicting, refuse_unwritable, write_and_list_files
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.desk.documents import DocumentContents, PdfDocument, not_remembered_text
from scorepad.desk.ports import Paper
from scorepad.events.document_kinds import DocumentKind
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text


def make_remember_and_write_pdf(
    kind: DocumentKind,
    make: Callable[[Paper], PdfDocument],
    services: Services,
    console: Console,
    args: Namespace,
) -> None:
    """Make a PDF on the paper of the arguments or the settings, remember it, and write it.

    A bad file name is refused before anything is made.
    """
    refuse_contradicting(args.out, kind, services.formats)
    refuse_unwritable(args.out, overwrite=args.overwrite)
    document = make(args.paper or services.paper)
    refusal = try_to_remember_documents(services, console, [(document.sha256, document.contents)])
    for file in write_and_list_files(args.out, document.data, overwrite=args.overwrite):
        console.print_line(file)
    if refusal is not None:
        console.print_to_stderr(refusal)


def try_to_remember_documents(
    services: Services,
    console: Console,
    documents: Sequence[tuple[str, DocumentContents | None]],
) -> Text | None:
    """Do as `Desk.try_to_remember_documents`; documents without stored content open no store."""
    if all(contents is None for _, contents in documents):
        return None
    try:
        with open_desk_and_print_notices(services, console, write=True) as desk:
            return desk.try_to_remember_documents(documents)
    except Refused as refused:
        return not_remembered_text(refused)
