"""What is handed out: match sheets, blank sheets, event books, exports.

    export     the tables of matches as CSV and XLSX, match files as JSON
    pages      the results of events as HTML
    book       what lists of an event say; its book, posters, brackets, papers of a round
    sheets     a match as typed rows (`rows`, `tables`), and the sheets made of them
    typeset    text of any script, measured, wrapped and drawn on pages

Each of these rooms imports only those below it.  None knows a database, a window or today's date.
Adding a format: a module in `export`, and a function here that is named in `FORMATS`.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo
from pathlib import Path
from typing import TYPE_CHECKING, Final, TypeAlias

import msgspec

from reports.typeset.paper import Paper
from scorepad.events.event import Event, OfEvent
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import ENGLISH, T, Words

if TYPE_CHECKING:
    from reports.typeset.letterhead import Letterhead


class Locale(msgspec.Struct, frozen=True):
    """The language and the time zone of everything that is printed, the paper of exports, and the
    name and the logo's file of the house.

    Paper and house are asked for each time, because the user may change them while a window is
    open.
    """

    words: Words = ENGLISH
    zone: tzinfo = UTC
    paper: Callable[[], Paper] = lambda: "A4"
    house: Callable[[], tuple[str, Path | None]] = lambda: ("", None)

    @property
    def letterhead(self) -> Letterhead:
        """Read what the house puts at the top of its papers.  Raises `Refused`."""
        from reports.typeset.letterhead import read_letterhead

        return read_letterhead(*self.house())

    def print(
        self, make: Callable[..., bytes], what: object, paper: Paper, **more: object
    ) -> bytes:
        """Make a PDF of something in the language, for the time zone, under the letterhead."""
        letterhead = self.letterhead
        return make(what, paper, self.words, zone=self.zone, letterhead=letterhead, **more)


Writer: TypeAlias = Callable[[Sequence[Match], Path, Locale, OfEvent], None]
"""Writes matches, and the event that they are of, as a new file or folder at a path."""


def _csv(matches: Sequence[Match], out: Path, locale: Locale, event: OfEvent) -> None:
    from reports.export.spreadsheets import export_csv

    export_csv(matches, out, locale.words, locale.zone, event)


def _json(matches: Sequence[Match], out: Path, _: Locale, event: OfEvent) -> None:
    from reports.export.json_export import export_json

    export_json(matches, out, event)


def _xlsx(matches: Sequence[Match], out: Path, locale: Locale, event: OfEvent) -> None:
    from reports.export.spreadsheets import export_xlsx

    export_xlsx(matches, out, locale.words, locale.paper(), locale.zone, event)


def _pdf(matches: Sequence[Match], out: Path, locale: Locale, _: OfEvent) -> None:
    from reports.sheets.match_sheet import match_sheets

    _refuse_nothing(matches, None)
    out.write_bytes(locale.print(match_sheets, matches, locale.paper()))


def _html(matches: Sequence[Match], out: Path, locale: Locale, event: OfEvent) -> None:
    from reports.pages.event_pages import event_pages

    event_pages(matches, out, locale.words, locale.zone, event, locale.letterhead)


FORMATS: Final[dict[str, Writer]] = {
    "csv": _csv,
    "json": _json,
    "xlsx": _xlsx,
    "pdf": _pdf,
    "html": _html,
}
"""Every export format and its writer.  A writer loads its libraries when it is called, so that
the window is on the screen before a typeface is read."""


def _refuse_nothing(matches: Sequence[Match], event: OfEvent) -> None:
    if not matches and not isinstance(event, Event):
        raise Refused(T("there is no match to export"))


class SheetMaker:
    """Makes sheets and exports in one language, for one time zone."""

    def __init__(self, locale: Locale) -> None:
        self._locale = locale

    def match_sheet(self, match: Match, paper: Paper) -> bytes:
        """Make the match sheet as a PDF.  The same match gives the same bytes."""
        from reports.sheets.match_sheet import match_sheet

        return self._locale.print(match_sheet, match, paper)

    def differences(self, pdf: bytes, match: Match) -> tuple[str, ...] | None:
        """Return what differs between a PDF and this match's sheet.

        Nothing is returned where they are the same, and None where they cannot be compared.
        """
        from reports.sheets.page_check import differences

        return differences(pdf, match, self._locale.words, self._locale.letterhead)

    def compact_sheets(self, matches: Sequence[Match], paper: Paper) -> bytes:
        """Make sheets of half a page, two to a page, as a PDF."""
        from reports.sheets.compact_sheet import compact_sheets

        _refuse_nothing(matches, None)
        return self._locale.print(compact_sheets, matches, paper)

    def blank_sheet(self, rules: RuleSet, paper: Paper, match: Match | None = None) -> bytes:
        """Make an empty sheet for a rule set as a PDF.  What a `match` knows is filled in."""
        from reports.sheets.blank_sheet import blank_sheet, prefilled_by

        words = self._locale.words
        prefilled = None if match is None else prefilled_by(match, words, self._locale.zone)
        letterhead = self._locale.letterhead
        return blank_sheet(rules, paper, words, prefilled, letterhead=letterhead)

    def event_book(
        self,
        matches: Sequence[Match],
        paper: Paper,
        progress: Callable[[int, int], bool] = lambda _done, _count: True,
        event: OfEvent = None,
    ) -> bytes:
        """Make the book of an event as a PDF; see `scorepad.desk.ports.Sheets`.

        `progress` gets the number of finished sheets and of all sheets, and returns whether to go
        on.  Raises `Refused` when it says no, or when there is no match.
        """
        from reports.book.event_book import event_book

        _refuse_nothing(matches, event)
        return self._locale.print(event_book, matches, paper, progress=progress, event=event)

    def event_poster(
        self,
        matches: Sequence[Match],
        paper: Paper,
        of_round: str = "",
        event: OfEvent = None,
    ) -> bytes:
        """Make a poster as a PDF: the results of a round (the last one, where none is named), the
        standings, and the brackets of an event that is kept."""
        from reports.book.posters import event_poster

        _refuse_nothing(matches, event)
        return self._locale.print(event_poster, matches, paper, of_round=of_round, event=event)

    def round_papers(
        self,
        matches: Sequence[Match],
        paper: Paper,
        of_round: str = "",
        event: OfEvent = None,
    ) -> bytes:
        """Make all that a round needs as a PDF: who sits where, the standings, and a sheet for the
        pen for each match; of an event that is kept also sign-in sheet and table cards."""
        from reports.book.round_papers import round_papers

        _refuse_nothing(matches, event)
        return self._locale.print(round_papers, matches, paper, of_round=of_round, event=event)

    def result_line(self, match: Match) -> str:
        """Say a match's result in one line, to paste into a chat."""
        from reports.sheets.match_sheet import result_line

        return result_line(match, self._locale.words)

    def formats(self) -> Sequence[str]:
        """Return the names of the export formats."""
        return tuple(FORMATS)

    def export(self, matches: Sequence[Match], form: str, out: Path, event: OfEvent = None) -> None:
        """Write matches in a format as a new file, or a new folder, at `out`; of an `event` that is
        kept, these are its matches.

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
        _refuse_nothing(matches, event)
        writer(matches, out, self._locale, event)


def make_sheets(
    words: Words = ENGLISH,
    *,
    zone: tzinfo = UTC,
    paper: Paper | Callable[[], Paper] = "A4",
    house: Callable[[], tuple[str, Path | None]] = lambda: ("", None),
) -> SheetMaker:
    """Make what the composition root hands to the window and the command line.  `paper` is that
    of a PDF export, or a function that returns it; `house` returns the name of the house, and the
    file of its logo."""
    return SheetMaker(Locale(words, zone, paper if callable(paper) else lambda: paper, house))
