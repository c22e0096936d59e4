"""The seats of the entry bar are buttons: round the table as the players sit, or in one row."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import Final, NamedTuple

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QGridLayout, QPushButton, QSizePolicy, QWidget

from scorepad.spades.words import T
from scorepad.window.match.entry.boxes import CARET, STATE_SIGNS, EntryBoxContent
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import cut_text, text_font, width_of

SEAT_PLACES: Final = ((0, 1), (1, 2), (2, 1), (1, 0))
"""The row and column of each seat round the table, clockwise as where the players are named."""
WIDTHS: Final = (88, 100, 112)  # px
CORRECTION_WIDTH: Final = 100  # px
WIDE_ENOUGH: Final = (1000, 1250)  # px
BESIDE_WIDTH: Final = 100  # px
PAIR_MARGIN: Final = 40  # px
HEIGHT, LOW_HEIGHT = 68, 46  # px
"""The width of a seat (pixels at the usual text size) in a bar that is not wide, and in one wider
than each of `WIDE_ENOUGH`; where only the table's number is beside the seats, which with the
margins takes `BESIDE_WIDTH`, they share the room up to the largest.  Two in a row have what
`PAIR_MARGIN` leaves.
The width in a correction; a seat's height, also in several rows."""
TEXT_SIZE: Final = 13  # px
"""The size of a seat's name and note, in pixels at the usual text size."""
CORNER: Final = 6
"""The radius of its corners, in pixels."""


class SeatText(NamedTuple):
    """A text of a seat, with its place (pixels) and color."""

    text: str
    font: QFont
    room: QRect
    color: str
    alignment: Qt.AlignmentFlag = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter


class SeatButton(QPushButton):
    """One seat, or one side, with its name, its turn and its number.  A press has the next number
    typed there.

    It paints itself: each of the four is another at every record, and a style sheet that is read
    anew, or labels that are laid out, took longer than all of the painting.
    """

    def __init__(self) -> None:
        super().__init__()
        self.box = EntryBoxContent("", "", "waiting", 0)
        self._has_caret = True
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)

    def show_box(self, box: EntryBoxContent) -> None:
        """Show this box."""
        if box != self.box:
            self.box = box
            self.setAccessibleName(box.caption)
            self.setAccessibleDescription(box.spoken or box.value)
            self.setToolTip(box.caption)
            self.update()

    def show_caret(self, shown: bool) -> None:
        """Show a caret where a number is typed, or none, while keys go elsewhere."""
        if shown != self._has_caret:
            self._has_caret = shown
            self.update()

    @property
    def caret(self) -> bool:
        """Return whether a caret is shown."""
        return self._has_caret and self.box.value.endswith(CARET)

    def texts(self) -> tuple[SeatText, SeatText, SeatText]:
        """Return name, note and number as they are painted; a name may be cut."""
        box, colors = self.box, theme.colors()
        value = box.value.removesuffix(CARET)
        size = 30 if len(value) <= 2 else 20 if len(value) <= 4 else 15
        figures = theme.figure_font(size, bold=True)
        shown = value + "│" * self.caret
        # With and without the caret the name has the same room.
        wide = max(theme.px(20), width_of(shown, figures))
        left, end = Gap.GROUPS.pixels(), self.width() - Gap.CONTROLS.pixels()
        number = QRect(max(left, end - wide), 0, min(wide, end - left), self.height())
        name_font, note_font = text_font(TEXT_SIZE, bold=True), text_font(TEXT_SIZE)
        high = QFontMetrics(name_font).height()
        gap = (self.height() - 2 * high) // 3
        room = QRect(left, gap, number.left() - Gap.LINES.pixels() - left, high)
        # Where there is no room for the whole note, its last word, or the sign alone.
        sign = STATE_SIGNS.get(box.state, "")
        notes = (sign + note for note in (box.note, box.note.rpartition(" ")[2]))
        note = next((each for each in notes if width_of(each, note_font) <= room.width()), sign)
        right = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
        return (
            SeatText(box.caption, name_font, room, colors.ink),
            SeatText(note, note_font, room.translated(0, high + gap), colors.soft),
            SeatText(shown, figures, number, colors.ink, right),
        )

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors, state = theme.colors(), self.box.state
        (thin, thick), is_asked = theme.edge_widths(colors), state in ("current", "asked")
        fill = colors.wash if self.underMouse() else colors.surface
        edge = colors.line if state == "waiting" else colors.edge
        if is_asked:
            fill, edge = colors.raised, colors.accent
        elif state == "refused":
            fill, edge = colors.bad_wash, colors.bad
        elif state == "insisted":
            fill, edge = colors.warn_wash, colors.warn
        if self.hasFocus():
            edge = colors.focus
        wide = thick if is_asked or self.hasFocus() else thin
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(edge), wide))
        painter.setBrush(QColor(fill))
        half = wide / 2
        # Only the right corners are round: the left ones are outside, under the side's bar.
        frame = QRectF(self.rect()).adjusted(-CORNER, half, -half, -half)
        painter.drawRoundedRect(frame, CORNER, CORNER)
        painter.fillRect(0, 0, theme.px(6), self.height(), QColor(colors.side(self.box.side)))
        # Generated names of players ("Team A 1") differ at their end.
        is_player = self.box.seat is not None
        where = Qt.TextElideMode.ElideMiddle if is_player else Qt.TextElideMode.ElideRight
        for each in self.texts():
            painter.setFont(each.font)
            painter.setPen(QColor(each.color))
            shown = cut_text(each.text, QFontMetrics(each.font), each.room.width(), where)
            painter.drawText(each.room, each.alignment, shown)
        painter.end()


class SeatButtons(QWidget):
    """Shows the boxes in order."""

    pressed = Signal(int)
    """A box was pressed: its place."""

    def __init__(self) -> None:
        super().__init__()
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(Gap.LINES.pixels())
        self._buttons: list[SeatButton] = []
        self._places: tuple[tuple[int, int], ...] = ()
        self._has_caret = True
        self._fitted = theme.px(WIDTHS[-1]), 4, False
        self.is_round = False
        self.keeps_places = False
        """Whether each seat stays where it is, under the pointer."""
        self.middle = controls.label("", "caption")
        self.middle.setAlignment(Qt.AlignmentFlag.AlignCenter)
        self.middle.setTextFormat(Qt.TextFormat.PlainText)
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_round_table(self, is_round: bool) -> None:
        """Show four seats as they sit round the table, or in one row."""
        if is_round != self.is_round and not self.keeps_places:
            self.is_round = is_round
            self._places = ()
            self.show_boxes(self.boxes)

    def fit_bar(self, width: int, *, is_narrow: bool) -> None:
        """Show the seats as wide as a bar of this width (pixels) has room for; in one that
        `is_narrow` nothing is beside them, two are in a row where four have no room, and with large
        text they are low."""
        least, *_, most = map(theme.px, WIDTHS)
        wide, across = theme.px(WIDTHS[sum(width >= theme.px(each) for each in WIDE_ENOUGH)]), 4
        if is_narrow:
            share = (width - theme.px(BESIDE_WIDTH)) // 4
            wide, across = max(least, min(most, share)), 4
            if share < least:
                pair = (width - theme.px(PAIR_MARGIN)) // 2
                wide, across = max(least // 2, min(most, pair)), 2
        fitted = wide, across, is_narrow and not theme.is_roomy()
        if fitted != self._fitted:
            self._fitted = fitted
            self._places = ()
            self.show_boxes(self.boxes)

    @property
    def wraps(self) -> bool:
        """Return whether two seats are in a row."""
        return self._fitted[1] == 2

    def show_boxes(self, boxes: Sequence[EntryBoxContent]) -> None:
        """Show these boxes in place of those before."""
        while len(self._buttons) < len(boxes):
            button = SeatButton()
            button.clicked.connect(partial(self._press, len(self._buttons)))
            button.show_caret(self._has_caret)
            self._buttons.append(button)
        seats = [box.seat for box in boxes if box.seat is not None]
        is_round = self.is_round and sorted(seats) == [*range(4)] and len(boxes) == 4
        wide, across, is_low = self._fitted
        places = tuple(SEAT_PLACES[seat] for seat in seats) if is_round else _rows(boxes, across)
        if places != self._places:
            self._places = places
            several = is_round or bool(places and places[-1][0])
            high = theme.px(LOW_HEIGHT if several or is_low or self.wraps else HEIGHT)
            # Few or many, they have the room of four, so that each key beside them keeps its place.
            gap = self._grid.horizontalSpacing()
            room = QSize((3 if self.is_round else across) * (wide + gap) - gap, high)
            if self.is_round:
                room.setHeight(3 * theme.px(LOW_HEIGHT) + 2 * gap)
            if self.wraps:
                room.setHeight(2 * high + gap)
            elif several and not is_round:
                room, wide = QSize(0, 0), min(wide, theme.px(CORRECTION_WIDTH))
            elif not is_round:
                wide = (room.width() + gap) // max(len(boxes), 1) - gap
            self.setMinimumSize(room)
            for button in self._buttons:
                self._grid.removeWidget(button)
            for row in range(self._grid.rowCount()):
                self._grid.setRowMinimumHeight(row, 0)
            self._grid.removeWidget(self.middle)
            for button, place in zip(self._buttons, places, strict=False):
                self._grid.addWidget(button, *place, Qt.AlignmentFlag.AlignHCenter)
                self._grid.setRowMinimumHeight(place[0], high)
                button.setFixedSize(wide, high)
            if is_round:
                self._grid.addWidget(self.middle, 1, 1)
        # Each seat that is shown would lay them all out anew.
        self._grid.setEnabled(False)
        self.middle.setVisible(is_round)
        for number, button in enumerate(self._buttons):
            button.setVisible(number < len(boxes))
            if number < len(boxes):
                button.show_box(boxes[number])
        self._grid.setEnabled(True)

    def _press(self, place: int, _checked: bool = False) -> None:
        self.pressed.emit(place)

    def show_caret(self, shown: bool) -> None:
        """Show a caret where a number is typed, or none, while keys go elsewhere."""
        self._has_caret = shown
        for button in self._buttons:
            button.show_caret(shown)

    @property
    def caret(self) -> bool:
        """Return whether a caret is shown in one of them."""
        return any(button.caret for button in self._buttons if not button.isHidden())

    @property
    def boxes(self) -> list[EntryBoxContent]:
        """Return the boxes that are shown."""
        return [button.box for button in self._buttons if not button.isHidden()]


def _rows(boxes: Sequence[EntryBoxContent], across: int) -> tuple[tuple[int, int], ...]:
    rows, row, column = [], 0, 0
    bid = str(T("bid"))
    for box, before in zip(boxes, (None, *boxes), strict=False):
        is_next = before is not None and before.note == bid != box.note
        if column == across or is_next:
            row, column = row + 1, 0
        rows.append((row, column))
        column += 1
    return tuple(rows)
