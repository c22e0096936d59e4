"""The command palette: everything that can be done, found by a few letters."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QLineEdit

from scorepad.desk.actions import ACTIONS
from scorepad.spades.words import Catalog, install
from scorepad.window.shell.palette import (
    CommandPalette,
    CommandPaletteOffer,
    matching_command_palette_offers,
)
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.widgets.theme import TOUCH_HEIGHT
from scorepad.window.widgets.two_line_list import two_line_height
from tests.window.evening import HAND
from tests.window.find import row_data, settle
from tests.window.stage import Stage, type_keys


def palette_of(stage: Stage) -> CommandPalette:
    stage.activate()
    QTest.keyClick(stage.window, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert stage.window.command_palette.isVisible()
    return stage.window.command_palette


def listed(palette: CommandPalette) -> list[str]:
    return row_data(palette.list, Qt.ItemDataRole.DisplayRole)


def test_it_lists_every_action_with_its_keys(stage: Stage) -> None:
    stage.open(HAND)
    palette = palette_of(stage)
    assert len(listed(palette)) == len(ACTIONS) - 1, "all but itself"
    spoken = row_data(palette.list, Qt.ItemDataRole.AccessibleTextRole)
    assert (
        "Undo: tricks of hand 1, Ctrl+Z, Take back what was recorded last; it stays in the "
        in (spoken[listed(palette).index("Undo: tricks of hand 1")])
    )
    assert "Tricks, F3, No hand is in progress; record the bids first" in spoken
    assert palette.line.hasFocus()
    assert palette.list.sizeHintForRow(0) >= TOUCH_HEIGHT


def test_letters_narrow_it_and_enter_does_it(stage: Stage) -> None:
    page = stage.open(HAND)
    palette = palette_of(stage)
    type_keys(palette.line, "pau")
    assert listed(palette)[0] == "Pause the clock"
    type_keys(palette.line, "\n")
    assert not palette.isVisible()
    assert page.table.clock().state(stage.now()) == "paused"
    assert page.bar.hasFocus(), "the cursor is where it was"
    palette = palette_of(stage)
    assert listed(palette)[0] == "Pause the clock", "the latest stands first"


def test_what_cannot_be_done_says_why_and_stays(stage: Stage) -> None:
    page = stage.open(HAND)
    palette = palette_of(stage)
    type_keys(palette.line, "resume the clock\n")
    assert palette.isVisible()
    assert palette.message.text() == "▲ Resume the clock: The clock is not paused"
    QTest.keyClick(palette.line, Qt.Key.Key_Escape)
    assert not palette.isVisible()
    assert page.bar.hasFocus()


def test_arrows_go_through_it(stage: Stage) -> None:
    palette = palette_of(stage)
    type_keys(palette.line, "house")
    assert listed(palette)[0] == "House rules"
    palette.line.clear()
    type_keys(palette.line, "e")
    for _step in range(2):
        QTest.keyClick(palette.line, Qt.Key.Key_Down)
    QTest.keyClick(palette.line, Qt.Key.Key_Up)
    assert palette.list.currentIndex().row() == 1
    assert listed(palette)[1] in palette.line.accessibleDescription()


def test_a_press_does_it_too(stage: Stage) -> None:
    palette = palette_of(stage)
    type_keys(palette.line, "settings")
    QTest.mouseClick(
        palette.list.viewport(),
        Qt.MouseButton.LeftButton,
        pos=palette.list.visualRect(palette.list.model().index(0, 0)).center(),
    )
    assert isinstance(stage.window.stack.currentWidget(), SettingsPage)


def test_nothing_found_is_said(stage: Stage) -> None:
    palette = palette_of(stage)
    type_keys(palette.line, "xyzzy\n")
    assert listed(palette) == []
    assert palette.message.text() == "No action and no table has these words."
    assert palette.isVisible()


def test_it_covers_neither_totals_nor_clock_and_goes_when_left(stage: Stage) -> None:
    for size in ((1366, 768), (1024, 640), (760, 520)):
        stage.window.resize(*size)
        page = stage.page if stage.window.page is not None else stage.open(HAND)
        palette = palette_of(stage)
        QApplication.processEvents()
        header = page.header
        assert (
            palette.geometry().top() >= header.mapTo(stage.window, header.rect().bottomLeft()).y()
        )
        assert stage.window.rect().contains(palette.geometry())
        stage.window.resize(1920, 1080)
        settle()
        assert palette.y() >= header.mapTo(stage.window, header.rect().bottomLeft()).y()
        page.bar.setFocus()
        assert not palette.isVisible()


def test_its_keys_work_from_a_text_field_too(stage: Stage) -> None:
    """A line has a use of its own for Ctrl+K: it deletes to the end."""
    pages = stage.window.pages
    assert pages is not None
    stage.activate()
    line = pages.show_matches_page().findChild(QLineEdit)
    assert isinstance(line, QLineEdit)
    line.setFocus()
    type_keys(line, "aces")
    line.home(False)
    QTest.keyClick(line, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier)
    assert stage.window.command_palette.isVisible()
    assert line.text() == "aces"
    QTest.keyClick(
        stage.window.command_palette.line, Qt.Key.Key_K, Qt.KeyboardModifier.ControlModifier
    )
    assert not stage.window.command_palette.isVisible()
    assert line.hasFocus()


def offer(key: str, title: str, help: str = "", why: str = "") -> CommandPaletteOffer:
    return CommandPaletteOffer(key, title, help, "Group", f"Ctrl+{key}", why)


def test_the_best_fit_stands_first() -> None:
    offers = [
        offer("a", "Archive", "Undo it later"),
        offer("b", "Sign", why="the game is not over"),
        offer("c", "Sign the result"),
        offer("d", "Undo"),
        offer("e", "Reseña única"),
    ]
    assert [each.key for each in matching_command_palette_offers(offers, "undo")] == ["d", "a"]
    assert [each.key for each in matching_command_palette_offers(offers, "SIG")] == ["c", "b"]
    assert [each.key for each in matching_command_palette_offers(offers, "unica resena")] == ["e"]
    assert [each.key for each in matching_command_palette_offers(offers, "ctrl+b")] == ["b"]
    assert [each.key for each in matching_command_palette_offers(offers, "", ["e", "d"])][:2] == [
        "e",
        "d",
    ]
    assert len(matching_command_palette_offers(offers, " ")) == len(offers)


def test_it_speaks_the_reader_s_language(qtbot: Any, stage: Stage) -> None:
    said = {"All matches": "Partidas", "open a match first": "abra una partida"}
    install(Catalog("es", lambda one: said.get(one, one)))
    window = stage.window
    palette = CommandPalette(
        window,
        lambda each: str(why) if (why := each.why_disabled(None)) is not None else "",
        lambda each: str(each.title),
        window.do,
        lambda: 100,
    )
    qtbot.addWidget(palette)
    palette.toggle()
    type_keys(palette.line, "partidas")
    assert listed(palette)[0] == "Partidas"
    palette.line.clear()
    type_keys(palette.line, "abra")
    assert listed(palette) == [], "why not is no reason to be found"
    palette.close_overlay()


def test_no_part_of_a_row_is_seen_and_no_empty_list(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    stage.open(HAND)
    for high in (640, 900):
        stage.window.resize(1024, high)
        for typed in ("", "clock", "hand", "quit", "no such action"):
            with subtests.test(high=high, typed=typed):
                palette = palette_of(stage)
                type_keys(palette.line, typed)
                QApplication.processEvents()
                shown = palette.list.isVisible()
                assert shown == (len(listed(palette)) > 0)
                if shown:
                    assert palette.list.viewport().height() % two_line_height() <= 2
                assert palette.rect().height() >= palette.line.height()
                assert palette.geometry().bottom() < stage.window.height()
                stage.window.do("palette")
                assert not palette.isVisible()
