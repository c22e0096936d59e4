"""The marks of a team: sportsmanship rating, forfeit fee, warning."""

from __future__ import annotations

from typing import cast

from PySide6.QtWidgets import QWidget

from scorepad.events.entries import Mark, MarkKind
from scorepad.events.event_descriptions import MARK_TEXTS, mark_text
from scorepad.spades.words import T, Text, isolate_name
from scorepad.window.event.event_form import EventForm
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.panels.fields import Missing
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.wording import moments

VALUES: dict[MarkKind, Text] = {"rating": T("Rating"), "fee": T("Amount, or “paid”")}
"""What is typed beside a mark; a warning has nothing but its reason."""


class MarksForm(QWidget):
    """Asks for a mark of one team, and lists those it has."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self._words = words = opened.words
        self._team = ""
        self._list = controls.label("", wrap=True)
        self._form = form = EventForm(opened.draft, "mark")
        what = inputs.ComboBox()
        for key, title in MARK_TEXTS.items():
            what.addItem(words(title), key)
        form.beside(
            (form.field("what", words("Mark"), what), 3),
            (form.field("value", "", inputs.line_edit()), 2),
            (form.field("why", words("Why"), inputs.line_edit()), 3),
        )
        self._add = controls.button(words("Record the mark"), self.record)
        column = layouts.set_column(self, spacing=10)
        for widget in (controls.separator(), form, layouts.row(self._add, None), self._list):
            column.addWidget(widget)
        form.changed.connect(self._look)
        form.entered.connect(self.record)

    def show_team(self, team: str) -> None:
        """Show the marks of the team with this id; what is typed of it stays."""
        marks = [each for each in self._opened.register.marks if each.team == team]
        self._list.setText("\n".join(self._line(each) for each in marks))
        self._list.setVisible(bool(marks))
        if team != self._team:
            self._team = team
            self._form.begin({"what": "rating", "value": "", "why": ""}, team)

    def _line(self, mark: Mark) -> str:
        words = self._words
        when = moments.format_moment(mark.at, words) if mark.at is not None else ""
        parts = (words(mark_text(mark)), isolate_name(mark.why), when, isolate_name(mark.by or ""))
        return " · ".join(part for part in parts if part)

    def _look(self) -> None:
        """Ask for a value where the mark has one."""
        what = cast(MarkKind, self._form.value("what"))
        asked = VALUES.get(what)
        self._form.fields["value"].setVisible(asked is not None)
        if asked is not None:
            self._form.fields["value"].retitle(self._words(asked))
            self._form.controls["value"].setAccessibleName(self._words(asked))

    def record(self) -> None:
        """Record the mark."""
        form = self._form
        what = cast(MarkKind, form.value("what"))
        typed, why = str(form.value("value")), str(form.value("why"))
        missing = "value" if what in VALUES else "why"
        if not form.value(missing):
            said = T("Write this too; it is kept with the mark.")
            form.blame(Missing(said, form.fields[missing]), self._words)
            return
        value = (int(typed) if typed.isdecimal() else typed) if what in VALUES else None
        mark = Mark(team=self._team, what=what, value=value, why=why)
        name = self._opened.register.team_name(self._team)
        done = T("{team}: {mark}", team=name, mark=mark_text(mark))
        if self._opened.record([mark], form.place, done=done):
            form.begin({"what": what, "value": "", "why": ""}, self._team)
