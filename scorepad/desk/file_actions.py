"""These actions stand in the first two menus: File (whole matches, the program) and Sheets."""

from __future__ import annotations

from scorepad.desk import enabling as when
from scorepad.desk.enabling import Action
from scorepad.spades.words import T

FILE: tuple[Action, ...] = (
    # File
    Action(
        "new",
        "file",
        T("New match"),
        T("Choose a rule set, name teams and players, and start."),
        "Ctrl+N",
        asks=True,
    ),
    Action(
        "like",
        "file",
        T("New match like this one"),
        T("The same event, round and rules, the next table, other teams."),
        "Ctrl+Shift+N",
        when.with_match,
        asks=True,
    ),
    Action(
        "list",
        "file",
        T("All matches"),
        T("The matches of all days, with search; open one to go on where it was left."),
        "Ctrl+O",
        line=True,
    ),
    Action(
        "event",
        "file",
        T("Event"),
        T("Teams, check-in, rounds, standings and bracket of a day of play."),
        "F12",
    ),
    Action(
        "close-table",
        "file",
        T("Close this table"),
        T("Close this table's tab; nothing is lost, and its clock runs on."),
        "Ctrl+W",
        when.with_match,
    ),
    Action(
        "import",
        "file",
        T("Import"),
        T("Import match files; a match that is already here is joined with its file."),
        "Ctrl+Shift+I",
        asks=True,
        line=True,
    ),
    Action(
        "set-aside",
        "file",
        T("Archive this match"),
        T("Take a match that was opened by mistake out of the list; nothing is deleted."),
        "Ctrl+Shift+W",
        when.with_match,
    ),
    Action(
        "bring-back",
        "file",
        T("Bring a match back"),
        T("Show the archived matches, and put one back into the list."),
        "Ctrl+Shift+B",
    ),
    Action(
        "house-rules",
        "file",
        T("House rules"),
        T("Copy a rule set and change it, try it on a hand, save, export and import it."),
        "Ctrl+Shift+H",
        line=True,
    ),
    Action(
        "settings",
        "file",
        T("Settings"),
        T("Your name, language, theme, colors, text size, paper and alarm."),
        "Ctrl+,",
        asks=True,
    ),
    Action(
        "quit",
        "file",
        T("Close Scorepad"),
        T("Nothing is lost by closing."),
        "Ctrl+Q",
        line=True,
    ),
    # Sheets
    Action(
        "print",
        "sheet",
        T("Print the sheet"),
        T("See the match sheet as it will be printed, and print it."),
        "Ctrl+P",
        when.with_match,
        asks=True,
    ),
    Action(
        "save-sheet",
        "sheet",
        T("Save the sheet"),
        T("Save the match sheet as a PDF file."),
        "Ctrl+S",
        when.with_match,
        asks=True,
    ),
    Action(
        "export",
        "sheet",
        T("Export"),
        T("Write matches as match files, tables or sheets."),
        "Ctrl+Shift+E",
        asks=True,
    ),
    Action(
        "copy-result",
        "sheet",
        T("Copy the result"),
        T("Put how the match stands into the clipboard, as one line for a chat."),
        "Ctrl+Shift+C",
        when.with_match,
    ),
    Action(
        "hand-out",
        "sheet",
        T("Print or export several"),
        T("Tick matches; half-page sheets, tables or match files are made of them."),
        "Ctrl+Shift+S",
        asks=True,
        line=True,
    ),
    Action(
        "book",
        "sheet",
        T("Event book"),
        T("Results by round, standings, brackets and every sheet of an event, as one PDF."),
        "Ctrl+B",
        asks=True,
    ),
    Action(
        "round",
        "sheet",
        T("Papers for a round"),
        T(
            "Sign-in, who sits where, table cards, and a sheet to fill in by hand "
            "for each match of a round, as one PDF."
        ),
        "Ctrl+Shift+Y",
        asks=True,
    ),
    Action(
        "blank",
        "sheet",
        T("Blank sheet"),
        T("See and print an empty sheet for any rule set, to be filled in with a pen."),
        "Ctrl+Shift+P",
        asks=True,
        line=True,
    ),
    Action(
        "check-sheet",
        "sheet",
        T("Check a printed sheet"),
        T("Compare a printed sheet with what is kept, by its code or its PDF file."),
        "Ctrl+Shift+V",
        asks=True,
    ),
)
