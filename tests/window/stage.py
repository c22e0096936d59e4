"""The real main window over an evening's desk, with a clock on the wall that tests turn."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any

from PySide6.QtCore import QCoreApplication, QEvent, Qt
from PySide6.QtGui import QWindow
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication, QMenu, QWidget

from scorepad import paths
from scorepad.__main__ import load_catalog
from scorepad.desk.actions import GROUPS
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.words import install
from scorepad.window.match.table_page import TablePage
from scorepad.window.shell.alarm import Alarm, Sound
from scorepad.window.shell.main_window import MainWindow
from scorepad.window.shell.session import Ticker, WindowSession
from scorepad.window.widgets.color_schemes import LIGHT
from scorepad.window.widgets.reader_roles import use_accessible_roles
from scorepad.window.widgets.theme import BASE_PIXELS, Theme
from tests.window.evening import Evening, Sheets, Wall

TRANSLATIONS = paths.resources_folder() / "translations"
NAMED = {"\n": Qt.Key.Key_Return, "\b": Qt.Key.Key_Backspace, "\t": Qt.Key.Key_Tab}


class Standing(Wall):
    """A clock on the wall that continues only when told."""

    def __call__(self) -> datetime:
        return self.moment


class Heard(Alarm):
    """The alarm, with a list of what it was asked to sound."""

    def __init__(self) -> None:
        super().__init__(paths.resources_folder() / "sounds")
        self.rung: list[Sound] = []

    def play(self, sound: Sound) -> None:
        self.rung.append(sound)


def type_keys(widget: QWidget | QWindow, keys: str) -> None:
    """Type these keys, one press each."""
    for key in keys:
        QTest.keyClick(widget, NAMED.get(key, key))


def delete_closed() -> None:
    """Delete the widgets that were closed, as the program does when it has nothing else to do:
    `processEvents` does not, and each that stays is laid out, styled and painted again."""
    QCoreApplication.sendPostedEvents(None, QEvent.Type.DeferredDelete.value)


def press_keys(stage: Stage, *keys: Any, modifiers: Any = Qt.KeyboardModifier.NoModifier) -> None:
    """Press keys as the system brings them: to the window."""
    for key in keys:
        QTest.keyClick(stage.window.windowHandle(), key, modifiers)
        QApplication.processEvents()


def touch(stage: Stage, widget: QWidget) -> None:
    """Touch the middle of a widget with a finger."""
    handle = stage.window.windowHandle()
    at = widget.mapTo(stage.window, widget.rect().center())
    finger = touch_device()
    QTest.touchEvent(handle, finger).press(0, at, handle).commit()
    QApplication.processEvents()
    QTest.touchEvent(handle, finger).release(0, at, handle).commit()
    QApplication.processEvents()


@cache
def touch_device() -> Any:
    """Return the one touch screen of all tests."""
    return QTest.createTouchDevice()


def one_theme(app: QApplication) -> Theme:
    """The program has one theme; setting its style sheet again for each test would take longer
    than most tests do.  A test leaves the theme as it is: every test begins with this, when the
    windows of the one before, which would be styled again, are gone."""
    if Theme.active is None:
        app.setStyle("Fusion")
        use_accessible_roles()
        Theme(app).apply("light", 100)
    look = Theme.active
    assert look is not None
    if look.colors != LIGHT or look.pixels != BASE_PIXELS:
        look.apply("light", 100)
    return look


class Parts:
    """What the window's session asks for, of a stage."""

    languages = (("en", "English"), ("es", "Español"))

    def __init__(
        self,
        stage: Stage,
        folder: Path,
        settings: Settings,
    ) -> None:
        self.folder = folder
        self.settings = settings
        self._stage = stage

    services: Any = None
    """These exchange with other laptops; None if nothing is shared."""

    def sharing(self) -> Any:
        return self.services

    def sheets(self) -> Sheets:
        return self._stage.sheets


class UnpaintedSession(WindowSession):
    """A session whose windows are laid out but not painted, which saves a fifth of the time.
    `test_every_screen` paints every screen in English; a test that looks at pixels asks
    `written` for them."""

    def _make_window(self) -> MainWindow:
        window = super()._make_window()
        window.setUpdatesEnabled(False)
        return window


class Stage:
    """A main window with an evening behind it.  Time stands until `pass_` is called.

    A stage whose first use is to open a table has a window that begins with that table, as the
    program does where it was shown last; for any other use it begins with the floor."""

    def __init__(
        self,
        qtbot: Any,
        folder: Path,
        *,
        evening: Evening | None = None,
        by: str = "Pat",
        size: tuple[int, int] = (1366, 768),
        shown_first: bool = False,
        percent: int = 100,
        keypad: bool = False,
        before_desk: Callable[[WindowSession], object] = lambda _session: None,
        is_painted: bool = False,
    ) -> None:
        """`percent` is the text size that the program begins at; `keypad` shows the keys on the
        screen;
        `before_desk` is done with the empty window; `is_painted` is for who measures painting."""
        self.qtbot = qtbot
        self._evening = evening or Evening(folder)
        self._evening.wall.__class__ = Standing
        self.jump = 0.0
        settings = self._evening.settings
        if by:
            settings.set_and_save("by", by)
        if keypad:
            settings.set_and_save("keypad", keypad)
        app = QApplication.instance()
        assert isinstance(app, QApplication)
        self.look = one_theme(app)
        if percent != 100:
            settings.set_and_save("text_scale", percent)
            self.look.apply("light", percent)
        self.alarm = Heard()
        self.sheets = Sheets()
        self.parts = Parts(self, folder, settings)
        self._session_type = WindowSession if is_painted else UnpaintedSession
        self._begun: tuple[WindowSession, Ticker] | None = None
        self._size, self._shown_first, self._before_desk = size, shown_first, before_desk
        # Anyone who brings an evening may look at it, or change it, beside the window.
        if evening is not None or shown_first:
            self._begin()

    def _begin(self) -> tuple[WindowSession, Ticker]:
        """Open the window, where it is not open yet."""
        if self._begun is not None:
            return self._begun
        session = self._session_type(self.parts, self.look, self.alarm)
        session.window.resize(*self._size)
        if self._shown_first:
            session.window.show()
            self.qtbot.waitExposed(session.window)
        self._before_desk(session)
        ticker = Ticker(self._wall_clock, monotonic=self._monotonic)
        self._begun = session, ticker
        session.show_desk_and_start_ticker(self._evening.desk, self.now, ticker=ticker)
        # Tests tick by hand: what is shown then never depends on how fast a machine is.
        ticker.stop()
        session.window.show()
        self.qtbot.waitExposed(session.window)
        # The window gets the keys.
        QApplication.processEvents()
        return self._begun

    @property
    def session(self) -> WindowSession:
        """The session of the window."""
        return self._begin()[0]

    @property
    def ticker(self) -> Ticker:
        """What ticks by hand."""
        return self._begin()[1]

    @property
    def evening(self) -> Evening:
        """The evening behind the window, which is open from the first look at it on."""
        self._begin()
        return self._evening

    def activate(self) -> None:
        """Make this window the one that the keys go to."""
        self.window.activateWindow()
        self.qtbot.waitUntil(self.window.isActiveWindow)

    @property
    def window(self) -> MainWindow:
        """The main window there is now."""
        return self.session.window

    def speak(self, language: str) -> None:
        """Start the program again in this language."""
        install(load_catalog(language, TRANSLATIONS))
        self.restart()

    def restart(self) -> None:
        """Close the window and start the program again on the same matches and settings."""
        window, settings = self.window, self._evening.settings
        self._size = window.width(), window.height()
        window.close()
        window.deleteLater()
        delete_closed()
        look = settings.theme, settings.text_scale, settings.sides
        if (look[0], look[1]) != ("system", self.look.percent):
            self.look.apply(*look)
        self._begun = None
        self._begin()

    def now(self) -> datetime:
        return self._evening.wall.moment

    def _wall_clock(self) -> datetime:
        return self.now() + timedelta(seconds=self.jump)

    def _monotonic(self) -> float:
        return float(self._evening.wall.moment.timestamp())

    def pass_(self, seconds: float) -> None:
        """Let time go by, and the window see it."""
        self.evening.wall.pass_(seconds)
        self.ticker.tick_once()

    def set_wall(self, seconds: float) -> None:
        """Somebody sets the computer's clock; what the program goes by runs on."""
        ticker = self.ticker
        self.jump += seconds
        ticker.tick_once()

    def open(self, *hands: Any, rules: str = "unc", **head: Any) -> TablePage:
        """A table where these hands were played, shown."""
        table = self._evening.play(*hands, rules=rules, **head)
        if self._begun is not None:
            return self.show(table)
        for key in ("open_tables", "shown_table"):
            self._evening.settings.set_and_save(key, table.id)
        self._begin()
        return self.page

    def add(self, *hands: Any, rules: str = "unc", **head: Any) -> Table:
        """A table where these hands were played, in the strip; its page is made once it is
        shown."""
        table = self.evening.play(*hands, rules=rules, **head)
        self.window.tables.open_without_showing(table)
        return table

    def show(self, table: Table) -> TablePage:
        delete_closed()
        self.window.show_opened_table(table)
        return self.page

    def clear(self) -> None:
        """Close every table, so that the next one has the window to itself."""
        tables = self.window.tables
        shown = self.window.page
        for table_id in sorted(
            tables.open, key=lambda key: shown is not None and key == shown.table.id
        ):
            tables.close_table(table_id)
        # It says that the clock of a table runs on.
        self.window.banners.remove_banner("closed")
        delete_closed()

    def show_at(self, wide: int, high: int, percent: int) -> None:
        """The window as large as that (pixels), its text too (per cent)."""
        if percent != 100:
            self.evening.settings.set_and_save("text_scale", percent)
            self.restart()
        self.window.resize(wide, high)
        QApplication.processEvents()

    @property
    def page(self) -> TablePage:
        page = self.window.page
        assert page is not None
        return page

    def menu(self, group: str) -> dict[str, bool]:
        """Open the menu of a group of actions, read its lines and which can be chosen, and close
        it."""
        menus = self.window.menuBar().findChildren(QMenu)
        titles = [each.title().replace("&", "") for each in menus]
        menu = menus[titles.index(str(GROUPS[group]))]
        # Without a screen Qt opens none, but says that it does.
        menu.aboutToShow.emit()
        lines = {line.text(): line.isEnabled() for line in menu.actions()}
        menu.aboutToHide.emit()
        return lines

    def type(self, keys: str) -> None:
        """Type into the bar of the page that is shown."""
        type_keys(self.page.bar, keys)
