"""What sides and seats are called on the screen, also before anybody was named."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.spades.entries import Team
from scorepad.spades.naming import called, name_said
from scorepad.spades.words import Words


def team(teams: tuple[Team, Team], side: int, words: Words) -> str:
    """A side's name; "Team A" where none was given (as `spades.naming` has it)."""
    return name_said(called(teams[side].name, side), words)


def player(teams: tuple[Team, Team], seat: int, words: Words) -> str:
    """A seat's player; the team and the place in it where nobody was named."""
    name = teams[seat % 2].players[seat // 2].strip()
    return name or words("{team} {n}", team=team(teams, seat % 2, words), n=seat // 2 + 1)


def short(name: str, most: int = 28) -> str:
    """A name for a button, which cannot wrap: its beginning, where it is longer than `most`."""
    return name if len(name) <= most else name[: most - 1].rstrip() + "…"


def short_apart(called: Sequence[str], most: int) -> list[str]:
    """Names for buttons beside each other: their ends, where their beginnings read the same."""
    made = [short(name, most) for name in called]
    if len(set(made)) == len(made):
        return made
    return [name if len(name) <= most else "…" + _end(name, most - 1) for name in called]


def _end(name: str, most: int) -> str:
    """The last characters of a name, from the beginning of a word if one begins among them."""
    _cut, _space, words = name[-most - 1 :].partition(" ")
    return words or name[-most:]
