"""Rule set files are read from TOML, checked, merged over what they extend, and written.

A rule set that `extends` another is merged over it parameter by parameter; lists are replaced
whole; `false` (or null) takes an optional parameter, or `big_bid`, away (SCORING.md 2).
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.budget import RULES_BUDGET
from scorepad.spades.parameters import (
    Parameter,
    parameter,
    parameters,
    parameters_of_section,
    value_at,
)
from scorepad.spades.refusal import Refused, over_budget_text, shorten_text, too_large_text
from scorepad.spades.rules import LINE_KINDS, SECTIONS, RuleSet
from scorepad.spades.words import Field, N, T, Text

NAME_KEYS = ("id", "name", "edition", "source")
LIST_KEYS = ("ruling", "checklist", "play")
RULING_KEYS = ("question", "reading", "options", "where")
AGREED = "agreed"
"""The name of a match file's deviations, for error sentences."""

_AT = r"\(at line (?P<line>\d+), column (?P<column>\d+)\)$"
_TWICE = r"overwrite|twice|Duplicate"


class RulesError(Refused):
    """A rule set cannot be read: the sentence names the place, and what is allowed there."""

    def __init__(self, where: str, path: str, text: str | Text, /, **fields: Field) -> None:
        self.path = path
        self.what = what = text if isinstance(text, Text) else T(text, **fields)
        place = ": ".join(part for part in (where, path) if part)
        super().__init__(T("{place}: {what}", place=place, what=what) if place else what)


def parse_toml(raw: bytes, where: str) -> dict[str, Any]:
    """Parse a rule set file's bytes to plain data.  Raise `RulesError` naming `where`."""
    if len(raw) > RULES_BUDGET.bytes:
        raise RulesError(where, "", too_large_text(RULES_BUDGET.bytes))
    if raw.count(b".") > RULES_BUDGET.dots:
        most = N("{n} dot", "{n} dots", RULES_BUDGET.dots)
        raise RulesError(where, "", over_budget_text(most))
    if any(line.count(b".") > RULES_BUDGET.line_dots for line in raw.split(b"\n")):
        most = N("{n} dot in one line", "{n} dots in one line", RULES_BUDGET.line_dots)
        raise RulesError(where, "", over_budget_text(most))
    try:
        return tomllib.loads(raw.decode("utf-8-sig").replace("\r\n", "\n"))
    except UnicodeDecodeError:
        raise RulesError(where, "", "is not UTF-8 text") from None
    except RecursionError:
        raise RulesError(where, "", "is nested too deep to be a rule set") from None
    except ValueError as error:
        raise RulesError(where, "", _toml_error_text(str(error))) from None


def _toml_error_text(message: str) -> Text:
    at = re.search(_AT, message)
    if re.search(_TWICE, message):
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


def plain_rules(rules: RuleSet) -> dict[str, Any]:
    """Return a whole rule set as plain data, in the shape of its file."""
    data: dict[str, Any] = {name: getattr(rules, name) for name in NAME_KEYS}
    for section in SECTIONS:
        whole = getattr(rules, section)
        if whole is None:
            continue
        data[section] = {}
        for each in parameters_of_section(section):
            value = getattr(whole, "from_" if each.name == "from" else each.name)
            if value is not None:
                data[section][each.name] = list(value) if isinstance(value, tuple) else value
    if rules.ruling:
        # Lists, not tuples, so that a rule set equals itself as it is read back from a file.
        data["ruling"] = msgspec.json.decode(msgspec.json.encode(rules.ruling))
    for name in ("checklist", "play"):
        if getattr(rules, name):
            data[name] = list(getattr(rules, name))
    if rules.places:
        data["places"] = dict(rules.places)
    return data


cached_plain_rules = lru_cache(maxsize=64)(plain_rules)
"""Rule sets as heads and entries carry them; nobody changes one, so equal ones are shared."""


def merge_rules(base: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Merge `changes` over `base`, both checked plain data; what is taken away is not in it."""
    whole = {key: dict(value) if isinstance(value, dict) else value for key, value in base.items()}
    for key, value in changes.items():
        if key in NAME_KEYS:
            if not isinstance(value, str):
                raise RulesError(where, key, "a text is allowed here")
            whole[key] = value
        elif key == "extends":
            continue
        elif key in SECTIONS:
            if key == "big_bid" and (value is None or value is False):
                whole.pop("big_bid", None)
                continue
            section = dict(whole.get(key, {}))
            for name, parameter_value in _require_table(value, where, key).items():
                section = _with_parameter(section, key, name, parameter_value, where)
            whole[key] = section
        elif key == "places":
            whole[key] = dict(whole.get(key, {})) | _parse_places(value, where)
        elif key in LIST_KEYS:
            whole[key] = _parse_list(key, value, where)
        else:
            heads = () if where == AGREED else (*NAME_KEYS, "extends")
            known = ", ".join((*heads, *SECTIONS, *LIST_KEYS, "places"))
            raise RulesError(
                where, str(key)[:60], "there is no such section; allowed are {known}", known=known
            )
    return whole


def _require_table(value: Any, where: str, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RulesError(where, path, "a table of parameters is allowed here")
    return value


def _with_parameter(
    section: dict[str, Any], key: str, name: str, new: Any, where: str
) -> dict[str, Any]:
    declared = parameter(f"{key}.{name}")
    if declared is None:
        names = ", ".join(each.name for each in parameters_of_section(key))
        raise RulesError(
            where,
            f"{key}.{str(name)[:60]}",
            "there is no such parameter; allowed are {names}",
            names=names,
        )
    if declared.optional and new is False:
        new = None
    if not declared.fits(new):
        raise RulesError(
            where,
            declared.path,
            "{value} is not allowed; allowed is {allowed}",
            value=quote_value(new),
            allowed=declared.allowed_text,
        )
    changed = {k: v for k, v in section.items() if k != name}
    if new is not None:
        changed[name] = new
    return changed


def quote_value(value: Any) -> str | Text:
    """Return a plain value as the file's author wrote it, short enough for a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    text = shorten_text(str(value), 58)
    return T("“{text}”", text=text) if isinstance(value, str) else text


def _parse_places(value: Any, where: str) -> dict[str, str]:
    table = _require_table(value, where, "places")
    for name, place in table.items():
        if name not in LINE_KINDS:
            raise RulesError(
                where,
                f"places.{str(name)[:60]}",
                "there is no such kind of line; allowed are {kinds}",
                kinds=", ".join(LINE_KINDS),
            )
        if not isinstance(place, str):
            raise RulesError(where, f"places.{name}", "a text is allowed here")
    return dict(table)


def _parse_list(key: str, value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise RulesError(where, key, "a list is allowed here")
    if key != "ruling":
        if not all(isinstance(item, str) for item in value):
            raise RulesError(where, key, "a list of texts is allowed here")
        return list(value)
    readings = []
    for item in value:
        table = _require_table(item, where, "ruling")
        options = table.get("options", [])
        fits = all(key in RULING_KEYS for key in table) and all(
            isinstance(table.get(key, ""), str) for key in ("question", "reading", "where")
        )
        fits = fits and "question" in table and "reading" in table
        if not fits or not (
            isinstance(options, list | tuple) and all(isinstance(each, str) for each in options)
        ):
            raise RulesError(
                where,
                "ruling",
                "a ruling has a question and a reading, and may have options (a list) and where",
            )
        readings.append(dict(table))
    return readings


def build_rules(data: Mapping[str, Any], where: str) -> RuleSet:
    """Return the rule set that this merged plain data is.  Raise `RulesError` where something is
    missing."""
    for name in NAME_KEYS:
        if not isinstance(data.get(name), str) or (name in ("id", "name") and not data[name]):
            raise RulesError(
                where, name, "is missing; a rule set states id, name, edition and source"
            )
    for section in SECTIONS:
        table = data.get(section)
        if table is None:
            if section not in ("big_bid", "clock"):
                raise RulesError(
                    where, section, "is missing; state all sections, or extend another rule set"
                )
            continue
        for each in parameters_of_section(section):
            if each.required and each.name not in table:
                raise RulesError(
                    where, each.path, "is missing; allowed is {allowed}", allowed=each.allowed_text
                )
    big = data.get("big_bid")
    if big and big.get("to") is not None and big["to"] < big["from"]:
        raise RulesError(
            where,
            "big_bid.to",
            "{value} is not allowed; allowed is {least} or more",
            value=str(big["to"]),
            least=big["from"],
        )
    if data["renege"]["effect"] == "own-bid" and data["bidding"]["unit"] != "player":
        raise RulesError(
            where,
            "renege.effect",
            "own-bid is allowed only where bidding.unit is player",
        )
    return msgspec.convert(dict(data), RuleSet)


def rules_with_agreed_deviations(rules: RuleSet, agreed: Mapping[str, Any]) -> RuleSet:
    """Return `rules` with the deviations that both teams agreed to before the first hand."""
    if not agreed:
        return rules
    for key in agreed:
        if key in NAME_KEYS or key == "extends":
            raise RulesError(
                AGREED, str(key), "only sections can be agreed: {known}", known=", ".join(SECTIONS)
            )
    return _agreed(rules, msgspec.json.encode(agreed))


@lru_cache(maxsize=512)
def _agreed(rules: RuleSet, agreed: bytes) -> RuleSet:
    whole = merge_rules(plain_rules(rules), msgspec.json.decode(agreed), AGREED)
    return replace(build_rules(whole, AGREED), based_on=rules.based_on)


class RuleChange(msgspec.Struct, frozen=True):
    """A parameter has another value than the original's; None where there is none."""

    of: Parameter
    now: Any
    before: Any


def changed_parameters(whole: Mapping[str, Any], base: Mapping[str, Any]) -> tuple[RuleChange, ...]:
    """Return the parameters in which one whole plain rule set differs from another, as declared."""
    changes = []
    for each in parameters():
        now, before = value_at(whole, each.path), value_at(base, each.path)
        if _lists_as_tuples(now) != _lists_as_tuples(before):
            changes.append(RuleChange(each, now, before))
    return tuple(changes)


def changed_lists(whole: Mapping[str, Any], base: Mapping[str, Any]) -> tuple[str, ...]:
    """Return which of the rulings, the checklist and the rules of play are not the original's."""
    return tuple(
        name for name in LIST_KEYS if _encoded(whole.get(name)) != _encoded(base.get(name))
    )


def _encoded(items: Any) -> bytes:
    """Encode a list or tuple, without keys that say nothing, to compare it."""
    items_with_keys = [
        {key: value for key, value in item.items() if value} if isinstance(item, dict) else item
        for item in items or ()
    ]
    return msgspec.json.encode(items_with_keys)


def shortest_extension(whole: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return `whole` as the shortest file that `extends` the base: names, and what differs."""
    data = {name: whole[name] for name in ("id", "name", "edition", "source")}
    data["extends"] = base["id"]
    if base.get("big_bid") and not whole.get("big_bid"):
        data["big_bid"] = False
    for name in changed_lists(whole, base):
        data[name] = list(whole.get(name, ()))
    for change in changed_parameters(whole, base):
        section = change.of.section
        if data.get(section) is not False:
            value = False if change.now is None else change.now
            data.setdefault(section, {})[change.of.name] = value
    places = {
        kind: place
        for kind, place in whole.get("places", {}).items()
        if base.get("places", {}).get(kind) != place
    }
    if places:
        data["places"] = places
    return _in_file_order(data)


def _in_file_order(data: Mapping[str, Any]) -> dict[str, Any]:
    order = ("id", "name", "edition", "source", "extends", "checklist", "play", *SECTIONS)
    order = (*order, "places", "ruling")
    return {key: data[key] for key in order if key in data}


def standalone_file(whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return `whole` as a file that extends nothing."""
    data = dict(whole)
    data.pop("extends", None)
    return _in_file_order(data)


def _lists_as_tuples(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
