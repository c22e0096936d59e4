"""The sheet of another campus is typed into the rule editor, from the rule set that is nearest."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QComboBox, QWidget

from scorepad.desk.houserules import HouseRules
from scorepad.spades.library import load_library, parse_rules_file
from scorepad.spades.rulefile import changed_parameters, plain_rules
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.rules.house_rules_editor import HouseRulesEditor
from scorepad.window.rules.parameter_control import (
    BandListBox,
    MisdealReasonsInput,
    PenaltyLadderInput,
)
from scorepad.window.widgets.inputs import ComboBox, LineEdit, Stepper
from tests.window.evening import RULES, Evening, press, read
from tests.window.find import settle, type_over

HOUSES = Path(__file__).parents[1] / "data" / "houses"
SHEETS = {"cookout-nola": "books", "columbus-whist": "books", "florida-state": "unc"}
"""Rule sets as other places print them, and the rule set from which each is made."""
SECTIONS = (
    ("big_bid", "Big bid", "Scored separately", "Like any other contract"),
    ("blind_bid", "Blind bid", "Allowed", "Not allowed"),
)


def choose_by_keys(box: QComboBox, value: Any) -> None:
    QTest.keyClick(box, Qt.Key.Key_Home)
    for _row in range(box.findData(value)):
        QTest.keyClick(box, Qt.Key.Key_Down)


def type_lines(control: QWidget, lines: list[str]) -> None:
    QTest.keyClick(control, Qt.Key.Key_A, Qt.KeyboardModifier.ControlModifier)
    QTest.keyClick(control, Qt.Key.Key_Delete)
    for number, text in enumerate(lines):
        if number:
            QTest.keyClick(control, Qt.Key.Key_Return)
        QTest.keyClicks(control, text)


def enter(editor: HouseRulesEditor, path: str, value: Any) -> None:
    """Type or choose a value in the control of its parameter."""
    editor.form.focus_parameter(path)
    settle()
    control: Any = editor.form.controls[path]
    if isinstance(control, PenaltyLadderInput):
        for number, step in enumerate(value or ()):
            word, _, count = step.partition(" ")
            box = control.findChildren(ComboBox)[number]
            choose_by_keys(box, word)
            if count:
                type_lines(control.findChildren(Stepper)[number].line, [count])
    elif isinstance(control, QComboBox):
        choose_by_keys(control, value)
    elif isinstance(control, MisdealReasonsInput):
        for number in range(max(len(value), len(control.typed()["misdeals"]))):
            typed_into = control.findChildren(LineEdit)[number]
            type_lines(typed_into, value[number : number + 1])
    else:
        shown = ", ".join(map(str, value)) if isinstance(value, list) else value
        line = control.line if isinstance(control, Stepper) else control
        type_lines(line, [] if shown is None else [str(shown)])


@pytest.mark.parametrize("sheet", SHEETS)
def test_a_sheet_is_typed(qtbot: Any, evening: Evening, tmp_path: Path, sheet: str) -> None:
    library = load_library(RULES, tmp_path)
    house = HouseRules(tmp_path, library)
    page = HouseRulesPage(house, evening.settings)
    qtbot.addWidget(page)
    page.resize(1200, 800)
    page.refresh_and_select(SHEETS[sheet])
    page.show()
    wanted = plain_rules(library.build(parse_rules_file(HOUSES / f"{sheet}.toml"), sheet))
    press(page, "Copy and change")
    editor = page.editor
    assert editor is not None
    type_over(editor, "Name", str(wanted["name"]))
    type_over(editor, "Edition", str(wanted["edition"]))
    type_over(editor, "Source", str(wanted["source"]))
    changes = changed_parameters(wanted, plain_rules(library.get(SHEETS[sheet])))
    for section, title, there, away in SECTIONS:
        if bool(wanted.get(section)) != editor.form.value(section):
            press(editor.form, f"{title}: {there if wanted.get(section) else away}")
    bands = wanted.get("big_bid") or []
    bands = bands if isinstance(bands, list) else [bands]
    for each in changes:
        if each.of.section == "big_bid":
            if bands:
                enter(editor, each.of.path, bands[0].get(each.of.name, each.of.default))
        elif each.of.section in wanted and each.of.path != "deal.misdeal_deadline":
            enter(editor, each.of.path, each.now)
    if len(bands) > 1:
        more = editor.form.findChildren(BandListBox)[0]
        type_lines(more, [f"{each['from']}+: {each['made']}, {each['set']}" for each in bands[1:]])
    assert "\n·" not in read(editor), "nothing before the point"
    press(editor, "Save")
    assert page.editor is None
    saved = plain_rules(library.get(page.list.chosen))
    assert changed_parameters(saved, wanted) == ()
    assert (saved["name"], saved["source"]) == (wanted["name"], wanted["source"])
