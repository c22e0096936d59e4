"""When a game ends and who wins it: SCORING.md 5, points 1 and 2."""

from __future__ import annotations

from typing import Any

Data = dict[str, Any]


def weigh(game: Any) -> tuple[Data | None, bool]:
    """The end (None: none), and whether an extra hand is owed, as the totals now stand."""
    high = None
    if game.score[0] != game.score[1]:
        high = 0 if game.score[0] > game.score[1] else 1
    closed = [hand for hand in game.hands if hand["status"] in ("scored", "lost")]
    if closed and closed[-1]["extra"]:
        # "Unless there is a tie, the higher total wins …; a tie owes another."
        if high is None:
            return None, True
        return {"reason": "extra-hand", "winner": high, "tied": False}, False
    reason, losers = what_holds(game, len(closed))
    if reason is None:
        return None, False
    # "If one side is at it, the other wins; if both, the higher total.  The rest: the higher."
    winner = 1 - losers[0] if len(losers) == 1 else high
    if winner is not None:
        return {"reason": reason, "winner": winner, "tied": False}, False
    # "Equal totals where the higher decides: game.on_tie, or for time clock.on_tie."
    on_tie = game.rules["clock" if reason == "time" else "game"]["on_tie"]
    if on_tie == "fewer-bags" and game.bags[0] != game.bags[1]:
        fewer = 0 if game.bags[0] < game.bags[1] else 1
        return {"reason": reason, "winner": fewer, "tied": False}, False
    if on_tie == "tie":
        return {"reason": reason, "winner": None, "tied": True}, False
    return None, True


def what_holds(game: Any, closed: int) -> tuple[str | None, list[int]]:
    """ "The first of these that holds: target, floor, sets, max-hands, time", and the sides that
    are at the floor or the number of sets."""
    limits, sides = game.rules["game"], (0, 1)
    if any(game.score[side] >= limits["target"] for side in sides):
        return "target", []
    if limits["floor"] is not None:
        losers = [side for side in sides if game.score[side] <= limits["floor"]]
        if losers:
            return "floor", losers
    if limits["sets_to_lose"] is not None:
        losers = [side for side in sides if game.sets[side] >= limits["sets_to_lose"]]
        if losers:
            return "sets", losers
    if limits["max_hands"] is not None and closed >= limits["max_hands"]:
        return "max-hands", []
    if game.time is not None and game.rules["clock"]["at_time"] != "play-on":
        return "time", []
    return None, []
