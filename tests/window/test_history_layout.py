"""The history in a low panel: nothing lies over something else, and nothing is cut through."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtGui import QColor, QFontMetrics
from PySide6.QtWidgets import QPushButton, QWidget

from scorepad.spades.entries import Amend, Bids, Misdeal, Ruling
from scorepad.window.panels.history import HistoryPanel
from scorepad.window.widgets import theme
from tests.window.evening import HAND, NIL_HAND, Evening
from tests.window.find import settle, whole
from tests.window.stage import Stage, one_theme
from tests.window.written import picture_of

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


def steps(panel: HistoryPanel) -> list[QPushButton]:
    """The buttons for undo and redo."""
    buttons = panel.findChildren(QPushButton)
    return [
        next(each for each in buttons if each.accessibleName().startswith(name))
        for name in ("Undo", "Redo")
    ]


def place(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, QPoint(0, 0)), widget.size())


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
    """Choose one entry after the other; nothing overlaps or is cut."""
    entries = panel.entries
    # No line of an entry is cut through at the list's lower edge.
    colors = theme.colors()
    grounds = {colors.surface, colors.wash, colors.line, colors.accent}
    for row in range(entries.count()):
        entries.setCurrentRow(row)
        settle()
        undo, redo = (place(each, panel) for each in steps(panel))
        assert not undo.intersects(redo)
        for button in steps(panel):
            assert panel.rect().contains(place(button, panel))
            assert button.height() >= theme.touch_height()
            written = QFontMetrics(button.font()).horizontalAdvance(button.text())
            assert written <= button.width(), "its text is cut off"
        listed = place(entries, panel)
        assert not listed.intersects(undo.united(redo))
        assert entries.height() >= entries.minimumHeight()
        assert entries.viewport().rect().contains(entries.visualItemRect(entries.item(row)))
        last = picture_of(entries.viewport())
        seen = {QColor(last.pixel(x, last.height() - 1)).name() for x in range(last.width())}
        assert seen <= grounds, (row, seen)


def test_undo_and_redo_are_named_where_there_is_room(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1366, 768))
    panel = history(stage)
    undo, redo = steps(panel)
    named = ("Undo: correction of bids of hand 2", "Redo: misdeal")
    assert (undo.text(), redo.text()) == named
    stage.window.resize(1010, 560)
    settle()
    assert (undo.text(), redo.text()) == ("Undo", "Redo")
    assert undo.accessibleName() == undo.toolTip() == named[0]
    stage.window.resize(1366, 768)
    settle()
    assert (undo.text(), redo.text()) == named


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
