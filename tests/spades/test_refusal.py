"""What the operating system says is a sentence of ours, by number; what is not known is said as
the system says it."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from scorepad.desk.houserules import HouseRules
from scorepad.settings import SETTINGS_FILE, SettingError, Settings
from scorepad.spades.library import Library, parse_rules_file
from scorepad.spades.refusal import Refused, error_text, os_reason
from scorepad.spades.rulefile import RulesError
from scorepad.spades.words import ENGLISH, Catalog, install

READING = {
    errno.ENOENT: "the file doesn't exist",
    errno.EACCES: "you don't have permission",
    errno.EPERM: "you don't have permission",
    errno.EROFS: "its disk is read-only",
    errno.ENOSPC: "the disk is full",
    errno.EDQUOT: "the disk is full",
    errno.EFBIG: "the disk is full",
    errno.EISDIR: "it's a folder; choose a file",
    errno.ENOTDIR: "a part of its path is a file, not a folder",
    errno.EEXIST: "a file with that name already exists",
    errno.ENAMETOOLONG: "its name is too long",
    errno.ELOOP: "it's a link that points back to itself",
    errno.EBADF: "it's closed",
    errno.EMFILE: "too many files are open",
    errno.ENFILE: "too many files are open",
    errno.EBUSY: "another program is using it",
    errno.ETXTBSY: "another program is using it",
    errno.EIO: "the disk isn't responding properly",
    errno.ENXIO: "it isn't an ordinary file",
    errno.ENODEV: "the disk isn't responding properly",
}
UPPER = Catalog(
    "xx", gettext=lambda one: one.upper().replace("{FILE}", "{file}").replace("{WHY}", "{why}")
)


@pytest.mark.parametrize("number", READING, ids=errno.errorcode.get)
def test_a_known_number_is_a_sentence_of_ours(number: int) -> None:
    """In the reader's language, and without a word of the system's."""
    error = OSError(number, os.strerror(number), "file")
    assert str(os_reason(error)) == READING[number]
    install(UPPER)
    assert str(os_reason(error)) == READING[number].upper()
    if number != errno.ENOENT:
        assert os_reason(error, writing=True) == os_reason(error)


def test_a_file_to_be_made_lacks_its_folder(tmp_path: Path) -> None:
    there, nowhere = tmp_path / "file", tmp_path / "none" / "file"
    for name in (there, str(there), os.fsencode(there)):
        said = os_reason(OSError(errno.ENOENT, "?", os.fspath(name)), writing=True)
        assert str(said) == "Scorepad can't write to that folder"
    said = os_reason(OSError(errno.ENOENT, "?", str(nowhere)), writing=True)
    assert str(said) == "its folder doesn't exist"
    assert str(os_reason(OSError(errno.ENOENT, "?"), writing=True)) == "its folder doesn't exist"


@pytest.mark.parametrize("number", [32, 33])
def test_what_another_program_holds_on_windows(
    number: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    error = PermissionError(errno.EACCES, "The process cannot access the file")
    monkeypatch.setattr(error, "winerror", number, raising=False)
    assert str(os_reason(error)) == "another program is using it"


def test_what_is_not_known_is_said_as_the_system_says_it() -> None:
    assert (
        str(os_reason(OSError(errno.EXDEV, "Invalid cross-device link")))
        == "Invalid cross-device link"
    )
    assert str(os_reason(OSError("half a {sentence}."))) == "half a {sentence}"
    assert str(os_reason(TimeoutError())) == "the system gave no reason"


def test_settings_tell_it_in_the_readers_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings = Settings(tmp_path)

    def full(handle: int) -> None:
        raise OSError(errno.ENOSPC, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    with pytest.raises(SettingError) as caught:
        settings.by = "Pat"
    file = tmp_path / SETTINGS_FILE
    english = str(error_text(caught.value))
    assert english == f"Couldn't save the settings to {file}: the disk is full."
    install(UPPER)
    assert str(error_text(caught.value)).endswith(f"{file}: THE DISK IS FULL.")
    install(ENGLISH)
    file.mkdir()
    (trouble,) = Settings(tmp_path).trouble
    assert str(error_text(trouble)) == (
        f"Can't read the settings in {file} (it's a folder; choose a file), so Scorepad is using "
        "the default settings."
    )


def test_a_rule_set_file_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(RulesError) as caught:
        parse_rules_file(tmp_path)
    assert str(caught.value) == f"{tmp_path.name}: can't be read: it's a folder; choose a file"


def test_a_house_rule_set_that_cannot_be_written(tmp_path: Path) -> None:
    folder = tmp_path / "rules"
    folder.write_text("a file")
    house = HouseRules(folder, Library({"mine": ("mine.toml", {"id": "mine", "name": "Mine"})}))
    with pytest.raises(Refused) as caught:
        house.delete("mine")
    assert str(caught.value) == (
        "mine.toml can't be written: a part of its path is a file, not a folder"
    )
