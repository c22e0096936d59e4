"""One match: who leads and what time it is, the sheet, the entry bar, and a panel beside it."""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime

from PySide6.QtCore import QEvent, QModelIndex, QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QResizeEvent
from PySide6.QtWidgets import QApplication, QSizePolicy, QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Change, Recorded, Table
from scorepad.settings import Settings
from scorepad.spades.entries import Clock, FourBids
from scorepad.spades.refusal import Refused
from scorepad.spades.words import Text, Words
from scorepad.window import bar_words, hearing, names, parts, table_room, theme, titles
from scorepad.window.draft import Slot
from scorepad.window.entry_bar import EntryBar
from scorepad.window.panel import Panel
from scorepad.window.panels import PANELS, READING, amend, hand_editor, rekey
from scorepad.window.panels.amend import AmendPanel
from scorepad.window.panels.exports import ExportPanel
from scorepad.window.panels.form import Told
from scorepad.window.panels.history import HistoryPanel
from scorepad.window.panels.reasons import WhyPanel
from scorepad.window.panels.result import ResultPanel
from scorepad.window.put_away import PutAway
from scorepad.window.score_header import ScoreHeader
from scorepad.window.score_line import ScoreLine
from scorepad.window.sheet_view import SheetView

CLOCK_ACTIONS = {"clock-start": "start", "clock-pause": "pause", "clock-resume": "resume"}


class TablePage(QWidget):
    """The page of one table."""

    wanted = Signal(str)
    """An action that is not this page's own; its key."""
    changed = Signal()
    """The match has changed."""

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        *,
        read_only: Text | None = None,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.table = table
        self._words = words
        self._sheets = sheets
        self._settings = settings
        self._read_only = read_only
        self._panel_key = ""
        self._put_away = PutAway(words)
        self.panel: Panel | None = None
        self.setProperty("kind", "page")
        self._build()
        self._stop: Callable[[], None] = table.listen(self._told)
        self.refresh()
        if read_only is None:
            self._resume_panel()

    def _build(self) -> None:
        words = self._words
        self._title = parts.Elided("strong")
        self._title.setMinimumWidth(theme.px(120))
        self._hand = parts.Elided()
        self._hand.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        self._hand.setMinimumWidth(theme.px(120))
        self._hand.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        heading = QWidget()
        row = parts.row_of(heading, spacing=16)
        row.setContentsMargins(theme.px(18), theme.px(4), theme.px(18), theme.px(4))
        row.addWidget(self._title, 1)
        row.addWidget(self._hand)
        self.header = ScoreHeader(words)
        self.header.clock.pressed.connect(self.clock)
        self.header.clock.set_read_only(self._read_only is not None)
        for side in self.header.sides:
            side.asked.connect(self._explain_side)
        self.sheet = SheetView(words)
        self.sheet.explain.connect(self.explain)
        self.sheet.explain_ruling.connect(self._show_entry)
        self.sheet.edit_hand.connect(self.edit_hand)
        self.sheet.selectionModel().currentChanged.connect(lambda *_both: self._marked())
        self.bar = EntryBar(self.table, words, read_only=self._read_only)
        self.bar.asked.connect(self.do)
        self.bar.typed.connect(self._typed)
        self.bar.up.connect(self._to_sheet)
        self.bar.line.installEventFilter(self)
        self._left = left = QWidget()
        left_column = parts.column_of(left, spacing=0)
        self.score_line = ScoreLine(words)
        sheet_row = QWidget()
        row = parts.row_of(sheet_row, spacing=0)
        row.addWidget(self.sheet, 1)
        row.addWidget(self.score_line)
        left_column.addWidget(sheet_row, 1)
        left_column.addWidget(self.bar)
        # With large text both may not fit; then they scroll, and totals and clock stay in sight.
        self._scroll = parts.scrolled(left, name=words("Sheet and entry"))
        self._below = QWidget()
        self._below_row = parts.row_of(self._below, spacing=0)
        self._below_row.addWidget(self._scroll, 1)
        self._below.installEventFilter(self)
        self._fit_soon = QTimer(self)
        self._fit_soon.setSingleShot(True)
        self._fit_soon.setInterval(0)
        self._fit_soon.timeout.connect(self._fit_below)
        column = parts.column_of(self, spacing=0)
        column.addWidget(heading)
        column.addWidget(self.header)
        column.addWidget(parts.rule())
        column.addWidget(self._below, 1)
        app = QApplication.instance()
        if isinstance(app, QApplication):
            app.focusChanged.connect(self._listen_for_keys)

    def _listen_for_keys(self, _before: QWidget | None, now: QWidget | None) -> None:
        # Without focus anywhere the window itself is in the background: it comes back as it was.
        if now is not None:
            self.bar.slots.set_heard(hearing.hears(now))

    def _marked(self) -> None:
        self._listen_for_keys(None, QApplication.focusWidget())

    def leave(self) -> None:
        """The page is closed: listen no more."""
        self._stop()

    # Showing.

    def refresh(self) -> None:
        """Show everything as the match stands."""
        match = self.table.match
        self._title.setText(titles.match_line(match, self._words))
        self._hand.setText(bar_words.hand_line(match, self._words))
        head = match.head
        self.setAccessibleName(
            self._words(
                "{one} – {other}",
                one=names.team(head.teams, 0, self._words),
                other=names.team(head.teams, 1, self._words),
            )
        )
        self.header.show_match(match)
        self.score_line.show_match(match)
        self.bar.refresh()
        self._fit_below()
        self.tick(self.table.now())

    def _fit_below(self) -> None:
        """Below the totals the sheet comes first."""
        # What stands beside it has its width only then.
        self._below_row.activate()
        beside = 0 if self.panel is None else self.panel.width()
        self.score_line.setVisible(
            table_room.share(self, self.bar, self._scroll.width(), self._below.height(), beside)
            and self.score_line.worth_it
        )

    def eventFilter(self, watched: QObject, event: QEvent) -> bool:
        pressed = event.type() == QEvent.Type.MouseButtonRelease
        if pressed and watched is self.bar.line and self.bar.state == "over":
            self.explain_deciding()
        # Once what is in it is laid out; what is then shown or hidden does not ask again.
        if event.type() == QEvent.Type.Resize:
            self._fit_soon.start()
        return super().eventFilter(watched, event)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._fit_panel()

    def append_due(self) -> None:
        """Record that time ran out, where no question is needed."""
        try:
            recorded = self.table.append_due()
        except Refused as refused:
            self.bar.say(self._words(refused.text), "bad")
            return
        if recorded is not None:
            self.bar.say(parts.sentences(map(self._words, recorded.notices)))

    def tick(self, now: datetime) -> None:
        """Time went on."""
        self.header.show_clock(self.table.match, self.table.clock(), now)
        self.bar.tick()

    def _typed(self, typed: FourBids | None) -> None:
        self.sheet.show_match(self.table.match, typed)
        self._scroll.ensureWidgetVisible(self.bar, 0, 0)

    def _told(self, _change: Change) -> None:
        self.refresh()
        if self.panel is not None:
            self.panel.refresh()
        self.changed.emit()

    def _to_sheet(self) -> None:
        if self.sheet.rows:
            self.sheet.setFocus(Qt.FocusReason.TabFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            # From a number that was asked about one comes back to it, and from there to the bar.
            if self.panel is not None:
                self.close_panel()
            else:
                self._to_bar()
            return
        focused = self.focusWidget()
        inside = hearing.panel_of(focused) is not None
        # Nothing is left to type at the end: the letter that it names is heard everywhere.
        corrects = event.key() == Qt.Key.Key_E and not event.modifiers()
        if not inside and corrects and self.bar.state == "over":
            self.do("amend")
        elif (astray := hearing.astray(event, focused, self.bar)) is not None:
            self.bar.say(self._words(astray))
        elif inside or not self.bar.take(event):
            super().keyPressEvent(event)

    def focus_again(self) -> None:
        """The page is shown again: the cursor goes where it was in a panel, else to the bar."""
        last = self.focusWidget()
        if self.panel is not None and self.panel.isAncestorOf(last):
            last.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.bar.setFocus(Qt.FocusReason.OtherFocusReason)

    # Doing.

    def do(self, key: str) -> None:
        """Do an action of this table, or pass it on."""
        if key in ("bids", "tricks"):
            self.bar.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif key in CLOCK_ACTIONS:
            self.clock(CLOCK_ACTIONS[key])
        elif key == "undo":
            # Named before: a struck entry is no longer of a hand.
            name = self.table.undo_name() or ""
            self.attempt(self.table.undo, self._words("Taken back: {what}", what=name))
        elif key == "redo":
            name = self.table.redo_name() or ""
            self.attempt(self.table.redo, self._words("Brought back: {what}", what=name))
        elif key == "amend" and self.table.match.board.hands:
            self._amend()
        elif key in PANELS:
            self.show_panel(key)
        else:
            self.wanted.emit(key)

    def _amend(self) -> None:
        """Correct the hand that is pointed at on the sheet, or shown to be corrected; else one
        half corrected, the one that a panel speaks of, the latest."""
        pointed = self.sheet.pointed if self.focusWidget() is self.sheet else 0
        beside = 0 if self.panel is None else self.panel.hand_pointed_at()
        beside = beside or self.table.match.board.hands[-1].number
        if pointed or isinstance(self.panel, AmendPanel):
            self.edit_hand(pointed or beside)
            return
        panel = self.show_panel("amend", focus=False)
        if isinstance(panel, AmendPanel):
            if not panel.resume():
                panel.edit(beside)
            panel.focus_first()

    def clock(self, do: str) -> None:
        """Start, pause or resume the clock."""
        entry = {"start": Clock(do="start"), "pause": Clock(do="pause")}.get(do, Clock(do="resume"))
        self.attempt(lambda: self.table.record(entry), "")

    def attempt(self, do: Callable[[], Recorded], said: str) -> Recorded | None:
        """Do it and say so; a refusal is said in the bar."""
        try:
            recorded = do()
        except Refused as refused:
            self.bar.say(self._words(refused.text), "bad")
            return None
        told = parts.sentences((said, *map(self._words, recorded.notices)))
        self.bar.say(told, "note", parts.sentences(map(self._words, recorded.warnings)))
        return recorded

    def explain(self, hand: int, side: int, part: str) -> None:
        """Say why a number is so."""
        panel = self.show_panel("why", focus=False)
        if isinstance(panel, WhyPanel):
            panel.explain(hand, side, part)

    def _explain_side(self, side: int, part: str) -> None:
        hands = self.table.match.board.hands
        if part in ("total", "bags") and hands:
            self.explain(hands[-1].number, side, part)
        else:
            self.explain_deciding(side)

    def explain_deciding(self, side: int = 0) -> None:
        """Say what ended the game; while it is played, what decides it for this side."""
        panel = self.show_panel("why", focus=False)
        if isinstance(panel, WhyPanel):
            panel.explain_deciding(side)

    def edit_hand(self, hand: int) -> None:
        """Correct a hand."""
        panel = self.show_panel("amend", focus=False)
        if isinstance(panel, AmendPanel):
            if panel.place() != hand or panel.typed() is None:
                panel.edit(hand)
            panel.focus_first()

    def _show_entry(self, entry_id: str) -> None:
        panel = self.show_panel("history", focus=False)
        # A correction that is half typed is gone on with.
        if isinstance(panel, HistoryPanel) and panel.typed() is None:
            panel.choose(entry_id)

    # The panel.

    def show_panel(self, key: str, *, focus: bool = True) -> Panel | None:
        """Show the panel of this action beside the sheet."""
        if self._read_only is not None and key not in READING:
            self.bar.say(self._words(self._read_only), "warn")
            return None
        if self.panel is not None and self._panel_key == key:
            if focus:
                self.panel.focus_first()
            return self.panel
        self._say_kept(self._take_panel())
        panel = PANELS[key](self.table, self._words, self._sheets, self._settings, self)
        self.panel, self._panel_key = panel, key
        panel.closed.connect(self.close_panel)
        panel.said.connect(self._panel_said)
        panel.turned.connect(self.sheet.mark)
        if isinstance(panel, ResultPanel | ExportPanel):
            panel.asks.connect(self.do)
        self._below_row.addWidget(panel)
        if self._read_only is not None:
            panel.look_only()
        self._put_away.give(key, panel)
        panel.setVisible(True)
        self._fit_panel()
        self._fit_below()
        if focus:
            panel.focus_first()
        return panel

    def _resume_panel(self) -> None:
        """Show the panel again in which something was typed when the program ended."""
        if Slot(self.table, amend.KEY, hand_editor.Kept).read() is not None:
            panel = self.show_panel(amend.KEY, focus=False)
            if isinstance(panel, AmendPanel) and not panel.resume():
                self.close_panel()
        elif rekey.kept_open(self.table):
            self.show_panel(rekey.KEY, focus=False)

    def _fit_panel(self) -> None:
        if self.panel is not None:
            most = max(380, self.width() * 45 // 100)
            self.panel.setFixedWidth(min(theme.px(self.panel.WIDTH), most))

    def close_panel(self) -> None:
        """Take the panel away; the cursor goes back to the bar."""
        if self.panel is None:
            return
        at_sheet = self.focusWidget() is self.sheet
        self._say_kept(self._take_panel())
        if not at_sheet:
            self._to_bar()

    def _to_bar(self) -> None:
        """The cursor goes to the bar; no hand of the sheet stays marked, as no key is for it."""
        self.bar.setFocus(Qt.FocusReason.OtherFocusReason)
        self.sheet.setCurrentIndex(QModelIndex())

    def take_over(self, page: TablePage) -> None:
        """Go on where another page of this table stood, with all that was typed."""
        key, panel = page._panel_key, page.panel
        place = None if panel is None else panel.place()
        page._take_panel()
        self._take_panel()
        self._put_away.take_over(page._put_away)
        self.bar.take_over(page.bar)
        fresh = self.show_panel(key, focus=False) if key else None
        if fresh is not None and fresh.typed() is None and place is not None:
            fresh.go_to(place)

    def _say_kept(self, kept: str) -> None:
        """What is put away unfinished is not lost."""
        if (said := self._put_away.said(kept, self.bar.saying)) is not None:
            self.bar.say(*said)

    def _take_panel(self) -> str:
        """Take the panel away; what to say where something typed in it was put away."""
        panel, self.panel = self.panel, None
        key, self._panel_key = self._panel_key, ""
        kept = ""
        if panel is not None:
            kept = self._put_away.take(key, panel)
            self.sheet.mark(0)
            self._below_row.removeWidget(panel)
            panel.setVisible(False)
            panel.deleteLater()
            self._fit_below()
        return kept

    def _panel_said(self, said: Told | Text | str) -> None:
        if isinstance(said, Told):
            self._put_away.recorded(said)
            self.bar.say(said.says(self._words), "good", said.warns(self._words))
        else:
            self.bar.say(self._words(said) if isinstance(said, Text) else said, "good")
