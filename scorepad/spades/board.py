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
    "boston",
    "target",
    "floor",
    "first-hand",
    "sets",
    "sets-in-a-row",
    "max-hands",
    "time",
    "extra-hand",
    "forfeit",
    "abandoned",
]


class HandStatusTexts(msgspec.Struct, frozen=True):
    """The state of a hand has a word for a column, words for a remark, and a sentence."""

    short: Text
    remark: Text
    sentence: Text | None = None


HAND_STATES: dict[str, HandStatusTexts] = {
    "in-progress": HandStatusTexts(
        T("in play"), T("in play"), T("The hand is in progress; it doesn't count yet.")
    ),
    "scored": HandStatusTexts(T("scored"), T("scored")),
    "lost": HandStatusTexts(
        T("lost"), T("lost to a penalty"), T("The hand was lost to a penalty.")
    ),
    "void": HandStatusTexts(
        T("void"), T("void: doesn't count"), T("The hand is void: it scores nothing.")
    ),
    "after-end": HandStatusTexts(
        T("after the end"),
        T("played after the game ended: doesn't count"),
        T("The hand was played after the game ended; it doesn't count."),
    ),
}


# Values of the classes with `gc=False` can be in no cycle, and an open match keeps many of them.


class PointsLine(msgspec.Struct, frozen=True, gc=False):
    """The points and bags that a side gets in a hand for one reason.

    `what` is one of `rules.LINE_KINDS`, or `ruling` (a supervisor's). `why` is the rule in words
    with this hand's numbers; `citations.cite_line` has its source.
    """

    what: str
    points: int
    bags: int
    why: Text


class ScoredSide(msgspec.Struct, frozen=True, gc=False):
    """The lines of one side of a hand that has ended, whether its contract and nils were made, the
    change in points and in bags, and the `contract` that was scored."""

    lines: tuple[PointsLine, ...] = ()
    made: bool | None = None
    nil_made: tuple[bool | None, bool | None] = (None, None)
    points: int = 0
    bags: int = 0
    contract: int | None = None


UNSCORED = ScoredSide()


class Offense(msgspec.Struct, frozen=True, kw_only=True):
    """A renege or table talk, and its penalty.

    `step` is one of `rules.STEPS`, or `own-bid`. The offenders lose `tricks`, and `points` go to
    the other side, or are lost where the step is `minus`. It is its side's `number`-th of its kind
    in the match; `late` means that it was proved after its hand. `own_tricks` and `own_points` are
    the numbers that its entry has.
    """

    kind: Literal["renege", "talk"]
    side: int
    number: int
    seat: int | None = None
    late: bool = False
    own_tricks: int | None = None
    own_points: int | None = None
    step: str = "none"
    tricks: int = 0
    points: int = 0


class Hand(msgspec.Struct, frozen=True, kw_only=True, gc=False):
    """A hand as the log has it so far.

    `bids`, `seat_tricks` and `nils` are by seat; `contract`, `tricks`, `sides`, `made`, `lines`,
    `change` (points), `score` and `bags` (running, after the hand) are by side. `made` is None for
    a side without a contract or before the count; `nil_made` is None for a seat without a nil.
    `entries` are the ids of the log's entries in it: `bids_id` is that of its bids, `closed_by`
    that of the entry that ended it. `has_earlier_nils` means that its nils are those of the rules
    under which it was recorded. `losers` are the sides whose offense lost the hand; `timed` means
    that time ran out during it. `offenses` are the reneges and the talk whose penalties fall in it.
    No hand before the `first` one was scored or lost; the hand `bids_itself` where it has no bids.
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
    offenses: tuple[Offense, ...] = ()
    rulings: tuple[Ruling, ...] = ()
    has_earlier_nils: bool = False
    losers: frozenset[int] = frozenset()
    score_before: Pair = (0, 0)
    bags_before: Pair = (0, 0)
    sets_before: Pair = (0, 0)
    row_before: Pair = (0, 0)
    timed: bool = False
    first: bool = False
    bids_itself: bool = False

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
    """An entry was accepted, but the supervisor should read `text`."""

    entry: str
    text: Text


class InvalidatedEntry(msgspec.Struct, frozen=True):
    """A correction or a changed head left this entry without a meaning, so it does not count."""

    entry: str
    text: Text


class SeatedPlayer(msgspec.Struct, frozen=True):
    """From hand `first_hand` on, `player` sits at `seat`."""

    first_hand: int
    seat: int
    player: str


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """A board is the state of a match after the entries of its log.

    `sets` counts in how many hands each side was set, and `row` in how many up to the latest one.
    `talk` and `reneges` count the offenses of each side. `next_offenses` are those before the bids
    whose penalties fall in the next hand; `boston_winner` made a contract of 13 in the latest.
    `dealt` means that time ran out when cards were dealt, before the first bid. `ended_by` is the
    entry after which the game was over and stayed so ("": it is not over). `open_hand` means
    that the last hand has not ended. A hand that is played after the end of the game may be open
    too; `hand` leaves that one out. `assumes_dealer` means that no hand has bids and no first
    dealer is named. `seated` has the players who took a seat later, and `dealers_named` the hands
    from which a dealer was named, both as recorded.
    """

    dealer: int
    hands: tuple[Hand, ...] = ()
    open_hand: bool = False
    score: Pair = (0, 0)
    bags: Pair = (0, 0)
    sets: Pair = (0, 0)
    row: Pair = (0, 0)
    talk: Pair = (0, 0)
    reneges: Pair = (0, 0)
    next_offenses: tuple[Offense, ...] = ()
    boston_winner: int | None = None
    adjustments: tuple[RulingBetweenHands, ...] = ()
    extra_hand: bool = False
    time_entry: str | None = None
    dealt: bool = False
    end: End | None = None
    ended_by: str = ""
    warnings: tuple[BoardWarning, ...] = ()
    unread: tuple[InvalidatedEntry, ...] = ()
    assumes_dealer: bool = False
    seated: tuple[SeatedPlayer, ...] = ()
    dealers_named: tuple[int, ...] = ()

    @classmethod
    def before_first_hand(cls, first_dealer: int | None) -> Board:
        """Return the board of an empty log; without a first dealer, seat 0 deals."""
        return cls(dealer=first_dealer or 0, assumes_dealer=first_dealer is None)

    @property
    def is_over(self) -> bool:
        return self.end is not None

    @property
    def lost_next(self) -> frozenset[int]:
        """Return the sides that lose the next hand, because they talked before its bids."""
        return frozenset(each.side for each in self.next_offenses if each.step == "loss-of-hand")

    @property
    def is_first_hand_due(self) -> bool:
        """Return whether no hand has been scored or lost yet."""
        hands = self.hands
        if hands and hands[0].status in COUNTED_STATUSES:
            return False
        return not any(hand.is_counted for hand in hands)

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

    def hand_from_which(self, bids_id: str | None) -> int:
        """Return the number of the hand with these bids; without one, of that in progress, or of
        the next."""
        named = (hand.number for hand in self.hands if hand.bids_id == bids_id)
        return next(named, len(self.hands) + (not self.open_hand))

    def hand_of(self, entry_id: str) -> Hand | None:
        return next((hand for hand in self.hands if entry_id in hand.entries), None)
