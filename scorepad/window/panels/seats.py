"""The four seats round their table, partners across, with the first dealer."""

from __future__ import annotations

from collections.abc import Mapping
from functools import partial
from typing import Annotated, Any

import msgspec
from PySide6.QtCore import Qt, Signal
from PySide6.QtWidgets import (
    QButtonGroup,
    QCheckBox,
    QFrame,
    QGridLayout,
    QPushButton,
    QSizePolicy,
    QWidget,
)

from scorepad.desk.first_dealer import can_draw_first_dealer, draw_first_dealer
from scorepad.spades.entries import Head, Team
from scorepad.spades.rule_labels import value_sentence
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import T
from scorepad.window.widgets import controls, layouts, tab_order, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.inputs import Completer, line_edit
from scorepad.window.wording import names

PLACES = {0: (0, 1), 1: (1, 2), 2: (2, 1), 3: (1, 0)}
"""Row and column of each seat: 0 above, then clockwise, as cards go round."""
BELOW_TEAMS = {0: (0, 0), 1: (0, 1), 2: (1, 0), 3: (1, 1)}
"""Row and column of each seat where partners are below their team."""


class DealerChip(QPushButton):
    """The dealer has a chip; the other seats have a ring, pressed to move the chip there."""

    def __init__(self, seat: int) -> None:
        super().__init__()
        self.setAccessibleName(str(T("Seat {n} deals first", n=seat + 1)))
        self.setToolTip(self.accessibleName())
        self.setCheckable(True)
        self.setAutoExclusive(True)  # it is read as a radio button
        self.toggled.connect(self._leave_enter_to_the_form)
        self.setAutoDefault(True)
        self.setProperty("kind", "chip")
        self.setFixedSize(theme.touch_height(), theme.touch_height())

    def _leave_enter_to_the_form(self, on: bool) -> None:
        self.setAutoDefault(not on)
        self.setDefault(False)  # it became Qt's default button with the focus


class TableSeating(msgspec.Struct, frozen=True):
    """The input of a seat table: the teams with their players, and the seat that deals first (None
    where it isn't known)."""

    teams: tuple[Team, Team]
    dealer: Annotated[int, msgspec.Meta(ge=0, le=3)] | None


class SeatTableEditor(QWidget):
    """This table has fields for team names, players by seat and the first dealer."""

    changed = Signal()

    def __init__(self, *, around_table: bool = True, with_ids: bool = True) -> None:
        """Each seat is `around_table`, or below its team, in less room, and may have a box for
        a shown ID."""
        super().__init__()
        self._rules: RuleSet | None = None
        self._teams = [line_edit(T("Team name")) for _side in range(2)]
        self._players = [line_edit(T("Player")) for _seat in range(4)]
        self.ids = [QCheckBox(str(T("ID"))) for _seat in range(4)] if with_ids else []
        self._tags: list[controls.ElidedLabel] = []
        self._deals = QButtonGroup(self)
        self._deals.setExclusive(True)
        self._deal_label = controls.label("", "caption", wrap=True)
        self._draw = controls.button(T("Draw the first dealer"), self.draw_first_dealer_by_lot)
        self._how = controls.label("", "caption", wrap=True)

        fields = [
            controls.Field(T("First team (seats 1 and 3)"), self._teams[0]),
            controls.Field(T("Second team (seats 2 and 4)"), self._teams[1]),
        ]
        column = layouts.set_column(self, spacing=Gap.GROUPS)
        if not around_table:
            column.addWidget(layouts.row(*fields, spacing=Gap.GROUPS))
        grid = QGridLayout()
        grid.setSpacing(Gap.CONTROLS.pixels())
        places = PLACES if around_table else BELOW_TEAMS
        for seat, (row, col) in places.items():
            grid.addWidget(self._seat(seat), row, col, Qt.AlignmentFlag.AlignVCenter)
            grid.setColumnStretch(col, 1)
        if around_table:
            # In the table's corners, so that all of it is in sight in a low window.
            for team, col in zip(fields, (0, 2), strict=True):
                grid.addWidget(team, 0, col, Qt.AlignmentFlag.AlignTop)
            self._deal_label.setAlignment(Qt.AlignmentFlag.AlignCenter)
            table = layouts.card(self._deal_label)
            table.setProperty("kind", "table")
            table.setMinimumSize(theme.px(108), theme.px(78))
            grid.addWidget(table, 1, 1)
            grid.addWidget(self._how, 2, 0)
            corner = Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter
            grid.addWidget(self._draw, 2, 2, corner)
        column.addLayout(grid)
        if not around_table:
            column.addWidget(self._deal_label)
            column.addWidget(layouts.row((self._how, 1), self._draw, wraps=True))
        for line in (*self._teams, *self._players):
            line.textChanged.connect(self._renamed)
        self._deals.idToggled.connect(self._dealer_changed)
        # Tab leads to the names as they are on the screen and round the table, then to the IDs and
        # the dealer.
        (first, second), (top, *others) = self._teams, self._players
        names_in_order = (first, *((top, second) if around_table else (second, top)), *others)
        chips = (self._deals.button(seat) for seat in range(4))
        tab_order.set_tab_order((*names_in_order, *self.ids, *chips, self._draw))
        self._renamed()

    def _seat(self, seat: int) -> QWidget:
        tag = controls.ElidedLabel("label")
        self._tags.append(tag)
        line = self._players[seat]
        line.setAccessibleName(str(T("Player at seat {n}", n=seat + 1)))
        # The screen shows the partner across the table.
        line.setAccessibleDescription(str(T("partner: seat {n}", n=(seat + 2) % 4 + 1)))
        line.setMinimumWidth(theme.px(40))
        deals = DealerChip(seat)
        self._deals.addButton(deals, seat)
        box = QFrame()
        box.setProperty("kind", "seat")
        box.setProperty("side", seat % 2)
        column = layouts.set_column(box, spacing=Gap.LINES)
        layouts.set_margins(column, (Gap.GROUPS, Gap.CONTROLS, Gap.CONTROLS, Gap.CONTROLS))
        column.addWidget(tag)
        beside = [*self.ids[seat : seat + 1], deals]
        column.addWidget(layouts.row((line, 1), *((each, 0) for each in beside)))
        box.setSizePolicy(QSizePolicy.Policy.Preferred, QSizePolicy.Policy.Fixed)
        return box

    def offer_teams(self, known: Mapping[str, tuple[str, str]]) -> None:
        """Offer these teams, each with its players, while one types; a team that is chosen brings
        its players where none are written."""
        everybody = sorted({player for both in known.values() for player in both if player})
        for line in self._players:
            line.setCompleter(Completer(everybody, line))
        for side, line in enumerate(self._teams):
            completer = Completer(sorted(filter(None, known)), line)
            completer.activated.connect(partial(self._bring_players, known, side))
            line.setCompleter(completer)

    def _bring_players(self, known: Mapping[str, tuple[str, str]], side: int, team: str) -> None:
        lines = self._players[side::2]
        if not any(line.text().strip() for line in lines):
            for line, player in zip(lines, known[team], strict=True):
                line.setText(player)

    def first_field(self) -> QWidget:
        return self._teams[0]

    @property
    def dealer_buttons(self) -> list[QPushButton]:
        return [button for button in self._deals.buttons() if isinstance(button, QPushButton)]

    def show_first_dealer_rule(self, rules: RuleSet) -> None:
        """Show how the first dealer is found under this rule set."""
        self._rules = rules
        self._how.setText(
            str(value_sentence(rules, "deal.first_dealer"))
            + " "
            + str(
                T(
                    "Click the circle at the first dealer's seat, or choose the dealer later, "
                    "before the first bid."
                )
            )
        )
        self._draw.setVisible(can_draw_first_dealer(rules))

    def draw_first_dealer_by_lot(self) -> None:
        """Draw the first dealer under the rule set, and show the card."""
        if self._rules is not None:
            draw = draw_first_dealer(self._rules)
            self._deals.button(draw.seat).setChecked(True)
            head = Head(rules=self._rules.id, teams=self.teams())
            self._how.setText(controls.capitalize(str(draw.describe(head))))

    def typed(self) -> TableSeating:
        """Return the names and the first dealer, for a draft."""
        return TableSeating(self.teams(), self.dealer())

    def fill(self, typed: Any) -> None:
        """Show a value of `typed`; no first dealer where it isn't known."""
        try:
            seats = msgspec.convert(typed, TableSeating, from_attributes=True)
        except msgspec.ValidationError:
            return
        for side, team in enumerate(seats.teams):
            self._teams[side].setText(team.name)
            for partner, name in enumerate(team.players):
                self._players[side + 2 * partner].setText(name)
        if seats.dealer is None:
            self._deals.setExclusive(False)
            for chip in self.dealer_buttons:
                chip.setChecked(False)
            self._deals.setExclusive(True)
            self._show_deal()
        else:
            self._deals.button(seats.dealer).setChecked(True)

    def teams(self) -> tuple[Team, Team]:
        """Return the names as they are typed, without blanks at their ends."""
        first, second = (
            Team(
                self._teams[side].text().strip(),
                (self._players[side].text().strip(), self._players[side + 2].text().strip()),
            )
            for side in range(2)
        )
        return first, second

    def dealer(self) -> int | None:
        """Return the seat that deals first; None where it isn't known."""
        seat = self._deals.checkedId()
        return None if seat < 0 else seat

    def swap_teams(self) -> None:
        """Exchange the teams' seats.  The dealing seat doesn't change: only the names at the seats
        were wrong, not the deal and the bids there."""
        first, second = self.teams()
        self.fill(TableSeating((second, first), self.dealer()))

    def _renamed(self) -> None:
        teams = self.teams()
        for seat, tag in enumerate(self._tags):
            tag.setText(
                str(T("Seat {n} · {team}", n=seat + 1, team=names.name_of_side(teams, seat % 2)))
            )
        for seat, box in enumerate(self.ids):
            name = names.name_of_seat(teams, seat)
            box.setAccessibleName(str(T("ID shown by {name}", name=name)))
            box.setToolTip(box.accessibleName())
        self._show_deal()
        self.changed.emit()

    def _dealer_changed(self, _seat: int, on: bool) -> None:
        if on:
            if self._rules is not None:
                # The card that was drawn is about another seat.
                self.show_first_dealer_rule(self._rules)
            self._show_deal()
            self.changed.emit()

    def _show_deal(self) -> None:
        teams, dealer = self.teams(), self.dealer()
        if dealer is None:
            self._deal_label.setText(str(T("Who deals first?")))
            return
        self._deal_label.setText(
            str(
                T(
                    "{dealer} deals first\n{bidder} bids first and leads",
                    dealer=names.name_of_seat(teams, dealer),
                    bidder=names.name_of_seat(teams, (dealer + 1) % 4),
                )
            )
        )
