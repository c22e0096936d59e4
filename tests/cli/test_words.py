"""Mistakes in the arguments and mishaps of the store, in plain sentences."""

from __future__ import annotations

import json
import shutil
from pathlib import Path

import pytest

from scorepad.__main__ import main
from tests.cli.conftest import EXAMPLE, Scorepad


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ("scorre", "argument COMMAND: invalid choice: 'scorre' (choose from score, rules, "),
        ("show a b c", "unrecognized arguments: b c; see “scorepad help show”"),
        ("show", "the following arguments are required: MATCH; see “scorepad help show”"),
        ("show --jsn x", "unrecognized arguments: --jsn; see “scorepad help show”"),
        ("event print x y -o z", "argument PRINTOUT: invalid choice: 'x' (choose from book, "),
        ("event list --jsn", "unrecognized arguments: --jsn; see “scorepad help event list”"),
        ("--jsn show x", "unrecognized arguments: --jsn; see “scorepad help”"),
        ("sheet x -o", "argument -o/--output: expected one argument; see “scorepad help sheet”"),
        ("matches --json=3", "argument --json: ignored explicit argument '3'; "),
        ("score", "the following arguments are required: FILE; see “scorepad help score”"),
        ("event", "the following arguments are required: COMMAND; see “scorepad help event”"),
        ("rules foo", "argument COMMAND: invalid choice: 'foo' (choose from list, show, "),
        ("sheet x -o y --paper A5", "argument --paper: invalid choice: 'A5' (choose from A4, "),
        ("--dta", "the following arguments are required: COMMAND; see “scorepad help”"),
    ],
)
def test_a_mistake_in_the_arguments(scorepad: Scorepad, arguments: str, sentence: str) -> None:
    said = scorepad(*arguments.split()).sentence
    assert said.startswith(sentence)
    assert not said.endswith(".")


@pytest.mark.parametrize("arguments", [["--data", "", "matches"], ["--data=", "matches"]])
def test_an_empty_name_is_not_the_default_folder(
    arguments: list[str], capsys: pytest.CaptureFixture[str], own_folder: Path
) -> None:
    assert main(arguments) == 2
    assert capsys.readouterr().err.startswith("--data needs a folder; ")
    assert list(own_folder.iterdir()) == []


def test_one_line_is_not_named_twice(scorepad: Scorepad, tmp_path: Path) -> None:
    lines = tmp_path / "mixed.ndjson"
    lines.write_text(f"{json.dumps(EXAMPLE)}\n\n{{ö}}\n", "utf-8")
    said = scorepad("score", lines).sentence
    assert said == f"{lines}:3: it isn't a Scorepad file: it isn't valid JSON (character 2)"
    match = scorepad("new", "--rules", "unc").out.strip()
    said = scorepad("record", match, stdin=b'\n{"k": "\xc3\xa4",}\n').sentence
    assert said == "line 2: it isn't an entry: it isn't valid JSON (character 11)"
    lines = tmp_path / "whole.json"
    lines.write_text("{\n x}\n", "utf-8")
    said = scorepad("score", lines).sentence
    assert said == f"{lines}: it isn't a Scorepad file: it isn't valid JSON (line 2, character 2)"


def test_a_folder_is_no_rule_set(scorepad: Scorepad, tmp_path: Path) -> None:
    assert scorepad("rules", "check", tmp_path).sentence == (
        f"{tmp_path}: it's a folder; choose a file"
    )


def test_a_backup_that_fails_is_told(scorepad: Scorepad, data: Path) -> None:
    assert scorepad("new", "--rules", "unc").status == 0
    shutil.rmtree(data / "backups")
    (data / "backups").touch()
    said = scorepad("new", "--rules", "unc")
    assert said.status == 0
    assert said.err.startswith("Couldn't make a backup: ")
    assert len(said.err.splitlines()) == 1
    assert len(scorepad("matches").lines) == 2


def test_a_missing_database_is_told_in_the_same_words(scorepad: Scorepad, data: Path) -> None:
    scorepad("new", "--rules", "unc")
    scorepad("new", "--rules", "unc")
    (data / "scorepad.db").unlink()
    said = (
        f"The database in {data} was missing; Scorepad rebuilt it from its second copy "
        "(the folder “feeds”)"
    )
    assert scorepad("matches").err.splitlines() == [said]
    (data / "scorepad.db").unlink()
    assert scorepad("new", "--rules", "unc").err.splitlines()[0] == said
    assert len(scorepad("matches").lines) == 3


def test_wrong_places(scorepad: Scorepad, data: Path, tmp_path: Path) -> None:
    scorepad("new", "--rules", "unc")
    assert scorepad("restore", tmp_path).sentence == (
        f"Couldn't restore {tmp_path}: it doesn't contain any files that Scorepad can "
        "restore. Nothing was changed."
    )
    there = Path("/proc")
    if there.is_dir():
        said = scorepad("backup", there / "scorepad-test.db").sentence
        assert said.endswith("can't be written: Scorepad can't write to that folder")
        said = scorepad("new", "--rules", "unc", folder=there / "scorepad-test").sentence
        assert "Scorepad can't write to that folder" in said
    for file in data.glob("scorepad.db*"):
        file.unlink()
    (data / "scorepad.db").mkdir()
    assert "scorepad.db: it's a folder. Move it" in scorepad("matches").sentence
