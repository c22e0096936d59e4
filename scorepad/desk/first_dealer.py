"""The first dealer is drawn by the rule set: by high card, or at random."""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Final

import msgspec

from scorepad.spades.entries import Head
from scorepad.spades.naming import player_field
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T, Text

RANKS: Final = ("2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K", "A")
"""The ranks of a suit, the lowest first."""
SUITS: Final = "♣♦♥♠"

RandomBelow = Callable[[int], int]
"""Returns a number from 0 to below this one, each as likely as any other."""


class DealerDraw(msgspec.Struct, frozen=True):
    """The seat of the first dealer, and the cards that decided it, one a seat, if any."""

    seat: int
    cards: tuple[str, ...] = ()

    def describe(self, head: Head) -> Text:
        """Return the first dealer in a match with this head, with the card."""
        player = player_field(head, self.seat)
        if not self.cards:
            return T("{player} deals first", player=player)
        return T("{player} draws {card} and deals first", player=player, card=self.cards[self.seat])


def can_draw_first_dealer(rules: RuleSet) -> bool:
    return rules.deal.first_dealer != "choose"


def draw_first_dealer(rules: RuleSet, random_below: RandomBelow = secrets.randbelow) -> DealerDraw:
    """Draw the first dealer; raises `Refused` if the teams choose."""
    if not can_draw_first_dealer(rules):
        raise Refused(
            "under this rule set, the teams choose the first dealer; enter the dealer's seat"
        )
    if rules.deal.first_dealer == "random":
        return DealerDraw(random_below(4))
    while True:
        deck = [(rank, suit) for rank in range(len(RANKS)) for suit in SUITS]
        drawn = [deck.pop(random_below(len(deck))) for _seat in range(4)]
        ranks = [rank for rank, _ in drawn]
        # The rule sets do not rank the suits: where two cards are highest, all draw again.
        if ranks.count(max(ranks)) == 1:
            cards = tuple(f"{RANKS[rank]}{suit}" for rank, suit in drawn)
            return DealerDraw(ranks.index(max(ranks)), cards)
