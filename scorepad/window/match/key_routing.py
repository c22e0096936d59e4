"""Keys on a table's page are told apart here: they are for the bar, a panel or the sheet."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from scorepad.desk.typed_bids import SIDE_KEYS
from scorepad.spades.words import T, Text
from scorepad.window.match.entry.entry_bar import EntryBar
from scorepad.window.match.sheet.sheet_view import SheetView
from scorepad.window.panels.panel import Panel


def panel_of(focused: QWidget | None) -> Panel | None:
    """Return the panel that this widget is in; None where it is in none."""
    while focused is not None and not isinstance(focused, Panel):
        focused = focused.parentWidget()
    return focused


def older_hand(focused: QWidget | None) -> int:
    """Return the number of the hand that the sheet's cursor is on, while the sheet has the focus; 0
    where that is the latest hand or none."""
    if not isinstance(focused, SheetView):
        return 0
    latest = max((row.hand for row in focused.rows), default=0)
    return focused.pointed if focused.pointed < latest else 0


def is_for_bar(focused: QWidget) -> bool:
    """Return whether a digit that is pressed at this widget goes to the bar.

    It does not in a text field, in a panel, or on an older hand of the sheet, because there it is
    meant for something else.
    """
    written = QLineEdit | QAbstractSpinBox | QPlainTextEdit | QComboBox
    if isinstance(focused, written):
        return False
    return panel_of(focused) is None and not older_hand(focused)


def why_not_for_bar(event: QKeyEvent, focused: QWidget, bar: EntryBar) -> Text | None:
    """Return what to say of a bid or a count that is pressed where it does not go to the bar; None
    of any other key."""
    pressed = event.text().upper()
    asked = bar.state in ("bids", "tricks")
    plain = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
    if event.modifiers() & ~plain or not asked or len(pressed) != 1 or pressed not in SIDE_KEYS:
        return None
    panel = panel_of(focused)
    if panel is not None:
        return T(
            "“{title}” has the keys; Esc leads back to the hand.", title=panel.accessibleName()
        )
    if hand := older_hand(focused):
        return T("Hand {n} is marked: E corrects it, Esc leads back to the entry.", n=hand)
    return None
