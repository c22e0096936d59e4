"""What an import left to look at, in words for the screen."""

from __future__ import annotations

from scorepad.desk.desk import ImportResult
from scorepad.desk.event_desk import EventImportResult
from scorepad.spades.words import N, Words


def with_open_questions(
    sentence: str, result: ImportResult | EventImportResult, words: Words
) -> str:
    """Return a sentence about an import with what is unfit since, what waits, and whether there
    are two versions."""
    parts = [sentence]
    if unfit := len(result.unfit):
        text = N(
            "{n} entry did not fit and counts nothing",
            "{n} entries did not fit and count nothing",
            unfit,
        )
        parts.append(words(text))
    if result.waiting:
        text = N(
            "{n} entry waits for one that is not here",
            "{n} entries wait for one that is not here",
            result.waiting,
        )
        parts.append(words(text))
    if result.has_versions:
        parts.append(words("there are two versions: open it to choose one"))
    return " · ".join(parts)
