"""Every action of a supervisor is declared here, once.

Menu, shortcut sheet, command palette and help follow from `ACTIONS`. To add an action, add one
`Action` here, or for the first two menus in `file_actions`; whoever shows it handles its `key`.
"""

from __future__ import annotations

from scorepad.desk import enabling as when
from scorepad.desk.enabling import GROUPS, Action, actions_of_group
from scorepad.desk.file_actions import FILE
from scorepad.spades import entries as kinds
from scorepad.spades.words import T

__all__ = ["ACTIONS", "GROUPS", "Action", "action"]

ACTIONS: tuple[Action, ...] = (
    *FILE,
    *actions_of_group(
        "hand",
        Action(
            "bids",
            T("Bids"),
            T("Type the bids of the next hand; confirmed, they are locked."),
            "F2",
            when.enabling_if_recordable(lambda _: kinds.Bids(bids=(3, 3, 3, 3), override="–")),
        ),
        Action(
            "tricks",
            T("Tricks"),
            T("Type the tricks of one side; the other side's follow."),
            "F3",
            when.enabling_if_recordable(lambda _: kinds.Tricks(tricks=(4, 3, 3, 3))),
        ),
        Action(
            "misdeal",
            T("Misdeal"),
            T("The deal does not count; a hand whose bids are recorded becomes void."),
            "Ctrl+M",
            when.enabling_if_recordable(lambda _: kinds.Misdeal(reason="–")),
            needs_input=True,
            line=True,
        ),
        Action(
            "renege",
            T("Renege"),
            T("A side did not follow suit, in this hand or found out after the latest one."),
            "Ctrl+R",
            when.enabling_if_recordable(when.make_probe_renege),
            needs_input=True,
        ),
        Action(
            "talk",
            T("Table talk"),
            T("An offense of a side; the rule set says what it costs."),
            "Ctrl+T",
            when.enabling_if_recordable(lambda _: kinds.Talk(side=0)),
            needs_input=True,
        ),
        Action(
            "ruling",
            T("Ruling"),
            T("Adjust a side's points or bags, with the reason."),
            "Ctrl+U",
            when.enabling_if_recordable(lambda _: kinds.Ruling(side=0, points=0, why="–")),
            needs_input=True,
        ),
        Action(
            "rekey",
            T("From paper"),
            T("Type hands from a paper sheet, one a line, with the running totals beside."),
            "Ctrl+Shift+K",
            when.why_no_match,
            needs_input=True,
            line=True,
        ),
    ),
    *actions_of_group(
        "correct",
        Action(
            "undo",
            T("Undo"),
            T("Take back what was recorded last; it stays in the history as struck."),
            "Ctrl+Z",
            when.why_cannot_undo,
        ),
        Action(
            "redo",
            T("Redo"),
            T("Bring back what was undone last."),
            "Ctrl+Shift+Z",
            when.why_cannot_redo,
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
        ),
        Action(
            "strike",
            T("Strike an entry"),
            T("An entry no longer counts, with the reason."),
            "Ctrl+D",
            when.why_cannot_strike,
            needs_input=True,
        ),
        Action(
            "restore",
            T("Restore an entry"),
            T("A struck entry counts again."),
            "Ctrl+Shift+D",
            when.why_cannot_restore,
            needs_input=True,
        ),
        Action(
            "setup",
            T("Change the setup"),
            T("Names, seats, rules, table or first dealer; everything is scored again."),
            "F4",
            when.why_no_match,
            needs_input=True,
            line=True,
        ),
    ),
    *actions_of_group(
        "clock",
        Action(
            "clock-start",
            T("Start the clock"),
            T("The time limit runs from now."),
            "F5",
            when.why_cannot_start_clock,
        ),
        Action(
            "clock-pause",
            T("Pause the clock"),
            T("Time stands still until it is resumed."),
            "F6",
            when.why_cannot_pause_clock,
        ),
        Action(
            "clock-resume",
            T("Resume the clock"),
            T("Time runs on from where it was paused."),
            "F7",
            when.why_cannot_resume_clock,
        ),
        Action(
            "clock-add",
            T("Add minutes"),
            T("Add minutes to the clock, or take some off."),
            "F8",
            when.why_cannot_add_time,
            needs_input=True,
            line=True,
        ),
        Action(
            "time",
            T("Call time"),
            T("Time is up now, whatever the clock says."),
            "F9",
            when.enabling_if_recordable(lambda _: kinds.Time()),
            needs_input=True,
        ),
        Action(
            "start-all",
            T("Start all clocks"),
            T("Start or resume the clock of every table in the list of tables."),
            "Ctrl+F5",
            line=True,
        ),
        Action(
            "pause-all",
            T("Pause all clocks"),
            T("Pause every running clock in the list of tables."),
            "Ctrl+F6",
        ),
        Action(
            "add-all",
            T("Add minutes to all"),
            T("Add minutes to the clock of every table in the list of tables."),
            "Ctrl+F8",
            needs_input=True,
        ),
        Action(
            "test-alarm",
            T("Test alarm"),
            T("Sound the alarm once, and say what it is played with."),
            "Ctrl+F9",
            line=True,
        ),
    ),
    *actions_of_group(
        "match",
        Action(
            "identity",
            T("ID shown"),
            T("Record that a player showed an ID, or did not."),
            "Ctrl+I",
            when.why_no_match,
            needs_input=True,
        ),
        Action(
            "sign",
            T("Sign the result"),
            T("A side signs the result."),
            "Ctrl+G",
            when.why_no_result,
            needs_input=True,
        ),
        Action(
            "note",
            T("Note"),
            T("Write down anything worth keeping; it changes no score."),
            "Ctrl+J",
            when.why_no_match,
            needs_input=True,
        ),
        Action(
            "forfeit",
            T("Forfeit"),
            T("A side gives the game up; the other side wins."),
            "Ctrl+Shift+F",
            when.enabling_if_recordable(lambda _: kinds.Forfeit(side=0, why="–")),
            needs_input=True,
            line=True,
        ),
        Action(
            "abandon",
            T("Abandon the game"),
            T("The game ends without a winner."),
            "Ctrl+Shift+A",
            when.enabling_if_recordable(lambda _: kinds.Abandon(why="–")),
            needs_input=True,
        ),
    ),
    *actions_of_group(
        "view",
        Action(
            "why",
            T("Why this number?"),
            T("The lines behind a number, each with its rule and its place in the document."),
            "Ctrl+Y",
            when.why_no_match,
        ),
        Action(
            "history",
            T("History"),
            T("Everything recorded, with time, name and corrections."),
            "Ctrl+H",
            when.why_no_match,
        ),
        Action(
            "rules",
            T("Rules"),
            T("The rule set at a glance, its rulings and its checklist."),
            "Ctrl+L",
            when.why_no_match,
        ),
        Action(
            "score-line",
            T("Score chart"),
            T("Both totals over the hands, and the target, drawn as lines."),
            "Ctrl+Shift+G",
            when.why_no_match,
        ),
        Action(
            "floor",
            T("Tables"),
            T("All tables of today with their clocks, the most urgent first."),
            "Ctrl+0",
            line=True,
        ),
        Action(
            "room",
            T("Room screen"),
            T(
                "Tables, standings and bracket in a second window, for a projector; "
                "it turns by itself."
            ),
            "Ctrl+F11",
        ),
        Action(
            "full-screen",
            T("Full screen"),
            T("The window fills the screen; the same key leads back."),
            "F11",
            line=True,
        ),
        Action(
            "next-table", T("Next table"), T("Show the next open match."), "Ctrl+PgDown", line=True
        ),
        Action(
            "previous-table",
            T("Previous table"),
            T("Show the open match before this one."),
            "Ctrl+PgUp",
        ),
        Action(
            "theme", T("Theme"), T("System, light, dark or high contrast, in turn."), "Ctrl+Shift+L"
        ),
    ),
    *actions_of_group(
        "help",
        Action(
            "palette",
            T("Find an action"),
            T("Type a few letters of what you want to do; Enter does it."),
            "Ctrl+K",
            needs_input=True,
        ),
        Action(
            "guide", T("Guide"), T("How to run an evening and an event, step by step."), "Ctrl+F1"
        ),
        Action("shortcuts", T("Keys"), T("Every key, and what it does."), "F1"),
        Action(
            "about",
            T("About Scorepad"),
            T("Version, and where your matches are."),
            "Shift+F1",
            line=True,
        ),
    ),
)

_BY_KEY = {each.key: each for each in ACTIONS}


def action(key: str) -> Action:
    """Return the action with this key; raises `KeyError` when there is none."""
    return _BY_KEY[key]
