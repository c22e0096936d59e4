"""The floor: today's tables with live clocks, in order, found by what they say, turned together."""

from __future__ import annotations

from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QEvent, QObject, QPoint, QRect, Qt
from PySide6.QtGui import QPaintEvent
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QLineEdit,
    QPushButton,
    QStyleOptionViewItem,
    QTreeView,
    QWidget,
)

from scorepad.desk.table import Table
from scorepad.spades.entries import Bids, Clock, Forfeit, Head, Sign, Team, Tricks
from scorepad.spades.match import Match
from scorepad.spades.status import status_of
from scorepad.window.floor.floor_model import (
    EVENT,
    FIRST,
    RULES,
    SCORE,
    SECOND,
    TABLE,
    TIME,
    WAITS,
    FloorModel,
    FloorSortFilter,
)
from scorepad.window.floor.floor_model import HAND as HAND_NUMBER
from scorepad.window.floor.floor_page import FloorView
from scorepad.window.widgets import theme
from tests.window.evening import HAND, PRESETS, press, read
from tests.window.find import choose, find, line, settle
from tests.window.stage import Stage, type_keys
from tests.window.written import painted_texts, picture_of

DAY = 24 * 60 * 60


def tables(stage: Stage, count: int, **head: Any) -> list[Table]:
    """So many tables with the clocks running."""
    made = []
    for number in range(1, count + 1):
        teams = (Team(f"Team {number} A"), Team(f"Team {number} B"))
        table = stage.evening.play(HAND, table=str(number), teams=teams, **head)
        made.append(table)
    return made


def view(stage: Stage) -> QTreeView:
    return find(stage.window, QTreeView, "Tables")


def cell(stage: Stage, row: int, column: int) -> str:
    return str(view(stage).model().index(row, column).data())


def numbers(stage: Stage) -> list[str]:
    return [cell(stage, row, 0) for row in range(view(stage).model().rowCount())]


def shown_floor(stage: Stage) -> QTreeView:
    stage.window.do("floor")
    shown = view(stage)
    # Wherever an earlier test has left the pointer.
    shown.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
    return shown


def test_the_program_begins_on_the_floor(stage: Stage) -> None:
    assert "No tables today" in read(stage.window)
    tables(stage, 2)
    shown_floor(stage)
    assert numbers(stage) == ["1", "2"]
    columns = (TIME, FIRST, SCORE, SECOND, HAND_NUMBER, WAITS)
    assert [cell(stage, 0, column) for column in columns] == [
        "▶ 30:00", "Team 1 A", "71 : 50", "Team 1 B", "2", "Bids"
    ]  # fmt: skip


def test_clocks_run_on_the_floor_and_the_order_follows_what_is_urgent(stage: Stage) -> None:
    first, second = tables(stage, 2)
    first.record(Clock(do="add", seconds=600))
    shown_floor(stage)
    assert numbers(stage) == ["2", "1"]
    stage.pass_(61)
    assert cell(stage, 0, TIME) == "▶ 28:59"
    second.record(Forfeit(side=0, why="left"))
    stage.window.do("floor")
    assert [cell(stage, row, WAITS) for row in (0, 1)] == ["Bids", "✎ 2 signatures"]
    assert numbers(stage) == ["1", "2"], "what is played stands above what is over"
    stage.pass_(45 * 60)
    assert cell(stage, 0, WAITS) == "● Next hand dealt?"


class Paints(QObject):
    """The parts of a widget that were painted."""

    def __init__(self, widget: QWidget) -> None:
        super().__init__(widget)
        self.parts: list[QRect] = []
        widget.installEventFilter(self)

    def eventFilter(self, _widget: QObject, event: QEvent) -> bool:
        if isinstance(event, QPaintEvent):
            self.parts.append(event.region().boundingRect())
        return False


def test_running_clocks_repaint_their_column_and_nothing_else(qtbot: Any, tmp_path: Path) -> None:
    """A tick that changes no figure repaints nothing."""
    stage = Stage(qtbot, tmp_path, is_painted=True)
    tables(stage, 3)
    shown = shown_floor(stage)
    stage.pass_(0)
    settle()
    before = shown.grab()
    paints = Paints(shown.viewport())
    stage.pass_(0)
    settle()
    assert paints.parts == []
    stage.pass_(1)
    settle()
    left, wide = shown.columnViewportPosition(TIME), shown.columnWidth(TIME)
    assert paints.parts == [QRect(left, 0, wide, shown.viewport().height())]
    assert shown.grab().toImage() != before.toImage(), "the other figures are shown"


def test_enter_and_a_double_click_open_a_table_and_one_key_leads_back(
    qtbot: Any, stage: Stage
) -> None:
    first, second = tables(stage, 2)
    shown = shown_floor(stage)
    qtbot.keyClick(shown, Qt.Key.Key_Down)
    qtbot.keyClick(shown, Qt.Key.Key_Return)
    assert stage.page.table.id == second.id
    qtbot.keyClick(stage.page.bar, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    assert stage.window.page is None
    at = shown.visualRect(shown.model().index(0, 2)).center()
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=at)
    QTest.mouseDClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=at)
    assert stage.page.table.id == first.id


def test_a_number_typed_on_the_floor_finds_its_table_before_all_others(
    qtbot: Any, stage: Stage, subtests: pytest.Subtests
) -> None:
    """Four keys to any of forty: Ctrl+0, two digits, Enter."""
    made = tables(stage, 40)
    shown_floor(stage)
    line = find(stage.window, QLineEdit, "Find a table")
    for typed, first in [("7", "7"), ("Team 3 A", "3"), ("table 2", "2"), ("team 12 b", "12")]:
        with subtests.test("what a row says is found", typed=typed):
            line.clear()
            type_keys(line, typed)
            assert numbers(stage)[0] == first
    stage.show(made[0])
    qtbot.keyClick(stage.page.bar, Qt.Key.Key_0, Qt.KeyboardModifier.ControlModifier)
    line.clear()
    type_keys(view(stage), "3")
    assert numbers(stage)[0] == "3"
    type_keys(line, "7\n")
    assert stage.page.table.id == made[36].id
    shown_floor(stage)
    assert len(numbers(stage)) == 40


def test_a_number_that_no_table_has_opens_none(stage: Stage) -> None:
    made = [stage.add(HAND, table=number) for number in ("1", "10")]
    shown_floor(stage)
    assert "71 : 50" in cell(stage, 0, SCORE)
    search = find(stage.window, QLineEdit, "Find a table")
    type_keys(view(stage), "5")
    type_keys(search, "0\n5\n")
    assert stage.window.page is None, "a score has these figures"
    assert "✕ There is no table 5 today." in read(stage.window)
    type_keys(search, "10\n")
    assert stage.page.table.id == made[1].id
    shown_floor(stage)
    assert "no table" not in read(stage.window)


def test_the_list_is_narrowed_and_says_how_many_there_are(stage: Stage) -> None:
    made = tables(stage, 3)
    made[0].record(Forfeit(side=0, why="left"))
    shown_floor(stage)
    press(stage.window, "Unsigned 1")
    assert numbers(stage) == ["1"]
    press(stage.window, "All 3")
    assert len(numbers(stage)) == 3
    type_keys(find(stage.window, QLineEdit, "Find a table"), "nobody")
    assert numbers(stage) == []
    assert "No tables found" in read(stage.window)


def shown_buttons(stage: Stage) -> set[str]:
    """What can be pressed on the page that is shown."""
    page = stage.window.stack.currentWidget()
    assert page is not None
    QApplication.processEvents()
    return {each.text() for each in page.findChildren(QPushButton) if each.isVisibleTo(page)}


def test_an_empty_floor_leads_on_and_shows_nothing_that_does_nothing(stage: Stage) -> None:
    shown_floor(stage)
    assert shown_buttons(stage) == {
        "New match",
        "Start several tables…",
        "Event",
        "Look at a sample night",
    }
    tables(stage, 1)
    shown_floor(stage)
    assert "Open" in shown_buttons(stage)


def test_a_filter_is_there_while_there_is_something_to_filter(stage: Stage) -> None:
    first, _second = (stage.add(HAND, table=number) for number in ("1", "2"))
    shown_floor(stage)
    assert not {"All 2", "Unsigned"} & shown_buttons(stage)
    first.record(Forfeit(side=0, why="left"))
    shown_floor(stage)
    offered = {"All 2", "Unsigned 1", "Warnings", "No bids"} & shown_buttons(stage)
    assert offered == {"All 2", "Unsigned 1"}
    press(stage.window, "Unsigned 1")
    for side in (0, 1):
        first.record(Sign(side=side, name="Ann"))
    assert "Unsigned" in shown_buttons(stage), "it is what the floor is narrowed to"


def titles(stage: Stage) -> list[str]:
    """The columns of the floor that are shown."""
    model, shown = view(stage).model(), view(stage)
    across = range(model.columnCount())
    return [
        str(model.headerData(each, Qt.Orientation.Horizontal))
        for each in across
        if not shown.isColumnHidden(each)
    ]


def test_event_round_and_rules_are_listed_if_they_differ(stage: Stage) -> None:
    tables(stage, 2)
    shown_floor(stage)
    plain = ["Table", "Time", "First team", "Score", "Second team", "Hand", "Waiting for"]
    assert titles(stage) == [*plain, "Players"]
    stage.evening.play(table="3", rules="washburn")
    shown_floor(stage)
    assert titles(stage) == [*plain, "Rules", "Players"]
    stage.evening.play(table="4", event="Club Night")
    shown_floor(stage)
    assert titles(stage) == [*plain, "Event", "Rules", "Players"]
    choose(stage.window, "Order", "By table")
    assert [cell(stage, row, EVENT) for row in range(4)] == [
        "Spring",
        "Spring",
        "Spring",
        "Club Night",
    ]
    assert cell(stage, 2, RULES) == stage.evening.library.get("washburn").name
    stage.evening.play(table="5", round="3")
    shown_floor(stage)
    assert "Round" in titles(stage)


@pytest.mark.parametrize(
    ("size", "percent"), [((1024, 640), 100), ((760, 520), 100), ((1366, 768), 200)]
)
def test_numbers_and_warnings_are_whole_and_names_keep_room_at_every_size(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], percent: int
) -> None:
    """Names end in "…" with the whole in the tip; in narrow windows hands and rules are left
    out, and large text is scrolled."""
    stage = Stage(qtbot, tmp_path, percent=percent, size=size)
    long = "Ὀδυσσεύς 北京 עברית ไทย " * 20
    for number, rules, event in ((5, "unc", "Spring"), (7, "fairmont-state", "Club Night")):
        teams = (Team(long[:500]), Team(f"Kings of table {number}"))
        stage.evening.play(HAND, table=str(number), rules=rules, event=event, teams=teams)
    stage.evening.play(table="6", rules="fairmont-state", event="Spring")
    shown = shown_floor(stage)
    stage.window.do("start-all")
    stage.pass_(5 * 60 + 20)
    QApplication.processEvents()
    delegate, model = shown.itemDelegate(), shown.model()
    is_narrow = percent == 100 and size[0] < 1024
    assert not (percent == 100 and shown.horizontalScrollBar().isVisible())
    for column in (TABLE, TIME, SCORE, HAND_NUMBER, WAITS, EVENT, RULES):
        if column in (HAND_NUMBER, RULES) and is_narrow and shown.isColumnHidden(column):
            continue
        assert not shown.isColumnHidden(column)
        for row in range(model.rowCount()):
            index = model.index(row, column)
            option = QStyleOptionViewItem()
            shown.initViewItemOption(option)
            assert delegate.sizeHint(option, index).width() <= shown.columnWidth(column)
    for column in (FIRST, SECOND):
        assert shown.columnWidth(column) >= theme.em(5)
    assert "No bids for 5:20 · both here?" in cell(stage, 0, WAITS)
    along = shown.horizontalScrollBar()
    columns = sum(shown.columnWidth(each) for each in range(model.columnCount()))
    assert along.maximum() >= columns - shown.viewport().width(), "all columns are reached"
    shown.setFocus()
    for _press in range(200):
        QTest.keyClick(shown, Qt.Key.Key_Right)
    assert along.value() == along.maximum(), "by keys too"
    assert long[:400] in str(model.index(1, FIRST).data(Qt.ItemDataRole.ToolTipRole))


def test_a_warning_has_its_room_before_names_get_more(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1920, 1080))
    stage.evening.play(HAND, table="1", teams=(Team("A" * 300), Team("B" * 300)))
    since = stage.evening.wall.moment
    stage.evening.play(rules="fairmont-state", table="2", scheduled=since)
    stage.pass_(20 * 60 + 39)
    shown = shown_floor(stage)
    painted = [each.text.strip() for each in painted_texts(shown.viewport())]
    assert "● No bids for 20:39 · both here?" in painted


def test_a_cell_says_its_own_value_to_a_screen_reader(stage: Stage) -> None:
    tables(stage, 1)
    model = shown_floor(stage).model()
    said = [
        model.index(0, each).data(Qt.ItemDataRole.AccessibleTextRole)
        for each in range(model.columnCount())
    ]
    assert said[:7] == [
        "Table 1", "30:00, running", "Team 1 A", "71 : 50", "Team 1 B", "2", "Bids"
    ]  # fmt: skip


def test_of_a_thousand_tables_those_in_sight_are_measured(qtbot: Any) -> None:
    asked: set[int] = set()

    class Counting(FloorSortFilter):
        def data(self, index: Any, role: int = Qt.ItemDataRole.DisplayRole) -> Any:
            asked.add(index.row())
            return super().data(index, role)

    head = Head(rules="unc", teams=(Team("Aces"), Team("Kings")))
    row = status_of(Match.open(head, PRESETS))
    now = datetime(2026, 11, 21, 14, 30, tzinfo=UTC)
    model = FloorModel(now)
    order = Counting(model)
    order.among = {str(n) for n in range(1000)}
    model.show_rows([replace(row, id=str(n), table=str(n)) for n in range(1000)], now)
    shown = FloorView(order)
    qtbot.addWidget(shown)
    shown.resize(1920, 1080)
    shown.show()
    qtbot.waitExposed(shown)
    QApplication.processEvents()
    assert 0 < len(asked) <= 60
    assert max(asked) < 60


def test_tables_stand_in_the_order_of_their_numbers(stage: Stage) -> None:
    tables(stage, 12)
    shown_floor(stage)
    choose(stage.window, "Order", "By table")
    assert numbers(stage) == [str(number) for number in range(1, 13)]


def test_several_clocks_are_started_paused_and_given_time_at_once(qtbot: Any, stage: Stage) -> None:
    for number in ("1", "2", "3"):
        stage.evening.play(table=number)
    shown = shown_floor(stage)
    qtbot.keyClick(shown, Qt.Key.Key_Down, Qt.KeyboardModifier.ShiftModifier)
    assert "3 tables · 2 selected" in read(stage.window)
    press(stage.window, "Start")
    assert "2 clocks started" in read(stage.window)
    stage.pass_(60)
    assert sorted(cell(stage, row, TIME) for row in range(3)) == ["□ 30:00", "▶ 29:00", "▶ 29:00"]
    # The keys of a table's clock turn those of the marked tables, not that of one out of sight.
    stage.window.do("clock-pause")
    assert "2 clocks paused" in read(stage.window)
    stage.window.do("clock-start")
    assert "2 clocks started" in read(stage.window)
    assert stage.window.page is None
    stage.window.do("pause-all")
    assert "2 clocks paused" in read(stage.window)
    stage.window.do("start-all")
    assert "3 clocks started" in read(stage.window)
    stage.window.do("add-all")
    type_keys(find(stage.window, QLineEdit, "Minutes to add"), "5\n")
    assert "5 minutes added at 3 tables" in read(stage.window)
    assert sorted(cell(stage, row, TIME)[-5:] for row in range(3)) == ["34:00", "34:00", "35:00"]
    stage.window.do("add-all")
    type_keys(find(stage.window, QLineEdit, "Minutes to add"), "-2\n")
    assert "2 minutes taken off at 3 tables" in read(stage.window)


def test_a_clock_that_cannot_be_started_says_why(stage: Stage) -> None:
    tables(stage, 1)
    shown_floor(stage)
    press(stage.window, "Start")
    assert "The clock has already started" in read(stage.window)


def test_sheets_are_made_of_the_marked_tables(stage: Stage) -> None:
    tables(stage, 3)
    shown_floor(stage)
    press(stage.window, "Print or export…")
    assert "1 of 3 matches selected" in read(stage.window)


def test_matches_of_other_days_are_one_step_away(stage: Stage) -> None:
    tables(stage, 1, event="Autumn")
    stage.pass_(2 * DAY)
    stage.evening.play(table="9")
    shown_floor(stage)
    assert numbers(stage) == ["9"]
    press(stage.window, "Other days")
    assert stage.window.windowTitle() == "All matches – Scorepad"
    press(stage.window, "Tables")
    assert numbers(stage) == ["9"]


@pytest.mark.parametrize(("size", "least"), [((1366, 768), 20), ((1920, 1080), 40)])
def test_so_many_tables_are_in_sight(
    qtbot: Any, tmp_path: Path, size: tuple[int, int], least: int
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    tables(stage, 40)
    shown = shown_floor(stage)
    seen = [
        row
        for row in range(40)
        if shown.viewport().rect().contains(shown.visualRect(shown.model().index(row, 0)))
    ]
    assert len(seen) >= least


def test_no_row_moves_while_the_pointer_is_over_the_list(stage: Stage) -> None:
    """The order is made again once the pointer has left."""
    first, _second = map(stage.show, tables(stage, 2))
    shown = shown_floor(stage)
    at = shown.visualRect(shown.model().index(0, FIRST)).center()
    shown.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    QTest.mouseMove(shown.viewport(), at + QPoint(3, 0))
    first.table.record(Clock(do="pause"))
    stage.pass_(10)
    assert numbers(stage) == ["1", "2"]
    assert cell(stage, 0, TIME).startswith("‖"), "what a row says is new all the same"
    stage.evening.play(HAND, table="0")
    stage.window.show_match_change()
    assert numbers(stage) == ["1", "2", "0"], "a table that comes moves none"
    QTest.mouseClick(shown.viewport(), Qt.MouseButton.LeftButton, pos=at)
    press(stage.window, "Open")
    assert stage.page.table is first.table
    shown_floor(stage)
    stage.window.tick()
    assert numbers(stage) == ["2", "0", "1"]


def test_the_row_under_the_cursor_a_marked_one_and_others_look_different(stage: Stage) -> None:
    tables(stage, 3)
    shown = shown_floor(stage)
    shown.setFocus()
    QTest.keyClick(shown, Qt.Key.Key_Down)
    QTest.keyClick(shown, Qt.Key.Key_Space)
    QTest.keyClick(shown, Qt.Key.Key_Down)
    rects = [shown.visualRect(shown.model().index(row, WAITS)) for row in range(3)]
    picture = picture_of(shown.viewport())
    looks = [
        tuple(
            picture.pixelColor(rect.right() - 3, y).name() for y in (rect.top(), rect.center().y())
        )
        for rect in rects
    ]
    assert len({*map(tuple, looks)}) == 3


def test_the_floor_shows_the_round_now_playing_and_other_rounds_on_request(stage: Stage) -> None:
    tables(stage, 3, round="1")
    for table in list(stage.evening.desk.matches()):
        with stage.evening.desk.open_briefly(table.id) as one:
            one.record(Forfeit(side=0, why="left"))
            for side in (0, 1) if one.match.head.table != "2" else ():
                one.record(Sign(side=side, name="Ann"))
    stage.evening.play(table="7", round="2")
    shown_floor(stage)
    assert sorted(numbers(stage)) == ["2", "7"], "an unsigned result of an earlier round stays"
    assert "All 2" in [each.text() for each in stage.window.findChildren(QPushButton)]
    choose(stage.window, "Rounds", "Round 1")
    assert sorted(numbers(stage)) == ["1", "2", "3"]
    choose(stage.window, "Rounds", "All rounds")
    assert len(numbers(stage)) == 4
    shown_floor(stage)
    assert len(numbers(stage)) == 2


def test_a_table_without_bids_is_asked_about_and_nobody_is_accused(stage: Stage) -> None:
    """Seen from half of the wait on, heard once when it has passed, whatever is shown; a side that
    bid is not asked about."""
    now = stage.evening.wall.moment
    for number in ("3", "5", "8"):
        stage.evening.play(rules="fairmont-state", table=number, scheduled=now)
    other = stage.open(HAND, table="9")
    stage.pass_(2 * 60 + 20)
    with stage.evening.desk.open_briefly(find_match(stage, "8")) as table:
        table.record(Bids(bids=(4, 3, 3, 2)))
        table.record(Tricks(tricks=(5, 3, 3, 2)))
    assert "teams here" not in read(stage.window)
    stage.pass_(11)
    assert "▲ Tables 3, 5: no bids after 2 minutes. Are both teams here?" in read(stage.window)
    assert stage.alarm.rung == []
    with stage.evening.desk.open_briefly(find_match(stage, "5")) as table:
        table.record(Bids(bids=(4, 3, 3, 2)))
    stage.pass_(3 * 60)
    assert stage.alarm.rung == ["warning"]
    assert stage.page.table is other.table
    told = "✕ Table 3: no bids after 5 minutes. Are both teams here?"
    assert told in read(stage.window)
    assert "after 2 minutes" not in read(stage.window)
    stage.pass_(1)
    assert stage.alarm.rung == ["warning"]
    press(stage.window, "Show the tables")
    assert set(numbers(stage)) == {"3", "5", "8", "9"}


def test_nothing_is_asked_as_the_clocks_start_and_they_are_always_shown(stage: Stage) -> None:
    for number in ("1", "2"):
        stage.evening.play(rules="fairmont-state", table=number)
    shown_floor(stage)
    stage.window.do("start-all")
    assert [cell(stage, row, WAITS) for row in (0, 1)] == ["Bids", "Bids"]
    clock = cell(stage, 0, TIME)
    stage.pass_(2 * 60 + 29)
    assert [cell(stage, row, WAITS) for row in (0, 1)] == ["Bids", "Bids"]
    stage.pass_(1)
    asked = "? No bids for 2:30 · both here?"
    assert [cell(stage, row, WAITS) for row in (0, 1)] == [asked] * 2
    stage.pass_(2 * 60 + 31)
    asked = "● No bids for 5:01 · both here?"
    assert [cell(stage, row, WAITS) for row in (0, 1)] == [asked] * 2
    assert ":" in clock
    assert cell(stage, 0, TIME) not in (clock, "")


def test_a_table_that_comes_has_room_for_its_names(stage: Stage) -> None:
    teams = (Team("The Early Birds", ("Ann", "Cy")), Team("The Night Owls", ("Bo", "Di")))
    for head in ({"table": "1"}, {"table": "2", "teams": teams}):
        stage.evening.play(**head)
        stage.window.do("floor")
        QApplication.processEvents()
    said = "".join(each.text for each in painted_texts(view(stage).viewport()))
    assert "The Early Birds" in said
    assert "The Night Owls" in said


def find_match(stage: Stage, number: str) -> str:
    return next(each.id for each in stage.evening.desk.matches() if each.table == number)


@pytest.mark.parametrize("percent", [100, 200])
def test_no_button_of_the_floor_is_cut(qtbot: Any, tmp_path: Path, percent: int) -> None:
    stage = Stage(qtbot, tmp_path, percent=percent)
    tables(stage, 2)
    shown_floor(stage)
    page = stage.window.stack.currentWidget()
    assert page is not None
    # What the counts write on the buttons is laid out once events are seen to.
    QApplication.processEvents()
    cut = [
        each.text()
        for each in page.findChildren(QPushButton)
        if each.isVisible() and each.width() < each.minimumSizeHint().width()
    ]
    assert cut == []


def test_minutes_and_a_match_like_one_need_no_open_match(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    tables(stage, 2, event="Spring")
    shown_floor(stage)
    stage.window.do("clock-add")
    type_keys(find(stage.window, QLineEdit, "Minutes to add"), "5\n")
    assert "Table 1: 5 minutes added" in read(stage.window)
    stage.window.do("like")
    assert line(stage.window, "Event").text() == "Spring"


def test_the_list_and_the_tabs_change_their_colors_with_the_theme_at_once(stage: Stage) -> None:
    (table,) = tables(stage, 1)
    stage.window.tables.open_without_showing(table)
    shown = shown_floor(stage)
    for _theme in ("dark", "contrast"):
        stage.window.do("theme")
        ink = theme.colors().ink
        for part, text in ((shown.viewport(), "71 : 50"), (stage.window.strip.tabs[0], "71")):
            (inked,) = (each.ink for each in painted_texts(part) if each.text.strip() == text)
            assert inked == ink
