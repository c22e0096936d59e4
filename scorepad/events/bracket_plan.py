"""The plan of a bracket says where each of its games is drawn: on the screen, on paper, on pages.

A bracket has one or two parts: the winners' side with the finals, and below it the losers' side. A
part has columns, one a round, and rows: a game stands half way between the games that feed it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from scorepad.events.bracket import EMPTY, Bracket, BracketNode, Key
from scorepad.spades.words import T, Text

FINALS = {"third": T("Third place"), "final": T("Grand final"), "again": T("Grand final, again")}
KNOCK_OUT = (T("Final"), T("Semifinals"), T("Quarterfinals"))
"""The last rounds of a single elimination, the last one first."""


class PlacedGame(msgspec.Struct, frozen=True):
    """Places a game in a part of the bracket: its column from 0, and its middle in rows from 0.

    `span` is how many rows of the first column lead to it; `feeds` is the game of this part that
    its winner goes on to, None where there is none.
    """

    node: BracketNode
    column: int
    row: float
    span: int
    feeds: Key | None = None

    def score(self, slot: int) -> int | None:
        """Return the points of the team in a slot, 0 or 1; None where there are none."""
        meeting, team = self.node.meeting, self.node.teams[slot]
        if meeting is None or meeting.outcome.score is None or team not in meeting.teams:
            return None
        return meeting.outcome.score[meeting.teams.index(team)]


class BracketPart(msgspec.Struct, frozen=True):
    """Holds a part of a bracket: the title of each column, its games, and how many rows it has."""

    title: Text
    columns: tuple[Text, ...]
    games: tuple[PlacedGame, ...]
    rows: float


def bracket_parts(bracket: Bracket, *, double: bool) -> Iterator[BracketPart]:
    """Yield the parts of a bracket; a game to which nobody comes is left out."""
    nodes = [node for node in bracket.nodes if _comes_about(node)]
    losers = [node for node in nodes if node.key[0] == "losers"]
    yield _part(T("Winners’ side") if double else T("Bracket"), nodes, losers=False, double=double)
    if losers:
        yield _part(T("Losers’ side"), nodes, losers=True, double=double)


def _comes_about(node: BracketNode) -> bool:
    """Return whether anybody plays there, or may; the second final only where it is played."""
    if node.key[0] == "again":
        return node.meeting is not None or node.ready
    return node.teams != (EMPTY, EMPTY)


def _part(title: Text, nodes: list[BracketNode], *, losers: bool, double: bool) -> BracketPart:
    mine = [node for node in nodes if (node.key[0] == "losers") == losers]
    rounds = max(node.key[1] for node in mine if node.key[0] in ("winners", "losers"))
    keys = {node.key for node in mine}
    span = {node.key: _span(node.key, rounds) for node in mine}
    leaves = max((node.key[2] + 1) * span[node.key] for node in mine if node.key[0] != "third")
    games = [
        PlacedGame(
            node,
            _column(node.key, rounds),
            # Half way between those that feed it; the third place has a row below all others.
            (node.key[2] + 0.5) * span[node.key] - 0.5 if node.key[0] != "third" else leaves + 0.5,
            span[node.key],
            next((other for other in keys if node.key in _feeders(other, rounds)), None),
        )
        for node in mine
    ]
    columns = 1 + max(game.column for game in games)
    titles = tuple(
        _round_title(column, rounds, losers=losers, double=double) for column in range(columns)
    )
    rows = max(game.row for game in games) + 1
    return BracketPart(title, titles, tuple(games), rows)


def game_titles(bracket: Bracket, *, double: bool) -> dict[Key, Text]:
    """Return what the round of each game is called."""
    keys = [node.key for node in bracket.nodes]
    rounds = max((number for part, number, _ in keys if part == "winners"), default=0)
    return {
        key: FINALS["third"]
        if key[0] == "third"
        else _round_title(_column(key, rounds), rounds, losers=key[0] == "losers", double=double)
        for key in keys
    }


def _feeders(key: Key, rounds: int) -> tuple[Key, ...]:
    """Return the games of the same part whose winners come into this one."""
    part, number, index = key
    if part == "final":
        return (("winners", rounds, 0),)
    if part == "again":
        return (("final", 1, 0),)
    if part == "third" or number == 1:
        return ()
    if part == "losers" and number % 2 == 0:
        return ((part, number - 1, index),)
    return ((part, number - 1, 2 * index), (part, number - 1, 2 * index + 1))


def _span(key: Key, rounds: int) -> int:
    """Return how many rows of the first column lead to a game."""
    part, number, _ = key
    return 1 << {"winners": number - 1, "losers": (number - 1) // 2}.get(part, rounds - 1)


def _column(key: Key, rounds: int) -> int:
    part, number, _ = key
    if part in ("winners", "losers"):
        return number - 1
    return {"third": rounds - 1, "final": rounds, "again": rounds + 1}[part]


def _round_title(column: int, rounds: int, *, losers: bool, double: bool) -> Text:
    if losers:
        return T("Losers’ round {n}", n=column + 1)
    if double and column >= rounds:
        return FINALS["final"] if column == rounds else FINALS["again"]
    if double:
        return T("Winners’ round {n}", n=column + 1)
    left = rounds - 1 - column
    return KNOCK_OUT[left] if left < len(KNOCK_OUT) else T("Round of {n}", n=2 ** (left + 1))
