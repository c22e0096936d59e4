"""The help of every command: whole, and in the reader's language."""

from __future__ import annotations

import contextlib
import re
from collections.abc import Iterator
from pathlib import Path
from typing import cast

import pytest

from scorepad.cli.app import MainCommand
from scorepad.cli.parser import PLACEHOLDERS, Command
from scorepad.cli.services import Services
from scorepad.spades.words import ENGLISH
from tests.cli.conftest import Scorepad
from tests.test_rule_texts import english_in

FRAME = re.compile(
    r"Usage|Options|Arguments|Commands|COMMAND|required|list\[|<str>|Show this|\.\.\."
)
"""What the parser would say of its own accord."""
OPTION = re.compile(r"--[a-z-]+")
"""The name of an option, which is the same in every language."""


class Speaking:
    """Only the language of the services; nothing else is asked before a command runs."""

    words = ENGLISH


def commands(
    command: Command, path: tuple[str, ...] = ()
) -> Iterator[tuple[tuple[str, ...], Command]]:
    yield path, command
    for name, _ in command.list_commands():
        inner = command.find(name)
        assert inner is not None
        yield from commands(inner, (*path, name))


ALL = dict(commands(MainCommand(cast(Services, Speaking()), lambda: 0)))


def test_every_placeholder_is_known() -> None:
    metavars = {
        each.parameter.metavar
        for command in ALL.values()
        for each in (*command.arguments, *command.options)
        if each.parameter.metavar
    }
    assert {metavar for metavar in metavars if not re.fullmatch(r"\w+(\|\w+)+", metavar)} | {
        "ID|FILE"
    } == set(PLACEHOLDERS)


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_says_all_that_a_command_takes(scorepad: Scorepad, path: tuple[str, ...]) -> None:
    said = scorepad(*path, "--help")
    assert said.status == 0
    assert said.lines[0].startswith(f"Usage: {' '.join(('scorepad', *path))} [OPTIONS]")
    assert "Show this and end." in said.out
    flat = " ".join(said.out.split())
    for each in (*ALL[path].arguments, *ALL[path].options):
        assert " ".join(each.parameter.help.split()) in flat
        for name in each.parameter.names:
            assert name in said.out
    for name, told in ALL[path].list_commands():
        assert f"  {name}" in said.out
        assert " ".join(told.split()) in flat


@pytest.mark.parametrize("path", ALL, ids=" ".join)
def test_help_is_spanish(
    scorepad: Scorepad, monkeypatch: pytest.MonkeyPatch, path: tuple[str, ...]
) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    said = scorepad(*path, "--help")
    assert said.lines[0].startswith("Uso: scorepad ")
    assert not FRAME.search(said.out), said.out
    spoken = OPTION.sub("", said.out).replace("Spades", "")
    assert not english_in(spoken), said.out


def test_what_is_missing_is_named_as_help_names_it(
    scorepad: Scorepad, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("LANGUAGE", "es")
    assert scorepad("show").sentence == "falta PARTIDA; «scorepad show --help» dice más"
    assert scorepad("score").sentence == "falta ARCHIVO…; «scorepad score --help» dice más"


def test_a_value_may_begin_with_a_dash_and_so_may_what_follows_two(
    scorepad: Scorepad, match_file: Path
) -> None:
    """A reason may begin with a number below zero."""
    no_version = "nothing that has two versions has the entry “x”"
    for why in (["--why", "-40 was wrong"], ["--why", "-a"], ["--why=-a"]):
        assert scorepad("choose", "x", *why).sentence == no_version
    dashed = match_file.rename(match_file.with_name("-match.json"))
    with contextlib.chdir(dashed.parent):
        assert scorepad("score", "--", dashed.name).status == 0
        sentence = scorepad("score", dashed.name).sentence
    assert sentence == "there is no option -m; “scorepad score --help” tells more"
