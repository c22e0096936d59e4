"""What the supervisor decides: a ruling, a forfeit, an abandoned game, time called."""

from __future__ import annotations

from collections.abc import Sequence

from PySide6.QtCore import Qt
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QApplication, QPushButton

from scorepad.spades.entries import Abandon, Entry, Forfeit, Ruling, Time
from scorepad.spades.words import N, T, Text
from scorepad.window import parts
from scorepad.window.controls import Stepper
from scorepad.window.panels.form import EntryPanel, Missing, need, reason_of
from scorepad.window.rule_words import AT_TIME, TIES

BETWEEN = 0
"""Chosen in place of a hand's number: between hands."""


class RulingPanel(EntryPanel):
    TITLE = T("Ruling")
    RECORD = T("Record the ruling")

    def build(self) -> None:
        words = self.words
        self._side = self.side_choice()
        self._side_field = self.field(words("For which side?"), self._side)
        self._points = Stepper(-1_000_000, 1_000_000, step=10)
        self._bags = Stepper(-1_000_000, 1_000_000)
        for number in (self._points, self._bags):
            number.changed.connect(self.look)
        self._points_field = parts.Field(
            words("Points"), self._points, help=words("With a minus sign: taken.")
        )
        self.two_fields(self._points_field, parts.Field(words("Bags"), self._bags))
        self._hand = parts.Choice([(BETWEEN, "")], name=words("Counts"), down=True)
        self._hand.changed.connect(self.look)
        self._hand_field = self.field(words("Counts"), self._hand)
        self._offered: tuple[int | None, int | None] | None = None
        self._why = self.reason(words("Why"), words("late to the table"))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        # Where nothing is written a number is meant for the points.
        text, line = event.text(), self._points.line
        focused = self.focusWidget()
        if isinstance(focused, QPushButton) and len(text) == 1 and text in "-0123456789":
            line.setFocus(Qt.FocusReason.OtherFocusReason)
            line.selectAll()
            QApplication.sendEvent(line, event)
            return
        super().keyPressEvent(event)

    def look(self) -> None:
        board = self.table.match.board
        closed = board.latest_closed
        state = (
            board.hand.number if board.hand else None,
            closed.number if closed else None,
        )
        if state != self._offered:
            self._offered = state
            options = [(BETWEEN, self.words("between hands"))]
            if state[0] is not None:
                options = [(BETWEEN, self.words("in hand {n}, in progress", n=state[0]))]
            elif state[1] is not None:
                options.append((state[1], self.words("in hand {n}, already counted", n=state[1])))
            self._hand.offer(options, BETWEEN)
        super().look()

    def says(self) -> Sequence[Text]:
        if self.hand is not None:
            return (T("It is a line of hand {n}.", n=self.hand.number),)
        if self._hand.value not in (None, BETWEEN):
            return (T("It is a line of hand {n}.", n=int(self._hand.value or 0)),)
        return (T("It changes the totals now; the end of the game is judged again."),)

    def must_have(self) -> None:
        if self._side.value is None:
            raise Missing(T("Choose the side."), self._side_field)
        need(self._why, T("Write why; it is printed on the sheet."))
        if not self._points.value and not self._bags.value:
            raise Missing(T("Give points or bags."), self._points_field)

    def entry(self) -> Entry:
        side = self._side.value
        if side is None:
            raise Missing(T("Choose the side."), self._side_field)
        hand = self._hand.value
        return Ruling(
            side=side,
            points=self._points.value,
            bags=self._bags.value,
            hand=None if self.hand is not None or hand in (None, BETWEEN) else hand,
            why=reason_of(self._why),
        )


class ForfeitPanel(EntryPanel):
    TITLE = T("Forfeit")
    RECORD = T("Record the forfeit")

    def build(self) -> None:
        words = self.words
        self._side = self.side_choice()
        self._side_field = self.field(words("Which side gives the game up?"), self._side)
        self._why = self.reason(words("Why"), words("not there at the start"))

    def says(self) -> Sequence[Text]:
        says = []
        side = self._side.value
        if side is not None:
            says.append(T("{team} wins. A forfeit is final.", team=self.team(1 - side)))
        if self.hand is not None:
            says.append(T("Hand {n} is void: it scores nothing.", n=self.hand.number))
        late = self.table.match.rules.clock.no_show_minutes
        if late is not None:
            says.append(
                N(
                    "By this rule set a side {n} minute late may be forfeited.",
                    "By this rule set a side {n} minutes late may be forfeited.",
                    late,
                )
            )
        return says

    def must_have(self) -> None:
        if self._side.value is None:
            raise Missing(T("Choose the side that gives the game up."), self._side_field)
        need(self._why, T("Write why; it is printed on the sheet."))

    def entry(self) -> Entry:
        side = self._side.value
        if side is None:
            raise Missing(T("Choose the side that gives the game up."), self._side_field)
        return Forfeit(side=side, why=reason_of(self._why))


class AbandonPanel(EntryPanel):
    TITLE = T("Abandon the game")
    RECORD = T("Abandon the game")

    def build(self) -> None:
        self._why = self.reason(self.words("Why"), self.words("the hall is closed"))

    def says(self) -> Sequence[Text]:
        says = [T("The game ends without a winner. This is final.")]
        if self.hand is not None:
            says.append(T("Hand {n} is void: it scores nothing.", n=self.hand.number))
        return says

    def must_have(self) -> None:
        need(self._why, T("Write why; it is printed on the sheet."))

    def entry(self) -> Entry:
        return Abandon(why=reason_of(self._why))


class TimePanel(EntryPanel):
    TITLE = T("Call time")
    RECORD = T("Time is up")

    def build(self) -> None:
        words = self.words
        self._dealt = parts.Choice(
            [(False, words("No")), (True, words("Yes, cards are dealt"))], name=words("Dealt")
        )
        self._dealt.changed.connect(self.look)
        self._dealt_field = self.field(
            words("Are the cards of the next hand dealt?"),
            self._dealt,
            help=words("Dealt cards count as a hand in progress."),
        )

    def look(self) -> None:
        self._dealt_field.setVisible(self._asks())
        super().look()

    def _asks(self) -> bool:
        """Does it make a difference whether the next hand's cards are dealt?"""
        return self.hand is None and self.table.match.rules.clock.at_time == "finish-hand"

    def says(self) -> Sequence[Text]:
        clock = self.table.match.rules.clock
        if clock.at_time == "play-on":
            return (AT_TIME[clock.at_time],)
        return (AT_TIME[clock.at_time], TIES[clock.on_tie])

    def entry(self) -> Entry:
        if not self._asks():
            return Time()
        if self._dealt.value is None:
            raise Missing(T("Say whether the cards of the next hand are dealt."), self._dealt_field)
        return Time(dealt=self._dealt.value)
