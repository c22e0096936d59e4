"""The list of what was recorded, and the buttons that undo and redo, in the history."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QBoxLayout, QListWidget, QListWidgetItem, QPushButton, QWidget

from scorepad.desk.table import Table
from scorepad.desk.undoing import UNDONE
from scorepad.spades.directions import isolated
from scorepad.spades.entries import Entry, Strike
from scorepad.spades.match import Match
from scorepad.spades.words import Words
from scorepad.window import parts, theme, when
from scorepad.window.panels.changes import Says, called, says_of
from scorepad.window.panels.entry_row import (
    ID,
    MARK,
    META,
    SAYS,
    STRUCK,
    TAKEN,
    WAS,
    WHY,
    EntryRow,
)

LEAST = 132
"""The list's least height, in pixels at the usual text size: every entry is whole in it."""


class Entries(QListWidget):
    """Every entry of a log, newest first; the one that is chosen stays in sight."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self.setItemDelegate(EntryRow(self))
        self.setAccessibleName(words("Entries, newest first"))
        self.setMinimumHeight(theme.px(LEAST))
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        if self.currentItem() is not None:
            self.scrollToItem(self.currentItem())

    def show_log(self, match: Match) -> None:
        """Show this match's log; nothing is chosen then."""
        self.blockSignals(True)
        self.clear()
        struck, amended = match.struck, match.amended
        for entry in reversed(match.log):
            self.addItem(self._item(match, entry, struck, amended))
        self.blockSignals(False)

    def chosen(self) -> str | None:
        """The id of the entry that is pointed at."""
        row = self.currentRow()
        return None if row < 0 else str(self.item(row).data(ID))

    def choose(self, entry_id: str) -> None:
        """Point at an entry."""
        for row in range(self.count()):
            if self.item(row).data(ID) == entry_id:
                self.setCurrentRow(row)
                return

    def _item(
        self, match: Match, entry: Entry, struck: frozenset[str], amended: dict[str, str]
    ) -> QListWidgetItem:
        words = self._words
        entry_id = str(entry.id)
        item = QListWidgetItem(called(match, entry, words))
        says = says_of(match, entry, words)
        mark = ""
        if entry.unfit is not None:
            mark = words("does not count")
        elif entry_id in struck:
            undone = says.taken and _undone(match, entry_id)
            mark = words("undone") if undone else words("struck")
        elif entry_id in amended:
            mark = words("corrected")
        why, by = isolated(says.why), isolated(entry.by or "")
        meta = " · ".join(filter(None, (when.shown(entry.at, words, seconds=True), by)))
        for role, value in (
            (ID, entry_id),
            (SAYS, says.now),
            (WAS, says.was),
            (WHY, why),
            (TAKEN, says.taken),
            (META, meta),
            (MARK, mark),
            (STRUCK, entry_id in struck or entry.unfit is not None),
        ):
            item.setData(role, value)
        item.setData(
            Qt.ItemDataRole.AccessibleTextRole,
            ", ".join(
                part
                for part in (item.text(), mark, change(says, words), why, says.taken, meta)
                if part
            ),
        )
        return item


class Steps(QWidget):
    """Undo and redo, with the names of what they would take back and bring back."""

    def __init__(self, words: Words, undo: QPushButton, redo: QPushButton) -> None:
        super().__init__()
        self._words = words
        self._buttons = (undo, redo)
        self._row: QBoxLayout = parts.row_of(self)
        for each in self._buttons:
            self._row.addWidget(each)

    def name(self, table: Table) -> None:
        """Name what the next step back and the next step on are."""
        words, names = self._words, (table.undo_name(), table.redo_name())
        whole = (
            words("Undo: {what}", what=names[0]) if names[0] else words("Undo"),
            words("Redo: {what}", what=names[1]) if names[1] else words("Redo"),
        )
        for button, name, text in zip(self._buttons, names, whole, strict=True):
            button.setEnabled(name is not None)
            button.setAccessibleName(text)
            button.setToolTip(text)

    def fit(self, room: int, *, below: bool) -> None:
        """Both in so much room (pixels): side by side; where there is no room for what they are
        called, one `below` the other, or without the names."""
        short = (self._words("Undo"), self._words("Redo"))
        whole = tuple(button.accessibleName() for button in self._buttons)
        beside = self._wide(whole) <= room
        for button, text in zip(self._buttons, whole if beside or below else short, strict=True):
            button.setText(text.replace("&", "&&"))
        way = QBoxLayout.Direction
        self._row.setDirection(way.LeftToRight if beside or not below else way.TopToBottom)

    def _wide(self, texts: tuple[str, ...]) -> int:
        """How wide both are with these texts, in pixels."""
        for button, text in zip(self._buttons, texts, strict=True):
            button.setText(text.replace("&", "&&"))
        return sum(each.sizeHint().width() for each in self._buttons) + self._row.spacing()


def change(says: Says, words: Words) -> str:
    """What an entry replaced and what it reads, in one text."""
    if says.was and says.now:
        return words("{old}  →  {new}", old=says.was, new=says.now)
    return says.now or says.was


def _undone(match: Match, entry_id: str) -> bool:
    """Was it an undo that took this entry away?"""
    strike = match.raw(match.struck_by[entry_id])
    return isinstance(strike, Strike) and strike.why == UNDONE
