"""Forms of declared fields, with their labels, help, mistakes, focus and Enter.

A form knows no match and no rule: it takes and returns plain values.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import partial
from typing import Any, Final, Protocol, TypeAlias, runtime_checkable

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QLineEdit, QPlainTextEdit, QPushButton, QWidget

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text
from scorepad.window.widgets import layouts, tab_order, theme
from scorepad.window.widgets.controls import Field
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import (
    ChoiceButtons,
    ComboBox,
    Control,
    LineEdit,
    NumberLine,
    line_edit,
)
from scorepad.window.widgets.repeat_filter import ENTER_KEYS

NO_NUMBER: Final = T("enter a whole number, or leave it empty")
YES_NO: Final = ((True, T("yes")), (False, T("no")))
BUTTON_EDGES, ROW_LENGTH = 4, 52  # letters
"""Choices are buttons if their texts, with the edges of each, fit into a row of this length, else
a list."""
LEAST_WIDTH = 5  # ems
"""A line is at least so wide; a narrower row of fields continues in a further one."""
NOT_YET: Final = "–"
"""The value of a text that is not written yet, so that its effect can be shown before."""


class FieldRefused(Refused):
    """The `field` is empty, or cannot be read, which is shown `at_once`, before the form is
    recorded."""

    def __init__(self, text: Text, field: Field | None = None, *, at_once: bool = False) -> None:
        super().__init__(text)
        self.field = field
        self.at_once = at_once


@dataclass(frozen=True)
class FieldSpec:
    """The declaration of a field.

    label: None if its control is alone
    control: a widget, or the type of the value: `str` (a line), `int` (or none) or `bool`
    missing, wrong: the mistake if it is empty, or no number
    read: returns the value of the input, or raises a `Refused` with its mistake
    shown: whether the field is asked for now
    share: of its row, if it is beside others
    choices: values and texts
    default: the value it begins with
    example: shown while the line is empty
    """

    key: str
    label: Text | str | None
    control: QWidget | type = str
    help: Text | str = ""
    missing: Text | None = None
    wrong: Text = NO_NUMBER
    read: Callable[[Any], Any] | None = None
    shown: Callable[[Form], bool] | None = None
    share: int = 1
    choices: Sequence[tuple[Any, Text | str]] = ()
    default: Any = None
    example: Text | str = ""

    def make_control(self) -> QWidget:
        """Return a new control for the field's values, or its own."""
        if isinstance(self.control, QWidget):
            return self.control
        control: ChoiceButtons[Any] | ComboBox | NumberLine | LineEdit
        choices = (*self.choices,) or (YES_NO if self.control is bool else ())
        if choices:
            texts = [str(text) for _value, text in choices]
            if sum(len(text) + BUTTON_EDGES for text in texts) <= ROW_LENGTH:
                return ChoiceButtons(choices, chosen=self.default)
            control = ComboBox(choices)
        else:
            control = NumberLine() if self.control is int else line_edit(self.example)
            example = control.fontMetrics().horizontalAdvance(str(self.example))
            control.setMinimumWidth(max(theme.em(LEAST_WIDTH), example + theme.em(2)))
        if self.default is not None:
            control.fill(self.default)
        return control


Row: TypeAlias = FieldSpec | QWidget | Sequence[FieldSpec]
"""A field, several beside each other, or a widget that is between fields."""


@runtime_checkable
class CompositeControl(Protocol):
    """A control that reads its input as one value; raises `FieldRefused`, or `ValueError` where it
    is no number."""

    def values(self) -> Any: ...


class Form(QWidget):
    """A column of declared fields, and the input in them by their keys.

    Enter in a field presses the `default` button, if there is one.  A form is a `Control`, too.
    """

    field_changed = Signal(str)
    """The control of the field with this key changed, by the user or by filling in."""
    changed = Signal()
    """The user changed something, or `fill` did."""

    def __init__(
        self,
        rows: Iterable[Row] = (),
        *,
        spacing: Gap = Gap.CONTROLS,
        wraps: bool = True,
        separate: bool = False,
        beside: tuple[int, int] | None = None,
    ) -> None:
        """A row of fields `wraps` if it is too narrow for them.  In a form of `separate` fields
        each takes effect alone: a change hides no other field's mistake, and a choice doesn't move
        the focus.  The label of a field that has a row for itself is above its control, or
        `beside` it, with so much room for each, unless the text is large."""
        super().__init__()
        self.default: QPushButton | None = None
        self.specs: dict[str, FieldSpec] = {}
        self.controls: dict[str, QWidget] = {}
        self._value_controls: dict[str, Control] = {}
        """The controls that have a value; to ask a widget whether it is one takes long."""
        self.fields: dict[str, Field] = {}
        self._field_rows: list[tuple[QWidget, Sequence[FieldSpec]]] = []
        self.column = layouts.set_column(self, spacing=spacing)
        self._wraps = wraps
        self._separate = separate
        self._beside = beside if theme.is_roomy() else None
        self._filling = False
        self.untouched: dict[str, Any] | None = None
        """The input when the form began."""
        self.add_rows(*rows)

    # Making the fields.

    def add_rows(self, *rows: Row) -> None:
        """Put these rows below the others."""
        for row in rows:
            self.column.addWidget(self.make_row(row))
        self.update_shown_fields()

    def make_row(self, row: Row) -> QWidget:
        """Return a new row, which the caller puts into the form."""
        if isinstance(row, QWidget):
            return row
        if isinstance(row, FieldSpec):
            return self._make(row, self._beside)
        fields = [(self._make(spec), spec.share) for spec in row]
        beside = layouts.row(*fields, top=True, wraps=self._wraps)
        self._field_rows.append((beside, row))
        return beside

    def _make(self, spec: FieldSpec, beside: tuple[int, int] | None = None) -> QWidget:
        key, control = spec.key, spec.make_control()
        self.specs[key], self.controls[key] = spec, control
        if isinstance(control, Control):
            self._value_controls[key] = control
            control.changed.connect(partial(self._edit, key))
        if isinstance(control, ChoiceButtons) and not self._separate:
            control.picked.connect(partial(self._go_on, key))
        if spec.label is None:
            return control
        field = Field(spec.label, control, help=spec.help, beside=beside)
        self.fields[key] = field
        return field

    def remove(self, key: str) -> None:
        """Forget a field, whose widget the caller removes."""
        for each in (self.specs, self.controls, self._value_controls, self.fields):
            each.pop(key, None)

    def is_shown(self, key: str) -> bool:
        """Return whether a field is asked for now."""
        shown = self.specs[key].shown
        return shown is None or shown(self)

    def update_shown_fields(self) -> None:
        """Show the fields that are asked for now."""
        for key, spec in self.specs.items():
            if spec.shown is not None:
                self.fields.get(key, self.controls[key]).setVisible(spec.shown(self))
        for row, specs in self._field_rows:
            # A row without fields takes no room.
            row.setHidden(not any(self.is_shown(spec.key) for spec in specs))
        if self.parentWidget() is not None:
            # A form without fields takes no room.
            self.setHidden(bool(self.specs) and not any(map(self.is_shown, self.specs)))

    # The input.

    def typed(self) -> dict[str, Any]:
        """Return the input, for a draft."""
        return {key: each.typed() for key, each in self._value_controls.items()}

    def value(self, key: str) -> Any:
        """Return the value typed or chosen in a field; a text without spaces round it."""
        control = self._value_controls.get(key)
        typed = None if control is None else control.typed()
        return typed.strip() if isinstance(typed, str) else typed

    def values(self, *, final: bool = True) -> dict[str, Any]:
        """Return the values of the fields that are shown; raises `FieldRefused`.  Unless they are
        `final`, a missing text is `NOT_YET`."""
        self.hide_mistakes()
        return {key: self.read_value(key, final=final) for key in self.specs if self.is_shown(key)}

    def read_value(self, key: str, *, final: bool = True) -> Any:
        """Return the value of a field; raises `FieldRefused`."""
        spec, control, field = self.specs[key], self.controls[key], self.fields.get(key)
        try:
            value = control.values() if isinstance(control, CompositeControl) else self.value(key)
        except ValueError:
            raise FieldRefused(spec.wrong, field) from None
        is_empty = value is None or (not isinstance(control, ChoiceButtons) and value in ("", {}))
        if spec.missing is not None and is_empty:
            if final or not isinstance(control, QLineEdit | QPlainTextEdit):
                raise FieldRefused(spec.missing, field)
            return NOT_YET
        try:
            return value if spec.read is None else spec.read(value)
        except Refused as refused:
            raise FieldRefused(refused.text, field, at_once=True) from None

    # Filling it.

    def show_recorded_values(self, values: Mapping[str, Any]) -> None:
        """Show these values, as they are recorded: nothing is typed yet."""
        self._fill(values)
        self.untouched = self.typed()
        self.hide_mistakes()
        self.update_shown_fields()

    @property
    def touched(self) -> bool:
        """Whether anything was typed since the form began."""
        return self.untouched is not None and self.typed() != self.untouched

    def fill(self, typed: Any) -> None:
        """Put these values into the fields, as if they were typed."""
        if isinstance(typed, Mapping):
            self._fill(typed)
        self.hide_mistakes()
        self._note_change()

    def _fill(self, values: Mapping[str, Any]) -> None:
        self._filling = True
        for key, control in self._value_controls.items():
            if key in values:
                control.fill(values[key])
        self._filling = False

    def _edit(self, key: str) -> None:
        if self._filling:
            self.field_changed.emit(key)
            return
        if not self._separate:
            self.hide_mistakes()
        elif key in self.fields:
            self.fields[key].show_mistake("")
        self.field_changed.emit(key)
        self._note_change()

    def _note_change(self) -> None:
        self.update_shown_fields()
        self.changed.emit()

    # Mistakes.

    def blame(self, refused: Refused) -> bool:
        """Show a refusal at its field, and put the cursor there; return whether it has one."""
        if not isinstance(refused, FieldRefused) or refused.field is None:
            return False
        refused.field.show_mistake(str(refused.text))
        focus_control(refused.field.control)
        return True

    def hide_mistakes(self) -> None:
        """Hide the mistakes of all fields."""
        for field in self.fields.values():
            field.show_mistake("")

    # Focus and keys.

    def focus(self, key: str = "") -> None:
        """Put the cursor into a field, or into the first."""
        focus_control(self.controls[key] if key else next(iter(self.controls.values())))

    def _go_on(self, key: str) -> None:
        keys = list(self.controls)
        for each in keys[keys.index(key) + 1 :]:
            control = self.controls[each]
            if control.isVisible() and focus_control(control):
                return

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() in ENTER_KEYS and self.default is not None:
            self.default.click()
        else:
            super().keyPressEvent(event)


def focus_control(control: QWidget) -> bool:
    """Put the cursor into the line of a control, or else on the part that Tab leads to; return
    whether it takes the focus."""
    parts = [*tab_order.controls_in_reading_order(control)]
    if isinstance(control, ChoiceButtons):
        parts = [part for part in (control.focus_button(),) if part]
    lines = (part for part in parts if isinstance(part, QLineEdit) and part.isEnabled())
    first = next(lines, parts[0] if parts else None)
    if first is not None:
        # As by Tab: new input replaces the text.
        if isinstance(first, QLineEdit) and not first.hasFocus():
            first.selectAll()
        first.setFocus(Qt.FocusReason.TabFocusReason)
    return first is not None
