"""The season at a glance: its days with their matches and missing teams, and the calendar."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from functools import partial
from pathlib import Path
from typing import Final

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from scorepad.desk.calendar_file import encode_calendar
from scorepad.events.calendar import unmet_texts
from scorepad.events.entries import Release
from scorepad.events.event import Event
from scorepad.events.register import PlannedRound
from scorepad.events.stage_names import round_titles
from scorepad.events.weeks import (
    day_in_sight,
    day_text,
    days_of_play,
    missing_teams,
    rounds_of_day,
    week_text,
    weekday_text,
)
from scorepad.settings import Settings
from scorepad.spades.entries import DISCARDED, Strike
from scorepad.spades.naming import table_order
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, join_as_sentences, join_parts
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.pairing_rows import PairingRowMaker
from scorepad.window.widgets import controls, file_dialogs, layouts
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.row_menu import offer_row_menu
from scorepad.window.widgets.two_line_list import KeyedList, Row, TwoLineText
from scorepad.window.wording.moments import format_local_time

LAST: Final = "~"
"""Sorted after every time."""


class SeasonView(QWidget):
    """The days of a season at the left; at the right the matches of the chosen one."""

    match_asked = Signal(int, str)
    """The user asks for the round with this number, and its row with this key."""
    file_asked = Signal()
    """The user wants to read rounds from a file."""
    action_requested = Signal(str)

    def __init__(self, opened: OpenEvent, settings: Settings) -> None:
        super().__init__()
        self._opened = opened
        self._settings = settings
        self._pairings = PairingRowMaker(opened)
        self.days = KeyedList(T("Dates"))
        self.days.currentRowChanged.connect(self._show_day)
        self.matches = KeyedList(T("Matches"))
        self.matches.activated.connect(self._ask_for_match)
        offer_row_menu(self.matches, lambda: [(T("Show under Rounds"), self._ask_for_match)])
        self._rounds_by_row: dict[str, int] = {}
        self._title = controls.label("", "heading", wrap=True)
        self._none = controls.label("", wrap=True)
        self._missing, self._unmet = controls.MessageLabel(), controls.MessageLabel()
        self._release = controls.button("", self.release_day, kind="primary")
        self._propose = controls.button(T("Propose the calendar"), self.propose_calendar)
        self._discard = controls.button(T("Discard the drafts"), self.discard_drafts)
        self._save = controls.button(T("Save the calendar…"), self.ask_calendar_path)
        week = controls.button(T("Print the week…"), lambda: self.action_requested.emit("week"))
        offer_row_menu(self.days, lambda: (self._release, week))
        head = layouts.row(
            self._propose,
            self._discard,
            controls.button(T("Calendar from a file…"), self.file_asked.emit),
            self._save,
            week,
            None,
            wraps=True,
        )
        day = layouts.card(
            layouts.row((self._title, 1), self._release),
            self._missing,
            self._none,
            (self.matches, 1),
            0,  # without matches the texts are at the top
        )
        sides = layouts.row((self.days, 4), (day, 5), spacing=Gap.GROUPS)
        layouts.set_column(self, head, self._unmet, (sides, 1))
        self.show_event(opened.current_event)
        self.days.choose(day_in_sight(opened.register, opened.table.today))

    # Showing.

    def show_event(self, event: Event) -> None:
        """Show this season; the chosen day is kept."""
        register = event.register
        self.days.show_rows([(day, self._day_row(event, day)) for day in days_of_play(register)])
        self._discard.setVisible(bool(register.drafts))
        unmet = map(str, unmet_texts(event.overview, self._opened.table.today))
        self._unmet.show_text(join_as_sentences(unmet), "warn")
        self._save.setVisible(bool(register.rounds))
        kind: controls.ButtonKind = "plain" if register.rounds else "primary"
        controls.name_button(self._propose, T("Propose the calendar"), kind)
        self._show_day()

    def _day_row(self, event: Event, day: str) -> TwoLineText:
        register = event.register
        pairings = [
            pairing for planned in rounds_of_day(register, day) for pairing in planned.pairings
        ]
        over = sum(map(event.overview.has_result, pairings))
        matches = N("{n} match", "{n} matches", len(pairings))
        over_text = T("{n} over", n=over) if over else ""
        below = join_parts((week_text(register, day), matches, over_text))
        is_today = day == self._opened.table.today
        return TwoLineText(weekday_text(day), below, str(T("Today")) if is_today else "")

    def _show_day(self) -> None:
        register, day = self._opened.register, self.days.chosen
        planned = rounds_of_day(register, day) if day else []
        self._title.setText(day_text(register, day) if day else "")
        titles = round_titles(self._opened.overview)
        rows = [row for each in planned for row in self._rows_of(each, titles[each.number])]
        rows.sort(key=lambda row: row[:2])
        self._rounds_by_row = {key: number for _, _, number, (key, _text) in rows}
        self.matches.show_rows([row for *_, row in rows])
        self.matches.setVisible(bool(rows))
        self._none.setVisible(not rows)
        self._none.setText(str(T("No matches on this date yet.")))
        missing = [each.name for each in missing_teams(register, day)] if day else []
        text = N(
            "{n} team is absent: {teams}",
            "{n} teams are absent: {teams}",
            len(missing),
            teams=join_parts(missing, ", "),
        )
        self._missing.show_text(str(text) if missing else "", "warn")
        drafts = self._drafts
        text = N("Release {n} round", "Release {n} rounds", len(drafts))
        controls.name_button(self._release, text, "primary")
        self._release.setVisible(bool(drafts))

    def _rows_of(
        self, planned: PlannedRound, title: str
    ) -> Iterator[tuple[str, tuple[int, int, str], int, Row]]:
        entry = planned.entry
        title = join_parts((format_local_time(entry.start), title))
        start = "" if entry.start is None else entry.start.isoformat()
        if planned.is_draft:
            title = str(T("{round}, draft", round=title))
        for each in entry.pairings:
            key, text = self._pairings.make_row(each)
            row = key, partial(_with_title, text, title, is_alone=planned.is_draft)
            yield start, table_order(each.table), entry.round, row
        for team in entry.byes:
            key, text = self._pairings.make_bye_row(team)
            row = f"{entry.round} {key}", partial(_with_title, text, title, is_alone=True)
            yield LAST, table_order(""), entry.round, row

    @property
    def _drafts(self) -> list[PlannedRound]:
        """The rounds of the chosen day that are not released."""
        rounds = rounds_of_day(self._opened.register, self.days.chosen)
        return [each for each in rounds if each.is_draft]

    # Actions.

    def _ask_for_match(self) -> None:
        number = self._rounds_by_row[self.matches.chosen]
        self.match_asked.emit(number, self.matches.chosen.removeprefix(f"{number} "))

    def release_day(self) -> None:
        """Release the rounds of the chosen day."""
        releases = [Release(round=each.number) for each in self._drafts]
        done = N("{n} round is released", "{n} rounds are released", len(releases))
        self._opened.record(releases, done=done)

    def propose_calendar(self) -> None:
        """Record a date, a time and tables for each match of the round robins, as drafts."""
        try:
            calendar = self._opened.table.propose_calendar()
        except Refused as refused:
            self._opened.notify(refused.text, "warn")
            return
        if not calendar.rounds:
            self._opened.notify(join_as_sentences(map(str, calendar.unmet)), "warn")
            return
        done = N(
            "{n} round has a date. Check it, change it if needed, and release it",
            "{n} rounds have dates. Check them, change them if needed, and release each day's "
            "rounds",
            len(calendar.rounds),
        )
        self._opened.record(calendar.rounds, done=done)

    def discard_drafts(self) -> None:
        """Discard every round that is not released."""
        drafts = self._opened.register.drafts
        done = N("Discarded {n} draft", "Discarded {n} drafts", len(drafts))
        strikes = [Strike(entry=each.entry.id or "", why=DISCARDED) for each in drafts]
        self._opened.record(strikes, done=done)
        self.focus_starting_widget()

    def ask_calendar_path(self) -> None:
        """Ask where to save the calendar."""
        name = self._opened.register.head.name
        file_dialogs.ask_save_path(
            self,
            self._settings,
            title=str(T("Save the calendar")),
            name=file_dialogs.safe_file_name(str(T("{event} calendar", event=name)), ".xlsx"),
            kinds=str(T("Excel (*.xlsx);;CSV (*.csv)")),
            then=self.save_calendar,
        )

    def save_calendar(self, path: Path) -> None:
        """Write the rounds of the event to a file, which can be changed and read again."""
        is_workbook = path.suffix.lower() != ".csv"
        try:
            data = encode_calendar(self._opened.current_event, is_workbook=is_workbook)
            file_dialogs.write_new_file(path, data)
        except Refused as refused:
            self._opened.notify(refused.text, "bad")
            return
        self._opened.notify(T("Saved: {file}", file=str(path)), "good")

    def focus_starting_widget(self) -> None:
        """Put the focus on the days."""
        self.days.setFocus()


def _with_title(
    text: TwoLineText | Callable[[], TwoLineText], title: str, *, is_alone: bool
) -> TwoLineText:
    row = text if isinstance(text, TwoLineText) else text()
    return replace(row, below=title if is_alone else join_parts((title, row.below)))
