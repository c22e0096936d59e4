"""These actions are in the first two menus: File (whole matches, the program) and Sheets."""

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
            icon="plus",
        ),
        Action(
            "like",
            T("New match like this one"),
            T(
                "Start a match with the same event, round and rules, but new teams, at the "
                "next table."
            ),
            "Ctrl+Shift+N",
            when.why_no_match,
            needs_input=True,
            icon="copy-plus",
        ),
        Action(
            "tables",
            T("Start several tables"),
            T("Set up several tables at once: enter their numbers, rule sets and teams."),
            "Ctrl+Shift+T",
            needs_input=True,
            icon="table-plus",
        ),
        Action(
            "list",
            T("All matches"),
            T("Search the matches from every day. Open a match to continue it."),
            "Ctrl+O",
            line=True,
            icon="list-details",
        ),
        Action(
            "close-table",
            T("Close this table"),
            T("Close this table's tab. Nothing is lost, and the clock keeps running."),
            "Ctrl+W",
            when.why_no_match,
            icon="x",
        ),
        Action(
            "import",
            T("Import"),
            T("Import match files; matches you already have are merged."),
            "Ctrl+Shift+I",
            needs_input=True,
            line=True,
            icon="file-import",
        ),
        Action(
            "archive",
            T("Archive this match"),
            T(
                "Remove this match from the list, for example if you opened it by mistake. "
                "Nothing is deleted."
            ),
            "Ctrl+Shift+W",
            when.why_no_match,
            icon="archive",
        ),
        Action(
            "unarchive",
            T("Bring a match back"),
            T("Show the archived matches, and put one back in the list."),
            "Ctrl+Shift+B",
            icon="archive-off",
        ),
        Action(
            "house-rules",
            T("House rules"),
            T(
                "Copy a rule set, change it and try it on a hand. Save, export and import your "
                "own rule sets."
            ),
            "Ctrl+Shift+H",
            line=True,
            icon="adjustments",
        ),
        Action(
            "settings",
            T("Settings"),
            T("Your name, language, theme, colors, text size, paper and alarm."),
            "Ctrl+,",
            needs_input=True,
            icon="settings",
        ),
        Action(
            "quit",
            T("Close Scorepad"),
            T("Nothing is lost when you close Scorepad."),
            "Ctrl+Q",
            line=True,
            icon="logout",
        ),
    ),
    *actions_of_group(
        "sheet",
        Action(
            "print",
            T("Print the sheet"),
            T("Preview the match sheet and print it."),
            "Ctrl+P",
            when.why_no_match,
            needs_input=True,
            icon="printer",
        ),
        Action(
            "save-sheet",
            T("Save the sheet"),
            T("Save the match sheet as a PDF file."),
            "Ctrl+S",
            when.why_no_match,
            needs_input=True,
            icon="device-floppy",
        ),
        Action(
            "export",
            T("Export"),
            T("Export matches as match files, spreadsheets or match sheets."),
            "Ctrl+Shift+E",
            needs_input=True,
            icon="file-export",
        ),
        Action(
            "copy-result",
            T("Copy the result"),
            T("Copy the score as one line, to paste into a chat."),
            "Ctrl+Shift+C",
            when.why_no_match,
            icon="copy",
        ),
        Action(
            "print-several",
            T("Print or export matches"),
            T("Select matches and export them as half-page sheets, spreadsheets or match files."),
            "Ctrl+Shift+S",
            needs_input=True,
            line=True,
            icon="files",
        ),
        Action(
            "book",
            T("Event book"),
            T("Results by round, standings, brackets and every sheet of an event, as one PDF."),
            "Ctrl+B",
            needs_input=True,
            icon="book-2",
        ),
        Action(
            "round",
            T("Printouts for a round"),
            T(
                "Sign-in sheet, seating, table cards, and a sheet to fill in by hand for "
                "each match of a round, as one PDF."
            ),
            "Ctrl+Shift+Y",
            needs_input=True,
            icon="clipboard-list",
        ),
        Action(
            "blank",
            T("Blank sheet"),
            T("View and print an empty sheet for any rule set, to fill in by hand."),
            "Ctrl+Shift+P",
            needs_input=True,
            line=True,
            icon="file",
        ),
        Action(
            "check-sheet",
            T("Check a printed sheet"),
            T(
                "Use a document's file or code to check whether it was made here and is still "
                "current."
            ),
            "Ctrl+Shift+V",
            needs_input=True,
            icon="file-check",
        ),
    ),
)
