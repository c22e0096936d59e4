"""Why two teams meet, in a sentence; and the stage that is offered for the teams there are."""

from __future__ import annotations

import pytest

from scorepad.events.entries import StageEntry
from scorepad.events.pairing_reasons import pairing_reasons
from scorepad.events.proposal import propose_round_in_entry_order, suggest_stage
from scorepad.spades.refusal import Refused
from tests.events.day import Day


def reasons(day: Day, number: int) -> dict[str, str]:
    planned = day.event.register.rounds[number]
    return {key: str(text) for key, text in pairing_reasons(day.event.overview, planned).items()}


def test_a_swiss_pairing_says_scores_and_places() -> None:
    day = Day(5)
    day.stage("swiss", rounds=4)
    day.pair()
    assert reasons(day, 1) == {
        "1-1": "No. 1 plays No. 3, numbered by seed, then by order of entry",
        "1-2": "No. 2 plays No. 4, numbered by seed, then by order of entry",
        "T5": "the lowest-ranked team with the fewest byes (0 so far)",
    }
    day.result("1-1", 300, 200)
    day.result("1-2", 310, 200)
    day.pair()
    assert sorted(reasons(day, 2).values()) == [
        "1 and 0 are the closest scores left; the teams are in places 3 and 4",
        "both have a score of 1; they're in places 1 and 2",
        "the lowest-ranked team with the fewest byes (0 so far)",
    ]


def test_what_was_changed_by_hand_says_so_and_names_a_rematch() -> None:
    day = Day(4)
    day.stage("swiss", rounds=3)
    day.round(1, "T1-T2", "T3-T4")
    assert set(reasons(day, 1).values()) == {"changed by hand"}
    day.add("release", round=1)
    day.result("1-1", 300, 200)
    day.result("1-2", 300, 210)
    day.round(2, "T1-T2", "T3-T4")
    assert set(reasons(day, 2).values()) == {"changed by hand; they have met before"}


def test_other_formats_have_reasons_of_their_own() -> None:
    day = Day(4)
    day.stage("round-robin", legs=2)
    for _leg in range(3):
        day.pair()
    day.pair()
    assert set(reasons(day, 1).values()) == {"everybody plays everybody"}
    assert set(reasons(day, 4).values()) == {"everybody plays everybody, for the second time"}
    day = Day(3)
    day.stage("single-elimination")
    day.pair()
    told = reasons(day, 1)
    assert told["1-1"] == "Semifinals; seed 2 plays seed 3"
    assert told["T1"] == "the bracket has no opponent for this team in this round"
    day = Day(4)
    day.stage("open-play")
    day.check_in("T1", "T2", "T3", "T4")
    day.pair()
    assert set(reasons(day, 1).values()) == {
        "both teams are here and free, and have waited the longest"
    }


@pytest.mark.parametrize(
    ("teams", "stage"),
    [
        (4, StageEntry(stage="A", format="round-robin")),
        (7, StageEntry(stage="A", format="swiss", rounds=3)),
        (24, StageEntry(stage="A", format="swiss", rounds=5)),
    ],
)
def test_a_stage_is_offered_that_suits_the_teams(teams: int, stage: StageEntry) -> None:
    day = Day(teams)
    assert suggest_stage(day.event.overview) == stage
    day.event = day.event.append(stage)


@pytest.mark.parametrize(("teams", "best"), [(4, 2), (12, 4), (24, 8), (40, 8)])
def test_a_bracket_of_the_best_is_offered_next(teams: int, best: int) -> None:
    day = Day(teams)
    day.stage("swiss", rounds=1)
    offered = suggest_stage(day.event.overview)
    assert (offered.stage, offered.format) == ("B", "single-elimination")
    assert offered.advance is not None
    assert (offered.advance.from_, offered.advance.places) == (("A",), best)
    day.event = day.event.append(offered)


def test_a_round_to_write_by_hand_begins_with_the_teams_as_they_entered() -> None:
    day = Day(5)
    day.stage("by-hand")
    day.add("withdraw", team="T2")
    entry = propose_round_in_entry_order(day.event.overview, "A").entry
    assert [each.teams for each in entry.pairings] == [("T1", "T3"), ("T4", "T5")]
    assert entry.byes == ()
    alone = Day(1)
    alone.stage("by-hand")
    with pytest.raises(Refused, match="fewer than two teams"):
        propose_round_in_entry_order(alone.event.overview, "A")
