"""The floor as it is on an evening, and before the first match."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

from scorepad.spades.entries import Forfeit
from tests.window.evening import HAND, NIL_HAND

if TYPE_CHECKING:
    from tests.window.scenes import Scene

PLAYED = (HAND, NIL_HAND)


def floor(scene: Scene) -> None:
    """Tables of every kind: over, warned, in play, of which a side is late."""
    scene.evening.play(*PLAYED, table="3").record(Forfeit(side=1, why="left"))
    scene.evening.play(*PLAYED, table="12")
    scene.evening.wall.pass_(1560)
    scene.evening.play(*PLAYED, table="7")
    now = scene.evening.wall.moment
    scene.evening.play(rules="fairmont-state", table="15", scheduled=now)
    scene.evening.wall.pass_(200)
    scene.window.do("floor")


FLOORS: dict[str, Callable[[Scene], None]] = {
    "floor": floor,
    "floor-empty": lambda scene: scene.window.do("floor"),
}
