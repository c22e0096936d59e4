"""Whole matches, played to their end, against expectations reckoned by hand.

`<name>.json` is a match file; `<name>.expect.json` says what the document makes of it, hand by
hand, each with the sentence it comes `from` (see `tests/data/README.md`).
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any, get_args

import pytest

from scorepad.spades.board import Reason
from scorepad.spades.entries import KINDS
from scorepad.spades.library import Library
from scorepad.spades.matchfile import encode_match_file, parse_match_file
from scorepad.spades.result import outcome_text, result_data
from scorepad.spades.rules import PRESETS

FOLDER = Path(__file__).parents[1] / "data" / "matches"
NAMES = sorted(
    path.stem for path in FOLDER.glob("*.json") if not path.name.endswith(".expect.json")
)


def load(name: str) -> Any:
    return json.loads((FOLDER / f"{name}.json").read_text("utf-8"))


def expected(name: str) -> Any:
    return load(f"{name}.expect")


@pytest.mark.parametrize("name", NAMES)
def test_the_match_comes_out_as_reckoned_by_hand(name: str, library: Library) -> None:
    expect = expected(name)
    match = parse_match_file((FOLDER / f"{name}.json").read_bytes(), library)
    scored = result_data(match)
    for hand, wanted in zip(scored["hands"], expect["hands"], strict=True):
        known = {key: value for key, value in wanted.items() if key != "from"}
        assert {key: hand[key] for key in known} == known, wanted["from"]
    assert scored["adjustments"] == expect["adjustments"]
    assert len(scored["warnings"]) == expect["warnings"], scored["warnings"]
    for key in ("status", "winner", "tied", "reason", "extra_hand", "score", "bags"):
        assert scored[key] == expect[key], key
    assert outcome_text(match) is not None


@pytest.mark.parametrize("name", NAMES)
def test_every_prefix_of_the_match_is_still_played_until_its_end(
    name: str, library: Library
) -> None:
    """The end falls where the expectations say it does: with the last counting hand, not before."""
    data = load(name)
    closing = [
        index for index, entry in enumerate(data["log"]) if entry["kind"] in ("bids", "tricks")
    ]
    for index in closing[:-2]:
        prefix = {**data, "log": data["log"][: index + 1]}
        scored = result_data(parse_match_file(json.dumps(prefix).encode(), library))
        assert scored["status"] == "playing", f"over after entry {index + 1}"


@pytest.mark.parametrize("name", NAMES)
def test_the_match_comes_back_from_its_own_file(name: str, library: Library) -> None:
    match = parse_match_file((FOLDER / f"{name}.json").read_bytes(), library)
    written = encode_match_file(match)
    again = parse_match_file(written, library)
    assert result_data(again) == result_data(match)
    assert encode_match_file(again) == written


@pytest.mark.parametrize(
    ("name", "ruling", "status", "winner", "score"),
    [
        ("washburn-target", {"side": 0, "points": -6}, "playing", None, [499, 318]),
        ("washburn-target", {"side": 0, "points": -5}, "over", 0, [500, 318]),
        ("alpha-theta-target", {"side": 1, "points": -3}, "over", 0, [504, 503]),
        ("alpha-theta-target", {"side": 1, "points": -2}, "playing", None, [504, 504]),
        ("chicago-tie", {"side": 0, "points": 1}, "over", 0, [535, 534]),
        ("unc-forfeit", {"side": 0, "points": -100}, "over", 0, [178, 201]),
    ],
)
def test_a_ruling_after_the_end_is_judged_anew_unless_the_end_is_final(
    name: str,
    ruling: dict[str, Any],
    status: str,
    winner: int | None,
    score: list[int],
    library: Library,
) -> None:
    data = load(name)
    data["log"].append({"kind": "ruling", "why": "found out afterwards", **ruling})
    scored = result_data(parse_match_file(json.dumps(data).encode(), library))
    assert (scored["status"], scored["winner"], scored["score"]) == (status, winner, score)


def test_every_preset_has_a_match_of_eight_hands_or_more() -> None:
    long = {
        load(name)["rules"]
        for name in NAMES
        if isinstance(load(name)["rules"], str) and len(expected(name)["hands"]) >= 8
    }
    assert long == set(PRESETS)


def test_every_ending_and_every_kind_of_entry_occurs() -> None:
    # Those of the "books" game are in `test_books.py`.
    books = {"boston", "first-hand", "sets-in-a-row"}
    assert {expected(name)["reason"] for name in NAMES} == set(get_args(Reason)) - books
    kinds = {entry["kind"] for name in NAMES for entry in load(name)["log"]}
    between_laptops = {"hold", "choose"}
    # An old store has these matches; who sat and who dealt later is in `test_seats.py`.
    later = {"seat", "dealer"}
    assert kinds == set(KINDS) - between_laptops - later


def test_every_status_of_a_closed_hand_occurs() -> None:
    statuses = {hand["status"] for name in NAMES for hand in expected(name)["hands"]}
    assert statuses == {"scored", "lost", "void", "after-end"}
