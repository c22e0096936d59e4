"""No word of the program's own reaches a screen, a paper or a refusal: no code word of a rule set
or an entry, no field, no class, no id and no backtick."""

from __future__ import annotations

import gettext
import io
import re
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any, Final, Literal, get_args, get_origin, get_type_hints

import msgspec
import pypdf
import pytest
from PySide6.QtWidgets import QApplication, QWidget

from reports import PAPERS, SheetMaker
from scorepad.desk import ports
from scorepad.events import entries as event_entries
from scorepad.spades import board, entries, rules
from scorepad.spades.entries import Time
from scorepad.spades.parameters import parameters
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import PRESETS
from scorepad.window.match.panel_place import PANELS
from scorepad.window.rules.deviations import DeviationsForm
from tests.window.evening import HAND
from tests.window.find import choose, find
from tests.window.pictures import SIZES, TRANSLATIONS
from tests.window.scenes import Scene
from tests.window.stage import delete_closed, one_theme
from tests.window.test_every_screen import families, show, shown_scene
from tests.window.test_right_to_left import spoken_texts

MODULES: Final = (rules, board, entries, event_entries, ports)
ENGLISH: Final = {"all-or-nothing", "check-in", "head-to-head", "high-card", "round-robin"}
"""Code words that people use too."""
# A sheet prints the id of its match, and what verifies it names that.
UUID: Final = r"[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}"


def literals(hint: Any) -> set[str]:
    """Return the texts that a type allows."""
    if get_origin(hint) is Literal:
        return {each for each in get_args(hint) if isinstance(each, str)}
    return {text for part in get_args(hint) for text in literals(part)}


def internal_words() -> set[str]:
    """Return the code words, fields and classes of rule sets, entries and what is kept."""
    words = {each.path for each in parameters()} | {*PRESETS}
    for module in MODULES:
        for name, value in vars(module).items():
            words |= literals(value)
            if isinstance(value, type) and issubclass(value, msgspec.Struct):
                hints = get_type_hints(value, include_extras=True)
                words |= {name, str(value.__struct_config__.tag), *value.__struct_fields__}
                words |= {text for hint in hints.values() for text in literals(hint)}
    # Of one word, people may say it as well.
    return {each for each in words - ENGLISH if re.search(r"\w[-_.]\w|[a-z][A-Z]", each)}


INTERNAL: Final = re.compile(
    r"`|(?<![\w-])(?:"
    + "|".join(map(re.escape, sorted(internal_words())))
    + rf")(?![\w-])|(?<!match )(?<!Match ){UUID}"
)


def found_in(texts: Iterable[str]) -> set[tuple[str, str]]:
    """Return the internal words in texts, each with its text."""
    return {(hit[0], text) for text in texts for hit in INTERNAL.finditer(text)}


def test_the_words_that_are_looked_for_are_those_of_the_code() -> None:
    for text in ("if-agreed: only", "say `why`", "the on_tie", "a HeadChange", "clock.at_time ="):
        assert found_in([text])
    assert not found_in(["Agreed: one more hand.", "Both teams agree to blind nil (Double Nil)"])


@pytest.mark.parametrize("names", families().values(), ids=families())
def test_no_screen_has_an_internal_word(
    qtbot: object, qapp: QApplication, tmp_path: Path, names: list[str]
) -> None:
    one_theme(qapp)
    found = {}
    with shown_scene(SIZES["small"][:2], tmp_path) as scene:
        scene.window.setUpdatesEnabled(False)
        for name in names:
            show(scene, name)
            found[name] = found_in(spoken_texts(scene.window))
    assert {name: words for name, words in found.items() if words} == {}


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
    for key in PANELS:
        if key == "why":
            scene.page.explain_what_decides()
        else:
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
            found[name] = found_in(spoken_texts(window))
            delete_closed()
        played = scene.evening.play(HAND, HAND, rules=rules_id).match
    sheets = SheetMaker()
    for name in ("sheet", "blank-sheet"):
        pdf = sheets.make_paper(PAPERS[name], [played], "A4")
        pages = pypdf.PdfReader(io.BytesIO(pdf)).pages
        found[name] = found_in(each.extract_text() for each in pages)
    assert {name: words for name, words in found.items() if words} == {}
