"""`scorepad import` takes in match files, many with one write to the disk."""

from argparse import Namespace
from collections.abc import Sequence
from functools import cache

from scorepad.cli.console import Console
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import read_matches_of_file
from scorepad.desk.desk import Desk, ImportResult
from scorepad.desk.event_desk import EventDesk
from scorepad.events.eventfile import is_event_file
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text

FILES_AT_ONCE = 250
"""At most this many matches are kept together: more are hardly faster, and are waited for
longer."""
LARGE = 4 * 1024 * 1024
"""Once this many bytes of match files are read, they are kept without waiting for more."""


def import_files(services: Services, console: Console, args: Namespace) -> None:
    """Import match and event files."""
    with open_desk_and_print_notices(services, console, write=True) as desk:
        batch = _Batch(desk, console, json=args.json)
        for name in args.files:
            for where, data in read_matches_of_file(name, before_wait=batch.import_files):
                if isinstance(data, bytes) and is_event_file(data):
                    batch.import_files()
                    _import_event(desk, console, where, data, json=args.json)
                else:
                    batch.add_file(where, data)
        batch.import_files()


def _import_event(desk: Desk, console: Console, where: str, data: bytes, *, json: bool) -> None:
    try:
        result = EventDesk(desk).import_event(data, where)
    except Refused as refused:
        console.print_refusal(refused, also_json=json)
        return
    event_id = result.table.event.id
    with console.say_done_if_output_fails(
        T("{where} and everything before it was imported", where=where)
    ):
        if json:
            console.print_json(
                {
                    "event": event_id,
                    "created": result.created,
                    "new": result.new,
                    "unfit": {entry: why.english for entry, why in result.unfit},
                    "waiting": result.waiting,
                    "versions": result.has_versions,
                }
            )
        elif result.created:
            console.print_line(T("{where}: event {id} was imported", where=where, id=event_id))
        elif result.new:
            count = N("{n} entry", "{n} entries", result.new)
            console.print_line(
                T(
                    "{where}: merged with event {id}, {new} added",
                    where=where,
                    id=event_id,
                    new=count,
                )
            )
        else:
            console.print_line(
                T("{where}: event {id} already has everything", where=where, id=event_id)
            )
    say_waiting_and_versions(console, where, result.waiting, has_versions=result.has_versions)
    say_unfit_entries(console, where, result.unfit)


class _Batch:
    """Imports match files together, and answers each once all are on the disk."""

    def __init__(self, desk: Desk, console: Console, *, json: bool) -> None:
        self._desk, self._console, self._json = desk, console, json
        self._played = cache(desk.places_in_play)
        self._files: list[tuple[str, bytes | Refused]] = []
        self._bytes = 0

    def add_file(self, where: str, data: bytes | Refused) -> None:
        """Add one more file, and import all when there are enough."""
        self._files.append((where, data))
        self._bytes += len(data) if isinstance(data, bytes) else 0
        if len(self._files) >= FILES_AT_ONCE or self._bytes >= LARGE:
            self.import_files()

    def import_files(self) -> None:
        """Import files that belong together, and print the result of each."""
        files, self._files, self._bytes = self._files, [], 0
        if not files:
            return
        done = self._desk.import_matches(files, self._played)
        with self._console.say_done_if_output_fails(_so_far([where for where, _ in files], done)):
            for (where, _), result in zip(files, done, strict=True):
                if isinstance(result, Refused):
                    self._console.print_refusal(result, also_json=self._json)
                else:
                    _say_result(self._console, where, result, json=self._json)


def _so_far(places: list[str], done: list[ImportResult | Refused]) -> Text:
    imported = [
        where for where, each in zip(places, done, strict=True) if isinstance(each, ImportResult)
    ]
    if not imported:
        return T("nothing was imported")
    return T("{where} and everything before it was imported", where=imported[-1])


def _say_result(console: Console, where: str, result: ImportResult, *, json: bool) -> None:
    if json:
        console.print_json(
            {
                "id": result.match_id,
                "created": result.created,
                "new": result.new,
                "known": result.known,
                "unfit": {entry: why.english for entry, why in result.unfit},
                "waiting": result.waiting,
                "versions": result.has_versions,
            }
        )
    else:
        count: Text = N("{n} entry", "{n} entries", result.new)
        if result.created:
            text = T("{where}: new match {id}, {new}", where=where, id=result.match_id, new=count)
        elif result.new:
            text = T(
                "{where}: merged with match {id}, {new} added",
                where=where,
                id=result.match_id,
                new=count,
            )
        else:
            text = T("{where}: match {id} already has everything", where=where, id=result.match_id)
        console.print_line(text)
    if result.head_differs:
        console.print_to_stderr(
            T(
                "{where}: its teams, rules or places differ from the stored match, which stays "
                "as it is",
                where=where,
            )
        )
    if result.table_in_use:
        table = table_name(result.table_in_use)
        sentence = T("a match of this round is already at {table}", table=table)
        console.print_to_stderr(T("{where}: {what}", where=where, what=sentence))
    say_waiting_and_versions(console, where, result.waiting, has_versions=result.has_versions)
    say_unfit_entries(console, where, result.unfit)


def say_unfit_entries(console: Console, where: str, unfit: Sequence[tuple[str, Text]]) -> None:
    """Print the entries that don't count, with reasons."""
    for entry, why in unfit:
        console.print_to_stderr(
            T(
                "{where}: entry {entry} no longer fits and doesn't count: {why}",
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
            "{n} entry is waiting for one that isn't here",
            "{n} entries are waiting for one that isn't here",
            waiting_entries,
        )
        console.print_to_stderr(T("{where}: {what}", where=where, what=text))
    if has_versions:
        text = T("there are two versions now; look at both and choose one")
        console.print_to_stderr(T("{where}: {what}", where=where, what=text))
