"""A form for an entry of an event, whose typed values are kept in a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from PySide6.QtWidgets import QWidget

from scorepad.desk.draft import Draft
from scorepad.events.entry_kinds import EVENT_ENTRY_KINDS
from scorepad.spades.entries import Common
from scorepad.spades.entry_kinds import EntryField
from scorepad.spades.words import T, Text
from scorepad.window.widgets import controls, inputs
from scorepad.window.widgets.form import FieldRefused, FieldSpec, Form, Row
from scorepad.window.wording import moments


class FormDraft(msgspec.Struct, frozen=True):
    """The typed values of a form, and the id of the thing that they are `about` ("" for a new
    one)."""

    about: str
    values: dict[str, Any]


def entry_field(
    kind: type[Common], name: str, control: QWidget | None = None, **changes: Any
) -> FieldSpec:
    """Return a field of a kind of entry as its row declares it, but for the `changes`."""
    field = EVENT_ENTRY_KINDS[kind].field(name)
    example: Text | str = ""
    if field.value == "time":
        example = moments.example_of_time()
    elif field.example is not None:
        example = T("e.g. {text}", text=field.example)
    declared = {
        "key": name,
        "label": field.label,
        "control": control or _control(field),
        "help": field.help or "",
        "missing": field.missing,
        "example": example,
    }
    return FieldSpec(**(declared | changes))


def _control(field: EntryField) -> QWidget | type:
    if field.value == "choice":
        texts = ((value, controls.capitalize(text)) for value, text in field.choices)
        return inputs.ComboBox(texts)
    if field.value != "number":
        return str
    if field.initial is None:
        return inputs.NumberLine()
    return inputs.Stepper(field.least, field.most, field.initial)


class DraftForm(Form):
    """A form that keeps its typed values at a place of a draft with each change."""

    def __init__(self, draft: Draft, place: str, rows: Iterable[Row] = ()) -> None:
        super().__init__(rows)
        self._draft = draft
        self.place = place
        self.about = ""
        """The id of the thing that is changed; "" for a new one."""

    def begin_or_resume(self, values: Mapping[str, Any], about: str = "") -> None:
        """Show these recorded values of the thing with the id `about`, or the typed values of its
        draft."""
        self.about = about
        super().show_recorded_values(values)
        typed = self.read_draft()
        if typed is not None and typed.about == about:
            self._fill(typed.values)
            self.update_shown_fields()
        self.changed.emit()

    def read_draft(self) -> FormDraft | None:
        """Return the draft of this form; None without one."""
        return self._draft.read(self.place, FormDraft)

    def read(self) -> dict[str, Any] | None:
        """Return the values of the fields; None, with the mistake at its field, if one is wrong."""
        try:
            return self.values()
        except FieldRefused as refused:
            self.blame(refused)
            return None

    def clear_draft(self) -> None:
        """Remove the draft of this form."""
        self._draft.keep(self.place, None)

    def _note_change(self) -> None:
        typed = FormDraft(self.about, self.typed()) if self.touched else None
        self._draft.keep(self.place, typed)
        super()._note_change()
