"""Both teams of a match on one line of a list, with their players where there is room for them."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import QRect, Qt
from PySide6.QtGui import QColor, QPainter

from scorepad.spades.words import join_parts
from scorepad.window.widgets.fit_text import cut_names

DASH = " – "


def team_pieces(names: Sequence[str], players: Sequence[str]) -> tuple[str, ...]:
    """Return the pieces of the line, of which every other one is players: `players` has them by
    seat."""
    one, other = (join_parts(players[side::2]) for side in (0, 1))
    first, second = names
    return (first, f"  {one}", join_parts((f"  {DASH}", second), " "), f"  {other}")


def paint_teams(
    painter: QPainter,
    box: QRect,
    names: Sequence[str],
    players: Sequence[str],
    name_color: str,
    player_color: str,
) -> int:
    """Paint the line in the painter's font; where it has no room, both names share it.  Return its
    width, in pixels."""
    metrics = painter.fontMetrics()
    pieces = team_pieces(names, players)
    if not any(players) or metrics.horizontalAdvance("".join(pieces)) > box.width():
        room = box.width() - metrics.horizontalAdvance(DASH)
        pieces = (join_parts(cut_names(names, metrics, room), DASH),)
    at = box.left()
    for place, piece in enumerate(pieces):
        painter.setPen(QColor(player_color if place % 2 else name_color))
        rest = QRect(at, box.top(), box.right() - at + 1, box.height())
        painter.drawText(rest, Qt.AlignmentFlag.AlignVCenter, piece)
        at += metrics.horizontalAdvance(piece)
    return at - box.left()
