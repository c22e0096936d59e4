"""The lists of an event book: results by round, and standings."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby

import msgspec

from reports.bidirectional import isolated
from reports.hand_line import figure
from reports.pagination import Block, Section
from reports.paper import Grid
from reports.pen import HAIR, Align, Pen
from reports.rows import MatchRow, StandingRow
from reports.setting import Lines, fitting
from reports.shaping import shape
from reports.sheet import round_name
from reports.sheet_head import draw_lines, unofficial_mark
from scorepad.spades.occasion import same_name
from scorepad.spades.words import T, Text, Words, number, signed

SIZE = 9.0
SMALL = 7.0
GAP = 26.0
"""The space above a heading, in points."""
LEAST_ROWS = 3
"""Rows that a list has on its last page at least."""
REASONS: dict[str, Text] = {
    "target": T("target"),
    "floor": T("floor"),
    "sets": T("sets"),
    "max-hands": T("last hand"),
    "time": T("time"),
    "extra-hand": T("extra hand"),
    "forfeit": T("forfeit"),
    "abandoned": T("abandoned"),
}


class Listed(msgspec.Struct, frozen=True):
    """A match in the book: its row, and the name of its bookmark."""

    row: MatchRow
    key: str


class Round(msgspec.Struct, frozen=True):
    """A round of an event, and its matches in the book's order; `key` is its bookmark's name."""

    event: str
    name: str
    key: str
    matches: tuple[Listed, ...]


def rounds(matches: Sequence[Listed]) -> Iterator[Round]:
    """The rounds of every event; matches have to stand in the book's order."""
    groups = groupby(matches, lambda each: (same_name(each.row.event), same_name(each.row.round)))
    for at, (_, group) in enumerate(groups):
        found = tuple(group)
        yield Round(found[0].row.event, found[0].row.round, f"round-{at}", found)


class EventLists:
    """Makes the sections; `pages` is filled with the page of every sheet before they are drawn;
    `several`: the matches are of several events, which are named."""

    def __init__(
        self, place: Grid, words: Words, pages: dict[str, int], *, several: bool = False
    ) -> None:
        self.several = several
        self.grid = place
        self.words = words
        self.pages = pages

    def round_title(self, each: Round) -> str:
        """The round's name, as a part of a sentence."""
        return round_name(each.name, self.words) or self.words("Without a round")

    def event_title(self, event: str) -> str:
        """The event's name, as a part of a sentence."""
        return isolated(event) or self.words("Without an event")

    def round(self, each: Round) -> Section:
        """The results of one round under its name, and its event's where there are several."""
        title = self._of(each.event, self.round_title(each))

        def head(further: bool) -> Block:
            said = self.words("{title}, continued", title=title) if further else title
            return self._head(said, self._result_labels)

        rows = [self._result(match) for match in each.matches]
        return Section(rows, head=head, gap=GAP, least=LEAST_ROWS)

    def standings(self, rows: Sequence[StandingRow]) -> Section:
        """The standings of an event, best team first."""
        words = self.words

        def head(further: bool) -> Block:
            said = words("Standings, continued") if further else words("Standings")
            return self._head(self._of(rows[0].event, said), self._standing_labels)

        made = [self._standing(row) for row in rows]
        return Section(made, head=head, gap=GAP, least=LEAST_ROWS)

    def _of(self, event: str, title: str) -> str:
        """A heading, after its event's name where the matches are of several."""
        return f"{self.event_title(event)} \u00b7 {title}" if self.several else title

    def _head(self, title: str, labels: Sequence[tuple[float, str, Align]]) -> Block:
        lines = fitting(title, self.grid.span, (13, 11, 9), bold=True)

        def draw(pen: Pen, y: float) -> None:
            draw_lines(pen, self.grid.left, y, lines, bold=True)
            base = y + lines.height + 9
            before = self.grid.left
            for x, label, align in labels:
                # Heads of columns that stand close shrink rather than touch.
                line = shape(label)
                room = x - before - 5 if align == "right" else line.wide(SMALL)
                size = min(SMALL, SMALL * room / max(line.wide(SMALL), 0.1))
                pen.text(x, base, line, size, align=align)
                before = x
            pen.rule(self.grid.left, base + 4, self.grid.right, weight=1.2)

        return Block(lines.height + 13.6, draw)

    # Results: table, side 0 and its score, side 1 and its score, how it ended, the page.

    @property
    def _edges(self) -> tuple[float, float, float, float]:
        """Where the first team begins, the middle of the score, where why it ended begins, and
        where the pages end."""
        left, right = self.grid.left, self.grid.right
        return left + 44, left + 44 + (right - left - 44 - 148) / 2, right - 140, right

    @property
    def _result_labels(self) -> Sequence[tuple[float, str, Align]]:
        _, middle, why, right = self._edges
        words = self.words
        return (
            (self.grid.left, words("table"), "left"),
            (middle, words("score"), "centre"),
            (why, words("decided by"), "left"),
            (right, words("page"), "right"),
        )

    def _result(self, match: Listed) -> Block:
        row, words = match.row, self.words
        first, middle, why, right = self._edges
        half = _half(row)
        room = middle - half - first
        teams = [
            fitting(team, room, (SIZE, 8, 7), bold=row.winner == side, at_most=2, leading=1.15)
            for side, team in enumerate((row.team_0, row.team_1))
        ]
        table = fitting(row.table, first - self.grid.left - 6, (SIZE, 8, 7), at_most=2)
        reason = self._reason(row)
        how = fitting(reason, right - 22 - why, (SIZE - 1, 7), at_most=2)
        mark = "" if row.official else words("UNOFFICIAL")
        beside = len(how.lines) == 1 and how.width + 62 < right - 16 - why
        below = how.height + (14 if mark and not beside else 0)
        tall = max(*(team.height for team in teams), table.height, below)
        tall += 7

        def draw(pen: Pen, y: float) -> None:
            base = y + 4 + max(teams[0].base(0), teams[1].base(0))
            draw_lines(pen, self.grid.left, base - table.base(0), table)
            for i, line in enumerate(teams[0].lines):
                at = base + teams[0].base(i) - teams[0].base(0)
                pen.text(middle - half, at, line, teams[0].size, align="right")
            draw_lines(pen, middle + half, base - teams[1].base(0), teams[1])
            _score(pen, middle, base, row)
            draw_lines(pen, why, base - how.base(0), how)
            if mark:
                if beside:
                    unofficial_mark(pen, why + how.width + 6, base, mark, SMALL)
                else:
                    unofficial_mark(pen, why, y + 13.4 + how.height, mark, SMALL)
            page = self.pages.get(match.key)
            if page is not None:
                pen.text(right, base, str(page), SIZE, align="right")
            pen.link(self.grid.left, y, self.grid.span, tall, match.key)
            pen.rule(self.grid.left, y + tall, self.grid.right, weight=HAIR)

        return Block(tall, draw)

    def _reason(self, row: MatchRow) -> str:
        if row.status != "over":
            return self.words("not finished")
        told = REASONS.get(row.reason or "")
        said = self.words(told) if told else ""
        return self.words("tie, {reason}", reason=said) if row.tied else said

    # Standings.

    @property
    def _figures(self) -> tuple[float, ...]:
        """Right edges of played, won, tied, lost, points, against, difference."""
        right = self.grid.right
        return tuple(right - back for back in (262, 224, 188, 152, 104, 52, 0))

    @property
    def _standing_labels(self) -> Sequence[tuple[float, str, Align]]:
        words = self.words
        said = (
            words("matches"),
            words("wins"),
            words("ties"),
            words("losses"),
            words("points"),
            words("against"),
            words("difference"),
        )
        labels: list[tuple[float, str, Align]] = [(self.grid.left + 26, words("team"), "left")]
        labels += [(x, label, "right") for x, label in zip(self._figures, said, strict=True)]
        return labels

    def _standing(self, row: StandingRow) -> Block:
        words = self.words
        room = self._figures[0] - 30 - (self.grid.left + 26)
        team = fitting(row.team, room, (10, 9, 8, 7), bold=row.place == 1, at_most=2)
        notes = []
        if row.unfinished:
            notes.append(words("{count} unfinished", count=row.unfinished))
        if row.unofficial:
            notes.append(words("{count} unofficial", count=row.unofficial))
        note = " \u00b7 ".join(notes)
        tall = team.height + (8.4 if note else 0) + 6
        figures = (
            str(row.played),
            str(row.won),
            str(row.tied),
            str(row.lost),
            number(row.points),
            number(row.against),
            signed(row.difference),
        )

        def draw(pen: Pen, y: float) -> None:
            base = y + 3.5 + team.base(0)
            pen.text(self.grid.left + 16, base, str(row.place), 10, bold=True, align="right")
            draw_lines(pen, self.grid.left + 26, y + 3.5, team)
            if note:
                pen.text(self.grid.left + 26, y + 3.5 + team.height + 6, note, SMALL)
            for at, (x, said) in enumerate(zip(self._figures, figures, strict=True)):
                figure(pen, x, base, said, SIZE, 44 if at > 3 else 32, bold=at in (1, 4))
            pen.rule(self.grid.left, y + tall, self.grid.right, weight=HAIR)

        return Block(tall, draw)


def _half(row: MatchRow) -> float:
    """What a score takes on either side of its middle."""
    wide = max(shape(number(score), True).wide(SIZE) for score in (row.score_0, row.score_1))
    return max(36.0, shape("\u2013").wide(SIZE) / 2 + wide + 9)


def _score(pen: Pen, middle: float, y: float, row: MatchRow) -> None:
    """Both totals around the middle, the winner's bold."""
    dash = shape("\u2013").wide(SIZE) / 2 + 3
    first, second = number(row.score_0), number(row.score_1)
    pen.text(middle, y, "\u2013", SIZE, align="centre")
    pen.text(middle - dash, y, first, SIZE, bold=row.winner == 0, align="right")
    pen.text(middle + dash, y, second, SIZE, bold=row.winner == 1)


def cover_lines(text: str, wide: float) -> Lines:
    """The event's name, as large as it fits."""
    return fitting(isolated(text), wide, (40, 34, 28, 22, 18, 14), bold=True, at_most=3)
