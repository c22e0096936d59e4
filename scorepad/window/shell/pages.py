"""`LazyPages` shows the pages beside the tables: the floor, the event, all matches, a new match,
settings, help, sheets, house rules."""

from __future__ import annotations

import contextlib
from collections.abc import Callable, Sequence
from datetime import datetime, timedelta
from functools import cached_property, partial
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QPoint, QProcess, Qt
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from scorepad import paths
from scorepad.budget import MATCH_BUDGET
from scorepad.desk.event_actions import EVENT_SECTION_BY_ACTION
from scorepad.desk.table import MatchChange, Table
from scorepad.settings import SettingError
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text, join_as_sentences
from scorepad.window.floor.floor_page import FloorPage
from scorepad.window.shell.banners import Banners
from scorepad.window.shell.environment import WindowEnvironment
from scorepad.window.shell.menu import ROW_ACTIONS, SEVERAL_ACTIONS
from scorepad.window.shell.navigation import Navigation
from scorepad.window.shell.open_tables import OpenTables
from scorepad.window.shell.window_place import WindowGeometryKeeper
from scorepad.window.widgets import controls, file_dialogs
from scorepad.window.widgets.notice_strip import NoticeAction

if TYPE_CHECKING:
    from scorepad.desk.result_correction import ResultCorrection
    from scorepad.spades.status import MatchStatus
    from scorepad.window.event.event_page import EventPage
    from scorepad.window.event.room_screen import RoomScreen
    from scorepad.window.floor.matches_page import MatchesPage
    from scorepad.window.floor.new_match import NewMatchPage
    from scorepad.window.floor.tables_page import NewTablesPage
    from scorepad.window.printing.preview import PreviewPage
    from scorepad.window.printing.publisher import PagePublisher
    from scorepad.window.rules.house_rules import HouseRulesPage

ROUNDS = "rounds"
"""The key of the banner with the changes that a corrected match makes in the rounds of its
event."""
LOOK = timedelta(seconds=10)
"""The floor is read this often while another page is shown, because it shows missing bids."""


class LazyPages:
    """Makes each of these pages when it is first wanted, and lays it over the page that is
    shown."""

    def __init__(
        self,
        environment: WindowEnvironment,
        navigation: Navigation,
        tables: OpenTables,
        banners: Banners,
        notify: Callable[..., object],
        test_alarm: Callable[[], Text],
    ) -> None:
        """`notify` announces something on the page that is shown; `test_alarm` sounds the alarm and
        returns what it sounded with."""
        self._environment = environment
        self._desk = environment.desk
        self._settings = environment.settings
        self._requests = environment.requests
        self._navigation = navigation
        self._tables = tables
        self._banners = banners
        self._notify = notify
        self._test_alarm = test_alarm
        self._looked: datetime | None = None
        self._correction: ResultCorrection | None = None
        """The content of the banner about rounds."""
        self.print_several: Callable[[Sequence[str]], object] = lambda _ids: None
        """Offers to print or export the matches with these ids."""
        self.choose_among: Callable[[Sequence[MatchStatus]], object] = lambda _rows: None
        """Asks which of these tables of one number is meant."""
        self.show_row_menu: Callable[..., object] = lambda *_menu: None
        """Shows the menu of the chosen rows, as `Menus.show_row_menu` does."""
        navigation.returned.connect(self._show_changes)
        self._room: RoomScreen | None = None
        if self._settings.room:
            self.show_room_screen()

    @cached_property
    def floor(self) -> FloorPage:
        """Return the floor; it is made when it is first shown, or read at the first tick: a window
        that begins with a table shows that sooner."""
        floor = FloorPage(self._desk)
        floor.choose_among.connect(self.choose_among)
        floor.sample.connect(self.open_sample_night)
        floor.print_several.connect(self.print_several)
        floor.menu_requested.connect(self._show_floor_menu)
        floor.list_open_matches_too(self._tables.open)
        self._navigation.add_page(floor)
        return floor

    @property
    def on_floor(self) -> bool:
        """Return whether the floor is shown."""
        return isinstance(self._navigation.current, FloorPage)

    def actions(self) -> dict[str, Callable[[], object]]:
        """Return the actions that are done here, by key."""
        return {
            "new": self.show_new_match_form,
            "tables": self.show_new_tables_form,
            "floor": self.show_floor,
            "event": self.show_event,
            "events": lambda: self.show_event().show_list(),
            **{key: partial(self._do_event_action, key) for key in EVENT_SECTION_BY_ACTION},
            "room": self.show_room_screen,
            "list": self.show_matches_page,
            "start-all": lambda: self._on_floor(
                lambda floor: floor.start_or_pause_all_clocks("start")
            ),
            "pause-all": lambda: self._on_floor(
                lambda floor: floor.start_or_pause_all_clocks("pause")
            ),
            "add-all": lambda: self._on_floor(lambda floor: floor.ask_minutes(for_all=True)),
            "unarchive": lambda: self.show_matches_page(archived=True),
            "import": lambda: self.show_matches_page().choose_file(),
            "settings": self.show_settings,
            "house-rules": self.show_house_rules,
            "help": self.show_guide_about_page,
            "guide": self.show_guide,
            "shortcuts": lambda: self.show_guide("keys"),
            "about": self.show_about,
        }

    def table_actions(self) -> dict[str, Callable[[Table], object]]:
        """Return the actions that are done here with the table that is shown, by key."""
        return {
            "like": lambda table: self.show_new_match_form_like(table.id),
            "print": self.show_print_preview,
            "save-sheet": lambda table: self.show_print_preview(table).ask_where_to_save(),
            "archive": self._archive,
            "close-table": lambda table: self._tables.close_table(table.id),
        }

    def undo_or_redo_name(self, step: str) -> str:
        """Return the name of the step that `undo` or `redo` would change on the page of the
        event; "" elsewhere."""
        page = self._event_shown()
        return "" if page is None else page.undo_or_redo_name(step)

    def do_action_on_event_page_or_floor(self, action_key: str) -> bool:
        """Do an action on the page of the event, or with the selected rows of the floor; return
        whether it was done there."""
        page = self._event_shown()
        if page is not None:
            return page.undo_redo_or_change_section(action_key)
        current = self.floor.current if self.on_floor else None
        if current is None:
            return False
        done_here: dict[str, Callable[[], object]] = {
            "clock-start": lambda: self.floor.start_or_pause_chosen_clocks("start"),
            "clock-resume": lambda: self.floor.start_or_pause_chosen_clocks("start"),
            "clock-pause": lambda: self.floor.start_or_pause_chosen_clocks("pause"),
            "clock-add": self.floor.ask_minutes,
            "like": lambda: self.show_new_match_form_like(current.id),
        }
        if action_key in done_here:
            done_here[action_key]()
        return action_key in done_here

    def _event_shown(self) -> EventPage | None:
        over = self._navigation.top_page
        if over is None:
            return None
        from scorepad.window.event.event_page import EventPage

        return over if isinstance(over, EventPage) else None

    # The floor, the event, and the list of all matches.

    def show_floor(self) -> None:
        """Show the floor from the beginning."""
        # Shown first, it is laid out for the room there is, and read once.
        self._navigation.show_home(self.floor)
        self.floor.reset_and_show_all_tables()
        self.floor.focus_starting_widget()

    def _on_floor(self, do: Callable[[FloorPage], object]) -> None:
        if not self.on_floor:
            self.show_floor()
        do(self.floor)

    @cached_property
    def _publisher(self) -> PagePublisher:
        from scorepad.window.printing.publisher import PagePublisher

        sheets = self._environment.sheets
        publisher = PagePublisher(self._desk, self._settings, sheets, self._navigation.stack)
        publisher.failed.connect(lambda text: self._notify(text, "bad"))
        publisher.written.connect(
            lambda: self._notify(T("Scorepad can save the web pages again."), "good")
        )
        return publisher

    def tick(self, now: datetime) -> None:
        """Time went on to `now` (UTC)."""
        self._follow()
        if self._settings.publish:
            self._publisher.tick(now)
        if self.on_floor:
            self.floor.show_time(now)
        elif self._looked is None or now - self._looked >= LOOK:
            self._looked = now
            self.floor.refresh()
        if self._room is not None:
            self._room.tick(now)

    def show_event(self, section: str = "") -> EventPage:
        """Show the event of today, or the list of events; a new page begins with the part with the
        key `section`."""
        page = self._event_shown()
        if page is not None:
            page.focus_starting_widget()
            return page
        from scorepad.window.event.event_page import EventPage

        page = EventPage(self._desk, self._settings, section)
        page.share_status = lambda: self._environment.share_status
        page.archived.connect(self._close_archived)
        return self._navigation.lay_over(page)

    def _do_event_action(self, key: str) -> None:
        self.show_event(EVENT_SECTION_BY_ACTION[key]).do_action(key)

    def _close_archived(self, match_ids: set[str]) -> None:
        for match_id in match_ids & self._tables.open.keys():
            self._tables.close_table(match_id, is_archived=True)

    def ask_how_to_repair_event(self, correction: ResultCorrection) -> None:
        """Ask on the page of an event how to go on from a match that was corrected."""
        try:
            self.show_event().ask_how_to_repair_rounds(correction)
        except Refused as refused:
            self._notify(refused.text, "bad")

    def _show_correction(self, correction: ResultCorrection | None) -> None:
        if correction is None:
            return
        unanswered = self._correction if self._banners.find_banner(ROUNDS) is not None else None
        self._correction = correction = correction.combine_with_earlier(unanswered)
        self._banners.remove_banner(ROUNDS)
        if correction.affected:
            effects = correction.effects
            ask = NoticeAction(
                T("Go to the rounds"), lambda: self._requests.repair.emit(correction)
            )
            self._banners.show_banner(
                ROUNDS,
                join_as_sentences(map(str, effects)),
                buttons=(ask,),
            )

    def show_room_screen(self) -> RoomScreen:
        """Show the room's screen: a window of its own, where it stood last, at first on another
        screen if there is one."""
        if self._room is None:
            from scorepad.window.event.room_screen import RoomScreen

            room = RoomScreen(self._desk, self._settings, self._navigation.stack.window())
            left = self._settings.room_place
            WindowGeometryKeeper(room, left, lambda place: self._keep("room_place", place))
            here = self._navigation.stack.window().screen()
            others = [each for each in QGuiApplication.screens() if each is not here]
            if not left and others:
                room.setGeometry(others[0].availableGeometry())
                # Else the desktop's frame would push its foot out of the screen.
                room.setWindowState(Qt.WindowState.WindowMaximized)
            room.closed.connect(self._room_closed)
            self._room = room
            self._keep("room", True)
        room, main = self._room, self._navigation.stack.window()
        shown_before = room.isVisible()
        room.show()
        if room.screen() is main.screen():
            # It never takes the keys, and is no page of this window that would hide its tables.
            main.raise_()
            if not shown_before and main.isActiveWindow():
                self._notify(
                    T(
                        "The room screen is open behind this window. Move the room screen to "
                        "the projector."
                    )
                )
        return room

    def must_stay_awake(self, now: datetime) -> bool:
        """Return whether the computer must not sleep: a match is being played, or the room's screen
        is open."""
        return self._room is not None or any(row.is_being_played(now) for row in self.floor.rows)

    def close_room_screen(self) -> None:
        """Close the room's screen with the window, which else would keep the program running; it
        is opened again with the next one."""
        if self._room is not None:
            self._room.closed.disconnect(self._room_closed)
            self._room.close()

    def _room_closed(self) -> None:
        if self._room is not None:
            self._room.deleteLater()
        self._room = None
        self._keep("room", False)

    def _keep(self, key: str, value: str | bool) -> None:
        # Where it cannot be kept, the room's screen is opened by hand the next time.
        with contextlib.suppress(SettingError):
            self._settings.set_and_save(key, value)

    def show_matches_page(self, *, archived: bool = False) -> MatchesPage:
        """Show the list from the beginning: all matches, or all that are archived."""
        page = self._matches_page_shown() or self._list()
        page.show_all_matches(archived=archived)
        page.focus_starting_widget()
        return page

    def _matches_page_shown(self) -> MatchesPage | None:
        over = self._navigation.top_page
        if over is None:
            return None
        from scorepad.window.floor.matches_page import MatchesPage

        return over if isinstance(over, MatchesPage) else None

    def _list(self) -> MatchesPage:
        from scorepad.window.floor.matches_page import MatchesPage

        page = MatchesPage(self._desk, self._settings)
        page.like.connect(self.show_new_match_form_like)
        page.menu_requested.connect(partial(self._show_matches_menu, page))
        return self._navigation.lay_over(page)

    def chosen_table(self) -> Table | None:
        """Return the table of the row that is chosen in the list that is shown."""
        matches, chosen = self._matches_page_shown(), None
        if self.on_floor:
            chosen = self.floor.current
        elif matches is not None:
            chosen = matches.chosen_match()
        if chosen is None:
            return None
        with contextlib.suppress(Refused):
            return self._desk.open(chosen.id)
        return None

    def _show_floor_menu(self, at: QPoint) -> None:
        floor = self.floor
        print_ = (
            T("Print or export…"),
            lambda: floor.print_several.emit(floor.marked_or_current_ids),
        )
        if len(floor.marked_ids) > 1:
            self.show_row_menu(at, [print_], SEVERAL_ACTIONS)
        else:
            self.show_row_menu(at, [(T("Open"), floor.open_current)])

    def _show_matches_menu(self, page: MatchesPage, at: QPoint) -> None:
        first = [(T("Open"), page.open_chosen)]
        keys = [key for key in ROW_ACTIONS if not key.startswith("clock")]
        if page.shows_archive:
            keys.remove("archive")
            first.append((T("Bring back"), page.archive_or_unarchive_chosen))
        self.show_row_menu(at, first, keys)

    def show_match_change(self, change: MatchChange | None = None) -> None:
        """Show that a match has changed: at an open table by this `change`, else by another
        program."""
        self._show_changes()
        if self.on_floor:
            self.floor.refresh()
        page = self._event_shown()
        # The page of its event asks itself how to go on from a corrected result.
        shown = "" if page is None else page.event_id
        if change is not None and change.after.first_head.event_id != shown:
            self._show_correction(
                self._tables.events.find_result_correction(change.before, change.after)
            )

    def _follow(self) -> None:
        # An unreadable status is read the next time; until then the old one is shown.
        with contextlib.suppress(Refused):
            if self._desk.follow_other_programs():
                self._refresh_list()
                self.show_match_change()

    def _refresh_list(self) -> None:
        shown = self.floor if self.on_floor else self._matches_page_shown()
        if shown is not None:
            shown.refresh()

    def _show_changes(self) -> None:
        if preview := self._as_preview(self._navigation.top_page):
            preview.refresh()
        elif event := self._event_shown():
            event.show_changes_from_elsewhere()
        elif matches := self._matches_page_shown():
            matches.refresh()

    def show_match_files(self, paths: Sequence[str]) -> None:
        """Show these match files beside those that are shown already; report those that are
        none."""
        from scorepad.window.printing.match_file_page import MatchFilePreviewPage

        over = self._navigation.top_page
        shown = over.files if isinstance(over, MatchFilePreviewPage) else {}
        read = dict(shown)
        for path in map(Path, paths):
            try:
                data = file_dialogs.read_chosen_file(path, MATCH_BUDGET.bytes)
                read[str(path)] = self._desk.parse_match_file(data, path.name)
            except Refused as refused:
                self._banners.show_banner(f"file{path}", refused.text, tone="bad")
        if list(read) == list(shown):
            return
        page = MatchFilePreviewPage(read, self._environment.sheets, self._desk, self._settings)
        page.imported.connect(self._show_imported)
        self._navigation.lay_over(page)

    def _show_imported(self, match_ids: Sequence[str], text: str, tone: controls.Tone) -> None:
        if len(match_ids) == 1:
            self._requests.match.emit(match_ids[0])
        else:
            self.show_matches_page()
        self._notify(text, tone)

    def _archive(self, table: Table) -> None:
        desk, requests = self._desk, self._requests
        try:
            desk.archive(table.id)
        except Refused as refused:
            self._notify(refused.text, "bad")
            return

        def bring_back() -> None:
            desk.archive(table.id, archived=False)
            requests.match.emit(table.id)

        self._tables.close_archived_table(table)
        self._refresh_list()
        self._notify(
            T("The match is archived, not deleted."),
            "good",
            NoticeAction(T("Bring it back"), bring_back, is_undo=True),
        )

    # A new match.

    def show_new_match_form(self) -> NewMatchPage:
        """Show the form for a new match, with its draft."""
        from scorepad.window.floor.new_match import NewMatchPage

        page = NewMatchPage(self._desk, self._settings)
        page.started.connect(self._requests.table)
        self._navigation.lay_over(page)
        page.restore_draft()
        return page

    def show_new_tables_form(self) -> NewTablesPage:
        """Show the form for several tables, with its draft."""
        from scorepad.window.floor.tables_page import NewTablesPage

        page = NewTablesPage(self._desk, self._settings)
        page.started.connect(self._tables_started)
        self._navigation.lay_over(page)
        page.restore_draft()
        return page

    def _tables_started(self, started: Sequence[Table]) -> None:
        for table in started:
            self._tables.open_without_showing(table)
        self.show_floor()
        text = N("{n} table was started.", "{n} tables were started.", len(started))
        self.floor.notify(text, "good")

    def show_new_match_form_like(self, match_id: str) -> None:
        """Show the form for a new match, filled in from an existing match."""
        try:
            head = self._desk.head_for_new_teams(match_id)
        except Refused as refused:
            self._notify(refused.text, "bad")
            return
        self.show_new_match_form().fill_from(head)

    def open_sample_night(self) -> None:
        """Open another window over a sample night."""
        program, *options = paths.own_command()
        options += ["--data", self._environment.folder, "sample"]
        if not QProcess.startDetached(program, options)[0]:
            self._notify(T("Couldn't open the sample night."), "bad")

    # Sheets, rules, settings, help.

    @property
    def table_in_print_preview(self) -> Table | None:
        """The table whose sheet is shown."""
        preview = self._as_preview(self._navigation.top_page)
        return None if preview is None else preview.table

    @staticmethod
    def _as_preview(page: QWidget | None) -> PreviewPage | None:
        if page is None:
            return None
        from scorepad.window.printing.preview import PreviewPage

        return page if isinstance(page, PreviewPage) else None

    def show_print_preview(self, table: Table) -> PreviewPage:
        """Show a table's sheet as it will be printed."""
        from scorepad.window.printing.preview import PreviewPage
        from scorepad.window.printing.print_job import match_print_jobs

        over = self._navigation.top_page
        if isinstance(over, PreviewPage) and over.table is table:
            return over
        offered = match_print_jobs(
            table, self._environment.sheets, self._desk.read_event_statements
        )
        page = PreviewPage(
            offered, self._settings, remember=table.try_to_remember_documents, table=table
        )
        self._navigation.lay_over(page)
        if table.id in self._tables.open:
            self._tables.page_of(table.id).bar.offer_next_table()
        return page

    def show_house_rules(self) -> HouseRulesPage:
        """Show the rule sets, to copy and edit them."""
        from scorepad.desk.houserules import HouseRules
        from scorepad.window.rules.house_rules import HouseRulesPage

        over = self._navigation.top_page
        if isinstance(over, HouseRulesPage):
            return over
        environment = self._environment
        house = HouseRules(Path(environment.folder) / "rules", self._desk.library)
        page = HouseRulesPage(house, self._settings)
        return self._navigation.lay_over(page)

    def show_settings(self, key: str = "") -> None:
        """Show the settings, with the cursor at the one with this key."""
        from scorepad.window.shell.settings_page import SettingsPage

        sharing = self._environment.sharing
        page = SettingsPage(
            self._settings,
            test_alarm=self._test_alarm,
            languages=self._environment.languages(),
            try_shared_place=None if sharing is None else sharing.try_shared_place,
        )
        if sharing is not None:
            sharing.tried.connect(page.show_trial)
        page.changed.connect(self._requests.setting)
        self._navigation.lay_over(page)
        page.focus_setting(key)

    def show_guide_about_page(self) -> None:
        """Show the guide page about the current screen."""
        from scorepad.window.shell.guide_page import guide_place_about

        self.show_guide(*guide_place_about(self._navigation.current))

    def show_guide(self, name: str = "index", heading: str = "") -> None:
        """Show a page of the guide, from this heading on."""
        from scorepad.window.shell.guide_page import GuidePage

        page = self._navigation.top_page
        if not isinstance(page, GuidePage):
            page = GuidePage()
            self._navigation.lay_over(page)
        page.focus_starting_widget()
        page.show_guide_page(name, heading)

    def show_about(self) -> None:
        """Show the version of the program, and the folder of the matches."""
        from scorepad.window.shell.guide_page import AboutPage

        page = AboutPage(self._environment.folder)
        self._navigation.lay_over(page)
        page.focus_starting_widget()
