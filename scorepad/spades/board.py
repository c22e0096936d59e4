"""What the fold of a log says: hands, totals, the end.  Values only; `table.py` makes them."""

from __future__ import annotations

from typing import Literal, TypeAlias

import msgspec

from scorepad.spades.entries import FourBids, FourCounts, Renege, Ruling
from scorepad.spades.words import Text

Pair: TypeAlias = tuple[int, int]
"""A number for each side: side 0, side 1."""
HandStatus: TypeAlias = Literal["in-progress", "scored", "lost", "void", "after-end"]
Reason: TypeAlias = Literal[
    "target", "floor", "sets", "max-hands", "time", "extra-hand", "forfeit", "abandoned"
]


class Line(msgspec.Struct, frozen=True):
    """One line of a side's hand: points and bags, and why.

    `what` is a kind of `rules.LINE_KINDS` or `ruling`; `rule` its place in the source document;
    `why` the rule in words with this hand's numbers.
    """

    what: str
    points: int
    bags: int
    rule: str
    why: Text


class Hand(msgspec.Struct, frozen=True, kw_only=True):
    """One hand of the list.

    `bids`, `seat_tricks` and `nils` are by seat; `contract`, `tricks`, `made`, `lines`, `change`
    (points), `score` and `bags` (running, after the hand) are by side.  `made` is None for a
    side without a contract or before the count; `nil_made` is None for a seat without a nil.
    `entries` are the ids of the log's entries in it; `bids_id` and `closed_by` two of them.
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
    made: tuple[bool | None, bool | None] = (None, None)
    nil_made: tuple[bool | None, bool | None, bool | None, bool | None] = (None, None, None, None)
    lines: tuple[tuple[Line, ...], tuple[Line, ...]] = ((), ())
    change: Pair = (0, 0)
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
    def after_end(self) -> bool:
        return self.status == "after-end"


class Adjustment(msgspec.Struct, frozen=True):
    """A ruling between hands: points and bags for a side, after hand `after_hand` (0: before)."""

    side: int
    points: int
    bags: int
    why: str
    after_hand: int
    entry: str


class End(msgspec.Struct, frozen=True):
    """How the game ended: the reason, and the winning side (None: a tie, or abandoned)."""

    reason: Reason
    winner: int | None
    tied: bool = False


class Warned(msgspec.Struct, frozen=True):
    """Something accepted that a supervisor should know of, and the entry it is about."""

    entry: str
    text: Text


class Unread(msgspec.Struct, frozen=True):
    """An entry that a correction or a changed head left without a meaning; it counts nothing.

    `stale`: it speaks of a hand that was closed before it (a tricks entry after a lost hand).
    """

    entry: str
    text: Text
    stale: bool = False


class Board(msgspec.Struct, frozen=True, kw_only=True):
    """The whole state that a log folds to.

    `talk` counts each side's offences; `lost_next` holds the sides whose talk before the bids
    costs them the next hand; `dealt` says that time ran out with cards dealt and no bids yet;
    `open_hand` that the last hand goes on (after the end too: see `hand`).
    """

    dealer: int
    hands: tuple[Hand, ...] = ()
    open_hand: bool = False
    score: Pair = (0, 0)
    bags: Pair = (0, 0)
    sets: Pair = (0, 0)
    talk: Pair = (0, 0)
    lost_next: frozenset[int] = frozenset()
    adjustments: tuple[Adjustment, ...] = ()
    extra_hand: bool = False
    time_entry: str | None = None
    dealt: bool = False
    end: End | None = None
    warnings: tuple[Warned, ...] = ()
    unread: tuple[Unread, ...] = ()

    @property
    def over(self) -> bool:
        return self.end is not None

    @property
    def hand(self) -> Hand | None:
        """The hand in progress."""
        return self.hands[-1] if self.open_hand and not self.over else None

    @property
    def latest_closed(self) -> Hand | None:
        """The latest hand that was scored or lost, while no later hand's bids were recorded."""
        if self.open_hand or not self.hands:
            return None
        last = self.hands[-1]
        return last if last.status in ("scored", "lost") else None
