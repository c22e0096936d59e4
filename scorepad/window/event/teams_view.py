"""The teams of an event: typed one by one, pasted or read from a file, changed and withdrawn."""

from __future__ import annotations

import re
from datetime import date
from functools import partial

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QStackedWidget

from scorepad.desk.typed_moments import day_as_typed, parse_day_unless_empty
from scorepad.desk.typed_season import parse_whole_least
from scorepad.events.entries import EventAmend, EventEntry, TeamEntry, TeamReturn, TeamWithdrawal
from scorepad.events.entry_kinds import event_entry_action
from scorepad.events.event import Event
from scorepad.events.register import EnteredTeam
from scorepad.settings import Settings
from scorepad.spades.entries import CHANGED_BY_HAND
from scorepad.spades.words import N, T, Text, join_parts
from scorepad.window.event.conduct_marks_form import ConductMarksForm
from scorepad.window.event.draft_form import DraftForm, entry_field
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.teams_paste import TeamsPasteForm
from scorepad.window.widgets import controls, inputs, layouts, scrolling
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused, Form
from scorepad.window.widgets.row_menu import Offer, offer_row_menu
from scorepad.window.widgets.two_line_list import KeyedList, TwoLineText
from scorepad.window.wording import moments


def read_players(typed: str) -> tuple[str, ...]:
    """Return the players of a text such as "Ann, Cy"; raises `FieldRefused` for fewer than two."""
    players = tuple(name for part in re.split(r"[,;/&\n]", typed) if (name := part.strip()))
    if len(players) < 2:
        raise FieldRefused(T("Enter two or more players, separated by commas."))
    return players


def read_days(typed: str) -> tuple[str, ...]:
    """Return the days of a text; raises `Refused` for anything else."""
    days = (parse_day_unless_empty(part.strip()) for part in typed.split(";"))
    return tuple(day.isoformat() for day in days if day is not None)


class TeamsView(QStackedWidget):
    """The teams at the left, at the right a form for one; or many of them at once."""

    go_on = Signal()
    """The user asks for the step after the teams."""

    def __init__(self, opened: OpenEvent, settings: Settings) -> None:
        super().__init__()
        self._opened = opened
        self.list = KeyedList(T("Teams"))
        self.list.currentRowChanged.connect(self._show_chosen)
        self.list.clicked.connect(self._show_chosen)
        self.list.activated.connect(self._change_chosen)
        offer_row_menu(self.list, self._row_offers)
        many = controls.button(T("Add many teams…"), self.show_paste)
        self._new = controls.button(T("New team"), self.begin_new_team)
        left = layouts.column(self.list.hint, (self.list, 1), 0, layouts.row(self._new, many, None))
        self._action = event_entry_action(TeamEntry)
        self._form = self._fields()
        self._title = controls.label("", "strong")
        self._save = controls.button("", self.save_team, kind="primary")
        self._discard = controls.button(T("Discard"), self.discard_typed_team, kind="danger")
        self._form.default = self._save
        why = self._form.make_row(entry_field(TeamWithdrawal, "why", shown=self._may_leave))
        self._withdraw = controls.button("", self.withdraw_or_return_team, kind="danger")
        buttons = layouts.row(self._save, self._discard, None, (why, 2), self._withdraw, wraps=True)
        at = buttons.layout()
        assert at is not None
        for button in (self._save, self._discard, self._withdraw):
            at.setAlignment(button, Qt.AlignmentFlag.AlignBottom)
        self._marks = ConductMarksForm(opened)
        card = layouts.card(self._title, self._form, buttons, self._marks, None)
        self.front = layouts.row(
            (left, 1), (scrolling.make_scroll_area(card), 1), spacing=Gap.GROUPS
        )
        self.paste = TeamsPasteForm(opened, settings)
        self.paste.closed.connect(self._close_paste)
        self.addWidget(self.front)
        self.addWidget(self.paste)
        self._form.changed.connect(self._enable)
        self.show_event(opened.current_event)
        self.begin_new_team()
        self._resume()

    def _fields(self) -> DraftForm:
        field = partial(entry_field, TeamEntry)
        rows = (
            field("players", read=read_players, share=3),
            field("seed", inputs.line_edit(), read=parse_whole_least),
        )
        where = (
            field("table"),
            field("organization", share=2),
            field("unavailable", read=read_days, example=moments.example_of_day(), share=2),
        )
        return DraftForm(self._opened.draft, self._action.key, [field("name"), rows, where])

    def _may_leave(self, form: Form) -> bool:
        team = self._opened.register.teams.get(self._form.about)
        return team is not None and not team.withdrawn

    # Showing.

    def show_event(self, event: Event) -> None:
        """Show the teams of this event."""
        teams = event.register.teams.values()
        self.list.show_rows(
            ((each.team, partial(self._row, each)) for each in teams),
            T("No teams yet. Type the first one, or paste them all, one team per line."),
        )
        if not self._form.touched and self._form.about:
            self._show_chosen()
        self._enable()
        self.paste.show_event(event)

    def _row(self, team: EnteredTeam) -> TwoLineText:
        state = self._opened.overview.participation_status(team.team)
        right: Text | str = T("Seed {n}", n=team.seed) if team.seed else ""
        if state != "in":
            right = T("withdrawn") if state == "withdrawn" else T("eliminated")
        marks = self._opened.register.marks
        warned = sum((each.team, each.what) == (team.team, "warning") for each in marks)
        away = len(team.unavailable)
        below = (
            join_parts(team.players, ", "),
            team.organization,
            N("can't play on {n} date", "can't play on {n} dates", away) if away else "",
            N("▲ {n} warning", "▲ {n} warnings", warned) if warned else "",
        )
        return TwoLineText(team.name, join_parts(below), str(right))

    def _show_chosen(self) -> None:
        """Show the chosen team in the form, unless something is typed there."""
        team = self._opened.register.teams.get(self.list.chosen)
        if team is not None and not self._form.touched:
            self._begin(team)

    def _change_chosen(self) -> None:
        self._show_chosen()
        self._form.focus()

    def _row_offers(self) -> tuple[Offer, ...]:
        team = self._opened.register.teams[self.list.chosen]
        title = event_entry_action(TeamReturn if team.withdrawn else TeamWithdrawal).button
        return (
            (T("Change…"), self._change_chosen),
            (title, partial(self._withdraw_or_return, team)),
        )

    def show_team(self, team: str) -> None:
        """Choose the team with this id in the list."""
        self.setCurrentWidget(self.front)
        self.list.choose(team)
        self._show_chosen()
        self.list.setFocus()

    def _begin(self, team: EnteredTeam | None) -> None:
        values = dict.fromkeys((*self._form.specs, "why"), "")
        if team is not None:
            values |= {
                "name": team.name,
                "players": ", ".join(team.players),
                "seed": str(team.seed or ""),
                "table": team.table,
                "organization": team.organization,
                "unavailable": "; ".join(
                    day_as_typed(date.fromisoformat(each)) for each in team.unavailable
                ),
            }
        self._form.begin_or_resume(values, "" if team is None else team.team)

    def _enable(self) -> None:
        about = self._form.about
        team = self._opened.register.teams.get(about)
        touched = self._form.touched
        self._title.setText(team.name if team is not None else str(T("New team")))
        title = T("Save") if team is not None else self._action.button
        controls.name_button(self._save, title, "primary")
        self._save.setEnabled(team is None or touched)
        self._discard.setVisible(touched)
        self._form.update_shown_fields()
        self._withdraw.setVisible(team is not None)
        self._marks.setVisible(team is not None)
        if team is not None:
            self._marks.show_team(team.team)
        back = team is not None and team.withdrawn
        button = event_entry_action(TeamReturn if back else TeamWithdrawal).button
        controls.name_button(self._withdraw, button, "plain" if back else "danger")

    def _resume(self) -> None:
        typed = self._form.read_draft()
        if typed is not None and typed.about in self._opened.register.teams:
            self._begin(self._opened.register.teams[typed.about])
        if self.paste.has_text:
            self.setCurrentWidget(self.paste)

    # One team.

    def begin_new_team(self) -> None:
        """Empty the form for a new team, unless another one is half typed."""
        if not self._form.touched:
            self._begin(None)
        self._form.focus()

    def discard_typed_team(self) -> None:
        """Discard the typed values."""
        self._form.clear_draft()
        self._begin(self._opened.register.teams.get(self._form.about))
        self._form.focus()

    def save_team(self) -> None:
        """Record the team, or its changes."""
        form = self._form
        try:
            team = self._team()
        except FieldRefused as missing:
            form.blame(missing)
            return
        event, about, name = self._opened.current_event, form.about, team.name
        entry: EventEntry = team
        done = T("Saved: {team}", team=name) if about else T("Entered: {team}", team=name)
        if about:
            now = next(
                entry
                for entry in event.counting_entries
                if isinstance(entry, TeamEntry) and entry.team == about
            )
            why = str(form.value("why")) or CHANGED_BY_HAND
            entry = EventAmend(entry=now.id or "", to=team, why=why)
        if self._opened.record([entry], form.place, done=done):
            self._begin(None)
            self.list.choose(team.team)
            self._begin(None)
            self._form.focus()

    def _team(self) -> TeamEntry:
        values = self._form.values()
        values.pop("why", None)
        return TeamEntry(
            team=self._form.about or next(self._opened.current_event.free_team_ids()), **values
        )

    def withdraw_or_return_team(self) -> None:
        """Withdraw the team that is shown, or let it return."""
        self._withdraw_or_return(self._opened.register.teams[self._form.about])

    def _withdraw_or_return(self, team: EnteredTeam) -> None:
        if team.withdrawn:
            done = T("Brought back: {team}", team=team.name)
            self._opened.record([TeamReturn(team=team.team)], done=done)
        else:
            is_shown = team.team == self._form.about
            why = str(self._form.value("why")) if is_shown else ""
            done = T("Withdrawn: {team}", team=team.name)
            withdrawal = TeamWithdrawal(team=team.team, why=why)
            if self._opened.record([withdrawal], done=done) and is_shown:
                self._form.fill({"why": ""})

    # Many teams.

    def show_paste(self) -> None:
        """Show where many teams are pasted, or read from a file."""
        self.setCurrentWidget(self.paste)
        self.paste.focus_starting_widget()

    def _close_paste(self, entered: int) -> None:
        self.setCurrentWidget(self.front)
        if entered:
            self.go_on.emit()
        else:
            self.focus_starting_widget()

    # Keys.

    def focus_starting_widget(self) -> None:
        """Put the focus where the next team is typed."""
        if self.currentWidget() is self.paste:
            self.paste.focus_starting_widget()
        elif self._form.about:
            self.list.setFocus()
        else:
            self._form.focus()
