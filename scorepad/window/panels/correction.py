"""One entry is corrected or struck in these forms, and a panel shows one of them at a time."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace
from PySide6.QtWidgets import QVBoxLayout, QWidget

from scorepad.desk.table import RecordedEntries, Table
from scorepad.spades.entries import Amend, Amendable, Entry, Strike
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.words import T, Text
from scorepad.window.panels.correction_form import CorrectionDraft, CorrectionForm
from scorepad.window.panels.difference import TotalsChangeLine
from scorepad.window.panels.entry_form import EntryForm
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.widgets import controls, layouts, tab_order
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldSpec


class AmendForm(CorrectionForm):
    """This form changes the fields of an entry."""

    def __init__(self, table: Table, entry_id: str, totals: TotalsChangeLine) -> None:
        super().__init__(table, totals, entry_id)
        now = table.match.counting_entry(entry_id)
        assert now is not None
        self._now = now
        self.form = EntryForm(table, ENTRY_KINDS[type(now)], now)
        self.put_on_top(FieldSpec("entry", None, self.form))

    def make_entries(self, why: str) -> Sequence[Entry]:
        to: Amendable = replace(self._now, **self.form.values())  # type: ignore[assignment]
        if to == self._now:
            return ()
        return (Amend(entry=self.entry_id, to=to, why=why),)


class StrikeForm(CorrectionForm):
    """This form asks why an entry is struck, and shows what that changes."""

    ASK = T("Why is it struck?")
    striking = True

    def make_entries(self, why: str) -> Sequence[Entry]:
        return (Strike(entry=self.entry_id, why=why),)


class CorrectionPanel(Panel):
    """A panel of this class shows one form at a time, with the totals above its buttons."""

    WIDTH = 440

    def __init__(self, title: Text | str, context: PanelContext) -> None:
        super().__init__(title, context)
        self.editor: CorrectionForm | None = None
        self._totals = TotalsChangeLine()
        self.pin(self._totals)
        self._content = QWidget()
        self._column: QVBoxLayout = layouts.set_column(self._content, spacing=Gap.GROUPS)
        self.add(self._content)
        self._save = controls.button("", self.save, kind="primary")

    def clear(self) -> None:
        """Remove the form, with all that is shown above it."""
        self.editor = None
        layouts.clear_layout(self._column)

    def show_editor(
        self, editor: CorrectionForm, left_typed: CorrectionDraft | None = None
    ) -> None:
        """Show this form, filled with what was typed in it before."""
        self.editor = editor
        editor.show_recorded_values({})
        if left_typed is not None:
            editor.fill(left_typed.fields)
        self._column.addWidget(editor)
        editor.draft_json_after_saving = self.draft_json_after_saving
        editor.effects_of = self.effects_of
        if editor.striking:
            editor.show_effect()
        editor.saved.connect(self.show_saved)
        self.message.clear()
        editor.changed.connect(self.message.clear)
        editor.changed.connect(self.keep_draft)
        if editor.striking:
            controls.name_button(self._save, T("Strike it"), "danger")
        else:
            controls.name_button(self._save, T("Save the correction"), "primary")

    @property
    def half_typed(self) -> CorrectionDraft | None:
        """What is typed in the form and not saved; None when nothing is."""
        editor = self.editor
        if editor is None or not editor.touched:
            return None
        return CorrectionDraft(editor.entry_id, editor.striking, editor.typed())

    def can_resume(self, left: CorrectionDraft) -> bool:
        """Return whether the entry that this was typed for still counts."""
        match = self.table.match
        return match.has_entry(left.entry) and left.entry not in match.strike_by_entry

    def set_reading_tab_order(self) -> None:
        super().set_reading_tab_order()
        if self.editor is not None:
            # The reason comes after what it is given for, and before the other buttons.
            fields = tab_order.controls_in_reading_order(self.editor)
            tab_order.set_tab_order(dict.fromkeys((*fields, self.editor.why)))

    def draft_json_after_saving(self) -> str | None:
        """Return the table's draft as it is once the form is recorded."""
        return self.draft_json_with(None)

    def save(self) -> None:
        """Record what the form says; refusals are shown in it."""
        if self.editor is not None:
            self.editor.save()

    def show_saved(self, recorded: RecordedEntries) -> None:
        """Show that it was recorded."""
        raise NotImplementedError
