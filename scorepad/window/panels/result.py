"""Both sides' signatures under a result, and the panel in which they sign."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QFrame, QLineEdit, QWidget

from scorepad.spades.entries import SUPERVISOR, Entry, Note, Sign
from scorepad.spades.entry_descriptions import signer_field
from scorepad.spades.match import Match
from scorepad.spades.naming import team_field
from scorepad.spades.result import (
    Signature,
    forfeit_or_abandon_reason,
    outcome_text,
    signature_states,
    signatures,
)
from scorepad.spades.words import T
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused, FieldSpec, Form
from scorepad.window.widgets.inputs import CheckBox, line_edit
from scorepad.window.wording import moments
from scorepad.window.wording.names import shorten_name, team_name


class SideSignatureText(msgspec.Struct, frozen=True):
    """A side's signature as text: the team, the state, and its tone."""

    team: str
    side: int
    state: str
    tone: controls.Tone


def signature_state_text(signature: Signature, *, dated: bool = True) -> str:
    """Return the state of a side's signature; `dated`, with its day and time, else its time."""
    sign = signature.entry
    if sign is None:
        return str(T("not signed"))
    name = shorten_name(str(signer_field(sign.name)))
    if signature.lapsed:
        return str(T("changed since {name} signed: sign again", name=name))
    moment = (moments.format_moment if dated else moments.format_local_time)(sign.at)
    if not moment:  # a signature from a file may have no time
        return str(T("signed by {name}", name=name))
    return str(T("signed by {name}, {moment}", name=name, moment=moment))


def tone_of(signature: Signature) -> controls.Tone:
    """Return the tone of these words."""
    return "good" if signature.is_valid else "warn" if signature.lapsed else "note"


def side_signatures(match: Match) -> tuple[SideSignatureText, ...]:
    """Return the state of both sides' signatures, in words."""
    return tuple(
        SideSignatureText(
            team_name(match.head, side),
            side,
            signature_state_text(each, dated=False),
            tone_of(each),
        )
        for side, each in enumerate(signature_states(match))
    )


class SignatureRow(QWidget):
    """This row shows both sides' signatures."""

    def __init__(self) -> None:
        super().__init__()
        self.setAccessibleName(str(T("Signatures")))

    def _make_cards(self) -> None:
        row = layouts.set_row(self, spacing=Gap.GROUPS)
        self._teams: list[controls.ElidedLabel] = []
        self._states = [controls.label("", wrap=True) for _side in range(2)]
        for side in range(2):
            card = QFrame()
            card.setProperty("kind", "card")
            line = layouts.set_row(card)
            layouts.set_margins(line, (Gap.NONE, Gap.NONE, Gap.CONTROLS, Gap.NONE))
            band, team = QFrame(), controls.ElidedLabel("strong")
            band.setProperty("side", side)
            band.setFixedWidth(theme.em(0.3))
            team.setAlignment(Qt.AlignmentFlag.AlignVCenter)
            team.setMinimumHeight(theme.em(2.4))  # two lines of the state
            line.addWidget(band)
            line.addWidget(team, 1)
            line.addWidget(self._states[side], 3)
            self._teams.append(team)
            row.addWidget(card, 1)

    def show_signatures(self, signatures: Sequence[SideSignatureText]) -> None:
        """Show the state of both signatures."""
        if signatures and self.layout() is None:
            self._make_cards()
        for signature in signatures:
            team = self._teams[signature.side]
            team.setText(signature.team)
            # The state gets the room that a short name leaves.
            team.ensurePolished()
            wide = team.fontMetrics().horizontalAdvance(signature.team) + Gap.CONTROLS.pixels()
            team.setMaximumWidth(wide)
            team.setMinimumWidth(min(wide, theme.em(4.8)))
            state = self._states[signature.side]
            state.setText(controls.SIGNS[signature.tone] + signature.state)
            state.setAccessibleName(f"{signature.team}: {signature.state}")
            theme.set_style_property(
                state, "tone", "" if signature.tone == "note" else signature.tone
            )


class SignatureForm(Form):
    """One side signs the result here, or the supervisor does where the side is absent."""

    signed = Signal()
    """It was recorded that this side, or the supervisor for it, signs."""

    def __init__(self, panel: SignPanel, side: int) -> None:
        super().__init__(separate=True)
        self._panel = panel
        self._side = side
        team = team_name(panel.table.match.head, side)
        self.line = line_edit(T("Name"))
        self._absent = CheckBox(
            T("The supervisor signs because this team isn't here"),
            name=T("The supervisor signs for {team}", team=team),
        )
        name = FieldSpec(
            "name",
            T("For {team}", team=team),
            self.line,
            missing=T("Enter who signs for this team."),
            shown=lambda _form: self._is_over,
        )
        why = FieldSpec(
            "why",
            T("Why {team} can't sign", team=team),
            line_edit(T("Reason")),
            missing=T("Enter a reason."),
            shown=lambda form: form.is_shown("absent") and form.value("absent"),
        )
        self._press = controls.button(T("Sign"), self.sign, name=T("Sign for {team}", team=team))
        self.default = self._press
        self._state = controls.label("", wrap=True)
        absent = FieldSpec("absent", None, self._absent, shown=lambda _form: self._may_be_absent)
        self._players = QWidget()
        self._names: list[str] = []
        layouts.set_row(self._players, wraps=True)
        # Low, so that both sides are in sight; Tab leads to the button after the reason.
        box = QWidget()
        grid = layouts.set_grid(box, across=Gap.CONTROLS, down=Gap.CONTROLS, stretch_column=0)
        grid.addWidget(self.make_row(name), 0, 0)
        rows = (self._players, self.make_row(absent), self.make_row(why), self._state)
        for n, widget in enumerate(rows, start=1):
            grid.addWidget(widget, n, 0, 1, 2)
        grid.addWidget(self._press, 0, 1, Qt.AlignmentFlag.AlignBottom)
        self.add_rows(box)
        self.column.addStretch(1)
        self.show_recorded_values({})
        self.field_changed.connect(self._stand_in)
        self.changed.connect(panel.keep_draft)

    @property
    def _is_over(self) -> bool:
        # There is nothing to sign before the end.
        return self._panel.table.match.board.end is not None

    @property
    def _may_be_absent(self) -> bool:
        return self._is_over and not signature_states(self._panel.table.match)[self._side].is_valid

    def _stand_in(self, key: str) -> None:
        if key != "absent":
            return
        self._show_players()
        match, supervisor = self._panel.table.match, self._panel.table.supervisor()
        name, end = self.value("name"), match.board.end
        if not self.value("absent"):
            self.fill({"name": "" if name == supervisor else name})
            return
        self.fill({"name": name or supervisor})
        if end is not None and end.reason == "forfeit" and end.winner != self._side:
            self.fill({"why": self.value("why") or forfeit_or_abandon_reason(match)})
        if self._absent.hasFocus():
            self.controls["why"].setFocus(Qt.FocusReason.OtherFocusReason)

    def sign(self) -> None:
        """Record that this side signs, or the supervisor for it."""
        panel = self._panel
        try:
            values = self.values()
        except FieldRefused as missing:
            self.blame(missing)
            return
        entries: list[Entry] = [Sign(side=self._side, name=values["name"])]
        if "why" in values:
            team = team_field(panel.table.match.head, self._side)
            text = T("The supervisor signs for {team}: {why}", team=team, why=values["why"])
            note = Note(text=text.english)
            entries = [note, Sign(side=self._side, name=values["name"] + SUPERVISOR)]
        draft = panel.draft_json_with(panel.typed(without=self))
        # The fields of the other side stay under the pointer as those of this one go.
        self.setMinimumHeight(self.height())
        if panel.record(*entries, draft=draft):
            self.fill(self.untouched or {})
            self.signed.emit()

    def _show_players(self) -> None:
        match = self._panel.table.match
        team = team_name(match.head, self._side)
        players = match.head_of_hand().teams[self._side].players
        names = [name for each in players if (name := each.strip())]
        row = self._players.layout()
        if names != self._names and row is not None:
            layouts.clear_layout(row)
            for name in names:
                signer = str(T("{name} signs for {team}", name=name, team=team))
                row.addWidget(controls.button(name, partial(self._sign_as, name), name=signer))
            self._names = names
        self._players.setVisible(bool(names) and self._may_be_absent and not self.value("absent"))

    def _sign_as(self, name: str) -> None:
        self.fill({"name": name})
        self.sign()

    def refresh(self) -> None:
        """Show the state of the signature."""
        self.update_shown_fields()
        self._show_players()
        state = signature_states(self._panel.table.match)[self._side]
        self._press.setVisible(self._is_over)
        self._state.setVisible(state.entry is not None)
        tone = tone_of(state)
        text = controls.capitalize(signature_state_text(state))
        self._state.setText(controls.SIGNS[tone] + text)
        theme.set_style_property(self._state, "tone", "" if tone == "note" else tone)


class SignPanel(Panel):
    """Both sides sign the result; input for a signature is kept."""

    TYPED = tuple[dict[str, Any], dict[str, Any]]

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("Sign the result"), context)
        self._outcome = controls.label("", "strong", wrap=True)
        self.add(self._outcome)
        self.signatures = [SignatureForm(self, side) for side in range(2)]
        for each in self.signatures:
            each.signed.connect(self._go_on)
            self.add(each)
        self.add_button(T("Close"), self.close_panel)
        self.refresh()

    def typed(self, without: SignatureForm | None = None) -> object | None:
        """Return the input for all signatures but one; None without any."""
        if not any(each.touched for each in self.signatures if each is not without):
            return None
        return [each.untouched if each is without else each.typed() for each in self.signatures]

    def fill(self, typed: tuple[dict[str, Any], dict[str, Any]]) -> None:
        for each, values in zip(self.signatures, typed, strict=True):
            each.fill(values)

    def refresh(self) -> None:
        outcome = outcome_text(self.table.match)
        self._outcome.setText(str(outcome or T("The game is still being played.")))
        for each in self.signatures:
            each.refresh()

    def focus_typing_start(self) -> None:
        super().focus_typing_start()
        if self.table.match.board.end is not None:
            self._focus_missing_signature()

    def _go_on(self) -> None:
        is_typed = isinstance(self.focusWidget(), QLineEdit)
        scroll = self.scrolling.verticalScrollBar()
        at = scroll.value()
        self.refresh()
        self._focus_missing_signature()
        if not is_typed:
            scroll.setValue(at)  # a press moves nothing under the pointer

    def _focus_missing_signature(self) -> None:
        for signature, form in zip(signatures(self.table.match), self.signatures, strict=True):
            if signature is None:
                form.line.setFocus(Qt.FocusReason.OtherFocusReason)
                return
        self.setFocus(Qt.FocusReason.OtherFocusReason)
