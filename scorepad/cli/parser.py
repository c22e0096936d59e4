"""Every command, with its arguments, its help and an example, as a parser of `argparse`.

A command is a function of another module, which is imported when the command is run: `run` names it
as `MODULE:FUNCTION`.  It takes the services, the console and the arguments.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping
from typing import TYPE_CHECKING, Any, Final, NoReturn, TypeAlias

from scorepad import __version__
from scorepad.desk.encodings import ENCODINGS
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text

if TYPE_CHECKING:
    from scorepad.cli.services import Services

GROUPS: Final = {
    T("Scoring"): ("score", "rules"),
    T("Matches"): ("matches", "show", "new", "record", "import", "choose"),
    T("Events"): ("event",),
    T("Printing and exporting"): ("sheet", "book", "export", "verify"),
    T("Your data"): ("check", "backup", "restore", "share"),
    T("Help"): ("help", "sample"),
}
"""The commands as the help lists them."""
COMMANDS: Final = frozenset(name for names in GROUPS.values() for name in names)

MESSAGES_OF_ARGPARSE: Final = (
    T("usage: "),
    T("positional arguments"),
    T("options"),
    T("show this help message and exit"),
    T("argument %(argument_name)s: %(message)s"),
    T("the following arguments are required: %s"),
    T("unrecognized arguments: %s"),
    T("expected one argument"),
    T("expected at least one argument"),
    T("ignored explicit argument %r"),
)
"""These are collected for translation."""

Argument: TypeAlias = tuple[tuple[str, ...], dict[str, Any]]
"""The names of an argument, and the details that `argparse` takes with them."""


class CommandParser(argparse.ArgumentParser):
    """Parses the arguments of a command; raises `Refused` for a mistake."""

    def error(self, message: str) -> NoReturn:
        """Refuse the arguments in one sentence."""
        command = self.prog.replace("scorepad", "scorepad help", 1)
        raise Refused("{mistake}; see “{command}”", mistake=message, command=command)

    def _check_value(self, action: argparse.Action, value: Any) -> None:
        """Name the choices as they are typed; each Python quotes them its own way."""
        if action.choices is not None and value not in action.choices:
            text = str(T("invalid choice: %(value)r (choose from %(choices)s)"))
            choices = ", ".join(action.choices)
            raise argparse.ArgumentError(action, text % {"value": value, "choices": choices})

    def parse_known_args(self, args: Any = None, namespace: Any = None) -> tuple[Any, list[str]]:
        """Refuse unknown arguments of a command by its own help, not that of the program."""
        known, unknown = super().parse_known_args(args, namespace)
        if unknown:
            self.error(str(T("unrecognized arguments: %s")) % " ".join(unknown))
        return known, unknown


def _papers_of_events(services: Services) -> dict[str, Text]:
    papers = services.papers.values()
    return {each.name: each.meaning for each in papers if each.shows != "matches"}


def make_parser(services: Services, command: str = "") -> CommandParser:
    """Return the parser of the whole command line, or of the program and one `command`, in the
    reader's language."""
    argparse._ = lambda message: str(T(message))  # type: ignore[attr-defined]  # its messages are translated

    def shared(*names: str, **details: Any) -> Argument:
        return names, details

    def argument(name: str, metavar: Text, help: Text, **details: Any) -> Argument:
        return shared(name, metavar=str(metavar), help=str(help), **details)

    def option(*names: str, metavar: Text, help: Text, **details: Any) -> Argument:
        return shared(*names, metavar=str(metavar), help=str(help), **details)

    def flag(name: str, help: Text) -> Argument:
        return shared(name, action="store_true", help=str(help))

    def add(
        commands: Any, name: str, run: str, help: Text, example: str, *arguments: Argument
    ) -> CommandParser | None:
        if commands is None or (commands is top and command in COMMANDS - {name}):
            return None
        text = str(help)
        sentence = "".join(text.partition(". ")[:2]).rstrip()
        parser: CommandParser = commands.add_parser(
            name,
            # The commands of the program are listed in groups.
            **({} if commands is top else {"help": sentence}),
            description=text,
            epilog=str(T("Example: {command}", command=f"scorepad {example}")),
            allow_abbrev=False,
        )
        for names, details in arguments:
            parser.add_argument(*names, **details)
        parser.set_defaults(run=run)
        if commands is top:
            helps[name] = sentence
        return parser

    def add_subcommands(parser: CommandParser | None, *, required: bool = True) -> Any:
        return parser and parser.add_subparsers(
            dest="subcommand",
            metavar=str(T("COMMAND")),
            required=required,
            parser_class=CommandParser,
        )

    main = CommandParser(
        "scorepad",
        usage=f"scorepad [--data {T('DIR')}] {T('COMMAND')} ...\n"
        f"       scorepad [--data {T('DIR')}] [{T('FILE')} ...]",
        description=str(T("Score Spades matches and run Spades events."))
        + "\n"
        + str(
            T(
                "Without a command, Scorepad opens its window. If you list match files, it opens "
                "them."
            )
        ),
        formatter_class=argparse.RawDescriptionHelpFormatter,
        allow_abbrev=False,
    )
    main.add_argument(
        "--data",
        metavar=str(T("DIR")),
        help=str(T("The folder with your matches. Put this option before the command.")),
    )
    main.add_argument(
        "--version",
        action="version",
        version=f"Scorepad {__version__}",
        help=str(T("show the version and exit")),
    )
    top = main.add_subparsers(
        dest="command",
        metavar=str(T("COMMAND")),
        help=argparse.SUPPRESS,
        prog="scorepad",
        required=True,
    )
    helps: dict[str, str] = {}

    files = argument(
        "files",
        T("FILE"),
        T(
            "Match files, or - for standard input. Standard input and .ndjson files have one "
            "match per line."
        ),
        nargs="+",
    )
    match = argument("match", T("MATCH"), T("The match's ID, or the beginning of it."))
    matches = argument("matches", T("MATCH"), T("Matches to include (default: all)."), nargs="*")
    event = argument("event", T("EVENT"), T("The event's ID, the beginning of it, or its name."))
    rules = option(
        "--rules", metavar=T("ID|FILE"), help=T("The rule set: its ID or its file."), default=""
    )
    readings = option(
        "--reading",
        metavar=T("RULE=N"),
        help=T("Choose reading N of a contested rule. Needs --rules."),
        action="append",
        default=[],
        dest="readings",
    )
    of_event = option("--event", metavar=T("EVENT"), help=T("Only the matches of this event."))
    since = option(
        "--since", metavar=T("DAY"), help=T("Only matches on or after this day."), default=""
    )
    until = option(
        "--until", metavar=T("DAY"), help=T("Only matches on or before this day."), default=""
    )
    reason = option("--why", metavar=T("REASON"), help=T("The reason."), required=True)
    paper = shared(
        "--paper",
        type=str.capitalize,
        choices=["A4", "Letter"],
        help=str(T("Paper size (default: your settings).")),
    )
    overwrite = flag("--overwrite", T("Replace the file if it exists."))
    pdf = option(
        "-o",
        "--output",
        metavar=T("OUT.pdf"),
        help=T("The PDF file to write, or - for standard output."),
        required=True,
        dest="out",
    )
    out = option(
        "-o",
        "--output",
        metavar=T("OUT"),
        help=T("The file or folder to write."),
        required=True,
        dest="out",
    )
    json_lines, json_object = (
        flag("--json", T("One JSON object per line.")),
        flag("--json", T("Everything as one JSON object.")),
    )
    table_file, encoding = (
        argument("file", T("FILE"), T("A CSV or XLSX file.")),
        shared(
            "--encoding",
            choices=list(ENCODINGS),
            help=str(T("The encoding of a text file.")),
            default="",
        ),
    )

    add(
        top,
        "score",
        "scoresheet:score",
        T("Score match files."),
        "score final.scorepad",
        files,
        json_lines,
    )

    rule_sets = add_subcommands(
        add(
            top,
            "rules",
            "rulesets:list_rules",
            T("List rule sets, show one, or check your own."),
            "rules show unc",
        ),
        required=False,
    )
    add(
        rule_sets,
        "list",
        "rulesets:list_rules",
        T("List the rule sets."),
        "rules list",
        json_lines,
    )
    add(
        rule_sets,
        "show",
        "rulesets:show_rules",
        T("Show a rule set: its parameters, rulings, sources and checklist."),
        "rules show unc",
        argument("rules", T("ID|FILE"), T("The rule set's ID or its file.")),
        json_object,
    )
    add(
        rule_sets,
        "check",
        "rulesets:check_rules",
        T("Check your own rule set files."),
        "rules check club.toml",
        argument("files", T("FILE"), T("Rule set files (TOML or JSON)."), nargs="+"),
    )
    add(
        rule_sets,
        "diff",
        "rulesets:diff_rules",
        T("Show the differences between two rule sets, ready to post on a bulletin board."),
        "rules diff club.toml unc",
        argument("rules", T("ID|FILE"), T("The rule set's ID or its file.")),
        argument("other", T("ID|FILE"), T("The other rule set's ID or its file.")),
        json_object,
    )

    add(
        top,
        "matches",
        "matches:list_matches",
        T("List matches, most recently changed first."),
        "matches kings",
        argument(
            "search",
            T("WORD"),
            T("Only matches with these words in the event, round, table, team or player."),
            nargs="*",
        ),
        json_lines,
        flag("--archived", T("List the archived matches instead.")),
    )
    add(
        top,
        "show",
        "matches:show",
        T("Show a match."),
        "show 0198c0de",
        match,
        flag("--json", T("Print the match file, which “scorepad import” can read.")),
    )
    add(
        top,
        "new",
        "matches:new",
        T("Start a match and print its ID."),
        "new --rules chicago",
        argument(
            "file", T("FILE"), T("A match file, with or without entries in its log."), nargs="?"
        ),
        rules,
        shared(
            "--first-dealer",
            choices=["0", "1", "2", "3", "draw"],
            help=str(
                T(
                    "The first dealer's seat: 0 or 2 for the first team, 1 or 3 for the "
                    "second. Use “draw” to draw for the first dealer as the rule set says. "
                    "Needs --rules."
                )
            ),
        ),
        readings,
        flag("--json", T("Print a JSON object with the ID.")),
    )
    add(
        top,
        "record",
        "recording:record",
        T(
            "Record entries from standard input, one JSON object per line. Scorepad answers "
            "each entry with “ok” and its ID once it's saved, or with “error” and the reason."
        ),
        "record 0198c0de < entries.ndjson",
        match,
    )
    add(
        top,
        "import",
        "importing:import_files",
        T("Import match files; matches you already have are merged."),
        "import final.scorepad",
        files,
        json_lines,
    )
    add(
        top,
        "choose",
        "choosing:choose",
        T("Choose which of two versions of a match or event counts."),
        "choose 0198c0de-1c2a-7d3e-8f40-5a6b7c8d9e0f --why typo",
        argument("entry", T("ENTRY"), T("The ID of an entry in the version that should count.")),
        reason,
    )

    events = add_subcommands(
        add(
            top,
            "event",
            "",
            T("Run an event: teams, rounds, pairings and standings."),
            'event show "Autumn Open"',
        )
    )
    add(
        events,
        "new",
        "events:new",
        T("Start an event, or import an event file, and print its ID."),
        'event new --name "Autumn Open" --rules unc',
        argument("file", T("FILE"), T("An event file."), nargs="?"),
        option("--name", metavar=T("NAME"), help=T("The event's name."), default=""),
        rules,
        readings,
        option("--date", metavar=T("DAY"), help=T("The day of the event."), default=""),
    )
    add(
        events,
        "list",
        "events:list_events",
        T("List events, most recently changed first."),
        "event list",
        json_lines,
    )
    add(
        events,
        "show",
        "events:show",
        T("Show an event: its rounds and standings."),
        'event show "Autumn Open"',
        event,
        json_object,
        flag("--file", T("Print the event file, which “scorepad import” can read.")),
    )
    add(
        events,
        "teams",
        "events:teams",
        T(
            "Import the teams from a file. Scorepad detects the columns; check them with "
            "--dry-run first."
        ),
        'event teams "Autumn Open" teams.csv --dry-run',
        event,
        table_file,
        option(
            "--columns",
            metavar=T("KINDS"),
            help=T(
                "The contents of each column, from left to right, such as "
                "“team,player,player,skip” (see the guide)."
            ),
            default="",
        ),
        option(
            "--first-line",
            metavar=T("N"),
            help=T("The line with the first team."),
            default="",
        ),
        option("--sheet", metavar=T("NAME"), help=T("The worksheet to read."), default=""),
        encoding,
        flag(
            "--dry-run",
            T("Show how Scorepad reads the file and its teams, without recording anything."),
        ),
    )
    add(
        events,
        "schedule",
        "events:schedule",
        T(
            "Import the rounds from a file. Each line has the round, table, start time, first "
            "team, second team and stage, in that order."
        ),
        'event schedule "Autumn Open" rounds.csv',
        event,
        table_file,
        encoding,
    )
    add(
        events,
        "pair",
        "events:pair",
        T("Propose the next round and print it as an entry that “scorepad event record” can read."),
        'event pair "Autumn Open"',
        event,
        option(
            "--stage",
            metavar=T("STAGE"),
            help=T("The stage (default: the first stage that has rounds left)."),
        ),
        flag("--open", T("Swiss: count each missing result as a tie.")),
        flag("--wave", T("Propose the next round of each division, one per line.")),
    )
    add(
        events,
        "calendar",
        "events:calendar",
        T(
            "Propose a date, a time and tables for each round-robin round, and print them as "
            "entries that “scorepad event record” can read. With -o, write the event's rounds "
            "to a file that “scorepad event schedule” can read."
        ),
        'event calendar "Autumn League"',
        event,
        option("-o", metavar=T("OUT"), help=T("A new CSV or XLSX file."), dest="out"),
        overwrite,
    )
    add(
        events,
        "stats",
        "events:stats",
        T("Show the statistics of an event: its players, its teams and its records."),
        'event stats "Autumn Open"',
        event,
        shared(
            "--by",
            choices=["players", "teams", "event"],
            help=str(T("Only this table (with --csv, the default is players).")),
            default="",
        ),
        flag("--csv", T("Print one of the statistics tables as CSV.")),
        json_object,
    )
    add(
        events,
        "copy",
        "events:copy",
        T(
            "Start a copy of an event, with its teams, tables, stages and rules but no "
            "results, and print the new event's ID."
        ),
        'event copy "Autumn League" --date 3/14/2027',
        event,
        option("--date", metavar=T("DAY"), help=T("The first day of the event."), default=""),
    )
    add(
        events,
        "divide",
        "events:divide",
        T(
            "Propose divisions by seed and print them as entries that “scorepad event record” "
            "can read."
        ),
        'event divide "Autumn Open" 4',
        event,
        argument("count", T("N"), T("The number of divisions.")),
    )
    add(
        events,
        "record",
        "events:record",
        T(
            "Record entries from standard input, as “scorepad record” does. If an entry "
            "changes later rounds, the answer lists those changes under “effects”."
        ),
        'event record "Autumn Open" < entries.ndjson',
        event,
        flag("--dry-run", T("Show the effects without recording anything.")),
    )
    add(
        events,
        "publish",
        "events:publish",
        T("Write an event's results as a folder of web pages."),
        'event publish "Autumn Open" -o site',
        event,
        out,
        overwrite,
    )
    add(
        events,
        "print",
        "exports:print_event",
        T("Make an event's printouts as a PDF."),
        'event print round "Autumn Open" --round 2 -o round2.pdf',
        shared(
            "kind",
            metavar=str(T("PRINTOUT")),
            choices=list(papers := _papers_of_events(services) if events else {}),
            help="; ".join(f"{name}: {meaning}" for name, meaning in papers.items()),
        ),
        event,
        pdf,
        option(
            "--round",
            metavar=T("ROUND"),
            help=T("The round (default: the last one)."),
            dest="of_round",
            default="",
        ),
        paper,
        overwrite,
    )

    add(
        top,
        "sheet",
        "sheets:sheet",
        T("Make a match sheet, or a blank one, as a PDF."),
        "sheet 0198c0de -o final.pdf",
        argument(
            "sources",
            T("FILE_OR_MATCH"),
            T("A match file or a match's ID. With --compact, you can list several."),
            nargs="*",
        ),
        pdf,
        option("--blank", metavar=T("RULES"), help=T("A blank sheet for this rule set.")),
        flag("--pen", T("A blank sheet with the match's event, table, teams and players.")),
        flag("--compact", T("Half-page sheets, two to a page.")),
        flag("--twice", T("Print each compact sheet twice, one for each team.")),
        paper,
        overwrite,
    )
    add(
        top,
        "book",
        "exports:book",
        T("Make a book of the matches you choose: results, standings and every sheet, as a PDF."),
        'book --event "Autumn Open" -o book.pdf',
        matches,
        pdf,
        of_event,
        since,
        until,
        paper,
        overwrite,
    )
    add(
        top,
        "export",
        "exports:export",
        T("Export matches as spreadsheets, match files, match sheets or web pages."),
        "export --format xlsx -o evening.xlsx",
        matches,
        shared(
            "--format",
            dest="kind",
            type=str.lower,
            choices=list(services.formats),
            required=True,
            help="; ".join(f"{each.name}: {each.meaning}" for each in services.formats.values()),
        ),
        shared(
            "--separator",
            choices=("comma", "semicolon", "tab"),
            help=str(T("The column separator for CSV (default: your region's).")),
        ),
        out,
        of_event,
        since,
        until,
        overwrite,
    )
    add(
        top,
        "verify",
        "verifying:verify",
        T(
            "Check whether documents were made here, and whether their matches have changed "
            "since. Exit status 0: made here and unchanged; 1: changed, or not recognized; 2: "
            "unreadable. If you type a code, Scorepad checks only the match, not whether a "
            "file is genuine."
        ),
        "verify final.pdf",
        argument(
            "documents",
            T("CODE_OR_FILE"),
            T("The code at the bottom of a sheet, or a document file."),
            nargs="+",
        ),
    )

    add(top, "check", "matches:check", T("Check stored data for damage."), "check")
    add(
        top,
        "backup",
        "matches:backup",
        T("Back up all data to a new file."),
        "backup evening.zip",
        argument("file", T("FILE"), T("The backup file.")),
    )
    add(
        top,
        "restore",
        "matches:restore",
        T("Import a backup or USB copy; no existing data is removed."),
        "restore evening.zip",
        argument(
            "file",
            T("FILE"),
            T(
                "A backup file, a shared folder (on a USB drive, for example), or a file from "
                "a shared folder."
            ),
        ),
    )

    sharing = add_subcommands(
        add(
            top,
            "share",
            "sharing:show",
            T(
                "Share with other laptops: show the status, exchange entries, or take over a "
                "match or event."
            ),
            "share",
            json_object,
        ),
        required=False,
    )
    add(
        sharing,
        "once",
        "sharing:once",
        T(
            "Exchange entries once. Exit status 0: everything was exchanged; 1: something "
            "couldn't be shared or read; 2: sharing isn't set up, or another process is "
            "already exchanging entries."
        ),
        "share once",
    )
    add(
        sharing,
        "follow",
        "sharing:follow",
        T(
            "Keep exchanging entries until you stop the command. While Scorepad's window is "
            "open, this happens automatically."
        ),
        "share follow",
        flag("--until-closed", T("Stop when standard input is closed.")),
    )
    add(
        sharing,
        "take",
        "sharing:take",
        T("Take over a match or event from another laptop."),
        'share take 0198c0de --why "its battery is empty"',
        argument(
            "log",
            T("MATCH_OR_EVENT"),
            T("A match's ID (or the beginning of it), or an event's ID or name."),
        ),
        reason,
    )
    add(
        sharing,
        "forget",
        "sharing:forget",
        T("Hide a laptop until it's heard from again."),
        "share forget front-desk",
        argument(
            "laptop", T("LAPTOP"), T("The laptop's name, its ID, or the beginning of its ID.")
        ),
    )
    add(
        sharing,
        "schema",
        "sharing:schema",
        T(
            "Print the SQL that an administrator must run on a PostgreSQL server before "
            "laptops can share through it."
        ),
        "share schema",
    )

    add(
        top,
        "help",
        "",
        T("Show the help for a command."),
        "help event print",
        argument("topic", T("COMMAND"), T("The command."), nargs="*"),
    )
    add(
        top,
        "sample",
        "",
        T("Open a sample night in a window. It's deleted when you close the window."),
        "sample",
    )

    if command not in COMMANDS:
        main.epilog = _list_commands(helps)
    return main


def _list_commands(helps: Mapping[str, str]) -> str:
    lines = [
        line
        for title, names in GROUPS.items()
        for line in (f"{title}:", *(f"  {name:<10}{helps[name]}" for name in names), "")
    ]
    return "\n".join([*lines, str(T("Help for one command: scorepad help COMMAND"))])
