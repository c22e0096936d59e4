"""What is printed and exported: match sheets, blank sheets, event books, exports.

    export     the tables of matches as CSV and XLSX, match files as JSON
    pages      the results of events as HTML
    book       what lists of an event say; its book, posters, brackets, papers of a round
    sheets     a match as typed rows (`rows`, `tables`), and the sheets made of them
    typeset    text of any script, measured, wrapped and drawn on pages

Each of these rooms imports only those below it.  None knows a database, a window or today's date.
Adding a format: a module in `export`, and a method here that is named in `FORMATS`
(`CONTRIBUTING.md`).
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING

from reports.typeset.paper import Paper
from scorepad.events.event import Event, EventOrStatements
from scorepad.spades.match import Match, MatchIdsByFile
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import ENGLISH, Words

if TYPE_CHECKING:
    from reports.typeset.letterhead import Letterhead


def _refuse_no_matches(matches: Sequence[Match], event: EventOrStatements) -> None:
    if not matches and not isinstance(event, Event):
        raise Refused("there is no match to export")


class SheetMaker:
    """Makes sheets and exports in one language, for one time zone
    (`desk.ports.SheetAndExportMaker`).

    Paper, name and logo (its file) are asked for each time, because the user may change them while
    a window is open.  A method loads its libraries when it is called, so that the window is on the
    screen before a typeface is read.
    """

    def __init__(
        self,
        words: Words = ENGLISH,
        *,
        zone: tzinfo = UTC,
        export_paper: Callable[[], Paper] = lambda: "A4",
        house_name_and_logo: Callable[[], tuple[str, Path | None]] = lambda: ("", None),
        report_unusable_logo: Callable[[Path], object] = lambda _file: None,
    ) -> None:
        self.words = words
        self.zone = zone
        self.export_paper = export_paper
        self.house_name_and_logo = house_name_and_logo
        self.report_unusable_logo = report_unusable_logo

    @property
    def letterhead(self) -> Letterhead:
        """Read what the house puts at the top of its papers."""
        from reports.typeset.letterhead import read_letterhead

        return read_letterhead(*self.house_name_and_logo(), self.report_unusable_logo)

    def _print(
        self, make: Callable[..., bytes], what: object, paper: Paper, **more: object
    ) -> bytes:
        letterhead = self.letterhead
        return make(what, paper, self.words, zone=self.zone, letterhead=letterhead, **more)

    def match_sheet(self, match: Match, paper: Paper, event: EventOrStatements = None) -> bytes:
        """Make the match sheet as a PDF.  The same match gives the same bytes."""
        from reports.sheets.match_sheet import match_sheet

        return self._print(match_sheet, match, paper, event=event)

    def half_page_sheets(
        self, matches: Sequence[Match], paper: Paper, event: EventOrStatements = None
    ) -> bytes:
        """Make sheets of half a page, two to a page, as a PDF."""
        from reports.sheets.compact_sheet import half_page_sheets

        _refuse_no_matches(matches, None)
        return self._print(half_page_sheets, matches, paper, event=event)

    def blank_sheet(self, rules: RuleSet, paper: Paper, match: Match | None = None) -> bytes:
        """Make an empty sheet for a rule set as a PDF.  What a `match` knows is filled in."""
        from reports.sheets.blank_sheet import blank_sheet, prefill_from_match

        prefilled = None if match is None else prefill_from_match(match, self.words, self.zone)
        return blank_sheet(rules, paper, self.words, prefilled, letterhead=self.letterhead)

    def event_book(
        self,
        matches: Sequence[Match],
        paper: Paper,
        progress: Callable[[int, int], bool] = lambda _done, _count: True,
        event: EventOrStatements = None,
    ) -> bytes:
        """Make the book of an event as a PDF.  Raises `Refused` when `progress` says not to go on,
        or when there is no match."""
        from reports.book.event_book import event_book

        _refuse_no_matches(matches, event)
        return self._print(event_book, matches, paper, progress=progress, event=event)

    def event_paper(
        self,
        kind: str,
        matches: Sequence[Match],
        paper: Paper,
        of_round: str,
        event: EventOrStatements,
    ) -> bytes:
        """Make a paper of an event as a PDF: a poster, the papers of a round, a director's list."""
        from reports.book.director_lists import LISTS
        from reports.book.posters import event_poster
        from reports.book.round_papers import seats_cards_and_blank_sheets

        if kind not in LISTS:
            _refuse_no_matches(matches, event)
        make = {"poster": event_poster, "round-papers": seats_cards_and_blank_sheets, **LISTS}[kind]
        return self._print(make, matches, paper, of_round=of_round, event=event)

    def result_line(self, match: Match, event: EventOrStatements = None) -> str:
        """Return a match's result in one line, to paste into a chat."""
        from reports.sheets.match_sheet import result_line

        return result_line(match, self.words, event)

    def formats(self) -> Sequence[str]:
        """Return the names of the export formats."""
        return FORMATS

    def export(
        self, matches: Sequence[Match], form: str, out: Path, event: EventOrStatements = None
    ) -> MatchIdsByFile:
        """Write matches in a format as a new file, or a new folder, at `out`; return the match (id)
        of each file that shows one alone, by the file's name.

        JSON of one match is a file where `out` ends like a match file, else a folder.  The caller
        gives the path its final name once all is written.  Raises `Refused` when there is no such
        format or no match, and `OSError` when the disk says no.
        """
        if form not in FORMATS:
            raise Refused(
                "there is no export format “{form}”; there are {formats}",
                form=form[:40],
                formats=", ".join(FORMATS),
            )
        _refuse_no_matches(matches, event)
        alone: MatchIdsByFile | None = getattr(self, f"_{form}")(matches, out, event)
        return alone or {}

    def _csv(self, matches: Sequence[Match], out: Path, event: EventOrStatements) -> None:
        from reports.export.spreadsheets import export_csv

        export_csv(matches, out, self.words, self.zone, event)

    def writes_file(self, form: str, name: str) -> bool:
        """Return whether an export to a folder in this format writes a file of this name."""
        if form == "html":
            from reports.pages.event_pages import LOGO_FILE

            if name == LOGO_FILE:
                return True
        return name.lower().endswith(f".{form}")

    def _json(
        self, matches: Sequence[Match], out: Path, event: EventOrStatements
    ) -> MatchIdsByFile:
        from reports.export.json_export import export_json

        return export_json(matches, out, event)

    def _xlsx(self, matches: Sequence[Match], out: Path, event: EventOrStatements) -> None:
        from reports.export.spreadsheets import export_xlsx

        export_xlsx(matches, out, self.words, self.export_paper(), self.zone, event)

    def _pdf(self, matches: Sequence[Match], out: Path, event: EventOrStatements) -> None:
        from reports.sheets.match_sheet import match_sheets

        _refuse_no_matches(matches, None)
        out.write_bytes(self._print(match_sheets, matches, self.export_paper(), event=event))

    def _html(
        self, matches: Sequence[Match], out: Path, event: EventOrStatements
    ) -> MatchIdsByFile:
        from reports.pages.event_pages import write_event_pages

        return write_event_pages(matches, out, self.words, self.zone, event, self.letterhead)


FORMATS = ("csv", "json", "xlsx", "pdf", "html")
"""Every export format; each has a method that writes it."""
