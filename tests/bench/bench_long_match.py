"""How a match that is long already is felt: correcting its beginning, playing on."""

from __future__ import annotations

from pathlib import Path

from scorepad.desk.table import Table
from scorepad.spades.entries import Amend, Bids, Tricks
from scorepad.spades.match import fold_match_from_entries
from tests.bench.conftest import Compare, seconds
from tests.window.evening import HAND, Evening

ENDLESS = {"agreed": {"game": {"target": 1_000_000}}}
ROUNDS = 12


def record_hand(table: Table) -> None:
    bids, tricks = HAND
    table.record(Bids(bids=bids))
    assert tricks is not None
    table.record(Tricks(tricks=tricks))


def test_the_first_of_thirty_hands_is_corrected(tmp_path: Path, compare: Compare) -> None:
    """The preview says every later total, then the correction is recorded."""
    table = Evening(tmp_path).play(*[HAND] * 30, rules="chicago", **ENDLESS)
    entry_id = table.match.log[1].id
    assert entry_id is not None
    corrected: list[float] = []
    folded: list[float] = []

    def correct(tricks: tuple[int, int, int, int]) -> None:
        amend = Amend(entry=entry_id, to=Tricks(tricks=tricks), why="misheard")
        assert table.preview(amend)
        table.record(amend)

    for round_ in range(ROUNDS):
        tricks = ((3, 5, 2, 3), (5, 3, 3, 2))[round_ % 2]
        corrected.append(seconds(lambda tricks=tricks: correct(tricks)))
        match = table.match
        again = (match.first_head, match.log, match.library)
        folded.append(seconds(lambda again=again: fold_match_from_entries(*again)))
    compare.times("hand 1 of 30 corrected, with preview", corrected, "its fold", folded, at_most=3)


def test_a_hand_in_a_long_match(tmp_path: Path, compare: Compare) -> None:
    evening = Evening(tmp_path)
    long = evening.play(*[HAND] * 500, rules="chicago", **ENDLESS)
    times: list[list[float]] = [[], []]
    for _ in range(3 * ROUNDS):  # each is so short that a dozen are luck
        short = evening.play(*[HAND] * 10, rules="chicago", **ENDLESS)
        for table, took in zip((long, short), times, strict=True):
            record_hand(table)  # what is made once, when it is first needed, is no part of it
            took.append(seconds(lambda table=table: record_hand(table)))
    compare.times(
        "a hand recorded in a match of 500", times[0], "in a match of 10", times[1], at_most=2
    )
