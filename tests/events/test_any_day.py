"""What holds for every event, whatever was recorded and corrected in it."""

from __future__ import annotations

import json
import random
from collections import Counter
from collections.abc import Sequence
from datetime import UTC, datetime
from itertools import combinations
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import ELIMINATION, EventAmend, ResultEntry, TeamEntry
from scorepad.events.event import Event, fold_event_from_entries
from scorepad.events.event_json import event_as_data
from scorepad.events.eventfile import (
    decode_event_entry,
    encode_event_file,
    join_events,
    parse_event_file,
)
from scorepad.events.overview import Overview
from scorepad.events.register import Register, register_after_entry
from scorepad.events.results import NO_MATCH_RESULTS, match_id_of_pairing
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from tests.desk.memory import MemoryKeeper
from tests.events.day import Day, library

pytestmark = pytest.mark.fuzz

FORMATS = [
    "swiss",
    "round-robin",
    "open-play",
    "by-hand",
    "single-elimination",
    "double-elimination",
]
FEW = 8
"""Of up to so many teams every way to pair them is looked at."""


class Drawn:
    """An event in which something is drawn again and again, as it might happen.

    Its stage A is of a `kind`; where that is no bracket, a bracket of the best may follow.  Unless
    all results are `on_paper` the matches say some of them.
    """

    def __init__(self, seed: int, teams: int, kind: str, *, on_paper: bool = False) -> None:
        self.dice = random.Random(seed)
        self.on_paper = on_paper
        self.day = Day(teams, rules="chicago")  # here a match may be tied
        self.formats = {"A": kind}
        self.next_team = teams + 1
        self.day.check_in(*(f"T{number}" for number in range(1, teams + 1)))
        more: dict[str, Any] = {"rules": "chicago-playoffs"} if kind in ELIMINATION else {}
        if kind in ("swiss", "open-play", "by-hand"):
            more["rounds"] = self.dice.randint(1, 5)
        if kind == "round-robin" and self.dice.random() < 0.3:
            more["legs"] = 2
        if kind == "single-elimination" and self.dice.random() < 0.5:
            more["third_place"] = True
        self.day.stage(kind, **more)
        if kind not in ELIMINATION and self.dice.random() < 0.5:
            self.formats["B"] = self.dice.choice(ELIMINATION)
            advance = {"from": ["A"], "places": self.dice.randint(2, 6)}
            rules = "chicago-playoffs"
            self.day.stage(self.formats["B"], stage="B", advance=advance, rules=rules)

    def play(self, steps: int = 12) -> None:
        """Rounds with results, and between them what a supervisor is told."""
        for _ in range(steps):
            try:
                self.next_round()
            except Refused:
                return
            self.check_round()
            self.results()
            for happen, share in (
                (self.late, 0.1),
                (self.withdraw, 0.15),
                (self.come_again, 0.05),
                (self.correct, 0.4),
            ):
                if self.dice.random() < share:
                    happen()

    def next_round(self) -> None:
        if self.formats["A"] == "by-hand" and self.day.event.overview.has_rounds_to_come("A"):
            there = [
                team for team, each in self.day.event.register.teams.items() if not each.withdrawn
            ]
            self.dice.shuffle(there)
            number = len(self.day.event.register.rounds) + 1
            pairs = [f"{one}-{other}" for one, other in zip(there[::2], there[1::2], strict=False)]
            if not pairs:
                raise Refused(T("nobody is there"))
            self.day.round(number, *pairs)
            self.day.add("release", round=number)
        else:
            self.day.pair()

    def results(self) -> None:
        overview = self.day.event.overview
        pairings = [each for stage in self.formats for each in overview.open_pairings(stage)]
        self.dice.shuffle(pairings)
        for pairing in pairings:
            result = self.result(pairing.pairing)
            share = 0 if self.on_paper or result["how"] == "double-forfeit" else 0.2
            if self.dice.random() < share:
                given = {key: each for key, each in result.items() if key != "pairing"}
                self.day.match(pairing.pairing, **given)
                if self.dice.random() < 0.5:
                    self.day.add("official", pairing=pairing.pairing, name="Pat")
            else:
                self.day.add("result", **result)

    def result(self, pairing: str) -> dict[str, Any]:
        how = self.dice.choices(["played", "forfeit", "double-forfeit"], [8, 1, 1])[0]
        if how == "double-forfeit":
            return {"pairing": pairing, "how": how}
        winner = self.dice.randrange(2)
        if how == "forfeit":
            return {"pairing": pairing, "how": how, "winner": winner}
        score = [self.dice.randint(300, 400), self.dice.randint(0, 299)]
        if self.stage_of(pairing) not in ELIMINATION and self.dice.random() < 0.1:
            return {"pairing": pairing, "how": how, "winner": None, "score": [250, 250]}
        if winner:
            score.reverse()
        return {"pairing": pairing, "how": how, "winner": winner, "score": score}

    def stage_of(self, pairing: str) -> str:
        """The format of the stage in which a pairing plays."""
        register = self.day.event.register
        return self.formats[register.rounds[int(pairing.partition("-")[0])].entry.stage]

    def late(self) -> None:
        try:
            self.day.team(f"T{self.next_team}")
        except Refused:
            return
        self.day.check_in(f"T{self.next_team}")
        self.next_team += 1

    def withdraw(self) -> None:
        there = [team for team, each in self.day.event.register.teams.items() if not each.withdrawn]
        if there:
            self.day.add("withdraw", team=self.dice.choice(there))

    def come_again(self) -> None:
        gone = sorted(self.day.event.register.withdrawn)
        if gone:
            self.day.add("return", team=self.dice.choice(gone))

    def correct(self) -> None:
        """One of the results of the last three rounds was another."""
        released = self.day.shown["rounds"]
        rounds = [each["round"] for each in released][-3:]
        entries = [
            entry
            for entry in self.day.event.log
            if isinstance(entry, ResultEntry) and int(entry.pairing.split("-")[0]) in rounds
        ]
        if not entries:
            return
        entry = self.dice.choice(entries)
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
        kind = self.formats[last["stage"]]
        names = [team for pairing in last["pairings"] for team in pairing["teams"]]
        assert len(set(names + last["byes"])) == len(names) + len(last["byes"]), "nobody twice"
        states = {each["team"]: each["state"] for each in self.day.shown["teams"]}
        assert "withdrawn" not in {states[team] for team in names + last["byes"]}
        tables = [pairing["table"] for pairing in last["pairings"]]
        assert len(set(tables)) == len(tables)
        ids = [pairing["pairing"] for each in rounds for pairing in each["pairings"]]
        assert len(set(ids)) == len(ids)
        earlier = [each for each in rounds[:-1] if each["stage"] == last["stage"]]
        byes = Counter(team for each in earlier for team in each["byes"])
        if kind == "swiss":
            playing = [team for team, state in states.items() if state == "in"]
            assert sorted(names + last["byes"]) == sorted(playing)
            for team in last["byes"]:
                assert byes[team] == min(byes[one] for one in playing)
        met = {frozenset(pair["teams"]) for each in earlier for pair in each["pairings"]}
        again = sum(frozenset(pairing["teams"]) in met for pairing in last["pairings"])
        if kind in ("swiss", "open-play") and again and len(states) <= FEW:
            there = [team for team, state in states.items() if state == "in"]
            if kind == "swiss":
                fewest = min(byes[team] for team in there)
                rests = [team for team in there if byes[team] == fewest] if last["byes"] else [""]
                ways = [[one for one in there if one != team] for team in rests]
            else:
                ways = list(map(list, combinations(there, len(names))))
            assert again == min(fewest_rematches(each, met) for each in ways)


def fewest_rematches(teams: list[str], met: set[frozenset[str]]) -> int:
    """How many rematches there are at least where all of these teams play."""
    if not teams:
        return 0
    first, *others = teams
    return min(
        (frozenset((first, other)) in met)
        + fewest_rematches([team for team in others if team != other], met)
        for other in others
    )


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
    for stage in drawn.formats:
        rows = [row for row in day.shown["standings"] if row["stage"] == stage]
        assert len({row["team"] for row in rows}) == len(rows), "every team has one place"
        places = [row["place"] for row in rows]
        assert places == sorted(places)
        assert all(row["played"] == row["wins"] + row["ties"] + row["losses"] for row in rows)
    assert_nothing_old_is_shown(day.event)
    # Read again from its file, and without the gate, it is the same.
    read = parse_event_file(encode_event_file(day.event), library()).with_results(day.matches)
    assert event_as_data(read.overview) == day.shown
    assert event_as_data(anew(day, day.event.log).overview) == day.shown
    # A laptop that has the matches and half of the log joins the other half.
    log = read.log
    half = fold_event_from_entries(
        day.event.first_head, log[: len(log) // 2], library(), id=day.event.id
    )
    joined = join_events(half.with_results(day.matches), read)
    assert joined.log == log
    assert event_as_data(joined.overview) == day.shown


@given(seed=st.integers(0, 100_000), kind=st.sampled_from(FORMATS))
def test_standings_do_not_depend_on_the_order_in_which_results_were_recorded(
    seed: int, kind: str
) -> None:
    drawn = Drawn(seed, random.Random(seed).randint(2, 12), kind)
    drawn.play(3)
    log = [
        entry for entry in drawn.day.event.counting_entries if not isinstance(entry, ResultEntry)
    ]
    results = [
        entry for entry in drawn.day.event.counting_entries if isinstance(entry, ResultEntry)
    ]
    random.Random(seed).shuffle(results)
    plain = log + results
    again = event_as_data(anew(drawn.day, plain).overview)
    assert again["standings"] == drawn.day.shown["standings"]
    assert again["champion"] == drawn.day.shown["champion"]


@given(seed=st.integers(0, 100_000), kind=st.sampled_from(FORMATS))
def test_after_each_undo_and_redo_the_fold_is_as_it_was(seed: int, kind: str) -> None:
    drawn = Drawn(seed, random.Random(seed).randint(2, 9), kind)
    drawn.play(3)
    event = drawn.day.event
    for entry in reversed(event.log):
        if entry.id in event.struck_ids:
            continue
        try:
            undone = event.append(written({"kind": "strike", "entry": entry.id, "why": "undo"}))
        except Refused:
            continue
        redone = undone.append(written({"kind": "restore", "entry": entry.id}))
        assert redone.register == event.register
        assert event_as_data(redone.overview) == event_as_data(event.overview)
        for each in (undone, redone):
            assert anew(drawn.day, each.log).register == each.register
            assert_nothing_old_is_shown(each)


@given(seed=st.integers(0, 100_000), kind=st.sampled_from(FORMATS))
def test_a_supervisor_undoes_a_day_to_its_beginning_and_does_it_again(seed: int, kind: str) -> None:
    """At the desk, where a release opens matches too: after each undo and each redo the event is
    what its log says, and what it was before."""
    drawn = Drawn(seed, random.Random(seed).randint(2, 6), kind, on_paper=True)
    drawn.play(3)
    now = datetime(2027, 3, 14, 18, tzinfo=UTC)
    events = EventDesk(Desk(MemoryKeeper(), library(), now=lambda: now, by=lambda: "Pat"))
    table = events.import_event(encode_event_file(Day(rules="chicago").event), "day.json").table
    stood = [event_as_data(table.event.overview)]
    for entry in drawn.day.event.log:
        if isinstance(entry, EventAmend):
            ids = [each.id for each in table.event.log]
            entry = replace(entry, entry=ids[int(entry.entry) - 1] or "")  # noqa: PLW2901
        table.record(replace(entry, id=None))
        stood.append(event_as_data(table.event.overview))
    steps = len(stood) - 1
    for done, act in ((range(steps)[::-1], table.undo), (range(1, steps + 1), table.redo)):
        for count in done:
            act()
            assert event_as_data(table.event.overview) == stood[count]
            assert event_as_data(events.open(table.event.id).event.overview) == stood[count]
    with pytest.raises(Refused, match="nothing to redo"):
        table.redo()


def anew(day: Day, log: Sequence[Any]) -> Event:
    """The event with this log, read from its beginning in this order."""
    event = Event(day.event.first_head, library(), id=day.event.id, matches=NO_MATCH_RESULTS)
    return event.with_entries_appended(log, tolerant=True).with_results(day.matches)


def assert_nothing_old_is_shown(event: Event) -> None:
    """What an event remembers of its earlier states is as if it was folded from its beginning."""
    entries = {event.place_of(each.id or ""): each for each in event.counting_entries}
    teams = {each.team for each in entries.values() if isinstance(each, TeamEntry)}
    register = Register(head=event.first_head)
    for place, entry in entries.items():
        register = register_after_entry(register, entry, place, teams)
    assert event.register == register
    ids = {
        drawn.pairing: match_id_of_pairing(event.id, planned.entry, drawn.pairing)
        for planned in register.rounds.values()
        for drawn in planned.pairings
    }
    assert ids.items() <= event.match_id_by_pairing.items()
    overview = Overview(event.id, register, event.matches, ids, event.log, event.now)
    assert event_as_data(event.overview) == event_as_data(overview)


def written(entry: dict[str, Any]) -> Any:
    return decode_event_entry(json.dumps(entry).encode())


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
