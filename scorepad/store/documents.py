"""Documents that were made are looked up here, by the hash of their bytes and by a code."""

from __future__ import annotations

from typing import Any

import msgspec
from sqlalchemy import Connection, bindparam
from sqlmodel import col, select

from scorepad.desk.ports import DocumentRecord
from scorepad.store.errors import Damaged
from scorepad.store.lines import Document, decode_line
from scorepad.store.logs import IN_ORDER_OF_ARRIVAL
from scorepad.store.tables import LineRow

_OF_HASH = (
    select(LineRow.hash, LineRow.line)
    .where(col(LineRow.entry) == bindparam("sha256"), col(LineRow.log) == "")
    .order_by(IN_ORDER_OF_ARRIVAL)
)
_WITH_TEXT = (
    select(LineRow.hash, LineRow.line)
    # Whether the code stands in it as one of its codes is seen when it is decoded.
    .where(
        col(LineRow.log) == "",
        col(LineRow.entry).is_not(None),
        col(LineRow.line).contains(bindparam("text"), autoescape=False),
    )
    .order_by(IN_ORDER_OF_ARRIVAL)
)
_encode = msgspec.json.Encoder().encode


def encode_document(document: DocumentRecord) -> bytes:
    """Return what the line of a document says."""
    return _encode(document)


def find_document(connection: Connection, sha256: str) -> DocumentRecord | None:
    """Return the document whose bytes have this hash, as it was last made; raises `Damaged`."""
    documents = _read(connection.execute(_OF_HASH, {"sha256": sha256}))
    return documents[-1] if documents else None


def documents_with_code(connection: Connection, code: str) -> list[DocumentRecord]:
    """Return the documents that show what has this code, oldest first; raises `Damaged`."""
    documents = _read(connection.execute(_WITH_TEXT, {"text": code}))
    return [each for each in documents if code in each.codes]


def _read(rows: Any) -> list[DocumentRecord]:
    documents = []
    for line_hash, text in rows:
        line = decode_line(text.encode())
        if line is None or line.hash != line_hash:
            raise Damaged
        if isinstance(line.content, Document):
            documents.append(line.content.record)
    return documents
