"""The result shows who won and why, takes both sides' signatures, and leads to the sheet and the
next match."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QCheckBox, QFrame, QGridLayout, QPushButton, QWidget

from scorepad.spades.entries import Entry, Note, Sign
from scorepad.spades.match import Match
from scorepad.spades.result import (
    Signature,
    extra_hand_text,
    lacking_sentence,
    outcome_text,
    signature_states,
    signatures,
    written_end_reason,
)
from scorepad.spades.words import N, Words, format_number, isolate_name
from scorepad.window.panels.entry_panel import confirmation
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.inputs import line_edit
from scorepad.window.wording import moments
from scorepad.window.wording.names import team_name


class Signers(msgspec.Struct, frozen=True):
    """What is written for both sides: the names, and why the supervisor signs for a side (None: the
    side signs itself)."""

    names: tuple[str, str]
    whys: tuple[str | None, str | None] = (None, None)


class SignedSlot(msgspec.Struct, frozen=True):
    """The row of signatures says this of a side's: whose it is, how it stands, in which tone."""

    team: str
    side: int
    says: str
    tone: controls.Tone


def signature_words(signature: Signature, words: Words, *, dated: bool = True) -> str:
    """Return how a side's signature stands; `dated`, with its day and time, else its time alone."""
    given = signature.entry
    if given is None:
        return words("not signed")
    if signature.lapsed:
        return words("changed since {name} signed: sign again", name=given.name)
    moment = (moments.format_moment if dated else moments.format_time)(given.at, words)
    return words("signed by {name}, {moment}", name=given.name, moment=moment)


def tone_of(signature: Signature) -> controls.Tone:
    """Return the tone of these words."""
    return "good" if signature.is_valid else "warn" if signature.lapsed else "note"


def signed_slots(match: Match, words: Words) -> tuple[SignedSlot, ...]:
    """Return the state of both sides' signatures, in words."""
    return tuple(
        SignedSlot(
            team_name(match.head, side, words),
            side,
            signature_words(each, words, dated=False),
            tone_of(each),
        )
        for side, each in enumerate(signature_states(match))
    )


class SignedRow(QWidget):
    """This row shows both sides' signatures."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.setAccessibleName(words("Signatures"))
        row = layouts.set_row(self, spacing=12)
        self._bands: list[QFrame] = []
        self._teams: list[controls.ElidedLabel] = []
        self._says = [controls.label("", wrap=True) for _side in range(2)]
        for side in range(2):
            card = QFrame()
            card.setProperty("kind", "card")
            line = layouts.set_row(card, spacing=10)
            line.setContentsMargins(0, 0, theme.px(10), 0)
            band, team = QFrame(), controls.ElidedLabel("strong")
            band.setFixedWidth(theme.px(5))
            team.setAlignment(Qt.AlignmentFlag.AlignVCenter)
            team.setMinimumHeight(theme.px(34))
            line.addWidget(band)
            line.addWidget(team, 1)
            line.addWidget(self._says[side], 3)
            self._bands.append(band)
            self._teams.append(team)
            row.addWidget(card, 1)

    def show_slots(self, slots: Sequence[SignedSlot]) -> None:
        """Show the state of both signatures."""
        for slot in slots:
            color = theme.colors().side(slot.side)
            self._bands[slot.side].setStyleSheet(f"background: {color}")
            team = self._teams[slot.side]
            team.setText(slot.team)
            # The room that a short name leaves goes to what is said.
            team.ensurePolished()
            wide = team.fontMetrics().horizontalAdvance(slot.team) + theme.px(8)
            team.setMaximumWidth(wide)
            team.setMinimumWidth(min(wide, theme.px(72)))
            says = self._says[slot.side]
            says.setText(controls.SIGNS[slot.tone] + slot.says)
            says.setAccessibleName(f"{slot.team}: {slot.says}")
            theme.restyle(says, "tone", "" if slot.tone == "note" else slot.tone)


class Signing(QWidget):
    """Both sides sign the result in these fields."""

    def __init__(self, panel: Panel) -> None:
        super().__init__()
        self._panel = panel
        self._column = layouts.set_column(self, spacing=14)
        self._lines = [line_edit(panel.words("Name")) for _side in range(2)]
        self._whys = [line_edit(panel.words("Reason")) for _side in range(2)]
        self._absent: list[QCheckBox] = []
        self._reasons: list[controls.Field] = []
        self._fields: list[controls.Field] = []
        self._presses: list[QPushButton] = []
        self._says = [controls.label("", wrap=True) for _side in range(2)]
        for side in range(2):
            team = team_name(panel.table.match.head, side, panel.words)
            field = controls.Field(panel.words("For {team}", team=team), self._lines[side])
            press = controls.button(
                panel.words("Sign"),
                partial(self.sign, side),
                name=panel.words("Sign for {team}", team=team),
            )
            absent = QCheckBox(panel.words("The supervisor signs, as this side is absent"))
            absent.setAccessibleName(panel.words("The supervisor signs for {team}", team=team))
            reason = controls.Field(
                panel.words("Why {team} cannot sign", team=team), self._whys[side]
            )
            self._fields.append(field)
            self._presses.append(press)
            self._absent.append(absent)
            self._reasons.append(reason)
            # Low, so that both sides are in sight; Tab comes to the button after the reason.
            grid = QGridLayout()
            grid.addWidget(field, 0, 0)
            for row, widget in enumerate((absent, reason, self._says[side]), start=1):
                grid.addWidget(widget, row, 0, 1, 2)
            grid.addWidget(press, 0, 1, Qt.AlignmentFlag.AlignBottom)
            self._column.addLayout(grid)
            absent.toggled.connect(partial(self._stand_in, side))
            self._whys[side].returnPressed.connect(press.click)
            self._whys[side].textChanged.connect(lambda _why: panel.keep())
            self._lines[side].returnPressed.connect(press.click)
            self._lines[side].textChanged.connect(lambda _name: panel.keep())
        self.refresh()

    def _stand_in(self, side: int, absent: bool) -> None:
        """Ask for the supervisor's name and a reason, or for the side's name again."""
        match, supervisor = self._panel.table.match, self._panel.table.supervisor()
        name, why = self._lines[side], self._whys[side]
        if absent:
            name.setText(name.text() or supervisor)
            end = match.board.end
            if end is not None and end.reason == "forfeit" and end.winner != side:
                why.setText(why.text() or written_end_reason(match))
        elif name.text() == supervisor:
            name.clear()
        self._reasons[side].setVisible(absent)
        if absent and self._absent[side].hasFocus():
            why.setFocus(Qt.FocusReason.OtherFocusReason)
        self._panel.keep()

    def typed(self, without: int | None = None) -> Signers | None:
        """Return what is written and not recorded, of all sides but this one; None when nothing
        is."""
        sides = [side for side in range(2) if side != without]
        names, whys = ["", ""], list[str | None]((None, None))
        for side in sides:
            names[side] = self._lines[side].text()
            whys[side] = self._whys[side].text() if self._absent[side].isChecked() else None
        written = Signers((names[0], names[1]), (whys[0], whys[1]))
        return written if written != Signers(("", "")) else None

    def fill(self, typed: Signers) -> None:
        """Write this into the fields."""
        for side in range(2):
            why = typed.whys[side]
            self._absent[side].setChecked(why is not None)
            self._whys[side].setText(why or "")
            self._lines[side].setText(typed.names[side])

    def sign(self, side: int) -> None:
        """Record that this side signs, or the supervisor for it."""
        panel, words = self._panel, self._panel.words
        name, why = self._lines[side].text().strip(), self._whys[side].text().strip()
        absent = self._absent[side].isChecked()
        for field, missing in (
            (self._fields[side], "" if name else words("Write who signs for this side.")),
            (self._reasons[side], "" if why or not absent else words("Write why.")),
        ):
            field.show_mistake(missing)
            if missing:
                field.control.setFocus()
                return
        entries: list[Entry] = [Sign(side=side, name=name)]
        if absent:
            team = team_name(panel.table.match.head, side, words)
            said = words("The supervisor signs for {team}: {why}", team=team, why=why)
            signer = words("{name} (supervisor)", name=name)
            entries = [Note(text=said), Sign(side=side, name=signer)]
        draft = panel.draft_with(self.typed(without=side))
        recorded = panel.attempt(lambda: panel.table.record(*entries, draft=draft))
        if recorded is not None:
            self._absent[side].setChecked(False)
            self._whys[side].clear()
            self._lines[side].clear()
            confirmation(panel.table, recorded).tell(panel.message, words)
        self.refresh()
        if recorded is not None:
            self._go_on()

    def _go_on(self) -> None:
        """Put the cursor into the field of the next signature."""
        held = signatures(self._panel.table.match)
        for given, line in zip(held, self._lines, strict=True):
            if given is None:
                line.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self._panel.setFocus(Qt.FocusReason.OtherFocusReason)

    def refresh(self) -> None:
        words, match = self._panel.words, self._panel.table.match
        # There is nothing to sign before the end.
        over = match.board.end is not None
        held = signature_states(match)
        for side, label in enumerate(self._says):
            self._fields[side].setVisible(over)
            self._presses[side].setVisible(over)
            absent = over and not held[side].is_valid
            self._absent[side].setVisible(absent)
            self._reasons[side].setVisible(absent and self._absent[side].isChecked())
            label.setVisible(held[side].entry is not None)
            tone = tone_of(held[side])
            said = controls.sentence(signature_words(held[side], words))
            label.setText(controls.SIGNS[tone] + said)
            theme.restyle(label, "tone", "" if tone == "note" else tone)


class SigningPanel(Panel):
    """A panel in which both sides sign keeps what is written for a signature."""

    TYPED = Signers
    signing: Signing

    def typed(self) -> object | None:
        return self.signing.typed()

    def fill(self, typed: Signers) -> None:
        self.signing.fill(typed)


class SignPanel(SigningPanel):
    """Both sides sign the result."""

    def __init__(self, given: PanelContext) -> None:
        super().__init__(given.words("Sign the result"), given)
        words = self.words
        self._outcome = controls.label("", "strong", wrap=True)
        self.add(self._outcome)
        self.signing = Signing(self)
        self.add(self.signing)
        self.add_button(words("Close"), self.close_panel)
        self.refresh()

    def refresh(self) -> None:
        says = outcome_text(self.table.match)
        self._outcome.setText(
            self.words(says) if says else self.words("The game is still being played.")
        )
        self.signing.refresh()


class ResultPanel(SigningPanel):
    """This panel is shown when a game ends; opened before, it says what is still open."""

    asks = Signal(str)
    """The key of an action that a button stands for: "print" or "like"."""

    def __init__(self, given: PanelContext) -> None:
        super().__init__(given.words("Result"), given)
        words = self.words
        self._says = controls.label("", "title", wrap=True)
        self.add(self._says)
        scores = QWidget()
        self._grid = QGridLayout(scores)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._scores = []
        for side in range(2):
            name = controls.label("", "strong", wrap=True)
            total = controls.label("")
            total.setFont(theme.figure_font(44, bold=True))
            total.setStyleSheet(f"font-size: {theme.px(44)}px; font-weight: bold")
            bags = controls.label("", "caption")
            for row, label in enumerate((name, total, bags)):
                label.setAlignment(Qt.AlignmentFlag.AlignHCenter)
                self._grid.addWidget(label, row, side)
            self._grid.setColumnStretch(side, 1)
            self._scores.append((name, total, bags))
        self.add(scores)
        self._hint = controls.label("", wrap=True)
        self.add(self._hint)
        self.add(controls.separator())
        self._sign = controls.label(words("Both sides sign"), "strong")
        self.add(self._sign)
        self.signing = Signing(self)
        self.add(self.signing)
        self._like = self.add_button(words("New match like this"), lambda: self.asks.emit("like"))
        self.add_button(words("Sheet…"), lambda: self.asks.emit("print"), kind="primary")
        self.refresh()

    def refresh(self) -> None:
        words, match = self.words, self.table.match
        board, colors = match.board, theme.colors()
        says = outcome_text(match)
        open_ = extra_hand_text(match) or None
        self._says.setText(words(says) if says else words("Still playing"))
        hints = [words(open_)] if open_ else []
        if why := written_end_reason(match):
            hints.append(isolate_name(controls.sentence(why)))
        for side, (name, total, bags) in enumerate(self._scores):
            team = team_name(match.head, side, words)
            won = board.end is not None and board.end.winner == side
            name.setText(words("✓ {team} (winner)", team=team) if won else team)
            name.setStyleSheet(f"color: {colors.side(side)}")
            total.setText(format_number(board.score[side]))
            bags.setText(words(N("{n} bag", "{n} bags", board.bags[side])))
            lacks = lacking_sentence(match, side)
            if lacks is not None:
                hints.append(words(lacks))
        self._hint.setText("\n".join(hints))
        self._hint.setVisible(bool(hints))
        self._sign.setVisible(says is not None)
        # Before the end, Enter would press this button first.
        self._like.setVisible(says is not None)
        self.signing.refresh()
