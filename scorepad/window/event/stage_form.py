"""The form for a stage: how its rounds are made, and who takes part."""

from __future__ import annotations

from datetime import UTC, datetime
from typing import cast

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QPushButton, QWidget

from scorepad.events.entries import Advance, Format, StageEntry
from scorepad.events.event import Event
from scorepad.events.proposal import offered_stage
from scorepad.events.stage_words import FORMATS
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.window.event.event_form import EventForm
from scorepad.window.event.event_list import rules_choice
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.panels.fields import fill
from scorepad.window.widgets import controls, inputs, layouts
from scorepad.window.wording import moments

MEANINGS: dict[Format, Text] = {
    "swiss": T("A set number of rounds. Teams with like scores meet; nobody meets twice."),
    "round-robin": T("Everybody meets everybody."),
    "single-elimination": T("Who loses is out, until one is left."),
    "double-elimination": T("Who loses twice is out, until one is left."),
    "open-play": T("Any two free teams take the next free table, until a time that you set."),
    "by-hand": T("You write each round, or read it from a file."),
}
"""Every format in one or two plain sentences, in the order in which they are offered."""
FOR: dict[str, tuple[Format, ...]] = {
    "rounds": ("swiss", "by-hand"),
    "legs": ("round-robin",),
    "third": ("single-elimination",),
    "until": ("open-play",),
}
"""These fields are asked for with these formats only."""
ALL = "*"
"""Stands for all stages there are, from which teams advance."""


class StageForm(QWidget):
    """Asks for one stage; what suits the number of teams is filled in."""

    added = Signal()
    cancelled = Signal()

    def __init__(self, opened: OpenEvent) -> None:
        super().__init__()
        self._opened = opened
        self._words = words = opened.words
        self._offered: StageEntry | None = None
        self._stages: tuple[str, ...] = ()
        self._form = self._fields()
        self._message = controls.MessageLabel()
        self._cancel = controls.button(words("Cancel"), self.leave)
        self._add = controls.button(words("Add the stage"), self.add, kind="primary")
        column = layouts.column_of(self, spacing=10)
        column.addWidget(controls.label(words("How it is played"), "strong"))
        column.addWidget(self._form)
        column.addWidget(self._message)
        column.addWidget(layouts.row(self._add, self._cancel, None))
        column.addStretch(1)
        self._form.changed.connect(self._look)
        self.show_event(opened.state)
        kept = self._form.resume()
        self.typed = kept is not None
        """Whether something was typed here before and not recorded."""
        if kept is not None:
            self._form.fill(kept.values)

    def _fields(self) -> EventForm:
        words = self._words
        form = EventForm(self._opened.draft, "stage")
        formats = inputs.ComboBox()
        for each in MEANINGS:
            formats.addItem(controls.sentence(words(FORMATS[each])), each)
        form.add("format", words("Format"), formats)
        self._meaning = controls.label("", "caption", wrap=True)
        form.column.addWidget(self._meaning)
        rounds = form.field("rounds", words("Rounds"), inputs.Stepper(1, 99, 5))
        once: inputs.Choice[int] = inputs.Choice(
            [(1, words("once")), (2, words("twice"))], name=words("They meet"), chosen=1
        )
        yes: inputs.Choice[bool] = inputs.Choice(
            [(True, words("yes")), (False, words("no"))],
            name=words("Match for the third place"),
            chosen=False,
        )
        form.beside(
            (form.field("name", words("Called"), inputs.line_edit("A")), 1),
            (rounds, 1),
            (form.field("legs", words("They meet"), once), 1),
            (form.field("third", words("Match for the third place"), yes), 1),
            (form.field("until", words("Until"), inputs.line_edit(words("e.g. 14:30"))), 1),
        )
        self._sources = form.beside(
            (form.field("from", words("Who takes part"), inputs.ComboBox()), 2),
            (form.field("places", words("The best"), inputs.Stepper(1, 999, 8)), 1),
        )
        library = self._opened.state.library
        form.add("rules", words("Rule set"), rules_choice(library, words, words("as the event")))
        return form

    # What is shown.

    def show_event(self, event: Event) -> None:
        """Offer the stages there are to take teams from, and what suits the event now."""
        stages = tuple(event.register.stages)
        if stages != self._stages or self._offered is None:
            self._stages = stages
            self._offer_sources()
        offered = offered_stage(event.overview)
        if offered != self._offered and not self._form.touched:
            self._offered = offered
            self._begin(offered)
        self._cancel.setVisible(bool(stages))
        self._look()

    def _offer_sources(self) -> None:
        words = self._words
        box = cast(inputs.ComboBox, self._form.controls["from"])
        chosen = box.currentData()
        box.clear()
        box.addItem(words("all teams that are in"), "")
        for stage in self._stages:
            box.addItem(words("the best of stage {stage}", stage=stage), stage)
        if len(self._stages) > 1:
            named = ", ".join(self._stages)
            box.addItem(words("the best of each of {stages}", stages=named), ALL)
        fill(box, chosen)

    def _begin(self, offered: StageEntry) -> None:
        advance = offered.advance
        self._form.begin(
            {
                "name": offered.stage,
                "format": offered.format,
                "rounds": offered.rounds or 5,
                "legs": offered.legs,
                "third": offered.third_place,
                "until": "",
                "from": advance.from_[0] if advance else "",
                "places": advance.places if advance else 8,
                "rules": "",
            }
        )

    def _look(self) -> None:
        """Show the fields of the format, and what the event has to say to the stage."""
        form, chosen = self._form, self._form.value("format")
        if chosen is None:
            return
        self._meaning.setText(self._words(MEANINGS[chosen]))
        for name, formats in FOR.items():
            form.fields[name].setVisible(chosen in formats)
        form.fields["places"].setVisible(bool(form.value("from")))
        self._sources.setVisible(bool(self._stages))
        try:
            warnings = self._opened.table.preview(self.entry()).warnings
        except moments.NoMoment:
            self._message.clear()  # said where it is typed, once it is recorded
        except Refused as refused:
            self._message.say(self._words(refused.text))
        else:
            said = controls.sentences([self._words(text) for text in warnings])
            self._message.say(said, "warn")

    def entry(self) -> StageEntry:
        """Return the stage as the form has it; raises `Refused`."""
        form = self._form
        chosen = cast(Format, form.value("format"))
        source = form.value("from")
        from_ = self._stages if source == ALL else (source,)
        now = datetime.now(UTC)
        return StageEntry(
            stage=form.value("name") or (self._offered.stage if self._offered else "A"),
            format=chosen,
            rounds=form.value("rounds") if chosen in FOR["rounds"] else None,
            legs=2 if chosen == "round-robin" and form.value("legs") == 2 else 1,
            third_place=chosen == "single-elimination" and bool(form.value("third")),
            until=moments.read(form.value("until"), now) if chosen == "open-play" else None,
            advance=Advance(from_=from_, places=form.value("places")) if source else None,
            rules=form.value("rules") or None,
        )

    # What can be done.

    def add(self) -> None:
        """Record the stage."""
        try:
            entry = self.entry()
        except moments.NoMoment as refused:
            self._form.fields["until"].mistake(self._words(refused.text))
            return
        done = T("Stage {stage} is added", stage=entry.stage)
        if self._opened.record([entry], self._form.place, done=done):
            self._restart()
            self.added.emit()

    def _restart(self) -> None:
        self._offered = offered_stage(self._opened.overview)
        self._begin(self._offered)

    def leave(self) -> None:
        """Forget what is typed, and add no stage."""
        self._opened.draft.keep(self._form.place, None)
        self._restart()
        self.cancelled.emit()

    def focus_first(self) -> None:
        """Put the focus on the button, as what is filled in often does."""
        self._add.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter) and not isinstance(
            self.focusWidget(), QPushButton
        ):
            self.add()
            return
        super().keyPressEvent(event)
