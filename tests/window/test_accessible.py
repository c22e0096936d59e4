"""What a screen reader is given of the window: each control's name, role and value, every number
that is shown, and what it reads out by itself."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from PySide6.QtCore import QAbstractItemModel, QAbstractListModel, QModelIndex, Qt
from PySide6.QtGui import (
    QAccessible,
    QAccessibleAnnouncementEvent,
    QAccessibleInterface,
)
from PySide6.QtWidgets import QAbstractItemView, QApplication, QLabel, QWidget

from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import EventHead, Release, StageEntry, TeamEntry
from scorepad.spades.entries import Forfeit
from scorepad.window.event.bracket_view import BracketCanvas
from scorepad.window.event.event_page import EventPage
from scorepad.window.match.table_page import TablePage
from tests.window.evening import HAND, NIL_HAND
from tests.window.find import button, find
from tests.window.stage import Stage, press_keys

ROWS = (QAccessible.Role.List, QAccessible.Role.Table, QAccessible.Role.Tree)
TEXTS = (QAccessible.Text.Name, QAccessible.Text.Description, QAccessible.Text.Value)


def walk(node: QAccessibleInterface) -> Iterator[QAccessibleInterface]:
    """Yield all that a screen reader comes to from here, this first."""
    yield node
    for place in range(node.childCount()):
        child = node.child(place)
        # A row of a list that is scrolled out of sight is called invisible.
        is_row = node.role() in ROWS
        if child is not None and (is_row or not child.state().invisible):
            yield from walk(child)


def nodes(window: QWidget) -> list[QAccessibleInterface]:
    QApplication.processEvents()
    others = [each for each in window.findChildren(QWidget) if each.isWindow() and each.isVisible()]
    return [
        node
        for each in (window, *others)
        for node in walk(QAccessible.queryAccessibleInterface(each))
    ]


def role_and_name(widget: QWidget) -> tuple[QAccessible.Role, str]:
    node = QAccessible.queryAccessibleInterface(widget)
    return node.role(), node.text(QAccessible.Text.Name)


def numbers(text: str) -> set[str]:
    return set(re.findall(r"\d+(?::\d\d)?", text))


def shown_numbers(window: QWidget) -> set[str]:
    """Return the numbers in labels, lists and tables, and those that a table's page paints."""
    found: set[str] = set()
    for widget in window.findChildren(QWidget):
        if not widget.isVisibleTo(window):
            continue
        if isinstance(widget, QLabel):
            found |= numbers(widget.text())
        if isinstance(widget, QAbstractItemView) and (model := widget.model()) is not None:
            found |= {each for text in display_texts(model) for each in numbers(text)}
        if isinstance(widget, TablePage):
            found |= numbers(widget.header.clock.figures)
            for side in widget.header.sides:
                found |= numbers(side.total)
            for box in widget.bar.boxes.boxes:
                found |= numbers(box.value)
            found |= numbers(widget.bar.line.sentence)
    return found


def display_texts(model: QAbstractItemModel) -> Iterator[str]:
    for row in range(model.rowCount()):
        # A list has one column; Qt keeps it from telling.
        is_list = isinstance(model, QAbstractListModel)
        for column in range(1 if is_list else model.columnCount()):
            index: QModelIndex = model.index(row, column)
            text = model.data(index, Qt.ItemDataRole.DisplayRole)
            if isinstance(text, str):
                yield text


def unread(window: QWidget) -> list[str]:
    """Return what takes the focus without a name, and the numbers that no screen reader reads."""
    found = nodes(window)
    nameless = [
        f"{node.role().name} {type(node.object()).__name__}"
        for node in found
        if node.state().focusable
        and not node.text(QAccessible.Text.Name)
        # An empty cell is read by the titles of its row and column.
        and node.role() != QAccessible.Role.Cell
    ]
    spoken = " ".join(node.text(kind) for node in found for kind in TEXTS)
    return [*nameless, *(shown_numbers(window) - numbers(spoken))]


def floor(stage: Stage) -> None:
    stage.evening.play(HAND, NIL_HAND, event="", table="7")
    stage.evening.play(event="", table="12")
    stage.window.do("floor")
    stage.pass_(1)


def table(stage: Stage) -> None:
    stage.open(HAND, NIL_HAND)
    stage.pass_(60)
    stage.type("54")


def new_match(stage: Stage) -> None:
    stage.window.do("new")


def tables(stage: Stage) -> None:
    stage.window.do("tables")


def event(stage: Stage) -> None:
    day = EventDesk(stage.evening.desk).start(EventHead(name="Saturday", rules="unc"))
    for number in range(1, 5):
        players = (f"Ann {number}", f"Bo {number}")
        day.record(TeamEntry(team=f"T{number}", name=f"Team {number}", players=players))
    day.record(StageEntry(stage="A", format="swiss", rounds=3))
    day.record_together([day.propose_next_round().entry, Release(round=1)])
    stage.window.do("event")


def room(stage: Stage) -> None:
    stage.evening.play(HAND, table="2", event="")
    stage.window.do("room")
    stage.pass_(6)


PAGES: tuple[Callable[[Stage], None], ...] = (floor, table, new_match, tables, event, room)


def test_what_takes_the_focus_has_a_name_and_every_number_can_be_read(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    for show in PAGES:
        with subtests.test(page=show.__name__):
            stage.clear()
            show(stage)
            assert len(nodes(stage.window)) > 20, "the walk came into the page"
            assert unread(stage.window) == []


def test_totals_clock_score_line_and_the_sentence_of_the_bar_have_a_role(stage: Stage) -> None:
    page = stage.open(HAND, NIL_HAND, HAND)
    stage.pass_(60)
    role = QAccessible.Role
    for side in page.header.sides:
        for part in side.parts.values():
            assert role_and_name(part) == (role.PushButton, part.accessibleName())
        assert f"{side.total} points" in side.accessibleDescription()
    for widget, part in (
        (page.score_chart, "After 3 hands, Aces"),
        (page.bar.line, "to bid"),
    ):
        role_of, name = role_and_name(widget)
        assert role_of == role.StaticText
        assert part in name
    assert page.bar.accessibleDescription() == page.bar.line.sentence


def test_an_empty_cell_says_whose_it_is(stage: Stage) -> None:
    page = stage.open(HAND, ((5, 4, 4, 3), None))
    model = page.sheet.model()
    spoken = [
        model.data(model.index(1, column), Qt.ItemDataRole.AccessibleTextRole)
        for column in range(model.columnCount())
    ]
    assert "" not in spoken
    assert "Hand 2, Kings, Tricks: empty" in spoken


@pytest.fixture
def announced(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What a screen reader was told to read out."""
    texts: list[str] = []

    def hear(event: Any) -> None:
        if isinstance(event, QAccessibleAnnouncementEvent):
            texts.append(event.message())

    monkeypatch.setattr(QAccessible, "updateAccessibility", hear)
    return texts


def test_a_refusal_is_read_out_each_time(stage: Stage, announced: list[str]) -> None:
    stage.open(HAND, agreed={"bidding": {"side_minimum": 4}})
    stage.type("1")
    announced.clear()
    stage.type("1")
    refusal = "Aces bid 2; the minimum is 4"
    assert announced == [refusal]
    stage.type("1")
    assert announced == [refusal] * 2


def test_a_hand_and_a_result_are_read_out(stage: Stage, announced: list[str]) -> None:
    page = stage.open(((5, 4, 4, 3), None))
    announced.clear()
    stage.type("8\n")
    assert [text for text in announced if text.startswith("Hand 1: Aces")]
    announced.clear()
    page.table.record(Forfeit(side=1, why="two players left"))
    assert [text for text in announced if "Aces win" in text]


def test_time_up_is_read_out(stage: Stage, announced: list[str]) -> None:
    stage.open(HAND)
    stage.type("5")
    stage.pass_(60)
    announced.clear()
    stage.pass_(30 * 60)
    assert announced == ["Table 4: time is up"]


def test_open_tables_are_tabs_and_one_of_several_is_a_radio_button(stage: Stage) -> None:
    first, second = stage.open(HAND, table="1"), stage.open(HAND, table="2")
    role = QAccessible.Role
    row = QAccessible.queryAccessibleInterface(stage.window.strip.tabs[0].parentWidget())
    assert (row.role(), row.text(QAccessible.Text.Name)) == (role.PageTabList, "Open tables")
    tabs = [row.child(place) for place in range(row.childCount())]
    assert [tab.role() for tab in tabs] == [role.PageTab] * 2
    assert [bool(tab.state().selected) for tab in tabs] == [False, True]
    press = tabs[0].actionInterface()
    press.doAction(press.pressAction())
    assert stage.page.table is first.table
    assert stage.page.table is not second.table
    assert role_and_name(stage.window.strip.home_button) == (role.PageTab, "Tables")
    stage.window.do("new")
    assert role_and_name(button(stage.window, "Seat 2 deals first"))[0] == role.RadioButton
    stage.window.do("floor")
    assert role_and_name(button(stage.window, "Show: All 2"))[0] == role.RadioButton


def test_the_matches_of_a_bracket_are_reached_by_keys_and_read_out(
    stage: Stage, announced: list[str]
) -> None:
    table = EventDesk(stage.evening.desk).start(EventHead(name="Cup", rules="unc"))
    stage.evening.settings.set_and_save("event", table.event.id)
    table.record_together(
        [TeamEntry(team=f"T{n}", name=f"T{n}", players=(f"{n} A", f"{n} B")) for n in range(1, 9)]
    )
    table.record(StageEntry(stage="A", format="single-elimination"))
    table.record_together([table.propose_next_round().entry, Release(round=1)])
    stage.activate()
    stage.window.do("event")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, EventPage)
    page.show_section("bracket")
    button(page, "Chart").setFocus()
    drawn = find(page, BracketCanvas)
    keys = Qt.Key
    for _press in range(3):
        if stage.window.focusWidget() is not drawn:
            press_keys(stage, keys.Key_Tab)
    assert drawn.hasFocus(), "Tab leads to the drawing"
    announced.clear()
    press_keys(stage, keys.Key_Down)
    assert announced == ["Quarterfinals, match 2: T4 – T5, waiting"]
    press_keys(stage, keys.Key_Return)
    assert stage.page.table.match.head.table == "2", "Enter opens it"
