"""The end of a game is a moment: who won, the score, the reason, and what to do next."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible
from PySide6.QtTest import QTest

from scorepad.spades.entries import Forfeit
from scorepad.window.match.table_page import TablePage
from tests.window.evening import HAND, read
from tests.window.find import button, settle, whole
from tests.window.stage import Stage


def won(stage: Stage) -> TablePage:
    """The Aces have just reached the target."""
    page = stage.open(HAND, (HAND[0], None), agreed={"game": {"target": 120}})
    settle()
    stage.type("8\n")
    settle()
    return page


def shown_end(page: TablePage) -> str:
    """Return the result and the reason, as a screen reader reads them; "" while it is played."""
    if not page.table.match.board.is_over:
        return ""
    node = QAccessible.queryAccessibleInterface(page.bar.line)
    assert node.role() == QAccessible.Role.StaticText
    return ". ".join(node.text(QAccessible.Text.Name).split("  "))


RESULT = "Aces wins 142–100: first to 120."


def test_winner_score_reason_and_next_steps_are_in_sight(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for screen in ((1024, 640, 100), (1920, 1080, 100)):
        with subtests.test(screen=screen):
            stage.clear()
            stage.show_at(*screen)
            stage.add()
            page = won(stage)
            assert shown_end(page).startswith(RESULT)
            assert whole(page.bar.line)
            assert page.bar.line.font().pixelSize() >= 32
            for step in ("Sign the result", "Print the sheet", "Next table"):
                assert whole(button(page.bar, step))


def test_it_comes_with_every_end_and_goes_with_undo(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("undo takes the end back"):
        page = won(stage)
        QTest.keyClick(stage.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        settle()
        assert shown_end(page) == ""
    with subtests.test("a forfeit and time end with it too"):
        page = stage.open(HAND)
        page.table.record(Forfeit(side=1, why="two players left"))
        settle()
        assert shown_end(page) == "Aces wins by forfeit. Two players left."
        page = stage.open(HAND)
        stage.pass_(60)
        stage.pass_(31 * 60)
        stage.pass_(3)
        stage.type("\n")
        settle()
        assert shown_end(page).startswith("Aces wins 71–50: time ran out.")


def test_it_is_read_out(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []

    def hear(event: Any) -> None:
        texts.append(event.message() if hasattr(event, "message") else "")

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    won(stage)
    assert [text for text in texts if text.startswith(RESULT[:-1])]


def test_a_key_after_the_game_corrects_its_latest_hand(stage: Stage) -> None:
    page = won(stage)
    QTest.keyClick(page.bar, Qt.Key.Key_E)
    settle()
    assert "Correct hand 2" in read(page.bar)


@pytest.mark.parametrize("key", ["history", "sign"])
def test_another_match_begins_beside_a_panel(
    stage: Stage, subtests: pytest.Subtests, key: str
) -> None:
    for screen in ((1024, 640, 100), (1366, 768, 200), (1024, 640, 200)):
        with subtests.test(screen=screen):
            stage.clear()
            stage.show_at(*screen)
            page = won(stage)
            page.show_panel(key)
            settle()
            assert whole(button(page.bar, "New match like this"))
