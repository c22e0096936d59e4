"""`scorepad matches`, `show`, `new`, `check`, `backup` and `restore` work on the matches that are
kept."""

from collections.abc import Iterator
from pathlib import Path
from typing import Annotated

from msgspec.structs import asdict

from scorepad.cli.arguments import SharedArguments, argument, flag, option
from scorepad.cli.commands import command_help
from scorepad.cli.console import DIFFERENT, REFUSED, Console
from scorepad.cli.parser import CommandGroup
from scorepad.cli.rulesets import rules_by_id_or_file
from scorepad.cli.scoresheet import align_rows, scoresheet_lines
from scorepad.cli.services import Services, open_desk_and_print_notices
from scorepad.cli.sources import read_bytes_up_to_limit
from scorepad.desk.desk import Desk
from scorepad.desk.earlier_logs import DRAFT_ID, result_changes_in_draft
from scorepad.desk.first_dealer import DealerDraw, draw_first_dealer
from scorepad.desk.floor import unapplied_entry_texts
from scorepad.desk.ports import AnyStatus
from scorepad.events.event_descriptions import confirmation_text, other_result_text
from scorepad.events.status import with_events
from scorepad.spades.entries import Head
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.result import totals_text
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import RuleSet
from scorepad.spades.sheetcode import code_of
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import T, Text, Words, isolate_name


def add_commands(app: CommandGroup, services: Services) -> None:
    """Add the commands."""
    words = services.words
    _add_readers(app, services)
    _add_upkeep(app, services)

    @app.command(help=command_help("new", words))
    def new(
        file: Annotated[str, argument("FILE", words("A match file; its log may be empty."))] = "",
        rules: Annotated[
            str,
            option(
                "--rules", metavar="ID|FILE", help=words("The rule set, by its id or its file.")
            ),
        ] = "",
        first_dealer: Annotated[
            str,
            option(
                "--first-dealer",
                metavar="0|1|2|3|draw",
                help=words(
                    "Who deals first, with --rules: 0, 1, 2 or 3, or drawn as the rule set says."
                ),
            ),
        ] = "",
        json: Annotated[bool, flag("--json", words("Print a JSON object with the id."))] = False,
    ) -> int:
        console, library = Console(words), services.library()
        if bool(file) == bool(rules):
            raise Refused(
                "say how the match is scored: --rules with a rule set, or a match file, not both"
            )
        if file and first_dealer:
            raise Refused("the match file says who deals first; --first-dealer goes with --rules")
        match = (
            parse_match_file(read_bytes_up_to_limit(file), library, where=file) if file else None
        )
        chosen = rules_by_id_or_file(rules, library) if rules else None
        draw = _first_dealer(first_dealer, chosen) if chosen is not None and first_dealer else None
        with open_desk_and_print_notices(services, console, write=True) as desk:
            if match is not None:
                if not match.board.is_over and desk.is_table_taken(match.head):
                    console.print_to_stderr(_table_in_use(match.head, desk, words))
                match_id = desk.start_match_with_log(match).id
            elif chosen is not None:
                head = Head(
                    rules=plain_rules(chosen), first_dealer=0 if draw is None else draw.seat
                )
                match_id = desk.start(head).id
                if draw is not None:
                    console.print_to_stderr(draw.describe(head))
        with console.say_done_if_output_fails(T("match {id} was opened", id=match_id)):
            if json:
                dealer = {} if draw is None else {"first_dealer": draw.seat}
                console.print_json({"id": match_id, **dealer})
            else:
                console.print_line(match_id)
        return console.status


def _first_dealer(text: str, rules: RuleSet) -> DealerDraw:
    """Return who deals first, by a seat or a draw; raises `Refused`."""
    if text == "draw":
        return draw_first_dealer(rules)
    if text not in {"0", "1", "2", "3"}:
        raise Refused(
            "“{asked}” is no first dealer; it is a seat (0, 1, 2 or 3) or draw", asked=text[:60]
        )
    return DealerDraw(int(text))


def _add_readers(app: CommandGroup, services: Services) -> None:
    words = services.words
    arguments = SharedArguments(words)

    @app.command(help=command_help("matches", words))
    def matches(
        search: Annotated[
            list[str] | None,
            argument(
                "WORD…",
                words("Only matches with these words: event, round, table, team, player."),
            ),
        ] = None,
        json: Annotated[bool, arguments.json_lines] = False,
        archived: Annotated[bool, flag("--archived", words("The archived matches."))] = False,
    ) -> int:
        console = Console(words)
        with open_desk_and_print_notices(services, console, write=False) as desk:
            statuses = desk.matches(" ".join(search or ()), archived=archived)
        if json:
            for each in statuses:
                console.print_json(asdict(each) | {"runs_out": each.runs_out})
        else:
            states = words("over"), words("playing"), words("not begun")
            rows = [_row(each, states, words) for each in statuses]
            for line in align_rows(rows, [False] * 4 + [True, False]):
                console.print_line(line)
        return console.status

    @app.command(help=command_help("show", words))
    def show(
        match: Annotated[str, arguments.match],
        json: Annotated[bool, flag("--json", words("The match file, as import reads it."))] = False,
    ) -> int:
        console = Console(words)
        with open_desk_and_print_notices(services, console, write=False) as desk:
            if json:
                console.print_json_line(desk.export_match_file(match))
                return console.status
            shown = desk.read(match)
            status = with_events(status_of(shown), desk.read_event_statements())
        for line in scoresheet_lines(shown, words):
            console.print_line(line)
        for text in _questions(T("Match {id}", id=status.id), status):
            console.print_line(text)
        notes = other_result_text(status), confirmation_text(status)
        for note in filter(None, notes):
            console.print_line(note)
        code = code_of(shown)
        if code is not None:
            console.print_line(words("Match {id}; code {code}", id=code.match, code=code.short))
        return console.status


def _add_upkeep(app: CommandGroup, services: Services) -> None:
    """Add the commands about all that is kept at once."""
    words = services.words

    @app.command(help=command_help("check", words))
    def check() -> int:
        console = Console(words)
        faults = services.upkeep().check()
        for text in faults:
            console.print_to_stderr(text)
            console.status = REFUSED
        if not faults:
            console.print_line(words("Everything that is kept is sound."))
            with open_desk_and_print_notices(services, console, write=False) as desk:
                for text in describe_matches_and_events_to_settle(desk):
                    console.print_line(text)
        return console.status

    @app.command(help=command_help("backup", words))
    def backup(file: Annotated[str, argument("FILE", words("The file to write."))]) -> int:
        console = Console(words)
        services.upkeep().backup(Path(file))
        with console.say_done_if_output_fails(T("the copy {file} was made", file=file)):
            console.print_line(words("Everything that is kept is now also in {file}.", file=file))
        return console.status

    @app.command(help=command_help("restore", words))
    def restore(
        file: Annotated[
            str,
            argument("FILE", words("A backup, or a folder or file of feeds, as on a USB drive.")),
        ],
    ) -> int:
        console = Console(words)
        new, damaged, notices = services.upkeep().restore(Path(file))
        console.print_notices(notices)
        if damaged:
            console.status = DIFFERENT
            with console.say_done_if_output_fails(
                T("what could be read of {file} is here", file=file)
            ):
                console.print_line(
                    words(
                        "What could be read of {file} is here now; nothing that was here went.",
                        file=file,
                    )
                )
            return console.status
        with console.say_done_if_output_fails(T("everything in {file} is here", file=file)):
            console.print_line(
                words("Everything in {file} is here now; nothing that was here went.", file=file)
                if new
                else words("Everything in {file} was here already.", file=file)
            )
        return console.status


def describe_matches_and_events_to_settle(desk: Desk) -> Iterator[Text]:
    """Yield which matches and events have two versions, entries that wait, or another result than
    an earlier program gave them."""
    statuses = [*desk.matches(), *desk.matches(archived=True)]
    for each in statuses:
        yield from _questions(T("Match {id}", id=each.id), each)
    yield from result_changes_in_draft(desk.keeper.draft(DRAFT_ID))
    for event in desk.keeper.events():
        yield from _questions(T("Event {id}", id=event.id), event)


def _questions(name: Text, status: AnyStatus) -> Iterator[Text]:
    if status.versions:
        yield T("{name} has two versions; choose one of them.", name=name)
    for text in unapplied_entry_texts(status):
        yield T("{name}: {what}.", name=name, what=text)


def _table_in_use(head: Head, desk: Desk, words: Words) -> Text:
    """Return what is said of a new match at a table where one of its round is played."""
    table, free = head.table, desk.with_next_free_table(head).table
    sentence = T(
        "a match of this round is played at {table} already", table=table_name(table, words)
    )
    return sentence if free == table else T("{said}; {free} is free", said=sentence, free=free)


def _row(status: MatchStatus, states: tuple[str, str, str], words: Words) -> list[str]:
    first, second = status.team_names(words)
    place = " · ".join(
        isolate_name(part)
        for part in map(str.strip, (status.event, status.round, status.table))
        if part
    )
    state = states[0 if status.is_over else 1 if status.begun else 2]
    return [
        status.id,
        words("{one} – {other}", one=first, other=second),
        place,
        status.rules,
        words(totals_text(*status.score)),
        state,
    ]
