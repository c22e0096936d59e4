"""What concerns people and moves no score: a note, identities shown, results signed."""

from __future__ import annotations

from functools import partial
from typing import Any

from PySide6.QtCore import Qt
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPlainTextEdit, QPushButton, QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.entries import Entry, Identity, Note, Sign
from scorepad.spades.result import outcome
from scorepad.spades.signing import signatures, signed
from scorepad.spades.words import T, Words, authored
from scorepad.window import parts, rows, theme
from scorepad.window.names import player_name, team_name
from scorepad.window.panel import Panel, one_line
from scorepad.window.panels.form import EntryPanel, need, reason_of, told
from scorepad.window.signed_row import signature_words, tone_of

LOW = 380
"""In a panel lower than this (pixels at the usual text size) what is asked of the players stands
below them."""


class NotePanel(EntryPanel):
    TITLE = T("Note")
    RECORD = T("Record the note")

    def build(self) -> None:
        text = QPlainTextEdit()
        text.setTabChangesFocus(True)
        text.setFixedHeight(theme.px(140))
        text.textChanged.connect(self.look)
        self._text = self.field(
            self.words("What happened?"),
            text,
            help=self.words("It is kept with the match and printed on the sheet."),
        )

    def must_have(self) -> None:
        need(self._text, T("Write the note."))

    def entry(self) -> Entry:
        return Note(text=reason_of(self._text))


class IdentityPanel(Panel):
    """Who showed an identity; each answer is an entry, and the panel stays."""

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("Identity check"), table, words, parent)
        self._asks = [
            parts.label(words(authored(text)), "caption", wrap=True)
            for text in table.match.rules.checklist
        ]
        for label in self._asks:
            self.add(label)
        self._grid = grid = QWidget()
        self._rows = layout = QGridLayout(grid)
        layout.setContentsMargins(0, 0, 0, 0)
        layout.setHorizontalSpacing(theme.px(8))
        layout.setColumnStretch(0, 1)
        self._names = [parts.label("", "strong", wrap=True) for _seat in range(4)]
        self._choices: list[parts.Choice[bool]] = []
        for row, seat in enumerate((0, 2, 1, 3)):
            choice: parts.Choice[bool] = parts.Choice(
                [(True, words("Shown")), (False, words("Not shown"))],
                name=player_name(table.match.head, seat, words),
            )
            choice.changed.connect(partial(self._answer, seat, choice))
            self._choices.append(choice)
            layout.addWidget(self._names[seat], row, 0)
            layout.addWidget(choice, row, 1)
        self._order = (0, 2, 1, 3)
        self.add(grid)
        self.add_button(words("Close"), self.close_panel)
        self.refresh()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        # In a low panel the players come first, and all four are whole.
        low, side = self.height() < theme.px(LOW), theme.px(20)
        self.body.insertWidget(0 if low else len(self._asks), self._grid)
        self._inside.setContentsMargins(side, theme.px(4), side, theme.px(2 if low else 16))
        self.body.setSpacing(theme.px(3 if low else 14))
        self._rows.setVerticalSpacing(4 if low else 6)

    def answer(self, seat: int, ok: bool) -> None:
        """Record that this seat's identity was shown, or was not."""
        recorded = self.attempt(lambda: self.table.record(Identity(seat=seat, ok=ok)))
        if recorded is not None:
            told(self.table, recorded).tell(self.message, self.words)

    def _answer(self, seat: int, choice: parts.Choice[bool]) -> None:
        if not self._showing and choice.value is not None:
            self.answer(seat, choice.value)

    _showing = False

    def refresh(self) -> None:
        self._showing = True
        shown: dict[int, bool] = {}
        for entry in self.table.match.counting:
            if isinstance(entry, Identity):
                shown[entry.seat] = entry.ok
        head = self.table.match.head
        for seat, label in enumerate(self._names):
            label.setText(player_name(head, seat, self.words))
        for seat, choice in zip(self._order, self._choices, strict=True):
            if seat in shown and choice.value != shown[seat]:
                choice.choose(shown[seat])
        self._showing = False


class Signing(QWidget):
    """Both sides sign the result."""

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self._panel = panel
        self._looking = False
        self._column = parts.column_of(self, spacing=14)
        self._lines = [one_line(panel.words("Name")) for _side in range(2)]
        self._fields: list[parts.Field] = []
        self._presses: list[QPushButton] = []
        self._says = [parts.label("", wrap=True) for _side in range(2)]
        for side in range(2):
            team = team_name(panel.table.match.head, side, panel.words)
            field = parts.Field(panel.words("For {team}", team=team), self._lines[side])
            press = parts.button(
                panel.words("Sign"),
                partial(self.sign, side),
                name=panel.words("Sign for {team}", team=team),
            )
            self._fields.append(field)
            self._presses.append(press)
            self._column.addWidget(field)
            self._column.addWidget(rows.weighted((self._says[side], 1), (press, 0)))
            self._lines[side].returnPressed.connect(press.click)
        self.refresh()

    def look_only(self) -> None:
        """Nobody can sign here."""
        self._looking = True
        self.refresh()

    def typed(self) -> tuple[str, str] | None:
        """The names written and not recorded; None when there are none."""
        names = (self._lines[0].text(), self._lines[1].text())
        return names if any(names) else None

    def retype(self, names: tuple[str, str]) -> None:
        """Have these names written."""
        for line, name in zip(self._lines, names, strict=True):
            line.setText(name)

    def sign(self, side: int) -> None:
        """Record that this side signs."""
        panel = self._panel
        name = self._lines[side].text().strip()
        if not name:
            self._fields[side].mistake(panel.words("Write who signs for this side."))
            self._lines[side].setFocus()
            return
        self._fields[side].mistake("")
        recorded = panel.attempt(lambda: panel.table.record(Sign(side=side, name=name)))
        if recorded is not None:
            self._lines[side].clear()
            told(panel.table, recorded).tell(panel.message, panel.words)
        self.refresh()
        if recorded is not None:
            self._go_on()

    def _go_on(self) -> None:
        """Put the cursor where the next signature is written."""
        held = signatures(self._panel.table.match)
        for given, line in zip(held, self._lines, strict=True):
            if given is None:
                line.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self._panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        words, match = self._panel.words, self._panel.table.match
        # Nobody signs what is not known yet.
        over = match.board.end is not None
        held = signed(match)
        for side, label in enumerate(self._says):
            self._fields[side].setVisible(over and not self._looking)
            self._presses[side].setVisible(over and not self._looking)
            label.setVisible(over)
            tone = tone_of(held[side])
            said = parts.sentence(signature_words(held[side], words))
            label.setText(parts.SIGNS[tone] + said)
            theme.restyle(label, "tone", "" if tone == "note" else tone)


class SignPanel(Panel):
    """Both sides sign the result."""

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("Sign the result"), table, words, parent)
        self._outcome = parts.label("", "strong", wrap=True)
        self.add(self._outcome)
        self.signing = Signing(self)
        self.add(self.signing)
        self.add_button(words("Close"), self.close_panel)
        self.refresh()

    def typed(self) -> object | None:
        return self.signing.typed()

    def retype(self, typed: Any) -> None:
        self.signing.retype(typed)

    def refresh(self) -> None:
        says = outcome(self.table.match)
        self._outcome.setText(
            self.words(says) if says else self.words("The game is still being played.")
        )
        self.signing.refresh()
