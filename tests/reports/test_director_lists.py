"""Who sits where, who moved, and what was decided over the day, on paper."""

from __future__ import annotations

from datetime import UTC, datetime
from itertools import pairwise
from typing import Any

import pytest

from reports.book.director_lists import changed_seats_slip, event_decisions_list, seating_list
from reports.typeset.paper import MARGIN, Paper
from reports.typeset.shaping import shape
from scorepad.events.seating import list_seats_by_team_name
from scorepad.spades.refusal import Refused
from scorepad.spades.words import install
from tests.events.day import Day
from tests.reports.drawn import pages
from tests.reports.languages import LANGUAGES, catalog_of
from tests.reports.made import PAPERS
from tests.reports.papers import LONG_NAMES, with_tables_swapped


def event(teams: int = 24, **more: Any) -> Day:
    """An event with its first round out."""
    day = Day(name="Spring Open", place="Union 204", date="2026-03-14", **more)
    for number in range(1, teams + 1):
        day.team(f"T{number}", name=f"Team {number}", players=[f"Ann {number}", f"Bo {number}"])
    day.stage("swiss", rounds=3)
    day.pair()
    return day


def moved(day: Day) -> Day:
    """The first two pairings of round 1 change their tables."""
    now = day.event.register.rounds[1].entry
    to = with_tables_swapped(now)
    at = datetime(2026, 3, 14, 18, 30, tzinfo=UTC).isoformat()
    day.add("amend", entry=now.id, to=to, why="the light", at=at, by="Pat")
    return day


@pytest.mark.parametrize("paper", PAPERS)
@pytest.mark.parametrize("teams", [6, 24, 48])
def test_who_sits_where_is_on_one_page_by_team_and_by_player(paper: Paper, teams: int) -> None:
    day = event(teams)
    (page,) = pages(seating_list([], paper, event=day.event))
    assert "Find your seat · Round 1" in page.text
    for number in range(1, teams + 1):
        for name in (f"Team {number}", f"Ann {number}", f"Bo {number}"):
            assert any(said.text == name for said in page.texts), name
    for said in page.texts:
        assert said.x >= MARGIN - 0.1
        assert said.x <= page.wide - MARGIN + 0.6
        assert said.size >= 7


@pytest.mark.parametrize("letters", range(4, 36, 4))
def test_a_name_has_room_before_its_table_however_long_it_is(letters: int) -> None:
    day = Day()
    for at in range(32):
        day.team(f"T{at}", name=f"{at} {'n' * letters}")
    day.stage("swiss", rounds=3)
    day.pair()
    for page in pages(seating_list([], event=day.event)):
        for name in (said for said in page.texts if said.text.endswith("nnn")):
            end = name.x + shape(name.text).width_at(name.size)
            assert min(s.x for s in page.texts if s.y == name.y and s.x > name.x) >= end + 12


def test_a_round_is_named_and_a_draft_is_not_shown() -> None:
    day = event()
    with pytest.raises(Refused, match="this event doesn't have a round “7”"):
        seating_list([], event=day.event, of_round="7")
    for each in day.event.register.rounds[1].entry.pairings:
        day.result(each.pairing, 300, 200)
    day.event = day.event.append(day.proposed().entry)
    with pytest.raises(Refused, match="round 2 is a draft"):
        seating_list([], event=day.event, of_round="2")
    assert "Round 1" in pages(seating_list([], event=day.event))[0].text
    with pytest.raises(Refused, match="saved on this computer"):
        seating_list([])
    with pytest.raises(Refused, match="there are no seats"):
        seating_list([], event=Day(4).event)


@pytest.mark.parametrize("language", LANGUAGES)
def test_who_moved_is_on_one_slip(language: str) -> None:
    day = event()
    with pytest.raises(Refused, match="no seats have changed"):
        changed_seats_slip([], event=day.event)
    install(catalog_of(language))
    (page,) = pages(changed_seats_slip([], "A4", event=moved(day).event))
    rounds = day.event.register.rounds
    names = [each.teams for each in rounds[1].entry.pairings[:2]]
    for name in (f"Team {team[1:]}" for teams in names for team in teams):
        assert name in page.text
    assert page.text.count("2026") == 1, "the day is said once"


def test_the_list_of_the_day_has_the_reason_and_who() -> None:
    day = event(4)
    with pytest.raises(Refused, match="have been recorded yet"):
        event_decisions_list([], event=day.event)
    at = datetime(2026, 3, 14, 18, 41, tzinfo=UTC).isoformat()
    day.add("mark", team="T4", what="warning", why="late twice", at=at, by="Pat")
    day.add("result", pairing="1-1", how="forfeit", winner=0, why="nobody came", at=at, by="Lee")
    (page,) = pages(event_decisions_list([], event=day.event))
    for said in ("Day log", "late twice", "Pat", "nobody came", "Lee", "18:41", "Team 4"):
        assert said in page.text


def test_the_list_of_the_day_has_a_row_for_each_team_that_moved() -> None:
    (page,) = pages(event_decisions_list([], event=moved(event(4)).event))
    lines = page.text.replace("\u00a0", " ").split("\n")
    rows = [" ".join(pair) for pair in pairwise(lines) if pair[0].startswith("18:30")]
    assert len(rows) == 4
    moves = [(2, 2, 1, 4), (4, 2, 1, 2), (1, 1, 2, 3), (3, 1, 2, 1)]
    for row, (team, before, after, other) in zip(rows, moves, strict=True):
        assert row.startswith(f"18:30 Round 1 · Team {team} Correction of round 1: table {before}")
        assert row.endswith(f"→ the light Pat table {after}, against Team {other}"), row


def test_a_rule_stands_below_the_last_line_of_a_row_whatever_its_type_size() -> None:
    found = pages(LONG_NAMES["who moved"]("words", "A4"))
    ends = [said for page in found for said in page.texts if said.text.endswith("end")]
    rules = [each.low for page in found for each in page.shapes if each.kind == "rule"]
    assert len(ends) == 8
    for said in ends:
        assert not [y for y in rules if said.y - 0.3 * said.size < y < said.y + said.size], said


def test_the_same_event_gives_the_same_bytes() -> None:
    day = moved(event())
    for make in (seating_list, changed_seats_slip, event_decisions_list):
        assert make([], event=day.event) == make([], event=day.event)


def test_names_with_numbers_are_in_the_order_of_these() -> None:
    names = [name for name, _ in list_seats_by_team_name(event(12).event.register, 1)]
    assert names == [f"Team {number}" for number in range(1, 13)]
