"""A form for an entry of an event: what is typed in it stays in a draft."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any

import msgspec
from PySide6.QtCore import Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from scorepad.desk.draft import Draft
from scorepad.window.widgets import layouts
from scorepad.window.widgets.controls import Field
from scorepad.window.widgets.form import FieldSpec, Form, Row
from scorepad.window.widgets.repeat_filter import ENTER_KEYS


class TypedForm(msgspec.Struct, frozen=True):
    """The draft keeps what is typed in a form, and the id of what it is `about` ("": of something
    new)."""

    about: str
    values: dict[str, Any]


class EventForm(Form):
    """With every change, what is typed is kept at a place of a draft."""

    entered = Signal()
    """Enter was pressed in a field of a form without a default button."""

    def __init__(self, draft: Draft, place: str, rows: Iterable[Row] = ()) -> None:
        super().__init__(rows)
        self._draft = draft
        self.place = place
        self.about = ""
        """The id of what is changed; "" where something new is typed."""

    def begin(self, values: Mapping[str, Any], about: str = "") -> None:
        """Show these values, of what has the id `about`, as they are recorded; or what was typed of
        the same before."""
        self.about = about
        super().begin(values)
        typed = self.resume()
        if typed is not None and typed.about == about:
            self._fill(typed.values)
            self.arrange()
        self.changed.emit()

    def resume(self) -> TypedForm | None:
        """Return what was typed here and not recorded."""
        return self._draft.read(self.place, TypedForm)

    def forget(self) -> None:
        """Drop what was typed and not recorded from the draft."""
        self._draft.keep(self.place, None)

    def _tell(self) -> None:
        typed = TypedForm(self.about, self.typed()) if self.touched else None
        self._draft.keep(self.place, typed)
        super()._tell()

    # The form of a result still makes its fields one by one, and listens for Enter.

    def field(self, name: str, label: str, control: QWidget, help: str = "") -> Field:
        """Return a new field of this name; the caller puts it into the form."""
        self.row(FieldSpec(name, label, control, help))
        return self.fields[name]

    def add(self, name: str, label: str, control: QWidget, help: str = "") -> Field:
        """Put a new field below the others, and return it."""
        field = self.field(name, label, control, help)
        self.column.addWidget(field)
        return field

    def beside(self, *fields: tuple[Field, int]) -> QWidget:
        """Put fields beside each other below the others, each with its share of the room; return
        their row."""
        row = layouts.row(*fields, spacing=10, top=True, wraps=True)
        self.column.addWidget(row)
        return row

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS and self.default is None:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
