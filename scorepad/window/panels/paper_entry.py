"""A match is typed here from its paper sheet, one hand a line (see `desk/paper_entry.py`).

Every line is read as it is typed; the totals after it are beside it, to be compared with the
paper, and its mistake below it.  The button records the lines, entry by entry; a line that is
recorded leaves the draft.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

import msgspec
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QWidget

from scorepad.desk.actions import action
from scorepad.desk.paper_entry import TypedPaperLine, parse_paper_lines, unrecorded_lines
from scorepad.spades.entries import Clock
from scorepad.spades.refusal import Refused
from scorepad.spades.scoring import SEATING
from scorepad.spades.words import N, T, Text, format_number, join_as_sentences
from scorepad.window.panels.panel import Panel, PanelContext
from scorepad.window.widgets import controls, inputs, layouts, scrolling, theme
from scorepad.window.widgets.density import Gap
from scorepad.window.wording import names

LONGEST: Final = 4000
TOTAL: Final = 78
"""The width of a side's totals, in pixels at the usual text size."""
GRAMMAR: Final = (
    T(
        "T, J, Q and K are 10 to 13, N is nil, and B is blind nil. If each team has one bid, "
        "type both bids, a slash and the first team's tricks: 6, 5 / 7"
    ),
    T(
        "For a team with a nil, type both partners' tricks: 4 3, n 5 / 7 0. You can leave out "
        "the last number."
    ),
    T("Or type one team at a time, in the order of the boxes on a paper sheet: 4 3 / 7, n 5 / 0 6"),
    T("If the rules don't allow a bid, end the line with ! and the reason."),
    T(
        "If the paper starts with a score, begin the first line with =, then type each team's "
        "score and bags, and a reason: = 120 3, 85 1 began on paper"
    ),
)
PLAYED_BEFORE: Final = T(
    "If these hands were played earlier, pause the clock or correct it with “{action}”",
    action=action("clock-add").title,
)
"""The notice after hands from paper have started the clock."""


class PaperLinesDraft(msgspec.Struct, frozen=True):
    """The draft keeps the lines, and how many entries the log had where they begin."""

    begun: int
    lines: tuple[str, ...]


class PaperHandLineRow(QWidget):
    """A row has a hand's number, its line of text, the totals after it, and its mistake."""

    def __init__(self) -> None:
        super().__init__()
        self.hand = controls.label("", "caption")
        self.hand.setFixedWidth(theme.em(1.3))
        self.edit = inputs.line_edit(max_length=LONGEST)
        self.edit.setFont(theme.figure_font(16))
        self.edit.setMinimumWidth(theme.em(6))
        self.totals = [controls.label(""), controls.label("")]
        for total in self.totals:
            total.setFixedWidth(theme.px(TOTAL))
            total.setFont(theme.figure_font(16, bold=True))
            total.setAlignment(Qt.AlignmentFlag.AlignRight | Qt.AlignmentFlag.AlignVCenter)
        self.message = controls.MessageLabel()
        column = layouts.set_column(self, spacing=Gap.LINES)
        column.addWidget(
            layouts.row(self.hand, (self.edit, 1), *((total, 0) for total in self.totals))
        )
        column.addWidget(self.message)

    def show_line(self, place: int, line: TypedPaperLine, teams: Sequence[str]) -> None:
        """Show how the line was read; `place` is its place among the lines."""
        self.hand.setText(str(line.hand) if line.hand else "")
        spoken = []
        for side, total in enumerate(self.totals):
            if line.score is None or line.bags is None:
                total.setText("…" if line.open and not side else "")
                continue
            score, bags = format_number(line.score[side]), format_number(line.bags[side])
            total.setText(str(T("{total} ({bags})", total=score, bags=bags)))
            spoken.append(
                str(T("{team} {total}, bags {bags}", team=teams[side], total=score, bags=bags))
            )
        name = str(T("Line {n}", n=place + 1))
        if line.hand:
            name = str(T("Line {n}, hand {hand}", n=place + 1, hand=line.hand))
        self.edit.setAccessibleName(name)
        self.edit.setAccessibleDescription("; ".join(spoken))
        theme.set_style_property(self.edit, "tone", "bad" if line.problem is not None else "")
        if line.problem is not None:
            self.message.say(line.problem, "bad")
        elif line.waiting:
            self.message.say(T("waiting for the line above"), "note")
        else:
            self.message.say("\n".join(str(text) for text in line.warnings), "warn")


class PaperEntryPanel(Panel):
    """This panel takes the lines of a paper sheet."""

    WIDTH = 560
    TYPED = PaperLinesDraft

    def __init__(self, context: PanelContext) -> None:
        super().__init__(T("From paper"), context)
        table = self.table
        self._begun = len(table.match.log)
        self._recording = False
        self.rows: list[PaperHandLineRow] = []
        self._order = controls.label("", "strong", wrap=True)
        self.add(self._order)
        self._heads = [controls.label("", "caption"), controls.label("", "caption")]
        for head in self._heads:
            head.setFixedWidth(theme.px(TOTAL))
            head.setAlignment(Qt.AlignmentFlag.AlignRight)
        typed = controls.label(T("One hand per line"), "caption")
        self.add(layouts.row((typed, 1), *((head, 0) for head in self._heads)))
        self._lines = QWidget()
        self._column = layouts.set_column(self._lines)
        self.add(self._lines)
        grammar = "\n".join(str(text) for text in GRAMMAR)
        self.add(layouts.card(controls.label(grammar, "caption", wrap=True)))
        self.add_button(T("Close"), self.close_panel)
        self.record_button = self.add_button(T("Record"), self.record_lines, kind="primary")
        self.reading = parse_paper_lines(table.match, [])
        self._show_lines([""])
        self.show_reading()

    def fill(self, typed: PaperLinesDraft) -> None:
        self._show_lines(unrecorded_lines(self.table.match, typed.begun, typed.lines) or [""])
        self.show_reading()

    def typed(self) -> PaperLinesDraft | None:
        lines = tuple(self.lines)
        return PaperLinesDraft(self._begun, lines) if any(line.strip() for line in lines) else None

    # Lines.

    @property
    def lines(self) -> list[str]:
        """The lines as they are typed."""
        return [row.edit.text() for row in self.rows]

    def _show_lines(self, lines: Sequence[str]) -> None:
        while len(self.rows) > len(lines):
            self._drop(self.rows[-1])
        for place, text in enumerate(lines):
            if place == len(self.rows):
                self._insert(place)
            if self.rows[place].edit.text() != text:
                self.rows[place].edit.setText(text)
            if place < len(lines) - 1:
                self.rows[place].edit.setCursorPosition(0)

    def _insert(self, place: int) -> PaperHandLineRow:
        row = PaperHandLineRow()
        row.edit.textEdited.connect(lambda _text: self._typed())
        row.edit.returnPressed.connect(lambda: self._go(row, 1))
        row.edit.stepped.connect(lambda down: self._go(row, down))
        row.edit.emptied.connect(lambda: self._join(row))
        row.edit.several_pasted.connect(lambda text: self._paste(row, text.splitlines()))
        self.rows.insert(place, row)
        self._column.insertWidget(place, row)
        if place:
            QWidget.setTabOrder(self.rows[place - 1].edit, row.edit)
        return row

    def _drop(self, row: PaperHandLineRow) -> None:
        self.rows.remove(row)
        self._column.removeWidget(row)
        row.hide()
        row.deleteLater()

    def _go(self, row: PaperHandLineRow, by: int) -> None:
        place = self.rows.index(row) + by
        if place == len(self.rows):
            if not row.edit.text().strip():
                self.record_button.setFocus(Qt.FocusReason.TabFocusReason)
                return
            self._insert(place)
            self.show_reading()
        if place >= 0:
            self._to(self.rows[place])

    def _to(self, row: PaperHandLineRow) -> None:
        # As by Tab, the text would be selected, and the next key would replace it.
        row.edit.setFocus(Qt.FocusReason.OtherFocusReason)
        scrolling.bring_into_sight(row)

    def _join(self, row: PaperHandLineRow) -> None:
        place = self.rows.index(row)
        if place:
            self._drop(row)
            self._to(self.rows[place - 1])
            self._typed()

    def _paste(self, row: PaperHandLineRow, lines: list[str]) -> None:
        place = self.rows.index(row)
        row.edit.insert(lines[0])
        for step, text in enumerate(lines[1:], start=1):
            self._insert(place + step).edit.setText(text[:LONGEST])
        self._to(self.rows[place + len(lines) - 1])
        self._typed()

    def _typed(self) -> None:
        self.message.clear()
        self.keep_draft()
        self.show_reading()

    # Reading.

    def show_reading(self) -> None:
        """Read the lines, and show the totals after each."""
        match = self.table.match
        teams = [names.name_of_side(match.head.teams, side) for side in (0, 1)]
        for head, team in zip(self._heads, teams, strict=True):
            head.setText(names.shorten_name(team, 11))
            head.setToolTip(str(T("{team}: total (bags)", team=team)))
        players = [
            names.shorten_name(names.name_of_seat(match.head.teams, seat), 12) for seat in SEATING
        ]
        self._order.setText(
            str(
                T(
                    "Bids: {one}, {other} / tricks: {one}",
                    one=names.shorten_name(teams[0], 16),
                    other=names.shorten_name(teams[1], 16),
                )
                if match.rules.bidding.unit == "side"
                else T(
                    "Bids: {one} {two}, {three} {four} / tricks: {team}",
                    one=players[0],
                    two=players[1],
                    three=players[2],
                    four=players[3],
                    team=names.shorten_name(teams[0], 16),
                )
            )
        )
        self.reading = parse_paper_lines(match, self.lines)
        for place, (row, line) in enumerate(zip(self.rows, self.reading.lines, strict=True)):
            row.show_line(place, line, teams)
        ready = any(line.entries for line in self.reading.lines) and self.reading.problem is None
        self.record_button.setEnabled(ready)
        if ready and (effects := self.effects_of(self.reading.match)):
            self.message.say(join_as_sentences(map(str, effects)), "warn")
        hands, begun = self.reading.complete_hand_count, self.reading.open_hand_number
        if (wrong := self.reading.problem) is not None:
            # The line that is wrong may be out of sight.
            text = str(T("Line {n} isn't right yet", n=self.reading.lines.index(wrong) + 1))
        elif begun:
            text = str(
                N("Record {n} hand and the next bids", "Record {n} hands and the next bids", hands)
                if hands
                else T("Record the bids")
            )
        elif hands:
            text = str(N("Record {n} hand", "Record {n} hands", hands))
        else:
            text = str(T("Record"))
        self.record_button.setText(text)
        self.record_button.setAccessibleName(text)

    def refresh(self) -> None:
        """Read the lines again, as hands that follow the match as it is now."""
        if self._recording:
            return
        self._begun = len(self.table.match.log)
        self.keep_draft()
        self.show_reading()

    def focus_typing_start(self) -> None:
        self._to(self.rows[-1])

    # Recording.

    def record_lines(self) -> None:
        """Record line after line; where one is refused, it and those after it are kept."""
        self.show_reading()
        if self.reading.problem is not None:
            return
        done, notices = 0, dict[Text, None]()
        self._recording = True
        try:
            for line in self.reading.lines:
                for entry in line.entries:
                    recorded = self.table.record(entry)
                    notices.update(dict.fromkeys(recorded.notices))
                    if any(isinstance(each, Clock) for each in recorded.entries):
                        notices[PLAYED_BEFORE] = None
                done += 1
                self._begun = len(self.table.match.log)
                rest = tuple(self.lines[done:])
                left = (
                    PaperLinesDraft(self._begun, rest)
                    if any(text.strip() for text in rest)
                    else None
                )
                self.table.draft.keep(self._key, left)
        except Refused as refused:
            self._recorded_so_far(done)
            self.message.say(refused.text, "bad")
            return
        finally:
            self._recording = False
        if self.table.match.board.is_over:
            # The clock of a game that is over does not run.
            notices.pop(PLAYED_BEFORE, None)
        sentences = self._done()
        self._show_lines([""])
        self.notify(join_as_sentences(map(str, (*sentences, *notices))), "good")
        self.cancel()

    def _done(self) -> list[Text]:
        hands, begun = self.reading.complete_hand_count, self.reading.open_hand_number
        sentences: list[Text] = []
        if hands:
            sentences.append(
                N("{n} hand recorded from paper.", "{n} hands recorded from paper.", hands)
            )
        if begun:
            sentences.append(
                T("The bids for hand {hand} are recorded. Next, type its tricks.", hand=begun)
            )
        return sentences or [T("Starting score recorded from paper.")]

    def _recorded_so_far(self, done: int) -> None:
        left = unrecorded_lines(self.table.match, self._begun, self.lines[done:])
        self._begun = len(self.table.match.log)
        self._show_lines(left or [""])
        self.keep_draft()
        self.show_reading()
