"""A document is remembered by the hash of its bytes before it is printed or written, so that
`verify` knows it.

All documents about stored matches and events pass through `try_to_remember_documents`: papers as a
`PdfDocument`, exports by `exporting.export`. One of a rule set or a match file alone shows nothing
that is stored and is not remembered; it needs no store.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Final

import msgspec

from scorepad.desk.ports import MOST_CODES, DocumentRecord, Keeper
from scorepad.events.document_kinds import DocumentKind
from scorepad.events.event import Event, EventOrStatements
from scorepad.events.eventfile import code_of_event
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import SheetCode, code_of, code_of_blank_sheet
from scorepad.spades.words import T, Text


class DocumentContents(msgspec.Struct, frozen=True):
    """The content of a document: the codes of matches and of their event, and the log that it is
    of ("": several matches)."""

    kind: str
    codes: tuple[str, ...]
    log: str

    def document(self, sha256: str, at: datetime) -> DocumentRecord:
        """Return the record of the document with this hash and content."""
        return DocumentRecord(
            sha256, self.kind, codes_or_hash_if_too_many(self.codes), self.log, at
        )


class PdfDocument(msgspec.Struct, frozen=True):
    """A PDF with its content; None for nothing stored."""

    data: bytes
    contents: DocumentContents | None = None

    @property
    def sha256(self) -> str:
        """Return the hash by which it is looked up."""
        return hash_of(self.data)


def try_to_remember_documents(
    keeper: Keeper, documents: Iterable[tuple[str, DocumentContents | None]], at: datetime
) -> Text | None:
    """Remember documents before they are written, each by its hash and content. Return why that
    can't be done; None if it is, or for documents of nothing stored."""
    shown = [each.document(sha256, at) for sha256, each in documents if each is not None]
    try:
        new = [each for each in shown if not _is_remembered(keeper, each)]
        if new:
            keeper.remember_documents(new)
    except Refused as refused:
        return not_remembered_text(refused)
    return None


def _is_remembered(keeper: Keeper, document: DocumentRecord) -> bool:
    there = keeper.find_document(document.sha256)
    return there is not None and there.codes == document.codes


def not_remembered_text(refused: Refused) -> Text:
    """Return the text about a document that could not be remembered."""
    return T(
        "Couldn't save a record of this document, so Scorepad can't verify it later: {why}",
        why=refused.text,
    )


BLANK_SHEET: Final = "blank-sheet"
"""A sheet to fill in by hand shows only the head of its match."""


def hash_of(data: bytes) -> str:
    """Return the hash by which a document is looked up."""
    return hashlib.sha256(data).hexdigest()


def codes_or_hash_if_too_many(codes: Sequence[str]) -> tuple[str, ...]:
    """Return the codes as they are remembered: of too many one hash over them."""
    if len(codes) <= MOST_CODES:
        return tuple(codes)
    return (hash_of(" ".join(codes).encode()),)


def shown_codes(matches: Iterable[Match], event: EventOrStatements = None) -> list[SheetCode]:
    """Return the codes of a document of these matches, that of their `event` first."""
    codes = list(dict.fromkeys(code for match in matches if (code := code_of(match)) is not None))
    return [code_of_event(event, codes), *codes] if isinstance(event, Event) else codes


def document_contents(
    kind: DocumentKind, matches: Sequence[Match], event: EventOrStatements = None
) -> DocumentContents:
    """Return the content of a document of stored matches, or of their `event`."""
    if kind.name == BLANK_SHEET:
        head = code_of_blank_sheet(matches[0])
        shown = () if head is None else (head.short,)
        return DocumentContents(kind.name, shown, matches[0].id or "")
    codes = shown_codes(matches, event)
    if kind.shows == "event" and isinstance(event, Event):
        del codes[1:]  # that of the event covers them
    return DocumentContents(kind.name, tuple(each.short for each in codes), _log_of(codes, event))


def _log_of(codes: Sequence[SheetCode], event: EventOrStatements) -> str:
    if isinstance(event, Event):
        return event.id
    return codes[0].match if len(codes) == 1 else ""
