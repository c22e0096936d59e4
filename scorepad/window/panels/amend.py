"""A hand is corrected here: its bids and tricks, and any other entry in it."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial

from PySide6.QtCore import Signal

from scorepad.desk.table import RecordedEntries
from scorepad.spades.board import Hand
from scorepad.spades.entries import Bids, Tricks
from scorepad.spades.words import T, join_parts
from scorepad.window.panels.correction import AmendForm, CorrectionPanel, StrikeForm
from scorepad.window.panels.correction_form import CorrectionDraft
from scorepad.window.panels.entry_panel import make_record_confirmation
from scorepad.window.panels.hand_editor import HandEditor
from scorepad.window.panels.panel import PanelContext, Place
from scorepad.window.widgets import controls, layouts, tab_order
from scorepad.window.wording.names import describe_entry, entry_title


class AmendHandPanel(CorrectionPanel):
    """This panel corrects a hand, chosen with the arrows, or one of the other entries in it."""

    TYPED = dict[str, CorrectionDraft]

    panel_requested = Signal(str, int)
    """The panel with this key is to be shown, for the hand with this number."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("Correct a hand"), context)
        table = self.table
        self._before = controls.button(
            "◂", lambda: self._step(-1), kind="key", name=T("Hand before")
        )
        self._after = controls.button("▸", lambda: self._step(1), kind="key", name=T("Hand after"))
        self._which = controls.label("", "strong")
        # The arrows stand in the title's line: below it every line is needed for the hand.
        steps = ((self._before, 0), (self._which, 0), (self._after, 0))
        self.add_widget_beside_title(layouts.row(*steps))
        hands = table.match.board.hands
        self._hand = hands[-1].number if hands else 0
        self._log = -1
        self._left_typed: dict[str, CorrectionDraft] = {}
        self._leave = self.add_button(T("Cancel"), self._leave_form)
        self.add_existing_button(self._save, pressed_by_enter=True)
        self.refresh()

    def show_half_typed_hand(self) -> bool:
        """Show the hand whose correction was typed and not saved, if there is one: the one that
        was shown, else the one typed last."""
        self._remember_typed()
        left = list(self._left_typed)
        shown = self._of(self._hand)
        if shown is not None and shown.bids_id in left:
            left.append(shown.bids_id)
        numbers = {hand.bids_id: hand.number for hand in self.table.match.board.hands}
        for bids_id in reversed(left):
            if bids_id in numbers:
                self.show_place(numbers[bids_id])
                return True
        return False

    def _remember_typed(self) -> None:
        """Remember what is typed for the hand that is shown."""
        hand = self._of(self._hand)
        if self.editor is None or hand is None:
            return
        # The dict keeps the order of typing: the hand typed last comes last.
        self._left_typed.pop(hand.bids_id, None)
        if self.half_typed is not None:
            self._left_typed[hand.bids_id] = self.half_typed

    def _forget(self) -> None:
        """Discard what is typed for this hand."""
        hand = self._of(self._hand)
        if hand is not None:
            self._left_typed.pop(hand.bids_id, None)
        self.editor = None
        self.keep_draft()

    def typed(self) -> object | None:
        self._remember_typed()
        return self._left_typed or None

    def fill(self, typed: dict[str, CorrectionDraft]) -> None:
        self._left_typed = dict(typed)
        self._show()

    def draft_json_after_saving(self) -> str | None:
        """The table's draft once what is typed for this hand is recorded."""
        hand = self._of(self._hand)
        shown = None if hand is None else hand.bids_id
        others = {key: typed for key, typed in self._left_typed.items() if key != shown}
        return self.draft_json_with(others or None)

    def show_restored_message(self) -> None:
        # Another hand may be shown than the one that was left half typed.
        if self.half_typed is not None:
            super().show_restored_message()
        else:
            self.message.clear()

    def draft_saved_sentence(self) -> str:
        hands = self.table.match.board.hands
        numbers = [str(hand.number) for hand in hands if hand.bids_id in self._left_typed]
        if not numbers:
            return super().draft_saved_sentence()
        (*first, last) = numbers
        if not first:
            return str(T("What you typed for hand {n} is saved; correct it to continue.", n=last))
        some = ", ".join(first)
        return str(
            T(
                "What you typed for hands {some} and {last} is saved; correct them to continue.",
                some=some,
                last=last,
            )
        )

    def place(self) -> Place:
        return self._hand

    def show_place(self, place: Place) -> None:
        """Show the fields of a hand as they were left."""
        if place == self._hand and isinstance(self.editor, HandEditor):
            self.turned.emit(self._hand)
        elif isinstance(place, int):
            self._remember_typed()
            self._hand = place
            self._show()
            self.keep_draft()

    def hand_number(self) -> int:
        return self._hand

    def focus_first_bid(self) -> None:
        if isinstance(self.editor, HandEditor):
            line = self.editor.bids.lines[0]
            line.setFocus()
            line.selectAll()

    def focus_typing_start(self) -> None:
        editor = self.editor
        if isinstance(editor, HandEditor):
            self.focus_first_bid()
            return
        if editor is None:
            super().focus_typing_start()
            return
        self.set_reading_tab_order()
        fields = [*tab_order.controls_in_reading_order(editor), editor.why]
        next(each for each in fields if each.isVisibleTo(self) and each.isEnabled()).setFocus()

    def _step(self, by: int) -> None:
        self.show_place(self._hand + by)
        self.focus_first_bid()

    def refresh(self) -> None:
        """Show again what would change.  The fields stay as typed, unless the entries that they
        stand for were changed."""
        log = len(self.table.match.log)
        if log != self._log:
            self._log = log
            if isinstance(self.editor, HandEditor) and self.editor.has_changes:
                hand = self._of(self._hand)
                bids = self.table.match.counting_entry(hand.bids_id) if hand is not None else None
                if bids is not None:
                    self.message.clear()
                    self.editor.show_effect()
                    return
            self._remember_typed()
            self._show()

    def _of(self, number: int) -> Hand | None:
        hands = self.table.match.board.hands
        return next((hand for hand in hands if hand.number == number), None)

    def _show(self) -> None:
        self.clear()
        self._totals.hide()
        board = self.table.match.board
        numbers = [hand.number for hand in board.hands]
        self._before.setEnabled(bool(numbers) and self._hand > numbers[0])
        self._after.setEnabled(bool(numbers) and self._hand < numbers[-1])
        self._save.setEnabled(bool(numbers))
        if not numbers:
            self._which.setText("")
            self._column.addWidget(controls.label(T("No hand has been bid yet."), wrap=True))
            return
        self._hand = min(max(self._hand, numbers[0]), numbers[-1])
        hand = self._of(self._hand)
        assert hand is not None
        self._which.setText(str(T("Hand {n} of {all}", n=hand.number, all=numbers[-1])))
        self.turned.emit(hand.number)
        half = self._left_typed.get(hand.bids_id)
        if half is not None and half.entry and not self.can_resume(half):
            self._left_typed.pop(hand.bids_id)
            self._show_hand(hand, None)
            self.show_discarded_message()
            return
        if half is None or not half.entry:
            self._show_hand(hand, half)
        else:
            (self._strike if half.striking else self._correct)(half.entry, half)
        self.show_restored_message()

    def _show_hand(self, hand: Hand, half: CorrectionDraft | None) -> None:
        self.show_editor(HandEditor(self.table, hand, self._totals), half)
        self._column.addWidget(controls.separator())
        self._column.addWidget(
            controls.button(
                T("Strike the whole hand…"),
                partial(self._show_form, self._strike, hand.bids_id),
                kind="danger",
            )
        )
        self._others(hand)

    def _others(self, hand: Hand) -> None:
        match = self.table.match
        others = [
            entry
            for entry_id in hand.entries
            if (entry := match.counting_entry(entry_id)) is not None
            and not isinstance(entry, Bids | Tricks)
        ]
        if others:
            self._column.addWidget(controls.label(T("Also in this hand"), "strong"))
        for entry in others:
            what = describe_entry(match, entry)
            name = entry_title(match, entry)
            change = controls.button(
                T("Change…"),
                partial(self._show_form, self._correct, str(entry.id)),
                name=T("Change: {what}", what=name),
            )
            text = controls.label(join_parts((name, what)), wrap=True)
            self._column.addWidget(layouts.row((text, 1), change))
        self._column.addWidget(
            layouts.row(
                *(
                    controls.button(title, partial(self.panel_requested.emit, key, hand.number))
                    for title, key in ((T("Substitute…"), "seat"), (T("Dealer…"), "dealer"))
                )
            )
        )

    def _show_form(self, show: Callable[[str], None], entry_id: str) -> None:
        """Show the fields of this entry, and move the cursor into them from the button pressed."""
        show(entry_id)
        if self.editor is not None:
            # A widget takes the cursor only once it is shown.
            self.editor.setVisible(True)

        self.focus_typing_start()

    def _correct(self, entry_id: str, half: CorrectionDraft | None = None) -> None:
        self.clear()
        self.show_editor(AmendForm(self.table, entry_id, self._totals), half)

    def _strike(self, entry_id: str, half: CorrectionDraft | None = None) -> None:
        self.clear()
        self._column.addWidget(
            controls.label(T("The hand no longer counts; it can be restored."), wrap=True)
        )
        self.show_editor(StrikeForm(self.table, self._totals, entry_id), half)

    def _leave_form(self) -> None:
        leave = self.editor is None or isinstance(self.editor, HandEditor)
        self._forget()
        if leave:
            self.close_panel()
        else:
            self._show()

    def show_saved(self, recorded: RecordedEntries) -> None:
        # The draft keeps what is typed for other hands.
        self._forget()
        self.notify(*make_record_confirmation(self.table, recorded).notice())
        self.close_panel()
