"""One entry is corrected or deleted here, with a reason, in the form that records it."""

from __future__ import annotations

from typing import Any, ClassVar

import msgspec
from msgspec.structs import replace
from PySide6.QtWidgets import QWidget

from scorepad.desk.actions import action
from scorepad.desk.hand_correction import CORRECTION_REASONS, NOTHING_CHANGED
from scorepad.desk.undoing import latest_strikable_entry
from scorepad.spades.entries import Amend, Amendable, Entry, Strike
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.words import T, Text
from scorepad.window.panels.entry_form import EntryForm
from scorepad.window.panels.entry_panel import RecordingPanel
from scorepad.window.panels.fields import fill_with_reasons
from scorepad.window.panels.history_texts import history_caption
from scorepad.window.panels.panel import PanelContext, Place
from scorepad.window.widgets import controls, layouts
from scorepad.window.widgets.form import FieldRefused, FieldSpec, Form, Row
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.wording.names import entry_title


class CorrectionDraft(msgspec.Struct, frozen=True):
    """A correction in a draft: the id of its entry, and the values of the fields."""

    entry: str
    fields: dict[str, Any]


class CorrectionPanel(RecordingPanel):
    """Changes the fields of an entry; `leads_back` to the history where it was opened there."""

    TYPED = CorrectionDraft
    KEY: ClassVar[str] = "amend"
    ASK: ClassVar[Text] = T("Reason for the correction")
    BUTTON: ClassVar[Text] = T("Save the correction")
    leads_back = False

    def __init__(self, context: PanelContext) -> None:
        super().__init__(action(self.KEY).title, context)
        self._entry_id = ""
        self.why = line_edit(T("e.g. wrong number written down"))
        kind: controls.ButtonKind = "danger" if self.KEY == "strike" else "primary"
        self._save = controls.button(self.BUTTON, self.record_and_close, kind=kind)
        self._save.setEnabled(False)
        self.add_existing_button(self._save, pressed_by_enter=True)

    def _find(self, entry_id: str) -> Entry | None:
        match = self.table.match
        return match.counting_entry(entry_id) if match.has_entry(entry_id) else None

    def _rows(self, now: Entry) -> list[Row]:
        return [FieldSpec("entry", None, EntryForm(self.table, ENTRY_KINDS[type(now)], now))]

    def show_place(self, place: Place) -> None:
        """Show the entry with this id."""
        if place in (None, self._entry_id):
            return
        now = self._find(str(place))
        if now is None:
            self.show_discarded_message()
            return
        self._entry_id = str(place)
        self._save.setEnabled(True)
        match = self.table.match
        title = controls.label(entry_title(match, now), "strong", wrap=True)
        caption = controls.label(history_caption(match, now), "caption", wrap=True)
        self.why = line_edit(T("e.g. wrong number written down"))
        missing = T("Enter a reason. It's saved in the history.")
        why = FieldSpec("why", self.ASK, self.why, missing=missing)
        reasons: QWidget = layouts.row(wraps=True)
        fill_with_reasons(reasons, self.why, CORRECTION_REASONS)
        self.show_form(Form([title, caption, *self._rows(now), why, reasons]))

    def entry(self, *, final: bool = True) -> Entry:
        now, values = self._find(self._entry_id), self.form.values(final=final)
        to: Amendable = replace(now, **values["entry"])  # type: ignore[type-var, assignment]
        if to == now:
            raise FieldRefused(NOTHING_CHANGED)
        return Amend(entry=self._entry_id, to=to, why=values["why"])

    def typed(self) -> object | None:
        return CorrectionDraft(self._entry_id, self.form.typed()) if self.form.touched else None

    def fill(self, typed: CorrectionDraft) -> None:
        if self._find(typed.entry) is not None:
            self.show_place(typed.entry)
            self.form.fill(typed.fields)

    def place(self) -> Place:
        return self._entry_id or None

    def hand_number(self) -> int:
        hand = self.table.match.hand_of(self._entry_id)
        return 0 if hand is None else hand.number

    def refresh(self) -> None:
        if self._find(self._entry_id) is not None:
            super().refresh()
        elif self._entry_id:
            self._save.setEnabled(False)
            self.effect.clear()
            self.show_discarded_message()

    def cancel(self) -> None:
        if self.leads_back:
            self.discarded = True
            self.panel_asked.emit("history", self._entry_id)
        else:
            super().cancel()


class StrikePanel(CorrectionPanel):
    """Asks for the reason of a deletion, and shows its effect; at first of the latest entry."""

    KEY = "strike"
    ASK = T("Reason for the deletion")
    BUTTON = T("Delete the entry")

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        latest = latest_strikable_entry(self.table.match)
        self.show_place(None if latest is None else latest.id)

    def _find(self, entry_id: str) -> Entry | None:
        match = self.table.match
        return None if entry_id in match.strike_by_entry else match.find(entry_id)

    def _rows(self, now: Entry) -> list[Row]:
        return []

    def entry(self, *, final: bool = True) -> Entry:
        return Strike(entry=self._entry_id, why=self.form.values(final=final)["why"])
