"""The parameters of a rule set are read from the declarations in `rules.py`."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import Annotated, Any, Literal, TypeAlias, get_args, get_origin

import msgspec
from msgspec.structs import FieldInfo

from scorepad.spades.rules import DEFAULT_SECTIONS, SECTIONS, RuleSet
from scorepad.spades.words import T, Text

Shape: TypeAlias = Literal["integer", "choice", "yes-no", "integers", "texts", "steps", "table"]


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter is in a section, may have certain values, and means something.

    `choices` are the values of a choice, texts or integers. `least` and `most` bound an integer, or
    each integer of a list; each step of a ladder has the `pattern`. An `optional` parameter may be
    absent, which means "there is none". A `required` one must be in every rule set; any other has
    its `default` where it is left out.
    """

    section: str
    name: str
    meaning: str
    shape: Shape
    choices: tuple[str | int, ...] = ()
    pattern: str = ""
    least: int | None = None
    most: int | None = None
    optional: bool = False
    required: bool = False
    default: Any = None

    @property
    def path(self) -> str:
        return f"{self.section}.{self.name}"

    @property
    def allowed_text(self) -> Text:
        """Return the allowed values in words."""
        choices = ", ".join(str(choice) for choice in self.choices)
        if self.shape == "yes-no":
            text = T("true or false")
        elif self.shape == "choice":
            text = T("one of {choices}", choices=choices)
        elif self.shape == "steps":
            text = T(
                "a list; each item is none, warning, tricks N, points N, minus N, set, "
                "loss-of-hand or forfeit (N is a whole number; for tricks, at most 13)"
            )
        elif self.shape == "texts":
            text = T("a list of strings")
        elif self.shape == "table":
            text = T("a table that assigns one of {choices} to each string", choices=choices)
        elif self.shape == "integers":
            text = T(
                "a list of whole numbers from {least} to {most}",
                least=self.least or 0,
                most=self.most or 0,
            )
        else:
            text = T(
                "a whole number from {least} to {most}", least=self.least or 0, most=self.most or 0
            )
        return T("{allowed}, or false for none", allowed=text) if self.optional else text

    def fits(self, value: object) -> bool:
        """Return whether this parameter may have this (plain) value."""
        if value is None:
            return self.optional
        if self.shape in ("integers", "texts", "steps"):
            return isinstance(value, list | tuple) and all(self._item_fits(item) for item in value)
        if self.shape == "table":
            return isinstance(value, Mapping) and all(map(self._item_fits, value.values()))
        return self._item_fits(value)

    def _item_fits(self, item: object) -> bool:
        if self.shape == "yes-no":
            return isinstance(item, bool)
        if self.shape in ("texts", "steps"):
            return isinstance(item, str) and re.match(self.pattern, item) is not None
        if self.choices:
            return not isinstance(item, bool) and item in self.choices
        if isinstance(item, bool) or not isinstance(item, int):
            return False
        return (self.least is None or item >= self.least) and (
            self.most is None or item <= self.most
        )


def _parts(declared: Any) -> Iterator[Any]:
    origin, inside = get_origin(declared), get_args(declared)
    if origin is Annotated:
        yield from inside[1:]
        yield from _parts(inside[0])
    elif origin is Literal:
        yield from inside
    elif inside:
        yield origin
        for each in inside:
            yield from _parts(each)
    else:
        yield declared


def _parameter(section: str, field: FieldInfo) -> Parameter:
    parts = list(_parts(field.type))
    notes = [each for each in parts if isinstance(each, msgspec.Meta)]
    choices = tuple(each for each in parts if isinstance(each, str | int))
    pattern = next((each.pattern for each in notes if each.pattern), "")
    shape: Shape = "integer"
    if dict in parts:
        shape = "table"
    elif pattern:
        shape = "steps"
    elif choices:
        shape = "choice"
    elif bool in parts:
        shape = "yes-no"
    elif tuple in parts:
        shape = "integers" if int in parts else "texts"
    return Parameter(
        section=section,
        name=field.encode_name,
        meaning=next((each.description for each in notes if each.description), ""),
        shape=shape,
        choices=choices,
        pattern=pattern,
        least=next((each.ge for each in notes if isinstance(each.ge, int)), None),
        most=next((each.le for each in notes if isinstance(each.le, int)), None),
        optional=type(None) in parts,
        required=field.required,
        default=None if field.required else field.default,
    )


@cache
def parameters() -> tuple[Parameter, ...]:
    """Return every parameter of every section, in the order of their declaration."""
    return tuple(
        _parameter(section, field)
        for section, struct in SECTIONS.items()
        for field in msgspec.structs.fields(struct)
    )


@cache
def parameter(path: str) -> Parameter | None:
    """Return the parameter at a path such as `game.target`, or None."""
    return next((each for each in parameters() if each.path == path), None)


def parameters_of_section(section: str) -> tuple[Parameter, ...]:
    return tuple(each for each in parameters() if each.section == section)


def value_at(plain: Mapping[str, Any], path: str) -> Any:
    """Return the plain value at a path: its default where it is left out, None if there is none.
    Of several bands of big bids it is a list with the value of each."""
    section, _, name = path.partition(".")
    table = plain.get(section, {} if section in DEFAULT_SECTIONS else None)
    declared = parameter(path)
    default = None if declared is None else declared.default
    if isinstance(table, list | tuple):
        return [_plain(each.get(name, default)) for each in table]
    return _plain(table.get(name, default)) if isinstance(table, Mapping) else None


def value_of(rules: RuleSet, path: str) -> Any:
    """Return the plain value of a parameter; None if there is none, or its section is left out.
    Of several bands of big bids it is a list with the value of each."""
    section, _, name = path.partition(".")
    table, field = getattr(rules, section), "from_" if name == "from" else name
    if isinstance(table, tuple):
        values = [_plain(getattr(each, field)) for each in table]
        return values if len(values) > 1 else values[0] if values else None
    return _plain(getattr(table, field, None))


def _plain(value: Any) -> Any:
    return list(value) if isinstance(value, tuple) else value
