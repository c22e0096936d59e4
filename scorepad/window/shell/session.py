"""A session is one run of the window: it opens the main window, then shows the matches in it."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import datetime
from pathlib import Path
from typing import TYPE_CHECKING, Final, Protocol

from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtWidgets import QApplication

from scorepad import paths
from scorepad.desk.steady_clock import SteadyClock, monotonic_seconds, wall_clock
from scorepad.settings import SettingError, Settings
from scorepad.spades.words import T, join_as_sentences
from scorepad.window.shell.alarm import Alarm
from scorepad.window.shell.environment import WindowEnvironment, WindowRequests
from scorepad.window.shell.main_window import MainWindow
from scorepad.window.shell.window_place import WindowGeometryKeeper
from scorepad.window.widgets import qt_translation
from scorepad.window.widgets.theme import Theme

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk
    from scorepad.desk.ports import DocumentMaker
    from scorepad.window.shell.clock_watch import ClockWatch
    from scorepad.window.shell.sharing import SharingProcess, SharingServices

TICK_INTERVAL: Final = 500  # ms
"""Milliseconds between two ticks; so a second is shown at most this late."""
LIST_TICK_INTERVAL: Final = 1000  # ms
"""The same while the clocks of all tables are listed, which takes an old laptop longer."""


class Ticker(QObject):
    """Ticks once or twice a second, and notices when the clock on the wall was set: it compares
    that with a monotonic clock, which time left follows."""

    tick = Signal()
    jumped = Signal(float)
    """The wall clock was set by this many seconds, forwards or (below zero) back."""

    def __init__(
        self,
        wall: Callable[[], datetime] = wall_clock,
        *,
        monotonic: Callable[[], float] = monotonic_seconds,
    ) -> None:
        super().__init__()
        self._clock = SteadyClock(wall, monotonic)
        self._timer = QTimer(self)
        self._timer.setTimerType(Qt.TimerType.CoarseTimer)
        self._timer.setInterval(TICK_INTERVAL)
        self._timer.timeout.connect(self.tick_once)

    def start(self) -> None:
        """Start to tick."""
        self._timer.start()

    def stop(self) -> None:
        """Stop ticking."""
        self._timer.stop()

    def set_interval(self, milliseconds: int) -> None:
        """Tick once in this many milliseconds from now on."""
        if milliseconds != self._timer.interval():
            self._timer.setInterval(milliseconds)

    def tick_once(self) -> None:
        """Make one tick."""
        if jump := self._clock.seconds_set_since_last_call():
            self.jumped.emit(jump)
        self.tick.emit()


class WindowSessionServices(Protocol):
    """A session is made with these services; each is made when it is first asked for."""

    @property
    def folder(self) -> Path:
        """Return the data folder."""

    @property
    def settings(self) -> Settings:
        """Return the settings of the data folder."""

    @property
    def languages(self) -> tuple[tuple[str, str], ...]:
        """Return the languages that can be chosen: code, and name in the language itself."""

    def sheets(self) -> DocumentMaker:
        """Return the maker of sheets and exports in that language."""

    def sharing(self) -> SharingServices | None:
        """Return the exchange with other laptops; None if that can't be done."""


def _say_counted_once(window: MainWindow) -> None:
    sentence = str(
        T(
            "The second Enter was ignored because it came too quickly. Press Enter again to "
            "continue."
        )
    )
    before = window.page.bar.message_text if window.page is not None else ""
    window.notify(join_as_sentences((before, sentence)))


class WindowSession:
    """Opens the main window, and the desk's matches in it once they are read."""

    def __init__(self, services: WindowSessionServices, theme: Theme, alarm: Alarm) -> None:
        self._services = services
        self._theme = theme
        self._alarm = alarm
        self.requests = WindowRequests()
        self.clocks: ClockWatch | None = None
        self.ticker: Ticker | None = None
        self._files: list[str] = []
        """These match files are to be shown when the matches are there."""
        self.sharing: SharingProcess | None = None
        qt_translation.install_translator()
        self.window = self._make_window()

    def _make_window(self) -> MainWindow:
        services = self._services
        window = MainWindow(services.settings, self._theme, self._alarm, self.requests)
        WindowGeometryKeeper(window, services.settings.place, self._keep_place)
        window.closed.connect(self.stop)
        window.repeat_filter.dropped.connect(lambda: _say_counted_once(window))
        return window

    def _keep_place(self, place: str) -> None:
        # Nobody asked for it, and its failure would be shown in place of what was asked for.
        with suppress(SettingError):
            self._services.settings.set_and_save("place", place)

    def show_desk_and_start_ticker(
        self, desk: Desk, now: Callable[[], datetime], *, ticker: Ticker | None = None
    ) -> None:
        """Show the matches of this desk in the window, and start the ticker."""
        from scorepad.window.shell.clock_watch import ClockWatch

        self._begin_to_share()
        self.clocks = ClockWatch(desk)
        self.ticker = ticker or Ticker()
        self._show_desk(desk, now)
        self.show_match_files(())
        self.start_ticker()

    def _begin_to_share(self) -> None:
        from scorepad.window.shell.sharing import SharingProcess

        sharing = self._services.sharing()
        if sharing is not None:
            self.sharing = SharingProcess(sharing, self._services.settings, self.requests)
            self.sharing.follow_settings()

    def start_ticker(self) -> None:
        """Start the one timer; even without a desk the window moves to the front when asked."""
        self.ticker = self.ticker or Ticker()
        self.ticker.tick.connect(self._raise_if_asked)
        self.ticker.start()

    def _raise_if_asked(self) -> None:
        files = paths.take_files_to_show_if_raise_requested(self._services.folder)
        if files is None:
            return
        window = self.window
        window.setWindowState(window.windowState() & ~Qt.WindowState.WindowMinimized)
        window.show()
        window.raise_()
        window.activateWindow()
        QApplication.alert(window)
        self.show_match_files(files)

    def show_match_files(self, names: Sequence[str]) -> None:
        """Show these match files, at once or when the matches are there."""
        self._files += names
        if self._files and self.window.pages is not None:
            self.window.pages.show_match_files(self._files)
            self._files = []

    def _show_desk(self, desk: Desk, now: Callable[[], datetime]) -> None:
        assert self.clocks is not None
        assert self.ticker is not None
        services = self._services
        environment = WindowEnvironment(
            desk=desk,
            sheets=services.sheets(),
            settings=services.settings,
            now=now,
            requests=self.requests,
            folder=str(services.folder),
            languages=lambda: services.languages,
            sharing=self.sharing,
        )
        window, requests, ticker = self.window, self.requests, self.ticker
        window.show_desk(environment, self.clocks)
        assert window.pages is not None
        requests.action.connect(window.do)
        requests.match.connect(window.open_match)
        requests.table.connect(window.show_opened_table)
        requests.repair.connect(window.pages.ask_how_to_repair_event)
        requests.job.connect(
            lambda job: window.print_jobs.begin_job(job)  # noqa: PLW0108  # not imported yet
        )
        requests.setting.connect(window.apply_changed_setting)
        ticker.tick.connect(self._tick)
        ticker.jumped.connect(window.clock_messages.show_clock_jump)

    def _tick(self) -> None:
        assert self.ticker is not None
        self.window.tick()
        is_list = self.window.pages is not None and self.window.pages.on_floor
        self.ticker.set_interval(LIST_TICK_INTERVAL if is_list else TICK_INTERVAL)

    def stop(self) -> None:
        """Stop the ticker, as the window was closed."""
        if self.ticker is not None:
            self.ticker.stop()
        if self.sharing is not None:
            self.sharing.stop()
        if self.clocks is not None:
            self.clocks.awake.keep_awake(False)
