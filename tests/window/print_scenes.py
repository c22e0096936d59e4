"""Screens of what is printed: the preview of each kind, many matches, a sheet checked."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtCore import QEventLoop
from PySide6.QtWidgets import QApplication

from reports import PAPERS
from scorepad.desk.documents import PdfDocument, document_contents
from scorepad.desk.event_desk import EventDesk
from scorepad.events.entries import EventHead
from scorepad.spades.entries import Forfeit, Note, Ruling
from scorepad.spades.sheetcode import code_of
from scorepad.spades.words import T
from scorepad.window.printing.batch_page import DocumentsPage
from scorepad.window.printing.check import DocumentCheckPage
from scorepad.window.printing.jobs import running_jobs
from scorepad.window.printing.preview import PreviewPage
from scorepad.window.widgets.file_dialogs import announce_saved_file
from tests.window.evening import HAND, NIL_HAND, Evening, Sheets
from tests.window.find import line

if TYPE_CHECKING:
    from tests.window.scenes import Scene


def tournament(scene: Scene) -> None:
    """Two events, some matches of none; one scene has them once."""
    if scene.has_tournament:
        scene.table(HAND)
        return
    scene.has_tournament = True
    for number in range(9):
        table = scene.evening.play(*(HAND, NIL_HAND)[: number % 3], table=str(number + 1))
        if number % 3 == 2:
            table.record(Forfeit(side=number % 2, why="left"))
    scene.evening.play(HAND, event="The Forty-Second Annual Invitational of the Faculty Club")
    scene.evening.play(event="", round="", table="")
    scene.table(HAND)


def shown_preview(scene: Scene) -> PreviewPage:
    page = scene.window.stack.currentWidget()
    assert isinstance(page, PreviewPage)
    return page


def choosing(scene: Scene) -> DocumentsPage:
    page = scene.window.stack.currentWidget()
    assert isinstance(page, DocumentsPage)
    return page


def check_page(scene: Scene) -> DocumentCheckPage:
    scene.window.do("check-sheet")
    page = scene.window.stack.currentWidget()
    assert isinstance(page, DocumentCheckPage)
    return page


def wait_for_jobs() -> None:
    """Let what runs in the background come to its end, which is an event, too."""
    while running_jobs():
        QApplication.processEvents(QEventLoop.ProcessEventsFlag.WaitForMoreEvents)


def preview_half(scene: Scene) -> None:
    tournament(scene)
    scene.window.do("print")
    shown_preview(scene).choice.setCurrentIndex(1)


def preview_saved(scene: Scene) -> None:
    tournament(scene)
    scene.window.do("print")
    path = Path("/home/pat/Documents/Spades/2026/Spring tournament/sheet.pdf")
    announce_saved_file(shown_preview(scene).notify, path)


def several(scene: Scene) -> None:
    """The matches of an event, whose lists can be made too."""
    EventDesk(scene.evening.desk).start(EventHead(name="Spring", rules="unc"))
    tournament(scene)
    scene.window.do("print-several")


def several_none(scene: Scene) -> None:
    scene.window.do("print-several")


def several_exported(scene: Scene) -> None:
    tournament(scene)
    scene.window.do("print-several")
    page = choosing(scene)
    page.choose("csv")
    page.model.toggle(1)
    path = Path("/home/pat/Documents/Spades/2026/Spring tournament/tables")
    announce_saved_file(page.notify, path)


def several_bad_day(scene: Scene) -> None:
    tournament(scene)
    scene.window.do("print-several")
    page = choosing(scene)
    line(page, str(T("First day"))).setText("tomorrow")
    page.check_matches_in_scope()
    page.notify(T("Another job is still running. Wait until it finishes, or cancel it."), "warn")


def being_made(scene: Scene) -> None:
    tournament(scene)
    scene.window.do("book")
    banner = scene.window.banners.show_banner(
        "making", str(T("Making {what}", what="Spring")), stays=True, tone="note"
    )
    banner.add_button(str(T("Cancel")), lambda: None)


def preview_book(scene: Scene) -> None:
    tournament(scene)
    scene.window.do("book")
    choosing(scene).print_or_export()
    wait_for_jobs()
    shown_preview(scene)


def copied(scene: Scene) -> None:
    tournament(scene)
    scene.window.do("copy-result")


def checked(scene: Scene) -> None:
    table = scene.table(HAND)
    code = code_of(table.match)
    assert code is not None
    table.record(Note(text="lamp broken"))
    table.record(Ruling(side=0, points=-10, why="late to the table"))
    page = check_page(scene)
    page.line.setText(code.short)
    page.check_code()
    wait_for_jobs()


def checked_same(scene: Scene) -> None:
    table = scene.table(HAND)
    code = code_of(table.match)
    assert code is not None
    page = check_page(scene)
    page.line.setText(code.full)
    page.check_code()
    wait_for_jobs()


def checked_badly(scene: Scene) -> None:
    page = check_page(scene)
    page.line.setText("5D1Q-7W0K-0C-9VTZ3-M4K2H-Y")
    page.check_code()


def checked_book(scene: Scene) -> None:
    tournament(scene)
    matches = [scene.evening.desk.read(each.id) for each in scene.evening.desk.matches()]
    book = scene.evening.settings.file.with_name("book.pdf")
    document = PdfDocument(
        Sheets().make_paper(PAPERS["book"], matches, "A4"),
        document_contents(PAPERS["book"], matches),
    )
    scene.evening.desk.try_to_remember_documents([(document.sha256, document.contents)])
    book.write_bytes(document.data)
    scene.evening.desk.open(str(matches[3].id)).record(Note(text="lamp broken"))
    page = check_page(scene)
    page.check_files([str(book)])
    wait_for_jobs()


def checked_unknown(scene: Scene) -> None:
    tournament(scene)
    match = scene.evening.desk.read(str(scene.evening.desk.matches()[3].id))
    sheet = scene.evening.settings.file.with_name("sheet.pdf")
    sheet.write_bytes(Sheets().make_paper(PAPERS["sheet"], [match], "A4"))
    page = check_page(scene)
    page.check_files([str(sheet)])
    wait_for_jobs()


def opened_files(scene: Scene) -> None:
    """Two match files, one of a match that is here, and one that is no match file."""
    paths = [scene.folder / name for name in ("1-Foxes-Team-B.scorepad", "final.json", "none.txt")]
    other = Evening(scene.folder)
    matches = (other.play(HAND, NIL_HAND, table="9"), scene.table(HAND))
    for path, table, desk in zip(paths, matches, (other.desk, scene.evening.desk), strict=False):
        path.write_bytes(desk.export_match_file(table.id))
    paths[2].write_text("no match", "utf-8")
    assert scene.window.pages is not None
    scene.window.pages.show_match_files(list(map(str, paths)))


PRINTING: dict[str, Callable[[Scene], None]] = {
    "print-preview-half": preview_half,
    "print-preview-saved": preview_saved,
    "print-preview-book": preview_book,
    "print-opened-files": opened_files,
    "print-copied": copied,
    "print-several": several,
    "print-several-none": several_none,
    "print-several-exported": several_exported,
    "print-several-bad-day": several_bad_day,
    "print-being-made": being_made,
    "print-checked": checked,
    "print-checked-same": checked_same,
    "print-checked-badly": checked_badly,
    "print-checked-book": checked_book,
    "print-checked-unknown": checked_unknown,
}
"""Every screen, by name."""
