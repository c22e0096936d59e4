"""The large line of the entry bar has the prompt, the bids read back, or the result.

What is bid or taken always stands there whole. Where there is no room for all in one line, what can
be spared goes first; then all of it becomes smaller, then the names shorter; then there are two
lines.
"""

from __future__ import annotations

import math
from collections.abc import Iterator, Sequence
from functools import partial
from typing import Final, NamedTuple

import msgspec
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from scorepad.spades.words import balance_isolates
from scorepad.window.widgets import theme
from scorepad.window.widgets.fit_text import largest_that_fits, text_font, width_of

ONE_LINE_SIZES: Final = ((28.0, 18.0), (25.0, 17.0), (22.0, 15.0))  # px
"""The size (pixels at the usual text size) of large pieces and of those beside them; the first pair
that has room is taken."""
TWO_LINE_SIZES: Final = ((19.0, 15.0), (17.0, 13.0), (14.0, 12.0), (11.0, 11.0), (8.0, 8.0))  # px
MIN_NAME_WIDTH: Final = 72  # px
"""In one line a name has at least this (pixels at the usual text size), if it needs it."""
MIN_SHORT_NAME_WIDTH: Final = 34
"""In two lines a name has at least this, as long as the type can be smaller."""


class LargeLinePiece(msgspec.Struct, frozen=True):
    """A piece of a large line: its text, and whether it is large.

    A `spare` piece is left out where not all fit at their size.  A `name` may be shortened, to
    `brief` (if there is one) before it is cut.  A piece `apart` stands between two groups, so that
    a second line may begin in its place.
    """

    text: str
    large: bool = False
    side: int | None = None
    spare: bool = False
    name: bool = False
    brief: str = ""
    apart: bool = False


class PaintedLinePiece(msgspec.Struct, frozen=True):
    """A piece as it is painted: the text left of it, its place and width (pixels), and its line."""

    piece: LargeLinePiece
    text: str
    left: int
    width: int
    line: int


class LargeLineFonts:
    """The two sizes of type of a line."""

    def __init__(self, large: float, small: float) -> None:
        self.large = theme.figure_font(large, bold=True)
        self.small = text_font(small)

    def font_of(self, piece: LargeLinePiece) -> QFont:
        """Return the font of a piece."""
        return self.large if piece.large else self.small

    def metrics_of(self, piece: LargeLinePiece) -> QFontMetrics:
        """Return the font metrics of a piece."""
        return QFontMetrics(self.font_of(piece))

    def width_of(self, piece: LargeLinePiece) -> int:
        """Return the width of a whole piece."""
        return width_of(piece.text, self.font_of(piece))

    def shorten_name(self, piece: LargeLinePiece, room: int) -> str:
        """Return a name in this much room: its brief form, else its two ends, else its first
        letter, else nothing."""
        ends = self.metrics_of(piece).elidedText(piece.text, Qt.TextElideMode.ElideMiddle, room)
        letters = [letter for letter in piece.text if letter.isalnum()]
        tries = [piece.text, piece.brief, *letters[:1]]
        if any(letter.isalnum() for letter in ends):
            tries.insert(2, balance_isolates(ends))
        fit = largest_that_fits(
            filter(None, tries), lambda text: width_of(text, self.font_of(piece)) <= room
        )
        return fit or ""


class LineLayoutCandidate(NamedTuple):
    """A way to lay a line out, taken where each name has at least its `name_width` (pixels)."""

    name_width: float
    lines: tuple[tuple[LargeLinePiece, ...], ...]
    fonts: LargeLineFonts


class LargeLine(QLabel):
    """Paints the line across the bar, in two where one is not enough.

    For a screen reader it is a text, as every label is.
    """

    HEIGHT = 40

    def __init__(self) -> None:
        super().__init__()
        self._pieces: tuple[LargeLinePiece, ...] = ()
        self._laid_out: tuple[object, tuple[list[PaintedLinePiece], LargeLineFonts]] | None = None
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)

    def show_pieces(self, pieces: Sequence[LargeLinePiece]) -> None:
        """Show these pieces."""
        if tuple(pieces) != self._pieces:
            self._pieces = tuple(pieces)
            self.setAccessibleName(self.sentence)
            self._set_tool_tip()
            self.update()

    @property
    def sentence(self) -> str:
        """Return the line as plain text."""
        return " ".join(piece.text for piece in self._pieces)

    @property
    def painted_pieces(self) -> list[PaintedLinePiece]:
        """Return the pieces as they are painted, from left to right, line by line."""
        return self._lay_out()[0]

    def sizeHint(self) -> QSize:
        return QSize(theme.px(320), theme.px(self.HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(self.HEIGHT))

    def resizeEvent(self, event: QResizeEvent) -> None:
        super().resizeEvent(event)
        self._set_tool_tip()

    def _set_tool_tip(self) -> None:
        """Set the whole text as the tool tip where some of it is cut."""
        cut = any(each.text != each.piece.text for each in self.painted_pieces)
        self.setToolTip(" ".join(self.sentence.split()) if cut else "")

    # Finding room.

    def _lay_out(self) -> tuple[list[PaintedLinePiece], LargeLineFonts]:
        """Return the pieces as they are painted, and their fonts.

        The same pieces in the same room are measured only once.
        """
        key = (self._pieces, self.width(), theme.px(100))
        if self._laid_out is None or self._laid_out[0] != key:
            self._laid_out = (key, self._find_layout())
        return self._laid_out[1]

    def _find_layout(self) -> tuple[list[PaintedLinePiece], LargeLineFonts]:
        fit = largest_that_fits(
            self._layouts(),
            lambda each: self._fit(each.lines, each.fonts)[0] >= each.name_width,
        )
        assert fit is not None  # the last needs no room
        return self._lines(fit.lines, fit.fonts), fit.fonts

    def _layouts(self) -> Iterator[LineLayoutCandidate]:
        """Yield the ways to lay the pieces out, from the largest on."""
        whole = (self._pieces,)
        needed = tuple(piece for piece in self._pieces if not piece.spare)
        yield LineLayoutCandidate(math.inf, whole, LargeLineFonts(*ONE_LINE_SIZES[0]))
        for sizes in ONE_LINE_SIZES:
            fonts = LargeLineFonts(*sizes)
            yield LineLayoutCandidate(math.inf, (needed,), fonts)
        yield LineLayoutCandidate(theme.px(MIN_NAME_WIDTH), (needed,), fonts)
        for least in (theme.px(MIN_SHORT_NAME_WIDTH), 0):
            for sizes in TWO_LINE_SIZES:
                fonts = LargeLineFonts(*sizes)
                lines = max(_splits(needed), key=partial(self._fit, fonts=fonts))
                yield LineLayoutCandidate(least, lines, fonts)
        # Where not even the numbers fit, as many of them are shown as do.
        yield LineLayoutCandidate(-math.inf, lines, fonts)

    def _fit(
        self, lines: Sequence[Sequence[LargeLinePiece]], fonts: LargeLineFonts
    ) -> tuple[float, int]:
        """Return how well these two lines fit: first by the room for names, then by the length of
        the longer line."""
        longest = max(sum(fonts.width_of(piece) for piece in line) for line in lines)
        return min(self._room(line, fonts) for line in lines), -longest

    def _room(self, pieces: Sequence[LargeLinePiece], fonts: LargeLineFonts) -> float:
        """Return how much room (pixels) each name has at most: infinite where all fit, below 0
        where the rest does not fit."""
        gaps = theme.px(7) * max(0, len(pieces) - 1)
        rest = sum(fonts.width_of(piece) for piece in pieces if not piece.name)
        left = self.width() - gaps - rest
        widths = sorted(fonts.width_of(piece) for piece in pieces if piece.name)
        # Short names leave what they do not need to the others.
        for number, wide in enumerate(widths):
            each = left // (len(widths) - number)
            if wide > each:
                return each if each >= 0 else -1
            left -= wide
        return math.inf if left >= 0 else -1

    def _lines(
        self, lines: Sequence[Sequence[LargeLinePiece]], fonts: LargeLineFonts
    ) -> list[PaintedLinePiece]:
        return [
            drawn
            for number, pieces in enumerate(lines)
            for drawn in self._line(pieces, fonts, number)
        ]

    def _line(
        self, pieces: Sequence[LargeLinePiece], fonts: LargeLineFonts, line: int
    ) -> Iterator[PaintedLinePiece]:
        room, left = self._room(pieces, fonts), 0
        for piece in pieces:
            text, wide = piece.text, fonts.width_of(piece)
            if piece.name and wide > room:
                text = fonts.shorten_name(piece, max(0, int(room)))
            elif left + wide > self.width():
                text = fonts.metrics_of(piece).elidedText(
                    text, Qt.TextElideMode.ElideRight, max(0, self.width() - left)
                )
            wide = width_of(text, fonts.font_of(piece))
            if text:
                yield PaintedLinePiece(piece, text, left, wide, line)
                left += wide + theme.px(7)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.colors()
        drawn, fonts = self._lay_out()
        high = self.height() // (1 + max((each.line for each in drawn), default=0))
        baseline = (high + QFontMetrics(fonts.large).capHeight()) // 2
        painter = QPainter(self)
        for each in drawn:
            piece = each.piece
            painter.setFont(fonts.font_of(piece))
            ink = colors.ink if piece.side is None else colors.side(piece.side)
            painter.setPen(QColor(ink))
            painter.drawText(each.left, baseline + each.line * high, each.text)
        painter.end()


def _splits(pieces: tuple[LargeLinePiece, ...]) -> list[tuple[tuple[LargeLinePiece, ...], ...]]:
    """Return the ways to have the pieces in two lines (in one, where there is none): between two
    groups, else between two words."""
    splits = [
        (pieces[:place], pieces[place + 1 :])
        for place, piece in enumerate(pieces)
        if piece.apart and 0 < place < len(pieces) - 1
    ]
    if not splits:
        for place, piece in enumerate(pieces):
            piece_words = [] if piece.name else piece.text.split()
            for word in range(1, len(piece_words)):
                first = msgspec.structs.replace(
                    piece, text=balance_isolates(" ".join(piece_words[:word]))
                )
                second = msgspec.structs.replace(
                    piece, text=balance_isolates(" ".join(piece_words[word:]))
                )
                splits.append(((*pieces[:place], first), (second, *pieces[place + 1 :])))
    return [*splits] if splits else [(pieces,)]
