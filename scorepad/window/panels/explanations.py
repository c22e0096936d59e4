"""Panels that explain a number: the lines of a hand, and the rule set behind them."""

from __future__ import annotations

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QFrame, QWidget

from scorepad.spades import rule_labels
from scorepad.spades.board import HAND_STATES, Hand, PointsLine
from scorepad.spades.citations import cite_line, rulings_about_line, rulings_in_force
from scorepad.spades.entry_descriptions import is_number_of_side
from scorepad.spades.rule_labels import SCORE_LINE_LABELS
from scorepad.spades.rule_texts import brief_rule_facts, rule_chapters, source_line
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, format_change, rule_file_text
from scorepad.window.panels.fields import ROW_LETTERS, make_side_choice
from scorepad.window.panels.panel import Panel, PanelContext, Place
from scorepad.window.panels.what_decides import (
    explain_end_or_what_decides,
    rule_interpretation_card,
    running_sum_table,
)
from scorepad.window.rules.rule_card import ChapterColumn, FactGrid
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.wording.names import player_name, team_name


class ScoreExplanationPanel(Panel):
    """This panel shows each line of a side's hand with its rule, its place in the document and the
    reading of it."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("Why"), context)
        table = self.table
        # The arrows beside the choice take a third of the width.
        self._side = make_side_choice(table.match.head, 0, row_letters=ROW_LETTERS * 2 // 3)
        self._side.changed.connect(self._chosen)
        # Where no side is to be chosen, the arrows keep their places and widths.
        layouts.keep_room_when_hidden(self._side)
        self._before = controls.button(
            "◂", lambda: self._step(-1), kind="key", name=T("Previous hand")
        )
        self._after = controls.button("▸", lambda: self._step(1), kind="key", name=T("Next hand"))
        self.pin_below_title(layouts.row(self._before, (self._side, 1), self._after))
        self._lines = QWidget()
        self._column = layouts.set_column(self._lines)
        self.add(self._lines)
        self.add_button(T("Close"), self.close_panel)
        self._correct = self.add_button(
            T("Correct this hand…"), lambda: self.hand_asked.emit(self._hand)
        )
        hands = table.match.board.hands
        self._hand = hands[-1].number if hands else 0
        self._of = "change"
        # Once the game is over, the first question is why it ended so.
        self._decides = table.match.board.is_over

    def focus_typing_start(self) -> None:
        if not self._column.count():  # no number was asked about
            self.refresh()
        super().focus_typing_start()

    def place(self) -> Place:
        side = self._side.value or 0
        return side if self._decides else (self._hand, side, self._of)

    def show_place(self, place: Place) -> None:
        """Explain a number, by its hand, side and column (bids, tricks, change, total or bags); by
        a side alone, the end of the game or the conditions for that side."""
        self._decides = not isinstance(place, tuple)
        if isinstance(place, tuple):
            self._hand, side, self._of = place
        else:
            side = int(place or 0)
        if self._side.value != side:
            self._side.choose(side)
        else:
            self._chosen()

    def hand_number(self) -> int:
        return self._hand

    def _chosen(self) -> None:
        self.refresh()
        self.keep_draft()

    def _step(self, by: int) -> None:
        # The arrow back leads from the conditions to the latest hand.
        self._hand += 0 if self._decides else by
        self._decides = False
        self._chosen()

    def refresh(self) -> None:
        layouts.clear_layout(self._column)
        board = self.table.match.board
        numbers = [hand.number for hand in board.hands]
        self._correct.setVisible(bool(numbers) and not self._decides)
        if self._decides:
            over, side = board.is_over, self._side.value or 0
            self.retitle(T("Why it ended") if over else T("What decides the game"))
            self._side.setVisible(not over)
            self._before.setEnabled(bool(numbers))
            self._after.setEnabled(False)
            for card in explain_end_or_what_decides(self.table.match, side):
                self._column.addWidget(card)
            return
        self._side.show()
        if not numbers:
            self.retitle(T("Why"))
            self._column.addWidget(controls.label(T("No hand has been played yet."), wrap=True))
            self._before.setEnabled(False)
            self._after.setEnabled(False)
            return
        self._hand = min(max(self._hand, numbers[0]), numbers[-1])
        self._before.setEnabled(self._hand > numbers[0])
        self._after.setEnabled(self._hand < numbers[-1])
        hand = board.hands[numbers.index(self._hand)]
        side = self._side.value or 0
        self.retitle(T("Why: hand {n}", n=hand.number))
        self._show(hand, side)

    def _show(self, hand: Hand, side: int) -> None:
        self._column.addWidget(self._bids(hand, side))
        state = HAND_STATES[hand.status].sentence
        if state is not None:
            note = controls.MessageLabel()
            note.say(state, "note")
            self._column.addWidget(note)
        if hand.override:
            note = controls.MessageLabel()
            note.say(
                T("A bid that breaks the rules was accepted. Reason: {why}", why=hand.override),
                "warn",
            )
            self._column.addWidget(note)
        for line in hand.lines[side]:
            self._column.addWidget(self._line(hand, side, line))
        if hand.is_counted:
            self._column.addWidget(self._sum(hand, side))
        if self._of in ("total", "bags"):
            bags = self._of == "bags"
            self._column.addWidget(running_sum_table(self.table.match, side, bags=bags))

    def _bids(self, hand: Hand, side: int) -> QWidget:
        head = self.table.match.head_of_hand(hand)
        bids = []
        for seat in (side, side + 2):
            bid = hand.bids[seat]
            if bid is None:
                continue
            nil = hand.nils[seat]
            what = str(T("nil")) if nil == "nil" else str(T("blind nil")) if nil else str(bid)
            # Where the partner has no number of his own, this one is the whole side's.
            name = (
                team_name(head, side)
                if is_number_of_side(hand.bids, seat)
                else player_name(head, seat)
            )
            bids.append(str(T("{player} bid {what}", player=name, what=what)))
        parts = [", ".join(bids)]
        contract, tricks = hand.contract[side], hand.tricks[side]
        if contract is not None:
            parts.append(str(T("contract {n}", n=contract)))
        if tricks is not None:
            parts.append(str(N("{n} trick taken", "{n} tricks taken", tricks)))
        label = controls.label(" · ".join(parts), wrap=True)
        if self._of in ("bids", "tricks"):
            theme.set_style_property(label, "kind", "strong")
        return label

    def _line(self, hand: Hand, side: int, line: PointsLine) -> QWidget:
        card = QFrame()
        card.setProperty("kind", "card")
        column = layouts.set_column(card, spacing=Gap.LINES, margin=Gap.GROUPS)
        amount = controls.label(format_change(line.points))
        amount.setFont(theme.figure_font(18, bold=True))
        amount.setStyleSheet(f"font-size: {theme.em(1.2)}px; font-weight: bold")
        title = controls.label(SCORE_LINE_LABELS.get(line.what, line.what), "strong")
        column.addWidget(layouts.row(title, None, amount))
        if line.bags:
            bags = N("{n} bag", "{n} bags", abs(line.bags))
            sign = "+" if line.bags > 0 else "\u2212"
            column.addWidget(controls.label(sign + str(bags)))
        column.addWidget(controls.label(controls.capitalize(str(line.why)), wrap=True))
        rules = self.table.match.rules
        cited = cite_line(rules, hand, side, line)
        if cited.difference is not None:
            column.addWidget(controls.label(cited.difference, wrap=True))
        if cited.text is not None:
            column.addWidget(controls.label("§ " + str(cited.text), "caption", wrap=True))
        for ruling in rulings_about_line(rules, hand, side, line):
            column.addWidget(controls.separator())
            text = str(
                T(
                    "Ruling: {question} {reading}",
                    question=rule_file_text(ruling.question),
                    reading=rule_file_text(ruling.reading),
                )
            )
            column.addWidget(controls.label(text, "caption", wrap=True))
        return card

    def _sum(self, hand: Hand, side: int) -> QWidget:
        before_score = hand.score[side] - hand.change[side]
        after = hand.score[side]
        points = str(
            N(
                "{before} {change} = {after} point",
                "{before} {change} = {after} points",
                abs(after),
                before=before_score,
                change=_operation(hand.change[side]),
                after=after,
            )
        )
        bags = str(N("{n} bag after this hand", "{n} bags after this hand", hand.bags[side]))
        total = controls.label(points, "strong")
        total.setFont(theme.figure_font(15, bold=True))
        total.setAlignment(Qt.AlignmentFlag.AlignRight)
        count = controls.label(bags, "strong" if self._of == "bags" else "caption")
        count.setAlignment(Qt.AlignmentFlag.AlignRight)
        return layouts.column(total, count, spacing=Gap.LINES)


def _operation(change: int) -> str:
    return f"\u2212 {-change}" if change < 0 else f"+ {change}"


class RulesPanel(Panel):
    """This panel shows the rule set in brief, then all of it, with its readings and its source."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("Rule set"), context)
        self._source = controls.label("", "caption", wrap=True)
        self._facts = FactGrid()
        self._agreed = controls.MessageLabel()
        self._chapters = ChapterColumn()
        self._rulings = QWidget()
        self._rulings_column = layouts.set_column(self._rulings)
        for widget in (
            self._source,
            self._facts,
            self._agreed,
            controls.separator(),
            self._chapters,
            self._rulings,
        ):
            self.add(widget)
        self.add_button(T("Close"), self.close_panel)
        self._shown: RuleSet | None = None
        self.refresh()

    def refresh(self) -> None:
        match = self.table.match
        rules = match.rules
        if rules is self._shown:
            return
        self._shown = rules
        self.retitle(rules.name)
        self._source.setText(source_line(rules))
        self._facts.show_facts(brief_rule_facts(rules))
        agreed = [str(text) for text in rule_labels.agreement_texts(match.head.agreed)]
        self._agreed.say(
            str(T("Agreed for this match: {what}", what="; ".join(agreed))) if agreed else "",
            "note",
        )
        self._chapters.show_chapters(rule_chapters(rules))
        layouts.clear_layout(self._rulings_column)
        rulings = rulings_in_force(rules)
        if rulings:
            self._rulings_column.addWidget(
                controls.label(T("Where the document is unclear"), "strong")
            )
        for reading in rulings:
            self._rulings_column.addWidget(rule_interpretation_card(reading, options=True))
