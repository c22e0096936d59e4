"""In which order the parts of a line are drawn, when scripts of both directions meet in it.

The levels are python-bidi's (the Unicode Bidirectional Algorithm); kept here is what a sheet
needs besides: whole runs for the shaper, and isolates, so that a Hebrew team name does not turn
round the score that stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import TypeAlias

import msgspec
from bidi import algorithm

from scorepad.spades.directions import (
    END,
    ISOLATE,
    STARTS,
    isolated,
    right_to_left,
    without_isolates,
)
from scorepad.spades.words import Field, Text

__all__ = [
    "END",
    "ISOLATE",
    "isolated",
    "isolated_fields",
    "right_to_left",
    "settled",
    "still_open",
    "visual_runs",
    "without_isolates",
]
_LEFT, _RIGHT = "\u2066", "\u2067"
_PLACE = "\ufffc"
_Isolate: TypeAlias = tuple[str, str]
"""What it holds, and what begins it."""
_Parts: TypeAlias = list[tuple[str, str | None]]


def settled(text: str) -> str:
    """The same text; every isolate says which way it runs, so that a part of it can be told."""
    if ISOLATE not in text:
        return text
    outer, inner = _split(text)
    waiting = iter(inner)
    told: list[str] = []
    for letters, isolate in _parts(outer, waiting):
        if isolate is None:
            told.append(letters)
        else:
            within = settled(letters)
            told.append(f"{isolate if isolate != ISOLATE else _way(within)}{within}{END}")
    return "".join(told)


def still_open(text: str) -> str:
    """What begins the isolates that a part of a text leaves open: they go on in the next part."""
    open_: list[str] = []
    for character in text:
        if character in STARTS:
            open_.append(character)
        elif character == END and open_:
            open_.pop()
    return "".join(open_)


def _way(text: str) -> str:
    return _RIGHT if algorithm.get_base_level(_split(text)[0]) else _LEFT


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


def visual_runs(text: str, base: int | None = None) -> Iterator[tuple[str, bool]]:
    """The runs of one line in the order they are drawn: text in reading order, and whether it
    runs from right to left.  The line runs as its first letter outside of isolates does, unless
    `base` is given (0: from the left, 1: from the right): so one that our words join runs as
    they do, whatever names stand in it."""
    if not right_to_left(text):
        plain = without_isolates(text)
        if plain:
            yield plain, False
        return
    outer, inner = _split(text)
    waiting = iter(inner)
    runs = [(level, list(_parts(letters, waiting))) for level, letters in _level_runs(outer, base)]
    for level, parts in _reordered(runs):
        rtl = level % 2 == 1
        for part, isolate in reversed(parts) if rtl else parts:
            if isolate is not None:
                yield from visual_runs(part, {_LEFT: 0, _RIGHT: 1}.get(isolate))
            else:
                yield part, rtl


def _parts(run: str, waiting: Iterator[_Isolate]) -> Iterator[tuple[str, str | None]]:
    """What a run is made of, in reading order: its own text, and isolates with what begins them."""
    for at, part in enumerate(run.split(_PLACE)):
        if at:
            yield next(waiting)
        if part:
            yield part, None


def _split(text: str) -> tuple[str, list[_Isolate]]:
    """The text with each outermost isolate replaced by one neutral character, and the isolates."""
    outer: list[str] = []
    inner: list[_Isolate] = []
    depth, start = 0, 0
    for at, character in enumerate(text):
        if character in STARTS:
            if depth == 0:
                start = at + 1
            depth += 1
        elif character == END:
            if depth == 1:
                inner.append((text[start:at], text[start - 1]))
                outer.append(_PLACE)
            depth = max(0, depth - 1)
        elif depth == 0:
            outer.append(" " if character == _PLACE else character)
    if depth:
        inner.append((text[start:], text[start - 1]))
        outer.append(_PLACE)
    return "".join(outer), inner


def _level_runs(text: str, base: int | None) -> list[tuple[int, str]]:
    """The runs of one embedding level, in reading order."""
    storage = algorithm.get_empty_storage()
    if base is None:
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
