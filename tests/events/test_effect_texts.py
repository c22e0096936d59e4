"""What a correction would change is counted and said as it is."""

from __future__ import annotations

from typing import Any

from scorepad.events.seating import moved_team_count_texts, seat_moves_in_released_rounds
from scorepad.spades.naming import number_ranges
from tests.events.day import Day


def test_numbers_in_a_row_are_a_range() -> None:
    assert number_ranges([str(number) for number in range(1, 81)]) == "1–80"
    assert number_ranges(["3", "1", "2", "7", "8", "Red"]) == "1–3, 7, 8, Red"
    assert number_ranges(["Red 1", "Red 2", "Red 3"]) == "Red 1, Red 2, Red 3"


def played_bracket() -> tuple[Day, str]:
    """A bracket of eight that is over, and the entry of its first result."""
    day = Day(8)
    day.stage("single-elimination", third_place=True)
    day.pair()
    first = day.result("1-1", 300, 200)
    day.won("1-2", "1-3", "1-4")
    for _round in range(2):
        day.pair()
        last = max(day.event.register.rounds)
        day.won(*(each.pairing for each in day.event.register.rounds[last].entry.pairings))
    return day, first


def test_a_correction_in_a_bracket_says_beforehand_what_falls() -> None:
    day, first = played_bracket()
    to: dict[str, Any] = {"kind": "result", "pairing": "1-1", "how": "played"}
    to |= {"winner": 1, "score": [200, 300]}
    assert day.effects("amend", entry=first, to=to, why="wrong line") == [
        "Semifinals: 1 pairing would be different (1 over): table 1",
        (
            "if these matches are replayed, these later rounds must be replayed, too: "
            "Final, Third place"
        ),
        "if those rounds are replayed, T1 is no longer the champion",
    ]


def test_a_correction_of_a_semifinal_names_the_final_and_the_third_place() -> None:
    day = Day(4)
    day.stage("single-elimination", third_place=True)
    day.pair()
    first = day.result("1-1", 300, 200)
    day.won("1-2")
    day.pair()
    day.won("2-1", "2-2")
    to: dict[str, Any] = {"kind": "result", "pairing": "1-1", "how": "played"}
    to |= {"winner": 1, "score": [200, 300]}
    assert day.effects("amend", entry=first, to=to, why="wrong line") == [
        "Final, Third place: 2 pairings would be different (2 over): tables 1, 2",
        "if those rounds are replayed, T1 is no longer the champion",
    ]


def test_a_bracket_that_is_added_changes_no_first_place() -> None:
    day = Day(4)
    day.stage("swiss", rounds=1)
    day.pair()
    day.won("1-1", "1-2")
    stage = {"stage": "B", "format": "single-elimination", "advance": {"from": ["A"], "places": 2}}
    assert day.effects("stage", **stage) == []


def test_teams_are_counted_and_not_their_seats() -> None:
    day = Day(4)
    day.stage("swiss", rounds=2)
    day.pair()
    before = day.event.overview
    entry = day.event.register.rounds[1].entry
    one, other = entry.pairings

    def moved(*pairs: tuple[str, str]) -> list[str]:
        pairings = [
            {"pairing": each.pairing, "table": each.table, "teams": list(pair)}
            for each, pair in zip(entry.pairings, pairs, strict=True)
        ]
        to = {"kind": "round", "round": 1, "stage": "A", "pairings": pairings}
        day.add("amend", entry=entry.id, to=to, why="x")
        after = day.event.overview
        moves = seat_moves_in_released_rounds(before, after)
        return [str(each) for each in moved_team_count_texts(moves, after, would_move=True)]

    swapped = (one.teams[0], other.teams[1]), (other.teams[0], one.teams[1])
    assert moved(*swapped) == [
        "2 teams would have a different table",
        "2 teams would have a different opponent",
    ]


def test_a_withdrawn_team_that_is_still_paired_asks_for_a_forfeit() -> None:
    day = Day(4)
    day.stage("by-hand")
    day.round(1, "T1-T2", "T3-T4")
    day.round(2, "T1-T3", "T2-T4")
    for number in (1, 2):
        day.add("release", round=number)
    day.won("1-1", "1-2")
    assert day.effects("withdraw", team="T2") == [
        "T2 is still paired in round 2 (table 2): record a forfeit there"
    ]
