"""The matches of a bracket in words: what each is called, who plays, and who waits for whom."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec

from scorepad.events.bracket import EMPTY, Key, Slot
from scorepad.events.bracket_plan import FINALS, PlacedGame, bracket_parts, game_titles
from scorepad.events.event_words import state_text
from scorepad.events.overview import Overview
from scorepad.spades.words import T, Text


class BracketMatch(msgspec.Struct, frozen=True, kw_only=True):
    """One match of a bracket as people read it, with its place as `bracket_plan` has it.

    `number` counts the matches that are played, from 1 (None: a bye); `sides` are names, or where
    a team comes from; `known` says of each side whether it is a team, `scores` are what stands
    behind the names, `winner` is a side; `place` is the table; `state` says how it stands.
    """

    key: Key
    part: int
    column: int
    row: float
    slots: tuple[Slot, Slot]
    number: int | None
    title: Text
    sides: tuple[str | Text, str | Text]
    known: tuple[bool, bool]
    scores: tuple[int, int] | None
    winner: int | None
    state: Text
    table: str
    pairing: str
    official: bool

    @property
    def bye(self) -> bool:
        return self.number is None

    @property
    def open(self) -> bool:
        """Return whether it is still to be decided."""
        return self.winner is None and not self.bye

    @property
    def text(self) -> Text:
        """Return the whole match in one sentence."""
        one, other = self.sides
        if self.bye:
            return T("{title}: {team} has a bye", title=self.title, team=one)
        said = T("{one} – {other}, {state}", one=one, other=other, state=self.state)
        return T("{title}, match {n}: {match}", title=self.title, n=self.number or 0, match=said)


def bracket_matches(overview: Overview, stage: str) -> list[BracketMatch]:
    """Return the matches of an elimination stage, in the order of the plan; raises `Undecided`
    before the teams are known."""
    double = overview.register.stages[stage].format == "double-elimination"
    bracket = overview.bracket(stage)
    parts, titles = list(bracket_parts(bracket, double=double)), game_titles(bracket, double=double)
    placed = [(part, game) for part, each in enumerate(parts) for game in each.games]
    played = [game.node.key for _, game in placed if EMPTY not in game.node.teams]
    # The finals come last, behind the losers' side.
    played.sort(key=lambda key: key[0] in FINALS)
    numbers = {key: number for number, key in enumerate(played, 1)}
    return [_match(overview, numbers, part, game, titles[game.node.key]) for part, game in placed]


def _match(
    overview: Overview, numbers: dict[Key, int], part: int, game: PlacedGame, title: Text
) -> BracketMatch:
    node, register, meeting = game.node, overview.register, game.node.meeting
    sides: Sequence[tuple[str | None, Slot]] = list(zip(node.teams, node.slots, strict=True))
    if EMPTY in node.teams and not node.teams[0]:
        sides = sides[::-1]  # who has a bye stands first
    names = tuple(
        register.called(team) if team else _comes_from(slot, numbers) for team, slot in sides
    )
    scores: tuple[int, int] | None = None
    winner: int | None = None
    table, pairing, official, state = "", "", True, T("to come")
    if node.ready:
        state = T("next")
    if meeting is not None:
        outcome = meeting.outcome
        teams = [team for team, _ in sides]
        turned = teams[0] == meeting.teams[1]
        winner, official = outcome.winner, outcome.official or not outcome.over
        if outcome.score is not None and outcome.how == "played":
            scores = outcome.score[::-1] if turned else outcome.score
        winner = winner if winner is None or not turned else 1 - winner
        if meeting.pairing is not None:
            table, pairing = meeting.pairing.table, meeting.pairing.pairing
        state = state_text(register, meeting.teams, outcome)
    return BracketMatch(
        key=node.key,
        part=part,
        column=game.column,
        row=game.row,
        slots=(sides[0][1], sides[1][1]),
        number=numbers.get(node.key),
        title=title,
        sides=(names[0], names[1]),
        known=(bool(sides[0][0]), bool(sides[1][0])),
        scores=scores,
        winner=winner,
        state=state,
        table=table,
        pairing=pairing,
        official=official,
    )


def _comes_from(slot: Slot, numbers: dict[Key, int]) -> Text:
    """Return who comes into a slot whose team is not known yet."""
    if slot[0] == "seed":
        return T("nobody")
    number = numbers.get(slot[1])
    if number is None:
        return T("to come")
    if slot[0] == "winner":
        return T("Winner of {n}", n=number)
    return T("Loser of {n}", n=number)
