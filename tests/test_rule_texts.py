"""What the rule sets say in prose is collected, translated, and said wherever it is shown."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterator
from typing import Any

import pytest

from reports.sheets.blank_sheet import blank_sheet
from reports.sheets.tables import read_match_into_table_rows
from scorepad.__main__ import load_catalog
from scorepad.cli.rulesets import describe_rules
from scorepad.spades.library import Library
from scorepad.spades.rule_labels import VALUE_DESCRIPTIONS, agreement_texts
from scorepad.spades.rule_texts import brief_rules_by_topic
from scorepad.spades.rules import PRESETS, STEP_PATTERN, RuleSet
from scorepad.spades.words import (
    ENGLISH,
    Catalog,
    T,
    install,
    installed_language,
    join_with_commas,
    rule_file_text,
)
from tests.reports.drawn import pages
from tests.reports.made import FAR, made
from tests.test_words import ROOT, TRANSLATIONS, templates

pytestmark = pytest.mark.xdist_group("texts")

RULES = ROOT / "resources" / "rules"
CITATIONS = re.compile(
    r"(id|name|source|extends|places\..*|ruling\.(where|id|decides|lines|when)|.*\.set\..*"
    r"|.*\.rests_on)$"
)
"""What every language shows as the document has it."""
ENGLISH_WORDS = re.compile(
    r"\b(the|of|and|with|any|each|both|when|not|undated|revised|player|dealer|spades?|trick)\b"
)


PARAMETER = re.compile(r"\w+\.\w+ = (\"[a-z-]+\"|\d+)")
"""In an option of a ruling; as in the file in every language."""


def english_in(said: str) -> re.Match[str] | None:
    """An English word of a sentence, if it has any; “One Card” is the name of a card."""
    return ENGLISH_WORDS.search(PARAMETER.sub("", said).casefold().replace("one card", ""))


@pytest.fixture
def spanish() -> Catalog:
    catalog = load_catalog("es", TRANSLATIONS)
    install(catalog)
    assert installed_language() == "es"
    return catalog


def prose(rules: RuleSet) -> Iterator[str]:
    yield rules.edition
    yield from (each.text for each in (*rules.checklist, *rules.play))
    yield from rules.deal.misdeals
    for ruling in rules.ruling:
        yield ruling.question
        yield ruling.reading
        yield from (option.reading for option in ruling.options)


def strings(value: Any, path: str = "") -> Iterator[tuple[str, str]]:
    """Every text of a file, with the names that lead to it."""
    if isinstance(value, str):
        yield path, value
    elif isinstance(value, dict):
        for name, item in value.items():
            yield from strings(item, f"{path}.{name}".lstrip("."))
    elif isinstance(value, list):
        for item in value:
            yield from strings(item, path)


def test_every_text_of_a_shipped_file_is_collected_or_a_citation() -> None:
    collected = {text for text, file in templates().items() if file.startswith("resources/")}
    cited = 0
    for file in sorted(RULES.glob("*.toml")):
        for path, text in strings(tomllib.loads(file.read_text("utf-8"))):
            if CITATIONS.match(path):
                assert text not in collected, (file.name, path)
                cited += 1
            elif path.endswith(".ladder"):
                assert re.fullmatch(STEP_PATTERN, text)
            elif text not in VALUE_DESCRIPTIONS.get(".".join(path.split(".")[:2]), ()):
                assert text in collected, (file.name, path, text)
    assert cited > 50
    assert len(collected) > 100


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize("preset", PRESETS)
def test_every_prose_text_is_in_spanish(preset: str, library: Library) -> None:
    texts = list(prose(library.get(preset)))
    assert len(texts) > 20
    for text in texts:
        said = str(rule_file_text(text))
        assert said != text
        assert not english_in(said), said
        assert PARAMETER.findall(said) == PARAMETER.findall(text)


@pytest.mark.usefixtures("spanish")
def test_a_house_rule_set_has_the_texts_that_it_inherits(library: Library) -> None:
    data = {"id": "h", "name": "House", "extends": "washburn", "checklist": ["Phones {off}"]}
    shown = "\n".join(describe_rules(library.resolve(data)))
    assert "Las picas son triunfo." in shown
    assert "Phones {off}" in shown


def test_a_text_of_a_house_is_said_as_it_is_written(library: Library, spanish: Catalog) -> None:
    odd = "{n} of {team}, {} and {0!r:>9}: 100 % }{"
    data = {
        "id": "h",
        "name": "House",
        "extends": "unc",
        "edition": odd,
        "checklist": [odd],
        "play": [odd],
        "deal": {"misdeals": [odd, "no spade"]},
        "ruling": [{"question": odd, "reading": odd, "options": [odd]}],
    }
    rules = library.resolve(data)
    for catalog in (ENGLISH, spanish):
        install(catalog)
        assert str(rule_file_text(odd)) == odd
        assert str(T("{text}", text=rule_file_text(odd))) == odd
        assert "\n".join(describe_rules(rules)).count(odd) == 8
        assert odd in " ".join(said for _, said in brief_rules_by_topic(rules))
        page, *_more = pages(blank_sheet(rules))
        assert page.text.replace("\n", " ").count("{0!r:>9}") == 4
    assert "mano sin picas" in "\n".join(describe_rules(rules))


@pytest.mark.usefixtures("spanish")
def test_an_empty_text_is_empty() -> None:
    assert str(rule_file_text("")) == ""


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_blank_sheet_is_spanish(preset: str, library: Library) -> None:
    text = "\n".join(page.text for page in pages(blank_sheet(library.get(preset))))
    assert not english_in(text), english_in(text)


@pytest.mark.usefixtures("spanish")
@pytest.mark.parametrize("preset", PRESETS)
def test_a_rule_set_is_told_in_spanish(preset: str, library: Library) -> None:
    for line in describe_rules(library.get(preset)):
        if not line.strip().startswith(("Fuente:", "lugar:")):
            # A parameter and its value are before its meaning, and a ruling's id before a reading.
            code = r"^  [a-z_]+ +[\w, -]+?  +|^ +[a-z-]+=\d  "
            assert not english_in(re.sub(code, "", line)), line


@pytest.mark.usefixtures("spanish")
def test_agreements_are_said_in_words() -> None:
    agreed = {**FAR, "bidding": {"blind_nil": "yes"}, "deal": {"misdeals": ["no spade"]}}
    match = made(1, agreed=agreed)
    rows = [(r.parameter, r.rule_set, r.agreed) for r in read_match_into_table_rows(match).agreed]
    assert ("Nil ciego (doble nil)", "si se acuerda", "sí") in rows
    assert ("Causas de reparto nulo", "ninguno", "mano sin picas") in rows
    assert "Nil ciego (doble nil): sí" in [str(text) for text in agreement_texts(agreed)]


@pytest.mark.usefixtures("spanish")
def test_a_ground_that_was_recorded_is_said_in_spanish() -> None:
    match = made(0, {"kind": "misdeal", "reason": "no spade"}, rules="unc", agreed={})
    remark, _effect = read_match_into_table_rows(match).remarks
    assert remark.now == "mano sin picas"


def test_a_list_of_texts() -> None:
    assert str(join_with_commas([T("a"), rule_file_text("{b}"), T("c")])) == "a, {b}, c"
    assert str(join_with_commas([T("a")])) == "a"
    assert str(join_with_commas([T("a, b"), T("c")], semicolons=True)) == "a, b; c"
    with pytest.raises(ValueError, match="nothing"):
        join_with_commas([])
