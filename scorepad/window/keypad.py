"""The entry bar's keys on the screen, for mouse and finger: the same keys as on the keyboard."""

from __future__ import annotations

from collections.abc import Callable, Sequence

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
        self._wide: frozenset[str] = frozenset()
        self.keys: dict[str, QPushButton] = {}
        for number, key in enumerate(NUMBERS):
            name = words("{number} (key {key})", number=number, key=key)
            self._add(key, str(number), name)
        self._add("N", words("Nil"), words("Nil (key N)"))
        self._add("B", words("Blind"), words("Blind nil (key B)"))
        self._add("M", words("Nil"), "M")
        self._add("V", words("Blind"), "V")
        self._usual = {key: (made.text(), made.accessibleName()) for key, made in self.keys.items()}
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

    def offer(self, keys: str, enabled: str, labels: Sequence[tuple[str, str, str]] = ()) -> None:
        """Show these keys, let those of `enabled` be pressed; `labels` (key, text, name) are
        those that are called otherwise than usual."""
        called = {key: (text, name) for key, text, name in labels}
        self._wide = frozenset(called)
        for key, usual in self._usual.items():
            text, name = called.get(key, usual)
            made = self.keys[key]
            if (made.text(), made.accessibleName()) != (text, name):
                made.setText(text)
                made.setAccessibleName(name)
                made.setToolTip(name)
        shown = [key for key in self.keys if key in keys]
        for key, made in self.keys.items():
            made.setVisible(key in keys)
            made.setEnabled(key in enabled)
        self._arrange(shown)

    def _shown(self) -> list[str]:
        return [key for key, made in self.keys.items() if not made.isHidden()]

    def _cells(self, key: str) -> int:
        """How many columns a key takes: two where it says a name."""
        return 2 if key in self._wide else 1

    def _places(self, shown: list[str], columns: int) -> list[tuple[int, int]]:
        """Row and column of each key, in rows of so many columns."""
        made, row, column = [], 0, 0
        for key in shown:
            if column + self._cells(key) > columns:
                row, column = row + 1, 0
            made.append((row, column))
            column += self._cells(key)
        return made

    def _fitting(self, shown: list[str]) -> int:
        """How many columns to have: as few as fill the rows that are needed."""
        each = theme.touch() + theme.px(4)
        most = max(2, (self.width() + theme.px(5)) // (each + theme.px(5)))
        cells = sum(self._cells(key) for key in shown)
        rows = self._places(shown, most)[-1][0] + 1
        columns = max(2, -(-cells // rows))
        while columns < most and self._places(shown, columns)[-1][0] >= rows:
            columns += 1
        return columns

    def _arrange(self, shown: list[str]) -> None:
        self._columns = self._fitting(shown) if shown else 0
        for made in self.keys.values():
            self._grid.removeWidget(made)
        for column in range(max(self._columns, self._grid.columnCount())):
            self._grid.setColumnStretch(column, int(column < self._columns))
        for key, (row, column) in zip(shown, self._places(shown, self._columns), strict=True):
            self._grid.addWidget(self.keys[key], row, column, 1, self._cells(key))
        self.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        shown = self._shown()
        if shown and self._fitting(shown) != self._columns:
            self._arrange(shown)

    def sizeHint(self) -> QSize:
        shown = self._shown()
        rows = self._places(shown, self._fitting(shown))[-1][0] + 1 if shown else 1
        each = max(made.sizeHint().height() for made in self.keys.values())
        height = rows * each + (rows - 1) * theme.px(5)
        return QSize(theme.px(600), height)

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(200), self.sizeHint().height())
