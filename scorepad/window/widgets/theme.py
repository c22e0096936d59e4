"""The theme sets the window's colors, its font and its sizes: light, dark or high contrast.

No widget states a color: it has a `kind` or `tone` property that the style sheet below reads, and
painters ask `colors()`.  Text keeps a contrast of at least 4.5 : 1 to its ground in all
three themes (`tests/window/test_theme.py` measures it).
"""

from __future__ import annotations

import contextlib
import importlib
from dataclasses import asdict
from math import ceil
from pathlib import Path
from string import Template
from typing import ClassVar, Final

from PySide6.QtCore import QObject, Qt, Signal
from PySide6.QtGui import QFont, QFontDatabase, QFontInfo, QPalette
from PySide6.QtWidgets import QApplication, QWidget

from scorepad import files, paths
from scorepad.window.widgets.color_schemes import DARK, LIGHT, THEMES, Colors, with_side_colors

TOUCH_HEIGHT: Final = 44  # px
"""The least height of a thing to press, in pixels."""
SYSTEM_PIXELS: Final = 12
"""The usual pixel size of the system's font; a larger one scales everything."""
BASE_PIXELS: Final = 15  # px
"""The program's usual font size, in pixels."""
TITLE_SIZE: Final = 24  # px
"""The font size of a page's title, at the usual text size."""
USUAL_SIDES: Final = "blue-red"
"""The colors of the sides until others are chosen."""
STYLED: Final = "styled"
"""The property of a window that has the style sheet."""
LINE_HEIGHT: Final = 1.2
"""The height of a line, as a multiple of the font's size."""


class Theme(QObject):
    """The theme in force, with its colors and text size.

    `apply` takes the setting (`system`, `light`, `dark`, `contrast`) and a text scale in per cent.
    `changed` follows each change, also when the system turns dark.
    """

    changed = Signal()
    active: ClassVar[Theme | None] = None
    family: str
    system_pixels: int

    def __init__(self, app: QApplication, unpacked: Path | None = None) -> None:
        """`unpacked` is the folder for the font's files; None unpacks it each time."""
        super().__init__(app)
        self._app = app
        self._setting = "system"
        self.percent = 100
        self._sides = USUAL_SIDES
        # `apply` replaces the system's font, so a second theme asks the first one for it.
        before = Theme.active
        self.family = before.family if before else load_program_font(app.font().family(), unpacked)
        self.system_pixels = before.system_pixels if before else QFontInfo(app.font()).pixelSize()
        self.colors: Colors = LIGHT
        self.pixels = BASE_PIXELS
        self._sheet = ""
        app.styleHints().colorSchemeChanged.connect(self._system_changed)

    def apply(self, setting: str = "system", percent: int = 100, sides: str = USUAL_SIDES) -> None:
        """Show the whole program in this theme, at this text scale, with these colors of the
        sides."""
        self._setting, self.percent = setting, max(50, min(300, percent))
        self._sides = sides
        self.colors = with_side_colors(self.of(setting), sides)
        scale = self.percent / 100 * max(1.0, self.system_pixels / SYSTEM_PIXELS)
        self.pixels = round(BASE_PIXELS * scale)
        Theme.active = self
        self._sheet = style_sheet(self.colors, self.pixels)
        windows = [each for each in self._app.topLevelWidgets() if each.property(STYLED)]
        # Qt replaces a style sheet by styling each widget once for each that it is in.
        for window in windows:
            window.setStyleSheet("")
        font = QFont(self.family)
        font.setPixelSize(self.pixels)
        self._app.setFont(font)
        self._app.setPalette(_qt_palette(self.colors))
        for window in windows:
            window.setStyleSheet(self._sheet)
        self.changed.emit()

    def apply_style_sheet(self, window: QWidget) -> None:
        """Give a window the style sheet, now and after each change.

        The application has none: it would style a widget, and all that is in it, again each time
        that it is put into another, which takes most of the time in which a page is made.
        """
        window.setProperty(STYLED, True)
        window.setStyleSheet(self._sheet)

    def of(self, setting: str) -> Colors:
        """Return the colors that this setting means now."""
        is_dark = self._app.styleHints().colorScheme() == Qt.ColorScheme.Dark
        return THEMES.get(setting, DARK if is_dark else LIGHT)

    def next_different_theme(self, choice: str) -> str:
        """Return the choice of theme after this one that looks different: one that looks the same
        would seem to do nothing."""
        choices = ("system", *THEMES) * 2
        following = choices[choices.index(choice) + 1 :]
        return next(each for each in following if self.of(each).name != self.colors.name)

    def _system_changed(self) -> None:
        if self._setting not in THEMES:
            self.apply(self._setting, self.percent, self._sides)


def colors() -> Colors:
    """Return the colors in force, for code that paints."""
    return Theme.active.colors if Theme.active is not None else LIGHT


def px(pixels: float) -> int:
    """Return a length that grows with the text: `pixels` at the usual text size.

    It is the one way to give a length in the program's text size.  Style sheets know `em`, but as
    the size of each widget's own font, not for `font-size`, and not anew after a change of font;
    layouts and painters do not know it at all.
    """
    base = Theme.active.pixels if Theme.active is not None else BASE_PIXELS
    return round(pixels * base / BASE_PIXELS)


def em(count: float) -> int:
    """Return so many times the size of the program's font, in pixels of the screen."""
    return px(count * BASE_PIXELS)


def touch_height(pixels: int | None = None) -> int:
    """Return the least height of a thing to press, in pixels, where the font has so many `pixels`,
    or its present size.

    A finger stays as large as it is while the text grows: only a line that needs more gets more.
    """
    return max(TOUCH_HEIGHT, ceil(LINE_HEIGHT * (pixels or px(BASE_PIXELS))) + 12)


def load_program_font(fallback: str, unpacked: Path | None = None) -> str:
    """Load FiraGO and return its family, or `fallback` where it is not installed.

    Sheets are printed in it too; it has tabular figures and the real minus sign.  Unpacking it
    takes a third of the time that an empty window takes, so the folder `unpacked` keeps its files.
    """
    family = ""
    for name in ("FiraGO_Regular", "FiraGO_Bold"):
        file = None if unpacked is None else unpacked / f"{name}.ttf"
        number = -1 if file is None else QFontDatabase.addApplicationFont(str(file))
        if number < 0:
            try:
                data = importlib.import_module(f"pymupdf_fonts.{name}").fontbuffer
            except ImportError:
                return fallback
            number = QFontDatabase.addApplicationFontFromData(data)
            if file is not None:
                # Where it cannot be kept it is unpacked the next time too.
                with contextlib.suppress(OSError):
                    file.parent.mkdir(exist_ok=True)
                    files.write_file(file, data, overwrite=True)
        names = QFontDatabase.applicationFontFamilies(number) if number >= 0 else []
        family = family or (names[0] if names else "")
    return family or fallback


def figure_font(pixels: float, *, bold: bool = False) -> QFont:
    """Return a font for numbers, of `pixels` at the usual text size.

    Its tabular figures all have one width, so that columns line up and a clock stands still.
    """
    return exact_figure_font(px(pixels), bold=bold)


def exact_figure_font(pixels: float, *, bold: bool = False) -> QFont:
    """Return the same font in pixels of the screen, or of the painter, whatever the text size."""
    font = QFont(QApplication.font())
    font.setPixelSize(max(1, round(pixels)))
    font.setBold(bold)
    font.setFeature(QFont.Tag("tnum"), 1)
    font.setFeature(QFont.Tag("lnum"), 1)
    return font


def is_roomy() -> bool:
    """Return whether the text is small enough for controls to be beside each other."""
    return px(100) <= 150


def set_style_property(widget: QWidget, name: str, value: object) -> None:
    """Set a property that the style sheet reads, and apply the style sheet again."""
    if widget.property(name) == value:
        return
    widget.setProperty(name, value)
    widget.style().polish(widget)
    widget.update()


def edge_widths(c: Colors) -> tuple[int, int]:
    """Return the width (pixels) of the edges of controls, and of the one round the focus; in the
    contrast theme all are thick, so this is thicker still."""
    return (2, 4) if c.name == "contrast" else (1, 2)


def _qt_palette(c: Colors) -> QPalette:
    palette, roles = QPalette(), QPalette.ColorRole
    for role, color in (
        (roles.Window, c.ground),
        (roles.WindowText, c.ink),
        (roles.Base, c.surface),
        (roles.AlternateBase, c.ground),
        (roles.Text, c.ink),
        (roles.Button, c.raised),
        (roles.ButtonText, c.ink),
        (roles.Highlight, c.accent),
        (roles.HighlightedText, c.on_accent),
        (roles.ToolTipBase, c.ink),
        (roles.ToolTipText, c.surface),
        (roles.PlaceholderText, c.soft),
        (roles.Link, c.focus),
    ):
        palette.setColor(role, color)
    for role in (roles.WindowText, roles.Text, roles.ButtonText):
        palette.setColor(QPalette.ColorGroup.Disabled, role, c.soft)
    return palette


def style_sheet(c: Colors, pixels: int) -> str:
    """Return the program's style sheet in these colors, at this text size in pixels."""

    def scaled(length: float) -> int:
        return round(length * pixels / BASE_PIXELS)

    least = touch_height(pixels)
    # The ring in place of the dealer's chip, and the chip, are round.
    hole = least // 2 - scaled(9)
    bar, ring = edge_widths(c)
    underline = 3
    lengths = {f"p{n}": scaled(n) for n in (1, 2, 4, 6, 8, 10, 12, 14, 16, 18, 20, 28, 36)}
    lengths |= {"small": scaled(13), "large": scaled(18), "huge": scaled(TITLE_SIZE)}
    # A style sheet adds the edges to the least height; all controls are equally high with them.
    lengths |= {"row": least, "touch": least - 2 * bar, "ringed": least - 2 * ring}
    lengths |= {"underline": underline, "underlined": least - bar - underline}
    lengths |= {"hole": hole, "disc": least // 2 - hole, "chip": least // 2 - 4}
    # A menu adds its padding to the least height; a menu bar knows no least height.
    lengths |= {"entry": least - 2 * scaled(8), "above": ceil((least - LINE_HEIGHT * pixels) / 2)}
    # The padding gives the edge its room: the text has the same room with the focus.
    lengths |= {"bar": bar, "ring": ring, "inner": 16 + bar - ring, "tab": scaled(14) + bar - ring}
    icons = paths.resources_folder() / "icons"
    return _QSS.substitute(
        asdict(c),
        **{name: f"{length}px" for name, length in lengths.items()},
        tick=(icons / f"tick-{'black' if c.dark else 'white'}.svg").as_posix(),
        arrow=(icons / f"arrow-{'light' if c.dark else 'dark'}.svg").as_posix(),
        # In the contrast theme soft text is as light as any other.
        off=c.line if c.soft == c.ink else "transparent",
        # In the contrast theme lines are as light as text, which would vanish on them.
        pressed=c.wash if c.line == c.ink else c.line,
    )


_QSS = Template("""
QWidget { color: $ink; }
QMainWindow, QStackedWidget, QDialog { background: $ground; }
QWidget[kind="page"] { background: $ground; }
QWidget[kind="sheet"] { background: $surface; }
QToolTip { color: $surface; background: $ink; border: 0; padding: $p6; font-size: $small; }

QLabel { background: transparent; }
QLabel[kind="title"] { font-size: $huge; font-weight: bold; }
QLabel[kind="heading"] { font-size: $large; font-weight: bold; }
QLabel[kind="caption"] { font-size: $small; color: $soft; }
QLabel[kind="strong"] { font-weight: bold; }
QLabel[kind="label"] { font-size: $small; font-weight: bold; color: $ink; }

QLabel[kind="inline"] { padding: $p8 $p12; border-radius: 6px; border-left: 4px solid $edge; }
QLabel[kind="inline"][tone="bad"] { background: $bad_wash; color: $bad; border-color: $bad; }
QLabel[kind="inline"][tone="warn"] { background: $warn_wash; color: $warn; border-color: $warn; }
QLabel[kind="inline"][tone="good"] { background: $good_wash; color: $good; border-color: $good; }
QLabel[kind="inline"][tone="note"] { background: $wash; color: $ink; border-color: $accent; }

QPushButton, QCheckBox, QToolButton { outline: none; }
QPushButton { min-height: $touch; padding: 0 16px; border: $bar solid $edge; border-radius: 6px;
    background: $raised; color: $ink; }
QPushButton:hover { background: $wash; }
QPushButton:pressed { background: $pressed; }
QPushButton:focus { border: $ring solid $focus; padding: 0 $inner; }
QPushButton:disabled { color: $soft; background: transparent; border: 1px dashed $line; }
QPushButton[kind="primary"] { background: $accent; color: $on_accent; border-color: $accent;
    font-weight: bold; }
QPushButton[kind="primary"]:hover { border-color: $ink; }
QPushButton[kind="primary"]:focus { border: $ring solid $focus; }
QPushButton[kind="primary"]:disabled { background: $wash; color: $soft; border-color: $edge; }
QPushButton[kind="danger"] { color: $bad; border-color: $bad; }
QPushButton[kind="danger"]:pressed:!checked { background: $bad_wash; }
QPushButton[kind="danger"]:focus { border: $ring solid $focus; }
QPushButton[kind="quiet"] { border-color: transparent; background: transparent; }
QPushButton[kind="quiet"]:hover:!checked { background: $wash; }
QPushButton[kind="quiet"]:focus { border: $ring solid $focus; }
QPushButton[sign="true"] { padding: 0; }
QPushButton[kind="key"] { min-width: $touch; padding: 0; font-weight: bold; }
QPushButton:checked { background: $accent; color: $on_accent; border-color: $accent;
    font-weight: bold; }
QPushButton:checked:focus { border: $ring solid $focus; }

QPushButton[kind="card"] { padding: 0; background: $surface; border-color: $line; }
QPushButton[kind="card"]:hover { background: $wash; }
QPushButton[kind="card"][tone="warn"] { border: 2px solid $warn; }
QPushButton[kind="card"][tone="bad"] { border: 2px solid $bad; }
QPushButton[kind="card"]:checked { background: $wash; color: $ink; border: $ring solid $accent; }
QPushButton[kind="card"]:focus { border: $ring solid $focus; }

QPushButton[kind="chip"] { min-height: 0; padding: 0; border: 2px solid $edge;
    margin: $hole; border-radius: $disc; background: transparent; }
QPushButton[kind="chip"]:hover { background: $wash; }
QPushButton[kind="chip"]:checked { margin: 4px; border-radius: $chip; background: $accent;
    border: 3px solid $on_accent; }
QPushButton[kind="chip"]:focus { border-color: $focus; }

QPushButton[kind="tab"] { min-height: $underlined; padding: 0 $p14; background: transparent;
    border-color: transparent; border-radius: 0; border-bottom: $underline solid $line; }
QPushButton[kind="tab"]:hover { background: $wash; }
QPushButton[kind="tab"]:checked { background: transparent; color: $accent;
    border-bottom: $underline solid $accent; }
QPushButton[kind="tab"]:focus { border: $ring solid $focus; padding: 0 $tab; }

QToolButton { min-height: $touch; min-width: $touch; padding: 0 $p6;
    border: $bar solid transparent; border-radius: 6px; background: transparent; }
QToolButton:hover { background: $wash; }
QToolButton:focus { border: $ring solid $focus; }

QToolButton:disabled { color: $soft; border: $bar dashed $off; }
QPushButton[kind="figure"] { min-height: 0; padding: 0;
    border: $bar solid transparent; background: transparent; }
QPushButton[kind="figure"]:hover { background: $wash; }
QPushButton[kind="figure"]:checked { color: $ink; }
QPushButton[kind="figure"]:focus {
    border: $bar solid $focus; padding: 0; }
QPushButton[kind="figure"][tone="warn"] { color: $warn; }
QPushButton[kind="figure"][tone="bad"] { color: $bad; }
QPushButton[kind="figure"]::menu-indicator { image: none; width: 0; }

QLineEdit, QPlainTextEdit, QTextEdit, QComboBox {
    min-height: $touch; padding: 0 10px; border: $bar solid $edge; border-radius: 6px;
    background: $surface; color: $ink; selection-background-color: $accent;
    selection-color: $on_accent; }
QLineEdit, QPlainTextEdit, QTextEdit { placeholder-text-color: $soft; }
QPlainTextEdit, QTextEdit { padding: $p8; }
QLineEdit:focus, QPlainTextEdit:focus, QTextEdit:focus, QComboBox:focus {
    min-height: $ringed; border: $ring solid $focus; }
QLineEdit[tone="bad"], QPlainTextEdit[tone="bad"], QComboBox[tone="bad"] {
    min-height: $ringed; border: $ring solid $bad; }
QLineEdit:read-only { background: $ground; }
QComboBox::drop-down { width: $p36; border: 0; }
QComboBox::down-arrow { image: url("$arrow"); width: $p18; height: $p18; }
QComboBox QAbstractItemView { background: $surface; color: $ink; border: 1px solid $edge;
    selection-background-color: $accent; selection-color: $on_accent; outline: 0; }
QComboBox QAbstractItemView::item { min-height: $row; padding: 0 $p8; }
QComboBox QAbstractItemView::item:selected { background: $accent; color: $on_accent; }

QCheckBox { min-height: $row; spacing: $p10; }
QCheckBox::indicator, QAbstractItemView::indicator { width: $p20;
    height: $p20; border: 2px solid $edge; border-radius: 4px; background: $surface; }
QCheckBox::indicator:checked, QAbstractItemView::indicator:checked {
    background: $accent; border-color: $accent; image: url("$tick"); }
QCheckBox:focus { color: $focus; }
QCheckBox::indicator:focus { border-color: $focus; }

QFrame[kind="panel"] { background: $surface; border: 0; border-left: $bar solid $line; }
QFrame[kind="card"] { background: $surface; border: $bar solid $line; border-radius: 8px; }
QFrame[kind="finder"] { background: $ground; border: 2px solid $edge; border-radius: 8px; }
QFrame[kind="drop"] { border: 2px dashed $edge; border-radius: 8px; }
QFrame[kind="drop"][tone="on"] { background: $wash; border: 2px solid $accent; }
QFrame[kind="bar"] { background: $raised; border: 0; border-top: $bar solid $line; }
QFrame[kind="strip"] { background: $ground; border: 0; border-bottom: $bar solid $line; }
QFrame[kind="banner"] { background: $warn_wash; border: 0; border-bottom: $bar solid $warn; }
QFrame[kind="banner"][tone="note"] { background: $wash; border-bottom: $bar solid $line; }
QFrame[kind="banner"][tone="bad"] { background: $bad_wash; border-bottom: $bar solid $bad; }
QFrame[kind="banner"][tone="good"] { background: $good_wash; border-bottom: $bar solid $good; }
QFrame[kind="notice"] { background: $wash; border: 0; border-left: 4px solid $accent; }
QFrame[kind="notice"][tone="bad"] { background: $bad_wash; border-color: $bad; }
QFrame[kind="notice"][tone="warn"] { background: $warn_wash; border-color: $warn; }
QFrame[kind="notice"][tone="good"] { background: $good_wash; border-color: $good; }
QFrame[kind="side"] { border: 0; border-right: $bar solid $line; }
QFrame[kind="side"][side="0"] { background: $surface; border-top: $p4 solid $side0; }
QFrame[kind="side"][side="1"] { background: $surface; border-top: $p4 solid $side1; }
QFrame[kind="table"] { background: $wash; border: 2px solid $accent; border-radius: $p18; }
QFrame[kind="seat"] { border: 0; border-top-right-radius: $p6; border-bottom-right-radius: $p6; }
QFrame[kind="seat"][side="0"] { border-left: $p4 solid $side0; background: $side0_wash; }
QFrame[kind="seat"][side="1"] { border-left: $p4 dashed $side1; background: $side1_wash; }
QFrame[kind="clock"] { background: $surface; border: 0; border-top: $p4 solid $surface; }
QFrame[side="0"] { background: $side0; }
QFrame[side="1"] { background: $side1; }
QLabel[side="0"] { color: $side0; background: transparent; }
QLabel[side="1"] { color: $side1; background: transparent; }
QLabel[tone="soft"] { color: $soft; }
QLabel[tone="accent"] { color: $accent; }
QLabel[tone="bad"] { color: $bad; }
QLabel[tone="warn"] { color: $warn; }
QLabel[tone="good"] { color: $good; }
QFrame[kind="rule"] { background: $line; border: 0; max-height: 1px; min-height: 1px; }

QScrollArea { border: 0; background: transparent; }
QScrollArea > QWidget > QWidget { background: transparent; }
QScrollBar:vertical { width: 14px; background: transparent; margin: 0; }
QScrollBar:horizontal { height: 14px; background: transparent; margin: 0; }
QScrollBar::handle { background: $edge; border-radius: 4px; margin: 3px; min-height: 36px;
    min-width: 36px; }
QScrollBar::add-line, QScrollBar::sub-line { width: 0; height: 0; }
QScrollBar::add-page, QScrollBar::sub-page { background: transparent; }

QGraphicsView { background: $ground; border: $bar solid transparent; border-radius: 6px; }
QGraphicsView:focus { border: $ring solid $focus; }
QTableView, QTreeView, QListView { background: $surface; alternate-background-color: $ground;
    border: $bar solid $line; border-radius: 6px; gridline-color: $line; outline: 0;
    selection-background-color: $wash; selection-color: $ink; }
QTableView:focus, QTreeView:focus, QListView:focus { border: $ring solid $focus; }
QTableView[kind="sheet"] { border: 0; border-radius: 0; }
QTableView::item, QListView::item { padding: 0 $p8; }
QTreeView::item { padding: 0 8px; }
QListView[kind="contents"] { padding: 0 $p6; }
QListView[kind="contents"]::item { padding: $p6 0; }
QTableView::item:selected, QListView::item:selected, QTreeView::item:selected {
    background: $wash; }
QListView[kind="rows"]::item { border: 1px solid transparent; border-bottom-color: $line;
    border-left-width: $p4; }
QListView[kind="rows"]::item:hover { border-top-color: $edge; border-bottom-color: $edge; }
QListView[kind="rows"]::item:selected { border-left-color: $accent; }
QTreeView::item { border-bottom: 1px solid $line; }
QTreeView::item:hover { background: $ground; }
QTreeView::item:selected { background: $wash; border-bottom: 1px solid $accent; }
QTreeView::item:on { border-top: 2px solid $focus; border-bottom: 2px solid $focus; }
QTreeView QHeaderView::section { padding: 8px 11px; }
QHeaderView { background: $surface; }
QHeaderView::section { background: $surface; color: $soft; border: 0; padding: $p8;
    border-bottom: $bar solid $edge; font-size: $small; font-weight: bold; }

QMenuBar { background: $ground; color: $ink; padding: 0 $p2; }
QMenuBar::item { padding: $above $p8; border-radius: 4px; background: transparent; }
QMenuBar::item:selected { background: $wash; color: $ink; }
QMenu { background: $surface; color: $ink; border: 1px solid $edge; padding: $p4; icon-size: $p20; }
QMenu::item { padding: $p8 $p28 $p8 $p16; min-height: $entry; border-radius: 4px;
    border: 1px solid transparent; }
QMenu::item:selected { background: $wash; color: $ink; border-color: $accent; }
QMenu::item:disabled { color: $soft; background: transparent; }
QMenu::icon { padding-left: $p12; }
QMenu::separator { height: 1px; background: $line; margin: $p4 $p8; }
""")
