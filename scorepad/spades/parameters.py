"""The parameters of a rule set are read from the declarations in `rules.py`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any, Literal, TypeAlias, cast

import msgspec
from msgspec import inspect

from scorepad.spades.rules import SECTIONS
from scorepad.spades.words import T, Text

Shape: TypeAlias = Literal["integer", "choice", "yes-no", "integers", "texts", "choices"]


class Parameter(msgspec.Struct, frozen=True, kw_only=True):
    """A parameter stands in a section, may have certain values, and means something.

    `choices` are the values of a choice, texts or integers.  `least` and `most` bound an integer,
    or each integer of a list.  An `optional` parameter may be absent, which means "there is none".
    A `required` one must stand in every rule set; any other has its `default` where it is left out.
    """

    section: str
    name: str
    meaning: str
    shape: Shape
    choices: tuple[str | int, ...] = ()
    least: int | None = None
    most: int | None = None
    optional: bool = False
    required: bool = False
    default: Any = None

    @property
    def path(self) -> str:
        return f"{self.section}.{self.name}"

    @property
    def allowed(self) -> Text:
        """Return what is allowed there, in words."""
        choices = ", ".join(str(choice) for choice in self.choices)
        if self.shape == "yes-no":
            text = T("true or false")
        elif self.shape == "choice":
            text = T("one of {choices}", choices=choices)
        elif self.shape == "choices":
            text = T("a list of {choices}", choices=choices)
        elif self.shape == "texts":
            text = T("a list of texts")
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
        if self.shape in ("integers", "texts", "choices"):
            return isinstance(value, list | tuple) and all(self._item_fits(item) for item in value)
        return self._item_fits(value)

    def _item_fits(self, item: object) -> bool:
        if self.shape == "yes-no":
            return isinstance(item, bool)
        if self.shape == "texts":
            return isinstance(item, str)
        if self.choices:
            return not isinstance(item, bool) and item in self.choices
        if isinstance(item, bool) or not isinstance(item, int):
            return False
        return (self.least is None or item >= self.least) and (
            self.most is None or item <= self.most
        )


def _declared(order: tuple[Any, ...], name: str, section: str) -> tuple[Any, ...]:
    """Return literal values in the order of their declaration (inspection sorts them)."""
    hint = _hints(section)[name]
    return tuple(dict.fromkeys(value for value in _literals(hint) if value in order))


@cache
def _hints(section: str) -> dict[str, Any]:
    """Return the declared type of each parameter of a section, in the order of declaration."""
    return {field.encode_name: field.type for field in msgspec.structs.fields(SECTIONS[section])}


def _literals(hint: Any) -> list[Any]:
    if getattr(hint, "__origin__", None) is Literal:
        return list(hint.__args__)
    values: list[Any] = []
    for part in (getattr(hint, "__origin__", None), *getattr(hint, "__args__", ())):
        if part is not None and not isinstance(part, str | int):
            values += _literals(part)
    return values


def _parameter(section: str, field: inspect.Field) -> Parameter:
    kind: Any = field.type
    meaning = ""
    if isinstance(kind, inspect.Metadata):
        meaning = str((kind.extra_json_schema or {}).get("description", ""))
        kind = kind.type
    optional = False
    if isinstance(kind, inspect.UnionType):
        optional = True
        (kind,) = (part for part in kind.types if not isinstance(part, inspect.NoneType))
    shape: Shape
    item: Any = kind
    if isinstance(kind, inspect.VarTupleType):
        item = kind.item_type
        shape = "integers" if isinstance(item, inspect.IntType) else "texts"
        if isinstance(item, inspect.LiteralType):
            shape = "choices"
    elif isinstance(kind, inspect.BoolType):
        shape = "yes-no"
    elif isinstance(kind, inspect.LiteralType):
        shape = "choice"
    else:
        shape = "integer"
    choices: tuple[Any, ...] = ()
    if isinstance(item, inspect.LiteralType):
        choices = _declared(tuple(item.values), field.encode_name, section)
    bounds = item if isinstance(item, inspect.IntType) else None
    return Parameter(
        section=section,
        name=field.encode_name,
        meaning=meaning,
        shape=shape,
        choices=choices,
        least=bounds.ge if bounds else None,
        most=bounds.le if bounds else None,
        optional=optional,
        required=field.required,
        default=None if field.required else field.default,
    )


@cache
def parameters() -> tuple[Parameter, ...]:
    """Return every parameter of every section, in the order of their declaration."""
    found: list[Parameter] = []
    for section, struct in SECTIONS.items():
        info = cast(inspect.StructType, inspect.type_info(struct))
        order = list(_hints(section))
        fields = sorted(info.fields, key=lambda field: order.index(field.encode_name))
        found += [_parameter(section, field) for field in fields]
    return tuple(found)


@cache
def parameter(path: str) -> Parameter | None:
    """Return the parameter at a path such as `game.target`, or None."""
    return next((each for each in parameters() if each.path == path), None)


def of_section(section: str) -> tuple[Parameter, ...]:
    """Return the parameters of one section."""
    return tuple(each for each in parameters() if each.section == section)


def value_at(plain: Mapping[str, Any], path: str) -> Any:
    """Return the plain value at a path, or None where there is none."""
    section, _, name = path.partition(".")
    table = plain.get(section)
    return table.get(name) if isinstance(table, Mapping) else None
