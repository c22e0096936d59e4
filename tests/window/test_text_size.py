"""Another text size at the next start."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QStyle,
    QStyleOptionComboBox,
    QTreeView,
    QWidget,
)

from scorepad.spades.entries import Clock
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.widgets import theme
from scorepad.window.widgets.inputs import TEXT_EDGES, ComboBox, Stepper
from tests.window.evening import HAND, read
from tests.window.find import find, line
from tests.window.stage import Stage

SIZE = (1500, 1000)


def settle() -> None:
    for _turn in range(5):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def stepper(page: QWidget | None) -> Stepper:
    """The field for the text size."""
    assert isinstance(page, SettingsPage)
    return find(page, Stepper, "Text size")


def test_a_text_size_that_is_chosen_applies_at_the_next_start(stage: Stage) -> None:
    stage.open(HAND)
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, SettingsPage)
    pixels, window = stage.look.pixels, stage.window
    stepper(page).set_value(150)
    page.keep()
    settle()
    assert "Takes effect the next time Scorepad starts." in read(page)
    page.choose("theme", "dark")
    page.choose("theme", "light")
    assert stage.window is window
    assert stage.look.pixels == pixels, "another theme doesn't bring the size either"
    stage.restart()
    assert stage.look.pixels == round(pixels * 1.5)


def test_a_half_typed_size_is_not_applied(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=SIZE)
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, SettingsPage)
    size = stepper(page).line
    size.selectAll()
    qtbot.keyClicks(size, "1")
    page.keep()
    assert stage.evening.settings.text_scale == 100
    assert stage.window.stack.currentWidget() is page
    qtbot.keyClicks(size, "30")
    page.keep()
    assert stage.evening.settings.text_scale == 130


def test_palette_and_minutes_are_in_sight_in_large_text(stage: Stage) -> None:
    stage.open(HAND).table.record(Clock(do="start"))
    for percent in (100, 200):
        stage.show_at(1366, 768, percent)
        page = stage.page
        stage.window.do("find")
        settle()
        assert stage.window.pages is not None
        palette = stage.window.finder.frame
        header = page.header.mapTo(stage.window, QPoint(0, page.header.height()))
        assert palette.y() >= header.y(), percent
        assert palette.geometry().bottom() < stage.window.height(), percent
        assert palette.list.isVisible(), percent
        palette.leave()
    stage.window.do("clock-add")
    settle()
    assert stage.page.panel is not None
    minutes = line(stage.page.panel, "Minutes to add")
    assert stage.window.focusWidget() is minutes
    assert minutes.visibleRegion().boundingRect().height() == minutes.height()


@pytest.mark.parametrize("key", ["list", "floor"])
def test_with_large_text_a_list_shows_some_rows_whole(qtbot: Any, tmp_path: Path, key: str) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640), percent=200)
    for number in range(1, 8):
        stage.window.tables.open_without_showing(stage.evening.play(HAND, table=str(number)))
    stage.window.do(key)
    settle()
    rows = find(stage.window, QTreeView)
    below = rows.viewport().height()
    places = [rows.visualRect(rows.model().index(row, 0)) for row in range(7)]
    assert sum(each.top() >= 0 and each.bottom() < below for each in places) > 1
    assert rows.verticalScrollBar().maximum() > 0


@pytest.mark.parametrize("key", ["new", "tables", "settings"])
@pytest.mark.parametrize("size", [(1024, 640), (1366, 768)])
def test_with_large_text_every_field_has_room_for_what_is_typed(
    qtbot: Any, tmp_path: Path, key: str, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size, percent=200)
    stage.window.do(key)
    settle()
    page = stage.window.stack.currentWidget()
    assert page is not None
    fields = [each for each in page.findChildren(QLineEdit) if each.isVisible()]
    for each in fields:
        right = each.mapTo(page, each.rect().bottomRight()).x()
        assert each.width() >= theme.em(4), each.accessibleName()
        assert right < page.width() - theme.em(1), each.accessibleName()
    assert len(fields) > 6


def test_a_choice_is_whole_as_soon_as_it_has_room(qtbot: Any) -> None:
    box, text = ComboBox([(1, "Sportsmanship")]), "Sportsmanship"
    qtbot.addWidget(box)
    font = box.font()
    font.setPixelSize(30)
    box.setFont(font)
    box.show()
    option, parts = QStyleOptionComboBox(), QStyle.ComplexControl.CC_ComboBox
    shown = []
    for wide in range(120, 400):
        box.resize(wide, box.height())
        box.initStyleOption(option)
        field = QStyle.SubControl.SC_ComboBoxEditField
        room = box.style().subControlRect(parts, option, field, box).width() - TEXT_EDGES
        has_room = room >= box.fontMetrics().horizontalAdvance(text)
        assert (option.currentText == text) == has_room, wide
        shown.append(option.currentText)
    assert "…" in shown[0]
    assert shown[-1] == text
