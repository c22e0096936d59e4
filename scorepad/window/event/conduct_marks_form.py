"""The marks of a team: sportsmanship rating, forfeit fee, warning."""

from __future__ import annotations

from dataclasses import replace

from PySide6.QtWidgets import QWidget

from scorepad.events.entries import MarkKind, TeamConductMark
from scorepad.events.entry_kinds import EVENT_ENTRY_KINDS, event_entry_action
from scorepad.events.event_descriptions import conduct_mark_text
from scorepad.spades.words import T, Text, join_parts
from scorepad.window.event.draft_form import DraftForm, entry_field
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.widgets.form import FieldRefused, FieldSpec
from scorepad.window.wording import moments

VALUES: dict[MarkKind, Text] = {"rating": T("Rating"), "fee": T("Amount, or “paid”")}
"""The label of a mark's value; a warning has only its reason."""


class ConductMarksForm(QWidget):
    """Asks for a mark of one team, and lists those it has."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self._team = ""
        self._list = controls.label("", wrap=True)
        self._kinds = inputs.ComboBox()
        action = event_entry_action(TeamConductMark)
        why = entry_field(TeamConductMark, "why", share=3)
        self._missing = why.missing
        fields = (
            entry_field(TeamConductMark, "what", self._kinds, share=3),
            *(self._value_field(kind) for kind in VALUES),
            replace(why, missing=None, read=self._read_why),
        )
        self._form = DraftForm(opened.draft, action.key, [fields])
        press = self._form.default = controls.button(action.button, self.record_mark)
        parts = (controls.separator(), self._form, layouts.row(press, None), self._list)
        layouts.set_column(self, *parts)

    def _value_field(self, kind: MarkKind) -> FieldSpec:
        return entry_field(
            TeamConductMark,
            "value",
            key=kind,
            label=VALUES[kind],
            shown=lambda form: form.value("what") == kind,
            share=2,
        )

    def _read_why(self, why: str) -> str:
        if not why and self._form.value("what") not in VALUES:
            assert self._missing is not None
            raise FieldRefused(self._missing)
        return why

    def show_team(self, team: str) -> None:
        """Show the marks of the team with this id, and keep its typed values."""
        marks = [each for each in self._opened.register.marks if each.team == team]
        self._list.setText("\n".join(self._line(each) for each in marks))
        self._list.setVisible(bool(marks))
        if team != self._team:
            self._team = team
            # In a season the ratings of matches count alone, and are typed with their results.
            first: MarkKind = "fee" if self._opened.register.head.rating else "rating"
            kinds = EVENT_ENTRY_KINDS[TeamConductMark].field("what").choices
            self._kinds.offer(
                (kind, controls.capitalize(str(text)))
                for kind, text in kinds
                if kind != "rating" or kind == first
            )
            self._begin(first)

    def _begin(self, what: MarkKind) -> None:
        empty = dict.fromkeys((*VALUES, "why"), "")
        self._form.begin_or_resume({"what": what, **empty}, self._team)

    def _line(self, mark: TeamConductMark) -> str:
        when = moments.format_moment(mark.at) if mark.at is not None else ""
        return join_parts((conduct_mark_text(mark), mark.why, when, mark.by or ""))

    def record_mark(self) -> None:
        """Record the mark."""
        form = self._form
        values = form.read()
        if values is None:
            return
        what: MarkKind = values["what"]
        typed = values.get(what)
        value = int(typed) if typed is not None and typed.isdecimal() else typed
        mark = TeamConductMark(team=self._team, what=what, value=value, why=values["why"])
        name = self._opened.register.team_name(self._team)
        done = T("{team}: {mark}", team=name, mark=conduct_mark_text(mark))
        if self._opened.record([mark], form.place, done=done):
            self._begin(what)
