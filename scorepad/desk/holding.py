"""One laptop records at a table: its holder (LAPTOPS.md 4).

The first laptop that shares and records there becomes it; another one takes over, with a reason.
"""

from __future__ import annotations

from collections.abc import Iterable
from contextlib import suppress

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.spades.entries import LaptopTakeover
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused

HELD_TOGETHER = 50
"""So many logs get their holder with one write to the disk."""


def make_this_laptop_holder_of_unshared_logs(desk: Desk, log_ids: Iterable[str]) -> None:
    """Make this laptop the holder of these matches and events, recorded here alone before it
    shared, that no laptop holds. Unreadable ones are left out."""
    keeper, events = desk.keeper, EventDesk(desk)
    matches = {each.id: each for each in [*keeper.summaries(), *keeper.summaries(archived=True)]}
    open_events = {each.id: each for each in keeper.events()}
    free = [
        each
        for each in log_ids
        if (listed := matches.get(each) or open_events.get(each)) is not None and not listed.holder
    ]
    for first in range(0, len(free), HELD_TOGETHER):
        with desk.changes.transaction():
            for log_id in free[first : first + HELD_TOGETHER]:
                with suppress(Refused):
                    if log_id in open_events:
                        events.open(log_id).make_this_laptop_holder_if_none()
                    else:
                        with desk.open_briefly(log_id) as table:
                            table.make_this_laptop_holder_if_none()


def find_laptop_running_clock(match: Match) -> LaptopTakeover | None:
    """Return the laptop that holds the clock of a match: by the hold in force when the clock was
    last turned, or in force now, if the clock was never turned. A laptop that began to share later
    first held its own records. None if no laptop holds the match."""
    clocks = match.log_summary.clocks
    if not clocks or match.holder is None:
        return match.holder
    turned = match.place_of(clocks[-1].id or "")
    holds = [(at, each) for at, each in enumerate(match.log) if isinstance(each, LaptopTakeover)]
    return next((each for at, each in reversed(holds) if at < turned), holds[0][1])


class PairingChangeWriter:
    """Writes the changes of pairings into the matches that this laptop holds and that have no hand
    yet, once for each change."""

    def __init__(self) -> None:
        self._entry_counts: dict[str, object] = {}
        """Of each event how many entries it and its waiting matches had."""

    def write_due_changes(self, events: EventDesk) -> None:
        """Write the changes that are due; raises `Refused`."""
        desk = events.desk
        laptop = desk.keeper.laptop_id()
        waiting: dict[str, list[tuple[str, int]]] = {}
        for each in desk.unfinished_matches():
            if each.holder == laptop and each.event_id and not each.hands:
                waiting.setdefault(each.event_id, []).append((each.id, each.entries))
        for event in desk.keeper.events() if waiting else ():
            counts = (event.entries, waiting.get(event.id))
            if event.id in waiting and self._entry_counts.get(event.id) != counts:
                events.open(event.id).update_matches_held_by_this_laptop()
                self._entry_counts[event.id] = counts
