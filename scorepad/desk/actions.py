"""Every action of a supervisor is declared here, once.

Menu, shortcut sheet, command palette and help follow from `ACTIONS`. To add an action, add one
`Action` here, or for the first two menus in `file_actions` (for a new kind of entry, with its
`kind`); whoever shows it handles its `key`.
"""

from __future__ import annotations

from scorepad.desk import enabling as when
from scorepad.desk.action import GROUPS, Action
from scorepad.desk.file_actions import FILE
from scorepad.spades import entries as kinds
from scorepad.spades.words import T

__all__ = ["ACTIONS", "GROUPS", "Action", "action"]

ACTIONS: tuple[Action, ...] = (
    *FILE,
    # Hand
    Action(
        "bids",
        "hand",
        T("Bids"),
        T("Type the bids of the next hand; confirmed, they are locked."),
        "F2",
        when.gated(when.any_bids),
        "bids",
    ),
    Action(
        "tricks",
        "hand",
        T("Tricks"),
        T("Type the tricks of one side; the other side's follow."),
        "F3",
        when.gated(when.any_tricks),
        "tricks",
    ),
    Action(
        "misdeal",
        "hand",
        T("Misdeal"),
        T("The deal does not count; a hand whose bids are recorded becomes void."),
        "Ctrl+M",
        when.gated(lambda _: kinds.Misdeal(reason="–")),
        "misdeal",
    ),
    Action(
        "renege",
        "hand",
        T("Renege"),
        T("A side did not follow suit, in this hand or found out after the latest one."),
        "Ctrl+R",
        when.gated(when.any_renege),
        "renege",
    ),
    Action(
        "talk",
        "hand",
        T("Table talk"),
        T("An offence of a side; the rule set says what it costs."),
        "Ctrl+T",
        when.gated(lambda _: kinds.Talk(side=0)),
        "talk",
    ),
    Action(
        "ruling",
        "hand",
        T("Ruling"),
        T("Adjust a side's points or bags, with the reason."),
        "Ctrl+U",
        when.gated(lambda _: kinds.Ruling(side=0, points=0, why="–")),
        "ruling",
    ),
    Action(
        "rekey",
        "hand",
        T("From paper"),
        T("Type hands from a paper sheet, one a line, with the running totals beside."),
        "Ctrl+Shift+K",
        when.with_match,
    ),
    # Correct
    Action(
        "undo",
        "correct",
        T("Undo"),
        T("Take back what was recorded last; it stays in the history as struck."),
        "Ctrl+Z",
        when.can_undo,
    ),
    Action(
        "redo",
        "correct",
        T("Redo"),
        T("Bring back what was undone last."),
        "Ctrl+Shift+Z",
        when.can_redo,
    ),
    Action(
        "amend",
        "correct",
        T("Correct an entry"),
        T("Change what was recorded, with the reason; every total that changes is shown first."),
        "Ctrl+E",
        when.can_amend,
        "amend",
    ),
    Action(
        "strike",
        "correct",
        T("Strike an entry"),
        T("An entry no longer counts, with the reason."),
        "Ctrl+D",
        when.can_strike,
        "strike",
    ),
    Action(
        "restore",
        "correct",
        T("Restore an entry"),
        T("A struck entry counts again."),
        "Ctrl+Shift+D",
        when.can_restore,
        "restore",
    ),
    Action(
        "setup",
        "correct",
        T("Change the setup"),
        T("Names, seats, rules, table or first dealer; everything is scored anew."),
        "F4",
        when.with_match,
        "setup",
    ),
    # Clock
    Action(
        "clock-start",
        "clock",
        T("Start the clock"),
        T("The time limit runs from now."),
        "F5",
        when.can_start_clock,
        "clock",
    ),
    Action(
        "clock-pause",
        "clock",
        T("Pause the clock"),
        T("Time stands still until it is resumed."),
        "F6",
        when.can_pause_clock,
        "clock",
    ),
    Action(
        "clock-resume",
        "clock",
        T("Resume the clock"),
        T("Time runs on from where it was paused."),
        "F7",
        when.can_resume_clock,
        "clock",
    ),
    Action(
        "clock-add",
        "clock",
        T("Add time"),
        T("Give minutes to the clock, or take some away."),
        "F8",
        when.can_add_time,
        "clock",
    ),
    Action(
        "time",
        "clock",
        T("Call time"),
        T("Time is up now, whatever the clock says."),
        "F9",
        when.gated(lambda _: kinds.Time()),
        "time",
    ),
    Action(
        "start-all",
        "clock",
        T("Start all clocks"),
        T("On the floor: the clocks that wait are started, those that are paused go on."),
        "Ctrl+F5",
    ),
    Action(
        "pause-all",
        "clock",
        T("Pause all clocks"),
        T("On the floor: every clock that runs is paused."),
        "Ctrl+F6",
    ),
    Action(
        "add-all",
        "clock",
        T("Add time to all"),
        T("On the floor: all tables are marked, and you type how many minutes they get."),
        "Ctrl+F8",
    ),
    Action(
        "test-alarm",
        "clock",
        T("Test alarm"),
        T("Sound the alarm once, and say what it is played with."),
        "Ctrl+F9",
    ),
    # Match
    Action(
        "identity",
        "match",
        T("Identity shown"),
        T("Record that a player showed identification, or did not."),
        "Ctrl+I",
        when.with_match,
        "id",
    ),
    Action(
        "sign",
        "match",
        T("Sign the result"),
        T("A side signs the result."),
        "Ctrl+G",
        when.when_over,
        "sign",
    ),
    Action(
        "note",
        "match",
        T("Note"),
        T("Write down anything worth keeping; it moves nothing."),
        "Ctrl+J",
        when.with_match,
        "note",
    ),
    Action(
        "forfeit",
        "match",
        T("Forfeit"),
        T("A side gives the game up; the other side wins."),
        "Ctrl+Shift+F",
        when.gated(lambda _: kinds.Forfeit(side=0, why="–")),
        "forfeit",
    ),
    Action(
        "abandon",
        "match",
        T("Abandon the game"),
        T("The game ends without a winner."),
        "Ctrl+Shift+A",
        when.gated(lambda _: kinds.Abandon(why="–")),
        "abandon",
    ),
    # View
    Action(
        "why",
        "view",
        T("Why this number?"),
        T("The lines behind a number, each with its rule and its place in the document."),
        "Ctrl+Y",
        when.with_match,
    ),
    Action(
        "history",
        "view",
        T("History"),
        T("Everything recorded, with time, name and corrections."),
        "Ctrl+H",
        when.with_match,
    ),
    Action(
        "rules",
        "view",
        T("Rules"),
        T("The rule set at a glance, its rulings and its checklist."),
        "Ctrl+L",
        when.with_match,
    ),
    Action(
        "score-line",
        "view",
        T("Line of the score"),
        T("Both totals over the hands, and the target, drawn as lines."),
        "Ctrl+Shift+G",
        when.with_match,
    ),
    Action(
        "floor",
        "view",
        T("The floor"),
        T("All tables of today with their clocks, the most urgent first."),
        "Ctrl+0",
    ),
    Action(
        "full-screen",
        "view",
        T("Full screen"),
        T("The window alone on the screen; once more leads back."),
        "F11",
    ),
    Action("next-table", "view", T("Next table"), T("Show the next open match."), "Ctrl+PgDown"),
    Action(
        "previous-table",
        "view",
        T("Previous table"),
        T("Show the open match before this one."),
        "Ctrl+PgUp",
    ),
    Action(
        "theme",
        "view",
        T("Theme"),
        T("System, light, dark or high contrast, in turn."),
        "Ctrl+Shift+L",
    ),
    # Help
    Action(
        "palette",
        "help",
        T("Find an action"),
        T("Type a few letters of what you want to do; Enter does it."),
        "Ctrl+K",
    ),
    Action(
        "shortcuts",
        "help",
        T("Keys"),
        T("Every key, and what it does."),
        "F1",
    ),
    Action(
        "about", "help", T("About Scorepad"), T("Version, and where your matches are."), "Shift+F1"
    ),
)

_BY_KEY = {each.key: each for each in ACTIONS}


def action(key: str) -> Action:
    """Return the action with this key; raises `KeyError` when there is none."""
    return _BY_KEY[key]
