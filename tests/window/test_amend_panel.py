"""The panel in which a hand is corrected: where the cursor goes, and what is in sight."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QColor
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QComboBox, QLabel, QPushButton, QWidget

from scorepad.spades.entries import Ruling
from scorepad.window.panels.amend import AmendHandPanel
from scorepad.window.panels.correction import AmendForm, StrikeForm
from scorepad.window.panels.hand_editor import HandEditor
from scorepad.window.widgets import theme
from tests.window.evening import HAND, NIL_HAND, press
from tests.window.find import button, find, settle, type_over
from tests.window.stage import Stage
from tests.window.written import picture_of


def panel_of(stage: Stage) -> AmendHandPanel:
    panel = stage.page.panel
    assert isinstance(panel, AmendHandPanel)
    return panel


def activate(stage: Stage) -> None:
    stage.activate()


def enter(panel: QWidget, name: str) -> None:
    """Go to the button whose name begins so, and press Enter."""
    QApplication.processEvents()
    made = next(
        each
        for each in panel.findChildren(QPushButton)
        if each.accessibleName().startswith(name) and each.isVisible()
    )
    made.setFocus()
    QTest.keyClick(made, Qt.Key.Key_Return)
    QApplication.processEvents()


def test_what_is_chosen_for_a_hand_goes_on_with_its_first_field(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("striking a hand goes on with the reason"):
        page = stage.open(HAND, NIL_HAND)
        activate(stage)
        page.edit_hand(1)
        panel = panel_of(stage)
        enter(panel, "Strike the whole hand…")
        assert isinstance(panel.editor, StrikeForm)
        assert QApplication.focusWidget() is panel.editor.why
        QTest.keyClicks(QApplication.focusWidget(), "misdealt")
        QTest.keyClick(QApplication.focusWidget(), Qt.Key.Key_Return)
        assert len(page.table.match.board.hands) == 1
    with subtests.test("changing an entry of a hand goes on with its first field"):
        page = stage.open(HAND, (HAND[0], None))
        page.table.record(Ruling(side=0, points=10, why="forgotten trick"))
        activate(stage)
        page.edit_hand(2)
        panel = panel_of(stage)
        enter(panel, "Change:")
        assert isinstance(panel.editor, AmendForm)
        focused = QApplication.focusWidget()
        assert focused is not None
        assert panel.editor.form.isAncestorOf(focused)
    with subtests.test("what was being struck comes back without taking the cursor"):
        page = stage.open(HAND, NIL_HAND)
        activate(stage)
        page.edit_hand(1)
        enter(panel_of(stage), "Strike the whole hand…")
        QTest.keyClicks(QApplication.focusWidget(), "mis")
        page.bar.setFocus()
        stage.restart()
        QApplication.processEvents()
        panel = panel_of(stage)
        assert isinstance(panel.editor, StrikeForm)
        assert panel.editor.why.text() == "mis"
        assert not panel.isAncestorOf(QApplication.focusWidget())


# What is in sight while a hand is corrected, in a low window.


def whole(widget: QWidget) -> bool:
    """Is all of it in sight?"""
    return widget.isVisible() and widget.visibleRegion().boundingRect() == widget.rect()


def type_hand(panel: AmendHandPanel, **typed: str) -> HandEditor:
    """Type tricks or bids, by `bid0` or `tricks1`."""
    editor = panel.editor
    assert isinstance(editor, HandEditor)
    assert editor.tricks is not None
    for where, text in typed.items():
        four = editor.bids if where.startswith("bid") else editor.tricks
        line = four.lines[int(where[-1])]
        line.setFocus()
        line.selectAll()
        QTest.keyClicks(line, text)
    settle()
    return editor


LOW = (1008, 613)
"""What a desktop of 1024 × 640 leaves of it inside the frame of a window."""
TEN_BAGS = ((4, 3, 3, 2), (8, 5, None, None))
OUTCOME: Any = {"game": {"target": 160}}


TYPED: tuple[tuple[dict[str, str], str], ...] = (
    ({"tricks0": "9", "tricks1": "8"}, "17"),
    ({"tricks0": "44"}, "44"),
    ({"bid0": "x"}, "✕"),
    ({"tricks0": "13"}, "bag penalty"),
    ({"tricks0": "3"}, "still playing"),
    ({"bid0": "1", "bid2": "1"}, "the minimum is 4"),
    ({"bid0": "1", "bid2": "1"}, "213 → 108"),
)


def test_boxes_reason_and_what_is_said_of_them_are_in_sight(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    page = stage.open(*[TEN_BAGS] * 3, agreed=OUTCOME)
    for size, (typed, said) in product((LOW, (1366, 768)), TYPED):
        with subtests.test(size=size, typed=typed, said=said):
            stage.window.resize(*size)
            page.edit_hand(2)
            panel = panel_of(stage)
            settle()
            editor = type_hand(panel, **typed)
            assert editor.tricks is not None
            for line in (*editor.bids.lines, *editor.tricks.lines):
                assert not line.isVisible() or whole(line), (
                    line.accessibleName(),
                    line.rect(),
                    line.visibleRegion(),
                )
                assert not line.isVisible() or line.height() >= 44
            assert whole(editor.why)
            assert editor.why.height() >= 44
            assert whole(button(panel, "Save the correction"))
            seen = [
                each.text()
                for each in panel.findChildren(QLabel)
                if each.isVisible() and each.text() and whole(each)
            ]
            if said == "✕":
                assert any(text.startswith(said) for text in seen), seen
            else:
                assert any(said in text for text in seen), seen
            # What is half typed would be filled in the next time.
            press(panel, "Cancel")


def test_what_changes_begins_in_sight(
    qtbot: Any, tmp_path: Path, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, size=LOW)
    page = stage.open(*[HAND] * 3, agreed={"bidding": {"side_minimum": 5}})
    for refused in (False, True):
        with subtests.test(refused=refused):
            page.edit_hand(2)
            panel = panel_of(stage)
            editor = type_hand(panel, **({"bid0": "1"} if refused else {"tricks0": "4"}))
            settle()
            assert whole(editor.why)
            assert whole(editor.override) == refused
            seen = [
                each.text() for each in panel.findChildren(QLabel) if whole(each) and each.text()
            ]
            assert any("→" in text for text in seen)
            assert "What this changes" in seen
            press(panel, "Cancel")


def test_of_a_hand_that_is_corrected_sheet_and_panel_show_the_same(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("the names stand once above bids and tricks"):
        page = stage.open(HAND)
        page.edit_hand(1)
        panel = panel_of(stage)
        settle()
        editor = type_hand(panel)
        assert editor.tricks is not None
        for seat, name in enumerate(("Ann", "Bo", "Cy", "Di")):
            label = find(editor, QLabel, name)
            assert label.isVisible()
            for four in (editor.bids, editor.tricks):
                line = four.lines[seat]
                at, over = line.mapTo(panel, QPoint(0, 0)), label.mapTo(panel, QPoint(0, 0))
                assert at.x() == over.x()
                assert line.width() == label.width()
                assert over.y() < at.y()
    with subtests.test("the hand that is corrected is marked on the sheet and in sight"):
        stage.clear()
        page = stage.open(*[HAND] * 14, agreed={"game": {"target": 5000}})
        sheet = page.sheet
        for hand in (2, 14, 1):
            page.edit_hand(hand)
            settle()
            assert sheet.marked == hand
            row = [each.hand for each in sheet.rows].index(hand)
            seen = sheet.visualRect(sheet.model().index(row, 2))
            assert sheet.viewport().rect().contains(seen), hand
        accent = QColor(theme.colors().accent)
        image = picture_of(sheet.viewport())
        corner = sheet.visualRect(sheet.model().index(0, 0))
        assert image.pixelColor(corner.left() + 1, corner.center().y()) == accent
        panel = panel_of(stage)
        QTest.keyClick(panel, Qt.Key.Key_Escape)
        assert sheet.marked == 0
        settle()
        image = picture_of(sheet.viewport())
        corner = sheet.visualRect(sheet.model().index(13, 0))
        assert image.pixelColor(corner.left() + 1, corner.center().y()) != accent
    with subtests.test("another panel marks no hand"):
        stage.clear()
        page = stage.open(*[HAND] * 3)
        page.edit_hand(2)
        assert page.sheet.marked == 2
        page.show_panel("note")
        assert page.sheet.marked == 0
        page.edit_hand(3)
        stage.restart()
        assert stage.page.sheet.marked == 3


def test_who_sat_and_who_dealt_is_corrected_from_the_hand_that_is_shown(stage: Stage) -> None:
    """SCORING.md 3: "Substitute…" and "Dealer…" in a hand's correction hold from that hand on."""
    page = stage.open(HAND, HAND, HAND)
    activate(stage)
    page.edit_hand(2)
    enter(panel_of(stage), "Substitute…")
    panel = page.panel
    assert panel is not None
    assert find(panel, QComboBox, "From hand").currentText() == "hand 2"
    press(panel, "Player leaving: Bo")
    type_over(panel, "Who sits there now?", "Zed")
    type_over(panel, "Why", "ill")
    press(panel, "Record the substitute")
    match = page.table.match
    names = [match.head_of_hand(each).teams[1].players[0] for each in match.board.hands]
    assert names == ["Bo", "Zed", "Zed"]

    page.edit_hand(2)
    enter(panel_of(stage), "Change: Substitute")
    amended = panel_of(stage)
    hands = find(amended, QComboBox, "From hand")
    assert hands.currentText() == "hand 2"
    hands.setCurrentIndex(hands.findText("hand 3"))
    type_over(amended, "Why is it corrected?", "a hand later")
    press(amended, "Save the correction")
    match = page.table.match
    names = [match.head_of_hand(each).teams[1].players[0] for each in match.board.hands]
    assert names == ["Bo", "Bo", "Zed"]
