"""The fold makes the next board from a board and an entry (SCORING.md 3–5).

`board_after_entry` never fails, so any log can be folded. An entry that has no meaning at its place
is put into `Board.unread` and does not count. Only a correction or a changed head can leave such an
entry, because the gate refuses it otherwise.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import lru_cache, partial
from itertools import islice

from msgspec.structs import replace

from scorepad.spades import entries as kinds
from scorepad.spades.bidding import (
    hand_or_why_bids_unreadable,
    misdeal_grounds,
    why_tricks_unreadable,
)
from scorepad.spades.board import (
    Board,
    BoardWarning,
    End,
    Hand,
    InvalidatedEntry,
    Offense,
    Pair,
    Reason,
    RulingBetweenHands,
    SeatedPlayer,
)
from scorepad.spades.entries import Common, FourCounts
from scorepad.spades.naming import name_key
from scorepad.spades.parameters import value_of
from scorepad.spades.rules import RuleSet
from scorepad.spades.scoring import (
    CACHE_SIZE,
    contract_of,
    judge_end_and_extra_hand,
    nils_of,
    penalize,
    score_hand,
    tricks_of,
)
from scorepad.spades.words import T, Text, rule_file_text


def fold(
    rules: RuleSet,
    first_dealer: int | None,
    log: Sequence[Common],
    rulings_between_hands: frozenset[str] = frozenset(),
    earlier_rules: Mapping[str, RuleSet] | None = None,
    *,
    until: int | None = None,
) -> Board:
    """Return the board of a log, or of its first entries `until` a place.  Its entries are those
    that count, as they now read.

    `rulings_between_hands` are those that were recorded when no hand was in progress.
    `earlier_rules` are those of the entries that were recorded under other rules.
    """
    board = Board.before_first_hand(first_dealer)
    for at, entry in enumerate(islice(log, until)):
        earlier = find_rules_to_read_by(board, log, at, earlier_rules or {})
        between = entry.id in rulings_between_hands
        board = board_after_entry(rules, board, entry, between_hands=between, earlier=earlier)
    return board


def find_rules_to_read_by(
    board: Board, log: Sequence[Common], at: int, earlier_rules: Mapping[str, RuleSet]
) -> RuleSet | None:
    """Return the rules under which an entry was recorded, if they may still decide its effect.

    A hand that ended under them is ended again only if the next deal followed under them too.
    """
    entry = log[at]
    earlier = earlier_rules.get(_id(entry))
    if earlier is None or not isinstance(entry, kinds.Talk | kinds.Renege | kinds.Time):
        return earlier
    ladder = earlier.talk.ladder if isinstance(entry, kinds.Talk) else earlier.renege.ladder
    if not isinstance(entry, kinds.Time) and "loss-of-hand" not in ladder:
        return earlier
    steps = [
        each
        for each in log[at + 1 :]
        if isinstance(each, _HAND_STEPS) and earlier_rules.get(_id(each)) == earlier
    ]
    if not board.open_hand:
        # It lost the next hand.
        while steps and not isinstance(steps.pop(0), kinds.Bids):
            pass
    return earlier if steps and not isinstance(steps[0], kinds.Tricks) else None


_HAND_STEPS = (kinds.Bids, kinds.Tricks, kinds.Misdeal)


def board_after_entry(
    rules: RuleSet,
    board: Board,
    entry: Common,
    *,
    between_hands: bool = False,
    earlier: RuleSet | None = None,
) -> Board:
    """Return the board after one more entry.

    A hand that was played after the end may still lack its tricks.  A ruling that was recorded
    `between_hands` is no part of that hand.  `earlier` are the rules under which the entry was
    recorded, if others hold now; an entry that these forbid counts with a warning.
    """
    if between_hands and board.is_over and board.open_hand:
        after = _fold_entry(rules, replace(board, open_hand=False), entry, None)
        after = replace(after, open_hand=after.is_over)
    else:
        after = _fold_entry(rules, board, entry, earlier)
    if after.is_over == board.is_over:
        return after
    return replace(after, ended_by=_id(entry) if after.is_over else "")


def _fold_entry(rules: RuleSet, board: Board, entry: Common, earlier: RuleSet | None) -> Board:
    if isinstance(entry, kinds.Bids):
        return _fold_bids(rules, board, entry, earlier)
    if isinstance(entry, kinds.Tricks):
        return _fold_tricks(rules, board, entry, earlier)
    if isinstance(entry, kinds.Ruling):
        return _fold_ruling(rules, board, entry)
    if isinstance(entry, kinds.Renege):
        return _fold_renege(rules, board, entry, earlier)
    if isinstance(entry, kinds.Talk):
        return _fold_talk(rules, board, entry, earlier)
    if isinstance(entry, kinds.Misdeal):
        return _fold_misdeal(rules, board, entry)
    if isinstance(entry, kinds.Time):
        return _fold_time(rules, board, entry, earlier)
    if isinstance(entry, kinds.PlayerChange):
        return _fold_player_change(board, entry)
    if isinstance(entry, kinds.DealerChange):
        return _fold_dealer_change(board, entry)
    if isinstance(entry, kinds.Forfeit):
        return _stop_game(board, entry, "forfeit", None if entry.side is None else 1 - entry.side)
    if isinstance(entry, kinds.Abandon):
        return _stop_game(board, entry, "abandoned", None)
    return board


def _id(entry: Common) -> str:
    return entry.id or ""


def _add_warning(board: Board, entry: Common, text: Text) -> Board:
    return replace(board, warnings=(*board.warnings, BoardWarning(_id(entry), text)))


def _add_unread(board: Board, entry: Common, text: Text) -> Board:
    return replace(
        board,
        unread=(*board.unread, InvalidatedEntry(_id(entry), text)),
        warnings=(*board.warnings, BoardWarning(_id(entry), text)),
    )


def _with_hand(board: Board, hand: Hand) -> tuple[Hand, ...]:
    return (*board.hands[:-1], hand)


def _open_hand(board: Board) -> Hand | None:
    return board.hands[-1] if board.open_hand else None


def _entries_with(hand: Hand, entry: Common) -> tuple[str, ...]:
    return (*hand.entries, _id(entry))


def _judge_game(rules: RuleSet, board: Board) -> Board:
    """Judge whether the game has ended.

    Nothing is judged while a hand is dealt or in progress, or after a forfeit or an abandonment.
    """
    if board.open_hand or board.dealt:
        return board
    if board.end is not None and board.end.reason in ("forfeit", "abandoned"):
        return board
    end, is_owed = judge_end_and_extra_hand(rules, board)
    if end is None and board.end is None and is_owed == board.extra_hand:
        return board
    return replace(board, end=end, extra_hand=is_owed)


def _read_hand_by_earlier_rules(rules: RuleSet, hand: Hand, earlier: RuleSet) -> Hand:
    if hand.bids_itself:
        return hand
    nils = nils_of(earlier, hand.bids)
    contract = contract_of(rules, hand.bids, nils, 0), contract_of(rules, hand.bids, nils, 1)
    return replace(hand, nils=nils, contract=contract, has_earlier_nils=True)


def why_bids_out_of_place(rules: RuleSet, board: Board, entry: kinds.Bids) -> Text | None:
    """Return why bids are in the first hand, or a hand that bids itself in another; None if they
    are in place."""
    is_due = rules.first_hand.bids == "itself" and board.is_first_hand_due
    if is_due and entry.bids != "itself":
        return T("the first hand bids itself; record it without bids")
    if not is_due and entry.bids == "itself":
        return T("enter the bids; only some rule sets let the first hand bid itself")
    return None


def _fold_bids(rules: RuleSet, board: Board, entry: kinds.Bids, earlier: RuleSet | None) -> Board:
    if board.open_hand and not board.is_over:
        text = T(
            "bids were entered while hand {hand} was still in progress", hand=board.hands[-1].number
        )
        return _add_unread(board, entry, text)
    if not board.is_over and (why := why_bids_out_of_place(rules, board, entry)) is not None:
        board = _add_warning(
            board, entry, T("{why}; the entry still counts the way it was recorded", why=why)
        )
    bid = hand_or_why_bids_unreadable(rules, entry.by_seat)
    if isinstance(bid, Text):
        read = None if earlier is None else hand_or_why_bids_unreadable(earlier, entry.by_seat)
        if earlier is None or not isinstance(read, Hand):
            return _add_unread(board, entry, bid)
        board = _add_warning(
            board, entry, T("{why}; the entry still counts the way it was recorded", why=bid)
        )
        bid = _read_hand_by_earlier_rules(rules, read, earlier)
    entry_id, score, bags = _id(entry), board.score, board.bags
    hand = replace(
        bid,
        number=len(board.hands) + 1,
        dealer=board.dealer,
        extra=board.extra_hand,
        bids_id=entry_id,
        override=entry.override,
        score=score,
        bags=bags,
        entries=(entry_id,),
        score_before=score,
        bags_before=bags,
        sets_before=board.sets,
        row_before=board.row,
        timed=board.dealt,
        first=board.is_first_hand_due,
        bids_itself=entry.bids == "itself",
        offenses=board.next_offenses,
    )
    if hand.bids_itself:
        hand = replace(hand, contract=(None, None))
    if board.is_over:
        hand = replace(hand, status="after-end", offenses=())
        after = replace(board, hands=(*board.hands, hand), open_hand=True)
        return _add_warning(
            after,
            entry,
            T("hand {hand} was played after the game ended and doesn't count", hand=hand.number),
        )
    opened = replace(
        board, hands=(*board.hands, hand), open_hand=True, dealt=False, next_offenses=()
    )
    if board.assumes_dealer:
        opened = _add_warning(replace(opened, assumes_dealer=False), entry, ASSUMED_DEALER)
    for contract in hand.contract:
        if contract is not None and contract > 13 and rules.bidding.side_maximum is None:
            text = T(
                "hand {hand}: the contract is {contract}, but a hand has only 13 tricks",
                hand=hand.number,
                contract=contract,
            )
            opened = _add_warning(opened, entry, text)
    if board.next_offenses and (losers := board.lost_next):
        return _close_hand(rules, opened, entry, losers=losers)
    return opened


def _fold_tricks(
    rules: RuleSet, board: Board, entry: kinds.Tricks, earlier: RuleSet | None
) -> Board:
    hand = _open_hand(board)
    if hand is None:
        return _add_unread(board, entry, T("tricks were entered for a hand that had already ended"))
    unreadable = why_tricks_unreadable(rules, hand, entry.tricks)
    if unreadable is not None:
        read = hand if earlier is None else _read_hand_by_earlier_rules(rules, hand, earlier)
        if why_tricks_unreadable(earlier or rules, read, entry.tricks) is not None:
            return _add_unread(board, entry, unreadable)
        board = replace(board, hands=_with_hand(board, read))
        board = _add_warning(
            board, entry, T("{why}; the entry still counts the way it was recorded", why=unreadable)
        )
    return _close_hand(rules, board, entry, tricks=entry.tricks)


def _close_hand(
    rules: RuleSet,
    board: Board,
    entry: Common,
    *,
    tricks: FourCounts = (None, None, None, None),
    losers: frozenset[int] = frozenset(),
) -> Board:
    hand, entry_id, over = board.hands[-1], _id(entry), board.is_over
    hand = replace(
        hand,
        status=hand.status if over else "lost" if losers else "scored",
        seat_tricks=tricks,
        tricks=(None, None) if losers else (tricks_of(tricks, 0), tricks_of(tricks, 1)),
        losers=losers,
        closed_by=entry_id,
        entries=hand.entries if entry_id in hand.entries else (*hand.entries, entry_id),
    )
    if over:
        return replace(board, hands=_with_hand(board, hand), open_hand=False)
    return _judge_game(rules, _score_latest_hand(rules, board, hand, dealer=(hand.dealer + 1) % 4))


def _score_latest_hand(rules: RuleSet, board: Board, hand: Hand, *, dealer: int) -> Board:
    """Score the latest hand, for the first time or again, and compute the totals.

    Rulings that were made after the hand still count.  `dealer` deals the next hand.
    """
    sides = one, other = score_hand(rules, hand)
    score = (hand.score_before[0] + one.points, hand.score_before[1] + other.points)
    bags = (hand.bags_before[0] + one.bags, hand.bags_before[1] + other.bags)
    sets = hand.sets_before
    counts_as_set = not hand.first or rules.first_hand.counts_as_set
    if counts_as_set:
        sets = sets[0] + (one.made is False), sets[1] + (other.made is False)
    hand = replace(hand, sides=sides, score=score, bags=bags)
    if hand.bids_itself or rules.nil.pair_failed_tricks is not None:
        contracts = (
            side.contract
            if hand.bids_itself or None not in (hand.nils[at], hand.nils[at + 2])
            else hand.contract[at]
            for at, side in enumerate(sides)
        )
        hand = replace(hand, contract=(next(contracts), next(contracts)))
    if rules.game.sets_in_a_row_to_lose is not None and counts_as_set:
        row = hand.row_before
        was_set = one.made is False, other.made is False
        row = (row[0] + 1) * was_set[0], (row[1] + 1) * was_set[1]
        board = replace(board, row=row)
    if rules.boston.bid_wins:
        board = replace(board, boston_winner=_boston_winner(hand))
    for since in board.adjustments:
        if since.after_hand == hand.number:
            score = _add_to_side(score, since.side, since.points)
            bags = _add_to_side(bags, since.side, since.bags)
    return replace(
        board,
        hands=(*board.hands[: hand.number - 1], hand),
        open_hand=False,
        dealer=dealer,
        score=score,
        bags=bags,
        sets=sets,
    )


def _boston_winner(hand: Hand) -> int | None:
    won = [
        bool(side.made) and (side.contract or 0) >= 13 and not hand.bids_itself
        for side in hand.sides
    ]
    return won.index(True) if any(won) else None


def _add_to_side(pair: Pair, side: int, more: int) -> Pair:
    return (pair[0] + more, pair[1]) if side == 0 else (pair[0], pair[1] + more)


def _fold_ruling(rules: RuleSet, board: Board, entry: kinds.Ruling) -> Board:
    if board.open_hand or entry.hand is not None:
        if not board.hands:
            return _note_no_hand(board, entry)
        hand = board.hands[-1]
        hand = replace(hand, rulings=(*hand.rulings, entry), entries=_entries_with(hand, entry))
        return _change_latest_hand(rules, board, hand)
    number = board.hands[-1].number if board.hands else 0
    adjustment = RulingBetweenHands(
        entry.side, entry.points, entry.bags, entry.why, number, _id(entry)
    )
    board = replace(
        board,
        adjustments=(*board.adjustments, adjustment),
        score=_add_to_side(board.score, entry.side, entry.points),
        bags=_add_to_side(board.bags, entry.side, entry.bags),
    )
    return _judge_game(rules, board)


def _fold_renege(
    rules: RuleSet, board: Board, entry: kinds.Renege, earlier: RuleSet | None
) -> Board:
    if not board.hands or (not board.open_hand and entry.hand is None):
        return _note_no_hand(board, entry)
    hand = board.hands[-1]
    offense = next_offense(rules, board, entry, late=not board.open_hand)
    text = why_offense_unreadable(hand, offense)
    if text is not None and earlier is None:
        return _add_unread(board, entry, text)
    if text is not None:
        board = _add_warning(
            board, entry, T("{why}; the entry still counts the way it was recorded", why=text)
        )
    hand = replace(hand, reneges=(*hand.reneges, entry), entries=_entries_with(hand, entry))
    if hand.is_after_end:
        return replace(board, hands=_with_hand(board, hand))
    if board.open_hand:
        board, offense = _keep_lost_hand(rules, board, entry, offense, earlier)
    hand = replace(hand, offenses=(*hand.offenses, offense))
    board = replace(board, reneges=_add_to_side(board.reneges, entry.side, 1))
    if offense.step == "forfeit":
        return _forfeit(replace(board, hands=_with_hand(board, hand)), entry, entry.side)
    if board.open_hand and offense.step == "loss-of-hand":
        board = replace(board, hands=_with_hand(board, hand))
        return _close_hand(rules, board, entry, losers=frozenset({entry.side}))
    return _change_latest_hand(rules, board, hand)


def next_offense(
    rules: RuleSet, board: Board, entry: kinds.Renege | kinds.Talk, *, late: bool = False
) -> Offense:
    """Return the offense that an entry would be, with its penalty."""
    is_renege = isinstance(entry, kinds.Renege)
    before = board.reneges if is_renege else board.talk
    offense = Offense(
        kind="renege" if is_renege else "talk",
        side=entry.side,
        number=before[entry.side] + 1,
        seat=entry.seat,
        late=late,
        own_tricks=entry.tricks if isinstance(entry, kinds.Renege) else None,
        own_points=entry.points if isinstance(entry, kinds.Renege) else None,
    )
    return _penalize_under(rules, offense)


@lru_cache(maxsize=CACHE_SIZE)
def _penalize_under(rules: RuleSet, offense: Offense) -> Offense:
    return penalize(offense, partial(value_of, rules))


def _keep_lost_hand(
    rules: RuleSet, board: Board, entry: Common, offense: Offense, earlier: RuleSet | None
) -> tuple[Board, Offense]:
    if earlier is None or offense.step == "loss-of-hand":
        return board, offense
    then = _penalize_under(earlier, offense)
    if then.step != "loss-of-hand":
        return board, offense
    number = len(board.hands) + (not board.open_hand)
    text = (
        T(
            "hand {hand} was lost to table talk. {rules} doesn't have that penalty, but the "
            "hand stays lost because the next one has been dealt",
            hand=number,
            rules=rules.name,
        )
        if offense.kind == "talk"
        else T(
            "hand {hand} was lost to a renege. {rules} doesn't have that penalty, but the "
            "hand stays lost because the next one has been dealt",
            hand=number,
            rules=rules.name,
        )
    )
    return _add_warning(board, entry, text), then


def _change_latest_hand(rules: RuleSet, board: Board, hand: Hand) -> Board:
    """A late change counts as if it had been recorded before the hand ended, without a later time
    call."""
    board = replace(board, hands=_with_hand(board, hand))
    if board.open_hand or not hand.is_counted:
        return board
    board = _score_latest_hand(rules, board, hand, dealer=board.dealer)
    if not board.dealt:
        return _judge_game(rules, board)
    then = _judge_game(rules, replace(board, dealt=False, time_entry=None))
    return replace(then, dealt=then.end is None, time_entry=board.time_entry)


def why_offense_unreadable(hand: Hand | None, offense: Offense) -> Text | None:
    """Return why this offense cannot be read for this hand's bids, or None."""
    if offense.seat is not None:
        return None
    if offense.step == "own-bid":
        return T("choose the player who reneged; that player's own bid is lost")
    seats = (offense.side, offense.side + 2)
    has_nil = hand is not None and any(hand.nils[seat] is not None for seat in seats)
    if offense.step == "set" and has_nil:
        if offense.kind == "talk":
            return T("a player on this team bid nil, so choose the player who talked")
        return T("a player on this team bid nil, so choose the player who reneged")
    return None


def _note_no_hand(board: Board, entry: Common) -> Board:
    """Note an entry that needs a hand in progress where there is none.  It does not count."""
    if board.is_over:
        return _add_warning(board, entry, T("recorded after the game ended; it doesn't count"))
    return _add_unread(board, entry, T("recorded between hands, but it needs a hand in progress"))


def _fold_talk(rules: RuleSet, board: Board, entry: kinds.Talk, earlier: RuleSet | None) -> Board:
    hand = _open_hand(board)
    if hand is not None:
        hand = replace(hand, entries=_entries_with(hand, entry))
        board = replace(board, hands=_with_hand(board, hand))
    if board.is_over:
        return board
    offense = next_offense(rules, board, entry)
    text = why_offense_unreadable(hand, offense)
    if text is not None and earlier is None:
        return _add_unread(board, entry, text)
    if text is not None:
        board = _add_warning(
            board, entry, T("{why}; the entry still counts the way it was recorded", why=text)
        )
    board, offense = _keep_lost_hand(rules, board, entry, offense, earlier)
    board = replace(board, talk=_add_to_side(board.talk, entry.side, 1))
    if offense.step == "forfeit":
        return _forfeit(board, entry, entry.side)
    if hand is None:
        return replace(board, next_offenses=(*board.next_offenses, offense))
    hand = replace(hand, offenses=(*hand.offenses, offense))
    board = replace(board, hands=_with_hand(board, hand))
    if offense.step != "loss-of-hand":
        return board
    return _close_hand(rules, board, entry, losers=frozenset({entry.side}))


def _void_hand(board: Board, entry: Common | None = None) -> Board:
    hand = board.hands[-1]
    hand = replace(hand, status="after-end" if hand.is_after_end else "void")
    if entry is not None:
        hand = replace(hand, entries=_entries_with(hand, entry), closed_by=_id(entry))
    return replace(board, hands=_with_hand(board, hand), open_hand=False)


def _fold_misdeal(rules: RuleSet, board: Board, entry: kinds.Misdeal) -> Board:
    if board.is_over:
        return _void_hand(board, entry) if board.open_hand else board
    ground, hand = name_key(entry.reason), _open_hand(board)
    if ground not in map(name_key, misdeal_grounds(rules)):
        text = T(
            "“{reason}” isn't a reason for a misdeal under {rules}",
            reason=rule_file_text(entry.reason),
            rules=rules.name,
        )
        board = _add_warning(board, entry, text)
    deadlines = rules.deal.misdeal_deadline or {}
    until = {name_key(each): deadline for each, deadline in deadlines.items()}.get(ground)
    if hand is not None and until == "bids":
        text = T(
            "{rules} allows a misdeal for “{reason}” only until the first bid, and the bids "
            "are already recorded",
            reason=rule_file_text(entry.reason),
            rules=rules.name,
        )
        board = _add_warning(board, entry, text)
    if hand is not None:
        # The hand in which time ran out is still to be finished: it is dealt again.
        dealt_again = hand.timed and rules.clock.at_time == "finish-hand"
        board = replace(_void_hand(board, entry), dealt=dealt_again)
    if rules.deal.redeal == "next-dealer":
        board = replace(board, dealer=(board.dealer + 1) % 4)
    return board


def _fold_time(rules: RuleSet, board: Board, entry: kinds.Time, earlier: RuleSet | None) -> Board:
    if board.time_entry is not None:
        return _add_unread(board, entry, T("time had already been called"))
    board = replace(board, time_entry=_id(entry))
    if board.is_over:
        return board
    at_time = rules.clock.at_time
    hand = _open_hand(board)
    if hand is not None and earlier is not None and earlier.clock.at_time == "stop" != at_time:
        text = T(
            "hand {hand} was voided when time ran out. Under {rules}, it would have counted, "
            "but it stays void because the next hand has already been dealt",
            hand=hand.number,
            rules=rules.name,
        )
        return _judge_game(rules, _add_warning(_void_hand(board, entry), entry, text))
    if at_time == "play-on":
        return board
    if hand is not None:
        if at_time == "finish-hand":
            hand = replace(hand, timed=True)
            return replace(board, hands=_with_hand(board, hand))
        board = _void_hand(board, entry)
    elif entry.dealt and at_time == "finish-hand":
        return replace(board, dealt=True)
    return _judge_game(rules, board)


def _fold_player_change(board: Board, entry: kinds.PlayerChange) -> Board:
    number = board.hand_from_which(entry.bids)
    seated = SeatedPlayer(number, entry.seat, entry.player)
    hands = _hands_with_entry(board.hands, number, entry)
    return replace(board, seated=(*board.seated, seated), hands=hands)


def _fold_dealer_change(board: Board, entry: kinds.DealerChange) -> Board:
    number = board.hand_from_which(entry.bids)
    until = min((each for each in board.dealers_named if each > number), default=None)
    before = board.hands[number - 1].dealer if number <= len(board.hands) else board.dealer
    by = entry.seat - before
    hands = tuple(
        replace(hand, dealer=(hand.dealer + by) % 4)
        if number <= hand.number and (until is None or hand.number < until)
        else hand
        for hand in _hands_with_entry(board.hands, number, entry)
    )
    warnings = board.warnings
    if number == 1:
        warnings = tuple(each for each in warnings if each.text != ASSUMED_DEALER)
    return replace(
        board,
        hands=hands,
        dealer=(board.dealer + by) % 4 if until is None else board.dealer,
        dealers_named=(*board.dealers_named, number),
        assumes_dealer=board.assumes_dealer and number > 1,
        warnings=warnings,
    )


def _hands_with_entry(hands: tuple[Hand, ...], number: int, entry: Common) -> tuple[Hand, ...]:
    return tuple(
        replace(hand, entries=_entries_with(hand, entry)) if hand.number == number else hand
        for hand in hands
    )


ASSUMED_DEALER = T(
    "no first dealer was chosen; Scorepad assumes it's the first player on the first team"
)


def _forfeit(board: Board, entry: Common, side: int) -> Board:
    if board.end is not None and board.end.reason not in ("forfeit", "abandoned"):
        board = replace(board, end=None)
    if board.end is not None:
        return board
    return _stop_game(board, entry, "forfeit", 1 - side)


def _stop_game(board: Board, entry: Common, reason: Reason, winner: int | None) -> Board:
    if board.is_over:
        return _add_warning(board, entry, T("recorded after the game ended; it doesn't count"))
    if board.open_hand:
        board = _void_hand(board, entry)
    return replace(board, end=End(reason, winner), extra_hand=False, dealt=False)
