"""A released pairing: its table, its result from paper, no-shows, grace and the supervisor's word.

A correction shows first which later pairings would now be others, and asks how to go on.
"""

from __future__ import annotations

from typing import Final, cast

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QWidget

from scorepad.desk.event_table import RecordedEntry
from scorepad.desk.result_correction import Repair
from scorepad.events.entries import (
    EventAmend,
    EventEntry,
    Grace,
    How,
    Official,
    Pairing,
    ResultEntry,
)
from scorepad.settings import Settings
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text, isolate_name
from scorepad.window.event.event_form import EventForm
from scorepad.window.event.open_event import OpenEvent
from scorepad.window.event.pairing_rows import pairing_state
from scorepad.window.event.repair_rounds_prompt import RepairRoundsPrompt
from scorepad.window.panels.fields import Missing, NumberLine, go_on_after_choices
from scorepad.window.widgets import controls, inputs, layouts, tab_order
from scorepad.window.wording.names import shorten_name

HOWS: Final[dict[str, Text]] = {
    "played": T("Played to the end"),
    "no-show": T("No-show: a side did not come"),
    "disqualified": T("Disqualified: a side loses for what it did"),
    "double-forfeit": T("Both forfeit"),
}
"""How a pairing may end, as the form offers it."""
SIDE: Final[dict[str, Text]] = {
    "no-show": T("Who did not come?"),
    "disqualified": T("Who is disqualified?"),
}
"""What the choice of a side asks, by how the pairing ended."""
MOST_WAIT: Final = 120
"""The most minutes that are granted at once."""


class ResultForm(QWidget):
    """Everything that can be recorded of one released pairing."""

    open_match = Signal(str)
    """The user asks for the table of the match with this id."""
    recorded = Signal()
    """A result is recorded."""
    change_asked = Signal(str)
    """The user asks to change the released pairing with this id by hand."""

    def __init__(self, opened: OpenEvent, settings: Settings) -> None:
        super().__init__()
        self._opened = opened
        self._settings = settings
        self._words = words = opened.words
        self._pairing: Pairing | None = None
        self._shown: tuple[object, ...] = ()
        self._title = controls.label("", "strong", wrap=True)
        self._state = controls.label("", wrap=True)
        self._table = controls.button(words("Open the table"), self._open)
        self._change = controls.button(words("Change table or teams…"), self._ask_change)
        self._official = controls.button(words("Make it official"), self.attest)
        self._minutes = inputs.Stepper(1, MOST_WAIT, 5)
        self._minutes.setAccessibleName(words("Minutes to wait"))
        self._grant = controls.button(words("Wait longer (minutes)"), self.grant)
        self._wait = layouts.row((self._minutes, 2), (self._grant, 3))
        other = layouts.column(
            controls.separator(),
            layouts.row(self._table, self._change, None, wraps=True),
            self._wait,
        )
        self._form = self._fields()
        self._message = controls.MessageLabel()
        # The page that holds the form places these, where they are in sight.
        self.prompt = RepairRoundsPrompt(words)
        self.prompt.chosen.connect(self.record)
        self.prompt.closed.connect(self._put_off)
        self._preview: RecordedEntry | None = None
        """What the entry brings that was previewed last."""
        self._record = controls.button(words("Record the result"), self._go_on, kind="primary")
        column = layouts.set_column(self, spacing=10)
        for widget in (
            self._title,
            self._state,
            self._form,
            # What is said of the form stands below its button, so that the button never moves.
            layouts.row(self._record, self._official, None, wraps=True),
            self._message,
            other,
        ):
            column.addWidget(widget)
        column.addStretch(1)
        self._form.changed.connect(self._look)
        self._form.entered.connect(self._go_on)

    def _fields(self) -> EventForm:
        words = self._words
        form = EventForm(self._opened.draft, "result")
        how = inputs.ComboBox()
        for key, title in HOWS.items():
            how.addItem(words(title), key)
        form.add("how", words("Result from paper, or a ruling"), how)
        form.add("side", words("Side"), inputs.Choice[int]([], name=words("Side")))
        self._scores = form.beside(
            (form.field("one", "", NumberLine(None)), 1),
            (form.field("other", "", NumberLine(None)), 1),
            (form.field("bags one", "", NumberLine(None)), 1),
            (form.field("bags other", "", NumberLine(None)), 1),
        )
        form.add("why", words("Why"), inputs.line_edit(words("e.g. read from the paper sheet")))
        go_on_after_choices([*form.controls.values()])
        return form

    # What is shown.

    def show_pairing(self, pairing: Pairing) -> None:
        """Show a pairing as it stands now; what is typed of it stays."""
        opened, words = self._opened, self._words
        register, outcome = opened.register, opened.overview.outcome(pairing)
        self._pairing = pairing
        names = [isolate_name(register.team_name(team)) for team in pairing.teams]
        where = table_name(pairing.table, words)
        called = words("{one} – {other}", one=names[0], other=names[1])
        self._title.setText(" · ".join(part for part in (where, called) if part))
        self._state.setText(pairing_state(opened, pairing))
        self._official.setVisible(outcome.is_over and not outcome.official)
        self._wait.setVisible(not outcome.is_over and not outcome.begun)
        shown = (pairing, register.results.get(pairing.pairing))
        if shown != self._shown:
            self._shown = shown
            self._begin(pairing, names)
        self._look()

    def _begin(self, pairing: Pairing, names: list[str]) -> None:
        """Fill in what is recorded of the pairing, and what was typed of it before."""
        form = self._form
        side = cast("inputs.Choice[int]", form.controls["side"])
        side.offer([(place, shorten_name(name, 18)) for place, name in enumerate(names)])
        form.fields["one"].retitle(shorten_name(names[0], 14))
        form.fields["other"].retitle(shorten_name(names[1], 14))
        for name, place in (("one", 0), ("other", 1)):
            points = self._words("Points of {team}", team=names[place])
            form.controls[name].setAccessibleName(points)
            taken = self._words("Bags taken by {team}", team=names[place])
            form.controls[f"bags {name}"].setAccessibleName(taken)
            bags = self._words("Bags, {team}", team=shorten_name(names[place], 10))
            form.fields[f"bags {name}"].retitle(bags)
        result = self._opened.register.results.get(pairing.pairing)
        outcome = self._opened.overview.outcome(pairing)
        score = (result.score if result is not None else outcome.score) or ("", "")
        taken_bags = (result.bags if result is not None else outcome.bags) or ("", "")
        how: str = (result.how if result is not None else outcome.how) or "played"
        winner = result.winner if result is not None else outcome.winner
        if how == "forfeit":
            how = "disqualified" if result is not None and outcome.begun else "no-show"
            winner = None if winner is None else 1 - winner
            score = taken_bags = ("", "")
        form.begin(
            {
                "how": how,
                "side": winner,
                "one": str(score[0]),
                "other": str(score[1]),
                "bags one": str(taken_bags[0]),
                "bags other": str(taken_bags[1]),
                "why": "",
            },
            pairing.pairing,
        )
        tab_order.set_tab_order(tab_order.controls_in_reading_order(self))

    def _look(self) -> None:
        """Show the fields that are asked for, and the effects of what they say."""
        form, words = self._form, self._words
        if self._pairing is None:
            return
        how = str(form.value("how"))
        played = how == "played"
        form.fields["side"].setVisible(how in SIDE)
        if how in SIDE:
            form.fields["side"].retitle(words(SIDE[how]))
        self._scores.setVisible(played)
        # A first result needs no reason, and its form stays short.
        results = self._opened.register.results
        begun = self._opened.overview.outcome(self._pairing).begun
        form.fields["why"].setVisible(
            not played or begun or self._pairing.pairing in results or bool(form.value("why"))
        )
        self._message.clear()
        correction = None
        if form.touched:
            try:
                preview = self._preview_entry()
                correction = preview.correction
                warned = controls.sentences([words(text) for text in preview.warnings])
                self._message.say(warned, "warn")
            except Missing:
                pass  # said once it is recorded
            except Refused as refused:
                self._message.say(words(refused.text))
        self.prompt.show_correction(correction)
        self._record.setEnabled(form.touched and self.prompt.correction is None)

    # Recording.

    def entry(self) -> EventEntry:
        """Return the entry that the form says; raises `Missing`, or another `Refused`."""
        assert self._pairing is not None
        form, pairing = self._form, self._pairing
        chosen, side = str(form.value("how")), form.value("side")
        how: How = "forfeit" if chosen in ("no-show", "disqualified") else cast(How, chosen)
        score = bags = None
        winner: int | None = None
        if how == "played":
            score, bags = self._two("one", "other"), self._two("bags one", "bags other")
            if score is None:
                raise Missing(T("Type both scores, or choose a forfeit."), form.fields["one"])
            winner = None if score[0] == score[1] else int(score[1] > score[0])
        elif how == "forfeit":
            if side is None:
                raise Missing(T("Choose the side."), form.fields["side"])
            winner = 1 - side
        why = str(form.value("why"))
        if chosen == "disqualified" and not why:
            raise Missing(T("Write why; it is kept with the result."), form.fields["why"])
        result = ResultEntry(
            pairing=pairing.pairing, how=how, winner=winner, score=score, bags=bags, why=why
        )
        now = self._opened.register.results.get(pairing.pairing)
        if now is None:
            return result
        if not why:
            raise Missing(T("Write why; it is kept with the result."), form.fields["why"])
        return EventAmend(entry=now.id or "", to=result, why=why)

    def _two(self, one: str, other: str) -> tuple[int, int] | None:
        """Return the numbers in two fields; None where both are empty."""
        first, second = map(self._form.number, (one, other))
        if first is None and second is None:
            return None
        if first is None or second is None:
            empty = one if first is None else other
            raise Missing(T("Type both numbers, or none."), self._form.fields[empty])
        return first, second

    def _preview_entry(self) -> RecordedEntry:
        """Return what the entry in the form brings; it is previewed once, as long as neither form
        nor event changes. Raises `Missing`, or another `Refused`."""
        entry, event, preview = self.entry(), self._opened.state, self._preview
        if (
            preview is None
            or preview.correction.entries != (entry,)
            or preview.correction.before is not event
        ):
            self._preview = preview = self._opened.table.preview(entry)
        return preview

    def record(self, repair: Repair) -> None:
        """Record the result, with this repair of the later rounds."""
        form = self._form
        if not form.touched or self._pairing is None:
            return
        try:
            correction = self._preview_entry().correction
        except Refused as refused:
            if not form.blame(refused, self._words):
                self._message.say(self._words(refused.text))
            return
        entries = correction.entries_to_record(repair)
        if self._opened.record(entries, form.place, done=T("The result is recorded")):
            self.recorded.emit()

    def attest(self) -> None:
        """Record that the supervisor attests the result."""
        assert self._pairing is not None
        name = str(self._settings.by)
        if not name:
            self._opened.say(T("Type your name in the settings first; it stands for the result."))
            return
        entry = Official(pairing=self._pairing.pairing, name=name)
        self._opened.record([entry], done=T("The result is official"))

    def grant(self) -> None:
        """Record that a late side is granted a wait."""
        assert self._pairing is not None
        minutes = self._minutes.value
        entry = Grace(pairing=self._pairing.pairing, minutes=minutes)
        done = N("They wait {n} minute longer", "They wait {n} minutes longer", minutes)
        self._opened.record([entry], done=done)

    def _open(self) -> None:
        if self._pairing is not None:
            self.open_match.emit(self._opened.state.match_id(self._pairing.pairing) or "")

    def _ask_change(self) -> None:
        if self._pairing is not None:
            self.change_asked.emit(self._pairing.pairing)

    def focus_first(self) -> None:
        """Put the focus on the points, which are typed most often; else on the first field."""
        self._form.focus("one" if self._form.value("how") == "played" else "how")

    def _put_off(self) -> None:
        self._record.setEnabled(True)
        self.focus_first()

    def _go_on(self) -> None:
        # Where later rounds are affected, the repair is chosen by its button.
        self._look()
        if self.prompt.correction is not None:
            self.prompt.focus_first()
        else:
            self.record("keep")
