"""Everything in a panel that can be used is reached with Tab, after every choice."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QLineEdit,
    QPushButton,
    QWidget,
)

from scorepad.spades.entries import Forfeit, Misdeal, Note
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.match.panel_place import PANELS
from scorepad.window.panels.entry_panel import EntryPanel
from scorepad.window.panels.seats import SeatTableEditor
from tests.window.evening import HAND, Evening, press
from tests.window.find import find
from tests.window.stage import Stage, type_keys

OPEN = ((4, 3, 3, 2), None)


def called(widget: QWidget) -> str:
    return f"{type(widget).__name__} {widget.accessibleName()!r}"


def is_cross(button: QPushButton) -> bool:
    return (button.accessibleName(), button.text()) == ("Close", "✕")


def controls(panel: QWidget) -> set[QWidget]:
    """What can be used with the keyboard."""
    return {
        each
        for each in panel.findChildren(QWidget)
        if each.isVisible()
        and each.isEnabled()
        and bool(each.focusPolicy() & Qt.FocusPolicy.TabFocus)
        and each.focusProxy() is None
    }


def walk(panel: QWidget) -> list[QWidget]:
    """Where Tab leads, from the first control until it comes round."""
    # What a choice has put there is shown once events are seen to.
    QApplication.processEvents()
    panel.focus_typing_start()  # type: ignore[attr-defined]
    found: list[QWidget] = []
    focused = panel.focusWidget()
    while focused not in found:
        found.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        focused = panel.focusWidget()
    return found


def group_of(widget: QWidget) -> Any:
    """Of a row of choices Tab reaches one; the arrow keys go from it to the others."""
    group: Any = widget.group() if isinstance(widget, QAbstractButton) else None
    return group if group is not None and group.exclusive() else widget


def reached(panel: Any) -> None:
    QApplication.processEvents()
    there = controls(panel)
    walked = walk(panel)
    groups = {group_of(each) for each in walked}
    # A panel is closed with Escape, from wherever one is.
    there = {each for each in there if each.accessibleName() != "Close"}
    missed = [called(each) for each in there if group_of(each) not in groups]
    assert not missed, (missed, [called(each) for each in walked])
    if walked[0] is not panel:
        # There is something to use besides the buttons, and the cross comes after them.
        (cross,) = (each for each in panel.findChildren(QPushButton) if is_cross(each))
        buttons = panel.buttons.parentWidget().findChildren(QPushButton)
        usable = [each for each in buttons if each.isEnabled()]
        last = walked[walked.index(cross) - 1]
        assert last in usable or not usable, [called(each) for each in walked]
    if isinstance(panel, EntryPanel):
        # The walk ends where it is recorded; a panel that asks for nothing begins there.
        rest = [each for each in walked if each.accessibleName() not in ("Close", "Cancel")]
        place = 0 if rest == [panel.record_button] else -1
        asked = [each for each in walked if each.accessibleName() != "Close"]
        assert asked[place] is panel.record_button, [called(each) for each in walked]


@pytest.mark.parametrize("key", sorted(PANELS))
@pytest.mark.parametrize("state", ["new", "in a hand", "between hands", "over"])
def test_tab_reaches_all_there_is_after_every_choice_and_escape_closes(
    qtbot: Any, evening: Evening, key: str, state: str
) -> None:
    hands = {"new": (), "in a hand": (HAND, OPEN)}.get(state, (HAND,))
    table = evening.play(*hands)
    if state == "over":
        table.record(Forfeit(side=1, why="left"))
    panel = evening.panel(qtbot, key, table)
    reached(panel)
    names = [
        each.accessibleName()
        for each in panel.findChildren(QPushButton)
        if each.isCheckable() and each.isVisible()
    ]
    for name in names:
        for each in panel.findChildren(QPushButton):
            if each.accessibleName() == name and each.isVisible() and each.isEnabled():
                each.click()
                reached(panel)
                break
    before = table.match.log
    if state == "new":
        # It follows a match in which nothing was recorded yet.
        table.record(Note(text="lamp broken"))
        table.undo()
        table.redo()
        before = table.match.log
        assert panel.isVisible()
    if state != "over":
        # Escape closes it and records nothing.
        with qtbot.waitSignal(panel.closed):
            QTest.keyClick(panel, Qt.Key.Key_Escape)
        assert table.match.log == before


def test_the_cross_closes_a_panel(qtbot: Any, tmp_path: Path) -> None:
    page = Stage(qtbot, tmp_path).open(HAND)
    panel = page.show_panel("note")
    (cross,) = (each for each in panel.findChildren(QPushButton) if is_cross(each))
    assert cross in walk(panel)
    QTest.keyClick(cross, Qt.Key.Key_Space)
    assert page.panel is None


def test_counts_stands_between_bags_and_why(qtbot: Any, evening: Evening) -> None:
    panel = evening.panel(qtbot, "ruling", evening.play(HAND))
    for choice in ("between hands", "in hand 1, already scored"):
        press(panel, f"Applies: {choice}")
        names = [each.accessibleName().split(":")[0] for each in walk(panel)]
        # Of the sides none is chosen, and Tab leads to both.
        assert names[:6] == ["Team", "Team", "Points", "Bags", "Applies", "Why"]


def test_a_deviation_does_not_keep_tab_to_itself(qtbot: Any, evening: Evening) -> None:
    table = evening.play(agreed={"game": {"target": 400}})
    reached(evening.panel(qtbot, "setup", table))


@pytest.mark.parametrize("key", ["renege", "talk"])
def test_who_stands_after_the_side(qtbot: Any, evening: Evening, key: str) -> None:
    panel = evening.panel(qtbot, key, evening.play(OPEN))
    for side in ("Kings", "Aces"):
        press(panel, f"Team: {side}")
        names = [each.accessibleName().split(":")[0] for each in walk(panel)]
        assert names[:2] == ["Team", "Player"]


def through(window: QWidget, start: QWidget, most: int = 60) -> list[QWidget]:
    """Where Tab leads in a window, from `start` until it comes round."""
    start.setFocus()
    found: list[QWidget] = []
    focused: QWidget | None = start
    while focused is not None and focused not in found and len(found) < most:
        found.append(focused)
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        focused = window.focusWidget()
    return found


def test_enter_on_what_was_chosen_records(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open()
    stage.window.activateWindow()
    stage.window.do("misdeal")
    focused = stage.window.focusWidget()
    assert focused is not None
    qtbot.waitUntil(focused.hasFocus)
    type_keys(focused, " ")
    assert page.panel is not None
    type_keys(focused, "\n")
    assert isinstance(page.table.match.log[-1], Misdeal)
    stage.window.do("new")
    form = find(stage.window, NewMatchPage)
    (ring, *_rest) = find(form, SeatTableEditor).dealer_buttons[1:]
    ring.setFocus()
    type_keys(ring, "\n")
    assert ring.isChecked()
    with qtbot.waitSignal(form.started):
        type_keys(ring, "\n")


def test_tab_goes_from_the_strip_to_the_messages_to_the_page(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, by="")
    stage.open(HAND)
    stage.open(HAND, table="Table 5")
    stage.window.banners.show_banner("late", "A message").add_button("Add minutes", lambda: None)
    QApplication.processEvents()
    walked = through(stage.window, stage.window.strip.home_button)
    names = [each.accessibleName() for each in walked]
    assert names[:8] == [
        "Tables",
        "Table 4 · Aces 71 : 50 Kings",
        "Table 5 · Aces 71 : 50 Kings",
        "Close this table",
        "New match",
        "Add minutes",
        "Dismiss",
        "1 more message",
    ]
    assert set(walked[8:]) <= {stage.page, *stage.page.findChildren(QWidget)}
    assert stage.page.sheet in walked
    assert stage.page.bar in walked


def test_tab_goes_back_the_same_way(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, by="")
    stage.open(HAND)
    stage.open(HAND, table="Table 5")
    QApplication.processEvents()
    line = stage.window.banners.findChild(QLineEdit)
    line.setFocus()
    QTest.keyClick(line, Qt.Key.Key_Backtab)
    assert stage.window.focusWidget().accessibleName() == "New match"


def test_from_counting_tricks_tab_turned_round_leads_out_of_the_bar(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    bar = stage.open(HAND, OPEN).bar
    bar.setFocus()
    assert bar.tricks is not None
    pointed = bar.tricks.pointed
    QTest.keyClick(bar, Qt.Key.Key_Tab)
    assert stage.window.focusWidget() is bar, "Tab points at the other side"
    assert bar.tricks.pointed != pointed
    QTest.keyClick(bar, Qt.Key.Key_Backtab, Qt.KeyboardModifier.ShiftModifier)
    assert stage.window.focusWidget() is not bar
    assert bar.tricks.pointed != pointed
    QTest.keyClick(stage.window.focusWidget(), Qt.Key.Key_Tab)
    assert stage.window.focusWidget() is bar
