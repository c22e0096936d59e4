"""Below the hands: the remarks line by line, and where both sides sign."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from heapq import merge
from operator import itemgetter
from typing import Final

import msgspec

from reports.bidirectional import isolated
from reports.pagination import Block, Section
from reports.paper import Grid
from reports.pen import HAIR, LEAST, Pen
from reports.qr_code import MODULE, QrCode
from reports.rows import RemarkRow
from reports.setting import cut, fits, fitting, wrapped
from reports.shaping import Line, missing_characters, shape
from reports.sheet import Sheet, edition_said
from scorepad.spades.words import N, Words

HEAD = 9.5


def remarks_section(sheet: Sheet) -> Section | None:
    """Corrections, overrides, rulings, conduct and notes in the order in which they were
    recorded; those that the table points to in the order of their letters."""
    remarks = _in_order(sheet)
    if not remarks:
        return None
    stamped = any(row.by or row.at for row in remarks)
    blocks: list[Block] = []
    for row in remarks:
        blocks += _Remark(sheet, row, stamped=stamped).blocks()

    def head(further: bool) -> Block:
        words = sheet.words
        said = (
            words("Corrections, rulings and remarks, continued")
            if further
            else words("Corrections, rulings and remarks")
        )

        def draw(pen: Pen, y: float) -> None:
            pen.text(sheet.grid.left, y + 9, said, HEAD, bold=True)
            pen.rule(sheet.grid.left, y + 14, sheet.grid.right, weight=0.9)

        return Block(18, draw)

    return Section(blocks, head=head, gap=16, least=2)


def _in_order(sheet: Sheet) -> list[RemarkRow]:
    """No remark without a letter stands after one that was recorded later."""
    recorded = list(enumerate(sheet.tables.remarks))
    order = {entry: at for at, entry in enumerate(sheet.refs)}
    lettered = sorted(
        (each for each in recorded if each[1].entry in order), key=lambda each: order[each[1].entry]
    )
    others = (each for each in recorded if each[1].entry not in order)
    return [row for _, row in merge(others, lettered, key=itemgetter(0))]


class Told(msgspec.Struct, frozen=True):
    """One line of a remark; an `old` value is struck, and may have the `new` one behind it."""

    line: Line
    old: bool = False
    new: Line | None = None


class _Remark:
    """One remark in lines, so that even a page-long one flows on: its letter, what it is, what
    it says, who recorded it and when."""

    def __init__(self, sheet: Sheet, row: RemarkRow, *, stamped: bool) -> None:
        self.sheet = sheet
        self.row = row
        grid = sheet.grid
        # The clock ran out by itself: when it did is told in the sentence.
        self.clocked = row.kind == "time" and sheet.tables.time.ran_out is not None
        self.size, self.leading = grid.type.remark, grid.type.leading
        self.stamped = max(self.size - 1, LEAST)
        self.title = grid.left + 24
        self.told = self.title + 122
        self.stamp = grid.right - (92 if stamped else 0)

    def blocks(self) -> Iterator[Block]:
        titles = list(self._titles())
        told = list(self._told())
        stamps = list(self._stamps())
        count = max(len(titles), len(told), len(stamps))
        for i in range(count):
            yield self._block(
                titles[i] if i < len(titles) else None,
                told[i] if i < len(told) else None,
                stamps[i] if i < len(stamps) else None,
                first=i == 0,
                last=i == count - 1,
            )

    def _block(
        self,
        title: Line | None,
        told: Told | None,
        stamp: Line | None,
        *,
        first: bool,
        last: bool,
    ) -> Block:
        row, grid = self.row, self.sheet.grid
        above = 2.0 if first else 0.0
        texts = [each for each in (title, told and told.line, told and told.new) if each]
        up = max(self.leading * 0.82, *(line.up * self.size / 1000 for line in texts), 0.0)
        down = max(self.leading * 0.18, *(line.down * self.size / 1000 for line in texts), 0.0)
        tall = above + up + down

        def draw(pen: Pen, y: float) -> None:
            base = y + above + up
            if first:
                pen.text(grid.left, base, self.sheet.refs.get(row.entry, ""), self.size, bold=True)
            if title is not None:
                pen.text(self.title, base, title, self.size)
            if told is not None:
                wide = pen.text(self.told, base, told.line, self.size)
                if told.old:
                    pen.strike(self.told, base, wide, self.size)
                if told.new is not None:
                    pen.text(self.told + wide + 5, base, told.new, self.size)
            if stamp is not None:
                pen.text(grid.right, base, stamp, self.stamped, align="right")
            if last:
                pen.rule(grid.left, y + tall + 2.6, grid.right, weight=HAIR)

        return Block(tall + (3 if last else 0), draw, joined=not first and last)

    def _titles(self) -> Iterator[Line]:
        row, words = self.row, self.sheet.words
        title = words("Time") if self.clocked else row.title
        if row.hand is not None and row.kind not in ("amend", "strike"):
            title = words("{title}, hand {hand}", title=title, hand=row.hand)
        return wrapped(title, self.told - self.title - 10, self.size, bold=True)

    def _told(self) -> Iterator[Told]:
        """The old value, struck; the new one behind it, or below where there is no room; the
        reason."""
        row, words = self.row, self.sheet.words
        wide = self.stamp - self.told - (12 if self.stamp < self.sheet.grid.right else 0)
        new = words("\u2192 {value}", value=row.now) if row.was and row.now else row.now
        if self.clocked and row.at is not None:
            out = words("the clock ran out at {time}", time=self.sheet.when(row.at))
            new = f"{out}; {new}" if new else out
        why = words("reason: {why}", why=row.why) if row.why else ""
        together = words("{what} \u00b7 {why}", what=new, why=why) if new and why else new or why
        old = list(wrapped(row.was, wide, self.size)) if row.was else []
        room = wide - (old[-1].wide(self.size) + 5 if old else 0)
        yield from (Told(line, True) for line in old[:-1])
        ways = [(together, ""), (new, why), ("", together)]
        if old and why and not new:
            ways = [(f"\u00b7 {why}", ""), ("", why)]
        beside, below = next(
            way for way in ways if "\n" not in way[0] and fits(way[0], room, self.size)
        )
        if old:
            yield Told(old[-1], True, shape(beside) if beside else None)
        elif beside:
            yield Told(shape(beside))
        for line in wrapped(below, wide, self.size) if below else ():
            yield Told(line)

    def _stamps(self) -> Iterator[Line]:
        row = self.row
        wide = self.sheet.grid.right - self.stamp
        words = self.sheet.words
        at = self.sheet.when(row.at) if row.at is not None and not self.clocked else ""
        said = words("{by}, {at}", by=isolated(row.by), at=at) if row.by and at else row.by or at
        if said:
            yield from wrapped(said, wide, self.stamped)


class Signing(msgspec.Struct, frozen=True):
    """Sizes in points where both sides sign: of a name and of what stands below its line, the
    least room above a line, the space between two, the space above all of it, what there is to
    spare, and a square of the code."""

    name: float = 9.0
    label: float = 7.6
    least: float = 26.0
    between: float = 20.0
    gap: float = 14.0
    air: float = 3.0
    module: float = MODULE


WHOLE: Final = Signing()
HALF: Final = Signing(8.0, 7.0, 20.0, 16.0, 2.0, 0.0, 1.2)
"""On half a page; a square of its code is 0.42 mm."""


def signatures_section(sheet: Sheet, sizes: Signing = WHOLE) -> Section:
    """Where both sides and the supervisor sign; who has signed already stands on the line."""
    match, words, grid = sheet.tables.match, sheet.words, sheet.grid
    code = None if sheet.code is None else QrCode(sheet.code, sizes.module)
    room = grid.span - (code.side + sizes.between if code else 0)
    wide = (room - 2 * sizes.between) / 3
    teams = (cut(team, wide * 2, LEAST) for team in (match.team_0, match.team_1))
    one, other = (words("for {team}", team=isolated(team)) for team in teams)
    fields = [
        (match.signed_0, one),
        (match.signed_1, other),
        ("", words("Supervisor")),
    ]
    names = [
        fitting(name, wide, (sizes.name, 8, LEAST), at_most=3, leading=1.22) for name, _ in fields
    ]
    labels = [
        fitting(label, wide, (sizes.label, LEAST), at_most=3, leading=1.2) for _, label in fields
    ]
    above = max(sizes.least, max(name.height for name in names) + 5 + sizes.air)
    under = 1 + sizes.air / 3  # the code stands a little above the foot of the labels
    below = max(label.height for label in labels) + 3 + sizes.air
    if code:
        above = max(above, code.side - below + under)

    def draw(pen: Pen, y: float) -> None:
        foot = y + above
        if code:
            code.draw(pen, grid.right - code.side, foot + below - code.side - under)
        for i, (name, label) in enumerate(zip(names, labels, strict=True)):
            left = grid.left + i * (wide + sizes.between)
            for j, line in enumerate(reversed(name.lines)):
                pen.text(left, foot - 4 - name.fall - name.leading * j, line, name.size)
            pen.rule(left, foot, left + wide, weight=0.7)
            for j, line in enumerate(label.lines):
                pen.text(left, foot + 2 + label.base(j), line, label.size)

    return Section((Block(above + below, draw),), gap=sizes.gap, at_foot=True)


def missing_said(texts: Iterable[str], words: Words) -> str:
    """One sentence that names the characters of these texts that are drawn as crossed boxes, by
    their codes; "" where every one is printed."""
    missing = "".join(dict.fromkeys("".join(map(missing_characters, texts))))
    if not missing:
        return ""
    return words(
        "Characters that this sheet\u2019s type lacks are printed as crossed boxes: {codes}",
        codes=", ".join(f"U+{ord(character):04X}" for character in missing),
    )


def missing_section(sheet: Sheet) -> Section | None:
    """What the sheet's letters cannot print, named, so that a crossed box can be read."""
    match = sheet.tables.match
    texts = [
        match.event,
        match.round,
        match.table,
        match.rules_name,
        edition_said(sheet.rules, sheet.words),
        match.team_0,
        match.team_1,
        match.signed_0,
        match.signed_1,
    ]
    texts += [player.player for player in sheet.tables.players]
    texts += [text for r in sheet.tables.remarks for text in (r.was, r.now, r.why, r.by)]
    texts += [row.agreed for row in sheet.tables.agreed]
    return missing_lines(texts, sheet.words, sheet.grid)


def missing_lines(texts: Iterable[str], words: Words, grid: Grid) -> Section | None:
    """The same for any page with these texts."""
    said = missing_said(texts, words)
    if not said:
        return None
    lines = list(wrapped(said, grid.span, 7))
    blocks = []
    for line in lines:

        def draw(pen: Pen, y: float, line: Line = line) -> None:
            pen.text(grid.left, y + 7, line, 7)

        blocks.append(Block(9, draw))
    return Section(blocks, gap=10)


def footer(pen: Pen, sheet: Sheet, page: int, pages: int, *, book_page: int | None = None) -> None:
    """The foot of every page: its code, which match, which page of how many; in a book, which
    page of the book."""
    grid, words, match = sheet.grid, sheet.words, sheet.tables.match
    y = grid.tall - grid.footer
    pen.rule(grid.left, y - 9, grid.right, weight=HAIR)
    start = grid.left
    if sheet.code is not None:
        start += pen.text(start, y, sheet.code.short, 7.6, bold=True) + 8
    which = words(N("{n} entry", "{n} entries", match.entries))
    if match.match:
        which = words("{which} \u00b7 match {id}", id=match.match, which=which)
    pen.text(start, y, which, LEAST)
    said = words("page {page} of {pages}", page=page, pages=pages)
    if book_page is not None:
        said = words("page {page}", page=book_page)
    if not match.official:
        said = words("unofficial \u00b7 {page}", page=said)
    pen.text(grid.right, y, said, 7.6, align="right")
