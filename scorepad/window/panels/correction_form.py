"""A correction has a form: its fields, its reason, what is refused and what would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import msgspec
from PySide6.QtCore import Qt, Signal

from scorepad.desk.difference import find_match_difference
from scorepad.desk.table import Table
from scorepad.spades.entries import Entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.window.panels.difference import CorrectionEffectTable, TotalsChangeLine
from scorepad.window.panels.panel import EffectsOf
from scorepad.window.widgets import controls, scrolling
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import NOT_YET, FieldRefused, FieldSpec, Form
from scorepad.window.widgets.inputs import line_edit


class CorrectionDraft(msgspec.Struct, frozen=True):
    """What a draft keeps of a correction: what its fields say, and the entry's id.

    The entry is the one that is corrected or struck; its id is "" for a hand's bids and tricks.
    """

    entry: str
    striking: bool
    fields: dict[str, Any]


class CorrectionForm(Form):
    """Every correction has its own fields, and below them the refusal, the reason, the differences.

    A subclass puts its fields at the top of `column`, and returns what would be recorded from
    `make_entries`.  The panel has the button that calls `save`, and sets
    `draft_json_after_saving`, which returns the draft once this is recorded, and `effects_of`,
    which returns what would change in the match's event.
    """

    ASK: ClassVar[Text] = T("Why is it corrected?")
    striking = False
    overridable = False
    """Whether a supervisor may accept what the rule set does not allow."""

    saved = Signal(object)
    """The correction was recorded: all of it, as one `RecordedEntries`."""

    def __init__(self, table: Table, totals: TotalsChangeLine, entry_id: str = "") -> None:
        super().__init__(spacing=Gap.CONTROLS)
        self.entry_id = entry_id
        self.draft_json_after_saving: Callable[[], str | None] = lambda: None
        self.effects_of: EffectsOf = lambda _after: ()
        self._table = table
        self._needed = False
        """Whether it is refused unless a supervisor accepts it."""
        self.differences = CorrectionEffectTable(totals)
        self.override = line_edit(T("e.g. the referee allowed it"))
        hint = str(T("Only for what the rule set does not allow; printed on the sheet."))
        self.override.setToolTip(hint)
        self.override.setAccessibleDescription(hint)
        self.why = line_edit(T("e.g. written down wrongly"))
        # Who only has a finger needs no letters for the usual reason.
        usual_why = str(T("Typo"))
        self._usual_why = controls.button(usual_why, lambda: self._give_why(usual_why))
        self._usual_why.setAutoDefault(False)
        self.why.textChanged.connect(lambda _text: self._show_usual_why())
        self.message = controls.MessageLabel()
        accept = FieldSpec(
            "override",
            T("Accepted because"),
            self.override,
            shown=lambda _form: self._needed,
        )
        missing = T("Write why; it is kept in the history.")
        reason = FieldSpec("why", self.ASK, self.why, missing=missing)
        # In reading order: the refusal, the answer to it, the reason, the changes.
        reasons = self.make_row((accept, reason))
        if (beside := reasons.layout()) is not None:
            beside.addWidget(self._usual_why)
            beside.setAlignment(self._usual_why, Qt.AlignmentFlag.AlignBottom)
        self.add_rows(self.message, reasons, self.differences)
        self.changed.connect(self.show_effect)

    def put_on_top(self, spec: FieldSpec) -> None:
        """Put the field of what is corrected above all."""
        self.column.insertWidget(0, self.make_row(spec))

    def _give_why(self, why: str) -> None:
        self.why.setFocus(Qt.FocusReason.OtherFocusReason)
        self.why.setText(why)

    def _show_usual_why(self) -> None:
        # Beside the reason there is room for one more.
        self._usual_why.setVisible(not self.why.text() and not self._needed)

    def make_entries(self, why: str, override: str) -> Sequence[Entry]:
        """Return what would be recorded, in order, for a reason and an override ("": none)."""
        raise NotImplementedError

    def show_effect(self) -> None:
        """Show what would change, or why it would be refused."""
        self.message.clear()
        match, why = self._table.match, self.value("why") or NOT_YET
        self._need_override(False)
        try:
            after, warnings = apply_entries(match, self.make_entries(why, ""))
        except Refused as refused:
            self._refuse(refused)
            if not self._needed:
                self.differences.clear()
                return
            # The refusal stays in sight while it is overridden, with what would change.
            override = self.value("override")
            after, warnings = apply_entries(match, self.make_entries(why, override or NOT_YET))
            if override:
                self.message.say(refused.text, "warn")
        self.differences.show_difference(
            match, find_match_difference(match, after), warnings, effects=self.effects_of(after)
        )

    def _need_override(self, needed: bool) -> None:
        self._needed = needed
        self._show_usual_why()
        self.update_shown_fields()

    def _refuse(self, refused: Refused) -> None:
        self._need_override(False)
        if isinstance(refused, FieldRefused):
            if refused.field is not None:
                refused.field.show_mistake(str(refused.text))
            else:
                self.message.say(refused.text, "note")
            return
        self.message.say(refused.text, "bad")
        if self.overridable:
            try:
                apply_entries(self._table.match, self.make_entries(NOT_YET, NOT_YET))
            except Refused:
                return
            self._need_override(True)

    def save(self) -> None:
        """Record the correction; a refusal is shown, and all that was typed stays."""
        try:
            why = self.read_value("why")
            accepted = self.value("override") if self._needed else ""
            entries = self.make_entries(why, accepted)
            apply_entries(self._table.match, entries)
            done = self._table.record(*entries, draft=self.draft_json_after_saving())
        except Refused as refused:
            if isinstance(refused, FieldRefused) and self.blame(refused):
                return
            self._refuse(refused)
            if self._needed:
                self.override.setFocus()
            elif not self.message.isHidden():
                scrolling.bring_into_sight(self.message)
            return
        self.saved.emit(done)


def apply_entries(match: Match, entries: Sequence[Entry]) -> tuple[Match, tuple[Text, ...]]:
    """Return the match after these entries, and their warnings; raises `Refused`."""
    warnings: tuple[Text, ...] = ()
    if not entries:
        raise FieldRefused(T("Nothing is changed yet."))
    for entry in entries:
        warnings += match.warnings_if_appended(entry)
        match = match.append(entry)
    return match, warnings
