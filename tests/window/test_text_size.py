"""Another text size at once: the picture is that of a program which began at this size."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import shiboken6
from PySide6.QtCore import QPoint
from PySide6.QtWidgets import QApplication, QScrollArea, QWidget

from scorepad.spades.entries import Clock
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.widgets import scrolling
from scorepad.window.widgets.inputs import Stepper
from tests.window.evening import HAND, press
from tests.window.find import button, find, line, type_over
from tests.window.stage import Stage

SIZE = (1500, 1000)
SCREENS = ("table", "list", "new", "settings", "house-rules", "shortcuts")


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
    line(panel, "Why").setText("late")
    stage.window.ask_scorekeeper_name()
    type_over(stage.window.banners, "Your name", "Pa")


def stepper(page: QWidget | None) -> Stepper:
    """The field for the text size."""
    assert isinstance(page, SettingsPage)
    return find(page, Stepper, "Text size")


def choose(stage: Stage, percent: int) -> None:
    """Set the text size on its page, as a person does."""
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    stepper(page).setFocus()
    stepper(page).set_value(percent)
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
        stage.window.do("list")
    else:
        panel = stage.page.panel
        assert panel is not None
        panel.message.clear()
        settle()
        for area in panel.findChildren(QScrollArea):
            area.verticalScrollBar().setValue(0)
        scrolling.bring_into_sight(stage.page.bar)
    settle()


def seen_on(stage: Stage) -> dict[str, list[str]]:
    """What is seen on each screen, one after the other."""
    seen = {}
    for screen in SCREENS:
        go_to(stage, screen)
        seen[screen] = places(stage.window)
    return seen


def test_another_size_keeps_all_and_looks_like_a_program_started_in_it(
    qtbot: Any, tmp_path: Path
) -> None:
    percent = 150
    changed = Stage(qtbot, tmp_path / "one", size=SIZE)
    furnish(changed)
    choose(changed, percent)
    find_all_that_was_typed(changed)
    live = seen_on(changed)
    # A window that is only closed would be styled again with the next one.
    shiboken6.delete(changed.window)

    begun = Stage(qtbot, tmp_path / "other", size=SIZE, percent=percent)
    begun.evening.settings.set_and_save("text_scale", percent)
    furnish(begun)
    there = seen_on(begun)
    for screen in SCREENS:
        assert live[screen] == there[screen], screen


def find_all_that_was_typed(stage: Stage) -> None:
    """Leave the settings; all that was open and typed is there."""
    settings = stage.window.stack.currentWidget()
    assert isinstance(settings, SettingsPage)
    assert stage.window.focusWidget() is stepper(settings).line
    settings.close_page()
    page = stage.page
    assert page.bar.bids is not None
    assert page.bar.bids.keys == "54"
    panel: Any = page.panel
    assert button(panel, "Side: Kings").isChecked()
    assert line(panel, "Why").text() == "late"
    assert stage.window.banners.typed_text("name") == "Pa"
    assert [tab.table for tab in stage.window.strip.tabs] == list(stage.window.tables.open.values())


def test_a_half_typed_size_is_not_applied(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path, size=SIZE)
    stage.window.do("settings")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, SettingsPage)
    size = stepper(page).line
    size.selectAll()
    qtbot.keyClicks(size, "1")
    page.keep()
    assert stage.evening.settings.text_scale == 100
    assert stage.window.stack.currentWidget() is page
    qtbot.keyClicks(size, "30")
    page.keep()
    assert stage.evening.settings.text_scale == 130


def test_palette_and_minutes_are_in_sight_in_large_text(stage: Stage) -> None:
    stage.open(HAND).table.record(Clock(do="start"))
    for percent in (100, 200):
        stage.show_at(1366, 768, percent)
        page = stage.page
        stage.window.do("palette")
        settle()
        assert stage.window.pages is not None
        palette = stage.window.command_palette
        header = page.header.mapTo(stage.window, QPoint(0, page.header.height()))
        assert palette.y() >= header.y(), percent
        assert palette.geometry().bottom() < stage.window.height(), percent
        assert palette.list.isVisible(), percent
        palette.close_overlay()
    stage.window.do("clock-add")
    settle()
    assert stage.page.panel is not None
    minutes = line(stage.page.panel, "Minutes to add")
    assert stage.window.focusWidget() is minutes
    assert minutes.visibleRegion().boundingRect().height() == minutes.height()
