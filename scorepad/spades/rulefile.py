"""Rule set files: reading TOML, checking, merging, writing.

A rule set that `extends` another is merged over it parameter by parameter; lists are replaced
whole; `false` (or null) removes an optional parameter, or `big_bid` (SCORING.md 2).

Texts name the parameters that they are about, and are inherited only while these keep their values.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.budget import RULES_BUDGET
from scorepad.spades.naming import name_key
from scorepad.spades.parameters import (
    Parameter,
    parameter,
    parameters,
    parameters_of_section,
    value_at,
)
from scorepad.spades.refusal import Refused, over_budget_text, shorten_text, too_large_text
from scorepad.spades.rules import (
    CONDITIONS,
    DEFAULT_SECTIONS,
    LINE_KINDS,
    OPTIONAL_SECTIONS,
    SECTIONS,
    RuleInterpretation,
    RulePlace,
    RuleSection,
    RuleSet,
    RuleText,
)
from scorepad.spades.words import Field, N, T, Text

NAME_KEYS = ("id", "name", "edition", "source")
LIST_KEYS = ("ruling", "checklist", "play")
RULING_TEXTS = ("question", "reading", "where", "id", "when")
RULING_KEYS = (*RULING_TEXTS, "options", "decides", "lines", "contested")
DOCUMENT_KEYS = ("name", "source", "places", "values")
TEXT_KEYS = (*LIST_KEYS, "places")
ABOUT = {"ruling": "decides", "checklist": "rests_on", "play": "rests_on"}
"""The key under which a text of each list names the parameters that it is about."""
TEXT_KEY_OF_LIST = {"ruling": "question", "checklist": "text", "play": "text"}
"""The key under which each list has its text."""
AGREED = "agreed"
"""The name of a match file's deviations, for error sentences."""

_AT = r"\(at line (?P<line>\d+), column (?P<column>\d+)\)$"
_TWICE = r"overwrite|twice|Duplicate"


class RulesError(Refused):
    """A rule set can't be read; the sentence has the place and the allowed values."""

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
        raise RulesError(where, "", "isn't UTF-8 text") from None
    except RecursionError:
        raise RulesError(where, "", "is nested too deeply for a rule set") from None
    except ValueError as error:
        raise RulesError(where, "", _toml_error_text(str(error))) from None


def _toml_error_text(message: str) -> Text:
    at = re.search(_AT, message)
    if re.search(_TWICE, message):
        if at is None:
            return T("isn't valid TOML: its last key appears twice")
        return T("isn't valid TOML: line {line} repeats a key", line=int(at["line"]))
    if at is None:
        return T("isn't valid TOML: it ends too soon")
    return T(
        "isn't valid TOML: there is an error on line {line}, character {column}",
        line=int(at["line"]),
        column=int(at["column"]),
    )


def plain_rules(rules: RuleSet) -> dict[str, Any]:
    """Return a whole rule set as plain data, in the shape of its file."""
    data: dict[str, Any] = {name: getattr(rules, name) for name in NAME_KEYS}
    for section in SECTIONS:
        table = getattr(rules, section)
        if section == "big_bid":
            bands = [_plain_section(section, band) for band in table]
            table = bands if len(bands) > 1 else bands[0] if bands else None
        elif table is not None:
            table = _plain_section(section, table)
        if table is not None and (table or section not in DEFAULT_SECTIONS):
            data[section] = table
    if rules.ruling:
        # Lists, not tuples, so that a rule set equals itself as it is read back from a file.
        data["ruling"] = [_plain_ruling(each) for each in rules.ruling]
    for name in ("checklist", "play"):
        if getattr(rules, name):
            data[name] = [_plain_text(each, each.text) for each in getattr(rules, name)]
    if rules.places:
        data["places"] = _plain_places(rules.places)
    if (document := rules.document) is not None:
        data["document"] = {
            "name": document.name,
            "source": document.source,
            "places": _plain_places(document.places),
            "values": {
                path: False if value is None else value for path, value in document.values.items()
            },
        }
    return data


def _plain_section(section: str, table: RuleSection) -> dict[str, Any]:
    """Return a section as plain data. Files from before some parameters existed are written the
    same as ever: these are left out if they have their default."""
    plain, default = {}, DEFAULT_SECTIONS.get(section) if section != "clock" else None
    for each in parameters_of_section(section):
        field = "from_" if each.name == "from" else each.name
        value = getattr(table, field)
        is_left_out = value == () == each.default or value == getattr(default, field, None)
        if value is not None and not is_left_out:
            plain[each.name] = list(value) if isinstance(value, tuple) else value
    return plain


def _plain_ruling(ruling: RuleInterpretation) -> dict[str, Any]:
    plain: dict[str, Any] = _as_plain(ruling)
    if ruling.options:
        plain["options"] = [
            _as_plain(each) if each.set else each.reading for each in ruling.options
        ]
    return plain


def _plain_places(places: Mapping[str, RulePlace]) -> dict[str, Any]:
    return {kind: _plain_text(each, each.where) for kind, each in places.items()}


def _plain_text(item: RuleText | RulePlace, text: str) -> Any:
    return _as_plain(item) if item.rests_on else text


def _as_plain(item: msgspec.Struct) -> Any:
    return msgspec.json.decode(msgspec.json.encode(item))


cached_plain_rules = lru_cache(maxsize=64)(plain_rules)
"""Rule sets as heads and entries carry them; they never change, so equal ones are shared."""


def merge_rules(base: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    """Merge `changes` over `base`, both checked plain data, without the removed parameters."""
    whole = {key: dict(value) if isinstance(value, dict) else value for key, value in base.items()}
    for key, value in changes.items():
        if key in NAME_KEYS:
            if not isinstance(value, str):
                raise RulesError(where, key, "use text here")
            whole[key] = value
        elif key == "extends":
            continue
        elif key in SECTIONS:
            if key in OPTIONAL_SECTIONS and (value is None or value is False):
                whole.pop(key, None)
                continue
            whole[key] = _parse_section(key, whole.get(key, {}), value, where)
            if key == "deal":
                _drop_unlisted_deadlines(whole, value)
        elif key == "places":
            whole[key] = dict(whole.get(key, {})) | _parse_places(value, where)
        elif key in LIST_KEYS:
            whole[key] = _parse_list(key, value, where)
        elif key == "document":
            whole[key] = _parse_document(value, where)
        else:
            heads = () if where == AGREED else (*NAME_KEYS, "extends")
            known = ", ".join((*heads, *SECTIONS, *LIST_KEYS, "places"))
            raise RulesError(
                where, str(key)[:60], "this section doesn't exist; choose from {known}", known=known
            )
    return whole


def refuse_unlisted_grounds(whole: Mapping[str, Any], where: str) -> None:
    """Raise `RulesError` if a rule set gives a deadline to a misdeal that it doesn't list."""
    grounds = value_at(whole, "deal.misdeals") or ()
    known = {name_key(each) for each in grounds}
    for each in value_at(whole, "deal.misdeal_deadline") or ():
        if name_key(each) not in known:
            raise RulesError(
                where,
                "deal.misdeal_deadline",
                "{value} isn't a reason for a misdeal here; choose from {names}",
                value=quote_value(each),
                names=", ".join(grounds) or "–",
            )


def _drop_unlisted_deadlines(whole: dict[str, Any], stated: Any) -> None:
    deadlines = whole.get("deal", {}).get("misdeal_deadline")
    if deadlines and "misdeals" in stated and "misdeal_deadline" not in stated:
        known = {name_key(each) for each in whole["deal"]["misdeals"]}
        left = {each: until for each, until in deadlines.items() if name_key(each) in known}
        whole["deal"] = {**whole["deal"], "misdeal_deadline": left}
        if not left:
            del whole["deal"]["misdeal_deadline"]


def _parse_section(key: str, base: Any, value: Any, where: str) -> Any:
    """Return a section with the stated values. Several bands of big bids replace those that
    there were, and one table replaces several."""
    if key == "big_bid" and isinstance(value, list | tuple) and value:
        bands = [_parse_section(key, {}, each, where) for each in value]
        return bands if len(bands) > 1 else bands[0]
    section = dict(base) if isinstance(base, Mapping) else {}
    for name, parameter_value in _require_table(value, where, key).items():
        section = _with_parameter(section, key, name, parameter_value, where)
    return section


def _require_table(value: Any, where: str, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RulesError(where, path, "use a table of parameters here")
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
            "this parameter doesn't exist; choose from {names}",
            names=names,
        )
    if declared.optional and new is False:
        new = None
    if not declared.fits(new):
        raise RulesError(
            where,
            declared.path,
            "{value} isn't allowed; use {allowed}",
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
    is_list = isinstance(value, list | tuple | dict)
    plain = msgspec.json.encode(value).decode() if is_list else str(value)
    text = shorten_text(plain, 58)
    return T("“{text}”", text=text) if isinstance(value, str) else text


def _parse_places(value: Any, where: str, path: str = "places") -> dict[str, Any]:
    table = _require_table(value, where, path)
    for name, place in table.items():
        if name not in LINE_KINDS:
            raise RulesError(
                where,
                f"{path}.{str(name)[:60]}",
                "this kind of line doesn't exist; choose from {kinds}",
                kinds=", ".join(LINE_KINDS),
            )
        _refuse_bad_text(place, "where", where, f"{path}.{name}")
    return dict(table)


def _refuse_bad_text(item: Any, key: str, where: str, path: str, *, at_least: int = 1) -> None:
    if isinstance(item, str):
        return
    fits = isinstance(item, Mapping) and isinstance(item.get(key), str)
    if not fits or not set(item) <= {key, "rests_on"}:
        raise RulesError(
            where,
            path,
            "use text here, or a table with the keys “{key}” (text) and “rests_on” (a list)",
            key=key,
        )
    paths = _parse_paths(item.get("rests_on", []), where, f"{path}.rests_on")
    if len(paths) < at_least:
        raise RulesError(
            where,
            f"{path}.rests_on",
            "list the parameters that this text is about, such as bags.limit",
        )


def _parse_paths(paths: Any, where: str, path: str) -> list[str]:
    """Return a list of parameters.  Raise `RulesError` for one that there is not."""
    if not isinstance(paths, list | tuple) or not all(isinstance(each, str) for each in paths):
        raise RulesError(where, path, "use a list of parameters here, such as bags.limit")
    for each in paths:
        if parameter(each) is None:
            section = each.partition(".")[0]
            known = parameters_of_section(section) if section in SECTIONS else parameters()
            raise RulesError(
                where,
                path,
                "parameter {value} doesn't exist; choose from {names}",
                value=quote_value(each),
                names=", ".join(declared.path for declared in known),
            )
    return list(paths)


def _parse_list(key: str, value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise RulesError(where, key, "use a list here")
    if key == "ruling":
        return [_parse_ruling(item, where) for item in value]
    for item in value:
        _refuse_bad_text(item, "text", where, key, at_least=0)
    return list(value)


def _parse_ruling(item: Any, where: str) -> dict[str, Any]:
    table = _require_table(item, where, "ruling")
    fits = set(table) <= set(RULING_KEYS) and {"question", "reading"} <= set(table)
    if not fits or not all(isinstance(table.get(key, ""), str) for key in RULING_TEXTS):
        raise RulesError(
            where,
            "ruling",
            "a ruling needs a question and a reading, and can also have {keys}",
            keys=", ".join(key for key in RULING_KEYS if key not in ("question", "reading")),
        )
    path = f"ruling {table['id'][:60]}" if table.get("id") else "ruling"
    decides = _parse_paths(table.get("decides", []), where, f"{path}.decides")
    options = table.get("options", [])
    if not isinstance(options, list | tuple):
        raise RulesError(where, f"{path}.options", "use a list here")
    can_choose = [_parse_option(option, decides, where, f"{path}.options") for option in options]
    lines, when = table.get("lines", []), table.get("when", "")
    if not isinstance(lines, list | tuple) or not all(kind in LINE_KINDS for kind in lines):
        allowed = ", ".join(LINE_KINDS)
        raise RulesError(
            where,
            f"{path}.lines",
            "{value} isn't allowed; use {allowed}",
            value=quote_value(_first_other(lines, LINE_KINDS)),
            allowed=T("a list with any of these: {choices}", choices=allowed),
        )
    if when and when not in CONDITIONS:
        allowed = ", ".join(CONDITIONS)
        raise RulesError(
            where,
            f"{path}.when",
            "{value} isn't allowed; use {allowed}",
            value=quote_value(when),
            allowed=T("one of {choices}", choices=allowed),
        )
    contested = table.get("contested", False)
    if not isinstance(contested, bool):
        raise RulesError(
            where,
            f"{path}.contested",
            "{value} isn't allowed; use {allowed}",
            value=quote_value(contested),
            allowed=T("true or false"),
        )
    if contested and not any(can_choose):
        raise RulesError(
            where,
            f"{path}.options",
            "a contested ruling needs at least one other reading that sets parameters",
        )
    return dict(table)


def _first_other(items: Any, known: Sequence[str]) -> Any:
    if not isinstance(items, list | tuple):
        return items
    return next(each for each in items if each not in known)


def _parse_option(option: Any, decides: list[str], where: str, path: str) -> bool:
    """Return whether an option of a ruling sets a parameter.  Raise `RulesError`."""
    if isinstance(option, str):
        return False
    fits = isinstance(option, Mapping) and isinstance(option.get("reading"), str)
    if not fits or not set(option) <= {"reading", "set"}:
        raise RulesError(
            where, path, "use text here, or a table with the keys “reading” (text) and “set”"
        )
    values = _require_table(option.get("set", {}), where, f"{path}.set")
    for each, value in values.items():
        _parse_paths([each], where, f"{path}.set")
        if each not in decides:
            raise RulesError(
                where,
                f"{path}.set",
                "this ruling doesn't decide {value}; choose from {names}",
                value=quote_value(each),
                names=", ".join(decides) or "–",
            )
        section, _, name = each.partition(".")
        _with_parameter({}, section, name, value, where)
    return bool(values)


def _parse_document(value: Any, where: str) -> dict[str, Any]:
    table = _require_table(value, where, "document")
    texts = (table.get("name"), table.get("source"))
    if not set(table) <= set(DOCUMENT_KEYS) or not all(isinstance(each, str) for each in texts):
        raise RulesError(
            where,
            "document",
            "needs name and source (text), and can have only these keys: {known}",
            known=", ".join(DOCUMENT_KEYS),
        )
    places = _parse_places(table.get("places", {}), where, "document.places")
    values = _require_table(table.get("values", {}), where, "document.values")
    _parse_paths([*values], where, "document.values")
    for each, plain in values.items():
        section, _, name = each.partition(".")
        of_bands = plain if section == "big_bid" and isinstance(plain, list | tuple) else [plain]
        for stated in of_bands:
            if stated is not None and stated is not False:
                _with_parameter({}, section, name, stated, where)
    return {**table, "places": places, "values": dict(values)}


def build_rules(data: Mapping[str, Any], where: str) -> RuleSet:
    """Return the rule set that this merged plain data is. Raise `RulesError` if something is
    missing."""
    for name in NAME_KEYS:
        if not isinstance(data.get(name), str) or (name in ("id", "name") and not data[name]):
            raise RulesError(
                where, name, "is missing; a rule set needs id, name, edition and source"
            )
    for section in SECTIONS:
        table = data.get(section)
        if table is None:
            if section not in (*OPTIONAL_SECTIONS, *DEFAULT_SECTIONS):
                raise RulesError(
                    where, section, "is missing; include every section, or extend another rule set"
                )
            continue
        for part in _bands(table):
            for each in parameters_of_section(section):
                if each.required and each.name not in part:
                    raise RulesError(
                        where,
                        each.path,
                        "is missing; use {allowed}",
                        allowed=each.allowed_text,
                    )
    _refuse_overlapping_bands(_bands(data.get("big_bid") or []), where)
    blind = data.get("blind_bid")
    if blind and blind.get("maximum", 13) < blind["minimum"]:
        _refuse_below(where, "blind_bid.maximum", blind["maximum"], blind["minimum"])
    if data["renege"]["effect"] == "own-bid" and data["bidding"]["unit"] != "player":
        raise RulesError(
            where,
            "renege.effect",
            "use own-bid only if bidding.unit is player",
        )
    return msgspec.convert(_with_tables(data), RuleSet)


def _bands(table: Any) -> list[Any]:
    return list(table) if isinstance(table, list | tuple) else [table]


def _refuse_below(where: str, path: str, value: int, least: int) -> None:
    raise RulesError(
        where,
        path,
        "{value} isn't allowed; use {least} or more",
        value=str(value),
        least=least,
    )


def _refuse_overlapping_bands(bands: list[Any], where: str) -> None:
    for band, following in zip(bands, (*bands[1:], None), strict=False):
        last = band.get("to")
        if last is not None and last < band["from"]:
            _refuse_below(where, "big_bid.to", last, band["from"])
        if following is not None and (last is None or following["from"] <= last):
            raise RulesError(
                where,
                "big_bid.from",
                "the big bids overlap, so {value} isn't allowed; every range except the last "
                "needs “to”, and each “from” must be higher than the “to” before it",
                value=str(following["from"]),
            )


def _with_tables(data: Mapping[str, Any]) -> dict[str, Any]:
    whole = dict(data)
    whole["big_bid"] = _bands(data.get("big_bid") or [])
    for key in ("checklist", "play"):
        whole[key] = [_table(each, "text") for each in data.get(key, ())]
    whole["ruling"] = [
        {**each, "options": [_table(option, "reading") for option in each.get("options", ())]}
        for each in data.get("ruling", ())
    ]
    whole["places"] = _tables_of_places(data.get("places", {}))
    if (document := data.get("document")) is not None:
        values = {
            path: _value_or_none(path, value) for path, value in document.get("values", {}).items()
        }
        places = _tables_of_places(document.get("places", {}))
        whole["document"] = {**document, "places": places, "values": values}
    return whole


def _table(item: Any, key: str) -> Any:
    return {key: item} if isinstance(item, str) else item


def _tables_of_places(places: Mapping[str, Any]) -> dict[str, Any]:
    return {kind: _table(place, "where") for kind, place in places.items()}


def _value_or_none(path: str, value: Any) -> Any:
    declared = parameter(path)
    is_none = value is False and declared is not None and declared.shape != "yes-no"
    return None if is_none else value


def rules_with_agreed_deviations(rules: RuleSet, agreed: Mapping[str, Any]) -> RuleSet:
    """Return `rules` with the deviations that both teams agreed to before the first hand."""
    if not agreed:
        return rules
    for key in agreed:
        if key in (*NAME_KEYS, "extends", "document"):
            raise RulesError(
                AGREED,
                str(key),
                "teams can agree to change only these sections: {known}",
                known=", ".join(SECTIONS),
            )
    return _agreed(rules, msgspec.json.encode(agreed))


@lru_cache(maxsize=512)
def _agreed(rules: RuleSet, agreed: bytes) -> RuleSet:
    stated, base = msgspec.json.decode(agreed), plain_rules(rules)
    whole = without_untrue_texts(merge_rules(base, stated, AGREED), base, stated)
    of_document = rules.document or rules.recognized
    values = {} if of_document is None else dict(of_document.values)
    changed: dict[str, Any] = {}
    for change in changed_parameters(whole, base):
        path = change.of.path
        if path in values and values[path] == change.now:
            del values[path]  # agreed as the document has it
        else:
            changed[path] = values.get(path, change.before)
    if of_document is not None:
        of_document = replace(of_document, values=values)
    name = "recognized" if rules.document is None else "document"
    result = replace(build_rules(whole, AGREED), based_on=rules.based_on, agreed=changed)
    return replace(result, **{name: of_document})


def text_of(item: Any, key: str = "text") -> str:
    """Return a text of plain data, which may be in a table under this key."""
    return str(item if isinstance(item, str) else item.get(key, ""))


def without_untrue_texts(
    whole: Mapping[str, Any], base: Mapping[str, Any], stated: Mapping[str, Any]
) -> dict[str, Any]:
    """Return `whole` without the texts from `base` about parameters that have changed. The texts in
    `stated` remain."""
    changed = {change.of.path for change in changed_parameters(whole, base)}
    result = dict(whole)
    for key, about in ABOUT.items():
        if key in whole and key not in stated:
            result[key] = [each for each in whole[key] if not changed & _paths(each, about)]
    if "places" in whole:
        own = stated.get("places", {})
        result["places"] = {
            kind: place
            for kind, place in whole["places"].items()
            if kind in own or not changed & _paths(place, "rests_on")
        }
    return {key: value for key, value in result.items() if value or key not in TEXT_KEYS}


def with_document(
    whole: Mapping[str, Any], base: Mapping[str, Any], stated: Mapping[str, Any]
) -> dict[str, Any]:
    """Return the rule set that a house file makes of `base`: only its true texts, and the document
    with the values that the house changed.  `stated` is the file."""
    document = base.get("document") or {
        "name": base.get("name", ""),
        "source": base.get("source", ""),
        "places": base.get("places", {}),
        "values": {},
    }
    of_house = without_untrue_texts(whole, base, stated)
    if "document" not in base:
        of_house["places"] = dict(stated.get("places", {}))
    before = dict(document["values"])
    for path, value in changed_values(whole, base).items():
        before.setdefault(path, False if value is None else value)
    values = {
        path: value
        for path, value in before.items()
        if value_at(whole, path) != _value_or_none(path, value)
    }
    of_house["document"] = {**document, "values": values}
    return of_house


def _paths(item: Any, about: str) -> set[str]:
    return set(item.get(about, ())) if isinstance(item, Mapping) else set()


class RuleChange(msgspec.Struct, frozen=True):
    """A parameter has another value than the original's; None if there is none."""

    of: Parameter
    now: Any
    before: Any


def changed_parameters(whole: Mapping[str, Any], base: Mapping[str, Any]) -> tuple[RuleChange, ...]:
    """Return the parameters in which one whole plain rule set differs from another, as declared."""
    changes = []
    for each in parameters():
        now, before = value_at(whole, each.path), value_at(base, each.path)
        if now != before:
            changes.append(RuleChange(each, now, before))
    return tuple(changes)


def changed_values(whole: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return the values of `base` of the parameters in which `whole` differs, by path."""
    return {change.of.path: change.before for change in changed_parameters(whole, base)}


def changed_lists(whole: Mapping[str, Any], base: Mapping[str, Any]) -> tuple[str, ...]:
    """Return which of the rulings, the checklist and the rules of play differ from those
    inherited."""
    lists = {name: base[name] for name in LIST_KEYS if name in base}
    rest = {key: value for key, value in whole.items() if key not in LIST_KEYS}
    inherited = without_untrue_texts(rest | lists, base, {})
    return tuple(
        name
        for name in LIST_KEYS
        if _encoded(whole.get(name))
        not in (_encoded(base.get(name)), _encoded(inherited.get(name)))
    )


def _encoded(items: Any) -> bytes:
    items_with_keys = [
        {key: value for key, value in item.items() if value} if isinstance(item, dict) else item
        for item in items or ()
    ]
    return msgspec.json.encode(items_with_keys)


def shortest_extension(whole: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """Return `whole` as the shortest file that `extends` the base: names and differences."""
    data = {name: whole[name] for name in ("id", "name", "edition", "source")}
    data["extends"] = base["id"]
    for name in OPTIONAL_SECTIONS:
        if base.get(name) and not whole.get(name):
            data[name] = False
    changed = {change.of.path for change in changed_parameters(whole, base)}
    for name in changed_lists(whole, base):
        # A text of the base that its own changes make untrue is not stated with the others.
        untrue = [each for each in base.get(name, ()) if changed & _paths(each, ABOUT[name])]
        data[name] = [each for each in whole.get(name, ()) if each not in untrue]
    for change in changed_parameters(whole, base):
        section = change.of.section
        if section == "big_bid" and any(isinstance(of.get(section), list) for of in (whole, base)):
            if whole.get(section):
                data[section] = whole[section]
        elif data.get(section) is not False:
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


class InheritedTexts(msgspec.Struct, frozen=True):
    """A rule set has these texts from the one that it extends, by list; the `untrue` ones are about
    a parameter that it changes, and are not inherited."""

    true: dict[str, list[str]]
    untrue: dict[str, list[str]]


def inherited_texts(whole: Mapping[str, Any], base: Mapping[str, Any]) -> InheritedTexts:
    """Return which rulings, checklist and rules of play `whole` has from `base`."""
    changed = {change.of.path for change in changed_parameters(whole, base)}
    own = changed_lists(whole, base)
    result = InheritedTexts({}, {})
    for name, about in ABOUT.items():
        for item in base.get(name, ()):
            if name in own and item not in whole.get(name, ()):
                continue
            texts = result.untrue if changed & _paths(item, about) else result.true
            texts.setdefault(name, []).append(text_of(item, TEXT_KEY_OF_LIST[name]))
    return result


def _in_file_order(data: Mapping[str, Any]) -> dict[str, Any]:
    order = ("id", "name", "edition", "source", "extends", "checklist", "play", *SECTIONS)
    order = (*order, "places", "ruling", "document")
    return {key: data[key] for key in order if key in data}


def standalone_file(whole: Mapping[str, Any]) -> dict[str, Any]:
    """Return `whole` as a file that extends nothing."""
    data = dict(whole)
    data.pop("extends", None)
    return _in_file_order(data)
