"""Reads a match into rows, from which every sheet and every export is made.

The fold has computed every number already; the rows only repeat it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, TypeAlias

from msgspec.structs import replace

from reports.sheets.remarks import read_remarks
from reports.sheets.rows import (
    AdjustmentRow,
    AgreedDeviationRow,
    HandRow,
    MatchInTableRows,
    PlayerRow,
    RuleInForce,
    ScoreLineRow,
)
from scorepad.cleaning import tidy_name
from scorepad.spades import entries as kinds
from scorepad.spades.board import Hand
from scorepad.spades.citations import cite_line, document_name, house_differences
from scorepad.spades.contested import readings_in_force
from scorepad.spades.figures import HandCounts, count_seat
from scorepad.spades.marks import ITSELF, bid_text, cell_notes_of, find_time_call
from scorepad.spades.match import Match
from scorepad.spades.naming import (
    name_key,
    player_name,
    team_name,
    usual_spelling_by_name_key,
)
from scorepad.spades.parameters import parameter, value_at
from scorepad.spades.result import END_REASONS, match_state_sentence
from scorepad.spades.rule_labels import (
    format_value,
    list_agreed_paths_and_values,
    parameter_label,
)
from scorepad.spades.rulefile import plain_rules
from scorepad.spades.rules import RuleSet
from scorepad.spades.sheetcode import code_of
from scorepad.spades.status import MatchStatus, status_of
from scorepad.spades.words import T, Text, format_number

EventNames: TypeAlias = Mapping[str, str]
"""The printed names of events, by their `name_key`."""
NAMES_AS_WRITTEN: EventNames = {}
"""With these, the name of an event is written as each match has it."""
STATED_HOW: dict[str | None, Text] = {
    "paper": T("paper result"),
    "unscored": T("paper result"),
    "ruling": T("ruling"),
    "default": T("default"),
}
"""A result that an event states and no match: instead of one, without points, or against one."""
POINTS_COLUMNS: dict[str, str] = {
    "contract": "contract_points",
    "big-bid": "contract_points",
    "blind-bid": "contract_points",
    "first-hand": "contract_points",
    "boston": "contract_points",
    "set": "contract_points",
    "lost-hand": "contract_points",
    "overtricks": "overtrick_points",
    "nil": "nil_points",
    "blind-nil": "nil_points",
    "failed-nil-tricks": "nil_points",
    "renege": "renege_points",
    "talk": "renege_points",
    "ruling": "ruling_points",
    "bag-penalty": "bag_penalty",
}
"""The column that a score line's points belong to, by the kind of the line."""


def read_match_into_table_rows(
    match: Match, events: EventNames = NAMES_AS_WRITTEN
) -> MatchInTableRows:
    """Read a match into rows.  `events` has the printed name of its event."""
    amend_by_entry, code = match.amend_by_entry, code_of(match)
    status = status_for_paper(status_of(match), events)
    hands = [(hand, side) for hand in match.board.hands for side in (0, 1)]
    return MatchInTableRows(
        status=status,
        result=str(match_state_sentence(match)),
        code=code,
        players=tuple(_players(match)),
        hands=tuple(_hand(match, hand, side) for hand, side in hands),
        adjustments=tuple(_adjustments(match)),
        remarks=tuple(read_remarks(match)),
        agreed=tuple(read_agreed_deviations(match)),
        in_force=rules_in_force(match.base_rules, match),
        substitutes={
            (each.seat, tidy_name(each.player)): each.first_hand for each in match.board.seated
        },
        time=find_time_call(match),
        cell_notes={
            (hand.number, side): cell_notes_of(match, hand, side, amend_by_entry)
            for hand, side in hands
        },
        scored={(hand.number, side): hand.lines[side] for hand, side in hands},
    )


def choose_event_names(matches: Sequence[Match]) -> EventNames:
    """Choose one way to write each event of these matches."""
    return usual_spelling_by_name_key(match.head.event for match in matches)


def status_for_paper(status: MatchStatus, events: EventNames = NAMES_AS_WRITTEN) -> MatchStatus:
    """Return the status of a match with its names as they are printed."""
    return replace(
        status,
        event=events.get(name_key(status.event), status.event),
        event_id="",
        teams=status.team_names(),
        signers=tuple(
            (name or str(T("signed"))) if signed else ""
            for name, signed in zip(status.signers, status.signed, strict=True)
        ),
    )


def has_begun(status: MatchStatus) -> bool:
    """Return whether it has a score, or a result."""
    return status.is_decided or status.has_score


def winning_team(status: MatchStatus) -> str:
    """Return the name of the team that won a match; "" where none did."""
    return "" if status.winner is None else status.teams[status.winner]


def untranslated_ending_word(status: MatchStatus) -> str:
    """Return how a match ended, in a word that no language changes."""
    if not status.is_decided:
        return "not-finished" if has_begun(status) else "not-begun"
    if status.reason == "forfeit" and status.winner is None:
        return "double-forfeit"
    return status.reason or ""


def ending_text(status: MatchStatus) -> Text:
    """Return in a word or two how a match ended, and that it is under protest."""
    ending = _undisputed_ending_text(status)
    return T("{ending}, under protest", ending=ending) if status.protested_by else ending


def _undisputed_ending_text(status: MatchStatus) -> Text:
    if not status.is_decided:
        return T("not finished") if has_begun(status) else T("not started")
    if status.reason in STATED_HOW:
        return STATED_HOW[status.reason]
    if status.reason == "forfeit" and status.winner is None:
        return T("both forfeit")
    if status.reason == "forfeit" and not status.scored_hands:
        return T("forfeited")  # the same word as on the screen: a side was absent
    reason = END_REASONS[status.reason or ""].label
    return T("tie, {reason}", reason=reason) if status.tied else reason


def score_parts(status: MatchStatus) -> tuple[str, str, str]:
    """Return both totals and the text between them; of a forfeited match letters; of one that
    hasn't begun no totals."""
    if not has_begun(status):
        return "", "\u2013", ""
    if status.forfeited or status.reason == "unscored":
        if status.tied and not status.forfeited:
            return "", str(T("tie")), ""
        won, lost = str(T("W")), str(T("F") if status.forfeited else T("L"))
        one, other = (won if status.winner == side else lost for side in (0, 1))
        return one, "\u2013", other
    # A dash beside a minus sign is hard to read.
    between = str(T("to")) if min(status.score) < 0 else "\u2013"
    return format_number(status.score[0]), between, format_number(status.score[1])


def _players(match: Match) -> Iterator[PlayerRow]:
    """Yield the players of each seat, in the order of their hands, to the present one."""
    now = match.head_of_hand()
    shown = _read_identity_checks(match)
    hands = [hand for hand in match.board.hands if hand.is_counted]
    for seat in range(4):
        by_player: dict[str, list[Hand]] = {}
        for hand in hands:
            by_player.setdefault(player_name(match.head_of_hand(hand), seat), []).append(hand)
        by_player.setdefault(player_name(now, seat), [])
        for player, played in by_player.items():
            yield _player(match, seat, player, played, shown.get((seat, player)))


def _read_identity_checks(match: Match) -> dict[tuple[int, str], bool]:
    """Return whether an ID was shown, by seat and player."""
    shown: dict[tuple[int, str], bool] = {}
    names = [player_name(match.head, seat) for seat in range(4)]
    for entry in match.counting_entries:
        if isinstance(entry, kinds.PlayerChange):
            names[entry.seat] = entry.player.strip()
        elif isinstance(entry, kinds.IdentityCheck):
            shown[entry.seat, names[entry.seat]] = entry.ok
    return shown


def _player(
    match: Match, seat: int, player: str, counted: Sequence[Hand], identity: bool | None
) -> PlayerRow:
    counts = sum((count_seat(hand, seat) for hand in counted), HandCounts())
    return PlayerRow(
        match=match.id or "",
        seat=seat,
        side=seat % 2,
        team=team_name(match.head, seat % 2),
        player=player,
        identity=identity,
        hands=counts.hands,
        nils=counts.nils + counts.blind_nils,
        nils_made=counts.all_nils_made,
        bid=counts.bid,
    )


def _hand(match: Match, hand: Hand, side: int) -> HandRow:
    points: dict[str, Any] = dict.fromkeys(POINTS_COLUMNS.values(), 0)
    for line in hand.lines[side]:
        points[POINTS_COLUMNS[line.what]] += line.points
    seats = (side, side + 2)
    bids = [bid_text(hand.bids[seat], hand.nils[seat]) for seat in seats]
    if hand.bids_itself:
        bids[0] = ITSELF
    return HandRow(
        match=match.id or "",
        hand=hand.number,
        dealer=hand.dealer,
        status=hand.status,
        extra=hand.extra,
        side=side,
        team=team_name(match.head, side),
        bid_1=bids[0],
        bid_2=bids[1],
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


def read_score_lines(match: Match) -> Iterator[ScoreLineRow]:
    """Read the points of each hand into rows, each with its reason in words."""
    for hand in match.board.hands:
        for side in (0, 1):
            for line in hand.lines[side]:
                cited = cite_line(match.rules, hand, side, line)
                yield ScoreLineRow(
                    match=match.id or "",
                    hand=hand.number,
                    side=side,
                    team=team_name(match.head, side),
                    what=line.what,
                    points=line.points,
                    bags=line.bags,
                    rule=cited.place,
                    origin=cited.origin or "",
                    why=str(line.why),
                )


def _adjustments(match: Match) -> Iterator[AdjustmentRow]:
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
            team=team_name(match.head, each.side),
            points=each.points,
            bags=each.bags,
            score=score[each.side] + points,
            bags_after=count[each.side] + bags,
            why=each.why,
            entry=each.entry,
        )


def rules_in_force(rules: RuleSet, match: Match | None = None) -> list[RuleInForce]:
    """Return agreed rules of a match, differences of a house rule set from its document, and
    readings of contested rules."""
    agreed = "; ".join(
        str(
            T(
                "{parameter}: {value} (rule set: {house})",
                parameter=row.parameter,
                value=row.agreed,
                house=row.rule_set,
            )
        )
        for row in (read_agreed_deviations(match) if match else ())
    )
    differences = "; ".join(map(str, house_differences(rules)))
    readings = " ".join(map(str, readings_in_force(rules, match.rules if match else rules)))
    differs_from = T("Differs from {document}:", document=document_name(rules))
    known = (
        RuleInForce(str(T("Agreed")), str(T("Agreed to by both teams:")), agreed),
        RuleInForce(str(T("House rule")), str(differs_from), differences),
        RuleInForce(str(T("Contested")), str(T("Contested rules:")), readings),
    )
    return [each for each in known if each.text]


def read_agreed_deviations(match: Match) -> Iterator[AgreedDeviationRow]:
    """Read the deviations of a match from its rule set into rows."""
    if not match.head.agreed:
        return
    house = plain_rules(match.base_rules)
    for path, value in list_agreed_paths_and_values(match.head.agreed):
        declared = parameter(path)
        # The teams may have agreed on no big bid where the rule set has one.
        before = value_at(house, path) if declared else path in house
        if before is None and declared is not None:
            before = declared.default
        yield AgreedDeviationRow(
            match=match.id or "",
            parameter=str(parameter_label(path)),
            rule_set=format_value(before),
            agreed=format_value(value),
        )
