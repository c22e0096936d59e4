"""A correction has a form: its fields, its reason, what is refused and what would change."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import Any, ClassVar

import msgspec
from PySide6.QtCore import Signal

from scorepad.desk.difference import find_match_difference
from scorepad.desk.hand_correction import CORRECTION_REASONS, NOTHING_CHANGED, append_all
from scorepad.desk.table import Table
from scorepad.spades.entries import Entry
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.window.panels.difference import CorrectionEffectTable, TotalsChangeLine
from scorepad.window.panels.panel import EffectsOf
from scorepad.window.widgets import controls, layouts, scrolling
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

    saved = Signal(object)
    """The correction was recorded: all of it, as one `RecordedEntries`."""

    def __init__(self, table: Table, totals: TotalsChangeLine, entry_id: str = "") -> None:
        super().__init__(spacing=Gap.CONTROLS)
        self.entry_id = entry_id
        self.draft_json_after_saving: Callable[[], str | None] = lambda: None
        self.effects_of: EffectsOf = lambda _after: ()
        self._table = table
        self.differences = CorrectionEffectTable(totals)
        self.why = line_edit(T("e.g. written down wrongly"))
        self.message = controls.MessageLabel()
        missing = T("Write why; it is kept in the history.")
        reason = FieldSpec("why", self.ASK, self.why, missing=missing)
        # Who only has a finger needs no letters for the usual reasons.
        chips = [
            controls.button(controls.capitalize(str(each)), partial(self.why.setText, str(each)))
            for each in CORRECTION_REASONS
        ]
        for chip in chips:
            chip.setAutoDefault(False)
        self.add_rows(self.message, reason, layouts.row(*chips, wraps=True), self.differences)
        self.changed.connect(self.show_effect)

    def put_on_top(self, spec: FieldSpec) -> None:
        """Put the field of what is corrected above all."""
        self.column.insertWidget(0, self.make_row(spec))

    def make_entries(self, why: str) -> Sequence[Entry]:
        """Return what would be recorded, in order, for a reason."""
        raise NotImplementedError

    def _after(self, entries: Sequence[Entry]) -> tuple[Match, tuple[Text, ...]]:
        if not entries:
            raise FieldRefused(NOTHING_CHANGED)
        return append_all(self._table.match, entries)

    def show_effect(self) -> None:
        """Show what would change, or why it would be refused."""
        self.message.clear()
        match, why = self._table.match, self.value("why") or NOT_YET
        try:
            after, warnings = self._after(self.make_entries(why))
        except Refused as refused:
            self._refuse(refused)
            self.differences.clear()
            return
        self.differences.show_difference(
            match, find_match_difference(match, after), warnings, effects=self.effects_of(after)
        )

    def _refuse(self, refused: Refused) -> None:
        if isinstance(refused, FieldRefused) and refused.field is not None:
            refused.field.show_mistake(str(refused.text))
        else:
            self.message.say(refused.text, "note" if isinstance(refused, FieldRefused) else "bad")

    def save(self) -> None:
        """Record the correction; a refusal is shown, and all that was typed stays."""
        try:
            why = self.read_value("why")
            entries = self.make_entries(why)
            self._after(entries)
            done = self._table.record(*entries, draft=self.draft_json_after_saving())
        except Refused as refused:
            if isinstance(refused, FieldRefused) and self.blame(refused):
                return
            self._refuse(refused)
            if not self.message.isHidden():
                scrolling.bring_into_sight(self.message)
            return
        self.saved.emit(done)
