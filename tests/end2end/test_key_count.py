"""Twelve recorded hands, played at the program under Xvfb with keys alone, and counted; and every
kind of hand, counted at the bar's grammar.

An ordinary hand is six keys with four bids, four with team bids: each bid, one number of tricks,
Enter.  10 to 13 is one letter each.  A nil or a blind nil is no key more where each player bids,
and one more where the side does (whose nil it is).  Where a nil took tricks, their number is one
key more.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.spades.entries import Bids, Tricks
from scorepad.spades.result import result_data
from tests.end2end.window_process import (
    ORDINARY,
    Reader,
    allowed,
    hand_keys,
    needs_a_display,
    opened,
    recorded,
    running,
)

pytestmark = needs_a_display


@pytest.mark.parametrize("name", sorted(ORDINARY))
def test_a_recorded_match_of_twelve_hands(
    qtbot: Any, display: str, tmp_path: Path, name: str
) -> None:
    played = recorded(name)
    opened(tmp_path, played)
    hands = [
        (bids, tricks)
        for bids, tricks in zip(played.log[::2], played.log[1::2], strict=True)
        if isinstance(bids, Bids) and isinstance(tricks, Tricks)
    ]
    assert len(hands) == 12
    reader = Reader(qtbot, tmp_path)
    match = reader.matches()[0]
    counted = []
    with running(display, tmp_path) as program:
        for number, (bids, tricks) in enumerate(hands, start=1):
            keys = hand_keys(match, bids, tricks)
            program.keys(keys)
            match = reader.wait_entries(2 * number)
            counted.append(len(keys))
            special = any(isinstance(bid, str) for bid in bids.bids)
            assert len(keys) <= allowed(name, bids, tricks), (number, keys)
            assert special or len(keys) == ORDINARY[name], (number, keys)
    said, wanted = result_data(match), result_data(played)
    assert said == wanted
    large = [bid for bids, _tricks in hands for bid in bids.bids if bid in (10, 11, 12, 13)]
    assert large, "the recorded hands have bids above nine"
    ordinary = counted.count(ORDINARY[name])
    assert ordinary >= 9
    # With four bids one of the three nils took a trick.
    assert sum(counted) == {"four-bids": 12 * 6 + 1, "team-bids": 12 * 4 + 1}[name]


def test_twelve_tables_begin_with_three_keys(qtbot: Any, display: str, tmp_path: Path) -> None:
    """Ctrl+Shift+T, Enter, and Enter again, as tables without names are asked about; each of them
    is one key away then, and asks who deals first."""
    reader = Reader(qtbot, tmp_path)
    with running(display, tmp_path) as program:
        program.press("ctrl+shift+t")
        program.press("Return")
        program.press("End")  # a second Enter at once would be an echo of the first
        program.press("Return")
        reader.wait(lambda: len(reader.matches()) == 12)
        program.press("ctrl+7")
        program.keys("b5443")
        reader.wait(lambda: any(match.board.open_hand for match in reader.matches()))
    begun = [match.head.table for match in reader.matches() if match.board.open_hand]
    assert begun == ["7"]
    tables = {match.head.table for match in reader.matches()}
    assert tables == {str(number) for number in range(1, 13)}
