"""The blank sheet of a rule set: boxes large enough for a pen, and the rules in brief below.

A hand has boxes for each partner's bid, boxes to tick for a nil and a blind nil if the rule set has
them, and boxes for each partner's tricks.  From left to right they are in an order in which “From
paper” takes them.  A second page has the hands that follow.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, tzinfo
from itertools import chain, pairwise
from typing import TypeAlias

import msgspec

from reports.sheets.columns import Grid, lay_out_grid
from reports.sheets.hand_facts import name_with_first_hand
from reports.sheets.rows import RuleInForce
from reports.sheets.sheet import (
    SEAT_LETTERS,
    document_edition_text,
    format_day,
    format_day_and_time,
)
from reports.sheets.sheet_foot import describe_qr, missing_characters_text
from reports.sheets.tables import rules_in_force
from reports.typeset.document import TaggedCanvas
from reports.typeset.letterhead import NO_LETTERHEAD, Letterhead
from reports.typeset.line_breaking import Lines, fit_text, wrap_text
from reports.typeset.page_frame import running_head
from reports.typeset.pagination import Block
from reports.typeset.paper import TOP, Paper
from reports.typeset.pen import HAIRLINE, Align, Pen
from reports.typeset.qr_code import QrCode
from reports.typeset.shaping import ShapedLine, shape
from reports.typeset.table import (
    EMPTY,
    Cell,
    DividerLine,
    Ink,
    PenMark,
    Rectangle,
    Row,
    TextLine,
    table_block,
)
from scorepad.events.event import EventOrStatements, statements_of
from scorepad.events.status import with_events
from scorepad.spades.board import SeatedPlayer
from scorepad.spades.entries import Team
from scorepad.spades.match import Match, moment_of_play
from scorepad.spades.naming import round_name, table_name
from scorepad.spades.rule_texts import brief_rules_by_topic, target_and_time_limit_texts
from scorepad.spades.rules import RuleSet
from scorepad.spades.sheetcode import code_of
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import T, Text, join_parts, rule_file_text

MIN_ROW_HEIGHT = 22.8  # points
"""The least height of a box to write in: 8 mm, as wide-ruled paper has."""
CARRIED_ROW_HEIGHT = 20.0  # points
MAX_HAND_ROWS = 14
"""A page has at most so many hands."""
MAX_SECOND_PAGE_ROWS = 22
MAX_ROW_HEIGHT = 40.0  # points
SHARES_WITH_NIL = (0, 0.15, 0.3, 0.405, 0.51, 0.675, 0.88, 1)
SHARES_WITHOUT_NIL = (0, 0.18, 0.36, 0.49, 0.67, 0.88, 1)
"""The edges of a side's columns, as shares of its width.  A nil needs both partners' tricks."""
CAPTION_SIZES = (7.4, 7.0)  # points
SIGNATURE_GAP = 16.0  # points
FINAL_SCORE_HEIGHT = 22.0  # points
"""The height of the box for a final score."""
RULES_SIZE = 8.0  # points
RULES_LEADING = 9.6  # points
RULES_GAP = 14.0  # points
"""The space between the two columns of the rules in brief."""
RULES_TOPIC_WIDTH = 42.0  # points
"""The width of the topics, on the left of the rules in brief."""
RuleLine: TypeAlias = tuple[ShapedLine | None, ShapedLine]
"""A line of the rules in brief, and before it the topic that begins there."""
TRUMPS_PATTERN = re.compile(r"\btrumps?\b|\bspades may be led\b", re.IGNORECASE)
BREAKING_PATTERN = re.compile(r"\bonce\b", re.IGNORECASE)
"""These find rules of play about trumps, and those by which spades must be broken first."""


class PrefilledFields(msgspec.Struct, frozen=True):
    """The values filled in on the blank sheet of a match; `dealer` is the seat that deals first,
    `match` the id, `code` that of its sheet; `in_force` are its `rules_in_force`.
    """

    event: str = ""
    round: str = ""
    table: str = ""
    date: str = ""
    teams: tuple[Team, Team] = (Team(), Team())
    dealer: int | None = None
    match: str = ""
    code: str = ""
    in_force: Sequence[RuleInForce] = ()


def prefill_from_match(match: Match, zone: tzinfo = UTC) -> PrefilledFields:
    """Return the values of a match for its blank sheet.

    Placeholders for team names are left to the pen.  So is the first dealer if none was named and
    no hand was dealt.
    """
    head = match.head
    teams = [
        Team() if team == Team(name) else team
        for team, name in zip(head.teams, ("Team A", "Team B"), strict=True)
    ]
    at = moment_of_play(head.scheduled, match.log_summary.began)
    date = ""
    if at is not None:
        date = format_day_and_time(at, zone) if head.scheduled else format_day(at, zone)
    dealt = match.board.hands or head.first_dealer
    dealer = head.dealer if dealt else None
    for each in match.board.seated:
        teams[each.seat % 2] = _with_substitute(teams[each.seat % 2], each)
    names, code = (teams[0], teams[1]), code_of(match)
    return PrefilledFields(
        head.event,
        head.round,
        head.table,
        date,
        names,
        dealer,
        match.id or "",
        code.short if code else "",
        rules_in_force(match.base_rules, match),
    )


def _with_substitute(team: Team, seated: SeatedPlayer) -> Team:
    """Add a substitute, from the second hand on, behind the player of that seat."""
    players, at = [*team.players], seated.seat // 2
    before = players[at] if seated.first_hand > 1 else ""
    players[at] = join_parts([before, name_with_first_hand(seated.player, seated.first_hand)])
    return Team(team.name, (players[0], players[1]))


def blank_sheet(
    rules: RuleSet,
    paper: Paper = "A4",
    prefilled: PrefilledFields | None = None,
    *,
    letterhead: Letterhead = NO_LETTERHEAD,
) -> bytes:
    """Make an empty sheet for a rule set as a PDF.  `prefilled` has the values to fill in."""
    prefilled = prefilled or PrefilledFields(in_force=rules_in_force(rules))
    subject = T("Score sheet to fill in by hand")
    canvas = letterhead.new_document(paper, None, _title_text(rules, prefilled), subject)
    _PenSheet(canvas, lay_out_grid(paper), rules, prefilled).draw()
    return canvas.to_pdf()


def blank_sheet_of_match(
    matches: Sequence[Match],
    paper: Paper,
    *,
    zone: tzinfo,
    letterhead: Letterhead,
    event: EventOrStatements,
) -> bytes:
    """Make an empty sheet as a PDF, with the values of the one match filled in."""
    (match,) = matches
    status = with_events(status_of(match), statements_of(event))
    prefilled = _prefill(match, zone, status)
    return blank_sheet(match.rules, paper, prefilled, letterhead=letterhead)


def _title_text(rules: RuleSet, prefilled: PrefilledFields) -> str:
    """Return the title of the document: teams, event, round and table where they are known."""
    one, other = (team.name for team in prefilled.teams)
    parts = [
        T("{one} \u2013 {other}", one=one, other=other) if one and other else "",
        prefilled.event,
        round_name(prefilled.round),
        table_name(prefilled.table),
    ]
    known = join_parts(parts)
    return known or str(T("Blank sheet: {rules}", rules=rules.name))


def draw_blank_sheet(
    canvas: TaggedCanvas, match: Match, paper: Paper, zone: tzinfo, status: MatchStatus
) -> None:
    """Draw the blank sheet of a match as pages of a document. Its `status` names its round."""
    prefilled = _prefill(match, zone, status)
    _PenSheet(canvas, lay_out_grid(paper), match.rules, prefilled).draw()


def _prefill(match: Match, zone: tzinfo, status: MatchStatus) -> PrefilledFields:
    prefilled = prefill_from_match(match, zone)
    if status.round_text is None:
        return prefilled
    return msgspec.structs.replace(prefilled, round=status.round_name)


class _PenSheet:
    """Draws the pages from the top down."""

    def __init__(
        self, canvas: TaggedCanvas, place: Grid, rules: RuleSet, prefilled: PrefilledFields
    ) -> None:
        self.canvas = canvas
        self.prefilled = prefilled
        self.pen = Pen(canvas, place.height)
        self.grid = place
        self.rules = rules
        self.qr = QrCode(prefilled.code) if prefilled.code else None
        self.foot = place.foot + 5
        self.hands = _HandRows(place, rules, prefilled.dealer)
        self.signature_width = (place.span - 3 * SIGNATURE_GAP) / 4
        self.captions = self._captions()
        self.signatures_height = 28 + max(lines.height for lines in self.captions)

    def draw(self) -> None:
        last = min(2 * MAX_HAND_ROWS, self.rules.game.max_hands or 2 * MAX_HAND_ROWS)
        title, teams, columns = self._title(), self._teams(), self._brief_columns()
        rules = self.foot - max(map(len, columns)) * RULES_LEADING
        foot = rules - self.signatures_height - 12
        top = TOP + title.height + 4
        y = top + teams.height + 21
        # Very long names may leave no room for hands beside them.
        first = max(0, min(last, self.hands.count_on(y, foot)))
        last = min(last, first + MAX_SECOND_PAGE_ROWS)
        pages = 1 if last <= first else 2
        with self.pen.tag("Sect"):
            title.draw(self.pen, TOP)
            teams.draw(self.pen, top)
            if first:
                self.hands.draw(self.pen, y, foot, 1, first)
            self._signatures(foot + 12)
            self._rules(rules, columns)
            self._end_page(1, pages)
        if pages > 1:
            with self.pen.tag("Sect"):
                self._second_page(first + 1, last)

    def _second_page(self, first: int, last: int) -> None:
        """Draw the page of the hands that follow, under the names of teams and players."""
        pen, place, known = self.pen, self.grid, self.prefilled
        where = (
            self.rules.name,
            known.event,
            round_name(known.round),
            table_name(known.table),
            T("hands {one} to {other}", one=first, other=last),
        )
        lines = fit_text(join_parts(where), place.span, (8.5, 7.5, 7))
        head = running_head(lines, place.left, place.right)
        with pen.artifact():
            head.draw(pen, TOP)
        teams = self._teams(rows=1)
        teams.draw(pen, TOP + head.height)
        y = TOP + head.height + teams.height + 21
        foot = self.foot - self.signatures_height
        self.hands.draw(pen, y, foot, first, last, carried=True)
        self._signatures(foot + 5)
        self._end_page(2, 2)

    def _end_page(self, page: int, pages: int) -> None:
        prefilled = self.prefilled
        number = T("page {page} of {pages}", page=page, pages=pages)
        which = T("match {id}", id=prefilled.match) if prefilled.match else ""
        self.grid.make_footer(number, prefilled.code, which).draw(self.pen)
        self.canvas.showPage()

    def _title(self) -> Block:
        """Return the title, the lines to write on and the code, to the last baseline."""
        place, qr = self.grid, self.qr
        right = place.right - (qr.side + 14 if qr else 0)
        span = right - place.left
        name = fit_text(self.rules.name, span * 0.6, (17, 14, 12, 10), bold=True, try_lines=2)
        parts = [document_edition_text(self.rules)]
        parts += map(str, target_and_time_limit_texts(self.rules))
        text = join_parts(parts)
        room = max(span * 0.36, span - 20 - name.width - 24)
        lines = list(wrap_text(text, room, 8))
        height = max(name.height, 22, 2.8 + 9.6 * len(lines)) + 4
        prefilled = self.prefilled
        dealer = "" if prefilled.dealer is None else SEAT_LETTERS[prefilled.dealer]
        low = qr.side if qr else 0.0
        rows, foot = [], height
        for fields in (
            (
                (T("Event"), prefilled.event, 0.58),
                (T("Round"), prefilled.round, 0.23),
                (T("Table"), prefilled.table, 0.19),
            ),
            (
                (T("Date"), prefilled.date, 0.42),
                (T("First dealer"), dealer, 0.22),
                (T("Started"), "", 0.18),
                (T("Ended"), "", 0.18),
            ),
        ):
            rows.append(self._fields(fields, right if foot < low else place.right))
            foot += rows[-1].height

        def draw(pen: Pen, y: float) -> None:
            with pen.tag("H1"):
                pen.lines(place.left + 20, y, name)
            pen.spade(place.left, y + 15.5, 15)
            with pen.tag("P"):
                for i, line in enumerate(lines):
                    pen.text(right, y + 12 + 9.6 * i, line, 8, align="right")
            pen.rule(place.left, y + height, right, weight=1.6)
            if qr is not None:
                qr.draw(pen, place.right - qr.side, y, str(describe_qr(qr.text)))
            y += height
            for row in rows:
                row.draw(pen, y)
                y += row.height

        return Block(max(foot, low), draw)

    def _fields(self, fields: Sequence[tuple[Text, str, float]], right: float) -> Block:
        """Return a row of lines to write on, to its baseline.

        Each field has its label, its value, and its share of the width.
        """
        left, placed = self.grid.left, []
        for at, (label, value, share) in enumerate(fields):
            width = (right - self.grid.left) * share
            end = left + width - (0 if at == len(fields) - 1 else 10)
            placed.append(_WrittenLine(left, end, value, label))
            left += width
        return self._lines(placed, 22)

    def _lines(self, placed: Sequence[_WrittenLine], least: float) -> Block:
        """Return a row of lines to write on; a long name takes several lines, and its row is
        higher."""
        height = max(least, *(each.lines.height + 6 for each in placed))

        def draw(pen: Pen, y: float) -> None:
            for each in placed:
                with pen.tag("P"):
                    each.draw(pen, y + height)

        return Block(height, draw)

    def _teams(self, rows: int = 3) -> Block:
        """Return the names of teams, and in two further rows those of players."""
        place = self.grid
        gap = 18.0
        width = (place.span - gap) / 2
        lefts = [place.left + side * (width + gap) for side in (0, 1)]
        teams = list(zip(lefts, self.prefilled.teams, SEAT_LETTERS, SEAT_LETTERS[2:], strict=False))
        label = T("Team")
        names = [[_WrittenLine(left, left + width, team.name, label) for left, team, *_ in teams]]
        names += [
            [
                _WrittenLine(left, left + width, team.players[i], badge=letters[i])
                for left, team, *letters in teams
            ]
            for i in (0, 1)
        ]
        blocks = [self._lines(lines, 21) for lines in names[:rows]]

        def draw(pen: Pen, y: float) -> None:
            for block in blocks:
                block.draw(pen, y)
                y += block.height

        return Block(sum(block.height for block in blocks) + 4, draw)

    # Below the hands.

    def _captions(self) -> list[Lines]:
        letters = (T("for team A/C"), T("for team B/D"))
        width = self.signature_width
        captions = [T("winner, and why")]
        for team, of in zip(self.prefilled.teams, letters, strict=True):
            whole_name = T("for {team}", team=team.name)
            # A very long name is printed in full above, beside these letters.
            fits = team.name and len(list(wrap_text(whole_name, width, CAPTION_SIZES[-1]))) <= 2
            captions.append(whole_name if fits else of)
        captions.append(T("Supervisor"))
        return [fit_text(text, width, CAPTION_SIZES, try_lines=2) for text in captions]

    def _signatures(self, y: float) -> None:
        width = self.signature_width
        for i, lines in enumerate(self.captions):
            left = self.grid.left + i * (width + SIGNATURE_GAP)
            self.pen.rule(left, y + 16, left + width, weight=0.7)
            self.pen.lines(left, y + 18, lines)

    def _brief_columns(self) -> tuple[list[RuleLine], list[RuleLine]]:
        """Return the rules in brief, and the checklist before the first deal, in two columns."""
        topics: list[tuple[Text | str, str]] = [*brief_rules_by_topic(self.rules)]
        topics += [(each.topic, each.text) for each in self.prefilled.in_force]
        if self.rules.checklist:
            checklist = "; ".join(str(rule_file_text(each.text)) for each in self.rules.checklist)
            topics.append((T("Before"), checklist))
        trumps = [str(rule_file_text(text)) for text in self.hands.trumps]
        if self.hands.breaks:
            trumps.append(str(T("Check the box beside the \u2660 when spades are broken.")))
        if self.hands.has_blind:
            boxes = T("N: nil; B: blind nil")
            if self.rules.blind_bid is not None:
                boxes = T("N: nil; B: a blind bid (nil or a number)")
            topics.append((T("Boxes"), str(boxes)))
        if trumps:
            topics.append((T("Trump"), " ".join(trumps)))
        known, edition = self.prefilled, document_edition_text(self.rules)
        texts = [self.rules.name, edition, known.event, known.round, known.table]
        texts += [text for team in known.teams for text in (team.name, *team.players)]
        if missing := missing_characters_text([*texts, *(text for _, text in topics)]):
            topics.append(("", missing))
        width = (self.grid.span - RULES_GAP) / 2 - RULES_TOPIC_WIDTH
        lines = [
            [
                (shape(str(topic), True) if i == 0 else None, line)
                for i, line in enumerate(wrap_text(text, width, RULES_SIZE))
            ]
            for topic, text in topics
        ]
        splits = [([*chain(*lines[:at])], [*chain(*lines[at:])]) for at in range(len(lines) + 1)]
        return min(splits, key=lambda columns: max(map(len, columns)))

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


class _WrittenLine:
    """A line to write on from its label, or its seat's badge, to `end`, and its value: on one line
    if it fits in one of the sizes, else on several."""

    def __init__(
        self, left: float, end: float, value: str, label: Text | str = "", badge: str = ""
    ) -> None:
        self.left, self.end, self.label, self.badge = left, end, label, badge
        self.start = left + (10 * 1.12 + 6 if badge else shape(str(label)).width_at(8.4) + 5)
        room = end - self.start - 2
        self.lines = fit_text(value, room, (11, 10, 9, 8, 7), bold=True)

    def draw(self, pen: Pen, y: float) -> None:
        """Draw the line; the last line of its value is on it."""
        if self.badge:
            pen.badge(self.left, y, self.badge, 10)
        else:
            pen.text(self.left, y, self.label, 8.4)
        pen.rule(self.start, y + 1.5, self.end, weight=0.6)
        lines = self.lines
        top = y - 0.4 - lines.fall - lines.leading * (len(lines.lines) - 1)
        for i, line in enumerate(lines.lines):
            pen.text(self.start + 2, top + lines.leading * i, line, lines.size)


class _HandRows:
    """Draws the hands of a page: a row each, with a box for each thing that is written."""

    def __init__(self, grid: Grid, rules: RuleSet, dealer: int | None) -> None:
        self.grid = grid
        self.dealer = dealer
        self.split = rules.bidding.unit == "player"
        self.has_nil = rules.bidding.nils_per_side > 0
        has_blind_nil = (
            self.has_nil and rules.bidding.blind_nil != "no" and rules.nil.blind_points is not None
        )
        self.has_blind = has_blind_nil or rules.blind_bid is not None
        self.trumps = [each.text for each in rules.play if TRUMPS_PATTERN.search(each.text)]
        # A rule set may allow spades to be led at any time.
        self.breaks = any(map(BREAKING_PATTERN.search, self.trumps))
        self.initials = grid.dealer + 31
        self.spans = (
            (2 if self.split else 1, T("bid")),
            (2 if self.has_nil else 1, T("took")),
            (1, T("points")),
            (1, T("total")),
            (1, T("bags")),
        )
        shares = SHARES_WITH_NIL if self.has_nil else SHARES_WITHOUT_NIL
        if not self.split:
            shares = (shares[0], *shares[2:])
        self.edges = [[side.left + side.width * share for share in shares] for side in grid.sides]

    def count_on(self, y: float, foot: float) -> int:
        """Return how many hands there is room for."""
        return int(min(MAX_HAND_ROWS, (foot - FINAL_SCORE_HEIGHT - y - 16) // MIN_ROW_HEIGHT))

    def draw(
        self, pen: Pen, y: float, foot: float, first: int, last: int, *, carried: bool = False
    ) -> None:
        """Draw the head on the baseline `y`, the hands from the `first` to the `last`, and the
        final score above `foot`.  Totals are `carried` in from the page before."""
        count = last - first + 1
        top = y + 12
        carry = CARRIED_ROW_HEIGHT if carried else 0.0
        height = min((foot - FINAL_SCORE_HEIGHT - 4 - top - carry) / count, MAX_ROW_HEIGHT)
        self._head().draw(pen, y - 12)
        if carried:
            self._carried_in(carry).draw(pen, top)
            top += carry
        lines = [*self._columns(top, height * count), *self._across(top, 1.2)]
        for hand in range(first, last + 1):
            self._hand(hand, height).draw(pen, top)
            top += height
            weight = 1.2 if hand == last else 0.9 if hand % 5 == 0 else HAIRLINE
            lines += self._across(top, weight)
        for line in lines:
            line.draw(pen, 0)
        for side in self.grid.sides:
            pen.rectangle(side.left, top + 4, side.width, FINAL_SCORE_HEIGHT, 1.2)
            base = top + 4 + FINAL_SCORE_HEIGHT * 0.62
            pen.text(side.left + 5, base, T("final score"), 9, bold=True)

    def _across(self, y: float, weight: float) -> list[DividerLine]:
        one, other = self.grid.sides
        return [
            DividerLine(self.grid.left, one.right, y, weight),
            DividerLine(other.left, self.grid.right, y, weight),
        ]

    def _columns(self, top: float, height: float) -> Iterator[DividerLine]:
        """Yield the lines between columns.  A correction is signed beside its hand."""
        yield DividerLine(self.initials, top + height, top, upright=True)
        for edges in self.edges:
            for edge in edges:
                weight = 0.9 if edge in (edges[0], edges[-1]) else HAIRLINE
                yield DividerLine(edge, top + height, top, weight, upright=True)

    def _head(self) -> Block:
        """Return the labels, and above them the seats of the columns."""
        seats = [Cell(columns=3)]  # hand, dealer and initials
        for at, edges in enumerate(self.edges):
            letters = SEAT_LETTERS[at::2]
            middles = [(one + other) / 2 for one, other in pairwise(edges)]
            of_one = zip(
                middles[not self.split :], letters * (self.split + self.has_nil), strict=False
            )
            badges = [[_badge(x - 5, each)] for x, each in of_one]
            if not self.split:
                badges.insert(
                    0, [_badge(edges[0] + 13 * i, each) for i, each in enumerate(letters)]
                )
            seats += [Cell(each, head="Column") for each in badges]
            seats.append(Cell(columns=len(middles) - len(badges)))
        return table_block(0, [Row(seats, 9), self._label_row()])

    def _label_row(self) -> Row:
        grid = self.grid
        begin: tuple[tuple[float, Text, Align], ...] = (
            (grid.left, T("hand"), "left"),
            (grid.dealer, T("dealer"), "left"),
            (grid.sides[0].left - 3, T("initials"), "right"),
        )
        inks = [(TextLine(x, str(text), 7, align=align), 1) for x, text, align in begin]
        for edges in self.edges:
            at = 0
            for columns, text in self.spans:
                middle = (edges[at] + edges[at + columns]) / 2
                inks.append((TextLine(middle, str(text), 7, align="center"), columns))
                at += columns
        return Row([Cell((ink,), columns, head="Column") for ink, columns in inks], 20)

    def _hand(self, hand: int, height: float) -> Block:
        """Return the content of a hand's boxes: its number, its dealer, boxes to tick."""
        grid = self.grid
        base, foot = height * 0.5, height - 4
        number: list[Ink] = [TextLine(grid.left + 14, str(hand), 10, align="right")]
        if self.breaks:
            number.append(PenMark(Pen.spade, grid.left, foot - base, (6.5,)))
            number.append(_tick_box(grid.left + 7.5, base - foot))
        dealer = "" if self.dealer is None else SEAT_LETTERS[(self.dealer + hand - 1) % 4]
        who = TextLine(grid.dealer + 4, dealer, 9, bold=True)
        cells = [Cell(number, head="Row"), Cell((who,) if dealer else ()), EMPTY]
        for at, edges in enumerate(self.edges):
            if self.split:
                cells += [Cell(self._tick_boxes(right, foot - base)) for right in edges[1:3]]
            else:
                cells.append(Cell(self._partners_boxes(at, edges[1], foot - base)))
            cells += [EMPTY] * (5 if self.has_nil else 4)
        return table_block(height, [Row(cells, base)])

    def _tick_boxes(self, right: float, below: float) -> list[Ink]:
        """Return the boxes that mark a bid as a nil, or a blind nil."""
        if self.has_blind:
            letters = "BN" if self.has_nil else "B"
            boxes = zip((right - 9, right - 23), letters, strict=False)
            return _labeled_tick_boxes(boxes, below)
        return _labeled_tick_boxes([(right - 9, T("nil"))], below, 2) if self.has_nil else []

    def _partners_boxes(self, side: int, right: float, below: float) -> list[Ink]:
        """Return the boxes for a partner's nil, of a side with one bid."""
        if not self.has_nil:
            return []
        label = TextLine(right - 33, T("nil"), 7, below, align="right")
        boxes = zip((right - 23, right - 9), SEAT_LETTERS[side::2], strict=True)
        return [label, *_labeled_tick_boxes(boxes, below)]

    def _carried_in(self, height: float) -> Block:
        """Return the row into which the totals of the page before are copied."""
        text = TextLine(self.grid.left, T("from previous page"), 7)
        cells = [Cell((text,), 3, head="Row")]
        lines = []
        for edges in self.edges:
            cells += [Cell(columns=len(edges) - 3), EMPTY, EMPTY]
            lines += [DividerLine(edge, height, 0, upright=True) for edge in edges[-3:]]
            lines.append(DividerLine(edges[-3], edges[-1], 0))
        return table_block(height, [Row(cells, height * 0.6)], lines)


def _labeled_tick_boxes(
    boxes: Iterable[tuple[float, Text | str]], below: float, gap: float = 1.5
) -> list[Ink]:
    """Return boxes to tick at their places, each behind its label."""
    inks: list[Ink] = []
    for x, label in boxes:
        inks += [TextLine(x - gap, label, 7, below, align="right"), _tick_box(x, -below)]
    return inks


def _badge(x: float, letter: str) -> PenMark:
    return PenMark(Pen.badge, x, 0, (letter, 8.6))


def _tick_box(x: float, above: float) -> Rectangle:
    """Return a box to tick, so many points above the baseline with its foot."""
    return Rectangle(x, above + 6, 6, 6, HAIRLINE)
