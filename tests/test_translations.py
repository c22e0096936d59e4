"""Every text that people see is collected, and every language that is shipped says all of them."""

from __future__ import annotations

import ast
import importlib
import io
import json
import os
import pkgutil
import string
import subprocess
import sys
from collections.abc import Iterator, Mapping
from functools import cache
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from babel.messages.catalog import Catalog, Message
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

import reports
import scorepad
from scorepad.__main__ import Program, list_languages_with_own_names, load_catalog
from scorepad.desk.actions import ACTIONS, GROUPS
from scorepad.settings import Setting, Settings
from scorepad.spades.parameters import parameters
from scorepad.spades.words import T, Text
from tests.test_words import ROOT, TRANSLATIONS, fields, templates

pytestmark = pytest.mark.xdist_group("texts")

SAYS = ("T", "Refused", "NotReadableFile", "BadCode", "Breach", "Undecided", "OtherEvent")
"""So end the names of what says a text that it is given."""
CATALOGUES = sorted(TRANSLATIONS.glob("*/LC_MESSAGES/scorepad.po"))


@cache
def catalogue(file: Path) -> Catalog:
    return read_po(io.BytesIO(file.read_bytes()), locale=file.parts[-3], domain="scorepad")


def said(message: Message) -> tuple[tuple[str, ...], tuple[str, ...]]:
    """A message's templates, and what they are in the language."""
    one = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
    there = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
    return tuple(one), tuple(there)


def messages(file: Path) -> Iterator[Message]:
    return (message for message in catalogue(file) if message.id)


# Everything is collected.


def texts_in(value: object, depth: int = 0) -> Iterator[Text]:
    """The texts in a table of a module, however deep."""
    if isinstance(value, Text):
        yield value
        for _, field in value.fields:
            yield from texts_in(field, depth + 1)
    elif depth > 5:
        return
    elif isinstance(value, Mapping):
        for key, item in value.items():
            yield from texts_in(key, depth + 1)
            yield from texts_in(item, depth + 1)
    elif isinstance(value, (tuple, list, set, frozenset)):
        for item in value:
            yield from texts_in(item, depth + 1)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            yield from texts_in(getattr(value, name), depth + 1)


def modules() -> Iterator[ModuleType]:
    for package in (scorepad, reports):
        for found in pkgutil.walk_packages(package.__path__, f"{package.__name__}."):
            if ".migrations" not in found.name and not found.name.endswith("__main__"):
                yield importlib.import_module(found.name)


def test_every_table_of_texts_is_collected() -> None:
    collected, walked = templates(), 0
    for module in modules():
        for name, value in vars(module).items():
            tables = [value, *vars(value).values()] if isinstance(value, type) else [value]
            for text in texts_in(tables):
                for one in (text.one, text.many):
                    assert not one or one in collected, (module.__name__, name, one)
                    walked += 1
    assert walked > 400


def test_what_is_said_through_a_variable_is_collected() -> None:
    declared: list[tuple[str, str]] = []
    for each in ACTIONS:
        declared += [(each.key, each.title.one), (each.key, each.help.one)]
    declared += [(key, title.one) for key, title in GROUPS.items()]
    for setting in Settings.all():
        assert isinstance(setting, Setting)
        declared += [(setting.key, text) for text in (setting.title, setting.help) if text]
    for parameter in parameters():
        declared += [
            (parameter.path, parameter.meaning),
            (parameter.path, parameter.allowed_text.one),
        ]
    assert len(declared) > 150
    for where, template in declared:
        assert template in templates(), (where, template)


def called(node: ast.Call) -> str:
    """The name by which a function is called."""
    match node.func:
        case ast.Name(id=name) | ast.Attribute(attr=name):
            return name
    return ""


def test_every_text_is_collected() -> None:
    files = [*(ROOT / "scorepad").rglob("*.py"), *(ROOT / "reports").rglob("*.py")]
    count = 0
    for file in files:
        for node in ast.walk(ast.parse(file.read_text("utf-8"))):
            if not isinstance(node, ast.Call) or not called(node).endswith(SAYS):
                continue
            for argument in node.args[:1]:
                place = f"{file}:{node.lineno}"
                assert not isinstance(argument, (ast.JoinedStr, ast.BinOp)), place
                for inner in ast.walk(argument) if isinstance(argument, ast.IfExp) else [argument]:
                    if isinstance(inner, ast.Constant) and isinstance(inner.value, str):
                        assert not inner.value or inner.value in templates(), (place, inner.value)
                        count += 1
    assert count > 300


# Every language says everything.


def test_spanish_is_shipped() -> None:
    assert TRANSLATIONS / "es" / "LC_MESSAGES" / "scorepad.po" in CATALOGUES
    assert list_languages_with_own_names(TRANSLATIONS)[:2] == (("en", "English"), ("es", "Español"))


@pytest.mark.parametrize("file", CATALOGUES, ids=lambda file: file.parts[-3])
class TestCatalogue:
    def test_nothing_is_missing_or_left_over(self, file: Path) -> None:
        known = {one for message in messages(file) for one in said(message)[0]}
        wanted = {one for one in templates() if one}
        assert wanted - known == set(), "run `make words` and translate these"
        assert known - wanted == set(), "run `make words`"

    def test_nothing_is_untranslated_or_doubtful(self, file: Path) -> None:
        for message in messages(file):
            assert not message.fuzzy, message.id
            ids, strings = said(message)
            if message.pluralizable:
                assert len(strings) == catalogue(file).num_plurals, message.id
            for there in strings:
                assert there.strip(), message.id
                assert there.startswith(" ") == ids[0].startswith(" "), message.id

    def test_fields_are_the_same(self, file: Path) -> None:
        for message in messages(file):
            ids, strings = said(message)
            for template, there in zip((ids[0], *[ids[-1]] * len(strings)), strings, strict=False):
                assert fields(there) == fields(template), (template, there)
                for _, name, form, conversion in string.Formatter().parse(there):
                    assert name is None or (not form and not conversion), (template, there)

    def test_a_sentence_stays_a_sentence(self, file: Path) -> None:
        for message in messages(file):
            ids, strings = said(message)
            for there in strings:
                assert there.endswith((".", "?")) == ids[0].endswith((".", "?")), (ids, there)
                assert there.endswith("…") == ids[0].endswith("…"), (ids, there)

    def test_it_is_compiled_as_it_is_written(self, file: Path) -> None:
        made = io.BytesIO()
        write_mo(made, catalogue(file))
        assert made.getvalue() == file.with_suffix(".mo").read_bytes(), "run `make words`"


# The language follows the system, and is switched.


def test_a_wish_after_english_does_not_count(monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(variable, raising=False)
    for wished, language in (("en_GB:es", "en"), ("fr:es:en", "es"), ("es_MX.UTF-8", "es")):
        monkeypatch.setenv("LANGUAGE", wished)
        assert load_catalog("", TRANSLATIONS).language == language, wished


def new_match(folder: Path) -> str:
    """How a program over this data folder calls a new match."""
    return Program(str(folder)).load_catalog().text(T("New match"))


def test_the_setting_goes_before_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "es_ES")
    assert new_match(tmp_path) == "Nueva partida"
    Settings(tmp_path).set_and_save("language", "en")
    assert new_match(tmp_path) == "New match"
    monkeypatch.setenv("LANGUAGE", "en")
    Settings(tmp_path).set_and_save("language", "es")
    assert new_match(tmp_path) == "Nueva partida"


def test_a_language_that_is_damaged_is_not_offered(tmp_path: Path) -> None:
    file = tmp_path / "es" / "LC_MESSAGES" / "scorepad.mo"
    file.parent.mkdir(parents=True)
    file.write_bytes(b"damaged")
    assert list_languages_with_own_names(tmp_path) == (("en", "English"),)


def run(folder: Path, language: str, *arguments: str, stdin: bytes) -> bytes:
    """What the program writes to standard output in this language."""
    environment = {**os.environ, "LANGUAGE": language, "SCOREPAD_DATA": str(folder)}
    done = subprocess.run(
        [sys.executable, "-m", "scorepad", *arguments],
        input=stdin,
        capture_output=True,
        env=environment,
        check=False,
        cwd=ROOT,
    )
    return done.stdout


def test_json_is_english_in_every_language(tmp_path: Path) -> None:
    sample = json.loads((ROOT / "resources" / "sample" / "match.json").read_bytes())
    cases = [json.dumps(sample).encode()]
    sample["log"] = [{"kind": "bids", "bids": [9, 3, 5, 2]}, {"kind": "talk", "side": 7}]
    cases.append(json.dumps(sample).encode())
    sample["log"] = [{"kind": "bids", "bids": [9, 3, 5, 2]}]
    cases.append(json.dumps(sample).encode())
    for case in cases:
        spoken = {
            run(tmp_path, language, "score", "--json", "-", stdin=case) for language in ("en", "es")
        }
        assert len(spoken) == 1
        assert spoken != {b""}
