"""Names are cut between what is seen as letters."""

from __future__ import annotations

import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.spades.letters import cut, seen


@pytest.mark.parametrize(
    ("text", "most", "left"),
    [
        ("Aces and Kings", 4, "Aces"),
        ("e\u0301e\u0301", 3, "e\u0301"),
        ("\u0915\u094d\u0937\u0915\u093f", 4, "\u0915\u094d\u0937"),
        ("\u0915\u094d\u0937", 2, ""),
        ("A\U0001f1ea\U0001f1f8\U0001f1eb\U0001f1f7", 4, "A\U0001f1ea\U0001f1f8"),
        ("\U0001f44d\U0001f3fd!", 1, ""),
        ("\U0001f469\u200d\U0001f680 Ann", 2, ""),
    ],
)
def test_no_letter_is_cut_in_two(text: str, most: int, left: str) -> None:
    assert cut(text, lambda part: len(part) <= most) == left
    assert cut(text, lambda part: len(part) <= len(text)) == text


def test_what_nobody_sees_is_left_out() -> None:
    assert seen("\u2660\ufe0f Ac\u200bes\u2069\U000e0100") == "\u2660 Aces"


@given(st.text(max_size=40), st.integers(min_value=0, max_value=40))
def test_what_is_cut_begins_as_the_whole_and_fits(text: str, most: int) -> None:
    left = cut(text, lambda part: len(part) <= most)
    assert text.startswith(left)
    assert len(left) <= most
    rest = text[len(left) :]
    assert not rest or unicodedata.category(rest[0])[0] != "M" or not left
