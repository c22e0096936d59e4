"""One laptop records at a table (LAPTOPS.md 4): who it is, who may not, and who takes over."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from scorepad.desk.enabling import start_pause_or_extend_clocks
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.ports import HeldByOtherLaptop, LogHasGrown
from scorepad.desk.sharing import held_by_laptop_text
from scorepad.events.entries import EventHead
from scorepad.spades.entries import ChooseVersion, Clock, Head, LaptopTakeover, Note, Tricks
from scorepad.spades.refusal import Refused
from tests.share.room import BIDS, TRICKS, Laptop, exchange_all, ids

Make = Callable[..., Laptop]


def test_a_laptop_alone_appends_no_hold(laptop: Make) -> None:
    alone = laptop("alone", None)
    match_id = alone.new()
    alone.record(match_id, BIDS, TRICKS)
    assert not any(isinstance(each, LaptopTakeover) for each in alone.read(match_id).log)


def test_the_first_that_records_while_it_shares_is_the_holder(laptop: Make) -> None:
    desk = laptop("Front desk")
    match_id = desk.new()
    desk.record(match_id, BIDS, TRICKS)
    first, *rest = desk.read(match_id).log
    assert isinstance(first, LaptopTakeover)
    assert (first.laptop, first.name) == (desk.laptop_id(), "Front desk")
    assert not any(isinstance(each, LaptopTakeover) for each in rest)


def test_others_may_not_record_what_is_chained_and_anybody_may_note(laptop: Make) -> None:
    one, other = laptop("Front desk"), laptop("Laptop B")
    match_id = one.new()
    one.record(match_id, BIDS)
    exchange_all(one, other)
    with other.desk() as desk:
        table = desk.open(match_id)
        with pytest.raises(HeldByOtherLaptop, match="Front desk is recording this match or event"):
            table.record(TRICKS)
        with pytest.raises(HeldByOtherLaptop):
            table.undo()
        table.record(Note(text="the lamp flickers"))
        assert table.match.log[-1].after is None
    exchange_all(other, one)
    assert isinstance(one.read(match_id).log[-1], Note)


def test_who_takes_over_records_and_the_former_holder_does_not(laptop: Make) -> None:
    one, other = laptop("Front desk"), laptop("Laptop B")
    match_id = one.new()
    one.record(match_id, BIDS)
    exchange_all(one, other)
    with other.desk() as desk, pytest.raises(Refused, match="enter a reason for taking over"):
        desk.open(match_id).take_over_from_other_laptop("  ")
    other.take_over(match_id, "its battery is empty")
    other.record(match_id, TRICKS)
    exchange_all(other, one)
    with pytest.raises(HeldByOtherLaptop, match="Laptop B"):
        one.record(match_id, BIDS)
    match = one.read(match_id)
    assert match.holder is not None
    assert match.holder.why == "its battery is empty"
    assert len(match.board.hands) == 1
    assert not match.has_versions


def test_an_open_table_of_a_copied_folder_records_under_no_other_id(
    laptop: Make, tmp_path: Path
) -> None:
    """Another process of the folder sees that it is a copy, and begins another feed."""
    one = laptop("Front desk", machine="f" * 32)
    match_id = one.new()
    one.record(match_id, BIDS)
    shutil.copytree(one.folder, tmp_path / "copy")
    copy = laptop("copy", machine="f" * 32)
    with copy.desk() as desk:
        table = desk.open(match_id)
        table.record(Note(text="nobody sees yet that it is a copy"))
        assert table.held_elsewhere is None
        with one.desk() as first:
            first.open(match_id).record(Note(text="which the first shows"))
        one.look()
        copy.look()
        with pytest.raises(LogHasGrown):
            table.record(TRICKS)
        with pytest.raises(HeldByOtherLaptop, match="Front desk is recording this match or event"):
            table.record(TRICKS)
    assert TRICKS.tricks not in [getattr(each, "tricks", ()) for each in copy.read(match_id).log]


def test_two_that_wrote_apart_make_two_versions(laptop: Make) -> None:
    one, other = laptop("Front desk"), laptop("Laptop B")
    match_id = one.new()
    one.record(match_id, BIDS)
    exchange_all(one, other)
    other.take_over(match_id)
    other.record(match_id, TRICKS)
    one.record(match_id, Tricks(tricks=(4, 4, 3, 2)))
    exchange_all(one, other)
    matches = [each.read(match_id) for each in (one, other)]
    assert ids(matches[0]) == ids(matches[1])
    assert all(each.has_versions for each in matches)
    assert matches[0].board.score == matches[1].board.score, "the hold counts"
    with one.desk() as desk:
        desk.open(match_id).choose_version(
            one.read(match_id).order.versions[0].last_id, "read aloud"
        )
    exchange_all(one, other)
    assert not other.read(match_id).has_versions
    assert isinstance(other.read(match_id).log[-1], ChooseVersion)


def test_who_begins_to_share_holds_what_it_recorded_alone(laptop: Make, folder: Path) -> None:
    one = laptop("Front desk", None)
    played, opened = one.new("1"), one.new("2")
    one.record(played, BIDS, TRICKS)
    with one.desk() as desk:
        event_id = EventDesk(desk).start(EventHead(name="Open")).event.id
    one.set_share(folder)
    one.restart()
    one.look()
    assert isinstance(one.read(played).log[-1], LaptopTakeover)
    assert not one.read(opened).log, "where nothing was recorded, nobody holds it"
    (file,) = folder.glob("*.jsonl")
    text = file.read_text()
    assert text.index('"kind":"tricks"') < text.index('"kind":"hold"')
    with one.desk() as desk:
        assert EventDesk(desk).open(event_id).event.holder is None


def test_clocks_of_several_tables_leave_out_those_held_elsewhere(laptop: Make) -> None:
    one, other = laptop("Front desk"), laptop("Laptop B")
    with one.desk() as desk:
        held, free = (desk.start(Head(rules="unc", table=each)).id for each in "47")
        desk.open(held).record(Clock(do="start"))
        desk.open(held).record(Clock(do="pause"))
    exchange_all(one, other)
    with other.desk() as desk:
        turned = start_pause_or_extend_clocks(desk, [held, free], "start")
    assert turned.turned == 1
    assert str(turned.left_out) == (
        "1 table is held by another laptop and was left out: 4 (Front desk)"
    )


def test_what_the_program_adds_by_itself_waits_for_a_holder(laptop: Make) -> None:
    one, other = laptop("Front desk"), laptop("Laptop B")
    with one.desk() as desk:
        table = desk.start(Head(rules="unc", table="4"))
        table.record(Clock(do="start"))
        table.record(BIDS)
        match_id = table.id
    exchange_all(one, other)
    one.clock.time = one.clock.time.replace(hour=20)
    with other.desk() as desk:
        table = desk.open(match_id)
        assert not table.is_time_up_without_question()
        assert table.record_time_up_if_due() is None
    with one.desk() as desk:
        table = desk.open(match_id)
        assert table.is_time_up_without_question()
        assert table.record_time_up_if_due() is not None


def test_an_event_is_held_and_taken_over_as_a_match_is(laptop: Make) -> None:
    from scorepad.events.entries import TeamEntry

    one, other = laptop("Front desk"), laptop("Laptop B")
    with one.desk() as desk:
        table = EventDesk(desk).start(EventHead(name="Open", rules="unc"))
        table.record(TeamEntry(team="T1", name="Aces", players=("Ann", "Cy")))
        event_id = table.event.id
        assert table.event.holder is not None
    exchange_all(one, other)
    team = TeamEntry(team="T2", name="Kings", players=("Bo", "Di"))
    with other.desk() as desk:
        table = EventDesk(desk).open(event_id)
        with pytest.raises(HeldByOtherLaptop, match="Front desk"):
            table.record(team)
        table.take_over_from_other_laptop("the director is here")
        table.record(team)
    exchange_all(other, one)
    with one.desk() as desk:
        assert set(EventDesk(desk).open(event_id).event.register.teams) == {"T1", "T2"}


def test_lists_name_the_holder(laptop: Make) -> None:
    one, other = laptop("Front desk"), laptop("Laptop B")
    match_id = one.new()
    one.record(match_id, BIDS)
    exchange_all(one, other, rounds=2)
    with other.desk() as desk:
        (summary,) = desk.matches()
    assert (summary.holder, summary.holder_name) == (one.laptop_id(), "Front desk")
    status = other.exchange.status.find(one.laptop_id())
    assert str(held_by_laptop_text("Front desk", status, other.clock())).startswith(
        "Held by Front desk, last heard from 0 s ago"
    )
