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

from scorepad.desk.desk import Desk
from scorepad.desk.typed_bids import bidding_units
from scorepad.desk.typed_tricks import TypedTricks
from scorepad.spades.entries import Bids, Tricks
from scorepad.spades.match import Match
from scorepad.spades.matchfile import read_match
from scorepad.spades.result import result
from scorepad.store import open_store, utc_now
from tests.conftest import DATA
from tests.end2end import test_window_process as process
from tests.end2end.window_player import bid_keys_of, trick_keys_of
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
    keys = bid_keys_of(bidding_units(match.rules, match.board.dealer), bids)
    return keys + trick_keys_of(TypedTricks(match.append(bids)), tricks)


def allowed(name: str, bids: Bids, tricks: Tricks) -> int:
    """The most keys that this hand may take: what is not ordinary is one more, each."""
    nils = [seat for seat in range(4) if isinstance(bids.bids[seat], str)]
    in_bids = len(nils) if name == "team-bids" else 0
    failed = any(tricks.tricks[seat] for seat in nils)
    return ORDINARY[name] + in_bids + (len(nils) if failed else 0)


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
            assert len(keys) <= allowed(name, bids, tricks), (number, keys)
            assert special or len(keys) == ORDINARY[name], (number, keys)
    said, wanted = result(match), result(played)
    assert said == wanted
    large = [bid for bids, _tricks in hands for bid in bids.bids if bid in (10, 11, 12, 13)]
    assert large, "the recorded hands have bids above nine"
    ordinary = counted.count(ORDINARY[name])
    assert ordinary >= 9
    # With four bids one of the three nils took a trick.
    assert sum(counted) == {"four-bids": 12 * 6 + 1, "team-bids": 12 * 4 + 1}[name]
