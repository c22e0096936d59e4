"""The season at a glance: its weeks, who plays, who is missing, and the calendar."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

from PySide6.QtCore import Qt

from scorepad.desk.event_table import EventTable
from scorepad.events.entries import (
    CheckIn,
    EventAmend,
    EventHeadChange,
    Pairing,
    PlayDate,
    RoundEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.window.event.event_page import EventPage
from scorepad.window.event.rounds_view import RoundsView
from scorepad.window.event.standings_view import StandingsView
from scorepad.window.printing.batch_page import DocumentsPage
from scorepad.window.widgets.inputs import SectionTabs
from scorepad.window.widgets.row_table import RowTable
from scorepad.window.widgets.two_line_list import KeyedList
from tests.window.evening import press, read
from tests.window.event_scenes import begin
from tests.window.event_scenes import begin_season as season_of_two_divisions
from tests.window.find import FileDialog, button, choice, find, settle
from tests.window.print_pages import finished_preview, pages
from tests.window.stage import Stage
from tests.window.test_event_page import enter, page_of, restarted, rows, state
from tests.window.test_stage_views import cells, select

DAYS = ("2026-11-07", "2026-11-14", "2026-11-21", "2026-12-05")


def begin_season(stage: Stage, days: tuple[str, ...] = DAYS[1:]) -> EventTable:
    """A season of four teams, which is played on these days at two tables."""
    table = begin(stage.evening, 4, name="Fall League")
    table.record(EventHeadChange(dates=tuple(PlayDate(day, "19:00", ("1", "2")) for day in days)))
    table.record(StageEntry(stage="A", format="round-robin"))
    return table


def page_of_calendar(stage: Stage) -> EventPage:
    """The season's page with a calendar: this evening's day is the second of three."""
    table = begin_season(stage)
    table.record_together([*table.propose_calendar().rounds])
    return page_of(stage, "season")


def test_the_week_is_in_sight_and_past_weeks_are_one_press_away(stage: Stage) -> None:
    begin_season(stage, DAYS)
    page = page_of(stage, "season")
    assert "Week 3 of 4" in read(page)
    press(page, "Propose the calendar")
    days = find(page, KeyedList, "Dates")
    assert [right for _, _, right in rows(page, "Dates")] == ["", "", "Today", ""]
    weeks = [below.partition(" · ")[0] for _, below, _ in rows(page, "Dates")]
    assert weeks == ["Week 1 of 4", "Week 2 of 4", "Week 3 of 4", "Week 4 of 4"]
    assert days.chosen == "2026-11-21"
    played = rows(page, "Matches")
    assert len(played) == 2
    assert "draft" in played[0][1]
    days.choose("2026-11-07")
    assert "No matches on this date yet." in read(page)


def test_a_day_of_play_alone_has_no_season(stage: Stage) -> None:
    begin(stage.evening, 4)
    page = page_of(stage, "teams")
    tabs = find(page, SectionTabs)
    assert not button(tabs, "Season").isVisible()
    page.do_action("event-season")
    assert "This event has no dates." in read(page)


def test_only_the_rounds_of_the_day_are_released(stage: Stage) -> None:
    page = page_of_calendar(stage)
    press(page, "Release 1 round")
    released = [
        each.entry.date for each in state(stage).event.register.rounds.values() if each.released
    ]
    assert released == ["2026-11-21"]
    # The next drafts are those of the next day, not of the whole season.
    page.show_section("rounds")
    assert "All proposed rounds" not in read(page)


def test_enter_on_a_match_leads_to_its_result(stage: Stage) -> None:
    page = page_of_calendar(stage)
    press(page, "Release 1 round")
    matches = find(page, KeyedList, "Matches")
    for key in matches.row_keys():
        page.show_section("season")
        matches.choose(key)
        matches.setFocus()
        enter(stage)
        assert page.section == "rounds"
        rounds = page.section_widget("rounds")
        assert isinstance(rounds, RoundsView)
        assert rounds.list.chosen == key
        assert rounds.result.isAncestorOf(stage.window.focusWidget())
        register = state(stage).event.register
        one, other = map(register.team_name, register.drawn[key][1].teams)
        assert f"{one} – {other}" in read(rounds.result)


def test_matches_of_a_day_are_sorted_by_time_then_by_table(stage: Stage) -> None:
    table = begin_season(stage)
    for number, start, pairs in (
        (1, "19", (("10", ("T1", "T2")), ("2", ("T3", "T4")))),
        (2, "18", (("3", ("T1", "T3")),)),
        (3, "19", (("1", ("T1", "T4")),)),
    ):
        pairings = tuple(Pairing(f"{number}-{at}", at, teams) for at, teams in pairs)
        moment = datetime.fromisoformat(f"2026-11-21T{start}:00:00Z")
        table.record(
            RoundEntry(round=number, stage="A", date=DAYS[2], start=moment, pairings=pairings)
        )
    page = page_of(stage, "season")
    find(page, KeyedList, "Dates").choose(DAYS[2])
    shown = find(page, KeyedList, "Matches")
    assert shown.row_keys() == ["2-3", "3-1", "1-2", "1-10"]


def test_teams_that_are_missing_are_named(stage: Stage) -> None:
    table = begin_season(stage)
    kings = table.event.register.teams["T2"]
    away = TeamEntry(team="T2", name=kings.name, players=kings.players, unavailable=(DAYS[3],))
    table.record_together([*table.propose_calendar().rounds])
    table.record(EventAmend(entry=kings.entry or "", to=away, why="exams"))
    for team in ("T1", "T2", "T3"):
        for seat in (0, 1):
            table.record(CheckIn(team=team, seat=seat, date="2026-11-21"))
    page = page_of(stage, "season")
    assert "1 team is absent: Jacks" in read(page)
    find(page, KeyedList, "Dates").choose(DAYS[3])
    assert "1 team is absent: Kings" in read(page)


def test_a_calendar_that_cannot_be_kept_is_named_and_discarded(stage: Stage) -> None:
    begin_season(stage, DAYS[2:])
    page = page_of(stage, "season")
    press(page, "Propose the calendar")
    assert "2 matches have no date" in read(page)
    assert len(state(stage).event.register.rounds) == 2
    page.show_section("rounds")
    page.show_section("season")
    assert "2 matches have no date" in read(page), "it stays after other messages"
    stage = restarted(stage)
    page = page_of(stage, "season")
    assert "2 matches have no date" in read(page), "it stays after a restart"
    press(page, "Release 1 round")
    assert "2 matches have no date" in read(page), "it stays with the last drafts"
    press(page, "Discard the drafts")
    assert "2 matches have no date" not in read(page)
    assert len(state(stage).event.register.rounds) == 1


def test_an_event_without_tables_or_dates_to_come_has_no_calendar(stage: Stage) -> None:
    table = begin_season(stage, DAYS[:2])
    page = page_of(stage, "season")
    press(page, "Propose the calendar")
    assert "no upcoming dates" in read(page)
    table.follow_other_programs()
    assert table.event.register.rounds == {}


def test_the_calendar_is_saved_changed_and_read_again(stage: Stage, tmp_path: Path) -> None:
    page = page_of_calendar(stage)
    for name in ("calendar.xlsx", "calendar.csv"):
        FileDialog(lambda: press(page, "Save the calendar…"), tmp_path / name)
        assert name in read(page)
    file = tmp_path / "calendar.csv"
    text = file.read_text("utf-8-sig")
    assert text.count("Aces") == 2
    file.write_text(text.replace("2026-12-05", "2026-12-12"), "utf-8")
    FileDialog(lambda: press(page, "Calendar from a file…"), file)
    dates = [each.entry.date for each in state(stage).event.register.rounds.values()]
    assert dates == ["2026-11-21", "2026-12-12"]


def test_standings_show_ratings_and_who_qualifies_with_the_reason(stage: Stage) -> None:
    season_of_two_divisions(stage.evening)
    page = page_of(stage, "standings")
    view = find(page, StandingsView)
    press(view, "North")
    table = find(view, RowTable)
    titles = [
        table.model().headerData(column, Qt.Orientation.Horizontal)
        for column in range(table.model().columnCount())
        if not table.isColumnHidden(column)
    ]
    assert titles[4:7] == ["Difference", "Rating", "Qualifies"]
    shown = [cells(table, row)[5:7] for row in range(3)]
    assert shown == [["5.00", "Playoffs"], ["3.00", "–"], ["4.00", "Playoffs"]]
    for width, last_whole in ((1366, 7), (1024, 6)):
        stage.window.resize(width, 768)
        settle()
        whole = [table.columnWidth(n) >= table.sizeHintForColumn(n) > 0 for n in range(2, 8)]
        assert whole[: last_whole - 1] == [True] * (last_whole - 1), "only the reason gives way"
        assert not table.isColumnHidden(7)
    select(table, 0)
    assert "qualifies for Playoffs: place 1" in read(view)
    assert "Round 3: against" in read(view)
    select(table, 1)
    why = "sportsmanship rating 3.00 (at least 3.25 required)"
    assert f"Jacks doesn't qualify for Playoffs: {why}" in read(view)


def test_standings_without_ratings_and_playoffs_have_no_columns_for_them(stage: Stage) -> None:
    table = begin_season(stage)
    table.record_together([*table.propose_calendar().rounds])
    page = page_of(stage, "season")
    press(page, "Release 1 round")
    page.show_section("standings")
    shown = find(page, RowTable, "Standings")
    hidden = [column for column in range(8) if shown.isColumnHidden(column)]
    assert hidden == [5, 6]


def test_the_week_that_is_printed_is_the_one_in_sight(stage: Stage) -> None:
    page = page_of_calendar(stage)
    find(page, KeyedList, "Dates").choose(DAYS[3])
    press(page, "Print the week…")
    documents = stage.window.stack.currentWidget()
    assert isinstance(documents, DocumentsPage)
    days = choice(documents, "Dates")
    assert days.currentText().startswith("Week 3 of 3")
    press(documents, "Make the PDF")
    assert "Week 3 of 3" in pages(finished_preview(stage).pdf)[0]
