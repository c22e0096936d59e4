"""A part of the soak; `make soak` has the whole of it."""

from __future__ import annotations

from tests.share.soak import soak


def test_killed_at_any_byte_nothing_is_lost_and_all_show_the_same() -> None:
    figures = soak(1000, seconds=5.0)
    assert figures.is_good, "\n".join([str(figures), *figures.told])
    assert figures.kills > 0
