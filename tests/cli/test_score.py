"""`scorepad score`: results as they are defined, in order, the refused ones in their place."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from tests.cli.conftest import EXAMPLE, Scorepad

MATCHES = Path(__file__).parents[1] / "data" / "matches"
DOCUMENTS = Path(__file__).parents[1] / "data" / "documents.ndjson"
TWELVE = {**EXAMPLE, "log": [
    {"kind": "note", "text": "a"},
    {"kind": "bids", "bids": [4, 3, 2, 5]},
    {"kind": "note", "text": "b"},
    {"kind": "tricks", "tricks": [7, 5, None, None]},
]}  # fmt: skip


def lines(*matches: Any) -> bytes:
    return b"".join(json.dumps(match).encode() + b"\n" for match in matches)


def test_the_example_of_the_definition(scorepad: Scorepad, match_file: Path) -> None:
    """SCORING.md 5, with its ruling of −30 against side 0."""
    match = json.loads(match_file.read_text("utf-8"))
    match["log"].append({"kind": "ruling", "side": 0, "points": -30, "why": "late to the table"})
    match_file.write_text(json.dumps(match), "utf-8")
    said = scorepad("score", "--json", match_file)
    assert (said.status, said.err) == (0, "")
    (scored,) = said.json
    assert list(scored) == [
        "rules", "status", "winner", "tied", "reason", "extra_hand", "score", "bags",
        "next_dealer", "hands", "adjustments", "warnings",
    ]  # fmt: skip
    assert scored["score"] == [71, 80]
    assert scored["bags"] == [1, 0]
    assert scored["next_dealer"] == 1
    (hand,) = scored["hands"]
    assert hand["lines"] == [
        [
            {
                "what": "contract",
                "points": 40,
                "bags": 0,
                "rule": "Scoring 1",
                "origin": "document",
            },
            {
                "what": "overtricks",
                "points": 1,
                "bags": 1,
                "rule": "Scoring 2",
                "origin": "document",
            },
            {"what": "nil", "points": 60, "bags": 0, "rule": "Scoring, Nil", "origin": "document"},
        ],
        [{"what": "contract", "points": 80, "bags": 0, "rule": "Scoring 1", "origin": "document"}],
    ]
    del hand["lines"]
    assert hand == {
        "number": 1, "dealer": 0, "status": "scored", "contract": [4, 8], "tricks": [5, 8],
        "change": [101, 80], "score": [101, 80], "bags": [1, 0],
    }  # fmt: skip
    assert scored["adjustments"] == [
        {"side": 0, "points": -30, "bags": 0, "why": "late to the table", "after_hand": 1}
    ]


def test_the_documents_own_examples(scorepad: Scorepad, tmp_path: Path) -> None:
    cases = [json.loads(line) for line in DOCUMENTS.read_text("utf-8").splitlines()]
    assert len(cases) >= 20
    file = tmp_path / "documents.ndjson"
    file.write_bytes(lines(*(case["match"] for case in cases)))
    said = scorepad("score", "--json", file)
    assert said.status == 0
    for case, scored in zip(cases, said.json, strict=True):
        expect = case["expect"]
        hand = scored["hands"][-1]
        if "change" in expect:
            assert hand["change"][expect["side"]] == expect["change"], case["case"]


@pytest.mark.parametrize("source", ["file", "-"])
def test_a_refused_match_stands_in_its_place_and_the_others_are_scored(
    scorepad: Scorepad, tmp_path: Path, source: str
) -> None:
    data = lines(EXAMPLE) + b"\n" + lines(TWELVE, EXAMPLE)
    file = tmp_path / "many.ndjson"
    file.write_bytes(data)
    name = str(file) if source == "file" else "-"
    said = scorepad("score", "--json", name, stdin=data if source == "-" else b"")
    sentence = f"{name}:3: entry 4 (tricks): 7 + 5 = 12 tricks; a hand has 13"
    assert [next(iter(each)) for each in said.json] == ["rules", "error", "rules"]
    assert said.json[1] == {"error": sentence}
    assert said.sentence == sentence


def test_in_one_file_the_sentence_names_the_file(scorepad: Scorepad, tmp_path: Path) -> None:
    file = tmp_path / "twelve.json"
    file.write_text(json.dumps(TWELVE), "utf-8")
    sentence = f"{file}: entry 4 (tricks): 7 + 5 = 12 tricks; a hand has 13"
    said = scorepad("score", "--json", file)
    assert said.json == [{"error": sentence}]
    assert said.sentence == sentence
    plain = scorepad("score", file)
    assert plain.out == ""
    assert plain.sentence == sentence


def test_files_are_scored_in_order(scorepad: Scorepad, match_file: Path) -> None:
    names = ["washburn-target", "chicago-tie", "unc-forfeit"]
    files = [MATCHES / f"{name}.json" for name in names]
    said = scorepad("score", "--json", files[0], match_file, "/nowhere.json", *files[1:])
    assert said.status == 2
    assert [each.get("reason", "–") for each in said.json] == [
        "target", None, "–", "target", "forfeit",
    ]  # fmt: skip


def test_the_sheet_in_letters_has_every_number(scorepad: Scorepad) -> None:
    said = scorepad("score", MATCHES / "unc-time-extra-hand.json")
    assert said.status == 0
    assert said.lines[0] == "Spring intramurals · Round 2 · 4 · UNC"
    assert said.lines[-1] == "Aces wins 187–56: decided by an extra hand"
    table = said.lines[4:-2]
    assert len({line.index("−70") + 3 for line in table if line.count("−70") == 1}) == 1
    assert any("ruling" in line and "talk across the table" in line for line in table)
    fourth = next(line for line in table if line.lstrip().startswith("4 "))
    assert "4 + nil" in fourth
    assert "−20" in fourth
    assert "extra hand" in table[-1]
    assert "-" not in "".join(table).replace("->", ""), "minus signs are U+2212"


def test_columns_stay_aligned_under_any_names(scorepad: Scorepad, tmp_path: Path) -> None:
    names = ["Ann", "王小明", "Jose\u0301", "عمر", "a\nb\tc", "Ann Bo " * 8]
    for name in names:
        match = {**EXAMPLE, "teams": [
            {"name": name, "players": [name, "Cy"]},
            {"name": "Kings", "players": ["Bo", "Di"]},
        ]}  # fmt: skip
        file = tmp_path / "names.json"
        file.write_text(json.dumps(match), "utf-8")
        said = scorepad("score", file)
        assert len(said.lines) == 9, said.out
        if len(name) < 40:
            head = said.lines[5]
            assert said.lines[4].index("Kings") == head.index("bids", head.index("bids") + 1)


@pytest.mark.parametrize("file", sorted(MATCHES.glob("*.json")), ids=lambda file: file.stem)
def test_every_match_has_a_sheet_in_letters(scorepad: Scorepad, file: Path) -> None:
    if file.name.endswith(".expect.json"):
        said = scorepad("score", file)
        assert "isn't a field here" in said.sentence or "missing" in said.sentence
        return
    said = scorepad("score", file)
    (scored,) = scorepad("score", "--json", file).json
    assert said.status == 0
    numbers = [line.split()[0] for line in said.lines[5:] if line.split()[:1]]
    for hand in scored["hands"]:
        assert str(hand["number"]) in numbers
    assert len([line for line in said.lines if line.startswith("Warning")]) == len(
        scored["warnings"]
    )


def test_hundreds_of_matches_stream(scorepad: Scorepad, tmp_path: Path) -> None:
    whole = json.loads((MATCHES / "washburn-target.json").read_text("utf-8"))
    file = tmp_path / "many.ndjson"
    count = 300
    file.write_bytes(lines(whole) * count)
    said = scorepad("score", "--json", file)
    assert said.status == 0
    assert len(said.lines) == count
    assert len(set(said.lines)) == 1
