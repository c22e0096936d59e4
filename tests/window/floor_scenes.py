"""The floor as it is on an evening, and before the first match."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from typing import TYPE_CHECKING

from msgspec.structs import replace
from PySide6.QtWidgets import QApplication

from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import (
    EventHead,
    NoShowGrace,
    Release,
    ResultEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.spades.entries import Forfeit
from scorepad.spades.words import T
from tests.window.evening import HAND, NIL_HAND
from tests.window.find import choose, press, type_over

if TYPE_CHECKING:
    from tests.window.scenes import Scene

PLAYED = (HAND, NIL_HAND)


def floor(scene: Scene) -> None:
    """Tables of every kind: over, warned, in play, of which a side is late."""
    scene.evening.play(*PLAYED, table="3").record(Forfeit(side=1, why="left"))
    scene.evening.play(*PLAYED, table="12")
    scene.evening.wall.pass_(1560)
    scene.evening.play(*PLAYED, table="7")
    since = scene.evening.wall.moment - timedelta(minutes=2)
    scene.evening.play(rules="fairmont-state", table="15", scheduled=since)
    scene.evening.wall.pass_(200)
    scene.window.do("floor")


def rounds(scene: Scene) -> None:
    """The second round of an event: an unsigned result of the first, a late side that may wait."""
    event = EventDesk(scene.evening.desk).start(EventHead(name="Spring", rules="fairmont-state"))
    for number in range(1, 9):
        players = (f"Ann {number}", f"Bo {number}")
        event.record(TeamEntry(team=f"T{number}", name=f"Team {number}", players=players))
    event.record(StageEntry(stage="A", format="swiss", rounds=3))
    for number in (1, 2):
        entry = replace(event.propose_next_round().entry, start=scene.evening.wall.moment)
        event.record_together([entry, Release(round=number)])
        for pairing in entry.pairings[: 3 if number == 1 else 0]:
            event.record(ResultEntry(pairing=pairing.pairing, how="forfeit", winner=0))
        if number == 1:
            with scene.evening.desk.open_briefly(event.event.match_id("1-4")) as table:
                table.record(Forfeit(side=1, why="left"))
            event.follow_other_programs()
    event.record(NoShowGrace(pairing="2-3", minutes=10))
    scene.evening.wall.pass_(330)
    scene.window.do("floor")


def two_events(scene: Scene) -> None:
    """Tables of two events, two of one number, under two rule sets; one sleeps, at one it is asked
    whether both sides are here."""
    since = scene.evening.wall.moment
    for number, event in ((3, "Club Night"), (4, "Spring Open"), (5, "Spring Open")):
        table = scene.evening.play(*PLAYED[:1], table=str(number), event=event)
        scene.window.tables.open_without_showing(table)
    fairmont = {"rules": "fairmont-state", "event": "Club Night", "scheduled": since}
    scene.window.tables.open_without_showing(scene.evening.play(table="5", **fairmont))
    scene.evening.wall.pass_(200)
    scene.window.tables.open_without_showing(
        scene.evening.play(*PLAYED, table="7", event="Club Night")
    )
    scene.evening.wall.pass_(220)
    scene.window.tick()
    scene.window.do("floor")


def several(scene: Scene) -> None:
    """Tables that are started at once: one is in use, some are named, each has its rule set."""
    scene.evening.play(*PLAYED, table="3", event="Club Night")
    page = scene.window.pages.show_new_tables_form()
    names = "\n".join(f"Team {n} A – Team {n} B" for n in range(1, 6))
    QApplication.clipboard().setText(names)
    press(page, str(T("Paste the names")))
    type_over(page, str(T("Tables")), "1-8")
    choose(page, str(T("Rule set")), str(T("One for each table")))


FLOORS: dict[str, Callable[[Scene], None]] = {
    "floor": floor,
    "floor-rounds": rounds,
    "floor-two-events": two_events,
    "tables-typed": several,
    "floor-empty": lambda scene: scene.window.do("floor"),
}
