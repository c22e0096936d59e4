"""The compact match sheet: the same match on half a page, two of them to a page.

A match that needs more than half a page continues in the next half, with its head and carried
totals.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, tzinfo

from msgspec.structs import replace

from reports.sheets.columns import DENSE_HALF_PAGES, lay_out_grid
from reports.sheets.hand_facts import name_with_first_hand
from reports.sheets.match_sheet import (
    hands_and_remarks_sections,
    latest_entry_time,
    prepare_sheet,
    sheet_title,
)
from reports.sheets.sheet import SEAT_LETTERS, Sheet
from reports.sheets.sheet_foot import HALF_PAGE_SIGNATURES, draw_footer, signatures_section
from reports.sheets.sheet_head import (
    HALF_PAGE_TITLE,
    continuation_page_head,
    event_and_rules_block,
    rules_in_force_block,
    unofficial_mark,
)
from reports.sheets.tables import choose_event_names
from reports.typeset.document import TaggedCanvas
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from reports.typeset.line_breaking import fit_text
from reports.typeset.pagination import Block, PageSection, Pagination, PlacedBlock
from reports.typeset.paper import HALF_LETTERHEAD, Paper
from reports.typeset.pen import HAIRLINE, Pen
from scorepad.events.event import EventOrStatements, statements_of
from scorepad.spades.match import Match
from scorepad.spades.words import T


def half_page_sheets(
    matches: Sequence[Match],
    paper: Paper = "A4",
    *,
    zone: tzinfo = UTC,
    letterhead: Letterhead = NO_LETTERHEAD,
    event: EventOrStatements = None,
) -> bytes:
    """Make sheets of half a page, two to a page, in one PDF.  The same matches give the same
    bytes.  A match may be there twice in succession, as each of them is then."""
    half = lay_out_grid(paper, half=True)
    events, statements = choose_event_names(matches), statements_of(event)
    sheets: list[Sheet] = []
    for at, match in enumerate(matches):
        if not at or match is not matches[at - 1]:
            sheet = prepare_sheet(
                match, paper, zone, place=half, events=events, statements=statements
            )
            sheet = _with_fewest_halves(sheet)
        sheets.append(sheet)
    titles, subject = {sheet_title(sheet) for sheet in sheets}, str(T("Spades match sheets"))
    title = titles.pop() if len(titles) == 1 else subject
    moment = latest_entry_time(sheets)
    codes = [sheet.code for sheet in sheets]
    canvas = letterhead.new_document(paper, moment, title, subject, codes, half_size=True)
    upper = True
    for at, sheet in enumerate(sheets):
        canvas.addOutlineEntry(sheet_title(sheet), f"match-{at}")
        if not at or sheet is not sheets[at - 1]:
            pages = _lay_out(sheet)
        # A bookmark leads to the page that is being drawn.
        canvas.bookmarkPage(f"match-{at}")
        for number, page in enumerate(pages, 1):
            with _half_of_page(canvas, sheet, upper=upper) as pen, pen.tag("Sect", at):
                if number > 1:
                    with pen.artifact():
                        _further(sheet).draw(pen, sheet.grid.top)
                for placed in page:
                    placed.draw(pen)
                draw_footer(pen, sheet, number, len(pages))
            upper = not upper
    if not upper:
        canvas.showPage(letterhead=False)
    return canvas.to_pdf()


def _with_fewest_halves(sheet: Sheet) -> Sheet:
    """Return the sheet with as low rows as spare it a further half, and no lower."""
    halves = len(_lay_out(sheet))
    denser = [
        replace(sheet, grid=replace(sheet.grid, type=type_))
        for type_ in (DENSE_HALF_PAGES if halves > 1 else ())
    ]
    if not denser or len(_lay_out(denser[-1])) == halves:
        return sheet
    return next(each for each in denser if len(_lay_out(each)) < halves)


@contextmanager
def _half_of_page(canvas: TaggedCanvas, sheet: Sheet, *, upper: bool) -> Iterator[Pen]:
    """Draw on a half, the `upper` or the lower one, which ends the page."""
    half = sheet.grid.height
    pen = Pen(canvas, 2 * half if upper else half)
    if canvas.letterhead is not None:
        canvas.letterhead(HALF_LETTERHEAD + (0 if upper else half))
    if upper:
        _cut_line(pen, sheet, half)
    yield pen
    if not upper:
        canvas.showPage(letterhead=False)


def _cut_line(pen: Pen, sheet: Sheet, y: float) -> None:
    """Draw where the page is to be cut: a stroke at each edge, and a thin line between them."""
    pen.rule(sheet.grid.left, y, sheet.grid.right, weight=HAIRLINE)
    pen.rule(0, y, 14, weight=0.6)
    pen.rule(sheet.grid.width - 14, y, sheet.grid.width, weight=0.6)


def _lay_out(sheet: Sheet) -> list[list[PlacedBlock]]:
    top = sheet.grid.top
    pages = Pagination(top, lambda: top + _further(sheet).height + 6, sheet.grid.foot)
    head = [event_and_rules_block(sheet, HALF_PAGE_TITLE), _result(sheet), _players(sheet)]
    in_force = rules_in_force_block(sheet)
    pages.add(PageSection([*head, in_force] if in_force else head))
    signatures = signatures_section(sheet, HALF_PAGE_SIGNATURES)
    for section in hands_and_remarks_sections(sheet, signatures.height, 5):
        pages.add(section)
    pages.add(signatures)
    return pages.pages


def _result(sheet: Sheet) -> Block:
    """Return the result in one sentence, and on its right whether it is official."""
    place = sheet.grid
    why, official = sheet.unofficial, sheet.confirmed or T("signed by both teams")
    wide = unofficial_mark(0, 7.6).width
    status = fit_text(why or official, 128, (7.4, 7), try_lines=2)
    room = place.span - 12 - (max(wide, status.width) if why else status.width)
    result = fit_text(sheet.tables.result, room, (15, 13.5, 12, 10.5, 9), bold=True)
    height = max(result.height, 13.5 + status.height if why else status.height) + 4

    def draw(pen: Pen, y: float) -> None:
        with pen.tag("H2"):
            pen.lines(place.left, y + 3, result)
        top = y + 3
        if why:
            unofficial_mark(place.right - wide, 7.6).draw(pen, top + 9.4)
            top += 14.5
        pen.lines(place.right, top, status, align="right")

    return Block(height, draw)


def _players(sheet: Sheet) -> Block:
    """Return the players by seat, each side above its hands."""
    place = sheet.grid
    width = (place.span - 18) / 2
    since = sheet.tables.substitutes
    sat = [
        ", ".join(
            name_with_first_hand(each.player, since.get((seat, each.player), 1))
            for each in sheet.tables.players
            if each.seat == seat
        )
        for seat in range(4)
    ]
    names = [fit_text(players, width / 2 - 18, (7.8, 7), try_lines=2) for players in sat]
    height = max(name.height for name in names) + 4

    def draw(pen: Pen, y: float) -> None:
        for seat, name in enumerate(names):
            left = place.left + seat % 2 * (width + 18) + (seat // 2) * width / 2
            with pen.tag("P"):
                pen.badge(left, y + 1 + name.baseline(0), SEAT_LETTERS[seat], 7.8)
                pen.lines(left + 12, y + 1, name)

    return Block(height, draw)


def _further(sheet: Sheet) -> Block:
    """Return the line at the top of every further half."""
    return continuation_page_head(sheet, (7.6, 7))
