"""What a window shows of other laptops: the line below every page, a table or an event that is held
elsewhere, taking over, and the settings."""

from __future__ import annotations

import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest
from msgspec.structs import replace
from PySide6.QtCore import QProcess, Qt
from PySide6.QtTest import QTest
from PySide6.QtWidgets import QPushButton

from scorepad.desk.event_desk import EventDesk
from scorepad.desk.sharing import LaptopStatus, ShareStatus, twins_text
from scorepad.events.entries import EventHead
from scorepad.share.postgres.database import check_database_for_sharing
from scorepad.spades.entries import Bids, Clock, LaptopTakeover
from scorepad.spades.words import T, Text
from scorepad.store import utc_now
from scorepad.window.event.event_page import EventPage
from scorepad.window.match.table_page import TablePage
from scorepad.window.shell.settings_page import SettingsPage
from scorepad.window.shell.sharing import SharingLine, SharingProcess
from scorepad.window.widgets.takeover_strip import TakeoverStrip
from tests.share.room import START
from tests.window.evening import HAND, press, read
from tests.window.find import waits_for
from tests.window.stage import Stage

OTHER = "0195731b-4c00-4000-8000-00000000000b"
HOLD = LaptopTakeover(laptop=OTHER, name="Front desk")


class Parts:
    """Stands for the other process, and for what it says."""

    def __init__(self, stage: Stage) -> None:
        self.command = [sys.executable, "-c", "import sys; sys.stdin.read()"]
        self.heard = stage.now()
        self.why: Text | None = None
        self.ahead = 0

    def status(self) -> ShareStatus:
        laptop = LaptopStatus(laptop=OTHER, name="Front desk", heard=self.heard, ahead=self.ahead)
        return ShareStatus(at=self.heard, laptops=(laptop,), only_here=3, why=self.why)

    def check_folder_for_sharing(self, _folder: Path) -> Text:
        return T("It works. No laptops found yet.")

    def check_database_for_sharing(self, named: str) -> Text:
        return check_database_for_sharing(named, utc_now)


@pytest.fixture
def parts(stage: Stage) -> Parts:
    return Parts(stage)


@pytest.fixture
def sharing(stage: Stage, parts: Parts, tmp_path: Path) -> Any:
    """The window shares."""
    shared = tmp_path.with_name(f"{tmp_path.name}-shared")
    shared.mkdir()
    stage.evening.settings.set_and_save("share_folder", str(shared))
    stage.parts.services = parts
    stage.restart()
    sharing = stage.session.sharing
    assert sharing is not None
    yield sharing
    sharing.stop()


@pytest.fixture
def held_page(stage: Stage, sharing: SharingProcess) -> TablePage:
    """A table at which another laptop records."""
    name = ""
    stage.evening.desk.laptop_name = lambda: name
    table = stage.evening.play(HAND)
    table.record(HOLD)
    name = "Laptop B"
    return stage.show(table)


def take_over(strip: TakeoverStrip, why: str) -> None:
    press(strip, "Take over")
    QTest.keyClicks(strip.why, why)
    QTest.keyClick(strip.why, Qt.Key.Key_Return)


def test_a_laptop_alone_sees_nothing_of_it(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.pass_(1)
    assert stage.window.sharing_line.isHidden()
    assert page.takeover_strip.isHidden()
    assert not page.bar.is_held


def test_the_line_says_who_was_heard_and_what_is_only_here(
    stage: Stage, sharing: SharingProcess, parts: Parts
) -> None:
    line = stage.window.sharing_line
    stage.pass_(14)
    assert line.text() == "Heard from Front desk 14 s ago · 3 entries only on this computer"
    assert not line.isHidden()
    assert line.property("tone") != "bad"
    stage.pass_(300)
    assert line.text().startswith("✕ Heard from Front desk 5 min ago")
    assert line.property("tone") == "bad"
    parts.heard, parts.why = stage.now(), T("the server is taking too long to respond")
    sharing.follow_settings()
    stage.pass_(1)
    assert line.text() == (
        "✕ 3 entries only on this computer · the server is taking too long to respond"
    )
    parts.why, parts.ahead = None, 240
    sharing.follow_settings()
    stage.pass_(1)
    assert line.text().endswith("Front desk's clock is 4 minutes ahead")


def holder(stage: Stage) -> str:
    """Return who records at the only match, as the list of matches says it."""
    (summary,) = stage.evening.desk.page().summaries
    return summary.holder_name


def test_alone_the_line_says_where_everything_is(
    stage: Stage, sharing: SharingProcess, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    line = stage.window.sharing_line
    alone = ShareStatus(at=parts.heard, folder="/media/usb", only_here=0)
    for status, text in (
        (alone, "Saved on the drive; no other laptops yet"),
        (
            replace(alone, folder="", database="spades"),
            "Saved in the database; no other laptops yet",
        ),
        (
            replace(alone, only_here=2),
            "No other laptops heard from yet · 2 entries only on this computer",
        ),
    ):
        monkeypatch.setattr(parts, "status", lambda status=status: status)
        sharing.follow_settings()
        stage.pass_(1)
        assert line.text() == text
        assert line.property("tone") != "bad"
    gone = replace(alone, why=T("the server is taking too long to respond"))
    monkeypatch.setattr(parts, "status", lambda: gone)
    sharing.follow_settings()
    stage.pass_(1)
    assert line.text() == "✕ The server is taking too long to respond", "nobody knows what is on it"


def test_laptops_of_one_name_are_told_apart(
    stage: Stage, sharing: SharingProcess, parts: Parts, monkeypatch: pytest.MonkeyPatch
) -> None:
    twins = tuple(
        LaptopStatus(laptop=laptop, name="Front desk", short_id=laptop[:4], heard=parts.heard)
        for laptop in (OTHER, OTHER.replace("0195", "3f2a"))
    )
    status = ShareStatus(
        at=parts.heard,
        laptops=twins,
        only_here=0,
        notices=(twins_text("Front desk", [each.laptop for each in twins]),),
    )
    monkeypatch.setattr(parts, "status", lambda: status)
    sharing.follow_settings()
    stage.pass_(1)
    text = stage.window.sharing_line.text()
    assert text.startswith("Heard from Front desk (0195) ")
    assert "2 computers are called Front desk: 0195, 3f2a. Give each its own name" in text


def test_a_table_that_is_held_elsewhere_is_read_only_until_it_is_taken_over(
    stage: Stage, held_page: TablePage, parts: Parts, sharing: SharingProcess
) -> None:
    table, bar, strip = held_page.table, held_page.bar, held_page.takeover_strip
    stage.window.do("floor")
    assert waits_for(stage.window).endswith("Front desk")
    assert holder(stage) == "Front desk"
    stage.window.tables.show_table(table.id)
    # Nothing can be recorded.
    stage.pass_(14)
    assert strip.text == "Held by Front desk, last heard from 14 s ago"
    assert bar.is_held
    assert bar.line.sentence == "Front desk is recording this table"
    assert bar.boxes.isHidden()
    before = table.match
    QTest.keyClicks(stage.window, "5443")
    QTest.keyClicks(held_page, "5443")
    QTest.keyClicks(bar, "5443")
    assert table.match is before
    held_page.do("undo")
    assert "Front desk is recording this match or event" in bar.strip.text
    # It is said how far the clock is ahead that turned the table's.
    clock = held_page.header.clock
    assert "ahead" not in clock.state_text
    parts.ahead = 240
    sharing.follow_settings()
    stage.pass_(1)
    assert clock.state_text.startswith("Front desk's clock is 4 minutes ahead · ")
    assert "4 minutes ahead" in clock.accessibleName()
    # Taking over is one press and a reason.
    held_page.sheet.setFocus()
    QTest.keyClick(held_page.sheet, Qt.Key.Key_Backtab)
    assert stage.window.focusWidget() is strip.take, "it stands above the sheet"
    press(strip, "Take over")
    QTest.keyClick(strip.why, Qt.Key.Key_Return)
    assert not strip.isHidden(), "a reason is wanted"
    QTest.keyClicks(strip.why, "its battery died")
    QTest.keyClick(strip.why, Qt.Key.Key_Return)
    hold = table.match.holder
    assert hold is not None
    assert (hold.name, hold.why) == ("Laptop B", "its battery died")
    assert strip.isHidden()
    assert not bar.is_held
    assert "to bid" in bar.line.sentence
    assert bar.strip.text == "This computer is now recording this table.", (
        "Enter is for the reason alone"
    )
    stage.pass_(1)
    assert "4 minutes ahead" in clock.state_text, "it was turned by that clock"
    table.record(Clock(do="pause"))
    stage.pass_(1)
    assert "ahead" not in clock.state_text
    table.record(Bids(bids=(4, 3, 3, 2)))
    stage.window.do("floor")
    stage.pass_(1)
    assert "Front desk" not in waits_for(stage.window)
    assert holder(stage) == ""


def test_an_event_that_is_held_elsewhere_is_taken_over_on_its_page(
    stage: Stage, sharing: SharingProcess
) -> None:
    name = ""
    stage.evening.desk.laptop_name = lambda: name
    table = EventDesk(stage.evening.desk).start(EventHead(name="Open", rules="unc"))
    table.record(HOLD)
    name = "Laptop B"
    stage.evening.settings.set_and_save("event", table.event.id)
    stage.window.do("event")
    page = stage.window.navigation.top_page
    assert isinstance(page, EventPage)
    assert page.takeover_strip.text.startswith("Held by Front desk")
    take_over(page.takeover_strip, "the director is here")
    assert page.opened is not None
    hold = page.opened.current_event.holder
    assert hold is not None
    assert (hold.name, hold.why) == ("Laptop B", "the director is here")
    assert page.takeover_strip.isHidden()
    page.show_list()
    assert page.takeover_strip.isHidden()


def test_the_other_process_runs_while_a_folder_is_shared(
    qtbot: Any, stage: Stage, sharing: SharingProcess
) -> None:
    process = sharing.findChild(QProcess)
    assert process is not None
    qtbot.waitUntil(lambda: process.processId() > 0)
    stage.evening.settings.set_and_save("share_folder", "")
    stage.window.apply_changed_setting("share_folder")
    assert process.state() == QProcess.ProcessState.NotRunning
    stage.pass_(1)
    assert stage.window.sharing_line.isHidden()


def test_folder_and_database_are_tested_from_the_settings(
    qtbot: Any, stage: Stage, sharing: SharingProcess
) -> None:
    stage.window.do("settings")
    page = stage.window.navigation.top_page
    assert isinstance(page, SettingsPage)
    folder, database = (each for each in page.findChildren(QPushButton) if each.text() == "Test")
    folder.click()
    qtbot.waitUntil(lambda: "✓ It works. No laptops found yet" in page.strip.text)
    database.click()
    assert "▲ Enter the name of a service first." in page.strip.text
    page.choose("share_database", "postgresql://nobody:secret@127.0.0.1/x")
    database.click()
    assert "▲ Enter the name of a service" not in page.strip.text, (
        "the field says why it is refused"
    )
    assert "Don't put a password in the settings" in read(page)
    page.choose("share_database", "postgresql://nobody@127.0.0.1:1/x")
    database.click()
    qtbot.waitUntil(lambda: "✕ Can't use the database" in page.strip.text)
    assert "Connection refused" in page.strip.text


def test_the_line_is_whole_in_its_tip(qtbot: Any) -> None:
    line = SharingLine()
    qtbot.addWidget(line)
    laptop = LaptopStatus(laptop=OTHER, name="N" * 40, heard=START)
    status = ShareStatus(at=START, laptops=(laptop,))
    line.show_status(status, START + timedelta(days=3))
    heard = f"Heard from {laptop.shown_name} 3 days ago"
    assert line.toolTip().endswith(f"{heard} · all entries are also saved elsewhere")
