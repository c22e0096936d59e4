"""House rules: a parameter is found by its name, from the differences, and changed at once."""

from __future__ import annotations

from typing import Any

from scorepad.window.rules.house_rules import HouseRulesPage
from tests.window.evening import press
from tests.window.find import line
from tests.window.stage import type_keys
from tests.window.test_house_rules import begin, set_parameter, stepper


def test_a_parameter_is_found_by_its_name_and_from_the_differences(
    qtbot: Any, page: HouseRulesPage
) -> None:
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    editor = begin(page)
    wanted = line(editor, "Find a parameter")
    # It is found by words of its name.
    wanted.setFocus()
    type_keys(wanted, "failed nil")
    shown = [path for path, field in editor.form.fields.items() if field.isVisibleTo(editor)]
    assert shown == ["nil.failed_tricks", "nil.bags_when_set"]
    assert wanted.accessibleDescription() == "2 parameters found"
    type_keys(wanted, "\n")
    assert editor.form.fields["nil.failed_tricks"].isAncestorOf(editor.focusWidget())
    wanted.selectAll()
    type_keys(wanted, "\b")
    assert all(field.isVisibleTo(editor) for field in editor.form.fields.values())
    # What is typed then replaces the value.
    wanted.setFocus()
    type_keys(wanted, "bag lim\n")
    limit = stepper(editor, "bags.limit").line
    assert editor.focusWidget() is limit
    assert limit.selectedText() == "6"
    type_keys(limit, "7")
    assert limit.text() == "7"
    assert editor.draft.data["bags"]["limit"] == 7
    # And from the list of differences, while another one is looked for.
    wanted.setFocus()
    press(editor.differences, "Change: Bags · Bag limit")
    assert limit.selectedText() == "7"
    set_parameter(editor, "nil.pair", "all-or-nothing")
    wanted.setFocus()
    wanted.selectAll()
    type_keys(wanted, "minutes")
    press(editor.differences, "Change: Nil · Both partners nil")
    field = editor.form.fields["nil.pair"]
    assert field.isVisible()
    assert field.isAncestorOf(editor.focusWidget())
