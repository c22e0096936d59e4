"""The hand table: a line for each hand, what a rule set made of it beneath, rulings in place."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import msgspec

from reports.pagination import Block, Section
from reports.paper import Columns, Grid
from reports.pen import BLACK, SOFT, WHITE, Pen
from reports.rows import AdjustmentRow, HandRow, LineRow
from reports.setting import Lines, fits, fitting
from reports.shaping import shape
from reports.sheet import Sheet
from scorepad.spades.words import N, T, Text, number, signed

SIZE = 9.0
SMALL = 6.8
ROW = 16.0
DETAIL = 9.0
FIVE = 5
"""Hands between two stronger rules, which keep the eye on its line."""

Chip = tuple[str, str]
"""A mark (`tick`, `cross` or none) and the words behind it."""

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


class Totals(msgspec.Struct, frozen=True):
    """Both running totals after a row."""

    score: tuple[int, int] = (0, 0)
    bags: tuple[int, int] = (0, 0)


class HandTable:
    """Makes the section of a sheet that holds the hands."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grid: Grid = sheet.grid
        self.words = sheet.words
        self.rows: list[Block] = []
        self.totals: list[Totals] = []
        self.numbers: list[int] = []
        self.dealers = dealer_labels(sheet, self.grid.sides[0].left - self.grid.dealer - 6)

    def section(self) -> Section:
        """The hands, their repeated head, and the totals carried from page to page."""
        tables = self.sheet.tables
        now = Totals()
        hands = tables.hands
        now = self._between(0, now)
        for at in range(0, len(hands), 2):
            pair = (hands[at], hands[at + 1])
            if pair[0].status in ("scored", "lost"):
                now = Totals((pair[0].score, pair[1].score), (pair[0].bags, pair[1].bags))
            self._add(self._hand(pair), now, pair[0].hand)
            now = self._between(pair[0].hand, now)
        if not self.rows:
            self._add(self._empty(), now, 0)
        self._add(self._sum(), now, 0)
        return Section(self.rows, head=self._head, carry=self._carry, brought=self._brought, gap=14)

    def _add(self, block: Block, now: Totals, hand: int) -> None:
        self.rows.append(block)
        self.totals.append(now)
        self.numbers.append(hand or (self.numbers[-1] if self.numbers else 0))

    def _between(self, hand: int, now: Totals) -> Totals:
        for each in self.sheet.tables.adjustments:
            if each.after_hand == hand:
                score, bags = list(now.score), list(now.bags)
                score[each.side], bags[each.side] = each.score, each.bags_after
                now = Totals((score[0], score[1]), (bags[0], bags[1]))
                self._add(self._adjustment(each), now, hand)
        if self.sheet.tables.time_after == hand:
            self._add(self._time(), now, hand)
        return now

    # The head of the table, and what a page takes over from the one before.

    def _head(self, _: bool) -> Block:
        names = [
            fitting(self.sheet.team(side), self._wide(side), (10, 9, 8, 7), bold=True)
            for side in (0, 1)
        ]
        tall = max(name.height for name in names)
        words = self.words
        labels = (words("bid"), words("took"), "", words("points"), words("total"), words("bags"))

        def draw(pen: Pen, y: float) -> None:
            grid = self.grid
            for side in (0, 1):
                column = grid.sides[side]
                top = y + tall - names[side].height
                for i, line in enumerate(names[side].lines):
                    at = top + names[side].leading * (i + 1) - names[side].size * 0.25
                    pen.text(column.left, at, line, names[side].size, bold=True)
                pen.rule(column.left, y + tall + 3, column.right, weight=0.5)
            at = y + tall + 12.5
            pen.text(grid.left, at, words("hand"), SMALL, ink=SOFT)
            pen.text(grid.dealer, at, words("dealer"), SMALL, ink=SOFT)
            for column in grid.sides:
                _labels(pen, column, at, labels)
            pen.rule(grid.left, y + tall + 17, grid.right, weight=1.2)

        return Block(tall + 17.6, draw)

    def _wide(self, side: int) -> float:
        return self.grid.sides[side].right - self.grid.sides[side].left

    def _carry(self, row: int) -> Block | None:
        return self._moved(row, self.words("carried forward"))

    def _brought(self, row: int) -> Block | None:
        return self._moved(row, self.words("brought forward"))

    def _moved(self, row: int, said: str) -> Block:
        now = self.totals[row - 1]

        def draw(pen: Pen, y: float) -> None:
            at = y + 11
            pen.text(self.grid.left, at, said, 7.4)
            self._both_totals(pen, at, now, SIZE)
            pen.rule(self.grid.left, y + ROW, self.grid.right, weight=0.8)

        return Block(ROW, draw)

    def _both_totals(self, pen: Pen, y: float, now: Totals, size: float) -> None:
        for side in (0, 1):
            column = self.grid.sides[side]
            _figure(pen, column.total, y, number(now.score[side]), size, 37, bold=True)
            _figure(pen, column.right, y, number(now.bags[side]), SIZE, 25)

    # The rows.

    def _empty(self) -> Block:
        said = self.words("no hand has been played yet")

        def draw(pen: Pen, y: float) -> None:
            pen.text(self.grid.dealer, y + 15, said, SIZE, ink=SOFT)

        return Block(24, draw)

    def _sum(self) -> Block:
        tables = self.sheet.tables
        now = Totals(
            (tables.match.score_0, tables.match.score_1), (tables.match.bags_0, tables.match.bags_1)
        )
        counts = [self._counts(side) for side in (0, 1)]
        over = tables.match.status == "over"
        said = self.words("final") if over else self.words("so far")

        def draw(pen: Pen, y: float) -> None:
            grid = self.grid
            pen.rule(grid.left, y + 0.6, grid.right, weight=1.2)
            pen.text(grid.left, y + 16, said, SIZE, bold=True)
            for side in (0, 1):
                column = grid.sides[side]
                line = fitting(counts[side], column.points - column.left, (7.4, 6.6, 6))
                pen.text(column.left, y + 16, line.lines[0], line.size)
            self._both_totals(pen, y + 16, now, 12)
            pen.rule(grid.left, y + 22, grid.right, weight=1.2)

        return Block(24, draw, joined=True)

    def _counts(self, side: int) -> str:
        rows = [r for r in self.sheet.tables.hands if r.side == side]
        counted = [r for r in rows if r.status in ("scored", "lost")]
        nils = [made for r in counted for made in (r.nil_1_made, r.nil_2_made) if made is not None]
        words = self.words
        parts = [
            words("{made} made", made=sum(r.made is True for r in counted)),
            words("{set} set", set=sum(r.made is False for r in counted)),
        ]
        if nils:
            parts.append(
                words(
                    N(
                        "nil made {made} of {n}",
                        "nils made {made} of {n}",
                        len(nils),
                        made=sum(nils),
                    )
                )
            )
        return " \u00b7 ".join(parts)

    def _hand(self, pair: tuple[HandRow, HandRow]) -> Block:
        first = pair[0]
        details = [self._details(row) for row in pair]
        notes = self._notes(first)
        below = max(len(lines) for lines in details) * DETAIL
        beside = not details[0] and len(notes.lines) == 1 and below and self._beside(notes)
        under = 0 if beside else below
        tall = ROW + max(below, under + len(notes.lines) * DETAIL)
        fifth = first.hand % FIVE == 0

        def draw(pen: Pen, y: float) -> None:
            grid = self.grid
            base = y + 11.3
            shift = pen.text(grid.left, base, str(first.hand), SIZE, bold=True)
            refs = self.sheet.refs_of(first.hand)
            pen.text(grid.left + shift + 1, base - 3, refs, 5.6)
            pen.text(grid.dealer, base, self.dealers[first.dealer], SIZE - 1)
            for row in pair:
                self._side(pen, row, base)
            for row, lines in zip(pair, details, strict=True):
                for i, chips in enumerate(lines):
                    _chips(pen, grid.sides[row.side].left, base + DETAIL * (i + 1), chips)
            for i, line in enumerate(notes.lines):
                pen.text(grid.dealer, base + under + DETAIL * (i + 1), line, SMALL)
            pen.rule(grid.left, y + tall, grid.right, weight=0.9 if fifth else 0.3)

        return Block(tall, draw)

    def _beside(self, notes: Lines) -> bool:
        """Is there room for a note on the left of what is told of side 1?"""
        return notes.width < self.grid.sides[1].left - self.grid.dealer - 8

    def _side(self, pen: Pen, row: HandRow, base: float) -> None:
        column = self.grid.sides[row.side]
        said = " + ".join(self._bid(bid) for bid in (row.bid_1, row.bid_2) if bid)
        _fit(pen, column.left, base, said, SIZE, column.took - column.left - 4)
        _fit(pen, column.took, base, _took(row), SIZE, column.outcome - column.took - 4)
        self._outcome(pen, row, column, base)
        if row.status in ("scored", "lost"):
            _figure(pen, column.points, base, signed(row.change), SIZE, 36)
            _figure(pen, column.total, base, number(row.score), SIZE, 37, bold=True)
            _figure(pen, column.right, base, number(row.bags), SIZE, 25)
        else:
            pen.text(column.points, base, "\u2013", SIZE, align="right", ink=SOFT)

    def _bid(self, written: str) -> str:
        named = BIDS.get(written)
        return self.words(named) if named else written

    def _outcome(self, pen: Pen, row: HandRow, column: Columns, base: float) -> None:
        words = self.words
        lost = row.status == "lost" and any(
            line.what == "lost-hand" for line in self.sheet.lines_of(row.hand, row.side)
        )
        if row.status in OUTCOMES:
            pen.text(column.outcome, base, words(OUTCOMES[row.status]), SIZE - 1, ink=BLACK)
        elif row.made is False:
            _pill(pen, column.outcome, base, words("lost") if lost else words("set"))
        elif row.made:
            pen.text(column.outcome, base, words("made"), SIZE - 1)

    def _details(self, row: HandRow) -> list[list[Chip]]:
        """What is told beneath one side's line, in lines that fit."""
        chips = [
            (_mark(line), said)
            for line in self.sheet.lines_of(row.hand, row.side)
            if (said := self._chip(line))
        ]
        lines: list[list[Chip]] = []
        room = 0.0
        for chip in chips:
            need = _chip_wide(chip)
            if not lines or need > room:
                lines.append([])
                room = self._wide(row.side)
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

    def _notes(self, row: HandRow) -> Lines:
        """What is told beneath both sides' lines."""
        words = self.words
        notes: list[str] = []
        if row.extra:
            notes.append(words("extra hand"))
        if self.sheet.tables.time_in == row.hand:
            notes.append(words("time was called in this hand"))
        if row.status == "void":
            why = self.sheet.why_void(row.hand)
            notes.append(why or words("void: counts nothing"))
        if row.status == "after-end":
            notes.append(words("played after the end: counts nothing"))
        if row.status == "lost":
            notes.append(words("lost by table talk: {teams}", teams=self._losers(row.hand)))
        notes += [
            words("override: {why}", why=each.why)
            for each in self.sheet.tables.remarks
            if each.kind == "override" and each.hand == row.hand
        ]
        if not notes:
            return Lines((), SMALL, DETAIL)
        text = " \u00b7 ".join(notes)
        set_ = fitting(text, self.grid.right - self.grid.dealer, (SMALL,))
        return Lines(set_.lines, SMALL, DETAIL)

    def _losers(self, hand: int) -> str:
        """The sides whose hand was lost: all that did not make theirs exactly."""
        sheet = self.sheet
        talked = [r.now for r in sheet.tables.remarks if r.hand == hand and r.kind == "talk"]
        lost = [
            sheet.team(side)
            for side in (0, 1)
            if any(line.what == "lost-hand" for line in sheet.lines_of(hand, side))
        ]
        return ", ".join(lost or talked) or "\u2013"

    def _adjustment(self, row: AdjustmentRow) -> Block:
        column = self.grid.sides[row.side]
        why = fitting(row.why, column.points - 38 - column.left, (7.6, 6.8), at_most=2)
        tall = ROW + max(0, len(why.lines) - 1) * why.leading
        refs = self.sheet.refs.get(row.entry, "")

        def draw(pen: Pen, y: float) -> None:
            base = y + 11.3
            grid = self.grid
            shift = pen.text(grid.left, base, self.words("ruling"), SIZE - 1, bold=True)
            pen.text(grid.left + shift + 1, base - 3, refs, 5.6)
            for i, line in enumerate(why.lines):
                pen.text(column.left, base + i * why.leading, line, why.size)
            _figure(pen, column.points, base, signed(row.points), SIZE, 36)
            _figure(pen, column.total, base, number(row.score), SIZE, 37, bold=True)
            _figure(pen, column.right, base, number(row.bags_after), SIZE, 25)
            pen.rule(grid.left, y + tall, grid.right, weight=0.3)

        return Block(tall, draw)

    def _time(self) -> Block:
        said = shape(self.words("time called"), True)

        def draw(pen: Pen, y: float) -> None:
            grid = self.grid
            middle = (grid.left + grid.right) / 2
            half = said.wide(SMALL + 0.6) / 2 + 6
            pen.text(middle, y + 10, said, SMALL + 0.6, align="centre")
            pen.rule(grid.left, y + 7.6, middle - half, weight=0.9)
            pen.rule(middle + half, y + 7.6, grid.right, weight=0.9)

        return Block(15, draw)


def dealer_labels(sheet: Sheet, wide: float) -> tuple[str, ...]:
    """How the dealer is named: by whole name, else by first name, else by the seat's letter,
    whichever tells all four apart and fits."""
    names = [player.player for player in sheet.tables.players]
    for labels in (names, [name.split()[0] for name in names]):
        apart = len(set(labels)) == len(labels)
        if apart and all(fits(label, wide, SIZE - 1) for label in labels):
            return tuple(labels)
    return tuple(sheet.letters)


def _labels(pen: Pen, column: Columns, y: float, labels: Sequence[str]) -> None:
    bid, took, outcome, points, total, bags = labels
    for x, label in ((column.left, bid), (column.took, took), (column.outcome, outcome)):
        pen.text(x, y, label, SMALL, ink=SOFT)
    for x, label in ((column.points, points), (column.total, total), (column.right, bags)):
        pen.text(x, y, label, SMALL, align="right", ink=SOFT)


def _took(row: HandRow) -> str:
    """The side's tricks; each partner's where one of them bid nil."""
    if row.tricks is None:
        return ""
    nil = "nil" in (row.bid_1, row.bid_2) or "blind" in (row.bid_1, row.bid_2)
    if nil and row.tricks_1 is not None and row.tricks_2 is not None:
        return f"{row.tricks_1} + {row.tricks_2}"
    return str(row.tricks)


def _figure(
    pen: Pen, right: float, y: float, text: str, size: float, wide: float, *, bold: bool = False
) -> None:
    """A right-aligned number, smaller where it is too long for its column."""
    line = shape(text, bold)
    pen.text(right, y, line, min(size, size * wide / max(line.wide(size), 0.1)), align="right")


def _fit(pen: Pen, left: float, y: float, text: str, size: float, wide: float) -> None:
    line = shape(text)
    pen.text(left, y, line, min(size, size * wide / max(line.wide(size), 0.1)))


def _pill(pen: Pen, x: float, y: float, text: str) -> None:
    """A word in white on black: seen at a glance, and on any copy."""
    line = shape(text, True)
    wide = line.wide(SIZE - 1) + 7
    pen.box(x - 2, y - 8.2, wide, 10.9, fill=BLACK, round_=2)
    pen.text(x + 1.5, y - 0.3, line, SIZE - 1, ink=WHITE)


def _mark(line: LineRow) -> str:
    if line.what in ("nil", "blind-nil"):
        return "tick" if line.points > 0 else "cross"
    return ""


def _chip_wide(chip: Chip) -> float:
    return shape(chip[1]).wide(SMALL) + (6.6 if chip[0] else 0) + 9


def _chips(pen: Pen, x: float, y: float, chips: Sequence[Chip]) -> None:
    for mark, said in chips:
        if mark == "tick":
            pen.tick(x, y, 7.6)
        elif mark == "cross":
            pen.cross(x, y, 7.6)
        at = x + (6.6 if mark else 0)
        x = at + pen.text(at, y, said, SMALL) + 9


def remark_letters(count: int) -> Iterator[str]:
    """a, b, … z, aa, ab, … for the remarks of a match, in order."""
    for at in range(count):
        letters, rest = "", at
        while True:
            letters = chr(ord("a") + rest % 26) + letters
            rest = rest // 26 - 1
            if rest < 0:
                break
        yield letters
