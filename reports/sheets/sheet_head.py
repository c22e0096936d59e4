"""The top of a match sheet: event, rule set, result, players by seat."""

from __future__ import annotations

from typing import Final

import msgspec
from msgspec.structs import replace

from reports.sheets.hand_facts import final_bags_text, player_facts, rules_summary
from reports.sheets.rows import PlayerRow
from reports.sheets.sheet import SEAT_LETTERS, Sheet
from reports.sheets.tables import score_parts
from reports.typeset.line_breaking import MIN_TYPE_SIZE, Lines, cut_name_to_width, fit_text
from reports.typeset.page_frame import running_head
from reports.typeset.pagination import Block
from reports.typeset.pen import Pen
from reports.typeset.shaping import shape
from reports.typeset.table import FramedText
from scorepad.spades.words import N, T, format_number, join_parts

PANEL_SCORE = 36.0  # points, the type size of a side's total
NAMES_WHOLE = T("names that end with … are printed in full on the first page")
BAGS_BELOW = 18.0  # points
"""The distance of a side's bags below its total: a PDF reader merges a line that overlaps the large
type above into it."""
MAX_FURTHER_LINES = 3
"""The head of a further page takes at most this many lines."""


class TitleSizes(msgspec.Struct, frozen=True):
    """The measures of event and rule set at the top of a sheet, in points.

    share: of the width, for the rule set
    title, under, rules, brief: the type sizes of the event, the line below it, the rule set and the
        line below that
    title_lines, brief_lines: of these before they become smaller
    between: the space between two lines on one side; `gap` between the sides
    least, foot, rule: the least height, the space above the rule, its weight
    spade: the width of its place, its baseline and its height
    """

    share: float = 0.34
    gap: float = 20.0
    title: tuple[float, ...] = (17.0, 15.0, 13.0, 11.0, 9.5)
    title_lines: int = 2
    under: tuple[float, ...] = (9.5, 8.5)
    rules: tuple[float, ...] = (11.0, 10.0, 9.0, 8.0)
    brief: tuple[float, ...] = (8.0, 7.2)
    brief_lines: int = 3
    between: float = 3.0
    least: float = 34.0
    foot: float = 5.0
    rule: float = 1.6
    spade: tuple[float, float, float] = (11.0, 11.5, 12.0)


WHOLE_PAGE_TITLE: Final = TitleSizes()
HALF_PAGE_TITLE: Final = TitleSizes(
    *(0.3, 14.0, (11.0, 10.0, 9.0, 8.0), 1, (8.0, 7.2), (9.0, 8.0, 7.2), (7.2, 7.0), 2),
    *(0.0, 22.0, 2.0, 1.3, (9.0, 9.0, 9.5)),
)


def event_and_rules_block(sheet: Sheet, sizes: TitleSizes = WHOLE_PAGE_TITLE) -> Block:
    """Return event, round, table and date on the left, the rule set on the right."""
    grid, match = sheet.grid, sheet.tables.status
    narrow = grid.span * sizes.share
    width = grid.span - narrow - sizes.gap
    inset, base, high = sizes.spade
    event, lines = match.event or T("Spades match"), sizes.title_lines
    title = fit_text(event, width, sizes.title, bold=True, try_lines=lines)
    under = fit_text(round_table_and_date(sheet), width, sizes.under, try_lines=2)
    room = narrow - high * 1.25
    rules = fit_text(match.rules_name, room, sizes.rules, bold=True, try_lines=2)
    summary = rules_summary(sheet.rules)
    brief = fit_text(summary, narrow, sizes.brief, try_lines=sizes.brief_lines)
    left, right = title.height + sizes.between, rules.height + sizes.between
    height = max(left + under.height, right + brief.height, sizes.least) + sizes.foot

    def draw(pen: Pen, y: float) -> None:
        with pen.tag("H1"):
            pen.lines(grid.left, y, title)
        pen.lines(grid.left, y + left, under)
        pip = pen.spade(grid.right - inset, y + base, high)
        pen.lines(grid.right - pip - 5, y, rules, align="right")
        pen.lines(grid.right, y + right, brief, align="right")
        pen.rule(grid.left, y + height, grid.right, weight=sizes.rule)

    return Block(height + 1, draw)


def continuation_page_head(sheet: Sheet, sizes: tuple[float, ...] = (8.5, 7.5)) -> Block:
    """Return the line at the top of every further page."""
    grid = sheet.grid
    lines = fit_text(continuation_page_title(sheet), grid.span, sizes)
    if len(lines.lines) > MAX_FURTHER_LINES:
        title = f"{continuation_page_title(shorten_names(sheet))} \u00b7 {NAMES_WHOLE}"
        lines = fit_text(
            title, grid.span, (sizes[-1], MIN_TYPE_SIZE), try_lines=MAX_FURTHER_LINES + 1
        )
    return running_head(lines, grid.left, grid.right)


def continuation_page_title(sheet: Sheet) -> str:
    """Return the title of a further page, with the result for the signers there: “Aces 274 – 188
    Kings · Spring Open · Round 2 · 14 March 2026”."""
    match = sheet.tables.status
    one, between, other = score_parts(match)
    teams = sheet.teams_text
    if one or other:
        sides = [sheet.team_name(side) for side in (0, 1)]
        score = f"{one} {between} {other}"
        teams = str(T("{one} {score} {other}", one=sides[0], score=score, other=sides[1]))
    event = match.event
    parts = [teams, event, round_table_and_date(sheet, blank_date_line=False)]
    return join_parts(parts)


def result_block(sheet: Sheet) -> Block:
    """Return the result in one sentence, and below it whether both sides signed it."""
    grid, match = sheet.grid, sheet.tables.status
    result = fit_text(
        sheet.tables.result, grid.span, (24, 21, 18, 15.5, 13), bold=True, leading=1.14
    )
    if len(result.lines) > 1:
        result = fit_text(
            sheet.tables.result, grid.span, (18, 15.5, 13, 11), bold=True, try_lines=2, leading=1.16
        )
    hands = N("{n} hand", "{n} hands", match.scored_hands)
    why = sheet.unofficial
    official = sheet.confirmed or T("signed by both teams")
    text = join_parts((why or official, hands))
    height = result.height + 20
    recorded = fit_text(sheet.recorded, grid.span, (10.5, 9.5), bold=True, leading=1.16)

    def draw(pen: Pen, y: float) -> None:
        with pen.tag("H2"):
            pen.lines(grid.left, y + 5, result)
        base = y + 5 + result.height + 12
        start = grid.left
        if why:
            mark = unofficial_mark(grid.left, 9)
            mark.draw(pen, base)
            start += mark.width + 7
        pen.text(start, base, text, 9)
        if sheet.recorded:
            pen.lines(grid.left, base + 6, recorded)

    return Block(height + 11 + (recorded.height + 3 if sheet.recorded else 0), draw)


def unofficial_mark(x: float, size: float) -> FramedText:
    """Return “unofficial” in a frame."""
    return FramedText(x, shape(str(T("UNOFFICIAL")), True), size)


def totals_and_players_block(sheet: Sheet) -> Block:
    """Return both sides: total, bags, players by seat.  The winner's rule is heavier and has a
    tag."""
    grid = sheet.grid
    gap = 18.0
    width = (grid.span - gap) / 2
    panels = [_SidePanel(sheet, side, grid.left + side * (width + gap), width) for side in (0, 1)]
    height = max(panel.height for panel in panels)

    def draw(pen: Pen, y: float) -> None:
        for panel in panels:
            panel.draw(pen, y, height)

    return Block(height, draw)


class _SidePanel:
    """One side: its name and players on the left, its total and bags on the right."""

    def __init__(self, sheet: Sheet, side: int, left: float, width: float) -> None:
        match = sheet.tables.status
        self.sheet = sheet
        self.side = side
        self.left = left
        self.width = width
        self.won = match.winner == side
        self.tag = str(T("winner")) if self.won else str(T("tie")) if match.tied else ""
        score = format_number(match.score[side])
        if match.reason == "forfeit":
            score = score_parts(match)[2 * side]
        self.score = fit_text(score, width * 0.5, (PANEL_SCORE, 28, 20, 14), bold=True)
        room = width - self.score.width - 16
        self.name = fit_text(
            sheet.team_name(side),
            room,
            (16, 14, 12, 10.5, 9, 8),
            bold=True,
            try_lines=2,
            leading=1.12,
        )
        beside = width if self.name.height > PANEL_SCORE + 12 else room  # below the score or not
        sat = sheet.tables.players
        facts_of = player_facts(sheet.tables, [player.player for player in sat])
        self.players = [
            (p, facts, fit_text(p.player, beside - 14, (9.5, 8.5, 7.5), try_lines=2))
            for p, facts in zip(sat, facts_of, strict=True)
            if p.side == side
        ]
        players = sum(max(lines.height, 12.5) for *_, lines in self.players)
        self.height = max(15 + self.name.height + 5 + players, 15 + PANEL_SCORE + 17) + 3

    def draw(self, pen: Pen, y: float, height: float) -> None:
        right = self.left + self.width
        pen.rule(self.left, y + 1.6, right, weight=3.2 if self.won else 0.6)
        top = y + 15
        if self.tag:
            tag = shape(self.tag, True)
            across = tag.width_at(7.6) + 9
            pen.rectangle(right - across, y + 1.6, across, 11.5)
            pen.text(right - across / 2, y + 10, tag, 7.6, align="center", white=True)
        pen.lines(self.left, top, self.name)
        at = top + self.name.height + 5
        for player, facts, lines in self.players:
            with pen.tag("P"):
                self._player(pen, at, player, lines, facts)
            at += max(lines.height, 12.5)
        base = top + PANEL_SCORE * 0.78
        pen.text(right, base, self.score.lines[0], self.score.size, align="right")
        bags_text = final_bags_text(self.sheet, self.side)
        pen.text(right, base + BAGS_BELOW, bags_text, 8.4, align="right")
        pen.rule(self.left, y + height, right, weight=0.6)

    def _player(
        self, pen: Pen, y: float, player: PlayerRow, lines: Lines, facts: list[str]
    ) -> None:
        """Draw a player: the letter of the seat, the name, and facts about both."""
        base = y + lines.baseline(0) + lines.size * 0.07
        pen.badge(self.left, base, SEAT_LETTERS[player.seat], 8.4)
        pen.lines(self.left + 14, base - lines.baseline(0), lines)
        if player.identity is not None:
            facts = [*facts, str(T("ID shown") if player.identity else T("no ID"))]
        if facts and len(lines.lines) == 1:
            line = shape(" \u00b7 ".join(facts))
            if (
                self.left + 22 + lines.width + line.width_at(MIN_TYPE_SIZE)
                < self.left + self.width - 52
            ):
                pen.text(self.left + 20 + lines.width, base, line, MIN_TYPE_SIZE)


def rules_in_force_block(sheet: Sheet) -> Block | None:
    """Return agreed rules, differences of a house rule set from its document, and readings of
    contested rules; None if there are none."""
    grid, size = sheet.grid, sheet.grid.type.remark + 0.2
    sizes = (size, max(size * 0.92, MIN_TYPE_SIZE))
    paragraphs = []
    for each in sheet.tables.in_force:
        label = shape(each.label, True)
        start = label.width_at(size) + 5
        lines = fit_text(each.text, grid.span - start, sizes, try_lines=3)
        paragraphs.append((label, grid.left + start, lines))
    if not paragraphs:
        return None

    def draw(pen: Pen, y: float) -> None:
        for label, start, lines in paragraphs:
            base = y + 15 * grid.type.scale
            with pen.tag("P"):
                pen.text(grid.left, base, label, size)
                pen.lines(start, base - lines.baseline(0), lines)
            y += lines.height

    height = sum(lines.height for *_, lines in paragraphs)
    return Block(height + 9 * grid.type.scale, draw)


def round_table_and_date(sheet: Sheet, *, blank_date_line: bool = True) -> str:
    """Return round, table and date: “Round 2 · Table 4 · 14 March 2026”.

    Where the log has no date, a `blank_date_line` is left for it.
    """
    parts, at = sheet.round_and_table, sheet.played_at
    if at is not None:
        parts.append(
            sheet.format_moment(at) if sheet.tables.status.scheduled else sheet.format_date(at)
        )
    elif blank_date_line:
        parts.append(str(T("Date {line}", line="_" * 16)))
    return " \u00b7 ".join(parts)


def shorten_names(sheet: Sheet) -> Sheet:
    """Shorten the names of event, round, table and teams, so that together they take about
    `MAX_FURTHER_LINES` lines.  The first page has them in full."""
    match, width = sheet.tables.status, sheet.grid.span * 0.44
    event, round_, table, one, other = (
        cut_name_to_width(name, width, MIN_TYPE_SIZE)
        for name in (match.event, match.round, match.table, *match.teams)
    )
    match = replace(match, event=event, round=round_, table=table, teams=(one, other))
    return replace(sheet, tables=replace(sheet.tables, status=match))
