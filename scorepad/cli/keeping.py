"""`scorepad matches`, `show`, `new`, `record`: the matches that are kept."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated

import typer

from scorepad.cli.arguments import Arguments, argument, option
from scorepad.cli.recording import record_lines
from scorepad.cli.rulesets import rules_from
from scorepad.cli.scoresheet import aligned, scoresheet
from scorepad.cli.services import Services
from scorepad.cli.sources import whole
from scorepad.cli.speech import Speech
from scorepad.desk.desk import Desk
from scorepad.desk.ports import Summary
from scorepad.spades.directions import isolated
from scorepad.spades.entries import Head
from scorepad.spades.matchfile import read_match
from scorepad.spades.naming import called, name_said
from scorepad.spades.occasion import tidy
from scorepad.spades.refusal import Refused
from scorepad.spades.result import totals_text
from scorepad.spades.rulefile import plain
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import T, Words


class NothingToStart(Refused):
    def __init__(self) -> None:
        super().__init__(
            T("say how the match is scored: --rules with a rule set, or a match file, not both")
        )


def opened(desk: Desk, speech: Speech) -> Desk:
    """The desk, after what its keeper has to say."""
    speech.tell(desk.notices)
    return desk


@contextmanager
def writing(services: Services, speech: Speech) -> Iterator[Desk]:
    """The desk to write at.  What its keeper did in the background (a backup) is known when it
    is closed, and what went wrong there is said then; what was confirmed is kept all the same."""
    with services.open_desk(write=True) as desk:
        yield opened(desk, speech)
    speech.tell(desk.notices)


def add(app: typer.Typer, services: Services) -> None:
    """Add the commands."""
    words = services.words
    said = Arguments(words)
    _add_readers(app, services)

    @app.command(help=words("Open a match and print its id."))
    def new(
        file: Annotated[
            str,
            argument("FILE", words("A match file; its log may be empty.")),
        ] = "",
        rules: Annotated[
            str,
            option(
                "--rules", metavar="ID|FILE", said=words("The rule set, by its id or its file.")
            ),
        ] = "",
        json: Annotated[
            bool, typer.Option("--json", help=words("Print a JSON object with the id."))
        ] = False,
    ) -> int:
        speech, library = Speech(words), services.library()
        if bool(file) == bool(rules):
            raise NothingToStart
        match = read_match(whole(file), library, where=file) if file else None
        chosen = rules_from(rules, library) if rules else None
        with writing(services, speech) as desk:
            if match is not None:
                match_id = desk.begin(match).id
            elif chosen is not None:
                match_id = desk.start(Head(rules=plain(chosen))).id
        with speech.acknowledging(T("match {id} was opened", id=match_id)):
            if json:
                speech.json({"id": match_id})
            else:
                speech.line(match_id)
        return speech.status

    @app.command(
        help=words(
            "Record entries, one JSON object a line.\n\n"
            "They are read from standard input; each is answered once it is on the disk: "
            "an object with ok and the entry's id, or with error and a sentence."
        )
    )
    def record(
        match: Annotated[str, said.match],
    ) -> int:
        speech = Speech(words)
        with writing(services, speech) as desk:
            record_lines(desk.open(match), sys.stdin.buffer, speech)
        return speech.status


def _add_readers(app: typer.Typer, services: Services) -> None:
    words = services.words
    said = Arguments(words)

    @app.command(help=words("List the matches, newest change first."))
    def matches(
        search: Annotated[
            list[str] | None,
            argument(
                "[WORD…]",
                words("Only matches with these words: event, round, table, team, player."),
            ),
        ] = None,
        json: Annotated[bool, said.json_lines] = False,
        aside: Annotated[
            bool, typer.Option("--aside", help=words("The matches that were set aside."))
        ] = False,
    ) -> int:
        speech = Speech(words)
        with services.open_desk(write=False) as desk:
            found = opened(desk, speech).matches(" ".join(search or ()), aside=aside)
        if json:
            for each in found:
                speech.json(each)
        else:
            for line in aligned([_row(each, words) for each in found], [False] * 4 + [True, False]):
                speech.line(line)
        return speech.status

    @app.command(help=words("Show a match."))
    def show(
        match: Annotated[str, said.match],
        json: Annotated[
            bool, typer.Option("--json", help=words("The match file, which import takes back."))
        ] = False,
    ) -> int:
        speech = Speech(words)
        with services.open_desk(write=False) as desk:
            opened(desk, speech)
            if json:
                speech.data(desk.give_out(match))
                return speech.status
            shown = desk.read(match)
        for line in scoresheet(shown, words):
            speech.line(line)
        code = code_of(shown)
        if code is not None:
            speech.line(words("Match {id}; code {code}", id=code.match, code=code.short))
        return speech.status


def _row(summary: Summary, words: Words) -> list[str]:
    first, second = (name_said(called(n, side), words) for side, n in enumerate(summary.teams))
    place = " · ".join(
        isolated(part) for part in map(tidy, (summary.event, summary.round, summary.table)) if part
    )
    state = words("playing") if summary.status == "playing" else words("over")
    return [
        summary.id,
        words("{one} – {other}", one=first, other=second),
        place,
        summary.rules,
        words(totals_text(*summary.score)),
        state,
    ]
