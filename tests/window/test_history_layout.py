"""The history in a low panel: nothing is over something else, and nothing is cut through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QContextMenuEvent, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QPushButton

from scorepad.spades.entries import Amend, Bids, Misdeal, Ruling
from scorepad.window.panels.history import HistoryPanel
from tests.window.evening import HAND, NIL_HAND, Evening
from tests.window.find import settle, whole
from tests.window.stage import Stage, delete_closed, one_theme

SCREENS = [
    (1024, 640, 100),
    (1010, 604, 100),
    (1366, 740, 100),
    (1920, 1040, 200),
    (1440, 860, 200),
]


def history(stage: Stage) -> HistoryPanel:
    page = stage.open(HAND, NIL_HAND, HAND)
    table = page.table
    table.record(Ruling(side=1, points=-30, why="late to the table"))
    table.record(
        Amend(
            entry=str(table.match.board.hands[1].bids_id),
            to=Bids(bids=("nil", 4, 6, 3)),
            why="misheard",
        )
    )
    table.record(Misdeal(reason="no spade", seat=2))
    table.undo()
    panel = page.show_panel("history")
    assert isinstance(panel, HistoryPanel)
    settle()
    return panel


def test_nothing_in_the_history_overlaps_or_is_cut(stage: Stage, subtests: pytest.Subtests) -> None:
    history(stage)
    for screen in SCREENS:
        if screen[2] == stage.evening.settings.text_scale:
            stage.window.resize(*screen[:2])
        else:
            stage.show_at(*screen)
        settle()
        with subtests.test(screen=screen):
            panel = stage.page.panel
            assert isinstance(panel, HistoryPanel)
            choose_each_entry(panel)


def choose_each_entry(panel: HistoryPanel) -> None:
    """Choose one entry after the other; the list stays whole, with the chosen entry in sight."""
    entries = panel.entries
    for row in range(entries.model().rowCount()):
        index = entries.model().index(row, 1)
        entries.setCurrentIndex(index)
        settle()
        assert entries.height() >= entries.minimumHeight()
        assert entries.viewport().rect().contains(entries.visualRect(index))
        written = [each for each in panel.findChildren(QPushButton) if each.isVisible()]
        for each in written:
            text = QFontMetrics(each.font()).horizontalAdvance(each.text())
            assert text <= each.width(), f"{each.text()} is cut off"


@pytest.mark.parametrize("size", [(1024, 640), (1366, 768)])
def test_six_entries_are_in_sight(qtbot: Any, tmp_path: Path, size: tuple[int, int]) -> None:
    panel = history(Stage(qtbot, tmp_path, size=size))
    port = panel.entries.viewport().rect()
    rows = range(panel.entries.model().rowCount())
    boxes = [panel.entries.visualRect(panel.entries.model().index(row, 1)) for row in rows]
    assert sum(port.contains(box.center()) for box in boxes) >= 6


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
def test_a_row_offers_what_can_be_done_with_its_entry(stage: Stage) -> None:
    panel = history(stage)
    offered = {}
    for word in ("Ruling", "Undo: misdeal", "undone"):
        panel.filter.setText(word)
        settle()
        at = panel.entries.visualRect(panel.entries.model().index(0, 1)).center()
        port = panel.entries.viewport()
        QTest.mouseClick(port, Qt.MouseButton.RightButton, pos=at)
        asked = QContextMenuEvent(QContextMenuEvent.Reason.Mouse, at, port.mapToGlobal(at))
        QApplication.sendEvent(port, asked)
        offered[word] = []
        for menu in panel.findChildren(QMenu):
            offered[word] += [each.text() for each in menu.actions()]
            menu.close()
        delete_closed()
    assert offered == {
        "Ruling": ["Correct…", "Delete…"],
        "Undo: misdeal": [],
        "undone": ["Restore"],
    }


def test_the_list_keeps_the_focus_and_is_in_sight_in_a_low_panel(
    qtbot: Any, qapp: Any, tmp_path: Path
) -> None:
    one_theme(qapp)
    evening = Evening(tmp_path)
    panel = evening.panel(qtbot, "history", evening.play(HAND, NIL_HAND))
    page = panel.window()
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    panel.focus_typing_start()
    for high in (700, 344, 700):
        page.resize(480, high)
        settle()
        assert panel.entries.hasFocus()
        assert whole(panel.entries)
