"""The blank sheet of a rule set: boxes large enough for a pen, and the rules in brief below."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from datetime import UTC, tzinfo
from itertools import chain
from typing import TypeAlias

import msgspec

from reports.sheets.columns import Grid, lay_out_grid
from reports.sheets.sheet import edition_name, format_day, format_day_and_time
from reports.sheets.sheet_foot import missing_sentence
from reports.typeset.document import TaggedCanvas
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from reports.typeset.line_breaking import Lines, cut, fit_text, wrap_text
from reports.typeset.paper import TOP, Paper
from reports.typeset.pen import HAIRLINE, Pen
from reports.typeset.shaping import ShapedLine, shape
from scorepad.spades.entries import Head, Team
from scorepad.spades.match import Match, moment_of_play
from scorepad.spades.rule_texts import brief_rules, game_limit_texts
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import ENGLISH, Words, authored_text, isolate_name

MIN_ROW_HEIGHT = 24.0  # points
"""The least height of a box to write in."""
MAX_HAND_ROWS = 14
FINAL_SCORE_HEIGHT = 22.0  # points
"""The height of the box for a final score."""
RULES_SIZE = 8.0  # points
RULES_LEADING = 9.6  # points
RULES_GAP = 14.0  # points
"""The space between the two columns of the rules in brief."""
RULES_TOPIC_WIDTH = 42.0  # points
"""The width of the topics, which stand on the left of the rules in brief."""
RuleLine: TypeAlias = tuple[ShapedLine | None, ShapedLine]
"""A line of the rules in brief, and before it the topic that begins there."""
SEAT_LETTERS = ("A", "B", "C", "D")
TRUMPS_PATTERN = re.compile(r"\btrumps?\b|\bspades may be led\b", re.IGNORECASE)
BREAKING_PATTERN = re.compile(r"\bonce\b", re.IGNORECASE)
"""These find rules of play about trumps, and those by which spades must be broken first."""


class Prefilled(msgspec.Struct, frozen=True):
    """What is filled in on the blank sheet of a match; `dealer` is the seat that deals first,
    `match` the id."""

    event: str = ""
    round: str = ""
    table: str = ""
    date: str = ""
    teams: tuple[Team, Team] = (Team(), Team())
    dealer: int | None = None
    match: str = ""


def prefill_from_match(match: Match, words: Words, zone: tzinfo = UTC) -> Prefilled:
    """Take from a match what its blank sheet can have.

    Placeholders for team names are left to the pen.  So is the first dealer where nobody was named
    and no hand was dealt.
    """
    head = match.head
    teams = [
        Team() if team == placeholder else team for team, placeholder in _team_name_pairs(head)
    ]
    at = moment_of_play(head.scheduled, match.log_facts.began)
    date = ""
    if at is not None:
        date = (
            format_day_and_time(at, words, zone) if head.scheduled else format_day(at, words, zone)
        )
    dealt = match.board.hands or head.first_dealer
    dealer = head.dealer if dealt else None
    names = (teams[0], teams[1])
    return Prefilled(head.event, head.round, head.table, date, names, dealer, match.id or "")


def _team_name_pairs(head: Head) -> Iterator[tuple[Team, Team]]:
    return zip(head.teams, (Team("Team A"), Team("Team B")), strict=True)


def blank_sheet(
    rules: RuleSet,
    paper: Paper = "A4",
    words: Words = ENGLISH,
    prefilled: Prefilled | None = None,
    *,
    letterhead: Letterhead = NO_LETTERHEAD,
) -> bytes:
    """Make an empty sheet for a rule set as a PDF of one page.  What is `prefilled` is filled
    in."""
    title = words("Blank sheet: {rules}", rules=isolate_name(rules.name))
    canvas = TaggedCanvas(paper, words, None, title, words("Score sheet to fill in with a pen"))
    letterhead.add_to(canvas, words)
    place = lay_out_grid(paper)
    _Blank(Pen(canvas, place.height), place, rules, words, prefilled or Prefilled()).draw()
    canvas.showPage()
    return canvas.to_pdf()


def draw_blank_sheet(
    canvas: TaggedCanvas, match: Match, paper: Paper, words: Words, zone: tzinfo = UTC
) -> None:
    """Draw the blank sheet of a match as a page of a document."""
    place, prefilled = lay_out_grid(paper), prefill_from_match(match, words, zone)
    _Blank(Pen(canvas, place.height), place, match.rules, words, prefilled).draw()
    canvas.showPage()


class _Blank:
    """Draws the sheet from the top down."""

    def __init__(
        self, pen: Pen, place: Grid, rules: RuleSet, words: Words, prefilled: Prefilled
    ) -> None:
        self.prefilled = prefilled
        self.pen = pen
        self.grid = place
        self.rules = rules
        self.words = words
        self.split = rules.bidding.unit == "player"
        self.trumps = [text for text in rules.play if TRUMPS_PATTERN.search(text)]
        # A rule set may allow spades to be led at any time.
        self.breaks = any(BREAKING_PATTERN.search(text) for text in self.trumps)

    def draw(self) -> None:
        with self.pen.tag("Sect"):
            self._draw()

    def _draw(self) -> None:
        y = self._title(TOP)
        y = self._teams(y + 4)
        foot = self.grid.height - 24
        columns = self._brief_columns()
        height = max(map(len, columns)) * RULES_LEADING
        below = height + 12 + 48
        self._hands(y + 21, foot - below)
        self._result(foot - below + 12)
        self._rules(foot - height, columns)

    def _title(self, y: float) -> float:
        pen, words, place = self.pen, self.words, self.grid
        name = fit_text(self.rules.name, place.span * 0.6, (17, 14, 12, 10), bold=True, at_most=2)
        with pen.tag("H1"):
            pen.lines(place.left + 20, y, name)
        pen.spade(place.left, y + 15.5, 15)
        parts = [edition_name(self.rules, words)]
        parts += map(words, game_limit_texts(self.rules))
        text = " \u00b7 ".join(part for part in parts if part)
        room = max(place.span * 0.36, place.span - 20 - name.width - 24)
        lines = list(wrap_text(text, room, 8))
        with pen.tag("P"):
            for i, line in enumerate(lines):
                pen.text(place.right, y + 12 + 9.6 * i, line, 8, align="right")
        y += max(name.height, 22, 2.8 + 9.6 * len(lines)) + 4
        pen.rule(place.left, y, place.right, weight=1.6)
        prefilled = self.prefilled
        dealer = "" if prefilled.dealer is None else SEAT_LETTERS[prefilled.dealer]
        y = self._fields(
            y,
            (
                (words("Event"), prefilled.event, 0.58),
                (words("Round"), prefilled.round, 0.23),
                (words("Table"), prefilled.table, 0.19),
            ),
        )
        return self._fields(
            y,
            (
                (words("Date"), prefilled.date, 0.42),
                (words("First dealer"), dealer, 0.22),
                (words("Begin"), "", 0.18),
                (words("End"), "", 0.18),
            ),
        )

    def _fields(self, y: float, fields: Sequence[tuple[str, str, float]]) -> float:
        """Draw a row of lines to write on and return its baseline.

        Each field has its label, what is filled in, and its share of the width.  A long name takes
        several lines, and its row is higher.
        """
        pen, place = self.pen, self.grid
        left, placed = place.left, []
        for at, (label, value, share) in enumerate(fields):
            start = left + shape(label).width_at(8.4) + 5
            end = left + place.span * share - (0 if at == len(fields) - 1 else 10)
            placed.append((left, label, start, end, _fit_prefilled(value, end - start - 2)))
            left += place.span * share
        y += max(22.0, *(lines.height + 6 for *_, lines in placed))
        for left, label, start, end, lines in placed:
            with pen.tag("P"):
                pen.text(left, y, label, 8.4)
                pen.rule(start, y + 1.5, end, weight=0.6)
                self._draw_prefilled(start + 2, y - 0.4, lines)
        return y

    def _draw_prefilled(self, x: float, y: float, lines: Lines) -> None:
        """Draw what is filled in; its last line stands on the line to write on."""
        top = y - lines.fall - lines.leading * (len(lines.lines) - 1)
        for i, line in enumerate(lines.lines):
            self.pen.text(x, top + lines.leading * i, line, lines.size)

    def _teams(self, y: float) -> float:
        pen, words, place = self.pen, self.words, self.grid
        gap = 18.0
        width = (place.span - gap) / 2
        lefts = [place.left + side * (width + gap) for side in (0, 1)]
        label = shape(words("Team")).width_at(8.4) + 5
        badge = 10 * 1.12
        rows = [
            [_fit_prefilled(team.name, width - label - 2) for team in self.prefilled.teams],
            *(
                [
                    _fit_prefilled(team.players[i], width - badge - 8)
                    for team in self.prefilled.teams
                ]
                for i in (0, 1)
            ),
        ]
        for row, lines in enumerate(rows):
            y += max(21.0, *(each.height + 6 for each in lines))
            for side, left in enumerate(lefts):
                with pen.tag("P"):
                    if row == 0:
                        start = left + pen.text(left, y, words("Team"), 8.4) + 5
                    else:
                        pen.badge(left, y, SEAT_LETTERS[side + 2 * (row - 1)], 10)
                        start = left + badge + 6
                    pen.rule(start, y + 1.5, left + width, weight=0.6)
                    self._draw_prefilled(start + 2, y - 0.4, lines[side])
        return y + 4

    def _hands(self, y: float, foot: float) -> None:
        pen, place = self.pen, self.grid
        foot -= FINAL_SCORE_HEIGHT + 4
        rows = int(min(MAX_HAND_ROWS, (foot - y - 12) // MIN_ROW_HEIGHT))
        height = (foot - y - 12) / rows
        top = y + 12
        with pen.row():
            with pen.cell(3):  # hand, dealer and initials
                pass
            for side, column in enumerate(place.sides):
                self._seats(SEAT_LETTERS[side::2], self._edges(column.left, column.right), y - 3)
        with pen.row():
            self._labels(y + 8)
        initials = place.dealer + 31
        # Who corrects a hand signs beside it.
        pen.vertical_rule(initials, top, top + rows * height, weight=HAIRLINE)
        for row in range(rows):
            self._row(row, top + row * height, height)
        for row in range(rows + 1):
            at = top + row * height
            heavy = 1.2 if row in (0, rows) else 0.9 if row % 5 == 0 else HAIRLINE
            pen.rule(place.left, at, place.sides[0].right, weight=heavy)
            pen.rule(place.sides[1].left, at, place.right, weight=heavy)
        for column in place.sides:
            edges = self._edges(column.left, column.right)
            for line, edge in enumerate(edges):
                if line == 1 and not self.split:
                    continue
                weight = 0.9 if line in (0, len(edges) - 1) else HAIRLINE
                pen.vertical_rule(edge, top, top + rows * height, weight=weight)
        self._final(top + rows * height + 4)

    def _seats(self, letters: Sequence[str], edges: Sequence[float], y: float) -> None:
        """Draw the letters of a side's seats, which tell whose columns these are."""
        if self.split:
            for left, right, letter in zip(edges, edges[1:], letters, strict=False):
                with self.pen.head("Column"):
                    self.pen.badge((left + right) / 2 - 5, y, letter, 8.6)
        else:
            with self.pen.head("Column"):
                for seat, letter in enumerate(letters):
                    self.pen.badge(edges[0] + 13 * seat, y, letter, 8.6)
        with self.pen.cell(4):  # tricks, points, total and bags
            pass

    def _labels(self, y: float) -> None:
        """Draw the labels of the columns."""
        pen, words, place = self.pen, self.words, self.grid
        with pen.head("Column"):
            pen.text(place.left, y, words("hand"), 7)
        with pen.head("Column"):
            pen.text(place.dealer, y, words("dealer"), 7)
        with pen.head("Column"):
            pen.text(place.sides[0].left - 3, y, words("initials"), 7, align="right")
        labels = (words("took"), words("points"), words("total"), words("bags"))
        for column in place.sides:
            edges = self._edges(column.left, column.right)
            with pen.head("Column", 1 + self.split):
                pen.text((edges[0] + edges[2]) / 2, y, words("bid"), 7, align="center")
            for left, right, label in zip(edges[2:], edges[3:], labels, strict=False):
                with pen.head("Column"):
                    pen.text((left + right) / 2, y, label, 7, align="center")

    def _row(self, row: int, y: float, height: float) -> None:
        """Draw what stands in a hand's boxes: its number, its dealer, boxes to tick."""
        pen, place = self.pen, self.grid
        base, foot = y + height * 0.5, y + height - 4
        nil = shape(self.words("nil") if self.rules.bidding.nils_per_side else "")
        with pen.row():
            with pen.head("Row"):
                pen.text(place.left + 14, base, str(row + 1), 10, align="right")
            if self.breaks:
                pen.spade(place.left, foot, 6.5)
                self._tick_box(place.left + 7.5, foot)
            with pen.cell():
                if self.prefilled.dealer is not None:
                    dealer = SEAT_LETTERS[(self.prefilled.dealer + row) % 4]
                    pen.text(place.dealer + 4, base, dealer, 9, bold=True)
            with pen.cell():
                pass
            for column in place.sides:
                edges = self._edges(column.left, column.right)
                for right in edges[1:3] if self.split else edges[2:3]:
                    with pen.cell():
                        pen.text(right - 11, foot, nil, 7, align="right")
                    if nil.text:
                        self._tick_box(right - 9, foot)
                for _ in range(4):
                    with pen.cell():
                        pass

    def _tick_box(self, x: float, foot: float) -> None:
        self.pen.box(x, foot - 6, 6, 6, weight=HAIRLINE)

    def _final(self, y: float) -> None:
        """Draw a box for each side's final score."""
        pen, label = self.pen, self.words("final score")
        for column in self.grid.sides:
            pen.box(column.left, y, column.width, FINAL_SCORE_HEIGHT, weight=1.2)
            pen.text(column.left + 5, y + FINAL_SCORE_HEIGHT * 0.62, label, 9, bold=True)

    def _edges(self, left: float, right: float) -> tuple[float, ...]:
        width = right - left
        return tuple(left + width * share for share in (0, 0.18, 0.36, 0.49, 0.67, 0.88, 1))

    def _result(self, y: float) -> None:
        pen, words, place = self.pen, self.words, self.grid
        gap = 16.0
        width = (place.span - 3 * gap) / 4
        sides = [
            words("for {team}", team=cut(team.name, width - 16, 7.4)) if team.name else letters
            for team, letters in zip(
                self.prefilled.teams, (words("for team A C"), words("for team B D")), strict=True
            )
        ]
        for i, label in enumerate((words("winner, and why"), *sides, words("Supervisor"))):
            left = place.left + i * (width + gap)
            pen.rule(left, y + 16, left + width, weight=0.7)
            pen.text(left, y + 25, label, 7.4)
        pen.text(place.left, place.height - 13, self._match_id_text(), 7)

    def _match_id_text(self) -> str:
        """Return which match the sheet is for, where it has an id."""
        prefilled = self.prefilled
        return self.words("match {id}", id=prefilled.match) if prefilled.match else ""

    def _brief_columns(self) -> tuple[list[RuleLine], list[RuleLine]]:
        """Return the rules in brief, and what is to be checked before the first deal, in two
        columns."""
        topics = list(brief_rules(self.rules, self.words))
        if self.rules.checklist:
            checklist = "; ".join(self.words(authored_text(text)) for text in self.rules.checklist)
            topics.append((self.words("Before"), checklist))
        trumps = [self.words(authored_text(text)) for text in self.trumps]
        if self.breaks:
            trumps.append(self.words("Tick the box beside the \u2660 when spades are broken."))
        if trumps:
            topics.append((self.words("Trumps"), " ".join(trumps)))
        prefilled = self.prefilled
        texts = [
            self.rules.name,
            edition_name(self.rules, self.words),
            prefilled.event,
            prefilled.round,
            prefilled.table,
        ]
        texts += [text for team in prefilled.teams for text in (team.name, *team.players)]
        missing = missing_sentence([*texts, *(text for _, text in topics)], self.words)
        if missing:
            topics.append(("", missing))
        width = (self.grid.span - RULES_GAP) / 2 - RULES_TOPIC_WIDTH
        lines = [
            [
                (shape(topic, True) if i == 0 else None, line)
                for i, line in enumerate(wrap_text(text, width, RULES_SIZE))
            ]
            for topic, text in topics
        ]
        count = min(
            range(len(lines) + 1),
            key=lambda at: max(sum(map(len, lines[:at])), sum(map(len, lines[at:]))),
        )
        left, right = list(chain(*lines[:count])), list(chain(*lines[count:]))
        return left, right

    def _rules(self, y: float, columns: Sequence[Sequence[RuleLine]]) -> None:
        width = (self.grid.span + RULES_GAP) / 2
        for at, lines in enumerate(columns):
            left = self.grid.left + at * width
            begun = 0
            for i, (topic, line) in enumerate(lines):
                base = y + RULES_LEADING * i + RULES_SIZE
                begun = begun if topic is None else i
                with self.pen.tag("P", (at, begun)):
                    self.pen.text(left, base, topic or "", RULES_SIZE)
                    self.pen.text(left + RULES_TOPIC_WIDTH, base, line, RULES_SIZE)


def _fit_prefilled(text: str, width: float) -> Lines:
    """Return what is filled in, on one line if it fits in one of the sizes, else on several."""
    return fit_text(text, width, (11, 10, 9, 8, 7), bold=True)
