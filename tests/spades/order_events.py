"""Events of the laptops of `order_simulator`, read by the real gate and fold."""

from __future__ import annotations

from typing import Any, ClassVar

from msgspec.structs import replace

from scorepad.events import entries as kinds
from scorepad.events.event import Event
from scorepad.events.register import PlannedRound, Register
from scorepad.events.results import NO_MATCH_RESULTS
from scorepad.paths import resources_folder
from scorepad.spades.entries import Common, UnknownEntry
from scorepad.spades.ids import uuid7
from scorepad.spades.library import load_library
from scorepad.spades.order import LogOrder, Ordered
from tests.spades.order_simulator import LOG_ID, Chance, MatchEntries, Reading, Way

LIBRARY = load_library(resources_folder() / "rules")
BEGINNING = (
    *(
        kinds.TeamEntry(id=uuid7(n, n), team=f"T{n}", name=f"Team {n}", players=("Ann", "Cy", "Di"))
        for n in range(1, 5)
    ),
    kinds.StageEntry(id=uuid7(5, 5), stage="A", format="by-hand"),
)
"""Every laptop has these entries before the schedule begins."""
EMPTY = Event(
    kinds.EventHead(name="Spring Open", rules="washburn"),
    LIBRARY,
    id=LOG_ID,
    matches=NO_MATCH_RESULTS,
).with_entries_appended(BEGINNING)
FORMATS: tuple[kinds.Format, ...] = ("by-hand", "round-robin", "single-elimination")


def describe_event(event: Event) -> Reading:
    """Return what an event folds to, what is unfit in it, and of which round each result is."""
    register = event.register
    rounds = {
        result.id or "": register.rounds[register.drawn[pairing][0]].entry.id or ""
        for pairing, result in register.results.items()
    }
    return Reading((register, tuple(event.unfit)), rounds, None, event)


def read_event_of(order: LogOrder) -> Reading:
    log: list[Any] = [each for each in order.log if not isinstance(each, UnknownEntry)]
    return describe_event(EMPTY.with_entries_appended(log, tolerant=True))


class EventEntries(MatchEntries):
    """Draws the entries of an event: mostly what is due next, rarely what does not fit."""

    opens: ClassVar[type[Common]] = kinds.RoundEntry
    closes: ClassVar[type[Common]] = kinds.ResultEntry
    amend: ClassVar[type[Any]] = kinds.EventAmend

    def draw_play(self, chance: Chance, reading: Reading, common: dict[str, Any]) -> Common:
        register: Register = reading.log.register
        if chance.happens(0.07):
            return self._team(len(register.teams) + 1, common)
        if chance.happens(0.03):
            stage = register.free_stage_id
            return kinds.StageEntry(stage=stage, format=chance.pick(FORMATS), **common)
        rounds = list(register.rounds.values())
        draft = next((each for each in rounds if each.released is None), None)
        if draft is not None and chance.happens(0.9):
            return kinds.Release(round=draft.entry.round, **common)
        pairing = self._open_pairing(register, rounds)
        if pairing is not None and chance.happens(0.9):
            return self._result(chance, pairing, common)
        return self._round(chance, register, common)

    def draw_other(self, chance: Chance, reading: Reading, common: dict[str, Any]) -> Common:
        register: Register = reading.log.register
        team = chance.pick([*register.teams, "T9"])
        pairing = chance.pick([*register.drawn, "9-9"])
        shape = chance.below(6)
        if shape == 0:
            return kinds.TeamWithdrawal(team=team, **common)
        if shape == 1:
            return kinds.TeamReturn(team=team, **common)
        if shape == 2:
            return kinds.EventHeadChange(place=chance.pick(("Union 204", "Library")), **common)
        if shape == 3:
            return kinds.OfficialResult(pairing=pairing, name="Pat", **common)
        if shape == 4:
            return self._result(chance, pairing, common)
        return kinds.NoShowGrace(pairing=pairing, minutes=5, **common)

    def draw_loose(self, chance: Chance, reading: Reading, common: dict[str, Any]) -> Common:
        teams = list(reading.log.register.teams.values())
        entrant = chance.pick(teams) if teams else None
        team = "T1" if entrant is None else entrant.team
        entry = None if entrant is None or chance.happens(0.3) else entrant.entry
        if chance.happens(0.5):
            return kinds.CheckIn(team=team, seat=chance.below(4), entry=entry, **common)
        return kinds.TeamConductMark(
            team=team, what="rating", value=chance.below(5), entry=entry, **common
        )

    def draw_amended(self, chance: Chance, entry: Ordered) -> Common | None:
        if isinstance(entry, kinds.ResultEntry):
            return replace(self._result(chance, entry.pairing, {}), why="misread")
        if isinstance(entry, kinds.TeamEntry):
            return kinds.TeamEntry(team=entry.team, name="Renamed", players=("Ann", "Cy", "Di"))
        if isinstance(entry, kinds.RoundEntry):
            turned = [replace(each, teams=each.teams[::-1]) for each in entry.pairings]
            return kinds.RoundEntry(
                round=entry.round, stage=entry.stage, pairings=tuple(turned), byes=entry.byes
            )
        return None

    def draw_line(self, chance: Chance, line: int, common: dict[str, Any]) -> Common:
        if line == 0:
            return self._round_of(1, ["T1", "T2", "T3", "T4"], "A", common)
        if line == 1:
            return kinds.Release(round=1, **common)
        return self._result(chance, f"1-{line - 1}", common)

    def _team(self, number: int, common: dict[str, Any]) -> Common:
        return kinds.TeamEntry(
            team=f"T{number}", name=f"Team {number}", players=("Ann", "Cy"), **common
        )

    def _round(self, chance: Chance, register: Register, common: dict[str, Any]) -> Common:
        teams = list(register.teams)
        chance.shuffle(teams)
        stage = "A" if chance.happens(0.9) else chance.pick(list(register.stages))
        return self._round_of(len(register.rounds) + 1, teams, stage, common)

    def _round_of(
        self, number: int, teams: list[str], stage: str, common: dict[str, Any]
    ) -> kinds.RoundEntry:
        """Return a round in which these teams meet two by two."""
        pairs = zip(teams[::2], teams[1::2], strict=False)
        pairings = tuple(
            kinds.Pairing(f"{number}-{place}", str(place), pair)
            for place, pair in enumerate(pairs, 1)
        )
        byes = tuple(teams[len(pairings) * 2 :])
        return kinds.RoundEntry(round=number, stage=stage, pairings=pairings, byes=byes, **common)

    def _open_pairing(self, register: Register, rounds: list[PlannedRound]) -> str | None:
        """Return the first pairing that is released and has no result."""
        for planned in rounds:
            for pairing in planned.entry.pairings:
                if planned.released is not None and pairing.pairing not in register.results:
                    return pairing.pairing
        return None

    def _result(self, chance: Chance, pairing: str, common: dict[str, Any]) -> kinds.ResultEntry:
        winner = chance.below(2)
        score = (300, 212) if winner == 0 else (188, 305)
        return kinds.ResultEntry(
            pairing=pairing, how="played", winner=winner, score=score, **common
        )


EVENTS = Way(read=read_event_of, draw=EventEntries(), describe=describe_event)
