"""What is half typed in a panel is not lost when it is closed or another one is opened."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QWidget

from scorepad.spades.entries import Note, Ruling, Strike
from scorepad.window.match.panel_place import PANELS
from scorepad.window.match.table_page import TablePage
from scorepad.window.panels.history import HistoryPanel
from tests.window.evening import HAND, Sheets, press, read
from tests.window.find import button, line, type_over
from tests.window.stage import Stage, delete_closed

OVER = ((7, 3, 6, 3), (7, 3, 3, 0))


def half_a_ruling(stage: Stage) -> Any:
    panel: Any = stage.page.show_panel("ruling")
    press(panel, "Team: Kings")
    type_over(panel, "Points", "-30")
    type_over(panel, "Why", "late to")
    return panel


def chosen_side(panel: QWidget) -> list[str]:
    """The side whose button is down."""
    sides = [button(panel, f"Team: {team}") for team in ("Aces", "Kings")]
    return [each.text() for each in sides if each.isChecked()]


def escape(stage: Stage) -> None:
    panel = stage.page.panel
    assert panel is not None
    QTest.keyClick(panel, Qt.Key.Key_Escape)


def cross(stage: Stage) -> None:
    panel = stage.page.panel
    assert panel is not None
    press(panel, "Close")


def another(stage: Stage) -> None:
    stage.page.show_panel("note")


def other_table(stage: Stage) -> None:
    here = stage.page.table.id
    stage.open(HAND)
    stage.window.tables.show_table(here)


def test_what_was_written_of_a_ruling_comes_back_and_the_side_is_chosen_anew(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for leave in [escape, cross, another, other_table]:
        with subtests.test(leave=leave):
            page = stage.open(HAND)
            half_a_ruling(stage)
            log = page.table.match.log
            leave(stage)
            assert stage.page.table.match.log == log
            if leave is not other_table:
                assert "Your input in “Ruling” is saved. Open it again" in read(page.bar)
            again: Any = page.show_panel("ruling")
            assert chosen_side(again) == (["Kings"] if leave is other_table else [])
            press(again, "Team: Kings")
            assert [line(again, name).text() for name in ("Points", "Why")] == ["−30", "late to"]
            type_over(again, "Why", "late to the table")
            press(again, "Record the ruling")
            entry = page.table.match.log[-1]
            assert isinstance(entry, Ruling)
            assert (entry.side, entry.points, entry.why) == (1, -30, "late to the table")
            # What was recorded does not come back.
            fresh: Any = page.show_panel("ruling")
            assert chosen_side(fresh) == []


def begun_again(stage: Stage) -> Any:
    """The panel that another start of the program shows."""
    page = TablePage(stage.page.table, Sheets(), stage.evening.settings)
    stage.qtbot.addWidget(page)
    page.show()
    return page.panel


def test_after_a_crash_panels_are_there_again(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a ruling half typed is there after a crash"):
        page = stage.open(HAND)
        panel = half_a_ruling(stage)
        again = begun_again(stage)
        assert again.accessibleName() == "Ruling"
        assert chosen_side(again) == ["Kings"]
        assert [line(again, name).text() for name in ("Points", "Why")] == ["−30", "late to"]
        assert "Your earlier input was restored." in read(again)
        kept: list[object] = []
        page.table.listen(lambda change: kept.append(page.table.draft.read("ruling", Any)))
        press(panel, "Record the ruling")
        assert kept == [None], "the entry and its draft are one transaction"
        assert page.table.draft.text == ""
        assert begun_again(stage) is None
    with subtests.test("a panel that was open is open again where it stood"):
        page = stage.open(HAND, HAND)
        page.explain_number(1, 1, "bags")
        assert begun_again(stage).accessibleName() == "Why: hand 1"
        page.close_panel()
        assert begun_again(stage) is None


def test_what_is_half_typed_stays_until_it_is_cancelled(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("a half typed strike stays when something else is recorded"):
        page = stage.open(HAND)
        panel: Any = page.show_panel("strike")
        QTest.keyClicks(panel.why, "twice")
        page.table.record(Note(text="a card was turned up"))
        assert panel.why.text() == "twice"
    with subtests.test("cancel discards what is typed"):
        page = stage.open(HAND)
        press(half_a_ruling(stage), "Cancel")
        assert "is saved" not in read(page.bar)
        panel: Any = page.show_panel("ruling")
        assert chosen_side(panel) == []
    with subtests.test("a name half written under the result is kept"):
        page = stage.open(*[HAND] * 2)
        panel: Any = page.show_panel("sign")
        type_over(panel, "For Aces", "Ann")
        page.close_panel()
        again: Any = page.show_panel("sign")
        assert line(again, "For Aces").text() == "Ann"
    with subtests.test("what the disk refuses is kept as long as the program runs"):
        page = stage.open(HAND)
        stage.evening.keeper.full = True
        half_a_ruling(stage)
        page.close_panel()
        again: Any = page.show_panel("ruling")
        assert line(again, "Why").text() == "late to"


def test_closing_an_untouched_panel_says_nothing(stage: Stage) -> None:
    page = stage.open(HAND)
    for key in PANELS:
        panel = page.show_panel(key)
        assert panel is not None
        assert panel.typed() is None, key
        page.close_panel()
        delete_closed()
        assert "is saved" not in read(page.bar), key


def test_a_deletion_half_typed_is_kept_while_its_entry_counts(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("it is there again"):
        page = stage.open(HAND, HAND)
        entry_id = str(page.table.match.log[1].id)
        half_a_deletion(page, entry_id)
        page.close_panel()
        again: Any = page.show_panel("strike")
        assert (again.place(), again.why.text()) == (entry_id, "twice")
        press(again, "Cancel")
        last: Any = page.show_panel("strike")
        assert last.why.text() == ""
        page.close_panel()
    with subtests.test("Cancel leads back to the history where it was asked for"):
        half_a_deletion(page, entry_id)
        press(page, "Cancel")
        assert isinstance(page.panel, HistoryPanel)
        assert page.panel.chosen() == entry_id
        page.close_panel()
    with subtests.test("it is dropped when its entry no longer counts"):
        page = stage.open(HAND)
        half_a_deletion(page, str(page.table.match.log[-1].id))
        page.close_panel()
        stage.window.do("undo")
        again = page.show_panel("strike")
        assert again.why.text() == ""
        assert "discarded because it was for an entry that no longer counts" in read(again)
    with subtests.test("another laptop deletes the entry meanwhile"):
        page = stage.open(HAND)
        entry_id = str(page.table.match.log[-1].id)
        panel = half_a_deletion(page, entry_id)
        page.table.record(Strike(entry=entry_id, why="recorded twice"))
        assert "discarded because it was for an entry that no longer counts" in read(panel)
        assert not button(panel, "Delete the entry").isEnabled()


def half_a_deletion(page: Any, entry_id: str) -> Any:
    """The panel that deletes this entry, asked for in the history, with a reason written."""
    history = page.show_panel("history")
    history.choose(entry_id)
    press(history, "Delete…")
    assert not isinstance(page.panel, HistoryPanel)
    QTest.keyClicks(page.panel.why, "twice")
    return page.panel
