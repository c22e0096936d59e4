"""A day of a season on paper: schedule, standings, and the sign-in sheet, which marks players with
too few matches; and the calendar of all its days.  Ratings are not published.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final, Unpack

from reports.book.director_lists import ListColumn, ListPaper, require_event
from reports.book.event_report import PaperOptions
from reports.book.round_papers import SignInSheet
from reports.typeset.paper import Paper
from scorepad.events.entries import ELIMINATION
from scorepad.events.event import Event
from scorepad.events.event_descriptions import pairing_state_text, score_text, tally_text
from scorepad.events.stage_names import round_titles, stage_name
from scorepad.events.team_standings import advancements_from, qualification_texts
from scorepad.events.weeks import day_text, day_to_play, days_of_play, rounds_of_day
from scorepad.spades.match import Match
from scorepad.spades.naming import strip_table_word, table_order
from scorepad.spades.refusal import Refused
from scorepad.spades.result import totals_text
from scorepad.spades.words import T, Text, format_change, format_time, join_parts

SIZES: Final = (12.0, 11, 10, 9, 8)  # points


def week_papers(
    matches: Sequence[Match],
    paper: Paper = "A4",
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make the papers of a day of a season as a PDF: the day of a round, where one is named, else
    the first with a match to play.  The same event gives the same bytes.

    Raises `Refused` without an event that is kept, or that has dates and rounds.
    """
    event = require_event(options)
    day = _day(event, options.get("of_round", ""))
    rounds = rounds_of_day(event.register, day)
    listed = ListPaper(matches, paper, T("Weekly packet"), options)
    listed.title = day_text(event.register, day)
    _add_schedule(listed, event, day, T("Schedule"))
    for stage in dict.fromkeys(each.stage for each in rounds):
        _add_standings(listed, event, stage)
    listed.draw()
    playing = {team for planned in rounds for team in planned.teams}
    SignInSheet(listed.report, event, paper, playing).draw(listed.canvas)
    return listed.canvas.to_pdf()


def season_calendar(
    matches: Sequence[Match],
    paper: Paper = "A4",
    **options: Unpack[PaperOptions],
) -> bytes:
    """Make the calendar of a season as a PDF: all its days with their schedules.  The same event
    gives the same bytes.

    Raises `Refused` without an event that is kept, or that has dates and rounds.
    """
    event = require_event(options)
    _day(event, "")
    listed = ListPaper(matches, paper, T("Season calendar"), options)
    for day in days_of_play(event.register):
        if rounds_of_day(event.register, day):
            _add_schedule(listed, event, day, day_text(event.register, day))
    return listed.to_pdf()


def _day(event: Event, of_round: str) -> str:
    """Return the day to print; raises `Refused`."""
    register, number = event.register, of_round.strip()
    if not days_of_play(register):
        raise Refused("this event has no dates yet; add the season's dates first")
    if number:
        rounds = {str(each): planned for each, planned in register.rounds.items()}
        if number not in rounds:
            raise Refused("this event doesn't have a round “{round}”", round=number[:40])
        return rounds[number].entry.date
    day = day_to_play(event.overview)
    if not day:
        raise Refused("no match has a date yet; propose the calendar first")
    return day


def _add_schedule(listed: ListPaper, event: Event, day: str, heading: Text | str) -> None:
    """Add the matches of a day, those of each time by table, then the byes."""
    register, titles = event.register, round_titles(event.overview)
    rows: list[tuple[tuple[str, bool, tuple[int, int, str]], tuple[str, ...]]] = []
    for planned in rounds_of_day(register, day):
        start = planned.entry.start
        time = "" if start is None else format_time(start.astimezone(listed.report.zone).time())
        began, title = f"{start or ''}", titles[planned.number]
        for each in planned.pairings:
            outcome = event.overview.outcome(each)
            result = totals_text(*outcome.final_score) if outcome.final_score is not None else ""
            if outcome.has_result and not result:
                result = pairing_state_text(register, each.teams, outcome)
            teams = map(register.team_name, each.teams)
            row = time, strip_table_word(each.table), *teams, title, str(result)
            rows.append(((began, False, table_order(each.table)), row))
        for team in planned.byes:
            row = time, "", register.team_name(team), str(T("bye")), title, ""
            rows.append(((began, True, table_order("")), row))
    rows.sort(key=lambda each: each[0])
    columns = (
        ListColumn(T("time"), 0.1),
        ListColumn(T("table"), 0.07),
        ListColumn(T("team"), 0.23),
        ListColumn(T("team"), 0.23),
        ListColumn(T("round"), 0.23),
        ListColumn(T("result"), 0.14),
    )
    listed.add_table(heading, columns, [row for _, row in rows], SIZES)


def _add_standings(listed: ListPaper, event: Event, stage: str) -> None:
    """Add the standings of a stage, with the teams that advance as of now and why."""
    overview, register = event.overview, event.register
    rows = overview.stage_rows(stage)
    if not rows:
        return
    found = [*advancements_from(overview, stage)]
    columns = [
        ListColumn(T("team"), 0.36),
        ListColumn(T("place"), 0.1),
        ListColumn(T("points"), 0.1),
        ListColumn(T("W–L–T"), 0.14),
        ListColumn(T("difference"), 0.14),
        ListColumn(T("qualifies for") if found else "", 0.16),
    ]
    lines = [
        (
            register.team_name(row.team),
            str(row.place) if row.has_place else "–",
            score_text(row.score),
            tally_text(row),
            format_change(row.difference),
            join_parts(
                [
                    stage_name(register, entry.stage)
                    for entry, each in found
                    if row.team in each.seeds
                ],
                ", ",
            ),
        )
        for row in rows
    ]
    heading = join_parts((T("Standings"), stage_name(register, stage)))
    listed.add_table(heading, columns, lines, SIZES)
    reasons = [str(text) for text in qualification_texts(overview, stage)]
    if reasons and register.stages[stage].format not in ELIMINATION:
        listed.add_notes(T("Who qualifies right now"), reasons)
