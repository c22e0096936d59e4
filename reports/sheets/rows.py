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


MatchId: TypeAlias = Annotated[str, Meta(description="the match's ID")]
TeamName: TypeAlias = Annotated[str, Meta(description="the side's team")]
SideNumber: TypeAlias = Annotated[int, Meta(description="0 or 1; side 0 has seats 0 and 2")]
HandNumber: TypeAlias = Annotated[int, Meta(description="the hand's number, from 1")]


class MatchPartRow(TableRow, frozen=True, kw_only=True):
    """A row about a part of a match.  Exports add the ids of its event, stage and team."""

    match: MatchId


SeatBid: TypeAlias = Annotated[
    str,
    Meta(description="the seat's bid (tricks, nil or blind); empty if the partner bid for both"),
]
SeatTricks: TypeAlias = Annotated[
    int | None, Meta(description="the seat's tricks; empty if recorded for the whole side")
]
EventId: TypeAlias = Annotated[
    str,
    Meta(
        description="the event's ID; empty if the event was never set up and its name appears "
        "only in "
        "matches"
    ),
]
TeamId: TypeAlias = Annotated[str, Meta(description="the team's ID in the event")]
EntryTitle: TypeAlias = Annotated[str, Meta(description="a short description")]
ValueBefore: TypeAlias = Annotated[str, Meta(description="the value before the correction")]
ValueAfter: TypeAlias = Annotated[
    str, Meta(description="the value after the correction, or the recorded value")
]
Reason: TypeAlias = Annotated[str, Meta(description="the reason")]
WinningSide: TypeAlias = Annotated[
    int | None, Meta(description="the winning side; empty if there is none (yet)")
]
WinningTeam: TypeAlias = Annotated[
    str, Meta(description="the winning team; empty if there is none (yet)")
]


Stage: TypeAlias = Annotated[str, Meta(description="the stage of the event")]


class PlayerRow(MatchPartRow, frozen=True, kw_only=True):
    """A player of a match, with bids and nils."""

    seat: Annotated[int, Meta(description="0 to 3, clockwise")]
    side: SideNumber
    team: TeamName
    player: Annotated[str, Meta(description="the player's name")]
    identity: Annotated[
        bool | None, Meta(description="whether the player showed an ID; empty if not asked")
    ]
    hands: Annotated[
        int | None,
        Meta(description="hands scored, including hands lost to a penalty; empty if not known"),
    ]
    nils: Annotated[int | None, Meta(description="nils and blind nils bid in these hands")]
    nils_made: Annotated[int | None, Meta(description="nils and blind nils made in these hands")]
    bid: Annotated[
        int | None, Meta(description="tricks bid in these hands, if the player bid a number")
    ]


class TeamRow(TableRow, frozen=True, kw_only=True):
    """A team of an event that is kept."""

    event: Annotated[str, Meta(description="the event's name")]
    event_id: EventId
    team_id: TeamId
    team: Annotated[str, Meta(description="the team's name")]
    seed: Annotated[
        int | None, Meta(description="the team's seed (1 is the best); empty if it has none")
    ]
    players: Annotated[str, Meta(description="the team's players, separated by semicolons")]
    withdrawn: Annotated[bool, Meta(description="whether the team has withdrawn")]


class HandRow(MatchPartRow, frozen=True, kw_only=True):
    """A hand of one side."""

    hand: HandNumber
    dealer: Annotated[int, Meta(description="the dealer's seat")]
    status: Annotated[str, Meta(description="in-progress, scored, lost, void or after-end")]
    extra: Annotated[
        bool, Meta(description="whether this is an extra hand, played because of a tie")
    ]
    side: SideNumber
    team: TeamName
    bid_1: Annotated[str, Meta(description="the first seat's bid (tricks, nil or blind)")]
    bid_2: Annotated[str, Meta(description="the second seat's bid; empty if the side made one bid")]
    contract: Annotated[
        int | None, Meta(description="tricks the side bid; empty if it has no contract")
    ]
    tricks_1: Annotated[int | None, Meta(description="the first seat's tricks")]
    tricks_2: Annotated[int | None, Meta(description="the second seat's tricks")]
    tricks: Annotated[int | None, Meta(description="the side's tricks, as played")]
    made: Annotated[
        bool | None, Meta(description="whether the side made its contract; empty if it has none")
    ]
    nil_1_made: Annotated[
        bool | None,
        Meta(description="whether the first seat made its nil; empty if it didn't bid nil"),
    ]
    nil_2_made: Annotated[
        bool | None,
        Meta(description="whether the second seat made its nil; empty if it didn't bid nil"),
    ]
    contract_points: Annotated[int, Meta(description="points for the contract, made or set")]
    overtrick_points: Annotated[int, Meta(description="points for overtricks")]
    nil_points: Annotated[
        int, Meta(description="points for nils and for tricks taken on failed nils")
    ]
    renege_points: Annotated[int, Meta(description="points for reneges")]
    ruling_points: Annotated[int, Meta(description="points from rulings in the hand")]
    bag_penalty: Annotated[int, Meta(description="points lost for bags")]
    change: Annotated[
        int, Meta(description="points for the hand: the sum of the six columns before this one")
    ]
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
    rule: Annotated[str, Meta(description="where the rule is in the source document")]
    origin: Annotated[
        str, Meta(description="document, house or agreed; empty for a supervisor's ruling")
    ]
    why: Annotated[str, Meta(description="the rule, filled in with this hand's numbers")]


class AdjustmentRow(MatchPartRow, frozen=True, kw_only=True):
    """A ruling between hands."""

    after_hand: Annotated[
        int,
        Meta(
            description="the hand before the adjustment; 0 if the adjustment came before the "
            "first hand"
        ),
    ]
    side: SideNumber
    team: TeamName
    points: Annotated[int, Meta(description="points given; negative if points were taken away")]
    bags: Annotated[int, Meta(description="bags given")]
    score: Annotated[int, Meta(description="the side's points after the adjustment")]
    bags_after: Annotated[int, Meta(description="the side's bags after the adjustment")]
    why: Annotated[str, Meta(description="the supervisor's reason")]
    entry: Annotated[str, Meta(description="the entry's ID in the log")]


class RemarkRow(MatchPartRow, frozen=True, kw_only=True):
    """Anything besides bids and tricks: corrections, overrides, rulings, conduct, notes."""

    entry: Annotated[str, Meta(description="the entry's ID in the log")]
    kind: Annotated[str, Meta(description="override, amend, strike, setup, ruling, renege, …")]
    hand: Annotated[int | None, Meta(description="the hand that the remark is about")]
    title: EntryTitle
    was: ValueBefore
    now: ValueAfter
    why: Reason
    by: Annotated[
        str,
        Meta(description="who recorded the entry; empty if not known, or if the clock recorded it"),
    ]
    at: Annotated[datetime | None, Meta(description="when")]


class AgreedDeviationRow(MatchPartRow, frozen=True, kw_only=True):
    """A parameter in which the match deviates from its rule set, by agreement."""

    parameter: Annotated[str, Meta(description="the parameter")]
    rule_set: Annotated[str, Meta(description="the parameter's value in the rule set")]
    agreed: Annotated[str, Meta(description="the value agreed on")]


class EventDecisionRow(TableRow, frozen=True, kw_only=True):
    """A decision of the day of a saved event: a ruling, forfeit, penalty, correction or mark."""

    event: Annotated[str, Meta(description="the event's name")]
    event_id: Annotated[str, Meta(description="the event's ID")]
    at: Annotated[datetime | None, Meta(description="when")]
    round: Annotated[str, Meta(description="the round that the entry is about")]
    table: Annotated[str, Meta(description="the table that the entry is about")]
    teams: Annotated[str, Meta(description="the teams that the entry is about")]
    kind: Annotated[str, Meta(description="ruling, renege, forfeit, amend, result, mark, …")]
    title: EntryTitle
    was: ValueBefore
    now: ValueAfter
    why: Reason
    by: Annotated[str, Meta(description="who recorded the entry; empty if not known")]


class EventRow(TableRow, frozen=True, kw_only=True):
    """An event, or the matches that bear its name."""

    event: Annotated[str, Meta(description="the event's name")]
    id: Annotated[
        str,
        Meta(
            description="the event's ID; empty if the event was never set up and its name "
            "appears only in "
            "matches"
        ),
    ] = ""
    place: Annotated[str, Meta(description="where the event is played")] = ""
    date: Annotated[str, Meta(description="the event's date")] = ""
    teams: Annotated[int, Meta(description="teams that entered or played")]
    rounds: Annotated[int, Meta(description="rounds released or played")]
    matches: Annotated[int, Meta(description="matches in these rounds")]
    champion: Annotated[
        str, Meta(description="the team that won the event; empty if there is none (yet)")
    ] = ""
    last_entry: Annotated[datetime | None, Meta(description="when the last entry was recorded")]


class StandingRow(TableRow, frozen=True, kw_only=True):
    """A team in the standings of an event, or of one of its stages."""

    event: Annotated[str, Meta(description="the event's name")]
    stage: Annotated[
        str,
        Meta(
            description="the stage; empty if the event was never set up and its name appears "
            "only in "
            "matches"
        ),
    ]
    place: Annotated[
        int | None,
        Meta(description="the team's place; tied teams share a place; empty if there is none yet"),
    ]
    team: Annotated[str, Meta(description="the team's name")]
    played: Annotated[int, Meta(description="matches decided")]
    won: Annotated[int, Meta(description="matches won")]
    tied: Annotated[int, Meta(description="matches tied")]
    lost: Annotated[int, Meta(description="matches lost")]
    points: Annotated[int, Meta(description="points in the matches decided")]
    against: Annotated[int, Meta(description="the other teams' points in these matches")]
    difference: Annotated[int, Meta(description="points minus the other teams' points")]
    unfinished: Annotated[int, Meta(description="matches in progress, or abandoned")]
    unofficial: Annotated[int, Meta(description="matches decided but not confirmed")]
    score: Annotated[
        float, Meta(description="the number that determines the place, before any tiebreaker")
    ]
    byes: Annotated[int, Meta(description="rounds without an opponent")]
    forfeits: Annotated[int, Meta(description="matches lost by forfeit")]
    bags: Annotated[int | None, Meta(description="bags taken; empty if not known")]
    decided_by: Annotated[
        str,
        Meta(
            description="why the team is ahead of the next team, or the last team behind it, "
            "as a code"
        ),
    ]
    decision: Annotated[str, Meta(description="the same in words")] = ""
    event_id: EventId = ""
    team_id: TeamId = ""


class CombinedTableRow(TableRow, frozen=True, kw_only=True):
    """A row of a table over several events, or a note below it."""

    event: Annotated[str, Meta(description="the event's name")]
    stage: Annotated[str, Meta(description="the table's name")]
    place: Annotated[int | None, Meta(description="the row's place; tied rows share a place")] = (
        None
    )
    organization: Annotated[
        str, Meta(description="the organization, if the table ranks organizations")
    ] = ""
    player: Annotated[str, Meta(description="the player, if the table ranks players")] = ""
    team: Annotated[
        str,
        Meta(
            description="the team; in a table that ranks players, filled in only for players who "
            "share a name"
        ),
    ] = ""
    score: Annotated[float | None, Meta(description="the row's total points")] = None
    scores: Annotated[str, Meta(description="the row's points in each event")] = ""
    why: Annotated[
        str,
        Meta(
            description="which event or team doesn't count; filled in only in rows without a place"
        ),
    ] = ""
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
