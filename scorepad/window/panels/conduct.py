"""What went wrong at the table: a misdeal, a renege, table talk."""

from __future__ import annotations

from collections.abc import Sequence

from scorepad.spades.entries import Entry, Misdeal, Renege, Talk
from scorepad.spades.fold import talk_effect
from scorepad.spades.words import T, Text, authored
from scorepad.window import parts
from scorepad.window.controls import Stepper
from scorepad.window.panels.form import NOBODY, EntryPanel, Missing, beside, need, reason_of
from scorepad.window.rule_words import LADDER, readings, renege_effect

OTHER = ""
"""Chosen in place of a ground that the rule set lists."""


class MisdealPanel(EntryPanel):
    TITLE = T("Misdeal")
    RECORD = T("Record the misdeal")

    def build(self) -> None:
        words = self.words
        grounds = self.table.match.rules.deal.misdeals
        options = [(ground, words(authored(ground))) for ground in grounds]
        self._ground = parts.Choice(
            [*options, (OTHER, words("another reason"))],
            name=words("Ground"),
            chosen=None if grounds else OTHER,
            down=True,
        )
        self._ground.changed.connect(self.look)
        self._ground_field = self.field(
            words("Ground"),
            self._ground,
            help="" if grounds else words("This rule set lists no grounds for a misdeal."),
        )
        self._other = self.reason(words("The reason"), words("a card was turned up"))
        seats = self.seat_options()
        self._seat = parts.Choice(
            seats, name=words("Whose"), chosen=NOBODY, down=not beside([n for _, n in seats])
        )
        self._seat.changed.connect(self.look)
        self.field(words("Whose hand was it?"), self._seat)

    def says(self) -> Sequence[Text]:
        board, rules = self.table.match.board, self.table.match.rules
        dealer = board.dealer if self.hand is None else self.hand.dealer
        if rules.deal.redeal == "next-dealer":
            dealer = (dealer + 1) % 4
        again = T("{name} deals again.", name=self.player(dealer))
        if rules.deal.redeal == "next-dealer":
            again = T("{name} deals next.", name=self.player(dealer))
        if self.hand is None:
            return (T("No score."), again)
        return (T("Hand {n} is void: it scores nothing.", n=self.hand.number), again)

    def look(self) -> None:
        self._other.setVisible(self._ground.value == OTHER)
        super().look()

    def must_have(self) -> None:
        if self._ground.value == OTHER:
            need(self._other, T("Write the reason: what was wrong with the deal?"))

    def entry(self) -> Entry:
        ground = self._ground.value
        if ground is None:
            raise Missing(T("Choose the ground for the misdeal."), self._ground_field)
        reason = reason_of(self._other) if ground == OTHER else ground
        seat = self._seat.value
        return Misdeal(reason=reason, seat=None if seat == NOBODY else seat)


class RenegePanel(EntryPanel):
    TITLE = T("Renege")
    RECORD = T("Record the renege")

    def build(self) -> None:
        words, rules = self.words, self.table.match.rules.renege
        self._side = self.side_choice()
        self._side_field = self.field(words("Which side reneged?"), self._side)
        self._seat = self.partner_choice()
        self._seat.changed.connect(self.look)
        self._seat_field = self.field(words("Who?"), self._seat)
        self._seats_of: int | None = None
        self._where = parts.label("", "strong", wrap=True)
        self._where_field = self.field(words("In which hand?"), self._where)
        self._tricks = Stepper(0, 13, rules.tricks)
        self._points = Stepper(-1_000_000, 1_000_000, rules.points, step=10)
        for number in (self._tricks, self._points):
            number.changed.connect(self.look)
        self._tricks_field = parts.Field(words("Tricks taken"), self._tricks)
        self._points_field = parts.Field(words("Points to the others"), self._points)
        self.two_fields(self._tricks_field, self._points_field)
        for field in (self._tricks_field, self._points_field):
            field.setVisible(rules.effect == "tricks")

    def says(self) -> Sequence[Text]:
        rules = self.table.match.rules
        return (renege_effect(rules), *readings(rules, "renege"))

    def look(self) -> None:
        side = self._side.value
        self._seat_field.setVisible(side is not None)
        if side is not None and side != self._seats_of:
            self._seats_of = side
            self._seat.offer(self.seat_options(side), NOBODY)
        board = self.table.match.board
        late = self._late()
        if late is not None:
            where = T("Hand {n}, proved after the count", n=late)
        elif board.hand is not None:
            where = T("Hand {n}, in progress", n=board.hand.number)
        else:
            where = T("No hand has been bid yet.")
        self._where.setText(self.words(where))
        super().look()

    def _late(self) -> int | None:
        """The number of the closed hand that a renege now belongs to, if it does to one."""
        board = self.table.match.board
        if board.hand is not None and not board.over:
            return None
        return None if board.latest_closed is None else board.latest_closed.number

    def entry(self) -> Entry:
        side, seat = self._side.value, self._seat.value
        if side is None:
            raise Missing(T("Choose the side that reneged."), self._side_field)
        self.concerned = None
        rules = self.table.match.rules.renege
        own = rules.effect == "tricks"
        tricks, points = self._tricks.value, self._points.value
        if rules.effect == "set" and seat in (NOBODY, None):
            self.concerned = self._seat_field
        return Renege(
            side=side,
            hand=self._late(),
            seat=None if seat in (NOBODY, None) else seat,
            tricks=tricks if own and tricks != rules.tricks else None,
            points=points if own and points != rules.points else None,
        )


class TalkPanel(EntryPanel):
    TITLE = T("Table talk")
    RECORD = T("Record the offence")

    def build(self) -> None:
        words = self.words
        self._side = self.side_choice()
        self._side_field = self.field(words("Which side?"), self._side)
        self._seat = self.partner_choice()
        self._seat.changed.connect(self.look)
        self._seat_field = self.field(words("Who?"), self._seat)
        self._seats_of: int | None = None

    def says(self) -> Sequence[Text]:
        match = self.table.match
        if self._side.value is None:
            standing = tuple(self._standing(side) for side in range(2))
            return (*standing, *readings(match.rules, "talk"))
        side = self._side.value
        offence = match.board.talk[side] + 1
        effect = talk_effect(match.rules, offence)
        says = [
            T(
                "This is offence {n} of {team} in this match: {effect}.",
                n=offence,
                team=self.team(side),
                effect=LADDER[effect],
            )
        ]
        if effect == "loss-of-hand":
            says.append(
                T(
                    "Hand {n} is closed at once: {team} is set with no tricks and its nils fail; "
                    "the other side makes what it bid.",
                    n=self.hand.number,
                    team=self.team(side),
                )
                if self.hand is not None
                else T("The next hand is lost as soon as its bids are recorded.")
            )
        return (*says, *readings(match.rules, "talk"))

    def _standing(self, side: int) -> Text:
        return T("{team}: {n} so far.", team=self.team(side), n=self.table.match.board.talk[side])

    def look(self) -> None:
        side = self._side.value
        self._seat_field.setVisible(side is not None)
        if side is not None and side != self._seats_of:
            self._seats_of = side
            self._seat.offer(self.seat_options(side), NOBODY)
        super().look()

    def entry(self) -> Entry:
        side, seat = self._side.value, self._seat.value
        if side is None:
            raise Missing(T("Choose the side that talked."), self._side_field)
        return Talk(side=side, seat=None if seat in (NOBODY, None) else seat)
