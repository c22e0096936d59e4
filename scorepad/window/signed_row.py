"""Both sides' signatures beside each other: given, not given, or given before a change."""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from scorepad.spades.match import Match
from scorepad.spades.naming import side_called
from scorepad.spades.signing import Signature, signed
from scorepad.spades.words import T, Text, Words
from scorepad.window import parts, theme, when
from scorepad.window.names import team_name


class SignedSlot(msgspec.Struct, frozen=True):
    """What is said of a side's signature: whose it is, how it stands, in which tone."""

    team: str
    side: int
    says: str
    tone: parts.Tone


def signature_words(signature: Signature, words: Words, *, dated: bool = True) -> str:
    """How a side stands with its signature, `dated` with the day or with the time alone."""
    given = signature.given
    if given is None:
        return words("not signed")
    if signature.lapsed:
        return words("changed since {name} signed: sign again", name=given.name)
    moment = (when.shown if dated else when.time_of)(given.at, words)
    return words("signed by {name}, {moment}", name=given.name, moment=moment)


def tone_of(signature: Signature) -> parts.Tone:
    """In which tone that is said."""
    return "good" if signature.holds else "warn" if signature.lapsed else "note"


def signed_slots(match: Match, words: Words) -> tuple[SignedSlot, ...]:
    """Both sides' signatures."""
    return tuple(
        SignedSlot(
            team_name(match.head, side, words),
            side,
            signature_words(each, words, dated=False),
            tone_of(each),
        )
        for side, each in enumerate(signed(match))
    )


def lapse_text(match: Match, lapses: Sequence[int]) -> Text | None:
    """That signatures lapse, in a sentence; None where none does."""
    if not lapses:
        return None
    if len(lapses) > 1:
        return T("Both signatures lapse.")
    return T("The signature of {team} lapses.", team=side_called(match.head, lapses[0]))


class SignedRow(QWidget):
    """Both sides' signatures on the screen."""

    def __init__(self, words: Words) -> None:
        super().__init__()
        self.setAccessibleName(words("Signatures"))
        row = parts.row_of(self, spacing=12)
        self._bands: list[QFrame] = []
        self._teams: list[parts.Elided] = []
        self._says = [parts.label("", wrap=True) for _side in range(2)]
        for side in range(2):
            card = QFrame()
            card.setProperty("kind", "card")
            line = parts.row_of(card, spacing=10)
            line.setContentsMargins(0, 0, theme.px(10), 0)
            band, team = QFrame(), parts.Elided("strong")
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
        """Show these."""
        for slot in slots:
            colour = theme.colours().side(slot.side)
            self._bands[slot.side].setStyleSheet(f"background: {colour}")
            team = self._teams[slot.side]
            team.setText(slot.team)
            # A short name leaves its room to what is said.
            team.ensurePolished()
            wide = team.fontMetrics().horizontalAdvance(slot.team) + theme.px(8)
            team.setMaximumWidth(wide)
            team.setMinimumWidth(min(wide, theme.px(72)))
            says = self._says[slot.side]
            says.setText(parts.SIGNS[slot.tone] + slot.says)
            says.setAccessibleName(f"{slot.team}: {slot.says}")
            theme.restyle(says, "tone", "" if slot.tone == "note" else slot.tone)
