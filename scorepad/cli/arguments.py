"""SharedArguments and options that several commands take are defined here once."""

from __future__ import annotations

from scorepad.cli.parser import CommandParameter
from scorepad.spades.words import Words


def argument(metavar: str, help: str) -> CommandParameter:
    """Return an argument of the command line, with its help."""
    return CommandParameter(metavar, help)


def flag(name: str, help: str) -> CommandParameter:
    """Return an option that is there or not."""
    return CommandParameter("", help, (name,))


def option(*names: str, metavar: str, help: str) -> CommandParameter:
    """Return an option with a value."""
    return CommandParameter(metavar, help, names)


class SharedArguments:
    """Holds the arguments that mean the same wherever they stand, in the reader's language."""

    def __init__(self, words: Words) -> None:
        self.match = argument("MATCH", words("The match's id, or the beginning of it."))
        self.match_files = argument(
            "FILE…", words("Match files; .ndjson files and - (standard input) hold one a line.")
        )
        self.json_lines = flag("--json", words("One JSON object a match, one a line."))
        self.paper = option(
            "--paper", metavar="A4|Letter", help=words("The paper; else as the settings say.")
        )
        self.overwrite = flag("--overwrite", words("Replace the file when it exists."))
        self.pdf = option(
            "--output",
            "-o",
            metavar="OUT.pdf",
            help=words("The PDF file to write; - is standard output."),
        )
        # Which of the matches that are kept: see `exports.StoredMatchSelection`.
        self.matches = argument("MATCH…", words("Which matches; all of them when none is named."))
        self.event = option(
            "--event", metavar="EVENT", help=words("Only the matches of this event.")
        )
        self.round = option(
            "--round",
            metavar="ROUND",
            help=words("Which round; the last one, where none is named."),
        )
        self.since = option(
            "--since",
            metavar="DAY",
            help=words("Only matches of this day or later: 2026-03-14."),
        )
        self.until = option(
            "--until", metavar="DAY", help=words("Only matches of this day or earlier.")
        )
