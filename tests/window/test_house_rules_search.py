"""House rules: a parameter is found by its name, from the differences, and changed at once."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.desk.houserules import HouseRules
from scorepad.spades.rulefile import text_of
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.rules.parameter_control import TextListBox
from tests.window.evening import press, read
from tests.window.find import find, line, type_over
from tests.window.stage import type_keys
from tests.window.test_house_rules import begin, set_parameter


def test_a_parameter_is_found_by_the_words_of_players(
    page: HouseRulesPage, subtests: pytest.Subtests
) -> None:
    """“Sandbag” and “10 for 200” are UNC's own words."""
    editor = begin(page)
    search = line(editor, "Find a rule")
    for word, path in (
        ("sandbag", "bags.limit"),
        ("sandbags", "contract.overtrick"),
        ("book", "contract.trick"),
        ("board", "bidding.side_minimum"),
        ("Boston", "big_bid.made"),
        ("10 for 200", "big_bid.from"),
        ("revoke", "renege.effect"),
        ("mercy", "game.floor"),
        ("moon", "big_bid.made"),
        ("set twice", "game.sets_to_lose"),
        ("time limit", "clock.minutes"),
    ):
        with subtests.test(word=word):
            search.selectAll()
            type_keys(search, word)
            assert editor.form.fields[path].isVisibleTo(editor)
            assert not editor.form.fields["deal.redeal"].isVisibleTo(editor)
            assert "No rule matches" not in read(editor)


def test_what_is_found_first_or_not_at_all(
    qtbot: Any, page: HouseRulesPage, subtests: pytest.Subtests
) -> None:
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    editor = begin(page)
    wanted = line(editor, "Find a rule")
    wanted.setFocus()
    for word, first, not_found in (
        ("board", "bidding.side_minimum", "talk.ladder"),
        ("Boston", "big_bid.from", "bidding.side_maximum"),
    ):
        with subtests.test("the rule that is meant is found first", word=word):
            wanted.selectAll()
            type_keys(wanted, word)
            fields = editor.form.fields.items()
            shown = [path for path, field in fields if "." in path and field.isVisibleTo(editor)]
            assert shown[0] == first
            assert not_found not in shown
    with subtests.test("a lead that ends the game is said to be no rule"):
        wanted.selectAll()
        type_keys(wanted, "mercy")
        assert (
            "Scorepad has no mercy rule, which would end a game when one team is far ahead."
            in read(page)
        )
    with subtests.test("a word that finds nothing is said"):
        wanted.selectAll()
        type_keys(wanted, "castling")
        assert "No rule matches “castling”." in read(page)
    for word in ("bag", "ruling", "check", "source"):
        with subtests.test("also a card without parameters is found by its name", word=word):
            wanted.selectAll()
            type_keys(wanted, word)
            assert "No rule matches" not in read(page)


def test_what_a_copy_inherits_is_listed_for_review(page: HouseRulesPage) -> None:
    """A set without jokers has no use for what UNC says about them."""
    editor = begin(page)
    assert "Check what still applies" not in read(editor.differences)
    set_parameter(editor, "bags.penalty", 50)
    shown = read(editor.differences)
    assert (
        "1 item to check, 11 rules of play, 19 rulings from UNC. Check what still applies." in shown
    )
    assert "a current UNC One Card" in shown
    assert "left out" not in shown
    set_parameter(editor, "deal.jokers", False)
    shown = read(editor.differences)
    assert "1 item to check, 7 rules of play, 18 rulings from UNC." in shown
    assert (
        "Left out because you changed the related rules: 4 rules of play, 1 ruling from UNC."
        in shown
    )
    press(editor, "Save")


def test_a_saved_copy_leaves_out_what_is_untrue_and_takes_it_back(
    house: HouseRules, page: HouseRulesPage
) -> None:
    editor = begin(page)
    type_over(editor, "Name", "No jokers")
    set_parameter(editor, "deal.jokers", False)
    find(editor.form, TextListBox, "Check before the first deal").setPlainText("phones off")
    press(editor, "Save")
    stated = house.library.file("no-jokers")[1]
    assert "play" not in stated
    rules = house.library.get("no-jokers")
    assert not any("joker" in each.text for each in rules.play)
    draft = house.open_for_editing("no-jokers")
    draft.data["deal"]["jokers"] = True
    house.save(draft)
    assert house.library.get("no-jokers").play == house.library.get("unc").play


def test_a_list_that_was_changed_states_no_untrue_line_of_the_original(house: HouseRules) -> None:
    draft = house.make_unsaved_copy("unc", "Own lines", "")
    draft.data["deal"]["jokers"] = False
    draft.data["play"].append("Phones off.")
    house.save(draft)
    texts = [text_of(each) for each in house.library.file("own-lines")[1]["play"]]
    assert "Phones off." in texts
    assert not any("joker" in each for each in texts)


def test_a_parameter_is_found_by_its_name_and_from_the_differences(
    qtbot: Any, page: HouseRulesPage
) -> None:
    page.activateWindow()
    qtbot.waitUntil(page.isActiveWindow)
    editor = begin(page)
    wanted = line(editor, "Find a rule")
    # It is found by words of its name.
    wanted.setFocus()
    type_keys(wanted, "failed nil")
    shown = [path for path, field in editor.form.fields.items() if field.isVisibleTo(editor)]
    assert shown == ["nil.failed_tricks", "nil.pair_failed_tricks", "nil.bags_when_set"]
    assert wanted.accessibleDescription() == "3 parameters found"
    type_keys(wanted, "\n")
    assert editor.form.fields["nil.failed_tricks"].isAncestorOf(editor.focusWidget())
    wanted.selectAll()
    type_keys(wanted, "\b")
    assert all(field.isVisibleTo(editor) for field in editor.form.fields.values())
    # What is typed then replaces the value.
    wanted.setFocus()
    type_keys(wanted, "bag lim\n")
    limit = line(editor, "Bag limit")
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
