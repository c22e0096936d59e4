"""Of several matches: an event's book, half-page sheets, exports.  Which, what, on which paper."""

from __future__ import annotations

from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QComboBox, QFileDialog, QFrame, QPushButton, QWidget

from scorepad.desk.desk import Desk
from scorepad.desk.ports import Paper
from scorepad.settings import SettingError, Settings
from scorepad.spades.words import Words
from scorepad.window import files, kinds, parts, rows, theme
from scorepad.window.picker import Picked, Picker
from scorepad.window.saved import SavedLine

BOOK, HALF = "book", "half"
"""What is made to be looked at and printed; any other kind is an export format."""


class HandoutsPage(QWidget):
    """Matches to tick at the left, what is made of them at the right."""

    closed = Signal()
    blank = Signal()
    """A blank sheet is wanted."""
    wanted = Signal(str, str)
    """A book or half-page sheets are wanted: the kind, and the paper."""
    chosen = Signal(str, Path)
    """An export is wanted: the format, and where."""

    def __init__(
        self,
        desk: Desk,
        words: Words,
        settings: Settings,
        forms: Sequence[str],
        *,
        kind: str = BOOK,
        picked: Picked | None = None,
    ) -> None:
        """`forms` are the export formats; `kind` and `picked` are what is chosen first."""
        super().__init__()
        self._words = words
        self._settings = settings
        self.dialog: QFileDialog | None = None
        self.setProperty("kind", "page")
        self.setAccessibleName(words("Print or export"))
        margin = theme.px(24)
        head = rows.weighted(
            (parts.label(words("Print or export"), "title"), 1),
            (parts.button(words("Blank sheet…"), self.blank.emit), 0),
        )
        head.setContentsMargins(margin, theme.px(12), margin, theme.px(8))
        self.picker = Picker(desk, words, picked or Picked())
        options = [
            (BOOK, words("Event book"), words("Results by round, standings and every sheet")),
            (HALF, words("Half pages"), words("Small match sheets, two to a page")),
        ]
        options += [(form, form.upper(), words(kinds.MANY[form])) for form in forms]
        self.kinds = kinds.Kinds(options, name=words("What to make"), chosen=kind)
        papers: list[tuple[Paper, str]] = [("A4", "A4"), ("Letter", words("Letter"))]
        wished: Paper = "Letter" if settings.get("paper") == "Letter" else "A4"
        self.paper: parts.Choice[Paper] = parts.Choice(papers, name=words("Paper"), chosen=wished)
        self.paper.changed.connect(self._keep_paper)
        card = QFrame()
        card.setProperty("kind", "card")
        card_column = parts.column_of(card, spacing=12, margin=theme.px(14))
        card_column.addWidget(self.kinds)
        card_column.addStretch(1)
        sides = rows.weighted(
            (self.picker, 5), (parts.scrolled(card, name=words("What to make")), 4), spacing=16
        )
        sides.setContentsMargins(margin, 0, margin, theme.px(10))
        self.line = SavedLine(words)
        self.line.setContentsMargins(margin, 0, margin, theme.px(8))
        foot = QFrame()
        foot.setProperty("kind", "bar")
        foot_row = parts.row_of(foot, spacing=10)
        foot_row.setContentsMargins(margin, theme.px(10), margin, theme.px(10))
        foot_row.addWidget(self.paper)
        foot_row.addWidget(self.picker.count, 1)
        foot_row.addWidget(parts.button(words("Close"), self.closed.emit))
        self._go: QPushButton = parts.button("", self.go, kind="primary")
        self._go.setToolTip(words("Ctrl+Enter"))
        foot_row.addWidget(self._go)
        page = parts.column_of(self, spacing=0)
        page.addWidget(head)
        page.addWidget(self.line)
        page.addWidget(sides, 1)
        page.addWidget(foot)
        self.kinds.changed.connect(self._show)
        self.picker.changed.connect(self._show)
        self._show()
        if self.picker.refusal is not None:
            self.line.say(self.picker.refusal.text)

    def _show(self) -> None:
        words, kind = self._words, self.kinds.value
        self.paper.setVisible(kind in (BOOK, HALF, "pdf"))
        text = words("Save as…")
        if kind == BOOK:
            text = words("Make the book")
        elif kind == HALF:
            text = words("Make the sheets")
        self._go.setText(text)
        self._go.setAccessibleName(text)
        self._go.setEnabled(bool(self.picker.count_ticked))
        self.line.hush()

    def _keep_paper(self) -> None:
        # Remembered if it can be; the choice holds for what is made now either way.
        with suppress(SettingError):
            self._settings.set("paper", self.paper.value or "A4")

    def go(self) -> None:
        """Have it made; for an export ask where first."""
        kind = self.kinds.value
        if kind in (BOOK, HALF):
            self.wanted.emit(kind, self.paper.value or "A4")
            return
        single = len(self.picker.ids) == 1
        ending = "" if kind == "csv" or (kind == "json" and not single) else f".{kind}"
        self.dialog = files.ask_where(
            self,
            self._settings,
            title=self._words("Export the matches"),
            name=files.safe_name(self.title, ending),
            kinds=self._words("All files (*)"),
            then=lambda path: self.chosen.emit(kind, path),
        )

    @property
    def title(self) -> str:
        """What the ticked matches are called together: the event, or "Spades matches"."""
        return self.picker.name or self._words("Spades matches")

    def focus_first(self) -> None:
        """Put the cursor where one begins."""
        self.picker.event_box.setFocus(Qt.FocusReason.OtherFocusReason)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        if event.key() == Qt.Key.Key_Escape:
            self.closed.emit()
            return
        if event.key() in (Qt.Key.Key_Return, Qt.Key.Key_Enter):
            focused = self.focusWidget()
            if event.modifiers() & Qt.KeyboardModifier.ControlModifier:
                self._go.click()
            elif isinstance(focused, QComboBox):
                focused.showPopup()
            elif isinstance(focused, QPushButton) and not focused.isChecked():
                focused.click()
            elif self._go.isEnabled():
                self._go.click()
            return
        super().keyPressEvent(event)
