"""House rules that no parameter states: written as a ruling, read where the offense is recorded."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import QMimeData
from PySide6.QtGui import QTextCursor

from scorepad.desk.houserules import HouseRules
from scorepad.spades.library import load_library
from scorepad.spades.rule_labels import rulings_about
from scorepad.window.rules.house_rules import HouseRulesPage
from scorepad.window.rules.house_rules_form import SentenceBox
from tests.window.evening import HAND, RULES, Evening, press, read
from tests.window.find import line
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
    for _row, question, reading in RULINGS:
        press(page.editor.form, "Add a ruling")
        # All but the last letter at once: the page reckons anew with each.
        asked = page.editor.focusWidget()
        assert isinstance(asked, SentenceBox)
        fields = page.editor.form.findChildren(SentenceBox)
        read_so = [each for each in fields if each.accessibleName() == "Reading: "][-1]
        for field, text in ((asked, question), (read_so, reading)):
            field.insertPlainText(text[:-1])
            type_keys(field, text[-1])
    press(page.editor, "Save")
    saved = load_library(RULES, house.folder).get("thursday")
    written = [(each.question, each.reading) for each in saved.ruling]
    for row, question, reading in RULINGS:
        assert (question, reading) in written
        about = {"renege": "renege", "table talk": "talk"}.get(row)
        if about is not None:
            assert f"{question}\n{reading}" in [str(each) for each in rulings_about(saved, about)]


@pytest.mark.parametrize(("rules", "size"), [("unc", (1024, 640)), ("fairmont-state", (1366, 760))])
def test_a_ruling_is_shown_whole_where_it_is_changed(
    qtbot: Any, qapp: Any, tmp_path: Path, rules: str, size: tuple[int, int]
) -> None:
    one_theme(qapp)
    evening = Evening(tmp_path)
    page = HouseRulesPage(HouseRules(tmp_path / "rules", evening.library), evening.settings)
    qtbot.addWidget(page)
    page.resize(*size)
    page.show()
    page.list.choose(rules)
    press(page, "Copy and change")
    assert page.editor is not None
    sentences = page.editor.form.findChildren(SentenceBox)
    assert len(sentences) == 2 * len(evening.library.get(rules).ruling)

    def whole(each: SentenceBox) -> None:
        qapp.processEvents()
        last = each.document().lastBlock()
        bottom = each.blockBoundingGeometry(last).translated(each.contentOffset()).bottom()
        assert bottom <= each.viewport().height() + 1, each.text()
        assert each.viewport().height() - bottom < 2 * each.fontMetrics().lineSpacing()

    for each in sentences:
        whole(each)
    long = max(sentences, key=lambda each: len(each.text()))
    assert long.height() > min(each.height() for each in sentences), "some need two lines"
    # Typing makes it higher; Enter and a pasted line's end make no line of their own.
    high = sentences[0].height()
    said = sentences[0].text()
    sentences[0].moveCursor(QTextCursor.MoveOperation.End)
    type_keys(sentences[0], " and so on" * 6 + "\n")
    pasted = QMimeData()
    pasted.setText("one\ntwo")
    sentences[0].insertFromMimeData(pasted)
    whole(sentences[0])
    assert sentences[0].height() > high
    assert sentences[0].text() == said + " and so on" * 6 + "one two"
    pasted.setText("x" * (498 - len(sentences[0].text())))
    sentences[0].insertFromMimeData(pasted)
    type_keys(sentences[0], "xxxx")
    assert len(sentences[0].text()) == 500


def test_the_panel_says_how_the_rule_set_is_read(stage: Stage, subtests: pytest.Subtests) -> None:
    for rules, action, said in [
        ("unc", "renege", "the 30 points?\nThe offending team loses 3 tricks"),
        ("fairmont-state", "renege", "Whose bid is lost?\nThe team is set"),
        ("fairmont-state", "talk", "for how long?\nThe team, for the whole match."),
    ]:
        with subtests.test(rules=rules, action=action, said=said):
            page = stage.open(HAND, rules=rules)
            stage.window.do(action)
            assert page.panel is not None
            assert said in read(page.panel)
