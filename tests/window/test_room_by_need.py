"""Controls are equally high in every theme, and what is on a screen has room in a small window,
and with large text."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QSize
from PySide6.QtWidgets import (
    QApplication,
    QLabel,
    QPushButton,
    QScrollArea,
    QStyleOptionComboBox,
    QWidget,
)

from scorepad.__main__ import load_catalog
from scorepad.spades.words import install
from scorepad.window.printing.match_list import DATE, EVENT, STATE
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.shell.guide_page import GuidePage
from scorepad.window.widgets import controls, inputs, layouts, theme
from scorepad.window.widgets.color_schemes import THEMES
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.empty_state import EmptyState
from scorepad.window.widgets.row_table import RowTable
from tests.window.find import button, find, find_all, settle
from tests.window.stage import TRANSLATIONS, one_theme
from tests.window.test_every_screen import show, shown_scene

SMALLEST, SMALL, USUAL, LARGE = (760, 520), (1024, 640), (1366, 768), (1920, 1080)


@pytest.mark.parametrize(("colors", "percent"), [*product(THEMES, (100, 200))])
def test_controls_are_equally_high_with_and_without_the_focus(
    qtbot: Any, qapp: QApplication, colors: str, percent: int
) -> None:
    look = one_theme(qapp)
    look.apply(colors, percent)
    window = QWidget()
    qtbot.addWidget(window)
    look.apply_style_sheet(window)
    refused = inputs.LineEdit()
    theme.set_style_property(refused, "tone", "bad")
    row: list[QWidget] = [
        controls.button("OK"),
        controls.button("OK", kind="primary"),
        controls.button("OK", kind="danger"),
        inputs.LineEdit(),
        refused,
        inputs.ComboBox([(1, "One")]),
        inputs.CheckBox("One"),
        inputs.Stepper(0, 9, 1),
    ]
    layouts.set_row(window, *row)
    window.show()
    window.activateWindow()
    for each in row:
        heights = {each.sizeHint().height()}
        each.setFocus()
        qapp.processEvents()
        heights.add(each.sizeHint().height())
        assert heights == {theme.touch_height()}, each


@pytest.mark.parametrize("name", ["floor", "floor-two-events", "list-every-kind", "print-several"])
def test_no_list_scrolls_sideways(
    qtbot: Any, qapp: QApplication, tmp_path: Path, name: str
) -> None:
    one_theme(qapp).apply("contrast", 100)
    with shown_scene(SMALLEST, tmp_path) as scene:
        show(scene, name)
        table = find(scene.window, RowTable)
        for size in (SMALLEST, USUAL):
            scene.window.resize(*size)
            settle()
            assert not table.horizontalScrollBar().isVisible()
            header = table.header()
            shown = [each for each in range(header.count()) if not table.isColumnHidden(each)]
            assert len(shown) >= 4
            names = table._names
            cut = [
                each
                for each in shown
                if each not in names
                and table.columnWidth(each) < header.sectionSizeFromContents(each).width()
            ]
            assert cut == []  # the title of a column that is shown in spare room is whole, too


def test_status_event_and_date_of_a_match_are_scrolled_to_with_large_text(
    qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    one_theme(qapp).apply("light", 200)
    with shown_scene(SMALL, tmp_path) as scene:
        show(scene, "list-every-kind")
        table = find(scene.window, RowTable)
        for column in (STATE, EVENT, DATE):
            assert not table.isColumnHidden(column)
        for column in (STATE, DATE):
            assert table.columnWidth(column) >= table.sizeHintForColumn(column)
        along = table.horizontalScrollBar()
        columns = sum(map(table.columnWidth, range(table.model().columnCount())))
        assert along.maximum() >= columns - table.viewport().width() > 0


@pytest.mark.parametrize("name", ["floor-empty", "list-empty", "page-about"])
def test_each_button_of_an_empty_list_is_whole_with_large_text(
    qtbot: Any, qapp: QApplication, tmp_path: Path, name: str
) -> None:
    one_theme(qapp).apply("contrast", 200)
    with shown_scene(SMALL, tmp_path) as scene:
        show(scene, name)
        empty = find(scene.window, EmptyState)
        area = find(empty, QScrollArea)
        inside = area.widget()
        room = inside.rect().marginsRemoved(inside.contentsMargins())
        shown = [each for each in find_all(empty, QPushButton) if each.isVisible()]
        assert shown
        for each in shown:
            assert each.width() >= each.sizeHint().width()
            place = each.rect().translated(each.mapTo(inside, QPoint()))
            assert room.contains(place), each.text()
        assert inside.width() <= area.viewport().width()


def test_a_line_of_the_guide_has_several_words_with_large_text(
    qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    one_theme(qapp).apply("light", 200)
    with shown_scene(SMALL, tmp_path) as scene:
        show(scene, "page-guide")
        page = find(scene.window, GuidePage)
        margins = 2 * round(page.text.document().documentMargin())
        assert page.text.viewport().width() - margins >= theme.em(12)
        # A long title takes two lines.
        heights = {
            page.contents.visualItemRect(page.contents.item(row)).height()
            for row in range(page.contents.count())
        }
        assert len(heights) > 1


def test_a_notice_has_room_beside_large_text(
    qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    one_theme(qapp).apply("light", 200)
    with shown_scene(SMALL, tmp_path) as scene:
        show(scene, "print-several-exported")
        page = scene.window.stack.currentWidget()
        assert page is not None
        height = page.strip.height()  # type: ignore[attr-defined]
        label = page.strip._news.label  # type: ignore[attr-defined]
        assert label.width() >= theme.em(8)
        page.notify("")  # type: ignore[attr-defined]
        qapp.processEvents()
        assert page.strip.height() == height  # type: ignore[attr-defined]


def test_the_order_of_the_tables_is_whole_in_spanish(
    qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    one_theme(qapp).apply("light", 100)
    install(load_catalog("es", TRANSLATIONS))
    with shown_scene(USUAL, tmp_path) as scene:
        show(scene, "floor")
        order = find(scene.window, inputs.ComboBox, "Orden")
        option = QStyleOptionComboBox()
        order.initStyleOption(option)
        assert option.currentText == order.currentText() == "Por urgencia"


def test_the_title_of_a_page_is_whole_with_large_text(
    qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    one_theme(qapp).apply("light", 200)
    with shown_scene(SMALL, tmp_path) as scene:
        show(scene, "page-settings")
        page = scene.window.stack.currentWidget()
        assert page is not None
        title = find(page, QLabel, "Settings")
        assert title.height() >= title.sizeHint().height()


@pytest.mark.parametrize(("name", "percent"), [("list", 100), ("floor", 100), ("list", 200)])
def test_the_main_button_of_a_list_is_at_the_right(
    qtbot: Any, qapp: QApplication, tmp_path: Path, name: str, percent: int
) -> None:
    one_theme(qapp).apply("light", percent)
    with shown_scene(SMALL, tmp_path) as scene:
        show(scene, name)
        page = scene.window.stack.currentWidget()
        assert page is not None
        for size in (SMALL, USUAL):
            scene.window.resize(*size)
            settle()
            main = find(page, QPushButton, "Open")
            right = main.mapTo(page, main.rect().topRight()).x()
            assert page.width() - right <= Gap.PAGE.pixels() + 1
            row = main.parentWidget()
            assert row is not None
            tops = {each.y() for each in find_all(row, QPushButton)}
            assert len(tops) == 1, "all buttons are in one line"


def test_settings_that_fit_do_not_scroll(qtbot: Any, qapp: QApplication, tmp_path: Path) -> None:
    one_theme(qapp).apply("light", 100)
    with shown_scene(LARGE, tmp_path) as scene:
        show(scene, "page-settings")
        page = scene.window.stack.currentWidget()
        assert page is not None
        assert find(page, QScrollArea).verticalScrollBar().maximum() == 0


def test_the_buttons_of_the_rule_editor_are_at_the_foot_of_the_window(
    qtbot: Any, qapp: QApplication, tmp_path: Path
) -> None:
    one_theme(qapp).apply("light", 100)
    with shown_scene(SMALL, tmp_path) as scene:
        show(scene, "page-house-rules-copy")
        page = find(scene.window, HouseRulesPage)
        save = button(page, "Save")
        for size in (SMALL, LARGE):
            scene.window.resize(*size)
            settle()
            corner = save.mapTo(page, QPoint(save.width(), save.height()))
            beside = QSize(page.width() - corner.x(), page.height() - corner.y())
            assert beside.width() < theme.em(2)
            assert beside.height() < theme.em(1)
        assert page.editor is not None
        page.editor.discard_unsaved_changes()
        assert not save.isVisible()
