"""What is typed in a panel is wholly in sight while it is typed, however low the window is."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QLineEdit, QWidget

from scorepad.spades.entries import Forfeit, Sign
from scorepad.window.match.entry.boxes import EntryBoxButton
from scorepad.window.panels.amend import AmendHandPanel
from scorepad.window.panels.difference import TotalsChangeLine
from scorepad.window.panels.hand_editor import HandEditor
from scorepad.window.panels.panel import Panel
from scorepad.window.panels.paper_entry import PaperEntryPanel
from tests.window.evening import HAND
from tests.window.find import button, settle, whole
from tests.window.stage import Stage, type_keys

SCREENS = {
    "usual": (1366, 768, 100),
    "low": (1024, 640, 100),
    "lower": (1024, 620, 100),
    "large": (1920, 1080, 200),
    "usual, larger text": (1366, 768, 150),
    "usual, largest text": (1366, 768, 200),
    "low, largest text": (1024, 640, 200),
}


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path, keypad=True)


def inside_body(panel: Panel, widget: QWidget) -> bool:
    """Does it lie within what is shown of the part of the panel that scrolls?"""
    port = panel.scrolling.viewport()
    place = QRect(widget.mapTo(port, widget.rect().topLeft()), widget.size())
    return port.rect().contains(place)


def correct_in_sight(stage: Stage, beside: int) -> None:
    """Go through the fields of a correction, with so many tables `beside`; each that has the cursor
    is in sight."""
    for _ in range(beside):
        stage.add(HAND)
    page = stage.open(*[HAND] * 3)
    page.table.record(Forfeit(side=1, why="two players left"))
    for side, name in enumerate(("Ann", "Bo")):
        page.table.record(Sign(side=side, name=name))
    page.edit_hand(3)
    settle()
    panel = page.panel
    assert isinstance(panel, AmendHandPanel)
    editor = panel.editor
    assert isinstance(editor, HandEditor)
    assert editor.tricks is not None
    for line in (editor.bids.lines[0], editor.bids.lines[2]):
        line.setFocus()
        line.selectAll()
        type_keys(line, "1")
        settle()
        assert inside_body(panel, line), "what was just refused moved the field away"
    assert editor.override.isVisible()
    editor.bids.lines[0].setFocus()
    wanted = {
        line
        for line in (
            *editor.bids.lines,
            *editor.tricks.lines,
            editor.override,
            editor.why,
        )
        if line.isVisible()
    }
    seen: set[QWidget] = set()
    for _ in range(20):
        focused = panel.focusWidget()
        settle()
        if isinstance(focused, QLineEdit):
            assert whole(focused), focused.accessibleName()
            if panel.scrolling.isAncestorOf(focused):
                assert inside_body(panel, focused)
            seen.add(focused)
        type_keys(focused, "\t")
    assert wanted <= seen
    # The list of changes begins below the edge of a low window.
    pinned = [each for each in panel.findChildren(TotalsChangeLine) if whole(each)]
    assert [each.text() for each in pinned] == [
        "Aces 213 → 108  ·  Both signatures lapse.  ·  Hand 3 brings Aces a bag penalty, −60."
    ]
    assert whole(button(panel, "Save the correction"))


def type_paper_in_sight(stage: Stage) -> None:
    """Type lines from paper; each is in sight."""
    page = stage.open()
    page.show_panel("rekey")
    panel = page.panel
    assert isinstance(panel, PaperEntryPanel)
    for place in range(5):
        settle()
        line = panel.rows[place].edit
        assert line.hasFocus() or panel.focusWidget() is line
        type_keys(line, "5 4, 3 3 / 8")
        settle()
        assert inside_body(panel, line), place
        type_keys(line, "\n")


def see_keys(stage: Stage, fit: bool) -> None:
    """The keys of the screen are there where they `fit`; elsewhere the keyboard does all they
    do."""
    page = stage.open(*[HAND] * 3)
    settle()
    assert page.bar.keys.isVisible() == fit
    type_keys(page.bar, "54")
    settle()
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"


def bid_in_sight(stage: Stage) -> None:
    """Type bids that are refused; the boxes of the bar and what it says are in sight."""
    for _ in range(3):
        stage.add(HAND)
    page = stage.open(*[HAND] * 2, agreed={"bidding": {"side_minimum": 4}})
    settle()

    def out_of_sight() -> list[str]:
        return [
            f"{each.accessibleName()} {keys}"
            for each in page.bar.boxes.findChildren(EntryBoxButton)
            if not whole(each)
        ]

    keys = ""
    assert out_of_sight() == [], "before anything is typed"
    for key in "11\n":
        keys += key
        type_keys(page.bar, key)
        settle()
        assert out_of_sight() == []
    assert page.bar.strip.text.endswith("with a reason.")
    assert page.strip.isVisible()


def test_what_is_typed_is_in_sight_on_every_screen(stage: Stage, subtests: pytest.Subtests) -> None:
    for screen, place in SCREENS.items():
        stage.clear()
        stage.show_at(*place)
        with subtests.test("a line from paper", screen=screen):
            type_paper_in_sight(stage)
        if screen in ("usual, larger text", "usual, largest text"):
            with subtests.test("the keys of the screen", screen=screen):
                stage.clear()
                see_keys(stage, fit=screen == "usual, larger text")
        with subtests.test("a correction", screen=screen):
            stage.clear()
            correct_in_sight(stage, beside=2)
        if screen in ("low", "usual, largest text"):
            with subtests.test("the boxes of the bar", screen=screen):
                bid_in_sight(stage)


def test_what_cannot_be_saved_is_said_in_sight(stage: Stage) -> None:
    stage.open(HAND)
    page = stage.open(*[HAND] * 3)
    stage.show_at(*SCREENS["lower"])
    page.edit_hand(3)
    panel = page.panel
    assert isinstance(panel, AmendHandPanel)
    editor = panel.editor
    assert isinstance(editor, HandEditor)
    editor.why.setText("misheard")
    save = button(panel, "Save the correction")
    save.setFocus()
    save.click()
    settle()
    assert editor.message.text()
    assert whole(editor.message)


def large_correction(stage: Stage, *hands: Any, **head: Any) -> AmendHandPanel:
    """The first hand is to be corrected, in a window of 1920 by 1080 at 200 %."""
    stage.show_at(*SCREENS["large"])
    page = stage.open(*hands, **head)
    page.edit_hand(1)
    settle()
    panel = page.panel
    assert isinstance(panel, AmendHandPanel)
    return panel


def test_with_large_text_the_reason_is_in_sight(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("with large text the reason is in sight together with the numbers"):
        panel = large_correction(stage, *[HAND] * 5)
        editor = panel.editor
        assert isinstance(editor, HandEditor)
        assert editor.tricks is not None
        line = editor.bids.lines[0]
        line.selectAll()
        type_keys(line, "3")
        editor.why.setFocus()
        settle()
        boxes = [each for each in (*editor.bids.lines, *editor.tricks.lines) if each.isVisible()]
        assert len(boxes) > 4
        for each in (*boxes, editor.why):
            assert inside_body(panel, each), each.accessibleName()
    with subtests.test("nothing is cut by the upper edge above the reason"):
        stage.clear()
        by_side = ((8, 5, None, None), (9, 4, None, None))
        panel = large_correction(stage, by_side, agreed={"bidding": {"side_minimum": 4}})
        stage.window.resize(1920, 860)
        settle()
        editor = panel.editor
        assert isinstance(editor, HandEditor)
        line = editor.bids.lines[0]
        line.selectAll()
        type_keys(line, "2")
        editor.why.setFocus()
        settle()
        why, body = editor.why, panel.scrolling
        assert inside_body(panel, why)
        assert inside_body(panel, editor.override), "more than was needed is out of sight"
        edge = body.verticalScrollBar().value()
        assert edge > 0
        inside = body.widget()
        assert inside is not None
        for each in inside.findChildren(QWidget):
            if each.isVisible() and each.findChild(QWidget) is None:
                top = each.mapTo(inside, QPoint(0, 0)).y()
                assert not top < edge < top + each.height(), "sliced"
