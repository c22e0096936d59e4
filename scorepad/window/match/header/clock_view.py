"""The clock of a match is painted to be read from two meters.

Time left is computed each time from the match's entries and the wall clock; nothing counts here.
"""

from __future__ import annotations

import itertools
from datetime import datetime
from typing import Final

from PySide6.QtCore import QRect, QSize, Qt, Signal
from PySide6.QtGui import QColor, QFontMetrics, QPainter, QPaintEvent
from PySide6.QtWidgets import QLabel, QSizePolicy

from scorepad.spades.clock import ClockFace, warn_times_text
from scorepad.spades.match import Match
from scorepad.spades.words import T, join_parts
from scorepad.window.widgets import controls, theme
from scorepad.window.widgets.fit_text import bold_figure_font, first_fit, fit_words
from scorepad.window.wording import moments
from scorepad.window.wording.moments import clock_text

FIGURE_SIZE = 80  # px
MIDDLE_FIGURE_SIZE = 72  # px
SMALL_FIGURE_SIZE = 64  # px
MIN_FIGURE_SIZE = 44  # px
"""The size of the clock's figures (pixels at the usual text size) with the button beside them, with
it above, where hours are shown too, and with large text in a small window."""
CLOCK_HEIGHT: Final = 124  # px
BASELINE = 105  # px
"""The height of totals and clock, and how far down the line is that both stand on (pixels at the
usual text size)."""
MAX_GROWTH: Final = 32
MAX_SHRINK: Final = 8
"""In a window larger than usual, figures and heights are at most this much more; in a low one, at
most this much less."""


class ClockView(QLabel):
    """Shows the time left, the clock's state in words, and one button for what comes next.

    For a screen reader it is a text, as every label is.
    """

    pressed = Signal(str)
    """The user asks for a clock entry: `start`, `pause` or `resume`."""

    def __init__(self) -> None:
        super().__init__()
        self.figures = ""
        self.state_text = self._brief = ""
        self._tone = ""
        self._do = ""
        self._beside = float(FIGURE_SIZE)
        self._grown = 0
        self.button = controls.button("", self._press)
        self.button.setAutoDefault(False)  # Enter confirms the hand.
        self.button.setParent(self)
        self.button.setVisible(False)
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)

    def show_clock(self, match: Match, face: ClockFace, now: datetime, note: str = "") -> None:
        """Show the clock as it stands at `now` (UTC), and a note that goes before its state."""
        state, left = face.state(now), face.seconds_left(now)
        warn = match.rules.clock.warn_minutes
        self._tone, self._do, self._brief = "", "", ""
        over = match.board.is_over
        if state == "none" or left is None:
            self.figures = ""
            self.state_text = str(
                T("Time was called") if face.is_time_called else T("No time limit")
            )
        elif state == "up":
            self.figures = str(T("Time"))
            self.state_text = "" if over else str(T("Time is up"))
            self._tone = "" if over else "bad"
        elif state == "over":
            # After the end it shows what was left then.
            self.figures = clock_text(left)
        else:
            self.figures = clock_text(left)
            near = min((minutes for minutes in warn if left <= minutes * 60), default=None)
            if state == "waiting":
                self.state_text, self._do = self._waiting(match, face), "start"
                self._brief = str(T("not started")) if face.starts_at is None else ""
            elif state == "paused":
                self.state_text, self._do, self._tone = str(T("paused")), "resume", "warn"
            elif near is not None:
                self.state_text = str(T("{minutes} min warning", minutes=near))
                self._tone, self._do = ("bad" if near == min(warn) else "warn"), "pause"
            else:
                self.state_text, self._do = self._running(warn), "pause"
                self._brief = str(T("running"))
        if over:
            self._do = ""
        if over and state != "none":
            self.state_text, self._brief = str(T("the game is over")), ""
        if note and state not in ("none", "over") and not over:
            self._brief = note
            self.state_text = join_parts((note, self.state_text))
            self._tone = self._tone or "warn"
        labels = {
            "start": str(T("Start")),
            "pause": str(T("Pause")),
            "resume": str(T("Resume")),
            "": "",
        }
        self.button.setText(labels[self._do])
        self.button.setAccessibleName(
            str(T("{what} the clock", what=labels[self._do]) if self._do else T("Clock"))
        )
        self.button.setVisible(bool(self._do))
        described = f"{self.figures} {self.state_text}".strip()
        name = controls.join_as_sentences((str(T("Clock")), described))
        if self.accessibleName() != name:
            self.setAccessibleName(name)
            self.setToolTip(self.state_text)
        self._place()
        self.update()

    def _waiting(self, match: Match, face: ClockFace) -> str:
        if face.starts_at is not None:
            return str(T("starts at {time}", time=moments.format_local_time(face.starts_at)))
        if match.rules.clock.starts == "scheduled":
            return str(T("waits for its start"))
        return str(T("starts with the first deal"))

    def _running(self, warn: tuple[int, ...]) -> str:
        if not warn:
            return str(T("running"))
        return str(T("running · warns at {minutes}", minutes=warn_times_text(warn)))

    def grow_figures(self, more: int) -> None:
        """Show the figures `more` pixels larger, at the usual text size, where they have room."""
        if more != self._grown:
            self._grown = more
            self.updateGeometry()
            self._place()
            self.update()

    def _press(self) -> None:
        if self._do:
            self.pressed.emit(self._do)

    def sizeHint(self) -> QSize:
        return QSize(self.width_beside_button(), theme.px(CLOCK_HEIGHT + self._grown))

    def minimumSizeHint(self) -> QSize:
        width = QFontMetrics(theme.figure_font(SMALL_FIGURE_SIZE, bold=True)).horizontalAdvance(
            "00:00"
        )
        return QSize(width + theme.px(28), theme.px(CLOCK_HEIGHT + self._grown))

    def width_beside_button(self) -> int:
        """Return the width (pixels) that the largest figures need with a button beside them,
        whatever the button is called."""
        largest = theme.figure_font(FIGURE_SIZE + self._grown, bold=True)
        figures = QFontMetrics(largest).horizontalAdvance("00:00")
        metrics = self.button.fontMetrics()
        labels = (str(T("Start")), str(T("Pause")), str(T("Resume")))
        longest = max(metrics.horizontalAdvance(label) for label in labels)
        # The button's edges are thicker in some themes.
        around = self.button.sizeHint().width() - metrics.horizontalAdvance(self.button.text())
        button = longest + max(theme.px(36), around)
        return theme.px(28) + figures + theme.px(14) + max(theme.px(84), button)

    def resizeEvent(self, _event: object) -> None:
        self._place()

    def fitting_figure_size(self) -> float:
        """Return the largest size (pixels at the usual text size) that the figures have room in."""
        sizes = (
            (self._beside or MIDDLE_FIGURE_SIZE,)
            if self._do
            else (FIGURE_SIZE + self._grown, FIGURE_SIZE, MIDDLE_FIGURE_SIZE)
        )
        tries = itertools.product([self.figures], (*sizes, SMALL_FIGURE_SIZE))
        fit = first_fit(tries, self.width() - theme.px(28), bold_figure_font)
        return MIN_FIGURE_SIZE if fit is None else fit[1]

    def _place(self) -> None:
        width = max(theme.px(84), self.button.sizeHint().width())
        height = theme.touch_height()
        # The button stands beside the figures where there is room, else above them in the corner.
        tries = itertools.product([self.figures], (FIGURE_SIZE + self._grown, FIGURE_SIZE))
        fit = first_fit(tries, self.width() - theme.px(28 + 14) - width, bold_figure_font)
        self._beside = 0.0 if fit is None else fit[1]
        top = theme.px(55 + self._grown) if self._beside else theme.px(5)
        self.button.setGeometry(self.width() - width - theme.px(12), top, width, height)

    def paintEvent(self, _event: QPaintEvent) -> None:
        colors = theme.colors()
        painter = QPainter(self)
        painter.fillRect(self.rect(), QColor(colors.surface))
        painter.fillRect(QRect(0, 0, 1, self.height()), QColor(colors.line))
        tone = {"bad": colors.bad, "warn": colors.warn}.get(self._tone, colors.ink)
        left = theme.px(16)
        room = self.width() - left - theme.px(12)
        if self.figures:
            painter.setFont(theme.figure_font(self.fitting_figure_size(), bold=True))
            painter.setPen(QColor(tone))
            painter.drawText(left, theme.px(BASELINE + self._grown), self.figures)
        caption = theme.figure_font(14, bold=bool(self._tone))
        painter.setFont(caption)
        painter.setPen(QColor(tone if self._tone else colors.soft))
        alone = not self._do or bool(self._beside)
        wide = room if alone else self.button.x() - left - theme.px(8)
        text = self.fit_caption(QFontMetrics(caption), wide)
        box = QRect(left, theme.px(11), wide, theme.px(28))
        painter.drawText(box, Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignVCenter, text)
        painter.end()

    def fit_caption(self, metrics: QFontMetrics, room: int) -> str:
        """Return the clock's state in as many words as fit into this room (pixels)."""
        sign = {"bad": "▲ ", "warn": "▲ "}.get(self._tone, "")
        texts = [sign + text for text in (self.state_text, self._brief) if text]
        return fit_words(texts or [sign], metrics, room)
