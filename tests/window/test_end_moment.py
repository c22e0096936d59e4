"""The end of a game stands large in the place of the entry bar, until something is pressed."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QAccessible, QFontMetrics
from PySide6.QtTest import QTest

from scorepad.spades.entries import Forfeit
from scorepad.window.match.table_page import TablePage
from tests.window.evening import HAND, read
from tests.window.find import settle, whole
from tests.window.stage import Stage


def won(stage: Stage) -> TablePage:
    """The Aces have just reached the target."""
    page = stage.open(HAND, (HAND[0], None), agreed={"game": {"target": 120}})
    settle()
    stage.type("8\n")
    settle()
    return page


def shown_end(page: TablePage) -> str:
    """Return what the moment says to a screen reader; empty where it is not shown."""
    if not page.bar.end.isVisible():
        return ""
    node = QAccessible.queryAccessibleInterface(page.bar.end)
    assert node.role() == QAccessible.Role.StaticText
    return node.text(QAccessible.Text.Name)


RESULT = "Aces win 142–100: first to 120."


def test_the_result_stands_large_in_the_place_of_the_bar(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for screen in ((1024, 640, 100), (1920, 1080, 100), (1366, 768, 200)):
        with subtests.test(screen=screen):
            stage.clear()
            stage.show_at(*screen)
            stage.add()
            page = won(stage)
            assert shown_end(page).startswith(RESULT)
            assert not page.bar.line.isVisible()
            assert not page.bar.signed.isVisible()
            assert whole(page.bar.end)
            lines, font = page.bar.end.fit_result()
            assert font.pixelSize() >= 40
            metrics = QFontMetrics(font)
            assert all(metrics.horizontalAdvance(line) <= page.bar.end.width() for line in lines)


def test_the_moment_of_the_end_comes_once_and_goes(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a key ends the moment and does what it always does"):
        page = won(stage)
        QTest.keyClick(page.bar, Qt.Key.Key_E)
        settle()
        assert shown_end(page) == ""
        assert page.bar.line.isVisible()
        assert page.bar.signed.isVisible()
        assert page.panel is not None
        assert page.panel.accessibleName() == "Correct a hand"
    with subtests.test("undo takes the end back and the moment with it"):
        page = won(stage)
        QTest.keyClick(stage.window, Qt.Key.Key_Z, Qt.KeyboardModifier.ControlModifier)
        settle()
        assert not page.table.match.board.is_over
        assert shown_end(page) == ""
    with subtests.test("it comes once and not for a game that was over"):
        page = won(stage)
        table = page.table
        QTest.mousePress(page.sheet.viewport(), Qt.MouseButton.LeftButton)
        assert shown_end(page) == ""
        stage.window.tables.close_table(table.id)
        assert shown_end(stage.show(stage.evening.desk.open(table.id))) == ""
    with subtests.test("a forfeit and time end with it too"):
        page = stage.open(HAND)
        page.table.record(Forfeit(side=1, why="two players left"))
        settle()
        assert shown_end(page) == "Aces win by forfeit. Two players left."
        page = stage.open(HAND)
        stage.pass_(60)
        stage.pass_(31 * 60)
        stage.pass_(3)
        stage.type("\n")
        settle()
        assert shown_end(page).startswith("Aces win 71–50 on time.")


def test_it_is_read_out(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    texts: list[str] = []

    def hear(event: Any) -> None:
        texts.append(event.message() if hasattr(event, "message") else "")

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    won(stage)
    assert [text for text in texts if text.startswith(RESULT)]


def test_enter_after_the_game_says_that_it_records_nothing(stage: Stage) -> None:
    page = won(stage)
    entries = len(page.table.match.log)
    QTest.keyClick(page.bar, Qt.Key.Key_Return)
    settle()
    assert shown_end(page) == "", "the first key ends the moment"
    QTest.keyClick(page.bar, Qt.Key.Key_Return)
    assert "The game is over: “Enter” records nothing." in read(page.bar)
    assert len(page.table.match.log) == entries
