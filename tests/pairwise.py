"""Rows of a test over several axes, in which each two values of two axes meet in at least one row.

A full product grows with every axis; faults nearly always lie in one value or in two that meet.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations, product
from typing import Any


def pairwise(*axes: Sequence[Any]) -> list[tuple[Any, ...]]:
    """Rows with one value of each axis, always the same: at every step the row that has the most
    pairs which no row before has."""
    rows = list(product(*(range(len(axis)) for axis in axes)))
    pairs = {row: set(combinations(enumerate(row), 2)) for row in rows}
    missing = set().union(*pairs.values())
    chosen = []
    while missing:
        best = max(rows, key=lambda row: len(pairs[row] & missing))
        missing -= pairs[best]
        chosen.append(best)
    return [
        tuple(axis[place] for axis, place in zip(axes, row, strict=True)) for row in sorted(chosen)
    ]
