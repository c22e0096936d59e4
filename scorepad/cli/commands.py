"""Every command is listed here, with its help and its module.

A command is imported when it is asked for; the list of all of them needs only what is here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scorepad.spades.words import T, Text, Words


class Command(NamedTuple):
    """Names the module that adds the command, and its help."""

    module: str
    help: Text


COMMANDS: Final = {
    "score": Command("scoring", T("Score match files.")),
    "matches": Command("matches", T("List the matches, newest change first.")),
    "show": Command("matches", T("Show a match.")),
    "new": Command("matches", T("Open a match and print its id.")),
    "record": Command(
        "recording",
        T(
            "Record entries, one JSON object a line.\n\n"
            "They are read from standard input; each is answered once it is on the disk: "
            "an object with ok and the entry's id, or with error and a sentence."
        ),
    ),
    "choose": Command("choosing", T("Say which of two versions of a match or event counts.")),
    "import": Command("importing", T("Import match files; one that is already kept is joined.")),
    "export": Command("exports", T("Write matches as tables, match files or sheets.")),
    "book": Command(
        "exports", T("Make an event's book: results, standings and every sheet, as a PDF.")
    ),
    "poster": Command(
        "exports", T("Make a poster of a round's results and the standings, as a PDF.")
    ),
    "round": Command(
        "exports",
        T(
            "Make all that a round needs, as a PDF: who sits where, and a sheet to "
            "fill in by hand for each match."
        ),
    ),
    "verify": Command(
        "verifying",
        T(
            "Was this document made here, and has what it shows changed since?\n\n"
            "Exit status 0: made here, and nothing has changed; 1: changed since, or not known "
            "here; 2: it cannot be read. A code that was typed speaks of the match, not of a file."
        ),
    ),
    "sheet": Command("sheets", T("Make a match sheet, or a blank one, as a PDF.")),
    "check": Command("matches", T("Check that everything that is kept is whole and can be read.")),
    "backup": Command("matches", T("Write a backup of everything that is kept to a new file.")),
    "restore": Command(
        "matches", T("Import a backup, or the copy on a USB drive; nothing that is here goes.")
    ),
    "share": Command("sharing", T("Share with other laptops: how it stands, exchange, take over.")),
    "rules": Command("rulesets", T("List the rule sets, show one, or check a house file.")),
    "event": Command("events", T("Events: teams, rounds, pairings, standings.")),
}
"""Every command by its name, in the order of the help."""


def command_help(name: str, words: Words) -> str:
    """Return the help of a command in the reader's language."""
    return words(COMMANDS[name].help)
