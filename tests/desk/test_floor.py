"""The floor: what each table says, what it needs, in which order, and how it is found."""

from __future__ import annotations

from collections.abc import Collection
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.enabling import start_pause_or_extend_clocks
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.floor import match_ids_of_current_rounds, searchable_texts, waiting_for_text
from scorepad.desk.search import search_rank
from scorepad.desk.table import Table
from scorepad.events.entries import (
    EventHead,
    NoShowGrace,
    OfficialResult,
    Release,
    ResultEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.spades.entries import Bids, Clock, Forfeit, Head, IdentityCheck, Sign, Team, Tricks
from scorepad.spades.library import load_library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import encode_match_file
from scorepad.spades.naming import strip_table_word
from scorepad.spades.refusal import Refused
from scorepad.spades.status import MatchStatus, status_of
from tests.desk.memory import MemoryKeeper
from tests.imports import import_match

RULES = Path(__file__).parents[2] / "resources" / "rules"
NOON = datetime(2026, 11, 21, 12, 0, tzinfo=UTC)


class Day:
    """A desk with a clock that stands until it is told."""

    def __init__(self) -> None:
        self.now = NOON
        self.desk = Desk(
            MemoryKeeper(), load_library(RULES), now=lambda: self.now, by=lambda: "Pat"
        )

    def table(self, number: str, rules: str = "unc", **head: object) -> Table:
        told = {"teams": (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di"))), "round": "1"}
        return self.desk.start(Head(rules=rules, table=number, **(told | head)))

    def pass_(self, minutes: float) -> None:
        self.now += timedelta(minutes=minutes)

    def row(self, table: Table) -> MatchStatus:
        return status_of(table.match)

    def rows(self, opened: Collection[str] = ()) -> list[MatchStatus]:
        return self.desk.statuses_of_today(opened)

    def says(self, table: Table) -> str:
        return " | ".join(filter(None, searchable_texts(self.row(table), self.now)))

    def order(self) -> list[str]:
        rows = sorted(self.rows(), key=lambda row: row.urgency(self.now))
        return [row.table for row in rows]


@pytest.fixture
def day() -> Day:
    return Day()


def test_a_row_says_table_round_teams_score_hand_and_what_it_waits_for(day: Day) -> None:
    table = day.table("Table 4")
    assert strip_table_word(day.row(table).table) == "4"
    assert day.says(table) == (
        "Table 4 | Round 1 | Aces | Kings | Ann | Bo | Cy | Di | 0 : 0 | hand 1 | bids"
    )
    table.record(Bids(bids=(4, 3, 3, 2)))
    assert "hand 1 | tricks" in day.says(table)
    table.record(Tricks(tricks=(5, 3, 3, 2)))
    assert "hand 2 | bids" in day.says(table)


def test_time_up_between_hands_waits_for_an_answer(day: Day) -> None:
    table = day.table("4")
    table.record(Clock(do="start"))
    day.pass_(26)
    assert day.row(table).need(day.now) == "warned"
    assert day.row(table).clock_warning_minutes_in_force(day.now) == 5
    day.pass_(5)
    assert day.row(table).need(day.now) == "confirm-dealt"
    assert "next hand dealt?" in day.says(table)


def test_a_result_waits_for_its_signatures_and_is_done_with_both(day: Day) -> None:
    table = day.table("4")
    table.record(Forfeit(side=1, why="left"))
    assert day.row(table).need(day.now) == "unsigned"
    assert "2 signatures" in day.says(table)
    table.record(Sign(side=0, name="Ann"))
    assert "1 signature" in day.says(table)
    table.record(Sign(side=1, name="Bo"))
    assert day.row(table).need(day.now) == "done"


def test_a_table_without_bids_is_asked_about_from_half_of_the_wait_on(day: Day) -> None:
    """Fairmont State waits five minutes for a side.  Nobody knows that one is late: it is asked."""
    table = day.table("15", "fairmont-state", scheduled=NOON + timedelta(minutes=10))
    day.pass_(12.4)
    assert day.row(table).need(day.now) == "stopped"
    assert day.says(table).endswith("bids")
    day.pass_(0.1)
    assert day.row(table).need(day.now) == "no-bids"
    assert "no bids for 2:30 · both here?" in day.says(table)
    day.pass_(2.5)
    assert day.row(table).need(day.now) == "wait-over"
    assert "no bids for 5:00 · both here?" in day.says(table)
    table.record(IdentityCheck(seat=0, ok=True))
    assert "no bids for 5:00 · Kings here?" in day.says(table)
    day.pass_(60)
    assert "no bids for over an hour" in day.says(table)
    table.record(Bids(bids=(4, 3, 3, 2), override="–"))
    assert day.row(table).seconds_since_bids_due(day.now) is None


def test_the_wait_begins_when_the_match_is_due(day: Day) -> None:
    """That is when it is scheduled, else when its clock was started, and minutes that are added
    do not begin it again."""
    table = day.table("1", "fairmont-state")
    day.pass_(30)
    assert day.row(table).seconds_since_bids_due(day.now) is None
    table.record(Clock(do="start"))
    assert day.row(table).need(day.now) == "playing"
    day.pass_(2)
    table.record(Clock(do="add", seconds=60))
    day.pass_(1)
    assert day.row(table).seconds_since_bids_due(day.now) == 180
    later = day.table("2", "fairmont-state", scheduled=day.now + timedelta(minutes=20))
    later.record(Clock(do="start"))
    day.pass_(19)
    assert day.row(later).seconds_since_bids_due(day.now) is None


def test_without_a_wait_in_the_rules_it_is_asked_in_plain_words(day: Day) -> None:
    table = day.table("1", scheduled=NOON)
    day.pass_(2.9)
    assert "both here" not in day.says(table)
    day.pass_(0.2)
    assert "no bids for 3:06 · both here?" in day.says(table)
    assert day.row(table).need(day.now) == "stopped"


def test_a_table_that_sleeps_says_when_it_was_last_heard_of(day: Day) -> None:
    table = day.table("1")
    table.record(Clock(do="start"))
    table.record(Bids(bids=(4, 3, 3, 2)))
    day.pass_(4.9)
    assert day.says(table).endswith("tricks")
    day.pass_(1.2)
    assert day.says(table).endswith("tricks · last entry 6 min ago")
    table.record(Clock(do="pause"))
    assert day.says(table).endswith("tricks"), "whoever paused it knows"
    table.record(Clock(do="resume"))
    assert day.says(table).endswith("tricks")
    untimed = day.table("2", "alpha-theta")
    untimed.record(Bids(bids=(4, 3, 3, 2)))
    before = day.row(untimed).shown_times(day.now)
    day.pass_(75)
    assert day.row(untimed).shown_times(day.now) != before
    assert day.says(untimed).endswith("tricks · last entry over an hour ago")


def test_the_most_urgent_table_comes_first(day: Day) -> None:
    signed = day.table("1")
    signed.record(Forfeit(side=1, why="left"))
    signed.record(Sign(side=0, name="Ann"))
    signed.record(Sign(side=1, name="Bo"))
    day.table("2").record(Forfeit(side=1, why="left"))
    for number in ("10", "9"):
        day.table(number)
    asks, warned, plays = day.table("3"), day.table("4"), day.table("5")
    asks.record(Clock(do="start"))
    day.pass_(3)
    warned.record(Clock(do="start"))
    day.pass_(5)
    plays.record(Clock(do="start"))
    day.pass_(23)
    assert day.order() == ["3", "4", "5", "9", "10", "2", "1"]


def test_matches_of_other_days_are_not_on_the_floor(day: Day) -> None:
    old = day.table("1")
    day.pass_(26 * 60)
    new = day.table("2")
    assert [row.id for row in day.rows()] == [new.id]
    assert {row.id for row in day.rows({old.id})} == {old.id, new.id}
    with day.desk.open_briefly(old.id) as table:
        table.record(Clock(do="start"))
    assert {row.id for row in day.rows()} == {old.id, new.id}, "it is played today"


def from_another_desk(day: Day, *, over: bool, times: bool = True) -> bytes:
    """A match file of the day before."""
    there = Day()
    there.now = day.now - timedelta(days=1)
    table = there.table("9")
    table.record(Bids(bids=(4, 3, 3, 2)))
    if over:
        table.record(Forfeit(side=1, why="left"))
    match = there.desk.read(table.id)
    if not times:
        log = [replace(entry, id=None, at=None, after=None) for entry in match.log]
        match = Match.open(match.first_head, there.desk.library).with_entries_appended(log)
    return encode_match_file(match)


@pytest.mark.parametrize(
    ("over", "times", "on_the_floor"),
    [(True, True, False), (False, True, False), (True, False, False), (False, False, True)],
)
def test_an_import_belongs_to_the_day_on_which_it_was_played(
    day: Day, *, over: bool, times: bool, on_the_floor: bool
) -> None:
    """Only one that is not over and tells no time is taken for one that was opened here today."""
    data = from_another_desk(day, over=over, times=times)
    imported = import_match(day.desk, data, "a.json")
    assert imported.created
    assert bool(day.rows()) is on_the_floor
    assert imported.on_other_day is (over and not on_the_floor)


def test_tables_are_listed_without_reading_their_logs(day: Day) -> None:
    over, playing = day.table("1", event="Cup"), day.table("2")
    over.record(Bids(bids=(4, 3, 3, 2)))
    over.record(Tricks(tricks=(5, 3, 3, 2)))
    over.record(Forfeit(side=1, why="left"))
    over.record(Sign(side=0, name="Ann"))
    was = day.row(over)
    for table in (over, playing):
        day.desk.close(table.id)
    keeper = day.desk.keeper
    assert isinstance(keeper, MemoryKeeper)
    first, second = sorted(day.rows(), key=lambda row: row.table)
    assert keeper.loaded == []
    assert replace(first, created=was.created, changed=was.changed) == was
    assert first.need(day.now) == "unsigned"
    assert second.need(day.now) == "stopped"


def test_a_match_that_was_made_before_is_on_the_floor_on_its_day(day: Day) -> None:
    table = day.table("1", scheduled=NOON + timedelta(days=7))
    day.pass_(3 * 24 * 60)
    assert day.rows() == []
    day.pass_(4 * 24 * 60 + 60)
    assert [row.id for row in day.rows()] == [table.id]


def test_a_day_of_play_goes_on_past_midnight(day: Day) -> None:
    day.now = datetime(2026, 11, 21, 23, 30).astimezone().astimezone(UTC)
    table = day.table("1")
    day.pass_(120)
    assert [row.id for row in day.rows()] == [table.id]
    day.pass_(5 * 60)
    assert day.rows() == []


@pytest.mark.parametrize(
    ("search", "numbers"),
    [
        ("7", ["7", "12"]),
        ("table 2", ["2", "12"]),
        ("12", ["12"]),
        ("round 1", ["2", "7", "37", "12"]),
        ("Team 3 A", ["2", "37"]),
        ("zoe", ["37"]),
        ("cards", []),
    ],
)
def test_an_exact_number_and_whole_words_come_first(
    day: Day, search: str, numbers: list[str]
) -> None:
    teams = (Team("Team 3 A", ("Ann", "Cy")), Team("Team 3 B", ("Bo", "Di")))
    other = (Team("Team 32 A", ("Zoë", "Cy")), Team("Team 32 B", ("Bo", "Di")))
    day.table("37", teams=other)
    day.table("7")
    day.table("2", teams=teams)
    day.table("12", event="7 Cups", round="2")
    ranks = {}
    for row in day.rows():
        rank = search_rank(searchable_texts(row, day.now), row.table, search)
        if rank is not None:
            ranks[row.table] = rank
    assert sorted(ranks, key=lambda number: (ranks[number], int(number))) == numbers


def test_clocks_of_several_tables_are_turned_at_once(day: Day) -> None:
    running, paused, over = day.table("1"), day.table("2"), day.table("3")
    waiting, untimed = day.table("4"), day.table("5", "alpha-theta")
    running.record(Clock(do="start"))
    paused.record(Clock(do="start"))
    paused.record(Clock(do="pause"))
    over.record(Forfeit(side=1, why="left"))
    ids = [each.id for each in (running, paused, over, waiting, untimed)]
    assert start_pause_or_extend_clocks(day.desk, ids, "start")[0] == 2
    assert [table.clock().state(day.now) for table in (running, paused, waiting)] == ["running"] * 3
    done, why, _ = start_pause_or_extend_clocks(day.desk, ids, "pause")
    assert done == 3
    assert why is not None
    assert start_pause_or_extend_clocks(day.desk, [paused.id], "add", 120)[0] == 1
    assert paused.clock().seconds_left(day.now) == 32 * 60


def test_a_new_match_like_another_takes_the_next_free_table(day: Day) -> None:
    tables = [day.table(f"Table {number}") for number in range(1, 6)]
    assert day.desk.head_for_new_teams(tables[1].id).table == "Table 6"
    tables[2].record(Forfeit(side=1, why="left"))
    assert day.desk.head_for_new_teams(tables[1].id).table == "Table 3"
    other = day.table("Table 1", round="2")
    assert day.desk.head_for_new_teams(other.id).table == "Table 3", "at 2 another round plays on"


def test_several_tables_are_started_all_or_none(day: Day) -> None:
    heads = [Head(rules="unc", table=str(number)) for number in range(1, 13)]
    started = day.desk.start_all(heads)
    assert [table.match.head.table for table in started] == [str(n) for n in range(1, 13)]
    with pytest.raises(Refused):
        day.desk.start_all([replace(heads[0], table="13"), replace(heads[0], rules="no such")])
    assert {row.table for row in day.rows()} == {str(n) for n in range(1, 13)}


def test_the_lowest_free_number_is_offered(day: Day) -> None:
    """Whatever the event and the round: one table has one match."""
    assert day.desk.find_free_table_numbers(2) == ["1", "2"]
    day.table("Table 1", event="Cup")
    over = day.table("2")
    day.table("4", round="2")
    assert day.desk.find_free_table_numbers(3) == ["3", "5", "6"]
    over.record(Forfeit(side=1, why="left"))
    assert day.desk.find_free_table_numbers(1) == ["2"]
    assert [each.event for each in day.desk.matches_at("1")] == ["Cup"]
    assert day.desk.matches_at("2") == []
    day.pass_(26 * 60)
    assert day.desk.find_free_table_numbers(1) == ["1"], "nobody plays on from the day before"


def test_a_granted_wait_moves_the_no_show_time_and_a_result_on_paper_ends_the_wait(
    day: Day,
) -> None:
    """A pairing's match has no hand; what the event says of it is on the floor."""
    table = EventDesk(day.desk).start(EventHead(name="Saturday", rules="fairmont-state"))
    for number in range(1, 5):
        players = (f"Ann {number}", f"Bo {number}")
        table.record(TeamEntry(team=f"T{number}", name=f"Team {number}", players=players))
    table.record(StageEntry(stage="A", format="swiss", rounds=2))
    table.record(replace(table.propose_next_round().entry, start=day.now))
    assert day.rows() == [], "nobody sees what is not released"
    table.record(Release(round=1))
    day.pass_(5.5)
    first, second = sorted(day.rows(), key=lambda row: row.table)
    assert (first.need(day.now), first.no_show_minutes) == ("wait-over", 5)
    table.record(NoShowGrace(pairing="1-1", minutes=10))
    table.record(ResultEntry(pairing="1-2", how="forfeit", winner=0))
    first, second = sorted(day.rows(), key=lambda row: row.table)
    assert first.no_show_minutes == 15
    assert str(waiting_for_text(first, day.now)) == "first dealer"
    assert first.need(day.now + timedelta(minutes=6)) == "stopped"
    assert first.need(day.now + timedelta(minutes=8)) == "no-bids"
    later = day.now + timedelta(minutes=10)
    assert first.need(later) == "wait-over"
    assert "no bids for 15:30" in str(waiting_for_text(first, later))
    assert second.need(day.now) == "done"
    assert str(waiting_for_text(second, day.now)) == f"{second.teams[1]} forfeits"


def test_an_attested_result_wants_no_signature(day: Day) -> None:
    table = EventDesk(day.desk).start(EventHead(name="Saturday", rules="unc"))
    for number in (1, 2):
        table.record(TeamEntry(team=f"T{number}", name=f"Team {number}", players=("Ann", "Bo")))
    table.record(StageEntry(stage="A", format="swiss", rounds=1))
    table.record_together([table.propose_next_round().entry, Release(round=1)])
    (row,) = day.rows()
    with day.desk.open_briefly(row.id) as match:
        match.record(Forfeit(side=1, why="left"))
    (row,) = day.rows()
    assert row.need(day.now) == "unsigned"
    table.follow_other_programs()
    day.pass_(1)
    table.record(OfficialResult(pairing="1-1", name="Pat"))
    (row,) = day.rows()
    assert row.need(day.now) == "done"


def test_what_plays_now_is_the_latest_round_and_what_is_left_of_earlier_ones(day: Day) -> None:
    over = day.table("1", round="9")
    over.record(Forfeit(side=1, why="left"))
    unsigned, playing, latest = (day.table(each) for each in ("2", "3", "4"))
    rows = [day.row(each) for each in (over, unsigned, playing)]
    rows = [replace(row, id=str(n)) for n, row in enumerate(rows)]
    rows[0] = replace(rows[0], signed=(True, True))
    rows[1] = replace(rows[1], status="over", reason="forfeit", round="9")
    rows[2] = replace(rows[2], round="9")
    rows.append(replace(day.row(latest), id="3", round="10"))
    assert match_ids_of_current_rounds(rows) == {"1", "2", "3"}
    assert match_ids_of_current_rounds(rows[:1]) == {"0"}, (
        "the latest round is shown until the next begins"
    )
