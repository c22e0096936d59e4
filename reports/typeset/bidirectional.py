"""Order the parts of a line as they are drawn, where scripts of both directions meet in it.

The Unicode Bidirectional Algorithm gives every character a level: an even one for left to right, an
odd one for right to left.  python-bidi computes the levels.  Its `get_display` returns only the
reordered characters, while HarfBuzz needs whole runs in reading order and their directions; so the
steps of its `bidi.algorithm`, which have no other public entrance, are called here one by one.

Those steps do not know isolates.  Here they are taken out, ordered by themselves and put back, so
that a Hebrew team name does not turn round the score that stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple, TypeAlias

from bidi import algorithm

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
"""A neutral character that stands where an isolate was taken out."""


class _Part(NamedTuple):
    """A part of a text: plain, or what an isolate holds, with the character that begins it."""

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


def open_isolate_starts(text: str) -> str:
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

    The line runs as `base` says (0: from the left, 1: from the right), else as its first letter
    outside of isolates does: a sentence of ours runs as its own words do, whatever names stand in
    it.
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
    return (
        _RIGHT_TO_LEFT if algorithm.get_base_level(_extract_isolates(text)[0]) else _LEFT_TO_RIGHT
    )


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
