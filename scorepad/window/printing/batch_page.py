"""A page makes a book, half-page sheets or an export of several matches."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFileDialog, QPushButton

from scorepad.desk.desk import Desk
from scorepad.settings import Settings
from scorepad.spades.matchfile import MATCH_FILE_ENDINGS
from scorepad.spades.words import T, Text, Words
from scorepad.window.printing.picker import MatchPicker, MatchSelection
from scorepad.window.printing.print_job import PaperChoice
from scorepad.window.widgets import controls, file_dialogs, inputs, layouts, scrolling
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.file_dialogs import SaveMessage
from scorepad.window.widgets.window_page import WindowPage

BOOK, HALF, POSTER, ROUND = "book", "half", "poster", "round"
SEATING, MOVED, DAY = "seating", "moved", "day"
DIRECTOR_LISTS = (SEATING, MOVED, DAY)
"""The lists of a director, of an event that is kept."""
SHOWN = (BOOK, HALF, POSTER, ROUND, *DIRECTOR_LISTS)
"""The kinds that are shown and printed; every other kind is an export format."""


MEANINGS: dict[str, Text] = {
    "csv": T("Tables for any program: a folder with a file each"),
    "json": T("The matches themselves, a file each, for another Scorepad"),
    "xlsx": T("The same tables as a spreadsheet"),
    "pdf": T("All match sheets in one file"),
    "html": T("Pages for a browser: a folder that opens anywhere"),
}
"""What each export format means for several matches."""


class BatchPrintAndExportPage(WindowPage):
    """A list of matches to check at the left, and a choice of what to make at the right."""

    blank = Signal()
    """The user asks for a blank sheet."""
    print_requested = Signal(str, str)
    """The user asks for a book or half-page sheets: the kind, and the paper."""
    chosen = Signal(str, Path)
    """The user asks for an export: the format, and the path."""

    def __init__(
        self,
        desk: Desk,
        words: Words,
        settings: Settings,
        forms: Sequence[str],
        *,
        kind: str = BOOK,
        picked: MatchSelection | None = None,
    ) -> None:
        """`forms` are the export formats; `kind` and `picked` are chosen at the beginning."""
        super().__init__(words, words("Print or export"))
        self._settings = settings
        self.dialog: QFileDialog | None = None
        self.picker = MatchPicker(desk, words, picked or MatchSelection(), settings.event)
        options = [
            (BOOK, words("Event book"), words("Results by round, standings and every sheet")),
            (HALF, words("Half pages"), words("Small match sheets, two to a page")),
            (POSTER, words("Poster"), words("The last round, standings and bracket, for the wall")),
            (
                ROUND,
                words("For a round"),
                words(
                    "Sign-in, who sits where, table cards, and a sheet to fill in by hand "
                    "for each match"
                ),
            ),
            (SEATING, words("Find your seat"), words("Who sits where, by team and by player")),
            (MOVED, words("Who moved"), words("From which table to which, since the last change")),
            (
                DAY,
                words("List of the day"),
                words("Rulings, forfeits, penalties, corrections and marks"),
            ),
        ]
        self.papers = inputs.ChoiceButtons(
            [(value, title) for value, title, _meaning in options],
            name=words("What to make"),
            chosen=kind,
            down=True,
            meanings=[meaning for _value, _title, meaning in options],
        )
        self.forms = inputs.ChoiceButtons(
            [(form, form.upper()) for form in forms],
            name=words("Files"),
            chosen=kind,
            meanings=[words(MEANINGS[form]) for form in forms],
        )
        self._meaning = controls.label("", "caption", wrap=True)
        self.paper = PaperChoice(words, settings)
        heading = controls.label(words("Files"), "label")
        card = layouts.card(
            self.papers, layouts.column(heading, self.forms, self._meaning, spacing=Gap.LINES), None
        )
        sides = layouts.row(
            (scrolling.make_scroll_area(self.picker, name=words("Matches")), 5),
            (scrolling.make_scroll_area(card, name=words("What to make")), 4),
            spacing=Gap.GROUPS,
        )
        layouts.set_margins(sides, (Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.CONTROLS))
        self.line = SaveMessage(words)
        layouts.set_margins(self.line, (Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.CONTROLS))
        self._go: QPushButton = controls.button("", self.print_or_export, kind="primary")
        self._go.setToolTip(words("Ctrl+Enter"))
        QShortcut(QKeySequence("Ctrl+Return"), self, self._go.click)
        close = controls.button(words("Close"), self.closed.emit)
        foot = layouts.foot_bar(self.paper, (self.picker.count, 1), close, self._go)
        page = layouts.set_column(self, spacing=Gap.NONE)
        page.addWidget(self.title_row(controls.button(words("Blank sheet…"), self.blank.emit)))
        page.addWidget(self.line)
        page.addWidget(sides, 1)
        page.addWidget(foot)
        self.papers.changed.connect(self.forms.choose_none)
        self.forms.changed.connect(self.papers.choose_none)
        for choice in (self.papers, self.forms):
            choice.changed.connect(self._show)
        self.picker.changed.connect(self._show)
        self._show()
        if self.picker.refusal is not None:
            self.line.say(self.picker.refusal.text)

    @property
    def kind(self) -> str:
        """The kind of paper, or the export format, that is chosen."""
        return self.papers.value or self.forms.value or ""

    def choose(self, kind: str) -> None:
        """Choose a kind of paper, or an export format, as if its button had been clicked."""
        (self.forms if kind in MEANINGS else self.papers).choose(kind)

    def _show(self) -> None:
        words, kind = self._words, self.kind
        no_lists = not self.picker.has_stored_event and kind not in DIRECTOR_LISTS
        self.papers.show_only([each for each in SHOWN if not (no_lists and each in DIRECTOR_LISTS)])
        self._meaning.setText(words(MEANINGS[kind]) if kind in MEANINGS else "")
        self._meaning.setVisible(kind in MEANINGS)
        self.paper.setVisible(kind in (*SHOWN, "pdf"))
        text = words("Save as…")
        if kind == BOOK:
            text = words("Make the book")
        elif kind == POSTER:
            text = words("Make the poster")
        elif kind in (HALF, ROUND):
            text = words("Make the sheets")
        elif kind in DIRECTOR_LISTS:
            text = words("Make the list")
        self._go.setText(text)
        self._go.setAccessibleName(text)
        self._go.setEnabled(self.picker.has_selection)
        self.line.clear()

    def print_or_export(self) -> None:
        """Ask for what is chosen to be made; for an export, ask first where to save it."""
        kind = self.kind
        if kind in SHOWN:
            self.print_requested.emit(kind, self.paper.paper)
            return
        single = self.picker.checked_count == 1 and not self.picker.whole_event_id
        endings = {"csv": "", "html": "", "json": MATCH_FILE_ENDINGS[0] if single else ""}
        ending = endings.get(kind, f".{kind}")
        self.dialog = file_dialogs.ask_save_path(
            self,
            self._settings,
            title=self._words("Export the matches"),
            name=file_dialogs.safe_file_name(self.title, ending),
            kinds=self._words("All files (*)"),
            then=lambda path: self.chosen.emit(kind, path),
        )

    @property
    def title(self) -> str:
        """The common title of the checked matches: the event, or "Spades matches"."""
        return self.picker.event_name or self._words("Spades matches")

    def focus_starting_widget(self) -> None:
        """Put the focus on the first control."""
        self.picker.event_box.setFocus(Qt.FocusReason.OtherFocusReason)

    def do_enter_action(self) -> None:
        self._go.click()
