"""House rules: a parameter is found by its name, from the differences, and changed at once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.desk.houserules import HouseRules
from scorepad.window.house_rules import HouseRulesPage
from tests.window.evening import WORDS, Evening, press
from tests.window.stage import one_theme, type_keys
from tests.window.test_house_rules import begin, put, stepper


@pytest.fixture
def page(qtbot: Any, tmp_path: Path, qapp: Any) -> HouseRulesPage:
    one_theme(qapp)
    evening = Evening(tmp_path)
    house = HouseRules(tmp_path / "rules", evening.library)
    made = HouseRulesPage(house, WORDS, evening.settings)
    qtbot.addWidget(made)
    made.resize(1366, 760)
    made.show()
    return made


def test_a_difference_leads_to_its_field(page: HouseRulesPage) -> None:
    editor = begin(page)
    put(editor, "nil.pair", "all-or-nothing")
    type_keys(editor._find, "minutes")
    press(editor.differences, "Change: Nil · Both partners nil")
    field = editor.form.fields["nil.pair"]
    assert field.isVisible()
    assert field.isAncestorOf(editor.focusWidget())


def test_finding_a_parameter(page: HouseRulesPage) -> None:
    editor = begin(page)
    type_keys(editor._find, "failed nil")
    shown = [path for path, field in editor.form.fields.items() if field.isVisibleTo(editor)]
    assert shown == ["nil.failed_tricks", "nil.bags_when_set"]
    assert editor._find.accessibleDescription() == "2 parameters found"
    type_keys(editor._find, "\n")
    assert editor.form.fields["nil.failed_tricks"].isAncestorOf(editor.focusWidget())
    editor._find.clear()
    type_keys(editor._find, "\b")
    editor._look_for("")
    assert all(field.isVisibleTo(editor) for field in editor.form.fields.values())


def test_what_is_typed_after_finding_replaces_the_value(qtbot: Any, page: HouseRulesPage) -> None:
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    editor = begin(page)
    editor._find.setFocus()
    type_keys(editor._find, "bag lim\n")
    line = stepper(editor, "bags.limit").line
    assert editor.focusWidget() is line
    assert line.selectedText() == "6"
    type_keys(line, "7")
    assert line.text() == "7"
    assert editor.draft.data["bags"]["limit"] == 7
    # And from the list of differences.
    editor._find.setFocus()
    press(editor.differences, "Change: Bags · Bag limit")
    assert line.selectedText() == "7"
