"""Paper to screen: lines read into entries, judged by the gate, written and read again."""

from __future__ import annotations

import json
from collections.abc import Sequence
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from scorepad.desk.desk import Desk
from scorepad.desk.paper_entry import TypedPaperLine, parse_paper_lines, unrecorded_lines
from scorepad.desk.table import Table
from scorepad.spades.bidding import BID_KEYS, COUNT_KEYS
from scorepad.spades.entries import Bids, Entry, Head, Note, Ruling, Team, Tricks
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import parse_match_file
from scorepad.spades.refusal import Refused
from tests.referee.generators import draw_match

TEAMS = (Team("Aces", ("Ann", "Cy")), Team("Kings", ("Bo", "Di")))


def begin(library: Library, rules: str = "unc") -> Match:
    return Match.open(Head(rules=rules, teams=TEAMS), library, id="m")


def one(match: Match, *lines: str) -> TypedPaperLine:
    """The last of these lines, read."""
    return parse_paper_lines(match, lines).lines[-1]


def write_hand(bids: Bids, tricks: Tricks | None, nils: Sequence[object]) -> str:
    """A hand as a person types it; `nils` are by seat, as on the board (a 0 may be a nil)."""
    sides = []
    for side in (0, 1):
        given = [bids.bids[seat] for seat in (side, side + 2) if bids.bids[seat] is not None]
        sides.append(
            " ".join(
                BID_KEYS[bid] if isinstance(bid, int) else BID_KEYS[bid].lower() for bid in given
            )
        )
    line = ", ".join(sides)
    if tricks is not None:
        counts = []
        for side in (0, 1):
            seats = (side, side + 2)
            taken = [tricks.tricks[seat] for seat in seats]
            known = [count for count in taken if count is not None]
            if any(nils[seat] is not None for seat in seats):
                counts.append(" ".join(COUNT_KEYS[count] for count in known))
            else:
                counts.append(COUNT_KEYS[sum(known)])
        line += " / " + ", ".join(counts)
    return line + (f" ! {bids.override}" if bids.override else "")


def write_start(score: tuple[int, int], bags: tuple[int, int], why: str) -> str:
    """A starting score as a person would type it."""
    return f"= {score[0]} {bags[0]}, {score[1]} {bags[1]} {why}"


def problem(match: Match, *lines: str) -> str:
    line = one(match, *lines)
    assert line.problem is not None, line
    assert line.entries == ()
    return str(line.problem)


@pytest.mark.parametrize(
    ("line", "bids", "tricks"),
    [
        ("4 3, 2 5 / 7", (4, 2, 3, 5), (7, 6, None, None)),
        ("4325/7", (4, 2, 3, 5), (7, 6, None, None)),
        ("4 3 2 5 / 7 6", (4, 2, 3, 5), (7, 6, None, None)),
        ("  4+3 , 2+5 / 7, 6", (4, 2, 3, 5), (7, 6, None, None)),
        ("7, 6 / T", (7, 6, None, None), (10, 3, None, None)),
        ("7 6 / k", (7, 6, None, None), (13, 0, None, None)),
        ("7, 2 4 / 0", (7, 2, None, 4), (0, 13, None, None)),
        ("4 3, n 5 / 5.0", (4, "nil", 3, 5), (5, 0, None, 8)),
        ("4 3 n 5 / 5 0 8", (4, "nil", 3, 5), (5, 0, None, 8)),
        ("N 4, 2 5 / 0 4", ("nil", 2, 4, 5), (0, 9, 4, None)),
        ("N 4, 5 N / 0 4 9", ("nil", 5, 4, "nil"), (0, 9, 4, 0)),
        ("J 0 , 5 ! the referee allowed it", (11, 5, 0, None), None),
        ("4 3 / 7, 2 5 / 6", (4, 2, 3, 5), (7, 6, None, None)),
        ("4 3/3 4, 2 5/6", (4, 2, 3, 5), (3, 6, 4, None)),
        ("43/7, 25/", (4, 2, 3, 5), (7, 6, None, None)),
        ("4 3 / 7, n 5 / 0 6", (4, "nil", 3, 5), (7, 0, None, 6)),
        ("n 4 / 0 7, 5 / 6", ("nil", 5, 4, None), (0, 6, 7, None)),
    ],
)
def test_a_line_is_a_hand(
    library: Library, line: str, bids: tuple[object, ...], tricks: tuple[object, ...] | None
) -> None:
    entries = one(begin(library), line).entries
    assert isinstance(entries[0], Bids)
    assert entries[0].bids == bids
    assert [each.tricks for each in entries[1:] if isinstance(each, Tricks)] == (
        [tricks] if tricks else []
    )


def test_totals_stand_beside_each_line(library: Library) -> None:
    reading = parse_paper_lines(begin(library), ["4 3, 2 4 / 8", "", "4 4, 3 2 / 6", "4 3, 2 5"])
    assert [line.score for line in reading.lines] == [(71, -60), None, (-9, -8), None]
    assert [line.bags for line in reading.lines] == [(1, 0), None, (1, 2), None]
    assert [line.hand for line in reading.lines] == [1, 0, 2, 3]
    assert [line.open for line in reading.lines] == [False, False, False, True]
    assert (reading.complete_hand_count, reading.open_hand_number) == (2, 3)
    assert reading.match.board.hand is not None


def test_a_hand_in_progress_is_closed_by_tricks_alone(library: Library) -> None:
    match = begin(library).append(Bids(bids=(4, 3, 3, 2)))
    line = one(match, "/ 7")
    assert line.hand == 1
    assert line.score == (70, 51)
    assert len(line.entries) == 1


@pytest.mark.parametrize(
    ("line", "says"),
    [
        ("4 3 x 5 / 7", "“X” isn't a bid"),
        ("4 3 2 / 7", "you typed three bids; put a comma between the two teams"),
        ("4 3 10 5 / 7", "5 bids, but a hand needs four bids, or one for each team; type T for 10"),
        ("4, 3, 2", "3 bids, but a hand needs four bids"),
        ("4", "1 bid, but a hand needs four bids"),
        (
            "4 3, 2 5 /",
            "after /, type the number of tricks Aces took; the other team gets the rest",
        ),
        ("4 3, 2 5 / 7 7", "that's 14 tricks, but a hand has only 13"),
        ("4 3, 2 5 / 7 5", "7 + 5 = 12 tricks; a hand has 13"),
        ("4 3, 2 5 / 10", "1 + 0 = 1 trick; a hand has 13 (T J Q K are 10 to 13)"),
        (
            "4 3, 2 5 / 10 5",
            "the other team gets the rest (T J Q K are 10 to 13)",
        ),
        ("4 3, 2 5 / 1 0", "1 + 0 = 1 trick; a hand has 13"),
        ("4 3, 2 5 / 14", "1 + 4 = 5 tricks; a hand has 13"),
        ("4 3 / 12, 2 5 / 1", "(T J Q K are 10 to 13)"),
        ("4 3, 2 5 / n", "“N” isn't a number of tricks"),
        ("4 3 / 7 / 2 5, 6", "type a hand team by team like this: 4 3 / 7, 2 5 / 6"),
        ("4 3 / 7, 2 5 / 5", "7 + 5 = 12 tricks; a hand has 13"),
        (
            "n 4, 2 5 / 4",
            "Aces bid a nil, so after /, type the number of tricks each of its players took",
        ),
        (
            "4 5, n 5 / 4",
            "Kings bid a nil, so after /, type the number of tricks Aces took, then the number",
        ),
        (
            "n 5, n 5 / 4",
            "both teams bid a nil, so after /, type the number of tricks each player took",
        ),
        ("1 2, 2 5 / 4", "Aces bid 3; the minimum is 4"),
        ("/ 7", "no hand is in progress; record the bids first"),
        ("n, 4 5 / 7", "on Aces, the nil bidder's partner needs a bid, too"),
        ("!", "type the four bids first"),
        ("= 120", "after =, type one team's score and bags, a comma"),
        ("= 120 3, 85 1", "write the reason at the end of the line"),
    ],
)
def test_what_is_wrong_is_said_in_one_sentence(library: Library, line: str, says: str) -> None:
    assert says in problem(begin(library), line)


def test_lines_after_a_mistake_wait(library: Library) -> None:
    lines = parse_paper_lines(begin(library), ["4 3, 2 4 / 8", "oops", "4 4, 3 2 / 6", ""]).lines
    assert [line.waiting for line in lines] == [False, False, True, False]
    assert [len(line.entries) for line in lines] == [2, 0, 0, 0]


def test_nothing_is_played_on_after_the_end(library: Library) -> None:
    assert "the game is over" in problem(
        begin(library), "= 290 0, 0 0 paper", "4 3, 2 4 / 8", "4 3, 2 4 / 8"
    )


def test_a_starting_score_is_put_in_as_rulings_with_its_reason(library: Library) -> None:
    line = one(begin(library), "= 120 3, \u221285 1 began on paper")
    assert line.entries == (
        Ruling(side=0, points=120, bags=3, why="began on paper"),
        Ruling(side=1, points=-85, bags=1, why="began on paper"),
    )
    assert (line.score, line.bags) == ((120, -85), (3, 1))
    assert one(begin(library), "= 0, 40 paper").entries == (Ruling(side=1, points=40, why="paper"),)
    corrected = one(begin(library), "= 120 3, 85 1 a", "= 100 3, 85 1 b")
    assert corrected.entries == (Ruling(side=0, points=-20, why="b"),)
    assert "must come before the first hand" in problem(
        begin(library), "4 3, 2 4 / 8", "= 120 3, 85 1 late"
    )


def test_warnings_come_with_their_line(library: Library) -> None:
    plain = one(begin(library, "chicago"), "8 5, 1 1 / 7")
    assert plain.warnings == ()
    over = one(begin(library, "chicago"), "9 8, 1 1 / 7")
    assert len(over.warnings) == 1
    assert len(one(begin(library, "chicago"), "9 8, 1 1 / 7", "9 8, 1 1 / 7").warnings) == 1


def drawn(library: Library, seed: int) -> Match:
    made = draw_match(Random(seed), 20)
    return parse_match_file(json.dumps({**made.match, "log": made.log}).encode(), library)


@given(st.integers(0, 10**9))
def test_written_read_and_written_again_is_the_same(library: Library, seed: int) -> None:
    """Every hand of any match, in its place: the line says the same hand."""
    match = drawn(library, seed)
    before = Match.open(match.first_head, library, id="m")
    for entry in match.log:
        after = before.append(entry)
        hand = after.board.hand
        if isinstance(entry, Bids) and hand is not None and hand.bids_id == entry.id:
            _check(before, entry, None, hand.nils, after)
        closed = before.board.hand
        if isinstance(entry, Tricks) and closed is not None and after.board.hand is None:
            line = write_hand(Bids(bids=closed.bids), entry, closed.nils)
            tricks = line[line.index("/") :]
            again = one(before, tricks)
            assert again.problem is None, (tricks, again.problem)
            assert again.score == after.board.score
            assert again.bags == after.board.bags
            counts = again.entries[0]
            assert isinstance(counts, Tricks)
            assert write_hand(Bids(bids=closed.bids), counts, closed.nils) == line
        before = after


def _check(
    before: Match, bids: Bids, tricks: Tricks | None, nils: tuple[object, ...], after: Match
) -> None:
    line = write_hand(bids, tricks, nils)
    read_back = one(before, line)
    assert read_back.problem is None, (line, read_back.problem)
    again = read_back.entries[0]
    assert isinstance(again, Bids)
    assert again.override == (bids.override.strip() if bids.override else None)
    assert write_hand(again, None, nils) == line
    hand, theirs = after.board.hand, before.append(again).board.hand
    assert hand is not None
    assert theirs is not None
    assert theirs.contract == hand.contract
    assert len([nil for nil in theirs.nils if nil]) == len([nil for nil in hand.nils if nil])


KEY = st.sampled_from("0123456789TJQKNB")


@given(st.lists(KEY, min_size=4, max_size=4), st.text("0123456789TJQK ,", max_size=6))
def test_what_reads_is_written_and_read_the_same(
    library: Library, bids: list[str], tricks: str
) -> None:
    match = begin(library, "chicago")
    line = one(match, " ".join(bids) + " / " + tricks)
    if line.problem is not None:
        return
    first, second = line.entries
    assert isinstance(first, Bids)
    assert isinstance(second, Tricks)
    hand = match.append(first).board.hand
    assert hand is not None
    written = write_hand(first, second, hand.nils)
    assert one(match, written).entries == line.entries
    assert one(match, written.upper().replace(",", " ")).entries == line.entries


@given(st.text(max_size=40))
def test_any_line_is_read_or_answered(library: Library, text: str) -> None:
    line = one(begin(library), text)
    said = line.problem is not None, bool(line.entries), not text.strip()
    assert sum(said) == 1


@given(
    st.tuples(st.integers(-999, 999), st.integers(-999, 999)),
    st.tuples(st.integers(0, 20), st.integers(0, 20)),
)
def test_a_starting_score_reads_back(
    library: Library, score: tuple[int, int], bags: tuple[int, int]
) -> None:
    reading = parse_paper_lines(
        begin(library, "alpha-theta"), [write_start(score, bags, "began on paper")]
    )
    assert (reading.match.board.score, reading.match.board.bags) == (score, bags)


LINES = ["= 120 3, 85 1 began on paper", "", "4 3, 2 4 / 8", "4 4, 3 2 / 6", "4 3, 2 5"]


@pytest.mark.parametrize("recorded", range(6))
def test_what_a_crash_left_recorded_is_not_typed_again(desk: Desk, recorded: int) -> None:
    """Killed after any line: what is kept as typed still has it, the log has it already."""
    table: Table = desk.start(Head(rules="unc", teams=TEAMS))
    begun = len(table.match.log)
    lines = parse_paper_lines(table.match, LINES).lines
    for line in lines[:recorded]:
        for entry in line.entries:
            table.record(entry)
    left = unrecorded_lines(table.match, begun, LINES)
    assert [each for each in left if each] == [each for each in LINES[recorded:] if each]


def test_a_line_half_recorded_has_its_tricks_left(desk: Desk) -> None:
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(parse_paper_lines(table.match, LINES[2:3]).lines[0].entries[0])
    assert unrecorded_lines(table.match, 0, LINES[2:]) == ["/ 8", *LINES[3:]]
    sides = ["4 3 / 4 4, 2 4 / 5"]
    left = unrecorded_lines(table.match, 0, sides)
    assert parse_paper_lines(table.match, left).match.board.score == (71, -60)
    table = desk.start(Head(rules="unc", teams=TEAMS))
    table.record(parse_paper_lines(table.match, LINES[:1]).lines[0].entries[0])
    left = unrecorded_lines(table.match, 0, LINES)
    assert left == LINES
    assert len(parse_paper_lines(table.match, left).lines[0].entries) == 1


def test_what_others_recorded_is_not_taken_for_a_line(desk: Desk) -> None:
    table = desk.start(Head(rules="washburn", teams=TEAMS))
    begun = len(table.match.log)
    table.record(Note(text="the sheet is wet"))
    assert unrecorded_lines(table.match, begun, LINES) == LINES


def test_lines_are_recorded_entry_by_entry(desk: Desk) -> None:
    table = desk.start(Head(rules="washburn", teams=TEAMS))
    reading = parse_paper_lines(table.match, LINES)
    entries: list[Entry] = [entry for line in reading.lines for entry in line.entries]
    for entry in entries:
        table.record(entry)
    assert table.match.board.score == reading.match.board.score
    assert all(entry.id and entry.at and entry.by == "Pat" for entry in table.match.log)
    with pytest.raises(Refused):
        table.record(entries[-1])
