"""The question how to go on after a corrected result, with a button for each possible repair."""

from __future__ import annotations

import textwrap
from collections.abc import Iterable
from functools import partial
from typing import Final

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeySequence, QShortcut
from PySide6.QtWidgets import QFrame, QPushButton, QWidget

from scorepad.desk.result_correction import REPAIRS, Repair, ResultCorrection
from scorepad.events.seating import moved_team_count_texts, seat_change_count_texts
from scorepad.spades.words import T, Text, join_as_sentences, join_with_commas
from scorepad.window.widgets import controls, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.widgets.size_class import WindowSizeClass, width_class
from scorepad.window.widgets.two_line_list import KeyedList, TwoLineText

COUNT_AFTER: Final = 200  # ms
"""The moves are counted after so long without typing."""
MOST_PERCENT: Final = 35
"""The texts, or the list in their place, take at most so much of the window's height."""
BUTTON_LINE: Final = 20
"""In a narrow window a line of a button has at most so many characters."""

TEXTS: Final[dict[Repair, tuple[Text, Text]]] = {
    "keep": (T("Keep the rounds"), T("The rounds stay as they are.")),
    "pair-again": (
        T("Pair unstarted matches again"),
        T("Matches that haven't started are paired again; the others stay as they are."),
    ),
    "replay": (
        T("Play the affected matches again"),
        T("All affected matches are paired again; the old ones no longer count."),
    ),
}
"""The button of each repair, and its effect."""


class RepairRoundsPrompt(QFrame):
    """The changes of a correction in later rounds, with a button for each repair; else hidden."""

    chosen = Signal(str)
    """The user chooses this `Repair`."""
    closed = Signal()
    """The user closes the question without an answer."""

    def __init__(self) -> None:
        super().__init__()
        self.correction: ResultCorrection | None = None
        """The correction that is shown, and not answered yet."""
        self.setProperty("kind", "card")
        self._message = controls.MessageLabel()
        self._counts = controls.label("", wrap=True)
        # The counts come later than the buttons, and must not move them.
        self._most_counts = controls.label("", wrap=True)
        keeps_room = self._most_counts.sizePolicy()
        keeps_room.setRetainSizeWhenHidden(True)
        self._most_counts.setSizePolicy(keeps_room)
        self._most_counts.setVisible(False)
        self._late = QWidget()
        grid = layouts.set_grid(self._late, across=Gap.NONE)
        for each in (self._most_counts, self._counts):
            grid.addWidget(each, 0, 0, Qt.AlignmentFlag.AlignTop)
        self._moves = KeyedList(T("New seats"))
        self._moves.setVisible(False)
        self._list = controls.button(T("New seats…"), self._toggle_moves)
        self._soon = controls.single_shot_timer(self, self._count_moves, COUNT_AFTER)
        self._buttons = {repair: self._button(repair) for repair in REPAIRS}
        cancel = controls.button(T("Cancel"), self.cancel)
        row = *self._buttons.values(), self._list, cancel, None
        self._button_row = layouts.row(*row, wraps=True)
        self._texts = QWidget()
        texts = layouts.column(self._message, self._late)
        scrolling.ScrolledColumn(self._texts, texts, most_percent=MOST_PERCENT)
        layouts.set_column(self, self._texts, self._moves, self._button_row, margin=Gap.CONTROLS)
        self.setVisible(False)
        escape = QShortcut(QKeySequence(Qt.Key.Key_Escape), self)
        escape.setContext(Qt.ShortcutContext.WidgetWithChildrenShortcut)
        escape.activated.connect(self.cancel)

    def _button(self, repair: Repair) -> QPushButton:
        title, explanation = (str(text) for text in TEXTS[repair])
        press = partial(self.chosen.emit, repair)
        button = controls.button(title, press, name=title, tip=explanation)
        button.setAccessibleDescription(explanation)
        return button

    def show_correction(self, correction: ResultCorrection | None) -> None:
        """Show the changes of this correction; hide without any."""
        effects = () if correction is None else correction.effects
        repairs = () if correction is None else correction.possible_repairs
        self.correction = correction if repairs else None
        lines = [join_as_sentences([text]) for text in effects]
        self._message.say("\n".join(lines), "warn")
        for repair, button in self._buttons.items():
            button.setVisible(repair in repairs)
            title = str(TEXTS[repair][0])
            is_narrow = width_class(self) == WindowSizeClass.SMALL
            title = textwrap.fill(title, BUTTON_LINE) if is_narrow else title
            controls.name_button(button, title, "plain")
        self._counts.setText("")
        self._late.setVisible(len(repairs) > 1)
        self._reserve_counts()
        self._show_moves(False)
        self._list.setVisible(len(repairs) > 1)
        self.setVisible(bool(repairs))
        if len(repairs) > 1:
            self._soon.start()
        else:
            self._soon.stop()

    def _reserve_counts(self) -> None:
        correction = self.correction
        if correction is None:
            return
        teams = len(correction.after.register.teams)
        texts = [*seat_change_count_texts(teams, teams, teams, would_move=True)]
        repairs = correction.possible_repairs[1:]
        self._most_counts.setText("\n".join(_count_line(each, texts) for each in repairs))

    def _count_moves(self) -> None:
        correction = self.correction
        if correction is None:
            return
        lines = []
        for repair in correction.possible_repairs[1:]:
            after = correction.event_after_repair(repair).overview
            moves = correction.moves_with_repair(repair)
            texts = list(moved_team_count_texts(moves, after, would_move=True)) or [
                T(
                    "the pairings stay the same, because the matches that have started leave "
                    "no other choice"
                )
            ]
            lines.append(_count_line(repair, texts))
        self._counts.setText("\n".join(lines))

    def _toggle_moves(self) -> None:
        correction = self.correction
        if correction is None or self._moves.isVisible():
            self._list.setFocus()
            self._show_moves(False)
            return
        rows = []
        for repair in correction.possible_repairs[1:]:
            after = correction.event_after_repair(repair)
            for move in correction.moves_with_repair(repair):
                text = str(move.text(after.overview))
                where = controls.capitalize(after.overview.round_text(move.round))
                row = TwoLineText(text, str(TEXTS[repair][0]), where)
                rows.append((f"{repair} {move.round} {move.team}", row))
        self._moves.show_rows(rows)
        self._show_moves(True)
        self._moves.setFocus()

    def _show_moves(self, is_shown: bool) -> None:
        """Show the list of moves in the place of the texts."""
        most = self.window().height() * MOST_PERCENT // 100
        self._moves.setMinimumHeight(min(theme.em(10), most))
        self._texts.setVisible(not is_shown)
        self._moves.setVisible(is_shown)

    def focus_starting_widget(self) -> None:
        """Put the focus on the first repair, with all of them in sight."""
        self._buttons["keep"].setFocus()
        scrolling.bring_into_sight(self._button_row)

    def cancel(self) -> None:
        """Hide the question; nothing is recorded."""
        self.show_correction(None)
        self.closed.emit()


def _count_line(repair: Repair, texts: Iterable[Text]) -> str:
    return f"{TEXTS[repair][0]}: {join_with_commas(list(texts))}."
