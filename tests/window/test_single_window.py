"""Nothing of a page comes up as a window of its own, not for a moment: on a desktop it would be
seen as a swarm of tiny empty windows."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QEvent, QObject
from PySide6.QtWidgets import QApplication, QLabel, QVBoxLayout, QWidget

from scorepad.spades.entries import Ruling
from scorepad.window.match.panel_place import PANELS
from scorepad.window.panels.paper_entry import PaperEntryPanel
from scorepad.window.widgets import controls, layouts
from tests.window.evening import HAND, NIL_HAND
from tests.window.stage import Stage, delete_closed, type_keys

POPUPS = ("QTipLabel", "QComboBoxPrivateContainer", "QMenu")


class Watch(QObject):
    """Keeps the class of every widget that comes up as a window."""

    def __init__(self) -> None:
        super().__init__()
        self.seen: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.Show and isinstance(watched, QWidget) and watched.isWindow():
            name = watched.metaObject().className()
            if name not in POPUPS:
                self.seen.append(f"{name} {watched.accessibleName()}")
        return False


@pytest.fixture
def watch(qapp: QApplication) -> Iterator[Watch]:
    made = Watch()
    qapp.installEventFilter(made)
    yield made
    qapp.removeEventFilter(made)


def test_a_page_comes_up_in_one_window(qtbot: Any, tmp_path: Path, watch: Watch) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.open(HAND, NIL_HAND)
    stage.type("4")
    QApplication.processEvents()
    assert [each.split()[0] for each in watch.seen] == ["MainWindow"]


def test_a_hand_is_corrected_in_one_window(qtbot: Any, tmp_path: Path, watch: Watch) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND, HAND, NIL_HAND)
    QApplication.processEvents()
    watch.seen.clear()
    page.edit_hand(1)
    stage.type("52")
    page.edit_hand(1, "tricks")
    stage.type("6")
    page.bar.reason.setFocus()
    type_keys(page.bar.reason, "w")
    QApplication.processEvents()
    type_keys(page.bar.reason, "rong")
    QApplication.processEvents()
    page.edit_hand(3)
    page.edit_hand(2)
    QApplication.processEvents()
    assert watch.seen == []


def shown_page(qtbot: Any, watch: Watch) -> tuple[QWidget, QVBoxLayout]:
    """An empty window and its column; what was seen until then does not count."""
    page = QWidget()
    qtbot.addWidget(page)
    column = QVBoxLayout(page)
    page.show()
    QApplication.processEvents()
    watch.seen.clear()
    return page, column


def test_a_widget_removed_before_it_was_shown_opens_no_window(qtbot: Any, watch: Watch) -> None:
    _page, column = shown_page(qtbot, watch)
    label = QLabel("a")
    column.addWidget(label)
    layouts.clear_layout(column)
    QApplication.sendPostedEvents(label, 0)
    QApplication.processEvents()
    assert watch.seen == []


def test_a_message_line_without_a_parent_opens_no_window(qtbot: Any, watch: Watch) -> None:
    _page, column = shown_page(qtbot, watch)
    said, silent = controls.MessageLabel(), controls.MessageLabel()
    said.say("hand 2 counts nothing")
    for each in (said, silent):
        column.addWidget(each)
    QApplication.processEvents()
    assert said.isVisible()
    assert not silent.isVisible()
    assert watch.seen == []


def test_no_panel_is_a_window(qtbot: Any, tmp_path: Path, watch: Watch) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND, NIL_HAND, ((4, 3, 3, 2), None))
    page.table.record(Ruling(side=0, points=10, why="forgotten trick"))
    QApplication.processEvents()
    for key in sorted(PANELS):
        watch.seen.clear()
        panel = page.show_panel(key)
        assert panel is not None
        QApplication.processEvents()
        if isinstance(panel, PaperEntryPanel):
            type_keys(panel.rows[0].edit, "43,32/83\n43,32/99\n")
        panel.refresh()
        page.explain_number(3, 0, "total")
        page.explain_number(2, 1, "bags")
        QApplication.processEvents()
        page.close_panel()
        QApplication.processEvents()
        delete_closed()
        assert watch.seen == [], key
