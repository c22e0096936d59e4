"""When each action can be done, and why not.

Whether an entry can be recorded is asked of the gate itself, with an entry of that kind that is
only refused at the wrong moment.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Literal, NamedTuple, TypeAlias

import msgspec
from msgspec.structs import replace

from scorepad.desk.undoing import (
    latest_strikable_entry,
    name_step,
    redo_refusal_text,
    step_to_redo,
    step_to_undo,
    why_redo_is_refused,
)
from scorepad.spades.board import Board
from scorepad.spades.clock import ClockFace, read_clock
from scorepad.spades.entries import Clock, Entry
from scorepad.spades.entry_kinds import ENTRY_KINDS, EntryAction, MenuGroup
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import N, T, Text, join_with_commas

if TYPE_CHECKING:
    from scorepad.desk.desk import Desk

Enabling: TypeAlias = Callable[[Match], Text | None]
"""Returns None if the action can be done at this match, else the sentence why not."""

Group: TypeAlias = Literal[
    "hand", "match", "clock", "correct", "view", "file", "sheet", "event", "help"
]

GROUPS: dict[Group, Text] = {
    "file": T("File"),
    "sheet": T("Sheets"),
    "event": T("Event"),
    "hand": T("Hand"),
    "correct": T("Correct"),
    "clock": T("Clock"),
    "match": T("Match"),
    "view": T("View"),
    "help": T("Help"),
}
"""The groups are in the order of the menu, each with its title."""

NO_MATCH = T("open a match first")


class Action(msgspec.Struct, frozen=True):
    """An action of a supervisor.

    `title` is its text in the menu, `help` one sentence more, `shortcut` its keys in Qt's portable
    form ("Ctrl+R"). `needs` is its precondition, which has the reason why it can't be done now ("":
    it needs no open match). One that `needs_input` first has "…" behind its title in the menu;
    `line` puts a line above it. `icon` names a picture in `resources/icons/actions`. `synonyms` are
    other words for it, with blanks, by which it is found.
    """

    key: str
    title: Text
    help: Text
    shortcut: str
    needs: Enabling | None = None
    needs_input: bool = False
    line: bool = False
    group: Group = "file"
    icon: str = ""
    synonyms: Text | None = None

    def why_disabled(self, match: Match | None) -> Text | None:
        """Return why it cannot be done while this match is open (None: none is), or None."""
        if self.needs is None:
            return None
        return NO_MATCH if match is None else self.needs(match)


def actions_of_group(group: Group, *actions: Action) -> tuple[Action, ...]:
    """Return these actions as those of a group, which is a menu."""
    return tuple(replace(each, group=group) for each in actions)


def why_no_match(_match: Match) -> Text | None:
    """Return None: an open match is all it needs."""
    return None


def why_no_result(match: Match) -> Text | None:
    """Return why it cannot be done before there is a result."""
    return T("the game is still being played") if match.board.end is None else None


def enabling_if_recordable(probe: Callable[[Board], Entry]) -> Enabling:
    """Return an enabling that asks the gate whether an entry like this can be recorded now."""

    def needs(match: Match) -> Text | None:
        try:
            match.warnings_if_appended(probe(match.board))
        except Refused as refused:
            return refused.text
        return None

    return needs


def entry_actions(group: MenuGroup) -> Iterator[Action]:
    """Yield the actions of a menu that record an entry, as their kinds declare them."""
    for kind in ENTRY_KINDS.values():
        action = kind.action
        if action is not None and action.group == group:
            yield Action(
                action.key,
                action.title,
                action.help,
                action.shortcut,
                _entry_enabling(action),
                needs_input=action.needs_input,
                line=action.line,
                icon=action.icon,
            )


def _entry_enabling(action: EntryAction) -> Enabling:
    if action.needs_result:
        return why_no_result
    return why_no_match if action.probe is None else enabling_if_recordable(action.probe)


def why_cannot_amend(match: Match) -> Text | None:
    return None if match.counting_entries else T("there's nothing to correct yet")


def why_cannot_strike(match: Match) -> Text | None:
    return None if latest_strikable_entry(match) else T("there's nothing to delete yet")


def why_cannot_restore(match: Match) -> Text | None:
    return None if match.struck_ids else T("there's nothing to restore")


def why_cannot_undo(match: Match) -> Text | None:
    return None if step_to_undo(match) else T("there is nothing to undo")


def why_cannot_redo(match: Match) -> Text | None:
    step = step_to_redo(match)
    if step is None:
        return T("there is nothing to redo")
    why = why_redo_is_refused(match, step)
    return None if why is None else redo_refusal_text(name_step(match, step.entries), why)


def _clock(match: Match, why_not: Callable[[ClockFace], Text | None]) -> Text | None:
    face = read_clock(match)
    if face.minutes is None:
        return T("{rules} has no time limit", rules=match.rules.name)
    return T("the game is over") if face.over else why_not(face)


def why_cannot_start_clock(match: Match) -> Text | None:
    started = T("the clock has already started")
    return _clock(match, lambda face: started if face.started and face.starts_at is None else None)


def _turned(face: ClockFace, *, runs: bool, why: Text) -> Text | None:
    if face.is_time_called:
        return T("time is up")
    return None if face.started and (face.since is not None) == runs else why


def why_cannot_pause_clock(match: Match) -> Text | None:
    why = T("the clock isn't running")
    return _clock(match, lambda face: _turned(face, runs=True, why=why))


def why_cannot_resume_clock(match: Match) -> Text | None:
    why = T("the clock isn't paused")
    return _clock(match, lambda face: _turned(face, runs=False, why=why))


def why_cannot_add_time(match: Match) -> Text | None:
    return _clock(match, lambda _: None)


ClockAction: TypeAlias = Literal["start", "pause", "add"]
_WHY_CANNOT: dict[ClockAction, Enabling] = {
    "start": why_cannot_start_clock,
    "pause": why_cannot_pause_clock,
    "add": why_cannot_add_time,
}


class ClockActionResult(NamedTuple):
    """The number of clocks that were changed, the reason why the first of the others could not
    be, and the tables that other laptops hold."""

    turned: int
    why: Text | None
    left_out: Text | None = None


def start_pause_or_extend_clocks(
    desk: Desk, match_ids: Iterable[str], do: ClockAction, seconds: int | None = None
) -> ClockActionResult:
    """Start (or resume), pause, or add `seconds` to the clock of each of these matches that can."""
    turned, why, tables_elsewhere = 0, None, list[Text]()
    for match_id in match_ids:
        try:
            with desk.open_briefly(match_id) as table:
                turn: ClockAction | Literal["resume"] = do
                if do == "start" and why_cannot_resume_clock(table.match) is None:
                    turn = "resume"
                elif (refused := _WHY_CANNOT[do](table.match)) is not None:
                    raise Refused(refused)
                hold = table.held_elsewhere
                if hold is not None:
                    where = table.match.head.table.strip() or "–"
                    tables_elsewhere.append(T("{table} ({laptop})", table=where, laptop=hold.name))
                    continue
                table.record(Clock(do=turn, seconds=seconds))
                turned += 1
        except Refused as refusal:
            why = why or refusal.text
    left_out = None
    if tables_elsewhere:
        left_out = N(
            "{n} table is held by another laptop and was left out: {tables}",
            "{n} tables are held by other laptops and were left out: {tables}",
            len(tables_elsewhere),
            tables=join_with_commas(tables_elsewhere),
        )
    return ClockActionResult(turned, why, left_out)
