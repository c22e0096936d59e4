"""One hand of the hand table: bids, tricks and totals of both sides, what the rule set made of it
beneath."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from typing import TypeAlias

import msgspec

from reports.cells import Cells, took_said
from reports.hand_notes import REFS, HandNotes
from reports.hand_places import GAP, Cell, placed, preferred
from reports.pagination import Block
from reports.pen import BLACK, HAIR, WHITE, Pen
from reports.rows import HandRow, LineRow
from reports.setting import Lines, fits
from reports.shaping import Line, missing_characters, shape
from reports.sheet import Sheet
from scorepad.spades.words import T, Text, number, signed

MINUS = "\u2212"
PLUS = " + "
"""Between what both partners bid or took."""
PILL = 5.0
"""How much wider than its word a black pill is, from the word's place on, in points."""
PILLED = "pill"
"""The mark of a word in a pill."""
MOST_BELOW = 6
"""Lines beneath a hand that stay on its page; of more so many do:"""
KEPT_BELOW = 3
FIVE = 5
"""Hands between two stronger rules, which keep the eye on its line."""

Chip: TypeAlias = tuple[str, str]
"""A mark (a name in `MARKS`, or none) and the words behind it."""

Old: TypeAlias = tuple[float, str, float]
"""A value that was corrected: where it begins, what it says, its type size."""

OUTCOMES: dict[str, Text] = {
    "void": T("void"),
    "after-end": T("after end"),
    "in-progress": T("in play"),
}
BIDS: dict[str, Text] = {"nil": T("nil"), "blind": T("blind")}
CHIPS: dict[str, Text] = {
    "nil": T("nil {points}"),
    "blind-nil": T("blind nil {points}"),
    "bag-penalty": T("bags {points}"),
    "ruling": T("ruling {points}"),
    "failed-nil-tricks": T("failed nil\u2019s tricks {points}"),
    "big-bid": T("big bid {points}"),
}
"""The score lines that are told beneath a hand; the others are seen in it."""


class Below(msgspec.Struct, frozen=True):
    """Something told so many points below a hand's baseline, and what draws it at a baseline."""

    depth: float
    draw: Callable[[Pen, float], None]


class HandLine:
    """Makes the blocks of one hand."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grid = sheet.grid
        self.words = sheet.words
        self.type = self.grid.type
        self.dealers = dealer_labels(sheet, self.grid.sides[0].left - self.grid.dealer - 6)
        self.places = {
            (row.hand, row.side): placed(self._cell(row), self.grid, self.type)
            for row in sheet.tables.hands
        }
        self.notes = HandNotes(sheet)
        self.outcome = preferred(self.places.values(), self.grid)

    def blocks(self, pair: tuple[HandRow, HandRow]) -> list[Block]:
        """A hand, its two rows; in one piece, unless very much is told beneath it."""
        below = self._below(pair)
        depths = sorted({each.depth for each in below})
        tall = self.type.rows(max(depths, default=0.0) / self.type.detail)
        edges = [0.0, tall]
        if len(depths) > MOST_BELOW:
            lines = depths[KEPT_BELOW:]
            edges[1:1] = [self.type.base + depth - self.type.detail * 0.8 for depth in lines]
        last = len(edges) - 2
        return [
            self._block(pair, below, top, foot, joined=0 < at == last)
            for at, (top, foot) in enumerate(pairwise(edges))
        ]

    def _block(
        self,
        pair: tuple[HandRow, HandRow],
        below: Sequence[Below],
        top: float,
        foot: float,
        *,
        joined: bool,
    ) -> Block:
        """What stands between these two heights, from the top of the hand's row."""
        whole = self.type.rows(max((each.depth for each in below), default=0) / self.type.detail)
        weight = 0.9 if pair[0].hand % FIVE == 0 else HAIR

        def draw(pen: Pen, y: float) -> None:
            base = y - top + self.type.base
            if not top:
                self._line(pen, pair, base)
            for each in below:
                if top <= self.type.base + each.depth < foot:
                    each.draw(pen, base + each.depth)
            if foot == whole:
                pen.rule(self.grid.left, y - top + foot, self.grid.right, weight=weight)

        return Block(foot - top, draw, joined)

    def _line(self, pen: Pen, pair: tuple[HandRow, HandRow], base: float) -> None:
        """The hand's number, its dealer, and both sides' bids, tricks and points."""
        first, grid = pair[0], self.grid
        shift = pen.text(grid.left, base, str(first.hand), self.type.size, bold=True)
        refs = shape(self.sheet.refs_of(first.hand))
        if refs.wide(REFS) <= self.notes.refs_room(first.hand):
            pen.text(grid.left + shift + 1, base - self.type.lift, refs, REFS)
        if first.status != "after-end":
            # After the end nobody moved on: the computed dealer would read as a fact.
            pen.text(grid.dealer, base, self.dealers[first.dealer], self.type.lesser)
        for row in pair:
            self._side(pen, row, base)

    def _below(self, pair: tuple[HandRow, HandRow]) -> list[Below]:
        """All that is told beneath a hand's line."""
        detail, small = self.type.detail, self.type.small
        told: list[Below] = []
        ends = []
        for row in pair:
            olds = self._olds(row)
            told += [
                Below(detail, partial(_struck, x=x, was=was, size=size)) for x, was, size in olds
            ]
            left, first = self.grid.sides[row.side].left, 2 if olds else 1
            lines = self._details(row)
            told += [
                Below(detail * at, partial(_chips, x=left, chips=chips, size=small))
                for at, chips in enumerate(lines, first)
            ]
            ends.append(first + len(lines) - 1)
        notes = self.notes.lines(pair[0])
        beside = not ends[0] and len(notes.lines) == 1 and ends[1] and self._beside(notes)
        under = detail * (1 if beside else max(ends) + 1)
        told += [
            Below(
                under + notes.base(at) - notes.base(0),
                partial(_note, x=self.grid.dealer, line=line, size=small),
            )
            for at, line in enumerate(notes.lines)
        ]
        return told

    def _beside(self, notes: Lines) -> bool:
        """Is there room for a note on the left of what is told of side 1?"""
        return notes.width < self.grid.sides[1].left - self.grid.dealer - 8

    def _side(self, pen: Pen, row: HandRow, base: float) -> None:
        column = self.grid.sides[row.side]
        cells, refs = self.sheet.cells_of(row.hand, row.side), self.sheet.refs
        bids = self._bids(PLUS.join(bid for bid in (row.bid_1, row.bid_2) if bid))
        wide = column.took - column.left - 4
        self._value(pen, column.left, base, bids, wide, refs.get(cells.bid_by, ""))
        places = self.places[row.hand, row.side]
        word, pill = self._outcome(row)
        outcome = max(self.outcome, places.outcome) if places.word else places.most
        wide = column.left + outcome - (GAP + 2 if pill else GAP) - column.took
        took = _took(row, cells)
        self._value(pen, column.took, base, took, wide, refs.get(cells.took_by, ""))
        if places.word:
            _word(pen, column.left + outcome, base, word, places.word, pill=pill)
        pen.text(column.points, base, _points(row), places.points, align="right")
        if row.status in ("scored", "lost"):
            figure(pen, column.total, base, number(row.score), self.type.size, 35, bold=True)
            figure(pen, column.right, base, number(row.bags), self.type.size, 25)

    def _cell(self, row: HandRow) -> Cell:
        """What stands between a side's bid and its total."""
        cells = self.sheet.cells_of(row.hand, row.side)
        word, pill = self._outcome(row)
        letter = self.sheet.refs.get(cells.took_by, "")
        return Cell(
            shape(_took(row, cells)),
            shape(letter).wide(REFS) + 1 if letter else 0.0,
            shape(word, pill),
            PILL if pill else 0.0,
            shape(_points(row)),
        )

    def _value(self, pen: Pen, x: float, y: float, said: str, wide: float, letter: str) -> None:
        """A value; behind it the letter of the correction that changed it."""
        line, ref = shape(said), shape(letter)
        room = wide - (ref.wide(REFS) + 1 if letter else 0)
        size = min(self.type.size, self.type.size * room / max(line.wide(self.type.size), 0.1))
        x += pen.text(x, y, line, size)
        if letter:
            pen.text(x + 1, y - self.type.lift, ref, REFS)

    def _olds(self, row: HandRow) -> list[Old]:
        """The bids and tricks that stood there first, below those that a correction put there:
        there is room for every one."""
        cells, column = self.sheet.cells_of(row.hand, row.side), self.grid.sides[row.side]
        found = []
        for x, to, said in (
            (column.left, column.took, self._bids(cells.bid_was)),
            (column.took, column.points, cells.took_was),
        ):
            if said:
                size = min(self.type.lesser, (to - x - 4) / shape(said).wide(1))
                found.append((x, said, size))
        return found

    def _bids(self, written: str) -> str:
        """Bids as they are called."""
        return PLUS.join(
            self.words(BIDS[bid]) if bid in BIDS else bid for bid in written.split(PLUS)
        )

    def _outcome(self, row: HandRow) -> tuple[str, bool]:
        """How a side's hand ended ("" where that is not known), and whether it stands in white on
        black."""
        words = self.words
        if row.status in OUTCOMES:
            return words(OUTCOMES[row.status]), False
        if row.made is None:
            return "", False
        if row.made:
            return words("made"), False
        lost = row.status == "lost" and any(
            line.what == "lost-hand" for line in self.sheet.lines_of(row.hand, row.side)
        )
        return words("lost") if lost else words("set"), True

    def _details(self, row: HandRow) -> list[list[Chip]]:
        """What is told beneath one side's line, in lines that fit."""
        chips = [
            (_mark(line), said)
            for line in self.sheet.lines_of(row.hand, row.side)
            if (said := self._chip(line))
        ]
        word, pill = self._outcome(row)
        if word and not self.places[row.hand, row.side].word:
            chips.insert(0, (PILLED if pill else "", word))
        lines: list[list[Chip]] = []
        room = 0.0
        for chip in chips:
            need = _chip_wide(chip, self.type.small)
            if not lines or need > room:
                lines.append([])
                room = self.grid.sides[row.side].wide
            lines[-1].append(chip)
            room -= need
        return lines

    def _chip(self, line: LineRow) -> str:
        points = signed(line.points)
        if line.what in CHIPS:
            return self.words(CHIPS[line.what].one, points=points)
        if line.what != "renege":
            return ""
        if line.points > 0:
            return self.words("other side\u2019s renege {points}", points=points)
        if line.points < 0:
            return self.words("set by a renege {points}", points=points)
        return line.why


def dealer_labels(sheet: Sheet, wide: float) -> tuple[str, ...]:
    """How the dealer is named: by whole name, else by first name, else by the seat's letter,
    whichever tells all four apart, prints and fits."""
    names = [player.player for player in sheet.tables.players]
    for labels in (names, [name.split()[0] for name in names]):
        apart = len(set(labels)) == len(labels)
        if apart and all(
            fits(label, wide, sheet.grid.type.lesser) and not missing_characters(label)
            for label in labels
        ):
            return tuple(labels)
    return tuple(sheet.letters)


def _took(row: HandRow, cells: Cells) -> str:
    """The side's tricks, and what a renege took of them or added."""
    nil = bool({"nil", "blind"} & {row.bid_1, row.bid_2})
    said = took_said(row.tricks, row.tricks_1, row.tricks_2, nil=nil)
    if not said or not cells.moved:
        return said
    return f"{said} {'+' if cells.moved > 0 else MINUS} {abs(cells.moved)}"


def figure(
    pen: Pen, right: float, y: float, text: str, size: float, wide: float, *, bold: bool = False
) -> None:
    """A right-aligned number, smaller where it is too long for its column."""
    line = shape(text, bold)
    pen.text(right, y, line, min(size, size * wide / max(line.wide(size), 0.1)), align="right")


def _note(pen: Pen, y: float, *, x: float, line: Line, size: float) -> None:
    pen.text(x, y, line, size)


def _struck(pen: Pen, y: float, *, x: float, was: str, size: float) -> None:
    """A value with a line through each number or word of it."""
    for at, part in enumerate(was.split(PLUS)):
        if at:
            x += pen.text(x, y, PLUS, size)
        wide = pen.text(x, y, part, size)
        pen.strike(x, y, wide, size)
        x += wide


def _points(row: HandRow) -> str:
    """What the hand brought the side; a dash where it counts nothing."""
    return signed(row.change) if row.status in ("scored", "lost") else "\u2013"


def _word(pen: Pen, x: float, y: float, text: str, size: float, *, pill: bool) -> float:
    """How a hand ended; a `pill` is white on black: seen at a glance, and on any copy.  Returns
    its width from `x`."""
    line = shape(text, pill)
    if not pill:
        return pen.text(x, y, line, size)
    wide = line.wide(size) + PILL
    pen.box(x - 2, y - size - 0.2, wide + 2, size * 1.36, fill=BLACK, round_=2)
    pen.text(x + 1.5, y - 0.3, line, size, ink=WHITE)
    return wide


MARKS: dict[str, Callable[[Pen, float, float, float], float]] = {
    "tick": Pen.tick,
    "cross": Pen.cross,
    "weight": Pen.weight,
    "flag": Pen.flag,
}
"""Signs that are told apart on any copy: a nil made, a nil failed, a bag penalty, a renege."""


def _mark(line: LineRow) -> str:
    if line.what in ("nil", "blind-nil"):
        return "tick" if line.points > 0 else "cross"
    return {"bag-penalty": "weight", "renege": "flag"}.get(line.what, "")


def _chip_wide(chip: Chip, size: float) -> float:
    if chip[0] == PILLED:
        return shape(chip[1], True).wide(size) + PILL + 9
    return shape(chip[1]).wide(size) + (size * 0.97 if chip[0] else 0) + 9


def _chips(pen: Pen, y: float, *, x: float, chips: Sequence[Chip], size: float) -> None:
    for mark, said in chips:
        if mark == PILLED:
            x += _word(pen, x + 2, y, said, size, pill=True) + 9
            continue
        if mark:
            MARKS[mark](pen, x, y, size * 1.12)
        at = x + (size * 0.97 if mark else 0)
        x = at + pen.text(at, y, said, size) + 9
