"""A hand put right: the boxes its numbers are in, what follows from what, what is said of it."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import QPoint, QRect
from PySide6.QtWidgets import QApplication, QLabel, QLineEdit, QWidget

from scorepad.desk.table import Table
from scorepad.spades.entries import Amend, Bids, Tricks
from tests.window.evening import HAND, Evening, press, read
from tests.window.find import button, find_all
from tests.window.stage import Stage

TEAM_HAND: Any = ((8, 5, None, None), (9, 4, None, None))
BIG: Any = ((4, 3, 3, 2), (13, 0, 0, None))


def panel_of(qtbot: Any, evening: Evening, table: Table, hand: int) -> Any:
    panel = evening.panel(qtbot, "amend", table)
    panel.show_place(hand)
    panel.focus_first_bid()
    QApplication.processEvents()
    return panel


def type_in(qtbot: Any, line: QLineEdit, text: str) -> None:
    line.setFocus()
    line.selectAll()
    qtbot.keyClicks(line, text)


def texts(four: Any) -> list[str]:
    return [line.text() for line in four.lines]


def visible_names(four: Any) -> list[str]:
    QApplication.processEvents()
    return [line.accessibleName() for line in four.lines if line.isVisible()]


def in_sight(widget: QWidget, panel: QWidget) -> bool:
    QApplication.processEvents()
    box = QRect(widget.mapTo(panel, QPoint(0, 0)), widget.size())
    return widget.isVisible() and panel.rect().contains(box)


def test_the_other_sides_tricks_follow(qtbot: Any, evening: Evening) -> None:
    table = evening.play(TEAM_HAND, rules="washburn")
    panel = panel_of(qtbot, evening, table, 1)
    tricks = panel.editor.tricks
    type_in(qtbot, tricks.lines[0], "5")
    assert texts(tricks) == ["5", "8", "", ""]
    type_in(qtbot, tricks.lines[0], "7")
    assert texts(tricks) == ["7", "6", "", ""]
    assert panel.editor.differences.shown


def test_what_was_typed_for_the_other_side_stays(qtbot: Any, evening: Evening) -> None:
    table = evening.play(TEAM_HAND, rules="washburn")
    panel = panel_of(qtbot, evening, table, 1)
    tricks = panel.editor.tricks
    type_in(qtbot, tricks.lines[1], "3")
    assert tricks.lines[0].text() == "10"
    type_in(qtbot, tricks.lines[0], "9")
    assert texts(tricks) == ["9", "3", "", ""]
    assert "13" in read(panel)


def test_tricks_told_apart_follow_by_what_the_side_took(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    panel = panel_of(qtbot, evening, table, 1)
    type_in(qtbot, panel.editor.tricks.lines[0], "9")
    # 9 + 3 leaves one for the other side.
    assert sum(int(panel.editor.tricks.lines[seat].text()) for seat in (1, 3)) == 1


def test_a_nils_own_tricks_do_not_follow(qtbot: Any, evening: Evening) -> None:
    table = evening.play((("nil", 4, 5, 3), (0, 4, 6, 3)))
    panel = panel_of(qtbot, evening, table, 1)
    type_in(qtbot, panel.editor.tricks.lines[1], "2")
    assert texts(panel.editor.tricks) == ["0", "2", "8", "3"]


def test_a_sides_number_has_one_box_with_the_sides_name(qtbot: Any, evening: Evening) -> None:
    table = evening.play(TEAM_HAND, rules="washburn")
    panel = panel_of(qtbot, evening, table, 1)
    assert visible_names(panel.editor.bids) == ["Bid, Aces", "Bid, Kings"]
    assert visible_names(panel.editor.tricks) == ["Tricks, Aces", "Tricks, Kings"]
    assert "Ann" not in read(panel.editor)
    type_in(qtbot, panel.editor.bids.lines[0], "7")
    panel.editor.why.setText("misheard")
    panel.save()
    amend = table.match.log[-1]
    assert isinstance(amend, Amend)
    assert isinstance(amend.to, Bids)
    assert amend.to.bids == (7, 5, None, None)


def test_a_nil_of_a_player_opens_the_partners_boxes(qtbot: Any, evening: Evening) -> None:
    table = evening.play(TEAM_HAND, rules="washburn")
    panel = panel_of(qtbot, evening, table, 1)
    press(panel, "Aces: each player")
    assert visible_names(panel.editor.bids) == ["Bid, Ann", "Bid, Kings", "Bid, Cy"]
    type_in(qtbot, panel.editor.bids.lines[2], "N")
    assert visible_names(panel.editor.tricks) == ["Tricks, Ann", "Tricks, Kings", "Tricks, Cy"]
    assert texts(panel.editor.tricks) == ["9", "4", "0", ""]
    press(panel, "Aces: one number")
    assert visible_names(panel.editor.bids) == ["Bid, Aces", "Bid, Kings"]
    assert texts(panel.editor.bids)[:3:2] == ["8", ""]
    assert texts(panel.editor.tricks) == ["9", "4", "", ""]


def test_in_the_history_too_a_side_has_one_box(qtbot: Any, evening: Evening) -> None:
    table = evening.play(TEAM_HAND, rules="washburn")
    panel = evening.panel(qtbot, "history", table)
    tricks = table.match.log[-1]
    assert isinstance(tricks, Tricks)
    panel.correct(tricks.id)
    QApplication.processEvents()
    lines = [line for line in panel.editor.findChildren(QLineEdit) if line.isVisible()]
    names = [line.accessibleName() for line in lines]
    assert names == ["Why is it corrected?", "Tricks, Aces", "Tricks, Kings"]


def test_against_the_rules_is_asked_only_while_it_is(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    panel = panel_of(qtbot, evening, table, 1)
    bids, asked = panel.editor.bids, panel.editor.override
    for seat in (0, 2):
        type_in(qtbot, bids.lines[seat], "1")
    assert asked.isVisible()
    type_in(qtbot, asked, "agreed")
    type_in(qtbot, bids.lines[0], "5")
    assert not asked.isVisible()
    # What no supervisor can accept is not asked a reason for.
    type_in(qtbot, bids.lines[0], "44")
    assert not asked.isVisible()
    type_in(qtbot, bids.lines[0], "5")
    panel.editor.why.setText("misheard")
    panel.save()
    amend = table.match.log[-1]
    assert isinstance(amend, Amend)
    assert amend.override is None


def test_reason_and_button_stay_in_sight(stage: Stage, subtests: pytest.Subtests) -> None:
    page = stage.open(*[HAND] * 9, agreed={"game": {"target": 5000}})
    for size in ((1366, 768), (1024, 640)):
        stage.window.resize(*size)
        for typed in (("1", "1"), ("x", "1"), ("7", "4")):
            with subtests.test(size=size, typed=typed):
                page.edit_hand(1)
                panel: Any = page.panel
                for seat, text in zip((0, 2), typed, strict=True):
                    type_in(stage.qtbot, panel.editor.bids.lines[seat], text)
                assert in_sight(panel.editor.why, panel)
                assert in_sight(button(panel, "Save the correction"), panel)
                press(panel, "Cancel")


def test_a_bid_that_cannot_be_read_is_told_across_the_panel(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    panel = panel_of(qtbot, evening, table, 1)
    bids = panel.editor.bids
    QApplication.processEvents()
    tops = {line.mapTo(panel, QPoint(0, 0)).y() for line in bids.lines}
    type_in(qtbot, bids.lines[2], "x")
    QApplication.processEvents()
    told = next(each for each in find_all(bids, QLabel) if each.text().startswith("✕"))
    assert told.text().startswith("✕ A bid is a number, N for nil or B for blind nil")
    assert told.width() > 3 * bids.lines[2].width()
    assert {line.mapTo(panel, QPoint(0, 0)).y() for line in bids.lines} == tops


def test_a_bag_penalty_that_comes_or_goes_is_told(qtbot: Any, evening: Evening) -> None:
    table = evening.play(BIG)
    panel = panel_of(qtbot, evening, table, 1)
    type_in(qtbot, panel.editor.bids.lines[0], "6")
    type_in(qtbot, panel.editor.bids.lines[2], "5")
    assert "Aces: the bag penalty in hand 1 is removed." in read(panel)
    other = evening.play(HAND)
    panel = panel_of(qtbot, evening, other, 1)
    for seat, count in ((0, "10"), (1, "0"), (2, "3"), (3, "0")):
        type_in(qtbot, panel.editor.tricks.lines[seat], count)
    assert "Hand 1 brings Aces a bag penalty, \u221260." in read(panel)


def test_an_end_that_is_another_hands_is_told(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND, HAND, agreed={"game": {"target": 90}})
    assert table.match.board.is_over
    panel = panel_of(qtbot, evening, table, 1)
    type_in(qtbot, panel.editor.bids.lines[0], "5")
    type_in(qtbot, panel.editor.bids.lines[2], "4")
    type_in(qtbot, panel.editor.tricks.lines[0], "6")
    assert "The game ends after hand 1, no longer after hand 2." in read(panel)


def test_a_blind_nil_that_reads_as_not_far_enough_behind_is_told_and_stands(
    evening: Evening,
) -> None:
    loss: Any = ((6, 4, 5, 3), (4, 5, 3, 1))
    table = evening.play(loss)
    assert table.match.board.score == (-110, -70)
    table = evening.play(((6, 3, 5, 3), (4, 4, 2, 3)))
    assert table.match.board.score == (-110, 61)
    table.record(Bids(bids=("blind", 3, 4, 3)))
    first = table.match.log[1]
    to = Bids(bids=(3, 3, 3, 3))
    preview = table.preview(Amend(entry=str(first.id), to=to, why="misheard"))
    (said,) = map(str, preview.warnings)
    assert said == (
        "hand 2: Aces bid blind nil 100 or more behind, and now read as 1 behind; "
        "it was judged when it was bid, and stands"
    )
    table.record(Amend(entry=str(first.id), to=to, why="misheard"))
    assert table.match.board.hands[1].nils[0] == "blind"


def test_the_reason_keeps_the_cursor_as_the_window_grows_and_shrinks(stage: Stage) -> None:
    stage.window.resize(1024, 540)
    page = stage.open(HAND)
    page.edit_hand(1)
    panel: Any = page.panel
    for seat in (0, 2):
        type_in(stage.qtbot, panel.editor.bids.lines[seat], "1")
    editor = panel.editor
    editor.why.setFocus()
    editor.why.setText("misheard")
    for high in (900, 540):
        stage.window.resize(1024, high)
        stage.qtbot.waitUntil(lambda: in_sight(editor.why, panel))
        assert panel.focusWidget() is editor.why, high
        assert editor.why.text() == "misheard", high
