"""Every text can be translated: it is found, its fields have names, and a catalogue is spoken."""

from __future__ import annotations

import io
import string
from functools import cache
from pathlib import Path

import pytest
from babel.messages.catalog import Catalog
from babel.messages.extract import extract_from_dir
from babel.messages.mofile import write_mo
from babel.messages.pofile import read_po

from scorepad.__main__ import load_catalog
from scorepad.spades import words as texts
from scorepad.spades.words import N, T, install, installed_language

pytestmark = pytest.mark.xdist_group("texts")
"""To find all texts takes two seconds, once a process."""
ROOT = Path(__file__).parents[1]
TRANSLATIONS = ROOT / "resources" / "translations"
# As in pyproject.toml and installer/words.sh.
MAPPINGS = {
    "scorepad": ("**.py", "python"),
    "reports": ("**.py", "python"),
    "resources/rules": ("**.toml", "installer.rule_texts:extract"),
}
KEYWORDS = {
    "T": None,
    "N": (1, 2),
    "Text": (1, 2),
    "template": None,
    "FolderError": None,
    "SettingError": None,
    "Refused": None,
    "NotReadableFile": None,
    "BadCode": None,
    "Breach": None,
    "Undecided": None,
    "OtherEvent": None,
    "RulesError": (3,),
    "wrong_line": (3,),
    "Meta": None,
    "described": (2,),
}


@cache
def extracted() -> list[tuple[str, str | tuple[str, ...]]]:
    """What `make words` finds: a file, and a text or its singular and plural."""
    return [
        (f"{folder}/{file}", message)
        for folder, mapping in MAPPINGS.items()
        for file, _, message, *_ in extract_from_dir(
            str(ROOT / folder), method_map=[mapping], keywords=KEYWORDS
        )
    ]


@cache
def templates() -> dict[str, str]:
    """Every template of the program, singular and plural, and the file that it is in."""
    return {
        one: file
        for file, message in extracted()
        for one in (message if isinstance(message, tuple) else (message,))
    }


def fields(template: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(template) if name is not None}


def test_the_texts_of_every_room_are_found() -> None:
    rooms = {"/".join(file.split("/")[:2]) for file in templates().values()}
    assert {"scorepad/spades", "scorepad/desk", "scorepad/window", "scorepad/settings.py"} <= rooms
    assert any(file.startswith("reports/") for file in templates().values())


def test_every_field_has_a_name_and_no_format() -> None:
    for template, file in templates().items():
        # The texts of rule sets have no fields.
        assert not (file.startswith("resources/") and fields(template)), (file, template)
        for _, name, form, conversion in string.Formatter().parse(template):
            if name is not None:
                assert name.isidentifier(), (file, template)
                assert not form, (file, template)
                assert not conversion, (file, template)


def test_plurals_keep_their_fields() -> None:
    for _, message in extracted():
        if isinstance(message, tuple):
            one, many = message
            assert fields(one) <= fields(many), message


def with_strange_fields(catalogue: Catalog) -> list[str]:
    """The translations that name a field which their template has not, or lack one of its own."""
    strange = []
    for message in catalogue:
        ids = message.id if isinstance(message.id, (tuple, list)) else (message.id,)
        said = message.string if isinstance(message.string, (tuple, list)) else (message.string,)
        may, must = fields(ids[-1]), fields(ids[0]) - {"n"}
        strange += [one for one in said if message.id and not must <= fields(one) <= may]
    return strange


def test_translations_keep_the_fields() -> None:
    for file in TRANSLATIONS.rglob("*.po"):
        assert with_strange_fields(read_po(io.BytesIO(file.read_bytes()))) == [], file
    wrong = Catalog(locale="de")
    wrong.add("{team} wins", "{mannschaft} gewinnt")
    wrong.add("{team} leads", "liegt vorn")
    assert with_strange_fields(wrong) == ["{mannschaft} gewinnt", "liegt vorn"]


@pytest.mark.parametrize("damaged", ["{mannschaft} gewinnt", "{team gewinnt", "{0} gewinnt", "{"])
def test_a_damaged_translation_is_shown_in_english(damaged: str) -> None:
    install(texts.Catalog("de", gettext=lambda _: damaged))
    assert str(T("{team} wins", team="Asse")) == "Asse wins"


@pytest.fixture
def german(tmp_path: Path) -> Path:
    """A folder with a small German catalogue."""
    catalogue = Catalog(locale="de", domain="scorepad")
    catalogue.add("{team} wins", "{team} gewinnt")
    catalogue.add(("{n} bag", "{n} bags"), ("{n} Beutel", "{n} Beutel (viele)"))
    file = tmp_path / "de" / "LC_MESSAGES" / "scorepad.mo"
    file.parent.mkdir(parents=True)
    with file.open("wb") as out:
        write_mo(out, catalogue)
    return tmp_path


def test_a_catalog_is_used(german: Path) -> None:
    install(load_catalog("de", german))
    assert installed_language() == "de"
    assert str(T("{team} wins", team="Asse")) == "Asse gewinnt"
    assert str(N("{n} bag", "{n} bags", 1)) == "1 Beutel"
    assert str(N("{n} bag", "{n} bags", 3)) == "3 Beutel (viele)"
    assert str(T("not in the catalogue")) == "not in the catalogue"


def test_the_system_names_the_language(german: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    for variable in ("LANGUAGE", "LC_ALL", "LC_MESSAGES"):
        monkeypatch.delenv(variable, raising=False)
    monkeypatch.setenv("LANG", "de_AT.UTF-8")
    assert load_catalog("", german).text(T("{team} wins", team="Asse")) == "Asse gewinnt"
    monkeypatch.setenv("LANGUAGE", "fr:en")
    assert load_catalog("", german).text(T("{team} wins", team="Aces")) == "Aces wins"


@pytest.mark.parametrize("content", [b"", b"\xde\x12\x04\x95", b"nonsense" * 20])
def test_without_a_sound_catalogue_it_is_english(content: bytes, german: Path) -> None:
    assert load_catalog("xx", german).language == "en"
    (german / "de" / "LC_MESSAGES" / "scorepad.mo").write_bytes(content)
    install(load_catalog("de", german))
    assert str(T("{team} wins", team="Aces")) == "Aces wins"
    assert installed_language() == "en"
