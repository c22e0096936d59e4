"""Match files are scored, as lines of JSON or of text: the score sheet for a terminal."""

from __future__ import annotations

import unicodedata
from collections.abc import Sequence
from functools import cache

from scorepad.cli.console import Console
from scorepad.cli.services import Services
from scorepad.cli.sources import read_matches_of_file
from scorepad.cli.streams import one_line
from scorepad.spades.board import HAND_STATES, Hand, RulingBetweenHands
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.naming import player_name, team_name
from scorepad.spades.refusal import Refused
from scorepad.spades.result import extra_hand_due_text, outcome_text, result_data
from scorepad.spades.words import Words, format_change, format_number, isolate_name

GAP = "  "
WIDEST = 48
"""A cell wider than this (columns of a terminal) does not widen its column."""


def score_files(files: Sequence[str], services: Services, *, json: bool) -> int:
    """Score match files, and return the exit status."""
    console, library = Console(services.words), services.library()
    first = True
    for name in files:
        for where, data in read_matches_of_file(name):
            try:
                if isinstance(data, Refused):
                    raise data
                match = parse_match_file(data, library, where=where)
            except Refused as refused:
                console.print_refusal(refused, also_json=json)
                continue
            if json:
                console.print_json(result_data(match))
                continue
            if not first:
                console.print_line()
            first = False
            for line in scoresheet_lines(match, console.words):
                console.print_line(line)
    return console.status


def terminal_width(text: str) -> int:
    """Return how many columns of a terminal a text takes."""
    if text.isascii() and text.isprintable():
        return len(text)
    return sum(map(_columns, text))


@cache
def _columns(letter: str) -> int:
    if unicodedata.combining(letter) or unicodedata.category(letter) in ("Cf", "Cc"):
        return 0
    return 2 if unicodedata.east_asian_width(letter) in ("W", "F") else 1


def pad(text: str, columns: int, *, right: bool = False) -> str:
    """Return a text filled up to this many columns; with `right` it is moved to the right end."""
    fill = " " * max(0, columns - terminal_width(text))
    return fill + text if right else text + fill


def column_widths(rows: Sequence[Sequence[str]], count: int) -> list[int]:
    """Return the widths of the first `count` columns. A cell wider than `WIDEST` moves what follows
    in its own line, and in no other."""
    return [
        max((wide for row in rows if (wide := terminal_width(row[at])) <= WIDEST), default=0)
        for at in range(count)
    ]


def align_rows(rows: Sequence[Sequence[str]], right: Sequence[bool]) -> list[str]:
    """Return rows of cells as lines with aligned columns; `right` says which are moved right."""
    columns = [
        _column([one_line(cell) for cell in cells], right=moved)
        for cells, moved in zip(zip(*rows, strict=True), right, strict=bool(rows))
    ]
    return [GAP.join(cells).rstrip() for cells in zip(*columns, strict=True)]


def _column(cells: Sequence[str], *, right: bool) -> list[str]:
    """Return the cells of a column, filled up to its width."""
    if "".join(cells).isascii():  # then each letter takes one column of the terminal
        wide = max(length for length in (0, *map(len, cells)) if length <= WIDEST)
        return [cell.rjust(wide) if right else cell.ljust(wide) for cell in cells]
    (wide,) = column_widths([(cell,) for cell in cells], 1)
    return [pad(cell, wide, right=right) for cell in cells]


def scoresheet_lines(match: Match, words: Words) -> list[str]:
    """Return the lines of the sheet: who, each hand, the totals, how it stands."""
    lines = [*_title(match, words), ""]
    lines += _table(match, words)
    lines += ["", _standing(match, words)]
    lines += [words("Warning: {text}", text=each.text) for each in match.all_warnings]
    return [one_line(line) for line in lines]


def _title(match: Match, words: Words) -> list[str]:
    head = match.head
    place = [head.event, head.round, head.table]
    rules = match.base_rules.name
    if head.agreed:
        rules = words("{rules}, with deviations agreed", rules=rules)
    title = [isolate_name(part) for part in (*place, rules) if part]
    teams = [
        words(
            "{team}: {first}, {second}",
            team=team_name(head, side, words),
            first=player_name(head, side, words),
            second=player_name(head, side + 2, words),
        )
        for side in (0, 1)
    ]
    return [" · ".join(title), *teams]


def _table(match: Match, words: Words) -> list[str]:
    side = [words("bids"), words("tricks"), words("points"), words("total"), words("bags")]
    rows: list[list[str]] = [[words("hand"), words("dealer"), *side, *side, ""]]
    rulings = match.board.adjustments
    rows += [_adjusted(match, each, words) for each in rulings if each.after_hand == 0]
    for hand in match.board.hands:
        rows.append(_row(match, hand, words))
        rows += [
            _adjusted(match, each, words) for each in rulings if each.after_hand == hand.number
        ]
    right = [True, False, *([False, True, True, True, True] * 2), False]
    lines = align_rows(rows, right)
    return [*_heading(match, rows, words), *lines]


def _heading(match: Match, rows: list[list[str]], words: Words) -> list[str]:
    """Return the team names over their columns; the second has a line of its own where the first
    is wider than these."""
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = column_widths(rows, 12)
    before = sum(widths[:2]) + 2 * len(GAP)
    first = sum(widths[2:7]) + 4 * len(GAP)
    names = [isolate_name(team_name(match.head, side, words)) for side in (0, 1)]
    left = " " * before
    if terminal_width(names[0]) > first:
        return [left + names[0], left + " " * first + GAP + names[1]]
    return [left + pad(names[0], first) + GAP + names[1]]


def _row(match: Match, hand: Hand, words: Words) -> list[str]:
    cells = [format_number(hand.number), isolate_name(player_name(match.head, hand.dealer, words))]
    counts = hand.is_counted
    for side in (0, 1):
        cells += [
            _bids(hand, side, words),
            _tricks(hand, side),
            format_change(hand.change[side]) if counts else "",
            format_number(hand.score[side]) if counts else "",
            format_number(hand.bags[side]) if counts else "",
        ]
    remarks = []
    if hand.status != "scored":
        remarks.append(words(HAND_STATES[hand.status].remark))
    if hand.extra:
        remarks.append(words("extra hand"))
    if hand.override is not None:
        remarks.append(words("override: {why}", why=hand.override))
    return [*cells, "; ".join(remarks)]


def _bids(hand: Hand, side: int, words: Words) -> str:
    parts = []
    for seat in (side, side + 2):
        bid = hand.bids[seat]
        if hand.nils[seat] is not None:
            parts.append(words("blind nil") if hand.nils[seat] == "blind" else words("nil"))
        elif isinstance(bid, int):
            parts.append(format_number(bid))
    return " + ".join(parts)


def _tricks(hand: Hand, side: int) -> str:
    counts = [hand.seat_tricks[seat] for seat in (side, side + 2)]
    if any(hand.nils[seat] is not None for seat in (side, side + 2)):
        return " + ".join(format_number(count) for count in counts if count is not None)
    total = hand.tricks[side]
    return "" if total is None else format_number(total)


def _adjusted(match: Match, ruling: RulingBetweenHands, words: Words) -> list[str]:
    cells = ["", words("ruling")]
    for side in (0, 1):
        mine = ruling.side == side
        bags = format_change(ruling.bags) if mine and ruling.bags else ""
        cells += ["", "", format_change(ruling.points) if mine else "", "", bags]
    return [
        *cells,
        words("{team}: {what}", team=team_name(match.head, ruling.side, words), what=ruling.why),
    ]


def _standing(match: Match, words: Words) -> str:
    decided = outcome_text(match)
    if decided is not None:
        return words(decided)
    score, bags = match.board.score, match.board.bags
    now = words(
        "{first} {points}, {second} {others}",
        first=team_name(match.head, 0, words),
        points=score[0],
        second=team_name(match.head, 1, words),
        others=score[1],
    )
    bags_text = words("bags {first} and {second}", first=bags[0], second=bags[1])
    extra = extra_hand_due_text(match)
    if extra is not None:
        return f"{now}; {bags_text}; {words(extra)}"
    hand = match.board.hand
    if hand is not None:
        underway = words("hand {number} is in progress", number=hand.number)
        return f"{now}; {bags_text}; {underway}"
    return f"{now}; {bags_text}"
