"""The sheet on the screen says what the match says, and every number can be asked about."""

from __future__ import annotations

from itertools import product
from operator import itemgetter
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QModelIndex, Qt
from PySide6.QtGui import QColor, QFontMetrics, QHelpEvent
from PySide6.QtWidgets import QApplication, QToolTip

from scorepad.spades.entries import Bids, Misdeal, Renege, Ruling, Talk, Team, Tricks
from scorepad.spades.library import load_library
from scorepad.spades.matchfile import parse_match_file
from scorepad.window.match.sheet.sheet_columns import (
    COLUMN_COUNT,
    LEADING_COLUMNS,
    PARTS,
    column_of,
    side_and_part_of_column,
)
from scorepad.window.match.sheet.sheet_paint import SheetCellPainter
from scorepad.window.match.sheet.sheet_rows import sheet_rows
from scorepad.window.panels.explanations import ScoreExplanationPanel
from scorepad.window.panels.history import HistoryPanel
from scorepad.window.widgets import theme
from tests.conftest import DATA
from tests.pairwise import pairwise
from tests.window.evening import HAND, NIL_HAND, RULES, Evening, read
from tests.window.find import settle
from tests.window.stage import Stage, type_keys
from tests.window.written import painted_texts, picture_of

SET_HAND = ((5, 3, 4, 2), (4, 3, 3, 3))


def cell(stage: Stage, row: int, side: int, part: Any) -> QModelIndex:
    return stage.page.sheet.model().index(row, column_of(side, part))


def text(stage: Stage, row: int, side: int, part: Any) -> str:
    return str(cell(stage, row, side, part).data())


def painted(stage: Stage, row: int, side: int, part: Any) -> str:
    """What is written in a cell of the sheet, brought into sight."""
    sheet = stage.page.sheet
    sheet.scrollTo(cell(stage, row, side, part))
    place = sheet.visualRect(cell(stage, row, side, part))
    return "".join(
        each.text
        for each in painted_texts(sheet.viewport())
        if place.contains(int(each.left), int(each.baseline))
    )


def test_a_zero_that_is_a_nil_reads_as_one_as_on_paper(evening: Evening) -> None:
    (row,) = sheet_rows(evening.play(((0, 3, 5, 2), None), rules="chicago").match)
    assert [row.cells[column_of(side, "bids")] for side in (0, 1)] == ["nil + 5", "3 + 2"]


def test_every_match_of_the_data_reads_on_the_screen_as_it_is_scored() -> None:
    library = load_library(RULES)
    files = sorted((DATA / "matches").glob("*.json"))
    seen: set[str] = set()
    for file in (file for file in files if ".expect." not in file.name):
        match = parse_match_file(file.read_bytes(), library, where=file.name)
        made = sheet_rows(match)
        hands = {row.hand: row for row in made if row.hand}
        assert list(hands) == [hand.number for hand in match.board.hands]
        for hand in match.board.hands:
            row = hands[hand.number]
            seen.add(row.status)
            # The seat that is computed for a hand after the end is nobody's: it is not told.
            assert bool(row.cells[1]) == (row.status != "after-end")
            for side in (0, 1):
                total = row.cells[column_of(side, "total")].replace("\u2212", "-")
                if hand.status != "in-progress":
                    assert int(total) == hand.score[side], (file.name, hand.number)
                    assert (
                        int(row.cells[column_of(side, "bags")].replace("\u2212", "-"))
                        == (hand.bags[side])
                    )
                if hand.status in ("scored", "lost"):
                    change = row.cells[column_of(side, "change")].replace("\u2212", "-")
                    assert int(change) == hand.change[side]
        last = made[-1]
        for side in (0, 1):
            if last.cells[column_of(side, "total")]:
                shown = int(last.cells[column_of(side, "total")].replace("\u2212", "-"))
                if last.status == "ruling":
                    assert shown == match.board.score[side]
    assert {"scored", "lost", "void", "after-end"} <= seen


def test_columns_and_their_places_belong_together() -> None:
    places = [side_and_part_of_column(column) for column in range(COLUMN_COUNT)]
    assert places[:LEADING_COLUMNS] == [None, None]
    assert places[LEADING_COLUMNS:] == [(side, part) for side in (0, 1) for part in PARTS]


def test_hands_read_as_on_paper_and_say_more_than_by_color(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    with subtests.test("a hand reads as on paper"):
        stage.open(HAND, NIL_HAND, SET_HAND)
        assert [text(stage, 1, 0, part) for part in PARTS] == [
            "nil + 5",
            "✓0 · 6",
            "+111",
            "182",
            "2",
        ]
        assert [text(stage, 2, 0, part) for part in PARTS] == ["5 + 4", "7", "\u221290", "92", "2"]
    with subtests.test("figures are tabular with a real minus"):
        stage.open(SET_HAND)
        metrics = QFontMetrics(theme.figure_font(16))
        assert len({metrics.horizontalAdvance(figure) for figure in "0123456789\u2212"}) == 1
        index = cell(stage, 0, 0, "change")
        assert index.data().startswith("\u2212")
        assert index.data(Qt.ItemDataRole.TextAlignmentRole) & int(Qt.AlignmentFlag.AlignRight)
    with subtests.test("bids are seen on the sheet while they are typed"):
        page = stage.open()
        stage.type("5")
        assert text(stage, 0, 1, "bids") == "5"
        stage.type("44")
        assert (text(stage, 0, 1, "bids"), text(stage, 0, 0, "bids")) == ("5 + 4", "4")
        stage.type("\b\b\b")
        assert text(stage, 0, 1, "bids") == ""
        assert page.table.match.log == ()
    with subtests.test("a set and a bag penalty are marked by more than color"):
        six_bags = ((4, 3, 3, 2), (13, 0, 0, None))
        page = stage.open(six_bags, SET_HAND)
        penalized = page.sheet.rows[0]
        assert penalized.penalized == (True, False)
        assert page.sheet.rows[1].was_set == (True, False)
        spoken = cell(stage, 0, 0, "bags").data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken == "Hand 1, Aces, Bags: 0, bag penalty in this hand"
        spoken = cell(stage, 1, 0, "tricks").data(Qt.ItemDataRole.AccessibleTextRole)
        assert spoken == "Hand 2, Aces, Tricks: 7, set"
    with subtests.test("what is set stands out, and not a nil that was made"):
        page = stage.open((("nil", 4, 5, 3), (0, 6, 4, 3)))
        QApplication.processEvents()
        inks = {each.text.strip(): each.ink for each in painted_texts(page.sheet.viewport())}
        colors = theme.colors()
        made = next(ink for each, ink in inks.items() if each.startswith("✓"))
        assert (made, inks["4"]) == (colors.ink, colors.surface)
    with subtests.test("a ruling between hands has a row with its reason"):
        page = stage.open(HAND)
        page.table.record(Ruling(side=1, points=-30, why="late to the table"))
        row = page.sheet.rows[1]
        assert row.status == "ruling"
        assert row.cells[column_of(1, "bids")] == "late to the table"
        assert row.cells[column_of(1, "change")] == "\u221230"
        assert row.cells[column_of(1, "total")] == "20"
    with subtests.test("a void and a lost hand say so"):
        page = stage.open(HAND, (HAND[0], None), rules="fairmont-state")
        page.table.record(Misdeal(reason="no face card"))
        assert (page.sheet.rows[1].status, page.sheet.rows[1].remark) == ("void", "void")
        for _offense in range(2):
            page.table.record(Talk(side=0))
        stage.type("4444")
        assert (page.sheet.rows[2].status, page.sheet.rows[2].remark) == ("lost", "lost")
    with subtests.test("the newest hand is at the bottom and in sight"):
        page = stage.open(*([HAND, SET_HAND] * 6), agreed={"game": {"target": 5000}})
        sheet = page.sheet
        stage.qtbot.waitUntil(
            lambda: (
                sheet.viewport()
                .rect()
                .contains(
                    sheet.visualRect(sheet.model().index(sheet.model().rowCount() - 1, 0)).center()
                )
            )
        )
        assert sheet.rows[-1].status == "next"
        assert sheet.rows[-1].cells[0] == "13"


def test_keys_and_clicks_on_the_sheet(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a click on a number says why"):
        page = stage.open(HAND, NIL_HAND)
        where = page.sheet.visualRect(cell(stage, 1, 0, "change")).center()
        stage.qtbot.mouseClick(page.sheet.viewport(), Qt.MouseButton.LeftButton, pos=where)
        assert page.panel is None, "a click selects"
        type_keys(page.sheet, "\n")
        assert isinstance(page.panel, ScoreExplanationPanel)
        assert page.panel.accessibleName() == "Why: hand 2"
        assert "Nil" in read(page.panel)
    with subtests.test("keys go from the bar to a number and back"):
        page = stage.open(HAND, NIL_HAND)
        type_keys(page.bar, "4")
        page.bar.up.emit()
        stage.qtbot.waitUntil(page.sheet.hasFocus)
        page.sheet.setCurrentIndex(cell(stage, 0, 1, "total"))
        type_keys(page.sheet, "\n")
        assert isinstance(page.panel, ScoreExplanationPanel)
        stage.qtbot.keyClick(page.sheet, Qt.Key.Key_Escape)
        assert page.panel is None
        assert page.sheet.hasFocus(), "one comes back to the number that was asked about"
        stage.qtbot.keyClick(page.sheet, Qt.Key.Key_Escape)
        assert page.bar.hasFocus()
        assert not page.sheet.hand_at_cursor, "no key is for a hand of the sheet"
    with subtests.test("digits on an older hand record nothing and the e key corrects it"):
        page = stage.open(HAND, NIL_HAND)
        where = page.sheet.visualRect(cell(stage, 0, 0, "change")).center()
        stage.qtbot.mouseClick(page.sheet.viewport(), Qt.MouseButton.LeftButton, pos=where)
        stage.qtbot.waitUntil(page.sheet.hasFocus)
        assert not page.bar.boxes.caret
        log = len(page.table.match.log)
        type_keys(page.sheet, "4332")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == ""
        assert len(page.table.match.log) == log
        assert "Hand 1 is selected" in read(page.bar)
        type_keys(page.sheet, "e")
        assert "Correct hand 1" in read(page.bar)
    with subtests.test("the newest hand may be marked while the next is typed"):
        page = stage.open(HAND, NIL_HAND)
        page.sheet.setFocus()
        page.sheet.setCurrentIndex(cell(stage, 0, 0, "bids"))
        stage.qtbot.waitUntil(lambda: not page.bar.boxes.caret)
        page.sheet.setCurrentIndex(cell(stage, 1, 0, "bids"))
        stage.qtbot.waitUntil(lambda: page.bar.boxes.caret)
        type_keys(page.sheet, "5")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "5"
    with subtests.test("digits go to the bar wherever the cursor is"):
        page = stage.open(HAND)
        page.sheet.setFocus()
        type_keys(page.sheet, "5")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == "5"
    with subtests.test("the e key on a hand corrects it"):
        page = stage.open(HAND, NIL_HAND)
        page.sheet.setFocus()
        page.sheet.setCurrentIndex(cell(stage, 0, 0, "bids"))
        stage.qtbot.keyClick(page.sheet, Qt.Key.Key_E)
        assert "Correct hand 1" in read(page.bar)
    with subtests.test("a ruling that is asked about is shown in the history"):
        page = stage.open(HAND)
        page.table.record(Ruling(side=0, points=10, why="forgotten trick"))
        page.sheet.setCurrentIndex(cell(stage, 1, 0, "change"))
        type_keys(page.sheet, "\n")
        assert isinstance(page.panel, HistoryPanel)
        assert page.panel.chosen() == page.table.match.log[-1].id
    with subtests.test("the e key on a misdeal or a ruling shows it in the history"):
        for entry in (Misdeal(reason="no spade"), Ruling(side=0, points=10, why="late")):
            page = stage.open(HAND)
            page.table.record(entry)
            page.sheet.setCurrentIndex(cell(stage, 1, 0, "change"))
            type_keys(page.sheet, "e")
            assert isinstance(page.panel, HistoryPanel)
            assert page.panel.chosen() == page.table.match.log[-1].id


def test_at_every_width_the_columns_fit(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("the sheet never scrolls sideways"):
        stage.open(*[HAND] * 12, agreed={"game": {"target": 2000}})
        sheet = stage.page.sheet
        for wide in (380, 480, 560, 620, 1024, 1600, 480):
            sheet.setFixedWidth(wide)
            QApplication.processEvents()
            assert sheet.horizontalScrollBar().maximum() == 0, wide
            shown = [column for column in range(COLUMN_COUNT) if not sheet.isColumnHidden(column)]
            assert sum(map(sheet.columnWidth, shown)) == sheet.viewport().width(), wide
            for side in (0, 1):
                assert {column_of(side, part) for part in ("bids", "change", "total")} <= set(shown)
            assert (len(shown) == COLUMN_COUNT) == (wide >= 620), wide
    with subtests.test("the cursor of a hidden column goes to the nearest of its side"):
        sheet = stage.open(HAND, HAND).sheet
        places: tuple[tuple[Any, Any], ...] = (("bags", "total"), ("tricks", "bids"))
        for side, (part, near) in product((0, 1), places):
            sheet.setFixedWidth(1024)
            QApplication.processEvents()
            sheet.setCurrentIndex(cell(stage, 0, side, part))
            sheet.setFixedWidth(500)
            QApplication.processEvents()
            assert sheet.currentIndex() == cell(stage, 0, side, part), "there is room for this one"
            sheet.setFixedWidth(360)
            QApplication.processEvents()
            assert sheet.currentIndex() == cell(stage, 0, side, near), (side, part)
    with subtests.test("a rulings reason runs over two columns and is told whole"):
        page = stage.open(HAND)
        sheet, painter = page.sheet, page.sheet.itemDelegate()
        assert isinstance(painter, SheetCellPainter)

        def inked(why: str) -> bool:
            """Is anything written in the column of the tricks?"""
            page.table.record(Ruling(side=1, points=-30, why=why))
            QApplication.processEvents()
            inside = sheet.visualRect(cell(stage, 1, 1, "bids")).adjusted(0, 3, 0, -3)
            inside.setLeft(sheet.columnViewportPosition(column_of(1, "tricks")) + 3)
            inside.setWidth(sheet.columnWidth(column_of(1, "tricks")) - 6)
            picture = picture_of(sheet.viewport(), inside)
            middle = picture.height() // 2
            return any(
                picture.pixelColor(x, y) != QColor(theme.colors().warn_wash)
                for x in range(picture.width())
                for y in (middle - 2, middle, middle + 2)
            )

        sheet.setFixedWidth(640)
        assert not inked("late")
        page.table.undo()
        assert inked("late to the table")
        index = cell(stage, 1, 1, "bids")
        assert painter.full_text_if_cut(sheet.visualRect(index), index) == ""
        page.table.undo()
        page.table.record(Ruling(side=1, points=-30, why="late to the table " * 9))
        assert painter.full_text_if_cut(sheet.visualRect(index), index).startswith(
            "late to the table late"
        )
    with subtests.test("a name that is cut off is shown whole under the mouse"):
        long = Team("Aces", ("Maximilian-Alexander von Hohenberg", "Cy"))
        sheet = stage.open(HAND, teams=(long, Team("Kings", ("Bo", "Di")))).sheet
        sheet.setFixedWidth(1000)
        QApplication.processEvents()
        index = sheet.model().index(0, 1)
        where = sheet.visualRect(index).center()
        event = QHelpEvent(QEvent.Type.ToolTip, where, sheet.viewport().mapToGlobal(where))
        QApplication.sendEvent(sheet.viewport(), event)
        assert QToolTip.text() == "Maximilian-Alexander von Hohenberg"
        QToolTip.hideText()
        head = sheet.model().headerData(
            column_of(0, "bids"), Qt.Orientation.Horizontal, Qt.ItemDataRole.ToolTipRole
        )
        assert head == "Aces: Bids"


def test_the_number_that_is_asked_about_stays_marked(
    stage: Stage, subtests: pytest.Subtests
) -> None:
    page = stage.open(HAND, NIL_HAND, HAND)
    asked = pairwise(("bids", "tricks", "change", "total", "bags"), (0, 1), (960, 1010))
    for part, side, wide in sorted(asked, key=itemgetter(2)):
        with subtests.test(part=part, side=side, wide=wide):
            page.close_panel()
            stage.window.resize(wide, 720)
            settle()
            page.sheet.setFocus()
            page.sheet.setCurrentIndex(cell(stage, 2, side, part))
            settle()
            before = [page.sheet.columnViewportPosition(n) for n in range(COLUMN_COUNT)]
            # Two presses of Enter with no other key between would count once.
            stage.qtbot.keyClick(page.sheet, Qt.Key.Key_Shift)
            type_keys(page.sheet, "\n")
            for _round in range(3):
                QApplication.processEvents()
            assert isinstance(page.panel, ScoreExplanationPanel)
            assert page.panel.place() == (3, side, part)
            assert page.sheet.currentIndex() == cell(stage, 2, side, part)
            assert not page.sheet.isColumnHidden(column_of(side, part))
            shown = [
                column for column in range(COLUMN_COUNT) if not page.sheet.isColumnHidden(column)
            ]
            assert sum(map(page.sheet.columnWidth, shown)) == page.sheet.viewport().width()
            after = [page.sheet.columnViewportPosition(n) for n in range(COLUMN_COUNT)]
            assert after == before, "no column moves under the pointer"


def spoken(stage: Stage, row: int, side: int, part: Any) -> str:
    return str(cell(stage, row, side, part).data(Qt.ItemDataRole.AccessibleTextRole))


def test_what_befell_one_side_stands_at_that_side(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("a lost hand says so only of the side that lost it"):
        page = stage.open(HAND, (HAND[0], None), rules="fairmont-state")
        for _offense in range(2):
            page.table.record(Talk(side=1))
        row = page.sheet.rows[1]
        assert (row.status, row.lost) == ("lost", (False, True))
        assert [painted(stage, 1, side, "tricks") for side in (0, 1)] == ["–", "lost"]
        assert "hand lost to a penalty" in spoken(stage, 1, 1, "tricks")
        assert "lost" not in spoken(stage, 1, 0, "tricks")
    with subtests.test("a renege leaves its mark on the side that reneged"):
        page = stage.open(HAND, HAND)
        before = picture_of(page.sheet)
        page.table.record(Renege(side=0, hand=2))
        assert [row.reneged for row in page.sheet.rows[:2]] == [(False, False), (True, False)]
        assert "renege by this team" in spoken(stage, 1, 0, "bids")
        assert "renege" not in spoken(stage, 1, 1, "bids")
        assert "renege" not in spoken(stage, 0, 0, "bids")
        flag = page.sheet.visualRect(cell(stage, 1, 0, "bids"))
        flag.setLeft(flag.right() - theme.px(14))
        flag.translate(page.sheet.viewport().pos())
        after = picture_of(page.sheet)
        assert before.copy(flag) != after.copy(flag), "the mark is a drawn sign, no color alone"
        page.table.record(Bids(bids=HAND[0]))
        page.table.record(Renege(side=1))
        page.table.record(Tricks(tricks=(5, 3, 3, 2)))
        assert page.sheet.rows[2].reneged == (False, True)


FAILED_NIL = (("nil", 4, 4, 3), (2, 4, 0, 7))
LONG = (
    Team("Spade Runners", ("Christopher", "Opening Pair")),
    Team("Night Shift", ("Bartholomew", "Maximiliane")),
)


def test_no_figure_and_no_usual_name_is_cut(stage: Stage, subtests: pytest.Subtests) -> None:
    floor = {"game": {"floor": None, "target": 5000}}
    page = stage.open(FAILED_NIL, HAND, SET_HAND, HAND, teams=LONG, agreed=floor)
    page.table.record(Ruling(side=0, points=-1180, why="x"))
    sheet = page.sheet
    painter = sheet.itemDelegate()
    assert isinstance(painter, SheetCellPainter)
    for key in ("", "why", "history", "note"):
        with subtests.test(panel=key):
            if key:
                page.show_panel(key)
            for wide in (1010, 1024, 1366):
                stage.window.resize(wide, 604)
                for _round in range(3):
                    QApplication.processEvents()
                shown = [
                    column for column in range(COLUMN_COUNT) if not sheet.isColumnHidden(column)
                ]
                assert {1, column_of(0, "tricks"), column_of(1, "total")} <= set(shown), wide
                for row, column in product(range(len(sheet.rows)), shown):
                    index = sheet.model().index(row, column)
                    cut = painter.full_text_if_cut(sheet.visualRect(index), index)
                    assert cut == "", (wide, row, column)
                sheet.scrollToTop()
                settle()
                assert painted(stage, 0, 0, "tricks") == "✕2 · 0"


def test_a_misdeal_before_the_bids_has_its_row(stage: Stage) -> None:
    page = stage.open(HAND)
    for reason in ("no spade", "a card was exposed"):
        page.table.record(Misdeal(reason=reason))
        assert reason in page.sheet.rows[1].remark, "its row is there at once"
        if reason == "no spade":
            page.table.undo()
            assert [row.remark for row in page.sheet.rows[1:]] == [""], "undone, it is gone"
    page.table.record(Bids(bids=HAND[0]))
    QApplication.processEvents()
    rows = [(row.cells[0], row.status, row.remark) for row in page.sheet.rows]
    assert [(number, status) for number, status, _remark in rows] == [
        ("1", "scored"),
        ("", "note"),
        ("2", "in-progress"),
    ]
    assert "a card was exposed" in rows[1][2]
    page.sheet.setFocus()
    page.sheet.setCurrentIndex(cell(stage, 1, 0, "bids"))
    page.table.undo()
    assert len(page.sheet.rows) == 3, "the next hand has its row again"
    misdeal = [each for each in page.table.match.log if isinstance(each, Misdeal)][-1]
    assert page.sheet.entry_at_cursor == misdeal.id


def test_the_tricks_of_two_nils_are_whole_in_a_small_window(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640))
    hands = [(("nil", 4, "nil", 3), (0, 1, 11, 1))] * 3
    page = stage.open(*hands, rules="chicago")
    settle()
    index = cell(stage, 0, 0, "tricks")
    delegate = page.sheet.itemDelegate()
    assert isinstance(delegate, SheetCellPainter)
    assert delegate.full_text_if_cut(page.sheet.visualRect(index), index) == ""
