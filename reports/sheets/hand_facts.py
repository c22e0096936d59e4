"""The texts of a hand and of a match: the outcome of a side's hand, the facts and notes beneath it,
the counts at the end.  Papers draw them, pages mark them up.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from reports.sheets.rows import AdjustmentRow, HandRow, MatchInTableRows, RemarkRow
from reports.sheets.sheet import VOIDING_TEXTS, Sheet, document_edition_text
from scorepad.spades.board import COUNTED_STATUSES, HAND_STATES, PointsLine
from scorepad.spades.marks import (
    EXTRA_HAND,
    PLUS,
    CellNotes,
    Mark,
    TimeCall,
    bids_text,
    mark_of_points_line,
    tricks_text,
)
from scorepad.spades.rule_texts import target_and_time_limit_texts
from scorepad.spades.rules import RuleSet
from scorepad.spades.words import N, T, Text, format_change, format_number

MINUS = "\u2212"
FACT_TEXTS: dict[str, Text] = {
    "nil": T("nil {points}"),
    "blind-nil": T("blind nil {points}"),
    "bag-penalty": T("bags {points}"),
    "ruling": T("ruling {points}"),
    "failed-nil-tricks": T("tricks on a failed nil {points}"),
    "big-bid": T("big bid {points}"),
    "blind-bid": T("blind bid {points}"),
    "boston": T("Boston {points}"),
    "first-hand": T("first hand {points}"),
    "talk": T("table talk {points}"),
}
"""The score lines that are printed beneath a hand; the others are clear from the hand itself."""


class FactBeneathHand(NamedTuple):
    """A short fact beneath a hand: its mark, if it has one, and the words behind it.  They are as
    large as the hand's own numbers, and not bold, because a copy fills small bold letters."""

    mark: Mark | None
    text: str
    pill: bool = False


class SideTexts(NamedTuple):
    """The texts of a side's line in the hand table; `total` and `bags` are empty in a hand that
    doesn't count."""

    bid: str
    took: str
    outcome: FactBeneathHand
    points: str
    total: str
    bags: str


def side_texts(tables: MatchInTableRows, row: HandRow) -> SideTexts:
    """Return the texts of one side's line in the hand table."""
    counts = row.status in COUNTED_STATUSES
    return SideTexts(
        bids_text(PLUS.join(filter(None, (row.bid_1, row.bid_2)))),
        _tricks_taken_text(row, tables.cell_notes[row.hand, row.side]),
        _outcome_of_hand(tables, row),
        format_change(row.change) if counts else "\u2013",
        format_number(row.score) if counts else "",
        format_number(row.bags) if counts else "",
    )


def rows_in_order(
    tables: MatchInTableRows,
) -> Iterator[tuple[HandRow, HandRow] | AdjustmentRow | TimeCall]:
    """Yield the rows of the hand table: both sides' hands, rulings between them, a time call."""

    def after(hand: int) -> Iterator[AdjustmentRow | TimeCall]:
        yield from (each for each in tables.adjustments if each.after_hand == hand)
        if tables.time.after == hand:
            yield tables.time

    yield from after(0)
    for pair in zip(tables.hands[::2], tables.hands[1::2], strict=True):
        yield pair
        yield from after(pair[0].hand)


def _outcome_of_hand(tables: MatchInTableRows, row: HandRow) -> FactBeneathHand:
    """Return in a word how a side's hand ended; a `pill` is seen at once, and "" is not known."""
    if row.status not in COUNTED_STATUSES:
        # The note beneath a hand after the end is for both sides.
        state = "" if row.status == "after-end" else str(HAND_STATES[row.status].short)
        return FactBeneathHand(None, state)
    if row.made is not False:
        return FactBeneathHand(None, "")
    lost = row.status == "lost" and any(
        line.what == "lost-hand" for line in tables.scored[row.hand, row.side]
    )
    return FactBeneathHand(None, str(T("lost") if lost else T("set")), pill=True)


def facts_beneath_hand(tables: MatchInTableRows, row: HandRow) -> list[FactBeneathHand]:
    """Return the facts of one side's hand: nils, penalties, rulings."""
    return [
        FactBeneathHand(mark_of_points_line(line.what, line.points), text)
        for line in tables.scored[row.hand, row.side]
        if (text := _fact_text(line))
    ]


def _fact_text(line: PointsLine) -> str:
    if line.what not in FACT_TEXTS and line.what != "renege":
        return ""
    if line.what == "failed-nil-tricks" and not line.points and not line.bags:
        return ""
    points = format_change(line.points)
    if line.what in FACT_TEXTS:
        return str(T(FACT_TEXTS[line.what].one, points=points))
    if line.points > 0:
        return str(T("other team's renege {points}", points=points))
    if line.points < 0:
        return str(T("set by a renege {points}", points=points))
    return str(line.why)


def _tricks_taken_text(row: HandRow, notes: CellNotes) -> str:
    """Return the side's tricks, with those that a renege moved."""
    nil = bool({"nil", "blind"} & {row.bid_1, row.bid_2})
    text = tricks_text(row.tricks, row.tricks_1, row.tricks_2, nil=nil)
    if not text or not notes.moved:
        return text
    return f"{text} {'+' if notes.moved > 0 else MINUS} {abs(notes.moved)}"


def notes_of_hand(sheet: Sheet, row: HandRow) -> Iterator[tuple[str, str]]:
    """Yield each note, and the shorter one that replaces it where the notes are too long."""
    state = HAND_STATES[row.status].remark
    if row.extra:
        yield (str(EXTRA_HAND),) * 2
    time = sheet.tables.time
    if time.within == row.hand and row.status != "void":
        yield (str(time.note_text(sheet.format_near_moment)),) * 2
    remarks = [each for each in sheet.tables.remarks if each.hand == row.hand]
    if row.status == "void":
        why = sheet.why_void(row.hand) or str(state)
        cause = next((each for each in remarks if each.kind in VOIDING_TEXTS), None)
        short = why
        if cause is not None and cause.now:
            what = sheet.void_cause_text(cause)
            short = str(T("void, {what}: {why}", what=what, why=_point_to_remark(sheet, cause)))
        yield why, short
    if row.status == "after-end":
        yield (str(state),) * 2
    if row.status == "lost":
        teams = _losers(sheet, row.hand)
        talk = next((each for each in remarks if each.kind == "talk"), None)
        see = _point_to_remark(sheet, talk) if talk is not None else teams
        yield (
            str(T("lost by penalty: {teams}", teams=teams)),
            str(T("lost by penalty: {teams}", teams=see)),
        )
    for each in remarks:
        if each.kind == "override":
            yield (
                str(T("override: {why}", why=each.why)),
                str(T("override: {why}", why=_point_to_remark(sheet, each))),
            )


def _point_to_remark(sheet: Sheet, remark: RemarkRow) -> str:
    """Point to a remark by its letter."""
    return str(T("see {letter} below", letter=sheet.remark_letters[remark.entry]))


def _losers(sheet: Sheet, hand: int) -> str:
    """Return the teams that lost the hand by table talk.

    Where no side lost it, return the teams that talked.
    """
    talked = [r.now for r in sheet.tables.remarks if r.hand == hand and r.kind == "talk"]
    lost = [
        sheet.team_name(side)
        for side in (0, 1)
        if any(line.what == "lost-hand" for line in sheet.tables.scored[hand, side])
    ]
    return ", ".join(lost or talked) or "\u2013"


def contract_counts(tables: MatchInTableRows, side: int) -> list[Text]:
    """Return how many contracts and nils a side made."""
    match = tables.status
    rows = [r for r in tables.hands if r.side == side]
    counted = [r for r in rows if r.status in COUNTED_STATUSES]
    nils = [
        is_made for r in counted for is_made in (r.nil_1_made, r.nil_2_made) if is_made is not None
    ]
    parts = [
        T("{made} made", made=sum(r.made is True for r in counted)),
        T("{set} set", set=sum(r.made is False for r in counted)),
    ]
    if nils:
        made = sum(nils)
        parts.append(N("{made} of {n} nil made", "{made} of {n} nils made", len(nils), made=made))
    if match.reason == "forfeit" and match.scored_hands:
        points = format_number(match.score[side])
        parts.insert(0, T("{points} scored at the table", points=points))
    return parts


def final_bags_text(sheet: Sheet, side: int) -> str:
    """Return a side's bags, and of a forfeited match its points at the table."""
    status, limit = sheet.tables.status, sheet.rules.bags.limit
    bags = status.bags[side]
    text = N("{n} bag", "{n} bags", bags)
    if limit is not None:
        text = T("{bags} of {limit} bags", bags=format_number(bags), limit=format_number(limit))
    if status.reason != "forfeit":
        return str(text)
    at_table = T("{points} scored at the table", points=format_number(status.score[side]))
    return f"{at_table} \u00b7 {text}" if status.scored_hands else ""


def player_facts(tables: MatchInTableRows, names: Sequence[str]) -> list[list[str]]:
    """Return the facts of each player, by written name: the first dealer, and the first hand of a
    substitute."""
    facts: list[list[str]] = []
    dealer = tables.hands[0].dealer if tables.hands else None
    for row, name in zip(tables.players, names, strict=True):
        facts.append([str(T("dealt first"))] if row.seat == dealer else [])
        if row.seat == dealer:
            dealer = None  # a substitute is below the player of hand 1
        if since := tables.substitutes.get((row.seat, name)):
            facts[-1].append(str(T("from hand {hand}", hand=since)))
    return facts


def name_with_first_hand(player: str, first_hand: int) -> str:
    """Return the name of a substitute, and from which hand on he or she plays."""
    since = T("from hand {hand}", hand=first_hand)
    return f"{player} ({since})" if first_hand > 1 else player


def rules_summary(rules: RuleSet) -> str:
    """Return the edition of a rule set, its target and its time limit."""
    edition = document_edition_text(rules)
    parts = [edition] if edition else []
    limits = (str(text).replace(" ", "\u00a0") for text in target_and_time_limit_texts(rules))
    return " \u00b7 ".join((*parts, *limits))
