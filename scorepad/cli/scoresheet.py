"""`scorepad score` scores match files, as lines of JSON or as a table."""

from __future__ import annotations

from argparse import Namespace
from collections.abc import Sequence

from scorepad.cli.console import Console
from scorepad.cli.services import Services
from scorepad.cli.sources import read_matches_of_file
from scorepad.cli.streams import one_line
from scorepad.spades.board import HAND_STATES, Hand, RulingBetweenHands
from scorepad.spades.entries import BlindNumber, blind_number_text
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.naming import player_name, team_name
from scorepad.spades.refusal import Refused
from scorepad.spades.result import extra_hand_due_text, outcome_text, result_data
from scorepad.spades.words import T, format_change, format_number, isolate_name, join_parts

GAP = "  "
WIDEST = 48
"""A cell with more letters doesn't widen its column."""


def score(services: Services, console: Console, args: Namespace) -> None:
    """Score match files."""
    library = services.library()
    is_first = True
    for name in args.files:
        for where, data in read_matches_of_file(name):
            try:
                if isinstance(data, Refused):
                    raise data
                match = parse_match_file(data, library, where=where)
            except Refused as refused:
                console.print_refusal(refused, also_json=args.json)
                continue
            if args.json:
                console.print_json(result_data(match))
                continue
            if not is_first:
                console.print_line()
            is_first = False
            for line in scoresheet_lines(match):
                console.print_line(line)


def align_rows(rows: Sequence[Sequence[str]], right: str = "") -> list[str]:
    """Return rows of cells as lines with aligned columns. A column with the letter R in `right` is
    aligned at the right."""
    rows = [[one_line(cell) for cell in row] for row in rows]
    widths = [
        max((len(cell) for cell in column if len(cell) <= WIDEST), default=0)
        for column in zip(*rows, strict=True)
    ]
    marks = right.ljust(len(widths))
    return [
        GAP.join(
            cell.rjust(width) if mark == "R" else cell.ljust(width)
            for cell, width, mark in zip(row, widths, marks, strict=True)
        ).rstrip()
        for row in rows
    ]


def scoresheet_lines(match: Match) -> list[str]:
    """Return the lines of the sheet: the teams, each hand, the totals, the result."""
    lines = [*_title(match), ""]
    lines += _table(match)
    lines += ["", _standing(match)]
    lines += [str(T("Warning: {text}", text=each.text)) for each in match.all_warnings]
    return [one_line(line) for line in lines]


def _title(match: Match) -> list[str]:
    head = match.head
    place = [head.event, head.round, head.table]
    rules = match.base_rules.name
    if head.agreed:
        rules = str(T("{rules}, with agreed changes", rules=rules))
    teams = [
        str(
            T(
                "{team}: {first}, {second}",
                team=team_name(head, side),
                first=player_name(head, side),
                second=player_name(head, side + 2),
            )
        )
        for side in (0, 1)
    ]
    return [join_parts((*place, rules)), *teams]


def _table(match: Match) -> list[str]:
    side = [str(T("bids")), str(T("tricks")), str(T("points")), str(T("total")), str(T("bags"))]
    rows = [[str(T("hand")), str(T("dealer")), *side, *side, ""]]
    rulings = match.board.adjustments
    rows += [_adjusted(match, each) for each in rulings if each.after_hand == 0]
    for hand in match.board.hands:
        rows.append(_row(match, hand))
        rows += [_adjusted(match, each) for each in rulings if each.after_hand == hand.number]
    lines = align_rows(rows, "R  RRRR RRRR")
    first = lines[0].index(side[0])
    width = lines[0].index(side[0], first + 1) - first - len(GAP)
    one, other = (isolate_name(team_name(match.head, each)) for each in (0, 1))
    return [f"{' ' * first}{one:<{width}}{GAP}{other}", *lines]


def _row(match: Match, hand: Hand) -> list[str]:
    cells = [
        format_number(hand.number),
        isolate_name(player_name(match.head_of_hand(hand), hand.dealer)),
    ]
    counts = hand.is_counted
    for side in (0, 1):
        cells += [
            _bids(hand, side),
            _tricks(hand, side),
            format_change(hand.change[side]) if counts else "",
            format_number(hand.score[side]) if counts else "",
            format_number(hand.bags[side]) if counts else "",
        ]
    remarks = []
    if hand.status != "scored":
        remarks.append(str(HAND_STATES[hand.status].remark))
    if hand.extra:
        remarks.append(str(T("extra hand")))
    if hand.override is not None:
        remarks.append(str(T("override: {why}", why=hand.override)))
    return [*cells, "; ".join(remarks)]


def _bids(hand: Hand, side: int) -> str:
    if hand.bids_itself:
        return str(T("no bid"))
    parts = []
    for seat in (side, side + 2):
        bid = hand.bids[seat]
        if hand.nils[seat] is not None:
            parts.append(str(T("blind nil") if hand.nils[seat] == "blind" else T("nil")))
        elif isinstance(bid, int):
            parts.append(format_number(bid))
        elif isinstance(bid, BlindNumber):
            parts.append(str(blind_number_text(bid.blind)))
    return " + ".join(parts)


def _tricks(hand: Hand, side: int) -> str:
    counts = [hand.seat_tricks[seat] for seat in (side, side + 2)]
    if any(hand.nils[seat] is not None for seat in (side, side + 2)):
        return " + ".join(format_number(count) for count in counts if count is not None)
    total = hand.tricks[side]
    return "" if total is None else format_number(total)


def _adjusted(match: Match, ruling: RulingBetweenHands) -> list[str]:
    cells = ["", str(T("ruling"))]
    for side in (0, 1):
        mine = ruling.side == side
        bags = format_change(ruling.bags) if mine and ruling.bags else ""
        cells += ["", "", format_change(ruling.points) if mine else "", "", bags]
    return [
        *cells,
        str(T("{team}: {what}", team=team_name(match.head, ruling.side), what=ruling.why)),
    ]


def _standing(match: Match) -> str:
    decided = outcome_text(match)
    if decided is not None:
        return str(decided)
    score, bags = match.board.score, match.board.bags
    now = str(
        T(
            "{first} {points}, {second} {others}",
            first=team_name(match.head, 0),
            points=score[0],
            second=team_name(match.head, 1),
            others=score[1],
        )
    )
    bags_text = str(T("bags {first} and {second}", first=bags[0], second=bags[1]))
    extra = extra_hand_due_text(match)
    if extra is not None:
        return f"{now}; {bags_text}; {extra}"
    hand = match.board.hand
    if hand is not None:
        underway = str(T("hand {number} is in progress", number=hand.number))
        return f"{now}; {bags_text}; {underway}"
    return f"{now}; {bags_text}"
