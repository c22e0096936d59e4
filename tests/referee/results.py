"""The Result object of SCORING.md 5, without its texts and the wording of its lines."""

from __future__ import annotations

from tests.referee.fold import Data, Game
from tests.referee.hands import contract_of, seats


def played(tricks: list[int | None] | None, side: int) -> int | None:
    """A side's tricks "as played"."""
    return None if tricks is None else sum(tricks[seat] or 0 for seat in seats(side))


def result(game: Game, rules_id: str) -> Data:
    """The object of SCORING.md 5 without its texts and without the wording of its lines."""
    end = game.end or {"reason": None, "winner": None, "tied": False}
    running = game.open is not None and game.open["status"] == "in-progress"
    return {
        "rules": rules_id,
        "status": "over" if game.end else "playing",
        "winner": end["winner"],
        "tied": end["tied"],
        "reason": end["reason"],
        # "`extra_hand` stays true until the extra hand closes."
        "extra_hand": game.end is None
        and bool(game.open["extra"] if running and game.open else game.extra_owed),
        "score": game.score,
        "bags": game.bags,
        # "`next_dealer` during a hand is its dealer."
        "next_dealer": game.dealer,
        "hands": [
            {
                "number": hand["number"],
                "dealer": hand["dealer"],
                "status": hand["status"],
                "contract": [contract_of(game.rules, hand["bids"], side) for side in (0, 1)],
                "tricks": [played(hand["tricks"], side) for side in (0, 1)],
                "change": hand["change"],
                "score": hand["score"],
                "bags": hand["bags"],
            }
            for hand in game.hands
        ],
        "adjustments": game.adjustments,
    }
