"""A match as its page has it: the hands marked as on the sheet, the chart, the remarks."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import tzinfo
from typing import Any

import msgspec
from msgspec.structs import replace

from reports.pages.people import People, with_public_names
from reports.sheets.chart import MIN_HANDS, chart_range, describe_chart, totals_after_hands
from reports.sheets.hand_facts import (
    FactBeneathHand,
    contract_counts,
    facts_beneath_hand,
    final_bags_text,
    notes_of_hand,
    player_facts,
    rows_in_order,
    rules_summary,
    side_texts,
)
from reports.sheets.match_sheet import prepare_sheet
from reports.sheets.remarks import title_with_hand
from reports.sheets.rows import AdjustmentRow, HandRow, PlayerRow, RemarkRow, RuleInForce
from reports.sheets.sheet import SEAT_LETTERS, Sheet
from reports.sheets.sheet_foot import order_remarks
from scorepad.events.status import Statements
from scorepad.spades.marks import SIGNS, TimeCall, bids_text
from scorepad.spades.match import Match
from scorepad.spades.words import T, format_change, format_number, join_parts

CHART_WIDTH, CHART_HEIGHT = 600, 150


class MatchPart(msgspec.Struct):
    """The texts of a match on the pages.

    `players` are by seat, each with the name as it was written; `facts` has a text for each; `rows`
    are the hands, rulings and calls of time in order; `hands` is the table of them as HTML, which
    several pages have.
    """

    teams: tuple[str, str]
    players: list[tuple[PlayerRow, str]]
    facts: list[str]
    rules: str
    summary: str
    in_force: Sequence[RuleInForce]
    bags: tuple[str, str]
    official: str
    recorded: str
    rows: list[dict[str, Any]]
    final: dict[str, Any]
    chart: dict[str, Any] | None
    remarks: list[tuple[str, str, RemarkRow, list[str]]]
    code: str
    hands: str = ""


def read_match_part(
    match: Match, zone: tzinfo, statements: Statements, people: People
) -> MatchPart:
    """Read a match as the pages show it."""
    sheet = prepare_sheet(match, "A4", zone, statements=statements)
    written = [each.player for each in sheet.tables.players]
    tables, mask = with_public_names(sheet.tables, match, people)
    sheet = replace(sheet, tables=tables)
    dealers = _dealers(sheet)
    confirmed = sheet.confirmed if people == "full" else sheet.confirmed and str(T("confirmed"))
    return MatchPart(
        teams=tables.status.teams,
        players=list(zip(tables.players, written, strict=True)),
        facts=[" \u00b7 ".join(facts) for facts in player_facts(sheet.tables, written)],
        rules=tables.status.rules_name,
        summary=rules_summary(sheet.rules),
        in_force=tables.in_force,
        bags=(final_bags_text(sheet, 0), final_bags_text(sheet, 1)),
        official=mask(sheet.unofficial) or confirmed or str(T("signed by both teams")),
        recorded=sheet.recorded if people == "full" else "",
        rows=list(_rows(sheet, dealers)),
        final=_final(sheet),
        chart=_chart(sheet),
        remarks=[
            (sheet.remark_letters.get(row.entry, ""), title_with_hand(row, row.title), row, notices)
            for row, notices in order_remarks(sheet)
        ],
        code=tables.code.short if tables.code else "",
    )


def _dealers(sheet: Sheet) -> tuple[str, ...]:
    """Return the names of the four dealers; where a substitute sat only letters are right."""
    names = tuple(each.player for each in sheet.tables.players)
    return names if len(names) == len(set(names)) == 4 else tuple(SEAT_LETTERS)


def _rows(sheet: Sheet, dealers: tuple[str, ...]) -> Iterator[dict[str, Any]]:
    for each in rows_in_order(sheet.tables):
        if isinstance(each, TimeCall):
            yield {"kind": "time", "text": str(each.note_text(sheet.format_near_moment))}
        elif isinstance(each, AdjustmentRow):
            yield _ruling(sheet, each)
        else:
            first, _ = each
            yield {
                "kind": "hand",
                "number": first.hand,
                "letters": sheet.remark_letters_of_hand(first.hand),
                "dealer": "" if first.status == "after-end" else dealers[first.dealer],
                "sides": [_side(sheet, row) for row in each],
                "notes": " \u00b7 ".join(full for full, _ in notes_of_hand(sheet, first)),
            }


def _side(sheet: Sheet, row: HandRow) -> dict[str, Any]:
    notes, texts = sheet.tables.cell_notes[row.hand, row.side], side_texts(sheet.tables, row)
    facts = facts_beneath_hand(sheet.tables, row)
    if notes.took_was:
        facts.insert(0, FactBeneathHand(None, str(T("tricks: was {value}", value=notes.took_was))))
    if notes.bid_was:
        was = bids_text(notes.bid_was)
        facts.insert(0, FactBeneathHand(None, str(T("bid: was {value}", value=was))))
    return texts._asdict() | {
        "took": texts.took or ("" if texts.outcome.text else "\u2013"),
        "total": texts.total or "\u2013",
        "bags": texts.bags or "\u2013",
        "facts": [(SIGNS[each.mark] if each.mark else "", each.text) for each in facts],
    }


def _ruling(sheet: Sheet, row: AdjustmentRow) -> dict[str, Any]:
    return {
        "kind": "ruling",
        "letters": sheet.remark_letters.get(row.entry, ""),
        "side": row.side,
        "why": row.why,
        "points": format_change(row.points),
        "total": format_number(row.score),
        "bags": format_number(row.bags_after),
    }


def _final(sheet: Sheet) -> dict[str, Any]:
    status = sheet.tables.status
    return {
        "label": T("final") if status.is_over else T("so far"),
        "is_over": status.is_over,
        "sides": [
            {
                "counts": join_parts(contract_counts(sheet.tables, side)),
                "total": format_number(status.score[side]),
                "bags": format_number(status.bags[side]),
            }
            for side in (0, 1)
        ],
    }


def _chart(sheet: Sheet) -> dict[str, Any] | None:
    """Return the lines of both totals; None before there are enough hands."""
    lines, numbers = totals_after_hands(sheet.tables)
    if len(numbers) < MIN_HANDS:
        return None
    target = sheet.rules.game.target
    low, high = chart_range(lines, target)

    def down(score: int) -> float:
        return round(CHART_HEIGHT - CHART_HEIGHT * (score - low) / (high - low), 1)

    points = [
        [(round(CHART_WIDTH * at / len(numbers), 1), down(score)) for at, score in enumerate(line)]
        for line in lines
    ]
    marked = [(0, down(0))]
    if target <= high:
        marked.append((target, down(target)))
    return {
        "lines": points,
        "marked": [(format_number(score), at) for score, at in marked],
        "alt": describe_chart(sheet.tables),
    }
