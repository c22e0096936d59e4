"""Files whose entries have odd ids or name odd entries: each is said, and nothing stops the log."""

from __future__ import annotations

import json
import time
from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.ids import uuid7
from tests.cli.conftest import Scorepad
from tests.cli.test_matches import entries

MATCH_ID = "6a0f3c1e-7f2c-4d8e-9b1a-2f5f8f1f0a11"
FIRST, SECOND, THIRD = (uuid7(1_780_000_000_000 + n, n) for n in range(3))
MISSING = uuid7(1_780_000_000_000, 99)
YEAR_9999 = "e677d21f-dbff-7fff-bfff-ffffffffffff"
BIDS = {"kind": "bids", "bids": [4, 3, 2, 2]}
TRICKS = {"kind": "tricks", "tricks": [4, 3, 3, 3]}
BEGINNING: dict[str, Any] = {**BIDS, "id": FIRST, "after": ""}


def import_log(scorepad: Scorepad, tmp_path: Path, *log: dict[str, Any]) -> Any:
    file = tmp_path / "match.json"
    match = {"id": MATCH_ID, "rules": "washburn", "log": log}
    file.write_text(json.dumps(match), "utf-8")
    return scorepad("import", file)


def kept_log(scorepad: Scorepad) -> list[dict[str, Any]]:
    log: list[dict[str, Any]] = scorepad("show", MATCH_ID, "--json").json[0]["log"]
    return log


@pytest.mark.parametrize(
    ("odd", "waiting"),
    [
        pytest.param([{**TRICKS, "id": SECOND, "after": MISSING}], 1, id="nothing"),
        pytest.param([{**TRICKS, "id": SECOND, "after": SECOND}], 1, id="itself"),
        pytest.param(
            [
                {**TRICKS, "id": SECOND, "after": THIRD},
                {**BIDS, "id": THIRD, "after": SECOND},
            ],
            2,
            id="a circle",
        ),
        pytest.param(
            [{"kind": "choose", "id": SECOND, "entry": MISSING, "why": "agreed"}],
            1,
            id="a choice of nothing",
        ),
    ],
)
def test_what_names_an_odd_entry_waits_is_said_and_stops_nothing(
    scorepad: Scorepad, tmp_path: Path, odd: list[dict[str, Any]], waiting: int
) -> None:
    said = import_log(scorepad, tmp_path, BEGINNING, *odd)
    assert said.status == 0
    one = "entry can't be used until an earlier entry arrives"
    more = "entries can't be used until earlier entries arrive"
    sentence = one if waiting == 1 else more
    assert f"{waiting} {sentence}" in said.err
    assert f"{waiting} {sentence}" in scorepad("check").out
    assert [each["id"] for each in kept_log(scorepad)] == [FIRST, *(each["id"] for each in odd)]
    recorded = scorepad("record", MATCH_ID, stdin=entries(TRICKS, BIDS))
    assert [each["hand"] for each in recorded.json] == [1, 2]


def test_a_choice_of_what_is_not_here_is_said_with_the_match(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    choice = {"kind": "choose", "id": SECOND, "entry": MISSING, "why": "agreed"}
    import_log(scorepad, tmp_path, BEGINNING, choice)
    shown = scorepad("show", MATCH_ID)
    assert (
        "the version that was chosen isn't on this computer yet, so the choice has no effect yet"
        in shown.out + shown.err
    )


@pytest.mark.parametrize("odd_id", ["b", "7", MATCH_ID, YEAR_9999])
def test_an_id_that_no_laptop_makes_gets_another_and_the_same_file_changes_nothing(
    scorepad: Scorepad, tmp_path: Path, odd_id: str
) -> None:
    log = (
        BEGINNING,
        {**TRICKS, "id": odd_id, "after": FIRST},
        {**BIDS, "id": THIRD, "after": odd_id},
    )
    assert import_log(scorepad, tmp_path, *log).status == 0
    kept = kept_log(scorepad)
    assert [each["kind"] for each in kept] == ["bids", "tricks", "bids"]
    assert kept[1]["id"] not in (odd_id, FIRST, THIRD)
    assert kept[2]["after"] == kept[1]["id"]
    assert "nothing new for match" in import_log(scorepad, tmp_path, *log).out
    assert scorepad("record", MATCH_ID, stdin=entries(TRICKS)).json[0]["hand"] == 2
    again = scorepad("record", MATCH_ID, stdin=entries({**BIDS, "id": odd_id}))
    assert "already has the ID" in again.json[0]["error"]


def test_one_id_with_two_contents_is_refused_and_nothing_is_kept(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    said = import_log(scorepad, tmp_path, BEGINNING, {**TRICKS, "id": FIRST, "after": FIRST})
    assert said.status == 2
    assert "an earlier entry already has the ID" in said.err
    assert import_log(scorepad, tmp_path, BEGINNING).status == 0
    other = import_log(scorepad, tmp_path, {**BEGINNING, "bids": [3, 3, 3, 3]})
    assert other.status == 2
    assert "disagree on entry" in other.err
    assert kept_log(scorepad)[0]["bids"] == [4, 3, 2, 2]


def test_two_contents_of_one_id_in_two_feeds_are_said(scorepad: Scorepad, tmp_path: Path) -> None:
    """Both are kept, and every list and `check` says so (LAPTOPS.md 3.6)."""
    other = tmp_path / "other"
    file = tmp_path / "match.json"
    for folder, text in ((None, "rain"), (other, "sun")):
        at = [] if folder is None else ["--data", folder]
        log = [BEGINNING, {"kind": "note", "id": SECOND, "text": text}]
        file.write_text(json.dumps({"id": MATCH_ID, "rules": "washburn", "log": log}), "utf-8")
        assert scorepad(*at, "import", file).status == 0
    (feed,) = (other / "feeds").iterdir()
    assert scorepad("restore", feed).status == 0
    (listed,) = scorepad("matches", "--json").json
    assert listed["doubled"] == 1
    assert "1 entry exists in two versions" in scorepad("check").out
    assert "1 entry exists in two versions" in scorepad("show", MATCH_ID).out


def test_a_line_that_two_laptops_recorded_counts_once_and_is_gone_on_from(
    scorepad: Scorepad, tmp_path: Path
) -> None:
    """Each laptop gave the odd id of a script another one; they are one entry (LAPTOPS.md 3.1)."""
    other = tmp_path / "other"
    for at in ([], ["--data", other]):
        file = tmp_path / "match.json"
        file.write_text(json.dumps({"id": MATCH_ID, "rules": "washburn", "log": []}), "utf-8")
        assert scorepad(*at, "import", file).status == 0
        said = scorepad(*at, "record", MATCH_ID, stdin=entries({**BIDS, "id": "b"}))
        assert said.json[0]["hand"] == 1
        time.sleep(0.002)  # s: the time is in the ids
    (feed,) = (other / "feeds").iterdir()
    assert scorepad("restore", feed).status == 0
    assert scorepad("record", MATCH_ID, stdin=entries(TRICKS)).json[0]["hand"] == 1
    assert [each["kind"] for each in kept_log(scorepad)] == ["bids", "tricks"]
    assert scorepad("check").status == 0


def test_what_a_recorded_line_names_is_what_came_last(scorepad: Scorepad, tmp_path: Path) -> None:
    import_log(scorepad, tmp_path, BEGINNING)
    for after in (MISSING, "nothing", THIRD, ""):
        said = scorepad("record", MATCH_ID, stdin=entries({**TRICKS, "after": after}))
        assert "something else was recorded here" in said.json[0]["error"]
    lines = entries({"kind": "note", "text": "loose", "after": FIRST}, {**TRICKS, "after": FIRST})
    said = scorepad("record", MATCH_ID, stdin=lines)
    assert said.status == 0
    assert said.json[1]["hand"] == 1
