"""House rules that no parameter states: written as a ruling, read where the offense is recorded."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtGui import QTextCursor

from scorepad.desk.houserules import HouseRules
from scorepad.spades.library import load_library
from scorepad.spades.rule_labels import rulings_about
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.rules.parameter_control import RulingListBox
from tests.window.evening import HAND, RULES, Evening, press, read
from tests.window.find import find, line
from tests.window.stage import Stage, one_theme, type_keys

VARIANTS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "variants.toml").read_text("utf-8")
)["variant"]
RULINGS = [
    (each["row"], ruling["question"], ruling["reading"])
    for each in VARIANTS
    for ruling in each.get("ruling", ())
]


def test_house_rules_without_a_parameter_are_written_as_rulings(
    qtbot: Any, qapp: Any, tmp_path: Path
) -> None:
    one_theme(qapp)
    evening = Evening(tmp_path)
    house = HouseRules(tmp_path / "rules", evening.library)
    page = HouseRulesPage(house, evening.settings)
    qtbot.addWidget(page)
    page.resize(1366, 760)
    page.show()
    page.list.choose("unc")
    press(page, "Copy and change")
    assert page.editor is not None
    name = line(page.editor.form, "Name")
    name.clear()
    type_keys(name, "Thursday")
    rulings = find(page.editor.form, RulingListBox, "Rulings")
    rulings.moveCursor(QTextCursor.MoveOperation.End)
    for _row, question, reading in RULINGS:
        # All but the last letter at once: the page reckons anew with each.
        rulings.insertPlainText(f"\n\n{question}\n{reading[:-1]}")
        type_keys(rulings, reading[-1])
    press(page.editor, "Save")
    saved = load_library(RULES, house.folder).get("thursday")
    written = [(each.question, each.reading) for each in saved.ruling]
    for row, question, reading in RULINGS:
        assert (question, reading) in written
        about = {"renege": "renege", "table talk": "talk"}.get(row)
        if about is not None:
            assert f"{question}\n{reading}" in [str(each) for each in rulings_about(saved, about)]


def test_a_ruling_keeps_what_it_decides_while_its_words_are_changed(qtbot: Any) -> None:
    rulings = RulingListBox()
    qtbot.addWidget(rulings)
    decides = {"question": "How late?", "reading": "Until the deal.", "options": ["Never."]}
    rulings.fill([{"question": "Who deals?", "reading": "The host."}, decides])
    assert rulings.other_readings() == "How late? Or: Never."
    text = rulings.toPlainText()
    for before, after in (("How late?", "How late at night?"), ("Until the deal.", "Until ten.")):
        text = text.replace(before, after)
        rulings.setPlainText(text)
        assert rulings.typed()[1]["options"] == ["Never."]
    assert rulings.typed()[1]["question"] == "How late at night?"
    rulings.setPlainText("Until ten.\n\n\nA question alone?")
    assert [each["reading"] for each in rulings.typed()] == ["", ""]


def test_the_panel_says_how_the_rule_set_is_read(stage: Stage, subtests: pytest.Subtests) -> None:
    for rules, action, said in [
        ("unc", "renege", "The offending team loses 3 tricks"),
        ("fairmont-state", "renege", "Whose bid is lost?\nThe team is set"),
        ("fairmont-state", "talk", "The team, for the whole match."),
    ]:
        with subtests.test(rules=rules, action=action, said=said):
            page = stage.open(HAND, rules=rules)
            stage.window.do(action)
            assert page.panel is not None
            assert said in read(page.panel)
