"""A printed sheet is checked: by its code, typed or pasted, or by its file."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDropEvent

from scorepad.desk.event_desk import EventDesk
from scorepad.desk.table import Table
from scorepad.events.entries import EventHead
from scorepad.events.eventfile import code_of_event
from scorepad.spades.entries import Note, Ruling
from scorepad.spades.sheetcode import SheetCode, code_of
from scorepad.window.handouts.check_sheet import CheckSheetPage
from tests.window.evening import HAND, NIL_HAND, Evening, Sheets, press
from tests.window.handing import over, play, read, working
from tests.window.stage import Stage


def check(stage: Stage) -> CheckSheetPage:
    stage.window.do("check-sheet")
    page: CheckSheetPage = over(stage, CheckSheetPage)
    return page


def said(stage: Stage, page: CheckSheetPage) -> str:
    stage.qtbot.waitUntil(lambda: not working())
    return read(page)


def codes(table: Table) -> tuple[str, str]:
    code = code_of(table.match)
    assert code is not None
    return code.short, code.full


@pytest.mark.parametrize("written_as", [0, 1])
def test_a_code_matches_until_its_match_changes(stage: Stage, written_as: int) -> None:
    table = stage.evening.play(HAND, NIL_HAND)
    code = codes(table)[written_as]
    page = check(stage)
    stage.qtbot.keyClicks(page.line, code.lower())
    stage.qtbot.keyClick(page.line, Qt.Key.Key_Return)
    assert "✓ The same" in said(stage, page)
    assert "Aces – Kings" in read(page)
    assert "\nNot finished: Aces lead " in read(page)
    table.record(Ruling(side=0, points=-10, why="late"))
    press(page, "Check")
    text = said(stage, page)
    assert "▲ Changed since it was printed" in text
    assert "1 entry was added:" in text
    assert "+ ruling on Aces" in text
    press(page, "Open the match")
    assert stage.page.table.id == table.id


def test_the_code_of_an_event_matches_until_the_event_changes(stage: Stage, tmp_path: Path) -> None:
    table = EventDesk(stage.evening.desk).start(EventHead(name="Spring Open", rules="unc"))
    code = code_of_event(table.event, ())
    page = check(stage)
    page.line.setText(code.short)
    press(page, "Check")
    assert "✓ The same\nSpring Open" in said(stage, page)
    table.record(Note(text="rain"))
    poster = tmp_path / "poster.pdf"
    poster.write_text(code.full)
    page.check_files([str(poster)])
    text = said(stage, page)
    assert "▲ Changed since it was printed\nSpring Open" in text
    assert "1 entry was added to it or its matches" in text


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
    match, entries, _hash = codes(ours)[1].removeprefix("scorepad2:").split(":")
    page.line.setText(f"scorepad2:{match}:{entries}:{'0' * 64}")
    press(page, "Check")
    text = said(stage, page)
    assert "✕ Changed since it was printed" in text
    assert "are not those of this sheet" in text


@pytest.mark.parametrize(
    ("code", "mistake"),
    [
        ("", "Type the code first"),
        ("5D1Q-7W0K-0C-9VTZ3-M4K2H-Y", "was mistyped"),
        ("hello", "is not a sheet's code"),
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
    assert "other.pdf: no code of a match sheet could be read".casefold() in text.casefold()
    assert "gone.pdf cannot be read" in text
    assert f"{tmp_path.name} cannot be read" in text
    assert text.index("▲ Changed") < text.index("✓ The same")


def test_a_huge_file_is_refused(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorepad.window.handouts import check_sheet

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


def test_the_file_dialog_of_the_check_is_not_modal(stage: Stage) -> None:
    page = check(stage)
    press(page, "Choose a file…")
    assert page.dialog is not None
    assert not page.dialog.isModal()
    page.dialog.reject()


def test_a_file_is_read_while_the_window_goes_on_and_can_be_cancelled(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    from scorepad.window.handouts import check_sheet

    code = code_of(stage.evening.play(HAND).match)
    go_on = Event()

    def slowly(_pdf: bytes, _name: str) -> Iterator[SheetCode | None]:
        yield None
        go_on.wait()
        yield code

    monkeypatch.setattr(check_sheet, "coming_codes", slowly)
    file = tmp_path / "painted anew.pdf"
    file.write_bytes(b"%PDF")
    page = check(stage)
    page.check_files([str(file)])
    stage.qtbot.waitUntil(lambda: "files are being read for their codes" in read(stage.window))
    press(stage.window, "Cancel")
    go_on.set()
    assert "nothing was checked" in said(stage, page)
    page.check_files([str(file)])
    text = said(stage, page)
    assert "Not compared" in text, "the file has no page"
    assert "being read" not in read(stage.window)


def test_text_copied_along_with_the_code_is_ignored(stage: Stage) -> None:
    table = stage.evening.play(HAND)
    page = check(stage)
    page.line.setText(f"{codes(table)[0]} 2 entries · match {table.id} unofficial · page 1 of 1")
    press(page, "Check")
    assert "✓ The same" in said(stage, page)
    page.line.setText(codes(table)[1] + "0")
    press(page, "Check")
    assert "was mistyped" in said(stage, page)
