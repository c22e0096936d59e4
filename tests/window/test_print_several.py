"""What is printed of one match or of none, exports of several, a line for a chat."""

from __future__ import annotations

import csv
import json
import os
from pathlib import Path
from typing import Any

import openpyxl
import pytest
from pypdf import PdfReader
from PySide6.QtCore import QUrl
from PySide6.QtGui import QDesktopServices, QGuiApplication
from PySide6.QtWidgets import QPushButton

from reports import FORMATS, PAPERS
from scorepad.__main__ import Program
from scorepad.desk.documents import hash_of
from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import EventHead
from scorepad.settings import Settings
from scorepad.spades.entries import Forfeit, Note
from scorepad.window.printing.batch_page import BOOK, DocumentsPage
from scorepad.window.printing.preview import PreviewPage
from tests.imports import import_match
from tests.window.evening import HAND, Evening, Sheets, press
from tests.window.find import FileDialog, choose, settle, whole
from tests.window.print_pages import choosing, finished_preview, over, pages, play, read
from tests.window.stage import Stage

# A blank sheet, several kinds of one match.


def test_a_blank_sheet_of_any_rule_set(stage: Stage) -> None:
    stage.evening.settings.set_and_save("rules", "chicago")
    stage.window.do("list")
    stage.window.do("blank")
    page = over(stage, PreviewPage)
    rules = stage.evening.library.get("chicago")
    assert page.pdf == Sheets().blank_sheet(rules, "A4")
    assert page.choice.accessibleName() == "Blank sheet"
    names = [page.choice.itemText(row) for row in range(page.choice.count())]
    page.choice.setCurrentIndex(names.index(stage.evening.library.get("unc").name))
    assert page.pdf == Sheets().blank_sheet(stage.evening.library.get("unc"), "A4")
    assert "UNC" in pages(page.pdf)[0]


def test_a_match_is_printed_in_three_ways(stage: Stage) -> None:
    page = stage.open(HAND)
    stage.window.do("print")
    shown = over(stage, PreviewPage)
    sheets = Sheets()
    for row in range(3):
        match = page.table.match
        shown.choice.setCurrentIndex(row)
        wanted = (
            sheets.make_paper(PAPERS["sheet"], [match], "A4"),
            sheets.make_paper(PAPERS["half-sheets"], [match], "A4"),
            sheets.make_paper(PAPERS["blank-sheet"], [match], "A4"),
        )
        assert shown.pdf == wanted[row], row
        assert "Aces" in pages(shown.pdf)[0], row
        page.table.record(Note(text=f"lamp {row} broken"))
        assert (f"lamp {row} broken" in pages(shown.pdf)[0]) == (row < 2), row


def test_all_that_can_be_made_is_in_sight(stage: Stage) -> None:
    """The lists of a director are offered where an event of that name is kept."""
    play(stage, 1, event="Open")
    EventDesk(stage.evening.desk).start(EventHead(name="Spring", rules="unc"))
    play(stage, 1)
    page = choosing(stage, "csv")

    def offered() -> list[str]:
        buttons = page.papers.findChildren(QPushButton)
        return [each.text() for each in buttons if each.isVisible()]

    settle()
    both = [str(each.title) for each in PAPERS.values() if each.needs in ("event", "matches")]
    papers = [str(each.title) for each in PAPERS.values() if each.needs == "matches"]
    files = [each.text() for each in page.forms.findChildren(QPushButton)]
    assert files == [str(each.title) for each in FORMATS.values()]
    assert offered() == both
    buttons = [*page.papers.findChildren(QPushButton), *page.forms.findChildren(QPushButton)]
    assert all(map(whole, buttons))
    page.choose("moves")
    assert (page.kind, page.forms.value) == ("moves", None)
    choose(page, "Event", "Open (1)")
    assert offered() == both, "what is chosen does not go away"
    page.choose(BOOK)
    assert offered() == papers
    stage.show_at(1024, 640, 100)
    settle()
    assert all(whole(each) for each in buttons if each.isVisible())


# Exports.


def exported(stage: Stage, form: str, path: Path) -> DocumentsPage:
    page = choosing(stage, form)
    page.chosen.emit(form, path)
    stage.qtbot.waitUntil(lambda: bool(page.strip.text))
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
    assert all(import_match(other.desk, each.read_bytes(), each.name).created for each in files)
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
    assert "already exists, so nothing was written" in read(page)
    assert there.read_text() == "mine"
    page = exported(stage, "xlsx", tmp_path / "gone" / "ours.xlsx")
    assert "couldn't be written" in read(page)
    assert "\n" not in page.strip.text


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
    assert "couldn't be written (the disk is full)" in said
    assert not any("sheets" in each.name for each in tmp_path.iterdir())


def test_the_dialog_proposes_a_name_that_is_free(stage: Stage, tmp_path: Path) -> None:
    play(stage, 2)
    (tmp_path / "Spring.xlsx").touch()
    stage.evening.settings.set_and_save("folder", str(tmp_path))
    page = choosing(stage, "xlsx")
    asked = FileDialog(lambda: press(page, "Save as…"))
    assert asked.proposed == "Spring (2).xlsx"
    assert asked.title == "Export the matches"
    page.choose("html")
    assert FileDialog(lambda: press(page, "Save as…")).title == "Export web pages"


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
    assert "can't open folders" in read(page)


def test_each_file_of_an_export_is_remembered_or_it_is_said(stage: Stage, tmp_path: Path) -> None:
    tables = play(stage, 3)
    keeper = stage.evening.keeper
    exported(stage, "json", tmp_path / "files")
    files = [each.read_bytes() for each in (tmp_path / "files").iterdir()]
    assert {each.sha256 for each in keeper.documents} == set(map(hash_of, files))
    assert {each.log for each in keeper.documents} == {table.id for table in tables}
    exported(stage, "xlsx", tmp_path / "ours.xlsx")
    assert keeper.documents[-1].sha256 == hash_of((tmp_path / "ours.xlsx").read_bytes())
    keeper.full = True
    page = exported(stage, "csv", tmp_path / "tables")
    assert "Couldn't save a record of this document" in read(page)
    assert (tmp_path / "tables" / "matches.csv").exists()


def test_a_book_is_remembered_when_it_is_saved(stage: Stage, tmp_path: Path) -> None:
    play(stage, 2)
    choosing(stage, BOOK).print_or_export()
    page = finished_preview(stage)
    assert stage.evening.keeper.documents == []
    page.save(tmp_path / "book.pdf")
    (document,) = stage.evening.keeper.documents
    assert (document.kind, len(document.codes)) == ("book", 2)
    assert document.sha256 == hash_of((tmp_path / "book.pdf").read_bytes())


def test_an_export_whose_page_was_left_says_where_it_is(stage: Stage, tmp_path: Path) -> None:
    play(stage, 2)
    page = choosing(stage, "xlsx")
    page.chosen.emit("xlsx", tmp_path / "ours.xlsx")
    stage.window.do("list")
    stage.qtbot.waitUntil(lambda: stage.window.banners.find_banner("ready") is not None)
    banner = stage.window.banners.find_banner("ready")
    assert banner is not None
    assert str(tmp_path / "ours.xlsx") in read(banner)


def test_export_is_reached_with_and_without_a_match(stage: Stage) -> None:
    table = play(stage, 1)[0]
    stage.window.do("list")
    stage.window.do("export")
    assert over(stage, DocumentsPage).kind == "csv"
    stage.window.show_opened_table(table)
    stage.window.do("export")
    assert stage.page.panel is not None
    press(stage.page.panel, "Several matches…")
    assert over(stage, DocumentsPage).checked_ids == [table.id]
    stage.window.do("list")
    assert stage.window.pages is not None
    press(stage.window.stack.currentWidget(), "Print or export…")
    press(over(stage, DocumentsPage), "Blank sheet…")
    assert over(stage, PreviewPage).choice.accessibleName() == "Blank sheet"


def test_an_export_takes_the_paper_that_is_set_now(tmp_path: Path) -> None:
    program = Program(str(tmp_path / "data"))
    sheets = program.sheets()
    match = Evening(tmp_path / "evening").play(HAND).match
    for paper, width in (("A4", 595), ("Letter", 612)):
        program.settings.set_and_save("paper", paper)
        file = tmp_path / f"{paper}.pdf"
        sheets.export(FORMATS["pdf"], [match], file)
        assert round(PdfReader(file).pages[0].mediabox.width) == width


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
    preview: Any = stage.window.navigation.current
    assert "Aces" in preview.strip.text
    assert "forfeit" in QGuiApplication.clipboard().text()


# File names.


def test_names_are_good_on_every_system() -> None:
    from scorepad.window.widgets import file_dialogs

    assert file_dialogs.safe_file_name("CON", "") == "scorepad CON"
    assert file_dialogs.safe_file_name("a/b: c?", ".pdf") == "a b c.pdf"
    assert len(file_dialogs.safe_file_name("棋" * 300, ".pdf").encode()) < 200
    assert file_dialogs.safe_file_name(" . ", ".pdf") == "scorepad.pdf"
    assert file_dialogs.safe_file_name("\u2660\ufe0f Aces", "") == "\u2660 Aces"
    name = file_dialogs.safe_file_name("क्षि" * 40, "")
    assert name == "क्षि" * (160 // len("क्षि".encode()))


def test_settings_of_the_folder_are_remembered(stage: Stage, tmp_path: Path) -> None:
    play(stage, 2)
    page = choosing(stage, "xlsx")
    FileDialog(lambda: press(page, "Save as…"), tmp_path / "ours.xlsx")
    stage.qtbot.waitUntil((tmp_path / "ours.xlsx").exists)
    assert Settings(stage.evening.settings.file.parent).get("folder") == str(tmp_path)
