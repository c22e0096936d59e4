"""The seats of each team and player in a round, and the teams that moved since they were
announced."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import chain

import msgspec

from scorepad.events.entries import EventAmend, Pairing, RoundEntry
from scorepad.events.event import Event
from scorepad.events.overview import Overview
from scorepad.events.register import Register
from scorepad.events.results import NO_MATCH_RESULTS
from scorepad.spades.entries import Common, Restore, Strike
from scorepad.spades.naming import NaturalKey, natural_key, table_field, table_order
from scorepad.spades.words import N, T, Text, join_with_commas


class SeatedTeam(msgspec.Struct, frozen=True, kw_only=True):
    """Where a team plays in a round: `table` is "" and `opponent` None if it has a bye."""

    team: str
    table: str = ""
    opponent: str | None = None

    @property
    def place(self) -> Text:
        """Return its table, as a sentence names it; or that it has a bye."""
        if self.opponent is None:
            return T("bye")
        return table_field(self.table) if self.table else T("no table yet")


def seat_by_team(entry: RoundEntry) -> dict[str, SeatedTeam]:
    """Return the seat of each team of a round."""
    seats = {team: SeatedTeam(team=team) for team in entry.byes}
    for pairing in entry.pairings:
        for team, opponent in (pairing.teams, pairing.teams[::-1]):
            seats[team] = SeatedTeam(team=team, table=pairing.table, opponent=opponent)
    return seats


def latest_released_round(overview: Overview) -> int | None:
    """Return the round in which people look for their seats: the latest that is released; None
    before the first."""
    return max((each.number for each in overview.register.released_rounds), default=None)


def list_seats_by_team_name(register: Register, round_: int) -> list[tuple[str, SeatedTeam]]:
    """Return the name of each team of a round with its seat, by name."""
    seats = seat_by_team(register.rounds[round_].entry)
    rows = [(register.team_name(team), seat) for team, seat in seats.items()]
    return sorted(rows, key=lambda each: natural_key(each[0]))


def list_team_seats_by_player_name(register: Register, round_: int) -> list[tuple[str, SeatedTeam]]:
    """Return the name of each player of a round with the seat of the team, by name.  One without a
    name is left out."""
    seats = seat_by_team(register.rounds[round_].entry)
    rows = [
        (player.strip(), seat)
        for team, seat in seats.items()
        for player in register.teams[team].players
        if player.strip()
    ]
    return sorted(rows, key=lambda each: (natural_key(each[0]), each[1].team))


# Moves.


class SeatMove(msgspec.Struct, frozen=True, kw_only=True):
    """A team with another seat in a round than was announced.  `before` and `after` are None
    where it has no part in the round."""

    round: int
    team: str
    before: SeatedTeam | None
    after: SeatedTeam | None

    @property
    def has_another_place(self) -> bool:
        """Whether it sits at another table, or has a part in the round no more or anew."""
        return self.before is None or self.after is None or self.before.place != self.after.place

    @property
    def old_place_if_changed(self) -> Text | None:
        """Return where it sat; None if it sat nowhere, or sits there still."""
        if self.before is None or self.after is None or self.before.place == self.after.place:
            return None
        return self.before.place

    def new_place(self, overview: Overview) -> Text:
        """Return where it sits, and against whom."""
        after = self.after
        if after is None:
            return T("no longer in {round}", round=overview.round_text(self.round))
        place = after.place
        if self.before is not None and self.before.place == after.place and self.before != after:
            place = T("stays at {place}", place=after.place)
        if after.opponent is None:
            return place
        return T(
            "{place}, against {other}",
            place=place,
            other=overview.register.team_name(after.opponent),
        )

    def text(self, overview: Overview) -> Text:
        """Return the move in one sentence."""
        was, now = self.old_place_if_changed, self.new_place(overview)
        change = now if was is None else T("{before} → {after}", before=was, after=now)
        return T("{team}: {change}", team=overview.register.team_name(self.team), change=change)


def seat_moves_in_released_rounds(before: Overview, after: Overview) -> list[SeatMove]:
    """Return the teams with other seats `after` than `before` in the rounds that are released in
    both, by round and new table."""
    moves = []
    for number, now in sorted(after.register.rounds.items()):
        was = before.register.rounds.get(number)
        if was is None or was.is_draft or now.is_draft or was.entry == now.entry:
            continue
        moves += seat_moves_in_round(after.register, was.entry, now.entry)
    return moves


def seat_moves_in_round(
    register: Register, before: RoundEntry, after: RoundEntry
) -> list[SeatMove]:
    """Return the teams with other seats in a changed round, by new table."""
    seats, seats_now = seat_by_team(before), seat_by_team(after)
    moves = [
        SeatMove(round=after.round, team=team, before=seats.get(team), after=seats_now.get(team))
        for team in dict.fromkeys((*seats_now, *seats))
        if seats.get(team) != seats_now.get(team)
    ]
    return sorted(moves, key=lambda each: _order(register, each))


def _order(register: Register, move: SeatMove) -> tuple[bool, tuple[int, int, str], NaturalKey]:
    table = move.after.table if move.after is not None else ""
    return not table, table_order(table), natural_key(register.team_name(move.team))


class ReleasedSeatingChange(msgspec.Struct, frozen=True, kw_only=True):
    """The last change of released rounds: `step` has the entries that were recorded together."""

    moves: tuple[SeatMove, ...]
    step: tuple[Common, ...]


def latest_released_seating_change(event: Event) -> ReleasedSeatingChange | None:
    """Return the last change that moved a team in a released round; None if all seats are as
    announced."""
    log = event.log
    for place in range(len(log) - 1, -1, -1):
        if _changes_round(event, log[place]):
            break
    else:
        return None
    step = log[place].step or log[place].id
    first = place
    while first and (log[first - 1].step or log[first - 1].id) == step:
        first -= 1
    last = place + 1
    while last < len(log) and log[last].step == step:
        last += 1
    # Read without results: the pairings were checked as they were recorded.
    before = (
        event.with_results(NO_MATCH_RESULTS).with_first_entries(first).with_results(event.matches)
    )
    moves = seat_moves_in_released_rounds(before.overview, event.overview)
    return ReleasedSeatingChange(moves=tuple(moves), step=log[first:last]) if moves else None


def _changes_round(event: Event, entry: Common) -> bool:
    if isinstance(entry, EventAmend):
        return isinstance(entry.to, RoundEntry)
    if isinstance(entry, Strike | Restore):
        target = event.find(entry.entry)
        return target is not None and _changes_round(event, target)
    return False


def open_pairings_by_team(overview: Overview) -> dict[str, list[Pairing]]:
    """Return the released pairings of each team that have no result."""
    open_pairings: dict[str, list[Pairing]] = {}
    for pairing in chain.from_iterable(overview.open_pairings_by_round.values()):
        for team in pairing.teams:
            open_pairings.setdefault(team, []).append(pairing)
    return open_pairings


def texts_of_teams_with_several_matches(overview: Overview) -> Iterator[Text]:
    """Yield for each team that has several matches to play which these are."""
    register = overview.register
    for team, pairings in open_pairings_by_team(overview).items():
        if len(pairings) > 1:
            yield N(
                "{team} has {n} match to play: {places}",
                "{team} has {n} matches to play: {places}",
                len(pairings),
                team=register.team_name(team),
                places=join_with_commas(
                    [overview.pairing_location_text(each.pairing) for each in pairings],
                    semicolons=True,
                ),
            )


def moved_team_count_texts(
    moves: list[SeatMove] | tuple[SeatMove, ...], overview: Overview, *, would_move: bool = False
) -> Iterator[Text]:
    """Yield sentences with the number of teams that moved, or with `would_move` would move, and
    those waiting for two matches."""
    if moves:
        elsewhere = {each.team for each in moves if each.has_another_place}
        others = {each.team for each in moves} - elsewhere
        waiting = sum(len(each) > 1 for each in open_pairings_by_team(overview).values())
        counts = len(elsewhere), len(others), waiting
        yield from seat_change_count_texts(*counts, would_move=would_move)


def seat_change_count_texts(
    elsewhere: int, others: int, waiting: int, *, would_move: bool
) -> Iterator[Text]:
    """Yield a sentence for each of these numbers of teams that is not 0: those with a different
    table, those with a different opponent alone, and those waiting for two matches."""
    if elsewhere:
        yield (
            N(
                "{n} team would have a different table",
                "{n} teams would have a different table",
                elsewhere,
            )
            if would_move
            else N(
                "{n} team has a different table now",
                "{n} teams have a different table now",
                elsewhere,
            )
        )
    if others:
        yield (
            N(
                "{n} team would have a different opponent",
                "{n} teams would have a different opponent",
                others,
            )
            if would_move
            else N(
                "{n} team has a different opponent now",
                "{n} teams have a different opponent now",
                others,
            )
        )
    if waiting:
        yield N(
            "{n} team has more than one match to play",
            "{n} teams have more than one match to play",
            waiting,
        )
