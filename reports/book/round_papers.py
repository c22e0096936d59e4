"""All that a round needs, as one PDF: who sits where, table cards, and a sheet for the pen each.

Before the first round of an event that is kept, the sign-in sheet comes first.
"""

from __future__ import annotations

from collections.abc import Sequence
from datetime import UTC, tzinfo
from io import BytesIO

from reports.book.event_report import EventReport
from reports.book.posters import chosen_round, draw_poster
from reports.book.sign_in import draw_sign_in
from reports.book.table_cards import draw_cards
from reports.sheets.blank_sheet import draw_blank_sheet
from reports.typeset.document import TaggedCanvas
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from reports.typeset.paper import Paper
from scorepad.events.event import Event
from scorepad.spades.match import Match
from scorepad.spades.words import ENGLISH, Words


def round_papers(
    matches: Sequence[Match],
    paper: Paper = "A4",
    words: Words = ENGLISH,
    *,
    zone: tzinfo = UTC,
    of_round: str = "",
    event: Event | None = None,
    letterhead: Letterhead = NO_LETTERHEAD,
) -> bytes:
    """Make the papers of a round (the last one, where none is named) as a PDF.  The same matches
    give the same bytes.

    An `event` without a round has its sign-in sheet alone.  Raises `Refused` where the matches
    belong to several events, or have no such round.
    """
    report = EventReport(matches, words, zone, event)
    shown = chosen_round(report, of_round)
    out = BytesIO()
    canvas = TaggedCanvas(out, paper, words, report.latest)
    letterhead.draw_on(canvas, words)
    canvas.setTitle(report.title)
    canvas.setSubject(words("All that a round needs"))
    if event is not None and (shown is None or shown is report.rounds[0]):
        draw_sign_in(canvas, report, event, paper)
    if shown is not None:
        draw_poster(canvas, report, shown, paper)
        # Where a result is recorded already, nobody needs a card or a sheet.
        mine = [
            matches[each.at]
            for each in shown.matches
            if each.at is not None and (event is None or each.row.status != "over")
        ]
        if event is not None:
            draw_cards(canvas, mine, paper, words, zone)
        for match in mine:
            draw_blank_sheet(canvas, match, paper, words, zone)
    canvas.save()
    return out.getvalue()
