"""The entry bar has a box for each number that is asked: what it shows, and its widget."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final, Literal, TypeAlias

import msgspec
from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QAbstractButton, QSizePolicy, QWidget

from scorepad.desk.typed_bids import TypedBids, UnitBids
from scorepad.desk.typed_tricks import TypedTricks, UnitTrickCount
from scorepad.spades.match import Match
from scorepad.spades.words import T, balance_isolates
from scorepad.window.match.sheet.sheet_rows import bid_text
from scorepad.window.widgets import layouts, theme
from scorepad.window.widgets.fit_text import largest_that_fits, text_font, width_of
from scorepad.window.wording import names

BoxState: TypeAlias = Literal[
    "waiting", "current", "asked", "given", "refused", "insisted", "derived"
]
"""The state of a number; in `unit_bids` one is proposed, which Enter takes, or another is typed."""
CARET: Final = "▮"
"""Marks in a value where the next key would go; it is painted as a line."""
MIN_VALUE_PIXELS: Final = 6
"""A value is larger than this (pixels of the screen)."""
STATE_SIGNS: dict[str, str] = {"refused": "✕ ", "insisted": "! "}
"""The sign before a caption, so that color alone does not tell its state."""


class EntryBoxContent(msgspec.Struct, frozen=True):
    """One box: whose number it is, the number, how it stands, and the side.

    `spoken` is what a screen reader says in place of the value. `name` is how much of the value's
    beginning is a name, which is shortened where there is no room.
    """

    caption: str
    value: str
    state: BoxState
    side: int
    spoken: str = ""
    name: str = ""


def bid_boxes(typing: TypedBids) -> list[EntryBoxContent]:
    """Return a box for each unit that bids, in the order they bid."""
    teams = typing.match.head_of_hand().teams
    cursor = typing.cursor
    boxes = []
    for place, unit in enumerate(typing.unit_bids):
        side = unit.seats[0] % 2
        caption = (
            names.name_of_seat(teams, unit.seats[0])
            if len(unit.seats) == 1
            else names.name_of_side(teams, side)
        )
        name, value = _bid_value(unit, typing, place == cursor)
        state: BoxState = "given"
        if unit.mistake is not None:
            state = "insisted" if unit.insisted else "refused"
        elif place == cursor:
            state = "current"
        elif unit.open:
            state = "waiting"
        spoken = value if value != CARET else ""
        boxes.append(EntryBoxContent(caption, value, state, side, spoken, name))
    return boxes


def _bid_value(unit: UnitBids, typing: TypedBids, current: bool) -> tuple[str, str]:
    """Return who bid nil, where that must be seen, and the value, which begins with that name."""
    bidding_seats = [
        seat for seat, bid in zip(unit.seats, unit.bids, strict=True) if bid is not None
    ]
    bids = " + ".join(bid_text(bid) for bid in unit.bids if bid is not None)
    if not unit.open:
        return "", bids
    if not bidding_seats and unit.is_blind:
        return "", str(T("blind {n}", n=CARET))
    if not bidding_seats:
        return "", CARET if current else ""
    # A nil was typed, and the partner's number is still to come.
    name = names.name_of_seat(typing.match.head_of_hand().teams, bidding_seats[0])
    return name, f"{name} {bids} + {CARET}"


def unit_places_in_box_order(typing: TypedTricks) -> list[int]:
    """Return the units (as places in the order asked) in the order of the boxes, which is that of
    the sheet: side 0 on the left, its seats as they stand there."""
    units = typing.units
    return sorted(range(len(units)), key=lambda place: (units[place][0] % 2, units[place][0]))


def trick_boxes(typing: TypedTricks) -> list[EntryBoxContent]:
    """Return a box for each count, in the order of the sheet, whichever is asked first."""
    boxes = []
    counts = typing.counts
    for place in unit_places_in_box_order(typing):
        counted = counts[place]
        value = "" if counted.tricks is None else str(counted.tricks)
        state: BoxState = "given"
        # Where everything is typed, another number replaces the latest.
        is_current = place == typing.cursor - int(typing.is_full)
        if is_current and counted.nil and counted.derived:
            # Enter takes this number, unless another is typed.
            state, value = "asked", value + CARET
        elif is_current:
            state = "current"
            value = value or CARET
        elif counted.derived:
            state = "derived"
        elif counted.tricks is None:
            state = "waiting"
        caption = _caption(counted, typing.match, is_current=state in ("asked", "current"))
        boxes.append(
            EntryBoxContent(caption, value, state, counted.side, value.removesuffix(CARET))
        )
    return boxes


def _caption(counted: UnitTrickCount, match: Match, *, is_current: bool) -> str:
    teams = match.head_of_hand().teams
    if len(counted.seats) == 2:
        return names.name_of_side(teams, counted.side)
    player = names.name_of_seat(teams, counted.seats[0])
    if not counted.nil:
        return player
    if is_current:
        return str(T("{player}, nil: took?", player=names.shorten_name(player, 12)))
    return str(T("{player}, nil", player=names.shorten_name(player, 14)))


class EntryBoxButton(QAbstractButton):
    """Paints one box. Pressing it goes back to its number."""

    def __init__(self) -> None:
        super().__init__()
        self.box = EntryBoxContent("", "", "waiting", 0)
        self._caret_shown = True
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_box(self, box: EntryBoxContent) -> None:
        """Show this in place of what was shown."""
        if box != self.box:
            self.box = box
            self.setAccessibleName(box.caption)
            self.setAccessibleDescription(box.spoken or box.value)
            self.updateGeometry()
            self.update()

    def show_caret(self, shown: bool) -> None:
        """Draw a caret where a number is typed, or none, while keys go elsewhere."""
        if shown != self._caret_shown:
            self._caret_shown = shown
            self.update()

    @property
    def caret(self) -> bool:
        """Return whether a caret is drawn."""
        return self._caret_shown and self.box.value.endswith(CARET)

    def sizeHint(self) -> QSize:
        caption = QFontMetrics(self._caption_font()).horizontalAdvance(self.box.caption)
        value = QFontMetrics(self._value_font()).horizontalAdvance(self.box.value)
        wide = max(theme.px(96), caption + theme.px(24), value + theme.px(40))
        return QSize(min(wide, theme.px(200)), theme.px(72))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(64), theme.px(72))

    def _caption_font(self) -> QFont:
        return text_font(14, bold=self.box.state in ("current", "asked", "refused"))

    def fit_value(self, room: int) -> tuple[str, QFont]:
        """Return the value without its caret as it is written in this much room (pixels), and its
        font: a name becomes shorter, then all of it smaller; the number stays whole."""
        fit = largest_that_fits(self._shorter_values(room), lambda each: width_of(*each) <= room)
        if fit is not None:
            return fit
        font = self._value_font()
        font.setPixelSize(MIN_VALUE_PIXELS)
        return self.box.value.removesuffix(CARET).removeprefix(self.box.name).strip(), font

    def _shorter_values(self, room: int) -> Iterator[tuple[str, QFont]]:
        """Yield the value in fewer and fewer letters and pixels."""
        value, name = self.box.value.removesuffix(CARET), self.box.name
        rest, font = value.removeprefix(name), self._value_font()
        for pixels in range(font.pixelSize(), MIN_VALUE_PIXELS, -1):
            font = QFont(font)
            font.setPixelSize(pixels)
            yield value, font
            metrics = QFontMetrics(font)
            left = room - metrics.horizontalAdvance(rest)
            short = metrics.elidedText(name, Qt.TextElideMode.ElideMiddle, left)
            # One letter with an ellipsis is better than no name.
            if len(short) > 1:
                yield balance_isolates(short) + rest, font

    def _value_font(self) -> QFont:
        value = self.box.value
        if self.box.state == "asked":
            return theme.figure_font(38, bold=True)
        if CARET in value and value != CARET:
            return theme.figure_font(17, bold=True)
        word = not value[-1:].isdigit() and value not in ("", CARET)
        return theme.figure_font(26 if word else 38, bold=True)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.colors()
        shown = self.box
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        box = self.rect().adjusted(2, 2, -2, -2)
        edge, width, ground = colors.edge, 1.0, colors.surface
        if shown.state in ("current", "asked"):
            edge, width, ground = colors.accent, 3.0, colors.raised
        elif shown.state == "refused":
            edge, width, ground = colors.bad, 3.0, colors.bad_wash
        elif shown.state == "insisted":
            edge, width, ground = colors.warn, 2.0, colors.warn_wash
        elif shown.state == "waiting":
            edge, ground = colors.line, colors.raised
        if self.hasFocus():
            edge, width = colors.focus, 3.0
        painter.setPen(QPen(QColor(edge), width))
        painter.setBrush(QColor(ground))
        painter.drawRoundedRect(box, 7, 7)
        painter.setPen(Qt.PenStyle.NoPen)
        painter.setBrush(QColor(colors.side(shown.side)))
        painter.drawRect(
            QRect(box.left() + theme.px(10), box.top() + theme.px(27), theme.px(14), theme.px(3))
        )
        caption = self._caption_font()
        painter.setFont(caption)
        # The side's color too says whose number is typed now.
        inks = {"waiting": colors.soft, "current": colors.side(shown.side)}
        inks["asked"] = inks["current"]
        painter.setPen(QColor(inks.get(shown.state, colors.ink)))
        line = QRect(
            box.left() + theme.px(10),
            box.top() + theme.px(4),
            box.width() - theme.px(16),
            theme.px(22),
        )
        text = QFontMetrics(caption).elidedText(
            STATE_SIGNS.get(shown.state, "") + shown.caption,
            Qt.TextElideMode.ElideRight,
            line.width(),
        )
        painter.drawText(line, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        ink = {
            "refused": colors.bad,
            "insisted": colors.warn,
            "derived": colors.soft,
            "asked": colors.soft,
            "current": colors.accent if shown.value == CARET else colors.ink,
        }
        painter.setPen(QColor(ink.get(shown.state, colors.ink)))
        where = QRect(
            box.left(),
            box.top() + theme.px(22),
            box.width() - theme.px(12),
            box.height() - theme.px(24),
        )
        if shown.value.endswith(CARET):
            bar = QRect(
                where.right() - theme.px(2), where.top() + theme.px(6), theme.px(3), theme.px(32)
            )
            if self.caret:
                painter.fillRect(bar, QColor(colors.accent))
            where.setRight(bar.left() - theme.px(4))
        text, font = self.fit_value(where.width() - theme.px(8))
        painter.setFont(font)
        where.setLeft(where.left() + theme.px(8))
        painter.drawText(where, Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()


class EntryBoxRow(QWidget):
    """Shows the boxes of what is asked, in order."""

    pressed = Signal(int)
    """A box was pressed: its place."""

    def __init__(self) -> None:
        super().__init__()
        self._row = layouts.set_row(self)
        self._buttons: list[EntryBoxButton] = []
        self._caret_shown = True
        self.setSizePolicy(QSizePolicy.Policy.Maximum, QSizePolicy.Policy.Fixed)

    def show_boxes(self, boxes: Sequence[EntryBoxContent]) -> None:
        """Show these boxes in place of those before."""
        while len(self._buttons) < len(boxes):
            button = EntryBoxButton()
            place = len(self._buttons)
            button.clicked.connect(lambda _checked=False, n=place: self.pressed.emit(n))
            button.show_caret(self._caret_shown)
            self._buttons.append(button)
            self._row.addWidget(button)
        for place, button in enumerate(self._buttons):
            button.setVisible(place < len(boxes))
            if place < len(boxes):
                button.show_box(boxes[place])

    def show_caret(self, shown: bool) -> None:
        """Draw a caret where a number is typed, or none, while keys go elsewhere."""
        self._caret_shown = shown
        for button in self._buttons:
            button.show_caret(shown)

    @property
    def caret(self) -> bool:
        """Return whether a caret is drawn in one of them."""
        return any(button.caret for button in self._buttons if not button.isHidden())

    @property
    def boxes(self) -> list[EntryBoxContent]:
        """Return what is shown."""
        return [button.box for button in self._buttons if not button.isHidden()]
