"""What is made of several matches, while everything else goes on; and what needs no table.

How far it is stands in a banner over whatever page is shown, with the step that stops it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from scorepad.desk.desk import Desk
from scorepad.desk.events import event_key
from scorepad.desk.ports import Paper, Sheets
from scorepad.desk.table import Table
from scorepad.spades.match import Match
from scorepad.spades.words import N, T, Text
from scorepad.window import files, handout, parts
from scorepad.window.check_sheet import CheckSheetPage
from scorepad.window.handouts_page import BOOK, HALF, HandoutsPage
from scorepad.window.making import Making, Progress, making_now
from scorepad.window.picker import Picked, newest_event
from scorepad.window.preview import PreviewPage

if TYPE_CHECKING:
    from scorepad.window.main_window import MainWindow
    from scorepad.window.pages import Pages

MAKING, READY = "making", "ready"
"""The keys of the banners."""
COPIED_SECONDS = 8


class HandingOut:
    """Shows the pages of handing out, and has made what they ask for, one at a time."""

    def __init__(self, window: MainWindow, desk: Desk, sheets: Sheets) -> None:
        self._window = window
        self._desk = desk
        self._sheets = sheets

    @property
    def _pages(self) -> Pages:
        # Those of now: another language brings others, while something may still be made.
        pages = self._window.pages
        assert pages is not None
        return pages

    def doing(self) -> dict[str, Callable[[], object]]:
        """The actions that are done here, by key."""
        return {
            "hand-out": lambda: self.several(HALF),
            "book": lambda: self.several(BOOK),
            "blank": self.blank,
            "check-sheet": self.check,
        }

    # The pages.

    def blank(self) -> PreviewPage:
        """Show a blank sheet, for any rule set at hand."""
        window, table = self._window, self._window.table
        offered = list(handout.of_rules(self._desk.library, self._sheets, window.words))
        wished = table.match.rules.id if table is not None else window.settings.rules
        at = next((n for n, (rules_id, _) in enumerate(offered) if rules_id == wished), 0)
        page = PreviewPage(
            [each for _, each in offered],
            window.words,
            window.settings,
            choosing=window.words("Blank sheet"),
            chosen=at,
        )
        page.closed.connect(self._pages.back)
        self._pages.lay_over(page)
        page.focus_first()
        return page

    def check(self) -> CheckSheetPage:
        """Show where a printed sheet is checked."""
        window = self._window
        page = CheckSheetPage(self._desk, window.words, window.settings)
        page.closed.connect(self._pages.back)
        page.open_match.connect(window.open_match)
        self._pages.lay_over(page)
        page.focus_first()
        return page

    def several(self, kind: str = BOOK, picked: Picked | None = None) -> HandoutsPage:
        """Show where several matches are chosen, and what is made of them."""
        window, table = self._window, self._window.table
        if picked is None:
            event = event_key(table.match.head.event) if table is not None else ""
            picked = Picked(event or newest_event(self._desk))
        page = HandoutsPage(
            self._desk,
            window.words,
            window.settings,
            self._sheets.formats(),
            kind=kind,
            picked=picked,
        )
        page.closed.connect(self._pages.back)
        page.blank.connect(self.blank)
        page.wanted.connect(lambda kind, paper: self._print(page, kind, paper))
        page.chosen.connect(lambda form, path: self._export(page, form, path))
        self._pages.lay_over(page)
        page.focus_first()
        return page

    # Making.

    def _print(self, page: HandoutsPage, kind: str, paper: Paper) -> None:
        words, title, sheets = self._window.words, page.title, self._sheets
        picked = page.picker.picked

        def make(matches: Sequence[Match], progress: Progress) -> bytes:
            if kind == BOOK:
                return sheets.event_book(matches, paper, progress)
            return sheets.compact_sheets(matches, paper)

        if kind == BOOK:
            named = words("Event book: {event}", event=title)
        else:
            named = words("Half-page sheets: {event}", event=title)
        making = Making(self._desk.read, page.picker.ids, make)
        if not self._begin(page, making, T("{what} is being made", what=named)):
            return

        def show(pdf: bytes) -> None:
            self._preview(handout.made(named, named, pdf, paper), kind, picked)

        def made(pdf: bytes) -> None:
            if self._shown(page):
                show(pdf)
                return
            ready = words("{what} is ready.", what=named)
            banner = self._window.banners.show_banner(READY, ready, tone="note")
            banner.offer(words("Show it"), lambda: show(pdf))

        making.made.connect(made)
        making.start()

    def _preview(self, made: handout.Handout, kind: str, picked: Picked) -> None:
        window = self._window
        window.banners.drop(READY)
        page = PreviewPage([made], window.words, window.settings)
        # Back to the choice: another paper, the next event.
        page.closed.connect(lambda: self.several(kind, picked))
        self._pages.lay_over(page)
        page.focus_first()

    def _export(self, page: HandoutsPage, form: str, path: Path) -> None:
        words, sheets = self._window.words, self._sheets
        making = Making(
            self._desk.read,
            page.picker.ids,
            lambda matches, _progress: sheets.export(matches, form, path),
            stoppable=False,
        )
        if not self._begin(page, making, T("The matches are being written")):
            return

        def made(_written: list[Path]) -> None:
            if self._shown(page):
                page.line.saved(path)
                return
            said = words("Saved: {file}", file=str(path))
            banner = self._window.banners.show_banner(READY, said, tone="note")
            banner.offer(words("Open the folder"), lambda: files.show_folder(path))

        making.made.connect(made)
        making.start()

    def _shown(self, page: HandoutsPage) -> bool:
        return self._window.stack.currentWidget() is page

    def _begin(self, page: HandoutsPage, making: Making, what: Text) -> bool:
        """Show how far it is; False: something else is being made."""
        window, words = self._window, self._window.words
        if making_now():
            page.line.say(T("Something is being made already; wait for it, or cancel it."), "warn")
            return False
        page.line.hush()
        window.banners.drop(READY)
        banner = window.banners.show_banner(MAKING, words(what), stays=True, tone="note")
        far = parts.label("")
        banner.ask(far)
        cancel = parts.button(words("Cancel"), making.cancel)
        banner.ask(cancel)

        def reading(done: int, count: int) -> None:
            far.setText(words("reading match {n} of {all}", n=done + 1, all=count))

        def told(done: int, count: int) -> None:
            cancel.setVisible(making.can_stop)
            far.setText(words(N("{done} of {n} sheet", "{done} of {n} sheets", count, done=done)))

        def refused(text: Text) -> None:
            window.banners.drop(MAKING)
            if self._shown(page):
                page.line.say(text)
            else:
                window.banners.show_banner(READY, words(text))

        def cancelled() -> None:
            window.banners.drop(MAKING)
            said = T("Cancelled; nothing was written.")
            if self._shown(page):
                page.line.say(said, "note")
            else:
                window.banners.show_banner(READY, words(said), tone="note", seconds=COPIED_SECONDS)

        window.destroyed.connect(making.forget)
        making.reading.connect(reading)
        making.told.connect(told)
        making.refused.connect(refused)
        making.cancelled.connect(cancelled)
        making.made.connect(lambda _made: window.banners.drop(MAKING))
        return True

    # A line for a chat.

    def copy_result(self, table: Table) -> None:
        """Put the match's result line into the clipboard, and say so."""
        window = self._window
        line = self._sheets.result_line(table.match)
        QGuiApplication.clipboard().setText(line)
        said = window.words("Copied: {line}", line=line)
        if window.page is not None:
            window.page.bar.say(said, "good")
        else:
            window.banners.show_banner("answer", said, tone="note", seconds=COPIED_SECONDS)
