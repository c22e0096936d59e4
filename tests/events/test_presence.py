"""Who is here on a day is paired, and who is not is left out and named."""

from __future__ import annotations

import pytest

from scorepad.events.proposal import propose_round
from scorepad.events.register import PlannedRound
from scorepad.events.warning import warnings_of_round
from scorepad.spades.refusal import Refused
from tests.events.day import Day

SATURDAY, NEXT = "2027-03-14", "2027-03-21"


def day_with(teams: int, *here: str, date: str = SATURDAY) -> Day:
    """A Swiss event in which these teams are checked in on a day."""
    day = Day(teams)
    for team in here:
        day.add("check-in", team=team, date=date)
    day.stage("swiss", rounds=3)
    return day


def paired(day: Day, date: str = SATURDAY, **options: object) -> tuple[set[str], tuple[str, ...]]:
    """Who would be paired on a day, and who is left out."""
    entry = propose_round(day.event.overview, day=date, **options).entry  # type: ignore[arg-type]
    return {team for each in entry.pairings for team in each.teams}, entry.absent


def drafted(day: Day) -> PlannedRound:
    """The draft of the next round."""
    entry = propose_round(day.event.overview, day=SATURDAY).entry
    day.event = day.event.append(entry)
    return day.event.register.rounds[entry.round]


def test_only_teams_with_two_players_here_are_paired() -> None:
    day = day_with(6, "T1", "T2", "T4", "T6")
    day.add("check-in", team="T3", seat=0, date=SATURDAY)
    assert paired(day) == ({"T1", "T2", "T4", "T6"}, ("T3", "T5"))
    proposal = propose_round(day.event.overview, day=SATURDAY)
    assert [str(each) for each in proposal.warnings] == [
        "2 teams are absent and are left out of this round: T3, T5"
    ]


def test_one_who_is_absent_can_be_included_and_one_who_is_here_left_out() -> None:
    day = day_with(4, "T1", "T2", "T3")
    assert paired(day, absent=()) == ({"T1", "T2", "T3", "T4"}, ())
    assert paired(day, absent=("T4", "T3")) == ({"T1", "T2"}, ("T3", "T4"))


def test_without_any_check_in_everybody_is_paired() -> None:
    assert paired(day_with(4)) == ({"T1", "T2", "T3", "T4"}, ())


def test_another_day_asks_who_is_here_anew() -> None:
    day = day_with(4, "T1", "T2")
    assert paired(day, NEXT)[1] == (), "nobody is checked in on that day"
    for team in ("T3", "T4"):
        day.add("check-in", team=team, date=NEXT)
    assert paired(day, NEXT) == ({"T3", "T4"}, ("T1", "T2"))
    day.add("check-in", team="T1", date=SATURDAY)
    assert paired(day, NEXT)[1] == ("T1", "T2"), "a late note of last week changes nothing"


def test_a_check_in_without_a_date_is_of_the_events_day() -> None:
    day = Day(4, date=SATURDAY)
    day.check_in("T1", "T2")
    day.stage("swiss", rounds=1)
    assert paired(day) == ({"T1", "T2"}, ("T3", "T4"))
    assert paired(day, NEXT)[1] == ()


def test_a_team_is_absent_on_the_days_on_which_it_cannot_come() -> None:
    day = Day()
    for team in ("T1", "T2", "T3"):
        day.team(team, unavailable=[NEXT] if team == "T2" else [])
    day.stage("swiss", rounds=2)
    assert paired(day, NEXT) == ({"T1", "T3"}, ("T2",))
    assert paired(day, SATURDAY)[1] == ()


@pytest.mark.parametrize("format", ["round-robin", "single-elimination"])
def test_round_robins_and_brackets_pair_everybody_and_name_who_is_absent(format: str) -> None:
    day = Day(4)
    day.add("check-in", team="T1", date=SATURDAY)
    day.stage(format)
    assert paired(day) == ({"T1", "T2", "T3", "T4"}, ())
    planned = drafted(day)
    said = [str(each) for each in warnings_of_round(day.event.overview, planned)]
    assert said[0].startswith("3 teams are paired but not checked in: T")


def test_who_is_left_out_gets_no_bye_and_no_warning() -> None:
    day = day_with(5, "T1", "T2", "T3", "T4")
    planned = drafted(day)
    assert (planned.entry.byes, planned.entry.absent) == ((), ("T5",))
    assert planned.entry.date == SATURDAY
    assert not list(warnings_of_round(day.event.overview, planned))
    for wrong, sentence in (("T9", "team T9 doesn't exist"), ("T1", "T1 is in the round twice")):
        with pytest.raises(Refused, match=sentence):
            day.add("round", round=2, stage="A", byes=["T1"], absent=[wrong])


def test_a_team_always_plays_at_its_own_table() -> None:
    day = Day(tables=["1", "2", "3"])
    for number in range(1, 7):
        day.team(f"T{number}", table={6: "9", 5: "2"}.get(number, ""))
    day.stage("swiss", rounds=1)
    entry = propose_round(day.event.overview, busy_tables=["1"]).entry
    tables = {team: each.table for each in entry.pairings for team in each.teams}
    assert (tables["T6"], tables["T5"]) == ("9", "2")
    assert sorted(tables.values()) == ["2", "2", "3", "3", "9", "9"], "table 1 is another event's"
    day = Day()
    day.team("T1", table="A")
    day.team("T2", table="B")
    day.stage("swiss", rounds=1)
    proposal = propose_round(day.event.overview)
    assert proposal.entry.pairings[0].table == "A"
    assert [str(each) for each in proposal.warnings] == [
        "T2 should always play at table B, but plays at table A"
    ]


def test_a_name_that_would_sit_at_two_tables_is_asked_about() -> None:
    day = Day()
    day.team("T1", players=["Sam Brown", "Ann"])
    day.team("T2", players=["Bo", "Cy"])
    day.team("T3", players=["Di", "SAM BROWN"])
    day.team("T4", players=["Ed", "Flo"])
    day.stage("swiss", rounds=1)
    planned = drafted(day)
    said = [str(each) for each in warnings_of_round(day.event.overview, planned)]
    (one, other) = planned.entry.pairings
    assert (one.teams, other.teams) == (("T1", "T3"), ("T2", "T4"))
    assert len(said) == 1, "they would play each other"
    day.round(2, "T1-T2", "T3-T4")
    planned = day.event.register.rounds[2]
    said = [str(each) for each in warnings_of_round(day.event.overview, planned)]
    assert said == [
        ("SAM BROWN would sit at table 1 (T1) and at table 2 (T3); is that the same person?")
    ]


def test_a_check_in_and_its_undo_change_at_once_who_showed_no_id() -> None:
    day = Day(2)
    day.stage("swiss", rounds=1)
    day.pair()
    day.add("check-in", team="T1", id_shown=True)

    def without_id() -> tuple[str, ...]:
        (pairing,) = day.event.register.released_pairings()
        return day.event.overview.outcome(pairing).players_without_id

    assert without_id() == ()
    day.check_in("T2")
    assert without_id() == ("T2 one", "T2 two")
    day.add("strike", entry=day.event.log[-1].id, why="not here")
    assert without_id() == ()
