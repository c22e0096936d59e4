"""The entries of an event, one frozen value for each kind.

An entry records a fact; it is never changed and never computed.  `strike`, `restore` and
`note` are those of a match.  Adding a kind: add its class here, put it into `EventAmendable`, and
register it in `entry_kinds.py`.
"""

from __future__ import annotations

from datetime import datetime
from fractions import Fraction
from functools import lru_cache
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from scorepad.spades.entries import (
    ChooseVersion,
    Common,
    EntryRef,
    LaptopTakeover,
    LongText,
    Name,
    Note,
    Number,
    Restore,
    Strike,
    as_utc,
)
from scorepad.spades.status import How

ShortId: TypeAlias = Annotated[str, Meta(min_length=1, max_length=60)]
"""The id of a team, a stage or a pairing, unique in its event."""
PositiveNumber: TypeAlias = Annotated[int, Meta(ge=1, le=1_000_000)]
DAY_PATTERN = r"^(\d{4}-\d{2}-\d{2})?\Z"
TIME_PATTERN = r"^(([01]\d|2[0-3]):[0-5]\d)?\Z"
Day: TypeAlias = Annotated[str, Meta(pattern=DAY_PATTERN)]
"""A local day such as 2027-03-14, or "" if none is known."""
Format: TypeAlias = Literal[
    "by-hand",
    "round-robin",
    "swiss",
    "single-elimination",
    "double-elimination",
    "open-play",
    "combined",
]
CombinedRows: TypeAlias = Literal["organization", "team", "player"]
"""The rows of a table over several events are these."""
TieBreak: TypeAlias = Literal[
    "head-to-head",
    "difference",
    "points",
    "fewer-bags",
    "opponents",
    "rating",
    "wins",
    "fewer-forfeits",
    "lots",
]
MarkKind: TypeAlias = Literal["rating", "fee", "warning", "protest"]
ProtestState: TypeAlias = Literal["open", "upheld", "denied"]
PeopleNames: TypeAlias = Literal["full", "initial", "none"]
"""How published pages name people: in full, by first name and initial, or not at all."""
Decimal: TypeAlias = int | float
"""A number that is read as it is written: 3.3 is 33/10."""
TwoNumbers: TypeAlias = tuple[Number, Number]
Points: TypeAlias = (
    Annotated[int, Meta(ge=-1000, le=1000)] | Annotated[float, Meta(ge=-1000, le=1000)]
)
RuleSetOrId: TypeAlias = str | dict[str, Any]
"""A rule set by its id, or a whole one."""
AgreedReadings: TypeAlias = dict[str, dict[str, Any]]
"""The parameters of contested rules that were chosen, by section, as a match's `agreed`."""

TIE_BREAKS: tuple[TieBreak, ...] = (
    "head-to-head",
    "difference",
    "points",
    "fewer-bags",
    "lots",
)
"""A stage that names no tie-breaks has these."""
ELIMINATION = ("single-elimination", "double-elimination")


@lru_cache(maxsize=256)
def exact_number(value: Decimal) -> Fraction:
    """Return a number exactly as it is written."""
    return Fraction(str(value))


class PlayDate(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """A time at which an event is played: the local day, the local time at which rounds start, and
    the names of the tables (None: those of the event). A day with two starts is listed twice."""

    date: Annotated[str, Meta(pattern=DAY_PATTERN, min_length=1)]
    start: Annotated[str, Meta(pattern=TIME_PATTERN)] = ""
    tables: tuple[Name, ...] | None = None


class RatingScale(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"from_": "from"},
):
    """A scale of sportsmanship ratings: names with their numbers, or the numbers from one to
    another. A team has the value of `forfeit` or `default` for a match that it did not play, and
    of `default_other` for one that its opponent defaulted (None: no rating)."""

    scale: dict[Annotated[str, Meta(min_length=1, max_length=40)], Decimal] | None = None
    from_: Decimal | None = None
    to: Decimal | None = None
    forfeit: Decimal | str | None = None
    default: Decimal | str | None = None
    default_other: Decimal | str | None = None

    def usual_rating(self, how: str, *, is_forfeited: bool) -> Decimal | str | None:
        """Return the rating of a team for a match that it, or else its opponent, did not play."""
        if how == "default":
            return self.default if is_forfeited else self.default_other
        return self.forfeit if is_forfeited else None

    def number(self, value: object) -> Fraction | None:
        """Return the number of a value of the scale; None for any other."""
        if self.scale is not None:
            value = self.scale.get(str(value))
        if isinstance(value, bool) or not isinstance(value, int | float):
            return None
        if self.scale is None and not (self.from_ or 0) <= value <= (self.to or 0):
            return None
        return exact_number(value)


class EventHeadChange(Common, frozen=True, kw_only=True, tag="setup"):
    """A change of the event's head; absent fields don't change. `tables` are the names of the
    tables, `date` is a day such as 2027-03-14, `agreed` has the readings of contested rules;
    `dates` are the times of a season, first to last. After the day `roster_freeze` a new player
    needs a reason, and a team with `max_forfeits` forfeits is out (None: never)."""

    name: Name | UnsetType = UNSET
    place: Name | UnsetType = UNSET
    date: Name | UnsetType | None = UNSET
    rules: RuleSetOrId | UnsetType = UNSET
    agreed: AgreedReadings | UnsetType = UNSET
    tables: tuple[Name, ...] | UnsetType = UNSET
    dates: Annotated[tuple[PlayDate, ...], Meta(max_length=400)] | UnsetType = UNSET
    rating: RatingScale | UnsetType | None = UNSET
    roster_freeze: Day | UnsetType = UNSET
    max_forfeits: PositiveNumber | UnsetType | None = UNSET
    people: PeopleNames | UnsetType = UNSET
    why: LongText = ""


class TeamEntry(Common, frozen=True, kw_only=True, tag="team"):
    """A team enters, of an `organization` if it has one; `seed` 1 is the best. It always plays at
    its `table`, if it has one, and never on the days on which it is `unavailable`."""

    team: ShortId
    name: Name
    players: Annotated[tuple[Name, ...], Meta(max_length=100)]
    seed: PositiveNumber | None = None
    unavailable: tuple[Day, ...] = ()
    table: Name = ""
    organization: Name = ""


class CheckIn(Common, frozen=True, kw_only=True, tag="check-in"):
    """A player (`seat` is the index in the team's list, from 0) or the whole team is there on a
    day: `date`, in older logs the event's.

    `entry` is the id of the team's entry; older check-ins name the team alone.
    """

    is_unchained: ClassVar[bool] = True

    team: ShortId
    seat: Annotated[int, Meta(ge=0, le=99)] | None = None
    id_shown: bool | None = None
    entry: EntryRef | None = None
    date: Day = ""


class TeamWithdrawal(Common, frozen=True, kw_only=True, tag="withdraw"):
    """A team is not paired from the next round on."""

    team: ShortId
    why: LongText = ""


class TeamReturn(Common, frozen=True, kw_only=True, tag="return"):
    """A team that withdrew is paired again."""

    team: ShortId
    why: LongText = ""


class Qualification(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The conditions on a team to advance, all of them, over the stages before: the least
    average `rating`, share of matches won (`winning`), `wins` and matches `played`, and the most
    `forfeits`."""

    rating: Decimal | None = None
    winning: Annotated[float, Meta(ge=0, le=1)] | None = None
    wins: PositiveNumber | None = None
    forfeits: Annotated[int, Meta(ge=0, le=1_000_000)] | None = None
    played: PositiveNumber | None = None

    @property
    def is_any(self) -> bool:
        """Whether it asks for anything."""
        return self != Qualification()


class IncludedTeam(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A team that advances by a decision, and why."""

    team: ShortId
    why: Annotated[LongText, Meta(min_length=1)]


class AdvancementRule(
    msgspec.Struct,
    frozen=True,
    forbid_unknown_fields=True,
    omit_defaults=True,
    rename={"from_": "from"},
):
    """Teams of the stages `from_` are the teams of a stage: of each the first `places` that qualify
    and that no earlier stage took, those on places from one to another, or `all`; with those that a
    decision `include`s, seeded last."""

    from_: Annotated[tuple[ShortId, ...], Meta(min_length=1)]
    places: PositiveNumber | tuple[PositiveNumber, ...] | Literal["all"]
    qualify: Qualification = Qualification()
    include: tuple[IncludedTeam, ...] = ()


class StagePoints(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """The points of each result in the standings of a stage, in steps of one half."""

    win: Points = 1
    tie: Points = 0.5
    loss: Points = 0
    bye: Points = 1
    forfeit_win: Points = 1
    forfeit_loss: Points = 0
    default_win: Points = 1
    default_loss: Points = 0
    absent: Points = 0


# Apart from Meta, from which Babel with Python 3.12 or newer takes the "|" for a text.
POINTS_KEY_PATTERN = rf"^({'|'.join(StagePoints.__struct_fields__)}|[1-9]\d{{0,3}}|\*)\Z"
PointsKey: TypeAlias = Annotated[str, Meta(pattern=POINTS_KEY_PATTERN)]
"""A result for which a stage gives points; in a combined table a final place, or "*" for others."""


class StageEntry(Common, frozen=True, kw_only=True, tag="stage"):
    """The format of the following rounds. `until` is UTC; `forfeit_points` are the points that
    count for the winner and the loser of a forfeit, `points` those of a result in the
    standings; a team has `matches_a_day` at most.

    A `combined` stage has no rounds: it is a table over the `events` with these ids, with a row
    `per` organization, team or player. Its `points` are those of each final place, or "standings"
    for the sum of the standings points.
    """

    stage: ShortId
    format: Format
    rounds: PositiveNumber | None = None
    teams: tuple[ShortId, ...] | None = None
    rules: RuleSetOrId | None = None
    advance: AdvancementRule | None = None
    tie_breaks: tuple[TieBreak, ...] | None = None
    third_place: bool = False
    legs: Literal[1, 2] = 1
    until: datetime | None = None
    forfeit_points: TwoNumbers | None = None
    points: dict[PointsKey, Points] | Literal["standings"] = {}
    events: Annotated[tuple[ShortId, ...], Meta(max_length=200)] = ()
    per: CombinedRows | None = None
    matches_a_day: PositiveNumber = 1
    agreed: AgreedReadings | UnsetType = UNSET

    def __post_init__(self) -> None:
        Common.__post_init__(self)
        if self.until is not None:
            msgspec.structs.force_setattr(self, "until", as_utc(self.until))
        if self.format == "combined" and self.per is None:
            # `by` is the recorder of an entry; written by hand, it may mean the rows.
            per = self.by if self.by in get_args(CombinedRows) else None
            msgspec.structs.force_setattr(self, "per", per or "team")
            if per is not None:
                msgspec.structs.force_setattr(self, "by", None)

    @property
    def is_elimination(self) -> bool:
        return self.format in ELIMINATION

    @property
    def sources(self) -> tuple[str, ...]:
        """The stages from which teams advance into it."""
        return self.advance.from_ if self.advance is not None else ()

    @property
    def tie_breaks_in_force(self) -> tuple[TieBreak, ...]:
        return TIE_BREAKS if self.tie_breaks is None else self.tie_breaks

    @property
    def result_points(self) -> StagePoints:
        """Return the points of each result in the standings."""
        points = self.points if isinstance(self.points, dict) else {}
        named = {name: points[name] for name in StagePoints.__struct_fields__ if name in points}
        return StagePoints(**named)


class Pairing(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Two teams at a table, side 0 first."""

    pairing: ShortId
    table: Name
    teams: tuple[ShortId, ShortId]


class RoundEntry(Common, frozen=True, kw_only=True, tag="round"):
    """A round was proposed or written by hand for the day `date`; it isn't played before its
    release. `start` is UTC; teams that are `absent` were left out because they were not there."""

    round: PositiveNumber
    stage: ShortId
    start: datetime | None = None
    rules: RuleSetOrId | None = None
    pairings: tuple[Pairing, ...] = ()
    byes: tuple[ShortId, ...] = ()
    date: Day = ""
    absent: tuple[ShortId, ...] = ()
    agreed: AgreedReadings | UnsetType = UNSET

    def __post_init__(self) -> None:
        Common.__post_init__(self)
        if self.start is not None:
            msgspec.structs.force_setattr(self, "start", as_utc(self.start))


class Release(Common, frozen=True, kw_only=True, tag="release"):
    """The pairings of a round are announced and its matches are opened."""

    round: PositiveNumber


class NoShowGrace(Common, frozen=True, kw_only=True, tag="grace"):
    """A side that is late is granted a wait; this moves the no-show time only."""

    pairing: ShortId
    minutes: PositiveNumber


class ResultEntry(Common, frozen=True, kw_only=True, tag="result"):
    """A result is recorded that no match gives, or that overrules the match's. `winner` is a side,
    or null for a tie or a double forfeit; `score` and `bags` are by side."""

    pairing: ShortId
    how: How
    winner: Annotated[int, Meta(ge=0, le=1)] | None = None
    score: TwoNumbers | None = None
    bags: TwoNumbers | None = None
    why: LongText = ""


class OfficialResult(Common, frozen=True, kw_only=True, tag="official"):
    """The supervisor (`name`) attests a result that a side did not or cannot sign."""

    pairing: ShortId
    name: Name


class TeamConductMark(Common, frozen=True, kw_only=True, tag="mark"):
    """A team gets a sportsmanship rating for a `pairing` (its `value` is one of the event's scale),
    a forfeit fee or a warning, or protests against the result of a pairing (a `ProtestState`).

    `entry` is the id of the team's entry; older marks name the team alone.
    """

    is_unchained: ClassVar[bool] = True

    team: ShortId
    what: MarkKind
    pairing: ShortId | None = None
    value: int | float | str | None = None
    why: LongText = ""
    entry: EntryRef | None = None


EventAmendable: TypeAlias = (
    EventHeadChange
    | TeamEntry
    | CheckIn
    | TeamWithdrawal
    | TeamReturn
    | StageEntry
    | RoundEntry
    | Release
    | NoShowGrace
    | ResultEntry
    | OfficialResult
    | TeamConductMark
    | Note
)


class EventAmend(Common, frozen=True, kw_only=True, tag="amend"):
    """`entry` now reads `to`."""

    is_correction: ClassVar[bool] = True

    entry: str
    to: EventAmendable
    why: LongText


EventEntry: TypeAlias = (
    EventAmendable | EventAmend | Strike | Restore | LaptopTakeover | ChooseVersion
)
Correction: TypeAlias = EventAmend | Strike | Restore

EVENT_KINDS: dict[str, type[Common]] = {
    str(kind.__struct_config__.tag): kind for kind in get_args(EventEntry)
}


class EventHead(msgspec.Struct, frozen=True, kw_only=True):
    """The data of an event before its first entry (`setup` changes it).

    `rules` is a rule set's id ("" if none was chosen yet) or a whole one, and `agreed` the readings
    of its contested rules that were chosen for all matches; `date` is a day such as 2027-03-14 or
    ""; `tables` are the names of the tables (none: they are numbered). The others are those of a
    season, as in `EventHeadChange`.
    """

    name: Name = ""
    place: Name = ""
    date: Annotated[str, Meta(max_length=40)] = ""
    rules: RuleSetOrId = ""
    tables: tuple[Name, ...] = ()
    agreed: AgreedReadings | UnsetType = UNSET
    dates: Annotated[tuple[PlayDate, ...], Meta(max_length=400)] | UnsetType = UNSET
    rating: RatingScale | UnsetType | None = UNSET
    roster_freeze: Day | UnsetType = UNSET
    max_forfeits: PositiveNumber | UnsetType | None = UNSET
    people: PeopleNames | UnsetType = UNSET
