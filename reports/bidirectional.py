"""In which order the parts of a line are drawn, when scripts of both directions meet in it.

The levels are python-bidi's (the Unicode Bidirectional Algorithm); kept here is what a sheet
needs besides: whole runs for the shaper, and isolates, so that a Hebrew team name does not turn
round the score that stands beside it.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from bidi import algorithm

from scorepad.spades.words import Field, Text

ISOLATE, END = "\u2068", "\u2069"
_STARTS = ("\u2066", "\u2067", ISOLATE)
_PLACE = "\ufffc"
_Parts: TypeAlias = list[tuple[str, bool]]
_RTL = ("R", "AL", "AN", "RLE", "RLO")


def right_to_left(text: str) -> bool:
    """Does anything in it run from right to left?"""
    return not text.isascii() and any(unicodedata.bidirectional(c) in _RTL for c in text)


def isolated(text: str) -> str:
    """A name as a part of a sentence of either direction."""
    return f"{ISOLATE}{text}{END}" if right_to_left(text) else text


def without_isolates(text: str) -> str:
    """A sentence for a table: only what is drawn needs its names isolated."""
    return text if text.isascii() else text.replace(ISOLATE, "").replace(END, "")


def isolated_fields(text: Text) -> Text:
    """The same sentence, with every name in it isolated."""
    if not text.fields:
        return text

    def field(value: Field) -> Field:
        if isinstance(value, Text):
            return isolated_fields(value)
        return isolated(value) if isinstance(value, str) else value

    fields = tuple((name, field(value)) for name, value in text.fields)
    return msgspec.structs.replace(text, fields=fields)


def visual_runs(text: str) -> Iterator[tuple[str, bool]]:
    """The runs of one line in the order they are drawn: text in reading order, and whether it
    runs from right to left."""
    if not right_to_left(text):
        plain = "".join(c for c in text if c not in _STARTS and c != END)
        if plain:
            yield plain, False
        return
    outer, inner = _split(text)
    waiting = iter(inner)
    runs = [(level, list(_parts(letters, waiting))) for level, letters in _level_runs(outer)]
    for level, parts in _reordered(runs):
        rtl = level % 2 == 1
        for part, isolate in reversed(parts) if rtl else parts:
            if isolate:
                yield from visual_runs(part)
            else:
                yield part, rtl


def _parts(run: str, waiting: Iterator[str]) -> Iterator[tuple[str, bool]]:
    """What a run is made of, in reading order: its own text, and (True) isolates."""
    for at, part in enumerate(run.split(_PLACE)):
        if at:
            yield next(waiting), True
        if part:
            yield part, False


def _split(text: str) -> tuple[str, list[str]]:
    """The text with each outermost isolate replaced by one neutral character, and the isolates."""
    outer: list[str] = []
    inner: list[str] = []
    depth, start = 0, 0
    for at, character in enumerate(text):
        if character in _STARTS:
            if depth == 0:
                start = at + 1
            depth += 1
        elif character == END:
            if depth == 1:
                inner.append(text[start:at])
                outer.append(_PLACE)
            depth = max(0, depth - 1)
        elif depth == 0:
            outer.append(" " if character == _PLACE else character)
    if depth:
        inner.append(text[start:])
        outer.append(_PLACE)
    return "".join(outer), inner


def _level_runs(text: str) -> list[tuple[int, str]]:
    """The runs of one embedding level, in reading order."""
    storage = algorithm.get_empty_storage()
    base = algorithm.get_base_level(text)
    storage["base_level"] = base
    storage["base_dir"] = "LR"[base]
    algorithm.get_embedding_levels(text, storage)
    algorithm.explicit_embed_and_overrides(storage)
    algorithm.resolve_weak_types(storage)
    algorithm.resolve_neutral_types(storage, debug=False)
    algorithm.resolve_implicit_levels(storage, debug=False)
    runs: list[tuple[int, str]] = []
    for character in storage["chars"]:
        level, letter = character["level"], character["ch"]
        if runs and runs[-1][0] == level:
            runs[-1] = (level, runs[-1][1] + letter)
        else:
            runs.append((level, letter))
    return runs


def _reordered(runs: list[tuple[int, _Parts]]) -> list[tuple[int, _Parts]]:
    """Rule L2: from the highest level down, whatever is at least that deep is turned round."""
    for level in range(max((level for level, _ in runs), default=0), 0, -1):
        at = 0
        while at < len(runs):
            end = at
            while end < len(runs) and runs[end][0] >= level:
                end += 1
            runs[at:end] = reversed(runs[at:end])
            at = max(end, at + 1)
    return runs
