"""How the pages name people: in full, by first name and initial, or not at all."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec.structs import replace

from reports.sheets.rows import MatchInTableRows, PlayerRow, RemarkRow
from scorepad.spades.match import Match
from scorepad.spades.naming import name_with_initial, player_name_or_default_field
from scorepad.spades.words import T

People: TypeAlias = Literal["full", "initial", "none"]
PRIVATE_KINDS = ("id", "rating", "protest")
"""Remarks of these kinds are never published."""


def names_of_people(match: Match) -> set[str]:
    """Return each name of a person in a match, also one that was corrected since."""
    entries = (match.first_head, *match.entries_of_all_versions)
    return {name for name in _names(msgspec.to_builtins(entries)) if name}


def _names(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, str):
        if key in ("players", "player", "by") or (key == "name" and value):
            yield value.strip()
    elif isinstance(value, Mapping):
        is_team = "players" in value
        for inner, each in value.items():
            if not (is_team and inner == "name"):
                yield from _names(each, inner)
    elif isinstance(value, list | tuple):
        for each in value:
            yield from _names(each, key)


def with_public_names(
    tables: MatchInTableRows, match: Match, people: People
) -> tuple[MatchInTableRows, Callable[[str], str]]:
    """Return a match in rows as it may be published, and a function that masks names in a text.

    Without names a player is called by the team and a number, and typed reasons are left out.
    """
    remarks = [each for each in tables.remarks if each.kind not in PRIVATE_KINDS]
    if people == "full":
        return replace(tables, remarks=tuple(remarks)), lambda text: text
    seats = {each.player: each for each in tables.players}
    shown = {name: _public_name(name, seats.get(name), people) for name in names_of_people(match)}
    longest_first = sorted(shown, key=len, reverse=True)
    pattern = re.compile("|".join(rf"(?<!\w){re.escape(name)}(?!\w)" for name in longest_first))

    def mask(text: str) -> str:
        return pattern.sub(lambda found: shown[found[0]], text) if shown else text

    def masked(row: RemarkRow) -> RemarkRow:
        why = mask(row.why) if people == "initial" else ""
        return replace(row, was=mask(row.was), now=mask(row.now), why=why, by="")

    if people == "none":
        remarks = [each for each in remarks if each.kind != "note"]
    return (
        replace(
            tables,
            players=tuple(replace(each, player=mask(each.player)) for each in tables.players),
            remarks=tuple(map(masked, remarks)),
            adjustments=tuple(
                replace(each, why=mask(each.why) if people == "initial" else "")
                for each in tables.adjustments
            ),
        ),
        mask,
    )


def _public_name(name: str, row: PlayerRow | None, people: People) -> str:
    if people == "initial":
        return name_with_initial(name)
    if row is None:
        return str(T("a player"))
    return str(player_name_or_default_field("", row.team, row.seat))
