"""A form for an entry of an event: fields in a column; what is typed in them stays in a draft."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QWidget

from scorepad.desk.draft import Draft
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, Words
from scorepad.window.panels.fields import Missing, NumberLine, fill, listen, typed_in
from scorepad.window.widgets import controls, layouts, tab_order
from scorepad.window.widgets.repeat_filter import ENTER_KEYS

NO_NUMBER = T("a whole number belongs here, or nothing")


class TypedForm(msgspec.Struct, frozen=True):
    """The draft keeps what is typed in a form, and the id of what it is `about` ("": of something
    new)."""

    about: str
    values: dict[str, Any]


class EventForm(QWidget):
    """Fields by name. With every change what is typed is kept at a place of a draft."""

    changed = Signal()
    entered = Signal()
    """Enter was pressed in a field."""

    def __init__(self, draft: Draft, place: str) -> None:
        super().__init__()
        self._draft = draft
        self.place = place
        self.about = ""
        """The id of what is changed; "" where something new is typed."""
        self._given: dict[str, Any] | None = None
        self._filling = False
        self.controls: dict[str, QWidget] = {}
        self.fields: dict[str, controls.Field] = {}
        self.column = layouts.set_column(self, spacing=10)

    def field(self, name: str, label: str, control: QWidget, help: str = "") -> controls.Field:
        """Return a new field of this name; the caller puts it into the form."""
        self.controls[name] = control
        made = self.fields[name] = controls.Field(label, control, help=help)
        listen(control, self._changed)
        return made

    def add(self, name: str, label: str, control: QWidget, help: str = "") -> controls.Field:
        """Put a new field below the others, and return it."""
        made = self.field(name, label, control, help)
        self.column.addWidget(made)
        return made

    def beside(self, *fields: tuple[controls.Field, int]) -> QWidget:
        """Put fields beside each other below the others, each with its share of the room; return
        their row."""
        made = layouts.row(*fields, spacing=10, top=True, wraps=True)
        self.column.addWidget(made)
        return made

    def value(self, name: str) -> Any:
        """Return what is typed or chosen in a field; a text without spaces round it."""
        value = typed_in(self.controls[name])
        return value.strip() if isinstance(value, str) else value

    def typed(self) -> dict[str, Any]:
        """Return what the fields say."""
        return {name: typed_in(control) for name, control in self.controls.items()}

    @property
    def touched(self) -> bool:
        """Whether anything was typed that is not recorded."""
        return self._given is not None and self.typed() != self._given

    def begin(self, values: Mapping[str, Any], about: str = "") -> None:
        """Show these values, of what has the id `about`, as they are recorded; or what was typed of
        the same before."""
        self.about = about
        self._fill(values)
        self._given = self.typed()
        kept = self.resume()
        if kept is not None and kept.about == about:
            self._fill(kept.values)
        self.hush()
        self.changed.emit()

    def resume(self) -> TypedForm | None:
        """Return what was typed here and not recorded."""
        return self._draft.read(self.place, TypedForm)

    def forget(self) -> None:
        """Drop what was typed and not recorded from the draft."""
        self._draft.keep(self.place, None)

    def fill(self, values: Mapping[str, Any]) -> None:
        """Put these values into the fields, as if they were typed."""
        self._fill(values)
        self._changed()

    def _fill(self, values: Mapping[str, Any]) -> None:
        self._filling = True
        for name, control in self.controls.items():
            if name in values:
                fill(control, values[name])
        self._filling = False

    def _changed(self) -> None:
        if not self._filling:
            self.hush()
            kept = TypedForm(self.about, self.typed()) if self.touched else None
            self._draft.keep(self.place, kept)
            self.changed.emit()

    def focus(self, name: str = "name") -> None:
        """Put the cursor into a field, or the focus on the first button of a choice."""
        self._focus(self.controls[name])

    def _focus(self, control: QWidget) -> None:
        # As by Tab: what is typed there takes the place of what there is.
        next(tab_order.controls_in_reading_order(control)).setFocus(Qt.FocusReason.TabFocusReason)

    def number(self, name: str, wrong: Text = NO_NUMBER) -> int | None:
        """Return the number in a field, None for nothing; raises `Missing` with what is `wrong`."""
        line = self.controls[name]
        assert isinstance(line, NumberLine)
        try:
            return line.number()
        except ValueError:
            raise Missing(wrong, self.fields[name]) from None

    def blame(self, refused: Refused, words: Words) -> bool:
        """Say a refusal beside the field that it is about, and put the cursor there; return whether
        it is about one."""
        if not isinstance(refused, Missing) or refused.field is None:
            return False
        refused.field.show_mistake(words(refused.text))
        self._focus(refused.field.control)
        return True

    def hush(self) -> None:
        """Hide the messages about mistakes."""
        for each in self.fields.values():
            each.show_mistake("")

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS:
            self.entered.emit()
        else:
            super().keyPressEvent(event)
