"""Rows say what the fold says, and nothing else."""

from __future__ import annotations

import json
from datetime import UTC, datetime
from typing import Any

import pytest

from reports.export.spreadsheets import TABLES, describe_columns, read_all_rows
from reports.sheets.rows import MatchInTableRows
from reports.sheets.tables import (
    read_match_into_table_rows,
    score_parts,
    untranslated_ending_word,
)
from scorepad.spades.marks import TimeCall
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from tests.referee.generators import seeded
from tests.reports.made import FAR, MATCHES, added, clocked, corrected, made, match_of
from tests.reports.papers import day_of, round_with_hands
from tests.reports.test_combined import season
from tests.reports.test_director_lists import event as event_of_teams
from tests.reports.test_director_lists import moved
from tests.reports.test_match_sheet import everything

PARTS = (
    "contract_points",
    "overtrick_points",
    "nil_points",
    "renege_points",
    "ruling_points",
    "bag_penalty",
)


def random_matches() -> list[Match]:
    found = []
    for seed in range(20):
        drawn = seeded(seed)
        try:
            found.append(match_of({**drawn.match, "log": drawn.log}))
        except Refused:
            continue
    assert len(found) > 15
    return found


def check(match: Match) -> MatchInTableRows:
    """Parts add up to changes, changes and adjustments to totals, row after row."""
    tables, board = read_match_into_table_rows(match), match.board
    for side in (0, 1):
        score, bags = 0, 0
        rows = [None, *(row for row in tables.hands if row.side == side)]
        for row in rows:
            if row is not None:
                hand = board.hands[row.hand - 1]
                assert sum(getattr(row, part) for part in PARTS) == row.change == hand.change[side]
                assert (row.made, row.contract) == (hand.made[side], hand.contract[side])
                if row.status in ("scored", "lost"):
                    score += row.change
                    bags = row.bags
                    assert (score, bags) == (row.score, hand.bags[side])
            for each in tables.adjustments:
                if each.side == side and each.after_hand == (row.hand if row else 0):
                    score, bags = score + each.points, bags + each.bags
                    assert (score, bags) == (each.score, each.bags_after)
        assert (score, bags) == (board.score[side], board.bags[side])
    assert tables.status.score == board.score
    assert len(tables.adjustments) == len(board.adjustments)
    return tables


@pytest.mark.parametrize("file", MATCHES, ids=lambda file: file.stem)
def test_rows_of_whole_matches(file: Any) -> None:
    tables = check(match_of(file.read_bytes()))
    expect = json.loads(file.with_suffix(".expect.json").read_text("utf-8"))
    row = tables.status
    for key in ("status", "reason", "winner", "tied"):
        if key in expect:
            assert getattr(row, key) == expect[key]
    if "score" in expect:
        assert [*row.score] == expect["score"]


def test_rows_of_random_matches() -> None:
    statuses = {row.status for match in random_matches() for row in check(match).hands}
    assert statuses == {"scored", "lost", "void", "after-end", "in-progress"}


def test_the_match_row() -> None:
    tables = read_match_into_table_rows(corrected())
    row = tables.status
    assert (row.event, row.round, row.table) == ("Spring Open", "2", "9")
    assert (row.teams, row.rules, row.rules_name) == (("Aces", "Kings"), "chicago", "Chicago")
    assert (row.score, row.status, row.reason) == ((104, -80), "over", "time")
    assert (row.scored_hands, row.log_entries, row.signers) == (5, 26, ("Ann", ""))
    assert tables.result == "Aces wins 104 to −80: time ran out"
    assert row.first_entry == datetime(2026, 3, 14, 18, 30, tzinfo=UTC)
    assert row.last_entry == datetime(2026, 3, 14, 20, 30, tzinfo=UTC)


def test_a_match_that_is_not_over_says_how_it_stands() -> None:
    assert read_match_into_table_rows(made(0)).result == "Not finished: no hand has been scored yet"
    row = read_match_into_table_rows(made(0)).status
    assert score_parts(row) == ("", "\u2013", "")
    assert untranslated_ending_word(row) == "not-begun"
    assert (
        read_match_into_table_rows(made(1)).result == "Not finished: Aces leads 70–51 after 1 hand"
    )
    level = made(
        0,
        {"kind": "ruling", "side": 0, "points": 5, "why": "x"},
        {"kind": "ruling", "side": 1, "points": 5, "why": "x"},
    )
    assert read_match_into_table_rows(level).result == "Not finished: tied at 5–5 after 0 hands"
    tie = made(0, {"kind": "time"}, rules="chicago-playoffs", agreed={})
    assert (
        read_match_into_table_rows(tie).result
        == "Not finished: time's up, tied 0–0: one more hand decides it"
    )


def test_the_player_rows() -> None:
    rows = read_match_into_table_rows(corrected()).players
    assert [(r.seat, r.side, r.player) for r in rows] == [
        (0, 0, "Ann"),
        (1, 1, "Bo"),
        (2, 0, "Cy"),
        (3, 1, "Di"),
    ]
    assert [r.identity for r in rows] == [None, None, None, False]
    assert [r.hands for r in rows] == [5] * 4
    # Cy's nil of hand 2 was made; Bo's 0 of hand 4 is a nil at Chicago and failed, as Di's did.
    assert [(r.nils, r.nils_made) for r in rows] == [(0, 0), (1, 0), (1, 1), (1, 0)]
    assert [r.bid for r in rows] == [17, 13, 12, 12]


def test_a_zero_that_is_a_nil_is_written_as_one() -> None:
    row = next(
        r for r in read_match_into_table_rows(corrected()).hands if r.hand == 4 and r.side == 1
    )
    assert (row.bid_1, row.bid_2, row.contract) == ("nil", "nil", None)
    assert (row.nil_1_made, row.nil_2_made, row.nil_points) == (False, False, -200)


def test_remarks_in_the_order_they_were_recorded() -> None:
    told = [
        (r.kind, r.hand, r.title, r.was, r.now, r.why)
        for r in read_match_into_table_rows(corrected()).remarks
    ]
    ground = "“{}” isn't a reason for a misdeal under Chicago"
    at_time = "the hand in progress is finished, then the higher total wins"
    assert told == [
        ("ruling", None, "Ruling", "", "Kings +5 points, +2 bags", "miscount"),
        ("effect", None, "Effect", "", "after hand 3", ""),
        ("amend", 1, "Correction of tricks in hand 1", "Ann 4 · Bo 2", "Ann 3 · Bo 3", "recounted"),
        ("setup", None, "Setup changed", "table 4", "table 9", "wrong table"),
        ("strike", None, "Deletion of ruling on Aces", "Aces −30 points", "", "another table"),
        ("note", None, "Note", "", "new deck", ""),
        ("id", None, "ID check", "", "Di; ID not shown", ""),
        ("misdeal", None, "Misdeal", "", "a card face up", ""),
        ("effect", None, "Effect", "", "before hand 4; redeal: same dealer", ""),
        ("warning", None, "Notice", "", ground.format("a card face up"), ""),
        ("renege", 4, "Renege", "", "Kings, Bo", ""),
        ("effect", 4, "Effect", "", "renege recorded; this rule set has no penalty for it", ""),
        ("talk", 4, "Table talk", "", "Kings", ""),
        ("effect", 4, "Effect", "", "recorded only", ""),
        ("ruling", 4, "Ruling", "", "Aces −10 points", "slow play"),
        ("clock", None, "Clock", "", "1:30 added to the clock", ""),
        ("override", 5, "Override", "", "Ann 1 · Bo 4 · Cy 1 · Di 3", "a beginner"),
        ("misdeal", 5, "Misdeal", "", "six of spades twice", ""),
        ("effect", 5, "Effect", "", "redeal: same dealer", ""),
        ("warning", 5, "Notice", "", ground.format("six of spades twice"), ""),
        ("time", 6, "Time called", "", "", ""),
        ("effect", 6, "Effect", "", at_time, ""),
    ]


def test_table_talk_after_the_end_has_no_effect() -> None:
    """SCORING.md 5: later hands count nothing, talk in them included."""
    log: list[dict[str, Any]] = [
        {"kind": "talk", "side": 0},
        {"kind": "bids", "bids": [5, 2, 4, 2]},
        {"kind": "tricks", "tricks": [5, 2, 4, 2]},
        {"kind": "bids", "bids": [3, 3, 3, 4]},
        {"kind": "talk", "side": 1},
        {"kind": "tricks", "tricks": [3, 3, 3, 4]},
        {"kind": "bids", "bids": [3, 3, 3, 4]},
        {"kind": "talk", "side": 1},
    ]
    ruling = {"kind": "ruling", "side": 0, "points": 0, "why": "miscount", "hand": 1, "id": "r1"}
    log.insert(3, ruling)
    ended = {"kind": "amend", "entry": "r1", "to": {**ruling, "points": 210}, "why": "miscount"}
    del ended["to"]["id"]
    target = {"rules": "fairmont-state", "agreed": {"game": {"target": 300}}}
    talked = ["before hand 1; a warning", "a warning", "the hand is lost"]
    for more, effects in (([], talked), ([ended], talked[:1])):
        match = match_of({**target, "log": [*log, *more]})
        assert match.board.is_over == bool(more)
        remarks = read_match_into_table_rows(match).remarks
        assert [row.now for row in remarks if row.kind == "effect"] == effects


def test_a_correction_taken_back_and_one_restored() -> None:
    amend = {
        "kind": "amend",
        "entry": "e1",
        "to": {"kind": "tricks", "tricks": [3, 3, 3, 4]},
        "why": "recounted",
        "id": "a1",
    }
    strike = {"kind": "strike", "entry": "a1", "why": "was right", "id": "x1"}
    restore = {"kind": "restore", "entry": "a1", "id": "y1"}
    kinds = [
        [row.kind for row in read_match_into_table_rows(made(1, *entries)).remarks]
        for entries in ((amend,), (amend, strike), (amend, strike, restore))
    ]
    assert kinds == [["amend"], ["strike"], ["amend"]]
    (row,) = read_match_into_table_rows(made(1, amend, strike)).remarks
    assert (row.title, row.was) == (
        "Deletion of correction of tricks in hand 1",
        "Ann 3 · Bo 3 · Cy 3 · Di 4",
    )


def test_a_correction_tells_a_number_of_a_side_by_its_team() -> None:
    sides = [
        {"kind": "tricks", "tricks": each} for each in ([7, 6, None, None], [8, 5, None, None])
    ]
    entries = [
        {"kind": "amend", "entry": "e1", "to": each, "why": "again", "id": f"a{i}"}
        for i, each in enumerate(sides)
    ]
    last = read_match_into_table_rows(made(1, *entries)).remarks[-1]
    assert (last.was, last.now) == ("Aces 7 · Kings 6", "Aces 8 · Kings 5")


def test_a_second_correction_starts_from_the_first() -> None:
    to = [{"kind": "tricks", "tricks": tricks} for tricks in ([3, 3, 3, 4], [2, 4, 3, 4])]
    entries = [
        {"kind": "amend", "entry": "e1", "to": each, "why": "again", "id": f"a{i}"}
        for i, each in enumerate(to)
    ]
    rows = read_match_into_table_rows(made(1, *entries)).remarks
    assert [(r.was, r.now) for r in rows] == [
        ("Ann 4 · Bo 2", "Ann 3 · Bo 3"),
        ("Ann 3 · Bo 3", "Ann 2 · Bo 4"),
    ]


def test_a_setup_tells_every_field_it_changed() -> None:
    setup = {
        "kind": "setup",
        "why": "all wrong",
        "id": "s",
        "rules": "unc",
        "agreed": {"game": {"target": 7}},
        "event": "Autumn",
        "round": "",
        "table": "4",
        "scheduled": "2026-03-14T18:00:00Z",
        "teams": [
            {"name": "Aces", "players": ["Anna", "Cy"]},
            {"name": "Queens", "players": ["", ""]},
        ],
        "first_dealer": 2,
    }
    (row,) = read_match_into_table_rows(made(0, setup)).remarks
    assert row.was == (
        "Chicago; Target: 100000; event Spring Open; round 2; –; "
        "Aces: Ann, Cy; Kings: Bo, Di; first dealer Anna"
    )
    assert row.now == (
        "UNC; Target: 7; event Autumn; –; 14\u00a0March\u00a02026, 18:00 UTC; "
        "Aces: Anna, Cy; Queens; first dealer Cy"
    )


def test_what_was_agreed() -> None:
    agreed = {**FAR, "bidding": {"blind_nil": "yes"}, "bags": {"limit": False}}
    rows = read_match_into_table_rows(made(0, agreed=agreed)).agreed
    assert [(r.parameter, r.rule_set, r.agreed) for r in rows] == [
        ("Target", "500", "100000"),
        ("Blind nil (Double Nil)", "if agreed", "yes"),
        ("Bag limit", "10", "none"),
    ]


FRIDAY = {
    "extends": "unc",
    "id": "friday",
    "name": "Friday Club",
    "bags": {"limit": 5},
    "big_bid": False,
}


def test_what_a_house_changed_and_how_contested_rules_are_read() -> None:
    """UNC, Scoring 3 and The Game 4."""
    rows = read_match_into_table_rows(
        made(0, rules=FRIDAY, agreed={"clock": {"at_time": "play-on"}})
    )
    texts = {each.label: each.text for each in rows.in_force}
    differences = texts["Differs from UNC:"]
    assert differences == "Big bid from: none (UNC: 10); Bag limit: 5 (UNC: 6)"
    assert "After the penalty, the count goes back to 0" in texts["Contested rules:"]
    assert "Running out of time doesn't end the game; play continues." in texts["Contested rules:"]
    assert read_match_into_table_rows(made(0, rules="washburn", agreed={})).in_force == []


def test_the_sheet_prints_what_differs_and_the_readings_in_force() -> None:
    agreed = {"renege": {"moved_tricks": "count"}, "bidding": {"side_minimum": 0}}
    match = made(2, rules=FRIDAY, agreed=agreed)
    said = " ".join(everything(match).split())
    assert "Differs from UNC: Big bid from: none (UNC: 10); Bag limit: 5 (UNC: 6)" in said
    assert "For a renege, 3 tricks move from the offenders to the other team" in said
    assert "Agreed to by both teams: Minimum bid: 0 (rule set: 4); Tricks removed" in said


def test_no_table_cites_a_place_for_a_changed_rule() -> None:
    rules = {**FRIDAY, "contract": {"overtrick": 2}}
    rows = read_all_rows([made(6, rules=rules, agreed={"bidding": {"side_minimum": 0}})])
    lines = [row for table, row in rows if table == "lines"]
    found = {line["what"]: (line["origin"], line["rule"]) for line in lines}
    assert found["overtricks"] == ("house", "")
    assert found["contract"] == ("document", "Scoring 1")


def test_a_big_bid_that_is_taken_away_by_agreement() -> None:
    (row,) = read_match_into_table_rows(made(0, rules="unc", agreed={"big_bid": False})).agreed
    assert (row.parameter, row.rule_set, row.agreed) == ("Big bid", "yes", "none")


def test_when_time_was_called() -> None:
    before = read_match_into_table_rows(made(2, {"kind": "time"}))
    assert before.time == TimeCall(after=2)
    assert read_match_into_table_rows(corrected()).time == TimeCall(within=6)
    assert read_match_into_table_rows(made(2)).time == TimeCall()


@pytest.mark.parametrize(
    ("match", "by_itself"),
    [
        (clocked(), True),
        (clocked(at=29), False),
        (clocked(at=31), False),
        (clocked(added(120, 5)), False),
        (clocked(added(120, 5), at=32), True),
        (clocked(added(-600, 5), at=20), True),
        (made(2, {"kind": "time"}), False),
    ],
)
def test_a_clock_that_ran_out_by_itself_is_told_apart(match: Match, by_itself: bool) -> None:
    """Its entry bears the moment at which it ran out; a call that of the call (SCORING.md 5.3)."""
    (row,) = [row for row in read_match_into_table_rows(match).remarks if row.kind == "time"]
    if by_itself:
        assert (row.title, row.by) == ("Time: the clock ran out", "")
        assert read_match_into_table_rows(match).time.ran_out == row.at
    else:
        assert row.title == "Time called"
        assert read_match_into_table_rows(match).time.ran_out is None


def test_more_time_afterwards_does_not_make_it_a_call() -> None:
    assert read_match_into_table_rows(clocked(after=[added(60, 31)])).time.ran_out is not None


@pytest.mark.parametrize("name", TABLES)
def test_every_column_is_described_and_every_row_has_it(name: str) -> None:
    described = describe_columns(TABLES[name])
    assert all(described.values()), described
    event = None
    if name == "teams":
        event = day_of("swiss", ("Aces", "Kings"), 1, rounds=2)
    elif name == "day":
        event = moved(event_of_teams(4)).event
    elif name == "combined":
        event = season("team")
    matches = [corrected()]
    if name.startswith("statistics"):
        matches, event = round_with_hands(("Aces", "Kings"))
    rows = [row for table, row in read_all_rows(matches, event=event) if table == name]
    assert rows
    for row in rows:
        assert list(row) == list(described)


def test_a_substitute_has_a_row_of_its_own_and_leaves_hand_1_to_its_player() -> None:
    """SCORING.md 3, `seat`: earlier hands keep theirs, also in the table of players."""
    teams = [{"name": "Aces", "players": ["Ann", "Cy"]}, {"name": "Kings", "players": ["Bo", "Di"]}]
    log = [
        {"kind": "id", "seat": 0, "ok": True},
        {"kind": "bids", "bids": ["nil", 4, 4, 3]},
        {"kind": "tricks", "tricks": [0, 4, 5, 4]},
        {"kind": "seat", "seat": 0, "player": "Zed", "why": "Ann had to leave"},
        {"kind": "bids", "bids": [3, 4, 4, 2]},
        {"kind": "tricks", "tricks": [3, 4, 4, 2]},
    ]
    match = match_of({"rules": "unc", "teams": teams, "first_dealer": 0, "log": log})
    rows = check(match).players
    seat = [(r.player, r.hands, r.nils, r.bid, r.identity) for r in rows if r.seat == 0]
    assert seat == [("Ann", 1, 1, 0, True), ("Zed", 1, 0, 3, None)]
    assert [r.player for r in rows if r.seat] == ["Bo", "Cy", "Di"]
    remarks = [(r.title, r.now, r.why) for r in check(match).remarks if r.kind == "seat"]
    assert remarks == [("Substitute", "Zed for Ann", "Ann had to leave")]
