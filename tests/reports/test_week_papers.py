"""A day of a season on paper: schedule, standings and sign-in sheet."""

from __future__ import annotations

import pytest

from reports.book.week_papers import season_calendar, week_papers
from scorepad.events.warning import warnings_of_round
from scorepad.spades.refusal import Refused
from tests.events.day import Day
from tests.reports.drawn import pages

DATES = ({"date": "2026-11-03", "start": "19:00"}, {"date": "2026-11-10", "start": "19:00"})


def season() -> Day:
    """Four teams, two dates; the first is over, and ratings are known."""
    day = Day(4)
    day.add("setup", dates=DATES, tables=["1", "2"], rating={"from": 1, "to": 5})
    day.stage("round-robin")
    qualify = {"rating": 3, "played": 1}
    advance = {"from": ["A"], "places": 2, "qualify": qualify}
    day.stage("single-elimination", "B", advance=advance)
    for date, (one, other) in zip(DATES, ((("T1", "T4"), ("T2", "T3")),) * 2, strict=True):
        number = DATES.index(date) + 1
        day.add(
            "round",
            round=number,
            stage="A",
            date=date["date"],
            start=f"{date['date']}T19:00:00Z",
            pairings=[
                {"pairing": f"{number}-1", "table": "2", "teams": one},
                {"pairing": f"{number}-2", "table": "1", "teams": other},
            ],
        )
        day.add("release", round=number)
    day.won("1-1", "1-2")
    day.add("mark", what="rating", team="T1", pairing="1-1", value=5)
    return day


def test_the_next_day_has_its_schedule_standings_and_sign_in_sheet() -> None:
    first, *others = pages(week_papers([], event=season().event))
    assert "Week 2 of 2" in first.text
    assert first.text.index("T2") < first.text.index("T1")  # by table
    assert "T1 qualifies for" in first.text
    assert "5.00" not in first.text
    assert "Sign-in" in others[-1].text


def test_a_day_is_named_by_a_round() -> None:
    text = pages(week_papers([], event=season().event, of_round="1"))[0].text
    assert "Week 1 of 2" in text
    assert "300–200" in text


def test_what_has_no_week_is_refused() -> None:
    day = Day(4)
    for event, why in (
        (None, "choose an event that is saved"),
        (day.event, "no dates"),
        (season().event, "this event doesn't have a round “9”"),
    ):
        with pytest.raises(Refused, match=why):
            week_papers([], event=event, of_round="9" if event is not None else "")
    day.add("setup", dates=DATES)
    with pytest.raises(Refused, match="no match has a date yet"):
        week_papers([], event=day.event)


def test_a_player_who_sat_in_too_few_matches_is_named_on_the_sign_in_sheet() -> None:
    day = Day()
    for number in range(1, 5):
        day.team(f"T{number}", players=[f"Ann {number}", f"Bo {number}", f"Cy {number}"])
    day.add("setup", dates=DATES)
    day.stage("round-robin")
    while day.event.overview.has_rounds_to_come("A"):
        day.pair()
    for key, (_, drawn) in day.event.register.drawn.items():
        one, other = (team[1:] for team in drawn.teams)
        players = (f"Ann {one}", f"Ann {other}", f"Bo {one}", f"Bo {other}")
        day.match(key, how="played", winner=int(one > other), score=(1, 2), players=players)
    advance = {"from": ["A"], "places": 2, "qualify": {"played": 2}}
    day.stage("single-elimination", "B", advance=advance)
    pairing = {"pairing": "4-1", "table": "1", "teams": ["T1", "T2"]}
    day.add("round", round=4, stage="B", date="2026-11-10", pairings=[pairing])
    text = "".join(each.text for each in pages(week_papers([], event=day.event)))
    assert "Cy 1 · 0 of 2 required matches" in text
    assert "Ann 1 ·" not in text
    planned = day.event.register.rounds[4]
    said = [str(each) for each in warnings_of_round(day.event.overview, planned)]
    names = "Cy 1 (T1), 0 of 2; Cy 2 (T2), 0 of 2"
    assert said[-1] == f"2 players have played in too few matches: {names}"


def test_the_calendar_has_every_date_with_its_matches_by_table() -> None:
    text = "".join(each.text for each in pages(season_calendar([], event=season().event)))
    first, second = (text.index(f"Week {n} of 2") for n in (1, 2))
    assert first < text.index("300–200") < second
    for part in (text[first:second], text[second:]):
        assert part.index("T2") < part.index("T1")
    with pytest.raises(Refused, match="no dates"):
        season_calendar([], event=Day(4).event)


def test_the_matches_of_two_divisions_are_listed_by_table() -> None:
    day = Day(4)
    day.add("setup", dates=DATES, tables=["1", "2"])
    for number, (stage, teams) in enumerate((("A", ["T1", "T2"]), ("B", ["T3", "T4"])), 1):
        day.stage("round-robin", stage, teams=teams)
        pairing = {"pairing": f"{number}-1", "table": str(3 - number), "teams": teams}
        start = "2026-11-03T19:00:00Z"
        day.add(
            "round", round=number, stage=stage, date="2026-11-03", start=start, pairings=[pairing]
        )
    text = pages(week_papers([], event=day.event))[0].text
    assert text.index("T3") < text.index("T1")
