"""What every part of a match sheet needs to know: the rows, the words, the paper, the marks."""

from __future__ import annotations

from datetime import datetime, tzinfo

import msgspec

from reports.bidirectional import isolated, isolated_fields
from reports.cells import Cells
from reports.paper import Grid
from reports.rows import LineRow, RemarkRow, Tables
from scorepad.spades.lineage import edition_text, says_something
from scorepad.spades.occasion import played
from scorepad.spades.rules import RuleSet
from scorepad.spades.sheetcode import SheetCode
from scorepad.spades.words import T, Text, Words

MONTHS: tuple[Text, ...] = (
    T("January"),
    T("February"),
    T("March"),
    T("April"),
    T("May"),
    T("June"),
    T("July"),
    T("August"),
    T("September"),
    T("October"),
    T("November"),
    T("December"),
)
VOIDING: dict[str, Text] = {
    "misdeal": T("misdeal"),
    "time": T("time was called"),
    "forfeit": T("forfeit"),
    "abandon": T("match abandoned"),
}
"""What makes a hand count nothing, by the kind of the entry, as a part of a sentence."""
RAN_OUT = T("the clock ran out")


def day(at: datetime, words: Words, zone: tzinfo) -> str:
    """“14 March 2026”."""
    local = at.astimezone(zone)
    return words(
        "{day} {month} {year}",
        day=str(local.day),
        month=MONTHS[local.month - 1],
        year=str(local.year),
    )


def day_and_time(at: datetime, words: Words, zone: tzinfo) -> str:
    """“14 March 2026, 19:30”."""
    return words("{date}, {time}", date=day(at, words, zone), time=f"{at.astimezone(zone):%H:%M}")


def round_name(text: str, words: Words) -> str:
    """A round as people call it, as a part of a sentence: “Round 2” for a bare number, “Final” as
    it is."""
    name = isolated(text)
    return words("Round {round}", round=name) if text[:1].isdigit() else name


def table_name(text: str, words: Words) -> str:
    """A table as people call it, as a part of a sentence: “Table 4” for a bare number."""
    name = isolated(text)
    return words("Table {table}", table=name) if text[:1].isdigit() else name


def edition_said(rules: RuleSet, words: Words) -> str:
    """The edition of a rule set's document, and whose that is where it is another's, as a part of
    a sentence; nothing where it is its own and bears no date."""
    if not rules.based_on and not says_something(rules.edition):
        return ""
    return isolated(words(isolated_fields(edition_text(rules))))


class Sheet(msgspec.Struct, frozen=True):
    """A match as it is to be printed.

    `zone` is the time zone in which moments are told; `refs` the letter of each remark that
    the hand table points to, by the id of its entry, in the order of the table; `code` what
    `scorepad verify` reads (None: the match has no id); `unofficial` is why the
    result is not official ("" where it is); `letters` how the seats are called, 0 to 3.
    """

    tables: Tables
    rules: RuleSet
    words: Words
    grid: Grid
    zone: tzinfo
    refs: dict[str, str]
    code: SheetCode | None = None
    unofficial: str = ""
    letters: tuple[str, str, str, str] = ("A", "B", "C", "D")

    def team(self, side: int) -> str:
        """The side's name."""
        return self.tables.match.team_1 if side else self.tables.match.team_0

    @property
    def teams(self) -> str:
        """“Aces – Kings”, as a part of a sentence."""
        one, other = (isolated(self.team(side)) for side in (0, 1))
        return self.words("{one} \u2013 {other}", one=one, other=other)

    @property
    def short_title(self) -> str:
        """“Table 4 · Aces – Kings”, where event and round are told already."""
        table = table_name(self.tables.match.table, self.words)
        return f"{table} \u00b7 {self.teams}" if table else self.teams

    @property
    def place(self) -> list[str]:
        """“Round 2” and “Table 4”, those of them that are known, as parts of a sentence."""
        match, words = self.tables.match, self.words
        names = (round_name(match.round, words), table_name(match.table, words))
        return [name for name in names if name]

    @property
    def played(self) -> datetime | None:
        """The moment whose day is the match's."""
        return played(self.tables.match.scheduled, self.tables.match.first_entry)

    def lines_of(self, hand: int, side: int) -> list[LineRow]:
        """The score lines of a side's hand."""
        return [r for r in self.tables.lines if r.hand == hand and r.side == side]

    def cells_of(self, hand: int, side: int) -> Cells:
        """What the cells of a side's hand say besides their value."""
        found = (c for c in self.tables.cells if (c.hand, c.side) == (hand, side))
        return next(found, Cells(hand=hand, side=side))

    def refs_of(self, hand: int) -> str:
        """The letters of the remarks about a hand."""
        about = {r.entry for r in self.tables.remarks if r.hand == hand}
        return " ".join(letter for entry, letter in self.refs.items() if entry in about)

    def why_void(self, hand: int) -> str:
        """Why a hand does not count: what is remarked about it."""
        for remark in self.tables.remarks:
            if remark.hand == hand and remark.kind in VOIDING:
                what = self.voided_by(remark)
                if not remark.now:
                    return self.words("void, {what}", what=what)
                return self.words("void, {what}: {why}", what=what, why=remark.now)
        return ""

    def voided_by(self, remark: RemarkRow) -> Text:
        """What made a hand count nothing, of the kinds in `VOIDING`, as a part of a sentence."""
        ran_out = remark.kind == "time" and self.tables.time.ran_out is not None
        return RAN_OUT if ran_out else VOIDING[remark.kind]

    def date(self, at: datetime) -> str:
        """“14 March 2026”."""
        return day(at, self.words, self.zone)

    def when(self, at: datetime) -> str:
        """“19:30 UTC”; with its date where that is not the one at the head of the sheet."""
        played_ = self.played
        same_day = played_ is not None and self.date(at) == self.date(played_)
        return self.time(at) if same_day else self.moment(at)

    def moment(self, at: datetime) -> str:
        """“14 March 2026, 19:30 UTC”."""
        return self.words("{date}, {time}", date=self.date(at), time=self.time(at))

    def time(self, at: datetime) -> str:
        """“19:30 UTC”."""
        local = at.astimezone(self.zone)
        return self.words("{time} {zone}", time=f"{local:%H:%M}", zone=local.tzname() or "")
