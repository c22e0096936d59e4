"""The whole window, in every page, panel and state that `pictures` shows: no control without a
name, out of reach of the keys or too small, no text cut off and no word of the program's own, at
both sizes and in every language; the focus is seen in every theme."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from PySide6.QtCore import QEvent, QObject, QSize
from PySide6.QtGui import QAccessible
from PySide6.QtWidgets import QApplication, QWidget

from scorepad.__main__ import load_catalog
from scorepad.desk.actions import ACTIONS
from scorepad.spades.words import install
from scorepad.window.floor.floor_page import FloorPage
from scorepad.window.floor.matches_page import MatchesPage
from scorepad.window.match.panel_place import PANELS
from scorepad.window.match.table_page import TablePage
from scorepad.window.widgets.color_schemes import THEMES, Colors
from scorepad.window.widgets.theme import Theme, style_sheet
from tests.window.internal_words import found_in
from tests.window.pictures import SIZES, TRANSLATIONS, close, languages, settle
from tests.window.scenes import PAGES, Scene, history, screens
from tests.window.screen_faults import (
    cut_off,
    faults,
    in_sight,
    misplaced,
    out_of_reach,
    restless,
    unreached,
    unseen,
)
from tests.window.stage import one_theme
from tests.window.test_accessible import unread
from tests.window.test_right_to_left import own_texts
from tests.window.test_theme import TEXT, contrast

SCREENS = dict(screens())


TOGETHER = ("panel", "page", "print", "list", "floor", "table", "event")
"""The screens of these kinds are shown one after the other in one window."""


def families() -> dict[str, list[str]]:
    """The screens that one window shows."""
    found: dict[str, list[str]] = {}
    for name in sorted(SCREENS):
        kind = name.partition("-")[0]
        found.setdefault(kind if kind in TOGETHER else name, []).append(name)
    return found


@contextmanager
def shown_scene(size: tuple[int, int], folder: Path) -> Iterator[Scene]:
    """A window for screens, which is closed at the end."""
    look = Theme.active
    assert look is not None
    scene = Scene(look, size, folder)
    scene.furnish()
    try:
        yield scene
    finally:
        close(scene.window)
        QApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def show(scene: Scene, name: str) -> None:
    """Have this screen laid out and painted, and leave the one before."""
    tables = scene.window.tables
    before = {*tables.open}
    if name.startswith("event"):
        scene.window.do("about")
        keeper = scene.evening.keeper  # the other events of a day are looked through
        for kept in (keeper.kept, keeper.listed, keeper.kept_events, keeper.listed_events):
            kept.clear()
    SCREENS[name](scene)
    # Closed before, each would have the floor shown, and a message lie over the next table.
    for table_id in before - {scene.played and scene.played.id}:
        tables.close_table(table_id)
    scene.window.banners.remove_banner("closed")
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    scene.window.activateWindow()
    settle(app)


def paint(scene: Scene) -> None:
    """Have what is laid out painted, once."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    scene.window.setUpdatesEnabled(True)
    app.processEvents()
    scene.window.setUpdatesEnabled(False)


class ParentChanges(QObject):
    """Lists every widget that is put into another one."""

    def __init__(self) -> None:
        super().__init__()
        self.widgets: list[str] = []

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        if event.type() == QEvent.Type.ParentChange and watched.isWidgetType():
            self.widgets.append(f"{type(watched).__name__} in {type(watched.parent()).__name__}")
        return False


def moved_by_resizing(app: QApplication, window: QWidget) -> list[str]:
    """The widgets that are put into another one as the window is made narrow, and wide again."""
    changes = ParentChanges()
    app.installEventFilter(changes)
    before = window.size()
    for size in (QSize(1366, 768), QSize(800, 600), before):
        window.resize(size)
        settle(app)
    app.removeEventFilter(changes)
    return changes.widgets


RESIZED = (
    "page-new",
    "page-house-rules-copy",
    "table-insisted",
    "table-correction",
    "event-rounds",
)
"""Screens that stand otherwise in a narrow window."""


@pytest.mark.parametrize("names", families().values(), ids=families())
def test_a_screen_is_named_reached_touched_and_whole(
    qtbot: object, qapp: QApplication, tmp_path: Path, names: list[str]
) -> None:
    """Small in English, large in the other languages: of a screen of 1920 by 1080 text of 200 %
    has less than usual text has of 1024 by 640, and English is the shortest."""
    look = one_theme(qapp)
    # Else what was read of a list stays so when its rows change.
    QAccessible.setActive(True)
    found: dict[tuple[str, str, str], object] = {}
    for language in languages():
        wide, high, percent = SIZES["small" if language == "en" else "large"]
        look.apply("light", percent)
        install(load_catalog(language, TRANSLATIONS))
        with shown_scene((wide, high), tmp_path / language) as scene:
            scene.window.setUpdatesEnabled(False)
            for name in names:
                show(scene, name)
                if language == "en":  # of the other languages only places are looked at
                    paint(scene)
                    parts = (scene.window, *in_sight(scene.window))
                    texts = {text for each in parts for text in own_texts(each)}
                    found[name, language, "internal"] = found_in(texts)
                found[name, language, "cut off"] = cut_off(scene.window)
                found[name, language, "faults"] = faults(scene.window)
                found[name, language, "restless"] = restless(qapp)
                found[name, language, "misplaced"] = misplaced(scene.window)
                found[name, language, "out of reach"] = out_of_reach(scene.window)
                if language == "en":  # Tab goes the same way in every language
                    found[name, language, "unreached"] = unreached(scene.window)
                    found[name, language, "unread"] = unread(scene.window)
                if language == "en" and name in RESIZED:
                    found[name, language, "moved"] = moved_by_resizing(qapp, scene.window)
    assert {what: texts for what, texts in found.items() if texts} == {}


LARGE_TEXT = ("event-rounds", "event-season", "event-standings", "panel-setup", "table-insisted")


def test_with_large_text_in_a_small_window_everything_is_whole(
    qtbot: object, qapp: QApplication, tmp_path: Path
) -> None:
    look = one_theme(qapp)
    look.apply("light", 200)
    found = {}
    for name in LARGE_TEXT:
        with shown_scene((1024, 640), tmp_path / name) as scene:
            show(scene, name)
            window = scene.window
            found[name] = restless(qapp) + misplaced(window) + out_of_reach(window)
    assert {name: texts for name, texts in found.items() if texts} == {}


FOCUS_IN_EVERY_THEME = ("table-banners", "page-settings", "panel-ruling")
FOCUS = (
    "floor",
    "list-every-kind",
    "table-several",
    "table-banners",
    "table-insisted",
    "table-over",
    "page-new",
    "page-settings",
    "page-house-rules",
    "page-house-rules-copy",
    "table-correction",
    "panel-history",
    "panel-ruling",
    "panel-clock-add",
)
"""Screens with every kind of control."""


@pytest.mark.parametrize("colors", THEMES)
def test_one_sees_where_the_focus_is(
    qtbot: object, qapp: QApplication, tmp_path: Path, colors: str
) -> None:
    look = one_theme(qapp)
    look.apply(colors, 100)
    found = {}
    with shown_scene((1024, 640), tmp_path) as scene:
        for name in FOCUS if colors == "contrast" else FOCUS_IN_EVERY_THEME:
            show(scene, name)
            found[name] = unseen(scene.window)
    assert {name: controls for name, controls in found.items() if controls} == {}


def test_every_page_that_an_action_shows_is_walked_through(qtbot: object, tmp_path: Path) -> None:
    """Anyone who adds a page adds it to the screens."""
    shown = set()
    with shown_scene((1024, 640), tmp_path) as scene:
        table = history(scene)
        for action in ACTIONS:
            if action.key in PANELS or action.key in ("import", "save-sheet", "quit"):
                continue
            if action.group == "event" and action.key != "event":
                continue  # a part of the event's page, or a kind on the page for printing
            scene.window.show_opened_table(table)
            assert isinstance(scene.window.stack.currentWidget(), TablePage)
            scene.window.do(action.key)
            page = scene.window.stack.currentWidget()
            if not isinstance(page, TablePage | MatchesPage | FloorPage):
                shown.add(action.key)
    assert len(shown) > 5
    assert shown - set(PAGES) == set()
    assert {f"panel-{key}" for key in PANELS} <= set(SCREENS)


RULE = re.compile(r"([^{}]+)\{([^{}]*)\}")
COLOUR = re.compile(r"(?<![-\w])(color|background(?:-color)?)\s*:\s*(#[0-9a-fA-F]{6})")


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_every_rule_of_the_style_sheet_can_be_read(theme: Colors) -> None:
    """Where a rule sets text and ground, they are far enough apart (disabled ones are exempt)."""
    pairs = 0
    for selector, body in RULE.findall(style_sheet(theme, 15)):
        said = {name.removesuffix("-color"): color for name, color in COLOUR.findall(body)}
        if len(said) == 2 and ":disabled" not in selector:
            pairs += 1
            apart = contrast(said["color"], said["background"])
            assert apart >= TEXT, f"{selector.strip()}: {apart:.1f}"
    assert pairs >= 5
