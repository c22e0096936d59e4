"""Single and double elimination: the bracket that rounds and results make.

The bracket is a list of nodes, each with two slots for a seed, or for the winner or loser of an
earlier node. A slot whose team is out or has withdrawn is empty, and a node with an empty slot is a
bye at once.

Released rounds are facts.  A node that was played has the teams that played it, even where a
corrected result would now send another one there.  Byes of a round that is out are those of the
teams that had withdrawn by then.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Literal, TypeAlias

import msgspec

from scorepad.events.results import Meeting
from scorepad.spades.words import T, Text

PartName: TypeAlias = Literal["winners", "losers", "final", "again", "third"]
"""A part of the bracket: `final` and `again` are a double elimination's last two."""
NodeKey: TypeAlias = tuple[PartName, int, int]
"""A node is named by its part, the round in that part and its place in the round, from 1 and 0."""
Slot: TypeAlias = "tuple[Literal['seed'], int] | tuple[Literal['winner', 'loser'], NodeKey]"
NOBODY = ""
"""No team plays in this slot."""


class BracketRound(msgspec.Struct, frozen=True):
    """Holds a released round as the bracket reads it: its meetings in order, its byes, and the
    teams that had withdrawn when it was released."""

    meetings: tuple[Meeting, ...]
    byes: tuple[str, ...] = ()
    withdrawn: frozenset[str] = frozenset()


class BracketNode(msgspec.Struct, frozen=True):
    """One place in the bracket. `slots` are the origins of its teams; `teams`: None if not known
    yet, "" for none; `meeting` is its released pairing; `winner` is as `teams`."""

    key: NodeKey
    slots: tuple[Slot, Slot]
    teams: tuple[str | None, str | None]
    meeting: Meeting | None = None
    winner: str | None = None

    @property
    def is_ready(self) -> bool:
        """Return whether both teams are known, and it is to be played."""
        return self.meeting is None and self.winner is None and all(self.teams)


def bracket_seed_order(count: int) -> list[int]:
    """Return the seeds (from 0) in the order of the bracket: 1 meets the last, 1 and 2 can meet in
    the final."""
    order = [0]
    while len(order) < count:
        size = len(order) * 2
        order = [seed for one in order for seed in (one, size - 1 - one)]
    return order


def first_round_pairs(seeds: Sequence[str]) -> set[frozenset[str]]:
    """Return the pairs that meet in the first round of a bracket of these seeds, best first."""
    return {frozenset((seeds[one], seeds[other])) for one, other in _first_round(len(seeds))}


def _first_round(count: int) -> list[tuple[int, int]]:
    size = 1
    while size < count:
        size *= 2
    order = bracket_seed_order(size)
    pairs = (sorted(pair) for pair in zip(order[::2], order[1::2], strict=False))
    return [(one, other) for one, other in pairs if other < count]


def separate_same_stage_teams_in_first_round(
    seeds: Sequence[str], sources: Mapping[str, str]
) -> list[str]:
    """Return the seeds so that two of one stage do not meet in the first round: the later one
    changes places with the nearest seed that doesn't.  Where there is none it keeps its place.

    `sources` has the stage from which each team advances.
    """
    apart = list(seeds)
    pairs = sorted(_first_round(len(seeds)))
    opponents = {one: other for pair in pairs for one, other in (pair, pair[::-1])}

    def meets_own(seed: int) -> bool:
        other = opponents.get(seed)
        return other is not None and sources.get(apart[seed]) == sources.get(apart[other])

    for _, later in pairs:
        if not meets_own(later):
            continue
        for nearest in sorted(range(len(apart)), key=lambda seed: (abs(seed - later), -seed)):
            apart[later], apart[nearest] = apart[nearest], apart[later]
            if nearest != later and not meets_own(later) and not meets_own(nearest):
                break
            apart[later], apart[nearest] = apart[nearest], apart[later]
    return apart


def lay_out_nodes(
    size: int, *, double: bool, third_place: bool
) -> dict[NodeKey, tuple[Slot, Slot]]:
    """Return the nodes of a bracket for `size` teams (a power of 2), each after those that feed
    it."""
    rounds = size.bit_length() - 1
    nodes: dict[NodeKey, tuple[Slot, Slot]] = {}
    order = bracket_seed_order(size)
    for index in range(size // 2):
        nodes["winners", 1, index] = (("seed", order[2 * index]), ("seed", order[2 * index + 1]))
    for number in range(2, rounds + 1):
        for index in range(size >> number):
            nodes["winners", number, index] = _winner_slots("winners", number - 1, index)
    if not double:
        if third_place and rounds >= 2:
            nodes["third", 1, 0] = (
                ("loser", ("winners", rounds - 1, 0)),
                ("loser", ("winners", rounds - 1, 1)),
            )
        return nodes
    last: Slot = ("loser", ("winners", 1, 0))
    if rounds >= 2:
        for index in range(size // 4):
            nodes["losers", 1, index] = (
                ("loser", ("winners", 1, 2 * index)),
                ("loser", ("winners", 1, 2 * index + 1)),
            )
        for number in range(2, rounds + 1):
            count = size >> number
            for index in range(count):
                # Every other round they drop in reversed order, so that teams meet again late.
                drop = count - 1 - index if number % 2 == 0 else index
                nodes["losers", 2 * number - 2, index] = (
                    ("winner", ("losers", 2 * number - 3, index)),
                    ("loser", ("winners", number, drop)),
                )
            for index in range(count // 2):
                nodes["losers", 2 * number - 1, index] = _winner_slots(
                    "losers", 2 * number - 2, index
                )
        last = ("winner", ("losers", 2 * rounds - 2, 0))
    nodes["final", 1, 0] = (("winner", ("winners", rounds, 0)), last)
    nodes["again", 1, 0] = (("winner", ("final", 1, 0)), ("loser", ("final", 1, 0)))
    return nodes


def _winner_slots(part: PartName, number: int, index: int) -> tuple[Slot, Slot]:
    return ("winner", (part, number, 2 * index)), ("winner", (part, number, 2 * index + 1))


class Bracket:
    """Decides the nodes of a stage by its rounds and results.

    `teams` are in the order of their seeds; `bracket_rounds` are the released rounds, first to
    last; `withdrawn` are the teams that have withdrawn by now.
    """

    def __init__(
        self,
        teams: Sequence[str],
        bracket_rounds: Sequence[BracketRound],
        withdrawn: Collection[str] = (),
        *,
        double: bool = False,
        third_place: bool = False,
    ) -> None:
        self.teams = tuple(teams)
        self.outside: list[Meeting] = []
        """These games have no place in the bracket; a correction may leave some."""
        size = 1
        while size < len(teams):
            size *= 2
        self._layout = (
            lay_out_nodes(size, double=double, third_place=third_place) if len(teams) > 1 else {}
        )
        self._rounds = size.bit_length() - 1
        self._double = double
        self._seeds = [*teams, *[NOBODY] * (size - len(teams))]
        if bracket_rounds and self._layout:
            self._seeds = _seeds_as_released(self._seeds, bracket_rounds[0])
        self._meetings: dict[NodeKey, Meeting] = {}
        self._fixed: dict[NodeKey, tuple[str, str]] = {}
        """Winner and loser of each node that is decided."""
        self._slots: dict[NodeKey, list[str | None]] = {}
        self._withdrawn = frozenset(withdrawn)
        self.byes: tuple[str, ...] = ()
        """The teams with a bye in the next round."""
        for bracket_round in bracket_rounds:
            self._decide_nodes(bracket_round.withdrawn)
            self._place_meetings(bracket_round.meetings)
        rested = self._decide_nodes(withdrawn)
        playing = {team for pair in self.ready_pairs for team in pair}
        self.byes = tuple(team for team in dict.fromkeys(rested) if team not in playing)

    # Reading it.

    @property
    def nodes(self) -> list[BracketNode]:
        """Return every node, each after those that feed it."""
        return [
            BracketNode(
                key,
                slots,
                (self._slots.get(key, [None, None])[0], self._slots.get(key, [None, None])[1]),
                self._meetings.get(key),
                self._fixed[key][0] if key in self._fixed else None,
            )
            for key, slots in self._layout.items()
        ]

    @cached_property
    def titles(self) -> dict[NodeKey, Text]:
        """Return the title of the round of each node."""
        return {
            key: FINAL_TITLES["third"]
            if key[0] == "third"
            else bracket_round_title(
                bracket_column(key, self._rounds),
                self._rounds,
                losers=key[0] == "losers",
                double=self._double,
            )
            for key in self._layout
        }

    @property
    def next_titles(self) -> list[Text]:
        """Return the titles of the next round, whether or not its teams are known."""
        return [
            self.titles[key]
            for key, slots in self._layout.items()
            if not self._reached(key)
            and self._can_be_played(key)
            and all(slot[0] == "seed" or self._reached(slot[1]) for slot in slots)
        ]

    @property
    def ready_pairs(self) -> list[tuple[str, str]]:
        """Return the pairs that are to be played next."""
        return [
            (node.teams[0] or "", node.teams[1] or "")
            for node in self.nodes
            if node.is_ready and self._can_be_played(node.key)
        ]

    @property
    def is_decided(self) -> bool:
        """Return whether everything is decided."""
        return bool(self._layout) and len(self._fixed) == len(self._layout)

    @property
    def has_matches_to_come(self) -> bool:
        """Return whether a match is neither released nor decided; the second final is only to come
        once the first one is decided."""
        return any(
            not self._reached(key) and (key[0] != "again" or ("final", 1, 0) in self._fixed)
            for key in self._layout
        )

    @property
    def champion(self) -> str | None:
        """Return the champion; None while it is played, and without a team left."""
        last: NodeKey = ("again", 1, 0) if self._double else ("winners", self._rounds, 0)
        return self._fixed[last][0] or None if last in self._fixed else None

    @property
    def eliminated(self) -> frozenset[str]:
        """Return the teams that can no longer win."""
        return frozenset(self.teams) - self._alive()

    def places(self) -> list[list[str]]:
        """Return the teams that share each place, the last to stay first."""
        alive, levels = self._alive(), self._levels()
        champion = self.champion
        by_level: dict[tuple[int, int], list[str]] = {}
        for team in self.teams:
            level = (3, 0) if team == champion else (2, 0) if team in alive else levels[team]
            by_level.setdefault(level, []).append(team)
        return [by_level[level] for level in sorted(by_level, reverse=True)]

    def _alive(self) -> frozenset[str]:
        waiting = {
            team
            for key in self._layout
            if key not in self._fixed and key[0] != "third"
            for team in self._slots[key]
            if team and (key in self._meetings or team not in self._withdrawn)
        }
        return frozenset(waiting | ({self.champion} if self.champion else set()))

    def _levels(self) -> dict[str, tuple[int, int]]:
        levels: dict[str, tuple[int, int]] = dict.fromkeys(self.teams, (0, 0))
        for key in self._layout:
            for team in self._slots.get(key, ()):
                if team:
                    levels[team] = self._level(key, team)
        return levels

    def _level(self, key: NodeKey, team: str) -> tuple[int, int]:
        part, number, _ = key
        if part == "third":
            won = key in self._fixed and self._fixed[key][0] == team
            return (1, 2 * (self._rounds - 1) + won)
        if not self._double:
            return (1, 2 * number)
        if part == "losers":
            return (1, number)
        # Out of the winners' part at once (a double forfeit): with those it drops among.
        return (1, max(1, 2 * number - 2) if part == "winners" else 2 * self._rounds)

    # Building it.

    def _expected(self, key: NodeKey) -> list[str | None]:
        return [self._team_of_slot(slot) for slot in self._layout[key]]

    def _team_of_slot(self, slot: Slot) -> str | None:
        if slot[0] == "seed":
            return self._seeds[slot[1]]
        fixed = self._fixed.get(slot[1])
        if fixed is None:
            return None
        return fixed[0] if slot[0] == "winner" else fixed[1]

    def _decide_nodes(self, withdrawn: Collection[str]) -> list[str]:
        """Decide every node that can be decided; teams that have withdrawn reach no further one.
        Return the teams that have a bye in one."""
        rested = []
        for key in self._layout:
            if key in self._fixed:
                continue
            meeting = self._meetings.get(key)
            if meeting is not None:
                self._decide(key, meeting)
                continue
            expected = self._expected(key)
            self._slots[key] = expected
            if key[0] == "again" and not self._needs_second_final():
                if expected[0] is not None:
                    self._fixed[key] = (expected[0], NOBODY)
                continue
            has_withdrawn = [team in withdrawn if team else False for team in expected]
            one, other = (
                NOBODY if away else team for team, away in zip(expected, has_withdrawn, strict=True)
            )
            if one is None or other is None:
                continue
            if not one or not other:
                self._fixed[key] = (one or other, NOBODY)
                if (one or other) and key[0] not in ("third", "again"):
                    rested.append(one or other)
        return rested

    def _needs_second_final(self) -> bool:
        final: NodeKey = ("final", 1, 0)
        if final not in self._fixed or final not in self._meetings:
            return final not in self._fixed
        winner, loser = self._fixed[final]
        return bool(winner) and bool(loser) and winner != self._unbeaten(final)

    def _unbeaten(self, final: NodeKey) -> str | None:
        expected = self._expected(final)[0]
        played = self._meetings[final].teams
        return expected if expected in played else played[0]

    def _decide(self, key: NodeKey, meeting: Meeting) -> None:
        losers = meeting.losers
        if len(losers) == 2:
            self._fixed[key] = (NOBODY, NOBODY)
        elif losers and meeting.winner is not None:
            self._fixed[key] = (meeting.winner, losers[0])

    def _place_meetings(self, meetings: Sequence[Meeting]) -> None:
        open_nodes = [
            key
            for key, slots in self._layout.items()
            if key not in self._fixed
            and key not in self._meetings
            and all(slot[0] == "seed" or self._reached(slot[1]) for slot in slots)
            and self._can_be_played(key)
        ]
        left = list(meetings)
        for common in (2, 1, 0):
            for key in tuple(open_nodes):
                expected = {team for team in self._expected(key) if team}
                meeting = next(
                    (each for each in left if len(expected & set(each.teams)) >= common), None
                )
                if meeting is None or (common == 0 and len(left) < len(open_nodes)):
                    continue
                left.remove(meeting)
                open_nodes.remove(key)
                self._meetings[key] = meeting
                self._slots[key] = list(_order_as_slots(meeting.teams, self._expected(key)))
        self.outside += left

    def _can_be_played(self, key: NodeKey) -> bool:
        """Return whether a node can be played by now. Two that had a bye wait for the others of
        their round."""
        if key[0] == "again":
            return self._needs_second_final()
        before = (each for each in self._layout if each[0] == "winners" and each[1] < key[1])
        return key[0] != "winners" or all(self._reached(each) for each in before)

    def _reached(self, key: NodeKey) -> bool:
        return key in self._fixed or key in self._meetings


def _order_as_slots(teams: tuple[str, str], expected: Sequence[str | None]) -> tuple[str, str]:
    one, other = teams
    return (other, one) if expected[0] == other or expected[1] == one else (one, other)


def _seeds_as_released(seeds: Sequence[str], first: BracketRound) -> list[str]:
    order = bracket_seed_order(len(seeds))
    placed = [(seeds[order[at]], seeds[order[at + 1]]) for at in range(0, len(order), 2)]
    actual = [meeting.teams for meeting in first.meetings] + [(team, NOBODY) for team in first.byes]
    left = list(actual)
    pairs_in_place: list[tuple[str, str] | None] = []
    for pair in placed:
        same = next((each for each in left if set(each) == set(pair)), None)
        pairs_in_place.append(pair if same is not None else None)
        if same is not None:
            left.remove(same)
    rest: Iterator[tuple[str, str]] = iter(left)
    nodes = [pair if pair is not None else next(rest, (NOBODY, NOBODY)) for pair in pairs_in_place]
    flat = [team for pair in nodes for team in pair]
    result = [NOBODY] * len(seeds)
    for at, seed in enumerate(order):
        result[seed] = flat[at]
    return result


def number_shared_places(places: Sequence[Sequence[str]]) -> Mapping[str, int]:
    """Return the number of each team's place."""
    numbers: dict[str, int] = {}
    for sharing in places:
        place = len(numbers) + 1
        numbers.update(dict.fromkeys(sharing, place))
    return numbers


# Names of rounds.

FINAL_TITLES = {
    "third": T("Third place"),
    "final": T("Grand final"),
    "again": T("Grand final, second match"),
}
KNOCK_OUT_TITLES = (T("Final"), T("Semifinals"), T("Quarterfinals"))
"""The last rounds of a single elimination, the last one first."""


def bracket_column(key: NodeKey, rounds: int) -> int:
    """Return the column, from 0, of a place in a bracket of so many winners' rounds."""
    part, number, _ = key
    if part in ("winners", "losers"):
        return number - 1
    return {"third": rounds - 1, "final": rounds, "again": rounds + 1}[part]


def bracket_round_title(column: int, rounds: int, *, losers: bool, double: bool) -> Text:
    """Return the title of a column."""
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
