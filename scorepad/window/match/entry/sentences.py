"""The sentences of the entry bar about turns, time-up and the score of a hand."""

from __future__ import annotations

from datetime import timedelta
from typing import Literal

from scorepad.desk.hand_input import Prompt
from scorepad.desk.typed_bids import TypedBids, bidding_order
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.bidding import TEN_OR_MORE_KEYS_TEXT
from scorepad.spades.board import Hand
from scorepad.spades.match import Match
from scorepad.spades.result import extra_hand_due_text, outcome_text
from scorepad.spades.scoring import number_of_bid
from scorepad.spades.words import T, Text, format_change, format_number, join_as_sentences
from scorepad.window.match.sheet.sheet_rows import bid_text
from scorepad.window.widgets import controls
from scorepad.window.widgets.keyboard import answer_key
from scorepad.window.wording import moments, names

ON_TIE = {
    "extra-hand": T("If tied, play one more hand"),
    "tie": T("A tie is final"),
    "fewer-bags": T("A tie goes to the team with fewer bags"),
}


def refused_bid_reason_text(typing: TypedBids) -> str:
    """Return the reason why the bid at the cursor is refused, with the ways on."""
    current = typing.current
    if current is None or current.mistake is None:
        return ""
    does = str(
        T("Type another bid, or press ! to accept this one")
        if current.overridable
        else T("Type another bid")
    )
    return join_as_sentences((str(current.mistake), does))


def hand_number_and_dealer_text(match: Match) -> str:
    """Return the number of the hand, its dealer, and the player who bids first and leads."""
    board = match.board
    if board.is_over:
        return ""
    hand = board.hand
    teams = match.head_of_hand().teams
    dealer = hand.dealer if hand is not None else board.dealer
    count = hand.number if hand is not None else len(board.hands) + 1
    first = bidding_order(match.rules, dealer)[0]
    most = match.rules.game.max_hands
    if board.assumes_dealer:
        return str(T("hand {n}", n=count))
    return str(
        T(
            "{hand} · {dealer} deals · {first} bids and leads first",
            hand=T("hand {n}", n=count)
            if most is None or count > most
            else T("hand {n} of {most}", n=count, most=most),
            dealer=names.name_of_seat(teams, dealer),
            first=names.name_of_seat(teams, first),
        )
    )


def hand_and_dealer_lines(match: Match) -> list[str]:
    """Return the number of the hand and its dealer, a line each, for the middle of the table."""
    board, hand = match.board, match.board.hand
    lines = [str(T("Hand {n}", n=hand.number if hand is not None else len(board.hands) + 1))]
    if not board.assumes_dealer:
        dealer = hand.dealer if hand is not None else board.dealer
        teams = match.head_of_hand().teams
        players = [names.name_of_seat(teams, seat) for seat in range(4)]
        name = names.shorten_names_distinctly(players, 8)[dealer]
        lines.append(str(T("{name} deals", name=name)))
    return lines


def time_up_meaning_text(match: Match) -> Text | None:
    """Return the meaning of time-up under this rule set; None where time is not up."""
    board = match.board
    if board.time_entry is None or board.is_over:
        return None
    rules = match.rules.clock
    if rules.at_time == "play-on":
        return T("Time is up. Play on to the end of the game.")
    if board.extra_hand:
        return extra_hand_due_text(match)
    if board.open_hand or board.dealt:
        return T(
            "Time is up. Finish this hand. The higher total wins. {tie}.",
            tie=ON_TIE[rules.on_tie],
        )
    return None


def cards_dealt_answers_text(match: Match) -> Text:
    """Return the consequence of each answer to "Was the next hand dealt?"."""
    return T(
        "Yes: play that hand, then the higher total wins. No: the higher total wins now. {tie}.",
        tie=ON_TIE[match.rules.clock.on_tie],
    )


def cards_dealt_answers() -> tuple[str, ...]:
    """Return the answers to the question whether cards were dealt, yes first."""
    return str(T("Yes, dealt")), str(T("No"))


def unknown_key_text(prompt: Prompt | Literal["correction"], key: str) -> str:
    """Return the sentence about a key that means nothing at this prompt."""
    key = key.strip() or str(T("Space"))
    if prompt == "dealer":
        return str(T("First choose who deals: A, B, C or D."))
    if prompt == "asked":
        yes, no = map(answer_key, cards_dealt_answers())
        return str(T("Answer the question first: {yes} for Yes, {no} for No.", yes=yes, no=no))
    if prompt == "thrown-in":
        return str(T("The hand is redealt. Press Enter to record the misdeal."))
    if prompt == "over":
        return str(T("The game is over. “{key}” does nothing.", key=key))
    if prompt == "tricks" or (prompt == "correction" and key.isdecimal()):
        return str(
            T(
                "“{key}” isn't a number of tricks: press 0 to 9, or T, J, Q or K for 10 to 13.",
                key=key,
            )
        )
    return str(
        T(
            "“{key}” isn't a bid: press 0 to 9, T, J, Q or K for 10 to 13, N for nil, "
            "B for blind nil.",
            key=key,
        )
    )


def special_circumstance_text(match: Match) -> str:
    """Return the special circumstance of the hand in progress or the next; "" without one."""
    board = match.board
    if (up := time_up_meaning_text(match)) is not None:
        return str(up)
    if (tied := extra_hand_due_text(match)) is not None:
        return str(T("Extra hand: {why}", why=tied))
    late = match.rules.clock.no_show_minutes
    if not board.hands and match.head.scheduled is not None and late is not None:
        moment = moments.format_local_time(match.head.scheduled + timedelta(minutes=late))
        return str(T("A team not here by {time} may have to forfeit", time=moment))
    if board.lost_next:
        teams = " · ".join(
            names.name_of_side(match.head_of_hand().teams, s) for s in sorted(board.lost_next)
        )
        return str(
            T(
                "Table talk: {teams} will lose this hand once the bids are recorded",
                teams=teams,
            )
        )
    return ""


def bid_notes(typing: TypedBids, *, names_keys: bool) -> list[str]:
    """Return notes that help with the bid at the cursor, one a line, and the keys for it."""
    match = typing.match
    bidding = match.rules.bidding
    notes: list[str] = []
    so_far = " · ".join(
        str(
            T(
                "{team} {contract}",
                team=names.name_of_side(match.head_of_hand().teams, side),
                contract=contract,
            )
        )
        for side in _sides(typing)
        if (contract := typed_contract_text(typing, side))
    )
    lacking = bid_needed_for_side_minimum(typing)
    if so_far and lacking:
        more = T("needs {n} more, minimum {least}", n=lacking, least=bidding.side_minimum)
        notes.append(f"{so_far} · {more}")
    elif so_far:
        notes.append(so_far)
    if typing.current is not None and len(typing.current.seats) == 2 and bidding.nils_per_side:
        first, second = sorted(typing.current.seats)
        notes.append(
            str(
                T(
                    "N: nil for {first}; M: nil for {second}; then the partner's bid",
                    first=names.name_of_seat(match.head_of_hand().teams, first),
                    second=names.name_of_seat(match.head_of_hand().teams, second),
                )
            )
        )
    if bidding.side_minimum and lacking is None:
        notes.append(str(T("each team must bid at least {least}", least=bidding.side_minimum)))
    if match.rules.nil.blind_points is not None and typing.current is not None:
        blind = typing.why_key_refused("B")
        if blind is None:
            notes.append(str(T("blind nil is possible")))
        elif typing.why_key_refused("N") != blind:
            # Where a nil is refused for the same reason, the blind one needs no note of its own.
            notes.append(str(blind))
    if names_keys and not typing.keys:
        # Where the bar is too low for all, the keys are missed least.
        notes.append(key_help_text(typing))
    return notes


def key_help_text(typing: TypedBids) -> str:
    """Return the meaning of the keys beside the digits."""
    parts = [str(TEN_OR_MORE_KEYS_TEXT)]
    if len(typing.units) == 4:
        parts.append(str(T("N nil")))
        if typing.match.rules.nil.blind_points is not None:
            parts.append(str(T("B blind nil")))
    if typing.match.rules.blind_bid is not None:
        parts.append(str(T("L6 blind 6")))
    return " · ".join((*parts, str(T("! bid against the rules"))))


def bid_needed_for_side_minimum(typing: TypedBids) -> int | None:
    """Return how many tricks the second partner must bid so that the side reaches its minimum.

    None while no partner has bid, where that bid is typed and refused, or where there is no
    minimum.
    """
    current, least = typing.current, typing.match.rules.bidding.side_minimum
    if current is None or current.mistake is not None or len(current.seats) == 2 or not least:
        return None
    bids = typing.bids()
    partner = bids[(current.seats[0] + 2) % 4]
    if partner is None:
        return None
    return max(0, least - (number_of_bid(partner) or 0))


def _sides(typing: TypedBids) -> tuple[int, int]:
    first = typing.units[0][0] % 2
    return first, 1 - first


def typed_contract_text(typing: TypedBids, side: int) -> str:
    """Return a side's contract as far as it is typed: `9`, `4 + ?`, `nil + 5`, in the order of its
    seats, as on the sheet."""
    bids = [typing.bids()[seat] for seat in (side, side + 2)]
    typed = [bid for bid in bids if bid is not None]
    numbers = [n for bid in typed if (n := number_of_bid(bid)) is not None]
    if not typed:
        return ""
    if any(unit.open for unit in typing.unit_bids if unit.seats[0] % 2 == side):
        return " + ".join("?" if bid is None else bid_text(bid) for bid in bids)
    if len(numbers) == len(typed) > 1:
        return str(sum(numbers))
    return " + ".join(bid_text(bid) for bid in typed)


def score_preview_of_typed_tricks(typing: TypedTricks) -> list[str]:
    """Return the score of each side with the typed tricks, one line a side."""
    match, after = typing.match, typing.match_after_or_refusal
    if after is None:
        return []
    if isinstance(after, Text):
        return [str(after)]
    hand = after.board.hands[-1]
    lines = []
    for side in (0, 1):
        how = ", ".join(_outcomes(match, hand, side))
        lines.append(
            str(
                T(
                    "{team} {how} {change} → {total}",
                    team=names.name_of_side(match.head_of_hand().teams, side),
                    how=how,
                    change=format_change(hand.change[side]),
                    total=format_number(hand.score[side]),
                )
            )
        )
    ending = outcome_text(after) or extra_hand_due_text(after)
    effects = [
        *latest_bag_penalty_texts(after),
        *([str(ending)] if ending is not None else []),
    ]
    return [*lines, " · ".join(map(controls.capitalize, effects))] if effects else lines


def latest_bag_penalty_texts(match: Match) -> list[str]:
    """Return the bag penalties of the latest hand, "Aces 10 bags: −100"."""
    return [
        str(
            T(
                "{team} {n} bags: {points}",
                team=names.name_of_side(match.head_of_hand().teams, side),
                n=-line.bags,
                points=format_change(line.points),
            )
        )
        for side in (0, 1)
        for line in match.board.hands[-1].lines[side]
        if line.what == "bag-penalty"
    ]


def _outcomes(match: Match, hand: Hand, side: int) -> list[str]:
    is_made = hand.made[side]
    texts = [str(T("made") if is_made else T("set") if is_made is False else T("no contract"))]
    for seat in (side, side + 2):
        nil, good = hand.nils[seat], hand.nil_made[seat]
        if nil is None or good is None:
            continue
        player = names.name_of_seat(match.head_of_hand().teams, seat)
        if nil == "nil":
            texts.append(
                str(
                    T("{player}'s nil made", player=player)
                    if good
                    else T("{player}'s nil failed", player=player)
                )
            )
        else:
            texts.append(
                str(
                    T("{player}'s blind nil made", player=player)
                    if good
                    else T("{player}'s blind nil failed", player=player)
                )
            )
    return texts


def recorded_hand_score_text(match: Match) -> str:
    """Return how the hand that was just recorded was scored."""
    hand = match.board.hands[-1]
    teams = match.head_of_hand().teams
    came_to = str(
        T(
            "Hand {hand}: {one} {first}, {other} {second}",
            hand=hand.number,
            one=names.name_of_side(teams, 0),
            first=format_change(hand.change[0]),
            other=names.name_of_side(teams, 1),
            second=format_change(hand.change[1]),
        )
    )
    return " · ".join((came_to, *latest_bag_penalty_texts(match)))
