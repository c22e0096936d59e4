"""Nine campus handbooks, set up as they say and played at random to the end (SEASON.md 1).

Standings, who qualifies, the brackets and who is out are checked by an independent reading.
"""

from __future__ import annotations

import json
import random
import re
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.copy import copy_of_event
from scorepad.events.entries import ELIMINATION, ResultEntry, TeamConductMark
from scorepad.events.event import Event
from scorepad.events.ranking import rank_all_teams
from scorepad.events.team_standings import qualification_texts
from scorepad.spades.refusal import Refused
from tests.events.day import Day, library
from tests.events.naive_season import NaiveSeason

FOLDER = Path(__file__).parents[1] / "data" / "seasons"
HANDBOOKS = sorted(each.stem for each in FOLDER.glob("*.json"))

TOO_FEW = re.compile("no team qualifies|fewer than two|no pairing is possible")

pytestmark = pytest.mark.fuzz


class Played:
    """A handbook's season, played at random."""

    def __init__(self, handbook: str, seed: int) -> None:
        self.dice = random.Random(seed)
        data = json.loads((FOLDER / f"{handbook}.json").read_text("utf-8"))
        self.day = Day(rules="chicago")  # here a match may be tied
        for number in range(1, data["teams"] + 1):
            organizations = data.get("organizations")
            more = {"organization": self.dice.choice(organizations)} if organizations else {}
            self.day.team(f"T{number}", **more)
        for entry in data["entries"]:
            self.day.add(**entry)
        self.skipped: set[str] = set()
        self.day.check_in(*self.day.event.register.teams)
        for stage in self.day.event.register.stages:
            self.play(stage)

    def play(self, stage: str) -> None:
        """All rounds of a stage; one that too few teams qualify for has none."""
        while self.day.event.overview.has_rounds_to_come(stage):
            try:
                self.day.pair(stage)
            except Refused as refused:
                if not TOO_FEW.search(str(refused)):
                    raise
                self.skipped.add(stage)
                return
            pairings = self.day.event.overview.open_pairings(stage)
            self.dice.shuffle(pairings)
            for each in pairings:
                self.record(stage, each.pairing, each.teams)

    def record(self, stage: str, pairing: str, teams: tuple[str, str]) -> None:
        how = self.dice.choices(["played", "forfeit", "double-forfeit", "default"], [12, 2, 1, 1])[
            0
        ]
        winner: int | None = self.dice.randrange(2)
        score = [self.dice.randint(251, 400), self.dice.randint(-50, 250)]
        if winner:
            score.reverse()
        is_bracket = self.day.event.register.stages[stage].format in ELIMINATION
        if how == "played" and not is_bracket and self.dice.random() < 0.1:
            winner, score = None, [250, 250]
        fields: dict[str, Any] = {"how": how}
        if how != "double-forfeit":
            fields["winner"] = winner
        if how == "played":
            fields["score"] = score
        self.day.add("result", pairing=pairing, **fields)
        scale = self.day.event.register.head.rating
        for team in teams if scale else ():
            values = list((scale.scale if scale else None) or range(3, 5))
            for _ in range(self.dice.choices([0, 1, 2], [1, 8, 1])[0]):
                value = self.dice.choice(values)
                self.day.add("mark", what="rating", team=team, pairing=pairing, value=value)


def check(played: Played) -> None:
    """Compare what the event says with what the independent reading makes of the same log."""
    overview = played.day.event.overview
    register, naive = overview.register, NaiveSeason(played.day.event)
    assert overview.teams_out_by_forfeits == naive.out
    members: dict[str, list[str]] = {}
    taken: dict[str, set[str]] = {}
    for stage, entry in register.stages.items():
        if entry.advance is not None:
            key = ",".join(entry.advance.from_)
            expected = naive.advancing(stage, members, taken.setdefault(key, set()))
            found = overview.advancement_into(entry, as_of_now=True)
            assert list(found.seeds) == expected, stage
            taken[key] |= set(expected)
            assert set(found.reasons) == {t for each in entry.advance.from_ for t in members[each]}
            if stage not in played.skipped:
                check_bracket(played, naive, stage, list(overview.teams_of_stage(stage)))
            continue
        members[stage] = list(entry.teams or register.teams)
        if entry.format in ELIMINATION:
            continue
        rows = overview.stage_rows(stage)
        places = naive.standing(stage, members[stage])
        assert [row.team for row in rows] == [row["team"] for each in places for row in each]
        place = 1
        for sharing in places:
            for each in sharing:
                row = next(one for one in rows if one.team == each["team"])
                assert (row.place, row.score, row.rating) == (
                    place,
                    each["score"],
                    each["rating"],
                )
                assert row.winning == each["record"]
            place += len(sharing)


def check_bracket(played: Played, naive: NaiveSeason, stage: str, seeds: list[str]) -> None:
    """Who wins continues, who loses does not, and the first meets the last."""
    rounds = [each for each in naive.rounds if each["stage"] == stage]
    size = 1 << (len(seeds) - 1).bit_length()
    first = {frozenset(each["teams"]) for each in rounds[0]["pairings"]}
    expected = {
        frozenset((seeds[at], seeds[size - 1 - at]))
        for at in range(size // 2)
        if size - 1 - at < len(seeds)
    }
    assert first == expected
    assert set(rounds[0]["byes"]) == set(seeds[: size - len(seeds)])
    left = set(seeds)
    for number, planned in enumerate(rounds):
        last_pair = number == len(rounds) - 1
        for each in planned["pairings"]:
            if not (last_pair and naive.stages[stage].get("third_place")):
                assert set(each["teams"]) <= left, "nobody plays on who lost"
            winner = naive.results[each["pairing"]].get("winner")
            left -= {team for side, team in enumerate(each["teams"]) if side != winner}
    bracket = played.day.event.overview.bracket(stage)
    if bracket.is_decided and not naive.out:
        assert bracket.champion in (left or {None})


@pytest.mark.parametrize("handbook", HANDBOOKS)
@given(seed=st.integers(0, 10**6))
def test_a_handbook_is_played_to_the_end(handbook: str, seed: int) -> None:
    played = Played(handbook, seed)
    check(played)
    overview = played.day.event.overview
    for stage in overview.register.stages:
        said = list(map(str, qualification_texts(overview, stage)))
        assert all(said)
    done = all(overview.stage_status(each) == "done" for each in overview.register.stages)
    ranked = rank_all_teams(overview)
    assert bool(ranked) == done
    if done:
        assert {each.team for each in ranked} == set(overview.register.teams)
        assert [each.place for each in ranked] == sorted(each.place for each in ranked)
        if overview.champion is not None:
            assert (ranked[0].team, ranked[0].place) == (overview.champion, 1)


@pytest.mark.parametrize("handbook", HANDBOOKS)
@given(seed=st.integers(0, 10**6))
def test_the_order_of_results_and_ratings_does_not_matter(handbook: str, seed: int) -> None:
    event = Played(handbook, seed).day.event
    places = [at for at, each in enumerate(event.log) if isinstance(each, ResultEntry)]
    shuffled = places.copy()
    random.Random(seed).shuffle(shuffled)
    moved = dict(zip(places, shuffled, strict=True))
    # Each pairing's result comes in another's place, the ratings where they are.
    log = [event.log[moved.get(at, at)] for at in range(len(event.log))]
    again = fold_again(event, log)
    for stage, entry in event.register.stages.items():
        if entry.format not in ELIMINATION:
            assert again.overview.stage_rows(stage) == event.overview.stage_rows(stage)


def fold_again(event: Event, log: list[Any]) -> Event:
    """The event whose results and marks are all recorded at the end, in this order."""
    late = [each for each in log if isinstance(each, ResultEntry | TeamConductMark)]
    early = [each for each in log if not isinstance(each, ResultEntry | TeamConductMark)]
    again = Event(event.first_head, library(), id=event.id)
    for each in [*early, *late]:
        again._add(each)  # as an older or faulty program may have recorded it
    again.recompute_from_log()
    return again


@pytest.mark.parametrize("handbook", HANDBOOKS)
@given(seed=st.integers(0, 10**6))
def test_a_copy_has_everything_but_what_was_played(handbook: str, seed: int) -> None:
    event = Played(handbook, seed).day.event
    head, entries = copy_of_event(event)
    copied = Event(head, library(), id=event.id)
    for each in entries:
        copied = copied.append(each)
    kinds = {type(each).__name__ for each in copied.log}
    assert kinds <= {"TeamEntry", "StageEntry"}
    old, new = event.register, copied.register
    assert (new.rounds, new.results, new.marks, new.head.dates or ()) == ({}, {}, (), ())
    assert [each.name for each in new.teams.values()] == [each.name for each in old.teams.values()]
    assert [each.organization for each in new.teams.values()] == [
        each.organization for each in old.teams.values()
    ]
    for stage, entry in old.stages.items():
        again = new.stages[stage]
        assert (again.format, again.points, again.rules, again.tie_breaks) == (
            entry.format,
            entry.points,
            entry.rules,
            entry.tie_breaks,
        )
    assert new.head.rating == old.head.rating
    assert new.head.max_forfeits == old.head.max_forfeits
