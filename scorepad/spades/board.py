"""A log folds to these values: hands, totals, the end.  `fold.py` makes them."""

from __future__ import annotations

from typing import Literal, TypeAlias, cast

import msgspec

from scorepad.spades.entries import FourBids, FourCounts, Renege, Ruling
from scorepad.spades.words import T, Text

Pair: TypeAlias = tuple[int, int]
"""A number for each side: side 0, side 1."""
HandStatus: TypeAlias = Literal["in-progress", "scored", "lost", "void", "after-end"]
COUNTED_STATUSES = ("scored", "lost")
"""A hand in one of these states is part of the score."""
Reason: TypeAlias = Literal[
    "target", "floor", "sets", "max-hands", "time", "extra-hand", "forfeit", "abandoned"
]


class HandStatusTexts(msgspec.Struct, frozen=True):
    """The state of a hand has a word for a column, words for a remark, and a sentence."""

    short: Text
    remark: Text
    sentence: Text | None = None


HAND_STATES: dict[str, HandStatusTexts] = {
    "in-progress": HandStatusTexts(
        T("in play"), T("in play"), T("The hand is in progress; it counts nothing yet.")
    ),
    "scored": HandStatusTexts(T("scored"), T("scored")),
    "lost": HandStatusTexts(
        T("lost"), T("lost by table talk"), T("The hand was lost by table talk.")
    ),
    "void": HandStatusTexts(
        T("void"), T("void: counts nothing"), T("The hand is void: it scores nothing.")
    ),
    "after-end": HandStatusTexts(
        T("after end"),
        T("played after the end: counts nothing"),
        T("The hand was played after the end; it counts nothing."),
    ),
}


class PointsLine(msgspec.Struct, frozen=True):
    """A line says which points and bags a side gets in a hand for one reason.

    `what` is one of `rules.LINE_KINDS`, or `ruling`.  `why` says the rule in words with this
    hand's numbers; `citations.cite_line` says where it comes from.
    """

    what: str
    points: int
    bags: int
    why: Text


class ScoredSide(msgspec.Struct, frozen=True):
    """A side of a hand that has ended gets these lines.

    They come with whether its contract and its partners' nils were made, and with the change in
    points and in bags."""

    lines: tuple[PointsLine, ...] = ()
    made: bool | None = None
    nil_made: tuple[bool | None, bool | None] = (None, None)
    points: int = 0
    bags: int = 0


UNSCORED = ScoredSide()


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """A hand as the log has it so far.

    `bids`, `seat_tricks` and `nils` are by seat; `contract`, `tricks`, `sides`, `made`, `lines`,
    `change` (points), `score` and `bags` (running, after the hand) are by side.  `made` is None for
    a side without a contract or before the count; `nil_made` is None for a seat without a nil.
    `entries` are the ids of the log's entries in it: `bids_id` is that of its bids,
    `closed_by` that of the entry that ended it.
    `losers` are the sides whose talk lost the hand; `timed` says that time ran out during it.
    """

    number: int
    dealer: int
    extra: bool
    status: HandStatus
    bids: FourBids
    nils: tuple[str | None, str | None, str | None, str | None]
    contract: tuple[int | None, int | None]
    bids_id: str
    override: str | None = None
    seat_tricks: FourCounts = (None, None, None, None)
    tricks: tuple[int | None, int | None] = (None, None)
    sides: tuple[ScoredSide, ScoredSide] = (UNSCORED, UNSCORED)
    score: Pair = (0, 0)
    bags: Pair = (0, 0)
    closed_by: str | None = None
    entries: tuple[str, ...] = ()
    reneges: tuple[Renege, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    losers: frozenset[int] = frozenset()
    score_before: Pair = (0, 0)
    bags_before: Pair = (0, 0)
    sets_before: Pair = (0, 0)
    timed: bool = False

    @property
    def bids_as_read(self) -> FourBids:
        """Return the bids by seat as the rule set reads them: a 0 that counts as a nil is one."""
        bids = (nil or bid for bid, nil in zip(self.bids, self.nils, strict=True))
        return cast(FourBids, tuple(bids))

    @property
    def made(self) -> tuple[bool | None, bool | None]:
        return self.sides[0].made, self.sides[1].made

    @property
    def nil_made(self) -> tuple[bool | None, bool | None, bool | None, bool | None]:
        one, other = self.sides
        return one.nil_made[0], other.nil_made[0], one.nil_made[1], other.nil_made[1]

    @property
    def lines(self) -> tuple[tuple[PointsLine, ...], tuple[PointsLine, ...]]:
        return self.sides[0].lines, self.sides[1].lines

    @property
    def change(self) -> Pair:
        return self.sides[0].points, self.sides[1].points

    @property
    def is_counted(self) -> bool:
        """Return whether the hand was scored or lost, so that it is part of the score."""
        return self.status in COUNTED_STATUSES

    @property
    def is_after_end(self) -> bool:
        return self.status == "after-end"


class RulingBetweenHands(msgspec.Struct, frozen=True):
    """A ruling between hands gives a side points and bags, after hand `after_hand` (0: before)."""

    side: int
    points: int
    bags: int
    why: str
    after_hand: int
    entry: str


class End(msgspec.Struct, frozen=True):
    """The game ended for this reason, and this side won (None: a tie, or abandoned)."""

    reason: Reason
    winner: int | None
    tied: bool = False


class BoardWarning(msgspec.Struct, frozen=True):
    """The entry was accepted, but the supervisor should know what `text` says."""

    entry: str
    text: Text


class InvalidatedEntry(msgspec.Struct, frozen=True):
    """A correction or a changed head left this entry without a meaning, so it does not count.

    `stale` says that the entry belongs to a hand that had ended before it, such as a tricks entry
    after a lost hand.
    """

    entry: str
    text: Text
    stale: bool = False


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A board is the state of a match after the entries of its log.

    `talk` counts the offenses of each side.  `lost_next` has the sides that lose the next hand,
    because they talked before the bids.  `dealt` says that time ran out when cards were dealt and
    nobody had bid.  `open_hand` says that the last hand has not ended.  A hand that is played after
    the end of the game may be open too; `hand` leaves that one out.  `assumes_dealer` says that no
    hand has bids and nobody has said who deals first.
    """

    dealer: int
    hands: tuple[Hand, ...] = ()
    open_hand: bool = False
    score: Pair = (0, 0)
    bags: Pair = (0, 0)
    sets: Pair = (0, 0)
    talk: Pair = (0, 0)
    lost_next: frozenset[int] = frozenset()
    adjustments: tuple[RulingBetweenHands, ...] = ()
    extra_hand: bool = False
    time_entry: str | None = None
    dealt: bool = False
    end: End | None = None
    warnings: tuple[BoardWarning, ...] = ()
    unread: tuple[InvalidatedEntry, ...] = ()
    assumes_dealer: bool = False

    @classmethod
    def before_first_hand(cls, first_dealer: int | None) -> Board:
        """Return the board of an empty log; where nobody has said who deals first, seat 0 does."""
        return cls(dealer=first_dealer or 0, assumes_dealer=first_dealer is None)

    @property
    def is_over(self) -> bool:
        return self.end is not None

    @property
    def hand(self) -> Hand | None:
        """Return the hand in progress."""
        return self.hands[-1] if self.open_hand and not self.is_over else None

    @property
    def last_hand_if_closed(self) -> Hand | None:
        """Return the latest hand that was scored or lost, as long as no later hand has bids."""
        if self.open_hand or not self.hands:
            return None
        last = self.hands[-1]
        return last if last.is_counted else None

    def hand_of(self, entry_id: str) -> Hand | None:
        """Return the hand that this entry is in."""
        return next((hand for hand in self.hands if entry_id in hand.entries), None)
