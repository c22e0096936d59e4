"""`scorepad event`: events, their rounds and standings."""

import contextlib
import csv
import re
from argparse import Namespace
from collections.abc import Callable, Iterator
from io import StringIO
from pathlib import Path
from typing import Any

from msgspec import UNSET, UnsetType
from msgspec.structs import asdict

from scorepad.budget import SPREADSHEET_BUDGET
from scorepad.cli.console import Console
from scorepad.cli.exports import StoredMatchSelection, export_selected
from scorepad.cli.output import write_and_list_files
from scorepad.cli.recording import LineAnswer, record_and_answer_lines
from scorepad.cli.rulesets import rules_by_id_or_file
from scorepad.cli.scoresheet import align_rows
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import read_bytes_up_to_limit
from scorepad.desk.calendar_file import encode_calendar, without_formula
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.spreadsheet import Notify
from scorepad.desk.team_columns import parse_team_columns
from scorepad.desk.team_files import parse_schedule_entries, parse_team_entries, read_team_file
from scorepad.desk.typed_moments import parse_day_unless_empty
from scorepad.desk.versions import event_versions
from scorepad.events.combined import ROW_TEXTS, CombinedTable
from scorepad.events.division import divide_teams, division_stages, teams_to_divide
from scorepad.events.entries import (
    AgreedReadings,
    EventAmend,
    EventEntry,
    EventHead,
    RoundEntry,
    RuleSetOrId,
    TeamEntry,
)
from scorepad.events.event import Event
from scorepad.events.event_descriptions import (
    STATUS_TEXTS,
    champion_text,
    pairing_state_text,
    place_decision_text,
    score_text,
    tally_text,
)
from scorepad.events.event_json import event_as_data
from scorepad.events.eventfile import decode_event_entry, encode_event_entry
from scorepad.events.overview import Overview
from scorepad.events.protest import protest_texts
from scorepad.events.qualification import mean_text
from scorepad.events.ranking import rank_all_teams
from scorepad.events.register import FORMATS, PlannedRound, Register
from scorepad.events.stage_names import round_titles, stage_name
from scorepad.events.statistics import compute_statistics
from scorepad.events.statistics_tables import StatisticsTable, statistics_tables
from scorepad.events.team_standings import qualification_texts
from scorepad.spades.contested import parse_readings
from scorepad.spades.refusal import Refused, shorten_text
from scorepad.spades.rule_labels import agreement_texts
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.words import (
    N,
    T,
    Text,
    capitalize,
    format_change,
    join_as_sentences,
    join_parts,
)

MOST_WARNINGS = 20
"""The most warnings about a file that are printed; of more, only the number."""


def new(services: Services, console: Console, args: Namespace) -> None:
    """Start an event, or import an event file."""
    library, file, rules = services.library(), args.file, args.rules
    if file and (args.name or rules or args.date or args.readings):
        raise Refused(
            "the event file already has the name, rule set and date; leave out the other options"
        )
    data = read_bytes_up_to_limit(file) if file else b""
    date = parse_day_unless_empty(args.date)
    event_rules: RuleSetOrId = ""
    agreed: AgreedReadings | UnsetType = UNSET
    if args.readings and not rules:
        raise Refused("--reading needs a rule set; add --rules")
    if rules:
        chosen = rules_by_id_or_file(rules, library)
        event_rules = rules if rules in library.ids() else plain_rules(chosen)
        if args.readings:
            agreed = parse_readings(args.readings, chosen)
    with open_desk_and_print_notices(services, console, write=True) as desk:
        events = EventDesk(desk)
        if file:
            table = events.import_event(data, file).table
        else:
            day = date.isoformat() if date else ""
            table = events.start(
                EventHead(name=args.name, date=day, rules=event_rules, agreed=agreed)
            )
        event_id = table.event.id
    with console.say_done_if_output_fails(T("event {id} was started", id=event_id)):
        console.print_line(event_id)


def list_events(services: Services, console: Console, args: Namespace) -> None:
    with open_desk_and_print_notices(services, console, write=False) as desk:
        summaries = EventDesk(desk).events()
    if args.json:
        for each in summaries:
            fields = asdict(each)
            del fields["statements"]
            console.print_json(fields)
        return
    rows = [
        [
            each.id,
            each.name,
            each.date,
            str(N("{n} team", "{n} teams", each.teams)),
            str(N("{n} round", "{n} rounds", each.rounds)),
        ]
        for each in summaries
    ]
    for line in align_rows(rows):
        console.print_line(line)


def show(services: Services, console: Console, args: Namespace) -> None:
    """Show an event."""
    with open_desk_and_print_notices(services, console, write=False) as desk:
        table = EventDesk(desk).open(args.event)
        overview = table.event.overview
        for pairing in table.event.register.drawn:
            # Results are read from the list; a damaged match is named all the same.
            with contextlib.suppress(Refused):
                desk.read(table.event.match_id(pairing) or "")
    if args.file:
        console.print_json_line(table.export_event_file())
        return
    if args.json:
        console.print_json(
            {**event_as_data(overview, table.event.combined_tables), **_versions(table.event)}
        )
    else:
        for line in _lines(table.event):
            console.print_line(line)
    for text in table.event.order_texts:
        console.print_to_stderr(text)


def stats(services: Services, console: Console, args: Namespace) -> None:
    """Print the statistics of an event."""
    with open_desk_and_print_notices(services, console, write=False) as desk:
        table = EventDesk(desk).open(args.event)
        statistics = compute_statistics(table.event)
    tables = statistics_tables(table.event, statistics)
    if args.json:
        counts = {
            "matches": statistics.matches,
            "hand_matches": statistics.hand_matches,
            "points_matches": statistics.points_matches,
            "bag_matches": statistics.bag_matches,
        }
        rows = {each.code: each.as_data() for each in tables}
        console.print_json({**counts, **rows, "notes": [each.english for each in statistics.notes]})
        return
    if args.csv:
        chosen = next(each for each in tables if each.code == (args.by or "players"))
        lines = StringIO()
        writer = csv.writer(lines, lineterminator="\n")
        writer.writerow(column.code for column in chosen.columns)
        writer.writerows(map(without_formula, row) for row in chosen.rows)
        for line in lines.getvalue().splitlines():
            console.print_line(line)
    else:
        shown = [each for each in tables if args.by in ("", each.code)]
        for at, each in enumerate(shown):
            for line in (*([""] if at else []), *_statistics_lines(each)):
                console.print_line(line)
    for text in statistics.notes:
        console.print_to_stderr(text)


def _statistics_lines(table: StatisticsTable) -> Iterator[str]:
    yield str(table.title)
    yield join_as_sentences([str(table.coverage)])
    columns, rows = table.main_cells()
    right = "".join(" " if column.type is str else "R" for column in columns)
    yield from align_rows([[str(column.heading) for column in columns], *rows], right)


def record(services: Services, console: Console, args: Namespace) -> None:
    """Record the entries on standard input in an event."""
    with open_desk_and_print_notices(services, console, write=not args.dry_run) as desk:
        table = EventDesk(desk).open(args.event)
        do = table.apply_without_storing if args.dry_run else table.record

        def record_line(line: bytes) -> LineAnswer:
            entry = decode_event_entry(line)
            if not args.dry_run and desk.follow_other_programs():
                table.follow_other_programs()
            recorded = table.retry_when_overtaken(entry, lambda: do(entry))
            return LineAnswer(recorded.entry.id, recorded.warnings, recorded.effects)

        record_and_answer_lines(console, record_line)


def pair(services: Services, console: Console, args: Namespace) -> None:
    """Print the next round."""
    with open_desk_and_print_notices(services, console, write=False) as desk:
        table = EventDesk(desk).open(args.event)
        if args.wave and (args.stage or args.open):
            raise Refused("--wave pairs all divisions; leave out --stage and --open")
        proposals = (
            table.propose_wave()
            if args.wave
            else [table.propose_next_round(args.stage, count_open_as_ties=args.open)]
        )
    for proposal in proposals:
        for text in proposal.warnings:
            console.print_to_stderr(text)
        console.print_json_line(encode_event_entry(proposal.entry))


def calendar(services: Services, console: Console, args: Namespace) -> None:
    """Print the rounds of the season with their dates, or write those of the event to a file."""
    with open_desk_and_print_notices(services, console, write=False) as desk:
        table = EventDesk(desk).open(args.event)
        if args.out is None:
            proposal = table.propose_calendar()
    if args.out is not None:
        ending = Path(args.out).suffix.lower()
        if ending not in (".csv", ".xlsx"):
            raise Refused("{where}: the file name must end in .csv or .xlsx", where=args.out)
        data = encode_calendar(table.event, is_workbook=ending == ".xlsx")
        for path in write_and_list_files(args.out, data, overwrite=args.overwrite):
            console.print_line(path)
        return
    for text in proposal.unmet:
        console.print_to_stderr(text)
    for entry in proposal.rounds:
        console.print_json_line(encode_event_entry(entry))


def copy(services: Services, console: Console, args: Namespace) -> None:
    """Start an event like another one."""
    day = parse_day_unless_empty(args.date)
    with open_desk_and_print_notices(services, console, write=True) as desk:
        events = EventDesk(desk)
        event_id = events.start_copy(events.open(args.event).event, day).event.id
    with console.say_done_if_output_fails(T("event {id} was started", id=event_id)):
        console.print_line(event_id)


def divide(services: Services, console: Console, args: Namespace) -> None:
    """Print the divisions of an event's teams."""
    count = whole_number(args.count)
    with open_desk_and_print_notices(services, console, write=False) as desk:
        overview = EventDesk(desk).open(args.event).event.overview
    divisions = divide_teams(teams_to_divide(overview), count)
    for stage in division_stages(overview, divisions, "round-robin", None):
        console.print_json_line(encode_event_entry(stage))


def publish(services: Services, console: Console, args: Namespace) -> None:
    """Write an event's results as web pages."""
    selection = StoredMatchSelection(event=args.event, must_exist=True)
    export_selected(services, console, selection, services.formats["html"], args)


def teams(services: Services, console: Console, args: Namespace) -> None:
    """Enter the teams in a file, or show them."""
    kinds = parse_team_columns(args.columns) if args.columns else ()

    def read(data: bytes, event: Event, notify: Notify) -> list[EventEntry]:
        file = read_team_file(
            data,
            args.file,
            notify,
            kinds=kinds,
            first_line=whole_number(args.first_line) if args.first_line else None,
            sheet=args.sheet,
            encoding=args.encoding,
        )
        # Unread columns are reported before anything is recorded, in case they were meant.
        if args.dry_run:
            console.print_line(file.guess_text)
        elif not kinds and (file.has_more or len(file.sheets) > 1):
            notify(file.guess_text)
        return parse_team_entries(file, event)

    _record_file(services, console, args, read)


def whole_number(typed: str) -> int:
    """Return a number from 1; raises `Refused` for anything else."""
    if not re.fullmatch("[1-9][0-9]{0,5}", typed):
        raise Refused("use a whole number, 1 or higher, not “{text}”", text=shorten_text(typed))
    return int(typed)


def schedule(services: Services, console: Console, args: Namespace) -> None:
    """Import the rounds in a file."""
    args.dry_run = False

    def read(data: bytes, event: Event, notify: Notify) -> list[EventEntry]:
        return parse_schedule_entries(data, args.file, event, notify, encoding=args.encoding)

    _record_file(services, console, args, read)


def _versions(event: Event) -> dict[str, Any]:
    versions = [
        {
            "last": each.last_id,
            "counts": each.counts,
            "entries": each.result.english,
            "by": each.recorded_by,
        }
        for each in event_versions(event)
    ]
    return {"versions": versions} if versions else {}


def _record_file(
    services: Services,
    console: Console,
    args: Namespace,
    read: Callable[[bytes, Event, Notify], list[EventEntry]],
) -> None:
    notices = list[Text]()
    data = read_bytes_up_to_limit(args.file, SPREADSHEET_BUDGET.bytes)
    with open_desk_and_print_notices(services, console, write=not args.dry_run) as desk:
        table: EventTable = EventDesk(desk).open(args.event)
        entries = read(data, table.event, notices.append)
        recorded = (
            [table.apply_without_storing(each) for each in entries]
            if args.dry_run
            else table.record_together(entries)
        )
    warnings = [text for each in recorded for text in each.warnings]
    for text in (*notices, *warnings[:MOST_WARNINGS]):
        console.print_to_stderr(text)
    if left := len(warnings[MOST_WARNINGS:]):
        console.print_to_stderr(N("{n} more warning", "{n} more warnings", left))
    if args.dry_run:
        teams = [each for each in entries if isinstance(each, TeamEntry)]
        for line in align_rows([[each.name, join_parts(each.players, ", ")] for each in teams]):
            console.print_line(line)
        return
    count = sum(isinstance(each, TeamEntry | RoundEntry | EventAmend) for each in entries)
    done = (
        N("{n} team entered", "{n} teams entered", count)
        if any(isinstance(each, TeamEntry) for each in entries)
        else N("{n} round was imported", "{n} rounds were imported", count)
    )
    with console.say_done_if_output_fails(done):
        console.print_line(done)


# The event in lines.


def _lines(event: Event) -> Iterator[str]:
    overview = event.overview
    register = overview.register
    head = register.head
    yield join_parts((head.name, head.place, head.date)) or str(T("Event"))
    for text in agreement_texts(head.agreed or {}):
        yield str(T("Agreed for all matches: {what}", what=text))
    if head.dates:
        days = [join_parts((each.date, each.start), " ") for each in head.dates]
        yield str(T("Dates: {days}", days=join_parts(days, ", ")))
    for stage in register.stages.values():
        yield ""
        yield str(
            T(
                "Stage {stage}: {format}, {status}",
                stage=stage.stage,
                format=FORMATS[stage.format],
                status=STATUS_TEXTS[overview.stage_status(stage.stage)],
            )
        )
        yield from _standings(overview, stage.stage)
        for text in qualification_texts(overview, stage.stage, with_ratings=True):
            yield join_as_sentences([str(text)])
        if protests := [str(text) for text in protest_texts(overview, stage.stage)]:
            yield join_as_sentences(protests)
    for table in event.combined_tables:
        yield from _combined(register, table)
    titles = round_titles(overview)
    for number, planned in sorted(register.rounds.items()):
        if not planned.teams:
            continue
        yield ""
        title = join_parts((titles[number], planned.entry.date if head.dates else ""))
        yield title if planned.released is not None else str(T("{round}, draft", round=title))
        yield from _pairings(overview, planned)
    yield from _ranking(overview)
    champion = champion_text(overview)
    if champion is not None:
        yield ""
        yield str(champion)


def _combined(register: Register, table: CombinedTable) -> Iterator[str]:
    yield from ("", stage_name(register, table.stage))
    titles = T("Place"), capitalize(str(ROW_TEXTS[table.per])), T("Points"), T("From")
    rows = [
        [str(row.place), row.full_name, score_text(row.score), table.scores_text(row)]
        for row in table.rows
    ]
    if rows:
        yield from align_rows([list(map(str, titles)), *rows], "R R")
    for text in table.notes:
        yield join_as_sentences([str(text)])


def _ranking(overview: Overview) -> Iterator[str]:
    if len(overview.register.stages) < 2:
        return
    rows = [
        [
            str(each.place),
            overview.register.team_name(each.team),
            str(T("{stage}, place {place}", stage=each.stage, place=each.stage_place))
            if each.stage
            else "",
        ]
        for each in rank_all_teams(overview)
    ]
    if rows:
        yield from ("", str(T("Final ranking")), *align_rows(rows, "R"))


def _standings(overview: Overview, stage: str) -> list[str]:
    stage_rows = overview.stage_rows(stage)
    is_rated = any(row.ratings for row in stage_rows)
    rows = [
        [
            str(row.place) if row.has_place else "–",
            overview.register.team_name(row.team),
            f"{row.score:g}",
            tally_text(row),
            format_change(row.difference),
            *([mean_text(row.rating) if row.rating is not None else "–"] if is_rated else []),
            str(place_decision_text(overview, stage, at) or ""),
        ]
        for at, row in enumerate(stage_rows)
    ]
    titles = [T("Place"), T("Team"), T("Score"), T("W–L–T"), T("Difference"), T("Decided by")]
    if is_rated:
        titles.insert(5, T("Rating"))
    heading = [[str(title) for title in titles]] if rows else []
    return align_rows(heading + rows, "R R RR" if is_rated else "R R R")


def _pairings(overview: Overview, planned: PlannedRound) -> Iterator[str]:
    team_name = overview.register.team_name
    rows = []
    for pairing in planned.pairings:
        outcome = overview.outcome(pairing)
        state = str(pairing_state_text(overview.register, pairing.teams, outcome))
        one, other = map(team_name, pairing.teams)
        rows.append(
            [pairing.pairing, pairing.table, str(T("{one} – {other}", one=one, other=other)), state]
        )
    yield from align_rows(rows)
    for team in planned.byes:
        yield str(T("{team} has a bye", team=team_name(team)))
