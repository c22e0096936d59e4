"""A clock that runs warns, whichever table is shown, open or not."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QApplication, QTreeView

from scorepad.desk.enabling import start_pause_or_extend_clocks
from scorepad.desk.table import Table
from scorepad.events.entries import ResultEntry
from scorepad.spades.entries import Clock, Forfeit, Head
from scorepad.window.shell import clock_watch
from scorepad.window.widgets import theme
from scorepad.window.wording import moments
from tests.imports import import_match
from tests.window.evening import ACES, HAND, KINGS, Evening, press, read
from tests.window.event_scenes import swiss
from tests.window.find import button, find
from tests.window.stage import Stage, Standing
from tests.window.written import painted_texts, picture_of


@pytest.fixture
def evening(tmp_path: Path) -> Evening:
    made = Evening(tmp_path)
    made.wall.__class__ = Standing
    return made


def running(evening: Evening, table: str, minutes_ago: float = 0) -> Table:
    head = Head(rules="unc", teams=(ACES, KINGS), table=table)
    made = evening.desk.start(head)
    made.record(Clock(do="start"))
    evening.desk.close(made.id)
    evening.wall.pass_(minutes_ago * 60)
    return made


def clear(evening: Evening) -> None:
    """Nobody has anything open."""
    for summary in evening.desk.matches():
        evening.desk.close(summary.id)


def test_at_the_start_running_clocks_are_opened_and_warn(
    qtbot: Any, tmp_path: Path, evening: Evening
) -> None:
    made = running(evening, "Table 9")
    clear(evening)
    stage = Stage(qtbot, tmp_path, evening=evening)
    assert made.id in stage.window.tables.open
    assert stage.window.page is None, "the list is shown, as it was left"
    stage.pass_(1)
    stage.pass_(25 * 60)
    banner = stage.window.banners.find_banner("clock5")
    assert banner is not None
    assert "less than 5 minutes left" in banner.text
    assert stage.alarm.rung
    press(banner, "Show it")
    assert stage.page.table.id == made.id


def test_a_clock_that_does_not_run_opens_nothing(
    qtbot: Any, tmp_path: Path, evening: Evening
) -> None:
    long_ago = running(evening, "Table 9", minutes_ago=10 * 60)
    paused, over = running(evening, "Table 10"), running(evening, "Table 11")
    paused.record(Clock(do="pause"))
    over.record(Forfeit(side=0, why="not there"))
    not_started = evening.play()
    clear(evening)
    stage = Stage(qtbot, tmp_path, evening=evening)
    for table in (long_ago, paused, over, not_started):
        assert table.id not in stage.window.tables.open, table.match.head.table


def test_time_that_ran_out_a_little_ago_is_told(
    qtbot: Any, tmp_path: Path, evening: Evening
) -> None:
    running(evening, "Table 9", minutes_ago=40)
    clear(evening)
    stage = Stage(qtbot, tmp_path, evening=evening)
    stage.pass_(1)
    banner = stage.window.banners.find_banner("clock0")
    assert banner is not None
    assert "time is up" in banner.text


@pytest.mark.parametrize("when", ["before the start", "while it is open"])
def test_a_table_whose_result_came_on_paper_leaves_the_tabs_and_does_not_warn(
    qtbot: Any, tmp_path: Path, evening: Evening, when: str
) -> None:
    event = swiss(evening, teams=4)
    settled, played = (event.event.match_id(f"1-{n}") for n in (1, 2))
    for match in (settled, played):
        with evening.desk.open_briefly(match) as table:
            table.record(Clock(do="start"))
    paper = ResultEntry(pairing="1-1", how="played", winner=0, score=(300, 200))
    if when == "before the start":
        event.record(paper)
        stage = Stage(qtbot, tmp_path, evening=evening)
    else:
        stage = Stage(qtbot, tmp_path, evening=evening)
        stage.window.open_match(settled)
        assert settled in stage.window.tables.open
        event.record(paper)
        stage.pass_(11)
        (tab,) = (each for each in stage.window.strip.tabs if each.table.id == settled)
        assert tab.texts[1:] == ("✓", "Aces wins 300–200"), (
            "who looks at it keeps it, without a clock"
        )
        stage.window.do("floor")
    stage.pass_(1)
    assert list(stage.window.tables.open) == [played]
    assert stage.window.banners.find_banner("closed") is None
    stage.pass_(30 * 60)
    banner = stage.window.banners.find_banner("clock0")
    assert banner is not None
    assert banner.text == "Table 2: time is up"


def test_an_imported_match_with_a_running_clock_is_opened_and_said(
    qtbot: Any, tmp_path: Path, evening: Evening
) -> None:
    elsewhere = Evening(tmp_path / "elsewhere")
    elsewhere.wall.__class__ = Standing
    made = running(elsewhere, "Table 7")
    stage = Stage(qtbot, tmp_path, evening=evening)
    here = stage.open(HAND, table="Table 1")
    import_match(stage.evening.desk, elsewhere.desk.export_match_file(made.id), "match.json")
    stage.pass_(0.2)
    assert made.id in stage.window.tables.open
    assert stage.page is here, "what is typed into stays in sight"
    banner = stage.window.banners.find_banner(f"arrived{made.id}")
    assert banner is not None
    press(banner, "Show it")
    assert stage.page.table.id == made.id
    assert stage.window.banners.find_banner(f"arrived{made.id}") is None


def test_a_closed_table_warns_on_and_can_be_shown_from_there(stage: Stage) -> None:
    page = stage.open(HAND, table="Table 6")
    stage.open(HAND, table="Table 1")
    stage.window.tables.show_table(page.table.id)
    stage.window.tables.close_table(page.table.id)
    stage.pass_(1)
    stage.pass_(25 * 60)
    banner = stage.window.banners.find_banner("clock5")
    assert banner is not None
    assert "Table 6" in banner.text
    press(banner, "Show it")
    assert stage.page.table.id == page.table.id
    stage.pass_(1)
    assert stage.window.banners.find_banner("clock5") is None, "once it is seen"


def test_a_closed_table_that_is_paused_from_the_floor_does_not_warn(stage: Stage) -> None:
    table = stage.open(HAND, table="Table 6").table
    stage.window.tables.close_table(table.id)
    assert start_pause_or_extend_clocks(stage.evening.desk, [table.id], "pause")[:2] == (1, None)
    stage.pass_(31 * 60)
    assert stage.alarm.rung == []


def test_time_that_is_asked_about_is_not_said_to_be_up(stage: Stage) -> None:
    asked = stage.open((HAND[0], None), table="Table 1").table
    stage.pass_(60)
    stage.set_wall(7200)
    stage.open(HAND, table="Table 2")
    stage.pass_(29 * 60)
    assert stage.alarm.rung[-1] == "time-up"
    assert stage.window.banners.find_banner(f"doubt{asked.id}") is not None
    assert stage.window.banners.find_banner("clock0") is None


def test_clocks_of_tables_that_have_no_room_in_the_strip_warn_too(
    qtbot: Any, tmp_path: Path, evening: Evening, monkeypatch: Any
) -> None:
    monkeypatch.setattr(clock_watch, "MAX_OPENED_TABLES", 2)
    for number in range(4):
        running(evening, f"Table {number}")
    clear(evening)
    stage = Stage(qtbot, tmp_path, evening=evening)
    assert len(stage.window.tables.open) == 2
    stage.pass_(1)
    stage.pass_(25 * 60)
    banner = stage.window.banners.find_banner("clock5")
    assert banner is not None
    assert banner.text == "Tables 0, 1, 2, 3: less than 5 minutes left"


def test_tables_whose_time_is_up_share_one_message_until_somebody_looks_at_them(
    qtbot: Any, tmp_path: Path, evening: Evening
) -> None:
    stage = Stage(qtbot, tmp_path, evening=evening)
    one, two, three = (stage.add(HAND, table=table) for table in ("5", "12", ""))
    stage.window.do("floor")
    stage.pass_(1)
    banners = stage.window.banners

    def said() -> list[str]:
        stage.pass_(1)
        keys = ("clock5", "clock1", "clock0")
        return [banner.text for key in keys if (banner := banners.find_banner(key)) is not None]

    stage.pass_(29 * 60 + 30)
    assert said() == ["Tables 5, 12, Aces – Kings: less than 1 minute left"]
    stage.pass_(60)
    assert said() == ["Tables 5, 12, Aces – Kings: time is up"]
    stage.window.open_match(one.id)
    assert said() == ["Tables 12, Aces – Kings: time is up"]
    two.record_time_up_answer(False)
    assert said() == ["Aces – Kings: time is up"], "its question is answered"
    stage.window.close()
    again = Stage(qtbot, tmp_path, evening=evening)
    again.window.do("floor")
    again.pass_(1)
    banner = again.window.banners.find_banner("clock0")
    assert banner is not None
    assert banner.text == "Aces – Kings: time is up", "somebody looked at the others"
    press(banner, "Show it")
    assert again.page.table.id == three.id
    again.pass_(1)
    assert again.window.banners.find_banner("clock0") is None


def test_the_message_of_several_tables_leads_to_the_floor_and_is_gone(stage: Stage) -> None:
    first = stage.add(HAND, table="1")
    stage.add(HAND, table="2")
    stage.open(rules="washburn", table="3")
    stage.pass_(1)
    stage.pass_(26 * 60)
    banner = stage.window.banners.find_banner("clock5")
    assert banner is not None
    press(banner, "Show the tables")
    assert stage.window.page is None
    stage.window.open_match(first.id)
    stage.pass_(1)
    assert stage.window.banners.find_banner("clock5") is None


def test_the_list_says_until_when_there_is_time(stage: Stage) -> None:
    page = stage.open(HAND)
    out = page.table.clock().run_out_time
    assert out is not None
    stage.window.do("list")
    model = find(stage.window, QTreeView, "Matches").model()
    said = model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert f"time's up at {moments.format_local_time(out)}" in said
    page.do("clock-pause")
    stage.window.do("list")
    assert "time's up at" not in model.index(0, 0).data(Qt.ItemDataRole.AccessibleTextRole)
    assert read(stage.window)


def test_a_clock_that_warns_is_seen_at_its_tab_and_at_the_arrow_that_leads_there(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path, size=(1024, 640))
    first = stage.open(HAND, table="Table 1").table
    stage.pass_(20 * 60)
    for number in range(2, 13):
        stage.add(HAND, table=f"Table {number}")
    stage.open(HAND, table="Table 13")
    strip = stage.window.strip
    tab = strip.tabs[0]
    assert tab.table is first
    left, right = (button(strip, f"More tables to the {where}") for where in ("left", "right"))
    qtbot.waitUntil(left.isEnabled)
    calm = picture_of(tab)
    stage.pass_(6 * 60)
    assert tab.texts == ("1", "▲ 4:00", "Bids")
    assert "▲ 4:00" in [each.text for each in painted_texts(tab)]
    assert picture_of(tab) != calm
    assert tab.visibleRegion().isEmpty(), "it is out of sight"
    assert left.accessibleName() == "More tables to the left, with a clock warning"
    assert left.text().startswith("▲")
    assert right.accessibleName() == "More tables to the right"
    for _press in range(9):
        left.click()
    assert left.accessibleName() == "More tables to the left"
    stage.pass_(5 * 60)
    (said,) = (each for each in painted_texts(tab) if each.text == "● Time")
    assert said.ink == theme.colors().bad
    assert not strip.tabs[-1].has_warning


def test_that_a_closed_table_s_clock_runs_on_is_no_longer_said_where_it_is_open_again(
    qtbot: Any, tmp_path: Path
) -> None:
    stage = Stage(qtbot, tmp_path)
    table = stage.open(HAND, table="3").table
    stage.window.tables.close_table(table.id)
    assert "Its clock is still running" in read(stage.window)
    stage.window.open_match(table.id)
    assert "Its clock is still running" not in read(stage.window)


@pytest.mark.parametrize("closed_first", [False, True])
def test_the_clock_of_an_archived_table_is_silent_until_it_is_brought_back(
    qtbot: Any, tmp_path: Path, closed_first: bool
) -> None:
    stage = Stage(qtbot, tmp_path)
    stage.open(HAND, table="3")
    stage.alarm.rung.clear()
    if closed_first:
        stage.window.do("close-table")
        assert "Its clock is still running" in read(stage.window)
        stage.window.do("list")
    stage.window.do("archive")
    QApplication.processEvents()
    assert "Its clock is still running" not in read(stage.window)
    stage.pass_(60)
    stage.pass_(26 * 60)
    assert stage.alarm.rung == []
    assert "Table 3: less than" not in read(stage.window)
    press(stage.window, "Bring it back")
    stage.pass_(60 * 60)
    assert stage.alarm.rung == ["time-up"]
