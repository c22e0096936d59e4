"""Sheets, books and exports of several matches are made here, while everything else continues; so
are pages that need no table.

A banner over the page shows the progress, and can cancel it.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Sequence
from functools import partial
from pathlib import Path
from typing import Any

from PySide6.QtCore import QObject
from PySide6.QtGui import QGuiApplication
from PySide6.QtWidgets import QWidget

from scorepad.desk.documents import PdfDocument, document_contents
from scorepad.desk.event_actions import KIND_BY_ACTION
from scorepad.desk.exporting import ExportResult, export
from scorepad.desk.ports import Paper
from scorepad.desk.table import Table
from scorepad.spades.match import Match
from scorepad.spades.naming import name_key
from scorepad.spades.words import T, Text
from scorepad.window.event.event_page import EventPage
from scorepad.window.printing.batch_page import BOOK, EVERY, HALF, DocumentsPage
from scorepad.window.printing.check import DocumentCheckPage
from scorepad.window.printing.jobs import BackgroundJob, JobPresentation, Progress, running_jobs
from scorepad.window.printing.preview import PreviewPage
from scorepad.window.printing.print_job import (
    PrintJob,
    blank_sheet_jobs_with_rules_ids,
    print_job_of_document,
)
from scorepad.window.shell.banners import Banners
from scorepad.window.shell.environment import WindowEnvironment
from scorepad.window.shell.navigation import Navigation
from scorepad.window.widgets import controls, file_dialogs
from scorepad.window.widgets.notice_strip import NoticeAction

MAKING_BANNER, READY_BANNER = "making", "ready"
"""These are the keys of the banners."""


class PrintJobs(QObject):
    """Shows the pages for printing and exporting; makes their documents, one at a time."""

    def __init__(
        self,
        environment: WindowEnvironment,
        navigation: Navigation,
        banners: Banners,
        shown: Callable[[], Table | None],
        parent: QObject | None = None,
    ) -> None:
        """`shown` returns the table that is shown."""
        super().__init__(parent)
        self._environment = environment
        self._desk = environment.desk
        self._sheets = environment.sheets
        self._settings = environment.settings
        self._navigation = navigation
        self._banners = banners
        self._table = shown

    def actions(self) -> dict[str, Callable[[], object]]:
        """Return the actions that are done here, by key."""
        return {
            "print-several": lambda: self.show_batch_page(HALF),
            "book": lambda: self.show_batch_page(BOOK),
            "round": lambda: self.show_batch_page("round"),
            **{key: partial(self.show_batch_page, kind) for key, kind in KIND_BY_ACTION.items()},
            "week": self.show_week_page,
            "blank": self.show_blank_sheet_preview,
            "check-sheet": self.show_sheet_check_page,
        }

    # The pages.

    def show_blank_sheet_preview(self) -> PreviewPage:
        """Show a blank sheet, for any rule set."""
        table = self._table()
        offered = list(blank_sheet_jobs_with_rules_ids(self._desk.library, self._sheets))
        usual_id = table.match.rules.id if table is not None else self._settings.rules
        at = next((n for n, (rules_id, _) in enumerate(offered) if rules_id == usual_id), 0)
        page = PreviewPage(
            [each for _, each in offered],
            self._settings,
            remember=self._desk.try_to_remember_documents,
            choosing=str(T("Blank sheet")),
            chosen=at,
        )
        return self._navigation.lay_over(page)

    def show_sheet_check_page(self) -> DocumentCheckPage:
        """Show the page that checks a printed sheet."""
        page = DocumentCheckPage(self._desk, self._sheets, self._settings)
        return self._navigation.lay_over(page)

    def show_week_page(self) -> DocumentsPage:
        """Show the page where the week of a season is printed: that of the day that is shown."""
        page = self._navigation.top_page
        day = page.day_of_season if isinstance(page, EventPage) else ""
        return self.show_batch_page(KIND_BY_ACTION["week"], day=day)

    def show_batch_page(
        self,
        kind: str = BOOK,
        event: str | None = None,
        only: Collection[str] | None = None,
        day: str = "",
    ) -> DocumentsPage:
        """Show the page where several matches are chosen for a book, sheets or an export; `event`,
        `only` and `day`: see `DocumentsPage`."""
        table = self._table()
        if event is None and table is not None:
            event = name_key(table.match.head.event) or None
        page = DocumentsPage(
            self._desk, self._settings, self._sheets, kind=kind, event=event, only=only, day=day
        )
        page.blank.connect(self.show_blank_sheet_preview)
        page.print_requested.connect(lambda kind, paper: self._print(page, kind, paper))
        page.chosen.connect(lambda form, path: self._export(page, form, path))
        return self._navigation.lay_over(page)

    def show_choice_of(self, match_ids: Collection[str]) -> DocumentsPage:
        """Show the same with just these matches (ids) checked."""
        return self.show_batch_page(HALF, EVERY, match_ids)

    def _show_finished(self, print_job: PrintJob) -> None:
        self._banners.remove_banner(READY_BANNER)
        page = PreviewPage(
            [print_job], self._settings, remember=self._desk.try_to_remember_documents
        )
        self._navigation.lay_over(page)

    # Jobs.

    def _print(self, page: DocumentsPage, kind: str, paper: Paper) -> None:
        sheets = self._sheets
        paper_kind = sheets.papers[kind]
        picked_matches = page.read_picked_matches()
        if picked_matches is None:
            return
        ids, whole = picked_matches
        of_round = page.of_round

        def make(matches: Sequence[Match], progress: Progress) -> PdfDocument:
            pdf = sheets.make_paper(
                paper_kind, matches, paper, whole, of_round=of_round, progress=progress
            )
            event = None if paper_kind.shows == "matches" else whole
            return PdfDocument(pdf, document_contents(paper_kind, matches, event))

        title = T("{kind}: {event}", kind=paper_kind.title, event=page.title)

        def finish(document: PdfDocument) -> None:
            made = print_job_of_document(str(title), str(title), document, paper)
            if self._shows(page):
                self._show_finished(made)
            else:
                button = NoticeAction(T("Show it"), lambda: self._show_finished(made))
                self._say_ready(T("{what} is ready.", what=title), "note", button)

        making = BackgroundJob(self._desk.read, ids, make)
        what = T("Making {what}", what=title)
        self.begin_job(JobPresentation(making, what, page, finish))

    def _export(self, page: DocumentsPage, form: str, path: Path) -> None:
        sheets, remember = self._sheets, self._desk.try_to_remember_documents
        picked_matches = page.read_picked_matches()
        if picked_matches is None:
            return
        ids, whole = picked_matches

        def finish(exported: ExportResult) -> None:
            notify = page.notify if self._shows(page) else self._say_ready
            file_dialogs.announce_saved_file(notify, path, exported.why_not_remembered)

        making = BackgroundJob(
            self._desk.read,
            ids,
            lambda matches, _progress: export(
                sheets, sheets.formats[form], matches, path, remember=remember, event=whole
            ),
            stoppable=False,
        )
        what = T("Saving the matches")
        self.begin_job(JobPresentation(making, what, page, finish))

    def _say_ready(
        self, text: Text | str, tone: controls.Tone, action: NoticeAction | None = None
    ) -> None:
        buttons = () if action is None else (action,)
        self._banners.show_banner(READY_BANNER, text, tone=tone, buttons=buttons)

    def _shows(self, page: QWidget) -> bool:
        return self._navigation.current is page

    def _show_job_message(
        self, job: JobPresentation, text: Text | str, tone: controls.Tone = "bad"
    ) -> None:
        if self._shows(job.page):
            job.refresh()
            job.page.notify(text, tone)
        else:
            self._say_ready(text, tone)

    def begin_job(self, job: JobPresentation) -> None:
        """Begin a job, unless another one runs; show how far it is, once it takes long, and then
        its result."""
        if running_jobs():
            busy = T("Another job is still running. Wait until it finishes, or cancel it.")
            job.page.notify(busy, "warn")
            return
        job.page.notify("")
        making, banners = job.job, self._banners
        banners.remove_banner(READY_BANNER)
        far = controls.label("")
        cancel = controls.button(T("Cancel"), making.cancel)

        def show() -> None:
            banner = banners.show_banner(MAKING_BANNER, str(job.what), stays=True, tone="note")
            banner.add_widget(far)
            banner.add_widget(cancel)
            cancel.setVisible(making.can_stop)

        soon = controls.single_shot_timer(self, show, job.after)

        def show_progress(done: int, count: int) -> None:
            if cancel.parentWidget() is not None:  # else it would be a window
                cancel.setVisible(making.can_stop)
            far.setText(str(job.counts(done, count)))

        def end(text: Text | str | None, tone: controls.Tone = "bad") -> None:
            soon.stop()
            banners.remove_banner(MAKING_BANNER)
            if text is not None:
                self._show_job_message(job, text, tone)

        def finish(result: Any) -> None:
            end(None)
            if said := job.finish(result):
                self._show_job_message(job, *said)

        making.reading.connect(
            lambda done, count: far.setText(
                str(T("reading match {n} of {all}", n=done + 1, all=count))
            )
        )
        making.left_out.connect(lambda text: banners.show_banner(f"left-out {text.english}", text))
        making.progressed.connect(show_progress)
        making.finished.connect(finish)
        making.refused.connect(end)
        making.cancelled.connect(lambda: end(job.cancelled, "note"))
        self.destroyed.connect(making.cancel_silently)
        soon.start() if job.after else show()
        making.start()

    # A line for a chat.

    def copy_result_line_to_clipboard(self, table: Table) -> str:
        """Copy the match's result line to the clipboard, and return the notice about it."""
        line = self._sheets.result_line(table.match, self._desk.read_event_statements())
        QGuiApplication.clipboard().setText(line)
        return str(T("Copied: {line}", line=line))
