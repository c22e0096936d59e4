"""What a rule set changes of the one it was copied from, and which of its values cannot be."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from scorepad.spades.parameters import Parameter, of_section, parameters, value_at
from scorepad.spades.rulefile import LISTS, Library, RulesError
from scorepad.spades.rules import SECTIONS
from scorepad.spades.words import T, Text


class Change(msgspec.Struct, frozen=True):
    """A parameter whose value is not the original's; None where there is none."""

    of: Parameter
    now: Any
    before: Any


def changed(whole: Mapping[str, Any], base: Mapping[str, Any]) -> tuple[Change, ...]:
    """The parameters in which one whole plain rule set differs from another, as declared."""
    found = []
    for each in parameters():
        now, before = value_at(whole, each.path), value_at(base, each.path)
        if _same_shape(now) != _same_shape(before):
            found.append(Change(each, now, before))
    return tuple(found)


def changed_lists(whole: Mapping[str, Any], base: Mapping[str, Any]) -> tuple[str, ...]:
    """Which of the rulings, the checklist and the rules of play are not the original's."""
    return tuple(name for name in LISTS if _same(whole.get(name)) != _same(base.get(name)))


def _same(items: Any) -> bytes:
    """A list or tuple in one writing, with what stands for nothing left out."""
    kept = [
        {key: value for key, value in item.items() if value} if isinstance(item, dict) else item
        for item in items or ()
    ]
    return msgspec.json.encode(kept)


def extending(whole: Mapping[str, Any], base: Mapping[str, Any]) -> dict[str, Any]:
    """`whole` as the shortest file that `extends` the base: names, and what differs."""
    data = {name: whole[name] for name in ("id", "name", "edition", "source")}
    data["extends"] = base["id"]
    if base.get("big_bid") and not whole.get("big_bid"):
        data["big_bid"] = False
    for name in changed_lists(whole, base):
        data[name] = list(whole.get(name, ()))
    for change in changed(whole, base):
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


def whole_file(whole: Mapping[str, Any]) -> dict[str, Any]:
    """`whole` as a file that extends nothing."""
    data = dict(whole)
    data.pop("extends", None)
    return _in_file_order(data)


def faults(whole: Mapping[str, Any], library: Library) -> dict[str, Text]:
    """What cannot be in this plain rule set: path → the sentence; empty when it is sound.

    The path is a parameter's, or a name such as `id`.
    """
    found: dict[str, Text] = {}
    for section in SECTIONS:
        table = whole.get(section)
        if not isinstance(table, Mapping):
            continue
        for each in of_section(section):
            value = table.get(each.name, each.default)
            if not each.fits(value):
                found[each.path] = T(
                    "{value} is not allowed; allowed is {allowed}",
                    value=_shown(value),
                    allowed=each.allowed,
                )
    for name in ("id", "name"):
        if not str(whole.get(name, "")).strip():
            found[name] = T("a rule set needs a name")
    if not found:
        try:
            library.resolve(dict(whole), where="")
        except RulesError as refused:
            found[refused.path] = refused.what
    return found


def _shown(value: Any) -> str | Text:
    if value is None:
        return T("none")
    if isinstance(value, list | tuple):
        value = ", ".join(str(item) for item in value)
    text = value if isinstance(value, str) else str(value)
    text = text if len(text) <= 58 else text[:57] + "…"
    return T("“{text}”", text=text) if isinstance(value, str) else text


def _same_shape(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
