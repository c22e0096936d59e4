"""The clock of a match is read from two meters; pressing it opens a menu, and never stops it.

Time left is computed each time from the match's entries and the wall clock; nothing counts here.
"""

from __future__ import annotations

from datetime import datetime
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QAction, QFontMetrics
from PySide6.QtWidgets import QBoxLayout, QFrame, QMenu, QSizePolicy

from scorepad.desk.actions import action
from scorepad.spades.clock import ClockFace, warn_times_text
from scorepad.spades.match import Match
from scorepad.spades.words import T, Text, join_as_sentences, join_parts
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.wording import moments
from scorepad.window.wording.moments import clock_text

CLOCK_MENU: Final = (
    *("clock-start", "clock-pause", "clock-resume"),
    *("clock-more", "clock-less", "clock-add", "time"),
)
"""The keys of the actions that the clock's menu offers, as far as they are possible."""
WARNING_SECONDS: Final = 60
"""A warning is shown for so long; the clock keeps its color."""
START_LABELS: Final[dict[str, Text]] = {"start": T("Start"), "resume": T("Resume")}


class ClockView(QFrame):
    """The time left, the clock's state in words, and a button that starts or resumes it."""

    action_requested = Signal(str)
    """The user asks for the action with this key."""

    def __init__(self) -> None:
        super().__init__()
        self.figures = self.state_text = ""
        self._fitted = (0, 0, False)
        self._match: Match | None = None
        self._do = ""
        self.setProperty("kind", "clock")
        self.title = controls.ElidedLabel("caption")
        self._face = controls.button("", kind="figure")
        self._face.setAutoDefault(False)
        # After a press, all keys are still for the hand.
        self._face.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.menu = QMenu(self)
        self.menu.setToolTipsVisible(True)
        self.menu.aboutToShow.connect(self._fill_menu)
        self.menu.aboutToHide.connect(self._end_hover)
        self._face.setMenu(self.menu)
        self.button = controls.button("", self._press)
        self.button.setAutoDefault(False)  # Enter confirms the hand.
        self.button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._state = controls.ElidedLabel("caption")
        self._row: QBoxLayout = layouts.set_row(None, self._face, None, self.button)
        self._column = layouts.set_column(
            self, self.title, self._row, self._state, spacing=Gap.NONE
        )
        self.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Preferred)

    def fit_to_window(self, figure: int, *, is_narrow: bool) -> None:
        """Show the figures so large (pixels at the usual text size), and the button beside them, or
        below them where the window `is_narrow`."""
        shown = max("00:00", self.figures, key=len)
        if (fitted := (figure, len(shown), is_narrow)) == self._fitted:
            return
        self._fitted = fitted
        way = QBoxLayout.Direction
        self._row.setDirection(way.TopToBottom if is_narrow else way.LeftToRight)
        margin = Gap.CONTROLS if is_narrow else Gap.GROUPS
        layouts.set_margins(self._column, (margin, Gap.LINES))
        font = theme.figure_font(figure, bold=True)
        self._face.setFont(font)
        self._face.setMinimumWidth(QFontMetrics(font).horizontalAdvance(shown) + theme.px(4))
        self._face.setFixedHeight(theme.px(figure))

    def show_clock(self, match: Match, face: ClockFace, now: datetime, note: str = "") -> None:
        """Show the clock at `now` (UTC), and a note before its state."""
        state, left = face.state(now), face.seconds_left(now)
        warn = match.rules.clock.warn_minutes
        over = match.board.is_over
        self._match, self._do, tone = match, "", ""
        if state == "none" or left is None:
            self.figures = ""
            self.state_text = str(
                T("Time was called") if face.is_time_called else T("No time limit")
            )
        elif state == "up":
            self.figures = str(T("Time"))
            self.state_text = "" if over else str(T("Time is up"))
            tone = "" if over else "bad"
        elif state == "over":
            # After the end it shows what was left then.
            self.figures = clock_text(left)
        else:
            self.figures = clock_text(left)
            near = min((minutes for minutes in warn if left <= minutes * 60), default=None)
            if state == "waiting":
                self.state_text, self._do = self._waiting(match, face), "start"
            elif state == "paused":
                self.state_text, self._do, tone = str(T("paused")), "resume", "warn"
            else:
                self.state_text = self._running(tuple(each for each in warn if left > each * 60))
            if state == "running" and near is not None:
                tone = "bad" if near == min(warn) else "warn"
                if left > near * 60 - WARNING_SECONDS:
                    self.state_text = str(T("{minutes} min warning", minutes=near))
        if over and state != "none":
            self.state_text, self._do = str(T("the game is over")), ""
        if note and state not in ("none", "over") and not over:
            self.state_text = join_parts((note, self.state_text))
            tone = tone or "warn"
        self._show_button()
        described = f"{self.figures} {self.state_text}".strip()
        name = join_as_sentences((str(T("Clock")), described))
        if self.accessibleName() != name:
            self.setAccessibleName(name)
            self._face.setAccessibleName(name)
            self._face.setText(self.figures)
            self._face.setVisible(bool(self.figures))
            self._state.setText("▲ " * bool(tone) + self.state_text)
            self._face.setToolTip(str(T("Start, pause or adjust the clock")))
        for widget in (self._face, self._state):
            theme.set_style_property(widget, "tone", tone)
        # A new tone has the style sheet forget the least height.
        self._face.setMinimumHeight(self._face.maximumHeight())

    def _show_button(self) -> None:
        label = str(START_LABELS.get(self._do, ""))
        if self.button.text() != label:
            self.button.setText(label)
            self.button.setAccessibleName(str(T("{what} the clock", what=label)))
        if not self._do and self.button.hasFocus():
            # Hidden, it would hand the keys to the next widget, which is Undo.
            self._face.setFocus()
        self.button.setVisible(bool(self._do))

    def _waiting(self, match: Match, face: ClockFace) -> str:
        if face.starts_at is not None:
            return str(T("starts at {time}", time=moments.format_local_time(face.starts_at)))
        if match.rules.clock.starts == "scheduled":
            return str(T("waiting to start"))
        return str(T("starts with the first deal"))

    def _running(self, warn: tuple[int, ...]) -> str:
        if not warn:
            return str(T("running"))
        return str(T("running · warns at {minutes}", minutes=warn_times_text(warn)))

    def _press(self) -> None:
        if self._do:
            self.action_requested.emit(f"clock-{self._do}")

    def _end_hover(self) -> None:
        # The menu holds the pointer, so that the figures are never told that it has left.
        self._face.setAttribute(Qt.WidgetAttribute.WA_UnderMouse, on=False)
        self._face.update()

    def _fill_menu(self) -> None:
        self.menu.clear()
        for each in map(action, CLOCK_MENU):
            if each.why_disabled(self._match) is None:
                entry = QAction(str(each.title) + "…" * each.needs_input, self.menu)
                entry.setToolTip(str(each.help))
                ask = partial(self.action_requested.emit, each.key)
                entry.triggered.connect(lambda _checked=False, ask=ask: ask())
                self.menu.addAction(entry)
