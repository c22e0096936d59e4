"""One thing that happened at a table, a class for each kind.

An entry is never changed and never computed (SCORING.md 3).  Adding a kind: add its class here,
put it into `Amendable`, and register it in `entry_kinds.py`.
"""

from datetime import UTC, datetime
from typing import Annotated, Any, ClassVar, Literal, TypeAlias, get_args

import msgspec
from msgspec import UNSET, Meta, UnsetType

from scorepad.spades.words import T, Text

Seat: TypeAlias = Annotated[int, Meta(ge=0, le=3)]
Side: TypeAlias = Annotated[int, Meta(ge=0, le=1)]


class BlindNumber(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A number of tricks that was bid before looking at the cards."""

    blind: int

    def __str__(self) -> str:
        return f"blind {self.blind}"


def blind_number_text(number: int) -> Text:
    """Return a number that was bid blind as it is shown."""
    return T("blind {n}", n=number)


Bid: TypeAlias = int | Literal["nil", "blind"] | BlindNumber | None
"""One player's bid: a number of tricks, also blind, a nil, a blind nil, or nothing (the partner's
number is the whole side's)."""
FourBids: TypeAlias = tuple[Bid, Bid, Bid, Bid]
FourCounts: TypeAlias = tuple[int | None, int | None, int | None, int | None]
NO_BIDS: FourBids = (None, None, None, None)
Id: TypeAlias = Annotated[str, Meta(min_length=1, max_length=200)]
EntryRef: TypeAlias = Annotated[str, Meta(max_length=200)]
"""The id of an entry, or "" for none."""
Number: TypeAlias = Annotated[int, Meta(ge=-1_000_000, le=1_000_000)]
Name: TypeAlias = Annotated[str, Meta(max_length=500)]
LongText: TypeAlias = Annotated[str, Meta(max_length=4000)]


def as_utc(moment: datetime) -> datetime:
    """Return a moment in UTC.  A moment without a zone is taken to be UTC.

    So is a moment at the very edge of the calendar, which cannot be converted; the gate refuses it.
    """
    if moment.tzinfo is UTC:
        return moment
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
    """Every entry may carry its id, when it was recorded (UTC) and by whom.

    `after` is the id of the chained entry that it was recorded after ("" for the first one). `step`
    is an id that all entries of one action share, such as a correction of bids and tricks. `undoes`
    is the step that this action takes back; `redoes` is the step that it repeats. `unfit` is in
    files of older programs; it is read and ignored.
    """

    is_unchained: ClassVar[bool] = False
    """Whether entries of this kind count wherever they are in the order (`order`)."""
    is_correction: ClassVar[bool] = False
    """Whether entries of this kind are about the entry that they name by `entry`."""
    is_about_log: ClassVar[bool] = False
    """Whether entries of this kind record which laptop or version counts, not the game."""
    is_step: ClassVar[bool] = True
    """Whether entries of this kind alone are a step that undo takes back."""

    id: Id | None = None
    at: datetime | None = None
    by: Name | None = None
    unfit: LongText | None = None
    step: Id | None = None
    undoes: Id | None = None
    redoes: Id | None = None
    after: EntryRef | None = None

    def __post_init__(self) -> None:
        if self.at is not None and self.at.tzinfo is not UTC:
            msgspec.structs.force_setattr(self, "at", as_utc(self.at))


class Bids(Common, frozen=True, kw_only=True, tag="bids"):
    """Bids open a hand.  `bids` is by seat, or `itself` where a first hand has none; `override` is
    the reason for accepting a breach."""

    bids: FourBids | Literal["itself"]
    override: LongText | None = None

    @property
    def by_seat(self) -> FourBids:
        """Return the bids by seat; none of a hand that bids itself."""
        return NO_BIDS if self.bids == "itself" else self.bids


class Tricks(Common, frozen=True, kw_only=True, tag="tricks"):
    """Tricks close the hand.  `tricks` is by seat; null where the partner's number is the
    side's."""

    tricks: FourCounts


class Misdeal(Common, frozen=True, kw_only=True, tag="misdeal"):
    """The deal does not count; after the bids it voids the hand."""

    reason: LongText
    seat: Seat | None = None


class Renege(Common, frozen=True, kw_only=True, tag="renege"):
    """A side did not follow suit. `hand` names the latest closed hand when proved after it."""

    side: Side
    hand: int | None = None
    seat: Seat | None = None
    tricks: Annotated[int, Meta(ge=0, le=13)] | None = None
    points: Number | None = None


class Talk(Common, frozen=True, kw_only=True, tag="talk"):
    """A side talked at the table."""

    side: Side
    seat: Seat | None = None


class Ruling(Common, frozen=True, kw_only=True, tag="ruling"):
    """A supervisor adjusts a side's score, in points and bags."""

    side: Side
    points: Number
    why: LongText
    hand: int | None = None
    bags: Number = 0


class Clock(Common, frozen=True, kw_only=True, tag="clock"):
    """The clock was started, paused, resumed, or given `seconds`, which may be negative."""

    is_step: ClassVar[bool] = False

    do: Literal["start", "pause", "resume", "add"]
    seconds: Number | None = None


class Time(Common, frozen=True, kw_only=True, tag="time"):
    """Time is up; `dealt`: cards of the next hand were already dealt."""

    dealt: bool = False


class Forfeit(Common, frozen=True, kw_only=True, tag="forfeit"):
    """`side` forfeits and the other side wins; with None both forfeit, and there is no winner."""

    side: Side | None
    why: LongText


class Abandon(Common, frozen=True, kw_only=True, tag="abandon"):
    """The game ends without a winner."""

    why: LongText


class Strike(Common, frozen=True, kw_only=True, tag="strike"):
    """The entry with the id `entry` no longer counts."""

    is_correction: ClassVar[bool] = True

    entry: str
    why: LongText


UNDONE = "undo"
"""The `why` of a strike that an undo appends; screens and sheets translate it."""
CHANGED_BY_HAND = "changed by hand"
DISCARDED = "discarded"
TICKED_BY_MISTAKE = "ticked by mistake"
"""The reasons for a team or a stage that was changed, a round, and a check-in."""
PAIRING_CHANGED = "pairing changed"
"""The `why` of a setup that follows a changed round; screens and sheets translate it."""
DEALER_NAMED = "who deals first"
"""The `why` of a setup with the first dealer, as the table asks for it; screens and sheets
translate it."""
CHECKED = "Checked before the first deal: "
"""The beginning of a note with the checked items, in the rule set's words, with semicolons;
screens and sheets translate it."""
SIGNS_FOR = "The supervisor signs for "
"""This begins a note that names the absent team and the reason; screens and sheets translate it."""
SUPERVISOR = " (supervisor)"
"""The end of the name of a supervisor's signature for a team; screens and sheets translate it."""
RESULT_CORRECTED = "a result was corrected"
"""The `why` of a round that is paired again after a correction; screens translate it."""


def is_undo(strike: Strike) -> bool:
    """Return whether an undo wrote this strike; older logs show it by the strike's reason alone."""
    return strike.undoes is not None or (strike.step is None and strike.why == UNDONE)


class Restore(Common, frozen=True, kw_only=True, tag="restore"):
    """The entry with the id `entry`, which was struck, counts again."""

    is_correction: ClassVar[bool] = True

    entry: str


class Team(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A side has a name and two players: seats 0 and 2, or seats 1 and 3."""

    name: Name = ""
    players: tuple[Name, Name] = ("", "")


HEAD_FIELDS = ("rules", "agreed", "event", "round", "table", "scheduled", "teams", "first_dealer")
"""The fields of a match's head, which a `setup` may change."""


class HeadChange(Common, frozen=True, kw_only=True, tag="setup"):
    """A change (`setup` in files) of the named fields of the match's head."""

    why: LongText
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

    @property
    def changed_fields(self) -> dict[str, Any]:
        """Return the fields of the head that it names, with their new values."""
        values = {name: getattr(self, name) for name in HEAD_FIELDS}
        return {name: value for name, value in values.items() if value is not UNSET}


class PlayerChange(Common, frozen=True, kw_only=True, tag="seat"):
    """A player who sits at `seat` from a hand on: the one in progress, the next, or that with these
    `bids`."""

    seat: Seat
    player: Name
    why: LongText
    bids: EntryRef | None = None


class DealerChange(Common, frozen=True, kw_only=True, tag="dealer"):
    """The seat that deals the hand in progress, the next, or that with these `bids`; the deal
    rotates from there."""

    seat: Seat
    why: LongText
    bids: EntryRef | None = None


class IdentityCheck(Common, frozen=True, kw_only=True, tag="id"):
    """A player's identity was shown (`ok`) or was not."""

    is_unchained: ClassVar[bool] = True

    seat: Seat
    ok: bool


class Sign(Common, frozen=True, kw_only=True, tag="sign"):
    """A side confirms the result, signed by `name`."""

    side: Side
    name: Name


class Note(Common, frozen=True, kw_only=True, tag="note"):
    """A note; it changes no score."""

    is_unchained: ClassVar[bool] = True

    text: LongText


class LaptopTakeover(Common, frozen=True, kw_only=True, tag="hold"):
    """The laptop with the id `laptop`, called `name`, records here from now on."""

    is_about_log: ClassVar[bool] = True
    is_step: ClassVar[bool] = False

    laptop: Id
    name: Name
    why: LongText = ""


class ChooseVersion(Common, frozen=True, kw_only=True, tag="choose"):
    """Of several versions of a log, the one that ends with `entry` counts.

    `over` are the last entries of the other versions, and every earlier `choose` known then.
    """

    is_unchained: ClassVar[bool] = True
    is_about_log: ClassVar[bool] = True
    is_step: ClassVar[bool] = False

    entry: Id
    over: Annotated[tuple[Id, ...], Meta(max_length=10_000)] = ()
    why: LongText


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
    | HeadChange
    | PlayerChange
    | DealerChange
    | IdentityCheck
    | Sign
    | Note
)


class Amend(Common, frozen=True, kw_only=True, tag="amend"):
    """The entry with the id `entry` now reads as `to`."""

    is_correction: ClassVar[bool] = True

    entry: str
    to: Amendable
    why: LongText
    override: LongText | None = None


Entry: TypeAlias = Amendable | Amend | Strike | Restore | LaptopTakeover | ChooseVersion

KINDS: dict[str, type[Common]] = {str(kind.__struct_config__.tag): kind for kind in get_args(Entry)}


class UnknownEntry(msgspec.Struct, frozen=True, kw_only=True):
    """An entry of a kind that is unknown here. It keeps its place in the order of its log.

    `data` is its JSON, unchanged.
    """

    is_correction: ClassVar[bool] = False

    id: str
    kind: str
    at: datetime | None = None
    after: str | None = None
    data: bytes = b""

    @property
    def is_unchained(self) -> bool:
        return self.after is None


def kind_of(entry: Common) -> str:
    """Return the entry's `kind` as it is written in a match file."""
    return str(entry.__struct_config__.tag)


class Head(msgspec.Struct, frozen=True, kw_only=True):
    """The data of a match before its first entry; a `setup` changes it.

    `rules` is a preset's id or a whole rule set as plain data; `agreed` overrides it; `event_id` is
    the id of the event that released it, if one did, and `release` that of the `release` entry;
    `scheduled` is UTC; `first_dealer` is a seat; None until it is chosen.
    """

    rules: str | dict[str, Any]
    agreed: dict[str, Any] = {}
    event: Name = ""
    event_id: EntryRef | None = None
    release: EntryRef | None = None
    round: Name = ""
    table: Name = ""
    scheduled: datetime | None = None
    teams: tuple[Team, Team] = (Team("Team A"), Team("Team B"))
    first_dealer: Seat | None = 0

    def __post_init__(self) -> None:
        if self.scheduled is not None:
            msgspec.structs.force_setattr(self, "scheduled", as_utc(self.scheduled))

    @property
    def dealer(self) -> Seat:
        """Return the first dealer; seat 0 until one is chosen."""
        return self.first_dealer or 0


def head_after(head: Head, setup: HeadChange) -> Head:
    """Return the head as it reads after a setup."""
    return msgspec.structs.replace(head, **setup.changed_fields)
