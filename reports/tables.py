"""A match in rows: the one source of every export and every sheet.

Nothing is reckoned here that the fold has reckoned; the rows only say it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import TypeAlias

from reports.cells import bid_said, cells
from reports.entry_words import said
from reports.remarks import remarks
from reports.rows import (
    AdjustmentRow,
    AgreedRow,
    HandRow,
    LineRow,
    MatchRow,
    PlayerRow,
    Row,
    Tables,
    rows_of,
)
from reports.standings import standings
from reports.time_call import time_call
from scorepad.spades import entries as kinds
from scorepad.spades.board import Hand
from scorepad.spades.match import Match
from scorepad.spades.naming import player_name, team_name
from scorepad.spades.occasion import began, same_name, spelled, tidy
from scorepad.spades.parameters import parameter, value_at
from scorepad.spades.result import COUNTED, standing
from scorepad.spades.rule_labels import agreed_values, agreements, label, value_text
from scorepad.spades.rulefile import plain
from scorepad.spades.sheetcode import code_of
from scorepad.spades.signing import official, signatures
from scorepad.spades.words import ENGLISH, Words

Spelled: TypeAlias = Mapping[str, str]
"""How events are written, by `same_name`."""
ONE_BY_ONE: Spelled = {}
"""Every match spells its event by itself."""
POINTS: dict[str, str] = {
    "contract": "contract_points",
    "big-bid": "contract_points",
    "set": "contract_points",
    "lost-hand": "contract_points",
    "overtricks": "overtrick_points",
    "nil": "nil_points",
    "blind-nil": "nil_points",
    "failed-nil-tricks": "nil_points",
    "renege": "renege_points",
    "ruling": "ruling_points",
    "bag-penalty": "bag_penalty",
}
"""The column that takes a score line's points, by what the line is."""


def read_tables(match: Match, words: Words = ENGLISH, events: Spelled = ONE_BY_ONE) -> Tables:
    """A match in rows; sentences in the language of `words`, its event as `events` spell it."""
    return Tables(
        match=match_row(match, words, events),
        players=tuple(_players(match, words)),
        hands=tuple(
            _hand(match, hand, side, words) for hand in match.board.hands for side in (0, 1)
        ),
        lines=tuple(_lines(match, words)),
        adjustments=tuple(_adjustments(match, words)),
        remarks=tuple(remarks(match, words)),
        agreed=tuple(_agreed(match, words)),
        time=time_call(match),
        cells=tuple(cells(match)),
    )


def tables_of(matches: Sequence[Match], words: Words = ENGLISH) -> list[Tables]:
    """Several matches in rows; an event that they spell in several ways is written in one."""
    events = events_of(matches)
    return [read_tables(match, words, events) for match in matches]


def events_of(matches: Sequence[Match]) -> Spelled:
    """How the events of these matches are written, for `read_tables`."""
    return spelled(match.head.event for match in matches)


def all_rows(tables: Sequence[Tables], name: str) -> list[Row]:
    """The rows of several matches in one table of `TABLES`."""
    if name == "standings":
        return list(standings([each.match for each in tables]))
    return [row for each in tables for row in rows_of(each, name)]


def match_row(match: Match, words: Words = ENGLISH, events: Spelled = ONE_BY_ONE) -> MatchRow:
    """A match and its result in one row; its event as `events` spell it."""
    board, head = match.board, match.head
    moments = [entry.at for entry in match.log if entry.at is not None]
    signed = ["" if each is None else each.name or words("signed") for each in signatures(match)]
    code = code_of(match)
    return MatchRow(
        match=match.id or "",
        event=events.get(same_name(head.event), tidy(head.event)),
        round=tidy(head.round),
        table=tidy(head.table),
        scheduled=head.scheduled,
        first_entry=began(match.log),
        last_entry=max(moments, default=None),
        rules=match.base_rules.id,
        rules_name=match.base_rules.name,
        edition=match.base_rules.edition,
        agreed="; ".join(words(text) for text in agreements(head.agreed)),
        team_0=team_name(head, 0, words),
        team_1=team_name(head, 1, words),
        score_0=board.score[0],
        score_1=board.score[1],
        bags_0=board.bags[0],
        bags_1=board.bags[1],
        hands=sum(hand.status in COUNTED for hand in board.hands),
        status="over" if board.end else "playing",
        reason=board.end.reason if board.end else None,
        winner=board.end.winner if board.end else None,
        tied=bool(board.end and board.end.tied),
        result=said(standing(match), words),
        signed_0=signed[0],
        signed_1=signed[1],
        official=official(match),
        entries=len(match.log),
        code=code.short if code else "",
    )


def _players(match: Match, words: Words) -> Iterator[PlayerRow]:
    shown: dict[int, bool] = {}
    for entry in match.counting:
        if isinstance(entry, kinds.Identity):
            shown[entry.seat] = entry.ok
    played = [hand for hand in match.board.hands if hand.status in COUNTED]
    for seat in range(4):
        bids = [hand.bids[seat] for hand in played if hand.nils[seat] is None]
        yield PlayerRow(
            match=match.id or "",
            seat=seat,
            side=seat % 2,
            team=team_name(match.head, seat % 2, words),
            player=player_name(match.head, seat, words),
            identity=shown.get(seat),
            hands=len(played),
            nils=sum(hand.nils[seat] is not None for hand in played),
            nils_made=sum(hand.nil_made[seat] is True for hand in played),
            bid=sum(bid for bid in bids if isinstance(bid, int)),
        )


def _hand(match: Match, hand: Hand, side: int, words: Words) -> HandRow:
    points = dict.fromkeys(POINTS.values(), 0)
    for line in hand.lines[side]:
        points[POINTS[line.what]] += line.points
    return HandRow(
        match=match.id or "",
        hand=hand.number,
        dealer=hand.dealer,
        status=hand.status,
        extra=hand.extra,
        side=side,
        team=team_name(match.head, side, words),
        bid_1=bid_said(hand.bids[side], hand.nils[side]),
        bid_2=bid_said(hand.bids[side + 2], hand.nils[side + 2]),
        contract=hand.contract[side],
        tricks_1=hand.seat_tricks[side],
        tricks_2=hand.seat_tricks[side + 2],
        tricks=hand.tricks[side],
        made=hand.made[side],
        nil_1_made=hand.nil_made[side],
        nil_2_made=hand.nil_made[side + 2],
        change=hand.change[side],
        score=hand.score[side],
        bags=hand.bags[side],
        **points,
    )


def _lines(match: Match, words: Words) -> Iterator[LineRow]:
    for hand in match.board.hands:
        for side in (0, 1):
            for line in hand.lines[side]:
                yield LineRow(
                    match=match.id or "",
                    hand=hand.number,
                    side=side,
                    team=team_name(match.head, side, words),
                    what=line.what,
                    points=line.points,
                    bags=line.bags,
                    rule=line.rule,
                    why=said(line.why, words),
                )


def _adjustments(match: Match, words: Words) -> Iterator[AdjustmentRow]:
    after = {0: ((0, 0), (0, 0))} | {
        hand.number: (hand.score, hand.bags) for hand in match.board.hands
    }
    since: dict[tuple[int, int], tuple[int, int]] = {}
    for each in match.board.adjustments:
        key = (each.after_hand, each.side)
        points, bags = since.get(key, (0, 0))
        since[key] = points, bags = points + each.points, bags + each.bags
        score, count = after[each.after_hand]
        yield AdjustmentRow(
            match=match.id or "",
            after_hand=each.after_hand,
            side=each.side,
            team=team_name(match.head, each.side, words),
            points=each.points,
            bags=each.bags,
            score=score[each.side] + points,
            bags_after=count[each.side] + bags,
            why=each.why,
            entry=each.entry,
        )


def _agreed(match: Match, words: Words) -> Iterator[AgreedRow]:
    house = plain(match.base_rules)
    for path, value in agreed_values(match.head.agreed):
        known = parameter(path)
        # Where a big bid is taken away, the rule set may have one.
        before = value_at(house, path) if known else path in house
        if before is None and known is not None:
            before = known.default
        yield AgreedRow(
            match=match.id or "",
            parameter=words(label(path)),
            rule_set=value_text(before, words),
            agreed=value_text(value, words),
        )
