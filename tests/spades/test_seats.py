"""Who sat and who dealt: entries `seat` and `dealer` (SCORING.md 3)."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.paths import resources_folder
from scorepad.spades.entries import PlayerChange, Restore, Strike
from scorepad.spades.library import Library, load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused

TEAMS = [
    {"name": "Aces", "players": ["Ann", "Cy"]},
    {"name": "Kings", "players": ["Bo", "Di"]},
]


def hand(number: int) -> list[dict[str, Any]]:
    return [
        {"kind": "bids", "bids": [3, 3, 3, 3], "id": f"b{number}"},
        {"kind": "tricks", "tricks": [3, 3, 4, 3], "id": f"t{number}"},
    ]


def seat(seat: int, player: str, **more: Any) -> dict[str, Any]:
    return {"kind": "seat", "seat": seat, "player": player, "why": "had to leave", **more}


def dealer(seat: int, **more: Any) -> dict[str, Any]:
    return {"kind": "dealer", "seat": seat, "why": "the wrong player dealt", **more}


def match_of(library: Library, *log: dict[str, Any], **head: Any) -> Match:
    data = {"rules": "fairmont-state", "teams": TEAMS, "first_dealer": 0, **head, "log": log}
    return parse_match_file(json.dumps(data).encode(), library)


def players(match: Match) -> list[str]:
    """Return the initials of who sat in each hand, by seat."""
    heads = [match.head_of_hand(each) for each in match.board.hands]
    return ["".join(h.teams[s % 2].players[s // 2][0] for s in range(4)) for h in heads]


def dealers(match: Match) -> list[int]:
    return [each.dealer for each in match.board.hands]


def test_a_substitute_from_hand_2_on_leaves_hand_1_its_own_player(library: Library) -> None:
    """SCORING.md 3, `seat`: from the hand in progress or the next one on this player sits there;
    earlier hands keep theirs."""
    between = match_of(library, *hand(1), seat(0, "Zed"), *hand(2), *hand(3))
    within = match_of(library, *hand(1), hand(2)[0], seat(0, "Zed"), hand(2)[1], *hand(3))
    for match in (between, within):
        assert players(match) == ["ABCD", "ZBCD", "ZBCD"]
        assert match.head_of_hand().teams[0].players == ("Zed", "Cy")
        assert match.head.teams[0].players == ("Ann", "Cy")


def test_a_substitute_may_be_named_later_for_an_earlier_hand(library: Library) -> None:
    """SCORING.md 3, `bids`: the id of the `bids` of the hand from which it holds."""
    log = [*hand(1), *hand(2), *hand(3), seat(0, "Zed"), *hand(4)]
    assert players(match_of(library, *log, seat(0, "Yan", bids="b2"))) == [
        "ABCD", "YBCD", "YBCD", "ZBCD",
    ]  # fmt: skip


def test_hands_counted_before_go_to_a_substitute_named_later(library: Library) -> None:
    """SEASON.md 2: statistics by player."""
    match = match_of(library, *hand(1), *hand(2), *hand(3))
    for name in ("Ann", "Cy"):
        assert hands_of(match)[name] == 3
    after = match.append(PlayerChange(seat=0, player="Yan", why="had to leave", bids="b2"))
    assert hands_of(after) == {**hands_of(match), "Ann": 1, "Yan": 2}


def hands_of(match: Match) -> dict[str, int]:
    assert match.figures is not None
    return {each.name: each.counts.hands for each in match.figures.players}


def test_a_substitute_of_a_struck_hand_sits_from_the_next_on(library: Library) -> None:
    """SCORING.md 3: if that hand is struck, from the next hand.  RULES 4: striking bids strikes
    neither `seat` nor `dealer`."""
    strike = {"kind": "strike", "entry": "b2", "why": "typed twice"}
    log = [*hand(1), *hand(2), *hand(3), *hand(4), seat(0, "Zed", bids="b2"), strike]
    assert players(match_of(library, *log)) == ["ABCD", "ZBCD", "ZBCD"]
    log = [*hand(1), hand(2)[0], seat(0, "Zed"), dealer(3), strike, *hand(3)]
    assert players(match_of(library, *log)) == ["ABCD", "ZBCD"]
    assert dealers(match_of(library, *log)) == [0, 3]


def test_a_setup_changes_the_players_of_the_head_only(library: Library) -> None:
    """RULES 4: hands from a `seat` entry on keep theirs."""
    teams = [{"name": "Aces", "players": ["Eve", "Cy"]}, TEAMS[1]]
    setup = {"kind": "setup", "teams": teams, "why": "misspelt"}
    match = match_of(library, *hand(1), seat(0, "Zed"), *hand(2), setup)
    assert players(match) == ["EBCD", "ZBCD"]


def test_a_wrong_dealer_at_hand_4_changes_no_earlier_hand(library: Library) -> None:
    """SCORING.md 3, `dealer`: the deal rotates from there; earlier hands keep their dealers."""
    log = [*hand(1), *hand(2), *hand(3)]
    assert dealers(match_of(library, *log, dealer(0), *hand(4), *hand(5))) == [0, 1, 2, 0, 1]
    late = [*log, hand(4)[0], dealer(0), hand(4)[1], *hand(5)]
    assert dealers(match_of(library, *late)) == [0, 1, 2, 0, 1]
    match = match_of(library, *log, *hand(4), *hand(5), dealer(0, bids="b4"))
    assert dealers(match) == [0, 1, 2, 0, 1]
    assert match.board.dealer == 2
    match = match_of(library, *log, dealer(0), *hand(4), dealer(3, bids="b2"))
    assert dealers(match) == [0, 3, 0, 0], "a dealer who was named for a later hand stays"


def test_a_dealer_who_is_named_in_hand_1_is_not_assumed(library: Library) -> None:
    match = match_of(library, hand(1)[0], dealer(2), first_dealer=None)
    assert dealers(match) == [2]
    assert match.all_warnings == ()


def test_a_player_of_another_seat_is_refused_by_name(library: Library) -> None:
    """RULES, bad input: a `seat` entry for a player who sits at another seat of that table."""
    with pytest.raises(Refused, match="Di is already at this table in hand 2"):
        match_of(library, *hand(1), seat(0, " di "))
    with pytest.raises(Refused, match="Zed is already at this table in hand 2"):
        match_of(library, *hand(1), seat(0, "Zed"), *hand(2), seat(1, "Zed", bids="b1"))
    with pytest.raises(Refused, match="enter the new player's name"):
        match_of(library, seat(0, " "))
    for named in ("nothing", "t1"):
        with pytest.raises(Refused, match=r"no entry|doesn't record the bids of a hand"):
            match_of(library, *hand(1), seat(0, "Zed", bids=named))
    assert players(match_of(library, seat(0, "Zed"), seat(1, "Ann"), *hand(1))) == ["ZACD"]


HANDS = 4
LIBRARY = load_library(resources_folder() / "rules")
CHANGES = st.lists(
    st.tuples(
        st.sampled_from(["seat", "dealer"]),
        st.integers(0, 3),
        st.sampled_from(range(1, HANDS + 1)),
    ),
    max_size=5,
    unique_by=lambda each: (each[0], each[1] if each[0] == "seat" else 0, each[2]),
)


def changed(changes: list[tuple[str, int, int]]) -> list[dict[str, Any]]:
    log = [each for number in range(1, HANDS + 1) for each in hand(number)]
    for kind, where, number in changes:
        more = {"bids": f"b{number}", "id": f"c{kind}{where}{number}"}
        log.append(
            seat(where, f"{'VWXY'[number - 1]}{where}", **more)
            if kind == "seat"
            else dealer(where, **more)
        )
    return log


@given(changes=CHANGES, data=st.data())
def test_the_order_of_corrections_does_not_matter(
    changes: list[tuple[str, int, int]], data: st.DataObject
) -> None:
    one = match_of(LIBRARY, *changed(changes))
    other = match_of(LIBRARY, *changed(data.draw(st.permutations(changes))))
    assert players(one) == players(other)
    assert dealers(one) == dealers(other)
    assert one.board.dealer == other.board.dealer
    assert one.board.score == other.board.score == match_of(LIBRARY, *changed([])).board.score


@given(changes=CHANGES, data=st.data())
def test_undo_and_redo_are_exact(changes: list[tuple[str, int, int]], data: st.DataObject) -> None:
    match = match_of(LIBRARY, *changed(changes))
    entry = data.draw(st.sampled_from([each.id or "" for each in match.log]))
    try:
        struck = match.append(Strike(entry=entry, why="undo", id="s"))
    except Refused:
        return
    again = struck.append(Restore(entry=entry, id="r"))
    assert players(again) == players(match)
    assert again.board == match.board
    afresh = match.with_first_entries(0).with_entries_appended(again.log)
    assert afresh.board == again.board
