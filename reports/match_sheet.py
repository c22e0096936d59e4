"""The match sheet: one match, as a document to hand out, sign and file."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, datetime, tzinfo
from io import BytesIO
from typing import Any

from msgspec.structs import replace
from reportlab import rl_config
from reportlab.pdfgen.canvas import Canvas

from reports.bidirectional import isolated, isolated_fields
from reports.chart import chart_section
from reports.fonts import main_face
from reports.hand_rows import HandTable
from reports.pagination import Block, Pages, Placed, Section
from reports.paper import SIZES, TOP, Grid, Paper, grid
from reports.pen import Pen
from reports.sheet import Sheet
from reports.sheet_foot import footer, missing_section, remarks_section, signatures_section
from reports.sheet_head import (
    agreed_block,
    further_head,
    panels_block,
    result_block,
    title_block,
)
from reports.tables import ONE_BY_ONE, Spelled, events_of, read_tables
from scorepad.spades.match import Match
from scorepad.spades.sheetcode import SheetCode, code_of
from scorepad.spades.signing import unofficial
from scorepad.spades.words import ENGLISH, Words


def match_sheet(
    match: Match, paper: Paper = "A4", words: Words = ENGLISH, *, zone: tzinfo = UTC
) -> bytes:
    """The match sheet as a PDF; moments are told in `zone`.

    The same match gives the same bytes."""
    return match_sheets([match], paper, words, zone=zone)


def match_sheets(
    matches: Sequence[Match],
    paper: Paper = "A4",
    words: Words = ENGLISH,
    *,
    zone: tzinfo = UTC,
) -> bytes:
    """Sheets of several matches in one PDF, each with its own pages and a bookmark."""
    events = events_of(matches)
    sheets = [sheet_of(match, paper, words, zone, events=events) for match in matches]
    out = BytesIO()
    canvas = new_canvas(out, paper, words, latest(sheets))
    canvas.setTitle(title_of(sheets[0]) if len(sheets) == 1 else words("Spades match sheets"))
    canvas.setSubject(sheets[0].tables.match.result if len(sheets) == 1 else "")
    sign(canvas, [sheet.code for sheet in sheets])
    for at, sheet in enumerate(sheets):
        canvas.bookmarkPage(f"match-{at}")
        canvas.addOutlineEntry(title_of(sheet), f"match-{at}")
        draw_sheet(canvas, sheet)
    canvas.save()
    return out.getvalue()


def sheet_of(
    match: Match,
    paper: Paper,
    words: Words,
    zone: tzinfo = UTC,
    *,
    place: Grid | None = None,
    events: Spelled = ONE_BY_ONE,
) -> Sheet:
    """A match, ready to be laid out on a paper, or in a `place` on it; its event as `events`
    spell it."""
    tables = read_tables(match, words, events)
    placed = {row.entry: (row.after_hand, 1) for row in tables.adjustments}
    for row in tables.remarks:
        # The number of a struck hand may be another hand's by now: nothing points to that one.
        if row.hand is not None and row.kind != "strike":
            placed[row.entry] = (row.hand, 0)
    recorded = dict.fromkeys(row.entry for row in tables.remarks if row.entry in placed)
    # Letters follow the table, as it is read.
    entries = sorted(recorded, key=placed.__getitem__)
    refs = dict(zip(entries, map(letters, range(len(entries))), strict=True))
    why = unofficial(match)
    return Sheet(
        tables,
        match.rules,
        words,
        place or grid(paper),
        zone,
        refs,
        code=code_of(match),
        unofficial="" if why is None else words(isolated_fields(why)),
    )


def draw_sheet(canvas: Canvas, sheet: Sheet, *, book_page: int | None = None) -> int:
    """Draw all pages of a sheet, the first of them `book_page` of a book; returns how many."""
    further = further_head(sheet)
    pages = lay_out(sheet, further)
    pen = Pen(canvas, sheet.grid.tall)
    for number, page in enumerate(pages, 1):
        mark(canvas, sheet)
        if number > 1:
            further.draw(pen, TOP)
        for placed in page:
            placed.block.draw(pen, placed.y)
        through = None if book_page is None else book_page + number - 1
        footer(pen, sheet, number, len(pages), book_page=through)
        canvas.showPage()
    return len(pages)


def lay_out(sheet: Sheet, further: Block) -> list[list[Placed]]:
    """Every block of a sheet on its page."""
    pages = Pages(TOP, TOP + further.height + 14, sheet.grid.foot)
    top = [title_block(sheet), result_block(sheet), panels_block(sheet)]
    agreed = agreed_block(sheet)
    pages.add(Section([*top, agreed] if agreed else top))
    signatures = signatures_section(sheet)
    for section in followed(sheet, signatures):
        pages.add(section)
    room = pages.left - signatures.rows[0].height - signatures.gap
    chart = chart_section(sheet, room)
    if chart:
        pages.add(chart)
    pages.add(signatures)
    return pages.pages


def followed(sheet: Sheet, signatures: Section, gap: float | None = None) -> list[Section]:
    """The hands and what is told below them, `gap` points apart; the last of these leaves room
    for the signatures, so that no page holds nothing else."""
    found = (HandTable(sheet).section(), remarks_section(sheet), missing_section(sheet))
    sections = [section for section in found if section]
    if gap is not None:
        sections = [replace(section, gap=gap) for section in sections]
    below = signatures.gap + sum(block.height for block in signatures.rows)
    return [*sections[:-1], replace(sections[-1], follow=below)]


def sign(canvas: Canvas, codes: Sequence[SheetCode | None]) -> None:
    """Write into the document what `scorepad verify` reads: which matches, and which logs, its
    sheets were made from; and the same in the letters that stand on them."""
    known = dict.fromkeys(code for code in codes if code)
    said = [code.full for code in known] + [code.short for code in known]
    canvas.setKeywords(" ".join(said))


def mark(canvas: Canvas, sheet: Sheet) -> None:
    """Write the same into the page being drawn, among what is drawn on it: there it stays when
    pages are taken out of the document or put into another, which has other keywords."""
    if sheet.code is not None:
        canvas.addLiteral(f"/Scorepad <</Code ({sheet.code.full})>> DP")


def new_canvas(out: BytesIO, paper: Paper, words: Words, at: datetime | None) -> Canvas:
    """A canvas whose bytes depend on nothing but what is drawn and on the moment `at`."""
    # Bytes stay bytes: writing them as letters makes files larger and takes a fifth of the time.
    rl_config.useA85 = 0
    # Else every page would name a face that is not embedded, which print shops refuse.
    face: Any = main_face(False).name
    canvas = Canvas(
        out,
        pagesize=SIZES[paper],
        invariant=1,
        lang=words.language,
        pageCompression=1,
        initialFontName=face,
    )
    canvas.setCreator("Scorepad")
    canvas.setAuthor("Scorepad")
    if at is not None:
        stamp = f"D:{at.astimezone(UTC):%Y%m%d%H%M%S}+00'00'"
        canvas.setDateFormatter(lambda *_: stamp)
    return canvas


def latest(sheets: Sequence[Sheet]) -> datetime | None:
    """When the last entry of any of these sheets was recorded."""
    moments = [s.tables.match.last_entry for s in sheets if s.tables.match.last_entry]
    return max(moments, default=None)


def title_of(sheet: Sheet) -> str:
    """“Aces – Kings · Spring Open · Round 2 · Table 4”."""
    parts = (sheet.teams, isolated(sheet.tables.match.event), *sheet.place)
    return " \u00b7 ".join(part for part in parts if part)


def letters(at: int) -> str:
    """The name of the remark at a position from 0: a, b, … z, aa, ab, …"""
    last = chr(ord("a") + at % 26)
    return last if at < 26 else letters(at // 26 - 1) + last
