"""Handed out of many matches: books and half pages in the background, exports, a sheet checked."""

from __future__ import annotations

import csv
import io
import json
import os
import threading
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pypdf import PdfReader
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDesktopServices, QDropEvent, QGuiApplication
from PySide6.QtWidgets import QFileDialog

from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.entries import Clock, Forfeit, Note, Ruling
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import T
from scorepad.window import making
from scorepad.window.check_sheet import CheckSheetPage
from scorepad.window.handouts_page import BOOK, HALF, HandoutsPage
from scorepad.window.preview import PreviewPage
from scorepad.window.saved import BREAK
from tests.window.evening import HAND, NIL_HAND, Evening, Sheets, press
from tests.window.evening import read as written
from tests.window.stage import Stage


# The viewer of Qt has doubts about links that go to a whole page.
pytestmark = pytest.mark.qt_log_ignore("link with invalid location", extend=True)


@pytest.fixture
def stage(qtbot: Any, tmp_path: Path) -> Stage:
    return Stage(qtbot, tmp_path)


def read(widget: Any) -> str:
    return written(widget).replace(BREAK, "")


def play(stage: Stage, count: int = 3, **head: Any) -> list[Table]:
    return [stage.evening.play(HAND, table=str(n + 1), **head) for n in range(count)]


def over(stage: Stage, kind: type[Any]) -> Any:
    shown = stage.window.stack.currentWidget()
    assert isinstance(shown, kind)
    return shown


def choosing(stage: Stage, kind: str = BOOK) -> HandoutsPage:
    stage.window.show_list()
    stage.window.do("hand-out")
    page: HandoutsPage = over(stage, HandoutsPage)
    page.kinds.choose(kind)
    return page


def made(stage: Stage) -> PreviewPage:
    stage.qtbot.waitUntil(
        lambda: isinstance(stage.window.stack.currentWidget(), PreviewPage), timeout=20_000
    )
    page: PreviewPage = over(stage, PreviewPage)
    return page


def pages(pdf: bytes) -> list[str]:
    return [page.extract_text() for page in PdfReader(io.BytesIO(pdf)).pages]


def lines(page: HandoutsPage) -> list[str]:
    found = page.picker.list
    return [
        str(found.item(row).data(Qt.ItemDataRole.AccessibleTextRole))
        for row in range(found.count())
    ]


# Which matches.


def test_events_are_offered_and_the_latest_one_is_chosen(stage: Stage) -> None:
    play(stage, 2, event="Spring")
    play(stage, 1, event=" SPRING ")
    play(stage, 1, event="")
    play(stage, 2, event="Autumn")
    page = choosing(stage)
    box = page.picker.event_box
    offered = [box.itemText(row) for row in range(box.count())]
    assert offered == ["All matches (6)", "Autumn (2)", "SPRING (3)", "Without an event (1)"]
    assert box.currentText() == "Autumn (2)"
    assert "2 of 2 matches are ticked" in read(page)
    box.setCurrentIndex(3)
    assert len(page.picker.ids) == 1
    assert page.title == "Spades matches"


def test_the_event_of_the_match_shown_is_chosen(stage: Stage) -> None:
    play(stage, 2, event="Spring")
    play(stage, 1, event="Autumn")
    stage.open(event="spring")
    stage.window.do("book")
    page = over(stage, HandoutsPage)
    assert page.picker.event_box.currentText() == "spring (3)"


def test_matches_are_ticked_with_keys_and_searched(stage: Stage) -> None:
    tables = play(stage, 3)
    page = choosing(stage, HALF)
    listed = page.picker.list
    assert all(line.startswith("ticked: ") for line in lines(page))
    stage.qtbot.keyClick(listed, Qt.Key.Key_Space)
    assert lines(page)[0].startswith("not ticked: ")
    assert page.picker.ids == [tables[0].id, tables[1].id]
    press(page, "Tick none")
    assert not page._go.isEnabled()
    page.picker.search.setText("nobody")
    page.picker._show()
    assert "Fewer words find more" in read(page)
    page.picker.search.setText("aces")
    page.picker._show()
    listed.turn(listed.item(2))
    assert page.picker.ids == [tables[0].id]
    press(page, "Tick all")
    assert page.picker.ids == [each.id for each in tables]


def test_days_choose_and_a_day_that_is_none_chooses_nothing(stage: Stage) -> None:
    wall = stage.evening.wall
    early = play(stage, 1)
    wall.moment = datetime(2026, 11, 23, 12, tzinfo=UTC)
    late = play(stage, 2)
    page = choosing(stage)
    picker = page.picker
    stage.qtbot.keyClicks(picker.since, "2026-11-22")
    assert picker.ids == [each.id for each in late]
    picker.since.clear()
    picker.until.setText("11/21/2026")
    picker.look()
    assert picker.ids == [early[0].id]
    picker.until.setText("yesterday")
    picker.look()
    assert picker.ids == []
    assert "“yesterday” is no day; write it like 2026-11-21" in read(page)
    assert not page._go.isEnabled()
    picker.since.setText("2026-11-23")
    picker.until.setText("22.11.2026")
    picker.look()
    assert "The last day is before the first one" in read(page)


def test_without_a_match_it_says_so(stage: Stage) -> None:
    page = choosing(stage)
    assert "No match yet" in read(page)
    assert not page._go.isEnabled()


# Books and half pages.


def test_a_book_is_made_and_shown_as_it_is_printed(stage: Stage, tmp_path: Path) -> None:
    tables = play(stage, 3)
    play(stage, 1, event="Other")
    page = choosing(stage)
    page.picker.event_box.setCurrentIndex(page.picker.event_box.findText("Spring (3)"))
    press(page, "Paper: Letter")
    press(page, "Make the book")
    shown = made(stage)
    assert shown.pdf == Sheets().event_book([each.match for each in tables], "Letter")
    assert "Spring" in pages(shown.pdf)[0]
    assert round(shown.document.pagePointSize(0).width()) == 612
    assert not shown.paper.isVisibleTo(shown)
    out = tmp_path / "book.pdf"
    shown.save(out)
    assert out.read_bytes() == shown.pdf
    assert stage.window.banners.shown("making") is None
    press(shown, "Close")
    back = over(stage, HandoutsPage)
    assert back.picker.event_box.currentText() == "Spring (3)"


def test_half_pages_of_those_ticked_stand_two_to_a_page(stage: Stage) -> None:
    tables = play(stage, 5)
    page = choosing(stage, HALF)
    page.picker.list.turn(page.picker.list.item(0))
    press(page, "Make the sheets")
    shown = made(stage)
    assert shown.pdf == Sheets().compact_sheets([each.match for each in tables[:4]], "A4")
    assert len(pages(shown.pdf)) == 2


class Slow(Sheets):
    """A book whose sheets are made one by one, when the test says so."""

    def __init__(self) -> None:
        super().__init__()
        self.step = threading.Semaphore(0)
        self.asked: list[int] = []

    def event_book(self, matches: Sequence[Match], paper: Any, progress: Any = None) -> bytes:
        def slowly(done: int, count: int) -> bool:
            self.asked.append(done)
            assert self.step.acquire(timeout=20)
            return bool(progress(done, count))

        return super().event_book(matches, paper, slowly)


@pytest.fixture
def slow(stage: Stage) -> Iterator[Slow]:
    sheets = Slow()
    assert stage.window.pages is not None
    stage.window.pages.handing._sheets = sheets
    yield sheets
    sheets.step.release(100)
    making.wait_for_all()
    stage.qtbot.waitUntil(lambda: making.making_now() == ())


def far(stage: Stage) -> str:
    banner = stage.window.banners.shown("making")
    return "" if banner is None else read(banner)


def test_it_says_how_far_it_is_and_everything_goes_on_meanwhile(stage: Stage, slow: Slow) -> None:
    play(stage, 4)
    other = stage.open(event="Other", table="9")
    other.table.record(Clock(do="start"))
    page = choosing(stage)
    page.picker.event_box.setCurrentIndex(page.picker.event_box.findText("Spring (4)"))
    press(page, "Make the book")
    stage.qtbot.waitUntil(lambda: "0 of 4 sheets" in far(stage))
    slow.step.release(2)
    stage.qtbot.waitUntil(lambda: "1 of 4 sheets" in far(stage))
    assert "Event book: Spring is being made" in far(stage)
    # Another table is played, its clock runs and warns.
    stage.window.show_table(other.table.id)
    stage.type("54")
    stage.pass_(1)
    stage.pass_(26 * 60)
    assert stage.alarm.rung == ["warning"]
    assert other.header.clock.figures == "3:59"
    for _sheet in range(4):
        slow.step.release()
    # The page that asked was left: a banner says that it is ready, and shows it.
    stage.qtbot.waitUntil(lambda: stage.window.banners.shown("ready") is not None)
    assert stage.window.page is other
    banner = stage.window.banners.shown("ready")
    assert banner is not None
    assert "Event book: Spring is ready." in read(banner)
    press(banner, "Show it")
    assert len(pages(made(stage).pdf)) > 4


def test_it_is_cancelled_between_two_sheets(stage: Stage, slow: Slow) -> None:
    play(stage, 4)
    page = choosing(stage)
    press(page, "Make the book")
    stage.qtbot.waitUntil(lambda: slow.asked == [0])
    slow.step.release()
    stage.qtbot.waitUntil(lambda: slow.asked == [0, 1])
    press(page, "Make the book")
    assert "Something is being made already" in read(page)
    banner = stage.window.banners.shown("making")
    assert banner is not None
    press(banner, "Cancel")
    slow.step.release(2)
    stage.qtbot.waitUntil(lambda: "Cancelled; nothing was written." in read(page))
    assert slow.asked == [0, 1], "no sheet is made after it"
    assert stage.window.banners.shown("making") is None
    assert making.making_now() == ()
    assert over(stage, HandoutsPage) is page


def test_it_is_cancelled_while_matches_are_read(stage: Stage) -> None:
    play(stage, 3)
    page = choosing(stage)
    press(page, "Make the book")
    banner = stage.window.banners.shown("making")
    assert banner is not None
    (now,) = making.making_now()
    now.cancel()
    assert "Cancelled" in read(page)
    assert over(stage, HandoutsPage) is page


def test_a_book_that_cannot_be_made_is_told(stage: Stage) -> None:
    class Broken(Sheets):
        def event_book(self, *_told: Any) -> bytes:
            raise Refused(T("the fonts are missing"))

    assert stage.window.pages is not None
    stage.window.pages.handing._sheets = Broken()
    play(stage, 2)
    page = choosing(stage)
    press(page, "Make the book")
    stage.qtbot.waitUntil(lambda: "The fonts are missing" in read(page))


def test_a_match_that_cannot_be_read_is_told(stage: Stage, monkeypatch: Any) -> None:
    play(stage, 2)

    def refuse(match_id: str) -> Match:
        raise Refused(T("there is no match “{id}”", id=match_id))

    page = choosing(stage)
    monkeypatch.setattr(stage.evening.desk, "read", refuse)
    press(page, "Make the book")
    stage.qtbot.waitUntil(lambda: "There is no match" in read(page))


def test_closing_the_program_stops_a_book(stage: Stage, slow: Slow) -> None:
    play(stage, 3)
    page = choosing(stage)
    press(page, "Make the book")
    stage.qtbot.waitUntil(lambda: slow.asked == [0])
    slow.step.release(2)
    making.wait_for_all()
    assert len(slow.asked) <= 3
    stage.qtbot.waitUntil(lambda: making.making_now() == ())


# A blank sheet, several kinds of one match.


def test_a_blank_sheet_of_any_rule_set(stage: Stage) -> None:
    stage.evening.settings.set("rules", "chicago")
    stage.window.show_list()
    stage.window.do("blank")
    page = over(stage, PreviewPage)
    rules = stage.evening.library.get("chicago")
    assert page.pdf == Sheets().blank_sheet(rules, "A4")
    assert page.choice.accessibleName() == "Blank sheet"
    names = [page.choice.itemText(row) for row in range(page.choice.count())]
    page.choice.setCurrentIndex(names.index(stage.evening.library.get("unc").name))
    assert page.pdf == Sheets().blank_sheet(stage.evening.library.get("unc"), "A4")
    assert "UNC" in pages(page.pdf)[0]


@pytest.mark.parametrize("row", [0, 1, 2])
def test_a_match_is_handed_out_in_three_ways(stage: Stage, row: int) -> None:
    page = stage.open(HAND)
    match = page.table.match
    stage.window.do("print")
    shown = over(stage, PreviewPage)
    shown.choice.setCurrentIndex(row)
    sheets = Sheets()
    wanted = (
        sheets.match_sheet(match, "A4"),
        sheets.compact_sheets([match], "A4"),
        sheets.blank_sheet(match.rules, "A4", match.head),
    )
    assert shown.pdf == wanted[row]
    assert "Aces" in pages(shown.pdf)[0]
    page.table.record(Note(text="lamp broken"))
    assert ("lamp broken" in pages(shown.pdf)[0]) == (row < 2)


# Exports.


def exported(stage: Stage, form: str, path: Path) -> HandoutsPage:
    page = choosing(stage, form)
    page.chosen.emit(form, path)
    stage.qtbot.waitUntil(lambda: page.line.message.isVisibleTo(page), timeout=20_000)
    return page


def test_exports_of_several_are_read_back(stage: Stage, tmp_path: Path) -> None:
    play(stage, 3)
    page = exported(stage, "csv", tmp_path / "tables")
    assert f"Saved: {tmp_path / 'tables'}" in read(page)
    with (tmp_path / "tables" / "matches.csv").open(encoding="utf-8-sig") as file:
        assert len(list(csv.DictReader(file))) == 3
    exported(stage, "xlsx", tmp_path / "ours.xlsx")
    assert openpyxl.load_workbook(tmp_path / "ours.xlsx").worksheets[0].max_row == 4
    exported(stage, "json", tmp_path / "files")
    files = sorted((tmp_path / "files").iterdir())
    assert len(files) == 3
    other = Evening(tmp_path / "other")
    assert all(other.desk.take_in(each.read_bytes(), each.name).created for each in files)
    assert json.loads(files[0].read_bytes())["event"] == "Spring"
    exported(stage, "pdf", tmp_path / "sheets.pdf")
    assert len(pages((tmp_path / "sheets.pdf").read_bytes())) == 3


def test_nothing_is_overwritten_and_what_cannot_be_written_is_told(
    stage: Stage, tmp_path: Path
) -> None:
    play(stage, 2)
    there = tmp_path / "ours.xlsx"
    there.write_text("mine")
    page = exported(stage, "xlsx", there)
    assert "is there already; nothing was written" in read(page)
    assert there.read_text() == "mine"
    page = exported(stage, "xlsx", tmp_path / "gone" / "ours.xlsx")
    assert "could not be written" in read(page)
    assert "\n" not in page.line.message.text()


def test_a_full_disk_is_told_and_leaves_nothing(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    play(stage, 2)

    def full(_descriptor: int) -> None:
        raise OSError(28, "No space left on device")

    monkeypatch.setattr(os, "fsync", full)
    page = exported(stage, "pdf", tmp_path / "sheets.pdf")
    said = read(page)
    monkeypatch.undo()
    assert "could not be written (the disk is full)" in said
    assert not any("sheets" in each.name for each in tmp_path.iterdir())


def test_the_dialog_proposes_a_name_that_is_free(stage: Stage, tmp_path: Path) -> None:
    play(stage, 2)
    (tmp_path / "Spring.xlsx").touch()
    stage.evening.settings.set("folder", str(tmp_path))
    page = choosing(stage, "xlsx")
    press(page, "Save as…")
    dialog = page.dialog
    assert isinstance(dialog, QFileDialog)
    assert not dialog.isModal()
    assert Path(dialog.selectedFiles()[0]).name == "Spring (2).xlsx"
    assert dialog.testOption(QFileDialog.Option.DontConfirmOverwrite)
    dialog.reject()


def test_after_saving_one_step_leads_to_the_folder(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    asked: list[str] = []

    def open_url(url: QUrl) -> bool:
        asked.append(url.toLocalFile())
        return len(asked) == 1

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    play(stage, 2)
    page = exported(stage, "xlsx", tmp_path / "ours.xlsx")
    press(page, "Open the folder")
    assert asked == [str(tmp_path)]
    press(page, "Open the folder")
    assert "no program to show folders" in read(page)


def test_an_export_whose_page_was_left_says_where_it_is(stage: Stage, tmp_path: Path) -> None:
    play(stage, 2)
    page = choosing(stage, "xlsx")
    page.chosen.emit("xlsx", tmp_path / "ours.xlsx")
    stage.window.show_list()
    stage.qtbot.waitUntil(lambda: stage.window.banners.shown("ready") is not None)
    banner = stage.window.banners.shown("ready")
    assert banner is not None
    assert str(tmp_path / "ours.xlsx") in read(banner)


def test_export_is_reached_with_and_without_a_match(stage: Stage) -> None:
    table = play(stage, 1)[0]
    stage.window.show_list()
    stage.window.do("export")
    assert over(stage, HandoutsPage).kinds.value == "csv"
    stage.window.show_opened(table)
    stage.window.do("export")
    assert stage.page.panel is not None
    press(stage.page.panel, "Several matches…")
    assert over(stage, HandoutsPage).picker.ids == [table.id]
    stage.window.show_list()
    assert stage.window.pages is not None
    press(stage.window.pages.start, "Print or export…")
    press(over(stage, HandoutsPage), "Blank sheet…")
    assert over(stage, PreviewPage).choice.accessibleName() == "Blank sheet"


# A line for a chat.


def test_the_result_line_is_copied_and_said(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.do("copy-result")
    line = QGuiApplication.clipboard().text()
    assert line == Sheets().result_line(page.table.match)
    assert "71–50 after 1 hand" in line
    assert f"Copied: {line}" in read(page)
    page.table.record(Forfeit(side=1, why="left"))
    stage.window.do("print")
    stage.window.do("copy-result")
    banner = stage.window.banners.shown("answer")
    assert banner is not None
    assert "Aces" in read(banner)
    assert "forfeit" in QGuiApplication.clipboard().text()


# A printed sheet checked.


def check(stage: Stage) -> CheckSheetPage:
    stage.window.do("check-sheet")
    page: CheckSheetPage = over(stage, CheckSheetPage)
    return page


def said(stage: Stage, page: CheckSheetPage) -> str:
    stage.qtbot.waitUntil(lambda: not page._next.isActive())
    return read(page)


def codes(table: Table) -> tuple[str, str]:
    code = code_of(table.match)
    assert code is not None
    return code.short, code.full


@pytest.mark.parametrize("written_as", [0, 1])
def test_a_code_is_the_same_then_changed(stage: Stage, written_as: int) -> None:
    table = stage.evening.play(HAND, NIL_HAND)
    code = codes(table)[written_as]
    page = check(stage)
    stage.qtbot.keyClicks(page.line, code.lower())
    stage.qtbot.keyClick(page.line, Qt.Key.Key_Return)
    assert "✓ The same" in said(stage, page)
    assert "Aces – Kings" in read(page)
    table.record(Ruling(side=0, points=-10, why="late"))
    press(page, "Check")
    text = said(stage, page)
    assert "▲ Changed since it was printed" in text
    assert "1 entry was added:" in text
    assert "+ ruling on Aces" in text
    press(page, "Open the match")
    assert stage.page.table.id == table.id


def test_a_code_of_another_store_is_unknown_and_one_of_another_log_has_changed(
    stage: Stage, tmp_path: Path
) -> None:
    other = Evening(tmp_path / "other")
    stranger = other.play(HAND)
    page = check(stage)
    page.line.setText(codes(stranger)[0])
    press(page, "Check")
    assert "✕ Unknown" in said(stage, page)
    ours = stage.evening.play(HAND)
    match, entries, _hash = codes(ours)[1].removeprefix("scorepad:").split(":")
    page.line.setText(f"scorepad:{match}:{entries}:{'0' * 64}")
    press(page, "Check")
    text = said(stage, page)
    assert "✕ Changed since it was printed" in text
    assert "does not begin with what this sheet was made from" in text


@pytest.mark.parametrize(
    ("code", "mistake"),
    [
        ("", "Type the code first"),
        ("5D1Q-7W0K-0C-9VTZ3-M4K2H-Y", "was mistyped"),
        ("hello", "is no code of a sheet"),
    ],
)
def test_a_bad_code_is_one_sentence(stage: Stage, code: str, mistake: str) -> None:
    page = check(stage)
    page.line.setText(code)
    press(page, "Check")
    assert mistake in said(stage, page)


def test_files_are_checked_and_a_bad_one_is_one_sentence(stage: Stage, tmp_path: Path) -> None:
    tables = play(stage, 3)
    book = tmp_path / "book.pdf"
    book.write_bytes(Sheets().event_book([each.match for each in tables], "A4"))
    other = tmp_path / "other.pdf"
    other.write_bytes(b"%PDF-1.4 nothing of ours")
    tables[1].record(Note(text="lamp broken"))
    page = check(stage)
    page.check_files([str(book), str(other), str(tmp_path / "gone.pdf"), str(tmp_path)])
    text = said(stage, page)
    assert "3 sheets · 2 are the same · 1 has changed" in text
    assert "other.pdf: it bears no code of a match sheet".casefold() in text.casefold()
    assert "gone.pdf cannot be read" in text
    assert f"{tmp_path.name} cannot be read" in text
    assert text.index("▲ Changed") < text.index("✓ The same")


def test_a_huge_file_is_not_waited_for(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorepad.window import check_sheet

    monkeypatch.setattr(check_sheet, "LARGEST", 10)
    film = tmp_path / "film.pdf"
    film.write_bytes(b"0" * 11)
    page = check(stage)
    page.check_files([str(film)])
    assert "film.pdf is too large" in said(stage, page)


def test_a_file_is_dropped_on_the_page(stage: Stage, tmp_path: Path) -> None:
    (table,) = play(stage, 1)
    sheet = tmp_path / "sheet.pdf"
    sheet.write_bytes(Sheets().match_sheet(table.match, "A4"))
    page = check(stage)
    data = QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(sheet))])
    told: tuple[Any, ...] = (
        Qt.DropAction.CopyAction,
        data,
        Qt.MouseButton.LeftButton,
        Qt.KeyboardModifier.NoModifier,
    )
    assert page.acceptDrops()
    assert not page.line.acceptDrops()
    drop = QDropEvent(QPoint(50, 50).toPointF(), *told)
    page.dropEvent(drop)
    assert drop.isAccepted()
    assert "✓ The same" in said(stage, page)


def test_choosing_a_file_holds_nothing_up(stage: Stage) -> None:
    page = check(stage)
    press(page, "Choose a file…")
    assert page.dialog is not None
    assert not page.dialog.isModal()
    page.dialog.reject()


# File names.


def test_names_are_good_on_every_system() -> None:
    from scorepad.window import files

    assert files.safe_name("CON", "") == "scorepad CON"
    assert files.safe_name("a/b: c?", ".pdf") == "a b c.pdf"
    assert len(files.safe_name("棋" * 300, ".pdf").encode()) < 200
    assert files.safe_name(" . ", ".pdf") == "scorepad.pdf"


def test_settings_of_the_folder_are_remembered(stage: Stage, tmp_path: Path) -> None:
    play(stage, 2)
    page = choosing(stage, "xlsx")
    press(page, "Save as…")
    assert page.dialog is not None
    page.dialog.fileSelected.emit(str(tmp_path / "ours.xlsx"))
    page.dialog.reject()
    stage.qtbot.waitUntil((tmp_path / "ours.xlsx").exists)
    assert Settings(stage.evening.settings.file.parent).get("folder") == str(tmp_path)
