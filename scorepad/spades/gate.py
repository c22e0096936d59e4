"""The gate: what may be appended to a log as it stands (SCORING.md 3).

Each check raises one class of `Refused` whose sentence says what is wrong and what would be
right.  Corrections (amend, strike, restore) and `setup` are checked in `match.py`, which knows
the whole log.
"""

from __future__ import annotations

from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.board import Board, Hand
from scorepad.spades.entries import Common, FourBids
from scorepad.spades.fold import renege_unreadable, tricks_unreadable
from scorepad.spades.refusal import Refused
from scorepad.spades.rules import RuleSet
from scorepad.spades.scoring import SEATS, FourNils, contract_of, nils_of
from scorepad.spades.words import N, T, Text

MOST = 1_000_000


class GameOver(Refused):
    """The game has ended; only rulings, corrections, setup and notes are taken then."""

    def __init__(self) -> None:
        super().__init__(
            T("the game is over; a ruling or a correction is still possible, nothing else is")
        )


class HandInProgress(Refused):
    def __init__(self, hand: int) -> None:
        super().__init__(T("hand {hand} is in progress; record its tricks first", hand=hand))


class NoHandInProgress(Refused):
    def __init__(self, board: Board) -> None:
        last = board.hands[-1] if board.hands else None
        if last is not None and last.status == "void" and last.closed_by == board.time_entry:
            text = T("hand {hand} was void when time ran out; it takes no tricks", hand=last.number)
        else:
            text = T("no hand is in progress; record the bids first")
        super().__init__(text)


class BadBid(Refused):
    """A bid that cannot be read, override or not."""


class Breach(Refused):
    """Bids that the rule set does not allow; an override with a reason accepts them."""


class BadTricks(Refused):
    pass


class BadHandNumber(Refused):
    def __init__(self, board: Board) -> None:
        late = board.latest_closed
        if late is None:
            text = T("there is no closed hand to add to; leave `hand` out")
        else:
            text = T(
                "only the latest closed hand can be named, which is hand {hand}", hand=late.number
            )
        super().__init__(text)


class BadRenege(Refused):
    pass


class BadTime(Refused):
    pass


class BadClock(Refused):
    pass


class BadSeat(Refused):
    def __init__(self, side: int, seat: int) -> None:
        super().__init__(
            T(
                "seat {seat} is not of side {side}; its seats are {first} and {second}",
                seat=seat,
                side=side,
                first=side,
                second=side + 2,
            )
        )


class OutOfRange(Refused):
    def __init__(self, name: str, least: int, most: int) -> None:
        super().__init__(
            T("{name} is a whole number from {least} to {most}", name=name, least=least, most=most)
        )


def gate(
    rules: RuleSet,
    board: Board,
    entry: Common,
    *,
    override: str | None = None,
    recorded: FourBids | None = None,
) -> None:
    """Raise the refusal of a plain entry, or return.

    `override` is the reason that accepts a breach (of the entry, or of the amend that brings
    it); `recorded` the bids that an amend replaces, whose deficits were judged when they were
    recorded.
    """
    if isinstance(entry, kinds.Bids):
        _bids(rules, board, entry, override, recorded)
    elif isinstance(entry, kinds.Tricks):
        _tricks(board, entry)
    elif isinstance(entry, kinds.Renege):
        _renege(rules, board, entry)
    elif isinstance(entry, kinds.Ruling):
        if entry.hand is not None:
            _hand_named(board, entry.hand)
    elif isinstance(entry, kinds.Talk):
        _not_over(board)
        if entry.seat is not None:
            _seat_of(entry.side, entry.seat)
    elif isinstance(entry, kinds.Misdeal | kinds.Forfeit | kinds.Abandon):
        _not_over(board)
    elif isinstance(entry, kinds.Time):
        _time(board, entry)
    elif isinstance(entry, kinds.Clock):
        _clock(entry)


def _not_over(board: Board) -> None:
    if board.over:
        raise GameOver


def _seat_of(side: int, seat: int) -> None:
    if seat % 2 != side:
        raise BadSeat(side, seat)


def _hand_named(board: Board, hand: int) -> Hand:
    late = board.hand if board.hand is not None and not board.over else board.latest_closed
    if late is None or late.number != hand:
        raise BadHandNumber(board)
    return late


def _bids(
    rules: RuleSet,
    board: Board,
    entry: kinds.Bids,
    override: str | None,
    recorded: FourBids | None,
) -> None:
    _not_over(board)
    if board.open_hand:
        raise HandInProgress(board.hands[-1].number)
    nils = readable_bids(rules, entry.bids)
    if override is not None and not override.strip():
        raise Breach(T("an override gives its reason"))
    if override is None:
        for text in breaches(rules, board, entry.bids, nils, recorded):
            raise Breach(text)


def readable_bids(rules: RuleSet, bids: FourBids) -> FourNils:
    """The nils of bids that can be read at all; raises `BadBid` otherwise."""
    for seat, bid in enumerate(bids):
        if isinstance(bid, int) and not 0 <= bid <= 13:
            raise BadBid(
                T(
                    "seat {seat} bids {bid}; a bid is a number from 0 to 13, nil or blind",
                    seat=seat,
                    bid=_short(bid),
                )
            )
    nils = nils_of(rules, bids)
    for side in (0, 1):
        values = [bids[seat] for seat in SEATS[side]]
        if all(value is None for value in values):
            raise BadBid(T("side {side} has no bid; both sides bid", side=side))
        if None in values and any(nils[seat] is not None for seat in SEATS[side]):
            raise BadBid(T("the partner of a nil on side {side} gives a bid too", side=side))
    if "blind" in nils and rules.nil.blind_points is None:
        raise BadBid(T("{rules} has no blind nil; bid a number or nil", rules=rules.name))
    return nils


def _short(number: int) -> str:
    text = str(number) if -(10**12) < number < 10**12 else "…"
    return text.replace("-", "\u2212")


def breaches(
    rules: RuleSet,
    board: Board,
    bids: FourBids,
    nils: FourNils,
    recorded: FourBids | None = None,
) -> list[Text]:
    """What of these readable bids the rule set does not allow, a sentence each."""
    found: list[Text] = []
    bidding = rules.bidding
    if bidding.zero == "barred":
        found += [
            T(
                "seat {seat} bids 0, which {rules} does not allow; bid a number or nil",
                seat=seat,
                rules=rules.name,
            )
            for seat, bid in enumerate(bids)
            if bid == 0
        ]
    before = nils_of(rules, recorded) if recorded is not None else (None,) * 4
    for side in (0, 1):
        seats = SEATS[side]
        count = sum(nils[seat] is not None for seat in seats)
        if count > bidding.nils_per_side:
            found.append(
                N(
                    "side {side} bids {count} nils; {rules} allows {n} a side",
                    "side {side} bids {count} nils; {rules} allows {n} a side",
                    bidding.nils_per_side,
                    side=side,
                    count=count,
                    rules=rules.name,
                )
            )
        blind = [seat for seat in seats if nils[seat] == "blind"]
        if blind and bidding.blind_nil != "yes":
            found.append(_no_blind(rules))
        behind = board.score[1 - side] - board.score[side]
        deficit = bidding.blind_nil_deficit
        newly = [seat for seat in blind if before[seat] != "blind"]
        if newly and deficit and behind < deficit:
            found.append(
                T(
                    "blind nil needs {deficit} behind; side {side} is {behind} behind",
                    deficit=deficit,
                    side=side,
                    behind=max(behind, 0),
                )
                if behind >= 0
                else T(
                    "blind nil needs {deficit} behind; side {side} leads by {lead}",
                    deficit=deficit,
                    side=side,
                    lead=-behind,
                )
            )
        found += _contract_breaches(rules, bids, nils, side)
    return found


def _no_blind(rules: RuleSet) -> Text:
    if rules.bidding.blind_nil == "if-agreed":
        return T("blind nil is allowed only if both teams agreed to it before the first hand")
    return T("{rules} does not allow blind nil; bid a number or nil", rules=rules.name)


def _contract_breaches(rules: RuleSet, bids: FourBids, nils: FourNils, side: int) -> list[Text]:
    if all(nils[seat] is not None for seat in SEATS[side]):
        return []
    contract = contract_of(rules, bids, nils, side) or 0
    least, most = rules.bidding.side_minimum, rules.bidding.side_maximum
    if contract < least:
        return [
            T(
                "side {side} bids {contract}; the minimum is {least}",
                side=side,
                contract=contract,
                least=least,
            )
        ]
    if most is not None and contract > most:
        return [
            T(
                "side {side} bids {contract}; the maximum is {most}",
                side=side,
                contract=contract,
                most=most,
            )
        ]
    return []


def _tricks(board: Board, entry: kinds.Tricks) -> None:
    _not_over(board)
    hand = board.hand
    if hand is None:
        raise NoHandInProgress(board)
    for seat, count in enumerate(entry.tricks):
        if count is not None and not 0 <= count <= 13:
            raise BadTricks(
                T(
                    "seat {seat} took {count} tricks; a number from 0 to 13 is possible",
                    seat=seat,
                    count=_short(count),
                )
            )
    unreadable = tricks_unreadable(hand, entry.tricks)
    if unreadable is not None:
        raise BadTricks(unreadable)
    given = [count for count in entry.tricks if count is not None]
    if sum(given) != 13:
        raise BadTricks(
            N(
                "{sum} = {n} trick; a hand has 13",
                "{sum} = {n} tricks; a hand has 13",
                sum(given),
                sum=" + ".join(str(count) for count in given),
            )
        )


def _renege(rules: RuleSet, board: Board, entry: kinds.Renege) -> None:
    if entry.hand is not None:
        hand = _hand_named(board, entry.hand)
    else:
        _not_over(board)
        if board.hand is None:
            late = board.latest_closed
            raise BadRenege(
                T(
                    "no hand is in progress; for a renege in the latest hand say hand {hand}",
                    hand=late.number,
                )
                if late is not None
                else T("no hand is in progress; a renege belongs to a hand")
            )
        hand = board.hand
    if entry.seat is not None:
        _seat_of(entry.side, entry.seat)
    if rules.renege.effect != "tricks" and (entry.tricks is not None or entry.points is not None):
        raise BadRenege(
            T("{rules} moves no tricks or points for a renege; leave them out", rules=rules.name)
        )
    unreadable = renege_unreadable(rules, hand, entry)
    if unreadable is not None:
        raise BadRenege(unreadable)


def _time(board: Board, entry: kinds.Time) -> None:
    _not_over(board)
    if board.time_entry is not None:
        raise BadTime(T("time was called before; it is called once"))
    if entry.dealt and board.open_hand:
        raise BadTime(
            T(
                "the bids of hand {hand} are recorded, so it is in progress; leave `dealt` out",
                hand=board.hands[-1].number,
            )
        )


def _clock(entry: kinds.Clock) -> None:
    if entry.do == "add" and entry.seconds is None:
        raise BadClock(T("`add` says how many `seconds`"))
    if entry.do != "add" and entry.seconds is not None:
        raise BadClock(T("only `add` takes `seconds`"))


def warned_by(before: Board, after: Board) -> tuple[Text, ...]:
    """The warnings that an append brought."""
    known = set(before.warnings)
    return tuple(each.text for each in after.warnings if each not in known)


def as_amended(target: Common, to: Common, override: str | None) -> Common:
    """The entry as it reads after an amend: `to`, in the place and with the id of its target."""
    read = replace(to, id=target.id, at=target.at, by=target.by, unfit=None)
    return replace(read, override=override) if isinstance(read, kinds.Bids) else read
