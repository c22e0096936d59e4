"""What became of an import, and what it left to look at, in words for the screen."""

from __future__ import annotations

from scorepad.desk.desk import ImportResult
from scorepad.desk.event_desk import EventImportResult
from scorepad.spades.naming import table_name
from scorepad.spades.words import N, T


def describe_import(result: ImportResult, file: str) -> str:
    """Return what became of the match in a file that was imported."""
    if result.created:
        sentence = str(T("Imported {file}", file=file))
    elif result.new:
        sentence = str(
            T(
                "{file}: joined with the match that is here, {what}",
                file=file,
                what=N("{n} new entry", "{n} new entries", result.new),
            )
        )
    else:
        sentence = str(T("{file} is already here; nothing changed", file=file))
    if result.table_in_use:
        table = table_name(result.table_in_use)
        sentence += " · " + str(
            T("a match of this round is played at {table} already", table=table)
        )
    return append_open_questions(sentence, result)


def append_open_questions(sentence: str, result: ImportResult | EventImportResult) -> str:
    """Return a sentence about an import with what is unfit since, what waits, and whether there
    are two versions."""
    parts = [sentence]
    if unfit := len(result.unfit):
        text = N(
            "{n} entry did not fit and counts nothing",
            "{n} entries did not fit and count nothing",
            unfit,
        )
        parts.append(str(text))
    if result.waiting:
        text = N(
            "{n} entry waits for one that is not here",
            "{n} entries wait for one that is not here",
            result.waiting,
        )
        parts.append(str(text))
    if result.has_versions:
        parts.append(str(T("there are two versions: open it to choose one")))
    return " · ".join(parts)
