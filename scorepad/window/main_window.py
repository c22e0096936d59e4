"""The window: the menu, the strip of open tables, their pages, and what concerns them all."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import Qt
from PySide6.QtGui import QCloseEvent, QKeyEvent, QResizeEvent, QShowEvent
from PySide6.QtWidgets import QLineEdit, QMainWindow, QStackedWidget, QWidget

from scorepad.desk.actions import action
from scorepad.desk.desk import Desk
from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.settings import SettingError, Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.system import sentence_of
from scorepad.spades.words import Text, Words
from scorepad.window import language, parts, tab_order, theme, titles
from scorepad.window.alarm import Alarm
from scorepad.window.anew import make_anew
from scorepad.window.banner import Banners
from scorepad.window.banner_place import BannerPlace
from scorepad.window.heartbeat import Heartbeat
from scorepad.window.menu import Menus
from scorepad.window.pages import Pages
from scorepad.window.presses import Presses
from scorepad.window.strip import Strip
from scorepad.window.table_page import TablePage
from scorepad.window.ticker import Ticker
from scorepad.window.window_place import WindowPlace

ANSWER_SECONDS = 8
"""So long an answer stands that asks for nothing."""
LOW = 700
"""Below this height (pixels at the usual text size) the strip goes away while only one table is
open."""


class MainWindow(QMainWindow):
    """The window of the whole program.  It is shown empty at once; `furnish` brings the matches."""

    def __init__(
        self,
        settings: Settings,
        words: Words,
        look: theme.Theme,
        alarm: Alarm,
        *,
        folder: str = "",
        languages: tuple[tuple[str, str], ...] = (("en", "English"),),
        speak: Callable[[], tuple[Words, Sheets]] | None = None,
    ) -> None:
        """`speak` gives words and sheets in the language that is set now."""
        super().__init__()
        self.settings = settings
        self.words = words
        self.look = look
        self.alarm = alarm
        self.read_only: Text | None = None
        self.tables: dict[str, TablePage] = {}
        self.folder = folder
        self._languages = languages
        self._speak = speak
        self.heartbeat = Heartbeat(self)
        self.presses = Presses(self)
        self._noticed = 0
        self.ticker: Ticker | None = None
        self.pages: Pages | None = None
        self.setWindowTitle(words("Scorepad is opening"))
        self.setMinimumSize(760, 520)
        self.banners = Banners(words)
        self.stack = QStackedWidget()
        central = QWidget()
        central.setProperty("kind", "page")
        self._column = parts.column_of(central, spacing=0)
        self._column.addWidget(self.banners)
        self._column.addWidget(self.stack, 1)
        self._banner_place = BannerPlace(self._column, self.stack, self.banners)
        self.setCentralWidget(central)
        self.menus = Menus(
            self, words, self.do, lambda: self.table, lambda: self.read_only, self._retraces
        )
        self.strip = self.make_strip()
        look.changed.connect(self.update)
        WindowPlace(self, settings.place, lambda place: self.keep("place", place))

    def make_strip(self) -> Strip:
        """The strip of open tables, put above all else."""
        strip = Strip(self.words)
        strip.home.connect(self.show_list)
        strip.new.connect(lambda: self.do("new"))
        strip.chosen.connect(self.show_table)
        strip.closed.connect(self.close_table)
        self._column.insertWidget(0, strip)
        return strip

    # Getting ready.

    def furnish(
        self,
        desk: Desk,
        sheets: Sheets,
        now: Callable[[], datetime],
        *,
        read_only: Text | None = None,
        ticker: Ticker | None = None,
    ) -> None:
        """Bring the matches in, and go on where one left off.  `read_only` says why nothing can
        be recorded."""
        self.desk = desk
        self.sheets = sheets
        self.now = now
        self.read_only = read_only
        self.pages = self.make_pages()
        self.alarm.on = self.settings.alarm
        self.show_notices()
        for trouble in self.settings.trouble:
            self.banners.show_banner(f"setting{trouble.template}", sentence_of(self.words, trouble))
        if read_only is not None:
            self.banners.show_banner("read-only", self.words(read_only), stays=True)
        elif not self.settings.by:
            self.ask_name()
        self.ticker = ticker or Ticker(now, self)
        self.ticker.tick.connect(self.beat)
        self.ticker.jumped.connect(self.heartbeat.jumped)
        self._resume()
        self.banners.focus("name")
        self.ticker.start()

    def make_pages(self) -> Pages:
        """The pages that are no table's."""
        return Pages(self, self.desk, self.sheets, folder=self.folder, languages=self._languages)

    def ask_name(self) -> None:
        """Ask who keeps the score."""
        self.banners.ask_name(lambda name: self.keep("by", name))

    def show_notices(self, *, again: bool = False) -> None:
        """Show what the desk has to tell since last time (or all of it `again`): a damaged
        database was set aside, a backup failed."""
        notices = self.desk.notices
        self._noticed = 0 if again else self._noticed
        for number in range(self._noticed, len(notices)):
            self.banners.show_banner(f"notice{number}", self.words(notices[number]))
        self._noticed = len(notices)

    def _resume(self) -> None:
        """Open the tables that were open, and show the one that was shown."""
        shown = self.settings.shown_table
        for table_id in self.settings.open_tables.split():
            try:
                self._add(self.desk.open(table_id))
            except Refused as refused:
                self.banners.show_banner(f"gone{table_id}", self.words(refused.text))
        self.heartbeat.find_running()
        if shown in self.tables:
            self.show_table(shown)
        else:
            self.show_list()

    def put_beside(self, table: Table) -> None:
        """Open a table without showing its page."""
        self._add(table)
        self._keep_open()

    def keep(self, key: str, value: str) -> None:
        """Keep a setting; where it cannot be kept, say so."""
        try:
            self.settings.set(key, value)
        except SettingError as error:
            self.banners.show_banner("settings", sentence_of(self.words, error))

    # Tables.

    @property
    def page(self) -> TablePage | None:
        """The table page that is shown."""
        shown = self.stack.currentWidget()
        return shown if isinstance(shown, TablePage) else None

    @property
    def table(self) -> Table | None:
        """The table whose page, or whose sheet, is shown."""
        if self.page is not None:
            return self.page.table
        return self.pages.previewed if self.pages is not None else None

    def _add(self, table: Table) -> TablePage:
        if table.id in self.tables:
            return self.tables[table.id]
        self.heartbeat.opened(table.id)
        page = self._make_page(table)
        self.strip.add(table)
        self.strip.refresh(self.now())
        return page

    def _make_page(self, table: Table) -> TablePage:
        page = TablePage(table, self.words, self.sheets, self.settings, read_only=self.read_only)
        page.wanted.connect(self.do)
        page.changed.connect(self._changed)
        self.tables[table.id] = page
        self.stack.addWidget(page)
        return page

    def open_match(self, match_id: str) -> None:
        """Open a match and show its page."""
        try:
            table = self.desk.open(match_id)
        except Refused as refused:
            self.banners.show_banner("open", self.words(refused.text))
            return
        self.show_opened(table)

    def show_opened(self, table: Table) -> None:
        """Show a table that was opened or started just now."""
        self.banners.drop("open")
        self._add(table)
        self.show_table(table.id)
        self._keep_open()

    def show_table(self, table_id: str) -> None:
        """Show the page of an open table."""
        page = self.tables[table_id]
        self.banners.drop("answer")
        self.heartbeat.hush(table_id)
        self.stack.setCurrentWidget(page)
        self.strip.mark(table_id)
        page.tick(self.now())
        page.focus_again()
        self.setWindowTitle(
            self.words("{match} – Scorepad", match=titles.match_line(page.table.match, self.words))
        )
        self.keep("shown_table", table_id)
        self._fit_strip()

    def close_table(self, table_id: str) -> None:
        """Take a table out of the strip; everything is on the disk."""
        page = self.tables.pop(table_id)
        keys = list(self.tables)
        running = self.heartbeat.closed(page.table)
        page.leave()
        self.stack.removeWidget(page)
        page.deleteLater()
        self.strip.remove(table_id)
        self.desk.close(table_id)
        if running:
            name = titles.match_line(page.table.match, self.words)
            text = self.words("{match} is closed; its clock runs on, and warns.", match=name)
            banner = self.banners.show_banner("closed", text)
            banner.offer(self.words("Open it again"), lambda: self._reopen(table_id))
        self._keep_open()
        if keys:
            self.show_table(keys[-1])
        else:
            self.show_list()

    def _reopen(self, table_id: str) -> None:
        self.banners.drop("closed")
        self.open_match(table_id)

    def _keep_open(self) -> None:
        self.keep("open_tables", " ".join(self.tables))

    def step(self, by: int) -> None:
        """Show the open table so many further in the strip."""
        keys = list(self.tables)
        if not keys:
            return
        here = keys.index(self.page.table.id) if self.page is not None else -1
        self.show_table(keys[(here + by) % len(keys)])

    def show_list(self, *, aside: bool = False) -> None:
        """Show the list of matches, or of those that were set aside."""
        if self.pages is not None:
            self.pages.show_list(aside=aside)
            self.strip.mark("")
            self.setWindowTitle("Scorepad")
            self.keep("shown_table", "")
            self._fit_strip()

    # Doing.

    def do(self, key: str) -> None:
        """Do an action, from menu, key or button; what cannot be done is answered with why."""
        if self.pages is None:
            return
        if self.page is not None and self.page.bar.retrace(key):
            return
        self.banners.drop("answer")
        why = self.menus.why_not(action(key))
        if why:
            self.tell(why, "warn")
            return
        if self.pages.do(key):
            return
        page = self.page or self._page_of_preview()
        if page is not None:
            if self.page is None:
                self.show_table(page.table.id)
            page.do(key)
        else:
            self.tell(self.words("Open a match first."), "warn")

    def _retraces(self, key: str) -> str:
        return "" if self.page is None else self.page.bar.retraces(key)

    def _page_of_preview(self) -> TablePage | None:
        table = self.table
        return self.tables.get(table.id) if table is not None else None

    def tell(self, said: str, tone: parts.Tone = "note") -> None:
        """Say something that asks for nothing, where one looks."""
        if self.page is not None:
            self.page.bar.say(said, tone)
        else:
            self.banners.show_banner("answer", said, tone=tone, seconds=ANSWER_SECONDS)

    def test_alarm(self) -> Text:
        """Sound the alarm once; by which means."""
        self.alarm.play("warning")
        return self.alarm.how

    def say_alarm(self) -> None:
        """Sound the alarm, and say on the page by which means."""
        said = self.words(self.test_alarm())
        if self.page is not None:
            self.page.bar.say(said)
        else:
            self.banners.show_banner("alarm", said)

    # Time.

    def beat(self) -> None:
        """A tick."""
        self.heartbeat.beat()
        self.show_notices()

    def _changed(self) -> None:
        for table_id, page in self.tables.items():
            if page.table.match.board.over:
                self.heartbeat.hush(table_id)
        self.strip.refresh(self.now())
        if self.pages is not None:
            self.pages.changed()

    # The window itself.

    def focusNextPrevChild(self, next: bool) -> bool:
        # Tabs and messages come after the page is there; they are read before it.
        tab_order.begin_with(self, (self.strip, self.banners))
        if self.page is not None and self.page.panel is not None:
            self.page.panel.order_tabs()
        return super().focusNextPrevChild(next)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Beside the page (strip, banners) nothing wants digits: they go where the caret stands.
        page, focused = self.page, self.focusWidget()
        beside = page is not None and not page.isAncestorOf(focused)
        if page is not None and beside:
            if event.key() == Qt.Key.Key_Escape:
                page.bar.setFocus(Qt.FocusReason.OtherFocusReason)
                return
            if not isinstance(focused, QLineEdit) and page.bar.take(event):
                return
        super().keyPressEvent(event)

    def setting_changed(self, key: str) -> None:
        """A setting was set on its page: let it hold at once."""
        settings = self.settings
        if key in ("theme", "text_scale"):
            self.look.apply(settings.theme, settings.text_scale)
            if key == "text_scale":
                make_anew(self, key)
                self._fit_strip()
        elif key == "alarm":
            self.alarm.on = settings.alarm
        elif key == "by" and settings.by:
            self.banners.drop("name")
        elif key == "language" and self._speak is not None:
            language.speak(self, *self._speak())

    def rebuild(self) -> None:
        """Make every table's page anew (sizes or words have changed); what is typed is kept."""
        shown = self.page.table.id if self.page is not None else ""
        for page in list(self.tables.values()):
            fresh = self._make_page(page.table)
            fresh.take_over(page)
            page.leave()
            self.stack.removeWidget(page)
            page.deleteLater()
        if shown:
            self.show_table(shown)

    def _fit_strip(self) -> None:
        spare = self.height() < theme.px(LOW) and len(self.tables) == 1 and self.page is not None
        self.strip.setVisible(not spare)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_strip()

    def showEvent(self, event: QShowEvent) -> None:
        super().showEvent(event)
        handle = self.windowHandle()
        if handle is not None:
            handle.installEventFilter(self.presses)

    def closeEvent(self, event: QCloseEvent) -> None:
        if self.ticker is not None:
            self.ticker.stop()
        self.heartbeat.awake.keep(False)
        super().closeEvent(event)
