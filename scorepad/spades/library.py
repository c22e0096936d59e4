"""The library holds the presets and a house's own rule sets, and knows which extends which."""

from __future__ import annotations

import errno
import os
from collections.abc import Iterator, Mapping, MutableMapping
from functools import lru_cache
from pathlib import Path
from typing import Any

import msgspec
from msgspec.structs import replace

from scorepad.budget import RULES_BUDGET
from scorepad.spades.parameters import parameters_of_section
from scorepad.spades.refusal import Refused, os_reason
from scorepad.spades.rulefile import (
    RulesError,
    build_rules,
    changed_values,
    merge_rules,
    parse_toml,
    plain_rules,
    quote_value,
    with_document,
)
from scorepad.spades.rules import PRESETS, SECTIONS, RuleSet, SourceDocument
from scorepad.spades.words import T, Text

MAX_EXTENSION_DEPTH = 8
"""How many rule sets may extend one another in a row."""


class RuleFiles(MutableMapping[str, tuple[str, Mapping[str, Any]]]):
    """The rule sets at hand: id → (file name, plain data as written).  A file that is given by its
    path is read once it is asked for: to score a match takes one of the presets."""

    def __init__(self, files: Mapping[str, tuple[str, Mapping[str, Any]] | Path]) -> None:
        self._files = dict(files)

    def __getitem__(self, rules_id: str) -> tuple[str, Mapping[str, Any]]:
        file = self._files[rules_id]
        if isinstance(file, Path):
            file = self._files[rules_id] = (file.name, parse_rules_file(file))
        return file

    def __setitem__(self, rules_id: str, file: tuple[str, Mapping[str, Any]]) -> None:
        self._files[rules_id] = file

    def __delitem__(self, rules_id: str) -> None:
        del self._files[rules_id]

    def __contains__(self, rules_id: object) -> bool:
        return rules_id in self._files

    def __iter__(self) -> Iterator[str]:
        return iter(self._files)

    def __len__(self) -> int:
        return len(self._files)


class Library:
    """The rule sets at hand, by id; a later file of the same id does not replace a preset."""

    def __init__(
        self,
        files: Mapping[str, tuple[str, Mapping[str, Any]] | Path] | None = None,
        faults: tuple[RulesError, ...] = (),
        templates: Mapping[str, Path] | None = None,
    ) -> None:
        """`files`: id → (file name for error sentences, plain data), or the file's path; `faults`:
        files that could not be read at all; `templates`: rule sets to copy, by id."""
        self._files = RuleFiles(files or {})
        self.templates = dict(templates or {})
        self.faults = faults
        self._ready: dict[str, RuleSet] = {}

    def ids(self) -> tuple[str, ...]:
        return tuple(self._files)

    def file(self, rules_id: str) -> tuple[str, Mapping[str, Any]]:
        """Return the file name and the plain data, as written, of a rule set.  Raise `Refused`."""
        if rules_id not in self._files:
            raise self._refusal_of_unknown(rules_id)
        return self._files[rules_id]

    def _refusal_of_unknown(self, rules_id: str) -> Refused:
        return Refused(
            "Scorepad can't find the rule set “{id}”; choose from {known}",
            id=rules_id[:60],
            known=", ".join(self.ids()),
        )

    def add(self, name: str, data: Mapping[str, Any]) -> None:
        """Add the rule set of this data, or replace it; it was read from the file `name`."""
        self._files[data["id"]] = (name, data)
        self._clear_cache()

    def remove(self, rules_id: str) -> None:
        if rules_id in self._files:
            del self._files[rules_id]
        self._clear_cache()

    def _clear_cache(self) -> None:
        # A rule set that extends a changed one has changed too.
        self._ready.clear()
        Library._resolved.cache_clear()

    def __iter__(self) -> Iterator[RuleSet]:
        return (self.get(each) for each in self._files)

    def get(self, rules_id: str) -> RuleSet:
        """Return the rule set with this id.  Raise `Refused`, and `RulesError` for a faulty
        file."""
        if rules_id not in self._ready:
            if rules_id not in self._files and rules_id in self.templates:
                template = self.templates[rules_id]
                self._ready[rules_id] = self.build(parse_rules_file(template), template.name)
                return self._ready[rules_id]
            if rules_id not in self._files:
                raise self._refusal_of_unknown(rules_id)
            where, data = self._files[rules_id]
            self._ready[rules_id] = self.build(data, where)
        return self._ready[rules_id]

    def resolve(self, rules: str | Mapping[str, Any], where: str = "rules") -> RuleSet:
        """Return the rule set that a match file means: an id, or a whole one that may extend
        one."""
        if isinstance(rules, str):
            return self.get(rules)
        return self._resolved(msgspec.json.encode(rules), where)

    @lru_cache(maxsize=512)  # noqa: B019  (one library lives as long as the program)
    def _resolved(self, rules: bytes, where: str) -> RuleSet:
        return self.build(msgspec.json.decode(rules), where)

    def build(self, data: Mapping[str, Any], where: str) -> RuleSet:
        """Return the rule set of this plain data, which may extend one of these.  Raise
        `RulesError`."""
        rules = build_rules(self.merge_with_extended_rules(data, where), where)
        based_on = name_of_rules_edition_came_from(rules, data, self._files)
        return replace(rules, based_on=based_on, recognized=self._recognize_document(rules))

    def _recognize_document(self, rules: RuleSet) -> SourceDocument | None:
        if rules.document is not None or not rules.places:
            return None
        if any(place.rests_on for place in rules.places.values()):
            return None
        presets = (rules.id, *PRESETS) if rules.id in PRESETS else PRESETS
        for preset in presets:
            if preset not in self._files:
                continue
            base = self.get(preset)
            if all(
                kind in base.places and base.places[kind].where == place.where
                for kind, place in rules.places.items()
            ):
                return SourceDocument(
                    name=base.name,
                    source=base.source,
                    places=base.places,
                    values=changed_values(plain_rules(rules), plain_rules(base)),
                    rulings=base.ruling,
                )
        return None

    def merge_with_extended_rules(
        self, data: Mapping[str, Any], where: str, under: tuple[str, ...] = ()
    ) -> dict[str, Any]:
        """Merge plain data over the rule set that it extends; the ids in `under` are being
        extended already."""
        base_id = data.get("extends")
        if base_id is None:
            return merge_rules({}, data, where)
        for name in ("id", "name"):
            if not isinstance(data.get(name), str) or not data[name]:
                raise RulesError(
                    where,
                    name,
                    "is missing; a rule set that extends another one needs its own ID and name",
                )
        if not isinstance(base_id, str) or base_id not in self._files:
            raise RulesError(
                where,
                "extends",
                "rule set {value} doesn't exist; choose from {known}",
                value=quote_value(base_id),
                known=", ".join(self.ids()),
            )
        if base_id in under or len(under) >= MAX_EXTENSION_DEPTH:
            raise RulesError(where, "extends", "rule sets can't extend each other in a circle")
        base_where, base = self._files[base_id]
        base = self.merge_with_extended_rules(base, base_where, (*under, base_id))
        whole = merge_rules(base, data, where)
        # A preset that extends another one is a variant that their common document states.
        is_variant = data["id"] in PRESETS and self._files[data["id"]][1] == data
        return whole if is_variant else with_document(whole, base, data)


def parse_rules_file(path: Path) -> dict[str, Any]:
    """Return the plain data of a rule set file, as written."""
    try:
        if path.exists() and not (path.is_file() or path.is_dir()):
            # Reading from a pipe or a device may never end.
            raise OSError(errno.ENXIO, os.strerror(errno.ENXIO), str(path))
        with path.open("rb") as file:
            raw = file.read(RULES_BUDGET.bytes + 1)  # one more: the parser refuses it
        return parse_toml(raw, path.name)
    except OSError as error:
        raise RulesError(path.name, "", "can't be read: {why}", why=os_reason(error)) from None


def load_library(*folders: Path) -> Library:
    """Load the presets, then every other rule set file of the folders, in the order of their names.

    Those in a folder `templates` are rule sets to copy. A faulty house file is found when its rule
    set is asked for (or is in `Library.faults`), so that it does not keep the others from use.
    """
    files: dict[str, tuple[str, Mapping[str, Any]] | Path] = {}
    faults: list[RulesError] = []
    templates: dict[str, Path] = {}
    for folder in folders:
        for template in sorted((folder / "templates").glob("*.toml")):
            templates.setdefault(template.stem, template)
        for preset in PRESETS:
            path = folder / f"{preset}.toml"
            if preset not in files and path.is_file():
                files[preset] = path
        for path in sorted(folder.glob("*.toml")):
            if path.stem in PRESETS:
                continue
            try:
                data = parse_rules_file(path)
            except RulesError as fault:
                faults.append(fault)
                continue
            rules_id = data.get("id")
            if isinstance(rules_id, str) and rules_id:
                files.setdefault(rules_id, (path.name, data))
            else:
                faults.append(RulesError(path.name, "id", "is missing"))
    return Library(files, tuple(faults), templates)


NO_DATE = ("", "undated")


def has_edition_date(edition: str) -> bool:
    return edition.strip().casefold() not in NO_DATE


def name_of_rules_edition_came_from(
    rules: RuleSet, data: Mapping[str, Any], files: RuleFiles
) -> str:
    """Return the name of the rule set from which `rules` took their edition; "" if it is their own.

    `data` is the plain data of the rules. A match may hold them whole, without the name of the set
    that they extended; it is found by their file in the library, or by the preset of the same
    edition.
    """
    if rules.id in PRESETS:
        return ""
    written = data if "extends" in data else files.get(rules.id, ("", data))[1]
    if "extends" in written and "edition" not in written:
        base = _first_with_edition(written, files)
        if base is not None and _edition(base, files) == rules.edition:
            return str(base["name"])
    if has_edition_date(rules.edition):
        for preset in PRESETS:
            base = files.get(preset, ("", {}))[1]
            if base.get("edition") == rules.edition:
                return str(base["name"])
    return ""


def _first_with_edition(data: Mapping[str, Any], files: RuleFiles) -> Mapping[str, Any] | None:
    """Every preset is taken to state an edition. None means that an extended rule set is
    missing."""
    while "edition" not in data and data.get("id") not in PRESETS:
        if data.get("extends") not in files:
            return None
        data = files[data["extends"]][1]
    return data


def _edition(data: Mapping[str, Any], files: RuleFiles) -> object:
    while "edition" not in data and data.get("extends") in files:
        data = files[data["extends"]][1]
    return data.get("edition")


def find_faults(whole: Mapping[str, Any], library: Library) -> dict[str, Text]:
    """Return a sentence for each fault of a plain rule set, by path; nothing if it is right.

    The path is a parameter's, or a name such as `id`.
    """
    faults: dict[str, Text] = {}
    for section in SECTIONS:
        table = whole.get(section)
        if not isinstance(table, Mapping):
            continue
        for each in parameters_of_section(section):
            value = table.get(each.name, each.default)
            if not each.fits(value):
                if isinstance(value, list | tuple):
                    value = ", ".join(map(str, value))
                faults[each.path] = T(
                    "{value} isn't allowed; use {allowed}",
                    value=T("none") if value is None else quote_value(value),
                    allowed=each.allowed_text,
                )
    for name in ("id", "name"):
        if not str(whole.get(name, "")).strip():
            faults[name] = T("a rule set needs a name")
    if not faults:
        try:
            library.resolve(dict(whole), where="")
        except RulesError as refused:
            faults[refused.path] = refused.what
    return faults
