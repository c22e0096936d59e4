"""Papers and exports: match sheets, blank sheets, event books, exports.

    export     the tables of matches as CSV and XLSX, match files as JSON
    pages      the results of events as HTML
    book       the texts of an event's lists; its book, posters, brackets, papers of a round
    sheets     a match as typed rows (`rows`, `tables`), and the sheets made of them
    typeset    text of any script, measured, wrapped and drawn on pages

Each package imports only those below it.  None knows a database, a window or today's date.  Adding
a format: a module in `export`, and a row in `FORMATS` (`CONTRIBUTING.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from pkgutil import resolve_name
from typing import TYPE_CHECKING, Any, Final

from reports.typeset.report_settings import ReportSettings
from scorepad.events.document_kinds import DocumentKind
from scorepad.spades.refusal import Refused
from scorepad.spades.words import T

if TYPE_CHECKING:
    from pathlib import Path

    from reports.typeset.paper import Paper
    from scorepad.events.event import EventOrStatements
    from scorepad.spades.match import Match, MatchIdsByFile
    from scorepad.spades.rules import RuleSet


def table_of_documents(*rows: DocumentKind) -> dict[str, DocumentKind]:
    """Return the rows by their names; raise `TypeError` for a name that two of them have."""
    table: dict[str, DocumentKind] = {}
    for row in rows:
        if row.name in table:
            raise TypeError(f"“{row.name}” is listed twice; keep one of its rows")
        table[row.name] = row
    return table


def table_of_formats(*rows: DocumentKind) -> dict[str, DocumentKind]:
    """Return the rows by their names; raise `TypeError` for a name or an ending that two have."""
    table = table_of_documents(*rows)
    formats: dict[str, str] = {}
    for row in rows:
        for ending in row.endings:
            if ending in formats:
                raise TypeError(
                    f"“{formats[ending]}” and “{row.name}” both have the ending {ending}; "
                    "leave it to one of them"
                )
            formats[ending] = row.name
    return table


FORMATS: Final = table_of_formats(
    DocumentKind(
        name="csv",
        title=T("CSV"),
        meaning=T("Data tables for any program: a folder with one file for each table"),
        maker="export.spreadsheets:export_csv",
        endings=(".csv",),
        folder_from=1,
        shows="results",
    ),
    DocumentKind(
        name="json",
        title=T("JSON"),
        meaning=T("Match files that Scorepad can import on another computer"),
        maker="export.json_export:export_json",
        endings=(".scorepad", ".json", ".jsonl", ".ndjson"),
        folder_from=2,
    ),
    DocumentKind(
        name="xlsx",
        title=T("XLSX"),
        meaning=T("Data tables in one spreadsheet, with a worksheet for each table"),
        maker="export.spreadsheets:export_xlsx",
        endings=(".xlsx",),
        shows="results",
    ),
    DocumentKind(
        name="pdf",
        title=T("PDF"),
        meaning=T("Match sheets in one file"),
        maker="sheets.match_sheet:export_pdf",
    ),
    DocumentKind(
        name="html",
        title=T("HTML"),
        meaning=T("Web pages: a folder that opens in any browser"),
        maker="pages.event_pages:write_event_pages",
        endings=(".html", ".htm"),
        other_files=("logo.png", "find.js"),
        folder_from=1,
        shows="results",
    ),
)
"""The export formats.  A maker takes the matches, the new file or folder, the `ReportSettings` and
the statements of their events; it returns the match (id) of each file that shows one alone, by the
file's name."""

PAPERS: Final = table_of_documents(
    DocumentKind(
        name="sheet",
        title=T("Match sheet"),
        meaning=T("One match, hand by hand"),
        maker="sheets.match_sheet:match_sheets",
        needs="match",
    ),
    DocumentKind(
        name="blank-sheet",
        title=T("Blank sheet"),
        meaning=T("A match sheet to fill in by hand"),
        maker="sheets.blank_sheet:blank_sheet_of_match",
        needs="match",
    ),
    DocumentKind(
        name="book",
        title=T("Event book"),
        meaning=T("Results by round, standings, statistics and every match sheet"),
        maker="book.event_book:event_book",
        shows="results",
        options=("progress",),
    ),
    DocumentKind(
        name="half-sheets",
        title=T("Half-page sheets"),
        meaning=T("Small match sheets, two to a page"),
        maker="sheets.compact_sheet:half_page_sheets",
    ),
    DocumentKind(
        name="round",
        title=T("Printouts for a round"),
        meaning=T("Sign-in sheet, seats, table cards, and a blank sheet for each match"),
        maker="book.round_papers:seats_cards_and_blank_sheets",
        shows="event",
        options=("of_round",),
    ),
    DocumentKind(
        name="week",
        title=T("Weekly packet"),
        meaning=T("The schedule for one date of a season, the standings and the sign-in sheet"),
        maker="book.week_papers:week_papers",
        shows="event",
        needs="event",
        options=("of_round",),
    ),
    DocumentKind(
        name="calendar",
        title=T("Season calendar"),
        meaning=T("Who plays when and where on each date"),
        maker="book.week_papers:season_calendar",
        shows="event",
        needs="event",
    ),
    DocumentKind(
        name="posters",
        title=T("Posters"),
        meaning=T("The latest round, standings and bracket, to post on the wall"),
        maker="book.posters:event_poster",
        shows="event",
        options=("of_round",),
    ),
    DocumentKind(
        name="statistics",
        title=T("Statistics"),
        meaning=T("Records and statistics for teams and players, to post on the wall"),
        maker="book.posters:statistics_poster",
        shows="event",
        needs="event",
    ),
    DocumentKind(
        name="seats",
        title=T("Find your seat"),
        meaning=T("Who sits where, by team and by player"),
        maker="book.director_lists:seating_list",
        shows="event",
        needs="event",
        options=("of_round",),
    ),
    DocumentKind(
        name="moves",
        title=T("Seat changes"),
        meaning=T("The latest seat changes: each team's old and new table"),
        maker="book.director_lists:changed_seats_slip",
        shows="event",
        needs="event",
    ),
    DocumentKind(
        name="log",
        title=T("Day log"),
        meaning=T("Rulings, forfeits, penalties, corrections, warnings, protests and ratings"),
        maker="book.director_lists:event_decisions_list",
        shows="event",
        needs="event",
    ),
)
"""The papers.  A maker takes the matches, the paper, and by name the zone, the
letterhead, the event and its `options`; it returns a PDF."""

# `verify` knows a document by the name of its kind.
table_of_documents(*FORMATS.values(), *PAPERS.values())


def _maker(kind: DocumentKind) -> Callable[..., Any]:
    make: Callable[..., Any] = resolve_name(f"reports.{kind.maker}")
    return make


def _refuse_no_matches(matches: Sequence[Match], event: EventOrStatements) -> None:
    from scorepad.events.event import Event

    if not matches and not isinstance(event, Event):
        raise Refused("there are no matches to export")


class SheetMaker(ReportSettings):
    """Makes papers and exports, for one time zone (`desk.ports.DocumentMaker`).

    A maker's libraries are loaded when it's called, so that the window is on the screen before a
    typeface is read.
    """

    formats = FORMATS
    papers = PAPERS

    def make_paper(
        self,
        kind: DocumentKind,
        matches: Sequence[Match],
        paper: Paper,
        event: EventOrStatements = None,
        *,
        of_round: str = "",
        progress: Callable[[int, int], bool] = lambda _done, _count: True,
    ) -> bytes:
        """Make a paper as a PDF.  The same matches give the same bytes."""
        if kind.needs != "event":
            _refuse_no_matches(matches, None if kind.shows == "matches" else event)
        options = {"of_round": of_round, "progress": progress}
        pdf: bytes = _maker(kind)(
            matches,
            paper,
            zone=self.zone,
            letterhead=self.letterhead,
            event=event,
            **{name: options[name] for name in kind.options},
        )
        return pdf

    def blank_sheet(self, rules: RuleSet, paper: Paper) -> bytes:
        """Make an empty sheet for a rule set as a PDF."""
        from reports.sheets.blank_sheet import blank_sheet

        return blank_sheet(rules, paper, letterhead=self.letterhead)

    def result_line(self, match: Match, event: EventOrStatements = None) -> str:
        """Return a match's result in one line, to paste into a chat."""
        from reports.sheets.match_sheet import result_line

        return result_line(match, event)

    def export(
        self,
        kind: DocumentKind,
        matches: Sequence[Match],
        out: Path,
        event: EventOrStatements = None,
    ) -> MatchIdsByFile:
        """Write matches in a format as a new file, or a new folder, at `out`; return the match (id)
        of each file that shows one alone, by the file's name.

        The caller gives the path its final name once all is written.  Raises `Refused` when there
        is no match, and `OSError` when the disk fails.
        """
        _refuse_no_matches(matches, event)
        alone: MatchIdsByFile | None = _maker(kind)(matches, out, self, event)
        return alone or {}
