"""The form for a stage: a new one, or one that is changed."""

from __future__ import annotations

from msgspec.structs import replace
from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from scorepad.events.division import LEAST_TO_DIVIDE, teams_to_divide
from scorepad.events.entries import EventAmend, EventEntry, StageEntry
from scorepad.events.entry_kinds import event_entry_action
from scorepad.events.event import Event
from scorepad.events.proposal import suggest_stage
from scorepad.events.stage_names import stage_name
from scorepad.spades.entries import CHANGED_BY_HAND
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, join_as_sentences
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.stage_fields import StageFields
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.widgets.form import FieldRefused

COMMON_TO_DIVISIONS = ("tie_breaks", "forfeit_points", "points", "matches_a_day")
"""The fields that divisions share, changed for all of them at once."""


class StageForm(QWidget):
    """Asks for one stage, beginning with a suggestion for the number of teams."""

    done = Signal()
    """A stage was added or changed, or the user gave it up."""
    divide_requested = Signal()
    """The user asks for divisions."""

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self._offered: StageEntry | None = None
        self._stages: tuple[str, ...] = ()
        self._which = inputs.ComboBox()
        self._which.setAccessibleName(str(T("Which stage")))
        self._which.activated.connect(lambda _index: self._begin(self._which.currentData()))
        self._form = StageFields(opened)
        self._message = controls.MessageLabel()
        self._cancel = controls.button(T("Cancel"), self.discard_typed_stage)
        self._add = self._form.default = controls.button("", self.record_stage, kind="primary")
        self._divide = controls.button(
            T("Divide into divisions…"), self.divide_requested.emit, kind="quiet"
        )
        buttons = layouts.row(self._add, self._cancel, self._divide, None, wraps=True)
        title = controls.label(T("How it's played"), "strong")
        layouts.set_column(self, title, self._which, self._form, buttons, self._message, None)
        self._form.changed.connect(self._show_effects)
        typed = self._form.read_draft()
        self.show_event(opened.current_event)
        self.typed = typed is not None
        """Whether something was typed here before and not recorded."""
        if typed is not None and typed.about in self._stages:
            self._begin(typed.about)

    # Showing.

    def show_event(self, event: Event) -> None:
        """Show the suggestion for this event, or the recorded stage that is changed."""
        stages = tuple(event.register.all_stages)
        # A stage that is gone is removed from an untouched form.
        touched = self._form.touched
        if stages != self._stages:
            self._stages = stages
            self._form.offer_sources(event)
            options = ((stage, stage_name(event.register, stage)) for stage in stages)
            self._which.offer([("", T("New stage")), *options], self._form.about)
        offered = suggest_stage(event.overview)
        if not touched and (self._form.about or offered != self._offered):
            self._offered = offered
            self._begin(self._form.about if self._form.about in stages else "")
        self._which.setVisible(bool(stages))
        self._cancel.setVisible(bool(stages))
        self._divide.setVisible(len(teams_to_divide(event.overview)) >= LEAST_TO_DIVIDE)
        self._show_effects()

    def _begin(self, about: str) -> None:
        self._which.setCurrentIndex(max(0, self._which.findData(about)))
        now = self._opened.register.all_stages.get(about)
        self._form.show_stage(now or self._offered or suggest_stage(self._opened.overview), about)

    def _show_effects(self) -> None:
        about = self._form.about
        self._form.show_format_explanation()
        title = T("Save the stage") if about else event_entry_action(StageEntry).button
        controls.name_button(self._add, title, "primary")
        self._add.setEnabled(not about or self._form.touched)
        # Typed values are recorded or discarded before another stage is shown.
        self._which.setEnabled(not self._form.touched)
        self._message.clear()
        if about and not self._form.touched:
            return
        try:
            preview = self._opened.table.preview(self.entry())
        except FieldRefused:
            pass  # shown at its field when it is recorded
        except Refused as refused:
            self._message.say(refused.text)
        else:
            texts = (*preview.warnings, *preview.effects)
            self._message.say(join_as_sentences(texts), "warn")

    def entry(self) -> EventEntry:
        """Return the entry of the form; raises `Refused`."""
        entry, about = self._form.entry(), self._form.about
        if not about:
            return entry
        now = self._opened.register.all_stages[about]
        return EventAmend(entry=now.id or "", to=entry, why=CHANGED_BY_HAND)

    # Actions.

    def record_stage(self) -> None:
        """Record the stage, or the change of it."""
        try:
            entry = self.entry()
        except Refused as refused:
            if not self._form.blame(refused):
                self._message.say(refused.text)
            return
        if isinstance(entry, StageEntry):
            done = T("Stage “{stage}” added", stage=self._opened.register.stage_name(entry))
        else:
            about = self._opened.register.all_stages[self._form.about]
            done = T("Stage “{stage}” changed", stage=self._opened.register.stage_name(about))
        others = self._changed_siblings(entry) if self._form.value("together") else []
        if self._opened.record([entry, *others], self._form.place, done=done):
            self._restart()

    def _changed_siblings(self, entry: EventEntry) -> list[EventAmend]:
        """Return the changes that give the other divisions the tie-breaks and points of one."""
        assert isinstance(entry, EventAmend)
        assert isinstance(entry.to, StageEntry)
        same = {name: getattr(entry.to, name) for name in COMMON_TO_DIVISIONS}
        changed = ((each, replace(each, **same)) for each in self._form.sibling_divisions)
        return [
            EventAmend(entry=each.id or "", to=to, why=CHANGED_BY_HAND)
            for each, to in changed
            if to != each
        ]

    def _restart(self) -> None:
        self._offered = suggest_stage(self._opened.overview)
        self._begin("")
        self.done.emit()

    def discard_typed_stage(self) -> None:
        """Discard the typed values, and change no stage."""
        self._form.clear_draft()
        self._restart()

    def focus_starting_widget(self) -> None:
        """Put the focus on the button, as the suggestion often fits."""
        self._add.setFocus()
