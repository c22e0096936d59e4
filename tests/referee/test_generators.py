"""The generators draw everything there is: over a fixed set of seeds each thing did occur.

Of the seeds 0 to 399, those are left out that draw nothing which the others lack.  Where a changed
generator lacks something here, look among all 400 for it before you believe that it is lost.
"""

from __future__ import annotations

from collections import Counter
from functools import cache

import pytest

from scorepad.spades.entries import KINDS
from tests.referee.generators import Drawn, draw_seed, seeded
from tests.referee.referee import Log, score
from tests.referee.rulesets import ALLOWED, OPTIONAL, complete

# What is drawn once serves all of these tests, where one worker runs them.
pytestmark = pytest.mark.xdist_group("generators")

SEEDS = (
    7, 8, 13, 15, 16, 21, 22, 34, 41, 50, 54, 57, 75, 92, 98, 118, 121,
    132, 136, 148, 152, 154, 155, 156, 175, 223, 384, 401, 432,
)  # fmt: skip
NOT_DRAWN = {"hold", "choose", "seat", "dealer"}
"""Kinds that move no score; `seat` and `dealer` have tests of their own."""
ENDINGS = {
    ("target", False),
    ("target", True),
    ("floor", False),
    ("sets", False),
    ("max-hands", False),
    ("max-hands", True),
    ("time", False),
    ("time", True),
    ("extra-hand", False),
    ("forfeit", False),
    ("abandoned", False),
}


@cache
def drawn() -> list[Drawn]:
    return [seeded(seed) for seed in SEEDS]


@cache
def results() -> list[dict[str, object]]:
    return [score(Log(match.match, match.log)) for match in drawn()]


def test_every_kind_of_entry_is_accepted_and_most_are_refused() -> None:
    accepted = Counter(entry["kind"] for match in drawn() for entry in match.log)
    refused = Counter(
        step.entry["kind"] for match in drawn() for step in match.steps if step.refused
    )
    assert set(accepted) == set(KINDS) - NOT_DRAWN
    never_wrong = {"note", "id", "sign"}
    assert set(refused) >= set(KINDS) - NOT_DRAWN - never_wrong


def test_every_kind_of_entry_is_amended_struck_and_restored() -> None:
    amended: set[str] = set()
    struck: set[str] = set()
    restored: set[str] = set()
    for match in drawn():
        log = Log(match.match, match.log)
        for entry in log.entries:
            target = log.find(entry.get("entry", ""))
            if target is not None:
                done = {"amend": amended, "strike": struck, "restore": restored}[entry["kind"]]
                done.add(target["kind"])
    corrections = {"amend", "strike", "restore"}
    assert amended == set(KINDS) - NOT_DRAWN - corrections
    assert struck == set(KINDS) - NOT_DRAWN - {"strike", "restore"}
    assert restored >= {"bids", "tricks", "ruling", "talk", "renege", "misdeal", "time", "setup"}


def test_every_ending_occurs() -> None:
    endings = {(each["reason"], each["tied"]) for each in results() if each["reason"]}
    assert endings >= ENDINGS
    assert any(each["status"] == "playing" and each["extra_hand"] for each in results())


def test_every_status_of_a_hand_occurs_and_games_are_long() -> None:
    hands = [hand for each in results() for hand in each["hands"]]  # type: ignore[attr-defined]
    assert {hand["status"] for hand in hands} == {
        "in-progress",
        "scored",
        "lost",
        "void",
        "after-end",
    }
    long = [each for each in results() if len(each["hands"]) >= 8]  # type: ignore[arg-type]
    assert len(long) >= len(SEEDS) / 10


def test_every_ground_of_refusal_occurs() -> None:
    grounds = {step.refused for match in drawn() for step in match.steps if step.refused}
    assert grounds >= {
        "over",
        "range",
        "thirteen",
        "no-hand",
        "hand-in-progress",
        "minimum",
        "maximum",
        "zero",
        "nils",
        "blind-nil",
        "no-blind-points",
        "deficit",
        "null-beside-nil",
        "no-bid",
        "no-tricks",
        "tricks-not-told-apart",
        "tricks-or-points",
        "seat",
        "seat-of-the-other-side",
        "no-closed-hand",
        "not-the-latest-hand",
        "time-twice",
        "dealt-with-bids",
        "seconds",
        "no-such-entry",
        "struck",
        "not-struck",
        "not-strikable",
        "not-amendable",
        "other-kind",
        "duplicate-id",
        "rules",
        "unreadable-hand-in-progress",
        "unreadable-no-hand",
        "unreadable-tricks-not-told-apart",
    }


@pytest.mark.parametrize("path", ALLOWED)
def test_every_value_of_every_parameter_occurs(path: str) -> None:
    section, name = path.split(".")
    seen = []
    for match in drawn():
        rules = complete(match.match["rules"], match.match.get("agreed"))
        if rules[section] is not None:
            seen.append(rules[section][name])
    what, *values = ALLOWED[path]
    if what == "one of":
        assert {repr(value) for value in seen} >= {repr(value) for value in values}
    elif what == "list of":
        assert {item for ladder in seen for item in ladder} == set(values)
        assert [] in seen
    else:
        assert len({repr(value) for value in seen if value is not None}) >= 2
    assert (None in seen) == (path in OPTIONAL)


def test_rule_sets_are_presets_whole_ones_and_extensions_with_and_without_agreed() -> None:
    shapes = {
        (type(match.match["rules"]), "extends" in match.match["rules"], "agreed" in match.match)
        for match in drawn()
    }
    assert shapes == {
        (kind, extends, agreed)
        for kind, extends in ((str, False), (dict, True), (dict, False))
        for agreed in (False, True)
    }


def test_a_seed_always_draws_the_same_match() -> None:
    assert draw_seed(3) == draw_seed(3)
    assert draw_seed(3) != draw_seed(4)
