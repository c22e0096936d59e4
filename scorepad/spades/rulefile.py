"""Rule sets as plain data: reading, extending, checking, and the library of those at hand.

A rule set that `extends` another is merged over it parameter by parameter; lists are replaced
whole; `false` (or null) takes an optional parameter, or `big_bid`, away (SCORING.md 2).
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.spades.lineage import based_on
from scorepad.spades.parameters import Parameter, of_section, parameter, parameters
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import LINE_KINDS, PRESETS, SECTIONS, RuleSet
from scorepad.spades.system import why
from scorepad.spades.tomltext import RulesError, parsed
from scorepad.spades.words import T, Text

__all__ = [
    "Library",
    "Parameter",
    "RulesError",
    "UnknownRules",
    "agree",
    "load_library",
    "parameter",
    "parameters",
    "parsed",
    "plain",
    "read_rules_file",
]

NAMES = ("id", "name", "edition", "source")
LISTS = ("ruling", "checklist", "play")
RULING_KEYS = ("question", "reading", "options", "where")
AGREED = "agreed"
"""Where a match file has its deviations, for error sentences."""
DEEPEST = 8
"""How many rule sets may extend one another in a row."""


class UnknownRules(Refused):
    """No rule set has this id."""

    def __init__(self, rules_id: str, known: tuple[str, ...]) -> None:
        super().__init__(
            T(
                "there is no rule set “{id}”; there are {known}",
                id=rules_id[:60],
                known=", ".join(known),
            )
        )


def plain(rules: RuleSet) -> dict[str, Any]:
    """A whole rule set as plain data, in the shape of its file."""
    data: dict[str, Any] = {name: getattr(rules, name) for name in NAMES}
    for section in SECTIONS:
        whole = getattr(rules, section)
        if whole is None:
            continue
        data[section] = {}
        for each in of_section(section):
            value = getattr(whole, "from_" if each.name == "from" else each.name)
            if value is not None:
                data[section][each.name] = list(value) if isinstance(value, tuple) else value
    if rules.ruling:
        data["ruling"] = msgspec.to_builtins(rules.ruling)
    for name in ("checklist", "play"):
        if getattr(rules, name):
            data[name] = list(getattr(rules, name))
    if rules.places:
        data["places"] = dict(rules.places)
    return data


def _merged(base: Mapping[str, Any], changes: Mapping[str, Any], where: str) -> dict[str, Any]:
    """`changes` over `base`, both checked plain data; what is taken away is not in it."""
    whole = {key: dict(value) if isinstance(value, dict) else value for key, value in base.items()}
    for key, value in changes.items():
        if key in NAMES:
            if not isinstance(value, str):
                raise RulesError(where, key, T("a text is allowed here"))
            whole[key] = value
        elif key == "extends":
            continue
        elif key in SECTIONS:
            if key == "big_bid" and (value is None or value is False):
                whole.pop("big_bid", None)
                continue
            section = dict(whole.get(key, {}))
            for name, given in _table(value, where, key).items():
                section = _with(section, key, name, given, where)
            whole[key] = section
        elif key == "places":
            whole[key] = dict(whole.get(key, {})) | _places(value, where)
        elif key in LISTS:
            whole[key] = _list(key, value, where)
        else:
            heads = () if where == AGREED else (*NAMES, "extends")
            known = ", ".join((*heads, *SECTIONS, *LISTS, "places"))
            raise RulesError(
                where,
                str(key)[:60],
                T("there is no such section; allowed are {known}", known=known),
            )
    return whole


def _table(value: Any, where: str, path: str) -> Mapping[str, Any]:
    if not isinstance(value, Mapping):
        raise RulesError(where, path, T("a table of parameters is allowed here"))
    return value


def _with(section: dict[str, Any], key: str, name: str, given: Any, where: str) -> dict[str, Any]:
    known = parameter(f"{key}.{name}")
    if known is None:
        names = ", ".join(each.name for each in of_section(key))
        raise RulesError(
            where,
            f"{key}.{str(name)[:60]}",
            T("there is no such parameter; allowed are {names}", names=names),
        )
    if known.optional and given is False:
        given = None
    if not known.fits(given):
        raise RulesError(
            where,
            known.path,
            T(
                "{value} is not allowed; allowed is {allowed}",
                value=_shown(given),
                allowed=known.allowed,
            ),
        )
    changed = {k: v for k, v in section.items() if k != name}
    if given is not None:
        changed[name] = given
    return changed


def _shown(value: Any) -> str | Text:
    """A plain value as the file's author wrote it, short enough for a sentence."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    text = value if isinstance(value, str) else str(value)
    text = text if len(text) <= 58 else text[:57] + "…"
    return T("“{text}”", text=text) if isinstance(value, str) else text


def _places(value: Any, where: str) -> dict[str, str]:
    table = _table(value, where, "places")
    for name, place in table.items():
        if name not in LINE_KINDS:
            raise RulesError(
                where,
                f"places.{str(name)[:60]}",
                T(
                    "there is no such kind of line; allowed are {kinds}",
                    kinds=", ".join(LINE_KINDS),
                ),
            )
        if not isinstance(place, str):
            raise RulesError(where, f"places.{name}", T("a text is allowed here"))
    return dict(table)


def _list(key: str, value: Any, where: str) -> list[Any]:
    if not isinstance(value, list | tuple):
        raise RulesError(where, key, T("a list is allowed here"))
    if key != "ruling":
        if not all(isinstance(item, str) for item in value):
            raise RulesError(where, key, T("a list of texts is allowed here"))
        return list(value)
    readings = []
    for item in value:
        table = _table(item, where, "ruling")
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
                T("a ruling has a question and a reading, and may have options (a list) and where"),
            )
        readings.append(dict(table))
    return readings


def _whole(data: Mapping[str, Any], where: str) -> RuleSet:
    """The rule set that this merged plain data is, if nothing is missing."""
    for name in NAMES:
        if not isinstance(data.get(name), str) or (name in ("id", "name") and not data[name]):
            raise RulesError(
                where, name, T("is missing; a rule set states id, name, edition and source")
            )
    for section in SECTIONS:
        table = data.get(section)
        if table is None:
            if section not in ("big_bid", "clock"):
                raise RulesError(
                    where,
                    section,
                    T("is missing; state all sections, or extend another rule set"),
                )
            continue
        for each in of_section(section):
            if each.required and each.name not in table:
                raise RulesError(
                    where, each.path, T("is missing; allowed is {allowed}", allowed=each.allowed)
                )
    big = data.get("big_bid")
    if big and big.get("to") is not None and big["to"] < big["from"]:
        raise RulesError(
            where,
            "big_bid.to",
            T(
                "{value} is not allowed; allowed is {least} or more",
                value=str(big["to"]),
                least=big["from"],
            ),
        )
    return msgspec.convert(dict(data), RuleSet)


def agree(rules: RuleSet, agreed: Mapping[str, Any], where: str = AGREED) -> RuleSet:
    """`rules` with the deviations that both teams agreed to before the first hand."""
    if not agreed:
        return rules
    for key in agreed:
        if key in NAMES or key == "extends":
            raise RulesError(
                where,
                str(key),
                T("only sections can be agreed: {known}", known=", ".join(SECTIONS)),
            )
    whole, changes = msgspec.json.encode(plain(rules)), msgspec.json.encode(agreed)
    return _agreed(whole, changes, where, rules.based_on)


@lru_cache(maxsize=512)
def _agreed(rules: bytes, agreed: bytes, where: str, base: str) -> RuleSet:
    whole = _merged(msgspec.json.decode(rules), msgspec.json.decode(agreed), where)
    return replace(_whole(whole, where), based_on=base)


class Library:
    """The rule sets at hand, by id.  A later file of the same id does not replace a preset."""

    def __init__(
        self,
        files: Mapping[str, tuple[str, Mapping[str, Any]]] | None = None,
        faults: tuple[RulesError, ...] = (),
    ) -> None:
        """`files`: id → (file name for error sentences, plain data); `faults`: files that could
        not be read at all."""
        self._files = dict(files or {})
        self.faults = faults
        self._ready: dict[str, RuleSet] = {}

    def ids(self) -> tuple[str, ...]:
        return tuple(self._files)

    def file(self, rules_id: str) -> tuple[str, Mapping[str, Any]]:
        """The file name and the plain data, as written, of a rule set; raises `UnknownRules`."""
        if rules_id not in self._files:
            raise UnknownRules(rules_id, self.ids())
        return self._files[rules_id]

    def put(self, name: str, data: Mapping[str, Any]) -> None:
        """From now on the rule set of this data, read from the file `name`, is at hand."""
        self._files[data["id"]] = (name, data)
        self._forget()

    def drop(self, rules_id: str) -> None:
        """This rule set is no longer at hand."""
        self._files.pop(rules_id, None)
        self._forget()

    def _forget(self) -> None:  # what extends a changed rule set has changed with it
        self._ready.clear()
        Library._resolved.cache_clear()

    def __iter__(self) -> Iterator[RuleSet]:
        return (self.get(each) for each in self._files)

    def get(self, rules_id: str) -> RuleSet:
        """The rule set with this id; raises `UnknownRules`, or `RulesError` for a faulty file."""
        if rules_id not in self._ready:
            if rules_id not in self._files:
                raise UnknownRules(rules_id, self.ids())
            where, data = self._files[rules_id]
            self._ready[rules_id] = self.whole(data, where)
        return self._ready[rules_id]

    def resolve(self, rules: str | Mapping[str, Any], where: str = "rules") -> RuleSet:
        """The rule set that a match file means: an id, or a whole one that may extend one."""
        if isinstance(rules, str):
            return self.get(rules)
        return self._resolved(msgspec.json.encode(rules), where)

    @lru_cache(maxsize=512)  # noqa: B019  (one library lives as long as the program)
    def _resolved(self, rules: bytes, where: str) -> RuleSet:
        return self.whole(msgspec.json.decode(rules), where)

    def whole(self, data: Mapping[str, Any], where: str) -> RuleSet:
        """The rule set of this plain data, which may extend one of these; raises `RulesError`."""
        rules = _whole(self.extended(data, where), where)
        return replace(rules, based_on=based_on(rules, data, self._files))

    def extended(
        self, data: Mapping[str, Any], where: str, under: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """Plain data merged over what it extends (ids already `under` way are a circle)."""
        base_id = data.get("extends")
        if base_id is None:
            return _merged({}, data, where)
        for name in ("id", "name"):
            if not isinstance(data.get(name), str) or not data[name]:
                raise RulesError(
                    where, name, T("is missing; a rule set that extends another has its own")
                )
        if not isinstance(base_id, str) or base_id not in self._files:
            raise RulesError(
                where,
                "extends",
                T(
                    "there is no rule set {value}; there are {known}",
                    value=_shown(base_id),
                    known=", ".join(self.ids()),
                ),
            )
        if base_id in under or len(under) >= DEEPEST:
            raise RulesError(where, "extends", T("rule sets extend one another in a circle"))
        base_where, base = self._files[base_id]
        return _merged(self.extended(base, base_where, (*under, base_id)), data, where)


def _parsed(path: Path) -> dict[str, Any]:
    try:
        return parsed(path.read_bytes(), path.name)
    except OSError as error:
        raise RulesError(path.name, "", T("cannot be read: {why}", why=why(error))) from None


def load_library(*folders: Path) -> Library:
    """The presets, then every other rule set file of the folders, in the order of their names.

    A faulty house file is found when its rule set is asked for (or stands in `Library.faults`),
    so that it does not keep the others from use.
    """
    files: dict[str, tuple[str, Mapping[str, Any]]] = {}
    faults: list[RulesError] = []
    for folder in folders:
        for preset in PRESETS:
            path = folder / f"{preset}.toml"
            if preset not in files and path.is_file():
                files[preset] = (path.name, _parsed(path))
        for path in sorted(folder.glob("*.toml")):
            if path.stem in PRESETS:
                continue
            try:
                data = _parsed(path)
            except RulesError as fault:
                faults.append(fault)
                continue
            rules_id = data.get("id")
            if isinstance(rules_id, str) and rules_id:
                files.setdefault(rules_id, (path.name, data))
            else:
                faults.append(RulesError(path.name, "id", T("is missing")))
    return Library(files, tuple(faults))


def read_rules_file(path: Path, library: Library) -> RuleSet:
    """One rule set file, which may extend a rule set of the library."""
    data = _parsed(path)
    return library.whole(data, path.name)
