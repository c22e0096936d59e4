"""The end of a game is painted large in the place of the entry bar: who won, and what decided."""

from __future__ import annotations

from typing import Final

import msgspec
from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QColor, QFont, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from scorepad.spades.match import Match
from scorepad.spades.result import forfeit_or_abandon_reason, outcome_text
from scorepad.window.panels.what_decides import why_ended_sentences
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.fit_text import (
    bold_figure_font,
    fit_words,
    largest_that_fits,
    text_font,
    wrap_text,
)

HEIGHT: Final = 146  # px
"""The height of all of it (pixels at the usual text size)."""
RESULT_SIZES: Final = (64, 56, 48, 44, 40, 36, 32, 28, 24, 20, 16, 12)  # px
REASON_SIZE: Final = 20  # px
REASON_MARGIN: Final = 15  # px
MOST_REASON_LINES: Final = 3


class GameEndTexts(msgspec.Struct, frozen=True):
    """The end of a game in words: the result, what decided it, and the side that won."""

    result: str
    reason: str
    winner: int | None


def game_end_texts(match: Match) -> GameEndTexts | None:
    """Return how the game ended; None while it is played."""
    end, outcome = match.board.end, outcome_text(match)
    if end is None or outcome is None:
        return None
    written = forfeit_or_abandon_reason(match)
    reasons = (written,) if written else tuple(map(str, why_ended_sentences(match)))
    return GameEndTexts(
        controls.capitalize(str(outcome)),
        controls.join_as_sentences(reasons),
        winner=end.winner,
    )


class EndResultLabel(QLabel):
    """Paints the result as large as it has room, and what decided it below.

    For a screen reader it is a text, as every label is.
    """

    def __init__(self) -> None:
        super().__init__()
        self._end = GameEndTexts("", "", None)
        self.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        self.setVisible(False)

    def show_end(self, end: GameEndTexts | None) -> None:
        """Show this end; None hides the moment."""
        self.setVisible(end is not None)
        if end is not None:
            self._end = end
            self.setAccessibleName(controls.join_as_sentences((end.result, end.reason)))
            self.update()

    def sizeHint(self) -> QSize:
        return QSize(theme.px(320), theme.px(HEIGHT))

    def minimumSizeHint(self) -> QSize:
        return QSize(theme.px(120), theme.px(HEIGHT))

    def fit_result(self) -> tuple[tuple[str, ...], QFont]:
        """Return the lines of the result in the largest font in which all of it has room."""
        size = largest_that_fits(RESULT_SIZES, self._has_room) or RESULT_SIZES[-1]
        font = bold_figure_font(size)
        return self._wrap_result(font) or (self._end.result,), font

    def _wrap_result(self, font: QFont) -> tuple[str, ...]:
        return wrap_text(self._end.result, QFontMetrics(font), self.width())

    def _has_room(self, size: int) -> bool:
        font = bold_figure_font(size)
        lines = self._wrap_result(font)
        high = len(lines) * QFontMetrics(font).height()
        return bool(lines) and high <= self._result_height()

    def wrap_reason(self) -> tuple[str, ...]:
        """Return the lines of what decided it; only a long reason for a forfeit is cut."""
        metrics = QFontMetrics(text_font(REASON_SIZE))
        whole = wrap_text(self._end.reason, metrics, self.width())
        if 0 < len(whole) <= MOST_REASON_LINES:
            return whole
        return (fit_words([self._end.reason], metrics, self.width()),)

    def _result_height(self) -> int:
        line = QFontMetrics(text_font(REASON_SIZE)).height()
        return self.height() - line * len(self.wrap_reason()) - theme.px(REASON_MARGIN)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors, winner = theme.colors(), self._end.winner
        painter = QPainter(self)
        lines, font = self.fit_result()
        painter.setFont(font)
        painter.setPen(QColor(colors.ink if winner is None else colors.side(winner)))
        flags = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter
        high = self._result_height()
        painter.drawText(QRect(0, 0, self.width(), high), flags, "\n".join(lines))
        painter.setFont(text_font(REASON_SIZE))
        painter.setPen(QColor(colors.ink))
        below = QRect(0, high, self.width(), self.height() - high)
        painter.drawText(below, flags, "\n".join(self.wrap_reason()))
        painter.end()
