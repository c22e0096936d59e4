"""House rules on the screen: copied, changed, tried, saved, named, deleted, written and read."""

from __future__ import annotations

import tomllib
from itertools import product
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QLabel, QPushButton

from scorepad.desk.houserules import HouseRules
from scorepad.spades.library import load_library
from scorepad.spades.parameters import parameters
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import PRESETS
from scorepad.spades.words import T
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.rules.house_rules_editor import HouseRulesEditor
from scorepad.window.rules.parameter_control import (
    BandListBox,
    NumberListEdit,
    RulingListBox,
    TextListBox,
)
from scorepad.window.widgets.inputs import ChoiceButtons, Stepper
from tests.window.evening import RULES, Evening, press, read
from tests.window.find import choice, find, line, settle, type_over
from tests.window.screen_faults import faults
from tests.window.stage import Stage, type_keys

VARIANTS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "variants.toml").read_text("utf-8")
)["variant"]


def together() -> list[tuple[str, dict[str, Any]]]:
    """The variants in as few rule sets as they fit into: each says other parameters of its base."""
    optional = {each.path for each in parameters() if each.optional}
    made: list[tuple[str, dict[str, Any]]] = []
    for variant in VARIANTS:
        base = variant.get("base", "unc")
        values = {
            path: None if value is False and path in optional else value
            for path, value in variant["values"][-1].items()
        }
        room = (whole for of, whole in made if of == base and not whole.keys() & values.keys())
        whole = next(room, None)
        if whole is None:
            made.append((base, values))
        else:
            whole |= values
    return made


TOGETHER = together()


def editor_of(page: HouseRulesPage) -> HouseRulesEditor:
    assert page.editor is not None
    return page.editor


def begin(page: HouseRulesPage, base: str = "unc", name: str = "Thursday") -> HouseRulesEditor:
    page.list.choose(base)
    press(page, "Copy and change")
    editor = editor_of(page)
    named = line(editor.form, "Name")
    assert named.hasSelectedText(), "a new name can be typed at once"
    # The whole rule set is shown again with each key.
    named.setText(name[:-1])
    type_keys(named, name[-1])
    return editor


def set_parameter(editor: HouseRulesEditor, path: str, value: Any) -> None:
    editor.form.fill({path: value})


def stepper(editor: HouseRulesEditor, path: str) -> Stepper:
    found = editor.form.fields[path].findChild(Stepper)
    assert isinstance(found, Stepper)
    return found


def test_a_copy_is_changed_and_new_matches_can_use_it(
    qtbot: Any, page: HouseRulesPage, house: HouseRules, evening: Evening
) -> None:
    editor = begin(page)
    target = stepper(editor, "game.target").line
    target.selectAll()
    type_keys(target, "350")
    assert "≠ UNC: 300" in read(editor.form.fields["game.target"])
    assert "300 → 350" in read(editor.differences)
    assert "1 difference · not saved yet · Ctrl+Enter to save" in read(editor)
    press(editor, "Save")
    assert page.editor is None
    assert page.list.chosen == "thursday"
    assert "“Thursday” is saved" in page.strip.text
    assert load_library(RULES, house.folder).get("thursday").game.target == 350
    new = NewMatchPage(evening.desk, evening.settings)
    qtbot.addWidget(new)
    assert choice(new, "Rule set").itemText(0) == "Thursday", "one's own come first"
    choice(new, "Rule set").setCurrentText("Thursday")
    press(new, "Start the match")
    (kept,) = evening.desk.matches()
    assert evening.desk.read(kept.id).rules.game.target == 350


def test_values_are_changed_tried_and_discarded(
    page: HouseRulesPage, house: HouseRules, subtests: pytest.Subtests
) -> None:
    editor = begin(page)
    with subtests.test("every field has its meaning beside it"):
        said = read(editor.form)
        for each in parameters():
            field = editor.form.fields[each.path]
            texts = " ".join(label.text().casefold() for label in field.findChildren(QLabel))
            assert str(T(each.meaning)).casefold() in texts, each.path
        for text in ("Check before the first deal", "Rulings", "Rules of play for the table card"):
            assert text in said
    with subtests.test("back restores the value of the original"):
        set_parameter(editor, "bags.limit", None)
        assert "6 → none" in read(editor.differences)
        editor.form.focus_parameter("bags.limit")
        focused = page.window().focusWidget()
        assert focused is not None
        QTest.keyClick(focused, Qt.Key.Key_Tab)
        back = "Back to the original: Bag limit"
        assert find(editor.form, QPushButton, back) is page.window().focusWidget(), (
            "next to its field"
        )
        press(editor.form, back)
        assert editor.form.value("bags.limit") == 6
        assert "No differences from UNC yet." in read(editor.differences)
    with subtests.test("a number that may be missing is typed and emptied"):
        limit = line(editor.form.fields["bags.limit"], "Bag limit")
        assert limit.text() == "6"
        limit.selectAll()
        type_keys(limit, "\b")
        assert editor.draft.data["bags"].get("limit") is None
        assert limit.placeholderText() == "none"
        type_keys(limit, "-")
        assert "✕" in read(editor.form.fields["bags.limit"]), "half a number is none"
        type_keys(limit, "\b12")
        assert editor.draft.data["bags"]["limit"] == 12
        type_keys(limit, "\b\b6")
    with subtests.test("a changed value moves no other field"):
        settle()
        before = {path: each.y() for path, each in editor.form._rows.items()}
        press(editor.form, "Target +")
        settle()
        assert "≠ UNC: 300" in read(editor.form.fields["game.target"])
        assert {path: each.y() for path, each in editor.form._rows.items()} == before
    with subtests.test("a second band leaves the first as the original has it"):
        find(editor.form, BandListBox, "More big bids").setPlainText("13: 400, 300")
        set_parameter(editor, "big_bid.to", 12)
        assert "≠ UNC: none" in read(editor.form.fields["big_bid.to"])
        assert "≠" not in read(editor.form.fields["big_bid.made"])
        bands = house.rules_of_draft(editor.draft).big_bid
        assert [each.with_nil for each in bands] == [True, True], "without “no nil”"
    with subtests.test("the sample hand is scored as it is typed"):
        find(editor, ChoiceButtons, "Show").choose(1)
        sample = editor.sample
        assert "Contract made" in read(sample)
        assert "≠ UNC" not in read(sample)
        set_parameter(editor, "contract.trick", 20)
        # 4 + 3 bid, 8 taken: 140 and an overtrick here, 70 and one there.
        assert "+141 → 141 points, 1 bag" in read(sample)
        assert "≠ UNC: +71 → 71 points, 1 bag" in read(sample)
        tricks = sample.lines["tricks"][0]
        tricks.selectAll()
        type_keys(tricks, "6")
        assert "has 13" in sample.refused.text()
        example = choice(sample, "Example")
        assert example.currentText() == "As typed below"
        tricks.selectAll()
        type_keys(tricks, "x")
        assert "“x” isn't a number of tricks" in sample.refused.text()
        points = sample.lines["score"][1]
        points.selectAll()
        type_keys(points, "x")
        assert "“x” isn't a number" in sample.refused.text()
        example.setCurrentIndex(9)
        example.activated.emit(9)
        assert sample.lines["bags"][1].text() == "9"
        assert "Bag penalty" in read(sample)
    with subtests.test("discarded changes are not kept"):
        editor.keep()
        press(editor, "Discard the changes")
        assert page.editor is None
        assert "not saved" not in read(page)
        assert list(house.folder.iterdir()) == []


@pytest.mark.parametrize(("base", "values"), TOGETHER, ids=lambda each: str(each)[:40])
def test_every_variant_can_be_made_here(
    page: HouseRulesPage, house: HouseRules, base: str, values: dict[str, Any]
) -> None:
    """Each control takes the value, keeps it as it is, and the rule set is saved with it."""
    editor = begin(page, base)
    if any(path.startswith("big_bid.") for path in values) and "big_bid" not in editor.draft.data:
        press(editor.form, "Scored separately")
    for path, value in values.items():
        set_parameter(editor, path, value)
    assert {path: editor.form.value(path) for path in values} == values
    press(editor, "Save")
    saved = plain_rules(load_library(RULES, house.folder).get("thursday"))
    for path, value in values.items():
        section, _, name = path.partition(".")
        assert saved[section].get(name) == value, path


def test_a_value_out_of_bounds_is_said_by_its_field(
    page: HouseRulesPage, house: HouseRules
) -> None:
    editor = begin(page)
    set_parameter(editor, "clock.warn_minutes", [])
    typed = find(editor.form.fields["clock.warn_minutes"], NumberListEdit)
    type_keys(typed, "5, x")
    sentence = "✕ “5, x” isn't allowed; use a list of whole numbers from 0 to 1000000"
    assert sentence in read(editor.form.fields["clock.warn_minutes"])
    assert "Fix the marked numbers" in editor.sample.refused.text()
    target = stepper(editor, "game.target").line
    target.selectAll()
    type_keys(target, "0")
    assert "0 isn't allowed; use a whole number from 1" in (read(editor.form.fields["game.target"]))
    assert "2 values aren't valid" in read(editor)
    press(editor, "Save")
    assert page.editor is editor
    assert house.ids() == ()
    typed.clear()
    type_keys(typed, "7, 2")
    target.selectAll()
    type_keys(target, "200")
    type_keys(line(editor.form, "Name"), "\b" * 20)
    assert "A rule set needs a name" in read(editor.form)
    type_keys(line(editor.form, "Name"), "UNC")
    assert "Another rule set already has this name" in read(editor.form)


def test_a_big_bid_is_switched_on_and_off(page: HouseRulesPage, house: HouseRules) -> None:
    editor = begin(page, "washburn")
    assert not editor.form.fields["big_bid.made"].isEnabled()
    press(editor.form, "Scored separately")
    assert editor.draft.data["big_bid"] == {"from": 10, "made": 200, "with_nil": True}
    assert "Like any other contract → Scored separately" in read(editor.differences)
    press(editor.form, "Like any other contract")
    assert "big_bid" not in editor.draft.data
    press(editor.form, "Scored separately")
    set_parameter(editor, "big_bid.set", 100)
    press(editor, "Save")
    (big,) = house.library.get("thursday").big_bid
    assert (big.from_, big.made, big.set) == (10, 200, 100)


def test_rulings_and_lists_are_changed_and_the_books_game_is_typed(
    page: HouseRulesPage, house: HouseRules
) -> None:
    editor = begin(page)
    data = editor.draft.data
    count = len(data["ruling"])
    rulings = find(editor.form, RulingListBox, "Rulings")
    left = rulings.toPlainText().split("\n\n")[1:]
    rulings.setPlainText("\n\n".join((*left, "Who keeps the score?\nThe host.")))
    assert len(data["ruling"]) == count
    assert data["ruling"][-1]["question"] == "Who keeps the score?"
    assert "≠ Rulings" in read(editor.differences)
    checked = find(editor.form, TextListBox, "Check before the first deal")
    checked.setPlainText("phones off")
    press(editor.form, "Blind bid: Allowed")
    for path, value in {
        "first_hand.bids": "itself",
        "boston.taken": 200,
        "bidding.barred": [1, 9],
        "blind_bid.minimum": 5,
        "renege.ladder": ["tricks 3", "forfeit"],
    }.items():
        set_parameter(editor, path, value)
    press(editor, "Save")
    rules = house.library.get("thursday")
    assert rules.first_hand.bids == "itself"
    assert (rules.boston.taken, rules.bidding.barred) == (200, (1, 9))
    assert rules.blind_bid is not None
    assert (rules.blind_bid.minimum, rules.blind_bid.trick) == (5, 20)
    assert rules.renege.ladder == ("tricks 3", "forfeit")
    assert [each.text for each in rules.checklist] == ["phones off"]
    assert rules.ruling[-1].question == "Who keeps the score?"


def test_unsaved_changes_are_kept_when_the_page_is_left(
    qtbot: Any, page: HouseRulesPage, house: HouseRules, evening: Evening
) -> None:
    editor = begin(page)
    set_parameter(editor, "game.target", 444)
    QTest.keyClick(editor, Qt.Key.Key_Escape)
    assert page.editor is None
    assert house.ids() == ()
    assert "“Thursday” has unsaved changes." in read(page)
    page.list.choose("chicago")
    press(page, "Copy and change")
    assert page.editor is None, "first what is not saved"
    later = HouseRulesPage(
        HouseRules(house.folder, load_library(RULES, house.folder)), evening.settings
    )
    qtbot.addWidget(later)
    later.show()
    press(later, "Continue")
    assert editor_of(later).form.value("game.target") == 444
    press(editor_of(later), "Save")
    assert "thursday" in load_library(RULES, house.folder).ids()
    assert not (house.folder / "unsaved.json").exists()


def test_a_row_shows_its_whole_text_where_the_pointer_rests(page: HouseRulesPage) -> None:
    assert [
        page.list.model().index(row, 0).data(Qt.ItemDataRole.ToolTipRole) for row in range(2)
    ] == [
        "UNC\nships with Scorepad",
        "UNC championship match\nships with Scorepad",
    ]


def test_a_rule_set_is_renamed_deleted_and_brought_back_exported_and_imported(
    page: HouseRulesPage, house: HouseRules, tmp_path: Path
) -> None:
    editor = begin(page)
    set_parameter(editor, "game.floor", -200)
    set_parameter(editor, "contract.set", "zero")
    press(editor, "Save")
    press(page, "Rename")
    named = line(editor_of(page).form, "Name")
    assert editor_of(page).focusWidget() is named
    named.selectAll()
    type_keys(named, "Friday")
    QTest.keyClick(named, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    assert house.library.get("thursday").name == "Friday"
    press(page, "Delete")
    assert house.ids() == ()
    assert not (house.folder / "thursday.toml").exists()
    press(page, "Bring it back")
    rules = load_library(RULES, house.folder).get("thursday")
    assert (rules.name, rules.game.floor) == ("Friday", -200)
    file = tmp_path / "ours.toml"
    page.export_rules("thursday", file)
    assert page.strip.text == "✓ Saved: ours.toml"
    assert tomllib.loads(file.read_text("utf-8"))["contract"] == {"set": "zero"}
    page.import_files([str(file)])
    assert page.strip.text == "✓ You already have “Friday”"
    press(page, "Delete")
    page.import_files([str(file), str(tmp_path / "none.toml")])
    assert "Imported “Friday”" in page.strip.text
    assert "none.toml can't be read" in page.strip.text
    assert house.library.get("thursday").contract.set == "zero"
    page.export_rules("thursday", tmp_path / "no" / "ours.toml")
    assert "can't be written" in page.strip.text


def test_a_damaged_file_is_told_of_and_keeps_nothing_from_use(
    qtbot: Any, tmp_path: Path, evening: Evening
) -> None:
    folder = tmp_path / "damaged"
    folder.mkdir()
    (folder / "a.toml").write_text("= 1", "utf-8")
    (folder / "b.toml").write_text('id = "b"\nname = "B"\nextends = "nobody"', "utf-8")
    made = HouseRulesPage(HouseRules(folder, load_library(RULES, folder)), evening.settings)
    qtbot.addWidget(made)
    made.show()
    assert "a.toml: isn't valid TOML" in made.strip.text
    made.list.choose("b")
    assert "rule set “nobody” doesn't exist" in read(made)
    press(made, "Delete")
    assert not (folder / "b.toml").exists()
    made.list.choose("unc")
    press(made, "Copy and change")
    assert made.editor is not None


def test_every_control_is_named_reached_and_large_enough(page: HouseRulesPage) -> None:
    sizes = (1366, 760), (760, 520)
    for size in sizes:
        page.resize(*size)
        assert faults(page) == []
    page.resize(*sizes[0])
    editor = begin(page)
    # A narrow page shows one thing at a time.
    page.resize(800, 600)
    assert editor.form.isVisible()
    assert not editor.sample.isVisible()
    find(editor, ChoiceButtons, "Show").choose(1)
    assert editor.sample.isVisible()
    assert not editor.form.isVisible()
    page.resize(1366, 760)
    assert editor.form.isVisible()
    assert editor.sample.isVisible()
    set_parameter(editor, "game.target", 444)
    for size, view in product(sizes, range(3)):
        page.resize(*size)
        find(editor, ChoiceButtons, "Show").choose(view)
        assert faults(page) == []
    press(editor, "Back to the list")
    for size in sizes:
        page.resize(*size)
        assert faults(page) == []


def test_house_rules_are_a_page_of_the_window(qtbot: Any, tmp_path: Path) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.window.do("house-rules")
    shown = stage.window.stack.currentWidget()
    assert isinstance(shown, HouseRulesPage)
    assert shown.list.count() == len(PRESETS)
    editor = begin(shown)
    set_parameter(editor, "game.target", 321)
    stage.window.do("list")
    stage.window.do("house-rules")
    again = stage.window.stack.currentWidget()
    assert isinstance(again, HouseRulesPage)
    press(again, "Continue")
    press(editor_of(again), "Save")
    assert stage.evening.desk.library.get("thursday").game.target == 321
    assert (Path(stage.window.environment.folder) / "rules" / "thursday.toml").is_file()


def test_a_second_band_of_big_bids_is_typed_and_stays_so(
    page: HouseRulesPage, house: HouseRules
) -> None:
    """RULES 3: several bands; "10 for 200" and a Boston of its own."""
    editor = begin(page)
    set_parameter(editor, "big_bid.to", 12)
    more = find(editor.form, BandListBox, "More big bids")
    more.setPlainText("12: 400, 300")
    assert "The big bids overlap" in read(editor.form)
    more.setPlainText("13+: 400, 300, no nil")
    press(editor, "Save")
    one, other = house.library.get("thursday").big_bid
    assert (one.from_, one.to, one.made) == (10, 12, 120)
    assert (other.from_, other.to, other.made, other.set) == (13, None, 400, 300)
    assert [each.with_nil for each in house.library.get("thursday").big_bid] == [True, False]
    press(page, "Change…")
    editor = editor_of(page)
    more = find(editor.form, BandListBox, "More big bids")
    assert more.toPlainText() == "13+: 400, 300, no nil"
    set_parameter(editor, "big_bid.made", 150)
    press(editor, "Save")
    bands = house.library.get("thursday").big_bid
    assert [(each.made, each.with_nil) for each in bands] == [(150, True), (400, False)]


def test_differences_are_shown_anew_for_another_original(
    page: HouseRulesPage, house: HouseRules
) -> None:
    differences = begin(page).differences
    assert "No differences from UNC yet." in read(differences)
    unc = plain_rules(house.library.get("unc"))
    for base, said in (
        (None, "isn't a copy"),
        (unc | {"name": "Ours"}, "from Ours yet"),
        (unc, "from UNC yet"),
    ):
        differences.show_changes(unc, base)
        assert said in read(differences)


def test_the_common_values_of_books_are_copied(
    qtbot: Any, evening: Evening, tmp_path: Path
) -> None:
    """RULES 3: "Books (house)" is a rule set to copy, not one of the presets."""
    house = HouseRules(tmp_path, load_library(RULES, tmp_path))
    page = HouseRulesPage(house, evening.settings)
    qtbot.addWidget(page)
    page.refresh_and_select("books")
    page.show()
    assert page.list.chosen == "books"
    assert not find(page, QPushButton, "Delete").isVisibleTo(page)
    press(page, "Copy and change")
    editor = page.editor
    assert editor is not None
    type_over(editor, "Name", "Lodge Night")
    press(editor, "Save")
    rules = house.library.get("lodge-night")
    assert (rules.game.target, rules.document, rules.places) == (350, None, {})
