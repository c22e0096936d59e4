"""Open play (EVENTS.md, Formats): who waited longest first, rematches last."""

from __future__ import annotations

import random
from itertools import combinations

from hypothesis import given
from hypothesis import strategies as st

from scorepad.events.proposal import pair_waiting_teams


def met(*pairs: str) -> set[frozenset[str]]:
    return {frozenset(pair) for pair in pairs}


def test_those_who_waited_longest_play_first() -> None:
    assert pair_waiting_teams("ABCDE", set()) == [("A", "B"), ("C", "D")]
    assert pair_waiting_teams("ABCDE", set(), tables=1) == [("A", "B")]
    assert pair_waiting_teams("ABC", set(), tables=0) == []


def test_who_has_met_waits_for_another() -> None:
    assert pair_waiting_teams("ABCD", met("AB"), tables=1) == [("A", "C")]


def test_a_rematch_comes_last_and_only_where_it_cannot_be_avoided() -> None:
    # A has met everybody: B and C play, and A meets D again only as there is nobody else.
    first, last = pair_waiting_teams("ABCD", met("AB", "AC", "AD"))
    assert "A" not in first
    assert "A" in last
    # In turn A would take B, and C and D would meet again.
    assert not {"AB", "CD"} & {"".join(pair) for pair in pair_waiting_teams("ABCD", met("CD"))}


@given(seed=st.integers(0, 10_000))
def test_no_rematch_is_made_while_one_can_be_avoided(seed: int) -> None:
    dice = random.Random(seed)
    waiting = [f"T{number}" for number in range(dice.randint(2, 7))]
    known = {frozenset(pair) for pair in combinations(waiting, 2) if dice.random() < 0.5}
    tables = dice.randint(1, 3)
    made = pair_waiting_teams(waiting, known, tables)
    count = min(tables, len(waiting) // 2)
    assert len(made) == count
    assert len({team for pair in made for team in pair}) == 2 * count
    fewest = min(
        sum(frozenset(pair) in known for pair in ways)
        for ways in combinations(list(combinations(waiting, 2)), count)
        if len({team for pair in ways for team in pair}) == 2 * count
    )
    assert sum(frozenset(pair) in known for pair in made) == fewest
