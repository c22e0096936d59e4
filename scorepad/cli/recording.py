"""Entries from a stream, one JSON object a line, each answered once it is durable."""

from __future__ import annotations

import os
import sys
from typing import BinaryIO

from scorepad.cli.sources import bounded
from scorepad.cli.speech import Speech
from scorepad.desk.table import Table
from scorepad.spades.forms import NotReadableFile
from scorepad.spades.matchfile import decode_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text


class NobodyListens(Refused):
    """Whoever was told that entries are durable is gone."""

    def __init__(self, number: int) -> None:
        super().__init__(
            T("nobody reads the answers any more; stopped at line {number}", number=number)
        )


def record_lines(table: Table, source: BinaryIO, speech: Speech) -> None:
    """Record each line; answer `{"ok": ID}` or `{"error": SENTENCE}` at once, and go on.

    What an entry brought besides (warnings, the start of the clock) is said on standard error.
    Cards count as not dealt when time ran out between hands, unless a `time` entry says so.
    Raises `NobodyListens` when an answer cannot be given.
    """
    for number, line in enumerate(bounded(source), 1):
        if line is None or line.strip():
            try:
                _answer(table, number, line, speech)
                sys.stdout.flush()
            except BrokenPipeError:
                # So that what is left in the buffer is not tried again.
                os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
                raise NobodyListens(number) from None


def _answer(table: Table, number: int, line: bytes | None, speech: Speech) -> None:
    try:
        if line is None:
            raise NotReadableFile(T("the line is too long to be an entry"))
        recorded = table.record(decode_entry(line), dealt=False)
    except Refused as refused:
        speech.refused(_LineRefused(number, refused))
        speech.json({"error": speech.words(refused.text)})
    else:
        for text in (*recorded.notices, *recorded.warnings):
            speech.remark(_on_line(number, text))
        speech.json({"ok": recorded.entry.id})


def _on_line(number: int, text: Text) -> Text:
    return T("line {number}: {text}", number=number, text=text)


class _LineRefused(Refused):
    def __init__(self, number: int, refused: Refused) -> None:
        super().__init__(_on_line(number, refused.text))
