"""How long the work takes that an event waits for."""

from __future__ import annotations

import json
import random
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date, timedelta
from functools import partial
from itertools import count as counted
from pathlib import Path
from typing import Any

import networkx as nx
import pytest
from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from scorepad.__main__ import Program
from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.result_correction import ResultCorrection
from scorepad.desk.team_files import parse_team_lines, read_team_file
from scorepad.events.entries import EventAmend, EventHead, Release, StageEntry, TeamEntry
from scorepad.events.event import Event
from scorepad.events.eventfile import encode_event_file
from scorepad.events.overview import Overview
from scorepad.events.proposal import Proposal, propose_round
from scorepad.events.statistics import compute_statistics
from scorepad.events.swiss import _group_by_score, _pair_by_score_groups, pair_swiss_round
from scorepad.spades.library import load_library
from scorepad.spades.matchfile import encode_match_file
from scorepad.store import utc_now
from scorepad.window.event.event_page import EventPage
from scorepad.window.widgets import repeat_filter
from scorepad.window.widgets.inputs import TabRoleButton
from scorepad.window.widgets.two_line_list import KeyedList
from tests.bench.conftest import ENVIRONMENT, ROOT, Compare, python, seconds
from tests.bench.imported import play_to_end
from tests.events.day import Day
from tests.window.evening import RULES
from tests.window.find import find, settle
from tests.window.stage import Stage


def swiss_day(count: int, rounds: int) -> tuple[list[str], dict[str, int], set[frozenset[str]]]:
    """So many teams after these rounds: their order, scores, and who has met; the better one
    mostly wins."""
    dice = random.Random(count)
    teams = [f"T{number}" for number in range(count)]
    scores, met = dict.fromkeys(teams, 0), set()
    for _ in range(rounds):
        teams.sort(key=lambda team: -scores[team])
        for pair in pair_swiss_round(teams, scores, met, {}).pairs:
            met.add(frozenset(pair))
            scores[pair[0] if dice.random() < 0.8 else pair[1]] += 2
    teams.sort(key=lambda team: -scores[team])
    return teams, scores, met


def graph_of(teams: list[str], scores: dict[str, int], met: set[frozenset[str]]) -> nx.Graph:
    """All pairs of teams, with what it costs that they meet."""
    graph = nx.Graph()
    for index, one in enumerate(teams):
        for other in teams[index + 1 :]:
            again = 100_000 * (frozenset((one, other)) in met)
            graph.add_edge(one, other, weight=-again - (scores[one] - scores[other]) ** 2)
    return graph


def test_a_swiss_round_is_proposed(compare: Compare) -> None:
    """After six rounds, as on a day of play, and after so many that score groups no longer tell,
    so that all pairs are matched; the floor is one matching over all pairs."""
    for count, rounds, said in (
        (80, 6, ""),
        (160, 6, ""),
        (80, 11, ", all matched"),
        (160, 11, ", all matched"),
    ):
        teams, scores, met = swiss_day(count, rounds)
        graph = graph_of(teams, scores, met)
        compare(
            f"a Swiss round of {count} teams{said}",
            lambda teams=teams, scores=scores, met=met: pair_swiss_round(teams, scores, met, {}),
            "one matching of the same graph",
            lambda graph=graph: nx.max_weight_matching(graph, maxcardinality=True),
            at_most=2,
            rounds=3,
        )


def test_a_file_of_teams_is_read(compare: Compare) -> None:
    """Of 2,000 teams; the floor is 500, so that four times as long is as long a line."""
    event = Day(0).event
    few, many = (
        "".join(f"Team {n},Ann {n},Bo {n}\n" for n in range(count)).encode()
        for count in (500, 2000)
    )
    compare(
        "a file of 2,000 teams",
        lambda: parse_team_lines(read_team_file(many, "teams.csv"), event),
        "one of 500",
        lambda: parse_team_lines(read_team_file(few, "teams.csv"), event),
        at_most=5.5,
    )


def played(teams: int, rounds: int) -> Event:
    """An event of so many teams after so many Swiss rounds, with results on paper: scores that
    differ, below zero too, and now and then a tie or a forfeit."""
    dice = random.Random(teams)
    day = Day(teams)
    day.stage("swiss", rounds=rounds + 1)
    for number in range(1, rounds + 1):
        day.pair()
        for pairing in day.event.register.rounds[number].entry.pairings:
            ours, theirs = dice.sample(range(-150, 540), 2)
            drawn = dice.random()
            if drawn < 0.03:
                day.add("result", pairing=pairing.pairing, how="forfeit", winner=1, why="late")
            else:
                day.result(pairing.pairing, ours, ours if drawn < 0.08 else theirs)
    return day.event


def overview_anew(event: Event) -> Overview:
    """What an event comes to, of which nothing is known from before."""
    ids = event.match_id_by_pairing
    return Overview(event.id, event.register, event.matches, ids, event.log)


def test_standings_are_computed(compare: Compare) -> None:
    """Of 160 teams after nine rounds, with all tie-breaks; nothing is known from before."""
    event = played(160, 9)
    took = [seconds(lambda: overview_anew(event).stage_rows("A")) for _ in range(12)]
    work = "standings of 160 teams after 9 rounds"
    compare.amount(work, min(took) * 1000, "allowed", 30, at_most=1, unit="ms")


def test_the_effect_of_a_correction_is_shown(compare: Compare) -> None:
    """At 40 tables, of a result of the round before the one that is out."""
    event = played(80, 5)
    pairing = event.register.rounds[4].entry.pairings[20].pairing
    given = event.register.results[pairing]
    to = replace(given, winner=1 - (given.winner or 0), score=(given.score or (0, 0))[::-1])
    amend = EventAmend(entry=given.id or "", to=to, why="wrong line")

    def effect() -> None:
        before = event.with_results(event.matches)
        assert ResultCorrection(before, before.append(amend)).effects

    took = [seconds(effect) for _ in range(6)]
    work = "the effect of a correction at 40 tables"
    compare.amount(work, min(took) * 1000, "allowed", 100, at_most=1, unit="ms")


def test_a_round_of_200_teams_is_proposed(compare: Compare) -> None:
    """The whole proposal, standings included, after five rounds of results that differ: wins by
    much and by little, ties, forfeits; and after eleven, when score groups no longer tell.  The
    floor is one matching over all pairs."""
    event = played(200, 5)
    rows = event.overview.stage_rows("A")
    scores = {row.team: int(2 * row.score) for row in rows}
    assert len(scores) == 200
    assert len(set(scores.values())) > 6, "wins and ties in several numbers"
    met = {
        frozenset(pairing.teams)
        for planned in event.register.rounds.values()
        for pairing in planned.entry.pairings
    }

    def propose_anew() -> Proposal:
        # Nothing is known from before: results are folded and standings made anew.
        return propose_round(overview_anew(event), "A")

    proposed = {frozenset(each.teams) for each in propose_anew().entry.pairings}
    assert len(proposed) == 100
    assert not proposed & met
    later = swiss_day(200, 11)
    assert _pair_by_score_groups(_group_by_score(*later[:2]), later[2]) is None
    for work, run, drawn in (
        ("a round of 200 teams is proposed", propose_anew, (list(scores), scores, met)),
        ("the same after 11 rounds, all matched", lambda: pair_swiss_round(*later, {}), later),
    ):
        graph = graph_of(*drawn)
        compare(
            work,
            run,
            "one matching of the same graph",
            lambda graph=graph: nx.max_weight_matching(graph, maxcardinality=True),
            at_most=2,
            rounds=3,
        )


def test_100_results_are_piped(compare: Compare, tmp_path: Path) -> None:
    """Into an event of 200 teams, as whole processes; the floor records one."""
    data = tmp_path / "data"
    scorepad = ("-m", "scorepad", "--data")
    event = python(*scorepad, str(data), "event", "new", "--name", "Open", "--rules", "unc").strip()
    names = tmp_path / "teams.csv"
    names.write_text("".join(f"Team {n},Ann {n},Bo {n}\n" for n in range(200)), "utf-8")
    python(*scorepad, str(data), "event", "teams", event, str(names))
    record(data, event, [{"kind": "stage", "stage": "A", "format": "swiss", "rounds": 5}])
    entry = json.loads(python(*scorepad, str(data), "event", "pair", event))
    record(data, event, [entry, {"kind": "release", "round": 1}])
    results = [
        {
            "kind": "result",
            "pairing": each["pairing"],
            "how": "played",
            "winner": 0,
            "score": [300 + at, 200],
        }
        for at, each in enumerate(entry["pairings"])
    ]
    copies = counted()

    def pipe(lines: list[dict[str, object]]) -> None:
        copy = tmp_path / f"copy-{next(copies)}"
        shutil.copytree(data, copy)
        record(copy, event, lines)

    compare(
        "100 results are piped into an event of 200 teams",
        lambda: pipe(results),
        "one result",
        lambda: pipe(results[:1]),
        at_most=3,
        rounds=3,
    )


def record(data: Path, event: str, entries: list[dict[str, object]]) -> None:
    """Record entries of an event, piped into one command."""
    piped = "".join(json.dumps(each) + "\n" for each in entries).encode()
    command = [sys.executable, "-m", "scorepad", "--data", str(data), "event", "record", event]
    subprocess.run(command, input=piped, cwd=ROOT, env=ENVIRONMENT, check=True, capture_output=True)


def season(*, is_rated: bool) -> Event:
    """A season of 48 teams in 6 divisions over 8 weeks, 192 matches on paper, and playoffs by
    record; where it `is_rated` with points, ratings of all matches and qualification."""
    dice = random.Random(48)
    day = Day(48)
    dates = [str(date(2026, 10, 6) + timedelta(weeks=week)) for week in range(8)]
    day.add("setup", dates=[{"date": each} for each in dates])
    if is_rated:
        day.add("setup", rating={"from": 1, "to": 5}, max_forfeits=3)
    rules = {"points": {"win": 3, "tie": 1}, "tie_breaks": ["head-to-head", "rating", "lots"]}
    divisions = [f"Division {letter}" for letter in "ABCDEF"]
    for at, stage in enumerate(divisions):
        teams = [f"T{8 * at + number}" for number in range(1, 9)]
        more = rules if is_rated else {}
        day.stage("swiss", stage, rounds=8, teams=teams, **more)
    qualify = {"qualify": {"winning": 0.5, "rating": 3.25}} if is_rated else {}
    places = "all" if is_rated else 2
    advance = {"from": divisions, "places": places, **qualify}
    day.stage("single-elimination", "Playoffs", advance=advance)
    for played_on in dates:
        for stage in divisions:
            entry = day.proposed(stage, count_open_as_ties=True).entry
            day.event = day.event.append(replace(entry, date=played_on))
            day.add("release", round=entry.round)
    for pairing in day.event.register.released_pairings():
        day.result(pairing.pairing, *dice.sample(range(-150, 540), 2))
        for team in pairing.teams if is_rated else ():
            mark = {"what": "rating", "pairing": pairing.pairing, "value": dice.randint(1, 5)}
            day.add("mark", team=team, **mark)
    return day.event


def test_the_standings_of_a_season_are_computed(compare: Compare) -> None:
    """With ratings and who qualifies; the floor is the same results without either."""

    def standings(event: Event) -> None:
        overview = overview_anew(event)
        for stage in overview.register.stages:
            overview.stage_rows(stage)
        overview.advancement_into(overview.register.stages["Playoffs"], as_of_now=True)

    rated, plain = season(is_rated=True), season(is_rated=False)
    compare(
        "standings of a season of 192 matches",
        lambda: standings(rated),
        "the same results without ratings",
        lambda: standings(plain),
        at_most=3,
    )


def test_the_page_of_a_season_answers_within_a_frame(
    qtbot: Any, tmp_path: Path, compare: Compare, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After the first look, of 192 matches; a press is the key or the click, and all that is then
    laid out and painted.  A frame is a sixtieth of a second."""
    for name in ("ECHO_SECONDS", "SETTLE_SECONDS"):
        monkeypatch.setattr(repeat_filter, name, 0)
    stage = Stage(qtbot, tmp_path, is_painted=True)
    file = encode_event_file(season(is_rated=True))
    table = EventDesk(stage.evening.desk).import_event(file, "season").table
    stage.evening.settings.set_and_save("event", table.event.id)
    stage.window.do("event")
    page = find(stage.window, EventPage)
    page.show_section("season")
    settle()
    days, chosen = find(page, KeyedList, "Dates"), set()
    took: dict[str, list[float]] = {
        "choose a date": [],
        "show standings": [],
        "show the season": [],
    }
    repaints = []

    def measure(name: str, press: Callable[[], object]) -> None:
        def whole() -> None:
            press()
            settle()

        settle()
        took[name].append(seconds(whole))
        repaints.append(seconds(stage.window.repaint))

    for key in [Qt.Key.Key_Up] * 7 + [Qt.Key.Key_Down] * 7:
        days.setFocus()
        measure("choose a date", partial(QTest.keyClick, days, key))
        chosen.add(days.chosen)
    assert len(chosen) == 8
    for _look in range(7):
        for name, tab in (("show standings", "Standings"), ("show the season", "Season")):
            button = find(page, TabRoleButton, tab)
            measure(name, partial(QTest.mouseClick, button, Qt.MouseButton.LeftButton))
    for name, times in took.items():
        after = times[1:]  # the first look makes what is made once
        figure, repaint = f"{name}, 192 matches", "one repaint of the window"
        compare.times(figure, after, repaint, repaints, at_most=3)
        # Where the machine takes a frame to paint what is shown, no press is answered in one.
        compare.times(figure, after, "a frame", [1 / 60], at_most=1, parts={repaint: repaints})


def test_statistics_are_computed(compare: Compare, tmp_path: Path) -> None:
    """Of 40 tables after nine rounds that were played hand by hand: when the event is opened, and
    when it is open and a result has changed."""
    library, random_ = load_library(RULES), random.Random(54)
    with Program(str(tmp_path)).open_store(write=True) as store:
        desk = Desk(store, library, now=utc_now, by=lambda: "Pat")
        table = EventDesk(desk).start(EventHead(name="Open", rules="unc"))
        teams = [
            TeamEntry(team=f"T{n}", name=f"Team {n}", players=(f"Ann {n}", f"Bo {n}"))
            for n in range(80)
        ]
        table.record_together([*teams, StageEntry(stage="A", format="swiss", rounds=10)])
        for number in range(1, 10):
            table.record_together([table.propose_next_round().entry, Release(round=number)])
            opened = [desk.read(each) for each in table.event.overview.released_match_ids[-40:]]
            desk.import_matches(
                [
                    (str(at), encode_match_file(play_to_end(random_, match, utc_now())))
                    for at, match in enumerate(opened)
                ]
            )
            table.follow_other_programs()
        event = table.event
        assert compute_statistics(event).hand_matches == 360

        def open_event() -> Event:
            return EventDesk(Desk(store, library, now=utc_now, by=str)).open(event.id).event

        but_one = dict(list(event.matches.items())[1:])
        for when, read in (
            ("opened", open_event),
            ("changed", lambda: event.with_results(but_one)),
        ):
            compare(
                f"the statistics of 40 tables after 9 rounds, {when}",
                lambda read=read: compute_statistics(read()),
                "the standings of the same",
                lambda read=read: read().overview.stage_rows("A"),
                at_most=10,
                rounds=5,
            )
