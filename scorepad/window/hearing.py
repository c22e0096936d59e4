"""Where on a table's page a key is heard by the entry bar."""

from __future__ import annotations

from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QAbstractSpinBox, QComboBox, QLineEdit, QPlainTextEdit, QWidget

from scorepad.window.bid_typing import BID_KEYS
from scorepad.window.entry_bar import EntryBar


def hears(focused: QWidget) -> bool:
    """Does a digit pressed at this widget go to the bar?  It does where nothing is written."""
    return not isinstance(focused, QLineEdit | QAbstractSpinBox | QPlainTextEdit | QComboBox)


def of_bar(event: QKeyEvent, focused: QWidget, bar: EntryBar) -> bool:
    """Is this a bid or a count, pressed in a panel where nothing is written?  Enter, Tab and
    Backspace stay the panel's."""
    pressed = event.text().upper()
    asked = bar.state in ("bids", "tricks")
    return asked and len(pressed) == 1 and pressed in BID_KEYS and hears(focused)
