"""The text of a rule set file: TOML, with a sentence in place of its reader's message."""

from __future__ import annotations

import re
import tomllib
from typing import Any

from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

_AT = re.compile(r"\(at line (?P<line>\d+), column (?P<column>\d+)\)$")
_TWICE = re.compile(r"overwrite|twice|Duplicate")


class RulesError(Refused):
    """A rule set cannot be read: the place in it, and what is allowed there."""

    def __init__(self, where: str, path: str, what: Text) -> None:
        self.path, self.what = path, what
        place = ": ".join(part for part in (where, path) if part)
        super().__init__(T("{place}: {what}", place=place, what=what) if place else what)


def parsed(raw: bytes, where: str) -> dict[str, Any]:
    """The plain data of a rule set file's bytes; raises `RulesError` naming `where`."""
    try:
        return tomllib.loads(raw.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise RulesError(where, "", T("is not UTF-8 text")) from None
    except RecursionError:
        raise RulesError(where, "", T("is nested too deep to be a rule set")) from None
    except ValueError as error:
        raise RulesError(where, "", _no_toml(str(error))) from None


def _no_toml(message: str) -> Text:
    at = _AT.search(message)
    if _TWICE.search(message):
        if at is None:
            return T("is not TOML: its last key stands there twice")
        return T("is not TOML: what line {line} says stands there twice", line=int(at["line"]))
    if at is None:
        return T("is not TOML: it breaks off")
    return T(
        "is not TOML: line {line}, character {column} is wrong",
        line=int(at["line"]),
        column=int(at["column"]),
    )
