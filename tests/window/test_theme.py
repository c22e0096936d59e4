"""Contrast of every text on every ground it is on, in every theme (WCAG 2.1, AA)."""

from __future__ import annotations

import re
from collections import Counter
from itertools import chain, product
from pathlib import Path
from typing import Any, get_args

import pytest
from PySide6.QtGui import QColor, QFont, QImage, QKeySequence, QPainter
from PySide6.QtTest import QTest
from PySide6.QtWidgets import (
    QApplication,
    QMainWindow,
    QPushButton,
    QStyle,
    QStyleOptionButton,
    QVBoxLayout,
    QWidget,
)

from scorepad.desk.actions import action
from scorepad.settings import Settings
from scorepad.spades.entries import Forfeit
from scorepad.window.shell.guide_page import GuidePage
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.color_schemes import DARK, LIGHT, THEMES, Colors, with_side_colors
from scorepad.window.widgets.inputs import ComboBox
from scorepad.window.widgets.theme import BASE_PIXELS, style_sheet
from tests.window.evening import HAND
from tests.window.stage import Stage, one_theme
from tests.window.written import pixel_rows

GROUNDS = ("ground", "surface", "raised")
ON_GROUNDS = ("ink", "soft", "accent", "good", "bad", "warn", "side0", "side1", "focus")
PAIRS = [
    *product(ON_GROUNDS, GROUNDS),
    ("on_accent", "accent"),
    ("ink", "wash"),
    ("soft", "wash"),
    ("bad", "wash"),
    ("warn", "wash"),
    ("accent", "wash"),
    ("bad", "bad_wash"),
    ("warn", "warn_wash"),
    ("ink", "warn_wash"),
    ("bad", "warn_wash"),
    ("soft", "warn_wash"),
    ("good", "good_wash"),
    ("side0", "side0_wash"),
    ("side1", "side1_wash"),
]
State = QStyle.StateFlag
TEXT = 4.5
EDGE = 3.0


def luminance(color: str) -> float:
    channels = [int(color[place : place + 2], 16) / 255 for place in (1, 3, 5)]
    linear = [c / 12.92 if c <= 0.03928 else ((c + 0.055) / 1.055) ** 2.4 for c in channels]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one: str, other: str) -> float:
    high, low = sorted((luminance(one), luminance(other)), reverse=True)
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("sides", Settings.sides.choices)
@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_text_edges_and_focus_can_be_seen_on_every_ground(theme: Colors, sides: str) -> None:
    theme = with_side_colors(theme, sides)
    least = dict.fromkeys(PAIRS, TEXT)
    least |= {("edge", ground): EDGE for ground in GROUNDS}
    apart = {pair: contrast(*(getattr(theme, color) for color in pair)) for pair in least}
    assert {pair: found for pair, found in apart.items() if found < least[pair]} == {}


def test_text_on_a_pressed_button_can_be_read() -> None:
    for look in THEMES.values():
        pressed = re.search(
            r"QPushButton:pressed { background: (#\w+)", style_sheet(look, BASE_PIXELS)
        )
        assert pressed is not None
        assert pressed[1] != look.ink


STATES = {
    "hovered": State.State_MouseOver,
    "pressed": State.State_MouseOver | State.State_Sunken,
    "focused": State.State_HasFocus,
    "focused and hovered": State.State_HasFocus | State.State_MouseOver,
    "left alone": State.State_None,
}


def painted(button: QPushButton, state: State) -> tuple[str, float]:
    """The ground of a button in this state, and the contrast of its text on it."""
    option = QStyleOptionButton()
    button.initStyleOption(option)
    option.state |= state
    if not state & State.State_Sunken and not button.isChecked():
        option.state |= State.State_Raised
    image = QImage(button.size(), QImage.Format.Format_RGB32)
    parent = button.parentWidget()
    assert parent is not None
    image.fill(parent.palette().window().color())
    painter = QPainter(image)
    button.style().drawControl(QStyle.ControlElement.CE_PushButton, option, painter, button)
    painter.end()
    middle = pixel_rows(image.copy(image.rect().adjusted(12, 8, -12, -8)))
    counted = Counter(chain.from_iterable(middle))
    seen = {QColor(pixel).name(): count for pixel, count in counted.most_common()}
    ground = next(iter(seen))
    return ground, max(contrast(ground, each) for each, count in seen.items() if count > 8)


@pytest.mark.parametrize("name", THEMES)
def test_the_text_of_every_button_can_be_read_in_every_state(qtbot: Any, name: str) -> None:
    """As it is painted: which rule of the style sheet wins is what matters."""
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    look = one_theme(app)
    look.apply(name, 100)
    window = QWidget()
    window.setProperty("kind", "page")
    qtbot.addWidget(window)
    column = QVBoxLayout(window)
    large = QFont(app.font())
    large.setPixelSize(36)
    unreadable = []
    for kind, chosen, enabled in product(get_args(controls.ButtonKind), (0, 1), (0, 1)):
        button = controls.button("MW", lambda: None, kind=kind)
        button.setFont(large)
        button.setMinimumWidth(160)
        button.setCheckable(True)
        button.setChecked(bool(chosen))
        button.setEnabled(bool(enabled))
        column.addWidget(button)
        button.ensurePolished()
        button.resize(160, 60)
        for state, flags in STATES.items():
            if enabled or state == "left alone":
                ground, read = painted(button, flags)
                if read < TEXT:
                    unreadable.append((kind, chosen, enabled, state, ground, round(read, 1)))
    assert not unreadable


@pytest.mark.parametrize("percent", [75, 100, 200])
def test_every_choice_of_a_list_or_menu_can_be_taken_with_a_finger(
    qtbot: Any, percent: int
) -> None:
    app = QApplication.instance()
    assert isinstance(app, QApplication)
    look = one_theme(app)
    look.apply("light", percent)
    window = QMainWindow()
    look.apply_style_sheet(window)
    qtbot.addWidget(window)
    combo = ComboBox()
    combo.addItems(["one", "two", "three"])
    window.setCentralWidget(combo)
    bar = window.menuBar()
    menu = bar.addMenu("File")
    menu.addAction("New match").setShortcut("Ctrl+N")
    window.show()
    view = combo.view()
    view.ensurePolished()
    menu.ensurePolished()
    assert view.sizeHintForRow(0) >= theme.touch_height()
    assert menu.actionGeometry(menu.actions()[0]).height() >= theme.touch_height()
    assert bar.actionGeometry(bar.actions()[0]).height() >= theme.touch_height()


def test_the_font_is_unpacked_once(qapp: QApplication, tmp_path: Path) -> None:
    """A file that is there is read; one that is no font, or cannot be written, is no obstacle."""
    folder = tmp_path / "fonts"
    assert theme.load_program_font("other", folder) == "FiraGO"
    kept = {file: file.read_bytes() for file in folder.iterdir()}
    assert len(kept) == 2
    damaged = folder / "FiraGO_Bold.ttf"
    damaged.write_bytes(b"no font")
    assert theme.load_program_font("other", folder) == "FiraGO"
    assert {file: file.read_bytes() for file in folder.iterdir()} == kept
    assert theme.load_program_font("other", tmp_path / "not" / "there") == "FiraGO"


@pytest.mark.parametrize("panel", ["", "sign"])
def test_a_theme_is_switched_at_once_and_leaves_no_color_of_the_one_before(
    qtbot: Any, tmp_path: Path, panel: str
) -> None:
    stage = Stage(qtbot, tmp_path, is_painted=True)
    table = stage.evening.play(HAND)
    table.record(Forfeit(side=1, why="two players left"))
    page = stage.show(table)
    if panel:
        page.show_panel(panel)
    QApplication.processEvents()
    before, after = ({QColor(each.side0).rgb(), QColor(each.side1).rgb()} for each in (LIGHT, DARK))
    assert before <= colors_of(stage.window)
    stage.look.apply("dark")
    QApplication.processEvents()
    assert after <= colors_of(stage.window)
    assert not before & colors_of(stage.window)


def test_links_of_the_guide_have_the_color_of_a_theme_that_is_switched_to(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, is_painted=True)
    stage.window.do("guide")
    page = stage.window.stack.currentWidget()
    assert isinstance(page, GuidePage)
    QApplication.processEvents()
    before = QApplication.palette().link().color().rgb()
    assert before in colors_of(page.text)
    bar = page.text.verticalScrollBar()
    bar.setValue(bar.maximum() // 4)
    place = bar.value()
    key = QKeySequence(action("theme").shortcut)[0]
    QTest.keyClick(stage.window, key.key(), key.keyboardModifiers())
    QApplication.processEvents()
    after = QApplication.palette().link().color().rgb()
    assert after != before
    assert after in colors_of(page.text)
    assert before not in colors_of(page.text)
    assert bar.value() == place > 0


def colors_of(widget: QWidget) -> set[int]:
    """Return every color in the picture of a widget."""
    picture = widget.grab().toImage()
    return {picture.pixel(x, y) for x in range(picture.width()) for y in range(picture.height())}
