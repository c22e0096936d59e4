"""The calendar of a season: every round of a round robin gets a date, a time and tables.

No team is at two tables at a time, or there on a day on which it is unavailable; none has more
matches a day than its stage allows; the tables are shared evenly. Conditions that can't be met are
reported.

Whole rounds are placed first, each on the first date on which all of its teams can come.  The
matches that are left are placed one by one; where none of the dates takes one, up to two others
make room, if there is another place for them.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from datetime import UTC, datetime
from itertools import islice

import msgspec

from scorepad.events.entries import Pairing, PlayDate, RoundEntry, StageEntry
from scorepad.events.matching import Pair, find_most_pairs_at_least_cost
from scorepad.events.overview import Overview, Undecided
from scorepad.events.proposal import new_pairing_ids
from scorepad.events.register import Register
from scorepad.events.roundrobin import make_round_robin_by_circle_method
from scorepad.events.warning import MAX_NAMED_TEAMS
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text, join_with_commas

MOST_MOVED = 2
"""So many matches make room for another at most, each by moving others once."""


class Calendar(msgspec.Struct, frozen=True):
    """Rounds to record, in the order of their dates, and the conditions that could not be met."""

    rounds: tuple[RoundEntry, ...]
    unmet: tuple[Text, ...]


class _Match(msgspec.Struct, frozen=True):
    """A match to place: its stage and its teams."""

    stage: str
    teams: Pair


class _Slot:
    """A date with a start: its tables that are free, the teams that play then already, and the
    matches that are placed there."""

    def __init__(self, date: PlayDate, tables: Sequence[str]) -> None:
        self.date = date
        self.tables = list(tables)
        self.busy: set[str] = set()
        self.matches: list[_Match] = []


def propose_calendar(overview: Overview, first_day: str = "") -> Calendar:
    """Return the calendar of the round robins of an event, from a day on: of all matches that no
    round has yet. Raises `Refused` if there are none, or no dates or tables."""
    return _Planner(overview, first_day).plan()


def unmet_texts(overview: Overview, first_day: str = "") -> tuple[Text, ...]:
    """Return the conditions that the recorded calendar misses from a day on; none if no round is a
    draft or of a later day, as the rounds are then drawn week by week."""
    register = overview.register
    rounds = register.rounds.values()
    if not any(each.is_draft or each.entry.date > first_day for each in rounds):
        return ()
    entries = [each.entry for each in rounds if each.entry.date >= first_day]
    texts = [*_own_table_texts(register, entries)]
    with suppress(Refused):  # where every match has a round, all of them have a date
        planner = _Planner(overview, first_day)
        texts = [*planner.unmet_texts(planner.matches_to_place), *texts]
    return tuple(texts)


def _own_table_texts(register: Register, entries: Iterable[RoundEntry]) -> Iterator[Text]:
    """Yield which teams with a table of their own are at another one's."""
    for pairing in (each for entry in entries for each in entry.pairings):
        first, second = (register.teams[team].table for team in pairing.teams)
        if first and second and first != second:
            yield T(
                "{team} should always play at table {table}, but plays at table {other}",
                team=register.team_name(pairing.teams[1]),
                table=second,
                other=first,
            )


class _Planner:
    """Places the matches of an event."""

    def __init__(self, overview: Overview, first_day: str) -> None:
        self._overview, self._register = overview, overview.register
        dates = [each for each in self._register.head.dates or () if each.date >= first_day]
        if not dates:
            raise Refused("the event has no upcoming dates; set its dates first")
        self._slots = [_Slot(each, self._tables_of(each)) for each in dates]
        self._counts = Counter[tuple[str, str, str]]()
        """The matches of each stage, team and day."""
        self._uses = Counter[tuple[str, str]]()
        """The matches of each team at each table."""
        self._stages: dict[str, StageEntry] = {}
        self._rounds: dict[str, list[list[_Match]]] = {}
        for entry in self._register.stages.values():
            if entry.format == "round-robin" and (rounds := self._rounds_to_place(entry)):
                self._stages[entry.stage], self._rounds[entry.stage] = entry, rounds
        self._round_counts = {stage: len(rounds) for stage, rounds in self._rounds.items()}
        if not self._rounds:
            raise Refused("every round-robin match is already in a round")
        self._count_recorded_rounds()

    def _tables_of(self, date: PlayDate) -> tuple[str, ...]:
        tables = date.tables or self._register.head.tables
        if not tables:
            raise Refused(
                "{day} has no tables; add tables to that date or to the event", day=date.date
            )
        return tables

    def _rounds_to_place(self, entry: StageEntry) -> list[list[_Match]]:
        try:
            teams = self._overview.teams_of_stage(entry.stage)
        except Undecided:
            return []
        met = Counter(
            frozenset(pairing.teams)
            for planned in self._register.rounds.values()
            if planned.stage == entry.stage
            for pairing in planned.pairings
        )
        rounds = []
        for drawn in make_round_robin_by_circle_method(teams, entry.legs):
            matches = []
            for pair in drawn.pairs:
                if met[frozenset(pair)]:
                    met[frozenset(pair)] -= 1
                elif not set(pair) & self._register.withdrawn:
                    matches.append(_Match(entry.stage, pair))
            if matches:
                rounds.append(matches)
        return rounds

    def _count_recorded_rounds(self) -> None:
        for planned in self._register.rounds.values():
            entry = planned.entry
            for pairing in entry.pairings:
                for team in pairing.teams:
                    self._counts[entry.stage, team, entry.date] += 1
                    self._uses[team, pairing.table] += 1
            on_day = [each for each in self._slots if each.date.date == entry.date]
            same = [each for each in on_day if _moment(each.date) == entry.start]
            for slot in same or on_day:
                slot.busy |= {*planned.teams} - {*entry.byes}
                for pairing in entry.pairings:
                    if pairing.table in slot.tables:
                        slot.tables.remove(pairing.table)

    def plan(self) -> Calendar:
        """Return the calendar."""
        for slot in self._slots:
            # The stage with the most rounds left is first.
            for rounds in sorted(self._rounds.values(), key=len, reverse=True):
                self._place_whole_round(slot, rounds)
        left = [each for each in self.matches_to_place if not self._place(each, MOST_MOVED)]
        entries = tuple(self._entries())
        unmet = *self.unmet_texts(left), *_own_table_texts(self._register, entries)
        return Calendar(entries, unmet)

    @property
    def matches_to_place(self) -> list[_Match]:
        """The matches that no round has, nor a date yet."""
        return [each for rounds in self._rounds.values() for one in rounds for each in one]

    def _place_whole_round(self, slot: _Slot, rounds: list[list[_Match]]) -> None:
        for matches in rounds:
            if all(self._may_come(each, slot) for each in matches):
                before = list(slot.matches)
                for each in matches:
                    if self._blockers(each, slot) == []:
                        slot.matches.append(each)
                if len(slot.matches) == len(before) + len(matches):
                    rounds.remove(matches)
                    return
                slot.matches = before

    # One match.

    def _may_come(self, match: _Match, slot: _Slot) -> bool:
        limit = self._stages[match.stage].matches_a_day
        return not any(
            team in slot.busy
            or slot.date.date in self._register.teams[team].unavailable
            or self._counts[match.stage, team, slot.date.date] >= limit
            for team in match.teams
        )

    def _blockers(self, match: _Match, slot: _Slot) -> list[_Match] | None:
        teams = {*match.teams}
        blockers = [
            each
            for each in slot.matches
            if teams & {*each.teams} or self._shares_own_table(match, each)
        ]
        for team in match.teams:
            today = [
                each
                for other in self._slots
                if other.date.date == slot.date.date
                for each in other.matches
                if each.stage == match.stage and team in each.teams
            ]
            room = self._stages[match.stage].matches_a_day - len(today)
            room -= self._counts[match.stage, team, slot.date.date]
            if room <= 0 and not any(each in blockers for each in today):
                blockers.append(today[0])
        if len(slot.matches) - sum(each in slot.matches for each in blockers) >= len(slot.tables):
            return None if not slot.tables else [*blockers, *slot.matches[-1:]]
        return blockers

    def _shares_own_table(self, one: _Match, other: _Match) -> bool:
        table = self._own_table(one.teams)
        return bool(table) and table == self._own_table(other.teams)

    def _own_table(self, teams: Pair) -> str:
        first, second = (self._register.teams[team].table for team in teams)
        return first or second

    def _place(self, match: _Match, moves: int, but: _Slot | None = None) -> bool:
        slots = [each for each in self._slots if each is not but and self._may_come(match, each)]
        found = [(slot, self._blockers(match, slot)) for slot in slots]
        for slot, blockers in found:
            if blockers == []:
                slot.matches.append(match)
                return True
        if not moves:
            return False
        for slot, blockers in found:
            if blockers is not None and len(blockers) <= MOST_MOVED:
                before = [list(each.matches) for each in self._slots]
                for each in self._slots:
                    each.matches = [one for one in each.matches if one not in blockers]
                slot.matches.append(match)
                if all(self._place(each, moves - 1, slot) for each in blockers):
                    return True
                for each, matches in zip(self._slots, before, strict=True):
                    each.matches = matches
        return False

    # The result.

    def _entries(self) -> Iterator[RoundEntry]:
        number = max(self._register.rounds, default=0)
        owed = {stage: self._byes_owed(stage) for stage in self._stages}
        for slot in self._slots:
            tables = self._assign_tables(slot)
            for stage in self._stages:
                matches = [each for each in slot.matches if each.stage == stage]
                if not matches:
                    continue
                number += 1
                playing = {team for each in matches for team in each.teams}
                byes = [team for team, n in owed[stage].items() if n > 0 and team not in playing]
                owed[stage].subtract(byes)
                ids = islice(new_pairing_ids(self._overview, number), len(matches))
                yield RoundEntry(
                    round=number,
                    stage=stage,
                    date=slot.date.date,
                    start=_moment(slot.date),
                    pairings=tuple(
                        Pairing(pairing, tables[each], each.teams)
                        for pairing, each in zip(ids, matches, strict=True)
                    ),
                    byes=tuple(byes),
                )

    def _byes_owed(self, stage: str) -> Counter[str]:
        teams, legs = self._overview.teams_of_stage(stage), self._stages[stage].legs
        gone = self._register.withdrawn & {*teams}
        owed = Counter(
            {team: legs * (len(teams) % 2 + len(gone)) for team in teams if team not in gone}
        )
        for planned in self._register.rounds.values():
            if planned.stage == stage:
                owed.subtract(team for team in planned.byes if team in owed)
                for pairing in planned.pairings:
                    if gone & {*pairing.teams}:
                        owed.subtract(team for team in pairing.teams if team in owed)
        return owed

    def _assign_tables(self, slot: _Slot) -> dict[_Match, str]:
        tables: dict[_Match, str] = {}
        for match in slot.matches:
            if table := self._own_table(match.teams):
                tables[match] = table
        free = [each for each in slot.tables if each not in tables.values()]
        rest = [each for each in slot.matches if each not in tables]
        costs = {
            (at, len(rest) + number): sum(self._uses[team, name] ** 2 for team in match.teams)
            for at, match in enumerate(rest)
            for number, name in enumerate(free)
        }
        for at, number in find_most_pairs_at_least_cost(costs):
            tables[rest[at]] = free[number - len(rest)]
        for match, name in tables.items():
            self._uses.update((team, name) for team in match.teams)
        return tables

    def unmet_texts(self, left: Sequence[_Match]) -> Iterator[Text]:
        """Yield the conditions that could not be met: the matches without a date, and why."""
        register = self._register
        rounds = [each.entry for each in register.rounds.values()]
        name = register.team_name
        for stage, entry in self._stages.items():
            matches = [each for each in left if each.stage == stage]
            if not matches:
                continue
            title = register.stage_name(entry)
            pairs = [
                T("{one} – {other}", one=name(each.teams[0]), other=name(each.teams[1]))
                for each in matches[:MAX_NAMED_TEAMS]
            ]
            if more := len(matches) - len(pairs):
                pairs.append(N("and {n} more", "and {n} more", more))
            yield N(
                "{stage}: {n} match has no date: {pairs}",
                "{stage}: {n} matches have no date: {pairs}",
                len(matches),
                stage=title,
                pairs=join_with_commas(pairs, semicolons=True),
            )
            days = {each.date.date for each in self._slots}
            drawn = sum(each.stage == stage and each.date in days for each in rounds)
            most = max(0, entry.matches_a_day * len(days) - drawn)
            if self._round_counts[stage] > most:
                yield T(
                    "{stage} has {n} rounds to play, but its dates have room for only {most}",
                    stage=title,
                    n=self._round_counts[stage],
                    most=most,
                )
            for team in dict.fromkeys(team for each in matches for team in each.teams):
                away = days & {*register.teams[team].unavailable}
                if away:
                    yield N(
                        "{team} can't play on {n} date",
                        "{team} can't play on {n} dates",
                        len(away),
                        team=name(team),
                    )
        room = sum(len(slot.tables) - len(slot.matches) for slot in self._slots)
        if left and room <= 0:
            yield T("all tables are taken on every date")


def _moment(date: PlayDate) -> datetime | None:
    if not date.start:
        return None
    return datetime.fromisoformat(f"{date.date}T{date.start}").astimezone(UTC)
