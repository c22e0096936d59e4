"""An event in words: why a place is whose it is, what a team met, who waits for whom."""

from __future__ import annotations

from scorepad.events.bracket_plan import describe_bracket_matches
from scorepad.events.event_descriptions import place_reason_texts, round_texts_of_team
from scorepad.events.stage_names import round_titles, stage_name
from tests.events.day import Day


def reasons(day: Day, stage: str = "A") -> list[str]:
    overview = day.event.overview
    rows = range(len(overview.stage_rows(stage)))
    return ["; ".join(map(str, place_reason_texts(overview, stage, at))) for at in rows]


def way(day: Day, team: str, stage: str = "A") -> list[str]:
    return [str(text) for text in round_texts_of_team(day.event.overview, stage, team)]


def test_each_place_says_what_parts_it_from_both_neighbours_with_the_two_values() -> None:
    day = Day(4)
    day.stage("round-robin")
    day.round(1, "T1-T2", "T3-T4")
    day.add("release", round=1)
    day.result("1-1", 300, 200)
    day.result("1-2", 250, 250)
    assert reasons(day) == [
        "ahead of T3 (decided by score, 1 to ½)",
        "behind T1 (decided by score, ½ to 1); ahead of T4 (decided by lot)",
        "behind T3 (decided by lot); ahead of T2 (decided by score, ½ to 0)",
        "behind T4 (decided by score, 0 to ½)",
    ]
    day.round(2, "T1-T3", "T2-T4")
    day.add("release", round=2)
    day.result("2-1", 200, 310)
    day.result("2-2", 300, 100)
    assert reasons(day)[1] == (
        "behind T3 (decided by score, 1 to 1½); ahead of T2 (decided by the head-to-head result)"
    )


def test_teams_that_nothing_parts_are_said_to_be_level() -> None:
    day = Day(4)
    day.stage("single-elimination")
    day.pair()
    day.won("1-1", "1-2")
    assert reasons(day)[0] == "tied with T2; went further than T3"
    assert reasons(day)[3] == "eliminated before T2; tied with T3"


def test_a_teams_way_tells_each_round() -> None:
    day = Day(5)
    day.stage("swiss", rounds=4)
    day.pair()
    bye = day.event.register.rounds[1].entry.byes[0]
    assert way(day, bye) == ["Round 1: bye"]
    one, other = day.event.register.rounds[1].entry.pairings
    day.match(one.pairing, how="played", winner=1, score=(200, 300))
    day.match(other.pairing, how="forfeit", winner=0, score=(0, 0), signed=True)
    loser, winner = one.teams
    assert way(day, winner) == [f"Round 1: beat {loser}, 300–200 (not official)"]
    assert way(day, loser) == [f"Round 1: lost to {winner}, 200–300 (not official)"]
    there, away = other.teams
    assert way(day, there) == [f"Round 1: won by forfeit against {away}"]
    assert way(day, away) == [f"Round 1: forfeited to {there}"]


def lines(day: Day, stage: str = "A") -> list[str]:
    return [str(each.text) for each in describe_bracket_matches(day.event.overview, stage)]


def test_a_bracket_says_who_plays_who_rests_and_who_waits_for_whom() -> None:
    day = Day(3)
    day.stage("single-elimination")
    day.pair()
    assert lines(day) == [
        "Semifinals: T1 has a bye",
        "Semifinals, match 1: T2 – T3, waiting",
        "Final, match 2: T1 – Winner of 1, upcoming",
    ]
    day.match("1-1", how="played", winner=1, score=(200, 300))
    assert lines(day)[1:] == [
        "Semifinals, match 1: T2 – T3, T3 wins 300–200 (not official)",
        "Final, match 2: T1 – T3, next",
    ]
    (match,) = [each for each in describe_bracket_matches(day.event.overview, "A") if each.scores]
    assert (match.scores, match.winner, match.official) == ((200, 300), 1, False)


def test_every_match_of_a_bracket_has_a_number_and_byes_have_none() -> None:
    day = Day(6)
    day.stage("double-elimination")
    day.pair()
    matches = describe_bracket_matches(day.event.overview, "A")
    begun = [(each.sides, each.seeds) for each in matches if any(each.seeds)]
    assert [str(seed) for _, seeds in begun for seed in seeds] == [
        "1",
        "None",
        "4",
        "5",
        "2",
        "None",
        "3",
        "6",
    ]
    numbers = [each.number for each in matches if not each.is_bye]
    assert sorted(filter(None, numbers)) == list(range(1, 2 * 6 - 1))
    assert next(each.number for each in matches if each.key[0] == "final") == 10
    assert [str(each.text) for each in matches if each.is_bye][:1] == [
        "Winners' round 1: T1 has a bye"
    ]
    assert "Losers' round 3, match 8: Winner of 6 – Winner of 7, upcoming" in "\n".join(lines(day))


def test_a_stage_is_called_by_its_format_its_letter_or_its_name() -> None:
    day = Day(8)
    for stage, teams in (("A", ["T1", "T2"]), ("B", ["T3", "T4"])):
        day.stage("round-robin", stage=stage, teams=teams)
    day.stage("swiss", stage="C", rounds=1)
    day.stage("single-elimination", stage="Playoffs", teams=["T1", "T3"])
    names = [stage_name(day.event.register, each) for each in day.event.register.stages]
    assert names == ["Round robin A", "Round robin B", "Swiss", "Playoffs"]
    for stage in ("A", "C", "Playoffs"):
        day.pair(stage)
    places = round_titles(day.event.overview)
    assert places == {
        1: "Round robin A, round 1",
        2: "Swiss, round 1",
        3: "Final",
    }


def test_a_round_of_a_bracket_is_called_by_its_place_there() -> None:
    day = Day(4)
    day.stage("single-elimination", third_place=True)
    day.pair()
    day.won("1-1", "1-2")
    overview = day.event.overview
    assert str(overview.next_round_text("A")) == "Final, Third place"
    day.round(2, "T1-T2", "T4-T3")  # a draft
    overview = day.event.overview
    assert round_titles(overview) == {1: "Semifinals", 2: "Final, Third place"}
    assert str(day.event.name(day.event.log[-1].id or "")) == "Final, Third place"
    assert str(overview.pairing_location_text("2-2")) == "Third place, table 2"
    assert [str(text) for text in round_texts_of_team(overview, "A", "T1")] == [
        "Semifinals: beat T4, 300–200"
    ]
    day = Day(4)
    day.stage("double-elimination")
    for number in (1, 2, 3, 4):
        day.pair()
        day.won(*(each.pairing for each in day.event.register.rounds[number].entry.pairings))
    assert round_titles(day.event.overview) == {
        1: "Winners' round 1",
        2: "Winners' round 2, Losers' round 1",
        3: "Losers' round 2",
        4: "Grand final",
    }
    day = Day(2)
    day.stage("swiss", rounds=2)
    day.pair()
    assert round_titles(day.event.overview) == {1: "Round 1"}
    assert str(day.event.overview.next_round_text("A")) == "round 2"


def test_the_next_round_of_a_bracket_has_its_name_before_its_teams_are_known() -> None:
    day = Day(8)
    day.stage("single-elimination", "A", teams=["T1", "T2", "T3", "T4", "T5", "T6"])
    day.stage("double-elimination", "B", teams=["T7", "T8"])

    def next_rounds() -> list[str]:
        return [str(day.event.overview.next_round_text(stage)) for stage in "AB"]

    names = "single elimination", "double elimination"
    assert next_rounds() == [f"{names[0]}, Quarterfinals", f"{names[1]}, Winners' round 1"]
    day.pair("A")
    day.pair("B")
    assert next_rounds() == [f"{names[0]}, Semifinals", f"{names[1]}, Grand final"]
