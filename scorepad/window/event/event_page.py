"""The page of an event: its teams, check-in, rounds, standings, bracket and history.

The page records nothing by itself: each part does, through the `OpenEvent` that they share.
"""

from __future__ import annotations

import contextlib
from collections.abc import Callable
from functools import cached_property
from typing import Final, Protocol, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QListView, QStackedWidget, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.event_actions import EVENT_SECTION_BY_ACTION
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.result_correction import Repair, ResultCorrection
from scorepad.desk.sharing import ShareStatus, holder_texts
from scorepad.desk.versions import event_versions
from scorepad.events.event import Event
from scorepad.events.event_descriptions import champion_text
from scorepad.events.statistics import has_statistics
from scorepad.events.weeks import day_in_sight, week_text, weekday_text
from scorepad.settings import SettingError, Settings
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_parts
from scorepad.window.event.bracket_view import BracketView
from scorepad.window.event.check_in_view import PlayerCheckInView
from scorepad.window.event.draft_form import DraftForm
from scorepad.window.event.event_history import EventHistory
from scorepad.window.event.event_list import EventListView
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.repair_rounds_prompt import RepairRoundsPrompt
from scorepad.window.event.room_view import RoomScreenControlsView
from scorepad.window.event.rounds_view import RoundsView
from scorepad.window.event.season_view import SeasonView
from scorepad.window.event.standings_view import StandingsView
from scorepad.window.event.statistics_view import StatisticsView
from scorepad.window.event.teams_view import TeamsView
from scorepad.window.widgets import controls, inputs, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.takeover_strip import TakeoverStrip
from scorepad.window.widgets.version_choice import VersionChoice
from scorepad.window.widgets.window_page import WindowPage
from scorepad.window.wording.versions import uncounted_text, version_columns

SECTION: Final = "section"
"""The place in an event's draft of the part of the page that was shown last."""

MIN_PART_HEIGHT: Final = 220  # px
"""The least height of a part of the page with large text, in pixels at the usual text size."""


class EventPageSection(Protocol):
    """A part of the page."""

    def show_event(self, event: Event) -> None: ...


TITLES: dict[str, Text] = {
    "teams": T("Teams"),
    "check-in": T("Check-in"),
    "season": T("Season"),
    "rounds": T("Rounds"),
    "standings": T("Standings"),
    "bracket": T("Bracket"),
    "statistics": T("Statistics"),
    "history": T("History"),
    "room": T("Room"),
}
"""The parts of the page by key, in the order in which a day needs them."""
OF_EVENT_ALONE: Final = ("teams", "standings", "bracket", "statistics", "history")
"""The parts that read the same as long as the event does."""


class EventPage(WindowPage):
    """Shows one event, or the list of events."""

    guide_page = "event"
    archived = Signal(object)
    """The matches with these ids (a set) are archived."""

    def __init__(self, desk: Desk, settings: Settings, section: str = "") -> None:
        """`section`: see `show_opened_event_as_todays`."""
        super().__init__(T("Event"))
        self._settings = settings
        self._events = EventDesk(desk)
        self.opened: OpenEvent | None = None
        self._name = controls.ElidedLabel("heading")
        self._name.setMinimumWidth(theme.em(7))
        self._day = controls.FittingLabel("caption")
        """The champion, and the day of the season that is in sight."""
        parts = [(key, str(title)) for key, title in TITLES.items()]
        self._tabs = inputs.SectionTabs(parts, name=T("Event sections"))
        self._tabs.changed.connect(self._choose)
        self._all = controls.button(T("Events"), self.show_list)
        head = QWidget()
        self._without = layouts.row(
            controls.button(
                T("New match"), lambda: self.action_requested.emit("new"), kind="quiet"
            ),
            controls.button(
                T("Start several tables…"),
                lambda: self.action_requested.emit("tables"),
                kind="quiet",
            ),
        )
        """The ways to tables that belong to no event."""
        # Beside the event's name the parts have no room in a narrow window.
        layouts.set_row(
            head,
            (layouts.column(self._name, self._day, spacing=Gap.NONE), 1),
            self._tabs,
            self._all,
            self._without,
            margin=(Gap.PAGE, Gap.CONTROLS),
            wraps=True,
        )
        self.versions = VersionChoice(str(T("Two versions of this event were recorded")))
        self.versions.chosen.connect(self._choose_version)
        self.uncounted = controls.MessageLabel()
        self.takeover_strip = TakeoverStrip()
        self.takeover_strip.takeover_requested.connect(self._take_over)
        self.share_status: Callable[[], ShareStatus | None] = lambda: None
        """Returns the state of sharing; None without sharing."""
        self._prompt = RepairRoundsPrompt()
        self._prompt.chosen.connect(self._repair)
        self._prompt.closed.connect(self.focus_starting_widget)
        self._stack = QStackedWidget()
        self._sections: dict[str, QWidget] = {}
        self._shown_events: dict[str, Event] = {}
        """The event that each part showed last."""
        margin = (Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.GROUPS)
        body = layouts.column(
            self.uncounted, self.strip, self._prompt, (self._stack, 1), margin=margin
        )
        rows: tuple[layouts.Item, ...] = head, self.versions, self.takeover_strip, (body, 1)
        if theme.is_roomy():
            layouts.set_column(self, *rows, spacing=Gap.NONE)
        else:
            # Large text in a low window leaves a part too little height, so that it scrolls.
            self._stack.setMinimumHeight(theme.px(MIN_PART_HEIGHT))
            page = layouts.column(*rows, spacing=Gap.NONE)
            layouts.set_column(self, scrolling.make_scroll_area(page))
        self._open_today(section)

    @cached_property
    def event_list(self) -> EventListView:
        """Return the list of events, made when it is first asked for."""
        view = EventListView(self._events, self._settings, self)
        view.background.connect(self.background)
        view.opened.connect(self.show_opened_event_as_todays)
        self._stack.addWidget(view)
        return view

    def _open_today(self, section: str) -> None:
        """Open the event that was shown last; where there is none, show the list."""
        shown = self._settings.event
        if shown:
            with contextlib.suppress(Refused):
                self.show_opened_event_as_todays(self._events.open(shown), section)
                return
        self.show_list()

    def _make_section(self, key: str, opened: OpenEvent) -> QWidget:
        """Return a new part of the page for an event."""
        makers: dict[str, Callable[[], QWidget]] = {
            "teams": lambda: TeamsView(opened, self._settings),
            "check-in": lambda: PlayerCheckInView(opened),
            "season": lambda: SeasonView(opened, self._settings),
            "rounds": lambda: RoundsView(opened, self._settings),
            "standings": StandingsView,
            "bracket": BracketView,
            "statistics": lambda: StatisticsView(self.action_requested.emit),
            "history": lambda: EventHistory(opened),
            "room": lambda: RoomScreenControlsView(
                opened, self._settings, lambda: self.action_requested.emit("room")
            ),
        }
        view = makers[key]()
        if isinstance(view, TeamsView):
            view.go_on.connect(self._go_on_from_teams)
        elif isinstance(view, SeasonView):
            view.file_asked.connect(self._choose_round_files)
            view.action_requested.connect(self.action_requested)
        elif isinstance(view, RoundsView | BracketView):
            view.open_match.connect(self.open_match)
        elif isinstance(view, StandingsView | StatisticsView):
            view.team_requested.connect(self._show_team)
        if isinstance(view, SeasonView | BracketView):
            view.match_asked.connect(self._show_match)
        return view

    def _go_on_from_teams(self) -> None:
        assert self.opened is not None
        register = self.opened.register
        is_season = bool(register.head.dates) and not register.stages
        self.show_section("rounds" if is_season else "check-in")

    def _show_team(self, team: str) -> None:
        self.show_section("teams")
        view = self.section_widget("teams")
        assert isinstance(view, TeamsView)
        view.show_team(team)

    @property
    def _rounds_view(self) -> RoundsView:
        view = self.section_widget("rounds")
        assert isinstance(view, RoundsView)
        return view

    def _choose_round_files(self) -> None:
        self._rounds_view.choose_round_files()

    def _show_match(self, number: int, key: str) -> None:
        self.show_section("rounds")
        self._rounds_view.show_match(number, key)

    # Showing.

    def show_list(self) -> None:
        """Show the list of events."""
        self._name.setText(str(T("Events")))
        self._show_head(of_event=False)
        self.versions.show_versions(())
        self.uncounted.clear()
        self.takeover_strip.show_recorder()
        self.notify("")
        self.event_list.refresh()
        self._stack.setCurrentWidget(self.event_list)
        self.focus_starting_widget()

    def show_opened_event_as_todays(self, table: EventTable, section: str = "") -> None:
        """Show an event that was opened or begun just now; it is today's from now on. Begin with
        the part with the key `section`; without one that has something to show, with the part
        that was shown last."""
        for old in self._sections.values():
            self._stack.removeWidget(old)
            old.deleteLater()
        with contextlib.suppress(SettingError):
            self._settings.set_and_save("event", table.event.id)
        self.opened = OpenEvent(table, self, self.notify)
        self.opened.changed.connect(self.refresh)
        self.opened.changed_elsewhere.connect(self.ask_how_to_repair_rounds)
        self.opened.archived.connect(self.archived)
        self._prompt.show_correction(None)
        self._sections.clear()
        self._shown_events.clear()
        if not section or not self._has_section(section):
            section = table.draft.read(SECTION, str) or ""
        self._tabs.choose(section if section in TITLES else next(iter(TITLES)))
        self._show_head(of_event=True)
        self._choose()

    def _has_section(self, key: str) -> bool:
        assert self.opened is not None
        if key == "season":
            return bool(self.opened.register.head.dates)
        return key != "statistics" or has_statistics(self.opened.current_event)

    def refresh(self) -> None:
        """Show the event again after a change."""
        if self.opened is None:
            return
        event = self.opened.current_event
        name, champion = event.register.head.name, champion_text(event.overview)
        register = event.register
        day = day_in_sight(register, self.opened.table.today)
        self._name.setText(name or str(T("Event")))
        parts: list[Text | str] = [champion or ""]
        if day:
            parts += [week_text(register, day), weekday_text(day)]
        self._day.show_texts(*(join_parts(parts[:count]) for count in range(len(parts), 0, -1)))
        self._day.setVisible(bool(self._day.text()))
        self._tabs.show_tab("season", shown=bool(day))
        self._tabs.show_tab("statistics", shown=self._has_section("statistics"))
        if not self._tabs.has_tab(self._tabs.value):
            self.show_section("rounds")
            return
        self.versions.show_versions(version_columns(event_versions(event), of_event=True))
        self.uncounted.show_text(uncounted_text(event), "warn")
        self._show_holder(self.opened.table)
        # A hidden part is brought up to date when it is shown.
        section, key = self.section_widget(self._tabs.value), self._tabs.value
        if key not in OF_EVENT_ALONE or self._shown_events.get(key) is not event:
            self._shown_events[key] = event
            cast(EventPageSection, section).show_event(event)

    def _show_holder(self, table: EventTable) -> None:
        """Show which other laptop records in this event, where one does."""
        texts = holder_texts(table.held_elsewhere, self.share_status(), table.now())
        self.takeover_strip.show_recorder(*map(str, texts))

    def _take_over(self, why: str) -> None:
        if self.opened is not None:
            table = self.opened.table
            done = T("This computer is now recording this event")
            self.opened.record_or_show_refusal(lambda: table.take_over_from_other_laptop(why), done)

    @property
    def event_id(self) -> str:
        """The id of the event that is shown, or was last; "" before one is."""
        return "" if self.opened is None else self.opened.current_event.id

    @property
    def day_of_season(self) -> str:
        """The day that is chosen in the part with the season; "" where that isn't shown."""
        view = self._stack.currentWidget()
        return view.days.chosen if isinstance(view, SeasonView) else ""

    @property
    def section(self) -> str:
        """The key of the part that is shown; "" while the list is."""
        return self._tabs.value if self._shows_event else ""

    @property
    def _shows_event(self) -> bool:
        """Whether a part of an event is shown, and not the list."""
        return self._stack.currentWidget() in self._sections.values()

    def show_changes_from_elsewhere(self) -> None:
        """Show changes by matches and other programs."""
        if self.opened is not None:
            self.opened.show_changes_from_elsewhere()

    def show_section(self, key: str) -> None:
        """Show the part with this key."""
        self._tabs.choose(key)
        self._choose()

    def do_action(self, key: str) -> None:
        """Do an action of the menu Event: show the part of the page where it is done."""
        if self.opened is None:
            self.notify(T("Open an event first, or start a new one."), "warn")
            return
        self._show_head(of_event=True)
        section = EVENT_SECTION_BY_ACTION[key]
        if section == "season" and not self._has_section(section):
            self.notify(
                T("This event has no dates. Add them under Events, Change…, Season…"), "warn"
            )
            return
        if section == "statistics" and not self._has_section(section):
            self.notify(T("No statistics yet. Statistics appear after the first hand."), "note")
            return
        self.show_section(section)
        shown = self._stack.currentWidget()
        if isinstance(shown, TeamsView) and key == "event-team-file":
            shown.show_paste()
        elif isinstance(shown, RoundsView) and key in ("event-divide", "event-stages"):
            (shown.show_division_form if key == "event-divide" else shown.show_stage_form)()
        elif isinstance(shown, RoundsView) and key == "event-moved" and not shown.show_moves():
            self.notify(T("No seats have changed since they were announced."), "note")

    def _show_head(self, *, of_event: bool) -> None:
        self._day.setVisible(of_event and bool(self._day.text()))
        self._tabs.setVisible(of_event)
        self._all.setVisible(of_event)
        self._without.setVisible(not of_event)

    def section_widget(self, key: str) -> QWidget:
        """Return the part with this key; it is made when it is first asked for."""
        assert self.opened is not None
        if key not in self._sections:
            self._sections[key] = self._make_section(key, self.opened)
            self._stack.addWidget(self._sections[key])
        return self._sections[key]

    def _choose(self) -> None:
        if self.opened is None:
            return
        key = self._tabs.value
        # Warnings about new teams are shown beside the next step too.
        came = self.opened.draft.read(SECTION, str)
        warned = self.strip.tone == "warn"
        if not (warned and came == "teams" and key in ("check-in", "rounds")):
            self.notify("")
        self.refresh()
        self._stack.setCurrentWidget(self.section_widget(key))
        self.opened.draft.keep(SECTION, key)
        self.focus_starting_widget()

    def _choose_version(self, last_id: str, why: str) -> None:
        if self.opened is not None:
            table = self.opened.table
            done = T("That version now counts")
            self.opened.record_or_show_refusal(lambda: table.choose_version(last_id, why), done)

    # A match's result was corrected at its table, or by another program.

    def ask_how_to_repair_rounds(self, correction: ResultCorrection) -> None:
        """Show the changes of a correction in released rounds, and ask for a repair. Raises
        `Refused`."""
        if self.opened is None or self.opened.current_event.id != correction.after.id:
            self.show_opened_event_as_todays(self._events.open(correction.after.id), "rounds")
        assert self.opened is not None
        before = correction.combine_with_earlier(self._prompt.correction).before
        correction = ResultCorrection(before, self.opened.current_event)
        self._prompt.show_correction(correction if correction.affected else None)

    def _repair(self, repair: Repair) -> None:
        correction = self._prompt.correction
        assert self.opened is not None
        assert correction is not None
        self._prompt.show_correction(None)
        if repair == "keep":
            return
        correction = ResultCorrection(correction.before, self.opened.current_event)
        if entries := correction.entries_to_record(repair):
            self.opened.record(entries, done=T("The rounds were paired again"))
        else:
            self.opened.notify(T("No rounds need to be paired again."), "note")

    # Undo, redo, and the way through the parts.

    def undo_or_redo_name(self, step: str) -> str:
        """Return the name of the step that `undo` or `redo` would change; "" without one."""
        if self.opened is None or not self._shows_event:
            return ""
        names = {"undo": self.opened.table.undo_name, "redo": self.opened.table.redo_name}
        return str((names[step]() if step in names else None) or "")

    def undo_redo_or_change_section(self, step: str) -> bool:
        """Undo or redo in the event, or show its next or its previous part in place of the next
        table; return whether the action is one of these."""
        if self.opened is None or not self._shows_event:
            return False
        if step in ("next-table", "previous-table"):
            keys = [key for key in TITLES if self._tabs.has_tab(key)]
            at = keys.index(self._tabs.value) + (1 if step == "next-table" else -1)
            self.show_section(keys[at % len(keys)])
            return True
        if step not in ("undo", "redo"):
            return False
        table = self.opened.table
        if step == "undo":
            self.opened.record_or_show_refusal(table.undo, table.undo_or_redo_text("undo"))
        else:
            self.opened.record_or_show_refusal(table.redo, table.undo_or_redo_text("redo"))
        return True

    def focus_starting_widget(self) -> None:
        """Put the focus on the first control of the shown part."""
        shown = self._stack.currentWidget()
        getattr(shown, "focus_starting_widget", self._tabs.focus_current)()

    def do_enter_action(self) -> None:
        shown = self._stack.currentWidget()
        if isinstance(shown, PlayerCheckInView) and shown.isAncestorOf(self.focusWidget()):
            shown.do_enter_action()

    def close_page(self) -> None:
        """Leave a form first, so that the next keys are no hand of a table."""
        shown, focused = self._stack.currentWidget(), self.focusWidget()
        inside = shown.isAncestorOf(focused)
        if inside and isinstance(shown, RoundsView) and shown.leave_step():
            return
        beside = inside and not isinstance(focused, QListView)
        lists = [each for each in shown.findChildren(QListView) if each.isVisible()]
        typed = any(each.touched for each in shown.findChildren(DraftForm))
        if beside and (lists or typed):
            (lists[0] if lists else self).setFocus()
        else:
            super().close_page()
