"""A table's page has a place beside the sheet where one panel at a time is shown.

The panels are listed here by the key of the action that opens them.  Kinds of entries bring theirs
(`ENTRY_PANELS`).  To add another, write it as a `Panel` in `window/panels` and put it here under
its action's key.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import TypeAlias

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QGridLayout, QWidget

from scorepad.spades.words import T, Text
from scorepad.window.match.entry.entry_bar import EntryBar
from scorepad.window.match.sheet.sheet_view import SheetView
from scorepad.window.panels.chart_panel import ScoreChartPanel
from scorepad.window.panels.clock import ClockPanel
from scorepad.window.panels.correction import CorrectionPanel, StrikePanel
from scorepad.window.panels.entry_panels import ENTRY_PANELS
from scorepad.window.panels.explanations import RulesPanel, ScoreExplanationPanel
from scorepad.window.panels.history import HistoryPanel, RestoreLatestEntryPanel
from scorepad.window.panels.identity import IdentityPanel
from scorepad.window.panels.panel import OPEN, OpenPanelDraft, Panel, PanelContext, Place
from scorepad.window.panels.paper_entry import PaperEntryPanel
from scorepad.window.panels.result import SignPanel
from scorepad.window.printing.export_panel import ExportPanel
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.notice_strip import NoticeAction

MakePanel: TypeAlias = Callable[[PanelContext], Panel]

PANELS: dict[str, MakePanel] = {
    **ENTRY_PANELS,
    "rekey": PaperEntryPanel,
    "clock-add": ClockPanel,
    "identity": IdentityPanel,
    "sign": SignPanel,
    "amend-entry": CorrectionPanel,
    "strike": StrikePanel,
    "restore": RestoreLatestEntryPanel,
    "history": HistoryPanel,
    "why": ScoreExplanationPanel,
    "rules": RulesPanel,
    "score-line": ScoreChartPanel,
    "export": ExportPanel,
}

MIN_WIDTH = 390  # pixels
WIDTH_TO_TYPE = 305  # px
MAX_PERCENT_TO_TYPE = 60
"""A panel has at least `MIN_WIDTH`, and `WIDTH_TO_TYPE` (pixels at the usual text size) where that
is no more than this share of the page."""


class PanelHost(QObject):
    """Shows a panel over the edge of the sheet, and its announcements in the entry bar."""

    action_requested = Signal(str)
    """A panel asks for the action with this key."""
    closed = Signal()
    """The panel wants to go away."""
    hand_asked = Signal(int)
    """A panel asks for the correction of the hand with this number."""
    changed = Signal()
    """Another panel is shown, or none is."""

    def __init__(
        self, context: PanelContext, grid: QGridLayout, sheet: SheetView, bar: EntryBar
    ) -> None:
        """The panel is in the first row and last column of the `grid`."""
        super().__init__(context.parent)
        self.panel: Panel | None = None
        self._context = context
        self._table = context.table
        self._grid = grid
        self._sheet = sheet
        self._bar = bar
        self.key = ""
        """The key of the panel that is shown."""
        self._news: tuple[str, controls.Tone] = "", "note"
        """The last announcement of the panel."""
        self._draft_sentence = ""

    def show_panel(self, key: str, *, focus: bool = True, place: Place = None) -> Panel:
        """Show the panel of this action at this place, and return it."""
        if self.panel is not None and self.key == key:
            if place is not None:
                self.panel.show_place(place)
            if focus:
                self.panel.focus_typing_start()
            return self.panel
        self.close_panel()
        panel = PANELS[key](self._context)
        self.panel, self.key = panel, key
        panel.closed.connect(self.closed)
        panel.notified.connect(self._notify)
        panel.hand_asked.connect(self.hand_asked)
        panel.panel_asked.connect(self._show_asked_panel)
        if isinstance(panel, ExportPanel):
            panel.action_requested.connect(self.action_requested)
        self._grid.addWidget(panel, 0, 1)
        panel.raise_()
        panel.restore_draft(key)
        if place is not None:
            panel.show_place(place)  # before it is laid out
        panel.setVisible(True)
        self.fit_width()
        self.changed.emit()
        if focus:
            panel.focus_typing_start()
        return panel

    def _show_asked_panel(self, key: str, place: Place) -> None:
        leads_back = isinstance(self.panel, HistoryPanel)
        panel = self.show_panel(key, focus=False)
        panel.show_place(place)
        if isinstance(panel, CorrectionPanel):
            panel.leads_back = leads_back
        panel.focus_typing_start()

    def is_in_panel(self, widget: QWidget) -> bool:
        """Return whether a widget is the panel that is shown, or in it."""
        panel = self.panel
        return panel is not None and (widget is panel or panel.isAncestorOf(widget))

    def reason_not_to_undo(self) -> Text | None:
        """Return the reason not to undo: the input in the panel is in sight, and newer than all
        that is recorded."""
        if self.panel is None or self.panel.typed() is None:
            return None
        return T(
            "“{title}” isn't recorded yet. Record or cancel it before you undo.",
            title=self.panel.accessibleName(),
        )

    def restore_panel(self) -> None:
        """Show the panel again that was open when the page was closed or the program ended."""
        opened = self._table.draft.read(OPEN, OpenPanelDraft)
        if opened is None or opened.key not in PANELS:
            return
        self.show_panel(opened.key, focus=False, place=opened.place)

    def fit_width(self) -> None:
        """Make the panel as wide as there is room beside the sheet, or, one that needs more, beside
        the sheet's totals."""
        page = self._context.parent
        if self.panel is not None and page is not None:
            least = min(theme.px(WIDTH_TO_TYPE), page.width() * MAX_PERCENT_TO_TYPE // 100)
            is_wide = self.panel.WIDTH > Panel.WIDTH
            beside = page.width() - (self._sheet.end_of_totals if is_wide else self._sheet.width())
            wide = min(theme.px(self.panel.WIDTH), max(MIN_WIDTH, least, beside))
            self.panel.setFixedWidth(wide)

    def close_panel(self) -> None:
        """Close the panel, and announce input in it that is kept."""
        panel, self.panel = self.panel, None
        self.key = ""
        draft_sentence = ""
        if panel is not None:
            draft_sentence = panel.keep_draft_before_closing()
            self._grid.removeWidget(panel)
            panel.setVisible(False)
            panel.deleteLater()
            self.changed.emit()
        self._say_draft_is_kept(draft_sentence)

    def _say_draft_is_kept(self, draft_sentence: str) -> None:
        """Announce that a closed panel's input is kept, until the panel is shown again or the input
        is discarded.
        """
        (news, tone), self._news = self._news, ("", "note")
        before, self._draft_sentence = self._draft_sentence, draft_sentence
        if draft_sentence:
            self._bar.notify(f"{news} {draft_sentence}".strip(), tone)
        elif before and not news and self._bar.message_text.endswith(before):
            self._bar.notify("")

    def _notify(self, text: str, tone: controls.Tone, action: NoticeAction | None) -> None:
        self._news = text, tone
        self._bar.notify(text, tone, action)
