"""What is told beneath both sides of a hand: why it does not count, what was overridden, when time
was called."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from reports.bidirectional import isolated
from reports.pen import LEAST_LETTER
from reports.rows import HandRow, RemarkRow
from reports.setting import Lines, set_in, wrapped
from reports.shaping import shape
from reports.sheet import VOIDING, Sheet

REFS = LEAST_LETTER
MOST_WHY = 3
"""Lines of a reason that stand in the table; a longer one stands in the remarks."""


class HandNotes:
    """Makes the lines of one hand's notes."""

    def __init__(self, sheet: Sheet) -> None:
        self.sheet = sheet
        self.grid = sheet.grid
        self.words = sheet.words
        self.type = sheet.grid.type

    def lines(self, row: HandRow) -> Lines:
        """What is told beneath both sides' lines; where that is long, the remarks tell it."""
        told = list(self._told(row))
        lines = self._set([said for said, _ in told])
        if len(lines.lines) > MOST_WHY:
            lines = self._set([brief for _, brief in told])
        return lines

    def _told(self, row: HandRow) -> Iterator[tuple[str, str]]:
        """Each note, and what stands in its place where it is too long."""
        words, sheet = self.words, self.sheet
        if row.extra:
            yield (words("extra hand"),) * 2
        time = sheet.tables.time
        if time.within == row.hand and row.status != "void":
            out = words("time was called in this hand")
            if time.ran_out:
                at = sheet.when(time.ran_out)
                out = words("the clock ran out in this hand at {time}", time=at)
            yield out, out
        remarks = [each for each in sheet.tables.remarks if each.hand == row.hand]
        if row.status == "void":
            why = sheet.why_void(row.hand) or words("void: counts nothing")
            cause = next((each for each in remarks if each.kind in VOIDING), None)
            brief = why
            if cause is not None and cause.now:
                what = sheet.voided_by(cause)
                brief = words("void, {what}: {why}", what=what, why=self._see(cause))
            yield why, brief
        if row.status == "after-end":
            yield (words("played after the end: counts nothing"),) * 2
        if row.status == "lost":
            teams = self._losers(row.hand)
            talk = next((each for each in remarks if each.kind == "talk"), None)
            see = self._see(talk) if talk is not None else teams
            yield (
                words("lost by table talk: {teams}", teams=teams),
                words("lost by table talk: {teams}", teams=see),
            )
        for each in remarks:
            if each.kind == "override":
                yield (
                    words("override: {why}", why=each.why),
                    words("override: {why}", why=self._see(each)),
                )
        refs = sheet.refs_of(row.hand)
        if shape(refs).wide(REFS) > self.refs_room(row.hand):
            yield (words("remarks {letters}", letters=refs),) * 2

    def _set(self, notes: Sequence[str]) -> Lines:
        wide = self.grid.right - self.grid.dealer
        lines = list(wrapped(" \u00b7 ".join(notes), wide, self.type.small)) if notes else []
        return set_in(lines, self.type.small, self.type.detail)

    def _see(self, remark: RemarkRow) -> str:
        """Where a remark stands."""
        return self.words("see {letter} below", letter=self.sheet.refs[remark.entry])

    def refs_room(self, hand: int) -> float:
        """How much room there is for the letters of remarks behind a hand's number."""
        return self.grid.dealer - self.grid.left - shape(str(hand), True).wide(self.type.size) - 3

    def _losers(self, hand: int) -> str:
        """The sides whose hand was lost: all that did not make theirs exactly."""
        sheet = self.sheet
        talked = [r.now for r in sheet.tables.remarks if r.hand == hand and r.kind == "talk"]
        lost = [
            isolated(sheet.team(side))
            for side in (0, 1)
            if any(line.what == "lost-hand" for line in sheet.lines_of(hand, side))
        ]
        return ", ".join(lost or talked) or "\u2013"
