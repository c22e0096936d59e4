"""Where the program finds its own files, and where it keeps the user's."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from scorepad import paths


def test_resources_are_those_of_the_source_tree() -> None:
    folder = paths.resources_folder()
    assert {"rules", "icons", "sample", "translations"} <= {
        child.name for child in folder.iterdir()
    }
    assert (folder / "icons" / "scorepad.svg").is_file()


def test_resources_inside_the_package_go_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for place in ("site/scorepad/resources/rules", "site/resources/rules"):
        (tmp_path / place).mkdir(parents=True)
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "site" / "scorepad" / "paths.py"))
    assert paths.resources_folder() == tmp_path / "site" / "scorepad" / "resources"


def test_a_broken_installation_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(paths, "__file__", str(tmp_path / "scorepad" / "paths.py"))
    with pytest.raises(paths.FolderError, match="Install Scorepad again"):
        paths.resources_folder()


def test_the_option_goes_before_the_variable_and_the_variable_before_the_system(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv(paths.DATA_VARIABLE, str(tmp_path / "variable"))
    assert paths.data_folder(str(tmp_path / "option")) == tmp_path / "option"
    assert paths.data_folder() == tmp_path / "variable"
    for nothing in ("", " "):
        monkeypatch.setenv(paths.DATA_VARIABLE, nothing)
        assert "scorepad" in paths.data_folder().name.lower()
    monkeypatch.delenv(paths.DATA_VARIABLE)
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "system"))
    monkeypatch.setenv("HOME", str(tmp_path))
    folder = paths.data_folder()
    assert folder.is_absolute()
    assert "scorepad" in folder.name.lower()
    assert list(tmp_path.iterdir()) == []


def test_a_named_folder_may_be_relative_or_at_home(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    assert paths.data_folder("matches") == tmp_path / "matches"
    if os.name == "posix":
        assert paths.data_folder("~/matches") == tmp_path / "home" / "matches"
    assert paths.data_folder("~nobody-of-this-name/matches").name == "matches"


def test_a_writable_folder_is_made_and_left_empty(tmp_path: Path) -> None:
    folder = paths.make_writable_folder(tmp_path / "one" / "two")
    assert folder.is_dir()
    assert list(folder.iterdir()) == []
    assert paths.make_writable_folder(folder) == folder


@pytest.mark.parametrize("inside", ["", "deeper"])
def test_a_file_in_the_place_of_the_folder_is_one_sentence(inside: str, tmp_path: Path) -> None:
    file = tmp_path / "matches"
    file.write_text("a shopping list", "utf-8")
    with pytest.raises(paths.FolderError) as caught:
        paths.make_writable_folder(file / inside if inside else file)
    assert "folder" in str(caught.value)
    assert "\n" not in str(caught.value)
    assert file.read_text("utf-8") == "a shopping list"


def test_a_folder_that_refuses_files_is_one_sentence(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    # A file system that says no to root as well, which permissions do not.
    refusing = Path("/proc/self/fdinfo") if Path("/proc/self/fdinfo").is_dir() else None
    if refusing is None:
        refusing = tmp_path / "sealed"
        refusing.mkdir(mode=0o555)
    with pytest.raises(paths.FolderError, match="--data"):
        paths.make_writable_folder(refusing)
