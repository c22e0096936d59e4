"""The clock is set by hand here: start, pause, resume, more time or less."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, QTimer
from PySide6.QtWidgets import QPushButton, QWidget

from scorepad.spades.entries import Clock
from scorepad.spades.rule_labels import value_sentence
from scorepad.spades.words import N, T, Text
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.inputs import Stepper
from scorepad.window.wording.moments import signed_clock_text

STEPS = (-5, -1, 1, 5)
"""Minutes that one button gives or takes."""
MOST_MINUTES: Final = 600
"""So many minutes are given, or taken, at once."""
STATES: dict[str, Text] = {
    "none": T("This rule set has no clock. You can call time yourself."),
    "waiting": T("not started"),
    "running": T("running"),
    "paused": T("paused"),
    "up": T("time is up"),
    "over": T("the game is over"),
}


class ClockPanel(Panel):
    """Each button records one clock entry, and the panel stays open; typed minutes close it."""

    TYPED = int

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("Clock"), context)
        self._left = controls.label("", "title")
        self._left.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self._left.setFont(theme.figure_font(56, bold=True))
        self._left.setStyleSheet(f"font-size: {theme.em(3.7)}px")
        self._state = controls.label("", "caption", wrap=True)
        self._state.setAlignment(Qt.AlignmentFlag.AlignHCenter)
        self.add(self._left)
        self.add(self._state)
        self._start = controls.button(
            T("Start"), lambda: self.record_clock_entry(Clock(do="start"))
        )
        self._pause = controls.button(
            T("Pause"), lambda: self.record_clock_entry(Clock(do="pause"))
        )
        self._resume = controls.button(
            T("Resume"), lambda: self.record_clock_entry(Clock(do="resume"))
        )
        self._run = layouts.row(self._start, self._pause, self._resume)
        self.add(self._run)
        self._steps = layouts.row(
            *(
                controls.button(
                    T("+{n} min", n=step) if step > 0 else T("{n} min", n=step),
                    partial(self.add_seconds, step * 60),
                    kind="key",
                    name=N("Add {n} minute", "Add {n} minutes", step)
                    if step > 0
                    else N("Take off {n} minute", "Take off {n} minutes", -step),
                )
                for step in STEPS
            )
        )
        for row in (self._run, self._steps):
            for button in row.findChildren(QPushButton):
                # After a click, Enter does not press it again.
                button.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self._minutes = Stepper(-MOST_MINUTES, MOST_MINUTES, corrects=False)
        self._minutes.setAccessibleName(str(T("Minutes to add")))
        self._minutes.line.returnPressed.connect(self._add_typed_minutes)
        self._minutes.changed.connect(self.keep_draft)
        self._minutes.changed.connect(self._show_time)
        self._then = controls.label("", "caption", wrap=True)
        self._give = controls.button(T("Apply"), self._add_typed_minutes)
        self._own = layouts.row((self._minutes, 1), (self._give, 1))
        self._more = controls.Field(T("Add or subtract minutes"), self._steps)
        self._exactly = controls.Field(
            T("Other amount (min)"), self._own, help=T("Use − to subtract minutes.")
        )
        self.add(self._more)
        self.add(self._exactly)
        self.add(self._then)
        self._rule = controls.label("", "caption", wrap=True)
        self.add(self._rule)
        self._end = self.add_button(T("Close"), self.close_panel)
        self._tick = QTimer(self)
        self._tick.setInterval(250)
        self._tick.timeout.connect(self._show_time)
        self._tick.start()
        self.refresh()

    def typed(self) -> object | None:
        return self._typed_minutes or None

    def fill(self, typed: int) -> None:
        self._minutes.set_value(typed)

    def focus_typing_start(self) -> None:
        """Put the cursor where minutes are typed.

        On the first button, Space would stop the clock in place of adding time.
        """
        super().focus_typing_start()
        if self._minutes.isVisibleTo(self):
            self._minutes.line.setFocus(Qt.FocusReason.OtherFocusReason)
            self._minutes.line.selectAll()
            scrolling.bring_into_sight(self._exactly)

    def record_clock_entry(self, entry: Clock) -> None:
        """Record a clock entry of a button."""
        self.record(entry)
        self.refresh()
        if self._minutes.line.hasFocus():
            # The next numbers that are typed are those of a hand, and no minutes.
            self._end.setFocus()

    def add_seconds(self, seconds: int) -> None:
        """Give this many seconds (negative: take them)."""
        self.record_clock_entry(Clock(do="add", seconds=seconds))

    @property
    def _typed_minutes(self) -> int | None:
        """The minutes in the field; None while they are out of bounds."""
        minutes = self._minutes.value
        return minutes if self._minutes.typed() == minutes else None

    def _add_typed_minutes(self) -> None:
        minutes = self._typed_minutes
        if minutes == 0:
            self.message.say(T("Enter how many minutes to add."), "bad")
            return
        if minutes is None:
            # Four bids that were meant for the hand would add ten hours.
            self.message.say(
                T("Type a number of minutes from −{most} to {most}.", most=MOST_MINUTES), "bad"
            )
            return
        entry = Clock(do="add", seconds=minutes * 60)
        # The next numbers that are typed are those of a hand.
        if self.record(entry, draft=self.draft_json_with(None)):
            self.cancel()

    def refresh(self) -> None:
        face = self.table.clock()
        state = face.state(self.table.now())
        is_shown: dict[QWidget, bool] = {
            self._start: state == "waiting" or (state == "paused" and not face.started),
            self._pause: state == "running",
            self._resume: state == "paused" and face.started,
        }
        focused = self.focusWidget()
        for button, shown in is_shown.items():
            button.setVisible(shown)
        if not is_shown.get(focused, True):
            # Qt would have the next button get the keys, which takes minutes off.
            next((each for each, shown in is_shown.items() if shown), self).setFocus()
        has_clock = state != "none"
        for widget in (self._left, self._run, self._more, self._exactly):
            widget.setVisible(has_clock)
        paths = ("clock.starts", "clock.at_time") if has_clock else ()
        sentences = (value_sentence(self.table.match.rules, path) for path in paths)
        self._rule.setText(" ".join(map(str, sentences)))
        self._show_time()

    def _show_time(self) -> None:
        face, now = self.table.clock(), self.table.now()
        left = face.seconds_left(now)
        # As the clock above the sheet shows it: nothing is left, and how long that has been.
        self._left.setText("" if left is None else signed_clock_text(max(0.0, left)))
        state = face.state(now)
        text = str(STATES[state])
        if state == "up" and left is not None and left < 0:
            text = str(T("time ran out {time} min ago", time=signed_clock_text(-left)))
        self._state.setText(text)
        seconds = (self._typed_minutes or 0) * 60
        self._then.setVisible(left is not None and bool(seconds))
        if left is not None:
            then = signed_clock_text(max(0.0, max(0.0, left) + seconds))
            self._then.setText(str(T("New time left: {time}", time=then)))
