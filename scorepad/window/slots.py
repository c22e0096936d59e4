"""The boxes of the entry bar: one for each number that is asked."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, TypeAlias

import msgspec
from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QApplication, QSizePolicy, QWidget

from scorepad.spades.directions import balanced
from scorepad.window import parts, theme
from scorepad.window.sheet_rows import CARET

SlotState: TypeAlias = Literal[
    "waiting", "current", "asked", "given", "refused", "insisted", "derived"
]
"""`asked`: a number stands there that Enter takes, and another can be typed."""
SIGN: dict[str, str] = {"refused": "✕ ", "insisted": "! "}


class Slot(msgspec.Struct, frozen=True):
    """What a box shows: whose number, the number, how it stands, on which side's behalf; `name`:
    so much at the value's beginning is a name, which is shortened where there is no room."""

    caption: str
    value: str
    state: SlotState
    side: int
    spoken: str = ""
    name: str = ""


class SlotBox(QAbstractButton):
    """One box.  Pressing it goes back to its number."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._slot = Slot("", "", "waiting", 0)
        self._heard = True
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_slot(self, slot: Slot) -> None:
        """Show this."""
        if slot != self._slot:
            self._slot = slot
            self.setAccessibleName(slot.caption)
            self.setAccessibleDescription(slot.spoken or slot.value)
            self.updateGeometry()
            self.update()

    def set_heard(self, heard: bool) -> None:
        """Do keys arrive here? Where they do not, no caret is drawn."""
        if heard != self._heard:
            self._heard = heard
            self.update()

    @property
    def caret(self) -> bool:
        """Is a caret drawn?"""
        return self._heard and self._slot.value.endswith(CARET)

    @property
    def slot(self) -> Slot:
        """What is shown."""
        return self._slot

    def sizeHint(self) -> QSize:
        caption = QFontMetrics(self._caption_font()).horizontalAdvance(self._slot.caption)
        value = QFontMetrics(self._value_font()).horizontalAdvance(self._slot.value)
        wide = max(theme.px(96), caption + theme.px(24), value + theme.px(40))
        return QSize(min(wide, theme.px(200)), theme.px(72))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(72), theme.px(72))

    def _caption_font(self) -> QFont:
        font = QFont(QApplication.font())
        font.setPixelSize(theme.px(14))
        font.setBold(self._slot.state in ("current", "asked", "refused"))
        return font

    def value_in(self, room: int) -> tuple[str, QFont]:
        """The value without its caret as it is written in so much room (pixels), and in which
        type: a name becomes shorter, then all of it smaller; the number stays whole."""
        value, name = self._slot.value.removesuffix(CARET), self._slot.name
        font = self._value_font()
        rest = value.removeprefix(name)
        while font.pixelSize() > 6:
            metrics = QFontMetrics(font)
            left = room - metrics.horizontalAdvance(rest)
            if metrics.horizontalAdvance(name) <= left:
                return value, font
            short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, left)
            # One letter and what stands for the others say more than nothing.
            if name and len(short) > 1 and metrics.horizontalAdvance(short) <= left:
                return balanced(short) + rest, font
            font.setPixelSize(font.pixelSize() - 1)
        return rest.strip(), font

    def _value_font(self) -> QFont:
        value = self._slot.value
        if self._slot.state == "asked":
            return theme.figures(38, bold=True)
        if CARET in value and value != CARET:
            return theme.figures(17, bold=True)
        word = not value[-1:].isdigit() and value not in ("", CARET)
        return theme.figures(26 if word else 38, bold=True)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colours = theme.colours()
        slot = self._slot
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().adjusted(2, 2, -2, -2)
        edge, width, ground = colours.edge, 1.0, colours.surface
        if slot.state in ("current", "asked"):
            edge, width, ground = colours.accent, 3.0, colours.raised
        elif slot.state == "refused":
            edge, width, ground = colours.bad, 3.0, colours.bad_wash
        elif slot.state == "insisted":
            edge, width, ground = colours.warn, 2.0, colours.warn_wash
        elif slot.state == "waiting":
            edge, ground = colours.line, colours.raised
        if self.hasFocus():
            edge, width = colours.focus, 3.0
        painter.setPen(QPen(QColor(edge), width))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(box, 7, 7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colours.side(slot.side)))
        painter.drawRect(
            QRect(box.left() + theme.px(10), box.top() + theme.px(27), theme.px(14), theme.px(3))
        )
        caption = self._caption_font()
        painter.setFont(caption)
        # Whose number is typed now is read by its side's colour too.
        inks = {"waiting": colours.soft, "current": colours.side(slot.side)}
        inks["asked"] = inks["current"]
        painter.setPen(QColor(inks.get(slot.state, colours.ink)))
        line = QRect(
            box.left() + theme.px(10),
            box.top() + theme.px(4),
            box.width() - theme.px(16),
            theme.px(22),
        )
        text = QFontMetrics(caption).elidedText(
            SIGN.get(slot.state, "") + slot.caption, Qt.TextElideMode.ElideRight, line.width()
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        ink = {
            "refused": colours.bad,
            "insisted": colours.warn,
            "derived": colours.soft,
            "asked": colours.soft,
            "current": colours.accent if slot.value == CARET else colours.ink,
        }
        painter.setPen(QColor(ink.get(slot.state, colours.ink)))
        where = QRect(
            box.left(),
            box.top() + theme.px(22),
            box.width() - theme.px(12),
            box.height() - theme.px(24),
        )
        if slot.value.endswith(CARET):
            bar = QRect(
                where.right() - theme.px(2), where.top() + theme.px(6), theme.px(3), theme.px(32)
            )
            if self.caret:
                painter.fillRect(bar, QColor(colours.accent))
            where.setRight(bar.left() - theme.px(4))
        text, font = self.value_in(where.width() - theme.px(8))
        painter.setFont(font)
        where.setLeft(where.left() + theme.px(8))
        painter.drawText(where, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class SlotRow(QWidget):
    """The boxes of what is asked, in order."""

    pressed = Signal(int)
    """A box was pressed."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._row = parts.row_of(self, spacing=8)
        self._boxes: list[SlotBox] = []
        self._heard = True
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_slots(self, slots: Sequence[Slot]) -> None:
        """Show these."""
        while len(self._boxes) < len(slots):
            box = SlotBox()
            place = len(self._boxes)
            box.clicked.connect(lambda _checked=False, n=place: self.pressed.emit(n))
            box.set_heard(self._heard)
            self._boxes.append(box)
            self._row.addWidget(box)
        for place, box in enumerate(self._boxes):
            box.setVisible(place < len(slots))
            if place < len(slots):
                box.show_slot(slots[place])

    def set_heard(self, heard: bool) -> None:
        """Do keys that are pressed now arrive in these boxes?"""
        self._heard = heard
        for box in self._boxes:
            box.set_heard(heard)

    @property
    def caret(self) -> bool:
        """Is a caret drawn in one of them?"""
        return any(box.caret for box in self._boxes if not box.isHidden())

    @property
    def slots(self) -> list[Slot]:
        """What is shown."""
        return [box.slot for box in self._boxes if not box.isHidden()]
