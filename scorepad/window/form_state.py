"""What is in the fields of a form, read and put back as values.

A form that goes away (another panel is opened, the window speaks another language) comes back as
it was left.  Its fields are told by their order: their names are not the same in every language.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, TypeAlias

from PySide6.QtWidgets import (
    QComboBox,
    QLineEdit,
    QPlainTextEdit,
    QPushButton,
    QScrollArea,
    QWidget,
)

from scorepad.spades.refusal import Refused
from scorepad.window.controls import Stepper
from scorepad.window.deviations import Deviations
from scorepad.window.parts import Choice
from scorepad.window.tab_order import laid_out

Values: TypeAlias = "tuple[Any, ...]"


def values_of(form: QWidget) -> Values:
    """What the fields of a form say, in the order in which they are laid out."""
    return tuple(_value(field) for field in _fields(form))


def put_back(form: QWidget, values: Values) -> None:
    """Have the fields say this, as if it had been typed.  What a field no longer takes it does
    not get."""
    for place, value in enumerate(values):
        # A choice may have brought other fields: they are looked for again each time.
        fields = list(_fields(form))
        if place >= len(fields):
            return
        if _value(fields[place]) != value:
            _put(fields[place], value)


def _value(field: QWidget) -> Any:
    if isinstance(field, Choice | Stepper):
        return field.value
    if isinstance(field, QComboBox):
        return field.currentData()
    if isinstance(field, QPlainTextEdit):
        return field.toPlainText()
    if isinstance(field, QLineEdit):
        return field.text()
    if isinstance(field, QPushButton):
        return field.isChecked()
    assert isinstance(field, Deviations)
    try:
        return field.agreed()
    except Refused:
        return None


def _put(field: QWidget, value: Any) -> None:
    if isinstance(field, Choice):
        if value in field.values:
            field.choose(value)
    elif isinstance(field, Stepper):
        field.set(value)
    elif isinstance(field, QComboBox):
        place = field.findData(value)
        if place >= 0:
            field.setCurrentIndex(place)
    elif isinstance(field, QPlainTextEdit):
        field.setPlainText(value)
    elif isinstance(field, QLineEdit):
        field.setText(value)
        field.textEdited.emit(value)
    elif isinstance(field, QPushButton):
        field.setChecked(value)
    elif isinstance(field, Deviations) and value is not None:
        field.fill(value)
        field.changed.emit()


def _fields(widget: QWidget) -> Iterator[QWidget]:
    """The fields in a widget, also those that are hidden."""
    if isinstance(widget, QPushButton):
        if widget.isCheckable():
            yield widget
    elif isinstance(widget, Choice | Stepper | QComboBox | QPlainTextEdit | QLineEdit | Deviations):
        yield widget
    elif isinstance(widget, QScrollArea):
        if (inside := widget.widget()) is not None:
            yield from _fields(inside)
    elif (layout := widget.layout()) is not None:
        for each in laid_out(layout):
            yield from _fields(each)
