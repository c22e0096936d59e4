"""`scorepad matches`, `show`, `new`, `check`, `backup` and `restore` work on the matches that are
kept."""

from argparse import Namespace
from collections.abc import Iterator
from pathlib import Path

from scorepad.cli.console import DIFFERENT, REFUSED, Console
from scorepad.cli.rulesets import rules_by_id_or_file
from scorepad.cli.scoresheet import align_rows, scoresheet_lines
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import read_bytes_up_to_limit
from scorepad.desk.desk import Desk
from scorepad.desk.earlier_logs import DRAFT_ID, result_changes_in_draft
from scorepad.desk.first_dealer import DealerDraw, draw_first_dealer
from scorepad.desk.ports import AnySummary, Summary
from scorepad.desk.summary import summarize, unapplied_entry_texts
from scorepad.events.event_descriptions import other_result_text
from scorepad.spades.entries import Head
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.naming import (
    table_name,
    team_name_or_default_field,
    translated_name,
)
from scorepad.spades.refusal import Refused
from scorepad.spades.result import totals_text
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import T, Text, Words, isolate_name


def new(services: Services, console: Console, args: Namespace) -> None:
    """Start a match."""
    library, file, rules = services.library(), args.file, args.rules
    if bool(file) == bool(rules):
        raise Refused("give either --rules or a match file, not both")
    if file and args.first_dealer:
        raise Refused("the match file names the first dealer; --first-dealer goes with --rules")
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
                console.print_to_stderr(_table_in_use(match.head, desk, services.words))
            match_id = desk.start_match_with_log(match).id
        elif chosen is not None:
            head = Head(rules=plain_rules(chosen), first_dealer=0 if draw is None else draw.seat)
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
    """List the matches."""
    words = services.words
    with open_desk_and_print_notices(services, console, write=False) as desk:
        summaries = desk.matches(" ".join(args.search), archived=args.archived)
    if args.json:
        for each in summaries:
            console.print_json(each)
        return
    states = words("over"), words("playing"), words("not begun")
    for line in align_rows([_row(each, states, words) for each in summaries], "    R"):
        console.print_line(line)


def show(services: Services, console: Console, args: Namespace) -> None:
    """Show a match."""
    with open_desk_and_print_notices(services, console, write=False) as desk:
        if args.json:
            console.print_json_line(desk.export_match_file(args.match))
            return
        shown = desk.read(args.match)
        event_results = desk.read_results_stated_by_events()
    for line in scoresheet_lines(shown, services.words):
        console.print_line(line)
    summary = summarize(shown)
    for text in _questions(T("Match {id}", id=summary.id), summary):
        console.print_line(text)
    notes = other_result_text(shown, event_results), event_results.confirmation_of(shown)
    for note in filter(None, notes):
        console.print_line(note)
    code = code_of(shown)
    if code is not None:
        console.print_line(T("Match {id}; code {code}", id=code.match, code=code.short))


def check(services: Services, console: Console, _args: Namespace) -> None:
    """Check the stored data."""
    faults = services.upkeep().check()
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
    services.upkeep().backup(Path(args.file))
    with console.say_done_if_output_fails(T("the backup {file} was written", file=args.file)):
        console.print_line(T("All data is backed up in {file}.", file=args.file))


def restore(services: Services, console: Console, args: Namespace) -> None:
    """Import a backup or a copy."""
    new, damaged, notices = services.upkeep().restore(Path(args.file))
    console.print_notices(notices)
    done = T("everything in {file} was imported", file=args.file)
    text = T("Everything in {file} was already here.", file=args.file)
    if new:
        text = T("Everything in {file} was imported; nothing was removed.", file=args.file)
    if damaged:
        console.status = DIFFERENT
        done = T("everything readable in {file} was imported", file=args.file)
        text = T("Everything readable in {file} was imported; nothing was removed.", file=args.file)
    with console.say_done_if_output_fails(done):
        console.print_line(text)


def describe_matches_and_events_to_settle(desk: Desk) -> Iterator[Text]:
    """Yield which matches and events have two versions, entries that wait, or another result than
    an earlier program gave them."""
    summaries = [*desk.matches(), *desk.matches(archived=True)]
    for each in summaries:
        yield from _questions(T("Match {id}", id=each.id), each)
    yield from result_changes_in_draft(desk.keeper.draft(DRAFT_ID))
    for event in desk.keeper.events():
        yield from _questions(T("Event {id}", id=event.id), event)


def _questions(name: Text, summary: AnySummary) -> Iterator[Text]:
    if summary.versions:
        yield T("{name} has two versions; choose one of them.", name=name)
    for text in unapplied_entry_texts(summary):
        yield T("{name}: {what}.", name=name, what=text)


def _table_in_use(head: Head, desk: Desk, words: Words) -> Text:
    """Return what is said of a new match at a table where one of its round is played."""
    table, free = head.table, desk.with_next_free_table(head).table
    sentence = T(
        "a match of this round is played at {table} already", table=table_name(table, words)
    )
    return sentence if free == table else T("{said}; {free} is free", said=sentence, free=free)


def _row(summary: Summary, states: tuple[str, str, str], words: Words) -> list[str]:
    first, second = (
        translated_name(team_name_or_default_field(n, side), words)
        for side, n in enumerate(summary.teams)
    )
    place = " · ".join(
        isolate_name(part)
        for part in map(str.strip, (summary.event, summary.round, summary.table))
        if part
    )
    state = states[0 if summary.status == "over" else 1 if summary.hands else 2]
    return [
        summary.id,
        words("{one} – {other}", one=first, other=second),
        place,
        summary.rules,
        words(totals_text(*summary.score)),
        state,
    ]
