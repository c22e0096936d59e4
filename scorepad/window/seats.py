"""The table as one sees it: four seats round it, partners across, and who deals first."""

from __future__ import annotations

import secrets
from itertools import pairwise

from PySide6.QtCore import QRectF, Qt, Signal
from PySide6.QtGui import QColor, QPainter, QPaintEvent, QPen
from PySide6.QtWidgets import QButtonGroup, QGridLayout, QLabel, QPushButton, QSizePolicy, QWidget

from scorepad.spades.entries import Team
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import Words
from scorepad.window import names, parts, rows, theme
from scorepad.window.panel import one_line
from scorepad.window.rule_words import FIRST_DEALER

PLACES = {0: (2, 1), 1: (1, 0), 2: (0, 1), 3: (1, 2)}
"""Row and column of each seat: 0 below, then clockwise as seen from above."""


class Felt(QWidget):
    """The table itself, with who deals and who bids first written on it."""

    def __init__(self) -> None:
        super().__init__()
        self.setMinimumSize(theme.px(130), theme.px(110))
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Expanding)
        self.says: QLabel = parts.label("", "caption", wrap=True)
        self.says.setAlignment(Qt.AlignmentFlag.AlignCenter)
        column = parts.column_of(self, margin=theme.px(14))
        column.addWidget(self.says)

    def paintEvent(self, event: QPaintEvent) -> None:
        colours = theme.colours()
        painter = QPainter(self)
        painter.setRenderHint(QPainter.RenderHint.Antialiasing)
        painter.setPen(QPen(QColor(colours.accent), 2))
        painter.setBrush(QColor(colours.wash))
        box = QRectF(self.rect()).adjusted(3, 3, -3, -3)
        painter.drawRoundedRect(box, theme.px(18), theme.px(18))
        painter.end()


class SeatTable(QWidget):
    """Team names, players by seat, the first dealer."""

    changed = Signal()

    def __init__(self, words: Words) -> None:
        super().__init__()
        self._words = words
        self._rules: RuleSet | None = None
        self._teams = [one_line(words("Name of the team")) for _side in range(2)]
        self._players = [one_line(words("Player")) for _seat in range(4)]
        self._tags: list[QLabel] = []
        self._deals = QButtonGroup(self)
        self._deals.setExclusive(True)
        self._felt = Felt()
        self._draw = parts.button(words("Draw the first dealer"), self.draw)
        self._how = parts.label("", "caption", wrap=True)

        column = parts.column_of(self, spacing=12)
        fields = [
            parts.Field(words("First team (seats 1 and 3)"), self._teams[0]),
            parts.Field(words("Second team (seats 2 and 4)"), self._teams[1]),
        ]
        column.addWidget(parts.line(*fields, spacing=12))
        grid = QGridLayout()
        grid.setSpacing(theme.px(8))
        boxes = [self._seat(seat) for seat in range(4)]
        for seat, (row, col) in PLACES.items():
            grid.addWidget(boxes[seat], row, col)
        grid.addWidget(self._felt, 1, 1)
        for col in range(3):
            grid.setColumnStretch(col, 1)
        column.addLayout(grid)
        column.addWidget(rows.weighted((self._how, 1), (self._draw, 0)))
        for line in (*self._teams, *self._players):
            line.textChanged.connect(self._renamed)
        self._deals.idToggled.connect(self._dealer_changed)
        self._tab_order()
        self._deals.button(0).setChecked(True)
        self._renamed()

    def _seat(self, seat: int) -> QWidget:
        words = self._words
        tag = parts.label("", "label")
        self._tags.append(tag)
        line = self._players[seat]
        line.setAccessibleName(words("Player at seat {n}", n=seat + 1))
        line.setMinimumWidth(theme.px(60))
        deals = parts.button(
            words("Deals"), kind="key", name=words("Seat {n} deals first", n=seat + 1)
        )
        deals.setCheckable(True)
        deals.setMinimumWidth(deals.fontMetrics().horizontalAdvance(deals.text()) + theme.px(32))
        self._deals.addButton(deals, seat)
        box = QWidget()
        column = parts.column_of(box, spacing=4)
        column.addWidget(tag)
        column.addWidget(rows.weighted((line, 1), (deals, 0), spacing=6))
        if seat in (1, 3):
            column.insertStretch(0, 1)
            column.addStretch(1)
        return box

    def _tab_order(self) -> None:
        """As they are read: the teams, the players as they sit, then the dealer."""
        order: list[QWidget] = [*self._teams]
        order += [self._players[seat] for seat in sorted(PLACES, key=PLACES.__getitem__)]
        order += [self._deals.button(seat) for seat in range(4)]
        order.append(self._draw)
        for before, after in pairwise(order):
            QWidget.setTabOrder(before, after)

    def first_field(self) -> QWidget:
        return self._teams[0]

    def last_field(self) -> QWidget:
        return self._draw

    @property
    def dealer_buttons(self) -> list[QPushButton]:
        return [button for button in self._deals.buttons() if isinstance(button, QPushButton)]

    def use(self, rules: RuleSet) -> None:
        """Say how this rule set finds the first dealer."""
        self._rules = rules
        self._how.setText(
            self._words(FIRST_DEALER[rules.deal.first_dealer])
            + " "
            + self._words("Press “Deals” at that seat.")
        )
        self._draw.setVisible(rules.deal.first_dealer == "random")

    def draw(self) -> None:
        """Draw the first dealer at random."""
        self._deals.button(secrets.randbelow(4)).setChecked(True)

    def fill(self, teams: tuple[Team, Team], dealer: int) -> None:
        """Show these names and this first dealer."""
        for side, team in enumerate(teams):
            self._teams[side].setText(team.name)
            for partner, name in enumerate(team.players):
                self._players[side + 2 * partner].setText(name)
        self._deals.button(dealer).setChecked(True)

    def teams(self) -> tuple[Team, Team]:
        """The names as they are typed, without blanks at their ends."""
        first, second = (
            Team(
                self._teams[side].text().strip(),
                (self._players[side].text().strip(), self._players[side + 2].text().strip()),
            )
            for side in range(2)
        )
        return first, second

    def dealer(self) -> int:
        """The seat that deals first."""
        return max(0, self._deals.checkedId())

    def swap(self) -> None:
        """Exchange the teams' seats.  The dealing seat stays: what was dealt and bid at a seat
        was dealt and bid there, whoever it is now said to have been."""
        first, second = self.teams()
        self.fill((second, first), self.dealer())

    def _renamed(self) -> None:
        colours = theme.colours()
        teams = self.teams()
        for seat, tag in enumerate(self._tags):
            tag.setText(
                self._words(
                    "Seat {n} · {team}", n=seat + 1, team=names.team(teams, seat % 2, self._words)
                )
            )
            tag.setStyleSheet(f"color: {colours.side(seat % 2)}")
        self._say()
        self.changed.emit()

    def _dealer_changed(self, _seat: int, on: bool) -> None:
        if on:
            self._say()
            self.changed.emit()

    def _say(self) -> None:
        teams, dealer = self.teams(), self.dealer()
        self._felt.says.setText(
            self._words(
                "{dealer} deals first\n{bidder} bids first and leads",
                dealer=names.player(teams, dealer, self._words),
                bidder=names.player(teams, (dealer + 1) % 4, self._words),
            )
        )
