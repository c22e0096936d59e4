"""Order the parts of a line as they are drawn, where scripts of both directions meet in it.

The Unicode Bidirectional Algorithm (UAX #9) gives every character a level: an even one for left to
right, an odd one for right to left.  HarfBuzz needs whole runs in reading order and their
directions, so the levels are computed here from the characters' classes (rules W1 to I2, and L2).
Explicit embeddings and pairs of brackets have no rules here: names and sentences have none.

Isolates are taken out, ordered by themselves and put back, so that a Hebrew team name doesn't turn
the score beside it around.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator
from itertools import groupby
from typing import Final, NamedTuple, TypeAlias

from scorepad.spades.words import (
    END_ISOLATE,
    ISOLATE,
    ISOLATE_STARTS,
    has_right_to_left,
    without_isolates,
)

_LEFT_TO_RIGHT, _RIGHT_TO_LEFT = "\u2066", "\u2067"
"""They begin an isolate whose direction is given (LRI and RLI)."""
_PLACEHOLDER = "\ufffc"
"""A neutral character in the place of an isolate."""
_RIGHT: Final = ("R", "AL")
"""The classes of letters that are written from right to left."""
_NUMBERS: Final = ("EN", "AN")
_NEUTRALS: Final = ("B", "S", "WS", "ON")


class _Part(NamedTuple):
    """A part of a text: plain, or the content of an isolate, with the character that begins it."""

    text: str
    start: str | None = None


_Run: TypeAlias = tuple[int, list[_Part]]
"""A level, and the parts that have it, in reading order."""


def resolve_isolates(text: str) -> str:
    """Give every isolate its direction, so that any part of the text can be drawn by itself."""
    if ISOLATE not in text:
        return text
    outer, inner = _extract_isolates(text)
    waiting = iter(inner)
    result: list[str] = []
    for part, start in _split_run(outer, waiting):
        if start is None:
            result.append(part)
        else:
            within = resolve_isolates(part)
            first = start if start != ISOLATE else _isolate_start_of(within)
            result.append(f"{first}{within}{END_ISOLATE}")
    return "".join(result)


def starts_of_unclosed_isolates(text: str) -> str:
    """Return the characters that begin isolates which a part of a text leaves open.  They have
    to be repeated before the next part."""
    starts: list[str] = []
    for character in text:
        if character in ISOLATE_STARTS:
            starts.append(character)
        elif character == END_ISOLATE and starts:
            starts.pop()
    return "".join(starts)


def visual_runs(text: str, base: int | None = None) -> Iterator[tuple[str, bool]]:
    """Yield the runs of a line in the order they are drawn: the text in reading order, and
    whether it runs from right to left.

    The line has the direction `base` (0: from the left, 1: from the right), else as its first
    letter outside of isolates does: a sentence runs in the direction of its own words, not of the
    names in it.
    """
    if not has_right_to_left(text):
        plain = without_isolates(text)
        if plain:
            yield plain, False
        return
    outer, inner = _extract_isolates(text)
    waiting = iter(inner)
    runs = [
        (level, list(_split_run(letters, waiting))) for level, letters in _split_levels(outer, base)
    ]
    for level, parts in _reorder_runs(runs):
        rtl = level % 2 == 1
        for part, start in reversed(parts) if rtl else parts:
            if start is not None:
                yield from visual_runs(part, {_LEFT_TO_RIGHT: 0, _RIGHT_TO_LEFT: 1}.get(start))
            else:
                yield part, rtl


def _isolate_start_of(text: str) -> str:
    """Return the character that begins an isolate in the direction of a text."""
    return _RIGHT_TO_LEFT if _base_level(_extract_isolates(text)[0]) else _LEFT_TO_RIGHT


def _extract_isolates(text: str) -> tuple[str, list[_Part]]:
    """Put a placeholder for each outermost isolate of a text, and return the isolates."""
    outer: list[str] = []
    inner: list[_Part] = []
    depth, start = 0, 0
    for at, character in enumerate(text):
        if character in ISOLATE_STARTS:
            if depth == 0:
                start = at + 1
            depth += 1
        elif character == END_ISOLATE:
            if depth == 1:
                inner.append(_Part(text[start:at], text[start - 1]))
                outer.append(_PLACEHOLDER)
            depth = max(0, depth - 1)
        elif depth == 0:
            outer.append(" " if character == _PLACEHOLDER else character)
    if depth:
        inner.append(_Part(text[start:], text[start - 1]))
        outer.append(_PLACEHOLDER)
    return "".join(outer), inner


def _split_run(run: str, waiting: Iterator[_Part]) -> Iterator[_Part]:
    """Yield the parts of a run in reading order; each placeholder takes the next isolate."""
    for at, part in enumerate(run.split(_PLACEHOLDER)):
        if at:
            yield next(waiting)
        if part:
            yield _Part(part)


def _split_levels(text: str, base: int | None) -> list[tuple[int, str]]:
    """Return the runs of one level each, in reading order."""
    levels = _levels(text, _base_level(text) if base is None else base)
    return [(level, "".join(letters)) for level, letters in groupby(text, lambda _: next(levels))]


def _base_level(text: str) -> int:
    """Return the level of a line: that of its first letter (rules P2 and P3)."""
    strong = (each for each in map(unicodedata.bidirectional, text) if each in ("L", *_RIGHT))
    return int(next(strong, "L") in _RIGHT)


def _levels(text: str, base: int) -> Iterator[int]:
    """Yield the level of each character of a line with this base level."""
    outer = "LR"[base]
    classes = _resolved_numbers([unicodedata.bidirectional(each) or "L" for each in text], base)
    before = outer
    for neutral, group in groupby(enumerate(classes), lambda each: each[1] in _NEUTRALS):
        places = [at for at, _ in group]
        end = places[-1] + 1
        if neutral:  # N1 and N2: between two of one direction they have it, else that of the line
            behind = _direction(classes[end]) if end < len(classes) else outer
            classes[places[0] : end] = [before if before == behind else outer] * len(places)
        before = _direction(classes[end - 1])
    for kind in classes:  # I1 and I2
        yield base + (0 if kind == outer else 2 if kind in _NUMBERS and not base else 1)


def _direction(kind: str) -> str:
    """Return the direction of a class, as neutral characters beside it see it."""
    return "L" if kind == "L" else "R"


def _resolved_numbers(classes: list[str], base: int) -> list[str]:
    """Return the classes of a line's characters after rules W1 to W7, which are about marks and
    numbers.  A character that is not drawn counts as a mark."""
    outer = "LR"[base]
    for at, kind in enumerate(classes):
        if kind in ("NSM", "BN"):
            classes[at] = classes[at - 1] if at else outer
    strong = outer
    for at, kind in enumerate(classes):
        if kind in ("L", *_RIGHT):
            strong = kind
        elif kind == "EN" and strong == "AL":
            classes[at] = "AN"
    classes = ["R" if kind == "AL" else kind for kind in classes]
    for at in range(1, len(classes) - 1):
        one, kind, other = classes[at - 1 : at + 2]
        if one == other and ((kind == "ES" and one == "EN") or (kind == "CS" and one in _NUMBERS)):
            classes[at] = one
    for order in (range(1, len(classes)), range(len(classes) - 2, -1, -1)):
        step = -1 if order.step > 0 else 1
        for at in order:
            if classes[at] == "ET" and classes[at + step] == "EN":
                classes[at] = "EN"
    classes = ["ON" if kind in ("ES", "ET", "CS") else kind for kind in classes]
    strong = outer
    for at, kind in enumerate(classes):
        if kind in ("L", "R"):
            strong = kind
        elif kind == "EN" and strong == "L":
            classes[at] = "L"
    return classes


def _reorder_runs(runs: list[_Run]) -> list[_Run]:
    """Bring runs into the order they are drawn (the algorithm's rule L2): for every level, from
    the highest down, each row of runs of at least that level is reversed."""
    for level in range(max((level for level, _ in runs), default=0), 0, -1):
        at = 0
        while at < len(runs):
            end = at
            while end < len(runs) and runs[end][0] >= level:
                end += 1
            runs[at:end] = reversed(runs[at:end])
            at = max(end, at + 1)
    return runs
