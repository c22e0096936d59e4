"""What holds for every rule set, whatever its parameters: lines add up, the order of corrections
doesn't matter, undo is exact."""

from __future__ import annotations

import json
from random import Random
from typing import Any

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from scorepad.paths import resources_folder
from scorepad.spades.board import Hand
from scorepad.spades.citations import changed_paths, cite_line, parameters_behind_line
from scorepad.spades.entries import Amend, Head, Restore, Strike
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import decode_entry
from scorepad.spades.parameters import Parameter, parameters
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
from scorepad.spades.rule_texts import rule_chapters
from scorepad.spades.rulefile import plain_rules
from tests.spades.parameter_cases import HOUSE, STEPS

pytestmark = pytest.mark.hypothesis
LIBRARY = load_library(resources_folder() / "rules")
Data = dict[str, Any]
SEEDS = st.integers(0, 10**9)
NUMBERS: dict[str, tuple[int | None, ...]] = {
    "game.target": (150, 300, 1000),
    "game.floor": (None, None, -200),
    "game.max_hands": (None, None, 5),
    "game.sets_to_lose": (None, 2, 3),
    "game.sets_in_a_row_to_lose": (None, 2),
    "clock.minutes": (None, 30),
    "first_hand.minimum": (None, 4, 5),
    "bidding.side_minimum": (0, 4),
    "bidding.side_maximum": (None, 13),
    "bidding.table_minimum": (None, 8, 11),
    "bidding.blind_nil_deficit": (0, 50),
    "boston.taken": (None, 200),
    "blind_bid.minimum": (1, 5),
    "blind_bid.maximum": (7, 13),
    "blind_bid.deficit": (0, 50),
    "blind_bid.per_game": (None, 1, 2),
    "nil.blind_points": (200,),
    "bags.limit": (None, 5, 10),
    "renege.tricks": (0, 3),
}


def value_for(draw: Random, of: Parameter) -> Any:
    """A value that this parameter may have."""
    if of.path in NUMBERS:
        return draw.choice(NUMBERS[of.path])
    if of.shape == "choice":
        return draw.choice((*of.choices, None) if of.optional else of.choices)
    if of.shape == "yes-no":
        return draw.random() < 0.5
    if of.shape == "steps":
        return draw.sample(("warning", *STEPS), draw.randint(0, 3))
    if of.shape == "integers":
        return draw.sample((1, 5, 9), draw.randint(0, 2)) if of.path == "bidding.barred" else [5]
    if of.shape in ("texts", "table"):
        return ["no spade"] if of.shape == "texts" else None
    return draw.choice((10, 20, 5, 50, 0))


def random_rules(draw: Random) -> Data:
    """A whole rule set with every parameter at random."""
    rules: Data = {name: HOUSE[name] for name in ("id", "name", "edition", "source")}
    for each in parameters():
        if each.section != "big_bid" and (value := value_for(draw, each)) is not None:
            rules.setdefault(each.section, {})[each.name] = value
    bands = [{"from": 7, "to": 9, "made": 90}, {"from": 10, "to": 12, "made": 200, "set": 100}]
    rules["big_bid"] = draw.sample([*bands, {"from": 13, "made": 400}], draw.randint(0, 3))
    rules["big_bid"].sort(key=lambda band: band["from"])
    if not rules["big_bid"]:
        del rules["big_bid"]
    if draw.random() < 0.4:
        del rules["blind_bid"]
    rules["bidding"]["unit"] = "player"  # else a renege can't lose the offender's own bid
    return rules


def random_entry(draw: Random, match: Match) -> Data:
    """An entry that may come now, or be refused."""
    board = match.board
    kind = draw.random()
    if kind < 0.2:
        side = draw.randrange(2)
        entry: Data = {"kind": draw.choice(("renege", "talk")), "side": side}
        if draw.random() < 0.7:
            entry["seat"] = side + 2 * draw.randrange(2)
        if entry["kind"] == "renege" and board.hand is None:
            entry["hand"] = len(board.hands)
        return entry
    if kind < 0.25:
        return {"kind": "misdeal", "reason": "no spade"}
    if kind < 0.3:
        return {"kind": "ruling", "side": 0, "points": draw.choice((-50, 60)), "why": "x"}
    if board.hand is None:
        if draw.random() < 0.2 or (match.rules.first_hand.bids == "itself" and not board.hands):
            return {"kind": "bids", "bids": "itself"}
        bid = (0, 1, 2, 3, 3, 4, 5, 6, "nil", "nil", {"blind": 5}, {"blind": 6}, "blind", 13)
        return {"kind": "bids", "bids": draw.choices(bid, k=4), "override": "so be it"}
    shape = draw.choice(((3, 3, 4, 3), (0, 6, 0, 7), (7, 0, 6, 0), (0, 4, 6, 3), (2, 5, 1, 5)))
    return {"kind": "tricks", "tricks": [*shape]}


def random_match(seed: int) -> Match:
    draw = Random(seed)
    match = Match.open(Head(rules=random_rules(draw)), LIBRARY)
    for at in range(30):
        try:
            plain = random_entry(draw, match)
            match = match.append(decode_entry(json.dumps({**plain, "id": f"e{at}"}).encode()))
        except Refused:
            continue
    return match


@given(seed=SEEDS)
def test_lines_add_up_and_steps_are_the_whole(seed: int) -> None:
    match = random_match(seed)
    score = [0, 0]
    for hand in match.board.hands:
        for side in (0, 1):
            lines = hand.lines[side]
            assert hand.change[side] == sum(each.points for each in lines)
            assert hand.sides[side].bags == sum(each.bags for each in lines)
            score[side] += hand.change[side]
            for line in lines:
                cite_line(match.rules, hand, side, line)
    for each in match.board.adjustments:
        score[each.side] += each.points
    assert tuple(score) == match.board.score
    afresh = match.with_first_entries(0).with_entries_appended(match.log)
    assert afresh.board == match.board


@given(seed=SEEDS, data=st.data())
def test_the_order_of_corrections_does_not_matter(seed: int, data: st.DataObject) -> None:
    match = random_match(seed)
    draw = Random(seed + 1)
    corrections: list[Amend] = []
    for entry in match.log:
        other = decode_entry(json.dumps(random_entry(draw, match)).encode())
        if type(other) is type(entry):
            corrections.append(Amend(entry=entry.id or "", to=other, why="x"))  # type: ignore[arg-type]
    outcomes = []
    for order in (corrections, data.draw(st.permutations(corrections))):
        corrected = match
        try:
            for at, amend in enumerate(order):
                corrected = corrected.append(_with_id(amend, f"z{at}"))
        except Refused:
            return  # what one order allows, another may not
        outcomes.append(corrected)
    one, other_one = outcomes
    assert _without_warnings(one) == _without_warnings(other_one)


def _with_id(amend: Amend, new: str) -> Amend:
    return Amend(id=new, entry=amend.entry, to=amend.to, why=amend.why)


def _without_warnings(match: Match) -> Data:
    return {**result_data(match), "warnings": []}


@given(seed=SEEDS, data=st.data())
def test_undo_and_redo_are_exact(seed: int, data: st.DataObject) -> None:
    match = random_match(seed)
    if not match.log:
        return
    entry = data.draw(st.sampled_from([each.id or "" for each in match.log]))
    try:
        struck = match.append(Strike(entry=entry, why="undo", id="s"))
        again = struck.append(Restore(entry=entry, id="t"))
    except Refused:
        return
    assert again.board == match.board


@given(seed=SEEDS)
def test_a_rule_set_is_read_as_it_is_written_and_put_into_words(seed: int) -> None:
    rules = LIBRARY.resolve(random_rules(Random(seed)))
    plain = plain_rules(rules)
    assert LIBRARY.resolve(plain) == rules
    assert plain_rules(LIBRARY.resolve(plain)) == plain
    assert all(str(text) for _title, texts in rule_chapters(rules) for text in texts)


def _charged(hand: Hand) -> list[tuple[str, int, int]]:
    """Return the offenses that are charged to a hand, without what each costs."""
    return [(each.kind, each.side, each.number) for each in hand.offenses]


@given(seed=SEEDS)
@example(21441)  # a renege ends the first hand under one set only, and the talk is the next hand's
def test_a_line_of_a_derived_set_rests_on_what_decides_it(seed: int) -> None:
    """RULES 1: a document is cited only where no parameter behind the line was changed."""
    draw = Random(seed)
    library = load_library(resources_folder() / "rules")
    base = {**random_rules(draw), "id": "base", "name": "Base"}
    library.add("base.toml", base)
    changes = {"id": "own", "name": "Own", "edition": "1", "source": "us", "extends": "base"}
    for each in parameters():
        if (
            each.section not in ("big_bid", "blind_bid")
            and each.name != "unit"
            and draw.random() < 0.1
        ):
            value = value_for(draw, each)
            if value is not None or each.optional:
                changes.setdefault(each.section, {})[each.name] = (  # type: ignore[attr-defined]
                    False if value is None else value
                )
    match = Match.open(Head(rules=plain_rules(library.resolve(changes))), library)
    under_base = Match.open(Head(rules=base), library)
    for at in range(14):
        plain = {**random_entry(draw, match), "id": f"e{at}"}
        try:
            both = [
                each.append(decode_entry(json.dumps(plain).encode()))
                for each in (match, under_base)
            ]
        except Refused:
            continue
        match, under_base = both
    changed = changed_paths(match.rules)
    for hand, before in zip(match.board.hands, under_base.board.hands, strict=True):
        if hand.status != "scored" or before.status != "scored":
            continue  # what ended the hand or the game is no line
        if _charged(hand) != _charged(before):
            continue  # an offense is a line only of the hand to which it is charged
        for side in (0, 1):
            alike = {(each.what, each.points, each.bags) for each in before.lines[side]}
            for line in hand.lines[side]:
                cited = cite_line(match.rules, hand, side, line)
                behind = parameters_behind_line(match.rules, hand, side, line)
                if cited.origin == "document":
                    assert not behind & changed
                    if line.what not in ("ruling", "bag-penalty", "nil", "blind-nil"):
                        assert (line.what, line.points, line.bags) in alike, (line, behind, changed)
