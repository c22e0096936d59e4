"""An evening under “Books (house)”: by keys, then by mouse, each to a signed result on paper."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from scorepad.spades.bidding import COUNT_KEYS
from scorepad.spades.library import load_library
from scorepad.spades.result import signatures
from scorepad.spades.rulefile import plain_rules
from tests.spades.books_referee import Game
from tests.window.evening import RULES, read
from tests.window.find import find_all, settle
from tests.window.stage import Stage, press_keys
from tests.window.test_evening_by_pointer import Pointer, save_as

BOOKS = plain_rules(load_library(RULES).get("books"))
HANDS = (
    # The bids of both teams in the order they are bid, the tricks of Aces, and the totals then.
    (6, 6, 7, (60, 60)),
    (10, 4, 4, (100, -40)),  # Kings bid 10 and took 9
    (6, 5, 6, (160, -90)),  # Kings reneged: 3 of their 7 books moved to Aces
    (4, 10, 10, (360, -130)),  # ten for two hundred, and the 350 are reached
)
RENEGE_IN = 3
CTRL = Qt.KeyboardModifier.ControlModifier
RIGHT, ENTER = Qt.Key.Key_Right, Qt.Key.Key_Return


@pytest.mark.parametrize("by_mouse", [False, True], ids=["by keys", "by mouse"])
def test_an_evening_of_books(qtbot: Any, tmp_path: Path, by_mouse: bool) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    pointer = Pointer(stage, by_touch=False)
    page = stage.open(rules=BOOKS, first_dealer=3)
    stage.activate()

    def count(number: int) -> None:
        if by_mouse:
            pointer.press(page.bar.keys.keys[COUNT_KEYS[number]])
        else:
            press_keys(stage, COUNT_KEYS[number])

    def renege_by_kings() -> None:
        if not by_mouse:
            press_keys(stage, "r", modifiers=CTRL)
            press_keys(stage, RIGHT, ENTER)
        else:
            stage.window.do("renege")  # the menu of a pop-up button needs a screen
            assert page.panel is not None
            pointer.press_button(page.panel, "Team: Kings")
        settle()
        assert page.panel is not None
        assert "Offense 1 for Kings in this match: 3 tricks are removed." in read(page.panel)
        if by_mouse:
            pointer.press_button(page.panel, "Record the renege")
        else:
            press_keys(stage, ENTER, ENTER)

    for number, (one, other, took, totals) in enumerate(HANDS, start=1):
        count(one)
        count(other)
        if number == RENEGE_IN:
            renege_by_kings()
            assert page.panel is None
        count(took)
        if by_mouse:
            pointer.press_button(page.bar, "Record")
        else:
            press_keys(stage, ENTER)
        assert page.table.match.board.score == totals, number

    end = page.table.match.board.end
    assert end is not None
    assert (end.reason, end.winner) == ("target", 0)
    pointer.press_button(page.bar, "Sign the result")
    assert page.panel is not None
    for name in ("Ann signs for Aces", "Bo signs for Kings"):
        pointer.press_button(page.panel, name)
    assert None not in signatures(page.table.match)
    pointer.press(find_all(page.panel, QPushButton, "Close")[0])

    pointer.press_button(page.bar, "Print the sheet")
    stage.qtbot.waitUntil(lambda: stage.window.page is None)
    save_as(pointer, stage.window, tmp_path / "sheet.pdf", "Save as PDF…")
    pointer.press_button(stage.window, "Close")
    assert (tmp_path / "sheet.pdf").read_bytes().startswith(b"%PDF")
    stage.window.do("export")
    assert page.panel is not None
    pointer.press_button(page.panel, "Format: JSON")
    save_as(pointer, page.panel, tmp_path / "match.json", "Save as…")
    exported = json.loads((tmp_path / "match.json").read_text(encoding="utf-8"))
    second = Game(BOOKS | {"boston": {"bid_wins": False}, "first_hand": {"counts_as_set": True}}, 3)
    for entry in exported["log"]:
        second.take(entry)
    assert second.end == ("target", 0, False)
    assert second.score == [*HANDS[-1][-1]]
