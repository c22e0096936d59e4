"""One open match: what is recorded, what is refused, who is told, and the clock in between."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from typing import Any, NoReturn

import pytest
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.ports import OutcomeUnknown
from scorepad.desk.table import MatchChange, RecordedEntries, Table
from scorepad.spades.entries import (
    Abandon,
    Amend,
    Bids,
    Clock,
    Forfeit,
    Head,
    HeadChange,
    Note,
    Ruling,
    Strike,
    Team,
    Time,
    Tricks,
    kind_of,
)
from scorepad.spades.ids import uuid7_number
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.words import T
from tests.desk.conftest import NOON, Wall
from tests.desk.memory import MemoryKeeper

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))
BIDS = Bids(bids=(4, 3, 2, 5))
TRICKS = Tricks(tricks=(4, 3, 2, 4))


def kinds_of(match: Match) -> list[str]:
    return [kind_of(entry) for entry in match.log]


def play(table: Table, hands: int = 1) -> None:
    """Hands in which side 0 makes its 6 and side 1 is set."""
    for _ in range(hands):
        table.record(BIDS)
        table.record(TRICKS)


def timed(library: Library, **clock: Any) -> dict[str, Any]:
    """UNC with another clock."""
    rules = plain_rules(library.get("unc"))
    rules["clock"] |= clock
    return rules


@pytest.fixture
def table(desk: Desk) -> Table:
    return desk.start(Head(rules="unc", teams=TEAMS))


# Recording.


def test_an_entry_is_stamped_with_id_time_and_recorder(table: Table, wall: Wall) -> None:
    recorded = table.record(Note(text="rain"))
    entry = recorded.entry
    assert uuid7_number(entry.id or "") is not None
    assert (entry.at, entry.by) == (NOON, "Pat")
    wall.go(seconds=-30)
    later = table.record(Note(text="sun")).entry
    assert (later.id or "") > (entry.id or ""), "ids never go back, whatever the wall clock does"
    assert later.at == NOON - timedelta(seconds=30)


def test_what_an_entry_says_of_itself_stays(table: Table) -> None:
    at = datetime(2026, 2, 1, tzinfo=UTC)
    entry = table.record(Note(text="x", id="mine", at=at, by="Lee")).entry
    assert (uuid7_number(entry.id or "") is not None, entry.at, entry.by) == (True, at, "Lee")
    struck = table.record(Strike(entry="mine", why="an id of the script's own")).entry
    assert struck == replace(struck, entry=entry.id)
    with pytest.raises(Refused, match="mine"):
        table.record(Note(text="y", id="mine"))


def test_a_recorded_entry_is_kept_before_anybody_is_told(
    table: Table, keeper: MemoryKeeper
) -> None:
    seen: list[tuple[object, ...]] = []

    def told(change: MatchChange) -> None:
        assert keeper.load(table.id).log == change.after.log == table.match.log
        assert change.after.log == (*change.before.log, *change.entries)
        assert change.changes_sheet == (not isinstance(change.entry, Note))
        seen.append((*map(kind_of, change.entries), change.initiator))

    stop = table.listen(told)
    play(table)
    table.undo(initiator="a screen")
    table.redo()
    table.record(Note(text="late"), initiator="a screen")
    stop()
    stop()
    table.record(Note(text="nobody hears this"))
    assert seen == [
        ("clock", "bids", None),
        ("tricks", None),
        ("strike", "a screen"),
        ("restore", None),
        ("note", "a screen"),
    ]


def test_a_refused_entry_changes_nothing(table: Table, keeper: MemoryKeeper) -> None:
    table.record(BIDS)
    before, appends = table.match, keeper.appends
    table.listen(lambda change: pytest.fail("nothing happened"))
    with pytest.raises(Refused, match="12 tricks; a hand has 13"):
        table.record(Tricks(tricks=(7, 5, 0, 0)))
    with pytest.raises(Refused):
        table.record(BIDS)
    assert table.match is before
    assert keeper.appends == appends


def test_what_the_disk_refuses_is_not_recorded(table: Table, keeper: MemoryKeeper) -> None:
    keeper.full = True
    before = table.match
    with pytest.raises(Refused, match="the disk is full"):
        table.record(BIDS)
    assert table.match is before
    keeper.full = False
    assert kinds_of(table.match) == []
    table.record(BIDS)
    assert kinds_of(table.match) == ["clock", "bids"]


@pytest.mark.parametrize("there", [True, False])
def test_what_is_not_certain_is_looked_for_and_there_once(
    table: Table, keeper: MemoryKeeper, there: bool
) -> None:
    """DESIGN.md, Keeping it: a failing disk keeps the entry's id, looks again, and tries again."""
    told: list[RecordedEntries] = []
    table.listen(told.append)
    keeper.failing = [there]
    for _again in range(2):
        if keeper.failing:
            with pytest.raises(OutcomeUnknown):
                table.record(BIDS)
            assert told == []
        else:
            table.record(BIDS)
    assert [each.entry.id for each in told] == [table.match.log[-1].id]
    assert kinds_of(table.match) == ["clock", "bids"]
    assert keeper.kept[table.id].log == table.match.log
    table.record(Tricks(tricks=(7, 6, 0, 0)))
    assert keeper.kept[table.id].log == table.match.log


def test_what_cannot_be_looked_for_stays_uncertain(
    table: Table, keeper: MemoryKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(_log_id: str) -> NoReturn:
        raise OutcomeUnknown

    keeper.failing = [True]
    with monkeypatch.context() as disk:
        disk.setattr(keeper, "load", fail)
        for _again in range(2):
            with pytest.raises(OutcomeUnknown):
                table.record(BIDS)
    table.record(BIDS)
    assert kinds_of(table.match) == ["clock", "bids"]
    assert keeper.kept[table.id].log == table.match.log


@pytest.mark.parametrize("there", [True, False])
def test_what_is_not_certain_does_not_come_back_when_something_else_is_asked(
    table: Table, keeper: MemoryKeeper, there: bool
) -> None:
    keeper.failing = [there]
    with pytest.raises(OutcomeUnknown):
        table.record(Note(text="late"))
    table.record(BIDS)
    assert kinds_of(table.match) == [*(["note"] if there else []), "clock", "bids"]
    assert keeper.kept[table.id].log == table.match.log


def test_warnings_are_handed_on(table: Table) -> None:
    recorded = table.record(Bids(bids=(8, 4, 9, 0), override="agreed by both"))
    assert recorded.entry.id not in table.match.unfit
    rules = plain_rules(table.match.base_rules)
    del rules["bidding"]["side_maximum"]
    table.record(HeadChange(why="no maximum here", rules=rules))
    assert any("17" in str(warned.text) for warned in table.match.board.warnings)


def test_a_setup_keeps_the_rule_set_whole(table: Table, library: Library) -> None:
    entry = table.record(HeadChange(why="wrong preset", rules="washburn")).entry
    assert isinstance(entry, HeadChange)
    assert entry.rules == plain_rules(library.get("washburn"))
    amended = table.record(
        Amend(entry=entry.id or "", to=HeadChange(why="no, this", rules="chicago"), why="mixed up")
    ).entry
    assert amended.to.rules == plain_rules(library.get("chicago"))  # type: ignore[union-attr]
    assert table.match.base_rules.id == "chicago"


def test_the_keeper_is_asked_for_a_backup_when_the_game_is_decided(
    table: Table, keeper: MemoryKeeper
) -> None:
    play(table)
    assert keeper.backups == []
    table.record(Forfeit(side=0, why="went home"))
    assert keeper.backups == [False]
    table.record(Note(text="after it"))
    assert len(keeper.backups) == 1


def test_a_backup_that_fails_takes_nothing_back(
    table: Table, keeper: MemoryKeeper, monkeypatch: pytest.MonkeyPatch
) -> None:
    def full(*, wait: bool = True) -> None:
        raise Refused(T("no room for a backup"))

    monkeypatch.setattr(keeper, "make_daily_backup", full)
    recorded = table.record(Abandon(why="rain"))
    assert [str(text) for text in recorded.notices] == ["no room for a backup"]
    assert table.match.board.is_over


def test_the_draft_is_kept(table: Table, keeper: MemoryKeeper) -> None:
    assert table.draft.text == ""
    table.draft.write("5 4 ▮")
    assert table.draft.text == keeper.draft(table.id) == "5 4 ▮"


def test_what_is_recorded_takes_what_was_typed_of_it_along(
    table: Table, keeper: MemoryKeeper
) -> None:
    table.draft.write("5 4")
    writes = keeper.appends
    table.record(BIDS)
    assert table.draft.text == "5 4", "another place may be typed in"
    table.record(TRICKS, draft="")
    assert (table.draft.text, keeper.appends) == ("", writes + 2)


# The clock.


def test_the_first_bids_start_the_clock_and_say_so(table: Table) -> None:
    recorded = table.record(BIDS)
    assert [kind_of(entry) for entry in recorded.entries] == ["clock", "bids"]
    assert len(recorded.notices) == 1
    assert "started" in str(recorded.notices[0])
    assert table.clock().state(NOON) == "running"
    assert table.record(TRICKS).notices == ()
    assert table.record(BIDS).notices == ()


def test_a_clock_started_before_the_bids_is_not_started_again(table: Table) -> None:
    table.record(Clock(do="start"))
    table.record(BIDS)
    table.undo()
    assert table.record(BIDS).notices == ()
    assert kinds_of(table.match).count("clock") == 1


def test_no_clock_is_started_where_there_is_none_or_it_starts_as_scheduled(
    desk: Desk, library: Library
) -> None:
    assert desk.start(Head(rules="washburn")).record(BIDS).notices == ()
    rules = timed(library, starts="scheduled")
    assert desk.start(Head(rules=rules)).record(BIDS).notices == ()


def test_only_the_first_hand_starts_a_clock(desk: Desk) -> None:
    """A rule set with a time limit chosen after the first hand: nobody knows when that began."""
    table = desk.start(Head(rules="washburn"))
    play(table)
    table.record(HeadChange(why="wrong preset", rules="unc"))
    assert table.record(BIDS).notices == ()
    assert "clock" not in kinds_of(table.match)


def test_time_that_is_due_goes_before_the_entry_with_its_own_moment(
    table: Table, wall: Wall
) -> None:
    table.record(BIDS)
    wall.go(minutes=29)
    assert not table.is_time_up_without_question()
    assert table.record_time_up_if_due() is None
    wall.go(minutes=2)
    assert table.is_time_up_without_question()
    assert not table.is_time_question_open()
    recorded = table.record(TRICKS)
    time = recorded.entries[0]
    assert isinstance(time, Time)
    assert time.at == NOON + timedelta(minutes=30)
    assert recorded.entry.at == NOON + timedelta(minutes=31)
    assert "first" in str(recorded.notices[0])
    assert table.match.board.end is not None
    assert table.match.board.end.reason == "time"


def test_time_called_by_hand_brings_no_other(table: Table, wall: Wall) -> None:
    table.record(BIDS)
    wall.go(minutes=31)
    assert [kind_of(entry) for entry in table.record(Time()).entries] == ["time"]
    assert not table.is_time_up_without_question()


def test_time_that_voids_the_hand_is_kept_though_the_tricks_are_refused(
    desk: Desk, library: Library, wall: Wall, keeper: MemoryKeeper
) -> None:
    table = desk.start(Head(rules=timed(library, at_time="stop")))
    table.record(Ruling(side=0, points=10, why="a start"))
    table.record(BIDS)
    wall.go(minutes=31)
    with pytest.raises(Refused, match="12 tricks"):
        table.record(Tricks(tricks=(7, 5, 0, 0)))
    assert kinds_of(table.match)[-1] == "bids", "what fits neither way records nothing"
    with pytest.raises(Refused):
        table.record(TRICKS)
    assert kinds_of(table.match)[-1] == "time"
    assert keeper.load(table.id).log == table.match.log
    assert table.match.board.end is not None


def test_between_hands_the_answer_decides(desk: Desk, wall: Wall) -> None:
    for dealt, over in ((False, True), (True, False)):
        table = desk.start(Head(rules="unc", teams=TEAMS))
        play(table)
        wall.go(minutes=31)
        assert table.is_time_question_open()
        assert not table.is_time_up_without_question()
        assert table.record_time_up_if_due() is None
        recorded = table.record_time_up_answer(dealt)
        assert recorded.entry.at == wall.time - timedelta(minutes=1)
        assert table.match.board.is_over is over
        assert not table.is_time_question_open()
        with pytest.raises(Refused, match="time hasn't run out"):
            table.record_time_up_answer(dealt)


def test_an_unanswered_question_blocks_nothing(table: Table, wall: Wall) -> None:
    play(table)
    wall.go(minutes=31)
    table.record(Note(text="they are still talking"))
    table.record(Ruling(side=0, points=-10, why="talk"))
    assert "time" not in kinds_of(table.match)
    assert table.is_time_question_open()
    recorded = table.record(BIDS)
    assert [kind_of(entry) for entry in recorded.entries] == ["time", "bids"]
    assert recorded.entries[0] == table.match.original_entry(table.match.board.time_entry or "")
    assert recorded.entries[0].dealt is True  # type: ignore[union-attr]
    table.record(TRICKS)
    assert table.match.board.is_over


def test_a_script_that_says_not_dealt_ends_the_game_at_time(table: Table, wall: Wall) -> None:
    play(table)
    wall.go(minutes=31)
    table.record(Note(text="done"), dealt=False)
    assert kinds_of(table.match)[-2:] == ["time", "note"]
    assert table.match.board.is_over
    with pytest.raises(Refused, match="the game is over"):
        table.record(BIDS, dealt=False)


@pytest.mark.parametrize("at_time", ["stop", "play-on"])
def test_nothing_is_asked_where_the_answer_makes_no_difference(
    desk: Desk, library: Library, wall: Wall, at_time: str
) -> None:
    table = desk.start(Head(rules=timed(library, at_time=at_time)))
    play(table)
    wall.go(minutes=31)
    assert not table.is_time_question_open()
    assert table.is_time_up_without_question()
    recorded = table.record_time_up_if_due()
    assert isinstance(recorded, RecordedEntries)
    assert recorded.entry.at == NOON + timedelta(minutes=30)
    assert table.match.board.is_over is (at_time == "stop")
    assert table.record_time_up_if_due() is None


def test_an_entry_of_the_past_is_judged_by_its_own_time(table: Table, wall: Wall) -> None:
    """A paper sheet typed in later, with the times written on it."""
    played = NOON - timedelta(hours=3)
    wall.go(minutes=1)
    for minute, entry in enumerate([BIDS, TRICKS, BIDS, TRICKS]):
        at = played + timedelta(minutes=10 * minute)
        table.record(type(entry)(**{**_fields(entry), "at": at}), dealt=False)
        assert table.match.board.time_entry is None or minute == 3
    assert kinds_of(table.match) == ["clock", "bids", "tricks", "bids", "time", "tricks"]


def _fields(entry: Any) -> dict[str, Any]:
    return {name: getattr(entry, name) for name in entry.__struct_fields__}


def test_a_struck_time_comes_back_only_when_the_clock_runs_out_again(
    table: Table, wall: Wall
) -> None:
    table.record(BIDS)
    wall.go(minutes=31)
    time = table.record_time_up_if_due()
    assert time is not None
    assert str(table.undo_name()) == "end of the time limit", "nobody called it"
    table.undo()
    assert str(table.redo_name()) == "end of the time limit"
    wall.go(minutes=5)
    assert not table.is_time_up_without_question()
    table.record(Clock(do="add", seconds=600))
    assert not table.is_time_up_without_question()
    wall.go(minutes=10)
    assert table.is_time_up_without_question()


def test_strike_of_the_wrong_entry_says_which_there_is_none(table: Table) -> None:
    with pytest.raises(Refused, match="no entry “7”"):
        table.record(Strike(entry="7", why="?"))


def test_a_draft_that_the_disk_refused_is_written_with_the_next_change(
    table: Table, keeper: MemoryKeeper
) -> None:
    keeper.full = True
    table.draft.keep("note", "late")
    assert table.draft.read("note", str) == "late"
    keeper.full = False
    table.draft.keep("note", "late")
    assert "late" in keeper.draft(table.id)
