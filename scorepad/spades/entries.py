"""What can happen at a table, one frozen value for each kind of thing.

An entry says what happened; it is never changed and never computed (SCORING.md 3).  Adding a
kind: add its class here, put it into `Entry`, give it its place in `gate.py` and `table.py`, and
an action in `scorepad/desk`.
"""

from __future__ import annotations

from datetime import UTC, datetime
from typing import Annotated, Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Meta, UnsetType

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Side: TypeAlias = Annotated[int, Meta(ge=0, le=1)]
Bid: TypeAlias = int | Literal["nil", "blind"] | None
"""What one player bid: a number of tricks, a nil, a blind nil, or nothing (the partner's number
is the whole side's)."""
FourBids: TypeAlias = tuple[Bid, Bid, Bid, Bid]
FourCounts: TypeAlias = tuple[int | None, int | None, int | None, int | None]
Number: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Name: TypeAlias = Annotated[str, Meta(max_length=500)]
Words500: TypeAlias = Annotated[str, Meta(max_length=4000)]


def as_utc(moment: datetime) -> datetime:
    """A moment in UTC; one without a zone is taken to be UTC already, and so is one at the very
    edge of the calendar (the gate refuses it)."""
    try:
        return moment.replace(tzinfo=UTC) if moment.tzinfo is None else moment.astimezone(UTC)
    except OverflowError:
        return moment.replace(tzinfo=UTC)


class Common(
    msgspec.Struct,
    frozen=True,
    kw_only=True,
    tag_field="kind",
    forbid_unknown_fields=True,
    omit_defaults=True,
):
    """What every entry may carry: its id, when it was recorded (UTC), by whom, and, on one that
    did not fit where a join put it, why (such an entry counts nothing)."""

    id: Annotated[str, Meta(min_length=1, max_length=200)] | None = None
    at: datetime | None = None
    by: Name | None = None
    unfit: Words500 | None = None

    def __post_init__(self) -> None:
        if self.at is not None:
            msgspec.structs.force_setattr(self, "at", as_utc(self.at))


class Bids(Common, frozen=True, kw_only=True, tag="bids"):
    """Opens a hand. `bids` by seat; `override` is the reason for accepting a breach."""

    bids: FourBids
    override: Words500 | None = None


class Tricks(Common, frozen=True, kw_only=True, tag="tricks"):
    """Closes the hand. `tricks` by seat; null where the partner's number is the side's."""

    tricks: FourCounts


class Misdeal(Common, frozen=True, kw_only=True, tag="misdeal"):
    """The deal does not count; after the bids it voids the hand."""

    reason: Words500
    seat: Seat | None = None


class Renege(Common, frozen=True, kw_only=True, tag="renege"):
    """A side did not follow suit. `hand` names the latest closed hand when proved after it."""

    side: Side
    hand: int | None = None
    seat: Seat | None = None
    tricks: Annotated[int, Meta(ge=0, le=13)] | None = None
    points: Number | None = None


class Talk(Common, frozen=True, kw_only=True, tag="talk"):
    """Table talk by a side."""

    side: Side
    seat: Seat | None = None


class Ruling(Common, frozen=True, kw_only=True, tag="ruling"):
    """A supervisor's adjustment, in points and bags."""

    side: Side
    points: Number
    why: Words500
    hand: int | None = None
    bags: Number = 0


class Clock(Common, frozen=True, kw_only=True, tag="clock"):
    """The clock's history; `seconds` only with `add`, and it may be negative."""

    do: Literal["start", "pause", "resume", "add"]
    seconds: Number | None = None


class Time(Common, frozen=True, kw_only=True, tag="time"):
    """Time is up; `dealt`: cards of the next hand were already dealt."""

    dealt: bool = False


class Forfeit(Common, frozen=True, kw_only=True, tag="forfeit"):
    """`side` gives the game up; the other side wins."""

    side: Side
    why: Words500


class Abandon(Common, frozen=True, kw_only=True, tag="abandon"):
    """The game ends without a winner."""

    why: Words500


class Strike(Common, frozen=True, kw_only=True, tag="strike"):
    """`entry` no longer counts."""

    entry: str
    why: Words500


class Restore(Common, frozen=True, kw_only=True, tag="restore"):
    """The strike of `entry` is taken back."""

    entry: str


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side's name and its players: seats 0 and 2, or seats 1 and 3."""

    name: Name = ""
    players: tuple[Name, Name] = ("", "")


class Setup(Common, frozen=True, kw_only=True, tag="setup"):
    """The match's head now reads so; what is not named stays."""

    why: Words500
    rules: str | dict[str, Any] | UnsetType = UNSET
    agreed: dict[str, Any] | UnsetType = UNSET
    event: Name | UnsetType = UNSET
    round: Name | UnsetType = UNSET
    table: Name | UnsetType = UNSET
    scheduled: datetime | UnsetType | None = UNSET
    teams: tuple[Team, Team] | UnsetType = UNSET
    first_dealer: Seat | UnsetType = UNSET

    def __post_init__(self) -> None:
        Common.__post_init__(self)
        if isinstance(self.scheduled, datetime):
            msgspec.structs.force_setattr(self, "scheduled", as_utc(self.scheduled))


class Identity(Common, frozen=True, kw_only=True, tag="id"):
    """A player's identity was shown (`ok`) or was not."""

    seat: Seat
    ok: bool


class Sign(Common, frozen=True, kw_only=True, tag="sign"):
    """A side confirms the result; `name` is who signed for it."""

    side: Side
    name: Name


class Note(Common, frozen=True, kw_only=True, tag="note"):
    """Anything worth keeping; moves nothing."""

    text: Words500


Amendable: TypeAlias = (
    Bids
    | Tricks
    | Misdeal
    | Renege
    | Talk
    | Ruling
    | Clock
    | Time
    | Forfeit
    | Abandon
    | Setup
    | Identity
    | Sign
    | Note
)


class Amend(Common, frozen=True, kw_only=True, tag="amend"):
    """`entry` now reads `to`."""

    entry: str
    to: Amendable
    why: Words500
    override: Words500 | None = None


Entry: TypeAlias = Amendable | Amend | Strike | Restore

KINDS: dict[str, type[Common]] = {
    str(kind.__struct_config__.tag): kind
    for kind in (
        Bids,
        Tricks,
        Misdeal,
        Renege,
        Talk,
        Ruling,
        Clock,
        Time,
        Forfeit,
        Abandon,
        Amend,
        Strike,
        Restore,
        Setup,
        Identity,
        Sign,
        Note,
    )
}


def kind_of(entry: Common) -> str:
    """The entry's `kind` as it is written in a match file."""
    return str(entry.__struct_config__.tag)


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """What is said of a match before its first entry (and again by `setup`).

    `rules` is a preset's id or a whole rule set as plain data; `agreed` overrides it;
    `scheduled` is UTC; `first_dealer` is a seat.
    """

    rules: str | dict[str, Any]
    agreed: dict[str, Any] = {}
    event: str = ""
    round: str = ""
    table: str = ""
    scheduled: datetime | None = None
    teams: tuple[Team, Team] = (Team("Team A"), Team("Team B"))
    first_dealer: int = 0
