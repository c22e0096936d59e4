"""The real main window over an evening's desk, with a clock on the wall that tests turn."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QWidget

from scorepad import paths
from scorepad.desk.table import Table
from scorepad.spades.words import Text
from scorepad.window.alarm import Alarm, Sound
from scorepad.window.main_window import MainWindow
from scorepad.window.table_page import TablePage
from scorepad.window.theme import BASE_PIXELS, Theme
from scorepad.window.ticker import Ticker
from tests.window.evening import WORDS, Evening, Sheets, Wall

NAMED = {"\n": Qt.Key.Key_Return, "\b": Qt.Key.Key_Backspace, "\t": Qt.Key.Key_Tab}


class Standing(Wall):
    """A clock on the wall that goes on only when told."""

    def __call__(self) -> datetime:
        return self.moment


class Heard(Alarm):
    """The alarm, with a list of what it was asked to sound."""

    def __init__(self) -> None:
        super().__init__(paths.resources() / "sounds")
        self.rung: list[Sound] = []

    def play(self, sound: Sound) -> None:
        self.rung.append(sound)


def type_keys(widget: QWidget, keys: str) -> None:
    """Type these keys, one press each."""
    for key in keys:
        QTest.keyClick(widget, NAMED.get(key, key))


def one_theme(app: QApplication) -> Theme:
    """The program has one theme; setting its style sheet again for each test would take longer
    than most tests do."""
    if Theme.active is None:
        Theme(app).apply("light", 100)
    look = Theme.active
    assert look is not None
    if look.colours.name != "light" or look.pixels != BASE_PIXELS:
        look.apply("light", 100)
    return look


class Stage:
    """A main window with an evening behind it.  Time stands until `pass_` is called."""

    def __init__(
        self,
        qtbot: Any,
        folder: Path,
        *,
        evening: Evening | None = None,
        by: str = "Pat",
        read_only: Text | None = None,
        size: tuple[int, int] = (1366, 768),
        shown_first: bool = False,
        percent: int = 100,
    ) -> None:
        """`percent` is the text size that the program begins at."""
        self.qtbot = qtbot
        self.evening = evening or Evening(folder)
        self.evening.wall.__class__ = Standing
        self.jump = 0.0
        if by:
            self.evening.settings.set("by", by)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        app.setStyle("Fusion")
        self.look = one_theme(app)
        if percent != 100:
            self.look.apply("light", percent)
        self.alarm = Heard()
        self.window = MainWindow(
            self.evening.settings, WORDS, self.look, self.alarm, folder=str(folder)
        )
        qtbot.addWidget(self.window)
        self.window.resize(*size)
        if shown_first:
            self.window.show()
            qtbot.waitExposed(self.window)
        self.ticker = Ticker(self.now, self.window, run_on=self._run_on)
        self.window.furnish(
            self.evening.desk, Sheets(), self.now, read_only=read_only, ticker=self.ticker
        )
        # Tests tick by hand: what is shown then never depends on how fast a machine is.
        self.ticker.stop()
        self.window.show()
        qtbot.waitExposed(self.window)

    def now(self) -> datetime:
        return self.evening.wall.moment

    def _run_on(self) -> float:
        return float(self.evening.wall.moment.timestamp()) - self.jump

    def pass_(self, seconds: float) -> None:
        """Let time go by, and the window see it."""
        self.evening.wall.pass_(seconds)
        self.ticker.beat()

    def set_wall(self, seconds: float) -> None:
        """Somebody sets the computer's clock."""
        self.evening.wall.pass_(seconds)
        self.jump += seconds
        self.ticker.beat()

    def open(self, *hands: Any, rules: str = "unc", **head: Any) -> TablePage:
        """A table where these hands were played, shown."""
        return self.show(self.evening.play(*hands, rules=rules, **head))

    def show(self, table: Table) -> TablePage:
        self.window.show_opened(table)
        return self.page

    def show_at(self, wide: int, high: int, percent: int) -> None:
        """The window as large as that (pixels), its text too (per cent)."""
        if percent != 100:
            self.look.apply("light", percent)
            self.window.rebuild()
        self.window.resize(wide, high)
        QApplication.processEvents()

    @property
    def page(self) -> TablePage:
        page = self.window.page
        assert page is not None
        return page

    def type(self, keys: str) -> None:
        """Type into the bar of the page that is shown."""
        type_keys(self.page.bar, keys)
