"""The blank sheet of a rule set: boxes as large as a pen needs, the rules in brief below."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import UTC, tzinfo
from io import BytesIO

import msgspec

from reports.bidirectional import isolated
from reports.match_sheet import new_canvas
from reports.paper import TOP, Grid, Paper, grid
from reports.pen import HAIR, Pen
from reports.rules_brief import brief
from reports.setting import fitting, wrapped
from reports.shaping import Line, shape
from reports.sheet import day_and_time
from reports.sheet_foot import missing_said
from scorepad.spades.entries import Head, Team
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import ENGLISH, Words, authored, number

ROW = 25.0
"""The least height of a box to write in, in points."""
MOST_ROWS = 20
RULES_SIZE = 7.4
LETTERS = ("A", "B", "C", "D")


class Known(msgspec.Struct, frozen=True):
    """What is known of a match before it is played, as it stands on its blank sheet."""

    event: str = ""
    round: str = ""
    table: str = ""
    date: str = ""
    teams: tuple[Team, Team] = (Team(), Team())


def known_of(head: Head, words: Words, zone: tzinfo = UTC) -> Known:
    """What a match's head knows; names that only stand for a name are left to the pen."""
    teams = [Team() if team == placeholder else team for team, placeholder in _placeheld(head)]
    date = day_and_time(head.scheduled, words, zone) if head.scheduled else ""
    return Known(head.event, head.round, head.table, date, (teams[0], teams[1]))


def _placeheld(head: Head) -> Iterator[tuple[Team, Team]]:
    return zip(head.teams, (Team("Team A"), Team("Team B")), strict=True)


def blank_sheet(
    rules: RuleSet, paper: Paper = "A4", words: Words = ENGLISH, known: Known | None = None
) -> bytes:
    """An empty sheet for a rule set, one page, as a PDF; what is `known` stands on its lines."""
    out = BytesIO()
    canvas = new_canvas(out, paper, words, None)
    canvas.setTitle(words("Blank sheet: {rules}", rules=isolated(rules.name)))
    place = grid(paper)
    _Blank(Pen(canvas, place.tall), place, rules, words, known or Known()).draw()
    canvas.showPage()
    canvas.save()
    return out.getvalue()


class _Blank:
    def __init__(self, pen: Pen, place: Grid, rules: RuleSet, words: Words, known: Known) -> None:
        self.known = known
        self.pen = pen
        self.grid = place
        self.rules = rules
        self.words = words

    def draw(self) -> None:
        y = self._title(TOP)
        y = self._teams(y + 6)
        foot = self.grid.tall - 30
        rules = self._brief_lines()
        below = len(rules) * 9.6 + 18 + 58
        self._hands(y + 21, foot - below)
        self._result(foot - below + 22)
        self._rules(foot - len(rules) * 9.6 - 2, rules)

    def _title(self, y: float) -> float:
        pen, words, place = self.pen, self.words, self.grid
        name = fitting(self.rules.name, place.span * 0.6, (17, 14, 12, 10), bold=True, at_most=2)
        for i, line in enumerate(name.lines):
            pen.text(place.left + 20, y + name.base(i), line, name.size)
        pen.spade(place.left, y + 15.5, 15)
        said = " \u00b7 ".join(
            part
            for part in (
                isolated(self.words(authored(self.rules.edition))),
                words("to {target}", target=number(self.rules.game.target)),
                words("{minutes} minutes", minutes=self.rules.clock.minutes)
                if self.rules.clock.minutes is not None
                else "",
            )
            if part
        )
        for i, line in enumerate(wrapped(said, place.span * 0.36, 8)):
            pen.text(place.right, y + 12 + 9.6 * i, line, 8, align="right")
        y += max(name.height, 22) + 4
        pen.rule(place.left, y, place.right, weight=1.6)
        y += 26
        labels = (words("Event"), words("Round"), words("Table"), words("Date"))
        shares = (0.44, 0.17, 0.14, 0.25)
        known = (self.known.event, self.known.round, self.known.table, self.known.date)
        left = place.left
        for label, share, said in zip(labels, shares, known, strict=True):
            wide = place.span * share
            start = left + pen.text(left, y, label, 8.4) + 5
            end = left + wide - (0 if label == labels[-1] else 10)
            pen.rule(start, y + 1.5, end, weight=0.6)
            self._written(start + 2, y - 0.4, said, end - start - 2)
            left += wide
        return y

    def _written(self, x: float, y: float, said: str, wide: float) -> None:
        """What is known, on its line; two small lines where one is too short for it."""
        lines = fitting(said, wide, (11, 10, 9, 8, 7), bold=True)
        if len(lines.lines) > 1:
            lines = fitting(said, wide, (7, 6.4, 5.8, 5.2, 4.6), bold=True, at_most=2, leading=1.1)
        for i, line in enumerate(lines.lines):
            self.pen.text(x, y - lines.leading * (len(lines.lines) - 1 - i), line, lines.size)

    def _teams(self, y: float) -> float:
        pen, words, place = self.pen, self.words, self.grid
        gap = 18.0
        wide = (place.span - gap) / 2
        for side in (0, 1):
            left = place.left + side * (wide + gap)
            start = left + pen.text(left, y + 22, words("Team"), 8.4) + 5
            pen.rule(start, y + 23.5, left + wide, weight=0.6)
            team = self.known.teams[side]
            self._written(start + 2, y + 21.6, team.name, left + wide - start - 2)
            for i in (0, 1):
                base = y + 45 + 22 * i
                badge = pen.badge(left, base, LETTERS[side + 2 * i], 10)
                pen.rule(left + badge + 6, base + 1.5, left + wide, weight=0.6)
                self._written(left + badge + 8, base - 0.4, team.players[i], wide - badge - 8)
        return y + 70

    def _hands(self, y: float, foot: float) -> None:
        pen, words, place = self.pen, self.words, self.grid
        rows = int(min(MOST_ROWS, (foot - y - 12) // ROW))
        tall = (foot - y - 12) / rows
        for side, column in enumerate(place.sides):
            edges = self._edges(column.left, column.right)
            # Whose columns these are, by the letters of the seats above.
            badge = column.left
            for letter in LETTERS[side::2]:
                badge += pen.badge(badge, y - 3, letter, 8.6) + 3
            labels = (words("bid"), words("took"), words("points"), words("total"), words("bags"))
            for left, right, label in zip(edges, edges[1:], labels, strict=False):
                pen.text((left + right) / 2, y + 8, label, 7, align="centre")
        pen.text(place.left, y + 8, words("hand"), 7)
        pen.text(place.dealer, y + 8, words("dealer"), 7)
        top = y + 12
        for row in range(rows):
            at = top + row * tall
            pen.text(place.left + 14, at + tall * 0.64, str(row + 1), 9, bold=True, align="right")
        for row in range(rows + 1):
            at = top + row * tall
            heavy = 1.2 if row in (0, rows) else 0.9 if row % 5 == 0 else HAIR
            pen.rule(place.left, at, place.sides[0].right, weight=heavy)
            pen.rule(place.sides[1].left, at, place.right, weight=heavy)
        for column in place.sides:
            edges = self._edges(column.left, column.right)
            for edge in edges:
                outer = edge in (edges[0], edges[-1])
                pen.upright(
                    edge,
                    top,
                    top + rows * tall,
                    weight=0.9 if outer else HAIR,
                )

    def _edges(self, left: float, right: float) -> tuple[float, ...]:
        wide = right - left
        return tuple(left + wide * share for share in (0, 0.26, 0.43, 0.63, 0.85, 1))

    def _result(self, y: float) -> None:
        pen, words, place = self.pen, self.words, self.grid
        gap = 16.0
        wide = (place.span - 3 * gap) / 4
        labels = (
            words("winner, and why"),
            words("for team A C"),
            words("for team B D"),
            words("Supervisor"),
        )
        for i, label in enumerate(labels):
            left = place.left + i * (wide + gap)
            pen.rule(left, y + 16, left + wide, weight=0.7)
            pen.text(left, y + 25, label, 7.4)

    def _brief_lines(self) -> list[tuple[Line | None, Line]]:
        """The rules in brief, and what is checked before the first deal."""
        topics = list(brief(self.rules, self.words))
        if self.rules.checklist:
            checklist = "; ".join(self.words(authored(text)) for text in self.rules.checklist)
            topics.append((self.words("Before"), checklist))
        known = self.known
        texts = [self.rules.name, self.rules.edition, known.event, known.round, known.table]
        texts += [text for team in known.teams for text in (team.name, *team.players)]
        missing = missing_said([*texts, *(said for _, said in topics)], self.words)
        if missing:
            topics.append(("", missing))
        lines: list[tuple[Line | None, Line]] = []
        for topic, said in topics:
            for i, line in enumerate(wrapped(said, self.grid.span - 48, RULES_SIZE)):
                lines.append((shape(topic, True) if i == 0 else None, line))
        return lines

    def _rules(self, y: float, lines: list[tuple[Line | None, Line]]) -> None:
        for i, (topic, line) in enumerate(lines):
            base = y + 9.6 * i + 7.4
            if topic is not None:
                self.pen.text(self.grid.left, base, topic, RULES_SIZE)
            self.pen.text(self.grid.left + 48, base, line, RULES_SIZE)
