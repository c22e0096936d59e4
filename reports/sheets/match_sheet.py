"""The match sheet: one match as a document to hand out, sign and file."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime, tzinfo
from functools import cache
from pathlib import Path

from msgspec.structs import replace

from reports.sheets.chart import chart_section
from reports.sheets.columns import Grid, lay_out_grid
from reports.sheets.hand_table import HandTableBuilder
from reports.sheets.remarks import LONG_FIELDS, max_remark_length, shorten_text
from reports.sheets.rows import MatchInTableRows
from reports.sheets.sheet import Sheet
from reports.sheets.sheet_foot import (
    draw_footer,
    missing_characters_section,
    remarks_section,
    signatures_section,
)
from reports.sheets.sheet_head import (
    continuation_page_head,
    event_and_rules_block,
    result_block,
    rules_in_force_block,
    totals_and_players_block,
)
from reports.sheets.tables import (
    NAMES_AS_WRITTEN,
    EventNames,
    choose_event_names,
    read_match_into_table_rows,
    status_for_paper,
)
from reports.typeset.document import TaggedCanvas
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from reports.typeset.pagination import Block, PageSection, Pagination, PlacedBlock
from reports.typeset.paper import TOP, Paper
from reports.typeset.pen import Pen
from reports.typeset.report_settings import ReportSettings
from scorepad.events.event import EventOrStatements, statements_of
from scorepad.events.event_descriptions import confirmation_text, other_result_text
from scorepad.events.status import NOTHING_STATED, Statements, with_events
from scorepad.spades.match import Match
from scorepad.spades.naming import table_name
from scorepad.spades.refusal import Refused
from scorepad.spades.result import match_state_sentence, why_unofficial
from scorepad.spades.status import status_of
from scorepad.spades.words import T, Text, join_parts


def match_sheet(
    match: Match,
    paper: Paper = "A4",
    *,
    zone: tzinfo = UTC,
    letterhead: Letterhead = NO_LETTERHEAD,
    event: EventOrStatements = None,
) -> bytes:
    """Make a match sheet as a PDF.  Its moments are in `zone`; `event` may state or attest its
    result.

    The same match gives the same bytes.
    """
    return match_sheets([match], paper, zone=zone, letterhead=letterhead, event=event)


def match_sheets(
    matches: Sequence[Match],
    paper: Paper = "A4",
    *,
    zone: tzinfo = UTC,
    letterhead: Letterhead = NO_LETTERHEAD,
    event: EventOrStatements = None,
) -> bytes:
    """Make the sheets of matches in one PDF, each with its own pages; several have bookmarks."""
    events, statements = choose_event_names(matches), statements_of(event)
    sheets = [
        prepare_sheet(match, paper, zone, events=events, statements=statements) for match in matches
    ]
    title = subject = str(T("Spades match sheets"))
    if len(sheets) == 1:
        title, subject = sheet_title(sheets[0]), sheets[0].tables.result
    moment = latest_entry_time(sheets)
    codes = [sheet.code for sheet in sheets]
    canvas = letterhead.new_document(paper, moment, title, subject, codes)
    for at, sheet in enumerate(sheets):
        if len(sheets) > 1:
            canvas.bookmarkPage(f"match-{at}")
            canvas.addOutlineEntry(sheet_title(sheet), f"match-{at}")
        draw_sheet(canvas, sheet)
    return canvas.to_pdf()


def export_pdf(
    matches: Sequence[Match], out: Path, settings: ReportSettings, event: EventOrStatements
) -> None:
    """Write the sheets of matches as one PDF."""
    if not matches:
        raise Refused("there are no matches to export")
    paper, letterhead = settings.export_paper(), settings.letterhead
    pdf = match_sheets(matches, paper, zone=settings.zone, letterhead=letterhead, event=event)
    out.write_bytes(pdf)


def prepare_sheet(
    match: Match,
    paper: Paper,
    zone: tzinfo = UTC,
    *,
    place: Grid | None = None,
    events: EventNames = NAMES_AS_WRITTEN,
    statements: Statements = NOTHING_STATED,
) -> Sheet:
    """Prepare a match for its sheet on a paper, or in a `place` on it.

    `events` has the printed names of events; `statements` of events may state another result, or
    attest this one.
    """
    tables, cut = _shorten_remarks(read_match_into_table_rows(match, events))
    status = with_events(tables.status, statements)
    named = replace(tables.status, round_text=status.round_text)
    tables = replace(tables, status=named)
    confirmed, other = confirmation_text(status), other_result_text(status)
    placed = {row.entry: (row.after_hand, 1) for row in tables.adjustments}
    for row in tables.remarks:
        # Another hand may have the number of a struck hand by now, so no letter points to it.
        if row.hand is not None and row.kind != "strike":
            placed[row.entry] = (row.hand, 0)
    recorded = dict.fromkeys(row.entry for row in tables.remarks if row.entry in placed)
    # The letters are in the order of the table.
    entries = sorted(recorded, key=placed.__getitem__)
    refs = dict(zip(entries, map(remark_letter, range(len(entries))), strict=True))
    why = None if confirmed is not None else why_unofficial(match)
    if status.protested_by:
        why = T("under protest by {team}", team=join_parts(status.protested_by, ", "))
    return Sheet(
        tables,
        match.rules,
        place or lay_out_grid(paper),
        zone,
        refs,
        code=tables.code,
        unofficial="" if why is None else str(why),
        confirmed="" if confirmed is None else str(confirmed),
        recorded="" if other is None else str(other),
        is_shortened=cut,
    )


def _shorten_remarks(tables: MatchInTableRows) -> tuple[MatchInTableRows, bool]:
    """Return the tables with very long remarks cut to the room on a sheet, and whether any was
    cut."""
    most = max_remark_length(tables.remarks)
    if most is None:
        return tables, False
    remarks = tuple(
        replace(row, **{text: shorten_text(getattr(row, text), most) for text in LONG_FIELDS})
        for row in tables.remarks
    )
    return replace(tables, remarks=remarks), True


def result_line(match: Match, event: EventOrStatements = None) -> str:
    """Return a result in one line for a chat: event, teams, result, and whether it's official, by
    the statements of `event`.

    Names that run from right to left are isolated, because a chat would turn the score around.  A
    name with line breaks becomes one line too.
    """
    row = status_for_paper(with_events(status_of(match), statements_of(event)))
    where = [row.event, row.round_name, table_name(row.table)]
    teams = T("{one} \u2013 {other}", one=row.teams[0], other=row.teams[1])
    place = join_parts(where, ", ")
    parts: list[Text | str] = [f"\u2660 {place}" if place else "\u2660", teams]
    parts.append(match_state_sentence(match))
    if row.protested_by:
        parts.append(T("under protest by {team}", team=join_parts(row.protested_by, ", ")))
    elif why_unofficial(match) is not None and confirmation_text(row) is None:
        parts.append(T("unofficial"))
    return " ".join(" \u00b7 ".join(map(str, parts)).split())


def draw_sheet(canvas: TaggedCanvas, sheet: Sheet, *, book_page: int | None = None) -> int:
    """Draw all pages of a sheet and return their number.  The first is page `book_page` of a
    book."""
    further = cache(lambda: continuation_page_head(sheet))
    pages = lay_out_sheet(sheet, further)
    pen = Pen(canvas, sheet.grid.height)
    with pen.tag("Sect"):
        for number, page in enumerate(pages, 1):
            if number > 1:
                with pen.artifact():
                    further().draw(pen, TOP)
            for placed in page:
                placed.draw(pen)
            through = None if book_page is None else book_page + number - 1
            draw_footer(pen, sheet, number, len(pages), book_page=through)
            canvas.showPage()
    return len(pages)


def lay_out_sheet(sheet: Sheet, further: Callable[[], Block]) -> list[list[PlacedBlock]]:
    """Put every block of a sheet on its page; `further` makes the head of any but the first."""
    pages = Pagination(TOP, lambda: TOP + further().height + 14, sheet.grid.foot)
    top = [event_and_rules_block(sheet), result_block(sheet), totals_and_players_block(sheet)]
    in_force = rules_in_force_block(sheet)
    pages.add(PageSection([*top, in_force] if in_force else top))
    signatures = signatures_section(sheet)
    # A page with the signatures has hands or remarks too; or the chart, where remarks fill the page
    # before it.
    chart = None
    if sheet.tables.remarks:
        chart = chart_section(sheet, pages.page_room - signatures.height)
    for section in hands_and_remarks_sections(sheet, 0.0 if chart else signatures.height):
        pages.add(section)
    room = pages.free_height - signatures.height
    if room >= 0:
        chart = chart_section(sheet, room)
    if chart:
        pages.add(chart)
    pages.add(signatures)
    return pages.pages


def hands_and_remarks_sections(
    sheet: Sheet, signatures_height: float, gap: float | None = None
) -> list[PageSection]:
    """Make the sections between the head and the signatures, `gap` points apart.

    The last one leaves `signatures_height` points below it, so that the signatures are never alone
    on a page.
    """
    parts = (
        HandTableBuilder(sheet).build_section(),
        remarks_section(sheet),
        missing_characters_section(sheet),
    )
    sections = [section for section in parts if section]
    if gap is not None:
        sections = [replace(section, gap=gap) for section in sections]
    return [*sections[:-1], replace(sections[-1], follow=signatures_height)]


def latest_entry_time(sheets: Sequence[Sheet]) -> datetime | None:
    """Return the moment of the last entry of all these sheets."""
    moments = [s.tables.status.last_entry for s in sheets if s.tables.status.last_entry]
    return max(moments, default=None)


def sheet_title(sheet: Sheet) -> str:
    """Return the title of a sheet: “Aces – Kings · Spring Open · Round 2 · Table 4”."""
    parts = (sheet.teams_text, sheet.tables.status.event, *sheet.round_and_table)
    return join_parts(parts)


def remark_letter(at: int) -> str:
    """Name the remark at a position from 0: a, b, … z, aa, ab, …"""
    last = chr(ord("a") + at % 26)
    return last if at < 26 else remark_letter(at // 26 - 1) + last
