"""The panels of entries whose form depends on the match: a player of the chosen side, a hand, the
consequence under the rule set.

Any other kind of entry has the panel `EntryPanel`, with the fields that it declares.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

from PySide6.QtCore import QSignalBlocker
from PySide6.QtWidgets import QLabel, QLineEdit, QPlainTextEdit

from scorepad.spades.board import Offense
from scorepad.spades.entries import (
    Common,
    Entry,
    HeadChange,
    Misdeal,
    Renege,
    Ruling,
    Talk,
    Time,
)
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.fold import next_offense
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import ladder_step_texts, rulings_about
from scorepad.spades.rule_texts import renege_effect
from scorepad.spades.rulefile import RulesError
from scorepad.spades.scoring import ladder_step
from scorepad.spades.words import T, Text
from scorepad.window.panels.entry_panel import EntryPanel
from scorepad.window.panels.fields import NOBODY, OTHER
from scorepad.window.panels.head_form import HeadChangesForm
from scorepad.window.panels.panel import PanelContext
from scorepad.window.widgets import controls
from scorepad.window.widgets.form import FieldRefused, Form
from scorepad.window.widgets.inputs import ChoiceButtons, Stepper


class MisdealPanel(EntryPanel):
    def consequence_texts(self) -> Sequence[Text]:
        board, rules = self.table.match.board, self.table.match.rules
        dealer = board.dealer if self.hand is None else self.hand.dealer
        if rules.deal.redeal == "next-dealer":
            again = T("{name} deals next.", name=self.player((dealer + 1) % 4))
        else:
            again = T("{name} deals again.", name=self.player(dealer))
        if self.hand is None:
            return (T("No score."), again)
        return (
            T("The bids for hand {n} are already recorded.", n=self.hand.number),
            T("Hand {n} is void and scores nothing.", n=self.hand.number),
            again,
        )

    def ruling_texts(self) -> Sequence[Text]:
        return () if self.hand is None else rulings_about(self.table.match.rules, "misdeal")

    def is_field_shown(self, form: Form, name: str) -> bool:
        return name != "reason" or form.value("ground") == OTHER

    def entry(self, *, final: bool = True) -> Entry:
        values = self.form.values(final=final)
        ground = values.pop("ground")
        return Misdeal(**{"reason": ground} | values)


class OffensePanel(EntryPanel):
    """Records an offense, each of which has its step in its team's ladder."""

    def _offense(self) -> Offense | None:
        raise NotImplementedError

    def _ladder_texts(self, ladder: Sequence[str], counts: Sequence[int]) -> list[Text]:
        """Return the number of the offense and its cost; before a team is chosen, how many each
        had."""
        offense, hand = self._offense(), self.hand
        if offense is None:
            return [
                T("Offenses so far by {team}: {n}.", team=self.team(side), n=n)
                for side, n in enumerate(counts)
            ]
        words, team = (
            ladder_step_texts(ladder_step(ladder, offense.number)),
            self.team(offense.side),
        )
        texts = [
            T(
                "Offense {n} for {team} in this match: {effect}.",
                n=offense.number,
                team=team,
                effect=words.sentence or words.label,
            )
        ]
        if offense.step == "loss-of-hand" and hand is None:
            texts.append(T("The next hand is lost as soon as its bids are recorded."))
        elif offense.step == "loss-of-hand" and hand is not None:
            text = T(
                "Hand {n} ends right away. {team} is set with no tricks, and its nils fail. "
                "The other team is scored as if it made its bids exactly.",
                n=hand.number,
                team=team,
            )
            texts.append(text)
        return texts


class RenegePanel(OffensePanel):
    def _offense(self) -> Offense | None:
        side, match = self.form.value("side"), self.table.match
        if side is None:
            return None
        seat = self.form.value("seat")
        entry = Renege(side=side, seat=None if seat == NOBODY else seat)
        return next_offense(match.rules, match.board, entry, late=self._late() is not None)

    def consequence_texts(self) -> Sequence[Text]:
        match = self.table.match
        if not match.rules.renege.ladder:
            return (renege_effect(match.rules),)
        return self._ladder_texts(match.rules.renege.ladder, match.board.reneges)

    def ruling_texts(self) -> Sequence[Text]:
        return rulings_about(self.table.match.rules, "renege")

    def no_change_text(self) -> Text:
        renege = self.table.match.rules.renege
        if self.hand is None or (renege.effect == "none" and not renege.ladder):
            return super().no_change_text()
        return T("This counts when hand {n} is scored.", n=self.hand.number)

    def is_field_shown(self, form: Form, name: str) -> bool:
        if name in ("tricks", "points"):
            renege = self.table.match.rules.renege
            return not renege.ladder and renege.effect == "tricks"
        return super().is_field_shown(form, name)

    def update_fields_from_match(self) -> None:
        board, late = self.table.match.board, self._late()
        if late is not None:
            where = T("Hand {n}, already scored", n=late)
        elif board.hand is not None:
            where = T("Hand {n}, in progress", n=board.hand.number)
        else:
            where = T("No hand has been bid yet.")
        label = self.form.controls["hand"]
        assert isinstance(label, QLabel)
        label.setText(str(where))

    def _late(self) -> int | None:
        board = self.table.match.board
        if board.hand is not None and not board.is_over:
            return None
        return None if board.last_hand_if_closed is None else board.last_hand_if_closed.number

    def field_of_refusal(self, refused: Refused) -> controls.Field | None:
        offense = None if isinstance(refused, FieldRefused) else self._offense()
        if offense is not None and offense.seat is None and offense.step in ("set", "own-bid"):
            return self.form.fields["seat"]
        return super().field_of_refusal(refused)

    def entry(self, *, final: bool = True) -> Entry:
        values = self.form.values(final=final)
        rules = self.table.match.rules.renege
        for name in ("tricks", "points"):
            # An entry without a number has that of the rule set.
            if rules.ladder or values.get(name) == getattr(rules, name):
                values[name] = None
        return Renege(**values | {"hand": self._late()})


class TalkPanel(OffensePanel):
    def _offense(self) -> Offense | None:
        match, side = self.table.match, self.form.value("side")
        return None if side is None else next_offense(match.rules, match.board, Talk(side=side))

    def no_change_text(self) -> Text:
        offense = self._offense()
        if offense is None or offense.step not in ("tricks", "points", "minus", "set"):
            return super().no_change_text()
        if self.hand is None:
            return T("This counts in the next hand.")
        return T("This counts when hand {n} is scored.", n=self.hand.number)

    def consequence_texts(self) -> Sequence[Text]:
        match = self.table.match
        return self._ladder_texts(match.rules.talk.ladder, match.board.talk)

    def ruling_texts(self) -> Sequence[Text]:
        match, offense = self.table.match, self._offense()
        number = max(match.board.talk) + 1 if offense is None else offense.number
        return rulings_about(match.rules, "talk", offense=number)


class RulingPanel(EntryPanel):
    _offered: tuple[int | None, int | None] | None = None

    def field_for_key(self, typed: str) -> QLineEdit | QPlainTextEdit | None:
        points = self.form.controls["points"]
        assert isinstance(points, Stepper)
        is_number = typed == "-" or typed.isdecimal()
        return points.line if is_number else super().field_for_key(typed)

    def update_fields_from_match(self) -> None:
        board = self.table.match.board
        closed = board.last_hand_if_closed
        state = (board.hand.number if board.hand else None, closed.number if closed else None)
        if state != self._offered:
            self._offered = state
            options = [(NOBODY, str(T("between hands")))]
            if state[0] is not None:
                options = [(NOBODY, str(T("in hand {n}, in progress", n=state[0])))]
            elif state[1] is not None:
                options.append((state[1], str(T("in hand {n}, already scored", n=state[1]))))
            hand = self.form.controls["hand"]
            assert isinstance(hand, ChoiceButtons)
            hand.offer(options, NOBODY)

    def consequence_texts(self) -> Sequence[Text]:
        chosen = self.form.value("hand")
        number = self.hand.number if self.hand is not None else chosen
        if number not in (None, NOBODY):
            return (T("The ruling is part of hand {n}.", n=number),)
        return (T("The totals change now, and Scorepad checks again whether the game is over."),)

    def entry(self, *, final: bool = True) -> Entry:
        values = self.form.values(final=final)
        if final and not values["points"] and not values["bags"]:
            raise FieldRefused(T("Enter points or bags."), self.form.fields["points"])
        return Ruling(**values)


class CallTimePanel(EntryPanel):
    def is_field_shown(self, form: Form, name: str) -> bool:
        # In any other case it makes no difference whether the next hand's cards are dealt.
        return self.hand is None and self.table.match.rules.clock.at_time == "finish-hand"


class AmendSetupPanel(EntryPanel):
    """This panel changes names, seats, event, rule set and agreements, with a reason.  The match is
    scored again, and the effect is shown before it is saved."""

    WIDTH = 600

    @property
    def head(self) -> HeadChangesForm:
        """The fields of the head."""
        editor = self.form.controls["head"]
        assert isinstance(editor, HeadChangesForm)
        return editor

    def field_of_refusal(self, refused: Refused) -> controls.Field | None:
        if isinstance(refused, RulesError):
            return self.head.fields["agreed"]
        return super().field_of_refusal(refused)

    def refresh(self) -> None:
        # The input is kept when hands go on meanwhile; a new head replaces it.
        if self.table.match.head != self.head.shown:
            with QSignalBlocker(self.form):
                self.head.show_head(self.table.match.head)
            if self.form.untouched is not None:
                self.form.untouched["head"] = self.form.value("head")
        self.show_effect()


_PANELS: dict[type[Common], type[EntryPanel]] = {
    Misdeal: MisdealPanel,
    Renege: RenegePanel,
    Talk: TalkPanel,
    Ruling: RulingPanel,
    Time: CallTimePanel,
    HeadChange: AmendSetupPanel,
}
ENTRY_PANELS: dict[str, Callable[[PanelContext], EntryPanel]] = {
    kind.action.key: partial(_PANELS.get(kind.entry, EntryPanel), kind=kind)
    for kind in ENTRY_KINDS.values()
    if kind.action is not None and kind.action.button is not None
}
"""The panels of all kinds of entries that a form records, by the key of their action."""
