"""What sides and seats are called on the screen, also before anybody was named.

Names that run from right to left are isolated, here and in whatever else is written by hands:
they turn nothing round that stands beside them, and begin at the left as all others do.
"""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.spades.directions import isolated, without_isolates
from scorepad.spades.entries import Head, Team
from scorepad.spades.naming import called, name_said
from scorepad.spades.words import Words


def team(teams: tuple[Team, Team], side: int, words: Words) -> str:
    """A side's name; "Team A" where none was given (as `spades.naming` has it)."""
    return side_said(teams[side].name, side, words)


def side_said(name: str, side: int, words: Words) -> str:
    """What the side of this name is called; "Team A" where it is empty."""
    return isolated(name_said(called(name, side), words))


def team_name(head: Head, side: int, words: Words) -> str:
    """What the side of this match is called."""
    return team(head.teams, side, words)


def player_name(head: Head, seat: int, words: Words) -> str:
    """What the player of this match is called."""
    return player(head.teams, seat, words)


def player(teams: tuple[Team, Team], seat: int, words: Words) -> str:
    """A seat's player; the team and the place in it where nobody was named."""
    name = teams[seat % 2].players[seat // 2].strip()
    return isolated(name) or words("{team} {n}", team=team(teams, seat % 2, words), n=seat // 2 + 1)


def short(name: str, most: int = 28) -> str:
    """A name for a button, which cannot wrap: its beginning, where it is longer than `most`."""
    bare = without_isolates(name)
    return name if len(bare) <= most else isolated(bare[: most - 1].rstrip() + "…")


def initials(called: Sequence[str]) -> list[str]:
    """Names with a letter for each word before the last, `A. Smith`; as they are where two would
    then read the same."""
    made = []
    for name in called:
        *first, last = without_isolates(name).split() or [""]
        made.append(isolated(" ".join((*(word[0] + "." for word in first), last))))
    return made if len(set(made)) == len(set(called)) else list(called)


def short_apart(called: Sequence[str], most: int) -> list[str]:
    """Names for buttons beside each other: their ends, where their beginnings read the same."""
    made = [short(name, most) for name in called]
    if len(set(made)) == len(made):
        return made
    bare = map(without_isolates, called)
    return [isolated(name if len(name) <= most else "…" + _end(name, most - 1)) for name in bare]


def _end(name: str, most: int) -> str:
    """The last characters of a name, from the beginning of a word if one begins among them."""
    _cut, _space, words = name[-most - 1 :].partition(" ")
    return words or name[-most:]
