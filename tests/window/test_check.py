"""A document is checked: by a code, typed or pasted, or by its file."""

from __future__ import annotations

from pathlib import Path
from threading import Event
from typing import Any

import pytest
from PySide6.QtCore import QMimeData, QPoint, Qt, QUrl
from PySide6.QtGui import QDragEnterEvent, QDragLeaveEvent, QDropEvent
from PySide6.QtWidgets import QApplication, QFrame

from reports import PAPERS
from scorepad.desk.documents import PdfDocument, document_contents
from scorepad.desk.event_desk import EventDesk
from scorepad.desk.table import Table
from scorepad.desk.verify import FileFingerprint, fingerprint_file
from scorepad.events.entries import EventHead
from scorepad.events.eventfile import code_of_event
from scorepad.spades.entries import Note, Ruling
from scorepad.spades.sheetcode import code_of
from scorepad.window.printing import check as check_room
from scorepad.window.printing.check import DocumentCheckPage
from tests.window.evening import HAND, NIL_HAND, Evening, Sheets, press
from tests.window.find import FileDialog
from tests.window.print_pages import over, play, read, working
from tests.window.stage import Stage


def check(stage: Stage) -> DocumentCheckPage:
    stage.window.do("check-sheet")
    page: DocumentCheckPage = over(stage, DocumentCheckPage)
    return page


def answer_text(stage: Stage, page: DocumentCheckPage) -> str:
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
    text = answer_text(stage, page)
    assert "✓ Unchanged\nThe match hasn't changed since this was printed; " in text
    assert "; Scorepad checked only the code, not a file\n" in text
    assert "\nNot finished: Aces leads " in text
    table.record(Ruling(side=0, points=-10, why="late"))
    press(page, "Check")
    text = answer_text(stage, page)
    assert "▲ Changed since it was made" in text
    assert "1 entry was added: ruling on Aces" in text
    press(page, "Open the match")
    assert stage.page.table.id == table.id


def test_the_code_of_an_event_matches_until_the_event_changes(stage: Stage, tmp_path: Path) -> None:
    table = EventDesk(stage.evening.desk).start(EventHead(name="Spring Open", rules="unc"))
    code = code_of_event(table.event, ())
    page = check(stage)
    page.line.setText(code.short)
    press(page, "Check")
    assert "✓ Unchanged\nThe event hasn't changed since this was printed; " in answer_text(
        stage, page
    )
    table.record(Note(text="rain"))
    poster = tmp_path / "poster.pdf"
    poster.write_text(code.full)
    page.check_files([str(poster)])
    text = answer_text(stage, page)
    assert "✕ Not recognized\n“poster.pdf” isn't a file that this computer recognizes" in text
    assert "Event: Spring Open" in text


def test_a_code_of_another_store_is_unknown_and_one_of_another_log_has_changed(
    stage: Stage, tmp_path: Path
) -> None:
    other = Evening(tmp_path / "other")
    stranger = other.play(HAND)
    page = check(stage)
    page.line.setText(codes(stranger)[0])
    press(page, "Check")
    said = "✕ Not recognized\nNo match or event on this computer has the code "
    assert said in answer_text(stage, page)
    ours = stage.evening.play(HAND)
    match, entries, _hash = codes(ours)[1].removeprefix("scorepad3:").split(":")
    page.line.setText(f"scorepad3:{match}:{entries}:{'0' * 64}")
    press(page, "Check")
    text = answer_text(stage, page)
    assert "▲ Changed since it was made" in text
    assert "This computer has no record of a document with this code" in text
    assert "the document's names, rules, or entries differ from the ones saved here" in text


def test_a_bad_code_is_one_sentence(stage: Stage, subtests: pytest.Subtests) -> None:
    page = check(stage)
    for code, mistake in [
        ("", "Type the code first"),
        ("5D1Q-7W0K-0C-9VTZ3-M4K2H-Y", "was mistyped"),
        ("5D1Q-7W0K-000C-9VTZ3M-4K2HAB-P", "was mistyped"),
        ("hello", "isn't a sheet code"),
    ]:
        with subtests.test(code=code, mistake=mistake):
            page.line.setText(code)
            press(page, "Check")
            assert mistake in answer_text(stage, page)


def saved(table: Table, file: Path) -> Path:
    """Save the sheet of a match, as the preview does."""
    pdf = Sheets().make_paper(PAPERS["sheet"], [table.match], "A4")
    document = PdfDocument(pdf, document_contents(PAPERS["sheet"], [table.match]))
    assert table.try_to_remember_documents([(document.sha256, document.contents)]) is None
    file.write_bytes(pdf)
    return file


def test_files_are_checked_and_a_bad_one_is_one_sentence(stage: Stage, tmp_path: Path) -> None:
    one, other = play(stage, 2)
    files = [saved(one, tmp_path / "one.pdf"), saved(other, tmp_path / "other.pdf")]
    foreign = tmp_path / "foreign.pdf"
    foreign.write_bytes(files[0].read_bytes() + b"\n")
    other.record(Note(text="lamp broken"))
    page = check(stage)
    page.check_files([*map(str, files), str(foreign), str(tmp_path / "gone.pdf"), str(tmp_path)])
    text = answer_text(stage, page)
    assert "3 documents · 1 is unchanged · 1 has changed · 1 isn't recognized" in text
    assert "“foreign.pdf” isn't a file that this computer recognizes" in text
    assert "Compare these figures with the ones in the file:\nAces " in text
    assert "gone.pdf can't be read" in text
    assert f"{tmp_path.name} can't be read" in text
    assert text.index("✕ Not recognized") < text.index("▲ Changed") < text.index("✓ Unchanged")


def test_a_huge_file_is_refused(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(check_room, "PAPER_BYTES", 10)
    film = tmp_path / "film.pdf"
    film.write_bytes(b"0" * 11)
    page = check(stage)
    page.check_files([str(film)])
    assert "film.pdf can't be read: " in answer_text(stage, page)


def test_a_file_is_dropped_on_the_page(stage: Stage, tmp_path: Path) -> None:
    (table,) = play(stage, 1)
    sheet = saved(table, tmp_path / "sheet.pdf")
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
    assert "✓ Unchanged\nMatch sheet, Aces" in answer_text(stage, page)


# Qt 6.12 would have a point of fractions, which Qt 6.11 doesn't take.
@pytest.mark.filterwarnings("ignore:Function. 'QDragEnterEvent:DeprecationWarning")
def test_the_place_for_files_is_marked_while_one_is_dragged_over_the_page(
    stage: Stage, tmp_path: Path
) -> None:
    page, data = check(stage), QMimeData()
    data.setUrls([QUrl.fromLocalFile(str(tmp_path / "sheet.pdf"))])
    buttons = Qt.MouseButton.LeftButton, Qt.KeyboardModifier.NoModifier
    enter = QDragEnterEvent(QPoint(50, 50), Qt.DropAction.CopyAction, data, *buttons)
    QApplication.sendEvent(page, enter)
    assert enter.isAccepted()
    marked = [each for each in page.findChildren(QFrame) if each.property("tone") == "on"]
    assert [each.property("kind") for each in marked] == ["drop"]
    QApplication.sendEvent(page, QDragLeaveEvent())
    assert marked[0].property("tone") == ""


def test_a_file_that_is_chosen_is_checked(stage: Stage, tmp_path: Path) -> None:
    page, file = check(stage), tmp_path / "sheet.pdf"
    file.write_bytes(b"unknown")
    FileDialog(lambda: press(page, "Choose a file…"), file)
    assert "sheet.pdf" in answer_text(stage, page)


def test_a_file_is_read_while_the_window_goes_on_and_can_be_cancelled(
    stage: Stage, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = stage.evening.play(HAND)
    go_on = Event()

    def slowly(data: bytes, name: str) -> FileFingerprint:
        go_on.wait(60)
        return fingerprint_file(data, name)

    monkeypatch.setattr(check_room, "fingerprint_file", slowly)
    file = saved(table, tmp_path / "sheet.pdf")
    page = check(stage)
    page.check_files([str(file)])
    stage.qtbot.waitUntil(lambda: "Reading the files" in read(stage.window))
    press(stage.window, "Cancel")
    go_on.set()
    assert "nothing was checked" in answer_text(stage, page)
    page.check_files([str(file)])
    assert "✓ Unchanged" in answer_text(stage, page)
    assert "Reading the files" not in read(stage.window)


def test_text_copied_along_with_the_code_is_ignored(stage: Stage) -> None:
    table = stage.evening.play(HAND)
    page = check(stage)
    page.line.setText(f"{codes(table)[0]} 2 entries · match {table.id} unofficial · page 1 of 1")
    press(page, "Check")
    assert "✓ Unchanged" in answer_text(stage, page)
    page.line.setText(codes(table)[1] + "0")
    press(page, "Check")
    assert "was mistyped" in answer_text(stage, page)
