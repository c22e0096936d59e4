"""Whose document a rule set's edition is of: a house's rules that extend another's and state no
edition of their own bear that of the other's document, and never as theirs."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from scorepad.spades.rules import PRESETS, RuleSet
from scorepad.spades.words import T, Text, authored

Files = Mapping[str, tuple[str, Mapping[str, Any]]]
"""The rule sets at hand: id → (file name, plain data as written)."""
UNDATED = ("", "undated")


def says_something(edition: str) -> bool:
    """Is there more to say of the document than that it bears no date?"""
    return edition.strip().casefold() not in UNDATED


def based_on(rules: RuleSet, data: Mapping[str, Any], files: Files) -> str:
    """The name of the rule set whose edition `rules` bear, "" where it is their own; `data` is
    what they were read from.

    Rules that a match has whole no longer say what they extended: there their file tells, or else
    the preset that has this very edition."""
    if rules.id in PRESETS:
        return ""
    written = data if "extends" in data else files.get(rules.id, ("", data))[1]
    if "extends" in written and "edition" not in written:
        base = _stating(written, files)
        if base is not None and _edition(base, files) == rules.edition:
            return str(base["name"])
    if says_something(rules.edition):
        for preset in PRESETS:
            base = files.get(preset, ("", {}))[1]
            if base.get("edition") == rules.edition:
                return str(base["name"])
    return ""


def _stating(data: Mapping[str, Any], files: Files) -> Mapping[str, Any] | None:
    """The nearest of those extended that has an edition: every preset has its document's."""
    while "edition" not in data and data.get("id") not in PRESETS:
        if data.get("extends") not in files:
            return None
        data = files[data["extends"]][1]
    return data


def _edition(data: Mapping[str, Any], files: Files) -> object:
    while "edition" not in data and data.get("extends") in files:
        data = files[data["extends"]][1]
    return data.get("edition")


def edition_text(rules: RuleSet) -> Text:
    """The edition beside the name of the rule set whose document it is of."""
    if not rules.based_on:
        return authored(rules.edition)
    if not rules.edition or rules.edition.casefold().startswith("undated"):
        return T("based on {rules}", rules=rules.based_on)
    return T("based on {rules} ({edition})", rules=rules.based_on, edition=authored(rules.edition))
