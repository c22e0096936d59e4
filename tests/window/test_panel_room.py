"""A panel covers the edge of the sheet at most, and nothing moves as it comes, goes or records."""

from __future__ import annotations

from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject, QPoint, QRect
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from scorepad.spades.entries import Forfeit
from scorepad.window.match.panel_place import PANELS
from scorepad.window.match.sheet.sheet_columns import COLUMN_COUNT, column_of
from scorepad.window.match.table_page import TablePage
from tests.pairwise import pairwise
from tests.window.evening import HAND, NIL_HAND, press
from tests.window.find import settle
from tests.window.stage import Stage, delete_closed

SIZES = ((1024, 640), (1366, 768), (1920, 1080))
WIDE_PANELS = ("setup", "rekey")
"""Only these two need more than the room of the chart."""
TOTAL = column_of(1, "total")


def place(widget: QWidget, within: QWidget) -> QRect:
    return QRect(widget.mapTo(within, QPoint(0, 0)), widget.size())


def places(page: TablePage) -> dict[str, QRect]:
    """Where the parts of the page, and the cells of the sheet, are."""
    settle()
    parts: dict[str, QWidget] = {
        "totals": page.header,
        "toolbar": page.toolbar,
        "sheet": page.sheet,
        "bar": page.bar,
        "seats": page.bar.boxes,
        "prompt": page.bar.line,
        "record": page.bar.record,
    }
    shown = {name: place(part, page) for name, part in parts.items() if part.isVisible()}
    shown["prompt"].setWidth(0)  # nobody sees how much room is right of it
    model = page.sheet.model()
    for row in range(model.rowCount()):
        for column in range(COLUMN_COUNT):
            shown[f"{row}, {column}"] = page.sheet.visualRect(model.index(row, column))
    return shown


class LayoutRequests(QObject):
    """Lists what asks to be laid out."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[QObject] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.LayoutRequest:
            self.widgets.append(watched)
        return False


def test_a_page_with_a_panel_comes_to_rest(stage: Stage, subtests: pytest.Subtests) -> None:
    """Else it takes a whole core for as long as the panel is open."""
    page = stage.open(HAND)
    app = QApplication.instance()
    assert app is not None
    for key in PANELS:
        with subtests.test(panel=key):
            page.show_panel(key)
            settle()
            requests = LayoutRequests()
            app.installEventFilter(requests)
            for _ in range(20):
                QTest.qWait(1)
            app.removeEventFilter(requests)
            assert len(requests.widgets) < 20  # not at every turn
            page.close_panel()


@pytest.mark.parametrize("percent", [100, 200])
def test_nothing_moves_as_a_panel_comes_and_goes(
    qtbot: Any, tmp_path: Path, percent: int, subtests: pytest.Subtests
) -> None:
    stage = Stage(qtbot, tmp_path, size=SIZES[-1], percent=percent)
    page = stage.open(HAND, NIL_HAND, HAND)
    before: dict[str, QRect] = {}
    shown = None
    sizes, keypads = (SIZES, (False, True)) if percent == 100 else (SIZES[-1:], (False,))
    for size, keypad, key in sorted(pairwise(sizes, keypads, tuple(PANELS))):
        if shown != (size, keypad):
            shown = size, keypad
            stage.window.resize(*size)
            page.bar.fold_keypad_away(not keypad)
            before = places(page)
        with subtests.test(size=size, keypad=keypad, panel=key):
            panel = page.show_panel(key)
            assert places(page) == before
            covered = place(panel, page)
            assert covered.bottom() < place(page.bar, page).top()
            assert covered.top() > place(page.header, page).bottom()
            if key not in WIDE_PANELS:
                assert covered.left() > place(page.sheet, page).right(), "only the chart"
            totals = [each for name, each in before.items() if name.endswith(f", {TOTAL}")]
            assert covered.left() >= max(each.right() for each in totals)
            page.close_panel()
            delete_closed()
            assert places(page) == before


@pytest.mark.parametrize("size", SIZES)
def test_no_column_moves_as_the_first_hands_are_played(
    qtbot: Any, tmp_path: Path, size: tuple[int, int]
) -> None:
    stage = Stage(qtbot, tmp_path, size=size)
    page = stage.open()
    widths = []
    for typed in ("4332", "5\n", "4332", "5\n", "4332", "5\n"):
        stage.type(typed)
        settle()
        widths.append([page.sheet.columnWidth(each) for each in range(COLUMN_COUNT)])
    assert widths == [widths[0]] * len(widths)


def test_nothing_moves_as_the_result_is_signed(stage: Stage, subtests: pytest.Subtests) -> None:
    stage.activate()
    page = stage.open(HAND, NIL_HAND)
    page.table.record(Forfeit(side=1, why="left"))

    def seen() -> dict[str, QRect]:
        shown = places(page)
        # The panel is beside the bar, where nothing is after the end.
        shown["bar"].setWidth(0)
        return shown

    for size, keypad in product(SIZES, (False, True)):
        stage.window.resize(*size)
        page.bar.fold_keypad_away(not keypad)
        with subtests.test(size=size, keypad=keypad):
            before = seen()
            page.do("sign")
            assert page.panel is not None
            assert page.panel.isAncestorOf(page.focusWidget()), "the keys are for a name"
            assert seen() == before
            for signs in ("Ann signs for Aces", "Bo signs for Kings"):
                press(page, signs)
                assert seen() == before
            page.close_panel()
            assert seen() == before
        while page.table.match.board.is_over:
            page.table.undo()
        page.table.record(Forfeit(side=1, why="left"))
