"""The keys on the screen: each stands where a finger found it, whatever else is open, and says what
it is on the keyboard."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtGui import QFont, QFontMetrics
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QGridLayout, QStyle, QStyleOptionButton, QWidget

from scorepad.spades.entries import Team
from scorepad.window.match.entry.keypad import BACK, KeyPad
from tests.window.evening import HAND
from tests.window.find import button as button_of
from tests.window.find import settle
from tests.window.stage import Stage, delete_closed, type_keys

SIZES = [(1024, 640), (1366, 768), (1920, 1080)]


def position(pad: KeyPad, button: QWidget) -> tuple[int, int, int]:
    """Row and first column of a key, and over how many columns it goes."""
    grid = pad.layout()
    assert isinstance(grid, QGridLayout)
    row, column, _rows, across = grid.getItemPosition(grid.indexOf(button))
    return row, column, across


def places(pad: KeyPad) -> dict[str, tuple[int, int]]:
    """Row and column of every key that is offered."""
    made = {}
    for key, button in pad.keys.items():
        if not button.isHidden():
            made[key] = position(pad, button)[:2]
    return made


@pytest.mark.parametrize(("size", "hands"), [((1024, 640), 6), ((1366, 768), 10)])
def test_while_the_keypad_is_folded_away_so_many_hands_are_in_sight(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], hands: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open(*[HAND] * 14, agreed={"game": {"target": 5000}})
    settle()
    assert not page.bar.keys.isVisible()
    seen = page.sheet.viewport().visibleRegion().boundingRect().height()
    assert seen // page.sheet.rowHeight(0) >= hands


def test_the_keypad_is_shown_when_it_is_asked_for_and_that_is_remembered(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    first = stage.open(HAND)
    second = stage.open(HAND, table="Table 5")
    asks = button_of(second.bar, "Show the keypad")
    stage.qtbot.mouseClick(asks, Qt.MouseButton.LeftButton)
    settle()
    assert second.bar.keys.isVisible()
    QTest.keyClick(second.bar, Qt.Key.Key_Tab)
    assert stage.window.focusWidget() is second.bar.keys.keys["0"], "after what stands above it"
    stage.show(first.table)
    settle()
    assert first.bar.keys.isVisible(), "at every table"
    again = Stage(qtbot, tmp_path, evening=stage.evening).open(HAND, table="Table 6")
    assert again.bar.keys.isVisible(), "after a restart"
    stage.qtbot.mouseClick(button_of(again.bar, "Hide the keypad"), Qt.MouseButton.LeftButton)
    settle()
    assert not again.bar.keys.isVisible()


def test_whoever_asks_for_the_keypad_types_on(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND)
    stage.type("54")
    before = stage.window.focusWidget()
    assert before is not None
    stage.qtbot.mouseClick(button_of(page.bar, "Show the keypad"), Qt.MouseButton.LeftButton)
    assert stage.window.focusWidget() is before
    type_keys(before, "4")
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "544"


def test_a_finger_that_touches_the_bar_shows_the_keypad_and_presses_nothing(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND)
    stage.type("54")
    settle()
    finger = QTest.createTouchDevice()

    def touch(widget: QWidget) -> None:
        at = widget.mapTo(stage.window, widget.rect().center())
        handle = stage.window.windowHandle()
        QTest.touchEvent(handle, finger).press(0, at, handle).commit()
        settle()
        QTest.touchEvent(handle, finger).release(0, at, handle).commit()
        settle()

    touch(page.bar.boxes)
    assert page.bar.keys.isVisible()
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"
    # From then on a finger presses what it touches.
    touch(page.bar.keys.keys["4"])
    assert page.bar.bids.keys == "544"


def test_a_panel_moves_no_key_to_another_place(
    qtbot: Any, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    for rules in ("unc", "washburn"):
        stage.clear()
        page = stage.open(HAND, rules=rules)
        for size in SIZES:
            stage.window.resize(*size)
            QApplication.processEvents()
            before = places(page.bar.keys)
            assert {row for row, _column in before.values()} == {0, 1}, (rules, size)
            for panel in ("time", "history", "setup"):
                with subtests.test(rules=rules, size=size, panel=panel):
                    page.do(panel)
                    assert page.panel is not None
                    QApplication.processEvents()
                    assert places(page.bar.keys) == before
                    for key, button in page.bar.keys.keys.items():
                        if button.isVisible():
                            assert button.height() >= 44, key
                            assert button.width() >= 44, key
                    page.close_panel()
                    QApplication.processEvents()
                    delete_closed()
                    assert places(page.bar.keys) == before


def test_in_a_window_that_is_low_for_its_text_the_keys_stand_in_one_row(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1920, 1080), percent=200, keypad=True)
    page = stage.open(HAND)
    QApplication.processEvents()
    QApplication.processEvents()
    before = places(page.bar.keys)
    assert {row for row, _column in before.values()} == {0}
    # Beside a panel there is no room for them; they come back where they were.
    page.do("time")
    QApplication.processEvents()
    assert not page.bar.keys.isVisible()
    page.close_panel()
    QApplication.processEvents()
    assert page.bar.keys.isVisible()
    assert places(page.bar.keys) == before


def test_numbers_and_back_stand_in_the_same_place_for_bids_and_tricks(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    for rules, keys in (("unc", "5443"), ("washburn", "67")):
        page = stage.open(rules=rules)
        bids = places(page.bar.keys)
        stage.type(keys)
        tricks = places(page.bar.keys)
        common = set(bids) & set(tricks)
        assert set("0123456789TJQK\b") <= common
        assert {key: bids[key] for key in common} == {key: tricks[key] for key in common}


def test_where_a_hand_was_recorded_nothing_of_the_next_one_can_be_pressed(
    qtbot: Any, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    for size, rules in zip(SIZES, ("unc", "chicago", "alpha-theta"), strict=True):
        with subtests.test(size=size, rules=rules):
            stage.clear()
            stage.window.resize(*size)
            page = stage.open((HAND[0], None), rules=rules)
            stage.type("8")
            QApplication.processEvents()
            pad = page.bar.keys
            record = pad.keys["\r"].geometry()
            assert record.width() >= 88
            stage.type("\n")
            QApplication.processEvents()
            assert page.bar.state == "bids"
            for key, button in pad.keys.items():
                if button.isVisible() and button.isEnabled():
                    assert not button.geometry().intersects(record), key


def test_no_two_keys_share_a_place() -> None:
    for offered in ("0123456789TJQKNB!\b", "0123456789TJQKNM!\b", "0123456789TJQKNBMV!\b"):
        for columns in (10, 12) if "V" not in offered else (12,):
            for width in (300, 1400):
                pad = KeyPad()
                pad.resize(width, 100)
                pad.offer_keys(offered, offered, columns=columns)
                cells = []
                for button in pad.keys.values():
                    if button.isHidden():
                        continue
                    row, column, across = position(pad, button)
                    cells += [(row, column + more) for more in range(across)]
                assert len(set(cells)) == len(cells), (offered, columns, width)


def test_keys_say_their_letters(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    page = stage.open()
    corners = {key: button.corner for key, button in page.bar.keys.keys.items() if button.corner}
    assert {key: corners[key] for key in "TJQKNB"} == {key: key for key in "TJQKNB"}
    assert page.bar.keys.keys["!"].isVisible()
    assert not page.bar.keys.keys["!"].isEnabled()
    stage.type("11")
    assert page.bar.keys.keys["!"].isEnabled()
    said = page.bar.notes.text()
    stage.type("\b\b")
    assert "T J Q K are 10 to 13 · N nil · B blind nil · ! against the rules" in (
        page.bar.notes.text()
    )
    assert "T J Q K" not in said


def test_the_key_of_the_other_side_names_it(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    page = stage.open((HAND[0], None))
    key = page.bar.keys.keys["\t"]
    assert key.text() == "⇄ Kings"
    stage.type("\t")
    assert key.text() == "⇄ Aces"


def test_the_nils_of_partners_are_told_apart(
    qtbot: Any, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    for called, said in [
        (("", ""), ("N …A 1 nil", "M …A 2 nil")),
        (("Alexander", "Alexandra"), ("N …ander nil", "M …andra nil")),
        (("Ann", "Cy"), ("N Ann nil", "M Cy nil")),
    ]:
        with subtests.test(called=called, said=said):
            teams = (Team("", called), Team("", ("Bo", "Di")))
            page = stage.open(rules="washburn", teams=teams, first_dealer=3)
            assert (page.bar.keys.keys["N"].text(), page.bar.keys.keys["M"].text()) == said


@pytest.mark.parametrize(("rules", "theme"), [("unc", "light"), ("washburn", "contrast")])
def test_every_key_has_room_for_its_text(
    qtbot: Any, tmp_path: Path, rules: str, theme: str
) -> None:
    """Also in large text, where all keys stand in one row."""
    stage = Stage(qtbot, tmp_path, size=(1920, 1080), percent=200, keypad=True)
    stage.evening.settings.set_and_save("theme", theme)
    stage.restart()
    page = stage.open(HAND, rules=rules)
    for typed in ("", "54\n" if rules == "washburn" else "5443"):
        stage.type(typed)
        QApplication.processEvents()
        for key, button in page.bar.keys.keys.items():
            if button.isVisible():
                option = QStyleOptionButton()
                button.initStyleOption(option)
                inside = button.style().subElementRect(
                    QStyle.SubElement.SE_PushButtonContents, option, button
                )
                bold = QFont(button.font())
                bold.setBold(True)
                assert QFontMetrics(bold).horizontalAdvance(button.text()) <= inside.width(), key


def test_the_nils_of_partners_stand_together_in_one_row(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1920, 1080), percent=200, keypad=True)
    page = stage.open(HAND, rules="washburn")
    QApplication.processEvents()
    at = {key: column for key, (_row, column) in places(page.bar.keys).items()}
    nils = sorted((at[key], key) for key in "NBMV" if key in at)
    assert [key for _column, key in nils] == [key for key in "NBMV" if key in at]
    assert at["!"] > nils[-1][0]
    assert at[BACK] == at["!"] + 1


def test_the_key_for_the_other_side_shows_its_whole_name_where_it_fits(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, keypad=True)
    page = stage.open((HAND[0], None), teams=(Team("Aces"), Team("Trick Shots")))
    settle()
    key = button_of(page.bar, "Type the tricks of Trick Shots instead (Tab)")
    assert key.text() == "⇄ Trick Shots"
