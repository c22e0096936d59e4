"""The guide describes the program as it is: its keys, the names of what is on the screen, its
columns, settings, rule set, match file, links and commands are tried."""

from __future__ import annotations

import json
import re
import shlex
import tomllib
from collections.abc import Callable, Iterable
from datetime import datetime
from io import BytesIO, TextIOWrapper
from pathlib import Path
from typing import Any, get_args, get_type_hints

import pytest
from babel.messages.pofile import read_po

from reports import FORMATS, PAPERS, SheetMaker
from reports.export.match_columns import MATCH_COLUMNS
from reports.export.spreadsheets import TABLES, column_types, describe_columns
from reports.sheets.rows import HandRow, ScoreLineRow
from reports.sheets.tables import POINTS_COLUMNS
from scorepad.__main__ import main
from scorepad.desk.actions import ACTIONS, GROUPS
from scorepad.events.standings import DECISION_TEXTS
from scorepad.settings import Settings
from scorepad.spades import entries
from scorepad.spades.board import Hand
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.result import END_REASONS
from scorepad.spades.words import T, install
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import ROOT, SAMPLE, corrected, library, match_of

GUIDE = ROOT / "resources" / "guide"
RULES = ROOT / "resources" / "rules"
CATALOG = ROOT / "resources" / "translations" / "es" / "LC_MESSAGES" / "scorepad.po"
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
HEADS = {
    "columns": {"en": ("column", "holds", "meaning"), "es": ("columna", "contiene", "significado")},
    "keys": {"en": ("key", "action", "what it does"), "es": ("tecla", "acción", "qué hace")},
    "settings": {"en": ("setting", "what it is"), "es": ("ajuste", "qué es")},
    "formats": {
        "en": ("format", "purpose", "endings"),
        "es": ("formato", "para qué", "terminaciones"),
    },
    "papers": {"en": ("paper", "what is printed"), "es": ("papel", "qué se imprime")},
}


def pages(language: str) -> dict[str, str]:
    """Return the text of each page by its name."""
    return {each.stem: each.read_text("utf-8") for each in sorted((GUIDE / language).glob("*.md"))}


def text_of(language: str) -> str:
    return "\n".join(pages(language).values())


def read_rules(file: Path) -> dict[str, Any]:
    return tomllib.loads(file.read_text("utf-8"))


def fenced(language: str, kind: str) -> str:
    (block,) = re.findall(rf"```{kind}\n(.*?)```", text_of(language), re.DOTALL)
    return str(block)


def table(heads: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    heads = list(heads)
    lines = [heads, ["---"] * len(heads), *rows]
    return "".join(f"| {' | '.join(each)} |\n" for each in lines).replace(
        "| --- | --- ", "|---|---"
    )


def documented_columns(language: str) -> str:
    tables = []
    for name, row in TABLES.items():
        types, rows = column_types(row), []
        for column, meaning in describe_columns(row).items():
            hint = get_args(types[column])[0]
            hint = next(iter(get_args(hint)), hint)
            rows.append((f"`{column}`", FORMS[language][hint], str(T(meaning))))
        tables.append(f"## {name}\n\n{table(HEADS['columns'][language], rows)}")
    return "\n".join(tables)


def documented_keys(language: str) -> str:
    tables = []
    for group, title in GROUPS.items():
        rows = [
            (f"`{each.shortcut}`" if each.shortcut else "", str(each.title), str(each.help))
            for each in ACTIONS
            if each.group == group
        ]
        tables.append(f"### {title}\n\n{table(HEADS['keys'][language], rows)}")
    return "\n".join(tables)


def documented_settings(language: str) -> str:
    rows = [(str(T(each.title)), str(T(each.help))) for each in Settings.all() if each.title]
    return table(HEADS["settings"][language], rows)


def documented_formats(language: str) -> str:
    rows = [
        (f"`{each.name}`", str(each.meaning), ", ".join(f"`{end}`" for end in each.endings))
        for each in FORMATS.values()
    ]
    return table(HEADS["formats"][language], rows)


def documented_papers(language: str) -> str:
    rows = [(f"`{e.name}`", str(e.meaning)) for e in PAPERS.values() if e.shows != "matches"]
    return table(HEADS["papers"][language], rows)


WRITTEN = {
    "columns": ("columns", documented_columns),
    "keys": ("keys", documented_keys),
    "settings": ("settings", documented_settings),
    "formats": ("exports", documented_formats),
    "papers": ("command-line", documented_papers),
}
"""Each part that `make accept` writes: its page, and what makes it."""


@pytest.mark.parametrize("part", WRITTEN)
@pytest.mark.parametrize("language", LANGUAGES)
def test_columns_keys_settings_formats_and_papers_are_listed(
    language: str, part: str, golden: Callable[[str, str | bytes], None]
) -> None:
    install(catalog_of(language))
    name, make = WRITTEN[part]
    begin, end = f"<!-- {part}: written by `make accept` -->\n", "<!-- end -->"
    before, rest = pages(language)[name].split(begin)
    _, behind = rest.split(end)
    golden(
        f"../../resources/guide/{language}/{name}.md",
        f"{before}{begin}\n{make(language)}\n{end}{behind}",
    )


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
    assert alone <= tables | {shortcut for _, shortcut in known} | {"Shift+Enter", "Shift+Intro"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_bold_is_on_the_screen_in_the_same_words(language: str) -> None:
    with CATALOG.open("rb") as file:
        catalog = read_po(file)
    shown = set()
    for message in catalog:
        texts = message.id if language == "en" else message.string
        shown |= {texts} if isinstance(texts, str) else set(texts)
    shown |= {read_rules(each)["name"] for each in RULES.rglob("*.toml")}
    bold = set(re.findall(r"\*\*([^*]+)\*\*", " ".join(text_of(language).split())))
    named = {each for each in bold if not each.endswith((*":.,”»",))}
    assert len(named) > 60
    assert named - shown == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_page_is_in_the_contents_and_every_link_leads_to_one(language: str) -> None:
    from scorepad.window.shell.guide_page import guide_contents, heading_anchor

    install(catalog_of(language))
    listed = [name for name, _title in guide_contents() if name]
    made = pages(language)
    assert sorted(listed) == sorted(made)
    for name, text in made.items():
        for target in re.findall(r"\]\(([^)]+)\)", text):
            file, _, anchor = target.partition("#")
            assert (GUIDE / language / file).is_file(), (name, target)
            headings = re.findall(
                r"^##+ (.+)$", made.get(file.removesuffix(".md"), ""), re.MULTILINE
            )
            assert not anchor or anchor in map(heading_anchor, headings), (name, target)
        for line in text.splitlines():
            assert len(line) <= 130 or line.startswith(("|", "{")), (name, line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_its_pictures_are_small(language: str) -> None:
    used = set(re.findall(r"\((pictures/[^)]+)\)", text_of(language)))
    files = {each.relative_to(GUIDE / language) for each in (GUIDE / language).rglob("*.png")}
    assert set(map(Path, used)) == files
    assert all((GUIDE / language / each).stat().st_size < 150_000 for each in files)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_language_has_the_same_pages_steps_and_examples(language: str) -> None:
    def outline(text: str) -> list[Any]:
        return [
            re.findall(r"^#+", text, re.MULTILINE),
            re.findall(r"^\d+\. ", text, re.MULTILINE),
            text.count("\n|"),
            text.count("\n- "),
            sorted(re.findall(r"\(`([^`]+)`", text)),
            [each.partition("#")[0] for each in re.findall(r"\]\(([^)]+)\)", text)],
            re.findall(r"```\w+\n.*?```", text, re.DOTALL),
        ]

    english, other = pages("en"), pages(language)
    assert other.keys() == english.keys()
    for name, text in other.items():
        assert outline(text) == outline(english[name]), name


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
    exec(compile(example, "exports.md", "exec"), {})  # noqa: S102
    printed = capsys.readouterr().out
    assert re.search(r"Kings +Bo +\d", printed)


def test_its_house_rules_are_sound() -> None:
    rules = library().resolve(tomllib.loads(fenced("en", "toml")))
    assert (rules.game.target, rules.clock.minutes, rules.bags.limit) == (250, 40, None)


def test_its_match_has_the_score_that_it_tells() -> None:
    match = match_of(json.loads(fenced("en", "json")))
    assert match.board.score == (70, -90)
    assert "+70 to −90" in text_of("en")
    assert "+70 a −90" in text_of("es")


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
            assert said.out.startswith("Unchanged: ")
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


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_command_that_its_sentences_name_exists(
    language: str, capsys: pytest.CaptureFixture[str]
) -> None:
    known = {"scorepad": ""}
    for line in ("", *re.findall(r"`scorepad ([a-z]+(?: [a-z]+)?)", text_of(language))):
        words = [each for each in line.split() if each != "help"]
        assert main([*words, "--help"]) in {0, 2}, line
        printed = capsys.readouterr()
        assert not printed.err.startswith("can't find"), line
        known[line] = printed.out
    every = "".join(known.values())
    for command in ("event", "sheet", "new", "share", "export", "book"):
        main([command, "--help"])
        every += capsys.readouterr().out
    for part in ("pair", "record", "print", "show", "teams", "new"):
        main(["event", part, "--help"])
        every += capsys.readouterr().out
    for option in set(re.findall(r"(?<![\w-])--[a-z]+", text_of(language))):
        assert option in every, option


def test_the_links_commands_and_keys_of_the_readme_exist() -> None:
    text = (ROOT / "README.md").read_text("utf-8")
    for target in re.findall(r"\]\(([^)]+)\)", text):
        assert (ROOT / target).is_file(), target
    targets = set(re.findall(r"^([a-z-]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    named = set(re.findall(r"(?m)(?:^|`)make ([a-z-]+)", text))
    assert {"run", "test", "demo", "help"} <= named <= targets
    keys = set(re.findall(r"`((?:Ctrl\+|F\d)[^`]*)`", text))
    assert keys <= {each.shortcut for each in ACTIONS}
