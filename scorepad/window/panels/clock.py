"""The clock set by hand: start, pause, resume, more time or less."""

from __future__ import annotations

from functools import partial
from math import ceil
from typing import Any

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QWidget

from scorepad.desk.ports import Sheets
from scorepad.desk.table import Table
from scorepad.settings import Settings
from scorepad.spades.entries import Clock
from scorepad.spades.words import N, T, Text, Words
from scorepad.window import parts, rows, theme
from scorepad.window.controls import Stepper
from scorepad.window.panel import Panel
from scorepad.window.panels.form import told
from scorepad.window.rule_words import AT_TIME, STARTS

STEPS = (-5, -1, 1, 5)
"""Minutes that one button gives or takes."""
STATES: dict[str, Text] = {
    "none": T("This rule set has no clock; time can be called by hand."),
    "waiting": T("not started"),
    "running": T("running"),
    "paused": T("paused"),
    "up": T("time is up"),
    "over": T("the game is over"),
}


def minutes_text(seconds: float) -> str:
    """ "12:41"; below zero with a minus sign."""
    # Rounded up, as the clock over the sheet is: the two say the same second.
    whole = ceil(seconds)
    sign = "\u2212" if whole < 0 else ""
    return f"{sign}{abs(whole) // 60}:{abs(whole) % 60:02d}"


class ClockPanel(Panel):
    """Each button records one clock entry, and the panel stays."""

    def __init__(
        self,
        table: Table,
        words: Words,
        sheets: Sheets,
        settings: Settings,
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(words("Clock"), table, words, parent)
        self._left = parts.label("", "title")
        self._left.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._left.setFont(theme.figures(56, bold=True))
        self._left.setStyleSheet(f"font-size: {theme.px(56)}px")
        self._state = parts.label("", "caption", wrap=True)
        self._state.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.add(self._left)
        self.add(self._state)
        self._start = parts.button(words("Start"), lambda: self.do(Clock(do="start")))
        self._pause = parts.button(words("Pause"), lambda: self.do(Clock(do="pause")))
        self._resume = parts.button(words("Resume"), lambda: self.do(Clock(do="resume")))
        self._run = parts.line(self._start, self._pause, self._resume)
        self.add(self._run)
        self._steps = parts.line(
            *(
                parts.button(
                    words("+{n} min", n=step) if step > 0 else words("{n} min", n=step),
                    partial(self.give, step * 60),
                    kind="key",
                    name=words(
                        N("Give {n} minute", "Give {n} minutes", step)
                        if step > 0
                        else N("Take {n} minute", "Take {n} minutes", -step)
                    ),
                )
                for step in STEPS
            )
        )
        self._minutes = Stepper(-600, 600)
        self._minutes.setAccessibleName(words("Minutes to give"))
        self._minutes.line.returnPressed.connect(self._give_typed)
        self._give = parts.button(words("Give"), self._give_typed)
        self._own = rows.weighted((self._minutes, 1), (self._give, 1))
        self._more = parts.Field(words("Give or take time"), self._steps)
        self._exactly = parts.Field(
            words("Other minutes"), self._own, help=words("With a minus sign time is taken away.")
        )
        self.add(self._more)
        self.add(self._exactly)
        self._rule = parts.label("", "caption", wrap=True)
        self.add(self._rule)
        self.add_button(words("Close"), self.close_panel)
        self._tick = QTimer(self)
        self._tick.setInterval(250)
        self._tick.timeout.connect(self._show_time)
        self._tick.start()
        self.refresh()

    def typed(self) -> object | None:
        return self._minutes.value or None

    def retype(self, typed: Any) -> None:
        self._minutes.set(typed)

    def focus_first(self) -> None:
        """The cursor goes where minutes are typed: on the first button Space would stop the
        clock of whoever came to give time."""
        super().focus_first()
        if self._minutes.isVisibleTo(self):
            self._minutes.line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._minutes.line.selectAll()
            rows.bring_into_sight(self._exactly)

    def do(self, entry: Clock) -> None:
        """Record a clock entry."""
        recorded = self.attempt(lambda: self.table.record(entry))
        if recorded is not None:
            told(self.table, recorded).tell(self.message, self.words)
        self.refresh()

    def give(self, seconds: int) -> None:
        """Give so many seconds (negative: take them)."""
        self.do(Clock(do="add", seconds=seconds))

    def _give_typed(self) -> None:
        seconds = self._minutes.value * 60
        if not seconds:
            self.message.say(self.words("Say how much time to give."), "bad")
            return
        self.give(seconds)
        self._minutes.set(0)
        self._minutes.line.selectAll()

    def refresh(self) -> None:
        face = self.table.clock()
        state = face.state(self.table.now())
        self._start.setVisible(state == "waiting" or (state == "paused" and not face.started))
        self._pause.setVisible(state == "running")
        self._resume.setVisible(state == "paused" and face.started)
        has_clock = state != "none"
        for widget in (self._left, self._run, self._more, self._exactly):
            widget.setVisible(has_clock)
        clock = self.table.match.rules.clock
        says = [STARTS[clock.starts], AT_TIME[clock.at_time]] if has_clock else []
        self._rule.setText(" ".join(self.words(text) for text in says))
        self._show_time()

    def _show_time(self) -> None:
        face, now = self.table.clock(), self.table.now()
        left = face.left(now)
        self._left.setText("" if left is None else minutes_text(left))
        self._state.setText(self.words(STATES[face.state(now)]))
