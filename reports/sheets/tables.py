"""Reads a match into rows, from which every sheet and every export is made.

The fold has computed every number already; the rows only repeat it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, tzinfo
from typing import Any, TypeAlias

from msgspec.structs import replace

from reports.sheets.remarks import read_remarks
from reports.sheets.rows import (
    AdjustmentRow,
    AgreedDeviationRow,
    HandRow,
    MatchInTableRows,
    MatchRow,
    PlayerRow,
    ResultExportRow,
    ScoreLineRow,
    Signed,
)
from scorepad.events.event_descriptions import result_text
from scorepad.events.results import Outcome
from scorepad.spades import entries as kinds
from scorepad.spades.board import Hand
from scorepad.spades.marks import bid_text, cell_notes_of, find_time_call
from scorepad.spades.match import Match, moment_of_play
from scorepad.spades.naming import (
    name_key,
    player_name,
    team_name,
    usual_spelling_by_name_key,
)
from scorepad.spades.parameters import parameter, value_at
from scorepad.spades.result import END_REASONS, is_official, match_state_sentence, signatures
from scorepad.spades.rule_labels import (
    agreement_texts,
    format_value,
    list_agreed_paths_and_values,
    parameter_label,
)
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.sheetcode import SheetCode, code_of
from scorepad.spades.words import ENGLISH, T, Text, Words, format_number

EventNames: TypeAlias = Mapping[str, str]
"""These say how to write the name of each event, by its `name_key`."""
NAMES_AS_WRITTEN: EventNames = {}
"""With these, the name of an event is written as each match has it."""
STATED_HOW: dict[str | None, Text] = {
    "paper": T("on paper"),
    "unscored": T("on paper"),
    "ruling": T("ruling"),
}
"""A result that an event states and no match: instead of one, without points, or against one."""
POINTS_COLUMNS: dict[str, str] = {
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
"""The column that a score line's points belong to, by the kind of the line."""


def read_match_into_table_rows(
    match: Match, words: Words = ENGLISH, events: EventNames = NAMES_AS_WRITTEN
) -> MatchInTableRows:
    """Read a match into rows, in the language of `words`.  `events` says how to write the name
    of its event."""
    amend_by_entry, code = match.amend_by_entry, code_of(match)
    hands = [(hand, side) for hand in match.board.hands for side in (0, 1)]
    return MatchInTableRows(
        match=read_match_row(match, words, events, code),
        code=code,
        players=tuple(_players(match, words)),
        hands=tuple(_hand(match, hand, side, words) for hand, side in hands),
        adjustments=tuple(_adjustments(match, words)),
        remarks=tuple(read_remarks(match, words)),
        agreed=tuple(_read_agreed_deviations(match, words)),
        time=find_time_call(match),
        signed=_read_signatures(match, words),
        cell_notes={
            (hand.number, side): cell_notes_of(match, hand, side, amend_by_entry)
            for hand, side in hands
        },
        scored={(hand.number, side): hand.lines[side] for hand, side in hands},
    )


def choose_event_names(matches: Sequence[Match]) -> EventNames:
    """Choose one way to write each event of these matches."""
    return usual_spelling_by_name_key(match.head.event for match in matches)


def read_match_row(
    match: Match,
    words: Words = ENGLISH,
    events: EventNames = NAMES_AS_WRITTEN,
    code: SheetCode | None = None,
) -> MatchRow:
    """Read a match and its result into one row; the `code` of its sheet may be known."""
    board, head = match.board, match.head
    moments = [entry.at for entry in match.log if entry.at is not None]
    signed = [name for name, _ in _read_signatures(match, words)]
    code = code or code_of(match)
    return MatchRow(
        match=match.id or "",
        event=events.get(name_key(head.event), head.event),
        round=head.round,
        table=head.table,
        scheduled=head.scheduled,
        first_entry=match.log_times_and_signing.began,
        last_entry=max(moments, default=None),
        rules=match.base_rules.id,
        rules_name=match.base_rules.name,
        edition=match.base_rules.edition,
        agreed="; ".join(words(text) for text in agreement_texts(head.agreed)),
        team_0=team_name(head, 0, words),
        team_1=team_name(head, 1, words),
        score_0=board.score[0],
        score_1=board.score[1],
        bags_0=board.bags[0],
        bags_1=board.bags[1],
        hands=sum(hand.is_counted for hand in board.hands),
        status="over" if board.end else "playing",
        reason=board.end.reason if board.end else None,
        winner=board.end.winner if board.end else None,
        tied=bool(board.end and board.end.tied),
        result=words(match_state_sentence(match)),
        signed_0=signed[0],
        signed_1=signed[1],
        official=is_official(match),
        entries=len(match.log),
        code=code.short if code else "",
    )


def read_result_row(row: MatchRow, zone: tzinfo = UTC) -> ResultExportRow:
    """Read the result of a match from its row."""
    at = moment_of_play(row.scheduled, row.first_entry)
    unscored = row.reason in ("forfeit", "unscored") or not row.has_begun
    return ResultExportRow(
        event=row.event,
        round=row.round,
        table=row.table,
        local_time="" if at is None else at.astimezone(zone).isoformat(timespec="minutes"),
        team_0=row.team_0,
        team_1=row.team_1,
        score_0=None if unscored else row.score_0,
        score_1=None if unscored else row.score_1,
        winner=row.winner,
        how=untranslated_ending_word(row),
        winner_team=winning_team(row),
        match=row.match,
        event_id=row.event_id,
        stage=row.stage,
        team_id_0=row.team_id_0,
        team_id_1=row.team_id_1,
    )


def has_no_points(row: MatchRow) -> bool:
    """Return whether an event states the result of a match without its points."""
    stated_forfeit = row.reason == "forfeit" and row.bags_0 is None
    return row.reason == "unscored" or (stated_forfeit and not (row.score_0 or row.score_1))


def winning_team(row: MatchRow) -> str:
    """Return the name of the team that won a match; "" where none did."""
    return "" if row.winner is None else (row.team_0, row.team_1)[row.winner]


def untranslated_ending_word(row: MatchRow) -> str:
    """Return how a match ended, in a word that no language changes."""
    if row.status != "over":
        return "not-finished" if row.has_begun else "not-begun"
    if row.reason == "forfeit" and row.winner is None:
        return "double-forfeit"
    return row.reason or ""


def row_with_stated_result(row: MatchRow, outcome: Outcome, words: Words) -> MatchRow:
    """Return the row of a match with the result that its event states: bags are those it states,
    and signatures those that were given for this result."""
    reason = "ruling" if outcome.overrules_match else "paper"
    if outcome.how != "played":
        reason = "forfeit"
    elif outcome.score is None:
        reason = "unscored"
    score = outcome.score or (0, 0)
    bags = outcome.bags or (None, None)
    return replace(
        row if outcome.is_same_as_match_result else replace(row, signed_0="", signed_1=""),
        status="over",
        reason=reason,
        winner=outcome.winner,
        tied=outcome.is_tied,
        score_0=score[0],
        score_1=score[1],
        bags_0=bags[0],
        bags_1=bags[1],
        result=words(result_text(str, (row.team_0, row.team_1), outcome)),
    )


def ending_text(row: MatchRow) -> Text:
    """Return in a word or two how a match ended."""
    if row.status != "over":
        return T("not finished") if row.has_begun else T("not begun")
    if row.reason in STATED_HOW:
        return STATED_HOW[row.reason]
    if row.reason == "forfeit" and row.winner is None:
        return T("both forfeit")
    if row.reason == "forfeit" and not row.hands:
        return T("forfeited")  # the same word as on the screen: a side did not come
    reason = END_REASONS[row.reason or ""].label
    return T("tie, {reason}", reason=reason) if row.tied else reason


def score_parts(row: MatchRow, words: Words) -> tuple[str, str, str]:
    """Return both totals and what stands between them; of a forfeited match who won and who
    forfeited; of one that has not begun no totals."""
    if not row.has_begun:
        return "", "\u2013", ""
    if row.reason == "forfeit":
        won, forfeited = words("W"), words("F")
        if row.winner is None:
            return forfeited, "\u2013", forfeited
        return (forfeited, "\u2013", won) if row.winner else (won, "\u2013", forfeited)
    if row.reason == "unscored":
        won, lost = words("W"), words("L")
        one, other = (lost, won) if row.winner else (won, lost)
        return ("", words("tie"), "") if row.tied else (one, "\u2013", other)
    # A dash beside a minus sign is hard to read.
    between = words("to") if min(row.score_0, row.score_1) < 0 else "\u2013"
    return format_number(row.score_0), between, format_number(row.score_1)


def _read_signatures(match: Match, words: Words) -> Signed:
    one, other = (
        ("", None) if each is None else (each.name or words("signed"), each.at)
        for each in signatures(match)
    )
    return one, other


def _players(match: Match, words: Words) -> Iterator[PlayerRow]:
    shown: dict[int, bool] = {}
    for entry in match.counting_entries:
        if isinstance(entry, kinds.IdentityCheck):
            shown[entry.seat] = entry.ok
    counted = [hand for hand in match.board.hands if hand.is_counted]
    for seat in range(4):
        bids = [hand.bids[seat] for hand in counted if hand.nils[seat] is None]
        yield PlayerRow(
            match=match.id or "",
            seat=seat,
            side=seat % 2,
            team=team_name(match.head, seat % 2, words),
            player=player_name(match.head, seat, words),
            identity=shown.get(seat),
            hands=len(counted),
            nils=sum(hand.nils[seat] is not None for hand in counted),
            nils_made=sum(hand.nil_made[seat] is True for hand in counted),
            bid=sum(bid for bid in bids if isinstance(bid, int)),
        )


def _hand(match: Match, hand: Hand, side: int, words: Words) -> HandRow:
    points: dict[str, Any] = dict.fromkeys(POINTS_COLUMNS.values(), 0)
    for line in hand.lines[side]:
        points[POINTS_COLUMNS[line.what]] += line.points
    return HandRow(
        match=match.id or "",
        hand=hand.number,
        dealer=hand.dealer,
        status=hand.status,
        extra=hand.extra,
        side=side,
        team=team_name(match.head, side, words),
        bid_1=bid_text(hand.bids[side], hand.nils[side]),
        bid_2=bid_text(hand.bids[side + 2], hand.nils[side + 2]),
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


def read_score_lines(match: Match, words: Words) -> Iterator[ScoreLineRow]:
    """Read what each hand scored into rows, each with its reason in words."""
    for hand in match.board.hands:
        for side in (0, 1):
            for line in hand.lines[side]:
                yield ScoreLineRow(
                    match=match.id or "",
                    hand=hand.number,
                    side=side,
                    team=team_name(match.head, side, words),
                    what=line.what,
                    points=line.points,
                    bags=line.bags,
                    rule=line.rule,
                    why=words(line.why),
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


def _read_agreed_deviations(match: Match, words: Words) -> Iterator[AgreedDeviationRow]:
    house = plain_rules(match.base_rules)
    for path, value in list_agreed_paths_and_values(match.head.agreed):
        declared = parameter(path)
        # The teams may have agreed on no big bid where the rule set has one.
        before = value_at(house, path) if declared else path in house
        if before is None and declared is not None:
            before = declared.default
        yield AgreedDeviationRow(
            match=match.id or "",
            parameter=words(parameter_label(path)),
            rule_set=format_value(before, words),
            agreed=format_value(value, words),
        )
