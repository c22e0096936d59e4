"""`scorepad record` takes entries from a stream, and answers each once it is on the disk."""

import sys
from argparse import Namespace
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import NamedTuple

from scorepad.cli.console import Console
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import bounded_lines
from scorepad.cli.streams import OutputError, drop_unwritten_output
from scorepad.desk.event_desk import EventDesk
from scorepad.spades.decoding import NotReadableFile
from scorepad.spades.entries import Amend, Entry, Restore, Strike
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

CLOCK_WAS_SET = T(
    "This computer's clock was changed. The match clocks keep running as before. "
    "Scorepad will ask you whether time is up."
)


def record(services: Services, console: Console, args: Namespace) -> None:
    """Record the entries on standard input in a match."""
    with open_desk_and_print_notices(services, console, write=True) as desk:
        events, table = EventDesk(desk), desk.open(args.match)

        def look() -> None:
            if jump := services.clock_jump():
                console.print_to_stderr(CLOCK_WAS_SET)
                desk.mark_running_clocks_doubtful(jump)

        def record_line(line: bytes) -> LineAnswer:
            # Cards count as not dealt when time ran out between hands, unless an entry shows it.
            look()
            entry = decode_entry(line)
            desk.follow_other_programs()
            before = table.match
            recorded = table.retry_when_overtaken(entry, lambda: table.record(entry, dealt=False))
            console.printed_notices.update(recorded.notices)
            remarks = (*recorded.notices, *recorded.warnings)
            effects = events.preview_effects(before, table.match)
            return LineAnswer(
                recorded.entry.id,
                remarks,
                effects,
                hand_number(table.match, recorded.entry),
                entry.id,
            )

        record_and_answer_lines(console, record_line)
        look()


class LineAnswer(NamedTuple):
    """The answer to a recorded line.

    entry: the entry's id
    remarks: further consequences: warnings, the start of the clock
    effects: its changes to the rounds of an event
    hand: the number of the hand that it is in
    given_id: the id that the line gave it
    """

    entry: str | None
    remarks: Sequence[Text]
    effects: Sequence[Text]
    hand: int | None = None
    given_id: str | None = None

    def as_json(self) -> dict[str, object]:
        """Return it as a program reads it; English in every language."""
        answer: dict[str, object] = {"ok": self.given_id or self.entry}
        if self.given_id not in (None, self.entry):
            answer["id"] = self.entry
        if self.hand is not None:
            answer["hand"] = self.hand
        if self.effects:
            answer["effects"] = [text.english for text in self.effects]
        return answer


def hand_number(match: Match, entry: Entry) -> int | None:
    """Return the number of the hand that an entry is in, or that a correction is about."""
    entry_id = entry.entry if isinstance(entry, Amend | Strike | Restore) else entry.id
    hand = match.hand_of(entry_id or "")
    return None if hand is None else hand.number


def record_and_answer_lines(console: Console, record_line: Callable[[bytes], LineAnswer]) -> None:
    """Record each line of standard input, and answer `{"ok": ID}` or `{"error": SENTENCE}` at once.

    The remarks go to standard error, in the reader's language. Raises `Refused` when an answer
    can't be given, because later entries would be recorded unseen.
    """
    source = bounded_lines(sys.stdin.buffer, str(T("standard input")))
    for number, line in enumerate(source, 1):
        if line is not None and not line.strip():
            continue
        try:
            if line is None:
                raise NotReadableFile("the line is too long to be an entry")
            answer = record_line(line)
        except Refused as refused:
            console.print_refusal(Refused(with_line_number(number, refused.text)))
            with refuse_if_answer_fails(console, number, T("nothing was recorded")):
                console.print_json({"error": refused.text.english})
            continue
        for text in answer.remarks:
            console.print_to_stderr(with_line_number(number, text))
        with refuse_if_answer_fails(console, number, T("the entry was recorded")):
            console.print_json(answer.as_json())


@contextmanager
def refuse_if_answer_fails(console: Console, number: int, done: Text) -> Iterator[None]:
    """Return a context whose output answers a line; if that fails, it raises `Refused`, naming the
    act that was `done`."""
    try:
        with console.say_done_if_output_fails(with_line_number(number, done)):
            yield
    except OutputError as failure:
        drop_unwritten_output()
        raise Refused(failure.text) from None


def with_line_number(number: int, text: Text) -> Text:
    """Return a sentence with the number of the line that it is about."""
    return T("line {number}: {text}", number=number, text=text)
