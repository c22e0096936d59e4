"""Words of the program's own that no screen may show: code words, fields, classes, ids."""

from __future__ import annotations

import re
from collections.abc import Iterable
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec

from scorepad.desk import ports
from scorepad.events import entries as event_entries
from scorepad.spades import board, entries, rules
from scorepad.spades.parameters import parameters
from scorepad.spades.rules import PRESETS

MODULES: Final = (rules, board, entries, event_entries, ports)
ENGLISH: Final = {"all-or-nothing", "check-in", "head-to-head", "high-card", "round-robin"}
"""Code words that people use too."""
# A sheet prints the id of its match, and what verifies it names that.
UUID: Final = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


def literals(hint: Any) -> set[str]:
    """Return the texts that a type allows."""
    if get_origin(hint) is Literal:
        return {each for each in get_args(hint) if isinstance(each, str)}
    return {text for part in get_args(hint) for text in literals(part)}


def internal_words() -> set[str]:
    """Return the code words, fields and classes of rule sets, entries and what is kept."""
    words = {each.path for each in parameters()} | {*PRESETS}
    for module in MODULES:
        for name, value in vars(module).items():
            words |= literals(value)
            if isinstance(value, type) and issubclass(value, msgspec.Struct):
                hints = get_type_hints(value, include_extras=True)
                words |= {name, str(value.__struct_config__.tag), *value.__struct_fields__}
                words |= {text for hint in hints.values() for text in literals(hint)}
    # Of one word, people may say it as well.
    return {each for each in words - ENGLISH if re.search(r"\w[-_.]\w|[a-z][A-Z]", each)}


INTERNAL: Final = re.compile(
    r"`|(?<![\w-])(?:"
    + "|".join(map(re.escape, sorted(internal_words())))
    + rf")(?![\w-])|(?<!match )(?<!Match ){UUID}"
)


def found_in(texts: Iterable[str]) -> set[tuple[str, str]]:
    """Return the internal words in texts, each with its text."""
    return {(hit[0], text) for text in texts for hit in INTERNAL.finditer(text)}
