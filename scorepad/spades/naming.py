"""Names sides, players, rounds and tables, compares spellings, and shortens names to fit."""

from __future__ import annotations

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cache, lru_cache
from typing import Any, Final, TypeAlias, TypeVar, get_args, get_type_hints

import msgspec
from msgspec.structs import replace

from scorepad.cleaning import tidy_name
from scorepad.spades.board import Board
from scorepad.spades.entries import Head, Name, Team
from scorepad.spades.words import Field, T, Text, isolate_name

NaturalKey: TypeAlias = tuple[tuple[bool, int, str], ...]
StructT = TypeVar("StructT", bound=msgspec.Struct)
UNNAMED = (T("Team A"), T("Team B"))
"""The name of a side without a name."""


def team_name_or_default_field(name: str, side: int) -> Field:
    """Return a side's name, to be in a text; where it has none, a plain one in the language of
    that text. A match file that names no teams has the plain ones in English."""
    plain = UNNAMED[side]
    return plain if tidy_name(name) in ("", plain.one) else tidy_name(name)


def team_field(head: Head, side: int) -> Field:
    """Return the side's name, to be in a text."""
    return team_name_or_default_field(head.teams[side].name, side)


def player_name_or_default_field(name: str, team: str, seat: int) -> Field:
    """Return a player's name, to be in a text.

    A player without a name is called by the team's name and the player's place in the team.
    """
    named_team = team_name_or_default_field(team, seat % 2)
    return tidy_name(name) or T("{team} {n}", team=named_team, n=seat // 2 + 1)


def player_field(head: Head, seat: int) -> Field:
    """Return the player's name, to be in a text."""
    team = head.teams[seat % 2]
    return player_name_or_default_field(team.players[seat // 2], team.name, seat)


def team_name(head: Head, side: int) -> str:
    return str(team_field(head, side))


def player_name(head: Head, seat: int) -> str:
    return str(player_field(head, seat))


def head_of_hand(head: Head, board: Board, number: int) -> Head:
    """Return the head of a match with the players of the hand of this number."""
    later = [each for each in board.seated if each.first_hand <= number]
    if not later:
        return head
    players = [list(team.players) for team in head.teams]
    for each in sorted(later, key=lambda each: each.first_hand):
        players[each.seat % 2][each.seat // 2] = tidy_name(each.player)
    one, other = (
        replace(team, players=(first, second))
        for team, (first, second) in zip(head.teams, players, strict=True)
    )
    return replace(head, teams=(one, other))


def round_field(number: int | str) -> Text:
    """Return "Round 2", to be in a text."""
    return T("Round {round}", round=number)


def round_name(written: str) -> str:
    """Return the name of a round: "Round 2", "Round 2b"; one that begins with no digit as it is."""
    name = tidy_name(written)
    return str(round_field(name)) if name[:1].isdigit() else isolate_name(name)


def table_field(table: str) -> Text:
    """Return "table 4", to be in a text; a name that begins with no digit as it is."""
    name = tidy_name(table)
    return T("table {table}", table=name) if name[:1].isdigit() else T("{table}", table=name)


def number_ranges(tables: Sequence[str]) -> str:
    """Return the names of tables one after the other, three numbers in a row or more as a range:
    "1–3, 7, Red"."""
    groups: list[list[str]] = []
    for table in sorted(tables, key=table_order):
        last = groups[-1][-1] if groups else ""
        if table.isdecimal() and last.isdecimal() and int(table) == int(last) + 1:
            groups[-1].append(table)
        else:
            groups.append([table])
    return ", ".join(
        f"{each[0]}–{each[-1]}" if len(each) > 2 else ", ".join(each) for each in groups
    )


def table_title(table: str) -> Text:
    """Return "Table 4", the name of a table by itself."""
    return T("Table {table}", table=table)


def table_name(written: str) -> str:
    """Return the name of a table: "Table 4"; one that begins with no digit as it is."""
    name = tidy_name(written)
    return str(table_title(name)) if name[:1].isdigit() else isolate_name(name)


def strip_table_word(table: str) -> str:
    """Return "4" of "Table 4", also of the English name; any other name whole."""
    *words, last = table.split() or [""]
    name = tidy_name(table)
    if not words or not last[:1].isdigit():
        return name
    title = table_title(last)
    is_title = name.casefold() in (str(title).casefold(), title.english.casefold())
    return last if is_title else name


def table_order(table: str) -> tuple[int, int, str]:
    """Return the key by which "Table 9" is before "Table 10", and names after numbers."""
    digits = re.search(r"\d{1,9}", table)
    return (0, int(digits.group()), table) if digits else (1, 0, table.casefold())


@cache
def _name_fields(kind: type[msgspec.Struct]) -> tuple[str, ...]:
    hints = get_type_hints(kind, include_extras=True)
    return tuple(field for field in kind.__struct_fields__ if _has_names(hints[field]))


def _has_names(hint: Any) -> bool:
    if isinstance(hint, type) and issubclass(hint, msgspec.Struct):
        return bool(_name_fields(hint))
    return bool(hint == Name) or any(map(_has_names, get_args(hint)))


def _tidy_names(value: Any) -> Any:
    if isinstance(value, Team):
        return _tidy_team(value)
    if isinstance(value, str):
        return tidy_name(value)
    if isinstance(value, tuple):
        return tuple(map(_tidy_names, value))
    return with_tidy_names(value) if isinstance(value, msgspec.Struct) else value


def with_tidy_names(struct: StructT) -> StructT:
    """Return an entry or a head whose names are tidy, as it is recorded and shown.

    A line that is stored keeps its names: codes of sheets and ids of files are made from them.
    """
    changed = {}
    for field in _name_fields(type(struct)):
        names = getattr(struct, field)
        if names and (tidy := _tidy_names(names)) != names:
            changed[field] = tidy
    return replace(struct, **changed) if changed else struct


_tidy_team = lru_cache(maxsize=512)(with_tidy_names)
"""Every match that is opened has two teams, and most of an event's are the same."""


def with_names_to_record(struct: StructT) -> StructT:
    """Return an entry or a head as it is recorded: its names are tidy, and so is that of a rule set
    that it has whole."""
    struct = with_tidy_names(struct)
    rules, amended = getattr(struct, "rules", None), getattr(struct, "to", None)
    if isinstance(rules, Mapping):
        struct = replace(struct, rules=with_tidy_rules_name(rules))
    if isinstance(amended, msgspec.Struct):
        struct = replace(struct, to=with_names_to_record(amended))
    return struct


def with_tidy_rules_name(rules: Mapping[str, Any]) -> dict[str, Any]:
    """Return a rule set as plain data, with a tidy name."""
    name = rules.get("name")
    return {**rules, "name": tidy_name(name)} if isinstance(name, str) else dict(rules)


@lru_cache(maxsize=4096)
def name_key(name: str) -> str:
    """Return the form in which two spellings of one name are equal: case and blanks don't
    matter."""
    return tidy_name(unicodedata.normalize("NFC", name)).casefold()


WHOLE_SCRIPTS: Final = ("CJK", "HANGUL", "HIRAGANA", "KATAKANA")
"""In these scripts a name without a space has a family name in it."""


def name_with_initial(name: str) -> str:
    """Return the first name with the initial of the last: “Ann Adams” becomes “Ann A.”."""
    last, comma, first = name.partition(",")
    words = (f"{first} {last}" if comma else name).split()
    if len(words) > 1:
        return f"{words[0]} {_first_letter(words[-1])}."
    word = words[0] if words else ""
    is_whole = len(word) > 1 and unicodedata.name(word[0], "").startswith(WHOLE_SCRIPTS)
    return f"{_first_letter(word)}." if is_whole else word


def _first_letter(word: str) -> str:
    """Return the first letter with the marks on it."""
    end = 1
    while end < len(word) and unicodedata.category(word[end])[0] == "M":
        end += 1
    return word[:end]


def usual_spelling_by_name_key(names: Iterable[str]) -> dict[str, str]:
    """Return the most frequent spelling of each name, by its `name_key`, and the first of equally
    frequent ones."""
    counts = Counter(map(tidy_name, names))
    usual: dict[str, str] = {}
    for name, count in counts.items():
        if count > counts[usual.setdefault(name_key(name), name)]:
            usual[name_key(name)] = name
    return usual


JOINER: Final = "\u200d"
VIRAMA: Final = 9
"""The combining class of the mark that joins a letter to the next."""


def strip_invisible_characters(text: str) -> str:
    """Return a text without its invisible characters: variation selectors, marks of direction,
    joiners."""
    return "".join(
        c for c in text if not _is_variation_selector(c) and unicodedata.category(c) != "Cf"
    )


def longest_fitting_beginning(text: str, fits: Callable[[str], bool]) -> str:
    """Return as much of the beginning of a text as fits, cut between letters as people see them."""
    at = len(text)
    while at and not fits(text[:at]):
        at -= 1
        while at and not _is_letter_boundary(text, at):
            at -= 1
    return text[:at]


def _is_variation_selector(character: str) -> bool:
    return "\ufe00" <= character <= "\ufe0f" or "\U000e0100" <= character <= "\U000e01ef"


def _is_letter_boundary(text: str, at: int) -> bool:
    before, behind = text[at - 1], text[at]
    if unicodedata.category(behind)[0] == "M" or JOINER in (before, behind):
        return False
    if unicodedata.combining(before) == VIRAMA or "\U0001f3fb" <= behind <= "\U0001f3ff":
        return False
    flags = 0
    while at and "\U0001f1e6" <= text[at - 1] <= "\U0001f1ff":
        flags, at = flags + 1, at - 1
    return not (flags % 2 and "\U0001f1e6" <= behind <= "\U0001f1ff")


def natural_key(text: str) -> NaturalKey:
    """Make a sort key that puts “Round 2” before “Round 10”, and “Águilas” before “Zorros”."""
    return tuple(
        (not part.isdecimal(), int(part) if part.isdecimal() else 0, part)
        for part in re.split(r"(\d+)", without_accents(text))
        if part
    )


def without_accents(text: str) -> str:
    """Return a name as it is looked for: without its accents."""
    name = unicodedata.normalize("NFD", name_key(text))
    return "".join(letter for letter in name if not unicodedata.combining(letter))
