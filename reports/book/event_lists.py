"""The lists of an event book: results by round, and standings."""

from __future__ import annotations

from collections.abc import Sequence

from reports.book.rounds import BookMatch, Round
from reports.sheets.columns import Grid
from reports.sheets.hand_line import figure
from reports.sheets.rows import MatchRow, StandingRow
from reports.sheets.sheet_head import draw_lines, unofficial_mark
from reports.typeset.line_breaking import Lines, fitting
from reports.typeset.pagination import Block, PageSection
from reports.typeset.pen import HAIR, Align, Pen
from reports.typeset.shaping import shape
from scorepad.spades.naming import round_name
from scorepad.spades.result import END_REASONS
from scorepad.spades.words import Words, isolated, number, signed

SIZE = 9.0  # points
SMALL = 7.0  # points
GAP = 26.0  # points
"""The space above a heading."""
MIN_ROWS = 3
"""The last page of a list has at least so many rows."""


class EventLists:
    """Makes the sections of both lists.

    `pages` gets the page of every sheet before the lists are drawn.  With `several` events, the
    headings name them.
    """

    def __init__(
        self, place: Grid, words: Words, pages: dict[str, int], *, several: bool = False
    ) -> None:
        self.several = several
        self.grid = place
        self.words = words
        self.pages = pages

    def round_title(self, each: Round) -> str:
        """The name of a round, as a part of a sentence."""
        return round_name(each.name, self.words) or self.words("Without a round")

    def event_title(self, event: str) -> str:
        """The name of an event, as a part of a sentence."""
        return isolated(event) or self.words("Without an event")

    def round(self, each: Round) -> PageSection:
        """The results of one round."""
        title = self._heading(each.event, self.round_title(each))

        def head(further: bool) -> Block:
            text = self.words("{title}, continued", title=title) if further else title
            return self._head(text, self._result_labels)

        rows = [self._result(match) for match in each.matches]
        return PageSection(rows, head=head, gap=GAP, least=MIN_ROWS)

    def standings(self, rows: Sequence[StandingRow]) -> PageSection:
        """The standings of an event, best team first."""
        words = self.words

        def head(further: bool) -> Block:
            text = words("Standings, continued") if further else words("Standings")
            return self._head(self._heading(rows[0].event, text), self._standing_labels)

        made = [self._standing(row) for row in rows]
        return PageSection(made, head=head, gap=GAP, least=MIN_ROWS)

    def _heading(self, event: str, title: str) -> str:
        """Put the event before a heading, where the matches belong to several."""
        return f"{self.event_title(event)} \u00b7 {title}" if self.several else title

    def _head(self, title: str, labels: Sequence[tuple[float, str, Align]]) -> Block:
        lines = fitting(title, self.grid.span, (13, 11, 9), bold=True)

        def draw(pen: Pen, y: float) -> None:
            draw_lines(pen, self.grid.left, y, lines, bold=True)
            base = y + lines.height + 9
            before = self.grid.left
            for x, label, align in labels:
                # Labels of columns that stand close become smaller rather than touch.
                line = shape(label)
                room = x - before - 5 if align == "right" else line.width_at(SMALL)
                size = min(SMALL, SMALL * room / max(line.width_at(SMALL), 0.1))
                pen.text(x, base, line, size, align=align)
                before = x
            pen.rule(self.grid.left, base + 4, self.grid.right, weight=1.2)

        return Block(lines.height + 13.6, draw)

    # A result: the table, both teams around the score, how the match ended, the page.

    @property
    def _edges(self) -> tuple[float, float, float, float]:
        """The left edge of the first team, the middle of the score, the left edge of the reason,
        and the right edge of the pages."""
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

    def _result(self, match: BookMatch) -> Block:
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
        height = max(*(team.height for team in teams), table.height, below)
        height += 7

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
            pen.link(self.grid.left, y, self.grid.span, height, match.key)
            pen.rule(self.grid.left, y + height, self.grid.right, weight=HAIR)

        return Block(height, draw)

    def _reason(self, row: MatchRow) -> str:
        if row.status != "over":
            return self.words("not finished")
        known = END_REASONS.get(row.reason or "")
        reason = self.words(known.label) if known else ""
        return self.words("tie, {reason}", reason=reason) if row.tied else reason

    # Standings.

    @property
    def _figures(self) -> tuple[float, ...]:
        """The right edges of played, won, tied, lost, points, against, difference."""
        right = self.grid.right
        return tuple(right - back for back in (262, 224, 188, 152, 104, 52, 0))

    @property
    def _standing_labels(self) -> Sequence[tuple[float, str, Align]]:
        words = self.words
        texts = (
            words("matches"),
            words("wins"),
            words("ties"),
            words("losses"),
            words("points"),
            words("against"),
            words("difference"),
        )
        labels: list[tuple[float, str, Align]] = [(self.grid.left + 26, words("team"), "left")]
        labels += [(x, label, "right") for x, label in zip(self._figures, texts, strict=True)]
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
        height = team.height + (8.4 if note else 0) + 6
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
            for at, (x, text) in enumerate(zip(self._figures, figures, strict=True)):
                figure(pen, x, base, text, SIZE, 44 if at > 3 else 32, bold=at in (1, 4))
            pen.rule(self.grid.left, y + height, self.grid.right, weight=HAIR)

        return Block(height, draw)


def _half(row: MatchRow) -> float:
    """The width that a score takes on either side of its middle."""
    width = max(shape(number(score), True).width_at(SIZE) for score in (row.score_0, row.score_1))
    return max(36.0, shape("\u2013").width_at(SIZE) / 2 + width + 9)


def _score(pen: Pen, middle: float, y: float, row: MatchRow) -> None:
    """Draw both totals around the middle, the winner's in bold."""
    dash = shape("\u2013").width_at(SIZE) / 2 + 3
    first, second = number(row.score_0), number(row.score_1)
    pen.text(middle, y, "\u2013", SIZE, align="centre")
    pen.text(middle - dash, y, first, SIZE, bold=row.winner == 0, align="right")
    pen.text(middle + dash, y, second, SIZE, bold=row.winner == 1)


def cover_lines(text: str, width: float) -> Lines:
    """The event's name on the cover, as large as it fits."""
    return fitting(isolated(text), width, (40, 34, 28, 22, 18, 14), bold=True, at_most=3)
