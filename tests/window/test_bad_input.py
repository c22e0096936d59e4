"""Very long names in any script, the smallest window, thousands of files, a screen that is gone."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPointF, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QApplication, QTreeView, QWidget

from scorepad.spades.entries import Team
from scorepad.window.printing.check import DocumentCheckPage
from scorepad.window.shell.window_place import WindowGeometryKeeper
from tests.window.evening import HAND, read
from tests.window.find import settle
from tests.window.print_pages import working
from tests.window.screen_faults import cut_off
from tests.window.stage import Stage

SMALLEST = (760, 520)
FILES = 3_000
NAMES = (
    "Maximiliana Oppenheimer-Smythe of the Faculty Club ",
    "Donaudampfschifffahrtsgesellschaftskapitän",
    "Ὀδυσσεύς Παπαδόπουλος ",
    "نادي ورق اللعب الكبير ",
    "אבגדה וזחטי כלמנס ",
    "สโมสรไพ่แห่งประเทศไทย",
    "क्षत्रिय ताश क्लब ",
    "北京大学黑桃纸牌俱乐部",
    "👩‍👩‍👧‍👦♠️",
)
PAGES = ("list", "like", "tables", "print-several", "floor")


def test_names_of_500_letters_leave_every_page_its_size(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=SMALLEST)
    for words in NAMES:
        name = (words * 500)[:500].strip()
        team = Team(name, (name, name))
        page = stage.open(HAND, teams=(team, team), event=name, round=name, table=name)
    stage.window.show_opened_table(page.table)
    wide = {}
    for key in (*PAGES, "find"):  # it finds them over the list of tables
        stage.window.do(key)
        settle()
        wide[key] = (stage.window.width(), stage.window.height())
        assert cut_off(stage.window) == [], key
    assert wide == dict.fromkeys(wide, SMALLEST)


def test_thirty_open_tables_leave_the_smallest_window_its_lists(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=SMALLEST)
    for number in range(1, 31):
        stage.window.tables.open_without_showing(stage.evening.play(HAND, table=str(number)))
    for key in ("floor", "list", "print-several"):
        stage.window.do(key)
        settle()
        shown = stage.window.stack.currentWidget()
        assert shown is not None
        rows = shown.findChild(QTreeView)
        assert rows is not None
        assert rows.model().rowCount() == 30
        last = rows.model().index(29, 0)
        rows.scrollTo(last)
        assert rows.viewport().rect().contains(rows.visualRect(last).center()), key
        assert (stage.window.width(), stage.window.height()) == SMALLEST


def drop(page: QWidget, files: list[Path]) -> None:
    """Drop these files on a page."""
    dragged = QMimeData()
    dragged.setUrls([QUrl.fromLocalFile(str(each)) for each in files])
    buttons, keys = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    action, at = Qt.DropAction.CopyAction, page.rect().center()
    for event in (
        QDragEnterEvent(at, action, dragged, buttons, keys),
        QDropEvent(QPointF(at), action, dragged, buttons, keys),
    ):
        QApplication.sendEvent(page, event)


# PySide6 6.12 wants a point of fractions, which 6.11 doesn't take.
@pytest.mark.filterwarnings("ignore:Function. 'QDragEnterEvent:DeprecationWarning")
def test_three_thousand_dropped_files_are_read_while_the_window_goes_on(
    stage: Stage, tmp_path: Path
) -> None:
    files = [tmp_path / f"{number}.pdf" for number in range(FILES)]
    for each in files:
        each.write_bytes(each.name.encode())
    table = stage.open(HAND).table
    stage.window.do("check-sheet")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, DocumentCheckPage)
    drop(page, files)
    assert working(), "the window is not waited for"
    stage.qtbot.waitUntil(lambda: not working())
    settle()
    assert "2,940 more aren't shown" in read(page)
    # Another drop begins while one is read, and leaving the page ends it.
    drop(page, files[:100])
    stage.window.show_opened_table(table)
    stage.qtbot.waitUntil(lambda: not working())
    stage.type("5")
    assert stage.page.bar.boxes.boxes[0].value == "5"


@pytest.mark.parametrize("size", [(1000, 700), (3000, 2000)])
def test_a_window_of_a_screen_that_is_gone_comes_back_in_sight(
    qtbot: Any, size: tuple[int, int]
) -> None:
    gone, kept = QWidget(), list[str]()
    qtbot.addWidget(gone)
    WindowGeometryKeeper(gone, "", kept.append)
    gone.setGeometry(9000, 5000, *size)
    gone.show()
    gone.close()
    assert kept
    window = QWidget()
    qtbot.addWidget(window)
    WindowGeometryKeeper(window, kept[-1], kept.append)
    window.show()
    screen = QGuiApplication.primaryScreen().availableGeometry()
    assert screen.contains(window.geometry().topLeft())
    assert screen.contains(window.geometry().bottomRight())
