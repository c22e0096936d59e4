"""A rule set file that is no TOML: where it is wrong, in words that can be translated."""

from __future__ import annotations

import pytest

from scorepad.spades.rulefile import RulesError, parse_toml

FAULTS = {
    'id = "x': "is not TOML: it breaks off",
    "x = [1,": "is not TOML: it breaks off",
    "x = {a = 1": "is not TOML: it breaks off",
    'id = "x"\n[a\n': "is not TOML: line 2, character 3 is wrong",
    "x = 1 y = 2": "is not TOML: line 1, character 7 is wrong",
    "\x01": "is not TOML: line 1, character 1 is wrong",
    "id = 1\nid = 2\n": "is not TOML: what line 2 says stands there twice",
    "[game]\n[game]\n": "is not TOML: what line 2 says stands there twice",
    "x = {a = 1, a = 2}": "is not TOML: what line 1 says stands there twice",
    "a.b = 1\na.b.c = 2": "is not TOML: its last key stands there twice",
    "a = " + "[" * 5000: "is nested too deep to be a rule set",
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: repr(text)[:30])
def test_what_is_no_toml(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_toml(text.encode(), "house.toml")
    assert str(caught.value) == f"house.toml: {FAULTS[text]}"


def test_what_is_no_text() -> None:
    with pytest.raises(RulesError, match=r"^house\.toml: is not UTF-8 text$"):
        parse_toml('id = "x"'.encode("utf-16"), "house.toml")


def test_what_windows_writes() -> None:
    assert parse_toml(b'\xef\xbb\xbfid = "x"\r\n', "house.toml") == {"id": "x"}
