"""Logs of several laptops meet at the desk: one entry recorded twice, files that were changed, and
versions to choose from (LAPTOPS.md 3)."""

from __future__ import annotations

import json
from datetime import datetime, timedelta
from typing import Any

import pytest
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.event_table import EventTable
from scorepad.desk.table import MatchChange, Table
from scorepad.desk.versions import match_versions
from scorepad.events.entries import (
    EventHead,
    EventHeadChange,
    Pairing,
    Release,
    RoundEntry,
    StageEntry,
    TeamEntry,
)
from scorepad.events.event import fold_event_from_entries
from scorepad.paths import resources_folder
from scorepad.spades.entries import (
    Bids,
    ChooseVersion,
    Head,
    LaptopTakeover,
    Note,
    Time,
    Tricks,
    kind_of,
)
from scorepad.spades.ids import next_id, uuid7
from scorepad.spades.library import Library, load_library
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import plain_rules
from tests.desk.conftest import NOON, Wall
from tests.desk.memory import MemoryKeeper
from tests.desk.test_table import timed
from tests.imports import import_match

MATCH_ID = "6a0f3c1e-7f2c-4d8e-9b1a-2f5f8f1f0a11"
BIDS = Bids(id="b", bids=(4, 3, 2, 2))
TRICKS = Tricks(id="t", tricks=(4, 3, 3, 3))


@pytest.fixture
def other(library: Library, wall: Wall) -> Desk:
    """Return the desk of another laptop, whose clock is five seconds ahead."""

    def later() -> datetime:
        return wall() + timedelta(seconds=5)

    return Desk(MemoryKeeper(), library, now=later, by=lambda: "Lee")


def match_file(*log: dict[str, Any]) -> bytes:
    return json.dumps({"id": MATCH_ID, "rules": "washburn", "log": log}).encode()


def import_file(desk: Desk, data: bytes) -> Table:
    return desk.open(import_match(desk, data, "file").match_id)


# One entry that was recorded or imported on two laptops.


def test_a_script_that_ran_on_two_laptops_recorded_each_entry_once(
    desk: Desk, other: Desk, wall: Wall
) -> None:
    """Each laptop says when it recorded a line, and by whom: that is no contradiction."""
    here, there = (import_file(each, match_file()) for each in (desk, other))
    for table in (here, there):
        for entry in (BIDS, TRICKS):
            table.record(entry)
            wall.go(seconds=7)
    taken = import_match(desk, other.export_match_file(MATCH_ID), "theirs")
    assert (taken.new, taken.waiting, taken.has_versions, taken.unfit) == (0, 0, False, ())
    here.follow_other_programs()
    assert [kind_of(each) for each in here.match.log] == ["bids", "tricks"]
    assert here.match.order.conflicts == ()


def test_the_file_of_a_script_is_what_it_recorded(desk: Desk) -> None:
    table = import_file(desk, match_file())
    table.record(BIDS)
    table.record(TRICKS)
    file = match_file(
        {"kind": "bids", "id": "b", "bids": [4, 3, 2, 2]},
        {"kind": "tricks", "id": "t", "tricks": [4, 3, 3, 3]},
    )
    assert import_match(desk, file, "file").new == 0
    changed = file.replace(b"[4, 3, 3, 3]", b"[5, 2, 3, 3]")
    with pytest.raises(Refused, match="disagree on entry"):
        import_match(desk, changed, "file")


def test_a_file_with_ids_of_our_own_need_not_say_what_recording_adds(desk: Desk) -> None:
    own_id = next_id(NOON, None, lambda bits: 7)
    table = import_file(desk, match_file())
    table.record(Note(id=own_id, text="rain"))
    file = match_file({"kind": "note", "id": own_id, "text": "rain"})
    assert import_match(desk, file, "file").new == 0
    at_another_time = {"kind": "note", "id": own_id, "text": "rain", "at": "2026-03-02T12:00:00Z"}
    with pytest.raises(Refused, match="disagree on entry"):
        import_match(desk, match_file(at_another_time), "file")


def test_a_line_that_is_sent_again_is_refused_whatever_its_id_is(desk: Desk) -> None:
    """Also where its own id could not be kept, because it was not above the last one."""
    table = import_file(desk, match_file())
    early = next_id(NOON - timedelta(days=1), None, lambda bits: 7)
    for entry_id in ("b", early):
        table.record(Note(text="rain"))
        table.record(Note(id=entry_id, text="sun"))
        before = table.match.log
        with pytest.raises(Refused, match="an earlier entry already has the ID"):
            table.record(Note(id=entry_id, text="sun"))
        assert table.match.log == before


# A file without ids is known by the places of its entries.

WITHOUT_IDS: tuple[dict[str, Any], ...] = (
    {"kind": "bids", "bids": [4, 3, 2, 2]},
    {"kind": "tricks", "tricks": [4, 3, 3, 3]},
    {"kind": "bids", "bids": [5, 2, 4, 2]},
)


def test_a_file_without_ids_that_goes_on_brings_what_is_new(desk: Desk) -> None:
    import_file(desk, match_file(*WITHOUT_IDS[:2]))
    assert import_match(desk, match_file(*WITHOUT_IDS), "file").new == 1


def test_a_line_put_in_above_others_without_ids_is_refused_and_nothing_is_joined(
    desk: Desk, keeper: MemoryKeeper
) -> None:
    """Where no entry has an id its place is its id, so each of those below is another one now."""
    table = import_file(desk, match_file(*WITHOUT_IDS))
    kept = keeper.load(MATCH_ID)
    with pytest.raises(Refused, match="changed by hand, so nothing was merged"):
        import_match(desk, match_file({"kind": "note", "text": "late"}, *WITHOUT_IDS), "file")
    assert keeper.load(MATCH_ID) == kept
    table.follow_other_programs()
    assert len(table.match.log) == 3


# Choosing and taking over.


@pytest.fixture
def apart(desk: Desk, other: Desk, library: Library) -> Table:
    """Return a table that two laptops recorded the first tricks of, each for itself."""
    table = desk.start(Head(rules=timed(library, minutes=30)))
    table.record(Bids(bids=(4, 3, 2, 2)))
    there = other.open(import_match(other, desk.export_match_file(table.id), "copy").match_id)
    table.record(Tricks(tricks=(4, 3, 3, 3)))
    there.record(Tricks(tricks=(5, 2, 3, 3)))
    import_match(desk, other.export_match_file(table.id), "theirs")
    table.follow_other_programs()
    assert table.match.has_versions
    return table


def test_a_choice_while_time_is_due_settles_the_versions(apart: Table, wall: Wall) -> None:
    """A `time` that went first would be in a version that the choice did not know."""
    wall.go(minutes=31)
    chosen = apart.match.order.versions[0].last_id
    recorded = apart.choose_version(chosen, "read aloud")
    assert [type(each) for each in recorded.entries] == [ChooseVersion]
    assert apart.match.tip == chosen
    assert not apart.match.has_versions


def test_who_takes_over_while_time_is_due_records_that_alone(apart: Table, wall: Wall) -> None:
    wall.go(minutes=31)
    recorded = apart.record(LaptopTakeover(laptop="b", name="Laptop B", why="A is out of power"))
    assert [type(each) for each in recorded.entries] == [LaptopTakeover]


def test_a_time_that_is_due_goes_before_what_is_played(apart: Table, wall: Wall) -> None:
    wall.go(minutes=31)
    recorded = apart.record(Note(text="bell"), dealt=False)
    assert [type(each) for each in recorded.entries] == [Time, Note]


def test_only_an_entry_of_one_version_is_chosen(apart: Table) -> None:
    note = apart.record(Note(text="no version has it alone")).entry.id or ""
    _clock, bids, tricks, _note = (each.id or "" for each in apart.match.log)
    for entry_id, why_not in (
        ("nothing", "no version here contains entry"),
        (note, "no version here contains entry"),
        (bids, "both versions contain entry"),
    ):
        with pytest.raises(Refused, match=why_not):
            apart.choose_version(entry_id, "why")
    apart.choose_version(tricks, "it counts already")
    assert not apart.match.has_versions


def test_a_version_within_a_version_does_not_lengthen_the_main_line(
    apart: Table, other: Desk, desk: Desk
) -> None:
    """What the version that counts has alone begins where the first other one parts from it."""
    third = Desk(MemoryKeeper(), desk.library, now=other.now, by=lambda: "Di")
    theirs = third.open(import_match(third, other.export_match_file(apart.id), "copy").match_id)
    theirs.record(Bids(bids=(3, 3, 3, 3)))
    other.open(apart.id).record(Bids(bids=(4, 4, 2, 2)))
    for each in (other, third):
        import_match(desk, each.export_match_file(apart.id), "theirs")
    apart.follow_other_programs()
    assert len(apart.match.order.open_versions) == 2
    counting = match_versions(apart.match)[0]
    assert (counting.recorded_by, counting.lines[-1].recorded_by) == ("Pat", "Pat")
    only = apart.match.entries_not_in_all_versions(apart.match.order.open_versions)
    assert [kind_of(each) for each in only] == ["tricks"]


def test_an_open_table_shows_a_choice_that_another_program_recorded(
    apart: Table, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    """Nothing is new but the choice; what counts, the score and the listeners follow it."""
    before = apart.match.board.hands[0].tricks
    changes: list[MatchChange] = []
    apart.listen(changes.append)
    wall.go(seconds=30)
    other_program = Desk(keeper, library, now=wall, by=lambda: "Pat").open(apart.id)
    other_program.choose_version(apart.match.order.versions[0].last_id, "read aloud")
    apart.follow_other_programs()
    assert apart.match.board.hands[0].tricks != before
    assert apart.match.board == other_program.match.board
    assert [change.after.has_versions for change in changes] == [False]
    assert changes[0].changes_sheet


# The rule sets of an event are kept whole, as those of a match.


@pytest.fixture
def house_event(wall: Wall) -> EventTable:
    """Return an event of a laptop that has house rules, with a round of a bracket to release."""
    library = load_library(resources_folder() / "rules")
    house = plain_rules(library.get("chicago-playoffs")) | {"id": "house", "name": "House"}
    library.add("house.toml", house)
    events = EventDesk(Desk(MemoryKeeper(), library, now=wall, by=lambda: "Lee"))
    table = events.start(EventHead(name="Spring Open", rules="house"))
    pairing = Pairing("1-1", "1", ("T1", "T2"))
    table.record_together(
        [
            TeamEntry(team="T1", name="Aces", players=("Ann", "Cy")),
            TeamEntry(team="T2", name="Kings", players=("Bo", "Di")),
            StageEntry(stage="A", format="single-elimination", rules="house"),
            RoundEntry(round=1, stage="A", rules="house", pairings=(pairing,)),
            EventHeadChange(rules="house", why="agreed"),
        ]
    )
    return table


def test_an_event_reads_the_same_where_its_house_rules_are_not_here(
    desk: Desk, house_event: EventTable
) -> None:
    here = EventDesk(desk)
    table = here.import_event(house_event.export_event_file(), "copy").table
    assert table.event.unfit == {}
    assert table.event.register == house_event.event.register
    table.record(Release(round=1))
    match = desk.open(table.event.match_id("1-1") or "").match
    assert match.rules.id == "house"
    assert here.import_event(house_event.export_event_file(), "again").new == 0


def test_an_event_that_an_older_program_recorded_by_ids_is_the_same_copy(
    desk: Desk, house_event: EventTable
) -> None:
    """A file that names its rule sets and one that has them whole are copies of one event."""
    there, events = EventDesk(house_event._desk), EventDesk(desk)
    short = json.loads(house_event.export_event_file())
    short["rules"] = "house"
    for entry in short["log"]:
        if "rules" in entry:
            entry["rules"] = "house"
    assert there.import_event(json.dumps(short).encode(), "short").new == 0
    with pytest.raises(Refused, match="house"):
        events.import_event(json.dumps(short).encode(), "short")
    event = house_event.event
    head = EventHead(name="Spring Open", rules="house")
    by_id = [
        replace(each, rules="house") if isinstance(each, StageEntry | RoundEntry) else each
        for each in event.log
    ]
    lacking, having = (
        fold_event_from_entries(head, by_id, each, id=event.id)
        for each in (desk.library, event.library)
    )
    assert lacking.unfit == having.unfit == {}
    assert lacking.register == having.register


def test_an_event_says_what_waits_and_goes_on(desk: Desk, house_event: EventTable) -> None:
    """Entries that are after nothing, after themselves, or in a circle stop no event."""
    events, whole = EventDesk(desk), json.loads(house_event.export_event_file())
    late = uuid7(1_790_000_000_000, 1), uuid7(1_790_000_000_000, 2), uuid7(1_790_000_000_000, 3)
    missing = uuid7(1_790_000_000_000, 9)
    team = {"kind": "team", "name": "Late", "players": ["Eve", "Fay"]}
    for number, (entry_id, after) in enumerate(zip(late, (missing, late[1], late[0]), strict=True)):
        whole["log"].append({**team, "team": f"L{number}", "id": entry_id, "after": after})
    taken = events.import_event(json.dumps(whole).encode(), "file")
    assert (taken.waiting, taken.unfit) == (3, ())
    event = taken.table.event
    assert set(event.register.teams) == {"T1", "T2"}
    assert [str(each) for each in event.order_texts] == [
        "3 entries can't be used until earlier entries arrive"
    ]
    taken.table.record(Release(round=1))
    assert events.import_event(json.dumps(whole).encode(), "again").new == 0
