"""The foot of a match sheet: the remarks, the signatures with the sheet's code, the page number."""

from __future__ import annotations

import unicodedata
from collections.abc import Iterable, Iterator, Sequence
from functools import partial
from heapq import merge
from itertools import zip_longest
from operator import itemgetter
from typing import Final

import msgspec

from reports.sheets.columns import Grid
from reports.sheets.remarks import join_effects, title_with_hand
from reports.sheets.rows import RemarkRow
from reports.sheets.sheet import Sheet, document_edition_text
from reports.typeset.bidirectional import resolve_isolates
from reports.typeset.line_breaking import (
    ELLIPSIS,
    MIN_TYPE_SIZE,
    Lines,
    fit_text,
    fits_on_line,
    keep_numbers_on_line,
    wrap_text,
)
from reports.typeset.pagination import Block, PageSection
from reports.typeset.pen import HAIRLINE, Pen
from reports.typeset.qr_code import MODULE, QrCode
from reports.typeset.shaping import ShapedLine, missing_characters
from reports.typeset.table import continued_title
from scorepad.spades.entry_descriptions import signer_field
from scorepad.spades.words import N, T, Text, join_parts

HEADING_SIZE = 9.5  # points, the type size of the heading
MAX_CAPTION_LINES = 6
"""A team's name below a line to sign on takes this many lines at most."""
MAX_MISSING_NAMED = 200
"""So many characters are named that a sheet's type lacks."""
CUT_NOTICE = T("Very long text is cut off with … on this sheet; the match file has the full text.")
NAMES_CUT = T("Names that end with … were shortened to fit this page.")
MAX_WHOLE_REMARK_LINES = 20
"""A remark of more lines than this may go on on the next page."""


def describe_qr(code: str) -> Text:
    """Return a QR code in words, for screen readers."""
    return T("QR code of the sheet: {code}", code=code)


def remarks_section(sheet: Sheet) -> PageSection | None:
    """Return the remarks in the order in which they were recorded.  Those that the hand table
    points to are in the order of their letters."""
    remarks = order_remarks(sheet)
    if not remarks:
        return None
    stamped = any(row.by or row.at for row, _ in remarks)
    blocks: list[Block] = []
    for row, notices in remarks:
        blocks += _RemarkBlocks(sheet, row, notices, stamped=stamped).blocks()

    def head(further: bool) -> Block:
        text = continued_title(T("Corrections, rulings and remarks"), further)

        def draw(pen: Pen, y: float) -> None:
            with pen.tag("H2"):
                pen.text(sheet.grid.left, y + 9, text, HEADING_SIZE, bold=True)
            pen.rule(sheet.grid.left, y + 14, sheet.grid.right, weight=0.9)

        return Block(18, draw)

    return PageSection(blocks, head=head, gap=16, least=2)


def order_remarks(sheet: Sheet) -> list[tuple[RemarkRow, list[str]]]:
    """Put the remarks with letters in order, and the others where they were recorded.  A warning
    about an entry belongs to its remark."""
    recorded = list(enumerate(sheet.tables.remarks))
    order = {entry: at for at, entry in enumerate(sheet.remark_letters)}
    lettered = sorted(
        (each for each in recorded if each[1].entry in order), key=lambda each: order[each[1].entry]
    )
    others = (each for each in recorded if each[1].entry not in order)
    return join_effects(row for _, row in merge(others, lettered, key=itemgetter(0)))


class _RemarkBlocks:
    """One remark: its letter, title, text, author and time.

    Each of its lines is a block.  They are on one page unless the remark is very long.
    """

    def __init__(
        self, sheet: Sheet, row: RemarkRow, notices: Sequence[str], *, stamped: bool
    ) -> None:
        self.sheet = sheet
        self.row = row
        grid = sheet.grid
        # Where the clock ran out by itself, the sentence has the moment.
        self.clocked = row.kind == "time" and sheet.tables.time.ran_out is not None
        self.size, self.leading = grid.type.remark, grid.type.leading
        self.stamped = max(self.size - 1, MIN_TYPE_SIZE)
        self.notices = notices
        self.title = grid.left + 24
        self.text = self.title + 136
        self.stamp = grid.right - (92 if stamped else 0)

    def blocks(self) -> Iterator[Block]:
        lines = list(zip_longest(self._titles(), self._texts(), self._stamps()))
        is_long = len(lines) > MAX_WHOLE_REMARK_LINES
        for at, each in enumerate(lines):
            yield self._block(*each, first=at == 0, last=at == len(lines) - 1, is_long=is_long)

    def _block(
        self,
        title: ShapedLine | None,
        text: ShapedLine | None,
        stamp: ShapedLine | None,
        *,
        first: bool,
        last: bool,
        is_long: bool,
    ) -> Block:
        row, grid = self.row, self.sheet.grid
        above = 2.0 if first else 0.0
        lines = [each for each in (title, text) if each]
        up = max(self.leading * 0.82, *(line.up * self.size / 1000 for line in lines), 0.0)
        down = max(self.leading * 0.18, *(line.down * self.size / 1000 for line in lines), 0.0)
        height = above + up + down

        def draw(pen: Pen, y: float) -> None:
            base = y + above + up
            with pen.tag("L", "remarks"), pen.tag("LI", id(self)):
                with pen.tag("Lbl", "letter"):
                    if first:
                        letter = self.sheet.remark_letters.get(row.entry, "")
                        pen.text(grid.left, base, letter, self.size, bold=True)
                with pen.tag("LBody", "body"):
                    # Each continues in the lines below, and is read as a whole.
                    with pen.tag("P", "title"):
                        pen.text(self.title, base, title or "", self.size)
                    with pen.tag("P", "text"):
                        pen.text(self.text, base, text or "", self.size)
                    with pen.tag("P", "stamp"):
                        pen.text(grid.right, base, stamp or "", self.stamped, align="right")
            if last:
                pen.rule(grid.left, y + height + 2.6, grid.right, weight=HAIRLINE)

        return Block(height + 3 * last, draw, not first and (last or not is_long))

    def _titles(self) -> Iterator[ShapedLine]:
        title = title_with_hand(self.row, str(T("Time")) if self.clocked else self.row.title)
        return wrap_text(
            keep_numbers_on_line(title), self.text - self.title - 10, self.size, bold=True
        )

    def _texts(self) -> Iterator[ShapedLine]:
        """Yield the old value, the new one and the reason, on one line where they fit on one."""
        row = self.row
        width = self.stamp - self.text - (12 if self.stamp < self.sheet.grid.right else 0)
        what = row.was or row.now
        if row.was and row.now:
            what = str(T("{was} \u2192 {now}", was=row.was, now=row.now))
        if self.clocked and row.at is not None:
            out = str(T("the clock ran out at {time}", time=self.sheet.format_near_moment(row.at)))
            what = f"{out}; {what}" if what else out
        what = join_parts((what, *self.notices), "; ")
        why = str(T("reason: {why}", why=row.why)) if row.why else ""
        joint = str(T("{what} \u00b7 {why}", what=what, why=why)) if what and why else what or why
        joint = resolve_isolates(joint)  # as it is when it is wrapped, so it is shaped once
        short = "\n" not in joint and fits_on_line(joint, width, self.size)
        for text in filter(None, (joint,) if short else (what, why)):
            yield from wrap_text(text, width, self.size)

    def _stamps(self) -> Iterator[ShapedLine]:
        row = self.row
        width = self.sheet.grid.right - self.stamp
        at = (
            self.sheet.format_near_moment(row.at) if row.at is not None and not self.clocked else ""
        )
        text = T("{by}, {at}", by=row.by, at=at) if row.by and at else row.by or at
        if text:
            yield from wrap_text(text, width, self.stamped)


class SignatureSizes(msgspec.Struct, frozen=True):
    """The measures of the signature lines, in points.

    `label` is the type size of the text below a line.  There is `least` room above a line,
    `between` two lines, `gap` above all of it, and `air` to spare.  `module` is the width of a
    square of the code.
    """

    label: float = 8.0
    least: float = 26.0
    between: float = 20.0
    gap: float = 14.0
    air: float = 3.0
    module: float = MODULE


WHOLE_PAGE_SIGNATURES: Final = SignatureSizes()
HALF_PAGE_SIGNATURES: Final = SignatureSizes(7.0, 20.0, 16.0, 2.0, 0.0, 1.8)
"""The measures on half a page.  A square of the code is 0.64 mm wide there."""


def signatures_section(sheet: Sheet, sizes: SignatureSizes = WHOLE_PAGE_SIGNATURES) -> PageSection:
    """Return the lines where both sides and the supervisor sign with a pen.  Below them are the
    confirmations on the screen."""
    grid = sheet.grid
    code = None if sheet.code is None else QrCode(sheet.code.short, sizes.module)
    room = grid.span - (code.side + sizes.between if code else 0)
    width = (room - 2 * sizes.between) / 3
    labels = []
    letters = (T("for team A/C"), T("for team B/D"))
    for side in (0, 1):
        named = _caption(T("for {team}", team=sheet.team_name(side)), width, sizes)
        if len(named.lines) > MAX_CAPTION_LINES:
            # It's printed in full at the top of the sheet, beside these letters.
            named = _caption(letters[side], width, sizes)
        labels.append([named])
        confirmed = _confirmation_text(sheet, side)
        if confirmed:
            labels[-1].append(_caption(confirmed, width, sizes))
    labels.append([_caption(T("Supervisor"), width, sizes)])
    above = sizes.least + sizes.air
    under = 1 + sizes.air / 3  # the code ends a little above the foot of the labels
    below = max(sum(each.height for each in label) for label in labels) + 3 + sizes.air
    if code:
        above = max(above, code.side - below + under)

    def draw(pen: Pen, y: float) -> None:
        foot = y + above
        if code:
            top = foot + below - code.side - under
            code.draw(pen, grid.right - code.side, top, str(describe_qr(code.text)))
        for i, label in enumerate(labels):
            left = grid.left + i * (width + sizes.between)
            pen.rule(left, foot, left + width, weight=0.7)
            top = foot + 2
            for lines in label:
                pen.lines(left, top, lines)
                top += lines.height

    return PageSection((Block(above + below, draw),), gap=sizes.gap, at_foot=True)


def _caption(text: Text | str, width: float, sizes: SignatureSizes) -> Lines:
    return fit_text(text, width, (sizes.label, MIN_TYPE_SIZE), try_lines=2, leading=1.2)


def _confirmation_text(sheet: Sheet, side: int) -> Text | str:
    """Return the name and time of a side's confirmation in the program."""
    status = sheet.tables.status
    if not status.signers[side]:
        return ""
    name, at = signer_field(status.signers[side]), status.signed_at[side]
    if at is None:
        return T("confirmed on screen: {name}", name=name)
    return T("confirmed on screen: {name}, {time}", name=name, time=sheet.format_near_moment(at))


def missing_characters_text(texts: Iterable[str]) -> str:
    """Name the characters of these texts that are printed as crossed boxes, by their codes; return
    "" if there are none."""
    missing_here: list[str] = []
    printed: set[str] = set()  # a mark may be missing on one letter and not on another
    for text in texts:
        if not printed.issuperset(text):
            lacking = missing_characters(text)
            missing_here.append(lacking)
            if not lacking:
                printed.update(each for each in text if unicodedata.category(each)[0] != "M")
    missing = "".join(dict.fromkeys("".join(missing_here)))
    if not missing:
        return ""
    codes = [f"U+{ord(character):04X}" for character in missing[:MAX_MISSING_NAMED]]
    return str(
        T(
            "Characters that this sheet's font doesn't have are printed as crossed-out boxes: "
            "{codes}",
            codes=", ".join(codes) + (f", {ELLIPSIS}" if len(missing) > MAX_MISSING_NAMED else ""),
        )
    )


def missing_characters_section(sheet: Sheet) -> PageSection | None:
    """Return the lines that name the characters of a sheet's crossed boxes, and mention that texts
    were cut."""
    match = sheet.tables.status
    edition = document_edition_text(sheet.rules)
    texts = [match.event, match.round, match.table, match.rules_name, edition]
    texts += [*match.teams, *match.signers]
    texts += [player.player for player in sheet.tables.players]
    texts += [f"{each.label} {each.text}" for each in sheet.tables.in_force]
    for row, _ in order_remarks(sheet):
        texts += (row.title, row.was, row.now, row.why, row.by)
    return missing_characters_lines(texts, sheet.grid, CUT_NOTICE if sheet.is_shortened else "")


def missing_characters_lines(
    texts: Iterable[str], grid: Grid, first_sentence: Text | str = ""
) -> PageSection | None:
    """Return the lines that name the characters of these texts that are crossed boxes, after the
    `first_sentence`; None if there is nothing to mention."""
    lines = [
        line
        for text in filter(None, (str(first_sentence), missing_characters_text(texts)))
        for line in wrap_text(text, grid.span, 7)
    ]

    def draw(pen: Pen, y: float, line: ShapedLine) -> None:
        with pen.tag("P", "missing"):
            pen.text(grid.left, y + 7, line, 7)

    blocks = [Block(9, partial(draw, line=line)) for line in lines]
    return PageSection(blocks, gap=10) if blocks else None


def draw_footer(
    pen: Pen, sheet: Sheet, page: int, pages: int, *, book_page: int | None = None
) -> None:
    """Draw the foot of a page: the code, the match, the number of the page, or its number in the
    book."""
    grid, match = sheet.grid, sheet.tables.status
    which = N("{n} entry", "{n} entries", match.log_entries)
    if match.id:
        which = T("{which} \u00b7 match {id}", id=match.id, which=which)
    text = T("page {page} of {pages}", page=page, pages=pages)
    if book_page is not None:
        text = T("page {page}", page=book_page)
    if sheet.unofficial:
        text = T("unofficial \u00b7 {page}", page=text)
    code = sheet.code.short if sheet.code is not None else ""
    grid.make_footer(text, code, which).draw(pen)
