"""A page makes a book, half-page sheets or an export of several matches."""

from __future__ import annotations

from collections.abc import Collection
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QPushButton

from scorepad.desk.desk import Desk
from scorepad.desk.ports import DocumentMaker
from scorepad.settings import Settings
from scorepad.spades.words import T
from scorepad.window.printing.picker import MatchPicker
from scorepad.window.printing.print_job import PaperChoice
from scorepad.window.widgets import controls, file_dialogs, inputs, layouts, scrolling
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.window_page import WindowPage

BOOK, HALF, ROUND = "book", "half-sheets", "round"


class DocumentsPage(WindowPage):
    """A list of matches to check at the left, and a choice of what to make at the right."""

    guide_page = "print"
    blank = Signal()
    """The user asks for a blank sheet."""
    print_requested = Signal(str, str)
    """The user asks for a book or half-page sheets: the kind, and the paper."""
    chosen = Signal(str, Path)
    """The user asks for an export: the format, and the path."""

    def __init__(
        self,
        desk: Desk,
        settings: Settings,
        sheets: DocumentMaker,
        *,
        kind: str = BOOK,
        event: str | None = None,
        only: Collection[str] | None = None,
    ) -> None:
        """`sheets` says what can be made; `kind` is chosen at the beginning; `event` and `only`:
        see `MatchPicker`."""
        super().__init__(T("Print or export"))
        self._settings = settings
        self.picker = MatchPicker(desk, settings.event, event, only)
        self._formats = sheets.formats
        self._papers = {name: each for name, each in sheets.papers.items() if each.needs != "match"}
        self.papers = inputs.ChoiceButtons(
            [(each.name, each.title) for each in self._papers.values()],
            name=T("What to make"),
            chosen=kind,
            down=True,
            meanings=[str(each.meaning) for each in self._papers.values()],
        )
        self.forms = inputs.ChoiceButtons(
            [(each.name, each.title) for each in self._formats.values()],
            name=T("Files"),
            chosen=kind,
            meanings=[str(each.meaning) for each in self._formats.values()],
        )
        self._meaning = controls.label("", "caption", wrap=True)
        self.paper = PaperChoice(settings)
        heading = controls.label(T("Files"), "label")
        card = layouts.card(
            self.papers, layouts.column(heading, self.forms, self._meaning, spacing=Gap.LINES), None
        )
        sides = layouts.row(
            (scrolling.make_scroll_area(self.picker, name=T("Matches")), 5),
            (scrolling.make_scroll_area(card, name=T("What to make")), 4),
            spacing=Gap.GROUPS,
        )
        layouts.set_margins(sides, (Gap.PAGE, Gap.NONE, Gap.PAGE, Gap.CONTROLS))
        self._go: QPushButton = controls.button("", self.print_or_export, kind="primary")
        self._go.setToolTip(str(T("Ctrl+Enter")))
        QShortcut(QKeySequence("Ctrl+Return"), self, self._go.click)
        close = controls.button(T("Close"), self.closed.emit)
        foot = layouts.foot_bar(self.paper, (self.picker.count, 1), close, self._go)
        page = layouts.set_column(self, spacing=Gap.NONE)
        page.addWidget(self.title_row(controls.button(T("Blank sheet…"), self.blank.emit)))
        page.addWidget(sides, 1)
        page.addWidget(foot)
        self.papers.changed.connect(self.forms.choose_none)
        self.forms.changed.connect(self.papers.choose_none)
        for choice in (self.papers, self.forms):
            choice.changed.connect(self._show)
        self.picker.changed.connect(self._show)
        self._show()
        if self.picker.refusal is not None:
            self.notify(self.picker.refusal.text, "bad")

    @property
    def kind(self) -> str:
        """The kind of paper, or the export format, that is chosen."""
        return self.papers.value or self.forms.value or ""

    def choose(self, kind: str) -> None:
        """Choose a kind of paper, or an export format, as if its button had been clicked."""
        (self.forms if kind in self._formats else self.papers).choose(kind)

    def _show(self) -> None:
        kind = self.kind
        paper = self._papers.get(kind)
        has_event = self.picker.has_stored_event or (paper is not None and paper.needs == "event")
        self.papers.show_only(
            [each.name for each in self._papers.values() if has_event or each.needs != "event"]
        )
        is_format = kind in self._formats
        self._meaning.setText(str(self._formats[kind].meaning) if is_format else "")
        self._meaning.setVisible(is_format)
        self.paper.setVisible(not is_format or kind == "pdf")
        text = str(T("Save as…") if is_format else T("Make the PDF"))
        self._go.setText(text)
        self._go.setAccessibleName(text)
        self._go.setEnabled(self.picker.has_selection)
        self.notify("")

    def print_or_export(self) -> None:
        """Ask for what is chosen to be made; for an export, ask first where to save it."""
        kind = self.kind
        if kind in self._papers:
            self.print_requested.emit(kind, self.paper.paper)
            return
        is_event = bool(self.picker.whole_event_id)
        count = max(self.picker.checked_count, 2 if is_event else 1)
        ending = self._formats[kind].usual_ending(count)
        file_dialogs.ask_save_path(
            self,
            self._settings,
            title=str(T("Export the matches")),
            name=file_dialogs.safe_file_name(self.title, ending),
            kinds=str(T("All files (*)")),
            then=lambda path: self.chosen.emit(kind, path),
        )

    @property
    def title(self) -> str:
        """The common title of the checked matches: the event, or "Spades matches"."""
        return self.picker.event_name or str(T("Spades matches"))

    def focus_starting_widget(self) -> None:
        """Put the focus on the first control."""
        self.picker.event_box.setFocus(Qt.FocusReason.OtherFocusReason)

    def do_enter_action(self) -> None:
        self._go.click()
