"""The help of every command: whole, and in the reader's language."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import Any, cast

import pytest
from typer import Context
from typer.core import TyperGroup

from scorepad.cli.app import PLACEHOLDERS, build
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


def commands(command: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], Any]]:
    yield path, command
    for name, inner in inside(command):
        yield from commands(inner, (*path, name))


def inside(command: Any) -> list[tuple[str, Any]]:
    """The commands of a command."""
    if not isinstance(command, TyperGroup):
        return []
    context = Context(command)
    return [(name, command.get_command(context, name)) for name in command.list_commands(context)]


ALL = dict(commands(build(cast(Services, Speaking()), lambda: 0)))


def test_every_placeholder_is_known() -> None:
    metavars = {
        each.metavar.strip("[]")
        for command in ALL.values()
        for each in command.params
        if each.metavar
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
    for each in ALL[path].params:
        assert " ".join(each.help.split()) in flat
        for name in each.opts if each.param_type_name == "option" else ():
            assert name in said.out
    for name, inner in inside(ALL[path]):
        assert f"  {name}" in said.out
        assert " ".join(inner.help.split("\n\n")[0].split()) in flat


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
