"""Every command is listed here, with its help and its module.

A command is imported when it is asked for; the list of all of them needs only what is here.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from scorepad.spades.words import T, Text, Words


class ModuleAndHelp(NamedTuple):
    """Names the module that adds the command, and its help."""

    module: str
    help: Text


COMMANDS: Final = {
    "score": ModuleAndHelp("scoring", T("Score match files.")),
    "matches": ModuleAndHelp("matches", T("List the matches, newest change first.")),
    "show": ModuleAndHelp("matches", T("Show a match.")),
    "new": ModuleAndHelp("matches", T("Open a match and print its id.")),
    "record": ModuleAndHelp(
        "recording",
        T(
            "Record entries, one JSON object a line.\n\n"
            "They are read from standard input; each is answered once it is on the disk: "
            "an object with ok and the entry's id, or with error and a sentence."
        ),
    ),
    "choose": ModuleAndHelp("choosing", T("Say which of two versions of a match or event counts.")),
    "import": ModuleAndHelp(
        "importing", T("Import match files; one that is already kept is joined.")
    ),
    "export": ModuleAndHelp("exports", T("Write matches as tables, match files or sheets.")),
    "book": ModuleAndHelp(
        "exports", T("Make an event's book: results, standings and every sheet, as a PDF.")
    ),
    "poster": ModuleAndHelp(
        "exports", T("Make a poster of a round's results and the standings, as a PDF.")
    ),
    "round": ModuleAndHelp(
        "exports",
        T(
            "Make all that a round needs, as a PDF: who sits where, and a sheet to "
            "fill in by hand for each match."
        ),
    ),
    "verify": ModuleAndHelp(
        "verifying",
        T(
            "Was this document made here, and has what it shows changed since?\n\n"
            "Exit status 0: made here, and nothing has changed; 1: changed since, or not known "
            "here; 2: it cannot be read. A code that was typed speaks of the match, not of a file."
        ),
    ),
    "sheet": ModuleAndHelp("sheets", T("Make a match sheet, or a blank one, as a PDF.")),
    "check": ModuleAndHelp(
        "matches", T("Check that everything that is kept is whole and can be read.")
    ),
    "backup": ModuleAndHelp(
        "matches", T("Write a backup of everything that is kept to a new file.")
    ),
    "restore": ModuleAndHelp(
        "matches", T("Import a backup, or the copy on a USB drive; nothing that is here goes.")
    ),
    "share": ModuleAndHelp(
        "sharing", T("Share with other laptops: how it stands, exchange, take over.")
    ),
    "rules": ModuleAndHelp("rulesets", T("List the rule sets, show one, or check a house file.")),
    "event": ModuleAndHelp("events", T("Events: teams, rounds, pairings, standings.")),
}
"""Every command by its name, in the order of the help."""


def command_help(name: str, words: Words) -> str:
    """Return the help of a command in the reader's language."""
    return words(COMMANDS[name].help)
