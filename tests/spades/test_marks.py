"""What a score line is marked with on sheets and screens."""

from __future__ import annotations

import pytest

from scorepad.spades.marks import Mark, mark_of_points_line


@pytest.mark.parametrize(
    ("kind", "points", "mark"),
    [
        ("nil", 100, "nil-made"),
        ("blind-nil", -200, "nil-failed"),
        ("bag-penalty", -100, "bag-penalty"),
        ("renege", -30, "renege"),
        ("contract", 40, None),
    ],
)
def test_a_score_line_has_the_mark_of_its_kind(kind: str, points: int, mark: Mark | None) -> None:
    assert mark_of_points_line(kind, points) == mark
