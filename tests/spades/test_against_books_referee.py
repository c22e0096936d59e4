"""The product scores the "books" game as the second scorer does: every refusal and every result
after every entry, over random rule sets."""

from __future__ import annotations

import json
import os
from random import Random
from typing import Any

import pytest

from scorepad.spades.entries import Head
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
from tests.referee.differ import difference, library
from tests.spades.books_referee import Data, Game, nil_seats, number, seats
from tests.spades.parameter_cases import STEPS
from tests.spades.test_books_properties import random_rules

SEEDS = int(os.environ.get("SCOREPAD_EXAMPLES", "160"))
BATCH = 20
BIDS = (0, 1, 2, 3, 3, 3, 4, 4, 5, 6, 13, "nil", "nil", "blind", {"blind": 5}, {"blind": 6}, None)
KINDS = {"hand": 60, "renege": 16, "talk": 12, "ruling": 6, "misdeal": 4, "forfeit": 0.4}


def draw_rules(draw: Random) -> Data:
    """A rule set whose games last, with every parameter at random."""
    rules = random_rules(draw)
    if rules["renege"]["effect"] != "own-bid" and draw.random() < 0.3:
        rules["bidding"]["unit"] = "side"
    for kind in ("talk", "renege"):
        if draw.random() < 0.5:
            rules[kind]["ladder"] = [
                draw.choice(("none", "warning", *STEPS[:-1])) for _ in range(draw.randint(1, 4))
            ]
        elif draw.random() < 0.5:
            rules[kind].pop("ladder", None)
    rules["talk"].setdefault("ladder", [])
    return rules


def draw_tricks(draw: Random, game: Game) -> list[Any]:
    """Thirteen tricks, often close to what was bid, or all of one team."""
    hand = game.open
    four = [0, 0, 0, 0]
    lucky = draw.choice((0, 1, 2, 3, None, None, None, None))
    for _ in range(13):
        if lucky is not None and draw.random() < 0.98:
            at = draw.choice(seats(lucky % 2))
        else:
            weights = [0.3 + (number(bid) or 0) for bid in hand.bids] if hand else [1] * 4
            at = draw.choices(range(4), weights)[0]
        four[at] += 1
    for side in (0, 1):
        if draw.random() < 0.2 and not (hand and nil_seats(hand.bids, side)):
            one, other = seats(side)
            four[one] += four[other]
            four[other] = None  # type: ignore[call-overload]
    return four


def draw_entry(draw: Random, game: Game) -> Data:
    """An entry, mostly one that is accepted."""
    kind = draw.choices(list(KINDS), list(KINDS.values()))[0]
    side = draw.randrange(2)
    if kind == "hand":
        if game.open and draw.random() < 0.99:
            return {"kind": "tricks", "tricks": draw_tricks(draw, game)}
        is_itself = game.rules["first_hand"]["bids"] == "itself" and not game.closed
        bids: Any = draw.choices(BIDS, k=4)
        if is_itself is not (draw.random() < 0.01):
            bids = "itself"
        return {"kind": "bids", "bids": bids} | (
            {"override": "so be it"} if draw.random() < 0.7 and bids != "itself" else {}
        )
    if kind == "ruling":
        entry = {"kind": kind, "side": side, "points": draw.choice((-50, 0, 60)), "why": "x"}
        entry["bags"] = draw.choice((0, 0, 3, -2))
    elif kind == "misdeal":
        return {"kind": kind, "reason": "no spade"}
    elif kind == "forfeit":
        return {"kind": kind, "side": draw.choice((0, 1, None)), "why": "x"}
    else:
        entry = {"kind": kind, "side": side}
        if draw.random() < 0.8:
            entry["seat"] = draw.choice(seats(side))
    if kind in ("renege", "ruling") and game.open is None and draw.random() < 0.95:
        entry["hand"] = len(game.hands)
    if kind == "renege" and game.next_step(entry)[0] == "tricks" and draw.random() < 0.3:
        entry |= {"tricks": draw.choice((0, 2, 5)), "points": draw.choice((0, 15, 40))}
    return entry


def without_texts(match: Match) -> Data:
    """What the second scorer says too."""
    whole = result_data(match)
    hand_keys = ("number", "dealer", "status", "change", "score", "bags", "tricks")
    kept = ("status", "winner", "tied", "reason", "extra_hand", "score", "bags", "next_dealer")
    return {
        **{key: whole[key] for key in kept},
        "hands": [{key: hand[key] for key in hand_keys} for hand in whole["hands"]],
    }


def parting(seed: int, changes: Data | None = None, steps: int = 60) -> str | None:
    """Say where the product and the second scorer, with other rules, part over a seed's match."""
    draw = Random(seed)
    rules = draw_rules(draw)
    match, game = Match.open(Head(rules=rules), library()), Game(rules | (changes or {}))
    log: list[Data] = []
    for at in range(steps):
        entry = draw_entry(draw, game)
        ground = game.refuses(entry)
        try:
            match = match.append(decode_entry(json.dumps({**entry, "id": f"e{at}"}).encode()))
            refused = None
        except Refused as sentence:
            refused = str(sentence)
        log.append(entry)
        where = "\n".join(json.dumps(each) for each in (rules, *log))
        if (ground is None) != (refused is None):
            return f"seed {seed}: {refused or 'accepted'} / {ground or 'accepted'}\n{where}"
        if ground is None:
            game.take(entry)
            if found := difference(without_texts(match), game.result()):
                return f"seed {seed}: {found}\n{where}"
    return None


@pytest.mark.fuzz
@pytest.mark.parametrize("batch", range(0, SEEDS, BATCH))
def test_random_books_games(batch: int) -> None:
    for seed in range(batch, batch + BATCH):
        found = parting(seed)
        assert found is None, found


def test_the_comparison_sees_a_difference() -> None:
    """A second scorer that always agreed would prove nothing."""
    one_more = {"contract": {"trick": 11, "overtrick": 1, "set": "full"}}
    assert any(parting(seed, one_more) for seed in range(5))
