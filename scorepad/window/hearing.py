"""Where on a table's page a key is heard by the entry bar."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from scorepad.spades.words import T, Text
from scorepad.window.bid_typing import BID_KEYS
from scorepad.window.entry_bar import EntryBar
from scorepad.window.panel import Panel
from scorepad.window.sheet_view import SheetView


def panel_of(focused: QWidget | None) -> Panel | None:
    """The panel that this widget is in, if it is in one."""
    while focused is not None and not isinstance(focused, Panel):
        focused = focused.parentWidget()
    return focused


def marked(focused: QWidget | None) -> int:
    """The number of an older hand that the sheet's cursor is in, while it has the focus; else 0."""
    if not isinstance(focused, SheetView):
        return 0
    latest = max((row.hand for row in focused.rows), default=0)
    return focused.pointed if focused.pointed < latest else 0


def hears(focused: QWidget) -> bool:
    """Does a digit pressed at this widget go to the bar?  It does where nothing is written, but not
    from a panel, nor from an older hand of the sheet: there it is meant for something else."""
    written = QLineEdit | QAbstractSpinBox | QPlainTextEdit | QComboBox
    return not isinstance(focused, written) and panel_of(focused) is None and not marked(focused)


def astray(event: QKeyEvent, focused: QWidget, bar: EntryBar) -> Text | None:
    """What to say of a bid or a count that is pressed where the bar does not hear it; None of any
    other key."""
    pressed = event.text().upper()
    asked = bar.state in ("bids", "tricks")
    plain = Qt.KeyboardModifier.KeypadModifier | Qt.KeyboardModifier.ShiftModifier
    if event.modifiers() & ~plain or not asked or len(pressed) != 1 or pressed not in BID_KEYS:
        return None
    panel = panel_of(focused)
    if panel is not None:
        return T(
            "“{title}” has the keys; Esc leads back to the hand.", title=panel.accessibleName()
        )
    if hand := marked(focused):
        return T("Hand {n} is marked: E corrects it, Esc leads back to the entry.", n=hand)
    return None
