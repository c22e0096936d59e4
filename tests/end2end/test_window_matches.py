"""Whole matches of all seven presets through the real window and the real store, to their end."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QApplication

from scorepad import __main__ as composition
from scorepad.desk.desk import Desk
from scorepad.spades.board import Reason
from scorepad.spades.entries import KINDS, Common, Head, kind_of
from scorepad.spades.library import load_library
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.result import outcome_text, result_data
from scorepad.spades.rules import PRESETS
from scorepad.spades.words import format_number
from tests.conftest import DATA
from tests.end2end.window_player import WindowPlayer
from tests.window.evening import RULES, Evening
from tests.window.stage import Stage

LIBRARY = load_library(RULES)
MATCHES = sorted(
    file.stem for file in (DATA / "matches").glob("*.json") if ".expect." not in file.name
)
HAND_FIELDS = ("number", "dealer", "status", "contract", "tricks", "change", "score", "bags")


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Iterator[Stage]:
    """The window over a store on the disk."""
    evening = Evening(tmp_path)
    with composition.Program(str(tmp_path)).open_store(write=True) as store:
        evening.desk = Desk(store, LIBRARY, now=evening.wall, by=lambda: "Pat")
        yield Stage(qtbot, tmp_path, evening=evening)


def expected(name: str) -> dict[str, Any]:
    found: dict[str, Any] = json.loads((DATA / "matches" / f"{name}.expect.json").read_text())
    return found


def play(stage: Stage, head: Head, entries: Iterable[Common]) -> None:
    """Play a match at the window, and paint what it shows in the end: what it shows in between is
    looked at by its own tests."""
    player = WindowPlayer(stage)
    player.start(head)
    for entry in entries:
        player.play(entry)
    stage.window.setUpdatesEnabled(True)
    QApplication.processEvents()


@pytest.mark.parametrize("name", MATCHES)
def test_a_whole_match_is_played_to_its_end(stage: Stage, tmp_path: Path, name: str) -> None:
    file = DATA / "matches" / f"{name}.json"
    played = parse_match_file(file.read_bytes(), LIBRARY, where=name)
    play(stage, played.first_head, played.log)
    page, expect = stage.page, expected(name)
    match = page.table.match
    said = result_data(match)
    for key in ("status", "winner", "tied", "reason", "extra_hand", "score", "bags"):
        assert said[key] == expect[key], key
    for hand, wanted in zip(said["hands"], expect["hands"], strict=True):
        for key in HAND_FIELDS:
            assert hand[key] == wanted[key], (wanted["number"], key)
    # What is seen is what is scored.
    ended = outcome_text(match)
    assert ended is not None
    assert page.bar.line.text() == str(ended)
    for side, total in enumerate(expect["score"]):
        assert page.header.sides[side].total == format_number(total)
    # What is on the disk is what was played.
    with composition.Program(str(tmp_path)).open_store(write=False) as store:
        kept = Desk(store, LIBRARY, now=stage.now, by=str).read(page.table.id)
    assert result_data(kept) == said
    assert {entry.by for entry in kept.log} == {"Pat"}


def test_all_presets_endings_and_kinds_are_among_them() -> None:
    rules, reasons, kinds = set(), set(), set()
    for name in MATCHES:
        file = DATA / "matches" / f"{name}.json"
        match = parse_match_file(file.read_bytes(), LIBRARY, where=name)
        assert match.board.end is not None
        named = match.first_head.rules
        rules.add(named if isinstance(named, str) else str(named["extends"]))
        reasons.add(match.board.end.reason)
        kinds |= {kind_of(entry) for entry in match.log}
    assert rules >= set(PRESETS)
    books = {"boston", "first-hand", "sets-in-a-row"}
    assert reasons == set(Reason.__args__) - books  # type: ignore[attr-defined]
    assert kinds == set(KINDS) - {"hold", "choose", "seat", "dealer"}


def test_undo_takes_a_whole_match_back_and_redo_brings_it_back(stage: Stage) -> None:
    file = DATA / "matches" / "unc-time-extra-hand.json"
    played = parse_match_file(file.read_bytes(), LIBRARY, where=file.name)
    play(stage, played.first_head, played.log[:16])
    page = stage.page
    before = result_data(page.table.match)
    steps = 0
    while page.table.undo_name() is not None:
        stage.window.menus.actions["undo"].trigger()
        steps += 1
    assert result_data(page.table.match)["hands"] == []
    for _step in range(steps):
        stage.window.menus.actions["redo"].trigger()
    assert result_data(page.table.match) == before
