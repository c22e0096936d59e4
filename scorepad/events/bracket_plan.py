"""The plan of a bracket, for the screen, paper and web pages: the place of each game, its name, its
teams, and the games they wait for.

A bracket has one or two parts: the winners' side with the finals, and below it the losers' side. A
part has columns, one a round, and rows: a game is half way between the games that feed it.
"""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from scorepad.events.bracket import (
    FINAL_TITLES,
    NOBODY,
    Bracket,
    BracketNode,
    NodeKey,
    Slot,
    bracket_column,
    bracket_round_title,
)
from scorepad.events.event_descriptions import pairing_state_text
from scorepad.events.overview import Overview
from scorepad.spades.status import MatchStatus
from scorepad.spades.words import T, Text


class PlacedGame(msgspec.Struct, frozen=True):
    """Places a game in a part of the bracket: its column from 0, and its middle in rows from 0.

    `span` is how many rows of the first column lead to it; `feeds` is the game of this part that
    its winner continues to, None if there is none.
    """

    node: BracketNode
    column: int
    row: float
    span: int
    feeds: NodeKey | None = None

    def score(self, slot: int) -> int | None:
        """Return the points of the team in a slot, 0 or 1; None if there are none."""
        meeting, team = self.node.meeting, self.node.teams[slot]
        if meeting is None or meeting.outcome.final_score is None or team not in meeting.teams:
            return None
        return meeting.outcome.final_score[meeting.teams.index(team)]

    def forfeit_letter(self, slot: int) -> Text | None:
        """Return the letter for the points of a forfeited game, “W” or “F”; None for any other."""
        meeting, team = self.node.meeting, self.node.teams[slot]
        if meeting is None or not meeting.outcome.forfeited or team not in meeting.teams:
            return None
        return T("W") if meeting.teams.index(team) == meeting.outcome.winner else T("F")

    def seed(self, slot: int) -> int | None:
        """Return the seed, from 1, of a team that begins here; None of any other."""
        come_from = self.node.slots[slot]
        return come_from[1] + 1 if come_from[0] == "seed" and self.node.teams[slot] else None


class BracketPart(msgspec.Struct, frozen=True):
    """Holds a part of a bracket: the title of each column, its games, and how many rows it has."""

    title: Text
    columns: tuple[Text, ...]
    games: tuple[PlacedGame, ...]
    rows: float


def bracket_parts(bracket: Bracket, *, double: bool) -> Iterator[BracketPart]:
    """Yield the parts of a bracket, without games that have no teams."""
    nodes = [node for node in bracket.nodes if _is_drawn(node)]
    losers = [node for node in nodes if node.key[0] == "losers"]
    yield _lay_out_part(
        T("Winners' bracket") if double else T("Bracket"), nodes, losers=False, double=double
    )
    if losers:
        yield _lay_out_part(T("Losers' bracket"), nodes, losers=True, double=double)


def _is_drawn(node: BracketNode) -> bool:
    if node.key[0] == "again":
        return node.meeting is not None or node.is_ready
    return node.teams != (NOBODY, NOBODY)


def _lay_out_part(
    title: Text, nodes: list[BracketNode], *, losers: bool, double: bool
) -> BracketPart:
    mine = [node for node in nodes if (node.key[0] == "losers") == losers]
    rounds = max(node.key[1] for node in mine if node.key[0] in ("winners", "losers"))
    span = {node.key: _span(node.key, rounds) for node in mine}
    leaves = max((node.key[2] + 1) * span[node.key] for node in mine if node.key[0] != "third")
    games = [
        PlacedGame(
            node,
            bracket_column(node.key, rounds),
            # Half way between those that feed it; the third place has a row below all others.
            (node.key[2] + 0.5) * span[node.key] - 0.5 if node.key[0] != "third" else leaves + 0.5,
            span[node.key],
            next((each.key for each in mine if ("winner", node.key) in each.slots), None),
        )
        for node in mine
    ]
    columns = 1 + max(game.column for game in games)
    titles = tuple(
        bracket_round_title(column, rounds, losers=losers, double=double)
        for column in range(columns)
    )
    rows = max(game.row for game in games) + 1
    return BracketPart(title, titles, tuple(games), rows)


def _span(key: NodeKey, rounds: int) -> int:
    part, number, _ = key
    return 1 << {"winners": number - 1, "losers": (number - 1) // 2}.get(part, rounds - 1)


class BracketMatchDescription(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a bracket as people read it, with its place as `bracket_plan` has it.

    `number` counts the matches that are played, from 1 (None: a bye); `sides` are names, or the
    origins of unknown teams; `known` is whether each side is a team; `seeds` are of teams that
    begin here; `scores` are by side, `winner` is a side; `state` is its status in words.
    """

    key: NodeKey
    part: int
    column: int
    row: float
    slots: tuple[Slot, Slot]
    number: int | None
    title: Text
    sides: tuple[str | Text, str | Text]
    known: tuple[bool, bool]
    seeds: tuple[int | None, int | None]
    scores: tuple[int, int] | None
    winner: int | None
    state: Text
    table: str
    pairing: str
    official: bool

    @property
    def is_bye(self) -> bool:
        return self.number is None

    @property
    def is_open(self) -> bool:
        """Return whether it is still to be decided."""
        return self.winner is None and not self.is_bye

    @property
    def text(self) -> Text:
        """Return the whole match in one sentence."""
        one, other = self.sides
        if self.is_bye:
            return T("{title}: {team} has a bye", title=self.title, team=one)
        match_text = T("{one} – {other}, {state}", one=one, other=other, state=self.state)
        return T(
            "{title}, match {n}: {match}", title=self.title, n=self.number or 0, match=match_text
        )


def describe_bracket_matches(overview: Overview, stage: str) -> list[BracketMatchDescription]:
    """Return the matches of an elimination stage, in the order of the plan; raises `Undecided`
    before the teams are known."""
    double = overview.register.stages[stage].format == "double-elimination"
    bracket = overview.bracket(stage)
    parts = enumerate(bracket_parts(bracket, double=double))
    placed = [(part, game) for part, each in parts for game in each.games]
    played = [game.node.key for _, game in placed if NOBODY not in game.node.teams]
    # The finals are last, behind the losers' side.
    played.sort(key=lambda key: key[0] in FINAL_TITLES)
    numbers = {key: number for number, key in enumerate(played, 1)}
    return [
        _match(overview, numbers, part, game, bracket.titles[game.node.key])
        for part, game in placed
    ]


def _match(
    overview: Overview, numbers: dict[NodeKey, int], part: int, game: PlacedGame, title: Text
) -> BracketMatchDescription:
    node, register, meeting = game.node, overview.register, game.node.meeting
    # A team with a bye is first.
    first, second = (1, 0) if NOBODY in node.teams and not node.teams[0] else (0, 1)
    teams = node.teams[first], node.teams[second]
    slots = node.slots[first], node.slots[second]
    names = [
        register.team_name(team) if team else _comes_from(slot, numbers)
        for team, slot in zip(teams, slots, strict=True)
    ]
    ours, theirs = game.score(first), game.score(second)
    outcome = MatchStatus() if meeting is None else meeting.outcome
    is_scored = outcome.how == "played" and ours is not None and theirs is not None
    pairing = None if meeting is None else meeting.pairing
    state = T("next") if node.is_ready else T("upcoming")
    if meeting is not None:
        state = pairing_state_text(register, meeting.teams, outcome)
    return BracketMatchDescription(
        key=node.key,
        part=part,
        column=game.column,
        row=game.row,
        slots=slots,
        number=numbers.get(node.key),
        title=title,
        sides=(names[0], names[1]),
        known=(bool(teams[0]), bool(teams[1])),
        seeds=(game.seed(first), game.seed(second)),
        scores=(ours or 0, theirs or 0) if is_scored else None,
        winner=teams.index(meeting.winner) if meeting is not None and meeting.winner else None,
        state=state,
        table="" if pairing is None else pairing.table,
        pairing="" if pairing is None else pairing.pairing,
        official=outcome.is_official or not outcome.has_result,
    )


def _comes_from(slot: Slot, numbers: dict[NodeKey, int]) -> Text:
    if slot[0] == "seed":
        return T("nobody")
    number = numbers.get(slot[1])
    if number is None:
        return T("upcoming")
    if slot[0] == "winner":
        return T("Winner of {n}", n=number)
    return T("Loser of {n}", n=number)
