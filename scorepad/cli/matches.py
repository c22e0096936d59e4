"""`scorepad score` scores match files; `matches`, `show`, `new`, `check`, `backup` and `restore`
work on the matches that are kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

import typer

from scorepad.cli.arguments import Arguments, argument, flag, option
from scorepad.cli.commands import command_help
from scorepad.cli.console import REFUSED, Console
from scorepad.cli.rulesets import rules_from
from scorepad.cli.scoresheet import aligned, score_files, scoresheet
from scorepad.cli.services import Services, reading, writing
from scorepad.cli.sources import whole
from scorepad.desk.changed_results import changed_results
from scorepad.desk.desk import Desk
from scorepad.desk.ports import AnySummary, Summary
from scorepad.desk.summary import summarize
from scorepad.events.event_descriptions import other_result_text
from scorepad.spades.entries import DOUBT, Head
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.naming import name_field, table_name, tidy_name, translated_name
from scorepad.spades.refusal import Refused
from scorepad.spades.result import totals_text
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import N, T, Text, Words, isolate_name


def add(app: typer.Typer, services: Services) -> None:
    """Add the commands."""
    words = services.words
    _add_readers(app, services)
    _add_upkeep(app, services)
    said = Arguments(words)

    @app.command(help=command_help("score", words))
    def score(
        files: Annotated[list[str], said.match_files],
        json: Annotated[bool, said.json_lines] = False,
    ) -> int:
        return score_files(files, services, json=json)

    @app.command(help=command_help("new", words))
    def new(
        file: Annotated[str, argument("FILE", words("A match file; its log may be empty."))] = "",
        rules: Annotated[
            str,
            option(
                "--rules", metavar="ID|FILE", said=words("The rule set, by its id or its file.")
            ),
        ] = "",
        json: Annotated[bool, flag("--json", words("Print a JSON object with the id."))] = False,
    ) -> int:
        console, library = Console(words), services.library()
        if bool(file) == bool(rules):
            raise Refused(
                "say how the match is scored: --rules with a rule set, or a match file, not both"
            )
        match = parse_match_file(whole(file), library, where=file) if file else None
        chosen = rules_from(rules, library) if rules else None
        with writing(services, console) as desk:
            if match is not None:
                if not match.board.over and desk.taken(match.head):
                    console.sentence(_taken(match.head, desk, words))
                match_id = desk.begin(match).id
            elif chosen is not None:
                match_id = desk.start(Head(rules=plain_rules(chosen))).id
        with console.acknowledging(T("match {id} was opened", id=match_id)):
            if json:
                console.json({"id": match_id})
            else:
                console.line(match_id)
        return console.status


def _add_readers(app: typer.Typer, services: Services) -> None:
    words = services.words
    said = Arguments(words)

    @app.command(help=command_help("matches", words))
    def matches(
        search: Annotated[
            list[str] | None,
            argument(
                "[WORD…]",
                words("Only matches with these words: event, round, table, team, player."),
            ),
        ] = None,
        json: Annotated[bool, said.json_lines] = False,
        aside: Annotated[bool, flag("--aside", words("The archived matches."))] = False,
    ) -> int:
        console = Console(words)
        with reading(services, console) as desk:
            found = desk.matches(" ".join(search or ()), aside=aside)
        if json:
            for each in found:
                console.json(each)
        else:
            states = words("over"), words("playing"), words("not begun")
            rows = [_row(each, states, words) for each in found]
            for line in aligned(rows, [False] * 4 + [True, False]):
                console.line(line)
        return console.status

    @app.command(help=command_help("show", words))
    def show(
        match: Annotated[str, said.match],
        json: Annotated[bool, flag("--json", words("The match file, as import reads it."))] = False,
    ) -> int:
        console = Console(words)
        with reading(services, console) as desk:
            if json:
                console.data(desk.give_out(match))
                return console.status
            shown = desk.read(match)
            told = desk.stated().get(shown.id or "")
        for line in scoresheet(shown, words):
            console.line(line)
        if shown.is_doubtful:
            console.line(words(DOUBT))
        summary = summarize(shown)
        for text in _questions(T("Match {id}", id=summary.id), summary):
            console.line(text)
        recorded = other_result_text(shown, told)
        if recorded is not None:
            console.line(recorded)
        code = code_of(shown)
        if code is not None:
            console.line(words("Match {id}; code {code}", id=code.match, code=code.short))
        return console.status


def _add_upkeep(app: typer.Typer, services: Services) -> None:
    """Add the commands about all that is kept at once."""
    words = services.words

    @app.command(help=command_help("check", words))
    def check(
        repair: Annotated[
            bool, flag("--repair", words("Repair what can be repaired, and say what."))
        ] = False,
    ) -> int:
        console = Console(words)
        if repair:
            done, found = services.upkeep().repair()
            for text in done:
                console.line(text)
        else:
            found = services.upkeep().check()
        for text in found:
            console.sentence(text)
            console.status = REFUSED
        if not found:
            console.line(words("Everything that is kept is sound."))
            with reading(services, console) as desk:
                for text in open_questions(desk):
                    console.line(text)
        return console.status

    @app.command(help=command_help("backup", words))
    def backup(file: Annotated[str, argument("FILE", words("The file to write."))]) -> int:
        console = Console(words)
        services.upkeep().backup(Path(file))
        with console.acknowledging(T("the copy {file} was made", file=file)):
            console.line(words("Everything that is kept is now also in {file}.", file=file))
        return console.status

    @app.command(help=command_help("restore", words))
    def restore(
        file: Annotated[str, argument("FILE", words("A file that backup wrote."))],
        match: Annotated[
            str,
            option(
                "--match",
                metavar="ID",
                said=words("Only this match: what is damaged of it is taken from the copy."),
            ),
        ] = "",
    ) -> int:
        console = Console(words)
        if match:
            whole_id, notices = services.upkeep().restore_match(Path(file), match)
            console.tell(notices)
            with console.acknowledging(T("match {id} is restored", id=whole_id)):
                console.line(words("Match {id} is restored; nothing else changed.", id=whole_id))
            return console.status
        aside, notices = services.upkeep().restore(Path(file))
        console.tell(notices)
        with console.acknowledging(T("the matches of {file} are in place", file=file)):
            console.line(
                words(
                    "The matches of {file} are in place; what was there before is in {aside}.",
                    file=file,
                    aside=str(aside),
                )
            )
        return console.status


def open_questions(desk: Desk) -> Iterator[Text]:
    """Yield which matches and events have two versions, entries that wait, or another result than
    an older program gave them."""
    summaries = [*desk.matches(), *desk.matches(aside=True)]
    for each in summaries:
        yield from _questions(T("Match {id}", id=each.id), each)
    ids = [each.id for each in summaries]
    yield from changed_results(desk.keeper, desk.library, ids)
    for event in desk.keeper.events():
        yield from _questions(T("Event {id}", id=event.id), event)


def _questions(name: Text, summary: AnySummary) -> Iterator[Text]:
    if summary.versions:
        yield T("{name} has two versions; choose one of them.", name=name)
    if summary.waiting:
        yield N(
            "{name}: {n} entry waits for one that is not here.",
            "{name}: {n} entries wait for one that is not here.",
            summary.waiting,
            name=name,
        )
    if summary.unfit:
        yield N(
            "{name}: {n} entry does not fit and counts nothing.",
            "{name}: {n} entries do not fit and count nothing.",
            summary.unfit,
            name=name,
        )


def _taken(head: Head, desk: Desk, words: Words) -> Text:
    """Return what is said of a new match at a table where one of its round is played."""
    table, free = head.table, desk.at_free_table(head).table
    said = T("a match of this round is played at {table} already", table=table_name(table, words))
    return said if free == table else T("{said}; {free} is free", said=said, free=free)


def _row(summary: Summary, states: tuple[str, str, str], words: Words) -> list[str]:
    first, second = (
        translated_name(name_field(n, side), words) for side, n in enumerate(summary.teams)
    )
    place = " · ".join(
        isolate_name(part)
        for part in map(tidy_name, (summary.event, summary.round, summary.table))
        if part
    )
    state = states[0 if summary.status == "over" else 1 if summary.hands else 2]
    if summary.doubtful:
        state = words("{state}, doubtful", state=state)
    return [
        summary.id,
        words("{one} – {other}", one=first, other=second),
        place,
        summary.rules,
        words(totals_text(*summary.score)),
        state,
    ]
