"""Entries from a stream, one JSON object a line, each answered once it is durable."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import BinaryIO

from scorepad.cli.sources import bounded
from scorepad.cli.speech import Speech
from scorepad.cli.streams import Unsaid, hush
from scorepad.desk.table import Table
from scorepad.spades.forms import NotReadableFile
from scorepad.spades.matchfile import decode_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text


class Unanswered(Refused):
    """Whoever is told what was recorded is gone, or what he is told cannot be written."""

    def __init__(self, unsaid: Unsaid) -> None:
        super().__init__(unsaid.text)


def record_lines(table: Table, source: BinaryIO, speech: Speech) -> None:
    """Record each line; answer `{"ok": ID}` or `{"error": SENTENCE}` at once, and go on.

    What an entry brought besides (warnings, the start of the clock) is said on standard error.
    Cards count as not dealt when time ran out between hands, unless a `time` entry says so.
    Raises `Unanswered` when an answer cannot be given.
    """
    for number, line in enumerate(bounded(source), 1):
        if line is None or line.strip():
            _answer(table, number, line, speech)


def _answer(table: Table, number: int, line: bytes | None, speech: Speech) -> None:
    try:
        if line is None:
            raise NotReadableFile(T("the line is too long to be an entry"))
        recorded = table.record(decode_entry(line), dealt=False)
    except Refused as refused:
        speech.refused(_LineRefused(number, refused))
        with _answering(speech, number, T("nothing was recorded")):
            speech.json({"error": str(refused.text)})
    else:
        speech.told.update(recorded.notices)
        for text in (*recorded.notices, *recorded.warnings):
            speech.remark(_on_line(number, text))
        with _answering(speech, number, T("the entry was recorded")):
            speech.json({"ok": recorded.entry.id})


@contextmanager
def _answering(speech: Speech, number: int, done: Text) -> Iterator[None]:
    try:
        with speech.acknowledging(_on_line(number, done)):
            yield
    except Unsaid as unsaid:
        hush()
        raise Unanswered(unsaid) from None


def _on_line(number: int, text: Text) -> Text:
    return T("line {number}: {text}", number=number, text=text)


class _LineRefused(Refused):
    def __init__(self, number: int, refused: Refused) -> None:
        super().__init__(_on_line(number, refused.text))
