"""A hand put right in place: its bids and tricks, before and after of all that changes."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, Final, TypeAlias

from PySide6.QtWidgets import QVBoxLayout, QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Recorded, Table
from scorepad.settings import Settings
from scorepad.spades.board import Hand
from scorepad.spades.entries import Bids, Tricks
from scorepad.spades.words import Words
from scorepad.window import parts, rows, tab_order
from scorepad.window.draft import Slot
from scorepad.window.form_state import Values
from scorepad.window.panel import Panel
from scorepad.window.panels.correction import (
    Correction,
    Striking,
    put_in,
    typed_in,
)
from scorepad.window.panels.difference import Totals
from scorepad.window.panels.entry_words import entry_words, title
from scorepad.window.panels.form import told
from scorepad.window.panels.hand_editor import HandEditor, Kept

KEY: Final = "amend"
Typed: TypeAlias = tuple[str, bool, Values]
"""What is typed for a hand: the id of one of its entries ("" its bids and tricks), whether that is
to be struck, the fields."""


class AmendPanel(Panel):
    """A hand, chosen with the arrows; or one of the other entries in it."""

    WIDTH = 440

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("Correct a hand"), table, words, parent)
        self._before = parts.button(
            "◂", lambda: self._step(-1), kind="key", name=words("Hand before")
        )
        self._after = parts.button("▸", lambda: self._step(1), kind="key", name=words("Hand after"))
        self._totals = Totals(words)
        self._reason = QWidget()
        self._reason_column = parts.column_of(self._reason)
        self.pin(self._reason)
        self.pin(self._totals)
        self._which = parts.label("", "strong")
        # In the title's line: below it every line is needed for the hand.
        steps = ((self._before, 0), (self._which, 0), (self._after, 0))
        self.put_beside_title(rows.weighted(*steps, spacing=6))
        self._content = QWidget()
        self._column: QVBoxLayout = parts.column_of(self._content, spacing=14)
        self.add(self._content)
        self.editor: HandEditor | Correction | Striking | None = None
        hands = table.match.board.hands
        self._hand = hands[-1].number if hands else 0
        self._slot = Slot(table, KEY, Kept)
        self._log = -1
        self._untouched: Values = ()
        self._put_away: dict[str, Typed] = {}
        self._leave = self.add_button(words("Cancel"), self._left)
        self._save = self.add_button(words("Save the correction"), self.save, kind="primary")
        self.refresh()

    def edit(self, hand_number: int) -> None:
        """Show this hand to be put right, as it was left."""
        self._remember()
        self._hand = hand_number
        self._show()
        self.focus_first_bid()

    def resume(self) -> bool:
        """Show the hand whose correction was typed and not saved, if there is one: the one that
        was shown, else the one typed last."""
        self._remember()
        kept = self._slot.read()
        left = [*self._put_away, *([] if kept is None else [kept.bids_id])]
        shown = self._of(self._hand)
        if shown is not None and shown.bids_id in left:
            left.append(shown.bids_id)
        numbers = {hand.bids_id: hand.number for hand in self.table.match.board.hands}
        for bids_id in reversed(left):
            if bids_id in numbers:
                self.edit(numbers[bids_id])
                return True
        return False

    def _keep(self) -> None:
        editor = self.editor
        if isinstance(editor, HandEditor):
            typed = editor.typed()
            self._slot.keep(typed if typed != editor.untouched else None)

    def _remember(self) -> None:
        """Put away what is typed for this hand."""
        editor, hand = self.editor, self._of(self._hand)
        if editor is None or hand is None:
            return
        values = typed_in(editor, editor.reasoned)
        if values == self._untouched:
            self._put_away.pop(hand.bids_id, None)
            return
        entry_id = "" if isinstance(editor, HandEditor) else editor.entry_id
        self._put_away[hand.bids_id] = (entry_id, isinstance(editor, Striking), values)

    def _forget(self) -> None:
        """Let go of what is typed for this hand."""
        hand = self._of(self._hand)
        if hand is not None:
            self._put_away.pop(hand.bids_id, None)
        self.editor = None
        self._slot.keep(None)

    def typed(self) -> object | None:
        self._remember()
        return (self._hand, self._put_away) if self._put_away else None

    def retype(self, typed: Any) -> None:
        self._hand, put_away = typed
        self._put_away = dict(put_away)
        self._show()

    def tell_left(self) -> None:
        # Only of a hand that was left so.
        editor = self.editor
        left = editor is not None and typed_in(editor, editor.reasoned) != self._untouched
        if left:
            super().tell_left()
        else:
            self.message.hush()

    def kept_said(self) -> str:
        hands = self.table.match.board.hands
        numbers = [str(hand.number) for hand in hands if hand.bids_id in self._put_away]
        if not numbers:
            return super().kept_said()
        words, (*first, last) = self.words, numbers
        if not first:
            return words("What is typed for hand {n} is kept; correct it to go on.", n=last)
        some = ", ".join(first)
        return words(
            "What is typed for hands {some} and {last} is kept; correct them to go on.",
            some=some,
            last=last,
        )

    def place(self) -> object | None:
        return self._hand

    def go_to(self, place: Any) -> None:
        self.edit(place)

    def hand_pointed_at(self) -> int:
        return self._hand

    def focus_first_bid(self) -> None:
        if isinstance(self.editor, HandEditor):
            line = self.editor.bids.lines[0]
            line.setFocus()
            line.selectAll()

    def focus_first(self) -> None:
        editor = self.editor
        if isinstance(editor, HandEditor):
            self.focus_first_bid()
            return
        if editor is None:
            super().focus_first()
            return
        self.order_tabs()
        fields = [*tab_order.in_reading_order(editor), editor.reasoned.why]
        next(each for each in fields if each.isVisibleTo(self) and each.isEnabled()).setFocus()

    def _step(self, by: int) -> None:
        self.edit(self._hand + by)

    def refresh(self) -> None:
        """Something was recorded: look again at what would change; the fields stay as typed,
        unless the entries that they stand for now read otherwise."""
        log = len(self.table.match.log)
        if log != self._log:
            self._log = log
            if isinstance(self.editor, HandEditor) and self.editor.touched:
                hand = self._of(self._hand)
                bids = self.table.match.reads(hand.bids_id) if hand is not None else None
                if bids is not None:
                    self.editor.reasoned.look()
                    return
            self._remember()
            self._show()

    def _of(self, number: int) -> Hand | None:
        hands = self.table.match.board.hands
        return next((hand for hand in hands if hand.number == number), None)

    def _show(self) -> None:
        self._clear()
        self._totals.hide()
        self.editor = None
        words, board = self.words, self.table.match.board
        numbers = [hand.number for hand in board.hands]
        self._before.setEnabled(bool(numbers) and self._hand > numbers[0])
        self._after.setEnabled(bool(numbers) and self._hand < numbers[-1])
        self._save.setEnabled(bool(numbers))
        if not numbers:
            self._which.setText("")
            self._column.addWidget(parts.label(words("No hand has been bid yet."), wrap=True))
            return
        self._hand = min(max(self._hand, numbers[0]), numbers[-1])
        hand = self._of(self._hand)
        assert hand is not None
        self._which.setText(words("Hand {n} of {all}", n=hand.number, all=numbers[-1]))
        self.turned.emit(hand.number)
        kept = self._put_away.get(hand.bids_id)
        if kept is not None and kept[0]:
            self._again(*kept)
        else:
            self._show_hand(hand, () if kept is None else kept[2])
        self.tell_left()

    def _clear(self) -> None:
        parts.clear(self._column)
        parts.clear(self._reason_column)

    def _again(self, entry_id: str, striking: bool, values: Values) -> None:
        """Show an entry of the hand as it was left."""
        match = self.table.match
        if not match.has(entry_id) or entry_id in match.struck_by:
            return
        (self._strike if striking else self._correct)(entry_id)
        if self.editor is not None:
            put_in(self.editor, self.editor.reasoned, values)

    def _show_hand(self, hand: Hand, values: Values) -> None:
        words = self.words
        editor = HandEditor(self.table, words, hand, self._totals)
        kept = self._slot.read()
        self._put(editor)
        if kept is not None and kept.bids_id == hand.bids_id:
            editor.retype(kept)
        put_in(editor, editor.reasoned, values)
        editor.edited.connect(self._keep)
        self._column.addWidget(parts.rule())
        self._column.addWidget(
            parts.button(
                words("Strike the whole hand…"),
                partial(self._asked, self._strike, hand.bids_id),
                kind="danger",
            )
        )
        self._others(hand)

    def _put(self, editor: HandEditor | Correction | Striking) -> None:
        self.editor = editor
        self._untouched = typed_in(editor, editor.reasoned)
        self._column.addWidget(editor)
        self._reason_column.addWidget(editor.reasoned.foot)
        editor.reasoned.saved.connect(self._saved)
        self.message.hush()
        editor.reasoned.edited.connect(self.message.hush)
        striking = isinstance(editor, Striking)
        words = self.words
        self._save.setText(words("Strike it") if striking else words("Save the correction"))
        self._save.setAccessibleName(self._save.text())

    def _others(self, hand: Hand) -> None:
        match, words = self.table.match, self.words
        others = [
            entry
            for entry_id in hand.entries
            if (entry := match.reads(entry_id)) is not None and not isinstance(entry, Bids | Tricks)
        ]
        if others:
            self._column.addWidget(parts.label(words("Also in this hand"), "strong"))
        for entry in others:
            said = entry_words(match, entry, words)
            name = title(match, entry, words)
            change = parts.button(
                words("Change…"),
                partial(self._asked, self._correct, str(entry.id)),
                name=words("Change: {what}", what=name),
            )
            text = parts.label(name + (" · " + said if said else ""), wrap=True)
            self._column.addWidget(rows.weighted((text, 1), (change, 0)))

    def _asked(self, show: Callable[[str], None], entry_id: str) -> None:
        """A button asked for the fields of this entry: the cursor, which was on it, goes there."""
        show(entry_id)
        if self.editor is not None:
            # At once: what is not seen yet takes no cursor.
            self.editor.setVisible(True)
            self.editor.reasoned.foot.setVisible(True)
        self.focus_first()

    def _correct(self, entry_id: str) -> None:
        self._clear()
        self._put(Correction(self.table, self.words, entry_id, self._totals))

    def _strike(self, entry_id: str) -> None:
        self._clear()
        self._column.addWidget(
            parts.label(self.words("The hand no longer counts; it can be restored."), wrap=True)
        )
        self._put(Striking(self.table, self.words, entry_id, self._totals))

    def save(self) -> None:
        """Record what the form says; refusals are shown in it."""
        if self.editor is not None:
            self.editor.reasoned.save()

    def _left(self) -> None:
        leave = self.editor is None or isinstance(self.editor, HandEditor)
        self._forget()
        if leave:
            self.close_panel()
        else:
            self._show()

    def _saved(self, recorded: Recorded) -> None:
        # What is typed for other hands stays.
        self._forget()
        self.said.emit(told(self.table, recorded))
        self.close_panel()
