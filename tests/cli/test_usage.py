"""The help of every command: whole, with an example, and in the reader's language."""

from __future__ import annotations

import argparse
import contextlib
import re
import shlex
import shutil
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import cast

import pytest

from installer.linux.completions import completion
from installer.linux.man import commands_in
from reports import FORMATS, PAPERS
from scorepad.cli.parser import MESSAGES_OF_ARGPARSE, make_parser
from scorepad.cli.services import Services
from tests.cli.conftest import Scorepad
from tests.reports.made import ROOT
from tests.test_rule_texts import english_in

COMPLETIONS = ROOT / "installer" / "linux"
FRAME = re.compile(r"usage|options|arguments|COMMAND|FILE|MATCH|OUT|required|show |Example")
"""What the parser would say in English."""
NAME = re.compile(r"(?m)^ +[a-z]+  |--?[a-z-]+|\{[^}]*\}|\b[a-z]+: |“[^”]*”|«[^»]*»|scorepad .*")
"""What is the same in every language: names of options, choices, commands."""


class Speaking:
    """Only the language of the services, and the tables; nothing else is asked of a parser."""

    formats = FORMATS
    papers = PAPERS


def parsers(
    parser: argparse.ArgumentParser, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], argparse.ArgumentParser]]:
    yield path, parser
    for action in parser._actions:
        if isinstance(action, argparse._SubParsersAction):
            for name, inner in action.choices.items():
                yield from parsers(inner, (*path, name))


ALL = dict(parsers(make_parser(cast(Services, Speaking()))))
COMMANDS = [path for path in ALL if path]


def test_the_help_lists_every_command_in_its_group(scorepad: Scorepad) -> None:
    said = scorepad("help").out
    assert said == scorepad("--help").out
    _options, *groups = said.partition("\n\n  ")[0].split("\n\n")[2:-1]
    titles = [group.partition(":\n")[0] for group in groups]
    assert titles == [
        "Scoring",
        "Matches",
        "Events",
        "Printing and exporting",
        "Your data",
        "Help",
    ]
    listed = re.findall(r"^  ([a-z]+)  +[A-Z]", "\n".join(groups), re.MULTILINE)
    assert sorted(listed) == sorted(path[0] for path in COMMANDS if len(path) == 1)


@pytest.mark.parametrize("path", COMMANDS, ids=" ".join)
def test_the_help_of_a_command_has_an_example_that_it_takes(
    scorepad: Scorepad, path: tuple[str, ...]
) -> None:
    said = scorepad("help", *path)
    assert said.status == 0
    if path != ("help",):  # `scorepad help --help` is the help of the program
        assert said.out == scorepad(*path, "--help").out
    assert said.out.startswith(f"usage: scorepad {' '.join(path)} [-h]")
    (example,) = re.findall(r"^Example: scorepad (.*)$", said.out, re.MULTILINE)
    words = shlex.split(example.partition(" <")[0])
    assert tuple(words[: len(path)]) == path
    make_parser(cast(Services, Speaking())).parse_args(words)


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_the_man_page_finds_the_commands_in_the_help(
    scorepad: Scorepad, path: tuple[str, ...]
) -> None:
    inner = {each[-1] for each in COMMANDS if each[:-1] == path}
    assert set(commands_in(scorepad("help", *path).out)) == inner


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_is_spanish(
    scorepad: Scorepad, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]
) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    said = scorepad(*path, "--help").out
    assert said.startswith("uso: scorepad ")
    spoken = NAME.sub("", said).replace("Spades", "").replace("Scorepad", "")
    assert not FRAME.search(spoken), said
    assert not english_in(spoken), said


def test_the_messages_are_those_of_the_parser() -> None:
    source = Path(argparse.__file__).read_text("utf-8")
    for text in MESSAGES_OF_ARGPARSE:
        assert str(text) in source


def test_a_mistake_is_told_in_the_language_of_the_reader(
    scorepad: Scorepad, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    assert scorepad("show").sentence == (
        "faltan argumentos obligatorios: PARTIDA; vea «scorepad help show»"
    )


def test_what_is_gone_is_refused(scorepad: Scorepad) -> None:
    for command in (
        ("poster",),
        ("round",),
        *(("event", x) for x in ("posters", "seating", "day")),
    ):
        assert "invalid choice" in scorepad(*command, "Open", "-o", "x.pdf").sentence


def test_a_value_may_begin_with_a_dash_and_so_may_what_follows_two(
    scorepad: Scorepad, match_file: Path
) -> None:
    """A reason may begin with a number below zero."""
    no_version = "no match or event with two versions contains the entry “x”; check the ID"
    for why in (["--why", "-40 was wrong"], ["--why", "-40"], ["--why=-a"]):
        assert scorepad("choose", "x", *why).sentence == no_version
    dashed = match_file.rename(match_file.with_name("-match.json"))
    with contextlib.chdir(dashed.parent):
        assert scorepad("score", "--", dashed.name).status == 0
        assert "FILE" in scorepad("score", dashed.name).sentence


# Completion.


@pytest.mark.parametrize("shell", ["bash", "zsh", "fish"])
def test_completion_is_that_of_the_parser(
    shell: str, golden: Callable[[str, str | bytes], None]
) -> None:
    golden(f"../../installer/linux/completion.{shell}", completion(shell, ALL[()]))


@pytest.mark.skipif(shutil.which("bash") is None, reason="needs bash")
@pytest.mark.parametrize(
    ("typed", "offered"),
    [
        (["ma"], "matches"),
        (["event", "pu"], "publish"),
        (["event", "print", "p"], "posters"),
        (["export", "--format", "x"], "xlsx"),
        (["new", "--first-dealer", "d"], "draw"),
        (["show", "m"], ""),
    ],
)
def test_bash_completes_a_command(typed: list[str], offered: str) -> None:
    line = (
        f"source {COMPLETIONS}/completion.bash; COMP_WORDS=(scorepad {' '.join(typed)}); "
        f'COMP_CWORD={len(typed)}; _scorepad; echo "${{COMPREPLY[@]}}"'
    )
    done = subprocess.run(["bash", "-c", line], capture_output=True, text=True, check=True)
    assert done.stdout == f"{offered}\n"
