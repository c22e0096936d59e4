"""A form: declared fields, what is typed in them, their mistakes, focus and Enter."""

from __future__ import annotations

from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton, QWidget

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.widgets import layouts
from scorepad.window.widgets.form import NOT_YET, FieldRefused, FieldSpec, Form
from scorepad.window.widgets.inputs import (
    CheckBox,
    ChoiceButtons,
    ComboBox,
    LineEdit,
    NumberLine,
    Stepper,
    TextBox,
)
from scorepad.window.widgets.window_page import WindowPage
from tests.window.evening import read
from tests.window.find import button, field, line, press
from tests.window.stage import type_keys

COLORS = [("red", "Red"), ("blue", "Blue")]


def even(number: int | None) -> int | None:
    """Half of an even number; refuses any other."""
    if number is not None and number % 2:
        raise Refused("{n} is odd", n=number)
    return None if number is None else number // 2


def order(**options: Any) -> Form:
    """A form with a field of each kind; the reason is asked for only where the color is red."""
    return Form(
        [
            FieldSpec("name", "Name", LineEdit(), "As on the sheet.", missing=T("Write a name.")),
            (
                FieldSpec("color", "Color", ChoiceButtons(COLORS, name="Color")),
                FieldSpec("shade", "Shade", ComboBox([("", "any"), ("dark", "Dark")])),
            ),
            FieldSpec(
                "why",
                "Why",
                LineEdit(),
                missing=T("Enter a reason."),
                shown=lambda form: form.value("color") == "red",
            ),
            FieldSpec("pair", "Pairs", NumberLine(), read=even),
            FieldSpec("count", "Count", Stepper(0, 9)),
            FieldSpec("gift", None, CheckBox("Gift")),
            FieldSpec("note", "Note", TextBox()),
        ],
        **options,
    )


@pytest.fixture
def form(qtbot: Any) -> Form:
    made = order()
    qtbot.addWidget(made)
    made.show()
    made.activateWindow()
    qtbot.waitUntil(made.isActiveWindow)
    return made


TYPED = {
    "name": "Ann",
    "color": "red",
    "shade": "dark",
    "why": "liked",
    "pair": "4",
    "count": 3,
    "gift": True,
    "note": "two\nlines",
}


def test_what_is_typed_goes_into_another_form_and_comes_back(form: Form, qtbot: Any) -> None:
    form.show_recorded_values({"name": "Bo", "color": "blue", "count": 1})
    touched = [form.touched]
    with qtbot.waitSignal(form.changed):
        form.fill(TYPED)
    touched.append(form.touched)
    assert form.typed() == TYPED
    assert form.values() == {**TYPED, "pair": 2}
    form.fill(form.untouched or {})
    assert [*touched, form.touched] == [False, True, False]


def test_a_value_that_a_control_cannot_show_is_left_out(form: Form) -> None:
    form.fill(TYPED)
    form.fill({"color": "green", "shade": "light", "count": "many", "unknown": 1})
    assert form.typed() == TYPED


def test_a_field_is_there_only_while_another_one_says_so(form: Form) -> None:
    form.fill({"name": "Ann"})
    assert not form.fields["why"].isVisible()
    assert "why" not in form.values()
    press(form, "Color: Red")
    assert form.fields["why"].isVisible()
    with pytest.raises(FieldRefused):
        form.values()
    assert form.values(final=False)["why"] == NOT_YET


def test_what_is_missing_is_said_at_its_field_until_something_is_typed(form: Form) -> None:
    with pytest.raises(FieldRefused) as missing:
        form.values()
    assert form.blame(missing.value)
    assert "✕ Write a name." in read(field(form, "Name"))
    assert form.focusWidget() is line(form, "Name")
    type_keys(form.focusWidget(), "A")
    assert "Write a name" not in read(form)
    assert not form.blame(Refused("not of a field"))


@pytest.mark.parametrize(
    ("typed", "says"),
    [("3", "✕ 3 is odd"), ("x", "✕ Enter a whole number, or leave it empty")],
)
def test_what_cannot_be_read_is_said_and_stays(form: Form, typed: str, says: str) -> None:
    form.fill({"name": "Ann", "pair": typed})
    with pytest.raises(FieldRefused) as missing:
        form.values()
    form.blame(missing.value)
    assert says in read(field(form, "Pairs"))
    assert line(form, "Pairs").text() == typed


def test_in_a_form_of_separate_fields_each_has_its_own_mistake(qtbot: Any) -> None:
    form = order(separate=True)
    qtbot.addWidget(form)
    form.show()
    form.fields["name"].show_mistake("not this one")
    form.fields["pair"].show_mistake("nor this one")
    type_keys(line(form, "Name"), "A")
    assert "ot this one" not in read(field(form, "Name"))
    assert "Nor this one" in read(field(form, "Pairs"))
    press(form, "Color: Red")
    assert not line(form, "Why").hasFocus()


def test_a_choice_by_key_leads_to_the_next_field_that_is_shown(form: Form) -> None:
    red = button(form, "Color: Red")
    red.setFocus()
    QTest.keyClick(red, Qt.Key.Key_Space)
    assert form.focusWidget() is form.controls["shade"]


def test_a_choice_by_mouse_leaves_the_focus_where_it_is(form: Form) -> None:
    red = button(form, "Color: Red")
    QTest.mouseClick(red, Qt.MouseButton.LeftButton)
    assert form.value("color") == "red"
    assert form.focusWidget() is not form.controls["shade"]


def test_enter_presses_the_default_button_from_any_field(form: Form, qtbot: Any) -> None:
    form.default = record = QPushButton("Record", form)
    pressed: list[str] = []
    record.clicked.connect(lambda: pressed.append("Record"))
    for key in ("name", "pair"):
        QTest.keyClick(form.controls[key], Qt.Key.Key_Return)
    assert len(pressed) == 2
    QTest.keyClick(form.controls["note"], Qt.Key.Key_Return)
    assert form.value("note") == ""
    assert form.typed()["note"] == "\n"
    record.setEnabled(False)
    QTest.keyClick(form.controls["name"], Qt.Key.Key_Return)
    assert len(pressed) == 2


@pytest.mark.qt_log_ignore("This plugin does not support", extend=True)
@pytest.mark.parametrize("in_page", [False, True])
def test_enter_on_a_list_opens_it_and_records_nothing(qtbot: Any, in_page: bool) -> None:
    pressed = list[str]()
    page, form = WindowPage("Page"), order()
    page.do_enter_action = lambda: pressed.append("page")  # type: ignore[method-assign]
    layouts.set_column(page, form)
    if not in_page:
        form.default = QPushButton("Record", form)
        form.default.clicked.connect(lambda: pressed.append("Record"))
    qtbot.addWidget(page)
    page.show()
    shade = form.controls["shade"]
    assert isinstance(shade, ComboBox)
    shade.setFocus()
    QTest.keyClick(shade, Qt.Key.Key_Return)
    qtbot.waitUntil(shade.view().isVisible, timeout=5000)
    QTest.keyClick(shade.view(), Qt.Key.Key_Down)
    QTest.keyClick(shade.view(), Qt.Key.Key_Return)
    qtbot.waitUntil(lambda: not shade.view().isVisible())
    assert form.value("shade") == "dark"
    assert pressed == []


def test_a_screen_reader_hears_label_and_help_of_each_field(form: Form) -> None:
    assert line(form, "Name").accessibleDescription() == "As on the sheet."
    assert button(form, "Color: Blue").text() == "Blue"
    named: list[QWidget] = [*form.controls.values()]
    assert all(each.accessibleName() for each in named)


LONG = [(number, f"A choice with many letters, {number}") for number in range(3)]


@pytest.mark.parametrize(
    ("spec", "kind", "value"),
    [
        (FieldSpec("a", "A", example="e.g. 4"), LineEdit, ""),
        (FieldSpec("a", "A", default="Ann"), LineEdit, "Ann"),
        (FieldSpec("a", "A", int), NumberLine, None),
        (FieldSpec("a", "A", bool, default=False), ChoiceButtons, False),
        (FieldSpec("a", "A", choices=COLORS, default="blue"), ChoiceButtons, "blue"),
        (FieldSpec("a", "A", choices=LONG, default=2), ComboBox, 2),
    ],
)
def test_a_field_has_the_control_that_its_type_asks_for(
    qtbot: Any, spec: FieldSpec, kind: type[QWidget], value: object
) -> None:
    form = Form([spec])
    qtbot.addWidget(form)
    assert type(form.controls["a"]) is kind
    assert form.read_value("a") == value
    form.fill({"a": LONG[1][0] if kind is ComboBox else value})
    assert form.read_value("a") == (1 if kind is ComboBox else value)


@pytest.mark.parametrize("down", [False, True])
@pytest.mark.parametrize("chosen", [1, None])
def test_the_arrows_go_round_the_choices(qtbot: Any, down: bool, chosen: int | None) -> None:
    choice = ChoiceButtons([(n, str(n)) for n in range(3)], chosen=chosen, down=down)
    qtbot.addWidget(choice)
    choice.show()
    choice.activateWindow()
    qtbot.waitUntil(choice.isActiveWindow)
    buttons = [button(choice, str(n)) for n in range(3)]
    buttons[1].setFocus()
    back, on = (Qt.Key.Key_Up, Qt.Key.Key_Down) if down else (Qt.Key.Key_Left, Qt.Key.Key_Right)
    for key, at in ((on, 2), (on, 0), (back, 2), (back, 1)):
        QTest.keyClick(choice.focusWidget(), key)
        assert choice.focusWidget() is buttons[at]
        assert choice.value == (None if chosen is None else at), "a choice moves with the focus"
