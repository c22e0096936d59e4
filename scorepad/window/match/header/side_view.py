"""A side's part of the header has its name and players, total, bags, what it lacks to the target,
and its contract in the hand in progress."""

from __future__ import annotations

from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QFontMetrics
from PySide6.QtWidgets import QFrame, QGridLayout, QPushButton, QSizePolicy

from scorepad.spades.match import Match
from scorepad.spades.words import T, format_number, join_parts
from scorepad.window.match.header.side_texts import (
    bag_count_and_warning_text,
    bag_count_text,
    brief_points_to_win_text,
    contract_text,
    further_deciding_texts,
    is_near_bag_limit,
    points_to_win_text,
)
from scorepad.window.widgets import controls, layouts, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.fit_text import text_font
from scorepad.window.wording import names

MAX_BAG_DOTS: Final = 12
HEIGHT_BELOW_TOTAL: Final = 34  # px
"""Bags and needs have this height (pixels at the usual text size) below a total."""
PART_NAMES: Final = ("total", "needs")
"""The parts of a side that explain themselves when they are pressed."""


class SideView(QFrame):
    """One side's name, players, total, bags, and the points to the target.

    The total, and what is beside it, are buttons that explain themselves.
    """

    part_asked = Signal(int, str)
    """A number was asked about: the side, and "total" or "needs"."""

    def __init__(self, side: int) -> None:
        super().__init__()
        self._side = side
        self.total = ""
        self._fitted: tuple[int, bool, bool, bool] | None = None
        self.setProperty("kind", "side")
        self.setProperty("side", side)
        self._name, self._players = controls.ElidedLabel(), controls.ElidedLabel("caption")
        self._name.setProperty("side", side)
        self.parts = {part: self._make_part(part) for part in PART_NAMES}
        self._dots = controls.FittingLabel()
        self._dots.setProperty("side", side)
        self._lines = {"bags": controls.FittingLabel(), "needs": controls.FittingLabel()}
        self._beside = beside = self.parts["needs"]
        beside.setSizePolicy(QSizePolicy.Policy.Ignored, QSizePolicy.Policy.Fixed)
        layouts.set_column(beside, self._dots, *self._lines.values(), spacing=Gap.NONE)
        for label in (self._dots, *self._lines.values()):
            label.setAttribute(Qt.WidgetAttribute.WA_TransparentForMouseEvents)
        self._contract_caption = controls.label(T("contract"), "caption")
        self._contract = controls.label("")
        self._contract.setProperty("side", side)
        right = Qt.AlignmentFlag.AlignRight
        self._grid = grid = QGridLayout(self)
        grid.setHorizontalSpacing(Gap.GROUPS.pixels())
        grid.setVerticalSpacing(0)
        grid.addLayout(layouts.set_row(None, (self._name, 1), (self._players, 1)), 0, 0, 1, 3)
        grid.addWidget(self.parts["total"], 1, 0, 2, 1)
        grid.addWidget(self._contract_caption, 1, 2, right)
        grid.addWidget(self._contract, 2, 2, right)
        grid.setColumnStretch(1, 1)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)

    def _make_part(self, part: str) -> QPushButton:
        ask = partial(self.part_asked.emit, self._side, part)
        button = controls.button("", ask, kind="figure")
        button.setMinimumHeight(0)
        button.setAutoDefault(False)
        return button

    def fit_to_window(self, figure: int, *, shows_contract: bool, is_narrow: bool) -> None:
        """Show the total so large (pixels at the usual text size), and beside it, or below it where
        the window `is_narrow`, what is lacking; the contract has room or not."""
        is_near = bool(self._dots.property("tone"))
        shows_contract = shows_contract and bool(self._contract.text())
        fitted = figure, shows_contract, is_near, is_narrow
        if fitted == self._fitted:
            return
        self._fitted = fitted
        self.parts["total"].setFont(theme.figure_font(figure, bold=True))
        self.parts["total"].setFixedHeight(theme.px(figure))
        below = theme.px(HEIGHT_BELOW_TOTAL)
        self._beside.setFixedHeight(below if is_narrow else theme.px(figure))
        # The style sheet may have the button forget its least height.
        self._grid.setRowMinimumHeight(3, below if is_narrow else 0)
        margin = Gap.CONTROLS if is_narrow else Gap.GROUPS
        layouts.set_margins(self._grid, (margin, Gap.LINES))
        self._grid.addWidget(self._beside, *((3, 0, 1, 3) if is_narrow else (1, 1, 2, 1)))
        self._lines["bags"].setFont(theme.figure_font(figure / 5, bold=is_near))
        self._lines["needs"].setFont(theme.figure_font(figure / 4, bold=True))
        self._dots.setFont(theme.figure_font(figure / 5))
        self._dots.setVisible(not is_narrow)
        self._contract.setFont(theme.figure_font(figure / 2, bold=True))
        for label in (self._contract, self._contract_caption):
            label.setVisible(shows_contract)

    def show_match(self, match: Match, *, is_time_asked: bool = False) -> None:
        """Show this side as the match stands.

        `is_time_asked`: time ran out between hands, and it isn't answered yet whether cards were
        dealt.
        """
        side, board = self._side, match.board
        teams = match.head_of_hand().teams
        name = names.name_of_side(teams, side)
        players = " · ".join(names.name_of_seat(teams, seat) for seat in (side, side + 2))
        if name != self._name.text():
            self._name.setText(name)
            font = text_font(20, bold=True)
            self._name.setFont(font)
            # The players get the room that a short name leaves.
            self._name.setMaximumWidth(QFontMetrics(font).horizontalAdvance(name) + theme.px(2))
        self._players.setText(players)
        self.total = format_number(board.score[side])
        limit, near = match.rules.bags.limit, is_near_bag_limit(match, side)
        for widget in (self._dots, self._lines["bags"]):
            theme.set_style_property(widget, "tone", "warn" if near else "")
        has_dots = limit is not None and limit <= MAX_BAG_DOTS
        full = min(board.bags[side], limit or 0)
        dots = "● " * full + "○ " * ((limit or 0) - full) if has_dots else ""
        self._dots.show_texts(dots.strip(), "")
        won = board.end is not None and board.end.winner == side
        theme.set_style_property(self._lines["needs"], "tone", "good" if won else "")
        needs = points_to_win_text(match, side, is_time_asked=is_time_asked)
        brief = brief_points_to_win_text(match, side, is_time_asked=is_time_asked)
        more = further_deciding_texts(match, side)
        self._contract.setText(contract_text(match, side))
        contract = T("contract {n}", n=self._contract.text()) if self._contract.text() else None
        whole = str(T("won")) if won else join_parts(map(str, filter(None, (needs, *more))))
        bags, warning = bag_count_text(match, side), str(bag_count_and_warning_text(match, side))
        sign = "▲ " * near
        self._lines["bags"].show_texts(sign + warning, sign + str(bags))
        lines = (join_parts(map(str, filter(None, (needs, *more[:1])))), str(needs), str(brief))
        self._lines["needs"].show_texts(*(("✓ " + whole,) if won else lines if needs else ("",)))
        self.parts["total"].setText(self.total)
        told = {"total": self.total, "needs": join_parts(filter(None, (warning, whole)))}
        for part, text in told.items():
            self.parts[part].setAccessibleName(str(T("{team}: {what}", team=name, what=text)))
            self.parts[part].setToolTip(text)
        needed = join_parts(filter(None, (whole, "" if contract is None else str(contract))))
        self.setAccessibleName(name)
        self.setToolTip("\n".join(filter(None, (name, players, warning, needed))))
        self.setAccessibleDescription(
            str(
                T(
                    "{players}. {total} points. {bags}. {needs}",
                    players=players,
                    total=self.total,
                    bags=warning,
                    needs=needed,
                )
            )
        )
