"""How long the work takes that a script waits for."""

from __future__ import annotations

import tomllib

import msgspec

from scorepad import paths
from scorepad.spades.library import load_library
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.result import result_data
from tests.bench.conftest import Compare, python

RULES = paths.resources_folder() / "rules"
SAMPLE = paths.resources_folder() / "sample" / "match.json"


def test_a_match_file_is_read_and_scored(compare: Compare) -> None:
    data, library = SAMPLE.read_bytes(), load_library(RULES)
    decode = msgspec.json.decode
    compare(
        "a match file read and scored",
        lambda: result_data(parse_match_file(data, library)),
        "its JSON decoded a hundred times",
        lambda: [decode(data) for _ in range(100)],
        at_most=2,
    )


def test_the_rule_sets_are_read(compare: Compare) -> None:
    files = sorted(RULES.glob("*.toml"))

    def read_all() -> None:
        library = load_library(RULES)
        for rules_id in library.ids():
            library.file(rules_id)

    compare(
        "the rule sets read",
        read_all,
        "their TOML decoded",
        lambda: [tomllib.loads(file.read_text("utf-8")) for file in files],
        at_most=3,
    )


def test_a_command_answers(compare: Compare) -> None:
    for command, floor in (("rules list", "msgspec"), ("matches", "sqlmodel")):
        compare(
            f"scorepad {command}",
            lambda command=command: python("-m", "scorepad", *command.split()),
            f"a Python that imports {floor}",
            lambda floor=floor: python("-c", f"import {floor}"),
            at_most=8,
            rounds=5,
        )
