"""Another text size at once: the picture is that of a program which began at this size."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from scorepad.spades.entries import Clock
from scorepad.window.settings_page import SettingsPage
from scorepad.window.theme import Theme
from tests.window.evening import HAND, press
from tests.window.stage import Stage

SIZE = (1500, 1000)
SCREENS = ("list", "table", "new", "settings", "house-rules", "shortcuts")


@pytest.fixture(autouse=True)
def usual_again() -> Iterator[None]:
    yield
    assert Theme.active is not None
    Theme.active.apply("light", 100)


def settle() -> None:
    for _turn in range(5):
        QApplication.sendPostedEvents()
        QApplication.processEvents()


def places(window: QWidget) -> list[str]:
    """What is seen in the window: kind, name, and where."""
    settle()
    seen = []
    for each in window.findChildren(QWidget):
        if each.isVisible():
            at = each.mapTo(window, QPoint(0, 0))
            name = each.accessibleName() or str(each.property("text") or "")
            where = f"{at.x()} {at.y()} {each.width()} {each.height()}"
            seen.append(f"{type(each).__name__} {name!r} {where}")
    return sorted(seen)


def furnish(stage: Stage) -> None:
    """Two tables, a panel in which something is typed, a message that asks."""
    stage.open(HAND, table="Table 1")
    page = stage.open(HAND, HAND, table="Table 2")
    page.table.record(Clock(do="start"))
    stage.type("54")
    panel: Any = page.show_panel("ruling")
    press(panel, "Side: Kings")
    panel._why.control.setText("late")
    stage.window.ask_name()
    stage.window.banners.retype("name", "Pa")


def stepper(page: QWidget | None) -> Any:
    """The field for the text size."""
    assert isinstance(page, SettingsPage)
    return page._fields["text_scale"].control


def choose(stage: Stage, percent: int) -> None:
    """Set the text size on its page, as a person does."""
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    stepper(page).set(percent)
    assert isinstance(page, SettingsPage)
    page.keep()
    settle()


def go_to(stage: Stage, screen: str) -> None:
    page = stage.window.stack.currentWidget()
    if isinstance(page, SettingsPage):
        page.close_page()
    if screen not in ("table", "list"):
        stage.window.do(screen)
    elif screen == "list":
        stage.window.show_list()
    else:
        panel = stage.page.panel
        assert panel is not None
        panel.message.hush()
        settle()
        for area in panel.findChildren(QScrollArea):
            area.verticalScrollBar().setValue(0)
        stage.page._scroll.ensureWidgetVisible(stage.page.bar, 0, 0)
    settle()


@pytest.mark.parametrize("screen", SCREENS)
@pytest.mark.parametrize("percent", [150, 200])
def test_another_size_gives_the_picture_of_a_program_begun_so(
    qtbot: Any, tmp_path: Path, screen: str, percent: int
) -> None:
    changed = Stage(qtbot, tmp_path / "one", size=SIZE)
    furnish(changed)
    choose(changed, percent)
    go_to(changed, screen)
    live = places(changed.window)
    changed.window.close()
    changed.look.apply("light", 100)

    begun = Stage(qtbot, tmp_path / "other", size=SIZE, percent=percent)
    begun.evening.settings.set("text_scale", percent)
    furnish(begun)
    go_to(begun, screen)
    assert live == places(begun.window)


def test_all_that_is_open_and_typed_survives_another_size(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=SIZE)
    furnish(stage)
    choose(stage, 150)
    settings = stage.window.stack.currentWidget()
    assert isinstance(settings, SettingsPage)
    assert stage.window.focusWidget() is stepper(settings).line
    settings.close_page()
    page = stage.page
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"
    panel: Any = page.panel
    assert panel._side.value == 1
    assert panel._why.control.text() == "late"
    assert stage.window.banners.typed("name") == "Pa"
    assert [tab.table for tab in stage.window.strip.tabs] == [
        each.table for each in stage.window.tables.values()
    ]


def test_a_half_typed_size_does_not_hold_yet(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=SIZE)
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, SettingsPage)
    line = stepper(page).line
    line.selectAll()
    qtbot.keyClicks(line, "1")
    page.keep()
    assert stage.evening.settings.text_scale == 100
    assert stage.window.stack.currentWidget() is page
    qtbot.keyClicks(line, "30")
    page.keep()
    assert stage.evening.settings.text_scale == 130


@pytest.mark.parametrize("percent", [100, 150, 200])
def test_the_palette_covers_neither_totals_nor_clock_in_large_text(
    qtbot: Any, tmp_path: Path, percent: int
) -> None:
    stage = Stage(qtbot, tmp_path, percent=percent)
    page = stage.open(HAND)
    page.table.record(Clock(do="start"))
    stage.window.do("palette")
    settle()
    assert stage.window.pages is not None
    palette = stage.window.pages.palette
    header = page.header.mapTo(stage.window, QPoint(0, page.header.height()))
    assert palette.y() >= header.y()
    assert palette.geometry().bottom() < stage.window.height()
    assert palette.list.isVisible()
    palette.close_palette()


def test_the_minutes_to_give_are_in_sight_in_large_text(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, percent=200)
    stage.open(HAND).table.record(Clock(do="start"))
    stage.window.do("clock-add")
    settle()
    panel: Any = stage.page.panel
    line = panel._minutes.line
    assert stage.window.focusWidget() is line
    assert line.visibleRegion().boundingRect().height() == line.height()
