"""The boxes of the entry bar for what is typed, and the locked bids read back."""

from __future__ import annotations

from scorepad.spades.match import Match
from scorepad.spades.words import Words
from scorepad.window import names
from scorepad.window.bid_typing import Asked, BidTyping
from scorepad.window.large_line import Piece
from scorepad.window.sheet_rows import CARET, bid_word
from scorepad.window.slots import Slot, SlotState
from scorepad.window.trick_typing import Counted, TrickTyping


def bid_slots(typing: BidTyping, words: Words) -> list[Slot]:
    """A box for each unit that bids, in the order they bid."""
    teams = typing.match.head.teams
    cursor = typing.cursor
    made = []
    for place, asked in enumerate(typing.asked):
        side = asked.seats[0] % 2
        caption = (
            names.player(teams, asked.seats[0], words)
            if len(asked.seats) == 1
            else names.team(teams, side, words)
        )
        name, value = _bid_value(asked, typing, place == cursor, words)
        state: SlotState = "given"
        if asked.mistake is not None:
            state = "insisted" if asked.insisted else "refused"
        elif place == cursor:
            state = "current"
        elif asked.open:
            state = "waiting"
        spoken = value if value != CARET else ""
        made.append(Slot(caption, value, state, side, spoken, name))
    return made


def _bid_value(asked: Asked, typing: BidTyping, current: bool, words: Words) -> tuple[str, str]:
    """Whose nil it is, where that must be seen, and the whole value, which begins with it."""
    given = [seat for seat, bid in zip(asked.seats, asked.bids, strict=True) if bid is not None]
    bids = " + ".join(bid_word(bid, words) for bid in asked.bids if bid is not None)
    if not asked.open:
        return "", bids
    if not given:
        return "", CARET if current else ""
    # The partner's number is still to come.
    name = names.player(typing.match.head.teams, given[0], words)
    return name, f"{name} {bids} + {CARET}"


def trick_places(typing: TrickTyping) -> list[int]:
    """The units (as places in the order asked) in the order of the boxes: as on the sheet, side 0
    on the left, its seats as they stand there."""
    units = typing.units
    return sorted(range(len(units)), key=lambda place: (units[place][0] % 2, units[place][0]))


def trick_slots(typing: TrickTyping, match: Match, words: Words) -> list[Slot]:
    """A box for each count, where the sheet has it: whichever is asked first."""
    made = []
    counts = typing.counted
    for place in trick_places(typing):
        counted = counts[place]
        value = "" if counted.tricks is None else str(counted.tricks)
        state: SlotState = "given"
        # Where everything is typed, another number replaces the latest.
        asked = place == typing.cursor - int(typing.full)
        if asked and counted.nil and counted.derived:
            # The number that Enter takes as said, until one is typed.
            state, value = "asked", value + CARET
        elif asked:
            state = "current"
            value = value or CARET
        elif counted.derived:
            state = "derived"
        elif counted.tricks is None:
            state = "waiting"
        caption = _caption(counted, match, words, asked=state in ("asked", "current"))
        made.append(Slot(caption, value, state, counted.side, value.removesuffix(CARET)))
    return made


def _caption(counted: Counted, match: Match, words: Words, *, asked: bool) -> str:
    teams = match.head.teams
    if len(counted.seats) == 2:
        return names.team(teams, counted.side, words)
    player = names.player(teams, counted.seats[0], words)
    if not counted.nil:
        return player
    if asked:
        return words("{player}, nil: took?", player=names.short(player, 12))
    return words("{player}, nil", player=names.short(player, 14))


def read_back(match: Match, words: Words) -> list[Piece]:
    """The locked bids, large: `Kings  Bo 5 Di 4 = 9   Aces  Ann 4 Cy 3 = 7`."""
    hand = match.board.hand
    if hand is None:
        return []
    teams = match.head.teams
    players = [names.player(teams, seat, words) for seat in range(4)]
    briefly = names.initials(players)
    named = [bool(teams[seat % 2].players[seat // 2].strip()) for seat in range(4)]
    made: list[Piece] = []
    for side in (0, 1):
        if made:
            made.append(Piece("  ", apart=True))
        made.append(Piece(names.team(teams, side, words), side=side, name=True))
        numbers = 0
        for seat in (side, side + 2):
            bid = hand.bids[seat]
            if bid is None:
                continue
            if hand.bids[(seat + 2) % 4] is not None:
                brief = briefly[seat] if named[seat] else ""
                made.append(Piece(players[seat], name=True, brief=brief))
            made.append(Piece(bid_word(bid, words), large=True))
            numbers += isinstance(bid, int)
        if numbers == 2 and hand.contract[side] is not None:
            made += [Piece("="), Piece(str(hand.contract[side]), large=True)]
    return made
