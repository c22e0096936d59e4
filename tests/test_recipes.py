"""The recipes of CONTRIBUTING.md, followed to the letter in a copy of the program."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pypdf
import pytest

from reports import table_of_documents, table_of_formats
from scorepad.events.document_kinds import DocumentKind
from scorepad.spades.entries import Note, Talk
from scorepad.spades.entry_kinds import EntryKind, table_of_kinds
from scorepad.spades.words import T

ROOT = Path(__file__).parents[1]
SAMPLE = ROOT / "tests" / "data" / "matches" / "chicago-tie.json"
RECIPES = ("A rule set", "An entry kind", "A printout or an export format")
FORM = """
import sys
from pathlib import Path
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QApplication
from scorepad.desk.actions import action
from scorepad.window.panels.history_texts import describe_in_history, history_title
from scorepad.window.widgets.theme import Theme
from tests.window.evening import HAND, Evening, PANELS, PanelContext, Sheets, press

app = QApplication([])
evening = Evening(Path(sys.argv[1]))
table = evening.play(HAND)
print(action("break").title, action("break").shortcut, action("break").why_disabled(table.match))
panel = PANELS["break"](PanelContext(table, Sheets(), evening.settings, None))
panel.show()
QTest.keyClicks(panel.form.controls["minutes"].line, "15")
press(panel, "Record the break")
print(type(table.match.log[-1]).__name__)
QTest.keyClicks(panel.form.controls["why"], "the hall is hot")
press(panel, "Record the break")
entry = table.match.log[-1]
print(entry.minutes, history_title(table.match, entry))
print(describe_in_history(table.match, entry).why)
"""
COMMANDS = """
import contextlib, io, json, sys
from scorepad.__main__ import main
for line in sys.__stdin__:
    arguments, text = json.loads(line)
    sys.stdin, out, err = io.TextIOWrapper(io.BytesIO(text.encode())), io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            main(arguments)
        except SystemExit:  # as help ends
            pass
    print(json.dumps(out.getvalue() or err.getvalue()), flush=True)
"""
"""Runs one command after the other in a process."""


pytestmark = pytest.mark.xdist_group("recipes")


def blocks(title: str) -> list[str]:
    """The code blocks of a recipe."""
    text = (ROOT / "CONTRIBUTING.md").read_text("utf-8").partition(f"### {title}\n")[2]
    return re.findall(
        r"^```diff\n(.*?)^```$", text.partition("\n### ")[0], re.DOTALL | re.MULTILINE
    )


def changes(block: str) -> Iterator[tuple[str, str, str]]:
    """The files that a block changes, each with the lines before and after."""
    for part in re.split(r"^\+\+\+ ", block, flags=re.MULTILINE)[1:]:
        file, *lines = part.splitlines(keepends=True)
        before = "".join(line[1:] for line in lines if line[0] != "+")
        yield file.strip(), before, "".join(line[1:] for line in lines if line[0] != "-")


class Program:
    """A copy of the program, in which every recipe was followed."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder / "program"
        self.data = folder / "data"
        for name in ("scorepad", "reports", "resources"):
            shutil.copytree(ROOT / name, self.folder / name)
        for title in RECIPES:
            (block,) = blocks(title)
            for name, before, after in changes(block):
                file = self.folder / name
                text = file.read_text("utf-8") if file.exists() else ""
                assert text.count(before) == 1 or not (text or before), f"{name} lacks {before!r}"
                file.write_text(text.replace(before, after) if before else after, "utf-8")

        # The tests are those of the checkout; the program comes first on the path.
        paths = os.pathsep.join(map(str, (self.folder, ROOT)))
        self._how: dict[str, Any] = {
            "cwd": self.folder,
            "env": {**os.environ, "PYTHONPATH": paths, "QT_QPA_PLATFORM": "offscreen"},
            "text": True,
        }
        self._process = subprocess.Popen(
            [sys.executable, "-c", COMMANDS],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            **self._how,
        )

    def run(self, *arguments: str | Path, stdin: str = "") -> str:
        """What a command answers."""
        asked, answered = self._process.stdin, self._process.stdout
        assert asked is not None
        assert answered is not None
        command = ["--data", *map(str, (self.data, *arguments))]
        print(json.dumps([command, stdin]), file=asked, flush=True)
        answer: str = json.loads(answered.readline())
        return answer

    def close(self) -> None:
        self._process.communicate()

    def run_code(self, code: str, *arguments: str | Path) -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, "-c", code, *map(str, arguments)],
            capture_output=True,
            check=False,
            **self._how,
        )

    def import_sample(self, *, entries: int | None = None) -> str:
        """Import a match, or only so many of its entries, and return its id."""
        data = json.loads(SAMPLE.read_bytes())
        data["log"] = data["log"][:entries]
        file = self.folder / "sample.json"
        file.write_text(json.dumps(data), "utf-8")
        return self.run("new", file).strip()


@pytest.fixture(scope="module")
def program(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Program]:
    program = Program(tmp_path_factory.mktemp("recipes"))
    yield program
    program.close()


def test_the_recipe_for_a_rule_set_makes_one(program: Program) -> None:
    file = program.folder / "resources" / "rules" / "chicago-300.toml"
    said = program.run("rules", "check", file)
    assert "Chicago to 300" in said
    assert "“Only if both teams reached 500" in said
    assert "Chicago to 300" in program.run("rules", "list")
    match = program.run("new", "--rules", "chicago-300").strip()
    assert "Chicago to 300" in program.run("show", match)


def test_the_recipe_for_an_entry_kind_makes_one(program: Program, tmp_path: Path) -> None:
    match = program.import_sample(entries=4)
    taken = '{"kind": "break", "minutes": 10, "why": "pizza"}'
    assert json.loads(program.run("record", match, stdin=taken))["ok"]
    said = program.run("record", match, stdin='{"kind": "break", "minutes": "ten"}')
    assert "“minutes” must be a whole number" in json.loads(said)["error"]
    kept = json.loads(program.run("show", match, "--json"))
    assert [each["minutes"] for each in kept["log"] if each["kind"] == "break"] == [10]
    sheet, tables = tmp_path / "sheet.pdf", tmp_path / "tables"
    program.run("sheet", match, "-o", sheet)
    printed = " ".join(pypdf.PdfReader(sheet).pages[0].extract_text().split())
    assert "Break" in printed
    assert "10:00; pizza" in printed
    program.run("export", match, "--format", "csv", "-o", tables)
    with (tables / "remarks.csv").open(encoding="utf-8-sig", newline="") as file:
        remarks = [row for row in csv.DictReader(file) if row["kind"] == "break"]
    assert [row["now"] for row in remarks] == ["10:00; pizza"]


def test_an_entry_kind_of_the_recipe_is_refused_by_its_gate(program: Program) -> None:
    match = program.import_sample()
    said = json.loads(program.run("record", match, stdin='{"kind": "break", "minutes": 5}'))
    assert said["error"].startswith("the game is over")


def test_the_recipe_for_an_entry_kind_gives_it_an_action_and_a_form(
    program: Program, tmp_path: Path
) -> None:
    assert program.run_code(FORM, tmp_path / "evening").stdout.splitlines() == [
        "Break Ctrl+Shift+J None",
        "Tricks",
        "15 Break",
        "the hall is hot",
    ]


def test_the_recipe_for_an_export_format_makes_one(program: Program, tmp_path: Path) -> None:
    assert "A line for each match" in program.run("export", "--help")
    match = program.import_sample()
    out = tmp_path / "results.txt"
    program.run("export", match, "--format", "text", "-o", out)
    (line,) = out.read_text("utf-8").splitlines()
    assert json.loads(SAMPLE.read_bytes())["teams"][0]["name"] in line
    assert ".txt" in program.run("export", match, "--format", "text", "-o", tmp_path / "x.csv")
    assert "made" in program.run("verify", out)


# What is registered twice.


def test_a_kind_of_entry_has_exactly_one_row() -> None:
    note, talk = (EntryKind(entry=each, name=T("note")) for each in (Note, Talk))
    assert list(table_of_kinds(Note | Talk, note, talk)) == [Note, Talk]
    with pytest.raises(TypeError, match=r"^Note is registered twice; keep one of its rows$"):
        table_of_kinds(Note | Talk, note, talk, note)
    with pytest.raises(TypeError, match=r"^Talk is not registered; add a row for it$"):
        table_of_kinds(Note | Talk, note)


def test_a_format_or_a_paper_has_exactly_one_row() -> None:
    row = DocumentKind(name="csv", title=T("CSV"), meaning=T("Tables"), maker="x:y")
    for table in (table_of_documents, table_of_formats):
        with pytest.raises(TypeError, match=r"^“csv” is listed twice; keep one of its rows$"):
            table(row, row)


def test_an_ending_belongs_to_one_format() -> None:
    sentence = r"^“csv” and “tables” both have the ending \.csv; leave it to one of them$"
    csv, tables = (
        DocumentKind(name=name, title=T("CSV"), meaning=T("Tables"), maker="x:y", endings=(".csv",))
        for name in ("csv", "tables")
    )
    with pytest.raises(TypeError, match=sentence):
        table_of_formats(csv, tables)


@pytest.mark.parametrize(
    ("title", "file", "start", "sentence"),
    [
        (
            "An entry kind",
            "scorepad/spades/entry_kinds.py",
            "    EntryKind(",
            "Break is registered",
        ),
        (
            "A printout or an export format",
            "reports/__init__.py",
            "    DocumentKind(",
            "“text” is listed",
        ),
    ],
)
def test_a_row_that_is_there_twice_is_one_sentence_at_import(
    program: Program, title: str, file: str, start: str, sentence: str
) -> None:
    (added,) = (after for name, _, after in changes(*blocks(title)) if name == file)
    row, path = start + added.partition(start)[2], program.folder / file
    text = path.read_text("utf-8")
    path.write_text(text.replace(row, row + row, 1), "utf-8")
    try:
        said = program.run_code(f"import {file.removesuffix('.py').replace('/', '.')}").stderr
    finally:
        path.write_text(text, "utf-8")
    assert f"TypeError: {sentence} twice; keep one of its rows" in said.splitlines()[-1]
