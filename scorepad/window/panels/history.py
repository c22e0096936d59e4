"""The history shows each entry: when and by whom it was recorded, what it says now, and why."""

from __future__ import annotations

from PySide6.QtCore import QSignalBlocker, Qt
from PySide6.QtGui import QFontMetrics, QResizeEvent
from PySide6.QtWidgets import QWidget

from scorepad.desk.actions import action
from scorepad.desk.table import RecordedEntries
from scorepad.desk.undoing import latest_strikable_entry
from scorepad.spades.entries import Amend, Bids, Entry, Restore, Strike, Tricks
from scorepad.spades.entry_descriptions import strike_reason
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, join_parts
from scorepad.window.panels.correction import AmendForm, CorrectionPanel, StrikeForm
from scorepad.window.panels.correction_form import CorrectionDraft
from scorepad.window.panels.difference import CorrectionEffectTable
from scorepad.window.panels.entry_panel import RecordConfirmation, make_record_confirmation
from scorepad.window.panels.history_list import (
    HistoryEntryList,
    UndoRedoButtons,
    before_and_now_text,
    describe_in_history,
)
from scorepad.window.panels.panel import PanelContext, Place
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.size_class import WindowSizeClass, height_class
from scorepad.window.wording import moments
from scorepad.window.wording.names import entry_title


class HistoryPanel(CorrectionPanel):
    """This panel lists the log, newest first, with what can be done to each entry."""

    WIDTH = 460
    TYPED = CorrectionDraft

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("History"), context)
        self._undo = controls.button("", self.undo)
        self._redo = controls.button("", self.redo)
        self._steps = UndoRedoButtons(self._undo, self._redo)
        self.entries = HistoryEntryList()
        self.entries.currentItemChanged.connect(lambda *_both: self._chosen())
        # The details of the selected entry take what they need; the list has the rest.
        self._list = QWidget()
        layouts.set_column(self._list, self._steps, (self.entries, 1))
        self.add_stretching_widget_above_body(self._list)
        self._column.setSpacing(Gap.CONTROLS.pixels())
        self._log = -1
        self._leave = self.add_button(T("Close"), self._left)
        self._strike = self.add_button(T("Strike…"), self._strike_chosen, kind="danger")
        self._correct = self.add_button(T("Correct…"), self._correct_chosen)
        self._restore = self.add_button(T("Restore"), self._restore_chosen, kind="primary")
        self.add_existing_button(self._save, pressed_by_enter=True)
        self.refresh()

    def focus_typing_start(self) -> None:
        scrolling.bring_into_sight(self.entries)
        # With the focus on a button, a second Enter would do something that nobody asked for.
        if self.editor is None and self.entries.count():
            self.entries.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().focus_typing_start()

    def refresh(self) -> None:
        self._steps.name_next_steps(self.table)
        self._fit_steps()
        match = self.table.match
        if len(match.log) == self._log:
            return
        chosen = self.chosen()
        was_newest = self.entries.currentRow() <= 0
        self._log = len(match.log)
        self.entries.show_log(match)
        with QSignalBlocker(self.entries):
            if chosen is None or (was_newest and self.editor is None):
                self.entries.setCurrentRow(0)
            else:
                self.choose(chosen)
        editor = self.editor
        if editor is not None and editor.entry_id not in match.struck_ids:
            editor.show_effect()
        else:
            self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_steps()
        super().resizeEvent(event)

    def _fit_steps(self) -> None:
        """Name what undo and redo would do, where there is room."""
        size = height_class(self)
        room = 0 if size == WindowSizeClass.SMALL else self.width() - 2 * Gap.GROUPS.pixels()
        self._steps.fit_width(room, can_stack=size >= WindowSizeClass.LARGE)

    def undo(self) -> None:
        """Undo one step; press again for one more."""
        text = self.table.undo_or_redo_text("undo")
        recorded = self.call_or_show_refusal(self.table.undo)
        if recorded is not None:
            self.show_saved(recorded, text)

    def redo(self) -> None:
        """Redo one step; press again for one more."""
        text = self.table.undo_or_redo_text("redo")
        recorded = self.call_or_show_refusal(self.table.redo)
        if recorded is not None:
            self.show_saved(recorded, text)

    def show_saved(self, recorded: RecordedEntries, done: Text | None = None) -> None:
        self.editor = None
        self.refresh()
        self._show()
        confirmed = make_record_confirmation(self.table, recorded)
        if done is not None:
            confirmed = RecordConfirmation((done, *recorded.notices), recorded.warnings)
        self.notify(*confirmed.notice())

    def chosen(self) -> str | None:
        """Return the id of the entry that is chosen."""
        return self.entries.chosen()

    def choose(self, entry_id: str) -> None:
        """Choose an entry."""
        self.entries.choose(entry_id)

    def _chosen(self) -> None:
        self._show()
        self.keep_draft()

    def _show(self) -> None:
        self.clear()
        self.retitle(T("History"))
        self.message.clear()
        self._totals.hide()
        self._steps.show()
        self._list.show()
        match = self.table.match
        chosen = self.chosen()
        entry = match.original_entry(chosen) if chosen is not None else None
        self._offer(entry)
        if entry is None:
            self._column.addWidget(controls.label(T("Nothing has been recorded yet."), wrap=True))
            return
        for text in self._describe(entry):
            self._column.addWidget(controls.label(text, wrap=True))
        if self._restore.isVisibleTo(self):
            self._preview_restore(str(chosen))

    def _offer(self, entry: Entry | None) -> None:
        """Show the buttons for what can be done with this entry."""
        counts = restorable = False
        if entry is not None:
            strike_id = self.table.match.strike_by_entry.get(str(entry.id))
            strike = self.table.match.original_entry(strike_id) if strike_id is not None else None
            restorable = isinstance(strike, Strike) and strike.entry == entry.id
            counts = strike is None and entry.id not in self.table.match.unfit
        can_strike = counts and not isinstance(entry, Strike | Restore)
        self._strike.setVisible(can_strike)
        self._correct.setVisible(can_strike and not isinstance(entry, Amend))
        self._restore.setVisible(restorable)
        self._save.hide()
        self._leave.setText(str(T("Close")))

    def _strike_chosen(self) -> None:
        self.strike(str(self.chosen()))

    def _correct_chosen(self) -> None:
        self.correct(str(self.chosen()))

    def _restore_chosen(self) -> None:
        self.restore(str(self.chosen()))

    def _describe(self, entry: Entry) -> list[str]:
        match = self.table.match
        entry_id = str(entry.id)
        description = describe_in_history(match, entry)
        changed = before_and_now_text(description)
        # What changed is repeated, and what the row has no room for is written out.
        both = bool(description.was and description.now)
        why = description.why
        parts = ((changed, both or self._cut(changed)), (why, self._cut(why)))
        texts = [controls.capitalize(text) for text, is_wanted in parts if is_wanted]
        amend_id = match.amend_by_entry.get(entry_id)
        if amend_id is not None:
            amend = match.original_entry(amend_id)
            assert isinstance(amend, Amend)
            texts.append(
                str(
                    T(
                        "Corrected by {who}, {moment}: {why}",
                        who=amend.by or "–",
                        moment=moments.format_moment(amend.at),
                        why=amend.why,
                    )
                )
            )
        strike_id = match.strike_by_entry.get(entry_id)
        if strike_id is not None:
            strike = match.original_entry(strike_id)
            assert isinstance(strike, Strike)
            texts.append(
                str(
                    T(
                        "Struck by {who}, {moment}: {why}",
                        who=strike.by or "–",
                        moment=moments.format_moment(strike.at),
                        why=strike_reason(strike),
                    )
                )
            )
            if strike.entry != entry_id:
                texts.append(str(T("It was struck with the bids of its hand; restore the bids.")))
        if entry_id in match.unfit:
            texts.append(str(T("It counts nothing: {why}", why=match.unfit[entry_id])))
        return texts

    def _cut(self, text: str) -> bool:
        """Return whether a row has too little room for this text."""
        room = self.entries.viewport().width() - theme.em(2.4)
        return QFontMetrics(theme.figure_font(14, bold=True)).horizontalAdvance(text) > room

    def _which(self, entry: Entry) -> str:
        """Return what the list says of an entry, for while a form stands in its place."""
        match = self.table.match
        description = describe_in_history(match, entry)
        moment = moments.format_moment(entry.at)
        by = entry.by or ""
        parts = (before_and_now_text(description), description.why, moment, by)
        return join_parts(parts)

    def _preview_restore(self, entry_id: str) -> None:
        shown = CorrectionEffectTable(self._totals)
        self._column.addWidget(shown)
        try:
            preview = self.table.preview(Restore(entry=entry_id))
        except Refused as refused:
            self.message.say(refused.text, "note")
        else:
            match = self.table.match
            after = match.append(Restore(entry=entry_id))
            shown.show_difference(match, preview, effects=self.effects_of(after))

    def restore(self, entry_id: str) -> None:
        """Restore this struck entry."""
        recorded = self.call_or_show_refusal(lambda: self.table.record(Restore(entry=entry_id)))
        if recorded is not None:
            self.show_saved(recorded)

    def correct(self, entry_id: str) -> None:
        """Show this entry's fields, to be changed with a reason."""
        self.choose(entry_id)
        match = self.table.match
        hand = match.hand_of(entry_id)
        if hand is not None and isinstance(match.counting_entry(entry_id), Bids | Tricks):
            self.hand_asked.emit(hand.number)
        else:
            self._show_editor(AmendForm(self.table, entry_id, self._totals))

    def strike_hand(self, number: int) -> None:
        """Ask why a hand is deleted, and show what that changes."""
        hands = self.table.match.board.hands
        for hand in hands:
            if hand.number == number:
                self.strike(hand.bids_id)
                self.focus_typing_start()

    def strike(self, entry_id: str) -> None:
        """Show what striking this entry changes, and ask for the reason."""
        self.choose(entry_id)
        self._show_editor(StrikeForm(self.table, self._totals, entry_id))

    def _show_editor(self, editor: AmendForm | StrikeForm) -> None:
        self.clear()
        match = self.table.match
        entry = match.original_entry(editor.entry_id)
        self._column.addWidget(controls.label(entry_title(match, entry), "strong", wrap=True))
        self._column.addWidget(controls.label(self._which(entry), "caption", wrap=True))
        self.show_editor(editor)
        self.retitle(action("strike" if editor.striking else "amend").title)
        for button in (self._strike, self._correct, self._restore):
            button.hide()
        self._save.show()
        self._leave.setText(str(T("Cancel")))
        # The form takes the list's place until it is closed.
        self._steps.hide()
        self._list.hide()

    def _left(self) -> None:
        if self.editor is None:
            self.close_panel()
        else:
            self._chosen()

    def place(self) -> Place:
        return self.chosen()

    def show_place(self, place: Place) -> None:
        self.choose(str(place))

    def hand_number(self) -> int:
        match = self.table.match
        entry = match.find(self.chosen() or "")
        about = None if entry is None else match.find_corrected(entry)
        hand = None if about is None else match.hand_of(str(about.id))
        return 0 if hand is None else hand.number

    def typed(self) -> object | None:
        return self.half_typed

    def fill(self, typed: CorrectionDraft) -> None:
        if self.can_resume(typed):
            (self.strike if typed.striking else self.correct)(typed.entry)
            if self.editor is not None:
                self.editor.fill(typed.fields)


class StrikeLatestEntryPanel(HistoryPanel):
    """The history, with the latest entry that counts ready to be struck."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        latest = latest_strikable_entry(self.table.match)
        if latest is not None:
            self.strike(str(latest.id))

    def focus_typing_start(self) -> None:
        if self.editor is not None:
            self.editor.why.setFocus()
        else:
            super().focus_typing_start()


class RestoreLatestEntryPanel(HistoryPanel):
    """The history, with the entry that was struck last ready to be restored."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(context)
        match = self.table.match
        strikes = set(match.strike_by_entry.values())
        for entry in reversed(match.log):
            if isinstance(entry, Strike) and str(entry.id) in strikes:
                self.choose(entry.entry)
                break

    def focus_typing_start(self) -> None:
        if self._restore.isVisibleTo(self):
            scrolling.bring_into_sight(self.entries)
            self._restore.setFocus()
        else:
            super().focus_typing_start()
