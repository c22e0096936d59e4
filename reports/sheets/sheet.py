"""The content of a match sheet: the match in rows, its rules, the grid and the time zone.

Dates, rounds and tables are put into words here too, for sheets and books alike.
"""

from __future__ import annotations

from datetime import datetime, tzinfo

import msgspec

from reports.sheets.columns import Grid
from reports.sheets.rows import MatchInTableRows, RemarkRow
from scorepad.spades.entries import KINDS
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.library import has_edition_date
from scorepad.spades.match import moment_of_play
from scorepad.spades.naming import table_name
from scorepad.spades.rule_texts import edition_text
from scorepad.spades.rules import RuleSet
from scorepad.spades.sheetcode import SheetCode
from scorepad.spades.words import T, Text, format_date, format_time

VOIDING_TEXTS: dict[str, Text] = {
    tag: text for tag, kind in KINDS.items() if (text := ENTRY_KINDS[kind].voiding_text) is not None
}
"""Why a hand counts nothing, by the kind of the entry that voided it."""
SEAT_LETTERS = "ABCD"
"""The names of the seats 0 to 3."""
RAN_OUT = T("the clock ran out")


def format_day(at: datetime, zone: tzinfo) -> str:
    """Write a date: “14 March 2026”, or as the reader's region does."""
    return format_date(at.astimezone(zone).date())


def format_day_and_time(at: datetime, zone: tzinfo) -> str:
    """Write a moment: “14 March 2026, 19:30”."""
    time = format_time(at.astimezone(zone).time())
    return str(T("{date}, {time}", date=format_day(at, zone), time=time))


def document_edition_text(rules: RuleSet) -> str:
    """Name the edition of a rule set's document as a part of a sentence.

    The name includes the author of a document that isn't the house's own.  It is empty for a
    house's own rules without a date.
    """
    if not rules.based_on and not has_edition_date(rules.edition):
        return ""
    return str(edition_text(rules))


class Sheet(msgspec.Struct, frozen=True):
    """A match as it is to be printed.

    `zone` is the time zone of every printed moment.  `remark_letters` has the letter of each remark
    that the hand table points to, by the id of its entry, in the order of the table.  `code` is for
    `scorepad verify`; None if the match has no id.  `unofficial` is why the result is not official,
    or "" where it is; `confirmed` by whom it was made official, or "" if both sides signed;
    `recorded` that its event has another.  Long remarks may have been `is_shortened`.
    """

    tables: MatchInTableRows
    rules: RuleSet
    grid: Grid
    zone: tzinfo
    remark_letters: dict[str, str]
    code: SheetCode | None = None
    unofficial: str = ""
    confirmed: str = ""
    recorded: str = ""
    is_shortened: bool = False

    def team_name(self, side: int) -> str:
        """Return the name of a side."""
        return self.tables.status.teams[side]

    @property
    def teams_text(self) -> str:
        """Return both teams as a part of a sentence: “Aces – Kings”."""
        one, other = (self.team_name(side) for side in (0, 1))
        return str(T("{one} \u2013 {other}", one=one, other=other))

    @property
    def short_title(self) -> str:
        """Return table and teams, where event and round are known: “Table 4 · Aces – Kings”."""
        table = table_name(self.tables.status.table)
        return f"{table} \u00b7 {self.teams_text}" if table else self.teams_text

    @property
    def round_and_table(self) -> list[str]:
        """Return round and table as parts of a sentence, where they are known: “Round 2”, “Table
        4”."""
        match = self.tables.status
        names = (match.round_name, table_name(match.table))
        return [name for name in names if name]

    @property
    def played_at(self) -> datetime | None:
        """Return the moment of the match's day."""
        return moment_of_play(self.tables.status.scheduled, self.tables.status.first_entry)

    def remark_letters_of_hand(self, hand: int) -> str:
        """Return the letters of the remarks about a hand."""
        about = {r.entry for r in self.tables.remarks if r.hand == hand}
        return " ".join(letter for entry, letter in self.remark_letters.items() if entry in about)

    def why_void(self, hand: int) -> str:
        """Return why a hand does not count, as its remark has it."""
        for remark in self.tables.remarks:
            if remark.hand == hand and remark.kind in VOIDING_TEXTS:
                what = self.void_cause_text(remark)
                if not remark.now:
                    return str(T("void, {what}", what=what))
                return str(T("void, {what}: {why}", what=what, why=remark.now))
        return ""

    def void_cause_text(self, remark: RemarkRow) -> Text:
        """Return the cause of a void hand, as a part of a sentence.  The remark's kind is in
        `VOIDING_TEXTS`."""
        ran_out = remark.kind == "time" and self.tables.time.ran_out is not None
        return RAN_OUT if ran_out else VOIDING_TEXTS[remark.kind]

    def format_date(self, at: datetime) -> str:
        """Write the date of a moment: “14 March 2026”."""
        return format_day(at, self.zone)

    def format_near_moment(self, at: datetime) -> str:
        """Write a moment: “19:30 UTC”, with its date where the head of the sheet has another."""
        played_ = self.played_at
        same_day = played_ is not None and self.format_date(at) == self.format_date(played_)
        return self.format_time(at) if same_day else self.format_moment(at)

    def format_moment(self, at: datetime) -> str:
        """Write a moment with its date: “14 March 2026, 19:30 UTC”."""
        return str(T("{date}, {time}", date=self.format_date(at), time=self.format_time(at)))

    def format_time(self, at: datetime) -> str:
        """Write the time of a moment: “19:30 UTC”."""
        local = at.astimezone(self.zone)
        return str(T("{time} {zone}", time=format_time(local.time()), zone=local.tzname() or ""))
