"""Random matches: logs of every entry kind, mostly legal, over random rule sets.

`draw_match` takes a `random.Random`, so that the same code serves hypothesis (`matches()`, which
shrinks) and the seeded fuzz (`seeded`).  What is legal is asked of the referee.
"""

from __future__ import annotations

from functools import lru_cache
from random import Random
from typing import Any, NamedTuple

from hypothesis import strategies as st

from tests.referee.draw_entries import Proposer
from tests.referee.draw_rules import draw_agreed, draw_rules
from tests.referee.referee import Log, refusal
from tests.referee.rulesets import Data


class Step(NamedTuple):
    """An entry that somebody tried to append, and the referee's keyword when it is refused."""

    entry: Data
    refused: str | None


class Drawn(NamedTuple):
    """A match's head (its log is empty) and what was tried, in order."""

    match: Data
    steps: list[Step]

    @property
    def log(self) -> list[Data]:
        """The entries that were accepted."""
        return [step.entry for step in self.steps if step.refused is None]


def draw_head(rng: Random) -> Data:
    """A match file without entries."""
    match: Data = {"scorepad": 1, "rules": draw_rules(rng)}
    if rng.random() < 0.3:
        match["agreed"] = draw_agreed(rng, match["rules"])
    if rng.random() < 0.6:
        match["teams"] = [
            {"name": "Aces", "players": ["Ann", "Cy"]},
            {"name": "Kings", "players": ["Bo", "Di"]},
        ]
    if rng.random() < 0.6:
        match["first_dealer"] = rng.randrange(4)
    if rng.random() < 0.3:
        match |= {"event": "Spring", "round": "2", "table": "7"}
        match["scheduled"] = "2026-03-01T18:00:00Z"
    return match


def draw_match(rng: Random, steps: int) -> Drawn:
    """A match and `steps` attempts to append to its log."""
    match = draw_head(rng)
    proposer, log = Proposer(rng), Log(match, [])
    tried: list[Step] = []
    for _ in range(steps):
        entry = proposer.propose(log)
        refused = refusal(log, entry)
        tried.append(Step(entry, refused))
        if refused is None:
            log = log.with_entry(entry)
    return Drawn(match, tried)


def draw_seed(seed: int) -> Drawn:
    """The match of a seed; long enough for eight hands and corrections in most."""
    rng = Random(seed)
    return draw_match(rng, rng.choice((15, 30, 50, 80)))


seeded = lru_cache(maxsize=64)(draw_seed)
"""The match of a seed, drawn once: many tests look at the same ones."""


@st.composite
def matches(draw: st.DrawFn, most: int = 14) -> Drawn:
    """A hypothesis strategy for short matches, which shrink."""
    rng: Any = draw(st.randoms(use_true_random=False))
    return draw_match(rng, draw(st.integers(1, most)))
