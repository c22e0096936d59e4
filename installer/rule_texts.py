"""Collects the prose of the rule sets that ship, for translation (`words.sh` has Babel call it).

Ids, names, the titles of source documents and the places in them are citations: they stand in
every language as the document has them.
"""

from __future__ import annotations

import sys
import tomllib
from collections.abc import Collection, Iterator, Mapping
from typing import IO, Any, TypeAlias

BabelMessage: TypeAlias = "tuple[int, None, str, list[str]]"
"""What Babel wants of a text: line (0 if unknown), function (none), text, translator's notes."""

RULING = "a ruling"


def extract(
    file: IO[bytes],
    _keywords: Collection[str],
    _comment_tags: Collection[str],
    **_options: Mapping[str, Any],
) -> Iterator[BabelMessage]:
    """Yield every text of a rule set file that people read, with a note for the translator."""
    try:
        rules = tomllib.load(file)
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        sys.exit(f"words: {file.name} isn't valid TOML: {error}")
    if "edition" in rules:
        yield _message(rules["edition"], "edition of a document")
    for text in rules.get("checklist", ()):
        yield _message(_prose(text, "text"), "checked before the first deal")
    for text in rules.get("play", ()):
        yield _message(_prose(text, "text"), "play")
    for text in rules.get("deal", {}).get("misdeals", ()):
        yield _message(text, "a ground for a misdeal, in a list")
    for ruling in rules.get("ruling", ()):
        yield _message(ruling["question"], RULING)
        yield _message(ruling["reading"], RULING)
        for text in ruling.get("options", ()):
            yield _message(_prose(text, "reading"), RULING)


def _prose(item: str | Mapping[str, Any], key: str) -> str:
    """Return a text that may stand in a table with the parameters that it is about."""
    return item if isinstance(item, str) else str(item[key])


def _message(text: str, note: str) -> BabelMessage:
    return 0, None, text, [f"Rule set: {note}."]
