"""The result of an import, and its open questions, in words for the screen."""

from __future__ import annotations

from scorepad.desk.desk import ImportResult
from scorepad.desk.event_desk import EventImportResult
from scorepad.spades.naming import table_name
from scorepad.spades.words import N, T


def describe_import(result: ImportResult, file: str) -> str:
    """Return the result for the match in a file that was imported."""
    if result.created:
        sentence = str(T("Imported {file}", file=file))
    elif result.new:
        sentence = str(
            T(
                "{file}: merged with the match you already have, {what} added",
                file=file,
                what=N("{n} new entry", "{n} new entries", result.new),
            )
        )
    else:
        sentence = str(T("{file} is already in Scorepad; nothing changed", file=file))
    if result.table_in_use:
        table = table_name(result.table_in_use)
        sentence += " · " + str(T("a match in this round is already at {table}", table=table))
    return append_open_questions(sentence, result)


def append_open_questions(sentence: str, result: ImportResult | EventImportResult) -> str:
    """Return a sentence about an import with its unfit and waiting entries, and a second
    version."""
    parts = [sentence]
    if unfit := len(result.unfit):
        text = N(
            "{n} entry conflicts with others and doesn't count",
            "{n} entries conflict with others and don't count",
            unfit,
        )
        parts.append(str(text))
    if result.waiting:
        text = N(
            "{n} entry can't be used until an earlier entry arrives",
            "{n} entries can't be used until earlier entries arrive",
            result.waiting,
        )
        parts.append(str(text))
    if result.has_versions:
        parts.append(str(T("there are two versions; open the match or event to choose one")))
    return " · ".join(parts)
