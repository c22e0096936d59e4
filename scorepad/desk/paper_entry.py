"""A match is typed from its paper sheet, one hand a line, and read into the entries to be recorded.

A line has the numbers of the sheet from left to right, side by side (the players of the first side,
then those of the other), in the letters of the entry bar: `0`–`9`, `T` 10, `J` 11, `Q` 12, `K` 13,
`N` nil, `B` blind nil; capitals or not.

    4 3, n 5 / 7 0      bids / tricks: a side with a nil has both partners' tricks, any other one
    4 3, n 5 / 7        number; the last count may be left out, it is what is left of 13
    4 3 / 7, n 5 / 6 0  the same in the order of a pen sheet's boxes: bids and tricks of one side,
                        then those of the other; a side may have the tricks of each partner
    6, 5 / 7            a side may have one bid for both
    4 3, 2 5            no tricks yet: the hand in progress; later `/ 7` alone closes it
    1 1, 4 5 / 3 ! why  bids that the rules refuse, with the reason they are accepted for
    = 120 3, 85 1 why   the score and bags that the sheet begins with, before the first hand

The comma may be left out between four bids or two; blanks, `.`, `+` and empty lines mean nothing.
`parse_paper_lines` appends to a match of its own, so that every line is judged by the gate, in its
place, and the totals after it can be shown beside it.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from typing import Final, cast

import msgspec

from scorepad.spades import entries as kinds
from scorepad.spades.bidding import (
    BLIND_KEY,
    COUNT_KEYS,
    KEY_BIDS,
    TEN_OR_MORE_KEYS_TEXT,
    read_bid,
)
from scorepad.spades.board import Hand
from scorepad.spades.entries import Bid, Common, Entry, FourBids, FourCounts, Ruling
from scorepad.spades.entry_kinds import ENTRY_KINDS
from scorepad.spades.match import Match
from scorepad.spades.naming import team_field
from scorepad.spades.refusal import Refused
from scorepad.spades.scoring import SEATING
from scorepad.spades.words import N, T, Text

_EMPTY: Final = re.compile(r"[\s.+]+")
_TEN_OR_MORE: Final = re.compile(r"(?<!\d)1[0-3](?!\d)")
_START: Final = re.compile(
    r"=\s*([-\u2212]?\d{1,6})(?:\s+([-\u2212]?\d{1,6}))?\s*,"
    r"\s*([-\u2212]?\d{1,6})(?:\s+([-\u2212]?\d{1,6}))?(?:\s+(\S.*))?"
)


class TypedPaperLine(msgspec.Struct, frozen=True):
    """One typed line of the sheet: the entries it would record, and the totals after it.

    `hand` is the number of the hand it plays (0: none); `score` and `bags` are running totals by
    side, None if there is nothing to compare; `problem` is why it cannot be read or recorded;
    `waiting`: a line before it cannot, so it was not read; `open`: its hand has no tricks yet.
    """

    text: str
    entries: tuple[Entry, ...] = ()
    hand: int = 0
    score: tuple[int, int] | None = None
    bags: tuple[int, int] | None = None
    warnings: tuple[Text, ...] = ()
    problem: Text | None = None
    waiting: bool = False
    open: bool = False


class ParsedPaperSheet(msgspec.Struct, frozen=True):
    """All typed lines, and the match as it would be after those that can be recorded."""

    lines: tuple[TypedPaperLine, ...]
    match: Match

    @property
    def problem(self) -> TypedPaperLine | None:
        """Return the line that cannot be read or recorded."""
        return next((line for line in self.lines if line.problem is not None), None)

    @property
    def complete_hand_count(self) -> int:
        """Return how many hands would be recorded to their end."""
        return len({line.hand for line in self.lines if line.hand and not line.open})

    @property
    def open_hand_number(self) -> int:
        """Return the number of the hand that would be recorded without its tricks (0: none)."""
        hand = self.match.board.hand
        return hand.number if hand and any(line.hand == hand.number for line in self.lines) else 0


def parse_paper_lines(match: Match, lines: Sequence[str]) -> ParsedPaperSheet:
    """Read lines that go on from where the match is; nothing is recorded."""
    read: list[TypedPaperLine] = []
    stuck = False
    for text in lines:
        if stuck or not text.strip():
            read.append(TypedPaperLine(text, waiting=stuck and bool(text.strip())))
            continue
        try:
            line, match = _read_line(match, text)
        except Refused as refused:
            line, stuck = TypedPaperLine(text, problem=refused.text), True
        read.append(line)
    return ParsedPaperSheet(tuple(read), match)


def _read_line(match: Match, text: str) -> tuple[TypedPaperLine, Match]:
    before = match
    if text.strip().startswith("="):
        entries = _start(match, text.strip())
        for entry in entries:
            match = match.append(entry)
        board = match.board
        return TypedPaperLine(text, entries, score=board.score, bags=board.bags), match
    hand_text, _, why = text.partition("!")
    bids_text, slash, tricks_text = _split_hand(hand_text)
    hand_entries: list[Entry] = []
    is_first_due = match.rules.first_hand.bids == "itself" and match.board.is_first_hand_due
    if is_first_due and match.board.hand is None and not _keys(bids_text) and slash:
        hand_entries.append(kinds.Bids(bids="itself"))
        match = match.append(hand_entries[-1])
    elif _keys(bids_text):
        hand_entries.append(_bids(bids_text, why.strip()))
        match = match.append(hand_entries[-1])
    elif not slash:
        raise Refused("type the four bids first, then / and the tricks")
    if slash:
        hand = match.board.hand
        if hand is None and hand_entries:
            raise Refused("table talk ended this hand, so it has no tricks")
        seats, counts = _seats_and_counts(match, hand, tricks_text)
        try:
            hand_entries.append(_tricks(match, seats, counts))
            match = match.append(hand_entries[-1])
        except Refused as refused:
            if _TEN_OR_MORE.search(hand_text) is None:
                raise
            problem, keys = refused.text, TEN_OR_MORE_KEYS_TEXT
            raise Refused("{problem} ({keys})", problem=problem, keys=keys) from None
    board = match.board
    known = set(before.board.warnings)
    hand = board.hand or board.hands[-1]
    open_hand = board.hand is not None
    line = TypedPaperLine(
        text,
        tuple(hand_entries),
        hand=hand.number,
        score=None if open_hand else board.score,
        bags=None if open_hand else board.bags,
        warnings=tuple(each.text for each in board.warnings if each not in known),
        open=open_hand,
    )
    return line, match


def _split_hand(text: str) -> tuple[str, str, str | tuple[str, str]]:
    if text.count("/") < 2:
        return text.partition("/")
    one, _, other = text.partition(",")
    if one.count("/") != 1 or other.count("/") != 1:
        raise Refused(
            "type a hand team by team like this: 4 3 / 7, 2 5 / 6 (one comma, two slashes)"
        )
    sides = [side.split("/") for side in (one, other)]
    bids, tricks = zip(*sides, strict=True)
    return ",".join(bids) if any(map(_keys, bids)) else "", "/", (tricks[0], tricks[1])


def _keys(text: str) -> str:
    return _EMPTY.sub("", text).upper()


def _bids(text: str, why: str) -> kinds.Bids:
    sides = [re.findall(f"{BLIND_KEY}?.", _keys(side)) for side in text.split(",")]
    for key in (each for side in sides for each in side):
        if key.removeprefix(BLIND_KEY) not in (COUNT_KEYS if len(key) > 1 else KEY_BIDS):
            raise Refused(
                "“{key}” isn't a bid; type 0–9, T J Q K for 10 to 13, N for nil, or B for "
                "blind nil",
                key=key,
            )
    count = sum(len(side) for side in sides)
    if len(sides) == 1 and count in (2, 4):
        half = count // 2
        sides = [sides[0][:half], sides[0][half:]]
    elif len(sides) == 1 and count == 3:
        raise Refused("you typed three bids; put a comma between the two teams")
    if len(sides) != 2 or not all(1 <= len(side) <= 2 for side in sides):
        raise Refused(
            N(
                "{n} bid, but a hand needs four bids, or one for each team; type T for 10, J "
                "for 11, Q for 12, K for 13",
                "{n} bids, but a hand needs four bids, or one for each team; type T for 10, J "
                "for 11, Q for 12, K for 13",
                count,
            )
        )
    by_seat: list[Bid] = [None] * 4
    for side, keys in enumerate(sides):
        for place, key in enumerate(keys):
            by_seat[side + 2 * place] = read_bid(key)
    return kinds.Bids(bids=cast("FourBids", tuple(by_seat)), override=why or None)


def _seats_counted(hand: Hand) -> list[int]:
    apart = [any(hand.nils[seat] is not None for seat in (side, side + 2)) for side in (0, 1)]
    return [seat for seat in SEATING if seat < 2 or apart[seat % 2]]


def _seats_and_counts(
    match: Match, hand: Hand | None, text: str | tuple[str, str]
) -> tuple[list[int], list[int]]:
    if hand is None:
        # The gate knows why there is none.
        match.warnings_if_appended(kinds.Tricks(tricks=(13, 0, None, None)))
        raise Refused("type the four bids first, then / and the tricks")
    seats = _seats_counted(hand)
    if not isinstance(text, str):
        # Of a side without a nil the sheet has the tricks of both partners, or one number.
        seats = [
            seat for seat in SEATING if seat < 2 or seat in seats or len(_keys(text[seat % 2])) == 2
        ]
        text = " ".join(text)
    keys = _keys(text.replace(",", " "))
    counts = []
    for key in keys:
        if key not in COUNT_KEYS:
            raise Refused(
                "“{key}” isn't a number of tricks; type 0–9, or T J Q K for 10 to 13", key=key
            )
        counts.append(COUNT_KEYS.index(key))
    return seats, counts


def _tricks(match: Match, seats: list[int], counts: list[int]) -> kinds.Tricks:
    left = 13 - sum(counts)
    if len(counts) == len(seats) - 1 and left >= 0:
        counts = [*counts, left]
    if left < 0:
        raise Refused("that's {n} tricks, but a hand has only 13", n=13 - left)
    if len(counts) != len(seats):
        raise Refused(_which_counts(match, seats))
    by_seat: list[int | None] = [None] * 4
    for seat, count in zip(seats, counts, strict=True):
        by_seat[seat] = count
    return kinds.Tricks(tricks=cast("FourCounts", tuple(by_seat)))


def _which_counts(match: Match, seats: list[int]) -> Text:
    teams = [team_field(match.head, side) for side in (0, 1)]
    if len(seats) == 2:
        return T(
            "after /, type the number of tricks {team} took; the other team gets the rest",
            team=teams[0],
        )
    if len(seats) == 4:
        return T(
            "both teams bid a nil, so after /, type the number of tricks each player took; you "
            "can leave out the last number"
        )
    nil = 0 if 2 in seats else 1
    if nil:
        return T(
            "{team} bid a nil, so after /, type the number of tricks {other} took, then the "
            "number each player on {team} took",
            team=teams[1],
            other=teams[0],
        )
    return T(
        "{team} bid a nil, so after /, type the number of tricks each of its players took; you "
        "can leave out the last number",
        team=teams[0],
    )


def _start(match: Match, text: str) -> tuple[Ruling, ...]:
    if match.board.hands:
        raise Refused(
            "a starting score must come before the first hand; after that, record a ruling instead"
        )
    fields = _START.fullmatch(text)
    if fields is None:
        raise Refused(
            "after =, type one team's score and bags, a comma, the other team's score and "
            "bags, and the reason"
        )
    score, bags, other_score, other_bags, why = fields.groups()
    if why is None:
        raise Refused(
            "write the reason at the end of the line, as in: = 120 3, 85 1 began on paper"
        )
    totals = (_whole(score), _whole(bags)), (_whole(other_score), _whole(other_bags))
    rulings = []
    for side, (points, count) in enumerate(totals):
        more, more_bags = points - match.board.score[side], count - match.board.bags[side]
        if more or more_bags:
            rulings.append(Ruling(side=side, points=more, bags=more_bags, why=why.strip()))
    return tuple(rulings)


def _whole(text: str | None) -> int:
    return int((text or "0").replace("\u2212", "-"))


# Going on after a crash.


def unrecorded_lines(match: Match, entries_before: int, lines: Sequence[str]) -> list[str]:
    """Return which of these lines are not recorded yet; the log had `entries_before` when they were
    typed.

    After a crash the log may have a line's entries that are still among the typed lines.
    """
    since: list[Common] = [
        entry
        for entry in match.log[entries_before:]
        if entry.id not in match.unfit and not ENTRY_KINDS[type(entry)].is_automatic
    ]
    left = list(lines)
    for line in parse_paper_lines(match.with_first_entries(entries_before), lines).lines:
        plain = [_bare(entry) for entry in line.entries]
        if not plain and not line.text.strip():
            if since:
                left.pop(0)
            continue
        done = [_bare(entry) for entry in since[: len(plain)]]
        if not plain or done != plain:
            # A starting score asks only for the missing part; of a hand the tricks are left.
            if done and done == plain[:1] and isinstance(plain[0], kinds.Bids):
                _, slash, tricks = _split_hand(line.text.partition("!")[0])
                left[0] = slash + (tricks if isinstance(tricks, str) else ", /".join(tricks))
            break
        since = since[len(plain) :]
        left.pop(0)
    return left


def _bare(entry: Common) -> Common:
    return msgspec.structs.replace(entry, id=None, at=None, by=None, step=None, after=None)
