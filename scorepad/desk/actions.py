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
            T(
                "Type hands from a paper sheet, one per line. The running totals are "
                "shown beside them."
            ),
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
            T("Undo the last entry; it stays in the history."),
            "Ctrl+Z",
            when.why_cannot_undo,
            icon="arrow-back-up",
        ),
        Action(
            "redo",
            T("Redo"),
            T("Redo what you last undid."),
            "Ctrl+Shift+Z",
            when.why_cannot_redo,
            icon="arrow-forward-up",
        ),
        Action(
            "amend",
            T("Correct an entry"),
            T(
                "Correct an entry, with a reason. Before you save, you see every total that "
                "changes."
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
            T("Delete an entry, with a reason. It stays in the history."),
            "Ctrl+D",
            when.why_cannot_strike,
            needs_input=True,
            icon="trash",
        ),
        Action(
            "restore",
            T("Restore an entry"),
            T("Make a deleted entry count again."),
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
            T("The time limit starts now."),
            "F5",
            when.why_cannot_start_clock,
            icon="player-play",
        ),
        Action(
            "clock-pause",
            T("Pause the clock"),
            T("The clock stops until you resume it."),
            "F6",
            when.why_cannot_pause_clock,
            icon="player-pause",
        ),
        Action(
            "clock-resume",
            T("Resume the clock"),
            T("The clock continues from where it was paused."),
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
            T("Add 5 minutes to this table's clock."),
            "Shift+F8",
            when.why_cannot_add_time,
            icon="clock-plus",
        ),
        Action(
            "clock-less",
            T("5 fewer minutes"),
            T("Take 5 minutes off this table's clock."),
            "Ctrl+Shift+F8",
            when.why_cannot_add_time,
            icon="clock-minus",
        ),
        *when.entry_actions("clock"),
        Action(
            "start-all",
            T("Start all clocks"),
            T("Start or resume the clock of every table in the table list."),
            "Ctrl+F5",
            line=True,
            icon="player-play",
        ),
        Action(
            "pause-all",
            T("Pause all clocks"),
            T("Pause every running clock in the table list."),
            "Ctrl+F6",
            icon="player-pause",
        ),
        Action(
            "add-all",
            T("Add minutes to all clocks"),
            T("Add minutes to the clock of every table in the table list."),
            "Ctrl+F8",
            needs_input=True,
            icon="clock-plus",
        ),
        Action(
            "test-alarm",
            T("Test alarm"),
            T("Play the alarm once and show which program plays it."),
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
            T(
                "Show how a number was calculated, line by line, with each rule and its place "
                "in the rules document."
            ),
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
            T("Show a chart of both totals, hand by hand, with the target."),
            "Ctrl+Shift+G",
            when.why_no_match,
            icon="chart-line",
        ),
        Action(
            "floor",
            T("Tables"),
            T("Today's tables with their clocks, the most urgent first."),
            "Ctrl+0",
            line=True,
            icon="layout-grid",
        ),
        Action(
            "room",
            T("Room screen"),
            T(
                "Show the tables, standings and bracket in a second window, for a projector. "
                "The pages turn automatically."
            ),
            "Ctrl+F11",
            icon="presentation",
        ),
        Action(
            "full-screen",
            T("Full screen"),
            T("Turn full screen on or off."),
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
            T("Switch between system, light, dark and high contrast."),
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
            T("Type a few letters to find a table, match, event, action, setting or help page."),
            "Ctrl+K",
            needs_input=True,
            icon="search",
        ),
        Action(
            "help",
            T("Help"),
            T("Open the guide page about the current screen."),
            "F1",
            icon="help-circle",
        ),
        Action(
            "guide",
            T("Guide"),
            T("Your first night, how to do each task, and reference pages."),
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
            T("The version, and where your matches are saved."),
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
