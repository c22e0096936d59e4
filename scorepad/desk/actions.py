"""Every action of a supervisor is declared here, once.

Menu, shortcut sheet, finder and help follow from `ACTIONS`.  One that records an entry is
declared with its kind in `spades.entry_kinds`.  To add another, add one `Action` here, or for the
first two menus in `file_actions`; the page that shows it handles its `key`.
"""

from __future__ import annotations

from scorepad.desk import enabling as when
from scorepad.desk.enabling import GROUPS, Action, actions_of_group
from scorepad.desk.event_actions import EVENT
from scorepad.desk.file_actions import FILE
from scorepad.spades.words import T

__all__ = ["ACTIONS", "GROUPS", "Action", "action"]

ACTIONS: tuple[Action, ...] = (
    *FILE,
    *EVENT,
    *actions_of_group(
        "hand",
        *when.entry_actions("hand"),
        Action(
            "rekey",
            T("From paper"),
            T("Type hands from a paper sheet, one a line, with the running totals beside."),
            "Ctrl+Shift+K",
            when.why_no_match,
            needs_input=True,
            line=True,
            icon="clipboard-text",
        ),
    ),
    *actions_of_group(
        "correct",
        Action(
            "undo",
            T("Undo"),
            T("Take back what was recorded last; it stays in the history."),
            "Ctrl+Z",
            when.why_cannot_undo,
            icon="arrow-back-up",
        ),
        Action(
            "redo",
            T("Redo"),
            T("Bring back what was undone last."),
            "Ctrl+Shift+Z",
            when.why_cannot_redo,
            icon="arrow-forward-up",
        ),
        Action(
            "amend",
            T("Correct an entry"),
            T(
                "Change what was recorded, with the reason; every total that changes "
                "is shown first."
            ),
            "Ctrl+E",
            when.why_cannot_amend,
            needs_input=True,
            line=True,
            icon="pencil",
        ),
        Action(
            "strike",
            T("Delete an entry"),
            T("An entry no longer counts, with the reason; it stays in the history."),
            "Ctrl+D",
            when.why_cannot_strike,
            needs_input=True,
            icon="trash",
        ),
        Action(
            "restore",
            T("Restore an entry"),
            T("A deleted entry counts again."),
            "Ctrl+Shift+D",
            when.why_cannot_restore,
            needs_input=True,
            icon="restore",
        ),
        *when.entry_actions("correct"),
    ),
    *actions_of_group(
        "clock",
        Action(
            "clock-start",
            T("Start the clock"),
            T("The time limit runs from now."),
            "F5",
            when.why_cannot_start_clock,
            icon="player-play",
        ),
        Action(
            "clock-pause",
            T("Pause the clock"),
            T("Time stands still until it is resumed."),
            "F6",
            when.why_cannot_pause_clock,
            icon="player-pause",
        ),
        Action(
            "clock-resume",
            T("Resume the clock"),
            T("Time runs on from where it was paused."),
            "F7",
            when.why_cannot_resume_clock,
            icon="player-play",
        ),
        Action(
            "clock-add",
            T("Add minutes"),
            T("Add minutes to the clock, or take some off."),
            "F8",
            when.why_cannot_add_time,
            needs_input=True,
            line=True,
            icon="clock-plus",
        ),
        Action(
            "clock-more",
            T("5 more minutes"),
            T("Add 5 minutes to the clock of this table."),
            "Shift+F8",
            when.why_cannot_add_time,
            icon="clock-plus",
        ),
        Action(
            "clock-less",
            T("5 minutes less"),
            T("Take 5 minutes off the clock of this table."),
            "Ctrl+Shift+F8",
            when.why_cannot_add_time,
            icon="clock-minus",
        ),
        *when.entry_actions("clock"),
        Action(
            "start-all",
            T("Start all clocks"),
            T("Start or resume the clock of every table in the list of tables."),
            "Ctrl+F5",
            line=True,
            icon="player-play",
        ),
        Action(
            "pause-all",
            T("Pause all clocks"),
            T("Pause every running clock in the list of tables."),
            "Ctrl+F6",
            icon="player-pause",
        ),
        Action(
            "add-all",
            T("Add minutes to all"),
            T("Add minutes to the clock of every table in the list of tables."),
            "Ctrl+F8",
            needs_input=True,
            icon="clock-plus",
        ),
        Action(
            "test-alarm",
            T("Test alarm"),
            T("Sound the alarm once, and say what it is played with."),
            "Ctrl+F9",
            line=True,
            icon="bell-ringing",
        ),
    ),
    *actions_of_group("match", *when.entry_actions("match")),
    *actions_of_group(
        "view",
        Action(
            "why",
            T("Why this number?"),
            T("The lines behind a number, each with its rule and its place in the document."),
            "Ctrl+Y",
            when.why_no_match,
            icon="zoom-question",
        ),
        Action(
            "history",
            T("History"),
            T("Everything recorded, with time, name and corrections."),
            "Ctrl+H",
            when.why_no_match,
            icon="history",
        ),
        Action(
            "rules",
            T("Rules"),
            T("The rule set at a glance, its rulings and its checklist."),
            "Ctrl+L",
            when.why_no_match,
            icon="book",
        ),
        Action(
            "score-line",
            T("Score chart"),
            T("Both totals over the hands, and the target, drawn as lines."),
            "Ctrl+Shift+G",
            when.why_no_match,
            icon="chart-line",
        ),
        Action(
            "floor",
            T("Tables"),
            T("All tables of today with their clocks, the most urgent first."),
            "Ctrl+0",
            line=True,
            icon="layout-grid",
        ),
        Action(
            "room",
            T("Room screen"),
            T(
                "Tables, standings and bracket in a second window, for a projector; "
                "it turns by itself."
            ),
            "Ctrl+F11",
            icon="presentation",
        ),
        Action(
            "full-screen",
            T("Full screen"),
            T("The window fills the screen; the same key leads back."),
            "F11",
            line=True,
            icon="maximize",
        ),
        Action(
            "next-table",
            T("Next table"),
            T("Show the next open match."),
            "Ctrl+PgDown",
            line=True,
            icon="arrow-right",
        ),
        Action(
            "previous-table",
            T("Previous table"),
            T("Show the open match before this one."),
            "Ctrl+PgUp",
            icon="arrow-left",
        ),
        Action(
            "theme",
            T("Theme"),
            T("System, light, dark or high contrast, in turn."),
            "Ctrl+Shift+L",
            icon="contrast",
            synonyms=T("dark light night mode"),
        ),
    ),
    *actions_of_group(
        "help",
        Action(
            "find",
            T("Find"),
            T("Find a table, a match, an event, an action, a setting or help by a few letters."),
            "Ctrl+K",
            needs_input=True,
            icon="search",
        ),
        Action(
            "help",
            T("Help"),
            T("The page of the guide about what is on the screen."),
            "F1",
            icon="help-circle",
        ),
        Action(
            "guide",
            T("Guide"),
            T("Your first night, how to do each task, and reference."),
            "Ctrl+F1",
            icon="book-2",
        ),
        Action(
            "shortcuts",
            T("Keys"),
            T("Every key, and what it does."),
            "Shift+F1",
            icon="keyboard",
        ),
        Action(
            "about",
            T("About Scorepad"),
            T("Version, and where your matches are."),
            "Ctrl+Shift+F1",
            line=True,
            icon="info-circle",
        ),
    ),
)

_BY_KEY = {each.key: each for each in ACTIONS}


def action(key: str) -> Action:
    """Return the action with this key; raises `KeyError` when there is none."""
    return _BY_KEY[key]
