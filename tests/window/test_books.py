"""Of many matches: which are taken, books and half pages made while everything continues."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QPushButton

from reports import PAPERS
from scorepad.desk.ports import UnreadableLog
from scorepad.events.entries import Release
from scorepad.spades.entries import Clock, Strike, Team
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.printing import jobs
from scorepad.window.printing.batch_page import HALF, DocumentsPage
from scorepad.window.printing.match_list import SCORE
from tests.window.evening import Sheets, press
from tests.window.event_scenes import swiss
from tests.window.find import button, type_over
from tests.window.print_pages import choosing, finished_preview, lines, over, pages, play, read
from tests.window.stage import Stage

# Which matches.


def test_events_are_offered_and_the_latest_one_is_chosen(stage: Stage) -> None:
    play(stage, 2, event="Spring")
    play(stage, 1, event=" SPRING ")
    play(stage, 1, event="")
    play(stage, 2, event="Autumn")
    page = choosing(stage)
    box = page.event_box
    offered = [box.itemText(row) for row in range(box.count())]
    assert offered == ["All matches (6)", "Autumn (2)", "Spring (3)", "No event (1)"]
    box.setCurrentIndex(0)
    assert sum("spring" in line.casefold() for line in lines(page)) == 3
    box.setCurrentIndex(1)
    assert box.currentText() == "Autumn (2)"
    assert "2 of 2 matches selected" in read(page)
    box.setCurrentIndex(3)
    assert len(page.checked_ids) == 1
    assert page.title == "Spades matches"


def test_an_empty_match_whose_round_was_taken_back_is_not_offered(stage: Stage) -> None:
    play(stage, 1, event="")
    table = swiss(stage.evening, 4)
    page = choosing(stage)
    page.event_box.setCurrentIndex(0)
    assert len(page.checked_ids) == 3
    release = next(each for each in table.event.log if isinstance(each, Release))
    table.record(Strike(entry=release.id or "", why="too early"))
    for match_id in table.event.match_id_by_pairing.values():  # as where they are imported later
        stage.evening.desk.archive(match_id, archived=False)
    page = choosing(stage)
    page.event_box.setCurrentIndex(0)
    assert "1 of 1 match selected" in read(page)


def test_the_event_of_the_match_shown_is_chosen(stage: Stage) -> None:
    play(stage, 2, event="Spring")
    play(stage, 1, event="Autumn")
    stage.open(event="spring")
    stage.window.do("book")
    page = over(stage, DocumentsPage)
    assert page.event_box.currentText() == "Spring (3)"


def test_matches_are_ticked_with_keys_and_searched(stage: Stage) -> None:
    tables = play(stage, 3)
    page = choosing(stage, HALF)
    listed = page.list
    assert all(line.startswith("checked: ") for line in lines(page))
    listed.setFocus()
    stage.qtbot.keyClick(listed, Qt.Key.Key_Space)
    assert lines(page)[0].startswith("not checked: ")
    assert page.checked_ids == [tables[0].id, tables[1].id]
    press(page, "Select none")
    assert not button(page, "Make the PDF").isEnabled()
    search = page.search
    stage.qtbot.keyClicks(search, "nobody")
    stage.qtbot.waitUntil(lambda: "Try fewer words" in read(page))
    search.selectAll()
    stage.qtbot.keyClicks(search, "aces")
    stage.qtbot.waitUntil(lambda: page.model.rowCount() == 3)
    middle = listed.visualRect(page.model.index(2, SCORE)).center()
    stage.qtbot.mouseClick(listed.viewport(), Qt.MouseButton.LeftButton, pos=middle)
    assert page.checked_ids == [tables[0].id]
    press(page, "Select all")
    assert page.checked_ids == [each.id for each in tables]


def test_what_a_search_leaves_out_keeps_its_check(stage: Stage) -> None:
    tables = play(stage, 3)
    other = stage.evening.play(table="9", teams=(Team("Foxes"), Team("Owls")))
    page = choosing(stage, HALF)
    stage.qtbot.keyClicks(page.search, "foxes")
    stage.qtbot.waitUntil(lambda: page.model.rowCount() == 1)
    assert "4 of 4 matches selected; 1 is shown" in read(page)
    press(page, "Select none")
    assert page.checked_ids == [each.id for each in tables]
    press(page, "Select all")
    assert page.checked_ids == [*(each.id for each in tables), other.id]


def test_days_choose_matches_and_an_unreadable_day_chooses_none(stage: Stage) -> None:
    wall = stage.evening.wall
    early = play(stage, 1)
    wall.moment = datetime(2026, 11, 23, 12, tzinfo=UTC)
    late = play(stage, 2)
    page = choosing(stage)
    type_over(page, "First day", "2026-11-22")
    assert page.checked_ids == [each.id for each in late]
    type_over(page, "First day", "")
    type_over(page, "Last day", "11/21/2026")
    assert page.checked_ids == [early[0].id]
    type_over(page, "Last day", "yesterday")
    assert page.checked_ids == []
    assert "“yesterday” isn't a date; write it as 2026-11-21" in read(page)
    assert not button(page, "Make the PDF").isEnabled()
    type_over(page, "First day", "2026-11-23")
    type_over(page, "Last day", "22.11.2026")
    assert page.checked_ids == []
    assert "The last day is before the first day" in read(page)


def test_without_a_match_no_book_is_offered(stage: Stage) -> None:
    page = choosing(stage)
    assert "No matches yet" in read(page)
    assert not button(page, "Make the PDF").isEnabled()


# Books and half pages.


def test_a_book_is_made_and_shown_as_it_is_printed(stage: Stage, tmp_path: Path) -> None:
    tables = play(stage, 3)
    play(stage, 1, event="Other")
    page = choosing(stage)
    page.event_box.setCurrentIndex(page.event_box.findText("Spring (3)"))
    press(page, "Paper: Letter")
    stage.qtbot.keyClick(page, Qt.Key.Key_Return, Qt.KeyboardModifier.ControlModifier)
    shown = finished_preview(stage)
    assert stage.window.windowTitle() == "Event book: Spring – Scorepad"
    assert shown.pdf == Sheets().make_paper(
        PAPERS["book"], [each.match for each in tables], "Letter"
    )
    assert "Spring" in pages(shown.pdf)[0]
    assert round(shown.document.pagePointSize(0).width()) == 612
    assert not shown.paper.isVisibleTo(shown)
    assert stage.evening.settings.paper == "Letter"
    out = tmp_path / "book.pdf"
    shown.save(out)
    assert out.read_bytes() == shown.pdf
    assert stage.window.banners.find_banner("making") is None
    press(shown, "Close")
    back = over(stage, DocumentsPage)
    assert back.event_box.currentText() == "Spring (3)"


def test_half_pages_of_those_ticked_stand_two_to_a_page(stage: Stage) -> None:
    tables = play(stage, 5)
    page = choosing(stage, HALF)
    page.model.toggle(0)
    press(page, "Make the PDF")
    shown = finished_preview(stage)
    assert shown.pdf == Sheets().make_paper(
        PAPERS["half-sheets"], [each.match for each in tables[:4]], "A4"
    )
    assert len(pages(shown.pdf)) == 2


class Slow(Sheets):
    """A book whose sheets are made one by one, when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.step = threading.Semaphore(0)
        self.asked: list[int] = []

    def make_paper(self, *to: Any, progress: Any = None, **options: Any) -> bytes:
        def slowly(done: int, count: int) -> bool:
            self.asked.append(done)
            assert self.step.acquire(timeout=60)
            return bool(progress(done, count))

        return super().make_paper(*to, progress=slowly, **options)


@pytest.fixture
def slow(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> Iterator[Slow]:
    sheets = Slow()
    monkeypatch.setattr(stage.sheets, "make_paper", sheets.make_paper)
    yield sheets
    sheets.step.release(100)
    for job in jobs.running_jobs():
        job.cancel_and_wait()
    stage.qtbot.waitUntil(lambda: jobs.running_jobs() == ())


def progress(stage: Stage) -> str:
    banner = stage.window.banners.find_banner("making")
    return "" if banner is None else read(banner)


def test_progress_is_shown_and_everything_goes_on_while_a_book_is_made(
    stage: Stage, slow: Slow
) -> None:
    play(stage, 4)
    other = stage.open(event="Other", table="9")
    other.table.record(Clock(do="start"))
    page = choosing(stage)
    page.event_box.setCurrentIndex(page.event_box.findText("Spring (4)"))
    press(page, "Make the PDF")
    stage.qtbot.waitUntil(lambda: "0 of 4 sheets" in progress(stage))
    slow.step.release(2)
    stage.qtbot.waitUntil(lambda: "1 of 4 sheets" in progress(stage))
    assert "Making Event book: Spring" in progress(stage)
    # Another table is played, its clock runs and warns.
    stage.window.tables.show_table(other.table.id)
    stage.type("54")
    stage.pass_(1)
    stage.pass_(26 * 60)
    assert stage.alarm.rung == ["warning"]
    assert other.header.clock.figures == "3:59"
    for _sheet in range(4):
        slow.step.release()
    # The page that asked was left: a banner says that it is ready, and shows it.
    stage.qtbot.waitUntil(lambda: stage.window.banners.find_banner("ready") is not None)
    assert stage.window.page is other
    banner = stage.window.banners.find_banner("ready")
    assert banner is not None
    assert "Event book: Spring is ready." in read(banner)
    press(banner, "Show it")
    assert len(pages(finished_preview(stage).pdf)) > 4


def test_a_book_is_cancelled_between_two_sheets(stage: Stage, slow: Slow) -> None:
    play(stage, 4)
    page = choosing(stage)
    press(page, "Make the PDF")
    stage.qtbot.waitUntil(lambda: slow.asked == [0])
    slow.step.release()
    stage.qtbot.waitUntil(lambda: slow.asked == [0, 1])
    press(page, "Make the PDF")
    assert "Another job is still running" in read(page)
    banner = stage.window.banners.find_banner("making")
    assert banner is not None
    press(banner, "Cancel")
    assert "Canceled; nothing was saved." in read(page), "at once"
    slow.step.release(2)
    assert stage.window.banners.find_banner("making") is None
    assert jobs.running_jobs() == ()
    assert over(stage, DocumentsPage) is page
    assert slow.asked == [0, 1], "no sheet is made after it"


def test_a_book_is_cancelled_while_matches_are_read(stage: Stage) -> None:
    play(stage, 3)
    page = choosing(stage)
    press(page, "Make the PDF")
    banner = stage.window.banners.find_banner("making")
    assert banner is not None
    (now,) = jobs.running_jobs()
    now.cancel()
    assert "Canceled" in read(page)
    assert over(stage, DocumentsPage) is page


@pytest.mark.parametrize("by", ["mouse", "Enter", "space"])
def test_after_cancelling_the_focus_is_where_it_was(stage: Stage, slow: Slow, by: str) -> None:
    play(stage, 2)
    page = choosing(stage)
    button(page, "Make the PDF").setFocus()
    press(page, "Make the PDF")
    banner = stage.window.banners.find_banner("making")
    assert banner is not None
    stage.qtbot.waitUntil(lambda: slow.asked == [0])
    (cancel,) = (each for each in banner.findChildren(QPushButton) if each.text() == "Cancel")
    cancel.setFocus()
    if by == "mouse":
        stage.qtbot.mouseClick(cancel, Qt.MouseButton.LeftButton)
    else:
        stage.qtbot.keyClick(cancel, Qt.Key.Key_Return if by == "Enter" else Qt.Key.Key_Space)
    assert "Canceled; nothing was saved." in read(page)
    assert stage.window.focusWidget() is button(page, "Make the PDF")
    slow.step.release(3)


def test_cancelling_from_another_page_is_said_above_it(stage: Stage, slow: Slow) -> None:
    play(stage, 2)
    page = choosing(stage)
    press(page, "Make the PDF")
    stage.qtbot.waitUntil(lambda: slow.asked == [0])
    stage.window.do("list")
    again = choosing(stage)
    banner = stage.window.banners.find_banner("making")
    assert banner is not None
    press(banner, "Cancel")
    slow.step.release(3)
    told = stage.window.banners.find_banner("ready")
    assert told is not None
    assert "Canceled; nothing was saved." in read(told)
    assert again.isVisible()


def test_a_book_that_cannot_be_made_is_told(stage: Stage, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_told: Any, **_options: Any) -> bytes:
        raise Refused(T("the fonts are missing"))

    monkeypatch.setattr(stage.sheets, "make_paper", broken)
    play(stage, 2)
    page = choosing(stage)
    press(page, "Make the PDF")
    stage.qtbot.waitUntil(lambda: "The fonts are missing" in read(page))


def test_an_error_of_the_program_while_making_a_book_is_told_and_noted(
    stage: Stage, monkeypatch: pytest.MonkeyPatch
) -> None:
    def wrong(*_told: Any, **_options: Any) -> bytes:
        raise ValueError("a mistake in the program")

    monkeypatch.setattr(stage.sheets, "make_paper", wrong)
    play(stage, 2)
    page = choosing(stage)
    with stage.qtbot.captureExceptions() as noted:
        press(page, "Make the PDF")
        stage.qtbot.waitUntil(lambda: "Something went wrong, and nothing was saved" in read(page))
    assert [kind for kind, _error, _trace in noted] == [ValueError]
    assert stage.window.banners.find_banner("making") is None
    assert button(page, "Make the PDF").isEnabled()


def test_a_match_that_cannot_be_read_is_told(stage: Stage, monkeypatch: Any) -> None:
    play(stage, 2)

    def refuse(match_id: str) -> Match:
        raise Refused(T("there is no match “{id}”", id=match_id))

    page = choosing(stage)
    monkeypatch.setattr(stage.evening.desk, "read", refuse)
    press(page, "Make the PDF")
    stage.qtbot.waitUntil(lambda: "There is no match" in read(page))


def test_a_match_that_is_damaged_keeps_no_other_out(stage: Stage, monkeypatch: Any) -> None:
    tables = play(stage, 3)
    damaged, given, kept = {tables[1].id}, list[str](), stage.evening.desk.read

    def refuse(match_id: str) -> Match:
        if match_id in damaged:
            raise UnreadableLog(T("match {id} can't be read", id=match_id))
        given.append(match_id)
        return kept(match_id)

    page = choosing(stage)
    monkeypatch.setattr(stage.evening.desk, "read", refuse)
    press(page, "Make the PDF")
    finished_preview(stage)
    assert given == [tables[0].id, tables[2].id]
    assert f"Match {tables[1].id} can't be read" in read(stage.window.banners)
    damaged.update(each.id for each in tables)
    page = choosing(stage)
    press(page, "Make the PDF")
    stage.qtbot.waitUntil(lambda: "None of these matches can be read" in read(page))


def test_closing_the_program_stops_a_book(stage: Stage, slow: Slow) -> None:
    play(stage, 3)
    page = choosing(stage)
    press(page, "Make the PDF")
    stage.qtbot.waitUntil(lambda: slow.asked == [0])
    slow.step.release(2)
    for job in jobs.running_jobs():
        job.cancel_and_wait()
    assert len(slow.asked) <= 3
    stage.qtbot.waitUntil(lambda: jobs.running_jobs() == ())
