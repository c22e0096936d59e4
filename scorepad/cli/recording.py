"""`scorepad record` takes entries from a stream, and answers each once it is on the disk."""

import sys
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Annotated, BinaryIO, TypeAlias

import typer

from scorepad.cli.arguments import Arguments
from scorepad.cli.commands import command_help
from scorepad.cli.console import Console
from scorepad.cli.services import Services, writing
from scorepad.cli.sources import bounded
from scorepad.cli.streams import Unsaid, hush
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.table import Table
from scorepad.spades.decoding import NotReadableFile
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

EffectsOf: TypeAlias = Callable[[Match, Match], Sequence[Text]]


def add(app: typer.Typer, services: Services) -> None:
    """Add the command."""
    words = services.words
    said = Arguments(words)

    @app.command(help=command_help("record", words))
    def record(
        match: Annotated[str, said.match],
    ) -> int:
        console = Console(words)
        with writing(services, console) as desk:
            events, table = EventDesk(desk), desk.open(match)
            record_lines(table, sys.stdin.buffer, console, events.effects_of)
        return console.status


def record_lines(table: Table, source: BinaryIO, console: Console, effects_of: EffectsOf) -> None:
    """Record each line; answer `{"ok": ID}` or `{"error": SENTENCE}` at once, and go on.

    What an entry brought besides (warnings, the start of the clock) is said on standard error. An
    answer has "effects" where a corrected result changes what the rounds of an event were made
    from.
    Cards count as not dealt when time ran out between hands, unless a `time` entry says so.
    Raises `Refused` when an answer cannot be given: nobody would know of what is recorded after.
    """
    for number, line in enumerate(bounded(source), 1):
        if line is None or line.strip():
            _answer(table, number, line, console, effects_of)


def _answer(
    table: Table, number: int, line: bytes | None, console: Console, effects_of: EffectsOf
) -> None:
    before = table.match
    try:
        if line is None:
            raise NotReadableFile("the line is too long to be an entry")
        recorded = table.record(decode_entry(line), dealt=False)
    except Refused as refused:
        console.refused(Refused(on_line(number, refused.text)))
        with answering(console, number, T("nothing was recorded")):
            console.json({"error": str(refused.text)})
    else:
        console.told.update(recorded.notices)
        for text in (*recorded.notices, *recorded.warnings):
            console.sentence(on_line(number, text))
        answer: dict[str, object] = {"ok": recorded.entry.id}
        if effects := effects_of(before, table.match):
            answer["effects"] = [str(text) for text in effects]
        with answering(console, number, T("the entry was recorded")):
            console.json(answer)


@contextmanager
def answering(console: Console, number: int, done: Text) -> Iterator[None]:
    """Return a context whose output answers a line; where that fails it raises `Refused`, saying
    what was `done`."""
    try:
        with console.acknowledging(on_line(number, done)):
            yield
    except Unsaid as unsaid:
        hush()
        raise Refused(unsaid.text) from None


def on_line(number: int, text: Text) -> Text:
    """Return a sentence with the number of the line that it is about."""
    return T("line {number}: {text}", number=number, text=text)
