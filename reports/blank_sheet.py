"""The blank sheet of a rule set: boxes as large as a pen needs, the rules in brief below."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import UTC, tzinfo
from io import BytesIO
from itertools import chain
from typing import TypeAlias

import msgspec

from reports.bidirectional import isolated
from reports.match_sheet import new_canvas
from reports.paper import TOP, Grid, Paper, grid
from reports.pen import HAIR, Pen
from reports.rules_brief import brief
from reports.setting import Lines, fitting, wrapped
from reports.shaping import Line, shape
from reports.sheet import day, day_and_time, edition_said
from reports.sheet_foot import missing_said
from scorepad.spades.entries import Head, Team
from scorepad.spades.match import Match
from scorepad.spades.occasion import began, played
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import ENGLISH, Words, authored, number

ROW = 25.0
"""The least height of a box to write in, in points."""
MOST_ROWS = 20
RULES_SIZE = 8.0
RULES_LEADING = 9.6
RULES_GAP = 14.0
RULES_TOPIC = 42.0
"""The rules in brief stand in two columns: the space between those, and the width of a topic."""
_Brief: TypeAlias = tuple[Line | None, Line]
"""A line of the rules in brief, with its topic where one begins."""
LETTERS = ("A", "B", "C", "D")


class Known(msgspec.Struct, frozen=True):
    """What is known of a match before it is played, as it stands on its blank sheet; `dealer` is
    the seat that deals first."""

    event: str = ""
    round: str = ""
    table: str = ""
    date: str = ""
    teams: tuple[Team, Team] = (Team(), Team())
    dealer: int | None = None


def known_of(match: Match, words: Words, zone: tzinfo = UTC) -> Known:
    """What a match knows: names that only stand for a name are left to the pen, and so is the
    first dealer where nobody was named and no hand was dealt."""
    head = match.head
    teams = [Team() if team == placeholder else team for team, placeholder in _placeheld(head)]
    at = played(head.scheduled, began(match.log))
    date = ""
    if at is not None:
        date = day_and_time(at, words, zone) if head.scheduled else day(at, words, zone)
    dealt = match.board.hands or head.first_dealer
    dealer = head.first_dealer if dealt else None
    return Known(head.event, head.round, head.table, date, (teams[0], teams[1]), dealer)


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
        y = self._teams(y + 4)
        foot = self.grid.tall - 24
        columns = self._brief_columns()
        tall = max(map(len, columns)) * RULES_LEADING
        below = tall + 12 + 48
        self._hands(y + 21, foot - below)
        self._result(foot - below + 12)
        self._rules(foot - tall, columns)

    def _title(self, y: float) -> float:
        pen, words, place = self.pen, self.words, self.grid
        name = fitting(self.rules.name, place.span * 0.6, (17, 14, 12, 10), bold=True, at_most=2)
        for i, line in enumerate(name.lines):
            pen.text(place.left + 20, y + name.base(i), line, name.size)
        pen.spade(place.left, y + 15.5, 15)
        parts = [edition_said(self.rules, words)]
        parts.append(words("to {target}", target=number(self.rules.game.target)))
        if self.rules.clock.minutes is not None:
            parts.append(words("{minutes} minutes", minutes=self.rules.clock.minutes))
        said = " \u00b7 ".join(part for part in parts if part)
        room = max(place.span * 0.36, place.span - 20 - name.width - 24)
        lines = list(wrapped(said, room, 8))
        for i, line in enumerate(lines):
            pen.text(place.right, y + 12 + 9.6 * i, line, 8, align="right")
        y += max(name.height, 22, 2.8 + 9.6 * len(lines)) + 4
        pen.rule(place.left, y, place.right, weight=1.6)
        known = self.known
        dealer = "" if known.dealer is None else LETTERS[known.dealer]
        y = self._fields(
            y,
            (
                (words("Event"), known.event, 0.58),
                (words("Round"), known.round, 0.23),
                (words("Table"), known.table, 0.19),
            ),
        )
        return self._fields(
            y,
            (
                (words("Date"), known.date, 0.42),
                (words("First dealer"), dealer, 0.22),
                (words("Begin"), "", 0.18),
                (words("End"), "", 0.18),
            ),
        )

    def _fields(self, y: float, fields: Sequence[tuple[str, str, float]]) -> float:
        """A row of lines to write on, each after its label and with its share of the width;
        returns the baseline.  What is known and long takes several lines, and its row more
        room."""
        pen, place = self.pen, self.grid
        left, placed = place.left, []
        for at, (label, said, share) in enumerate(fields):
            start = left + shape(label).wide(8.4) + 5
            end = left + place.span * share - (0 if at == len(fields) - 1 else 10)
            placed.append((left, label, start, end, _known_lines(said, end - start - 2)))
            left += place.span * share
        y += max(22.0, *(lines.height + 6 for *_, lines in placed))
        for left, label, start, end, lines in placed:
            pen.text(left, y, label, 8.4)
            pen.rule(start, y + 1.5, end, weight=0.6)
            self._written(start + 2, y - 0.4, lines)
        return y

    def _written(self, x: float, y: float, lines: Lines) -> None:
        """What is known, on its line: the last of its lines stands there."""
        for i, line in enumerate(reversed(lines.lines)):
            self.pen.text(x, y - lines.fall - lines.leading * i, line, lines.size)

    def _teams(self, y: float) -> float:
        pen, words, place = self.pen, self.words, self.grid
        gap = 18.0
        wide = (place.span - gap) / 2
        lefts = [place.left + side * (wide + gap) for side in (0, 1)]
        label = shape(words("Team")).wide(8.4) + 5
        badge = 10 * 1.12
        rows = [
            [_known_lines(team.name, wide - label - 2) for team in self.known.teams],
            *(
                [_known_lines(team.players[i], wide - badge - 8) for team in self.known.teams]
                for i in (0, 1)
            ),
        ]
        for row, lines in enumerate(rows):
            y += max(21.0, *(each.height + 6 for each in lines))
            for side, left in enumerate(lefts):
                if row == 0:
                    start = left + pen.text(left, y, words("Team"), 8.4) + 5
                else:
                    pen.badge(left, y, LETTERS[side + 2 * (row - 1)], 10)
                    start = left + badge + 6
                pen.rule(start, y + 1.5, left + wide, weight=0.6)
                self._written(start + 2, y - 0.4, lines[side])
        return y + 4

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
        initials = place.dealer + 31
        pen.text(place.sides[0].left - 3, y + 8, words("initials"), 7, align="right")
        top = y + 12
        if self.known.dealer is not None:
            pen.text(place.dealer + 4, top + tall * 0.64, LETTERS[self.known.dealer], 9, bold=True)
        # Whoever corrects a hand signs beside it.
        pen.upright(initials, top, top + rows * tall, weight=HAIR)
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

    def _brief_columns(self) -> tuple[list[_Brief], list[_Brief]]:
        """The rules in brief, and what is checked before the first deal, in two columns."""
        topics = list(brief(self.rules, self.words))
        if self.rules.checklist:
            checklist = "; ".join(self.words(authored(text)) for text in self.rules.checklist)
            topics.append((self.words("Before"), checklist))
        known = self.known
        texts = [
            self.rules.name,
            edition_said(self.rules, self.words),
            known.event,
            known.round,
            known.table,
        ]
        texts += [text for team in known.teams for text in (team.name, *team.players)]
        missing = missing_said([*texts, *(said for _, said in topics)], self.words)
        if missing:
            topics.append(("", missing))
        wide = (self.grid.span - RULES_GAP) / 2 - RULES_TOPIC
        told = [
            [
                (shape(topic, True) if i == 0 else None, line)
                for i, line in enumerate(wrapped(said, wide, RULES_SIZE))
            ]
            for topic, said in topics
        ]
        count = min(
            range(len(told) + 1),
            key=lambda at: max(sum(map(len, told[:at])), sum(map(len, told[at:]))),
        )
        left, right = list(chain(*told[:count])), list(chain(*told[count:]))
        return left, right

    def _rules(self, y: float, columns: Sequence[Sequence[_Brief]]) -> None:
        wide = (self.grid.span + RULES_GAP) / 2
        for at, lines in enumerate(columns):
            left = self.grid.left + at * wide
            for i, (topic, line) in enumerate(lines):
                base = y + RULES_LEADING * i + RULES_SIZE
                if topic is not None:
                    self.pen.text(left, base, topic, RULES_SIZE)
                self.pen.text(left + RULES_TOPIC, base, line, RULES_SIZE)


def _known_lines(said: str, wide: float) -> Lines:
    """What is known, as large as it fits on one line; several of the smallest where it does not."""
    return fitting(said, wide, (11, 10, 9, 8, 7), bold=True)
