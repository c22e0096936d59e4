"""Twelve recorded hands, played at the program under Xvfb with keys alone, and counted.

An ordinary hand is six keys with four bids, four with team bids: each bid, one number of tricks,
Enter.  What is not ordinary is at most one key more, each: 10 to 13 none (one letter); a nil or a
blind nil none where each player bids, and one where the side does (the partner's number); and one
for each nil's own tricks.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from scorepad.desk.desk import Desk
from scorepad.spades.entries import Bids, Tricks
from scorepad.spades.match import Match
from scorepad.spades.matchfile import read_match
from scorepad.spades.result import result
from scorepad.store import open_store, utc_now
from scorepad.window.bid_typing import NUMBERS, bidding_units
from scorepad.window.trick_typing import TrickTyping
from tests.conftest import DATA
from tests.end2end import test_window_process as process
from tests.end2end.window_player import bid_key
from tests.window.evening import Evening

pytestmark = process.pytestmark
display = process.display
ORDINARY = {"four-bids": 6, "team-bids": 4}


def recorded(name: str) -> Match:
    file = DATA / "keys" / f"{name}.json"
    return read_match(file.read_bytes(), process.LIBRARY, where=file.name)


def opened(data: Path, played: Match) -> None:
    """The match is there and open, with nothing played yet."""
    evening = Evening(data)
    with open_store(data, write=True) as store:
        table = Desk(store, process.LIBRARY, now=utc_now, by=str).start(played.first_head)
    for key, value in (("by", "Pat"), ("open_tables", table.id), ("shown_table", table.id)):
        evening.settings.set(key, value)


def hand_keys(match: Match, bids: Bids, tricks: Tricks) -> str:
    """One hand's keys, from its first bid to the key that records it."""
    keys = ""
    for seats in bidding_units(match.rules, match.board.dealer):
        said = [bids.bids[seat] for seat in seats if bids.bids[seat] is not None]
        assert not isinstance(said[-1], str) or len(seats) == 1, "the partner asked first bids nil"
        keys += "".join(bid_key(bid) for bid in said)
    hand = match.append(bids).board.hand
    assert hand is not None
    asked = TrickTyping(match.rules, hand).units[:-1]
    counts = [sum(tricks.tricks[seat] or 0 for seat in seats) for seats in asked]
    return keys + "".join(NUMBERS[count] for count in counts) + "\n"


def allowed(name: str, bids: Bids) -> int:
    """The most keys that this hand may take: what is not ordinary is one more, each."""
    nils = sum(isinstance(bid, str) for bid in bids.bids)
    in_bids = nils if name == "team-bids" else 0
    return ORDINARY[name] + in_bids + nils


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
    reader = process.Reader(qtbot, tmp_path)
    match = reader.matches()[0]
    counted = []
    with process.running(display, tmp_path) as program:
        for number, (bids, tricks) in enumerate(hands, start=1):
            keys = hand_keys(match, bids, tricks)
            program.keys(keys)
            match = reader.wait_entries(2 * number)
            counted.append(len(keys))
            special = any(isinstance(bid, str) for bid in bids.bids)
            assert len(keys) <= allowed(name, bids), (number, keys)
            assert special or len(keys) == ORDINARY[name], (number, keys)
    said, wanted = result(match), result(played)
    assert said == wanted
    large = [bid for bids, _tricks in hands for bid in bids.bids if bid in (10, 11, 12, 13)]
    assert large, "the recorded hands have bids above nine"
    ordinary = counted.count(ORDINARY[name])
    assert ordinary >= 9
    assert sum(counted) == {"four-bids": 12 * 6 + 3, "team-bids": 12 * 4 + 2}[name]
