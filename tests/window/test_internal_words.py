"""No word of the program's own reaches a screen (`test_every_screen` looks at those), a paper or a
refusal, whichever rule set brings the texts."""

from __future__ import annotations

import gettext
import io
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest
from PySide6.QtWidgets import QApplication, QWidget

from reports import PAPERS, SheetMaker
from scorepad.spades.entries import Time
from scorepad.spades.parameters import parameters
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import PRESETS
from scorepad.window.rules.deviations import DeviationsForm
from tests.window.evening import HAND
from tests.window.find import choose, find
from tests.window.internal_words import found_in
from tests.window.pictures import TRANSLATIONS
from tests.window.scenes import Scene
from tests.window.stage import delete_closed, one_theme
from tests.window.test_every_screen import shown_scene
from tests.window.test_right_to_left import spoken_texts


def test_the_words_that_are_looked_for_are_those_of_the_code() -> None:
    for text in ("if-agreed: only", "say `why`", "the on_tie", "a HeadChange", "clock.at_time ="):
        assert found_in([text])
    assert not found_in(["Agreed: one more hand.", "Blind nil (Double Nil)"])


def test_no_text_has_a_backtick() -> None:
    catalog = TRANSLATIONS / "es" / "LC_MESSAGES" / "scorepad.mo"
    with catalog.open("rb") as file:
        texts = vars(gettext.GNUTranslations(file))["_catalog"]
    both = {str(text) for pair in texts.items() for text in pair}
    assert {text for text in both if "`" in text} == set()


def rule_screens(scene: Scene, rules_id: str) -> Iterator[tuple[str, QWidget]]:
    """Yield every screen that shows a rule set, with its name."""
    rule_set = scene.evening.library.get(rules_id)
    scene.window.do("new")
    choose(scene.window, "Rule set", rule_set.name)
    yield "new match", scene.window
    every: dict[str, dict[str, Any]] = {}
    whole = plain_rules(rule_set)
    for each in parameters():
        value = whole.get(each.section, {}).get(each.name, each.default)
        every.setdefault(each.section, {})[each.name] = value
    find(scene.window, DeviationsForm).fill(every)
    yield "all deviations", scene.window
    table = scene.table(HAND, HAND, rules=rules_id)
    scene.page.explain_what_decides()
    yield "what decides", scene.window
    for key in ("rules", "ruling", "renege", "why"):
        scene.page.do(key)
        yield key, scene.window
    table.record(Time(dealt=True))
    yield "time", scene.window
    assert scene.window.pages is not None
    page = scene.window.pages.show_house_rules()
    page.refresh_and_select(rules_id)
    yield "house rules", scene.window
    page.edit_copy()
    yield "house rules, a copy", scene.window


@pytest.mark.parametrize("rules_id", PRESETS)
def test_no_rule_set_brings_an_internal_word(
    qtbot: object, qapp: QApplication, tmp_path: Path, rules_id: str
) -> None:
    one_theme(qapp)
    found = {}
    with shown_scene((1366, 768), tmp_path) as scene:
        scene.window.setUpdatesEnabled(False)
        for name, window in rule_screens(scene, rules_id):
            QApplication.processEvents()
            found[name] = found_in({*spoken_texts(window)})
            delete_closed()
        played = scene.evening.play(HAND, HAND, rules=rules_id).match
    sheets = SheetMaker()
    for name in ("sheet", "blank-sheet"):
        pdf = sheets.make_paper(PAPERS[name], [played], "A4")
        pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
        found[name] = found_in(each.extract_text() for each in pages)
    assert {name: words for name, words in found.items() if words} == {}
