"""What is handed out: match sheets, blank sheets, exports.

    rows, tables    a match as typed rows, the one source of every sheet and export
    remarks         corrections, rulings and conduct in words       entry_words  one entry in words
    struck          what a strike took, by the number that its hand had
    time_call       where time was called       cells   what a cell says besides its value
    match_sheet     the sheet: sheet_head, hand_rows, chart, sheet_foot; hand_rows is made of
                    hand_line, hand_notes and hand_places; briefly   names that pages repeat
    sheet, paper, pagination    what its parts share, where columns stand, what follows what
    compact_sheet   the same rows on half a page, two to a page
    event_book      cover, results, standings (event_lists, rounds, standings), every sheet
    blank_sheet     an empty sheet with the rules in brief (rules_brief)
    fonts, shaping, bidirectional, setting    text of any script, measured, wrapped, drawn (pen)
    faces, installed    typefaces of our own for China, Japan and Korea; those of this system
    qr_code         what verify reads
    result_line     a result for a chat
    csv_export, json_export, xlsx_export, pdf_export    formats, written whole or not (writing)

A new format: a module with a function (matches, out, words) -> files, and a line in `FORMATS`.
Nothing here knows a database, a window or today's date.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, tzinfo
from pathlib import Path
from typing import Final, TypeAlias

import msgspec

from reports.paper import Paper
from scorepad.spades.match import Match
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import ENGLISH, T, Words


class Manner(msgspec.Struct, frozen=True):
    """How it is said and printed: the language, the zone in which moments are told, the paper that
    an export takes (asked each time: it may be set anew while a window is open)."""

    words: Words = ENGLISH
    zone: tzinfo = UTC
    paper: Callable[[], Paper] = lambda: "A4"


Writer: TypeAlias = Callable[[Sequence[Match], Path, Manner], list[Path]]


def _csv(matches: Sequence[Match], out: Path, manner: Manner) -> list[Path]:
    from reports.csv_export import export_csv

    return export_csv(matches, out, manner.words)


def _json(matches: Sequence[Match], out: Path, _: Manner) -> list[Path]:
    from reports.json_export import export_json

    return export_json(matches, out)


def _xlsx(matches: Sequence[Match], out: Path, manner: Manner) -> list[Path]:
    from reports.xlsx_export import export_xlsx

    return export_xlsx(matches, out, manner.words, manner.paper())


def _pdf(matches: Sequence[Match], out: Path, manner: Manner) -> list[Path]:
    from reports.pdf_export import export_pdf

    return export_pdf(matches, out, manner.words, manner.paper(), zone=manner.zone)


FORMATS: Final[dict[str, Writer]] = {"csv": _csv, "json": _json, "xlsx": _xlsx, "pdf": _pdf}
"""Every export format and what writes it.  What a format needs is loaded when it is asked for:
the window is on the screen before a typeface is read."""


class UnknownFormat(Refused):
    """A format that is not in `FORMATS`."""

    def __init__(self, form: str) -> None:
        super().__init__(
            T(
                "there is no export format “{form}”; there are {formats}",
                form=form[:40],
                formats=", ".join(FORMATS),
            )
        )


class NothingToExport(Refused):
    """No match was chosen."""

    def __init__(self) -> None:
        super().__init__(T("there is no match to export"))


class Sheets:
    """Makes sheets and exports in one manner."""

    def __init__(self, manner: Manner) -> None:
        self._manner = manner

    def match_sheet(self, match: Match, paper: Paper) -> bytes:
        """The match sheet as a PDF.  The same match gives the same bytes."""
        from reports.match_sheet import match_sheet

        return match_sheet(match, paper, self._manner.words, zone=self._manner.zone)

    def compact_sheets(self, matches: Sequence[Match], paper: Paper) -> bytes:
        """Sheets of half a page, two to a page, as a PDF."""
        from reports.compact_sheet import compact_sheets

        return compact_sheets(matches, paper, self._manner.words, zone=self._manner.zone)

    def blank_sheet(self, rules: RuleSet, paper: Paper, match: Match | None = None) -> bytes:
        """An empty sheet for a rule set, as a PDF; what a `match` knows stands on it."""
        from reports.blank_sheet import blank_sheet, known_of

        words = self._manner.words
        known = None if match is None else known_of(match, words, self._manner.zone)
        return blank_sheet(rules, paper, words, known)

    def event_book(
        self,
        matches: Sequence[Match],
        paper: Paper,
        progress: Callable[[int, int], bool] = lambda _done, _count: True,
    ) -> bytes:
        """The book of an event as a PDF; `progress` is told how many sheets are done, and of how
        many, and returns whether to go on.

        Raises `Refused` when it says no, or when there is no match."""
        from reports.event_book import event_book

        if not matches:
            raise NothingToExport
        manner = self._manner
        return event_book(matches, paper, manner.words, zone=manner.zone, progress=progress)

    def result_line(self, match: Match) -> str:
        """A match's result in one line, to paste into a chat."""
        from reports.result_line import result_line

        return result_line(match, self._manner.words)

    def formats(self) -> Sequence[str]:
        """The names of the export formats."""
        return tuple(FORMATS)

    def export(self, matches: Sequence[Match], form: str, out: Path) -> list[Path]:
        """Write matches in a format; the files written.

        Raises `Refused` when there is no such format or no match, when `out` is there already or
        when it cannot be written; nothing half written stays.
        """
        writer = FORMATS.get(form)
        if writer is None:
            raise UnknownFormat(form)
        if not matches:
            raise NothingToExport
        return writer(matches, out, self._manner)


def make_sheets(
    words: Words = ENGLISH,
    *,
    zone: tzinfo = UTC,
    paper: Paper | Callable[[], Paper] = "A4",
) -> Sheets:
    """What the composition root hands to the window and the command line; `paper` is the one that
    a PDF export takes, or what says it."""
    return Sheets(Manner(words, zone, paper if callable(paper) else lambda: paper))
