"""The matches as wholes: started, opened, imported, exported, archived."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from pathlib import Path
from uuid import UUID

import pytest
from msgspec.structs import replace

from scorepad.desk.desk import Desk, ImportResult
from scorepad.desk.ports import OutcomeUnknown
from scorepad.desk.reading import status_of_kept_log
from scorepad.spades.entries import (
    Bids,
    Head,
    HeadChange,
    LaptopTakeover,
    Note,
    Ruling,
    Sign,
    Strike,
    Team,
)
from scorepad.spades.ids import uuid7_number
from scorepad.spades.library import Library
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused
from scorepad.spades.result import result_data
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.status import status_of
from tests.desk.conftest import NOON, Wall
from tests.desk.memory import MemoryKeeper
from tests.desk.test_table import BIDS, TRICKS, play
from tests.imports import import_match

MATCHES = Path(__file__).parents[1] / "data" / "matches"
FILES = sorted(p for p in MATCHES.glob("*.json") if not p.name.endswith(".expect.json"))
TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))
HEAD = Head(
    rules="unc",
    agreed={"bidding": {"blind_nil": "no"}},
    event="Spring",
    round="2",
    table="Table 9",
    teams=TEAMS,
    first_dealer=2,
)


def other_desk(library: Library, wall: Wall) -> Desk:
    """The desk of another laptop."""
    return Desk(MemoryKeeper(), library, now=wall, by=lambda: "Lee")


def test_a_new_match_is_kept_at_once_with_its_whole_rule_set(
    desk: Desk, keeper: MemoryKeeper, library: Library
) -> None:
    table = desk.start(HEAD)
    assert uuid7_number(table.id) is not None
    kept = keeper.load(table.id)
    assert kept.head.rules == plain_rules(library.get("unc"))
    assert kept.head.agreed == HEAD.agreed
    second = desk.start(HEAD)
    assert second.id > table.id
    with pytest.raises(Refused, match="can't find the rule set “whist”"):
        desk.start(Head(rules="whist"))


def test_a_match_is_open_once(desk: Desk) -> None:
    table = desk.start(HEAD)
    assert desk.open(table.id) is table
    assert desk.open(table.id[:23]) is table
    desk.close(table.id)
    again = desk.open(table.id)
    assert again is not table
    assert again.match.log == table.match.log
    with pytest.raises(Refused):
        desk.open("ffff")


def test_a_match_like_this_one_is_the_next_table(desk: Desk) -> None:
    like = desk.head_for_new_teams(desk.start(HEAD).id)
    assert (like.event, like.round, like.table) == ("Spring", "2", "Table 10")
    assert like.agreed == HEAD.agreed
    assert like.teams == (Team(), Team())
    assert like.first_dealer is None
    final = desk.start(Head(rules="unc", table="final"))
    assert desk.head_for_new_teams(final.id).table == "final"
    assert desk.start(like).match.rules.bidding.blind_nil == "no"


def test_matches_are_found_and_archive(desk: Desk, wall: Wall) -> None:
    first = desk.start(HEAD)
    wall.go(minutes=1)
    second = desk.start(Head(rules="chicago", teams=(Team("Żółć"), Team("B"))))
    assert [each.id for each in desk.matches()] == [second.id, first.id]
    assert [each.id for each in desk.matches("kings spring")] == [first.id]
    assert [each.id for each in desk.matches("ZOŁC")] == [second.id]
    desk.archive(first.id)
    assert [each.id for each in desk.matches()] == [second.id]
    assert [each.id for each in desk.matches(archived=True)] == [first.id]
    first.record(BIDS)
    assert [each.archived for each in desk.matches(archived=True)] == [True], "it stays archived"
    desk.archive(first.id, False)
    assert len(desk.matches()) == 2


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_file_taken_in_twice_is_taken_in_once(
    desk: Desk, keeper: MemoryKeeper, library: Library, file: Path
) -> None:
    data = file.read_bytes()
    entries = len(json.loads(data)["log"])
    taken = import_match(desk, data, file.name)
    assert (taken.created, taken.new, taken.known) == (True, entries, 0)
    assert UUID(taken.match_id).version == 5
    kept, appends = keeper.load(taken.match_id), keeper.appends
    again = import_match(desk, data, file.name)
    assert (again.created, again.new, again.known) == (False, 0, entries)
    assert not again.head_differs
    assert keeper.load(taken.match_id) == kept
    assert keeper.appends == appends
    assert result_data(desk.read(taken.match_id)) == result_data(parse_match_file(data, library))
    assert all(UUID(entry.id or "").version == 7 for entry in kept.log)


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_match_given_out_comes_back_unchanged(
    desk: Desk, library: Library, wall: Wall, file: Path
) -> None:
    given = desk.export_match_file(import_match(desk, file.read_bytes(), file.name).match_id)
    other = other_desk(library, wall)
    taken = import_match(other, given, "copy")
    assert taken.created
    assert other.export_match_file(taken.match_id) == given
    assert not import_match(desk, given, "back").new


def test_logs_of_two_laptops_are_joined_under_an_open_table(
    desk: Desk, library: Library, wall: Wall
) -> None:
    table = desk.start(HEAD)
    play(table)
    other = other_desk(library, wall)
    there = other.open(import_match(other, desk.export_match_file(table.id), "copy").match_id)
    wall.go(seconds=10)
    there.record(Ruling(side=0, points=-10, why="late"))
    wall.go(seconds=10)
    table.record(Note(text="here"))
    heard: list[int] = []
    table.listen(lambda change: heard.append(len(change.entries)))
    taken = import_match(desk, other.export_match_file(there.id), "theirs")
    assert (taken.created, taken.new, taken.known, taken.unfit) == (False, 1, 3, ())
    assert heard == [1]
    assert table.match.board.score[0] == 50
    assert [entry.by for entry in table.match.log[-2:]] == ["Lee", "Pat"]
    table.record(BIDS)
    import_match(other, desk.export_match_file(table.id), "ours")
    assert there.match.log == table.match.log


def test_two_laptops_that_wrote_apart_make_two_versions(
    desk: Desk, library: Library, wall: Wall
) -> None:
    table = desk.start(HEAD)
    table.record(BIDS)
    other = other_desk(library, wall)
    there = other.open(import_match(other, desk.export_match_file(table.id), "copy").match_id)
    wall.go(seconds=5)
    table.record(TRICKS)
    wall.go(seconds=5)
    there.record(replace(TRICKS, tricks=(5, 4, 2, 2)))
    here = table.match.board
    taken = import_match(desk, other.export_match_file(there.id), "theirs")
    assert (taken.new, taken.unfit, taken.has_versions) == (1, (), True)
    assert table.match.board == here
    assert import_match(desk, other.export_match_file(there.id), "again").new == 0
    (version,) = table.match.order.open_versions
    table.choose_version(version.last_id, "their count was read aloud")
    assert table.match.board == there.match.board
    assert not table.match.has_versions
    with pytest.raises(Refused, match="no version here contains entry"):
        table.choose_version("nothing", "why")


def test_lists_name_the_other_laptops_that_hold_matches(desk: Desk, keeper: MemoryKeeper) -> None:
    laptops = ("", keeper.laptop_id(), "0195731b-4c00", "0195731c-4c00")
    names = dict(zip(laptops, ("", "Ours", "Front desk", ""), strict=True))
    for holder, name in names.items():
        match_id = desk.start(HEAD).id
        keeper.listed[match_id] = replace(keeper.listed[match_id], holder=holder, holder_name=name)
    for found in (desk.statuses_of_today(), desk.page().summaries):
        assert {each.holder: each.holder_name for each in found} == {
            "": "",
            keeper.laptop_id(): "",
            "0195731b-4c00": "Front desk",
            "0195731c-4c00": "0195731c",
        }


def test_one_id_with_two_contents_is_refused(desk: Desk, library: Library) -> None:
    table = desk.start(HEAD)
    table.record(Note(text="one", id="x"))
    other = json.loads(desk.export_match_file(table.id))
    other["log"][0]["text"] = "two"
    before = table.match
    with pytest.raises(Refused, match=r"^theirs\.json: .* disagree on entry “019"):
        import_match(desk, json.dumps(other).encode(), "theirs.json")
    assert table.match is before


def test_a_head_that_differs_stays_and_is_said(desk: Desk) -> None:
    table = desk.start(HEAD)
    other = json.loads(desk.export_match_file(table.id)) | {"event": "Autumn"}
    taken = import_match(desk, json.dumps(other).encode(), "theirs.json")
    assert taken.head_differs
    assert desk.read(table.id).head.event == "Spring"


def test_an_open_table_is_told_what_came_with_many(
    desk: Desk, keeper: MemoryKeeper, library: Library, wall: Wall
) -> None:
    table = desk.start(HEAD)
    other = other_desk(library, wall)
    there = other.open(import_match(other, desk.export_match_file(table.id), "copy").match_id)
    there.record(Note(text="from there", id="n"))
    files = [
        ("a", FILES[0].read_bytes()),
        ("theirs", other.export_match_file(there.id)),
        ("junk", b"{"),
    ]
    first, second, third = desk.import_matches(files)
    assert isinstance(first, ImportResult)
    assert isinstance(second, ImportResult)
    assert (first.created, second.created, second.new) == (True, False, 1)
    assert str(third) == ("junk: it's only part of a Scorepad file: its JSON ends too soon")
    assert [str(entry.id)[:8] for entry in table.match.log] == [str(there.match.log[0].id)[:8]]
    assert desk.read(table.id).log == keeper.load(table.id).log
    assert desk.import_matches([]) == []


def test_a_full_disk_takes_in_none_of_many(desk: Desk, keeper: MemoryKeeper) -> None:
    keeper.full = True
    said = desk.import_matches([(file.name, file.read_bytes()) for file in FILES[:3]])
    assert [str(each) for each in said] == [
        f"{file.name}: the disk is full; free up some space and try again" for file in FILES[:3]
    ]
    assert keeper.kept == {}


def test_what_the_disk_left_open_is_not_certain_for_any_of_many(
    desk: Desk, keeper: MemoryKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    """When it fails again for each alone, all of them may be there all the same."""

    def failing() -> Iterator[None]:
        yield
        keeper.full = True
        raise OutcomeUnknown

    monkeypatch.setattr(keeper, "transaction", contextmanager(failing))
    said = desk.import_matches(
        [*((file.name, file.read_bytes()) for file in FILES[:2]), ("x", b"{")]
    )
    assert ["can't tell whether" in str(each) for each in said] == [True, True, False]


def test_a_damaged_file_names_itself(desk: Desk, keeper: MemoryKeeper) -> None:
    with pytest.raises(Refused, match=r"^junk\.json: "):
        import_match(desk, b"\xff\xfe\x00junk", "junk.json")
    assert keeper.kept == {}


def test_a_match_begun_from_a_file_is_a_new_one_each_time(desk: Desk, library: Library) -> None:
    file = FILES[0].read_bytes()
    match = parse_match_file(file, library)
    first, second = desk.start_match_with_log(match), desk.start_match_with_log(match)
    assert first.id != second.id
    assert result_data(first.match) == result_data(second.match) == result_data(match)
    assert not {entry.id for entry in first.match.log} & {entry.id for entry in second.match.log}
    with pytest.raises(Refused, match="is already saved here; to merge the file, import it"):
        desk.start_match_with_log(first.match)


def test_a_setup_in_an_imported_log_is_kept_whole(desk: Desk, library: Library) -> None:
    file = {"rules": "unc", "log": [{"kind": "setup", "rules": "chicago", "why": "mixed up"}]}
    table = desk.open(import_match(desk, json.dumps(file).encode(), "f").match_id)
    entry = table.match.log[0]
    assert isinstance(entry, HeadChange)
    assert entry.rules == plain_rules(library.get("chicago"))
    assert import_match(desk, json.dumps(file).encode(), "f").new == 0


def test_nothing_can_be_read_of_an_entry_that_is_not_there(desk: Desk) -> None:
    table = desk.start(HEAD)
    with pytest.raises(Refused, match="this match has no entry"):
        table.record(Strike(entry="nothing", why="why"))


# Summaries.


def test_a_summary_says_what_the_match_says(desk: Desk, wall: Wall) -> None:
    table = desk.start(HEAD)
    wall.go(minutes=2)
    play(table, 2)
    (summary,) = desk.matches()
    assert summary.teams == ("Aces", "Kings")
    assert summary.players == ("Ann", "Bo", "Cy", "Di")
    assert (summary.rules, summary.rules_name) == ("unc", "UNC")
    assert (summary.status, summary.reason, summary.winner) == ("playing", None, None)
    assert (summary.hands, summary.entries) == (2, 5)
    assert summary.score == table.match.board.score == (120, -160)
    assert (summary.created, summary.changed) == (NOON, NOON + timedelta(minutes=2))


@pytest.mark.parametrize("file", FILES, ids=lambda file: file.stem)
def test_a_summary_can_be_made_again_from_what_is_kept(
    desk: Desk, keeper: MemoryKeeper, library: Library, file: Path
) -> None:
    match_id = import_match(desk, file.read_bytes(), file.name).match_id
    again = status_of_kept_log(keeper.load(match_id), library)
    shown = keeper.listed[match_id]
    for name in shown.__struct_fields__:
        if name not in ("created", "changed"):
            assert getattr(again, name) == getattr(shown, name), name
    assert again.status == "over"


def test_a_signature_holds_until_the_result_can_have_moved(desk: Desk) -> None:
    table = desk.start(HEAD)
    play(table)
    table.record(Sign(side=0, name="Ann"))
    table.record(Note(text="thanks"))
    second = table.record(Sign(side=1, name="Bo")).entry
    assert status_of(table.match).signed == (True, True)
    table.record(Strike(entry=second.id or "", why="not Bo"))
    assert status_of(table.match).signed == (True, False)
    table.record(Sign(side=1, name="Di"))
    laptop = MemoryKeeper().laptop_id()
    table.record(LaptopTakeover(laptop=laptop, name="Gym", why="the battery was empty"))
    assert status_of(table.match).signed == (True, True)
    table.record(Bids(bids=(4, 3, 2, 5)))
    assert status_of(table.match).signed == (False, False)


def test_an_imported_match_changed_when_it_was_played(desk: Desk) -> None:
    """So that the list is in one order wherever the same matches are kept."""
    file = json.loads(FILES[0].read_bytes())
    for n, entry in enumerate(file["log"]):
        entry["at"] = f"2026-03-07T19:{n % 60:02}:00Z"
    match_id = import_match(desk, json.dumps(file).encode(), "timed.json").match_id
    times = [each.at for each in desk.read(match_id).log if each.at is not None]
    (listed,) = desk.matches()
    assert listed.changed == max(times)
    assert listed.created == desk.now()
