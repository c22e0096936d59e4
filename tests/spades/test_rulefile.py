"""A rule set file that is no TOML: where it is wrong, in words that can be translated."""

from __future__ import annotations

import pytest

from scorepad.spades.rulefile import RulesError, parse_toml

FAULTS = {
    'id = "x': "isn't valid TOML: it ends too soon",
    "x = [1,": "isn't valid TOML: it ends too soon",
    "x = {a = 1": "isn't valid TOML: it ends too soon",
    'id = "x"\n[a\n': "isn't valid TOML: there is an error on line 2, character 3",
    "x = 1 y = 2": "isn't valid TOML: there is an error on line 1, character 7",
    "\x01": "isn't valid TOML: there is an error on line 1, character 1",
    "id = 1\nid = 2\n": "isn't valid TOML: line 2 repeats a key",
    "[game]\n[game]\n": "isn't valid TOML: line 2 repeats a key",
    "x = {a = 1, a = 2}": "isn't valid TOML: line 1 repeats a key",
    "a.b = 1\na.b.c = 2": "isn't valid TOML: its last key appears twice",
    "a = " + "[" * 5000: "is nested too deeply for a rule set",
}


@pytest.mark.parametrize("text", FAULTS, ids=lambda text: repr(text)[:30])
def test_what_is_no_toml(text: str) -> None:
    with pytest.raises(RulesError) as caught:
        parse_toml(text.encode(), "house.toml")
    assert str(caught.value) == f"house.toml: {FAULTS[text]}"


def test_what_is_no_text() -> None:
    with pytest.raises(RulesError, match=r"^house\.toml: isn't UTF-8 text$"):
        parse_toml('id = "x"'.encode("utf-16"), "house.toml")


def test_what_windows_writes() -> None:
    assert parse_toml(b'\xef\xbb\xbfid = "x"\r\n', "house.toml") == {"id": "x"}
