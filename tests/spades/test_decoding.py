"""Which JSON says one thing only, within bounds."""

from __future__ import annotations

from contextlib import nullcontext

import pytest

from scorepad.spades.decoding import NotReadableFile, refuse_ambiguous_json
from scorepad.spades.library import Library
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused


@pytest.mark.parametrize(
    ("data", "is_unambiguous"),
    [
        (b'{"text": "a", "of": [1, {"text": "b"}]}', True),
        (b'{"text": "a:b"}', True),
        (b'{"text": "a", "text": "b"}', False),
        (b'{"of": [{"text": "a", "text": "b"}]}', False),
        (b'{"text": "a"', False),
        (b"", False),
        (b"[" * 2_000 + b"]" * 2_000, False),
        (b'{"points": ' + b"9" * 400 + b"}", False),
    ],
)
def test_json_with_a_key_twice_broken_too_deep_or_too_large_is_ambiguous(
    data: bytes, is_unambiguous: bool
) -> None:
    with nullcontext() if is_unambiguous else pytest.raises(NotReadableFile):
        refuse_ambiguous_json(data)


def test_a_match_file_of_a_newer_format_is_refused(library: Library) -> None:
    with pytest.raises(
        Refused, match=r"^it uses format 2, from a newer version of Scorepad; this version reads"
    ):
        parse_match_file(b'{"scorepad": 2}', library)
