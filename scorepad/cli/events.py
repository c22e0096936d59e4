"""`scorepad event`: events, their rounds and standings."""

import contextlib
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Annotated, Any

from msgspec import UNSET
from msgspec.structs import replace

from scorepad.budget import SPREADSHEET_BUDGET
from scorepad.cli.arguments import SharedArguments, argument, flag, option
from scorepad.cli.commands import command_help
from scorepad.cli.console import Console
from scorepad.cli.exports import (
    StoredMatchSelection,
    export_event_papers_for_round,
    export_selected,
)
from scorepad.cli.parser import CommandGroup, CommandParameter
from scorepad.cli.recording import EntryIdAndEffects, record_and_answer_lines
from scorepad.cli.rulesets import rules_by_id_or_file
from scorepad.cli.scoresheet import align_rows
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import read_bytes_up_to_limit
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.team_files import parse_schedule_entries, parse_team_entries
from scorepad.desk.typed_moments import parse_day_unless_empty
from scorepad.desk.versions import event_versions
from scorepad.events.entries import ELIMINATION, EventEntry, EventHead, RuleSetOrId, TeamEntry
from scorepad.events.event import Event
from scorepad.events.event_descriptions import (
    STATUS_TEXTS,
    champion_text,
    pairing_state_text,
    place_reason_texts,
    tally_text,
)
from scorepad.events.event_json import event_as_data
from scorepad.events.eventfile import decode_event_entry, encode_event_entry
from scorepad.events.overview import Overview
from scorepad.events.register import FORMATS, PlannedRound
from scorepad.events.stage_names import bracket_round_or_stage_names, round_title
from scorepad.events.standings import DECISION_TEXTS
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.words import N, T, Text, Words, format_change


def add_commands(app: CommandGroup, services: Services) -> None:
    """Add the commands."""
    words = services.words
    event = app.group("event", help=command_help("event", words))
    event_argument = argument("EVENT", words("The event's id, the beginning of it, or its name."))
    _add_new(event, services)
    _add_readers(event, services, event_argument)

    @event.command(
        help=words(
            "Record entries of an event, one JSON object a line.\n\n"
            "They are read from standard input; each is answered once it is on the disk: "
            "an object with ok and the entry's id, or with error and a sentence; effects say what "
            "it changes in rounds that are out."
        )
    )
    def record(
        event: Annotated[str, event_argument],
        dry_run: Annotated[
            bool, flag("--dry-run", words("Show what it would change; record nothing."))
        ] = False,
    ) -> int:
        console = Console(words)
        with open_desk_and_print_notices(services, console, write=not dry_run) as desk:
            table = EventDesk(desk).open(event)
            do = table.apply_without_storing if dry_run else table.record

            def record_line(line: bytes) -> EntryIdAndEffects:
                entry = decode_event_entry(line)
                if not dry_run and desk.follow_other_programs():
                    table.follow_other_programs()
                recorded = table.retry_when_overtaken(entry, lambda: do(entry))
                return EntryIdAndEffects(recorded.entry.id, recorded.warnings, recorded.effects)

            record_and_answer_lines(sys.stdin.buffer, console, record_line)
        return console.status

    @event.command(help=words("Print the next round as an entry that record takes."))
    def pair(
        event: Annotated[str, event_argument],
        stage: Annotated[
            str,
            option(
                "--stage",
                metavar="STAGE",
                help=words("Of this stage; else the earliest with a round to come."),
            ),
        ] = "",
        count_open_as_ties: Annotated[
            bool, flag("--open", words("Swiss: results that are open count half."))
        ] = False,
    ) -> int:
        console = Console(words)
        with open_desk_and_print_notices(services, console, write=False) as desk:
            proposal = (
                EventDesk(desk)
                .open(event)
                .propose_next_round(stage or None, count_open_as_ties=count_open_as_ties)
            )
        for text in proposal.warnings:
            console.print_to_stderr(text)
        console.print_json_line(encode_event_entry(proposal.entry))
        return console.status

    _add_papers(event, services, event_argument)
    table_file = argument("FILE", words("A CSV or XLSX file."))

    @event.command(help=words("Enter the teams of a file: name, player, player in each line."))
    def teams(event: Annotated[str, event_argument], file: Annotated[str, table_file]) -> int:
        return _from_file(services, event, file, parse_team_entries)

    @event.command(
        help=words("Import the rounds of a file: round, table, start, team, team in each line.")
    )
    def schedule(event: Annotated[str, event_argument], file: Annotated[str, table_file]) -> int:
        return _from_file(services, event, file, partial(parse_schedule_entries, words=words))


def _add_new(event: CommandGroup, services: Services) -> None:
    words = services.words

    @event.command(help=words("Begin an event, or import an event file, and print its id."))
    def new(
        file: Annotated[str, argument("FILE", words("An event file."))] = "",
        name: Annotated[str, option("--name", metavar="NAME", help=words("Its name."))] = "",
        rules: Annotated[
            str,
            option(
                "--rules", metavar="ID|FILE", help=words("The rule set, by its id or its file.")
            ),
        ] = "",
        day: Annotated[
            str, option("--date", metavar="DAY", help=words("Its day, such as 2026-03-14."))
        ] = "",
    ) -> int:
        console, library = Console(words), services.library()
        if file and (name or rules or day):
            raise Refused("an event file has its name, rule set and day; give it alone")
        data = read_bytes_up_to_limit(file) if file else b""
        date = parse_day_unless_empty(day, words)
        event_rules: RuleSetOrId = ""
        if rules:
            chosen = rules_by_id_or_file(rules, library)
            event_rules = rules if rules in library.ids() else plain_rules(chosen)
        with open_desk_and_print_notices(services, console, write=True) as desk:
            events = EventDesk(desk)
            if file:
                table = events.import_event(data, file).table
            else:
                table = events.start(
                    EventHead(name=name, date=date.isoformat() if date else "", rules=event_rules)
                )
            event_id = table.event.id
        with console.say_done_if_output_fails(T("event {id} was begun", id=event_id)):
            console.print_line(event_id)
        return console.status


def _add_readers(event: CommandGroup, services: Services, event_argument: CommandParameter) -> None:
    words = services.words

    @event.command("list", help=words("List the events, newest change first."))
    def list_events(
        json: Annotated[
            bool, flag("--json", words("One JSON object an event, one a line."))
        ] = False,
    ) -> int:
        console = Console(words)
        with open_desk_and_print_notices(services, console, write=False) as desk:
            summaries = EventDesk(desk).events()
        if json:
            for each in summaries:
                console.print_json(replace(each, results=UNSET))
            return console.status
        rows = [
            [
                each.id,
                each.name,
                each.date,
                words(N("{n} team", "{n} teams", each.teams)),
                words(N("{n} round", "{n} rounds", each.rounds)),
            ]
            for each in summaries
        ]
        for line in align_rows(rows, [False] * 5):
            console.print_line(line)
        return console.status

    @event.command(help=words("Show an event: its rounds and standings."))
    def show(
        event: Annotated[str, event_argument],
        json: Annotated[bool, flag("--json", words("One JSON object with everything."))] = False,
        file: Annotated[bool, flag("--file", words("The event file, as import reads it."))] = False,
    ) -> int:
        console = Console(words)
        with open_desk_and_print_notices(services, console, write=False) as desk:
            table = EventDesk(desk).open(event)
            overview = table.event.overview
            for pairing in table.event.register.drawn:
                # Results come from the list; a match that is damaged is named all the same.
                with contextlib.suppress(Refused):
                    desk.read(table.event.match_id(pairing) or "")
        if file:
            console.print_json_line(table.export_event_file())
        elif json:
            console.print_json({**event_as_data(overview), **_versions(table.event)})
        else:
            for line in _lines(overview, words):
                console.print_line(line)
        if not file:
            for text in table.event.order_texts:
                console.print_to_stderr(text)
        return console.status


def _versions(event: Event) -> dict[str, Any]:
    """Return the versions between which somebody has to choose, if there are any, as plain data."""
    versions = [
        {
            "last": each.last_id,
            "counts": each.counts,
            "entries": str(each.result),
            "by": each.recorded_by,
        }
        for each in event_versions(event)
    ]
    return {"versions": versions} if versions else {}


def _add_papers(event: CommandGroup, services: Services, event_argument: CommandParameter) -> None:
    words = services.words
    arguments = SharedArguments(words)

    @event.command(help=words("Write an event's results as a folder of pages for any browser."))
    def publish(
        event: Annotated[str, event_argument],
        out: Annotated[
            str, option("--output", "-o", metavar="FOLDER", help=words("The folder to write."))
        ] = "",
        overwrite: Annotated[bool, arguments.overwrite] = False,
    ) -> int:
        selection = StoredMatchSelection(event=event, must_exist=True)
        return export_selected(services, selection, "html", out, overwrite=overwrite)

    for name, kind, help_text in PAPERS:
        _add_paper(event, services, event_argument, name, kind, words(help_text))


PAPERS: tuple[tuple[str, str, Text], ...] = (
    (
        "posters",
        "posters",
        T("Make posters of an event: a round, standings, brackets, as a PDF."),
    ),
    ("seating", "seats", T("Make the list of who sits where in a round, as a PDF.")),
    ("moved", "moves", T("Make the slip of who sits elsewhere than was announced, as a PDF.")),
    (
        "day",
        "log",
        T("Make the list of rulings, forfeits, penalties, corrections and marks, as a PDF."),
    ),
)
"""The papers of an event: each command, what it makes, and its help."""


def _add_paper(
    event: CommandGroup,
    services: Services,
    event_argument: CommandParameter,
    name: str,
    kind: str,
    help_text: str,
) -> None:
    arguments = SharedArguments(services.words)

    @event.command(name, help=help_text)
    def event_paper(
        event: Annotated[str, event_argument],
        out: Annotated[str, arguments.pdf] = "",
        of_round: Annotated[str, arguments.round] = "",
        paper: Annotated[str, arguments.paper] = "",
        overwrite: Annotated[bool, arguments.overwrite] = False,
    ) -> int:
        selection = StoredMatchSelection(event=event, must_exist=True)
        return export_event_papers_for_round(
            services.papers[kind], services, selection, out, of_round, paper, overwrite=overwrite
        )


def _from_file(
    services: Services, event: str, file: str, read: Callable[..., list[EventEntry]]
) -> int:
    """Record what a file of teams or rounds says, all of it or nothing."""
    console, notices = Console(services.words), list[Text]()
    data = read_bytes_up_to_limit(file, SPREADSHEET_BUDGET.bytes)
    with open_desk_and_print_notices(services, console, write=True) as desk:
        table: EventTable = EventDesk(desk).open(event)
        entries = read(data, file, table.event, notify=notices.append)
        recorded = table.record_together(entries)
    for text in (*notices, *(text for each in recorded for text in each.warnings)):
        console.print_to_stderr(text)
    teams = sum(isinstance(each, TeamEntry) for each in entries)
    rounds = (
        len(entries)
        - teams
        - sum(not hasattr(each, "players") and not hasattr(each, "pairings") for each in entries)
    )
    done = (
        N("{n} team entered", "{n} teams entered", teams)
        if teams
        else N("{n} round was imported", "{n} rounds were imported", rounds)
    )
    with console.say_done_if_output_fails(done):
        console.print_line(done)
    return console.status


# The event in lines.


def _lines(overview: Overview, words: Words) -> Iterator[str]:
    register = overview.register
    head = register.head
    yield " · ".join(part for part in (head.name, head.place, head.date) if part) or words("Event")
    for stage in register.stages.values():
        yield ""
        yield words(
            "Stage {stage}: {format}, {status}",
            stage=stage.stage,
            format=FORMATS[stage.format],
            status=STATUS_TEXTS[overview.stage_status(stage.stage)],
        )
        yield from _standings(overview, stage.stage, words)
    places = bracket_round_or_stage_names(overview, words)
    for number, planned in sorted(register.rounds.items()):
        yield ""
        title = round_title(number, places[number], words)
        yield title if planned.released is not None else words("{round}, draft", round=title)
        yield from _pairings(overview, planned, words)
    champion = champion_text(overview)
    if champion is not None:
        yield ""
        yield words(champion)


def _standings(overview: Overview, stage: str, words: Words) -> list[str]:
    bracket = overview.register.stages[stage].format in ELIMINATION

    def why(at: int, decided_by: str) -> str:
        # In a bracket a place follows from who was out when, not from what parts two scores.
        return words(
            place_reason_texts(overview, stage, at)[-1] if bracket else DECISION_TEXTS[decided_by]
        )

    rows = [
        [
            str(row.place) if row.has_place else "–",
            overview.register.team_name(row.team),
            f"{row.score:g}",
            tally_text(row),
            format_change(row.difference),
            why(at, row.decided_by) if row.decided_by and row.has_place else "",
        ]
        for at, row in enumerate(overview.stage_rows(stage))
    ]
    titles = (T("Place"), T("Team"), T("Score"), T("W–L–T"), T("Difference"), T("Why here"))
    heading = [[words(title) for title in titles]] if rows else []
    return align_rows(heading + rows, [True, False, True, False, True, False])


def _pairings(overview: Overview, planned: PlannedRound, words: Words) -> Iterator[str]:
    team_name = overview.register.team_name
    rows = []
    for pairing in planned.entry.pairings:
        outcome = overview.outcome(pairing)
        state = words(pairing_state_text(overview.register, pairing.teams, outcome))
        one, other = map(team_name, pairing.teams)
        rows.append(
            [pairing.pairing, pairing.table, words("{one} – {other}", one=one, other=other), state]
        )
    yield from align_rows(rows, [False] * 4)
    for team in planned.entry.byes:
        yield words("{team} has a bye", team=team_name(team))
