"""The entry bar's keys on the screen, for mouse and finger: the same keys as on the keyboard."""

from __future__ import annotations

from collections.abc import Callable

from PySide6.QtCore import QSize, Qt, Signal
from PySide6.QtGui import QResizeEvent
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from scorepad.spades.words import Words
from scorepad.window import parts, theme
from scorepad.window.bid_typing import NUMBERS

BACK = "\b"
ENTER = "\r"
POINT = "\t"


class KeyPad(QWidget):
    """Keys in one row, or in two or three where it is narrow."""

    pressed = Signal(str)
    """The key, as it is on the keyboard; `BACK`, `ENTER`, `POINT`."""

    def __init__(self, words: Words, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme.px(5))
        self._columns = 0
        self.keys: dict[str, QPushButton] = {}
        for number, key in enumerate(NUMBERS):
            name = words("{number} (key {key})", number=number, key=key)
            self._add(key, str(number), name)
        self._add("N", words("Nil"), words("Nil (key N)"))
        self._add("B", words("Blind"), words("Blind nil (key B)"))
        self._add(POINT, "⇄", words("Point at the other side (Tab)"))
        self._add(BACK, "⌫", words("Back (Backspace)"))
        self._add(ENTER, words("Record"), words("Record the tricks (Enter)"))
        self.keys[ENTER].setProperty("kind", "primary")
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(words("Keys"))

    def _add(self, key: str, text: str, name: str) -> None:
        press: Callable[[], object] = lambda: self.pressed.emit(key)  # noqa: E731
        made = parts.button(text, press, kind="key", name=name, tip=name)
        made.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        made.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.keys[key] = made

    def offer(self, keys: str, enabled: str) -> None:
        """Show these keys, and let those of `enabled` be pressed."""
        shown = [key for key in self.keys if key in keys]
        for key, made in self.keys.items():
            made.setVisible(key in keys)
            made.setEnabled(key in enabled)
        self._arrange(shown)

    def _shown(self) -> list[str]:
        return [key for key, made in self.keys.items() if not made.isHidden()]

    def _rows(self, shown: list[str]) -> int:
        each = theme.touch() + theme.px(14)
        fit = max(1, self.width() // each)
        return max(1, -(-len(shown) // fit))

    def _arrange(self, shown: list[str]) -> None:
        columns = -(-len(shown) // self._rows(shown)) if shown else 0
        layout = [(self.keys[key], n // columns, n % columns) for n, key in enumerate(shown)]
        for made in self.keys.values():
            self._grid.removeWidget(made)
        for made, row, column in layout:
            self._grid.addWidget(made, row, column)
        self._columns = columns
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        shown = self._shown()
        if shown and -(-len(shown) // self._rows(shown)) != self._columns:
            self._arrange(shown)

    def sizeHint(self) -> QSize:
        rows = self._rows(self._shown())
        each = max(made.sizeHint().height() for made in self.keys.values())
        height = rows * each + (rows - 1) * theme.px(5)
        return QSize(theme.px(600), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(200), self.sizeHint().height())
