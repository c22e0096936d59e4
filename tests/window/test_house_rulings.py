"""House rules that no parameter states: written as a ruling, read where the offence is recorded."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtWidgets import QWidget

from scorepad.desk.houserules import HouseRules
from scorepad.spades.rulefile import load_library
from scorepad.window.house_rules import HouseRulesPage
from scorepad.window.rule_words import readings
from tests.window.evening import HAND, RULES, WORDS, Evening, press, read
from tests.window.stage import Stage, one_theme, type_keys

VARIANTS: list[dict[str, Any]] = tomllib.loads(
    (Path(__file__).parents[1] / "data" / "variants.toml").read_text("utf-8")
)["variant"]
RULINGS = [
    (each["row"], ruling["question"], ruling["reading"])
    for each in VARIANTS
    for ruling in each.get("ruling", ())
]


@pytest.mark.parametrize(("row", "question", "reading"), RULINGS, ids=lambda each: each[:30])
def test_what_no_parameter_says_is_made_as_a_ruling(
    qtbot: Any, qapp: Any, tmp_path: Path, row: str, question: str, reading: str
) -> None:
    one_theme(qapp)
    evening = Evening(tmp_path)
    house = HouseRules(tmp_path / "rules", evening.library)
    page = HouseRulesPage(house, WORDS, evening.settings)
    qtbot.addWidget(page)
    page.resize(1366, 760)
    page.show()
    page.list.choose("unc")
    press(page, "Copy and change")
    assert page.editor is not None
    name = page.editor.form._names["name"][0]
    name.clear()
    type_keys(name, "Thursday")
    press(page.editor.form, "Add a ruling")
    type_keys(page.editor.focusWidget(), question)
    fields = page.editor.form.findChildren(QWidget)
    type_keys([each for each in fields if each.accessibleName() == "Reading: "][-1], reading)
    press(page.editor, "Save")
    saved = load_library(RULES, house.folder).get("thursday")
    assert (saved.ruling[-1].question, saved.ruling[-1].reading) == (question, reading)
    about = {"renege": "renege", "table talk": "talk"}.get(row)
    if about is not None:
        assert f"As read here: {reading}" in [WORDS(each) for each in readings(saved, about)]


@pytest.mark.parametrize(
    ("rules", "action", "said"),
    [
        ("unc", "renege", "As read here: "),
        ("fairmont-state", "renege", "As read here: The side is set"),
        ("fairmont-state", "talk", "As read here: A side's, in the whole match."),
    ],
)
def test_the_panel_says_how_the_rule_set_is_read(
    qtbot: Any, tmp_path: Path, rules: str, action: str, said: str
) -> None:
    stage = Stage(qtbot, tmp_path)
    page = stage.open(HAND, rules=rules)
    stage.window.do(action)
    assert page.panel is not None
    assert said in read(page.panel)
