"""The pages that are no table's: the list, a new match, settings, keys, what is handed out."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, Qt
from PySide6.QtWidgets import QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.houserules import HouseRules
from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.spades.entries import Head
from scorepad.spades.refusal import Refused
from scorepad.window import handout
from scorepad.window.handing_out import HandingOut
from scorepad.window.help_page import HelpPage
from scorepad.window.house_rules import HouseRulesPage
from scorepad.window.new_match import NewMatchPage
from scorepad.window.palette import Palette
from scorepad.window.preview import PreviewPage
from scorepad.window.settings_page import LABELS, SettingsPage
from scorepad.window.start_page import StartPage

if TYPE_CHECKING:
    from scorepad.window.main_window import MainWindow

THEMES = ("system", "light", "dark", "contrast")
PASSING = (HelpPage, SettingsPage)
"""What one looks up in passing."""


class Pages:
    """Makes each page when it is first wanted, and does the actions that are about no table."""

    def __init__(
        self,
        window: MainWindow,
        desk: Desk,
        sheets: Sheets,
        *,
        folder: str,
        languages: tuple[tuple[str, str], ...],
    ) -> None:
        self._window = window
        self._desk = desk
        self._sheets = sheets
        self._folder = folder
        self._languages = languages
        self.start = StartPage(desk, window.words, window.settings)
        self.start.open_match.connect(window.open_match)
        self.start.new_match.connect(lambda: window.do("new"))
        self.start.like.connect(self.new_like)
        self.start.hand_out.connect(lambda: window.do("hand-out"))
        window.stack.addWidget(self.start)
        if window.read_only is not None:
            self.start.look_only()
        self.palette = Palette(
            window,
            window.words,
            window.menus.why_not,
            window.menus.title,
            window.do,
            self._below_totals,
        )
        self.handing = HandingOut(window, desk, sheets)
        self._over: QWidget | None = None
        self._under: list[QWidget] = []
        self._back = ""
        self._unfinished: Head | None = None

    def take_over(self, before: Pages, setting: str) -> None:
        """Go on where the pages before these stood, after this setting was changed: they go
        away."""
        stack, pages = self._window.stack, [*before._under, before._over]
        listed = stack.currentWidget() is before.start
        before._drop()
        self._unfinished = before._unfinished
        before.palette.hide()
        before.palette.deleteLater()
        stack.removeWidget(before.start)
        before.start.deleteLater()
        for page in pages:
            if isinstance(page, NewMatchPage):
                self.new()
            elif isinstance(page, HouseRulesPage):
                self.house_rules()
            elif isinstance(page, PreviewPage) and page.table is not None:
                self.preview(page.table)
            elif isinstance(page, HelpPage):
                self._help()
            elif isinstance(page, SettingsPage):
                self._settings(setting)
        self._back = before._back
        if self._over is None:
            if pages[-1] is not None:
                self.back()
            elif listed:
                self._window.show_list()

    def _below_totals(self) -> int:
        """How far down the window totals and clock end (on other pages, where the page begins)."""
        window = self._window
        page = window.page
        shown: QWidget = window.stack if page is None else page.header
        at = shown.mapTo(window, QPoint(0, 0)).y()
        return at if page is None else at + shown.height()

    @property
    def previewed(self) -> Table | None:
        """The table whose sheet is being looked at."""
        shown = self._window.stack.currentWidget()
        return shown.table if isinstance(shown, PreviewPage) else None

    def do(self, key: str) -> bool:
        """Do an action if it is one of these."""
        window = self._window
        table = window.table
        doing: dict[str, Callable[[], object]] = {
            "new": self.new,
            "list": window.show_list,
            "bring-back": self._bring_back,
            "import": self._import,
            "settings": self._settings,
            "house-rules": self.house_rules,
            "palette": self.palette.open,
            "shortcuts": self._help,
            "about": lambda: self._help(about=True),
            "quit": window.close,
            "theme": self._next_theme,
            "test-alarm": window.say_alarm,
            **self.handing.doing(),
            # Where no other table is open, the list has the next one.
            "next-table": lambda: window.step(1) if len(window.tables) > 1 else window.show_list(),
            "previous-table": lambda: window.step(-1),
        }
        if key in doing:
            doing[key]()
            return True
        if key == "export" and window.page is None:
            self.handing.several(self._sheets.formats()[0])
            return True
        if table is None:
            return False
        if key == "like":
            self.new_like(table.id)
        elif key == "print":
            self.preview(table)
        elif key == "save-sheet":
            self.preview(table).ask_where()
        elif key == "copy-result":
            self.handing.copy_result(table)
        elif key == "set-aside":
            self._set_aside(table)
        else:
            return False
        return True

    def show_list(self, *, aside: bool = False) -> None:
        """Show the list from the beginning: all matches, or all that were set aside."""
        self._drop()
        self.start.begin(aside=aside)
        self._window.stack.setCurrentWidget(self.start)
        self.start.focus_first()

    def changed(self) -> None:
        """A match has changed: a sheet that is looked at is made anew."""
        if isinstance(self._over, PreviewPage):
            self._over.refresh()

    def followed(self) -> None:
        """Another program has written: the list is read anew where it is seen."""
        if self._window.stack.currentWidget() is self.start:
            self.start.refresh()
        self.changed()

    # A new match.

    def new(self) -> NewMatchPage:
        """Show the form for a new match, with what was typed into it and not started."""
        window = self._window
        page = NewMatchPage(self._desk, window.words, window.settings)
        page.started.connect(self._started)
        page.cancelled.connect(self.back)
        self.lay_over(page)
        if self._unfinished is not None:
            page.fill(self._unfinished, typed=True)
            self._unfinished = None
        return page

    def new_like(self, match_id: str) -> None:
        """Show the form filled in like an existing match."""
        try:
            head = self._desk.like(match_id)
        except Refused as refused:
            self._window.banners.show_banner("open", self._window.words(refused.text))
            return
        self.new().fill(head)

    def _started(self, table: Table) -> None:
        self._drop()
        self._unfinished = None
        self._window.show_opened(table)

    # Pages laid over what was shown.

    def lay_over(self, page: QWidget) -> None:
        """Lay a page over what is shown; `back` shows that again.  What is looked up in passing
        (help, settings) lies over any other page, which stays as it is."""
        window = self._window
        shown, over = window.page, self._shown_over()
        if over is None:
            self._drop()
            self._back = shown.table.id if shown is not None else ""
        elif isinstance(page, PASSING) and type(over) is not type(page):
            self._under.append(over)
        elif isinstance(page, PASSING):
            self._drop_top()
        else:
            self._drop()
        window.stack.addWidget(page)
        self._show(page)

    def _show(self, page: QWidget) -> None:
        window = self._window
        self._over = page
        window.stack.setCurrentWidget(page)
        named = window.words("{match} – Scorepad", match=page.accessibleName())
        window.setWindowTitle(named)
        window.strip.mark("")
        window.strip.home_button.setChecked(False)
        window.strip.setVisible(True)

    def _shown_over(self) -> QWidget | None:
        """The page laid over, where it is what is seen."""
        return self._over if self._window.stack.currentWidget() is self._over else None

    def _drop_top(self) -> None:
        over, self._over = self._over, None
        if over is not None:
            if isinstance(over, HouseRulesPage):
                over.keep()
            if isinstance(over, SettingsPage):
                over.keep()
            if isinstance(over, NewMatchPage):
                self._unfinished = over.unfinished
            self._window.stack.removeWidget(over)
            over.deleteLater()

    def _drop(self) -> None:
        self._drop_top()
        while self._under:
            self._over = self._under.pop()
            self._drop_top()

    def back(self) -> None:
        """Close the page laid over, and show what was shown before."""
        self._drop_top()
        page = self._under.pop() if self._under else None
        if page is not None:
            self._show(page)
            focused: QWidget | None = page.focusWidget()
            (page if focused is None else focused).setFocus(Qt.FocusReason.OtherFocusReason)
            if isinstance(page, PreviewPage):
                page.refresh()
        elif self._back in self._window.tables:
            self._window.show_table(self._back)
        else:
            self._window.show_list()

    def preview(self, table: Table) -> PreviewPage:
        """Show a table's sheet as it will be printed."""
        over = self._shown_over()
        if isinstance(over, PreviewPage) and over.table is table:
            return over
        window = self._window
        offered = handout.of_table(table, self._sheets, window.words)
        page = PreviewPage(offered, window.words, window.settings, table=table)
        page.closed.connect(self.back)
        self.lay_over(page)
        page.focus_first()
        if table.id in window.tables:
            window.tables[table.id].bar.sheet_made()
        return page

    def _settings(self, focused: str = "") -> None:
        window = self._window
        page = SettingsPage(
            window.words,
            window.settings,
            test_alarm=window.test_alarm,
            languages=self._languages,
        )
        page.changed.connect(window.setting_changed)
        page.closed.connect(self.back)
        self.lay_over(page)
        page.focus_first(focused)

    def house_rules(self) -> HouseRulesPage:
        """Show the rule sets, to copy and change them."""
        window = self._window
        over = self._shown_over()
        if isinstance(over, HouseRulesPage):
            return over
        house = HouseRules(Path(self._folder) / "rules", self._desk.library)
        page = HouseRulesPage(house, window.words, window.settings, read_only=window.read_only)
        page.closed.connect(self.back)
        self.lay_over(page)
        page.focus_first()
        return page

    def _help(self, *, about: bool = False) -> None:
        page = HelpPage(self._window.words, where=self._folder)
        page.closed.connect(self.back)
        self.lay_over(page)
        page.setFocus()
        if about:
            page.show_about()

    # The rest.

    def _next_theme(self) -> None:
        settings = self._window.settings
        here = THEMES.index(settings.theme)
        look = self._window.look
        # One that looks the same would seem to do nothing.
        following = (THEMES[(here + step) % len(THEMES)] for step in range(1, len(THEMES)))
        wish = next(each for each in following if look.of(each) is not look.colours)
        if isinstance(self._over, SettingsPage):
            self._over.choose("theme", wish)
        else:
            self._window.keep("theme", wish)
            self._window.setting_changed("theme")
        words = self._window.words
        self._window.tell(words("Colours: {which}", which=words(LABELS[wish])))

    def _bring_back(self) -> None:
        self._window.show_list(aside=True)

    def _import(self) -> None:
        self._window.show_list()
        self.start.choose_file()

    def _set_aside(self, table: Table) -> None:
        window = self._window
        try:
            self._desk.set_aside(table.id)
        except Refused as refused:
            window.banners.show_banner("open", window.words(refused.text))
            return
        if table.id in window.tables:
            window.close_table(table.id)
        banner = window.banners.show_banner(
            "aside", window.words("The match was set aside; nothing is deleted.")
        )
        banner.offer(window.words("Bring it back"), lambda: self._unset(table.id))

    def _unset(self, match_id: str) -> None:
        self._window.banners.drop("aside")
        self._desk.set_aside(match_id, aside=False)
        self._window.open_match(match_id)
