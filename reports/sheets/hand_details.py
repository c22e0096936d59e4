"""What stands beneath a hand's line: corrected values, penalties and nils of each side, notes.

Each side's own details stand in its columns.  The notes concern both sides: why a hand does not
count, what the supervisor overrode, when time was called.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import NamedTuple

import msgspec

from reports.sheets.columns import PILL_HEIGHT, SideColumns
from reports.sheets.rows import HandRow, RemarkRow
from reports.sheets.sheet import VOIDING_TEXTS, Sheet
from reports.typeset.line_breaking import Lines, space_lines, wrap_text
from reports.typeset.pen import MIN_LETTER_SIZE, Pen
from reports.typeset.shaping import ShapedLine, shape
from reports.typeset.table import Ink, Rectangle, TextLine
from scorepad.spades.board import HAND_STATES, PointsLine
from scorepad.spades.marks import EXTRA_HAND, Mark, bids_text, mark_of_points_line
from scorepad.spades.words import T, Text, format_change

PILL_MARGIN = 5.0  # points
"""How much wider than its word a black pill is, measured from where the word begins."""
FACT_GAP = 9.0  # points
SIGN_SIZE, SIGN_WIDTH = 1.3, 1.15
"""The size of a sign, and the room it takes, as shares of the type size behind it."""
MAX_REASON_LINES = 3
"""A reason of more lines than this stands in the remarks, and the hand only points there."""
FACT_TEXTS: dict[str, Text] = {
    "nil": T("nil {points}"),
    "blind-nil": T("blind nil {points}"),
    "bag-penalty": T("bags {points}"),
    "ruling": T("ruling {points}"),
    "failed-nil-tricks": T("failed nil\u2019s tricks {points}"),
    "big-bid": T("big bid {points}"),
    "blind-bid": T("blind bid {points}"),
    "boston": T("Boston {points}"),
    "first-hand": T("first hand {points}"),
    "talk": T("table talk {points}"),
}
"""The score lines that stand beneath a hand.  The reader sees the others in the hand itself."""
DRAW_SIGN: dict[Mark, Callable[[Pen, float, float, float], float]] = {
    "nil-made": Pen.tick,
    "nil-failed": Pen.cross,
    "bag-penalty": Pen.penalty_triangle,
    "renege": Pen.offense_flag,
}
"""The signs of the marks as they are drawn.  Any copy keeps them apart."""


class OutcomeWord(NamedTuple):
    """How a side's hand ended, as a word.  A `pill` is white on black, so that a reader sees it
    at once; the word is "" where the outcome is not known."""

    word: str
    pill: bool

    @property
    def line(self) -> ShapedLine:
        """Return the word as it is set."""
        return shape(self.word, self.pill)

    def inks(self, x: float, size: float, below: float = 0.0) -> list[Ink]:
        """Return the word, beginning at `x`, with its pill behind it."""
        if not self.pill:
            return [TextLine(x, self.line, size, below)] if self.word else []
        wide = self.line.width_at(size) + PILL_MARGIN + 2
        return [
            Rectangle(x - 2, size * 0.89 - below, wide, size * PILL_HEIGHT, radius=2),
            TextLine(x + 1.5, self.line, size, below, white=True),
        ]


class MarkSignInk(msgspec.Struct, frozen=True):
    """The sign of a mark."""

    mark: Mark
    x: float
    size: float
    below: float

    def draw(self, pen: Pen, base: float) -> None:
        DRAW_SIGN[self.mark](pen, self.x, base + self.below, self.size)


class FactBeneathHand(NamedTuple):
    """A short fact beneath a hand: its mark, if it has one, and the words behind it.  They are as
    large as the hand's own numbers, and not bold, because a copy fills small bold letters."""

    mark: Mark | None
    text: str
    pill: bool = False


class HandDetail(msgspec.Struct, frozen=True):
    """What stands on a line `depth` points below a hand's baseline.  Its `side` is None where it
    concerns both."""

    depth: float
    inks: Sequence[Ink]
    side: int | None


class PlacedValueBeforeCorrection(NamedTuple):
    """A value before its correction: where it begins, what it says, its type size.  It is not
    struck through, because a copy of a struck 3 reads as an 8."""

    x: float
    text: str
    size: float


class HandDetails:
    """Finds what stands beneath a hand, and at which depth."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grid = sheet.grid
        self.type = sheet.grid.type

    def details_of_hand(
        self, pair: tuple[HandRow, HandRow], moved_down: Sequence[OutcomeWord | None]
    ) -> list[HandDetail]:
        """Return all details of a hand.  `moved_down` has an outcome for each side whose line
        has no room for it."""
        line_height, small = self.type.detail, self.type.small
        details: list[HandDetail] = []
        last_lines = []
        for row, outcome in zip(pair, moved_down, strict=True):
            olds = self._old_values(row)
            details += [
                HandDetail(line_height, [TextLine(x, was, size, line_height)], row.side)
                for x, was, size in olds
            ]
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
        # Where only side 1 has details, a short note stands on their left.
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

    # What one side has beneath its line.

    def _old_values(self, row: HandRow) -> list[PlacedValueBeforeCorrection]:
        """Return the first bids and tricks, below those that a correction put in their place."""
        notes, column = self.sheet.tables.cell_notes[row.hand, row.side], self.grid.sides[row.side]
        values: list[PlacedValueBeforeCorrection] = []
        if not (notes.bid_was or notes.took_was):
            return values
        for x, to, text in (
            (column.left, column.took, bids_text(notes.bid_was)),
            (column.took, column.points, notes.took_was),
        ):
            if text:
                was = str(T("was {value}", value=text))
                size = min(self.type.small, (to - x - 4) / shape(was).width_at(1))
                values.append(PlacedValueBeforeCorrection(x, was, size))
        return values

    def _fact_lines(
        self, row: HandRow, outcome: OutcomeWord | None, beside: float
    ) -> list[list[FactBeneathHand]]:
        """Return the facts of one side, in lines that fit its columns; the first has only the room
        `beside` old values."""
        facts = [
            FactBeneathHand(mark_of_points_line(line.what, line.points), text)
            for line in self.sheet.tables.scored[row.hand, row.side]
            if (text := self._fact_text(line))
        ]
        if outcome is not None and outcome.word:
            facts.insert(0, FactBeneathHand(None, outcome.word, outcome.pill))
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

    def _fact_text(self, line: PointsLine) -> str:
        if line.what not in FACT_TEXTS and line.what != "renege":
            return ""
        if line.what == "failed-nil-tricks" and not line.points and not line.bags:
            return ""
        points = format_change(line.points)
        if line.what in FACT_TEXTS:
            return str(T(FACT_TEXTS[line.what].one, points=points))
        if line.points > 0:
            return str(T("other side\u2019s renege {points}", points=points))
        if line.points < 0:
            return str(T("set by a renege {points}", points=points))
        return str(line.why)

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
        """Yield each note, and the shorter one that replaces it where the notes are too long."""
        sheet = self.sheet
        state = HAND_STATES[row.status].remark
        if row.extra:
            yield (str(EXTRA_HAND),) * 2
        time = sheet.tables.time
        if time.within == row.hand and row.status != "void":
            yield (str(time.note_text(sheet.format_near_moment)),) * 2
        remarks = [each for each in sheet.tables.remarks if each.hand == row.hand]
        if row.status == "void":
            why = sheet.why_void(row.hand) or str(state)
            cause = next((each for each in remarks if each.kind in VOIDING_TEXTS), None)
            short = why
            if cause is not None and cause.now:
                what = sheet.void_cause_text(cause)
                short = str(T("void, {what}: {why}", what=what, why=self._point_to_remark(cause)))
            yield why, short
        if row.status == "after-end":
            yield (str(state),) * 2
        if row.status == "lost":
            teams = self._losers(row.hand)
            talk = next((each for each in remarks if each.kind == "talk"), None)
            see = self._point_to_remark(talk) if talk is not None else teams
            yield (
                str(T("lost to a penalty: {teams}", teams=teams)),
                str(T("lost to a penalty: {teams}", teams=see)),
            )
        for each in remarks:
            if each.kind == "override":
                yield (
                    str(T("override: {why}", why=each.why)),
                    str(T("override: {why}", why=self._point_to_remark(each))),
                )
        refs = sheet.remark_letters_of_hand(row.hand)
        if shape(refs).width_at(MIN_LETTER_SIZE) > self.remark_letters_width(row.hand):
            yield (str(T("remarks {letters}", letters=refs)),) * 2

    def _point_to_remark(self, remark: RemarkRow) -> str:
        """Point to a remark by its letter."""
        return str(T("see {letter} below", letter=self.sheet.remark_letters[remark.entry]))

    def _losers(self, hand: int) -> str:
        """Return the teams that lost the hand by table talk.

        Where no side lost it, return the teams that talked.
        """
        sheet = self.sheet
        talked = [r.now for r in sheet.tables.remarks if r.hand == hand and r.kind == "talk"]
        lost = [
            sheet.team_name(side)
            for side in (0, 1)
            if any(line.what == "lost-hand" for line in sheet.tables.scored[hand, side])
        ]
        return ", ".join(lost or talked) or "\u2013"


def _room_beside(
    olds: Sequence[PlacedValueBeforeCorrection], column: SideColumns
) -> tuple[float, float]:
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
            inks += OutcomeWord(fact.text, True).inks(x + 2, size, below)
        else:
            at = x
            if fact.mark:
                inks.append(MarkSignInk(fact.mark, x, size * SIGN_SIZE, below))
                at += size * SIGN_WIDTH
            inks.append(TextLine(at, fact.text, size, below))
        x += _fact_width(fact, size) + (2 if fact.pill else 0)
    return inks


def _fact_width(fact: FactBeneathHand, size: float) -> float:
    if fact.pill:
        return shape(fact.text, True).width_at(size) + PILL_MARGIN + FACT_GAP
    mark = size * SIGN_WIDTH if fact.mark else 0
    return shape(fact.text).width_at(size) + mark + FACT_GAP
