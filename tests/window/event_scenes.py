"""The page of an event, before the first team and on its day."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta
from pathlib import Path
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.events.calendar import propose_calendar
from scorepad.events.entries import (
    AdvancementRule,
    CheckIn,
    EventHead,
    EventHeadChange,
    NoShowGrace,
    PlayDate,
    Qualification,
    RatingScale,
    Release,
    ResultEntry,
    StageEntry,
    TeamConductMark,
    TeamEntry,
    TeamWithdrawal,
)
from scorepad.spades.entries import Bids, Tricks
from scorepad.spades.words import T
from scorepad.window.event.event_page import EventPage
from scorepad.window.widgets.inputs import Stepper
from tests.desk.memory import MemoryKeeper
from tests.window.evening import HAND, NIL_HAND, Evening, Played
from tests.window.find import choose, find, find_all, press, type_over

if TYPE_CHECKING:
    from scorepad.window.event.rounds_view import RoundsView
    from scorepad.window.event.teams_paste import TeamsPasteForm
    from scorepad.window.event.teams_view import TeamsView
    from tests.window.scenes import Scene

TEAM_FILES = Path(__file__).parents[1] / "data" / "team-files"
NAMES = (
    "Aces", "Kings", "Queens", "Jacks", "Tens", "Nines", "Cut Ups", "Boston Legal",
    "Second Dealers", "Void in Hearts", "Sandbaggers", "The Overtricks Anonymous", "Bid Whizz",
    "Low Rollers", "Four of a Kind", "Trump Cards", "Long Suits", "Deuces", "Renegades",
    "Nil and Void", "Blind Faith", "Table Talk", "Last Trick", "Spade Brigade",
)  # fmt: skip
FIRST = ("Ann", "Bo", "Cy", "Di", "Eve", "Fay", "Gus", "Hal", "Ida", "Jo", "Kim", "Lou")
LAST = ("Adams", "Brown", "Clark", "Davis", "Evans", "Flores", "García", "Hughes")


def players(team: int) -> tuple[str, str]:
    """Two players of this team (from 0), each called as nobody else."""
    one, other = 2 * team, 2 * team + 1
    return (
        f"{FIRST[one % 12]} {LAST[one // 12 % 8]}",
        f"{FIRST[other % 12]} {LAST[other // 12 % 8]}",
    )


def begin(evening: Evening, teams: int = 24, **head: object) -> EventTable:
    """An event with so many teams, today's from now on."""
    told = {"name": "Spring Open", "place": "Union 204", "date": "2026-11-21", "rules": "unc"}
    table = EventDesk(evening.desk).start(EventHead(**(told | head)))  # type: ignore[arg-type]
    evening.settings.set_and_save("event", table.event.id)
    entries = [
        TeamEntry(
            team=f"T{number + 1}",
            name=NAMES[number],
            players=players(number),
            seed=number + 1 if number < 4 else None,
        )
        for number in range(teams)
    ]
    if entries:
        table.record_together(entries)
    return table


def page(scene: Scene, section: str) -> EventPage:
    """The page of the event, at this section."""
    assert scene.window.pages is not None
    shown = scene.window.pages.show_event(section)
    shown.show_section(section)
    return shown


def teams(scene: Scene) -> None:
    table = begin(scene.evening)
    table.record(TeamWithdrawal(team="T5", why="ill"))
    table.record(TeamConductMark(team="T2", what="warning", why="late for round 1", by="Pat"))
    view: TeamsView = page(scene, "teams").section_widget("teams")  # type: ignore[assignment]
    view.list.choose("T2")


def no_team(scene: Scene) -> None:
    begin(scene.evening, 0)
    page(scene, "teams")


def paste(scene: Scene) -> None:
    begin(scene.evening, 1)
    view: TeamsView = page(scene, "teams").section_widget("teams")  # type: ignore[assignment]
    view.show_paste()
    pasted: TeamsPasteForm = view.paste
    pasted.replace_text("Kings, Bo, Di\nTens, Gus\nAces, Eve, Fay\nJacks, Ida, Jo\n")


def team_file(scene: Scene) -> None:
    begin(scene.evening, 1)
    view: TeamsView = page(scene, "teams").section_widget("teams")  # type: ignore[assignment]
    view.show_paste()
    view.paste.replace_text_from_files([str(TEAM_FILES / "title.xlsx")])


def rounds_view(scene: Scene) -> RoundsView:
    return page(scene, "rounds").section_widget("rounds")  # type: ignore[return-value]


def divide(scene: Scene) -> None:
    begin(scene.evening)
    view = rounds_view(scene)
    view.show_division_form()
    find_all(view.divisions, Stepper)[0].step(2)


def wave(scene: Scene) -> None:
    divide(scene)
    view = rounds_view(scene)
    view.divisions.record_divisions()
    view.record_proposed_round()


def left_out(scene: Scene) -> None:
    table = begin(scene.evening, 12)
    table.record_together([CheckIn(team=f"T{number}") for number in range(1, 10)])
    table.record(StageEntry(stage="A", format="swiss", rounds=3))
    rounds_view(scene).record_proposed_round()


def check_in(scene: Scene) -> None:
    table = begin(scene.evening)
    for number in (1, 2, 3, 6):
        table.record(CheckIn(team=f"T{number}", seat=number % 2, id_shown=number != 2))
    page(scene, "check-in")


def swiss(evening: Evening, teams: int = 24, released: int = 1) -> EventTable:
    """An event with so many Swiss rounds released; the latest is not played yet."""
    table = begin(evening, teams)
    table.record(StageEntry(stage="A", format="swiss", rounds=5))
    for number in range(1, released + 1):
        table.record(table.propose_next_round().entry)
        table.record(Release(round=number))
        if number < released:
            for place, pairing in enumerate(table.event.register.rounds[number].entry.pairings):
                table.record(
                    ResultEntry(
                        pairing=pairing.pairing,
                        how="played",
                        winner=place % 2,
                        score=(305, 240 + place) if place % 2 == 0 else (180 + place, 312),
                    )
                )
    return table


def record_apart(evening: Evening) -> EventTable:
    """Let two directors record results of one match; return the other one's event."""

    def later() -> datetime:
        return evening.wall() + timedelta(seconds=5)

    here = swiss(evening, 4)
    there = Desk(MemoryKeeper(), evening.library, now=later, by=lambda: "Lee of the other laptop")
    theirs = EventDesk(there).import_event(here.export_event_file(), "copy").table
    result = ResultEntry(pairing="1-1", how="played", winner=0, score=(300, 200))
    here.record(result)
    theirs.record(replace(result, winner=1, score=(210, 310)))
    theirs.record(replace(result, pairing="1-2", score=(302, 290)))
    return theirs


def versions(scene: Scene) -> None:
    theirs = record_apart(scene.evening)
    EventDesk(scene.evening.desk).import_event(theirs.export_event_file(), "theirs")
    first = find_all(page(scene, "rounds").versions, QPushButton)[0]
    QTest.mouseClick(first, Qt.MouseButton.LeftButton)


def stage(scene: Scene) -> None:
    begin(scene.evening)
    page(scene, "rounds")


def change_stage(scene: Scene) -> None:
    table = swiss(scene.evening, 24, 2)
    table.record(
        StageEntry(
            stage="Playoffs",
            format="single-elimination",
            advance=AdvancementRule(from_=("A",), places=4),
            tie_breaks=("points", "lots"),
        )
    )
    shown = page(scene, "rounds")
    press(shown, str(T("Stages…")))
    choose(shown, str(T("Which stage")), "Playoffs")
    choose(shown, str(T("Who takes part")), str(T("these teams")))


def draft(scene: Scene) -> None:
    table = swiss(scene.evening, 23, 2)
    for pairing in table.event.register.rounds[2].entry.pairings:
        table.record(ResultEntry(pairing=pairing.pairing, how="played", winner=0, score=(300, 200)))
    table.record(table.propose_next_round().entry)
    page(scene, "rounds")


def rounds(scene: Scene) -> None:
    table = swiss(scene.evening, 24, 2)
    one, other, third = table.event.register.rounds[2].entry.pairings[:3]
    table.record(ResultEntry(pairing=one.pairing, how="forfeit", winner=1, why="nobody came"))
    table.record(ResultEntry(pairing=other.pairing, how="played", winner=0, score=(300, 200)))
    table.record(NoShowGrace(pairing=third.pairing, minutes=5))
    page(scene, "rounds")


def correction(scene: Scene) -> None:
    swiss(scene.evening, 24, 2)
    shown = page(scene, "rounds")
    view: RoundsView = shown.section_widget("rounds")  # type: ignore[assignment]
    view.show_round(1)
    for team, points in (("Aces", "200"), ("Bid Whizz", "310")):
        type_over(view, str(T("Points for {team}", team=team)), points)
    type_over(view, str(T("Why")), "read from the wrong line")


def history(scene: Scene) -> None:
    swiss(scene.evening, 24, 2).undo()
    page(scene, "history")


def standings(scene: Scene) -> None:
    swiss(scene.evening, 23, 3)
    page(scene, "standings")


def play_hands(evening: Evening, table: EventTable, *hands: Played) -> None:
    """Play these hands in each match of the latest round."""
    latest = max(table.event.register.rounds)
    for at, pairing in enumerate(table.event.register.rounds[latest].entry.pairings):
        with evening.desk.open_briefly(table.event.match_id(pairing.pairing)) as match:
            for bids, tricks in hands[at % 2 :]:
                match.record(Bids(bids=bids))
                match.record(Tricks(tricks=tricks))
    table.follow_other_programs()


def statistics(scene: Scene) -> None:
    table = swiss(scene.evening, 24, 2)
    play_hands(scene.evening, table, HAND, NIL_HAND, ((5, 4, 4, 3), (4, 5, 3, 1)))
    page(scene, "statistics")


def begin_season(evening: Evening) -> EventTable:
    """A season of two divisions: two weeks are over, today is the third of five."""
    table = begin(evening, 12, name="Fall League", tables=tuple("123456"))
    days = ("2026-11-07", "2026-11-14", "2026-11-21", "2026-12-05", "2026-12-12")
    table.record_together(
        [
            EventHeadChange(
                dates=tuple(PlayDate(day, "19:00") for day in days),
                rating=RatingScale(from_=1, to=5, forfeit=1),
            ),
            *(
                StageEntry(stage=name, format="round-robin", teams=tuple(f"T{n}" for n in teams))
                for name, teams in (("North", range(1, 7)), ("South", range(7, 13)))
            ),
            StageEntry(
                stage="Playoffs",
                format="single-elimination",
                advance=AdvancementRule(
                    from_=("North", "South"),
                    places=2,
                    qualify=Qualification(winning=0.5, rating=3.25),
                ),
            ),
        ]
    )
    calendar = propose_calendar(table.event.overview)
    table.record_together([*calendar.rounds])
    for entry in calendar.rounds:
        if entry.date > days[2]:
            continue
        table.record(Release(round=entry.round))
        for place, pairing in enumerate(entry.pairings if entry.date < days[2] else ()):
            score = (305, 240 + place)[:: 1 if place % 2 == 0 else -1]
            table.record(
                ResultEntry(pairing=pairing.pairing, how="played", winner=place % 2, score=score)
            )
            for rated, team in enumerate(pairing.teams):
                table.record(
                    TeamConductMark(
                        what="rating", team=team, pairing=pairing.pairing, value=5 - 2 * rated
                    )
                )
    for number in range(1, 12):
        for seat in (0, 1):
            table.record(CheckIn(team=f"T{number}", seat=seat, date=days[2]))
    return table


def season(scene: Scene) -> None:
    begin_season(scene.evening)
    page(scene, "season")


def season_standings(scene: Scene) -> None:
    begin_season(scene.evening)
    page(scene, "standings")


def playoffs(scene: Scene) -> None:
    """The stage of a season's playoffs, being changed."""
    begin_season(scene.evening)
    view = rounds_view(scene)
    view.show_stage_form()
    choose(view, str(T("Which stage")), "Playoffs")


def bracket(scene: Scene) -> None:
    """A double elimination in play: byes, a forfeit, a result that nobody confirmed."""
    table = begin(scene.evening, 11)
    table.record(StageEntry(stage="D", format="double-elimination"))
    for _round in range(3):
        entry = table.propose_next_round().entry
        table.record_together([entry, Release(round=entry.round)])
        for place, pairing in enumerate(entry.pairings[: 2 if _round == 2 else None]):
            forfeit = place == 1
            table.record(
                ResultEntry(
                    pairing=pairing.pairing,
                    how="forfeit" if forfeit else "played",
                    winner=place % 2,
                    score=None if forfeit else (305, 240 + place)[:: 1 if place % 2 == 0 else -1],
                )
            )
    page(scene, "bracket")


def earlier(evening: Evening, name: str, *teams: str, over: bool = True, **head: str) -> EventTable:
    """An event of a round robin that these teams finish in this order."""
    table = EventDesk(evening.desk).start(EventHead(name=name, rules="unc", **head))
    for number, team in enumerate(teams):
        table.record(TeamEntry(team=f"T{number}", name=team, players=(f"{team} A", f"{team} B")))
    table.record(StageEntry(stage="A", format="round-robin"))
    while over and table.event.overview.has_rounds_to_come("A"):
        release(table)
    return table


def release(table: EventTable) -> None:
    """Release the next round, and let the team win that entered first."""
    entry = table.propose_next_round().entry
    table.record_together([entry, Release(round=entry.round)])
    for pairing in entry.pairings:
        one, other = pairing.teams
        winner = int(one > other)
        score = (200, 300) if winner else (300, 200)
        table.record(ResultEntry(pairing=pairing.pairing, how="played", winner=winner, score=score))


def cup(evening: Evening) -> EventTable:
    """An event with a table over it and four others, of which one is going on."""
    others = [
        earlier(evening, "September Open", *NAMES[:8], date="2026-09-12"),
        earlier(evening, "October Open", *NAMES[3:12], date="2026-10-10"),
        earlier(evening, "Halloween Night", "Bid Whizz", *NAMES[1:7], date="2026-10-31"),
        earlier(evening, "November Open", *NAMES[:8], over=False, date="2026-11-14"),
    ]
    table = begin(evening, 8)
    table.record(StageEntry(stage="A", format="round-robin"))
    table.record(
        StageEntry(
            stage="Campus Cup",
            format="combined",
            events=tuple(each.event.id for each in others),
            points={"1": 150, "2": 100, "3": 60, "*": 25},
        )
    )
    return table


def combined(scene: Scene) -> None:
    cup(scene.evening)
    page(scene, "standings")


def combined_form(scene: Scene) -> None:
    cup(scene.evening)
    shown = page(scene, "rounds")
    press(shown, str(T("Stages…")))
    choose(shown, str(T("Which stage")), "Campus Cup")


def event_list(scene: Scene) -> None:
    begin(scene.evening, 8, name="Autumn League", place="")
    begin(scene.evening)
    scene.window.do("event")
    find(scene.window, EventPage).show_list()


EVENTS: dict[str, Callable[[Scene], None]] = {
    "event-list": event_list,
    "event-teams": teams,
    "event-no-team": no_team,
    "event-paste": paste,
    "event-team-file": team_file,
    "event-divide": divide,
    "event-wave": wave,
    "event-left-out": left_out,
    "event-check-in": check_in,
    "event-stage": stage,
    "event-stage-changed": change_stage,
    "event-draft": draft,
    "event-rounds": rounds,
    "event-versions": versions,
    "event-correction": correction,
    "event-standings": standings,
    "event-season": season,
    "event-season-playoffs": playoffs,
    "event-season-standings": season_standings,
    "event-bracket": bracket,
    "event-statistics": statistics,
    "event-combined": combined,
    "event-combined-form": combined_form,
    "event-history": history,
}
