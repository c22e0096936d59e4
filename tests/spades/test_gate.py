"""Sentences of the gate, and rules of SCORING.md that no printed example shows."""

from __future__ import annotations

import json
from typing import Any

import pytest

from scorepad.spades.entries import Ruling
from scorepad.spades.library import Library
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused
from scorepad.spades.result import (
    extra_hand_due_text,
    outcome_text,
    result_data,
    why_unofficial,
)
from scorepad.spades.status import status_of
from scorepad.spades.words import install
from tests.reports.languages import catalog_of

BIDS = {"kind": "bids", "bids": [4, 3, 4, 2], "id": "b"}
TRICKS = {"kind": "tricks", "tricks": [4, 4, 4, 1]}


def rules(**sections: Any) -> dict[str, Any]:
    return {"id": "x", "name": "X", "extends": "unc", **sections}


def scored(library: Library, *log: dict[str, Any], by: Any = "unc") -> Any:
    return result_data(parse_match_file(json.dumps({"rules": by, "log": log}).encode(), library))


def refused(library: Library, *log: dict[str, Any], by: Any = "unc") -> str:
    with pytest.raises(Refused) as caught:
        scored(library, *log, by=by)
    return str(caught.value)


def test_an_override_gives_its_reason(library: Library) -> None:
    """SCORING.md 3: accepted when the entry carries "override": "<reason>"."""
    low = {"kind": "bids", "bids": [1, 3, 2, 2]}
    assert "entry 1 (bids): " in refused(library, low)
    for nothing in ("", "  "):
        said = refused(library, {**low, "override": nothing})
        assert said == "entry 1 (bids): enter a reason for the override"
    assert scored(library, {**low, "override": "agreed"})["hands"][0]["contract"] == [3, 5]


def test_the_override_of_an_amend_stands_on_the_amend(library: Library) -> None:
    """SCORING.md 3, amend: `override` continues the `amend`."""
    low = {"kind": "bids", "bids": [1, 3, 2, 2], "override": "agreed"}
    amend = {"kind": "amend", "entry": "b", "why": "misheard", "to": low}
    assert refused(library, BIDS, amend).endswith(
        "; put the override in the “amend” entry itself, not in the bids inside it"
    )
    held = {**amend, "override": "agreed", "to": {**low, "override": None}}
    assert scored(library, BIDS, held)["hands"][0]["contract"] == [3, 5]


def test_an_amend_is_gated_against_what_stood_before_its_target(library: Library) -> None:
    """SCORING.md 3, amend: the bids of a closed hand are amended as if it had none yet."""
    to = {"kind": "bids", "bids": [5, 3, 4, 2]}
    amend = {"kind": "amend", "entry": "b", "why": "misheard", "to": to}
    (hand,) = scored(library, BIDS, TRICKS, amend)["hands"]
    assert hand["contract"] == [9, 5]
    assert hand["change"] == [-90, 50]


def test_a_hand_in_progress_is_not_named(library: Library) -> None:
    """SCORING.md 3: `hand` names the latest closed hand."""
    ruling = {"kind": "ruling", "side": 0, "points": -10, "why": "late", "hand": 1}
    assert refused(library, BIDS, ruling).endswith(
        "hand 1 is in progress, so you can't choose another hand"
    )
    assert refused(library, ruling).endswith("no hand has been played yet, so don't choose one")
    closed = scored(library, BIDS, TRICKS, ruling)
    assert closed["score"][0] == 80 - 10
    assert refused(library, BIDS, TRICKS, BIDS | {"id": "c"}, ruling).startswith("entry 4 (ruling)")


def test_reneges_move_no_tricks_to_a_side_of_two_nils(library: Library) -> None:
    """SCORING.md 4.1: a side whose partners both bid nil receives none of the moved tricks."""
    moved = rules(renege={"effect": "tricks", "tricks": 3, "points": 30, "moved_tricks": "count"})
    renege = {"kind": "renege", "side": 1}
    bids = {"kind": "bids", "bids": ["nil", 4, "nil", 4]}
    hand = scored(library, bids, renege, {"kind": "tricks", "tricks": [0, 7, 0, 6]}, by=moved)[
        "hands"
    ][0]
    assert hand["contract"] == [None, 8]
    assert hand["tricks"] == [0, 13]
    # Two nils of 60 and the 30 points; 13 - 3 tricks make 8 with two overtricks.
    assert hand["change"] == [150, 82]
    assert hand["bags"] == [0, 2]


def test_reneges_of_both_sides_are_reckoned_from_the_tricks_as_played(library: Library) -> None:
    """SCORING.md 4.1: reckoned for both sides, and only then moved."""
    moved = rules(renege={"effect": "tricks", "tricks": 3, "points": 30, "moved_tricks": "count"})
    reneges = [{"kind": "renege", "side": side} for side in (0, 1, 1)]
    tricks = {"kind": "tricks", "tricks": [5, 4, 4, 0]}
    hand = scored(library, BIDS, *reneges, tricks, by=moved)["hands"][0]
    # Side 0: 9 - 3 + 4 (all that side 1 has of its 6) = 10; side 1: 4 - 4 + 3 = 3, set.
    assert hand["tricks"] == [9, 4]
    assert hand["change"] == [80 + 2 + 60, -50 + 30]


def test_a_tie_at_time_owes_a_hand_and_says_so(library: Library) -> None:
    """SCORING.md 5: equal totals by time, `clock.on_tie` extra-hand."""
    bids = {"kind": "bids", "bids": [4, 4, 2, 2]}
    tricks = {"kind": "tricks", "tricks": [4, 4, 3, 2]}
    level = {"kind": "ruling", "side": 0, "points": -1, "why": "late"}
    log = [bids, tricks, level, {"kind": "time"}]
    match = parse_match_file(json.dumps({"rules": "unc", "log": log}).encode(), library)
    assert match.board.score == (60, 60)
    assert match.board.extra_hand
    assert str(extra_hand_due_text(match)) == "time's up, tied 60–60: one more hand decides it"
    assert outcome_text(match) is None
    settled = match.append(Ruling(side=1, points=-1, why="late too", id="r"))
    assert settled.board.end is not None
    assert settled.board.end.reason == "time"
    assert extra_hand_due_text(settled) is None


def test_the_word_unfit_of_an_older_program_is_ignored(library: Library) -> None:
    """SCORING.md 3, Order: a file that says `unfit` is read, and the word ignored."""
    note = {"kind": "note", "text": "seen", "unfit": "no hand was in progress"}
    unfit = {**TRICKS, "tricks": [13, 0, 0, 0], "unfit": "no hand was in progress"}
    both = scored(library, BIDS, TRICKS, note, unfit)
    assert both["score"] == scored(library, BIDS, TRICKS)["score"]
    assert both["warnings"] == [
        "tricks (saved, but doesn't count): no hand is in progress; record the bids first"
    ]


def ids(*log: dict[str, Any]) -> list[dict[str, Any]]:
    return [{"id": f"e{n}", **entry} for n, entry in enumerate(log, 1)]


def test_a_correction_of_a_hand_after_the_end_says_what_ended_the_match(library: Library) -> None:
    """RULES 4: refused with which entry ended the match and must be corrected first."""
    house = rules(game={"target": 100}, bidding={"side_minimum": 0})
    hand = ({"kind": "bids", "bids": [3, 3, 2, 3]}, {"kind": "tricks", "tricks": [4, 3, 3, 3]})
    to = {"kind": "bids", "bids": [7, 3, 3, 3], "override": None}
    ends = {"kind": "amend", "entry": "e1", "why": "misread", "to": to}
    again = {**ends, "entry": "e5", "to": {"kind": "bids", "bids": [1, 3, 2, 3]}}
    tricks = {
        "kind": "amend",
        "entry": "e2",
        "why": "misread",
        "to": {"kind": "tricks", "tricks": [7, 1, 4, 1]},
    }
    said = refused(library, *ids(*hand, *hand, ends, tricks, again | {"entry": "e3"}), by=house)
    assert said.endswith(
        "hand 2 was played after the match ended; first correct the tricks in hand 1 that ended it"
    )
    assert "you can only record a ruling or a correction" not in said


def test_both_sides_forfeit(library: Library) -> None:
    """RULES 3: `forfeit` with `side: null`: both teams forfeit, and nobody wins."""
    match = parse_match_file(
        json.dumps(
            {"rules": "fairmont-state", "log": [{"kind": "forfeit", "side": None, "why": "absent"}]}
        ).encode(),
        library,
    )
    data = result_data(match)
    assert (data["status"], data["reason"], data["winner"]) == ("over", "forfeit", None)
    assert not data["tied"]
    assert str(outcome_text(match)) == "Both teams forfeit: no winner"
    assert status_of(match).how == "double-forfeit"


def warned(library: Library, *log: dict[str, Any], by: Any) -> tuple[Any, list[str]]:
    match = parse_match_file(json.dumps({"rules": by, "log": log}).encode(), library)
    return result_data(match), [str(each.text) for each in match.all_warnings]


def setup(rules: Any) -> dict[str, Any]:
    return {"kind": "setup", "rules": rules, "why": "the wrong preset"}


def test_a_contract_under_the_minimum_of_new_rules_counts_with_a_warning(library: Library) -> None:
    """RULES 4: what the new rules would have refused counts as recorded, with a warning that names
    it (a contract of 3 under a minimum of 4)."""
    low = {"kind": "bids", "bids": [3, 5, None, None]}
    tricks = {"kind": "tricks", "tricks": [4, 9, None, None]}
    data, warnings = warned(library, low, tricks, setup("unc"), by="washburn")
    assert data["hands"][0]["contract"] == [3, 5]
    assert warnings == [
        (
            "hand 1: Team A bid 3; the minimum is 4; it still counts, because it was recorded "
            "under different rules"
        )
    ]
    _, without = warned(library, low, tricks, by="washburn")
    assert without == []


def test_a_lost_hand_stays_lost_under_another_talk_ladder(library: Library) -> None:
    """RULES 4: a `setup` is never refused for what was played (a lost hand under another talk
    ladder)."""
    talk = {"kind": "talk", "side": 0}
    hand = ({**BIDS, "id": "b1"}, talk, talk, {**BIDS, "id": "b2"}, TRICKS)
    data, warnings = warned(library, *hand, setup("unc"), by="fairmont-state")
    assert [each["status"] for each in data["hands"]] == ["lost", "scored"]
    assert "hand 1 was lost to table talk. UNC doesn't have that penalty" in warnings[0]
    before = ({**BIDS, "id": "b1"}, TRICKS, talk, talk, {**BIDS, "id": "b2"})
    data, _ = warned(library, *before, {**BIDS, "id": "b3"}, setup("unc"), by="fairmont-state")
    assert [each["status"] for each in data["hands"]] == ["scored", "lost", "in-progress"]
    # The misdeal is of the next deal; it doesn't void the hand that was lost before.
    misdealt = ({**BIDS, "id": "b1"}, talk, talk, {"kind": "misdeal", "reason": "no spade"})
    data, warnings = warned(library, *misdealt, setup("unc"), by="fairmont-state")
    assert [each["status"] for each in data["hands"]] == ["lost"]
    assert warnings[0].endswith("the hand stays lost because the next one has been dealt")


def test_a_hand_lost_last_is_played_on_under_rules_that_lose_none(library: Library) -> None:
    """SCORING.md 3, setup: everything is scored anew; the cards are still on the table."""
    talk = {"kind": "talk", "side": 0}
    log = (BIDS, talk, talk, setup("unc"))
    assert warned(library, *log, by="fairmont-state")[0]["hands"][0]["status"] == "in-progress"
    data, _ = warned(library, *log, TRICKS, by="fairmont-state")
    assert data["hands"][0]["status"] == "scored"


def test_a_bid_of_nothing_whose_partner_did_not_bid_stays_no_nil(library: Library) -> None:
    """RULES 4: it counts as recorded, though the new rules read 0 as a nil."""
    zero = {"kind": "bids", "bids": [0, 5, None, None]}
    tricks = {"kind": "tricks", "tricks": [4, 9, None, None]}
    data, warnings = warned(library, zero, tricks, setup("chicago"), by="washburn")
    assert data["hands"][0]["contract"] == [0, 5]
    assert data["hands"][0]["change"] == [4, 54]
    assert "the entry still counts the way it was recorded" in warnings[0]


def test_tricks_not_told_apart_leave_a_bid_of_nothing_no_nil(library: Library) -> None:
    """RULES 4: it counts as recorded, though the new rules read 0 as a nil."""
    zero = {"kind": "bids", "bids": [0, 2, 3, 3]}
    tricks = {"kind": "tricks", "tricks": [4, 9, None, None]}
    data, warnings = warned(library, zero, tricks, setup("chicago"), by="alpha-theta")
    assert data["hands"][0]["contract"] == [3, 5]
    assert "the entry still counts the way it was recorded" in warnings[0]


def test_a_renege_without_a_player_counts_where_new_rules_ask_who(library: Library) -> None:
    """RULES 4: it counts as recorded; no nil of the side fails by it."""
    bids = {"kind": "bids", "bids": ["nil", 3, 5, 3]}
    renege = {"kind": "renege", "side": 0}
    tricks = {"kind": "tricks", "tricks": [0, 4, 6, 3]}
    data, warnings = warned(library, bids, renege, tricks, setup("fairmont-state"), by="unc")
    assert data["hands"][0]["change"][0] == 100 - 50
    assert "the entry still counts the way it was recorded" in warnings[0]


def test_a_hand_that_time_voided_stays_void_where_the_next_was_bid(library: Library) -> None:
    """RULES 4: a `setup` is never refused for what was already played."""
    stop = {"id": "x", "name": "X", "extends": "unc", "clock": {"at_time": "stop"}}
    log = ({**BIDS, "id": "b1"}, {"kind": "time"}, {**BIDS, "id": "b2"}, TRICKS)
    data, _ = warned(library, *log, setup("unc"), by=stop)
    assert [each["status"] for each in data["hands"]] == ["void", "scored"]
    assert data["reason"] == "extra-hand"


OWN_BID = {
    "id": "x",
    "name": "X",
    "extends": "fairmont-state",
    "renege": {"effect": "own-bid"},
    "contract": {"overtrick": 1},
}


@pytest.mark.parametrize(
    ("bids", "seats", "tricks", "points", "bags"),
    [
        # The offender's 4 is lost; the partner's 3 is the contract, with all 8 tricks.
        ([4, 3, 3, 2], [0], [5, 3, 3, 2], -40 + 30 + 5, 5),
        # Once a hand.
        ([4, 3, 3, 2], [0, 0], [5, 3, 3, 2], -40 + 30 + 5, 5),
        # Both partners: no contract is left.
        ([4, 3, 3, 2], [0, 2], [5, 3, 3, 2], -40 - 30, 0),
        # The partner's contract can be set too.
        ([4, 3, 9, 2], [0], [2, 5, 2, 4], -40 - 90, 0),
        # A nil of the offender fails, though it took no trick.
        (["nil", 3, 4, 2], [0], [0, 4, 5, 4], -100 + 40 + 1, 1),
        # The offender's number is lost, and the partner has none.
        (["nil", 3, 4, 2], [2], [0, 4, 5, 4], 100 - 40, 0),
        # One number is the whole team's: a renege of either partner loses it.
        ([7, 3, None, 2], [2], [8, 3, None, 2], -70, 0),
    ],
)
def test_a_renege_loses_the_offenders_own_bid(
    library: Library, bids: Any, seats: Any, tricks: Any, points: int, bags: int
) -> None:
    """RULES 3, `renege.effect = "own-bid"`; Fairmont, "complete loss of bid by the offender"."""
    reneges = [{"kind": "renege", "side": 0, "seat": seat} for seat in seats]
    log = ({"kind": "bids", "bids": bids}, *reneges, {"kind": "tricks", "tricks": tricks})
    data = scored(library, *log, by=OWN_BID)
    (hand,) = data["hands"]
    assert hand["change"][0] == points
    assert data["bags"][0] == bags
    lose = {**OWN_BID, "game": {"sets_to_lose": 1}}
    assert scored(library, *log, by=lose)["reason"] == "sets", "it counts as a set"


def test_an_own_bid_that_is_lost_names_its_player(library: Library) -> None:
    """RULES 3: `bidding.unit = "player"` only; `seat` is required."""
    said = refused(library, BIDS, {"kind": "renege", "side": 0}, by=OWN_BID)
    assert said.endswith("choose the player who reneged; that player's own bid is lost")
    side = {**OWN_BID, "bidding": {"unit": "side"}}
    assert refused(library, by=side).endswith(
        "renege.effect: use own-bid only if bidding.unit is player"
    )


@pytest.mark.parametrize(
    ("preset", "ground", "is_late"),
    [
        ("unc", "no spade", True),
        ("unc", "leaked information", False),
        ("fairmont-state", "No spade ", True),
        ("chicago", "no spade", False),
    ],
)
def test_a_late_misdeal_is_accepted_with_a_warning_that_names_the_rule(
    library: Library, preset: str, ground: str, is_late: bool
) -> None:
    """RULES 3, `deal.misdeal_deadline`; UNC, Misdeal: for the other reasons until the first bid."""
    misdeal = {"kind": "misdeal", "reason": ground}
    data, warnings = warned(library, BIDS, misdeal, by=preset)
    assert data["hands"][0]["status"] == "void"
    assert any("only until the first bid" in text for text in warnings) == is_late
    _, before = warned(library, misdeal, BIDS, by=preset)
    assert not any("until the first bid" in text for text in before)


def test_the_warning_about_a_misdeal_names_the_ground_in_the_readers_language(
    library: Library,
) -> None:
    log = [BIDS, {"kind": "misdeal", "reason": "no spade"}]
    install(catalog_of("es"))
    for preset in ("unc", "chicago"):
        data = json.dumps({"rules": preset, "log": log}).encode()
        (warning,) = parse_match_file(data, library).all_warnings
        assert "«mano sin picas»" in str(warning.text)
        assert "“no spade”" in warning.text.english


def test_a_wrong_deadline_says_what_is_allowed(library: Library) -> None:
    """RULES, bad input: file, key and what is allowed."""
    said = refused(library, by=rules(deal={"misdeal_deadline": {"no spade": "never"}}))
    assert "deal.misdeal_deadline: " in said
    assert "a table that assigns one of bids, first-lead to each string, or false for none" in said


@pytest.mark.parametrize(
    ("by", "log", "side", "why"),
    [
        ("washburn", (), 0, "Washburn has no blind nil; bid a number or nil"),
        (rules(bidding={"blind_nil": "no"}), (), 0, "X doesn't allow blind nil; bid a number or"),
        ("chicago", (), 0, "blind nil is allowed only if both teams agreed to it before the"),
        ("unc", (), 0, "blind nil needs a 100-point deficit"),
        ("unc", (BIDS, TRICKS), 0, "blind nil needs a 100-point deficit"),
        ("unc", (BIDS, TRICKS), 1, "blind nil needs a 100-point deficit"),
    ],
)
def test_a_blind_nil_is_refused_for_the_reason_of_the_rules(
    library: Library, by: Any, log: tuple[dict[str, Any], ...], side: int, why: str
) -> None:
    bids: list[Any] = [4, 4, 4, 4]
    bids[side] = "blind"
    assert why in refused(library, *log, {"kind": "bids", "bids": bids}, by=by)


@pytest.mark.parametrize(
    ("signed", "why"),
    [
        ([], "not yet signed by both teams"),
        ([0], "signed by Team A only"),
        ([1], "signed by Team B only"),
        ([0, 1], "None"),
    ],
)
def test_a_result_that_one_side_signed_names_it(
    library: Library, signed: list[int], why: str
) -> None:
    signs = [{"kind": "sign", "side": side, "name": "Ann"} for side in signed]
    log = [{"kind": "forfeit", "side": 1, "why": "left"}, *signs]
    match = parse_match_file(json.dumps({"rules": "unc", "log": log}).encode(), library)
    assert str(why_unofficial(match)) == why
