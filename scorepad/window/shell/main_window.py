"""The main window has the menu, the tabs of open tables, their pages, and the messages over
them."""

from __future__ import annotations

import sys
from collections.abc import Callable
from functools import cached_property, partial
from typing import TYPE_CHECKING

from PySide6.QtCore import QEvent, QPoint, Qt, Signal
from PySide6.QtGui import (
    QContextMenuEvent,
    QKeyEvent,
    QKeySequence,
    QShortcut,
)
from PySide6.QtWidgets import (
    QAbstractButton,
    QApplication,
    QGestureEvent,
    QLineEdit,
    QMainWindow,
    QStackedWidget,
    QWidget,
)

from scorepad.desk.actions import action
from scorepad.desk.event_actions import KIND_BY_ACTION
from scorepad.settings import SettingError, Settings
from scorepad.spades.refusal import Refused, error_text
from scorepad.spades.words import T, Text
from scorepad.window.shell.alarm import Alarm
from scorepad.window.shell.banners import Banners
from scorepad.window.shell.environment import WindowEnvironment, WindowRequests
from scorepad.window.shell.menu import ROW_ACTIONS, FieldShortcuts, Menus
from scorepad.window.shell.navigation import Navigation
from scorepad.window.shell.sharing import SharingLine
from scorepad.window.shell.tabs import TabStrip
from scorepad.window.widgets import controls, layouts, tab_order, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.keyboard import read_shortcut_digit
from scorepad.window.widgets.notice_strip import NoticeAction, NoticeStrip
from scorepad.window.widgets.repeat_filter import RepeatedPressFilter
from scorepad.window.widgets.size_class import WindowSizeClass, height_class

if TYPE_CHECKING:
    from scorepad.desk.table import MatchChange, Table
    from scorepad.window.match.table_page import TablePage
    from scorepad.window.shell.clock_watch import ClockWatch
    from scorepad.window.shell.pages import LazyPages
    from scorepad.window.shell.print_jobs import PrintJobs

PRINTING_ACTIONS = ("print-several", "book", "round", "blank", "check-sheet", *KIND_BY_ACTION)
"""The keys of the actions of `PrintJobs`."""
FULL_SCREEN = Qt.WindowState.WindowFullScreen


class MainWindow(QMainWindow):
    """Shows the whole program. It is shown empty at once; `show_desk` adds the matches."""

    closed = Signal()

    def __init__(
        self, settings: Settings, colors: theme.Theme, alarm: Alarm, requests: WindowRequests
    ) -> None:
        super().__init__()
        self.settings = settings
        self.theme = colors
        self.alarm = alarm
        self.requests = requests
        self.repeat_filter = RepeatedPressFilter(self)
        self.pages: LazyPages | None = None
        self._notices_shown = 0
        self._troubles_shown = 0
        self.setWindowTitle(str(T("Scorepad is starting")))
        self.setMinimumSize(760, 520)
        self.banners = Banners(self)
        self.navigation = Navigation(lambda: self.do("floor"), requests, self)
        self.navigation.shown.connect(self._page_shown)
        self.strip = TabStrip()
        self.strip.home.connect(lambda: self.do("floor"))
        self.strip.new.connect(lambda: self.do("new"))
        self.strip.menu_requested.connect(self._show_tab_menu)
        controls.EventFollower(self, self._fit_strip)
        controls.EventFollower(self, self.closed.emit, QEvent.Type.Close)
        central = QWidget()
        central.setProperty("kind", "page")
        self.sharing_line = SharingLine()
        # A question about an act is shown before the news of the act.
        self.banners.changed.connect(self._show_banners, Qt.ConnectionType.QueuedConnection)
        parts = (self.strip, (self.stack, 1), self.sharing_line)
        layouts.set_column(central, *parts, spacing=Gap.NONE)
        self.setCentralWidget(central)
        # A press before the matches are there is done once they are.
        self.navigation.show_text(T("Scorepad is starting"))
        self.strip.mark_shown_tab("")
        self.menus = Menus(
            self,
            self.do,
            self.table_of_action,
            lambda key: (
                (self.page.bar if self.page else self.pages).undo_or_redo_name(key)
                if self.pages
                else ""
            ),
        )
        FieldShortcuts(self)
        self.grabGesture(Qt.GestureType.TapAndHoldGesture)
        if sys.platform.startswith("linux"):  # Windows makes a menu key of it
            QShortcut(QKeySequence("Shift+F10"), self, self._press_menu_key)
        self.winId()  # makes the window's handle, before it is shown
        self.windowHandle().installEventFilter(self.repeat_filter)
        colors.apply_style_sheet(self)
        colors.changed.connect(self.update)

    # Getting ready.

    def show_desk(self, environment: WindowEnvironment, clocks: ClockWatch) -> None:
        """Show the desk's matches."""
        from scorepad.window.shell.clock_messages import ClockMessages
        from scorepad.window.shell.finder import Finder
        from scorepad.window.shell.open_tables import OpenTables
        from scorepad.window.shell.pages import LazyPages

        self.environment = environment
        self.desk = environment.desk
        self.now = environment.now
        self.clocks = clocks
        self.alarm.enabled = self.settings.alarm
        self.tables = OpenTables(environment, self.navigation, self.strip, self.keep_setting, self)
        self.tables.changed.connect(self.show_match_change)
        self.clock_messages = ClockMessages(
            environment, clocks, self.tables, self.banners, self.notify, self.alarm
        )
        self.pages = LazyPages(
            environment, self.navigation, self.tables, self.banners, self.notify, self._test_alarm
        )
        menus = self.menus
        self.finder = Finder(
            self,
            environment,
            menus,
            self.pages,
            self.tables,
            self.notify,
            self._below_totals,
        )
        controls.EventFollower(self, self.finder.close)
        # Qt asks the latest first.
        parts = self.pages.close_room_screen, self.tables.stop_following, self.navigation.keep
        for each in parts:
            controls.EventFollower(self, each, QEvent.Type.Close)
        self.pages.choose_among = self.finder.ask_which
        self.pages.print_several = lambda ids: self.print_jobs.show_choice_of(match_ids=ids)
        self.pages.show_row_menu = menus.show_row_menu
        self._actions = self._all_actions()
        self._table_actions: dict[str, Callable[[Table], object]] = {
            "copy-result": lambda table: self.notify(
                self.print_jobs.copy_result_line_to_clipboard(table), "good"
            ),
            **self.pages.table_actions(),
        }
        self.show_notices()
        if not self.settings.by:
            self.ask_scorekeeper_name()
        if self.settings.sample:
            delete = NoticeAction(T("Delete the sample"), lambda: self.do("quit"))
            text = T("This is a sample night. Your own matches aren't affected.")
            self.banners.show_banner("sample", text, stays=True, tone="note", buttons=(delete,))
        self._open_tables()
        self.show_notices()

    def ask_scorekeeper_name(self) -> None:
        """Ask for the scorekeeper's name."""
        self.banners.ask_scorekeeper_name(lambda name: self.keep_setting("by", name))

    def show_notices(self) -> None:
        """Show the desk's new notices (a damaged file was quarantined, a backup failed), and the
        faults of the settings."""
        notices = self.desk.notices
        for number in range(self._notices_shown, len(notices)):
            self.banners.show_banner(f"notice{number}", notices[number])
        self._notices_shown = len(notices)
        troubles = self.settings.trouble
        for trouble in troubles[self._troubles_shown :]:
            sentence = error_text(trouble)
            self.banners.show_banner(f"setting{trouble.template}", sentence)
        self._troubles_shown = len(troubles)

    def _open_tables(self) -> None:
        shown = self.settings.shown_table
        for table_id in self.settings.open_tables.split():
            try:
                self.tables.open_without_showing(self.desk.open(table_id), remember=False)
            except Refused as refused:
                self.banners.show_banner(f"gone{table_id}", refused.text)
        self.clock_messages.open_running()
        if shown in self.tables.open:
            self.tables.show_table(shown)
        else:
            self.do("floor")

    def keep_setting(self, key: str, value: str) -> None:
        """Keep a setting; show an error if that fails."""
        try:
            self.settings.set_and_save(key, value)
        except SettingError as error:
            self.notify(error_text(error), "bad")

    @cached_property
    def print_jobs(self) -> PrintJobs:
        """Return the print jobs of several matches."""
        from scorepad.window.shell.print_jobs import PrintJobs

        shown = self.navigation, self.banners, lambda: self.table
        return PrintJobs(self.environment, *shown, self)

    # Shown pages.

    @property
    def stack(self) -> QStackedWidget:
        """Return the stack of all pages."""
        return self.navigation.stack

    @property
    def page(self) -> TablePage | None:
        """Return the table page that is shown."""
        return None if self.pages is None else self.tables.page

    @property
    def table(self) -> Table | None:
        """Return the table whose page, or whose sheet, is shown."""
        if self.page is not None:
            return self.page.table
        return None if self.pages is None else self.pages.table_in_print_preview

    def table_of_action(self, key: str) -> Table | None:
        """Return the table of an action: the shown one, or the chosen row of a list."""
        if self.table is not None or self.pages is None or key not in ROW_ACTIONS:
            return self.table
        return self.pages.chosen_table()

    def open_match(self, match_id: str) -> None:
        """Open a match and show its page."""
        try:
            table = self.desk.open(match_id)
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        self.show_opened_table(table)

    def show_opened_table(self, table: Table) -> None:
        """Show a table that was opened or started just now."""
        self.tables.open_without_showing(table)
        self.tables.show_table(table.id)

    def _page_shown(self, page: QWidget) -> None:
        self._show_banners()
        self.strip.mark_shown_tab("" if self.page is None else self.page.table.id)
        self.banners.remove_banner("stated")
        if self.page is not None:
            page, table = self.page, self.page.table
            self._show_result_stated_by_event(page)
            self.clock_messages.mark_time_up_seen(table)
            page.refresh_clock_and_prompt()
            page.focus_again()
            self._set_title(page.header.clock.title.text())
        elif self.pages is not None and self.pages.on_floor:
            self._set_title()
        else:
            self.strip.home_button.setChecked(False)
            self._set_title(page.accessibleName())
        self._fit_strip()

    def _show_result_stated_by_event(self, page: TablePage) -> None:
        from scorepad.events.event_descriptions import other_result_text
        from scorepad.events.status import NOTHING_STATED, with_events
        from scorepad.spades.status import status_of

        match = page.table.match
        statements = self.desk.read_event_statements() if match.head.event else NOTHING_STATED
        page.bar.show_event_statements(statements)
        status = with_events(status_of(match), statements)
        page.header.name_round(status.round_text)
        text = other_result_text(status)
        if text is not None:
            text = T("{said}. Hands you type here don't change this result.", said=text)
            self.banners.show_banner("stated", text, tone="warn")

    def _set_title(self, name: str = "") -> None:
        self.setWindowTitle(str(T("{match} – Scorepad", match=name)) if name else "Scorepad")

    def show_match_change(self, change: MatchChange | None = None) -> None:
        """Show that a match has changed, at an open table by this `change`."""
        if self.pages is not None:
            self.pages.show_match_change(change)

    # Doing.

    def _all_actions(self) -> dict[str, Callable[[], object]]:
        assert self.pages is not None
        return {
            "find": self.finder.show,
            "quit": self.close,
            "theme": self._next_theme,
            "full-screen": lambda: self.setWindowState(self.windowState() ^ FULL_SCREEN),
            "test-alarm": lambda: self.notify(self._test_alarm()),
            # Where no other table is open, the floor has the next one.
            "next-table": lambda: (
                self.tables.show_table_beside(1) if len(self.tables.open) > 1 else self.do("floor")
            ),
            "previous-table": lambda: self.tables.show_table_beside(-1),
            **self.pages.actions(),
        }

    def do(self, key: str, table: Table | None = None) -> None:
        """Do an action, from menu, key or button, or show the reason why it can't be done; at this
        `table`, else at the one that is shown or chosen."""
        if self.pages is None:
            return
        self.finder.close()
        page = self.page
        if table is None:
            strip: NoticeStrip | None = getattr(self.navigation.current, "strip", None)
            if key == "undo" and page is None and strip is not None and strip.undo():
                return
            if (
                self.pages.do_action_on_event_page_or_floor(key)
                if page is None
                else page.undo_or_redo_typing(key)
            ):
                return
            table = self.table_of_action(key)
        self.notify("")
        why = self.menus.reason_unavailable(action(key), table)
        if why:
            self.notify(why, "warn")
        elif key in self._actions:
            self._actions[key]()
        elif key in PRINTING_ACTIONS:
            self.print_jobs.actions()[key]()
        elif key == "export" and page is None:
            self.print_jobs.show_batch_page(next(iter(self.environment.sheets.formats)))
        elif table is not None and key in self._table_actions:
            self._table_actions[key](table)
        elif table is not None:
            if page is None or page.table is not table:
                self.show_opened_table(table)
            self.tables.page_of(table.id).do(key)
        else:
            self.notify(T("Open a match first."), "warn")

    def notify(
        self, text: Text | str, tone: controls.Tone = "note", action: NoticeAction | None = None
    ) -> None:
        """Announce a result, refusal or warning on the page that is shown."""
        page = self.page or self.navigation.current
        if page is not None and hasattr(page, "notify"):
            page.notify(text, tone, action)

    def _show_banners(self, is_new: bool = True) -> None:
        strip: NoticeStrip | None = getattr(self.navigation.current, "strip", None)
        if strip is not None:
            strip.host(self.banners, self.banners.count, is_new=is_new)

    def _test_alarm(self) -> Text:
        self.alarm.play("warning")
        return self.alarm.sound_output_text

    def _next_theme(self) -> None:
        from scorepad.window.shell.settings_page import LABELS, SettingsPage

        wish = self.theme.next_different_theme(self.settings.theme)
        over = self.navigation.top_page
        if isinstance(over, SettingsPage):
            over.choose("theme", wish)
        else:
            self.keep_setting("theme", wish)
            self.apply_changed_setting("theme")
        self.notify(T("Theme: {which}", which=LABELS[wish]))

    def apply_changed_setting(self, key: str) -> None:
        """Apply a setting that was changed on its page."""
        if key in ("theme", "sides"):
            self.theme.apply(self.settings.theme, self.theme.percent, self.settings.sides)
        elif key == "alarm":
            self.alarm.enabled = self.settings.alarm
        elif key in ("share_folder", "share_database") and self.environment.sharing is not None:
            self.environment.sharing.follow_settings()
        elif key == "by" and self.settings.by:
            self.banners.remove_banner("name")

    # Time.

    def tick(self) -> None:
        """Warn where a clock does, record where time ran out, and show the time."""
        if self.pages is not None:
            self.pages.tick(self.now())
            self.clocks.awake.keep_awake(self.pages.must_stay_awake(self.now()))
            floor = self.pages.floor
            self.tables.follow_events(floor.statements)
            self.clock_messages.close_tables_with_paper_results(floor)
            for is_wait_over in (False, True):
                self.clock_messages.ask_about_missing_bids(floor, is_wait_over=is_wait_over)
        self.clock_messages.tick()
        self.tables.tick()
        self.sharing_line.show_status(self.environment.share_status, self.now())
        self.show_notices()

    # The window itself.

    def _show_tab_menu(self, table_id: str, at: QPoint) -> None:
        table, go = self.tables.open[table_id], partial(self.tables.show_table, table_id)
        first = [] if table is self.table else [(T("Go to this table"), go)]
        self.menus.show_row_menu(at, first, ("close-table", *ROW_ACTIONS), table)

    def _press_menu_key(self) -> None:
        by_key, nowhere = QContextMenuEvent.Reason.Keyboard, QPoint()
        QApplication.sendEvent(self.windowHandle(), QContextMenuEvent(by_key, nowhere, nowhere))

    def event(self, event: QEvent) -> bool:
        if not isinstance(event, QGestureEvent):
            return super().event(event)
        for each in event.gestures():
            at = each.hotSpot().toPoint()
            held: QWidget = self.childAt(self.mapFromGlobal(at)) or self
            # Text is selected by holding a button; elsewhere a long press is a right click.
            is_text = held.cursor().shape() == Qt.CursorShape.IBeamCursor
            if each.state() == Qt.GestureState.GestureFinished and not is_text:
                if isinstance(held, QAbstractButton):
                    held.setDown(False)
                by_mouse = QContextMenuEvent.Reason.Mouse
                menu = QContextMenuEvent(by_mouse, held.mapFromGlobal(at), at)
                QApplication.sendEvent(held, menu)
        return True

    def focusNextPrevChild(self, next: bool) -> bool:
        page = self.navigation.current
        if page is not None and page.isHidden() and self.isVisible():
            return False  # Qt asks as the old page disappears; the new one takes the focus.
        # Tabs and messages are made after the page, and read before it.
        tab_order.put_first_in_tab_order(self, (self.strip, self.banners))
        if self.page is not None and self.page.panel is not None:
            self.page.panel.set_reading_tab_order()
        before: QWidget | None = self.focusWidget()
        is_moved = super().focusNextPrevChild(next)
        if before is not None and not (before.isVisible() and before.isEnabled()):
            # This wasn't Tab: a change removed the widget with the focus.
            controls.leave_destructive_button(self.focusWidget())
        return is_moved

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Where a layout writes no digit without Shift, Qt finds no shortcut in it.
        if self.pages is not None and (digit := read_shortcut_digit(event)):
            self.do("floor") if digit == "0" else self.finder.open_table(digit)
            return
        if self.pages is not None and self.finder.is_open:
            return  # no key continues to the page below, where digits are bids
        # Beside the page (tabs, messages) nothing takes digits: they are typed at the caret.
        page, focused = self.page, self.focusWidget()
        beside = page is not None and not page.isAncestorOf(focused)
        if page is not None and beside:
            if event.key() == Qt.Key.Key_Escape:
                page.bar.setFocus()
                return
            if not isinstance(focused, QLineEdit) and (
                page.bar.take_key(event) or page.bar.explain_unknown_key(event)
            ):
                return
        on_floor = self.pages is not None and self.pages.on_floor
        if on_floor and self.banners.begin_typing_scorekeeper_name(event):
            # Where there is a table, a letter is looked for among them.
            return
        super().keyPressEvent(event)

    def _below_totals(self) -> int:
        page = self.page
        shown: QWidget = self.stack if page is None else page.header
        at = shown.mapTo(self, QPoint(0, 0)).y()
        return at if page is None else at + shown.height()

    def _fit_strip(self) -> None:
        low = height_class(self) < WindowSizeClass.LARGE
        self.strip.setVisible(not (low and len(self.strip.tabs) == 1 and self.page is not None))
        self.strip.show_current_tab()
