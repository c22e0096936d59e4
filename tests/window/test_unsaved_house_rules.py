"""Unsaved house rules: what is discarded, typed or asked about is not lost unseen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QFileDialog

from scorepad.desk.houserules import HouseRules
from scorepad.spades.entries import Clock
from scorepad.window.rules.house_rules import HouseRulesPage
from tests.window.evening import press, read
from tests.window.find import button, find, line
from tests.window.stage import Stage, type_keys
from tests.window.test_house_rules import begin, editor_of, set_parameter, stepper


@pytest.mark.parametrize("again", [False, True])
def test_discarded_changes_are_brought_back(
    page: HouseRulesPage, house: HouseRules, again: bool
) -> None:
    editor = begin(page)
    set_parameter(editor, "game.target", 444)
    if again:
        press(editor, "Back to the list")
        press(page, "Discard it")
    else:
        press(editor, "Discard the changes")
    assert "The changes of “Thursday” are discarded." in read(page)
    assert house.unsaved() is None
    press(page, "Bring it back")
    assert editor_of(page).form.value("game.target") == 444
    press(editor_of(page), "Save")
    assert house.library.get("thursday").game.target == 444


def test_a_number_out_of_bounds_stays_as_typed_and_is_told(page: HouseRulesPage) -> None:
    editor = begin(page)
    target = stepper(editor, "game.target").line
    target.setFocus()
    target.selectAll()
    type_keys(target, "0")
    line(editor, "Find a parameter").setFocus()
    assert target.text() == "0"
    assert "0 is not allowed; allowed is a whole number from 1" in read(
        editor.form.fields["game.target"]
    )
    press(editor, "Save")
    assert page.editor is editor
    target.selectAll()
    type_keys(target, "60")
    press(editor, "Save")
    assert page.editor is None


@pytest.mark.parametrize("opens", ["Export…", "Import…"])
def test_the_page_waits_until_its_file_dialog_is_answered(page: HouseRulesPage, opens: str) -> None:
    editor = begin(page)
    press(editor, "Save")
    button(page, opens).setFocus()
    press(page, opens)
    dialog = find(page, QFileDialog)
    assert dialog.isVisible()
    assert not dialog.isModal()
    for held in ("Delete", "Change…", "Rename", "Copy and change", "Export…", "Import…"):
        assert not button(page, held).isEnabled(), held
    assert not page.list.isEnabled()
    assert page.window().focusWidget() is page, "the cursor stays on the page"
    dialog.reject()
    assert not dialog.isVisible()
    assert page.focusWidget() is button(page, opens)
    for free in ("Delete", "Change…", "Export…", "Import…"):
        assert button(page, free).isEnabled(), free
    assert page.list.isEnabled()


def test_a_clock_runs_on_while_a_dialog_asks(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    table = stage.open(rules="unc").table
    table.record(Clock(do="start"))
    stage.window.do("house-rules")
    rules = stage.window.stack.currentWidget()
    assert isinstance(rules, HouseRulesPage)
    press(rules, "Export…")
    dialog = find(rules, QFileDialog)
    stage.pass_(24 * 60)
    stage.pass_(2 * 60)
    assert stage.alarm.rung == ["warning"]
    stage.window.tables.show_table(table.id)
    stage.type("5")
    assert stage.page.bar.bids is not None
    assert stage.page.bar.bids.keys == "5"
    dialog.reject()
