"""The grammar of the bar, over every kind of hand: what each costs in keys, by whom a nil is bid,
and that keys, buttons and help say the same."""

from __future__ import annotations

import itertools
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt

from scorepad.desk.typed_bids import INSIST, TypedBids, bidding_units
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.entries import Bid, Bids, FourBids, Head, Tricks
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from tests.end2end.window_player import bid_keys_of, trick_keys_of
from tests.window.evening import ACES, KINGS, RULES, read
from tests.window.stage import Stage

LIBRARY = load_library(RULES)
NILS: tuple[Bid, ...] = ("nil", "blind")
FREE = {
    "bidding": {"nils_per_side": 2, "blind_nil": "yes", "blind_nil_deficit": 0},
    "nil": {"blind_points": 100},
}


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path, keypad=True)


def opened(rules: str, dealer: int = 0, agreed: Any = FREE) -> Match:
    head = Head(rules=rules, agreed=agreed, teams=(ACES, KINGS), first_dealer=dealer)
    return Match.open(head, LIBRARY)


def counts(bids: FourBids, took: tuple[int, ...]) -> list[tuple[int, ...]]:
    """Tricks by seat that fit these bids: each nil took what is said, the others the rest."""
    nils = [seat for seat in range(4) if isinstance(bids[seat], str)]
    plain = [seat for seat in range(4) if seat not in nils]
    by_seat = [0] * 4
    for seat, tricks in zip(nils, took, strict=True):
        by_seat[seat] = tricks
    if not plain:
        return [tuple(by_seat)] if sum(by_seat) == 13 else []
    by_seat[plain[0]] = 13 - sum(by_seat)
    one = tuple(by_seat)
    if len(plain) > 1:
        by_seat[plain[0]] -= 4
        by_seat[plain[-1]] += 4
    return [one, tuple(by_seat)]


def keys_of(match: Match, bids: FourBids, tricks: tuple[int, ...]) -> tuple[str, str]:
    """The keys of the bids and of the tricks; typed, they record what was to be recorded."""
    entry = Bids(bids=bids)
    typed = bid_keys_of(bidding_units(match.rules, match.board.dealer), entry)
    typing = TypedBids(match, typed)
    assert typing.complete
    assert not typing.insisted
    side_bids = match.rules.bidding.unit == "side"
    if not side_bids:
        assert typing.bids() == bids
    begun = match.append(typing.entry())
    hand = begun.board.hand
    assert hand is not None
    for seat in range(4):
        assert hand.nils[seat] == (bids[seat] if isinstance(bids[seat], str) else None)
    counted = Tricks(tricks=tricks)  # type: ignore[arg-type]
    counting = TypedTricks(begun)
    keys = trick_keys_of(counting, counted)
    for key in keys[:-1]:
        assert counting.press(key)
    recorded = counting.entry()
    assert recorded is not None
    after = begun.append(recorded).board.hands[-1]
    for side in (0, 1):
        assert after.tricks[side] == tricks[side] + tricks[side + 2]
    for seat in range(4):
        if isinstance(bids[seat], str):
            assert after.seat_tricks[seat] == tricks[seat]
    return typed, keys


FOUR = [
    bids
    for bids in itertools.product(("nil", "blind", 5, 10), repeat=4)
    if sum(bid for bid in bids[::2] if isinstance(bid, int)) <= 13
    and sum(bid for bid in bids[1::2] if isinstance(bid, int)) <= 13
]
"""Every nil beside every nil and every number, of one figure and of two.  Each dealer gets a third
of them, so that all are typed."""
ONE_SIDE: list[tuple[Bid, Bid]] = [
    *((number, None) for number in (0, 4, 10, 11, 12, 13)),
    *((nil, number) for nil in NILS for number in (0, 4, 10, 13)),
    *((number, nil) for nil in NILS for number in (0, 4, 10, 13)),
    *itertools.product(NILS, repeat=2),
]
"""What a side can bid with one number: alone, with a nil of either partner, and with both."""


def took(nils: int) -> list[tuple[int, ...]]:
    """What so many nils may have taken: none, one of them, all."""
    some = [tuple(2 if n == failed else 0 for n in range(nils)) for failed in range(nils)]
    return [(0,) * nils, *some, (1,) * nils] if nils else [()]


@pytest.mark.parametrize("dealer", range(4))
def test_with_four_bids_a_nil_costs_no_key_and_its_tricks_at_most_one_each(dealer: int) -> None:
    match = opened("fairmont-state", dealer)
    for bids in FOUR[dealer::3]:
        nils = sum(isinstance(bid, str) for bid in bids)
        for taken in took(nils):
            for tricks in counts(bids, taken):
                typed, counted = keys_of(match, bids, tricks)
                assert len(typed) == 4, bids
                failed = any(taken) or nils == 4
                assert len(counted) <= 2 + (nils if failed else 0), (bids, tricks, counted)


@pytest.mark.parametrize("dealer", range(4))
def test_with_team_bids_a_nil_costs_at_most_one_key_whoever_bids_it(dealer: int) -> None:
    match = opened("washburn", dealer)
    for aces, kings in [*itertools.product(ONE_SIDE, repeat=2)][dealer::3]:
        bids = (aces[0], kings[0], aces[1], kings[1])
        nils = sum(isinstance(bid, str) for bid in bids)
        for taken in took(nils):
            for tricks in counts(bids, taken)[:1]:
                typed, counted = keys_of(match, bids, tricks)
                assert len(typed) <= 2 + nils, (bids, typed)
                failed = any(taken) or nils == 4
                assert len(counted) <= 2 + (nils if failed else 0), (bids, tricks, counted)


@pytest.mark.parametrize(
    ("keys", "bids"),
    [
        ("N5", ("nil", None, 5, None)),
        ("M5", (5, None, "nil", None)),
        ("B5", ("blind", None, 5, None)),
        ("V5", (5, None, "blind", None)),
        ("NM", ("nil", None, "nil", None)),
        ("MN", ("nil", None, "nil", None)),
        ("NV", ("nil", None, "blind", None)),
        ("BM", ("blind", None, "nil", None)),
        ("BV", ("blind", None, "blind", None)),
        ("NB5", ("blind", None, 5, None)),
        ("NN5", ("nil", None, 5, None)),
    ],
)
@pytest.mark.parametrize("dealer", [1, 3])
def test_the_partner_named_first_has_n_and_b_the_second_m_and_v(
    keys: str, bids: FourBids, dealer: int
) -> None:
    """No matter who deals: the side not dealing bids first, its partners in either order."""
    typing = TypedBids(opened("washburn", dealer), keys)
    assert typing.bids() == bids
    assert typing.cursor == 1


def test_two_nils_where_one_is_allowed_are_refused_at_once_and_can_be_insisted_on() -> None:
    typing = TypedBids(opened("washburn", 1, {}), "NM")
    assert typing.cursor == 0
    assert typing.mistake is not None
    assert "nil" in str(typing.mistake)
    assert typing.press(INSIST)
    assert typing.cursor == 1
    assert typing.insisted


def test_keys_of_nil_on_the_screen(stage: Stage, subtests: pytest.Subtests) -> None:
    with subtests.test("every key of a nil has a button that names the player"):
        page = stage.open(rules="washburn", agreed=FREE)
        said = {}
        # Ann deals: Bo and Di bid first.
        for key in "NMBV":
            made = page.bar.keys.keys[key]
            assert made.isVisible()
            assert made.isEnabled()
            assert made.height() >= 44
            assert made.width() >= 44
            said[key] = made.accessibleName()
        assert said == {
            "N": "Bo bids nil (key N)",
            "M": "Di bids nil (key M)",
            "B": "Bo bids blind nil (key B)",
            "V": "Di bids blind nil (key V)",
        }
        for key in ("M", "5"):
            stage.qtbot.mouseClick(page.bar.keys.keys[key], Qt.MouseButton.LeftButton)
        assert page.bar.keys.keys["M"].accessibleName() == "Cy bids nil (key M)"
        for made in (page.bar.keys.keys["6"], page.bar.keys.keys["7"], page.bar.record):
            stage.qtbot.mouseClick(made, Qt.MouseButton.LeftButton)
        hand = page.table.match.board.hands[0]
        assert hand.bids == (6, 5, None, "nil")
        assert hand.seat_tricks[3] == 0
    with subtests.test("where each player bids there is one key of nil"):
        page = stage.open()
        shown = {key for key, made in page.bar.keys.keys.items() if made.isVisible()}
        assert shown & set("NBMV") == {"N", "B"}
        stage.type("M")
        assert page.bar.bids is not None
        assert page.bar.bids.keys == ""
    with subtests.test("whose key is whose stands beside the boxes"):
        page = stage.open(rules="washburn")
        assert "N: nil for Bo; M: nil for Di; then the partner's bid" in read(page.bar)
        stage.type("M")
        assert page.bar.boxes.boxes[0].value == "Di nil + ▮"


def test_pointing_at_the_other_side_keeps_what_the_nil_took() -> None:
    match = opened("fairmont-state").append(Bids(bids=("nil", 4, 5, 3)))
    assert match.board.hand is not None
    typing = TypedTricks(match, "71\t")
    assert [each.tricks for each in typing.counts] == [5, 1, 7]
    assert typing.keys == "\t51"
    again = TypedTricks(match, typing.keys)
    assert again.entry() == typing.entry()


def test_tricks_are_typed(stage: Stage, subtests: pytest.Subtests) -> None:
    for typed, taken in [("10", 10), ("13", 13), ("14", 1), ("20", 2), ("100", 10), ("T", 10)]:
        with subtests.test("ten tricks may be typed as digits", typed=typed, taken=taken):
            page = stage.open()
            stage.type("4333")
            stage.type(typed)
            tricks = page.bar.tricks
            assert tricks is not None
            assert tricks.counts[0].tricks == taken
            assert tricks.keys in ("1", "2", "T", "K"), "other numbers are those of the next hand"
    with subtests.test("beside a nil the keys 1 and 0 are two numbers"):
        page = stage.open()
        stage.type("n433")
        stage.type("10")
        tricks = page.bar.tricks
        assert tricks is not None
        assert [each.tricks for each in tricks.counts] == [1, 0, 12]
    for bids, keys, said in [
        (("nil", 4, 5, 3), "52", "Aces made, Ann's nil failed"),
        (("nil", 4, 5, 3), "4", "Aces set, Ann's nil made"),
        (("nil", 4, "nil", 3), "Q1", "Aces no contract, Ann's nil made, Cy's nil failed"),
        (("blind", 4, 5, 3), "51", "Aces made, Ann's blind nil failed"),
        (("blind", 4, 5, 3), "5", "Aces made, Ann's blind nil made"),
    ]:
        with subtests.test("contract and nil are told apart", bids=bids, keys=keys, said=said):
            page = stage.open((bids, None), rules="fairmont-state")
            stage.type(keys)
            assert said in read(page.bar)
