"""What holds for every event, whatever was recorded and corrected in it."""

from __future__ import annotations

import json
import random
from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.entries import ELIMINATION, ResultEntry
from scorepad.events.event import Event, reload
from scorepad.events.event_json import shown
from scorepad.events.eventfile import decode_event_entry, read_event, write_event
from scorepad.spades.refusal import Refused
from tests.events.day import Day, library

pytestmark = pytest.mark.fuzz

FORMATS = ["swiss", "round-robin", "single-elimination", "double-elimination", "open-play"]


class Drawn:
    """An event in which something is drawn again and again, as it might happen."""

    def __init__(self, seed: int, teams: int, kind: str) -> None:
        self.dice = random.Random(seed)
        self.day = Day(teams, rules="chicago-playoffs")
        self.kind = kind
        self.next_team = teams + 1
        self.rounds = self.dice.randint(1, 5)
        self.day.check_in(*(f"T{number}" for number in range(1, teams + 1)))
        more = {"rounds": self.rounds} if kind in ("swiss", "open-play") else {}
        if kind == "single-elimination" and self.dice.random() < 0.5:
            more["third_place"] = True
        self.day.stage(kind, **more)

    def play(self, steps: int = 12) -> None:
        """Rounds with results, and between them what a supervisor is told."""
        for _ in range(steps):
            try:
                self.day.pair()
            except Refused:
                return
            self.check_round()
            self.results()
            for happen, share in ((self.late, 0.1), (self.withdraw, 0.15), (self.correct, 0.4)):
                if self.dice.random() < share:
                    happen()

    def results(self) -> None:
        overview = self.day.event.overview
        open_pairings = overview.open_pairings("A")
        self.dice.shuffle(open_pairings)
        for pairing in open_pairings:
            self.day.add("result", **self.result(pairing.pairing))

    def result(self, pairing: str) -> dict[str, Any]:
        how = self.dice.choices(["played", "forfeit", "double-forfeit"], [8, 1, 1])[0]
        if how == "double-forfeit":
            return {"pairing": pairing, "how": how}
        winner = self.dice.randrange(2)
        if how == "forfeit":
            return {"pairing": pairing, "how": how, "winner": winner}
        score = [self.dice.randint(300, 400), self.dice.randint(0, 299)]
        if winner:
            score.reverse()
        return {"pairing": pairing, "how": how, "winner": winner, "score": score}

    def late(self) -> None:
        try:
            self.day.team(f"T{self.next_team}")
        except Refused:
            return
        self.day.check_in(f"T{self.next_team}")
        self.next_team += 1

    def withdraw(self) -> None:
        there = [team for team, each in self.day.event.register.teams.items() if not each.withdrawn]
        self.day.add("withdraw", team=self.dice.choice(there))

    def correct(self) -> None:
        """One of the results of the last three rounds was another."""
        rounds = [each["round"] for each in self.day.shown["rounds"]][-3:]
        entries = [
            entry
            for entry in self.day.event.log
            if isinstance(entry, ResultEntry) and int(entry.pairing.split("-")[0]) in rounds
        ]
        entry = self.dice.choice(entries)
        released = self.day.shown["rounds"]
        to = {"kind": "result", **self.result(entry.pairing)}
        self.day.effects("amend", entry=entry.id, to=to, why="misread")
        self.day.add("amend", entry=entry.id, to=to, why="misread")
        for before, after in zip(released, self.day.shown["rounds"], strict=True):
            assert [each["teams"] for each in before["pairings"]] == [
                each["teams"] for each in after["pairings"]
            ], "released rounds are facts"

    def check_round(self) -> None:
        """What must hold of the round that was just released."""
        rounds = self.day.shown["rounds"]
        last = rounds[-1]
        names = [team for pairing in last["pairings"] for team in pairing["teams"]]
        assert len(set(names + last["byes"])) == len(names) + len(last["byes"]), "nobody twice"
        states = {each["team"]: each["state"] for each in self.day.shown["teams"]}
        assert "withdrawn" not in {states[team] for team in names + last["byes"]}
        tables = [pairing["table"] for pairing in last["pairings"]]
        assert len(set(tables)) == len(tables)
        ids = [pairing["pairing"] for each in rounds for pairing in each["pairings"]]
        assert len(set(ids)) == len(ids)
        if self.kind == "swiss":
            byes = Counter(team for each in rounds[:-1] for team in each["byes"])
            playing = [team for team, state in states.items() if state == "in"]
            assert sorted(names + last["byes"]) == sorted(playing)
            for team in last["byes"]:
                assert byes[team] == min(byes[one] for one in playing)


@given(
    seed=st.integers(0, 100_000),
    teams=st.one_of(st.integers(2, 9), st.integers(2, 14), st.integers(2, 80)),
    kind=st.sampled_from(FORMATS),
)
def test_whatever_happens_the_rounds_are_sound_and_the_log_says_it_all(
    seed: int, teams: int, kind: str
) -> None:
    drawn = Drawn(seed, teams, kind)
    drawn.play()
    day = drawn.day
    rows = day.shown["standings"]
    assert Counter(row["team"] for row in rows) == Counter(set(day.order()))
    places = [row["place"] for row in rows]
    assert places == sorted(places)
    assert all(row["played"] == row["wins"] + row["ties"] + row["losses"] for row in rows)
    # Read again from its file, and without the gate, it is the same.
    assert shown(read_event(write_event(day.event), library()).overview) == day.shown
    again = reload(day.event.first_head, day.event.log, library(), id=day.event.id)
    assert shown(again.overview) == day.shown


@given(seed=st.integers(0, 100_000), kind=st.sampled_from(FORMATS))
def test_standings_do_not_depend_on_the_order_in_which_results_were_recorded(
    seed: int, kind: str
) -> None:
    drawn = Drawn(seed, random.Random(seed).randint(2, 12), kind)
    drawn.play(3)
    log = [entry for entry in drawn.day.event.counting() if not isinstance(entry[1], ResultEntry)]
    results = [entry for _, entry in drawn.day.event.counting() if isinstance(entry, ResultEntry)]
    random.Random(seed).shuffle(results)
    plain = [entry for _, entry in log] + results
    again = reload(drawn.day.event.first_head, plain, library(), id=drawn.day.event.id)
    assert shown(again.overview)["standings"] == drawn.day.shown["standings"]


@given(seed=st.integers(0, 100_000), kind=st.sampled_from(FORMATS))
def test_after_each_undo_and_redo_the_fold_is_as_it_was(seed: int, kind: str) -> None:
    drawn = Drawn(seed, random.Random(seed).randint(2, 9), kind)
    drawn.play(3)
    event = drawn.day.event
    for entry in reversed(event.log):
        if entry.id in event.struck:
            continue
        try:
            undone = event.append(written({"kind": "strike", "entry": entry.id, "why": "undo"}))
        except Refused:
            continue
        redone = undone.append(written({"kind": "restore", "entry": entry.id}))
        assert redone.register == event.register
        assert shown(redone.overview) == shown(event.overview)
        assert fresh(undone) == undone.register


def written(entry: dict[str, Any]) -> Any:
    return decode_event_entry(json.dumps(entry).encode())


def fresh(event: Event) -> Any:
    """The register of the same log, read from its beginning."""
    return reload(event.first_head, event.log, library(), id=event.id).register


@given(seed=st.integers(0, 100_000), kind=st.sampled_from(ELIMINATION), teams=st.integers(2, 20))
def test_an_elimination_comes_to_an_end_with_one_champion_at_the_most(
    seed: int, kind: str, teams: int
) -> None:
    drawn = Drawn(seed, teams, kind)
    drawn.correct = lambda: None  # type: ignore[method-assign]
    drawn.play(60)
    day = drawn.day
    assert day.status() == "done"
    first = [team for team, place in day.places().items() if place == 1]
    champion = day.shown["champion"]
    assert champion is None or first == [champion]
    losses = {row["team"]: row["losses"] for row in day.shown["standings"]}
    # Of the two who play for the third place one loses a second time.
    for_third = day.event.register.stages["A"].third_place
    assert max(losses.values()) <= (1 if kind == "single-elimination" and not for_third else 2)
