"""Unsaved house rules: what is discarded, typed or asked about is not lost unseen."""

from __future__ import annotations

from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QTimer

from scorepad.desk.houserules import HouseRules
from scorepad.spades.entries import Clock
from scorepad.window.rules.house_rules import HouseRulesPage
from tests.window.evening import press, read
from tests.window.find import FileDialog, button, line
from tests.window.stage import Stage, type_keys
from tests.window.test_house_rules import begin, editor_of, set_parameter, stepper


def test_what_is_typed_of_house_rules_is_not_lost(page: HouseRulesPage, house: HouseRules) -> None:
    set_parameter(begin(page), "game.target", 444)
    # Discarded changes are brought back: those of the editor, and those that wait in the list.
    for leave in ("Discard the changes", "Back to the list"):
        press(editor_of(page), leave)
        if leave == "Back to the list":
            press(page, "Discard")
        assert "Discarded the changes to “Thursday”." in read(page), leave
        assert house.read_unsaved_draft() is None, leave
        press(page, "Bring it back")
        assert editor_of(page).form.value("game.target") == 444, leave
    # A number out of bounds doesn't change typed, and is told.
    editor = editor_of(page)
    target = stepper(editor, "game.target").line
    target.setFocus()
    target.selectAll()
    type_keys(target, "0")
    line(editor, "Find a rule").setFocus()
    assert target.text() == "0"
    assert "0 isn't allowed; use a whole number from 1" in read(editor.form.fields["game.target"])
    press(editor, "Save")
    assert page.editor is editor, "what is not allowed is not saved"
    target.selectAll()
    type_keys(target, "444")
    press(editor, "Save")
    assert page.editor is None
    assert house.library.get("thursday").game.target == 444
    for opens in ("Export…", "Import…"):
        button(page, opens).setFocus()
        FileDialog(partial(press, page, opens))
        assert page.focusWidget() is button(page, opens), opens


def test_a_clock_runs_on_while_a_dialog_asks(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    table = stage.open(rules="unc").table
    table.record(Clock(do="start"))
    stage.window.do("house-rules")
    rules = stage.window.stack.currentWidget()
    assert isinstance(rules, HouseRulesPage)
    stage.pass_(24 * 60)

    def export() -> None:
        QTimer.singleShot(0, lambda: stage.pass_(2 * 60))
        press(rules, "Export…")

    assert FileDialog(export).title == "Export the rule set"
    assert stage.alarm.rung == ["warning"]
