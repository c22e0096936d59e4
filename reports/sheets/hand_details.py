"""The details beneath a hand's line: corrected values, penalties and nils of each side, notes.

Each side's own details are in its columns.  The notes concern both sides: voided hands, overrides,
time calls.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from reports.sheets.columns import PILL_HEIGHT, SideColumns
from reports.sheets.hand_facts import FactBeneathHand, facts_beneath_hand, notes_of_hand
from reports.sheets.rows import HandRow
from reports.sheets.sheet import Sheet
from reports.typeset.line_breaking import Lines, space_lines, wrap_text
from reports.typeset.pen import MIN_LETTER_SIZE, Pen, SignShape
from reports.typeset.shaping import shape
from reports.typeset.table import Ink, PenMark, Rectangle, TextLine
from scorepad.spades.marks import Mark, bids_text
from scorepad.spades.words import T

PILL_MARGIN = 5.0  # points
"""How much wider than its word a black pill is, measured from where the word begins."""
FACT_GAP = 9.0  # points
SIGN_SIZE, SIGN_WIDTH = 1.3, 1.15
"""The size of a sign, and the room it takes, as shares of the type size behind it."""
MAX_REASON_LINES = 3
"""A longer reason is in the remarks, and the hand only points there."""
SIGN_SHAPES: dict[Mark, tuple[SignShape, ...]] = {
    "nil-made": ((False, ((0.02, 0.34), (0.22, 0.1), (0.6, 0.62))),),
    "nil-failed": (
        (False, ((0.04, 0.08), (0.5, 0.6))),
        (False, ((0.04, 0.6), (0.5, 0.08))),
    ),
    "bag-penalty": ((True, ((0.02, 0.56), (0.56, 0.56), (0.29, 0.06))),),
    "renege": (
        (False, ((0.08, -0.06), (0.08, 0.68))),
        (True, ((0.08, 0.72), (0.58, 0.51), (0.08, 0.3))),
    ),
}
"""The signs of the marks: a tick, a cross, a triangle that points down, a flag.  Any copy keeps
them apart."""


def outcome_inks(outcome: FactBeneathHand, x: float, size: float, below: float = 0.0) -> list[Ink]:
    """Return how a side's hand ended, beginning at `x`, with its pill behind it."""
    line = shape(outcome.text, outcome.pill)
    if not outcome.pill:
        return [TextLine(x, line, size, below)] if outcome.text else []
    wide = line.width_at(size) + PILL_MARGIN + 2
    return [
        Rectangle(x - 2, size * 0.89 - below, wide, size * PILL_HEIGHT, radius=2),
        TextLine(x + 1.5, line, size, below, white=True),
    ]


class HandDetail(msgspec.Struct, frozen=True):
    """A line `depth` points below a hand's baseline.  Its `side` is None if it concerns both."""

    depth: float
    inks: Sequence[Ink]
    side: int | None


class HandDetails:
    """Finds the details beneath a hand, and their depths."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grid = sheet.grid
        self.type = sheet.grid.type

    def details_of_hand(
        self, pair: tuple[HandRow, HandRow], moved_down: Sequence[FactBeneathHand | None]
    ) -> list[HandDetail]:
        """Return all details of a hand.  `moved_down` has the outcome of each side without room for
        it on its line."""
        line_height, small = self.type.detail, self.type.small
        details: list[HandDetail] = []
        last_lines = []
        for row, outcome in zip(pair, moved_down, strict=True):
            olds = self._old_values(row)
            details += [HandDetail(line_height, [old], row.side) for old in olds]
            column = self.grid.sides[row.side]
            x, beside = _room_beside(olds, column)
            lines = self._fact_lines(row, outcome, beside)
            for at, facts in enumerate(lines, 1):
                below = line_height * at
                inks = _fact_inks(facts, x, column.width, self.type.size, below)
                details.append(HandDetail(below, inks, row.side)) if facts else None
                x = column.left
            last_lines.append(len(lines) if lines != [[]] else bool(olds))
        notes = self._notes(pair[0])
        # If only side 1 has details, a short note is on their left.
        room = self.grid.sides[1].left - self.grid.dealer - 8
        beside = (
            not last_lines[0] and len(notes.lines) == 1 and last_lines[1] and notes.width < room
        )
        under = line_height * (1 if beside else max(last_lines) + 1)
        for at, line in enumerate(notes.lines):
            depth = under + notes.baseline(at) - notes.baseline(0)
            ink = TextLine(self.grid.dealer, line, small, depth)
            details.append(HandDetail(depth, [ink], None))
        return details

    def remark_letters_width(self, hand: int) -> float:
        """Return the room for the letters of remarks between a hand's number and its dealer, in
        points."""
        return self.grid.dealer - self.grid.left - shape(str(hand)).width_at(self.type.size) - 3

    # The details of one side.

    def _old_values(self, row: HandRow) -> list[TextLine]:
        """Return the first bids and tricks, below those that a correction put in their place.  They
        are not struck through, because a copy of a struck 3 reads as an 8."""
        notes, column = self.sheet.tables.cell_notes[row.hand, row.side], self.grid.sides[row.side]
        values: list[TextLine] = []
        if not (notes.bid_was or notes.took_was):
            return values
        for x, to, text in (
            (column.left, column.took, bids_text(notes.bid_was)),
            (column.took, column.points, notes.took_was),
        ):
            if text:
                was = str(T("was {value}", value=text))
                size = min(self.type.small, (to - x - 4) / shape(was).width_at(1))
                values.append(TextLine(x, was, size, self.type.detail))
        return values

    def _fact_lines(
        self, row: HandRow, outcome: FactBeneathHand | None, beside: float
    ) -> list[list[FactBeneathHand]]:
        """Return the facts of one side, in lines that fit its columns; the first has only the room
        `beside` old values."""
        facts = facts_beneath_hand(self.sheet.tables, row)
        if outcome is not None and outcome.text:
            facts.insert(0, outcome)
        width = self.grid.sides[row.side].width
        lines: list[list[FactBeneathHand]] = [[]]
        room = beside
        for fact in facts:
            need = _fact_width(fact, self.type.size)
            if need > room and (lines[-1] or (beside < width and len(lines) == 1)):
                lines.append([])
                room = width
            lines[-1].append(fact)
            room -= need
        return lines

    # The notes, which concern both sides.

    def _notes(self, row: HandRow) -> Lines:
        """Return the notes of a hand.  Where they are long, they point to the remarks instead."""
        notes = list(self._note_texts(row))
        lines = self._note_lines([full for full, _ in notes])
        if len(lines.lines) > MAX_REASON_LINES:
            lines = self._note_lines([short for _, short in notes])
        return lines

    def _note_lines(self, notes: Sequence[str]) -> Lines:
        width = self.grid.right - self.grid.dealer
        lines = list(wrap_text(" \u00b7 ".join(notes), width, self.type.small)) if notes else []
        return space_lines(lines, self.type.small, self.type.detail)

    def _note_texts(self, row: HandRow) -> Iterator[tuple[str, str]]:
        yield from notes_of_hand(self.sheet, row)
        refs = self.sheet.remark_letters_of_hand(row.hand)
        if shape(refs).width_at(MIN_LETTER_SIZE) > self.remark_letters_width(row.hand):
            yield (str(T("remarks {letters}", letters=refs)),) * 2


def _room_beside(olds: Sequence[TextLine], column: SideColumns) -> tuple[float, float]:
    """Return where facts begin on the line of the old values, and the room that these leave."""
    places = {old.x for old in olds}
    if not places:
        return column.left, column.width
    if places == {column.left}:
        return column.took, column.right - column.took
    return column.left, column.took - column.left if places == {column.took} else 0.0


def _fact_inks(
    facts: Sequence[FactBeneathHand], x: float, width: float, size: float, below: float
) -> list[Ink]:
    """Return facts side by side, so many points below the hand's baseline."""
    if len(facts) == 1:  # one that is too wide has a line of its own
        size *= min(1.0, width / _fact_width(facts[0], size))
    inks: list[Ink] = []
    for fact in facts:
        if fact.pill:
            inks += outcome_inks(fact, x + 2, size, below)
        else:
            at = x
            if fact.mark:
                inks.append(PenMark(Pen.sign, x, below, (size * SIGN_SIZE, SIGN_SHAPES[fact.mark])))
                at += size * SIGN_WIDTH
            inks.append(TextLine(at, fact.text, size, below))
        x += _fact_width(fact, size) + (2 if fact.pill else 0)
    return inks


def _fact_width(fact: FactBeneathHand, size: float) -> float:
    if fact.pill:
        return shape(fact.text, True).width_at(size) + PILL_MARGIN + FACT_GAP
    mark = size * SIGN_WIDTH if fact.mark else 0
    return shape(fact.text).width_at(size) + mark + FACT_GAP
