"""A day of a season on paper: who plays when and where, the standings, and the sign-in sheet with
those who have sat in too few matches.  Ratings are not published."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC
from typing import Final, Unpack

from reports.book.director_lists import ListColumn, ListPaper, require_event
from reports.book.event_report import EventResults, PaperOptions
from reports.book.round_papers import SignInSheet
from reports.typeset.paper import Paper
from scorepad.events.entries import ELIMINATION
from scorepad.events.event import Event
from scorepad.events.event_descriptions import pairing_state_text, score_text, tally_text
from scorepad.events.register import PlannedRound
from scorepad.events.stage_names import round_titles, stage_name
from scorepad.events.team_standings import advancements_from, qualification_texts
from scorepad.events.weeks import day_text, day_to_play, days_of_play, rounds_of_day
from scorepad.spades.match import Match
from scorepad.spades.naming import strip_table_word, table_order
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, format_change, format_time, join_parts

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
    event = require_event(options.get("event"))
    day = _day(event, options.get("of_round", ""))
    rounds = rounds_of_day(event.register, day)
    report = EventResults(matches, options.get("zone", UTC), event)
    listed = ListPaper(report, paper, str(T("Week of a season")), options)
    listed.title = day_text(event.register, day)
    schedule = _schedule(event, rounds, report)
    columns = (
        ListColumn(str(T("time")), 0.12),
        ListColumn(str(T("table")), 0.1),
        ListColumn(str(T("team")), 0.28),
        ListColumn(str(T("team")), 0.28),
        ListColumn(str(T("round")), 0.22),
    )
    listed.add_table(str(T("Schedule")), columns, schedule, SIZES)
    names = [text for row in schedule for text in row]
    for stage in dict.fromkeys(each.entry.stage for each in rounds):
        names += _add_standings(listed, event, stage)
    listed.draw(names)
    playing = {team for planned in rounds for team in planned.teams}
    SignInSheet(report, event, paper, playing).draw(listed.canvas)
    return listed.canvas.to_pdf()


def _day(event: Event, of_round: str) -> str:
    """Return the day to print; raises `Refused`."""
    register, number = event.register, of_round.strip()
    if not days_of_play(register):
        raise Refused("this event has no dates; add the dates of its season first")
    if number:
        rounds = {str(each): planned for each, planned in register.rounds.items()}
        if number not in rounds:
            raise Refused("there is no round “{round}” in this event", round=number[:40])
        return rounds[number].entry.date
    day = day_to_play(event.overview)
    if not day:
        raise Refused("no match has a date yet; propose the calendar first")
    return day


def _schedule(
    event: Event, rounds: Sequence[PlannedRound], report: EventResults
) -> list[tuple[str, ...]]:
    """Return the matches of a day: those of each time by table, then the byes."""
    register, titles = event.register, round_titles(event.overview)
    rows = []
    for planned in rounds:
        start = planned.entry.start
        time = "" if start is None else format_time(start.astimezone(report.zone).time())
        title = titles[planned.entry.round]
        for each in sorted(planned.entry.pairings, key=lambda each: table_order(each.table)):
            outcome = event.overview.outcome(each)
            said = join_parts(
                (title, pairing_state_text(register, each.teams, outcome))
                if outcome.has_result
                else (title,)
            )
            teams = map(register.team_name, each.teams)
            rows.append((time, strip_table_word(each.table), *teams, said))
        rows += [
            (time, "", register.team_name(team), str(T("bye")), title)
            for team in planned.entry.byes
        ]
    return rows


def _add_standings(listed: ListPaper, event: Event, stage: str) -> list[str]:
    """Add the standings of a stage, with who advances as of now and why; return their texts."""
    overview, register = event.overview, event.register
    rows = overview.stage_rows(stage)
    if not rows:
        return []
    found = [*advancements_from(overview, stage)]
    columns = [
        ListColumn(str(T("team")), 0.36),
        ListColumn(str(T("place")), 0.1),
        ListColumn(str(T("points")), 0.1),
        ListColumn(str(T("W–L–T")), 0.14),
        ListColumn(str(T("difference")), 0.14),
        ListColumn(str(T("qualifies for")) if found else "", 0.16),
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
        listed.add_notes(str(T("Who qualifies right now")), reasons)
    return [*(text for line in lines for text in line), *reasons]
