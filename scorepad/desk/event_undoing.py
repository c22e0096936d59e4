"""Undo and redo of an event are read from its log alone.

As at a match (`undoing.py`), a step is what a person did at once, and undo answers each of its
entries with the opposite one.
"""

from __future__ import annotations

import msgspec

from scorepad.events.entries import EventEntry
from scorepad.events.event import Event
from scorepad.spades.corrections import UNDONE
from scorepad.spades.entries import Restore, Strike
from scorepad.spades.words import Text, listed


class EventStep(msgspec.Struct, frozen=True):
    """Holds what a person did at once: its id, and its entries in the order of the log."""

    id: str
    entries: tuple[EventEntry, ...]

    def back(self) -> list[EventEntry]:
        """Return the entries that take the step back."""
        return [_opposite(entry, self.id) for entry in reversed(self.entries)]

    def again(self) -> list[EventEntry]:
        """Return the entries that bring the step again."""
        return [_repeated(entry, self.id) for entry in self.entries]

    def name(self, event: Event) -> Text:
        """Return its name, such as "release of round 2"."""
        return listed([event.name(entry.id or "") for entry in self.entries[:3]])


def _opposite(entry: EventEntry, step: str) -> EventEntry:
    if isinstance(entry, Strike):
        return Restore(entry=entry.entry, undoes=step)
    target = entry.entry if isinstance(entry, Restore) else entry.id or ""
    return Strike(entry=target, why=UNDONE, undoes=step)


def _repeated(entry: EventEntry, step: str) -> EventEntry:
    if isinstance(entry, Strike):
        return Strike(entry=entry.entry, why=entry.why, redoes=step)
    target = entry.entry if isinstance(entry, Restore) else entry.id or ""
    return Restore(entry=target, redoes=step)


def undo_and_redo(event: Event) -> tuple[EventStep | None, EventStep | None]:
    """Return the step that undo would take back, and the one that redo would bring again."""
    steps: dict[str, list[EventEntry]] = {}
    for entry in event.log:
        if entry.unfit is None:
            steps.setdefault(entry.step or entry.id or "", []).append(entry)
    done: list[str] = []
    undone: list[str] = []
    for step, entries in steps.items():
        back, again = entries[0].undoes, entries[0].redoes
        if back in done:
            done.remove(back)
            undone.append(back)
        elif again in undone:
            undone.remove(again)
            done.append(again)
        else:
            done.append(step)
            undone.clear()

    def named(ids: list[str]) -> EventStep | None:
        return EventStep(ids[-1], tuple(steps[ids[-1]])) if ids else None

    return named(done), named(undone)
