"""Every setting is walked: it has a default that it may be, words, and survives the file."""

from __future__ import annotations

import json
import os
from pathlib import Path
from typing import Any

import pytest

from scorepad import budget
from scorepad.region import usual_paper
from scorepad.settings import MAX_TEXT_LENGTH, SETTINGS_FILE, Setting, SettingError, Settings
from scorepad.spades.words import T

ALL = list(Settings.all())
LOGO = Path(__file__).parents[1] / "resources" / "icons" / "scorepad.png"


def another(setting: Setting[Any]) -> Any:
    """A value that the setting may have and does not have by default."""
    if setting.choices:
        return next(choice for choice in setting.choices if choice != setting.default)
    if setting.kind is bool:
        return not setting.default
    if setting.kind is int:
        return setting.low if setting.default != setting.low else setting.high
    texts = {
        "region": "GB",
        "logo": str(LOGO),
        "share_folder": str(LOGO.parent),
        "publish": str(LOGO.parent),
    }
    texts["share_database"] = "spades"
    return texts.get(setting.key, "Zoë “Z” Łukasz")


def wrong(setting: Setting[Any]) -> list[object]:
    """Values that the setting may not have."""
    values: list[object] = [None, 1.5, [], {}]
    if setting.kind is str:
        values += [1, True, "x" * (MAX_TEXT_LENGTH + 1)]
        values += ["no such choice"] if setting.choices else []
        values += ["half \ud800 a letter"] if setting.title else []
    elif setting.kind is int:
        values += ["100", True, setting.low - 1, setting.high + 1]
    else:
        values += ["true", 0, 1]
    return values


@pytest.mark.parametrize("setting", ALL, ids=lambda setting: setting.key)
class TestEverySetting:
    def test_has_words_and_a_default_that_it_may_be(self, setting: Setting[Any]) -> None:
        assert setting.help.endswith(".") == bool(setting.title)
        assert "{" not in setting.title + setting.help
        setting.check(setting.default)

    def test_is_kept_by_key_and_by_name(self, setting: Setting[Any], tmp_path: Path) -> None:
        settings = Settings(tmp_path)
        assert settings.get(setting.key) == setting.default == getattr(settings, setting.key)
        settings.set_and_save(setting.key, another(setting))
        again = Settings(tmp_path)
        assert again.get(setting.key) == another(setting) == getattr(again, setting.key)
        assert again.trouble == []
        setattr(again, setting.key, setting.default)
        assert json.loads((tmp_path / SETTINGS_FILE).read_text("utf-8")) == {}

    def test_refuses_what_it_cannot_be(self, setting: Setting[Any], tmp_path: Path) -> None:
        settings = Settings(tmp_path)
        for value in wrong(setting):
            with pytest.raises(SettingError) as caught:
                settings.set_and_save(setting.key, value)  # type: ignore[arg-type]
            assert f"“{setting.title or setting.key}”" in str(caught.value)
            assert str(T(caught.value.template, **caught.value.fields)) == str(caught.value)
        assert settings.get(setting.key) == setting.default
        assert not (tmp_path / SETTINGS_FILE).exists()

    def test_falls_back_alone_when_its_value_is_wrong(
        self, setting: Setting[Any], tmp_path: Path
    ) -> None:
        other = next(one for one in ALL if one is not setting)
        file = tmp_path / SETTINGS_FILE
        file.write_text(json.dumps({setting.key: None, other.key: another(other)}), "utf-8")
        settings = Settings(tmp_path)
        assert settings.get(setting.key) == setting.default
        assert settings.get(other.key) == another(other)
        (trouble,) = settings.trouble
        assert f"“{setting.title or setting.key}”" in str(trouble)


@pytest.mark.parametrize("size", [-50, 999])
def test_a_text_size_out_of_bounds_in_the_file_is_named_in_one_sentence(
    size: int, tmp_path: Path
) -> None:
    (tmp_path / SETTINGS_FILE).write_text(json.dumps({"text_scale": size}), "utf-8")
    settings = Settings(tmp_path)
    assert settings.text_scale == 100
    expected = f"The setting “Text size” must be a number from 50 to 300, not {size}."
    assert [str(each) for each in settings.trouble] == [expected]


def test_there_is_no_other_setting(tmp_path: Path) -> None:
    with pytest.raises(KeyError):
        Settings(tmp_path).get("colour of the cards")
    with pytest.raises(KeyError):
        Settings(tmp_path).set_and_save("colour of the cards", "blue")


@pytest.mark.parametrize(
    "content", [b"", b"{", b"[]", b"7", b"\xff\xfe\x00", b"[" * 100_000, b'{"by": "Pat"'], ids=str
)
def test_a_damaged_file_is_quarantined(content: bytes, tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_bytes(content)
    settings = Settings(tmp_path)
    assert settings.by == ""
    (moved,) = tmp_path.glob("settings.damaged-*.json")
    assert moved.read_bytes() == content
    assert str(moved) in str(settings.trouble[0])
    settings.by = "Pat"
    assert Settings(tmp_path).by == "Pat"
    assert Settings(tmp_path).trouble == []


def test_what_a_newer_program_wrote_stays(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text('{"from the future": [1, 2]}', "utf-8")
    settings = Settings(tmp_path)
    settings.by = "Pat"
    kept = json.loads((tmp_path / SETTINGS_FILE).read_text("utf-8"))
    assert kept == {"by": "Pat", "from the future": [1, 2]}


def test_a_folder_that_cannot_be_written_is_one_sentence(tmp_path: Path) -> None:
    folder = tmp_path / "a file"
    folder.write_text("not a folder", "utf-8")
    settings = Settings(folder)
    settings.trouble.clear()
    with pytest.raises(SettingError, match="Couldn't save"):
        settings.theme = "dark"
    assert settings.theme == "dark"
    assert folder.read_text("utf-8") == "not a folder"


def test_a_file_that_cannot_be_read_is_told(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).mkdir()
    settings = Settings(tmp_path)
    assert settings.theme == "system"
    assert "Can't read" in str(settings.trouble[0])


def test_an_interrupted_write_leaves_the_old_file(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(tmp_path)
    settings.by = "Pat"

    def full_disk(handle: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full_disk)
    with pytest.raises(SettingError, match="Couldn't save"):
        settings.by = "Somebody else"
    assert [file.name for file in tmp_path.iterdir()] == [SETTINGS_FILE]
    assert Settings(tmp_path).by == "Pat"


@pytest.mark.parametrize(
    ("said", "paper"),
    [
        ("en_US.UTF-8", "Letter"),
        ("es_MX", "Letter"),
        ("English_United States", "Letter"),
        ("fr-CA", "Letter"),
        ("de_DE.UTF-8@euro", "A4"),
        ("en_GB", "A4"),
        ("C.UTF-8", "Letter"),
        ("en", "Letter"),
        ("de", "A4"),
    ],
)
def test_paper_is_that_of_the_place(said: str, paper: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("LC_ALL", raising=False)
    monkeypatch.setenv("LC_PAPER", said)
    assert usual_paper() == paper
    monkeypatch.setenv("LC_ALL", "en_US")
    assert usual_paper() == "Letter"


def test_a_logo_that_cannot_be_used_is_refused_and_the_one_before_stays(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    settings.logo = str(LOGO)
    head = LOGO.read_bytes()[:16]
    for name, content, sentence in (
        ("none.png", None, "can't be read"),
        ("drawing.svg", b"<svg/>", "isn't a PNG picture"),
        ("empty.png", b"", "isn't a PNG picture"),
        ("wide.png", head + (4001).to_bytes(4, "big") * 2, "is too large"),
        ("heavy.png", LOGO.read_bytes() + bytes(budget.LOGO_BUDGET.bytes), "too large"),
    ):
        file = tmp_path / name
        if content is not None:
            file.write_bytes(content)
        with pytest.raises(SettingError, match=sentence):
            settings.logo = str(file)
        assert settings.logo == str(LOGO)
    with pytest.raises(SettingError, match=r"(is|Is) a directory"):
        settings.logo = str(tmp_path)
    with pytest.raises(SettingError, match="at most 80 characters"):
        settings.house = "x" * 81


def test_a_logo_is_kept_beside_the_settings_and_moves_with_them(tmp_path: Path) -> None:
    folder = tmp_path / "before"
    Settings(folder).save_logo(LOGO.read_bytes())
    moved = folder.rename(tmp_path / "after")
    settings = Settings(moved)
    assert settings.trouble == []
    assert settings.logo_file is not None
    assert settings.logo_file.read_bytes() == LOGO.read_bytes()
    settings.logo = ""
    assert Settings(moved).logo_file is None


def test_the_folder_that_is_shared_is_another_one(tmp_path: Path) -> None:
    settings = Settings(tmp_path)
    for named in ("copies", "/copies\0", str(tmp_path), str(tmp_path / "x" / "..")):
        with pytest.raises(SettingError):
            settings.share_folder = named
    # Of the last one the system answers with an error, as of a share whose server is off.
    for named in (f"{tmp_path}-stick-that-is-out", str(tmp_path.parent / ("x" * 300))):
        settings.share_folder = named
    assert Settings(tmp_path).trouble == []


def test_a_sentence_quotes_no_more_of_a_value_than_a_line(tmp_path: Path) -> None:
    (tmp_path / SETTINGS_FILE).write_text(
        json.dumps({"paper": "x" * 5000, "text_scale": "9" * 5000})
    )
    assert [len(str(each)) < 200 for each in Settings(tmp_path).trouble] == [True, True]


@pytest.mark.parametrize(
    "named",
    [
        "postgresql://a:secret@db/x",
        "postgres://a@db/x?password=secret",
        "host=db password=secret",
    ],
)
def test_a_password_in_the_address_is_refused(tmp_path: Path, named: str) -> None:
    with pytest.raises(SettingError, match=r"pg_service.conf, .* \.pgpass"):
        Settings(tmp_path).share_database = named
    assert not (tmp_path / "settings.json").exists()
