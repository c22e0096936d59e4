"""What a correction is said to change, before it is saved, is what two separate folds differ in.

`test_difference` walks entries as a match grows; here a whole random match is corrected anywhere
in it, by amend, strike and restore.  Before and after are folded from nothing: the log as it was,
and the log with the correction at its end, read as files are.
"""

from __future__ import annotations

import json
from contextlib import suppress
from random import Random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st
from msgspec.structs import replace

from scorepad.desk.desk import Desk
from scorepad.desk.table import Table
from scorepad.spades.entries import Amend, Bids, Entry, Renege, Restore, Ruling, Strike, Tricks
from scorepad.spades.library import Library
from scorepad.spades.match import Match
from scorepad.spades.matchfile import encode_match_file, parse_match_file
from scorepad.spades.refusal import Refused
from tests.desk.test_difference import _check
from tests.referee.generators import draw_match

TRIES = 12
BIDS = (*range(14), "nil", "blind")


def other(entry: Entry, rng: Random) -> Entry | None:
    """The entry as somebody may correct it; None for one that is not drawn here."""
    if isinstance(entry, Bids):
        bids = list(entry.bids)
        bids[rng.randrange(4)] = rng.choice(BIDS)
        return replace(entry, bids=tuple(bids))
    if isinstance(entry, Tricks):
        counts = [count for count in entry.tricks if count is not None]
        given_to, taken_from = rng.randrange(len(counts)), rng.randrange(len(counts))
        moved = rng.randint(0, counts[taken_from])
        counts[taken_from] -= moved
        counts[given_to] += moved
        left = iter(counts)
        tricks = tuple(None if count is None else next(left) for count in entry.tricks)
        return replace(entry, tricks=tricks)
    if isinstance(entry, Ruling):
        return replace(entry, points=rng.randint(-200, 200), bags=rng.randint(-3, 9))
    if isinstance(entry, Renege):
        return replace(entry, side=1 - entry.side, seat=None)
    return None


def correction(match: Match, rng: Random) -> Entry | None:
    """An amend, a strike or a restore of any entry of the match."""
    target = rng.choice(match.log)
    entry_id = target.id or ""
    if entry_id in match.struck_ids:
        return Restore(entry=entry_id)
    now = match.counting_entry(entry_id)
    to = other(now, rng) if now is not None and rng.random() < 0.7 else None
    if to is None:
        return Strike(entry=entry_id, why="a slip of the pen")
    return Amend(entry=entry_id, to=to, why="misread", override=rng.choice((None, "allowed")))


@given(st.integers(0, 10**9))
@example(3364)  # the rules of an imported match change, and change back
def test_a_correction_does_what_was_shown(desk: Desk, library: Library, seed: int) -> None:
    rng = Random(seed)
    drawn = draw_match(rng, 24)
    file = json.dumps({**drawn.match, "log": drawn.log}).encode()
    table = desk.start_match_with_log(parse_match_file(file, library))
    for _ in range(TRIES if table.match.log else 0):
        entry = correction(table.match, rng)
        if entry is None:
            continue
        try:
            shown = table.preview(entry)
        except Refused as refused:
            before = table.match
            _refused_too(table, entry, str(refused))
            assert table.match is before
            continue
        before = parse_match_file(encode_match_file(table.match), library)
        table.record(entry)
        after = parse_match_file(encode_match_file(table.match), library)
        _check(before, after, shown)


def _refused_too(table: Table, entry: Entry, sentence: str) -> None:
    """What cannot be shown cannot be recorded either, for the same reason."""
    with pytest.raises(Refused) as told:
        table.record(entry)
    assert str(told.value) == sentence


def test_corrections_of_every_kind_are_drawn(library: Library) -> None:
    """The generator finds what it looks for: each of them accepted, and not by one match alone."""
    seen: dict[str, int] = {}
    for seed in range(40):
        rng = Random(seed)
        drawn = draw_match(rng, 24)
        match = parse_match_file(json.dumps({**drawn.match, "log": drawn.log}).encode(), library)
        for _ in range(TRIES if match.log else 0):
            entry = correction(match, rng)
            if entry is None:
                continue
            with suppress(Refused):
                match = match.append(entry)
                kind = type(entry).__name__
                if isinstance(entry, Amend):
                    kind += " " + type(entry.to).__name__
                seen[kind] = seen.get(kind, 0) + 1
    wanted = {"Strike", "Restore", "Amend Bids", "Amend Tricks", "Amend Ruling", "Amend Renege"}
    assert {kind for kind, times in seen.items() if times >= 3} >= wanted
