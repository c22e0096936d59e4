"""The plan of a bracket, for the screen, paper and web pages: the place of each game, its name, its
teams, and the games they wait for.

A bracket has one or two parts: the winners' side with the finals, and below it the losers' side. A
part has columns, one a round, and rows: a game stands half way between the games that feed it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from scorepad.events.bracket import NOBODY, Bracket, BracketNode, NodeKey, Slot
from scorepad.events.event_descriptions import pairing_state_text
from scorepad.events.overview import Overview
from scorepad.spades.words import T, Text

FINAL_TITLES = {
    "third": T("Third place"),
    "final": T("Grand final"),
    "again": T("Grand final, second match"),
}
KNOCK_OUT_TITLES = (T("Final"), T("Semifinals"), T("Quarterfinals"))
"""The last rounds of a single elimination, the last one first."""


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


def round_titles_by_node(bracket: Bracket, *, double: bool) -> dict[NodeKey, Text]:
    """Return the title of each game's round."""
    keys = [node.key for node in bracket.nodes]
    rounds = max((number for part, number, _ in keys if part == "winners"), default=0)
    return {
        key: FINAL_TITLES["third"]
        if key[0] == "third"
        else _round_title(_column(key, rounds), rounds, losers=key[0] == "losers", double=double)
        for key in keys
    }


def _feeders(key: NodeKey, rounds: int) -> tuple[NodeKey, ...]:
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


def _span(key: NodeKey, rounds: int) -> int:
    part, number, _ = key
    return 1 << {"winners": number - 1, "losers": (number - 1) // 2}.get(part, rounds - 1)


def _column(key: NodeKey, rounds: int) -> int:
    part, number, _ = key
    if part in ("winners", "losers"):
        return number - 1
    return {"third": rounds - 1, "final": rounds, "again": rounds + 1}[part]


def _round_title(column: int, rounds: int, *, losers: bool, double: bool) -> Text:
    if losers:
        return T("Losers' round {n}", n=column + 1)
    if double and column >= rounds:
        return FINAL_TITLES["final"] if column == rounds else FINAL_TITLES["again"]
    if double:
        return T("Winners' round {n}", n=column + 1)
    left = rounds - 1 - column
    return (
        KNOCK_OUT_TITLES[left]
        if left < len(KNOCK_OUT_TITLES)
        else T("Round of {n}", n=2 ** (left + 1))
    )


class BracketMatchDescription(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a bracket as people read it, with its place as `bracket_plan` has it.

    `number` counts the matches that are played, from 1 (None: a bye); `sides` are names, or where a
    team comes from; `known` says of each side whether it is a team, `seeds` are those of teams that
    begin here, `scores` are what is behind the names, `winner` is a side; `place` is the table;
    `state` says how it stands.
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
    parts, titles = (
        list(bracket_parts(bracket, double=double)),
        round_titles_by_node(bracket, double=double),
    )
    placed = [(part, game) for part, each in enumerate(parts) for game in each.games]
    played = [game.node.key for _, game in placed if NOBODY not in game.node.teams]
    # The finals come last, behind the losers' side.
    played.sort(key=lambda key: key[0] in FINAL_TITLES)
    numbers = {key: number for number, key in enumerate(played, 1)}
    return [_match(overview, numbers, part, game, titles[game.node.key]) for part, game in placed]


def _match(
    overview: Overview, numbers: dict[NodeKey, int], part: int, game: PlacedGame, title: Text
) -> BracketMatchDescription:
    node, register, meeting = game.node, overview.register, game.node.meeting
    sides: Sequence[tuple[str | None, Slot]] = list(zip(node.teams, node.slots, strict=True))
    seeds = game.seed(0), game.seed(1)
    if NOBODY in node.teams and not node.teams[0]:
        sides, seeds = sides[::-1], seeds[::-1]  # a team with a bye is first
    names = tuple(
        register.team_name(team) if team else _comes_from(slot, numbers) for team, slot in sides
    )
    scores: tuple[int, int] | None = None
    winner: int | None = None
    table, pairing, official, state = "", "", True, T("upcoming")
    if node.is_ready:
        state = T("next")
    if meeting is not None:
        outcome = meeting.outcome
        teams = [team for team, _ in sides]
        turned = teams[0] == meeting.teams[1]
        winner, official = outcome.winner, outcome.is_official or not outcome.has_result
        if outcome.final_score is not None and outcome.how == "played":
            one, other = outcome.final_score
            scores = (other, one) if turned else (one, other)
        winner = winner if winner is None or not turned else 1 - winner
        if meeting.pairing is not None:
            table, pairing = meeting.pairing.table, meeting.pairing.pairing
        state = pairing_state_text(register, meeting.teams, outcome)
    return BracketMatchDescription(
        key=node.key,
        part=part,
        column=game.column,
        row=game.row,
        slots=(sides[0][1], sides[1][1]),
        number=numbers.get(node.key),
        title=title,
        sides=(names[0], names[1]),
        known=(bool(sides[0][0]), bool(sides[1][0])),
        seeds=seeds,
        scores=scores,
        winner=winner,
        state=state,
        table=table,
        pairing=pairing,
        official=official,
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
