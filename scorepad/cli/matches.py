"""`scorepad matches`, `show`, `new`, `check`, `backup` and `restore` work on the matches that are
kept."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from msgspec.structs import asdict

from scorepad.cli.console import DIFFERENT, REFUSED, Console
from scorepad.cli.rulesets import rules_by_id_or_file
from scorepad.cli.scoresheet import align_rows, scoresheet_lines
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import read_bytes_up_to_limit
from scorepad.desk.desk import Desk
from scorepad.desk.first_dealer import DealerDraw, draw_first_dealer
from scorepad.desk.floor import unapplied_entry_texts
from scorepad.desk.ports import AnyStatus
from scorepad.events.event_descriptions import confirmation_text, other_result_text
from scorepad.events.status import with_events
from scorepad.spades.contested import parse_readings
from scorepad.spades.entries import Head
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.result import totals_text
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.sheetcode import code_of
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import T, Text, join_parts


def new(services: Services, console: Console, args: Namespace) -> None:
    """Start a match."""
    library, file, rules = services.library(), args.file, args.rules
    if bool(file) == bool(rules):
        raise Refused("give either --rules or a match file, not both")
    if file and args.first_dealer:
        raise Refused(
            "the match file already names the first dealer; use --first-dealer only with --rules"
        )
    if file and args.readings:
        raise Refused("the match file already sets the readings; use --reading only with --rules")
    match = parse_match_file(read_bytes_up_to_limit(file), library, where=file) if file else None
    chosen = rules_by_id_or_file(rules, library) if rules else None
    draw = None
    if chosen is not None and args.first_dealer == "draw":
        draw = draw_first_dealer(chosen)
    elif args.first_dealer:
        draw = DealerDraw(int(args.first_dealer))
    with open_desk_and_print_notices(services, console, write=True) as desk:
        if match is not None:
            if not match.board.is_over and desk.is_table_taken(match.head):
                console.print_to_stderr(_table_in_use(match.head, desk))
            match_id = desk.start_match_with_log(match).id
        elif chosen is not None:
            head = Head(
                rules=plain_rules(chosen),
                agreed=parse_readings(args.readings, chosen),
                first_dealer=0 if draw is None else draw.seat,
            )
            match_id = desk.start(head).id
            if draw is not None:
                console.print_to_stderr(draw.describe(head))
    with console.say_done_if_output_fails(T("match {id} was started", id=match_id)):
        if args.json:
            dealer = {} if draw is None else {"first_dealer": draw.seat}
            console.print_json({"id": match_id, **dealer})
        else:
            console.print_line(match_id)


def list_matches(services: Services, console: Console, args: Namespace) -> None:
    with open_desk_and_print_notices(services, console, write=False) as desk:
        statuses = desk.matches(" ".join(args.search), archived=args.archived)
    if args.json:
        for each in statuses:
            fields = asdict(each) | {"runs_out": each.runs_out}
            del fields["figures"]  # `event stats` adds them up
            del fields["round_text"]  # a text for people
            console.print_json(fields)
        return
    states = str(T("over")), str(T("playing")), str(T("not started"))
    for line in align_rows([_row(each, states) for each in statuses], "    R"):
        console.print_line(line)


def show(services: Services, console: Console, args: Namespace) -> None:
    """Show a match."""
    with open_desk_and_print_notices(services, console, write=False) as desk:
        if args.json:
            console.print_json_line(desk.export_match_file(args.match))
            return
        shown = desk.read(args.match)
        status = with_events(status_of(shown), desk.read_event_statements())
    for line in scoresheet_lines(shown):
        console.print_line(line)
    for text in _questions(T("Match {id}", id=status.id), status):
        console.print_line(text)
    for note in filter(None, (other_result_text(status), confirmation_text(status))):
        console.print_line(note)
    code = code_of(shown)
    if code is not None:
        console.print_line(T("Match {id}; code {code}", id=code.match, code=code.short))


def check(services: Services, console: Console, _args: Namespace) -> None:
    """Check the stored data."""
    faults = services.check()
    for text in faults:
        console.print_to_stderr(text)
        console.status = REFUSED
    if not faults:
        console.print_line(T("No damage was found."))
        with open_desk_and_print_notices(services, console, write=False) as desk:
            for text in describe_matches_and_events_to_settle(desk):
                console.print_line(text)


def backup(services: Services, console: Console, args: Namespace) -> None:
    """Back up all data."""
    services.backup(Path(args.file))
    with console.say_done_if_output_fails(T("the backup {file} was saved", file=args.file)):
        console.print_line(T("Backed up all data to {file}.", file=args.file))


def restore(services: Services, console: Console, args: Namespace) -> None:
    """Import a backup or a copy."""
    new, damaged, notices = services.restore(Path(args.file))
    console.print_notices(notices)
    done = T("everything in {file} was imported", file=args.file)
    text = T("Everything in {file} was already here.", file=args.file)
    if new:
        text = T("Imported everything in {file}; nothing was removed.", file=args.file)
    if damaged:
        console.status = DIFFERENT
        done = T("everything readable in {file} was imported", file=args.file)
        text = T("Imported everything readable in {file}; nothing was removed.", file=args.file)
    with console.say_done_if_output_fails(done):
        console.print_line(text)


def describe_matches_and_events_to_settle(desk: Desk) -> Iterator[Text]:
    """Yield which matches and events have two versions, or entries that wait."""
    statuses = [*desk.matches(), *desk.matches(archived=True)]
    for each in statuses:
        yield from _questions(T("Match {id}", id=each.id), each)
    for event in desk.keeper.events():
        yield from _questions(T("Event {id}", id=event.id), event)


def _questions(name: Text, status: AnyStatus) -> Iterator[Text]:
    if status.versions:
        yield T("{name} has two versions; choose one of them.", name=name)
    for text in unapplied_entry_texts(status):
        yield T("{name}: {what}.", name=name, what=text)


def _table_in_use(head: Head, desk: Desk) -> Text:
    table, free = head.table, desk.with_next_free_table(head).table
    sentence = T("a match in this round is already at {table}", table=table_name(table))
    return sentence if free == table else T("{said}; {free} is free", said=sentence, free=free)


def _row(status: MatchStatus, states: tuple[str, str, str]) -> list[str]:
    first, second = status.team_names()
    place = join_parts(map(str.strip, (status.event, status.round, status.table)))
    state = states[0 if status.is_over else 1 if status.begun else 2]
    return [
        status.id,
        str(T("{one} – {other}", one=first, other=second)),
        place,
        status.rules,
        str(totals_text(*status.score)),
        state,
    ]
