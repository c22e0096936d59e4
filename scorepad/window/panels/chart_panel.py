"""A panel draws the line of the score over the hands, for windows too narrow to have it beside the
sheet."""

from __future__ import annotations

from scorepad.spades.match import Match
from scorepad.spades.words import T
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.widgets import controls
from scorepad.window.widgets.score_chart import ScoreChart, ScoreChartData
from scorepad.window.wording import names

LEAST = 120
"""The line's least height here, in pixels at the usual text size."""


def running_totals(match: Match) -> tuple[list[int], list[int]]:
    """Return both sides' totals from before the first hand to now; a ruling counts with the hand
    that it follows."""
    lines: tuple[list[int], list[int]] = ([0], [0])
    board = match.board
    for side, line in enumerate(lines):
        after = {0: 0}
        for each in board.adjustments:
            if each.side == side:
                after[each.after_hand] = after.get(each.after_hand, 0) + each.points
        line[0] = after[0]
        for hand in board.hands:
            if hand.is_counted:
                line.append(hand.score[side])
            if hand.status != "in-progress":
                line[-1] += after.get(hand.number, 0)
    return lines


def scored_hands(match: Match) -> list[int]:
    """Return the numbers that the scored hands have on the sheet."""
    return [hand.number for hand in match.board.hands if hand.is_counted]


def score_chart_data(match: Match) -> ScoreChartData:
    """Return the data of a match for the score chart."""
    teams = match.head.teams
    return ScoreChartData(
        running_totals(match),
        scored_hands(match),
        match.rules.game.target,
        (names.name_of_side(teams, 0), names.name_of_side(teams, 1)),
    )


class ScoreChartPanel(Panel):
    """Both totals over the hands, as a chart and in words."""

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("Score chart"), context)
        self.line = ScoreChart(tall=LEAST, beside_sheet=False)
        self.add_stretching_widget_above_body(self.line)
        self._explanation = controls.label("", wrap=True)
        self.add(self._explanation)
        self.add_button(T("Close"), self.close_panel)
        self.refresh()

    def refresh(self) -> None:
        self.line.show_totals(score_chart_data(self.table.match))
        shown = self.line.has_enough_hands
        self.line.setVisible(shown)
        early = str(T("The chart appears once two hands are scored."))
        self._explanation.setText(self.line.toolTip() if shown else early)
