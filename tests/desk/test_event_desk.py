"""An event at the desk: durable entries, and the matches that a release opens."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable, RecordedEventEntry
from scorepad.desk.result_correction import ResultCorrection
from scorepad.events.entries import EventHead
from scorepad.events.event_json import event_as_data
from scorepad.events.eventfile import decode_event_entry, encode_event_entry
from scorepad.spades.entries import Amend, Bids, Forfeit, Head, HeadChange, Note, Sign, Team
from scorepad.spades.ids import uuid7_number
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.words import T
from tests.desk.conftest import Wall
from tests.desk.memory import MemoryKeeper

Record = Callable[..., RecordedEventEntry]


def entry(kind: str, **fields: Any) -> Any:
    return decode_event_entry(json.dumps({"kind": kind, **fields}).encode())


def record(table: EventTable, kind: str, **fields: Any) -> RecordedEventEntry:
    return table.record(entry(kind, **fields))


@pytest.fixture
def events(desk: Desk) -> EventDesk:
    return EventDesk(desk)


@pytest.fixture
def table(events: EventDesk) -> EventTable:
    """Four teams and the draft of a first Swiss round."""
    table = events.start(EventHead(name="Spring Open", rules="unc"))
    for number, name in enumerate(("Aces", "Kings", "Jacks", "Tens"), 1):
        players = [f"{name} {place}" for place in ("one", "two", "three")]
        record(table, "team", team=f"T{number}", name=name, players=players)
    record(table, "stage", stage="A", format="swiss", rounds=3)
    table.record(table.propose_next_round().entry)
    return table


def test_an_entry_is_kept_before_it_is_told_with_an_id_a_time_and_a_name(
    events: EventDesk, table: EventTable, keeper: MemoryKeeper, wall: Wall
) -> None:
    recorded = record(table, "withdraw", team="T4", why="ill")
    kept = keeper.kept_events[table.event.id].log[-1]
    assert kept == recorded.entry
    assert uuid7_number(kept.id or "")
    assert (kept.at, kept.by) == (wall.time, "Pat")
    ids = [each.id for each in table.event.log]
    assert ids == sorted(ids)
    assert event_as_data(events.open(table.event.id).event.overview) == event_as_data(
        table.event.overview
    )


def test_an_event_is_found_by_id_beginning_and_name(events: EventDesk, table: EventTable) -> None:
    for asked in (table.event.id, table.event.id[:13], "spring  OPEN"):
        assert events.open(asked).event.id == table.event.id
    for asked, why in (
        ("Autumn", "Scorepad can't find the event “Autumn”"),
        ("019", "can't find the event"),
    ):
        with pytest.raises(Refused, match=why):
            events.open(asked)
    other = events.start(EventHead(name="Spring Open"))
    with pytest.raises(
        Refused, match="2 events have the name “Spring Open” or an ID that begins with it"
    ):
        events.open("Spring Open")
    assert [each.id for each in events.events()] == [other.event.id, table.event.id]


def test_a_release_opens_the_matches_of_its_round(
    table: EventTable, desk: Desk, keeper: MemoryKeeper
) -> None:
    record(table, "check-in", team="T1", seat=0)
    record(table, "check-in", team="T1", seat=2)
    assert keeper.kept == {}
    record(table, "release", round=1)
    first = table.event.register.rounds[1].entry.pairings[0]
    match = desk.read(table.event.match_id(first.pairing))
    assert (match.head.event, match.head.round, match.head.table) == ("Spring Open", "1", "1")
    assert [team.name for team in match.head.teams] == ["Aces", "Jacks"]
    assert match.head.teams[0].players == ("Aces one", "Aces three"), "the two who are there"
    assert match.head.teams[1].players == ("Jacks one", "Jacks two")
    assert match.base_rules.id == "unc"
    assert len(keeper.kept) == 2


def test_a_release_and_its_matches_are_kept_together_or_not_at_all(
    table: EventTable, keeper: MemoryKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    before = event_as_data(table.event.overview)
    log = keeper.kept_events[table.event.id]
    create, opened = keeper.create, []

    def failing(*given: Any) -> None:
        if opened:
            raise Refused(T("the disk is full"))
        opened.append(given)
        create(*given)

    monkeypatch.setattr(keeper, "create", failing)
    with pytest.raises(Refused):
        record(table, "release", round=1)
    assert keeper.kept == {}
    assert keeper.kept_events[table.event.id] == log
    assert event_as_data(table.event.overview) == before


def pairing_of(table: EventTable, pairing: str) -> dict[str, Any]:
    table.follow_other_programs()
    return next(
        each
        for made in event_as_data(table.event.overview)["rounds"]
        for each in made["pairings"]
        if each["pairing"] == pairing
    )


def test_what_a_match_says_is_the_result_of_its_pairing(table: EventTable, desk: Desk) -> None:
    record(table, "release", round=1)
    match = desk.open(table.event.match_id("1-1"))
    assert pairing_of(table, "1-1")["status"] == "waiting"
    match.record(Forfeit(side=1, why="not there"))
    assert pairing_of(table, "1-1") | {"table": "", "match": ""} == {
        "pairing": "1-1",
        "table": "",
        "teams": ["T1", "T3"],
        "match": "",
        "status": "over",
        "how": "forfeit",
        "winner": 0,
        "tied": False,
        "score": [0, 0],
        "official": False,
    }
    for side in (0, 1):
        match.record(Sign(side=side, name="x"))
    desk.archive(match.id)
    assert pairing_of(table, "1-1")["official"], "an archived match counts all the same"


def test_the_list_of_matches_has_the_results_that_the_event_states(
    table: EventTable, desk: Desk, keeper: MemoryKeeper, wall: Wall
) -> None:
    record(table, "release", round=1)
    desk.open(table.event.match_id("1-2")).record(Forfeit(side=1, why="left"))
    given = {"pairing": "1-1", "how": "played", "winner": 1, "score": [120, 300]}
    wall.go(minutes=1)
    recorded = record(table, "result", **given)
    for found in desk.matches(), desk.page().summaries:
        assert [each.table for each in found] == ["1", "2"], "the result is the newer one"
    record(table, "result", pairing="1-2", how="double-forfeit", why="the other side left too")

    def listed() -> dict[str, tuple[Any, ...]]:
        found = desk.matches()
        assert {each.id: each for each in desk.page().summaries} == {e.id: e for e in found}
        return {e.table: (e.status, e.reason, e.winner, e.tied, e.score) for e in found}

    told = {
        "1": ("over", "paper", 1, False, (120, 300)),
        "2": ("over", "forfeit", None, False, (0, 0)),
    }
    assert listed() == told
    assert not desk.is_table_taken(desk.read(table.event.match_id("1-1")).head), (
        "nobody plays there"
    )
    record(table, "strike", entry=recorded.entry.id, why="wrong line")
    assert listed() == told | {"1": ("playing", None, None, False, (0, 0))}


def amended(table: EventTable, **changes: Any) -> dict[str, Any]:
    """An amend of round 1 in which side 1 of both tables changes places."""
    made = table.event.register.rounds[1].entry
    to = json.loads(encode_event_entry(made))
    for field in ("id", "at", "by"):
        to.pop(field)
    first, second = to["pairings"]
    first["teams"][1], second["teams"][1] = second["teams"][1], first["teams"][1]
    return {"entry": made.id, "to": {**to, **changes}, "why": "friends"}


def test_the_setup_of_a_match_without_a_hand_follows_a_corrected_round(
    table: EventTable, desk: Desk
) -> None:
    record(table, "release", round=1)
    record(table, "amend", **amended(table, start="2026-03-01T13:00:00Z"))
    match = desk.read(table.event.match_id("1-1"))
    assert [team.name for team in match.head.teams] == ["Aces", "Tens"]
    assert match.head.scheduled is not None
    assert len(match.log) == 1
    assert match.log[0].why == "friends"
    # Nothing changed: nothing is written.
    record(
        table,
        "amend",
        **{
            **amended(table),
            "to": json.loads(json.dumps(amended(table)["to"] | {"start": "2026-03-01T13:00:00Z"})),
        },
    )
    assert len(desk.read(table.event.match_id("1-1")).log) == 2


def test_matches_without_a_hand_follow_a_team_s_name_and_the_event_s(
    table: EventTable, desk: Desk
) -> None:
    record(table, "release", round=1)
    team = next(each for each in table.event.log if getattr(each, "team", "") == "T1")
    to = {"kind": "team", "team": "T1", "name": "Acers", "players": ["A", "B"]}
    record(table, "amend", entry=team.id, to=to, why="misspelt")
    record(table, "setup", name="Autumn Open", rules="washburn")
    head = desk.read(table.event.match_id("1-1")).head
    assert (head.teams[0].name, head.event) == ("Acers", "Autumn Open")
    assert desk.read(table.event.match_id("1-2")).base_rules.id == "washburn"


def play_round_1(table: EventTable) -> str | None:
    """Both tables of round 1 are won by their first team, and round 2 is released; the id of the
    first result."""
    record(table, "release", round=1)
    for pairing in ("1-1", "1-2"):
        record(table, "result", pairing=pairing, how="played", winner=0, score=[300, 200])
    result = table.event.log[-2].id
    table.record(table.propose_next_round().entry)
    record(table, "release", round=2)
    return result


def test_a_preview_and_a_supposition_record_nothing(
    table: EventTable, keeper: MemoryKeeper
) -> None:
    result = play_round_1(table)
    writes, entries = keeper.appends, len(table.event.log)
    flipped = {
        "kind": "result",
        "pairing": "1-1",
        "how": "played",
        "winner": 1,
        "score": [200, 300],
    }
    amend = entry("amend", entry=result, to=flipped, why="wrong line")
    preview = table.preview(amend)
    assert [str(text) for text in preview.effects] == [
        "round 2: 2 pairings would be different (2 not started): tables 1, 2"
    ]
    assert len(table.event.log) == entries
    table.apply_without_storing(amend)
    assert len(table.event.log) == entries + 1
    assert keeper.appends == writes
    assert len(keeper.kept_events[table.event.id].log) == entries


def test_undo_takes_the_latest_step_back_and_redo_brings_it_again(
    events: EventDesk, table: EventTable, desk: Desk
) -> None:
    before = event_as_data(table.event.overview)
    record(table, "release", round=1)
    released = event_as_data(table.event.overview)
    assert str(table.undo_name()) == "release of round 1"
    table.undo()
    assert event_as_data(table.event.overview) == before
    assert len(desk.matches()) == 0, "its matches are archived"
    table.redo()
    assert event_as_data(table.event.overview) == released
    assert len(desk.matches()) == 2, "the same matches"
    table.undo()
    table.undo()
    assert event_as_data(table.event.overview)["rounds"] == []
    # Both are taken back, also for anyone who reads the log anew.
    again = events.open(table.event.id)
    again.redo()
    assert event_as_data(again.event.overview) == before
    record(again, "note", text="x")
    again.redo()
    assert event_as_data(again.event.overview) == released
    with pytest.raises(Refused, match="nothing to redo"):
        again.redo()


def test_a_release_stays_once_a_table_has_begun_also_where_nobody_looked_since(
    table: EventTable, desk: Desk
) -> None:
    release = record(table, "release", round=1).entry.id
    with desk.open_briefly(table.event.match_id("1-1")) as match:
        match.record(Forfeit(side=1, why="left"))
    log = table.event.log
    for take_back in (table.undo, lambda: record(table, "strike", entry=release, why="x")):
        with pytest.raises(Refused, match=r"table 1, .* so round 1 stays released"):
            take_back()
    assert table.event.log == log
    assert table.event.register.rounds[1].released is not None


def test_no_event_begins_with_a_table_twice(events: EventDesk) -> None:
    with pytest.raises(Refused, match="table 3 is in the list twice"):
        events.start(EventHead(name="Spring Open", tables=("1", "3", "3")))
    assert events.events() == []


def test_what_was_recorded_together_is_undone_together(table: EventTable) -> None:
    before = event_as_data(table.event.overview)
    table.record_together([entry("check-in", team="T1"), entry("check-in", team="T2")])
    table.undo()
    assert event_as_data(table.event.overview) == before
    while table.undo_name() is not None:
        table.undo()
    assert event_as_data(table.event.overview)["teams"] == []
    with pytest.raises(Refused, match="nothing to undo"):
        table.undo()


def test_a_round_is_paired_again_after_a_correction(table: EventTable, desk: Desk) -> None:
    result = play_round_1(table)
    to = {"kind": "result", "pairing": "1-1", "how": "forfeit", "winner": 1}
    before = table.event
    record(table, "amend", entry=result, to=to, why="wrong line")
    correction = ResultCorrection(before, table.event)
    assert correction.possible_repairs == ("keep", "pair-again", "replay")
    assert correction.entries_to_record("keep") == []
    table.record_together(correction.entries_to_record("pair-again"))
    pairings = event_as_data(table.event.overview)["rounds"][1]["pairings"]
    for pairing in pairings:
        names = [table.event.register.team_name(team) for team in pairing["teams"]]
        assert [team.name for team in desk.read(pairing["match"]).head.teams] == names
    assert {frozenset(each["teams"]) for each in pairings} == {
        frozenset({"T2", "T3"}),
        frozenset({"T1", "T4"}),
    }


def test_a_match_corrected_at_its_table_says_what_it_changes_in_its_event(
    events: EventDesk, table: EventTable, desk: Desk
) -> None:
    record(table, "release", round=1)
    record(table, "result", pairing="1-2", how="played", winner=0, score=[300, 200])
    with desk.open_briefly(table.event.match_id("1-1")) as match:
        played = match.match
        match.record(Forfeit(side=1, why="left"))
        over = match.match
        assert events.preview_effects(played, over) == (), "nothing was made from it yet"
        table.follow_other_programs()
        table.record(table.propose_next_round().entry)
        record(table, "release", round=2)
        amend = Amend(entry=over.log[-1].id or "", to=Forfeit(side=0, why="left"), why="other")
        after = over.append(amend)
        (said,) = events.preview_effects(over, after)
        assert str(said).startswith("round 2: 2 pairings would be different (2 not started)")
        assert events.preview_effects(over, over.append(Note(text="hot"))) == ()
        correction = events.find_result_correction(over, after)
        assert correction is not None
        first = table.event.register.rounds[1].entry.pairings[0]
        compared = (correction.before, correction.after)
        assert [each.overview.outcome(first).winner for each in compared] == [0, 1]
        # A result that was recorded at the event goes before its match.
        ruled = {"winner": 0, "score": [300, 250], "why": "ruled"}
        record(table, "result", pairing="1-1", how="played", **ruled)
        assert EventDesk(desk).preview_effects(over, after) == ()
    alone = desk.start(Head(rules="unc"))
    before = alone.match
    alone.record(Forfeit(side=1, why="left"))
    assert events.find_result_correction(before, alone.match) is None


def test_a_file_taken_in_twice_is_taken_in_once(
    events: EventDesk, table: EventTable, keeper: MemoryKeeper, wall: Wall
) -> None:
    record(table, "release", round=1)
    data = table.export_event_file()
    writes = keeper.appends
    assert events.import_event(data, "x.json").table.event.id == table.event.id
    assert keeper.appends == writes
    # On another laptop it is a new event, with the same matches.
    other = MemoryKeeper()
    elsewhere = EventDesk(Desk(other, table.event.library, now=wall, by=lambda: ""))
    taken = elsewhere.import_event(data, "x.json").table
    assert event_as_data(taken.event.overview) == event_as_data(table.event.overview)
    assert set(other.kept) == set(keeper.kept)
    # Both go on, and the logs are joined.
    record(taken, "check-in", team="T1")
    record(table, "check-in", team="T2")
    events.import_event(taken.export_event_file(), "y.json")
    elsewhere.import_event(events.open(table.event.id).export_event_file(), "z.json")
    mine, theirs = events.open(table.event.id).event, elsewhere.open(taken.event.id).event
    assert [each.id for each in mine.log] == [each.id for each in theirs.log]
    here = {
        each["team"] for each in event_as_data(mine.overview)["teams"] if each["players"][0]["here"]
    }
    assert here == {"T1", "T2"}


def test_a_match_of_a_round_has_no_first_dealer_until_somebody_says_who_it_is(
    table: EventTable, desk: Desk
) -> None:
    """EVENTS.md, `release`: reckoned as seat 0 until then, with a warning; recording continues."""
    record(table, "release", round=1)
    with desk.open_briefly(table.event.match_id("1-1") or "") as match:
        assert match.match.head.first_dealer is None
        (warning,) = match.record(Bids(bids=(3, 3, 3, 3))).warnings
        assert str(warning).startswith("no first dealer was chosen")
        assert match.match.board.hands[0].dealer == 0
        recorded = match.record(HeadChange(first_dealer=2, why="drawn"))
        assert recorded.warnings == ()
        assert match.match.all_warnings == ()
        assert match.match.board.hands[0].dealer == 2


def test_rules_of_a_round_go_before_those_of_its_stage_and_event(
    events: EventDesk, desk: Desk
) -> None:
    table = events.start(EventHead(name="Rules", rules="unc"))
    for number in (1, 2):
        record(table, "team", team=f"T{number}", name=f"N{number}", players=["a", "b"])
    record(table, "stage", stage="A", format="by-hand", rules="washburn")
    pairing = {"table": "1", "teams": ["T1", "T2"]}
    record(table, "round", round=1, stage="A", pairings=[{"pairing": "1-1", **pairing}])
    whole = {**plain_rules(table.event.library.get("chicago")), "id": "house"}
    record(
        table, "round", round=2, stage="A", rules=whole, pairings=[{"pairing": "2-1", **pairing}]
    )
    for number in (1, 2):
        record(table, "release", round=number)
    found = [desk.read(table.event.match_id(f"{each}-1")).base_rules.id for each in (1, 2)]
    assert found == ["washburn", "house"]


def test_an_open_table_hears_of_its_setup_once_it_is_on_the_disk(
    table: EventTable, desk: Desk, keeper: MemoryKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where the disk fails as the round is changed, the open table doesn't change kept."""
    record(table, "release", round=1)
    match = desk.open(table.event.match_id("1-1") or "")
    heard: list[int] = []
    match.listen(lambda change: heard.append(len(keeper.load(match.id).log)))
    before, transaction = match.match, keeper.transaction

    @contextmanager
    def failing() -> Iterator[None]:
        with transaction():
            yield
            raise Refused("the disk is full; free up some space and try again")

    with monkeypatch.context() as patched:
        patched.setattr(keeper, "transaction", failing)
        with pytest.raises(Refused, match="the disk is full"):
            record(table, "setup", name="Autumn Open")
    assert (match.match, heard) == (before, [])
    assert table.event.register.head.name == "Spring Open"
    match.record(Note(text="the next entry fits"))
    assert heard == [1]
    record(table, "setup", name="Autumn Open")
    assert match.match.head.event == "Autumn Open"
    assert heard == [1, 2]


def test_two_directors_who_pair_at_once_open_two_matches(
    events: EventDesk, table: EventTable
) -> None:
    """LAPTOPS.md 5: the id of a match has that of the round entry in it."""
    record(table, "strike", entry=table.event.register.rounds[1].entry.id, why="again")
    first = table.event.match_id("1-1")
    table.record(table.propose_next_round().entry)
    assert table.event.match_id("1-1") != first


def test_a_check_in_of_a_team_that_had_the_same_id_counts_nothing(table: EventTable) -> None:
    """EVENTS.md, `check-in`: it names the entry of its team."""
    recorded = record(table, "check-in", team="T1")
    assert recorded.entry.entry == table.event.register.teams["T1"].entry
    with pytest.raises(Refused, match="about another team that had the ID T1"):
        record(table, "check-in", team="T1", entry=table.event.register.teams["T2"].entry)


def test_a_chosen_version_opens_the_matches_of_its_rounds(
    events: EventDesk, table: EventTable, keeper: MemoryKeeper, wall: Wall
) -> None:
    """A release of another version opened no match; a choice opens those, and archives others."""

    def later() -> datetime:
        return wall() + timedelta(seconds=5)

    there = EventDesk(Desk(MemoryKeeper(), events.desk.library, now=later, by=lambda: "Lee"))
    theirs = there.import_event(table.export_event_file(), "copy").table
    record(table, "release", round=1)
    here = table.event.match_id_by_pairing.values()
    record(theirs, "strike", entry=theirs.event.log[-1].id, why="pair again")
    pairing = {"pairing": "1-9", "table": "9", "teams": ["T1", "T4"]}
    record(theirs, "round", round=1, stage="A", pairings=[pairing], byes=["T2", "T3"])
    record(theirs, "release", round=1)
    events.import_event(theirs.export_event_file(), "theirs")
    table.follow_other_programs()
    chosen = theirs.event.match_id("1-9")
    assert chosen is not None
    assert not keeper.has(chosen)
    table.choose_version(theirs.event.log[-1].id or "", "that draw was hung out")
    assert table.event.match_id("1-9") == chosen
    assert keeper.has(chosen)
    active = {each.id for each in keeper.summaries()}
    assert chosen in active
    assert active.isdisjoint({*here} - {chosen})


def test_a_table_in_use_is_said_when_a_round_is_proposed_and_released(
    events: EventDesk, table: EventTable, desk: Desk
) -> None:
    """By a match of another event, of an earlier round, or of none; nothing is refused. Another
    event's table is never proposed."""
    teams = (Team("Bulls", ("Ann", "Cy")), Team("Bears", ("Bo", "Di")))
    other = desk.start(Head(rules="unc", event="Club Night", table="Table 2", teams=teams))
    said = "1 table is in use by another match: 2 (Bulls – Bears, Club Night)"
    assert [str(each) for each in table.preview(entry("release", round=1)).warnings] == [said]
    assert said in map(str, record(table, "release", round=1).warnings)
    other.record(Forfeit(side=1, why="left"))
    again = events.start(EventHead(name="Club Night", rules="unc"))
    for number in (1, 2):
        players = ["Ann", "Bo"]
        record(again, "team", team=f"T{number}", name=f"Club {number}", players=players)
    record(again, "stage", stage="A", format="round-robin", legs=2)
    proposal = again.propose_next_round()
    assert [each.table for each in proposal.entry.pairings] == ["3"], "the others are in use"
    at_one = tuple(replace(each, table="1") for each in proposal.entry.pairings)
    warned = again.record_together(
        [replace(proposal.entry, pairings=at_one), entry("release", round=1)]
    )[1].warnings
    assert any("in use by another match: 1" in str(each) for each in warned)


def test_a_draft_is_paired_again_with_one_who_is_absent(table: EventTable) -> None:
    planned = table.event.register.rounds[1]
    again = table.propose_draft_again(planned, ["T2"])
    table.record(again)
    entry = table.event.register.rounds[1].entry
    assert (entry.absent, len(entry.pairings), len(entry.byes)) == (("T2",), 1, 1)
    assert entry.date == table.today
    table.record(table.propose_draft_again(table.event.register.rounds[1], []))
    entry = table.event.register.rounds[1].entry
    assert (entry.absent, [each.pairing for each in entry.pairings]) == ((), ["1-1", "1-2"])
    table.undo()
    assert table.event.register.rounds[1].entry.absent == ("T2",)


def test_a_check_in_and_a_round_have_the_local_day(table: EventTable, wall: Wall) -> None:
    recorded = record(table, "check-in", team="T1").entry
    assert recorded.date == table.today  # type: ignore[union-attr]
    assert table.event.register.rounds[1].entry.date == table.today
    record(table, "strike", entry=table.event.register.rounds[1].entry.id, why="x")
    for number in (2, 3):
        record(table, "check-in", team=f"T{number}")
    assert table.propose_next_round().entry.absent == ("T4",)
    wall.go(minutes=7 * 24 * 60)
    assert table.propose_next_round().entry.absent == ()


def test_a_table_follows_its_events_and_two_may_name_each_other(
    events: EventDesk, table: EventTable, wall: Wall
) -> None:
    fall = events.start(EventHead(name="Fall Open", rules="unc"))
    for team in ("Aces", "Bees"):
        record(fall, "team", team=team, name=team, players=["one", "two"])
    record(fall, "stage", stage="A", format="round-robin")
    fall.record(fall.propose_next_round().entry)
    record(fall, "release", round=1)
    cup = {"stage": "Cup", "format": "combined", "points": {"1": 10, "2": 5}}
    record(table, "stage", **cup, events=[fall.event.id])
    record(fall, "stage", **cup, events=[fall.event.id, table.event.id])

    def lines(of: EventTable) -> list[str]:
        of.follow_other_programs()
        (shown,) = of.event.combined_tables
        return [f"{row.name} {row.score}" for row in shown.rows]

    assert lines(table) == []
    (pairing,) = fall.event.register.drawn
    won = record(fall, "result", pairing=pairing, how="played", winner=0, score=[300, 200])
    assert lines(table) == lines(fall) == ["Aces 10", "Bees 5"]
    # A corrected result, and a corrected name, of an event that is over.
    to = {"kind": "result", "pairing": pairing, "how": "played", "winner": 1, "score": [200, 300]}
    record(fall, "amend", entry=won.entry.id, to=to, why="misread")
    assert lines(table) == ["Bees 10", "Aces 5"]
    # On a laptop that has the one and not the other, the table names what is missing.
    files = [each.export_event_file() for each in (table, fall)]
    elsewhere = EventDesk(Desk(MemoryKeeper(), table.event.library, now=wall, by=lambda: ""))
    taken = elsewhere.import_event(files[0], "x.json").table
    assert lines(taken) == []
    assert "isn't on this computer" in str(taken.event.combined_tables[0].notes[0])
    record(taken, "stage", **cup | {"stage": "Cup 2"}, events=[fall.event.id])
    elsewhere.import_event(files[1], "y.json")
    assert lines(elsewhere.open(fall.event.id)) == ["Bees 10", "Aces 5"]


def test_a_round_that_is_drawn_again_after_an_undo_has_matches_of_its_own(
    events: EventDesk, table: EventTable, keeper: MemoryKeeper
) -> None:
    def matches() -> set[str | None]:
        drawn = table.event.register.rounds[1].entry.pairings
        return {table.event.match_id(each.pairing) for each in drawn}

    of_first = matches()
    table.undo()
    again = table.record(table.propose_next_round().entry).entry
    assert not matches() & of_first
    record(table, "release", round=1)
    assert matches() == keeper.kept.keys()
    opened = events.open(table.event.id).event
    assert opened.match_id_by_pairing == table.event.match_id_by_pairing
    # Of the two rounds the first counts again.
    table.undo()
    record(table, "strike", entry=again.id, why="drawn wrongly")
    first = next(each for each in table.event.log if each.id in table.event.struck_ids)
    record(table, "restore", entry=first.id)
    assert matches() == of_first
