"""The entry bar's keys on the screen, for mouse and finger.

The numbers have two rows; the other bids are below them.  Each key keeps its place.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from scorepad.desk.typed_bids import INSIST
from scorepad.spades.bidding import BLIND_KEY, COUNT_KEYS
from scorepad.spades.words import T
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.density import Gap

BACK = "\b"
ENTER = "\r"
POINT = "\t"
KEYS_IN_ROW: Final = 7
"""The numbers are in this many columns."""
KEY_SPANS: Final = (((BACK, 1), ("N", 2), ("B", 3), (INSIST, 1)),)
BLIND_KEY_SPANS: Final = (((BACK, 1), ("N", 1), ("B", 2), (BLIND_KEY, 2), (INSIST, 1)),)
SIDE_KEY_SPANS: Final = (((BACK, 1), ("N", 3), ("B", 3)), ((INSIST, 1), ("M", 3), ("V", 3)))
BLIND_SIDE_KEY_SPANS: Final = (
    ((BACK, 1), ("N", 2), ("B", 2), (BLIND_KEY, 2)),
    ((INSIST, 1), ("M", 2), ("V", 2)),
)
TRICK_KEY_SPANS: Final = (((BACK, 1), (POINT, 6)),)
"""The rows of keys below the numbers, with the columns that each key takes: where players bid,
where sides do, each without and with numbers that are bid blind, and for tricks."""

KeyLabel = tuple[str, str, str]
"""A key, its text, and its name."""


class KeyPad(QWidget):
    """Shows the keys in their places."""

    pressed = Signal(str)
    """A key was pressed, as it is on the keyboard; `BACK`, `POINT`."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(Gap.LINES.pixels())
        self._labels: tuple[KeyLabel, ...] = ()
        self._usual: dict[str, tuple[str, str]] = {}
        self.keys: dict[str, QPushButton] = {}
        for number, key in enumerate(COUNT_KEYS):
            self._add(key, str(number), str(T("{number} (key {key})", number=number, key=key)))
            self._grid.addWidget(self.keys[key], *divmod(number, KEYS_IN_ROW))
        self._add("N", str(T("Nil")), str(T("Nil (key N)")))
        self._add("B", str(T("Blind nil")), str(T("Blind nil (key B)")))
        self._add(BLIND_KEY, str(T("Blind …")), str(T("Bid a number blind (key L)")))
        self._add("M", str(T("Nil")), "M")
        self._add("V", str(T("Blind")), "V")
        # Its row keeps its room while tricks are typed, so that no number moves.
        policy = self.keys["M"].sizePolicy()
        policy.setRetainSizeWhenHidden(True)
        self.keys["M"].setSizePolicy(policy)
        allow = str(T("Accept a bid that breaks the rules, with a reason (key !)"))
        self._add(INSIST, "!", allow)
        self._add(POINT, "⇄", str(T("Go to the other team (Tab)")))
        self._add(BACK, "⌫", str(T("Back (Backspace)")))
        self._placed: tuple[tuple[tuple[str, int], ...], ...] = ()
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(str(T("Keys")))

    def _add(self, key: str, text: str, name: str) -> None:
        button = controls.button(text, partial(self.pressed.emit, key), kind="key", name=name)
        button.setParent(self)
        button.setToolTip(name)
        button.setAutoDefault(False)
        button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        button.setMinimumWidth(theme.touch_height())
        button.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.keys[key] = button
        self._usual[key] = (text, name)

    def offer_keys(self, keys: str, enabled: str, labels: Sequence[KeyLabel] = ()) -> None:
        """Show these keys, and let those of `enabled` be pressed; `labels` are those that are
        called otherwise than usual."""
        is_blind = BLIND_KEY in keys
        spans: tuple[tuple[tuple[str, int], ...], ...] = TRICK_KEY_SPANS
        if "M" in keys:
            spans = BLIND_SIDE_KEY_SPANS if is_blind else SIDE_KEY_SPANS
        elif "N" in keys:
            spans = BLIND_KEY_SPANS if is_blind else KEY_SPANS
        if spans != self._placed:
            self._placed = spans
            for row, keys_in_row in enumerate(spans, start=2):
                column = 0
                for key, wide in keys_in_row:
                    self._grid.addWidget(self.keys[key], row, column, 1, wide)
                    column += wide
        if tuple(labels) != self._labels:
            self._labels = tuple(labels)
            special = {key: (text, name) for key, text, name in labels}
            for key, usual in self._usual.items():
                text, name = special.get(key, usual)
                self.keys[key].setText(text.replace("&", "&&"))
                self.keys[key].setAccessibleName(name)
                self.keys[key].setToolTip(name)
        placed = {key for row in spans for key, _wide in row}
        shown = {*COUNT_KEYS, *(key for key in placed if key in keys)}
        for key, button in self.keys.items():
            button.setVisible(key in shown)
            button.setEnabled(key in enabled)
