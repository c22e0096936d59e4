"""What is handed out: match sheets, blank sheets, event books, exports.

    export     the tables of matches as CSV and XLSX, match files as JSON
    pages      the results of events as HTML
    book       the book of an event: cover, results by round, standings, every sheet
    sheets     a match as typed rows (`rows`, `tables`), and the sheets made of them
    typeset    text of any script, measured, wrapped and drawn on pages

Each of these rooms imports only those below it.  None knows a database, a window or today's date.
Adding a format: a module in `export`, and a function here that is named in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from reports.typeset.paper import Paper
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import ENGLISH, T, Words


class Locale(msgspec.Struct, frozen=True):
    """The language and the time zone of everything that is printed, and the paper of exports.

    The paper is asked for each time, because the user may change it while a window is open.
    """

    words: Words = ENGLISH
    zone: tzinfo = UTC
    paper: Callable[[], Paper] = lambda: "A4"


Writer: TypeAlias = Callable[[Sequence[Match], Path, Locale], None]
"""Writes matches as a new file or folder at a path."""


def _csv(matches: Sequence[Match], out: Path, locale: Locale) -> None:
    from reports.export.spreadsheets import export_csv

    export_csv(matches, out, locale.words, locale.zone)


def _json(matches: Sequence[Match], out: Path, _: Locale) -> None:
    from reports.export.json_export import export_json

    export_json(matches, out)


def _xlsx(matches: Sequence[Match], out: Path, locale: Locale) -> None:
    from reports.export.spreadsheets import export_xlsx

    export_xlsx(matches, out, locale.words, locale.paper(), locale.zone)


def _pdf(matches: Sequence[Match], out: Path, locale: Locale) -> None:
    from reports.sheets.match_sheet import match_sheets

    out.write_bytes(match_sheets(matches, locale.paper(), locale.words, zone=locale.zone))


def _html(matches: Sequence[Match], out: Path, locale: Locale) -> None:
    from reports.pages.event_pages import event_pages

    event_pages(matches, out, locale.words, locale.zone)


FORMATS: Final[dict[str, Writer]] = {
    "csv": _csv,
    "json": _json,
    "xlsx": _xlsx,
    "pdf": _pdf,
    "html": _html,
}
"""Every export format and its writer.  A writer loads its libraries when it is called, so that
the window is on the screen before a typeface is read."""


def _nothing() -> Refused:
    return Refused(T("there is no match to export"))


class SheetMaker:
    """Makes sheets and exports in one language, for one time zone."""

    def __init__(self, locale: Locale) -> None:
        self._locale = locale

    def match_sheet(self, match: Match, paper: Paper) -> bytes:
        """Make the match sheet as a PDF.  The same match gives the same bytes."""
        from reports.sheets.match_sheet import match_sheet

        return match_sheet(match, paper, self._locale.words, zone=self._locale.zone)

    def differences(self, pdf: bytes, match: Match) -> tuple[str, ...] | None:
        """Return what differs between a PDF and this match's sheet.

        Nothing is returned where they are the same, and None where they cannot be compared.
        """
        from reports.sheets.page_check import differences

        return differences(pdf, match, self._locale.words)

    def compact_sheets(self, matches: Sequence[Match], paper: Paper) -> bytes:
        """Make sheets of half a page, two to a page, as a PDF."""
        from reports.sheets.compact_sheet import compact_sheets

        return compact_sheets(matches, paper, self._locale.words, zone=self._locale.zone)

    def blank_sheet(self, rules: RuleSet, paper: Paper, match: Match | None = None) -> bytes:
        """Make an empty sheet for a rule set as a PDF.  What a `match` knows is filled in."""
        from reports.sheets.blank_sheet import blank_sheet, prefilled_by

        words = self._locale.words
        prefilled = None if match is None else prefilled_by(match, words, self._locale.zone)
        return blank_sheet(rules, paper, words, prefilled)

    def event_book(
        self,
        matches: Sequence[Match],
        paper: Paper,
        progress: Callable[[int, int], bool] = lambda _done, _count: True,
    ) -> bytes:
        """Make the book of an event as a PDF.

        `progress` gets the number of finished sheets and of all sheets, and returns whether to go
        on.  Raises `Refused` when it says no, or when there is no match.
        """
        from reports.book.event_book import event_book

        if not matches:
            raise _nothing()
        locale = self._locale
        return event_book(matches, paper, locale.words, zone=locale.zone, progress=progress)

    def event_poster(self, matches: Sequence[Match], paper: Paper, of_round: str = "") -> bytes:
        """Make a poster as a PDF: the results of a round (the last one, where none is named), and
        the standings."""
        return self._poster(matches, paper, of_round, with_pen_sheets=False)

    def round_papers(self, matches: Sequence[Match], paper: Paper, of_round: str = "") -> bytes:
        """Make all that a round needs as a PDF: who sits where, the standings, and a sheet for the
        pen for each match."""
        return self._poster(matches, paper, of_round, with_pen_sheets=True)

    def _poster(
        self, matches: Sequence[Match], paper: Paper, of_round: str, *, with_pen_sheets: bool
    ) -> bytes:
        from reports.book.posters import event_poster

        if not matches:
            raise _nothing()
        return event_poster(
            matches,
            paper,
            self._locale.words,
            zone=self._locale.zone,
            of_round=of_round,
            with_pen_sheets=with_pen_sheets,
        )

    def result_line(self, match: Match) -> str:
        """Say a match's result in one line, to paste into a chat."""
        from reports.sheets.match_sheet import result_line

        return result_line(match, self._locale.words)

    def formats(self) -> Sequence[str]:
        """Return the names of the export formats."""
        return tuple(FORMATS)

    def export(self, matches: Sequence[Match], form: str, out: Path) -> None:
        """Write matches in a format as a new file, or a new folder, at `out`.

        JSON of one match is a file where `out` ends in `.json`, else a folder.  The caller
        gives the path its final name once all is written.  Raises `Refused` when there is no such
        format or no match, and `OSError` when the disk says no.
        """
        writer = FORMATS.get(form)
        if writer is None:
            raise Refused(
                T(
                    "there is no export format “{form}”; there are {formats}",
                    form=form[:40],
                    formats=", ".join(FORMATS),
                )
            )
        if not matches:
            raise _nothing()
        writer(matches, out, self._locale)


def make_sheets(
    words: Words = ENGLISH,
    *,
    zone: tzinfo = UTC,
    paper: Paper | Callable[[], Paper] = "A4",
) -> SheetMaker:
    """Make what the composition root hands to the window and the command line.  `paper` is that
    of a PDF export, or a function that returns it."""
    return SheetMaker(Locale(words, zone, paper if callable(paper) else lambda: paper))
