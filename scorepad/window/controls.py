"""Two controls that Qt has, made for fingers, for scrolling pages, and for a real minus sign."""

from __future__ import annotations

from PySide6.QtCore import QPoint, QRegularExpression, Qt, Signal
from PySide6.QtGui import (
    QColor,
    QKeyEvent,
    QPainter,
    QPaintEvent,
    QPen,
    QRegularExpressionValidator,
    QWheelEvent,
)
from PySide6.QtWidgets import QComboBox, QLineEdit, QStyledItemDelegate, QWidget

from scorepad.spades.words import number
from scorepad.window import parts, theme


class Steady(QComboBox):
    """A list to choose from that a turn of the wheel over a scrolling page does not change."""

    def __init__(self) -> None:
        super().__init__()
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setMinimumContentsLength(8)
        # Where a row is narrow, what is chosen is read whole under the mouse.
        self.currentTextChanged.connect(self.setToolTip)
        self.setSizeAdjustPolicy(QComboBox.SizeAdjustPolicy.AdjustToMinimumContentsLengthWithIcon)
        # Its own rows are as low as those of a menu, whatever the style sheet says.
        self.setItemDelegate(QStyledItemDelegate(self))

    def wheelEvent(self, event: QWheelEvent) -> None:
        event.ignore()

    def paintEvent(self, event: QPaintEvent) -> None:
        super().paintEvent(event)
        # A styled combo box has no arrow of its own; without one nothing says that it opens.
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        pen = QPen(QColor(theme.colours().soft), 2)
        pen.setCapStyle(Qt.PenCapStyle.RoundCap)
        painter.setPen(pen)
        half, x, y = theme.px(5), self.width() - theme.px(20), self.height() // 2
        ends = ((x - half, y - half // 2), (x, y + half // 2), (x + half, y - half // 2))
        painter.drawPolyline([QPoint(*end) for end in ends])
        painter.end()


class Stepper(QWidget):
    """A whole number with a button to each side: typed, stepped with the arrow keys, or tapped.

    `value` is the latest number that was in bounds; an empty line reads as 0, or as the bound
    nearest to it.  Where it `corrects`, a line that is left says the value; else it stands as it
    was typed, for somebody to say what is wrong with it.
    """

    changed = Signal()

    def __init__(
        self, least: int, most: int, value: int = 0, *, step: int = 1, corrects: bool = True
    ) -> None:
        super().__init__()
        self._corrects = corrects
        self._least, self._most, self._step = least, most, step
        self._value = max(least, min(most, value))
        self.line = QLineEdit(number(self._value))
        self.line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.line.setMinimumWidth(theme.px(64))
        self.line.setValidator(
            QRegularExpressionValidator(QRegularExpression("[-\u2212]?[0-9]{0,7}"), self.line)
        )
        self.fewer = parts.button("\u2212", lambda: self.step(-1), kind="key")
        self.more = parts.button("+", lambda: self.step(1), kind="key")
        row = parts.row_of(self, spacing=6)
        row.addWidget(self.fewer)
        row.addWidget(self.line, 1)
        row.addWidget(self.more)
        for button in (self.fewer, self.more):
            button.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setFocusProxy(self.line)
        self.line.textEdited.connect(self._typed)
        self.line.editingFinished.connect(self._show)

    def setAccessibleName(self, name: str) -> None:
        super().setAccessibleName(name)
        self.line.setAccessibleName(name)
        self.fewer.setAccessibleName(f"{name} \u2212")
        self.more.setAccessibleName(f"{name} +")

    def setAccessibleDescription(self, text: str) -> None:
        super().setAccessibleDescription(text)
        self.line.setAccessibleDescription(text)

    @property
    def value(self) -> int:
        return self._value

    @property
    def whole(self) -> bool:
        """Does the line say this value, rather than a number out of bounds or half of one?"""
        return self.line.text().replace("-", "\u2212") == number(self._value)

    def set(self, value: int) -> None:
        """Show this number, brought into bounds."""
        value = max(self._least, min(self._most, value))
        self.line.setText(number(value))
        self._take(value)

    def step(self, steps: int) -> None:
        """So many steps up (down: negative)."""
        self.set(self._value + steps * self._step)

    def _typed(self, text: str) -> None:
        digits = text.replace("\u2212", "-")
        if digits in ("", "-"):
            self._take(0)
        else:
            self._take(int(digits))

    def _take(self, value: int) -> None:
        value = max(self._least, min(self._most, value))
        if value != self._value:
            self._value = value
            self.changed.emit()

    def _show(self) -> None:
        text = number(self._value)
        if not self._corrects and not self.whole:
            return
        if self.line.text() != text:
            self.line.setText(text)

    def keyPressEvent(self, event: QKeyEvent) -> None:
        steps = {Qt.Key.Key_Up: 1, Qt.Key.Key_Down: -1}.get(Qt.Key(event.key()))
        if steps is None:
            super().keyPressEvent(event)
        else:
            self.step(steps)
