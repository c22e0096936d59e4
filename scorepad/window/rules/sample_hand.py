"""A sample hand is scored by a house rule set while that is changed, beside the original."""

from __future__ import annotations

from html import escape

from PySide6.QtCore import Qt
from PySide6.QtWidgets import QLineEdit, QWidget

from scorepad.desk.houserules import SAMPLES, TypedSampleHand, score_sample_hand
from scorepad.spades.board import Hand
from scorepad.spades.library import Library
from scorepad.spades.refusal import Refused
from scorepad.spades.rule_labels import SCORE_LINE_LABELS
from scorepad.spades.rules import RuleSet
from scorepad.spades.scoring import SEATING
from scorepad.spades.words import N, T, Text, format_change, format_number
from scorepad.window.rules.house_rules_form import DIFFERS
from scorepad.window.widgets import controls, layouts, tab_order, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import ComboBox

FIGURES = 7
"""The most characters of the points and bags before the hand."""


class SampleHandBoxes(QWidget):
    """Boxes for a hand's bids and tricks, and its score by the rules, line by line."""

    def __init__(self, library: Library) -> None:
        super().__init__()
        self._library = library
        self._rules: RuleSet | None = None
        self._base: RuleSet | None = None
        self._example = ComboBox()
        self._example.setAccessibleName(str(T("Example")))
        for title, _sample in SAMPLES:
            self._example.addItem(str(title))
        self._example.addItem(str(T("As typed below")))
        self._example.activated.connect(self._chosen)
        self.lines: dict[str, list[QLineEdit]] = {}
        # The result is above the boxes too: on a low screen the lines below are out of sight.
        self._result = controls.label("", "strong", wrap=True)
        grid = self._grid()
        self.refused = controls.MessageLabel()
        self._score = controls.label("", wrap=True)
        self._score.setTextFormat(Qt.TextFormat.RichText)
        parts = self._example, self._result, grid, self.refused, self._score, None
        layouts.set_column(self, *parts, spacing=Gap.GROUPS)
        boxes = (self.lines[key][seat] for key in ("bids", "tricks") for seat in SEATING)
        before = (*self.lines["score"], *self.lines["bags"])
        tab_order.set_tab_order((self._example, *boxes, *before))
        self.show_sample(SAMPLES[0][1])

    def _grid(self) -> QWidget:
        box = QWidget()
        grid = layouts.set_grid(box, across=Gap.CONTROLS, down=Gap.CONTROLS)
        teams = T("Team A"), T("Team B")
        for side, team in enumerate(teams):
            heading = controls.label(team, "label")
            heading.setAlignment(Qt.AlignmentFlag.AlignCenter)
            grid.addWidget(heading, 0, 1 + 2 * side, 1, 2)
        players = [T("{team} {n}", team=teams[seat % 2], n=seat // 2 + 1) for seat in range(4)]
        before = T("Points before"), T("Bags before")
        for row, (key, title) in enumerate((("bids", T("Bids")), ("tricks", T("Tricks"))), start=1):
            grid.addWidget(controls.label(title, "label"), row, 0)
            self.lines[key] = []
            for seat in range(4):
                line = self._line(T("{what}, {who}", what=title, who=players[seat]), 2)
                # Partners are side by side, as on a sheet.
                grid.addWidget(line, row, 1 + 2 * (seat % 2) + seat // 2)
                self.lines[key].append(line)
        grid.addWidget(controls.label(T("Before"), "label"), 3, 0)
        for column, (key, title) in enumerate(zip(("score", "bags"), before, strict=True), start=1):
            self.lines[key] = []
            for side, team in enumerate(teams):
                line = self._line(T("{what}, {who}", what=title, who=team), FIGURES)
                line.setToolTip(str(title))
                grid.addWidget(line, 3, column + 2 * side)
                unit = controls.label(T("points") if key == "score" else T("bags"), "caption")
                unit.setAlignment(Qt.AlignmentFlag.AlignCenter)
                grid.addWidget(unit, 4, column + 2 * side)
                self.lines[key].append(line)
        for column in range(1, 5):
            grid.setColumnStretch(column, 1)
        return box

    def _line(self, name: Text, most: int) -> QLineEdit:
        line = QLineEdit()
        line.setMaxLength(most)
        line.setAccessibleName(str(name))
        line.setAlignment(Qt.AlignmentFlag.AlignCenter)
        line.setMinimumWidth(theme.em(2.9))
        line.textEdited.connect(self._typed)
        return line

    def _typed(self) -> None:
        self._example.setCurrentIndex(len(SAMPLES))
        self.refresh()

    def _chosen(self, index: int) -> None:
        if index < len(SAMPLES):
            self.show_sample(SAMPLES[index][1])

    def show_sample(self, sample: TypedSampleHand) -> None:
        """Put this hand into the boxes."""
        for key in ("bids", "tricks"):
            for line, text in zip(self.lines[key], getattr(sample, key), strict=True):
                line.setText(text)
        for key in ("score", "bags"):
            for line, value in zip(self.lines[key], getattr(sample, key), strict=True):
                line.setText(format_number(value))
        self.refresh()

    def sample(self) -> TypedSampleHand:
        """Return the input; raise `Refused` for points or bags that are no numbers."""
        a, b, c, d = (line.text() for line in self.lines["bids"])
        e, f, g, h = (line.text() for line in self.lines["tricks"])
        return TypedSampleHand(
            bids=(a, b, c, d),
            tricks=(e, f, g, h),
            score=(self._number("score", 0), self._number("score", 1)),
            bags=(self._number("bags", 0), self._number("bags", 1)),
        )

    def _number(self, key: str, side: int) -> int:
        text = self.lines[key][side].text().strip().replace("\u2212", "-")
        digits = text.removeprefix("-")
        if not text:
            return 0
        if not (digits.isascii() and digits.isdigit()):
            raise Refused("“{text}” isn't a number of points or bags", text=text)
        return int(text)

    def use_rules(self, rules: RuleSet | None, base: RuleSet | None) -> None:
        """Score by these rules beside the original's; None: the rules have faults."""
        self._rules, self._base = rules, base
        self.refresh()

    def refresh(self) -> None:
        """Score the typed hand and show the result."""
        self.refused.clear()
        hand = None
        if self._rules is None:
            self.refused.say(T("Fix the marked numbers to score the hand."), "warn")
        else:
            try:
                hand = score_sample_hand(self._rules, self._library, self.sample())
            except Refused as refused:
                self.refused.say(refused.text, "warn")
        self._result.setVisible(hand is not None)
        if hand is not None:
            self._result.setText(
                str(
                    T(
                        "Team A {first} · Team B {second}",
                        first=format_change(hand.change[0]),
                        second=format_change(hand.change[1]),
                    )
                )
            )
        shown = "" if hand is None else "".join(self._side_html(hand, side) for side in range(2))
        self._score.setText(shown)

    def _by_original(self) -> Hand | None:
        if self._base is None:
            return None
        try:
            return score_sample_hand(self._base, self._library, self.sample())
        except Refused:
            return None

    def _side_html(self, hand: Hand, side: int) -> str:
        soft, warn = theme.colors().soft, theme.colors().warn
        rows = [_row(T("Team B") if side else T("Team A"), format_change(hand.change[side]), "h3")]
        for line in hand.lines[side]:
            title = SCORE_LINE_LABELS.get(line.what, line.what)
            rows.append(_row(title, format_change(line.points)))
            why = controls.capitalize(str(line.why))
            rows.append(f'<tr><td colspan="2" style="color: {soft}">{escape(why)}</td></tr>')
        rows.append(_row("", total := self._sum(hand, side)))
        if self._base is not None:
            base = self._by_original()
            before = str(T("not allowed")) if base is None else self._sum(base, side)
            if before != total:
                text = DIFFERS + str(T("{name}: {value}", name=self._base.name, value=before))
                rows.append(_row("", text, f'span style="color: {warn}"'))
        return f'<table width="100%">{"".join(rows)}</table>'

    def _sum(self, hand: Hand, side: int) -> str:
        return str(
            T(
                "{change} → {total} points, {bags}",
                change=format_change(hand.change[side]),
                total=format_number(hand.score[side]),
                bags=N("{n} bag", "{n} bags", hand.bags[side]),
            )
        )


def _row(title: Text | str, value: str, tag: str = "b") -> str:
    end = tag.partition(" ")[0]
    cell = f'<td align="right"><{tag}>{escape(value)}</{end}></td>'
    return f"<tr><td>{escape(str(title))}</td>{cell}</tr>"
