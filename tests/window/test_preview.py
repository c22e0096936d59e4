"""The sheet looked at, saved and printed is the very PDF that the sheets make."""

from __future__ import annotations

import io
from pathlib import Path
from typing import Any

import pytest
from pypdf import PdfReader
from PySide6.QtCore import Qt, QUrl
from PySide6.QtGui import QDesktopServices, QPageSize
from PySide6.QtPrintSupport import QPrinter, QPrinterInfo
from PySide6.QtWidgets import QPushButton

from reports import FORMATS, PAPERS
from scorepad.desk.documents import hash_of
from scorepad.spades.entries import Bids, Note, Tricks
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T
from scorepad.window.printing.export_panel import ExportPanel
from scorepad.window.printing.preview import PagePrinter, PreviewPage
from scorepad.window.printing.print_job import match_print_jobs
from scorepad.window.widgets import file_dialogs
from tests.imports import import_match
from tests.reports.papers import EVERY_KIND
from tests.window.evening import HAND, Evening, Sheets, announced_text, press, read
from tests.window.find import FileDialog, texts


def preview(qtbot: Any, evening: Evening, table: Any, sheets: Any = None) -> PreviewPage:
    offered = match_print_jobs(table, sheets or Sheets())
    page = PreviewPage(
        offered, evening.settings, remember=evening.desk.try_to_remember_documents, table=table
    )
    qtbot.addWidget(page)
    page.resize(1024, 640)
    page.show()
    return page


def long_match(evening: Evening) -> Any:
    """A match long enough for a second page."""
    table = evening.play(rules="chicago", agreed={"game": {"target": 100000}})
    for _hand in range(40):
        table.record(Bids(bids=(3, 3, 3, 2)))
        table.record(Tricks(tricks=(4, 4, 3, 2)))
    return table


@pytest.mark.parametrize(("paper", "width"), [("A4", 595), ("Letter", 612)])
def test_what_is_shown_is_the_pdf(qtbot: Any, evening: Evening, paper: str, width: int) -> None:
    evening.settings.set_and_save("paper", paper)
    table = evening.play(HAND)
    page = preview(qtbot, evening, table)
    assert page.pdf == Sheets().make_paper(PAPERS["sheet"], [table.match], page.paper.value)
    assert page.document.pageCount() == len(PdfReader(io.BytesIO(page.pdf)).pages)
    assert round(page.document.pagePointSize(0).width()) == width
    qtbot.waitUntil(lambda: "Page 1 of 1" in read(page))


def test_other_paper_is_made_at_once_and_remembered(qtbot: Any, evening: Evening) -> None:
    page = preview(qtbot, evening, evening.play(HAND))
    before = page.pdf
    press(page, "Paper: Letter")
    assert page.pdf != before
    assert round(page.document.pagePointSize(0).width()) == 612
    assert evening.settings.get("paper") == "Letter"


def test_the_preview_follows_the_match(qtbot: Any, evening: Evening) -> None:
    table = evening.play(HAND)
    page = preview(qtbot, evening, table)
    before = page.pdf
    page.refresh()
    assert page.pdf == before
    table.record(Note(text="lamp broken"))
    page.refresh()
    assert "lamp broken" in PdfReader(io.BytesIO(page.pdf)).pages[0].extract_text()


def test_pages_are_turned_and_zoomed(qtbot: Any, evening: Evening) -> None:
    page = preview(qtbot, evening, long_match(evening))
    pages = page.document.pageCount()
    assert pages > 1
    press(page, "Next page")
    qtbot.waitUntil(lambda: f"Page 2 of {pages}" in read(page))
    qtbot.keyClick(page, Qt.Key.Key_PageUp)
    qtbot.waitUntil(lambda: f"Page 1 of {pages}" in read(page))
    wide = page.zoom_factor
    assert wide > 0.75, "it begins so large that it can be read"
    press(page, "Whole page")
    whole = page.zoom_factor
    press(page, "Larger")
    assert page.zoom_factor == pytest.approx(whole * 1.25, rel=0.01)
    press(page, "Page width")
    assert page.zoom_factor == pytest.approx(wide, rel=0.01)
    assert wide > whole
    press(page, "Whole page")
    assert page.zoom_factor == pytest.approx(whole, rel=0.01)
    for _press in range(20):
        page.zoom_by(1.25)
    assert page.zoom_factor <= 5


def test_the_saved_file_is_the_pdf_shown(qtbot: Any, evening: Evening, tmp_path: Path) -> None:
    page = preview(qtbot, evening, evening.play(HAND))
    out = tmp_path / "sheet.pdf"
    assert evening.keeper.documents == [], "a preview is no document"
    page.save(out)
    assert out.read_bytes() == page.pdf
    assert "Saved: " in read(page)
    (document,) = evening.keeper.documents
    assert (document.sha256, document.kind) == (hash_of(page.pdf), "sheet")


def test_a_sheet_that_cannot_be_remembered_is_saved_and_said(
    qtbot: Any, evening: Evening, tmp_path: Path
) -> None:
    page = preview(qtbot, evening, evening.play(HAND))
    out = tmp_path / "sheet.pdf"
    evening.keeper.full = True
    page.save(out)
    assert out.read_bytes() == page.pdf
    assert "Couldn't save a record of this document" in read(page)


def test_a_folder_that_cannot_be_written_is_told_and_nothing_is_left(
    qtbot: Any, evening: Evening, tmp_path: Path
) -> None:
    blocked = tmp_path / "file"
    blocked.write_text("not a folder")
    page = preview(qtbot, evening, evening.play(HAND))
    page.save(blocked / "sheet.pdf")
    assert "can't be written" in read(page)
    assert "Choose another folder or name" in read(page)
    page.save(tmp_path / "gone" / "sheet.pdf")
    assert [each.name for each in tmp_path.iterdir() if each.name.startswith(".scorepad")] == []


def test_a_sheet_is_saved_where_one_says(qtbot: Any, evening: Evening, tmp_path: Path) -> None:
    evening.settings.set_and_save("folder", str(tmp_path))
    page = preview(qtbot, evening, evening.play(HAND))
    asked = FileDialog(lambda: press(page, "Save as PDF…"), tmp_path / "ours")
    assert (asked.title, asked.folder) == ("Save as PDF", tmp_path)
    assert (tmp_path / "ours.pdf").read_bytes() == page.pdf, "its ending comes by itself"


@pytest.mark.parametrize(
    ("opened", "said"),
    [(True, "If the viewer doesn't open, save as PDF"), (False, "no PDF viewer")],
)
def test_the_system_s_viewer_gets_the_same_file(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch, opened: bool, said: str
) -> None:
    asked: list[bytes] = []

    def open_url(url: QUrl) -> bool:
        asked.append(Path(url.toLocalFile()).read_bytes())
        return opened

    monkeypatch.setattr(QDesktopServices, "openUrl", open_url)
    page = preview(qtbot, evening, evening.play(HAND))
    press(page, "Open in the viewer")
    assert asked == [page.pdf]
    assert said in read(page)


def printing(page: PreviewPage) -> Any:
    return page.make_page_printer()


def test_without_a_printer_there_is_a_sentence(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    page = preview(qtbot, evening, evening.play(HAND))
    press(page, "Print…")
    assert "No printer is set up on this computer. Save as PDF" in read(page)


def printer_to(out: Path) -> QPrinter:
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(out))
    printer.setResolution(100)
    printer.setFullPage(True)
    printer.setPageSize(QPageSize(QPageSize.PageSizeId.A4))
    return printer


def test_a_wide_page_is_printed_across_the_paper(qtbot: Any, tmp_path: Path) -> None:
    poster, out = EVERY_KIND["poster of both sides"]("A4"), tmp_path / "p.pdf"
    said: list[str] = []
    printer = PagePrinter(poster, "Poster", remember=lambda: None)
    printer.status.connect(lambda text, _tone: said.append(str(text)))
    printer.print_on(printer_to(out))
    qtbot.waitUntil(lambda: "Sent to the printer." in said)
    sizes = [
        [(page.mediabox.width > page.mediabox.height) for page in PdfReader(file).pages]
        for file in (io.BytesIO(poster), out)
    ]
    assert sizes[0] == sizes[1]
    assert set(sizes[0]) == {False, True}


def test_every_page_goes_to_the_printer(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    page = preview(qtbot, evening, long_match(evening))
    out = tmp_path / "printed.pdf"
    printing(page).print_on(printer_to(out))
    seen: list[str] = []
    qtbot.waitUntil(lambda: seen.append(read(page)) or "Sent to the printer." in seen[-1])
    assert any("Printing page 1 of " in each for each in seen)
    assert [each.sha256 for each in evening.keeper.documents] == [hash_of(page.pdf)]
    assert len(PdfReader(out).pages) == page.document.pageCount()


@pytest.mark.qt_log_ignore("QPainter::begin", extend=True)
def test_a_printer_that_fails_is_told(
    qtbot: Any, evening: Evening, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setattr(QPrinterInfo, "availablePrinterNames", list)
    page = preview(qtbot, evening, evening.play(HAND))
    printer = QPrinter(QPrinter.PrinterMode.HighResolution)
    printer.setOutputFormat(QPrinter.OutputFormat.PdfFormat)
    printer.setOutputFileName(str(tmp_path / "no" / "such" / "folder.pdf"))
    before = page.pdf
    printing(page).print_on(printer)
    assert "The printer isn't responding" in read(page)
    assert page.pdf == before


def test_a_sheet_that_cannot_be_made_is_told(qtbot: Any, evening: Evening) -> None:
    class Broken(Sheets):
        def make_paper(self, *_told: Any, **_options: Any) -> bytes:
            raise Refused(T("the fonts are missing"))

    page = preview(qtbot, evening, evening.play(HAND), Broken())
    assert "The fonts are missing" in read(page)


# Exports.


@pytest.mark.parametrize("form", [each for each in FORMATS if each != "html"])
def test_an_export_is_written_and_nothing_is_overwritten(
    qtbot: Any,
    evening: Evening,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    form: str,
) -> None:
    shown: list[str] = []
    monkeypatch.setattr(
        QDesktopServices, "openUrl", lambda url: shown.append(url.toLocalFile()) or True
    )
    table = evening.play(HAND)
    panel: ExportPanel = evening.panel(qtbot, "export", table)
    offered = [each.text() for each in panel.form.findChildren(QPushButton)]
    assert offered == [str(each.title) for each in FORMATS.values()]
    press(panel, f"Format: {form.upper()}")
    out = tmp_path / ("tables" if form == "csv" else f"ours.{form}")
    panel.save(out)
    assert f"Saved: {out}" in announced_text(panel)
    press(panel.parentWidget(), "Open the folder")
    assert shown == [str(out if form == "csv" else tmp_path)]
    written = sorted(out.iterdir()) if form == "csv" else [out]
    remembered = {each.sha256 for each in evening.keeper.documents}
    assert remembered == {hash_of(each.read_bytes()) for each in written}
    if form == "json":
        taken = import_match(Evening(tmp_path / "other").desk, out.read_bytes(), "ours.json")
        assert taken.match_id == table.id
    elif form == "pdf":
        assert "Aces" in PdfReader(out).pages[0].extract_text()
    before = sorted(out.iterdir()) if form == "csv" else out.read_bytes()
    panel.save(out)
    assert "already exists, so nothing was written" in announced_text(panel)
    assert before == (sorted(out.iterdir()) if form == "csv" else out.read_bytes())


def test_a_sheet_is_not_written_over_a_file(qtbot: Any, evening: Evening, tmp_path: Path) -> None:
    page = preview(qtbot, evening, evening.play(HAND))
    out = tmp_path / "sheet.pdf"
    out.write_text("mine")
    page.save(out)
    assert "already exists" in read(page)
    assert out.read_text() == "mine"


def test_an_export_is_saved_where_one_says(qtbot: Any, evening: Evening, tmp_path: Path) -> None:
    evening.settings.set_and_save("folder", str(tmp_path))
    panel = evening.panel(qtbot, "export", evening.play(HAND))
    asked = FileDialog(lambda: press(panel, "Save as…"), tmp_path / "ours.json")
    assert asked.title == "Export the match"
    assert [each.stem for each in tmp_path.glob("ours.*")] == ["ours"]


@pytest.mark.parametrize(
    ("names", "name"),
    [
        (("Spring", "2", "Table 4"), "Spring 2 Table 4 Aces - Kings.pdf"),
        (("A/B: <x>?", "", "..\\c"), "A B x .. c Aces - Kings.pdf"),
        (("", "", ""), "Aces - Kings.pdf"),
    ],
)
def test_file_names_are_allowed_everywhere(
    evening: Evening, names: tuple[str, str, str], name: str
) -> None:
    event, round_, table = names
    head = evening.play(event=event, round=round_, table=table).match.head
    assert file_dialogs.file_name_of_match(head, ".pdf") == name


def test_the_zoom_that_is_read_is_that_of_the_page_shown(qtbot: Any, evening: Evening) -> None:
    page = preview(qtbot, evening, evening.play(HAND))
    for size in ((900, 700), (1300, 900)):
        page.resize(*size)
        qtbot.waitUntil(lambda: f"{round(page.zoom_factor * 100)}%" in texts(page))
        assert page.zoom_factor > 0.2
