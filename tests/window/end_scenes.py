"""The screens of a match's end, of what decides it, and of a side's one number put right."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING, Final

from scorepad.desk.table import Table
from scorepad.spades.entries import Forfeit, Ruling, Sign
from tests.window.evening import HAND, NIL_HAND

if TYPE_CHECKING:
    from tests.window.scenes import Scene

PLAYED = (HAND, NIL_HAND, HAND)


def _over(scene: Scene) -> Table:
    table = scene.table(*PLAYED)
    table.record(Forfeit(side=1, why="two players left"))
    return table


def over_changed(scene: Scene) -> None:
    """Both sides signed, then one of them was ruled against."""
    table = _over(scene)
    for side, name in enumerate(("Ann", "Bo")):
        table.record(Sign(side=side, name=name))
    table.record(Ruling(side=0, points=-5, why="late to the table"))
    table.record(Sign(side=1, name="Di"))


def why_total(scene: Scene) -> None:
    scene.table(*PLAYED)
    scene.page.explain_number(3, 1, "total")


def why_ended(scene: Scene) -> None:
    _over(scene)
    scene.page.explain_what_decides()


def what_decides(scene: Scene) -> None:
    scene.table(*PLAYED)
    scene.page.explain_what_decides(1)


def correct_side(scene: Scene) -> None:
    """A side's one number is corrected, against the rules."""
    scene.table(((8, 5, None, None), (9, 4, None, None)), agreed={"bidding": {"side_minimum": 4}})
    scene.page.edit_hand(1)
    scene.page.bar.press("2")


ENDS: Final[dict[str, Callable[[Scene], None]]] = {
    "table-over-changed": over_changed,
    "panel-why-total": why_total,
    "panel-why-ended": why_ended,
    "panel-what-decides": what_decides,
    "table-correction-side": correct_side,
}
