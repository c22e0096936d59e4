"""Everything that was recorded: when, by whom, what, what it reads now, and why."""

from __future__ import annotations

from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QFontMetrics, QKeyEvent, QResizeEvent
from PySide6.QtWidgets import (
    QVBoxLayout,
    QWidget,
)

from scorepad.desk.actions import action
from scorepad.desk.ports import Sheets
from scorepad.desk.table import Recorded, Table
from scorepad.settings import Settings
from scorepad.spades.entries import Amend, Entry, Restore, Strike
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T, Text, Words
from scorepad.window import parts, theme, when
from scorepad.window.form_state import Values
from scorepad.window.panel import Panel, put_into
from scorepad.window.panels.changes import says_of
from scorepad.window.panels.correction import Correction, Striking, put_in, typed_in
from scorepad.window.panels.difference import Differences, Totals
from scorepad.window.panels.entry_words import reason, title
from scorepad.window.panels.form import Told, told
from scorepad.window.panels.history_list import Entries, Steps, change

LOW = 380
"""In a panel lower than this (pixels at the usual text size) undo and redo stand beside the title,
without the names of what they do."""
SCROLLS = 320
"""In one lower than this the list scrolls with what is told of the entry that is chosen."""
TALL = 460
"""In one as high as this undo and redo may stand one below the other."""


class HistoryPanel(Panel):
    """The log, newest first, with what can be done to each entry."""

    WIDTH = 460

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("History"), table, words, parent)
        self._undo = parts.button("", self.undo)
        self._redo = parts.button("", self.redo)
        self._totals = Totals(words)
        self._reason = QWidget()
        self._reason_column = parts.column_of(self._reason)
        self.pin(self._reason)
        self.pin(self._totals)
        self._steps = Steps(words, self._undo, self._redo)
        self.entries = Entries(words)
        self.entries.currentItemChanged.connect(lambda *_both: self._show())
        # The list has the panel's height, what is told of the one that is chosen what it needs.
        self._list = QWidget()
        self._listed = parts.column_of(self._list, spacing=8)
        self._listed.addWidget(self._steps)
        self._listed.addWidget(self.entries, 1)
        self.put_above(self._list, SCROLLS)
        self._detail = QWidget()
        self._column: QVBoxLayout = parts.column_of(self._detail, spacing=10)
        self.add(self._detail)
        self.editor: Correction | Striking | None = None
        self._untouched: Values = ()
        self._looking = False
        self._log = -1
        self._leave = self.add_button(words("Close"), self._left)
        self._strike = self.add_button(words("Strike…"), self._strike_chosen, kind="danger")
        self._correct = self.add_button(words("Correct…"), self._correct_chosen)
        self._restore = self.add_button(words("Restore"), self._restore_chosen, kind="primary")
        self._save = self.add_button("", self.save, kind="primary")
        self.refresh()

    def look_only(self) -> None:
        self._looking = True
        self._show()

    def focus_first(self) -> None:
        # Not a button: an Enter more would do what nobody asked for.
        if self.editor is None and self.entries.count():
            self.entries.setFocus(Qt.FocusReason.OtherFocusReason)
        else:
            super().focus_first()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        enter = event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter)
        if enter and self.focusWidget() is self.entries:
            return
        super().keyPressEvent(event)

    def refresh(self) -> None:
        self._steps.name(self.table)
        self._fit_steps()
        match = self.table.match
        if len(match.log) == self._log:
            return
        chosen = self.chosen()
        was_newest = self.entries.currentRow() <= 0
        self._log = len(match.log)
        self.entries.show_log(match)
        if chosen is None or (was_newest and self.editor is None):
            self.entries.setCurrentRow(0)
        else:
            self.choose(chosen)
        if self.editor is None:
            self._show()

    def resizeEvent(self, event: QResizeEvent) -> None:
        self._fit_steps()
        super().resizeEvent(event)

    def _fit_steps(self) -> None:
        """Undo and redo stand over the list; in a low panel beside the title."""
        high = self.height()
        low = high < theme.px(LOW)
        if low and self._listed.indexOf(self._steps) >= 0:
            self.put_beside_title(self._steps)
        elif not low and self._listed.indexOf(self._steps) < 0:
            put_into(self._listed, self._steps, 0)
        # Beside the title they have no room for what they are called.
        room = 0 if low else self.width() - theme.px(40)
        self._steps.fit(room, below=high >= theme.px(TALL))

    def undo(self) -> None:
        """Undo one step; press again for one more."""
        # Named before: a struck entry is no longer of a hand.
        name = self.table.undo_name() or T("")
        recorded = self.attempt(self.table.undo)
        if recorded is not None:
            self._tell(recorded, T("Taken back: {what}", what=name))

    def redo(self) -> None:
        """Redo one step; press again for one more."""
        name = self.table.redo_name() or T("")
        recorded = self.attempt(self.table.redo)
        if recorded is not None:
            self._tell(recorded, T("Brought back: {what}", what=name))

    def _tell(self, recorded: Recorded, said: Text | None = None) -> None:
        self.editor = None
        self.refresh()
        self._show()
        # What the bar said of a hand may no longer be so.
        self.said.emit("")
        tells = told(self.table, recorded)
        if said is not None:
            tells = Told((said, *recorded.notices), recorded.warnings)
        tells.tell(self.message, self.words)

    def chosen(self) -> str | None:
        """The id of the entry that is pointed at."""
        return self.entries.chosen()

    def choose(self, entry_id: str) -> None:
        """Point at an entry."""
        self.entries.choose(entry_id)

    def _show(self) -> None:
        parts.clear(self._column)
        parts.clear(self._reason_column)
        self.editor = None
        self.retitle(self.words("History"))
        self.message.hush()
        self._totals.hide()
        self._steps.setVisible(not self._looking)
        self._list.show()
        words, match = self.words, self.table.match
        chosen = self.chosen()
        entry = match.raw(chosen) if chosen is not None else None
        self._offer(entry)
        if entry is None:
            self.scroll_more(True)
            self._column.addWidget(parts.label(words("Nothing has been recorded yet."), wrap=True))
            return
        told = self._told(entry)
        for text in told:
            self._column.addWidget(parts.label(text, wrap=True))
        restores = self._restore.isVisibleTo(self)
        if restores:
            self._preview_restore(str(chosen))
        self.scroll_more(bool(told) or restores)

    def _offer(self, entry: Entry | None) -> None:
        """The buttons for what can be done with this entry."""
        counts = restorable = False
        if entry is not None and not self._looking:
            strike_id = self.table.match.struck_by.get(str(entry.id))
            strike = self.table.match.raw(strike_id) if strike_id is not None else None
            restorable = isinstance(strike, Strike) and strike.entry == entry.id
            counts = strike is None and entry.unfit is None
        can_strike = counts and not isinstance(entry, Strike | Restore)
        self._strike.setVisible(can_strike)
        self._correct.setVisible(can_strike and not isinstance(entry, Amend))
        self._restore.setVisible(restorable)
        self._save.hide()
        self._leave.setText(self.words("Close"))

    def _strike_chosen(self) -> None:
        self.strike(str(self.chosen()))

    def _correct_chosen(self) -> None:
        self.correct(str(self.chosen()))

    def _restore_chosen(self) -> None:
        self.restore(str(self.chosen()))

    def _told(self, entry: Entry) -> list[str]:
        words, match = self.words, self.table.match
        entry_id = str(entry.id)
        says = says_of(match, entry, words)
        changed = change(says, words)
        # What changed is told again, and whole what the row has no room for.
        both = bool(says.was and says.now)
        told = ((changed, both or self._cut(changed)), (says.why, self._cut(says.why)))
        said = [parts.sentence(text) for text, worth in told if worth]
        amend_id = match.amended.get(entry_id)
        if amend_id is not None:
            amend = match.raw(amend_id)
            assert isinstance(amend, Amend)
            said.append(
                words(
                    "Corrected by {who}, {moment}: {why}",
                    who=amend.by or "–",
                    moment=when.shown(amend.at, words),
                    why=amend.why,
                )
            )
        strike_id = match.struck_by.get(entry_id)
        if strike_id is not None:
            strike = match.raw(strike_id)
            assert isinstance(strike, Strike)
            said.append(
                words(
                    "Struck by {who}, {moment}: {why}",
                    who=strike.by or "–",
                    moment=when.shown(strike.at, words),
                    why=reason(strike, words),
                )
            )
            if strike.entry != entry_id:
                said.append(words("It was struck with the bids of its hand; restore the bids."))
        if entry.unfit is not None:
            said.append(words("It counts nothing: {why}", why=entry.unfit))
        return said

    def _cut(self, text: str) -> bool:
        """Has a row no room for all of this?"""
        room = self.entries.viewport().width() - theme.px(36)
        return QFontMetrics(theme.figures(14, bold=True)).horizontalAdvance(text) > room

    def _which(self, entry: Entry) -> str:
        """What the list tells of an entry, for as long as the list gives way to a form."""
        match, words = self.table.match, self.words
        says = says_of(match, entry, words)
        told = (change(says, words), says.why, when.shown(entry.at, words), entry.by or "")
        return " · ".join(part for part in told if part)

    def _preview_restore(self, entry_id: str) -> None:
        shown = Differences(self.words, self._totals)
        self._column.addWidget(shown)
        try:
            preview = self.table.preview(Restore(entry=entry_id))
        except Refused as refused:
            self.message.say(self.words(refused.text), "note")
        else:
            shown.show_difference(self.table.match, preview)

    def restore(self, entry_id: str) -> None:
        """Take the strike of this entry back."""
        recorded = self.attempt(lambda: self.table.restore(entry_id))
        if recorded is not None:
            self._tell(recorded)

    def correct(self, entry_id: str) -> None:
        """Show this entry's fields, to be changed with a reason."""
        self.choose(entry_id)
        self._put(Correction(self.table, self.words, entry_id, self._totals))

    def strike(self, entry_id: str) -> None:
        """Show what striking this entry changes, and ask for the reason."""
        self.choose(entry_id)
        self._put(Striking(self.table, self.words, entry_id, self._totals))

    def _put(self, editor: Correction | Striking) -> None:
        parts.clear(self._column)
        parts.clear(self._reason_column)
        self.message.hush()
        self.editor = editor
        self._untouched = typed_in(editor, editor.reasoned)
        entry = self.table.match.raw(str(self.chosen()))
        self._column.addWidget(
            parts.label(title(self.table.match, entry, self.words), "strong", wrap=True)
        )
        self._column.addWidget(parts.label(self._which(entry), "caption", wrap=True))
        self._column.addWidget(editor)
        self._reason_column.addWidget(editor.reasoned.foot)
        editor.reasoned.saved.connect(self._tell)
        words = self.words
        striking = isinstance(editor, Striking)
        self.retitle(words(action("strike" if striking else "amend").title))
        self._save.setText(words("Strike it") if striking else words("Save the correction"))
        self._save.setAccessibleName(self._save.text())
        for button in (self._strike, self._correct, self._restore):
            button.hide()
        self._save.show()
        self._leave.setText(words("Cancel"))
        # Room for the form; the log is back as soon as it is left.
        self._steps.hide()
        self._list.hide()
        self.scroll_more(True)

    def save(self) -> None:
        """Record what the form says; refusals are shown in it."""
        if self.editor is not None:
            self.editor.reasoned.save()

    def _left(self) -> None:
        if self.editor is None:
            self.close_panel()
        else:
            self._show()

    def place(self) -> object | None:
        return self.chosen()

    def go_to(self, place: Any) -> None:
        self.choose(place)

    def hand_pointed_at(self) -> int:
        entry = self.table.match.raw(self.chosen() or "") if self.chosen() else None
        while isinstance(entry, Amend | Strike | Restore):
            entry = self.table.match.raw(entry.entry)
        hand = self.table.match.hand_of(str(entry.id)) if entry is not None else None
        return 0 if hand is None else hand.number

    def typed(self) -> object | None:
        editor = self.editor
        if editor is None:
            return None
        values = typed_in(editor, editor.reasoned)
        if values == self._untouched:
            return None
        return (str(self.chosen()), isinstance(editor, Striking), values)

    def retype(self, typed: Any) -> None:
        entry_id, striking, values = typed
        counts = entry_id not in self.table.match.struck_by
        if not self.table.match.has(entry_id) or not counts:
            return
        (self.strike if striking else self.correct)(entry_id)
        if self.editor is not None:
            put_in(self.editor, self.editor.reasoned, values)
