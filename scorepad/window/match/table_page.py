"""The page of one table shows its totals and clock, the sheet, the entry bar, and a panel beside
them.

Each part follows the table and the input itself; the page lays them out, passes keys and actions
to their part, and shows the heading and the score chart.
"""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from functools import partial

from PySide6.QtCore import QEvent, QModelIndex, QPoint, Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import (
    QAbstractSpinBox,
    QApplication,
    QComboBox,
    QFrame,
    QLineEdit,
    QListWidget,
    QMenu,
    QPlainTextEdit,
    QPushButton,
    QWidget,
)

from scorepad.desk.actions import action
from scorepad.desk.hand_input import HandInput
from scorepad.desk.holding import find_laptop_running_clock
from scorepad.desk.ports import DocumentMaker
from scorepad.desk.sharing import ShareStatus, clock_ahead_texts, find_laptop, holder_texts
from scorepad.desk.table import MatchChange, RecordedEntries, Table
from scorepad.desk.typed_bids import SIDE_KEYS
from scorepad.desk.versions import match_versions
from scorepad.settings import SettingError, Settings
from scorepad.spades.entries import Clock
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_as_sentences, join_parts
from scorepad.window.match.entry import sentences
from scorepad.window.match.entry.entry_bar import EntryBar
from scorepad.window.match.header.score_header import ScoreHeader
from scorepad.window.match.panel_place import PANELS, PanelHost
from scorepad.window.match.sheet.sheet_view import SheetView
from scorepad.window.match.toolbar import TableToolbar
from scorepad.window.panels.chart_panel import score_chart_data
from scorepad.window.panels.panel import EffectsOf, Panel, PanelContext, Place
from scorepad.window.widgets import controls, keyboard, layouts, score_chart, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.notice_strip import NoticeStrip
from scorepad.window.widgets.score_chart import ScoreChart
from scorepad.window.widgets.size_class import WindowSizeClass, width_class
from scorepad.window.widgets.takeover_strip import TakeoverStrip
from scorepad.window.widgets.version_choice import VersionChoice
from scorepad.window.wording import names
from scorepad.window.wording.versions import uncounted_text, version_columns

MIN_SHEET_WIDTH = 620  # px
"""Of a wide page (pixels at the usual text size) the sheet has at least this, and the chart has the
rest, up to the width of a panel, which then covers only the chart."""
PANEL_WIDTH = 400  # px
MIN_PANEL_HEIGHT = 270  # px
"""A panel is above the bar, which then stays as it is, where it has this height (pixels at the
usual text size); else it is beside the bar."""
MIN_PANEL_HEIGHT_BESIDE = 300  # px
MIN_ENTRY_HEIGHT = 150  # px
"""Where it has less height than this (pixels at the usual text size), or sheet and bar have less
than that, the toolbar gives way."""
TRICK_PARTS = ("tricks", "change", "total", "bags")
"""The columns of the sheet from which a correction begins with the tricks."""
CLOCK_ENTRIES: dict[str, Clock] = {
    "clock-start": Clock(do="start"),
    "clock-pause": Clock(do="pause"),
    "clock-resume": Clock(do="resume"),
    "clock-more": Clock(do="add", seconds=300),
    "clock-less": Clock(do="add", seconds=-300),
}
"""The clock entry that an action records, by its key."""


class TablePage(QWidget):
    """The page of one table."""

    guide_page = "first-night"
    action_requested = Signal(str)
    """The user asks for an action that this page does not do; this is its key."""
    changed = Signal(object)
    """The match has changed, by this `MatchChange`."""

    def __init__(
        self,
        table: Table,
        sheets: DocumentMaker,
        settings: Settings,
        effects_of: EffectsOf = lambda _after: (),
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(parent)
        self.table = table
        self._settings = settings
        self._panel_context = PanelContext(table, sheets, settings, self, effects_of)
        self.share_status: Callable[[], ShareStatus | None] = lambda: None
        """Returns the status of sharing; None where nothing is shared."""
        self._is_beside = False
        """Whether a panel is beside the bar."""
        self._why_not_for_bar_line = ""
        """The bar's last sentence about a key that it did not get."""
        self.setProperty("kind", "page")
        self._build()
        self._stops = self.input.listen(self._typed), table.listen(self._changed)
        self._show_heading()
        self._show_score_chart()
        self._show_versions()
        self._show_holder()
        self._fit_below()
        self._panels.restore_panel()
        self.bar.restore_correction()

    @property
    def section(self) -> str:
        """The key of the panel that is shown; "" without one."""
        return self._panels.key

    def _build(self) -> None:
        # Made first, it follows a change of the match before the parts that show it.
        self.input = HandInput(self.table)
        self.bar = EntryBar(self.input)
        self.notify = self.bar.notify
        """Announces an act, a refusal or a warning; "" takes the last announcement away."""
        column = layouts.set_column(self, spacing=Gap.NONE)
        self.header = ScoreHeader(self.table)
        self.header.clock_note = self._clock_note
        self.header.clock.action_requested.connect(self.action_requested)
        for side in self.header.sides:
            side.part_asked.connect(self._explain_side)
        column.addWidget(self.header)
        self.toolbar = TableToolbar(self.table, self.bar.undo_or_redo_name)
        self.toolbar.action_requested.connect(self.action_requested)
        self._hand = controls.label("", "caption")
        self._toolbar_row = below_totals = QFrame()
        below_totals.setProperty("kind", "bar")
        margin = (Gap.LINES, Gap.NONE, Gap.GROUPS, Gap.NONE)
        # A longer text takes no room from the buttons, which need not be painted again.
        self._hand.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        layouts.set_row(below_totals, self.toolbar, (self._hand, 1), margin=margin)
        column.addWidget(below_totals)
        self.versions = VersionChoice(str(T("Two versions of this table were recorded")))
        self.versions.chosen.connect(self._choose_version)
        column.addWidget(self.versions)
        self.uncounted = controls.MessageLabel()
        column.addWidget(self.uncounted)
        self.takeover_strip = TakeoverStrip()
        self.takeover_strip.takeover_requested.connect(self._take_over)
        column.addWidget(self.takeover_strip)
        self._below = QWidget()
        # A panel covers the right edge of the sheet, whose columns keep their places.
        self._below_grid = layouts.set_grid(
            self._below, across=Gap.NONE, down=Gap.NONE, stretch_column=0
        )
        column.addWidget(self._below, 1)
        left = QWidget()
        # With large text both may not fit; then they scroll below totals and clock.
        self._scroll = scrolling.make_scroll_area(left, name=T("Sheet and entry"))
        # Another height of the bar, as with a message, changes the scroll range.
        keep_soon = controls.single_shot_timer(self, self._keep_bar_in_sight)
        down = self._scroll.verticalScrollBar()
        down.rangeChanged.connect(lambda *_range: keep_soon.start())
        self._below_grid.addWidget(self._scroll, 0, 0, 2, 2)
        self._below_grid.setRowStretch(0, 1)
        self.sheet = SheetView(self.input)
        self.sheet.explain.connect(self.explain_number)
        self.sheet.explain_ruling.connect(self._show_entry)
        self.sheet.edit_hand.connect(self.edit_hand)
        self.sheet.menu_requested.connect(self._show_hand_menu)
        self.sheet.selectionModel().currentChanged.connect(lambda *_: self.show_caret())
        # Other rows may be cut through now, which the sheet does not paint.
        down.valueChanged.connect(lambda _value: self.sheet.repaint_rows())
        self.score_chart = ScoreChart()
        self.bar.action_requested.connect(self.do)
        self.bar.up.connect(self._to_sheet)
        self.bar.keypad_pressed.connect(self._press_keypad_key)
        self.bar.keypad_asked.connect(self._show_keypad)
        self.bar.fold_keypad_away(not self._settings.keypad)
        self._beside_bar = QWidget()
        layouts.set_column(
            left,
            (layouts.set_row(None, (self.sheet, 1), self.score_chart, spacing=Gap.NONE), 1),
            layouts.set_row(None, (self.bar, 1), self._beside_bar, spacing=Gap.NONE),
            spacing=Gap.NONE,
        )
        self._panels = PanelHost(self._panel_context, self._below_grid, self.sheet, self.bar)
        self._panels.action_requested.connect(self.do)
        self._panels.closed.connect(self.close_panel)
        self._panels.hand_asked.connect(self.edit_hand)
        self.bar.effects_of = self._panel_context.effects_of
        self.bar.correction_changed.connect(self._show_correction)
        self._panels.changed.connect(self._fit_below)
        self._fit_soon = controls.single_shot_timer(self, self._fit_below)
        # The room is shared once its content is laid out; at once, that would ask again.
        for each in (self._below, self.bar):
            controls.EventFollower(each, self._fit_soon.start)
            controls.EventFollower(each, self._fit_panel_soon, QEvent.Type.LayoutRequest)
        controls.EventFollower(self, self._fit)

    def show_caret(self) -> None:
        """Show a caret where the keys go to, as the focus is now."""
        now = QApplication.focusWidget()
        # Without a focus the window is in the background, and returns unchanged.
        if now is not None and self.isVisible():
            # Keys go elsewhere now.
            if self._why_not_for_bar_line and self.bar.message_text == self._why_not_for_bar_line:
                self.notify("")
            self._why_not_for_bar_line = ""
            self.bar.show_focus(
                takes_digits=self._is_for_bar(now),
                takes_enter=self._is_enter_for_bar(now),
                is_in_field=self._takes_keypad(now),
            )
        if now is self.bar:
            self._keep_bar_in_sight()

    def stop_following(self) -> None:
        """Stop following the table, because the page is closed."""
        self.input.stop_following()
        for part in (self.header, self.sheet, self.bar):
            part.stop_following()
        for stop in self._stops:
            stop()

    # Showing.

    def _show_heading(self) -> None:
        match = self.table.match
        self._hand.setText(sentences.hand_number_and_dealer_text(match))
        self.bar.boxes.middle.setText("\n".join(sentences.hand_and_dealer_lines(match)))
        head = match.head
        self.setAccessibleName(
            str(
                T(
                    "{one} – {other}",
                    one=names.name_of_side(head.teams, 0),
                    other=names.name_of_side(head.teams, 1),
                )
            )
        )

    def _show_score_chart(self) -> None:
        self.score_chart.show_totals(score_chart_data(self.table.match))

    def _fit_below(self) -> None:
        if self.window() is not self:
            # A page that is in no window yet has no meaningful width.
            self._fit_panel()
        self._fit_chart()

    def _fit_chart(self) -> None:
        chart_width = min(
            theme.px(PANEL_WIDTH),
            self.width() - max(self.sheet.least_width, theme.px(MIN_SHEET_WIDTH)),
        )
        # The middle of the table and the sheet's last row show it, too.
        self._hand.setVisible(width_class(self) == WindowSizeClass.LARGE)
        wide = chart_width >= theme.px(score_chart.MIN_WIDTH)
        if wide:
            self.score_chart.setFixedWidth(chart_width)
        room = self._scroll.height() - self.bar.sizeHint().height()
        high = room >= theme.px(score_chart.MIN_HEIGHT)
        # Behind a panel it keeps its place, so that no column of the sheet moves.
        is_shown = high or (self.panel is not None and not self.score_chart.isHidden())
        self.score_chart.setVisible(wide and is_shown)

    def _fit_panel(self) -> None:
        """Have the panel above the bar, so that nothing moves as it comes.

        In a window that is too low for that it is beside the bar, until it is closed or the window
        has another size.
        """
        panel, wide = self.panel, 0
        self._panels.fit_width()
        room = self._below.height() - self.bar.sizeHint().height()
        is_low = room < theme.px(MIN_PANEL_HEIGHT)
        self._is_beside = panel is not None and (is_low or self._is_beside)
        if panel is not None and self._is_beside:
            wide = panel.minimumWidth()
        self.bar.fit_width(self.width() - wide, has_panel=self._is_beside)
        self._beside_bar.setFixedWidth(wide)
        has_bar_below = panel is not None and not self._is_beside
        before = self._below_grid.rowMinimumHeight(1)
        # A bar that becomes lower moves no button of the panel.
        below = max(before, self.bar.height()) if has_bar_below else 0
        # The grid would ask to be laid out again, and this be asked again, without end.
        if before != below:
            self._below_grid.setRowMinimumHeight(1, below)
        # In a low window with large text the entry needs the room more; the menu has it all.
        row = self._toolbar_row
        high = row.heightForWidth(self.width()) if row.isHidden() else 0
        least = theme.px(MIN_ENTRY_HEIGHT)
        if panel is not None and self._is_beside:
            least = max(theme.px(MIN_PANEL_HEIGHT_BESIDE), panel.minimumSizeHint().height())
        row.setVisible(self._below.height() - high >= least)

    def _fit_panel_soon(self) -> None:
        if self.panel is not None:
            self._fit_soon.start()  # the panel may need more height

    def _fit(self) -> None:
        self.header.fit_to_window()
        self._is_beside = False
        self._below_grid.setRowMinimumHeight(1, 0)
        self.bar.fit_width(self.width(), has_panel=False)
        self._fit_chart()
        self._fit_soon.start()

    def _show_keypad(self, shown: bool) -> None:
        # A setting that cannot be stored does no harm: it holds until the program ends.
        with suppress(SettingError):
            self._settings.set_and_save("keypad", shown)
        self.bar.fold_keypad_away(not shown)
        self._fit_below()

    @property
    def strip(self) -> NoticeStrip:
        """Where the page announces something."""
        return self.bar.strip

    def record_time_up_if_due(self) -> None:
        """Record that time ran out, where no question has to be answered first."""
        try:
            recorded = self.table.record_time_up_if_due()
        except Refused as refused:
            self.notify(refused.text, "bad")
            return
        if recorded is not None:
            self.notify(join_as_sentences(map(str, recorded.notices)))

    def refresh_clock_and_prompt(self) -> None:
        """Show the changes of the passing time in the clock and the prompt."""
        self.header.tick()
        self.input.update_for_time_passed()
        if self.takeover_strip.text:
            self._show_holder()  # when it was heard last

    def _keep_bar_in_sight(self) -> None:
        scroll_bar = self._scroll.verticalScrollBar()
        scroll_bar.setValue(scroll_bar.maximum())
        boxes = self.bar.boxes
        # After the end the next steps are at the bottom; with large text the result above them,
        # which the totals say, too, may have no room.
        if self.bar.state != "over":
            self._scroll.ensureWidgetVisible(self.bar.keys, 0, 0)
            self._scroll.ensureWidgetVisible(self.bar.line if boxes.isHidden() else boxes, 0, 0)
        # The left edge is in sight where a panel leaves too little width.
        self._scroll.horizontalScrollBar().setValue(0)

    def _typed(self) -> None:
        self.toolbar.refresh()
        self._keep_bar_in_sight()

    def _changed(self, change: MatchChange) -> None:
        if change.changes_sheet:
            self._show_heading()
            self._show_score_chart()
        self._show_versions()
        self._show_holder()
        self.toolbar.refresh()
        self._keep_bar_in_sight()
        self._fit_soon.start()
        if self.panel is not None:
            self.panel.refresh()
        self.changed.emit(change)

    def _show_versions(self) -> None:
        self.versions.show_versions(version_columns(match_versions(self.table.match)))
        self.uncounted.show_text(uncounted_text(self.table.match), "warn")

    def _show_holder(self) -> None:
        hold = self.table.held_elsewhere
        texts = holder_texts(hold, self.share_status(), self.table.now())
        self.takeover_strip.show_recorder(*map(str, texts))
        was_held = self.bar.is_held
        self.bar.show_holder("" if hold is None else hold.name or hold.laptop[:8])
        if was_held and hold is None and self.isVisible():
            self._to_bar()

    def _clock_note(self) -> str:
        known = find_laptop(self.share_status(), find_laptop_running_clock(self.table.match))
        texts = [] if known is None else clock_ahead_texts(known)
        return join_parts(texts)

    def _take_over(self, why: str) -> None:
        self.record_and_show_result(
            lambda: self.table.take_over_from_other_laptop(why),
            str(T("This computer is now recording this table.")),
        )

    def _choose_version(self, last_id: str, why: str) -> None:
        try:
            self.table.choose_version(last_id, why)
        except Refused as refused:
            self.notify(refused.text, "bad")

    def _to_sheet(self) -> None:
        if self.sheet.rows:
            self.sheet.setFocus(Qt.FocusReason.TabFocusReason)

    # Keys are for the bar, the panel or the sheet.

    def _older_hand(self, focused: QWidget) -> int:
        pointed = self.sheet.hand_at_cursor if focused is self.sheet else 0
        return pointed if pointed < max((row.hand for row in self.sheet.rows), default=0) else 0

    def _is_for_bar(self, focused: QWidget) -> bool:
        """Return whether a digit that is pressed at this widget goes to the bar.

        It does not in a text field, in a list, in a panel, or on an older hand of the sheet,
        because there it is meant for something else.
        """
        written = QLineEdit | QAbstractSpinBox | QPlainTextEdit | QComboBox | QListWidget
        takes_keys_itself = isinstance(focused, written) or self._panels.is_in_panel(focused)
        return not takes_keys_itself and not self._older_hand(focused)

    def _is_enter_for_bar(self, focused: QWidget) -> bool:
        in_bar = self.bar.isAncestorOf(focused) and not self.strip.isAncestorOf(focused)
        takes_enter = isinstance(focused, QPushButton) and focused.autoDefault()
        in_bar = in_bar and not takes_enter and not isinstance(focused, QLineEdit)
        return in_bar or focused in (self.bar, self.sheet) or focused.isAncestorOf(self.bar)

    def _press_keypad_key(self, key: str) -> None:
        focused = self.window().focusWidget()
        if self._takes_keypad(focused):
            QApplication.sendEvent(focused, keyboard.key_event(key))
        elif (why := self._why_not_for_bar(key, focused)) is not None:
            self._say_why_not_for_bar(why)
        else:
            self.bar.press(key)

    def _takes_keypad(self, focused: QWidget | None) -> bool:
        # A usual reason may be pressed before the number that it is for.
        is_reason = focused is self.bar.reason and self.bar.correction is not None
        return isinstance(focused, QLineEdit | QPlainTextEdit) and not is_reason

    def _why_not_for_bar(self, pressed: str, focused: QWidget) -> Text | None:
        if pressed and self.panel is not None and self._panels.is_in_panel(focused):
            title = self.panel.accessibleName()
            return T("Finish or close “{title}” first (Esc).", title=title)
        is_side_key = (
            self.bar.state in ("bids", "tricks") and len(pressed) == 1 and pressed in SIDE_KEYS
        )
        if is_side_key and (hand := self._older_hand(focused)):
            return T(
                "Hand {n} is selected. Press E to correct it, or press a seat or Esc to go "
                "back to the entry.",
                n=hand,
            )
        return None

    def _say_why_not_for_bar(self, why: Text) -> None:
        self._why_not_for_bar_line = str(why)
        self.notify(self._why_not_for_bar_line)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            # Escape closes the panel first, and the second one leads to the bar.
            if self.panel is not None:
                self.close_panel()
            elif self.bar.correction is not None:
                self.bar.end_correction()
            else:
                self._to_bar()
            return
        focused = self.focusWidget()
        inside = self._panels.is_in_panel(focused)
        # After the end nothing is typed, so the letter that the bar names works everywhere.
        corrects = keyboard.read_key(event) == "E"
        if not inside and corrects and self.bar.state == "over":
            self.do("amend")
        elif (why := self._why_not_for_bar(keyboard.read_key(event).strip(), focused)) is not None:
            self._say_why_not_for_bar(why)
        elif inside or not (self.bar.take_key(event) or self.bar.explain_unknown_key(event)):
            super().keyPressEvent(event)

    def focus_again(self) -> None:
        """Put the cursor where it was in a panel, else into the bar, as the page is shown again."""
        # Another table's keypad was shown or folded away meanwhile.
        if self.bar.keys_folded == self._settings.keypad:
            self.bar.fold_keypad_away(not self._settings.keypad)
            self._fit_soon.start()
        self.bar.restart_reading_time()
        last = self.focusWidget()
        in_panel = self.panel is not None and self.panel.isAncestorOf(last)
        if in_panel or (self.bar.correction is not None and self.bar.isAncestorOf(last)):
            last.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            self.bar.setFocus(Qt.FocusReason.OtherFocusReason)

    # Doing.

    def undo_or_redo_typing(self, step: str) -> bool:
        """Undo or redo typing; return whether that was possible, or refused."""
        why = self._panels.reason_not_to_undo() if step == "undo" else None
        if why is not None:
            self.notify(why, "warn")
        return why is not None or self.bar.undo_or_redo_typing(step)

    def do(self, key: str) -> None:
        """Do an action of this table, or pass it on."""
        if key in ("bids", "tricks"):
            self.bar.setFocus(Qt.FocusReason.ShortcutFocusReason)
        elif key in CLOCK_ENTRIES:
            entry = CLOCK_ENTRIES[key]
            self.record_and_show_result(lambda: self.table.record(entry), "")
        elif key == "undo":
            text = str(self.table.undo_or_redo_text("undo"))
            self.record_and_show_result(self.table.undo, text)
        elif key == "redo":
            text = str(self.table.undo_or_redo_text("redo"))
            self.record_and_show_result(self.table.redo, text)
        elif key == "amend":
            self._amend()
        elif key == "why" and self.focusWidget() is self.sheet and self.sheet.hand_at_cursor:
            self.explain_number(self.sheet.hand_at_cursor, *self.sheet.part_at_cursor)
        elif key in PANELS:
            self.show_panel(key)
        else:
            self.action_requested.emit(key)

    def _amend(self) -> None:
        hands = self.table.match.board.hands
        if not hands:
            self.show_panel("history")
            return
        if self.focusWidget() is self.sheet and self.sheet.hand_at_cursor:
            side, part = self.sheet.part_at_cursor
            self.edit_hand(self.sheet.hand_at_cursor, part, side)
            return
        beside = 0 if self.panel is None else self.panel.hand_number()
        self.edit_hand(beside or hands[-1].number)

    def _strike_hand(self, hand: int) -> None:
        self.bar.end_correction()
        for each in self.table.match.board.hands:
            if each.number == hand:
                self._show_panel_of("strike", each.bids_id)

    def _show_hand_menu(self, at: QPoint) -> None:
        number, entry, place = self.sheet.hand_at_cursor, self.sheet.entry_at_cursor, None
        menu = QMenu(self)
        menu.aboutToHide.connect(menu.deleteLater)
        offers: list[tuple[Text, Callable[[], object]]] = []
        if number:
            place = self.sheet.part_at_cursor
            side, part = place
            offers = [
                (T("Why?"), lambda: self.explain_number(number, side, part)),
                (T("Correct…"), lambda: self.edit_hand(number, part, side)),
                (T("Delete…"), lambda: self._strike_hand(number)),
            ]
        elif entry:
            offers = [(T("Show in the history"), lambda: self._show_entry(entry))]
        for title, act in offers:
            menu.addAction(str(title)).triggered.connect(lambda _checked=False, act=act: act())
        if offers:
            menu.addSeparator()
        for key in ("note", "seat", "dealer"):
            each = action(key)
            if each.why_disabled(self.table.match) is None:
                ask = partial(self._show_panel_of, key, number)
                shown = menu.addAction(str(each.title) + "…")
                shown.triggered.connect(lambda _checked=False, ask=ask: ask())
        menu.popup(at)

    def _show_panel_of(self, key: str, place: Place) -> None:
        panel = self.show_panel(key, focus=False)
        panel.show_place(place)
        panel.focus_typing_start()

    def record_and_show_result(
        self, do: Callable[[], RecordedEntries], success_text: str
    ) -> RecordedEntries | None:
        """Record something and announce it, or its refusal."""
        try:
            recorded = do()
        except Refused as refused:
            self.notify(refused.text, "bad")
            return None
        told = map(str, (*recorded.notices, *recorded.warnings))
        message = join_as_sentences((success_text, *told))
        self.notify(message, "warn" if recorded.warnings else "note")
        return recorded

    def explain_number(self, hand: int, side: int, part: str) -> None:
        """Show why a number of the sheet is so."""
        self._panels.show_panel("why", focus=False, place=(hand, side, part))

    def _explain_side(self, side: int, part: str) -> None:
        hands = self.table.match.board.hands
        if part in ("total", "bags") and hands:
            self.explain_number(hands[-1].number, side, part)
        else:
            self.explain_what_decides(side)

    def explain_what_decides(self, side: int = 0) -> None:
        """Explain the end of the game; while it is played, the conditions for this side."""
        self._panels.show_panel("why", focus=False, place=side)

    def edit_hand(self, hand: int, part: str = "bids", side: int = 0) -> None:
        """Show the correction of a hand in the bar, with a number of this side selected."""
        self.close_panel()
        self.bar.correct_hand(hand, "tricks" if part in TRICK_PARTS else "bids", side)
        self.sheet.setCurrentIndex(QModelIndex())

    def _show_correction(self, hand: int) -> None:
        self.sheet.mark_hand(hand)
        self._keep_bar_in_sight()
        self._fit_soon.start()

    def _show_entry(self, entry_id: str) -> None:
        self.show_panel("history", focus=False).show_place(entry_id)

    # The panel.

    @property
    def panel(self) -> Panel | None:
        """Return the panel that is shown beside the sheet; None where none is."""
        return self._panels.panel

    def show_panel(self, key: str, *, focus: bool = True) -> Panel:
        """Show the panel of this action beside the sheet, and return it."""
        return self._panels.show_panel(key, focus=focus)

    def close_panel(self) -> None:
        """Close the panel, and put the cursor into the bar."""
        if self.panel is None:
            return
        at_sheet = self.focusWidget() is self.sheet
        self._panels.close_panel()
        if not at_sheet:
            self._to_bar()

    def _to_bar(self) -> None:
        self.bar.setFocus(Qt.FocusReason.OtherFocusReason)
        self.sheet.setCurrentIndex(QModelIndex())
