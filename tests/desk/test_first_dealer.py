"""Who deals first is drawn in the way of the rule set."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from scorepad.desk.first_dealer import RANKS, DealerDraw, can_draw_first_dealer, draw_first_dealer
from scorepad.spades.entries import Head, Team
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused

HEAD = Head(rules="unc", teams=(Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", ""))))


def test_the_highest_card_deals_and_every_seat_may_have_it(library: Library) -> None:
    random = Random(7)
    rules = library.get("washburn")
    assert rules.deal.first_dealer == "high-card"
    seats = Counter[int]()
    for _ in range(400):
        draw = draw_first_dealer(rules, random.randrange)
        ranks = [RANKS.index(each[:-1]) for each in draw.cards]
        assert len(set(draw.cards)) == 4, "each card is in the deck once"
        assert ranks[draw.seat] == max(ranks)
        assert ranks.count(max(ranks)) == 1, "equal cards decide nothing"
        seats[draw.seat] += 1
    assert min(seats[seat] for seat in range(4)) > 70, "100 each, as far as chance goes"


def test_cards_that_are_equal_are_drawn_again(library: Library) -> None:
    # The deck has four cards a rank, the lowest first: two aces, then an ace and three lower ones.
    numbers = iter([51, 0, 0, 48, 51, 0, 0, 0])
    draw = draw_first_dealer(library.get("washburn"), lambda _below: next(numbers))
    assert draw == DealerDraw(0, ("A♠", "2♣", "2♦", "2♥"))
    assert str(draw.describe(HEAD)) == "Ann draws A♠ and deals first"


def test_without_cards_the_seat_is_drawn(library: Library) -> None:
    below: list[int] = []
    rules = library.get("alpha-theta")
    draw = draw_first_dealer(rules, lambda most: below.append(most) or 3)
    assert (draw, below) == (DealerDraw(3), [4])
    assert str(draw.describe(HEAD)) == "Kings 2 deals first"


def test_where_the_teams_choose_nothing_is_drawn(library: Library) -> None:
    rules = library.get("chicago")
    assert not can_draw_first_dealer(rules)
    with pytest.raises(Refused, match="the teams choose"):
        draw_first_dealer(rules)
