"""A Spanish window says what a rule set says in Spanish, and keeps it as the file has it."""

from __future__ import annotations

from typing import Any

import pytest

from scorepad.__main__ import load_catalog
from scorepad.desk.houserules import HouseRules
from scorepad.spades.entries import Misdeal
from scorepad.spades.rulefile import changed_lists, plain_rules
from scorepad.spades.words import install
from scorepad.window.floor.new_match import NewMatchPage
from scorepad.window.match.panel_place import PANELS
from scorepad.window.panels.panel import PanelContext
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.rules.house_rules_editor import HouseRulesEditor
from scorepad.window.rules.parameter_control import RulingListBox
from scorepad.window.rules.rule_card import RuleCard
from tests.test_rule_texts import english_in
from tests.test_words import TRANSLATIONS
from tests.window.evening import Evening, Sheets, press, read
from tests.window.find import line, type_over

ODD = "{n} & {0!r:>9}: 100 % }{"


@pytest.fixture(autouse=True)
def spanish(english: None) -> None:
    install(load_catalog("es", TRANSLATIONS))


def panel(qtbot: Any, evening: Evening, key: str, rules: str, **head: Any) -> Any:
    table = evening.play(rules=rules, **head)
    made = PANELS[key](PanelContext(table, Sheets(), evening.settings))
    qtbot.addWidget(made)
    made.show()
    return made


@pytest.mark.parametrize("rules", ["unc", "fairmont-state", "washburn", "alpha-theta", "chicago"])
def test_the_rules_panel(qtbot: Any, evening: Evening, rules: str) -> None:
    shown = read(panel(qtbot, evening, "rules", rules))
    assert "triunfo" in shown.casefold()
    source = evening.library.get(rules).source
    for shown_line in shown.splitlines():
        if not shown_line.startswith("§ ") and source not in shown_line:
            assert not english_in(shown_line), shown_line


def test_what_was_agreed(qtbot: Any, evening: Evening) -> None:
    agreed = {"bidding": {"blind_nil": "yes"}, "deal": {"misdeals": ["no spade"]}}
    shown = read(panel(qtbot, evening, "rules", "chicago", agreed=agreed))
    assert "Nil ciego (doble nil): sí" in shown
    assert "Causas de reparto nulo: mano sin picas" in shown


def test_a_ground_is_chosen_in_spanish_and_kept_as_the_file_has_it(
    qtbot: Any, evening: Evening
) -> None:
    made = panel(qtbot, evening, "misdeal", "unc")
    press(made, "Motivo: mano sin picas")
    entry = made.entry()
    assert isinstance(entry, Misdeal)
    assert entry.reason == "no spade"


def test_the_card_and_the_checklist_of_a_new_match(qtbot: Any, evening: Evening) -> None:
    evening.settings.set_and_save("rules", "washburn")
    page = NewMatchPage(evening.desk, evening.settings)
    qtbot.addWidget(page)
    page.show()
    assert "carné de Washburn" in read(page)
    assert "Revisado 06/2019 · Washburn University" in read(page)


def test_a_text_of_a_house_is_shown_as_it_is_written(qtbot: Any, evening: Evening) -> None:
    data = {
        "id": "odd",
        "name": "Odd",
        "extends": "unc",
        "edition": ODD,
        "play": [ODD],
        "deal": {"misdeals": [ODD]},
        "ruling": [{"question": ODD, "reading": ODD, "options": [ODD]}],
    }
    rules = evening.library.resolve(data)
    card = RuleCard()
    qtbot.addWidget(card)
    card.show_rules(rules)
    card.show()
    assert read(card).count(ODD) == 3
    shown = read(panel(qtbot, evening, "rules", plain_rules(rules)))  # type: ignore[arg-type]
    assert shown.count(ODD) == 6


@pytest.fixture
def editor(qtbot: Any, evening: Evening, house: HouseRules) -> HouseRulesEditor:
    page = HouseRulesPage(house, evening.settings)
    qtbot.addWidget(page)
    page.resize(1366, 760)
    page.show()
    page.list.choose("unc")
    page.edit_copy()
    assert page.editor is not None
    # The page goes with what it shows.
    page.editor.setProperty("page", page)
    return page.editor


def saved(house: HouseRules, editor: HouseRulesEditor) -> dict[str, Any]:
    return dict(house.library.file(house.save(editor.draft).id)[1])


def test_of_the_original_only_what_is_changed_is_kept_otherwise(
    editor: HouseRulesEditor, house: HouseRules, subtests: pytest.Subtests
) -> None:
    with subtests.test("what nobody touched is the original s still"):
        form = editor.form
        assert line(form, "Causa de reparto nulo 2").text() == "mano sin picas"
        written = form.findChildren(RulingListBox)[0].toPlainText()
        assert "¿Hasta cuándo se puede pedir reparto nulo?" in written
        form.controls["deal.misdeals"].changed.emit()  # type: ignore[attr-defined]
        form.fill({"bags.limit": 5})
        kept = saved(house, editor)
        assert kept["bags"] == {"limit": 5}
        assert "deal" not in kept
        assert "play" not in kept
        assert "ruling" not in kept
    with subtests.test("one line is changed and the others stay"):
        for number in (4, 3, 1):
            line(editor.form, f"Causa de reparto nulo {number}").clear()
        type_over(editor.form, "Causa de reparto nulo 3", "una carta {boca} arriba")
        (rulings,) = editor.form.findChildren(RulingListBox)
        before = house.library.get("unc").ruling
        asked = "¿Hasta cuándo se puede pedir reparto nulo?"
        rulings.setPlainText(rulings.toPlainText().replace(asked, "¿Y hasta cuándo?"))
        kept = saved(house, editor)
        assert kept["deal"]["misdeals"] == ["no spade", "una carta {boca} arriba"]
        changed = [each for each in kept["ruling"] if each["question"] == "¿Y hasta cuándo?"]
        assert [each["reading"] for each in changed] == [
            each.reading for each in before if each.question.startswith("How late")
        ]
        rulings.setPlainText(rulings.toPlainText().replace("¿Y hasta cuándo?", asked))
        assert changed_lists(editor.draft.data, house.base_of(editor.draft) or {}) == ()
