"""The rows that sheets and exports are made of, beside the status of a match: plain typed values.

A field is a column of its table; the guide prints its description.  `side` is 0 or 1, `seat` is
0 to 3 clockwise, moments are UTC, points and bags are whole numbers, None is an empty cell.
Adding a column: one field here, and its value in `tables.py`.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import datetime
from typing import Annotated, TypeAlias

import msgspec
from msgspec import Meta

from scorepad.spades.board import PointsLine
from scorepad.spades.marks import CellNotes, TimeCall
from scorepad.spades.sheetcode import SheetCode
from scorepad.spades.status import MatchStatus


class TableRow(msgspec.Struct, frozen=True, kw_only=True):
    """A row of a table."""


MatchId: TypeAlias = Annotated[str, Meta(description="the match's id")]
TeamName: TypeAlias = Annotated[str, Meta(description="the side's team")]
SideNumber: TypeAlias = Annotated[int, Meta(description="0 or 1; side 0 holds seats 0 and 2")]
HandNumber: TypeAlias = Annotated[int, Meta(description="number of the hand, from 1")]


class MatchPartRow(TableRow, frozen=True, kw_only=True):
    """A row about a part of a match.  Exports add the ids of its event, stage and team."""

    match: MatchId


SeatBid: TypeAlias = Annotated[
    str, Meta(description="the seat's bid: tricks, nil, blind; empty: its partner bid for both")
]
SeatTricks: TypeAlias = Annotated[
    int | None, Meta(description="the seat's tricks; empty: recorded for the whole side")
]
EventId: TypeAlias = Annotated[
    str, Meta(description="the event's id; empty: matches only have its name")
]
TeamId: TypeAlias = Annotated[str, Meta(description="the team's id in its event")]
EntryTitle: TypeAlias = Annotated[str, Meta(description="what it is")]
ValueBefore: TypeAlias = Annotated[str, Meta(description="the value before a correction")]
ValueAfter: TypeAlias = Annotated[str, Meta(description="the value after it, or what was recorded")]
Reason: TypeAlias = Annotated[str, Meta(description="the reason given")]
WinningSide: TypeAlias = Annotated[
    int | None, Meta(description="the winning side; empty: none (yet)")
]
WinningTeam: TypeAlias = Annotated[str, Meta(description="the team that won; empty: none (yet)")]


Stage: TypeAlias = Annotated[str, Meta(description="the stage of the event")]


class PlayerRow(MatchPartRow, frozen=True, kw_only=True):
    """A player of a match, with bids and nils."""

    seat: Annotated[int, Meta(description="0 to 3, clockwise")]
    side: SideNumber
    team: TeamName
    player: Annotated[str, Meta(description="the player's name")]
    identity: Annotated[bool | None, Meta(description="was an ID shown; empty: not asked")]
    hands: Annotated[int | None, Meta(description="hands scored or lost; empty: not known")]
    nils: Annotated[int | None, Meta(description="nils and blind nils bid in them")]
    nils_made: Annotated[int | None, Meta(description="and made")]
    bid: Annotated[
        int | None, Meta(description="tricks bid in them, where the player bid a number")
    ]


class TeamRow(TableRow, frozen=True, kw_only=True):
    """A team of an event that is kept."""

    event: Annotated[str, Meta(description="the event's name")]
    event_id: EventId
    team_id: TeamId
    team: Annotated[str, Meta(description="the team's name")]
    seed: Annotated[int | None, Meta(description="its seed, 1 is the best; empty: none")]
    players: Annotated[str, Meta(description="its players, separated by semicolons")]
    withdrawn: Annotated[bool, Meta(description="it has withdrawn")]


class HandRow(MatchPartRow, frozen=True, kw_only=True):
    """A hand of one side."""

    hand: HandNumber
    dealer: Annotated[int, Meta(description="seat of the dealer")]
    status: Annotated[str, Meta(description="in-progress, scored, lost, void or after-end")]
    extra: Annotated[bool, Meta(description="an extra hand, played because of a tie")]
    side: SideNumber
    team: TeamName
    bid_1: Annotated[str, Meta(description="bid of the side's first seat: tricks, nil, blind")]
    bid_2: Annotated[str, Meta(description="bid of its second seat; empty: the side made one bid")]
    contract: Annotated[int | None, Meta(description="tricks the side bid; empty: no contract")]
    tricks_1: Annotated[int | None, Meta(description="tricks of the first seat")]
    tricks_2: Annotated[int | None, Meta(description="tricks of the second seat")]
    tricks: Annotated[int | None, Meta(description="tricks of the side, as played")]
    made: Annotated[bool | None, Meta(description="contract made (or set); empty: none")]
    nil_1_made: Annotated[bool | None, Meta(description="nil of the first seat made; empty: none")]
    nil_2_made: Annotated[bool | None, Meta(description="nil of the second seat made")]
    contract_points: Annotated[int, Meta(description="points of the contract, made or set")]
    overtrick_points: Annotated[int, Meta(description="points of overtricks")]
    nil_points: Annotated[int, Meta(description="points of nils and of failed nils' tricks")]
    renege_points: Annotated[int, Meta(description="points of reneges")]
    ruling_points: Annotated[int, Meta(description="points of rulings in the hand")]
    bag_penalty: Annotated[int, Meta(description="points lost for bags")]
    change: Annotated[int, Meta(description="points of the hand; the sum of the six before")]
    score: Annotated[int, Meta(description="points after the hand")]
    bags: Annotated[int, Meta(description="bags after the hand")]


class ScoreLineRow(MatchPartRow, frozen=True, kw_only=True):
    """One reason for the points of a side's hand."""

    hand: HandNumber
    side: SideNumber
    team: TeamName
    what: Annotated[str, Meta(description="contract, set, overtricks, nil, bag-penalty, …")]
    points: Annotated[int, Meta(description="points")]
    bags: Annotated[int, Meta(description="bags")]
    rule: Annotated[str, Meta(description="place of the rule in the source document")]
    origin: Annotated[
        str, Meta(description="document, house or agreed; empty for a supervisor's ruling")
    ]
    why: Annotated[str, Meta(description="the rule with this hand's numbers")]


class AdjustmentRow(MatchPartRow, frozen=True, kw_only=True):
    """A ruling between hands."""

    after_hand: Annotated[int, Meta(description="the hand before it; 0: before the first")]
    side: SideNumber
    team: TeamName
    points: Annotated[int, Meta(description="points given, or taken when below 0")]
    bags: Annotated[int, Meta(description="bags given")]
    score: Annotated[int, Meta(description="the side's points after it")]
    bags_after: Annotated[int, Meta(description="the side's bags after it")]
    why: Annotated[str, Meta(description="the supervisor's reason")]
    entry: Annotated[str, Meta(description="id of the log's entry")]


class RemarkRow(MatchPartRow, frozen=True, kw_only=True):
    """Anything besides bids and tricks: corrections, overrides, rulings, conduct, notes."""

    entry: Annotated[str, Meta(description="id of the log's entry")]
    kind: Annotated[str, Meta(description="override, amend, strike, setup, ruling, renege, …")]
    hand: Annotated[int | None, Meta(description="the hand it is about")]
    title: EntryTitle
    was: ValueBefore
    now: ValueAfter
    why: Reason
    by: Annotated[str, Meta(description="who recorded it; empty: not known, or no one")]
    at: Annotated[datetime | None, Meta(description="when")]


class AgreedDeviationRow(MatchPartRow, frozen=True, kw_only=True):
    """A parameter in which the match deviates from its rule set, by agreement."""

    parameter: Annotated[str, Meta(description="the parameter")]
    rule_set: Annotated[str, Meta(description="its value in the rule set")]
    agreed: Annotated[str, Meta(description="the value agreed on")]


class EventDecisionRow(TableRow, frozen=True, kw_only=True):
    """A decision of the day of a saved event: a ruling, forfeit, penalty, correction or mark."""

    event: Annotated[str, Meta(description="the event's name")]
    event_id: Annotated[str, Meta(description="the event's id")]
    at: Annotated[datetime | None, Meta(description="when")]
    round: Annotated[str, Meta(description="the round it is about")]
    table: Annotated[str, Meta(description="the table it is about")]
    teams: Annotated[str, Meta(description="the teams it is about")]
    kind: Annotated[str, Meta(description="ruling, renege, forfeit, amend, result, mark, …")]
    title: EntryTitle
    was: ValueBefore
    now: ValueAfter
    why: Reason
    by: Annotated[str, Meta(description="who recorded it; empty: not known")]


class EventRow(TableRow, frozen=True, kw_only=True):
    """An event, or the matches that bear its name."""

    event: Annotated[str, Meta(description="the event's name")]
    id: Annotated[str, Meta(description="its id; empty: matches only have its name")] = ""
    place: Annotated[str, Meta(description="where it is played")] = ""
    date: Annotated[str, Meta(description="its day")] = ""
    teams: Annotated[int, Meta(description="teams that entered, or played")]
    rounds: Annotated[int, Meta(description="rounds that are released, or played")]
    matches: Annotated[int, Meta(description="matches in them")]
    champion: Annotated[str, Meta(description="the team that won it; empty: none (yet)")] = ""
    last_entry: Annotated[datetime | None, Meta(description="when anything was last recorded")]


class StandingRow(TableRow, frozen=True, kw_only=True):
    """A team in the standings of an event, or of one of its stages."""

    event: Annotated[str, Meta(description="the event's name")]
    stage: Annotated[str, Meta(description="the stage; empty: matches only have the name")]
    place: Annotated[
        int | None, Meta(description="its place; teams that stay tied share one; empty: none yet")
    ]
    team: Annotated[str, Meta(description="the team's name")]
    played: Annotated[int, Meta(description="matches decided")]
    won: Annotated[int, Meta(description="matches won")]
    tied: Annotated[int, Meta(description="matches tied")]
    lost: Annotated[int, Meta(description="matches lost")]
    points: Annotated[int, Meta(description="points in the matches decided")]
    against: Annotated[int, Meta(description="points of the other teams in them")]
    difference: Annotated[int, Meta(description="points minus those of the other teams")]
    unfinished: Annotated[int, Meta(description="matches in progress, or abandoned")]
    unofficial: Annotated[int, Meta(description="matches decided and not confirmed")]
    score: Annotated[float, Meta(description="the number that decides the place first")]
    byes: Annotated[int, Meta(description="rounds without an opponent")]
    forfeits: Annotated[int, Meta(description="matches lost by forfeit")]
    bags: Annotated[int | None, Meta(description="bags taken; empty: not known")]
    decided_by: Annotated[str, Meta(description="what puts it ahead of the next one, as a code")]
    decision: Annotated[str, Meta(description="the same in words")] = ""
    event_id: EventId = ""
    team_id: TeamId = ""


class CombinedTableRow(TableRow, frozen=True, kw_only=True):
    """A row of a table over several events, or a note below it."""

    event: Annotated[str, Meta(description="the event's name")]
    stage: Annotated[str, Meta(description="the table's name")]
    place: Annotated[int | None, Meta(description="its place; rows that are tied share one")] = None
    organization: Annotated[str, Meta(description="the organization, if the rows are these")] = ""
    player: Annotated[str, Meta(description="the player, if the rows are these")] = ""
    team: Annotated[
        str, Meta(description="the team; of a player only if others have the same name")
    ] = ""
    score: Annotated[float | None, Meta(description="the sum of its points")] = None
    scores: Annotated[str, Meta(description="its points in each event")] = ""
    why: Annotated[str, Meta(description="in a note: which event or team doesn't count")] = ""
    event_id: EventId = ""


class RuleInForce(msgspec.Struct, frozen=True):
    """Agreed rules, differences of a house rule set from its document, or readings of contested
    rules, with a label for sheets and a short `topic` for blank ones."""

    topic: str
    label: str
    text: str


class MatchInTableRows(msgspec.Struct, frozen=True, kw_only=True):
    """One match in rows: its status with the names as they are printed, its `result` in a sentence,
    the code of its sheet, and by hand and side: the notes at its cells, and the lines that it
    `scored`.  `substitutes` has the first hand of each, by seat and name."""

    status: MatchStatus
    result: str
    players: tuple[PlayerRow, ...]
    hands: tuple[HandRow, ...]
    adjustments: tuple[AdjustmentRow, ...]
    remarks: tuple[RemarkRow, ...]
    agreed: tuple[AgreedDeviationRow, ...]
    in_force: Sequence[RuleInForce] = ()
    substitutes: Mapping[tuple[int, str], int] = {}
    time: TimeCall = TimeCall()
    code: SheetCode | None = None
    cell_notes: Mapping[tuple[int, int], CellNotes] = {}
    scored: Mapping[tuple[int, int], tuple[PointsLine, ...]] = {}
