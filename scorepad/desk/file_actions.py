"""These actions stand in the first two menus: File (whole matches, the program) and Sheets."""

from __future__ import annotations

from scorepad.desk import enabling as when
from scorepad.desk.enabling import Action, actions_of_group
from scorepad.spades.words import T

FILE: tuple[Action, ...] = (
    *actions_of_group(
        "file",
        Action(
            "new",
            T("New match"),
            T("Choose a rule set, name teams and players, and start."),
            "Ctrl+N",
            needs_input=True,
        ),
        Action(
            "like",
            T("New match like this one"),
            T("The same event, round and rules, the next table, other teams."),
            "Ctrl+Shift+N",
            when.why_no_match,
            needs_input=True,
        ),
        Action(
            "tables",
            T("Start several tables"),
            T("Enter the numbers, rule sets and teams of several tables at once."),
            "Ctrl+Shift+T",
            needs_input=True,
        ),
        Action(
            "list",
            T("All matches"),
            T("The matches of all days, with search; open one to go on where it was left."),
            "Ctrl+O",
            line=True,
        ),
        Action(
            "event",
            T("Event"),
            T("Teams, check-in, rounds, standings and bracket of a day of play."),
            "F12",
        ),
        Action(
            "close-table",
            T("Close this table"),
            T("Close this table's tab; nothing is lost, and its clock runs on."),
            "Ctrl+W",
            when.why_no_match,
        ),
        Action(
            "import",
            T("Import"),
            T("Import match files; a match that is already here is joined with its file."),
            "Ctrl+Shift+I",
            needs_input=True,
            line=True,
        ),
        Action(
            "archive",
            T("Archive this match"),
            T("Take a match that was opened by mistake out of the list; nothing is deleted."),
            "Ctrl+Shift+W",
            when.why_no_match,
        ),
        Action(
            "unarchive",
            T("Bring a match back"),
            T("Show the archived matches, and put one back into the list."),
            "Ctrl+Shift+B",
        ),
        Action(
            "house-rules",
            T("House rules"),
            T("Copy a rule set and change it, try it on a hand, save, export and import it."),
            "Ctrl+Shift+H",
            line=True,
        ),
        Action(
            "settings",
            T("Settings"),
            T("Your name, language, theme, colors, text size, paper and alarm."),
            "Ctrl+,",
            needs_input=True,
        ),
        Action("quit", T("Close Scorepad"), T("Nothing is lost by closing."), "Ctrl+Q", line=True),
    ),
    *actions_of_group(
        "sheet",
        Action(
            "print",
            T("Print the sheet"),
            T("See the match sheet as it will be printed, and print it."),
            "Ctrl+P",
            when.why_no_match,
            needs_input=True,
        ),
        Action(
            "save-sheet",
            T("Save the sheet"),
            T("Save the match sheet as a PDF file."),
            "Ctrl+S",
            when.why_no_match,
            needs_input=True,
        ),
        Action(
            "export",
            T("Export"),
            T("Write matches as match files, tables or sheets."),
            "Ctrl+Shift+E",
            needs_input=True,
        ),
        Action(
            "copy-result",
            T("Copy the result"),
            T("Put how the match stands into the clipboard, as one line for a chat."),
            "Ctrl+Shift+C",
            when.why_no_match,
        ),
        Action(
            "print-several",
            T("Print or export several"),
            T("Tick matches; half-page sheets, tables or match files are made of them."),
            "Ctrl+Shift+S",
            needs_input=True,
            line=True,
        ),
        Action(
            "book",
            T("Event book"),
            T("Results by round, standings, brackets and every sheet of an event, as one PDF."),
            "Ctrl+B",
            needs_input=True,
        ),
        Action(
            "round",
            T("Papers for a round"),
            T(
                "Sign-in, who sits where, table cards, and a sheet to fill in by hand "
                "for each match of a round, as one PDF."
            ),
            "Ctrl+Shift+Y",
            needs_input=True,
        ),
        Action(
            "blank",
            T("Blank sheet"),
            T("See and print an empty sheet for any rule set, to be filled in with a pen."),
            "Ctrl+Shift+P",
            needs_input=True,
            line=True,
        ),
        Action(
            "check-sheet",
            T("Check a printed sheet"),
            T("See whether a document was made here and still holds, by its file or its code."),
            "Ctrl+Shift+V",
            needs_input=True,
        ),
    ),
)
