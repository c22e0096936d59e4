"""A season of six weeks in the real window, two divisions and a playoff, by keys and by mouse in
turn; week 3 is recorded on a second laptop.  Points and ratings are added up here alone."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from datetime import UTC, datetime, timedelta
from fractions import Fraction
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QPushButton

from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import Pairing
from scorepad.window.event.standings_view import StandingsView
from scorepad.window.widgets import repeat_filter
from scorepad.window.widgets.inputs import Stepper
from scorepad.window.widgets.row_table import RowTable
from scorepad.window.widgets.two_line_list import KeyedList
from tests.end2end.test_director_day import CTRL, Director, next_titles
from tests.share.room import Laptop, exchange_all
from tests.window.evening import Evening, Wall, read
from tests.window.event_scenes import NAMES, players
from tests.window.find import find, settle
from tests.window.stage import Stage
from tests.window.test_stage_views import cells

TEAMS = NAMES[:10]
WEEKS = [f"2026-{day}" for day in ("11-24", "12-01", "12-08", "12-15", "12-22", "12-29")]
AWAY = "Queens"
"""Can't come in week 2."""
FORFEIT, DEFAULT = "Tens", "Jacks"
"""Each misses one match: without a word, and told in time."""
RUDE = "Aces"
"""Wins all, and has too low a rating for the playoff."""
ELSEWHERE = 3
"""This week is recorded on the second laptop."""


class Season:
    """Two laptops with a window each, of which one is open at a time."""

    def __init__(self, qtbot: Any, folder: Path) -> None:
        shared = folder / "shared"
        shared.mkdir()
        self.wall = Wall()
        names = "Front desk", "Laptop B"
        self.laptops = [Laptop(folder / each, shared, self.wall) for each in names]  # type: ignore[arg-type]
        self._qtbot = qtbot
        self.points: dict[str, int] = defaultdict(int)
        self.ratings: dict[str, list[int]] = defaultdict(list)
        self.wins: dict[str, int] = defaultdict(int)
        self.played: dict[str, int] = defaultdict(int)
        self.missed: dict[str, str] = {}
        """The first match that each team loses."""

    @contextmanager
    def window(self, laptop: int = 0) -> Iterator[Director]:
        """The window of one laptop."""
        own = self.laptops[laptop]
        with ExitStack() as stack:
            evening = Evening(own.folder, stack.enter_context(own.store()))
            evening.wall = self.wall
            evening.restart()
            evening.desk.laptop_name = lambda: own.name
            stage = Stage(self._qtbot, own.folder, evening=evening)
            stage.activate()
            yield Director(stage, by_keys=False)
            stage.window.close()
        exchange_all(*self.laptops)

    def go_to_week(self, week: int) -> None:
        """Half an hour before play."""
        day = datetime.fromisoformat(WEEKS[week - 1]).replace(hour=18, minute=30, tzinfo=UTC)
        self.wall.moment = max(day, self.wall.moment + timedelta(seconds=1))

    def count(self, names: list[str], how: str, winner: int, ratings: tuple[int, ...]) -> None:
        """Add up what a result brings: 3 points for a win that is played, else 1, −1 for a
        forfeit."""
        self.points[names[winner]] += 3 if how == "played" else 1
        self.wins[names[winner]] += 1
        self.points[names[1 - winner]] -= how == "forfeit"
        for name in names:
            self.played[name] += 1
        for name, rating in zip(names, ratings, strict=False):
            self.ratings[name].append(rating)
        if how == "forfeit":
            self.ratings[names[1 - winner]].append(1)

    def mean(self, team: str) -> Fraction:
        return Fraction(sum(self.ratings[team]), len(self.ratings[team]))


@pytest.fixture
def season(qtbot: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Season:
    # The director looks at the screen between two presses.
    for name in ("ECHO_SECONDS", "SETTLE_SECONDS"):
        monkeypatch.setattr(repeat_filter, name, 0)
    return Season(qtbot, tmp_path)


@pytest.mark.qt_log_ignore("does not support grabbing the keyboard", extend=True)  # a list opens
def test_a_season_of_six_weeks_is_played_on_two_laptops(season: Season) -> None:
    with season.window() as director:
        _begin(director)
        _enter_teams(director)
        _divide(director)
        _propose_calendar(director)
    for week in range(1, 6):
        season.go_to_week(week)
        with season.window(int(week == ELSEWHERE)) as director:
            _open_event(director)
            if week in (ELSEWHERE, ELSEWHERE + 1):
                director.push("Take over")
                director.write("the other laptop stays at home")
                director.key(Qt.Key.Key_Return)
                director.open_section("Season")
            director.by_keys = week % 2 == 0
            _play_week(season, director, week)
            _compare_standings(season, director)
    season.go_to_week(6)
    with season.window() as director:
        _open_event(director)
        _play_week(season, director, 6)
        _compare_standings(season, director)
        _add_playoff(season, director)
        _play_playoff(director, [*_qualified(season, director).values()])
        results = director.event.register.results.values()
        assert {each.how for each in results} == {"played", "forfeit", "default"}
        champion = director.event.overview.champion
        assert champion is not None
        assert director.event.register.team_name(champion) in read(director.page)
    logs = []
    for each in season.laptops:
        with each.desk() as desk:
            logs.append(EventDesk(desk).open(director.event.id).event.log)
        with each.store() as store:
            assert store.check() == []
    assert logs[0] == logs[1]


def _begin(director: Director) -> None:
    director.push("Event")
    director.fill("Name", "Fall League")
    director.fill("Tables", "1-4")
    director.push("Season…")
    director.fill("Dates", f"{WEEKS[0]} 19:00 x6")
    director.fill("Sportsmanship ratings", "1-5; forfeit 1")
    director.push("Start the event")
    assert [each.date for each in director.event.register.head.dates or ()] == WEEKS


def _enter_teams(director: Director) -> None:
    director.push("Add many teams…")
    lines = [f"{name}, {', '.join(players(at))}" for at, name in enumerate(TEAMS)]
    QApplication.clipboard().setText("\n".join(lines))
    director.key("v", modifiers=CTRL)
    director.push("Enter 10 teams")
    director.open_section("Teams")
    shown = find(director.page, KeyedList, "Teams")
    team = next(key for key, each in director.event.register.teams.items() if each.name == AWAY)
    item = shown.model().index(shown.row_keys().index(team), 0)
    shown.scrollTo(item)
    director.click(shown.viewport(), shown.visualRect(item).center())
    director.fill("Dates the team can't play", WEEKS[1])
    director.push("Save")
    assert director.event.register.teams[team].unavailable == (WEEKS[1],)


def _divide(director: Director) -> None:
    director.open_section("Rounds")
    director.push("Divide into divisions…")
    assert find(director.page, Stepper, "Divisions").value == 2
    director.push("Add 2 divisions")
    for stage in ("Division A", "Division B"):
        director.push("Stages…")
        director.pick("Which stage", stage)
        director.push("Points, tie-breaks, qualification…")
        director.fill("Points for a win", "3")
        director.fill("for a forfeit", "-1")
        director.pick("Tie-break 2", "by sportsmanship rating")
        director.push("Save the stage")


def _propose_calendar(director: Director) -> None:
    director.open_section("Season")
    director.push("Propose the calendar")
    register = director.event.register
    assert sum(len(each.entry.pairings) for each in register.rounds.values()) == 20
    assert not [
        each
        for each in register.rounds.values()
        if each.entry.date == WEEKS[1]
        for pairing in each.entry.pairings
        if AWAY in map(register.team_name, pairing.teams)
    ]


def _open_event(director: Director) -> None:
    director.push("Event")
    if director.page.opened is None:
        director.push("Open")
    director.open_section("Season")


def _play_week(season: Season, director: Director, week: int) -> None:
    settle()
    assert f"Week {week} of 6" in read(director.page)
    release = [
        each.text()
        for each in director.page.findChildren(QPushButton)
        if each.isVisible() and each.text().startswith("Release")
    ]
    if release:
        director.push(release[0])
    for planned in director.event.register.rounds.values():
        if planned.entry.date == WEEKS[week - 1]:
            _show_round(director, planned.entry.pairings[0])
            for pairing in planned.entry.pairings:
                _record(season, director, pairing)


def _show_round(director: Director, pairing: Pairing) -> None:
    """Go from a match of the day to its round."""
    director.open_section("Season")
    shown = find(director.page, KeyedList, "Matches")
    item = shown.model().index(shown.row_keys().index(pairing.pairing), 0)
    director.click(shown.viewport(), shown.visualRect(item).center())
    director.key(Qt.Key.Key_Return)


def _record(season: Season, director: Director, pairing: Pairing) -> None:
    """Record a result with its ratings: the team that entered earlier wins."""
    names = [director.event.register.team_name(team) for team in pairing.teams]
    winner = int(TEAMS.index(names[1]) < TEAMS.index(names[0]))
    loser = names[1 - winner]
    director.choose_row(pairing.table, pairing.pairing)
    how, ratings = "played", tuple(2 if name == RUDE else 4 for name in names)
    missed = season.missed.setdefault(loser, pairing.pairing) == pairing.pairing
    if missed and loser == FORFEIT:
        how, ratings = "forfeit", ()
        director.pick("Result from paper, or a ruling", "No-show: a team didn't show up")
    elif missed and loser == DEFAULT:
        how, ratings = "default", ()
        text = "Default: a team gave advance notice that it couldn't play"
        director.pick("Result from paper, or a ruling", text)
    if how != "played":
        director.mark(loser)
    else:
        score = (320, 205) if winner == 0 else (205, 320)
        for name, points, rating in zip(names, score, ratings, strict=True):
            director.fill(f"Points for {name}", str(points))
            director.fill(f"Rating for {name}", str(rating))
    director.push("Record the result")
    assert director.event.register.results[pairing.pairing].how == how
    season.count(names, how, winner, ratings)


def _compare_standings(season: Season, director: Director) -> None:
    director.open_section("Standings")
    view, byes = find(director.page, StandingsView), director.event.register.rounds.values()
    seen = set()
    for stage in ("Division A", "Division B"):
        director.mark(stage)
        table = find(view, RowTable)
        for row in range(table.model().rowCount()):
            _, name, score, *_ = shown = cells(table, row)
            team = next(k for k, each in director.event.register.teams.items() if each.name == name)
            rest = sum(team in each.entry.byes for each in byes if each.released)
            assert score.split()[0].replace("−", "-") == str(season.points[name] + rest), name
            if season.ratings[name]:
                assert shown[5] == f"{float(season.mean(name)):.2f}", name
            seen.add(name)
    assert seen == set(TEAMS)


def _add_playoff(season: Season, director: Director) -> None:
    director.open_section("Rounds")
    director.push("Stages…")
    director.pick("Format", "Single elimination")
    director.pick("Who takes part", "the top teams in each of Division A, Division B")
    director.fill("Places", "2")
    director.push("Points, tie-breaks, qualification…")
    director.fill("Minimum rating", "3.25")
    director.fill("Minimum winning percentage", "0.5")
    director.push("Add the stage")
    best = _qualified(season, director)
    assert RUDE not in {team for teams in best.values() for team in teams}
    director.open_section("Standings")
    view = find(director.page, StandingsView)
    for stage, teams in best.items():
        director.mark(stage)
        table = find(view, RowTable)
        shown = [cells(table, row) for row in range(table.model().rowCount())]
        assert [row[1] for row in shown if row[6] != "–"] == teams


def _qualified(season: Season, director: Director) -> dict[str, list[str]]:
    """The two best of each division with a record of half its matches and a rating of 3.25."""
    register = director.event.register
    return {
        stage: sorted(
            (
                name
                for name in map(register.team_name, entry.teams or ())
                if season.mean(name) >= Fraction(13, 4)
                and 2 * season.wins[name] >= season.played[name]
            ),
            key=lambda name: -season.points[name],
        )[:2]
        for stage, entry in register.stages.items()
        if entry.format == "round-robin"
    }


def _play_playoff(director: Director, best: list[list[str]]) -> None:
    """The first of each division meets the second of the other one; then there are two matches."""
    director.open_section("Rounds")
    for _round in range(2):
        director.push(next(next_titles(director)))
        director.push(next(next_titles(director)))
        pairings, team_name = director.open_pairings(), director.event.register.team_name
        assert len(pairings) == 2
        if not _round:
            met = {frozenset(map(team_name, each.teams)) for each in pairings}
            (one, two), (three, four) = best
            assert met == {frozenset((one, four)), frozenset((three, two))}
        director.record_all(by_hand=2)
