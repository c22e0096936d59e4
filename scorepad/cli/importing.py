"""`scorepad import` takes in match and event files, each answered once it is on the disk."""

from argparse import Namespace
from collections.abc import Callable, Sequence
from functools import cache

from scorepad.cli.console import Console
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import read_matches_of_file
from scorepad.desk.desk import Desk, ImportResult
from scorepad.desk.event_desk import EventDesk, EventImportResult
from scorepad.desk.places import Place
from scorepad.events.eventfile import is_event_file
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text


def import_files(services: Services, console: Console, args: Namespace) -> None:
    """Import match and event files."""
    with open_desk_and_print_notices(services, console, write=True) as desk:
        places, done = cache(desk.places_in_play), T("nothing was imported")
        for name in args.files:
            for where, data in read_matches_of_file(name):
                result = _import(desk, where, data, places)
                if not isinstance(result, Refused):
                    done = T("everything up to and including {where} was imported", where=where)
                with console.say_done_if_output_fails(done):
                    if isinstance(result, Refused):
                        console.print_refusal(result, also_json=args.json)
                    else:
                        _say_result(console, where, result, json=args.json)


def _import(
    desk: Desk, where: str, data: bytes | Refused, places: Callable[[], set[Place]]
) -> ImportResult | EventImportResult | Refused:
    if isinstance(data, Refused) or not is_event_file(data):
        return desk.import_matches([(where, data)], places)[0]
    try:
        return EventDesk(desk).import_event(data, where)
    except Refused as refused:
        return refused


def _say_result(
    console: Console, where: str, result: ImportResult | EventImportResult, *, json: bool
) -> None:
    is_match = isinstance(result, ImportResult)
    log_id = result.match_id if isinstance(result, ImportResult) else result.table.event.id
    count: Text = N("{n} entry", "{n} entries", result.new)
    if json:
        console.print_json(
            {
                "id" if is_match else "event": log_id,
                "created": result.created,
                "new": result.new,
                **({"known": result.known} if isinstance(result, ImportResult) else {}),
                "unfit": {entry: why.english for entry, why in result.unfit},
                "waiting": result.waiting,
                "versions": result.has_versions,
            }
        )
    elif result.created:
        console.print_line(
            T("{where}: new match {id}, {new}", where=where, id=log_id, new=count)
            if is_match
            else T("{where}: event {id} was imported", where=where, id=log_id)
        )
    elif result.new:
        text = (
            T("{where}: merged with match {id}, {new} added")
            if is_match
            else T("{where}: merged with event {id}, {new} added")
        )
        console.print_line(T(text.one, where=where, id=log_id, new=count))
    else:
        console.print_line(
            T("{where}: nothing new for match {id}", where=where, id=log_id)
            if is_match
            else T("{where}: nothing new for event {id}", where=where, id=log_id)
        )
    if isinstance(result, ImportResult) and result.head_differs:
        console.print_to_stderr(
            T(
                "{where}: the teams, rules or seats differ from those of the match that's "
                "already saved, so Scorepad kept the saved ones",
                where=where,
            )
        )
    if isinstance(result, ImportResult) and result.table_in_use:
        table = table_name(result.table_in_use)
        sentence = T("a match in this round is already at {table}", table=table)
        console.print_to_stderr(T("{where}: {what}", where=where, what=sentence))
    say_waiting_and_versions(console, where, result.waiting, has_versions=result.has_versions)
    say_unfit_entries(console, where, result.unfit)


def say_unfit_entries(console: Console, where: str, unfit: Sequence[tuple[str, Text]]) -> None:
    """Print the entries that don't count, with reasons."""
    for entry, why in unfit:
        console.print_to_stderr(
            T(
                "{where}: entry {entry} conflicts with others and doesn't count: {why}",
                where=where,
                entry=entry,
                why=why,
            )
        )


def say_waiting_and_versions(
    console: Console, where: str, waiting_entries: int, *, has_versions: bool
) -> None:
    """Print that entries wait for others, or that there are two versions."""
    if waiting_entries:
        text = N(
            "{n} entry can't be used until an earlier entry arrives",
            "{n} entries can't be used until earlier entries arrive",
            waiting_entries,
        )
        console.print_to_stderr(T("{where}: {what}", where=where, what=text))
    if has_versions:
        text = T("there are two versions now; compare them and choose one")
        console.print_to_stderr(T("{where}: {what}", where=where, what=text))
