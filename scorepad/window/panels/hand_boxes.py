"""A hand's four bids or tricks are corrected here: in a box for each player, or in one for a side
that has one number."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from functools import partial
from typing import Any

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFont, QKeyEvent, QMouseEvent
from PySide6.QtWidgets import QLabel, QLineEdit, QPushButton, QWidget

from scorepad.spades.bidding import read_bid, read_trick_count, write_bid
from scorepad.spades.entries import BlindNumber, Head
from scorepad.spades.scoring import SEATING
from scorepad.spades.words import T, Text, format_number
from scorepad.window.widgets import controls, keyboard, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.form import FieldRefused
from scorepad.window.wording.names import player_name, shorten_name, team_name

BIDS = T("Bid")
COUNTS = T("Tricks")
NO_BID = T("a bid is a number, N for nil or B for blind nil")
NO_COUNT = T("a number of tricks from 0 to 13 belongs here")
IN_ALL = 13
"""The tricks of a hand."""


class BidLine(QLineEdit):
    """A line for one bid or number of tricks, whatever the keyboard's layout."""

    def mouseReleaseEvent(self, event: QMouseEvent) -> None:
        super().mouseReleaseEvent(event)
        # As in the entry bar the number is typed again: a 2 typed beside a 1 would make it 12.
        if event.button() == Qt.MouseButton.LeftButton:
            self.selectAll()

    def keyPressEvent(self, event: QKeyEvent) -> None:
        key = keyboard.read_key(event)
        is_other = key and key not in (event.text(), event.text().upper())
        super().keyPressEvent(keyboard.key_event(key) if is_other else event)


class _Box(controls.Field):
    """A box says its mistake in the label `says`, which has the whole width below all boxes.
    `in_row`, its name stands in the line above all rows."""

    def __init__(self, text: str, line: QLineEdit, label: QLabel, *, in_row: bool) -> None:
        super().__init__(text, line)
        self._mistake_label = label
        self._label.setVisible(not in_row)

    def show_mistake(self, text: str) -> None:
        theme.set_style_property(self.control, "tone", "bad" if text else "")
        self._mistake_label.setText(
            controls.SIGNS["bad"] + controls.capitalize(text) if text else ""
        )
        self._mistake_label.setVisible(bool(text))


class FourSeatNumberEditor(QWidget):
    """Each seat has a line, partners beside each other; a side with one number has one box.

    Of tricks, the other side's number follows from the one that is typed, until it is typed
    itself.
    """

    changed = Signal()

    def __init__(
        self,
        head: Head,
        what: Text,
        values: tuple[Any, ...],
        *,
        by_side: bool = False,
        in_row: bool = False,
    ) -> None:
        """`by_side`: sides bid one number each, so a side may go back to one box.  `in_row`: the
        boxes are a row of a grid, below a line with the names."""
        super().__init__()
        self._head, self._what = head, what
        self._bids = what == BIDS
        self._by_side = by_side
        self._in_row = in_row
        self._whole = [_whole(values, side) for side in (0, 1)]
        self._typed = [False, False]
        self._nils: set[int] = {seat for seat in range(4) if values[seat] in ("nil", "blind")}
        self._split = [False, False]
        column = layouts.set_column(self)
        self.head = controls.label(what, "strong")
        # The grid asks for its width before it is in the window, whose style sheet says so too.
        bold = QFont(self.head.font())
        bold.setBold(True)
        self.head.setFont(bold)
        self._mistake_label = controls.label("", "caption", wrap=True)
        theme.set_style_property(self._mistake_label, "tone", "bad")
        self._mistake_label.hide()
        self.lines: list[QLineEdit] = [BidLine() for _seat in range(4)]
        self.fields: list[controls.Field] = [self._seat(seat, values[seat]) for seat in range(4)]
        self.turns = [self._turn(side) for side in (0, 1)]
        halves = []
        for side in (0, 1):
            half = QWidget()
            stack = layouts.set_column(half, spacing=Gap.LINES)
            pair = QWidget()
            # The thicker edge of the cursor or of a mistake makes a box higher, not the row.
            pair.setMinimumHeight(theme.touch_height() + 2)
            boxes = layouts.set_row(pair)
            for seat in SEATING[2 * side : 2 * side + 2]:
                boxes.addWidget(self.fields[seat], 1, Qt.AlignmentFlag.AlignTop)
            stack.addWidget(pair)
            if not in_row:
                stack.addWidget(self.turns[side])
            stack.addStretch(1)
            halves.append(half)
        if in_row:
            column.addWidget(make_sides_row(self.head, halves))
        else:
            column.addWidget(self.head)
            column.addWidget(make_sides_row(None, halves))
        column.addWidget(self._mistake_label)
        for line in self.lines:
            line.textChanged.connect(lambda _text: self._lay())
        self._lay()

    def _seat(self, seat: int, value: Any) -> controls.Field:
        line = self.lines[seat]
        line.setText(write_bid(value))
        line.setMaxLength(10)
        line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        line.setFont(theme.figure_font(18, bold=True))
        line.setMinimumWidth(theme.em(3.2))
        line.textEdited.connect(partial(self._edited, seat))
        name = player_name(self._head, seat)
        return _Box(name, line, self._mistake_label, in_row=self._in_row)

    def _turn(self, side: int) -> QPushButton:
        press = controls.button("", partial(self._turned, side), kind="quiet")
        press.setProperty("side", side)
        return press

    # One box, or one for each partner.

    def has_one_box(self, side: int) -> bool:
        """Return whether the side has one box."""
        return self._whole[side] and not self._text(self._partner(side))

    def _carrier(self, side: int) -> int:
        """Return the seat whose line has the whole side's number."""
        return side + 2 if not self._text(side) and self._text(side + 2) else side

    def _partner(self, side: int) -> int:
        return (self._carrier(side) + 2) % 4

    def _text(self, seat: int) -> str:
        return self.lines[seat].text().strip()

    def _lay(self) -> None:
        """Lay out the boxes, each under the name of its player or side."""
        for side in (0, 1):
            alone, carrier = self.has_one_box(side), self._carrier(side)
            team = team_name(self._head, side)
            for seat in (side, side + 2):
                name = team if alone and seat == carrier else player_name(self._head, seat)
                self.fields[seat].setVisible(not alone or seat == carrier)
                self.fields[seat].retitle(shorten_name(name, 24 if alone else 12))
                spoken_name = str(T("{what}, {player}", what=self._what, player=name))
                self.lines[seat].setAccessibleName(spoken_name)
            turn = self.turns[side]
            turn.setVisible(self._bids and (self._whole[side] or self._by_side))
            turn.setText(str(T("each player") if alone else T("one number")))
            turn.setAccessibleName(str(T("{team}: {what}", team=team, what=turn.text())))

    def _turned(self, side: int) -> None:
        if self.has_one_box(side):
            self._whole[side] = False
        else:
            self._whole[side] = True
            seats = (side, side + 2)
            numbers = [each for each in map(self._number, seats) if each is not None]
            self.lines[side].setText(format_number(sum(numbers)) if numbers else "")
            self.lines[side + 2].setText("")
        self._lay()
        self.lines[self._carrier(side)].setFocus(Qt.FocusReason.OtherFocusReason)
        self.changed.emit()

    # Typing.

    def _edited(self, seat: int, text: str) -> None:
        side = seat % 2
        if self._bids and text.strip().upper() in ("N", "B") and self.has_one_box(side):
            # A nil is bid by a player, not by a side.
            self._whole[side] = False
            self._lay()
        if not self._bids:
            self._typed[side] = True
            self._follow(1 - side)
        self.changed.emit()

    def _number(self, seat: int) -> int | None:
        try:
            value = read_bid(self.lines[seat].text())
        except ValueError:
            return None
        return value if isinstance(value, int) else None

    def _follow(self, side: int) -> None:
        """Fill in the tricks that the typed side leaves for the other."""
        numbers = [self._number(seat) for seat in (1 - side, 3 - side)]
        left = IN_ALL - sum(each or 0 for each in numbers)
        if self._typed[side] or numbers == [None, None] or not 0 <= left <= IN_ALL:
            return
        if self.has_one_box(side):
            self.lines[self._carrier(side)].setText(format_number(left))
            return
        free = [seat for seat in (side, side + 2) if seat not in self._nils] or [side]
        more = max(free, key=lambda seat: self._number(seat) or 0)
        other = (more + 2) % 4
        other_count = self._number(other) or 0
        if other_count > left and other in free:
            other_count = left
            self.lines[other].setText(format_number(other_count))
        if other_count <= left:
            self.lines[more].setText(format_number(left - other_count))

    def count_nils_apart(self, nil_seats: Collection[int]) -> None:
        """Count the tricks of the seats that bid nil apart from those of the partner."""
        self._nils = set(nil_seats)
        for side in (0, 1):
            has = bool(self._nils & {side, side + 2})
            if has and self.has_one_box(side):
                self._whole[side], self._split[side] = False, True
                nil = side if side in self._nils else side + 2
                count = self._text(self._carrier(side))
                self.lines[(nil + 2) % 4].setText(count)
                self.lines[nil].setText("0")
            elif not has and self._split[side]:
                self._whole[side], self._split[side] = True, False
                count = format_number(sum(self._number(seat) or 0 for seat in (side, side + 2)))
                self.lines[side].setText(count)
                self.lines[side + 2].setText("")
        self._lay()

    def nils(self) -> set[int]:
        """Return the seats that bid nil, as it is typed."""
        typed = [self._text(seat).upper() for seat in range(4)]
        return {n for n, text in enumerate(typed) if text and text[0] in "NB"}

    def typed(self) -> list[str]:
        """Return what the boxes say, by seat."""
        return [line.text() for line in self.lines]

    def fill(self, typed: object) -> None:
        """Put into the boxes what `typed` returned."""
        for line, text in zip(self.lines, typed if isinstance(typed, list) else (), strict=False):
            if line.text() != text:
                line.setText(str(text))
                line.textEdited.emit(str(text))

    def values(self) -> tuple[Any, Any, Any, Any]:
        """Return the numbers by seat; raises `FieldRefused` for what cannot be read."""
        values: list[Any] = []
        for field in self.fields:
            field.show_mistake("")
        for seat, line in enumerate(self.lines):
            try:
                value = read_bid(line.text()) if self._bids else read_trick_count(line.text())
            except ValueError:
                raise FieldRefused(NO_BID if self._bids else NO_COUNT, self.fields[seat]) from None
            values.append(value)
        return (values[0], values[1], values[2], values[3])


def make_sides_row(heading: QWidget | None, sides: Sequence[QWidget]) -> QWidget:
    """Return a row of a grid: its heading, then what belongs to each side, equally wide."""
    row = QWidget()
    cells = layouts.set_row(row, spacing=Gap.GROUPS)
    if heading is not None:
        cells.addWidget(heading)
    for side in sides:
        cells.addWidget(side, 1)
    return row


def _whole(values: tuple[Any, ...], side: int) -> bool:
    """Return whether one partner's number is the whole side's."""
    pair = (values[side], values[side + 2])
    return (pair[0] is None) != (pair[1] is None) and any(
        isinstance(each, int | BlindNumber) for each in pair
    )
