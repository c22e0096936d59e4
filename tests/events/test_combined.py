"""A table over several events, against an independent reading of what SEASON says of it."""

from __future__ import annotations

import random
from fractions import Fraction
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.events.combined import (
    CombinedTable,
    EventOutcome,
    TeamOutcome,
    combine_outcomes,
    outcome_of_event,
)
from scorepad.events.entries import StageEntry, StagePoints
from scorepad.events.event_json import event_as_data
from scorepad.events.eventfile import encode_event_file, parse_event_file
from scorepad.events.proposal import propose_round, suggest_stage
from scorepad.events.statistics import compute_statistics
from tests.events.day import EVENT_ID, Day, library, refused
from tests.events.test_any_day import FORMATS, Drawn

OTHER, THIRD = (f"00000000-0000-4000-8000-00000000000{n}" for n in (2, 3))
POINTS_ARE_FOR = (
    "in a combined table, points are for places: “1”, “2” and so on, or “*” for all other places"
)
PLACES = {"1": 150, "2": 100, "*": 25}


def played(*names: str, **fields: Any) -> Day:
    """A round robin that is over, in which each team beat all those after it."""
    day = Day(**fields)
    for at, name in enumerate(names):
        team, _, rest = name.partition(": ")
        players, _, organization = rest.partition(" @ ")
        shown = players.split(", ") if players else [f"{team} one", f"{team} two"]
        day.team(f"T{at}", name=team, players=shown, organization=organization)
    day.stage("round-robin")
    while day.event.overview.has_rounds_to_come("A"):
        day.pair()
        for pairing in day.event.overview.open_pairings("A"):
            one, other = pairing.teams
            (day.won if one < other else day.lost)(pairing.pairing)
    return day


def combine(
    days: dict[str, Day],
    own: Day | None = None,
    *,
    per: str = "team",
    points: Any = None,
    **more: Any,
) -> CombinedTable:
    """The table in an event of its own (or in `own`) over these days, by their ids."""
    holder = own or Day()
    events = more.pop("events", list(days))
    points = PLACES if points is None else points
    holder.stage("combined", stage="Cup", events=events, per=per, points=points, **more)
    others = {each: outcome_of_event(day.event.overview) for each, day in days.items()}
    (table,) = holder.event.with_results({}, others=others).combined_tables
    return table


def lines(table: CombinedTable) -> list[str]:
    return [f"{row.place} {row.full_name} {row.score:g}" for row in table.rows]


def test_places_of_two_events_are_added_up_whatever_the_case_of_a_name() -> None:
    table = combine(
        {OTHER: played("Aces", "Bees", "Cats"), THIRD: played("BEES", " aces ", "Dogs")}
    )
    assert lines(table) == ["1 aces 250", "1 BEES 250", "3 Cats 25", "3 Dogs 25"]
    assert table.rows[0].scores == (150, 100)
    assert table.rows[2].scores == (25, None)
    assert not table.notes


def test_all_teams_of_an_organization_are_added_up() -> None:
    table = combine(
        {
            OTHER: played(
                "Aces: Ann, Cy @ Ohio State", "Bees: Bo, Di @ Purdue", "Cats: Ed, Flo @ ohio state"
            ),
            THIRD: played("Dogs: Gil, Hal @ Purdue", "Elks: Ian, Jo"),
        },
        per="organization",
    )
    assert lines(table) == ["1 Purdue 250", "2 ohio state 175"]
    assert [each.english for each in table.notes] == [
        "1 team in Event has no organization and doesn't count: Elks"
    ]


def test_a_player_has_the_points_of_the_team() -> None:
    table = combine(
        {
            OTHER: played("Aces: Ann, Cy", "Bees: Bo, Di"),
            THIRD: played("Cats: Bo, ANN", "Dogs: Ed, Cy"),
        },
        per="player",
    )
    assert lines(table) == ["1 ANN 300", "2 Bo 250", "2 Cy 250", "4 Di 100", "4 Ed 100"]


def test_a_name_borne_by_two_people_in_one_event_is_matched_with_its_team() -> None:
    table = combine(
        {
            OTHER: played("Aces: Ann, Cy", "Bees: ann, Di"),
            THIRD: played("Bees: Ann, Di", "Cats: Flo, Gus"),
        },
        per="player",
    )
    assert lines(table) == [
        "1 Ann (Bees) 250",
        "1 Di 250",
        "3 Ann (Aces) 150",
        "3 Cy 150",
        "5 Flo 100",
        "5 Gus 100",
    ]


def test_partners_of_one_name_count_once() -> None:
    table = combine({OTHER: played("Aces: Ann, Ann", "Bees: Bo, Di")}, per="player")
    assert lines(table) == ["1 Ann (Aces) 150", "2 Bo 100", "2 Di 100"]


def test_two_teams_of_one_name_in_one_event_count_as_one_and_are_named() -> None:
    table = combine({OTHER: played("Aces", "Bees", "ACES")})
    assert lines(table) == ["1 ACES 175", "2 Bees 100"]
    assert [each.english for each in table.notes] == [
        "2 teams in Event are called Aces and count as one team"
    ]


def test_a_shared_place_gives_each_its_points() -> None:
    """Two teams that never met and are tied in all that counts share the first place."""
    day = Day(4)
    day.stage("by-hand", rounds=1, tie_breaks=[])
    day.round(1, "T1-T2", "T3-T4")
    day.add("release", round=1)
    day.won("1-1", "1-2")
    table = combine({OTHER: day}, points={"1": 150, "2": 100, "3": 50})
    assert lines(table) == ["1 T1 150", "1 T3 150", "3 T2 50", "3 T4 50"]


def test_a_place_without_points_of_its_own_has_none_unless_there_is_a_rest() -> None:
    day = played("Aces", "Bees", "Cats")
    assert lines(combine({OTHER: day}, points={"1": 1.5})) == ["1 Aces 1.5", "2 Bees 0", "2 Cats 0"]
    assert lines(combine({OTHER: day}, points={"*": 0.5}))[0] == "1 Aces 0.5"


def test_standings_points_of_all_stages_are_added_up() -> None:
    day = Day(3)
    day.stage("round-robin", points={"win": 3, "tie": 1, "bye": 0})
    while day.event.overview.has_rounds_to_come("A"):
        day.pair()
        day.won(*(each.pairing for each in day.event.overview.open_pairings("A")))
    day.stage("by-hand", "B", rounds=1, points={"win": 2, "loss": -0.5})
    day.round(4, "T1-T2", stage="B")
    day.add("release", round=4)
    day.won("4-1")
    by_stage: dict[str, Fraction] = {}
    for row in day.shown["standings"]:
        by_stage[row["team"]] = by_stage.get(row["team"], Fraction()) + Fraction(row["score"])
    table = combine({OTHER: day}, points="standings")
    assert {row.name: Fraction(row.score) for row in table.rows} == by_stage
    assert by_stage["T2"].denominator == 2


def test_what_is_missing_or_unfinished_counts_nothing_and_is_named() -> None:
    going_on = Day(4, name="Fall Open")
    going_on.stage("swiss", rounds=2)
    going_on.pair()
    empty = Day(4, name="Winter Open")
    fourth, fifth = (f"00000000-0000-4000-8000-00000000000{n}" for n in (4, 5))
    table = combine(
        {OTHER: played("Aces", "Bees"), THIRD: going_on, fourth: empty},
        events=[OTHER, THIRD, fourth, fifth],
    )
    assert lines(table) == ["1 Aces 150", "2 Bees 100"]
    assert table.events == ("Event",)
    assert [each.english for each in table.notes] == [
        "Fall Open isn't finished, so it doesn't count",
        "Winter Open isn't finished, so it doesn't count",
        "event 00000000 isn't on this computer, so it doesn't count",
    ]


def test_of_its_own_event_only_the_other_stages_count() -> None:
    own = played("Aces", "Bees", name="Finals")
    table = combine({OTHER: played("Bees", "Aces")}, own, events=[EVENT_ID, OTHER])
    assert lines(table) == ["1 Aces 250", "1 Bees 250"]
    assert table.events == ("Finals", "Event")
    # A second table changes neither, and counts in neither.
    own.stage("combined", stage="Cup 2", events=[EVENT_ID, OTHER], points={"1": 1})
    others = {OTHER: outcome_of_event(played("Bees", "Aces").event.overview)}
    one, two = own.event.with_results({}, others=others).combined_tables
    assert lines(one) == lines(table)
    assert lines(two) == ["1 Aces 1", "1 Bees 1"]


def test_a_team_that_played_nowhere_has_no_place_that_counts() -> None:
    day = Day(3)
    day.stage("by-hand", rounds=1)
    day.round(1, "T1-T2")
    day.add("release", round=1)
    day.won("1-1")
    assert {each["team"] for each in day.shown["ranking"]} == {"T1", "T2", "T3"}
    assert [row.name for row in combine({OTHER: day}).rows] == ["T1", "T2"]


NAMES = ("Ann", "ann ", "Bo", "Cy", "CY", "Di")


@given(st.integers(0, 1_000_000))
def test_any_table_is_as_an_independent_reading_has_it(seed: int) -> None:
    dice = random.Random(seed)
    outcomes = {}
    for event in (OTHER, THIRD, EVENT_ID)[: dice.randint(1, 3)]:
        teams = tuple(
            TeamOutcome(
                dice.choice(("Aces", "ACES", "Bees", " Cats")),
                dice.choice(("", "Ohio", "OHIO", "Purdue")),
                tuple(dice.sample(NAMES, 2)),
                dice.randint(1, 4),
                dice.randint(-3, 9),
            )
            for _ in range(dice.randint(0, 4))
        )
        outcomes[event] = EventOutcome(event, "", "full", teams)
    points: Any = dice.choice(("standings", {"1": 10, "3": 2.5, "*": 1}, {"2": 4}))
    for per in ("organization", "team", "player"):
        entry = StageEntry(
            stage="X", format="combined", events=tuple(outcomes), per=per, points=points
        )
        table = combine_outcomes(entry, outcomes)
        expected = naive_table(list(outcomes.values()), per, points)
        got = {
            (row.name.strip().casefold(), row.team.strip().casefold()): row for row in table.rows
        }
        assert {key: Fraction(row.score) for key, row in got.items()} == expected
        assert len(got) == len(table.rows)
        for row in table.rows:
            assert row.place == 1 + sum(Fraction(row.score) < each for each in expected.values())


def naive_table(outcomes: list[EventOutcome], per: str, points: Any) -> dict[Any, Fraction]:
    """Sum the points the long way, a name at a time."""
    totals: dict[Any, Fraction] = {}
    for outcome in outcomes:
        for team in outcome.teams:
            if points == "standings":
                worth = Fraction(team.half_points, 2)
            elif str(team.place) in points:
                worth = Fraction(points[str(team.place)])
            else:
                worth = Fraction(points.get("*", 0))
            keys = set()
            if per == "team":
                keys.add((team.name.strip().casefold(), ""))
            elif per == "organization":
                keys.add((team.organization.strip().casefold(), ""))
            for player in team.players if per == "player" else ():
                name = player.strip().casefold()
                bearers = [
                    [p.strip().casefold() for t in o.teams for p in t.players].count(name)
                    for o in outcomes
                ]
                keys.add((name, team.name.strip().casefold() if max(bearers) > 1 else ""))
            for key in keys - {("", "")}:
                totals[key] = totals.get(key, Fraction()) + worth
    return totals


@settings(max_examples=25)
@given(seed=st.integers(0, 100_000), kind=st.sampled_from(FORMATS))
def test_a_combined_table_changes_nothing_else_of_its_event(seed: int, kind: str) -> None:
    drawn = Drawn(seed, 6, kind)
    drawn.play(4)
    day = drawn.day

    def seen(event: Any) -> Any:
        overview = event.overview
        try:
            proposed = str(propose_round(overview, None, count_open_as_ties=True))
        except Exception as refusal:  # noqa: BLE001  # the same refusal before and after
            proposed = str(refusal)
        data = event_as_data(overview)
        stages = [each for each in data.pop("stages") if each["format"] != "combined"]
        suggested = suggest_stage(overview)
        return (
            data,
            stages,
            proposed,
            (suggested.format, suggested.advance, suggested.rounds),
            [each.stage for each in overview.last_stage_and_its_pools],
            compute_statistics(event),
        )

    before = seen(day.event)
    day.stage("combined", stage="Z", events=[EVENT_ID, OTHER], points=PLACES)
    assert seen(day.event) == before
    assert day.event.combined_tables[0].stage == "Z"
    read = parse_event_file(encode_event_file(day.event), library()).with_results(day.matches)
    assert seen(read) == before
    one, other = (each.register.combined["Z"] for each in (read, day.event))
    assert replace(one, id=None) == replace(other, id=None)


@pytest.mark.parametrize(
    ("fields", "text"),
    [
        (
            {"events": []},
            "list events only for a combined table; a combined table needs at least one",
        ),
        ({"events": [EVENT_ID]}, "a combined table needs at least one event besides this one"),
        ({"events": [OTHER, OTHER]}, f"event {OTHER} is listed twice"),
        (
            {"events": ["Spring Open"]},
            "“Spring Open” isn't the ID of an event; “event list” shows all event IDs",
        ),
        (
            {"points": {}},
            "a combined table needs the points for each place, or the word “standings”",
        ),
        ({"points": {"1": 0.3}}, "only whole and half points are allowed, so 0.3 isn't valid"),
        (
            {"points": {"win": 3}},
            f"{POINTS_ARE_FOR}; in other stages, points are for results: "
            + ", ".join(StagePoints.__struct_fields__),
        ),
    ],
)
def test_a_table_that_cannot_be_is_refused(fields: dict[str, Any], text: str) -> None:
    day = Day(2)
    given = {"stage": "Z", "format": "combined", "events": [OTHER], "points": PLACES} | fields
    assert refused(day, "stage", **given) == text
    assert not day.event.register.all_stages


def test_places_and_standings_points_are_for_combined_tables_alone() -> None:
    day = Day(2)
    swiss = {"stage": "A", "format": "swiss", "rounds": 1}
    assert refused(day, "stage", **swiss, points={"1": 5}).startswith(POINTS_ARE_FOR)
    assert (
        refused(day, "stage", **swiss, points="standings")
        == "only a combined table can have “standings” as its points"
    )
    assert refused(day, "stage", **swiss, points={"won": 3}) == (
        "“points” must be an object with the points for each result, such as "
        '{"win": 3, "tie": 1, "loss": 0}; for a combined table, the points for each place, '
        'such as {"1": 150, "2": 100, "*": 25}, or “standings”'
    )


def test_the_rows_may_be_told_as_by_and_who_records_is_still_recorded() -> None:
    day = Day(2)
    day.stage("combined", stage="Z", events=[OTHER], points=PLACES, by="player")
    entry = day.event.register.combined["Z"]
    assert (entry.per, entry.by) == ("player", None)
    day.stage("combined", stage="Y", events=[OTHER], points=PLACES, per="team", by="Pat")
    assert (day.event.register.combined["Y"].per, day.event.log[-1].by) == ("team", "Pat")


def test_nobody_plays_in_a_combined_table_or_advances_from_it() -> None:
    day = Day(2)
    day.stage("combined", stage="Z", events=[OTHER], points=PLACES)
    text = "“Z” is a combined table, so it has no rounds and no team advances from it"
    assert refused(day, "round", round=1, stage="Z", pairings=[]) == text
    advance = {"from": ["Z"], "places": 2}
    assert refused(day, "stage", stage="B", format="swiss", rounds=1, advance=advance) == text
    taken = refused(day, "stage", stage="Z", format="round-robin")
    assert taken == "stage Z already exists; give this stage its own ID"
