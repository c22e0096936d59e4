"""Mistakes in the arguments, said in plain sentences.

The parser's own messages are English, and its words are not a supervisor's; what it knows of a
mistake is taken from its exceptions, and what would be right is said instead.
"""

from __future__ import annotations

import re
from typing import Any

from typer.exceptions import TyperException

from scorepad.cli.usage import placeholder
from scorepad.spades.words import T, Text

LONGEST = 60
"""Characters of an argument that a sentence repeats."""
COMMAND = re.compile(r"^No such command '(?P<name>.*?)'", re.DOTALL)
EXTRA = re.compile(r"^Got unexpected extra arguments?(?:\(s\))? \((?P<names>.*)\)$", re.DOTALL)
VALUE = re.compile(r"does not take a value")
NEAR = re.compile(r"'([^']+)'")


def mistake(error: TyperException) -> Text:
    """What is wrong with the arguments, and which help tells more."""
    context = getattr(error, "ctx", None)
    command = context.command_path if context is not None else "scorepad"
    return T(
        "{mistake}; “{command} --help” tells more",
        mistake=_what(error, str(getattr(error, "message", "") or "")),
        command=command,
    )


def _what(error: Any, message: str) -> Text:
    """Each kind by what it carries: the parser's classes are not public."""
    kind = type(error).__name__
    if kind == "NoSuchOption":
        return _near(
            T("there is no option {option}", option=_short(error.option_name)),
            sorted(error.possibilities or ()),
        )
    if kind == "BadOptionUsage":
        option = _short(error.option_name)
        if VALUE.search(message):
            return T("{option} takes nothing after it", option=option)
        return T("{option} needs something after it", option=option)
    if kind == "MissingParameter":
        named = getattr(error.param, "metavar", None) or getattr(error.param, "name", "") or ""
        return T("{argument} is missing", argument=placeholder(str(named)))
    command = COMMAND.search(message)
    if command:
        return _near(
            T("there is no command “{command}”", command=_short(command["name"])),
            NEAR.findall(message[command.end() :]),
        )
    extra = EXTRA.search(message)
    if extra:
        return T("“{words}” is too much", words=_short(extra["names"]))
    return T("{mistake}", mistake=" ".join(message.split()).rstrip("."))


def _near(what: Text, near: list[str]) -> Text:
    if not near:
        return what
    return T("{mistake}, but there is {near}", mistake=what, near=", ".join(near))


def _short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[: LONGEST - 1]}…"
