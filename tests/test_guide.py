"""The guide says what is so: its columns, keys, rule set, match file and commands are tried."""

from __future__ import annotations

import json
import re
import shlex
from collections.abc import Callable
from datetime import datetime
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest

from reports import FORMATS, PAPERS, SheetMaker
from reports.export.match_columns import MATCH_COLUMNS
from reports.export.spreadsheets import TABLES, column_types, describe_columns
from reports.sheets.rows import HandRow, ScoreLineRow
from reports.sheets.tables import POINTS_COLUMNS
from scorepad.__main__ import main
from scorepad.desk.actions import ACTIONS
from scorepad.events.standings import DECISION_TEXTS
from scorepad.spades import entries
from scorepad.spades.board import Hand
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.result import END_REASONS
from scorepad.spades.words import T, install
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import ROOT, SAMPLE, corrected, library, match_of

GUIDE = ROOT / "resources" / "guide"
BEGINS, ENDS = (
    "<!-- columns: written by `make accept`, from the rows themselves -->\n",
    "<!-- end of columns -->",
)
FORMS: dict[str, dict[type, str]] = {
    "en": {
        str: "text",
        int: "whole number",
        float: "number",
        bool: "yes or no",
        datetime: "moment, UTC",
    },
    "es": {
        str: "texto",
        int: "número entero",
        float: "número",
        bool: "sí o no",
        datetime: "momento, UTC",
    },
}
HEADS = {"en": ("column", "holds", "meaning"), "es": ("columna", "contiene", "significado")}

HEADS_OF_DOCUMENTS = {
    "en": ("| format | purpose | endings |", "| paper | what is printed |"),
    "es": ("| formato | para qué | terminaciones |", "| papel | qué se imprime |"),
}


def guide(language: str) -> Path:
    return GUIDE / ("guide.md" if language == "en" else f"guide.{language}.md")


def text_of(language: str) -> str:
    return guide(language).read_text("utf-8")


def fenced(language: str, kind: str) -> str:
    (block,) = re.findall(rf"```{kind}\n(.*?)```", text_of(language), re.DOTALL)
    return str(block)


def told_columns(language: str) -> str:
    """Every table and column of the exports, as the guide has them."""
    install(catalog_of(language))
    told = []
    for name, row in TABLES.items():
        told += [f"**{name}**\n", "| {} | {} | {} |".format(*HEADS[language]), "|---|---|---|"]
        types = column_types(row)
        for column, meaning in describe_columns(row).items():
            hint = get_args(types[column])[0]
            hint = next(iter(get_args(hint)), hint)
            form = FORMS[language][hint]
            told.append(f"| `{column}` | {form} | {T(meaning)} |")
        told.append("")
    return "\n" + "\n".join(told) + "\n"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_column_of_every_export_is_documented(
    language: str, request: pytest.FixtureRequest
) -> None:
    text = text_of(language)
    before, rest = text.split(BEGINS)
    _, behind = rest.split(ENDS)
    wanted = told_columns(language)
    if request.config.getoption("--accept"):
        guide(language).write_text(before + BEGINS + wanted + ENDS + behind, "utf-8")
        return
    assert text == before + BEGINS + wanted + ENDS + behind


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_format_and_every_paper_of_an_event_is_listed(
    language: str, golden: Callable[[str, str | bytes], None]
) -> None:
    install(catalog_of(language))
    formats = [
        f"| `{each.name}` | {each.meaning} | {', '.join(f'`{end}`' for end in each.endings)} |"
        for each in FORMATS.values()
    ]
    papers = [
        f"| `{each.name}` | {each.meaning} |" for each in PAPERS.values() if each.shows != "matches"
    ]
    text = text_of(language)
    for rows, head in zip((formats, papers), HEADS_OF_DOCUMENTS[language], strict=True):
        table = re.compile(rf"({re.escape(head)}\n\|[-|]+\n)(?:\|.*\n)*")
        text = table.sub(
            lambda found, rows=rows: "\n".join((found[1] + rows[0], *rows[1:], "")), text
        )
    golden(f"../../{guide(language).relative_to(ROOT)}", text)


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_a_column_may_hold(language: str) -> None:
    def listed(column: str) -> set[str]:
        (found,) = re.findall(
            rf"^- `{column}` \(\w+\): (.*?)\.$", text_of(language), re.MULTILINE | re.DOTALL
        )
        return set(re.split(r",\s+", found))

    assert listed("what") == set(POINTS_COLUMNS)
    assert listed("status") == set(get_args(get_type_hints(Hand)["status"]))
    reasons = set(END_REASONS) | {"paper", "unscored", "ruling", "default"}
    assert listed("reason") == reasons
    assert listed("how") == reasons | {"double-forfeit", "not-finished", "not-begun"}
    assert listed("decided_by") == set(DECISION_TEXTS)
    corrections = {"amend", "strike"}
    rows = {tag: ENTRY_KINDS[each] for tag, each in entries.KINDS.items()}
    remarked = {row.remark_kind or tag for tag, row in rows.items() if row.title}
    assert listed("kind") == remarked | corrections | {"warning", "effect"}
    assert "what" in describe_columns(ScoreLineRow)
    assert "status" in describe_columns(HandRow)
    assert "reason" in describe_columns(MATCH_COLUMNS)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_action_that_it_names_exists_and_has_its_key(language: str) -> None:
    install(catalog_of(language))
    known = {(str(each.title), each.shortcut) for each in ACTIONS}
    text = " ".join(text_of(language).split())
    named = set(re.findall(r"\*\*([^*]+)\*\* \(`([^`]+)`", text))
    assert len(named) > 25
    assert named - known == set()
    alone = set(re.findall(r"`((?:Ctrl\+|Shift\+|F\d)[^`]*)`", text))
    tables = {f"Ctrl+{number}" for number in range(1, 10)}
    assert alone <= tables | {shortcut for _, shortcut in known}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_tells_the_same(language: str) -> None:
    def bones(of: str) -> list[Any]:
        text = text_of(of)
        return [
            re.findall(r"^#+", text, re.MULTILINE),
            re.findall(r"^\d+\. ", text, re.MULTILINE),
            text.count("\n|"),
            sorted(re.findall(r"\(`([^`]+)`", text)),
            fenced(of, "sh"),
            fenced(of, "toml"),
            fenced(of, "python"),
            fenced(of, "json"),
            fenced(of, "ndjson"),
        ]

    assert bones(language) == bones("en")


def test_its_example_counts_the_nils_of_each_player(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Run with pandas where it is installed; else its tables and columns are looked up."""
    example = fenced("en", "python")
    matches = [corrected(), match_of(SAMPLE.read_bytes())]
    SheetMaker().export(FORMATS["csv"], matches, tmp_path / "tables")
    monkeypatch.chdir(tmp_path)
    for file in re.findall(r'read_csv\("([^"]+)"\)', example):
        heads = Path(file).read_text("utf-8-sig").split("\n")[0].strip().split(",")
        assert "match" in heads
        wanted = {"nils", "nils_made", "team", "player"} if "players" in file else {"event"}
        assert wanted <= set(heads)
    pytest.importorskip("pandas")
    exec(compile(example, "guide.md", "exec"), {})  # noqa: S102
    printed = capsys.readouterr().out
    assert re.search(r"Kings +Bo +\d", printed)


def test_its_house_rules_are_sound() -> None:
    import tomllib

    rules = library().resolve(tomllib.loads(fenced("en", "toml")))
    assert (rules.game.target, rules.clock.minutes, rules.bags.limit) == (250, 40, None)


def test_its_match_has_the_score_that_it_tells() -> None:
    match = match_of(json.loads(fenced("en", "json")))
    assert match.board.score == (70, -90)
    assert "+70 to −90" in text_of("en")
    assert "+70 y −90" in text_of("es")


def test_its_commands_work(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """One after the other in an empty folder, with the match file that it prints."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("LC_ALL", "C.UTF-8")
    (tmp_path / "final.json").write_text(fenced("en", "json"), "utf-8")
    for line in fenced("en", "sh").splitlines():
        program, *arguments = shlex.split(line)
        assert program == "scorepad"
        status = main(["--data", "data", *arguments])
        said = capsys.readouterr()
        assert (status, said.err) == (0, ""), line
        if arguments[0] == "verify":
            assert said.out.startswith("The same: ")
    lines = fenced("en", "ndjson").encode()
    monkeypatch.setattr("sys.stdin", TextIOWrapper(BytesIO(lines)))
    assert main(["--data", "data", "event", "record", "Autumn Open"]) == 0
    capsys.readouterr()
    main(["--data", "data", "event", "show", "Autumn Open", "--json"])
    day = json.loads(capsys.readouterr().out)
    assert day["standings"][0]["team"] == "T1"
    assert day["rounds"][0]["status"] == "done"
    made = {"final.pdf", "half.pdf", "for-the-pen.pdf", "blank.pdf", "evening.xlsx", "book.pdf"}
    assert made <= {file.name for file in tmp_path.iterdir()}


def test_its_sheet_commands_are_those_of_the_program(capsys: pytest.CaptureFixture[str]) -> None:
    """Every option that a text of it names is one of the command line's."""
    for command in ((), ("export",), ("book",), ("sheet",), ("score",), ("new",)):
        assert main([*command, "--help"]) == 0
    help_ = capsys.readouterr().out
    for language in LANGUAGES:
        for option in set(re.findall(r"--[a-z]+", text_of(language).split("```sh")[0])):
            assert option in help_, option
